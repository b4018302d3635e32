// SPDX-License-Identifier: MIT
// What a person can do on the page, done by a scripted mouse and keys; test.sh runs it.
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {bruteForce, pairsOf} from './test_oracle.mjs';
import {hashInPage, hashOfSources} from './sources.mjs';

const require = createRequire(join(process.env.PLAYGROUND_MODULES, 'package.json'));
const puppeteer = (await import(pathToFileURL(require.resolve('puppeteer-core')))).default;
const address = new URL('./index.html', import.meta.url).href;
const pictures = process.env.PLAYGROUND_PICTURES;

let browser, page;
const requests = [], complaints = [];

before(async () => {
  browser = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--enable-unsafe-swiftshader']});
});
after(() => browser?.close());

const state = () => page.evaluate(() => window.playground.state());
const boxes = () => page.evaluate(() => window.playground.boxes().map((column) => [...column]));
const toScreen = (x, y) => page.evaluate((at) => {
  const {left, top} = document.getElementById('overlay').getBoundingClientRect();
  const place = window.playground.toScreen(...at);
  return {x: left + place.x, y: top + place.y};
}, [x, y]);
const frames = (count = 2) => page.evaluate((n) => new Promise((done) => {
  const next = () => (n-- > 0 ? requestAnimationFrame(next) : done());
  next();
}), count);
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await frames();
};
const choose = async (group, value) => {
  await page.evaluate(([id, name]) => document.querySelector(`#${id} [value="${name}"]`).click(), [group, value]);
  await frames();
};
const setSlider = async (id, value) => {
  await page.evaluate(([name, number]) => {
    const slider = document.getElementById(name);
    slider.value = number;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  }, [id, value]);
  await frames();
};
const setCount = (count) => setSlider('count', Math.log10(count));
const takePicture = async (name) => {
  if (pictures) await page.screenshot({path: join(pictures, `${name}.png`)});
};

/** A fresh page, paused, with `count` boxes of a scene. */
async function open({scene = 'clusters', count = 1000, query = 'none', width = 1280, height = 800, search = '', dark = false} = {}) {
  await page?.close();
  page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warn' && !message.text().includes('GPU stall'))) complaints.push(message.text());
  });
  await page.setViewport({width, height});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]);
  await page.goto(address + search);
  await page.waitForFunction(() => window.playground?.state().frame > 0);
  await press(' ');
  assert.equal((await state()).isPlaying, false);
  await page.select('#scene-name', scene);
  await setCount(count);
  await choose('query', query);
  assert.equal((await state()).frame, 0);
}

/** A point of the world with no box near it. */
async function emptyPoint() {
  const [minX, minY, maxX, maxY] = await boxes();
  const {camera} = await state();
  const reach = 20 / camera.scale;
  for (let i = 0; i < 2000; ++i) {
    const x = camera.x + Math.sin(i) * i * 0.15 / camera.scale, y = camera.y + Math.cos(i) * i * 0.15 / camera.scale;
    if (minX.every((_, k) => x + reach < minX[k] || x - reach > maxX[k] || y + reach < minY[k] || y - reach > maxY[k])) return {x, y};
  }
  throw new Error('there is no empty place');
}

/** The row of a box whose middle no other box covers. */
async function loneRow() {
  const columns = await boxes();
  const [minX, minY, maxX, maxY] = columns;
  const row = minX.findIndex((_, i) => {
    const at = {x: (minX[i] + maxX[i]) / 2, y: (minY[i] + maxY[i]) / 2};
    return Math.abs(at.x) < maxX[i] * 9 && bruteForce(columns, {kind: 'point', at}).ids.length === 1;
  });
  return {row, x: (minX[row] + maxX[row]) / 2, y: (minY[row] + maxY[row]) / 2};
}

test('the page is made from the current sources', () => {
  assert.equal(hashInPage(), hashOfSources());
});

test('a click inserts a box of the chosen size there', async () => {
  await open();
  const at = await emptyPoint(), place = await toScreen(at.x, at.y);
  await setSlider('box-size', 4);
  await page.mouse.click(place.x, place.y);
  await frames();
  const {count, camera} = await state();
  assert.equal(count, 1001);
  const [minX, minY, maxX, maxY] = (await boxes()).map((column) => column[1000]);
  const near = (a, b) => assert.ok(Math.abs(a - b) * camera.scale < 1, `${a} is not ${b}`);
  near((minX + maxX) / 2, at.x);
  near((minY + maxY) / 2, at.y);
  near(maxX - minX, 16 / camera.scale);
});

test('a drag moves the box under the mouse and no other', async () => {
  await open({count: 300});
  const before = await boxes(), {row, x, y} = await loneRow();
  const from = await toScreen(x, y);
  await page.mouse.move(from.x, from.y);
  await frames();
  assert.ok((await state()).hover);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 35, {steps: 5});
  await frames();
  assert.equal((await state()).drag.row, row);
  await page.mouse.up();
  await frames();
  const now = await boxes(), {camera, count, drag} = await state();
  assert.equal(drag, null);
  assert.equal(count, 300);
  const moved = before[0].map((_, i) => i).filter((i) => before.some((column, c) => column[i] !== now[c][i]));
  assert.deepEqual(moved, [row]);
  assert.ok(Math.abs((now[0][row] - before[0][row]) * camera.scale - 60) < 1.5);
  assert.ok(Math.abs((now[1][row] - before[1][row]) * camera.scale + 35) < 1.5);
});

