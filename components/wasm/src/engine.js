// SPDX-License-Identifier: MIT
// An engine in the module's memory: its columns, the spans that it shares, and its arguments.
import {
  checkKeys, checkNumbers, checkedArray, checkedBits, checkedCount, checkedFunction, checkedWords, destroyedError,
  invalidArgument,
} from './errors.js';
import {kColumnNames, kColumns, kInputAt, kLentAt, kNumbersAt, kOptionsAt, kOwnAt} from './layout.js';
import {Recorder} from './recorder.js';

const kColumnSet = new Set(kColumnNames);
const kColumnIsFloat = kColumnNames.map((name) => kColumns[name]);
const kWorlds = Object.freeze({one: 0, all: 1});
const kMobilities = Object.freeze({all: 0, moving: 1, static: 2});

/** The words that an option of a query becomes. */
function choice(choices, value, name) {
  if (value === undefined) return 0;
  if (typeof value !== 'string' || !Object.hasOwn(choices, value)) {
    throw new TypeError(`quadphase: ${name} must be one of: ${Object.keys(choices).join(', ')}`);
  }
  return choices[value];
}

/** A function that gives an array, even if it is a view of the memory, and that has grown in between. */
function pinned(array, memory) {
  if (!ArrayBuffer.isView(array) || array.buffer !== memory.buffer) return () => array;
  const {constructor, byteOffset, length} = array;
  return () => new constructor(memory.buffer, byteOffset, length);
}

export class Engine {
  handle = 0;
  capacity = 0;
  /** How many visitors of this engine run now. */
  visits = 0;
  #columns = new Array(kColumnNames.length);
  #spans = [];
  #optionsAreDefault = true;

