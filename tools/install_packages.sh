#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs those of the given Debian packages that are missing; asks apt for nothing when none is.
# Usage: install_packages.sh [package...]   (without names: what building and testing need)
set -euo pipefail

packages=("$@")
if [[ ${#packages[@]} -eq 0 ]]; then
  packages=(
    g++ cmake make ninja-build pkg-config         # tools; make is what README builds by
    libtbb-dev libhwy-dev libeigen3-dev           # the library and its adapters
    libzstd-dev                                   # the recorder
    libgtest-dev libgmock-dev librapidcheck-dev   # tests
    libcli11-dev libfmt-dev nlohmann-json3-dev libbox2d-dev  # benchmark
    libcairo2-dev libcgif-dev                     # pictures
  )
fi

if ! command -v dpkg-query >/dev/null; then
  echo "note: this is no Debian system; these must be there: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status="$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)"
  # A package of several architectures is listed once for each.
  [[ "$status" == *installed* && "$status" != *not-installed* ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ "$(id -u)" -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "error: packages are missing, and this is neither root nor is there sudo; as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]}"
# env: sudo does not pass on variables of its own accord.
apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q)
# Without lists apt finds nothing; with old ones it asks for versions that are gone. One broken third-party source
# must not stop us, so the verdict is left to the installation.
"${apt_get[@]}" update >/dev/null || echo "note: apt-get update failed; trying with the lists that are here" >&2
if ! "${apt_get[@]}" install --yes --no-install-recommends "${missing[@]}" </dev/null; then
  echo "error: apt-get could not install ${missing[*]}" >&2
  exit 1
fi
