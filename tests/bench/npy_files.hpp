// SPDX-License-Identifier: MIT
// Files of frames, byte by byte, as NumPy and others write them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quadphase::bench {

/// A file of format `major`.0 with this dictionary, padded as NumPy does to `alignment`, and
/// `data`.
inline std::string npy_file(std::string_view dictionary, std::string_view data, int major = 1,
                            std::size_t alignment = 64) {
  const std::size_t preamble = major == 1 ? 10 : 12;
  std::string text(dictionary);
  while ((preamble + text.size() + 1) % alignment != 0) text += ' ';
  text += '\n';
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  for (std::size_t i = 0; i < preamble - 8; ++i)
    file += static_cast<char>((text.size() >> (8 * i)) & 0xFF);
  return file + text + std::string(data);
}

/// The dictionary of a good file.
inline std::string npy_dictionary(std::string_view shape, std::string_view type = "<f4",
                                  std::string_view fortran_order = "False") {
  return "{'descr': '" + std::string(type) + "', 'fortran_order': " + std::string(fortran_order) +
         ", 'shape': " + std::string(shape) + ", }";
}

}  // namespace quadphase::bench
