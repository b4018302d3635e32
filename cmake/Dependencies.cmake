# SPDX-License-Identifier: MIT
# What the library itself needs. quadphaseConfig.cmake.in and quadphase.pc.in name the same.
find_package(TBB 2021 REQUIRED CONFIG)
find_package(hwy REQUIRED CONFIG)
