// SPDX-License-Identifier: MIT
// The command query: all indexes are built of the same objects and answer the same queries, one
// after the other.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "queries/checker.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "report/text.hpp"
#include "runner/file_frames.hpp"
#include "runner/frame_source.hpp"
#include "runner/rules.hpp"
#include "scenes/columns.hpp"
#include "scenes/z_order.hpp"

namespace quadphase::bench {
namespace {

using namespace queries;

/// Other indexes are to take at least this many times as long as our batch, and as our visitor.
constexpr Goal kGoals[] = {{"of the batch", "/ratio_to_batch", 3},
                           {"of the visitor", "/ratio_to_visitor", 1}};
/// The first of three builds grows its memory, so the median is that of a warm one.
constexpr std::size_t kBuildCount = 3;

using Competitors = std::vector<std::unique_ptr<IndexCompetitor>>;

Json settings(const Options& options) {
  return {{"scenes", options.scenes},
          {"objects", options.counts},
          {"queries", options.query_count},
          {"kinds", options.query_kinds},
          {"threads", options.threads},
          {"rounds", options.round_count},
          {"seed", options.seed},
          {"checked", options.checks_results},
          {"slow_factor", kSlowFactor},
          {"batch_target", kGoals[0].target},
          {"visitor_target", kGoals[1].target}};
}

/// Every index that can answer one of these kinds, on each number of threads.
Competitors make_competitors(const Options& options, const std::vector<const QueryKind*>& kinds) {
  Competitors competitors;
  for (const IndexInfo& index : all_indexes()) {
    if (std::none_of(kinds.begin(), kinds.end(),
                     [&](const QueryKind* kind) { return index.supports(*kind); }))
      continue;
    for (const int threads : options.threads)
      competitors.push_back(std::make_unique<IndexCompetitor>(index, threads));
  }
  return competitors;
}

IndexCompetitor& find(const std::vector<IndexCompetitor*>& competitors, const IndexInfo& info,
                      int threads) {
  return **std::find_if(competitors.begin(), competitors.end(), [&](const auto* competitor) {
    return competitor->info().name == info.name && competitor->threads() == threads;
  });
}

/// Each index answers once, which is not timed; answers are compared, and slow indexes are marked.
void warm_up(const Options& options, const Objects& objects, const Queries& queries,
             const std::vector<IndexCompetitor*>& competitors) {
  Checker checker(objects, queries);
  for (IndexCompetitor* const competitor : competitors) {
    Results results;
    competitor->begin(queries, results);
    if (!options.checks_results) continue;
    // The first of all is our batch.
    if (competitor == competitors.front()) {
      checker.check_first(*competitor, std::move(results));
    } else {
      checker.check(*competitor, results);
    }
  }
  for (IndexCompetitor* const competitor : competitors) {
    const IndexCompetitor& ours = find(competitors, kBatchIndex, competitor->threads());
    if (!competitor->is_ours() && static_cast<double>(competitor->first_time()) >
                                      kSlowFactor * static_cast<double>(ours.first_time()))
      competitor->mark_slow();
  }
}

void run_kind(const Options& options, const QueryKind& kind, const Objects& objects,
              const Competitors& all, Progress& progress, Json& block) {
  const Queries queries =
      &kind == &kJoinKind ? make_join(FileFrames(options.join_path).frame(0))
                          : make_queries(kind, objects.boxes, options.query_count, options.seed);
  std::vector<IndexCompetitor*> competitors;
  for (const auto& competitor : all)
    if (competitor->info().supports(kind)) competitors.push_back(competitor.get());
  progress.show(kind.name, 0, options.round_count);
  warm_up(options, objects, queries, competitors);
  for (std::size_t round = 0; round < options.round_count; ++round) {
    progress.show(kind.name, round, options.round_count);
    // The first index changes from round to round, so that none always follows the same one.
    for (std::size_t i = 0; i < competitors.size(); ++i) {
      IndexCompetitor& competitor = *competitors[(i + round) % competitors.size()];
      if (!competitor.is_slow() || competitor.times().empty()) competitor.run(queries);
    }
  }
  for (const IndexCompetitor* const competitor : competitors) {
    const int threads = competitor->threads();
    block["results"].push_back(competitor->query_row(kind, queries.size(),
                                                     find(competitors, kBatchIndex, threads),
                                                     find(competitors, kVisitorIndex, threads)));
  }
}

/// All chosen kinds of queries about boxes, or about points.
void run_kinds(const Options& options, const BoxView& boxes, bool are_points, Progress& progress,
               Json& block) {
  std::vector<const QueryKind*> kinds;
  for (const std::string& name : options.query_kinds) {
    const QueryKind* const kind = find_query_kind(name);
    if (kind->objects_are_points == are_points) kinds.push_back(kind);
  }
  if (!options.join_path.empty() && !are_points) kinds.push_back(&kJoinKind);
  if (kinds.empty()) return;
  const std::vector<ObjectId> order = scenes::z_order(boxes);
  const Objects objects{.boxes = boxes, .order = order};
  const Competitors competitors = make_competitors(options, kinds);
  for (const auto& competitor : competitors) {
    progress.show(fmt::format("{} is built", competitor->name()), 0, kBuildCount);
    competitor->build(objects, kBuildCount);
  }
  for (const QueryKind* const kind : kinds)
    run_kind(options, *kind, objects, competitors, progress, block);
  for (const auto& competitor : competitors)
    block["builds"].push_back(competitor->build_row(are_points));
}

/// The centers of boxes.
scenes::Columns centers_of(const BoxView& boxes) {
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

Json run_scene(const Options& options, const std::string& scene, std::size_t object_count,
               Progress& progress) {
  const auto source = open_scene_or_file(scene, object_count, options);
  const BoxView boxes = source->boxes();
  const Box world = bounds_of(boxes);
  const float side = std::max(world.max_x - world.min_x, world.max_y - world.min_y);
  // Segments must be long enough for floats.
  if (!(static_cast<double>(side) > 1000 * float_slack(boxes)))
    throw UsageError(fmt::format("all objects of scene '{}' lie at one point", scene));
  Json block = {{"title", fmt::format("{} {}", grouped(boxes.size()), scene)},
                {"scene", scene},
                {"box_count", boxes.size()},
                {"query_count", options.query_count},
                {"results", Json::array()},
                {"builds", Json::array()}};
  run_kinds(options, boxes, false, progress, block);
  const scenes::Columns points = centers_of(boxes);
  run_kinds(options, points.view(), true, progress, block);
  return block;
}

void measure(const Options& options, Progress& progress, const AddItem& add) {
  for (const std::string& scene : options.scenes)
    for (const std::size_t count : options.counts)
      add("blocks", run_scene(options, scene, count, progress));
}

void print_head(std::FILE* out, const Json& report) {
  print_missing(out, report);
  fmt::print(out,
             "ratios:  time over that of quadphase's batch, and of its visitor, on as many threads "
             "in the same round; medians\n");
  if (!report.at("settings").at("checked").get<bool>()) return;
  fmt::print(out,
             "answers: all compared with the batch's; at an edge: other libraries decide ray casts "
             "and distances by floats, and may differ\n"
             "         where a millionth of the world's greatest coordinate decides\n");
}

std::string verdict_words(const Json& row) {
  if (row.contains("wrong")) return "WRONG: " + text_of(row.at("wrong"));
  const auto edge_count = row.at("at_edge").get<std::size_t>();
  return text_of(row.at("verdict")) +
         (edge_count == 0 ? "" : fmt::format(", {} at an edge", edge_count));
}

void print_threads(std::FILE* out, const Json& block, int threads) {
  fmt::print(out, "\n{}: {} objects, {} queries of each kind, {}\n", text_of(block.at("scene")),
             grouped(block.at("box_count")), grouped(block.at("query_count")),
             thread_words(threads));
  Table table({"<queries", "found", "<index", "ns a query", "to batch", "to visitor", "rounds",
               "<answers"});
  std::string last;
  for (const Json& row : block.at("results")) {
    if (row.at("threads") != threads) continue;
    const auto number = [&](const char* field, int decimals) {
      return fmt::format("{:.{}f}", number_of(row.at(field)), decimals);
    };
    const auto query = text_of(row.at("query"));
    const bool is_first = query != std::exchange(last, query);
    table.add_row({is_first ? query : "", is_first ? number("found_per_query", 2) : "",
                   text_of(row.at("engine")), number("median_ns_per_query", 1),
                   number("ratio_to_batch", 2), number("ratio_to_visitor", 2),
                   std::to_string(row.at("rounds").get<int>()), verdict_words(row)});
  }
  table.print(out);
  for (const char* const objects : {"boxes", "points"}) {
    std::string text;
    for (const Json& build : block.at("builds")) {
      if (build.at("threads") == threads && build.at("objects") == objects)
        append(text, fmt::format("{} {:.1f}", text_of(build.at("engine")),
                                 number_of(build.at("median_ns")) * 1e-6));
    }
    if (!text.empty()) fmt::print(out, "build of {}, ms: {}\n", objects, text);
  }
}

void print_block(std::FILE* out, const Json& block) {
  std::vector<int> threads;
  for (const Json& row : block.at("results")) threads.push_back(row.at("threads"));
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  for (const int count : threads) print_threads(out, block, count);
}

void print_end(std::FILE* out, const Json& report) {
  print_settings(out, report.at("blocks"));
  for (const char* sentence : {"b2DynamicTree has no search for the nearest objects",
                               "nanoflann holds points only: nearest-8-points is all it answers"})
    fmt::print(out, "  left out: {}\n", sentence);
}

}  // namespace

const ReportCommand kQuery{.name = "query",
                           .settings = settings,
                           .measure = measure,
                           .print_head = print_head,
                           .print_item = print_block,
                           .print_end = print_end,
                           .goals = kGoals,
                           .goals_words = "below 3 times the batch or 1 times the visitor"};

}  // namespace quadphase::bench
