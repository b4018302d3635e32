// SPDX-License-Identifier: MIT
#include "partition.hpp"

#include <algorithm>
#include <limits>

#include "chunks.hpp"

namespace quadphase::detail {
namespace {

/// Bits that cut `object_count` objects into cells of kBucketObjects on average; even, for cells
/// are square.
int partition_bits(std::size_t object_count, std::uint32_t levels_left) {
  int bits = 0;
  while (bits < kMaxPartitionBits && object_count >> bits > kBucketObjects) bits += 2;
  return std::min<int>(bits, 2 * static_cast<int>(std::min<std::uint32_t>(levels_left, kAxisBits)));
}

/// Bins of the first cut, one for rejected boxes, and room for those of later rounds.
std::size_t max_bin_count(std::size_t object_count) {
  const int bits = partition_bits(object_count, std::numeric_limits<std::uint32_t>::max());
  return (std::size_t{4} << bits) + 257;
}

/// Most bins that can be heavy at a time.
std::size_t max_heavy_count(std::size_t object_count) {
  return object_count / kHeavyObjects + 1;
}

Box box_at(const BoxSpan& boxes, std::size_t i) {
  return {boxes.min_x[i], boxes.min_y[i], boxes.max_x[i], boxes.max_y[i]};
}

/// One call of partition_records: what all its steps share.
class Partitioner {
 public:
  Partitioner(const BoxSpan& boxes, std::size_t object_count, Key* keys, std::uint32_t max_depth,
              const Workers& workers, Partition& partition)
      : boxes_(boxes),
        keys_(keys),
        max_depth_(max_depth),
        workers_(workers),
        out_(partition),
        chunks_(object_count),
        object_count_(object_count),
        bits_(partition_bits(object_count, max_depth)),
        shift_(kKeyBits - bits_),
        stride_(max_bin_count(object_count)) {}

  void run() {
    out_.key_bits = shift_;
    count_first_bins();
    std::size_t round_begin = 0;
    for (int round = 0; round < kMaxRounds && find_heavy_bins(round_begin); ++round) {
      round_begin = out_.bin_count;
      measure_heavy_bins();
      open_heavy_bins();
      if (out_.bin_count == round_begin) break;
      rewrite_heavy_keys();
      sum_counts(round_begin);
    }
    place_buckets();
    place_chunks();
    scatter();
  }

 private:
  [[nodiscard]] std::uint32_t* counts(std::size_t chunk) {
    return out_.counts.data() + chunk * stride_;
  }
  [[nodiscard]] std::size_t rejected_bin() const { return std::size_t{1} << bits_; }

  template <class Task>
  void for_each_chunk(const Task& task) {
    workers_.for_each(chunks_.count(), 1, [&](std::size_t chunk, int) {
      task(chunk, chunks_.first(chunk), chunks_.last(chunk));
    });
  }

  void count_first_bins() {
    out_.bin_count = rejected_bin() + 1;
    std::fill_n(out_.bins.data(), out_.bin_count, Bin{});
    for (std::size_t bin = 0; bin < rejected_bin(); ++bin)
      out_.bins[bin].depth = static_cast<std::uint32_t>(bits_ / 2);
    for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::uint32_t* bins = counts(chunk);
      std::fill_n(bins, out_.bin_count, 0U);
      for (std::size_t i = first; i < last; ++i) ++bins[keys_[i] >> shift_];
    });
    sum_counts(0);
  }

