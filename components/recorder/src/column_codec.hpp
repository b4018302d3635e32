// SPDX-License-Identifier: MIT
// What makes columns small: each word is subtracted from a prediction, and the bytes of the
// differences are sorted into planes, the lowest bytes first. Objects that move evenly, rest, or
// move as a whole leave differences of a bit or two, so that the high planes are nearly all zero.
//
// Needs the default floating-point mode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "packet.hpp"

namespace quadphase::detail {

/// What a word is predicted to be. The values are part of the format.
enum class Predictor : std::uint8_t {
  zero,     ///< 0
  same,     ///< the word of this row in the column's last call
  steady,   ///< as far from the last one as that was from the one before it, as a number
  row,      ///< the word of the row before
  partner,  ///< as far from the last one as the lower edge of this axis has moved
};
inline constexpr std::size_t kPredictorCount = 5;

/// Columns of fewer bytes stay in their entry.
inline constexpr std::size_t kLeastCodedBytes = 256;

/// The last two columns of one role in calls of one kind to one object.
struct ColumnHistory {
  ByteBuffer last;
  ByteBuffer before;
  std::uint8_t width = 0;

  [[nodiscard]] std::size_t byte_count() const noexcept {
    return last.capacity() + before.capacity();
  }
  /// Takes `words` as the last column. Errors: `std::bad_alloc`, with nothing known then.
  void push(std::span<const std::byte> words, std::uint8_t new_width);
  void forget() noexcept {
    last.clear();
    before.clear();
  }
};

/// Words of a column and what they are predicted from. Pointers are to words of `width` bytes.
struct CodedColumn {
  ColumnRole role = ColumnRole::numbers;
  std::uint8_t width = 4;
  std::size_t count = 0;
  const ColumnHistory* history = nullptr;  // of the same width; null: nothing is known
  const std::byte* partner = nullptr;      // the partner's words in this call
  std::size_t partner_count = 0;
  const ColumnHistory* partner_history = nullptr;
};

/// The predictor that leaves the smallest differences in a sample of the words.
[[nodiscard]] Predictor best_predictor(const CodedColumn& column, const std::byte* words);

/// Writes the differences of all words to `planes`: `count` bytes for each byte of a word.
void encode_column(const CodedColumn& column, Predictor predictor, const std::byte* words,
                   std::byte* planes) noexcept;

/// The other way around. `planes` has a pointer to each plane.
void decode_column(const CodedColumn& column, Predictor predictor,
                   std::span<const std::byte* const> planes, std::byte* words) noexcept;

/// The histories of all columns.
class ColumnHistories {
 public:
  /// The history of a column of an entry. Errors: `std::bad_alloc`.
  [[nodiscard]] ColumnHistory& of(const EntryHeader& entry, ColumnRole role);
  /// Forgets all words, for a keyframe. Keeps their memory.
  void forget() noexcept {
    for (auto& [key, history] : histories_) history.forget();
  }
  /// Forgets an object that is gone.
  void erase(std::uint32_t subject);
  /// The bytes that all histories hold.
  [[nodiscard]] std::size_t byte_count() const noexcept { return byte_count_; }

 private:
  friend class EntryCoder;

  std::unordered_map<std::uint64_t, ColumnHistory> histories_;
  std::size_t byte_count_ = 0;
};

/// Keeps track of the coded columns of an entry and of what they are predicted from, one by one.
class EntryCoder {
 public:
  explicit EntryCoder(ColumnHistories& histories) : histories_(histories) {}

  /// The next coded column of an entry, whose words are known once `words` is called for it.
  [[nodiscard]] CodedColumn column(const EntryHeader& entry, ColumnRole role, std::uint8_t width,
                                   std::size_t count);
  /// The words of the column that `column` gave last.
  void words(const std::byte* words) noexcept;
  /// Begins anew, after an entry that was not ended.
  void reset() noexcept { done_count_ = 0; }
  /// Ends the entry: its columns become the last ones. Errors: `std::bad_alloc`.
  void finish();

 private:
  struct Done {
    CodedColumn column;
    ColumnHistory* history = nullptr;
    const std::byte* words = nullptr;
  };

  ColumnHistories& histories_;
  Done done_[kMaxColumns];
  std::size_t done_count_ = 0;
};

}  // namespace quadphase::detail
