#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plants faults in a copy of the library, runs the tests with each, and prints those that no test found. Takes an hour
# or two. A run that was stopped continues, and after a change of tests only what survived is tried again.
# Usage: mutants.sh [how many]   (400 by default)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
count="${1:-400}"
folder="$root/build/mutants"
tree="$folder/tree"

"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" python3-clang-14 rsync
mkdir -p "$tree"

# copy_sources FOLDER...: what git knows, or would add, of these folders.
copy_sources() {
  (cd "$root" && git ls-files -z --cached --others --exclude-standard "$@" | rsync -a --from0 --files-from=- ./ "$tree/")
}
plant() { python3 "$root/tests/mutants/plant.py" "$root" "$tree" "$folder/build/compile_commands.json" "$folder/mutants.tsv"; }
build() { cmake --build "$folder/build" -- -k 0 >"$folder/build.log" 2>&1; }

state="$(cd "$root" && cat $(git ls-files src include) | sha256sum)"
if [[ ! -f "$folder/state" || "$(cat "$folder/state")" != "$state" ]]; then
  rm -f "$folder/state" "$folder/results.tsv" "$folder/mutants.disabled"
  copy_sources .
  cmake -S "$tree" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    "-DCMAKE_CXX_FLAGS=-w -include $root/tests/mutants/mutant.hpp" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
  plant
  # A mutant that does not compile is left out.
  until build; do
    python3 "$root/tests/mutants/disable.py" "$tree" "$folder/build.log" "$folder/mutants.tsv"
    plant
  done
  echo "$state" >"$folder/state"
else
  copy_sources tests bench cmake
  build
fi
python3 "$root/tests/mutants/run.py" "$folder" "$count" "$root/tests/mutants/explained.txt"
