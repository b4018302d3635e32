// SPDX-License-Identifier: MIT
// The interface of spatial indexes, and their list.
#pragma once

#include <tbb/task_arena.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.hpp"
#include "quadphase/box.hpp"
#include "quadphase/pair.hpp"
#include "queries/workloads.hpp"

namespace quadphase::bench::queries {

/// The objects, an object's id is its row. Lifetime: as long as the index that was built of them.
struct Objects {
  BoxView boxes{};
  std::span<const ObjectId> order{};  ///< all ids in the order of the Z-curve
};

/// The answers to many queries, a row each: row i is [offsets[i], offsets[i + 1]).
struct Results {
  std::vector<std::size_t> offsets{};
  std::vector<ObjectId> ids{};
  std::vector<double> distances{};  ///< empty where the task has none

  [[nodiscard]] std::size_t row_count() const noexcept {
    return offsets.empty() ? 0 : offsets.size() - 1;
  }
  [[nodiscard]] std::span<const ObjectId> ids_of(std::size_t row) const noexcept {
    return std::span(ids).subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
  [[nodiscard]] std::span<const double> distances_of(std::size_t row) const noexcept {
    return std::span(distances).subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
};

/// All calls come from inside the arena that it was made for.
class Index {
 public:
  virtual ~Index() = default;

  /// Makes the tree of these objects, in place of the one before. Timed by itself.
  virtual void build(const Objects& objects) = 0;

  /// Answers all queries on all threads, and stores what was found. This call is what is timed.
  virtual void run(const Queries& queries) = 0;

  /// What the last `run` found; rows of the first three tasks in any order of ids.
  virtual void read(Results& results) const = 0;

  /// How it was driven, in one line.
  [[nodiscard]] virtual std::string settings() const = 0;
};

struct IndexInfo {
  std::string_view name;
  bool (*supports)(const QueryKind& kind) = nullptr;
  std::unique_ptr<Index> (*make)(tbb::task_arena& arena) = nullptr;
  EngineGroup group = EngineGroup::peer;
};

template <class Kind>
std::unique_ptr<Index> make_index(tbb::task_arena& arena) {
  return std::make_unique<Kind>(arena);
}

/// This library in its two forms: all queries in one call, and each in a call of its own.
extern const IndexInfo kBatchIndex;
extern const IndexInfo kVisitorIndex;

/// Ours, which are the first two, and those of the libraries that the build found. Tests bring
/// another list.
[[nodiscard]] std::span<const IndexInfo> all_indexes();

}  // namespace quadphase::bench::queries
