# SPDX-License-Identifier: MIT
# The target `docs`: pages of the public headers by Doxygen, in docs/html of the build folder, and what they declare, for
# scripts, in docs/xml. A public name without a description, or a description that does not fit, is an error.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()

set(DOXYGEN_PROJECT_BRIEF "${PROJECT_DESCRIPTION}")
set(DOXYGEN_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/docs")
file(GLOB quadphase_public_folders CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/components/*/include")
set(DOXYGEN_STRIP_FROM_INC_PATH ${quadphase_public_folders})
set(DOXYGEN_STRIP_FROM_PATH ${quadphase_public_folders})
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE README.md)
set(DOXYGEN_EXCLUDE_SYMBOLS "detail" "*::detail" "*::detail::*")
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)  # the first sentence is the summary
set(DOXYGEN_EXTRACT_ALL NO)
set(DOXYGEN_HIDE_SCOPE_NAMES YES)
# Comparisons that the compiler writes need no description.
set(DOXYGEN_INPUT_FILTER "sed -E '/operator(==|<=>)\\(.*= default;/d'")
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_EXPAND_ONLY_PREDEF YES)
set(DOXYGEN_PREDEFINED "QUADPHASE_API=" "QUADPHASE_LOCAL=")
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_GENERATE_XML YES)
set(DOXYGEN_XML_PROGRAMLISTING NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_IF_UNDOCUMENTED YES)
set(DOXYGEN_WARN_NO_PARAMDOC NO)  # Sentences name the parameters.
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
file(GLOB quadphase_public_headers CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/include/quadphase/*.hpp" "${PROJECT_SOURCE_DIR}/components/*/include/quadphase/*.hpp")
doxygen_add_docs(docs ${quadphase_public_headers} COMMENT "Pages of the public headers")
