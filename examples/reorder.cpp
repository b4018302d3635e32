// SPDX-License-Identifier: MIT
// Rows in the order of the tree: bodies that meet lie near each other in memory. As soon as the
// frames since the last time have lost as much as it costs, all arrays are put into that order
// again, while contacts keep their impulses.
#include <quadphase/quadphase.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

using quadphase::ObjectId;

struct Disc {
  float x = 0;
  float y = 0;
  float velocity_x = 0;
  float velocity_y = 0;
  float impulses = 0;  // of all contacts so far
  float unused[3] = {};
};

struct Contact {
  float impulse = 0;  // grows for as long as the discs stay together
};

constexpr std::size_t kCount = 200'000;
constexpr float kSide = 450;
constexpr float kRadius = 0.5F;

/// The next of a sequence of numbers from 0 to 1.
float random(std::uint64_t& state) {
  state = state * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
  return static_cast<float>(state >> 40) / 16'777'216;
}

class World {
 public:
  World() : discs_(kCount), ids_(kCount), row_of_(kCount), boxes_(kCount) {
    std::uint64_t state = 1;
    for (Disc& disc : discs_) {
      disc.x = kSide * random(state);
      disc.y = kSide * random(state);
      disc.velocity_x = (random(state) - 0.5F) / 64;
      disc.velocity_y = (random(state) - 0.5F) / 64;
    }
    std::iota(ids_.begin(), ids_.end(), 0U);
    row_of_ = ids_;
  }

  void step() {
    for (std::size_t row = 0; row < kCount; ++row) {
      Disc& disc = discs_[row];
      disc.x += disc.velocity_x;
      disc.y += disc.velocity_y;
      boxes_[row] = {disc.x - kRadius, disc.y - kRadius, disc.x + kRadius, disc.y + kRadius};
    }
    // Ids stay with their discs, so events and previous indices do not notice that rows move.
    broad_phase_.update(boxes_, {.ids = ids_});

    const auto start = std::chrono::steady_clock::now();
    const auto pairs = broad_phase_.pairs();
    const auto previous = broad_phase_.previous_indices();
    next_contacts_.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      Contact& contact = next_contacts_[i];
      contact = previous[i] == quadphase::kNoPair ? Contact{} : contacts_[previous[i]];
      contact.impulse += 1;
      discs_[row_of_[pairs[i].first]].impulses += contact.impulse;
      discs_[row_of_[pairs[i].second]].impulses += contact.impulse;
    }
    contacts_.swap(next_contacts_);
    last_use_ = std::chrono::steady_clock::now() - start;
    lost_ += 1 - quadphase::row_locality(broad_phase_.order(), row_of_);
  }

  /// True if rows out of order have cost as much as half a frame of rows in random order.
  [[nodiscard]] bool is_worth_reordering() const { return lost_ > 0.5F; }

  /// Puts the rows into the order of the tree. What is kept by pair stays as it is.
  void reorder() {
    std::vector<ObjectId> rows(kCount);
    for (std::size_t i = 0; i < kCount; ++i) rows[i] = row_of_[broad_phase_.order()[i]];
    quadphase::reorder(rows, discs_, ids_);
    for (std::size_t row = 0; row < kCount; ++row) row_of_[ids_[row]] = static_cast<ObjectId>(row);
    lost_ = 0;
  }

  [[nodiscard]] float impulses_of(ObjectId id) const { return discs_[row_of_[id]].impulses; }
  [[nodiscard]] double last_use_ms() const {
    return std::chrono::duration<double, std::milli>(last_use_).count();
  }

 private:
  quadphase::BroadPhase broad_phase_{{.events = true, .previous_indices = true}};
  std::vector<Disc> discs_;       // by row
  std::vector<ObjectId> ids_;     // by row
  std::vector<ObjectId> row_of_;  // by id
  std::vector<quadphase::Box> boxes_;
  std::vector<Contact> contacts_;  // by pair
  std::vector<Contact> next_contacts_;
  std::chrono::steady_clock::duration last_use_{};
  float lost_ = 0;  // since the last reorder
};

}  // namespace

int main() {
  World still;
  World ordered;
  int reorder_count = 0;
  for (int frame = 0; frame < 110; ++frame) {
    still.step();
    ordered.step();
    if (!ordered.is_worth_reordering()) continue;
    ordered.reorder();
    ++reorder_count;
  }
  std::size_t equal = 0;
  for (ObjectId id = 0; id < kCount; ++id)
    equal += still.impulses_of(id) == ordered.impulses_of(id) ? 1U : 0U;
  std::printf("%zu of %zu discs have the same impulses\n", equal, kCount);
  std::printf("%d times put in order\n", reorder_count);
  std::fprintf(stderr, "use of the pairs: %.2f ms, ordered %.2f ms\n", still.last_use_ms(),
               ordered.last_use_ms());
}
