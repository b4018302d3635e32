# SPDX-License-Identifier: MIT
# Fails unless each ```cpp block of `page` stands in one of the `examples`, to the letter but for indentation; and,
# where `first` is given, unless the first block is that example from its first #include to its end.
cmake_minimum_required(VERSION 3.22)

# Moves all lines to the left edge.
function(without_indentation text result)
  string(REGEX REPLACE "\n +" "\n" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

file(GLOB sources "${examples}/*.cpp" "${examples}/*/*.cpp")
set(all_code "")
foreach(source ${sources})
  file(READ "${source}" code)
  without_indentation("${code}" code)
  string(APPEND all_code "${code}")
endforeach()

if(first)
  file(READ "${first}" first_text)
  string(FIND "${first_text}" "\n#include" code_begin)
  math(EXPR code_begin "${code_begin} + 1")  # without the newline before it
  string(SUBSTRING "${first_text}" ${code_begin} -1 first_code)
endif()

file(READ "${page}" rest)
set(fence "\n```cpp\n")
string(LENGTH "${fence}" fence_length)
set(block_count 0)
while(TRUE)
  string(FIND "${rest}" "${fence}" block_begin)
  if(block_begin EQUAL -1)
    break()
  endif()
  math(EXPR block_begin "${block_begin} + ${fence_length}")
  string(SUBSTRING "${rest}" ${block_begin} -1 rest)
  string(FIND "${rest}" "\n```\n" block_length)
  if(block_length EQUAL -1)
    message(FATAL_ERROR "${page}: a ```cpp block does not end")
  endif()
  math(EXPR block_length "${block_length} + 1")  # with the newline that ends its last line
  string(SUBSTRING "${rest}" 0 ${block_length} block)

  math(EXPR block_count "${block_count} + 1")
  if(first AND block_count EQUAL 1 AND NOT block STREQUAL first_code)
    message(FATAL_ERROR "${page}: the first ```cpp block is not ${first} from its first #include on. "
                        "It must read:\n${first_code}")
  endif()
  without_indentation("\n${block}" lines)
  string(FIND "${all_code}" "${lines}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${page}: this block stands in no file of ${examples}:\n${block}")
  endif()
endwhile()
if(block_count EQUAL 0)
  message(FATAL_ERROR "${page} has no block that starts with ```cpp")
endif()
