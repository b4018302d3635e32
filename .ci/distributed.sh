#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of quadphase::mpi: every rank's share compared with one engine, on 1 and on 4 ranks; its example and its benchmark; a
# project that links the installed library, beside the static core and the shared one; and clang-tidy over its sources. `ctest -L mpi`
# in build/distributed runs the tests on up to 8 ranks.
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

# installed <build> <kind of library>: a user's project.
installed() {
  rm -rf "$1/installed" "$1/consumer"
  cmake --install "$1" --prefix "$1/installed" >/dev/null
  ctest --build-and-test tests/consumer/distributed "$1/consumer" --build-generator Ninja \
    --build-options -DCMAKE_PREFIX_PATH="$PWD/$1/installed" -DKIND="$2" --test-command ctest --output-on-failure
}
installed build/distributed static
# Why these flags, and a folder this deep: so the compiler cache has the core from the test package.install_both. The deep check
# runs all tests over a shared library.
shared=build/distributed/components/mpi/shared
cmake --preset release -B "$shared" -DQUADPHASE_SHARED=ON -DQUADPHASE_MPI=ON -DCMAKE_CXX_FLAGS_RELEASE=-O0 -DQUADPHASE_TARGETS=best
cmake --build "$shared"
installed "$shared" shared
TIDY_BUILD=build/distributed .ci/tidy.sh components/mpi/src
