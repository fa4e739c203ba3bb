#!/usr/bin/env python3
"""Measures the engine's calls one by one, and holds their times and allocations against thresholds.csv; where that names no
allocations, there must be none.

    python3 Benchmarks/calls.py

Prints a table; exits with 1 if a figure is above its threshold. Times are the best tenth of the samples (p25 beside
it), as machines are shared: a slow neighbour makes samples longer, never shorter. Each time is that of a call with what
the benchmark itself needs for it (some nanoseconds where it takes the next app and the time from a list).
"""
import csv
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def measured():
    """Output of the benchmark package: {(benchmark, metric): {percentile: figure}}, times in nanoseconds."""
    command = ["swift", "package", "--package-path", str(HERE), "benchmark", "--target", "CallBenchmarks",
               "--no-progress", "--format", "markdown", "--time-units", "nanoseconds", "--path", "stdout"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures, name, columns = {}, None, []
    for line in text.splitlines():
        heading = re.match(r"#+ (.*)", line)
        if heading:
            name = heading.group(1).strip()
            continue
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) < 3 or set(line) <= set("|-: "):
            continue
        if cells[0].startswith("Metric"):
            columns = cells[1:]
            continue
        metric, _, unit = cells[0].partition(" (")
        factor = {"K)": 1000, "M)": 1_000_000}.get(unit[:2], 1)
        figures[name, metric] = {column: round(float(cell) * factor) for column, cell in zip(columns, cells[1:]) if cell}
    return figures


def main():
    with open(HERE / "thresholds.csv", newline="") as file:
        thresholds = list(csv.DictReader(file))
    figures = measured()
    held = {row["benchmark"] for row in thresholds if row["metric"] == "Allocations"}
    calls = [name for name, metric in figures if metric == "Allocations"]
    if len(calls) < 12:
        sys.exit(f"allocations were counted of {len(calls)} calls, expected 12")
    thresholds += [dict(benchmark=name, metric="Allocations", threshold=0, of="", wanted=0)
                   for name in calls if name not in held]

    failed = 0
    print(f"{'benchmark':52} {'metric':14} {'best':>12} {'p25':>12} {'threshold':>12} {'wanted':>10}")
    for row in thresholds:
        key = (row["benchmark"], row["metric"])
        if key not in figures:
            sys.exit(f"thresholds.csv: no figure for {key}; there are {sorted(figures)}")
        best, quarter = figures[key]["p0"], figures[key]["p25"]
        threshold = float(row["threshold"])
        if row["of"]:
            # A ratio: so many times another benchmark of the same run.
            threshold *= figures[row["of"], row["metric"]]["p0"]
        good = best <= threshold
        failed += not good
        print(f"{key[0]:52} {key[1]:14} {best:12,} {quarter:12,} {threshold:12,.0f} {row['wanted']:>10}"
              f"{'' if good else '  ABOVE'}")
    if failed:
        sys.exit(f"{failed} above their thresholds")


if __name__ == "__main__":
    main()
