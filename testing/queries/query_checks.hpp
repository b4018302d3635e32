// SPDX-License-Identifier: MIT
// The first difference between the answers of an engine and those of the oracle, in words.
#pragma once

#include <span>
#include <string>

#include "model/model_checks.hpp"
#include "queries/query_inputs.hpp"
#include "queries/query_oracle.hpp"
#include "queries/wanted_answers.hpp"

namespace quadphase::queries {

using model::Difference;

/// True where all distances have the same bits and all ids are the same.
[[nodiscard]] bool same_bits(std::span<const Hit> a, std::span<const Hit> b);

[[nodiscard]] std::string in_words(std::span<const ObjectId> ids);
[[nodiscard]] std::string in_words(std::span<const Hit> hits);
[[nodiscard]] std::string in_words(const Box& box);
[[nodiscard]] std::string in_words(const Point& point);
[[nodiscard]] std::string in_words(const Circle& circle);
[[nodiscard]] std::string in_words(const Ray& ray);
[[nodiscard]] std::string in_words(const Segment& segment);
[[nodiscard]] std::string in_words(const BoxCast& cast);
[[nodiscard]] std::string in_words(const Capsule& capsule);
[[nodiscard]] std::string in_words(const RotatedBox& box);
[[nodiscard]] std::string in_words(const ConvexPolygon& polygon);
[[nodiscard]] std::string in_words(const CircleCast& cast);
[[nodiscard]] std::string in_words(const CapsuleCast& cast);

/// What a result has for each id.
enum class Values { none, fractions, distances };

/// What holds of every result: offsets ascend from 0 to the number of ids, and there are as many
/// values as ids.
[[nodiscard]] Difference difference_of_shape(const QueryResult& result, std::size_t row_count,
                                             Values values);

/// Whether visitors and batches of all queries, in all their forms, answer what the oracle does:
/// the same ids, the same order, the same bits of distances.
[[nodiscard]] Difference difference_of_answers(const quadphase::Index& broad_phase,
                                               const WantedAnswers& wanted, QueryResult& result);
[[nodiscard]] Difference difference_of_answers(const quadphase::Index& broad_phase,
                                               const QueryOracle& oracle, const Queries& queries,
                                               QueryResult& result);

}  // namespace quadphase::queries
