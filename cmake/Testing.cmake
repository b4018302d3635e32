# SPDX-License-Identifier: MIT
# The one way in which this project makes a test executable.
include(GoogleTest)

# quadphase_test_options(<target>) compiles a target as tests are compiled.
function(quadphase_test_options target)
  # Why: what takes long in a test is the library.
  target_compile_options(${target} PRIVATE ${quadphase_lightly_optimized})
  # Why: a failed test says its line itself, and the debugger's lines take a sixth of the compiler's time. Tried: -O0, which
  # halves it, but the tests then take more than twice as long.
  target_compile_options(${target} PRIVATE $<$<BOOL:${QUADPHASE_FUZZ}>:-g0>)
  quadphase_warnings(${target})
  # Why: users pass floats where a radius is a double.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-double-promotion>)
  # Why: g++ 12 warns at -O1 of accesses inside std::string and std::vector that never happen.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow>)
endfunction()

# The headers that nearly every test includes, compiled once for all tests.
if(NOT TARGET quadphase_test_headers)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/test_headers.cpp" CONTENT "")
  add_library(quadphase_test_headers OBJECT "${PROJECT_BINARY_DIR}/test_headers.cpp")
  target_link_libraries(quadphase_test_headers PRIVATE quadphase::quadphase GTest::gmock)
  target_precompile_headers(quadphase_test_headers PRIVATE
    <gmock/gmock.h> <gtest/gtest.h>
    <algorithm> <array> <atomic> <bit> <cmath> <cstddef> <cstdint> <functional> <limits> <map> <memory>
    <memory_resource> <numeric> <optional> <random> <set> <span> <stdexcept> <string> <thread> <utility> <vector>)
  quadphase_test_options(quadphase_test_headers)
endif()

# Labels of tests that a preset leaves out, each the keyword of quadphase_test in lower case.
set(quadphase_left_out USUAL_LIMITS LONG_WHEN_FUZZED)

# quadphase_test(<name> SOURCES <file>... [TBB <file>...] [LIBRARIES <target>...] [LABELS <label>...]
#                [WHITE_BOX] [ALONE <file>...]
#                [USUAL_LIMITS <pattern>...] [LONG_WHEN_FUZZED <pattern>...] [FUZZED_BY_DEEP_CHECK])
#
# Makes the executable <name> from SOURCES, which are compiled together but for those that must be ALONE, links
# quadphase::quadphase, GTest's main and LIBRARIES, and adds one ctest test per Google Test case, with LABELS, and `library`
# except for tests of programs. Headers are found from tests/ and testing/ ("model/torus.hpp"). WHITE_BOX adds
# src/, for tests of single stages. Run one label by `ctest -L <label>`. TBB are sources that use that component, and are left
# out where it is missing.
# The last two label the tests whose name matches a pattern: those that cannot run with the small limits of fuzzing, and
# those that take long with small limits, sanitizers and stages that validate. Each pattern must match a test. With
# FUZZED_BY_DEEP_CHECK, the whole program does, or a fuzzer does what it does: the target fuzzed_tests is without it.
function(quadphase_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "WHITE_BOX;FUZZED_BY_DEEP_CHECK" "" "SOURCES;TBB;LIBRARIES;LABELS;ALONE;${quadphase_left_out}")
  if(NOT test_SOURCES OR test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "quadphase_test(${name}): SOURCES missing, or unknown arguments '${test_UNPARSED_ARGUMENTS}'")
  endif()
  if(test_TBB AND TARGET quadphase::tbb)
    list(APPEND test_SOURCES ${test_TBB})
    list(APPEND test_LIBRARIES quadphase::tbb)
  endif()

  add_executable(${name} ${test_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/testing")
  if(test_WHITE_BOX)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_compile_definitions(${name} PRIVATE $<$<BOOL:${QUADPHASE_VALIDATE}>:QUADPHASE_VALIDATE>
    $<$<BOOL:${QUADPHASE_FUZZ}>:QUADPHASE_SMALL_LIMITS>)
  endif()
  target_link_libraries(${name} PRIVATE quadphase::quadphase ${test_LIBRARIES} GTest::gmock GTest::gtest_main)
  quadphase_test_options(${name})
  target_precompile_headers(${name} REUSE_FROM quadphase_test_headers)
  quadphase_unite(${name} TOGETHER EXCEPT ${test_ALONE})
  set_property(GLOBAL APPEND PROPERTY quadphase_tests ${name})

  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
  if(NOT test_LABELS MATCHES "bench|peers|replay|examples")
    list(APPEND test_LABELS library)
    set_property(GLOBAL APPEND PROPERTY quadphase_library_tests ${name})
    if(test_FUZZED_BY_DEEP_CHECK)
      set_property(GLOBAL APPEND PROPERTY quadphase_unfuzzed_tests ${name})
    endif()
  endif()
  # gtest_discover_tests cannot pass on a list, so the labels are set in a script that ctest reads after discovery.
  set(script "set(program ${name})\nset(tests \"\${${name}_TESTS}\")\nset(labels \"${test_LABELS}\")\n")
  string(APPEND script "set(left_out \"${quadphase_left_out}\")\n")
  foreach(list IN LISTS quadphase_left_out)
    string(APPEND script "set(${list} \"${test_${list}}\")\n")
  endforeach()
  string(APPEND script "include(\"${PROJECT_SOURCE_DIR}/cmake/LabelTests.cmake\")\n")
  set(labels_file "${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake")
  file(WRITE "${labels_file}" "${script}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${labels_file}")
endfunction()
