// SPDX-License-Identifier: MIT
// The command that goes through a recording call by call, by lines of standard input.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "replay/commands.hpp"
#include "replay/described_call.hpp"
#include "replay/stepper.hpp"

namespace quadphase::replay {
namespace {

constexpr const char* kHelp =
    "next [N]    N calls on\n"
    "back [N]    N calls back\n"
    "go N        to call N\n"
    "object ID   where an object was in the last frame\n"
    "pair A B    why two objects were a pair in it, or none\n"
    "quit\n";

void go(Stepper& stepper, std::uint64_t call) {
  if (!stepper.go(call)) fmt::print("there is no call {}\n", call);
  if (!stepper.has_call()) return;
  fmt::print("{}\n", described(stepper.call()));
  if (differs(stepper.result(), stepper.call().outcome))
    fmt::print("it did something else than was recorded\n");
}

/// Prints what `describe(world)` says of the last frame, and stays at the call.
template <class Describe>
void look(Stepper& stepper, const Describe& describe) {
  if (!stepper.has_call()) return;
  const std::uint64_t call = stepper.call().number;
  if (stepper.go_to_frame()) {
    fmt::print("frame {} (call {}): {}\n", stepper.world().frame_count() - 1, stepper.call().number,
               describe(stepper.world()));
  } else {
    fmt::print("there is no frame before\n");
  }
  (void)stepper.go(call);
}

/// False if it was the last line.
bool obey(Stepper& stepper, const std::string& line) {
  std::istringstream words(line);
  std::string verb;
  if (!(words >> verb)) verb = "next";
  const std::uint64_t here = stepper.has_call() ? stepper.call().number : 0;
  const auto number = [&](std::uint64_t otherwise) {
    std::uint64_t value = 0;
    return words >> value ? value : otherwise;
  };
  if (verb == "quit") return false;
  if (verb == "next") {
    go(stepper, here + number(1));
  } else if (verb == "back") {
    go(stepper, here - std::min(here, number(1)));
  } else if (verb == "go") {
    go(stepper, number(here));
  } else if (verb == "object") {
    const auto id = static_cast<ObjectId>(number(0));
    look(stepper, [&](const FollowedWorld& world) { return described(world.find(id)); });
  } else if (verb == "pair") {
    const auto first = static_cast<ObjectId>(number(0));
    const auto second = static_cast<ObjectId>(number(0));
    look(stepper, [&](const FollowedWorld& world) { return world.explain(first, second); });
  } else {
    fmt::print("{}", kHelp);
  }
  return true;
}

}  // namespace

int step_command(const CommandOptions& options) {
  ReplayOptions replay;
  replay.simd = options.simds.front();
  replay.hashes = true;
  if (!options.threads.empty()) replay.threads = options.threads.front();
  Stepper stepper(options.file, options.engine, replay);
  go(stepper, options.call);
  for (std::string line; std::getline(std::cin, line) && obey(stepper, line);) std::fflush(stdout);
  return 0;
}

}  // namespace quadphase::replay
