"""A plugin for lemon24/reader: updates the feeds that are due, with so many requests a day.

    reader = make_reader("db.sqlite", plugins=["reader_fetchsched"])
    reader.fetchsched.update()          # from cron every five minutes, in place of reader.update_feeds()
    reader.fetchsched.read(feed_url)    # if you like: somebody reads the feed

The number of requests and the poller's state are in the reader's own database, in a global tag:

    reader.set_tag((), reader.make_plugin_reserved_name("fetchsched"), {"requests_per_day": 500})
"""

from datetime import timedelta

from fetchsched.poll import Poller, Result
from reader import FeedNotFoundError, UpdateError


class Updates:
    def __init__(self, reader):
        self.reader, self.dates = reader, []
        self.tag = reader.make_plugin_reserved_name("fetchsched")
        self.kept = {"requests_per_day": 1000, "state": None, **reader.get_tag((), self.tag, {})}
        self.poller = Poller.restore(self.kept["state"], self.kept["requests_per_day"])
        self.read = self.poller.read
        reader.after_entry_update_hooks.append(self.note)

    def note(self, reader, entry, status):
        self.dates += filter(None, [getattr(entry, "updated", None) or getattr(entry, "published", None)])

    def update(self):
        """Updates all that is due. Returns when the next feed is."""
        self.poller.sources = {feed.url: {} for feed in self.reader.get_feeds(updates_enabled=True)}
        while due := self.poller.due():
            self.poller.asked(due[0], self.ask(due[0]))
        self.reader.set_tag((), self.tag, {**self.kept, "state": self.poller.state()})
        return self.poller.next()

    def ask(self, url):
        self.dates.clear()
        try:
            found = self.reader.update_feed(url)
        except FeedNotFoundError:
            return Result.failed()
        except UpdateError:
            return Result.failed(retry_after=self.server_wait(url))
        answer = Result.new(self.dates) if found and found.new + found.modified else Result.nothing()
        return answer._replace(max_age=self.server_wait(url) or 0)

    def server_wait(self, url):
        """How long the server asks to wait: reader shows it where it is longer than the reader's own interval."""
        feed, tag = self.reader.get_feed(url), self.reader.make_reader_reserved_name("update")
        own = {"interval": 60, "jitter": 0, **self.reader.get_tag((), tag, {}), **self.reader.get_tag(url, tag, {})}
        wait = feed.update_after - feed.last_retrieved
        return wait if wait > timedelta(minutes=own["interval"] * (1 + own["jitter"])) else None


def init_reader(reader):
    reader.fetchsched = Updates(reader)
