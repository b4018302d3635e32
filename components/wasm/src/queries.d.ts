// SPDX-License-Identifier: MIT
// The types of queries; index.d.ts has the others.

/** Any array of numbers. */
export type Numbers = ArrayLike<number>;

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

/**
 * A shape at rest. Coordinates are rounded to floats; a radius is not, so a distance that was found is a radius that
 * finds the same again. A shape that is not valid finds nothing. Errors: a TypeError if a number is none, or NaN.
 */
export interface Shape {
  readonly form: ShapeForm;
  readonly numbers: readonly number[];
}

/**
 * A line, or a shape that moves. Coordinates are rounded to floats; a radius and `maxFraction` are not. A cast that is
 * not valid hits nothing. Errors: as of a shape.
 */
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

/**
 * What can be searched for in the boxes of the last finished frame, static objects and changes included.
 *
 * Single queries return arrays of their own. Errors: a TypeError if an argument is missing, of a wrong type, or NaN, and
 * if an option does not exist; an Error with code 'no_frame' before the first `update` or
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
  // Radii and greatest fractions are as exact as the array: doubles in a Float64Array or an array, which are copied, and
  // floats in a Float32Array. A query with NaN finds nothing.
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
