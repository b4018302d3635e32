#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fetches packages of any Debian release into a folder, and changes nothing on the system.
# Usage: fetch_debian.sh source|binary '<package>...' <release or version's codename> <folder> [<processor>]
#   source: the unpacked source packages lie in <folder>/<package>-<version> then
#   binary: the .deb files lie in <folder> then; of another processor, if one is given
set -euo pipefail
kind="$1" release="$3" processor="${5-}"
read -r -d '' -a packages <<<"$2" || true
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
"$root/tools/install_packages.sh" dpkg-dev
mkdir -p "$4"
cd "$4"
mkdir -p apt/lists/partial apt/cache/archives/partial
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
list=deb
[[ "$kind" == binary ]] || list=deb-src
echo "$list [signed-by=$keyring] http://deb.debian.org/debian $release main" >apt/sources.list
options=(-q -o "Dir::Etc::sourcelist=$PWD/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" -o APT::Sandbox::User=root)
[[ -z "$processor" ]] || options+=(-o "APT::Architecture=$processor" -o "APT::Architectures=$processor")
apt-get "${options[@]}" update
if [[ "$kind" == binary ]]; then
  apt-get "${options[@]}" download "${packages[@]}"
else
  apt-get "${options[@]}" source --only-source "${packages[@]}"
fi
rm -rf apt
