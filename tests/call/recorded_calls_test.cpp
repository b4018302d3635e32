// SPDX-License-Identifier: MIT
// What `Config::recorder` is told, by a recorder of a user's own.
#include <gtest/gtest.h>
#include <quadphase/recorded_call.hpp>
#include <quadphase/try.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"

namespace quadphase::contract {
namespace {

/// Keeps a line for the beginning and for the end of each call.
class Lines : public CallRecorder {
 public:
  std::uint32_t next_subject() noexcept override { return subjects_++; }
  std::uint64_t begin(const RecordedCall& call) noexcept override {
    add("begin", call, "");
    return count_++;
  }
  void end(std::uint64_t number, const RecordedCall& call) noexcept override {
    static const char* const kCodes[] = {
        "ok",         "invalid_argument", "out_of_memory", "too_many_pairs", "no_frame",
        "in_visitor", "invalid_worker",   "visitor_threw", "other"};
    EXPECT_LT(number, count_);
    add("end", call, std::string(" ") + kCodes[static_cast<std::size_t>(call.outcome.code)]);
    visits.push_back(call.outcome.visits);
    hashes.push_back(call.outcome.hash);
  }
  [[nodiscard]] bool wants_hashes() const noexcept override { return true; }

  std::vector<std::string> lines;
  std::vector<std::uint64_t> visits;  // of each call that ended
  std::vector<std::uint64_t> hashes;

 private:
  void add(const char* what, const RecordedCall& call, const std::string& how) {
    lines.push_back(std::string(what) + " " + std::to_string(call.subject) + " " +
                    std::string(name_of(call.kind)) + how);
  }

