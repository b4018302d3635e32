# SPDX-License-Identifier: MIT
# An overlay port, which builds the tree that it stands in: vcpkg install quadphase --overlay-ports=packaging/vcpkg/ports
# A registry replaces the next line by vcpkg_from_github or vcpkg_from_git with the tag v${VERSION}.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

# BUILD_SHARED_LIBS, which QUADPHASE_SHARED follows, comes from the triplet.
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DQUADPHASE_TESTS=OFF
    -DQUADPHASE_BENCH=OFF
    -DQUADPHASE_EXAMPLES=OFF
    -DQUADPHASE_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME quadphase CONFIG_PATH lib/cmake/quadphase)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE
  "${CURRENT_PACKAGES_DIR}/debug/include"
  "${CURRENT_PACKAGES_DIR}/debug/share"
  "${CURRENT_PACKAGES_DIR}/share/doc"
)
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
