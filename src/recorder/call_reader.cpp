// SPDX-License-Identifier: MIT
#include "recorder/call_archive.hpp"

#include <bit>
#include <cstring>
#include <type_traits>
#include <variant>

#include "recorder/damage.hpp"

namespace quadphase::detail {
namespace {

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
