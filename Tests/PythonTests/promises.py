"""What a poller promises, judged by what was asked and answered, without the engine.

The promises, as docs/servers.md, docs/feed-readers.md and the package's README have them:

- requests    24 hours have at most 1.1 times the number of requests, and one at least, besides first requests of new sources.
- day         24 hours without trouble have at least 0.6 of it, where the sources can use them. What is caught up at once after
              trouble is of the 24 hours that follow.
- first       First requests have turns, one a second, and one in five seconds of a host, in the order in which sources are added.
              None comes before its turn, and each soon after it.
- least       Least time between two requests of a source, from the end of one to the start of the next; from its start where the
              process ended before the end was saved.
- most        Longest time between two requests of a source, where the number of requests, and those that the program can make, are
              at least twice what that takes: a tenth longer, and an hour longer where 24 hours are used up. Those that come together
              then have turns. For one that is added later, room is kept from then on: a day passes before it is there.
- starved     A source that is served waits no longer than ten times the mean interval, and half a day.
- server      Nothing before the last `Retry-After` or `max-age` of a source's answers, up to a week; nothing for five days of a 410.
- group       Nothing before the `Retry-After` of the second of two sources of a host that are refused in a row.
- spacing     Time between the starts of two requests of a host, and how many there are at once.
- told        Nothing while the network is told to be gone.
- next        The next moment is in the future. `due` then has something in three of four cases at least, but for one look an
              hour. Where there is no next moment, `idle` says why.
- state       What is saved in the middle of a batch and loaded knows all sources, and their times.

All but `day`, `most` and `starved` hold by the poller's time: that of its clock, in which a clock that is set back stands still.
"""

from bisect import bisect
from collections import deque
from copy import copy

SECOND = 1000
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86400 * SECOND
WEEK = 7 * DAY
EVER = 10 ** 18


class Known:
    """What the poller was told of a source, by its time."""

    def __init__(self):
        self.is_first, self.is_in_order = True, True
        self.turn = -EVER
        # Start and end of the last request, from when on the server allows the next, and the interval that it asks for.
        self.start, self.end, self.floor, self.interval = -EVER, -EVER, -EVER, 0


class Record:
    """A source: what the poller knows, and what truly happened."""

    def __init__(self, source, options, now):
        self.source, self.known = source, Known()
        self.host, self.kind = source.host, source.kind
        self.added, self.gone = now, None
        # True times of the starts of requests, and of what kept it waiting by itself.
        self.starts, self.troubles = [], []
        # The greatest least time that it ever had.
        self.slowest = 0
        self.set(options)

    def set(self, options):
        self.least = self.source.options.get("least", options["least"]) * SECOND
        self.slowest = max(self.slowest, self.least)
        most = self.source.options.get("most", options.get("most"))
        self.most = None if most is None else most * SECOND


class Group:
    def __init__(self, limits):
        self.limits = limits
        self.members = 0
        self.last_start, self.next_first, self.floor = -EVER, -EVER, -EVER
        # The last source that was refused, with none served since.
        self.refused = None
        # The last one, and when, and when the last request that was served began.
        self.last_refused, self.last_served = (None, -EVER), -EVER


