#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and tests the npm package; installs what is missing. Usage: test.sh [--browser]   (also in headless Chromium)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
command -v node >/dev/null || "$root/tools/install_packages.sh" nodejs
command -v npm >/dev/null || "$root/tools/install_packages.sh" npm
if [[ "${1:-}" == --browser ]]; then
  command -v chromium >/dev/null || "$root/tools/install_packages.sh" chromium
  BROWSER="$(command -v chromium)"
  export BROWSER
fi

"$here/build.sh"
cd "$here"
# Only for the test of the types; without a network, that test is left out.
[[ -d node_modules/typescript ]] || npm install --no-save --no-audit --no-fund typescript@5 ||
  echo "note: typescript could not be installed; the types are not checked" >&2
node --test tests/*.test.mjs
