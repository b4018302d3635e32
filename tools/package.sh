#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the Debian packages and the bill of materials in build/package/, and checks them with lintian and in a bare Debian
# that has nothing of this machine. As root. Usage: package.sh [--twice] [--unchecked]
#   --twice      makes the packages a second time, in another folder, and compares the bytes
#   --unchecked  only makes them, which needs no root
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

twice=false
checked=true
for argument in "$@"; do
  case "$argument" in
    --twice) twice=true ;;
    --unchecked) checked=false ;;
    *) echo "usage: package.sh [--twice] [--unchecked]" >&2; exit 2 ;;
  esac
done

tools/install_packages.sh g++ cmake ninja-build pkg-config python3 dpkg-dev file libtbb-dev libhwy-dev libeigen3-dev
if $checked; then
  [[ "$(id -u)" -eq 0 ]] || { echo "error: a bare Debian can only be entered as root; or use --unchecked" >&2; exit 1; }
  tools/install_packages.sh lintian
fi

# The date of the packages is that of the sources, and no setting of the user's is in them.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
unset CXXFLAGS CPPFLAGS LDFLAGS
umask 022
version="$(sed -n 's/^#define QUADPHASE_VERSION "\(.*\)"$/\1/p' include/quadphase/version.hpp)"
output="$root/build/package"

# make_packages <source folder> <build folder> <folder for the packages>
make_packages() {
  local source="$1" build="$2" packages="$3"
  rm -rf "$packages"
  cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DQUADPHASE_PACKAGE=ON \
    -DQUADPHASE_SHARED=ON -DQUADPHASE_STATIC_TOO=ON -DQUADPHASE_TESTS=OFF -DQUADPHASE_BENCH=OFF -DQUADPHASE_EXAMPLES=OFF
  cmake --build "$build"
  (cd "$build" && cpack -G DEB -B "$packages")
  rm -rf "$packages/_CPack_Packages"
  python3 "$source/packaging/sbom.py" "$packages/quadphase-$version.spdx.json"
  (cd "$packages" && sha256sum -- *.deb *.json >SHA256SUMS)
}

make_packages "$root" "$output/build" "$output/packages"
for package in "$output"/packages/*.deb; do
  printf '\n%s\n' "${package##*/}"
  dpkg-deb --field "$package" Package Version Depends Suggests
  dpkg-deb --contents "$package" | sed -n 's/^-\S* \S* *\([0-9]*\) .*\.\(\/.*\)/\1 \2/p; s/^l\S* .*\.\(\/.*\)/link \1/p'
done

if $twice; then
  # Another folder, with a name of another length, and no object of the first build.
  again="$(mktemp -d "${TMPDIR:-/tmp}/quadphase-again-XXXXXX")"
  trap 'rm -rf "$again"' EXIT
  mkdir "$again/other-source"
  tar -c --exclude=./build --exclude=./.git . | tar -x -C "$again/other-source"
  CCACHE_DISABLE=1 make_packages "$again/other-source" "$again/b" "$again/p"
  if ! (cd "$again/p" && sha256sum --check --strict "$output/packages/SHA256SUMS"); then
    mkdir -p "$output/again"
    cp "$again"/p/* "$output/again/"
    echo "error: the second build made other bytes; they are in build/package/again/" >&2
    exit 1
  fi
fi
$checked || exit 0

# no-symbols-control-file: the functions of one SONAME are one set. maintscript-calls-ldconfig: CPack writes such scripts
# besides the trigger. The rest is what only packages of Debian itself have: the number of the bug that announced the
# package, and an address of the maintainer.
lintian --allow-root --fail-on error,warning --info --suppress-tags \
  no-symbols-control-file,maintscript-calls-ldconfig,initial-upload-closes-no-bugs,bogus-mail-host-in-debian-changelog,bogus-mail-host \
  "$output"/packages/*.deb

# A Debian with a compiler, and without what the packages depend on: apt has to find that.
debian="$output/debian"
tools/bare_debian.sh new "$debian"
tools/bare_debian.sh run "$debian" "tools/install_packages.sh g++ cmake make pkg-config"
mkdir -p "$debian/check/packages"
cp "$output"/packages/*.deb "$debian/check/packages/"
cp -r tests/consumer packaging/debian/try_packages.sh "$debian/check/"
tools/bare_debian.sh run "$debian" "bash /check/try_packages.sh $version"
tools/bare_debian.sh remove "$debian"
printf '\nThe packages are in build/package/packages/:\n'
cat "$output/packages/SHA256SUMS"