test('a drag beside boxes moves the view, and inserts nothing', async () => {
  await open({count: 100});
  const at = await emptyPoint(), from = await toScreen(at.x, at.y), {camera} = await state();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 50, from.y, {steps: 4});
  await page.mouse.up();
  await frames();
  const now = await state();
  assert.equal(now.count, 100);
  assert.ok(Math.abs((camera.x - now.camera.x) * camera.scale - 50) < 1);
});

test('a right click removes the box under the mouse, and so does Delete', async () => {
  await open({count: 200});
  for (const remove of [(at) => page.mouse.click(at.x, at.y, {button: 'right'}), () => press('Delete')]) {
    const {count} = await state(), {row, x, y} = await loneRow(), at = await toScreen(x, y);
    const low = (await boxes())[0][row];
    await page.mouse.move(at.x, at.y);
    await remove(at);
    await frames();
    assert.equal((await state()).count, count - 1);
    assert.ok(!(await boxes())[0].includes(low));
  }
});

for (const kind of ['box', 'circle', 'point', 'ray', 'nearest']) {
  test(`a ${kind} under the mouse finds what brute force finds`, async () => {
    await open({scene: 'mixed', count: 3000, query: kind});
    let most = 0;
    for (const [x, y] of [[300, 300], [480, 420], [617, 255], [411, 533]]) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({deltaY: x % 2 ? 100 : -100});
      await frames();
      const {query} = await state();
      const expected = bruteForce(await boxes(), query.shape);
      most = Math.max(most, expected.ids.length);
      if (kind === 'ray' || kind === 'nearest') {
        assert.equal(query.measures.length, expected.measures.length);
        query.measures.forEach((value, i) => assert.ok(Math.abs(value - expected.measures[i]) <= 1e-4 * (1 + Math.abs(value))));
      } else {
        assert.deepEqual([...query.ids].sort((a, b) => a - b), expected.ids);
      }
      assert.ok(query.microseconds > 0);
    }
    assert.ok(most > 0, 'no query found anything');
    await takePicture(`query-${kind}`);
  });
}

test('all three trees find the pairs of brute force, also in side by side', async () => {
  await open({scene: 'mixed', count: 2000});
  await press('4');
  const {panes, trees} = await state();
  assert.equal(panes.length, 3);
  assert.ok(panes.every((pane) => pane.width === panes[0].width && pane.height === panes[0].height));
  const expected = pairsOf(await boxes());
  for (const [tree, name] of ['quadphase', 'classic', 'loose'].entries()) {
    assert.ok(trees[name].isCurrent);
    assert.equal(trees[name].pairs, expected.length);
    assert.ok(trees[name].milliseconds > 0 && trees[name].tests > 0);
    const words = await page.evaluate((which) => [...window.playground.pairs(which)], tree);
    const found = Array.from({length: words.length / 2}, (_, i) => `${words[2 * i]},${words[2 * i + 1]}`).sort();
    assert.deepEqual(found, expected);
  }
  assert.ok(trees.loose.remark > 0 && trees.loose.remark < expected.length);
  await takePicture('side-by-side');
});

test('every scene is drawn, with pairs and without a message', async () => {
  await open({count: 700});
  const names = await page.evaluate(() => [...document.getElementById('scene-name').options].map(({value}) => value));
  assert.ok(names.length >= 14);
  const seen = new Set();
  for (const name of names) {
    await page.select('#scene-name', name);
    await frames(3);
    const {scene, count, trees, message} = await state();
    assert.deepEqual([scene, message], [name, '']);
    assert.equal(count, 700);
    assert.ok(trees.quadphase.pairs > 0);
    seen.add(await page.evaluate(() => document.getElementById('scene').toDataURL()));
    await takePicture(`scene-${name}`);
  }
  assert.equal(seen.size, names.length);
});

test('the time slider brings back every frame to the byte, edits included', async () => {
  await open({count: 400});
  const kept = [await boxes()];
  const at = await emptyPoint(), place = await toScreen(at.x, at.y);
  for (let frame = 1; frame <= 140; ++frame) {
    await page.keyboard.press('.');
    if (frame === 3) await page.mouse.click(place.x, place.y);
    if (frame === 5) await page.click('#add-100');
    if (frame % 20 === 0 || frame < 8) {
      await frames();
      kept[frame] = await boxes();
    }
  }
  await frames();
  assert.deepEqual([(await state()).frame, (await state()).count], [140, 501]);
  for (const frame of [2, 140, 3, 5, 120, 4, 20, 0, 100]) {
    await setSlider('time', frame);
    assert.equal((await state()).frame, frame);
    assert.deepEqual(await boxes(), kept[frame]);
  }
  // From here on, time goes on anew.
  await page.click('#add-100');
  await frames();
  assert.equal((await state()).latest, 100);
  await press('.', '.');
  assert.deepEqual([(await state()).frame, (await state()).latest], [102, 102]);
});

