// SPDX-License-Identifier: MIT
// One index on one number of threads: its arena, what it was built of, and its samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/pinning.hpp"
#include "queries/exact.hpp"
#include "queries/index.hpp"
#include "queries/report.hpp"

namespace quadphase::bench::queries {

class Entrant {
 public:
  Entrant(const IndexKind& kind, int threads, const std::vector<int>& cpus);

  /// Builds it that many times, and keeps the last one.
  void build(const Objects& objects, std::size_t times);

  /// Forgets the samples of the last kind of queries, asks these once, and reads the answers.
  void begin(const Queries& queries, Answers& answers);

  /// Times one round.
  void run(const Queries& queries);

  /// It is slow: it gets one round.
  void mark_slow() noexcept { is_slow_ = true; }
  [[nodiscard]] bool is_done() const noexcept { return is_slow_ && !times_.empty(); }

  /// What comparing its answers said.
  struct Verdict {
    double found_per_query = 0;
    bool is_checked = false;
    std::size_t edge_count = 0;
    std::optional<std::string> wrong{};
  };
  [[nodiscard]] Verdict& verdict() noexcept { return verdict_; }

  [[nodiscard]] const IndexKind& kind() const noexcept { return kind_; }
  [[nodiscard]] int threads() const noexcept { return arena_.thread_count(); }
  [[nodiscard]] bool is_batch() const noexcept { return kind_.name == kBatchIndex.name; }
  [[nodiscard]] bool is_visitor() const noexcept { return kind_.name == kVisitorIndex.name; }
  [[nodiscard]] bool is_ours() const noexcept { return is_batch() || is_visitor(); }
  [[nodiscard]] std::uint64_t first_time() const noexcept { return first_time_; }

  [[nodiscard]] Row row(const QueryKind& kind, std::size_t query_count, const Entrant& batch,
                        const Entrant& visitor) const;
  [[nodiscard]] BuildRow build_row(bool of_points) const;

 private:
  [[nodiscard]] double median_ratio(const Entrant& ours) const;

  const IndexKind& kind_;
  PinnedArena arena_;
  std::unique_ptr<Index> index_;
  std::vector<std::uint64_t> build_times_;
  std::uint64_t first_time_ = 0;      // of the queries before the rounds
  std::vector<std::uint64_t> times_;  // of each round
  bool is_slow_ = false;
  Verdict verdict_;
};

}  // namespace quadphase::bench::queries
