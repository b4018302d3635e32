// SPDX-License-Identifier: MIT
// Runs a WebAssembly program with WASI. Usage: node --no-warnings run_wasm.mjs <program.wasm> [argument...]
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: process.argv.slice(2), env: process.env});
const program = new WebAssembly.Module(readFileSync(process.argv[2]));
const grown = {emscripten_notify_memory_growth() {}};
const instance = new WebAssembly.Instance(program, {...wasi.getImportObject(), env: grown});
process.exitCode = wasi.start(instance);
