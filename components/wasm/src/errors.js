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

export function destroyedError(what = 'engine') {
  const error = new Error(`quadphase: this ${what} is destroyed`);
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

/** A number, which may be NaN or not whole, or an error. */
export function checkedNumber(value, name) {
  if (typeof value !== 'number') throw new TypeError(`quadphase: ${name} must be a number`);
  return value;
}

/** A number that is not NaN. */
export const isNumber = (value) => typeof value === 'number' && value === value;

/** Throws unless all of them are numbers, and none is NaN. */
export function checkNumbers(values, what) {
  for (let i = 0; i < values.length; ++i) {
    if (!isNumber(values[i])) throw new TypeError(`quadphase: value ${i} of ${what} must be a number, and not NaN`);
  }
}

/** Bits of a word, as a whole number with or without a sign, as JavaScript's operators give them. */
export function checkedBits(value, name) {
  if (typeof value !== 'number') throw new TypeError(`quadphase: ${name} must be a number`);
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) {
    throw invalidArgument(`quadphase: ${name} must have 32 bits`);
  }
  return value;
}

/** Whether an array is typed, of numbers. */
const isTyped = (array) =>
  ArrayBuffer.isView(array) && !(array instanceof DataView) && !(array instanceof BigInt64Array) &&
  !(array instanceof BigUint64Array);

/** An array of numbers, or an error. Typed arrays can hold nothing else, so their items are not looked at. */
export function checkedArray(array, name) {
  if (isTyped(array)) return array;
  const length = typeof array === 'object' && array !== null && !ArrayBuffer.isView(array) ? array.length : undefined;
  if (!Number.isInteger(length) || length < 0) throw new TypeError(`quadphase: ${name} must be an array of numbers`);
  for (let i = 0; i < length; ++i) {
    if (typeof array[i] !== 'number') throw new TypeError(`quadphase: ${name}[${i}] must be a number`);
  }
  return array;
}

/** An array of words, or an error; of floats, each must be a whole number. */
export function checkedWords(array, name) {
  checkedArray(array, name);
  if (isTyped(array) && !(array instanceof Float32Array) && !(array instanceof Float64Array)) return array;
  for (let i = 0; i < array.length; ++i) checkedCount(array[i], `${name}[${i}]`);
  return array;
}

/** A function, or an error. */
export function checkedFunction(value, name) {
  if (typeof value !== 'function') throw new TypeError(`quadphase: ${name} must be a function`);
  return value;
}

/** Throws if an object has a property that is not in `known`: a misspelt option would do nothing. */
export function checkKeys(object, known, what) {
  if (object === null || typeof object !== 'object' || Array.isArray(object) || ArrayBuffer.isView(object)) {
    throw new TypeError(`quadphase: ${what} must be an object`);
  }
  for (const key of Object.keys(object)) {
    if (!known.has(key)) throw new TypeError(`quadphase: ${what} have no '${key}'; there are: ${[...known].join(', ')}`);
  }
}
