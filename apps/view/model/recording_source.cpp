// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <unordered_map>

#include "model/source.hpp"
#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "replay/followed_world.hpp"

namespace quadphase::view {
namespace {

/// Plays the calls of a recording up to the next frame of its first engine.
class RecordedSource final : public Source {
 public:
  explicit RecordedSource(const std::string& path) : recording_(path) {
    if (!play_to_frame()) throw std::runtime_error(path + " has no frames");
  }

  BoxView boxes() override { return boxes_.view(); }
  std::span<const ObjectState> states() override { return states_; }
  void step() override {
    if (play_to_frame()) return;
    recording_.rewind();
    replayer_ = Replayer();
    world_ = replay::FollowedWorld(0);
    (void)play_to_frame();
  }

 private:
  bool play_to_frame() {
    while (const RecordedCall* call = recording_.next()) {
      const ReplayResult result = replayer_.play(*call);
      if (!world_.follow(*call, result, replayer_)) continue;
      read_world();
      return true;
    }
    return false;
  }

  void read_world() {
    for (ObjectState& state : states_) state.exists = false;
    found_.clear();
    world_.for_each([this](ObjectId id, const replay::FollowedObject& object) {
      const std::size_t row = rows_.try_emplace(id, rows_.size()).first->second;
      if (row >= states_.size()) states_.resize(row + 1);
      states_[row] = {.filter = object.filter, .is_static = object.is_static};
      found_.resize(rows_.size());
      found_[row] = object.search;
    });
    found_.resize(rows_.size());
    boxes_.resize(found_.size());
    for (std::size_t row = 0; row < found_.size(); ++row) boxes_.set(row, found_[row]);
  }

  Recording recording_;
  Replayer replayer_;
  replay::FollowedWorld world_{0};
  std::unordered_map<ObjectId, std::size_t> rows_;
  std::vector<Box> found_;
  std::vector<ObjectState> states_;
  BoxColumns boxes_;
};

}  // namespace

std::unique_ptr<Source> open_recording(const std::string& path) {
  return std::make_unique<RecordedSource>(path);
}

}  // namespace quadphase::view
