// SPDX-License-Identifier: MIT
// The CPU quota of a container, read from files as Linux writes them.
#include "base/cpu_quota.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace quadphase::detail {
namespace {

namespace fs = std::filesystem;

/// A folder in the place of /sys/fs/cgroup, and a list of groups.
class CpuQuota : public testing::Test {
 protected:
  CpuQuota() { fs::create_directories(root_); }
  ~CpuQuota() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  /// Of a process in these groups.
  [[nodiscard]] double quota(const std::string& groups) const {
    write("groups", groups);
    return cpu_quota((root_ / "groups").string(), root_.string());
  }

 private:
  fs::path root_ = fs::temp_directory_path() /
                   ("quadphase_quota_" +
                    std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(CpuQuota, IsTheQuotaOfAPeriod) {
  write("job/cpu.max", "150000 100000\n");
  EXPECT_EQ(quota("0::/job\n"), 1.5);
  write("job/cpu.max", "30000 20000\n");
  EXPECT_EQ(quota("0::/job\n"), 1.5);
}

TEST_F(CpuQuota, IsNoneWithoutALimitOrAFile) {
  EXPECT_EQ(quota("0::/job\n"), 0);
  EXPECT_EQ(quota(""), 0);
  write("job/cpu.max", "max 100000\n");
  EXPECT_EQ(quota("0::/job\n"), 0);
  write("job/cpu.max", "100000 0\n");
  EXPECT_EQ(quota("0::/job\n"), 0);
  write("job/cpu.max", "100000\n");
  EXPECT_EQ(quota("0::/job\n"), 0);
}

TEST_F(CpuQuota, IsTheLowestOnTheWayToTheRoot) {
  write("cpu.max", "400000 100000\n");
  write("a/cpu.max", "100000 100000\n");
  write("a/b/cpu.max", "200000 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 1);
  EXPECT_EQ(quota("0::/a\n"), 1);
  EXPECT_EQ(quota("0::/\n"), 4);
  write("a/cpu.max", "max 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 2);
}

TEST_F(CpuQuota, IsReadFromTheFilesOfVersionOneOfControlGroups) {
  write("cpu/job/cpu.cfs_quota_us", "50000\n");
  write("cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota("3:memory:/job\n2:cpuacct,cpu:/job\n1:cpuset:/job\n"), 0.5);
  EXPECT_EQ(quota("2:cpu:/job\n"), 0.5);
  EXPECT_EQ(quota("2:cpuset:/job\n"), 0) << "no quota of that controller";
  write("cpu/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(quota("2:cpu:/job\n"), 0);
}

TEST_F(CpuQuota, IsTheLowerOfBothVersions) {
  write("job/cpu.max", "300000 100000\n");
  write("cpu/job/cpu.cfs_quota_us", "200000\n");
  write("cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota("2:cpu:/job\n0::/job\n"), 2);
  write("job/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota("2:cpu:/job\n0::/job\n"), 1);
}

}  // namespace
}  // namespace quadphase::detail
