// SPDX-License-Identifier: MIT
#include "periodic/image_trees.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "base/chunk_loop.hpp"

namespace quadphase::detail {
namespace {

/// The number of rows in a block. In most blocks, no row is selected.
constexpr std::size_t kBlock = 16;

/// Room for that many images. Why so much: in a world that moves, few objects are at the border,
/// and their number varies.
std::size_t room_for(std::size_t count) {
  return count + count / 2 + 64;
}

/// Selects the rows i of `[0, count)` for which `keeps(i)`, as `value(i)`.
template <class Keeps, class Value>
void select_rows(std::size_t count, const Workers& workers, SelectedRows& selected,
                 const Keeps& keeps, const Value& value) {
  selected.count = 0;
  if (count > selected.spare.capacity()) selected.spare.ensure(room_for(count));
  const Chunks chunks(count);
  std::array<std::size_t, kMaxChunks> firsts{};
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    std::uint32_t* const begin = selected.spare.data() + first;
    std::uint32_t* next = begin;
    for (std::size_t block = first; block < last; block += kBlock) {
      const std::size_t end = std::min(last, block + kBlock);
      unsigned any = 0;
      for (std::size_t i = block; i < end; ++i) any |= unsigned{keeps(i)};
      for (std::size_t i = any != 0 ? block : end; i < end; ++i) {
        *next = value(i);
        next += keeps(i) ? 1 : 0;
      }
    }
    firsts[chunk] = static_cast<std::size_t>(next - begin);
  });
  std::size_t total = 0;
  for (std::size_t chunk = 0; chunk < chunks.count(); ++chunk)
    total += std::exchange(firsts[chunk], total);
  if (total > selected.rows.capacity()) selected.rows.ensure(room_for(total));
  for_each_chunk(chunks, workers, [&](std::size_t chunk, std::size_t first, std::size_t) {
    const std::size_t end = chunk + 1 < chunks.count() ? firsts[chunk + 1] : total;
    std::copy_n(selected.spare.data() + first, end - firsts[chunk],
                selected.rows.data() + firsts[chunk]);
  });
  selected.count = total;
}

/// The least coordinates of the boxes that take part; those of others are infinite.
Point least_of(const StaticObjects& objects, const Workers& workers) {
  constexpr float kNone = std::numeric_limits<float>::infinity();
  std::atomic<float> x = kNone;
  std::atomic<float> y = kNone;
  const auto lower = [](std::atomic<float>& least, float value) {
    float old = least.load(std::memory_order_relaxed);
    while (value < old && !least.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
    }
  };
  const BoxSpan boxes = objects.boxes.from(0);
  for_each_chunk(
      Chunks(objects.count), workers, [&](std::size_t, std::size_t first, std::size_t last) {
        Point least{kNone, kNone};
        for (std::size_t row = first; row < last; ++row) {
          if (!is_valid(box_at(boxes, row))) continue;
          least = {std::min(least.x, boxes.min_x[row]), std::min(least.y, boxes.min_y[row])};
        }
        lower(x, least.x);
        lower(y, least.y);
      });
  return {x.load(std::memory_order_relaxed), y.load(std::memory_order_relaxed)};
}

}  // namespace

ImageTrees::ImageTrees(std::pmr::memory_resource* resource, int worker_count)
    : images_{Images(resource, worker_count), Images(resource, worker_count),
              Images(resource, worker_count)} {}

void ImageTrees::clear() noexcept {
  for (Images& images : images_) images.tree.view = {};
}

void ImageTrees::build(const Objects& objects, const Point& reach, const BuildOptions& options,
                       const BuildContext& context) {
  clear();
  const Periods& periods = objects.periods;
  const BoxSpan& boxes = objects.boxes;
  const Workers& workers = context.workers;
  auto& [x, y, both] = images_;
  // Images of doubles are moved in double, and then rounded, a little to either side.
  const bool is_double = objects.doubles != nullptr;
  const auto slack = [is_double](float period, double origin) {
    return is_double ? 0x1p-20F * period + 0x1p-50F * static_cast<float>(std::abs(origin)) : 0.0F;
  };
  const Point least = {reach.x - slack(periods.x, objects.origin.x),
                       reach.y - slack(periods.y, objects.origin.y)};
  // Boxes that do not fit the world are inverted: their greatest edges are -inf.
  const auto is_along_x = [&](std::size_t row) { return boxes.max_x[row] - periods.x >= least.x; };
  const auto is_along_y = [&](std::size_t row) { return boxes.max_y[row] - periods.y >= least.y; };
  const auto same = [](std::size_t row) { return static_cast<std::uint32_t>(row); };
  select_rows(periods.x > 0 ? objects.count : 0, workers, x.rows, is_along_x, same);
  select_rows(periods.y > 0 ? objects.count : 0, workers, y.rows, is_along_y, same);
  const std::uint32_t* const rows_along_x = x.rows.rows.data();
  select_rows(
      periods.y > 0 ? x.rows.count : 0, workers, both.rows,
      [&](std::size_t i) { return is_along_y(rows_along_x[i]); },
      [&](std::size_t i) { return rows_along_x[i]; });
  build_images(objects, {periods.x, 0}, options, context, x);
  build_images(objects, {0, periods.y}, options, context, y);
  build_images(objects, periods, options, context, both);
}

