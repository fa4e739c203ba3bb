"""Plays workers of worker.py against a PostgreSQL database and a server of its own: real processes, and a clock that this file
moves, so that each run gives the same figures. In the midst of a batch one worker is killed (SIGKILL); one joins; and in the check
another is stopped for an hour (SIGSTOP) in its batch. Prints a row for each way to divide the work.

    DATABASE_URL=postgresql://... python3 play.py          checks a week of 300 sources; fails if an update is lost, a source is
                                                           asked twice, or the number of requests or the age is not held
    DATABASE_URL=postgresql://... python3 play.py table    prints the table of docs/servers.md, in an hour

Makes a schema of its own in the database, and removes it. Needs worker.py and what that needs.
"""

import bisect
import http.server
import json
import math
import multiprocessing
import os
import random
import signal
import sys
import threading

import psycopg
import worker
from fetchsched.poll import Poller, Result

DAY, BEGIN = 86400, 1456704000  # a Monday
# For the workers' processes, too, which import this file.
worker.SHARDS, worker.BEAT, worker.LEASE = 64 if sys.argv[1:] == ["table"] else 16, 300, 900


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
    """A proxy that answers for all sources. It may send a signal to the worker that asks, at its second request of a batch, or at any
    where half a day has none."""

    def do_GET(self):
        play, url = self.server.play, self.path
        now, shard = play.clock.value, worker.shard_of(url)
        play.asked[url].append(now)
        if play.signal and (play.last == (play.step, shard) or now > play.since + DAY / 2):
            play.trapped = url, now, play.signal
            os.kill(play.steps.pid, play.signal)
            play.signal = None
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


def run(name, per_day, options, clock, pipe):
    database = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=options)
    one = worker.Worker(name, database, per_day, lambda: clock.value)
    while pipe.recv():
        pipe.send(one.step())


class Process:
    def __init__(self, name, per_day, options, clock):
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=run, args=(name, per_day, options, clock, other), daemon=True)
        self.process.start()
        other.close()
        self.name, self.pid, self.due = name, self.process.pid, 0.0


class Play:
    """Four workers. events: the day, and the signal that one gets, or None where one joins."""

    def __init__(self, updates, per_day, days, events):
        self.updates, self.asked, self.end = updates, {url: [] for url in updates}, BEGIN + days * DAY
        self.clock = multiprocessing.get_context("spawn").RawValue("d", BEGIN)
        self.signal = self.trapped = self.last = self.stopped = self.since = None
        self.step, self.log, self.unanswered = 0, [], []
        self.events = [(BEGIN + day * DAY, sent) for day, sent in events]
        schema = f"fleet_play_{os.getpid()}"
        options = f"-c search_path={schema} -c synchronous_commit=off"
        server = http.server.HTTPServer(("127.0.0.1", 0), Source)
        server.play = self
        threading.Thread(target=server.serve_forever, daemon=True).start()
        os.environ["http_proxy"] = f"http://127.0.0.1:{server.server_port}"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=options) as database:
            database.execute(f"CREATE SCHEMA {schema}")
            self.workers, started = [], []
            try:
                worker.create(database, updates)
                started = [Process(f"worker{number}", per_day, options, self.clock) for number in range(4)]
                self.workers = started[:]
                while self.clock.value < self.end:
                    if self.events and self.events[0][0] <= self.clock.value:
                        self.since, self.signal = self.clock.value, self.events.pop(0)[1]
                        if not self.signal:
                            started.append(Process("worker4", per_day, options, self.clock))
                            self.workers.append(started[-1])
                            self.note("worker4 joins")
                    self.move()
                self.items = database.execute("SELECT url, published FROM items").fetchall()
            finally:
                for each in started:
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
        if self.stopped and self.stopped[0] <= self.clock.value:
            self.steps, self.stopped = self.stopped[1], None
            self.note(f"{self.steps.name} goes on in its batch")
            self.workers.append(self.steps)
            os.kill(self.steps.pid, signal.SIGCONT)
            self.steps.due = self.steps.pipe.recv()
            return
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
        """The worker of this step was killed or stopped."""
        url, now, sent = self.trapped
        self.note(f"{self.steps.name} gets {sent.name} while it asks {url}")
        self.unanswered.append((url, now))
        self.workers.remove(self.steps)
        if sent == signal.SIGSTOP:
            self.stopped = now + 3600, self.steps
        self.trapped = None


