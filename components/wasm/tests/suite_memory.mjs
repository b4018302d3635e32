// SPDX-License-Identifier: MIT
// Memory, views, errors and lives.
import {equal, equalItems, fillBoxes, fail, isTrue, makeColumns, pairTexts, randomOf, throws} from './check.mjs';
import {objectsOf, pairTextsOf} from './oracle.mjs';

const kBoxes = ['minX', 'minY', 'maxX', 'maxY'];

export const memoryTests = {
  'views are those of before until the memory grows, and new ones have the same content'({BroadPhase, memory}) {
    const engine = new BroadPhase({capacity: 1000});
    fillBoxes(engine, 1000, randomOf(50));
    const old = engine.minX;
    isTrue(engine.minX === old, 'a view is made once');
    const values = Array.from(old);
    engine.update(1000);
    const pairs = Array.from(engine.pairs);
    const kept = engine.pairs;
    const before = memory.buffer;
    const other = new BroadPhase({capacity: 2000000});
    isTrue(memory.buffer !== before, 'the memory has grown');
    equal(old.length, 0, 'the length of an old view');
    equal(kept.length, 0, 'the length of old pairs');
    equalItems(engine.minX, values, 'the column after growth');
    equalItems(engine.pairs, pairs, 'the pairs after growth');
    engine.update(1000);
    equalItems(engine.pairs, pairs, 'the pairs of the next frame');
    engine.destroy();
    other.destroy();
  },

  'a frame whose pairs make the memory grow is right'({BroadPhase, memory}) {
    const engine = new BroadPhase({capacity: 3000});
    const {minX, minY, maxX, maxY} = engine;
    for (let i = 0; i < 3000; ++i) {
      [minX[i], minY[i], maxX[i], maxY[i]] = [0, 0, 1 + i, 1];
    }
    const before = memory.buffer.byteLength;
    equal(engine.update(3000), (3000 * 2999) / 2, 'the pairs of a crowd');
    isTrue(memory.buffer.byteLength > before, 'the memory has grown');
    equal(minX.length, 0, 'the length of an old view');
    equal(engine.maxX[2999], 3000, 'the last edge');
    engine.destroy();
  },

  'a new capacity keeps the rows, the frame and the defaults of optional columns'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 50});
    fillBoxes(engine, 50, randomOf(51), {size: 0.3});
    engine.category[49] = 8;
    engine.update(50);
    const rows = kBoxes.map((name) => Array.from(engine[name]));
    const pairs = Array.from(engine.pairs);
    throws(() => engine.update(51), RangeError, 'capacity', 'invalid_argument');
    engine.setCapacity(80);
    equal(engine.capacity, 80, 'the capacity');
    equalItems(engine.pairs, pairs, 'the pairs of the last frame');
    kBoxes.forEach((name, i) => equalItems(engine[name].subarray(0, 50), rows[i], name));
    equalItems(engine.category.subarray(48, 52), [1, 8, 1, 1], 'categories');
    fillBoxes(engine, 80, randomOf(52), {size: 0.3});
    engine.update(80);
    equalItems(pairTexts(engine.pairs), pairTextsOf(objectsOf(engine, 80)), 'pairs with more rows');
    engine.setCapacity(10);
    equal(engine.minX.length, 10, 'the length of a smaller column');
    engine.setCapacity(0);
    equal(engine.update(0), 0, 'the pairs of no rows');
    engine.destroy();
  },

  'columns may be passed that lie in the memory of the module, while it grows'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 40000, events: true});
    fillBoxes(engine, 40000, randomOf(53), {size: 0.001});
    const ids = Uint32Array.from({length: 40000}, (_, i) => 100000 + i);
    const {minX, minY, maxX, maxY} = engine;
    engine.setStatic({minX, minY, maxX, maxY, ids});
    engine.setCapacity(1);
    [engine.minX[0], engine.minY[0], engine.maxX[0], engine.maxY[0]] = [-1, -1, 2, 2];
    equal(engine.update(1), 40000, 'the pairs with all static objects');
    engine.destroy();
  },

  'arguments that break a rule are errors with the words of the rule, and nothing has changed'({BroadPhase}) {
    throws(() => new BroadPhase({leafCapacity: 17}), RangeError, 'leaf_capacity must be 1 to 16', 'invalid_argument');
    throws(() => new BroadPhase({maxDepth: 0}), RangeError, 'max_depth must be 1 to 300', 'invalid_argument');
    throws(() => new BroadPhase({previousIndices: true}), RangeError, 'needs Config::events', 'invalid_argument');
    throws(() => new BroadPhase({periodX: -1}), RangeError, 'period_x', 'invalid_argument');
    throws(() => new BroadPhase({event: true}), TypeError, "no 'event'");
    throws(() => new BroadPhase({events: 1}), TypeError, 'events must be a boolean');
    throws(() => new BroadPhase({capacity: -1}), RangeError, 'whole number', 'invalid_argument');
    throws(() => new BroadPhase({capacity: 1.5}), RangeError, 'whole number', 'invalid_argument');
    throws(() => new BroadPhase(7), TypeError, 'must be an object');
    const engine = new BroadPhase({capacity: 10});
    fillBoxes(engine, 10, randomOf(54), {size: 1});
    engine.update(10);
    const pairs = Array.from(engine.pairs);
    throws(() => engine.update(-1), RangeError, 'number of boxes', 'invalid_argument');
    throws(() => engine.update('3'), TypeError, 'must be a number');
    throws(() => engine.dropColumn('minX'), RangeError, 'no optional column');
    throws(() => engine.setStatic({minX: [1]}), TypeError, "columns need 'minY'");
    throws(() => engine.setStatic(makeColumns(2, {ids: [1]})), RangeError, 'one length', 'invalid_argument');
    throws(() => engine.setStatic(makeColumns(2, {ids: [1, 1]})), RangeError, 'id', 'invalid_argument');
    throws(() => engine.setStatic(makeColumns(1, {ids: [-1]})), RangeError, 'ids[0]', 'invalid_argument');
    throws(() => engine.setStatic(makeColumns(1, {ids: [0], mass: [1]})), TypeError, "no 'mass'");
    equalItems(engine.pairs, pairs, 'the pairs after errors');
    engine.destroy();
  },

  'more pairs than maxPairs are an error, and the next frame is right'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 100, maxPairs: 99});
    engine.maxX.fill(1);
    engine.maxY.fill(1);
    throws(() => engine.update(100), RangeError, 'pairs', 'too_many_pairs');
    throws(() => engine.search(0, 0, 1, 1), Error, 'quadphase', 'no_frame');
    equal(engine.update(14), 91, 'the pairs of the next frame');
    engine.destroy();
  },

  async 'memory that may not grow is an error, and the engine works on'(_module, {load, wasm}) {
    const small = await load({wasm, maxMemory: 8 * 1024 * 1024});
    throws(() => new small.BroadPhase({capacity: 4000000}), Error, 'memory', 'out_of_memory');
    const engine = new small.BroadPhase({capacity: 4000});
    const {minX, minY, maxX, maxY} = engine;
    for (let i = 0; i < 4000; ++i) [minX[i], minY[i], maxX[i], maxY[i]] = [i, 0, i + 0.5, 1];
    engine.update(4000);
    maxX.fill(1e6);
    minX.fill(0);
    throws(() => engine.update(4000), Error, '', 'out_of_memory');
    throws(() => engine.setCapacity(10000000), Error, 'memory', 'out_of_memory');
    throws(() => engine.batchInput(10000000), Error, 'memory', 'out_of_memory');
    throws(() => engine.setStatic(makeColumns(2000000, {ids: new Uint32Array(2000000)})), Error, 'memory', 'out_of_memory');
    for (let i = 0; i < 4000; ++i) [engine.minX[i], engine.maxX[i]] = [i, i + 1];
    equal(engine.update(4000), 3999, 'the pairs of the next frame');
    equalItems(engine.search(0, 0, 0.5, 1), [0], 'what is found then');
    isTrue(small.memory.buffer.byteLength <= 8 * 1024 * 1024, 'the memory stays within its limit');
    engine.destroy();
  },

  async 'after a frame that did not fit, frames fit that fit before'(_module, {load, wasm}) {
    for (const megabytes of [8, 16, 32, 64]) {
      const {BroadPhase} = await load({wasm, maxMemory: megabytes * 1024 * 1024});
      const engine = new BroadPhase({capacity: 9000});
      const spread = () => {
        const {minX, maxX, maxY} = engine;
        for (let i = 0; i < 9000; ++i) [minX[i], maxX[i], maxY[i]] = [2 * i, 2 * i + 1, 1];
      };
      spread();
      engine.update(9000);
      engine.minX.fill(0);
      engine.maxX.fill(1);
      throws(() => engine.update(9000), Error, '', 'out_of_memory');
      spread();
      for (let i = 0; i < 3; ++i) equal(engine.update(9000), 0, 'the pairs of boxes apart');
      equal(engine.update(1), 0, 'the pairs of one box');
      engine.destroy();
    }
  },

  'shrinkToFit gives memory back, and keeps what can be read'({BroadPhase, Index}) {
    const engine = new BroadPhase({capacity: 3000, events: true});
    fillBoxes(engine, 3000, randomOf(57), {size: 0.03});
    engine.update(3000);
    const pairs = Array.from(engine.pairs);
    const found = Array.from(engine.search(0, 0, 0.2, 0.2));
    const {byteCount} = engine;
    engine.shrinkToFit();
    isTrue(engine.byteCount < byteCount, 'there is less memory');
    equalItems(engine.pairs, pairs, 'the pairs');
    equalItems(engine.search(0, 0, 0.2, 0.2), found, 'what is found');
    engine.destroy();
    throws(() => engine.shrinkToFit(), Error, 'destroyed', 'destroyed');
    const index = new Index(100);
    for (let i = 0; i < 100; ++i) index.add(i, 0);
    index.finish();
    index.shrinkToFit();
    equalItems(index.search(3, 0, 3, 0), [3], 'what an index finds');
    index.destroy();
  },

  'an engine that is destroyed says so, and its memory is used again'({BroadPhase, memory}) {
    const engine = new BroadPhase({capacity: 10});
    engine.destroy();
    engine.destroy();
    for (const call of [
      () => engine.update(1), () => engine.minX, () => engine.pairs, () => engine.stats, () => engine.search(0, 0, 1, 1),
      () => engine.setCapacity(5), () => engine.save(), () => engine.neighbors(0, 0), () => engine.staticCount,
    ]) throws(call, Error, 'destroyed', 'destroyed');
    const make = () => {
      const one = new BroadPhase({capacity: 100000});
      one.maxX.fill(0);
      one.update(0);
      one.destroy();
    };
    for (let i = 0; i < 3; ++i) make();
    const bytes = memory.buffer.byteLength;
    for (let i = 0; i < 50; ++i) make();
    equal(memory.buffer.byteLength, bytes, 'the memory after 50 engines more');
    if (typeof Symbol.dispose === 'symbol') {
      const other = new BroadPhase({capacity: 1});
      other[Symbol.dispose]();
      throws(() => other.update(0), Error, 'destroyed');
    }
  },

  'reserved memory is not grown by the frames that it was reserved for'({BroadPhase, memory}) {
    const engine = new BroadPhase({capacity: 20000});
    const columns = makeColumns(20000);
    fillBoxes(columns, 20000, randomOf(55), {size: 0.01});
    for (const name of kBoxes) engine[name].set(columns[name]);
    engine.reserve(20000, 60000);
    throws(() => engine.search(0, 0, 1, 1), Error, 'quadphase', 'no_frame');
    const {buffer} = memory;
    engine.update(20000);
    engine.update(20000);
    isTrue(memory.buffer === buffer, 'the memory is where it was');
    throws(() => engine.reserve(1, -1), RangeError, 'number of pairs', 'invalid_argument');
    engine.destroy();
  },

  'steady frames take no more memory'({BroadPhase, memory}) {
    const engine = new BroadPhase({capacity: 5000, events: true});
    const random = randomOf(56);
    fillBoxes(engine, 5000, random, {size: 0.01});
    let buffer;
    for (let frame = 0; frame < 60; ++frame) {
      const {minX, maxX} = engine;
      for (let i = 0; i < 5000; ++i) {
        const move = 0.01 * (random() - 0.5);
        minX[i] += move;
        maxX[i] += move;
      }
      engine.update(5000);
      engine.neighborsMany([0.5, 0.5], 20);
      engine.castAll({form: 'segment', numbers: [0, 0, 1, 1]});
      if (frame === 10) ({buffer} = memory);
    }
    isTrue(memory.buffer === buffer, 'the memory is where it was in frame 10');
    engine.destroy();
  },

  'modules have memory of their own'({BroadPhase, memory}, {other}) {
    isTrue(other.memory !== memory, 'memories differ');
    const one = new BroadPhase({capacity: 4});
    const two = new other.BroadPhase({capacity: 4});
    one.minX[0] = 5;
    two.minX[0] = 7;
    equal(one.minX[0], 5);
    if (one instanceof other.BroadPhase) fail('classes of two modules must differ');
    one.destroy();
    two.destroy();
  },
};
