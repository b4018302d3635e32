# SPDX-License-Identifier: MIT
# quadphase::zoltan, where Zoltan is installed. The build and the installed package find it in this way.
# Why not Zoltan's own CMake package: Debian's names files of packages that it does not install (libptscotch.so).
find_path(quadphase_zoltan_folder zoltan.h PATH_SUFFIXES trilinos)
find_library(quadphase_zoltan_library NAMES trilinos_zoltan zoltan)
mark_as_advanced(quadphase_zoltan_folder quadphase_zoltan_library)
if(quadphase_zoltan_folder AND quadphase_zoltan_library AND NOT TARGET quadphase::zoltan)
  add_library(quadphase::zoltan UNKNOWN IMPORTED GLOBAL)
  set_target_properties(quadphase::zoltan PROPERTIES IMPORTED_LOCATION "${quadphase_zoltan_library}"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${quadphase_zoltan_folder}"
    INTERFACE_INCLUDE_DIRECTORIES "${quadphase_zoltan_folder}")
endif()
