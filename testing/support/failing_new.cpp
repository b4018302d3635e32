// SPDX-License-Identifier: MIT
#include "failing_new.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
std::atomic<std::int64_t> news_left{kNever};

void* new_or_throw(std::size_t size, std::size_t alignment) {
  if (news_left.load(std::memory_order_relaxed) != kNever && news_left-- == 0)
    throw std::bad_alloc();
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size == 0 ? 1 : size) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

#include "replaced_new.hpp"

namespace quadphase::contract {

FailingNew::FailingNew(std::optional<std::size_t> count) noexcept {
  news_left = count.has_value() ? static_cast<std::int64_t>(*count) : kNever;
}

FailingNew::~FailingNew() {
  news_left = kNever;
}

bool FailingNew::has_thrown() const noexcept {
  return news_left < 0;
}

std::optional<std::size_t> FailingNew::left() const noexcept {
  const std::int64_t left = news_left;
  if (left < 0 || left == kNever) return std::nullopt;
  return static_cast<std::size_t>(left);
}

}  // namespace quadphase::contract