def in_one_process(updates, per_day, days, count, shares_price):
    """Requests by source of so many pollers that divide the number."""
    members, end = [[] for _ in range(count)], BEGIN + days * DAY
    for url in updates:
        members[worker.shard_of(url) % count].append(url)
    pollers = [Poller(per_day * len(urls) / len(updates), now=BEGIN, seed=seed) for seed, urls in enumerate(members)]
    for poller, urls in zip(pollers, members):
        for url in urls:
            poller.add(url, now=BEGIN)
    asked, due, beat = {url: [] for url in updates}, [float(BEGIN)] * count, BEGIN + DAY if shares_price else end
    while (now := min(beat, *due, end)) < end:
        for number, poller in enumerate(pollers):
            if now >= due[number]:
                for url in poller.due(now, 64):
                    times, before = updates[url], asked[url][-1] if asked[url] else BEGIN
                    new = times[bisect.bisect_right(times, before):bisect.bisect_right(times, now)]
                    poller.asked(url, Result.new(changed=new) if new else Result.nothing(), now)
                    asked[url].append(now)
        if now >= beat:
            logs = sum(len(urls) * math.log(poller.price(now)) for poller, urls in zip(pollers, members))
            for poller in pollers:
                poller.join_price(math.exp(logs / len(updates)), now)
        for number, poller in enumerate(pollers):
            if now >= min(beat, due[number]):
                then = poller.next(now=now)
                due[number] = max(now + 0.001, then.timestamp()) if then else end
        beat += worker.BEAT if now >= beat else 0
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
    print(f"{name:46}{min(per_day[1:]):7}{max(per_day[1:]):7}{doubles:9}{missing:9.2f}{delay:9.1f}", flush=True)
    return per_day, doubles, missing


def faults(play):
    """Finds updates that are lost, requests that are not repeated, and events that did not happen."""
    found = set(play.items)
    for url, times in play.updates.items():
        missing = [at for at in times[:bisect.bisect_right(times, play.asked[url][-1])] if (url, at) not in found]
        if missing:
            yield f"{url}: {len(missing)} updates are lost"
    for url, now in play.unanswered:
        again = min((at for at in play.asked[url] if at > now), default=math.inf)
        if again > now + 2 * worker.LEASE:
            yield f"{url}: no answer came, and it is asked again after {again - now} s"
    if play.events or play.signal or play.stopped:
        yield f"not all that was to happen has: {play.log}"


def main():
    is_table = sys.argv[1:] == ["table"]
    seeds, sources, days, scored, margin = ((1, 2), 1200, 14, 4, 1.03) if is_table else ((1,), 300, 7, 2, 1.1)
    per_day = 4 * sources
    events = [(days * 5 / 14, signal.SIGKILL), (days * 8 / 14, None)]
    if not is_table:
        events.append((days * 9 / 14, signal.SIGSTOP))
    print(f"{'requests a day, least and most':>60}{'doubles':>9}{'missing':>9}{'delay':>9}")
    for seed in seeds:
        updates = world(sources, days, seed)
        pollers = {f"one poller (seed {seed})": (1, False)}
        if is_table:
            pollers |= {"  in 64 shards": (64, False), "  in 64 shards with one price": (64, True)}
        held = [row(name, updates, in_one_process(updates, per_day, days, *how), days, scored) for name, how in pollers.items()]
        play = Play(updates, per_day, days, events)
        per, doubles, missing = row("  by four workers: one is killed, one joins", updates, play.asked, days, scored)
        print("\n".join(play.log), file=sys.stderr)
        wrong = list(faults(play)) + [f"{doubles} requests within {worker.LEAST} s of another"] * bool(doubles)
        if not 0.6 * per_day <= min(per[1:]) <= max(per[1:]) <= 1.1 * per_day:
            wrong.append(f"{per} requests a day, expected {per_day}")
        if missing > margin * held[0][2]:
            wrong.append(f"updates are missing for {missing:.2f} minutes, with one poller {held[0][2]:.2f}")
        if wrong:
            sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
