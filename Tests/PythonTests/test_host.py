"""The host under asyncio, on a clock that the tests move: a month passes in a second."""

import asyncio
import logging
import random
import unittest

import fetchsched as fs
from fetchsched.host import FetchHost
from fetchsched.poll import Result

START = 1704067200000
SECOND, MINUTE, HOUR, DAY = 1000, 60000, 3600000, 86400000


async def deaf(event):
    """Waits for the event, whether it is cancelled or not."""
    while not event.is_set():
        try:
            await event.wait()
        except asyncio.CancelledError:
            pass


class TestClock:
    """Time that passes when everybody waits. `plan`: calls with their times, in order."""

    __test__ = False

    def __init__(self, plan=(), end=None):
        self.time, self.plan, self.end = START, list(plan), end
        self.host = None
        self.waits = 0

    def now(self):
        return self.time

    async def wait(self, event, until_ms):
        self.waits += 1
        for _ in range(8):
            await asyncio.sleep(0)
            if event.is_set():
                return
        next = until_ms if until_ms is not None else self.end
        if self.plan and self.plan[0][0] <= next:
            self.time, call = self.plan.pop(0)
            call()
        elif next >= self.end:
            self.time = self.end
            self.host.stop()
        else:
            self.time = max(self.time, next)


def use(host, name, clock):
    """A short use of the app."""
    host.observe(fs.Event.LAUNCH, name)
    host.observe(fs.Event.RADIO, value=fs.Radio.USER, until_ms=clock.now() + SECOND)
    host.observe(fs.Event.FOREGROUND_SYNC, name, value=fs.Outcome.NEW_DATA, bytes=5000)
    host.observe(fs.Event.END_OF_USE, name)


