#!/usr/bin/env python3
"""Random weeks of a poller, in virtual time, held against what the documents promise.

Each week has a seed of its own, which is printed where a promise is broken: it draws a budget (1 to 10,000 requests a day), 1 to
2,000 sources, hosts with and without limits, a host program, and troubles: outages, refusals, restarts, sleeps, clocks, removals.
`promises.Promises` records what is asked and answered, and judges it without the engine.

Usage: random_weeks.py [WEEKS] [SEED]      1,000 weeks from a drawn seed on, if they are left out
       WEEK=SEED random_weeks.py           one week, with what was drawn
"""

import heapq
import json
import os
import random
import sys
from datetime import datetime, timedelta, timezone
from unittest import mock

from fetchsched.poll import Poller, Result

from promises import DAY, HOUR, MINUTE, SECOND, Promises

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
BEGIN = 1_764_547_200 * SECOND
END = BEGIN + 7 * DAY
LIMIT = 10 * MINUTE


class Source:
    """A source: its host, when it changes, and what it answers."""

    def __init__(self, draw, name, host):
        self.name, self.host = name, host
        self.options = {}
        if host is not None:
            self.options["group"] = host
        if draw.random() < 0.1:
            self.options["least"] = 60 * draw.choice((1, 30, 240))
        if draw.random() < 0.1:
            self.options["most"] = 3600 * draw.choice((2, 12, 24, 48))
        if draw.random() < 0.1:
            self.options["weight"] = draw.choice((0.1, 0.5, 2, 10))
        self.rate = 0 if draw.random() < 0.1 else 10 ** draw.uniform(-2, 1.5)
        self.kind = draw.choices(("usual", "ever new", "fails", "refused", "gone", "max-age"), (85, 2, 3, 3, 2, 5))[0]
        self.age = draw.choice((600, 3600, 86400, 10 ** 7))
        self.seen = self.change = BEGIN
        self.draw = random.Random(draw.random())

    def news(self, now):
        """When it changed since it was seen."""
        changes = []
        while self.rate > 0 and self.change <= now:
            if self.change > self.seen:
                changes.append(self.change / 1000)
            self.change += max(1, round(self.draw.expovariate(self.rate) * DAY))
        self.seen = now
        return changes[-50:]


