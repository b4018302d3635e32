#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a newcomer waits for: compiles the library, and the program of the first command. Fails if the compiler's work for one
# of them is over a tenth more than `figures` says. If that is worth it, or if it has become less, write the new figures there.
# Why through the cache: later steps find these objects there. What the cache had, was measured when it was compiled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh ccache

# Memory that the compiler takes from its own heap for all units together, in MB, by g++ 12: it grows with what is parsed,
# instantiated and optimized, and is the same in each run, on a busy machine too.
# Tried: processor seconds over those of a source without our headers; on another machine the same sources were 1.1 to 1.3
# times the figure, three times in a row.
declare -A figures=([library]=5948 [program]=3421)

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
((failed == 0)) || { echo "error: it is more than a tenth more work to compile than it was" >&2; exit 1; }
