#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can be told from the text of the sources: format, license lines, no file over 400 lines, whether the playground was
# made from its sources, and whether the lines of explained mutants still exist.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh clang-format nodejs

folders=(include src components apps bench testing tests examples tools cmake packaging docs/playground .ci)
failed=0
complain() {
  echo "$1" >&2
  failed=1
}

# Files of the project: without what is built or installed in its folders.
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- "${folders[@]}")
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep -E '\.[hc]pp$')
mapfile -t others < <(printf '%s\n' "${files[@]}" | grep -E '(/CMakeLists\.txt|\.cmake|\.cmake\.in|\.sh|\.py|\.m?js|^\.ci/run)$')

if ! report="$(printf '%s\0' "${sources[@]}" | xargs -0 -n 40 -P "$(nproc)" clang-format --dry-run -Werror 2>&1)"; then
  mapfile -t unformatted < <(sed -n 's/^\([^:]*\):.* error: .*/\1/p' <<<"$report" | sort -u)
  for file in "${unformatted[@]}"; do complain "$file: not formatted; run clang-format -i $file"; done
  ((${#unformatted[@]} > 0)) || complain "$report"
fi
for file in "${sources[@]}" "${others[@]}" CMakeLists.txt; do
  [[ -s "$file" ]] || complain "$file: empty"
done
while IFS= read -r complaint; do complain "$complaint"; done < <(awk '
  function check() {
    if (lines > 400) print file ": " lines " lines; split it, 400 is the limit"
    if (!licensed) print file ": the first line must be SPDX-License-Identifier: MIT"
  }
  FNR == 1 { if (file != "") check(); file = FILENAME; licensed = 0 }
  # The first line, or the second after #!
  FNR <= 2 && /^(\/\/|#) SPDX-License-Identifier: MIT$/ { licensed = 1 }
  { lines = FNR }
  END { check() }' "${sources[@]}" "${others[@]}" CMakeLists.txt)

while IFS= read -r entry; do
  key="${entry% => *}"
  file="${key%% | *}"
  line="$(sed -E 's/^[^|]* \| [a-z_]+ \| //; s/ \| [0-9]+$//' <<<"$key")"
  sed 's/^ *//' "$file" | grep -x -F -- "$line" >/dev/null || complain "tests/mutants/explained.txt: $file has no line $line"
done < <(grep -v '^#' tests/mutants/explained.txt)

node docs/playground/sources.mjs >/dev/null || failed=1
((failed == 0)) || exit 1
echo "${#sources[@]} sources and ${#others[@]} scripts are in style"
