// SPDX-License-Identifier: MIT
// A hash of numbers, the same on every processor.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quadphase/quadphase.hpp"

namespace quadphase::golden {

class Digest {
 public:
  void add(std::uint64_t number) noexcept {
    value_ = (value_ ^ number) * 0x9E37'79B9'7F4A'7C15U;
    value_ ^= value_ >> 32U;
  }
  void add(std::uint32_t number) noexcept { add(std::uint64_t{number}); }
  void add(float number) noexcept { add(std::bit_cast<std::uint32_t>(number)); }
  void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::byte byte) noexcept { add(std::to_integer<std::uint64_t>(byte)); }
  void add(const Pair& pair) noexcept { add(std::uint64_t{pair.first} << 32U | pair.second); }
  void add(const BeginEvent& event) noexcept { add_event(event); }
  void add(const EndEvent& event) noexcept { add_event(event); }
  void add(const Neighbor& neighbor) noexcept {
    add(neighbor.id);
    add(neighbor.distance);
  }
  void add(const CastHit& hit) noexcept {
    add(hit.id);
    add(hit.fraction);
  }
  void add(const Box& box) noexcept {
    for (const float edge : {box.min_x, box.min_y, box.max_x, box.max_y}) add(edge);
  }
  template <class T>
  void add(std::span<const T> items) noexcept {
    add(std::uint64_t{items.size()});
    for (const T& item : items) add(item);
  }

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  template <class Event>
  void add_event(const Event& event) noexcept {
    add(event.pair);
    add(static_cast<std::uint32_t>(event.reason));
  }

  std::uint64_t value_ = 0x6A09'E667'F3BC'C908;
};

}  // namespace quadphase::golden
