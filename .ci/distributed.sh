#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of quadphase::mpi: every rank's share compared with one engine, on 1 and on 4 ranks; its example and its benchmark; a
# project that links the installed library; and clang-tidy over its sources. `ctest -L mpi` in build/distributed runs the tests on up to 8 ranks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev

# Why without -Werror: the library is that of the release build, for the compiler cache, too.
cmake --preset release -B build/distributed -DQUADPHASE_MPI=ON -DQUADPHASE_RECORDER=OFF
.ci/without_warnings.sh cmake --build build/distributed --target distributed_test distributed_discs quadphase_bench_distributed
ctest --test-dir build/distributed --output-on-failure -R '^(distributed|example_distributed_discs)_on_[14]_ranks$'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
mpirun --oversubscribe --bind-to none -n 3 build/distributed/components/mpi/bench/quadphase_bench_distributed --count 2000 --frames 2 --model --extras

rm -rf build/distributed/installed build/distributed/consumer
cmake --install build/distributed --prefix build/distributed/installed >/dev/null
ctest --build-and-test tests/consumer/distributed build/distributed/consumer --build-generator Ninja \
  --build-options -DCMAKE_PREFIX_PATH="$PWD/build/distributed/installed" --test-command ctest --output-on-failure
TIDY_BUILD=build/distributed .ci/tidy.sh components/mpi/src
