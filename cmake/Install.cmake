# SPDX-License-Identifier: MIT
# What an installed quadphase is: the library, its headers, a CMake package and a pkg-config file. No file holds an
# absolute path, so the tree can be moved. A static and a shared library can be installed into one tree.
#
# Components: Runtime is what programs need that are linked to the shared library; Development is the rest.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(quadphase_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/quadphase")

# quadphase_install_library(<target> <static or shared>), with an export of its own, which quadphaseConfig.cmake chooses.
function(quadphase_install_library target kind)
  # INCLUDES DESTINATION rather than a file set: consumers may be older than CMake 3.23.
  install(TARGETS ${target} EXPORT quadphaseTargets-${kind}
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Development
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Runtime
          LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Runtime NAMELINK_COMPONENT Development
          INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT quadphaseTargets-${kind} NAMESPACE quadphase:: DESTINATION "${quadphase_package_dir}"
          COMPONENT Development)
endfunction()

if(QUADPHASE_SHARED)
  quadphase_install_library(quadphase shared)
  if(QUADPHASE_STATIC_TOO)
    quadphase_install_library(quadphase_static static)
  endif()
else()
  quadphase_install_library(quadphase static)
endif()

# The core's headers, and those of the components that are built. A component with sources is a static library, beside the
# core's of either kind, with an export of its own.
get_property(quadphase_components GLOBAL PROPERTY quadphase_components)
set(quadphase_header_folders "${PROJECT_SOURCE_DIR}/include/quadphase")
foreach(component IN LISTS quadphase_components)
  list(APPEND quadphase_header_folders "${PROJECT_SOURCE_DIR}/components/${component}/include/quadphase")
  if(EXISTS "${PROJECT_SOURCE_DIR}/components/${component}/src")
    quadphase_install_library(quadphase_${component} ${component})
  endif()
endforeach()
if("mpi" IN_LIST quadphase_components)
  install(FILES "${PROJECT_SOURCE_DIR}/components/mpi/FindZoltan.cmake" DESTINATION "${quadphase_package_dir}"
          COMPONENT Development)
endif()
install(DIRECTORY ${quadphase_header_folders} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        COMPONENT Development FILES_MATCHING PATTERN "*.hpp")
if(NOT QUADPHASE_PACKAGE)  # Debian has a folder of documents for each package.
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
          DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT Development)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/quadphaseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/quadphaseConfig.cmake"
  INSTALL_DESTINATION "${quadphase_package_dir}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(quadphase_compatibility SameMinorVersion)
else()
  set(quadphase_compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/quadphaseConfigVersion.cmake"
  COMPATIBILITY ${quadphase_compatibility})
install(FILES "${PROJECT_BINARY_DIR}/quadphaseConfig.cmake" "${PROJECT_BINARY_DIR}/quadphaseConfigVersion.cmake"
        DESTINATION "${quadphase_package_dir}" COMPONENT Development)

# The .pc file finds its tree from its own place: as many steps up as lib/pkgconfig is deep.
file(RELATIVE_PATH quadphase_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" quadphase_pc_prefix "${quadphase_pc_prefix}")
# Users of a static library link what it uses, too; those of a shared one only do so where they ask for --static.
if(QUADPHASE_SHARED)
  set(quadphase_pc_used "Libs: -L\${libdir} -lquadphase\nLibs.private: -lhwy")
  set(quadphase_pc_requires "Requires.private: tbb >= 2021\n")
else()
  set(quadphase_pc_used "Libs: -L\${libdir} -lquadphase -lhwy")
  set(quadphase_pc_requires "Requires: tbb >= 2021\n")
endif()
if(QUADPHASE_TBB)
  string(PREPEND quadphase_pc_used "${quadphase_pc_requires}")
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/quadphase.pc.in" "${PROJECT_BINARY_DIR}/quadphase.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/quadphase.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT Development)
