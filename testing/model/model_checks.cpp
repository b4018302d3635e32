// SPDX-License-Identifier: MIT
// Comparisons with the model, and random attributes.
#include "model/model_checks.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "support/checks.hpp"

namespace quadphase::model {

namespace {

constexpr float kNanInput = std::numeric_limits<float>::quiet_NaN();

/// Any of the two kinds of events.
template <class Event>
std::string in_words(const Event& event) {
  std::ostringstream text;
  text << '(' << event.pair.first << ", " << event.pair.second << ") for reason "
       << static_cast<std::uint32_t>(event.reason);
  return text.str();
}

template <class Event>
Difference difference_of_events(const char* kind, std::span<const Event> found,
                                const std::vector<Event>& wanted) {
  const auto [in_found, in_wanted] =
      std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  if (in_found == found.end() && in_wanted == wanted.end()) return std::nullopt;
  return std::string(kind) + ": found " +
         (in_found == found.end() ? "no more" : in_words(*in_found)) + ", wanted " +
         (in_wanted == wanted.end() ? "no more" : in_words(*in_wanted));
}

using FoundIds = std::vector<std::vector<ObjectId>>;

/// `is_each_once`: every id is that of one object; else it may come once for each of them.
Difference difference_of_rows(const char* search, const QueryResult& result, const FoundIds& wanted,
                              bool is_each_once) {
  std::ostringstream text;
  text << search << ": ";
  if (result.row_count() != wanted.size()) {
    text << result.row_count() << " rows instead of " << wanted.size();
    return text.str();
  }
  std::size_t count = 0;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    const std::span<const ObjectId> found = result.ids_of(row);
    const bool is_right = is_each_once
                              ? std::ranges::equal(found, wanted[row])
                              : std::set<ObjectId>(found.begin(), found.end()) ==
                                    std::set<ObjectId>(wanted[row].begin(), wanted[row].end());
    if (!is_right) {
      text << "row " << row << " has " << found.size() << " ids instead of " << wanted[row].size()
           << ", or others:";
      for (const ObjectId id : found) text << ' ' << id;
      text << " instead of";
      for (const ObjectId id : wanted[row]) text << ' ' << id;
      return text.str();
    }
    count += found.size();
  }
  if (result.ids().size() != count) return text.str() + "ids() are not those of the rows";
  return std::nullopt;
}

}  // namespace

Shown::Shown(const BroadPhase& broad_phase)
    : pairs(contract::copy_of(broad_phase.pairs())),
      begun(broad_phase.events().begun.begin(), broad_phase.events().begun.end()),
      ended(broad_phase.events().ended.begin(), broad_phase.events().ended.end()),
      previous(broad_phase.previous_indices().begin(), broad_phase.previous_indices().end()),
      pair_count(broad_phase.stats().pair_count),
      object_count(broad_phase.stats().object_count) {}

Difference PreviousPairs::follow(const BroadPhase& broad_phase) {
  const std::span<const Pair> pairs = broad_phase.pairs();
  const std::span<const std::uint32_t> previous = broad_phase.previous_indices();
  const std::vector<Pair> last = std::exchange(last_, contract::copy_of(pairs));
  if (previous.size() != pairs.size())
    return "there are " + std::to_string(previous.size()) + " previous indices";
  std::map<Pair, std::uint32_t> first_of;
  for (std::uint32_t i = 0; i < last.size(); ++i) first_of.emplace(last[i], i);
  std::set<Pair> begun;
  for (const BeginEvent& event : broad_phase.events().begun) begun.insert(event.pair);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::uint32_t index = previous[i];
    // Of equal pairs the first.
    const bool is_right =
        begun.contains(pairs[i])
            ? index == kNoPair
            : index < last.size() && last[index] == pairs[i] && first_of.at(pairs[i]) == index;
    if (!is_right)
      return "previous_indices()[" + std::to_string(i) + "] is " + std::to_string(index);
  }
  return std::nullopt;
}

