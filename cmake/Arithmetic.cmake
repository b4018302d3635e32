# SPDX-License-Identifier: MIT
# Options with which every compiler computes each floating-point operation as it is written: no fused multiply-add. What
# changes results otherwise, such as -ffast-math, is refused by src/base/floating_point_mode.hpp.
if(CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(quadphase_exact_arithmetic /fp:precise /clang:-ffp-contract=off)
elseif(MSVC)
  set(quadphase_exact_arithmetic /fp:precise)
else()
  set(quadphase_exact_arithmetic -ffp-contract=off)
endif()
