"""Attacks on the command and the store from outside: see .ci/attack, which calls this.

Every attack draws from the seed alone, so that the same seed and counts make the same inputs; only the moments of kills
are the machine's. What an attack finds stays in a folder of the findings, with the line that shows it.
"""

import argparse
import errno
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import partial

# What the command says with its exit status (see its help); compare says 1.
STATUSES = {0, 1, 64, 65, 66, 69, 73}
MEMORY = 4 << 30
ERROR = re.compile(r"(^|\n)[^\n]*(error|Error): ", re.M)


class Finding(Exception):
    """What should not have happened."""


class Attack:
    """One kind of attack: a folder to work in, a count of what was tried, and what was found."""

    def __init__(self, name, options):
        self.name, self.options = name, options
        self.random = random.Random(f"{options.seed} {name}")
        self.folder = os.path.join(options.work, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.tried, self.findings, self.statuses = 0, 0, {}
        self.began = time.monotonic()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def read(self, name):
        try:
            with open(self.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def clear(self):
        for name in os.listdir(self.folder):
            os.remove(self.path(name))

    def run(self, arguments, environment=None, seconds=60, program=None):
        """Runs the command in the folder; gives its status (negative: the signal), and what it wrote."""

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        try:
            done = subprocess.run(
                [program or self.command_for(arguments)] + arguments, cwd=self.folder, stdin=subprocess.DEVNULL,
                capture_output=True, timeout=seconds, preexec_fn=limit,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})})
        except subprocess.TimeoutExpired:
            raise Finding(f"not done after {seconds} s")
        self.statuses[done.returncode] = self.statuses.get(done.returncode, 0) + 1
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def expect(self, condition, words):
        if not condition:
            raise Finding(words)

    def command_for(self, line):
        """The one of the two commands that has the verb."""
        return self.options.command + ("-lab" if line[0] in ("forecast", "fit", "compare") else "")

    def expect_trace(self, name, fault):
        """The trace must be read, if only to say that it has no events."""
        status, _, said = self.run(["bench", name, "-q", "--no-profiles", "--policy", "none"])
        self.expect(status == 0 or "no events" in str(said), f"{fault}: {said}")

    def expect_manners(self, status, said, outputs=()):
        """A status that the command has, words with an error, and then no output."""
        self.expect(status in STATUSES, f"status {status}: {said[-300:]}")
        if status > 1:
            self.expect(ERROR.search(said), f"status {status} without an error: {said[-300:]}")
            for name in outputs:
                self.expect(not os.path.exists(self.path(name)), f"status {status}, and {name} is there")
        self.expect_no_temporaries()

    def expect_no_temporaries(self):
        left = [name for name in os.listdir(self.folder) if name.endswith((".tmp", ".new"))]
        self.expect(not left, f"left behind: {left}")

    def try_one(self, body, line):
        """Runs one case; what it finds is kept with the line that shows it."""
        self.tried += 1
        try:
            body()
        except Finding as finding:
            self.findings += 1
            kept = os.path.join(self.options.findings, f"{self.name}-{self.options.seed}-{self.tried}")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.folder, kept)
            print(f"attack {self.name}: {finding}\n    in {kept}: {' '.join(line())}", file=sys.stderr)

    def try_mutants(self, count, draw, outputs=("o.txt",)):
        """Runs so many lines: draw(number) gives one, the files that it reads, and a check of what came of it."""
        for number in range(count):
            line, files, check = draw(number)

            def case():
                self.clear()
                for name, data in files.items():
                    self.write(name, data)
                status, text, said = self.run(line)
                self.expect_manners(status, said, outputs)
                check(status, text, said)

            self.try_one(case, lambda: line)

    def close(self, unit):
        seconds = time.monotonic() - self.began
        statuses = " ".join(f"{key}:{self.statuses[key]}" for key in sorted(self.statuses))
        print(
            f"attack {self.name:<8} {self.tried:6d} {unit} in {seconds:5.0f} s, statuses {statuses}, "
            f"seed {self.options.seed}, findings: {self.findings}", flush=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.findings


# MARK: Mutants

WORDS = [
    b"", b"-1", b"0", b"-0", b"1e308", b"nan", b"inf", b"9999999999", b"99999999999999999999", b"0.0001", b"\xff\xfe", b"\x00",
    b"=1+1", b'"', b'""', b",", b"\n", b"\r\n", b"minimum", b"never", b"launch", b"interval", b"update", b"a" * 3000,
    "e\u0301\U0001f600".encode(), b"1704067200", b"null", b"true", b"{}", b"[[[[", b"-9223372036854775808",
]


def mutate(draw, data, separators=b",\n"):
    """Some changes to bytes: of fields, lines, single bytes, and the length."""
    for _ in range(draw.choice([1, 1, 1, 2, 4, 12])):
        kind = draw.randrange(8)
        fields = [place for place, byte in enumerate(data) if byte in separators]
        if kind <= 2 and len(fields) > 1:
            place = draw.randrange(len(fields) - 1)
            data = data[: fields[place] + 1] + draw.choice(WORDS) + data[fields[place + 1] :]
        elif kind == 3:
            lines = data.split(b"\n")
            first, second = draw.randrange(len(lines)), draw.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            data = b"\n".join(lines)
        elif kind == 4:
            lines = data.split(b"\n")
            place = draw.randrange(len(lines))
            lines[place:place] = [lines[place]] * draw.choice([1, 1, 30])
            data = b"\n".join(lines)
        elif kind == 5 and data:
            place = draw.randrange(len(data))
            data = data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]
        elif kind == 6:
            data = data[: draw.randrange(len(data) + 1)]
        else:
            place = draw.randrange(len(data) + 1)
            data = data[:place] + draw.choice(WORDS) + data[place:]
    return data


