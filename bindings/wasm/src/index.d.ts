// SPDX-License-Identifier: MIT
// The reference of the package. README.md has the rules of memory and lifetimes of views.

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** What a module may be loaded from. */
export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string;

export interface LoadOptions {
  /** Whether to load the module with 128-bit vectors. Default: `hasSimd()`. */
  simd?: boolean;
  /** The module to instantiate. Default: `quadphase.wasm` or `quadphase-scalar.wasm` beside the script. */
  wasm?: ModuleSource | Promise<ModuleSource>;
  /** The most bytes of memory, in whole pages of 64 KiB from 2 MiB to 4 GiB. Default: 4 GiB. */
  maxMemory?: number;
}

/** One instance of the module: its classes share its memory and nothing else. */
export interface Quadphase {
  readonly BroadPhase: new (options?: BroadPhaseOptions) => BroadPhase;
  readonly QueryIndex: new (options?: QueryIndexOptions | number) => QueryIndex;
  /** The memory of all engines of this instance. */
  readonly memory: WebAssembly.Memory;
  /** The compiled module, to be passed to `load({wasm: module})` here or in a worker. */
  readonly module: WebAssembly.Module;
  /** Whether the kernels use 128-bit vectors. */
  readonly simd: boolean;
  /** The version of the library, for example "0.1.0". */
  readonly version: string;
}

/** Loads and instantiates the module. Each call makes an instance with memory of its own. */
export function load(options?: LoadOptions): Promise<Quadphase>;

/** Whether this JavaScript engine has WebAssembly's 128-bit vectors. */
export function hasSimd(): boolean;

/** The code of an error of the library: that of `StatusCode`, or that the engine is destroyed. */
export type ErrorCode =
  | 'invalid_argument'
  | 'out_of_memory'
  | 'too_many_pairs'
  | 'no_frame'
  | 'in_visitor'
  | 'destroyed'
  | 'other';

/** Any array of numbers. */
export type Numbers = ArrayLike<number>;

export interface QueryIndexOptions {
  /** Rows that the columns have room for. Default: 1024. */
  capacity?: number;
  /** Whether boxes overlap that only touch. Default: true. */
  touching?: boolean;
  /** The period of a world that repeats itself along x; 0, the default: it does not. */
  periodX?: number;
  /** As `periodX`, along y. */
  periodY?: number;
  /** The most objects in a leaf: 1 to 16. Default: 16. */
  leafCapacity?: number;
  /** How often a cell is quartered at most: 1 to 300. Default: 300. */
  maxDepth?: number;
}

export interface BroadPhaseOptions extends QueryIndexOptions {
  /** Whether `update` finds the pairs that began and ended. Default: false. */
  events?: boolean;
  /** Whether `update` finds the index of each pair in the pairs of the update before; needs `events`. Default: false. */
  previousIndices?: boolean;
  /** `update` throws a RangeError if there are more pairs. Default: Infinity. */
  maxPairs?: number;
}

/** Which objects a query finds: those that may pair with an object of this filter. */
export interface QueryFilter {
  /** Bits of what the query is. Default: 1. */
  category?: number;
  /** Bits of the categories that it may find. Default: all ones. */
  mask?: number;
  /** Objects of this group are not found; 0, the default: no group. */
  group?: number;
  /** The world that it looks into. Default: 0. */
  world?: number;
  /** 'all': every world. Default: 'one', that of `world`. */
  worlds?: 'one' | 'all';
  /** Which objects are looked at. Default: 'all'. */
  mobilities?: 'all' | 'moving' | 'static';
}

/** Options of a single query. */
export interface QueryOptions extends QueryFilter {
  /** The query finds only objects of which this is true. It may search, but change nothing. */
  accept?: (id: number) => boolean;
}

export interface NearestOptions extends QueryOptions {
  /** Objects that are farther away are not found. Default: Infinity. */
  maxDistance?: number;
}

/** Options of a batch of queries. */
export interface BatchOptions extends QueryFilter {
  /** Category, mask, group and world of each query, 4 numbers for each, instead of one filter for all. */
  filters?: Numbers;
}

export interface NearestBatchOptions extends BatchOptions {
  /** Objects that are farther away are not found. Default: Infinity. */
  maxDistance?: number;
}

export type ShapeForm = 'box' | 'point' | 'circle' | 'capsule' | 'rotatedBox' | 'polygon';
export type CastForm = 'ray' | 'segment' | 'movingBox' | 'movingCircle' | 'movingCapsule';

/** A shape at rest. The numbers are rounded to floats. A shape that is not valid finds nothing. */
export interface Shape {
  readonly form: ShapeForm;
  readonly numbers: readonly number[];
}

