// SPDX-License-Identifier: MIT
// Times one index round by round, and turns its samples into a row.
#include "queries/entrant.hpp"

#include <algorithm>
#include <chrono>

#include "runner/intervals.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench::queries {
namespace {

template <class Work>
std::uint64_t time_of(const Work& work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  work();
  const std::chrono::nanoseconds time = Clock::now() - start;
  return static_cast<std::uint64_t>(time.count());
}

}  // namespace

Entrant::Entrant(const IndexKind& kind, int threads, const std::vector<int>& cpus)
    : kind_(kind), arena_(threads, cpus) {
  arena_.run([&] { index_ = kind_.make(arena_.arena()); });
}

void Entrant::build(const Objects& objects, std::size_t times) {
  for (std::size_t i = 0; i < times; ++i) {
    arena_.run([&] { build_times_.push_back(time_of([&] { index_->build(objects); })); });
  }
}

void Entrant::begin(const Queries& queries, Answers& answers) {
  times_.clear();
  is_slow_ = false;
  verdict_ = {};
  arena_.run([&] { first_time_ = time_of([&] { index_->ask(queries); }); });
  index_->read(answers);
  verdict_.found_per_query =
      static_cast<double>(answers.ids.size()) / static_cast<double>(queries.size());
}

void Entrant::run(const Queries& queries) {
  arena_.run([&] { times_.push_back(time_of([&] { index_->ask(queries); })); });
}

double Entrant::median_ratio(const Entrant& ours) const {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < times_.size(); ++round) {
    // A round of less than a nanosecond is none.
    ratios.push_back(static_cast<double>(times_[round]) /
                     static_cast<double>(std::max<std::uint64_t>(ours.times_[round], 1)));
  }
  return median_interval(std::move(ratios)).median;
}

Row Entrant::row(const QueryKind& kind, std::size_t query_count, const Entrant& batch,
                 const Entrant& visitor) const {
  return {.query = std::string(kind.name),
          .index = std::string(kind_.name),
          .threads = arena_.thread_count(),
          .round_count = times_.size(),
          .median_ns = median(times_) / static_cast<double>(query_count),
          .batch_ratio = median_ratio(batch),
          .visitor_ratio = median_ratio(visitor),
          .found_per_query = verdict_.found_per_query,
          .is_ours = is_ours(),
          .is_pinned = arena_.is_pinned(),
          .is_checked = verdict_.is_checked,
          .edge_count = verdict_.edge_count,
          .wrong = verdict_.wrong};
}

BuildRow Entrant::build_row(bool of_points) const {
  return {.index = std::string(kind_.name),
          .threads = arena_.thread_count(),
          .of_points = of_points,
          .median_ns = median(build_times_),
          .settings = index_->settings()};
}

}  // namespace quadphase::bench::queries
