// SPDX-License-Identifier: MIT
// A small physics engine around quadphase, to copy from: discs that pile up and fall asleep,
// contacts with warm starting, fast discs that never pass through anything, and rays that hit the
// discs themselves. It runs on a thread pool of its own and is compiled without exceptions.
#include <quadphase/quadphase.hpp>
#include <quadphase/try.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "thread_pool.hpp"

namespace {

using quadphase::ObjectId;
using quadphase::Point;

constexpr float kStep = 1.0F / 60;
constexpr float kGravity = -10;
constexpr int kIterations = 10;
constexpr float kSlop = 0.005F;       // overlap that is left alone, so that contacts stay
constexpr float kSlowSpeed = 0.15F;   // below this, a body may fall asleep
constexpr float kStillTime = 0.5F;    // after which it does
constexpr float kWakingSpeed = 0.5F;  // of a body that hits one that is asleep

Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}
Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
Point operator*(float s, Point a) {
  return {s * a.x, s * a.y};
}
float dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y;
}
float length(Point a) {
  return std::sqrt(dot(a, a));
}

void check(const quadphase::Status& status) {
  if (status.is_ok()) return;
  std::fprintf(stderr, "%s\n", status.message());
  std::exit(1);
}

struct Body {  // a disc
  Point position{};
  Point velocity{};
  float radius = 0.5F;
  float inverse_mass = 1;
  float still_time = 0;
  bool is_bullet = false;  // never passes through anything, however fast
  bool is_asleep = false;

  [[nodiscard]] float inverse_mass_now() const { return is_asleep ? 0 : inverse_mass; }
  [[nodiscard]] quadphase::Box box() const {
    return {position.x - radius, position.y - radius, position.x + radius, position.y + radius};
  }
};

struct Contact {
  ObjectId a = 0, b = 0;  // b may be a wall
  Point normal;           // from a to b
  float separation = 0;   // negative if they overlap
  float impulse = 0;      // of the step, and where the next one begins
};

class World {
 public:
  explicit World(std::vector<quadphase::Box> walls, int threads)
      : pool_(threads), walls_(std::move(walls)) {
    check(try_create(broad_phase_, {.executor = &pool_, .events = true, .previous_indices = true}));
    std::vector<ObjectId> ids;
    for (std::size_t i = 0; i < walls_.size(); ++i) ids.push_back(kFirstWall + ObjectId(i));
    check(try_set_static(*broad_phase_, walls_, ids));
  }

  void add(const Body& body) { bodies_.push_back(body); }
  [[nodiscard]] std::span<const Body> bodies() const { return bodies_; }

  void step() {
    find_contacts();
    for (Body& body : bodies_)
      if (!body.is_asleep) body.velocity.y += kGravity * kStep;
    solve();
    move();
    sleep_and_wake();
  }

  // The first disc that a ray hits, and where: each disc in a box that is hit, in order, until a
  // box begins behind the best disc.
  [[nodiscard]] std::optional<quadphase::CastHit> cast(const quadphase::Segment& segment) const {
    std::optional<quadphase::CastHit> first;
    double end = 1;
    check(try_for_each_hit(*broad_phase_, segment, [&](const quadphase::CastHit& hit) {
      if (hit.id >= kFirstWall) {  // a wall is its box
        first = hit;
        return end = hit.fraction;
      }
      const Body& body = bodies_[hit.id];
      const double fraction =
          hit_of_disc(segment.from, segment.to - segment.from, body.position, body.radius);
      if (fraction < end) first = {end = fraction, hit.id};
      return end;
    }));
    return first;
  }

  // Of the last step.
  int contact_count = 0, kept_count = 0, impact_count = 0;

 private:
  static constexpr ObjectId kFirstWall = 1'000'000;

  // Where a moving point meets a disc, as a fraction; 2 if it does not, or moves away from it.
  static double hit_of_disc(Point from, Point motion, Point center, float radius) {
    const Point to_center = center - from;
    const float along = dot(to_center, motion);
    const float square = dot(motion, motion);
    const float discriminant =
        along * along - square * (dot(to_center, to_center) - radius * radius);
    if (!(along > 0) || discriminant < 0) return 2;
    return double(std::max(0.0F, (along - std::sqrt(discriminant)) / square));
  }

