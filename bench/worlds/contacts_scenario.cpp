// SPDX-License-Identifier: MIT
// Pairs that have data, which are carried from frame to frame.
#include <cstddef>
#include <utility>
#include <vector>

#include "oracle/exact_pairs.hpp"
#include "worlds/contact.hpp"
#include "worlds/moving_scenario.hpp"

namespace quadphase::bench::worlds {
namespace {

class ContactsScenario final : public MovingScenario {
 public:
  explicit ContactsScenario(const ScenarioOptions& options)
      : MovingScenario("uniform", options, Task::contacts) {
    carry();
  }

  void step() override {
    MovingScenario::step();
    carry();
  }

  Result exact() const override {
    Result result{.pairs = pairs_};
    for (const Contact& contact : contacts_) result.contact_data += checksum(contact);
    return result;
  }

 private:
  /// Both lists of pairs are ascending, so one pass finds those of the frame before.
  void carry() {
    std::vector<Pair> pairs = oracle::exact_pairs(boxes());
    std::vector<Contact> contacts;
    std::size_t before = 0;
    for (const Pair& pair : pairs) {
      while (before < pairs_.size() && pairs_[before] < pair) ++before;
      const bool is_old = before < pairs_.size() && pairs_[before] == pair;
      contacts.push_back(is_old ? carried(contacts_[before]) : begun(pair));
    }
    pairs_ = std::move(pairs);
    contacts_ = std::move(contacts);
  }

  std::vector<Pair> pairs_;
  std::vector<Contact> contacts_;  // of `pairs_`
};

}  // namespace

std::unique_ptr<Scenario> make_contacts(const ScenarioOptions& options) {
  return std::make_unique<ContactsScenario>(options);
}

}  // namespace quadphase::bench::worlds
