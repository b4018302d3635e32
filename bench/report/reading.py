# SPDX-License-Identifier: MIT
"""What tables and figures look up in the JSON reports of quadphase_bench_peers."""
import json
import math
import sys

GROUPS = ("quadphase", "baseline", "peer")  # ours, what people write themselves, libraries


class ReportError(Exception):
    """A file that is no report, or lacks what is needed; one line."""


def read_report(path, command):
    """The report of a command."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except OSError as error:
        raise ReportError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:  # no JSON, or no text
        raise ReportError(f"{path} is no JSON report of {command}") from error
    if not isinstance(report, dict) or report.get("command") != command:
        raise ReportError(f"{path} is no JSON report of {command}")
    return report


def run(main):
    """Runs a script, which ends with one line and status 1 if something is wrong with what it was given."""
    try:
        main()
    except ReportError as error:
        sys.exit(f"error: {error}")
    except OSError as error:
        sys.exit(f"error: {error}")
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        sys.exit(f"error: a report lacks what is needed: {error!r}")


def shown_blocks(report):
    """Of each scene the block of the most boxes that every engine runs, all boxes moving."""
    blocks = {}
    for block in report["blocks"]:
        if block["motion"] != "all" or block["box_count"] > report["settings"]["large_count"]:
            continue
        known = blocks.get(block["scene"])
        if known is None or known["box_count"] < block["box_count"]:
            blocks[block["scene"]] = block
    return list(blocks.values())


def least_threads(block):
    return min(row["threads"] for row in block["results"])


def most_threads(block):
    return max(row["threads"] for row in block["results"])


def row_of(block, engine, threads):
    """The row of an engine, if it has a median."""
    for row in block["results"]:
        if row["engine"] == engine and row["threads"] == threads and row["median_ms"] is not None:
            return row
    return None


def ns_a_box(block, row, field="median_ms"):
    return row[field] * 1e6 / block["box_count"]


def group_of(row):
    return GROUPS.index(row["group"])


def short_number(number):
    """A decimal below 100, none above."""
    return f"{number:.1f}" if number < 99.95 else f"{math.floor(number + 0.5):,}"


def short_text(number, digits=3):
    """So many digits, and no exponent."""
    if not number > 0:
        return "-"
    return f"{number:.{max(digits - 1 - math.floor(math.log10(number)), 0)}f}"


def thread_words(threads):
    return f"{threads} thread{'' if threads == 1 else 's'}"


def machine_words(report):
    machine = report["machine"]
    return f"{machine['processor']}, {machine['cores']} core{'' if machine['cores'] == 1 else 's'}"
