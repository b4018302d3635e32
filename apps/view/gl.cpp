// SPDX-License-Identifier: MIT
#include "gl.hpp"

#include <iostream>
#include <stdexcept>
#include <string>

namespace quadphase::view {
namespace {

std::size_t error_count = 0;

GLuint compile(GLenum kind, const std::string& source) {
  const GLuint shader = glCreateShader(kind);
  const char* const text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint is_good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
  if (is_good == GL_TRUE) return shader;
  std::string log(2000, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  glDeleteShader(shader);
  throw std::runtime_error("a shader does not compile: " +
                           log.substr(0, static_cast<std::size_t>(length)));
}

void GLAPIENTRY on_message(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text,
                           const void*) {
  if (type != GL_DEBUG_TYPE_ERROR) return;
  ++error_count;
  std::cerr << "OpenGL error: " << text << '\n';
}

const void* offset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}

}  // namespace

Program::Program(const std::string& vertex, const std::string& geometry,
                 const std::string& fragment)
    : id_(glCreateProgram()) {
  for (const GLuint shader :
       {compile(GL_VERTEX_SHADER, vertex), compile(GL_GEOMETRY_SHADER, geometry),
        compile(GL_FRAGMENT_SHADER, fragment)}) {
    glAttachShader(id_, shader);
    glDeleteShader(shader);  // when the program is deleted
  }
  glLinkProgram(id_);
  GLint is_good = 0;
  glGetProgramiv(id_, GL_LINK_STATUS, &is_good);
  if (is_good != GL_TRUE) throw std::runtime_error("the shaders do not link");
}

InstanceBuffer::InstanceBuffer() {
  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &buffer_);
}

InstanceBuffer::~InstanceBuffer() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &array_);
}

void InstanceBuffer::begin(std::size_t count) {
  constexpr std::size_t kBytesPerInstance = 4 * sizeof(float) + 1;
  count_ = count;
  used_bytes_ = 0;
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  // A new store in every frame: the driver need not wait for the last one to be drawn.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * kBytesPerInstance), nullptr,
               GL_STREAM_DRAW);
}

void InstanceBuffer::add(GLuint index, const float* column) {
  const std::size_t bytes = count_ * sizeof(float);
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(used_bytes_),
                  static_cast<GLsizeiptr>(bytes), column);
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, 1, GL_FLOAT, GL_FALSE, 0, offset(used_bytes_));
  used_bytes_ += bytes;
}

void InstanceBuffer::add(GLuint index, const std::uint8_t* column) {
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(used_bytes_),
                  static_cast<GLsizeiptr>(count_), column);
  glEnableVertexAttribArray(index);
  glVertexAttribIPointer(index, 1, GL_UNSIGNED_BYTE, 0, offset(used_bytes_));
  used_bytes_ += count_;
}

void InstanceBuffer::draw() const {
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count_));
}

std::size_t gl_error_count(const char* where) {
  for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
    ++error_count;
    std::cerr << "OpenGL error " << error << " after " << where << '\n';
  }
  return error_count;
}

void print_driver_messages() {
  if (!epoxy_has_gl_extension("GL_KHR_debug")) return;
  glEnable(GL_DEBUG_OUTPUT);
  glDebugMessageCallback(on_message, nullptr);
}

}  // namespace quadphase::view
