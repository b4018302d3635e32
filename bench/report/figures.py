#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the JSON reports of compare and scaling as SVG and PNG, and writes that of compare as a Markdown table.

Usage: figures.py [--compare compare.json] [--scaling scaling.json] --output <folder>   (needs python3-matplotlib)
"""
import argparse
import math
import pathlib

from reading import (ReportError, group_of, least_threads, machine_words, most_threads, ns_a_box, read_report, row_of,
                     run, short_number, shown_blocks, thread_words)
from table import markdown

OURS, BASELINE, INK, GRAY = "#b3261e", "#1f5fa8", "#1a1a1a", "#8a8a8a"
# Shapes differ as well, so that nothing is shown by color alone.
GROUP_STYLES = (("o", OURS, "quadphase"), ("s", BASELINE, "baselines"), ("^", INK, "libraries"))
ENGINE_STYLES = (("o", OURS), ("s", BASELINE), ("^", INK), ("D", "#5b8c3a"), ("v", "#8a5a9e"))
STAGE_STYLES = (("", INK), ("//", "#ffffff"), ("..", BASELINE), ("", "#c9c9c9"), ("\\\\", OURS), ("", "#ffffff"))


class Canvas:
    """Figures of one folder."""

    def __init__(self, folder):
        # Why here: without figures to draw, the package is not needed.
        try:
            import matplotlib
        except ImportError as error:
            raise ReportError("matplotlib is not installed (package python3-matplotlib)") from error
        matplotlib.use("Agg")
        # A fixed salt, so that equal reports give equal bytes.
        matplotlib.rcParams.update({"svg.hashsalt": "quadphase", "svg.fonttype": "none", "font.size": 9,
                                    "axes.titlesize": 9, "axes.spines.top": False, "axes.spines.right": False})
        import matplotlib.pyplot
        self.plots = matplotlib.pyplot
        self.folder = folder

    def panels(self, count, width, height, columns=None, **options):
        columns = columns or count
        figure, axes = self.plots.subplots(math.ceil(count / columns), columns, figsize=(width, height), squeeze=False,
                                           layout="constrained", **options)
        axes = list(axes.flat)
        for unused in axes[count:]:
            unused.set_visible(False)
        return figure, axes[:count]

    def write(self, figure, name):
        for ending, metadata in (("svg", {"Date": None}), ("png", {"Software": None})):
            path = self.folder / f"{name}.{ending}"
            figure.savefig(path, dpi=160, metadata=metadata)
            print(path)
        self.plots.close(figure)


def name_rows(axes, engines, has_names=True):
    """A row an engine from top to bottom, ours in bold."""
    axes.set_yticks(range(len(engines)), engines if has_names else [""] * len(engines))
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(engines) - 0.4, -0.7)
    axes.set_axisbelow(True)
    axes.grid(color="#e4e4e4", linewidth=0.5)
    for label in axes.get_yticklabels():
        label.set_fontweight("bold" if label.get_text() == "quadphase" else "normal")


def scene_figure(canvas, report, block):
    """All engines with a time on one scene, the fastest first: filled on the fewest threads, hollow on the most."""
    one, most = least_threads(block), most_threads(block)
    rows = [row for row in block["results"] if row["threads"] == one and row["median_ms"] is not None]
    rows.sort(key=lambda row: row["median_ms"])
    figure, (axes,) = canvas.panels(1, 8, 1.5 + 0.24 * max(len(rows), 2))
    for i, row in enumerate(rows):
        marker, color, _ = GROUP_STYLES[group_of(row)]
        parallel = row_of(block, row["engine"], most) if most > one else None
        times = [ns_a_box(block, row)] + ([] if parallel is None else [ns_a_box(block, parallel)])
        axes.plot(times, [i] * len(times), color=INK, linewidth=1, zorder=1)
        for time, face in reversed(list(zip(times, (color, "white")))):
            axes.plot(time, i, marker, color=color, markerfacecolor=face, markersize=6)
        text = " / ".join(map(short_number, times)) + (" WRONG" if row["verdict"] == "WRONG" else "")
        axes.annotate(text, (max(times), i), (7, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_xscale("log")
    name_rows(axes, [row["engine"] for row in rows])
    on = thread_words(one) + (f" / on {thread_words(most)}" if most > one else "")
    axes.set_xlabel(f"nanoseconds a box and frame (logarithmic axis): median on {on}")
    for marker, color, name in GROUP_STYLES:
        axes.plot([], [], marker, color=color, label=name)
    if most > one:
        axes.plot([], [], "o", color=INK, markerfacecolor="white", label=f"hollow: {thread_words(most)}")
    axes.legend(loc="upper right", frameon=False)
    axes.set_xlim(right=3 * axes.get_xlim()[1])  # for the last figures
    figure.suptitle(f"All pairs of {block['box_count']:,} moving boxes, scene {block['scene']} ({machine_words(report)})",
                    fontsize=10)
    skipped = [entry["engine"] for entry in block["skipped"] if entry["threads"] in (None, one)]
    if skipped:
        figure.supxlabel(f"skipped, over a second a frame: {', '.join(skipped)}", fontsize=8)
    canvas.write(figure, f"engines-{block['scene']}")


def ranked_engines(report, blocks):
    """All engines of the report, ours first, then by the geometric mean of their ratios to ours."""
    def rank(engine):
        logs = [math.log(row["ratio"]["median"]) for block in blocks for row in block["results"]
                if row["engine"] == engine and row["threads"] == least_threads(block) and row["ratio"] is not None]
        return sum(logs) / len(logs) if logs else math.inf
    return sorted((engine["engine"] for engine in report["settings"]["engines"]), key=rank)


def scenes_figure(canvas, report, blocks):
    """A panel a scene: a point for the median, a line to the worst frame, a cross for an engine that was skipped."""
    engines = ranked_engines(report, blocks)
    columns = min(len(blocks), 4)
    lines = math.ceil(len(blocks) / columns)
    figure, panels = canvas.panels(len(blocks), 1.5 + 2.4 * columns, 1 + (0.6 + 0.15 * len(engines)) * lines, columns,
                                   sharex=True)
    for number, (axes, block) in enumerate(zip(panels, blocks)):
        axes.set_xscale("log")
        name_rows(axes, engines, number % columns == 0)
        axes.tick_params(labelsize=7)
        axes.set_title(f"{block['scene']}, {block['box_count']:,} boxes")
        for i, engine in enumerate(engines):
            row = row_of(block, engine, least_threads(block))
            if row is None:
                axes.plot(0.98, i, "x", color=INK, markersize=4, transform=axes.get_yaxis_transform(), clip_on=False)
                continue
            time, group = ns_a_box(block, row), group_of(row)
            marker, color, _ = GROUP_STYLES[group]
            axes.plot([time, ns_a_box(block, row, "max_ms")], [i, i], color=GRAY, linewidth=1, zorder=1)
            axes.plot(time, i, marker, color=color, markersize=5, markerfacecolor=color if group == 0 else "white")
            if group == 0:
                axes.axvline(time, color=OURS, linestyle=":", linewidth=1, zorder=0)
    figure.suptitle(
        f"Nanoseconds a box and frame on {thread_words(least_threads(blocks[0]))}, median (logarithmic axes); "
        f"{machine_words(report)}\ncircle and dotted line: quadphase; square: baseline; triangle: library; gray line: to the "
        "longest frame; cross: skipped, over a second a frame", fontsize=9)
    canvas.write(figure, "engines")


def style_of(engines, engine):
    """Marker and color of an engine, which keeps them in all panels."""
    if engine not in engines:
        engines.append(engine)
    return ENGINE_STYLES[engines.index(engine) % len(ENGINE_STYLES)]


def draw_line(axes, xs, intervals, style, **options):
    """Medians with the bars of their intervals."""
    marker, color = style
    medians = [interval["median"] for interval in intervals]
    bars = [[interval["median"] - interval["low"] for interval in intervals],
            [interval["high"] - interval["median"] for interval in intervals]]
    axes.errorbar(xs, medians, bars, marker=marker, color=color, markersize=5, linewidth=1.2, **options)


def name_ends(axes, ends, highest):
    """The figures of the last points, apart from each other."""
    last = -1
    for value, x in sorted(ends):
        last = max(value, last + 0.05 * highest)
        axes.annotate(f"{value:.2f}", (x, last), (6, 0), textcoords="offset points", va="center", fontsize=8)


def titles_of(items, title):
    """The panels' titles in the order of their first item."""
    return list(dict.fromkeys(map(title, items)))


