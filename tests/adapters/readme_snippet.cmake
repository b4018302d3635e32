# SPDX-License-Identifier: MIT
# Fails unless the first ```cpp block of `readme` is the file `example` from its first #include to its end.
cmake_minimum_required(VERSION 3.22)

file(READ "${readme}" readme_text)
set(fence "\n```cpp\n")
string(FIND "${readme_text}" "${fence}" block_begin)
if(block_begin EQUAL -1)
  message(FATAL_ERROR "${readme} has no block that starts with ```cpp")
endif()
string(LENGTH "${fence}" fence_length)
math(EXPR block_begin "${block_begin} + ${fence_length}")
string(SUBSTRING "${readme_text}" ${block_begin} -1 block)
string(FIND "${block}" "\n```\n" block_length)
if(block_length EQUAL -1)
  message(FATAL_ERROR "${readme}: the ```cpp block does not end")
endif()
math(EXPR block_length "${block_length} + 1")  # with the newline that ends its last line
string(SUBSTRING "${block}" 0 ${block_length} block)

file(READ "${example}" example_text)
string(FIND "${example_text}" "\n#include" code_begin)
math(EXPR code_begin "${code_begin} + 1")  # without the newline before it
string(SUBSTRING "${example_text}" ${code_begin} -1 code)

if(NOT block STREQUAL code)
  message(FATAL_ERROR "${readme}: the first ```cpp block is not ${example} from its first #include on. "
                      "It must read:\n${code}")
endif()
