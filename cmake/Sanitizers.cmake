# SPDX-License-Identifier: MIT
# QUADPHASE_SANITIZE builds everything in this tree with sanitizers, the library included. Only read when this is the
# top-level project: a project that adds this one chooses its flags itself.
set(QUADPHASE_SANITIZE "" CACHE STRING "Sanitizers of the whole build: address, undefined, address,undefined, thread or empty")
set_property(CACHE QUADPHASE_SANITIZE PROPERTY STRINGS "" address undefined address,undefined thread)

if(QUADPHASE_SANITIZE)
  if(NOT QUADPHASE_SANITIZE MATCHES "^(address|undefined|address,undefined|thread)$")
    message(FATAL_ERROR "QUADPHASE_SANITIZE is '${QUADPHASE_SANITIZE}'; it must be address, undefined, both (address,undefined), thread or empty")
  endif()
  # Every finding ends the test: undefined behavior would otherwise be printed and passed over.
  add_compile_options(-fsanitize=${QUADPHASE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${QUADPHASE_SANITIZE})
  # Why: AddressSanitizer stops at what these two find once it is read or written, and they are a fifth of the compiling.
  if(QUADPHASE_FUZZ AND QUADPHASE_SANITIZE STREQUAL "address,undefined")
    add_compile_options(-fno-sanitize=null,object-size)
  endif()
endif()

# What fuzzers steer by: which branches an input takes. Only in the sources that are to be explored.
set(quadphase_traced_branches "")
if(QUADPHASE_FUZZ AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(quadphase_traced_branches -fsanitize=fuzzer-no-link)
endif()
