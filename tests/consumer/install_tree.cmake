# SPDX-License-Identifier: MIT
# Installs the built library into `installed`, and a second time into a tree that is then moved to `moved`.
# Fails when a file of the tree names the place it was built or installed in. Clears what earlier runs left.
set(before_move "${moved}.before")
file(REMOVE_RECURSE "${installed}" "${moved}" "${before_move}" "${projects}")

foreach(prefix IN ITEMS "${installed}" "${before_move}")
  execute_process(COMMAND "${CMAKE_COMMAND}" --install "${build}" --config "${config}" --prefix "${prefix}"
                  RESULT_VARIABLE result OUTPUT_QUIET)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "cmake --install failed (${result})")
  endif()
endforeach()
file(RENAME "${before_move}" "${moved}")

file(GLOB_RECURSE files "${moved}/*")
list(FILTER files EXCLUDE REGEX "\\.a$")
list(LENGTH files count)
if(count LESS 10)
  message(FATAL_ERROR "The installed tree holds ${count} files only: ${files}")
endif()
foreach(file IN LISTS files)
  file(READ "${file}" text)
  foreach(place IN ITEMS "${source}" "${build}" "${moved}")
    string(FIND "${text}" "${place}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}: the tree cannot be moved")
    endif()
  endforeach()
endforeach()