def speed_up_figure(canvas, report, kind):
    series = [entry for entry in report["series"] if entry["kind"] == kind]
    if not series:
        return
    def title(entry):
        return f"{entry['scene']}, {entry['points'][0]['box_count']:,} boxes{' a thread' if kind == 'weak' else ''}"
    titles, engines = titles_of(series, title), []
    figure, panels = canvas.panels(len(titles), max(0.7 + 2.65 * len(titles), 4.8), 4, sharey=True)
    threads = sorted({point["threads"] for entry in series for point in entry["points"]})
    for axes, name in zip(panels, titles):
        ends = []  # speed-up and threads of the last point of each line
        axes.plot([1, threads[-1]], [1, threads[-1]], ":", color=GRAY, label="ideal")
        for entry in series:
            if title(entry) != name:
                continue
            points = [point for point in entry["points"] if point["speed_up"] is not None]
            draw_line(axes, [point["threads"] for point in points], [point["speed_up"] for point in points],
                      style_of(engines, entry["engine"]), label=entry["engine"])
            if points:
                ends.append((points[-1]["speed_up"]["median"], points[-1]["threads"]))
        name_ends(axes, ends, threads[-1])
        axes.set_xticks(threads)
        axes.margins(x=0.15)
        axes.set_title(name)
        axes.set_xlabel("threads")
        axes.grid(color="#e0e0e0", linewidth=0.5)
    panels[0].set_ylabel("speed-up over one thread")
    panels[0].legend(frameon=False)
    words = "Weak scaling: as many times the boxes as threads" if kind == "weak" else \
        "Strong scaling: the same frame on more threads"
    figure.suptitle(f"{words}; bars: 95 % interval ({machine_words(report)})", fontsize=10)
    canvas.write(figure, f"speed-up-{kind}")


