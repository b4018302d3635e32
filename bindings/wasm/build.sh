#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the npm package in bindings/wasm/dist; installs what is missing. Usage: build.sh
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
"$root/tools/install_packages.sh" clang-19 lld-19 cmake ninja-build
sysroot="$("$root/tools/wasm_sysroot.sh")"
toolchain=(--toolchain "$root/cmake/toolchains/wasm.cmake" "-DQUADPHASE_WASM_SYSROOT=$sysroot")

# Builds one module: build_module <simd or scalar> <ON or OFF>
build_module() {
  local kind="$1" simd="$2" highway
  local flags=("${toolchain[@]}" "-DQUADPHASE_WASM_SIMD=$simd")
  highway="$("$root/tools/build_highway.sh" trixie "wasm-$kind" "${flags[@]}")"
  # Sources alone: together they are inlined into each other, and the module is 3 % larger.
  cmake -S "$here" -B "$root/build/wasm-$kind" -G Ninja "${flags[@]}" "-DCMAKE_PREFIX_PATH=$highway" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_UNITY_BUILD=OFF
  cmake --build "$root/build/wasm-$kind" --parallel "${BUILD_JOBS:-2}"
}
build_module simd ON
build_module scalar OFF

dist="$here/dist"
rm -rf "$dist"
mkdir -p "$dist"
cp "$root/build/wasm-simd/quadphase.wasm" "$dist/quadphase.wasm"
cp "$root/build/wasm-scalar/quadphase.wasm" "$dist/quadphase-scalar.wasm"
cp "$here"/src/*.js "$here"/src/*.d.ts "$dist/"
cp "$root/LICENSE" "$here/LICENSE"
ls -l "$dist"
