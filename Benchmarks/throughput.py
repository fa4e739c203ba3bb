#!/usr/bin/env python3
"""Measures how fast traces are read and replayed, and in how much memory; writes a table and a plot.

    python3 Benchmarks/throughput.py [--rounds 3] [--devices 280] [--adaptive-devices 12] [--output throughput.csv]

In each round, by turns: the replay alone (decoded devices under one policy, nothing else) and the command
`fetchsched bench` (reading, the replay without fetches, the bound and the policy), each on one worker and on two; and
reading with fetchsched and with polars on one thread; and an LRU cache replayed by libcachesim over as many
requests as the plain trace has events (pip install polars libcachesim; what is not there is left out).
Replays and bench have two traces each: one with background work beside the fetches, and a plain one without. Every run
is a process of its own. The engine takes so much longer than the others that it has shorter traces.

A speed-up from one worker to two says something only on a machine that has nothing else to do: the load before each
round stands in the table, and a warning below it. The plot, of the same name but .svg, has the best of each.
"""
import argparse
import csv
import math
import os
import pathlib
import shutil
import sys
import tempfile

from measure import build, libcachesim_replay, measured, one_count, polars_reading, run

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE / "throughput"
POLICIES = ["none", "aligned-1800", "piggyback-900", "adaptive"]
# What stands behind a subject whose trace has launches, changes and syncs alone; others have background work, too.
PLAIN = ", plain trace"
COLUMNS = ["round", "load", "what", "subject", "workers", "events", "cpu_seconds", "wall_seconds", "peak_megabytes"]


def name_of_trace(subject):
    kind = PLAIN if subject.endswith(PLAIN) else ""
    return ("few" if subject.removesuffix(PLAIN) == "adaptive" else "many") + kind


def ways(arguments, folder):
    """Every measurement: (what, subject, workers) -> command, and whether it prints its own figures."""
    tool, command = build(PACKAGE, "replay-trace"), build(HERE.parent, "fetchsched")
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


def short(rate):
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"


