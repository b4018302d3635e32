# SPDX-License-Identifier: MIT
"""The recipe of the tree that it stands in: conan create packaging/conan"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class QuadphaseConan(ConanFile):
    name = "quadphase"
    description = "A parallel, data-oriented 2D broad phase for collision detection"
    license = "MIT"
    topics = ("collision-detection", "broad-phase", "quadtree", "simd", "parallel")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "with_tbb": [True, False], "with_eigen": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_tbb": True, "with_eigen": False}
    implements = ["auto_shared_fpic"]

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._root, "include", "quadphase", "version.hpp"))
        self.version = self.version or re.search(r'QUADPHASE_VERSION "(.*)"', header).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake/*", "include/*", "src/*", "components/eigen/*", "components/tbb/*"):
            copy(self, pattern, self._root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # transitive_headers: quadphase/tbb.hpp and quadphase/eigen.hpp include theirs. Without oneTBB: an executor.
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021.8 <2023]", transitive_headers=True)
        self.requires("highway/[>=1.0.3 <2]")
        if self.options.with_eigen:
            self.requires("eigen/[>=3.3 <4]", transitive_headers=True)

    def validate(self):
        if self.settings.compiler.get_safe("cppstd"):
            check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["QUADPHASE_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["QUADPHASE_TBB"] = bool(self.options.with_tbb)
        toolchain.cache_variables["QUADPHASE_TESTS"] = False
        toolchain.cache_variables["QUADPHASE_BENCH"] = False
        toolchain.cache_variables["QUADPHASE_EXAMPLES"] = False
        toolchain.cache_variables["QUADPHASE_INSTALL"] = True
        toolchain.generate()
        # The names by which quadphase finds Highway.
        dependencies = CMakeDeps(self)
        dependencies.set_property("highway", "cmake_file_name", "hwy")
        dependencies.set_property("highway", "cmake_target_name", "hwy::hwy")
        dependencies.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan writes its own CMake and pkg-config files, from package_info.
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share",)):
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "quadphase")
        core = self.cpp_info.components["quadphase"]
        core.set_property("cmake_target_name", "quadphase::quadphase")
        core.set_property("pkg_config_name", "quadphase")
        core.libs = ["quadphase"]
        core.requires = ["highway::highway"]
        if self.settings.os in ("Linux", "FreeBSD"):
            core.system_libs = ["pthread", "m"]
        if self.options.with_tbb:
            core.requires.append("onetbb::onetbb")
            with_tbb = self.cpp_info.components["tbb"]
            with_tbb.set_property("cmake_target_name", "quadphase::tbb")
            with_tbb.requires = ["quadphase", "onetbb::onetbb"]
        if self.options.with_eigen:
            with_eigen = self.cpp_info.components["eigen"]
            with_eigen.set_property("cmake_target_name", "quadphase::eigen")
            with_eigen.requires = ["quadphase", "eigen::eigen"]
