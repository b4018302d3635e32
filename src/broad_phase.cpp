// SPDX-License-Identifier: MIT
// Scaffold: a one-axis sweep behind the public face, until the stages take its place.
#include "quadphase/broad_phase.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace quadphase {

std::string_view name_of(Simd simd) noexcept {
  switch (simd) {
    case Simd::best: return "best";
    case Simd::avx512: return "avx512";
    case Simd::avx2: return "avx2";
    case Simd::sse4: return "sse4";
    case Simd::neon: return "neon";
    case Simd::scalar: return "scalar";
  }
  return "unknown";
}
bool is_supported(Simd simd) noexcept { return simd == Simd::best || simd == Simd::scalar; }

struct BroadPhase::Engine {
  Config config;
  Stats stats;
  std::vector<Pair> pairs, found;
  std::vector<ObjectId> rejected;
};
BroadPhase::BroadPhase(const Config& config) : engine_(new Engine{config, {}, {}, {}, {}}) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;
void BroadPhase::reserve(std::size_t, std::uint64_t) {}
void BroadPhase::build(const BoxView& boxes) {
  if (boxes.min_y.size() != boxes.size() || boxes.max_x.size() != boxes.size() || boxes.max_y.size() != boxes.size())
    throw std::invalid_argument("the four spans must have one length");
  engine_->pairs.clear();
  engine_->found.clear();
  engine_->rejected.clear();
  std::vector<ObjectId> order;
  for (ObjectId i = 0; i < boxes.size(); ++i) (is_legal(boxes[i]) ? order : engine_->rejected).push_back(i);
  std::sort(order.begin(), order.end(), [&](ObjectId a, ObjectId b) { return boxes.min_x[a] < boxes.min_x[b]; });
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && boxes.min_x[order[j]] <= boxes.max_x[order[i]]; ++j)
      if (overlaps(boxes[order[i]], boxes[order[j]]))
        engine_->found.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
  engine_->stats = {};
  engine_->stats.object_count = boxes.size();
  engine_->stats.rejected_count = engine_->rejected.size();
  engine_->stats.rejected_ids_data = engine_->rejected.data();
  engine_->stats.pair_count = engine_->found.size();
  engine_->stats.threads = 1;
}
void BroadPhase::update(const BoxView& boxes) {
  build(boxes);
  engine_->pairs = engine_->found;
}
std::span<const Pair> BroadPhase::pairs() const noexcept { return engine_->pairs; }
std::uint64_t BroadPhase::count_pairs() { return engine_->found.size(); }
std::size_t BroadPhase::chunk_count() const noexcept { return 1; }
const Stats& BroadPhase::stats() const noexcept { return engine_->stats; }
std::size_t BroadPhase::byte_count() const noexcept { return 0; }
void BroadPhase::visit_chunks(void* target, ChunkVisitor visit) {
  if (!engine_->found.empty()) visit(target, engine_->found, 0);
}

}  // namespace quadphase
