// SPDX-License-Identifier: MIT
#include "events/previous_pairs.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/atomic_word.hpp"
#include "base/chunk_loop.hpp"
#include "base/mixed_bits.hpp"
#include "base/prefetch.hpp"
#include "base/tuning.hpp"
#include "pairs/pair_order.hpp"
#include "quadphase/pair.hpp"

namespace quadphase::detail {
namespace {

/// The number of pairs whose chains are found before they are read.
constexpr std::size_t kBatch = tuned<std::size_t>(32, 4);

/// About as many chains as old pairs; at least two, so that a hash can be shifted.
std::size_t chain_count(std::size_t old_count) {
  return std::bit_ceil(std::max<std::size_t>(old_count, 2));
}

}  // namespace

void PreviousPairs::reserve(std::size_t old_count, std::size_t new_count,
                            std::size_t segment_count) {
  if (chain_count(old_count) > heads_.capacity())
    heads_.ensure(chain_count(old_count + old_count / 8));
  next_.ensure_with_spare(old_count);
  first_of_segment_.ensure_with_spare(segment_count);
  if (new_count > indices_.capacity() || lacks_spare_) next_indices_.ensure_with_spare(new_count);
}

void PreviousPairs::shrink(std::size_t kept) noexcept {
  for (auto* const words : {&heads_, &next_, &next_indices_}) words->release();
  first_of_segment_.release();
  indices_.shrink(kept);
  lacks_spare_ = true;
}

std::size_t PreviousPairs::chain_of(const Pair& pair) const noexcept {
  return static_cast<std::size_t>(mixed_bits(kPairOrder(pair) ^ salt_) >> shift_);
}

void PreviousPairs::insert_all(std::span<const Pair> old_pairs, bool may_repeat,
                               const Workers& workers) noexcept {
  const std::size_t chains = chain_count(old_pairs.size());
  shift_ = 64 - std::countr_zero(chains);
  salt_ = reinterpret_cast<std::uintptr_t>(heads_.data());
  for_each_chunk(Chunks(chains), workers, [&](std::size_t, std::size_t first, std::size_t last) {
    std::fill(heads_.data() + first, heads_.data() + last, kNoPair);
  });
  if (may_repeat) {
    // From the last to the first, which is then found first.
    for (std::size_t i = old_pairs.size(); i-- > 0;)
      next_[i] = std::exchange(heads_[chain_of(old_pairs[i])], static_cast<std::uint32_t>(i));
    return;
  }
  const auto insert = [&](std::size_t first, std::size_t last, const auto& exchange) {
    std::uint32_t chain[kBatch];
    for (; first < last; first += kBatch) {
      const std::size_t count = std::min(kBatch, last - first);
      for (std::size_t i = 0; i < count; ++i) {
        chain[i] = static_cast<std::uint32_t>(chain_of(old_pairs[first + i]));
        prefetch(heads_.data() + chain[i]);
      }
      for (std::size_t i = 0; i < count; ++i)
        next_[first + i] = exchange(heads_[chain[i]], static_cast<std::uint32_t>(first + i));
    }
  };
  const bool is_serial = workers.active_count() == 1;
  for_each_chunk(Chunks(old_pairs.size()), workers,
                 [&](std::size_t, std::size_t first, std::size_t last) {
                   if (is_serial) {
                     insert(first, last, [](std::uint32_t& head, std::uint32_t index) {
                       return std::exchange(head, index);
                     });
                   } else {
                     insert(first, last, [](std::uint32_t& head, std::uint32_t index) {
                       return atomic_exchange(head, index);
                     });
                   }
                 });
}

template <class IsNew>
void PreviousPairs::find_piece(PairPiece piece, std::span<const Pair> old_pairs,
                               const IsNew& is_new, std::uint32_t* indices) const noexcept {
  std::size_t chain[kBatch];
  for (std::size_t first = 0; first < piece.size(); first += kBatch) {
    const PairPiece batch = piece.subspan(first, std::min(kBatch, piece.size() - first));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      chain[i] = chain_of(batch[i]);
      prefetch(heads_.data() + chain[i]);
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      indices[i] = heads_[chain[i]];
      if (indices[i] == kNoPair) continue;
      prefetch(old_pairs.data() + indices[i]);
      prefetch(next_.data() + indices[i]);
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      std::uint32_t index = indices[i];
      while (index != kNoPair && old_pairs[index] != batch[i]) index = next_[index];
      indices[i] = is_new(batch[i]) ? kNoPair : index;
    }
    indices += batch.size();
  }
}

void PreviousPairs::find(const PairSegments& segments, std::span<const Pair> old_pairs,
                         bool may_repeat, const IdBits& reused, const IdBits& restarted,
                         const Workers& workers) noexcept {
  if (next_indices_.capacity() > indices_.capacity()) indices_ = std::move(next_indices_);
  lacks_spare_ = false;
  next_indices_ = Buffer<std::uint32_t>(indices_.resource());
  insert_all(old_pairs, may_repeat, workers);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < segments.segment_count; ++i)
    first_of_segment_[i] = std::exchange(count, count + segments.segments[i].counts.pairs);
  const auto find_all = [&](const auto& is_new) {
    workers.for_each(segments.segment_count, 8, [&](std::size_t i, int) {
      std::uint32_t* indices = indices_.data() + first_of_segment_[i];
      for_each_piece(segments.segments[i], [&](PairPiece piece) {
        find_piece(piece, old_pairs, is_new, indices);
        indices += piece.size();
      });
    });
  };
  if (reused.is_empty() && restarted.is_empty()) {
    find_all([](const Pair&) { return false; });
  } else {
    find_all([&](const Pair& pair) { return reused.has_any(pair) || restarted.has_any(pair); });
  }
}

}  // namespace quadphase::detail
