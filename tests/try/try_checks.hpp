// SPDX-License-Identifier: MIT
// What the tests of the interface without exceptions share: a function in both forms, a small world
// for them to run on, and all that it shows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "quadphase/index.hpp"
#include "quadphase/try.hpp"
#include "support/checks.hpp"

namespace quadphase::contract {

/// One call in both forms.
struct BothForms {
  const char* name;
  std::function<void()> throwing;
  std::function<Status()> trying;
};

// A call in both forms: `object.name(arguments...)` and `try_name(object, arguments...)`; the
// second macro is for calls that return something, which the second form writes to `out`.
#define QUADPHASE_BOTH(object, name, ...)                                                             \
  ::quadphase::contract::BothForms {                                                                  \
#object "." #name "(" #__VA_ARGS__ ")",                                                           \
        [&] { object.name(__VA_ARGS__); },                                                            \
                                        [&] { return try_##name(object __VA_OPT__(, )                 \
                                                                    __VA_ARGS__); } \
  }
#define QUADPHASE_BOTH_TO(out, object, name, ...)                                  \
  ::quadphase::contract::BothForms {                                               \
#object "." #name "(" #__VA_ARGS__ ")", [&] { (void)object.name(__VA_ARGS__); }, \
        [&] { return try_##name(object __VA_OPT__(, ) __VA_ARGS__, out); } \
  }
/// The same call on `a`, which throws, and on `b`.
#define QUADPHASE_SAME(a, b, name, ...)                  \
  do {                                                   \
    a.name(__VA_ARGS__);                                 \
    expect_ok(try_##name(b __VA_OPT__(, ) __VA_ARGS__)); \
  } while (false)

/// Expects that one form throws `Exception`, and that the other returns the code with its words.
template <class Exception>
void expect_same_refusal(const BothForms& forms, StatusCode code) {
  SCOPED_TRACE(forms.name);
  std::string words;
  try {
    forms.throwing();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Exception& error) {
    words = error.what();
  }
  const Status status = forms.trying();
  EXPECT_FALSE(status.is_ok());
  EXPECT_EQ(static_cast<int>(status.code()), static_cast<int>(code));
  EXPECT_EQ(status.message(), words);
  EXPECT_LE(words.size(), Status::kMaxMessage);
}

/// An engine with events and static objects after two frames, an index, and a store.
struct TryWorld {
  explicit TryWorld(std::pmr::memory_resource* resource = nullptr)
      : broad_phase({.threads = 1, .events = true, .memory_resource = resource}),
        index({.threads = 1, .memory_resource = resource}),
        store(resource),
        result(resource) {
    broad_phase.set_static(walls.view(), wall_ids);
    broad_phase.update(first.view());
    broad_phase.update(moved.view());
    index.build(moved.view());
    handles.resize(moved.view().size());
    store.add(moved.view(), {}, handles);
  }

  /// All that can be read, as bytes and numbers.
  [[nodiscard]] std::vector<std::byte> shown() const {
    std::vector<std::byte> bytes;
    broad_phase.save(bytes);
    store.save(bytes);
    const auto append = [&](const auto& values) {
      const auto raw = std::as_bytes(std::span(values));
      bytes.insert(bytes.end(), raw.begin(), raw.end());
    };
    append(broad_phase.pairs());
    append(broad_phase.rejected_ids());
    append(broad_phase.events().begun);
    append(broad_phase.events().ended);
    const std::size_t numbers[] = {broad_phase.stats().object_count,
                                   static_cast<std::size_t>(broad_phase.stats().pair_count),
                                   broad_phase.static_count(), store.size()};
    append(numbers);
    return bytes;
  }

  Columns first = frame_of("uniform", 300);
  Columns moved = frame_of("uniform", 300, 9);
  Columns walls = frame_of("uniform", 40, 1, 2);
  std::vector<ObjectId> wall_ids = ids_from(1'000, 40);
  std::vector<Handle> handles;
  BroadPhase broad_phase;
  Index index;
  ObjectStore store;
  QueryResult result;
};

inline void expect_ok(const Status& status) {
  EXPECT_TRUE(status.is_ok()) << status.message();
}

/// Two equal worlds: calls on the first throw, calls on the second return a status.
class TryResults : public testing::Test {
 protected:
  void expect_equal() const { EXPECT_TRUE(throwing_.shown() == trying_.shown()); }
  void expect_equal_rows() const {
    const QueryResult& a = throwing_.result;
    const QueryResult& b = trying_.result;
    EXPECT_GT(a.ids().size(), 0U);
    EXPECT_TRUE(std::ranges::equal(a.offsets(), b.offsets()));
    EXPECT_TRUE(std::ranges::equal(a.ids(), b.ids()));
    EXPECT_TRUE(std::ranges::equal(a.fractions(), b.fractions()));
    EXPECT_TRUE(std::ranges::equal(a.distances(), b.distances()));
  }

  TryWorld throwing_;
  TryWorld trying_;
  BroadPhase& a_ = throwing_.broad_phase;
  BroadPhase& b_ = trying_.broad_phase;
  const Columns next_ = frame_of("mixed", 500);
  const BoxView view_ = next_.view();
  const std::vector<ObjectId> ids_ = ids_from(5'000, 500);
  const std::vector<ObjectId> others_ = ids_from(8'000, 500);
  const std::vector<ObjectId> walls_ = ids_from(1'000, 20);
  const Box all_{-1e9F, -1e9F, 1e9F, 1e9F};
  const Segment across_{{-1e6F, -1e6F}, {1e6F, 1e6F}};
};

/// The boxes of a view as rows and in double.
struct OtherForms {
  explicit OtherForms(const BoxView& view) {
    for (std::size_t i = 0; i < view.size(); ++i) {
      rows.push_back(view[i]);
      const Box box = view[i];
      const float edges[] = {box.min_x, box.min_y, box.max_x, box.max_y};
      for (std::size_t edge = 0; edge < 4; ++edge)
        columns[edge].push_back(static_cast<double>(edges[edge]));
    }
  }
  [[nodiscard]] DoubleBoxView wide() const {
    return {columns[0], columns[1], columns[2], columns[3]};
  }
  std::vector<Box> rows;
  std::vector<double> columns[4];
};

}  // namespace quadphase::contract
