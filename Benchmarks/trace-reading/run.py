#!/usr/bin/env python3
"""Reads a large trace with fetchsched and with polars, one thread each, by turns, and writes every time down.

    python3 Benchmarks/trace-reading/run.py [--rounds 7] [--devices 280] [--output results.csv]

Needs Swift; polars (pip install polars) is left out with a line that says so if it is not there. Each reading is a process
of its own; times are of the reading alone, without the start of the process.
"""
import argparse
import csv
import os
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from measure import build, measured, one_count, polars_reading, run  # noqa: E402 (found beside this folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--devices", type=int, default=280)
    parser.add_argument("--output", default=str(HERE / "results.csv"))
    arguments = parser.parse_args()

    reader = build(HERE, "read-trace")

    with tempfile.TemporaryDirectory() as folder:
        text, compact = str(pathlib.Path(folder) / "trace.csv"), str(pathlib.Path(folder) / "trace.fst")
        for path in (text, compact):
            run([reader, "make", path, str(arguments.devices)])
        ways = {
            "fetchsched csv, event by event": [reader, "stream", text],
            "fetchsched csv, into memory": [reader, "memory", text],
            "fetchsched binary, event by event": [reader, "stream", compact],
            "fetchsched binary, into memory": [reader, "memory", compact],
        }
        if polars := polars_reading(text):
            version, command = polars
            ways[f"polars {version} csv, into columns"] = command

        rows = []
        for round_number in range(arguments.rounds + 1):
            for name, command in ways.items():
                events, cpu, wall = measured(command)[0].split()
                # The first round fills the page cache.
                if round_number > 0:
                    rows.append([round_number, name, command[-1][-3:], events, cpu, wall])
        sizes = {path[-3:]: os.path.getsize(path) for path in (text, compact)}

    one_count(row[3] for row in rows)
    with open(arguments.output, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["round", "reader", "form", "events", "cpu_seconds", "wall_seconds"])
        writer.writerows(rows)

    print(f"{rows[0][3]} events; csv {sizes['csv'] / 1e6:.1f} MB, binary {sizes['fst'] / 1e6:.1f} MB; "
          f"{arguments.rounds} rounds, seconds of processor")
    print(f"{'reader':36}  median    best  MB/s (best)")
    for name in ways:
        times = [float(row[4]) for row in rows if row[1] == name]
        form = next(row[2] for row in rows if row[1] == name)
        print(f"{name:36}  {statistics.median(times):6.2f}  {min(times):6.2f}  {sizes[form] / 1e6 / min(times):11.0f}")


if __name__ == "__main__":
    main()
