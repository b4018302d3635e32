# SPDX-License-Identifier: MIT
# Interface targets for the headers that include another library. The core needs neither, so a user who wants no
# adapter needs no Eigen, and oneTBB's flags stay out of his build. The installed package has the same two targets.
if(QUADPHASE_TBB)
  add_library(quadphase_tbb INTERFACE)
  add_library(quadphase::tbb ALIAS quadphase_tbb)
  target_link_libraries(quadphase_tbb INTERFACE quadphase::quadphase TBB::tbb)
endif()

find_package(Eigen3 CONFIG QUIET)
if(TARGET Eigen3::Eigen)
  add_library(quadphase_eigen INTERFACE)
  add_library(quadphase::eigen ALIAS quadphase_eigen)
  target_link_libraries(quadphase_eigen INTERFACE quadphase::quadphase Eigen3::Eigen)
endif()
