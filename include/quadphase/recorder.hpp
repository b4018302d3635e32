// SPDX-License-Identifier: MIT
// Writes recordings: a Recorder, and the classes whose calls it writes.
#pragma once

#include "quadphase/call_recorder.hpp"          // IWYU pragma: export
#include "quadphase/recorded_broad_phase.hpp"   // IWYU pragma: export
#include "quadphase/recorded_object_store.hpp"  // IWYU pragma: export
#include "quadphase/recorded_query_index.hpp"   // IWYU pragma: export
