// SPDX-License-Identifier: MIT
// Each argument of each call, missing and of each wrong type: an error of the package in words, and nothing done.
import {equal, fail, isTrue, throws} from './check.mjs';

/** What an argument may be given as; 'missing' ends the list of arguments before it. */
const kValues = Object.freeze({
  missing: undefined,
  undefined: undefined,
  null: null,
  'a text': '1',
  'another text': 'box',
  NaN: NaN,
  true: true,
  'an object': {},
  'a function': () => true,
  'a bigint': 1n,
  'a number': 1,
  'an array': [],
  'an array of texts': ['1', '2', '3', '4'],
  'an array of nothing': new Array(4),
  'a DataView': new DataView(new ArrayBuffer(8)),
  'an array of bigints': new BigInt64Array(4),
});

// Kinds of arguments: a value that is right, and the names of others that are, too.
const kind = (right, ...others) => ({right, others: new Set(others)});
const optional = ({right, others}) => kind(right, ...others, 'missing', 'undefined');
const kNumber = kind(0.5, 'a number');
const kEdge = kind(0.5, 'a number', 'NaN'); // of a box, which is then rejected
const kCount = kind(1, 'a number');
const kMost = kind(Infinity, 'a number');
const kFunction = kind(() => true, 'a function');
const kFilter = optional(kind({mask: 2}, 'a function', 'an object', 'null'));
const kOptions = optional(kind({mask: 2}, 'an object'));
const kIds = kind([], 'an array');
const kColumns = kind({minX: [0], minY: [0], maxX: [1], maxY: [1], ids: [70]});

/** All calls of an object, by name, with the kinds of their arguments. */
const callsOf = ({circle, segment}) => {
  const shape = kind(circle(0, 0, 1));
  const cast = kind(segment(0, 0, 1, 1));
  const shapeForm = kind('box', 'another text');
  const castForm = kind('segment');
  const rows = kind([0, 0, 1, 1], 'an array');
  const many = (form) => [form, rows, kOptions];
  return {
    search: [kNumber, kNumber, kNumber, kNumber, kFilter],
    overlaps: [shape, kFilter],
    inside: [shape, kFilter],
    neighbors: [kNumber, kNumber, optional(kMost), optional(kMost), kFilter],
    forEachNeighbor: [kNumber, kNumber, kFunction, kOptions],
    castAny: [cast, kFilter],
    castClosest: [cast, kFilter],
    castAll: [cast, kFilter],
    forEachHit: [cast, kFunction, kFilter],
    batchInput: [kCount],
    overlapsMany: many(shapeForm),
    firstOverlapsMany: many(shapeForm),
    insideMany: many(shapeForm),
    castAnyMany: many(castForm),
    castClosestMany: many(castForm),
    castAllMany: many(castForm),
    neighborsMany: [rows, kMost, kOptions],
    setCapacity: [kCount],
    dropColumn: [kind('margin')],
    build: [kCount],
    patch: [kColumns],
    hide: [kIds],
    destroy: [],
    reserve: [kCount],
  };
};
const kEngineCalls = {
  reserve: [kCount, optional(kCount)],
  update: [kCount],
  countPairs: [],
  forEachPairChunk: [kFunction],
  setStatic: [kColumns],
  addStatic: [kColumns],
  removeStatic: [kIds],
  exchangeStatic: [kIds, kColumns],
  clearStatic: [],
  restartPairs: [kIds],
  tightBoxesOverlap: [kCount, kCount],
  save: [],
  restore: [kind(undefined)],
  shrinkToFit: [],
};
const kIndexCalls = {add: [kEdge, kEdge, optional(kEdge), optional(kEdge)], finish: [], shrinkToFit: []};
const kFunctions = {
  box: [kNumber, kNumber, kNumber, kNumber],
  point: [kNumber, kNumber],
  circle: [kNumber, kNumber, kNumber],
  capsule: [kNumber, kNumber, kNumber, kNumber, kNumber],
  rotatedBox: [kNumber, kNumber, kNumber, kNumber, kNumber, kNumber],
  polygon: [kind([0, 0, 1, 0, 1, 1], 'an array')],
  ray: [kNumber, kNumber, kNumber, kNumber, optional(kNumber)],
  segment: [kNumber, kNumber, kNumber, kNumber],
  movingBox: [kNumber, kNumber, kNumber, kNumber, kNumber, kNumber],
  movingCircle: [kNumber, kNumber, kNumber, kNumber, kNumber],
  movingCapsule: [kNumber, kNumber, kNumber, kNumber, kNumber, kNumber, kNumber],
};

/** Checks that a call refuses an argument. */
function expectRefusal(call, what) {
  let thrown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) fail(`${what} must be refused`);
  isTrue([TypeError, RangeError].includes(thrown.constructor), `the type of the error of ${what}: ${thrown.constructor.name}`);
  isTrue(thrown.message.startsWith('quadphase: '), `the words of the error of ${what}: '${thrown.message}'`);
}

/** Each argument of a call, in each wrong form. `call(...values)` makes it. Returns how many there were. */
function checkCall(name, kinds, call) {
  let count = 0;
  kinds.forEach(({others}, at) => {
    for (const [what, value] of Object.entries(kValues)) {
      const before = kinds.slice(0, at).map(({right}) => right);
      const after = kinds.slice(at + 1).map(({right}) => right);
      const values = what === 'missing' ? before : [...before, value, ...after];
      if (others.has(what)) continue;
      expectRefusal(() => call(...values), `${what} as argument ${at} of ${name}`);
      ++count;
    }
  });
  return count;
}

/** The names of the methods of an object, up to those of all objects. */
function methodsOf(object) {
  const names = new Set();
  for (let type = Object.getPrototypeOf(object); type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) {
      const {value} = Object.getOwnPropertyDescriptor(type, name);
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
    }
  }
  return [...names].sort();
}

