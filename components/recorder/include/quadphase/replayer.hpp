// SPDX-License-Identifier: MIT
// Replays the calls of a recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quadphase/broad_phase.hpp"
#include "quadphase/config.hpp"
#include "quadphase/index.hpp"
#include "quadphase/object_store.hpp"
#include "quadphase/recorded_call.hpp"
#include "quadphase/status.hpp"

namespace quadphase {

/// What differs from the recording. Only `max_pairs` changes results.
struct ReplayOptions {
  /// `Config::threads` of all engines and indexes. Without a number it is as recorded, but no more
  /// than this machine has; with an executor it is 0.
  std::optional<int> threads{};
  Executor* executor =
      nullptr;             ///< `Config::executor`, and that of stores; must outlive the replayer
  Simd simd = Simd::best;  ///< `Config::simd`
  /// An upper bound on the recorded `Config::max_pairs`, for recordings that are not trusted.
  std::uint64_t max_pairs = std::numeric_limits<std::uint64_t>::max();
  bool hashes = true;  ///< whether results have hashes
};

/// What a call did.
struct ReplayResult {
  /// False if the call was not made: it had failed for lack of memory, because of an executor or
  /// inside a visitor, or it is of an object that the recording does not have.
  bool is_made = false;
  StatusCode code = StatusCode::ok;  ///< `ok`, or what it threw
  std::string message;               ///< that of the exception
  bool has_hash = false;             ///< with `ReplayOptions::hashes`, unless it threw
  std::uint64_t hash = 0;            ///< of what it returned or changed
  std::uint64_t nanoseconds = 0;     ///< of the call alone, on the wall clock
};

/// True if a call did something other than what was recorded: its hash or its exception differs.
/// Outcomes that are not known, and missing hashes, match all others.
[[nodiscard]] bool differs(const ReplayResult& result, const CallOutcome& recorded) noexcept;

/// The engines, stores and indexes of a recording, on which its calls are replayed.
///
///     quadphase::Replayer replayer({.threads = 2});
///     while (const quadphase::RecordedCall* call = recording.next()) replayer.play(*call);
///     for (auto [first, second] : replayer.engine(0)->pairs()) print(first, second);
///
/// Repeat:   equal recordings give equal hashes, on every machine and with all options but
///           `max_pairs`. A hash covers pairs, events, previous indices, rejected ids and the
///           number of static objects of a frame; what queries find and snapshots have; and
///           handles. Of what is found in no particular order it covers the set, and where any of
///           several objects may be found, how many.
/// Visitors: take all that is found, or stop where those of the program stopped or threw. Calls
///           that a visitor made are replayed after the visitor's own call.
/// Memory:   as in the program. `reserve` is limited to 2^24 objects and 2^26 pairs.
class Replayer {
 public:
  /// Without objects.
  explicit Replayer(const ReplayOptions& options = {});
  ~Replayer();
  /// A replayer that was moved from may only be assigned to or destroyed.
  Replayer(Replayer&& other) noexcept;
  /// As above.
  Replayer& operator=(Replayer&& other) noexcept;

  /// Makes a call. What it throws becomes a part of the result. Errors: `std::bad_alloc` of the
  /// replayer itself.
  ReplayResult play(const RecordedCall& call);

  /// The engine with this number; null if there is none.
  [[nodiscard]] BroadPhase* engine(std::uint32_t number) const noexcept;
  /// The store with this number; null if there is none.
  [[nodiscard]] ObjectStore* store(std::uint32_t number) const noexcept;
  /// The index with this number; null if there is none.
  [[nodiscard]] Index* index(std::uint32_t number) const noexcept;

 private:
  struct Objects;

  std::unique_ptr<Objects> objects_;
};

}  // namespace quadphase
