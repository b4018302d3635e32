// SPDX-License-Identifier: MIT
// OpenGL objects with owners, and a look at its errors.
#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <string>

namespace quadphase::view {

/// A program of a vertex, a geometry and a fragment shader. Needs a current context, as all of this
/// file.
class Program {
 public:
  /// Errors: `std::runtime_error` with the compiler's words.
  Program(const std::string& vertex, const std::string& geometry, const std::string& fragment);
  ~Program() { glDeleteProgram(id_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void use() const { glUseProgram(id_); }
  [[nodiscard]] GLint uniform(const char* name) const { return glGetUniformLocation(id_, name); }

 private:
  GLuint id_;
};

/// One buffer for the columns of all instances, and the vertex array that reads it.
class InstanceBuffer {
 public:
  InstanceBuffer();
  ~InstanceBuffer();
  InstanceBuffer(const InstanceBuffer&) = delete;
  InstanceBuffer& operator=(const InstanceBuffer&) = delete;

  /// Makes room for columns of `count` floats or bytes, whose old contents are dropped.
  void begin(std::size_t count);
  /// Copies columns into the buffer, attribute `index` of each instance.
  void add(GLuint index, const float* column);
  void add(GLuint index, const std::uint8_t* column);
  /// Draws a point for each instance.
  void draw() const;

 private:
  GLuint array_ = 0, buffer_ = 0;
  std::size_t count_ = 0, used_bytes_ = 0;
};

/// The number of errors of OpenGL so far; each is printed where it is found.
[[nodiscard]] std::size_t gl_error_count(const char* where);

/// Prints what the driver reports, where it can: errors as they occur.
void print_driver_messages();

}  // namespace quadphase::view
