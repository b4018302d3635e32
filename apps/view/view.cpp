// SPDX-License-Identifier: MIT
#include "view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "commands.hpp"
#include "model/missed_pairs.hpp"
#include "quadphase/index.hpp"

namespace quadphase::view {
namespace {

constexpr std::size_t kFlashes = 6;           // frames for which a pair flashes
constexpr std::size_t kMostFlashes = 20'000;  // pairs that flash in a frame

EngineSettings engine_settings(const Settings& settings) {
  EngineSettings engine;
  engine.threads = settings.threads;
  engine.leaf_capacity = settings.leaf_capacity;
  engine.max_depth = settings.max_depth;
  engine.simd = settings.simd == 0 ? Simd::best : kInstructionSets[settings.simd - 1];
  return engine;
}

template <class Event>
std::vector<Pair> pairs_of(std::span<const Event> events) {
  std::vector<Pair> pairs;
  for (const Event& event : events.first(std::min(events.size(), kMostFlashes)))
    pairs.push_back(event.pair);
  return pairs;
}

void keep_flashes(View& view) {
  const Events events = view.world.events();
  view.flashes.push_front({pairs_of(events.begun), pairs_of(events.ended)});
  if (view.flashes.size() > kFlashes) view.flashes.pop_back();
}

void update(View& view) {
  view.world.update();
  view.is_changed = false;
  if (view.selected != kNoObject && !view.world.exists(view.selected)) view.selected = kNoObject;
}

/// Where a ray or cast from the mouse ends.
Point end_of(const View& view, float length) {
  const float angle = view.settings.query_angle * std::numbers::pi_v<float> / 180;
  return {view.mouse.x + length * std::cos(angle), view.mouse.y + length * std::sin(angle)};
}

TracedShape shape_at_mouse(const View& view) {
  const Settings& settings = view.settings;
  const Box box = box_at_mouse(view, settings.query_size);
  const float size = box.max_x - box.min_x;
  constexpr float kReach = 4;  // of rays and casts, in sizes
  const Point end = end_of(view, kReach * size);
  switch (settings.query) {
    case QueryChoice::circle:
      return Circle{view.mouse, 0.5F * size};
    case QueryChoice::point:
      return view.mouse;
    case QueryChoice::ray:
      return Segment{view.mouse, end};
    case QueryChoice::cast:
      return BoxCast{box_at_mouse(view, 0.4F * settings.query_size),
                     {end.x - view.mouse.x, end.y - view.mouse.y}};
    case QueryChoice::nearest:
      return Nearest{view.mouse, static_cast<std::size_t>(settings.nearest_count)};
    case QueryChoice::none:
    case QueryChoice::box:
      break;
  }
  return box;
}

/// Only those that are shown: they take longer than the engine.
void draw_trees(View& view) {
  const auto is_shown = [&](TreeChoice tree) {
    return view.settings.tree == tree || view.settings.tree == TreeChoice::all;
  };
  const BroadPhase& engine = view.world.engine();
  view.trees = {};
  if (is_shown(TreeChoice::ours)) view.trees[0] = draw::draw_quadphase(engine);
  if (is_shown(TreeChoice::classic)) view.trees[1] = draw::draw_classic(view.world.boxes());
  if (is_shown(TreeChoice::loose)) view.trees[2] = draw::draw_loose(view.world.boxes());
  view.z_order.clear();
  if (view.settings.z_order) {
    engine.for_each_cell([&](const Cell& cell) {
      if (cell.is_leaf) view.z_order.push_back(center(cell.bounds));
    });
  }
  view.missed.clear();
  if (view.settings.missed_pairs && is_shown(TreeChoice::loose))
    view.missed = missed_pairs(view.world.boxes(), view.world.pairs());
}

}  // namespace

void restart(View& view) {
  view.source = make_source(view.settings.source_name,
                            static_cast<std::size_t>(view.settings.objects), view.source_seed);
  view.world.configure(engine_settings(view.settings));
  view.world.begin_source(view.source->boxes(), view.source->states());
  view.history.clear();
  view.times.clear();
  view.flashes.clear();
  view.selected = view.dragged = kNoObject;
  view.step_count = 0;
  view.engines.clear();
  update(view);
  view.history.add(view.world.state());
  fit(view);
}

void fit(View& view) {
  if (view.ports.empty()) return;
  view.camera.fit(view.ports.front().area, view.source->view());
  locate_mouse(view);
}

void step(View& view) {
  view.source->step();
  view.world.move_source(view.source->boxes(), view.source->states());
  update(view);
  keep_flashes(view);
  view.times.add(view.world.stats().nanoseconds);
  view.history.add(view.world.state());
  ++view.step_count;
}

void seek(View& view, std::size_t index) {
  const bool is_next = index > view.history.current() && index <= view.history.current() + 2;
  view.world.restore(view.history.seek(index));
  if (!is_next) view.flashes.clear();
  update(view);
  if (is_next) keep_flashes(view);
}

void advance(View& view) {
  if (!(engine_settings(view.settings) == view.world.settings())) {
    view.world.configure(engine_settings(view.settings));
    view.is_changed = true;
  }
  const bool is_due = ++view.frames_since_step >= view.settings.slowness;
  if (!view.settings.is_paused && is_due) {
    view.frames_since_step = 0;
    step(view);
  } else if (view.is_changed) {
    update(view);
    keep_flashes(view);
  }
}

std::vector<ObjectId> strangers_near(const View& view) {
  if (view.selected == kNoObject) return {};
  const BoxView boxes = view.world.boxes();
  const Box own = boxes[view.selected];
  const Point reach = extent(own);
  const Box around{own.min_x - reach.x, own.min_y - reach.y, own.max_x + reach.x,
                   own.max_y + reach.y};
  const std::vector<ObjectId> partners = view.world.partners_of(view.selected);
  // Those whose boxes overlap come first: something else keeps them apart.
  std::vector<ObjectId> strangers, farther;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto id = static_cast<ObjectId>(i);
    const Box box = boxes[i];
    if (!is_valid(box) || id == view.selected || !overlaps(box, around)) continue;
    if (std::binary_search(partners.begin(), partners.end(), id)) continue;
    (overlaps(box, own) ? strangers : farther).push_back(id);
  }
  strangers.insert(strangers.end(), farther.begin(), farther.end());
  constexpr std::size_t kMost = 6;
  strangers.resize(std::min(strangers.size(), kMost));
  return strangers;
}

void refresh(View& view) {
  view.shape.reset();
  if (view.settings.query != QueryChoice::none && view.has_mouse) {
    view.shape = shape_at_mouse(view);
    view.traced = trace_query(view.world.engine(), *view.shape);
  }
  draw_trees(view);
}

void lay_out(View& view, const Viewport& area) {
  const std::size_t old_count = view.ports.size();
  view.area = area;
  view.ports.clear();
  if (view.settings.tree != TreeChoice::all) {
    view.ports.push_back({area, view.settings.tree});
  } else {
    const double width = area.width / 3;
    double x = area.x;
    for (const TreeChoice tree : {TreeChoice::ours, TreeChoice::classic, TreeChoice::loose}) {
      view.ports.push_back({{x, area.y, width - 2, area.height}, tree});
      x += width;
    }
  }
  if (view.ports.size() != old_count) fit(view);
}

}  // namespace quadphase::view
