// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "gif.hpp"
#include "scenes/scene.hpp"

namespace quadphase::draw {
namespace {

constexpr int kWidth = 840;
constexpr int kWideWidth = 1260;
constexpr int kGifWidth = 480;
constexpr std::size_t kGifFrames = 120;
constexpr std::size_t kObjects = 400;
constexpr std::size_t kDiscs = 140;

/// The numbers of all queries and of the view as typed.
struct Numbers {
  std::vector<float> box, circle, ray, nearest, view;
  std::vector<std::string> layers;
};

void add_options(CLI::App& app, Options& options, Numbers& numbers) {
  app.add_option("output", options.output, "File to write: .svg, .png or .gif")->required();

  auto* scene = app.add_option("--scene", options.scene, "Scene to draw");
  scene->check(CLI::IsMember(scenes::scene_names()))->capture_default_str();
  auto* npy = app.add_option("--npy", options.npy,
                             "Boxes from a NumPy file: float32 of shape (frames, 4, n)");
  auto* bullets = app.add_flag("--bullets", options.bullets,
                               "Discs that bounce, and a gun that shoots at them");
  scene->excludes(npy)->excludes(bullets);
  npy->excludes(bullets);
  app.add_option("--objects", options.objects, "Number of objects; default 400, or 140 discs")
      ->check(CLI::Range(1, 200'000))
      ->excludes(npy);
  app.add_option("--seed", options.seed, "Seed of all random numbers")->capture_default_str();
  app.add_option("--steps", options.steps, "Steps before the first picture")
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--frames", options.frames, "Pictures of a GIF, a step between them; default 120")
      ->check(CLI::Range(1, 600));

  app.add_option("--capacity", options.capacity, "Most objects in a leaf")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();

  const auto add_numbers = [&app](const char* name, std::vector<float>& values, int count,
                                  const char* help) {
    return app.add_option(name, values, help)->delimiter(',')->expected(count);
  };
  CLI::Option* const queries[] = {
      add_numbers("--box", numbers.box, 4, "Which boxes overlap x0,y0,x1,y1?"),
      add_numbers("--circle", numbers.circle, 3, "Which boxes overlap the disc x,y,radius?"),
      add_numbers("--ray", numbers.ray, 4, "What is hit first from x0,y0 to x1,y1?"),
      add_numbers("--nearest", numbers.nearest, 3, "Which are the boxes nearest to x,y,count?")};
  for (CLI::Option* const one : queries)
    for (CLI::Option* const other : queries)
      if (one != other) one->excludes(other);
  app.add_flag("--shares", options.shares,
               "Queries count in shares of the view, from 0 to 1, not in units of the world");
  add_numbers("--view", numbers.view, 4, "Part of the world to show: x0,y0,x1,y1");

  app.add_flag("--side-by-side", options.side_by_side,
               "The same boxes in this tree, in a classic quadtree and in a loose one");
  app.add_option("--layers", numbers.layers, "What to draw, of cells,boxes,pairs; default all")
      ->delimiter(',')
      ->check(CLI::IsMember({"cells", "boxes", "pairs"}));
  app.add_option("--width", options.width, "Width in pixels")->check(CLI::Range(200, 4'000));
}

Format format_of(const std::string& output) {
  const auto ends_with = [&](const char* end) { return output.ends_with(end); };
  if (ends_with(".svg")) return Format::svg;
  if (ends_with(".png")) return Format::png;
  if (!ends_with(".gif")) throw std::invalid_argument("the output must end in .svg, .png or .gif");
  if (!GifWriter::is_available())
    throw std::invalid_argument("this program was built without cgif, so it writes no .gif");
  return Format::gif;
}

Box box_of(const std::vector<float>& v) {
  return {std::min(v[0], v[2]), std::min(v[1], v[3]), std::max(v[0], v[2]), std::max(v[1], v[3])};
}

std::optional<Query> query_of(const Numbers& numbers) {
  for (const auto* values : {&numbers.box, &numbers.circle, &numbers.ray, &numbers.nearest})
    for (const float value : *values)
      if (!std::isfinite(value)) throw std::invalid_argument("a query's numbers must be finite");
  if (!numbers.box.empty()) return box_of(numbers.box);
  if (const auto& v = numbers.circle; !v.empty()) {
    if (v[2] < 0) throw std::invalid_argument("a circle's radius must not be negative");
    return Circle{{v[0], v[1]}, static_cast<double>(v[2])};
  }
  if (const auto& v = numbers.ray; !v.empty()) return Segment{{v[0], v[1]}, {v[2], v[3]}};
  if (const auto& v = numbers.nearest; !v.empty()) {
    if (v[2] < 1 || v[2] > 10'000)
      throw std::invalid_argument("the count of nearest boxes must be from 1 to 10,000");
    return Nearest{{v[0], v[1]}, static_cast<std::size_t>(v[2])};
  }
  return std::nullopt;
}

void apply(const Numbers& numbers, bool has_frames, Options& options) {
  options.format = format_of(options.output);
  const bool is_gif = options.format == Format::gif;
  if (has_frames && !is_gif) throw std::invalid_argument("--frames needs an output that is a .gif");
  if (is_gif && !has_frames) options.frames = kGifFrames;
  if (options.width == 0)
    options.width = is_gif ? kGifWidth : options.side_by_side ? kWideWidth : kWidth;
  if (options.objects == 0) options.objects = options.bullets ? kDiscs : kObjects;
  options.query = query_of(numbers);
  if (!numbers.view.empty()) {
    options.view = box_of(numbers.view);
    if (!(options.view->min_x < options.view->max_x && options.view->min_y < options.view->max_y))
      throw std::invalid_argument("the view must have a width and a height");
  }
  if (numbers.layers.empty()) return;
  const auto has = [&](const char* layer) {
    return std::find(numbers.layers.begin(), numbers.layers.end(), layer) != numbers.layers.end();
  };
  options.show_cells = has("cells");
  options.show_boxes = has("boxes");
  options.show_pairs = has("pairs");
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
  CLI::App app("Draws boxes, the cells of the quadtree over them, pairs and queries.",
               "quadphase_draw");
  Options options;
  Numbers numbers;
  add_options(app, options, numbers);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(error.what());
  }
  apply(numbers, app.count("--frames") > 0, options);
  return options;
}

}  // namespace quadphase::draw
