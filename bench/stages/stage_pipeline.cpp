// SPDX-License-Identifier: MIT
#include "stages/stage_pipeline.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <memory_resource>
#include <numeric>
#include <span>

#include "input/given_boxes.hpp"
#include "machine/floor.hpp"
#include "pairs/stream.hpp"
#include "quadphase/tbb.hpp"

namespace quadphase::bench {
namespace {

constexpr Origin kOrigin = {1e7, -3e6};
constexpr std::size_t kBoxBytes = 4 * sizeof(float);

}  // namespace

StagePipeline::StagePipeline(const std::string& scene, std::size_t count, Simd simd, int threads)
    : scene_(scenes::make_scene(scene, {.count = count})),
      boxes_(detail::checked(scene_->boxes())),
      kernels_(detail::kernels_for(simd)),
      arena_(threads, usable_cpus()),
      executor_(arena_.arena()),
      workers_(0, &executor_),
      rules_{static_cast<std::uint32_t>(Config{}.leaf_capacity),
             static_cast<std::uint32_t>(Config{}.max_depth)},
      frame_(std::pmr::get_default_resource(), threads) {
  frame_.reserve(size(), rules_.capacity);
  frame_.keys.keys = frame_.tree.keys();
}

void StagePipeline::make_other_forms() {
  if (!forms_.rows.empty()) return;
  const auto add_axis = [this](float min, float max, double origin, std::size_t axis) {
    const double double_min = static_cast<double>(min) + origin;
    const double double_max = static_cast<double>(max) + origin;
    forms_.edges[axis].push_back(double_min);
    forms_.edges[axis + 2].push_back(double_max);
    forms_.centers[axis].push_back((double_min + double_max) / 2);
    forms_.halves[axis].push_back((double_max - double_min) / 2);
  };
  forms_.columns.resize(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const Box box = detail::box_at(boxes_, i);
    add_axis(box.min_x, box.max_x, kOrigin.x, 0);
    add_axis(box.min_y, box.max_y, kOrigin.y, 1);
    forms_.rows.push_back(box);
  }
}

void StagePipeline::read(const detail::GivenBoxes& boxes) {
  BoxColumns& to = forms_.columns;
  detail::read_boxes(boxes, kernels_, workers_,
                     {to.min_x().data(), to.min_y().data(), to.max_x().data(), to.max_y().data()});
}

void StagePipeline::read_double() {
  make_other_forms();
  const auto& edges = forms_.edges;
  read(detail::given({DoubleBoxView{edges[0], edges[1], edges[2], edges[3]}, kOrigin}));
}

void StagePipeline::read_centers() {
  make_other_forms();
  read(detail::given(
      {CenterView{forms_.centers[0], forms_.centers[1], forms_.halves[0], forms_.halves[1]},
       kOrigin}));
}

void StagePipeline::read_rows() {
  make_other_forms();
  read(detail::given(Boxes(forms_.rows)));
}

void StagePipeline::bounds() {
  detail::measure_bounds(boxes_, size(), kernels_, workers_, frame_.scene);
}

void StagePipeline::keys() {
  detail::encode_keys(boxes_, nullptr, size(), frame_.scene, kernels_, workers_, frame_.keys);
}

void StagePipeline::partition() {
  const detail::KeySource source{
      boxes_, nullptr, size(), frame_.scene.shapes, frame_.scene.core, frame_.keys.worlds};
  detail::partition_records(source, frame_.keys.keys, rules_, workers_, frame_.partition);
}

void StagePipeline::tree() {
  detail::build_tree(frame_.partition.list(), rules_, kernels_, workers_, frame_.tree);
}

void StagePipeline::pairs() {
  constexpr auto kUnlimited = std::numeric_limits<std::uint64_t>::max();
  detail::find_pairs(frame_.tree.view, kUnlimited, kernels_, workers_, frame_.segments);
}

void StagePipeline::count() {
  detail::count_pairs(frame_.tree.view, kernels_, workers_, frame_.segments);
}

void StagePipeline::merge() {
  detail::merge_pairs(frame_.segments, workers_, frame_.merged);
}

void StagePipeline::stream() {
  const auto ignore = [](std::span<const Pair>, std::size_t) {};
  detail::stream_pairs(frame_.tree.view, kernels_, workers_, detail::chunk_visitor(ignore),
                       frame_.segments);
}

void StagePipeline::sort_boxes() {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  run([&] { bounds(), keys(); });
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return frame_.keys.keys[a] < frame_.keys.keys[b];
  });
  sorted_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) sorted_.set(i, detail::box_at(boxes_, order[i]));
  boxes_ = detail::checked(sorted_.view());
}

void StagePipeline::box_union_of_leaves() {
  const detail::TreeView& view = frame_.tree.view;
  leaves_.resize(view.sizes[0]);
  kernels_.box_union_of_leaves(view.objects, view.leaf_first, view.sizes[0], leaves_.data());
}

void StagePipeline::build() {
  bounds();
  keys();
  partition();
  tree();
}

StageBytes StagePipeline::bounds_bytes() const {
  return {size() * kBoxBytes, 0};
}

StageBytes StagePipeline::keys_bytes() const {
  return {size() * kBoxBytes, size() * sizeof(detail::Key)};
}

/// The keys are read to be counted and to be moved.
StageBytes StagePipeline::partition_bytes() const {
  return {size() * (2 * sizeof(detail::Key) + kBoxBytes), size() * sizeof(detail::Record)};
}

/// Objects with ids, leaves with their first objects, and nodes.
StageBytes StagePipeline::tree_bytes() const {
  const std::size_t leaves = frame_.tree.view.sizes[0];
  const std::size_t entries = leaves + frame_.tree.node_count();
  return {size() * sizeof(detail::Record) + leaves * (sizeof(detail::Record) + kBoxBytes),
          size() * (kBoxBytes + sizeof(ObjectId)) + leaves * (sizeof(detail::Record) + 4) +
              entries * kBoxBytes};
}

StageBytes StagePipeline::pairs_bytes() const {
  const std::size_t leaves = frame_.tree.view.sizes[0];
  const std::size_t entries = leaves + frame_.tree.node_count();
  return {size() * (kBoxBytes + sizeof(ObjectId)) + leaves * 4 + entries * kBoxBytes,
          frame_.segments.totals.pairs * sizeof(Pair)};
}

/// Nothing where a single thread has written the array.
StageBytes StagePipeline::merge_bytes() const {
  const std::size_t bytes =
      frame_.segments.writes_array ? 0 : frame_.segments.totals.pairs * sizeof(Pair);
  return {bytes, bytes};
}

double StagePipeline::floor_nanoseconds(const StageBytes& bytes) {
  return measure_floor(arena_, bytes.read / kBoxBytes, bytes.written / sizeof(Pair)).cache_ns;
}

void add_context() {
  const Build build = describe_build();
  const Machine machine = describe_machine();
  benchmark::AddCustomContext("quadphase", build.version + ", commit " + build.commit);
  benchmark::AddCustomContext("build", build.compiler + ", " + build.flags);
  benchmark::AddCustomContext(
      "machine",
      machine.processor + ", " + std::to_string(machine.core_count) + " cores, " + machine.system);
}

}  // namespace quadphase::bench
