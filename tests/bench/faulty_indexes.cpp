// SPDX-License-Identifier: MIT
// Indexes that answer wrongly on purpose, to see the program find it. They stand in for the
// program's own.
#include <algorithm>
#include <array>
#include <memory>

#include "queries/index.hpp"

namespace quadphase::bench::queries {
namespace {

/// What our batch finds, spoiled when it is read.
template <void (*Spoil)(Task task, Results& results)>
class Spoiled final : public Index {
 public:
  explicit Spoiled(tbb::task_arena& arena) : index_(kBatchIndex.make(arena)) {}

  void build(const Objects& objects) override { index_->build(objects); }
  void run(const Queries& queries) override {
    task_ = queries.task;
    index_->run(queries);
  }
  void read(Results& results) const override {
    index_->read(results);
    Spoil(task_, results);
  }
  std::string settings() const override { return "wrong on purpose"; }

 private:
  std::unique_ptr<Index> index_;
  Task task_ = Task::in_box;
};

/// The first object of the first row from `row` on that has one, is taken away.
void lose_object(Results& results, std::size_t row) {
  while (results.ids_of(row).empty()) ++row;
  const auto place = static_cast<std::ptrdiff_t>(results.offsets[row]);
  results.ids.erase(results.ids.begin() + place);
  if (!results.distances.empty()) results.distances.erase(results.distances.begin() + place);
  for (std::size_t next = row + 1; next < results.offsets.size(); ++next) --results.offsets[next];
}

void spoil_batch(Task task, Results& results) {
  if (task == Task::at_point) lose_object(results, 0);
}

void spoil_visitor(Task task, Results& results) {
  if (task == Task::in_circle) lose_object(results, 60);
}

void spoil_peer(Task task, Results& results) {
  if (task == Task::nearest) {
    // The farthest of row 5 is told to be the one that it is not.
    ObjectId& last = results.ids[results.offsets[6] - 1];
    last = last == 0 ? 1 : 0;
  } else if (task == Task::closest_hit) {
    for (double& distance : results.distances) distance += 0.25;
  } else {
    lose_object(results, 60);
  }
}

bool supports_all(const QueryKind& /*kind*/) {
  return true;
}

constexpr std::array kIndexes = {
    IndexInfo{"batch", supports_all, make_index<Spoiled<spoil_batch>>, EngineGroup::quadphase},
    IndexInfo{"visitor", supports_all, make_index<Spoiled<spoil_visitor>>, EngineGroup::quadphase},
    IndexInfo{"peer", supports_all, make_index<Spoiled<spoil_peer>>},
};

}  // namespace

std::span<const IndexInfo> all_indexes() {
  return kIndexes;
}

}  // namespace quadphase::bench::queries
