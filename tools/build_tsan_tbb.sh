#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds oneTBB with ThreadSanitizer, from Debian's source package. Usage: build_tsan_tbb.sh [folder]
# Prints the folder of its TBBConfig.cmake; does nothing else if it is there already.
#
# Why: ThreadSanitizer does not see how Debian's own oneTBB synchronizes, and reports a hundred false races. If
# these are suppressed, real ones are, too, because every task runs below a function of oneTBB.
set -euo pipefail
folder="${1:-${XDG_CACHE_HOME:-$HOME/.cache}/quadphase/tsan-tbb}"
config="$folder/install/lib/cmake/TBB"
if [[ ! -f "$config/TBBConfig.cmake" ]]; then
  {
    as_root=()
    [[ $EUID -eq 0 ]] || as_root=(sudo)
    packages=()
    for package in clang cmake dpkg-dev ninja-build; do
      dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || packages+=("$package")
    done
    if [[ ${#packages[@]} -gt 0 ]]; then
      "${as_root[@]}" apt-get update
      "${as_root[@]}" apt-get install --yes --no-install-recommends "${packages[@]}"
    fi
    rm -rf "$folder"
    mkdir -p "$folder"
    cd "$folder"
    # apt needs a list of source packages, which a bare machine does not have.
    # shellcheck disable=SC1091
    codename="$(. /etc/os-release && echo "$VERSION_CODENAME")"
    mkdir -p apt/lists/partial apt/cache/archives/partial
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb-src [signed-by=$keyring] http://deb.debian.org/debian $codename main" >apt/sources.list
    options=(-o "Dir::Etc::sourcelist=$PWD/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
      -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update
    apt-get "${options[@]}" source --only-source onetbb
    cd onetbb-*/
    cmake -S . -B ../build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ \
      -DTBB_SANITIZE=thread -DTBB_TEST=OFF -DTBB_EXAMPLES=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF \
      -DCMAKE_INSTALL_PREFIX="$folder/install" -DCMAKE_INSTALL_LIBDIR=lib
    cmake --build ../build --target install
    rm -rf "$folder/apt" "$folder/build"
  } >&2
fi
echo "$config"
