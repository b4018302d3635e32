// SPDX-License-Identifier: MIT
// An engine by its name. A file of its own, for tests bring other lists of engines.
#include "engines/engine.hpp"

namespace quadphase::bench {

const EngineKind* find_engine_kind(std::string_view name) {
  for (const EngineKind& kind : engine_classes()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace quadphase::bench
