// SPDX-License-Identifier: MIT
// The nodes and leaves of a tree as cells, for pictures.
#pragma once

#include "base/function_ref.hpp"
#include "data/tree_view.hpp"
#include "quadphase/index.hpp"

namespace quadphase::detail {

/// Calls `visit` for each node and leaf that has objects: parents before children, in tree order.
/// Returns false if `visit` returned false, which ends it.
bool visit_cells(const TreeView& tree, bool is_static,
                 FunctionRef<bool(const quadphase::Cell& cell)> visit);

}  // namespace quadphase::detail
