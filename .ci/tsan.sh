#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the tests with many threads under ThreadSanitizer. Usage: tsan.sh [--all]
# By default: the race tests alone. --all: also orders, threads, queries and histories, for some minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh
tools/install_packages.sh clang
targets=(race_test team_test planted_race)
labels='threads'
names='.'
if [[ "${1:-}" == --all ]]; then
  targets+=(contract_threads_test contract_order_test queries_contract_test model_test model_store_test stage_tests)
  labels='threads|contract|queries|model|stage'
  names='Thread|Nested|Races|planted|Order|AnyNumberOf|AtOnce|History|Histories|Stream|Merge|FindPairs'
fi
# A machine may have Debian's binary packages alone, without their sources.
if ! TBB_DIR="$(tools/build_tsan_tbb.sh)"; then
  echo "note: oneTBB cannot be built with ThreadSanitizer here, so races were not looked for" >&2
  exit 0
fi
cmake --preset tsan -DTBB_DIR="$TBB_DIR"
cmake --build --preset tsan --target "${targets[@]}"
ctest --preset tsan --parallel 2 --label-regex "$labels" --tests-regex "$names"
