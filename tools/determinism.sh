#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library in many ways, computes the recorded results (tests/golden) with each, on 1 to 16 threads and with every
# instruction set, and prints a table: all rows must have one digest. Takes some 20 minutes on two cores.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" clang

test=contract_order_test
filter='Golden.*'
digests=()
loads=()
failed=0
trap '((${#loads[@]} == 0)) || kill "${loads[@]}"' EXIT

# row NAME LOAD OPTION...: configures with the options, builds, and runs with LOAD other programs on each core.
row() {
  local name="$1" load="$2" folder="$root/build/determinism/${1//[^a-z0-9+]/_}" log digest verdict=equal
  shift 2
  mkdir -p "$folder"
  log="$folder/determinism.log"
  { cmake -S "$root" -B "$folder" -G Ninja -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF "$@" &&
    cmake --build "$folder" --target "$test"; } >"$log" 2>&1 || { tail -n 20 "$log" >&2; return 1; }
  for ((i = 0; i < load * $(nproc); ++i)); do
    (while :; do :; done) &
    loads+=($!)
  done
  "$folder/tests/$test" --gtest_filter="$filter" >"$log.run" 2>&1 || verdict=DIFFERENT
  if ((${#loads[@]} > 0)); then
    kill "${loads[@]}"
    wait "${loads[@]}" 2>/dev/null || true
    loads=()
  fi
  digest="$(grep -o '^digest.*' "$log.run" || echo 'no digest')"
  [[ "$verdict" == equal ]] || failed=1
  digests+=("$digest")
  printf '| %-46s | %s | %s |\n' "$name" "${digest#digest of }" "$verdict"
}

printf '| build | %s | with the record |\n|---|---|---|\n' "digest"
gxx=(-DCMAKE_CXX_COMPILER=g++) clangxx=(-DCMAKE_CXX_COMPILER=clang++) release=(-DCMAKE_BUILD_TYPE=Release)
row 'g++, release' 0 "${gxx[@]}" "${release[@]}"
row 'g++, release, two other programs on each core' 2 "${gxx[@]}" "${release[@]}"
row 'g++, release, all of the processor' 0 "${gxx[@]}" "${release[@]}" -DCMAKE_CXX_FLAGS=-march=native
row 'g++, release, link-time optimization' 0 "${gxx[@]}" "${release[@]}" -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
row 'g++, -O1' 0 "${gxx[@]}" "${release[@]}" -DCMAKE_CXX_FLAGS_RELEASE=-O1
row 'g++, debug' 0 "${gxx[@]}" -DCMAKE_BUILD_TYPE=Debug
row 'g++, debug, tasks in random order' 0 "${gxx[@]}" -DCMAKE_BUILD_TYPE=Debug -DQUADPHASE_VALIDATE=ON
row 'clang, release' 0 "${clangxx[@]}" "${release[@]}"
row 'clang, release, all of the processor' 0 "${clangxx[@]}" "${release[@]}" -DCMAKE_CXX_FLAGS=-march=native
row 'clang, debug' 0 "${clangxx[@]}" -DCMAKE_BUILD_TYPE=Debug

if (($(printf '%s\n' "${digests[@]}" | sort -u | wc -l) > 1)); then failed=1; fi
((failed == 0)) || echo 'error: results differ' >&2
exit "$failed"
