// SPDX-License-Identifier: MIT
// The answers by brute force. Columns: min_x, min_y, max_x, max_y.

const f = Math.fround;

function distance([minX, minY, maxX, maxY], i, at) {
  return Math.hypot(Math.max(0, minX[i] - at.x, at.x - maxX[i]), Math.max(0, minY[i] - at.y, at.y - maxY[i]));
}

/** Where a line enters a box, as a fraction; NaN if it misses. */
function entry([minX, minY, maxX, maxY], i, from, to) {
  let enter = 0, leave = Infinity;
  for (const [low, high, start, step] of [[minX[i], maxX[i], from.x, f(to.x - from.x)], [minY[i], maxY[i], from.y, f(to.y - from.y)]]) {
    if (step === 0) {
      if (start < low || start > high) return NaN;
      continue;
    }
    const a = (low - start) / step, b = (high - start) / step;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : NaN;
}

/** What a query finds: ids, ascending; of rays and of nearest boxes also their measures, ascending. */
export function bruteForce(columns, shape) {
  const [minX, minY, maxX, maxY] = columns;
  const rows = minX.map((_, i) => i);
  const at = {x: f(shape.at.x), y: f(shape.at.y)};
  const half = f(shape.halfSize ?? 0);
  if (shape.kind === 'ray') {
    const from = {x: f(shape.from.x), y: f(shape.from.y)};
    const measures = rows.map((i) => entry(columns, i, from, at)).filter((value) => !Number.isNaN(value));
    return {ids: measures, measures: measures.sort((a, b) => a - b)};
  }
  if (shape.kind === 'nearest') {
    const measures = rows.map((i) => distance(columns, i, at)).sort((a, b) => a - b).slice(0, shape.count);
    return {ids: measures, measures};
  }
  const box = shape.kind === 'box' ? [f(at.x - half), f(at.y - half), f(at.x + half), f(at.y + half)] : [at.x, at.y, at.x, at.y];
  const ids = rows.filter((i) => (shape.kind === 'circle'
    ? distance(columns, i, at) <= half
    : minX[i] <= box[2] && box[0] <= maxX[i] && minY[i] <= box[3] && box[1] <= maxY[i]));
  return {ids, measures: []};
}

/** All overlapping pairs, as sorted texts. */
export function pairsOf([minX, minY, maxX, maxY]) {
  const pairs = [];
  for (let i = 0; i < minX.length; ++i) {
    for (let j = i + 1; j < minX.length; ++j)
      if (minX[i] <= maxX[j] && minX[j] <= maxX[i] && minY[i] <= maxY[j] && minY[j] <= maxY[i]) pairs.push(`${i},${j}`);
  }
  return pairs.sort();
}
