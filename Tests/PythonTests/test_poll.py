"""The poller: a host of five lines, one with its own loop, and what is kept."""

import asyncio
import contextlib
import copy
import importlib.metadata
import io
import json
import os
import pathlib
import pickle
import random
import re
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
from datetime import datetime, timedelta, timezone
from unittest import mock

from fetchsched import Error
from fetchsched.poll import Poller, Result, StateError

NOW = datetime(2026, 1, 5, tzinfo=timezone.utc)
DAY = timedelta(days=1)


def http_date(hour):
    return f"Mon, 05 Jan 2026 {hour:02}:00:00 GMT"


class World:
    """Sources that change at constant rates, from ten a day to one in ten days."""

    def __init__(self, count=30, seed=1):
        self.random = random.Random(seed)
        self.rates = {f"s{each}": 10 ** (1 - 2 * each / count) for each in range(count)}
        self.next = {name: NOW + self.gap(name) for name in self.rates}
        self.asked = []

    def gap(self, name):
        return DAY * self.random.expovariate(self.rates[name])

    def ask(self, name, now):
        self.asked.append((name, now))
        changed = []
        while self.next[name] <= now:
            changed.append(self.next[name])
            self.next[name] += self.gap(name)
        return Result.new(changed) if changed else Result.nothing()

    def run(self, poller, begin, days, most=100):
        now, end = begin, begin + days * DAY
        while now < end:
            for name in poller.due(now, most):
                poller.asked(name, self.ask(name, now), now)
            now = max(now + timedelta(seconds=1), poller.next(now=now) or end)
        return end

    def per_day(self, begin, end):
        return sum(begin <= now < end for _, now in self.asked) / ((end - begin) / DAY)


def poller(world, per_day=120, **options):
    made = Poller(per_day, now=NOW, **options)
    made.sources = {name: {"now": NOW} for name in world.rates}
    return made


