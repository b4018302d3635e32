# SPDX-License-Identifier: MIT
# What the library itself needs. quadphaseConfig.cmake.in and quadphase.pc.in name the same.
if(QUADPHASE_TBB)
  find_package(TBB 2021 REQUIRED CONFIG)
endif()
find_package(hwy REQUIRED CONFIG)
