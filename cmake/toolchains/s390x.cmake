# SPDX-License-Identifier: MIT
# s390x Linux, which is big-endian. Debian packages: g++-s390x-linux-gnu qemu-user-static
set(CMAKE_SYSTEM_PROCESSOR s390x)
include("${CMAKE_CURRENT_LIST_DIR}/linux_by_qemu.cmake")
