#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds release, runs the whole comparison and draws its figures into bench/results/NAME/.
# Usage: report.sh [--quick] [NAME]   (NAME: "local", or "quick" with --quick, where not given)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

quick=false
name=""
for argument in "$@"; do
  case "$argument" in
    --quick) quick=true ;;
    -*) echo "usage: report.sh [--quick] [NAME]" >&2; exit 2 ;;
    *) name="$argument" ;;
  esac
done
if [[ -z "$name" ]]; then name=local; $quick && name=quick; fi

"$root/tools/install_packages.sh"
# What the report needs in addition: other libraries, of which those that a system lacks are left out, and matplotlib.
"$root/tools/install_packages.sh" python3-matplotlib libboost-dev libbullet-dev libcgal-dev libchipmunk-dev libembree-dev libnanoflann-dev \
  libode-dev
# The report names the commit, which CMake looks up when it configures.
rm -f "$root/build/release/.configured"
"$root/tools/build.sh" release quadphase_bench_peers | sed '/Re-checking globbed\|no work to do/d' >&2

folder="$root/bench/results/$name"
bench="$root/build/release/bench/quadphase_bench_peers"
mkdir -p "$folder"
started=$SECONDS

# report NAME COMMAND OPTION...: the table goes to the terminal and to NAME.txt, the rest to NAME.json.
report() {
  local report="$1"
  shift
  printf '\n=== %s: quadphase_bench_peers %s (at %d s)\n' "$report" "$*" $((SECONDS - started))
  "$bench" "$@" --json "$folder/$report.json" | tee "$folder/$report.txt"
}

if $quick; then
  report compare compare --engine all --scene uniform,clusters,mixed --count 20000 --frames 6 --warmup 2
  report scaling scaling --engine quadphase,expert-grid --scene uniform --frames 15 --growth 100,1000,10000,100000
  report steps steps --count 1000,20000 --frames 6
  report worlds worlds --count 10000 --frames 10 --warmup 5
  report query query --objects 20000 --queries 10000 --rounds 2
else
  report compare compare --engine all --scene all --frames 15 --warmup 2
  report compare-motions compare --engine all --scene uniform,mixed --motion one-in-100,teleport --frames 15 --warmup 2
  report compare-counts compare --engine all --scene uniform,clusters --count 1000,10000,1000000 --frames 15 --warmup 2
  report scaling scaling --engine quadphase,expert-grid --scene uniform,clusters,mixed --frames 60 \
    --growth 100,300,1000,3000,10000,30000,100000,300000,1000000,3000000,10000000
  report steps steps --frames 12
  report worlds worlds --frames 60
  report query query
fi
# Why the path: the package is of Debian's Python, and there may be others.
/usr/bin/python3 "$root/bench/report/figures.py" --compare "$folder/compare.json" --scaling "$folder/scaling.json" --output "$folder"
printf '\nthe report is in %s; it took %d s\n' "${folder#"$root"/}" $((SECONDS - started))