/** A line, or a shape that moves. The numbers are rounded to floats. A cast that is not valid hits nothing. */
export interface Cast {
  readonly form: CastForm;
  readonly numbers: readonly number[];
}

export function box(minX: number, minY: number, maxX: number, maxY: number): Shape;
export function point(x: number, y: number): Shape;
export function circle(x: number, y: number, radius: number): Shape;
/** All points within `radius` of the line from one point to another. */
export function capsule(x1: number, y1: number, x2: number, y2: number, radius: number): Shape;
/** A box around its middle; `axis` is the direction of its width, the cosine and the sine of its angle. */
export function rotatedBox(
  x: number, y: number, halfWidth: number, halfHeight: number, axisX: number, axisY: number,
): Shape;
/** A convex polygon [x, y, x, y...] of 3 to 8 vertices, counter-clockwise with y up. */
export function polygon(coordinates: Numbers): Shape;
/** A half-line. Fractions are multiples of the length of the direction, up to `maxFraction`, by default Infinity. */
export function ray(x: number, y: number, directionX: number, directionY: number, maxFraction?: number): Cast;
export function segment(x1: number, y1: number, x2: number, y2: number): Cast;
/** A box that moves by (dx, dy); fractions are parts of that. */
export function movingBox(minX: number, minY: number, maxX: number, maxY: number, dx: number, dy: number): Cast;
export function movingCircle(x: number, y: number, radius: number, dx: number, dy: number): Cast;
export function movingCapsule(
  x1: number, y1: number, x2: number, y2: number, radius: number, dx: number, dy: number,
): Cast;

/** An object that a cast hits; `fraction` is where the cast enters its box, 0 if it starts inside. */
export interface Hit {
  readonly id: number;
  readonly fraction: number;
}

/**
 * What the last batch of an engine has found, in compressed rows: row i belongs to query i, and has the ids from
 * `offsets[i]` up to `offsets[i + 1]`. Lifetime of its views: until the next batch of the engine, or until the
 * memory grows; the properties give new views.
 */
export interface BatchResult {
  readonly rowCount: number;
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  /** Of each hit, after `castClosestMany` and `castAllMany`; else empty. */
  readonly fractions: Float64Array;
  /** Of each neighbor, after `neighborsMany`; else empty. */
  readonly distances: Float64Array;
  idsOf(row: number): Uint32Array;
  fractionsOf(row: number): Float64Array;
  distancesOf(row: number): Float64Array;
}

/** Boxes with ids, for changes of some objects. All columns have one length; they are copied. */
export interface ObjectColumns {
  minX: Numbers;
  minY: Numbers;
  maxX: Numbers;
  maxY: Numbers;
  ids: Numbers;
  category?: Numbers;
  mask?: Numbers;
  group?: Numbers;
  world?: Numbers;
  margin?: Numbers;
  displacementX?: Numbers;
  displacementY?: Numbers;
  generation?: Numbers;
}

export type OptionalColumn =
  | 'ids' | 'category' | 'mask' | 'group' | 'world' | 'margin' | 'displacementX' | 'displacementY' | 'generation';

/**
 * What can be searched for in the boxes of the last finished frame, static objects and changes included.
 *
 * Single queries return arrays of their own. Errors: an Error with code 'no_frame' before the first `update` or
 * `build`, after one that failed, and after `reserve` or `restore`.
 */
export interface Queries {
  /** The ids of all objects whose boxes overlap a box, in no particular order. */
  search(
    minX: number, minY: number, maxX: number, maxY: number, filter?: QueryOptions | ((id: number) => boolean),
  ): number[];
  /** As `search`, of a shape. */
  overlaps(shape: Shape, filter?: QueryOptions | ((id: number) => boolean)): number[];
  /** The ids of all objects whose boxes lie wholly inside a shape, in no particular order. */
  inside(shape: Shape, filter?: QueryOptions | ((id: number) => boolean)): number[];

  /** The ids of the objects nearest to a point, the nearest first; of equal distances, the lower id. */
  neighbors(
    x: number, y: number, maxResults?: number, maxDistance?: number, filter?: QueryOptions | ((id: number) => boolean),
  ): number[];
  /** Visits objects, the nearest first, until the visitor returns false. It may search, but change nothing. */
  forEachNeighbor(
    x: number, y: number, visit: (id: number, distance: number) => boolean | void, options?: NearestOptions,
  ): void;

