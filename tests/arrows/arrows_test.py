#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants wrong includes and files into a copy of the sources, and checks that arrows.py finds each. Usage: arrows_test.py <project>"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

PLANTED = (  # the file, what is added to it, what is to be said
    ("src/base/buffer.hpp", '#include "tree/tree.hpp"', "src/base/buffer.hpp: includes tree/tree.hpp, from above base"),
    ("src/engine/engine.cpp", '#include "quadphase/eigen.hpp"', "the core includes quadphase/eigen.hpp, which it does not have"),
    ("include/quadphase/box.hpp", '#include <quadphase/tbb.hpp>', "a public header of the core includes quadphase/tbb.hpp"),
    ("components/mpi/src/ids.cpp", '#include "tree/tree.hpp"', "does not list tree/tree.hpp for mpi"),
    ("components/mpi/include/quadphase/mpi.hpp", '#include "base/buffer.hpp"', "includes base/buffer.hpp, which is not installed"),
    ("components/recorder/src/packet.cpp", '#include "quadphase/mpi.hpp"', "includes quadphase/mpi.hpp, of another component"),
    ("components/internals.txt", "mpi tree/tree.hpp", "lists tree/tree.hpp for mpi, which does not include it"),
    ("src/query/lost.cpp", "", "src/query/lost.cpp: no CMakeLists.txt compiles it"),
    ("src/query/lost.hpp", "", "src/query/lost.hpp: nothing includes it"),
    ("src/lost/lost.cpp", "", "has no lost"),
    ("src/query/tree.cpp", "", "src/query/tree.cpp: no CMakeLists.txt compiles it"),
    ("src/query/lost.h", "", "src/query/lost.h: nothing includes it"),
    ("src/data/objects.hpp", '#include "base/../tree/tree.hpp"', "includes base/../tree/tree.hpp"),
    ("src/data/objects.hpp", '#  include"tree/tree.hpp"', "includes tree/tree.hpp, from above data"),
    ("include/quadphase/box.hpp", '#include <Eigen/Core>', "a public header of the core includes Eigen/Core"),
    ("components/mpi/src/ids.cpp", '#include "src/tree/tree.hpp"', "includes src/tree/tree.hpp, by a path of the project"),
    ("components/recorder/src/packet.cpp", '#include "../../mpi/src/ids.hpp"', "by a path of the project"),
    ("src/kernels/targets.hpp", '#include "base/tuning.hpp"\n#include "data/morton.hpp"\n#include "shapes/shapes.hpp"', ""),
)


def problems(project):
    done = subprocess.run([sys.executable, project / "tests/arrows/arrows.py", project], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def main():
    project = pathlib.Path(sys.argv[1])
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("include", "src", "tests/arrows"):
            shutil.copytree(project / part, copy / part)
        (copy / "docs").mkdir()
        shutil.copy(project / "docs/design.md", copy / "docs")
        for path in (project / "components").glob("*/*"):
            if path.name in ("include", "src"):
                shutil.copytree(path, copy / path.relative_to(project))
            elif path.name == "CMakeLists.txt":
                (copy / path.relative_to(project)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy / path.relative_to(project))
        shutil.copy(project / "components/internals.txt", copy / "components")
        for name, text, wanted in PLANTED:
            path = copy / name
            before = path.read_text(encoding="utf-8") if path.exists() else None
            path.parent.mkdir(exist_ok=True)
            path.write_text((before or "") + text + "\n", encoding="utf-8")
            code, said = problems(copy)
            if (code != 0) != bool(wanted) or wanted not in said:
                print(f"{name}: wanted '{wanted}', got:\n{said}")
                failures += 1
            if before is None:
                path.unlink()
            else:
                path.write_text(before, encoding="utf-8")
        page = copy / "docs/design.md"
        page.write_text(page.read_text(encoding="utf-8").replace("\nkernels  ->", "\nkernels  -> tree"), encoding="utf-8")
        code, said = problems(copy)
        if code == 0 or "the picture of the folders is not that of the sources" not in said:
            print(f"A wrong picture was not found:\n{said}")
            failures += 1
        shutil.rmtree(copy / "components")
        subprocess.run([sys.executable, copy / "tests/arrows/arrows.py", copy, "--write"], capture_output=True, check=False)
        code, said = problems(copy)
        if code != 0:
            print(f"Without components:\n{said}")
            failures += 1
    print(f"{len(PLANTED) + 2} checks, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
