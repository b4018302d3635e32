// SPDX-License-Identifier: MIT
// The version, by semantic versioning. CMake reads it from here.
#pragma once

#define QUADPHASE_VERSION_MAJOR 0
#define QUADPHASE_VERSION_MINOR 1
#define QUADPHASE_VERSION_PATCH 0
#define QUADPHASE_VERSION "0.1.0"
