#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests with one planted fault after the other, and prints which faults no test found.

Usage: run.py <folder> <how many> <explained.txt>

The folder has the build and the list that plant.py wrote. Mutants are drawn by a hash of their file, kind and source
text, so the same ones are drawn again when lines move. Each test is run alone once, which gives its time and the
mutants that it reaches. A mutant then faces only the tests that reach it, the quick ones first. A test that fails,
crashes or takes four times the usual processor time has found the mutant. Those that were killed are kept in
<folder>/results.tsv, so a run that was stopped continues, and one after a change of tests tries only those that
survived. Mutants that <explained.txt> says to change no result are not run.
"""
import hashlib
import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MEMORY = 12 << 30
EXCLUDED = {
    "src/tree/validate_tree.cpp": "checks of builds that ask for them",
    "src/pairs/validate_pairs.cpp": "checks of builds that ask for them",
    "src/base/huge_pages.cpp": "advice for the system",
    "src/base/stage_clock.hpp": "clocks",
}


def set_limits(seconds):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def run(program, names, mutant, usual, reached=None):
    """The time it took, and the first failed test, the signal, or 'time'; None if all passed.

    Why processor time: another program on the machine must not make a test fail. A test that waits for ever uses none.
    """
    environment = dict(os.environ, QUADPHASE_MUTANT=str(mutant), RC_PARAMS="seed=20 max_success=40 max_size=150")
    if reached is not None:
        environment["QUADPHASE_MUTANTS_REACHED"] = str(reached)
    started = time.monotonic()
    command = [program, "--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=" + ":".join(names)]
    try:
        done = subprocess.run(command, env=environment, cwd=program.parent, capture_output=True,
                              timeout=10 * usual + 60, preexec_fn=lambda: set_limits(int(4 * usual) + 10))  # fmt: skip
    except subprocess.TimeoutExpired:
        return time.monotonic() - started, "time"
    passed = time.monotonic() - started
    if done.returncode == 0:
        return passed, None
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return passed, "time"
    failed = re.search(rb"\[  FAILED  \] ([\w/.]+)", done.stdout)
    return passed, failed[1].decode() if failed else f"signal or exit {done.returncode}"


class Test:
    """One test of a program: how long it takes, and which mutants it reaches."""

    def __init__(self, program, name, folder):
        self.program = program
        self.name = name
        reached = folder / f"{program.name}.{name.replace('/', '-')}"
        reached.unlink(missing_ok=True)
        self.seconds, failed = run(program, [name], "reached", 600, reached)
        if failed is not None:
            raise SystemExit(f"error: {program.name} {name} fails without a mutant: {failed}")
        self.reached = {int(line) for line in reached.read_text().split()}


def tests_of(program):
    """The names of the program's tests."""
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    suite, names = "", []
    for line in listed.splitlines():
        name = line.split("#")[0]
        if not line.startswith("  "):
            suite = name.strip()
        elif "DISABLED_" not in suite + name:
            names.append(suite + name.strip())
    return names


def is_test(path):
    return path.is_file() and os.access(path, os.X_OK) and re.search(r"_tests?$", path.name) is not None


class Mutant:
    def __init__(self, line, seen):
        number, self.file, self.line, self.kind, self.text = line.rstrip("\n").split("\t")
        self.number = int(number)
        self.key = f"{self.file} | {self.kind} | {self.text}"
        alike = seen.get(self.key, 0)  # other mutants of this kind in lines of this text
        seen[self.key] = alike + 1
        if alike > 0:
            self.key += f" | {alike + 1}"
        self.rank = hashlib.sha256(f"{self.key} | 1".encode()).hexdigest()

    def __str__(self):
        return f"{self.file}:{self.line}: {self.kind}: {self.text}"


# A mutant faces all tests of up to the first time, then those of up to the second, and so on.
SECONDS_OF_ROUNDS = (0.2, 1.0, 4.0, float("inf"))


def judge(mutant, tests):
    shortest = 0.0
    for longest in SECONDS_OF_ROUNDS:
        programs = {}
        for test in tests:
            if shortest <= test.seconds < longest and mutant.number in test.reached:
                programs.setdefault(test.program, []).append(test)
        for program, some in programs.items():
            usual = sum(test.seconds for test in some)
            seconds, failed = run(program, [test.name for test in some], mutant.number, usual)
            if failed is not None:
                return "killed", f"{program.name} {failed}", seconds
        shortest = longest
    return "survived", "-", 0.0


def main():
    folder, most, explained_file = Path(sys.argv[1]).resolve(), int(sys.argv[2]), Path(sys.argv[3])
    programs = [path for path in sorted((folder / "build" / "tests").glob("*/*")) if is_test(path)]
    cases = [(program, name) for program in programs for name in tests_of(program)]
    traces = folder / "reached"
    traces.mkdir(exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tests = list(pool.map(lambda case: Test(*case, traces), cases))
    tests.sort(key=lambda test: test.seconds)
    print(f"{len(tests)} tests of {len(programs)} programs take {sum(test.seconds for test in tests):.0f} s", flush=True)

    explained = {}
    if explained_file.exists():
        for line in explained_file.read_text().splitlines():
            if line and not line.startswith("#"):
                key, _, reason = line.rpartition(" => ")
                explained[key] = reason

    seen = {}
    mutants = [Mutant(line, seen) for line in (folder / "mutants.tsv").read_text().splitlines()]
    mutants = [mutant for mutant in mutants if mutant.file not in EXCLUDED]
    anywhere = set().union(*(test.reached for test in tests))
    print(f"{len(mutants)} mutants, {sum(m.number in anywhere for m in mutants)} of them reached")
    drawn = sorted(mutants, key=lambda mutant: mutant.rank)[:most]

    results_file = folder / "results.tsv"
    results = {}
    if results_file.exists():
        for line in results_file.read_text().splitlines():
            rank, verdict, by = line.split("\t")[:3]
            results[rank] = (verdict, by)
    for mutant in drawn:
        if mutant.key in explained:
            results.setdefault(mutant.rank, ("survived", "-"))
    left = [mutant for mutant in drawn if mutant.rank not in results]
    with results_file.open("a") as output, ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, (verdict, by, seconds) in zip(left, pool.map(lambda m: judge(m, tests), left)):
            results[mutant.rank] = (verdict, by)
            if verdict == "killed":
                output.write(f"{mutant.rank}\t{verdict}\t{by}\t{seconds:.1f}\t{mutant}\n")
                output.flush()
            else:
                print(f"survived: {mutant.number} {mutant}", flush=True)

    killed = [mutant for mutant in drawn if results[mutant.rank][0] == "killed"]
    survivors = [mutant for mutant in drawn if results[mutant.rank][0] != "killed"]
    equivalent = [mutant for mutant in survivors if mutant.key in explained]
    for mutant in survivors:
        print(f"survived{'' if mutant.number in anywhere else ' (not reached)'}: {mutant}")
        print(f"    {explained.get(mutant.key, 'NOT EXPLAINED')}")
    share = 100 * len(killed) / max(1, len(drawn) - len(equivalent))
    print(f"{len(drawn)} mutants: {len(killed)} killed, {len(survivors)} survived, of which {len(equivalent)} change no "
          f"result as explained; killed of the others: {share:.1f} %")  # fmt: skip
    sys.exit(0 if share >= 95 else 1)


if __name__ == "__main__":
    main()
