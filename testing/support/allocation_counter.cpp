// SPDX-License-Identifier: MIT
// Replacements of operator new and delete, of the malloc family and of mmap that count, then do
// what the originals do. In an executable of its own: a program can replace them only once.
#include "allocation_counter.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define QUADPHASE_HAS_OWN_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QUADPHASE_HAS_OWN_MALLOC 1
#endif
#endif

namespace {

thread_local bool thread_is_counted = false;
thread_local std::size_t thread_count = 0;
std::atomic<bool> news_are_counted{false};
std::atomic<std::size_t> new_count{0};

void note() noexcept {
  if (thread_is_counted) ++thread_count;
}

void note_new() noexcept {
  if (news_are_counted.load(std::memory_order_relaxed)) ++new_count;
}

void* new_or_throw(std::size_t size, std::size_t alignment) {
  note_new();
#ifdef QUADPHASE_HAS_OWN_MALLOC
  note();  // else malloc does
#endif
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size == 0 ? 1 : size) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

#ifndef QUADPHASE_HAS_OWN_MALLOC
extern "C" {
void* __libc_malloc(std::size_t size);                           // NOLINT
void* __libc_calloc(std::size_t count, std::size_t size);        // NOLINT
void* __libc_realloc(void* memory, std::size_t size);            // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT
void __libc_free(void* memory);                                  // NOLINT

void* malloc(std::size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  note();
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) {
  __libc_free(memory);
}
void* mmap(void* address, std::size_t length, int protection, int flags, int file, off_t offset) {
  note();
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, length, protection, flags, file, offset));
}
}
#endif

#include "replaced_new.hpp"

namespace quadphase::contract {

bool counts_malloc() noexcept {
#ifdef QUADPHASE_HAS_OWN_MALLOC
  return false;
#else
  return true;
#endif
}

AllocationCounter::AllocationCounter(Scope scope) : scope_(scope) {
  thread_count = 0;
  new_count = 0;
  if (scope_ == Scope::this_thread) {
    thread_is_counted = true;
  } else {
    news_are_counted = true;
  }
}

AllocationCounter::~AllocationCounter() {
  thread_is_counted = false;
  news_are_counted = false;
}

std::size_t AllocationCounter::count() const {
  return scope_ == Scope::this_thread ? thread_count : new_count.load();
}

}  // namespace quadphase::contract
