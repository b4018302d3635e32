#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a newcomer waits for: compiles the library, and the program of the first command. Fails if the compiler's work for one
# of them is over a tenth more than `figures` says. If that is worth it, or if it has become less, write the new figures there.
# Usage: light.sh   (no compiler cache, two compilers at a time)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh

# Memory that the compiler takes from its own heap for all units together, in MB, by g++ 12: it grows with what is parsed,
# instantiated and optimized, and is the same in each run, on a busy machine too.
# Tried: processor seconds over those of a source without our headers; on another machine the same sources were 1.1 to 1.3
# times the figure, three times in a row.
declare -A figures=([library]=5948 [program]=3421)

folder=build/light
rm -rf "$folder"
mkdir -p "$folder"
env -u CMAKE_CXX_COMPILER_LAUNCHER cmake --preset release -B "$folder/build" -DCMAKE_CXX_FLAGS=-ftime-report >"$folder/log"

# check <name> <target>: builds it, and fails if it is more work than it was.
check() {
  local log="$folder/$1"
  env -u CMAKE_CXX_COMPILER_LAUNCHER cmake --build "$folder/build" --parallel 2 --target "$2" >"$log" 2>&1 || {
    cat "$log" >&2
    return 1
  }
  awk -v name="$1" -v figure="${figures[$1]}" '
      /^ TOTAL +:/ {
        units++
        size = $NF + 0
        unit = substr($NF, length($NF))
        megabytes += unit == "k" ? size / 1024 : unit == "G" ? size * 1024 : size
      }
      END {
        printf "%s: %d units, %d MB of compiler memory; the figure is %d MB: %.2f times\n", name, units, megabytes,
          figure, megabytes / figure
        exit units == 0 || megabytes > 1.1 * figure
      }' "$log"
}

failed=0
check library quadphase || failed=1
check program quadphase_bench || failed=1
((failed == 0)) || { echo "error: it is more than a tenth more work to compile than it was" >&2; exit 1; }
