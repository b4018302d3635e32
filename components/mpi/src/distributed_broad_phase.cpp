// SPDX-License-Identifier: MIT
// An update over all ranks, phase by phase. After each one that can fail on a single rank, all
// ranks agree that none has; what is shown changes last.
//
//     validate    columns                -> boxes as they are searched      mpi/ghosts.hpp
//     ids         ids of all ranks       -> none occurs twice               mpi/ids.hpp
//     partition   boxes                  -> a region for each rank          mpi/cuts.hpp, parts.hpp
//     ghosts      boxes, regions         -> own objects, lists for others   mpi/ghosts.hpp
//     changes     lists                  -> messages                        mpi/kept_ghosts.hpp
//     exchange    messages               -> objects of other ranks          mpi/exchange.hpp
//     pairs       objects                -> the pairs of this rank's share  mpi/local_pairs.hpp
//     events      shares of two updates  -> pairs that began or ended       mpi/events.hpp
//     weights     shares of all ranks    -> the work of each box            mpi/weights.hpp
//     rebalance   boxes, their work      -> new regions for the next update mpi/cuts.hpp
#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/mixed_bits.hpp"
#include "cuts.hpp"
#include "ids.hpp"
#include "state.hpp"
#include "weights.hpp"

namespace quadphase::mpi {

using namespace detail;

namespace {

constexpr std::uint64_t kLongestWait = 1024;  // updates between two sets of cuts

/// What is the same on all ranks, as one number.
std::uint64_t digest_of(const DistributedConfig& config) {
  std::uint64_t digest = 0;
  const auto add = [&](std::uint64_t value) {
    digest = quadphase::detail::mixed_bits(digest ^ value) + value;
  };
  add(config.engine.max_pairs);
  add(static_cast<std::uint64_t>(config.engine.touching));
  add(static_cast<std::uint64_t>(config.engine.leaf_capacity));
  add(static_cast<std::uint64_t>(config.engine.max_depth));
  add(config.engine.events ? 1 : 0);
  add(static_cast<std::uint64_t>(config.partition));
  add(config.check_ids ? 1 : 0);
  add(std::bit_cast<std::uint64_t>(config.imbalance_limit));
  return digest;
}

/// Adds the time since the last call, or since the start, to a phase.
class PhaseClock {
 public:
  void add_to(std::uint64_t& phase) {
    const auto now = std::chrono::steady_clock::now();
    phase += static_cast<std::uint64_t>((now - last_) / std::chrono::nanoseconds(1));
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// How many objects of other ranks have room before they arrive: somewhat more than in the last
/// update.
///
/// Why: otherwise, all own objects are copied to other memory when the first of the others is
/// added, which takes 4 ms of an update of 250,000 boxes a rank (Zen 4).
std::size_t ghost_room(const DistributedStats& last) {
  return last.ghost_count + last.ghost_count / 8 + 1'000;
}

}  // namespace

void DistributedBroadPhase::State::check(const DistributedConfig& given) {
  on_all_ranks(communicator, [&] {
    require(given.engine.period_x == 0 && given.engine.period_y == 0, Rule::no_periods);
    require(!given.engine.previous_indices, Rule::no_previous_indices);
    require(given.imbalance_limit >= 1, Rule::imbalance_limit);
    quadphase::Config own_config = given.engine;
    own_config.events = false;  // found from the shares of all ranks
    try {
      engine = std::make_unique<LocalEngine>(own_config);
      if (given.engine.events) pair_sort = std::make_unique<PairSort>(own_config);
    } catch (const std::invalid_argument&) {
      throw Broken{Rule::engine_config};
    }
  });
  std::uint64_t digest = digest_of(given);
  const std::uint64_t own_digest = digest;
  MPI_Bcast(&digest, 1, MPI_UINT64_T, 0, communicator.get());
  on_all_ranks(communicator, [&] { require(digest == own_digest, Rule::equal_configs); });
  config = given;
}

/// Collective. Errors: on all ranks.
std::shared_ptr<const Parts> DistributedBroadPhase::State::cut(
    const OwnBoxes& own, std::span<const float> weights) const {
  std::vector<Point> points;
  std::vector<float> point_weights;
  on_all_ranks(communicator, [&] {
    for (std::size_t row = 0; row < own.boxes.size(); ++row) {
      if (!is_valid(own.boxes[row])) continue;
      points.push_back(center(own.boxes[row]));
      point_weights.push_back(weights.empty() ? 1.0F : weights[row]);
    }
  });
  return cut_space(communicator, config.partition, {points, point_weights});
}

/// Throws if an id occurs twice. Returns what all ranks send of an object. Collective. Errors: on
/// all ranks.
RecordForm DistributedBroadPhase::State::check_world(const Objects& objects) {
  constexpr std::uint64_t kFilters = 1;
  constexpr std::uint64_t kOtherIds = 2;
  constexpr std::uint64_t kGenerations = 4;
  const bool has_generations = config.engine.events && !objects.attributes.generation.empty();
  const bool has_other_ids =
      config.check_ids &&
      !std::equal(objects.ids.begin(), objects.ids.end(), checked_ids.begin(), checked_ids.end());
  const std::uint64_t bits =
      communicator.any_bits((has_filters(objects) ? kFilters : 0) |
                            (has_other_ids ? kOtherIds : 0) | (has_generations ? kGenerations : 0));
  if ((bits & kOtherIds) != 0) {
    require_unique(communicator, objects.ids);
    std::vector<GlobalId> ids;
    on_all_ranks(communicator, [&] { ids.assign(objects.ids.begin(), objects.ids.end()); });
    checked_ids = std::move(ids);
  }
  return {(bits & kFilters) != 0, (bits & kGenerations) != 0};
}

/// A region for each rank. Collective. Errors: on all ranks.
void DistributedBroadPhase::State::partition(const OwnBoxes& own) {
  const auto rank_count = static_cast<std::size_t>(communicator.size());
  std::vector<Box> boxes;
  if (config.partition == Partition::own) {
    Box bounds = kNowhere;
    for (const Box& box : own.boxes) {
      if (is_valid(box)) bounds = is_valid(bounds) ? merge(bounds, box) : box;
    }
    on_all_ranks(communicator, [&] { boxes.resize(rank_count); });
    MPI_Allgather(&bounds, 4, MPI_FLOAT, boxes.data(), 4, MPI_FLOAT, communicator.get());
    on_all_ranks(communicator,
                 [&] { regions.regions = std::make_shared<BoxParts>(std::move(boxes)); });
    return;
  }
  if (has_cuts) return;
  const std::uint64_t valid = communicator.sum(own.boxes.size() - own.rejected_ids.size());
  if (valid > 0) {
    regions.regions = cut(own, {});
  } else {  // nothing to cut by: all of space is the first rank's
    on_all_ranks(communicator, [&] {
      boxes.assign(rank_count, kNowhere);
      boxes.front() = kEverywhere;
      regions.regions = std::make_shared<BoxParts>(std::move(boxes));
    });
  }
  regions.are_parts = true;
  has_cuts = valid > 0;
  cut_count += has_cuts ? 1 : 0;
}

/// The objects that this rank searches: `local` and those of other ranks. Collective. Errors: on
/// all ranks.
LocalObjects DistributedBroadPhase::State::exchange(std::vector<Message> changes,
                                                    LocalObjects local, const RecordForm& form,
                                                    Shown& next) {
  Exchange exchange(communicator, std::move(changes));
  next.stats.sent_bytes = exchange.sent_bytes();
  next.stats.sent_messages = exchange.sent().size();
  exchange.run();
  const std::size_t own_count = local.size();
  on_all_ranks(communicator, [&] {
    ghosts.receive(exchange.received());
    ghosts.for_each_received(
        [&](int rank, const RecordsView& records) { add_ghosts(records, form, rank, local); });
  });
  ghosts.commit();
  next.stats.searched_count = local.size();
  next.stats.ghost_count = local.size() - own_count;
  next.stats.static_count = local.statics.size();
  next.stats.sent_count = ghosts.sent_count();
  next.stats.kept_ghost_count = next.stats.ghost_count - ghosts.received_count();
  return local;
}

/// The pairs of this rank's share. From here on there is nothing to query until the update ends.
void DistributedBroadPhase::State::search(LocalObjects objects, Shown& next) {
  can_search = false;
  has_reach = false;
  const int rank = communicator.rank();
  const auto& parts = regions.regions;
  searched = {parts->box_of(rank), rank, regions.are_parts,
              regions.are_parts ? std::dynamic_pointer_cast<const GridParts>(parts) : nullptr};
  next.pairs = engine->find_pairs(std::move(objects), searched, std::move(spare_pairs));
  next.stats.found_count = engine->found_count();
  if (config.engine.events) pair_sort->sort(next.pairs);
}

/// What began and ended since the update that is shown. Collective. Errors: on all ranks.
void DistributedBroadPhase::State::find_events(Shown& next) const {
  on_all_ranks(communicator,
               [&] { next.generations = Generations(engine->statics(), engine->moving()); });
  next.changed =
      find_changes(communicator, {shown.pairs, shown.generations}, {next.pairs, next.generations});
}

/// New parts for the next update if the work is divided too unevenly, else null. Collective.
/// Errors: on all ranks.
///
/// Why it waits longer and longer: there may be no better cuts, for example if all boxes lie in one
/// place.
std::shared_ptr<const Parts> DistributedBroadPhase::State::rebalance(const OwnBoxes& own,
                                                                     Shown& next) {
  const std::uint64_t work =
      next.stats.searched_count + static_cast<std::uint64_t>(kPairWork) * next.stats.found_count;
  const std::uint64_t sum = communicator.sum(work);
  const std::uint64_t most = communicator.most(work);
  next.stats.imbalance =
      sum == 0 ? 1.0 : static_cast<double>(most) * communicator.size() / static_cast<double>(sum);
  ++waited;
  if (config.partition == Partition::own || !has_cuts ||
      !(next.stats.imbalance > config.imbalance_limit)) {
    next_wait = 1;
    return nullptr;
  }
  if (waited < next_wait) return nullptr;
  const std::uint64_t valid = communicator.sum(own.boxes.size() - own.rejected_ids.size());
  if (valid == 0) return nullptr;
  const std::vector<float> weights = weights_of(communicator, own.boxes.size(), next.pairs);
  waited = 0;
  next_wait = std::min(2 * next_wait, kLongestWait);
  ++cut_count;
  return cut(own, weights);
}

DistributedBroadPhase::DistributedBroadPhase(MPI_Comm communicator, const DistributedConfig& config)
    : state_(std::make_unique<State>(communicator)) {
  state_->check(config);
}

DistributedBroadPhase::~DistributedBroadPhase() = default;

void DistributedBroadPhase::update(const Objects& objects) {
  State& state = *state_;
  const Communicator& communicator = state.communicator;
  State::Shown next;
  PhaseTimes& times = next.stats.nanoseconds;
  PhaseClock clock;

  OwnBoxes own;
  const Rule validating = rule_broken_by([&] { own = validated(objects); });
  clock.add_to(times.ghosts);
  agree(communicator, validating);
  const RecordForm form = state.check_world(objects);
  clock.add_to(times.wait);
  state.partition(own);
  clock.add_to(times.partition);

  Routed routed;
  std::vector<Message> changes;
  const Rule routing = rule_broken_by([&] {
    routed = route(objects, own, state.regions, communicator.rank(), form,
                   ghost_room(state.shown.stats));
    changes = state.ghosts.changes(std::move(routed.lists), form.size());
  });
  clock.add_to(times.ghosts);
  agree(communicator, routing);
  LocalObjects local = state.exchange(std::move(changes), std::move(routed.local), form, next);
  clock.add_to(times.wait);

  const Rule searching = rule_broken_by([&] { state.search(std::move(local), next); });
  clock.add_to(times.pairs);
  agree(communicator, searching);
  clock.add_to(times.wait);
  if (state.config.engine.events) state.find_events(next);
  clock.add_to(times.events);

  if (auto parts = state.rebalance(own, next)) state.regions.regions = std::move(parts);
  clock.add_to(times.partition);
  next.stats.partition_count = state.cut_count;

  next.stats.object_count = objects.boxes.size();
  next.stats.rejected_count = own.rejected_ids.size();
  next.stats.pair_count = next.pairs.size();
  next.rejected_ids = std::move(own.rejected_ids);
  state.spare_pairs = std::move(state.shown.pairs);
  state.shown = std::move(next);
  state.can_search = true;
}

std::span<const GlobalPair> DistributedBroadPhase::pairs() const noexcept {
  return state_->shown.pairs;
}

GlobalEvents DistributedBroadPhase::events() const noexcept {
  const ChangedPairs& changed = state_->shown.changed;
  return {changed.begun, changed.ended};
}

std::span<const GlobalId> DistributedBroadPhase::rejected_ids() const noexcept {
  return state_->shown.rejected_ids;
}

const DistributedStats& DistributedBroadPhase::stats() const noexcept {
  return state_->shown.stats;
}

int DistributedBroadPhase::rank() const noexcept {
  return state_->communicator.rank();
}

int DistributedBroadPhase::rank_count() const noexcept {
  return state_->communicator.size();
}

}  // namespace quadphase::mpi
