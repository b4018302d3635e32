// SPDX-License-Identifier: MIT
// Data of pairs that stay: contacts in an array beside the pairs, with no hash table. A contact
// that the caller has dropped can begin anew.
#include <quadphase/quadphase.hpp>

#include <array>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

struct Contact {
  int age = 0;  // in steps; a solver keeps the impulses of the last step here
};

class World {
 public:
  void step(const quadphase::BoxView& boxes) {
    broad_phase_.update(boxes);
    const auto pairs = broad_phase_.pairs();
    const auto previous = broad_phase_.previous_indices();
    std::swap(contacts_, old_contacts_);
    contacts_.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool is_new = previous[i] == quadphase::kNoPair;
      contacts_[i] = is_new ? Contact{} : old_contacts_[previous[i]];
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ++contacts_[i].age;
      std::printf(" %u-%u of age %d", pairs[i].first, pairs[i].second, contacts_[i].age);
    }
    std::printf("\n");
  }
  quadphase::BroadPhase& broad_phase() { return broad_phase_; }

 private:
  quadphase::BroadPhase broad_phase_{{.events = true, .previous_indices = true}};
  std::vector<Contact> contacts_, old_contacts_;
};

}  // namespace

int main() {
  // A crate, object 3, slides over the tiles 0 to 2.
  quadphase::BoxColumns boxes(4);
  for (std::size_t tile = 0; tile < 3; ++tile) {
    const auto x = static_cast<float>(4 * tile);
    boxes.set(tile, {x, 0, x + 3.5F, 1});
  }
  World world;
  for (float x = 0; x < 9; x += 1) {
    boxes.set(3, {x, 1, x + 2, 3});
    std::printf("crate at %g:", static_cast<double>(x));
    world.step(boxes.view());
  }

  // The crate gets another surface: its contacts are to begin anew, though no box has moved.
  const std::array<quadphase::ObjectId, 1> crate = {3};
  world.broad_phase().restart_pairs(crate);
  std::printf("restarted:");
  world.step(boxes.view());
}
