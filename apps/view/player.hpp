// SPDX-License-Identifier: MIT
// Plays a script, some statements a frame, as if a person sat there.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "input.hpp"
#include "script.hpp"

namespace quadphase::view {

/// What a script acts on besides mouse and keyboard.
class Stage {
 public:
  virtual ~Stage() = default;

  /// A figure of the state by its name, such as `objects` or `found`. Empty if there is none.
  [[nodiscard]] virtual std::optional<double> figure(const std::string& name) const = 0;
  /// The names of all figures.
  [[nodiscard]] virtual std::vector<std::string> figure_names() const = 0;

  /// What `screenshot`, `gif`, `resize`, `minimize`, `restore` and `close` do. Errors:
  /// `std::invalid_argument` where words are wrong.
  virtual void act(const Statement& statement) = 0;
  /// True while a picture is not written yet.
  [[nodiscard]] virtual bool is_busy() const = 0;
};

class ScriptPlayer {
 public:
  explicit ScriptPlayer(std::vector<Statement> statements) : statements_(std::move(statements)) {}

  /// Call once a frame, before events are handled. Statements run until one of them needs a frame.
  /// Errors: `std::runtime_error` where an expectation is not met, a control is not there or a
  /// figure has no such name; `std::invalid_argument` where a word is wrong.
  void play_frame(Input& input, Stage& stage);

  /// True when all has been played.
  [[nodiscard]] bool is_over(const Input& input) const noexcept {
    return next_ == statements_.size() && frames_left_ == 0 && input.is_empty();
  }

 private:
  bool play(const Statement& statement, Input& input, Stage& stage);
  void click(Input& input, double x, double y, Button button, bool is_control = false);
  void press_control(const Statement& statement, Input& input, const Stage& stage);
  [[nodiscard]] bool holds(const Statement& statement, const Stage& stage) const;
  void await(const Statement& statement, const Stage& stage);
  void expect(const Statement& statement, const Stage& stage) const;
  void print(const Statement& statement, const Stage& stage) const;
  [[nodiscard]] double figure(const Statement& statement, const std::string& name,
                              const Stage& stage) const;

  std::vector<Statement> statements_;
  std::size_t next_ = 0;
  int frames_left_ = 0;  // to wait
  std::optional<std::chrono::steady_clock::time_point> await_end_;
  std::map<std::string, double> remembered_;  // figures of an earlier time
};

}  // namespace quadphase::view
