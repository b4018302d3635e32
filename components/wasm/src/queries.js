// SPDX-License-Identifier: MIT
// The queries of a broad phase and of an index: one at a time, with visitors, and in batches.
import {BatchResult, batchInput, kBatchKeys, runBatch} from './batches.js';
import {checkKeys, checkNumbers, checkedFunction, isNumber} from './errors.js';
import {kSpans} from './layout.js';
import {formOf} from './shapes.js';

/** The property with the engine. Why a symbol: it is not part of the interface. */
export const engineKey = Symbol('engine');

const kOptionKeys = new Set(['category', 'mask', 'group', 'world', 'worlds', 'mobilities', 'accept']);
const kNearestKeys = new Set([...kOptionKeys, 'maxDistance']);
const kNearestBatchKeys = new Set([...kBatchKeys, 'maxDistance']);
const kHits = Object.freeze({any: 0, closest: 1, all: 2});

/** Options of a query: an object, or only a function that accepts ids. */
function optionsOf(filter) {
  if (filter === undefined || filter === null) return undefined;
  if (typeof filter === 'function') return {accept: filter};
  checkKeys(filter, kOptionKeys, 'the options of a query');
  if (filter.accept !== undefined) checkedFunction(filter.accept, 'accept');
  return filter;
}

/** The ids that a query has found, as an array of their own. Why no view: to make one takes longer than to copy 10 ids. */
function foundIds(engine, accept) {
  const {words} = engine.wasm;
  const [at, count] = engine.place(kSpans.foundIds);
  const first = at >>> 2;
  const copy = [];
  for (let i = 0; i < count; ++i) copy.push(words[first + i]);
  // Why after the copy: the function may search, too, which writes over what has been found.
  return accept === undefined ? copy : copy.filter((id) => accept(id));
}

/** The hits that a cast has found. */
function foundHits(engine) {
  const {words, numbers} = engine.wasm;
  const [idsAt, count] = engine.place(kSpans.foundIds);
  const [fractionsAt] = engine.place(kSpans.foundValues);
  const hits = [];
  for (let i = 0; i < count; ++i) hits.push({id: words[(idsAt >>> 2) + i], fraction: numbers[fractionsAt / 8 + i]});
  return hits;
}

/** What is behind `maxResults`: a count that the module can hold. */
function resultLimit(most) {
  if (!isNumber(most)) throw new TypeError('quadphase: maxResults must be a number');
  return Math.min(0xffffffff, Math.max(0, Math.floor(most)));
}

export class Queries {
  #rows;

  search(minX, minY, maxX, maxY, filter) {
    if (!(isNumber(minX) && isNumber(minY) && isNumber(maxX) && isNumber(maxY))) {
      checkNumbers([minX, minY, maxX, maxY], 'a search');
    }
    const engine = this[engineKey];
    const options = optionsOf(filter);
    if (options !== undefined) engine.setOptions(options);
    const {exports} = engine.wasm;
    engine.wasm.check(exports.qp_search(engine.live, minX, minY, maxX, maxY, options !== undefined));
    return foundIds(engine, options?.accept);
  }

