// SPDX-License-Identifier: MIT
#include "replay/minimize.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "quadphase/recorder.hpp"
#include "quadphase/recording.hpp"

namespace quadphase::replay {
namespace {

using Numbers = std::vector<std::uint64_t>;  // of calls, or ids; ascending

bool has(const Numbers& numbers, std::uint64_t number) {
  return std::ranges::binary_search(numbers, number);
}

/// A call without the rows of some objects, and the columns that are left.
class Thinned {
 public:
  Thinned(const RecordedCall& call, const Numbers& kept) : call_(call) {
    switch (call.kind) {
      case CallKind::update:
      case CallKind::build:
        thin_boxes(kept, call.attributes.ids.contiguous());
        call_.attributes.ids = ids_;
        break;
      case CallKind::set_static:
      case CallKind::add_static:
      case CallKind::exchange_static:
      case CallKind::patch:
        thin_boxes(kept, call.ids);
        call_.ids = ids_;
        thin_ids(kept, call_.removed, removed_);
        break;
      case CallKind::remove_static:
      case CallKind::hide:
      case CallKind::restart_pairs:
        thin_ids(kept, call_.ids, removed_);
        break;
      default:
        break;
    }
  }
  [[nodiscard]] const RecordedCall& call() const noexcept { return call_; }
  /// The ids of the boxes of the call.
  [[nodiscard]] const std::vector<ObjectId>& ids() const noexcept { return ids_; }

 private:
  static void thin_ids(const Numbers& kept, std::span<const ObjectId>& ids,
                       std::vector<ObjectId>& left) {
    std::ranges::copy_if(ids, std::back_inserter(left), [&](ObjectId id) { return has(kept, id); });
    ids = left;
  }
  /// Of a span or a `Column`.
  template <class Column>
  void thin(Column& column, std::vector<std::byte>& left) const {
    using T = std::remove_cvref_t<decltype(column[0])>;
    left.resize(std::min(column.size(), rows_.size()) * sizeof(T));
    std::size_t count = 0;
    for (const std::size_t row : rows_) {
      if (row >= column.size()) continue;
      const T value = column[row];
      std::memcpy(left.data() + count++ * sizeof(T), &value, sizeof(T));
    }
    column = {reinterpret_cast<const T*>(left.data()), count};
  }
  void thin_boxes(const Numbers& kept, std::span<const ObjectId> ids) {
    std::size_t count =
        std::max({call_.boxes.size(), call_.doubles.min_x.size(), call_.centers.center_x.size()});
    if (call_.form == BoxForm::rows && call_.rows.stride >= sizeof(Box)) count = call_.rows.count;
    for (std::size_t row = 0; row < count; ++row) {
      const ObjectId id = ids.empty()        ? static_cast<ObjectId>(row)
                          : row < ids.size() ? ids[row]
                                             : 0;
      if (!has(kept, id)) continue;
      rows_.push_back(row);
      ids_.push_back(id);
    }
    std::size_t next = 0;
    columns_.resize(20);
    const auto thin_all = [&](auto&... columns) { (thin(columns, columns_[next++]), ...); };
    thin_all(call_.boxes.min_x, call_.boxes.min_y, call_.boxes.max_x, call_.boxes.max_y);
    thin_all(call_.doubles.min_x, call_.doubles.min_y, call_.doubles.max_x, call_.doubles.max_y);
    thin_all(call_.centers.center_x, call_.centers.center_y, call_.centers.half_width,
             call_.centers.half_height);
    Attributes& a = call_.attributes;
    thin_all(a.category, a.mask, a.group, a.world, a.margin, a.displacement_x, a.displacement_y,
             a.generation);
    if (call_.form == BoxForm::rows && call_.rows.stride >= sizeof(Box)) {
      std::span<const Box> boxes(static_cast<const Box*>(call_.rows.first), call_.rows.count);
      boxes_.resize(1);
      thin(boxes, boxes_[0]);
      call_.rows = {boxes.data(), boxes.size()};
    }
  }

