#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds release, and runs the main job: four scenes of 100,000 boxes, the threads of this
# machine in turn. Arguments go to `quadphase_bench run` and override the defaults: benchmark.sh --count 1000000
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

"$root/tools/install_packages.sh"
"$root/tools/build.sh" release quadphase_bench >&2

# Cores that this process may use: nproc respects the affinity, but not the quota of a container.
core_count() {
  local cores quota period
  cores="$(nproc)"
  if read -r quota period 2>/dev/null </sys/fs/cgroup/cpu.max && [[ "$quota" != max ]]; then
    quota=$(((quota + period - 1) / period))
    cores=$((quota < cores ? quota : cores))
  fi
  echo "$cores"
}

# 1 to 8 one by one, then doubling, and the last.
thread_counts() {
  local last count
  last="$(core_count)"
  printf '1'
  for ((count = 2; count < last; count = count < 8 ? count + 1 : count * 2)); do printf ',%d' "$count"; done
  [[ "$last" -le 1 ]] || printf ',%d' "$last"
}

is_given() {
  local option="$1" argument
  shift
  for argument in "$@"; do
    [[ "$argument" != "$option" && "$argument" != "$option="* ]] || return 0
  done
  return 1
}

defaults=()
if ! is_given --scene "$@" && ! is_given --replay "$@"; then
  defaults+=(--scene "uniform,clusters,mixed,box2d-pyramid")
fi
if ! is_given --count "$@" && ! is_given --replay "$@"; then
  defaults+=(--count 100000)
fi
is_given --threads "$@" || defaults+=(--threads "$(thread_counts)")
exec "$root/build/release/bench/quadphase_bench" run "${defaults[@]}" "$@"
