#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Configures a CMake preset where that is needed, and builds. Usage: build.sh <preset> [target...]
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
preset="${1:?usage: build.sh <preset> [target...]}"
shift
folder="$root/build/$preset"

# The build itself follows changes of CMakeLists.txt; presets are read, and packages looked for, on configuration only.
stamp="$folder/.configured"
if [[ ! -f "$stamp" || "$root/CMakePresets.json" -nt "$stamp" || /var/lib/dpkg/status -nt "$stamp" ]]; then
  (cd "$root" && cmake --preset "$preset")
  touch "$stamp"
fi
targets=()
[[ $# -eq 0 ]] || targets=(--target "$@")
cmake --build "$folder" "${targets[@]}"
