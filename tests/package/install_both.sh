#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the shared and the static library, and installs both into one tree, which is then moved to the prefix. Beside it,
# <prefix>-static is a tree with the static library alone.
# Usage: install_both.sh <source folder> <build folder> <prefix> <compiler> <generator> <compiler launcher, or ""> [<cmake argument>...]
set -euo pipefail
source="$1"
build="$2"
prefix="$3"
rm -rf "$prefix" "$prefix-static" "$prefix.before"
cmake -S "$source" -B "$build" -G "$5" -DBUILD_SHARED_LIBS=ON -DQUADPHASE_STATIC_TOO=ON \
  -DCMAKE_BUILD_TYPE=Release "${@:7}" -DCMAKE_CXX_COMPILER="$4" -DCMAKE_CXX_COMPILER_LAUNCHER="$6" -DCMAKE_INSTALL_PREFIX="$prefix.before"
cmake --build "$build" --parallel "$(nproc)"
cmake --install "$build" >/dev/null
mv "$prefix.before" "$prefix"

for place in "$source" "$build" "$prefix"; do
  if grep -r -I -l -F -- "$place" "$prefix"; then
    echo "These files name $place: the tree cannot be moved" >&2
    exit 1
  fi
done

cp -a "$prefix" "$prefix-static"
find "$prefix-static" \( -name 'libquadphase.so*' -o -name 'quadphaseTargets-shared*' \) -delete
