// SPDX-License-Identifier: MIT
// A world that changes in every frame, for as long as is wanted: objects of a store come, go, move,
// fall asleep, wake and change their filters; snapshots replace engine and store; the engine moves
// between threads. The set of pairs is kept up by events alone.
//
// In each frame: events fit the set of pairs, and its size. In every thousandth: the pairs are
// those of the exact answer. Memory, measured from the first thousandth frame on, must not grow.
//
// Usage: soak [--objects N] [--frames N] [--seconds N] [--threads N] [--seed N]
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "model/world_model.hpp"
#include "oracle/exact_pairs.hpp"
#include "quadphase/quadphase.hpp"
#include "scenes/columns.hpp"
#include "scenes/random.hpp"

namespace quadphase::soak {
namespace {

constexpr std::uint64_t kVerified = 1'000;  // every such frame is compared with the exact answer
constexpr std::uint64_t kRenewed = 5'003;   // every such frame begins with a restored snapshot

struct Options {
  std::uint32_t objects = 300;
  std::uint64_t frames = 1'000'000;
  double seconds = 1e9;
  int threads = 2;
  std::uint64_t seed = 1;
};

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

/// What the kernel counts as this process's memory, in KiB, without what malloc keeps for later.
std::uint64_t resident_kib() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

std::uint64_t key_of(const Pair& pair) {
  return std::uint64_t{pair.first} << 32U | pair.second;
}

class World {
 public:
  explicit World(const Options& options)
      : options_(options),
        random_(options.seed),
        side_(std::sqrt(static_cast<float>(options.objects)) * 2.0F) {
    renew_engine();
    store_.emplace();
    while (handles_.size() < options_.objects) add();
  }

  void step(std::uint64_t frame) {
    if (frame % kRenewed == 0) restore_from_snapshot();
    change();
    engine_->update(*store_);
    follow_events();
    if (frame % kVerified == 0) verify();
  }

