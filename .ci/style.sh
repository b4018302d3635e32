#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can be told from the text of the sources: format, license lines, no file over 400 lines, whether the playground was
# made from its sources, and whether the lines are there that explained mutants are in.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh clang-format nodejs

folders=(include src bench bindings tests examples tools cmake packaging docs/playground .ci)
failed=0
complain() {
  echo "$1" >&2
  failed=1
}

# Files of the project: without what is built or installed in its folders.
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- "${folders[@]}")
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep -E '\.[hc]pp$')
mapfile -t others < <(printf '%s\n' "${files[@]}" | grep -E '(/CMakeLists\.txt|\.cmake|\.cmake\.in|\.sh|\.py|\.m?js|^\.ci/run)$')

for file in "${sources[@]}"; do
  clang-format --dry-run -Werror "$file" 2>/dev/null || complain "$file: not formatted; run clang-format -i $file"
done
for file in "${sources[@]}" "${others[@]}" CMakeLists.txt; do
  line_count="$(wc -l <"$file")"
  ((line_count <= 400)) || complain "$file: $line_count lines; split it, 400 is the limit"
  # The first line, or the second after #!
  head -n 2 "$file" | grep -q -E '^(//|#) SPDX-License-Identifier: MIT$' ||
    complain "$file: the first line must be SPDX-License-Identifier: MIT"
done

while IFS= read -r entry; do
  key="${entry% => *}"
  file="${key%% | *}"
  line="$(sed -E 's/^[^|]* \| [a-z_]+ \| //; s/ \| [0-9]+$//' <<<"$key")"
  sed 's/^ *//' "$file" | grep -x -F -- "$line" >/dev/null || complain "tests/mutants/explained.txt: $file has no line $line"
done < <(grep -v '^#' tests/mutants/explained.txt)

node docs/playground/sources.mjs >/dev/null || failed=1
((failed == 0)) || exit 1
echo "${#sources[@]} sources and ${#others[@]} scripts are in style"
