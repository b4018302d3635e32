// SPDX-License-Identifier: MIT
// What the suites check with, in Node and in browsers.

export function fail(message) {
  throw new Error(message);
}

export function isTrue(value, what = 'the condition') {
  if (value !== true) fail(`${what} must be true, and is ${value}`);
}

export function equal(actual, expected, what = 'the value') {
  if (!Object.is(actual, expected)) fail(`${what} must be ${String(expected)}, and is ${String(actual)}`);
}

/** Compares arrays of any kind, item by item. */
export function equalItems(actual, expected, what = 'the array') {
  const text = (items) => `[${Array.from(items).slice(0, 12).join(', ')}${items.length > 12 ? ', ...' : ''}]`;
  if (actual.length !== expected.length) {
    fail(`${what} must have ${expected.length} items, and has ${actual.length}: ${text(actual)}, not ${text(expected)}`);
  }
  for (let i = 0; i < actual.length; ++i) {
    if (!Object.is(actual[i], expected[i])) fail(`${what}[${i}] must be ${expected[i]}, and is ${actual[i]}`);
  }
}

/** Checks that a call throws an error of a type, with words and a code. */
export function throws(call, Type, words, code) {
  let thrown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) fail(`the call must throw ${Type.name}: ${words}`);
  if (thrown.constructor !== Type) fail(`the call must throw ${Type.name}, and throws ${thrown.constructor.name}: ${thrown.message}`);
  if (!thrown.message.includes(words)) fail(`the error must say '${words}', and says '${thrown.message}'`);
  if (code !== undefined) equal(thrown.code, code, 'the code of the error');
}

export const sorted = (items) => Array.from(items).sort((a, b) => a - b);

/** Pairs of a view in which first and second alternate, as sorted texts. */
export function pairTexts(pairs) {
  const texts = [];
  for (let i = 0; i < pairs.length; i += 2) texts.push(`${pairs[i]} ${pairs[i + 1]}`);
  return texts.sort();
}

/** Events as sorted texts: first, second and reason. */
export function eventTexts(events) {
  const texts = [];
  for (let i = 0; i < events.length; i += 3) texts.push(`${events[i]} ${events[i + 1]} ${events[i + 2]}`);
  return texts.sort();
}

/** Equal numbers for equal seeds, from 0 up to 1. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fills rows of boxes; sizes and places on a coarse grid make edges that touch. */
export function fillBoxes(columns, count, random, {size = 0.06, grid = 0} = {}) {
  const round = (value) => (grid > 0 ? Math.round(value / grid) * grid : value);
  const {minX, minY, maxX, maxY} = columns;
  for (let i = 0; i < count; ++i) {
    const x = round(random());
    const y = round(random());
    minX[i] = x;
    minY[i] = y;
    maxX[i] = x + round(size * random());
    maxY[i] = y + round(size * random());
  }
}

/** Puts edges into some rows that only the formula of a valid box keeps apart. */
export function spoilBoxes(columns, count, random) {
  const {minX, minY, maxX, maxY} = columns;
  for (let i = 0; i < count; i += 7) {
    const kind = Math.floor(random() * 8);
    if (kind === 0) minX[i] = NaN;
    if (kind === 1) maxY[i] = NaN;
    if (kind === 2) minX[i] = -Infinity;
    if (kind === 3) maxX[i] = Infinity;
    if (kind === 4) [minY[i], maxY[i]] = [maxY[i] + 1, minY[i]];
    if (kind === 5) [maxX[i], maxY[i]] = [minX[i], minY[i]];
    if (kind === 6) [minX[i], minY[i], maxX[i], maxY[i]] = [-Infinity, -Infinity, Infinity, Infinity];
    if (kind === 7) maxX[i] = minX[i] + 1e-40;
  }
}

/** Columns of arrays of their own. */
export function makeColumns(count, more = {}) {
  return {
    minX: new Float32Array(count),
    minY: new Float32Array(count),
    maxX: new Float32Array(count),
    maxY: new Float32Array(count),
    ...more,
  };
}
