// SPDX-License-Identifier: MIT
// The core of the library: link quadphase::quadphase of its CMake package, or what `pkg-config
// --static --libs quadphase` prints. Include these separately: quadphase/double_shapes.hpp (queries
// in double), quadphase/try.hpp (no exceptions), quadphase/recorded_call.hpp (what a recorder
// receives), and the headers of components: eigen.hpp, tbb.hpp, recorder.hpp and mpi.hpp.
#pragma once

#include "quadphase/adjacency.hpp"
#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/boxes.hpp"
#include "quadphase/broad_phase.hpp"
#include "quadphase/config.hpp"
#include "quadphase/double_box.hpp"
#include "quadphase/executor.hpp"
#include "quadphase/index.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/periodic.hpp"
#include "quadphase/query.hpp"
#include "quadphase/reorder.hpp"
#include "quadphase/shapes.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/version.hpp"
#include "quadphase/visitor.hpp"
