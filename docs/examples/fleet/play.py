"""Plays workers of worker.py against a PostgreSQL database and a server of its own: real processes, and a clock that this file
moves, so that each run gives the same figures. One worker is killed (SIGKILL) and one is stopped for an hour (SIGSTOP), each
between two requests of a batch, and one joins. Prints a row for each way to divide the work.

    DATABASE_URL=postgresql://... python3 play.py          checks a few days; fails if an update is lost, a source is asked
                                                           twice, or updates are missing for longer than with one poller
    DATABASE_URL=postgresql://... python3 play.py table    prints the table of docs/servers.md, in two hours

Needs Linux or macOS, psycopg and fetchsched.
"""

import bisect
import functools
import http.server
import json
import math
import multiprocessing
import os
import random
import signal
import sys
import threading
import urllib.parse

import psycopg
import worker
from fetchsched.poll import Poller, Result

DAY, BEGIN = 86400, 1456704000  # a Monday
# For the workers' processes, too, which import this file.
worker.SHARDS, worker.BEAT, worker.LEASE = 16, 300, 900


def world(count, days, seed):
    """Times of updates by source: most rates are low and some high, and four fifths of the updates come in eight hours a day."""
    draw, updates = random.Random(seed), {}
    for source in range(count):
        host = int(count / 3 * draw.random() ** 2)
        rate, starts = min(48, draw.lognormvariate(math.log(0.7), 1.6)), draw.randrange(24)
        times, at = [], draw.expovariate(2 * rate)
        while at < days:
            if (24 * at - starts) % 24 < 8 or draw.random() < 0.25:
                times.append(BEGIN + round(at * DAY, 3))
            at += draw.expovariate(2 * rate)
        updates[f"http://host{host}.test/{source}"] = times
    return updates


class Source(http.server.BaseHTTPRequestHandler):
    """A proxy that answers for all sources; it may send a signal to the worker that asks, instead of an answer or before it."""

    def do_GET(self):
        play, url = self.server.play, self.path
        now, shard = play.clock.value, worker.shard_of(url)
        play.asked[url].append(now)
        if play.signal and play.steps.name in play.signal[1] and play.last == (play.step, shard):
            play.trapped = url, play.signal[0]
            os.kill(play.steps.pid, play.signal[0])
        play.last = play.step, shard
        times, seen = play.updates[url], int(self.headers.get("If-None-Match", 0))
        known = bisect.bisect_right(times, now)
        body = json.dumps(times[seen:known]).encode()
        try:
            self.send_response(200 if known > seen else 304)
            self.send_header("ETag", str(known))
            self.end_headers()
            self.wfile.write(body if known > seen else b"")
        except OSError:
            pass  # the worker was killed

    def log_message(self, *_):
        pass


class Alone(worker.Worker):
    """Without a common price."""

    def share_price(self, now):
        pass


class Forgetful(worker.Worker):
    """Without the states of those that died: a source starts again."""

    def update(self, taken, now):
        super().update({number: (None, now) for number in taken}, now)


def run(kind, name, per_day, options, clock, pipe):
    database = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=options)
    one = kind(name, database, per_day, lambda: clock.value)
    while pipe.recv():
        pipe.send(one.step())


class Process:
    def __init__(self, kind, name, per_day, options, clock):
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=run, args=(kind, name, per_day, options, clock, other), daemon=True)
        self.process.start()
        other.close()
        self.name, self.pid, self.due = name, self.process.pid, 0.0


class Play:
    """A fleet in a schema of its own, which is removed afterwards. events: day, and what happens."""

    def __init__(self, updates, per_day, days, kind, events):
        self.updates, self.asked, self.end = updates, {url: [] for url in updates}, BEGIN + days * DAY
        self.clock = multiprocessing.get_context("spawn").Value("d", BEGIN)
        self.signal = self.trapped = self.last = None
        self.step, self.log, self.resumed = 0, [], None
        events = sorted((BEGIN + day * DAY, what) for day, what in events)
        schema = f"fleet_play_{os.getpid()}"
        options = f"-c search_path={schema} -c synchronous_commit=off"
        server = http.server.HTTPServer(("127.0.0.1", 0), Source)
        server.play = self
        threading.Thread(target=server.serve_forever, daemon=True).start()
        os.environ["http_proxy"] = f"http://127.0.0.1:{server.server_port}"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=options) as database:
            database.execute(f"CREATE SCHEMA {schema}")
            self.workers = []
            try:
                worker.create(database, updates)
                self.workers = [Process(kind, f"worker{number}", per_day, options, self.clock) for number in range(4)]
                while self.clock.value < self.end:
                    if events and events[0][0] <= self.clock.value:
                        what = events.pop(0)[1]
                        if what == "join":
                            self.workers.append(Process(kind, "worker4", per_day, options, self.clock))
                            self.note("worker4 joins")
                        else:
                            names = [each.name for each in self.workers]
                            self.signal = (signal.SIGKILL, names[1:2]) if what == "kill" else (signal.SIGSTOP, names[-1:])
                    self.move()
                self.items = database.execute("SELECT url, published FROM items").fetchall()
            finally:
                for each in self.workers:
                    each.process.kill()
                    each.process.join()
                database.execute(f"DROP SCHEMA {schema} CASCADE")
                server.shutdown()
                server.server_close()

    def note(self, text):
        self.log.append(f"day {(self.clock.value - BEGIN) / DAY:.2f}: {text}")

    def move(self):
        """Moves the clock to the next moment at which a worker wants to be called, and calls it."""
        self.steps = min(self.workers, key=lambda each: each.due)
        self.clock.value = max(self.clock.value, math.ceil(self.steps.due * 1000) / 1000)
        if self.resumed and self.resumed[0] <= self.clock.value:
            _, self.steps = self.resumed
            self.resumed = None
            self.note(f"{self.steps.name} goes on in its batch")
            os.kill(self.steps.pid, signal.SIGCONT)
            self.steps.due = self.steps.pipe.recv()
            return self.workers.append(self.steps)
        self.step += 1
        self.steps.pipe.send(True)
        while not self.steps.pipe.poll(0.02):
            if self.trapped:
                return self.lose()
        try:
            self.steps.due = self.steps.pipe.recv()
        except EOFError:
            if not self.trapped:
                raise
            self.lose()

    def lose(self):
        """The worker of this step has been killed or stopped."""
        self.note(f"{self.steps.name} is {'killed' if self.trapped[1] == signal.SIGKILL else 'stopped'} while it asks {self.trapped[0]}")
        self.workers.remove(self.steps)
        if self.trapped[1] == signal.SIGSTOP:
            self.resumed = self.clock.value + 3600, self.steps
        self.signal = self.trapped = None


