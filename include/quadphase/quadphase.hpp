// SPDX-License-Identifier: MIT
// The core of the library. Include these separately: quadphase/double_shapes.hpp (queries in
// double), quadphase/cells.hpp (pictures of the tree), quadphase/try.hpp (no exceptions); the
// adapters quadphase/eigen.hpp, quadphase/try_eigen.hpp and quadphase/tbb.hpp; recorded_call.hpp
// (what a recorder receives) and, of the components, recorder.hpp, recording.hpp, replayer.hpp and
// mpi.hpp.
#pragma once

#include "quadphase/adjacency.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/box_columns.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/broad_phase.hpp"
#include "quadphase/config.hpp"
#include "quadphase/events.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/index.hpp"
#include "quadphase/large_world.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/periodic.hpp"
#include "quadphase/query_options.hpp"
#include "quadphase/query_result.hpp"
#include "quadphase/reorder.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/version.hpp"
#include "quadphase/visitor.hpp"
