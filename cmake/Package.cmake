# SPDX-License-Identifier: MIT
# Debian packages by `cpack -G DEB`; tools/package.sh makes them. libquadphase<SONAME's number> is what programs need
# that are linked to the shared library; libquadphase-dev is the rest. Neither has benchmarks or examples.
if(NOT QUADPHASE_SHARED OR NOT QUADPHASE_STATIC_TOO)
  message(FATAL_ERROR "Packages hold both libraries: set QUADPHASE_SHARED and QUADPHASE_STATIC_TOO to ON")
endif()
get_target_property(quadphase_soversion quadphase SOVERSION)
set(quadphase_runtime "libquadphase${quadphase_soversion}")

# The documents that Debian wants of each package. The date is that of the sources, so that equal sources give equal bytes.
string(TIMESTAMP quadphase_date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # by SOURCE_DATE_EPOCH
file(WRITE "${PROJECT_BINARY_DIR}/changelog.Debian"
  "quadphase (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n  * Package of quadphase ${PROJECT_VERSION}.\n\n"
  " -- The quadphase authors <quadphase@localhost>  ${quadphase_date}\n")
file(COPY "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${PROJECT_BINARY_DIR}")
file(RENAME "${PROJECT_BINARY_DIR}/CHANGELOG.md" "${PROJECT_BINARY_DIR}/changelog")
foreach(document IN ITEMS changelog changelog.Debian)
  execute_process(COMMAND gzip -9 --no-name --force "${document}" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
                  RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "gzip failed (${result})")
  endif()
endforeach()
foreach(package_and_component IN ITEMS "${quadphase_runtime}:Runtime" "libquadphase-dev:Development")
  string(REGEX MATCH "^(.*):(.*)$" matched "${package_and_component}")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/copyright" "${PROJECT_BINARY_DIR}/changelog.gz"
                "${PROJECT_BINARY_DIR}/changelog.Debian.gz"
          DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${CMAKE_MATCH_1}" COMPONENT ${CMAKE_MATCH_2})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME quadphase)
set(CPACK_PACKAGE_VENDOR "The quadphase authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # The first line of each component's description stands for it.
if(NOT CPACK_PACKAGE_CONTACT)  # whoever distributes packages sets his own
  set(CPACK_PACKAGE_CONTACT "The quadphase authors <quadphase@localhost>")
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Runtime Development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Debian's file system decides who may read and write, and packages must not bring other rights.
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "${quadphase_runtime}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)  # what the library is linked to, by dpkg-shlibdeps
# So that packages of programs depend on this one, and that the loader finds the library.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(WRITE "${PROJECT_BINARY_DIR}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/triggers")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "parallel 2D broad phase for collision detection - shared library
Finds all overlapping pairs of many boxes, in every frame anew, by a linear
quadtree that is built in parallel, with the same result on every processor.

This package holds the shared library.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libquadphase-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "${quadphase_runtime} (= ${PROJECT_VERSION}-1), libtbb-dev (>= 2021), libhwy-dev (>= 1.0)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS libeigen3-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "parallel 2D broad phase for collision detection - development files
Finds all overlapping pairs of many boxes, in every frame anew, by a linear
quadtree that is built in parallel, with the same result on every processor.

This package holds the headers, the static library, a CMake package and a
pkg-config file.")
include(CPack)