void ImageTrees::shrink(bool keeps_trees) noexcept {
  for (Images& images : images_) {
    images.room = 0;
    images.rows = SelectedRows(images.rows.rows.resource());
    images.boxes.release();
    images.words.release();
    if (keeps_trees) {
      images.tree.shrink();
      images.filters.shrink(images.tree.view);
      shrink_doubles(images.row_count, images.tree, images.doubles);
    } else {
      images.tree.release();
      images.filters.release();
      images.doubles.release();
    }
  }
}

/// Builds the tree of the selected rows, moved back by `moves`.
void ImageTrees::build_images(const Objects& objects, const Periods& moves,
                              const BuildOptions& options, const BuildContext& context,
                              Images& images) {
  const std::size_t count = images.rows.count;
  images.row_count = count;
  if (count == 0) return;
  if (count > images.room) images.room = room_for(count);
  images.boxes.ensure(images.room);
  const WordSet words = words_of(objects) & (word(kId) | kFilterWords);
  images.words.reset();
  images.words.reserve(0, images.room, words);
  images.words.begin(words, 0);
  if (objects.doubles != nullptr) images.doubles.ensure(images.room);
  reserve_tree(images.room, options, context.scratch, images.tree, images.filters);
  for_each_row(count, context.workers, [&](std::size_t i) {
    const std::size_t row = images.rows.rows[i];
    const Box box = box_at(objects.boxes, row);
    images.boxes.set(
        i, {box.min_x - moves.x, box.min_y - moves.y, box.max_x - moves.x, box.max_y - moves.y});
    images.words.put(kId, i, objects.id(row));
    images.words.put_filter(i, filter_at(objects.filters, row));
    if (objects.doubles != nullptr) {
      const ExactBox image = image_of({box, objects.doubles[row], objects.origin}, moves);
      images.boxes.set(i, image.local);
      images.doubles[i] = image.doubles;
    }
  });
  Objects moved;
  moved.boxes = images.boxes.from(0);
  moved.count = count;
  moved.ids = images.words.column(kId);
  moved.filters = images.words.filters();
  if (objects.doubles != nullptr) moved.doubles = images.doubles.data();
  moved.origin = objects.origin;
  build_objects(moved, options, context, images.tree, images.filters);
}

Point WorldImages::reach_of(const TreeView& moving_tree, const StaticSet& set,
                            const Periods& periods, const Workers& workers) noexcept {
  if (least_version != set.version()) static_least = least_of(set.objects(), workers);
  least_version = set.version();
  // Most worlds have boxes at the border, but none that begins far outside of it.
  const Box bounds = bounds_of(moving_tree);
  return {std::min({periods.x, bounds.min_x, static_least.x}),
          std::min({periods.y, bounds.min_y, static_least.y})};
}

void WorldImages::build_statics(const StaticSet& set, const Periods& periods, const Point& reach,
                                const BuildOptions& options, const BuildContext& context) {
  if (static_version == set.version() && statics_have_filters == options.has_filters &&
      static_reach.x <= reach.x && static_reach.y <= reach.y)
    return;
  static_version = 0;
  // Why farther: the reach of moving objects differs from frame to frame.
  static_reach = {std::min(0.0F, reach.x) - periods.x / 16,
                  std::min(0.0F, reach.y) - periods.y / 16};
  const StaticObjects& objects = set.objects();
  Objects all = objects.first(objects.count);
  all.ids = objects.ids();
  all.periods = periods;
  statics.build(all, static_reach, options, context);
  statics_have_filters = options.has_filters;
  static_version = set.version();
}

void WorldImages::shrink(bool keeps_trees) noexcept {
  moving.shrink(keeps_trees);
  statics.shrink(keeps_trees);
  scratch.release();
  if (!keeps_trees) static_version = 0;
}

JoinedTrees join_images(const TreeView& moving, std::span<const TreeView* const> statics,
                        const WorldImages& images, bool touching) {
  const ImageTrees& own = images.moving;
  const ImageTrees& others = images.statics;
  const TreeView& x = own.along_x();
  const TreeView& y = own.along_y();
  const std::array objects = {&moving};
  const std::array objects_and_y = {&moving, &y};
  const std::array static_images = {&others.along_x(), &others.along_y(), &others.along_both()};
  const std::array static_along_x = {&others.along_x()};
  const std::array static_along_y = {&others.along_y()};
  JoinedTrees trees(moving, {}, touching);
  // Why the images first: a join costs little where its first tree is small. Static images are not
  // first, because their order depends on earlier frames.
  trees.join(x, objects_and_y);
  trees.join(y, objects);
  trees.join(own.along_both(), objects);
  trees.join(moving, statics, static_images);
  trees.join(x, statics, static_along_y);
  trees.join(y, statics, static_along_x);
  trees.join(own.along_both(), statics);
  return trees;
}

}  // namespace quadphase::detail
