// SPDX-License-Identifier: MIT
#include "canvas.hpp"

#include <array>

namespace quadphase::view {
namespace {

// Each box is a point, of which the geometry shader makes a quad: Mesa's software renderer takes
// ten times as long for instances of four vertices. A quad is at least a pixel wide; edges are
// inside of boxes and discs.
constexpr const char* kVertexShader = R"(#version 330 core
layout(location = 0) in float min_x;
layout(location = 1) in float min_y;
layout(location = 2) in float max_x;
layout(location = 3) in float max_y;
layout(location = 4) in uint style;
uniform vec2 middle;     // of the view, in the world
uniform float zoom;      // pixels per unit
uniform int shape;
out vec4 box;
flat out uint box_style;
void main() {
  box_style = style;
  vec4 edges = (vec4(min_x, min_y, max_x, max_y) - middle.xyxy) * zoom;
  bool is_valid = shape == 2 || (min_x <= max_x && min_y <= max_y);
  box = is_valid ? clamp(edges, -2e4, 2e4) : vec4(1.0, 1.0, -1.0, -1.0);
}
)";

constexpr const char* kGeometryShader = R"(#version 330 core
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
in vec4 box[];
flat in uint box_style[];
uniform vec2 half_size;  // of the view, in pixels
uniform float density;
uniform int shape;
uniform vec2 kinds[STYLES];  // the width of edges, and the pattern
flat out uint style;
flat out vec2 size;
out vec2 place;
void corner(vec2 at, vec2 where) {
  style = box_style[0];
  place = where;
  gl_Position = vec4(at / half_size, 0.0, 1.0);
  EmitVertex();
}
void main() {
  vec2 low = box[0].xy;
  vec2 high = box[0].zw;
  if (shape == 2) {
    vec2 along = high - low;
    float far = max(length(along), 1e-6);
    vec2 across = vec2(-along.y, along.x) / far * 0.5 * max(kinds[box_style[0]].x * density, 1.0);
    size = vec2(far, 1.0);
    corner(low - across, vec2(0.0));
    corner(high - across, vec2(0.0));
    corner(low + across, vec2(0.0));
    corner(high + across, vec2(0.0));
    EndPrimitive();
    return;
  }
  bool is_valid = low.x <= high.x && low.y <= high.y;
  bool is_seen = all(lessThan(low, half_size)) && all(greaterThan(high, -half_size));
  if (!is_valid || !is_seen) return;
  vec2 lack = max(vec2(0.0), vec2(1.0) - (high - low)) * 0.5;
  low -= lack;
  high += lack;
  size = high - low;
  corner(low, vec2(0.0));
  corner(vec2(high.x, low.y), vec2(size.x, 0.0));
  corner(vec2(low.x, high.y), vec2(0.0, size.y));
  corner(high, size);
  EndPrimitive();
}
)";

constexpr const char* kFragmentShader = R"(#version 330 core
flat in uint style;
flat in vec2 size;
in vec2 place;
uniform vec4 fills[STYLES];
uniform vec4 edges[STYLES];
uniform vec2 kinds[STYLES];
uniform int shape;
uniform float density;
out vec4 color;
void main() {
  color = edges[style];
  if (shape == 2) return;
  vec2 kind = vec2(kinds[style].x * density, kinds[style].y);
  vec2 side = min(place, size - place);
  float inside = min(side.x, side.y);
  float least = min(size.x, size.y);
  if (shape == 1) {
    vec2 unit = 2.0 * place / size - 1.0;
    inside = (1.0 - length(unit)) * 0.5 * least;
    if (inside < 0.0) discard;
  }
  float diagonal = gl_FragCoord.x + gl_FragCoord.y;
  // Small shapes get thinner and fainter edges, so that a crowd of them does not become black.
  if (inside < min(kind.x, max(1.0, 0.2 * least))) {
    if (kind.y > 1.5 && mod(diagonal, 8.0 * density) < 3.0 * density) color = fills[style];
    color.a *= clamp(0.35 + 0.1 * least, 0.0, 1.0);
  } else {
    color = fills[style];
    if (kind.y == 1.0 && mod(diagonal, 6.0 * density) > 2.0 * density) color.a *= 0.15;
  }
}
)";

