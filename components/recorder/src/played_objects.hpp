// SPDX-License-Identifier: MIT
// The objects of a replayer, and one call that is made on them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <unordered_map>

#include "call/result_hash.hpp"
#include "quadphase/replayer.hpp"

namespace quadphase::detail {

/// A call while it is made: its time, and the hash of what it returned.
/// Functions return false if the object has no such call.
class PlayedCall {
 public:
  PlayedCall(const RecordedCall& call, bool wants_hash) noexcept
      : call_(call), wants_hash_(wants_hash) {}

  [[nodiscard]] bool play(BroadPhase& engine, ObjectStore* store);
  [[nodiscard]] bool play(ObjectStore& store);
  [[nodiscard]] bool play(Index& index);

  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_.value(); }
  [[nodiscard]] std::uint64_t nanoseconds() const noexcept { return nanoseconds_; }

 private:
  [[nodiscard]] bool play_statics(BroadPhase& engine);
  [[nodiscard]] bool play_pairs(BroadPhase& engine);
  template <class Subject>
  [[nodiscard]] bool play_snapshot(Subject& subject);
  void play_single(ObjectStore& store);
  [[nodiscard]] bool play_query(const Index& index);
  [[nodiscard]] bool play_batch(const Index& index);
  void play_visits(const Index& index);
  void play_ordered_visits(const Index& index);

  /// True if a visitor goes on after one more visit.
  [[nodiscard]] bool goes_on() noexcept;

  /// Calls `function`, and notes how long that took.
  template <class Function>
  auto time(const Function& function) {
    struct Clock {
      std::uint64_t& nanoseconds;
      std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
      ~Clock() {
        const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
        nanoseconds += static_cast<std::uint64_t>(time.count());
      }
    };
    const Clock clock{nanoseconds_};
    return function();
  }

  const RecordedCall& call_;
  bool wants_hash_;
  ResultHash hash_;
  std::uint64_t nanoseconds_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace quadphase::detail

namespace quadphase {

struct Replayer::Objects {
  ReplayOptions options;
  std::unordered_map<std::uint32_t, std::unique_ptr<BroadPhase>> engines;
  std::unordered_map<std::uint32_t, std::unique_ptr<ObjectStore>> stores;
  std::unordered_map<std::uint32_t, std::unique_ptr<Index>> indexes;

  void erase(std::uint32_t subject) {
    engines.erase(subject);
    stores.erase(subject);
    indexes.erase(subject);
  }
  bool create(const RecordedCall& call);
  [[nodiscard]] bool play(detail::PlayedCall& played, const RecordedCall& call);
};

}  // namespace quadphase
