#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the pages of the public headers; a public name without a description is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh doxygen
cmake --preset release >/dev/null
cmake --build --preset release --target docs
