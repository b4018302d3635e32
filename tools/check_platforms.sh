#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library for other platforms, compilers and versions of Highway, computes the recorded results there (see
# tests/golden), and prints a line for each: all must be equal to the record. Installs what it needs from Debian's packages.
# Usage: check_platforms.sh [--short] [name...]   --short: Arm64 and WebAssembly; names: as in the first column
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
toolchains="$root/cmake/toolchains"
table=tests/golden/golden.txt
wanted=("$@")
[[ "${1-}" != --short ]] || wanted=(arm64 wasm)
[[ $# -eq 0 ]] || is_all=no
ran=0
failed=0

is_wanted() {
  [[ "${is_all-yes}" == yes ]] && return 0
  local name
  for name in "${wanted[@]}"; do [[ "$name" != "$1" ]] || return 0; done
  return 1
}

# check NAME PACKAGES HIGHWAY RUNNER CMAKE-OPTION...: HIGHWAY is a Debian release, whose version is built from its source.
# `project`: of the platform, where it is not the library's.
check() {
  local name="$1" packages="$2" release="$3" runner="$4" folder="$root/build/platforms/$1" log highway program verdict
  shift 4
  is_wanted "$name" || return 0
  ran=$((ran + 1))
  mkdir -p "$folder"
  log="$folder/platform.log"
  {
    # shellcheck disable=SC2086
    tools/install_packages.sh cmake ninja-build $packages &&
      highway="$(tools/build_highway.sh "$release" "$name" "$@")" &&
      cmake -S "${project:-.}" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" -DCMAKE_PREFIX_PATH="$highway" \
        -DQUADPHASE_TBB=OFF -DQUADPHASE_GOLDEN=ON -DCMAKE_COMPILE_WARNING_AS_ERROR=ON &&
      cmake --build "$folder" --target golden_check
  } >"$log" 2>&1 || { tail -n 20 "$log" >&2; failed=1; return 0; }
  program="$(find "$folder" -maxdepth 4 -path '*/tests/golden/golden_check*' -type f)"
  verdict=equal
  # shellcheck disable=SC2086
  $runner "$program" <"$table" >"$log.run" 2>&1 || { verdict=DIFFERENT; failed=1; cat "$log.run" >&2; }
  printf '| %-12s | %-7s | %-29s | %-16s | %s |\n' "$name" \
    "$(sed -n 's/.*set(PACKAGE_VERSION "\(.*\)").*/\1/p' "$highway"/lib/cmake/hwy/*-version.cmake | head -n 1)" \
    "$(sed -n 's/^\([a-z0-9]*\) *1 thread .*/\1/p' "$log.run" | paste -s -d ' ')" \
    "$(sed -n 's/.*digest \([0-9a-f]*\).*/\1/p' "$log.run" | sort -u | paste -s -d ' ')" "$verdict"
}

printf '| platform     | Highway | instruction sets              | digest           | with the record |\n'
printf '|---|---|---|---|---|\n'
wasm_options=(--toolchain "$toolchains/wasm.cmake")
if is_wanted wasm || is_wanted wasm-scalar; then
  wasm_options+=("-DQUADPHASE_WASM_SYSROOT=$(tools/wasm_sysroot.sh)" "-DQUADPHASE_ZSTD_SOURCES=$(tools/wasm_zstd.sh)")
fi
check arm64 'g++-aarch64-linux-gnu qemu-user-static' bookworm qemu-aarch64-static --toolchain "$toolchains/arm64.cmake"
# Why this release: earlier versions of Highway have no f64 for WebAssembly.
project=components/wasm check wasm nodejs trixie "node $toolchains/run_wasm.mjs" "${wasm_options[@]}"
project=components/wasm check wasm-scalar nodejs trixie "node $toolchains/run_wasm.mjs" "${wasm_options[@]}" -DQUADPHASE_WASM_SIMD=OFF
# Why the number: all sets of Highway but NEON without AES and scalar. No processor that qemu knows lacks AES.
check arm64-no-aes 'g++-aarch64-linux-gnu qemu-user-static' trixie qemu-aarch64-static \
  --toolchain "$toolchains/arm64.cmake" -DCMAKE_CXX_FLAGS=-DHWY_DISABLED_TARGETS=-4611686018964258817LL
check i686 g++-i686-linux-gnu bookworm '' --toolchain "$toolchains/i686.cmake"
check windows 'g++-mingw-w64-x86-64-posix wine wine64' bookworm 'env WINEDEBUG=-all wine' --toolchain "$toolchains/windows.cmake"
check s390x 'g++-s390x-linux-gnu qemu-user-static' bookworm qemu-s390x-static --toolchain "$toolchains/s390x.cmake"
check g++ g++ bookworm '' -DCMAKE_CXX_COMPILER=g++
check g++-native g++ bookworm '' -DCMAKE_CXX_COMPILER=g++ -DCMAKE_CXX_FLAGS=-march=native
check g++-trixie g++ trixie '' -DCMAKE_CXX_COMPILER=g++
check g++-sid g++ sid '' -DCMAKE_CXX_COMPILER=g++
check clang-14 clang-14 bookworm '' -DCMAKE_CXX_COMPILER=clang++-14
check clang-19 clang-19 trixie '' -DCMAKE_CXX_COMPILER=clang++-19
check libc++ 'clang-19 libc++-19-dev libc++abi-19-dev' trixie '' -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS=-stdlib=libc++

if ((ran == 0)); then
  echo "error: there is no platform ${wanted[*]}" >&2
  failed=1
fi
exit "$failed"
