// SPDX-License-Identifier: MIT
#include "recorder/call_archive.hpp"

#include <bit>
#include <string>
#include <type_traits>
#include <variant>

#include "recorder/damage.hpp"

namespace quadphase::detail {
namespace {

/// The bytes of a word of a type: the least that its fields are made of.
template <class T>
constexpr std::uint8_t width_of() noexcept {
  if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, char>) return 1;
  return std::is_same_v<T, double> ? 8 : 4;
}

constexpr std::size_t kShapeWords[] = {4, 3, 5, 6, 17};

/// Notes the columns of a call.
class ColumnWriter {
 public:
  explicit ColumnWriter(CallColumns& out) : out_(out) {
    out_.count = 1;  // the first is that of the numbers
    out_.number_count = 0;
  }

  template <class T>
  void number(T value) noexcept {
    if constexpr (std::is_same_v<T, double>) {
      put(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, float>) {
      put(std::bit_cast<std::uint32_t>(value));
    } else if constexpr (std::is_signed_v<T>) {
      put(static_cast<std::uint32_t>(value));
    } else {
      put(value);
    }
  }
  void flag(bool value) noexcept { put(value ? 1 : 0); }
  template <class Enum>
  void choice(Enum value, Enum /*last*/) noexcept {
    put(static_cast<std::uint64_t>(value));
  }
  template <class T>
  void column(ColumnRole role, std::span<const T> values) noexcept {
    add({role, width_of<T>(), values.data(), values.size_bytes() / width_of<T>(), 0});
  }
  void text(std::string_view value) noexcept {
    column(ColumnRole::message, std::span<const char>(value));
  }
  void rows(const StridedBoxes& rows) noexcept {
    put(rows.size());
    put(rows.stride());
    if (rows.stride() >= sizeof(Box))
      add({ColumnRole::rows, 4, rows.first(), 4 * rows.size(), rows.stride()});
  }
  void shape(const Shape& shape) noexcept {
    put(shape.value().index());
    std::visit(
        [this](const auto& value) {
          static_assert(sizeof(value) <= sizeof(out_.words));
          std::memcpy(out_.words.data(), &value, sizeof(value));
        },
        shape.value());
    add({ColumnRole::items, 4, out_.words.data(), kShapeWords[shape.value().index()], 0});
  }
  void cast(const Cast& cast) noexcept {
    const float floats[] = {cast.box.min_x,
                            cast.box.min_y,
                            cast.box.max_x,
                            cast.box.max_y,
                            cast.from.x,
                            cast.from.y,
                            cast.to.x,
                            cast.to.y,
                            cast.max_fraction,
                            cast.capsule.first.x,
                            cast.capsule.first.y,
                            cast.capsule.second.x,
                            cast.capsule.second.y,
                            cast.capsule.radius};
    static_assert(sizeof(floats) <= sizeof(out_.words));
    std::memcpy(out_.words.data(), floats, sizeof(floats));
    flag(cast.must_move);
    flag(cast.is_round);
    add({ColumnRole::items, 4, out_.words.data(), std::size(floats), 0});
  }
  void shapes(const Shapes& shapes) noexcept { items(shapes.items()); }
  void casts(const Casts& casts) noexcept { items(casts.items()); }

  void finish() noexcept {
    out_.columns[0] = {ColumnRole::numbers, 8, out_.numbers.data(), out_.number_count, 0};
  }

 private:
  template <class Items>
  void items(const Items& all) noexcept {
    put(all.index());
    std::visit(
        [this](const auto& some) {
          if constexpr (std::is_same_v<decltype(some), const BoxView&>) {
            this->column(ColumnRole::min_x, some.min_x);
            this->column(ColumnRole::min_y, some.min_y);
            this->column(ColumnRole::max_x, some.max_x);
            this->column(ColumnRole::max_y, some.max_y);
          } else {
            this->column(ColumnRole::items, some);
          }
        },
        all);
  }
  void put(std::uint64_t value) noexcept { out_.numbers[out_.number_count++] = value; }
  void add(const GivenColumn& column) noexcept { out_.columns[out_.count++] = column; }

  CallColumns& out_;
};

/// Reads the columns of a call, and checks each.
class EntryReader {
 public:
  explicit EntryReader(const EntryView& entry)
      : entry_(entry), numbers_(items<std::uint64_t>(ColumnRole::numbers, 8)) {}

