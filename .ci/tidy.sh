#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy with the house rules of .clang-tidy over sources, and the headers they include.
# Usage: tidy.sh [file or folder...]   (by default the library; TIDY_BUILD names the build whose commands are read)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang clang-tidy
build="${TIDY_BUILD:-build/tidy}"
# Why without precompiled headers: these commands compile nothing, so there are none. Each source alone, as it stands.
[[ -f $build/compile_commands.json ]] || cmake --preset clang -B "$build" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=OFF

places=("$@")
[[ $# -gt 0 ]] || places=(src)
mapfile -t sources < <(find "${places[@]}" -name '*.cpp' | sort)
# Only what this build compiles: a source without compile command would be read with made-up flags.
for source in "${sources[@]}"; do
  if grep -q -F "\"file\": \"$PWD/$source\"" "$build/compile_commands.json"; then
    printf '%s\0' "$source"
  else
    echo "note: $source is in no target, skipped" >&2
  fi
done | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option 2> >(grep -v -E '^([0-9]+ warnings? |Suppressed |Use -header)' >&2 || true)
echo "clang-tidy has nothing to say on ${places[*]}"
