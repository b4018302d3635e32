// SPDX-License-Identifier: MIT
// What a run of queries measures, and how it is told.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "queries/query_options.hpp"

namespace quadphase::bench::queries {

/// The peers are to take at least so many times as long as our batch, and as our visitor.
inline constexpr double kBatchTarget = 3;
inline constexpr double kVisitorTarget = 1;

/// One index on one number of threads, asked queries of one kind.
struct Row {
  std::string query{};
  std::string index{};
  int threads = 0;
  std::size_t round_count = 0;  ///< one where it is slow
  double median_ns = 0;         ///< a query
  double batch_ratio = 0;       ///< median of its time over that of our batch in the same round
  double visitor_ratio = 0;     ///< the same of our visitor
  double found_per_query = 0;
  bool is_ours = false;
  bool is_pinned = false;
  bool is_checked = false;
  std::size_t edge_count = 0;          ///< answers that differ within the slack for floats
  std::optional<std::string> wrong{};  ///< the first answer that is
};

/// How long an index took to be built; of boxes, or of points.
struct BuildRow {
  std::string index;
  int threads = 0;
  bool of_points = false;
  double median_ns = 0;
  std::string settings{};
};

/// All kinds of queries about one set of objects.
struct Block {
  std::string scene;
  std::size_t object_count = 0;
  std::size_t query_count = 0;
  std::vector<Row> rows{};
  std::vector<BuildRow> builds{};
};

struct Report {
  Options options;
  Machine machine;
  Build build;
  std::vector<Block> blocks{};
  double elapsed_s = 0;
};

/// A cell of the report in which a peer comes closer than the targets, or is faster than we are.
struct CloseCell {
  std::string scene;
  std::size_t object_count = 0;
  std::string query;
  std::string index;
  int threads = 0;
  const char* form = "";  ///< of ours: "batch" or "visitor"
  double ratio = 0;       ///< of the peer's time over ours
};

/// Every one of them; answers that are wrong are none.
[[nodiscard]] std::vector<CloseCell> close_cells(const Report& report);

/// Our rows that are wrong, in words; empty where none is.
[[nodiscard]] std::string our_failures(const Report& report);

void print_head(std::FILE* out, const Report& report);
void print_block(std::FILE* out, const Block& block);
/// Settings of every index, then the one line that names every close cell.
void print_end(std::FILE* out, const Report& report);
void print_json(std::FILE* out, const Report& report);

}  // namespace quadphase::bench::queries
