#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A user who asks pkg-config. Usage: pkg_config.sh <folder of quadphase.pc> <compiler> <output folder> [shared]
# shared: both libraries are there.
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

if [[ "${4:-}" == shared ]]; then
  if pkg-config --libs quadphase | grep -E 'tbb|hwy'; then
    echo "quadphase.pc links what only the library itself uses" >&2
    exit 1
  fi
  LD_LIBRARY_PATH="$(pkg-config --variable=libdir quadphase)"
  export LD_LIBRARY_PATH
fi

# A static library's flags must be complete with and without --static.
for static in "" --static; do
  read -ra libs <<<"$(pkg-config $static --libs quadphase)"
  [[ -z "$static" ]] || libs=("${libs[@]/#-lquadphase/-l:libquadphase.a}")
  "$compiler" -std=c++20 -DWITHOUT_PLUGIN "${cflags[@]}" "$source" "${libs[@]}" -o "$output/core$static"
  "$output/core$static"
  if [[ "${4:-}" == shared ]]; then
    linked=--static
    if readelf --dynamic "$output/core$static" | grep 'NEEDED.*libquadphase\.so\.[0-9]' >/dev/null; then linked=""; fi
    if [[ "$linked" != "$static" ]]; then
      echo "pkg-config $static --libs links the wrong library" >&2
      exit 1
    fi
  fi
done
