#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The long forms of all checks, one after the other: what `.ci/run` has no time for. Takes hours; the figures of such runs
# are in docs/testing.md. A part that fails does not stop the others.
# Usage: deep_check.sh [hours of fuzzing and of soak] [part...]   (2 hours and all parts by default)
set -uo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root" || exit 1
hours="${1:-2}"
parts=("${@:2}")
((${#parts[@]} > 0)) ||
  parts=(run readme_by_user bare packages clang checked small_limits sanitize core_alone features limits distributed races determinism platforms browser coverage mutants fuzz soak)
minutes="$(awk -v hours="$hours" 'BEGIN { print 60 * hours }')"

# A million frames of few objects; then half of the time with 2,000 objects, and half with 100,000.
soak() {
  local seconds
  seconds="$(awk -v hours="$hours" 'BEGIN { print int(1800 * hours) }')"
  tools/build.sh release soak &&
    build/release/tests/soak/soak --objects 300 --frames 1000000 &&
    build/release/tests/soak/soak --objects 2000 --frames 1000000000 --seconds "$seconds" --seed 2 &&
    build/release/tests/soak/soak --objects 100000 --frames 1000000000 --seconds "$seconds" --seed 3
}

# in_bare run|run-as-user <name> <commands>: in a bare Debian of its own, which is removed if they succeed.
in_bare() {
  printf -- '--- in a bare Debian: %s\n' "$3"
  tools/bare_debian.sh new "build/bare/$2" build/bare/debian && tools/bare_debian.sh "$1" "build/bare/$2" "$3" &&
    tools/bare_debian.sh remove "build/bare/$2"
}

# The commands of the other pages. The viewer, on a display that no one sees; the package for npm; the ranks as their page
# installs and builds them, and their tests.
bare() {
  local page failed=0
  page="$(awk '/^```/ { inside = $0 == "```sh" && !number++; next } inside' docs/distributed.md)"
  tools/bare_debian.sh new build/bare/debian || return 1
  # shellcheck disable=SC2016
  in_bare run view 'for script in apps/view/scripts/test_*.txt; do tools/view.sh --script "$PWD/$script"; done' || failed=1
  in_bare run npm 'components/wasm/test.sh && npm pack ./components/wasm' || failed=1
  in_bare run-as-user mpi "$page" < <(yes) || failed=1
  in_bare run ranks .ci/distributed.sh || failed=1
  tools/bare_debian.sh remove build/bare/debian
  return "$failed"
}

# All tests of a preset of which `.ci/run` leaves some out.
all_tests() {
  cmake --preset "$1" && cmake --build --preset "all-$1" && ctest --preset "all-$1" --parallel "$(nproc)"
}

# Features that meet: tables of all fours of features, with other objects each, with both sanitizers and small limits.
features() {
  tools/install_packages.sh clang && cmake --preset fuzz && cmake --build build/fuzz --target features_test &&
    QUADPHASE_FEATURE_TABLES=10 build/fuzz/tests/features/features_test --gtest_filter='*FeaturesOfPart*' --gtest_brief=1
}

# Memory with a standing limit: 400 more limits a case, up to twice what is needed.
limits() {
  tools/build.sh release contract_memory_test &&
    QUADPHASE_MEMORY_LIMITS=400 build/release/tests/contract_memory_test --gtest_filter="*MemoryLimit*" --gtest_brief=1
}

# The core where there are no components: built, tested and installed.
core_alone() {
  local core=build/core_alone
  rm -rf "$core" && mkdir -p "$core/sources" || return 1
  git ls-files -z -- . ':!components' ':!apps' | xargs -0 cp --parents -t "$core/sources" || return 1
  (cd "$core/sources" && cmake --preset release -B ../build) &&
    cmake --build "$core/build" && cmake --install "$core/build" --prefix "$core/installed" &&
    ctest --test-dir "$core/build" --output-on-failure --parallel "$(nproc)" --label-regex '^library$'
}

# All tests of quadphase::mpi over the shared library.
distributed_shared() {
  tools/install_packages.sh libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev || return 1
  cmake --preset release -B build/distributed-shared -DQUADPHASE_SHARED=ON -DQUADPHASE_MPI=ON -DQUADPHASE_TESTS=ON -DQUADPHASE_EXAMPLES=ON &&
    cmake --build build/distributed-shared --target distributed_test distributed_discs quadphase_mpi_lacks_nothing &&
    ctest --test-dir build/distributed-shared --output-on-failure -R '^(distributed|example_distributed_discs)_on_[14]_ranks$'
}

# quadphase::mpi and the engine with AddressSanitizer and UndefinedBehaviorSanitizer. All tests on 1 to 4 ranks; on more than this
# machine has cores those that are done soon.
distributed() {
  tools/install_packages.sh clang && tools/install_packages.sh libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev || return 1
  cmake --preset sanitize -B build/distributed-sanitize -DQUADPHASE_MPI=ON -DQUADPHASE_RECORDER=OFF &&
    cmake --build build/distributed-sanitize --target distributed_test || return 1
  local ranks filter
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 UBSAN_OPTIONS=print_stacktrace=1
  export LSAN_OPTIONS="suppressions=$root/.ci/lsan.supp:print_suppressions=0:leak_check_at_exit=0"
  for ranks in 1 2 3 4 5 7 8; do
    filter='*'
    ((ranks <= 4)) || filter='-*InAllScenesAndMotions*:*RandomHistories*:*SmallestAndGreatestNumbers*'
    mpirun --oversubscribe --bind-to none -n "$ranks" build/distributed-sanitize/components/mpi/tests/distributed_test --gtest_brief=1 \
      --gtest_filter="$filter" || return 1
  done
}

part() {
  case "$1" in
    run) .ci/run ;;
    # README's commands by a user who has sudo; `.ci/run` runs them as root.
    readme_by_user) .ci/readme.sh --user ;;
    bare) bare ;;
    # The Debian packages: twice the same bytes, lintian, and programs of users in a bare Debian. As root.
    packages) tools/package.sh --twice ;;
    # All tests in a release build by clang, which `.ci/run` builds with sanitizers only.
    clang) .ci/preset.sh clang ;;
    # What only goes right because the compiler inlines: it does not here. `.ci/run` validates stages and shuffles tasks in
    # the step fuzz, with small limits.
    checked) .ci/preset.sh checked ;;
    # The longest tests, too, and those that fuzzers stand in for.
    small_limits) all_tests fuzz ;;
    # All tests with sanitizers and the usual limits; `.ci/run` has small ones.
    sanitize) .ci/preset.sh sanitize ;;
    core_alone) core_alone ;;
    features) features ;;
    limits) limits ;;
    distributed) distributed_shared && distributed ;;
    races) .ci/tsan.sh --all ;;
    determinism) tools/determinism.sh ;;
    platforms) tools/check_platforms.sh ;;
    # The package for JavaScript and the playground, in headless Chromium.
    browser) components/wasm/test.sh --browser && docs/playground/build_module.sh && docs/playground/test.sh build/playground/pictures ;;
    coverage) tools/coverage.sh ;;
    mutants) tools/mutants.sh ;;
    fuzz) tools/fuzz.sh "$minutes" ;;
    soak) soak ;;
    *) echo "error: unknown part '$1'" >&2; return 2 ;;
  esac
}

failed=()
for name in "${parts[@]}"; do
  printf '\n=== %s (at %d s)\n' "$name" "$SECONDS"
  part "$name" </dev/null || failed+=("$name")
done
printf '\n=== %d parts in %d s; failed: %s\n' "${#parts[@]}" "$SECONDS" "${failed[*]:-none}"
((${#failed[@]} == 0))
