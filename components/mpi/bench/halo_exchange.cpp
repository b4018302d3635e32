// SPDX-License-Identifier: MIT
#include "halo_exchange.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace quadphase::bench::distributed {
namespace {

/// The cell of `at` among `count` equal ones from `low` to `high`; the nearest one outside of them.
int cell_of(float at, float low, float high, int count) noexcept {
  const double share = (static_cast<double>(at) - static_cast<double>(low)) /
                       (static_cast<double>(high) - static_cast<double>(low));
  return std::clamp(static_cast<int>(std::floor(share * count)), 0, count - 1);
}

}  // namespace

HaloExchange::HaloExchange(MPI_Comm communicator) : communicator_(communicator) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &rank_count_);
  columns_ = static_cast<int>(std::sqrt(rank_count_));
  while (rank_count_ % columns_ != 0) --columns_;
  lines_ = rank_count_ / columns_;
  outgoing_.resize(static_cast<std::size_t>(rank_count_));
}

void HaloExchange::update(const BoxView& boxes, const std::vector<std::uint64_t>& ids) {
  measure_world(boxes);
  send(boxes, ids);
  count_pairs();
}

void HaloExchange::measure_world(const BoxView& boxes) {
  constexpr float kMost = std::numeric_limits<float>::max();
  // Least edges, greatest edges negated, the greatest extent negated: one reduction.
  std::array<float, 5> least = {kMost, kMost, kMost, kMost, 0};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    const Point size = extent(box);
    const std::array<float, 5> own = {box.min_x, box.min_y, -box.max_x, -box.max_y,
                                      -std::max(size.x, size.y)};
    for (std::size_t k = 0; k < own.size(); ++k) least[k] = std::min(least[k], own[k]);
  }
  MPI_Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(least.size()), MPI_FLOAT, MPI_MIN,
                communicator_);
  world_ = {least[0], least[1], -least[2], -least[3]};
  // Somewhat more than half an extent: sums are rounded.
  reach_ = 0.5F * -least[4] * 1.0001F;
}

int HaloExchange::column_of(float x) const noexcept {
  return cell_of(x, world_.min_x, world_.max_x, columns_);
}

int HaloExchange::line_of(float y) const noexcept {
  return cell_of(y, world_.min_y, world_.max_y, lines_);
}

void HaloExchange::send(const BoxView& boxes, const std::vector<std::uint64_t>& ids) {
  for (auto& records : outgoing_) records.clear();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Point middle = center(boxes[i]);
    const int last_column = column_of(middle.x + reach_);
    const int last_line = line_of(middle.y + reach_);
    for (int line = line_of(middle.y - reach_); line <= last_line; ++line) {
      for (int column = column_of(middle.x - reach_); column <= last_column; ++column)
        outgoing_[static_cast<std::size_t>(line * columns_ + column)].push_back({boxes[i], ids[i]});
    }
  }
  const auto count = static_cast<std::size_t>(rank_count_);
  std::vector<int> sizes(count);
  std::vector<int> starts(count + 1, 0);
  std::vector<int> incoming(count);
  std::vector<int> places(count + 1, 0);
  std::vector<Record> records;
  sent_bytes_ = sent_messages_ = 0;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const std::vector<Record>& part = outgoing_[rank];
    sizes[rank] = static_cast<int>(part.size() * sizeof(Record));
    starts[rank + 1] = starts[rank] + sizes[rank];
    records.insert(records.end(), part.begin(), part.end());
    if (rank == static_cast<std::size_t>(rank_) || part.empty()) continue;
    sent_bytes_ += part.size() * sizeof(Record);
    ++sent_messages_;
  }
  MPI_Alltoall(sizes.data(), 1, MPI_INT, incoming.data(), 1, MPI_INT, communicator_);
  for (std::size_t rank = 0; rank < count; ++rank) places[rank + 1] = places[rank] + incoming[rank];
  received_.resize(static_cast<std::size_t>(places[count]) / sizeof(Record));
  MPI_Alltoallv(records.data(), sizes.data(), starts.data(), MPI_BYTE, received_.data(),
                incoming.data(), places.data(), MPI_BYTE, communicator_);
}

void HaloExchange::count_pairs() {
  boxes_.resize(received_.size());
  ghost_count_ = 0;
  const auto rank_of = [&](float x, float y) { return line_of(y) * columns_ + column_of(x); };
  for (std::size_t i = 0; i < received_.size(); ++i) {
    const Box& box = received_[i].box;
    boxes_.set(i, box);
    const Point middle = center(box);
    ghost_count_ += rank_of(middle.x, middle.y) == rank_ ? 0U : 1U;
  }
  engine_.update(boxes_.view());
  pair_count_ = 0;
  for (const Pair& pair : engine_.pairs()) {
    const Box& a = received_[pair.first].box;
    const Box& b = received_[pair.second].box;
    const float x = std::max(a.min_x, b.min_x);
    const float y = std::max(a.min_y, b.min_y);
    pair_count_ += rank_of(x, y) == rank_ ? 1U : 0U;
  }
}

}  // namespace quadphase::bench::distributed
