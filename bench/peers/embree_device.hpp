// SPDX-License-Identifier: MIT
// Embree's device, for the same instruction set as the other engines.
#pragma once

#include <embree3/rtcore.h>

#include <stdexcept>

namespace quadphase::bench {

/// A new device; the caller releases it.
///
/// Why no number of threads is given: it would limit oneTBB for everything in the program. Embree
/// uses the arena of the thread that calls it.
/// Why an instruction set is: the compiler does not choose it, but Embree does as it runs, and
/// where all others are compiled for AVX2 alone it must not take AVX-512.
[[nodiscard]] inline RTCDevice new_embree_device() {
#if defined(__AVX2__) && !defined(__AVX512F__)
  const RTCDevice device = rtcNewDevice("max_isa=avx2");
#else
  const RTCDevice device = rtcNewDevice(nullptr);
#endif
  if (!device) throw std::runtime_error("Embree made no device");
  return device;
}

}  // namespace quadphase::bench