  template <class T>
  void number(T& value) {
    const std::uint64_t bits = get();
    if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(bits);
    } else if constexpr (std::is_same_v<T, float>) {
      value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      value = static_cast<T>(bits);
    }
  }
  void flag(bool& value) { value = get() != 0; }
  template <class Enum>
  void choice(Enum& value, Enum last) {
    const std::uint64_t number = get();
    require_undamaged(number <= static_cast<std::uint64_t>(last), "an impossible choice");
    value = static_cast<Enum>(number);
  }
  template <class T>
  void column(ColumnRole role, std::span<const T>& values) {
    values = items<T>(role, width_of<T>());
  }
  void text(std::string_view& value) {
    std::span<const char> letters;
    column(ColumnRole::message, letters);
    value = {letters.data(), letters.size()};
  }
  void rows(StridedBoxes& rows) {
    const auto count = static_cast<std::size_t>(get());
    const auto stride = static_cast<std::size_t>(get());
    const std::span<const Box> boxes = items<Box>(ColumnRole::rows, 4);
    if (stride < sizeof(Box)) {
      rows = StridedBoxes(nullptr, count, stride);
    } else {
      require_undamaged(boxes.size() == count, "other boxes than its rows");
      rows = StridedBoxes(boxes);
    }
  }
  void shape(Shape& shape) {
    const std::uint64_t index = get();
    require_undamaged(index < std::variant_size_v<Shape::Value>, "an impossible shape");
    const auto words = items<std::uint32_t>(ColumnRole::items, 4);
    require_undamaged(words.size() == kShapeWords[index], "an impossible shape");
    const auto take = [&](auto value) {
      std::memcpy(static_cast<void*>(&value), words.data(), words.size_bytes());
      shape = Shape(value);
    };
    if (index == 0) return take(Box{});
    if (index == 1) return take(Circle{});
    if (index == 2) return take(Capsule{});
    if (index == 3) return take(RotatedBox{});
    ConvexPolygon polygon;
    std::memcpy(static_cast<void*>(&polygon), words.data(), words.size_bytes());
    require_polygon(polygon);
    shape = Shape(polygon);
  }
  void cast(Cast& cast) {
    flag(cast.must_move);
    flag(cast.is_round);
    const auto f = items<float>(ColumnRole::items, 4);
    require_undamaged(f.size() == 14, "an impossible cast");
    cast.box = {f[0], f[1], f[2], f[3]};
    cast.from = {f[4], f[5]};
    cast.to = {f[6], f[7]};
    cast.max_fraction = f[8];
    cast.capsule = {{f[9], f[10]}, {f[11], f[12]}, f[13]};
  }
  void shapes(Shapes& shapes) {
    switch (get()) {
      case 0: {
        BoxView view;
        column(ColumnRole::min_x, view.min_x);
        column(ColumnRole::min_y, view.min_y);
        column(ColumnRole::max_x, view.max_x);
        column(ColumnRole::max_y, view.max_y);
        shapes = Shapes(view);
        return;
      }
      case 1:
        return take<Box>(shapes);
      case 2:
        return take<Point>(shapes);
      case 3:
        return take<Circle>(shapes);
      case 4:
        return take<Capsule>(shapes);
      case 5:
        return take<RotatedBox>(shapes);
      case 6:
        take<ConvexPolygon>(shapes);
        for (const ConvexPolygon& polygon :
             std::get<std::span<const ConvexPolygon>>(shapes.items()))
          require_polygon(polygon);
        return;
      default:
        require_undamaged(false, "impossible shapes");
    }
  }
  void casts(Casts& casts) {
    switch (get()) {
      case 0:
        return take<Ray>(casts);
      case 1:
        return take<Segment>(casts);
      case 2:
        return take<BoxCast>(casts);
      case 3:
        return take<CircleCast>(casts);
      case 4:
        return take<CapsuleCast>(casts);
      default:
        require_undamaged(false, "impossible casts");
    }
  }

