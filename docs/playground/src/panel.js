// SPDX-License-Identifier: MIT
// The controls beside the picture, and the figures that they show.
import {queryNames, treeNames} from './engine.js';
import {kLeastSize, kMostSize, viewNames} from './session.js';

const $ = (id) => document.getElementById(id);
const grouped = (number) => Math.round(number).toLocaleString('en-US');

/** Three digits; a dash if there is no number. */
export function digits(number) {
  if (!Number.isFinite(number)) return '–';
  return number >= 1000 ? grouped(number) : number.toPrecision(3).replace(/^(\d+)\.$/, '$1');
}

function short(number) {
  if (number < 1e5) return grouped(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(0)}k` : `${(number / 1e6).toFixed(2)}M`;
}

const queryLabels = {none: 'none', box: 'box', circle: 'circle', point: 'point', ray: 'ray', nearest: 'nearest'};
const queryNotes = {
  none: 'The box under the mouse has a frame.',
  box: 'All boxes that overlap a box. The wheel changes its size.',
  circle: 'All boxes that overlap a circle. The wheel changes its size.',
  point: 'All boxes that hold the point.',
  ray: 'All boxes that a ray hits, in their order; × is the first hit. The key a puts its start under the mouse.',
  nearest: 'The boxes nearest to the mouse.',
};
const tools = [['insert', 'insert, drag'], ['remove', 'remove'], ['pan', 'pan']];
const layerLabels = {boxes: 'boxes', pairs: 'pairs', cells: 'cells', leavesOnly: 'leaves only', order: 'Z-order line'};

const swatch = (inner) => `<svg viewBox="0 0 18 14" aria-hidden="true">${inner}</svg>`;
const rect = (color, width, inside) =>
  `<rect x="2" y="1" width="14" height="12" fill="var(--${color})" fill-opacity="${inside}" stroke="var(--${color})" stroke-width="${width}"/>`;
const legendEntries = {
  boxes: [swatch(rect('box', 1, 0.1)), 'box'],
  cells: [swatch(rect('cell', 1, 0.35)), 'cell, the smaller the darker'],
  pairs: [swatch('<rect x="3" y="3" width="12" height="8" fill="var(--pair)"/>'), 'what a pair has in common'],
  above: [swatch(`${rect('above', 1.3, 0.2)}<path d="M4 12 13 2M9 13 15 6" stroke="var(--above)"/>`), 'box above the leaves'],
  missed: [swatch('<rect x="4" y="3" width="10" height="8" fill="none" stroke="var(--missed)" stroke-width="2"/>'),
    'pair that the usual search misses'],
  found: [swatch(rect('query', 2.4, 0.3)), 'found'],
  order: [swatch('<path d="M2 12 9 12 9 2 16 2" fill="none" stroke="var(--order)" stroke-width="2"/>'), 'order of the leaves'],
};

export class Panel {
  /** `page` has: session, camera and the actions of main.js. */
  constructor(page) {
    this.page = page;
    this.fillChoices();
    this.listen();
    this.show();
  }

  fillChoices() {
    const {engine} = this.page.session;
    $('scene-name').innerHTML = engine.scenes.map(({name}) => `<option>${name}</option>`).join('');
    const choice = (id, entries) => {
      $(id).innerHTML = entries.map(([value, label]) =>
        `<label><input type="radio" name="${id}" value="${value}"><span>${label}</span></label>`).join('');
    };
    choice('view', viewNames.map((name) => [name, name === 'all' ? 'all three' : name]));
    choice('query', queryNames.map((name) => [name, queryLabels[name]]));
    choice('tool', tools);
    $('layers').innerHTML = Object.entries(layerLabels).map(([name, label]) =>
      `<label><input type="checkbox" value="${name}">${label}</label>`).join('');
    $('figures').innerHTML = treeNames.map((name, i) =>
      `<tr class="${i === 0 ? 'ours' : ''}"><td>${name}</td><td class="ms"><i></i><span></span></td><td></td><td></td></tr>`).join('');
    $('about').textContent = `quadphase ${engine.version} in WebAssembly (${engine.simd || 'no frame yet'}), one thread.`;
  }

  listen() {
    const {page} = this;
    const {session} = page;
    const on = (id, name, act) => $(id).addEventListener(name, (event) => {
      act(event.target);
      this.show();
      page.touch();
    });
    on('scene-name', 'change', ({value}) => page.restart({scene: value}));
    on('reset', 'click', () => page.restart());
    on('shuffle', 'click', () => page.restart({seed: session.newSeed()}));
    on('count', 'input', ({value}) => page.restart({wanted: niceCount(10 ** value)}));
    on('add-100', 'click', () => session.add(100));
    on('add-10000', 'click', () => session.add(10_000));
    on('view', 'change', ({value}) => page.setView(value));
    on('query', 'change', ({value}) => session.setQuery(value));
    on('tool', 'change', ({value}) => { session.tool = value; });
    on('layers', 'change', ({value, checked}) => { session.layers[value] = checked; });
    on('depth', 'input', ({value, max}) => { session.deepest = value === max ? Infinity : Number(value); });
    on('query-size', 'input', ({value}) => { session.query.size = 2 ** value; session.needsSearch = true; });
    on('neighbors', 'input', ({value}) => { session.query.count = Number(value); session.needsSearch = true; });
    on('box-size', 'input', ({value}) => { session.boxPixels = 2 ** value; });
    on('play', 'click', () => page.setPlaying(!session.isPlaying));
    on('step', 'click', () => page.step());
    on('back', 'click', () => session.seek(session.frame - 1));
    on('time', 'input', ({value}) => session.seek(Number(value)));
    on('speed', 'input', ({value}) => { session.speed = 2 ** value; });
    on('zoom-in', 'click', () => page.zoom(1.4));
    on('zoom-out', 'click', () => page.zoom(1 / 1.4));
    on('zoom-fit', 'click', () => page.fit());
    on('screenshot', 'click', () => page.savePicture());
    on('help-open', 'click', () => $('help').showModal());
  }

  /** The controls show the session. */
  show() {
    const {session} = this.page;
    const {engine, query} = session;
    const check = (id, value) => { $(id).querySelector(`[value="${value}"]`).checked = true; };
    $('scene-name').value = session.scene;
    $('description').textContent = engine.scenes[session.sceneIndex].description;
    $('count').value = Math.log10(session.wanted);
    check('view', session.view);
    check('query', query.kind);
    check('tool', session.tool);
    for (const box of $('layers').querySelectorAll('input')) box.checked = session.layers[box.value];
    this.showDepth();
    $('query-size').value = Math.log2(query.size);
    $('query-size-label').textContent = `${Math.round(query.size)} px`;
    $('query-size-row').hidden = query.kind !== 'box' && query.kind !== 'circle';
    $('neighbors').value = query.count;
    $('neighbors-label').textContent = query.count;
    $('neighbors-row').hidden = query.kind !== 'nearest';
    $('query-note').textContent = queryNotes[query.kind];
    $('box-size').value = Math.log2(session.boxPixels);
    $('box-size-label').textContent = `${Math.round(session.boxPixels)} px`;
    $('play').textContent = session.isPlaying ? 'Pause' : 'Play';
    $('speed').value = Math.log2(session.speed);
    $('speed-label').textContent = `${digits(session.speed).replace(/\.?0+$/, '')}×`;
    this.showLegend();
    this.showTime();
  }

  /** The slider ends at the deepest cell. */
  showDepth() {
    const {engine, trees, deepest} = this.page.session;
    $('depth').max = Math.max(1, ...trees.map((tree) => engine.figures(tree).depth));
    $('depth').value = Math.min($('depth').max, deepest);
    $('depth-label').textContent = deepest === Infinity ? 'all' : deepest;
  }

  showLegend() {
    const {layers, trees, shape} = this.page.session;
    const names = ['boxes', 'cells', 'pairs', 'order'].filter((name) => layers[name]);
    if (layers.order && !trees.includes(0)) names.splice(names.indexOf('order'), 1);
    if (trees.includes(1) && layers.cells && layers.boxes) names.push('above');
    if (trees.includes(2) && layers.pairs) names.push('missed');
    if (shape) names.push('found');
    const text = names.map((name) => `<li>${legendEntries[name].join('')}</li>`).join('');
    if (text !== this.legend) $('legend').innerHTML = this.legend = text;
  }

  showTime() {
    const {engine} = this.page.session;
    const {frame, latest, oldest} = engine;
    Object.assign($('time'), {min: oldest, max: Math.max(latest, oldest + 1)});
    $('time').value = frame;
    const behind = (frame - latest) / 60;
    $('time-label').textContent = behind === 0 ? `frame ${frame}` : `${behind.toFixed(2).replace('-', '−')} s`;
  }

  /** What changes in every frame. */
  showFigures(pace) {
    const {session} = this.page;
    const {engine, medians, tooManyPairs} = session;
    const times = medians.map((median) => median.value);
    const most = Math.max(...times.filter(Number.isFinite), 1e-9);
    treeNames.forEach((name, tree) => {
      const isOut = tooManyPairs && tree > 0;
      const {tests, pairs} = engine.figures(tree);
      $('figures').rows[tree].classList.toggle('old', session.isStale[tree] && !isOut);
      const [, time, testCell, pairCell] = $('figures').rows[tree].cells;
      time.firstChild.style.width = `${isOut || !Number.isFinite(times[tree]) ? 0 : 100 * times[tree] / most}%`;
      time.lastChild.textContent = isOut ? '–' : digits(times[tree]);
      testCell.textContent = isOut ? '–' : short(tests);
      pairCell.textContent = isOut ? '–' : short(pairs);
    });
    $('remark').textContent = this.remark();
    this.showDepth();
    $('count-label').textContent = grouped(engine.count);
    $('message').textContent = session.message;
    const speed = session.isPlaying ? `${pace.rate.toFixed(0)} frames a second, ${digits(pace.work)} ms of work in each` : 'Paused';
    $('about').textContent = `${speed}. quadphase ${engine.version}, WebAssembly with ${engine.simd === 'wasm' ? '128-bit vectors' : 'plain C++'}, one thread; drawn by ${pace.renderer}.`;
    this.showReadout();
    this.showLegend();
  }

  remark() {
    const {session} = this.page;
    if (session.tooManyPairs) return 'More than 12,000,000 pairs: quadphase counts them, and the other trees are left out.';
    if (session.view === 'classic')
      return `${grouped(session.engine.figures(1).remark)} boxes lie on a middle line, above the leaves, and meet every search that passes there.`;
    if (session.view === 'quadphase') return 'Medians of 30 frames: the tree and all pairs. quadphase tests a box against 4 others at once. Gray: of an earlier frame.';
    const {remark, pairs} = session.engine.figures(2);
    return `Searching only a box’s own cell and those above and below it, as is usual in a loose tree, would miss ${grouped(remark)} of ${grouped(pairs)} pairs; this one looks at neighbors, too.`;
  }

  showReadout() {
    const {shape, found, queryMedian} = this.page.session;
    const html = shape ? `<b>${grouped(found.ids.length)}</b> found in <b>${digits(queryMedian.value)}</b> µs` : '';
    if (html !== this.readout) $('readout').innerHTML = this.readout = html;
  }
}

/** Two digits of a count. */
export function niceCount(count) {
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return Math.min(200_000, Math.max(100, Math.round(count / unit) * unit));
}

export const limitSize = (size) => Math.min(kMostSize, Math.max(kLeastSize, size));