class Polls(unittest.TestCase):
    def test_requests_per_day(self):
        world = World()
        made = poller(world)
        # Every source is asked at once, and then without a launch: as often as was said, the fast ones more.
        self.assertLessEqual(made.next(now=NOW), NOW + timedelta(seconds=1))
        end = world.run(made, NOW, 14)
        first = {name: now for name, now in reversed(world.asked)}
        self.assertEqual(set(first), set(world.rates))
        self.assertLess(max(first.values()), NOW + DAY / 2)
        self.assertAlmostEqual(world.per_day(NOW + 7 * DAY, end), 120, delta=6)
        asked = [name for name, now in world.asked if now > NOW + 7 * DAY]
        self.assertGreater(asked.count("s0"), 2 * asked.count("s29"))
        self.assertGreater(asked.count("s29"), 3)
        self.assertIsNone(made.idle(end))

    def test_a_host_with_a_loop_of_its_own(self):
        world = World()
        made = poller(world)
        due = {name: made.next(name, NOW) for name in world.rates}
        while min(due.values()) < NOW + 14 * DAY:
            name = min(due, key=due.get)
            now = due[name]
            self.assertTrue(made.is_due(name, now))
            due[name] = made.asked(name, world.ask(name, now), now)
            self.assertFalse(made.is_due(name, now))
            self.assertGreaterEqual(due[name] - now, timedelta(minutes=5))
            self.assertEqual(made.next(name, now), due[name])
        self.assertAlmostEqual(world.per_day(NOW + 7 * DAY, NOW + 14 * DAY), 120, delta=10)

    def fleet(self, shares_price):
        """Requests a day of two pollers with half of the number each: one has the fast sources, the other the slow ones."""
        world = World(40)
        names, end = list(world.rates), NOW + 14 * DAY
        pollers = [Poller(40, now=NOW, seed=seed) for seed in (1, 2)]
        for number, made in enumerate(pollers):
            made.sources = {name: {"now": NOW} for name in names[20 * number:20 * number + 20]}
        now = NOW
        while now < end:
            if shares_price:
                prices = [made.price(now) for made in pollers]
                for made in pollers:
                    made.join_price((prices[0] * prices[1]) ** 0.5, now)
            for made in pollers:
                for name in made.due(now, 100):
                    made.asked(name, world.ask(name, now), now)
            now += timedelta(minutes=10)
        asked = [names.index(name) < 20 for name, now in world.asked if now > NOW + 7 * DAY]
        return asked.count(True) / 7, asked.count(False) / 7

    def test_a_fleet_has_one_price(self):
        fast, slow = self.fleet(shares_price=False)
        self.assertAlmostEqual(fast, 40, delta=4)
        self.assertAlmostEqual(slow, 40, delta=4)
        fast, slow = self.fleet(shares_price=True)
        self.assertAlmostEqual(fast + slow, 80, delta=8)
        self.assertGreater(fast, 1.5 * slow)
        for wrong in [0, -1, float("nan"), float("inf")]:
            with self.assertRaisesRegex(Exception, "out of its range"):
                Poller(10, now=NOW).join_price(wrong, NOW)

    def test_what_is_read_is_asked_before(self):
        world = World(10)
        made = poller(world, 40)
        end = NOW
        for day in range(20):
            for hour in (8, 12, 18):
                end = world.run(made, end, (NOW + day * DAY + timedelta(hours=hour) - end) / DAY)
                made.read("s5", end)
        asked = [name for name, now in world.asked if now > NOW + 10 * DAY]
        self.assertGreater(asked.count("s5"), 1.3 * asked.count("s3"))
        self.assertGreater(asked.count("s9"), 2)

    def test_limits(self):
        world = World(6)
        made = Poller(40, least=timedelta(hours=1), now=NOW)
        made.sources = {
            "s0": {"least": timedelta(hours=4), "now": NOW}, "s5": {"most": timedelta(hours=6), "now": NOW},
            "s4": {"weight": 100, "now": NOW}, "s3": {"now": NOW}}
        end = world.run(made, NOW + timedelta(minutes=1), 10)
        times = {name: [now for each, now in world.asked if each == name] for name in world.rates}
        gaps = {name: [b - a for a, b in zip(list_, list_[1:])] for name, list_ in times.items()}
        self.assertGreaterEqual(min(gaps["s0"]), timedelta(hours=4))
        self.assertGreaterEqual(min(gaps["s3"]), timedelta(hours=1))
        self.assertLessEqual(max(gaps["s5"][1:]), timedelta(hours=6, minutes=1))
        self.assertGreater(len(times["s4"]), 1.5 * len(times["s3"]))
        self.assertEqual(times["s1"], [])
        self.assertGreater(end, NOW)

    def test_groups(self):
        """Sixty sources of a server that allows a request a minute: it never refuses one."""
        world = World(60)
        made = Poller(3000, spacing=timedelta(minutes=1), at_once=1, now=NOW)
        made.sources = {name: {"group": "example.org", "now": NOW} for name in world.rates}
        end = world.run(made, NOW, 1)
        times = sorted(now for _, now in world.asked)
        self.assertTrue(all(b - a >= timedelta(minutes=1) for a, b in zip(times, times[1:])))
        self.assertGreater(len(times), 1000)
        # What the server asks to wait for two in a row holds for all.
        for name in ("s1", "s2"):
            made.asked(name, Result.failed(retry_after=timedelta(hours=2)), end)
        before = len(world.asked)
        world.run(made, end + timedelta(seconds=1), 0.08)
        self.assertEqual(len(world.asked), before)
        world.run(made, end + timedelta(hours=2), 0.1)
        self.assertGreater(len(world.asked), before + 50)

    def test_groups_of_urls(self):
        """The sources of one host wait together, without a word of groups, once two of them are refused in a row."""
        made = Poller(3000, now=NOW)
        first, second, third, other = [f"https://example.org{port}/{path}" for port, path in (
            ("", 1), (":443", 2), ("", 3))] + ["https://example.com/4"]
        made.sources = {name: {"now": NOW} for name in (first, second, third, other, "https://[", "s1")}
        later = NOW + timedelta(hours=1)
        self.assertEqual(len(made.due(later, 10)), 6)
        for name in (third, other):
            made.asked(name, Result.new(), later)
        made.asked(first, Result.failed(retry_after=DAY), later)
        self.assertLess(made.next(third, later), later + DAY)
        made.asked(second, Result.failed(retry_after=DAY), later)
        self.assertGreaterEqual(made.next(third, later), later + DAY)
        self.assertLess(made.next(other, later), later + DAY)
        # Once all have gone, so has the group.
        for name in (first, second, third):
            made.remove(name, later)
        self.assertEqual(set(made.state()["groups"]), {"example.com"})

    def test_announced(self):
        made = Poller(3000, now=NOW)
        made.add("a", now=NOW)
        made.asked("a", Result.nothing(), NOW)
        later = NOW + timedelta(hours=1)
        before = made.probability("a", later)
        made.announce("a", later)
        self.assertGreater(made.probability("a", later), max(0.5, before))
        self.assertEqual(made.due(later), ["a"])

    def test_a_network_that_is_gone(self):
        made = Poller(3000, now=NOW)
        made.add("a", now=NOW)
        made.network(False, NOW)
        self.assertEqual((made.due(NOW), made.idle(NOW)), ([], "there is no network"))
        made.network(True, NOW)
        self.assertEqual(made.due(NOW), ["a"])

    def test_a_typo_changes_nothing(self):
        made = Poller(3000, now=NOW)
        made.sources = {"a": {"now": NOW}, "b": {"now": NOW}}
        for wrong in ({"c": {"weigth": 2}}, {"c": {"weight": -1}}, {"c": {"weight": float("nan")}}, {5: {}}):
            with self.assertRaises((TypeError, ValueError)):
                made.sources = wrong
            self.assertEqual(made.sources, ["a", "b"])

    def test_gone(self):
        made = Poller(3000, now=NOW)
        made.add("a", now=NOW)
        made.due(NOW)
        self.assertTrue(NOW + 5 * DAY <= made.asked("a", Result.gone(), NOW) <= NOW + 7 * DAY)

    def test_at_once(self):
        made = Poller(1000, at_once=2, now=NOW)
        made.sources = {f"s{each}": {"group": "a" if each < 5 else "b", "now": NOW} for each in range(10)}
        due = made.due(NOW + timedelta(hours=1), 10)
        self.assertEqual(sorted(name < "s5" for name in due), [False, False, True, True])

    def test_put_off(self):
        made = Poller(1000, now=NOW)
        made.add("a", now=NOW)
        self.assertEqual(made.due(NOW), ["a"])
        self.assertIsNone(made.next("a", NOW))
        made.defer("a", NOW + timedelta(minutes=3), NOW)
        self.assertEqual(made.next("a", NOW), NOW + timedelta(minutes=3))
        self.assertEqual(made.due(NOW + timedelta(minutes=2)), [])
        self.assertEqual(made.due(NOW + timedelta(minutes=3)), ["a"])

    def test_retry_after_in_every_form(self):
        for wait, span in [
            (timedelta(hours=2), 7200), (7200, 7200), ("7200", 7200), ("Mon, 05 Jan 2026 02:00:00 GMT", 7200),
            (NOW + timedelta(hours=2), 7200), ("soon", 0), (NOW - DAY, 0), (None, 0),
        ]:
            made = Poller(1000, now=NOW)
            made.add("a", now=NOW)
            made.asked("a", Result.nothing(), NOW)
            without = made.next("a", NOW)
            due = made.asked("a", Result.nothing(retry_after=wait), NOW)
            self.assertGreaterEqual(due, max(without, NOW + timedelta(seconds=span)), wait)
            self.assertLess(due, max(without, NOW + timedelta(seconds=span)) + timedelta(hours=1), wait)

    def test_results_of_http(self):
        http = "Mon, 05 Jan 2026 %02d:00:00 GMT"
        week = 7 * 86400
        for headers, span in [
            ({}, 0), ({"Cache-Control": "max-age=600"}, 600), ({"cache-control": 'PUBLIC, max-age="600"'}, 600),
            ({"Cache-Control": "no-cache, max-age=315360000"}, 0), ({"Cache-Control": "max-age=600, no-store"}, 0),
            ({"Cache-Control": 'private="a, max-age=5", max-age=600'}, 600),
            ({"Cache-Control": 'no-cache="Set-Cookie, no-store", max-age=600'}, 600),
            ({"Cache-Control": "max-age=3600", "Age": "3500"}, 100), ({"Cache-Control": "max-age=60", "Age": "999"}, 0),
            ({"Cache-Control": "max-age=31536000", "Age": "31535900"}, 100),
            ({"Cache-Control": "max-age=" + "9" * 400}, week), ({"Cache-Control": "max-age=inf"}, 0),
            ({"Cache-Control": "max-age=-1"}, 0), ({"Cache-Control": "max-age=60, max-age=7200"}, 60),
            ({"Expires": http % 2}, 7200), ({"Expires": http % 2, "Date": http % 1}, 3600), ({"Expires": "0"}, 0),
            ({"Expires": "Thu, 19 Nov 1981 08:52:00 GMT"}, 0), ({"Expires": http % 2, "Cache-Control": "max-age=60"}, 60),
            ({"Expires": "Fri, 31 Dec 9999 23:59:59 GMT"}, week),
            ([("Cache-Control", "public"), (b"cache-control", b"max-age=60")], 60), (None, 0),
        ]:
            for status in (200, 203):
                self.assertEqual(Result.from_http(status, headers, now=NOW), Result.new(max_age=span), headers)
            same = Result.from_http(304, headers, now=NOW)
            self.assertEqual(same.outcome, Result.nothing().outcome)
            self.assertIn(same.max_age, (span, None))
            self.assertEqual(Result.from_http(200, headers, is_new=False, now=NOW), Result.nothing(max_age=span))
        self.assertEqual(Result.from_http(304, {}, conditional=False).outcome, Result.failed().outcome)
        self.assertEqual(Result.from_http(410, {}), Result.gone())
        for status in (204, 206, 301, 404, 500, 503):
            self.assertEqual(Result.from_http(status, {}), Result.failed())
        self.assertEqual(Result.from_http(429, {}), Result.failed(retry_after=0))

    def test_odd_headers(self):
        for text, span in [
            ("120", 120), ("1.5", 1.5), ("120, 60", 120), ("Mon, 05 Jan 2026 02:00:00 GMT", 7200), ("soon", None), ("-5", None),
            ("9" * 30, 7 * 86400), ("9" * 400, 7 * 86400), ("Mon, 99999999999 Jan 2020 00:00:00 GMT", None),
            ("Fri, 31 Dec 2100 23:59:59 +99999999999999999999", None), ("inf", None), ("nan", None), ("", None), ("\u0663", None),
            ("Mon, 01 Jan 2024 00:00:00 GMT", 0), (str(int(NOW.timestamp()) + 600), 600), (1800, 1800),
        ]:
            found = Result.from_http(503, {"Retry-After": text}, now=NOW)
            self.assertEqual(found, Result.failed(retry_after=span), text)
            made = Poller(1000, now=NOW)
            made.add("a", now=NOW)
            for name in ("Cache-Control", "Expires", "Age", "Date"):
                made.asked("a", Result.from_http(200, {name: text, "Expires": http_date(1)}, [text], now=NOW), NOW)
            made.asked("a", found, NOW)
        skewed = {"Date": "Mon, 01 Jan 2029 00:00:00 GMT", "Retry-After": "Mon, 01 Jan 2029 00:05:00 GMT"}
        self.assertEqual(Result.from_http(503, skewed, now=NOW), Result.failed(retry_after=300))

    def test_headers_that_come_many_times(self):
        # 0.05 s; in the square of their number it would be 20.
        many = [("Set-Cookie", "x" * 1000)] * 20_000 + [("Cache-Control", "x"), ("cache-control", "max-age=9")]
        self.assertEqual(Result.from_http(200, many, now=NOW), Result.new(max_age=9))

    def test_dates_of_a_body(self):
        seconds = NOW.timestamp()
        dates = [
            NOW, NOW.replace(tzinfo=None), seconds, NOW.utctimetuple(), "2026-01-05T00:00:00Z", http_date(0), None, "soon", (1,),
            float("nan"), 1e300, datetime.max, -5]
        self.assertEqual(list(Result.from_http(200, {}, dates, now=NOW).changed), [seconds] * 6)

    def test_headers_of_urllib(self):
        import email
        headers = email.message_from_string("Cache-Control: public\nCACHE-CONTROL: max-age=60\nAge: 10\n\n")
        self.assertEqual(Result.from_http(200, headers).max_age, 50)

    def test_why_nothing_is_asked(self):
        made = Poller(0, now=NOW)
        self.assertEqual(made.idle(NOW), "there are no sources")
        made.add("a", now=NOW)
        self.assertIn("requests_per_day", made.idle(NOW))
        self.assertEqual(made.due(NOW + DAY), [])

    def test_seeds_differ(self):
        times = []
        for seed in (1, 2):
            world = World()
            world.run(poller(world, seed=seed), NOW, 5)
            times.append({now.timestamp() for _, now in world.asked[100:]})
        self.assertLess(len(times[0] & times[1]), 0.05 * len(times[0]))


