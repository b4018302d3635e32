// SPDX-License-Identifier: MIT
// Calls that take ids as an argument of their own: attributes.ids are empty or the same ids, and
// else the call is refused and has changed nothing.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "quadphase/try.hpp"

namespace quadphase {
namespace {

using Ids = std::vector<ObjectId>;

/// A call with boxes, ids and attributes; what it throws, and what its form without exceptions
/// returns.
struct Call {
  std::string name;
  std::function<void(const Attributes&)> run;
  std::function<Status(const Attributes&)> attempt;
};

class GivenIds : public testing::Test {
 protected:
  GivenIds() {
    engine_.set_static(boxes_, Ids{100, 101, 102});
    engine_.update(boxes_);
    index_.build(boxes_);
    const auto statics = [&](const std::string& form, const Boxes& boxes) {
      calls_.push_back(
          {"set_static " + form,
           [&, boxes](const Attributes& a) { engine_.set_static(boxes, ids_, a); },
           [&, boxes](const Attributes& a) { return try_set_static(engine_, boxes, ids_, a); }});
      calls_.push_back(
          {"add_static " + form,
           [&, boxes](const Attributes& a) { engine_.add_static(boxes, ids_, a); },
           [&, boxes](const Attributes& a) { return try_add_static(engine_, boxes, ids_, a); }});
      calls_.push_back(
          {"exchange_static " + form,
           [&, boxes](const Attributes& a) { engine_.exchange_static(old_, boxes, ids_, a); },
           [&, boxes](const Attributes& a) {
             return try_exchange_static(engine_, old_, boxes, ids_, a);
           }});
      calls_.push_back(
          {"change " + form, [&, boxes](const Attributes& a) { engine_.patch(boxes, ids_, a); },
           [&, boxes](const Attributes& a) { return try_patch(engine_, boxes, ids_, a); }});
      calls_.push_back(
          {"change of an index " + form,
           [&, boxes](const Attributes& a) { index_.patch(boxes, ids_, a); },
           [&, boxes](const Attributes& a) { return try_patch(index_, boxes, ids_, a); }});
    };
    statics("columns", BoxView{edges_, edges_, edges_, edges_});
    statics("rows", Boxes(boxes_));
    statics("doubles", DoubleBoxView{double_, double_, double_, double_});
  }

  /// All that can be read, now and after the next frame of an engine that is restored.
  [[nodiscard]] std::vector<std::uint64_t> state() const {
    std::vector<std::uint64_t> all;
    std::vector<std::byte> bytes;
    engine_.save(bytes);
    for (const std::byte byte : bytes) all.push_back(std::to_integer<std::uint64_t>(byte));
    all.push_back(engine_.static_count());
    const auto add = [&](ObjectId id) { all.push_back(id); };
    engine_.for_each_overlap(Box{-9, -9, 99, 99}, add);
    index_.for_each_overlap(Box{-9, -9, 99, 99}, add);
    return all;
  }

  const std::vector<Box> boxes_ = {{0, 0, 1, 1}, {1, 1, 2, 2}, {2, 2, 3, 3}};
  const std::vector<float> edges_ = {5, 6, 7};
  const std::vector<double> double_ = {5, 6, 7};
  const Ids ids_ = {200, 201, 202};
  const Ids old_ = {100};
  BroadPhase engine_{{.threads = 1}};
  Index index_{{.threads = 1}};
  std::vector<Call> calls_;
};

TEST_F(GivenIds, AreRefusedWhereAttributesHaveOthers) {
  const std::vector<std::uint64_t> before = state();
  for (const Ids& others : {Ids{200}, Ids{200, 201}, Ids{200, 201, 203}, Ids{201, 200, 202},
                            Ids{200, 201, 202, 203}, Ids(99)}) {
    for (const Call& call : calls_) {
      SCOPED_TRACE(call.name);
      EXPECT_THROW(call.run({.ids = others}), std::invalid_argument);
      const Status status = call.attempt({.ids = others});
      EXPECT_EQ(status.code(), StatusCode::invalid_argument);
      EXPECT_NE(std::string(status.message()).find("attributes.ids"), std::string::npos);
      EXPECT_EQ(state(), before);
    }
  }
  engine_.update(boxes_);
  EXPECT_EQ(engine_.static_count(), 3U);
}

TEST_F(GivenIds, MayBeInTheAttributesToo) {
  const Ids same = ids_;
  for (const Call& call : calls_) {
    SCOPED_TRACE(call.name);
    engine_.set_static(boxes_, Ids{100, 101, 102}, {});
    engine_.update(boxes_);
    EXPECT_NO_THROW(call.run({.ids = same}));
    engine_.set_static(boxes_, Ids{100, 101, 102}, {});
    EXPECT_TRUE(call.attempt({.ids = ids_}).is_ok());
  }
}

TEST_F(GivenIds, OfAStoreAreThoseOfItsAttributes) {
  ObjectStore store;
  store.add(Box{0, 0, 2, 2}, {}, Mobility::static_);
  store.add(Box{1, 1, 3, 3});
  engine_.update(store);
  EXPECT_EQ(engine_.static_count(), 1U);
  EXPECT_EQ(engine_.pairs().size(), 1U);
  EXPECT_NO_THROW(engine_.set_static(store.static_boxes(), store.static_attributes().ids,
                                     store.static_attributes()));
}

}  // namespace
}  // namespace quadphase
