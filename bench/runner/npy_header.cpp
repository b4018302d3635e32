// SPDX-License-Identifier: MIT
// The head of a NumPy file: magic, version, and a Python dictionary of exactly three known keys.
// Source: R. Kern, "A Simple File Format for NumPy Arrays" (NEP 1), 2007.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "runner/npy.hpp"

namespace quadphase::bench {
namespace {

/// Reads the dictionary from left to right; every function throws where the text is not as
/// expected.
class DictionaryParser {
 public:
  explicit DictionaryParser(std::string_view text) : text_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_space();
    if (!text_.empty()) throw NpyError("its header goes on behind the dictionary");
    if (!has_descr_) throw NpyError("its header lacks 'descr'");
    if (!has_order_) throw NpyError("its header lacks 'fortran_order'");
    if (!shape_) throw NpyError("its header lacks 'shape'");
    return checked_shape();
  }

 private:
  void parse_entry() {
    const std::string_view key = parse_string();
    expect(':');
    if (key == "descr" && !has_descr_) {
      parse_descr();
    } else if (key == "fortran_order" && !has_order_) {
      parse_order();
    } else if (key == "shape" && !shape_) {
      shape_ = parse_tuple();
    } else {
      throw NpyError("its header has a key that is unknown or repeated");
    }
  }

  void parse_descr() {
    skip_space();
    if (!text_.empty() && text_.front() == '[') throw NpyError("its type is a record, not '<f4'");
    const std::string_view type = parse_string();
    if (type != "<f4") {
      throw NpyError(fmt::format("its type is '{:.16}', not '<f4' (little-endian float32)", type));
    }
    has_descr_ = true;
  }

  void parse_order() {
    skip_space();
    if (accept_word("True")) throw NpyError("its array is in Fortran order, not in C order");
    if (!accept_word("False")) throw NpyError("its 'fortran_order' is neither True nor False");
    has_order_ = true;
  }

  std::vector<std::uint64_t> parse_tuple() {
    std::vector<std::uint64_t> extents;
    expect('(');
    while (!accept(')')) {
      extents.push_back(parse_number());
      if (accept(',')) continue;
      if (extents.size() == 1) throw NpyError("its 'shape' is not a tuple");
      expect(')');
      break;
    }
    return extents;
  }

  std::uint64_t parse_number() {
    skip_space();
    std::uint64_t value = 0;
    std::size_t digits = 0;
    while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9') {
      if (digits == 18) throw NpyError("its 'shape' has a number that is too large");
      value = value * 10 + static_cast<std::uint64_t>(text_[digits++] - '0');
    }
    if (digits == 0) throw NpyError("its 'shape' is not a tuple of whole numbers");
    text_.remove_prefix(digits);
    return value;
  }

  std::string_view parse_string() {
    skip_space();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) {
      throw NpyError("its header is not a dictionary of quoted keys");
    }
    const std::size_t end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) throw NpyError("its header has a string without an end");
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }

  NpyHeader checked_shape() const {
    if (shape_->size() != 3) {
      throw NpyError(
          fmt::format("its array has {} dimensions, not 3 (frames, 4, boxes)", shape_->size()));
    }
    const auto [frames, rows, boxes] = std::array{(*shape_)[0], (*shape_)[1], (*shape_)[2]};
    if (rows != 4) {
      throw NpyError(
          fmt::format("its second dimension is {}, not 4 (min_x, min_y, max_x, max_y)", rows));
    }
    if (frames == 0 || boxes == 0) throw NpyError("it holds no boxes");
    if (boxes > std::numeric_limits<std::uint32_t>::max() - 1) {
      throw NpyError(fmt::format("it holds {} boxes a frame, more than 2^32 - 2", boxes));
    }
    return {.frame_count = frames, .box_count = boxes, .data_offset = 0};
  }

  void skip_space() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n'))
      text_.remove_prefix(1);
  }
  bool accept(char wanted) {
    skip_space();
    if (text_.empty() || text_.front() != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) throw NpyError(fmt::format("its header lacks a '{}'", wanted));
  }

  std::string_view text_;
  bool has_descr_ = false;
  bool has_order_ = false;
  std::optional<std::vector<std::uint64_t>> shape_;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  if (!bytes.starts_with(kMagic)) throw NpyError("it is not a NumPy file");
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < 8) throw NpyError("its header is cut off");
  const unsigned major = byte(6);
  const unsigned minor = byte(7);
  if (major < 1 || major > 3 || minor != 0) {
    throw NpyError(fmt::format("its format is {}.{}, not 1.0, 2.0 or 3.0", major, minor));
  }
  const std::size_t length_size = major == 1 ? 2 : 4;
  const std::size_t text_offset = 8 + length_size;
  if (bytes.size() < text_offset) throw NpyError("its header is cut off");
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_size; ++i) {
    length |= std::size_t{byte(8 + i)} << (8 * i);
  }
  if (bytes.size() - text_offset < length) throw NpyError("its header is cut off");
  NpyHeader header = DictionaryParser(bytes.substr(text_offset, length)).parse();
  header.data_offset = text_offset + length;
  return header;
}

}  // namespace quadphase::bench
