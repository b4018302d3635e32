#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the public functions that can throw with those of try.hpp and its like.

Usage: try_forms.py <project> [--without <name>]

Each public function that is not noexcept has a form try_..., noexcept, for the same class and with as many overloads:
`BroadPhase::save(...)` has `try_save(const BroadPhase&, ...)`, a constructor has `try_create(std::optional<...>&, ...)`.
There are no other forms. No message of an error is longer than a Status holds.
--without leaves out the forms of that name, to see that they are missed.
"""
import collections
import pathlib
import re
import sys

# Functions of these classes are called by the library, not by users.
CALLED_BY_THE_LIBRARY = {"Executor", "TbbExecutor"}


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*", "", text, flags=re.S | re.M)


def matching(text, start):
    """The position after the bracket that closes the one at `start`."""
    closing = {"{": "}", "(": ")", "<": ">"}[text[start]]
    depth = 0
    for i in range(start, len(text)):
        if text[i] == text[start]:
            depth += 1
        elif text[i] == closing:
            depth -= 1
            if depth == 0:
                return i + 1
    raise ValueError(f"no {closing} for {text[start:start + 60]!r}")


def statements(text):
    """Declarations and definitions of one scope: (what stands before the body, body or None)."""
    begin = i = 0
    while i < len(text):
        if text[i] == "(":
            i = matching(text, i)
        elif text[i] == ";":
            yield text[begin:i].strip(), None
            begin = i = i + 1
        elif text[i] == "{":
            end = matching(text, i)
            yield text[begin:i].strip(), text[i + 1:end - 1]
            while end < len(text) and text[end] in " \n;":
                end += 1
            begin = i = end
        else:
            i += 1


def without_template(head):
    while head.startswith("template"):
        head = head[matching(head, head.index("<")):].strip()
    return re.sub(r"^requires\s*\([^)]*\)\s*", "", head)


def function_name(head):
    """The name of a function that can throw, or None."""
    if "(" not in head or re.search(r"=\s*(default|delete|0)$|\boperator\b|\boverride\b|\bvirtual\b|~", head):
        return None
    before = head[:head.index("(")]
    if "=" in before or before.startswith(","):  # a member with its default; the rest of a list of initializers
        return None
    after = head[matching(head, head.index("(")):]
    if re.search(r"\bnoexcept\b", after) or re.search(r"\b(using|friend|static_assert|concept)\b", before):
        return None
    name = re.search(r"(\w+)\s*$", before)
    return name.group(1) if name else None


def first_class(arguments):
    """The class of the first argument: of `const A&` and of `std::optional<A>&` it is A."""
    first = re.match(r"\s*(?:const\s+)?(?:std::optional<(\w+)>|(\w+))\s*&", arguments)
    return (first.group(1) or first.group(2)) if first else None


class Interface:
    def __init__(self):
        self.classes = set()
        self.throwing = collections.Counter()  # (class or None, name)
        self.forms = collections.Counter()  # (class or None, name)
        self.problems = []

    def read_class(self, name, body, is_public):
        self.classes.add(name)
        # Each access specifier begins a part.
        parts = re.split(r"\b(public|private|protected)\s*:(?!:)", body)
        accesses = ["public" if is_public else "private", *parts[1::2]]
        for access, part in zip(accesses, parts[0::2]):
            if access != "public":
                continue
            for head, inner in statements(part):
                head = without_template(head)
                nested = re.match(r"(class|struct)\s+(?:\w+\s+)*?(\w+)\b(?!.*\()", head)
                if nested and inner is not None:
                    continue  # a plain struct
                name_of = function_name(re.sub(r"\)\s*:\s.*", ")", head, flags=re.S))  # without initializers
                if name_of and name not in CALLED_BY_THE_LIBRARY:
                    self.throwing[name, "create" if name_of == name else name_of] += 1

    def read_scope(self, text):
        for head, body in statements(text):
            plain = without_template(head)
            namespace = re.match(r"(?:inline\s+)?namespace\s+([\w:]+)?", plain)
            if namespace and body is not None:
                if "detail" not in (namespace.group(1) or "detail").split("::"):
                    self.read_scope(body)
                continue
            kind = re.match(r"(class|struct)\b\s*(?:\[\[\w+\]\]\s*)?(?:QUADPHASE_API\s+)?(\w+)", plain)
            if kind:
                if body is not None:
                    self.read_class(kind.group(2), body, kind.group(1) == "struct")
                continue
            found = re.search(r"\b(try_\w+)\s*\(", plain)
            if found and plain.startswith(("Status", "QUADPHASE_API Status", "inline Status")):
                self.read_form(found.group(1)[4:], plain[found.end():], plain)
                continue
            name = function_name(plain)
            if name and not re.match(r"(enum|union|extern|constexpr|static_assert)\b", plain):
                self.throwing[None, name] += 1

    def read_form(self, name, arguments, declaration):
        if not re.search(r"\)\s*noexcept$", declaration):
            self.problems.append(f"try_{name} must be noexcept: {' '.join(declaration.split())}")
        of = first_class(arguments)
        free = (None, name) in self.throwing
        self.forms[None if free or of not in self.classes else of, name] += 1


def missing_forms(project, left_out):
    interface = Interface()
    # Recorders, what plays recordings, and the part for MPI are for programs with exceptions.
    folders = (project / "include", project / "components/eigen/include", project / "components/tbb/include")
    headers = sorted((path for folder in folders for path in folder.glob("quadphase/*.hpp")),
                     key=lambda path: (path.name.startswith("try"), path.name))
    for header in headers:  # those of forms come last: by then all classes are known
        interface.read_scope(without_comments(header.read_text()))
    forms = {key: n for key, n in interface.forms.items() if "try_" + key[1] != left_out}
    problems = interface.problems
    for (of, name), count in sorted(interface.throwing.items(), key=str):
        if forms.get((of, name), 0) < count:
            what = f"{of}::{name}" if of else name
            problems.append(f"{what} can throw and has {count} overloads; try_{name} has {forms.get((of, name), 0)}")
    for (of, name), count in sorted(forms.items(), key=str):
        if interface.throwing.get((of, name), 0) < count:
            problems.append(f"try_{name} of {of} has {count} overloads, the throwing form {interface.throwing.get((of, name), 0)}")
    return problems, sum(interface.throwing.values())


def long_messages(project, status):
    most = int(re.search(r"kMaxMessage = (\d+)", status.read_text()).group(1))
    problems = []
    longest = 0
    for path in sorted(path for folder in ("src", "components/recorder/src", "components/mpi/src")
                       for path in (project / folder).rglob("*.[ch]pp")):
        text = without_comments(path.read_text())
        for literals in re.findall(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
            message = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', literals))
            # Rules of snapshots are put together, from two literals.
            length = len(message) + (0 if message.startswith("quadphase: ") else len("quadphase: a snapshot must be "))
            longest = max(longest, length)
            if length > most:
                problems.append(f"{path}: a message of {length} characters; a Status holds {most}: {message}")
    if longest < 100:
        problems.append(f"The longest message has {longest} characters: the others were not found")
    return problems, longest


def main():
    arguments = sys.argv[1:]
    left_out = None
    if "--without" in arguments:
        at = arguments.index("--without")
        left_out = arguments[at + 1]
        del arguments[at:at + 2]
    project = pathlib.Path(arguments[0])
    problems, count = missing_forms(project, left_out)
    if count < 70:
        problems.append(f"Only {count} functions that can throw were found")
    more, longest = long_messages(project, project / "include/quadphase/status.hpp")
    problems += more
    for problem in problems:
        print(problem)
    print(f"{count} functions can throw; the longest message has {longest} characters; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
