"""Polls many sources with so many requests a day; the README of the package has programs.

The poller learns when each source changes, and asks each when a request is worth most: updates are missing for as short a
time as so many requests a day allow. `read` tells it what somebody reads; without it all sources count alike.

A host with a loop of its own leaves `due` out: `asked` says when that source is due next, `is_due` whether it is now.

Times are aware datetimes, or seconds since 1970; spans are timedeltas, or seconds. `now` is the present time if it is left
out. A poller may be used from several threads, as each call takes a lock, and be pickled; one state belongs to one
process.
"""

import base64
import json
import os
import pathlib
import threading
import time
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from . import NEVER, NO_GROUP, Config, Engine, Idle, Outcome

Time = Union[datetime, float, int]
Span = Union[timedelta, float, int]
Path = Union[str, "os.PathLike[str]"]
#: The value of `Retry-After`: a span, the moment until which to wait, or the header as it stands.
Wait = Union[Span, datetime, str]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = int(datetime(9999, 1, 1, tzinfo=timezone.utc).timestamp() * 1000)

#: Why nothing will be asked, by the reason of the engine.
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
    return round(moment * 1000)


def _span_ms(span: Optional[Span], default: int) -> int:
    if span is None:
        return default
    return span // timedelta(milliseconds=1) if isinstance(span, timedelta) else round(span * 1000)


def _wait_ms(wait: Optional[Wait], now: int) -> int:
    if isinstance(wait, str):
        try:
            wait = int(wait) if wait.strip().isdigit() else parsedate_to_datetime(wait).replace(tzinfo=timezone.utc)
        except (ValueError, TypeError):
            return -1  # a header that means nothing
    return max(0, _ms(wait) - now) if isinstance(wait, datetime) else _span_ms(wait, -1)


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
        """An error; `retry_after`: what the header `Retry-After` says, 0 for a 429 without it: its group is left alone for a while."""
        return cls(Outcome.FAILED, **more)

    @classmethod
    def gone(cls, **more: Any) -> "Result":
        """The source is no more, as of a 410: it is asked again after five to seven days."""
        return cls(Outcome.GONE, **more)

    def milliseconds(self, now: int) -> Dict[str, Any]:
        """The fields beside the outcome, as `Engine.asked` takes them."""
        return {
            "bytes": self.bytes, "changed": [_ms(date) for date in self.changed],
            "retry_after_ms": _wait_ms(self.retry_after, now), "max_age_ms": _span_ms(self.max_age, -1)}


