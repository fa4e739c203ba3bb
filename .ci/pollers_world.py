"""What docs/pollers.md says of 300 sources: worlds of 28 days, what became of their updates, and pollers beside each other.

Usage: pollers_world.py PAGES [POPULATION]      with fetchsched installed; PAGES: recorded updates as CSV, source and time in
seconds. Populations: recorded (216 recorded, 84 slow), slow (60 and 240), poisson (at constant rates). Prints a row for each
of three seeds: fetchsched without and with openings told, 1/sqrt of the counted rate, AIMD, and a fixed interval.
"""

import bisect
import collections
import csv
import heapq
import math
import random
import sys

DAY, DAYS, WARM, BEGIN, WINDOW = 86400, 28, 7, 1456704000, 20  # a Monday
END, SCORED = BEGIN + DAYS * DAY, BEGIN + WARM * DAY
COLUMNS = ["requests", "empty", "current", "missing", "delay", "lost", "replaced"]
# Openings by the hour.
HOURS = [.2, .1, .05, .05, .1, .3, 1, 2, 2, 1.2, 1, 1, 1.5, 1.3, 1, 1, 1, 1.3, 1.6, 2, 2.2, 2, 1.5, .7]


def sources(pages, population="recorded", seed=1):
    """Times of updates: of pages in four windows of 28 days each, and of some such thinned to a change a day or fewer."""
    draw, recorded = random.Random(seed), collections.defaultdict(list)
    if population == "poisson":
        found = []
        for _ in range(300):
            rate, times = 10 ** draw.uniform(math.log10(0.03), math.log10(30)), [BEGIN]
            while times[-1] < END:
                times.append(times[-1] + draw.expovariate(rate) * DAY)
            found.append(times[1:-1])
        return found
    with open(pages) as file:
        for row in csv.DictReader(file):
            recorded[int(row["source"])].append(int(row["time"]))
    whole = [sorted(at - window * DAYS * DAY for at in recorded[page]
                    if 0 <= at - window * DAYS * DAY - BEGIN < DAYS * DAY)
             for page in sorted(recorded) for window in range(4)]
    found = whole if population == "recorded" else draw.sample(whole, 60)
    while len(found) < 300:
        times, rate = whole[draw.randrange(216)], 10 ** draw.uniform(math.log10(1 / 30), 0)
        found = found + [[at for at in times if draw.random() < rate * DAYS / len(times)]]
    return found


def openings(count, per_day, seed):
    """Who opens what when, by Zipf's law over sources."""
    draw, order = random.Random(seed), list(range(count))
    draw.shuffle(order)
    weights = [1 / (rank + 1) for rank in range(count)]
    hours = draw.choices(range(24), HOURS, k=per_day * DAYS)
    times = sorted(BEGIN + draw.randrange(DAYS) * DAY + (hour + draw.random()) * 3600 for hour in hours)
    return list(zip(times, draw.choices(order, weights, k=len(times))))


def figures(updates, requests, opened=(), begin=BEGIN, scored=SCORED, end=END):
    """What became of updates once they are scored; `requests`: times for each source. Times in minutes, shares in percent."""
    count = empty = items = lost = replaced = 0
    delay = stale = missing = 0.0
    for times, asked in zip(updates, requests):
        last = begin
        for now in asked + [end]:
            low, high = bisect.bisect_right(times, last), bisect.bisect_right(times, now)
            last = now
            if now <= scored:
                continue
            count, empty = count + (now < end), empty + (now < end and low == high)
            delays = [now - at for at in times[low:high] if at >= scored]
            items, delay = items + len(delays), delay + sum(delays)
            lost, replaced = lost + max(0, len(delays) - WINDOW), replaced + max(0, len(delays) - 1)
            if low < high:
                since = max(scored, times[low])
                stale += now - since
                missing += ((now - times[low]) ** 2 - (since - times[low]) ** 2) / 2
    span, items = (end - scored) * len(updates), max(1, items)
    row = [count * DAY / (end - scored), 100 * empty / max(1, count), 100 - 100 * stale / span, missing / span / 60,
           delay / items / 60, 100 * lost / items, 100 * replaced / items]
    seen = [(now, source) for now, source in opened if now >= scored]
    ages = []
    for now, source in seen:
        times, asked = updates[source], requests[source]
        at = bisect.bisect_right(asked, now)
        oldest = bisect.bisect_right(times, asked[at - 1] if at else begin)
        ages.append(max(0, now - times[oldest]) if oldest < len(times) else 0)
    return row + ([100 * ages.count(0) / len(ages), sum(ages) / len(ages) / 60] if ages else [])


