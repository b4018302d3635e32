// SPDX-License-Identifier: MIT
// What must be found, from the formulas of the headers and no other part of the library.

export const boxAt = ({minX, minY, maxX, maxY}, i) => ({minX: minX[i], minY: minY[i], maxX: maxX[i], maxY: maxY[i]});

export const isValid = (box) => box.minX <= box.maxX && box.minY <= box.maxY;

export function overlaps(a, b, touching = true) {
  return touching
    ? a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY
    : a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;
}

/** The filter of a row; columns that are not there have their defaults. */
export const filterAt = (columns, i) => ({
  category: columns.category?.[i] ?? 1,
  mask: columns.mask?.[i] ?? 0xffffffff,
  group: columns.group?.[i] ?? 0,
  world: columns.world?.[i] ?? 0,
});

export function mayPair(a, b) {
  return (
    (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0 && (a.group !== b.group || a.group === 0) && a.world === b.world
  );
}

/** All rows of moving and static columns as objects; those that are not valid are left out. */
export function objectsOf(columns, count, isStatic = false) {
  const objects = [];
  for (let i = 0; i < count; ++i) {
    const box = boxAt(columns, i);
    if (columns.margin !== undefined) {
      box.minX = Math.fround(box.minX - columns.margin[i]);
      box.minY = Math.fround(box.minY - columns.margin[i]);
      box.maxX = Math.fround(box.maxX + columns.margin[i]);
      box.maxY = Math.fround(box.maxY + columns.margin[i]);
    }
    if (!isValid(box)) continue;
    objects.push({id: columns.ids?.[i] ?? i, box, filter: filterAt(columns, i), isStatic});
  }
  return objects;
}

/** All pairs as sorted texts. */
export function pairTextsOf(objects, touching = true) {
  const texts = [];
  for (let i = 0; i < objects.length; ++i) {
    for (let j = 0; j < i; ++j) {
      const a = objects[i];
      const b = objects[j];
      if ((a.isStatic && b.isStatic) || !overlaps(a.box, b.box, touching) || !mayPair(a.filter, b.filter)) continue;
      texts.push(`${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`);
    }
  }
  return texts.sort();
}

export const idsOf = (objects, accept) =>
  objects
    .filter((object) => accept(object.box, object))
    .map(({id}) => id)
    .sort((a, b) => a - b);

const reach = (min, max, center) => Math.max(0, min - center, center - max);

export function distance(x, y, box) {
  const dx = reach(box.minX, box.maxX, x);
  const dy = reach(box.minY, box.maxY, y);
  return Math.sqrt(dx * dx + dy * dy);
}

/** All objects, the nearest first; of equal distances the lower id. */
export function neighborsOf(objects, x, y) {
  return objects
    .map(({id, box}) => ({id, distance: distance(x, y, box)}))
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
}

export function circleOverlaps(x, y, radius, box) {
  const dx = reach(box.minX, box.maxX, x);
  const dy = reach(box.minY, box.maxY, y);
  return Math.sqrt(dx * dx + dy * dy) <= radius;
}

export function circleContains(x, y, radius, box) {
  const dx = Math.max(box.maxX - x, x - box.minX);
  const dy = Math.max(box.maxY - y, y - box.minY);
  return Math.sqrt(dx * dx + dy * dy) <= radius;
}

/**
 * The least and the greatest of n.x * (x - from.x) + n.y * (y - from.y) at the corners of a box.
 * Why by axis: edges may be infinite.
 */
function range(nx, ny, fromX, fromY, box) {
  const product = (a, b) => (a === 0 || b === 0 ? 0 : a * b);
  const xs = [product(nx, box.minX - fromX), product(nx, box.maxX - fromX)];
  const ys = [product(ny, box.minY - fromY), product(ny, box.maxY - fromY)];
  return [Math.min(...xs) + Math.min(...ys), Math.max(...xs) + Math.max(...ys)];
}

export function rotatedBoxOverlaps([x, y, halfWidth, halfHeight, axisX, axisY], box) {
  const s = axisX * axisX + axisY * axisY;
  const extentX = Math.abs(axisX) * halfWidth + Math.abs(axisY) * halfHeight;
  const extentY = Math.abs(axisY) * halfWidth + Math.abs(axisX) * halfHeight;
  const [leastU, greatestU] = range(axisX, axisY, x, y, box);
  const [leastV, greatestV] = range(-axisY, axisX, x, y, box);
  return (
    box.minX <= x + extentX && box.maxX >= x - extentX && box.minY <= y + extentY && box.maxY >= y - extentY &&
    leastU <= halfWidth * s && greatestU >= -(halfWidth * s) && leastV <= halfHeight * s && greatestV >= -(halfHeight * s)
  );
}

/** A polygon of [x, y, x, y...] that is counter-clockwise. */
export function polygonOverlaps(numbers, box) {
  const points = [];
  for (let i = 0; i < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const bounds = {minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys)};
  if (!overlaps(bounds, box)) return false;
  return points.every(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    const nx = by - ay;
    const ny = ax - bx;
    const furthest = Math.max(...points.map(([px, py]) => nx * (px - ax) + ny * (py - ay)));
    return range(nx, ny, ax, ay, box)[0] <= furthest;
  });
}

/** Where a cast enters a box, or undefined: `entry_fraction` of shapes.hpp. */
export function entryFraction({box: from, dx, dy, maxFraction}, box) {
  const limit = maxFraction === Infinity ? Number.MAX_VALUE : maxFraction;
  let enter = 0;
  let leave = limit;
  for (const [d, fromMin, fromMax, min, max] of [
    [dx, from.minX, from.maxX, box.minX, box.maxX],
    [dy, from.minY, from.maxY, box.minY, box.maxY],
  ]) {
    if (d === 0) {
      if (!(fromMin <= max && min <= fromMax)) return undefined;
      continue;
    }
    const near = d > 0 ? (min - fromMax) / d : (max - fromMin) / d;
    const far = d > 0 ? (max - fromMin) / d : (min - fromMax) / d;
    enter = Math.max(enter, near);
    leave = Math.min(leave, far);
  }
  return enter <= leave ? enter : undefined;
}

/** All hits of a cast, in their order. */
export function hitsOf(objects, cast) {
  const hits = [];
  for (const {id, box} of objects) {
    const fraction = entryFraction(cast, box);
    if (fraction !== undefined) hits.push({id, fraction});
  }
  return hits.sort((a, b) => a.fraction - b.fraction || a.id - b.id);
}
