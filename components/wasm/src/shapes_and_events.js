// SPDX-License-Identifier: MIT
// What the package exports besides `load`: shapes and casts of queries, and the reasons of events.
export {
  box,
  capsule,
  circle,
  movingBox,
  movingCapsule,
  movingCircle,
  point,
  polygon,
  ray,
  rotatedBox,
  segment,
} from './shapes.js';

/** Why a pair began: as BeginReason in pair.hpp. */
export const BeginReason = Object.freeze({touched: 0, added: 1, filteredIn: 2, madeMoving: 3, restarted: 4});
/** Why a pair ended: as EndReason in pair.hpp. */
export const EndReason = Object.freeze({separated: 0, removed: 1, filteredOut: 2, madeStatic: 3});
/** The previous index of a pair that is new. */
export const kNoPair = 0xffffffff;