  RecordedCall call_;
  std::vector<std::size_t> rows_;
  std::vector<ObjectId> ids_, removed_;
  std::vector<std::vector<std::byte>> columns_, boxes_;
};

class Minimizer {
 public:
  Minimizer(const std::string& input, const std::string& output,
            const std::function<bool(const std::string&)>& shows)
      : input_(input), output_(output), trial_(output + ".trial"), shows_(shows) {
    std::set<ObjectId> ids;
    Recording recording(input);
    while (const RecordedCall* call = recording.next()) {
      calls_.push_back(call->number);
      note_ids(*call, ids);
    }
    ids_.assign(ids.begin(), ids.end());
  }

  Minimized run() {
    if (!is_enough(calls_, ids_))
      throw std::invalid_argument("the whole recording does not show it");
    // Again while something goes: with fewer objects, calls may be left out, and the other way.
    for (std::size_t before = 0; before != calls_.size() + ids_.size();) {
      before = calls_.size() + ids_.size();
      reduce(calls_, [&](const Numbers& some) { return is_enough(some, ids_); });
      reduce(ids_, [&](const Numbers& some) { return is_enough(calls_, some); });
    }
    write(output_, calls_, ids_);
    std::remove(trial_.c_str());
    return {calls_.size(), ids_.size(), trial_count_};
  }

 private:
  static void note_ids(const RecordedCall& call, std::set<ObjectId>& ids) {
    ids.insert(call.ids.begin(), call.ids.end());
    const std::span<const ObjectId> row_ids = call.attributes.ids.contiguous();
    ids.insert(row_ids.begin(), row_ids.end());
    const std::size_t count =
        std::max({call.boxes.size(), call.doubles.min_x.size(), call.centers.center_x.size(),
                  call.rows.stride >= sizeof(Box) ? call.rows.count : 0});
    if ((call.kind == CallKind::update || call.kind == CallKind::build) &&
        call.attributes.ids.empty())
      for (std::size_t row = 0; row < count; ++row) ids.insert(static_cast<ObjectId>(row));
  }

  void write(const std::string& file, const Numbers& calls, const Numbers& ids) const {
    Recording recording(input_);
    Recorder recorder(file);
    while (const RecordedCall* call = recording.next()) {
      if (!has(calls, call->number)) continue;
      Thinned thinned(*call, ids);
      RecordedCall written = thinned.call();
      // What it returned was that of the whole recording.
      written.outcome.has_hash = false;
      recorder.write(written);
    }
    recorder.flush();
    if (!recorder.error().empty()) throw std::runtime_error(recorder.error());
  }

  bool is_enough(const Numbers& calls, const Numbers& ids) {
    ++trial_count_;
    write(trial_, calls, ids);
    return shows_(trial_);
  }

  template <class Enough>
  static void reduce(Numbers& numbers, const Enough& is_enough_without) {
    for (std::size_t parts = 2; numbers.size() > 0;) {
      bool is_less = false;
      const std::size_t size = (numbers.size() + parts - 1) / parts;
      for (std::size_t first = 0; first < numbers.size();) {
        Numbers some(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(first));
        const std::size_t end = std::min(numbers.size(), first + size);
        some.insert(some.end(), numbers.begin() + static_cast<std::ptrdiff_t>(end), numbers.end());
        if (is_enough_without(some)) {
          numbers = std::move(some);
          is_less = true;
        } else {
          first = end;
        }
      }
      if (size == 1 && !is_less) return;
      if (!is_less || size > 1)
        parts = std::min(std::max<std::size_t>(numbers.size(), 1), 2 * parts);
    }
  }

  std::string input_, output_, trial_;
  const std::function<bool(const std::string&)>& shows_;
  Numbers calls_;
  Numbers ids_;
  std::uint64_t trial_count_ = 0;
};

}  // namespace

Minimized minimize(const std::string& input, const std::string& output,
                   const std::function<bool(const std::string& file)>& shows) {
  return Minimizer(input, output, shows).run();
}

}  // namespace quadphase::replay
