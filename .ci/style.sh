#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can be told from the text of the sources: format, licence lines, no file over 400 lines, and whether the playground
# was made from its sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/install_packages.sh clang-format nodejs

folders=(include src bench tests examples tools cmake packaging docs/playground .ci)
failed=0
complain() {
  echo "$1" >&2
  failed=1
}

mapfile -t sources < <(find include src bench tests examples packaging docs/playground -name '*.hpp' -o -name '*.cpp' | sort)
mapfile -t others < <(find "${folders[@]}" -name CMakeLists.txt -o -name '*.cmake' -o -name '*.cmake.in' -o -name '*.sh' -o -name '*.py' \
  -o -name '*.js' -o -name '*.mjs' -o -path .ci/run | sort)

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

node docs/playground/sources.mjs >/dev/null || failed=1
((failed == 0)) || exit 1
echo "${#sources[@]} sources and ${#others[@]} scripts are in style"
