#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds the viewer and opens it. Arguments go to it: view.sh --scene galaxy --objects 5000
# Without a display: view.sh --script FILE, which makes the pictures that it asks for; view.sh --pictures makes those of
# docs/viewer.md.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

"$root/tools/install_packages.sh"
"$root/tools/install_packages.sh" libglfw3-dev libimgui-dev libepoxy-dev libgl1-mesa-dri
"$root/tools/build.sh" release quadphase_view | sed '/Re-checking globbed\|no work to do/d' >&2
viewer="$root/build/release/apps/view/quadphase_view"

# unseen COMMAND...: on a display of its own that no one sees, by the processor.
unseen() {
  "$root/tools/install_packages.sh" xvfb xauth
  LIBGL_ALWAYS_SOFTWARE=1 xvfb-run --auto-servernum --server-args="-screen 0 1920x1200x24" "$@"
}

if [[ "${1:-}" == --pictures ]]; then
  cd "$root"
  for script in apps/view/scripts/picture_*.txt; do
    unseen "$viewer" --script "$script"
  done
elif [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
  exec "$viewer" "$@"
elif [[ " $* " == *" --script "* || " $* " == *" --help "* ]]; then
  unseen "$viewer" "$@"
else
  echo "There is no display: 'tools/view.sh --script FILE' draws into pictures instead, as docs/viewer.md says." >&2
  exit 1
fi