 private:
  static void require_polygon(const ConvexPolygon& polygon) {
    require_undamaged(polygon.count <= ConvexPolygon::kMaxVertices, "an impossible polygon");
  }
  template <class T, class All>
  void take(All& all) {
    std::span<const T> some;
    column(ColumnRole::items, some);
    all = All(some);
  }
  template <class T>
  [[nodiscard]] std::span<const T> items(ColumnRole role, std::size_t width) const {
    for (std::size_t i = 0; i < entry_.header.column_count; ++i) {
      const ColumnHeader& header = entry_.columns[i].header;
      if (header.role != role) continue;
      require_undamaged(
          header.width == width && static_cast<std::size_t>(header.count) * width % sizeof(T) == 0,
          "an impossible column");
    }
    return entry_.items<T>(role);
  }
  [[nodiscard]] std::uint64_t get() {
    require_undamaged(next_ < numbers_.size(), "too few numbers");
    return numbers_[next_++];
  }

  const EntryView& entry_;
  std::span<const std::uint64_t> numbers_;
  std::size_t next_ = 0;
};

}  // namespace

void columns_of(const RecordedCall& call, CallColumns& columns) noexcept {
  ColumnWriter writer(columns);
  archive_call(writer, call);
  writer.finish();
}

void columns_of(const CallOutcome& outcome, CallColumns& columns) noexcept {
  ColumnWriter writer(columns);
  archive_outcome(writer, outcome);
  writer.finish();
}

void read_call(const EntryView& entry, RecordedCall& call) {
  call = RecordedCall();
  require_undamaged(entry.header.kind < kCallKindCount, "a call of an unknown kind");
  call.number = entry.header.call;
  call.kind = static_cast<CallKind>(entry.header.kind);
  call.subject = entry.header.subject;
  EntryReader reader(entry);
  archive_call(reader, call);
}

void read_outcome(const EntryView& entry, CallOutcome& outcome) {
  outcome = CallOutcome();
  EntryReader reader(entry);
  archive_outcome(reader, outcome);
  outcome.is_known = true;
}

}  // namespace quadphase::detail

namespace quadphase {

std::string_view name_of(CallKind kind) noexcept {
  static constexpr std::string_view kNames[kCallKindCount] = {"create_engine",
                                                              "create_store",
                                                              "create_index",
                                                              "destroy",
                                                              "reserve",
                                                              "update",
                                                              "update_store",
                                                              "build",
                                                              "count_pairs",
                                                              "chunk_count",
                                                              "for_each_pair_chunk",
                                                              "set_static",
                                                              "add_static",
                                                              "remove_static",
                                                              "exchange_static",
                                                              "clear_static",
                                                              "change",
                                                              "remove",
                                                              "restart_pairs",
                                                              "touching",
                                                              "save",
                                                              "restore",
                                                              "add",
                                                              "remove_objects",
                                                              "move",
                                                              "set_filter",
                                                              "set_mobility",
                                                              "set_margin",
                                                              "set_displacement",
                                                              "clear",
                                                              "for_each_overlap",
                                                              "for_each_inside",
                                                              "cast_any",
                                                              "cast_closest",
                                                              "for_each_hit",
                                                              "find_nearest",
                                                              "for_each_nearest",
                                                              "find_overlaps",
                                                              "find_first_overlaps",
                                                              "find_inside",
                                                              "cast_any_batch",
                                                              "cast_closest_batch",
                                                              "cast_all",
                                                              "find_nearest_batch"};
  const auto index = static_cast<std::size_t>(kind);
  return index < kCallKindCount ? kNames[index] : "unknown";
}

}  // namespace quadphase
