// SPDX-License-Identifier: MIT
// The benchmark of the package. Usage: node bench.mjs [--output <name>] [--native <quadphase_bench>] [--browser <chromium>]
// Installs the other libraries in this folder if they are missing. Writes results/<name>.json with --output.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {cpus, loadavg, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

import {load} from '../dist/node.js';
import {runInBrowser} from '../tests/browser.mjs';
import {Engine, Scene, measureFrames, measureSixty, randomOf, summaries} from './frames.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(`${here}node_modules`)) execFileSync('npm', ['install', '--no-audit', '--no-fund'], {cwd: here, stdio: 'inherit'});
const {FlatbushPairs, KDBushPairs, RBushPairs, buildFlatbush, buildRBush} = await import('./rivals.mjs');

const {values: options} = parseArgs({
  options: {output: {type: 'string'}, native: {type: 'string'}, browser: {type: 'string'}},
});
const simd = await load({simd: true});
const scalar = await load({simd: false});
const round = (value) => Number(value.toPrecision(3));
const rounded = (object) => Object.fromEntries(
  Object.entries(object).map(([key, value]) => [key, typeof value === 'object' ? rounded(value) : round(value)]));

/** All pairs of moving boxes. */
function benchPairs() {
  return [1000, 10000, 100000].map((count) => {
    const contestants = {
      quadphase: new Engine(simd, count),
      'quadphase without SIMD': new Engine(scalar, count),
      flatbush: new FlatbushPairs(),
      kdbush: new KDBushPairs(),
      rbush: new RBushPairs(count),
    };
    const result = measureFrames(contestants, count, {frames: count > 50000 ? 21 : 61});
    result.stages = rounded(contestants.quadphase.stages());
    result['stages without SIMD'] = rounded(contestants['quadphase without SIMD'].stages());
    contestants.quadphase.destroy();
    contestants['quadphase without SIMD'].destroy();
    result.milliseconds = rounded(result.milliseconds);
    return result;
  });
}

/** Microseconds of a query, of contestants that do all queries of a round in turn and find the same. */
function benchQueries(contestants, queries, rounds = 25) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let turn = -2; turn < rounds; ++turn) {
    let expected;
    for (const [name, find] of Object.entries(contestants)) {
      const start = performance.now();
      const found = find(queries);
      const time = performance.now() - start;
      expected ??= found;
      if (Math.abs(found - expected) > 1e-6 * Math.abs(expected)) throw new Error(`${name} finds ${found}, not ${expected}`);
      if (turn >= 0) times[name].push((1000 * time) / queries.length);
    }
  }
  return rounded(summaries(times));
}

/** Boxes that each find some 10 of 100,000, and the 10 nearest to points. */
function benchIndexes() {
  const scene = new Scene(100000);
  const random = randomOf(5);
  const index = new simd.Index(scene.count);
  for (const name of ['minX', 'minY', 'maxX', 'maxY']) index[name].set(scene[name]);
  index.build(scene.count);
  const flatbush = buildFlatbush(scene);
  const rbush = buildRBush(scene);
  const places = Array.from({length: 2000}, () => [random() * scene.side, random() * scene.side]);
  const boxes = places.map(([x, y]) => [x, y, x + 2.16, y + 2.16]);
  const sum = (ids) => {
    let total = 0;
    for (let i = 0; i < ids.length; ++i) total += ids[i] + 1;
    return total;
  };
  const queries = boxes.map((box) => box.map(Math.fround));
  const rows = Float32Array.from(queries.flat());
  const items = queries.map(([minX, minY, maxX, maxY]) => ({minX, minY, maxX, maxY}));
  const all = (find) => () => queries.reduce((total, box, i) => total + sum(find(box, i)), 0);
  const search = benchQueries({
    quadphase: all(([a, b, c, d]) => index.search(a, b, c, d)),
    'quadphase in a batch': () => sum(index.overlapsMany('box', rows).ids),
    flatbush: all(([a, b, c, d]) => flatbush.search(a, b, c, d)),
    rbush: all((_box, i) => rbush.search(items[i]).map(({id}) => id)),
  }, queries);
  // Why distances: of objects at one distance, each library may take others.
  const distance = (x, y) => (total, id) => {
    const dx = Math.max(0, scene.minX[id] - x, x - scene.maxX[id]);
    const dy = Math.max(0, scene.minY[id] - y, y - scene.maxY[id]);
    return total + Math.sqrt(dx * dx + dy * dy);
  };
  const points = places.map((place) => place.map(Math.fround));
  const pointRows = Float32Array.from(points.flat());
  const nearest = (find) => () => points.reduce((total, [x, y]) => find(x, y).reduce(distance(x, y), total), 0);
  const neighbors = benchQueries({
    quadphase: nearest((x, y) => index.neighbors(x, y, 10)),
    'quadphase in a batch': () => sum(index.neighborsMany(pointRows, 10).distances) - 10 * points.length,
    flatbush: nearest((x, y) => flatbush.neighbors(x, y, 10)),
  }, points);
  const build = benchQueries({
    quadphase: ([boxesOf]) => {
      for (const name of ['minX', 'minY', 'maxX', 'maxY']) index[name].set(boxesOf[name]);
      index.build(boxesOf.count);
      return 0;
    },
    flatbush: ([boxesOf]) => buildFlatbush(boxesOf).numItems * 0,
    rbush: ([boxesOf]) => buildRBush(boxesOf).all().length * 0,
  }, [scene]);
  index.destroy();
  return {objects: scene.count, 'microseconds of search': search, 'microseconds of neighbors': neighbors,
    'microseconds of a build': build};
}

/** The library's own benchmark on one thread, on its scene of the same kind; it reads no pairs. Milliseconds by kernels. */
function benchNative(program) {
  const folder = mkdtempSync(join(tmpdir(), 'quadphase-native-'));
  const json = join(folder, 'native.json');
  execFileSync(program, ['run', '--scene', 'uniform', '--count', '1000,10000,100000', '--threads', '1', '--frames', '31',
    '--simd', 'best,sse4,scalar', '--json', json], {stdio: 'ignore'});
  const {build, blocks} = JSON.parse(readFileSync(json, 'utf8'));
  rmSync(folder, {recursive: true});
  const frames = blocks.map(({box_count: count, results: rows}) =>
    ({count, milliseconds: Object.fromEntries(rows.map(({simd: kernels, median_ms: time}) => [kernels, round(time)]))}));
  return {compiler: build.compiler, flags: build.flags, frames};
}

const results = {
  machine: {processor: cpus()[0].model, node: process.version, v8: process.versions.v8, quadphase: simd.version},
  pairs: benchPairs(),
  index: benchIndexes(),
  sixty: {node: rounded(measureSixty(simd)), 'node without SIMD': rounded(measureSixty(scalar))},
};
if (options.native !== undefined) results.native = benchNative(options.native);
if (options.browser !== undefined) {
  results.browser = await runInBrowser(options.browser, '/bench/page.html', 300);
}
results.machine.load = loadavg().map(round);
console.log(JSON.stringify(results, null, 1));
if (options.output !== undefined) {
  mkdirSync(`${here}results`, {recursive: true});
  writeFileSync(`${here}results/${options.output}.json`, `${JSON.stringify(results, null, 1)}\n`);
}