class Poller:
    """Decides which source is asked when."""

    def __init__(
        self, requests_per_day: float, *, least: Span = 300, most: Optional[Span] = None,
        spacing: Span = 0, at_once: int = 0, seed: int = 0, now: Optional[Time] = None, **parameters: float,
    ) -> None:
        """
        requests_per_day: of all sources together.
        least, most: time between two requests of a source, unless `add` says otherwise.
        spacing, at_once: of each group, unless `limit` says otherwise: time between two requests, and how many at once.
        seed: of what is left to chance, so that not all installations ask at the same second.
        parameters: of the engine, as `Config` has them.
        """
        self._setup(requests_per_day, least, most, spacing, at_once, seed, parameters)
        self._engine = Engine(self._config(), seed)

    def _setup(
        self, requests_per_day: float, least: Span, most: Optional[Span], spacing: Span, at_once: int, seed: int,
        parameters: Mapping[str, float],
    ) -> None:
        self._options: Dict[str, Any] = {
            "requests_per_day": requests_per_day, "least": _span_ms(least, 0) / 1000,
            "most": None if most is None else _span_ms(most, 0) / 1000, "spacing": _span_ms(spacing, 0) / 1000,
            "at_once": at_once, "seed": seed, "parameters": dict(parameters)}
        self._lock = threading.RLock()
        self._numbers: Dict[str, int] = {}
        self._names: Dict[int, str] = {}
        self._asked_for: Dict[str, Dict[str, Any]] = {}
        self._groups: Dict[str, int] = {}
        self._path: Optional[pathlib.Path] = None

    def _config(self) -> Config:
        # A host may take all that is due and ask one after the other.
        own = {"minimumSpacing": 1, "fetchLimit": 600}
        return Config.poller(self._options["requests_per_day"], **{**own, **self._options["parameters"]})

    # Sources

    def add(
        self, name: str, *, group: Optional[str] = None, weight: float = 1.0, least: Optional[Span] = None,
        most: Optional[Span] = None, now: Optional[Time] = None,
    ) -> None:
        """Adds a source, which is due at once or, where many are added, in its turn; or changes what is asked for one that is there.

        group: sources of one server share limits and `retry_after`. By default the host, if the name is a URL; "" for none.
        weight: how much its updates count beside the others'.
        least, most: time between two requests.
        """
        with self._lock:
            group = _host(name) if group is None else group
            source = dict(
                least_ms=_span_ms(self._options["least"] if least is None else least, 0),
                most_ms=_span_ms(self._options["most"] if most is None else most, NEVER),
                weight=weight, group=self._group(group) if group else NO_GROUP)
            if name not in self._numbers:
                number = self._engine.register_source(_ms(now), **source)
                self._numbers[name], self._names[number] = number, name
            elif source != self._asked_for[name]:
                self._engine.set_source(self._numbers[name], _ms(now), **source)
            self._asked_for[name] = source

    def remove(self, name: str, now: Optional[Time] = None) -> None:
        """Removes a source and what was learned of it."""
        with self._lock:
            number = self._numbers[name]
            self._engine.remove(number, _ms(now))
            del self._numbers[name], self._names[number], self._asked_for[name]

    @property
    def sources(self) -> List[str]:
        """The names of all sources. Set a mapping of names to what `add` takes: the others are removed."""
        return list(self._numbers)

    @sources.setter
    def sources(self, wanted: Mapping[str, Mapping[str, Any]]) -> None:
        with self._lock:
            for name in self.sources:
                if name not in wanted:
                    self.remove(name)
            for name, options in wanted.items():
                self.add(name, **options)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def limit(self, group: str, *, spacing: Span = 0, at_once: int = 0) -> None:
        """Sets the limits of a group: time between the starts of two requests, and how many at once (0: any number)."""
        with self._lock:
            self._engine.set_group(self._group(group), _span_ms(spacing, 0), at_once)

    def _group(self, name: str) -> int:
        if name not in self._groups:
            self._groups[name] = self._engine.add_group(
                _span_ms(self._options["spacing"], 0), self._options["at_once"])
        return self._groups[name]

    # A host whose loop follows the poller

    def due(self, now: Optional[Time] = None, most: int = 1) -> List[str]:
        """The sources to ask now, up to `most`. Each is under way until `asked` or `defer`, for ten minutes."""
        with self._lock:
            return [self._names[number] for number in self._engine.due(_ms(now), most)]

    def next(self, name: Optional[str] = None, now: Optional[Time] = None) -> Optional[datetime]:
        """When a source is due, or the first of all; None for not before something happens (see `idle`)."""
        with self._lock:
            if name is None:
                return _moment(self._engine.next_deadline(_ms(now)))
            return _moment(self._engine.next_fetch(self._numbers[name], _ms(now)))

    def defer(self, name: str, until: Time, now: Optional[Time] = None) -> None:
        """Puts off a source that `due` gave and that was not asked: it has not failed."""
        with self._lock:
            self._engine.defer(self._numbers[name], _ms(until), _ms(now))

    # Every host

    def asked(self, name: str, result: Result, now: Optional[Time] = None) -> Optional[datetime]:
        """Reports what a request found, asked for or not; returns when the source is due next."""
        with self._lock:
            return _moment(self._engine.asked(
                self._numbers[name], result.outcome, _ms(now), **result.milliseconds(_ms(now))))

    def is_due(self, name: str, now: Optional[Time] = None) -> bool:
        """Whether the source is due."""
        with self._lock:
            moment = _ms(now)
            return self._engine.next_fetch(self._numbers[name], moment) <= moment

    def read(self, name: str, now: Optional[Time] = None) -> None:
        """Somebody read the source: it is asked more often, shortly before it is read."""
        with self._lock:
            self._engine.read(self._numbers[name], _ms(now))

    def chance(self, name: str, now: Optional[Time] = None) -> float:
        """The chance that the source has something new."""
        with self._lock:
            return self._engine.new_content_chance(self._numbers[name], _ms(now))

    def explain(self, name: str, now: Optional[Time] = None) -> str:
        """Why the source is asked now or is not, in words."""
        with self._lock:
            return self._engine.explain_text(self._numbers[name], _ms(now))

    def idle(self, now: Optional[Time] = None) -> Optional[str]:
        """Why nothing will be asked, in words; None where something will be."""
        with self._lock:
            return IDLE.get(self._engine.idle_reason(_ms(now)))

    # State

    @classmethod
    def load(cls, path: Path, requests_per_day: float, *, now: Optional[Time] = None, **options: Any) -> "Poller":
        """The poller that `save` wrote to the file, with these options; a new one if there is no such file."""
        path = pathlib.Path(path)
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            state = None
        poller = cls.restore(state, requests_per_day, now=now, **options)
        poller._path = path
        return poller

    @classmethod
    def restore(
        cls, state: Optional[Mapping[str, Any]], requests_per_day: float, *, now: Optional[Time] = None, **options: Any,
    ) -> "Poller":
        """The poller whose `state` this is, with these options; a new one if it is None."""
        poller = cls(requests_per_day, now=now, **options)
        if state is not None:
            poller.__setstate__({**state, "options": poller._options})
            # Requests in progress when the state was saved are over.
            poller._engine.host_restarted(_ms(now))
        return poller

    def save(self, path: Optional[Path] = None) -> None:
        """Writes the state to the file: all of it or, if the machine fails meanwhile, what was there before."""
        path = self._path if path is None else pathlib.Path(path)
        if path is None:
            raise ValueError("the poller was not loaded from a file; expected a path")
        content = json.dumps(self.state()).encode()
        temporary = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.new")
        try:
            with open(temporary, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def state(self) -> Dict[str, Any]:
        """All that is kept, as JSON has it: for a host that keeps it in its own database, and for `restore`."""
        with self._lock:
            return {
                "options": self._options, "sources": self._numbers.copy(), "limits": self._asked_for.copy(),
                "groups": self._groups.copy(), "engine": base64.b64encode(self._engine.snapshot()).decode()}

    def __getstate__(self) -> Dict[str, Any]:
        return self.state()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._setup(**state["options"])
        self._numbers = dict(state["sources"])
        self._names = {number: name for name, number in self._numbers.items()}
        self._asked_for = dict(state["limits"])
        self._groups = dict(state["groups"])
        self._engine = Engine(self._config(), snapshot=base64.b64decode(state["engine"]))
