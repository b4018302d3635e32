#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs commands in a bare Debian 12: a folder that has what every Debian has, and nothing of this machine. What a script
# forgets to install is missing there. The commands run in /srv/quadphase, a copy of this clone without what was built here;
# what they install and build there stays in the folder until it is made anew. As root or with sudo.
# Usage: bare_debian.sh new <folder> [<bare Debian to copy>]    makes one in place of what was there
#        bare_debian.sh remove <folder>
#        bare_debian.sh run <folder> <command>                  as root, who has no sudo; makes the folder if it is not there
#        bare_debian.sh run-as-user <folder> <command>          as a user who has sudo
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
[[ $# -ge 2 ]] || { echo "usage: bare_debian.sh new|remove|run|run-as-user <folder> [<argument>]" >&2; exit 2; }
debian="$(realpath -m "$2")"
as_root=()
[[ "$(id -u)" -eq 0 ]] || as_root=(sudo)

remove() { "${as_root[@]}" rm -rf --one-file-system "$debian" "$debian.part"; }
make_new() {
  remove
  mkdir -p "$(dirname "$debian")"
  if [[ -n "${1:-}" ]]; then
    "${as_root[@]}" cp -a "$1" "$debian"
    return
  fi
  tools/install_packages.sh mmdebstrap >&2
  # From where this machine has its packages, and as it reaches that place.
  local mirror settings
  mirror="$(apt-get update --print-uris | sed -n "s:^'\(http.*\)/dists/bookworm/InRelease'.*:\1:p" | head -n 1)"
  settings="$(mktemp)"
  apt-config dump | grep -E '^Acquire::(https?|Check)' >"$settings" || true
  "${as_root[@]}" mmdebstrap --variant=minbase --aptopt="$settings" bookworm "$debian.part" \
    "deb ${mirror:-http://deb.debian.org/debian} bookworm main" >&2 || { rm -f "$settings"; return 1; }
  rm -f "$settings"
  printf '127.0.0.1 localhost %s\n' "$(hostname)" | "${as_root[@]}" tee "$debian.part/etc/hosts" >/dev/null
  "${as_root[@]}" cp -L /etc/resolv.conf "$debian.part/etc/resolv.conf"
  "${as_root[@]}" mv "$debian.part" "$debian"
}

# The files of this clone as they are now. What is gone here goes there, and its build/ stays.
copy_clone() {
  local clone="$debian/srv/quadphase"
  "${as_root[@]}" mkdir -p "$clone"
  "${as_root[@]}" find "$clone" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  git ls-files -z --cached --others --exclude-standard |
    tar -c --null --files-from=- --ignore-failed-read --warning=no-failed-read |
    "${as_root[@]}" tar -x --no-same-owner -C "$clone"
  [[ "$1" == root ]] || enter root "chown -R '$1:' /srv/quadphase"
}

# Mounts are in a namespace of their own, as the processes are: both end with the command, however it ends.
can_mount() { "${as_root[@]}" unshare --mount --pid --fork true 2>/dev/null; }

# If this shell compiles by ccache, so do root's commands. Why not ccache as a package: packages that come with it would hide
# that they are missing. So program and libraries lie where nothing else looks, and only CMake's variable leads there.
launcher=/opt/compiler-cache/launch
give_cache() {
  local place="$debian/opt/compiler-cache" program cache name
  [[ "${CMAKE_CXX_COMPILER_LAUNCHER:-}" == ccache ]] && program="$(command -v ccache)" || return 0
  cache="$(ccache --get-config cache_dir)"
  mkdir -p "$cache"
  "${as_root[@]}" rm -rf "$place"
  "${as_root[@]}" mkdir -p "$place/cache"
  ldd "$program" | grep -o '/[^ ]*' | "${as_root[@]}" xargs cp -L -t "$place" "$program"
  {
    printf '#!/bin/sh\n'
    for name in CCACHE_NOHASHDIR CCACHE_DEPEND CCACHE_SLOPPINESS CCACHE_MAXSIZE; do
      [[ -z "${!name:-}" ]] || printf 'export %s="%s"\n' "$name" "${!name}"
    done
    printf 'export CCACHE_DIR=/opt/compiler-cache/cache CCACHE_BASEDIR=/srv/quadphase\n'
    # shellcheck disable=SC2016
    printf 'here=/opt/compiler-cache\nexec $here/ld-linux* --library-path $here $here/ccache "$@"\n'
  } | "${as_root[@]}" tee "$debian$launcher" >/dev/null
  "${as_root[@]}" chmod +x "$debian$launcher"
  echo "$cache"
}

# enter <user> <command> [<folder of the compiler cache>]
enter() {
  local home=/root isolated=()
  [[ "$1" == root ]] || home="/home/$1"
  local variables=("HOME=$home" "USER=$1" "TERM=${TERM:-dumb}" LANG=C.UTF-8
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  [[ -z "${3:-}" ]] || variables+=("CMAKE_CXX_COMPILER_LAUNCHER=$launcher")
  if can_mount; then isolated=(unshare --mount --pid --fork --kill-child); fi
  # shellcheck disable=SC2016
  "${as_root[@]}" "${isolated[@]}" bash -euc '
    debian="$1" user="$2" command="$3" cache="$4"
    shift 4
    if [[ $$ -eq 1 ]]; then
      mount -t proc proc "$debian/proc"
      for folder in dev sys; do mount --rbind "/$folder" "$debian/$folder"; done
      [[ -z "$cache" ]] || mount --bind "$cache" "$debian/opt/compiler-cache/cache"
    fi
    exec chroot --userspec="$user" "$debian" /usr/bin/env -i --chdir=/srv/quadphase "$@" bash -e -u -o pipefail -c "$command"
  ' - "$debian" "$1" "$2" "${3:-}" "${variables[@]}"
}

user=newcomer
make_user() {
  enter root "apt-get -q update && apt-get -q install --yes --no-install-recommends sudo </dev/null
    useradd --create-home --shell /bin/bash $user
    echo '$user ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/$user
    rm -rf /var/lib/apt/lists/*" >&2
}

case "$1" in
  new) make_new "${3:-}" ;;
  remove) remove ;;
  run)
    [[ -d "$debian" ]] || make_new
    copy_clone root
    cache=""
    if can_mount; then
      cache="$(give_cache)"
    else
      echo "note: this machine does not let us mount: there is no /proc in the bare Debian, and no compiler cache" >&2
    fi
    enter root "${*:3}" "$cache"
    ;;
  run-as-user)
    [[ -d "$debian" ]] || make_new
    "${as_root[@]}" mkdir -p "$debian/srv/quadphase"
    [[ -d "$debian/home/$user" ]] || make_user
    copy_clone "$user"
    enter "$user" "${*:3}"
    ;;
  *) echo "error: unknown action '$1'" >&2; exit 2 ;;
esac
