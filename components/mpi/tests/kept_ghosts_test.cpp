// SPDX-License-Identifier: MIT
// What ranks remember of each other's objects: the same as if all had been sent, in fewer bytes.
#include "kept_ghosts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "local_objects.hpp"
#include "scenes/random.hpp"
#include "support/failing_new.hpp"
#include "world.hpp"

namespace quadphase::mpi::test {
namespace {

using detail::KeptGhosts;
using detail::Message;
using detail::Record;

constexpr std::size_t kHeadBytes = 8;  // of a message

DistributedConfig config_of(Partition partition) {
  DistributedConfig config;
  config.engine.threads = 1;
  config.partition = partition;
  return config;
}

int any_rank(scenes::Random& random) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(rank_count())));
}

World any_world(std::size_t count, scenes::Random& random) {
  World world(count);
  for (Object& object : world) {
    change(object, random);
    object.owner = any_rank(random);
  }
  return world;
}

/// A few objects move, change flags or owners, vanish or appear.
void change_a_few(World& world, scenes::Random& random) {
  for (std::size_t left = random.below(5); left > 0; --left) {
    const std::size_t row = random.below(static_cast<std::uint32_t>(world.size()));
    Object& object = world[row];
    const Mobility other =
        object.mobility == Mobility::moving ? Mobility::static_ : Mobility::moving;
    switch (random.below(9)) {
      case 0:
        change(object, random);
        break;
      case 1:
        object.mobility = other;
        break;
      case 2:
        object.filter.mask ^= 1U;
        break;
      case 3:
        object.owner = any_rank(random);
        break;
      case 4:  // all later ones have other ids and rows
        world.erase(world.begin() + static_cast<std::ptrdiff_t>(row));
        break;
      case 5:
        world.pop_back();
        break;
      case 6:
      case 7:
        world.push_back(Object(object));
        break;
      default:
        object.box.min_x -= 0.25F;
    }
  }
}

/// The same boxes without filters and all else that is sent only where a rank has some.
World without_attributes(World world) {
  for (Object& object : world) {
    Object plain;
    plain.box = object.box;
    plain.owner = object.owner;
    object = plain;
  }
  return world;
}

std::uint64_t sum_of_ranks(std::uint64_t value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return value;
}

/// No rank sends more than it would if it sent all; nothing is counted that was not sent.
void expect_no_more_than_whole_lists(const DistributedStats& stats, bool with_filters) {
  const std::size_t record_size = with_filters ? 48 : 32;
  EXPECT_LE(stats.sent_bytes, kHeadBytes * stats.sent_messages + 48 * stats.sent_count +
                                  4 * sum_of_ranks(stats.object_count));
  EXPECT_LE(stats.kept_ghost_count, stats.ghost_count);
  const std::uint64_t messages = sum_of_ranks(stats.sent_messages);
  const std::uint64_t ghosts = sum_of_ranks(stats.ghost_count);
  EXPECT_LE(sum_of_ranks(stats.sent_bytes), kHeadBytes * messages + record_size * ghosts);
  EXPECT_EQ(sum_of_ranks(stats.sent_count), ghosts - sum_of_ranks(stats.kept_ghost_count));
}

class KeptGhostsBy : public testing::TestWithParam<Partition> {};
INSTANTIATE_TEST_SUITE_P(All, KeptGhostsBy, testing::ValuesIn(kPartitions));

TEST_P(KeptGhostsBy, GiveThePairsOfOneEngineInNoMoreBytesWhereAFewObjectsChange) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    scenes::Random random(seed);
    DistributedConfig config = config_of(GetParam());
    if (seed % 2 == 0) config.imbalance_limit = 1;  // new cuts again and again
    DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
    World world = any_world(200, random);
    bool with_attributes = true;
    for (int frame = 0; frame < 25; ++frame) {
      expect_pairs_of_one_engine(with_attributes ? world : without_attributes(world), broad_phase,
                                 with_attributes);
      expect_no_more_than_whole_lists(broad_phase.stats(), with_attributes);
      change_a_few(world, random);
      if (random.below(8) == 0) with_attributes = !with_attributes;
    }
  }
}

TEST(KeptGhosts, GiveThePairsInTheOrderInWhichANewBroadPhaseHasThem) {
  scenes::Random random(8);
  const DistributedConfig config =
      config_of(Partition::own);  // no cuts, which would depend on the history
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  World world = any_world(300, random);
  for (int frame = 0; frame < 60; ++frame, change_a_few(world, random)) {
    const Rows own(world, rank());
    broad_phase.update(own.objects());
    DistributedBroadPhase other(MPI_COMM_WORLD, config);
    other.update(own.objects());
    EXPECT_TRUE(std::equal(broad_phase.pairs().begin(), broad_phase.pairs().end(),
                           other.pairs().begin(), other.pairs().end()));
    EXPECT_EQ(broad_phase.stats().ghost_count, other.stats().ghost_count);
  }
}

