// SPDX-License-Identifier: MIT
// Frames: pairs, attributes, static objects, events and streams, each against brute force.
import {
  equal, equalItems, eventTexts, fillBoxes, isTrue, makeColumns, pairTexts, randomOf, sorted, spoilBoxes, throws,
} from './check.mjs';
import {boxAt, isValid, objectsOf, overlaps, pairTextsOf} from './oracle.mjs';

/** Tests by name; each gets a loaded module and the exports of the package. */
export const frameTests = {
  'every frame has exactly the pairs of brute force, whatever the number of boxes'({BroadPhase}) {
    const random = randomOf(1);
    const engine = new BroadPhase({capacity: 700});
    for (const count of [0, 1, 2, 3, 15, 16, 17, 33, 100, 257, 700]) {
      fillBoxes(engine, count, random);
      const pairCount = engine.update(count);
      equal(pairCount, engine.pairs.length / 2, 'the number that update returns');
      equal(engine.pairCount, pairCount, 'pairCount');
      equalItems(pairTexts(engine.pairs), pairTextsOf(objectsOf(engine, count)), `pairs of ${count} boxes`);
      equal(engine.countPairs(), pairCount, 'countPairs');
    }
    engine.destroy();
  },

  'the first of a pair is lower than the second, and a pair of two boxes is found or not'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 2});
    engine.minX.set([0, 2]);
    engine.minY.set([0, 0]);
    engine.maxX.set([2, 3]);
    engine.maxY.set([1, 1]);
    equal(engine.update(2), 1);
    equalItems(engine.pairs, [0, 1]);
    engine.minX[1] = 2.5;
    equal(engine.update(2), 0);
    equalItems(engine.pairs, []);
    engine.destroy();
  },

  'boxes with NaN, infinities, inverted edges and no size pair as brute force says'({BroadPhase}) {
    for (const touching of [true, false]) {
      const random = randomOf(2);
      const engine = new BroadPhase({capacity: 300, touching});
      for (let frame = 0; frame < 6; ++frame) {
        fillBoxes(engine, 300, random, {grid: frame % 2 === 0 ? 0.02 : 0});
        spoilBoxes(engine, 300, random);
        engine.update(300);
        equalItems(pairTexts(engine.pairs), pairTextsOf(objectsOf(engine, 300), touching), `pairs, touching ${touching}`);
        const rejected = [];
        for (let i = 0; i < 300; ++i) if (!isValid(boxAt(engine, i))) rejected.push(i);
        equalItems(engine.rejectedIds, rejected, 'rejectedIds');
        equal(engine.stats.rejectedCount, rejected.length, 'stats.rejectedCount');
      }
      engine.destroy();
    }
  },

  'boxes that only touch are pairs by default, and none without touching'({BroadPhase}) {
    for (const touching of [true, false]) {
      const engine = new BroadPhase({capacity: 100, touching});
      for (let i = 0; i < 100; ++i) {
        [engine.minX[i], engine.minY[i]] = [i % 10, Math.floor(i / 10)];
        [engine.maxX[i], engine.maxY[i]] = [(i % 10) + 1, Math.floor(i / 10) + 1];
      }
      equal(engine.update(100), touching ? 2 * 90 + 2 * 81 : 0, `the pairs of a grid, touching ${touching}`);
      engine.destroy();
    }
  },

  'ids and filters in columns decide about pairs, from their first use until they are dropped'({BroadPhase}) {
    const random = randomOf(3);
    const count = 250;
    const engine = new BroadPhase({capacity: count});
    fillBoxes(engine, count, random, {size: 0.2});
    engine.update(count);
    equalItems(engine.ids, Array.from({length: count}, (_, i) => i), 'new ids');
    isTrue(engine.category.every((value) => value === 1), 'new categories are 1');
    isTrue(engine.mask.every((value) => value === 0xffffffff), 'new masks are all ones');
    const {ids, category, mask, group, world} = engine;
    for (let i = 0; i < count; ++i) {
      ids[i] = 4294967295 - 3 * i;
      category[i] = 1 << Math.floor(random() * 4);
      mask[i] = Math.floor(random() * 16);
      group[i] = Math.floor(random() * 4);
      world[i] = Math.floor(random() * 2);
    }
    engine.update(count);
    const expected = pairTextsOf(objectsOf(engine, count));
    isTrue(expected.length > 20, 'there are pairs to find');
    equalItems(pairTexts(engine.pairs), expected, 'pairs with filters');
    for (const name of ['ids', 'category', 'mask', 'group', 'world']) engine.dropColumn(name);
    engine.update(count);
    const {minX, minY, maxX, maxY} = engine;
    equalItems(pairTexts(engine.pairs), pairTextsOf(objectsOf({minX, minY, maxX, maxY}, count)), 'pairs without filters');
    engine.destroy();
  },

  'margins enlarge boxes, displacements sweep them, and tightBoxesOverlap looks at the tight boxes'({BroadPhase}) {
    const random = randomOf(4);
    const engine = new BroadPhase({capacity: 200});
    fillBoxes(engine, 200, random);
    const {margin} = engine;
    for (let i = 0; i < 200; ++i) margin[i] = 0.05 * random();
    engine.update(200);
    equalItems(pairTexts(engine.pairs), pairTextsOf(objectsOf(engine, 200)), 'pairs with margins');
    for (let i = 0; i < engine.pairs.length; i += 2) {
      const [a, b] = engine.pairs.subarray(i, i + 2);
      equal(engine.tightBoxesOverlap(a, b), overlaps(boxAt(engine, a), boxAt(engine, b)), 'touching');
    }
    engine.dropColumn('margin');
    engine.minX.set([0, 10]);
    engine.maxX.set([1, 11]);
    engine.minY.set([0, 0]);
    engine.maxY.set([1, 1]);
    equal(engine.update(2), 0);
    engine.displacementX[0] = 9;
    equal(engine.update(2), 1, 'the pairs of a swept box');
    engine.destroy();
  },

  'static objects pair with moving ones only, through every kind of change'({BroadPhase}) {
    const random = randomOf(5);
    const engine = new BroadPhase({capacity: 120});
    let statics = new Map();
    const makeStatic = (ids) => {
      const columns = makeColumns(ids.length, {ids: Uint32Array.from(ids), category: new Uint32Array(ids.length).fill(1)});
      fillBoxes(columns, ids.length, random, {size: 0.2});
      return columns;
    };
    const keep = (columns) => objectsOf(columns, columns.ids.length, true).forEach((object) => statics.set(object.id, object));
    const checkFrame = (what) => {
      fillBoxes(engine, 120, random, {size: 0.1});
      engine.update(120);
      equalItems(pairTexts(engine.pairs), pairTextsOf([...objectsOf(engine, 120), ...statics.values()]), what);
      equal(engine.staticCount, statics.size, `staticCount after ${what}`);
    };
    let columns = makeStatic([1000, 1001, 1002, 1003, 5000, 4000000000]);
    engine.setStatic(columns);
    keep(columns);
    checkFrame('setStatic');
    columns = makeStatic([7, 8, 9].map((id) => id + 2000));
    engine.addStatic(columns);
    keep(columns);
    checkFrame('addStatic');
    engine.removeStatic([1001, 2007]);
    [1001, 2007].forEach((id) => statics.delete(id));
    checkFrame('removeStatic');
    columns = makeStatic([1002, 3000]);
    engine.exchangeStatic([1002, 5000], columns);
    statics.delete(5000);
    keep(columns);
    checkFrame('exchangeStatic');
    throws(() => engine.addStatic(makeStatic([3000])), RangeError, 'id', 'invalid_argument');
    throws(() => engine.removeStatic([99]), RangeError, 'only static objects', 'invalid_argument');
    checkFrame('changes that were refused');
    engine.clearStatic();
    statics = new Map();
    checkFrame('clearStatic');
    engine.destroy();
  },

  'events are the differences of the pairs of two frames, with reasons, and indices lead to the old pairs'(
    {BroadPhase}, {BeginReason, EndReason, kNoPair},
  ) {
    const random = randomOf(6);
    const engine = new BroadPhase({capacity: 160, events: true, previousIndices: true});
    let before = [];
    for (let frame = 0; frame < 8; ++frame) {
      if (frame === 0) fillBoxes(engine, 160, random, {size: 0.1});
      for (let i = 0; frame > 0 && i < 160; ++i) {
        const move = 0.04 * (random() - 0.5);
        engine.minX[i] += move;
        engine.maxX[i] += move;
      }
      engine.update(160);
      const now = pairTexts(engine.pairs);
      const reason = frame === 0 ? BeginReason.added : BeginReason.touched;
      const texts = [];
      for (let i = 0; i < engine.pairs.length; i += 2) texts.push(`${engine.pairs[i]} ${engine.pairs[i + 1]}`);
      const begun = now.filter((pair) => !before.includes(pair));
      const ended = [...before].sort().filter((pair) => !now.includes(pair));
      equalItems(eventTexts(engine.begun), begun.map((pair) => `${pair} ${reason}`), `begun in frame ${frame}`);
      equalItems(eventTexts(engine.ended), ended.map((pair) => `${pair} ${EndReason.separated}`), `ended in frame ${frame}`);
      equal(engine.begunCount, begun.length);
      equal(engine.endedCount, ended.length);
      equalItems(
        engine.previousIndices,
        texts.map((pair) => (before.includes(pair) ? before.indexOf(pair) : kNoPair)),
        `previous indices of frame ${frame}`,
      );
      before = texts;
    }
    engine.restartPairs([Number(before[0].split(' ')[0])]);
    engine.update(160);
    isTrue(eventTexts(engine.begun).includes(`${before[0]} ${BeginReason.restarted}`), 'a restarted pair has begun');
    engine.destroy();
  },

  'the pairs of a stream are those of update, chunk by chunk, and an error of the visitor comes out'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 2000});
    fillBoxes(engine, 2000, randomOf(7), {size: 0.05});
    engine.update(2000);
    const stored = Array.from(engine.pairs);
    engine.build(2000);
    equal(engine.pairCount, 0, 'the number of pairs after build');
    const streamed = [];
    let last = 0;
    engine.forEachPairChunk((pairs, chunk) => {
      isTrue(chunk >= last, 'chunks come in order');
      last = chunk;
      streamed.push(...pairs);
    });
    equalItems(streamed, stored, 'the stream');
    throws(() => engine.forEachPairChunk(() => { throw new SyntaxError('mine'); }), SyntaxError, 'mine');
    throws(() => engine.forEachPairChunk(() => engine.update(5)), Error, 'quadphase', 'in_visitor');
    throws(() => engine.forEachPairChunk(() => engine.destroy()), Error, 'must not destroy');
    equal(engine.countPairs(), stored.length / 2, 'countPairs after errors');
    engine.destroy();
  },

  'a periodic world has the pairs across its border'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 2, periodX: 10});
    engine.minX.set([-0.5, 9]);
    engine.maxX.set([0.5, 9.75]);
    engine.minY.set([0, 0]);
    engine.maxY.set([1, 1]);
    equal(engine.update(2), 1);
    equalItems(sorted(engine.search(9.6, 0, 9.8, 1)), [0, 1]);
    engine.destroy();
  },

  'statistics count what the frame had'({BroadPhase, simd}) {
    const engine = new BroadPhase({capacity: 5000});
    fillBoxes(engine, 5000, randomOf(8), {size: 0.02});
    engine.update(5000);
    const {stats} = engine;
    equal(stats.objectCount, 5000);
    equal(stats.pairCount, engine.pairCount);
    equal(stats.threads, 1);
    equal(stats.simd, simd ? 'wasm' : 'scalar');
    isTrue(stats.leafCount >= 5000 / 16 && stats.testCount >= stats.pairCount, 'leaves and tests are counted');
    isTrue(stats.byteCount >= 16 * 5000 && engine.byteCount === stats.byteCount, 'bytes are counted');
    isTrue(Object.values(stats.nanoseconds).every((time) => time >= 0 && time < 60e9), 'times are times');
    engine.destroy();
  },

  'a snapshot restores static objects and events, in another engine too'({BroadPhase}) {
    const random = randomOf(9);
    const make = () => new BroadPhase({capacity: 100, events: true});
    const first = make();
    const columns = makeColumns(20, {ids: Uint32Array.from({length: 20}, (_, i) => 500 + i)});
    fillBoxes(columns, 20, random, {size: 0.2});
    first.setStatic(columns);
    fillBoxes(first, 100, random, {size: 0.2});
    first.update(100);
    const bytes = first.save();
    const second = make();
    equal(second.restore(bytes), bytes.length, 'the bytes that restore has read');
    for (const name of ['minX', 'minY', 'maxX', 'maxY']) {
      second[name].set(first[name]);
      for (let i = 0; i < 30; ++i) first[name][i] = second[name][i] += 0.01;
    }
    first.update(100);
    second.update(100);
    equalItems(second.pairs, first.pairs, 'pairs');
    equalItems(second.begun, first.begun, 'begun');
    equalItems(second.ended, first.ended, 'ended');
    isTrue(first.begunCount + first.endedCount > 0, 'there are events');
    const damaged = bytes.slice();
    damaged[damaged.length >> 1] ^= 1;
    throws(() => second.restore(damaged), RangeError, 'snapshot', 'invalid_argument');
    throws(() => second.restore([1, 2]), TypeError, 'Uint8Array');
    first.destroy();
    second.destroy();
  },
};
