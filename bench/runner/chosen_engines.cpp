// SPDX-License-Identifier: MIT
#include "runner/chosen_engines.hpp"

namespace quadphase::bench {

std::vector<const EngineInfo*> chosen_engines(const Options& options) {
  std::vector<const EngineInfo*> engines;
  for (const EngineInfo& info : all_engines())
    if (info.group == EngineGroup::quadphase) engines.push_back(&info);
  for (const std::string& name : options.engines)
    if (const EngineInfo* const info = find_engine(name); info->group != EngineGroup::quadphase)
      engines.push_back(info);
  return engines;
}

}  // namespace quadphase::bench
