// SPDX-License-Identifier: MIT
// The classes of the package. Each instance of the module has subclasses of them that pass the instance.
import {Engine} from './engine.js';
import {checkKeys, checkedCount, checkedNumber, checkedWords, invalidArgument} from './errors.js';
import {kColumnNames, kSpans, kStages, kStatistics} from './layout.js';
import {Queries, engineKey} from './queries.js';

const kIndexDefaults = Object.freeze({
  capacity: 1024,
  touching: true,
  periodX: 0,
  periodY: 0,
  leafCapacity: 16,
  maxDepth: 300,
  recorder: undefined,
});
const kDefaults = Object.freeze({...kIndexDefaults, events: false, previousIndices: false, maxPairs: Infinity});

/** The options of an engine with all defaults, of the right types. */
function configOf(options, defaults) {
  checkKeys(options, new Set(Object.keys(defaults)), 'the options of an engine');
  const config = {...kDefaults};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    // A recorder is checked where its address is read.
    if (name !== 'recorder' && typeof value !== typeof kDefaults[name]) {
      throw new TypeError(`quadphase: ${name} must be a ${typeof kDefaults[name]}`);
    }
    config[name] = value;
  }
  for (const name of ['capacity', 'leafCapacity', 'maxDepth']) checkedCount(config[name], name);
  if (!(config.maxPairs >= 0)) throw invalidArgument('quadphase: maxPairs must not be negative');
  return config;
}

/** What a broad phase and an index share: columns, changes, and the end of their lives. */
class Objects extends Queries {
  constructor(wasm, isIndex, config) {
    super();
    Object.defineProperty(this, engineKey, {value: new Engine(wasm, isIndex, config)});
  }

  get capacity() {
    return this[engineKey].capacity;
  }
  setCapacity(capacity) {
    this[engineKey].setCapacity(capacity);
  }
  dropColumn(name) {
    this[engineKey].dropColumn(name);
  }

  build(count) {
    const engine = this[engineKey];
    engine.call('qp_build', engine.checkedRows(count));
  }

  patch(columns) {
    const engine = this[engineKey];
    engine.call('qp_patch', engine.lendColumns(columns).count);
  }
  hide(ids) {
    const engine = this[engineKey];
    engine.call('qp_hide', engine.lendIds(ids), ids.length);
  }

  get rejectedIds() {
    return this[engineKey].span(kSpans.rejectedIds, Uint32Array, 1);
  }
  get byteCount() {
    const engine = this[engineKey];
    engine.wasm.exports.qp_read_stats(engine.live);
    return engine.number(kStatistics.indexOf('byteCount'));
  }

  shrinkToFit() {
    this[engineKey].call('qp_shrink_to_fit');
  }

  destroy() {
    this[engineKey].destroy();
  }
}

kColumnNames.forEach((name, index) => {
  Object.defineProperty(Objects.prototype, name, {
    get() {
      return this[engineKey].column(index);
    },
    enumerable: true,
    configurable: true,
  });
});
if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(Objects.prototype, Symbol.dispose, {
    value() {
      this.destroy();
    },
    writable: true,
    configurable: true,
  });
}

export class BroadPhase extends Objects {
  constructor(wasm, options = {}) {
    super(wasm, false, configOf(options, kDefaults));
  }

  reserve(objectCount, pairCount = 0) {
    checkedCount(objectCount, 'the number of objects');
    checkedCount(pairCount, 'the number of pairs', Number.MAX_SAFE_INTEGER);
    this[engineKey].call('qp_reserve', objectCount, pairCount);
  }

  update(count) {
    const engine = this[engineKey];
    engine.call('qp_update', engine.checkedRows(count));
    return engine.spanCount(kSpans.pairs);
  }

  get pairs() {
    return this[engineKey].span(kSpans.pairs, Uint32Array, 2);
  }
  get pairCount() {
    return this[engineKey].spanCount(kSpans.pairs);
  }
  get begun() {
    return this[engineKey].span(kSpans.begun, Uint32Array, 3);
  }
  get begunCount() {
    return this[engineKey].spanCount(kSpans.begun);
  }
  get ended() {
    return this[engineKey].span(kSpans.ended, Uint32Array, 3);
  }
  get endedCount() {
    return this[engineKey].spanCount(kSpans.ended);
  }
  get previousIndices() {
    return this[engineKey].span(kSpans.previousIndices, Uint32Array, 1);
  }

