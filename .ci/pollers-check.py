"""The pollers of docs/examples/pollers: each host with its own schedule and with the poller, with as many requests, over
HTTP from this machine, and by a clock that this file moves. Prints a row for each; fails unless the poller leaves updates
missing for much less long, waits as long as a server asks, and makes the same requests if it is restarted every five minutes.

Usage: pollers-check.py WORK-FOLDER      with a Python that has docs/examples/pollers/requirements.txt and fetchsched
       pollers-check.py WORK-FOLDER PAGES [HOST ...]     prints the table of docs/pollers.md instead, in half an hour, of the
                                         sources of pollers_world.py, which says what PAGES is
"""

import bisect
import contextlib
import datetime
import http.client
import http.server
import logging
import pathlib
import random
import sys
import threading
import time
from email.utils import formatdate
from unittest import mock

EXAMPLES = pathlib.Path(__file__).parent.parent / "docs/examples/pollers"
sys.path.insert(0, str(EXAMPLES))

import apscheduler.executors.base
import apscheduler.schedulers.base
import apscheduler.triggers.interval
import apscheduler_fetchsched
import pollers_world
import reader
import reader_fetchsched
import yaml
from apscheduler.executors.debug import DebugExecutor
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from fetchsched.poll import Poller, Result
from urlwatch.command import UrlwatchCommand
from urlwatch.config import CommandConfig
from urlwatch.main import Urlwatch
from urlwatch.storage import CacheMiniDBStorage, UrlsYaml, YamlConfigStorage

MINUTE, HOUR, DAY = 60, 3600, 86400
BEGIN, DAYS, SOURCES, INTERVAL = 1767571200, 4, 40, 6 * HOUR  # a Monday
END, SCORED = BEGIN + DAYS * DAY, BEGIN + 2 * DAY
# One source refuses for some hours, and says for how long.
REFUSED, REFUSES, WAIT = 0, (BEGIN + 55 * HOUR, BEGIN + 70 * HOUR), 3 * HOUR


def made_up():
    """Updates of sources from 24 a day to one in a month, nearly all by day."""
    draw, updates = random.Random(3), []
    for source in range(SOURCES):
        count = 24 * (0.03 / 24) ** (source / (SOURCES - 1)) * DAYS
        moments = (draw.random() * DAYS * DAY for _ in range(round(1.9 * count)))
        updates.append(sorted(
            BEGIN + at for at in moments if 8 * HOUR < at % DAY < 20 * HOUR or draw.random() < 0.05))
    return updates


class World:
    """Sources with these updates, their servers, and the clock."""

    def __init__(self, updates, begin, refused):
        self.now, self.requests, self.updates, self.servers = float(begin), [], updates, []
        self.per_day, self.refused = len(updates) * DAY // INTERVAL, refused
        world = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version, disable_nagle_algorithm, wbufsize = "HTTP/1.1", True, 65536

            def log_message(self, *_):
                pass

            def do_GET(self):
                world.answer(self)
                self.wfile.flush()

        # The one that refuses has a server of its own.
        for address in ("127.0.0.1", "127.0.0.2"):
            self.servers.append(http.server.ThreadingHTTPServer((address, 0), Handler))
            threading.Thread(target=self.servers[-1].serve_forever, daemon=True).start()

    @property
    def urls(self):
        hosts = ["http://{}:{}".format(*server.server_address) for server in self.servers]
        return [f"{hosts[source == self.refused]}/{source}" for source in range(len(self.updates))]

    def answer(self, request):
        source = int(request.path[1:])
        self.requests.append((round(self.now, 3), source))
        count = bisect.bisect_right(self.updates[source], self.now)
        tag, body = f'"{count}"', b""
        if source == self.refused and REFUSES[0] <= self.now < REFUSES[1]:
            request.send_response(503)
            request.send_header("Retry-After", str(WAIT))
        elif request.headers.get("If-None-Match") == tag:
            request.send_response(304)
        else:
            items = "".join(
                f"<item><guid>{number}</guid><title>{number}</title><pubDate>{formatdate(at, usegmt=True)}</pubDate></item>"
                for number, at in list(enumerate(self.updates[source][:count]))[-20:])
            body = f"<rss version='2.0'><channel><title>{source}</title>{items}</channel></rss>".encode()
            request.send_response(200)
            request.send_header("ETag", tag)
            request.send_header("Content-Type", "application/rss+xml")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def figures(self, *period):
        """Figures of pollers_world.py, of this run."""
        asked = [sorted(at for at, each in self.requests if each == source) for source in range(len(self.updates))]
        return pollers_world.figures(self.updates, asked, *period)


