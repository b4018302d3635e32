// SPDX-License-Identifier: MIT
#include "baselines/loose.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "baselines/support/timed.hpp"

namespace quadphase::bench {

void Loose::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.bounds = timed([&] { tree_.choose_world(boxes); });
    nanoseconds_.tree = timed([&] { tree_.insert_all(boxes); });
    nanoseconds_.pairs = timed([&] {
      found_.clear();
      const tbb::blocked_range<std::size_t> all(0, boxes.size(), 64);
      tbb::parallel_for(all, [&](const auto& range) {
        tree_.find_pairs(range.begin(), range.end(), found_.local());
      });
    });
    nanoseconds_.merge = timed([&] { found_.join(); });
  });
}

std::string Loose::settings() const {
  return fmt::format("looseness 2, {} levels", tree_.depth() + 1);
}

}  // namespace quadphase::bench