  countPairs() {
    const engine = this[engineKey];
    engine.call('qp_count_pairs');
    return engine.number(0);
  }

  forEachPairChunk(visit) {
    const engine = this[engineKey];
    engine.callWithVisitor(visit, () => engine.wasm.exports.qp_visit_chunks(engine.live));
  }

  setStatic(columns) {
    const engine = this[engineKey];
    engine.call('qp_set_static', engine.lendColumns(columns).count);
  }
  addStatic(columns) {
    this.exchangeStatic([], columns);
  }
  removeStatic(ids) {
    const engine = this[engineKey];
    engine.call('qp_exchange_static', engine.lendIds(ids), ids.length, 0);
  }
  exchangeStatic(removedIds, columns) {
    const engine = this[engineKey];
    const lent = engine.lendColumns(columns, checkedWords(removedIds, 'removedIds'));
    engine.call('qp_exchange_static', lent.ids, removedIds.length, lent.count);
  }
  clearStatic() {
    this[engineKey].call('qp_clear_static');
  }
  get staticCount() {
    const engine = this[engineKey];
    return engine.wasm.exports.qp_static_count(engine.live) >>> 0;
  }

  restartPairs(ids) {
    const engine = this[engineKey];
    engine.call('qp_restart_pairs', engine.lendIds(ids), ids.length);
  }

  tightBoxesOverlap(first, second) {
    const engine = this[engineKey];
    engine.call('qp_tight_boxes_overlap', checkedCount(first, 'an id'), checkedCount(second, 'an id'));
    return engine.number(0) !== 0;
  }

  save() {
    const engine = this[engineKey];
    engine.call('qp_save');
    const bytes = engine.span(kSpans.snapshot, Uint8Array, 1).slice();
    engine.wasm.exports.qp_drop_snapshot(engine.live);
    return bytes;
  }

  restore(bytes) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('quadphase: a snapshot must be a Uint8Array');
    const engine = this[engineKey];
    engine.call('qp_restore', engine.lendBytes(bytes), bytes.length);
    return engine.number(0);
  }

  get stats() {
    const engine = this[engineKey];
    engine.wasm.exports.qp_read_stats(engine.live);
    const stats = {};
    kStatistics.forEach((name, index) => {
      stats[name] = engine.number(index);
    });
    stats.threads = 1;
    stats.simd = engine.wasm.simd ? 'wasm' : 'scalar';
    stats.nanoseconds = {};
    kStages.forEach((name, index) => {
      stats.nanoseconds[name] = engine.number(kStatistics.length + index);
    });
    return stats;
  }
}

export class Index extends Objects {
  #size = 0;
  #fillsAll;

  constructor(wasm, options = {}) {
    super(wasm, true, configOf(typeof options === 'number' ? {capacity: options} : options, kIndexDefaults));
    this.#fillsAll = typeof options === 'number';
  }

  reserve(objectCount) {
    this[engineKey].call('qp_reserve', checkedCount(objectCount, 'the number of objects'), 0);
  }

  add(minX, minY, maxX = minX, maxY = minY) {
    for (const edge of [minX, minY, maxX, maxY]) checkedNumber(edge, 'an edge of a box');
    const row = this.#size;
    if (row >= this.capacity) throw invalidArgument(`quadphase: there is no room for more than ${this.capacity} boxes`);
    this.minX[row] = minX;
    this.minY[row] = minY;
    this.maxX[row] = maxX;
    this.maxY[row] = maxY;
    this.#size = row + 1;
    return row;
  }

  finish() {
    if (this.#fillsAll && this.#size < this.capacity) {
      throw invalidArgument(`quadphase: ${this.#size} boxes were added to an index of ${this.capacity}`);
    }
    this.build(this.#size);
    this.#size = 0;
  }
}
