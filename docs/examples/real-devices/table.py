#!/usr/bin/env python3
"""Repeats the table of real devices of docs/results.md from public logs.

    table.py FOLDER            measures the logs that are in FOLDER; says which are missing, and how to get them
    table.py FOLDER --fetch    downloads the missing logs first (3 MB)

Each log is checked by its SHA-256 digest. Logs of R need the Python package `rdata`. No log is changed, and none is to be
published: they are the lives of people. `fetchsched` is looked for in $FETCHSCHED, then built in the folder of this script's
repository.

Content: a launch log does not say when content changed. FOLDER/repositories may hold clones of public Git repositories, one
folder each (`git clone --bare --filter=tree:0 URL`, at least as many as a device has apps). Each gives a stream of commit times.
The streams are shuffled with `random.Random(1)` in the order of their names, and the k-th most launched app of a device gets the
k-th stream, moved by whole weeks to the first week of the log: weekday and hour stay. Without clones, the rows of paired content
are left out. A phone's own notifications need no pairing.
"""

import argparse
import collections
import csv
import hashlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import urllib.parse
import urllib.request

RAW = "https://raw.githubusercontent.com/"
# Name: where it is, its digest, who made it under which licence.
LOGS = {
    "phone.csv": (
        RAW + "abardou/viz-habits/43b2051779398b83d4b0610442a6bad4c274c119/data/user2/AUM_V4_Activity_2019-12-10_22-19-45.csv",
        "de21ea0752ade4d3dfb40f59d3c91d6a4c874cc9d69153b8f947a8f1ceaf8aa2", "[1] abardou/viz-habits, GPL-3.0"),
    "panel.rds": (
        RAW + "patrickzerrer/How-to-work-with-Android-App-Logging-Data/56d8a68a511feff28546e9fbfefdf875df4e2216/data/blue_data.rds",
        "36769fee24847077059f23cbaeef139df091a953b1535dc4242cdae7768cc87a",
        "[2] patrickzerrer/How-to-work-with-Android-App-Logging-Data, MIT"),
    "panelist.rda": (
        RAW + "schochastics/webtrackR/4c1da752708ab4d93c98956558b86f894cdbd5a4/data/testdt_tracking.rda",
        "80139149502a2d280613028d83760169f879621ad913dea12d71ef2c63c14e5c", "[3] schochastics/webtrackR, MIT"),
}
# The phones and the panelist of the table, by the names that the logs have for them.
PHONES = [f"participant_{number}" for number in (1, 4, 7, 12, 16, 19, 22, 27, 32, 36, 39, 42, 47)]
PANELIST = "XExRVyU6ui"
WEEK = 7 * 86_400
# Size of an update in bytes: a round number near the median of the data sets.
BYTES = 150_000


def log(folder, name, fetches):
    """The path of a log that is as it was published; None, with words, where it is missing."""
    url, digest, licence = LOGS[name]
    path = folder / name
    if not path.exists() and fetches:
        print(f"{name}: {url}", file=sys.stderr)
        with urllib.request.urlopen(url, timeout=60) as answer:
            path.write_bytes(answer.read())
    if not path.exists():
        print(f"{path}: missing, {licence}\n    curl -L -o {path} {url}", file=sys.stderr)
        return None
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        sys.exit(f"{path}: error: found SHA-256 {found}, expected {digest}; get it from {url}")
    return path


def streams(folder):
    """Commit times of the clones in a folder, shuffled; in seconds since 1970."""
    found = []
    for clone in sorted(each for each in folder.glob("*") if each.is_dir()):
        lines = subprocess.run(
            ["git", "-C", str(clone), "log", "--all", "--format=%ct"], check=True, capture_output=True, text=True).stdout
        times = sorted(set(map(int, lines.split())))
        if len(times) >= 100:
            found.append(times)
    random.Random(1).shuffle(found)
    return found


