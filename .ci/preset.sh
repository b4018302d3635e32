#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures, builds and tests one preset of CMakePresets.json: preset.sh checked
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="${1:?usage: preset.sh <preset>}"

tools/install_packages.sh
case "$preset" in clang | sanitize | fuzz) tools/install_packages.sh clang ;; esac
CTEST_PARALLEL_LEVEL="$(nproc)" cmake --workflow --preset "$preset"
