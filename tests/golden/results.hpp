// SPDX-License-Identifier: MIT
// What every processor, compiler, instruction set and number of threads must compute alike: a hash
// for each result of recorded frames, histories and queries. Needs the library and its scenes only,
// so that it can be built for platforms without anything else.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "quadphase/quadphase.hpp"
#include "scenes/columns.hpp"
#include "scenes/scene.hpp"

namespace quadphase::golden {

/// A line of the table.
struct Result {
  std::string scene;
  std::string family;  ///< of the results: "pairs", "events", "cast-closest", ...
  std::uint64_t hash = 0;
  friend bool operator==(const Result&, const Result&) = default;
};
using Results = std::vector<Result>;

/// The frames of all generated scenes: pairs as a set and in their order, and the tree.
[[nodiscard]] Results frame_results(const Config& config);

/// Worlds that change for some frames: attributes, static objects, the border of a periodic world,
/// stores and snapshots, with events.
[[nodiscard]] Results history_results(const Config& config);

/// Queries of every kind, single and in batches.
[[nodiscard]] Results query_results(const Config& config);

/// The forms in which a world of special numbers is given.
enum class SpecialForm : std::uint8_t { columns, rows, doubles, centers, store, periodic };
struct SpecialFormName {
  SpecialForm form;
  const char* name;
};
inline constexpr std::array<SpecialFormName, 6> kSpecialForms = {
    {{SpecialForm::columns, "columns"},
     {SpecialForm::rows, "rows"},
     {SpecialForm::doubles, "doubles"},
     {SpecialForm::centers, "centers"},
     {SpecialForm::store, "store"},
     {SpecialForm::periodic, "periodic"}}};

/// What frames of NaN, infinities, zeros and subnormals show and save, in one of the forms.
[[nodiscard]] std::uint64_t special_hash(SpecialForm form, std::uint64_t seed, Config config);
/// That of a few seeds, for each form.
[[nodiscard]] Results special_results(const Config& config);

/// All of them.
[[nodiscard]] Results all_results(const Config& config);

/// The lines of golden.txt. Errors: `std::runtime_error` if there are none, or others.
[[nodiscard]] Results read_table(std::istream& text);

/// Writes the table. Errors: `std::runtime_error` if a set of pairs is not what `before` says: it
/// follows from the boxes alone, and never changes.
void write_table(std::ostream& text, const Results& results, const Results& before);

/// The lines of `found` that `expected` does not have, and those that it has and `found` lacks, as
/// text; empty if there are none.
[[nodiscard]] std::string differences(const Results& found, const Results& expected);

/// One number for all of them.
[[nodiscard]] std::uint64_t digest_of(const Results& results);

/// A scene, or, where the name ends with "-grid", one with all edges on a grid, so that many boxes
/// only touch.
class Scene {
 public:
  Scene(const std::string& name, std::size_t count);

  /// Moves every object by one frame.
  void step();
  /// Lifetime: valid until the next `step()`.
  [[nodiscard]] BoxView boxes() const;
  [[nodiscard]] bool is_on_grid() const noexcept { return is_on_grid_; }

 private:
  std::unique_ptr<scenes::Scene> scene_;
  scenes::Columns on_grid_;
  bool is_on_grid_;
};

/// The boxes of a scene after three steps.
[[nodiscard]] scenes::Columns frame_of(const std::string& name, std::size_t count);

}  // namespace quadphase::golden
