// SPDX-License-Identifier: MIT
#include <iostream>
#include "scenes/scene.hpp"
#include "canvas.hpp"
#include "capture.hpp"
#include "widgets.hpp"
#include "window.hpp"
#include <imgui.h>
#include <chrono>
using namespace quadphase; using namespace quadphase::view;
int main(int argc, char** argv) {
  Input input; Window window({1280, 800}, "quadphase", input);
  std::cout << glGetString(GL_RENDERER) << "\n";
  Gui gui(window.text_scale()); Canvas canvas; 
  auto scene = scenes::make_scene("clusters", {.count = argc > 1 ? std::stoul(argv[1]) : 2000});
  window.wait_for_display(false);
  auto t0 = std::chrono::steady_clock::now();
  std::vector<std::uint8_t> styles(scene->boxes().size());
  int frames = 60;
  for (int i = 0; i < frames; ++i) {
    window.poll_events(); auto s = window.size(); auto f = window.framebuffer_size();
    canvas.begin(f.width, f.height, double(f.width) / s.width);
    Viewport port{0, 0, 900, 800}; Camera cam; auto b = scene->boxes();
    Box all = b[0]; for (std::size_t k = 0; k < b.size(); ++k) all = merge(all, b[k]);
    cam.fit(port, all); canvas.look(port, cam); canvas.draw(b, styles, Shape::box);
    Layer l; l.shape = Shape::disc; l.add({all.min_x, all.min_y, (all.min_x + all.max_x) / 2, (all.min_y + all.max_y) / 2}, Style::tested); canvas.draw(l);
    gui.begin_frame(s.width, s.height, 1, 0.016); ImGui::Text("hello"); (void)button("Add"); gui.draw();
    if (i == frames - 1) write_png(read_pixels(f.height, {0, 0, double(f.width), double(f.height)}), "/tmp/view1.png");
    (void)gl_error_count("frame"); window.show(); scene->step();
  }
  std::cout << frames / std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count() << " fps\n";
}
