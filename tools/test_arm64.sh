#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds tests for Arm64 with Debian's Arm64 packages of oneTBB and Google Test, and runs them in qemu: some 25 minutes on
# two cores. Usage: test_arm64.sh [test program...]   (by default those of the contract and of the stages)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
programs=("$@")
[[ $# -gt 0 ]] || programs=(contract_{allocation,degenerate,exact,executor,input,memory,order,threads,try}_test stage_tests)

"$root/tools/install_packages.sh" g++-aarch64-linux-gnu qemu-user-static cmake ninja-build dpkg-dev
packages="${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/arm64"
if ! [[ -f "$packages/complete" ]]; then
  # Why not apt-get install: packages of another processor would have to be of the very versions that are installed here.
  "$root/tools/fetch_debian.sh" binary 'libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 libhwloc15 libudev1 libhwy-dev libhwy1
    libgtest-dev libgmock-dev librapidcheck-dev libeigen3-dev libfmt-dev libfmt9 libcli11-dev nlohmann-json3-dev' \
    bookworm "$packages" arm64
  for package in "$packages"/*.deb; do dpkg --extract "$package" "$packages/root"; done
  touch "$packages/complete"
fi

folder="$root/build/arm64"
cmake -S "$root" -B "$folder" -G Ninja --toolchain "$root/cmake/toolchains/arm64_shared.cmake" \
  -DQUADPHASE_ARM64_ROOT="$packages/root" -DCMAKE_PREFIX_PATH="$packages/root/usr" -DCMAKE_BUILD_TYPE=Release \
  -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
cmake --build "$folder" --target "${programs[@]}"
libraries="$packages/root/usr/lib/aarch64-linux-gnu"
failed=0
for program in "${programs[@]}"; do
  log="$folder/$program.log"
  qemu-aarch64-static -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$libraries:/usr/aarch64-linux-gnu/lib" \
    "$(find "$folder/tests" -name "$program" -type f)" --gtest_brief=1 >"$log" 2>&1 || { failed=1; cat "$log" >&2; }
  printf '%-26s %s\n' "$program" "$(grep -E '^\[  (PASSED|FAILED)  \] [0-9]+ test' "$log")"
done
exit "$failed"
