// SPDX-License-Identifier: MIT
// The library's errors as those of JavaScript.

// In the order of StatusCode in status.hpp.
const kCodes = [
  'ok',
  'invalid_argument',
  'out_of_memory',
  'too_many_pairs',
  'no_frame',
  'in_visitor',
  'invalid_worker',
  'visitor_threw',
  'other',
];
const kRangeErrors = new Set(['invalid_argument', 'too_many_pairs']);

/** The error of a status, with the library's words. */
export function errorOf(status, message) {
  const code = kCodes[status] ?? 'other';
  const error = kRangeErrors.has(code) ? new RangeError(message) : new Error(message);
  error.code = code;
  return error;
}

/** An error of a rule that is checked before the library is called. */
export function invalidArgument(message) {
  return errorOf(1, message);
}

export function destroyedError() {
  const error = new Error('quadphase: this engine is destroyed');
  error.code = 'destroyed';
  return error;
}

/** A whole number from 0 to `most`, or an error. */
export function checkedCount(value, name, most = 0xffffffff) {
  if (typeof value !== 'number') throw new TypeError(`quadphase: ${name} must be a number`);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw invalidArgument(`quadphase: ${name} must be a whole number from 0 to ${most}`);
  }
  return value;
}

/** Throws if an object has a property that is not in `known`: a misspelt option would do nothing. */
export function checkKeys(object, known, what) {
  if (object === null || typeof object !== 'object') throw new TypeError(`quadphase: ${what} must be an object`);
  for (const key of Object.keys(object)) {
    if (!known.has(key)) throw new TypeError(`quadphase: ${what} have no '${key}'; there are: ${[...known].join(', ')}`);
  }
}
