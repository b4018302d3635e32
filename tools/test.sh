#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds release, and runs all tests. Arguments go to ctest: test.sh -R Contract
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

"$root/tools/install_packages.sh"
"$root/tools/build.sh" release
cd "$root"
ctest --preset release --parallel "$(nproc)" "$@"
