// SPDX-License-Identifier: MIT
// A user's program that is compiled with -fno-exceptions and -fno-rtti: frames, events, queries, a
// store, a memory resource that ends, an executor, and rules that are broken.
#include <quadphase/index.hpp>
#include <quadphase/quadphase.hpp>
#include <quadphase/try.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory_resource>
#include <optional>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "This program must be compiled without exceptions and type information"
#endif

namespace {

using quadphase::Status;
using quadphase::StatusCode;

/// A resource with so many bytes. It reports the end as try.hpp says.
class Limited final : public std::pmr::memory_resource {
 public:
  explicit Limited(std::size_t bytes) : left_(bytes) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > left_) return std::pmr::null_memory_resource()->allocate(bytes, alignment);
    left_ -= bytes;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    left_ += bytes;
    std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::size_t left_;
};

/// Two workers, of which one does all the work.
class OneByOne final : public quadphase::Executor {
 public:
  [[nodiscard]] int worker_count() const noexcept override { return 2; }
  void run(std::size_t count, Task task) override {
    for (std::size_t i = 0; i < count; ++i) task(i, 0);
  }
};

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}
void expect_ok(const Status& status) {
  expect(status.is_ok(), status.message());
}
/// Prints the rule that was broken.
void expect_refused(const Status& status, StatusCode code, const char* part) {
  std::printf("%s\n", status.message());
  expect(status.code() == code && std::strstr(status.message(), part) != nullptr, part);
}

std::vector<quadphase::Box> boxes_in_a_row(std::size_t count) {
  std::vector<quadphase::Box> boxes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    boxes[i] = {x, 0, x + 1, 1};
  }
  return boxes;
}

void run_frames() {
  OneByOne executor;
  std::optional<quadphase::BroadPhase> broad_phase;
  expect_ok(try_create(broad_phase, {.executor = &executor, .events = true}));
  if (!broad_phase) return;
  std::uint64_t count = 0;
  expect_refused(try_count_pairs(*broad_phase, count), StatusCode::no_frame, "call update");
  std::vector<quadphase::Box> boxes = boxes_in_a_row(20'000);
  expect_ok(try_update(*broad_phase, boxes));
  expect(broad_phase->pairs().size() == 19'999, "a pair of each two neighbors");
  expect(broad_phase->events().begun.size() == 19'999, "all pairs begin");
  boxes[7].max_x = boxes[7].min_x + 0.5F;
  expect_ok(try_update(*broad_phase, boxes));
  expect(broad_phase->events().ended.size() == 1, "one pair ends");

  std::size_t found = 0;
  expect_ok(try_for_each_overlap(*broad_phase, quadphase::Point{2, 0.5F},
                                 [&](quadphase::ObjectId) { ++found; }));
  expect(found == 2, "two boxes at a point");
  std::optional<quadphase::CastHit> hit;
  expect_ok(try_cast_closest(*broad_phase, quadphase::Segment{{9.5F, 9}, {9.5F, 0}}, hit));
  expect(hit && hit->id == 9, "the box below");
  std::optional<quadphase::QueryResult> rows;
  expect_ok(try_create(rows));
  expect_ok(try_find_overlaps(*broad_phase, boxes, *rows));
  expect(rows->row_count() == boxes.size(), "a row for each box");
  const std::array<quadphase::Filter, 2> filters{};
  expect_refused(try_find_overlaps(*broad_phase, boxes, *rows,
                                   {.attributes = quadphase::Attributes{}.set_filters(filters)}),
                 StatusCode::invalid_argument, "attribute");
  std::size_t leaves = 0;
  expect_ok(try_for_each_cell(
      *broad_phase, [&](const quadphase::Cell& cell) { leaves += cell.is_leaf ? 1 : 0; }));
  expect(leaves == broad_phase->stats().leaf_count, "all leaves");
  Status inside;
  expect_ok(try_for_each_pair_chunk(*broad_phase,
                                    [&](std::span<const quadphase::Pair>, std::size_t chunk) {
                                      if (chunk == 0) inside = try_update(*broad_phase, boxes);
                                    }));
  expect_refused(inside, StatusCode::in_visitor, "visitor");
}

void run_store() {
  std::optional<quadphase::BroadPhase> broad_phase;
  std::optional<quadphase::ObjectStore> store;
  expect_ok(try_create(broad_phase, {.threads = 1}));
  expect_ok(try_create(store));
  if (!broad_phase || !store) return;
  quadphase::Handle ball;
  quadphase::Handle wall;
  expect_ok(try_add(*store, {0, 0, 2, 2}, ball));
  expect_ok(try_add(*store, {1, 1, 3, 3}, wall, {}, quadphase::Mobility::static_));
  expect_ok(try_update(*broad_phase, *store));
  expect(broad_phase->pairs().size() == 1, "the ball at the wall");
  expect_ok(try_remove(*store, ball));
  expect_refused(try_move(*store, ball, {5, 5, 6, 6}), StatusCode::invalid_argument, "handle");
}

void run_out_of_memory() {
  const std::vector<quadphase::Box> boxes = boxes_in_a_row(50'000);
  Limited memory(2'000'000);
  std::optional<quadphase::BroadPhase> broad_phase;
  expect_ok(try_create(broad_phase, {.threads = 2, .memory_resource = &memory}));
  if (!broad_phase) return;
  const std::span<const quadphase::Box> few(boxes.data(), 1'000);
  expect_ok(try_update(*broad_phase, few));
  expect_refused(try_update(*broad_phase, boxes), StatusCode::out_of_memory, "bad_alloc");
  expect(broad_phase->pairs().size() == 999, "the last frame is still there");
  expect_ok(try_update(*broad_phase, few));
  std::optional<quadphase::BroadPhase> refused;
  expect_refused(try_create(refused, {.leaf_capacity = 17}), StatusCode::invalid_argument,
                 "leaf_capacity");
  expect(!refused, "no engine of a bad Config");
}

}  // namespace

int main() {
  run_frames();
  run_store();
  run_out_of_memory();
  return failures;
}