class Kept(unittest.TestCase):
    def test_restarts_change_no_request(self):
        one, other = World(), World()
        plain = poller(one)
        one.run(plain, NOW, 4)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "state"
            now, end = NOW, NOW + 4 * DAY
            poller(other).save(path)
            while now < end:
                made = Poller.load(path, requests_per_day=120, now=now)
                for name in made.due(now, 100):
                    made.asked(name, other.ask(name, now), now)
                made.save()
                now = max(now + timedelta(seconds=1), made.next(now=now) or end)
            names = {each.name for each in pathlib.Path(folder).iterdir()}
            self.assertEqual(names, {"state", "state.before", "state.lock"})
        self.assertEqual(one.asked, other.asked)

    def test_a_state_in_the_database_of_the_host(self):
        world = World()
        made = Poller.restore(None, 120, now=NOW)
        made.sources = {name: {"now": NOW} for name in world.rates}
        end = world.run(made, NOW, 2)
        state = json.loads(json.dumps(made.state()))
        again = Poller.restore(state, 120, now=end)
        self.assertEqual([again.next(name, end) for name in again.sources], [made.next(name, end) for name in made.sources])
        self.assertEqual(again.state(), Poller.restore(again.state(), 120, now=end).state())

    def test_a_changed_state_of_the_database_is_refused(self):
        made = Poller(120, now=NOW)
        for number in range(4):
            made.add(f"https://h{number % 2}.example/{number}", now=NOW)
        made.remove("https://h1.example/3", NOW)
        state = json.dumps(made.state())
        self.assertEqual(len(Poller.restore(json.loads(state), 120, now=NOW).due(NOW + DAY, 9)), 3)
        for number in (3, 77, "0", -1, 2**70, None, 1):
            changed = json.loads(state)
            changed["sources"]["https://h0.example/0"] = number
            with self.assertRaises((ValueError, Error), msg=number):
                Poller.restore(changed, 120, now=NOW)
        for change in ({"snapshot": "!" + json.loads(state)["snapshot"]}, {"groups": {}}, {"sources": {}}, {"limits": None}):
            with self.assertRaises((ValueError, Error), msg=change):
                Poller.restore({**json.loads(state), **change}, 120, now=NOW)

    def test_pickles_and_copies(self):
        world = World()
        made = poller(world)
        end = world.run(made, NOW, 2)
        for same in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
            self.assertEqual(same.sources, made.sources)
            self.assertEqual([same.next(name, end) for name in same.sources],
                             [made.next(name, end) for name in made.sources])

    def test_other_options_and_a_damaged_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "state"
            world = World()
            made = Poller.load(path, requests_per_day=120, now=NOW)
            made.sources = {name: {"now": NOW} for name in world.rates}
            made.save()
            later = Poller.load(path, requests_per_day=60, now=NOW)
            self.assertEqual(later.sources, made.sources)
            # Whatever damages the file, the one before is there; and where that is damaged as well, an error names the file.
            made.save()
            content = path.read_bytes()
            damaged = [b"", content[: len(content) // 2], content[:-9] + b"x" + content[-8:], b"{}", b"[]", b"\0" * 99]
            for wrong in damaged:
                path.write_bytes(wrong)
                self.assertEqual(Poller.load(path, 60, now=NOW).sources, made.sources)
            (pathlib.Path(folder) / "state.before").unlink()
            for wrong in damaged:
                path.write_bytes(wrong)
                with self.assertRaisesRegex(StateError, "state: no state of a poller"):
                    Poller.load(path, requests_per_day=60)
            # Zeros behind a state, more of them than there is memory.
            path.write_bytes(content)
            os.truncate(path, 1 << 40)
            self.assertEqual(Poller.load(path, 60, now=NOW).sources, made.sources)
            path.write_bytes(content[:20] + b"00000000 9999999999999999" + content[45:])
            os.truncate(path, 1 << 40)
            with self.assertRaisesRegex(StateError, "state: no state of a poller"):
                Poller.load(path, requests_per_day=60)

    @unittest.skipUnless(hasattr(os, "fork"), "needs processes")
    def test_one_process_has_the_state(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "state"
            made = Poller.load(path, requests_per_day=120, now=NOW)
            code = f"from fetchsched.poll import *\ntry: Poller.load({str(path)!r}, 9)\nexcept StateError as e: print(e)"
            run = [sys.executable, "-c", code]
            self.assertIn("another process", subprocess.run(run, capture_output=True, text=True).stdout)
            del made
            self.assertEqual(subprocess.run(run, capture_output=True, text=True).stdout, "")

    def _saved(self, folder):
        """A file with some saves behind its state, what each of them was, and when the last was."""
        path, world, now = pathlib.Path(folder) / "state", World(12), NOW
        made = Poller.load(path, 400, now=NOW)
        made.sources = {name: {"now": NOW, "group": name[-1]} for name in world.rates}
        states = []
        for _ in range(12):
            for name in made.due(now, 3):
                made.asked(name, world.ask(name, now), now)
            now += timedelta(minutes=20)
            made.save()
            states.append(made.state())
        return path, states, now

    def test_a_save_writes_what_is_new(self):
        with tempfile.TemporaryDirectory() as folder:
            path, states, now = self._saved(folder)
            again = Poller.load(path, 400, now=now)
            self.assertEqual(again.sources, list(states[-1]["sources"]))
            size = path.stat().st_size
            for name in again.due(now, 10):
                again.asked(name, Result.nothing(), now)
            again.save()
            self.assertLess(path.stat().st_size - size, 2000)
            # Another file in its place is not appended to.
            state = again.state()["snapshot"]
            path.write_bytes(b"of somebody else")
            again.save()
            del again
            self.assertIn("snapshot", Poller.load(path, 400, now=now).state())
            self.assertNotEqual(state, "")

    def test_a_kill_at_any_byte_of_a_save_loses_that_save_at_most(self):
        with tempfile.TemporaryDirectory() as folder:
            path, states, now = self._saved(folder)
            content = path.read_bytes()
            last = content.rindex(b"\n", 0, -1) + 1
            for cut in range(last, len(content) + 1):
                path.write_bytes(content[:cut])
                want = Poller.restore(states[-1 if cut == len(content) else -2], 400, now=now)
                made = Poller.load(path, 400, now=now)
                self.assertTrue(made.state() == want.state(), cut)
                if cut % 40 == 0:
                    # What was cut off is not appended to.
                    made.save()
                    self.assertEqual(Poller.load(path, 400, now=now).sources, made.sources)

    def test_damage_is_noticed(self):
        draw = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            path, states, now = self._saved(folder)
            content, before = path.read_bytes(), (path.parent / "state.before").read_bytes()
            allowed = [Poller.restore(state, 400, now=now).state()["snapshot"] for state in states]
            counts = [0, 0]
            for number in range(600):
                damaged = bytearray(content)
                place = draw.randrange(len(damaged))
                if number % 3 == 0:
                    damaged[place] ^= 1 << draw.randrange(8)
                elif number % 3 == 1:
                    del damaged[place:]
                else:
                    damaged[place:place] = damaged[:100]
                path.write_bytes(damaged)
                (path.parent / "state.before").write_bytes(before if number % 2 else b"")
                try:
                    self.assertTrue(Poller.load(path, 400, now=now).state()["snapshot"] in allowed, number)
                    counts[0] += 1
                except StateError as error:
                    self.assertIn(str(path), str(error))
                    counts[1] += 1
            self.assertTrue(min(counts) > 50, counts)

    def test_a_damaged_file_never_replaces_the_one_before(self):
        with tempfile.TemporaryDirectory() as folder:
            path, _, now = self._saved(folder)
            before = (path.parent / "state.before").read_bytes()
            path.write_bytes(b"?")
            Poller.load(path, 400, now=now).save()
            self.assertEqual((path.parent / "state.before").read_bytes(), before)

    @unittest.skipIf(os.name == "nt", "needs modes and links")
    def test_links_modes_and_owners_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            real, link, first = (pathlib.Path(folder, name) for name in ("volume/real", "link", "first"))
            real.parent.mkdir()
            os.symlink("volume/real", link)
            os.symlink("link", first)
            Poller.load(first, 100, now=NOW).save()
            self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o600)
            for mode in (0o600, 0o640, 0o644, 0o400, 0o660):
                real.chmod(mode)
                if os.getuid() == 0:
                    os.chown(real, 1234, 2345)
                for is_whole in (True, False):
                    made = Poller.load(first, 100, now=NOW)
                    made.add(f"{mode} {is_whole}", now=NOW)
                    made.save(first if is_whole else None)
                    self.assertEqual(stat.S_IMODE(real.stat().st_mode), mode)
                    if os.getuid() == 0:
                        self.assertEqual((real.stat().st_uid, real.stat().st_gid), (1234, 2345))
                    del made
            self.assertEqual((os.readlink(link), os.readlink(first)), ("volume/real", "link"))
            self.assertEqual(len(Poller.load(real, 100, now=NOW).sources), 10)

    @unittest.skipUnless(hasattr(os, "mkfifo"), "needs pipes")
    def test_other_things_than_files(self):
        """A pipe is not waited for, and a file of any size that is no state is not read."""
        def sparse(path):
            with open(path, "wb") as file:
                file.truncate(1 << 40)

        makes = [os.mkfifo, os.mkdir, lambda path: os.symlink(path, path), lambda path: os.symlink("/dev/zero", path), sparse]
        for make in makes:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "state"
                make(path)
                with self.assertRaises(StateError):
                    Poller.load(path, 100)
        for make in (os.mkfifo, lambda path: os.symlink(path, path)):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "state"
                make(f"{path}.lock")
                Poller(100).save(path)
                for _ in range(3):
                    made = Poller.load(path, 100, now=NOW)
                    made.add("a", now=NOW)
                    made.save()
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(f"{path}.before")
                    make(f"{path}.before")
                self.assertEqual(Poller.load(path, 100, now=NOW).sources, ["a"])
        with tempfile.TemporaryDirectory() as folder:
            for path in (f"{folder}/{'n' * 300}", f"{folder}/none/state"):
                with self.assertRaises(StateError):
                    Poller(100).save(path)

    def test_ctrl_c_at_any_line(self):
        """A call that is stopped anywhere leaves a poller that works, and names only sources that are there."""
        calls = [
            lambda made: made.add("new", group="h", now=NOW),
            lambda made: made.add("s1", group="h", weight=3, now=NOW),
            lambda made: made.remove("s2", NOW),
            lambda made: setattr(made, "sources", {"s0": {}, "other": {"group": "j"}, "s1": {"group": "k"}}),
            lambda made: made.due(NOW + DAY, 3),
        ]
        for call in calls:
            line, stopped = 0, True
            while stopped:
                made = Poller(400, now=NOW)
                made.sources = {f"s{number}": {"group": f"g{number % 2}", "now": NOW} for number in range(4)}
                line, stopped, left = line + 1, False, line

                def stop(frame, event, _):
                    nonlocal left, stopped
                    if event == "line" and "fetchsched" in frame.f_code.co_filename and not stopped:
                        left -= 1
                        if left < 0:
                            stopped = True
                            raise KeyboardInterrupt
                    return stop

                sys.settrace(stop)
                try:
                    call(made)
                except KeyboardInterrupt:
                    pass
                finally:
                    sys.settrace(None)
                names = set(made.sources)
                for day in range(1, 6):
                    for name in made.due(NOW + day * DAY, 100):
                        self.assertIn(name, names)
                        made.asked(name, Result.nothing(), NOW + day * DAY)
                made.add("new", now=NOW + 6 * DAY)
                again = Poller.restore(made.state(), 400, now=NOW + 6 * DAY)
                self.assertEqual(again.sources, made.sources)
            self.assertGreater(line, 5)

    def test_threads(self):
        world = World(200)
        made = poller(world, 100000)
        taken, lock = [], threading.Lock()

        def work():
            for _ in range(100):
                for name in made.due(NOW + DAY, 2):
                    with lock:
                        taken.append(name)
                    made.asked(name, Result.nothing(), NOW + DAY)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(taken), sorted(set(taken)))
        self.assertEqual(len(taken), 200)


class Readme(unittest.TestCase):
    def test_it_runs_as_it_stands(self):
        try:
            text = importlib.metadata.metadata("fetchsched").get_payload()
        except importlib.metadata.PackageNotFoundError:
            self.skipTest("the package is not installed")
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertEqual(len(blocks), 3)
        before, run = os.getcwd(), asyncio.run

        def briefly(main):
            # The host of the last one runs until it is stopped.
            with self.assertRaises(asyncio.TimeoutError):
                run(asyncio.wait_for(main, 0.1))

        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for program in blocks:
                    with contextlib.redirect_stdout(io.StringIO()), mock.patch("asyncio.run", briefly):
                        exec(program, {})
            finally:
                os.chdir(before)


class Misuse(unittest.TestCase):
    def test_times(self):
        made = Poller(100, now=NOW)
        made.add("a", now=NOW)
        with self.assertRaisesRegex(ValueError, "time zone"):
            made.due(datetime(2026, 1, 5))
        # Seconds, as of time.time(), are the same moment; so is another zone.
        for now in (NOW.timestamp(), NOW.astimezone(timezone(timedelta(hours=9)))):
            self.assertTrue(made.is_due("a", now))

    def test_unknown_names(self):
        made = Poller(100)
        for call in (made.next, made.is_due, made.read, made.remove):
            with self.assertRaises(KeyError):
                call("nobody")
        with self.assertRaises(ValueError):
            made.save()


if __name__ == "__main__":
    unittest.main()
