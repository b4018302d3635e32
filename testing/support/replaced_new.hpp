// SPDX-License-Identifier: MIT
// All forms of operator new and delete, by `new_or_throw(size, alignment)`, which the source that
// includes this has defined before, and whose memory is that of malloc. For one source of a
// program.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

// NOLINTBEGIN(misc-definitions-in-headers): a replacement must not be inline
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
// NOLINTEND(misc-definitions-in-headers)
