#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the public functions that can throw with those of try.hpp and its like.

Usage: try_forms.py <project> [<folder of Doxygen's XML> [--without <name>]]

Each public function that is not noexcept has a form try_..., noexcept, for the same class and with as many overloads:
`BroadPhase::save(...)` has `try_save(const BroadPhase&, ...)`, a constructor has `try_create(std::optional<...>&, ...)`.
There are no other forms. No message of an error is longer than a Status holds.
Without a folder, only messages are checked. --without leaves out the forms of that name, to see that they are missed.
"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree

# Functions of these classes are called by the library, not by users.
CALLED_BY_THE_LIBRARY = {"Executor", "TbbExecutor"}
# Recorders, what plays recordings, and the part for MPI are for programs with exceptions.
WITH_EXCEPTIONS = ("recorder", "mpi")


def functions(project, folder):
    """The public functions as (class or None, name, Doxygen's element)."""
    others = {f"quadphase/{path.name}" for component in WITH_EXCEPTIONS
              for path in (project / "components" / component / "include/quadphase").glob("*.hpp")}
    for path in sorted(folder.glob("*.xml")):
        for compound in xml.etree.ElementTree.parse(path).getroot().findall("compounddef"):
            kind, scope = compound.get("kind"), compound.findtext("compoundname")
            if kind not in ("class", "struct", "namespace"):
                continue
            for member in compound.iter("memberdef"):
                if member.get("kind") == "function" and member.get("prot") == "public" and \
                        member.find("location").get("file") not in others:
                    yield None if kind == "namespace" else scope.split("::")[-1], member.findtext("name"), member


def can_throw(of, member):
    arguments = member.findtext("argsstring")
    name = member.findtext("name")
    return not (member.get("noexcept") == "yes" or member.get("virt") != "non-virtual" or
                name.startswith(("operator", "~")) or re.search(r"=\s*(default|delete|0)$|\boverride\b", arguments) or
                (of is None and member.findtext("definition").startswith("constexpr")))


def first_class(member):
    """The class of the first argument: of `const A&` and of `std::optional<A>&` it is A."""
    parameter = member.find("param/type")
    text = "" if parameter is None else "".join(parameter.itertext())
    first = re.match(r"(?:const\s+)?(?:std::optional<\s*(\w+)\s*>|(\w+))\s*&", text)
    return (first.group(1) or first.group(2)) if first else None


def missing_forms(project, folder, left_out):
    # (class or None, name): the arguments of each overload. Why no counts: Doxygen knows one of two functions whose constraints
    # alone differ.
    throwing = collections.defaultdict(set)
    forms = collections.defaultdict(set)
    problems = []
    found = list(functions(project, folder))
    for of, name, member in found:
        if not (name.startswith("try_") and of is None) and of not in CALLED_BY_THE_LIBRARY and can_throw(of, member):
            throwing[of, "create" if name == of else name].add(member.findtext("argsstring"))
    classes = {of for of, _, _ in found}
    for of, name, member in found:
        if of is not None or not name.startswith("try_"):
            continue
        if can_throw(of, member):
            problems.append(f"{name}{member.findtext('argsstring')} must be noexcept")
        argument = first_class(member)
        # A name may be that of a function and of a member, as `reorder` is.
        is_member = argument in classes and ((argument, name[4:]) in throwing or (None, name[4:]) not in throwing)
        if name != left_out:
            forms[argument if is_member else None, name[4:]].add(member.findtext("argsstring"))
    throwing = {key: len(overloads) for key, overloads in throwing.items()}
    forms = {key: len(overloads) for key, overloads in forms.items()}
    for (of, name), count in sorted(throwing.items(), key=str):
        if forms.get((of, name), 0) < count:
            what = f"{of}::{name}" if of else name
            problems.append(f"{what} can throw and has {count} overloads; try_{name} has {forms.get((of, name), 0)}")
    for (of, name), count in sorted(forms.items(), key=str):
        if throwing.get((of, name), 0) < count:
            problems.append(f"try_{name} of {of} has {count} overloads, the throwing form {throwing.get((of, name), 0)}")
    return problems, sum(throwing.values())


def long_messages(project, status):
    most = int(re.search(r"kMaxMessage = (\d+)", status.read_text()).group(1))
    problems = []
    longest = 0
    for path in sorted(path for folder in ("src", "components/recorder/src", "components/mpi/src")
                       for path in (project / folder).rglob("*.[ch]pp")):
        text = re.sub(r"//[^\n]*|^\s*#[^\n]*", "", path.read_text(), flags=re.M)
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
    problems, count = [], 0
    if len(arguments) > 1:
        problems, count = missing_forms(project, pathlib.Path(arguments[1]), left_out)
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
