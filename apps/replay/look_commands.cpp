// SPDX-License-Identifier: MIT
// Commands that look into a recording: calls, objects, pairs, frames.
#include <fmt/format.h>

#include <ctime>

#include <algorithm>
#include <chrono>
#include <map>

#include "quadphase/recorder.hpp"
#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#include "replay/commands.hpp"
#include "replay/described_call.hpp"
#include "replay/followed_world.hpp"
#include "runner/npy.hpp"
#include "scenes/scene.hpp"

namespace quadphase::replay {
namespace {

int report_damage(const Recording& recording) {
  if (recording.problem().empty()) return 0;
  fmt::print(stderr, "quadphase_replay: {}\n", recording.problem());
  return 1;
}

ReplayOptions options_of(const CommandOptions& options, bool hashes) {
  ReplayOptions replay = {.simd = options.simds.front(), .hashes = hashes};
  if (!options.threads.empty()) replay.threads = options.threads.front();
  return replay;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Milliseconds that the processor has worked for this thread, whatever else the machine does.
double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Calls `look(world, replayer)` after each frame of the engine, or after the wanted one.
template <class Look>
int for_each_frame(const CommandOptions& options, const Look& look) {
  Recording recording(options.file);
  Replayer replayer(options_of(options, false));
  FollowedWorld world(options.engine);
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    if (!world.follow(*call, result, replayer)) continue;
    const std::uint64_t frame = world.frame_count() - 1;
    if (options.frame && frame != *options.frame) continue;
    look(world, replayer, *call, frame);
    if (options.frame) return 0;
  }
  return report_damage(recording);
}

}  // namespace

int info_command(const CommandOptions& options) {
  Recording recording(options.file);
  std::map<CallKind, std::uint64_t> kinds;
  std::uint64_t count = 0;
  while (const RecordedCall* call = recording.next()) {
    ++kinds[call->kind];
    ++count;
  }
  std::uint64_t size = 0;
  std::uint64_t keyframes = 0;
  const std::vector<RecordingBlock> blocks = recording.blocks();
  for (const RecordingBlock& block : blocks) {
    size += block.size;
    keyframes += block.is_keyframe ? 1U : 0U;
  }
  fmt::print("{} calls, {} bytes, {} in memory; {} blocks, {} keyframes\n", count,
             recording.file_size(), size, blocks.size(), keyframes);
  for (const auto& [kind, calls] : kinds) fmt::print("  {:<20} {}\n", name_of(kind), calls);
  return report_damage(recording);
}

int play_command(const CommandOptions& options) {
  Recording recording(options.file);
  Replayer replayer(options_of(options, true));
  std::map<CallKind, std::vector<double>> times;
  std::uint64_t hash = 0;
  std::uint64_t count = 0;
  std::uint64_t difference_count = 0;
  while (const RecordedCall* call = recording.next()) {
    const ReplayResult result = replayer.play(*call);
    times[call->kind].push_back(static_cast<double>(result.nanoseconds) * 1e-6);
    hash = (hash ^ result.hash ^ static_cast<std::uint64_t>(result.code)) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 32U;
    difference_count += differs(result, call->outcome) ? 1U : 0U;
    ++count;
  }
  fmt::print("{} calls, hash {:016x}\n", count, hash);
  for (const auto& [kind, all] : times)
    fmt::print("  {:<20} {:>9} calls, median {:.4f} ms\n", name_of(kind), all.size(), median(all));
  if (difference_count > 0)
    fmt::print("{} calls did something else than was recorded\n", difference_count);
  return report_damage(recording) != 0 || difference_count > 0 ? 1 : 0;
}

int show_command(const CommandOptions& options) {
  Recording recording(options.file);
  recording.seek(options.call);
  while (const RecordedCall* call = recording.next()) {
    if (call->number < options.call) continue;
    fmt::print("{}\n", described(*call));
    return 0;
  }
  fmt::print(stderr, "quadphase_replay: there is no call {}\n", options.call);
  return 1;
}

int object_command(const CommandOptions& options) {
  std::string last;
  return for_each_frame(options, [&](const FollowedWorld& world, const Replayer&,
                                     const RecordedCall& call, std::uint64_t frame) {
    const std::string now = described(world.find(options.ids[0]));
    if (now != last) fmt::print("frame {} (call {}): {}\n", frame, call.number, now);
    last = now;
  });
}

int pair_command(const CommandOptions& options) {
  const Pair wanted = {std::min(options.ids[0], options.ids[1]),
                       std::max(options.ids[0], options.ids[1])};
  std::string last;
  return for_each_frame(options, [&](const FollowedWorld& world, const Replayer& replayer,
                                     const RecordedCall& call, std::uint64_t frame) {
    const auto pairs = replayer.engine(options.engine)->pairs();
    const bool is_pair = std::ranges::find(pairs, wanted) != pairs.end();
    std::string now = world.explain(options.ids[0], options.ids[1]);
    if (call.kind != CallKind::build && is_pair != (now == "a pair"))
      now += is_pair ? ", but the engine has the pair" : ", but the engine does not have it";
    // Distances change in every frame: the whole story is told where the kind of it changes.
    if (options.frame || now.substr(0, 12) != last.substr(0, 12))
      fmt::print("frame {} (call {}): {}\n", frame, call.number, now);
    last = now;
  });
}

int frames_command(const CommandOptions& options) {
  std::size_t frame_count = 0;
  std::size_t box_count = 0;
  const auto is_frame = [&](const RecordedCall& call) {
    return call.subject == options.engine && call.form == BoxForm::columns &&
           (call.kind == CallKind::update || call.kind == CallKind::build);
  };
  Recording recording(options.file);
  while (const RecordedCall* call = recording.next()) {
    if (!is_frame(*call)) continue;
    if (frame_count++ == 0) box_count = call->boxes.size();
  }
  recording.rewind();
  bench::NpyFrameWriter writer(options.output, frame_count, box_count);
  while (const RecordedCall* call = recording.next())
    if (is_frame(*call)) writer.append(call->boxes);
  writer.finish();
  fmt::print("{} frames of {} boxes; quadphase_bench_peers run --replay {} --engine all\n",
             frame_count, box_count, options.output);
  return 0;
}

int overhead_command(const CommandOptions& options) {
  const auto scene = scenes::make_scene(options.scene, {.count = options.count});
  Recorder recorder(options.file,
                    {.memory_limit = std::size_t{2} << 30U, .compression_level = options.level});
  Config config = {.threads = options.threads.empty() ? 1 : options.threads.front()};
  BroadPhase plain(config);
  config.recorder = &recorder;
  BroadPhase recorded(config);
  std::vector<double> times[2];
  std::vector<double> own_times[2];
  for (std::size_t frame = 0; frame < options.frames; ++frame, scene->step()) {
    const BoxView boxes = scene->boxes();
    for (const std::size_t turn : {frame % 2, 1 - frame % 2}) {
      const auto start = std::chrono::steady_clock::now();
      const double own_start = thread_milliseconds();
      if (turn == 0) {
        plain.update(boxes);
      } else {
        recorded.update(boxes);
      }
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - start;
      if (frame < 10) continue;
      times[turn].push_back(time.count());
      own_times[turn].push_back(thread_milliseconds() - own_start);
    }
    if (options.keeps_up) recorder.flush();
  }
  recorder.flush();
  fmt::print("{}, {} boxes, {} frames, {:.0f} bytes a frame, calls waited {:.1f} ms\n",
             options.scene, options.count, options.frames,
             static_cast<double>(recorder.file_size()) / static_cast<double>(options.frames),
             static_cast<double>(recorder.waited_nanoseconds()) * 1e-6);
  const auto print = [](const char* what, const std::vector<double>(&all)[2]) {
    const double plain_time = median(all[0]);
    const double recorded_time = median(all[1]);
    fmt::print("{}: plain {:.3f} ms, recorded {:.3f} ms, ratio {:.3f}\n", what, plain_time,
               recorded_time, recorded_time / plain_time);
  };
  print("on the clock", times);
  print("of the calling thread", own_times);
  if (!recorder.error().empty()) throw RecordingError(recorder.error());
  return 0;
}

}  // namespace quadphase::replay