Difference difference_of_static_pairs(BroadPhase& broad_phase, const WorldModel& model) {
  const std::span<const Pair> pairs = broad_phase.static_pairs();
  const std::vector<Pair> expected = model.static_pairs();
  if (std::ranges::equal(pairs, expected)) return std::nullopt;
  return "static_pairs() has " + std::to_string(pairs.size()) + " pairs that are not the " +
         std::to_string(expected.size()) + " of the model";
}

Difference difference_of_touching(const BroadPhase& broad_phase, const WorldModel& model) {
  if (model.has_equal_ids()) return std::nullopt;  // which of the objects it is about is not said
  for (const Pair& pair : broad_phase.pairs()) {
    if (broad_phase.tight_boxes_overlap(pair) == model.touching(pair)) continue;
    std::ostringstream text;
    text << "touching(" << pair.first << ", " << pair.second << ") is wrong";
    return text.str();
  }
  return std::nullopt;
}

Difference difference_of_order(std::span<const Pair> pairs, const WorldModel& model) {
  if (model.has_equal_ids()) return std::nullopt;
  std::set<ObjectId> finished;
  ObjectId last_moving = 0;
  ObjectId last_static = 0;
  bool among_static = false;
  for (const Pair& pair : pairs) {
    const bool first_static = model.was_static(pair.first);
    const bool with_static = first_static || model.was_static(pair.second);
    if (!with_static && among_static) return "a pair of moving objects after one with a static one";
    if (!with_static) continue;
    if (model.is_periodic()) {  // those across the border come last
      among_static = true;
      continue;
    }
    const ObjectId moving = first_static ? pair.second : pair.first;
    const ObjectId statics = first_static ? pair.first : pair.second;
    if (among_static && moving == last_moving) {
      if (statics <= last_static) return "static partners do not ascend";
    } else {
      if (!finished.insert(moving).second)
        return "the static partners of a moving object are not together";
    }
    among_static = true;
    last_moving = moving;
    last_static = statics;
  }
  return std::nullopt;
}

Difference difference_of_pairs(std::span<const Pair> pairs, const WorldModel& model) {
  if (!model.has_equal_ids()) return oracle::compare_pairs(pairs, model.pairs());
  std::vector<Pair> sorted(pairs.begin(), pairs.end());
  std::sort(sorted.begin(), sorted.end());
  if (sorted == model.pairs()) return std::nullopt;
  return std::to_string(sorted.size()) + " pairs instead of " +
         std::to_string(model.pairs().size()) + ", or others";
}

Difference difference_of_frame(const BroadPhase& broad_phase, const WorldModel& model) {
  if (auto found = difference_of_pairs(broad_phase.pairs(), model)) return found;
  if (auto found = difference_of_order(broad_phase.pairs(), model)) return found;
  const Stats& stats = broad_phase.stats();
  if (stats.pair_count != model.pairs().size()) return "stats().pair_count is wrong";
  if (broad_phase.static_count() != model.static_count()) return "static_count() is wrong";
  const auto rejected = broad_phase.rejected_ids();
  if (!std::equal(rejected.begin(), rejected.end(), model.rejected().begin(),
                  model.rejected().end()))
    return "rejected_ids() are wrong";
  if (auto found = difference_of_touching(broad_phase, model)) return found;
  const Events events = broad_phase.events();
  if (auto found = difference_of_events("begun", events.begun, model.begun())) return found;
  return difference_of_events("ended", events.ended, model.ended());
}

