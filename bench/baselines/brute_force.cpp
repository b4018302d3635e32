// SPDX-License-Identifier: MIT
// Brute force, in tiles that stay in the cache.
#include "baselines/brute_force.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "baselines/support/scan.hpp"
#include "baselines/support/timed.hpp"

namespace quadphase::bench {
namespace {

constexpr std::size_t kBoxesPerTask = 64;
constexpr std::size_t kBoxesPerTile = 1024;  // 20 KiB of columns

}  // namespace

void BruteForce::update(const BoxView& boxes) {
  arena_.execute([&] {
    nanoseconds_.partition = timed([&] { copy_valid(boxes); });
    nanoseconds_.pairs = timed([&] { find_pairs(); });
    nanoseconds_.merge = timed([&] { found_.join(); });
  });
}

void BruteForce::copy_valid(const BoxView& boxes) {
  columns_.resize(boxes.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (is_valid(boxes[i])) columns_.set(count++, boxes[i], static_cast<ObjectId>(i));
  }
  columns_.resize(count);
}

void BruteForce::find_pairs() {
  found_.clear();
  const Columns boxes = columns_.view();
  const std::size_t count = columns_.size();
  const tbb::blocked_range<std::size_t> all(0, count, kBoxesPerTask);
  tbb::parallel_for(all, [&](const auto& rows) {
    PairBuffer& found = found_.local();
    Pair* out = found.end();
    for (std::size_t tile = rows.begin(); tile < count; tile += kBoxesPerTile) {
      const std::size_t tile_end = std::min(tile + kBoxesPerTile, count);
      for (std::size_t i = rows.begin(); i < rows.end(); ++i) {
        out = scan(boxes, i, std::max(i + 1, tile), tile_end, found, out, overlaps_at);
      }
    }
    found.set_end(out);
  });
}

}  // namespace quadphase::bench
