// SPDX-License-Identifier: MIT
// Queries, one at a time and in batches. Shapes and casts come as numbers in the order of their
// members in convex_shapes.hpp and shapes.hpp.
#include <algorithm>
#include <memory>
#include <type_traits>

#include "handle.hpp"
#include "quadphase/try.hpp"

namespace quadphase::wasm {

/// JavaScript's visitor of a neighbor or a hit. It returns up to which fraction a cast goes on, a
/// negative number to go on as before, or 0 to stop.
QUADPHASE_IMPORT(visit) double visit_found(ObjectId id, double value);

namespace {

/// The forms of queries, in the order of `kForms` in shapes.js.
enum Form : std::uint32_t {
  kBox,
  kPoint,
  kCircle,
  kCapsule,
  kRotatedBox,
  kPolygon,
  kRay,
  kSegment,
  kMovingBox,
  kMovingCircle,
  kMovingCapsule
};

/// How many neighbors one search finds; more of them are visited page by page.
constexpr std::uint32_t kMostNeighbors = 1024;

/// Reads the members of shapes and casts from numbers.
template <class Number>
class Members {
 public:
  explicit Members(const Number* numbers) noexcept : next_(numbers) {}

  void read(double& number) noexcept { number = static_cast<double>(*next_++); }
  void read(float& number) noexcept { number = static_cast<float>(*next_++); }
  void read(std::uint32_t& count) noexcept { count = static_cast<std::uint32_t>(*next_++); }
  void read(Point& point) noexcept { read_all(point.x, point.y); }
  void read(Box& box) noexcept { read_all(box.min_x, box.min_y, box.max_x, box.max_y); }
  void read(Circle& circle) noexcept { read_all(circle.center, circle.radius); }
  void read(Capsule& capsule) noexcept { read_all(capsule.first, capsule.second, capsule.radius); }
  void read(RotatedBox& box) noexcept { read_all(box.center, box.half_size, box.axis); }
  void read(ConvexPolygon& polygon) noexcept {
    for (Point& vertex : polygon.vertices) read(vertex);
    read(polygon.count);
  }
  void read(Ray& ray) noexcept { read_all(ray.origin, ray.direction, ray.max_fraction); }
  void read(Segment& segment) noexcept { read_all(segment.from, segment.to); }
  void read(BoxCast& cast) noexcept { read_all(cast.box, cast.displacement); }
  void read(CircleCast& cast) noexcept { read_all(cast.circle, cast.displacement); }
  void read(CapsuleCast& cast) noexcept { read_all(cast.capsule, cast.displacement); }

 private:
  template <class... Parts>
  void read_all(Parts&... parts) noexcept {
    (read(parts), ...);
  }

