#!/usr/bin/env python3
"""What the fitted start of the engine's models is worth in the first week: `adaptive` less `no-prior`.

    python3 Benchmarks/prior/first-week.py [FETCHSCHED [TRACE...]]

Without traces: four new users for a week from each of thirteen presets at six seeds, none of which were fitted to. All seven
days are scored. Intervals are 1.96 standard errors over traces. Standard library only.
"""
import csv
import io
import os
import subprocess
import sys
import tempfile

PRESETS = ("commuter student night-shift quiet news heavy sparse custom population messenger traveller backup "
           "everything").split()
SEEDS = range(41, 47)
FIGURES = [
    "when an app is opened: log score, nats", "which app is opened: log score, nats", "which app is opened: hit@1, %",
    "whether within 1 h: skill, %", "whether content is new: log loss, nats"]


def rows(binary, *arguments):
    result = subprocess.run([binary, *arguments, "--format", "csv", "--quiet"], check=True, capture_output=True, text=True)
    return csv.DictReader(io.StringIO(result.stdout))


def line(name, pairs):
    """Prints the means before and after, and the mean difference with its interval."""
    count = len(pairs)
    differences = [after - before for before, after in pairs]
    mean = sum(differences) / count
    variance = sum((d - mean) ** 2 for d in differences) / max(1, count - 1)
    before, after = (sum(pair[side] for pair in pairs) / count for side in (0, 1))
    print(f"{name:45} {before:9.4f} {after:9.4f}  {mean:+.4f} +-{1.96 * (variance / count) ** 0.5:.4f}")


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else ".build/release/fetchsched"
    with tempfile.TemporaryDirectory() as folder:
        traces = sys.argv[2:]
        if not traces:
            for preset in PRESETS:
                for seed in SEEDS:
                    traces.append(os.path.join(folder, f"{preset}-{seed}.fst"))
                    subprocess.run(
                        [binary, "generate", "--preset", preset, "--devices", "4", "--days", "7", "--seed", str(seed),
                         "--quiet", "--output", traces[-1]], check=True)
        print(f"{'days 1 to 7 of ' + str(len(traces)) + ' traces':45} {'no-prior':>9} {'adaptive':>9}  difference")
        found = {}
        for row in rows(binary, "forecast", *traces, "--warmup", "0", "--resamples", "100", "--model", "no-prior,adaptive"):
            if row["section"] == "models" and row["figure"] == "value" and row["value"]:
                found[row["trace"], row["row"]] = float(row["value"])
        for figure in FIGURES:
            pairs = [tuple(found.get((t, f"{m} / {figure}")) for m in ("no-prior", "adaptive")) for t in traces]
            line(figure, [pair for pair in pairs if None not in pair])
        shares = {}
        for row in rows(binary, "bench", *traces, "--warmup", "0", "--radio", "lte", "--value", "20,100",
                        "--policy", "no-prior,adaptive,clairvoyant"):
            shares[row["trace"], row["valueJoules"], row["policy"]] = row["shareOfClairvoyant"]
        for value in ("20", "100"):
            pairs = [(shares[t, value, "no-prior"], shares[t, value, "adaptive"]) for t in traces]
            line(f"share of the bound, LTE, V = {value}", [(float(a), float(b)) for a, b in pairs if a and b])


main()
