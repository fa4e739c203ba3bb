"""Runs an engine under asyncio: timers, fetches with their limit and their end, and the state as bytes.

The README of the package has a program.
"""

import asyncio
import json
import logging
import time
import zlib
from typing import Any, Awaitable, Callable, Dict, Optional, Protocol, Set, Tuple, Union

from . import NEVER, Act, Action, Config, Engine, Error, Event, Explanation, Interval, Outcome, Reason, Status
from .poll import Result

Fetch = Callable[[], Awaitable[Union[Outcome, Tuple[Outcome, int], Result]]]
_log = logging.getLogger("fetchsched")
_MAGIC = b"fetchsched-host 1"


class Clock(Protocol):
    """The time that a host lives by; tests have one that they move themselves."""

    def now(self) -> int:
        """Milliseconds since 1970 UTC."""

    async def wait(self, event: asyncio.Event, until_ms: Optional[int]) -> None:
        """Returns when the event is set, or when the time has come."""


class WallClock:
    """The machine's clock. It is looked at every ten minutes at least, so that one that is set is noticed."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def wait(self, event: asyncio.Event, until_ms: Optional[int]) -> None:
        seconds = 600.0 if until_ms is None else min(600.0, max(0.001, (until_ms - self.now()) / 1000))
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except asyncio.TimeoutError:
            pass


class FetchHost:
    """An engine, the fetches of its apps by name, and the loop that runs them.

    `config`, `seed`: the engine's. `state`: what save() gave, to go on from; apps are added again, under their names.
    `at_once`: how many fetches may be under way. `on_action`: is called with each action that is none about a fetch, as
    deliver a push. One loop uses it; it is not for several threads.
    """

    def __init__(
        self, config: Optional[Config] = None, *, seed: int = 0, state: Optional[bytes] = None, at_once: int = 4,
        clock: Optional[Clock] = None, on_action: Optional[Callable[[Act], None]] = None,
    ) -> None:
        if at_once < 1:
            raise ValueError(f"at_once is {at_once}; expected 1 or more")
        self.clock: Clock = clock or WallClock()
        self._at_once, self._on_action = at_once, on_action
        self._numbers: Dict[str, int] = {}
        self._names: Dict[int, str] = {}
        self._fetches: Dict[int, Fetch] = {}
        self._tasks: Dict[int, "asyncio.Task[None]"] = {}
        # Cancelled fetches that have not ended, by name: the app may be gone, and another have its name.
        self._stragglers: Dict[str, "asyncio.Task[None]"] = {}
        # The intervals of apps that were added under the name of one whose fetch has not ended: theirs is `never` until then.
        self._held: Dict[str, int] = {}
        self._stopping, self._running = False, False
        self._wake: Optional[asyncio.Event] = None
        if state is None:
            self.engine = Engine(config, seed)
            return
        self._numbers, snapshot = _parts(state)
        self._names = {number: name for name, number in self._numbers.items()}
        self.engine = Engine(config, seed, snapshot)
        if len(self._names) != self.engine.get_statistics(self.clock.now()).app_count:
            raise ValueError("the state has other names than apps")
        for number in self._names:
            # Raises for a number that no app has.
            self.engine.get_app(number)
        self.engine.host_restarted(self.clock.now())

    def add(self, name: str, fetch: Optional[Fetch] = None, *, interval_ms: int = Interval.MINIMUM) -> Any:
        """Adds an app and the coroutine function that fetches its content. It returns an Outcome, an Outcome and how many
        bytes were moved, or a Result of fetchsched.poll. Two never run at once under one name. As a decorator, without
        `fetch`."""
        if fetch is None:
            return lambda function: self.add(name, function, interval_ms=interval_ms) or function
        if not isinstance(name, str):
            raise TypeError(f"name is {name!r}; expected a str")
        if self._numbers.get(name) in self._fetches:
            raise ValueError(f"there is an app {name!r} already")
        now = self.clock.now()
        if name in self._numbers:
            self.engine.set_interval(self._numbers[name], interval_ms, now)
        else:
            number = self.engine.register(interval_ms, now)
            self._numbers[name], self._names[number] = number, name
        if name in self._stragglers:
            self._held[name] = interval_ms
            self.engine.set_interval(self._numbers[name], Interval.NEVER, now)
        self._fetches[self._numbers[name]] = fetch
        self._changed()
        return None

    def remove(self, name: str) -> None:
        """Removes an app, with all its stored data; a fetch under way is cancelled. An app that is added under
        the name starts without a past. Raises KeyError for a name that was not added."""
        app = self._numbers.pop(name)
        self.engine.remove(app, self.clock.now())
        self._let_go(app)
        del self._names[app]
        self._fetches.pop(app, None)
        self._held.pop(name, None)
        self._changed()

    def fetch_now(self, name: str) -> bool:
        """Starts a fetch whatever its benefit, as when the user requests it, while run() runs. False if one runs already;
        raises an Error if something forbids it."""
        app = self.number(name)
        if app in self._tasks or name in self._stragglers:
            return False
        self.engine.force_fetch(app, self.clock.now())
        self._start(app, Reason.FORCED)
        return True

    def number(self, name: str) -> int:
        """The engine's number of the app. Raises KeyError for a name that was not added."""
        return self._numbers[name]

    def observe(self, kind: Event, name: Optional[str] = None, **fields: Any) -> None:
        """Learns what happened now, to the app of that name or to the device: see Engine.observe."""
        if name is not None:
            fields["app"] = self.number(name)
        self.engine.observe(kind, self.clock.now(), **fields)
        self._changed()

    def explain(self, name: str) -> Explanation:
        """Why the app would be fetched now or would not."""
        return self.engine.explain(self.number(name), self.clock.now())

    def save(self) -> bytes:
        """The names and the whole state, with a checksum, for the next host."""
        # A list, unless apps were removed: then each name with its number.
        names = [self._names.get(number) for number in range(len(self._names))]
        parts = json.dumps(self._numbers if None in names else names).encode() + b"\n" + self.engine.snapshot()
        return _MAGIC + b" %08x\n" % zlib.crc32(parts) + parts

    def stop(self) -> None:
        """Lets run() end, and the fetches under way with it."""
        self._stopping = True
        self._changed()

    async def run(self) -> None:
        """Does what the engine asks for, until stop() or until it is cancelled. Fetches that are under way then are
        cancelled, and do not count as failures."""
        if self._running:
            raise RuntimeError("the host runs already")
        self._running, self._stopping, self._wake = True, False, asyncio.Event()
        try:
            while not self._stopping:
                self._wake.clear()
                now = self.clock.now()
                self._act(now)
                due = self.engine.next_deadline(now, self._may_fetch())
                if not self._stopping:
                    await self.clock.wait(self._wake, None if due == NEVER else due)
        finally:
            self._running = False
            await self._end_all()

    def _may_fetch(self) -> bool:
        return len(self._tasks) < self._at_once

    def _changed(self) -> None:
        if self._wake is not None:
            self._wake.set()

    def _act(self, now: int) -> None:
        # One at a time: each fetch may be the last that there is room for.
        while actions := self.engine.take_actions(now, self._may_fetch(), most=1):
            action = actions[0]
            if action.kind == Action.FETCH and action.app is not None:
                self._start(action.app, action.cause)
            elif action.kind == Action.STOP_FETCH and action.app is not None:
                # The engine has done with the fetch already.
                if self._let_go(action.app):
                    _log.warning("fetch %s ran past its limit", self._names[action.app])
            elif self._on_action is not None:
                self._on_action(action)

    def _start(self, app: int, cause: int) -> None:
        fetch = self._fetches.get(app)
        _log.info("fetch %s: %s", self._names[app], Reason(cause).name if cause in list(Reason) else cause)
        if fetch is None:
            # Known from the state, and not added again.
            self.engine.complete(app, Outcome.FAILED, 0, self.clock.now())
            self.engine.set_interval(app, Interval.NEVER, self.clock.now())
            return
        if self._names[app] in self._stragglers:
            # The last run ignores its cancellation, or cleans up: two at once would pile up.
            _log.warning("fetch %s: the last one still runs", self._names[app])
            self.engine.complete(app, Outcome.FAILED, 0, self.clock.now())
            return
        self._tasks[app] = asyncio.get_running_loop().create_task(self._fetch(app, fetch))

    def _let_go(self, app: int) -> bool:
        task = self._tasks.pop(app, None)
        if task is None:
            return False
        name = self._names[app]
        self._stragglers[name] = task
        task.add_done_callback(lambda _: self._straggler_ended(name))
        task.cancel()
        return True

    def _straggler_ended(self, name: str) -> None:
        self._stragglers.pop(name, None)
        interval_ms = self._held.pop(name, None)
        if interval_ms is not None:
            self.engine.set_interval(self._numbers[name], interval_ms, self.clock.now())
            self._changed()

    async def _fetch(self, app: int, fetch: Fetch) -> None:
        name, result = self._names[app], Result.failed()
        try:
            result = _result(await fetch(), self.clock.now())
        except Exception as error:
            _log.warning("fetch %s failed: %r", name, error)
        finally:
            # A fetch that was stopped, or whose host ends, is not reported.
            if self._tasks.get(app) is asyncio.current_task():
                del self._tasks[app]
                self._report(app, result, self.clock.now())
                self._changed()

    def _report(self, app: int, result: Result, now: int) -> None:
        """Tells the engine what a fetch found, and how it ended."""
        said = result.milliseconds(now)
        if result.outcome == Outcome.NEW_DATA:
            for date in sorted(said["changed"]):
                self.engine.observe(Event.CONTENT_CHANGED, now, app=app, value=date)
        if said["retry_after_ms"] >= 0:
            self.engine.observe(Event.SERVER_WAIT, now, app=app, until_ms=now + said["retry_after_ms"])
        if said["max_age_ms"] >= 0:
            self.engine.observe(Event.SERVER_INTERVAL, now, app=app, value=said["max_age_ms"])
        try:
            self.engine.complete(app, result.outcome, said["bytes"], now)
        except Error as error:
            # A fetch that ended just as it ran past its limit: the engine has counted it as failed.
            if error.status != Status.ERROR_NO_FETCH_RUNNING:
                raise

    async def _end_all(self) -> None:
        tasks: Set["asyncio.Task[None]"] = set(self._tasks.values()) | set(self._stragglers.values())
        apps = list(self._tasks)
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
        for app in apps:
            # As if its process had ended: the app is not to blame.
            self.engine.observe(Event.PROCESS_ENDED, self.clock.now(), app=app)


