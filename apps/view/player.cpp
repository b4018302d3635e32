// SPDX-License-Identifier: MIT
#include "player.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <stdexcept>

#include "widgets.hpp"

namespace quadphase::view {
namespace {

[[noreturn]] void fail(const Statement& statement, const std::string& reason) {
  throw std::runtime_error("line " + std::to_string(statement.line) + " of the script: " + reason);
}

Button button_of(const Statement& statement, std::size_t word) {
  if (word >= statement.words.size()) return Button::left;
  const std::string& name = statement.words[word];
  if (name == "left") return Button::left;
  if (name == "right") return Button::right;
  if (name == "middle") return Button::middle;
  fail(statement, "'" + name + "' is no button");
}

/// Some steps on the way, as a hand makes them.
void drag(const Statement& statement, Input& input) {
  constexpr int kSteps = 8;
  const double x0 = number(statement, 0), y0 = number(statement, 1);
  const double x1 = number(statement, 2), y1 = number(statement, 3);
  const Button button = button_of(statement, 4);
  input.push(moved(x0, y0));
  input.push(pressed(button, true));
  for (int step = 1; step <= kSteps; ++step) {
    const double share = static_cast<double>(step) / kSteps;
    input.push(moved(x0 + share * (x1 - x0), y0 + share * (y1 - y0)));
  }
  input.push(pressed(button, false));
}

void press_key(const Statement& statement, Input& input) {
  if (statement.words[0] == "?")
    return input.push(typed_text('?'));  // where it is depends on the keyboard
  const auto key = key_of(statement.words[0]);
  if (!key) fail(statement, "'" + statement.words[0] + "' is no key");
  input.push(typed_key(*key, true));
  input.push(typed_key(*key, false));
}

}  // namespace

void ScriptPlayer::play_frame(Input& input, Stage& stage) {
  if (!input.is_empty() || stage.is_busy()) return;
  if (frames_left_ > 0) {
    --frames_left_;
    return;
  }
  while (next_ < statements_.size())
    if (play(statements_[next_++], input, stage)) return;
}

/// True if the statement needs frames to take effect.
bool ScriptPlayer::play(const Statement& statement, Input& input, Stage& stage) {
  const std::string& verb = statement.verb;
  // A control reacts to what the mouse did in the frame before.
  frames_left_ = 2;
  if (verb == "wait") {
    frames_left_ = static_cast<int>(number(statement, 0));
  } else if (verb == "await") {
    frames_left_ = 0;
    await(statement, stage);
  } else if (verb == "move") {
    input.push(moved(number(statement, 0), number(statement, 1)));
  } else if (verb == "down" || verb == "up") {
    input.push(pressed(button_of(statement, 0), verb == "down"));
  } else if (verb == "click") {
    click(input, number(statement, 0), number(statement, 1), button_of(statement, 2));
  } else if (verb == "drag") {
    drag(statement, input);
  } else if (verb == "wheel") {
    input.push(turned(0, number(statement, 0)));
  } else if (verb == "key") {
    press_key(statement, input);
  } else if (verb == "press" || verb == "set") {
    press_control(statement, input, stage);
  } else if (verb == "screenshot" || verb == "gif" || verb == "resize" || verb == "minimize" ||
             verb == "restore" || verb == "close") {
    stage.act(statement);
  } else {
    frames_left_ = 0;
    if (verb == "expect") expect(statement, stage);
    if (verb == "print") print(statement, stage);
    if (verb == "remember")
      remembered_[statement.words[0]] = figure(statement, statement.words[0], stage);
    return false;
  }
  return true;
}

void ScriptPlayer::click(Input& input, double x, double y, Button button, bool is_control) {
  input.push(moved(x, y));
  if (is_control) input.push(typed_key(GLFW_KEY_LEFT_CONTROL, true));
  input.push(pressed(button, true));
  input.push(pressed(button, false));
  if (is_control) input.push(typed_key(GLFW_KEY_LEFT_CONTROL, false));
}

/// `press` clicks a control; `set` types a number into a slider, as Ctrl and a click allow. What is
/// out of sight is scrolled to first, by the wheel.
void ScriptPlayer::press_control(const Statement& statement, Input& input, const Stage& stage) {
  const auto place = place_of(statement.words[0]);
  if (!place) fail(statement, "no control '" + statement.words[0] + "' is shown");
  const double height = stage.figure("height").value_or(place->y + place->height);
  const bool is_above = place->y < 0;
  if (is_above || place->y + place->height > height) {
    input.push(moved(place->x, 0.5 * height));
    input.push(turned(0, is_above ? 1 : -1));
    --next_;
    return;
  }
  const bool is_set = statement.verb == "set";
  // The label of a slider is to its right; its left part takes the click.
  click(input, place->x + std::min(8.0, 0.5 * place->width), place->y + 0.5 * place->height,
        Button::left, is_set);
  if (!is_set) return;
  for (const char digit : statement.words[1]) input.push(typed_text(digit));
  input.push(typed_key(GLFW_KEY_ENTER, true));
  input.push(typed_key(GLFW_KEY_ENTER, false));
}

double ScriptPlayer::figure(const Statement& statement, const std::string& name,
                            const Stage& stage) const {
  if (const auto value = stage.figure(name)) return *value;
  std::string all;
  for (const std::string& known : stage.figure_names()) all += ' ' + known;
  fail(statement, "'" + name + "' is none of" + all);
}

/// The other side is a number, or `remembered` for the figure's value of an earlier time.
bool ScriptPlayer::holds(const Statement& statement, const Stage& stage) const {
  const std::string& name = statement.words[0];
  double other = 0;
  if (statement.words[2] == "remembered") {
    const auto at = remembered_.find(name);
    if (at == remembered_.end()) fail(statement, "'" + name + "' is not remembered");
    other = at->second;
  } else {
    other = number(statement, 2);
  }
  return compare(figure(statement, name, stage), statement.words[1], other);
}

void ScriptPlayer::expect(const Statement& statement, const Stage& stage) const {
  if (holds(statement, stage)) return;
  const auto& words = statement.words;
  fail(statement, "expected " + words[0] + " " + words[1] + " " + words[2] + ", not " +
                      std::to_string(figure(statement, words[0], stage)));
}

/// Looks once a frame, for half a minute at most.
void ScriptPlayer::await(const Statement& statement, const Stage& stage) {
  constexpr std::chrono::seconds kMost{30};
  const auto now = std::chrono::steady_clock::now();
  if (holds(statement, stage)) {
    await_end_.reset();
    return;
  }
  if (!await_end_) await_end_ = now + kMost;
  if (now > *await_end_) expect(statement, stage);
  --next_;
}

void ScriptPlayer::print(const Statement& statement, const Stage& stage) const {
  const std::vector<std::string> names =
      statement.words.empty() ? stage.figure_names() : statement.words;
  for (const std::string& name : names)
    std::cout << name << ' ' << figure(statement, name, stage) << "  ";
  std::cout << '\n';
}

}  // namespace quadphase::view
