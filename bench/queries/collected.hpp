// SPDX-License-Identifier: MIT
// Answers that all threads collect, each in vectors of its own, which are kept from run to run.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "queries/index.hpp"

namespace quadphase::bench::queries {

/// An object at a distance, in the precision of most libraries.
struct Candidate {
  float distance = 0;
  ObjectId id = 0;

  friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
    return a.distance < b.distance || (a.distance == b.distance && a.id < b.id);
  }
};

/// What one thread found: the objects of its queries end to end.
class Found {
 public:
  void add(ObjectId id) { ids_.push_back(id); }
  void add(ObjectId id, double distance) {
    ids_.push_back(id);
    distances_.push_back(distance);
  }
  void add(const Candidate& candidate) {
    add(candidate.id, static_cast<double>(candidate.distance));
  }

  /// Room for the answer to one query, where it must be sorted.
  [[nodiscard]] std::vector<Candidate>& candidates() noexcept { return candidates_; }

  /// Adds them, the nearest first, and clears them.
  void add_sorted_candidates() {
    std::sort(candidates_.begin(), candidates_.end());
    for (const Candidate& candidate : candidates_) add(candidate);
    candidates_.clear();
  }

 private:
  friend class Collected;
  struct Row {
    std::uint32_t query = 0;
    std::size_t end = 0;  // in `ids_`
  };
  void clear() {
    rows_.clear();
    ids_.clear();
    distances_.clear();
  }

  std::vector<Row> rows_;
  std::vector<ObjectId> ids_;
  std::vector<double> distances_;  // of each id, or of none
  std::vector<Candidate> candidates_;
};

class Collected {
 public:
  /// Calls `find(row, found)` for all rows below `count`, on all threads of the arena.
  template <class Find>
  void find_all(std::size_t count, const Find& find) {
    count_ = count;
    for (Found& found : found_) found.clear();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, kGrain), [&](const auto& range) {
      Found& found = found_.local();
      for (std::size_t row = range.begin(); row < range.end(); ++row) {
        find(row, found);
        found.rows_.push_back({static_cast<std::uint32_t>(row), found.ids_.size()});
      }
    });
  }

  /// All rows in the order of the queries.
  void read(Results& results) const;

 private:
  static constexpr std::size_t kGrain = 64;

  std::size_t count_ = 0;
  tbb::enumerable_thread_specific<Found> found_;
};

}  // namespace quadphase::bench::queries
