// SPDX-License-Identifier: MIT
// Queries, one at a time and in batches, each against brute force.
import {equal, equalItems, fillBoxes, isTrue, makeColumns, randomOf, sorted, spoilBoxes, throws} from './check.mjs';
import {
  circleContains, circleOverlaps, hitsOf, idsOf, isValid, neighborsOf, objectsOf, overlaps, polygonOverlaps,
  rotatedBoxOverlaps,
} from './oracle.mjs';

const round = Math.fround;

/** An engine with a frame of `count` boxes and some static ones, and all of them as objects. */
function makeScene({BroadPhase}, {seed, count = 400, options = {}, spoil = true, size = 0.08}) {
  const random = randomOf(seed);
  const engine = new BroadPhase({capacity: Math.max(count, 1), ...options});
  fillBoxes(engine, count, random, {size, grid: 1 / 64});
  if (spoil) spoilBoxes(engine, count, random);
  const {category, world} = engine;
  for (let i = 0; i < count; ++i) {
    category[i] = 1 << Math.floor(random() * 3);
    world[i] = Math.floor(random() * 2);
  }
  const statics = makeColumns(count >> 2, {ids: Uint32Array.from({length: count >> 2}, (_, i) => 1000000 + 5 * i)});
  fillBoxes(statics, count >> 2, random, {size: 0.2});
  engine.setStatic(statics);
  engine.update(count);
  const objects = [...objectsOf(engine, count), ...objectsOf(statics, count >> 2, true)];
  return {engine, objects, random};
}

const world0 = ({filter}) => filter.world === 0;
const numbers = (random, count, from = -0.2, to = 1.2) => Array.from({length: count}, () => round(from + (to - from) * random()));

/** Casts of each kind that is a moving box, as the package and as the oracle take them. */
function makeCasts(random, shapes) {
  const [x, y, dx, dy] = [...numbers(random, 2), ...numbers(random, 2, -1, 1)];
  const at = {minX: x, minY: y, maxX: x, maxY: y};
  const [x2, y2] = numbers(random, 2);
  const maxFraction = round(random() * 2);
  const [right, top] = [round(x + 0.1), round(y + 0.05)];
  return [
    [shapes.ray(x, y, dx, dy), {box: at, dx, dy, maxFraction: Infinity}],
    [shapes.ray(x, y, 0, dy, maxFraction), {box: at, dx: 0, dy, maxFraction}],
    [shapes.segment(x, y, x2, y2), {box: at, dx: x2 - x, dy: y2 - y, maxFraction: 1}],
    [shapes.movingBox(x, y, right, top, dx, dy), {box: {minX: x, minY: y, maxX: right, maxY: top}, dx, dy, maxFraction: 1}],
  ];
}

const hitTexts = (hits) => hits.map(({id, fraction}) => `${id}:${fraction}`);

