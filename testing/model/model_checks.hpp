// SPDX-License-Identifier: MIT
// What the tests of the model share: random objects, and the first difference between an
// engine and the model, in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/world_model.hpp"
#include "scenes/random.hpp"

namespace quadphase::model {

/// In words; nothing where there is none.
using Difference = std::optional<std::string>;

/// All that an engine shows of its last frame but figures.
struct Shown {
  explicit Shown(const BroadPhase& broad_phase);

  std::vector<Pair> pairs;
  std::vector<BeginEvent> begun;
  std::vector<EndEvent> ended;
  std::vector<std::uint32_t> previous;
  std::uint64_t pair_count = 0;
  std::size_t object_count = 0;

  friend bool operator==(const Shown&, const Shown&) = default;
};

/// Whether these are the model's pairs, in any order; equal ones as often.
[[nodiscard]] Difference difference_of_pairs(std::span<const Pair> pairs, const WorldModel& model);

/// Whether the engine shows the model's frame: pairs and their order as far as it can be seen from
/// outside, which of them touch, events, static and rejected objects.
[[nodiscard]] Difference difference_of_frame(const BroadPhase& broad_phase,
                                             const WorldModel& model);

/// Follows the pairs of an engine from update to update.
class PreviousPairs {
 public:
  /// After a finished update: whether `previous_indices` has each pair's index in the pairs of the
  /// update before, and none for those that began. Needs right events.
  [[nodiscard]] Difference follow(const BroadPhase& broad_phase);

 private:
  std::vector<Pair> last_;
};

/// Whether `static_pairs` are those of the model.
[[nodiscard]] Difference difference_of_static_pairs(BroadPhase& broad_phase,
                                                    const WorldModel& model);

/// Whether `tight_boxes_overlap` says of each pair what the model does.
[[nodiscard]] Difference difference_of_touching(const BroadPhase& broad_phase,
                                                const WorldModel& model);

/// Pairs of moving objects first; then those with a static one, together for each moving object and
/// ascending by the static one's id. Nothing is known if objects have equal ids.
[[nodiscard]] Difference difference_of_order(std::span<const Pair> pairs, const WorldModel& model);

/// Whether batches of these boxes, as columns and as boxes, find what the model does.
[[nodiscard]] Difference difference_of_searches(const BroadPhase& broad_phase,
                                                const WorldModel& model, const Objects& rows,
                                                Spans given, QueryResult& result);

/// All pairs that `for_each_pair_chunk` hands over, in the order of the chunks.
[[nodiscard]] std::vector<Pair> streamed(BroadPhase& broad_phase);

/// How attributes are thrown.
struct Dice {
  std::uint32_t category_bits = 3;
  std::uint32_t groups = 4;
  std::uint32_t worlds = 2;
  float reach = 1;  ///< largest margin and displacement
};

[[nodiscard]] Filter random_filter(const Dice& dice, scenes::Random& random);

/// A margin, and a displacement, of random size; half of them 0.
void grow_at_random(Object& object, float reach, scenes::Random& random);

/// Makes the object's box, margin or displacement one that has to be rejected.
void spoil(Object& object, scenes::Random& random);

/// The boxes as objects with random attributes and ids in no order, far apart.
[[nodiscard]] Objects random_objects(const BoxView& boxes, const Dice& dice, std::uint64_t seed);

/// The objects of a scene after a step, with random attributes.
[[nodiscard]] Objects objects_of(const std::string& scene, std::size_t count,
                                 std::uint64_t seed = 1, const Dice& dice = {});

/// Splits off the last `count` objects.
[[nodiscard]] Objects split_off(Objects& objects, std::size_t count);

[[nodiscard]] Objects shuffled(Objects objects, std::uint64_t seed);

}  // namespace quadphase::model
