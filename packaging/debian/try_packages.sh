#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Inside a bare Debian: installs the packages of /check/packages, builds and runs programs of users, and removes the
# packages again. tools/package.sh calls it. Usage: try_packages.sh <version>
set -euo pipefail
version="$1"
cd /check
fail() {
  echo "error: $1" >&2
  exit 1
}
apt_get() { apt-get -q -y --no-install-recommends "$@" </dev/null; }
is_installed() { [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

! is_installed libtbb12 || fail "this is no bare Debian"
apt_get update >/dev/null
apt_get install ./packages/*.deb

# The loader finds the library by its SONAME without a setting, so ldconfig has run.
soname="$(cd /usr/lib && find . -name 'libquadphase.so.*' -type l -printf '%f\n')"
ldconfig -p | grep -F "$soname" || fail "ldconfig does not know $soname"

for kind in shared static; do
  cmake -S consumer/find_package -B "build-$kind" -DCMAKE_BUILD_TYPE=Release -DKIND="$kind" -DEXPECTED_KIND="${kind^^}" \
    -DEXPECTED_VERSION="$version"
  cmake --build "build-$kind"
  (cd "build-$kind" && ctest --output-on-failure)
done
pc="$(pkg-config --variable=pcfiledir quadphase)"
bash consumer/pkg_config.sh "$pc" g++ build-pkg-config shared

# The package with the library is enough to run what is linked to it.
runtime="$(dpkg-query --search "$(find /usr/lib -name "$soname")" | cut -d : -f 1)"
apt_get purge --autoremove libquadphase-dev
is_installed "$runtime" && ! is_installed libquadphase-dev && ! is_installed libtbb-dev && ! is_installed libhwy-dev ||
  fail "libquadphase-dev was not removed alone"
[[ ! -e /usr/include/quadphase ]] || fail "libquadphase-dev leaves headers"
build-pkg-config/core
build-shared/core

apt_get purge --autoremove "$runtime"
left="$(find /usr /etc /var -path '*quadphase*' | grep -v '^/var/log/' || true)"
[[ -z "$left" ]] || fail "the packages leave $left"
! build-pkg-config/core 2>/dev/null || fail "the program did not use the library of the package"
echo "The packages install, work and go"
