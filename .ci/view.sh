#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests of the viewer's parts; then runs it as a person would, on a display that no one sees: mouse and
# keyboard scripts that check what is shown.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/install_packages.sh
tools/install_packages.sh libglfw3-dev libimgui-dev libepoxy-dev libgl1-mesa-dri xvfb xauth xdotool
tools/build.sh release quadphase_view view_test
build/release/apps/view/model/view_test --gtest_brief=1
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

unseen() {
  LIBGL_ALWAYS_SOFTWARE=1 xvfb-run --auto-servernum --server-args="-screen 0 1920x1200x24" "$@"
}
viewer="$PWD/build/release/apps/view/quadphase_view"
for script in "$PWD"/apps/view/scripts/test_*.txt; do
  echo "--- $(basename "$script")"
  (cd "$folder" && unseen "$viewer" --script "$script")
done
# A mouse of the X server's, which goes through GLFW.
echo "--- xdotool"
unseen apps/view/scripts/xdotool.sh "$viewer"
