// SPDX-License-Identifier: MIT
// What an engine was given in its last frame: the objects by id, and why two of them are a pair or
// none.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "quadphase/recorded_call.hpp"
#include "quadphase/replayer.hpp"
#include "replay/why_no_pair.hpp"

namespace quadphase::replay {

/// Follows one engine of a recording.
class FollowedWorld {
 public:
  explicit FollowedWorld(std::uint32_t engine) : engine_(engine) {}

  /// Takes a call that was made. True if it was a frame of the engine.
  bool follow(const RecordedCall& call, const ReplayResult& result, const Replayer& replayer);

  /// How many frames there were: updates and builds that did not fail.
  [[nodiscard]] std::uint64_t frame_count() const noexcept { return frame_count_; }
  /// An object of the frame that `follow` took last. Its call must still be there.
  [[nodiscard]] std::optional<FollowedObject> find(ObjectId id) const;
  /// Calls `visit(id, object)` for all objects of that frame, the static ones first.
  void for_each(const std::function<void(ObjectId, const FollowedObject&)>& visit) const;
  /// "a pair", or every reason why two objects are none.
  [[nodiscard]] std::string explain(ObjectId first, ObjectId second) const;

 private:
  void change_statics(const RecordedCall& call);
  void add_statics(const RecordedCall& call);
  [[nodiscard]] FollowedObject as_searched(FollowedObject object) const;

  std::uint32_t engine_;
  Config config_;
  std::map<ObjectId, FollowedObject> statics_;  // with all changes
  Origin origin_{};                             // near which floats are, if any box is in double
  const RecordedCall* frame_ = nullptr;
  const ObjectStore* store_ = nullptr;  // of the frame
  bool knows_statics_ = true;
  std::uint64_t frame_count_ = 0;
};

}  // namespace quadphase::replay