  std::uint32_t subjects_ = 0;
  std::uint64_t count_ = 0;
};

using Text = std::vector<std::string>;

TEST(RecordedCalls, AreToldBeforeAndAfterWithHowTheyEnded) {
  Lines lines;
  {
    BroadPhase engine({.threads = 1, .recorder = &lines});
    EXPECT_THROW((void)engine.count_pairs(), std::logic_error);
    engine.update(std::vector<Box>{{0, 0, 1, 1}, {1, 1, 2, 2}});
    EXPECT_EQ(engine.pairs().size(), 1U);  // only reads
    const std::vector<float> three(3);
    EXPECT_FALSE(try_update(engine, {three, three, three, {}}).is_ok());
  }
  EXPECT_EQ(
      lines.lines,
      (Text{"begin 0 create_engine", "end 0 create_engine ok", "begin 0 count_pairs",
            "end 0 count_pairs no_frame", "begin 0 update", "end 0 update ok", "begin 0 update",
            "end 0 update invalid_argument", "begin 0 destroy", "end 0 destroy ok"}));
}

TEST(RecordedCalls, OfAConstructorThatThrowsEndItsSubject) {
  Lines lines;
  EXPECT_THROW(BroadPhase({.threads = -1, .recorder = &lines}), std::invalid_argument);
  EXPECT_EQ(lines.lines, (Text{"begin 0 create_engine", "end 0 create_engine invalid_argument",
                               "begin 0 destroy", "end 0 destroy ok"}));
}

TEST(RecordedCalls, OfAVisitorComeInsideTheCallThatCallsIt) {
  Lines lines;
  BroadPhase engine({.threads = 1, .recorder = &lines});
  engine.update(std::vector<Box>{{0, 0, 1, 1}, {1, 1, 2, 2}, {9, 9, 9, 9}});
  lines.lines.clear();
  engine.for_each_overlap(Box{0, 0, 5, 5}, [&](ObjectId) {
    EXPECT_THROW((void)engine.count_pairs(), std::logic_error);
    return false;
  });
  EXPECT_EQ(lines.lines, (Text{"begin 0 for_each_overlap", "begin 0 count_pairs",
                               "end 0 count_pairs in_visitor", "end 0 for_each_overlap ok"}));
  EXPECT_EQ(lines.visits.back(), 1U);
}

// Of every function that takes a visitor.
TEST(RecordedCalls, PassOnTheExceptionOfAVisitorUnchanged) {
  struct Mine {
    int number;
  };
  Lines lines;
  BroadPhase engine({.threads = 1, .recorder = &lines});
  engine.update(std::vector<Box>{{0, 0, 1, 1}, {1, 1, 2, 2}});
  const auto expect = [&](const auto& call) {
    try {
      call([](const auto&...) { throw Mine{7}; });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Mine& mine) {
      EXPECT_EQ(mine.number, 7);
    }
    EXPECT_TRUE(lines.lines.back().ends_with(" visitor_threw")) << lines.lines.back();
  };
  const Ray ray{{-1, -1}, {9, 9}};
  expect([&](const auto& visit) { engine.for_each_overlap(Box{0, 0, 5, 5}, visit); });
  expect([&](const auto& visit) { engine.for_each_inside(Box{0, 0, 5, 5}, visit); });
  expect([&](const auto& visit) { engine.for_each_hit(ray, visit); });
  expect([&](const auto& visit) { engine.for_each_nearest(Point{0, 0}, visit); });
  expect([&](const auto& visit) { engine.for_each_pair_chunk(visit); });
  engine.build(std::vector<Box>{{0, 0, 1, 1}, {1, 1, 2, 2}});
  expect([&](const auto& visit) { engine.for_each_pair_chunk(visit); });
  const Status status = try_for_each_overlap(engine, Box{0, 0, 5, 5},
                                             [](ObjectId) { throw std::range_error("far"); });
  EXPECT_EQ(status.code(), StatusCode::visitor_threw);
  EXPECT_STREQ(status.message(), "far");
  EXPECT_EQ(lines.lines.back(), "end 0 for_each_overlap visitor_threw");
}

TEST(RecordedCalls, OfAnEngineAndItsStoreNeedOneRecorder) {
  Lines lines;
  Lines others;
  BroadPhase engine({.threads = 1, .recorder = &lines});
  BroadPhase plain({.threads = 1});
  ObjectStore store(nullptr, nullptr, &lines);
  ObjectStore other(nullptr, nullptr, &others);
  ObjectStore unrecorded;
  for (ObjectStore* const each : {&store, &other, &unrecorded}) each->add({0, 0, 1, 1});
  EXPECT_THROW(engine.update(other), std::invalid_argument);
  EXPECT_THROW(engine.update(unrecorded), std::invalid_argument);
  lines.lines.clear();
  engine.update(store);
  EXPECT_EQ(lines.lines, (Text{"begin 0 update_store", "end 0 update_store ok"}));
  plain.update(other);
  EXPECT_EQ(lines.lines.size(), 2U);
}

TEST(RecordedCalls, FollowASubjectThatMovesOrIsRestored) {
  Lines lines;
  {
    BroadPhase first({.threads = 1, .recorder = &lines});
    BroadPhase second({.threads = 1, .recorder = &lines});
    std::vector<std::byte> bytes;
    second.save(bytes);
    std::span<const std::byte> rest = bytes;
    second.restore(rest);
    lines.lines.clear();
    first = std::move(second);  // the first ends
    first.clear_static();
    const BroadPhase third = std::move(first);
  }
  EXPECT_EQ(lines.lines, (Text{"begin 0 destroy", "end 0 destroy ok", "begin 1 clear_static",
                               "end 1 clear_static ok", "begin 1 destroy", "end 1 destroy ok"}));
}

TEST(RecordedCalls, ChangeNoResultAndHashWhatCanBeSeen) {
  Lines lines;
  Lines again;
  for (const char* const scene : {"uniform", "dense", "point"}) {
    const Columns boxes = frame_of(scene, 1'500);
    Config config = {.threads = 4, .events = true, .previous_indices = true};
    BroadPhase plain(config);
    config.recorder = &lines;
    BroadPhase recorded(config);
    config.recorder = &again;
    BroadPhase twice(config);
    for (BroadPhase* const engine : {&plain, &recorded, &twice}) {
      engine->set_static(boxes.view(), ids_from(10'000, 1'500));
      engine->update(boxes.view());
      engine->update(frame_of(scene, 1'400).view());
    }
    EXPECT_TRUE(std::ranges::equal(plain.pairs(), recorded.pairs())) << scene;
    EXPECT_TRUE(std::ranges::equal(plain.events().ended, recorded.events().ended)) << scene;
    EXPECT_TRUE(std::ranges::equal(plain.previous_indices(), recorded.previous_indices()));
  }
  EXPECT_EQ(lines.hashes, again.hashes);
}

}  // namespace
}  // namespace quadphase::contract
