// SPDX-License-Identifier: MIT
// Histories of a world as lists of operations, played on an engine and on the model at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <vector>

#include "model/model_checks.hpp"
#include "model/world_model.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::model {

enum class Action : std::uint8_t {
  add,            ///< new objects, under ids that are free
  remove,         ///< an object, moving or static
  replace,        ///< another object under the id of one
  move,           ///< some objects by a little
  teleport,       ///< an object to anywhere
  sleep,          ///< moving objects become static
  wake,           ///< static objects move again
  exchange,       ///< static objects wake, others are replaced, moving ones fall asleep
  refilter,       ///< an object gets another filter
  restart,        ///< the pairs of some objects begin anew
  shift,          ///< queries see some objects elsewhere, until the next frame
  hide,           ///< queries do not see some objects, until the next frame
  grow,           ///< an object gets another margin and displacement
  spoil,          ///< an object gets a box that is rejected
  renew_static,   ///< all static objects are handed over anew, in another order
  remove_asleep,  ///< all static objects are gone
  mistake,        ///< a call that throws and changes nothing
  crowd,          ///< an update of too many pairs, which fails
  run_out,        ///< an update with more objects while memory fails
  build,          ///< a frame without pairs
  frame,          ///< a frame
  search,         ///< a frame, and a search in it
};
inline constexpr std::uint32_t kActionCount = 22;

/// `choice` says which object, `value` is the seed of all else.
struct Operation {
  Action action = Action::frame;
  std::uint32_t choice = 0;
  std::uint32_t value = 0;
};

std::ostream& operator<<(std::ostream& stream, const Operation& operation);

/// Random operations, a third of them frames.
[[nodiscard]] std::vector<Operation> random_operations(std::size_t count, std::uint64_t seed);

struct WorldRules {
  std::uint32_t slots = 300;  ///< objects at most
  std::uint32_t side = 24;    ///< of the square that they lie in; boxes are 0.5 to 3 wide
  bool memory_fails = true;   ///< else `run_out` is a frame
  Spans given = kAllSpans;
  bool shares_ids = false;  ///< every id is that of two slots
};

/// A world, the engine and the model that see it. Objects lie on a grid of halves, so that many
/// touch exactly.
///
/// In every frame a second engine, with other kernels, goes on from a snapshot of the first one: it
/// must show the same frame, and be in the same state afterwards. Calls that fail must leave the
/// snapshot as it was.
class Player {
 public:
  /// `config`: with `max_pairs` and `memory_resource` of the player's.
  Player(Config config, const WorldRules& rules);

  /// The first difference between engine and model, if there is one.
  [[nodiscard]] Difference play(const Operation& operation);

  [[nodiscard]] const BroadPhase& engine() const noexcept { return *broad_phase_; }
  [[nodiscard]] const WorldModel& model() const noexcept { return model_; }
  /// What an `update` would be given now.
  [[nodiscard]] Objects moving() const;
  /// The static objects, ascending by id.
  [[nodiscard]] Objects statics() const;

 private:
  enum class State : std::uint8_t { absent, moving, statics };
  struct Life {
    Object object;
    State state = State::absent;
  };

  [[nodiscard]] std::vector<std::uint32_t> slots_in(State state) const;
  /// Some of the slots in a state: one of them, a few, or many.
  [[nodiscard]] std::vector<std::uint32_t> some_in(State state, const Operation& operation) const;
  void place(Object& object, scenes::Random& random) const;
  void live(std::uint32_t slot, bool next_generation, scenes::Random& random);

  void add(const Operation& operation);
  void remove(const Operation& operation);
  void sleep(const Operation& operation);
  void wake(const Operation& operation);
  void change_moving(const Operation& operation);
  void renew_static(const Operation& operation);
  void exchange(const Operation& operation);
  void restart(const Operation& operation);
  void shift(const Operation& operation);
  void hide(const Operation& operation);
  void change(const Operation& operation);

  [[nodiscard]] Difference make_mistake(const Operation& operation);
  [[nodiscard]] Difference crowd();
  [[nodiscard]] Difference run_out(const Operation& operation);
  [[nodiscard]] Difference build();
  [[nodiscard]] Difference update(const Objects& moving);
  /// After a finished update.
  [[nodiscard]] Difference difference_of_update();
  /// Those of the slots whose ids come first, and are no static object's.
  [[nodiscard]] std::vector<std::uint32_t> with_free_ids(std::vector<std::uint32_t> slots) const;
  /// After a finished frame: whether an engine that goes on from `before` shows the same.
  [[nodiscard]] Difference difference_of_restored(const std::vector<std::byte>& before,
                                                  const std::function<void(BroadPhase&)>& frame);
  [[nodiscard]] std::vector<std::byte> saved_bytes() const;
  [[nodiscard]] Difference search(const Operation& operation);

  WorldRules rules_;
  Config second_config_;
  contract::CountingResource resource_;
  std::unique_ptr<BroadPhase> broad_phase_;
  WorldModel model_;
  bool has_previous_ = false;  // `Config::previous_indices`
  PreviousPairs previous_pairs_;
  std::vector<Life> lives_;            // by slot
  std::vector<std::uint32_t> moving_;  // slots, in the order of the rows
  std::uint32_t shortages_ = 0;
  QueryResult between_;
};

}  // namespace quadphase::model
