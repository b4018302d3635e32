#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What everyone waits for: compiles the library, the program of the first command, and the tests of the second, which are most
# of what the whole check compiles. Fails if the compiler's work for one of them is over a tenth more than `figures` says. If
# that is worth it, or if the work has become less, write the new figures there.
# Why through the cache: later steps find these objects there. What the cache already had was measured when it was compiled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh ccache

# Memory that the compiler takes from its own heap for all units together, in MB, by g++ 12: it grows with what is parsed,
# instantiated and optimized, and is the same in each run, on a busy machine too.
# Tried: processor seconds over those of a source without our headers; on another machine the same sources were 1.1 to 1.3
# times the figure, three times in a row.
declare -A figures=([library]=5665 [program]=3140)
# The objects of the tests, in KB. Why not as above: the compiler's report takes a third more time.
tests_figure=26330

folder=build/light
export QUADPHASE_UNITS="$(ccache --get-config cache_dir)/units" CCACHE_PREFIX="$PWD/.ci/measured.sh"
mkdir -p "$QUADPHASE_UNITS" "$folder"
cmake --preset release -B "$folder" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache >"$folder/log"

# objects <target>...: what is compiled for them.
objects() { ninja -C "$folder" -t inputs "$@" | grep -E '[.](o|gch)$' | sort -u; }
build() {
  cmake --build "$folder" --target "$1" >"$folder/log" 2>&1 && return
  cat "$folder/log" >&2
  return 1
}
# compare <name> <object>...: the sum of their figures with that of the name; 2 if one has never been measured.
compare() {
  (cd "$QUADPHASE_UNITS" && cat "${@:2}" 2>/dev/null) |
    awk -v name="$1" -v figure="${figures[$1]}" -v units=$(($# - 1)) '
      { megabytes += $1 }
      END {
        if (NR < units || units == 0) exit 2
        printf "%s: %d units, %d MB of compiler memory; the figure is %d MB: %.2f times\n", name, units, megabytes,
          figure, megabytes / figure
        exit megabytes > 1.1 * figure
      }'
}
# check <name> <target> <object>...: once more without what the cache has, if that is not good enough.
check() {
  build "$2" && compare "$1" "${@:3}" && return
  cmake --build "$folder" --target clean >/dev/null
  CCACHE_RECACHE=1 build "$2" && compare "$1" "${@:3}"
}

mapfile -t library < <(objects quadphase)
mapfile -t program < <(comm -13 <(printf '%s\n' "${library[@]}") <(objects quadphase_bench))
failed=0
check library quadphase "${library[@]}" || failed=1
check program quadphase_bench "${program[@]}" || failed=1
unset CCACHE_PREFIX
build library_tests
mapfile -t tests < <(comm -13 <(printf '%s\n' "${library[@]}" "${program[@]}" | sort -u) <(objects library_tests | grep '[.]o$'))
(cd "$folder" && stat --format=%s "${tests[@]}") | awk -v figure="$tests_figure" '
  { kilobytes += $1 / 1024 }
  END {
    printf "tests: %d objects of %d KB; the figure is %d KB: %.2f times\n", NR, kilobytes, figure, kilobytes / figure
    exit kilobytes > 1.1 * figure
  }' || failed=1
((failed == 0)) || { echo "error: it is more than a tenth more work to compile than it was" >&2; exit 1; }
