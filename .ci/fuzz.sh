#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests in the build for fuzzing, but for those that docs/testing.md leaves to the deep check, and fuzzes for two
# minutes in all; tools/fuzz.sh does so for hours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
.ci/preset.sh fuzz
tools/fuzz.sh 2