class Promises:
    def __init__(self, week, begin, end):
        self.week, self.begin, self.finish = week, begin, end
        self.broken, self.requests, self.checks = [], 0, 0
        self.records, self.former, self.groups = {}, [], {}
        self.usual = {"spacing": week.options.get("spacing", 0) * SECOND, "at_once": week.options.get("at_once", 0)}
        self.limits, self.slowest = {}, {}
        # The poller's time, and its clock.
        self.time, self.shown = 0, None
        self.under_way, self.undone = {}, []
        self.window, self.counted, self.own = deque(), [], []
        self.next_first = -EVER
        self.is_up = True
        self.troubles, self.of_host = [], {}
        # Requests that the program put off itself.
        self.put_off = []
        # Hosts that refused something: a spacing of up to ten minutes may have been learned.
        self.refusing = set()
        # Requests that hung, of which a program that makes few at once can do no other.
        self.hangs = []
        self.wakes = self.empty = 0
        self.most_sources = 0
        self.longest = {}

    def hold(self, promise, holds, now, *what):
        self.checks += 1
        if not holds:
            at = (now - self.begin) / HOUR
            self.broken.append(f"{promise}: at hour {at:.4f}: {' '.join(map(str, what))}")

    def figures(self):
        return f"{self.requests} requests, {self.checks} checks, {self.empty} of {self.wakes} moments empty, " + ", ".join(
            f"{key} {value[0]:.2f} ({value[1]})" for key, value in self.longest.items())

    # What the program does

    def clock(self, shown):
        if self.shown is not None:
            self.time += max(0, shown - self.shown)
        self.shown = shown

    def trouble(self, begin, end, host=None):
        (self.troubles if host is None else self.of_host.setdefault(host, [])).append((begin, end))

    def set_clock(self, now):
        self.trouble(now, now + 1)

    def group(self, host):
        if host is not None and host not in self.groups:
            self.groups[host] = Group(self.limits.get(host, self.usual))
        return self.groups.get(host)

    def added(self, source, now):
        record = self.records[source.name] = Record(source, self.week.options, now)
        group = self.group(record.host)
        turn = max(self.time, self.next_first)
        self.next_first = turn + SECOND
        if group:
            group.members += 1
            turn = max(turn, group.next_first)
            group.next_first = turn + 5 * SECOND
        record.known.turn = turn
        self.most_sources = max(self.most_sources, len(self.records))

    def changed(self, source):
        self.records[source.name].set(self.week.options)

    def removed(self, source, now):
        record = self.records.pop(source.name)
        record.gone = now
        self.former.append(record)
        self.under_way.pop(source.name, None)
        group = self.group(record.host)
        if group:
            group.members -= 1
            if group.members == 0 and record.host not in self.limits:
                del self.groups[record.host]

    def limited(self, host, limits):
        before = self.of(host)
        self.limits[host] = self.group(host).limits = {**limits, "spacing": limits["spacing"] * SECOND}
        at_once = [each["at_once"] for each in (before, limits) if each["at_once"]]
        self.slowest[host] = {"spacing": max(before["spacing"], self.limits[host]["spacing"]), "at_once": min(at_once, default=0)}

    def of(self, host):
        """The slowest limits that the host ever had."""
        return self.slowest.get(host, self.usual) if host else self.usual

    def told(self, is_up):
        self.is_up = is_up

    def saved(self):
        self.undone = []

    def started(self, name, now, is_own=False):
        self.requests += 1
        time, record = self.time, self.records[name]
        known, group = record.known, self.group(record.host)
        self.under_way = {other: at for other, at in self.under_way.items() if time - at <= 10 * MINUTE}
        if not known.is_first:
            while self.window and self.window[0] <= time - DAY:
                self.window.popleft()
            self.window.append(time)
            self.counted.append(now)
        if is_own:
            self.own.append(now)
        else:
            most = max(1, 1.1 * self.week.budget)
            if known.is_first:
                self.hold("first", time >= known.turn, now, name, known.turn - time, "ms before its turn")
            else:
                self.hold("requests", len(self.window) <= most, now, name, len(self.window), "in 24 hours, at most", most)
            self.hold("least", time - known.end >= record.least, now, name, time - known.end, "ms, at least", record.least)
            self.hold("server", time >= known.floor, now, name, known.floor - time, "ms early")
            self.hold("server", time >= known.end + known.interval, now, name, known.end + known.interval - time, "ms early by max-age")
            if group:
                self.hold("group", time >= group.floor, now, name, group.floor - time, "ms early")
                spacing, at_once = group.limits["spacing"], group.limits["at_once"]
                self.hold("spacing", time - group.last_start >= spacing, now, name, time - group.last_start, "ms, at least", spacing)
                count = sum(self.records[other].host == record.host for other in self.under_way if other != name)
                self.hold("spacing", not at_once or count < at_once, now, name, count + 1, "at once, at most", at_once)
            self.hold("told", self.is_up, now, name)
        self.before = copy(known)
        if group:
            group.last_start = time
        record.starts.append(now)
        known.is_first, known.start, known.end = False, time, time
        self.under_way[name] = time

    def answered(self, name, result, now):
        record, time = self.records[name], self.time
        self.undone.append((record, copy(record.known)))
        started = self.under_way.pop(name, time)
        known, group, wait = record.known, self.group(record.host), result.retry_after
        serves = result.outcome.name in ("NEW_DATA", "NO_DATA")
        known.end = time
        if serves:
            known.floor = -EVER
        if wait is not None:
            # The last word of a server counts.
            known.floor = time + min(wait * SECOND, WEEK)
        if result.outcome.name == "GONE":
            known.floor = max(known.floor, time + 5 * DAY)
        if result.max_age is not None:
            known.interval = min(result.max_age * SECOND, WEEK)
        if group and wait is not None:
            # The server is left alone for an hour at most, or as it asks if it may have refused two in a row.
            other, at = group.last_refused
            is_of_all = other not in (None, name) and at >= group.last_served
            self.refusing.add(record.host)
            self.trouble(now, now + max(HOUR, min(wait * SECOND, WEEK) if is_of_all else 0), record.host)
            group.last_refused = name, time
        if group:
            if serves:
                group.refused = None
                group.last_served = max(group.last_served, started)
            elif wait is not None and known.is_in_order:
                if group.refused not in (None, name) and wait > 0:
                    group.floor = max(group.floor, time + min(wait * SECOND, WEEK))
                group.refused = name
        known.is_in_order = serves

    def hung(self, name, now):
        self.hangs.append((now - 10 * MINUTE, now))
        self.undone.append((self.records[name], copy(self.records[name].known)))
        # The engine gives it up by its clock, which may have been set ahead meanwhile.
        known = self.records[name].known
        known.end = min(self.time, self.under_way.pop(name, known.start) + 10 * MINUTE)
        self.records[name].known.is_in_order = False
        # A failure of its own.
        self.records[name].troubles.append((now, now + 1))

    def deferred(self, name, wait, now):
        """The request was not made after all."""
        self.put_off.append(now)
        record = self.records[name]
        self.requests -= 1
        self.under_way.pop(name, None)
        start = record.starts.pop()
        if self.counted and self.counted[-1] == start and self.window and self.window[-1] == self.time:
            self.counted.pop()
            self.window.pop()
        record.known = self.before
        record.troubles.append((now, now + wait))
        record.known.floor = max(record.known.floor, self.time + min(wait, WEEK))

    def crashed(self, now, until):
        """What was answered since the last save is lost. The server was asked all the same."""
        self.trouble(now, until)
        for record, known in reversed(self.undone):
            known.end = known.start = record.known.start
            known.is_first = False
            record.known = known
        self.undone = []
        for group in self.groups.values():
            group.refused, group.floor = None, -EVER
        self.under_way = {}

    def restored(self, names, loaded, now):
        self.hold("state", names == loaded, now, "sources", names ^ loaded)

    def twin(self, times, others, is_whole, now):
        self.hold("state", is_whole, now, "the sources are others")
        for name, moment in times.items():
            self.hold("state", moment == others[name], now, name, moment, "after loading:", others[name])

    def named(self, moment, now):
        self.hold("next", moment > now, now, "next names a moment that was", now - moment, "ms ago")

    def idle(self, reason, is_busy, now):
        self.hold("next", reason is not None or is_busy, now, "no next moment, and no reason")

    def woke(self, asked, now):
        self.wakes += 1
        self.empty += asked == 0

    # After the week

    def end(self, now):
        self.now = min(now, self.finish)
        self.hold("next", self.empty <= (self.now - self.begin) / HOUR + 0.25 * self.wakes, now, self.empty, "of", self.wakes, "moments were empty")
        self.check_days()
        self.check_waits()

    def allowed(self):
        """Requests a day that sources can use: those that answer as usual, within the limits of their hosts."""
        sources = {}
        for record in [*self.records.values(), *self.former]:
            if record.kind == "usual" and record.gone is None and record.added < self.begin + DAY and record.host not in self.refusing:
                sources.setdefault(record.host, []).append(DAY / (record.slowest + MINUTE))
        allowed = 0
        for host, counts in sources.items():
            limits = self.of(host)
            most = sum(counts) if host is None else min(sum(counts), self.pace(limits))
            allowed += most
        return min(allowed, self.pace({"spacing": 0, "at_once": self.week.most}))

    def pace(self, limits):
        """Requests a day that limits allow."""
        mean = (self.week.slow + 600 * self.week.hangs) * SECOND
        return min(DAY / max(limits["spacing"], 1), limits["at_once"] * DAY / max(mean, 1) if limits["at_once"] else EVER)

    def check_days(self):
        if self.allowed() < 3 * self.week.budget:
            return
        troubles = sorted(self.troubles + [span for spans in self.of_host.values() for span in spans])
        least = int(0.6 * self.week.budget)
        for begin in sorted({self.begin + DAY, *(self.begin + k * DAY // 4 for k in range(5, 25)), *(end for _, end in troubles)}):
            begin = max(begin, self.begin + DAY)
            if begin + DAY > self.now or any(a < begin + DAY and b > begin for a, b in troubles):
                continue
            # Any 24 hours have 1.1 times the number at most: what was caught up before is missing until 24 hours have passed.
            caught_up = sum(1 - (begin - at) / DAY for at in self.counted if begin - DAY < at < begin and self.is_catching_up(at))
            count = sum(begin <= at < begin + DAY for at in self.counted) + round(caught_up)
            count += sum(begin <= at < begin + DAY for at in self.put_off)
            self.hold("day", count >= least, begin, count, "in the 24 hours from then on, at least", least)
            self.note("day", -count / self.week.budget, begin)

    def is_catching_up(self, at):
        """Whether a request is made within the hour after an absence, or as the clock is set."""
        return any(end - 1 <= at < end + HOUR for _, end in self.troubles)

    def note(self, name, value, what):
        if name not in self.longest or value > self.longest[name][0]:
            self.longest[name] = value, what

    def check_waits(self):
        """Each wait of each source that is served, from its last request or from the end of trouble on."""
        week, mean = self.week, self.most_sources / self.week.budget * DAY
        records = [*self.records.values(), *self.former]
        wanted = sum(DAY / record.most for record in records if record.most)
        number = min(week.budget, self.pace({"spacing": 0, "at_once": week.most}))
        kept = sorted(at for record in records if record.most for at in record.starts)
        later = [record.added for record in records if record.most and record.added > self.begin]
        for record in records:
            if record.kind != "usual" or record.host in week.every:
                continue
            queue = sum(other.host == record.host for other in records) if record.host else 1
            limits = self.of(record.host)
            if record.host in self.refusing:
                limits = {**limits, "spacing": max(limits["spacing"], 10 * MINUTE)}
            slow = 2 * queue * DAY / self.pace(limits) + 2 * len(records) * DAY / self.pace({"spacing": 0, "at_once": week.most})
            troubles = sorted(self.troubles + self.of_host.get(record.host, []) + record.troubles)
            for begin, end, after in self.waits(record, troubles):
                wait = end - begin
                is_first = not record.starts or begin < record.starts[0]
                bound = max(20 * mean, DAY) + slow
                if is_first:
                    # A network that was down is tried every half an hour, after a day of that each 24th of the time.
                    bound = 10 * MINUTE + len(records) * SECOND + queue * 5 * SECOND + slow + min(after, max(32 * MINUTE, after / 24))
                if wait > bound:
                    bound += sum(max(0, min(end, b) - max(begin, a)) for a, b in self.hangs) / week.most
                self.hold("first" if is_first else "starved", wait <= bound, begin, record.source.name, "waits for", wait / HOUR, "h, at most", bound / HOUR)
                self.note("first" if is_first else "starved", wait / bound, record.source.name)
                is_kept = not any(added < end and begin < added + DAY for added in later)
                if record.most and 2 * wanted <= number and not after and not is_first and is_kept:
                    # Room is kept as if such sources came evenly: each that comes at the same time takes a turn of the number, and
                    # so does each request that the host makes by itself.
                    due = begin + max(record.most, record.slowest)
                    turns = max(0, bisect(kept, end - 1) - bisect(kept, due - HOUR))
                    turns += sum(end - DAY < at < end for at in self.own)
                    bound = max(record.most, record.slowest) * 1.1 + 75 * MINUTE + slow + turns * DAY / week.budget
                    self.hold("most", wait <= bound, begin, record.source.name, "waits for", wait / HOUR, "h, at most", bound / HOUR)
                    self.note("most", wait / bound, record.source.name)

    def waits(self, record, troubles):
        """Begin and end of each span without trouble and without a request, and how long the trouble was that it follows."""
        last, after = record.added, 0
        final = record.gone or self.now
        events = sorted([(at, at) for at in record.starts] + [span for span in troubles if span[1] > record.added and span[0] < final])
        for begin, end in events:
            if begin > last:
                yield last, begin, after
            if end >= last:
                last, after = end, end - begin
        if final > last:
            yield last, final, after
