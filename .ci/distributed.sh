#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of quadphase::mpi: every rank's share compared with one engine, on 1 to 4 ranks, a project that links the
# installed library, and clang-tidy over its sources. `ctest -L mpi` in build/distributed runs the tests on up to 8 ranks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev

cmake -S . -B build/distributed -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
  -DQUADPHASE_MPI=ON -DQUADPHASE_RECORDER=OFF -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF \
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
cmake --build build/distributed --target distributed_test
ctest --test-dir build/distributed --output-on-failure -R '^distributed_on_[1-4]_ranks$'

rm -rf build/distributed/installed build/distributed/consumer
cmake --install build/distributed --prefix build/distributed/installed >/dev/null
ctest --build-and-test tests/consumer/distributed build/distributed/consumer --build-generator Ninja \
  --build-options -DCMAKE_PREFIX_PATH="$PWD/build/distributed/installed" --test-command ctest --output-on-failure
TIDY_BUILD=build/distributed .ci/tidy.sh src/mpi
