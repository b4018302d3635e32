// SPDX-License-Identifier: MIT
// The package for Node, where files are read and not fetched.
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {compile, compileResponse, hasSimd, instantiate, loadOptions} from './module.js';

export * from './shapes_and_events.js';
export {hasSimd};

async function read(url) {
  const text = String(url);
  if (/^https?:/.test(text)) return compileResponse(await fetch(text));
  return WebAssembly.compile(await readFile(text.startsWith('file:') ? fileURLToPath(text) : text));
}

/** Loads the module that this JavaScript engine can run. */
export async function load(options = {}) {
  const {simd, wasm, maxMemory} = loadOptions(options);
  const source = wasm ?? new URL(simd ? './quadphase.wasm' : './quadphase-scalar.wasm', import.meta.url);
  return instantiate(await compile(source, read), {maxMemory});
}
