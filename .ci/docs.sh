#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the pages of the public headers; a public name without a description is an error. So is a function that can throw
# without a form that cannot.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh doxygen python3
cmake --preset release >/dev/null
xml=build/release/docs/xml
rm -rf "$xml"  # Doxygen keeps what is gone
cmake --build --preset release --target docs
python3 tests/headers/try_forms.py . "$xml"
# It sees what is missing.
missed="$(python3 tests/headers/try_forms.py . "$xml" --without try_save)" && { echo "error: nothing is missed without try_save" >&2; exit 1; }
[[ "$missed" == *"BroadPhase::save can throw"*"ObjectStore::save can throw"*"2 problems" ]] ||
  { echo "error: without try_save, this is missed: $missed" >&2; exit 1; }
