// SPDX-License-Identifier: MIT
#include "mpi/failing_new.hpp"

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

void* operator new(std::size_t size) {
  return new_or_throw(size, alignof(std::max_align_t));
}
void* operator new[](std::size_t size) {
  return new_or_throw(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return new_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return new_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace quadphase::mpi::test {

FailingNew::FailingNew(std::optional<std::size_t> count) noexcept {
  news_left = count.has_value() ? static_cast<std::int64_t>(*count) : kNever;
}

FailingNew::~FailingNew() {
  news_left = kNever;
}

}  // namespace quadphase::mpi::test