std::string with_style_count(const char* shader) {
  std::string text = shader;
  const std::string name = "STYLES";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at))
    text.replace(at, name.size(), std::to_string(kStyleCount));
  return text;
}

void set_looks(const Program& program) {
  std::array<GLfloat, 4 * kStyleCount> fills{}, edges{};
  std::array<GLfloat, 2 * kStyleCount> kinds{};
  const auto put = [](GLfloat* to, const draw::Color& color) {
    const double parts[] = {color.red, color.green, color.blue, color.alpha};
    for (std::size_t i = 0; i < 4; ++i) to[i] = static_cast<GLfloat>(parts[i]);
  };
  for (std::size_t i = 0; i < kStyleCount; ++i) {
    const Look look = look_of(static_cast<Style>(i));
    put(&fills[4 * i], look.fill);
    put(&edges[4 * i], look.edge);
    kinds[2 * i] = static_cast<GLfloat>(look.edge_width);
    kinds[2 * i + 1] = static_cast<GLfloat>(look.pattern);
  }
  const auto count = static_cast<GLsizei>(kStyleCount);
  glUniform4fv(program.uniform("fills"), count, fills.data());
  glUniform4fv(program.uniform("edges"), count, edges.data());
  glUniform2fv(program.uniform("kinds"), count, kinds.data());
}

}  // namespace

void Layer::clear() {
  for (auto* column : {&min_x, &min_y, &max_x, &max_y}) column->clear();
  styles.clear();
}

void Layer::add(const Box& box, Style style) {
  min_x.push_back(box.min_x);
  min_y.push_back(box.min_y);
  max_x.push_back(box.max_x);
  max_y.push_back(box.max_y);
  styles.push_back(static_cast<std::uint8_t>(style));
}

Canvas::Canvas()
    : program_(with_style_count(kVertexShader), with_style_count(kGeometryShader),
               with_style_count(kFragmentShader)),
      middle_(program_.uniform("middle")),
      zoom_(program_.uniform("zoom")),
      half_size_(program_.uniform("half_size")),
      density_uniform_(program_.uniform("density")),
      shape_(program_.uniform("shape")) {
  program_.use();
  set_looks(program_);
}

void Canvas::begin(int width, int height, double density) {
  density_ = density;
  height_ = height;
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, width, height);
  const auto part = [](double value) { return static_cast<GLfloat>(value); };
  glClearColor(part(draw::kPage.red), part(draw::kPage.green), part(draw::kPage.blue), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

void Canvas::look(const Viewport& port, const Camera& camera) {
  const auto pixels = [this](double length) { return static_cast<GLint>(length * density_ + 0.5); };
  const GLint x = pixels(port.x), width = std::max(1, pixels(port.width));
  const GLint y = height_ - pixels(port.y + port.height), height = std::max(1, pixels(port.height));
  glViewport(x, y, width, height);
  glEnable(GL_SCISSOR_TEST);
  glScissor(x, y, width, height);
  program_.use();
  glUniform2f(middle_, static_cast<GLfloat>(camera.center_x),
              static_cast<GLfloat>(camera.center_y));
  glUniform1f(zoom_, static_cast<GLfloat>(camera.zoom * density_));
  glUniform2f(half_size_, 0.5F * static_cast<GLfloat>(width), 0.5F * static_cast<GLfloat>(height));
  glUniform1f(density_uniform_, static_cast<GLfloat>(density_));
}

void Canvas::draw(const BoxView& boxes, std::span<const std::uint8_t> styles, Shape shape) {
  if (boxes.size() == 0) return;
  program_.use();
  glUniform1i(shape_, static_cast<GLint>(shape));
  instances_.begin(boxes.size());
  const std::span<const float> columns[] = {boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y};
  GLuint index = 0;
  for (const auto& column : columns) instances_.add(index++, column.data());
  instances_.add(index, styles.data());
  instances_.draw();
}

}  // namespace quadphase::view
