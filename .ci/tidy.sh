#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy with the house rules of .clang-tidy over sources, and the headers they include.
# Usage: tidy.sh [--changed] [file or folder...]   (by default the library; TIDY_BUILD names the build whose commands are read)
# --changed: those of the sources that have changed since the merge base with the default branch, or on that branch in
# the last 20 commits, and those that include a header that has; all if the rules have changed, or without a history.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang clang-tidy
build="${TIDY_BUILD:-build/tidy}"
# Why without precompiled headers: these commands compile nothing, so there are none. Each source alone, as it stands.
[[ -f $build/compile_commands.json ]] || cmake --preset clang -B "$build" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON

# changed_files: of src and include, and .clang-tidy.
changed_files() {
  local base
  base="$(git merge-base HEAD origin/HEAD 2>/dev/null || git rev-parse HEAD)" || return 1
  [[ "$base" != "$(git rev-parse HEAD)" ]] || base="$(git rev-parse --verify --quiet HEAD~20)" || return 1
  git diff --name-only "$base" -- 'src/*.[ch]pp' include .clang-tidy
}
# including <file>...: the files that include one of them directly.
including() {
  local names
  names="$(printf '%s\n' "${@##*/}" | sed 's/[.]/[.]/g' | paste -s -d '|')"
  grep -r -l -E "#include \"(.*/)?($names)\"" src include || true
}
# changed_sources <file>...: the sources among them, and those that read the headers among them: directly, if there are any.
changed_sources() {
  local file readers
  for file in "$@"; do
    readers=("$file")
    while ((${#readers[@]} > 0)) && [[ " ${readers[*]} " != *".cpp "* ]]; do
      mapfile -t readers < <(including "${readers[@]}")
    done
    printf '%s\n' "${readers[@]}"
  done | grep '^src/.*[.]cpp$' | sort -u || true
}

wanted=all
if [[ "${1:-}" == --changed ]]; then wanted=changed; shift; fi
places=("$@")
[[ $# -gt 0 ]] || places=(src)
mapfile -t sources < <(find "${places[@]}" -name '*.cpp' | sort)
if [[ $wanted == changed ]] && mapfile -t files < <(changed_files || echo .clang-tidy) &&
  [[ " ${files[*]} " != *" .clang-tidy "* ]]; then
  mapfile -t sources < <(comm -12 <(printf '%s\n' "${sources[@]}") <(changed_sources "${files[@]}"))
fi
# Only what this build compiles: a source without compile command would be read with made-up flags.
# Why -r: with --changed there may be no source at all, and without -r xargs still runs the command once.
for source in "${sources[@]}"; do
  if grep -q -F "\"file\": \"$PWD/$source\"" "$build/compile_commands.json"; then
    printf '%s\0' "$source"
  else
    echo "note: $source is in no target, skipped" >&2
  fi
done | xargs -0 -r -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option 2> >(grep -v -E '^([0-9]+ warnings? |Suppressed |Use -header)' >&2 || true)
echo "clang-tidy has nothing to say on ${#sources[@]} sources of ${places[*]}"
