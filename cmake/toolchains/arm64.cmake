# SPDX-License-Identifier: MIT
# Arm64 Linux. Debian packages: g++-aarch64-linux-gnu qemu-user-static
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include("${CMAKE_CURRENT_LIST_DIR}/linux_by_qemu.cmake")
