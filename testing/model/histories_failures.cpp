// SPDX-License-Identifier: MIT
// Operations of a history that fail: mistakes, too many pairs, no memory.
#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include "model/histories.hpp"

namespace quadphase::model {

namespace {

constexpr std::uint32_t kCrowd = 250;  // in one place: more pairs than that
constexpr ObjectId kCrowdIds = 0x7000'0000;

/// Objects in a row that meet nothing.
Objects bystanders(std::uint32_t count) {
  Objects objects;
  for (std::uint32_t i = 0; i < count; ++i) {
    Object object;
    object.id = kCrowdIds + i;
    const auto at = 1'000 + 2 * static_cast<float>(i);
    object.box = {at, 0, at + 1, 1};
    objects.push_back(object);
  }
  return objects;
}

template <class Error, class Call>
Difference difference_of_failure(const BroadPhase& broad_phase, const char* what,
                                 const Call& call) {
  const Shown before(broad_phase);
  const std::size_t static_count = broad_phase.static_count();
  std::vector<std::byte> bytes;
  broad_phase.save(bytes);
  try {
    call();
    return std::string(what) + ": nothing was thrown";
  } catch (const Error&) {
    std::vector<std::byte> after;
    broad_phase.save(after);
    if (after != bytes) return std::string(what) + ": the snapshot changed";
    if (!(Shown(broad_phase) == before)) return std::string(what) + ": the shown frame changed";
    if (broad_phase.static_count() != static_count)
      return std::string(what) + ": static_count() changed";
  }
  return std::nullopt;
}

}  // namespace

Difference Player::make_mistake(const Operation& operation) {
  const Objects asleep = statics();
  Objects two = bystanders(3);
  two[2].id = two[0].id;
  const Rows two_of_one(two, rules_.given);
  const auto fails = [&](const char* what, const auto& call) {
    return difference_of_failure<std::invalid_argument>(*broad_phase_, what, call);
  };
  switch (operation.value % 7) {
    case 0: {
      std::vector<ObjectId> ids = {kCrowdIds};
      if (!asleep.empty()) ids.insert(ids.begin(), asleep[operation.choice % asleep.size()].id);
      return fails("remove_static of no static object", [&] { broad_phase_->remove_static(ids); });
    }
    case 1: {
      const ObjectId id = asleep.empty() ? 0 : asleep[operation.choice % asleep.size()].id;
      const std::array ids = {id, id};
      return fails("remove_static twice", [&] { broad_phase_->remove_static(ids); });
    }
    case 2: {
      if (asleep.empty()) return std::nullopt;
      Objects again = bystanders(1);
      again.push_back(asleep[operation.choice % asleep.size()]);
      const Rows rows(again, rules_.given);
      return fails("add_static of a static object",
                   [&] { broad_phase_->add_static(rows.boxes(), rows.ids(), rows.attributes()); });
    }
    case 3:
      return fails("add_static of two with one id", [&] {
        broad_phase_->add_static(two_of_one.boxes(), two_of_one.ids(), two_of_one.attributes());
      });
    case 4: {
      // Objects that were added since the last frame stay in their order, too.
      std::vector<ObjectId> removed;
      for (std::size_t i = operation.choice % 3; i < asleep.size(); i += 3)
        removed.push_back(asleep[i].id);
      return fails("exchange_static for two with one id", [&] {
        broad_phase_->exchange_static(removed, two_of_one.boxes(), two_of_one.ids(),
                                      two_of_one.attributes());
      });
    }
    case 5: {
      const Rows rows(bystanders(2), rules_.given);
      const std::array removed = {kCrowdIds};
      return fails("exchange_static of no static object", [&] {
        broad_phase_->exchange_static(removed, rows.boxes(), rows.ids(), rows.attributes());
      });
    }
    default:
      return fails("set_static of two with one id", [&] {
        broad_phase_->set_static(two_of_one.boxes(), two_of_one.ids(), two_of_one.attributes());
      });
  }
}

Difference Player::crowd() {
  Objects objects = moving();
  for (Object object : bystanders(kCrowd)) {
    object.box = {0, 0, 1, 1};
    objects.push_back(object);
  }
  const Rows rows(objects, rules_.given);
  model_.fail();
  return difference_of_failure<std::length_error>(
      *broad_phase_, "an update of too many pairs",
      [&] { broad_phase_->update(rows.boxes(), rows.attributes()); });
}

Difference Player::run_out(const Operation& operation) {
  Objects objects = moving();
  const Objects more = bystanders(std::min(++shortages_, 10U) * 200);
  objects.insert(objects.end(), more.begin(), more.end());
  const Rows rows(objects, rules_.given);
  const Shown before(*broad_phase_);
  std::vector<std::byte> bytes;
  broad_phase_->save(bytes);
  resource_.fail_from(operation.value % 8);
  try {
    broad_phase_->update(rows.boxes(), rows.attributes());
  } catch (const std::bad_alloc&) {
    resource_.work_again();
    model_.fail();
    if (!(Shown(*broad_phase_) == before))
      return "an update out of memory: the shown frame changed";
    std::vector<std::byte> after;
    broad_phase_->save(after);
    if (after != bytes) return "an update out of memory: the snapshot changed";
    return std::nullopt;
  }
  resource_.work_again();
  model_.update(objects);
  return difference_of_update();
}

}  // namespace quadphase::model