class HostTests(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)

    def tearDown(self):
        logging.disable(logging.NOTSET)

    def host(self, days, uses=8, state=None, **options):
        clock = TestClock(end=START + days * DAY)
        host = FetchHost(fs.Config(valueJoules=60, radio="wifi"), seed=1, state=state, clock=clock, **options)
        clock.host = host
        for day in range(days):
            for number in range(uses):
                time = START + day * DAY + (7 + 2 * number) * HOUR + 7 * MINUTE
                clock.plan.append((time, lambda: use(host, "news", clock)))
        return host, clock

    def test_a_month(self):
        host, clock = self.host(30)
        fetched = []

        @host.add("news")
        async def news():
            fetched.append(clock.now())
            await asyncio.sleep(0)
            return fs.Outcome.NEW_DATA, 4000

        @host.add("odd", interval_ms=30 * MINUTE)
        async def odd():
            raise OSError("no route")

        self.assertIsNotNone(odd)
        asyncio.run(host.run())
        self.assertEqual(clock.now(), START + 30 * DAY)
        self.assertGreater(len(fetched), 30)
        self.assertGreater(host.explain("odd").failures, 0)
        self.assertEqual(host.explain("news").failures, 0)
        self.assertLess(clock.waits, 60 * len(fetched) + 20000)
        # Saved state goes on under the names, whatever the order in which they are added.
        before = host.engine.snapshot()
        again, _ = self.host(0, state=host.save())
        again.add("third", news)
        again.add("odd", odd)
        again.add("news", news)
        self.assertEqual([again.number(name) for name in ("news", "odd", "third")], [0, 1, 2])
        self.assertEqual(len(before) > 0, True)
        for wrong in [b"", b"fetchsched-host 1\n[1]\n" + before, before, b"fetchsched-host 1\n[]\n" + before]:
            with self.assertRaises((ValueError, fs.Error)):
                FetchHost(state=wrong)

    def test_a_damaged_state_is_refused(self):
        host = FetchHost(seed=1)
        for name in ("news", "odd", "r\u00e9sum\u00e9"):
            host.add(name, lambda: None)
        for removes in (False, True):
            if removes:
                host.remove("odd")
            state = host.save()
            names, draw = state.index(b"\n", state.index(b"\n") + 1), random.Random(1)
            # A name that has changed would lose what was learned of the app, without a word.
            flips = [(place, bit) for place in range(names + 1) for bit in range(8)]
            flips += [(place, draw.randrange(8)) for place in range(names, len(state), 7)]
            for place, bit in flips:
                damaged = bytearray(state)
                damaged[place] ^= 1 << bit
                with self.assertRaises((ValueError, fs.Error), msg=(place, bit)):
                    FetchHost(state=bytes(damaged))
            for length in range(0, len(state), 5):
                with self.assertRaises((ValueError, fs.Error), msg=length):
                    FetchHost(state=state[:length])

    def test_a_fetch_that_does_not_heed_its_cancellation_runs_once(self):
        clock, running, most, ended = TestClock(end=START + DAY), [0], [0], [0]
        host = FetchHost(seed=1, clock=clock)
        clock.host = host
        done = asyncio.Event()

        @host.add("hung")
        async def hung():
            running[0] += 1
            most[0] = max(most[0], running[0])
            await deaf(done)
            running[0] -= 1
            ended[0] += 1
            return fs.Outcome.NEW_DATA, 10

        started = []

        def force():
            started.append(host.fetch_now("hung"))

        clock.plan = [(START + hour * HOUR, force) for hour in range(1, 20)]
        clock.plan.append((START + 21 * HOUR, done.set))
        asyncio.run(host.run())
        self.assertEqual((most[0], running[0]), (1, 0))
        self.assertGreaterEqual(ended[0], 1)
        self.assertEqual(started, [True] + [False] * 18)
        self.assertEqual(host.explain("hung").failures, 1)

    def test_a_fetch_that_hangs_is_cancelled_at_its_limit(self):
        host, clock = self.host(3)
        ends = []

        @host.add("news")
        async def news():
            began = clock.now()
            try:
                await asyncio.Event().wait()
            finally:
                ends.append(clock.now() - began)

        asyncio.run(host.run())
        self.assertGreater(len(ends), 1)
        self.assertTrue(all(29 * SECOND <= span <= 31 * SECOND for span in ends), ends)

    def test_the_bound_and_the_end(self):
        host, clock = self.host(5, at_once=2)
        under_way, most, cancelled = [0], [0], [0]

        def app(name):
            async def fetch():
                under_way[0] += 1
                most[0] = max(most[0], under_way[0])
                try:
                    await asyncio.sleep(0)
                    if clock.now() > START + 4 * DAY:
                        host.stop()
                        await asyncio.Event().wait()
                except asyncio.CancelledError:
                    cancelled[0] += 1
                    raise
                finally:
                    under_way[0] -= 1
                return fs.Outcome.NEW_DATA, 4000
            host.add(name, fetch)

        for name in ["news", "mail", "chat", "feed"]:
            app(name)
            for day in range(5):
                clock.plan.append((START + day * DAY + 8 * HOUR, lambda name=name: use(host, name, clock)))
        clock.plan.sort(key=lambda item: item[0])
        asyncio.run(host.run())
        self.assertEqual(most[0], 2)
        self.assertGreaterEqual(cancelled[0], 1)
        self.assertEqual(under_way[0], 0)
        for name in ["news", "mail", "chat", "feed"]:
            self.assertEqual(host.explain(name).failures, 0, "a shutdown is nobody's fault")
            self.assertIsNone(host.engine.get_app(host.number(name)).fetch_start_ms)

    def test_a_name_that_is_removed_and_added_never_runs_twice_at_once(self):
        clock, running, most, begun = TestClock(end=START + 3 * DAY), [0], [0], []
        host = FetchHost(fs.Config.poller(20), seed=1, clock=clock)
        clock.host = host
        ends = asyncio.Event()

        async def slow():
            running[0] += 1
            most[0] = max(most[0], running[0])
            begun.append(clock.now())
            await deaf(ends)
            running[0] -= 1
            return fs.Outcome.NO_DATA

        def again():
            self.assertEqual(running[0], 1)
            host.remove("feed")
            host.add("feed", slow)
            self.assertFalse(host.fetch_now("feed"), "the removed one has not ended")

        host.add("feed", slow)
        clock.plan = [(START + MINUTE, lambda: host.fetch_now("feed"))]
        clock.plan += [(START + MINUTE + number * SECOND, again) for number in range(1, 4)]
        clock.plan.append((START + HOUR, ends.set))
        asyncio.run(host.run())
        self.assertEqual((most[0], running[0]), (1, 0))
        self.assertGreater(len(begun), 10)
        self.assertGreater(begun[1], START + HOUR)
        self.assertEqual(host.explain("feed").failures, 0, "what was removed is no fault of this one")

    def test_numbers_beyond_64_bits(self):
        """A fetch that returns them has failed, or they count as the most there is; the engine hears of it either way."""
        results = [Result.new([1e30]), Result.new([float("inf")]), Result.failed(retry_after=10**30), Result.new(max_age=10**30),
                   Result.new(max_age=float("inf")), (fs.Outcome.NEW_DATA, 10**30)]
        clock = TestClock(end=START + DAY)
        host = FetchHost(fs.Config.poller(600), seed=1, clock=clock)
        clock.host = host
        asked = []
        for number, result in enumerate(results):
            async def fetch(number=number, result=result):
                asked.append(number)
                return result
            host.add(str(number))(fetch)
        asyncio.run(host.run())
        self.assertEqual(set(asked), set(range(len(results))))
        now = clock.now()
        failures = [host.explain(str(number)).failures > 0 for number in range(len(results))]
        self.assertEqual(failures, [True, True, True, False, False, False])
        self.assertFalse(any(host.explain(str(number)).vetoes & fs.Veto.FETCH_UNDER_WAY for number in range(len(results))), now)

    def test_results_of_a_poller(self):
        """A source that changes each noon; a server that asks to wait, for once and between requests."""
        clock = TestClock(end=START + 20 * DAY)
        host = FetchHost(fs.Config.poller(60), seed=1, clock=clock)
        clock.host = host
        asked = {"dated": [], "waits": [], "old": []}

        @host.add("dated")
        async def dated():
            before = asked["dated"][-1] if asked["dated"] else START
            asked["dated"].append(clock.now())
            noons = [START + day * DAY + 12 * HOUR for day in range(20)]
            new = [noon / 1000 for noon in noons if before < noon <= clock.now()]
            return Result.new(new, bytes=1000) if new else Result.nothing()

        @host.add("waits")
        async def waits():
            asked["waits"].append(clock.now())
            return Result.failed(retry_after=5 * 3600)

        @host.add("old")
        async def old():
            asked["old"].append(clock.now())
            return Result.nothing(max_age=4 * 3600)

        @host.add("wrong")
        async def wrong():
            return Result.new([object()])

        asyncio.run(host.run())
        for name, span in [("waits", 5 * HOUR), ("old", 4 * HOUR)]:
            times = asked[name]
            self.assertGreater(len(times), 3, name)
            self.assertGreaterEqual(min(b - a for a, b in zip(times, times[1:])), span, name)
        late = [time for time in asked["dated"] if time > START + 10 * DAY]
        by_noon = [time for time in late if 12 * HOUR <= time % DAY < 15 * HOUR]
        self.assertGreater(len(by_noon), len(late) / 4, "the dates say at which hour it changes")
        self.assertGreater(host.explain("wrong").failures, 0)

    def test_an_app_that_is_removed_is_gone(self):
        host, clock = self.host(2)
        ends = []

        @host.add("news")
        async def news():
            try:
                await asyncio.Event().wait()
            finally:
                ends.append(clock.now())
                host.stop()

        @host.add("mail")
        async def mail():
            host.remove("news")
            return fs.Outcome.NO_DATA

        async def later():
            return fs.Outcome.NEW_DATA, 4000

        host.engine.force_fetch(host.number("mail"), clock.now())
        host.engine.complete(host.number("mail"), fs.Outcome.NO_DATA, 0, clock.now())
        number = host.number("news")
        host.remove("news")
        for wrong in [lambda: host.remove("news"), lambda: host.number("news"), lambda: host.explain("news")]:
            with self.assertRaises(KeyError):
                wrong()
        with self.assertRaises(fs.Error) as raised:
            host.engine.complete(number, fs.Outcome.NO_DATA, 0, clock.now())
        self.assertEqual(raised.exception.status, fs.Status.ERROR_UNKNOWN_APP)
        # The place is given again, under another number, which the state keeps.
        host.add("news", later)
        self.assertEqual(host.number("news"), number + 2**32)
        again = FetchHost(state=host.save(), clock=clock)
        self.assertEqual([again.number("news"), again.number("mail")], [2**32, 1])
        self.assertEqual(again.engine.snapshot(), FetchHost(state=again.save(), clock=clock).engine.snapshot())

    def test_what_is_wrong(self):
        host = FetchHost()

        async def fetch():
            return "new"

        host.add("news", fetch)
        with self.assertRaises(ValueError):
            host.add("news", fetch)
        with self.assertRaises(KeyError):
            host.observe(fs.Event.LAUNCH, "mail")
        with self.assertRaises(fs.Error):
            host.observe(fs.Event.BATTERY_LEVEL, level=15)
        with self.assertRaises(ValueError):
            FetchHost(at_once=0)

        async def twice():
            one = asyncio.ensure_future(host.run())
            await asyncio.sleep(0)
            with self.assertRaises(RuntimeError):
                await host.run()
            one.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await one

        asyncio.run(twice())
