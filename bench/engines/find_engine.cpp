// SPDX-License-Identifier: MIT
// An engine by its name. A file of its own, because tests replace the list of engines.
#include "engines/engine.hpp"

namespace quadphase::bench {

const EngineInfo* find_engine(std::string_view name) {
  for (const EngineInfo& kind : all_engines()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

}  // namespace quadphase::bench
