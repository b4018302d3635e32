// SPDX-License-Identifier: MIT
// For each thread, a stack of the visitors and tasks that it is running, with their engines and
// executors.
#pragma once

namespace quadphase::detail {

/// Marks a scope in which the calling thread runs something for a subject; `Kind` says what.
/// Why by thread: visitors of queries run on many threads at once, which should share nothing.
template <class Kind>
class ScopeMark {
 public:
  explicit ScopeMark(const void* subject) noexcept : subject_(subject), outer_(innermost) {
    innermost = this;
  }
  ~ScopeMark() { innermost = outer_; }
  ScopeMark(const ScopeMark&) = delete;
  ScopeMark& operator=(const ScopeMark&) = delete;

  /// True if the calling thread is in such a scope of the subject.
  [[nodiscard]] static bool is_inside(const void* subject) noexcept {
    for (const ScopeMark* mark = innermost; mark != nullptr; mark = mark->outer_)
      if (mark->subject_ == subject) return true;
    return false;
  }

 private:
  static inline constinit thread_local const ScopeMark* innermost = nullptr;

  const void* subject_;
  const ScopeMark* outer_;
};

/// A visitor of an engine runs.
using VisitMark = ScopeMark<struct OfAVisit>;
/// A task of an executor runs.
using TaskMark = ScopeMark<struct OfATask>;

}  // namespace quadphase::detail