TEST_P(KeptGhostsBy, AreNotSentAgainWhereNothingHasChanged) {
  scenes::Random random(4);
  DistributedConfig config = config_of(GetParam());
  config.imbalance_limit = 1e9;
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  World world = without_attributes(any_world(400, random));
  for (int round = 0; round < 3; ++round) {
    expect_pairs_of_one_engine(world, broad_phase, false);
    EXPECT_EQ(sum_of_ranks(broad_phase.stats().sent_count) > 0, rank_count() > 1);
    for (int frame = 0; frame < 3; ++frame) {
      expect_pairs_of_one_engine(world, broad_phase, false);
      const DistributedStats& stats = broad_phase.stats();
      EXPECT_EQ(stats.sent_bytes + stats.sent_messages + stats.sent_count, 0U);
      EXPECT_EQ(stats.kept_ghost_count, stats.ghost_count);
    }
    for (Object& object : world) object.box.max_y += 0.5F;
  }
  // All vanish: one message to each rank that had some, and none later.
  broad_phase.update({});
  EXPECT_EQ(broad_phase.stats().sent_bytes, kHeadBytes * broad_phase.stats().sent_messages);
  EXPECT_EQ(sum_of_ranks(broad_phase.stats().sent_messages) > 0, rank_count() > 1);
  EXPECT_EQ(broad_phase.stats().searched_count, 0U);
  broad_phase.update({});
  EXPECT_EQ(broad_phase.stats().sent_messages, 0U);
  expect_pairs_of_one_engine(world, broad_phase, false);
}

/// The list of one rank for another, as bytes.
struct ListOfRecords {
  std::vector<Record> records;
  bool with_filters = false;

  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::vector<std::byte> bytes;
    for (const Record& record : records) {
      detail::append(bytes, record);
      if (with_filters) detail::append(bytes, Filter{1, record.row % 3, 0, 0});
    }
    return bytes;
  }
  [[nodiscard]] std::size_t record_size() const { return with_filters ? 48 : 32; }

  void change(scenes::Random& random) {
    if (random.below(30) == 0) with_filters = !with_filters;
    if (random.below(30) == 0) {
      records.clear();
      return;
    }
    const std::uint32_t share = 1 + random.below(10);
    std::erase_if(records, [&](const Record&) { return random.below(20) < share; });
    for (Record& record : records) {
      if (random.below(10) < share) record.box.min_x += 1;
      if (random.below(40) < share) record.id += 1;
      if (random.below(40) < share) record.is_static ^= 1U;
    }
    for (std::uint32_t row = 0; row < 40; ++row) {
      const auto has_row = [row](const Record& record) { return record.row == row; };
      if (random.below(20) < share && std::none_of(records.begin(), records.end(), has_row))
        records.push_back({{0, 0, 1, 1}, row, row, 0});
    }
    std::sort(records.begin(), records.end(),
              [](const Record& a, const Record& b) { return a.row < b.row; });
  }
};

TEST(KeptGhosts, AreTheSentListsByteForByteAlsoAfterUpdatesThatWereNotCommitted) {
  scenes::Random random(2);
  KeptGhosts sender;
  KeptGhosts receiver;
  ListOfRecords list;
  ListOfRecords committed;
  for (int update = 0; update < 3000; ++update) {
    if (random.below(4) == 0) {
      list = committed;
    } else {
      list.change(random);
    }
    std::vector<Message> lists;
    if (!list.records.empty()) lists.push_back({1, list.bytes()});
    std::vector<Message> messages = sender.changes(std::move(lists), list.record_size());
    static_cast<void>(receiver.changes({}, list.record_size()));
    if (random.below(5) == 0) continue;  // a rank has failed before the messages were sent
    ASSERT_LE(messages.size(), 1U);
    for (Message& message : messages) {
      EXPECT_LE(message.bytes.size(), kHeadBytes + list.bytes().size());
      message.rank = 0;
    }
    receiver.receive(messages);
    std::vector<std::byte> received;
    receiver.for_each_received([&](int sender_rank, const detail::RecordsView& records) {
      EXPECT_EQ(sender_rank, 0);
      detail::append(received, records.bytes());
    });
    ASSERT_TRUE(received == list.bytes()) << update;
    EXPECT_EQ(sender.sent_count(), receiver.received_count());
    if (random.below(5) == 0) continue;  // a rank has failed after that
    sender.commit();
    receiver.commit();
    committed = list;
  }
}

TEST_P(KeptGhostsBy, AreRightAfterMemoryHasEndedAtAnyPlaceOfAnUpdateOnOneRank) {
  scenes::Random random(6);
  DistributedConfig config = config_of(GetParam());
  config.engine.events = true;
  DistributedBroadPhase broad_phase(MPI_COMM_WORLD, config);
  World world = any_world(120, random);
  broad_phase.update(Rows(world, rank()).objects());
  const int culprit = rank_count() - 1;
  int has_ended = 1;
  std::size_t ends = 0;
  std::size_t failures = 0;
  for (std::size_t news = 0; has_ended != 0; ++news) {
    has_ended = 0;
    const World before = world;
    for (int i = 0; i < 5; ++i) change_a_few(world, random);
    const Rows own(world, rank());
    try {
      const contract::FailingNew failing(rank() == culprit ? std::optional(news) : std::nullopt);
      broad_phase.update(own.objects());
      // The engine runs a frame again whose memory ended once.
      has_ended = failing.has_thrown() ? 1 : 0;
    } catch (const DistributedError& error) {
      has_ended = 1;
      ++failures;
      EXPECT_EQ(error.kind(), DistributedError::Kind::out_of_memory);
      EXPECT_EQ(error.rank(), culprit);
    }
    if (random.below(2) == 0) world = before;
    change_a_few(world, random);
    expect_pairs_of_one_engine(world, broad_phase);
    MPI_Bcast(&has_ended, 1, MPI_INT, culprit, MPI_COMM_WORLD);
    ends += static_cast<std::size_t>(has_ended);
  }
  EXPECT_GT(ends, 20U);
  EXPECT_GT(failures, 0U);
}

}  // namespace
}  // namespace quadphase::mpi::test
