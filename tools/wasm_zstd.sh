#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the folder with the sources of zstd, which components/wasm compiles for the module that records; fetches them (2 MB)
# if they are missing. Usage: wasm_zstd.sh
#
# Why from Debian 13: earlier versions cannot leave out the slower ways to compress.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/zstd"
if ! [[ -f "$folder/complete" ]]; then
  rm -rf "$folder"
  "$root/tools/fetch_debian.sh" source libzstd trixie "$folder" >&2
  touch "$folder/complete"
fi
echo "$folder"/libzstd-*/lib