def seed_traces(attack):
    """The beginnings of the data sets, and one of each kind of event."""
    seeds = []
    for folder in ("Datasets", "Datasets/background"):
        for name in sorted(os.listdir(os.path.join(attack.options.root, folder))):
            if name.endswith(".csv"):
                with open(os.path.join(attack.options.root, folder, name), "rb") as file:
                    seeds.append(b"\n".join(file.read(200_000).split(b"\n")[: attack.random.choice([40, 150, 400])]) + b"\n")
    return seeds


def traces(attack, count):
    seeds = seed_traces(attack)
    verbs = [
        ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,adaptive,piggyback-900", "-o", "o.txt"],
        ["bench", "t.csv", "-q", "--no-profiles", "--policy", "adaptive,clairvoyant", "--sort", "--format", "csv",
         "--decisions", "d.csv", "-o", "o.txt"],
        ["forecast", "t.csv", "-q", "--format", "json", "-o", "o.txt"],
        ["simulate", "t.csv", "-q", "-o", "o.txt"],
        ["explain", "t.csv", "--at", "1704200000", "--sort", "-o", "o.txt"],
        ["fit", "t.csv", "-q", "-o", "o.txt"],
        ["compare", "t.csv", "t.csv", "-q", "--policy", "none,adaptive", "-o", "o.txt"],
        ["tune", "t.csv", "-q", "--folds", "1", "--evaluations", "4", "--params", "prospectWeight", "-o", "o.txt"],
    ]

    def draw(_):
        trace = mutate(attack.random, attack.random.choice(seeds))
        return attack.random.choice(verbs), {"t.csv": trace}, lambda *_: None

    attack.try_mutants(count, draw, ["o.txt", "d.csv"])


def imports(attack, count):
    samples = os.path.join(attack.options.root, "Tests/FetchImportTests/Samples")
    formats = {
        "activitywatch-all.json": ["activitywatch"], "activitywatch-android.json": ["activitywatch"],
        "app-usage-dmy.csv": ["digital-wellbeing-csv"], "app-usage-us.csv": ["digital-wellbeing-csv"],
        "log.csv": ["csv", "--map", "time=when,app=what"], "usagestats-android13.txt": ["usagestats"],
        "usagestats-android9.txt": ["usagestats"], "usagestats-android5.txt": ["usagestats"],
        "usagestats-checkin.txt": ["usagestats"],
    }
    seeds = []
    for name, arguments in sorted(formats.items()):
        with open(os.path.join(samples, name), "rb") as file:
            seeds.append((file.read(), arguments))
    with open(os.path.join(samples, "feeds.csv"), "rb") as file:
        feeds = file.read()

    def draw(_):
        log, arguments = attack.random.choice(seeds)
        log = mutate(attack.random, log, b",\n :=")
        verb = ["import", "log", "-o", "o.csv", "--from"] + arguments
        updates = feeds
        if attack.random.random() < 0.3:
            verb += ["--updates", "feeds.csv"]
            updates = mutate(attack.random, feeds)
        return verb, {"log": log, "feeds.csv": updates}, lambda status, *_: (
            status or attack.expect_trace("o.csv", "an imported trace is not read"))

    attack.try_mutants(count, draw, ["o.csv"])


