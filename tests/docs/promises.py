#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the table of promises in docs/design.md: each file that it names has the name before it, each test is there.

Usage: promises.py <project>
"""
import pathlib
import re
import sys

BEGIN, END = "<!-- promises:begin -->\n", "<!-- promises:end -->\n"


def problems_of(project, page):
    table = page.split(BEGIN)[1].split(END)[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    problems = [] if len(rows) >= 10 else ["the table has hardly any rows"]
    for row in rows:
        promise, _, _ = (cell.strip() for cell in row.strip("|").split("|"))
        named = re.findall(r"`([^`]+)` \(`([^`]+)`\)", row)
        if len({file.startswith("tests/") for _, file in named}) < 2:
            problems.append(f"{promise}: names no place or no test")
        for name, file in named:
            path = project / file
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            if file.startswith("tests/"):
                suite, test = name.split(".")
                is_there = re.search(rf"TEST(_F|_P)?\({suite},\s*{test}\)", text) is not None
            else:
                # A source defines Class::name; in a class of a header there is the name alone.
                wanted = name if file.endswith(".cpp") else name.split("::")[-1]
                is_there = re.search(rf"\b{re.escape(wanted)}\b", text) is not None
            if not is_there:
                problems.append(f"{promise}: {file} has no {name}")
    return problems


def main():
    project = pathlib.Path(sys.argv[1])
    page = (project / "docs/design.md").read_text(encoding="utf-8")
    problems = problems_of(project, page)
    # It sees what is missing.
    for there, gone in (("(`src/", "(`src/no/"), ("EnginePairs::publish`", "EnginePairs::publis`"), (".AStaleHandle", ".AStaleHand")):
        if len(problems_of(project, page.replace(there, gone))) <= len(problems):
            problems.append(f"{gone}, which is not there, is not missed")
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
