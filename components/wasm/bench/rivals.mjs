// SPDX-License-Identifier: MIT
// The libraries that quadphase is compared with, each driven in the fastest way that we found.
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import RBush from 'rbush';

import {PairSum} from './frames.mjs';

/** flatbush: built anew in each frame, and searched with each box; its filter takes the pairs, so no arrays are made. */
export class FlatbushPairs {
  frame({count, minX, minY, maxX, maxY}) {
    const index = new Flatbush(count, 16, Float32Array);
    for (let i = 0; i < count; ++i) index.add(minX[i], minY[i], maxX[i], maxY[i]);
    index.finish();
    const pairs = new PairSum();
    let row = 0;
    const keep = (other) => {
      if (other > row) pairs.add(row, other);
      return false;
    };
    for (row = 0; row < count; ++row) index.search(minX[row], minY[row], maxX[row], maxY[row], keep);
    return pairs;
  }
}

/** rbush: all boxes loaded at once in each frame, which is faster than to move each of them. */
export class RBushPairs {
  constructor(count) {
    this.items = Array.from({length: count}, (_, id) => ({minX: 0, minY: 0, maxX: 0, maxY: 0, id}));
    this.tree = new RBush(16);
  }
  frame({count, minX, minY, maxX, maxY}) {
    const {items, tree} = this;
    for (let i = 0; i < count; ++i) {
      const item = items[i];
      item.minX = minX[i];
      item.minY = minY[i];
      item.maxX = maxX[i];
      item.maxY = maxY[i];
    }
    tree.clear();
    tree.load(items);
    const pairs = new PairSum();
    for (const item of items) {
      for (const other of tree.search(item)) if (other.id > item.id) pairs.add(item.id, other.id);
    }
    return pairs;
  }
}

/** kdbush: of points, so for boxes of one size only; what it finds in twice the size is compared exactly. */
export class KDBushPairs {
  frame({count, minX, minY, maxX, maxY}) {
    const index = new KDBush(count, 64, Float32Array);
    for (let i = 0; i < count; ++i) index.add(minX[i], minY[i]);
    index.finish();
    const pairs = new PairSum();
    const reach = 1.001;
    for (let i = 0; i < count; ++i) {
      for (const j of index.range(minX[i] - reach, minY[i] - reach, minX[i] + reach, minY[i] + reach)) {
        if (j > i && minX[i] <= maxX[j] && minX[j] <= maxX[i] && minY[i] <= maxY[j] && minY[j] <= maxY[i]) pairs.add(i, j);
      }
    }
    return pairs;
  }
}

export function buildFlatbush({count, minX, minY, maxX, maxY}) {
  const index = new Flatbush(count, 16, Float32Array);
  for (let i = 0; i < count; ++i) index.add(minX[i], minY[i], maxX[i], maxY[i]);
  index.finish();
  return index;
}

export function buildRBush({count, minX, minY, maxX, maxY}) {
  const tree = new RBush(16);
  tree.load(Array.from({length: count}, (_, id) => ({minX: minX[id], minY: minY[id], maxX: maxX[id], maxY: maxY[id], id})));
  return tree;
}
