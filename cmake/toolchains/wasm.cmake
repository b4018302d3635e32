# SPDX-License-Identifier: MIT
# WebAssembly by clang 19, with exceptions and the C and C++ libraries of emscripten, whose compiler is not needed. Programs
# import functions of WASI, which Node has, and those of wasm_imports.txt. tools/wasm_sysroot.sh prints what to set:
#   cmake --toolchain cmake/toolchains/wasm.cmake -DQUADPHASE_WASM_SYSROOT="$(tools/wasm_sysroot.sh)" ...
# QUADPHASE_WASM_SIMD=OFF leaves out the 128-bit vectors.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUADPHASE_WASM_SYSROOT QUADPHASE_WASM_SIMD)
if(NOT EXISTS "${QUADPHASE_WASM_SYSROOT}/include/c++/v1")
  message(FATAL_ERROR "QUADPHASE_WASM_SYSROOT must be the folder that tools/wasm_sysroot.sh prints")
endif()
if(NOT DEFINED QUADPHASE_WASM_SIMD)
  set(QUADPHASE_WASM_SIMD ON)
endif()

set(CMAKE_SYSROOT "${QUADPHASE_WASM_SYSROOT}")
set(wasm_includes "-isystem ${CMAKE_SYSROOT}/include/compat -isystem ${CMAKE_SYSROOT}/include")
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_FLAGS_INIT "${wasm_includes}")
set(CMAKE_CXX_FLAGS_INIT "-nostdinc++ -isystem ${CMAKE_SYSROOT}/include/c++/v1 ${wasm_includes} -fwasm-exceptions")
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-unknown-emscripten)
  if(QUADPHASE_WASM_SIMD)
    string(APPEND CMAKE_${language}_FLAGS_INIT " -msimd128")
  endif()
endforeach()

# Why --stack-first: to run over the end of the stack is an error then, instead of a change of data.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-nodefaultlibs -Wl,--stack-first -Wl,-z,stack-size=1048576 -Wl,--max-memory=4294967296 \
-Wl,--allow-undefined-file=${CMAKE_CURRENT_LIST_DIR}/wasm_imports.txt")
set(CMAKE_C_STANDARD_LIBRARIES "-lstandalonewasm-memgrow -ldlmalloc -lc -lcompiler_rt")
set(CMAKE_CXX_STANDARD_LIBRARIES "-lc++-except -lc++abi-except -lunwind-except ${CMAKE_C_STANDARD_LIBRARIES}")
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_CROSSCOMPILING_EMULATOR node "${CMAKE_CURRENT_LIST_DIR}/run_wasm.mjs")
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
