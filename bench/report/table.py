# SPDX-License-Identifier: MIT
"""The report of compare as a Markdown table."""
import math

from reading import (group_of, least_threads, machine_words, most_threads, ns_a_box, row_of, short_number, shown_blocks,
                     thread_words)

# The scenes on which engines differ most.
SCENES = ("uniform", "dense", "clusters", "mixed", "giants", "decades", "galaxy", "outlier")


class Column:
    """One scene on one number of threads."""

    def __init__(self, block, threads, title):
        self.block, self.threads, self.title = block, threads, title

    def time(self, engine):
        """Infinite if the engine has none."""
        row = row_of(self.block, engine, self.threads)
        return math.inf if row is None else ns_a_box(self.block, row)

    def is_wrong(self, engine):
        row = row_of(self.block, engine, self.threads)
        return row is not None and row["verdict"] == "WRONG"

    def cell(self, engine, fastest):
        name = engine["engine"]
        time = self.time(name)
        if self.is_wrong(name):
            return "WRONG"
        if time == fastest:
            return f"**{short_number(time)}**"
        if time < math.inf:
            return short_number(time)
        is_serial = self.threads > least_threads(self.block) and not engine["multi_threaded"]
        return "1 thread only" if is_serial else "–"


def columns_of(report):
    """The scenes, and the first of them on all threads."""
    blocks = {block["scene"]: block for block in shown_blocks(report)}
    columns = [Column(blocks[scene], least_threads(blocks[scene]), scene) for scene in SCENES if scene in blocks]
    if columns and most_threads(columns[0].block) > columns[0].threads:
        block, most = columns[0].block, most_threads(columns[0].block)
        columns.append(Column(block, most, f"{columns[0].title}, {thread_words(most)}"))
    return columns


def faster_line(engines, columns):
    """Every cell in which another engine is faster."""
    cells = []
    for column in columns:
        ours = column.time("quadphase")
        cells += [f"{column.title}: `{name}` ({short_number(column.time(name))} against {short_number(ours)})"
                  for name in (engine["engine"] for engine in engines)
                  if column.time(name) < ours and not column.is_wrong(name)]
    if not cells:
        return "No engine is faster than quadphase in any cell."
    return f"Faster than quadphase: {'; '.join(cells)}."


def markdown(report):
    """The table, empty if no scene is among those of a table."""
    columns = columns_of(report)
    if not columns:
        return ""
    first = columns[0]
    # Ours, baselines, libraries; each group in the order of the first column.
    engines = sorted(report["settings"]["engines"], key=lambda engine: (group_of(engine), first.time(engine["engine"])))
    fastest = [min(column.time(engine["engine"]) for engine in engines if not column.is_wrong(engine["engine"]))
               for column in columns]
    lines = [
        f"Nanoseconds a box and frame, medians; {first.block['box_count']:,} boxes, all moving, {thread_words(first.threads)} "
        f"where not said otherwise; {machine_words(report)}, {report['build']['compiler']}.",
        "Bold: the fastest of a column. –: skipped, a frame takes over a second.", "",
        "| | engine |" + "".join(f" {column.title} |" for column in columns),
        "|---|---|" + "--:|" * len(columns)]
    last = None
    for engine in engines:
        group = group_of(engine)
        name = "" if group == last else ("ours", "baselines", "libraries")[group]
        last = group
        cells = "".join(f" {column.cell(engine, least)} |" for column, least in zip(columns, fastest))
        lines.append(f"| {name} | `{engine['engine']}` |{cells}")
    return "\n".join([*lines, "", faster_line(engines, columns), ""])
