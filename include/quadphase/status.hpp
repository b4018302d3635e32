// SPDX-License-Identifier: MIT
// What a function without exceptions returns: whether it worked, and if not, why.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quadphase {

/// Why a function of try.hpp did not do its work.
enum class StatusCode : std::uint8_t {
  ok,                ///< it did
  invalid_argument,  ///< an argument breaks a rule (`std::invalid_argument`)
  out_of_memory,     ///< the memory resource has no more (`std::bad_alloc`)
  too_many_pairs,    ///< there are more pairs than `Config::max_pairs` (`std::length_error`)
  no_frame,          ///< there is no finished frame to look at (`std::logic_error`)
  in_visitor,        ///< a visitor calls what it must not call (`std::logic_error`)
  invalid_worker,    ///< an `Executor` numbers its workers wrongly (`std::logic_error`)
  visitor_threw,     ///< an exception of a visitor, of any type
  other              ///< any other exception, such as one of a memory resource of yours
};

/// Success, or the rule that was broken. Must not be ignored.
///
///     if (const quadphase::Status status = try_update(broad_phase, boxes); !status.is_ok())
///       std::fprintf(stderr, "%s\n", status.message());
///
/// Memory: 256 bytes, which include the message; it allocates nothing.
class [[nodiscard]] Status {
 public:
  /// The most characters of a message. No rule of the library has more; what a visitor throws may,
  /// and is truncated.
  static constexpr std::size_t kMaxMessage = 254;

  /// Success.
  Status() noexcept { message_[0] = '\0'; }
  /// A failure, with a copy of the message, up to `kMaxMessage` characters.
  Status(StatusCode code, const char* message) noexcept : code_(code) { copy(message); }
  /// Copies what `other` says.
  Status(const Status& other) noexcept : Status(other.code_, other.message_) {}
  /// As above.
  Status& operator=(const Status& other) noexcept {
    if (this == &other) return *this;
    code_ = other.code_;
    copy(other.message_);
    return *this;
  }
  ~Status() = default;

  /// True if the function did its work.
  [[nodiscard]] bool is_ok() const noexcept { return code_ == StatusCode::ok; }
  /// Why it did not.
  [[nodiscard]] StatusCode code() const noexcept { return code_; }
  /// The broken rule, the text of the exception's `what()`; empty after success. Lifetime: that of
  /// the status.
  [[nodiscard]] const char* message() const noexcept { return message_; }

 private:
  void copy(const char* message) noexcept {
    std::size_t length = 0;
    for (; length < kMaxMessage && message[length] != '\0'; ++length)
      message_[length] = message[length];
    message_[length] = '\0';
  }

  StatusCode code_ = StatusCode::ok;
  // Why no initializer: a success then writes 2 bytes, which matters for 100,000 single moves.
  char message_[kMaxMessage + 1];
};

}  // namespace quadphase
