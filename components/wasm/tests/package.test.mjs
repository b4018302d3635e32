// SPDX-License-Identifier: MIT
// The package as a user gets it: packed, installed in an empty project without network, run, and type-checked.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {comparedSizes, sizes} from '../bench/sizes.mjs';
import {withFigures} from '../bench/table.mjs';
import {equal, equalItems, isTrue} from './check.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'quadphase-package-'));
after(() => rmSync(project, {recursive: true, force: true}));
const run = (program, values, cwd = project) => execFileSync(program, values, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let packed;
function install() {
  if (packed !== undefined) return packed;
  [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], root));
  writeFileSync(join(project, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(project, packed.filename)]);
  return packed;
}

test('the packed files are the modules, the scripts, the types, the manual and the license', () => {
  const names = install().files.map(({path}) => path).sort();
  for (const name of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/node.js', 'dist/index.d.ts',
    'dist/quadphase.wasm', 'dist/quadphase-scalar.wasm', 'dist/LICENSE.zstd']) isTrue(names.includes(name), `${name} is packed`);
  equalItems(names.filter((name) => !/^(LICENSE|README\.md|package\.json|dist\/([\w.-]+\.(js|d\.ts|wasm)|LICENSE\.zstd))$/.test(name)), [], 'others');
});

test('the installed package runs', () => {
  install();
  writeFileSync(join(project, 'use.js'), `
    import {load} from 'quadphase';
    const {BroadPhase, version} = await load();
    const broadPhase = new BroadPhase({capacity: 3});
    broadPhase.minX.set([0, 1, 9]);
    broadPhase.maxX.set([2, 3, 10]);
    broadPhase.maxY.fill(1);
    broadPhase.update(3);
    console.log(version, ...broadPhase.pairs);`);
  equal(run('node', ['use.js']).trim(), `${description.version} 0 1`);
});

test('the version of the package is that of the library', () => {
  const header = readFileSync(join(root, '../../include/quadphase/version.hpp'), 'utf8');
  isTrue(header.includes(`#define QUADPHASE_VERSION "${description.version}"`), 'the versions are equal');
});

test('the figures of the manual are those of the recorded results', () => {
  const manual = readFileSync(join(root, 'README.md'), 'utf8');
  const results = JSON.parse(readFileSync(join(root, 'bench/results/zen4-2cores.json'), 'utf8'));
  isTrue(manual === withFigures(manual, results), 'the manual has the figures');
});

test('the sizes of the manual are those of the built files, to 3 kB and 3 percent', () => {
  const compared = comparedSizes(readFileSync(join(root, 'README.md'), 'utf8'), sizes());
  equal(compared.length, 6, 'how many sizes there are');
  for (const {stated, actual} of compared) {
    isTrue(Math.abs(stated - actual) <= 3 + 0.03 * actual, `${stated} kB in the manual and ${actual} kB: run bench/sizes.mjs; that it`);
  }
});

test('every example of the manual runs', () => {
  install();
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  isTrue(blocks.length >= 4, 'the manual has examples');
  blocks.forEach((code, i) => {
    writeFileSync(join(project, `example${i}.js`), code);
    run('node', [`example${i}.js`]);
  });
});

const compiler = join(root, 'node_modules/typescript/bin/tsc');
test('the types accept right programs and refuse wrong ones', {skip: !existsSync(compiler) && 'typescript is missing'}, () => {
  install();
  writeFileSync(join(project, 'types.ts'), readFileSync(join(root, 'tests/types.ts')));
  const check = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
  run('node', [compiler, ...check, 'types.ts']);
});

test('the types name every member of the classes, and no other', async () => {
  const {load, ...others} = await import('../dist/node.js');
  const types = ['index', 'queries'].map((name) => readFileSync(join(root, `dist/${name}.d.ts`), 'utf8')).join('');
  const {BroadPhase, Index, Recorder} = await load();
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(Recorder.prototype))) {
    isTrue(name === 'constructor' || new RegExp(`\\b${name}\\b`).test(types), `the types have ${name}`);
  }
  for (let type = Index; type !== Object.prototype.constructor && type.prototype !== undefined; type = Object.getPrototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      isTrue(name === 'constructor' || new RegExp(`\\b${name}\\b`).test(types), `the types have ${name}`);
    }
    if (Object.getPrototypeOf(type) === Function.prototype) break;
  }
  for (const name of [...Object.keys(others), ...Object.getOwnPropertyNames(Object.getPrototypeOf(BroadPhase.prototype))]) {
    isTrue(name === 'constructor' || new RegExp(`\\b${name}\\b`).test(types), `the types have ${name}`);
  }
  const engine = new BroadPhase({capacity: 1});
  for (const [, name] of types.matchAll(/^ {2}readonly (\w+): (?:Float32|Uint32)Array;$/gm)) {
    isTrue(name in engine || ['offsets', 'fractions', 'distances'].includes(name), `the class has ${name}`);
  }
  engine.destroy();
});
