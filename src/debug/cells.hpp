// SPDX-License-Identifier: MIT
// The nodes and leaves of a tree as cells, for pictures.
#pragma once

#include "base/function_ref.hpp"
#include "quadphase/index.hpp"
#include "tree/tree_view.hpp"

namespace quadphase::detail {

/// Calls `visit` for each node and leaf that has objects: parents before children, in tree order.
/// Returns false if `visit` returned false, which ends it.
bool visit_cells(const TreeView& tree, bool is_static,
                 FunctionRef<bool(const quadphase::Cell& cell)> visit);

}  // namespace quadphase::detail