# The hosts. Each has: its own schedule, and one with the poller, which is restarted every so many seconds.


def run_reader(world, folder, adaptive, restart, end):
    def open_reader():
        made = reader.make_reader(str(folder / "reader.sqlite"), plugins=[reader_fetchsched.init_reader] * adaptive)
        made._now = lambda: datetime.datetime.fromtimestamp(world.now, datetime.timezone.utc)
        return made

    host = open_reader()
    for url in world.urls:
        host.add_feed(url)
    host.set_tag((), host.make_plugin_reserved_name("fetchsched"), {"requests_per_day": world.per_day})
    if not adaptive:
        host.set_tag((), host.make_reader_reserved_name("update"), {"interval": INTERVAL // MINUTE})
    host.close()
    host = open_reader()
    while world.now < end:
        host.fetchsched.update() if adaptive else host.update_feeds()
        if restart:
            host.close()
            host = open_reader()
        world.now += 5 * MINUTE if adaptive else INTERVAL
    host.close()


TAGS = {}


class Now(datetime.datetime):
    """The time of the clock. It is no class of `run_apscheduler`, as triggers are pickled."""

    @classmethod
    def now(cls, zone=None):
        return cls.fromtimestamp(time.time(), zone)


def fetch(url):
    """A job of APScheduler's, as its users have them."""
    address, _, path = url[7:].partition("/")
    connection = http.client.HTTPConnection(address)
    connection.request("GET", "/" + path, headers={"If-None-Match": TAGS.get(url, "")})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status == 503:
        return Result.failed(retry_after=answer.headers["Retry-After"])
    before, TAGS[url] = TAGS.get(url), answer.headers["ETag"] or TAGS.get(url)
    return before != TAGS[url]


def run_apscheduler(world, folder, adaptive, restart, end):
    class Scheduler(apscheduler.schedulers.base.BaseScheduler):
        def shutdown(self):
            super().shutdown()

        def wakeup(self):
            pass

        def run(self, until):
            while world.now < until:
                wait = self._process_jobs() or 0
                if running:
                    running.pop(0)()
                else:
                    world.now = min(until, world.now + max(0.001, wait))

    class Later(DebugExecutor):
        """A run goes on while the scheduler looks for the next time, as in a thread."""

        def _do_submit_job(self, *run):
            running.append(lambda: super(Later, self)._do_submit_job(*run))

    running = []

    def start():
        made = Scheduler(
            timezone=datetime.timezone.utc, executors={"default": Later()},
            jobstores={"default": SQLAlchemyJobStore(f"sqlite:///{folder}/jobs")})
        if adaptive:
            apscheduler_fetchsched.follow(made, f"{folder}/state", world.per_day)
        made.start()
        return made

    TAGS.clear()
    places = [apscheduler.schedulers.base, apscheduler.executors.base, apscheduler.triggers.interval, apscheduler_fetchsched]
    with contextlib.ExitStack() as patches:
        for place in places:
            patches.enter_context(mock.patch.object(place, "datetime", Now))
        host = start()
        for source, url in enumerate(world.urls):
            trigger = apscheduler_fetchsched.FetchTrigger(f"{folder}/state", url)
            if not adaptive:
                begin = Now.now(datetime.timezone.utc) + datetime.timedelta(seconds=source * DAY / world.per_day)
                trigger = apscheduler.triggers.interval.IntervalTrigger(seconds=INTERVAL, start_date=begin)
            host.add_job(fetch, trigger, id=url, args=[url], misfire_grace_time=None, coalesce=True)
        while world.now < end:
            host.run(min(end, world.now + 5 * MINUTE) if restart else end)
            if restart:
                host.shutdown()
                host = start()
        host.shutdown()


def run_urlwatch(world, folder, adaptive, restart, end):
    (folder / "urls.yaml").write_text("---\n".join(f"url: {url}\n" for url in world.urls))
    (folder / "urlwatch.yaml").write_text("report: {stdout: {enabled: false}}\n")
    hooks = folder / "hooks.py"
    if adaptive:
        text = (EXAMPLES / "urlwatch_hooks.py").read_text()
        hooks.write_text(text.replace("REQUESTS_PER_DAY = 500", f"REQUESTS_PER_DAY = {world.per_day}"))
    options = ["--config", folder / "urlwatch.yaml", "--urls", folder / "urls.yaml", "--hooks", hooks,
               "--cache", folder / "cache.db"]
    kept = []

    def load_once(*arguments, **options):
        kept[:] = kept or [load(*arguments, **options)]
        return kept[0]

    load = Poller.load
    with contextlib.ExitStack() as patches:
        if not restart:
            # urlwatch is a new process each time. This is one that keeps its poller.
            patches.enter_context(mock.patch.object(Poller, "load", load_once))
        while world.now < end:
            # What hooks.py changes is of one process.
            with mock.patch.object(Urlwatch, "run_jobs", Urlwatch.run_jobs):
                config = CommandConfig([str(each) for each in options], "urlwatch", str(folder), "", "", "", "", "", False)
                cache = CacheMiniDBStorage(config.cache)
                UrlwatchCommand(Urlwatch(config, YamlConfigStorage(config.config), cache, UrlsYaml(config.urls))).run()
            world.now += 5 * MINUTE if adaptive else INTERVAL


def play(run, folder, adaptive, restart, updates, begin, end, refused=None):
    """A run of the host in a world of its own."""
    world = World(updates, begin, refused)
    folder.mkdir(parents=True)
    # urlwatch reads its list of jobs in each run: most of the time, but for the loader in C.
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with mock.patch("time.time", lambda: world.now), mock.patch.object(yaml, "SafeLoader", fast):
        run(world, folder, adaptive, restart, end)
    for server in world.servers:
        server.shutdown()
        server.server_close()
    return world


HOSTS = {"reader": run_reader, "APScheduler": run_apscheduler, "urlwatch": run_urlwatch}


def print_table(work, pages, names):
    updates = pollers_world.sources(pages)
    print(f"{'':24}" + "".join(f"{each:>9}" for each in pollers_world.COLUMNS))
    for name in names:
        for adaptive in (False, True):
            world = play(HOSTS[name], work / name / str(adaptive), adaptive, False, updates,
                         pollers_world.BEGIN, pollers_world.END)
            print(f"{name:11} {'fetchsched' if adaptive else 'own':12}" + "".join(
                f"{each:9.1f}" for each in world.figures()), flush=True)


def main():
    logging.disable(logging.CRITICAL)
    work, failed = pathlib.Path(sys.argv[1]), False
    if len(sys.argv) > 2:
        return print_table(work, sys.argv[2], sys.argv[3:] or HOSTS)
    print(f"{'':12} {'requests':>9} {'age min':>8}  | {'requests':>9} {'age min':>8}    s    ({SOURCES} sources, {DAYS} days)")
    updates = made_up()
    for name, run in HOSTS.items():
        began = time.perf_counter()
        own = play(run, work / name / "own", False, False, updates, BEGIN, END, REFUSED)
        plain = play(run, work / name / "plain", True, False, updates, BEGIN, END, REFUSED)
        day = play(run, work / name / "restarted", True, True, updates, BEGIN, BEGIN + DAY, REFUSED)
        most, requests = (sum(at >= SCORED for at, _ in world.requests) for world in (own, plain))
        longest, age = (world.figures((), BEGIN, SCORED, END)[3] for world in (own, plain))
        print(f"{name:12} {most:9} {longest:8.1f}  | {requests:9} {age:8.1f} {time.perf_counter() - began:4.0f}")
        if requests > 1.05 * most or age > 0.8 * longest:
            failed = True
            print(f"{name}: the poller is not clearly better with as many requests")
        # First requests, of the first day, come on top of the number. APScheduler starts a job at the time that was computed
        # when it last ran.
        days = [sum(BEGIN + day * DAY <= at < BEGIN + (day + 1) * DAY for at, _ in plain.requests) for day in range(1, DAYS)]
        if max(days) > (1.25 if name == "APScheduler" else 1.1) * plain.per_day:
            failed = True
            print(f"{name}: {days} requests a day, of {plain.per_day}")
        # urlwatch's requests of a moment come from several threads.
        if sorted(day.requests) != sorted(each for each in plain.requests if each[0] < BEGIN + DAY):
            failed = True
            print(f"{name}: other requests after restarts")
        refused = [at for at, source in plain.requests if source == REFUSED and REFUSES[0] <= at < REFUSES[1]]
        if not refused or any(after - at < WAIT for at, after in zip(refused, refused[1:])):
            failed = True
            print(f"{name}: the server that asks to wait is asked at {refused}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
