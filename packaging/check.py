#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the vcpkg port and the Conan recipe without their registries. Usage: check.py [<source folder>]

Every CMake option, target, file and package that they name must be one of this tree, the recipe must be Python, and the
port must have the fields, and only the fields, that the manifests of vcpkg have.
Source: Microsoft, "vcpkg.json reference", and JFrog, "conanfile.py reference", 2024.
"""

import ast
import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]).resolve()
port = root / "packaging/vcpkg/ports/quadphase"
conan = root / "packaging/conan"
problems = []


def check(holds, problem):
    if not holds:
        problems.append(problem)


def text_of(path):
    return path.read_text(encoding="utf-8")


cmake_text = text_of(root / "CMakeLists.txt")
component_text = "".join(text_of(path) for path in sorted(root.glob("components/*/CMakeLists.txt")))
options = set(re.findall(r"^\s*option\((\w+)", cmake_text + component_text, re.MULTILINE))
project_version = re.search(r'QUADPHASE_VERSION "(.*)"', text_of(root / "include/quadphase/version.hpp")).group(1)
description = re.search(r'DESCRIPTION "(.*)"', cmake_text).group(1)
package_config = text_of(root / "cmake/quadphaseConfig.cmake.in") + text_of(root / "src/CMakeLists.txt")
# What find_package in this project calls the packages of the two registries.
names_here = {"highway": "hwy", "tbb": "TBB", "onetbb": "TBB", "eigen3": "Eigen3", "eigen": "Eigen3"}
dependencies_here = text_of(root / "cmake/Dependencies.cmake") + component_text


def check_options(where, text):
    for option in set(re.findall(r"\bQUADPHASE_[A-Z_]+\b", text)) - {"QUADPHASE_VERSION"}:
        check(option in options, f"{where} names {option}, which CMakeLists.txt does not have")


def check_targets(where, text):
    for target in set(re.findall(r"\bquadphase::\w+", text)):
        check(target in package_config, f"{where} names the target {target}, which the CMake package does not have")


def check_dependency(where, name):
    here = names_here.get(name)
    check(here and f"find_package({here} " in dependencies_here, f"{where} depends on {name}, which the project does not")


def check_vcpkg():
    manifest = json.loads(text_of(port / "vcpkg.json"))
    fields = {"name", "version-semver", "description", "license", "supports", "dependencies", "features"}
    check(set(manifest) == fields, f"vcpkg.json has the fields {sorted(manifest)}, not {sorted(fields)}")
    check(manifest["name"] == "quadphase" == port.name, "The port, its folder and the library have one name")
    check(manifest["version-semver"] == project_version, "vcpkg.json has another version than version.hpp")
    check(manifest["description"] == description, "vcpkg.json has another description than CMakeLists.txt")
    check(manifest["license"] == "MIT", "vcpkg.json has another license than LICENSE")

    def check_dependencies(where, dependencies):
        for dependency in dependencies:
            entry = {"name": dependency} if isinstance(dependency, str) else dependency
            check(set(entry) <= {"name", "host", "version>=", "features", "default-features", "platform"},
                  f"{where}: unknown fields in {entry}")
            if entry.get("host"):
                check(entry["name"] in ("vcpkg-cmake", "vcpkg-cmake-config"), f"{where}: unknown tool {entry['name']}")
            else:
                check_dependency(where, entry["name"])

    check_dependencies("vcpkg.json", manifest["dependencies"])
    for name, feature in manifest["features"].items():
        check(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), f"vcpkg.json: {name} is no name of a feature")
        check(set(feature) == {"description", "dependencies"}, f"vcpkg.json: the fields of the feature {name}")
        check_dependencies(f"feature {name}", feature["dependencies"])

    portfile = text_of(port / "portfile.cmake")
    check_options("portfile.cmake", portfile)
    source = re.search(r'"\$\{CMAKE_CURRENT_LIST_DIR\}/([./]+)" ABSOLUTE', portfile)
    check(source and (port / source.group(1)).resolve() == root, "portfile.cmake does not lead to this tree")
    for name in re.findall(r'"\$\{SOURCE_PATH\}/([^"]+)"', portfile):
        check((root / name).is_file(), f"portfile.cmake names {name}, which is not here")
    for name in re.findall(r'"\$\{CURRENT_PORT_DIR\}/([^"]+)"', portfile):
        check((port / name).is_file(), f"portfile.cmake names {name}, which is not in the port")
    for call in ("vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup", "vcpkg_install_copyright"):
        check(f"{call}(" in portfile, f"portfile.cmake does not call {call}")
    check_targets("usage", text_of(port / "usage"))


def check_conan():
    recipe_text = text_of(conan / "conanfile.py")
    check_options("conanfile.py", recipe_text)
    check_targets("conanfile.py", recipe_text)
    recipe = next(node for node in ast.parse(recipe_text).body if isinstance(node, ast.ClassDef))
    methods = {node.name for node in recipe.body if isinstance(node, ast.FunctionDef)}
    for method in ("export_sources", "layout", "requirements", "generate", "build", "package", "package_info"):
        check(method in methods, f"conanfile.py has no {method}")
    values = {node.targets[0].id: node.value for node in recipe.body if isinstance(node, ast.Assign)}
    constants = {name: ast.literal_eval(value) for name, value in values.items()}
    check(constants["name"] == "quadphase", "conanfile.py has another name")
    check(constants["license"] == "MIT", "conanfile.py has another license than LICENSE")
    check(constants["description"] == description, "conanfile.py has another description than CMakeLists.txt")
    for option, default in constants["default_options"].items():
        check(default in constants["options"].get(option, ()), f"conanfile.py: the default of {option} is no value of it")

    for name in re.findall(r'self\.requires\("([a-z0-9_-]+)/', recipe_text):
        check_dependency("conanfile.py", name)
    patterns = re.search(r"for pattern in \((.*?)\):", recipe_text).group(1)
    exported = set()
    for pattern in ast.literal_eval(f"({patterns})"):
        found = list(root.glob(pattern))
        check(found, f"conanfile.py exports {pattern}, which is not here")
        exported.update(path.relative_to(root).parts[0] for path in found)
    # What a build of the library alone reads.
    for needed in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake", "include", "src", "components"):
        check(needed in exported, f"conanfile.py does not export {needed}")

    test = conan / "test_package"
    test_recipe = text_of(test / "conanfile.py")
    ast.parse(test_recipe)
    test_cmake = text_of(test / "CMakeLists.txt")
    check_targets("test_package", test_cmake)
    program = re.search(r"add_executable\((\w+) ([\w.]+)\)", test_cmake)
    check((test / program.group(2)).is_file(), f"test_package has no {program.group(2)}")
    check(f'bindir, "{program.group(1)}"' in test_recipe, f"test_package does not run {program.group(1)}")


check_vcpkg()
check_conan()
for problem in problems:
    print(problem, file=sys.stderr)
if problems:
    sys.exit(1)
print("The port and the recipe fit to this tree")
