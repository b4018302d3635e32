// SPDX-License-Identifier: MIT
// Numbers, boxes, filters, objects and configurations, read from the bytes of an input. Few bytes
// make many boxes, and the boxes of most inputs touch each other; every float can occur.
#pragma once

#include <cstddef>
#include <vector>

#include "fuzz_support/byte_source.hpp"
#include "model/world_model.hpp"

namespace quadphase::fuzz {

/// Any float: on a small grid, of a table of special values, a power of two, or any bits.
[[nodiscard]] float number(ByteSource& in);
[[nodiscard]] Point point(ByteSource& in);
/// In most cases a small box on the grid of halves; often at, or the same as, one of `others`.
[[nodiscard]] Box box(ByteSource& in, const std::vector<Box>& others = {});
/// Boxes until the input ends or there are `most`: a run of equal steps counts as a few bytes.
[[nodiscard]] std::vector<Box> boxes(ByteSource& in, std::size_t most);

/// A filter that lets most pairs pass, some with any bits.
[[nodiscard]] Filter filter(ByteSource& in);
/// A box with attributes; the id stays 0.
[[nodiscard]] model::Object object(ByteSource& in, const std::vector<Box>& others = {});

/// Which optional columns the calls of a history give: those of filters or none, evenly.
/// Why for a whole history: what comes of features that are absent shows only where they are absent
/// for some calls in a row. Drawn anew for each call, all of them are there nearly always.
[[nodiscard]] model::Spans columns(ByteSource& in);

/// The engine's options, except for its memory and its limit of pairs: mostly one thread.
[[nodiscard]] Config config(ByteSource& in);

}  // namespace quadphase::fuzz
