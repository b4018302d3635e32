#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes docs/playground/index.html from the sources in docs/playground/src: builds the WebAssembly module, bundles the
# scripts, and puts all into one file.
# Usage: build.sh            (sources.mjs finds out whether that was forgotten)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
"$root/tools/install_packages.sh" esbuild nodejs >&2
module="$("$here/build_module.sh")"
script="$root/build/playground/main.js"
# Why readable: the page is small, and what one reads in the browser's tools is what is in the sources.
esbuild "$here/src/main.js" --bundle --format=iife --target=es2022 --charset=utf8 --outfile="$script" --log-level=warning
node "$here/assemble.mjs" "$module" "$script" "$here/index.html"
