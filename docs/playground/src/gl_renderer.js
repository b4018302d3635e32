// SPDX-License-Identifier: MIT
// Rectangles by WebGL2, with edges that are smooth at every zoom. Vertices fetch their rectangle from a texture.
// Tried: an instance for each rectangle. Software renderers draw one instance after the other, at 20 us each.
import {kDrawnFloats} from './engine.js';

const kRowRectangles = 1024;  // in a row of the texture, whose width every device has

const vertexSource = `#version 300 es
#define ROW_RECTANGLES ${kRowRectangles}
precision highp sampler2D;
uniform sampler2D rectangles;  // two texels each
uniform vec2 center;     // of the view, in the world
uniform float scale;     // pixels to a unit of the world
uniform vec2 halfPane;   // pixels
uniform float deepest;   // the level with the second style
uniform vec4 inside[2], edge[2];
uniform vec2 widths;
uniform bool isFrame;
uniform float faintArea;  // square pixels; 0: none
uniform float least;      // pixels: half of the least side
out vec2 place;
flat out vec2 halfBox;
flat out vec4 insideColor, edgeColor;
flat out float width, strength;
void main() {
  // Four vertices a rectangle, or four for each side of its frame.
  int vertex = gl_VertexID & 3;
  int row = gl_VertexID >> (isFrame ? 4 : 2);
  ivec2 texel = ivec2((row % ROW_RECTANGLES) * 2, row / ROW_RECTANGLES);
  vec4 box = texelFetch(rectangles, texel, 0);
  float level = texelFetch(rectangles, texel + ivec2(1, 0), 0).x;
  float share = deepest > 0.0 ? clamp(level / deepest, 0.0, 1.0) : 0.0;
  insideColor = mix(inside[0], inside[1], share);
  edgeColor = mix(edge[0], edge[1], share);
  width = mix(widths.x, widths.y, share);
  // Far edges come near: a fragment's place must be exact to a part of a pixel.
  vec2 reach = halfPane + 64.0;
  vec2 low = clamp((box.xy - center) * scale, -reach, reach);
  vec2 high = clamp((box.zw - center) * scale, -reach, reach);
  vec2 size = 0.5 * (high - low);
  halfBox = max(size, least);
  // What is smaller than it is drawn is fainter, but never gone.
  vec2 part = min(size / halfBox, 1.0);
  strength = max(part.x * part.y, 0.45);
  vec2 whole = high - low;
  if (faintArea > 0.0) insideColor.a *= clamp(sqrt(faintArea / max(whole.x * whole.y, 1.0)), 0.1, 1.0);
  vec2 corner;
  float out_by = 1.0;
  if (isFrame) {
    int i = ((gl_VertexID >> 2) + (vertex & 1)) & 3;
    corner = vec2(i == 1 || i == 2 ? 1.0 : -1.0, i >= 2 ? 1.0 : -1.0);
    if (vertex >= 2) out_by = -width - 1.0;
  } else {
    corner = vec2(float(vertex & 1), float(vertex >> 1)) * 2.0 - 1.0;
  }
  place = corner * max(halfBox + out_by, 0.0);
  gl_Position = vec4((0.5 * (low + high) + place) / halfPane, 0.0, 1.0);
}`;

const fragmentSource = `#version 300 es
precision highp float;
uniform float hatch;  // pixels from stripe to stripe; 0: none
in vec2 place;
flat in vec2 halfBox;
flat in vec4 insideColor, edgeColor;
flat in float width, strength;
out vec4 color;
void main() {
  vec2 depth = halfBox - abs(place);
  vec2 cover = clamp(depth + 0.5, 0.0, 1.0);
  float inner = clamp(min(depth.x, depth.y) - max(width, 1.0) + 0.5, 0.0, 1.0);
  vec4 middle = insideColor;
  if (hatch > 0.0 && mod(gl_FragCoord.x + gl_FragCoord.y, hatch) < 0.25 * hatch) middle = edgeColor;
  vec4 mixed = mix(vec4(edgeColor.rgb * edgeColor.a, edgeColor.a) * min(width, 1.0),
                   vec4(middle.rgb * middle.a, middle.a), inner);
  color = mixed * (cover.x * cover.y * strength);
}`;

function compile(gl, type, source) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
  return shader;
}

