// SPDX-License-Identifier: MIT
// Batches of queries: rows of floats go in, and compressed rows of ids come out.
import {checkKeys, checkedArray, checkedCount, invalidArgument} from './errors.js';
import {kSpans} from './layout.js';

export const kBatchKeys = new Set(['category', 'mask', 'group', 'world', 'worlds', 'mobilities', 'filters']);

/** What the last batch of an engine has found. All views are made anew when the memory has moved. */
export class BatchResult {
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  get rowCount() {
    return Math.max(0, this.offsets.length - 1);
  }
  get offsets() {
    return this.#engine.span(kSpans.offsets, Uint32Array, 1);
  }
  get ids() {
    return this.#engine.span(kSpans.rowIds, Uint32Array, 1);
  }
  get fractions() {
    return this.#engine.span(kSpans.rowFractions, Float64Array, 1);
  }
  get distances() {
    return this.#engine.span(kSpans.rowDistances, Float64Array, 1);
  }

  #part(view, row) {
    checkedCount(row, 'the row', this.rowCount - 1);
    const {offsets} = this;
    return view.subarray(offsets[row], offsets[row + 1]);
  }
  idsOf(row) {
    return this.#part(this.ids, row);
  }
  fractionsOf(row) {
    return this.#part(this.fractions, row);
  }
  distancesOf(row) {
    return this.#part(this.distances, row);
  }
}

/** Memory of the module for the rows of a batch, which then need no copy. */
export function batchInput(engine, length, View = Float32Array) {
  const size = View.BYTES_PER_ELEMENT;
  checkedCount(length, 'the number of floats', Math.floor(0xfffc0000 / size));
  const at = engine.wasm.exports.qp_batch_input(engine.live, size * length) >>> 0;
  if (at === 0) throw engine.wasm.lastError();
  return new View(engine.wasm.memory.buffer, at, length);
}

/** Whether rows are passed as doubles: where one of their numbers is a double, and they are not floats already. */
const areDoubles = (rows, form) => form.hasDouble === true && !(rows instanceof Float32Array);

/** The address of rows in the module's memory; they are copied unless they are there. */
function placeRows(engine, rows, form) {
  const {wasm} = engine;
  const isPolygon = form.length === 17;
  if (rows instanceof Float32Array && rows.buffer === wasm.memory.buffer && !isPolygon) return rows.byteOffset;
  const offset = ArrayBuffer.isView(rows) && rows.buffer === wasm.memory.buffer ? rows.byteOffset : -1;
  const copy = batchInput(engine, rows.length, areDoubles(rows, form) ? Float64Array : Float32Array);
  // Why again: the view that was passed is detached if the memory has grown.
  const source = offset < 0 ? rows : new rows.constructor(wasm.memory.buffer, offset, copy.length);
  copy.set(source);
  if (isPolygon) for (let i = 16; i < copy.length; i += 17) wasm.words[(copy.byteOffset >>> 2) + i] = copy[i];
  return copy.byteOffset;
}

/** Runs `call(rows, count, filters, areDoubles)` with addresses in the module; `filters` is 0 if there are none. */
export function runBatch(engine, result, rows, form, options = {}, call) {
  checkKeys(options, kBatchKeys, 'the options of a batch');
  checkedArray(rows, 'the rows of a batch');
  const count = rows.length / form.length;
  if (!Number.isInteger(count)) throw invalidArgument(`quadphase: each of these queries has ${form.length} numbers`);
  const {filters, ...others} = options;
  if (filters !== undefined && checkedArray(filters, 'filters').length !== 4 * count) {
    throw invalidArgument('quadphase: filters must have 4 numbers for each query');
  }
  engine.setOptions(others);
  // Why filters first: rows that lie in the memory of the module must not be detached when they are placed.
  const offset = ArrayBuffer.isView(rows) && rows.buffer === engine.wasm.memory.buffer ? rows.byteOffset : -1;
  const filtersAt = filters === undefined ? 0 : engine.lendIds(filters, 'filters');
  const placed = offset < 0 ? rows : new rows.constructor(engine.wasm.memory.buffer, offset, count * form.length);
  call(placeRows(engine, placed, form), count, filtersAt, areDoubles(rows, form));
  return result;
}
