#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What README tells newcomers to run, as it stands there: each block or command in a bare Debian of its own, so that none
# finds what another has installed. Accepts no compiler warnings. The Debian of the tests, build/bare/release, has the
# release build that later steps use.
# Usage: readme.sh [--user]   as root, without `sudo`, as README says; --user: as a user who has sudo
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
run=run prefix=""
if [[ "${1:-}" == --user ]]; then run=run-as-user prefix=user-; fi

fail() {
  echo "error: $1" >&2
  exit 1
}
# block <language> <number>: the lines of a block of README.
block() { awk -v head="\`\`\`$1" -v wanted="$2" '/^```/ { inside = $0 == head && ++number == wanted; next } inside' README.md; }
install="$(block sh 1)"
mapfile -t commands < <(block sh 2)
[[ "$install" == *"cmake --install"* && ${#commands[@]} -eq 2 && "${commands[*]}" == *benchmark.sh*test.sh* && -z "$(block sh 3)" ]] ||
  fail "README.md has other blocks of commands than .ci/readme.sh knows"
[[ $run == run-as-user ]] || install="${install//sudo /}"

# The project of a user, of README's other two blocks, against the installed library.
project="
mkdir -p ~/project
cat >~/project/main.cpp <<'END'
$(block cpp 1)
END
cat >~/project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(user CXX)
add_executable(simulation main.cpp)
$(block cmake 1)
END
cmake -S ~/project -B ~/project/build && cmake --build ~/project/build
~/project/build/simulation | tee ~/project/output
grep -x 'boxes 0 and 1 overlap' ~/project/output >/dev/null"

# try <name> <commands>; standard input answers the questions of apt.
try() {
  local started=$SECONDS debian="build/bare/$prefix$1"
  printf -- '--- README: %s\n' "$2"
  tools/bare_debian.sh new "$debian" build/bare/debian
  .ci/without_warnings.sh tools/bare_debian.sh "$run" "$debian" "$2" < <(yes)
  printf -- '--- took %d s\n' $((SECONDS - started))
}
tools/bare_debian.sh new build/bare/debian
try install "$install$project"
try benchmark "${commands[0]}"
try release "${commands[1]}"
# The tests that this has left out.
.ci/without_warnings.sh tools/bare_debian.sh "$run" build/bare/${prefix}release "tools/test.sh --all --label-exclude '^library\$'"
for name in debian "${prefix}install" "${prefix}benchmark"; do tools/bare_debian.sh remove "build/bare/$name"; done
