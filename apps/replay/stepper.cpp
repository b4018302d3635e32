// SPDX-License-Identifier: MIT
#include "replay/stepper.hpp"

#include <iterator>
#include <span>

namespace quadphase::replay {
namespace {

/// With more, every second one is dropped, and the spacing doubles.
constexpr std::size_t kMostMoments = 64;

bool creates(CallKind kind) noexcept {
  return kind == CallKind::create_engine || kind == CallKind::create_store;
}

}  // namespace

Stepper::Stepper(const std::string& path, std::uint32_t engine, const ReplayOptions& options,
                 std::uint64_t spacing)
    : engine_(engine),
      options_(options),
      spacing_(spacing),
      recording_(path),
      replayer_(options),
      world_(engine) {}

bool Stepper::go(std::uint64_t call) {
  if (has_call() && call_->number == call) return true;
  if (has_call() && call_->number > call) start_before(call);
  if (play_to(call)) return true;
  // There is no such call. The memory of the last one is gone, so it is made again.
  if (made_count_ > 0) {
    start_before(last_);
    (void)play_to(last_);
  }
  return false;
}

bool Stepper::play_to(std::uint64_t call) {
  while (const RecordedCall* next = recording_.next()) {
    if (next->number < first_) continue;  // of the keyframe before a moment
    if (is_frame(*next)) keep_moment(next->number);
    make(*next);
    if (next->number == call) return true;
  }
  call_ = nullptr;
  return false;
}

bool Stepper::go_to_frame() {
  if (!has_frame_) return false;
  return go(frame_call_);
}

bool Stepper::is_frame(const RecordedCall& call) const noexcept {
  return call.subject == engine_ &&
         (call.kind == CallKind::update || call.kind == CallKind::build ||
          call.kind == CallKind::update_store);
}

/// Goes to the latest moment from which the call can be made.
void Stepper::start_before(std::uint64_t call) {
  call_ = nullptr;
  has_frame_ = false;
  const auto after = moments_.upper_bound(call);
  if (after == moments_.begin()) {
    first_ = 0;
    recording_.rewind();
    replayer_ = Replayer(options_);
    world_ = FollowedWorld(engine_);
    created_.clear();
    has_index_ = false;
    return;
  }
  const auto& [number, moment] = *std::prev(after);
  first_ = number;
  recording_.seek(number);
  restore(moment);
}

void Stepper::restore(const Moment& moment) {
  replayer_ = Replayer(options_);
  created_ = moment.created;
  for (const auto& [number, creation] : created_) {
    RecordedCall call;
    call.kind = creation.kind;
    call.subject = number;
    call.config = creation.config;
    (void)replayer_.play(call);
    std::span<const std::byte> bytes = moment.snapshots.at(number);
    if (creation.kind == CallKind::create_engine) {
      replayer_.engine(number)->restore(bytes);
    } else {
      replayer_.store(number)->restore(bytes);
    }
  }
  world_ = moment.world;
  has_frame_ = moment.has_frame;
  frame_call_ = moment.frame_call;
}

void Stepper::keep_moment(std::uint64_t call) {
  if (has_index_) return;
  if (!moments_.empty() && call < moments_.rbegin()->first + spacing_) return;
  Moment moment{created_, {}, world_, has_frame_, frame_call_};
  for (const auto& [number, creation] : created_) {
    std::vector<std::byte>& bytes = moment.snapshots[number];
    if (creation.kind == CallKind::create_engine) {
      replayer_.engine(number)->save(bytes);
    } else {
      replayer_.store(number)->save(bytes);
    }
  }
  moments_.emplace(call, std::move(moment));
  if (moments_.size() <= kMostMoments) return;
  for (auto place = moments_.begin(); place != moments_.end();) {
    place = moments_.erase(place);
    if (place != moments_.end()) ++place;
  }
  spacing_ *= 2;
}

void Stepper::make(const RecordedCall& call) {
  result_ = replayer_.play(call);
  call_ = &call;
  last_ = call.number;
  ++made_count_;
  if (world_.follow(call, result_, replayer_)) {
    has_frame_ = true;
    frame_call_ = call.number;
  }
  if (!result_.is_made || result_.code != StatusCode::ok) return;
  if (creates(call.kind)) created_[call.subject] = {call.kind, call.config};
  if (call.kind == CallKind::destroy) created_.erase(call.subject);
  has_index_ |= call.kind == CallKind::create_index;
}

}  // namespace quadphase::replay