Difference difference_of_searches(const BroadPhase& broad_phase, const WorldModel& model,
                                  const Objects& rows, Spans given, QueryResult& result) {
  const Rows columns(rows, given);
  const BatchOptions options{.attributes = columns.attributes()};
  if (!model.has_tree()) {
    try {
      broad_phase.find_overlaps(columns.boxes(), result, options);
      return "a search without a frame was answered";
    } catch (const std::logic_error&) {
      return std::nullopt;
    }
  }
  FoundIds wanted = model.overlaps_of(as_given(rows, given));
  std::vector<Box> boxes;
  for (const Object& row : rows) boxes.push_back(row.box);
  broad_phase.find_overlaps(columns.boxes(), result, options);
  const bool once = !model.has_equal_ids();
  if (auto found = difference_of_rows("find_overlaps of columns", result, wanted, once))
    return found;
  broad_phase.find_overlaps(boxes, result, options);
  if (auto found = difference_of_rows("find_overlaps of boxes", result, wanted, once)) return found;
  for (std::vector<ObjectId>& ids : wanted)
    if (ids.size() > 1) ids.erase(ids.begin() + 1, ids.end());
  broad_phase.find_first_overlaps(columns.boxes(), result, options);
  if (auto found = difference_of_rows("find_first_overlaps of columns", result, wanted, once))
    return found;
  broad_phase.find_first_overlaps(boxes, result, options);
  return difference_of_rows("find_first_overlaps of boxes", result, wanted, once);
}

std::vector<Pair> streamed(BroadPhase& broad_phase) {
  return contract::joined(contract::chunks_of(broad_phase));
}

Filter random_filter(const Dice& dice, scenes::Random& random) {
  const std::uint32_t all_bits =
      dice.category_bits >= 32 ? 0xFFFF'FFFF : (1U << dice.category_bits) - 1;
  Filter filter;
  filter.category = 1U << random.below(dice.category_bits);
  if (random.below(4) == 0) filter.category |= static_cast<std::uint32_t>(random.bits()) & all_bits;
  if (random.below(2) == 0) filter.mask = static_cast<std::uint32_t>(random.bits()) | ~all_bits;
  if (random.below(2) == 0) filter.group = random.below(dice.groups);
  if (random.below(2) == 0) filter.world = random.below(dice.worlds);
  return filter;
}

void grow_at_random(Object& object, float reach, scenes::Random& random) {
  const auto some = [&](float low) {
    return random.below(2) == 0 ? 0.0F : random.between(low, reach);
  };
  object.margin = some(0);
  object.displacement_x = some(-reach);
  object.displacement_y = some(-reach);
}

void spoil(Object& object, scenes::Random& random) {
  switch (random.below(6)) {
    case 0:
      object.box.min_x = kNanInput;
      break;
    case 1:
      object.box.max_y = object.box.min_y - 1;
      break;
    case 2:
      object.margin = kNanInput;
      break;
    case 3:
      object.margin = -1;
      break;
    case 4:
      object.displacement_x = kNanInput;
      break;
    default:
      object.displacement_y = kNanInput;
  }
}

Objects random_objects(const BoxView& boxes, const Dice& dice, std::uint64_t seed) {
  scenes::Random random(seed, 7);
  std::set<ObjectId> ids;
  while (ids.size() < boxes.size()) ids.insert(static_cast<ObjectId>(random.bits()));
  Objects objects;
  for (const ObjectId id : ids) {
    Object object;
    object.id = id;
    object.filter = random_filter(dice, random);
    grow_at_random(object, dice.reach, random);
    object.generation = random.below(3);
    objects.push_back(object);
  }
  objects = shuffled(std::move(objects), seed);
  for (std::size_t i = 0; i < boxes.size(); ++i) objects[i].box = boxes[i];
  return objects;
}

Objects objects_of(const std::string& scene, std::size_t count, std::uint64_t seed,
                   const Dice& dice) {
  return random_objects(contract::frame_of(scene, count, 1, seed).view(), dice, seed);
}

Objects split_off(Objects& objects, std::size_t count) {
  const auto from = objects.end() - static_cast<std::ptrdiff_t>(count);
  Objects last(from, objects.end());
  objects.erase(from, objects.end());
  return last;
}

Objects shuffled(Objects objects, std::uint64_t seed) {
  scenes::Random random(seed, 8);
  for (std::size_t i = objects.size(); i > 1; --i)
    std::swap(objects[i - 1], objects[random.below(static_cast<std::uint32_t>(i))]);
  return objects;
}

}  // namespace quadphase::model
