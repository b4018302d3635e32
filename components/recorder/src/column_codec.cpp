// SPDX-License-Identifier: MIT
#include "column_codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

namespace quadphase::detail {
namespace {

/// Words that one loop after the other processes, so that compilers vectorize these loops.
constexpr std::size_t kBlock = 1'024;

template <class Word>
using FloatOf = std::conditional_t<sizeof(Word) == 4, float, double>;

/// Small for small differences of either sign.
template <class Word>
Word folded(Word difference) noexcept {
  constexpr int kSign = std::numeric_limits<Word>::digits - 1;
  return static_cast<Word>(difference << 1U) ^ static_cast<Word>(Word{0} - (difference >> kSign));
}
template <class Word>
Word unfolded(Word value) noexcept {
  return static_cast<Word>(value >> 1U) ^ static_cast<Word>(Word{0} - (value & 1U));
}

template <class Word>
Word word_at(const std::byte* words, std::size_t i) noexcept {
  Word word;
  std::memcpy(&word, words + i * sizeof(Word), sizeof(Word));
  return word;
}

/// `a + (b - c)`, or `a` where that is NaN, whose bits differ between processors.
template <class Word>
Word moved(Word a, Word b, Word c) noexcept {
  using Float = FloatOf<Word>;
  const Float value = std::bit_cast<Float>(a) + (std::bit_cast<Float>(b) - std::bit_cast<Float>(c));
  // NOLINTNEXTLINE(misc-redundant-expression): false for NaN
  return value == value ? std::bit_cast<Word>(value) : a;
}

/// Words that exist, as a pointer, and how many.
struct Source {
  const std::byte* words = nullptr;
  std::size_t count = 0;
};

Source source_of(const ByteBuffer& buffer, std::size_t width) noexcept {
  return {buffer.bytes().data(), buffer.size() / width};
}

/// What the words of a column are predicted from.
struct Sources {
  Source last, first, second;  // a prediction is last + (first - second)
};

Sources sources_of(const CodedColumn& column, Predictor predictor) noexcept {
  Sources sources;
  if (column.history == nullptr) return sources;
  sources.last = source_of(column.history->last, column.width);
  if (predictor == Predictor::steady) {
    sources.first = sources.last;
    sources.second = source_of(column.history->before, column.width);
  } else if (predictor == Predictor::partner && column.partner_history != nullptr) {
    sources.first = {column.partner, column.partner_count};
    sources.second = source_of(column.partner_history->last, column.width);
  }
  return sources;
}

/// Writes the predictions of rows `[begin, begin + count)`, except for predictions from rows.
template <class Word>
void predict(const Sources& sources, std::size_t begin, std::size_t count,
             Word* predictions) noexcept {
  const std::size_t end = begin + count;
  const std::size_t known = std::clamp(sources.last.count, begin, end);
  const std::size_t moving = std::clamp(
      std::min({sources.last.count, sources.first.count, sources.second.count}), begin, end);
  for (std::size_t i = begin; i < moving; ++i)
    predictions[i - begin] =
        moved(word_at<Word>(sources.last.words, i), word_at<Word>(sources.first.words, i),
              word_at<Word>(sources.second.words, i));
  for (std::size_t i = moving; i < known; ++i)
    predictions[i - begin] = word_at<Word>(sources.last.words, i);
  for (std::size_t i = known; i < end; ++i) predictions[i - begin] = 0;
}

template <class Word>
Word prediction_at(const Sources& sources, Predictor predictor, const std::byte* words,
                   std::size_t i) noexcept {
  if (predictor == Predictor::zero) return 0;
  if (predictor == Predictor::row) return i > 0 ? word_at<Word>(words, i - 1) : Word{0};
  Word prediction = 0;
  predict(sources, i, 1, &prediction);
  return prediction;
}

bool is_float(ColumnRole role) noexcept {
  switch (role) {
    case ColumnRole::min_x:
    case ColumnRole::min_y:
    case ColumnRole::max_x:
    case ColumnRole::max_y:
    case ColumnRole::rows:
    case ColumnRole::margin:
    case ColumnRole::displacement_x:
    case ColumnRole::displacement_y:
    case ColumnRole::items:
      return true;
    default:
      return false;
  }
}

template <class Word>
Predictor best(const CodedColumn& column, const std::byte* words) noexcept {
  constexpr std::size_t kSamples = 128;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  Predictor chosen = Predictor::zero;
  for (std::size_t kind = 0; kind < kPredictorCount; ++kind) {
    const auto predictor = static_cast<Predictor>(kind);
    const bool needs_float = predictor == Predictor::steady || predictor == Predictor::partner;
    if (needs_float && !is_float(column.role)) continue;
    const Sources sources = sources_of(column, predictor);
    if (needs_float && (sources.first.count == 0 || sources.second.count == 0)) continue;
    if (predictor == Predictor::same && sources.last.count == 0) continue;
    std::size_t bits = 0;
    for (std::size_t sample = 0; sample < kSamples; ++sample) {
      const std::size_t i = sample * column.count / kSamples;
      const Word difference =
          word_at<Word>(words, i) - prediction_at<Word>(sources, predictor, words, i);
      bits += static_cast<std::size_t>(std::numeric_limits<Word>::digits -
                                       std::countl_zero(folded(difference)));
    }
    if (bits < least) {
      least = bits;
      chosen = predictor;
    }
  }
  return chosen;
}

template <class Word>
void encode(const CodedColumn& column, Predictor predictor, const std::byte* words,
            std::byte* planes) noexcept {
  const Sources sources = predictor == Predictor::zero ? Sources{} : sources_of(column, predictor);
  std::array<Word, kBlock> differences;
  for (std::size_t begin = 0; begin < column.count; begin += kBlock) {
    const std::size_t count = std::min(kBlock, column.count - begin);
    if (predictor == Predictor::row) {
      for (std::size_t i = 0; i < count; ++i)
        differences[i] = begin + i > 0 ? word_at<Word>(words, begin + i - 1) : Word{0};
    } else {
      predict(sources, begin, count, differences.data());
    }
    for (std::size_t i = 0; i < count; ++i)
      differences[i] = folded(static_cast<Word>(word_at<Word>(words, begin + i) - differences[i]));
    for (std::size_t plane = 0; plane < sizeof(Word); ++plane) {
      std::byte* const out = planes + plane * column.count + begin;
      for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<std::byte>(differences[i] >> (8 * plane));
    }
  }
}

template <class Word>
void decode(const CodedColumn& column, Predictor predictor,
            std::span<const std::byte* const> planes, std::byte* words) noexcept {
  const Sources sources = predictor == Predictor::zero ? Sources{} : sources_of(column, predictor);
  std::array<Word, kBlock> differences;
  std::array<Word, kBlock> predictions;
  Word before = 0;
  for (std::size_t begin = 0; begin < column.count; begin += kBlock) {
    const std::size_t count = std::min(kBlock, column.count - begin);
    for (std::size_t i = 0; i < count; ++i) differences[i] = 0;
    for (std::size_t plane = 0; plane < sizeof(Word); ++plane) {
      const std::byte* const in = planes[plane] + begin;
      for (std::size_t i = 0; i < count; ++i)
        differences[i] |= static_cast<Word>(std::to_integer<Word>(in[i]) << (8 * plane));
    }
    for (std::size_t i = 0; i < count; ++i) differences[i] = unfolded(differences[i]);
    if (predictor == Predictor::row) {
      for (std::size_t i = 0; i < count; ++i) differences[i] = before += differences[i];
    } else {
      predict(sources, begin, count, predictions.data());
      for (std::size_t i = 0; i < count; ++i) differences[i] += predictions[i];
    }
    std::memcpy(words + begin * sizeof(Word), differences.data(), count * sizeof(Word));
  }
}

}  // namespace

void ColumnHistory::push(std::span<const std::byte> words, std::uint8_t new_width) {
  if (width != new_width) forget();
  width = new_width;
  std::swap(last, before);
  last.clear();
  last.reserve(words.size());
  std::memcpy(last.extend(words.size()), words.data(), words.size());
}

Predictor best_predictor(const CodedColumn& column, const std::byte* words) {
  return column.width == 8 ? best<std::uint64_t>(column, words)
                           : best<std::uint32_t>(column, words);
}

void encode_column(const CodedColumn& column, Predictor predictor, const std::byte* words,
                   std::byte* planes) noexcept {
  if (column.width == 8) {
    encode<std::uint64_t>(column, predictor, words, planes);
  } else {
    encode<std::uint32_t>(column, predictor, words, planes);
  }
}

void decode_column(const CodedColumn& column, Predictor predictor,
                   std::span<const std::byte* const> planes, std::byte* words) noexcept {
  if (column.width == 8) {
    decode<std::uint64_t>(column, predictor, planes, words);
  } else {
    decode<std::uint32_t>(column, predictor, planes, words);
  }
}

ColumnHistory& ColumnHistories::of(const EntryHeader& entry, ColumnRole role) {
  const std::uint64_t key = std::uint64_t{entry.subject} << 16U | std::uint64_t{entry.kind} << 8U |
                            static_cast<std::uint64_t>(role);
  const auto [place, is_new] = histories_.try_emplace(key);
  if (is_new) byte_count_ += sizeof(*place);
  return place->second;
}

void ColumnHistories::erase(std::uint32_t subject) {
  std::erase_if(histories_, [&](const auto& entry) {
    const bool is_gone = entry.first >> 16U == subject;
    if (is_gone) byte_count_ -= sizeof(entry) + entry.second.byte_count();
    return is_gone;
  });
}

CodedColumn EntryCoder::column(const EntryHeader& entry, ColumnRole role, std::uint8_t width,
                               std::size_t count) {
  ColumnHistory& history = histories_.of(entry, role);
  CodedColumn column{role, width, count, nullptr, nullptr, 0, nullptr};
  if (history.width == width) column.history = &history;
  const ColumnRole partner = role == ColumnRole::max_x   ? ColumnRole::min_x
                             : role == ColumnRole::max_y ? ColumnRole::min_y
                                                         : ColumnRole::numbers;
  for (const Done& done : std::span(done_, done_count_)) {
    if (done.column.role != partner || done.column.width != width) continue;
    column.partner = done.words;
    column.partner_count = done.column.count;
    column.partner_history = done.column.history;
  }
  done_[done_count_++] = {column, &history, nullptr};
  return column;
}

void EntryCoder::words(const std::byte* words) noexcept {
  done_[done_count_ - 1].words = words;
}

void EntryCoder::finish() {
  for (const Done& done : std::span(done_, done_count_)) {
    const std::size_t before = done.history->byte_count();
    done.history->push({done.words, done.column.count * done.column.width}, done.column.width);
    histories_.byte_count_ += done.history->byte_count() - before;
  }
  done_count_ = 0;
}

}  // namespace quadphase::detail
