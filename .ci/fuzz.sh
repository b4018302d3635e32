#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs all tests in the build for fuzzing, and fuzzes for three minutes in all; tools/fuzz.sh does so for hours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang
CTEST_PARALLEL_LEVEL="$(nproc)" cmake --workflow --preset fuzz
tools/fuzz.sh 3
