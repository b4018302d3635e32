// SPDX-License-Identifier: MIT
// The features of an engine that meet in one world, and the values of each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/covering_array.hpp"

namespace quadphase::features {

enum class Period : std::uint8_t { none, x, both };
/// Whether what touches is a pair.
enum class Touch : std::uint8_t { pair, no_pair };
/// Filters of moving objects.
enum class Filters : std::uint8_t { none, masks, groups, many_classes };
enum class WorldCount : std::uint8_t { one, two };
/// Static objects of the first frame, and whether they have filters.
enum class Statics : std::uint8_t { none, plain, filtered };
/// Changes of the static set that wait while all else is called.
enum class Pending : std::uint8_t { none, add, remove, exchange, set };
/// What queries see changed between two frames.
enum class Change : std::uint8_t { none, plain, filtered, remove, refused };
enum class EventKind : std::uint8_t { none, events, previous_indices };
enum class Margins : std::uint8_t { none, some };
enum class Displacements : std::uint8_t { none, some };
/// How boxes are given.
enum class Form : std::uint8_t { columns, rows, strided_rows, wide, centers, store };
enum class Execution : std::uint8_t { one_thread, threads, executor, arena };
/// What the first frame is; they alternate.
enum class FrameKind : std::uint8_t { update, build };
/// How pairs are read first.
enum class Reading : std::uint8_t { stored, counted, streamed };
enum class QueryKind : std::uint8_t { shapes, convex, casts, nearest };
enum class QueryFilters : std::uint8_t { none, one_world, all_worlds, moving_only, static_only };
/// At the end of each frame.
enum class Snapshots : std::uint8_t { none, saved, restored, moved };
enum class Reserve : std::uint8_t { never, before_frames };
enum class Leaves : std::uint8_t { large, small };

/// A row of the table.
struct Features {
  Period period;
  Touch touch;
  Filters filters;
  WorldCount worlds;
  Statics statics;
  Pending pending;
  Change change;
  EventKind events;
  Margins margins;
  Displacements displacements;
  Form form;
  Execution execution;
  FrameKind frame;
  Reading reading;
  QueryKind queries;
  QueryFilters query_filters;
  Snapshots snapshots;
  Reserve reserve;
  Leaves leaves;
};

/// The number of values of each feature, in the order of the members.
[[nodiscard]] std::span<const std::uint8_t> level_counts();
[[nodiscard]] Features features_of(const Row& row);
[[nodiscard]] std::string in_words(const Row& row);

}  // namespace quadphase::features
