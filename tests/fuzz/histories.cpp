// SPDX-License-Identifier: MIT
// Fuzzes histories: every operation of engines and of a store in any order, while memory fails and
// visitors stop, throw and call back. After each step, engines and store are as their models say.
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "fuzz_support/inputs.hpp"
#include "histories/engine_player.hpp"
#include "histories/store_player.hpp"

namespace quadphase::fuzz {
namespace {

constexpr int kMostSteps = 200;

/// Whose objects the frames of a history have.
enum class Owner : std::uint8_t { engine, store, both };

/// One step. Histories of one owner go further in fewer bytes.
void step(ByteSource& in, Owner owner, EnginePlayer& engine, StorePlayer& objects) {
  if (owner == Owner::engine) return engine.play(in);
  const std::uint32_t kind = in.byte();
  const std::uint32_t of_engine = owner == Owner::store ? 16 : 96;
  if (kind < of_engine) return engine.play(in);
  if (kind < 168) return objects.play(in);
  engine.update(in, objects.store());
}

void play(ByteSource& in, Owner owner) {
  Config options = config(in);
  const std::uint32_t limit = in.byte();
  if (limit >= 224) options.max_pairs = limit - 224;
  const GivenColumns given{columns(in), columns(in), columns(in)};
  EnginePlayer first(options, given);
  std::optional<EnginePlayer> second;  // it takes turns with the first one on the store
  if (limit % 8 == 7) second.emplace(options, given);
  StorePlayer objects;
  for (int i = 0; i < kMostSteps && !in.is_empty(); ++i) {
    const bool is_second = second && in.byte() < 64;
    step(in, owner, is_second ? *second : first, objects);
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
  const std::uint32_t kind = in.byte();
  const auto owner = static_cast<quadphase::fuzz::Owner>(kind / 8 % 3);
  if (kind % 8 == 7) {
    quadphase::fuzz::play(in, owner);
  } else {
    single.execute([&] { quadphase::fuzz::play(in, owner); });
  }
  return 0;
}
