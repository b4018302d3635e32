# SPDX-License-Identifier: MIT
# The warnings every target of this project is built with. Private: nothing reaches a user.
function(quadphase_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
      -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion>
    # Why: g++ 12 warns of `"text" + std::string` (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endfunction()

# What takes most of the time of tests is optimized a little in debug builds, which run all of them: the kernels, whose
# vector types are many times as slow without, and what computes the answers to compare with.
set(quadphase_optimized_in_debug $<$<AND:$<CONFIG:Debug>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>)

# What takes no time when it runs is optimized a little in release builds. Why: -O3 takes three times as long to compile.
set(quadphase_lightly_optimized $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>)
