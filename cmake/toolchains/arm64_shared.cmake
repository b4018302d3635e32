# SPDX-License-Identifier: MIT
# Arm64 Linux with shared libraries of Debian's Arm64 packages, which lie unpacked in QUADPHASE_ARM64_ROOT.
# See tools/test_arm64.sh.
include("${CMAKE_CURRENT_LIST_DIR}/arm64.cmake")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUADPHASE_ARM64_ROOT)
set(libraries "${QUADPHASE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${libraries}")
set(CMAKE_FIND_ROOT_PATH "${QUADPHASE_ARM64_ROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
list(APPEND CMAKE_CROSSCOMPILING_EMULATOR
  -L /usr/aarch64-linux-gnu -E "LD_LIBRARY_PATH=${libraries}:/usr/aarch64-linux-gnu/lib")
