// SPDX-License-Identifier: MIT
#include "extra_costs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "divided_scene.hpp"
#include "quadphase/box.hpp"
#include "quadphase/mpi.hpp"

namespace quadphase::bench::distributed {
namespace {

constexpr int kWarmup = 4;  // frames: cuts follow the work of the first ones

/// One value for each frame.
class Frames {
 public:
  Frames(MPI_Comm communicator, int count) : communicator_(communicator), frames_(count) {}

  /// Runs `frame(values)` on all ranks, which fills in the values of this rank, and keeps the
  /// greatest of times, which come first, and the sums of the others.
  template <std::size_t kTimes, std::size_t kSums, class Frame>
  std::array<double, kTimes + kSums> medians(const Frame& frame) const {
    std::array<std::vector<double>, kTimes + kSums> columns;
    for (int i = -kWarmup; i < frames_; ++i) {
      std::array<double, kTimes> times{};
      std::array<double, kSums> sums{};
      frame(times, sums);
      MPI_Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(kTimes), MPI_DOUBLE, MPI_MAX,
                    communicator_);
      MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(kSums), MPI_DOUBLE, MPI_SUM,
                    communicator_);
      if (i < 0) continue;
      for (std::size_t k = 0; k < kTimes; ++k) columns[k].push_back(times[k]);
      for (std::size_t k = 0; k < kSums; ++k) columns[kTimes + k].push_back(sums[k]);
    }
    std::array<double, kTimes + kSums> result{};
    std::transform(columns.begin(), columns.end(), result.begin(), median);
    return result;
  }

  /// Times two calls, each of them first in every other frame.
  template <class First, class Second>
  void time_in_turns(std::array<double, 2>& times, const First& first, const Second& second) {
    is_swapped_ = !is_swapped_;
    if (is_swapped_) times[1] = time(second);
    times[0] = time(first);
    if (!is_swapped_) times[1] = time(second);
  }

  /// Milliseconds of a call that all ranks begin together.
  template <class Call>
  [[nodiscard]] double time(const Call& call) const {
    MPI_Barrier(communicator_);
    const double begin = MPI_Wtime();
    call();
    return (MPI_Wtime() - begin) * 1e3;
  }

 private:
  MPI_Comm communicator_;
  int frames_;
  bool is_swapped_ = false;
};

mpi::DistributedConfig config_of(const Run& run, bool events, bool check_ids) {
  mpi::DistributedConfig config;
  config.partition = run.partition;
  config.engine.threads = 1;
  config.engine.events = events;
  config.check_ids = check_ids;
  return config;
}

void measure_events(MPI_Comm communicator, const Run& run, Frames& frames, DividedScene scene,
                    ExtraCosts& costs) {
  mpi::DistributedBroadPhase plain(communicator, config_of(run, false, true));
  mpi::DistributedBroadPhase with_events(communicator, config_of(run, true, true));
  const auto medians = frames.medians<2, 2>([&](auto& times, auto& sums) {
    frames.time_in_turns(
        times,
        [&] {
          plain.update({scene.boxes(), scene.ids()});
        },
        [&] {
          with_events.update({scene.boxes(), scene.ids()});
        });
    const mpi::GlobalEvents events = with_events.events();
    sums[0] = static_cast<double>(with_events.stats().nanoseconds.events) * 1e-6;
    sums[1] = static_cast<double>(events.begun.size() + events.ended.size());
    scene.step();
  });
  costs.update = medians[0];
  costs.with_events = medians[1];
  costs.events = medians[2] / plain.rank_count();
  costs.changed = medians[3];
}

void measure_new_ids(MPI_Comm communicator, const Run& run, Frames& frames, DividedScene scene,
                     ExtraCosts& costs) {
  mpi::DistributedBroadPhase checked(communicator, config_of(run, false, true));
  mpi::DistributedBroadPhase unchecked(communicator, config_of(run, false, false));
  std::vector<mpi::GlobalId> ids = scene.ids();
  const auto medians = frames.medians<2, 1>([&](auto& times, auto& /*sums*/) {
    for (mpi::GlobalId& id : ids) id += std::uint64_t{1} << 32U;
    frames.time_in_turns(
        times,
        [&] {
          checked.update({scene.boxes(), ids});
        },
        [&] {
          unchecked.update({scene.boxes(), ids});
        });
    scene.step();
  });
  costs.new_ids_checked = medians[0];
  costs.new_ids_unchecked = medians[1];
}

