// SPDX-License-Identifier: MIT
#include "features/covering_array.hpp"

#include <algorithm>

#include "scenes/random.hpp"

namespace quadphase::features {
namespace {

constexpr std::uint8_t kOpen = 255;

/// The combinations of values of some factors, and which of them have occurred.
struct Choice {
  std::vector<std::size_t> factors;
  std::vector<bool> is_covered;
};

class Table {
 public:
  Table(std::span<const std::uint8_t> level_counts, std::size_t strength, std::uint64_t seed)
      : level_counts_(level_counts), random_(seed, 11), choices_of_(level_counts.size()) {
    for_each_choice(level_counts.size(), strength, [&](const std::vector<std::size_t>& factors) {
      std::size_t count = 1;
      for (const std::size_t factor : factors) {
        count *= level_counts_[factor];
        choices_of_[factor].push_back(choices_.size());
      }
      choices_.push_back({factors, std::vector<bool>(count)});
    });
  }

  [[nodiscard]] std::vector<Row> rows() {
    std::vector<Row> rows;
    for (Choice& choice : choices_) {
      for (std::size_t code = 0; code < choice.is_covered.size(); ++code)
        if (!choice.is_covered[code]) rows.push_back(row_with(choice, code));
    }
    return rows;
  }

 private:
  /// A row with this combination and as many others as a greedy choice finds.
  [[nodiscard]] Row row_with(const Choice& choice, std::size_t code) {
    Row row(level_counts_.size(), kOpen);
    for (const std::size_t factor : choice.factors) {
      row[factor] = static_cast<std::uint8_t>(code % level_counts_[factor]);
      code /= level_counts_[factor];
    }
    for (const std::size_t factor : shuffled_factors())
      if (row[factor] == kOpen) row[factor] = best_value(row, factor);
    for (Choice& covered : choices_) covered.is_covered[code_of(covered, row)] = true;
    return row;
  }

  [[nodiscard]] std::vector<std::size_t> shuffled_factors() {
    std::vector<std::size_t> factors(level_counts_.size());
    for (std::size_t i = 0; i < factors.size(); ++i) {
      factors[i] = i;
      std::swap(factors[i], factors[random_.below(static_cast<std::uint32_t>(i + 1))]);
    }
    return factors;
  }

  /// The value with which most new combinations of the factors that have one occur.
  [[nodiscard]] std::uint8_t best_value(Row& row, std::size_t factor) {
    const std::uint32_t first = random_.below(level_counts_[factor]);
    std::uint8_t best = 0;
    std::size_t most = 0;
    for (std::uint32_t i = 0; i < level_counts_[factor]; ++i) {
      row[factor] = static_cast<std::uint8_t>((first + i) % level_counts_[factor]);
      std::size_t count = 0;
      for (const std::size_t number : choices_of_[factor]) {
        const Choice& choice = choices_[number];
        if (std::ranges::any_of(choice.factors, [&](std::size_t f) { return row[f] == kOpen; }))
          continue;
        count += choice.is_covered[code_of(choice, row)] ? 0U : 1U;
      }
      if (i == 0 || count > most) {
        best = row[factor];
        most = count;
      }
    }
    return best;
  }

  [[nodiscard]] std::size_t code_of(const Choice& choice, const Row& row) const {
    std::size_t code = 0;
    for (std::size_t i = choice.factors.size(); i > 0; --i)
      code = code * level_counts_[choice.factors[i - 1]] + row[choice.factors[i - 1]];
    return code;
  }

  std::span<const std::uint8_t> level_counts_;
  scenes::Random random_;
  std::vector<Choice> choices_;
  std::vector<std::vector<std::size_t>> choices_of_;  // by factor
};

}  // namespace

std::vector<Row> covering_array(std::span<const std::uint8_t> level_counts, std::size_t strength,
                                std::uint64_t seed) {
  return Table(level_counts, strength, seed).rows();
}

}  // namespace quadphase::features