  // The pairs of the boxes become contacts. A contact that was there in the last step keeps its
  // impulse, which lies at the pair's index of that step.
  void find_contacts() {
    moving_ids_.clear();
    moving_boxes_.clear();
    for (ObjectId id = 0; id < bodies_.size(); ++id) {
      if (bodies_[id].is_asleep) continue;
      moving_ids_.push_back(id);
      moving_boxes_.push_back(bodies_[id].box());
    }
    check(try_update(*broad_phase_, moving_boxes_, {.ids = moving_ids_}));

    const auto pairs = broad_phase_->pairs();
    const auto previous = broad_phase_->previous_indices();
    std::swap(contacts_, old_contacts_);
    contacts_.resize(pairs.size());
    contact_count = kept_count = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool is_new = previous[i] == quadphase::kNoPair;
      contacts_[i] = {
          pairs[i].first, pairs[i].second, {}, 0, is_new ? 0 : old_contacts_[previous[i]].impulse};
      touch(contacts_[i]);
      if (contacts_[i].separation > 0) contacts_[i].impulse = 0;
      contact_count += contacts_[i].separation <= 0 ? 1 : 0;
      kept_count += contacts_[i].impulse > 0 ? 1 : 0;
    }
  }

  // The narrow phase: the normal, and how far two shapes are apart.
  void touch(Contact& contact) const {
    const Body& a = bodies_[contact.a];
    Point other;
    float radii = a.radius;
    if (contact.b >= kFirstWall) {
      const quadphase::Box& wall = walls_[contact.b - kFirstWall];
      other = {std::clamp(a.position.x, wall.min_x, wall.max_x),
               std::clamp(a.position.y, wall.min_y, wall.max_y)};
    } else {
      other = bodies_[contact.b].position;
      radii += bodies_[contact.b].radius;
    }
    const Point apart = other - a.position;
    const float distance = length(apart);
    contact.normal = distance > 0 ? (1 / distance) * apart : Point{0, -1};
    contact.separation = distance - radii;
  }

  // Sequential impulses, which begin with those of the last step.
  void solve() {
    for (Contact& contact : contacts_) push(contact, contact.impulse);
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      for (Contact& contact : contacts_) {
        if (contact.separation > 0) continue;
        const Body& a = body(contact.a);
        const Body& b = body(contact.b);
        const float approach = dot(a.velocity - b.velocity, contact.normal);
        const float bias = 0.2F / kStep * std::max(0.0F, -contact.separation - kSlop);
        const float mass = 1 / (a.inverse_mass_now() + b.inverse_mass_now());
        const float impulse = std::max(0.0F, contact.impulse + mass * (approach + bias));
        push(contact, impulse - std::exchange(contact.impulse, impulse));
      }
    }
  }

  void push(const Contact& contact, float impulse) {
    Body& a = body(contact.a);
    Body& b = body(contact.b);
    a.velocity = a.velocity - (impulse * a.inverse_mass_now()) * contact.normal;
    b.velocity = b.velocity + (impulse * b.inverse_mass_now()) * contact.normal;
  }
  Body& body(ObjectId id) { return id < kFirstWall ? bodies_[id] : wall_; }

  // Bullets move first, one after the other, and each sees where those before it have gone.
  void move() {
    impact_count = 0;
    for (const ObjectId id : moving_ids_)
      if (bodies_[id].is_bullet) shoot(id);
    for (const ObjectId id : moving_ids_)
      if (!bodies_[id].is_bullet)
        bodies_[id].position = bodies_[id].position + kStep * bodies_[id].velocity;
  }

  // Moves a bullet up to the first thing in its way, off which it bounces.
  void shoot(ObjectId id) {
    Body& bullet = bodies_[id];
    const Point motion = kStep * bullet.velocity;
    Contact impact{id, id, {}, 0, 0};
    double end = 1;
    const quadphase::CircleCast path{{bullet.position, static_cast<double>(bullet.radius)}, motion};
    check(try_for_each_hit(*broad_phase_, path, [&](const quadphase::CastHit& hit) {
      if (hit.id == id) return -1.0;  // the bullet itself: go on
      Contact contact{id, hit.id, {}, 0, 0};
      touch(contact);
      if (contact.separation <= 0 && dot(motion, contact.normal) <= 0) return -1.0;  // it leaves
      double fraction = hit.fraction;
      if (hit.id < kFirstWall) {
        const Body& body = bodies_[hit.id];
        fraction = hit_of_disc(bullet.position, motion, body.position, bullet.radius + body.radius);
      }
      if (fraction < end) {
        end = fraction;
        impact = contact;
      }
      return end;
    }));
    bullet.position = bullet.position + static_cast<float>(end) * motion;
    if (impact.b != id) bounce(impact);
    check(try_patch(*broad_phase_, bullet.box(), id));
  }

  void bounce(Contact& impact) {
    ++impact_count;
    if (impact.b < kFirstWall) wake(impact.b);
    touch(impact);
    const Body& a = body(impact.a);
    const Body& b = body(impact.b);
    const float approach = dot(a.velocity - b.velocity, impact.normal);
    if (approach > 0) push(impact, 1.5F * approach / (a.inverse_mass_now() + b.inverse_mass_now()));
  }

  void wake(ObjectId id) {
    if (!bodies_[id].is_asleep) return;
    bodies_[id].is_asleep = false;
    bodies_[id].still_time = 0;
    woken_ids_.push_back(id);
  }

  // A body falls asleep if it and all that it touches have been slow for some time. It wakes if
  // something hits it. Those that sleep are static objects of the broad phase.
  void sleep_and_wake() {
    for (const Contact& contact : contacts_) {
      if (contact.b >= kFirstWall || contact.separation > 0) continue;
      Body& a = bodies_[contact.a];
      Body& b = bodies_[contact.b];
      if (!a.is_asleep && !b.is_asleep) {
        a.still_time = b.still_time = std::min(a.still_time, b.still_time);
      } else if (length(a.velocity - b.velocity) > kWakingSpeed) {
        wake(contact.a);
        wake(contact.b);
      }
    }
    fallen_ids_.clear();
    fallen_boxes_.clear();
    for (const ObjectId id : moving_ids_) {
      Body& body = bodies_[id];
      body.still_time = length(body.velocity) < kSlowSpeed ? body.still_time + kStep : 0;
      if (body.is_bullet || body.still_time < kStillTime) continue;
      body.is_asleep = true;
      body.velocity = {};
      fallen_ids_.push_back(id);
      fallen_boxes_.push_back(body.box());
    }
    check(try_exchange_static(*broad_phase_, woken_ids_, fallen_boxes_, fallen_ids_));
    woken_ids_.clear();
  }

  examples::ThreadPool pool_;  // before the engine that uses it
  std::optional<quadphase::BroadPhase> broad_phase_;
  std::vector<quadphase::Box> walls_;
  std::vector<Body> bodies_;
  Body wall_{.inverse_mass = 0};                  // what a contact with a wall moves
  std::vector<Contact> contacts_, old_contacts_;  // beside the pairs of this step and the last
  std::vector<ObjectId> moving_ids_, woken_ids_, fallen_ids_;
  std::vector<quadphase::Box> moving_boxes_, fallen_boxes_;
};

