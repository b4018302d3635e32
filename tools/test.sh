#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the library and its tests in release, and runs them. --all: also the tests of the programs
# and examples, and projects that install and link the library. Other arguments go to ctest: test.sh -R Contract
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

targets=(library_tests)
chosen=(--label-regex '^library$')
left_out="Left out: tests of benchmarks, examples, packages and projects that use the library. All tests: tools/test.sh --all"
if [[ "${1:-}" == --all ]]; then
  shift
  targets=() chosen=() left_out=""
fi

"$root/tools/install_packages.sh"
"$root/tools/build.sh" release "${targets[@]}"
cd "$root"
status=0
ctest --preset release --parallel "$(nproc)" "${chosen[@]}" "$@" || status=$?
[[ -z "$left_out" ]] || echo "$left_out"
exit "$status"