def made(attack, arguments):
    """The output of a run that must succeed."""
    status, text, said = attack.run(arguments)
    if status != 0:
        sys.exit(f"attack {attack.name}: {arguments}: status {status}: {said}")
    return text


def habits(attack, count):
    attack.write("t.csv", made(attack, ["generate", "--preset", "commuter", "--days", "21", "-q"]))
    seed = made(attack, ["fit", "t.csv", "-q"])
    verb = ["generate", "--preset", "h.json", "--days", "5", "-q", "-o", "o.csv"]

    def draw(_):
        return verb, {"h.json": mutate(attack.random, seed, b",:\n[]{}")}, lambda status, *_: (
            status or attack.expect_trace("o.csv", "a generated trace is not read"))

    attack.try_mutants(count, draw, ["o.csv"])


def studies(attack, count):
    trace = made(attack, ["generate", "--preset", "quiet", "--days", "4", "-q"])
    verb = ["tune", "t.csv", "-q", "--folds", "1", "--evaluations", "6", "--params", "prospectWeight", "--study", "s",
            "--format", "json"]
    attack.write("t.csv", trace)
    expected = made(attack, verb)
    study = attack.read("s")

    def draw(_):
        data = mutate(attack.random, study, b" \n=/")

        def check(status, text, _):
            # A line that is not whole is measured again: the result is the same.
            attack.expect(status != 0 or text == expected, "another result")
            attack.expect(status == 0 or attack.read("s") == data, "a study that is refused was changed")

        return verb, {"t.csv": trace, "s": data}, check

    attack.try_mutants(count, draw)


def configs(attack, count):
    trace = made(attack, ["generate", "--preset", "quiet", "--days", "4", "-q"])
    listed = made(attack, ["list", "policies", "adaptive"]).decode()
    names = [(words[0], words[1]) for words in (line.split() for line in listed.split("\n"))
             if len(words) > 1 and re.fullmatch(r"[a-zA-Z.]+", words[0]) and re.fullmatch(r"[0-9.]+", words[1])]
    config = "".join(f"{name} = {value}\n" for name, value in names).encode()
    radio = json.dumps({
        "name": "r", "source": "s", "promotion": {"seconds": 0.5, "watts": 1}, "baseWatts": 1,
        "downlinkWattsPerMbps": 0.05, "uplinkWattsPerMbps": 0.4, "downlinkMbps": 10, "uplinkMbps": 5,
        "tail": [{"seconds": 10, "watts": 0.8}]}, indent=1).encode()
    power = json.dumps({
        "name": "p", "source": "s", "runJoules": 0.1, "coldStartJoules": 0.5, "handlingJoulesPerMB": 0.1,
        "requestDownBytes": 100, "requestUpBytes": 50, "awakeWatts": 0.2, "aliveProcesses": 5}, indent=1).encode()

    def draw(_):
        name, seed, option = attack.random.choice(
            [("c", config, "--config"), ("r.json", radio, "--radio"), ("p.json", power, "--power-profile")])
        data = mutate(attack.random, seed, b"\n=:, ")
        verb = ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,adaptive,aligned-3600", option, name,
                "--format", "json", "-o", "o.txt"]
        return verb, {"t.csv": trace, name: data}, lambda status, *_: status or json.loads(attack.read("o.txt"))

    attack.try_mutants(count, draw)


