// SPDX-License-Identifier: MIT
// The public headers together, and the version they state.
#include <gtest/gtest.h>

#include <string>

#include "all_headers.hpp"

namespace {

TEST(Headers, StateTheVersionOfThePackage) {
  const std::string from_parts = std::to_string(QUADPHASE_VERSION_MAJOR) + "." +
                                 std::to_string(QUADPHASE_VERSION_MINOR) + "." +
                                 std::to_string(QUADPHASE_VERSION_PATCH);
  EXPECT_EQ(from_parts, QUADPHASE_VERSION);
  EXPECT_STREQ(PROJECT_VERSION, QUADPHASE_VERSION);
}

}  // namespace