/// What a caller sends of an object.
struct Body {
  mpi::GlobalId id = 0;
  std::array<double, 7> state{};
};
static_assert(sizeof(Body) == 64);

/// The objects of a rank, which follow the cuts.
class Bodies {
 public:
  explicit Bodies(const DividedScene& scene) {
    for (const mpi::GlobalId id : scene.ids()) bodies_.push_back({id, {}});
    read(scene);
  }

  /// The boxes of this frame.
  void read(const DividedScene& scene) {
    boxes_.resize(bodies_.size());
    ids_.clear();
    for (std::size_t row = 0; row < bodies_.size(); ++row) {
      boxes_.set(row, scene.whole()[static_cast<std::size_t>(bodies_[row].id)]);
      ids_.push_back(bodies_[row].id);
    }
  }

  [[nodiscard]] mpi::Objects objects() const { return {boxes_.view(), ids_}; }

  void migrate(const mpi::DistributedBroadPhase& broad_phase, std::span<const int> owners) {
    std::vector<Body> kept;
    for (std::size_t row = 0; row < bodies_.size(); ++row) {
      if (owners[row] == broad_phase.rank()) kept.push_back(bodies_[row]);
    }
    broad_phase.migrate(
        owners,
        [&](std::size_t row, std::vector<std::byte>& bytes) {
          bytes.resize(sizeof(Body));
          std::memcpy(bytes.data(), &bodies_[row], sizeof(Body));
        },
        [&](int /*rank*/, std::span<const std::byte> bytes) {
          std::memcpy(&kept.emplace_back(), bytes.data(), sizeof(Body));
        });
    bodies_ = std::move(kept);
  }

 private:
  std::vector<Body> bodies_;
  BoxColumns boxes_;
  std::vector<mpi::GlobalId> ids_;
};

void measure_migration(MPI_Comm communicator, const Run& run, Frames& frames, DividedScene scene,
                       ExtraCosts& costs) {
  mpi::DistributedBroadPhase broad_phase(communicator, config_of(run, false, true));
  Bodies bodies(scene);
  broad_phase.update(bodies.objects());
  const auto medians = frames.medians<3, 5>([&](auto& times, auto& sums) {
    scene.step();
    bodies.read(scene);
    std::vector<int> owners;
    times[0] = frames.time([&] { owners = broad_phase.best_owners(bodies.objects().boxes); });
    times[1] = frames.time([&] { bodies.migrate(broad_phase, owners); });
    bodies.read(scene);
    times[2] = frames.time([&] { broad_phase.update(bodies.objects()); });
    std::vector<bool> is_target(static_cast<std::size_t>(broad_phase.rank_count()));
    for (const int owner : owners) {
      if (owner == broad_phase.rank()) continue;
      sums[0] += 1;
      is_target[static_cast<std::size_t>(owner)] = true;
    }
    sums[1] = sums[0] * static_cast<double>(sizeof(Body) + sizeof(std::uint64_t));
    sums[2] = static_cast<double>(std::count(is_target.begin(), is_target.end(), true));
    sums[3] = static_cast<double>(broad_phase.stats().ghost_count);
    sums[4] = static_cast<double>(broad_phase.stats().object_count);
  });
  costs.best_owners = medians[0];
  costs.migrate = medians[1];
  costs.update_after = medians[2];
  costs.migrated_objects = medians[3];
  costs.migrated_kilobytes = medians[4] / broad_phase.rank_count() / 1e3;
  costs.migration_messages = medians[5] / broad_phase.rank_count();
  costs.ghost_share_after = medians[6] / std::max(1.0, medians[7]);
}

}  // namespace

ExtraCosts measure_extra_costs(MPI_Comm communicator, const Run& run) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  Frames frames(communicator, run.frames);
  const auto scene = [&] { return DividedScene(run, rank, ranks); };
  ExtraCosts costs;
  measure_events(communicator, run, frames, scene(), costs);
  measure_new_ids(communicator, run, frames, scene(), costs);
  measure_migration(communicator, run, frames, scene(), costs);
  return costs;
}

}  // namespace quadphase::bench::distributed
