# SPDX-License-Identifier: MIT
# Read by ctest, with `program`, its `tests` and `labels`, and the lists of patterns that are named in `left_out`: gives each
# test the labels and, in lower case, the name of each list that has a pattern of its name. Each pattern must match a test.
set(unused "")
foreach(list IN LISTS left_out)
  list(APPEND unused ${${list}})
endforeach()
foreach(test IN LISTS tests)
  set(own_labels ${labels})
  foreach(list IN LISTS left_out)
    foreach(pattern IN LISTS ${list})
      if(test MATCHES "${pattern}")
        string(TOLOWER "${list}" label)
        list(APPEND own_labels "${label}")
        list(REMOVE_ITEM unused "${pattern}")
      endif()
    endforeach()
  endforeach()
  set_tests_properties("${test}" PROPERTIES LABELS "${own_labels}")
endforeach()
# A program that is not built has no tests.
if(tests AND unused)
  message(SEND_ERROR "${program} has no test with these in its name: ${unused}")
endif()
