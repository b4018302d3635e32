# SPDX-License-Identifier: MIT
# QUADPHASE_TARGETS, for developing on x86-64: kernels for some instruction sets compile in a fraction of the time.
# `best` is the widest set of the machine that builds. Sets `quadphase_disabled_targets` for Highway.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  message(FATAL_ERROR "QUADPHASE_TARGETS=${QUADPHASE_TARGETS}: elsewhere than on x86-64, only `all` is known")
endif()

# The widest set that this machine has, as src/kernels/targets.hpp lists them.
function(quadphase_best_target result)
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -march=native -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE macros ERROR_QUIET)
  if(macros MATCHES "__AVX512VL__" AND macros MATCHES "__AVX512DQ__" AND macros MATCHES "__AVX512BW__")
    set(${result} avx512 PARENT_SCOPE)
  elseif(macros MATCHES "__AVX2__")
    set(${result} avx2 PARENT_SCOPE)
  elseif(macros MATCHES "__SSE4_2__")
    set(${result} sse4 PARENT_SCOPE)
  else()
    set(${result} scalar PARENT_SCOPE)
  endif()
endfunction()

set(highway_scalar HWY_SCALAR)
set(highway_sse4 HWY_SSE4)
set(highway_avx2 HWY_AVX2)
set(highway_avx512 HWY_AVX3)
set(kept HWY_SCALAR)
foreach(target IN LISTS QUADPHASE_TARGETS)
  if(target STREQUAL "best")
    quadphase_best_target(target)
  endif()
  if(NOT DEFINED highway_${target})
    message(FATAL_ERROR "QUADPHASE_TARGETS: unknown `${target}`; there are all, best, scalar, sse4, avx2 and avx512")
  endif()
  string(APPEND kept "|${highway_${target}}")
endforeach()
set(quadphase_disabled_targets "(~(${kept}))")
