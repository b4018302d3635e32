// SPDX-License-Identifier: MIT
// Runs a fuzzer's function on files: those of the corpus and of past findings, as a test.
// Usage: replay <file or folder>...
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void list(const fs::path& path, std::vector<fs::path>& files) {
  if (!fs::is_directory(path)) return files.push_back(path);
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) list(arguments[i], files);
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    if (!file) {
      std::fprintf(stderr, "error: cannot read %s\n", path.c_str());
      return 1;
    }
    // The name is known where the run ends in the middle.
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  if (files.empty()) {
    std::fprintf(stderr, "error: no files to replay\n");
    return 1;
  }
  std::printf("%zu inputs passed\n", files.size());
  return 0;
}
