"""One of several workers that ask many sources with one number of requests a day. Start as many as you like, and end any:

    DATABASE_URL=postgresql://... python3 worker.py NAME

Sources are divided into shards by their host, so that a host's limits hold. Each shard has a poller with its part of the number,
whose state is in a row of the database, and all have one price. A shard belongs to one worker: rendezvous hashing (Thaler and
Ravishankar 1998) chooses among those that live. When a worker dies or joins, shards move with all that was learned.

Two workers may believe that they own one shard, as after a pause. So each request is claimed in the row of its source, and a state
is only saved by the shard's owner. Clocks should agree within seconds. Needs PostgreSQL, psycopg 3 and fetchsched.
"""

import dataclasses
import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import psycopg
from fetchsched.poll import Poller, Result

SHARDS = 64  # ten or more for each worker; stays as it is
LEAST = 300  # seconds between two requests of a source
BEAT, LEASE = 60, 180  # seconds: a worker says that it lives, and is dead if it has not said so for this long
BATCH = 10  # with requests of ten seconds at most, it ends within the lease
DAY = 86400

SCHEMA = """
CREATE TABLE workers (worker text PRIMARY KEY, seen float8 NOT NULL);
CREATE TABLE shards (shard int PRIMARY KEY, worker text, state json, began float8, price float8, priced float8, sources int);
CREATE TABLE sources (url text PRIMARY KEY, shard int NOT NULL, asked float8 NOT NULL DEFAULT 0, etag text);
CREATE INDEX ON sources (shard);
CREATE TABLE items (url text, published float8, PRIMARY KEY (url, published));
"""


def hashed(*parts):
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def shard_of(url):
    return hashed(urlsplit(url).hostname) % SHARDS


def create(database, urls):
    """Makes the tables. Sources may be inserted and deleted later, too."""
    database.execute(SCHEMA)
    with database.cursor() as rows:
        rows.executemany("INSERT INTO shards (shard) VALUES (%s)", [(shard,) for shard in range(SHARDS)])
        rows.executemany(
            "INSERT INTO sources (url, shard) VALUES (%s, %s)", [(url, shard_of(url)) for url in urls])