class Trace:
    """A trace as rows, with content added."""

    COLUMNS = ["time", "device", "event", "app", "value", "bytes", "seconds"]

    def __init__(self, rows):
        self.rows = rows

    def without(self, *events):
        return Trace([row for row in self.rows if row["event"] not in events])

    def with_content(self, rows, provenance):
        # Each device's lines together, those that set it up first.
        order = {"provenance": 0, "zone": 1, "interval": 2}
        first = {}
        for row in self.rows:
            first.setdefault(row["device"], row["time"])
        rows = rows + [
            {"time": time, "device": device, "event": "provenance", "value": provenance} for device, time in first.items()]
        return Trace(sorted(
            self.without("provenance").rows + rows,
            key=lambda row: (row["device"], float(row["time"]), order.get(row["event"], 3))))

    def paired(self, all_streams):
        """The k-th most launched app of each device gets the k-th stream, moved by whole weeks."""
        rows = []
        for device in dict.fromkeys(row["device"] for row in self.rows):
            own = [row for row in self.rows if row["device"] == device]
            start, end = (bound(float(row["time"]) for row in own) for bound in (min, max))
            launches = collections.Counter(row["app"] for row in own if row["event"] == "launch")
            apps = sorted(launches, key=lambda app: (-launches[app], app))
            for app, times in zip(apps, all_streams):
                # The end of a history is its busy part: its last weeks cover the log.
                moved = [time - ((times[-1] - end) // WEEK) * WEEK for time in times]
                rows += [
                    {"time": f"{time:.3f}", "device": device, "event": "update", "app": app, "bytes": str(BYTES)}
                    for time in moved if start <= time <= end]
        return self.with_content(rows, "updates: commit times of public repositories, paired with apps")

    def ringing(self):
        """An app's notifications are its updates."""
        rows = [
            {"time": row["time"], "device": row["device"], "event": "update", "app": row["app"], "bytes": str(BYTES)}
            for row in self.rows if row["event"] == "push"]
        return self.without("push").with_content(rows, "updates: the app's own notifications")

    def write(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, self.COLUMNS, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        return path


def command():
    named = os.environ.get("FETCHSCHED")
    if named:
        return named
    root = pathlib.Path(__file__).resolve().parents[3]
    subprocess.run(["swift", "build", "-c", "release", "--product", "fetchsched"], cwd=root, check=True)
    show = ["swift", "build", "-c", "release", "--show-bin-path"]
    return subprocess.run(show, cwd=root, check=True, capture_output=True, text=True).stdout.strip() + "/fetchsched"


def imported(fetchsched, path, *options):
    text = subprocess.run(
        [fetchsched, "import", str(path), "--no-content", *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    return Trace(list(csv.DictReader(text.splitlines())))


def frame(path):
    """A data frame of R; None, with words, without the package that reads it."""
    try:
        import rdata
    except ImportError:
        print(f"{path}: needs the Python package rdata: python3 -m pip install rdata", file=sys.stderr)
        return None
    return rdata.read_rds(path) if path.suffix == ".rds" else next(iter(rdata.read_rda(path).values()))


def plain(path, rows):
    """A CSV file that `import --from csv` reads."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["time", "app", "device", "seconds"])
        writer.writerows(rows)
    return path


def panel(path):
    """The launches of the phones of the panel, local time."""
    data = frame(path)
    return data is not None and plain(path.with_suffix(".csv"), [
        (row.start_time, row.app_package, row.panelist_id, row.duration) for row in data.itertuples()
        if row.panelist_id in PHONES])


def panelist(path):
    """Sites as apps: a launch is the first visit of a site after another one; it lasts to the next visit, five minutes at most."""
    data = frame(path)
    if data is None:
        return None
    visits = sorted(
        (float(row.timestamp), ".".join((urllib.parse.urlsplit(row.url).hostname or "").split(".")[-2:]))
        for row in data.itertuples() if row.panelist_id == PANELIST and row.device == "desktop")
    visits = [visit for visit in visits if visit[0] < visits[0][0] + 15 * 86_400]
    ends = [time for time, _ in visits[1:]] + [visits[-1][0]]
    rows, before = [], None
    for (time, site), end in zip(visits, ends):
        if site != before:
            rows.append([f"{time:.3f}", site, "0", 0])
        rows[-1][3] = min(300, round(end - float(rows[-1][0]), 3))
        before = site
    return plain(path.with_suffix(".csv"), rows)


def measure(fetchsched, trace, values, warmup):
    """By V: a row of shares of fresh launches without fetches and with, share of the bound, and ratio to the best other policy."""
    with open(trace, encoding="utf-8") as file:
        devices = list(dict.fromkeys(row["device"] for row in csv.DictReader(file)))

    def rows(*more):
        text = subprocess.run(
            [fetchsched, "bench", str(trace), "--quiet", "--summary", "--no-profiles", "--value", values, "--warmup", str(warmup),
             *more], check=True, capture_output=True, text=True).stdout
        lines = [line.split() for line in text.splitlines()]
        start = lines.index(["V", "none", "fresh", "energy", "bound", "gain", "best", "baseline", "gain", "ratio"]) + 3
        return [line for line in lines[start:start + len(values.split(","))]]

    found = rows()
    if len(devices) == 1:
        return [(row[0], row[1], row[2], row[4], row[8]) for row in found]
    # Several devices have the median, the least and the greatest of their ratios; no ratio where no other policy gains.
    single = [rows("--device", device) for device in devices]
    cells = []
    for place, row in enumerate(found):
        ratios = sorted(float(device[place][8]) for device in single if device[place][8] != "-")
        spread = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})" if ratios else "-"
        cells.append((row[0], row[1], row[2], row[4], spread))
    return cells


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--fetch", action="store_true", help="download the missing logs")
    options.add_argument("--value", default="20,100", help="values of a fresh launch, J (20,100)")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    paths = {name: log(given.folder, name, given.fetch) for name in LOGS}
    commits = streams(given.folder / "repositories")
    print(f"{given.folder}/repositories: {len(commits)} streams of commit times", file=sys.stderr)
    if not commits:
        print("without them, the rows of paired content are left out", file=sys.stderr)
    if not any(paths.values()):
        sys.exit(66)
    fetchsched = command()
    traces = []
    if paths["phone.csv"]:
        phone = imported(fetchsched, paths["phone.csv"], "--from", "digital-wellbeing-csv", "--zone", "Europe/Paris")
        if commits:
            traces.append(("phone of [1]; commits", phone.without("push", "screen").paired(commits), 7))
            traces.append(("phone of [1], with its screen events; commits", phone.without("push").paired(commits), 7))
        traces.append(("phone of [1]; its own notifications", phone.without("screen").ringing(), 7))
        traces.append(("phone of [1], with its screen events; its own notifications", phone.ringing(), 7))
    log_of = ("--from", "csv", "--map", "time=time,app=app,device=device,duration=seconds")
    if commits and paths["panel.rds"] and (path := panel(paths["panel.rds"])):
        traces.append((
            f"{len(PHONES)} phones of [2]; commits",
            imported(fetchsched, path, *log_of, "--zone", "Europe/Berlin").paired(commits), 2))
    if commits and paths["panelist.rda"] and (path := panelist(paths["panelist.rda"])):
        traces.append((
            "panelist of [3]; commits", imported(fetchsched, path, *log_of, "--zone", "America/New_York").paired(commits), 7))
    print("| Devices, content | V | None, % | Fresh, % | Bound, % | Ratio |\n|---|---:|---:|---:|---:|---:|")
    for name, trace, warmup in traces:
        for cells in measure(fetchsched, trace.write(given.folder / "trace.csv"), given.value, warmup):
            print("| " + " | ".join([name, *cells]) + " |", flush=True)


main()
