#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy with the house rules of .clang-tidy over sources, and the headers they include. What has passed is not checked
# again, here or in another clone, while the rules and all that a source includes stay the same.
# Usage: tidy.sh [file or folder...]   (by default the library; TIDY_BUILD names the build whose commands are read)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang clang-tidy
build="${TIDY_BUILD:-build/tidy}"
# Why without precompiled headers: these commands compile nothing, so there are none. Why sources together: clang-tidy reads
# the headers of each unit anew, and takes half of the time. Why each time: sources come, go and change their names.
[[ -n "${TIDY_BUILD:-}" ]] ||
  cmake --preset clang -B "$build" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=ON >/dev/null
export build passed="${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/ccache}/tidy"
mkdir -p "$passed"

# compilations: the unit and the command of each line of the build.
compilations() {
  sed -n -E 's/^ *"command": "(.*)",$/\1/p; s/^ *"file": "(.*)",?$/\1/p' "$build/compile_commands.json" |
    sed -e 's/\\"/"/g' -e 's/\\\\/\\/g' | paste -d '\t' - - | awk -F '\t' '{ print $2 "\t" $1 }'
}
# sources_of <unit>: itself, or those that are compiled together as this unit.
sources_of() {
  if [[ "$1" == */*_units/*.cpp ]]; then sed 's/^#include "\(.*\)"$/\1/' "$1"; else printf '%s\n' "${1#"$PWD/"}"; fi
}
# tidy <unit> <command>: all that decides is the text that the compiler sees, with comments and macros, the rules and the tool.
tidy() {
  local text
  text="$({ eval "${2/ -o * -c / } -E -C -P -dD" || exit; cat .clang-tidy .ci/tidy.sh; clang-tidy --version; } | sha256sum)" || return
  [[ ! -e "$passed/${text%% *}" ]] || return 0
  # A unit is made of includes of sources, which the first option speaks of and the second takes for headers.
  clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option --checks=-bugprone-suspicious-include \
    --header-filter='/(include/quadphase|src|components|apps|bench|examples|testing|tests)/[^:]*[.][ch]pp$' "$1" \
    2> >(grep -v -E '^([0-9]+ warnings? |Suppressed |Use -header)' >&2 || true) || return
  touch "$passed/${text%% *}"
}
export -f tidy

places=("$@")
[[ $# -gt 0 ]] || places=(src components/*/src)
count=0
chosen=()
while IFS=$'\t' read -r unit command; do
  [[ -f "$unit" ]] || continue
  wanted="$(sources_of "$unit" | awk -v places="${places[*]}" '
    BEGIN { split(places, place, " ") }
    { for (i in place) if ($0 == place[i] || index($0, place[i] "/") == 1) { count++; next } }
    END { print count + 0 }')"
  ((wanted == 0)) || chosen+=("$unit" "$command")
  count=$((count + wanted))
done < <(compilations)
((count > 0)) || { echo "error: no source of ${places[*]} is compiled in $build" >&2; exit 1; }
printf '%s\0' "${chosen[@]}" | xargs -0 -n 2 -P "$(nproc)" bash -c 'set -o pipefail; tidy "$@"' tidy
echo "clang-tidy has nothing to say on $count sources of ${places[*]}"
