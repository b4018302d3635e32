#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds Highway from the source package of a Debian release, and prints the folder to give to CMAKE_PREFIX_PATH; if
# it is there already, only prints it. For platforms for which Debian has no such package, and for other versions of Highway.
# Usage: build_highway.sh <release> <platform> [cmake option...]   for example: build_highway.sh bookworm arm64 --toolchain ...
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
release="$1" platform="$2"
shift 2
folder="${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/highway/$release"
prefix="$folder/$platform"
if ! [[ -f "$prefix/complete" ]]; then
  {
    "$root/tools/install_packages.sh" cmake ninja-build
    compgen -G "$folder/highway-*/" >/dev/null || "$root/tools/fetch_debian.sh" source highway "$release" "$folder"
    rm -rf "$prefix"
    cmake -S "$folder"/highway-*/ -B "$prefix/build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" \
      -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
      -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib
    cmake --build "$prefix/build" --target install
    rm -rf "$prefix/build"
    touch "$prefix/complete"
  } >&2
fi
echo "$prefix"
