"""Polls many sources with so many requests a day; the README of the package has programs.

The poller learns when each source changes, and polls each when a request pays most: updates are missing for as short a
time as so many requests a day allow. `read` reports that a reader opened a source; without it all sources count alike.

A host with a loop of its own leaves `due` out: `asked` says when that source is due next, `is_due` whether it is now.

Times are aware datetimes, or seconds since 1970; spans are timedeltas, or seconds. `now` is the present time if it is left
out. A poller may be used from several threads, as each call takes a lock, and be pickled; one state file belongs to one
process.
"""

import base64
import calendar
import json
import math
import os
import re
import pathlib
import threading
import time
import zlib
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple, Union
from urllib.parse import urlsplit

from . import NEVER, Config, Error, Outcome
from ._header import NO_GROUP, Idle
from ._poller import PollerHandle as _PollerHandle
from ._state import StateError as StateError
from ._state import StateFile as _StateFile

Time = Union[datetime, float, int]
Span = Union[timedelta, float, int]
Path = Union[str, "os.PathLike[str]"]
#: The value of `Retry-After`: a span, the moment until which to wait, or the header as it stands.
Wait = Union[Span, datetime, str]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = int(datetime(9999, 1, 1, tzinfo=timezone.utc).timestamp() * 1000)
#: No server is waited for longer.
_WEEK_MS = 7 * 86_400_000

#: Why no source will be polled, by the reason of the library.
IDLE = {
    Idle.NO_SOURCES: "there are no sources",
    Idle.NO_NETWORK: "there is no network",
    Idle.NO_REQUESTS: "no requests are allowed: requests_per_day is 0",
    Idle.NO_LAUNCHES: "only what is read counts, and nothing was read",
    Idle.NOTHING_ALLOWED: "something forbids each source",
}


def _ms(moment: Optional[Time]) -> int:
    if moment is None:
        return int(time.time() * 1000)
    if isinstance(moment, datetime):
        if moment.tzinfo is None:
            raise ValueError(f"{moment!r} has no time zone; expected an aware datetime, as of datetime.now(timezone.utc)")
        return (moment - _EPOCH) // timedelta(milliseconds=1)
    return _whole_ms(moment)


def _whole_ms(seconds: float) -> int:
    if not isinstance(seconds, (int, float)):
        raise TypeError(f"{seconds!r} is no number of seconds")
    if not -1e15 < seconds < 1e15:
        raise ValueError(f"found {seconds!r} seconds, expected less than 1e15")
    return round(seconds * 1000)


def _span_ms(span: Optional[Span], default: int) -> int:
    if span is None:
        return default
    return span // timedelta(milliseconds=1) if isinstance(span, timedelta) else _whole_ms(span)


def _server_ms(span: Optional[Span]) -> int:
    """A span that a server requested, at most a week; -1 for none, or for one that means nothing."""
    if isinstance(span, timedelta):
        span = span.total_seconds()
    if span is None or math.isnan(span) or span < 0:
        return -1
    return round(min(span, _WEEK_MS / 1000) * 1000)


def _wait_ms(wait: Optional[Wait], now: int, sent: Optional[float] = None) -> int:
    """`sent`: what the server's clock said, if a date is to be counted from there."""
    if isinstance(wait, str):
        text = wait.strip()
        # Servers send whatever they like: more digits than a number has, years and zones that no calendar knows.
        try:
            seconds = _number(text)
            wait = parsedate_to_datetime(text) if seconds is None else seconds
            # Some send the moment, in seconds since 1970.
            if seconds is not None and 1e9 <= seconds < 1e10:
                wait = _EPOCH + timedelta(seconds=seconds)
        except Exception:
            return -1
    if isinstance(wait, datetime):
        try:
            wait = (wait if wait.tzinfo else wait.replace(tzinfo=timezone.utc)).timestamp() - (now / 1000 if sent is None else sent)
        except (OverflowError, ValueError):
            return -1
        return max(0, _server_ms(max(wait, 0)))
    return _server_ms(wait)


