// SPDX-License-Identifier: MIT
// An engine as JavaScript holds it: the library's object, the columns that are filled from outside,
// and a block of words at fixed places, through which both sides pass everything but single
// numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "quadphase/broad_phase.hpp"
#include "quadphase/index.hpp"
#include "quadphase/recorded_call.hpp"
#include "quadphase/status.hpp"

namespace quadphase::wasm {

/// Columns of an engine, in the order of `kColumns` in layout.js.
enum Column : std::uint32_t {
  kMinX,
  kMinY,
  kMaxX,
  kMaxY,
  kIds,
  kCategory,
  kMask,
  kGroup,
  kWorld,
  kMargin,
  kDisplacementX,
  kDisplacementY,
  kGeneration,
  kColumnCount
};

/// Spans that JavaScript reads, in the order of `kSpans` in layout.js.
enum Span : std::uint32_t {
  kPairs,
  kBegun,
  kEnded,
  kPreviousIndices,
  kRejectedIds,
  kOffsets,
  kRowIds,
  kRowFractions,
  kRowDistances,
  kFoundIds,
  kFoundValues,
  kSnapshot,
  kSpanCount
};

/// Where a span is, and how many items it has.
struct Words {
  const void* data = nullptr;
  std::uint32_t count = 0;
};

/// Memory that JavaScript fills.
/// Why malloc: memory that fails to grow is a null pointer, and rows need no constructor.
class Bytes {
 public:
  /// Exchanges the memory for that of `size` bytes without keeping what is in it. Returns false,
  /// with nothing changed, if there is no memory.
  [[nodiscard]] bool renew(std::size_t size) noexcept {
    std::unique_ptr<void, Free> data(std::malloc(size > 0 ? size : 1));
    if (data == nullptr) return false;
    data_ = std::move(data);
    size_ = size;
    return true;
  }
  void clear() noexcept {
    data_.reset();
    size_ = 0;
  }
  [[nodiscard]] void* data() const noexcept { return data_.get(); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  struct Free {
    void operator()(void* data) const noexcept { std::free(data); }
  };
  std::unique_ptr<void, Free> data_;
  std::size_t size_ = 0;
};

inline constexpr std::uint32_t kInputCount = 18;
inline constexpr std::uint32_t kNumberCount = 16;

/// What JavaScript reads and writes by the numbers of layout.js.
struct Shared {
  std::array<Words, kSpanCount> spans{};
  /// category, mask, group, world, Worlds, Mobilities
  std::array<std::uint32_t, 6> options{1, 0xFFFF'FFFF, 0, 0, 0, 0};
  std::array<std::uint32_t, 2> unused{};
  std::array<double, kInputCount> input{};       ///< the numbers of a shape or a cast
  std::array<const void*, kColumnCount> own{};   ///< the columns that `update` reads
  std::array<const void*, kColumnCount> lent{};  ///< the columns of one other call
  std::array<std::uint32_t, 2> unused_too{};
  std::array<double, kNumberCount> numbers{};  ///< statistics
};
static_assert(sizeof(void*) == 4);
static_assert(offsetof(Shared, options) == 4 * 24);
static_assert(offsetof(Shared, input) == 4 * 32);
static_assert(offsetof(Shared, own) == 4 * 68);
static_assert(offsetof(Shared, lent) == 4 * 81);
static_assert(offsetof(Shared, numbers) == 4 * 96);

/// A recorder, which lives as long as an engine that has it.
using SharedRecorder = std::shared_ptr<CallRecorder>;

/// A `BroadPhase` or an `Index`, and what belongs to it.
struct Handle {
  Shared shared;            ///< Invariant: first, so that its address is that of the handle.
  SharedRecorder recorder;  ///< Invariant: before the engines, whose end is recorded.
  std::optional<BroadPhase> broad_phase;
  std::optional<Index> own_index;  ///< if there is no `broad_phase`
  std::optional<QueryResult> rows;
  std::array<Bytes, kColumnCount> columns;
  std::uint32_t capacity = 0;
  Bytes scratch;      ///< what one call lends
  Bytes batch_input;  ///< the rows of a batch
  Bytes batch_items;  ///< those of them that are no structs as they are
  std::vector<std::uint32_t> found_ids;
  std::vector<double> found_values;
  std::vector<std::byte> snapshot;

  [[nodiscard]] Index& index() noexcept {
    if (broad_phase.has_value()) return *broad_phase;
    return *own_index;
  }
};

/// Keeps the status of a call for `qp_message`, and returns its code, which is 0 after success.
int report(const Status& status) noexcept;

/// As above, of a call that found no memory.
int report_no_memory() noexcept;

/// At least `size` bytes, or null.
[[nodiscard]] void* room_for(Bytes& bytes, std::uint32_t size) noexcept;

/// The first `count` rows of columns as boxes and attributes.
struct Rows {
  BoxView boxes;
  Attributes attributes;
};
[[nodiscard]] Rows rows_of(const std::array<const void*, kColumnCount>& columns,
                           std::uint32_t count) noexcept;

/// Writes the spans of pairs and events to the shared words, as every call that is not const
/// moves them.
void share_frame(Handle& handle) noexcept;

template <class Range>
void share(Handle& handle, Span span, const Range& items) noexcept {
  handle.shared.spans[span] = {items.data(), static_cast<std::uint32_t>(items.size())};
}

}  // namespace quadphase::wasm

/// A function that JavaScript calls.
#define QUADPHASE_EXPORT(name) extern "C" __attribute__((export_name(#name)))
/// A function of JavaScript.
#define QUADPHASE_IMPORT(name) \
  extern "C" __attribute__((import_module("quadphase"), import_name(#name)))
