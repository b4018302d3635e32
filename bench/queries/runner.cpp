// SPDX-License-Identifier: MIT
// Everybody builds a tree of the same objects; then, kind by kind, everybody is asked the same
// queries, one after the other.
#include "queries/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "compare/rules.hpp"
#include "program/options.hpp"
#include "queries/entrant.hpp"
#include "scenes/columns.hpp"
#include "scenes/scene.hpp"
#include "worlds/z_order.hpp"

namespace quadphase::bench::queries {
namespace {

/// Of three builds, the first of which finds no memory of its own, the median is that of a warm
/// one.
constexpr std::size_t kBuildCount = 3;
/// Queries whose answer is worked out by looking at every object.
constexpr std::size_t kExactCount = 50;

using Entrants = std::vector<std::unique_ptr<Entrant>>;

/// Everybody who can answer one of these kinds, on each number of threads.
Entrants enter(const Options& options, const std::vector<const QueryKind*>& classes) {
  const std::vector<int> cpus = usable_cpus();
  Entrants entrants;
  for (const IndexKind& index : index_classes()) {
    if (std::none_of(classes.begin(), classes.end(),
                     [&](const QueryKind* kind) { return index.can_answer(*kind); }))
      continue;
    for (const int threads : options.threads)
      entrants.push_back(std::make_unique<Entrant>(index, threads, cpus));
  }
  return entrants;
}

/// Those of `all` who can answer.
std::vector<Entrant*> who_answers(const Entrants& all, const QueryKind& kind) {
  std::vector<Entrant*> entrants;
  for (const auto& entrant : all)
    if (entrant->kind().can_answer(kind)) entrants.push_back(entrant.get());
  return entrants;
}

Entrant& find(const std::vector<Entrant*>& entrants, const IndexKind& kind, int threads) {
  return **std::find_if(entrants.begin(), entrants.end(), [&](const Entrant* entrant) {
    return entrant->kind().name == kind.name && entrant->threads() == threads;
  });
}

/// The answers of one kind of queries: ours are compared with the exact ones where these are
/// known, and all others with ours.
class Checker {
 public:
  Checker(const Objects& objects, const Queries& queries)
      : objects_(objects), questions_(queries), slack_(float_slack(objects.boxes)) {}

  /// Our batch, on its first number of threads.
  void check_first(Entrant& batch, Answers answers) {
    batch_ = &batch;
    ours_ = std::move(answers);
    batch.verdict().is_checked = true;
    const std::size_t count = std::min(kExactCount, questions_.size());
    for (std::size_t i = 0; i < count && !batch.verdict().wrong; ++i)
      static_cast<void>(ours_is_exact(i * questions_.size() / count));
  }

  /// Everybody else.
  void check(Entrant& entrant, Answers& answers) const {
    Entrant::Verdict& verdict = entrant.verdict();
    verdict.is_checked = true;
    if (answers.row_count() != questions_.size()) {
      verdict.wrong = fmt::format("{} answers", answers.row_count());
      return;
    }
    // The batch promises the order of its rows.
    if (!entrant.is_batch()) sort_rows(questions_.task, answers);
    const Comparison comparison(objects_, questions_, entrant.is_ours() ? 0 : slack_);
    for (std::size_t row = 0; row < questions_.size(); ++row) {
      const Likeness likeness = comparison.compare(row, row_of(ours_, row), row_of(answers, row));
      if (likeness == Likeness::at_edge) ++verdict.edge_count;
      if (likeness != Likeness::different || !ours_is_exact(row)) continue;
      verdict.wrong = describe_difference(
          questions_.task, row, exact_answer(objects_, questions_, row), row_of(answers, row));
      return;
    }
  }

 private:
  /// Where two answers differ, this says whose is wrong. It is remembered where it is ours.
  [[nodiscard]] bool ours_is_exact(std::size_t row) const {
    const std::vector<Hit> exact = exact_answer(objects_, questions_, row);
    const AnswerRow ours = row_of(ours_, row);
    if (is_exact(questions_.task, exact, ours)) return true;
    if (!batch_->verdict().wrong)
      batch_->verdict().wrong = describe_difference(questions_.task, row, exact, ours);
    return false;
  }

