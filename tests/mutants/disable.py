#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds the mutants that a build log complains of to those that are left out.

Usage: disable.py <copy of the repository> <build log> <list of plant.py>
"""
import re
import sys
from pathlib import Path


def main():
    root, log, listed = (Path(argument).resolve() for argument in sys.argv[1:4])
    lines = set()
    build = log.parent / "build"  # compilers name files relative to it
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(?:In file included from )?(\S+?):(\d+):(?:\d+:)?\s+(?:error|required|fatal error)", line)
        if match and (build / match[1]).resolve().is_relative_to(root):
            lines.add((str((build / match[1]).resolve().relative_to(root)), match[2]))
    numbers = []
    for entry in listed.read_text().splitlines():
        number, file, line, _kind, _text = entry.split("\t")
        if (file, line) in lines:
            numbers.append(number)
    if not numbers:
        raise SystemExit(f"error: the build fails, and not by a mutant; see {log}")
    with listed.with_suffix(".disabled").open("a") as output:
        output.write("".join(f"{number}\n" for number in numbers))
    print(f"{len(numbers)} more mutants are left out")


if __name__ == "__main__":
    main()
