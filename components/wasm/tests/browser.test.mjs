// SPDX-License-Identifier: MIT
// The suites in a headless browser, whose program is in the variable BROWSER.
import {test} from 'node:test';

import {runInBrowser} from './browser.mjs';
import {equalItems, isTrue} from './check.mjs';

const browser = process.env.BROWSER;
test('all suites pass in a browser', {skip: browser === undefined && 'BROWSER names no browser'}, async () => {
  const {passed, failures} = await runInBrowser(browser, '/tests/page.html', 240);
  equalItems(failures, [], 'the failures');
  isTrue(passed >= 70, 'the suites have run');
});
