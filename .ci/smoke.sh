#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the benchmark for a short while, every frame compared with an independent exact answer; then its tests and the
# benchmark again, with all libraries that it compares with, built in where they are installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/benchmark.sh --scene all --count 3000 --frames 3 --warmup 0 --threads 1,2 --verify
tools/benchmark.sh --frames 3 --warmup 0

tools/install_packages.sh libbenchmark-dev libboost-dev libbullet-dev libcgal-dev libchipmunk-dev libembree-dev \
  libnanoflann-dev libode-dev python3-matplotlib
.ci/without_warnings.sh tools/test.sh --all --label-regex 'peers|bench'
# Of those, it is left out where matplotlib is not found.
ctest --preset release --show-only --tests-regex '^Reports[.]AreDrawn$' | grep AreDrawn
build/release/bench/quadphase_bench_peers run --scene uniform --count 100000 --frames 3 --warmup 0 --engine quadphase,grid --verify
# Every baseline and every peer, on enough boxes to show a wrong answer.
build/release/bench/quadphase_bench_peers compare --engine all --scene uniform,mixed,clusters --count 5000 --frames 5 --warmup 1
# The same with what a simulation does around them.
build/release/bench/quadphase_bench_peers steps --engine all --scene uniform,mixed,clusters --count 5000 --frames 3
# Persistent objects, each frame checked.
build/release/bench/quadphase_bench_peers worlds --count 2000 --frames 5 --warmup 3
# Queries, each kind compared with every library and with brute force.
build/release/bench/quadphase_bench_peers query --scene uniform,clusters,mixed --objects 5000 --queries 2000 --rounds 1
