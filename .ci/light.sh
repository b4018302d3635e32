#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a newcomer waits for, in processor seconds: compiles the library, and the program of the first command. Fails if one
# takes over a tenth more than `figures` says. If that is worth it, or if it takes less, write the new figures there.
# Usage: light.sh   (no compiler cache, two compilers at a time)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh

# Of an AMD EPYC (Zen 4), two cores, g++ 12. `reference`: a source without any header of ours, twice at a time, so that
# figures of other machines and of busy ones can be compared: what counts is the ratio.
declare -A figures=([reference]=6.15 [library]=72.5 [program]=28.9)

folder=build/light
rm -rf "$folder"
mkdir -p "$folder"
cat >"$folder/reference.cpp" <<'END'
#include <algorithm>
#include <map>
#include <random>
#include <regex>
#include <string>
#include <vector>
std::map<std::string, std::vector<double>> table;
bool reference(const std::string& text) {
  std::mt19937_64 random(1);
  auto& values = table[text];
  std::generate_n(std::back_inserter(values), 100, [&] { return std::uniform_real_distribution<>(0, 1)(random); });
  std::stable_sort(values.begin(), values.end());
  return std::regex_match(text, std::regex("(a|b)*c+")) && std::regex_search(text, std::regex("[x-z]{2,3}"));
}
END

# processor_seconds <command> [argument...]: of it and of all that it starts.
processor_seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" >"$folder/log" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
  ((PIPESTATUS[0] == 0)) || { cat "$folder/log" >&2; return 1; }
}
reference() {
  local i
  for i in 1 2; do c++ -std=c++20 -O3 -c "$folder/reference.cpp" -o "$folder/reference$i.o" & done
  wait
}
build() { env -u CMAKE_CXX_COMPILER_LAUNCHER cmake --build "$folder/build" --parallel 2 --target "$1"; }

measure() {
  local i references=()
  measure_reference() {
    for i in 1 2 3; do references+=("$(processor_seconds reference)"); done
  }
  rm -rf "$folder/build"
  env -u CMAKE_CXX_COMPILER_LAUNCHER cmake --preset release -B "$folder/build" >"$folder/log"
  measure_reference
  measured[library]="$(processor_seconds build quadphase)"
  measure_reference
  measured[program]="$(processor_seconds build quadphase_bench)"
  measure_reference
  measured[reference]="$(printf '%s\n' "${references[@]}" | sort -n | sed -n 5p)"
}

# compare <name>: fails if it has grown.
compare() {
  awk -v name="$1" -v now="${measured[$1]}" -v before="${figures[$1]}" -v reference="${measured[reference]}" \
    -v reference_before="${figures[reference]}" 'BEGIN {
      growth = (now / reference) / (before / reference_before)
      printf "%s: %.1f s of processor time, %.1f references; the figure is %.1f s: %.2f times\n", name, now, now / reference,
        before, growth
      exit growth > 1.1 }'
}

# Why up to three times: on a machine whose caches others use, one time is up to a tenth more than another.
declare -A measured
for attempt in 1 2 3; do
  measure
  echo "reference: ${measured[reference]} s of processor time, ${figures[reference]} s where the figures are from"
  failed=0
  for name in library program; do compare "$name" || failed=1; done
  ((failed != 0)) || exit 0
done
echo "error: it takes more than a tenth longer to compile than it did" >&2
exit 1