test('playing moves boxes, slower by a key, and pausing stops them', async () => {
  await open({count: 500});
  const before = await boxes(), {speed} = await state();
  await press('[', ' ');
  await page.waitForFunction(() => window.playground.state().frame > 5);
  await press(' ');
  const {frame, speed: slower, isPlaying} = await state();
  assert.equal(slower, speed / 2);
  assert.equal(isPlaying, false);
  assert.notDeepEqual(await boxes(), before);
  await frames(5);
  assert.equal((await state()).frame, frame);
});

test('buttons add boxes up to a limit, which is said', async () => {
  await open({count: 200_000, scene: 'sparse'});
  await page.click('#add-10000');
  await frames();
  assert.equal((await state()).count, 210_000);
  for (let i = 0; i < 20; ++i) await page.click('#add-10000');
  await frames();
  const {count, message} = await state();
  assert.equal(count, 400_000);
  assert.match(message, /400,000/);
});

test('layers, depth and zoom change the picture, and Fit brings it back', async () => {
  await open({count: 2000});
  const picture = () => page.evaluate(() => document.getElementById('scene').toDataURL());
  const first = await picture();
  for (const key of ['+', 'l', 'c', 'p', 'b']) {
    const before = await picture();
    await press(key);
    assert.notEqual(await picture(), before, key);
  }
  await press('l', 'c', 'p', 'b', '0');
  assert.equal(await picture(), first);
  await setSlider('depth', 0);
  assert.notEqual(await picture(), first);
  await press('z');
  await takePicture('order');
});

test('the canvas follows the window, and a phone needs no scrolling sideways', async () => {
  await open();
  await page.setViewport({width: 900, height: 600, deviceScaleFactor: 2});
  await frames(4);
  const size = () => page.evaluate(() => {
    const {width, height, clientWidth, clientHeight} = document.getElementById('scene');
    return {width, height, clientWidth, clientHeight, page: document.documentElement.scrollWidth};
  });
  const wide = await size();
  assert.deepEqual([wide.width, wide.height], [2 * wide.clientWidth, 2 * wide.clientHeight]);
  await page.setViewport({width: 390, height: 844, deviceScaleFactor: 1, isMobile: true, hasTouch: true});
  await frames(4);
  const narrow = await size();
  assert.equal(narrow.width, 390);
  assert.ok(narrow.page <= 390);
  await takePicture('phone');
  await press('4');
  const {panes} = await state();
  assert.ok(panes[1].y > panes[0].y && panes[1].x === panes[0].x);
  await takePicture('phone-side-by-side');
});

test('a question mark shows the keys, and Escape hides them', async () => {
  await open({dark: true});
  await press('?');
  const isOpen = () => page.evaluate(() => document.getElementById('help').open);
  assert.equal(await isOpen(), true);
  await takePicture('help-dark');
  await page.keyboard.press('Escape');
  assert.equal(await isOpen(), false);
});

test('the picture is a PNG of the canvas', async () => {
  await open();
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
  await page.click('#screenshot');
  let name;
  for (let i = 0; i < 100 && !name; ++i) {
    await frames(3);
    name = readdirSync(folder).find((entry) => entry.endsWith('.png'));
  }
  const bytes = readFileSync(join(folder, name));
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  assert.equal(bytes.readUInt32BE(16), await page.evaluate(() => document.getElementById('scene').width));
  rmSync(folder, {recursive: true});
});

test('WebGL and the module draw the same picture', async () => {
  const sums = [];
  for (const draw of ['wasm', 'webgl']) {
    await open({count: 1500, search: `?draw=${draw}`});
    await press('4');
    await frames(3);
    assert.equal((await state()).renderer, draw === 'wasm' ? 'WebAssembly' : 'WebGL2');
    sums.push(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => {
      // In the task that painted; WebGL's picture is gone after it.
      window.dispatchEvent(new KeyboardEvent('keydown', {key: 'p'}));
      requestAnimationFrame(() => {
        const canvas = document.getElementById('scene');
        const copy = Object.assign(document.createElement('canvas'), {width: canvas.width, height: canvas.height});
        const context = copy.getContext('2d');
        context.drawImage(canvas, 0, 0);
        done([...context.getImageData(0, 0, canvas.width, canvas.height).data]);
      });
    }))));
  }
  assert.equal(sums[0].length, sums[1].length);
  let difference = 0;
  for (let i = 0; i < sums[0].length; ++i) difference += Math.abs(sums[0][i] - sums[1][i]);
  assert.ok(new Set(sums[0]).size > 20);
  assert.ok(difference / sums[0].length < 1, `the mean difference is ${difference / sums[0].length} of 255`);
});

test('no page has asked for anything but itself, and none has complained', () => {
  assert.deepEqual([...new Set(requests.filter((url) => !/^(data|blob):/.test(url)).map((url) => url.split('?')[0]))], [address]);
  assert.deepEqual(complaints, []);
  assert.ok(fileURLToPath(address).endsWith('index.html'));
});
