# SPDX-License-Identifier: MIT
# Fails the configuration when `target` asks anything of its users but C++20 and an include directory.
function(check_nothing_leaks target)
  foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS LINK_OPTIONS LINK_DIRECTORIES SOURCES)
    get_target_property(value ${target} INTERFACE_${property})
    if(value)
      message(FATAL_ERROR "${target} leaks INTERFACE_${property}: ${value}")
    endif()
  endforeach()

  get_target_property(features ${target} INTERFACE_COMPILE_FEATURES)
  if(NOT features STREQUAL "cxx_std_20")
    message(FATAL_ERROR "${target} requires the features '${features}' and not just cxx_std_20")
  endif()

  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  if(NOT libraries)  # a shared library
    return()
  endif()
  foreach(library IN LISTS libraries)
    if(NOT library MATCHES "^\\$<LINK_ONLY:.*>$")
      message(FATAL_ERROR "${target} passes on more of ${library} than its link")
    endif()
  endforeach()
endfunction()
