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
# The part with AVX2 is left out where the processor cannot run it.
has_avx2=false
programs=(quadphase_bench_peers)
if grep -qw avx2 /proc/cpuinfo; then has_avx2=true; programs+=(quadphase_bench_peers_avx2); fi
"$root/tools/build.sh" release "${programs[@]}" | sed '/Re-checking globbed\|no work to do/d' >&2

folder="$root/bench/results/$name"
mkdir -p "$folder"
started=$SECONDS

# report_by PROGRAM NAME COMMAND OPTION...: the table goes to the terminal and to NAME.txt, the rest to NAME.json.
report_by() {
  local program="$1" report="$2"
  shift 2
  printf '\n=== %s: %s %s (at %d s)\n' "$report" "$program" "$*" $((SECONDS - started))
  "$root/build/release/bench/$program" "$@" --json "$folder/$report.json" | tee "$folder/$report.txt"
}
report() { report_by quadphase_bench_peers "$@"; }
# Both sides for processors that have AVX2 and not AVX-512. Why not all engines: the others are slow, or libraries that come
# compiled, and the same in both programs.
report_avx2() {
  $has_avx2 || return 0
  report_by quadphase_bench_peers_avx2 "$1" compare --simd avx2 --engine "$2" "${@:3}"
}

if $quick; then
  report compare compare --engine all --scene uniform,clusters,mixed --count 20000 --frames 6 --warmup 2
  report_avx2 compare-avx2 expert-grid,cgal-boxes,embree --scene uniform,clusters,mixed --count 20000 --frames 6 --warmup 2
  report scaling scaling --engine quadphase,expert-grid --scene uniform --frames 15 --growth 100,1000,10000,100000
  report steps steps --count 1000,20000 --frames 6
  report worlds worlds --count 10000 --frames 10 --warmup 5
  report query query --objects 20000 --queries 10000 --rounds 2
else
  report compare compare --engine all --scene all --frames 15 --warmup 2
  report_avx2 compare-avx2 sweep,expert-grid,cgal-boxes,boost-rtree,embree --scene all --frames 15 --warmup 2
  report_avx2 compare-avx2-counts sweep,expert-grid --scene uniform,clusters --count 10000,1000000 --frames 15 --warmup 2
  report compare-motions compare --engine all --scene uniform,mixed --motion one-in-100,teleport --frames 15 --warmup 2
  report compare-counts compare --engine all --scene uniform,clusters --count 1000,10000,1000000 --frames 15 --warmup 2
  report scaling scaling --engine quadphase,expert-grid --scene uniform,clusters,mixed --frames 60 \
    --growth 100,300,1000,3000,10000,30000,100000,300000,1000000,3000000,10000000
  report steps steps --frames 12
  report steps-large steps --count 10000000 --engine quadphase,expert-grid --frames 3 --warmup 5
  report worlds worlds --frames 60
  report query query
fi
# Why the path: the package is of Debian's Python, and there may be others.
/usr/bin/python3 "$root/bench/report/figures.py" --compare "$folder/compare.json" --scaling "$folder/scaling.json" --output "$folder"
printf '\nthe report is in %s; it took %d s\n' "${folder#"$root"/}" $((SECONDS - started))