  /** The id of one of the objects that a cast hits. */
  castAny(cast: Cast, filter?: QueryOptions | ((id: number) => boolean)): number | undefined;
  /** The first object that a cast hits; of equal fractions, that of the lower id. */
  castClosest(cast: Cast, filter?: QueryOptions | ((id: number) => boolean)): Hit | undefined;
  /** All objects that a cast hits, in their order. */
  castAll(cast: Cast, filter?: QueryOptions | ((id: number) => boolean)): Hit[];
  /**
   * Visits the objects that a cast hits, in their order. The visitor returns nothing or true to go on, false to stop,
   * or the fraction up to which the cast goes on; a negative one changes nothing. It may search, but change nothing.
   */
  forEachHit(
    cast: Cast, visit: (id: number, fraction: number) => boolean | number | void,
    filter?: QueryOptions | ((id: number) => boolean),
  ): void;

  /**
   * A view of the module's memory for the rows of a batch. Passed to a batch, or a part of it, it needs no copy.
   * Lifetime: until the next call with more floats, a batch of rows elsewhere, or until the memory grows.
   */
  batchInput(length: number): Float32Array;

  // Batches: `rows` has the numbers of all queries one after the other, in the order of the functions above: 4 for
  // a box or a segment, 2 for a point, 3 for a circle, 5 for a capsule, a ray or a movingCircle, 6 for a rotatedBox or
  // a movingBox, 7 for a movingCapsule, and 17 for a polygon: 16 coordinates and the number of vertices.
  // Rows of ids are ascending, those of hits and neighbors in their order.

  overlapsMany(form: ShapeForm, rows: Numbers, options?: BatchOptions): BatchResult;
  /** Of each query only the object of the lowest id. */
  firstOverlapsMany(form: ShapeForm, rows: Numbers, options?: BatchOptions): BatchResult;
  insideMany(form: ShapeForm, rows: Numbers, options?: BatchOptions): BatchResult;
  castAnyMany(form: CastForm, rows: Numbers, options?: BatchOptions): BatchResult;
  castClosestMany(form: CastForm, rows: Numbers, options?: BatchOptions): BatchResult;
  castAllMany(form: CastForm, rows: Numbers, options?: BatchOptions): BatchResult;
  /** `points`: x and y of each. */
  neighborsMany(points: Numbers, maxResults: number, options?: NearestBatchOptions): BatchResult;
}

/** What a `BroadPhase` and a `QueryIndex` have in common. */
export interface ObjectSet extends Queries {
  /** The columns have that many rows. */
  readonly capacity: number;
  /** Sets the number of rows. Values of rows below both numbers stay; all views of columns are replaced. */
  setCapacity(capacity: number): void;

  // Columns in the module's memory: row i of each is object i. Read them anew after calls that may grow the memory.
  readonly minX: Float32Array;
  readonly minY: Float32Array;
  readonly maxX: Float32Array;
  readonly maxY: Float32Array;

  // Optional columns, which are made when they are first read, with the default in each row.
  /** The ids of the objects in all results, each of them once. Default: the row. */
  readonly ids: Uint32Array;
  /** Bits of what an object is. Default: 1. */
  readonly category: Uint32Array;
  /** Bits of the categories that it may pair with. Default: all ones. */
  readonly mask: Uint32Array;
  /** Objects of one group never pair; 0, the default: in no group. */
  readonly group: Uint32Array;
  /** Objects of different worlds never pair. Default: 0. */
  readonly world: Uint32Array;
  /** Boxes are enlarged by this on all sides; not negative. Default: 0. */
  readonly margin: Float32Array;
  /** Boxes are swept along this. Default: 0. */
  readonly displacementX: Float32Array;
  readonly displacementY: Float32Array;
  /** How often an id was given to a new object, for events. Default: 0. */
  readonly generation: Uint32Array;
  /** Ends the use of an optional column: all rows have the default again. */
  dropColumn(name: OptionalColumn): void;

  /** Builds the tree of the first `count` rows for queries, and finds no pairs. */
  build(count: number): void;
  /** Queries find these objects in these boxes until the next `update` or `build`. */
  change(columns: ObjectColumns): void;
  /** Queries do not find these objects until the next `update` or `build`. */
  remove(ids: Numbers): void;

  /** The ids of boxes of the last frame that are NaN, inverted, or do not fit a periodic world; ascending. */
  readonly rejectedIds: Uint32Array;
  /** Bytes of memory that the engine holds, its columns included. */
  readonly byteCount: number;

  /** Frees all memory. Every other call throws an Error with code 'destroyed' from then on. */
  destroy(): void;
  [Symbol.dispose](): void;
}

