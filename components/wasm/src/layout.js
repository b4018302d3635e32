// SPDX-License-Identifier: MIT
// Where the words are that JavaScript shares with an engine. Invariant: as `Shared` in handle.hpp.

/** Columns of an engine, in the order of `Column` in handle.hpp; true: floats. */
export const kColumns = Object.freeze({
  minX: true,
  minY: true,
  maxX: true,
  maxY: true,
  ids: false,
  category: false,
  mask: false,
  group: false,
  world: false,
  margin: true,
  displacementX: true,
  displacementY: true,
  generation: false,
});
export const kColumnNames = Object.freeze(Object.keys(kColumns));

/** Spans, in the order of `Span` in handle.hpp. */
export const kSpans = Object.freeze({
  pairs: 0,
  begun: 1,
  ended: 2,
  previousIndices: 3,
  rejectedIds: 4,
  offsets: 5,
  rowIds: 6,
  rowFractions: 7,
  rowDistances: 8,
  foundIds: 9,
  foundValues: 10,
  snapshot: 11,
});

// In words of 4 bytes from the start of an engine; the input and numbers in words of 8 bytes.
export const kOptionsAt = 24;
export const kInputAt = 16;
export const kLentAt = 81;
export const kOwnAt = 68;
export const kNumbersAt = 48;

export const kStatistics = Object.freeze([
  'objectCount',
  'rejectedCount',
  'leafCount',
  'nodeCount',
  'testCount',
  'pairCount',
  'byteCount',
]);
export const kStages = Object.freeze(['statics', 'bounds', 'keys', 'partition', 'tree', 'pairs', 'events', 'merge']);