def fetch(url, etag):
    """The result of a request, its validator, and the dates of what is new: here the body is a list of them."""
    request = urllib.request.Request(url, headers={"If-None-Match": etag} if etag else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            status, headers, dates = answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as answer:
        status, headers, dates = answer.code, answer.headers, []
    except (OSError, ValueError):
        return Result.failed(), None, []
    return Result.from_http(status, headers, dates, is_new=bool(dates), conditional=bool(etag)), headers["ETag"], dates


@dataclasses.dataclass
class Shard:
    poller: Poller
    number: float  # its part of the requests a day
    began: float


class Worker:
    def __init__(self, name, database, requests_per_day, clock=time.time):
        self.name, self.database, self.requests_per_day, self.clock = name, database, requests_per_day, clock
        self.shards, self.beats_at = {}, 0.0

    def run(self, statement, *values):
        """The rows that a statement returns, or how many it has changed."""
        rows = self.database.execute(statement, values)
        return rows.fetchall() if rows.description else rows.rowcount

    def step(self):
        """Does what is due; returns when to call it again."""
        now = self.clock()
        if now >= self.beats_at:
            self.balance(now)
            self.share_price(now)
            self.beats_at = now + BEAT
        for number in list(self.shards):
            if self.clock() < self.beats_at:
                self.ask(number)
        times = (shard.poller.next(now=self.clock()) for shard in self.shards.values())
        return min([self.beats_at, *(time.timestamp() for time in times if time)])

    def balance(self, now):
        """Says that this worker lives, gives up shards that are others', and takes its own that no living worker has."""
        self.run("INSERT INTO workers VALUES (%s, %s) ON CONFLICT (worker) DO UPDATE SET seen = excluded.seen", self.name, now)
        living = [name for name, in self.run("SELECT worker FROM workers WHERE seen > %s", now - LEASE)]
        mine = [number for number in range(SHARDS) if max(living, key=lambda name: hashed(name, number)) == self.name]
        self.run("UPDATE shards SET worker = NULL WHERE worker = %s AND shard <> ALL(%s)", self.name, mine)
        owned = {number for number, in self.run("SELECT shard FROM shards WHERE worker = %s", self.name)}
        self.shards = {number: shard for number, shard in self.shards.items() if number in owned}
        taken = self.run(
            "UPDATE shards SET worker = %s, began = coalesce(began, %s) WHERE shard = ANY(%s)"
            " AND (worker IS NULL OR worker = %s OR worker <> ALL(%s)) RETURNING shard, state, began",
            self.name, now, [number for number in mine if number not in self.shards], self.name, living)
        self.update({number: (state, began) for number, state, began in taken}, now)

    def update(self, taken, now):
        """Has a poller for each shard, whose sources are those of the database, with its part of the number."""
        (count,), = self.run("SELECT greatest(1, count(*)) FROM sources")
        urls = {number: set() for number in [*self.shards, *taken]}
        for url, number in self.run("SELECT url, shard FROM sources WHERE shard = ANY(%s)", list(urls)):
            urls[number].add(url)
        for number, wanted in urls.items():
            part, shard = self.requests_per_day * len(wanted) / count, self.shards.get(number)
            if not shard or abs(part - shard.number) > part / 20:
                state, began = taken[number] if not shard else (shard.poller.state(), shard.began)
                poller = Poller.restore(state, part, least=LEAST, seed=number, now=now)
                shard = self.shards[number] = Shard(poller, part, began)
            for url in sorted(wanted.symmetric_difference(shard.poller.sources)):
                shard.poller.add(url, now=now) if url in wanted else shard.poller.remove(url, now)

    def share_price(self, now):
        """All pollers take the mean of their prices, by their sources. In its first day a poller finds its own."""
        if not self.shards:
            return
        rows = [(number, each.poller.price(now), len(each.poller.sources)) for number, each in self.shards.items()]
        self.run(
            "UPDATE shards SET price = new.price, priced = %s, sources = new.sources FROM unnest(%s::int[], %s::float8[], %s::int[])"
            " AS new (shard, price, sources) WHERE shards.shard = new.shard AND worker = %s",
            now, *(list(column) for column in zip(*rows)), self.name)
        (price,), = self.run(
            "SELECT exp(sum(sources * ln(price)) / nullif(sum(sources), 0)) FROM shards WHERE priced > %s AND began <= %s",
            now - 3600, now - DAY)
        for shard in self.shards.values():
            if price and shard.began <= now - DAY:
                shard.poller.join_price(price, now)

    def ask(self, number):
        """Makes some requests of a shard that are due. Its state is saved before them, too: who takes the shard then knows of them."""
        poller = self.shards[number].poller
        urls = poller.due(self.clock(), BATCH)
        if urls and self.save(number):
            for url in urls:
                self.request(poller, url)
            self.save(number)

    def save(self, number):
        """Saves a shard; one that another worker took is dropped."""
        state = json.dumps(self.shards[number].poller.state())
        is_owner = self.run("UPDATE shards SET state = %s WHERE shard = %s AND worker = %s", state, number, self.name)
        if not is_owner:
            del self.shards[number]
        return is_owner

    def request(self, poller, url):
        now = self.clock()
        claim = self.run("UPDATE sources SET asked = %s WHERE url = %s AND asked <= %s RETURNING etag", now, url, now - LEAST)
        if not claim:  # another worker has asked
            return poller.defer(url, now + LEAST, now)
        result, etag, dates = fetch(url, claim[0][0])
        # Nothing is written if another worker has claimed the source since.
        self.run(
            "WITH mine AS (UPDATE sources SET etag = coalesce(%s, etag) WHERE url = %s AND asked = %s RETURNING url)"
            " INSERT INTO items SELECT url, unnest(%s::float8[]) FROM mine ON CONFLICT DO NOTHING", etag, url, now, dates)
        poller.asked(url, result, self.clock())


if __name__ == "__main__":
    worker = Worker(sys.argv[1], psycopg.connect(os.environ["DATABASE_URL"], autocommit=True), 4800)
    while True:
        time.sleep(max(0, min(worker.step() - time.time(), BEAT)))
