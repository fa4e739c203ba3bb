#!/usr/bin/env python3
"""Measures how fast traces are read and replayed, and in how much memory.

    python3 Benchmarks/throughput.py [--rounds 3] [--devices 280] [--adaptive-devices 12] [--output throughput.csv]

In each round, by turns: the replay alone (decoded devices under one policy, nothing else) and the command
`fetchsched bench` (reading, the replay without fetches, the bound and the policy), each on one worker and on two; and
reading with fetchsched and with polars on one thread; and an LRU cache replayed by libcachesim over as many
requests as the plain trace has events (pip install polars libcachesim; what is not there is left out).
Replays and bench have two traces each: one with background work beside the fetches, and a plain one without. Every run
is a process of its own. The engine takes so much longer than the others that it has shorter traces.

A speed-up from one worker to two says something only on a machine that has nothing else to do: the load before each
round stands in the table, and a warning below it.
"""
import argparse
import csv
import os
import pathlib
import shutil
import sys
import tempfile

from measure import build, libcachesim_replay, measured, one_count, polars_reading, run

HERE = pathlib.Path(__file__).resolve().parent
POLICIES = ["none", "aligned-1800", "piggyback-900", "adaptive"]
# What stands behind a subject whose trace has launches, changes and syncs alone; others have background work, too.
PLAIN = ", plain trace"
COLUMNS = ["round", "load", "what", "subject", "workers", "events", "cpu_seconds", "wall_seconds", "peak_megabytes"]


def name_of_trace(subject):
    kind = PLAIN if subject.endswith(PLAIN) else ""
    return ("few" if subject.removesuffix(PLAIN) == "adaptive" else "many") + kind


def ways(arguments, folder):
    """Every measurement: (what, subject, workers) -> command, and whether it prints its own figures."""
    tool, command = build(HERE, "replay-trace"), build(HERE.parent, "fetchsched")
    traces = {}
    for name, devices in [("many", arguments.devices), ("few", arguments.adaptive_devices)]:
        for preset, kind in [("everything", ""), ("student", PLAIN)]:
            traces[name + kind] = str(folder / f"{name}-{preset}.csv")
            run([command, "generate", "--preset", preset, "--devices", str(devices), "--days", "28",
                 "--output", traces[name + kind]])

    found = {}
    for kind in ("", PLAIN):
        for workers in (1, 2):
            found["replay alone", "none and the bound" + kind, workers] = [
                tool, "bound", traces["many" + kind], str(workers)]
        for policy in POLICIES:
            trace = traces[name_of_trace(policy + kind)]
            for workers in (1, 2):
                found["replay alone", policy + kind, workers] = [tool, "replay", policy, trace, str(workers)]
                found["bench", policy + kind, workers] = [
                    command, "bench", trace, "--policy", policy, "--format", "json", "--jobs", str(workers)]
    for subject, way, path in [
            ("csv, event by event", "stream", traces["many"]), ("csv, into memory", "memory", traces["many"])]:
        found["reading", subject, 1] = [tool, "read", way, path]
    if polars := polars_reading(traces["many"]):
        version, command = polars
        found["reading", f"csv, polars {version}", 1] = command
    with open(traces["many" + PLAIN]) as lines:
        requests = sum(1 for _ in lines) - 1
    if replay := libcachesim_replay(requests):
        version, command = replay
        found["replay alone", f"LRU, libcachesim {version}" + PLAIN, 1] = command
    return found


def measure(arguments, folder):
    rows, events = [], {}
    found = ways(arguments, folder)
    for round_number in range(1, arguments.rounds + 1):
        load = f"{os.getloadavg()[0]:.1f}"
        for (what, subject, workers), command in found.items():
            text, cpu, wall, peak = measured(command)
            if what == "bench":
                # Of the whole process; the number of events is that of the same trace elsewhere.
                count = events[name_of_trace(subject)]
            else:
                count, cpu, wall = (float(figure) for figure in text.split())
                events[name_of_trace(subject)] = count
            rows.append([round_number, load, what, subject, workers, int(count), f"{cpu:.4f}", f"{wall:.4f}",
                         f"{peak:.1f}"])
    one_count(row[5] for row in rows if row[2] == "reading")
    return rows


def summary(rows):
    """The best of the rounds: {(what, subject, workers): (events per second, megabytes, events)}; by processor for
    reading, by the clock for replays."""
    best = {}
    for row in rows:
        key, seconds = tuple(row[2:4]) + (int(row[4]),), float(row[6 if row[2] == "reading" else 7])
        rate, peak, _ = best.get(key, (0.0, 0.0, 0))
        best[key] = (max(rate, int(row[5]) / seconds), max(peak, float(row[8])), int(row[5]))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--devices", type=int, default=280)
    parser.add_argument("--adaptive-devices", type=int, default=12)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "throughput.csv")
    arguments = parser.parse_args()

    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        rows = measure(arguments, folder)
    finally:
        shutil.rmtree(folder)
    with open(arguments.output, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    best = summary(rows)

    print(f"{'what':13} {'subject':32} {'workers':>7} {'events/s':>12} {'speed-up':>9} {'peak MB':>8}")
    for (what, subject, workers), (rate, peak, _) in best.items():
        speedup = f"{rate / best[what, subject, 1][0]:9.2f}" if workers > 1 else " " * 9
        print(f"{what:13} {subject:32} {workers:7} {rate:12,.0f} {speedup} {peak:8.0f}")
    if max(float(row[1]) for row in rows) > 0.5 * (os.cpu_count() or 1):
        print("the machine was busy: the speed-ups say little", file=sys.stderr)


if __name__ == "__main__":
    main()
