// SPDX-License-Identifier: MIT
// quadphase_bench_distributed: strong and weak scaling of quadphase::mpi over ranks, beside a plain
// halo exchange, and a model of many ranks. Run it by mpirun; it measures 1, 2, 4, ... ranks, and
// all.
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "communication_model.hpp"
#include "extra_costs.hpp"
#include "measured_ranks.hpp"

namespace quadphase::bench::distributed {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> scenes = {"uniform", "clusters", "galaxy", "giants"};
  Run run{.box_count = 200'000};  // of each; the boxes are those of a rank with `is_weak`
  bool is_weak = false;
  bool with_model = false;
  bool with_extras = false;
  std::string json;
};

Json json_of(const std::string& scene, const char* method, const Measured& row) {
  return {{"scene", scene},
          {"method", method},
          {"ranks", row.ranks},
          {"boxes", row.box_count},
          {"pairs", row.pair_count},
          {"milliseconds", row.milliseconds},
          {"partition", row.partition},
          {"ghosts", row.ghosts},
          {"wait", row.wait},
          {"search", row.pairs},
          {"sent_kilobytes", row.sent_kilobytes},
          {"sent_messages", row.sent_messages},
          {"ghost_share", row.ghost_share},
          {"kept_share", row.kept_share},
          {"imbalance", row.imbalance},
          {"cut", row.cut}};
}

void print_head() {
  fmt::print(
      "{:<9} {:<9} {:>5} {:>10} {:>9} {:>8} {:>9} {:>7} {:>7} {:>8} {:>8} {:>5} {:>8} {:>7} "
      "{:>6} {:>8}\n",
      "scene", "method", "ranks", "boxes", "ms", "Mpairs/s", "partition", "ghosts", "wait",
      "search", "kB sent", "mess.", "copies", "kept", "imbal.", "cut");
}

void print(const std::string& scene, const char* method, const Measured& row) {
  fmt::print(
      "{:<9} {:<9} {:>5} {:>10} {:>9.3f} {:>8.1f} {:>9.3f} {:>7.3f} {:>7.3f} {:>8.3f} {:>8.1f} "
      "{:>5.1f} {:>7.2f}% {:>6.1f}% {:>6.2f} {:>8.2f}\n",
      scene, method, row.ranks, row.box_count, row.milliseconds,
      static_cast<double>(row.pair_count) / row.milliseconds / 1e3, row.partition, row.ghosts,
      row.wait, row.pairs, row.sent_kilobytes, row.sent_messages, 100 * row.ghost_share,
      100 * row.kept_share, row.imbalance, row.cut);
  std::fflush(stdout);
}

Json json_of(const std::string& scene, int ranks, const ExtraCosts& costs) {
  return {{"scene", scene},
          {"method", "extras"},
          {"ranks", ranks},
          {"update", costs.update},
          {"with_events", costs.with_events},
          {"events", costs.events},
          {"changed_pairs", costs.changed},
          {"new_ids_checked", costs.new_ids_checked},
          {"new_ids_unchecked", costs.new_ids_unchecked},
          {"best_owners", costs.best_owners},
          {"migrate", costs.migrate},
          {"update_after", costs.update_after},
          {"migrated_objects", costs.migrated_objects},
          {"migrated_kilobytes", costs.migrated_kilobytes},
          {"migration_messages", costs.migration_messages},
          {"ghost_share_after", costs.ghost_share_after}};
}

void print_extras_head() {
  fmt::print(
      "\n{:<9} {:>5} | {:>8} {:>8} {:>7} {:>9} | {:>8} {:>9} | {:>7} {:>8} {:>8} {:>8} {:>8} "
      "{:>5} {:>8}\n",
      "scene", "ranks", "update", "+events", "events", "changed", "new ids", "unchecked", "owners",
      "migrate", "update", "objects", "kB sent", "mess.", "copies");
}

void print(const std::string& scene, int ranks, const ExtraCosts& costs) {
  fmt::print(
      "{:<9} {:>5} | {:>8.3f} {:>8.3f} {:>7.3f} {:>9.0f} | {:>8.3f} {:>9.3f} | {:>7.3f} {:>8.3f} "
      "{:>8.3f} {:>8.0f} {:>8.1f} {:>5.1f} {:>7.2f}%\n",
      scene, ranks, costs.update, costs.with_events, costs.events, costs.changed,
      costs.new_ids_checked, costs.new_ids_unchecked, costs.best_owners, costs.migrate,
      costs.update_after, costs.migrated_objects, costs.migrated_kilobytes,
      costs.migration_messages, 100 * costs.ghost_share_after);
  std::fflush(stdout);
}

/// 1, 2, 4, ... and all ranks.
std::vector<int> rank_counts(int all) {
  std::vector<int> counts;
  for (int count = 1; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

/// What a run needs of the world's communicator.
struct World {
  int rank = 0;
  int ranks = 1;

  /// Measures on the first ranks, by `measure_by(communicator, run)`; the others wait.
  template <class Result>
  Result measure_on(int count, const Run& run, Result (*measure_by)(MPI_Comm, const Run&)) const {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, rank, &part);
    Result measured;
    if (part != MPI_COMM_NULL) {
      measured = measure_by(part, run);
      MPI_Comm_free(&part);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return measured;
  }
};

/// The model with this machine's own network beside the run on two ranks, and on all.
void print_check(const LogGP& network, const Work& work, const std::vector<Measured>& rows) {
  fmt::print("\ncheck: the model with messages as they are here, {:.2f} us and {:.5f} us/byte\n",
             network.latency, network.byte_gap);
  for (const Measured& row : rows) {
    const double boxes = static_cast<double>(row.box_count) / row.ranks;
    fmt::print("{:>7} ranks, {:>9.0f} boxes a rank: model {:.3f} ms, measured {:.3f} ms\n",
               row.ranks, boxes, predict(network, work, row.ranks, boxes).milliseconds,
               row.milliseconds);
  }
}

void print_model(const Work& work) {
  const LogGP network;
  fmt::print(
      "\nmodel: LogGP with L {} us, o {} us, g {} us, G {} us/byte; {:.1f} ns a box, {:.2f} copies "
      "for each\nsquare root of the boxes and edge; not measured\n",
      network.latency, network.overhead, network.gap, network.byte_gap, work.search_ns,
      work.copies_per_edge);
  fmt::print("{:>7} {:>14} {:>9} {:>8} {:>9} {:>9} {:>10}\n", "ranks", "boxes a rank", "ms",
             "search", "exchange", "agreement", "efficiency");
  for (const double boxes : {1e6, 1e5, 1e4, 1e3}) {
    for (const double ranks : {1.0, 2.0, 64.0, 1'024.0, 16'384.0}) {
      const Predicted predicted = predict(network, work, ranks, boxes);
      const Predicted alone = predict(network, work, 1, boxes);
      fmt::print("{:>7.0f} {:>14.0f} {:>9.3f} {:>8.3f} {:>9.3f} {:>9.3f} {:>9.0f}%\n", ranks, boxes,
                 predicted.milliseconds, predicted.search, predicted.exchange, predicted.agreement,
                 100 * alone.milliseconds / predicted.milliseconds);
    }
  }
}

/// Adds a row for each scene and number of ranks.
void run_extras(const World& world, const Options& options, Json& rows) {
  if (world.rank == 0) print_extras_head();
  for (const std::string& scene : options.scenes) {
    for (const int ranks : rank_counts(world.ranks)) {
      Run run = options.run;
      run.scene = scene;
      run.box_count *= static_cast<std::size_t>(options.is_weak ? ranks : 1);
      const ExtraCosts costs = world.measure_on(ranks, run, measure_extra_costs);
      if (world.rank != 0) continue;
      print(scene, ranks, costs);
      rows.push_back(json_of(scene, ranks, costs));
    }
  }
}

/// Returns false if a count of pairs differs between ranks or methods.
bool run_all(const World& world, const Options& options) {
  bool is_right = true;
  Json rows = Json::array();
  std::vector<Measured> first_scene;
  if (world.rank == 0) print_head();
  for (const std::string& scene : options.scenes) {
    std::map<std::size_t, std::uint64_t> pair_counts;  // by boxes
    for (const int ranks : rank_counts(world.ranks)) {
      for (const Method method : {Method::quadphase, Method::halo}) {
        const auto share = static_cast<std::size_t>(options.is_weak ? ranks : 1);
        const char* const name = method == Method::quadphase ? "quadphase" : "halo";
        Run run = options.run;
        run.scene = scene;
        run.box_count *= share;
        run.method = method;
        const Measured row = world.measure_on(ranks, run, measure);
        if (world.rank != 0) continue;
        print(scene, name, row);
        rows.push_back(json_of(scene, name, row));
        const std::uint64_t pairs =
            pair_counts.try_emplace(run.box_count, row.pair_count).first->second;
        if (pairs != row.pair_count) {
          fmt::print(stderr, "wrong: {} pairs, not {}\n", row.pair_count, pairs);
          is_right = false;
        }
        if (scene == options.scenes.front() && method == Method::quadphase)
          first_scene.push_back(row);
      }
    }
  }
  if (options.with_extras) run_extras(world, options, rows);
  LogGP network;
  if (world.ranks > 1) network = measure_network(MPI_COMM_WORLD);
  if (world.rank != 0) return true;
  if (options.with_model && first_scene.size() > 1) {
    const Work work = work_of(first_scene[0], first_scene[1]);
    print_check(network, work, first_scene);
    print_model(work);
  }
  if (!options.json.empty()) std::ofstream(options.json) << rows.dump(1) << '\n';
  return is_right;
}

int run(int argc, char** argv, const World& world) {
  Options options;
  CLI::App app("Scaling of quadphase::mpi over the ranks of MPI.", "quadphase_bench_distributed");
  app.add_option("--scene", options.scenes, "Scenes, separated by commas")->delimiter(',');
  app.add_option("--count", options.run.box_count, "Boxes of the world; with --weak, of each rank");
  app.add_option("--frames", options.run.frames, "Frames that count")->check(CLI::PositiveNumber);
  const std::map<std::string, mpi::Partition> partitions = {{"rcb", mpi::Partition::rcb},
                                                            {"hsfc", mpi::Partition::hsfc},
                                                            {"rib", mpi::Partition::rib},
                                                            {"own", mpi::Partition::own}};
  app.add_option("--partition", options.run.partition, "How quadphase divides the search")
      ->transform(CLI::CheckedTransformer(partitions));
  app.add_flag("--follow", options.run.follows,
               "Objects go to the ranks that search them, before the frames that count");
  app.add_option("--moving", options.run.moving_percent, "Percent of the boxes that move")
      ->check(CLI::Range(0.0, 100.0));
  app.add_flag("--scattered", options.run.are_scattered,
               "Owners are random ranks, so that most boxes are searched by another one");
  app.add_flag("--weak", options.is_weak, "As many boxes on each rank, whatever the ranks");
  app.add_flag("--model", options.with_model,
               "Predict up to 16,384 ranks from the first scene on one and two");
  app.add_flag("--extras", options.with_extras,
               "Also events, new ids, and objects that migrate to the ranks that search them");
  app.add_option("--json", options.json, "Write the rows to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return world.rank == 0 ? app.exit(error) : error.get_exit_code();
  }
  return run_all(world, options) ? 0 : 1;
}

}  // namespace
}  // namespace quadphase::bench::distributed

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  quadphase::bench::distributed::World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.ranks);
  int result = 0;
  try {
    result = quadphase::bench::distributed::run(argc, argv, world);
  } catch (const std::exception& error) {
    fmt::print(stderr, "quadphase_bench_distributed: {}\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return result;
}
