#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures, builds and tests one preset of CMakePresets.json: preset.sh asan
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="${1:?usage: preset.sh <preset>}"

tools/install_packages.sh
[[ "$preset" != clang && "$preset" != sanitize ]] || tools/install_packages.sh clang
CTEST_PARALLEL_LEVEL="$(nproc)" cmake --workflow --preset "$preset"
