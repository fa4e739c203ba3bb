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
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
POLARS = """
import sys, time
import polars
text, number, size = polars.String, polars.Float64, polars.Int64
schema = {"time": number, "device": text, "event": text, "app": text, "value": text, "bytes": size, "seconds": number}
cpu, wall = time.process_time(), time.perf_counter()
table = polars.read_csv(sys.argv[1], schema=schema)
print(table.height, time.process_time() - cpu, time.perf_counter() - wall)
"""


def run(command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--devices", type=int, default=280)
    parser.add_argument("--output", default=str(HERE / "results.csv"))
    arguments = parser.parse_args()

    subprocess.run(["swift", "build", "-c", "release", "--package-path", HERE], check=True, stdout=sys.stderr)
    binary = run(["swift", "build", "-c", "release", "--package-path", HERE, "--show-bin-path"]).strip()
    reader = str(pathlib.Path(binary) / "read-trace")
    environment = dict(os.environ, POLARS_MAX_THREADS="1")

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
        try:
            version = run([sys.executable, "-c", "import polars; print(polars.__version__)"]).strip()
            ways[f"polars {version} csv, into columns"] = [sys.executable, "-c", POLARS, text]
        except subprocess.CalledProcessError:
            print("polars is not installed (pip install polars): measured without it", file=sys.stderr)

        rows = []
        for round_number in range(arguments.rounds + 1):
            for name, command in ways.items():
                events, cpu, wall = run(command, env=environment).split()
                # The first round fills the page cache.
                if round_number > 0:
                    rows.append([round_number, name, command[-1][-3:], events, cpu, wall])
        sizes = {path[-3:]: os.path.getsize(path) for path in (text, compact)}

    if len({row[3] for row in rows}) != 1:
        sys.exit("the readers do not agree on the number of events")
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
