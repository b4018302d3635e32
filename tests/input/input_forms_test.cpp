// SPDX-License-Identifier: MIT
// Every way to write the boxes of a call compiles, and means what it says.
#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <span>
#include <vector>

#include "quadphase/quadphase.hpp"

namespace quadphase::contract {
namespace {

struct Body {
  int number = 0;
  Box box;
  double mass = 0;
};
struct Player : Body {
  char name[3] = {};
};
/// As another library may have it.
struct Bounds {
  float lower[2];
  float upper[2];
};
struct Proxy {
  char flags = 0;
  Bounds bounds;
};

constexpr Box kBoxes[3] = {{0, 0, 2, 2}, {1, 1, 3, 3}, {9, 9, 10, 10}};

class InputForms : public testing::Test {
 protected:
  InputForms() {
    for (const Box& box : kBoxes) {
      for (std::size_t edge = 0; edge < 4; ++edge) {
        const float value = std::array{box.min_x, box.min_y, box.max_x, box.max_y}[edge];
        c[edge].push_back(value);
        d[edge].push_back(static_cast<double>(value) + (edge % 2 == 0 ? 1e9 : -1e9));
      }
    }
  }
  /// The ids of the only pair.
  void expect_pair(ObjectId first = 0, ObjectId second = 1) {
    ASSERT_EQ(engine.pairs().size(), 1U);
    EXPECT_EQ(engine.pairs()[0], (Pair{first, second}));
    engine.update({});
    EXPECT_TRUE(engine.pairs().empty());
  }