def stages_figure(canvas, report):
    """A panel a scene: a column a thread count, the stages of quadphase one on the other."""
    series = [entry for entry in report["series"]
              if entry["kind"] == "strong" and entry["engine"] == "quadphase" and entry["points"][0]["stages"]]
    if not series:
        return
    figure, panels = canvas.panels(len(series), 2.5 + 2.3 * len(series), 4.2, sharey=True)
    for axes, entry in zip(panels, series):
        places = range(len(entry["points"]))
        bottoms = [0] * len(places)
        for number, name in enumerate(stage["stage"] for stage in entry["points"][0]["stages"]):
            heights = [sum(stage["median_ms"] for stage in point["stages"] if stage["stage"] == name)
                       for point in entry["points"]]
            hatch, color = STAGE_STYLES[number % len(STAGE_STYLES)]
            axes.bar(places, heights, 0.7, bottoms, color=color, hatch=hatch, edgecolor=INK, linewidth=0.6, label=name)
            bottoms = [bottom + height for bottom, height in zip(bottoms, heights)]
        axes.set_xticks(places, [point["threads"] for point in entry["points"]])
        axes.set_xlabel("threads")
        axes.set_title(f"{entry['scene']}, {entry['points'][0]['box_count']:,} boxes")
        axes.set_axisbelow(True)
        axes.grid(axis="y", color="#e0e0e0", linewidth=0.5)
    panels[0].set_ylabel("milliseconds a frame, medians of the stages")
    handles, labels = panels[-1].get_legend_handles_labels()
    panels[-1].legend(reversed(handles), reversed(labels), frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    figure.suptitle(f"quadphase: the stages of a frame ({machine_words(report)})", fontsize=10)
    canvas.write(figure, "stages")


def growth_figure(canvas, report):
    points = [point for point in report.get("growth", []) if point["ns_per_box"] is not None]
    if not points:
        return
    fewest = min(point["threads"] for point in points)
    scenes, engines = titles_of(points, lambda point: point["scene"]), []
    figure, panels = canvas.panels(len(scenes), max(0.7 + 2.65 * len(scenes), 4.8), 4, sharey=True)
    for axes, scene in zip(panels, scenes):
        axes.set_xscale("log")
        axes.set_yscale("log")
        for engine, threads in dict.fromkeys((point["engine"], point["threads"]) for point in points
                                             if point["scene"] == scene):
            line = [point for point in points
                    if (point["scene"], point["engine"], point["threads"]) == (scene, engine, threads)]
            hollow = {} if threads == fewest else {"markerfacecolor": "white", "linestyle": "--"}
            draw_line(axes, [point["box_count"] for point in line], [point["ns_per_box"] for point in line],
                      style_of(engines, engine), label=f"{engine}, {thread_words(threads)}", **hollow)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.yaxis.set_minor_formatter(lambda value, _: f"{value:g}" if f"{value:g}"[0] in "235" else "")
        axes.set_xlabel("boxes (logarithmic)")
        axes.set_title(scene)
        axes.grid(color="#e0e0e0", linewidth=0.5)
    panels[0].set_ylabel("nanoseconds a box and frame (logarithmic)")
    panels[0].legend(frameon=False)
    figure.suptitle(f"Cost a box over the number of boxes; bars: 95 % interval ({machine_words(report)})", fontsize=10)
    canvas.write(figure, "growth")


def main():
    parser = argparse.ArgumentParser(description="Draws the JSON reports of compare and scaling.")
    parser.add_argument("--compare", help="the JSON report of compare")
    parser.add_argument("--scaling", help="the JSON report of scaling")
    parser.add_argument("--output", required=True, type=pathlib.Path, help="the folder of the figures")
    options = parser.parse_args()
    compare = read_report(options.compare, "compare") if options.compare else None
    scaling = read_report(options.scaling, "scaling") if options.scaling else None
    if compare is None and scaling is None:
        raise ReportError("nothing to draw: give --compare or --scaling")
    options.output.mkdir(parents=True, exist_ok=True)
    blocks = [] if compare is None else shown_blocks(compare)
    if scaling is None and not blocks:
        raise ReportError("nothing to draw: the report has no scene in which all boxes move")
    table = markdown(compare) if blocks else ""
    if table:
        path = options.output / "table.md"
        path.write_text(table, encoding="utf-8")
        print(path)
    canvas = Canvas(options.output)
    if blocks:
        scene_figure(canvas, compare, blocks[0])
        scenes_figure(canvas, compare, blocks)
    if scaling is not None:
        speed_up_figure(canvas, scaling, "strong")
        speed_up_figure(canvas, scaling, "weak")
        stages_figure(canvas, scaling)
        growth_figure(canvas, scaling)


if __name__ == "__main__":
    run(main)
