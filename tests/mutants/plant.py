#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants faults in a copy of the library's sources, each behind a number; see mutant.hpp.

Usage: plant.py <repository> <copy> <compile_commands.json of the copy> <list to write>

The sources are parsed by libclang; those of the copy are written, where they change. What is planted: comparisons that include or leave out the bound or are reversed,
conditions that are negated or lose a part, sums that become differences, an off-by-one, lost masks, shifts, minima and
maxima, vector operations that are their neighbors, statements that are not run, and locks that are not taken. The list
has a line per mutant: number, file, line, kind, source text.
"""
import json
import re
import sys
from pathlib import Path

import clang.cindex as clang

Kind = clang.CursorKind

BINARY = {
    "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal",
    "+": "plus", "-": "minus", "*": "times", "/": "divide", "%": "modulo",
    "&": "bit_and", "|": "bit_or", "^": "bit_xor", "<<": "shift_left", ">>": "shift_right",
}  # fmt: skip
VECTOR = {
    "Lt": "Gt", "Le": "Lt", "Gt": "Lt", "Ge": "Gt", "Eq": "Ne", "Ne": "Eq", "And": "Or", "Or": "And",
    "Min": "Max", "Max": "Min", "Add": "Sub", "Sub": "Add",
}  # fmt: skip
ASSIGNMENTS = {"=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>="}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


class Site:
    """A place in a file: the range that is replaced, and what by: strings and ranges of the file."""

    def __init__(self, start, end, mutants, pieces):
        self.start, self.end = start, end
        self.mutants = mutants  # (kind, offset) each; numbers are given later
        self.pieces = pieces  # str, with {0}, {1} for the numbers of the mutants; or (start, end)
        self.numbers = []
        self.is_disabled = False


class File:
    def __init__(self, path):
        self.path = path
        self.text = path.read_bytes()
        self.sites = {}  # by (start, end, kind)
        self.order = []

    def add(self, site):
        key = (site.start, site.end, site.mutants[0][0])
        if key not in self.sites:
            self.sites[key] = site

    def slice(self, start, end):
        return self.text[start:end].decode()

    def line_of(self, offset):
        return self.text.count(b"\n", 0, offset) + 1

    def line_text(self, offset):
        start = self.text.rfind(b"\n", 0, offset) + 1
        end = self.text.find(b"\n", offset)
        return self.text[start:end].decode().strip()

    def sort(self):
        # Parents before children; of equal ranges, in the order in which they were found.
        self.order = sorted(self.sites.values(), key=lambda s: (s.start, -s.end))

    def render(self, start, end, index=0, is_copy=False):
        out, at = [], start
        for i in range(index, len(self.order)):
            site = self.order[i]
            if site.is_disabled or site.start < at or site.end > end:
                continue
            out.append(self.slice(at, site.start))
            seen = set()
            for piece in site.pieces:
                if isinstance(piece, str):
                    for k, number in enumerate(site.numbers):
                        piece = piece.replace("{%d}" % k, str(number))
                    out.append(piece)
                else:
                    text = self.render(*piece, i + 1, is_copy or piece in seen)
                    if piece in seen:  # lines stay as they are
                        text = COMMENT.sub("", text).replace("\n", " ")
                    seen.add(piece)
                    out.append(text)
            at = site.end
        out.append(self.slice(at, end))
        return "".join(out)

    def write(self, target):
        text = self.render(0, len(self.text))
        if target.read_text() != text:
            target.write_text(text)


def constant_expression(cursor):
    """Whether what is below runs at compile time only."""
    if cursor.kind in (Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.TEMPLATE_NON_TYPE_PARAMETER):
        return True
    if cursor.kind in (Kind.VAR_DECL, Kind.FIELD_DECL):
        return any(t.spelling == "constexpr" for t in list(cursor.get_tokens())[:4])
    return False


class Planter:
    def __init__(self, root):
        self.root = root
        self.files = {}

    def file_of(self, cursor):
        source = cursor.location.file
        if source is None:
            return None
        path = Path(source.name).resolve()
        if path not in self.files:
            inside = path.is_relative_to(self.root / "src") or path.is_relative_to(self.root / "include")
            self.files[path] = File(path) if inside else None
        return self.files[path]

    def parse(self, source, arguments):
        unit = clang.Index.create().parse(str(source), args=arguments)
        errors = [d for d in unit.diagnostics if d.severity >= clang.Diagnostic.Error]
        for error in errors:
            print(f"warning: {error}", file=sys.stderr)
        for cursor in unit.cursor.get_children():
            if self.file_of(cursor) is not None:
                self.walk(cursor, None)

    def walk(self, cursor, parent):
        file = self.file_of(cursor)
        if file is None or constant_expression(cursor):
            return
        self.plant(cursor, parent, file)
        children = list(cursor.get_children())
        if cursor.kind == Kind.IF_STMT and self.is_constexpr_if(cursor, file):
            children = children[1:]
        for child in children:
            self.walk(child, cursor)

    @staticmethod
    def is_constexpr_if(cursor, file):
        return file.slice(cursor.extent.start.offset, cursor.extent.start.offset + 16).startswith("if constexpr")

    def plant(self, cursor, parent, file):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        children = list(cursor.get_children())
        if parent is not None and parent.kind == Kind.COMPOUND_STMT:
            self.plant_statement(cursor, file, start, end)
        if cursor.kind == Kind.BINARY_OPERATOR and len(children) == 2:
            self.plant_operator(children, file, start, end)
        elif cursor.kind == Kind.CALL_EXPR:
            self.plant_call(cursor, children, file, start, end)
        elif cursor.kind == Kind.IF_STMT and not self.is_constexpr_if(cursor, file) and children:
            self.plant_condition(children[0], file)
        elif cursor.kind == Kind.CONDITIONAL_OPERATOR and children:
            self.plant_condition(children[0], file)
        elif cursor.kind == Kind.RETURN_STMT and children and children[0].type.kind == clang.TypeKind.BOOL:
            self.plant_condition(children[0], file)
        elif cursor.kind == Kind.DECL_STMT:
            text = file.slice(start, end)
            match = re.match(r"const std::lock_guard (\w+)\((.*)\);$", text)
            if match:
                new = f"const auto {match[1]} = ::quadphase_mutants::lock<{{0}}>({match[2]});"
                file.add(Site(start, end, [("lock", start)], [new]))

    def plant_statement(self, cursor, file, start, end):
        if cursor.kind in (Kind.CALL_EXPR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR):
            pass
        elif cursor.kind == Kind.BINARY_OPERATOR:
            children = list(cursor.get_children())
            between = file.slice(children[0].extent.end.offset, children[1].extent.start.offset)
            if COMMENT.sub("", between).strip() not in ASSIGNMENTS:
                return
        else:
            return
        if file.text[end : end + 1] != b";" or file.slice(start, end).startswith("throw"):
            return
        file.add(Site(start, end, [("statement", start)],
                      ["(::quadphase_mutants::on<{0}>() ? void() : void(", (start, end), "))"]))  # fmt: skip

    def plant_operator(self, children, file, start, end):
        left, right = ((c.extent.start.offset, c.extent.end.offset) for c in children)
        if left[0] != start or right[1] != end or left[1] > right[0]:
            return
        operator = COMMENT.sub("", file.slice(left[1], right[0])).strip()
        at = left[1]
        if operator in ("&&", "||"):
            test = "::quadphase_mutants::on<%s>() || (" if operator == "&&" else "!::quadphase_mutants::on<%s>() && ("
            pieces = ["((" + test % "{0}", left, ")) " + operator + " (" + test % "{1}", right, ")))"]
            file.add(Site(start, end, [("and" if operator == "&&" else "or", start), ("and" if operator == "&&" else "or", at)], pieces))
            return
        name = BINARY.get(operator)
        if name is None:
            return
        if name in ("plus", "minus") and file.slice(*right).rstrip("uUlLzZ") == "1":
            name += "_one"
        pieces = ["::quadphase_mutants::" + name + "<{0}>(", left, ", ", right, ")"]
        file.add(Site(start, end, [(name, at)], pieces))

    def plant_condition(self, cursor, file):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        inner = cursor
        while inner.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR):
            below = list(inner.get_children())
            if len(below) != 1:
                break
            inner = below[0]
        if inner.kind == Kind.BINARY_OPERATOR or cursor.kind in (Kind.DECL_STMT, Kind.VAR_DECL) or start == end:
            return
        if inner.kind == Kind.CXX_BOOL_LITERAL_EXPR and file.text[start : start + 4] not in (b"true", b"fals"):
            return
        file.add(Site(start, end, [("condition", start)],
                      ["::quadphase_mutants::flipped<{0}>(", (start, end), ")"]))  # fmt: skip

    def plant_call(self, cursor, children, file, start, end):
        text = file.slice(start, end)
        match = re.match(r"std::(min|max)(?:<([\w:]+)>)?\(", text)
        if match and len(list(cursor.get_arguments())) == 2:
            name = "minimum" if match[1] == "min" else "maximum"
            types = f", {match[2]}" if match[2] else ""
            pieces = [f"::quadphase_mutants::{name}<{{0}}{types}>(", (start + match.end(), end)]
            file.add(Site(start, end, [(name, start)], pieces))
            return
        match = re.match(r"hn::(\w+)\(", text)
        if match and match[1] in VECTOR:
            arguments = (start + match.end(), end)
            pieces = ["(::quadphase_mutants::on<{0}>() ? hn::" + VECTOR[match[1]] + "(", arguments,
                      " : hn::" + match[1] + "(", arguments, ")"]  # fmt: skip
            file.add(Site(start, end, [("vector", start)], pieces))


def main():
    root, copy, database, output = (Path(argument).resolve() for argument in sys.argv[1:5])
    disabled_file = output.with_suffix(".disabled")
    disabled = set(disabled_file.read_text().split()) if disabled_file.exists() else set()
    planter = Planter(root)
    for entry in json.loads(database.read_text()):
        source = Path(entry["file"]).resolve()
        if not source.is_relative_to(copy / "src"):
            continue
        source = root / source.relative_to(copy)
        words = entry["command"].replace(str(copy), str(root)).split()
        keep = [w for w in words if w.startswith(("-I", "-D", "-std", "-isystem"))]
        planter.parse(source, keep + ["-I" + str(root / "src"), "-xc++"])
    number = 0
    with output.open("w") as lines:
        for path in sorted(p for p, f in planter.files.items() if f is not None):
            file = planter.files[path]
            file.sort()
            name = path.relative_to(root)
            for site in file.order:
                site.numbers = []
                for kind, offset in site.mutants:
                    number += 1
                    site.numbers.append(number)
                    if str(number) in disabled:
                        site.is_disabled = True
                if site.is_disabled:
                    continue
                for mutant, (kind, offset) in zip(site.numbers, site.mutants):
                    lines.write(f"{mutant}\t{name}\t{file.line_of(offset)}\t{kind}\t{file.line_text(offset)}\n")
            file.write(copy / name)
    if number >= 20_000:
        raise SystemExit("error: more mutants than kMost of mutant.hpp")
    print(f"{number} mutants in {sum(f is not None for f in planter.files.values())} files")


if __name__ == "__main__":
    main()