def fetchsched(updates, per_day, opened=(), seed=1):
    """Requests of the poller, and how it learns of openings."""
    from fetchsched.poll import Poller, Result

    poller, requests = Poller(per_day, seed=seed, now=BEGIN), [[] for _ in updates]
    for source in range(len(updates)):
        poller.add(str(source), now=BEGIN)
    now, opened = BEGIN, list(reversed(opened))
    while now < END:
        for source in map(int, poller.due(now, most=64)):
            times, before = updates[source], requests[source][-1] if requests[source] else BEGIN
            new = times[bisect.bisect_right(times, before):bisect.bisect_right(times, now)]
            poller.asked(str(source), Result.new(changed=new) if new else Result.nothing(), now)
            requests[source].append(now)
        due = max(now + 0.001, poller.next(now=now).timestamp())
        if opened and opened[-1][0] <= due:
            now = max(now, opened[-1][0])
            poller.read(str(opened.pop()[1]), now)
        else:
            now = due
    return requests


def scheduled(updates, interval):
    """Requests of a host that computes the next interval from the last one, the time, and what is new."""
    requests, draw = [[] for _ in updates], random.Random(3)
    due = [(BEGIN + draw.random() * 60, source, None) for source in range(len(updates))]
    heapq.heapify(due)
    while due[0][0] < END:
        now, source, state = heapq.heappop(due)
        times, before = updates[source], requests[source][-1] if requests[source] else BEGIN
        new = bisect.bisect_right(times, now) - bisect.bisect_right(times, before)
        requests[source].append(now)
        wait, state = interval(state, now - before, new)
        heapq.heappush(due, (now + wait, source, state))
    return requests


def root(scale):
    """scale / sqrt(rate), with a rate counted over two weeks: the least mean delay of an update."""
    def interval(state, passed, new):
        count, seconds = state or (1.0, DAY / 3)
        kept = math.exp(-passed / (14 * DAY))
        count, seconds = count * kept + new, seconds * kept + passed
        return min(2 * DAY, max(300, scale / math.sqrt(count / seconds))), (count, seconds)
    return interval


def aimd(least):
    def interval(wait, passed, new):
        wait = max(least, (wait or 3600) / 2) if new else max(least, min(DAY, (wait or 3600) * 1.5))
        return wait, wait
    return interval


def fitted(updates, per_day, rule, low, high):
    """Requests of the rule with the dial that makes so many."""
    for _ in range(12):
        dial = math.sqrt(low * high)
        requests = scheduled(updates, rule(dial))
        made = sum(at >= SCORED for asked in requests for at in asked) / (DAYS - WARM)
        if abs(made / per_day - 1) < 0.003:
            break
        low, high = (dial, high) if made > per_day else (low, dial)
    return requests


def main():
    pages, populations = sys.argv[1], sys.argv[2:] or ["recorded", "slow", "poisson"]
    print(f"{'':38}" + "".join(f"{each:>9}" for each in COLUMNS + ["fresh", "at open."]))
    for population in populations:
        for per_day in (1200, 2400):
            for seed in (1, 2, 3):
                updates = sources(pages, population, seed)
                opened = openings(len(updates), 60, seed + 1)
                rows = {
                    "fetchsched": (fetchsched(updates, per_day, seed=seed), ()),
                    "  openings told": (fetchsched(updates, per_day, opened, seed), opened),
                    "  openings told, 6000": (None, openings(len(updates), 6000, seed + 1)),
                    "1/sqrt(rate)": (fitted(updates, per_day, root, 1, 1e6), opened),
                    "AIMD": (fitted(updates, per_day, aimd, 300, 1e5), opened),
                    "fixed": (scheduled(updates, lambda *_: (DAY * len(updates) / per_day, None)), opened)}
                for name, (requests, seen) in rows.items():
                    row = figures(updates, requests or fetchsched(updates, per_day, seen, seed), seen)
                    print(f"{population:9} {per_day:5} {seed} {name:21}" + "".join(f"{each:9.1f}" for each in row), flush=True)


if __name__ == "__main__":
    main()