def told(attack, count):
    """What a study is asked for and told."""
    trace = made(attack, ["generate", "--preset", "quiet", "--days", "4", "-q"])
    attack.write("t.csv", trace)
    what = ["t.csv", "-q", "--params", "prospectWeight"]
    search = ["--folds", "1", "--evaluations", "6", "--study", "s"]
    asked = made(attack, ["tune", "ask"] + what + search)
    attack.write("a", asked)
    results = made(attack, ["tune", "measure"] + what + ["--asked", "a"])
    study = attack.read("s")
    attack.write("r", results)
    made(attack, ["tune", "tell", "r", "--study", "s"])
    kept = attack.read("s.told")
    expected = made(attack, ["tune", "ask"] + what + search)

    def draw(number):
        way = ["a", "r", "s.told"][number % 3]
        data = mutate(attack.random, {"a": asked, "r": results, "s.told": kept}[way], b'\n ,:"{}[]=/')
        line = {
            "a": ["tune", "measure"] + what + ["--asked", "a", "-o", "o.txt"], "r": ["tune", "tell", "r", "--study", "s"],
            "s.told": ["tune", "ask"] + what + search}[way]

        def check(status, text, said):
            if way == "r" and status != 0:
                attack.expect(not attack.read("s.told"), "of a file that is refused something was taken")
            if way == "r" and status == 0:
                # Whatever was told: with the rest told again, the search is where it would be, or says what is wrong.
                attack.write("r", results)
                status, _, said = attack.run(line)
                attack.expect_manners(status, said)
                again, text, said = attack.run(["tune", "ask"] + what + search)
                attack.expect(again != 0 or status != 0 or text == expected, "another search")

        return line, {"t.csv": trace, "s": study, way: data}, check

    attack.try_mutants(count, draw)


def partials(attack, count):
    """Partial results that are damaged, forged, mixed up, or as they were: what is merged is what one run gives."""
    attack.write("t.csv", made(attack, ["generate", "--preset", "quiet", "--devices", "4", "--days", "3", "-q"]))
    bench = ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,piggyback-3600"]
    names = ["1.partial", "2.partial"]
    for number, name in enumerate(names, 1):
        made(attack, bench + ["--shard", f"{number}/2", "--partial", name])
    made(attack, bench + ["--value", "21", "--shard", "1/2", "--partial", "other"])
    whole = {name: attack.read(name) for name in names}
    parts = {name: partial.contents(data) for name, data in whole.items()}
    other = partial.contents(attack.read("other"))
    expected = made(attack, bench)
    for name in names:
        # The checksums made here are those of the command, or nothing would be forged.
        if partial.sealed(parts[name]) != whole[name] or len(parts[name]) < 2:
            sys.exit(f"attack partials: {name} is not what was written")

    def draw(number):
        way = ["damaged", "forged", "mixed", "forged", "damaged", "whole"][number % 6]
        name = attack.random.choice(names)
        files = dict(whole)
        if way == "damaged":
            files[name] = mutate(attack.random, whole[name], b'\n,:"[]{}')
        elif way == "forged":
            lines = list(parts[name])
            place = attack.random.randrange(len(lines))
            # A line is one line, whatever is in it.
            lines[place] = mutate(attack.random, lines[place], b',:"[]{}').replace(b"\n", b" ")
            files[name] = partial.sealed(lines)
        elif way == "mixed":
            lines, place = list(parts[name]), attack.random.randrange(1, len(parts[name]))
            files[name] = partial.sealed(attack.random.choice([
                lines[:place] + lines[place + 1 :], lines + [lines[place]], lines[1:], [lines[place]] + lines[1:],
                parts[names[name == names[0]]][:1] + lines[1:], other[:1] + lines[1:] if name == names[0] else lines[:1]]))
        given = attack.random.sample(names, 2)
        if way == "whole" and attack.random.random() < 0.5:
            files["both"] = b"".join(files.pop(one) for one in given)
            given = ["both"]
        line = ["merge"] + given + ["--devices", "4", "-o", "o.txt"]

        def check(status, _, said):
            attack.expect(status in (0, 65), f"status {status}: {said[-300:]}")
            attack.expect(status == 0 or any(one in said for one in given) or "devices" in said, f"of what? {said[-300:]}")
            # A checksum is against accidents: who forges a figure with its checksum is believed.
            attack.expect(way == "forged" or status != 0 or attack.read("o.txt") == expected, "merged to something else")
            attack.expect(way != "whole" or status == 0, f"refused as it was: {said[-300:]}")
            # The order of devices means nothing, so that lines of devices may change places.
            changed = way == "mixed" or way == "damaged" and partial.unordered(files[name]) != partial.unordered(whole[name])
            attack.expect(not changed or status == 65, "taken for what was written")

        return line, files, check

    attack.try_mutants(count, draw)


# MARK: Programs