  /// Compares the pairs of the last frame with the exact answer.
  void verify() {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::vector<model::Object> objects;
    columns_.resize(handles_.size());
    for (const Handle& handle : handles_) {
      const Displacement by = store_->displacement(handle);
      const model::Object object{
          handle.id, store_->box(handle), store_->filter(handle), store_->margin(handle), by.x,
          by.y};
      columns_.set(objects.size(), model::fat_box(object).value_or(Box{kNan, kNan, kNan, kNan}));
      objects.push_back(object);
    }
    const auto is_static = [&](std::size_t row) {
      return store_->mobility(handles_[row]) == Mobility::static_;
    };
    std::size_t expected = 0;
    for (const Pair& rows : oracle::exact_pairs(columns_.view())) {
      const model::Object& a = objects[rows.first];
      const model::Object& b = objects[rows.second];
      if (is_static(rows.first) && is_static(rows.second)) continue;
      if (!may_pair(a.filter, b.filter)) continue;
      ++expected;
      require(pairs_.contains(key_of({std::min(a.id, b.id), std::max(a.id, b.id)})),
              "a pair is missing");
    }
    require(pairs_.size() == expected, "a pair too many");
    for (const Pair& pair : engine_->pairs())
      require(pairs_.contains(key_of(pair)), "pairs() and events differ");
    verified_pairs_ += expected;
  }

  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  [[nodiscard]] std::uint64_t verified_pairs() const { return verified_pairs_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::size_t byte_count() const {
    return engine_->byte_count() + store_->byte_count();
  }

 private:
  void renew_engine() { engine_.emplace(Config{.threads = options_.threads, .events = true}); }

  Box random_box() {
    const float size = random_.below(200) == 0 ? side_ / 4 : random_.between(0, 2);
    const float x = random_.between(0, side_);
    const float y = random_.between(0, side_);
    if (random_.below(1'000) == 0) return {x, y, x - 1, y};  // not valid
    return {x, y, x + size, y + random_.between(0, size)};
  }
  Filter random_filter() {
    if (random_.below(2) == 0) return {};
    return {1U << random_.below(4), random_.below(16), random_.below(50), random_.below(8) / 7};
  }
  Mobility random_mobility() {
    return random_.below(3) == 0 ? Mobility::static_ : Mobility::moving;
  }
  Handle any() { return handles_[random_.below(static_cast<std::uint32_t>(handles_.size()))]; }

  void add() { handles_.push_back(store_->add(random_box(), random_filter(), random_mobility())); }
  void remove() {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(handles_.size()));
    store_->remove(handles_[i]);
    handles_[i] = handles_.back();
    handles_.pop_back();
  }

  /// Changes an object in fifty, and now and then all of them.
  void change() {
    const std::uint32_t count = 1 + random_.below(options_.objects / 25 + 1);
    operations_ += count;
    for (std::uint32_t i = 0; i < count; ++i) change_one();
    if (random_.below(500) == 0) move_all();
    if (random_.below(20) == 0) store_->reorder(engine_->order());
  }
  void change_one() {
    switch (random_.below(10)) {
      case 0:
        if (handles_.size() < options_.objects) add();
        break;
      case 1:
        if (handles_.size() > options_.objects * 19 / 20) remove();
        break;
      case 2:
        store_->set_mobility(any(), random_mobility());
        break;
      case 3:
        store_->set_filter(any(), random_filter());
        break;
      case 4:
        store_->set_margin(any(), random_.between(0, 0.5F));
        break;
      case 5:
        store_->set_displacement(any(), {random_.between(-2, 2), random_.between(-2, 2)});
        break;
      default:
        store_->move(any(), random_box());
        break;
    }
  }
  void move_all() {
    columns_.resize(handles_.size());
    for (std::size_t i = 0; i < handles_.size(); ++i) columns_.set(i, random_box());
    store_->move(handles_, columns_.view());
    operations_ += handles_.size();
  }

  /// The set of pairs, by what began and what ended.
  void follow_events() {
    const Events events = engine_->events();
    for (const EndEvent& event : events.ended)
      require(pairs_.erase(key_of(event.pair)) == 1, "a pair ended that was none");
    for (const BeginEvent& event : events.begun)
      require(pairs_.insert(key_of(event.pair)).second, "a pair began that was one");
    require(pairs_.size() == engine_->pairs().size(), "events and pairs differ in number");
    events_ += events.begun.size() + events.ended.size();
  }

  void restore_from_snapshot() {
    std::vector<std::byte> bytes;
    store_->save(bytes);
    engine_->save(bytes);
    // Another thread ends the old ones and makes the new ones.
    std::thread([&] {
      renew_engine();
      store_.emplace();
      std::span<const std::byte> left = bytes;
      store_->restore(left);
      engine_->restore(left);
      require(left.empty(), "a snapshot is longer than what was restored");
    }).join();
  }

  Options options_;
  scenes::Random random_;
  float side_;
  std::optional<BroadPhase> engine_;
  std::optional<ObjectStore> store_;
  std::vector<Handle> handles_;
  std::unordered_set<std::uint64_t> pairs_;
  scenes::Columns columns_;
  std::uint64_t operations_ = 0;
  std::uint64_t verified_pairs_ = 0;
  std::uint64_t events_ = 0;
};

Options options_of(int count, char** words) {
  Options options;
  if (count % 2 == 0) throw std::invalid_argument("each option has a value");
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = words[i];
    const char* const value = words[i + 1];
    if (name == "--objects")
      options.objects = static_cast<std::uint32_t>(std::atoi(value));
    else if (name == "--frames")
      options.frames = std::strtoull(value, nullptr, 10);
    else if (name == "--seconds")
      options.seconds = std::atof(value);
    else if (name == "--threads")
      options.threads = std::atoi(value);
    else if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else
      throw std::invalid_argument("unknown option " + name);
  }
  if (options.objects < 10) throw std::invalid_argument("--objects is at least 10");
  return options;
}

void run(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(Clock::now() - started).count();
  };
  World world(options);
  std::uint64_t first_kib = 0;
  std::uint64_t most_kib = 0;
  std::uint64_t frame = 0;
  const auto report = [&] {
    std::printf(
        "%.0f s: %llu frames, %llu operations, %llu events, %llu pairs verified; resident "
        "%llu KiB at first, %llu at most, engine and store %zu KiB\n",
        elapsed(), static_cast<unsigned long long>(frame),
        static_cast<unsigned long long>(world.operations()),
        static_cast<unsigned long long>(world.events()),
        static_cast<unsigned long long>(world.verified_pairs()),
        static_cast<unsigned long long>(first_kib), static_cast<unsigned long long>(most_kib),
        world.byte_count() / 1024);
    std::fflush(stdout);
  };
  // Memory settles while counts reach their highest.
  const std::uint64_t settled = 30 * kVerified;
  const double settled_seconds = options.seconds / 30;
  double next_report = 60;
  while (frame < options.frames && elapsed() < options.seconds) {
    world.step(++frame);
    if (frame % kVerified != 0) continue;
    const std::uint64_t kib = resident_kib();
    const bool is_first = first_kib == 0;
    if (is_first || (frame <= settled && elapsed() <= settled_seconds))
      first_kib = std::max(first_kib, kib);
    most_kib = std::max(most_kib, kib);
    require(kib <= first_kib + first_kib / 10 + 4'096, "memory grows");
    if (elapsed() < next_report) continue;
    report();
    next_report = elapsed() + 60;
  }
  world.verify();
  report();
}

}  // namespace
}  // namespace quadphase::soak

int main(int count, char** words) {
  try {
    quadphase::soak::run(quadphase::soak::options_of(count, words));
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
