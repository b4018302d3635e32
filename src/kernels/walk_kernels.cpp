// SPDX-License-Identifier: MIT
// Kernels of batch queries: packets of shapes down one tree.
#include "kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/walk_kernels.cpp"
#include <hwy/foreach_target.h>
// Why here: the lines above must come first, and those below are compiled for each instruction set.
#include <hwy/highway.h>

#include "kernels/convex_shapes-inl.hpp"
#include "kernels/kernel_functions-inl.hpp"
#include "kernels/overlap_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace quadphase::detail::HWY_NAMESPACE {

void walk_boxes(const TreeView& tree, const QueryPacket<BoxQuery>& packet,
                ItemWriter<WalkHit>& writer) {
  walk<BoxShape>(tree, packet, writer);
}

void walk_circles(const TreeView& tree, const QueryPacket<CircleQuery>& packet,
                  ItemWriter<WalkHit>& writer) {
  walk<CircleShape>(tree, packet, writer);
}

void walk_convex(const TreeView& tree, const QueryPacket<ConvexQuery>& packet,
                 ItemWriter<WalkHit>& writer) {
  walk<ConvexShape>(tree, packet, writer);
}

void walk_near(const TreeView& tree, const QueryPacket<CircleQuery>& packet,
               ItemWriter<WalkHit>& writer) {
  walk<NearShape>(tree, packet, writer);
}

void walk_casts(const TreeView& tree, const QueryPacket<CastQuery>& packet,
                ItemWriter<WalkHit>& writer) {
  walk<CastShape>(tree, packet, writer);
}

}  // namespace quadphase::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