def programs(attack, count):
    """Programs of policies that stop behaving at some question."""
    trace = made(attack, ["generate", "--preset", "quiet", "--days", "3", "-q"])
    answers = [b'{"fetch":0}', b'{"fetch":null,"wake":1704067200000}', b'{"wake":null}', b'{"start":true}']
    ways = ["answer", "answer", "exit", "die", "flood", "lines", "twice", "part", "deaf", "mute", "silent", "stay"]
    for number in range(count):
        way, moment = ways[number % len(ways)], attack.random.choice([0, 1, 2, 5, 40, 300])
        answer = mutate(attack.random, attack.random.choice(answers), b'{}":,').replace(b"\0", b"?").replace(b"\n", b" ")
        program = [sys.executable, "-S", os.path.join(attack.options.root, "Tests/Attack/hostile.py"), way, str(moment)]
        command = b" ".join(
            shlex.quote(word).encode() for word in program) + b" '" + answer.replace(b"'", b"?")[:200] + b"'"
        line = ["bench", "t.csv", "-q", "--no-profiles", "--format", "json", "-o", "o.txt", "--answer-within", "0.5",
                "--jobs", "2", "--policy", b"none,exec:" + command.replace(b",", b"\\,")]

        def case():
            attack.clear()
            attack.write("t.csv", trace)
            status, _, said = attack.run(line)
            # Everything is good that is in time. (A busy machine may be late at any question.)
            attack.expect(status in (0, 69), f"status {status}: {said[-300:]}")
            attack.expect(status == 69 or way in ("answer", "stay"), "what it did went unnoticed")
            attack.expect_manners(status, said, ["o.txt"])
            for group in (attack.read("group") or b"").split():
                attack.expect(not is_running(int(group)), "something was left behind")

        attack.try_one(case, lambda: [os.fsdecode(word) for word in line])


def is_running(group):
    """Whether a process group has a process that was not just killed."""
    for _ in range(1000):
        found = False
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat", "rb") as file:
                        fields = file.read().rsplit(b")", 1)[1].split()
                    found = found or (int(fields[2]) == group and fields[0] not in (b"Z", b"X"))
                except (OSError, IndexError):
                    pass
        if not found:
            return False
        time.sleep(0.005)
    return True


# MARK: Kills

def outputs(attack):
    """Lines that write files, with what they read, and their outputs."""
    attack.write("t.csv", made(attack, ["generate", "--preset", "quiet", "--days", "3", "-q"]))
    attack.write("l.csv", b"t,a\n" + b"".join(b"%d,mail\n" % (hour * 3600) for hour in range(300)))
    bench = ["bench", "t.csv", "-q", "--no-profiles", "--policy", "none,adaptive"]
    return [
        (["generate", "--preset", "quiet", "--days", "3", "-q", "-o", "o.csv"], ["o.csv"]),
        (["import", "l.csv", "--from", "csv", "--map", "time=t,app=a", "-q", "-o", "o.csv"], ["o.csv"]),
        (["fit", "t.csv", "-q", "-o", "o.json"], ["o.json"]),
        (bench + ["--decisions", "d.csv", "-o", "o.txt"], ["d.csv", "o.txt"]),
        (["simulate", "t.csv", "-q", "-o", "o.txt"], ["o.txt"]),
        (["tune", "t.csv", "-q", "--folds", "1", "--evaluations", "4", "--params", "prospectWeight", "--keep-anyway",
          "--study", "s", "-o", "o.txt"], ["o.txt"]),
    ]


