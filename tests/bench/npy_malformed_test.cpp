// SPDX-License-Identifier: MIT
// Bad files of frames: each is refused with one line that says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "npy_files.hpp"
#include "runner/npy.hpp"
#include "temporary_file.hpp"

namespace quadphase::bench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// What the reader says of these bytes; empty where it takes them.
std::string complaint(const std::string& bytes) {
  const TemporaryFile file;
  file.write(bytes);
  try {
    const NpyFrameReader reader(file.path());
  } catch (const NpyError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(file.path()), Not(HasSubstr("\n"))));
    return error.what();
  }
  return "";
}

std::string data(std::size_t float_count) {
  return std::string(4 * float_count, '\0');
}

struct Malformed {
  std::string name;
  std::string bytes;
  std::string complaint;
};

std::vector<Malformed> malformed_files() {
  const auto with = [](const std::string& dictionary) { return npy_file(dictionary, data(12)); };
  const std::string good = with(npy_dictionary("(1, 4, 3)"));
  std::string format_4 = good;
  format_4[6] = 4;
  std::string format_1_1 = good;
  format_1_1[7] = 1;
  return {
      {"NoNumpyFile", "PK\x03\x04 and so on", "not a NumPy file"},
      {"OnlyMagic", good.substr(0, 6), "header is cut off"},
      {"NoLength", good.substr(0, 9), "header is cut off"},
      {"HalfADictionary", good.substr(0, 40), "header is cut off"},
      {"LaterFormat", format_4, "format is 4.0"},
      {"LaterMinorFormat", format_1_1, "format is 1.1"},
      {"BigEndian", with(npy_dictionary("(1, 4, 3)", ">f4")), "type is '>f4'"},
      {"Float64", with(npy_dictionary("(1, 4, 3)", "<f8")), "type is '<f8'"},
      {"Integers", with(npy_dictionary("(1, 4, 3)", "<i4")), "type is '<i4'"},
      {"Record", with("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1, 4, 3), }"),
       "is a record"},
      {"FortranOrder", with(npy_dictionary("(1, 4, 3)", "<f4", "True")), "Fortran order"},
      {"OrderOfAnotherKind", with(npy_dictionary("(1, 4, 3)", "<f4", "0")),
       "neither True nor False"},
      {"TwoDimensions", with(npy_dictionary("(4, 3)")), "2 dimensions"},
      {"FourDimensions", with(npy_dictionary("(1, 1, 4, 3)")), "4 dimensions"},
      {"NoDimension", with(npy_dictionary("()")), "0 dimensions"},
      {"NoTuple", with(npy_dictionary("(12)")), "not a tuple"},
      {"NegativeExtent", with(npy_dictionary("(1, 4, -3)")), "whole numbers"},
      {"WrongSecondDimension", with(npy_dictionary("(1, 3, 4)")), "second dimension is 3"},
      {"NoFrames", npy_file(npy_dictionary("(0, 4, 3)"), ""), "holds no boxes"},
      {"NoBoxes", npy_file(npy_dictionary("(3, 4, 0)"), ""), "holds no boxes"},
      {"TooManyBoxes", with(npy_dictionary("(1, 4, 4294967295)")), "more than 2^32 - 2"},
      {"NumberThatOverflows", with(npy_dictionary("(18446744073709551617, 4, 3)")), "too large"},
      {"ProductThatOverflows", with(npy_dictionary("(384307168202282326, 4, 3)")), "cut off"},
      {"OneByteShort", good.substr(0, good.size() - 1), "cut off"},
      {"AFrameShort", with(npy_dictionary("(2, 4, 3)")), "cut off"},
      {"NoData", npy_file(npy_dictionary("(1, 4, 3)"), ""), "cut off"},
      {"OneByteMore", good + 'x', "1 bytes follow"},
      {"AFrameMore", good + data(12), "48 bytes follow"},
      {"MissingKey", with("{'descr': '<f4', 'shape': (1, 4, 3), }"), "lacks 'fortran_order'"},
      {"MissingShape", with("{'descr': '<f4', 'fortran_order': False}"), "lacks 'shape'"},
      {"MissingType", with("{'shape': (1, 4, 3), 'fortran_order': False}"), "lacks 'descr'"},
      {"RepeatedKey",
       with("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 4, 3)}"),
       "repeated"},
      {"UnknownKey",
       with("{'kind': 'x', 'descr': '<f4', 'fortran_order': False, 'shape': (1, 4, 3)}"),
       "unknown"},
      {"NoDictionary", with("[]"), "lacks a '{'"},
      {"StringWithoutEnd", with("{'descr"), "string without an end"},
      {"DictionaryWithoutEnd", with("{'descr': '<f4'"), "lacks a '}'"},
      {"MoreBehindTheDictionary", with(npy_dictionary("(1, 4, 3)") + " {}"),
       "behind the dictionary"},
  };
}

class MalformedNpyFile : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedNpyFile, IsRefusedInOneLine) {
  EXPECT_THAT(complaint(GetParam().bytes), HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(Every, MalformedNpyFile, ::testing::ValuesIn(malformed_files()),
                         [](const auto& file) { return file.param.name; });

TEST(NpyFile, ThatIsGoodIsTaken) {
  EXPECT_EQ(complaint(npy_file(npy_dictionary("(1, 4, 3)"), data(12))), "");
}

TEST(NpyFile, CutOffAnywhereIsRefused) {
  const std::string good = npy_file(npy_dictionary("(1, 4, 3)"), data(12));
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_NE(complaint(good.substr(0, size)), "") << "cut off after " << size << " bytes";
  }
}

TEST(NpyFile, ThatIsADirectoryOrMissingIsRefused) {
  EXPECT_THROW(NpyFrameReader reader(::testing::TempDir()), NpyError);
  EXPECT_THROW(NpyFrameReader reader("no/such/file.npy"), NpyError);
}

}  // namespace
}  // namespace quadphase::bench
