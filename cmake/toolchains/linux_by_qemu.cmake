# SPDX-License-Identifier: MIT
# Linux on another processor, by Debian's cross compiler, run by qemu. The file that includes this one has set
# CMAKE_SYSTEM_PROCESSOR. Programs are linked statically, for there are no shared libraries of that processor here.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR}-static)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