  BroadPhase engine{Config{.threads = 1}};
  std::vector<float> c[4];
  std::vector<double> d[4];
  std::vector<ObjectId> ids = {7, 5, 6};
  std::vector<ObjectId> static_ids = {17, 15, 16};
  Origin origin{1e9, -1e9};
};

TEST_F(InputForms, OfColumns) {
  engine.update({c[0], c[1], c[2], c[3]});
  expect_pair();
  engine.update({c[0], c[1], c[2], c[3]}, {});
  expect_pair();
  engine.update({c[0], c[1], c[2], c[3]}, {.ids = ids});
  expect_pair(5, 7);
  engine.update({});
  engine.update({}, {});
  engine.build({}, {});
  engine.set_static({}, {});
  engine.set_static({}, {}, {});
  engine.set_static({c[0], c[1], c[2], c[3]}, static_ids, {.mask = ids});
  engine.set_static({c[0], c[1], c[2], c[3]}, static_ids);
  engine.update({std::span(c[0]).first(1), std::span(c[1]).first(1), std::span(c[2]).first(1),
                 std::span(c[3]).first(1)});
  EXPECT_EQ(engine.pairs().size(), 2U);
}

TEST_F(InputForms, OfListsOfBoxes) {
  std::vector<Box> list(std::begin(kBoxes), std::end(kBoxes));
  std::array<Box, 3> array = {kBoxes[0], kBoxes[1], kBoxes[2]};
  const auto expect = [&](auto&& boxes) {
    engine.update(boxes);
    expect_pair();
    engine.update(boxes, {});
    expect_pair();
    engine.update(boxes, {.ids = ids});
    expect_pair(5, 7);
    engine.build(boxes);
    EXPECT_EQ(engine.count_pairs(), 1U);
    engine.set_static(boxes, static_ids);
    engine.update(boxes);
    EXPECT_EQ(engine.pairs().size(), 1U + 5U);
    engine.clear_static();
  };
  expect(list);
  expect(std::as_const(list));
  expect(array);
  expect(kBoxes);
  expect(std::span(list));
  expect(std::span<const Box>(list));
  expect(std::span<Box, 3>(array));
  expect(Boxes(list.data(), list.size()));
  engine.update(std::vector<Box>(list));
  expect_pair();
}

TEST_F(InputForms, OfMembers) {
  std::vector<Body> bodies;
  std::vector<Player> players;
  std::vector<Proxy> proxies;
  for (const Box& box : kBoxes) {
    bodies.push_back({.box = box});
    players.emplace_back().box = box;
    proxies.push_back({.bounds = {{box.min_x, box.min_y}, {box.max_x, box.max_y}}});
  }
  engine.update({bodies, &Body::box});
  expect_pair();
  engine.update({bodies, &Body::box}, {.ids = ids});
  expect_pair(5, 7);
  engine.update(Boxes(std::as_const(bodies), &Body::box));
  expect_pair();
  engine.update(Boxes(std::span(bodies), &Body::box));
  expect_pair();
  engine.update({players, &Player::box});
  expect_pair();
  engine.update({&proxies[0].bounds, proxies.size(), sizeof(Proxy)});
  expect_pair();
  engine.update(Boxes(std::vector<Body>(), &Body::box));
  EXPECT_EQ(engine.stats().object_count, 0U);
}

TEST_F(InputForms, OfDoubles) {
  const DoubleBoxView edges = {d[0], d[1], d[2], d[3]};
  engine.update({d[0], d[1], d[2], d[3], origin});
  expect_pair();
  engine.update({d[0], d[1], d[2], d[3], {1e9, -1e9}});
  expect_pair();
  engine.update({d[0], d[1], d[2], d[3], origin}, {.ids = ids});
  expect_pair(5, 7);
  engine.update({edges, origin});
  expect_pair();
  engine.build({edges, origin}, {});
  EXPECT_EQ(engine.count_pairs(), 1U);
  engine.set_static({d[0], d[1], d[2], d[3], origin}, static_ids);
  engine.update({edges, origin});
  EXPECT_EQ(engine.pairs().size(), 1U + 5U);
  engine.clear_static();
  engine.add_static({edges, origin}, static_ids, {.mask = ids});
  engine.clear_static();

  // The same four columns, as centers and halves: boxes around the corners of the first ones.
  std::vector<double> half(3, 1.0);
  engine.update({CenterView{d[0], d[1], half, half}, origin});
  expect_pair();
  std::vector<double> less(3, 0.25);
  engine.update({CenterView{d[0], d[1], less, less}, origin});
  EXPECT_TRUE(engine.pairs().empty());
}

TEST_F(InputForms, OfRowsInDoubleAreNearTheirOrigin) {
  struct Ship {
    int number = 0;
    DoubleBox box;
  };
  std::vector<DoubleBox> rows;
  std::vector<Ship> ships;
  for (std::size_t i = 0; i < 3; ++i) {
    rows.push_back({d[0][i], d[1][i], d[2][i], d[3][i]});
    ships.push_back({7, rows.back()});
  }
  engine.update({rows, origin});
  expect_pair();
  engine.update(rows);
  expect_pair();
  engine.update({ships, &Ship::box, origin});
  expect_pair();
  engine.update(Boxes(&ships[0].box, ships.size(), sizeof(Ship), origin));
  expect_pair();
  engine.update({std::span(ships).first(2), &Ship::box});
  expect_pair();
}

TEST_F(InputForms, OfNumbersThatLieAnywhereAreTakenWithTheirPlaces) {
  struct Disc {
    float right, left;
    char color;
    float top, bottom;
  };
  std::vector<Disc> discs;
  for (const Box& box : kBoxes) discs.push_back({box.max_x, box.min_x, 'r', box.max_y, box.min_y});
  const Disc& first = discs[0];
  engine.update(Boxes::of_floats({&first.left, &first.bottom, &first.right, &first.top},
                                 discs.size(), sizeof(Disc)));
  expect_pair();
}

template <class A, class B>
concept Updatable = requires(BroadPhase& engine, A& a, B& b) {
  engine.update({a, a, a, b});
};
template <class A>
concept UpdatableNearAnOrigin = requires(BroadPhase& engine, A& a, Origin origin) {
  engine.update({a, a, a, a, origin});
};

TEST(FormsOfInput, DoNotMixFloatsAndDoubles) {
  using Floats = std::vector<float>;
  using Doubles = std::vector<double>;
  static_assert(Updatable<Floats, Floats> && Updatable<Doubles, Doubles>);
  static_assert(!Updatable<Floats, Doubles> && !Updatable<Doubles, Floats>);
  static_assert(UpdatableNearAnOrigin<Doubles> && !UpdatableNearAnOrigin<Floats>);
  static_assert(!std::convertible_to<std::vector<Body>, Boxes>);
  static_assert(!std::convertible_to<std::vector<float>, Boxes>);
}

}  // namespace
}  // namespace quadphase::contract
