// SPDX-License-Identifier: MIT
// Runs a WebAssembly program that reads standard input and writes standard output.
// Usage: node run_wasm.mjs <program> [argument...]
//
// Source: WASI, snapshot preview 1, https://github.com/WebAssembly/WASI.
// Why not node:wasi: Node 20 ends now and then when it collects garbage while the program runs.
import {readFileSync, readSync, writeSync} from 'node:fs';
import process from 'node:process';

const kSuccess = 0;
const kBadDescriptor = 8;
const kNotSeekable = 70;

class Exit extends Error {
  constructor(code) {
    super(`exit status ${code}`);
    this.code = code;
  }
}

let memory;
const view = () => new DataView(memory.buffer);
const bytesAt = (address, size) => new Uint8Array(memory.buffer, address, size);

// The texts as WASI has them: pointers, and the texts with a zero byte after each.
const texts = process.argv.slice(2).map((text) => new TextEncoder().encode(`${text}\0`));

function writeSizes(countAddress, sizeAddress, items) {
  view().setUint32(countAddress, items.length, true);
  view().setUint32(sizeAddress, items.reduce((sum, item) => sum + item.length, 0), true);
  return kSuccess;
}

// Calls transfer(bytes) for each buffer of a list; it returns how many bytes it read or wrote.
function transferAll(list, count, sumAddress, transfer) {
  let sum = 0;
  for (let i = 0; i < count; ++i) {
    const bytes = bytesAt(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
    const done = bytes.length > 0 ? transfer(bytes) : 0;
    sum += done;
    if (done < bytes.length) break;
  }
  view().setUint32(sumAddress, sum, true);
  return kSuccess;
}

const wasi = {
  args_sizes_get: (count, size) => writeSizes(count, size, texts),
  args_get(pointers, address) {
    texts.forEach((text, i) => {
      view().setUint32(pointers + 4 * i, address, true);
      bytesAt(address, text.length).set(text);
      address += text.length;
    });
    return kSuccess;
  },
  environ_sizes_get: (count, size) => writeSizes(count, size, []),
  environ_get: () => kSuccess,
  clock_time_get(clock, precision, address) {
    view().setBigUint64(address, process.hrtime.bigint(), true);
    return kSuccess;
  },
  fd_read(file, list, count, sumAddress) {
    if (file !== 0) return kBadDescriptor;
    return transferAll(list, count, sumAddress, (bytes) => readSync(0, bytes));
  },
  fd_write(file, list, count, sumAddress) {
    if (file !== 1 && file !== 2) return kBadDescriptor;
    return transferAll(list, count, sumAddress, (bytes) => writeSync(file, bytes));
  },
  fd_seek: () => kNotSeekable,
  fd_close: () => kSuccess,
  proc_exit(code) {
    throw new Exit(code);
  },
};

const program = new WebAssembly.Module(readFileSync(process.argv[2]));
const env = {emscripten_notify_memory_growth() {}};
const instance = new WebAssembly.Instance(program, {wasi_snapshot_preview1: wasi, env});
memory = instance.exports.memory;
try {
  instance.exports._start();
} catch (error) {
  if (!(error instanceof Exit)) throw error;
  process.exitCode = error.code;
}
