// SPDX-License-Identifier: MIT
// What a shared library of quadphase exports.
#pragma once

// Only the build of the shared library defines QUADPHASE_BUILDS_SHARED. For users both macros are
// empty: a linker finds the functions by their names, in the static and in the shared library.
// Why so: no define has to reach users, and their own libraries export no function of quadphase.
#if !defined(QUADPHASE_BUILDS_SHARED)
#define QUADPHASE_API
#define QUADPHASE_LOCAL
#elif defined(_WIN32)
#define QUADPHASE_API __declspec(dllexport)
#define QUADPHASE_LOCAL
#else
#define QUADPHASE_API __attribute__((visibility("default")))
#define QUADPHASE_LOCAL __attribute__((visibility("hidden")))  // of a class in an exported class
#endif