function makeEngine({BroadPhase}) {
  const engine = new BroadPhase({capacity: 4});
  engine.maxX.fill(1);
  engine.maxY.fill(1);
  engine.update(2);
  return engine;
}

export const argumentTests = {
  'every argument of every call is refused where it is missing or of a wrong type'(module, shapes) {
    const engine = makeEngine(module);
    const index = new module.Index({capacity: 50});
    index.build(2);
    const calls = callsOf(shapes);
    let count = 0;
    for (const [object, own] of [[engine, kEngineCalls], [index, kIndexCalls]]) {
      const all = {...calls, ...own};
      equal(methodsOf(object).join(), Object.keys(all).sort().join(), 'the calls that are checked');
      for (const [name, kinds] of Object.entries(all)) count += checkCall(name, kinds, (...values) => object[name](...values));
    }
    isTrue(count > 1000, `there are ${count} checks`);
    equal(engine.pairCount, 1, 'pairs after what was refused');
    equal(engine.staticCount, 0, 'static objects after what was refused');
    equal(index.search(0, 0, 1, 1).length, 2, 'boxes after what was refused');
    engine.destroy();
    index.destroy();
  },

  'every argument of every function of shapes is refused where it is missing or of a wrong type'(module, shapes) {
    const others = ['load', 'hasSimd', 'wasm', 'other', 'BeginReason', 'EndReason', 'kNoPair'];
    const names = Object.keys(shapes).filter((name) => !others.includes(name)).sort();
    equal(names.join(), Object.keys(kFunctions).sort().join(), 'the functions that are checked');
    for (const [name, kinds] of Object.entries(kFunctions)) checkCall(name, kinds, (...values) => shapes[name](...values));
  },

  'every option is refused where it is of a wrong type'({BroadPhase, Index}, shapes) {
    const engine = makeEngine({BroadPhase});
    const wrong = (...right) => Object.entries(kValues).filter(([what, value]) => value !== undefined && !right.includes(what));
    const check = (name, right, call) => {
      for (const [what, value] of wrong(...right)) expectRefusal(() => call({[name]: value}), `${what} as ${name}`);
    };
    const queries = [
      (options) => engine.search(0, 0, 1, 1, options),
      (options) => engine.castAll(shapes.segment(0, 0, 1, 1), options),
      (options) => engine.forEachNeighbor(0, 0, () => {}, options),
    ];
    const batches = [
      (options) => engine.overlapsMany('box', [0, 0, 1, 1], options),
      (options) => engine.neighborsMany([0, 0], 1, options),
    ];
    for (const call of [...queries, ...batches]) {
      for (const name of ['category', 'mask', 'group', 'world']) check(name, ['a number'], call);
      for (const name of ['worlds', 'mobilities', 'mask_', '0']) check(name, [], call);
    }
    for (const call of queries) check('accept', ['a function'], call);
    check('maxDistance', ['a number'], queries[2]);
    check('maxDistance', ['a number'], batches[1]);
    for (const call of batches) check('filters', [], call);
    for (const Type of [BroadPhase, Index]) {
      for (const name of ['capacity', 'leafCapacity', 'maxDepth', 'periodX', 'periodY']) {
        check(name, ['a number'], (options) => new Type(options));
      }
      check('touching', ['true'], (options) => new Type(options));
      checkCall(Type.name, [kind({}, 'missing', 'undefined', 'an object', ...(Type === Index ? ['a number'] : []))],
        (options) => new Type(options));
    }
    for (const name of ['events', 'previousIndices']) check(name, ['true'], (options) => new BroadPhase(options));
    check('maxPairs', ['a number'], (options) => new BroadPhase(options));
    equal(engine.search(0, 0, 1, 1, {mask: ~4, category: -1}).length, 2, 'objects found with bits that have a sign');
    engine.destroy();
  },

  'every column and every id is refused where it is of a wrong type'({BroadPhase}) {
    const engine = makeEngine({BroadPhase});
    const names = ['minX', 'minY', 'maxX', 'maxY', 'ids', 'category', 'mask', 'group', 'world', 'margin', 'displacementX',
      'displacementY', 'generation'];
    const ones = Object.fromEntries(names.map((name) => [name, new Array(4).fill(1)]));
    engine.setStatic({...ones, ids: [7, 8, 9, 10]});
    for (const call of ['setStatic', 'addStatic', 'patch']) {
      for (const name of names) {
        for (const [what, value] of Object.entries(kValues)) {
          if (value === undefined && names.indexOf(name) > 4) continue;
          expectRefusal(() => engine[call]({...ones, [name]: value}), `${what} as ${name} of ${call}`);
        }
      }
    }
    for (const ids of [[0.5], [-1], [2 ** 32], [NaN], Float32Array.of(0.5), Float64Array.of(-1)]) {
      for (const call of ['hide', 'removeStatic', 'restartPairs']) throws(() => engine[call](ids), RangeError, 'whole number');
    }
    engine.destroy();
  },

  'an index of a number of boxes must be filled'({Index}) {
    const index = new Index(2);
    index.add(0, 0, 1, 1);
    throws(() => index.finish(), RangeError, '1 boxes were added to an index of 2', 'invalid_argument');
    index.add(5, 5);
    index.finish();
    equal(index.search(0, 0, 9, 9).length, 2, 'boxes that are found');
    const roomy = new Index({capacity: 2});
    roomy.add(0, 0, 1, 1);
    roomy.finish();
    equal(roomy.search(0, 0, 9, 9).length, 1, 'boxes that are found where there is more room');
    index.destroy();
    roomy.destroy();
  },
};
