# SPDX-License-Identifier: MIT
# What an installed quadphase is: the static library, its headers, a CMake package and a pkg-config file. No file holds
# an absolute path, so the tree can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(quadphase_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/quadphase")

# INCLUDES DESTINATION rather than a file set: consumers may be older than CMake 3.23.
install(TARGETS quadphase EXPORT quadphaseTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/quadphase" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT quadphaseTargets NAMESPACE quadphase:: DESTINATION "${quadphase_package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/quadphaseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/quadphaseConfig.cmake"
  INSTALL_DESTINATION "${quadphase_package_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/quadphaseConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/quadphaseConfig.cmake" "${PROJECT_BINARY_DIR}/quadphaseConfigVersion.cmake"
        DESTINATION "${quadphase_package_dir}")

# The .pc file finds its tree from its own place: as many steps up as lib/pkgconfig is deep.
file(RELATIVE_PATH quadphase_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" quadphase_pc_prefix "${quadphase_pc_prefix}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/quadphase.pc.in" "${PROJECT_BINARY_DIR}/quadphase.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/quadphase.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
