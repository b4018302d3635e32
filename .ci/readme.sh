#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the test command that README gives, as a newcomer would, and accepts no warning of the compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for command in ./tools/benchmark.sh ./tools/test.sh; do
  if ! grep -q -F -- "$command" README.md; then
    echo "error: README.md does not give the command $command" >&2
    exit 1
  fi
done

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
./tools/test.sh 2>&1 | tee "$log"
if grep -E '(: warning: |^CMake (Deprecation )?Warning)' "$log"; then
  echo "error: the build has warnings" >&2
  exit 1
fi
