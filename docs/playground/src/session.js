// SPDX-License-Identifier: MIT
// What the page shows and how it goes on: the world, the trees that are up to date, and the query.
import {Tree, queryNames, treeNames} from './engine.js';

export const viewNames = [...treeNames, 'all'];
export const kLeastSpeed = 0.03125, kMostSpeed = 2;
export const kLeastSize = 4, kMostSize = 400;
const kMeasured = 30;  // frames of a median

export class Median {
  values = [];

  add(value) {
    this.values.push(value);
    if (this.values.length > kMeasured) this.values.shift();
  }
  clear() { this.values = []; }
  get value() {
    if (this.values.length === 0) return NaN;
    const sorted = [...this.values].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
  }
}

export class Session {
  scene = 'clusters';
  wanted = 5000;  // boxes
  seed = 1;
  isPlaying = true;
  speed = 0.25;
  view = 'quadphase';
  layers = {boxes: true, cells: true, leavesOnly: false, pairs: true, order: false};
  deepest = Infinity;  // of drawn cells
  tool = 'insert';
  query = {kind: 'circle', size: 130, count: 10};  // size in CSS pixels
  boxPixels = 14;      // the side of a box that a click inserts
  boxSize = 1;         // the same in units of the world
  mouse = null;        // a point of the world; null if the mouse is elsewhere
  rayFrom = null;
  drag = null;         // {row, offset}
  found = {ids: [], measures: [], microseconds: 0};
  message = '';
  tooManyPairs = false;

  constructor(engine) {
    this.engine = engine;
    this.medians = treeNames.map(() => new Median());
    this.queryMedian = new Median();
    this.restart();
  }

  get sceneIndex() { return this.engine.scenes.findIndex(({name}) => name === this.scene); }
  get trees() { return this.view === 'all' ? [0, 1, 2] : [Tree[this.view]]; }
  get frame() { return this.engine.frame; }

  restart() {
    this.engine.reset(this.sceneIndex, this.wanted, this.seed);
    this.drag = null;
    this.rayFrom = null;
    this.forgetTimes();
    this.changed();
  }

  /** Medians of a world of another size would be mixed with those of this one. */
  forgetTimes() {
    for (const median of this.medians) median.clear();
    this.queryMedian.clear();
    this.testsAt = [-Infinity, -Infinity, -Infinity];
    this.measuredAt = [-Infinity, -Infinity, -Infinity];
  }

  /** The boxes are others now. */
  changed() {
    this.isStale = [true, true, true];
    this.needsSearch = true;
    this.needsPaint = true;
  }

  /** Runs an edit; an edit that fails leaves a message. */
  edit(change) {
    const before = this.engine.count;
    try {
      change();
      this.message = '';
    } catch (error) {
      this.message = error.message;
    }
    if (Math.abs(this.engine.count - before) > before / 20) this.forgetTimes();
    this.changed();
  }

  newSeed() { return Math.floor(Math.random() * 2 ** 32); }
  insert(point, size) { this.edit(() => this.engine.insert(point.x, point.y, size, size, this.newSeed())); }
  add(count) { this.edit(() => this.engine.add(count, this.newSeed())); }
  remove(row) {
    this.drag = null;
    if (row >= 0) this.edit(() => this.engine.remove(row));
  }

  startDrag(row, point) {
    const box = this.engine.box(row);
    this.drag = {row, x: (box.minX + box.maxX) / 2 - point.x, y: (box.minY + box.maxY) / 2 - point.y};
  }
  followMouse() {
    if (!this.drag || !this.mouse) return;
    const {row, x, y} = this.drag;
    this.edit(() => this.engine.move(row, this.mouse.x + x, this.mouse.y + y));
  }

  step() {
    this.engine.advance(this.speed);
    this.changed();
  }
  seek(frame) {
    const before = this.engine.count;
    this.isPlaying = false;
    this.drag = null;
    this.engine.seek(frame);
    if (this.engine.count !== before) this.forgetTimes();
    this.changed();
  }

  /** Updates what is stale: the trees that are drawn, and from time to time the others. */
  update(now) {
    this.followMouse();
    if (this.isStale[Tree.quadphase]) this.updateTree(Tree.quadphase, now);
    for (const tree of [Tree.classic, Tree.loose]) {
      if (!this.isStale[tree] || this.tooManyPairs) continue;
      const isDrawn = this.trees.includes(tree);
      const cost = this.medians[tree].value || 0;
      const isDue = now - this.measuredAt[tree] > Math.max(200, 25 * cost);
      if (isDrawn || isDue) this.updateTree(tree, now);
    }
  }

  updateTree(tree, now) {
    const {engine} = this;
    this.tooManyPairs = engine.update(tree);
    this.isStale[tree] = false;
    this.measuredAt[tree] = now;
    if (this.tooManyPairs && tree !== Tree.quadphase) return;
    const {milliseconds} = engine.figures(tree);
    this.medians[tree].add(milliseconds);
    // Tests are counted by a search of their own, which takes about as long.
    if (tree !== Tree.quadphase && now - this.testsAt[tree] > Math.max(500, 80 * milliseconds)) {
      engine.countTests(tree);
      this.testsAt[tree] = now;
    }
  }

  /** The query at the mouse; `halfSize` is in units of the world. */
  search(halfSize, center) {
    this.needsSearch = false;
    const {kind, count} = this.query;
    this.shape = null;
    if (kind === 'none' || !this.mouse) {
      this.found = {ids: [], measures: [], microseconds: 0};
      return;
    }
    const at = {...this.mouse}, from = this.rayFrom ?? center;
    this.shape = {kind, at, from, halfSize, count};
    this.found = this.engine.search(this.shape);
    this.queryMedian.add(this.found.microseconds);
  }

  setQuery(kind) {
    this.query.kind = queryNames.includes(kind) ? kind : 'none';
    this.queryMedian.clear();
    this.needsSearch = this.needsPaint = true;
  }
}
