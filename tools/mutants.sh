#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plants faults in a copy of the library, runs the tests with each, and prints those that no test found. Takes about an
# hour. A run that was stopped is continued, and after a change of tests only survivors are tried again.
# Usage: mutants.sh [how many]   (400 by default)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
count="${1:-400}"
folder="$root/build/mutants"
original="$folder/original"
tree="$folder/tree"

"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" python3-clang-14 rsync
mkdir -p "$original" "$tree"

# copy_sources TARGET FOLDER...: what git knows, or would add, of these folders.
# Why not with the times of the files: one that was edited before the last build, but copied after it, would look old.
copy_sources() {
  local target="$1"
  shift
  (cd "$root" && git ls-files -z --cached --others --exclude-standard "$@" | rsync -a --no-times --checksum --from0 --files-from=- ./ "$target/")
}
# Why this Python: the bindings of libclang are a Debian package.
plant() { /usr/bin/python3 "$root/tests/mutants/plant.py" "$original" "$tree" "$folder/build/compile_commands.json" "$folder/mutants.tsv"; }
targets=(stage_tests cells_test eigen_test tbb_test race_test)
targets+=(contract_{allocation,degenerate,exact,executor,input,memory,order,threads,try}_test)
targets+=(model_{slots_,store_,}test queries_{allocation,contract,model}_test)
build() { cmake --build "$folder/build" --target "${targets[@]}" -- -k 0 >"$folder/build.log" 2>&1; }

state="$(cd "$root" && cat $(git ls-files src include components tests/mutants/plant.py tests/mutants/mutant.hpp) | sha256sum)"
if [[ ! -f "$folder/state" || "$(cat "$folder/state")" != "$state" ]]; then
  rm -f "$folder/state" "$folder/results.tsv" "$folder/mutants.disabled"
  copy_sources "$original" .
  copy_sources "$tree" .
  cmake -S "$tree" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    "-DCMAKE_CXX_FLAGS=-std=c++20 -w -include $root/tests/mutants/mutant.hpp" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
  plant
  # A mutant that does not compile is left out.
  until build; do
    python3 "$root/tests/mutants/disable.py" "$tree" "$folder/build.log" "$folder/mutants.tsv"
    plant
  done
  echo "$state" >"$folder/state"
else
  copy_sources "$tree" tests testing bench cmake
  build
fi
python3 "$root/tests/mutants/run.py" "$folder" "$count" "$root/tests/mutants/explained.txt"
