// SPDX-License-Identifier: MIT
// The bytes of the files that a page loads, and the manual's sentence about them. Usage: node sizes.mjs   (after build.sh)
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const kBegin = '<!-- sizes:begin -->\n';
const kEnd = '<!-- sizes:end -->\n';
const kScripts = ['index', 'module', 'broad_phase', 'queries', 'batches', 'engine', 'errors', 'recorder', 'layout', 'shapes', 'shapes_and_events'];

/** Raw and compressed bytes of the built files. */
export function sizes() {
  const dist = new URL('../dist/', import.meta.url);
  const files = {
    'quadphase.wasm': readFileSync(new URL('quadphase.wasm', dist)),
    'quadphase-scalar.wasm': readFileSync(new URL('quadphase-scalar.wasm', dist)),
    'all scripts': Buffer.concat(kScripts.map((name) => readFileSync(new URL(`${name}.js`, dist)))),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, {bytes: bytes.length, gzip: gzipSync(bytes, {level: 9}).length}]));
}

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

function sentenceOf(built) {
  const row = (name) => `${kilobytes(built[name].bytes)}, ${kilobytes(built[name].gzip)}`;
  return [
    `**Size**: \`quadphase.wasm\` ${row('quadphase.wasm')} by gzip;`,
    `\`quadphase-scalar.wasm\` ${row('quadphase-scalar.wasm')};`,
    `the scripts ${row('all scripts')}. A page loads one of the modules.`,
    '',
  ].join('\n');
}

/** The part of a text that has the sizes. */
function partOf(manual) {
  return manual.slice(manual.indexOf(kBegin) + kBegin.length, manual.indexOf(kEnd));
}

/** The manual with the sizes of these files. */
export function withSizes(manual, built) {
  return manual.replace(partOf(manual), () => sentenceOf(built));
}

/** The sizes that the manual has, in kB, and those of these files, each next to the other. */
export function comparedSizes(manual, built) {
  const numbers = (text) => [...text.matchAll(/(\d+) kB/g)].map(([, number]) => Number(number));
  const stated = numbers(partOf(manual));
  return numbers(sentenceOf(built)).map((actual, i) => ({stated: stated[i], actual}));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manual = new URL('../README.md', import.meta.url);
  writeFileSync(manual, withSizes(readFileSync(manual, 'utf8'), sizes()));
}