  /// Sets the counts of bins from `first_bin` on to the sum over all chunks.
  void sum_counts(std::size_t first_bin) {
    for_each_bin_block(first_bin, [&](std::size_t begin, std::size_t end) {
      for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk) {
        const std::uint32_t* bins = counts(chunk);
        for (std::size_t bin = begin; bin < end; ++bin) out_.bins[bin].count += bins[bin];
      }
    });
  }

  template <class Task>
  void for_each_bin_block(std::size_t first_bin, const Task& task) {
    constexpr std::size_t kBlock = 512;
    const std::size_t block_count = (out_.bin_count - first_bin + kBlock - 1) / kBlock;
    workers_.for_each(block_count, 1, [&](std::size_t block, int) {
      const std::size_t begin = first_bin + block * kBlock;
      task(begin, std::min(begin + kBlock, out_.bin_count));
    });
  }

  /// Lists the bins from `first_bin` on that need a cut; true when there are any.
  bool find_heavy_bins(std::size_t first_bin) {
    heavy_count_ = 0;
    for (std::size_t bin = first_bin; bin < out_.bin_count; ++bin) {
      if (bin == rejected_bin() || out_.bins[bin].count <= kHeavyObjects) continue;
      if (out_.bins[bin].depth >= max_depth_) continue;
      out_.heavy[heavy_count_++] = static_cast<std::uint32_t>(bin);
    }
    return heavy_count_ > 0;
  }

  /// Bounds of the centres in each heavy bin, a chunk; for a while `first` of a heavy bin is its
  /// place in the list.
  void measure_heavy_bins() {
    for (std::size_t h = 0; h < heavy_count_; ++h) {
      out_.bins[out_.heavy[h]].first = static_cast<std::uint32_t>(h);
      out_.bins[out_.heavy[h]].child_bits = 1;
    }
    for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t last) {
      Bounds* bounds = out_.heavy_bounds.data() + chunk * heavy_count_;
      std::fill_n(bounds, heavy_count_, Bounds{});
      for (std::size_t i = first; i < last; ++i) {
        const Bin& bin = out_.bins[keys_[i] >> shift_];
        if (bin.child_bits == 1) bounds[bin.first].include(centre(box_at(boxes_, i)));
      }
    });
  }

  /// Gives each heavy bin a quantiser over its own bounds and room for its children, where there is
  /// any.
  void open_heavy_bins() {
    for (std::size_t h = 0; h < heavy_count_; ++h) {
      Bin& bin = out_.bins[out_.heavy[h]];
      Bounds bounds;
      for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk) {
        bounds.include(out_.heavy_bounds[chunk * heavy_count_ + h]);
      }
      const int child_bits =
          is_crowded(out_.heavy[h]) ? 2 : partition_bits(bin.count, max_depth_ - bin.depth);
      const std::size_t child_count = std::size_t{1} << child_bits;
      bin.child_bits = 0;
      if (bounds.is_point() || out_.bin_count + child_count > stride_) continue;
      bin.quantizer = Quantizer(bounds);
      bin.first_child = static_cast<std::uint32_t>(out_.bin_count);
      bin.child_bits = child_bits;
      Bin child;
      child.parent = out_.heavy[h];
      child.depth = bin.depth + static_cast<std::uint32_t>(child_bits / 2);
      std::fill_n(out_.bins.data() + out_.bin_count, child_count, child);
      out_.bin_count += child_count;
    }
  }

  /// True where cutting the parent by its own bounds left nearly all objects in this bin: there are
  /// outliers around outliers. Why: fine bins would be wasted until the last of them is cut off.
  [[nodiscard]] bool is_crowded(std::uint32_t bin) const {
    return bin > rejected_bin() &&
           out_.bins[bin].count > out_.bins[out_.bins[bin].parent].count / 8 * 7;
  }

  /// Keys of the objects in bins opened in this round: number of the child bin, then the bits below
  /// its cell.
  void rewrite_heavy_keys() {
    const std::size_t first_new = out_.bins[first_opened()].first_child;
    const Key below = (Key{1} << shift_) - 1;
    for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::uint32_t* bins = counts(chunk);
      std::fill(bins + first_new, bins + out_.bin_count, 0U);
      for (std::size_t i = first; i < last; ++i) {
        const Bin& bin = out_.bins[keys_[i] >> shift_];
        if (bin.first_child == 0) continue;
        const Key key = bin.quantizer.key(centre(box_at(boxes_, i)));
        const Key child = bin.first_child + (key >> (kKeyBits - bin.child_bits));
        keys_[i] = child << shift_ | (key >> (bits_ - bin.child_bits) & below);
        ++bins[child];
      }
    });
  }

  [[nodiscard]] std::uint32_t first_opened() const {
    for (std::size_t h = 0; h < heavy_count_; ++h) {
      if (out_.bins[out_.heavy[h]].first_child != 0) return out_.heavy[h];
    }
    return 0;
  }

  /// Turns bins into buckets in Morton order: a bin's children stand in its place.
  void place_buckets() {
    out_.bucket_count = 0;
    std::uint32_t first = 0;
    for (std::size_t bin = 0; bin < rejected_bin(); ++bin) first = place_bin(out_.bins[bin], first);
    out_.bins[rejected_bin()].first = first;
    out_.legal_count = first;
  }

  std::uint32_t place_bin(Bin& bin, std::uint32_t first) {
    if (bin.first_child != 0) {
      for (std::size_t child = 0; child < std::size_t{1} << bin.child_bits; ++child) {
        first = place_bin(out_.bins[bin.first_child + child], first);
      }
      return first;
    }
    bin.first = first;
    if (bin.count > 0) out_.buckets[out_.bucket_count++] = {first, bin.count, bin.depth};
    return first + bin.count;
  }

  /// Turns the counts of a chunk and bin into the position of the chunk's first record in the bin.
  void place_chunks() {
    for_each_bin_block(0, [&](std::size_t begin, std::size_t end) {
      for (std::size_t bin = begin; bin < end; ++bin) {
        std::uint32_t next = out_.bins[bin].first;
        for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk) {
          const std::uint32_t count = counts(chunk)[bin];
          counts(chunk)[bin] = next;
          next += count;
        }
      }
    });
  }

  void scatter() {
    for_each_chunk([&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::uint32_t* next = counts(chunk);
      Record* records = out_.records.data();
      for (std::size_t i = first; i < last; ++i) {
        const Key key = keys_[i];
        records[next[key >> shift_]++] = {box_at(boxes_, i), key, static_cast<std::uint32_t>(i)};
      }
    });
  }

  const BoxSpan& boxes_;
  Key* keys_;
  std::uint32_t max_depth_;
  const Workers& workers_;
  Partition& out_;
  Chunks chunks_;
  std::size_t object_count_;
  int bits_;            // of the first cut
  int shift_;           // key >> shift_ is the bin
  std::size_t stride_;  // bins a chunk in `counts`
  std::size_t heavy_count_ = 0;
};

}  // namespace

std::size_t max_bucket_count(std::size_t object_count) {
  return std::min(object_count, max_bin_count(object_count));
}

void Partition::reserve(std::size_t object_count) {
  const std::size_t chunk_count = Chunks(object_count).count();
  records.ensure(object_count);
  buckets.ensure(max_bucket_count(object_count));
  bins.ensure(max_bin_count(object_count));
  counts.ensure(chunk_count * max_bin_count(object_count));
  heavy.ensure(max_heavy_count(object_count));
  heavy_bounds.ensure(chunk_count * max_heavy_count(object_count));
}

std::size_t Partition::byte_count() const noexcept {
  return records.byte_count() + buckets.byte_count() + bins.byte_count() + counts.byte_count() +
         heavy.byte_count() + heavy_bounds.byte_count();
}

void partition_records(const BoxSpan& boxes, std::size_t object_count, Key* keys,
                       std::uint32_t max_depth, const Workers& workers, Partition& partition) {
  Partitioner(boxes, object_count, keys, max_depth, workers, partition).run();
}

}  // namespace quadphase::detail
