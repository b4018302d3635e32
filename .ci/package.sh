#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What distributions need, in the quick form: builds the shared and the static library without optimization, and runs the
# tests with the label package. tools/package.sh makes and checks the packages themselves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh python3

# Nothing is built here but what the tests build themselves.
cmake -S . -B build/package-tests -G Ninja -DCMAKE_BUILD_TYPE=Release -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF >/dev/null
ctest --test-dir build/package-tests -L package --no-tests=error --output-on-failure --parallel "$(nproc)"