def plot(best):
    """Three panels of bars: events per second on a scale of powers of ten, and peak memory."""
    dark, light, other, ink, grid = "#2a5d8f", "#8fb8de", "#b0b0b0", "#222", "#ddd"
    low, high, left, width, bar, gap = 3.0, 7.8, 250, 520, 17, 9
    parts, top = [], 20

    def text(x, y, content, anchor="start", size=12, weight="normal"):
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
                     f'font-weight="{weight}" fill="{ink}">{content}</text>')

    def panel(title, axis, subjects, ticks, place, bars):
        """`bars` gives a subject's bars as (value, label, colour)."""
        nonlocal top
        text(10, top + 8, title, size=14, weight="bold")
        top += 20
        begin = top
        body, content = len(parts), []
        for subject in subjects:
            mine = bars(subject)
            height = bar * len(mine)
            text(left - 8, top + gap / 2 + height / 2 + 4, subject, "end")
            for value, label, colour in mine:
                length = max(1.0, place(value) * width)
                content.append(f'<rect x="{left}" y="{top + gap / 2:.1f}" width="{length:.1f}" height="{bar - 2}" '
                               f'fill="{colour}"/>')
                text(left + length + 5, top + gap / 2 + bar - 5, label, size=11)
                top += bar
            top += gap
        lines = []
        for value, label in ticks:
            x = left + place(value) * width
            lines.append(f'<line x1="{x:.1f}" y1="{begin}" x2="{x:.1f}" y2="{top}" stroke="{grid}"/>')
            text(x, top + 14, label, "middle", 11)
        parts[body:body] = lines + content
        text(left + width / 2, top + 31, axis, "middle")
        top += 58

    def rates(what):
        def bars(subject):
            mine = []
            for workers in (1, 2):
                if (what, subject, workers) in best:
                    rate = best[what, subject, workers][0]
                    label = short(rate)
                    if workers == 2:
                        label += f" ({rate / best[what, subject, 1][0]:.2f} times one worker)"
                    mine.append((rate, label, dark if workers == 1 else light))
            if "polars" in subject or "libcachesim" in subject:
                mine = [(value, label, other) for value, label, _ in mine]
            return mine
        return bars

    powers = [(10 ** power, f"{10 ** power // 1000:,} k" if power < 6 else f"{10 ** power // 10 ** 6} M")
              for power in range(3, 8)]

    def logarithmic(value):
        return max(0.0, (math.log10(value) - low) / (high - low))

    def subjects(what):
        return list(dict.fromkeys(key[1] for key in best if key[0] == what))

    text(10, top, "fetchsched: throughput and memory, best of the rounds", size=16, weight="bold")
    top += 14
    for x, colour, label in [(10, dark, "one worker"), (120, light, "two workers"), (240, other, "another tool")]:
        parts.append(f'<rect x="{x}" y="{top - 1}" width="12" height="12" fill="{colour}"/>')
        text(x + 17, top + 9, label)
    top += 34
    seconds = "events per second of the clock (each step: ten times as many)"
    panel("Replay alone, by policy", seconds, subjects("replay alone"), powers, logarithmic, rates("replay alone"))
    panel("The command bench, by policy: reading, bound and all", seconds, subjects("bench"), powers, logarithmic,
          rates("bench"))
    fastest = max(rate for key, (rate, _, _) in best.items() if key[0] == "reading") * 1.05
    millions = [(size * 1e6, f"{size} M") for size in range(0, int(fastest / 1e6) + 1, 2)]
    panel("Reading, by form and way", "events per second of processor", subjects("reading"), millions,
          lambda value: value / fastest, rates("reading"))
    memory = [(f"bench {key[1]}, {key[2]} worker{'s' if key[2] > 1 else ''}", key) for key in best if key[0] == "bench"]
    memory += [(f"read {key[1]}", key) for key in best if key[0] == "reading"]
    keys = dict(memory)
    most = max(best[key][1] for key in keys.values()) * 1.15
    step = next(size for size in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000) if most / size <= 8)
    colours = {name: other if "polars" in name else light if key[2] > 1 else dark for name, key in memory}
    panel("Memory, by what is done", "peak of the process, in megabytes", list(keys),
          [(value, f"{value:,}") for value in range(0, int(most) + 1, step)], lambda value: value / most,
          lambda name: [(best[keys[name]][1],
                         f"{best[keys[name]][1]:.0f} MB ({short(best[keys[name]][2])} events)", colours[name])])
    whole = left + width + 170
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{top}" viewBox="0 0 {whole} {top}" '
            f'font-family="Helvetica, Arial, sans-serif"><rect width="{whole}" height="{top}" fill="white"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--devices", type=int, default=280)
    parser.add_argument("--adaptive-devices", type=int, default=12)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "throughput.csv")
    parser.add_argument("--plot-only", action="store_true", help="draw the plot of a table that is there")
    arguments = parser.parse_args()

    if arguments.plot_only:
        with open(arguments.output, newline="") as file:
            rows = list(csv.reader(file))[1:]
    else:
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
    arguments.output.with_suffix(".svg").write_text(plot(best))

    print(f"{'what':13} {'subject':32} {'workers':>7} {'events/s':>12} {'speed-up':>9} {'peak MB':>8}")
    for (what, subject, workers), (rate, peak, _) in best.items():
        speedup = f"{rate / best[what, subject, 1][0]:9.2f}" if workers > 1 else " " * 9
        print(f"{what:13} {subject:32} {workers:7} {rate:12,.0f} {speedup} {peak:8.0f}")
    if max(float(row[1]) for row in rows) > 0.5 * (os.cpu_count() or 1):
        print("the machine was busy: the speed-ups say little", file=sys.stderr)


if __name__ == "__main__":
    main()
