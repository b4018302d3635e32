#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links all tests and the library as one program, with link-time optimization, which compares the definitions of each
# name. After the step checked, whose objects it links: nothing is compiled again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
[[ -f build/checked/CMakeCache.txt ]] || cmake --preset checked
cmake --build --preset checked --target every_test