// Prints what there is, and returns whether all discs are inside the walls and none has sunk in.
bool report(const World& world, int step) {
  std::size_t awake = 0;
  bool is_sane = true;
  std::uint32_t hash = 2'166'136'261;
  for (const Body& body : world.bodies()) {
    awake += body.is_asleep ? 0 : 1;
    is_sane = is_sane && std::abs(body.position.x) < 20 && body.position.y > 0;
    for (const float value : {body.position.x, body.position.y})
      hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 16'777'619;
  }
  std::printf("%4.1f s: %3zu awake, %3d contacts, %3d with an impulse from before, hash %08x\n",
              static_cast<double>(kStep) * step, awake, world.contact_count, world.kept_count,
              hash);
  return is_sane;
}

}  // namespace

int main(int argc, char** argv) {
  World world({{-21, -1, 21, 0}, {-21, 0, -20, 60}, {20, 0, 21, 60}},
              argc > 1 ? std::atoi(argv[1]) : 2);
  for (int row = 0; row < 12; ++row) {
    for (int column = 0; column < 25; ++column) {
      const float shift = 0.3F * static_cast<float>(row % 2);
      world.add({.position = {1.2F * static_cast<float>(column) - 15 + shift,
                              1.1F * static_cast<float>(row) + 1}});
    }
  }
  bool is_sane = true;
  int impacts = 0;
  for (int step = 1; step <= 1'200; ++step) {
    if (step == 900)
      for (const float height : {1.0F, 4.0F, 7.0F})
        world.add({.position = {-19, height},
                   .velocity = {400, 0},
                   .radius = 0.1F,
                   .inverse_mass = 0.2F,
                   .is_bullet = true});
    world.step();
    impacts += world.impact_count;
    if (step % 150 == 0) is_sane = report(world, step) && is_sane;
  }
  std::printf("bullets hit %s\n", impacts > 0 ? "something" : "nothing");
  if (const auto hit = world.cast({{0.2F, 50}, {0.2F, -1}}))
    std::printf("a ray down hits disc %u at a height of %.3f\n", hit->id, 50 - 51 * hit->fraction);
  return is_sane && impacts > 0 ? 0 : 1;
}