def _result(found: Any, now: int) -> Result:
    """A fetch's return value, as a result whose fields can be reported to the engine."""
    if not isinstance(found, Result):
        outcome, size = found if isinstance(found, tuple) else (found, 0)
        found = Result(outcome, bytes=size)
    size = found.bytes
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        raise ValueError(f"{size!r} bytes; expected 0 or more")
    found = found._replace(outcome=Outcome(found.outcome), changed=tuple(found.changed), bytes=min(size, 2**62))
    for name, value in found.milliseconds(now).items():
        if any(not -(2**63) <= each < 2**63 for each in (value if name == "changed" else [value])):
            raise ValueError(f"{name} is {value!r}; expected 64 bits")
    return found


def _parts(state: bytes) -> Tuple[Dict[str, int], bytes]:
    """The numbers by name and the snapshot of a saved state."""
    first, _, parts = bytes(memoryview(state)).partition(b"\n")
    head, _, snapshot = parts.partition(b"\n")
    is_whole = first == _MAGIC + b" %08x" % zlib.crc32(parts)
    try:
        names = json.loads(head) if is_whole else None
    except ValueError:
        names = None
    if isinstance(names, list) and all(isinstance(name, str) for name in names) and len(set(names)) == len(names):
        names = {name: number for number, name in enumerate(names)}
    if not isinstance(names, dict) or not all(type(number) is int for number in names.values()):
        raise ValueError("this is no state of a host, or a damaged one")
    return names, snapshot