def _headers(headers: Any) -> Dict[str, str]:
    """Headers with names in small letters, of any library; those that come twice are joined."""
    values: Dict[str, List[str]] = {}
    for name, value in headers.items() if hasattr(headers, "items") else headers or ():
        name, value = (part.decode("latin-1") if isinstance(part, bytes) else str(part) for part in (name, value))
        values.setdefault(name.strip().lower(), []).append(value)
    # Joined once: a server may send one name ten thousand times.
    return {name: ", ".join(those) for name, those in values.items()}


def _directives(text: str) -> Dict[str, Optional[str]]:
    """The directives of `Cache-Control`, the first of each name; a value in quotes may have commas."""
    found: Dict[str, Optional[str]] = {}
    for part in re.findall(r'(?:[^",]|"(?:[^"\\]|\\.)*"?)+', text):
        name, equals, value = part.partition("=")
        found.setdefault(name.strip().lower(), value.strip().strip('"') if equals else None)
    return found


def _number(text: Optional[str]) -> Optional[float]:
    """A whole or decimal number of seconds, of any size; of several, the first."""
    match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]*)?)\s*", (text or "").partition(",")[0], re.ASCII)
    return float(match.group(1)[:300]) if match else None


def _date(text: Optional[str]) -> Optional[float]:
    """A date of a header, in seconds since 1970; None if it is none."""
    try:
        date = parsedate_to_datetime(text or "")
        return (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()
    except Exception:  # whatever a server may send
        return None


def _freshness(headers: Mapping[str, str], now: float) -> float:
    """For how many seconds an answer holds by its headers (RFC 9111, as for a private cache); 0 if they say nothing."""
    control = _directives(headers.get("cache-control", ""))
    # With the names of fields, `no-cache` is about those fields only.
    if "no-store" in control or ("no-cache" in control and control["no-cache"] is None):
        return 0
    if "max-age" in control:
        span = _number(control["max-age"]) or 0
    elif "expires" in headers:
        sent = _date(headers.get("date"))
        # A text that is no date (`0`) means that it has expired.
        span = (_date(headers["expires"]) or 0) - (now if sent is None else sent)
    else:
        return 0
    return min(max(0.0, span - (_number(headers.get("age")) or 0)), _WEEK_MS / 1000)


def _known(dates: Optional[Iterable[Any]]) -> List[float]:
    """The dates that can be read, in seconds since 1970, of the forms that parsers of feeds give."""
    found: List[float] = []
    for date in dates or ():
        try:
            if isinstance(date, str):
                seconds = _date(date)
                date = datetime.fromisoformat(date.strip().replace("Z", "+00:00")) if seconds is None else seconds
            if isinstance(date, datetime):
                date = (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp()
            elif isinstance(date, (tuple, time.struct_time)):
                date = calendar.timegm(date)
            if 0 <= date < _LATEST / 1000:
                found.append(date)
        except Exception:  # a feed has whatever it has
            continue
    return found


def _moment(ms: int) -> Optional[datetime]:
    return None if ms > _LATEST else _EPOCH + timedelta(milliseconds=ms)


def _host(name: str) -> Optional[str]:
    """The host of a URL; None if the name is no URL."""
    try:
        return urlsplit(name).hostname
    except ValueError:
        return None


class Result(NamedTuple):
    """A request's result: `Result.new(...)`, `Result.nothing(...)`, `Result.failed(...)` or `Result.gone()`."""

    outcome: Outcome
    changed: Iterable[Time] = ()
    retry_after: Optional[Wait] = None
    max_age: Optional[Span] = None
    bytes: int = 0

    @classmethod
    def new(cls, changed: Iterable[Time] = (), **more: Any) -> "Result":
        """Something new. `changed`: the dates of what is new, if the source has any."""
        return cls(Outcome.NEW_DATA, tuple(changed), **more)

    @classmethod
    def nothing(cls, **more: Any) -> "Result":
        """Nothing new, as of a 304."""
        return cls(Outcome.NO_DATA, **more)

    @classmethod
    def failed(cls, **more: Any) -> "Result":
        """An error; `retry_after`: what the header `Retry-After` says, 0 for a 429 without it.

        A server that refuses two sources in a row is left alone; one source that is refused alone waits by itself.
        """
        return cls(Outcome.FAILED, **more)

    @classmethod
    def gone(cls, **more: Any) -> "Result":
        """The source is no more, as of a 410: the next request follows after five to seven days."""
        return cls(Outcome.GONE, **more)

    @classmethod
    def from_http(
        cls, status: int, headers: Any, body_dates: Optional[Iterable[Any]] = None, *, is_new: bool = True,
        conditional: bool = True, now: Optional[Time] = None,
    ) -> "Result":
        """The result of an answer of `requests`, `httpx`, `urllib` or another library: its status and its headers.

        body_dates: the dates of new entries, if the body has any: datetimes, seconds, what feedparser gives, or text.
        is_new: whether the body has anything new, for a program that compares it with the one before.
        conditional: whether the request had validators (`If-None-Match`, `If-Modified-Since`): a 304 without them has failed.

        `Retry-After`, `Cache-Control`, `Age` and `Expires` count; whatever a server sends, nothing is raised.
        """
        moment = _ms(now)
        fields = _headers(headers)
        if status in (200, 203) or (status == 304 and conditional):
            span = _freshness(fields, moment / 1000)
            if status == 304:
                # Without headers of its own, the interval of the last full answer still holds.
                says = "cache-control" in fields or "expires" in fields
                return cls.nothing(max_age=span if says else None)
            dates = _known(body_dates)
            return cls.new(dates, max_age=span) if is_new else cls.nothing(max_age=span)
        if status == 410:
            return cls.gone()
        wait = _wait_ms(fields.get("retry-after"), moment, _date(fields.get("date")))
        return cls.failed(retry_after=wait / 1000 if wait >= 0 else 0 if status == 429 else None)

    def milliseconds(self, now: int) -> Dict[str, Any]:
        """The fields other than the outcome, as the poller of the library takes them."""
        return {
            "bytes": self.bytes, "changed": [_ms(date) for date in self.changed],
            "retry_after_ms": _wait_ms(self.retry_after, now), "max_age_ms": _server_ms(self.max_age)}


#: Limits of a source, and its group.
_LIMITS = ("least_ms", "most_ms", "weight", "group")
_Limits = Tuple[int, int, float, int]


class Poller:
    """Decides which source is polled when."""

    def __init__(
        self, requests_per_day: float, *, least: Span = 300, most: Optional[Span] = None,
        spacing: Span = 0, at_once: int = 0, seed: int = 0, now: Optional[Time] = None, **parameters: float,
    ) -> None:
        """
        requests_per_day: of all sources together.
        least, most: time between two requests of a source, unless `add` says otherwise.
        spacing, at_once: of each group, unless `limit` says otherwise: time between two requests, and how many at once.
        seed: of the jitter, so that not all installations ask at the same second.
        parameters: others, as `Config` has them.
        """
        self._setup(requests_per_day, least, most, spacing, at_once, seed, parameters)
        self._poller = _PollerHandle(self._config(), seed)

    def _setup(
        self, requests_per_day: float, least: Span, most: Optional[Span], spacing: Span, at_once: int, seed: int,
        parameters: Mapping[str, float],
    ) -> None:
        self._options: Dict[str, Any] = {
            "requests_per_day": requests_per_day, "least": _span_ms(least, 0) / 1000,
            "most": None if most is None else _span_ms(most, 0) / 1000, "spacing": _span_ms(spacing, 0) / 1000,
            "at_once": at_once, "seed": seed, "parameters": dict(parameters)}
        self._lock = threading.RLock()
        # A source is there once `_numbers` has it: a call that is stopped in the middle, as by Ctrl-C, leaves at most a number
        # without a name, which `due` removes.
        self._numbers: Dict[str, int] = {}
        self._names: Dict[int, str] = {}
        self._limits: Dict[str, _Limits] = {}
        # Each of the limits once.
        self._shared: Dict[_Limits, _Limits] = {}
        self._groups: Dict[str, int] = {}
        self._group_names: Dict[int, str] = {}
        self._members: Dict[int, int] = {}
        self._limited: Set[str] = set()
        self._file: Optional[_StateFile] = None
        # The calls since the last save; None where the next save writes all.
        self._calls: Optional[List[str]] = None
        self._passed = 0
        # The seconds that these calls took, and a whole state took to write: `load` makes the calls again.
        self._spent = self._writing = 0.0

    def _config(self) -> Config:
        # A host may take all that is due and ask one after the other.
        own = {"minimumSpacing": 1, "fetchLimit": 600}
        return Config.poller(self._options["requests_per_day"], **{**own, **self._options["parameters"]})

    # Sources

    def add(
        self, name: str, *, group: Optional[str] = None, weight: float = 1.0, least: Optional[Span] = None,
        most: Optional[Span] = None, now: Optional[Time] = None,
    ) -> None:
        """Adds a source, which is due at once or, where many are added, in its turn; or changes the settings of one that is there.

        group: sources of one server share limits and `retry_after`. By default the host, if the name is a URL; "" for none.
        weight: how much its updates count compared with the others'.
        least, most: time between two requests.
        """
        with self._lock:
            self._add(name, self._checked(name, group=group, weight=weight, least=least, most=most), _ms(now))

    def _checked(
        self, name: str, *, group: Optional[str] = None, weight: float = 1.0, least: Optional[Span] = None,
        most: Optional[Span] = None,
    ) -> Dict[str, Any]:
        """The limits of a source, with its group by name; raises before anything is changed."""
        if not isinstance(name, str):
            raise TypeError(f"{name!r}: a source's name is text")
        if not (isinstance(weight, (int, float)) and 0 <= weight < math.inf):
            raise ValueError(f"{name}: found the weight {weight!r}, expected a number of 0 or more")
        return dict(
            least_ms=_span_ms(self._options["least"] if least is None else least, 0),
            most_ms=_span_ms(self._options["most"] if most is None else most, NEVER),
            weight=weight, group=_host(name) if group is None else group)

    def _add(self, name: str, source: Dict[str, Any], now: int) -> None:
        host = source["group"] or None
        before = self._limits.get(name)
        if before is not None and name in self._numbers and before[:3] == (
            source["least_ms"], source["most_ms"], source["weight"]
        ) and self._group_names.get(before[3]) == host:
            return
        self._note("add", name, source, now)
        group = self._group(host) if host else NO_GROUP
        limits = source["least_ms"], source["most_ms"], source["weight"], group
        if len(self._shared) > 2 * len(self._numbers) + 1000:
            self._shared.clear()
        limits = self._shared.setdefault(limits, limits)
        # Counted before it is in the group, and until it is in no other: a count that is too high keeps a group, and no more.
        self._count(group, 1)
        fields = dict(zip(_LIMITS, limits))
        if name in self._numbers:
            self._poller.set_source(self._numbers[name], now, **fields)
            self._limits[name] = limits
        else:
            number = self._poller.add_source(now, **fields)
            self._names[number], self._limits[name] = name, limits
            self._numbers[name] = number
        if before is not None:
            self._count(before[3], -1)

    def _count(self, group: int, change: int) -> None:
        """Counts the sources of groups: one that has none, and no limits of its own, is forgotten."""
        if group == NO_GROUP:
            return
        members = self._members.get(group, 0) + change
        self._members[group] = members
        if members <= 0 and self._group_names.get(group) not in self._limited:
            del self._members[group]
            name = self._group_names.pop(group, None)
            if name is not None:
                self._groups.pop(name, None)
            self._poller.remove_group(group)

    def _note(self, *call: Any) -> None:
        """Notes a call for the next save, before it is made: one that is then stopped in the middle was made."""
        if self._calls is None:
            return
        # As text, so that what cannot be written is refused here.
        self._calls.append(json.dumps(call, separators=(",", ":")))
        if len(self._calls) > max(10_000, len(self._numbers) // 4):
            self._calls = None

    def _pass(self, now: int) -> int:
        """Notes a question as time that passes: what a request costs follows from when the poller is called."""
        if now != self._passed:
            self._passed = now
            self._note("idle", now)
        return now

    def remove(self, name: str, now: Optional[Time] = None) -> None:
        """Removes a source and what was learned of it."""
        with self._lock:
            self._remove(name, _ms(now))

    def _remove(self, name: str, now: int) -> None:
        number = self._numbers[name]
        self._note("remove", name, now)
        del self._numbers[name]
        limits = self._limits.pop(name)
        self._names.pop(number, None)
        self._poller.remove_source(number, now)
        self._count(limits[3], -1)

    @property
    def sources(self) -> List[str]:
        """The names of all sources. Set a mapping of names to what `add` takes: the others are removed."""
        return list(self._numbers)

    @sources.setter
    def sources(self, wanted: Mapping[str, Mapping[str, Any]]) -> None:
        if not isinstance(wanted, Mapping):
            raise TypeError(f"{type(wanted).__name__}: expected a mapping of names to what `add` takes")
        with self._lock:
            # All is checked before anything changes.
            checked = {}
            for name, options in wanted.items():
                options = dict(options)
                now = _ms(options.pop("now", None))
                checked[name] = self._checked(name, **options), now
            for name in self.sources:
                if name not in wanted:
                    self._remove(name, _ms(None))
            for name, (source, now) in checked.items():
                self._add(name, source, now)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def limit(self, group: str, *, spacing: Span = 0, at_once: int = 0) -> None:
        """Sets the limits of a group: time between the starts of two requests, and how many at once (0: any number)."""
        with self._lock:
            self._limit(group, _span_ms(spacing, 0), at_once)

    def _limit(self, group: str, spacing: int, at_once: int) -> None:
        self._note("limit", group, spacing, at_once)
        self._poller.set_group(self._group(group), spacing, at_once)
        self._limited.add(group)

    def _group(self, name: str) -> int:
        if name not in self._groups:
            number = self._poller.add_group(_span_ms(self._options["spacing"], 0), self._options["at_once"])
            self._group_names[number] = name
            self._groups[name] = number
        return self._groups[name]

    # A host whose loop follows the poller

    def due(self, now: Optional[Time] = None, most: int = 1) -> List[str]:
        """The sources to poll now, up to `most`. Each is under way until `asked` or `defer`, for ten minutes."""
        with self._lock:
            start = time.perf_counter()
            names = list(self._due(_ms(now), most))
            self._spent += time.perf_counter() - start
            return names

    def _due(self, now: int, most: int) -> Iterator[str]:
        self._note("due", now, most)
        for number in self._poller.due(now, most):
            name = self._names.get(number)
            if name is not None and self._numbers.get(name) == number:
                yield name
            else:
                self._poller.remove_source(number, now)

    def next(self, name: Optional[str] = None, now: Optional[Time] = None) -> Optional[datetime]:
        """When a source is due, or the first of all; None for not before something happens (see `idle`)."""
        with self._lock:
            if name is None:
                return _moment(self._poller.next_deadline(self._pass(_ms(now))))
            return _moment(self._poller.next_request(self._numbers[name], self._pass(_ms(now))))

    def defer(self, name: str, until: Time, now: Optional[Time] = None) -> None:
        """Puts off a source that `due` gave and that was not polled: it has not failed."""
        with self._lock:
            self._defer(name, _ms(until), _ms(now))

    def _defer(self, name: str, until: int, now: int) -> None:
        number = self._numbers[name]
        self._note("defer", name, until, now)
        self._poller.defer_request(number, until, now)

    # Every host

    def asked(self, name: str, result: Result, now: Optional[Time] = None) -> Optional[datetime]:
        """Reports what a request found, due or not; returns when the source is due next."""
        if not isinstance(result, Result):
            raise TypeError(
                f"found {result!r}, expected a Result: Result.from_http(status, headers), Result.new(), Result.nothing(), "
                "Result.failed() or Result.gone()")
        with self._lock:
            moment, start = _ms(now), time.perf_counter()
            due = self._asked(name, result.outcome, moment, result.milliseconds(moment))
            self._spent += time.perf_counter() - start
            return _moment(due)

    def _asked(self, name: str, outcome: Outcome, now: int, fields: Dict[str, Any]) -> int:
        number = self._numbers[name]
        self._note("asked", name, outcome, now, fields)
        return self._poller.record_answer(number, outcome, now, **fields)

    def is_due(self, name: str, now: Optional[Time] = None) -> bool:
        """Whether the source is due."""
        with self._lock:
            moment = self._pass(_ms(now))
            return self._poller.next_request(self._numbers[name], moment) <= moment

    def read(self, name: str, now: Optional[Time] = None) -> None:
        """A reader opened the source: it is polled more often, shortly before it is read."""
        with self._lock:
            self._read(name, _ms(now))

    def _read(self, name: str, now: int) -> None:
        number = self._numbers[name]
        self._note("read", name, now)
        self._poller.note_read(number, now)

    def announce(self, name: str, now: Optional[Time] = None) -> None:
        """The source has something new, as a hub (WebSub), a webhook or a mail says: it is due at once, as its value allows, and
        polled less, as far as what is new is announced. A hub that falls silent is noticed."""
        with self._lock:
            self._announce(name, _ms(now))

    def _announce(self, name: str, now: int) -> None:
        number = self._numbers[name]
        self._note("announce", name, now)
        self._poller.note_announcement(number, now)

    def network(self, is_up: bool, now: Optional[Time] = None) -> None:
        """The network is there, or gone, for a program that knows: nothing is polled while it is gone."""
        with self._lock:
            self._network(bool(is_up), _ms(now))

    def _network(self, is_up: bool, now: int) -> None:
        self._note("network", is_up, now)
        self._poller.set_network(is_up, now)

    def price(self, now: Optional[Time] = None) -> float:
        """The price of a request, at which the number of requests is made, in a unit of its own."""
        with self._lock:
            return self._poller.price(self._pass(_ms(now)))

    def join_price(self, price: float, now: Optional[Time] = None) -> None:
        """Takes the price of several pollers that hold one number together, each with its part of it. Every few minutes each takes
        the mean of all prices (the root of their product). One whose sources change more often then makes more than its part. The
        price holds for an hour. In its first day a poller takes none."""
        with self._lock:
            self._join_price(price, _ms(now))

    def _join_price(self, price: float, now: int) -> None:
        self._note("join_price", price, now)
        self._poller.join_price(price, now)

    def probability(self, name: str, now: Optional[Time] = None) -> float:
        """The probability that the source has something new."""
        with self._lock:
            return self._poller.new_content_probability(self._numbers[name], self._pass(_ms(now)))

    def explain(self, name: str, now: Optional[Time] = None) -> str:
        """Why the source is polled now or is not, in words, and when it is next."""
        with self._lock:
            number = self._numbers[name]
            return name + self._poller.explain_text(number, self._pass(_ms(now))).removeprefix(f"app {number}")

    def idle(self, now: Optional[Time] = None) -> Optional[str]:
        """Why no source will be polled, in words; None where one will be."""
        with self._lock:
            return IDLE.get(self._poller.idle_reason(self._pass(_ms(now))))

    # State

    @classmethod
    def load(cls, path: Path, requests_per_day: float, *, now: Optional[Time] = None, **options: Any) -> "Poller":
        """The poller that `save` wrote to the file, with these options; a new one if there is no such file.

        A file that is damaged is replaced by the one before it. Raises StateError, with the path, where that is damaged as well,
        or where another process has the file.
        """
        file = _StateFile.of(pathlib.Path(path))
        poller = cls(requests_per_day, now=now, **options)
        wrong: Optional[Exception] = None
        for content, appends in file.contents():
            try:
                restored = cls._read_file(file, content, appends)
            except (ValueError, KeyError, TypeError, AttributeError, IndexError, Error) as error:
                wrong = wrong or error
                continue
            with restored._lock:
                restored._calls = [] if appends and restored._options == poller._options else None
                if restored._options != poller._options:
                    restored._options = poller._options
                    restored._poller = _PollerHandle(poller._config(), snapshot=restored._poller.snapshot())
                restored._restart(_ms(now))
            poller, wrong = restored, None
            break
        if wrong is not None:
            raise StateError(
                f"{file.path}: no state of a poller ({type(wrong).__name__}: {wrong}); restore a copy, or delete the file to start without one"
            ) from wrong
        poller._file = file
        return poller

    @classmethod
    def _read_file(cls, file: _StateFile, content: bytes, appends: bool) -> "Poller":
        """The poller of a state file, with the options that it had."""
        poller = cls.__new__(cls)
        whole, end, saves = file.parts(content, appends=appends)
        start = time.perf_counter()
        poller._take(content, whole, end)
        taken = time.perf_counter()
        for calls in saves:
            for name, *arguments in calls:
                try:
                    getattr(poller, _CALLS[name])(*arguments)
                except (Error, KeyError, TypeError, ValueError):
                    pass  # it failed when it was noted, too
        poller._writing, poller._spent = taken - start, time.perf_counter() - taken
        return poller

    def _replay_due(self, now: int, most: int) -> None:
        list(self._due(now, most))

    def _replay_idle(self, now: int) -> None:
        self._poller.idle_reason(now)

    def _replay_asked(self, name: str, outcome: int, now: int, fields: Dict[str, Any]) -> None:
        self._asked(name, Outcome(outcome), now, fields)

    def _restart(self, now: int) -> None:
        """Requests in progress when the state was saved are over."""
        self._note("restart", now)
        self._poller.host_restarted(now)

    @classmethod
    def restore(
        cls, state: Optional[Mapping[str, Any]], requests_per_day: float, *, now: Optional[Time] = None, **options: Any,
    ) -> "Poller":
        """The poller whose `state` this is, with these options; a new one if it is None. Raises ValueError for another thing."""
        poller = cls(requests_per_day, now=now, **options)
        if state is not None:
            try:
                poller.__setstate__({**state, "options": poller._options})
            except (KeyError, TypeError, AttributeError) as error:
                raise ValueError(f"no state of a poller ({type(error).__name__}: {error})") from error
            poller._restart(_ms(now))
        return poller

    def save(self, path: Optional[Path] = None) -> None:
        """Saves the state: if the machine fails meanwhile, what was there before still is.

        Where the poller was loaded from a file, a save appends what was reported since the last one: 1.5 kB for ten answers, whatever
        the number of sources. Now and then, and to another path, it writes the whole state.

        Save before each batch of requests: if an answer ends the process, the next one knows which requests were under way.
        """
        with self._lock:
            if path is not None:
                return _StateFile(pathlib.Path(path)).write(self._parts())
            if self._file is None:
                raise ValueError("the poller was not loaded from a file; expected a path")
            is_soon_read = self._spent < max(2.0, 2 * self._writing)
            if self._calls is None or not is_soon_read or not self._file.append(self._calls):
                start = time.perf_counter()
                self._file.write(self._parts())
                self._spent, self._writing = 0.0, time.perf_counter() - start
            self._calls = []

    def _parts(self) -> Iterator[bytes]:
        """The whole state as bytes: a line of JSON, lines with the sources, some in each, and a line with the snapshot of the library's poller."""
        limits = {each: number for number, each in enumerate(dict.fromkeys(self._limits.values()))}
        head = {
            "options": self._options, "groups": self._groups, "limited": sorted(self._limited), "limits": list(limits)}
        yield json.dumps(head).encode() + b"\n"
        names = list(self._numbers)
        for start in range(0, len(names), 4096):
            some = names[start:start + 4096]
            rows = [some, [self._numbers[name] for name in some], [limits[self._limits[name]] for name in some]]
            yield json.dumps(rows, separators=(",", ":")).encode() + b"\n"
        yield b"\n"
        # Sources that were polled a few times have many zeros: a quarter of the size, and still a text file.
        yield base64.b64encode(zlib.compress(self._poller.snapshot(), 1)) + b"\n"

    def _take(self, content: bytes, start: int, end: int) -> None:
        """Becomes the poller of the parts in these bytes."""

        def line() -> bytes:
            nonlocal start
            stop = content.find(b"\n", start, end)
            if stop < 0:
                raise ValueError("a part is missing")
            start, part = stop + 1, content[start:stop]
            return part

        head = json.loads(line())
        self._setup(**head["options"])
        # The engine comes first, though its line is the last: to read it takes much memory for a moment, and the sources take
        # theirs from then on.
        last = content.rfind(b"\n", start, end - 1) + 1
        snapshot = zlib.decompress(base64.b64decode(content[last:end - 1], validate=True))
        self._poller = _PollerHandle(self._config(), snapshot=snapshot)
        del snapshot
        limits = [tuple(each) for each in head["limits"]]
        while rows := line():
            names, numbers, places = json.loads(rows)
            self._numbers.update(zip(names, numbers))
            self._limits.update(zip(names, (limits[place] for place in places)))
        self._complete(head["groups"], head["limited"])

    def _complete(self, groups: Mapping[str, int], limited: Iterable[str]) -> None:
        """Fills in what follows from the sources and the groups."""
        self._names = {number: name for name, number in self._numbers.items()}
        self._groups, self._limited = dict(groups), set(limited)
        self._group_names = {number: name for name, number in self._groups.items()}
        self._members = dict.fromkeys(self._group_names, 0)
        if len(self._names) != len(self._numbers):
            raise ValueError("two sources of one number")
        for _, _, _, group in self._limits.values():
            if group != NO_GROUP:
                self._members[group] += 1

    def state(self) -> Dict[str, Any]:
        """The whole state, as JSON has it: for a host that saves it in its own database, and for `restore`."""
        with self._lock:
            return {
                "options": self._options, "sources": self._numbers.copy(),
                "limits": {name: dict(zip(_LIMITS, self._limits[name])) for name in self._numbers},
                "groups": self._groups.copy(), "limited": sorted(self._limited),
                "snapshot": base64.b64encode(self._poller.snapshot()).decode()}

    def __getstate__(self) -> Dict[str, Any]:
        return self.state()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._setup(**state["options"])
        self._numbers = dict(state["sources"])
        self._limits = {name: tuple(source[field] for field in _LIMITS) for name, source in state["limits"].items()}
        if set(self._numbers) != set(self._limits):
            raise ValueError("sources without limits")
        self._complete(state["groups"], state.get("limited", ()))
        self._poller = _PollerHandle(self._config(), snapshot=base64.b64decode(state["snapshot"], validate=True))
        for number in self._names:
            # Raises for a number that no source has, which else each later call would meet.
            self._poller.new_content_probability(number, 0)


#: Where a file's calls go.
_CALLS = {
    "add": "_add", "remove": "_remove", "limit": "_limit", "due": "_replay_due", "defer": "_defer", "asked": "_replay_asked",
    "read": "_read", "announce": "_announce", "network": "_network", "join_price": "_join_price", "restart": "_restart",
    "idle": "_replay_idle"}
