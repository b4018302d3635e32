// SPDX-License-Identifier: MIT
// The whole core of the library. Adapters are apart: quadphase/eigen.hpp and quadphase/tbb.hpp.
#pragma once

#include "quadphase/attributes.hpp"
#include "quadphase/box.hpp"
#include "quadphase/broad_phase.hpp"
#include "quadphase/cells.hpp"
#include "quadphase/config.hpp"
#include "quadphase/events.hpp"
#include "quadphase/large_world.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/pair.hpp"
#include "quadphase/pairs_between.hpp"
#include "quadphase/queries.hpp"
#include "quadphase/stats.hpp"
#include "quadphase/version.hpp"
