#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command that builds, and fails where compiler, linker or CMake warns. Usage: without_warnings.sh <command> [argument...]
set -euo pipefail
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
# Not those of Debian's packages while they are installed.
if grep -E '(: warning: |^CMake (Deprecation )?Warning)' "$log" | grep -v -E '^(dpkg|update-alternatives)[a-z-]*: '; then
  echo "error: the build has warnings" >&2
  exit 1
fi
