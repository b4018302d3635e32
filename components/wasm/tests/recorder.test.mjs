// SPDX-License-Identifier: MIT
// Recordings of calls from JavaScript. Usage: node --test recorder.test.mjs; after a change of the format or of what is
// recorded, `node recorder.test.mjs --update` writes the recording that the C++ tests play.
import {readFileSync, writeFileSync} from 'node:fs';
import {test} from 'node:test';

import * as quadphase from '../dist/node.js';
import {equal, equalItems, fillBoxes, isTrue, makeColumns, randomOf, throws} from './check.mjs';

const {BroadPhase, Index, Recorder} = await quadphase.load({recording: true});
const recordingUrl = new URL('../../recorder/tests/from_javascript.recording', import.meta.url);

/** Calls of all kinds that a recording has, of two engines and an index; their results. */
function history(module, recorder) {
  const random = randomOf(7);
  const results = [];
  const keep = (...lists) => lists.forEach((items) => items.forEach((item) => results.push(item)));
  const engine = new module.BroadPhase({capacity: 60, events: true, previousIndices: true, recorder});
  const restored = new module.BroadPhase({capacity: 60, events: true, previousIndices: true, recorder});
  const index = new module.Index({capacity: 60, recorder});
  engine.reserve(60, 100);
  const walls = makeColumns(8, {ids: Uint32Array.from({length: 8}, (_, i) => 100 + i)});
  fillBoxes(walls, 8, random, {size: 0.3});
  engine.setStatic(walls);
  for (let frame = 0; frame < 6; ++frame) {
    fillBoxes(engine, 60, random, {size: 0.2, grid: 1 / 64});
    if (frame === 2) engine.mask.fill(1 + frame, 10, 30);
    if (frame === 3) engine.minX[4] = NaN;
    engine.update(60);
    keep(engine.pairs, engine.begun, engine.ended, engine.previousIndices, engine.rejectedIds);
    keep(engine.search(0, 0, 0.5, 0.5), engine.search(0, 0, 1, 1, (id) => id % 2 === 0));
    engine.forEachHit(quadphase.segment(0, 0, 1, 1), (id, fraction) => {
      results.push(id, fraction);
      return results.length % 3 === 0 ? fraction / 2 : true;
    });
    const rows = Float32Array.from({length: 40}, random);
    const hits = engine.castAllMany('segment', rows);
    keep(hits.offsets, hits.ids, hits.fractions);
    throws(() => engine.removeStatic([7]), RangeError, 'only static objects can be removed');
    if (frame === 1) engine.removeStatic([101, 102]);
    if (frame === 2) restored.restore(engine.save());
    if (frame === 4) engine.restartPairs([3, 5]);
    engine.build(40);
    results.push(engine.countPairs());
    engine.forEachPairChunk((pairs) => keep(pairs));
  }
  fillBoxes(restored, 60, random, {size: 0.2});
  restored.update(60);
  keep(restored.pairs, restored.begun);
  for (let i = 0; i < 60; ++i) index.add(random(), random());
  index.finish();
  index.hide([4, 5]);
  keep(index.neighbors(0.5, 0.5, 9));
  for (const object of [engine, restored, index]) object.destroy();
  return results;
}

/** The file of a history, in pieces if `takes`. */
function recordingOf() {
  const recorder = new Recorder({hashes: true});
  const results = history({BroadPhase, Index}, recorder);
  equal(recorder.error, '', 'the error of a recorder');
  isTrue(recorder.callCount > 60, 'calls are recorded');
  return {bytes: recorder.finish(), results};
}

if (process.argv.includes('--update')) {
  writeFileSync(recordingUrl, recordingOf().bytes);
} else {
  test('a recording has the bytes that the C++ tests play, and changes no result', () => {
    const {bytes, results} = recordingOf();
    equalItems(results, history({BroadPhase, Index}, undefined), 'the results');
    equalItems(bytes, new Uint8Array(readFileSync(recordingUrl)), 'the bytes of the recording');
  });

  test('pieces have all calls, and nothing is recorded after the end', () => {
    const recorder = new Recorder();
    const engine = new BroadPhase({capacity: 1000, recorder});
    const pieces = [];
    for (let i = 0; i < 100; ++i) {
      fillBoxes(engine, 1000, randomOf(i), {size: 0.01});
      engine.update(1000);
      if (i % 10 === 9) pieces.push(recorder.take());
    }
    isTrue(pieces.every((piece) => piece.length > 1000), 'each piece has bytes');
    equal(recorder.take().length, 0, 'the bytes of a piece without calls');
    equal(recorder.callCount, 101, 'the number of calls');
    equal(recorder.finish().length, 80, 'the last block');
    engine.update(1000);
    equal(recorder.callCount, 101, 'the number of calls after the end');
    equal(recorder.finish().length, 0, 'the bytes after the end');
  });

  test('an engine works on without its recorder, and a full one says so', () => {
    const recorder = new Recorder({memoryLimit: 30_000});
    const engine = new BroadPhase({capacity: 1000, recorder});
    fillBoxes(engine, 1000, randomOf(1), {size: 0.03});
    const count = engine.update(1000);
    for (let i = 0; i < 50; ++i) {
      fillBoxes(engine, 1000, randomOf(i), {size: 0.03});
      engine.update(1000);
    }
    equal(recorder.error, 'the memory limit of the recording is reached', 'the error');
    recorder.destroy();
    recorder.destroy();
    fillBoxes(engine, 1000, randomOf(1), {size: 0.03});
    equal(engine.update(1000), count, 'the number of pairs');
    for (const use of [() => recorder.take(), () => recorder.finish(), () => recorder.error, () => recorder.callCount,
      () => new BroadPhase({recorder})]) {
      throws(use, Error, 'this recorder is destroyed', 'destroyed');
    }
    engine.destroy();
  });

  test('recorders are refused where they cannot be', async () => {
    const other = await quadphase.load({recording: true});
    throws(() => new BroadPhase({recorder: new other.Recorder()}), RangeError, 'another instance');
    for (const recorder of [null, 1, {}, BroadPhase, new BroadPhase()]) {
      throws(() => new Index({recorder}), TypeError, 'recorder must be a Recorder');
    }
    for (const options of [{hash: true}, {hashes: 1}, {memoryLimit: '1'}, null, 1]) {
      throws(() => new Recorder(options), TypeError, 'quadphase: ');
    }
    for (const memoryLimit of [-1, NaN]) throws(() => new Recorder({memoryLimit}), RangeError, 'memoryLimit');
    const without = await quadphase.load();
    if (without.simd) throws(() => new without.Recorder(), Error, 'load({recording: true})');
    for (const options of [{recording: 1}, {recording: true, simd: true}]) {
      const error = await quadphase.load(options).then(() => undefined, (reason) => reason);
      isTrue(error.message.startsWith('quadphase: '), 'the error of load');
    }
  });
}
