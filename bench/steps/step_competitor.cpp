// SPDX-License-Identifier: MIT
#include "steps/step_competitor.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "report/text.hpp"
#include "runner/statistics.hpp"

namespace quadphase::bench::steps {
namespace {

struct Part {
  const char* name;  // in the report
  std::uint64_t StepTimes::*time;
};
constexpr Part kParts[] = {{"move_ms", &StepTimes::move},
                           {"update_ms", &StepTimes::update},
                           {"use_ms", &StepTimes::use},
                           {"reorder_ms", &StepTimes::reorder}};

}  // namespace

StepCompetitor::StepCompetitor(const Way& way, Simd simd, const BoxView& boxes, std::uint64_t seed,
                               int threads)
    : Competitor(way.name, way.engine->group, threads),
      way_(way),
      discs_(boxes, seed),
      finder_(make_finder(way, arena().arena(), simd)) {
  if (way.rows == Rows::sorted_once) discs_.reorder(discs_.curve_order());
}

std::uint64_t StepCompetitor::warm_up() {
  const std::uint64_t nanoseconds = time([&] { step(); });
  sum_ = {};
  return nanoseconds;
}

void StepCompetitor::run() {
  const auto steps = [&] {
    for (std::size_t i = 0; i < kPeriod; ++i) step();
  };
  sample([] {}, steps, kPeriod);
  for (const Part& part : kParts) sum_.*part.time /= kPeriod;
  parts_.push_back(sum_);
  sum_ = {};
}

void StepCompetitor::step() {
  // One of any ten steps, and as early as there is an order of the engine.
  const bool reorders = way_.rows == Rows::sorted_often && step_count_ % kPeriod == 1;
  ++step_count_;
  if (reorders) sum_.reorder += nanoseconds_of([&] { reorder(); });
  sum_.move += nanoseconds_of([&] { discs_.move(); });
  sum_.update += nanoseconds_of([&] { finder_->update(discs_.boxes()); });
  const bool is_shared = threads() > 1;
  sum_.use += nanoseconds_of([&] {
    finder_->for_each_part([&](std::span<const Pair> pairs) { discs_.collide(pairs, is_shared); });
  });
}

void StepCompetitor::reorder() {
  const std::span<const ObjectId> order = finder_->order();
  discs_.reorder(order.empty() ? discs_.curve_order() : order);
}

std::vector<Pair> StepCompetitor::found_rows() {
  std::vector<Pair> found;
  std::mutex mutex;
  arena().run([&] {
    finder_->for_each_part([&](std::span<const Pair> pairs) {
      const std::scoped_lock lock(mutex);
      found.insert(found.end(), pairs.begin(), pairs.end());
    });
  });
  return found;
}

StepResult StepCompetitor::result() {
  StepResult result = {.pairs = found_rows(), .discs = discs_.hash()};
  for (Pair& pair : result.pairs) {
    const auto [first, second] = std::minmax(discs_.ids()[pair.first], discs_.ids()[pair.second]);
    pair = {first, second};
  }
  return result;
}

scenes::Columns StepCompetitor::boxes_by_id() const {
  scenes::Columns boxes;
  boxes.resize(discs_.size());
  for (std::size_t row = 0; row < discs_.size(); ++row)
    boxes.set(discs_.ids()[row], discs_.boxes()[row]);
  return boxes;
}

std::size_t StepCompetitor::contact_count() {
  return discs_.contact_count(found_rows());
}

Json StepCompetitor::row_beside(const StepCompetitor& ours, double usual_loop) const {
  std::string settings = finder_->settings();
  append(settings, words_of(way_.rows, !finder_->order().empty()), "; ");
  Json json = row(ours, usual_loop, std::move(settings));
  const std::vector<bool> is_quiet = quiet_frames(loops(), usual_loop);
  std::vector<std::uint64_t> times(parts_.size());
  for (const Part& part : kParts) {
    std::transform(parts_.begin(), parts_.end(), times.begin(),
                   [&](const StepTimes& sample) { return sample.*part.time; });
    json[part.name] = positive_or_null(median(quiet_samples(times, is_quiet)) * 1e-6);
  }
  return json;
}

}  // namespace quadphase::bench::steps
