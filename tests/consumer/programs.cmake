# SPDX-License-Identifier: MIT
# The programs of every consumer project, and the tests that run them. Needs the quadphase targets.
include("${CMAKE_CURRENT_LIST_DIR}/check_target.cmake")
check_nothing_leaks(quadphase::quadphase)
enable_testing()

add_library(plugin SHARED "${CMAKE_CURRENT_LIST_DIR}/plugin.cpp")
target_link_libraries(plugin PRIVATE quadphase::quadphase)

add_executable(core "${CMAKE_CURRENT_LIST_DIR}/core.cpp")
target_link_libraries(core PRIVATE quadphase::quadphase plugin)
add_test(NAME core COMMAND core)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_executable(no_exceptions "${CMAKE_CURRENT_LIST_DIR}/no_exceptions.cpp")
  target_compile_options(no_exceptions PRIVATE -fno-exceptions -fno-rtti)
  target_link_libraries(no_exceptions PRIVATE quadphase::quadphase)
  add_test(NAME no_exceptions COMMAND no_exceptions)
endif()

if(WITH_EIGEN)
  add_executable(adapters "${CMAKE_CURRENT_LIST_DIR}/adapters.cpp")
  target_link_libraries(adapters PRIVATE quadphase::eigen quadphase::tbb)
  add_test(NAME adapters COMMAND adapters)
endif()
