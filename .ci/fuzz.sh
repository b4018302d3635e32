#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes for three minutes in all; tools/fuzz.sh does so for hours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang
tools/fuzz.sh 3
