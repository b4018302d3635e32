# SPDX-License-Identifier: MIT
# quadphase::recorder, which writes and plays the calls of a program. The core does not need it, nor zstd.
if(NOT quadphase_zstd_FOUND)
  message(FATAL_ERROR "The recorder needs zstd (Debian: libzstd-dev): install it, or set QUADPHASE_RECORDER to OFF")
endif()
find_package(Threads REQUIRED)
add_library(quadphase_recorder STATIC
  src/recorder/block_decoder.cpp
  src/recorder/block_encoder.cpp
  src/recorder/call_reader.cpp
  src/recorder/call_writer.cpp
  src/recorder/column_codec.cpp
  src/recorder/packet.cpp
  src/recorder/played_calls.cpp
  src/recorder/played_queries.cpp
  src/recorder/recorder_file.cpp
  src/recorder/recording.cpp
  src/recorder/replayer.cpp)
add_library(quadphase::recorder ALIAS quadphase_recorder)
target_include_directories(quadphase_recorder PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_compile_options(quadphase_recorder PRIVATE ${quadphase_exact_arithmetic} ${quadphase_traced_branches})
target_link_libraries(quadphase_recorder PUBLIC quadphase::quadphase PRIVATE PkgConfig::quadphase_zstd Threads::Threads)
set_source_files_properties(src/recorder/column_codec.cpp PROPERTIES COMPILE_OPTIONS "${quadphase_optimized_in_debug}")
set_target_properties(quadphase_recorder PROPERTIES
  EXPORT_NAME recorder
  POSITION_INDEPENDENT_CODE ON
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)
quadphase_warnings(quadphase_recorder)
quadphase_unite(quadphase_recorder EXCEPT src/recorder/recording.cpp src/recorder/column_codec.cpp)
