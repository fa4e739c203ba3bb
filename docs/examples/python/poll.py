"""The poller of docs/feed-readers.md: feeds that are made up, polled with 1,200 requests a day."""

import datetime

from fetchsched.poll import Poller, Result

FEEDS = [f"https://example.org/{number}" for number in range(40)]
NOW = datetime.datetime.now(datetime.timezone.utc)


def download(url):
    """Stands for a request: its status, its headers, and the dates of new entries."""
    if url.endswith("3"):
        return 503, {"Retry-After": "600"}, []
    return (200, {}, [NOW]) if url.endswith("1") else (304, {"Cache-Control": "max-age=1800"}, [])


def fetch(url):
    status, headers, dates = download(url)
    return Result.from_http(status, headers, dates)


poller = Poller.load("poller.state", requests_per_day=1200)
poller.sources = {url: {} for url in FEEDS}  # new ones are due first, missing ones are removed
while urls := poller.due(most=10):
    poller.save()  # before each batch: an answer that ends the process is not asked for again and again
    for url in urls:
        poller.asked(url, fetch(url))
poller.save()
