// SPDX-License-Identifier: MIT
// Objects that come and go: an ObjectStore keeps their columns and gives out handles; the engine
// reads the store every frame and lists what has changed.
#include <quadphase/quadphase.hpp>

#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

namespace {

const char* name_of(quadphase::BeginReason reason) {
  switch (reason) {
    case quadphase::BeginReason::touched:
      return "touched";
    case quadphase::BeginReason::added:
      return "added";
    case quadphase::BeginReason::filtered_in:
      return "filtered in";
    case quadphase::BeginReason::restarted:
      return "restarted";
    case quadphase::BeginReason::made_moving:
      return "made moving";
  }
  return "";
}

const char* name_of(quadphase::EndReason reason) {
  switch (reason) {
    case quadphase::EndReason::separated:
      return "separated";
    case quadphase::EndReason::removed:
      return "removed";
    case quadphase::EndReason::filtered_out:
      return "filtered out";
    case quadphase::EndReason::made_static:
      return "made static";
  }
  return "";
}

}  // namespace

int main() {
  quadphase::BroadPhase broad_phase({.events = true});
  quadphase::ObjectStore store;
  const auto frame = [&](const char* what) {
    std::printf("%s:\n", what);
    broad_phase.update(store);
    for (const auto& [pair, reason] : broad_phase.events().begun)
      std::printf("  %u and %u began: %s\n", pair.first, pair.second, name_of(reason));
    for (const auto& [pair, reason] : broad_phase.events().ended)
      std::printf("  %u and %u ended: %s\n", pair.first, pair.second, name_of(reason));
  };

  const quadphase::Handle floor = store.add({0, 0, 20, 1}, {}, quadphase::Mobility::static_);
  const quadphase::Handle crate = store.add({4, 1, 6, 3});
  const quadphase::Handle ball = store.add({5, 8, 6, 9});
  frame("the crate stands on the floor");

  store.move(ball, {5, 3, 6, 4});
  frame("the ball falls on the crate");
  store.set_mobility(crate, quadphase::Mobility::static_);  // costs next to nothing while it sleeps
  frame("the crate goes to sleep");
  store.set_mobility(crate, quadphase::Mobility::moving);
  frame("the crate wakes up");

  store.remove(ball);
  const quadphase::Handle box = store.add({5, 3, 6, 4});  // gets the ball's id, but not its handle
  frame("a box in place of the ball");
  std::printf("  the box has id %u; the ball's handle is %s\n", box.id,
              store.contains(ball) ? "valid" : "stale");

  // Snapshots of store and engine: after both are restored, equal calls give equal pairs and
  // events.
  std::vector<std::byte> bytes;
  store.save(bytes);
  broad_phase.save(bytes);

  store.set_filter(box, {.mask = 0});  // a ghost: pairs with nothing
  frame("the box becomes a ghost");

  std::span<const std::byte> rest(bytes);
  store.restore(rest);
  broad_phase.restore(rest);
  store.move(crate, {4, 5, 6, 7});
  frame("back to before that, the crate is lifted");
  std::printf("  %zu objects, %zu of them static; the floor is %s\n", store.size(),
              store.static_count(),
              store.mobility(floor) == quadphase::Mobility::static_ ? "static" : "moving");

  // Rows in the order of the tree, which make a large world faster. What is kept by row follows.
  std::vector<float> masses(store.moving_count(), 1);
  masses[store.row(crate)] = 20;
  const auto old_rows = store.reorder(broad_phase.order());
  quadphase::reorder(old_rows, masses);
  std::printf("the crate weighs %g\n", static_cast<double>(masses[store.row(crate)]));
}
