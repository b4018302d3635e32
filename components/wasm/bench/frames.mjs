// SPDX-License-Identifier: MIT
// What is measured: moving boxes as in the scene `uniform` of the library's benchmark, and the clock. Runs in Node and in
// browsers.

/** Equal numbers for equal seeds, from 0 up to 1. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Squares of side 1 in a square world, two pairs for each of them, which all move by a twentieth to three in a frame. */
export class Scene {
  constructor(count, seed = 1) {
    const random = randomOf(seed);
    this.count = count;
    this.side = Math.sqrt(count);
    this.x = Float32Array.from({length: count}, () => random() * this.side);
    this.y = Float32Array.from({length: count}, () => random() * this.side);
    const speed = () => (0.05 + 0.1 * random()) * (random() < 0.5 ? -1 : 1);
    this.dx = Float32Array.from({length: count}, speed);
    this.dy = Float32Array.from({length: count}, speed);
    for (const name of ['minX', 'minY', 'maxX', 'maxY']) this[name] = new Float32Array(count);
    this.step();
  }

  step() {
    const {x, y, dx, dy, count, side} = this;
    for (let i = 0; i < count; ++i) {
      if (x[i] + dx[i] < 0 || x[i] + dx[i] > side) dx[i] = -dx[i];
      if (y[i] + dy[i] < 0 || y[i] + dy[i] > side) dy[i] = -dy[i];
      x[i] += dx[i];
      y[i] += dy[i];
      this.minX[i] = x[i];
      this.minY[i] = y[i];
      this.maxX[i] = x[i] + 1;
      this.maxY[i] = y[i] + 1;
    }
  }
}

/** A sum over pairs that does not depend on their order. */
export class PairSum {
  count = 0;
  sum = 0;
  add(first, second) {
    ++this.count;
    const [low, high] = first < second ? [first, second] : [second, first];
    this.sum = (this.sum + Math.imul(Math.imul(low + 1, 0x9e3779b1) ^ (high + 1), 0x85ebca6b)) | 0;
  }
}

/** The value that a part of the values is below. */
export function quantile(values, part) {
  const sorted = Array.from(values).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)];
}
export const median = (values) => quantile(values, 0.5);

/** What stands for many times: the median, and the first quartile, which other programs on the machine disturb less. */
export function summaries(times) {
  const of = (part) => Object.fromEntries(Object.entries(times).map(([name, list]) => [name, quantile(list, part)]));
  return {median: of(0.5), quartile: of(0.25)};
}

/** quadphase as a contestant: its frame writes all boxes, updates, and reads all pairs. */
export class Engine {
  constructor({BroadPhase}, count) {
    this.engine = new BroadPhase({capacity: count});
    this.engine.reserve(count, 3 * count);
    this.stageTimes = [];
  }
  frame({count, minX, minY, maxX, maxY}) {
    const {engine} = this;
    engine.minX.set(minX);
    engine.minY.set(minY);
    engine.maxX.set(maxX);
    engine.maxY.set(maxY);
    engine.update(count);
    const {pairs} = engine;
    let sum = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      sum = (sum + Math.imul(Math.imul(pairs[i] + 1, 0x9e3779b1) ^ (pairs[i + 1] + 1), 0x85ebca6b)) | 0;
    }
    return {count: pairs.length / 2, sum};
  }
  /** Keeps the times of the stages of the last frame. */
  noteStages() {
    const {nanoseconds} = this.engine.stats;
    this.stageTimes.push({...nanoseconds, update: Object.values(nanoseconds).reduce((total, time) => total + time, 0)});
  }
  /** The milliseconds of each stage, and of the whole update: the first quartile. */
  stages() {
    const names = Object.keys(this.stageTimes[0]);
    return Object.fromEntries(names.map((name) => [name, quantile(this.stageTimes.map((times) => times[name]), 0.25) / 1e6]));
  }
  destroy() {
    this.engine.destroy();
  }
}

/** The milliseconds of the frames of contestants, each in turn on the same frame, with equal pairs in all. */
export function measureFrames(contestants, count, {frames = 15, warmup = 3} = {}) {
  const scene = new Scene(count);
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  let pairCount = 0;
  for (let frame = -warmup; frame < frames; ++frame) {
    scene.step();
    let expected;
    for (const [name, contestant] of Object.entries(contestants)) {
      const start = performance.now();
      const found = contestant.frame(scene);
      const time = performance.now() - start;
      expected ??= found;
      if (found.count !== expected.count || found.sum !== expected.sum) {
        throw new Error(`${name} finds ${found.count} pairs (sum ${found.sum}), not ${expected.count} (${expected.sum})`);
      }
      if (frame < 0) continue;
      times[name].push(time);
      contestant.noteStages?.();
    }
    pairCount = expected.count;
  }
  return {count, pairCount, milliseconds: summaries(times)};
}

/** How many boxes can be written, updated and read in a frame of 60 a second, by the median of frames, to 3 percent. */
export function measureSixty(quadphase, limit = 1000 / 60) {
  const timeOf = (count) => {
    const engine = new Engine(quadphase, count);
    const {milliseconds} = measureFrames({engine}, count, {frames: 15, warmup: 3});
    engine.destroy();
    return milliseconds.median.engine;
  };
  let [low, lowTime] = [20000, timeOf(20000)];
  let high = 2 * low;
  for (let time = timeOf(high); time < limit && high < 8e6; time = timeOf(high)) {
    [low, lowTime] = [high, time];
    high *= 2;
  }
  while (high > 1.03 * low) {
    const middle = Math.round((low + high) / 2);
    const time = timeOf(middle);
    if (time < limit) [low, lowTime] = [middle, time];
    else high = middle;
  }
  return {count: low, milliseconds: lowTime};
}
