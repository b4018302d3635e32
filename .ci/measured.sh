#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command of g++, and writes the memory that the compiler took from its own heap, in MB, to a file named like the object
# in the folder QUADPHASE_UNITS. Usage: CCACHE_PREFIX=.ci/measured.sh ccache g++ ...
set -euo pipefail
object=
for ((i = 1; i < $#; ++i)); do
  if [[ "${!i}" == -o ]]; then next=$((i + 1)); object="${!next}"; fi
done
report="$(mktemp)"
trap 'rm -f "$report"' EXIT
status=0
"$@" -ftime-report 2>"$report" || status=$?
# What the compiler says besides.
sed '/^Time variable/,/^ TOTAL/d' "$report" >&2
figure="$(awk '/^ TOTAL +:/ {
  size = $NF + 0
  unit = substr($NF, length($NF))
  print unit == "k" ? size / 1024 : unit == "G" ? size * 1024 : size
}' "$report")"
if [[ -n "$figure" && -n "$object" ]]; then
  mkdir -p "$QUADPHASE_UNITS/$(dirname "$object")"
  echo "$figure" >"$QUADPHASE_UNITS/$object"
fi
exit "$status"