function link(gl) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertexSource));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragmentSource));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  return program;
}

/** Whether there is a WebGL2 that a graphics processor draws. */
export function hasFastGl() {
  const gl = document.createElement('canvas').getContext('webgl2', {failIfMajorPerformanceCaveat: true});
  if (!gl) return false;
  // Why: some software renderers come in spite of that.
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class GlRenderer {
  name = 'WebGL2';

  /** Errors: there is no WebGL2. */
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext('webgl2', {alpha: false, antialias: false, depth: false, stencil: false});
    if (!this.gl) throw new Error('there is no WebGL2');
    this.isLost = false;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.isLost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.isLost = false;
      this.prepare();
    });
    this.prepare();
  }

  prepare() {
    const {gl} = this;
    this.rows = this.quads = this.count = 0;
    const program = link(gl);
    gl.useProgram(program);
    this.places = {};
    for (const name of ['center', 'scale', 'halfPane', 'deepest', 'inside', 'edge', 'widths', 'isFrame', 'hatch', 'least', 'faintArea'])
      this.places[name] = gl.getUniformLocation(program, name);
    gl.bindVertexArray(gl.createVertexArray());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
  }

  begin(color) {
    const {gl} = this;
    gl.scissor(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(color[0], color[1], color[2], 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /** The rectangles of the calls of `draw` that follow. */
  upload(rectangles) {
    const {gl} = this;
    this.count = Math.min(rectangles.length / kDrawnFloats, kRowRectangles * gl.getParameter(gl.MAX_TEXTURE_SIZE));
    if (this.count === 0) return;
    const rows = Math.ceil(this.count / kRowRectangles);
    if (rows > this.rows) {
      this.rows = rows + (rows >> 2);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 2 * kRowRectangles, this.rows, 0, gl.RGBA, gl.FLOAT, null);
    }
    const copy = (first, width, height) => {
      const part = rectangles.subarray(first * kRowRectangles * kDrawnFloats);
      if (width * height > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, width, height, gl.RGBA, gl.FLOAT, part);
    };
    const full = Math.floor(this.count / kRowRectangles);
    copy(0, 2 * kRowRectangles, full);
    copy(full, 2 * (this.count % kRowRectangles), 1);
  }

  /** Two triangles for each four vertices. */
  reserveQuads(count) {
    if (count <= this.quads) return;
    this.quads = count + (count >> 2);
    const indices = new Uint32Array(6 * this.quads);
    for (let quad = 0, i = 0; quad < this.quads; ++quad) {
      const first = 4 * quad;
      for (const corner of [0, 1, 2, 2, 1, 3]) indices[i++] = first + corner;
    }
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, indices, this.gl.STATIC_DRAW);
  }

  end() {}

  /** `pane` and `camera` are in CSS pixels; `ratio` is the number of pixels to one of them. */
  draw(pane, camera, ratio, style, deepest) {
    if (this.count === 0) return;
    const {gl, places} = this;
    const width = Math.round(pane.width * ratio), height = Math.round(pane.height * ratio);
    const x = Math.round(pane.x * ratio), y = this.canvas.height - Math.round(pane.y * ratio) - height;
    gl.viewport(x, y, width, height);
    gl.scissor(x, y, width, height);
    gl.uniform2f(places.center, camera.x, camera.y);
    gl.uniform1f(places.scale, camera.scale * ratio);
    gl.uniform2f(places.halfPane, width / 2, height / 2);
    gl.uniform1f(places.deepest, deepest);
    gl.uniform4fv(places.inside, style.inside.flat());
    gl.uniform4fv(places.edge, style.edge.flat());
    gl.uniform2f(places.widths, style.widths[0] * ratio, style.widths[1] * ratio);
    gl.uniform1i(places.isFrame, style.isFrame ? 1 : 0);
    gl.uniform1f(places.least, (style.least ?? 0.5) * ratio);
    gl.uniform1f(places.faintArea, (style.faintArea ?? 0) * ratio * ratio);
    gl.uniform1f(places.hatch, style.isHatched ? 5 * ratio : 0);
    const quads = style.isFrame ? 4 * this.count : this.count;
    this.reserveQuads(quads);
    gl.drawElements(gl.TRIANGLES, 6 * quads, gl.UNSIGNED_INT, 0);
  }
}
