#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the table and the notes of README's figures from a folder of JSON reports.

Usage: summary.py <folder>
"""
import collections
import math
import pathlib
import sys
import textwrap

from reading import ReportError, read_report, row_of, run, short_text, thread_words

# A line of the table: the report, a field of its blocks and the value that chooses one, the kind of queries if rows have
# one, and the command that repeats it.
Task = collections.namedtuple("Task", "words report field value box_count query command")
TASKS = (
    Task("all pairs of equal boxes that all move", "compare", "scene", "uniform", 100_000, None,
         "compare --engine all --scene uniform"),
    Task("all pairs of mixed sizes that all move", "compare", "scene", "mixed", 100_000, None,
         "compare --engine all --scene mixed"),
    Task("a whole step of 100,000 discs: move, update, use of the pairs", "steps", "scene", "uniform", 100_000, None,
         "steps --count 100000"),
    Task("the pairs of 1,000 moving boxes, all others static", "worlds", "scenario", "one-in-a-hundred", 100_000, None,
         "worlds --scenario one-in-a-hundred"),
    Task("a frame in which nothing moves", "worlds", "scenario", "sleeping-world", 100_000, None,
         "worlds --scenario sleeping-world"),
    Task("one of many box queries on 1,000,000 boxes, 10 of them found", "query", "scene", "uniform", 1_000_000, "box",
         "query --objects 1000000 --kinds box"),
)

# What people call the library of an engine.
LIBRARIES = {"boost": "Boost", "box2d": "Box2D", "bullet": "Bullet", "cgal": "CGAL", "chipmunk": "Chipmunk",
             "nanoflann": "nanoflann", "ode": "ODE", "embree": "Embree"}


def library_name(engine):
    return LIBRARIES[engine.split("-")[0]]


def library_of(row):
    """ "Box2D 2.4.1": settings begin with the version of most libraries."""
    version, colon, _ = row["settings"].partition(":")
    is_version = colon and version and not version.strip("0123456789.")
    return library_name(row["engine"]) + (f" {version}" if is_version else "")


def duration(seconds):
    return f"{short_text(seconds * 1e6)} µs" if seconds < 1e-4 else f"{short_text(seconds * 1e3)} ms"


def times_of(task, report):
    """Seconds on one thread: ours, Box2D's with its name, and those of the fastest other library with its name."""
    ours, box2d, fastest = 0, (0, ""), (math.inf, "")
    for block in report["blocks"]:
        if block[task.field] == task.value and block["box_count"] == task.box_count:
            break
    else:
        raise ReportError(f"{task.report}.json has no block of {task.value}")
    for row in block["results"]:
        if row["threads"] != 1 or row["verdict"] == "WRONG" or (task.query and row["query"] != task.query):
            continue
        time = (row["median_ns_per_query"] or 0) * 1e-9 if task.query else (row["median_ms"] or 0) * 1e-3
        if row["engine"] in ("quadphase", "batch"):  # of queries, the batch is ours
            ours = time
        elif row["engine"] == "box2d-tree":
            box2d = (time, library_of(row))
        elif row["group"] == "peer" and 0 < time < fastest[0]:
            fastest = (time, library_of(row))
    return block, ours, box2d, fastest


def time_of(block, engine, threads):
    row = row_of(block, engine, threads)
    return 0 if row is None else row["median_ms"]


def range_words(ratios, digits=1):
    return f"{min(ratios):.{digits}f} to {max(ratios):.{digits}f} times"


def faster_words(compare):
    """ "`point` on 1 thread (`brute`)": every scene in which another engine is faster."""
    words = []
    for block in compare["blocks"]:
        for threads in (1, 2):
            ours = time_of(block, "quadphase", threads)
            names = [f"`{row['engine']}`" for row in block["results"]
                     if row["threads"] == threads and row["median_ms"] is not None and row["median_ms"] < ours]
            if names:
                words.append(f"`{block['scene']}` on {thread_words(threads)} ({', '.join(names)})")
    return ", ".join(words) or "none"


def kept_tree_words(motions):
    """The fastest other library over quadphase where one box in a hundred moves and all pairs are listed."""
    return range_words([
        min(row["median_ms"] for row in block["results"]
            if row["group"] == "peer" and row["threads"] == threads and row["median_ms"] is not None) /
        time_of(block, "quadphase", threads)
        for block in motions["blocks"] if block["motion"] == "one-in-100" for threads in (1, 2)])


