#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests docs/playground/index.html in headless Chromium, with mouse and keys; pictures go to a folder if one is given.
# Usage: test.sh [folder]
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
"$root/tools/install_packages.sh" chromium nodejs
modules="$root/build/playground/npm"
mkdir -p "$modules"
[[ -d "$modules/node_modules/puppeteer-core" ]] ||
  npm install --prefix "$modules" --no-save --no-audit --no-fund --ignore-scripts puppeteer-core@24.10.0
if [[ $# -gt 0 ]]; then mkdir -p "$1"; fi
PLAYGROUND_MODULES="$modules" PLAYGROUND_PICTURES="${1:-}" node --test --test-reporter=spec "$here/test.mjs"