def kills(attack, count):
    lines = outputs(attack)
    inputs = {name: attack.read(name) for name in ("t.csv", "l.csv")}
    old = b"what was there before\n"
    left = 0

    def begin(line, outputs):
        attack.clear()
        for name, data in inputs.items():
            attack.write(name, data)
        for name in outputs:
            attack.write(name, old)

    whole = []
    for line, outputs_of in lines:
        begin(line, outputs_of)
        began = time.monotonic()
        made(attack, line)
        whole.append(({name: attack.read(name) for name in outputs_of}, time.monotonic() - began))
    for number in range(count):
        place = number % len(lines)
        (line, outputs_of), (expected, seconds) = lines[place], whole[place]
        # Most kills near the end, where files get their names.
        moment = seconds * (0.4 + 0.8 * attack.random.random())

        def case():
            nonlocal left
            begin(line, outputs_of)
            process = subprocess.Popen(
                [attack.command_for(line)] + line, cwd=attack.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(moment)
            process.send_signal(attack.random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            status = process.wait()
            attack.statuses[status] = attack.statuses.get(status, 0) + 1
            attack.expect(status in (0, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, 130), f"status {status}")
            for name in outputs_of:
                attack.expect(attack.read(name) in (old, expected[name]), f"{name} is neither old nor new")
            left += any(name.endswith(".tmp") for name in os.listdir(attack.folder))
            if status == 130:
                attack.expect_no_temporaries()
            status, _, said = attack.run(line)
            attack.expect(status == 0, f"the next run: {status}: {said}")
            for name in outputs_of:
                attack.expect(attack.read(name) == expected[name], f"{name} of the next run is another")

        attack.try_one(case, lambda: line)
    return f"kills ({left} left temporary files)"


def store_kills(attack, count):
    program, told = attack.options.store_writer, 0
    for number in range(count):
        moment = 0.004 + 0.03 * attack.random.random()

        def case():
            nonlocal told
            process = subprocess.Popen([program, "state"], cwd=attack.folder, stdout=subprocess.PIPE, text=True)
            time.sleep(moment)
            process.kill()
            said = process.communicate()[0].split("\n")[:-1]
            attack.statuses[process.returncode] = attack.statuses.get(process.returncode, 0) + 1
            last = int(said[-1]) if said else told
            found = stored(attack)
            attack.expect(found in (last, last + 1), f"state {found} after {last}")
            told = found
            # Every fourth state is damaged afterwards: the one before it is there.
            # (Only one that was kept this time: it may be damaged still. A kill between the two renamings leaves none.)
            data = attack.read("state")
            if number % 4 == 3 and said and data and attack.read("state.previous"):
                place = attack.random.randrange(len(data))
                attack.write("state", data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
                found = stored(attack)
                attack.expect(0 < found < told, f"state {found} instead of one before {told}")
                told = found

        attack.try_one(case, lambda: ["store-writer", "state"])


def stored(attack):
    """The number of the state that a store finds; it keeps none."""
    status, said, _ = attack.run(["look", "state"], program=attack.options.store_writer)
    words = said.decode().split()
    attack.expect(status == 0 and words[:1] == ["restored"], f"no state: {said.decode()}")
    return int(words[1])


# MARK: Faults

CALLS = {
    "open": [errno.ENOSPC, errno.EIO, errno.EINTR, errno.EACCES, errno.EMFILE],
    "write": [errno.ENOSPC, errno.EIO, errno.EINTR, errno.EDQUOT],
    "fsync": [errno.ENOSPC, errno.EIO, errno.EINTR],
    "rename": [errno.ENOSPC, errno.EIO, errno.EACCES],
    "close": [errno.ENOSPC, errno.EIO, errno.EINTR],
    "fchmod": [errno.EIO, errno.EACCES],
}


def fault(attack, call="", number=0, code=0):
    return {
        "LD_PRELOAD": attack.options.shim, "FAULT_FOLDER": attack.folder, "FAULT_CALL": call,
        "FAULT_NUMBER": str(number), "FAULT_ERROR": str(code), "FAULT_COUNTS": attack.path("counts")}


def counted(attack):
    """How often each call was made, in the run that is over."""
    counts = dict.fromkeys(CALLS, 0)
    for line in (attack.read("counts") or b"").decode().split("\n"):
        if line:
            call, number = line.split()
            counts[call] += int(number)
    if os.path.exists(attack.path("counts")):
        os.remove(attack.path("counts"))
    return counts


def chosen(attack, counts, most):
    """Of all the calls of a run, each with each error number: at most so many."""
    cases = [(call, number, code) for call in CALLS for number in range(1, counts[call] + 1) for code in CALLS[call]]
    return cases if len(cases) <= most else sorted(attack.random.sample(cases, most))


def faults(attack, count):
    lines = outputs(attack)
    inputs = {name: attack.read(name) for name in ("t.csv", "l.csv")}
    old, hits = b"what was there before\n", 0
    for line, outputs_of in lines:

        def begin():
            attack.clear()
            for name, data in inputs.items():
                attack.write(name, data)
            for name in outputs_of:
                attack.write(name, old)

        begin()
        status, _, said = attack.run(line, fault(attack))
        attack.expect(status == 0, f"{line}: {said}")
        counts, expected = counted(attack), {name: attack.read(name) for name in outputs_of}
        if min(counts[call] for call in ("open", "write", "fsync", "rename", "close")) == 0:
            sys.exit(f"attack faults: the shim sees nothing of {line}: {counts}")
        for call, number, code in chosen(attack, counts, max(1, count // len(lines))):

            def case():
                nonlocal hits
                begin()
                status, _, said = attack.run(line, fault(attack, call, number, code))
                counted(attack)
                attack.expect(status in (0, 66, 73), f"status {status}: {said[-300:]}")
                attack.expect(status == 0 or ERROR.search(said), f"status {status} without an error: {said[-300:]}")
                if code == errno.EINTR and call in ("open", "write", "fsync"):
                    attack.expect(status == 0, f"a signal ended it: {said[-300:]}")
                hits += status != 0
                for name in outputs_of:
                    data = attack.read(name)
                    attack.expect(data in (old, expected[name]), f"{name} is neither old nor new")
                    attack.expect(status != 0 or data == expected[name], f"status 0, and {name} is the old one")
                if len(outputs_of) == 1 and status != 0 and "study" not in "".join(line):
                    attack.expect(attack.read(outputs_of[0]) == old, f"status {status}, and {outputs_of[0]} is new")
                attack.expect_no_temporaries()

            attack.try_one(case, lambda: [f"FAULT_CALL={call}", f"FAULT_NUMBER={number}", f"FAULT_ERROR={code}"] + line)
    return f"faults ({hits} that were errors)"


def store_faults(attack, count):
    program, hits = attack.options.store_writer, 0

    def begin():
        attack.clear()
        status, _, said = attack.run(["2", "state"], program=program)
        attack.expect(status == 0, f"no state is kept: {said}")

    begin()
    attack.run(["2", "state"], fault(attack), program=program)
    counts = counted(attack)
    if min(counts[call] for call in ("open", "write", "fsync", "rename", "close")) == 0:
        sys.exit(f"attack faults of the store: the shim sees nothing: {counts}")
    for call, number, code in chosen(attack, counts, count):

        def case():
            nonlocal hits
            begin()
            status, said, _ = attack.run(["2", "state"], fault(attack, call, number, code), program=program)
            counted(attack)
            attack.expect(status in (0, 1), f"status {status}")
            told = [int(line) for line in said.decode().split("\n") if line.isdigit()]
            # What cannot be read for an error of the storage is taken for damaged: it goes on after the state before.
            allowed = [[3, 4], [2, 3]] if call == "open" and code == errno.EIO else [[3, 4]]
            attack.expect(status == 1 or told in allowed, f"status 0 after {told}")
            hits += status != 0
            last = told[-1] if told else 2
            attack.expect(stored(attack) in (last, last + 1), f"state {stored(attack)} after {last}")
            status, said, _ = attack.run(["1", "state"], program=program)
            attack.expect(status == 0, f"nothing is kept after it: {said}")

        attack.try_one(case, lambda: [f"FAULT_CALL={call}", f"FAULT_NUMBER={number}", f"FAULT_ERROR={code}",
                                      "store-writer", "2", "state"])
    return f"faults ({hits} that were errors)"


# MARK: All

ATTACKS = {
    # name: (what, unit, cases in a short run, cases in a minute of a long one)
    "traces": (traces, "mutants", 60, 700),
    "imports": (imports, "mutants", 60, 1500),
    "habits": (habits, "mutants", 40, 1200),
    "studies": (studies, "mutants", 30, 700),
    "configs": (configs, "mutants", 40, 1000),
    "told": (told, "mutants", 30, 700),
    "partials": (partials, "mutants", 60, 1500),
    "programs": (programs, "programs", 24, 120),
    "kills": (kills, "kills", 14, 300),
    "stores": (store_kills, "kills", 40, 900),
    "faults": (faults, "faults", 70, 900),
    "faulty": (store_faults, "faults", 50, 900),
}


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "command", "store-writer", "shim", "work", "findings"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--minutes", type=float, help="of each attack, about; a short run without")
    parser.add_argument("attacks", nargs="*", metavar="attack")
    options = parser.parse_args()
    unknown = [name for name in options.attacks if name not in ATTACKS]
    if unknown:
        sys.exit(f"attack: no attack {unknown[0]}; there are {', '.join(ATTACKS)}, hosts")
    findings = 0
    for name in options.attacks or ATTACKS:
        body, unit, short, per_minute = ATTACKS[name]
        attack = Attack(name, options)
        count = short if options.minutes is None else max(1, int(per_minute * options.minutes))
        unit = body(attack, count) or unit
        findings += attack.close(unit)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