def faster_queries(query):
    """ "`ray-any`, `ray-closest` (Embree)": kinds of batch queries on which another library is faster."""
    kinds = collections.defaultdict(list)
    for block in query["blocks"]:
        for row in block["results"]:
            kind = f"`{row['query']}`"
            if row["group"] == "peer" and row["ratio_to_batch"] is not None and row["ratio_to_batch"] < 1 and \
                    kind not in kinds[library_name(row["engine"])]:
                kinds[library_name(row["engine"])].append(kind)
    return "; ".join(f"{', '.join(kinds[library])} ({library})" for library in sorted(kinds) if kinds[library]) or "none"


SIMD_WORDS = {"avx512": "AVX-512", "avx2": "AVX2"}


def simd_of(report):
    """Of quadphase's kernels."""
    return next(row["simd"] for block in report["blocks"] for row in block["results"] if row["engine"] == "quadphase")


def grid_words(compare):
    """On scenes on which the grid takes less than a second a frame; beyond, it is skipped."""
    return range_words([time_of(block, "expert-grid", 1) / time_of(block, "quadphase", 1) for block in compare["blocks"]
                        if row_of(block, "expert-grid", 1)])


def paragraph(words):
    return textwrap.fill(" ".join(words.split()), 120, break_long_words=False, break_on_hyphens=False)


def avx2_words(folder, compare):
    """Which processors the figures are for, and how the same machine does with AVX2 alone if that was measured."""
    path = folder / "compare-avx2.json"
    simd = simd_of(compare)
    words = f"All of this is with {SIMD_WORDS.get(simd, simd)}, for which the other engines are compiled, too, as far as that " \
        f"is done here (`{compare['build']['other_engines_flags']}`)."
    if not path.exists():
        return paragraph(words)
    report = read_report(path, "compare")
    flags = report["build"]["other_engines_flags"]
    if simd_of(report) != "avx2" or "x86-64-v3" not in flags:
        raise ReportError(f"{path} is no report of AVX2 on both sides")
    known = {(block["scene"], block["box_count"]): block for block in compare["blocks"]}
    slower = [time_of(block, "quadphase", 1) / time_of(known[block["scene"], block["box_count"]], "quadphase", 1)
              for block in report["blocks"]]
    with_avx2 = f"""With AVX2 alone on both sides (`--simd avx2`, and others compiled with `{flags}`), quadphase takes
{range_words(slower, 2)} as long, and that grid {grid_words(report)} the time of quadphase; scenes on which another
engine is faster: {faster_words(report)}."""
    return f"{paragraph(words)}\n{paragraph(with_avx2)}"


def summary(folder):
    reports = {name: read_report(folder / f"{name}.json", name) for name in ("compare", "worlds", "query")}
    # Folders of older commits have none.
    if (folder / "steps.json").exists():
        reports["steps"] = read_report(folder / "steps.json", "steps")
    motions = read_report(folder / "compare-motions.json", "compare")
    lines = []
    for task in (task for task in TASKS if task.report in reports):
        _, ours, box2d, fastest = times_of(task, reports[task.report])
        least = min(ours, box2d[0], fastest[0])
        cells = [f"**{duration(time)}**" if time == least else duration(time) for time in (ours, box2d[0], fastest[0])]
        lines.append(f"| {task.words} | {cells[0]} | {cells[1]} | {cells[2]} ({fastest[1]}) | `{task.command}` |")
    compare = reports["compare"]
    on_two_threads = time_of(times_of(TASKS[0], compare)[0], "quadphase", 2) * 1e-3
    notes = f"""On two threads, the first row takes {duration(on_two_threads)}. The best uniform grid that we could write takes
{grid_words(compare)} the time of quadphase on one thread, over all [scenes](docs/scenes.md). Scenes on which another engine
is faster: {faster_words(compare)}. Batch queries that find about ten objects each, on which another library is faster:
{faster_queries(reports["query"])}; for [hundreds](docs/queries.md#cost) each, Boost is, which does not sort them. If one
box in a hundred moves, undeclared, and all pairs are listed, the fastest library that keeps its tree takes
{kept_tree_words(motions)} the time."""
    return f"""| what | quadphase | {box2d[1]} | the fastest other library | `quadphase_bench_peers ...` |
|---|--:|--:|--:|---|
{chr(10).join(lines)}

{paragraph(notes)}

{avx2_words(folder, compare)}"""


def main():
    if len(sys.argv) != 2:
        raise ReportError("usage: summary.py <folder>")
    print(summary(pathlib.Path(sys.argv[1])))


if __name__ == "__main__":
    run(main)
