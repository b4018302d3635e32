#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tests with one planted fault after the other, and prints which faults no test found.

Usage: run.py <folder> <how many> <explained.txt>

The folder has the build and the list that plant.py wrote. Mutants are drawn by a hash of their file, kind and source
text, so the same ones are drawn again when lines move. Only programs that reach a mutant are run, the quick ones
first. A program that fails, crashes or takes four times as long as usual has found the mutant. Those that were killed
are kept in <folder>/results.tsv, so a run that was stopped continues, and one after a change of tests tries only those
that survived.
"""
import hashlib
import os
import re
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MEMORY = 12 << 30
EXCLUDED = {
    "src/debug/validate.cpp": "checks of builds that ask for them",
    "src/base/huge_pages.cpp": "advice for the system",
    "src/base/timed.hpp": "clocks",
}


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, mutant, seconds, reached=None):
    """The time it took, and the first failed test, the signal, or 'time'; None if all passed."""
    environment = dict(os.environ, QUADPHASE_MUTANT=str(mutant), RC_PARAMS="seed=20 max_success=40 max_size=150")
    if reached is not None:
        environment["QUADPHASE_MUTANTS_REACHED"] = str(reached)
    started = time.monotonic()
    command = [program.path, "--gtest_fail_fast", "--gtest_brief=1"]
    try:
        done = subprocess.run(command, env=environment, cwd=program.path.parent, timeout=seconds, capture_output=True,
                              preexec_fn=limit_memory)  # fmt: skip
    except subprocess.TimeoutExpired:
        return time.monotonic() - started, "time"
    passed = time.monotonic() - started
    if done.returncode == 0:
        return passed, None
    failed = re.search(rb"\[  FAILED  \] ([\w/.]+)", done.stdout)
    return passed, failed[1].decode() if failed else f"signal or exit {done.returncode}"


class Program:
    def __init__(self, path):
        self.path = path
        self.seconds = 0.0
        self.reached = set()

    def measure(self, folder):
        reached = folder / f"{self.path.name}.reached"
        reached.unlink(missing_ok=True)
        self.seconds, failed = run(self, "reached", 3_600, reached)
        if failed is not None:
            raise SystemExit(f"error: {self.path.name} fails without a mutant: {failed}")
        self.reached = {int(line) for line in reached.read_text().split()}
        print(f"{self.path.name}: {self.seconds:.1f} s, {len(self.reached)} mutants reached", flush=True)


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


def judge(mutant, programs):
    for program in programs:
        if mutant.number in program.reached:
            seconds, failed = run(program, mutant.number, 4 * program.seconds + 10)
            if failed is not None:
                return "killed", f"{program.path.name} {failed}", seconds
    return "survived", "-", 0.0


def main():
    folder, most, explained_file = Path(sys.argv[1]).resolve(), int(sys.argv[2]), Path(sys.argv[3])
    tests = folder / "build" / "tests"
    programs = [Program(path) for path in sorted(tests.glob("*/*")) if is_test(path)]
    for program in programs:
        program.measure(folder)
    programs.sort(key=lambda program: program.seconds)

    seen = {}
    mutants = [Mutant(line, seen) for line in (folder / "mutants.tsv").read_text().splitlines()]
    mutants = [mutant for mutant in mutants if mutant.file not in EXCLUDED]
    anywhere = set().union(*(program.reached for program in programs))
    print(f"{len(mutants)} mutants, {sum(m.number in anywhere for m in mutants)} of them reached")
    drawn = sorted(mutants, key=lambda mutant: mutant.rank)[:most]

    results_file = folder / "results.tsv"
    results = {}
    if results_file.exists():
        for line in results_file.read_text().splitlines():
            rank, verdict, by = line.split("\t")[:3]
            results[rank] = (verdict, by)
    left = [mutant for mutant in drawn if mutant.rank not in results]
    with results_file.open("a") as output, ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, (verdict, by, seconds) in zip(left, pool.map(lambda m: judge(m, programs), left)):
            results[mutant.rank] = (verdict, by)
            if verdict == "killed":
                output.write(f"{mutant.rank}\t{verdict}\t{by}\t{seconds:.1f}\t{mutant}\n")
                output.flush()

    explained = {}
    if explained_file.exists():
        for line in explained_file.read_text().splitlines():
            if line and not line.startswith("#"):
                key, _, reason = line.rpartition(" => ")
                explained[key] = reason
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
