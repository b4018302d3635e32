// SPDX-License-Identifier: MIT
// Records the calls of engines, for `quadphase_replay`.
import {checkKeys, checkedNumber, destroyedError, invalidArgument} from './errors.js';

const kOptions = new Set(['hashes', 'memoryLimit']);

export class Recorder {
  #wasm;
  #handle = 0;

  constructor(wasm, options = {}) {
    checkKeys(options, kOptions, 'the options of a recorder');
    const {hashes = false, memoryLimit = 2 ** 28} = options;
    if (typeof hashes !== 'boolean') throw new TypeError('quadphase: hashes must be a boolean');
    if (!(checkedNumber(memoryLimit, 'memoryLimit') >= 0)) {
      throw invalidArgument('quadphase: memoryLimit must be a number from 0 on');
    }
    const {qp_recorder_create: create} = wasm.exports;
    if (create === undefined) {
      throw new Error('quadphase: this module does not record; quadphase-scalar.wasm does, which load({recording: true}) takes');
    }
    const handle = create(hashes, memoryLimit) >>> 0;
    if (handle === 0) throw wasm.lastError();
    this.#wasm = wasm;
    this.#handle = handle;
    wasm.registry.register(this, {destroy: 'qp_recorder_destroy', handle}, this);
  }

  /** The address of a recorder of this instance, or 0 for none. */
  static address(wasm, recorder) {
    if (recorder === undefined) return 0;
    if (typeof recorder !== 'object' || recorder === null || !(#handle in recorder)) {
      throw new TypeError('quadphase: recorder must be a Recorder');
    }
    if (recorder.#wasm !== wasm) throw invalidArgument('quadphase: the recorder is one of another instance');
    return recorder.#live;
  }

  get #live() {
    if (this.#handle === 0) throw destroyedError('recorder');
    return this.#handle;
  }

  #take(isLast) {
    const {exports} = this.#wasm;
    const at = exports.qp_recorder_take(this.#live, isLast) >>> 2;
    const [data, size] = this.#wasm.words.subarray(at, at + 2);
    const bytes = new Uint8Array(this.#wasm.memory.buffer, data, size).slice();
    exports.qp_recorder_drop(this.#handle);
    return bytes;
  }

  take() {
    return this.#take(false);
  }
  finish() {
    return this.#take(true);
  }

  get error() {
    return this.#wasm.text(this.#wasm.exports.qp_recorder_error(this.#live));
  }
  get callCount() {
    return this.#wasm.exports.qp_recorder_call_count(this.#live);
  }

  destroy() {
    if (this.#handle === 0) return;
    this.#wasm.registry.unregister(this);
    this.#wasm.exports.qp_recorder_destroy(this.#handle);
    this.#handle = 0;
  }
}
if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Recorder.prototype, Symbol.dispose, {
    value() {
      this.destroy();
    },
    writable: true,
    configurable: true,
  });
}
