# SPDX-License-Identifier: MIT
# quadphase_unite(<target> [TOGETHER] [EXCEPT <source>...])
#
# Compiles the sources of each folder, or of all, as one translation unit, except for those that take longer to compile than
# to read. Why: most sources are small and include the same headers; see "Light" in docs/testing.md.
# -DCMAKE_UNITY_BUILD=OFF compiles every source alone, as tools that read single sources need it.
function(quadphase_unite target)
  # Folders can be told from CMake 3.18 on.
  if((DEFINED CMAKE_UNITY_BUILD AND NOT CMAKE_UNITY_BUILD) OR CMAKE_VERSION VERSION_LESS 3.18)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 unite "TOGETHER" "" "EXCEPT")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    string(REPLACE "/" "_" folder "${folder}")
    if(unite_TOGETHER)
      set(folder all)
    endif()
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_")
  endforeach()
  if(unite_EXCEPT)
    set_source_files_properties(${unite_EXCEPT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
