"""What .ci/floor and .ci/adversity have in common: limits by key in a CSV file, the engine's figures, and --update."""

import argparse
import csv
import os
import pathlib
import subprocess
import sys

os.chdir(pathlib.Path(__file__).resolve().parent.parent)


class Held:
    """Limits that the build must keep. `limits`: cells by key, where a key is the first cells of a row and its column."""

    def __init__(self, name, keys, documentation, *options):
        parser = argparse.ArgumentParser(prog=f".ci/{name}", description=documentation)
        for option in ("--update", "--lower", *options):
            parser.add_argument(option, action="store_true")
        self.arguments = parser.parse_args()
        if self.arguments.lower and not self.arguments.update:
            parser.error("--lower goes with --update")
        self.name, self.keys, self.failed, self.found = name, keys, False, {}
        self.path = pathlib.Path(f".ci/{name}.csv")
        self.limits = {}
        # Whether a limit is of a case that is run.
        self.isRun = lambda key: True
        if self.path.exists():
            head, *rows = csv.reader(self.path.read_text(encoding="utf-8").splitlines())
            self.limits = {
                (*row[:len(keys)], column): cell
                for row in rows for column, cell in zip(head[len(keys):], row[len(keys):])}
        self.command = os.environ.get("FETCHSCHED")
        if not self.command:
            folder = subprocess.check_output(["swift", "build", "-c", "release", "--show-bin-path"], text=True)
            self.command = f"{folder.strip()}/fetchsched"
        if not os.access(self.command, os.X_OK):
            sys.exit(f".ci/{name}: build first: swift build -c release")

    def bench(self, traces, policies, values, radios="lte"):
        """A dictionary for each row of bench."""
        text = subprocess.check_output(
            [self.command, "bench", *map(str, traces), "--policy", policies, "--value", values, "--radio", radios,
             "--power-profile", "default", "--format", "csv", "--quiet"], text=True)
        return list(csv.DictReader(text.splitlines()))

    def fail(self, place, text):
        print(f".ci/{self.name}: {place}: {text}", file=sys.stderr)
        self.failed = True

    def hold(self, key, what, figure, margin, decimals, mark=""):
        """Holds a figure against its limit; `margin` is how far below it the limit is, negative for a limit above it."""
        limit, place = figure - margin, ",".join(key)
        if key not in self.limits:
            if not self.arguments.update:
                self.fail(place, f"found no limit for it, expected one in {self.path}; --update makes one")
        elif not self.arguments.lower:
            known = float(self.limits[key].rstrip("*"))
            side = "least" if margin > 0 else "most"
            if (figure - known) * margin < 0:
                self.fail(place, f"{what} is {figure:.{decimals}f}, expected at {side} {known:.{decimals}f}")
            limit = (max if margin > 0 else min)(limit, known)
        self.found[key] = f"{limit:.{decimals}f}{mark}"

    def finish(self):
        """Ends the program; writes the limits if that was asked for."""
        for key in self.limits:
            if key not in self.found and not self.arguments.lower and self.isRun(key):
                self.fail(",".join(key), "no such case was run, expected one")
        if self.failed:
            sys.exit(f".ci/{self.name}: not updated; --lower lowers the limits" if self.arguments.update else 1)
        if self.arguments.update:
            columns = list(dict.fromkeys(key[-1] for key in self.found))
            with open(self.path, "w", newline="", encoding="utf-8") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow([*self.keys, *columns])
                for start in dict.fromkeys(key[:-1] for key in self.found):
                    rows.writerow([*start, *(self.found[(*start, column)] for column in columns)])
