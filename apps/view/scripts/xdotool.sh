#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Clicks and types by the X server, so that events come through GLFW as a person's do, while the viewer waits for what they
# must do: xdotool.sh VIEWER
set -euo pipefail
viewer="${1:?usage: xdotool.sh VIEWER}"
folder="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

"$viewer" --source empty --script "$folder/xdotool.txt" &
process=$!
trap 'kill "$process" 2>/dev/null || true' EXIT
window="$(timeout 30 xdotool search --sync --onlyvisible --name '^quadphase_view$' | head -n 1)"
xdotool windowfocus "$window" 2>/dev/null || true
sleep 0.5

act() {
  xdotool "$@"
  sleep 0.3
}
# Two boxes, and one of them dragged onto the other; then a key that adds boxes, and one that makes the selected box static.
act mousemove --window "$window" 300 300
act click 1
act mousemove --window "$window" 500 300
act click 1
act mousedown 1
act mousemove --window "$window" 400 350
act mousemove --window "$window" 306 306
act mouseup 1
act key a
act key t
wait "$process"
echo "clicks and keys of the X server arrive"
