// SPDX-License-Identifier: MIT
#include "call/attempt.hpp"

#include <exception>
#include <new>
#include <stdexcept>

#include "base/errors.hpp"

namespace quadphase::detail {
namespace {

constexpr const char* kUnknown = "quadphase: unknown exception (not a std::exception)";

}  // namespace

Status status_of_exception() noexcept {
  try {
    throw;
  } catch (const VisitorThrew& error) {
    return error.status;
  } catch (const NoFrame& error) {
    return {StatusCode::no_frame, error.what()};
  } catch (const InVisitor& error) {
    return {StatusCode::in_visitor, error.what()};
  } catch (const InvalidWorker& error) {
    return {StatusCode::invalid_worker, error.what()};
  } catch (const std::invalid_argument& error) {
    return {StatusCode::invalid_argument, error.what()};
  } catch (const std::length_error& error) {
    return {StatusCode::too_many_pairs, error.what()};
  } catch (const std::bad_alloc& error) {
    return {StatusCode::out_of_memory, error.what()};
  } catch (const std::exception& error) {
    return {StatusCode::other, error.what()};
  } catch (...) {
    return {StatusCode::other, kUnknown};
  }
}

Status status_of_visitor() noexcept {
  try {
    throw;
  } catch (const std::exception& error) {
    return {StatusCode::visitor_threw, error.what()};
  } catch (...) {
    return {StatusCode::visitor_threw, kUnknown};
  }
}

}  // namespace quadphase::detail
