#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links the library and its recorder as one program, with link-time optimization, which compares the definitions of each name.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
cmake --preset odr
cmake --build --preset odr
