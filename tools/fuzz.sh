#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes for some minutes in all, as many fuzzers at a time as there are cores, and prints the results. The inputs that
# reach something new are kept in build/fuzz/corpus; an input that fails is written to tests/fuzz/regressions, which every
# build replays as a test.
# Usage: fuzz.sh [minutes] [fuzzer...]   (60 minutes and all fuzzers by default; 0.5 is half a minute)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
minutes="${1:-60}"
fuzzers=("${@:2}")
((${#fuzzers[@]} > 0)) || fuzzers=(frames histories queries files)
seconds="$(awk -v minutes="$minutes" -v count="${#fuzzers[@]}" 'BEGIN { s = int(60 * minutes / count); print s < 1 ? 1 : s }')"

# A fuzzer's corpus is made smaller at the end if it has run for so many seconds. Why: that takes some ten.
long_run=300

export LSAN_OPTIONS="suppressions=$root/.ci/lsan.supp:print_suppressions=0"
export UBSAN_OPTIONS="print_stacktrace=1"
folder="$root/build/fuzz"
tools/build.sh fuzz "${fuzzers[@]/#/fuzz_}"

# Why no entropic schedule: keeping its statistics takes more time than the inputs themselves.
options=(-max_len=512 -entropic=0 -timeout=60 -reload=0 -print_final_stats=1)
mkdir -p "$folder/logs"
# fuzz <fuzzer>: writes its line of the table beside its log; 1 if it found something.
fuzz() {
  local fuzzer="$1" findings=0
  local program="$folder/tests/fuzz/fuzz_$fuzzer" corpus="$folder/corpus/$fuzzer"
  local regressions="tests/fuzz/regressions/$fuzzer" log="$folder/logs/$fuzzer.log"
  mkdir -p "$corpus" "$regressions"
  echo "fuzzing $fuzzer for $seconds s"
  nice "$program" "${options[@]}" -max_total_time="$seconds" -artifact_prefix="$regressions/" \
    "$corpus" "tests/fuzz/corpus/$fuzzer" "$regressions" >"$log" 2>&1 || findings=1
  if ((findings > 0)); then
    grep -a -v -E '^#|^INFO' "$log" | head -n 60 || true
    echo "error: $fuzzer failed; its input is in $regressions, all that it said in $log" >&2
  elif ((seconds >= long_run)); then
    # Fewer inputs that reach as much.
    rm -rf "$corpus.less"
    mkdir "$corpus.less"
    if nice "$program" "${options[@]}" -merge=1 "$corpus.less" "$corpus" >"$log.merge" 2>&1; then
      rm -rf "$corpus"
      mv "$corpus.less" "$corpus"
    fi
  fi
  rmdir --ignore-fail-on-non-empty "$regressions"
  value_of() { awk -v name="stat::$1:" '$1 == name { value = $2 } END { print value + 0 }' "$log"; }
  last_of() { grep -a -o -E "\b$1: [0-9]+" "$log" | tail -n 1 | grep -o -E '[0-9]+' || echo 0; }
  printf '%-10s %12s %10s %8s %10s %8s %9s\n' "$fuzzer" "$(value_of number_of_executed_units)" \
    "$(value_of average_exec_per_sec)" "$(last_of cov)" "$(last_of ft)" "$(find "$corpus" -type f | wc -l)" "$findings" \
    >"$log.row"
  return "$findings"
}

# As many at a time as there are cores: one uses one.
running=()
failed=0
for fuzzer in "${fuzzers[@]}"; do
  if ((${#running[@]} == $(nproc))); then
    wait "${running[0]}" || failed=1
    running=("${running[@]:1}")
  fi
  fuzz "$fuzzer" &
  running+=($!)
done
for process in "${running[@]}"; do wait "$process" || failed=1; done

printf '\n%-10s %12s %10s %8s %10s %8s %9s\n' fuzzer executions "per second" edges features inputs findings
(cd "$folder/logs" && cat "${fuzzers[@]/%/.log.row}")
exit "$failed"
