// SPDX-License-Identifier: MIT
// The reference of the package. README.md has the rules of memory and lifetimes of views.

import type {Numbers, Queries} from './queries.js';

export * from './queries.js';

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** What a module may be loaded from. */
export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string;

export interface LoadOptions {
  /** Whether to load the module with 128-bit vectors. Default: `hasSimd()`, without `recording`. */
  simd?: boolean;
  /** Whether to load the module that has a `Recorder`, which is the one without vectors. Default: false. */
  recording?: boolean;
  /** The module to instantiate. Default: `quadphase.wasm` or `quadphase-scalar.wasm` beside the script. */
  wasm?: ModuleSource | Promise<ModuleSource>;
  /** The most bytes of memory, in whole pages of 64 KiB from 2 MiB to 4 GiB. Default: 4 GiB. */
  maxMemory?: number;
}

/** One instance of the module: its classes share its memory and nothing else. */
export interface Quadphase {
  readonly BroadPhase: new (options?: BroadPhaseOptions) => BroadPhase;
  readonly Index: new (options?: IndexOptions | number) => Index;
  /** Needs the module without vectors, which `recording` loads. The other one throws an Error. */
  readonly Recorder: new (options?: RecorderOptions) => Recorder;
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

export interface IndexOptions {
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
  /** What records the calls of this engine: a recorder of the same instance. Default: none. */
  recorder?: Recorder;
}

export interface BroadPhaseOptions extends IndexOptions {
  /** Whether `update` finds the pairs that began and ended. Default: false. */
  events?: boolean;
  /** Whether `update` finds the index of each pair in the pairs of the update before; needs `events`. Default: false. */
  previousIndices?: boolean;
  /** `update` throws a RangeError if there are more pairs. Default: Infinity. */
  maxPairs?: number;
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

/** What a `BroadPhase` and an `Index` have in common. */
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
  patch(columns: ObjectColumns): void;
  /** Queries do not find these objects until the next `update` or `build`. */
  hide(ids: Numbers): void;

  /** The ids of boxes of the last frame that are NaN, inverted, or do not fit a periodic world; ascending. */
  readonly rejectedIds: Uint32Array;
  /** Bytes of memory that the engine holds, its columns included. */
  readonly byteCount: number;
  /**
   * Gives back the memory that the last frame and the next frame's events do not need, for other engines of the
   * instance. What can be read of the frame stays; views must be taken anew, and those of a batch are gone. The memory of
   * the instance itself does not shrink: WebAssembly cannot.
   */
  shrinkToFit(): void;

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
  tightBoxesOverlap(first: number, second: number): boolean;

  /** A copy of what later results depend on: static objects, and with `events` the pairs of the last update. */
  save(): Uint8Array;
  /** Restores a snapshot at the start of `bytes`; returns its length. There is no tree until the next frame. */
  restore(bytes: Uint8Array): number;

  readonly stats: Stats;
}

/** The tree of a set of boxes, for those who only search. */
export interface Index extends ObjectSet {
  /** Grows the buffers for that many objects. Drops the tree. */
  reserve(objectCount: number): void;
  /** Writes the next row, as in flatbush, and returns it. Errors: a RangeError if all rows are written. */
  add(minX: number, minY: number, maxX?: number, maxY?: number): number;
  /**
   * Builds the tree of the rows added since the last `finish`. Errors: a RangeError if the index was made of a number,
   * as in flatbush, and fewer boxes were added; of `{capacity}` there may be fewer.
   */
  finish(): void;
}

export interface RecorderOptions {
  /** Whether each call writes a hash of what it returned or changed, for `quadphase_replay compare`. Default: false. */
  hashes?: boolean;
  /** The most bytes that wait to be taken; a call beyond it ends the recording. Default: 268435456. */
  memoryLimit?: number;
}

/**
 * Records the calls of engines with all that they were given, in memory. All pieces that are taken, in their order, are
 * a file for `quadphase_replay` and the C++ classes `Recording` and `Replayer`. Recording changes no result.
 */
export interface Recorder {
  /** A copy of the bytes since they were last taken, the last calls included. */
  take(): Uint8Array;
  /** As `take`, and the end of the recording: later calls are not recorded. */
  finish(): Uint8Array;
  /** Why nothing more is recorded; empty if all is well. */
  readonly error: string;
  /** The number of calls so far. */
  readonly callCount: number;
  /** Ends the recording and frees its memory. Engines that have it work on, and record nothing more. */
  destroy(): void;
  [Symbol.dispose](): void;
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
