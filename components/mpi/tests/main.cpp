// SPDX-License-Identifier: MIT
// Runs all tests on every rank. Fails if one fails on any rank; ranks after the first print
// failures only.
#include <gtest/gtest.h>
#include <mpi.h>

// LeakSanitizer's, if the program has one.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" __attribute__((weak)) void __lsan_disable();
extern "C" __attribute__((weak)) void __lsan_enable();
extern "C" __attribute__((weak)) int __lsan_do_recoverable_leak_check();
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  // Why: modules that MPI unloads have lost memory, and then have neither address nor name by which
  // it could be told from a leak of ours. For the same reason the check is not at the program's
  // end.
  if (__lsan_disable != nullptr) __lsan_disable();
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (__lsan_enable != nullptr) __lsan_enable();
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) testing::GTEST_FLAG(brief) = true;
  int result = RUN_ALL_TESTS();
  if (__lsan_do_recoverable_leak_check != nullptr && __lsan_do_recoverable_leak_check() != 0)
    result = 1;
  MPI_Allreduce(MPI_IN_PLACE, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return result;
}
