"""Changes the rules of background work and the guards of the engine, one at a time, and sees whether a test fails.

All changes are compiled at once into a copy of the engine, where each is `(isMutant(n) ? changed : original)`; a run of the tests
chooses one by the environment variable FETCHSCHED_MUTANT. Those that no test finds must be in survivors.txt, with the reason.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sites import Finder, rewritten

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build-mutants"
PACKAGE = WORK / "package"
ENGINE = "Sources/FetchSched"
SURVIVORS = Path(__file__).with_name("survivors.txt")

# Sources that are changed, or the functions of them that are.
SOURCES = {
    "Engine/FetchEngine*.swift": None,
    "Poller/*.swift": None,
    "Push/*.swift": None,
    "Location/*.swift": None,
    "Tasks/*.swift": None,
    "Transfers/*.swift": None,
    "Device/DeviceState.swift": None,
    "Apps/AppTable.swift": [
        "settledFrom", "overdue", "allowedFrom", "spacedFrom", "intervalEnd", "mayStart", "isQuit", "isRefreshAllowed"],
    "Scheduler/Scheduler+Explain.swift": ["visitVetoes"],
}
# Tests that find most changes of the sources in a folder, run first; then those of the engine, and last the rest.
SCHEDULER_TESTS = "Scheduler(Rules)?Tests|Spacing|AppTable|HostMistakes|Verdict|Healing|FailingSource|Look|Start|Outage|LocalClock|Hours"
OWN = {
    "Poller": "Source|PollingTests|Demand|RandomState",
    "Device": SCHEDULER_TESTS,
    "Apps": SCHEDULER_TESTS,
    "Scheduler": SCHEDULER_TESTS,
    "Push": "Push|Guide",
    "Location": "Location|Angle|Places",
    "Tasks": "Task",
    "Transfers": "Transfer",
}
ENGINE_TESTS = "Engine[A-Z]|Guide|Room|Removal|WrongClock|SchedulerRules"
# Tests of forecasts, numbers, and what snapshots of a scheduler hold, which have none of this and take most of the time.
NEVER = ("RenewalOptimum|Exposure|NextApp|Successors|SessionShares|SessionLengths|SessionRate|ContentRate|ContentHours|BudgetControl|"
         "Portable|LocalClock|DailyRhythm|PlainText|NextEvent|Demand|Horizon|SharedPrior|NotificationResponse|FullState|"
         "SchedulerSnapshot|PollingScan|PollingRule|Outage")

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let flags: [SwiftSetting] = [.unsafeFlags(["-O", "-wmo", "-disable-batch-mode", "-num-threads", "2"])]
let package = Package(
    name: "fetchsched",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "FetchSched", swiftSettings: flags),
        .target(name: "FetchSchedText", dependencies: ["FetchSched"], swiftSettings: flags),
        .testTarget(name: "FetchSchedTests", dependencies: ["FetchSched", "FetchSchedText"]),
    ],
    swiftLanguageModes: [.v6]
)
"""
SWITCH = """import Foundation

private let chosen = ProcessInfo.processInfo.environment["FETCHSCHED_MUTANT"].flatMap { Int($0) } ?? 0

@inline(never) func isMutant(_ number: Int) -> Bool { chosen == number }
"""