  #findShape(shape, inside, filter) {
    const engine = this[engineKey];
    const form = formOf(shape?.form, false);
    const options = optionsOf(filter);
    engine.setOptions(options);
    engine.setInput(form, shape.numbers);
    engine.call('qp_find_shape', form.index, inside);
    return foundIds(engine, options?.accept);
  }

  overlaps(shape, filter) {
    return this.#findShape(shape, false, filter);
  }

  inside(shape, filter) {
    return this.#findShape(shape, true, filter);
  }

  neighbors(x, y, maxResults = Infinity, maxDistance = Infinity, filter) {
    const engine = this[engineKey];
    checkNumbers([x, y, maxDistance], 'a search for neighbors');
    const options = optionsOf(filter);
    const most = resultLimit(maxResults);
    if (options?.accept === undefined) {
      engine.setOptions(options);
      engine.call('qp_neighbors', x, y, most, maxDistance);
      return foundIds(engine);
    }
    const {accept, ...others} = options;
    const found = [];
    if (most === 0) return found;
    const visit = (id) => {
      if (accept(id)) found.push(id);
      return found.length < most;
    };
    this.forEachNeighbor(x, y, visit, {...others, maxDistance});
    return found;
  }

  forEachNeighbor(x, y, visit, options = {}) {
    const engine = this[engineKey];
    checkKeys(options, kNearestKeys, 'the options of a query');
    const {maxDistance = Infinity, accept, ...others} = options;
    checkNumbers([x, y, maxDistance], 'a search for neighbors');
    checkedFunction(visit, 'a visitor');
    if (accept !== undefined) checkedFunction(accept, 'accept');
    engine.setOptions(others);
    const accepted = accept === undefined ? visit : (id, distance) => (accept(id) ? visit(id, distance) : true);
    engine.callWithVisitor(accepted, () => engine.wasm.exports.qp_visit_neighbors(engine.live, x, y, maxDistance));
  }

  #setCast(cast, options) {
    const engine = this[engineKey];
    const form = formOf(cast?.form, true);
    engine.setOptions(options);
    engine.setInput(form, cast.numbers);
    return form;
  }

  /** The hits of a cast up to the first `most` that are accepted, if not all are. */
  #acceptedHits(cast, options, most) {
    const {accept, ...others} = options;
    const hits = [];
    const visit = (id, fraction) => {
      if (accept(id)) hits.push({id, fraction});
      return hits.length < most;
    };
    this.forEachHit(cast, visit, others);
    return hits;
  }

  castAny(cast, filter) {
    const options = optionsOf(filter);
    if (options?.accept !== undefined) return this.#acceptedHits(cast, options, 1)[0]?.id;
    const form = this.#setCast(cast, options);
    const engine = this[engineKey];
    engine.call('qp_find_hits', form.index, kHits.any);
    return foundIds(engine)[0];
  }

  castClosest(cast, filter) {
    const options = optionsOf(filter);
    if (options?.accept !== undefined) return this.#acceptedHits(cast, options, 1)[0];
    return this.#hits(cast, kHits.closest, options)[0];
  }

  castAll(cast, filter) {
    const options = optionsOf(filter);
    const hits = this.#hits(cast, kHits.all, options);
    return options?.accept === undefined ? hits : hits.filter(({id}) => options.accept(id));
  }

  #hits(cast, which, options) {
    const form = this.#setCast(cast, options);
    const engine = this[engineKey];
    engine.call('qp_find_hits', form.index, which);
    return foundHits(engine);
  }

  forEachHit(cast, visit, filter) {
    const engine = this[engineKey];
    const {accept, ...others} = optionsOf(filter) ?? {};
    checkedFunction(visit, 'a visitor');
    const form = this.#setCast(cast, others);
    const accepted = accept === undefined ? visit : (id, fraction) => (accept(id) ? visit(id, fraction) : true);
    engine.callWithVisitor(accepted, () => engine.wasm.exports.qp_visit_hits(engine.live, form.index));
  }

  batchInput(length) {
    return batchInput(this[engineKey], length);
  }

  #runRows(name, which, form, rows, options) {
    const engine = this[engineKey];
    this.#rows ??= new BatchResult(engine);
    return runBatch(engine, this.#rows, rows, form, options, (at, count, filters, areDoubles) =>
      engine.call(name, form.index, which, at, count, filters, areDoubles));
  }

  overlapsMany(form, rows, options) {
    return this.#runRows('qp_shape_rows', 0, formOf(form, false), rows, options);
  }
  firstOverlapsMany(form, rows, options) {
    return this.#runRows('qp_shape_rows', 1, formOf(form, false), rows, options);
  }
  insideMany(form, rows, options) {
    return this.#runRows('qp_shape_rows', 2, formOf(form, false), rows, options);
  }
  castAnyMany(form, rows, options) {
    return this.#runRows('qp_cast_rows', kHits.any, formOf(form, true), rows, options);
  }
  castClosestMany(form, rows, options) {
    return this.#runRows('qp_cast_rows', kHits.closest, formOf(form, true), rows, options);
  }
  castAllMany(form, rows, options) {
    return this.#runRows('qp_cast_rows', kHits.all, formOf(form, true), rows, options);
  }

  neighborsMany(points, maxResults, options = {}) {
    const engine = this[engineKey];
    checkKeys(options, kNearestBatchKeys, 'the options of a batch');
    const {maxDistance = Infinity, ...others} = options;
    checkNumbers([maxDistance], 'maxDistance');
    const most = resultLimit(maxResults);
    this.#rows ??= new BatchResult(engine);
    return runBatch(engine, this.#rows, points, formOf('point', false), others, (at, count, filters) =>
      engine.call('qp_neighbor_rows', at, count, most, maxDistance, filters));
  }
}
