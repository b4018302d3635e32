// SPDX-License-Identifier: MIT
// Writes the figures of the manual from results/zen4-2cores.json. Usage: node table.mjs   (after bench.mjs --output zen4-2cores)
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const kBegin = '<!-- figures:begin -->\n';
const kEnd = '<!-- figures:end -->\n';

const digits = (value) => Number(value.toPrecision(3)).toString();
const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** The manual's figures as text. */
export function figuresOf({machine, pairs, index, sixty, browser, native}) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const engines = ['quadphase', 'quadphase without SIMD', 'flatbush', 'kdbush', 'rbush'];
  const times = ({milliseconds: {median}}) => engines.map((name) => `${digits(median[name])} ms`);
  const micro = (what, names) => names.map((name) => (name === '' ? '' : `${digits(index[what].median[name])} µs`));
  const nativeTimes = native.frames.find(({count}) => count === 100000).milliseconds;
  const largest = pairs[pairs.length - 1];
  const speedUp = largest['stages without SIMD'].update / largest.stages.update;
  const single = ['quadphase', '', 'flatbush', '', 'rbush'];
  return [
    row(['what', ...engines]),
    `|---|${'--:|'.repeat(engines.length)}`,
    ...pairs.map((block) => row([`all pairs of ${grouped(block.count)} moving boxes, a frame`, ...times(block)])),
    row(['`search`, 10 of 100,000 boxes found', ...micro('microseconds of search', single)]),
    row(['`neighbors`, the 10 nearest', ...micro('microseconds of neighbors', ['quadphase', '', 'flatbush', '', '']).slice(0, 5)]),
    row(['as one of 2,000 searches in a batch', ...micro('microseconds of search', ['quadphase in a batch', '', '', '', ''])]),
    row(['as one of 2,000 points in a batch', ...micro('microseconds of neighbors', ['quadphase in a batch', '', '', '', ''])]),
    '',
    `Medians on one thread of Node ${machine.node.slice(1)} on an AMD EPYC (Zen 4) virtual machine that was busy with other`,
    `programs, so read ratios, not times. All libraries run in turn on the same frames and find the same pairs; a frame`,
    'writes all boxes, updates, and reads all pairs. Squares of one size, 2 pairs for each. kdbush holds points, so it can do',
    'this for boxes of one size only. `box2d-wasm` has no function for its broad phase alone.',
    '',
    `**With vectors**, an \`update\` of 100,000 boxes takes ${digits(largest.stages.update)} ms, and without them`,
    `${digits(largest['stages without SIMD'].update)} ms: ${digits(speedUp)} times as long (first quartiles). What has no vectors in`,
    `either module, and limits this, are sorting and the writing and reading of the columns. The native library takes`,
    `${digits(nativeTimes.avx512)} ms with AVX-512, ${digits(nativeTimes.sse4)} ms with SSE4, whose vectors are as long as`,
    `WebAssembly's, and ${digits(nativeTimes.scalar)} ms without vectors.`,
    '',
    `**At 60 frames a second**, ${grouped(sixty.node.count)} boxes can all move, be updated and have their pairs read in Node, and`,
    `${grouped(browser.sixty.count)} in headless Chromium; without vectors ${grouped(sixty['node without SIMD'].count)} and`,
    `${grouped(browser['sixty without SIMD'].count)}.`,
    '',
  ].join('\n');
}

/** The manual with these figures. */
export function withFigures(manual, results) {
  const begin = manual.indexOf(kBegin) + kBegin.length;
  return manual.slice(0, begin) + figuresOf(results) + manual.slice(manual.indexOf(kEnd));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manual = new URL('../README.md', import.meta.url);
  const results = JSON.parse(readFileSync(new URL('results/zen4-2cores.json', import.meta.url), 'utf8'));
  writeFileSync(manual, withFigures(readFileSync(manual, 'utf8'), results));
}