export const queryTests = {
  'search finds what brute force finds, in scenes of any size and with any box'(module) {
    for (const count of [0, 1, 2, 17, 400]) {
      const {engine, objects, random} = makeScene(module, {seed: 20 + count, count});
      for (let i = 0; i < 60; ++i) {
        const [minX, minY] = numbers(random, 2);
        const box = {minX, minY, maxX: round(minX + 0.4 * random()), maxY: round(minY + 0.4 * random())};
        if (i === 0) Object.assign(box, {minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity});
        if (i === 1) Object.assign(box, {minX: 0.5, maxX: 0.25});
        const expected = idsOf(objects, (other, object) => world0(object) && isValid(box) && overlaps(box, other));
        equalItems(sorted(engine.search(box.minX, box.minY, box.maxX, box.maxY)), expected, `search ${i} of ${count}`);
      }
      engine.destroy();
    }
  },

  'filters, worlds, mobilities and functions limit what search and neighbors find'(module) {
    const {engine, objects} = makeScene(module, {seed: 31, options: {}});
    const box = {minX: 0.2, minY: 0.2, maxX: 0.8, maxY: 0.8};
    const cases = [
      [{mask: 2}, ({filter}) => filter.world === 0 && filter.category === 2],
      [{world: 1}, ({filter}) => filter.world === 1],
      [{worlds: 'all'}, () => true],
      [{mobilities: 'static'}, ({isStatic}) => isStatic],
      [{mobilities: 'moving'}, (object) => world0(object) && !object.isStatic],
      [{group: 5, category: 4}, (object) => world0(object)],
      [(id) => id % 3 === 0, (object) => world0(object) && object.id % 3 === 0],
      [{accept: (id) => id % 2 === 0, worlds: 'all'}, ({id}) => id % 2 === 0],
      [undefined, world0],
    ];
    for (const [options, accept] of cases) {
      const found = engine.search(box.minX, box.minY, box.maxX, box.maxY, options);
      equalItems(sorted(found), idsOf(objects, (other, object) => accept(object) && overlaps(box, other)), JSON.stringify(options));
      const nearest = neighborsOf(objects.filter(accept), 0.5, 0.5).slice(0, 25).map(({id}) => id);
      equalItems(engine.neighbors(0.5, 0.5, 25, Infinity, options), nearest, `neighbors ${JSON.stringify(options)}`);
    }
    throws(() => engine.search(0, 0, 1, 1, {worlds: 'none'}), TypeError, 'one, all');
    throws(() => engine.search(0, 0, 1, 1, {masks: 1}), TypeError, "no 'masks'");
    engine.destroy();
  },

  'shapes overlap and contain what their formulas say'(module, shapes) {
    const {engine, objects, random} = makeScene(module, {seed: 32});
    const world = objects.filter(world0);
    const check = (shape, accept, what) => equalItems(sorted(engine.overlaps(shape)), idsOf(world, accept), what);
    for (let i = 0; i < 40; ++i) {
      const [x, y] = numbers(random, 2, 0, 1);
      const radius = round(0.3 * random());
      check(shapes.point(x, y), (box) => overlaps({minX: x, minY: y, maxX: x, maxY: y}, box), 'point');
      check(shapes.box(x, y, 1, 1), (box) => overlaps({minX: x, minY: y, maxX: 1, maxY: 1}, box), 'box of a shape');
      check(shapes.circle(x, y, radius), (box) => circleOverlaps(x, y, radius, box), 'circle');
      check(shapes.capsule(x, y, x, y, radius), (box) => circleOverlaps(x, y, radius, box), 'capsule of one point');
      equalItems(
        sorted(engine.inside(shapes.circle(x, y, radius))),
        idsOf(world, (box) => circleContains(x, y, radius, box)), 'inside a circle');
      const turned = [x, y, radius, round(0.1), ...numbers(random, 2, -1, 1)];
      check(shapes.rotatedBox(...turned), (box) => rotatedBoxOverlaps(turned, box), 'rotatedBox');
      const triangle = [x, y, round(x + 0.3), round(y + 0.05), round(x + 0.1), round(y + 0.3)];
      check(shapes.polygon(triangle), (box) => polygonOverlaps(triangle, box), 'polygon');
    }
    equalItems(engine.overlaps(shapes.circle(0.5, 0.5, -1)), [], 'a circle that is not valid');
    equalItems(engine.overlaps(shapes.polygon(new Array(18).fill(0))), [], 'a polygon of 9 vertices');
    throws(() => engine.overlaps(shapes.ray(0, 0, 1, 1)), TypeError, 'a shape must be one of: box');
    engine.destroy();
  },

  'neighbors come in order of distance and id, up to a number and a distance'(module) {
    const {engine, objects, random} = makeScene(module, {seed: 33, count: 1600});
    const world = objects.filter(world0);
    for (let i = 0; i < 30; ++i) {
      const [x, y] = numbers(random, 2);
      const all = neighborsOf(world, x, y);
      const most = [0, 1, 7, 300, 1024, 1025, Infinity][i % 7];
      equalItems(engine.neighbors(x, y, most), all.slice(0, most).map(({id}) => id), `${most} neighbors`);
      const radius = round(0.15 * random());
      const near = all.filter(({distance}) => distance <= radius).map(({id}) => id);
      equalItems(engine.neighbors(x, y, Infinity, radius), near, 'neighbors up to a distance');
      const seen = [];
      engine.forEachNeighbor(x, y, (id, distance) => {
        equal(distance, all[seen.length].distance, 'the distance');
        seen.push(id);
        return seen.length < 50;
      });
      equalItems(seen, all.slice(0, 50).map(({id}) => id), 'visited neighbors');
    }
    throws(() => engine.neighbors(0, 0, NaN), TypeError, 'maxResults');
    engine.destroy();
  },

  'casts hit what their formula says, first, all and any'(module, shapes) {
    const {engine, objects, random} = makeScene(module, {seed: 34});
    const world = objects.filter(world0);
    let hitCount = 0;
    for (let i = 0; i < 40; ++i) {
      for (const [cast, oracle] of makeCasts(random, shapes)) {
        const all = hitsOf(world, oracle);
        hitCount += all.length;
        equalItems(hitTexts(engine.castAll(cast)), hitTexts(all), `all hits of a ${cast.form}`);
        const closest = engine.castClosest(cast);
        equalItems(hitTexts(closest === undefined ? [] : [closest]), hitTexts(all.slice(0, 1)), 'the closest hit');
        const any = engine.castAny(cast);
        isTrue(any === undefined ? all.length === 0 : all.some(({id}) => id === any), 'any hit is a hit');
        const odd = all.filter(({id}) => id % 2 === 1);
        const accept = (id) => id % 2 === 1;
        equalItems(hitTexts([engine.castClosest(cast, accept)].filter(Boolean)), hitTexts(odd.slice(0, 1)), 'the closest odd hit');
        equalItems(hitTexts(engine.castAll(cast, accept)), hitTexts(odd), 'all odd hits');
        equal(engine.castAny(cast, accept) === undefined, odd.length === 0, 'whether any odd hit is missing');
      }
    }
    isTrue(hitCount > 500, 'casts hit');
    engine.destroy();
  },

  'distances and fractions that came out find the same again as radii and greatest fractions'(module, shapes) {
    const {engine, random} = makeScene(module, {seed: 38});
    let count = 0;
    for (let i = 0; i < 60; ++i) {
      const [x, y, dx, dy] = [...numbers(random, 2), ...numbers(random, 2, -1, 1)];
      const near = [];
      engine.forEachNeighbor(x, y, (id, distance) => near.push({id, distance}) < 8);
      near.forEach(({distance}, k) => {
        const wanted = near.filter((other) => other.distance <= distance).map(({id}) => id);
        if (k === 7) return; // another one may be as far
        count += distance > 0;
        equalItems(engine.neighbors(x, y, Infinity, distance), wanted, 'neighbors up to a distance');
        equalItems(sorted(engine.overlaps(shapes.circle(x, y, distance))), sorted(wanted), 'a circle');
        for (const rows of [[x, y, distance], Float64Array.of(x, y, distance)]) {
          equalItems(engine.overlapsMany('circle', rows).idsOf(0), sorted(wanted), 'a row of circles');
        }
        equalItems(engine.neighborsMany([x, y], 100, {maxDistance: distance}).idsOf(0), wanted, 'a row of neighbors');
      });
      const hits = engine.castAll(shapes.ray(x, y, dx, dy));
      for (const {fraction} of hits) {
        const wanted = hitTexts(hits.filter((other) => other.fraction <= fraction));
        count += fraction > 0;
        equalItems(hitTexts(engine.castAll(shapes.ray(x, y, dx, dy, fraction))), wanted, 'a ray');
        const rows = engine.castAllMany('ray', [x, y, dx, dy, fraction]);
        equalItems(rows.idsOf(0), hits.filter((other) => other.fraction <= fraction).map(({id}) => id), 'a row of rays');
      }
    }
    isTrue(count > 400, 'there are numbers to ask again');
    engine.destroy();
  },

  'rows of floats are as rows of doubles, in the memory of the module and elsewhere'(module) {
    const {engine, random} = makeScene(module, {seed: 39});
    const lengths = {circle: 3, capsule: 5, ray: 5, movingCircle: 5, movingCapsule: 7};
    for (const [form, length] of Object.entries(lengths)) {
      const name = ['circle', 'capsule'].includes(form) ? 'overlapsMany' : 'castAllMany';
      const values = numbers(random, 30 * length, 0, 0.5);
      const wanted = Array.from(engine[name](form, values).ids);
      isTrue(wanted.length > 0, `what rows of ${form} find`);
      equalItems(engine[name](form, Float32Array.from(values)).ids, wanted, `floats of ${form}`);
      equalItems(engine[name](form, Float64Array.from(values)).ids, wanted, `doubles of ${form}`);
      const shared = engine.batchInput(values.length);
      shared.set(values);
      equalItems(engine[name](form, shared).ids, wanted, `floats of ${form} in the module`);
    }
    engine.destroy();
  },

  'a moving circle without radius hits as its line does, and a capsule of one point as a circle'(module, shapes) {
    const {engine, random} = makeScene(module, {seed: 35, spoil: false});
    for (let i = 0; i < 40; ++i) {
      const [x, y, dx, dy] = [...numbers(random, 2), ...numbers(random, 2, -1, 1)];
      const line = hitTexts(engine.castAll(shapes.movingBox(x, y, x, y, dx, dy)));
      equalItems(hitTexts(engine.castAll(shapes.movingCircle(x, y, 0, dx, dy))), line, 'a moving point');
      const circle = hitTexts(engine.castAll(shapes.movingCircle(x, y, 0.1, dx, dy)));
      equalItems(hitTexts(engine.castAll(shapes.movingCapsule(x, y, x, y, 0.1, dx, dy))), circle, 'a moving capsule');
      isTrue(circle.length >= line.length, 'a larger circle hits more');
    }
    engine.destroy();
  },

  'a visitor of hits stops a cast, clips it, searches, and its error comes out'(module, shapes) {
    const {engine, objects} = makeScene(module, {seed: 36, count: 1200, size: 0.1});
    const cast = shapes.segment(0, 0, 1, 1);
    const all = hitsOf(objects.filter(world0), {box: {minX: 0, minY: 0, maxX: 0, maxY: 0}, dx: 1, dy: 1, maxFraction: 1});
    isTrue(all.length > 30, 'there are hits');
    const seen = [];
    engine.forEachHit(cast, (id, fraction) => {
      seen.push({id, fraction});
      engine.search(0, 0, 1, 1);
      return seen.length < 9;
    });
    equalItems(hitTexts(seen), hitTexts(all.slice(0, 9)), 'hits until the visitor stops');
    seen.length = 0;
    const limit = all[20].fraction;
    engine.forEachHit(cast, (id, fraction) => {
      seen.push({id, fraction});
      return limit;
    });
    equalItems(hitTexts(seen), hitTexts(all.filter(({fraction}) => fraction <= limit)), 'hits up to a fraction');
    throws(() => engine.forEachHit(cast, () => { throw new RangeError('mine'); }), RangeError, 'mine');
    throws(() => engine.forEachHit(cast, () => engine.build(3)), Error, 'quadphase', 'in_visitor');
    throws(() => engine.forEachHit(cast, 7), TypeError, 'must be a function');
    equalItems(hitTexts(engine.castAll(cast)), hitTexts(all), 'hits after errors');
    engine.destroy();
  },

  'rows of batches are those of single queries, with options and filters'(module, shapes) {
    const {engine, random} = makeScene(module, {seed: 37});
    const forms = {
      box: () => { const [x, y] = numbers(random, 2); return [x, y, round(x + 0.2), round(y + 0.1)]; },
      point: () => numbers(random, 2),
      circle: () => [...numbers(random, 2), round(random() * 0.2)],
      capsule: () => [...numbers(random, 4), round(random() * 0.1)],
      rotatedBox: () => [...numbers(random, 2), 0.25, 0.125, ...numbers(random, 2, -1, 1)],
      polygon: () => [...shapes.polygon([0, 0, 0.5, 0.125, 0.25, random()]).numbers],
    };
    for (const [form, make] of Object.entries(forms)) {
      const items = Array.from({length: 50}, make);
      const all = engine.overlapsMany(form, Float32Array.from(items.flat()));
      equal(all.rowCount, 50, 'rowCount');
      items.forEach((item, row) => {
        equalItems(all.idsOf(row), sorted(engine.overlaps({form, numbers: item.map(round)})), `overlaps of ${form} ${row}`);
      });
      const mine = engine.insideMany(form, items.flat(), {worlds: 'all'});
      items.forEach((item, row) => {
        const single = sorted(engine.inside({form, numbers: item.map(round)}, {worlds: 'all'}));
        equalItems(mine.idsOf(row), single, `inside of ${form} ${row}`);
      });
      const first = engine.firstOverlapsMany(form, items.flat());
      const lowest = items.map((item) => sorted(engine.overlaps({form, numbers: item.map(round)})).slice(0, 1));
      equalItems(first.ids, lowest.flat(), `first overlaps of ${form}`);
    }
    const boxes = Array.from({length: 50}, forms.box);
    const words = Uint32Array.from(Array.from({length: 50}, (_, i) => [1, 1 + (i % 7), 0, i % 2]).flat());
    const rows = engine.overlapsMany('box', boxes.flat(), {filters: words});
    boxes.forEach((box, i) => {
      equalItems(rows.idsOf(i), sorted(engine.search(...box, {mask: 1 + (i % 7), world: i % 2})), `filtered row ${i}`);
    });
    engine.destroy();
  },

  'rows of casts and neighbors are those of single queries'(module, shapes) {
    const {engine, random} = makeScene(module, {seed: 38});
    const casts = Array.from({length: 60}, () => makeCasts(random, shapes).map(([cast]) => cast));
    for (const k of [0, 2, 3]) {
      const form = casts[0][k].form;
      const rows = casts.flatMap((kinds) => kinds[k].numbers);
      const all = engine.castAllMany(form, rows);
      casts.forEach((kinds, i) => {
        const single = engine.castAll(kinds[k]);
        equalItems(all.idsOf(i), single.map(({id}) => id), `hits of ${form} ${i}`);
        equalItems(all.fractionsOf(i), single.map(({fraction}) => fraction), `fractions of ${form} ${i}`);
      });
      const closest = engine.castClosestMany(form, rows);
      equalItems(closest.ids, casts.flatMap((kinds) => engine.castClosest(kinds[k])?.id ?? []), `closest hits of ${form}`);
      const anyCounts = Array.from(engine.castAnyMany(form, rows).offsets);
      equalItems(anyCounts, Array.from(engine.castClosestMany(form, rows).offsets), `whether ${form} hits`);
    }
    const points = numbers(random, 80);
    const rows = engine.neighborsMany(points, 9, {maxDistance: 0.25, worlds: 'all'});
    for (let i = 0; i < 40; ++i) {
      const single = engine.neighbors(points[2 * i], points[2 * i + 1], 9, 0.25, {worlds: 'all'});
      equalItems(rows.idsOf(i), single, `neighbors of point ${i}`);
      isTrue(Array.from(rows.distancesOf(i)).every((distance) => distance <= 0.25), 'distances are near');
    }
    engine.destroy();
  },

  'rows that are filled in the memory of the module need no copy, and give the same'(module) {
    const {engine, random} = makeScene(module, {seed: 39});
    const boxes = Float32Array.from(Array.from({length: 30}, () => [0.1, 0.2, 0.1 + random(), 0.3 + random()]).flat());
    const copied = Array.from(engine.overlapsMany('box', boxes).ids);
    const input = engine.batchInput(boxes.length);
    isTrue(input.buffer === module.memory.buffer, 'the input is in the module');
    input.set(boxes);
    equalItems(engine.overlapsMany('box', input).ids, copied, 'rows in place');
    equalItems(engine.overlapsMany('box', input.subarray(0, 4)).ids, engine.overlapsMany('box', boxes.slice(0, 4)).ids.slice());
    equal(engine.overlapsMany('box', []).rowCount, 0, 'the rows of no query');
    throws(() => engine.overlapsMany('box', new Float32Array(5)), RangeError, '4 numbers', 'invalid_argument');
    throws(() => engine.overlapsMany('ray', new Float32Array(5)), TypeError, 'a shape must be');
    throws(() => engine.overlapsMany('box', boxes, {filters: [1, 2]}), RangeError, 'filters', 'invalid_argument');
    throws(() => engine.overlapsMany('box', boxes).idsOf(30), RangeError, 'row');
    engine.destroy();
  },

  'queries see changed and removed objects until the next frame'({BroadPhase}) {
    const engine = new BroadPhase({capacity: 3});
    engine.minX.set([0, 10, 20]);
    engine.maxX.set([1, 11, 21]);
    engine.maxY.fill(1);
    throws(() => engine.search(0, 0, 1, 1), Error, 'quadphase', 'no_frame');
    engine.update(3);
    engine.patch({minX: [5], minY: [0], maxX: [6], maxY: [1], ids: [1]});
    engine.hide([2]);
    equalItems(sorted(engine.search(0, 0, 100, 1)), [0, 1]);
    equalItems(engine.search(5, 0, 5, 1), [1]);
    engine.update(3);
    equalItems(sorted(engine.search(0, 0, 100, 1)), [0, 1, 2]);
    equalItems(engine.search(5, 0, 5, 1), []);
    engine.destroy();
  },

  'an index is filled as flatbush, and searched as an engine'({Index, BroadPhase}) {
    const random = randomOf(40);
    const count = 500;
    const index = new Index(count);
    const engine = new BroadPhase({capacity: count});
    fillBoxes(engine, count, random);
    for (let i = 0; i < count; ++i) {
      equal(index.add(engine.minX[i], engine.minY[i], engine.maxX[i], engine.maxY[i]), i, 'the row');
    }
    throws(() => index.add(0, 0), RangeError, 'no room', 'invalid_argument');
    index.finish();
    engine.build(count);
    for (let i = 0; i < 30; ++i) {
      const [x, y] = numbers(random, 2);
      equalItems(sorted(index.search(x, y, x + 0.2, y + 0.2)), sorted(engine.search(x, y, x + 0.2, y + 0.2)), 'search');
      equalItems(index.neighbors(x, y, 12), engine.neighbors(x, y, 12), 'neighbors');
    }
    index.patch({minX: [50], minY: [50], maxX: [51], maxY: [51], ids: [3]});
    index.hide([4]);
    equalItems(index.search(50, 50, 60, 60), [3]);
    equal(index.neighbors(0, 0).length, count - 1, 'the objects that are left');
    isTrue(index.byteCount > 16 * count, 'bytes are counted');
    throws(() => new Index({events: true}), TypeError, "no 'events'");
    index.destroy();
    engine.destroy();
  },
};
