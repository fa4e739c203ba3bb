"""The binding: what a host can get wrong ends in an exception, and never in the interpreter's end."""

import contextlib
import copy
import gc
import math
import pickle
import threading
import unittest

import fetchsched as fs
from fetchsched import Event, Status
from fetchsched._header import Idle
from fetchsched._poller import PollerHandle

NOW = 1704067200000


def engine_with_apps(count=3, **options):
    engine = fs.Engine(**options)
    for _ in range(count):
        engine.register(fs.Interval.MINIMUM, NOW)
    return engine


class Misuse(unittest.TestCase):
    def refused(self, status, call, *arguments, **fields):
        with self.assertRaises(fs.Error) as caught:
            call(*arguments, **fields)
        self.assertEqual(caught.exception.status, status)
        return str(caught.exception)

    def test_a_closed_engine(self):
        engine = engine_with_apps()
        engine.close()
        engine.close()
        for call in [lambda: engine.next_deadline(NOW), lambda: engine.register(0, NOW), engine.snapshot,
                     lambda: engine.observe(Event.DEVICE_ASLEEP, NOW), lambda: engine.take_actions(NOW)]:
            self.refused(Status.ERROR_INVALID_HANDLE, call)
        with fs.Engine() as inside:
            inside.next_deadline(NOW)
        self.refused(Status.ERROR_INVALID_HANDLE, inside.next_deadline, NOW)

    def test_a_closed_config_and_what_is_none(self):
        config = fs.Config()
        config.close()
        self.refused(Status.ERROR_INVALID_HANDLE, config.set, "valueJoules", 5)
        self.refused(Status.ERROR_INVALID_HANDLE, fs.Engine, config)
        for wrong in [7, "config", fs.Engine()]:
            with self.assertRaises(TypeError):
                fs.Engine(wrong)

    def test_half_made_and_copied(self):
        with self.assertRaises(ValueError):
            fs.Engine(seed=-1)
        with self.assertRaises(TypeError):
            fs.Engine(seed=1.5)
        fs.Engine.__new__(fs.Engine).close()
        engine = engine_with_apps()
        for way in [copy.copy, copy.deepcopy, pickle.dumps]:
            with self.assertRaises(TypeError):
                way(engine)
        del engine
        gc.collect()

    def test_numbers_of_apps(self):
        engine = engine_with_apps()
        for app in [-1, 2**64 - 1, 2**64, -(2**63)]:
            with self.assertRaises(ValueError):
                engine.request_fetch(app, NOW)
            with self.assertRaises(ValueError):
                engine.observe(Event.LAUNCH, NOW, app=app)
        for app in ["mail", None, 1.0, True]:
            with self.assertRaises(TypeError):
                engine.request_fetch(app, NOW)
        for app in [3, 2**31, 2**32 - 1, 2**32, 2**64 - 2]:
            self.refused(Status.ERROR_UNKNOWN_APP, engine.request_fetch, app, NOW)
            self.refused(Status.ERROR_UNKNOWN_APP, engine.observe, Event.LAUNCH, NOW, app=app)
            self.refused(Status.ERROR_UNKNOWN_APP, engine.get_app, app)

    def test_values_of_events(self):
        """Values of Python's fields; the table of Swift and C has the numbers."""
        engine = engine_with_apps()
        before = engine.snapshot()
        later = NOW + 1000
        invalid = Status.ERROR_INVALID_VALUE
        said = self.refused(invalid, engine.observe, Event.BATTERY_LEVEL, later, level=15)
        self.assertIn("BATTERY_LEVEL level = 15", said)
        self.refused(invalid, engine.observe, Event.FOREGROUND_SYNC, later, app=0, value=0, bytes=-(2**63))
        self.refused(invalid, engine.observe, Event.SAVER, later, value=2)
        for wrong in [dict(level=0.5, app=1), dict(), dict(level="0.5"), dict(level=True)]:
            with self.assertRaises(TypeError):
                engine.observe(Event.BATTERY_LEVEL, later, **wrong)
        for wrong in [0, 22, -1, 2**40]:
            with self.assertRaises(ValueError):
                engine.observe(wrong, later)
        with self.assertRaises(ValueError):
            engine.observe(Event.LAUNCH, 2**63, app=0)
        with self.assertRaises(TypeError):
            engine.observe(Event.LAUNCH, 1704067200.5, app=0)
        self.assertEqual(engine.snapshot(), before)
        engine.observe(Event.NETWORK, later, value=fs.Network.WIRED)
        engine.observe(Event.SAVER, later, value=True)
        self.assertNotEqual(engine.snapshot(), before)

    def test_other_numbers(self):
        engine = engine_with_apps()
        engine.force_fetch(0, NOW)
        self.assertEqual(engine.get_app(0), (0, NOW, NOW))
        with self.assertRaisesRegex(fs.Error, "FETCH_UNDER_WAY"):
            engine.force_fetch(0, NOW)
        for wrong in [dict(outcome=4), dict(energy_j=-1.0), dict(bytes=2**63)]:
            with self.assertRaises(ValueError):
                engine.complete(**{**dict(app=0, outcome=fs.Outcome.NEW_DATA, bytes=0, now=NOW), **wrong})
        for energy in [math.nan, math.inf]:
            self.refused(Status.ERROR_INVALID_VALUE, engine.complete, 0, fs.Outcome.NO_DATA, 0, NOW, energy)
        engine.complete(0, fs.Outcome.NEW_DATA, 1000, NOW, 0.5)
        self.assertIsNone(engine.get_app(0).fetch_start_ms)
        for most in [-1, 4097]:
            with self.assertRaises(ValueError):
                engine.take_actions(NOW, most=most)
        self.assertEqual(engine.take_actions(NOW, most=0), [])
        with self.assertRaises(ValueError):
            engine.transfer_progress(1, -5, NOW)

    def test_configurations(self):
        self.refused(Status.ERROR_UNKNOWN_PARAMETER, fs.Config, valueJoule=5)
        said = self.refused(Status.ERROR_OUT_OF_RANGE, fs.Config, valueJoules=-5)
        self.assertIn("valueJoules = -5, expected 0 to ", said)
        for wrong in [-5, math.nan]:
            said = self.refused(Status.ERROR_OUT_OF_RANGE, fs.Config.poller, wrong)
            self.assertIn(f"requests_per_day = {wrong}, expected 0 to ", said)
        said = self.refused(Status.ERROR_OUT_OF_RANGE, fs.Config.poller, 10, **{"forecast.shrinkage": 700})
        self.assertIn("forecast.shrinkage = 700, expected ", said)
        with self.assertRaises(ValueError):
            fs.Config(valueJoules=10**400)
        with self.assertRaises(TypeError):
            fs.Config(valueJoules="5")
        self.refused(Status.ERROR_INVALID_VALUE, fs.Config, radio="lt")
        with self.assertRaises(ValueError):
            fs.Config(radio="lte\0")
        config = fs.Config(valueJoules=5, radio="wired")
        self.assertEqual(config.get("valueJoules"), 5)
        self.assertEqual(config.get("budget.joulesPerDay"), math.inf)
        said = self.refused(Status.ERROR_OUT_OF_RANGE, config.read, "# x\nforecast.shrinkage = 700")
        self.assertIn("line 2, column 22", said)
        config.read("forecast.shrinkage = 8")
        self.assertEqual(config.get("forecast.shrinkage"), 8)
        config.set_radio(bytes_per_s=1e6, tail=[fs.TailStage(5, 1)])
        with self.assertRaises(ValueError):
            config.set_radio(bytes_per_s=1e6, tail=[(5, 1)] * 9)
        self.refused(Status.ERROR_INVALID_VALUE, config.set_radio, bytes_per_s=0)
        config.set_power(run_j=1, alive_processes=3)
        fs.Engine(config).close()

    def test_snapshots(self):
        engine = engine_with_apps()
        engine.observe(Event.LAUNCH, NOW, app=1)
        state = engine.snapshot()
        self.assertEqual(fs.Engine(snapshot=bytearray(state)).snapshot(), state)
        with self.assertRaises(fs.Error):
            fs.Engine(snapshot=state[:-1])
        with self.assertRaises(TypeError):
            fs.Engine(snapshot="text")

    def test_an_engine_and_a_poller_are_two_things(self):
        """Neither has the calls of the other, nor reads its state; a poller has no radio."""
        config = fs.Config.poller(100)
        poller, engine = PollerHandle(config), fs.Engine(config)
        for name in ("due", "asked", "register_source", "next_fetch"):
            self.assertFalse(hasattr(engine, name), name)
        for name in ("observe", "take_actions", "register", "complete", "start_task"):
            self.assertFalse(hasattr(poller, name), name)
        poller.add_source(NOW)
        engine.register(fs.Interval.MINIMUM, NOW)
        for made, other in [(lambda state: fs.Engine(config, snapshot=state), poller),
                            (lambda state: PollerHandle(config, snapshot=state), engine)]:
            with self.assertRaises(fs.Error) as caught:
                made(other.snapshot())
            self.assertIn(caught.exception.status, (Status.ERROR_NOT_A_SNAPSHOT, Status.ERROR_OTHER_CONFIGURATION))
        self.refused(Status.ERROR_INVALID_VALUE, PollerHandle, fs.Config())
        self.refused(Status.ERROR_INVALID_VALUE, PollerHandle, fs.Config(), snapshot=poller.snapshot())
        poller.close()
        self.refused(Status.ERROR_INVALID_HANDLE, poller.due, NOW)

    def test_several_threads(self):
        engine = engine_with_apps(0)
        wrong = []

        def work():
            for _ in range(500):
                try:
                    engine.register(fs.Interval.MINIMUM, NOW)
                except fs.Error as error:
                    wrong.append(error)
                fs.Engine(seed=1).close()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # A call is whole or refused; with the interpreter's lock none is refused.
        self.assertTrue(all(error.status == Status.ERROR_HANDLE_IN_USE for error in wrong))
        self.assertEqual(engine.get_statistics(NOW).app_count + len(wrong), 2000)


