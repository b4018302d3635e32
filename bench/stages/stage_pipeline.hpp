// SPDX-License-Identifier: MIT
// The library's stages on a scene, each to be called alone; and the machine as Google Benchmark's
// context.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "engine/frame.hpp"
#include "input/validate_input.hpp"
#include "kernels/kernels.hpp"
#include "machine/machine.hpp"
#include "machine/pinning.hpp"
#include "quadphase/box.hpp"
#include "quadphase/tbb.hpp"
#include "scenes/scene.hpp"

namespace quadphase::bench {

/// What a stage reads and writes of its input and output, each byte once, whatever the caches hold.
struct StageBytes {
  std::size_t read = 0;
  std::size_t written = 0;

  friend StageBytes operator+(const StageBytes& a, const StageBytes& b) {
    return {a.read + b.read, a.written + b.written};
  }
};

/// One frame of a scene. A stage may run once the stages above it have; all only inside `run` or
/// `time`.
class StagePipeline {
 public:
  StagePipeline(const std::string& scene, std::size_t count, Simd simd, int threads);

  // The boxes in other forms to columns, which no stage reads.
  void read_double();
  void read_centers();
  void read_rows();

  void bounds();
  void keys();
  void partition();
  void tree();
  void pairs();
  void count();
  void merge();
  /// Pairs without an array, to a visitor that does nothing.
  void stream();
  /// The part of the tree stage that a kernel does: tight boxes of all leaves.
  void box_union_of_leaves();
  /// The first four.
  void build();

  // What these stages read and write; the last three need a tree, and pairs.
  [[nodiscard]] StageBytes bounds_bytes() const;
  [[nodiscard]] StageBytes keys_bytes() const;
  [[nodiscard]] StageBytes partition_bytes() const;
  [[nodiscard]] StageBytes tree_bytes() const;
  [[nodiscard]] StageBytes pairs_bytes() const;
  [[nodiscard]] StageBytes merge_bytes() const;
  /// How long this machine takes to read and write as many bytes, from the cache where they fit.
  [[nodiscard]] double floor_nanoseconds(const StageBytes& bytes);

  /// Puts the boxes in Morton order, as a simulation may keep them. Outside of `run`.
  void sort_boxes();

  [[nodiscard]] std::size_t size() const { return scene_->boxes().size(); }

  template <class Work>
  void run(const Work& work) {
    arena_.run([&] { workers_.run(false, work); });
  }

  /// As `run`; returns the seconds that `work` took, all threads awake before.
  template <class Work>
  double time(const Work& work) {
    std::chrono::duration<double> time{};
    run([&] {
      const auto start = std::chrono::steady_clock::now();
      work();
      time = std::chrono::steady_clock::now() - start;
    });
    return time.count();
  }

 private:
  /// The boxes of the scene in double, far from (0, 0), and as rows.
  struct OtherForms {
    std::vector<double> edges[4];
    std::vector<double> centers[2];
    std::vector<double> halves[2];
    std::vector<Box> rows;
    BoxColumns columns;
  };
  void make_other_forms();
  void read(const detail::GivenBoxes& boxes);

  std::unique_ptr<scenes::Scene> scene_;
  OtherForms forms_;
  BoxColumns sorted_;
  detail::BoxSpan boxes_;
  const detail::Kernels& kernels_;
  PinnedArena arena_;
  TbbExecutor executor_;
  detail::Workers workers_;
  detail::LeafRules rules_;
  detail::Frame frame_;
  std::vector<detail::Record> leaves_;
};

/// Adds processor, commit and flags to the report of Google Benchmark.
void add_context();

}  // namespace quadphase::bench
