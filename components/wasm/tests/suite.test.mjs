// SPDX-License-Identifier: MIT
// The suites on the module with vectors, and on that without.
import {test} from 'node:test';

import * as quadphase from '../dist/node.js';
import {equalItems, fillBoxes, isTrue, makeColumns, randomOf, spoilBoxes} from './check.mjs';
import {argumentTests} from './suite_arguments.mjs';
import {frameTests} from './suite_frames.mjs';
import {memoryTests} from './suite_memory.mjs';
import {queryTests} from './suite_queries.mjs';

for (const simd of [true, false]) {
  const loaded = await quadphase.load({simd});
  const other = await quadphase.load({wasm: loaded.module});
  for (const [name, run] of Object.entries({...frameTests, ...queryTests, ...memoryTests, ...argumentTests})) {
    test(`${simd ? 'simd' : 'scalar'}: ${name}`, () => run(loaded, {...quadphase, wasm: loaded.module, other}));
  }
}

test('load refuses options that do not exist or are of a wrong type', async () => {
  for (const options of [null, 1, 'simd', {simd: 1}, {maxMemory: '1'}, {maxMemory: NaN}, {memory: 1}, () => {}]) {
    const error = await quadphase.load(options).then(() => undefined, (reason) => reason);
    isTrue(error instanceof TypeError && error.message.startsWith('quadphase: '), `the error of ${String(options)}`);
  }
});

/** The bytes of frames and queries of one module. */
function resultsOf({BroadPhase}) {
  const random = randomOf(70);
  const engine = new BroadPhase({capacity: 4000, events: true});
  const statics = makeColumns(500, {ids: Uint32Array.from({length: 500}, (_, i) => 9000 + i)});
  fillBoxes(statics, 500, random, {size: 0.1});
  engine.setStatic(statics);
  const results = [];
  const keep = (...lists) => lists.forEach((items) => items.forEach((item) => results.push(item)));
  for (let frame = 0; frame < 5; ++frame) {
    fillBoxes(engine, 4000, random, {size: 0.03, grid: frame % 2 === 0 ? 1 / 256 : 0});
    spoilBoxes(engine, 4000, random);
    engine.update(4000);
    keep(engine.save());
    keep(engine.pairs, engine.begun, engine.ended);
    const rows = Float32Array.from({length: 400}, random);
    const hits = engine.castAllMany('segment', rows);
    keep(hits.offsets, hits.ids, hits.fractions);
    const near = engine.neighborsMany(rows, 10);
    keep(near.ids, near.distances);
    keep(engine.search(0.2, 0.2, 0.7, 0.6));
  }
  engine.destroy();
  return results;
}

test('the modules with and without vectors give equal results', async () => {
  const withSimd = resultsOf(await quadphase.load({simd: true}));
  const without = resultsOf(await quadphase.load({simd: false}));
  isTrue(withSimd.length > 100000, 'there are results to compare');
  equalItems(withSimd, without, 'the results');
});

test('the module with vectors is loaded where there are vectors', async () => {
  const loaded = await quadphase.load();
  isTrue(quadphase.hasSimd() === loaded.simd, 'simd is what the engine has');
});