  const Number* next_;
};

template <class Type, class Number>
Type read(const Number* numbers) noexcept {
  Type shape;
  Members(numbers).read(shape);
  return shape;
}

Shape shape_of(std::uint32_t form, const double* numbers) noexcept {
  switch (form) {
    case kPoint:
      return read<Point>(numbers);
    case kCircle:
      return read<Circle>(numbers);
    case kCapsule:
      return read<Capsule>(numbers);
    case kRotatedBox:
      return read<RotatedBox>(numbers);
    case kPolygon:
      return read<ConvexPolygon>(numbers);
    default:
      return read<Box>(numbers);
  }
}

Cast cast_of(std::uint32_t form, const double* numbers) noexcept {
  switch (form) {
    case kSegment:
      return read<Segment>(numbers);
    case kMovingBox:
      return read<BoxCast>(numbers);
    case kMovingCircle:
      return read<CircleCast>(numbers);
    case kMovingCapsule:
      return read<CapsuleCast>(numbers);
    default:
      return read<Ray>(numbers);
  }
}

QueryOptions options_of(const Handle& handle) noexcept {
  const auto& words = handle.shared.options;
  QueryOptions options;
  options.filter = {words[0], words[1], words[2], words[3]};
  options.worlds = static_cast<Worlds>(words[4]);
  options.mobilities = static_cast<Mobilities>(words[5]);
  return options;
}

/// Filters: none for the one in the options, or as many as there are queries.
BatchOptions batch_options_of(const Handle& handle, const Filter* filters,
                              std::uint32_t filter_count) noexcept {
  const QueryOptions one = options_of(handle);
  BatchOptions options;
  options.filter = one.filter;
  if (filters != nullptr) options.attributes.set_filters(std::span(filters, filter_count));
  options.worlds = one.worlds;
  options.mobilities = one.mobilities;
  return options;
}

/// Shares what has been found. The only visitors that throw here are those that store.
int finish_found(Handle& handle, const Status& status) noexcept {
  share(handle, kFoundIds, handle.found_ids);
  share(handle, kFoundValues, handle.found_values);
  if (status.code() == StatusCode::visitor_threw) return report_no_memory();
  return status.is_ok() ? 0 : report(status);
}

int finish_rows(Handle& handle, const Status& status) noexcept {
  share(handle, kOffsets, handle.rows->offsets());
  share(handle, kRowIds, handle.rows->ids());
  share(handle, kRowFractions, handle.rows->fractions());
  share(handle, kRowDistances, handle.rows->distances());
  return report(status);
}

void clear_found(Handle& handle) noexcept {
  handle.found_ids.clear();
  handle.found_values.clear();
}

int find_shape(Handle& handle, const Shape& shape, bool inside, const QueryOptions& options) {
  clear_found(handle);
  const auto keep = [&](ObjectId id) { handle.found_ids.push_back(id); };
  return finish_found(handle, inside ? try_for_each_inside(handle.index(), shape, keep, options)
                                     : try_for_each_overlap(handle.index(), shape, keep, options));
}

/// The rows of a batch as JavaScript passes them.
struct GivenRows {
  const void* data;
  std::uint32_t count;
  bool are_doubles;  ///< of shapes with a double alone
};

/// Queries of so many numbers each, made of all rows. Errors: null if there is no memory.
template <class Type, std::uint32_t kNumbers, class Number>
const Type* items_of(Handle& handle, const Number* numbers, std::uint32_t count) noexcept {
  const std::uint64_t size = std::uint64_t{count} * sizeof(Type);
  if (size > 0xFFFF'0000) return nullptr;
  auto* const items =
      static_cast<Type*>(room_for(handle.batch_items, static_cast<std::uint32_t>(size)));
  if (items == nullptr) return nullptr;
  for (std::uint32_t i = 0; i < count; ++i)
    std::construct_at(items + i, read<Type>(numbers + std::size_t{kNumbers} * i));
  return items;
}

/// Calls `find` with a span of queries of one type.
template <class Type, class Find>
Status with_items(Handle& handle, const GivenRows& rows, const Find& find) {
  if constexpr (alignof(Type) == alignof(float)) {
    (void)handle;
    return find(std::span(static_cast<const Type*>(rows.data), rows.count));
  } else {
    // A double takes the place of a float.
    constexpr std::uint32_t kNumbers = sizeof(Type) / sizeof(float) - 1;
    const Type* const items =
        rows.are_doubles
            ? items_of<Type, kNumbers>(handle, static_cast<const double*>(rows.data), rows.count)
            : items_of<Type, kNumbers>(handle, static_cast<const float*>(rows.data), rows.count);
    if (items == nullptr) return Status(StatusCode::out_of_memory, "quadphase: out of memory");
    return find(std::span(items, rows.count));
  }
}

/// Calls `find` with a span of shapes of one form.
template <class Find>
Status with_shapes(Handle& handle, std::uint32_t form, const GivenRows& rows, const Find& find) {
  const auto as = [&]<class Type>(const Type*) { return with_items<Type>(handle, rows, find); };
  switch (form) {
    case kPoint:
      return as(static_cast<const Point*>(nullptr));
    case kCircle:
      return as(static_cast<const Circle*>(nullptr));
    case kCapsule:
      return as(static_cast<const Capsule*>(nullptr));
    case kRotatedBox:
      return as(static_cast<const RotatedBox*>(nullptr));
    case kPolygon:
      return as(static_cast<const ConvexPolygon*>(nullptr));
    default:
      return as(static_cast<const Box*>(nullptr));
  }
}

/// As above, of casts.
template <class Find>
Status with_casts(Handle& handle, std::uint32_t form, const GivenRows& rows, const Find& find) {
  const auto as = [&]<class Type>(const Type*) { return with_items<Type>(handle, rows, find); };
  switch (form) {
    case kSegment:
      return as(static_cast<const Segment*>(nullptr));
    case kMovingBox:
      return as(static_cast<const BoxCast*>(nullptr));
    case kMovingCircle:
      return as(static_cast<const CircleCast*>(nullptr));
    case kMovingCapsule:
      return as(static_cast<const CapsuleCast*>(nullptr));
    default:
      return as(static_cast<const Ray*>(nullptr));
  }
}

}  // namespace

/// `for_each_overlap` of a box. `has_options`: the shared options count.
QUADPHASE_EXPORT(qp_search)
int qp_search(Handle* handle, float min_x, float min_y, float max_x, float max_y,
              bool has_options) {
  return find_shape(*handle, Box{min_x, min_y, max_x, max_y}, false,
                    has_options ? options_of(*handle) : QueryOptions{});
}

/// `for_each_overlap` and `for_each_inside` of the shape in the shared input.
QUADPHASE_EXPORT(qp_find_shape) int qp_find_shape(Handle* handle, std::uint32_t form, bool inside) {
  return find_shape(*handle, shape_of(form, handle->shared.input.data()), inside,
                    options_of(*handle));
}

/// `find_nearest`
QUADPHASE_EXPORT(qp_neighbors)
int qp_neighbors(Handle* handle, float x, float y, std::uint32_t most, double radius) {
  clear_found(*handle);
  auto options = options_of(*handle);
  options.radius = radius;
  if (most == 0) return finish_found(*handle, Status());
  const auto keep = [&](const Neighbor& neighbor) {
    handle->found_ids.push_back(neighbor.id);
    handle->found_values.push_back(neighbor.distance);
    return handle->found_ids.size() < most;
  };
  if (most > kMostNeighbors)
    return finish_found(*handle, try_for_each_nearest(handle->index(), {x, y}, keep, options));
  static std::array<Neighbor, kMostNeighbors> nearest;
  std::size_t count = 0;
  const Status status =
      try_find_nearest(handle->index(), {x, y}, std::span(nearest).first(most), count, options);
  try {
    for (const Neighbor& neighbor : std::span(nearest).first(count)) (void)keep(neighbor);
  } catch (...) {
    return report_no_memory();
  }
  return finish_found(*handle, status);
}

/// `for_each_nearest` with JavaScript's visitor.
QUADPHASE_EXPORT(qp_visit_neighbors)
int qp_visit_neighbors(Handle* handle, float x, float y, double radius) {
  auto options = options_of(*handle);
  options.radius = radius;
  const auto visit = [](const Neighbor& neighbor) {
    return visit_found(neighbor.id, neighbor.distance) != 0;
  };
  return report(try_for_each_nearest(handle->index(), {x, y}, visit, options));
}

/// `cast_any` (0), `cast_closest` (1) and `for_each_hit` (2) of the cast in the shared input.
QUADPHASE_EXPORT(qp_find_hits)
int qp_find_hits(Handle* handle, std::uint32_t form, std::uint32_t which) {
  clear_found(*handle);
  const Cast cast = cast_of(form, handle->shared.input.data());
  const auto options = options_of(*handle);
  const auto keep = [&](const CastHit& hit) {
    handle->found_ids.push_back(hit.id);
    handle->found_values.push_back(hit.fraction);
  };
  if (which == 2)
    return finish_found(*handle, try_for_each_hit(handle->index(), cast, keep, options));
  std::optional<CastHit> closest;
  std::optional<ObjectId> any;
  const Status status = which == 1 ? try_cast_closest(handle->index(), cast, closest, options)
                                   : try_cast_any(handle->index(), cast, any, options);
  if (any.has_value()) closest = CastHit{0, *any};
  try {
    if (closest.has_value()) keep(*closest);
  } catch (...) {
    return report_no_memory();
  }
  return finish_found(*handle, status);
}

/// `for_each_hit` with JavaScript's visitor, which clips the cast.
QUADPHASE_EXPORT(qp_visit_hits) int qp_visit_hits(Handle* handle, std::uint32_t form) {
  const Cast cast = cast_of(form, handle->shared.input.data());
  const auto visit = [](const CastHit& hit) { return visit_found(hit.id, hit.fraction); };
  return report(try_for_each_hit(handle->index(), cast, visit, options_of(*handle)));
}

// Batches. `filters`: null, or as many as there are queries. `are_doubles`: shapes and casts with a
// radius or a greatest fraction come as doubles.

/// `find_overlaps` (0), `find_first_overlaps` (1) and `find_inside` (2).
QUADPHASE_EXPORT(qp_shape_rows)
int qp_shape_rows(Handle* handle, std::uint32_t form, std::uint32_t which, const void* rows,
                  std::uint32_t count, const Filter* filters, bool are_doubles) {
  const auto options = batch_options_of(*handle, filters, count);
  return finish_rows(
      *handle, with_shapes(*handle, form, {rows, count, are_doubles}, [&](const auto& shapes) {
        if (which == 1)
          return try_find_first_overlaps(handle->index(), shapes, *handle->rows, options);
        if (which == 2) return try_find_inside(handle->index(), shapes, *handle->rows, options);
        return try_find_overlaps(handle->index(), shapes, *handle->rows, options);
      }));
}

/// `cast_any` (0), `cast_closest` (1) and `find_hits` (2).
QUADPHASE_EXPORT(qp_cast_rows)
int qp_cast_rows(Handle* handle, std::uint32_t form, std::uint32_t which, const void* rows,
                 std::uint32_t count, const Filter* filters, bool are_doubles) {
  const auto options = batch_options_of(*handle, filters, count);
  return finish_rows(*handle,
                     with_casts(*handle, form, {rows, count, are_doubles}, [&](const auto& casts) {
                       if (which == 1)
                         return try_cast_closest(handle->index(), casts, *handle->rows, options);
                       if (which == 2)
                         return try_find_hits(handle->index(), casts, *handle->rows, options);
                       return try_cast_any(handle->index(), casts, *handle->rows, options);
                     }));
}

/// `find_nearest` of many points.
QUADPHASE_EXPORT(qp_neighbor_rows)
int qp_neighbor_rows(Handle* handle, const Point* points, std::uint32_t count, std::uint32_t most,
                     double radius, const Filter* filters) {
  auto options = batch_options_of(*handle, filters, count);
  options.radius = radius;
  return finish_rows(*handle, try_find_nearest(handle->index(), std::span(points, count), most,
                                               *handle->rows, options));
}

}  // namespace quadphase::wasm