class Week:
    """All that is drawn of a week."""

    def __init__(self, seed, size=1.0):
        draw = self.draw = random.Random(seed)
        self.seed = seed
        self.budget = max(1, round(10 ** draw.uniform(0, 4 * size)))
        self.count = max(1, round(10 ** draw.uniform(0, 3.3 * size)))
        self.hosts = draw.choice((1, 3, max(1, round(self.count ** 0.5)), self.count, 10 * self.count))
        self.dated = draw.random() < 0.5
        self.options = {"least": draw.choice((60, 300, 300, 3600))}
        if draw.random() < 0.2:
            self.options["most"] = 86400 * draw.choice((0.5, 1, 2, 4))
        if draw.random() < 0.3:
            self.options["spacing"] = draw.choice((1, 5, 60))
        if draw.random() < 0.3:
            self.options["at_once"] = draw.choice((1, 2, 5))
        # The program: how many requests it makes at once, and how long they take.
        self.most = draw.choice((1, 5, 20, 50))
        self.slow = draw.choice((0, 0.2, 2, 20))
        self.hangs = draw.choice((0, 0, 0.001, 0.01))
        self.defers = draw.choice((0, 0, 0.02))
        self.numbers = 0
        self.down, self.busy, self.every = {}, {}, {}
        self.network, self.asleep, self.events = [], [], []
        for _ in range(draw.choice((0, 0, 1, 3))):
            self.down.setdefault(self.a_host(), []).append(self.span(10 * MINUTE, 2 * DAY))
        for _ in range(draw.choice((0, 0, 1, 2))):
            self.busy.setdefault(self.a_host(), []).append(self.span(10 * MINUTE, DAY) + (draw.choice((0, 60, 3600)),))
        for _ in range(draw.choice((0, 0, 0, 1, 2))):
            self.every[self.a_host()] = draw.choice((2, 10, 60)) * SECOND, draw.choice((0, 0, 30))
        for _ in range(draw.choice((0, 0, 1, 2))):
            self.network.append(self.span(MINUTE, DAY) + (draw.random() < 0.4,))
        sleeps = draw.choice((0, 0, 0, 1, 2, 3))
        if sleeps == 1:
            self.asleep = [(BEGIN + day * DAY + 22 * HOUR, BEGIN + day * DAY + 30 * HOUR) for day in range(7)]
        elif sleeps == 2:
            self.asleep = [self.span(HOUR, 3 * DAY)]
        elif sleeps == 3:
            period, awake = DAY // draw.choice((4, 10, 24)), draw.choice((8, 30)) * MINUTE
            first = draw.randrange(0, 4) * DAY
            self.asleep = [(BEGIN + first + k * period + awake, BEGIN + first + (k + 1) * period) for k in range(DAY // period)]
        self.asleep.sort()
        for kind, counts in (("crash", (0, 0, 1, 5)), ("clock", (0, 0, 0, 1, 2)), ("sources", (0, 0, 1, 4)), ("twin", (0, 1)),
                             ("limit", (0, 0, 1)), ("read", (0, 0, 20)), ("announce", (0, 0, 20)), ("own", (0, 0, 0, 5))):
            for _ in range(draw.choice(counts)):
                self.events.append((draw.randrange(BEGIN + HOUR, END - HOUR), kind))

    def span(self, least, most):
        begin = self.draw.randrange(BEGIN, END)
        return begin, begin + round(least * (most / least) ** self.draw.random())

    def a_host(self):
        return f"h{self.draw.randrange(self.hosts)}"

    def source(self):
        self.numbers += 1
        host = None if self.hosts > self.count and self.draw.random() < 0.5 else self.a_host()
        return Source(self.draw, f"s{self.numbers}", host)

    def answer(self, source, now, served):
        """What a request finds that is answered now. `served`: when the host last served, by name; it is kept here."""
        if any(begin <= now < end for begin, end, _ in self.network):
            return Result.failed()
        if any(begin <= now < end for begin, end in self.down.get(source.host, ())):
            return Result.failed()
        for begin, end, wait in self.busy.get(source.host, ()):
            if begin <= now < end:
                return Result.failed(retry_after=wait)
        gap, wait = self.every.get(source.host, (0, 0))
        if gap and now < served.get(source.host, 0) + gap:
            return Result.failed(retry_after=wait)
        if source.kind == "fails":
            return Result.failed()
        if source.kind == "refused":
            return Result.failed(retry_after=source.age)
        if source.kind == "gone" and now > BEGIN + 3 * DAY:
            return Result.gone()
        served[source.host] = now
        age = source.age if source.kind == "max-age" else None
        changes = source.news(now)
        if source.kind == "ever new":
            return Result.new()
        if changes:
            return Result.new(changes if self.dated else (), max_age=age)
        return Result.nothing(max_age=age)

    def __str__(self):
        drawn = {key: value for key, value in vars(self).items() if key not in ("draw", "asleep", "events", "down", "busy", "network")}
        for key in ("asleep", "network"):
            drawn[key] = [tuple(round((at - BEGIN) / HOUR, 2) for at in span[:2]) + span[2:] for span in getattr(self, key)]
        for key in ("down", "busy"):
            drawn[key] = {host: [tuple(round((at - BEGIN) / HOUR, 2) for at in span[:2]) + span[2:] for span in spans]
                          for host, spans in getattr(self, key).items()}
        drawn["events"] = [(round((at - BEGIN) / HOUR, 2), kind) for at, kind in sorted(self.events) if kind not in ("read", "announce")]
        return ", ".join(f"{key} {value}" for key, value in drawn.items())


class Program:
    """A program that polls through a week, as the documents say; its clock is `offset` ahead of the true time."""

    def __init__(self, week):
        self.week, self.draw = week, week.draw
        self.offset = 0
        self.sources, self.under_way, self.served = {}, {}, {}
        self.queue, self.order = [], 0
        self.crash_at = self.answers_left = self.saved = None
        self.judge = Promises(week, BEGIN, END)
        self.poller = Poller(week.budget, seed=week.seed, now=self.wall(BEGIN), **week.options)
        self.add([week.source() for _ in range(week.count)], BEGIN)
        for at, kind in week.events:
            self.push(at, kind, None)
        for begin, end in week.asleep:
            self.push(begin, "sleep", None)
            self.push(end, "wake", None)
            self.judge.trouble(begin, end)
        for begin, end, told in week.network:
            self.judge.trouble(begin, end)
            if told:
                self.push(begin, "network", False)
                self.push(end, "network", True)
        for spans in (week.down, week.busy):
            for host, times in spans.items():
                for span in times:
                    self.judge.trouble(*span[:2], host=host)

    def wall(self, now):
        return (now + self.offset) / 1000

    def clock(self, now):
        self.judge.clock(now + self.offset)
        return self.wall(now)

    def push(self, at, kind, what):
        self.order += 1
        heapq.heappush(self.queue, (at, self.order, kind, what))

    def add(self, sources, now):
        for source in sources:
            source.seen = now
            self.sources[source.name] = source
            self.judge.added(source, now)
            self.poller.add(source.name, now=self.clock(now), **source.options)

    def remove(self, name, now):
        self.poller.remove(name, now=self.clock(now))
        self.judge.removed(self.sources.pop(name), now)
        self.under_way.pop(name, None)

    # The loop

    def run(self):
        awake, up, now, moment = True, True, BEGIN, BEGIN
        is_promised = False
        while True:
            event = self.queue[0][0] if self.queue else END
            runs = awake and up
            if runs and moment is not None and moment < event:
                now, moment = max(now, moment), None
                if now >= END:
                    break
                self.poll(now, is_promised)
            else:
                now = max(now, event)
                if now >= END or not self.queue:
                    break
                _, _, kind, what = heapq.heappop(self.queue)
                if kind == "sleep":
                    awake = False
                elif kind == "wake":
                    awake = True
                elif kind == "up":
                    up = True
                    self.restore(now)
                elif not runs and kind in ("answer", "hung", "network", "clock"):
                    if kind not in ("answer", "hung") or up:
                        # It is told once the program runs again.
                        later = min((at for at, _, other, _ in self.queue if other in ("wake", "up")), default=END)
                        self.push(max(later, now + 1), kind, what)
                    continue
                elif not runs:
                    continue
                elif self.answers_left is not None and kind not in ("answer", "hung"):
                    # What the program does next is done by the process after it.
                    self.push(now + SECOND, kind, what)
                    continue
                else:
                    self.happen(kind, what, now)
                up = up and not self.dies(now)
                if not (awake and up):
                    continue
                if self.answers_left is None:
                    self.poll(now, False)
            up = up and not self.dies(now)
            # A process that is to end starts no request after those that it has saved.
            moment, is_promised = self.next(now) if up and self.answers_left is None else (None, False)
        self.judge.end(now)

    def dies(self, now):
        """Whether the process ends by the last answer that it is to have."""
        if self.answers_left is None or (self.answers_left > 0 and self.under_way):
            return False
        self.crash(now)
        return True

    def poll(self, now, is_promised):
        """Asks what is due. `is_promised`: `next` named this moment, and nothing has happened since."""
        asked = 0
        while True:
            room = self.week.most - len(self.under_way)
            if room <= 0:
                break
            wall = self.clock(now)
            names = self.poller.due(now=wall, most=room)
            self.judge.saved()
            asked += len(names)
            for name in names:
                self.judge.started(name, now)
                self.begin(name, now)
            if names and self.crash_at is not None:
                # What was saved before this batch is all that the next process will know.
                self.crash_at, self.saved = None, json.dumps(self.poller.state())
                self.answers_left = self.draw.randrange(0, 4)
                return
            if len(names) < room:
                break
        if is_promised:
            self.judge.woke(asked, now)

    def begin(self, name, now):
        source, slow = self.sources[name], self.week.slow
        self.order += 1
        self.under_way[name] = token = self.order
        if self.draw.random() < self.week.hangs:
            self.push(now + LIMIT + 1, "hung", (name, token))
        elif self.draw.random() < self.week.defers:
            del self.under_way[name]
            until = now + self.draw.randrange(SECOND, HOUR)
            self.poller.defer(name, self.wall(until), now=self.clock(now))
            self.judge.deferred(name, until - now, now)
        else:
            self.push(now + round(self.draw.expovariate(1 / slow) * SECOND if slow else 0), "answer", (name, token))

    def next(self, now):
        wall = self.clock(now)
        moment = self.poller.next(now=wall)
        if moment is None:
            self.judge.idle(self.poller.idle(now=wall), bool(self.under_way), now)
            return None, False
        moment = (moment - EPOCH) // timedelta(milliseconds=1) - self.offset
        if len(self.under_way) >= self.week.most:
            return None, False
        self.judge.named(moment, now)
        return max(moment, now + 1), True

    # What happens

    def happen(self, kind, what, now):
        draw, names = self.draw, sorted(self.sources)
        if kind in ("answer", "hung"):
            name, token = what
            if self.under_way.get(name) != token:
                return
            del self.under_way[name]
            if kind == "hung":
                return self.judge.hung(name, now)
            result = self.week.answer(self.sources[name], now, self.served)
            self.judge.answered(name, result, now)
            self.poller.asked(name, result, now=self.clock(now))
            if self.answers_left is not None:
                self.answers_left -= 1
        elif kind == "network":
            self.poller.network(what, now=self.clock(now))
            self.judge.told(what)
        elif kind == "clock":
            ahead = draw.choice((-1, 1)) * round(MINUTE * (2 * DAY / MINUTE) ** draw.random())
            if draw.random() < 0.1:
                ahead = 400 * DAY
            self.offset = 0 if self.offset else ahead
            self.judge.set_clock(now)
            if self.offset and draw.random() < 0.7:
                self.push(now + draw.randrange(MINUTE, 2 * DAY), "clock", None)
        elif kind == "crash":
            self.crash_at = now
        elif kind == "twin":
            self.twin(now)
        elif kind == "limit" and names:
            host = self.sources[draw.choice(names)].host
            if host is not None:
                limits = {"spacing": draw.choice((0, 2, 30)), "at_once": draw.choice((0, 1, 3))}
                self.poller.limit(host, **limits)
                self.judge.limited(host, limits)
        elif kind == "sources":
            self.change_sources(now)
        elif names:
            name = draw.choice(names)
            if kind == "read":
                self.poller.read(name, now=self.clock(now))
            elif kind == "announce":
                self.poller.announce(name, now=self.clock(now))
            elif kind == "own" and name not in self.under_way:
                self.judge.started(name, now, is_own=True)
                result = self.week.answer(self.sources[name], now, self.served)
                self.judge.answered(name, result, now)
                self.poller.asked(name, result, now=self.clock(now))

    def change_sources(self, now):
        draw, names = self.draw, sorted(self.sources)
        choice = draw.randrange(4)
        if choice == 0 or not names:
            self.add([self.week.source() for _ in range(draw.randrange(1, self.week.count + 2))], now)
        elif choice == 1:
            for name in draw.sample(names, draw.randrange(1, max(2, len(names)))):
                self.remove(name, now)
        elif choice == 2:
            # Some are replaced, in one go.
            gone = set(draw.sample(names, draw.randrange(1, len(names) + 1)))
            new = [self.week.source() for _ in gone]
            kept = {name: source.options for name, source in self.sources.items() if name not in gone}
            with mock.patch("time.time", return_value=self.clock(now)):
                self.poller.sources = {**kept, **{source.name: source.options for source in new}}
            for name in gone:
                self.judge.removed(self.sources.pop(name), now)
                self.under_way.pop(name, None)
            for source in new:
                source.seen = now
                self.sources[source.name] = source
                self.judge.added(source, now)
        else:
            for name in draw.sample(names, draw.randrange(1, len(names) + 1)):
                source = self.sources[name]
                source.options["least"] = draw.choice((60, 600, 7200))
                self.judge.changed(source)
                self.poller.add(name, now=self.clock(now), **source.options)

    def twin(self, now):
        """What is saved and loaded knows what the other knows."""
        wall = self.clock(now)
        times = {name: self.poller.next(name, now=wall) for name in self.sources if name not in self.under_way}
        twin = Poller.restore(json.loads(json.dumps(self.poller.state())), self.week.budget, seed=self.week.seed, now=wall, **self.week.options)
        self.judge.twin(times, {name: twin.next(name, now=wall) for name in times}, sorted(self.sources) == sorted(twin.sources), now)

    def crash(self, now):
        self.under_way.clear()
        self.answers_left = None
        self.up_at = now + round(10 * SECOND * (6 * HOUR / (10 * SECOND)) ** self.draw.random())
        self.judge.crashed(now, self.up_at)
        self.queue = [event for event in self.queue if event[2] not in ("answer", "hung")]
        heapq.heapify(self.queue)
        self.push(self.up_at, "up", None)

    def restore(self, now):
        options = {**self.week.options, "seed": self.week.seed}
        self.poller = Poller.restore(json.loads(self.saved), self.week.budget, now=self.clock(now), **options)
        self.judge.restored(set(self.sources), set(self.poller.sources), now)


def play(seed, size=1.0):
    """Plays a week; returns its judge, and the week."""
    week = Week(seed, size)
    program = Program(week)
    program.run()
    return program.judge, week


def main():
    if "WEEK" in os.environ:
        judge, week = play(int(os.environ["WEEK"]))
        print(week, *judge.broken, judge.figures(), sep="\n")
        return bool(judge.broken)
    weeks = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10 ** 6) * 1000
    print(f"{weeks} weeks from seed {seed} on", flush=True)
    broken = requests = checks = 0
    for each in range(seed, seed + weeks):
        judge, week = play(each)
        requests += judge.requests
        checks += judge.checks
        if judge.broken:
            broken += 1
            print(f"week {each}: {len(judge.broken)} broken", *judge.broken[:5], sep="\n    ", flush=True)
    print(f"{weeks} weeks from seed {seed} on: {requests} requests, {checks} checks, {broken} weeks with a broken promise")
    return broken > 0


if __name__ == "__main__":
    sys.exit(main())
