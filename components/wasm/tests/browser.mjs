// SPDX-License-Identifier: MIT
// Runs a page of this folder in a headless browser, and returns what the page posts to /result.
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const kTypes = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm'};

function serve(finish) {
  return createServer((request, response) => {
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        response.end();
        finish(JSON.parse(Buffer.concat(parts).toString()));
      });
      return;
    }
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    try {
      const bytes = readFileSync(join(root, path));
      // Why: the clock of a page is finer if nothing of others is in it.
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
      response.setHeader('Content-Type', kTypes[extname(path)] ?? 'application/octet-stream');
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
}

/** Loads a page and waits for its result, for some seconds at most. */
export async function runInBrowser(browser, page, seconds = 120) {
  const profile = mkdtempSync(join(tmpdir(), 'quadphase-browser-'));
  let finish;
  const result = new Promise((resolve) => {
    finish = resolve;
  });
  const server = serve(finish);
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}${page}`;
  const child = spawn(
    browser, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, url], {stdio: 'ignore', detached: true});
  let timer;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${page} gave no result in ${seconds} seconds`)), 1000 * seconds);
    child.on('error', reject);
  });
  try {
    const value = await Promise.race([result, timeout]);
    if (value.error !== undefined) throw new Error(value.error);
    return value;
  } finally {
    clearTimeout(timer);
    const ended = new Promise((resolve) => {
      child.on('exit', resolve);
    });
    // Why the group: a browser is many processes, and all of them write to the profile.
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    server.closeAllConnections();
    server.close();
    rmSync(profile, {recursive: true, force: true, maxRetries: 20});
  }
}
