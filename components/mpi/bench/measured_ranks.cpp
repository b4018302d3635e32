// SPDX-License-Identifier: MIT
#include "measured_ranks.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "divided_scene.hpp"
#include "halo_exchange.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::bench::distributed {
namespace {

constexpr int kWarmup = 4;  // frames: cuts follow the work of the first ones

/// What a rank did in one frame.
struct RankFrame {
  double partition = 0, ghosts = 0, wait = 0, pairs = 0;  // milliseconds
  double sent_bytes = 0, sent_messages = 0, own = 0, copies = 0, pair_count = 0, kept = 0;
  double work = 0;  // as in mpi::DistributedStats::imbalance
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void update(const DividedScene& scene) = 0;
  [[nodiscard]] virtual RankFrame frame() const = 0;
  /// For each box the rank that should own it; empty: as it is.
  [[nodiscard]] virtual std::vector<int> best_owners(const BoxView& /*boxes*/) const { return {}; }
};

class OurEngine final : public Engine {
 public:
  OurEngine(MPI_Comm communicator, mpi::Partition partition)
      : broad_phase_(communicator, config(partition)) {}

  void update(const DividedScene& scene) override {
    broad_phase_.update({scene.boxes(), scene.ids()});
  }
  [[nodiscard]] std::vector<int> best_owners(const BoxView& boxes) const override {
    return broad_phase_.best_owners(boxes);
  }
  [[nodiscard]] RankFrame frame() const override {
    const mpi::DistributedStats& stats = broad_phase_.stats();
    const auto milliseconds = [](std::uint64_t time) { return static_cast<double>(time) * 1e-6; };
    RankFrame frame;
    frame.partition = milliseconds(stats.nanoseconds.partition);
    frame.ghosts = milliseconds(stats.nanoseconds.ghosts);
    frame.wait = milliseconds(stats.nanoseconds.wait);
    frame.pairs = milliseconds(stats.nanoseconds.pairs);
    frame.sent_bytes = static_cast<double>(stats.sent_bytes);
    frame.sent_messages = static_cast<double>(stats.sent_messages);
    frame.own = static_cast<double>(stats.object_count);
    frame.copies = static_cast<double>(stats.ghost_count);
    frame.pair_count = static_cast<double>(stats.pair_count);
    frame.work = static_cast<double>(stats.searched_count + 2 * stats.found_count);
    frame.kept = static_cast<double>(stats.kept_ghost_count);
    return frame;
  }

 private:
  static mpi::DistributedConfig config(mpi::Partition partition) {
    mpi::DistributedConfig config;
    config.engine.threads = 1;
    config.partition = partition;
    return config;
  }
  mpi::DistributedBroadPhase broad_phase_;
};

class HaloEngine final : public Engine {
 public:
  explicit HaloEngine(MPI_Comm communicator) : halo_(communicator) {}

  void update(const DividedScene& scene) override {
    own_count_ = scene.boxes().size();
    halo_.update(scene.boxes(), scene.ids());
  }
  [[nodiscard]] RankFrame frame() const override {
    RankFrame frame;
    frame.sent_bytes = static_cast<double>(halo_.sent_bytes());
    frame.sent_messages = static_cast<double>(halo_.sent_messages());
    frame.own = static_cast<double>(own_count_);
    frame.copies = static_cast<double>(halo_.ghost_count());
    frame.pair_count = static_cast<double>(halo_.pair_count());
    frame.work = static_cast<double>(halo_.searched_count() + 2 * halo_.found_count());
    return frame;
  }

 private:
  HaloExchange halo_;
  std::size_t own_count_ = 0;
};

/// Reduces values of all ranks, in place.
template <std::size_t kCount>
void reduce(MPI_Comm communicator, std::array<double, kCount>& values, MPI_Op operation) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(kCount), MPI_DOUBLE, operation,
                communicator);
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Measured measure(MPI_Comm communicator, const Run& run) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  DividedScene scene(run, rank, ranks);
  std::unique_ptr<Engine> engine;
  if (run.method == Method::quadphase) {
    engine = std::make_unique<OurEngine>(communicator, run.partition);
  } else {
    engine = std::make_unique<HaloEngine>(communicator);
  }
  std::array<std::vector<double>, 13> columns;
  double cut = 0;
  for (int i = -kWarmup; i < run.frames; ++i) {
    if (i == -1 && run.follows) {
      const std::vector<int> owners = engine->best_owners(scene.whole());
      if (!owners.empty()) scene.own(owners, rank);
    }
    MPI_Barrier(communicator);
    const double begin = MPI_Wtime();
    engine->update(scene);
    const double seconds = MPI_Wtime() - begin;
    const RankFrame frame = engine->frame();
    std::array<double, 11> sums = {frame.partition,  frame.ghosts,        frame.wait, frame.pairs,
                                   frame.sent_bytes, frame.sent_messages, frame.own,  frame.copies,
                                   frame.pair_count, frame.work,          frame.kept};
    std::array<double, 3> most = {seconds * 1e3, frame.work, frame.partition};
    reduce(communicator, sums, MPI_SUM);
    reduce(communicator, most, MPI_MAX);
    cut = std::max(cut, most[2]);
    if (i >= 0) {
      for (std::size_t k = 0; k < sums.size(); ++k) columns[k].push_back(sums[k]);
      columns[11].push_back(most[0]);
      columns[12].push_back(most[1] * ranks / sums[9]);
    }
    scene.step();
  }
  std::array<double, 13> all{};
  std::transform(columns.begin(), columns.end(), all.begin(),
                 [](const std::vector<double>& column) { return median(column); });
  return {ranks,
          run.box_count,
          static_cast<std::uint64_t>(all[8]),
          all[11],
          all[0] / ranks,
          all[1] / ranks,
          all[2] / ranks,
          all[3] / ranks,
          all[4] / ranks / 1e3,
          all[5] / ranks,
          all[7] / std::max(1.0, all[6]),
          all[10] / std::max(1.0, all[7]),
          all[12],
          cut};
}

}  // namespace quadphase::bench::distributed
