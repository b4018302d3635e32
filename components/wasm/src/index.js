// SPDX-License-Identifier: MIT
// The package for browsers, workers and bundlers.
import {compile, compileResponse, hasSimd, instantiate, loadOptions} from './module.js';

export * from './shapes_and_events.js';
export {hasSimd};

/** Loads the module that this JavaScript engine can run. */
export async function load(options = {}) {
  const {simd, wasm, maxMemory} = loadOptions(options);
  // Why two literals: bundlers find files by `new URL(literal, import.meta.url)`.
  const source =
    wasm ??
    (simd ? new URL('./quadphase.wasm', import.meta.url) : new URL('./quadphase-scalar.wasm', import.meta.url));
  const module = await compile(source, async (url) => compileResponse(await fetch(url)));
  return instantiate(module, {maxMemory});
}