def one_poller(updates, per_day, days):
    """Requests by source of one poller with the whole number."""
    poller, asked, now, end = Poller(per_day, now=BEGIN, seed=1), {url: [] for url in updates}, BEGIN, BEGIN + days * DAY
    for url in updates:
        poller.add(url, now=BEGIN)
    while now < end:
        for url in poller.due(now, 64):
            times, before = updates[url], asked[url][-1] if asked[url] else BEGIN
            new = times[bisect.bisect_right(times, before):bisect.bisect_right(times, now)]
            poller.asked(url, Result.new(changed=new) if new else Result.nothing(), now)
            asked[url].append(now)
        now = max(now + 0.001, poller.next(now=now).timestamp())
    return asked


def figures(updates, asked, days, scored):
    """Requests of each day, doubles, and minutes: for how long the oldest update was missing in the mean, and each was."""
    per_day, doubles, missing, delays = [0] * days, 0, 0.0, []
    begin, end = BEGIN + scored * DAY, BEGIN + days * DAY
    for url, times in updates.items():
        last = 0
        for now in [at for at in asked[url] if at < end] + [end]:
            if now < end:
                per_day[int((now - BEGIN) // DAY)] += 1
                doubles += now - last < worker.LEAST
            low, high = bisect.bisect_right(times, last), bisect.bisect_right(times, now)
            last = now
            if now > begin and low < high:
                missing += ((now - times[low]) ** 2 - max(0, begin - times[low]) ** 2) / 2
                delays += [now - at for at in times[low:high] if at >= begin]
    return per_day, doubles, missing / (end - begin) / len(updates) / 60, sum(delays) / len(delays) / 60


def row(name, updates, asked, days, scored):
    per_day, doubles, missing, delay = figures(updates, asked, days, scored)
    print(f"{name:38}{min(per_day[1:]):7}{max(per_day[1:]):7}{doubles:9}{missing:9.2f}{delay:9.1f}", flush=True)
    return per_day, doubles, missing


def faults(play, updates):
    """Updates that were out at a source's last request and are not in the database."""
    found = set(play.items)
    return [(url, at) for url, times in updates.items()
            for at in times[:bisect.bisect_right(times, play.asked[url][-1])] if (url, at) not in found]


def main():
    is_table = sys.argv[1:] == ["table"]
    seeds, sources, days, scored = ((1, 2), 1200, 14, 4) if is_table else ((1,), int(os.environ.get("PLAY_N","300")), 7, 2)
    per_day = 4 * sources
    events = [(days * 5 / 14, "kill"), (days * 8 / 14, "join"), (days * 11 / 14, "stop")]
    kinds = {
        "a worker killed, one joins, one stops": (worker.Worker, events)}
    if is_table:
        kinds["the same, and heirs start again"] = (Forgetful, events)
        kinds = {"four workers without a price": (Alone, ()), **kinds}
    print(f"{'requests a day, at least and at most':38}{'':14}{'doubles':>9}{'missing':>9}{'delay':>9}")
    for seed in seeds:
        updates = world(sources, days, seed)
        one = row(f"one poller (seed {seed})", updates, one_poller(updates, per_day, days), days, scored)
        for name, (kind, happens) in kinds.items():
            play = Play(updates, per_day, days, kind, happens)
            _, doubles, missing = row(name, updates, play.asked, days, scored)
            lost = faults(play, updates)
            print("\n".join(play.log), file=sys.stderr)
            if doubles or lost:
                sys.exit(f"{name}: {doubles} sources were asked twice, {len(lost)} updates are lost: {lost[:3]}")
            if kind is worker.Worker and missing > (1.03 if is_table else 1.06) * one[2]:
                sys.exit(f"{name}: updates are missing for {missing:.2f} minutes, with one poller {one[2]:.2f}")


if __name__ == "__main__":
    main()
