#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the lines of README that build and install the library, without Eigen and what only tests and benchmarks need.
# Usage: readme_install.sh <source folder> <build folder> <prefix> <compiler>
set -euo pipefail
cd "$1"
build="$2"
prefix="$3"
export CXX="$4"

lines="$(sed -n '/^cmake -B build /,/^```/p' README.md | sed '/^```/d')"
if [[ "$lines" != *"cmake --install build"* ]]; then
  echo "README.md does not say how to install" >&2
  exit 1
fi
options="-DCMAKE_INSTALL_PREFIX='$prefix' -DCMAKE_CXX_FLAGS_RELEASE=-O0"  # not to wait for a library that runs once
for package in benchmark box2d CLI11 Doxygen Eigen3 embree fmt GTest nlohmann_json rapidcheck; do
  options+=" -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
lines="${lines//sudo /}"
lines="${lines//-B build /-B \'$build\' $options }"
lines="${lines//--build build/--build \'$build\'}"
lines="${lines//--install build/--install \'$build\'}"
rm -rf "$build" "$prefix"
bash -e -u -o pipefail -x -c "$lines"
