#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the lines of README that build and install the library, without Eigen and what only tests and benchmarks need.
# Usage: readme_install.sh <source folder> <build folder> <prefix> <compiler> <generator> [<cmake argument>...]
set -euo pipefail
cd "$1"
build="$2"
prefix="$3"
export CXX="$4" CMAKE_GENERATOR="$5"

lines="$(sed -n '/^cmake -B build /,/^```/p' README.md | sed '/^```/d')"
if [[ "$lines" != *"cmake --install build"* ]]; then
  echo "README.md does not say how to install" >&2
  exit 1
fi
options="-DCMAKE_INSTALL_PREFIX='$prefix' ${*:6}"
for package in benchmark box2d CLI11 Doxygen Eigen3 embree fmt GTest nlohmann_json rapidcheck; do
  options+=" -DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
lines="${lines//sudo /}"
lines="${lines//-B build /-B \'$build\' $options }"
lines="${lines//--build build/--build \'$build\'}"
lines="${lines//--install build/--install \'$build\'}"
rm -rf "$build" "$prefix"
bash -e -u -o pipefail -x -c "$lines"
