# SPDX-License-Identifier: MIT
# The warnings every target of this project is built with. Private: nothing reaches a user.
function(quadphase_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
      -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion>)
endfunction()