  constructor(wasm, isIndex, config) {
    this.wasm = wasm;
    const handle = wasm.exports.qp_create(isIndex, config.touching, config.events, config.previousIndices, config.maxPairs,
      config.periodX, config.periodY, config.leafCapacity, config.maxDepth, Recorder.address(wasm, config.recorder)) >>> 0;
    if (handle === 0) throw wasm.lastError();
    this.handle = handle;
    wasm.registry.register(this, {destroy: 'qp_destroy', handle}, this);
    try {
      this.setCapacity(config.capacity);
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  destroy() {
    if (this.handle === 0) return;
    if (this.visits > 0) throw new Error('quadphase: a visitor must not destroy its engine');
    this.wasm.registry.unregister(this);
    this.wasm.exports.qp_destroy(this.handle);
    this.handle = 0;
  }

  /** The address of the engine, which is there. */
  get live() {
    if (this.handle === 0) throw destroyedError();
    return this.handle;
  }

  setCapacity(capacity) {
    checkedCount(capacity, 'the capacity');
    this.wasm.check(this.wasm.exports.qp_set_capacity(this.live, capacity));
    this.capacity = capacity;
    this.#columns.fill(undefined);
  }

  /** A column of the engine as a view, which is made once for each place of the memory. */
  column(index) {
    const cached = this.#columns[index];
    // A detached view has no items.
    if (cached !== undefined && cached.length > 0 && this.handle !== 0) return cached;
    const {exports, memory} = this.wasm;
    this.wasm.check(exports.qp_use_column(this.live, index));
    const at = this.wasm.words[(this.handle >>> 2) + kOwnAt + index];
    const View = kColumnIsFloat[index] ? Float32Array : Uint32Array;
    const view = new View(memory.buffer, at, this.capacity);
    this.#columns[index] = view;
    return view;
  }

  dropColumn(name) {
    if (typeof name !== 'string') throw new TypeError('quadphase: the name of a column must be a string');
    const index = kColumnNames.indexOf(name);
    if (index < 4) throw invalidArgument(`quadphase: there is no optional column '${name}'`);
    this.wasm.exports.qp_drop_column(this.live, index);
    this.#columns[index] = undefined;
  }

  checkedRows(count) {
    checkedCount(count, 'the number of boxes');
    if (count > this.capacity) {
      throw invalidArgument(`quadphase: ${count} boxes need a capacity of as many; it is ${this.capacity}`);
    }
    return count;
  }

  /** What a span of items of `wordsPerItem` words shows now; the same view as long as nothing moves. */
  span(index, View, wordsPerItem) {
    const {words, memory} = this.wasm;
    const at = (this.live >>> 2) + 2 * index;
    const length = words[at + 1] * wordsPerItem;
    const cached = this.#spans[index];
    if (cached !== undefined && length > 0 && cached.length === length && cached.byteOffset === words[at]) return cached;
    const view = length === 0 ? new View(0) : new View(memory.buffer, words[at], length);
    this.#spans[index] = view;
    return view;
  }

  /** The address of a span, and how many items it has. */
  place(index) {
    const {words} = this.wasm;
    const at = (this.live >>> 2) + 2 * index;
    return [words[at], words[at + 1]];
  }

  spanCount(index) {
    return this.wasm.words[(this.live >>> 2) + 2 * index + 1];
  }

  number(index) {
    return this.wasm.numbers[(this.live >>> 3) + kNumbersAt + index];
  }

  /** Writes the options of a query; without any, all objects of world 0 are found. */
  setOptions(options) {
    if (options === undefined && this.#optionsAreDefault) return;
    const {category = 1, mask = 0xffffffff, group = 0, world = 0, worlds, mobilities} = options ?? {};
    checkedBits(category, 'category');
    checkedBits(mask, 'mask');
    checkedCount(group, 'group');
    checkedCount(world, 'world');
    const chosen = [choice(kWorlds, worlds, 'worlds'), choice(kMobilities, mobilities, 'mobilities')];
    const {words} = this.wasm;
    const at = (this.live >>> 2) + kOptionsAt;
    words[at] = category;
    words[at + 1] = mask;
    words[at + 2] = group;
    words[at + 3] = world;
    words[at + 4] = chosen[0];
    words[at + 5] = chosen[1];
    this.#optionsAreDefault = options === undefined;
  }

  /** Writes the numbers of a shape or a cast. */
  setInput(form, numbers) {
    checkedArray(numbers, 'the numbers of a shape');
    if (numbers.length !== form.length) throw invalidArgument(`quadphase: this shape has ${form.length} numbers`);
    checkNumbers(numbers, 'a shape');
    this.wasm.numbers.set(numbers, (this.live >>> 3) + kInputAt);
  }

  #scratch(byteCount) {
    if (byteCount > 0xffff0000) throw invalidArgument('quadphase: the arguments do not fit into the memory');
    const at = this.wasm.exports.qp_scratch(this.live, byteCount) >>> 0;
    if (at === 0) throw this.wasm.lastError();
    return at;
  }

  /** Copies ids to the module; returns their address. */
  lendIds(ids, name = 'ids') {
    checkedWords(ids, name);
    const pin = pinned(ids, this.wasm.memory);
    const at = this.#scratch(4 * ids.length);
    new Uint32Array(this.wasm.memory.buffer, at, ids.length).set(pin());
    return at;
  }

  /** Copies bytes to the module; returns their address. */
  lendBytes(bytes) {
    const pin = pinned(bytes, this.wasm.memory);
    const at = this.#scratch(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(pin());
    return at;
  }

  /** Copies columns to where the next call reads them, and ids. Returns the number of rows and the address of the ids. */
  lendColumns(columns, ids = []) {
    checkKeys(columns, kColumnSet, 'columns');
    const count = columns.minX?.length ?? 0;
    const given = kColumnNames.map((name, index) => {
      const column = columns[name];
      if (column === undefined) {
        if (index <= 4) throw new TypeError(`quadphase: columns need '${name}'`);
        return undefined;
      }
      if (kColumnIsFloat[index]) checkedArray(column, name);
      else checkedWords(column, name);
      if (column.length !== count) throw invalidArgument('quadphase: columns must have one length');
      return pinned(column, this.wasm.memory);
    });
    const pin = pinned(ids, this.wasm.memory);
    const columnCount = given.filter((column) => column !== undefined).length;
    let at = this.#scratch(4 * (count * columnCount + ids.length));
    const {words, memory} = this.wasm;
    given.forEach((column, index) => {
      words[(this.handle >>> 2) + kLentAt + index] = column === undefined ? 0 : at;
      if (column === undefined) return;
      const Column = kColumnIsFloat[index] ? Float32Array : Uint32Array;
      new Column(memory.buffer, at, count).set(column());
      at += 4 * count;
    });
    new Uint32Array(memory.buffer, at, ids.length).set(pin());
    return {count, ids: at};
  }

  /** Runs a call that is not const, which no visitor of this engine may do. */
  call(name, ...values) {
    const {wasm} = this;
    wasm.check(wasm.exports[name](this.live, ...values));
  }

  /** Runs a call that passes each thing that it finds to `visit`. */
  callWithVisitor(visit, call) {
    checkedFunction(visit, 'a visitor');
    const {wasm} = this;
    const state = {visit, failed: false, error: undefined};
    wasm.visitors.push(state);
    ++this.visits;
    let status;
    try {
      status = call();
    } finally {
      --this.visits;
      wasm.visitors.pop();
    }
    if (state.failed) throw state.error;
    wasm.check(status);
  }
}
