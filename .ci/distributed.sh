#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of quadphase::mpi: every rank's share compared with one engine, on 1 to 4 ranks. `ctest -L mpi` in
# build/distributed runs them on up to 8.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev

cmake -S . -B build/distributed -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
  -DQUADPHASE_MPI=ON -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
cmake --build build/distributed --target distributed_test
ctest --test-dir build/distributed --output-on-failure -R '^distributed_on_[1-4]_ranks$'
