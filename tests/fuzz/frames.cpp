// SPDX-License-Identifier: MIT
// Fuzzes frames: boxes of any bits, and every way in which an engine hands out their pairs.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"
#include "model/torus.hpp"
#include "oracle/exact_pairs.hpp"
#include "support/checks.hpp"

namespace quadphase::fuzz {
namespace {

using contract::Pairs;

/// What every engine must make of the boxes, whatever it runs on.
struct Expected {
  Pairs exact;    // ascending
  Pairs ordered;  // as a single thread of plain C++ orders them
  std::vector<ObjectId> rejected;
  Stats stats;
};

Expected expected_of(const BoxView& boxes, Config config) {
  const model::Torus torus{config.touching, {config.period_x, config.period_y}};
  const auto takes_part = [&](const Box& box) { return is_valid(box) && torus.fits(box); };
  Expected expected;
  if (!torus.periods.has_any()) expected.exact = oracle::exact_pairs(boxes, config.touching);
  for (std::size_t i = 0; torus.periods.has_any() && i < boxes.size(); ++i)
    for (std::size_t j = i + 1; takes_part(boxes[i]) && j < boxes.size(); ++j)
      if (takes_part(boxes[j]) && torus.overlap(boxes[i], boxes[j]))
        expected.exact.push_back({static_cast<ObjectId>(i), static_cast<ObjectId>(j)});
  config.threads = 1;
  config.simd = Simd::scalar;
  config.max_pairs = std::numeric_limits<std::uint64_t>::max();
  BroadPhase plain(config);
  plain.update(boxes);
  require_none(oracle::compare_pairs(plain.pairs(), expected.exact), "one thread, plain C++");
  expected.ordered = contract::copy_of(plain.pairs());
  expected.stats = plain.stats();
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!takes_part(boxes[i])) expected.rejected.push_back(static_cast<ObjectId>(i));
  return expected;
}

void check_figures(const BroadPhase& engine, const Expected& expected) {
  const Stats& stats = engine.stats();
  require(std::ranges::equal(engine.rejected_ids(), expected.rejected), "rejected_ids() are wrong");
  require(stats.rejected_count == expected.rejected.size(), "rejected_count is wrong");
  require(stats.object_count == expected.stats.object_count, "object_count is wrong");
  require(stats.leaf_count == expected.stats.leaf_count, "leaf_count is wrong");
  require(stats.node_count == expected.stats.node_count, "node_count is wrong");
}

/// The pairs of the current tree, streamed in chunks.
void check_chunks(BroadPhase& engine, const Expected& expected, std::uint32_t modulus) {
  const std::vector<contract::Chunk> chunks = contract::chunks_of(engine);
  for (const contract::Chunk& chunk : chunks)
    require(chunk.index < engine.chunk_count(), "a chunk above chunk_count()");
  require(contract::joined(chunks) == expected.ordered, "chunks differ from the pairs");
  const auto accept = [&](const Pair& pair) { return (pair.first + pair.second) % modulus == 0; };
  std::atomic<std::size_t> accepted{0};
  engine.for_each_pair_chunk(
      accept, [&](std::span<const Pair> pairs, std::size_t) { accepted += pairs.size(); });
  const auto wanted = std::ranges::count_if(expected.ordered, accept);
  require(accepted == static_cast<std::size_t>(wanted), "accepted pairs are wrong");
}

void check_update(BroadPhase& engine, const BoxView& boxes, const Expected& expected,
                  std::uint64_t max_pairs, std::uint32_t modulus) {
  if (expected.exact.size() > max_pairs) {
    require_throws<std::length_error>([&] { engine.update(boxes); }, "more pairs than max_pairs");
    require_throws<std::logic_error>([&] { (void)engine.count_pairs(); }, "a count of no tree");
    return;
  }
  engine.update(boxes);
  require_none(oracle::compare_pairs(engine.pairs(), expected.exact), "update");
  require(contract::copy_of(engine.pairs()) == expected.ordered, "pairs are in another order");
  require(engine.stats().pair_count == expected.exact.size(), "pair_count is wrong");
  require(engine.stats().test_count == expected.stats.test_count, "test_count is wrong");
  require(engine.count_pairs() == expected.exact.size(), "count_pairs() is wrong");
  check_figures(engine, expected);
  check_chunks(engine, expected, modulus);
}

void check_build(BroadPhase& engine, const BoxView& boxes, const Expected& expected,
                 std::uint32_t modulus) {
  engine.build(boxes);
  require(engine.pairs().empty(), "pairs after build");
  check_figures(engine, expected);
  require(engine.count_pairs() == expected.exact.size(), "count_pairs() after build is wrong");
  check_chunks(engine, expected, modulus);
}

/// The boxes as rows, at any address, and in double: no float is rounded.
void check_forms(BroadPhase& engine, const std::vector<Box>& frame, const Expected& expected) {
  const auto check = [&](const char* form) {
    require(contract::copy_of(engine.pairs()) == expected.ordered, form);
    check_figures(engine, expected);
  };
  engine.update(frame);
  check("rows give other pairs");
  constexpr std::size_t kStride = sizeof(Box) + 5;
  std::vector<std::byte> bytes(1 + kStride * frame.size());
  for (std::size_t i = 0; i < frame.size(); ++i)
    std::memcpy(bytes.data() + 1 + kStride * i, &frame[i], sizeof(Box));
  bytes.resize(bytes.size() - (frame.empty() ? 0 : kStride - sizeof(Box)));  // none past the last
  engine.update({bytes.data() + 1, frame.size(), kStride});
  check("rows with gaps give other pairs");
  std::vector<double> columns[4];
  for (const Box& box : frame) {
    columns[0].push_back(static_cast<double>(box.min_x));
    columns[1].push_back(static_cast<double>(box.min_y));
    columns[2].push_back(static_cast<double>(box.max_x));
    columns[3].push_back(static_cast<double>(box.max_y));
  }
  engine.update({DoubleBoxView{columns[0], columns[1], columns[2], columns[3]}, {0, 0}});
  check("boxes in double give other pairs");
}

void run(ByteSource in) {
  Config options = config(in);
  const std::uint32_t order = in.byte();
  const std::uint32_t modulus = 1 + order / 16 % 4;
  if (order >= 224) options.max_pairs = in.byte();
  if (order >= 192) options.threads = 4;
  const std::vector<Box> all = boxes(in, 400);
  const std::vector<Box> some(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / (1 + order % 3)));

  BroadPhase engine(options);
  if (order % 8 == 7) engine.reserve(all.size() / 2, order);
  // A large frame behind a small one, or the other way around: buffers hold what was there before.
  for (const std::vector<Box>* const frame : {&all, &some}) {
    const contract::Columns columns = contract::columns_of(*frame);
    const Expected expected = expected_of(columns.view(), options);
    if ((order & 4U) != 0) check_build(engine, columns.view(), expected, modulus);
    check_update(engine, columns.view(), expected, options.max_pairs, modulus);
    if ((order & 8U) != 0) check_build(engine, columns.view(), expected, modulus);
    if ((order & 16U) != 0 && expected.exact.size() <= options.max_pairs)
      check_forms(engine, *frame, expected);
  }
}

}  // namespace
}  // namespace quadphase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quadphase::fuzz::run(quadphase::fuzz::ByteSource({data, size}));
  return 0;
}
