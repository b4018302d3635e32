#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A user who asks pkg-config. Usage: pkg_config.sh <folder of quadphase.pc> <compiler> <output folder>
set -euo pipefail
export PKG_CONFIG_PATH="$1"
compiler="$2"
output="$3"
source="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/core.cpp"
mkdir -p "$output"

read -ra cflags <<<"$(pkg-config --cflags quadphase)"
for flag in "${cflags[@]}"; do
  if [[ "$flag" != -I* ]]; then
    echo "quadphase.pc leaks $flag" >&2
    exit 1
  fi
done

# The library is static only: its flags must be complete with and without --static.
for static in "" --static; do
  read -ra libs <<<"$(pkg-config $static --libs quadphase)"
  "$compiler" -std=c++20 -DWITHOUT_PLUGIN "${cflags[@]}" "$source" "${libs[@]}" -o "$output/core$static"
  "$output/core$static"
done
