// SPDX-License-Identifier: MIT
// Puts the page into one file. Usage: node assemble.mjs <module.wasm> <script.js> <index.html>
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {hashOfSources} from './sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [modulePath, scriptPath, pagePath] = process.argv.slice(2);
const script = readFileSync(scriptPath, 'utf8');
if (script.includes('</script')) throw new Error('the script would end its element');
const parts = {
  hash: hashOfSources(),
  style: readFileSync(join(here, 'src/style.css'), 'utf8').trim(),
  module: gzipSync(readFileSync(modulePath), {level: 9}).toString('base64'),
  script: script.trim(),
};
const page = readFileSync(join(here, 'src/page.html'), 'utf8').replace(/@(hash|style|module|script)@/g, (_, name) => parts[name]);
writeFileSync(pagePath, page);
console.log(`${pagePath}: ${page.length.toLocaleString('en-US')} bytes, of which the module ${parts.module.length.toLocaleString('en-US')}`);
