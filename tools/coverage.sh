#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests with coverage, and prints the lines and branches of the library and its components that they reach.
# The whole report is in build/coverage/report.html. Fails below 97 lines in 100.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="$root/build/coverage"
"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" gcovr

cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE='-O1 -g1' \
  '-DCMAKE_CXX_FLAGS=--coverage -fprofile-update=atomic' -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
cmake --build "$folder"
find "$folder" -name '*.gcda' -delete
(cd "$folder" && ctest --parallel "$(nproc)" --output-on-failure --label-exclude 'consumer|package|soak')

# Why without throwing branches: each call of std::vector has one that only ends of memory take, and tests take them.
cd "$root"
gcovr --root . --object-directory "$folder" --filter src/ --filter include/ --filter 'components/[a-z]*/(include|src)/' --exclude 'src/(tree|pairs)/validate_[a-z]*.cpp' \
  --exclude-throw-branches --exclude-unreachable-branches --gcov-ignore-parse-errors \
  --html-details "$folder/report.html" --txt "$folder/report.txt" --print-summary --fail-under-line 97 "$folder"
# What no test reaches, file by file.
awk '$NF != "" && $4 != "100%"' "$folder/report.txt"
