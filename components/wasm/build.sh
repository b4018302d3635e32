#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the npm package in components/wasm/dist; installs what is missing. Usage: build.sh
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
"$root/tools/install_packages.sh" clang-19 lld-19 cmake ninja-build
sysroot="$("$root/tools/wasm_sysroot.sh")"
zstd="$("$root/tools/wasm_zstd.sh")"
toolchain=(--toolchain "$root/cmake/toolchains/wasm.cmake" "-DQUADPHASE_WASM_SYSROOT=$sysroot")

# Builds one module: build_module <tree> <whether with vectors>. tools/check_platforms.sh uses the trees, too.
build_module() {
  local tree="$root/build/platforms/$1" highway
  local flags=("${toolchain[@]}" "-DQUADPHASE_WASM_SIMD=$2" "-DQUADPHASE_ZSTD_SOURCES=$zstd")
  highway="$("$root/tools/build_highway.sh" trixie "$1" "${flags[@]}")"
  cmake -S "$here" -B "$tree" -G Ninja "${flags[@]}" "-DCMAKE_PREFIX_PATH=$highway" -DCMAKE_BUILD_TYPE=Release
  cmake --build "$tree" --parallel "${BUILD_JOBS:-2}" --target quadphase_module
}
build_module wasm ON
build_module wasm-scalar OFF

dist="$here/dist"
rm -rf "$dist"
mkdir -p "$dist"
cp "$root/build/platforms/wasm/quadphase.wasm" "$dist/quadphase.wasm"
cp "$root/build/platforms/wasm-scalar/quadphase.wasm" "$dist/quadphase-scalar.wasm"
cp "$here"/src/*.js "$here"/src/*.d.ts "$dist/"
cp "$root/LICENSE" "$here/LICENSE"
cp "$zstd/../LICENSE" "$dist/LICENSE.zstd"
ls -l "$dist"
