// SPDX-License-Identifier: MIT
// Declares the kernels of one instruction set. Several sources define them, so that they compile in
// parallel; kernels.cpp makes the table.
#if defined(QUADPHASE_KERNEL_FUNCTIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef QUADPHASE_KERNEL_FUNCTIONS_INL
#undef QUADPHASE_KERNEL_FUNCTIONS_INL
#else
#define QUADPHASE_KERNEL_FUNCTIONS_INL
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "kernels/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

/// The function type of a row of the table, which describes the kernel.
template <class Pointer>
using FunctionOf = std::remove_pointer_t<Pointer>;

// input_kernels.cpp
FunctionOf<decltype(Kernels::read_rows)> read_rows;
FunctionOf<decltype(Kernels::round_boxes)> round_boxes;
FunctionOf<decltype(Kernels::round_centers)> round_centers;

// build_kernels.cpp
FunctionOf<decltype(Kernels::measure_bounds)> measure_bounds;
FunctionOf<decltype(Kernels::encode_keys)> encode_keys;
FunctionOf<decltype(Kernels::add_worlds)> add_worlds;
FunctionOf<decltype(Kernels::box_union)> box_union_of_range;
FunctionOf<decltype(Kernels::write_columns)> write_columns;
FunctionOf<decltype(Kernels::box_union_of_leaves)> box_union_of_leaves;
FunctionOf<decltype(Kernels::word_ranges)> word_ranges;

// pair_kernels.cpp
FunctionOf<decltype(Kernels::find_pairs)> find_pairs;
FunctionOf<decltype(Kernels::count_pairs)> count_pairs;
FunctionOf<decltype(Kernels::interleave_boxes)> interleave_boxes;
FunctionOf<decltype(Kernels::find_disjoint)> find_disjoint;

// join_kernels.cpp
FunctionOf<decltype(Kernels::find_join_hits)> find_join_hits;
FunctionOf<decltype(Kernels::count_join_hits)> count_join_hits;
FunctionOf<decltype(Kernels::find_leaf_hits)> find_leaf_hits;
FunctionOf<decltype(Kernels::write_leaf)> write_leaf;

// walk_kernels.cpp
FunctionOf<decltype(Kernels::walk_boxes)> walk_boxes;
FunctionOf<decltype(Kernels::walk_circles)> walk_circles;
FunctionOf<decltype(Kernels::walk_convex)> walk_convex;
FunctionOf<decltype(Kernels::walk_near)> walk_near;
FunctionOf<decltype(Kernels::walk_casts)> walk_casts;

// best_kernels.cpp
FunctionOf<decltype(Kernels::find_best_hits)> find_best_hits;
FunctionOf<decltype(Kernels::find_any_hit)> find_any_hit;
FunctionOf<decltype(Kernels::find_any_hits)> find_any_hits;
FunctionOf<decltype(Kernels::find_best_near)> find_best_near;
FunctionOf<decltype(Kernels::find_near_leaf)> find_near_leaf;
FunctionOf<decltype(Kernels::sort_rows)> sort_rows;
FunctionOf<decltype(Kernels::select_best)> select_best;

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