  const Objects& objects_;
  const Queries& questions_;
  double slack_;
  Entrant* batch_ = nullptr;
  Answers ours_;
};

/// Everybody answers once, which does not count; answers are compared, and slow ones are marked.
void warm_up(const Options& options, const Objects& objects, const Queries& queries,
             const std::vector<Entrant*>& entrants) {
  Checker checker(objects, queries);
  for (Entrant* const entrant : entrants) {
    Answers answers;
    entrant->begin(queries, answers);
    if (!options.checks) continue;
    // The first of all is our batch.
    if (entrant == entrants.front()) {
      checker.check_first(*entrant, std::move(answers));
    } else {
      checker.check(*entrant, answers);
    }
  }
  for (Entrant* const entrant : entrants) {
    const Entrant& ours = find(entrants, kBatchIndex, entrant->threads());
    if (!entrant->is_ours() && static_cast<double>(entrant->first_time()) >
                                   kSlowFactor * static_cast<double>(ours.first_time()))
      entrant->mark_slow();
  }
}

void run_kind(const Options& options, const QueryKind& kind, const Objects& objects,
              const Entrants& all, Progress& progress, Block& block) {
  const Queries queries = make_queries(kind, objects.boxes, options.query_count, options.seed);
  const std::vector<Entrant*> entrants = who_answers(all, kind);
  progress.show(kind.name, 0, options.round_count);
  warm_up(options, objects, queries, entrants);
  for (std::size_t round = 0; round < options.round_count; ++round) {
    progress.show(kind.name, round, options.round_count);
    // Who begins changes from round to round, so that nobody always follows the same index.
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      Entrant& entrant = *entrants[(i + round) % entrants.size()];
      if (!entrant.is_done()) entrant.run(queries);
    }
  }
  for (const Entrant* const entrant : entrants) {
    const int threads = entrant->threads();
    block.rows.push_back(entrant->row(kind, queries.size(), find(entrants, kBatchIndex, threads),
                                      find(entrants, kVisitorIndex, threads)));
  }
}

/// All kinds of queries about one set of objects, if one was asked for.
void run_classes(const Options& options, const BoxView& boxes, bool are_points, Progress& progress,
                 Block& block) {
  std::vector<const QueryKind*> classes;
  for (const std::string& name : options.classes) {
    const QueryKind* const kind = find_query_kind(name);
    if (kind->objects_are_points == are_points) classes.push_back(kind);
  }
  if (classes.empty()) return;
  const std::vector<ObjectId> order = worlds::z_order(boxes);
  const Objects objects{.boxes = boxes, .order = order};
  const Entrants entrants = enter(options, classes);
  for (const auto& entrant : entrants) {
    progress.show(fmt::format("{} is built", entrant->kind().name), 0, kBuildCount);
    entrant->build(objects, kBuildCount);
  }
  for (const QueryKind* const kind : classes)
    run_kind(options, *kind, objects, entrants, progress, block);
  for (const auto& entrant : entrants) block.builds.push_back(entrant->build_row(are_points));
}

/// Points in the middle of boxes.
scenes::Columns middles_of(const BoxView& boxes) {
  scenes::Columns points;
  points.resize(boxes.size());
  for (std::size_t row = 0; row < boxes.size(); ++row) {
    const Box box = boxes[row];
    const float x = box.min_x + 0.5F * (box.max_x - box.min_x);
    const float y = box.min_y + 0.5F * (box.max_y - box.min_y);
    points.set(row, {x, y, x, y});
  }
  return points;
}

}  // namespace

Block run_block(const Options& options, const std::string& scene, std::size_t object_count,
                Progress& progress) {
  const auto source = scenes::make_scene(scene, {.count = object_count, .seed = options.seed});
  const BoxView boxes = source->boxes();
  const Box world = bounds_of(boxes);
  const float side = std::max(world.max_x - world.min_x, world.max_y - world.min_y);
  // Segments must be long enough for floats.
  if (!(static_cast<double>(side) > 1000 * float_slack(boxes)))
    throw UsageError(fmt::format("the objects of scene '{}' lie at one place", scene));
  Block block{.scene = scene, .object_count = boxes.size(), .query_count = options.query_count};
  run_classes(options, boxes, false, progress, block);
  const scenes::Columns points = middles_of(boxes);
  run_classes(options, points.view(), true, progress, block);
  return block;
}

}  // namespace quadphase::bench::queries
