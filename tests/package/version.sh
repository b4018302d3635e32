#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The version is the same wherever it is written. Usage: version.sh <source folder> <version of the CMake project>
set -euo pipefail
shopt -s extglob
cd "$1"
version="$2"
failed=0

# agrees <place> <version there> [<version to compare with>]
agrees() {
  [[ "$2" != "${3:-$version}" ]] || return 0
  echo "$1 says '$2', not ${3:-$version}" >&2
  failed=1
}

header=include/quadphase/version.hpp
number_of() { sed -n "s/^#define QUADPHASE_VERSION_$1 //p" "$header"; }
agrees "CMake's project" "$version" "$(sed -n 's/^#define QUADPHASE_VERSION "\(.*\)"$/\1/p' "$header")"
agrees "$header, in parts," "$(number_of MAJOR).$(number_of MINOR).$(number_of PATCH)"

# The newest entry of the changelog is the first with a number; what is not released stands above it.
agrees "CHANGELOG.md" "$(sed -n 's/^## \[\([0-9][^]]*\)\].*/\1/p' CHANGELOG.md | head -n 1)"
if [[ "$(grep '^## ' CHANGELOG.md | head -n 1)" != "## ["@(Unreleased|"$version")"]"* ]]; then
  echo "CHANGELOG.md does not begin with [Unreleased] or [$version]" >&2
  failed=1
fi
agrees "README.md, for find_package," "$(sed -n 's/^find_package(quadphase \([0-9.]*\).*/\1/p' README.md)" "${version%.*}"
agrees "The port for vcpkg" "$(sed -n 's/.*"version-semver": "\(.*\)".*/\1/p' packaging/vcpkg/ports/quadphase/vcpkg.json)"

# A commit with the tag of a version is that version.
tag="$(git describe --exact-match --tags --match 'v[0-9]*' 2>/dev/null || true)"
[[ -z "$tag" ]] || agrees "The tag of this commit" "${tag#v}"
exit $failed
