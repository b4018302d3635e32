#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and installs the library without oneTBB and without the folders that it does not need, `components` among them, and runs
# a user's program with it that has an executor of its own. The build does not look for oneTBB, and nothing that is installed
# uses it.
# Usage: without_tbb.sh <source folder> <build folder> <prefix> <compiler> <generator> <compiler launcher, or ""> [<cmake argument>...]
set -euo pipefail
source="$1"
build="$2"
prefix="$3"
compiler="$4"
core="$build/core"
rm -rf "$build" "$prefix"
mkdir -p "$core"
cp -r "$source"/{CMakeLists.txt,LICENSE,CHANGELOG.md,cmake,include,src} "$core"
cmake -S "$core" -B "$build" -G "$5" -DQUADPHASE_TBB=OFF \
  -DCMAKE_BUILD_TYPE=Release "${@:7}" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$6" -DCMAKE_INSTALL_PREFIX="$prefix"
cmake --build "$build" --parallel "$(nproc)"
cmake --install "$build" >/dev/null

fail() {
  echo "$1" >&2
  exit 1
}
if grep TBB_DIR "$build/CMakeCache.txt"; then fail "The build looks for oneTBB"; fi
library="$(find "$prefix" -name libquadphase.a)"
symbols="$(nm --demangle "$library")"
grep -q 'T quadphase::BroadPhase::update' <<<"$symbols" || fail "$library holds no library"
if grep 'tbb::' <<<"$symbols"; then fail "$library uses oneTBB"; fi
if grep -r -E '#include [<"](oneapi/)?tbb/' "$prefix"; then fail "An installed header includes oneTBB"; fi
pc="$(find "$prefix" -name quadphase.pc)"
if grep -i tbb "$pc"; then fail "$pc names oneTBB"; fi

# A user's project, by CMake and by pkg-config.
cmake -S "$source/tests/consumer/without_tbb" -B "$build/consumer" -G "$5" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$6" -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$build/consumer"
"$build/consumer/own_threads"
PKG_CONFIG_PATH="$(dirname "$pc")"
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs quadphase)"
"$compiler" -std=c++20 -pthread "$source/tests/consumer/without_tbb/own_threads.cpp" "${flags[@]}" -o "$build/own_threads"
"$build/own_threads"
if ldd "$build/own_threads" "$build/consumer/own_threads" | grep "libtbb"; then fail "A program loads oneTBB"; fi
