// SPDX-License-Identifier: MIT
// Plays operations: each changes the world, and frames compare the engine with the model.
#include "model/histories.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <utility>

namespace quadphase::model {

namespace {

constexpr std::uint64_t kMaxPairs = 20'000;  // a crowd has more

constexpr std::array kNames = {
    "add",      "remove",  "replace", "move",  "teleport", "sleep", "wake",         "exchange",
    "refilter", "restart", "shift",   "hide",  "grow",     "spoil", "renew_static", "remove_asleep",
    "mistake",  "crowd",   "run_out", "build", "frame",    "search"};
static_assert(kNames.size() == kActionCount);

/// How often random operations are each action: a busy world with as many static objects as moving.
constexpr std::array<std::size_t, kActionCount> kWeights = {
    // add to spoil
    40, 20, 20, 60, 30, 60, 30, 40, 60, 30, 30, 30, 20, 10,
    // renew_static to search
    10, 1, 20, 8, 5, 10, 140, 20};

/// Ids are small and large, near and far from each other.
ObjectId id_of(std::uint32_t slot) {
  return slot % 3 == 0 ? 0xFFFF'FFFF - 1'000 * slot : slot;
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Operation& operation) {
  return stream << kNames[static_cast<std::size_t>(operation.action)] << '(' << operation.choice
                << ", " << operation.value << ')';
}

std::vector<Operation> random_operations(std::size_t count, std::uint64_t seed) {
  scenes::Random random(seed, 9);
  std::vector<Action> drawn;
  for (std::size_t action = 0; action < kActionCount; ++action)
    drawn.insert(drawn.end(), kWeights[action], static_cast<Action>(action));
  std::vector<Operation> operations;
  for (std::size_t i = 0; i < count; ++i) {
    const Action action = drawn[random.below(static_cast<std::uint32_t>(drawn.size()))];
    const std::uint32_t choice = random.below(1U << 16U);
    operations.push_back({action, choice, random.below(1U << 16U)});
  }
  return operations;
}

Player::Player(Config config, const WorldRules& rules)
    : rules_(rules),
      model_(config.events, config.touching, {config.period_x, config.period_y}),
      lives_(rules.slots) {
  has_previous_ = config.previous_indices;
  config.max_pairs = kMaxPairs;
  config.memory_resource = &resource_;
  broad_phase_ = std::make_unique<BroadPhase>(config);
  second_config_ = config;
  second_config_.memory_resource = nullptr;
  second_config_.simd = config.simd == Simd::scalar ? Simd::best : Simd::scalar;
  for (std::uint32_t slot = 0; slot < rules.slots; ++slot)
    lives_[slot].object.id = id_of(rules.shares_ids ? slot / 2 : slot);
}

Difference Player::play(const Operation& operation) {
  switch (operation.action) {
    case Action::mistake:
      return make_mistake(operation);
    case Action::crowd:
      return crowd();
    case Action::run_out:
      return rules_.memory_fails ? run_out(operation) : update(moving());
    case Action::build:
      return build();
    case Action::frame:
      return update(moving());
    case Action::search: {
      if (Difference found = update(moving())) return found;
      return search(operation);
    }
    default: {
      const Shown before(*broad_phase_);
      change(operation);
      if (!(Shown(*broad_phase_) == before)) return "a change showed before the next frame";
      if (!model_.has_tree()) return std::nullopt;
      if (broad_phase_->static_count() != model_.static_count())
        return "static_count() changed before the next frame";
      if (Difference found = difference_of_touching(*broad_phase_, model_))
        return "before the next frame: " + *found;
      return search(operation);
    }
  }
}

Objects Player::moving() const {
  Objects objects;
  for (const std::uint32_t slot : moving_) objects.push_back(lives_[slot].object);
  return as_given(std::move(objects), rules_.given);
}

Objects Player::statics() const {
  Objects objects;
  for (const auto& [id, object] : model_.statics()) objects.push_back(object);
  return objects;
}

std::vector<std::uint32_t> Player::slots_in(State state) const {
  if (state == State::moving) return moving_;
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < lives_.size(); ++slot)
    if (lives_[slot].state == state) slots.push_back(slot);
  return slots;
}

std::vector<std::uint32_t> Player::some_in(State state, const Operation& operation) const {
  std::vector<std::uint32_t> slots = slots_in(state);
  if (slots.empty()) return slots;
  const std::size_t first = operation.choice % slots.size();
  std::rotate(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(first), slots.end());
  const std::size_t wanted =
      operation.value % 8 == 7 ? slots.size() / 3 + 1 : 1 + operation.value % 4;
  slots.resize(std::min(slots.size(), wanted));
  return slots;
}

void Player::place(Object& object, scenes::Random& random) const {
  const auto halves = [&](std::uint32_t limit) {
    return 0.5F * static_cast<float>(random.below(limit));
  };
  object.box.min_x = halves(2 * rules_.side);
  object.box.min_y = halves(2 * rules_.side);
  object.box.max_x = object.box.min_x + halves(7);
  object.box.max_y = object.box.min_y + halves(7);
}

void Player::live(std::uint32_t slot, bool next_generation, scenes::Random& random) {
  Life& life = lives_[slot];
  Object object;
  object.id = life.object.id;
  object.generation = life.object.generation + (next_generation ? 1 : 0);
  place(object, random);
  if (random.below(2) == 0) object.filter = random_filter({}, random);
  if (random.below(3) == 0) grow_at_random(object, 1, random);
  life.object = object;
  if (life.state != State::moving) moving_.push_back(slot);
  life.state = State::moving;
}

void Player::add(const Operation& operation) {
  scenes::Random random(operation.value);
  for (const std::uint32_t slot : some_in(State::absent, operation))
    live(slot, random.below(4) != 0, random);
}

void Player::remove(const Operation& operation) {
  const State state = operation.value % 3 == 0 ? State::statics : State::moving;
  const std::vector<std::uint32_t> slots = slots_in(state);
  if (slots.empty()) return;
  const std::uint32_t slot = slots[operation.choice % slots.size()];
  if (state == State::statics) {
    const std::array gone = {lives_[slot].object.id};
    broad_phase_->remove_static(gone);
    model_.remove_static(gone);
  } else {
    moving_[operation.choice % slots.size()] = moving_.back();
    moving_.pop_back();
  }
  lives_[slot].state = State::absent;
}

void Player::sleep(const Operation& operation) {
  const std::vector<std::uint32_t> slots = with_free_ids(some_in(State::moving, operation));
  Objects fallen;
  for (const std::uint32_t slot : slots) {
    fallen.push_back(lives_[slot].object);
    lives_[slot].state = State::statics;
  }
  moving_.erase(
      std::remove_if(moving_.begin(), moving_.end(),
                     [&](std::uint32_t slot) { return lives_[slot].state == State::statics; }),
      moving_.end());
  const Rows rows(fallen, rules_.given);
  broad_phase_->add_static(rows.boxes(), rows.ids(), rows.attributes());
  model_.add_static(as_given(fallen, rules_.given.with(Span::ids)));
}

void Player::wake(const Operation& operation) {
  std::vector<ObjectId> made_moving;
  for (const std::uint32_t slot : some_in(State::statics, operation)) {
    made_moving.push_back(lives_[slot].object.id);
    lives_[slot].state = State::moving;
    moving_.push_back(slot);
  }
  broad_phase_->remove_static(made_moving);
  model_.remove_static(made_moving);
}

/// Some static objects wake, some get another box or filter, and some moving ones fall asleep.
void Player::exchange(const Operation& operation) {
  scenes::Random random(operation.value, 3);
  std::vector<ObjectId> removed;
  Objects added;
  const std::vector<std::uint32_t> asleep = some_in(State::statics, operation);
  for (const std::uint32_t slot : asleep) {
    Life& life = lives_[slot];
    removed.push_back(life.object.id);
    if (random.below(2) == 0) {
      life.state = State::moving;
    } else {
      place(life.object, random);
      if (random.below(2) == 0) life.object.filter = random_filter({}, random);
      added.push_back(life.object);
    }
  }
  for (const std::uint32_t slot : with_free_ids(some_in(State::moving, operation))) {
    added.push_back(lives_[slot].object);
    lives_[slot].state = State::statics;
  }
  std::erase_if(moving_, [&](std::uint32_t slot) { return lives_[slot].state == State::statics; });
  for (const std::uint32_t slot : asleep)
    if (lives_[slot].state == State::moving) moving_.push_back(slot);
  const Rows rows(added, rules_.given);
  broad_phase_->exchange_static(removed, rows.boxes(), rows.ids(), rows.attributes());
  model_.exchange_static(removed, as_given(added, rules_.given.with(Span::ids)));
}

void Player::renew_static(const Operation& operation) {
  Objects objects = shuffled(statics(), operation.value);
  if (operation.action == Action::remove_asleep) {
    objects.clear();
    for (Life& life : lives_)
      if (life.state == State::statics) life.state = State::absent;
  }
  const Rows rows(objects, rules_.given);
  broad_phase_->set_static(rows.boxes(), rows.ids(), rows.attributes());
  model_.set_static(objects);
}

void Player::restart(const Operation& operation) {
  std::vector<ObjectId> ids;
  for (const State state : {State::moving, State::statics, State::absent})
    for (const std::uint32_t slot : some_in(state, operation))
      ids.push_back(lives_[slot].object.id);
  broad_phase_->restart_pairs(ids);
  model_.restart_pairs(ids);
}

void Player::shift(const Operation& operation) {
  if (!model_.has_tree()) return;
  scenes::Random random(operation.value, 2);
  Objects shifted;
  for (const State state : {State::moving, State::statics, State::absent}) {
    for (const std::uint32_t slot : some_in(state, operation)) {
      const ObjectId id = lives_[slot].object.id;
      if (std::ranges::find(shifted, id, &Object::id) != shifted.end()) continue;
      shifted.push_back(lives_[slot].object);
      place(shifted.back(), random);
      if (random.below(8) == 0) spoil(shifted.back(), random);
    }
  }
  const Rows rows(shifted, rules_.given);
  broad_phase_->patch(rows.boxes(), rows.ids(), rows.attributes());
  model_.change(as_given(shifted, rules_.given.with(Span::ids)));
}

void Player::hide(const Operation& operation) {
  if (!model_.has_tree()) return;
  std::vector<ObjectId> ids;
  for (const State state : {State::moving, State::statics, State::absent})
    for (const std::uint32_t slot : some_in(state, operation))
      ids.push_back(lives_[slot].object.id);
  broad_phase_->hide(ids);
  model_.remove(ids);
}

void Player::change_moving(const Operation& operation) {
  scenes::Random random(operation.value);
  for (const std::uint32_t slot : some_in(State::moving, operation)) {
    Object& object = lives_[slot].object;
    if (operation.action == Action::replace) {
      live(slot, true, random);
    } else if (operation.action == Action::move) {
      const float x = 0.5F * random.sign();
      const float y = 0.5F * random.sign();
      object.box = {object.box.min_x + x, object.box.min_y + y, object.box.max_x + x,
                    object.box.max_y + y};
    } else if (operation.action == Action::teleport) {
      place(object, random);
    } else if (operation.action == Action::refilter) {
      object.filter = random_filter({}, random);
    } else if (operation.action == Action::grow) {
      grow_at_random(object, 1, random);
    } else if (operation.action == Action::spoil) {
      spoil(object, random);
    }
  }
}

void Player::change(const Operation& operation) {
  switch (operation.action) {
    case Action::add:
      return add(operation);
    case Action::remove:
      return remove(operation);
    case Action::sleep:
      return sleep(operation);
    case Action::wake:
      return wake(operation);
    case Action::exchange:
      return exchange(operation);
    case Action::restart:
      return restart(operation);
    case Action::shift:
      return shift(operation);
    case Action::hide:
      return hide(operation);
    case Action::renew_static:
    case Action::remove_asleep:
      return renew_static(operation);
    default:
      return change_moving(operation);
  }
}

Difference Player::build() {
  const Objects objects = moving();
  const Rows rows(objects, rules_.given);
  const auto frame = [&](BroadPhase& engine) { engine.build(rows.boxes(), rows.attributes()); };
  const std::vector<std::byte> before = saved_bytes();
  frame(*broad_phase_);
  WorldModel updated = model_;
  updated.update(objects);
  model_.build(objects);
  if (auto found = difference_of_frame(*broad_phase_, model_)) return "after build: " + *found;
  if (auto found = difference_of_static_pairs(*broad_phase_, model_)) return found;
  if (auto found = difference_of_restored(before, frame)) return "after build: " + *found;
  if (broad_phase_->count_pairs() != updated.pairs().size()) return "count_pairs() is wrong";
  const std::vector<Pair> pairs = streamed(*broad_phase_);
  if (auto found = difference_of_order(pairs, updated)) return "streamed: " + *found;
  return difference_of_pairs(pairs, updated);
}

Difference Player::update(const Objects& moving) {
  const Rows rows(moving, rules_.given);
  const auto frame = [&](BroadPhase& engine) { engine.update(rows.boxes(), rows.attributes()); };
  const std::vector<std::byte> before = saved_bytes();
  frame(*broad_phase_);
  model_.update(moving);
  if (Difference found = difference_of_update()) return found;
  return difference_of_restored(before, frame);
}

std::vector<std::uint32_t> Player::with_free_ids(std::vector<std::uint32_t> slots) const {
  std::set<ObjectId> ids;
  std::erase_if(slots, [&](std::uint32_t slot) {
    const ObjectId id = lives_[slot].object.id;
    return model_.statics().contains(id) || !ids.insert(id).second;
  });
  return slots;
}

Difference Player::difference_of_update() {
  if (auto found = difference_of_frame(*broad_phase_, model_)) return found;
  if (auto found = difference_of_static_pairs(*broad_phase_, model_)) return found;
  return has_previous_ ? previous_pairs_.follow(*broad_phase_) : std::nullopt;
}

Difference Player::search(const Operation& operation) {
  scenes::Random random(operation.value, 1);
  Objects rows(operation.value % 20);
  for (Object& row : rows) {
    place(row, random);
    if (random.below(2) == 0) row.filter = random_filter({}, random);
    if (random.below(3) == 0) grow_at_random(row, 2, random);
    if (random.below(8) == 0) spoil(row, random);
  }
  return difference_of_searches(*broad_phase_, model_, rows, rules_.given, between_);
}

}  // namespace quadphase::model
