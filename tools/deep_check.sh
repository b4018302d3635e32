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
((${#parts[@]} > 0)) || parts=(run clang checked small_limits sanitize races determinism platforms browser coverage mutants fuzz soak)
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

# All tests of a preset of which `.ci/run` leaves some out.
all_tests() {
  cmake --preset "$1" && cmake --build --preset "$1" && ctest --preset "all-$1" --parallel "$(nproc)"
}

part() {
  case "$1" in
    run) .ci/run ;;
    # All tests in a release build by clang, which `.ci/run` builds with sanitizers only.
    clang) .ci/preset.sh clang ;;
    # All tests of these builds; `.ci/run` leaves out the longest.
    checked) all_tests checked ;;
    small_limits) all_tests fuzz ;;
    # All tests with sanitizers and the usual limits; `.ci/run` has small ones.
    sanitize) .ci/preset.sh sanitize ;;
    races) .ci/tsan.sh --all ;;
    determinism) tools/determinism.sh ;;
    platforms) tools/check_platforms.sh ;;
    # The package for JavaScript and the playground, in headless Chromium.
    browser) bindings/wasm/test.sh --browser && docs/playground/test.sh build/playground/pictures ;;
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
