// SPDX-License-Identifier: MIT
// Compares all results with the committed table, with every instruction set of this processor, on
// one thread and, where there are threads, on four. Needs neither oneTBB nor Google Test.
//
//     golden_check < golden.txt             prints a line for each; exit status 1 if one differs
//     golden_check --record < golden.txt    prints the new table; refuses where a set of pairs has
//                                           changed
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>

#include "golden/results.hpp"

#ifdef QUADPHASE_GOLDEN_THREADS
#include "examples/thread_pool.hpp"
#endif

namespace quadphase::golden {
namespace {

/// Prints how the results of a configuration compare with the table; returns whether all are equal.
bool check(const Config& config, const Results& table) {
  const Results results = all_results(config);
  const std::string different = differences(results, table);
  std::printf("%s%-8s %d thread%s  %zu results  digest %016llx  %s\n", different.c_str(),
              std::string(name_of(config.simd)).c_str(),
              config.executor == nullptr ? 1 : config.executor->worker_count(),
              config.executor == nullptr ? " " : "s", results.size(),
              static_cast<unsigned long long>(digest_of(results)),
              different.empty() ? "equal" : "DIFFERENT");
  std::fflush(stdout);
  return different.empty();
}

bool check_all(const Results& table) {
  bool equal = true;
  for (const Simd simd : kInstructionSets) {
    if (!is_supported(simd)) continue;
    equal = check({.threads = 1, .simd = simd}, table) && equal;
#ifdef QUADPHASE_GOLDEN_THREADS
    examples::ThreadPool pool(4);
    equal = check({.executor = &pool, .simd = simd}, table) && equal;
#endif
  }
  return equal;
}

int run(int argc, char** argv) {
  const bool records = argc == 2 && std::strcmp(argv[1], "--record") == 0;
  if (argc > 1 && !records) {
    std::fprintf(stderr, "usage: golden_check [--record] < golden.txt\n");
    return 2;
  }
  const Results table = read_table(std::cin);
  if (!records) return check_all(table) ? 0 : 1;
  write_table(std::cout, all_results({.threads = 1}), table);
  return 0;
}

}  // namespace
}  // namespace quadphase::golden

int main(int argc, char** argv) {
  try {
    return quadphase::golden::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
