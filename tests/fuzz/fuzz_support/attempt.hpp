// SPDX-License-Identifier: MIT
// Calls in which an allocation fails.
#pragma once

#include <new>

#include "fuzz_support/byte_source.hpp"
#include "fuzz_support/failure.hpp"
#include "support/counting_resource.hpp"

namespace quadphase::fuzz {

/// Calls `call`; where the next byte says so, an allocation in it fails: one, or all from it on.
/// False where that made it throw `std::bad_alloc`; other exceptions pass through. After one
/// failure a call may succeed: it gives memory back and runs again.
template <class Call>
[[nodiscard]] bool attempt(ByteSource& in, contract::CountingResource& resource, const Call& call) {
  struct WorkAgain {
    contract::CountingResource& resource;
    ~WorkAgain() { resource.work_again(); }
  };
  const WorkAgain work_again{resource};
  const std::size_t failures = resource.failures();
  const std::uint32_t k = in.byte();
  if (k >= 192) {
    resource.fail_once_at(k % 32);
  } else if (k >= 160) {
    resource.fail_from(k % 32);
  }
  try {
    call();
  } catch (const std::bad_alloc&) {
    require(resource.failures() > failures, "std::bad_alloc where no allocation failed");
    return false;
  }
  require(k >= 192 || resource.failures() == failures, "a failed allocation was swallowed");
  return true;
}

}  // namespace quadphase::fuzz
