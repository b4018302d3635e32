// SPDX-License-Identifier: MIT
// The keys, and the text that explains them.
import {queryNames} from './engine.js';
import {kLeastSpeed, kMostSpeed} from './session.js';

export const help = [
  ['click', 'insert a box'],
  ['drag', 'move the box under the mouse; beside boxes: move the view'],
  ['right click, Delete', 'remove the box under the mouse'],
  ['wheel', 'size of the query; with Shift, or without a query: of new boxes'],
  ['Ctrl + wheel, pinch, + −', 'zoom'],
  ['middle button, two fingers', 'move the view'],
  ['space', 'play, pause'],
  [', .', 'one frame back, one frame on'],
  ['[ ]', 'slower, faster'],
  ['1 2 3 4', 'quadphase, classic, loose, all three'],
  ['q', 'next kind of query'],
  ['a', 'the ray starts under the mouse'],
  ['b c p l z', 'boxes, cells, pairs, leaves only, Z-order line'],
  ['0', 'show all'],
  ['r n', 'begin again; other random places'],
  ['s', 'download a picture'],
  ['?', 'this page'],
];

/** What each key does; `page` has the actions of main.js. */
export function actionsOf(page) {
  const {session} = page;
  const flip = (layer) => () => { session.layers[layer] = !session.layers[layer]; };
  const faster = (factor) => () => {
    session.speed = Math.min(kMostSpeed, Math.max(kLeastSpeed, session.speed * factor));
  };
  return {
    ' ': () => page.setPlaying(!session.isPlaying),
    '.': () => page.step(),
    ',': () => session.seek(session.frame - 1),
    '[': faster(0.5),
    ']': faster(2),
    1: () => page.setView('quadphase'),
    2: () => page.setView('classic'),
    3: () => page.setView('loose'),
    4: () => page.setView('all'),
    q: () => session.setQuery(queryNames[(queryNames.indexOf(session.query.kind) + 1) % queryNames.length]),
    a: () => { session.rayFrom = session.mouse && {...session.mouse}; session.needsSearch = true; },
    b: flip('boxes'),
    c: flip('cells'),
    p: flip('pairs'),
    l: flip('leavesOnly'),
    z: flip('order'),
    '+': () => page.zoom(1.4),
    '=': () => page.zoom(1.4),
    '-': () => page.zoom(1 / 1.4),
    0: () => page.fit(),
    r: () => page.restart(),
    n: () => page.restart({seed: session.newSeed()}),
    s: () => page.savePicture(),
    Delete: () => session.remove(page.pointer.place && session.mouse ? page.pointer.pick() : -1),
    '?': () => document.getElementById('help').showModal(),
  };
}