class Knowledge(unittest.TestCase):
    def test_silent_pushes_are_limited(self):
        """Twenty in an hour, each reported with its radio activity, also while a video keeps the radio awake."""
        for streams in (False, True):
            with fs.Engine() as engine:
                engine.register(0, NOW)
                given = []
                for number in range(20):
                    now = NOW + number * 180000
                    if streams:
                        engine.observe(fs.Event.RADIO, now, value=fs.Radio.USER, until_ms=now + 180000)
                    if engine.receive_push(0, fs.Push.SILENT, number, now).decision == fs.Reception.DELIVER:
                        given.append(number)
                    engine.observe(fs.Event.RADIO, now, value=fs.Radio.PUSH, until_ms=now)
                    given += [each.id for each in engine.take_actions(now) if each.kind == fs.Action.DELIVER_PUSH]
                self.assertEqual(given, [0, 1, 7, 14])
                engine.receive_push(0, fs.Push.ALERT, 99, now)
                self.assertEqual([each.id for each in engine.take_actions(now) if each.kind == fs.Action.DELIVER_PUSH], [19])

    def test_after_each_granted_run_there_is_a_next_one(self):
        with fs.Engine() as engine:
            engine.register(fs.Interval.MINIMUM, NOW)
            next_run, fetches = NOW, 0
            for hour in range(24 * 7):
                now = NOW + hour * 3600000
                if next_run <= now:
                    engine.observe(Event.GRANTED, now, until_ms=now + 25000)
                    for action in engine.take_actions(now):
                        if action.kind == fs.Action.FETCH:
                            fetches += 1
                            engine.complete(0, fs.Outcome.NEW_DATA, 5000, now + 1000)
                    next_run = engine.next_run(now + 1000)
                    self.assertTrue(now + 1000 < next_run <= now + 1000 + 86400000)
                if hour % 24 in (8, 12, 18):
                    engine.observe(Event.LAUNCH, now, app=0)
                    engine.observe(Event.FOREGROUND_SYNC, now, app=0, value=fs.Outcome.NEW_DATA, bytes=5000)
                    engine.observe(Event.END_OF_USE, now + 60000, app=0)
                    next_run = engine.next_run(now + 60000)
            self.assertGreater(fetches, 7)
            engine.set_interval(0, fs.Interval.NEVER, now + 60000)
            self.assertEqual(engine.next_run(now + 60000), fs.NEVER)

    def test_everything_is_bound(self):
        """Each function that the package uses, called once in a way that goes well."""
        called = set()
        library = fs._native._library

        class Noting:
            def __getattr__(self, name):
                called.add(name.replace("fetchsched_", "", 1))
                return getattr(library, name)

        fs._native._library = Noting()
        try:
            self.one_of_each()
            with self.assertRaises(fs.Error):
                fs.Config(valueJoules=-5)
        finally:
            fs._native._library = library
        # The session in lines is for languages without a package of their own.
        bound = {name for name in fs._native.FUNCTIONS if not name.startswith("poll_")}
        self.assertEqual(called & bound, bound)

    def one_of_each(self):
        config = fs.Config(valueJoules=30, radio="lte")
        config.read("")
        config.get("valueJoules")
        config.set_radio(bytes_per_s=1e6, base_w=1)
        config.set_power()
        engine = engine_with_apps(config=config)
        config.close()
        engine.set_interval(2, 60000, NOW)
        engine.set_announces_content(1, True)
        engine.observe(Event.LAUNCH, NOW, app=1)
        task = engine.start_task(1, NOW)
        self.assertTrue(engine.is_running(1))
        self.assertEqual(engine.time_remaining(1, NOW), fs.NEVER)
        engine.end_task(task, NOW)
        one = engine.enqueue_transfer(1, 5000, NOW, flags=fs.Transfer.NO_WAKE)
        two = engine.enqueue_transfer(1, 5000, NOW)
        engine.transfer_progress(one, 100, NOW)
        engine.transfer_interrupted(one, 200, NOW)
        self.assertEqual(engine.get_transfer(one).bytes_done, 200)
        engine.transfer_finished(one, NOW)
        engine.cancel_transfer(two, NOW)
        engine.watch_region(0, 1, 52.5, 13.4, 150)
        engine.watch_beacon(0, 2)
        engine.watch_significant_changes(0, True)
        self.assertIsNone(engine.is_inside(0, 2))
        engine.observe_position(52.5, 13.4, 10, NOW)
        self.assertIs(engine.is_inside(0, 1), True)
        engine.observe_crossing(0, 2, fs.Place.ENTER, NOW)
        engine.observe_significant_change(0, NOW)
        engine.unwatch_region(0, 2)
        self.assertEqual(engine.receive_push(0, fs.Push.ALERT, 7, NOW), (fs.Reception.DELIVER, None))
        self.assertEqual(engine.receive_push(0, fs.Push.SILENT_HIGH, 8, NOW), (fs.Reception.DELIVER, None))
        self.assertEqual(engine.receive_push(0, fs.Push.SILENT_VERY_LOW, 9, NOW), (fs.Reception.STORED, None))
        self.assertEqual(engine.receive_push(0, fs.Push.SILENT_LOW, 10, NOW), (fs.Reception.REPLACED, 9))
        # An alert releases what is stored, a minute after the last push.
        self.assertEqual(engine.receive_push(1, fs.Push.ALERT, 11, NOW), (fs.Reception.DELIVER, None))
        engine.request_fetch(0, NOW)
        engine.force_fetch(0, NOW)
        engine.force_fetch(2, NOW)
        engine.complete(2, fs.Outcome.NO_DATA, 0, NOW)
        kinds = [action.kind for action in engine.take_actions(NOW)]
        self.assertIn(fs.Action.WAKE_FOR_LOCATION, kinds)
        engine.next_deadline(NOW)
        engine.observe(Event.GRANTED, NOW, until_ms=NOW + 25000)
        self.assertLessEqual(engine.next_run(NOW) - NOW, 86400000)
        why = engine.explain(0, NOW)
        self.assertIn(fs.Veto.FETCH_UNDER_WAY, why.vetoes)
        self.assertEqual(why.verdict, fs.Verdict.VETOED)
        self.assertTrue(engine.explain_text(0, NOW).startswith("app 0 at 2024-01-01T00:00:00.000Z: not fetched"))
        for probability in [engine.launch_probability(1, 3600000, NOW), engine.next_app_probability(1, NOW),
                       engine.new_content_probability(1, NOW)]:
            self.assertTrue(0 <= probability <= 1)
        self.assertEqual(engine.get_app(2).interval_ms, 60000)
        self.assertEqual(engine.get_statistics(NOW).app_count, 3)
        engine.remove(2, NOW)
        self.assertIn(fs.Action.DELIVER_PUSH, [action.kind for action in engine.take_actions(NOW + 60000)])
        self.one_of_each_for_pollers()
        again = fs.Engine(seed=0, snapshot=engine.snapshot())
        again.host_restarted(NOW)
        again.close()
        engine.close()

    def one_of_each_for_pollers(self):
        config = fs.Config.poller(100, minimumSpacing=1)
        with contextlib.closing(PollerHandle(config, seed=1)) as poller:
            self.assertEqual(poller.idle_reason(NOW), Idle.NO_SOURCES)
            group = poller.add_group(1000)
            poller.set_group(group, 2000, 1)
            source = poller.add_source(NOW, group=group)
            poller.set_source(source, NOW, least_ms=60000, weight=2.5, group=group)
            poller.remove_group(poller.add_group(3000))
            self.assertEqual(poller.next_request(source, NOW), NOW)
            poller.set_network(False, NOW)
            self.assertEqual((poller.due(NOW), poller.idle_reason(NOW)), ([], Idle.NO_NETWORK))
            poller.set_network(True, NOW)
            self.assertEqual(poller.due(NOW), [source])
            poller.defer_request(source, NOW + 5000, NOW)
            self.assertEqual(poller.next_deadline(NOW), NOW + 5000)
            self.assertEqual(poller.due(NOW + 5000), [source])
            changed = [NOW - 3600000, NOW - 7200000]
            due = poller.record_answer(source, fs.Outcome.NEW_DATA, NOW + 6000, changed=changed, retry_after_ms=600000)
            self.assertGreaterEqual(due, NOW + 606000)
            poller.note_read(source, NOW + 7000)
            poller.note_announcement(source, NOW + 7000)
            self.assertEqual(poller.idle_reason(NOW + 7000), Idle.NOT)
            poller.join_price(2 * poller.price(NOW + 7000), NOW + 7000)
            self.assertGreater(poller.new_content_probability(source, NOW + 8000), 0)
            self.assertEqual(poller.explain(source, NOW + 7000).verdict, fs.Verdict.VETOED)
            self.assertTrue(poller.explain_text(source, NOW + 7000).startswith("app 0 at 2024-01-01T00:00:07.000Z: not asked"))
            for wrong in [dict(weight=math.nan), dict(least_ms=-1), dict(most_ms=0), dict(group=7)]:
                self.refused_value(poller, wrong)
            poller.pause_source(source, True, NOW + 8000)
            self.assertEqual(poller.next_request(source, NOW + 8000), fs.NEVER)
            self.assertEqual(poller.source_count(), 1)
            again = PollerHandle(config, snapshot=poller.snapshot())
            again.host_restarted(NOW + 8000)
            again.remove_source(source, NOW + 8000)
            self.assertEqual(again.source_count(), 0)
            again.close()

    def refused_value(self, poller, wrong):
        with self.assertRaises(fs.Error) as caught:
            poller.add_source(NOW, **wrong)
        self.assertEqual(caught.exception.status, Status.ERROR_INVALID_VALUE)
