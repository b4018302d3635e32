// SPDX-License-Identifier: MIT
// Fuzzes histories: every operation of engines and of a store in any order, while memory fails and
// visitors stop, throw and call back. After each step, engines and store are as their models say.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "histories/engine_player.hpp"
#include "histories/store_player.hpp"
#include "support/inputs.hpp"

namespace quadphase::fuzz {
namespace {

constexpr int kMostSteps = 200;

void play(ByteSource& in) {
  Config options = config(in);
  const std::uint32_t limit = in.byte();
  if (limit >= 224) options.max_pairs = limit - 224;
  EnginePlayer first(options);
  std::optional<EnginePlayer> second;  // it takes turns with the first one on the store
  StorePlayer objects;
  bool is_second = false;
  for (int step = 0; step < kMostSteps && !in.is_empty(); ++step) {
    const std::uint32_t kind = in.byte();
    EnginePlayer& engine = is_second ? *second : first;
    if (kind < 120) {
      engine.play(in);
    } else if (kind < 200) {
      objects.play(in);
    } else if (kind < 248) {
      engine.update(in, objects.store());
    } else {
      is_second = !is_second;
      if (!second) second.emplace(options);
    }
  }
  first.finish();
  if (second) second->finish();
  objects.finish();
}

}  // namespace
}  // namespace quadphase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The checks that tests share end with an exception, which nothing catches.
  testing::FLAGS_gtest_throw_on_failure = true;
  // Why one thread, except for one input in eight: waking workers takes most of the time otherwise.
  static tbb::task_arena single(1);
  quadphase::fuzz::ByteSource in({data, size});
  if (in.below(8) == 7) {
    quadphase::fuzz::play(in);
  } else {
    single.execute([&] { quadphase::fuzz::play(in); });
  }
  return 0;
}
