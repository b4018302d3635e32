// SPDX-License-Identifier: MIT
#include "call_archive.hpp"

#include <bit>
#include <cstring>
#include <type_traits>
#include <variant>

#include "block_codec.hpp"
#include "damage.hpp"

namespace quadphase::detail {
namespace {

/// Reads the columns of a call, and checks each.
class EntryReader {
 public:
  EntryReader(const EntryView& entry, std::uint32_t version, ByteBuffer& converted)
      : entry_(entry),
        version_(version),
        converted_(converted),
        numbers_(items<std::uint64_t>(ColumnRole::numbers, 8)) {
    converted_.clear();
  }

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
  /// A number that version 1 has as a float.
  void was_float(double& value) {
    if (version_ > 1) return number(value);
    float rounded = 0;
    number(rounded);
    value = static_cast<double>(rounded);
  }
  void flag(bool& value) { value = get() != 0; }
  template <class Enum>
  void choice(Enum& value, Enum last) {
    const std::uint64_t number = get();
    require_undamaged(number <= static_cast<std::uint64_t>(last), "an impossible choice");
    value = static_cast<Enum>(number);
  }
  /// The last number of a call; its first value where there is none.
  template <class Enum>
  void later_choice(Enum& value, Enum last) {
    value = Enum{};
    if (next_ < numbers_.size()) choice(value, last);
  }
  template <class T>
  void column(ColumnRole role, std::span<const T>& values) {
    values = items<T>(role, width_of<T>());
  }
  template <class T>
  void column(ColumnRole role, Column<T>& values) {
    values = items<T>(role, width_of<T>());
  }
  void text(std::string_view& value) {
    std::span<const char> letters;
    column(ColumnRole::message, letters);
    value = {letters.data(), letters.size()};
  }
  void rows(RecordedRows& rows) {
    const auto count = static_cast<std::size_t>(get());
    const auto stride = static_cast<std::size_t>(get());
    const std::span<const Box> boxes = items<Box>(ColumnRole::rows, 4);
    if (stride < sizeof(Box)) {
      rows = {nullptr, count, stride};
    } else {
      require_undamaged(boxes.size() == count, "other boxes than its rows");
      rows = {boxes.data(), count};
    }
  }
  void shape(Shape& shape) {
    const std::uint64_t index = get();
    require_undamaged(index < std::variant_size_v<Shape::Value>, "an impossible shape");
    if (index >= kFirstDoubleShape) return double_shape(index, shape);
    const auto words = items<std::uint32_t>(ColumnRole::items, 4);
    const bool is_round = index == 1 || index == 2;
    require_undamaged(words.size() == kShapeWords[index] + (is_round && version_ == 1 ? 1 : 0),
                      "an impossible shape");
    const auto take = [&](auto value) {
      std::memcpy(static_cast<void*>(&value), words.data(), 4 * kShapeWords[index]);
      if constexpr (requires { value.radius; }) {
        if (version_ > 1) {
          number(value.radius);
        } else {
          value.radius = static_cast<double>(std::bit_cast<float>(words.back()));
        }
      }
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
  /// A shape that the versions before 3 have as a point.
  void was_point(Shape& value) {
    if (version_ > 2) return shape(value);
    Point point;
    number(point.x);
    number(point.y);
    value = point;
  }
  void were_points(Shapes& values) {
    if (version_ > 2) return shapes(values);
    std::span<const Point> points;
    column(ColumnRole::items, points);
    values = points;
  }
  void cast(Cast& cast) {
    flag(cast.must_move);
    flag(cast.is_round);
    const auto all = items<float>(ColumnRole::items, 4);
    require_undamaged(all.size() == (version_ > 1 ? 12 : 14), "an impossible cast");
    const auto f = all.first(8);
    const auto ends = all.subspan(version_ > 1 ? 8 : 9, 4);
    cast.box = {f[0], f[1], f[2], f[3]};
    cast.from = {f[4], f[5]};
    cast.to = {f[6], f[7]};
    cast.capsule.first = {ends[0], ends[1]};
    cast.capsule.second = {ends[2], ends[3]};
    if (version_ > 1) {
      number(cast.max_fraction);
      number(cast.capsule.radius);
    } else {
      cast.max_fraction = static_cast<double>(all[8]);
      cast.capsule.radius = static_cast<double>(all[13]);
    }
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
      case 7:
        return take<DoubleBox>(shapes);
      case 8:
        return take<DoublePoint>(shapes);
      case 9:
        return take<DoubleCircle>(shapes);
      case 10:
        return take<DoubleCapsule>(shapes);
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
  /// The index of the first shape in double.
  static constexpr std::size_t kFirstDoubleShape = 5;

  void double_shape(std::uint64_t index, Shape& shape) {
    const auto doubles = items<double>(ColumnRole::items, 8);
    require_undamaged(doubles.size() == kShapeWords[index] / 2, "an impossible shape");
    const auto take = [&](auto value) {
      std::memcpy(static_cast<void*>(&value), doubles.data(), doubles.size_bytes());
      if constexpr (requires { value.radius; }) number(value.radius);
      shape = Shape(value);
    };
    if (index == kFirstDoubleShape) return take(DoubleBox{});
    if (index == kFirstDoubleShape + 1) return take(DoubleCircle{});
    take(DoubleCapsule{});
  }
  static void require_polygon(const ConvexPolygon& polygon) {
    require_undamaged(polygon.count <= ConvexPolygon::kMaxVertices, "an impossible polygon");
  }
  template <class T, class All>
  void take(All& all) {
    std::span<const T> some;
    if constexpr (kFloatsBefore < T >> 0) {
      some = version_ > 1 ? mixed_items<T>() : widened_items<T>();
    } else {
      column(ColumnRole::items, some);
    }
    all = All(some);
  }
  /// Items with a double, copied where their floats are in another order than in the file.
  template <class T>
  [[nodiscard]] std::span<const T> mixed_items() {
    const std::span<const T> some = items<T>(ColumnRole::items, 8);
    if constexpr (std::endian::native == std::endian::little) return some;
    std::byte* const bytes = converted_.extend(some.size_bytes());
    std::memcpy(bytes, some.data(), some.size_bytes());
    MixedWords{sizeof(T) / 8, kFloatsBefore<T> / 2}.reorder(bytes, some.size_bytes() / 8);
    return {reinterpret_cast<const T*>(bytes), some.size()};
  }
  /// Such items of version 1, which has a float in place of the double.
  template <class T>
  [[nodiscard]] std::span<const T> widened_items() {
    constexpr std::size_t kBefore = sizeof(float) * kFloatsBefore<T>;
    constexpr std::size_t kOldSize = sizeof(T) - sizeof(float);
    const auto floats = items<float>(ColumnRole::items, 4);
    require_undamaged(floats.size_bytes() % kOldSize == 0, "an impossible column");
    const std::size_t count = floats.size_bytes() / kOldSize;
    const std::byte* from = std::as_bytes(floats).data();
    std::byte* const begin = converted_.extend(count * sizeof(T));
    for (std::byte* to = begin; to < begin + count * sizeof(T); to += sizeof(T), from += kOldSize) {
      float narrow = 0;
      std::memcpy(&narrow, from + kBefore, sizeof(narrow));
      const auto doubles = static_cast<double>(narrow);
      std::memcpy(to, from, kBefore);
      std::memcpy(to + kBefore, &doubles, sizeof(doubles));
      std::memcpy(to + kBefore + sizeof(doubles), from + kBefore + sizeof(narrow),
                  kOldSize - kBefore - sizeof(narrow));
    }
    return {reinterpret_cast<const T*>(begin), count};
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
  std::uint32_t version_;
  ByteBuffer& converted_;
  std::span<const std::uint64_t> numbers_;
  std::size_t next_ = 0;
};

}  // namespace

void read_call(const EntryView& entry, std::uint32_t version, ByteBuffer& converted,
               RecordedCall& call) {
  call = RecordedCall();
  require_undamaged(entry.header.kind < kCallKindCount, "a call of an unknown kind");
  call.number = entry.header.call;
  call.kind = static_cast<CallKind>(entry.header.kind);
  call.subject = entry.header.subject;
  EntryReader reader(entry, version, converted);
  archive_call(reader, call);
  if (version == 1 && (parts_of(call.kind) & kPartIds) != 0) call.attributes.ids = {};
}

void read_outcome(const EntryView& entry, CallOutcome& outcome) {
  outcome = CallOutcome();
  ByteBuffer unused;  // an outcome has no queries
  EntryReader reader(entry, kFormatVersion, unused);
  archive_outcome(reader, outcome);
  outcome.is_known = true;
}

}  // namespace quadphase::detail
