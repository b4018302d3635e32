// SPDX-License-Identifier: MIT
// The sources of the page, as one hash. Run as a program, it checks that index.html was made from them.
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** SHA-256 of the names and bytes of all that the page is made of, except the library, the scenes and the baselines. */
export function hashOfSources() {
  const hash = createHash('sha256');
  const names = ['CMakeLists.txt', 'assemble.mjs', ...readdirSync(join(here, 'src')).map((name) => `src/${name}`)].sort();
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(here, name))).update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** The hash that is in the page. */
export function hashInPage() {
  return /sources: ([0-9a-f]{32})/.exec(readFileSync(join(here, 'index.html'), 'utf8'))?.[1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (hashInPage() !== hashOfSources()) {
    console.error('docs/playground/index.html is older than its sources; run docs/playground/build.sh');
    process.exit(1);
  }
  console.log('docs/playground/index.html was made from the current sources');
}
