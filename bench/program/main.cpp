// SPDX-License-Identifier: MIT
// quadphase_bench: times broad phases on moving boxes, and checks that every pair is found.
#include "program/program.hpp"

int main(int argc, char** argv) {
  return quadphase::bench::run_program(argc, argv);
}
