# SPDX-License-Identifier: MIT
# What makes the target quadphase a proper shared library: its number, and that it exports no names but those that are marked.
target_compile_definitions(quadphase PRIVATE QUADPHASE_BUILDS_SHARED)

# Before 1.0 a minor version may change the interface, so it is a part of the SONAME.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(quadphase_soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
else()
  set(quadphase_soversion "${PROJECT_VERSION_MAJOR}")
endif()
set_target_properties(quadphase PROPERTIES VERSION "${PROJECT_VERSION}" SOVERSION "${quadphase_soversion}")

if(CMAKE_SYSTEM_NAME MATCHES "Linux|BSD")
  # Why besides hidden visibility: instances of templates of the standard library would still be exported.
  set(quadphase_version_script "${PROJECT_BINARY_DIR}/quadphase.map")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/quadphase.map.in" "${quadphase_version_script}" @ONLY)
  # --no-undefined: what the library needs is among the libraries that it names.
  target_link_options(quadphase PRIVATE "LINKER:--version-script,${quadphase_version_script}" "LINKER:--no-undefined")
  set_target_properties(quadphase PROPERTIES LINK_DEPENDS "${quadphase_version_script}")
endif()

if(QUADPHASE_STATIC_TOO)
  add_library(quadphase_static STATIC $<TARGET_OBJECTS:quadphase>)
  target_compile_features(quadphase_static PUBLIC cxx_std_20)
  target_link_libraries(quadphase_static PRIVATE ${quadphase_used})
  # Both are quadphase::quadphase to users, who have one of them.
  set_target_properties(quadphase_static PROPERTIES OUTPUT_NAME quadphase EXPORT_NAME quadphase LINKER_LANGUAGE CXX)
endif()
