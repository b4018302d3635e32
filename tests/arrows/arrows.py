#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which folders include which.

Usage: arrows.py <project> [--write]   (--write: the picture in docs/design.md anew)

The core, `include` and `src`, includes nothing of components and programs. Its folders lie one on the other, and each
includes only those below it. A component includes public headers of the core and, of `src`, what components/internals.txt
lists for it. Every source is compiled, and every header is included. The picture in docs/design.md is true.
"""
import collections
import functools
import pathlib
import re
import sys

# The folders of src, from the ground up; "face" are the files that lie in src itself.
LAYERS = ("base", "data", "shapes", "kernels", "input", "call", "store", "tree", "pairs", "statics", "periodic", "events",
          "query", "engine", "face", "try")
BEGIN, END = "<!-- arrows:begin -->\n", "<!-- arrows:end -->\n"


# What the core may include beside its own headers and the standard library's.
LIBRARIES = ("hwy/", "tbb/", "sys/", "emmintrin.h", "xmmintrin.h")


@functools.cache
def includes(path):
    return re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.MULTILINE)


def sources(folder):
    return sorted(path for suffix in ("*.cpp", "*.hpp", "*.h", "*.inl") for path in folder.rglob(suffix))


def is_standard(name):
    return re.fullmatch(r"[a-z_0-9]+", name) is not None


def layer_of(name):
    return name.split("/")[0] if "/" in name else "face"


class Arrows:
    def __init__(self, project):
        self.project = project
        self.src = project / "src"
        self.problems = []
        self.used = collections.defaultdict(set)  # of each folder of src, the others
        self.public = {f"quadphase/{path.name}" for path in (project / "include/quadphase").glob("*.hpp")}

    def complain(self, path, what):
        self.problems.append(f"{path.relative_to(self.project)}: {what}")

    def check_core(self):
        for path in sources(self.project / "include"):
            for name in includes(path):
                if name not in self.public and not is_standard(name):
                    self.complain(path, f"a public header of the core includes {name}")
        for path in sources(self.src):
            layer = layer_of(path.relative_to(self.src).as_posix())
            if layer not in LAYERS:
                self.complain(path, f"LAYERS in {pathlib.Path(__file__).name} has no {layer}")
                continue
            for name in includes(path):
                if is_standard(name) or name.startswith(LIBRARIES) or name in self.public:
                    continue
                if ".." in name or not (self.src / name).is_file():
                    self.complain(path, f"the core includes {name}, which it does not have")
                elif layer_of(name) != layer:
                    self.used[layer].add(layer_of(name))
                    if LAYERS.index(layer_of(name)) > LAYERS.index(layer):
                        self.complain(path, f"includes {name}, from above {layer}")

    def check_components(self):
        listed = set()
        for line in (self.project / "components/internals.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                listed.add(tuple(line.split()))
        used = set()
        for component in sorted(path for path in (self.project / "components").iterdir() if path.is_dir()):
            for folder in ("include", "src"):
                for path in sources(component / folder):
                    for name in includes(path):
                        if ".." in name or name.split("/")[0] in ("src", "components", "include", "apps", "bench", "testing", "tests"):
                            self.complain(path, f"includes {name}, by a path of the project")
                        elif (self.src / name).is_file() and not (component / "src" / name).is_file():
                            used.add((component.name, name))
                            if folder == "include":
                                self.complain(path, f"a public header includes {name}, which is not installed")
                        elif name.startswith("quadphase/") and name not in self.public and \
                                not (component / "include" / name).is_file():
                            if (component.name, name) in listed:
                                used.add((component.name, name))
                            else:
                                self.complain(path, f"includes {name}, of another component")
        for component, name in sorted(used - listed):
            self.problems.append(f"components/internals.txt does not list {name} for {component}")
        for component, name in sorted(listed - used):
            self.problems.append(f"components/internals.txt lists {name} for {component}, which does not include it")

    def check_all_are_used(self):
        for room in (self.project, *sorted(self.project.glob("components/*"))):
            folder = room / "src"
            if room.name == "wasm" or not folder.is_dir():
                continue
            lists = [path for path in (folder / "CMakeLists.txt", room / "CMakeLists.txt") if path.is_file()]
            compiled = set(re.findall(r"[\w./-]+\.cpp", "".join(path.read_text(encoding="utf-8") for path in lists)))
            files = sources(folder)
            included = {name for path in files for name in includes(path)}
            included |= {(path.parent / name).relative_to(folder).as_posix() for path in files for name in includes(path)
                         if ".." not in name}
            for path in files:
                name = path.relative_to(folder).as_posix()
                if path.suffix == ".cpp" and name not in compiled and f"src/{name}" not in compiled:
                    self.complain(path, "no CMakeLists.txt compiles it")
                if path.suffix != ".cpp" and name not in included:
                    self.complain(path, "nothing includes it")

    def picture(self):
        width = max(map(len, LAYERS))
        lines = []
        for layer in reversed(LAYERS):
            below = [other for other in reversed(LAYERS) if other in self.used[layer]]
            lines.append(f"{layer.ljust(width)} -> {' '.join(below)}".rstrip(" ->") + "\n")
        return BEGIN + "```\n" + "".join(lines) + "```\n" + END

    def check_picture(self, write):
        page = self.project / "docs/design.md"
        text = page.read_text(encoding="utf-8")
        begin, end = text.index(BEGIN), text.index(END) + len(END)
        if text[begin:end] == self.picture():
            return
        if write:
            page.write_text(text[:begin] + self.picture() + text[end:], encoding="utf-8")
        else:
            self.complain(page, "the picture of the folders is not that of the sources; run tests/arrows/arrows.py . --write")


def main():
    arrows = Arrows(pathlib.Path(sys.argv[1]).resolve())
    arrows.check_core()
    if (arrows.project / "components").is_dir():
        arrows.check_components()
    arrows.check_all_are_used()
    arrows.check_picture("--write" in sys.argv[2:])
    for problem in arrows.problems:
        print(problem)
    print(f"{sum(map(len, arrows.used.values()))} arrows between {len(LAYERS)} folders, {len(arrows.problems)} problems")
    return 1 if arrows.problems else 0


if __name__ == "__main__":
    sys.exit(main())