/** Statistics of the last finished frame; `Stats` in stats.hpp describes them. */
export interface Stats {
  objectCount: number;
  rejectedCount: number;
  leafCount: number;
  nodeCount: number;
  /** Box against box tests of the search for pairs. */
  testCount: number;
  pairCount: number;
  byteCount: number;
  threads: 1;
  simd: 'wasm' | 'scalar';
  /** The time of each stage, as finely as `performance.now()` tells it. */
  nanoseconds: {
    statics: number;
    bounds: number;
    keys: number;
    partition: number;
    tree: number;
    pairs: number;
    events: number;
    merge: number;
  };
}

/**
 * A broad phase: each `update` takes the boxes of all moving objects and finds every overlapping pair once.
 *
 * Lifetime of views: pairs, events and indices until the next call that is no query, or until the memory grows.
 */
export interface BroadPhase extends ObjectSet {
  /**
   * Grows the buffers for frames of that many objects and pairs, so that they need not grow later. Drops the tree and
   * the pairs; the columns stay.
   */
  reserve(objectCount: number, pairCount?: number): void;

  /** Finds all pairs of the first `count` rows and the static objects; returns how many there are. */
  update(count: number): number;
  /** The pairs of the last update: first and second id in turn, the lower one first. */
  readonly pairs: Uint32Array;
  readonly pairCount: number;

  /** With `events`, the pairs that began: first and second id and a `BeginReason` in turn, ascending. */
  readonly begun: Uint32Array;
  readonly begunCount: number;
  /** With `events`, the pairs that ended: first and second id and an `EndReason` in turn, ascending. */
  readonly ended: Uint32Array;
  readonly endedCount: number;
  /** With `previousIndices`, the index of each pair in the pairs of the update before, or `kNoPair`. */
  readonly previousIndices: Uint32Array;

  /** The number of pairs of the current tree, which are not stored. */
  countPairs(): number;
  /**
   * After `build`, finds the pairs without storing them, and passes them on in pieces, in the order of `pairs`.
   * Lifetime of `pairs`: the call. The visitor may search, but change nothing.
   */
  forEachPairChunk(visit: (pairs: Uint32Array, chunk: number) => void): void;

  // Static objects, which are sorted once and kept; two of them are never a pair. Changes take effect in the next
  // `update` or `build`. Ids of moving and static objects are of one set. Errors: a RangeError if an id is there
  // already, is not there, or comes twice; nothing has changed then.

  setStatic(columns: ObjectColumns): void;
  addStatic(columns: ObjectColumns): void;
  removeStatic(ids: Numbers): void;
  /** Removes and adds in one step; an id may be in both. */
  exchangeStatic(removedIds: Numbers, columns: ObjectColumns): void;
  clearStatic(): void;
  /** The number of static objects in the last finished frame. */
  readonly staticCount: number;

  /** The pairs of these objects begin anew in the next update. */
  restartPairs(ids: Numbers): void;
  /** Of a pair of `pairs`: whether the boxes overlap without margins and displacements. */
  touching(first: number, second: number): boolean;

  /** A copy of what later results depend on: static objects, and with `events` the pairs of the last update. */
  save(): Uint8Array;
  /** Restores a snapshot at the start of `bytes`; returns its length. There is no tree until the next frame. */
  restore(bytes: Uint8Array): number;

  readonly stats: Stats;
}

/** The tree of a set of boxes, for those who only search. */
export interface QueryIndex extends ObjectSet {
  /** Grows the buffers for that many objects. Drops the tree. */
  reserve(objectCount: number): void;
  /** Writes the next row, as in flatbush, and returns it. Errors: a RangeError if all rows are written. */
  add(minX: number, minY: number, maxX?: number, maxY?: number): number;
  /** Builds the tree of the rows added since the last `finish`. */
  finish(): void;
}

/** Why a pair began. */
export declare const BeginReason: {
  /** The boxes were disjoint in the last update. */
  readonly touched: 0;
  /** One of the two is new. */
  readonly added: 1;
  /** The filters of the last update did not let them pair. */
  readonly filteredIn: 2;
  /** Both were static in the last update. */
  readonly madeMoving: 3;
  /** `restartPairs` named one of the two. */
  readonly restarted: 4;
};

/** Why a pair ended. */
export declare const EndReason: {
  /** The boxes are disjoint now. */
  readonly separated: 0;
  /** One of the two is gone. */
  readonly removed: 1;
  /** Their filters do not let them pair now. */
  readonly filteredOut: 2;
  /** Both are static now. */
  readonly madeStatic: 3;
};

/** The previous index of a pair that is new. */
export declare const kNoPair: 4294967295;
