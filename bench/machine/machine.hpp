// SPDX-License-Identifier: MIT
// The machine and the build that a figure belongs to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace quadphase::bench {

struct Machine {
  std::string processor;         ///< as the system names it
  int core_count = 0;            ///< hardware threads that this process may use
  std::size_t memory_bytes = 0;  ///< of the whole machine
  std::string system;            ///< kernel name, release and architecture
};

struct Build {
  std::string version;
  std::string compiler;
  std::string type;    ///< CMake's build type
  std::string flags;   ///< of the library
  std::string commit;  ///< when CMake ran; empty where unknown
};

/// How this program was compiled as to all engines but the library, which chooses its kernels as
/// it runs.
struct OtherEngines {
  std::string flags;  ///< on top of those of the library
  std::string simd;   ///< the widest instruction set that they allow: avx512, avx2 or plain
};

[[nodiscard]] Machine describe_machine();
[[nodiscard]] Build describe_build();
[[nodiscard]] OtherEngines describe_other_engines();

/// Logical processors that this process may run on, one of each physical core first.
[[nodiscard]] std::vector<int> usable_cpus();

/// As many threads as can run at once: affinity, and the container's CPU quota rounded up.
[[nodiscard]] int usable_thread_count();

}  // namespace quadphase::bench
