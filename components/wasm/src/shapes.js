// SPDX-License-Identifier: MIT
// The shapes of queries, as the numbers of the library's structs.
import {checkNumbers, checkedArray} from './errors.js';

/** The forms, in the order of `Form` in queries.cpp, and how many numbers each has; of some, one is a double. */
export const kForms = Object.freeze({
  box: {index: 0, length: 4, isCast: false},
  point: {index: 1, length: 2, isCast: false},
  circle: {index: 2, length: 3, isCast: false, hasDouble: true},
  capsule: {index: 3, length: 5, isCast: false, hasDouble: true},
  rotatedBox: {index: 4, length: 6, isCast: false},
  polygon: {index: 5, length: 17, isCast: false},
  ray: {index: 6, length: 5, isCast: true, hasDouble: true},
  segment: {index: 7, length: 4, isCast: true},
  movingBox: {index: 8, length: 6, isCast: true},
  movingCircle: {index: 9, length: 5, isCast: true, hasDouble: true},
  movingCapsule: {index: 10, length: 7, isCast: true, hasDouble: true},
});
const kMaxVertices = 8;

function make(form, ...numbers) {
  checkNumbers(numbers, `a ${form}`);
  return Object.freeze({form, numbers: Object.freeze(numbers)});
}

export const box = (minX, minY, maxX, maxY) => make('box', minX, minY, maxX, maxY);
export const point = (x, y) => make('point', x, y);
export const circle = (x, y, radius) => make('circle', x, y, radius);
export const capsule = (x1, y1, x2, y2, radius) => make('capsule', x1, y1, x2, y2, radius);
export const rotatedBox = (x, y, halfWidth, halfHeight, axisX, axisY) =>
  make('rotatedBox', x, y, halfWidth, halfHeight, axisX, axisY);

export function polygon(coordinates) {
  const count = checkedArray(coordinates, 'the coordinates of a polygon').length / 2;
  const numbers = new Array(2 * kMaxVertices + 1).fill(0);
  // Why no error: as in the library, a polygon of too many vertices is not valid, and finds nothing.
  if (Number.isInteger(count) && count <= kMaxVertices) {
    for (let i = 0; i < 2 * count; ++i) numbers[i] = coordinates[i];
    numbers[2 * kMaxVertices] = count;
  }
  return make('polygon', ...numbers);
}

export const ray = (x, y, directionX, directionY, maxFraction = Infinity) =>
  make('ray', x, y, directionX, directionY, maxFraction);
export const segment = (x1, y1, x2, y2) => make('segment', x1, y1, x2, y2);
export const movingBox = (minX, minY, maxX, maxY, dx, dy) => make('movingBox', minX, minY, maxX, maxY, dx, dy);
export const movingCircle = (x, y, radius, dx, dy) => make('movingCircle', x, y, radius, dx, dy);
export const movingCapsule = (x1, y1, x2, y2, radius, dx, dy) => make('movingCapsule', x1, y1, x2, y2, radius, dx, dy);

/** The form of a shape or of a cast, whichever is wanted. */
export function formOf(name, isCast) {
  const form = typeof name === 'string' && Object.hasOwn(kForms, name) ? kForms[name] : undefined;
  if (form === undefined || form.isCast !== isCast) {
    const names = Object.keys(kForms).filter((other) => kForms[other].isCast === isCast);
    throw new TypeError(`quadphase: ${isCast ? 'a cast' : 'a shape'} must be one of: ${names.join(', ')}`);
  }
  return form;
}
