#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the WebAssembly module of the page, and prints its path.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build="$root/build/playground"
{
  sysroot="$("$root/tools/wasm_sysroot.sh")"
  toolchain=(--toolchain "$root/cmake/toolchains/wasm.cmake" -DQUADPHASE_WASM_SYSROOT="$sysroot")
  highway="$("$root/tools/build_highway.sh" trixie wasm "${toolchain[@]}")"
  # Why no Box2D: that of this machine is for its own processor.
  cmake -S "$root" -B "$build" -G Ninja "${toolchain[@]}" -DCMAKE_PREFIX_PATH="$highway" -DCMAKE_BUILD_TYPE=Release \
    -DQUADPHASE_TBB=OFF -DQUADPHASE_INSTALL=OFF -DQUADPHASE_PLAYGROUND=ON -DCMAKE_DISABLE_FIND_PACKAGE_box2d=ON
  cmake --build "$build" --target playground --parallel 2
} >&2
echo "$build/docs/playground/playground.wasm"
