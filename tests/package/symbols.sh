#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares the names that a shared library exports with the list of those it should export, and checks its SONAME.
# Usage: symbols.sh [--update] <libquadphase.so> <version>
set -euo pipefail
export LC_ALL=C
update=false
if [[ "${1:-}" == --update ]]; then
  update=true
  shift
fi
library="$1"
version="$2"
list="$(dirname "${BASH_SOURCE[0]}")/symbols.txt"

number="${version%.*}"  # major and minor
[[ "$version" == 0.* ]] || number="${version%%.*}"
node="QUADPHASE_$number"

# Type and name, without the address; constructors and destructors have several symbols of one name.
exported="$(nm --dynamic --defined-only --demangle "$library" | cut -c 18- | grep -v -x "A $node" | sort -u)"
if without="$(grep -v "@@$node\$" <<<"$exported")"; then
  printf '%d names do not carry the number %s, such as:\n%s\n' "$(wc -l <<<"$without")" "$node" "${without%%$'\n'*}" >&2
  exit 1
fi
names="$(sed "s/@@$node\$//" <<<"$exported")"

header="$(grep '^#' "$list")"
if $update; then
  printf '%s\n%s\n' "$header" "$names" >"$list"
elif ! diff <(grep -v '^#' "$list") - <<<"$names"; then
  echo "The library exports other names (>) than $list lists (<); if that is meant, write the list anew with --update" >&2
  exit 1
fi

soname="$(readelf --dynamic --wide "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]$/\1/p')"
if [[ "$soname" != "libquadphase.so.$number" ]]; then
  echo "The SONAME of $version is '$soname', not libquadphase.so.$number" >&2
  exit 1
fi
echo "$(wc -l <<<"$names") names, $soname"
