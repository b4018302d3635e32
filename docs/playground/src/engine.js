// SPDX-License-Identifier: MIT
// The WebAssembly module: the trees, the boxes and their history.

export const Tree = {quadphase: 0, classic: 1, loose: 2};
export const treeNames = ['quadphase', 'classic', 'loose'];
export const queryNames = ['none', 'box', 'circle', 'point', 'ray', 'nearest'];

const Text = {error: 0, version: 1, simd: 2, sceneName: 3, sceneDescription: 4};
const Layer = {boxes: 0, pairs: 1, found: 2, above: 3};
const Memory = {drawn: 0, framed: 1, order: 2, ids: 3, measures: 4, bounds: 5};
const Edit = {insert: 0, add: 1, move: 2, remove: 3};

/** Floats of a drawn rectangle: min_x, min_y, max_x, max_y, a level, and three that are not used. */
export const kDrawnFloats = 8;

async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** An engine from the text of a module: gzip, in base64. Errors: the browser has no WebAssembly with vectors. */
export async function loadEngine(base64) {
  let exports;
  const system = {
    clock_time_get(clock, precision, out) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(exports.memory.buffer).setBigUint64(out, nanoseconds, true);
      return 0;
    },
  };
  const {instance} = await WebAssembly.instantiate(await unpack(base64), {wasi_snapshot_preview1: system});
  exports = instance.exports;
  exports._initialize();
  return new Engine(exports);
}

class Engine {
  constructor(exports) {
    this.calls = exports;
    this.version = this.text(Text.version);
    this.scenes = [];
    for (let i = 0; this.text(Text.sceneName, i) !== ''; ++i)
      this.scenes.push({name: this.text(Text.sceneName, i), description: this.text(Text.sceneDescription, i)});
  }

  text(which, index = 0) {
    const bytes = new Uint8Array(this.calls.memory.buffer, this.calls.play_text(which, index));
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  checked(result) {
    if (result < 0) throw new Error(this.text(Text.error));
    return result;
  }

  // Views of the module's memory, which end with the next call.
  floats(pointer, count) { return new Float32Array(this.calls.memory.buffer, pointer >>> 0, count); }
  words(pointer, count) { return new Uint32Array(this.calls.memory.buffer, pointer >>> 0, count); }
  drawn(count, which = Memory.drawn) { return this.floats(this.calls.play_array(which), count * kDrawnFloats); }

  get count() { return this.calls.play_count(); }
  get frame() { return this.calls.play_frame(0); }
  get oldest() { return this.calls.play_frame(1); }
  get latest() { return this.calls.play_frame(2); }
  get simd() { return this.text(Text.simd); }

  reset(scene, count, seed) { this.checked(this.calls.play_reset(scene, count, seed)); }
  advance(speed) { this.checked(this.calls.play_advance(speed)); }
  seek(frame) { this.checked(this.calls.play_seek(frame)); }

  insert(x, y, width, height, seed) { this.checked(this.calls.play_edit(Edit.insert, 0, x, y, width, height, seed)); }
  add(count, seed) { this.checked(this.calls.play_edit(Edit.add, count, 0, 0, 0, 0, seed)); }
  move(row, x, y) { this.checked(this.calls.play_edit(Edit.move, row, x, y, 0, 0, 0)); }
  remove(row) { this.checked(this.calls.play_edit(Edit.remove, row, 0, 0, 0, 0, 0)); }

  /** Updates a tree; true if there are more pairs than are listed. */
  update(tree) { return this.checked(this.calls.play_update(tree)) === 1; }
  countTests(tree) { this.checked(this.calls.play_count_tests(tree)); }

  figures(tree) {
    const pointer = this.calls.play_figures(tree);
    const [milliseconds, pairs, tests, cells, depth, remark] = new Float64Array(this.calls.memory.buffer, pointer, 6);
    return {milliseconds, pairs, tests, cells, depth, remark};
  }

  bounds() {
    const [minX, minY, maxX, maxY] = this.floats(this.calls.play_array(Memory.bounds), 4);
    return {minX, minY, maxX, maxY};
  }

  box(row) {
    const at = (which) => this.floats(this.calls.play_column(which), this.count)[row];
    return {minX: at(0), minY: at(1), maxX: at(2), maxY: at(3)};
  }

  /** Copies of all boxes by column, and of the pairs of a tree. */
  columns() { return [0, 1, 2, 3].map((which) => this.floats(this.calls.play_column(which), this.count).slice()); }
  pairs(tree) { return this.words(this.calls.play_pairs(tree), 2 * this.figures(tree).pairs).slice(); }

  draw(layer, tree, limit, view) {
    const count = this.calls.play_draw(layer, tree, limit, view.minX, view.minY, view.maxX, view.maxY);
    return this.drawn(this.checked(count));
  }
  drawBoxes(view) { return this.draw(Layer.boxes, 0, 0, view); }
  drawPairs(tree, limit, view) { return this.draw(Layer.pairs, tree, limit, view); }
  drawFound(view) { return this.draw(Layer.found, 0, 0, view); }
  drawAbove(view) { return this.draw(Layer.above, 0, 0, view); }
  drawCells(tree, deepest, leavesOnly) {
    const count = this.checked(this.calls.play_draw_cells(tree, deepest, leavesOnly));
    return {filled: this.drawn(count), framed: this.drawn(this.calls.play_framed_count(), Memory.framed)};
  }
  /** The points of the line along the order of the tree: x, y, x, y, ... */
  drawOrder() {
    const count = this.checked(this.calls.play_draw_order());
    return this.floats(this.calls.play_array(Memory.order), 2 * count);
  }

  // Pixels; see raster.hpp.
  beginRaster(width, height, color) { this.checked(this.calls.play_raster_begin(width, height, color[0], color[1], color[2])); }
  drawRaster(pointer, count, style) {
    this.floats(this.calls.play_raster_style(), style.length).set(style);
    this.checked(this.calls.play_raster_draw(pointer, count));
  }
  rasterPixels(count) { return new Uint8ClampedArray(this.calls.memory.buffer, this.calls.play_raster_pixels() >>> 0, 4 * count); }

  /** Searches; `found` has copies. */
  search({kind, at, from, halfSize, count}) {
    const found = this.checked(this.calls.play_search(queryNames.indexOf(kind), at.x, at.y, from.x, from.y, halfSize, halfSize, count));
    const measures = kind === 'ray' || kind === 'nearest' ? found : 0;
    return {
      ids: this.words(this.calls.play_array(Memory.ids), found).slice(),
      measures: this.floats(this.calls.play_array(Memory.measures), measures).slice(),
      microseconds: this.calls.play_microseconds(),
    };
  }

  /** The row of the box at a point or within `reach`; -1 if there is none. */
  pick(x, y, reach) { return this.calls.play_pick(x, y, reach); }
}
