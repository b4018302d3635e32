// SPDX-License-Identifier: MIT
#include "run.hpp"

#include <fmt/format.h>

#include "frames.hpp"
#include "gif.hpp"
#include "page.hpp"
#include "report/text.hpp"

namespace quadphase::draw {
namespace {

void write_static(Frames& frames, const BroadPhase& broad_phase, const Page& page,
                  const Options& options) {
  const bool is_svg = options.format == Format::svg;
  Picture picture = is_svg ? Picture::svg(options.output, page.width(), page.height())
                           : Picture::image(page.width(), page.height());
  page.draw(frames, broad_phase, picture);
  if (is_svg) {
    picture.finish_svg(options.output);
  } else {
    picture.write_png(options.output);
  }
}

void write_moving(Frames& frames, BroadPhase& broad_phase, const Page& page,
                  const Options& options) {
  GifWriter gif(page.width(), page.height());
  for (std::size_t frame = 0; frame < options.frames; ++frame) {
    if (frame > 0) {
      frames.step(broad_phase);
      broad_phase.update(frames.boxes());
    }
    Picture picture = Picture::snapped_image(page.width(), page.height());
    page.draw(frames, broad_phase, picture);
    gif.add(picture.pixels());
  }
  gif.write(options.output);
}

}  // namespace

std::string run(const Options& options) {
  const auto frames = open_frames(options);
  BroadPhase broad_phase({.leaf_capacity = options.capacity});
  broad_phase.update(frames->boxes());
  for (std::size_t step = 0; step < options.steps; ++step) {
    frames->step(broad_phase);
    broad_phase.update(frames->boxes());
  }
  const Page page(options, options.view ? *options.view : frames->view());
  if (options.format == Format::gif) {
    write_moving(*frames, broad_phase, page, options);
  } else {
    write_static(*frames, broad_phase, page, options);
  }
  return fmt::format("{}: {} x {} pixels, {} pictures, {} boxes and {} pairs in the last",
                     options.output, page.width(), page.height(), options.frames,
                     bench::grouped(frames->boxes().size()),
                     bench::grouped(broad_phase.pairs().size()));
}

}  // namespace quadphase::draw
