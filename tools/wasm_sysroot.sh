#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the folder with the C and C++ libraries for WebAssembly, for cmake/toolchains/wasm.cmake; installs clang 19 and
# fetches the libraries (237 MB) if they are missing. Usage: wasm_sysroot.sh
#
# Why from Debian 13's emscripten: Debian 12's libc++ for WebAssembly cannot throw, and its emscripten has no
# <memory_resource>. The compiler of Debian 12 is the one that these libraries were made with.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/wasm"
sysroot="$folder/sysroot"
{
  "$root/tools/install_packages.sh" clang-19 lld-19 cmake ninja-build
  if ! [[ -f "$sysroot/complete" ]]; then
    rm -rf "$folder"
    "$root/tools/fetch_debian.sh" binary emscripten trixie "$folder"
    from=./usr/share/emscripten/cache/sysroot
    libraries=()
    for name in crt1.o crt1_reactor.o libc++-except.a libc++abi-except.a libunwind-except.a libstandalonewasm-memgrow.a \
      libdlmalloc.a libc.a libcompiler_rt.a; do
      libraries+=("$from/lib/wasm32-emscripten/$name")
    done
    mkdir "$sysroot"
    dpkg-deb --fsys-tarfile "$folder"/emscripten_*.deb |
      tar --extract --directory "$sysroot" --strip-components 6 "$from/include" "${libraries[@]}"
    rm "$folder"/emscripten_*.deb
    touch "$sysroot/complete"
  fi
} >&2
echo "$sysroot"
