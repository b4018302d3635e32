// SPDX-License-Identifier: MIT
#include "statics/static_log.hpp"

#include <algorithm>
#include <utility>

namespace quadphase::detail {

void StaticLog::reserve(std::size_t count) {
  if (count_ + count <= entries_.capacity()) return;
  sort();
  const std::span<Entry> all = entries_.first(count_);
  const auto last = std::unique(all.begin(), all.end(),
                                [](const Entry& a, const Entry& b) { return a.id == b.id; });
  count_ = static_cast<std::size_t>(last - all.begin());
  if (count_ + count <= entries_.capacity()) return;
  entries_.grow(count_, (count_ + count) * 2);
}

void StaticLog::sort() noexcept {
  const std::span<Entry> all = entries_.first(count_);
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
    return a.id != b.id ? a.id < b.id : a.order < b.order;
  });
}

std::vector<StaticLog::Entry> StaticLog::first_entries(const StaticLog& later) const {
  const std::span<const Entry> own = entries();
  std::vector<Entry> all(own.begin(), own.end());
  for (Entry entry : later.entries()) {
    entry.order += next_order_;
    all.push_back(entry);
  }
  std::ranges::sort(all, {}, [](const Entry& entry) { return std::pair(entry.id, entry.order); });
  const auto have_one_id = [](const Entry& a, const Entry& b) { return a.id == b.id; };
  all.erase(std::unique(all.begin(), all.end(), have_one_id), all.end());
  return all;
}

const StaticLog::Entry* StaticLog::find(ObjectId id) const noexcept {
  const std::span<const Entry> all = entries();
  const auto it = std::lower_bound(all.begin(), all.end(), id,
                                   [](const Entry& entry, ObjectId i) { return entry.id < i; });
  return it != all.end() && it->id == id ? &*it : nullptr;
}

}  // namespace quadphase::detail
