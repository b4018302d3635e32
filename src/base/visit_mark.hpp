// SPDX-License-Identifier: MIT
// Remembers for each thread of which engines it runs a visitor.
#pragma once

namespace quadphase::detail {

/// Marks a scope in which the calling thread runs a visitor of an engine.
/// Why by thread: visitors of queries run on many threads at once, which should share nothing.
class VisitMark {
 public:
  explicit VisitMark(const void* engine) noexcept : engine_(engine), outer_(innermost) {
    innermost = this;
  }
  ~VisitMark() { innermost = outer_; }
  VisitMark(const VisitMark&) = delete;
  VisitMark& operator=(const VisitMark&) = delete;

  /// True if the calling thread runs a visitor of the engine.
  [[nodiscard]] static bool is_inside(const void* engine) noexcept {
    for (const VisitMark* mark = innermost; mark != nullptr; mark = mark->outer_)
      if (mark->engine_ == engine) return true;
    return false;
  }

 private:
  static inline constinit thread_local const VisitMark* innermost = nullptr;

  const void* engine_;
  const VisitMark* outer_;
};

}  // namespace quadphase::detail
