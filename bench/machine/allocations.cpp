// SPDX-License-Identifier: MIT
// Replacements of operator new and delete that count on demand. The resource takes its memory from
// malloc, so that nothing is counted twice.
#include "machine/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define QUADPHASE_BENCH_OWN_NEW 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QUADPHASE_BENCH_OWN_NEW 0
#endif
#endif
#ifndef QUADPHASE_BENCH_OWN_NEW
#define QUADPHASE_BENCH_OWN_NEW 1
#endif

namespace {

std::atomic<bool> is_counting{false};
std::atomic<std::size_t> new_calls{0};
std::atomic<std::size_t> resource_calls{0};

void note(std::atomic<std::size_t>& calls) noexcept {
  if (is_counting.load(std::memory_order_relaxed)) calls.fetch_add(1, std::memory_order_relaxed);
}

void* aligned_memory(std::size_t size, std::size_t alignment) {
  void* memory = nullptr;
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  if (posix_memalign(&memory, alignment, size == 0 ? 1 : size) != 0) throw std::bad_alloc();
  return memory;
}

class CountingResource final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    note(resource_calls);
    return aligned_memory(size, alignment);
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override { std::free(memory); }
  [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override {
    return this == &other;
  }
};

CountingResource counting_resource;

}  // namespace

#if QUADPHASE_BENCH_OWN_NEW
namespace {
void* new_or_throw(std::size_t size, std::size_t alignment) {
  note(new_calls);
  if (alignment > alignof(std::max_align_t)) return aligned_memory(size, alignment);
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

#include "support/replaced_new.hpp"
#endif

namespace quadphase::bench {

bool counts_operator_new() noexcept {
  return QUADPHASE_BENCH_OWN_NEW == 1;
}

AllocationWindow::AllocationWindow() {
  new_calls = 0;
  resource_calls = 0;
  is_counting = true;
}

AllocationWindow::~AllocationWindow() {
  is_counting = false;
}

AllocationCounts AllocationWindow::counts() const {
  return {.new_calls = new_calls, .resource_calls = resource_calls};
}

CountedDefaultResource::CountedDefaultResource()
    : former_(std::pmr::set_default_resource(&counting_resource)) {}

CountedDefaultResource::~CountedDefaultResource() {
  std::pmr::set_default_resource(former_);
}

}  // namespace quadphase::bench
