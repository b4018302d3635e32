#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables of a page from the reports of found data.

Usage: tables.py <folder of the reports> <page>

Replaces what is between the page's markers. Each set has its own column or row, in the order of SETS; those that have not
been run are left out. A ratio is the time of another engine over quadphase's: below 1, the other is faster.
"""
import json
import pathlib
import sys

from convert import SETS

BEGIN, END = "<!-- found:begin -->\n", "<!-- found:end -->\n"
# Of the time: an engine that takes less is ahead. What is nearer to 1 is a tie to the digits that are printed.
FASTER = 0.995
SCENARIOS = {"one-in-a-hundred": "one in a hundred moves", "sleeping-world": "nothing moves", "events": "events, all move"}


def grouped(number):
    return f"{number:,.0f}"


def time_words(ns):
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def ratio_words(ratio, engine):
    return f"**{ratio:.2f} {engine}**" if ratio < FASTER else f"{ratio:.3g} {engine}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def row_of(block, engine):
    return next(row for row in block["results"] if row["engine"] == engine)


def others(block, ratio, engines=lambda row: True):
    """(ratio, engine) of all that are not quadphase and are right, the fastest first."""
    return sorted((value, row["engine"]) for row in block["results"]
                  if row["group"] != "quadphase" and row["verdict"] == "exact" and engines(row)
                  for value in [ratio(row)] if value is not None)


def median_ratio(row):
    return row["ratio"] and row["ratio"]["median"]


def is_library(row):
    return row["group"] == "peer"


def best(found):
    return ratio_words(*found[0]) if found else "none"


class Reports:
    def __init__(self, folder):
        self.names = [name for name in SETS if (folder / f"{name}-queries.json").is_file()]
        self.info = {name: json.loads((folder / f"{name}.json").read_text()) for name in self.names}
        self.reports = {(name, kind): json.loads((folder / f"{name}-{kind}.json").read_text())
                        for name in self.names for kind in ("pairs", "moving", "worlds", "queries")
                        if kind != "pairs" or self.info[name]["frames"] == 1}
        # Other engines for AVX2, too; there is none where the processor cannot run them.
        for name in self.names:
            path = folder / f"{name}-avx2.json"
            if path.is_file():
                self.reports[name, "avx2"] = json.loads(path.read_text())
        self.behind = {}  # by kind of work, then by set: (ratio, engine) of the fastest other, if it is faster

    def blocks(self, name, kind):
        return self.reports[name, kind]["blocks"]

    def compare(self, work, name, found):
        self.behind.setdefault(work, {})[name] = found[0] if found and found[0][0] < FASTER else None

    def pairs(self, kind, title):
        rows = []
        for name in self.names:
            if (name, kind) not in self.reports:
                continue
            block = self.blocks(name, kind)[0]
            self.compare(title, name, others(block, median_ratio))
            ns = row_of(block, "quadphase")["median_ms"] * 1e6
            rows.append([name, grouped(block["box_count"]), f"{block['pair_count_median'] / block['box_count']:.2f}",
                         time_words(ns), f"{ns / block['box_count']:.1f}",
                         best(others(block, median_ratio, lambda row: not is_library(row))),
                         best(others(block, median_ratio, is_library))])
        return rows and table(["set", "boxes", "pairs a box", "quadphase", "ns a box", "the best grid or sweep",
                               "the fastest library"], rows)

    def worlds(self):
        rows = []
        for name in self.names:
            row = [name]
            for block in self.blocks(name, "worlds"):
                found = others(block, median_ratio)
                self.compare(SCENARIOS[block["scenario"]], name, found)
                row += [time_words(row_of(block, "quadphase")["median_ms"] * 1e6), best(found)]
            rows.append(row)
        return table(["set"] + [word for title in SCENARIOS.values() for word in (title, "the fastest library")], rows)

    def query(self, name, kind):
        """(found a query, ns a query, others to the batch)."""
        rows = [row for row in self.blocks(name, "queries")[0]["results"] if row["query"] == kind]
        if not rows:
            return None
        block = {"results": rows}
        found = others(block, lambda row: row["ratio_to_batch"])
        self.compare(f"`{kind}`", name, found)
        self.compare(f"`{kind}`, one call for each", name, others(block, lambda row: row["ratio_to_visitor"]))
        batch = row_of(block, "batch")
        return batch["found_per_query"], batch["median_ns_per_query"], found

    def queries(self):
        kinds = list(dict.fromkeys(row["query"] for row in self.blocks(self.names[0], "queries")[0]["results"]
                                   if row["query"] != "join"))
        rows = []
        for name in self.names:
            row = [name]
            for kind in kinds:
                _, ns, found = self.query(name, kind)
                row.append(f"{time_words(ns)}, {best(found)}")
            rows.append(row)
        return table(["set"] + [f"`{kind}`" for kind in kinds], rows)

    def joins(self):
        rows = []
        for name in self.names:
            answer = self.query(name, "join")
            if answer is None:
                continue
            per_query, ns, found = answer
            join = self.info[name]["join"]
            rows.append([name, grouped(join), grouped(self.info[name]["boxes"]), grouped(per_query * join),
                         time_words(ns * join), ", ".join(ratio_words(*item) for item in found)])
        return table(["set", "boxes of the join", "with", "overlaps", "quadphase", "other libraries"], rows)

    def summary(self):
        rows = []
        for work, sets in self.behind.items():
            behind = sorted((*found, name) for name, found in sets.items() if found)
            rows.append([work, f"{len(sets) - len(behind)} of {len(sets)}",
                         "; ".join(f"{name} {ratio:.2f} {engine}" for ratio, engine, name in behind) or "none"])
        return table(["work", "ahead in", "behind in, and the time of the fastest engine"], rows)

    def text(self):
        report = self.reports[self.names[0], "moving"]
        machine, commit = report["machine"], report["build"]["commit"]
        tables = [("Pairs, all move", self.pairs("moving", "pairs, all move")),
                  ("Pairs, all move, with AVX2 alone", self.pairs("avx2", "pairs, all move, with AVX2 alone")),
                  ("Pairs, nothing moves", self.pairs("pairs", "pairs, nothing moves")),
                  ("Static worlds and events", self.worlds()), ("Queries", self.queries()), ("Joins", self.joins())]
        head = f"{machine['processor']}, {machine['cores']} cores, of which one thread; commit {commit}.\n"
        return "\n".join([head, "### Where quadphase is ahead, and where it is not\n", self.summary()] +
                         [f"### {title}\n\n{text}" for title, text in tables if text])


def main():
    page = pathlib.Path(sys.argv[2])
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    page.write_text(before + BEGIN + Reports(pathlib.Path(sys.argv[1])).text() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
