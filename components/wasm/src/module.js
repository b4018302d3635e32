// SPDX-License-Identifier: MIT
// The WebAssembly module: what it imports, its memory, and the classes that work in it.
import {BroadPhase, Index} from './broad_phase.js';
import {checkKeys, errorOf, invalidArgument, isNumber} from './errors.js';
import {Recorder} from './recorder.js';

const kPageBytes = 65536;
/** As --initial-memory in CMakeLists.txt. */
const kInitialPages = 32;
const kMostPages = 65536;

/** The smallest module with an instruction of 128-bit vectors: i32.const 0, i8x16.splat, drop. */
const kSimdModule = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11);

/** Whether this JavaScript engine has WebAssembly's vectors. */
export function hasSimd() {
  return WebAssembly.validate(kSimdModule);
}

/** What a visitor's return value means: a fraction as it is, 0 to stop, or -1 to go on. */
function answerOf(value) {
  if (value === undefined || value === true) return -1;
  if (value === false) return 0;
  return Number(value);
}

/** An instance with its memory. */
class Wasm {
  /** The visitors that run now, the innermost last. */
  visitors = [];
  /** Frees engines and recorders that nothing refers to any more. */
  registry = new FinalizationRegistry(({destroy, handle}) => this.exports[destroy](handle));
  #words;
  #numbers;

  constructor(memory) {
    this.memory = memory;
    this.#refresh();
  }

  #refresh() {
    const {buffer} = this.memory;
    this.#words = new Uint32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
    this.#numbers = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  }

  // The whole memory. Invariant: a view is detached, and so empty, if the memory has grown since it was made.
  get words() {
    if (this.#words.length === 0) this.#refresh();
    return this.#words;
  }
  get numbers() {
    if (this.#numbers.length === 0) this.#refresh();
    return this.#numbers;
  }

  text(at) {
    const bytes = new Uint8Array(this.memory.buffer, at >>> 0);
    return new TextDecoder().decode(bytes.slice(0, bytes.subarray(0, 4096).indexOf(0)));
  }

  /** Throws the error of a status that is no success. */
  check(status) {
    if (status !== 0) throw errorOf(status, this.text(this.exports.qp_message()));
  }
  lastError() {
    return errorOf(this.exports.qp_status(), this.text(this.exports.qp_message()));
  }

  /** Calls the innermost visitor. Why caught: an exception must not pass through the library's frames. */
  visit(...found) {
    const state = this.visitors[this.visitors.length - 1];
    if (state.failed) return 0;
    try {
      return answerOf(state.visit(...found));
    } catch (error) {
      state.failed = true;
      state.error = error;
      return 0;
    }
  }

  imports() {
    return {
      env: {memory: this.memory},
      quadphase: {
        visit: (id, value) => this.visit(id >>> 0, value),
        chunk: (at, count, index) => {
          this.visit(new Uint32Array(this.memory.buffer, at >>> 0, 2 * count), index >>> 0);
        },
      },
      wasi_snapshot_preview1: this.#wasi(),
    };
  }

  /** The one function of WASI that the library calls: the clock of its statistics. */
  #wasi() {
    return {
      clock_time_get: (_clock, _precision, at) => {
        new DataView(this.memory.buffer).setBigUint64(at >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
    };
  }
}

const kLoadKeys = new Set(['simd', 'recording', 'wasm', 'maxMemory']);

/** The options of `load`, or an error. */
export function loadOptions(options) {
  checkKeys(options, kLoadKeys, 'the options of load');
  const {recording = false, simd = hasSimd() && !recording, wasm, maxMemory} = options;
  if (typeof recording !== 'boolean') throw new TypeError('quadphase: recording must be a boolean');
  if (typeof simd !== 'boolean') throw new TypeError('quadphase: simd must be a boolean');
  if (simd && recording) throw invalidArgument('quadphase: only the module without vectors records');
  if (maxMemory !== undefined && !isNumber(maxMemory)) {
    throw new TypeError('quadphase: maxMemory must be a number');
  }
  return {simd, wasm, maxMemory};
}

/** The classes of a new instance of a compiled module. */
export async function instantiate(module, {maxMemory = kMostPages * kPageBytes} = {}) {
  const maximum = Math.min(kMostPages, Math.max(kInitialPages, Math.floor(maxMemory / kPageBytes)));
  const memory = new WebAssembly.Memory({initial: kInitialPages, maximum});
  const wasm = new Wasm(memory);
  const instance = await WebAssembly.instantiate(module, wasm.imports());
  wasm.exports = instance.exports;
  wasm.exports._initialize();
  wasm.simd = wasm.exports.qp_has_simd() !== 0;
  return Object.freeze({
    BroadPhase: class extends BroadPhase {
      static name = 'BroadPhase';
      constructor(options) {
        super(wasm, options);
      }
    },
    Index: class extends Index {
      static name = 'Index';
      constructor(options) {
        super(wasm, options);
      }
    },
    Recorder: class extends Recorder {
      static name = 'Recorder';
      constructor(options) {
        super(wasm, options);
      }
    },
    memory,
    module,
    simd: wasm.simd,
    version: wasm.text(wasm.exports.qp_version()),
  });
}

/** Compiles what a user passes as `wasm`. `read(url)`: a module at a URL. */
export async function compile(source, read) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === 'function' && given instanceof Response) return compileResponse(given);
  if (typeof given === 'string' || given instanceof URL) return read(given);
  return WebAssembly.compile(given);
}

/** Compiles while it loads, if the server says that it is WebAssembly. */
export async function compileResponse(response) {
  if (!response.ok) throw new Error(`quadphase: ${response.url}: ${response.status} ${response.statusText}`);
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