def write(path, text):
    """Writes the file if it is another, so that the same is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copy():
    """Copies the engine and its tests."""
    wanted = set()
    for folder in (ENGINE, "Sources/FetchSchedText", "Tests/FetchSchedTests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                wanted.add(path.relative_to(ROOT))
    for path in wanted:
        if not str(path).startswith(ENGINE + "/") or path.suffix != ".swift":
            write(PACKAGE / path, (ROOT / path).read_text())
    wanted.add(Path(ENGINE) / "Mutants.swift")
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix == ".swift" and path.relative_to(PACKAGE) not in wanted:
            path.unlink()
    write(PACKAGE / "Package.swift", MANIFEST)
    write(PACKAGE / ENGINE / "Mutants.swift", SWITCH)


def find():
    """The changes of each source, by its path below the engine."""
    found = {}
    for pattern, functions in SOURCES.items():
        paths = sorted((ROOT / ENGINE).glob(pattern))
        if not paths:
            sys.exit(f"mutants: no source {pattern}")
        for path in paths:
            found[str(path.relative_to(ROOT / ENGINE))] = Finder(path.read_text(), functions).find()
    number = 0
    for sites in found.values():
        for site in sites:
            number += 1
            site.number = number
    return found


def write_engine(found, left_out=frozenset()):
    """Writes the engine with all changes that it can be compiled with, and says which are not."""
    for path in sorted((ROOT / ENGINE).rglob("*.swift")):
        name = str(path.relative_to(ROOT / ENGINE))
        sites = [site for site in found.get(name, []) if site.number not in left_out]
        write(PACKAGE / ENGINE / name, rewritten(path.read_text(), sites))


def compile_engine(found):
    """Leaves out changes with which the engine does not compile; gives their numbers."""
    left_out = set()
    for _ in range(10):
        write_engine(found, left_out)
        sources = sorted(str(path) for path in (PACKAGE / ENGINE).rglob("*.swift"))
        done = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-package-name", "fetchsched", "-module-name", "FetchSched",
             *sources], capture_output=True, text=True)
        errors = re.findall(r"^(\S+\.swift):(\d+):\d+: error: (.*)$", done.stderr, re.M)
        if done.returncode == 0:
            return left_out
        before = len(left_out)
        for path, line, message in errors:
            name = str(Path(path).relative_to(PACKAGE / ENGINE))
            here = [site for site in found.get(name, []) if site.number not in left_out and
                    site.line <= int(line) <= site.line + site.text.count("\n") + 4]
            # First what begins in that line itself.
            here = [site for site in here if site.line == int(line)] or here
            left_out |= {site.number for site in here}
            print(f"  left out at {name}:{line}: {message}")
        if len(left_out) == before:
            sys.exit("mutants: the engine does not compile\n" + done.stderr[-3000:])
    sys.exit("mutants: the engine does not compile")


def build():
    done = subprocess.run(
        ["swift", "build", "--build-tests", "--package-path", str(PACKAGE), "--scratch-path", str(WORK / "build")],
        capture_output=True, text=True, env={**os.environ, "SWIFTPM_BUILD_DIR": str(WORK / "build")})
    if done.returncode != 0:
        sys.exit("mutants: the build failed\n" + (done.stdout + done.stderr)[-3000:])
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path", "--package-path", str(PACKAGE), "--scratch-path", str(WORK / "build")],
        capture_output=True, text=True, check=True).stdout.strip()
    return Path(folder) / "fetchschedPackageTests.xctest"


def run(tests, number, limit, *selection):
    """Runs tests under a change until one fails; gives why it was found, or nil."""
    process = subprocess.Popen(
        [str(tests), "--testing-library", "swift-testing", "--no-parallel", *selection], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", start_new_session=True,
        env={**os.environ, "FETCHSCHED_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"})
    late = threading.Event()

    def stop():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, stop)
    timer.start()
    reason, ran = None, False
    for line in process.stdout:
        ran = ran or "Test run with" in line
        if match := re.search(r"Test (\S+?)(\(.*?\))?( with .*)? recorded an issue", line):
            reason = match.group(1)
            os.killpg(process.pid, signal.SIGKILL)
            break
    status = process.wait()
    timer.cancel()
    if late.is_set():
        return "no end"
    if reason is None and status != 0:
        return f"status {status}"
    if reason is None and not ran:
        sys.exit("mutants: no test ran")
    return reason


def listed():
    """The changes that no test can find, with their reasons: `FILE: KIND: TEXT` and, indented, why."""
    known, last = {}, None
    for line in SURVIVORS.read_text().splitlines() if SURVIVORS.exists() else []:
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("    "):
            known[last] = line.strip()
        else:
            last = line.strip()
            known[last] = ""
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="list the changes, and run nothing")
    parser.add_argument("--only", nargs="+", default=[""], help="only changes whose line in the list has one of these texts")
    parser.add_argument("--again", type=Path, help="only changes that survived in this log")
    parser.add_argument("--quick", action="store_true", help="without the tests that find few")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2)))
    options = parser.parse_args()
    found = find()
    every = [(name, site) for name, sites in found.items() for site in sites]
    if options.list:
        for name, site in every:
            print(f"{site.number:5} {name}:{site.line}: {site.key}")
        return
    copy()
    left_out = compile_engine(found)
    started = time.time()
    tests = build()
    print(f"{len(every) - len(left_out)} changes, {len(left_out)} that do not compile; built in {time.time() - started:.0f} s")
    limits = {}

    def attempt(entry, limit=None):
        """Runs the tests by turns until one fails."""
        name, site = entry
        own = next((tests for path, tests in OWN.items() if name.startswith(path)), None)
        turns = [("--filter", own)] if own else []
        turns.append(("--filter", ENGINE_TESTS, *(("--skip", own) if own else ())))
        if not options.quick:
            turns.append(("--skip", "|".join(filter(None, [own, ENGINE_TESTS, NEVER]))))
        for turn in turns:
            started = time.time()
            if reason := run(tests, site.number if site else 0, limit or limits[turn], *turn):
                return (name, site, reason)
            limits.setdefault(turn, 15 + 4 * (time.time() - started))
        return (name, site, None)

    for folder in list(OWN) + [""]:
        if reason := attempt((folder + "/", None), limit=900)[2]:
            sys.exit(f"mutants: the tests fail without a change: {reason}")
    print("seconds for each change: " + ", ".join(f"{limit:.0f}" for limit in limits.values()), flush=True)

    again = re.findall(r"^survived: (.*?):\d+: (.*)$", options.again.read_text(), re.M) if options.again else None
    chosen = [entry for entry in every if entry[1].number not in left_out
              and any(text in f"{entry[0]}:{entry[1].line}: {entry[1].key}" for text in options.only)
              and (again is None or (entry[0], entry[1].key) in again)]
    started = time.time()
    survived, killers = [], Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for done, (name, site, reason) in enumerate(pool.map(attempt, chosen), 1):
            if reason:
                killers[reason] += 1
            else:
                survived.append((name, site))
                print(f"survived: {name}:{site.line}: {site.key}", flush=True)
            if done % 50 == 0:
                print(f"  {done} of {len(chosen)}, {time.time() - started:.0f} s", flush=True)
    known = listed()
    keys = {f"{name}: {site.key}" for name, site in survived}
    new = [(name, site) for name, site in survived if f"{name}: {site.key}" not in known]
    print(f"{len(chosen)} changes: {len(chosen) - len(survived)} found, {len(survived) - len(new)} as survivors.txt says, "
          f"{len(new)} not found; {time.time() - started:.0f} s")
    if options.only == [""] and not options.again:
        for key in known.keys() - keys:
            print(f"found, or gone, but in survivors.txt: {key}")
    for name, site in new:
        print(f"no test fails: {ENGINE}/{name}:{site.line}: {site.key}")
    sys.exit(1 if new else 0)


main()
