// SPDX-License-Identifier: MIT
// What plant.py writes in place of an expression: the expression, or a faulty one if the mutant of
// this number is active. One program thus has all mutants; QUADPHASE_MUTANT=<number> makes one of
// them active, and QUADPHASE_MUTANT=reached writes the numbers of those that the program reaches
// to the file QUADPHASE_MUTANTS_REACHED.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <utility>

namespace quadphase_mutants {

inline constexpr int kMost = 20'000;
inline constexpr int kNone = 0;
inline constexpr int kRecords = -1;

inline int active_mutant() noexcept {
  const char* const text = std::getenv("QUADPHASE_MUTANT");
  if (text == nullptr) return kNone;
  return std::strcmp(text, "reached") == 0 ? kRecords : std::atoi(text);
}
inline const int active = active_mutant();

/// Written to a file when the program ends.
struct Reached {
  bool flags[kMost] = {};
  ~Reached() {
    const char* const path = std::getenv("QUADPHASE_MUTANTS_REACHED");
    std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "a");
    if (file == nullptr) return;
    for (int number = 0; number < kMost; ++number)
      if (flags[number]) std::fprintf(file, "%d\n", number);
    std::fclose(file);
  }
};
inline Reached reached;

inline bool note(int number) noexcept {
  reached.flags[number] = true;
  return false;
}

/// Whether the mutant is active; never in a constant expression.
template <int number>
constexpr bool on() noexcept {
  if (std::is_constant_evaluated()) return false;
  return __builtin_expect(active == number, 0) ||
         (__builtin_expect(active == kRecords, 0) && note(number));
}

template <int number, class A, class B>
constexpr bool less(const A& a, const B& b) {
  return on<number>() ? a <= b : a < b;
}
template <int number, class A, class B>
constexpr bool less_equal(const A& a, const B& b) {
  return on<number>() ? a < b : a <= b;
}
template <int number, class A, class B>
constexpr bool greater(const A& a, const B& b) {
  return on<number>() ? a >= b : a > b;
}
template <int number, class A, class B>
constexpr bool greater_equal(const A& a, const B& b) {
  return on<number>() ? a > b : a >= b;
}
template <int number, class A, class B>
constexpr bool equal(const A& a, const B& b) {
  return on<number>() ? a != b : a == b;
}
template <int number, class A, class B>
constexpr bool not_equal(const A& a, const B& b) {
  return on<number>() ? a == b : a != b;
}
template <int number, class A>
constexpr bool flipped(const A& a) {
  return static_cast<bool>(a) != on<number>();
}

template <int number, class A, class B>
constexpr auto plus(A&& a, B&& b) {
  if constexpr (requires { a - b; }) {
    return on<number>() ? a - b : a + b;
  } else {
    return a + b;
  }
}
template <int number, class A, class B>
constexpr auto minus(A&& a, B&& b) {
  if constexpr (std::is_pointer_v<std::decay_t<A>> && std::is_pointer_v<std::decay_t<B>>) {
    return on<number>() ? a - b + 1 : a - b;
  } else {
    return on<number>() ? a + b : a - b;
  }
}
/// Without the 1 that is added or subtracted: off by one.
template <int number, class A, class B>
constexpr auto plus_one(A&& a, B&& b) {
  return on<number>() ? decltype(a + b)(a) : a + b;
}
template <int number, class A, class B>
constexpr auto minus_one(A&& a, B&& b) {
  return on<number>() ? decltype(a - b)(a) : a - b;
}
template <int number, class A, class B>
constexpr auto times(A&& a, B&& b) {
  return on<number>() ? decltype(a * b)(a) : a * b;
}
template <int number, class A, class B>
constexpr auto divide(A&& a, B&& b) {
  return on<number>() ? decltype(a / b)(a) : a / b;
}
template <int number, class A, class B>
constexpr auto modulo(A&& a, B&& b) {
  return on<number>() ? decltype(a % b)(a) : a % b;
}
/// Without the mask, and so on: the left side alone.
template <int number, class A, class B>
constexpr auto bit_and(A&& a, B&& b) {
  return on<number>() ? decltype(a & b)(a) : a & b;
}
template <int number, class A, class B>
constexpr auto bit_or(A&& a, B&& b) {
  return on<number>() ? decltype(a | b)(a) : a | b;
}
template <int number, class A, class B>
constexpr auto bit_xor(A&& a, B&& b) {
  return on<number>() ? decltype(a ^ b)(a) : a ^ b;
}
template <int number, class A, class B>
constexpr auto shift_left(A&& a, B&& b) {
  return on<number>() ? decltype(a << b)(a) : a << b;
}
template <int number, class A, class B>
constexpr auto shift_right(A&& a, B&& b) {
  return on<number>() ? decltype(a >> b)(a) : a >> b;
}

/// Without the bound: the first argument alone.
template <int number, class T = void, class A, class B>
constexpr auto minimum(const A& a, const B& b) {
  using Result = std::conditional_t<std::is_void_v<T>, A, T>;
  const Result x(a);
  const Result y(b);
  return on<number>() ? x : (y < x ? y : x);
}
template <int number, class T = void, class A, class B>
constexpr auto maximum(const A& a, const B& b) {
  using Result = std::conditional_t<std::is_void_v<T>, A, T>;
  const Result x(a);
  const Result y(b);
  return on<number>() ? x : (x < y ? y : x);
}

/// A lock that is not taken.
template <int number, class Mutex>
std::unique_lock<Mutex> lock(Mutex& mutex) {
  return on<number>() ? std::unique_lock<Mutex>(mutex, std::defer_lock)
                      : std::unique_lock<Mutex>(mutex);
}

}  // namespace quadphase_mutants
