"""Decides when each app's content is fetched in the background: the engine of fetchsched, for Python.

    import fetchsched as fs

    engine = fs.Engine(fs.Config(valueJoules=5), seed=1)
    mail = engine.register(fs.Interval.MINIMUM, now)
    engine.observe(fs.Event.LAUNCH, now, app=mail)
    for action in engine.take_actions(now):
        ...

Times and spans are whole milliseconds, times since 1970 UTC. A number that the call cannot take is a ValueError,
anything else than a number a TypeError. What the engine refuses, such as a parameter out of its range, is an Error with
its status. In each case nothing was done. No
call ends the interpreter: not with a closed engine, not from several threads, not with any number. `fetchsched.host` runs
an engine under asyncio. docs/embedding.md has the rules, fetchsched.h the meaning of each function; both
are in the repository.
"""

import ctypes
from ctypes import c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from typing import Any, Dict, Iterable, Mapping, NamedTuple, Optional, Tuple, Type, TypeVar, Union

from . import _header, _native
from ._header import (
    ABI_VERSION, ALL_PROCESSES, NEVER, NO_APP, TAIL_STAGES, Action, Event, Interval, Network, Outcome,
    Place, Push, Radio, Reason, Reception, Screen, Status, Transfer, Verdict, Veto)
from ._native import VERSION, Error
from ._native import answer as _answer, call as _call, checked as _checked, member as _member, number as _number
from ._native import octets as _octets, truth as _truth, whole as _whole

__version__ = VERSION
_Kind = TypeVar("_Kind", bound=IntEnum)
__all__ = [
    "ABI_VERSION", "ALL_PROCESSES", "NEVER", "NO_APP", "TAIL_STAGES", "VERSION", "Act", "Action", "AppState", "Config",
    "Engine", "Error", "Event", "Explanation", "Interval", "Network", "Outcome", "Place", "Push", "Radio", "Reason",
    "Received", "Reception", "Screen", "Statistics", "Status", "TailStage", "Transfer", "TransferStatus", "Verdict", "Veto"]


class Act(NamedTuple):
    """Something to do. Fields that do not matter are 0, and `app` is None."""

    kind: Union[Action, int]  # an int if a later library asks for more than this module knows: skip it
    app: Optional[int]
    id: int  # the host's number of a push, or the number of a task or a transfer
    cause: int  # a Reason, a Push or a Place
    number: int  # of a region or a session, or a count
    happened_ms: int
    until_ms: int
    bytes: int


class Received(NamedTuple):
    """The engine's answer to a push."""

    decision: Reception
    replaced: Optional[int]  # the number of the push that this one replaced


class TransferStatus(NamedTuple):
    """How a transfer stands."""

    bytes_done: int
    deadline_ms: int
    interruptions: int
    is_active: bool


class Statistics(NamedTuple):
    """Figures of the whole engine."""

    value_j: float
    spent_j: float
    launches_per_s: float
    app_count: int
    open_tasks: int
    transfers: int
    active_transfers: int
    budget_spent: bool
    radio_awake: bool


class AppState(NamedTuple):
    """How an app stands."""

    interval_ms: int
    last_sync_ms: int
    fetch_start_ms: Optional[int]  # None if no fetch is under way


class Explanation(NamedTuple):
    """Why an app would be fetched now or would not; see fetchsched_explanation in the header."""

    value_j: float
    cost_j: float
    new_probability: float
    use_probability: float
    launches_per_s: float
    last_sync_ms: int
    expected_ms: int
    verdict: Union[Verdict, int]
    vetoes: Veto
    failures: int
    silent_looks: int


class TailStage(NamedTuple):
    """One stage of the radio's tail."""

    duration_s: float
    power_w: float
    promotion_s: float = 0
    promotion_j: float = 0


class _Handle:
    """Something of the library's that is freed once."""

    _release = ""
    # Bytes that the next snapshot is given.
    _room = 0

    def __init__(self, handle: Optional[int]) -> None:
        self._handle = handle

    def close(self) -> None:
        """Frees it. What is called afterwards raises an Error; closing it again does nothing."""
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is not None:
            _native.release(self._release, handle)

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> str:
        raise TypeError("it cannot be copied or pickled; an engine's snapshot() can be")

    @property
    def _live(self) -> int:
        if self._handle is None:
            raise Error(Status.ERROR_INVALID_HANDLE)
        return self._handle

    def _do(self, name: str, *arguments: Any) -> None:
        _call(name, self._live, *arguments)

    def _get(self, kind: Any, name: str, *arguments: Any) -> Any:
        return _answer(kind, name, self._live, *arguments)

    def _taken(self, name: str, kind: Any, most: int, *arguments: Any) -> "list[Any]":
        """Items that the function writes to an array of that kind."""
        if not 0 <= _whole("most", most, "i32") <= 4096:
            raise ValueError(f"most is {most}; expected 0 to 4096")
        room, count = (kind * most)(), c_size_t()
        self._do(name, *arguments, room, most, ctypes.byref(count))
        return list(room[: count.value])

    def _state(self, name: str) -> bytes:
        """A snapshot, by that function."""
        # To make one takes long where there are many sources: a little more room than the last one had is enough.
        snapshot = _octets(name, self._live, room=self._room)
        self._room = len(snapshot) + len(snapshot) // 64 + 1024
        return snapshot


class Config(_Handle):
    """Settings of an engine, made before it: Config(valueJoules=5, radio="wifi", **{"push.perHour": 2})."""

    _release = "config_destroy"

    def __init__(self, *, radio: Optional[str] = None, **parameters: float) -> None:
        super().__init__(_answer(c_void_p, "config_create"))
        for name, value in parameters.items():
            self.set(name, value)
        if radio is not None:
            self.set_radio_named(radio)

    @classmethod
    def poller(cls, requests_per_day: float, **parameters: float) -> "Config":
        """The configuration of a program that polls, with so many requests a day; then the parameters."""
        config = cls()
        try:
            config._do("config_set_poller", requests_per_day)
        except Error as error:
            raise _native.outside(error, "requests_per_day", requests_per_day, "budget.requestsPerDay") from None
        for name, value in parameters.items():
            config.set(name, value)
        return config

    def set(self, name: str, value: float) -> None:
        """Sets the parameter of that name, in its unit."""
        try:
            self._do("config_set", name, _number(name, value))
        except Error as error:
            raise _native.outside(error, name, value, name) from None

    def get(self, name: str) -> float:
        """The parameter's value, in its unit; a budget that is not set is infinite."""
        return self._get(c_double, "config_get", name)

    def read(self, source: str) -> None:
        """Sets what a parameter file says: all of it or, where a line is wrong, nothing."""
        _native.read(self._live, source)

    def set_radio_named(self, name: str) -> None:
        """Sets what the radio of that name costs: lte, lte-5s, 3g, 5g-nsa, 5g-sa, wifi, or wired for none."""
        try:
            self._do("config_set_radio_named", name)
        except Error as error:
            raise Error(error.status, f": radio {name!r}") from None

    def set_radio(
        self, *, bytes_per_s: float, promotion_s: float = 0, promotion_j: float = 0, base_w: float = 0,
        j_per_byte: float = 0, up_j_per_byte: float = 0, request_s: float = 0.3, tail: Iterable[TailStage] = (),
    ) -> None:
        """Sets what the radio costs; what is left out costs nothing."""
        stages = [TailStage(*stage) for stage in tail]
        if len(stages) > TAIL_STAGES:
            raise ValueError(f"tail has {len(stages)} stages; expected at most {TAIL_STAGES}")
        radio = _header._RadioStruct(
            _number("promotion_s", promotion_s), _number("promotion_j", promotion_j), _number("base_w", base_w),
            _number("j_per_byte", j_per_byte), _number("up_j_per_byte", up_j_per_byte),
            _number("request_s", request_s), _number("bytes_per_s", bytes_per_s), len(stages))
        for place, stage in enumerate(stages):
            radio.tail[place] = _header._TailStageStruct(*(_number("tail", value) for value in stage))
        self._do("config_set_radio", ctypes.byref(radio))

    def set_power(
        self, *, run_j: float = 0, cold_start_j: float = 0, handling_j_per_mb: float = 0,
        request_down_bytes: float = 0, request_up_bytes: float = 0, awake_w: float = 0,
        alive_processes: int = ALL_PROCESSES,
    ) -> None:
        """Sets what a fetch costs apart from the radio; what is left out costs nothing."""
        power = _header._PowerStruct(
            _number("run_j", run_j), _number("cold_start_j", cold_start_j),
            _number("handling_j_per_mb", handling_j_per_mb), _number("request_down_bytes", request_down_bytes),
            _number("request_up_bytes", request_up_bytes), _number("awake_w", awake_w),
            _whole("alive_processes", alive_processes, "u32"))
        self._do("config_set_power", ctypes.byref(power))


# Which fields each event has, in addition to its time; all of them are needed.
_FIELDS: Mapping[Event, Tuple[str, ...]] = {
    Event.LAUNCH: ("app",), Event.END_OF_USE: ("app",), Event.FOREGROUND_SYNC: ("app", "value", "bytes"),
    Event.CONTENT_HINT: ("app",), Event.RADIO: ("value", "until_ms"), Event.NETWORK: ("value",),
    Event.POWER: ("value",), Event.BATTERY_LEVEL: ("level",), Event.SAVER: ("value",),
    Event.REFRESH: ("app", "value"), Event.QUIT: ("app",), Event.ZONE: ("value",),
    Event.SERVER_WAIT: ("app", "until_ms"), Event.SERVER_INTERVAL: ("app", "value"), Event.PROCESS_ENDED: ("app",),
    Event.DEVICE_AWAKE: ("until_ms",), Event.DEVICE_ASLEEP: (), Event.SCREEN: ("value",),
    Event.CONTENT_CHANGED: ("app", "value"), Event.NOTIFICATION: ("app",), Event.GRANTED: ("until_ms",),
}
_KINDS = {"app": "app", "level": "f64"}
_SWITCHES = (Event.POWER, Event.SAVER, Event.REFRESH)


# Vetoes of a forced fetch.
_AGAINST_FORCED = (Veto.INTERVAL_NEVER | Veto.IN_FOREGROUND | Veto.FETCH_UNDER_WAY | Veto.QUIT_BY_USER
                   | Veto.REFRESH_OFF_FOR_APP | Veto.REFRESH_OFF | Veto.NO_NETWORK)


class Engine(_Handle):
    """The engine. With `snapshot`, the one that wrote it. `with Engine() as engine:` closes it at the end."""

    _release = "destroy"

    def __init__(self, config: Optional[Config] = None, seed: int = 0, snapshot: Optional[bytes] = None) -> None:
        if config is not None and not isinstance(config, Config):
            raise TypeError(f"config is {config!r}; expected a Config")
        settings = None if config is None else config._live
        if snapshot is None:
            made = _answer(c_void_p, "create", settings, seed)
        else:
            content = bytes(memoryview(snapshot))
            made = _answer(c_void_p, "restore", settings, content, len(content))
        super().__init__(made)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Apps

    def register(self, interval_ms: int, now: int) -> int:
        """Adds an app; returns its number. Its content counts as up to date."""
        return self._get(c_uint64, "register", interval_ms, now)

    def remove(self, app: int, now: int) -> None:
        """Removes an app, with all its stored data. Its number is that of no app from now on; STOP_FETCH and
        GIVE_UP_TRANSFER tell what the host is to stop."""
        self._do("remove", app, now)

    def set_interval(self, app: int, interval_ms: int, now: int) -> None:
        """Changes an app's interval."""
        self._do("set_interval", app, interval_ms, now)

    def set_announces_content(self, app: int, announces: bool) -> None:
        """Says whether the app's source announces all its changes by hints, so that silence says no."""
        self._do("set_announces_content", app, _truth("announces", announces))

    def get_app(self, app: int) -> AppState:
        """How the app stands."""
        state = self._get(_header._AppStateStruct, "get_app", app)
        start = None if state.fetch_start_ms == NEVER else state.fetch_start_ms
        return AppState(state.interval_ms, state.last_sync_ms, start)

    # Observations of the host

    def observe(
        self, kind: Event, now: int, *, app: Optional[int] = None, value: Union[int, bool, None] = None,
        until_ms: Optional[int] = None, bytes: Optional[int] = None, level: Optional[float] = None,
    ) -> None:
        """Learns an observation of the host. Each event needs its own fields, and takes no other:

        app: all but RADIO, NETWORK, POWER, BATTERY_LEVEL, SAVER, ZONE, DEVICE_*, SCREEN, GRANTED; REFRESH without it is the
        device's
        value: FOREGROUND_SYNC an Outcome, RADIO a Radio, NETWORK a Network, SCREEN a Screen, POWER, SAVER, REFRESH a bool,
        ZONE seconds east of UTC, SERVER_INTERVAL ms between fetches, CONTENT_CHANGED the time of the change
        until_ms: RADIO, SERVER_WAIT, DEVICE_AWAKE, GRANTED. bytes: FOREGROUND_SYNC. level, 0 to 1: BATTERY_LEVEL
        """
        kind = _member("kind", kind, Event)
        given: Dict[str, Any] = {"app": app, "value": value, "until_ms": until_ms, "bytes": bytes, "level": level}
        needed = _FIELDS[kind]
        for name, field in given.items():
            if field is not None and name not in needed:
                raise TypeError(f"{kind.name} has no {name}; it has {', '.join(needed) or 'no fields'}")
            if field is None and name in needed and not (kind == Event.REFRESH and name == "app"):
                raise TypeError(f"{kind.name} needs {name}")
        event = _header._EventStruct(kind=kind, time_ms=_whole("now", now, "i64"), app=NO_APP)
        for name, field in given.items():
            if field is not None:
                # A switch is a bool, or 1 or 0; the library refuses other numbers.
                plain = int(field) if name == "value" and kind in _SWITCHES and isinstance(field, bool) else field
                setattr(event, name, _checked(plain, name, _KINDS.get(name, "i64")))
        try:
            self._do("observe", ctypes.byref(event))
        except Error as error:
            said = ", ".join(f"{name} = {field}" for name, field in given.items() if field is not None)
            raise Error(error.status, f": {kind.name} {said}") from None

    def observe_position(self, latitude_deg: float, longitude_deg: float, accuracy_m: float, now: int) -> None:
        """Learns where the device is."""
        self._do("observe_position", latitude_deg, longitude_deg, accuracy_m, now)

    def observe_crossing(self, app: int, region: int, crossing: Place, now: int) -> None:
        """Learns of a crossing that the host found: Place.ENTER or Place.EXIT."""
        self._do("observe_crossing", app, region, _member("crossing", crossing, Place), now)

    def observe_significant_change(self, app: int, now: int) -> None:
        """Learns of a significant change that the host found."""
        self._do("observe_significant_change", app, now)

    # Actions for the host

    def take_actions(self, now: int, may_fetch: bool = True, most: int = 32) -> "list[Act]":
        """Takes what is to be done now, up to `most`. Ask until the list is empty."""
        taken = self._taken("take_actions", _header._ActionStruct, most, _truth("may_fetch", may_fetch), now)
        return [_act(action) for action in taken]

    def next_deadline(self, now: int, may_fetch: bool = True) -> int:
        """When to take actions if nothing happens before; NEVER for not at all."""
        return self._get(c_int64, "next_deadline", _truth("may_fetch", may_fetch), now)

    def next_run(self, now: int) -> int:
        """When to ask the system for the next run (Event.GRANTED): the first time at which one would fetch something if
        nothing happened before, a day ahead at most; NEVER if no app may be fetched within a week."""
        return self._get(c_int64, "next_run", now)

    # Fetches and pushes

    def complete(
        self, app: int, outcome: Outcome, bytes: int, now: int, energy_j: Optional[float] = None
    ) -> None:
        """Reports how a fetch ended, exactly once. `energy_j`: what it took, where that was measured."""
        energy = -1.0 if energy_j is None else _number("energy_j", energy_j)
        if energy_j is not None and energy < 0:
            raise ValueError(f"energy_j is {energy_j}; expected 0 or more, or None")
        self._do("complete", app, _member("outcome", outcome, Outcome), bytes, energy, now)

    def request_fetch(self, app: int, now: int) -> None:
        """The app wants what a push announced: it is fetched at once, or as soon as it may be."""
        self._do("request_fetch", app, now)

    def force_fetch(self, app: int, now: int) -> None:
        """Starts a fetch at once, to debug an app; no action follows. An error with Status.ERROR_VETOED says what forbids it."""
        try:
            self._do("force_fetch", app, now)
        except Error as error:
            if error.status != Status.ERROR_VETOED:
                raise
            standing = self.explain(app, now).vetoes & _AGAINST_FORCED
            names = ", ".join(veto.name or "" for veto in Veto if veto & standing)
            raise Error(int(error.status), ": " + names) from None

    def receive_push(self, app: int, urgency: Push, number: int, now: int) -> Received:
        """Takes a push that has just arrived; `number` is the host's."""
        got = self._get(
            _header._ReceptionStruct, "receive_push", app, _member("urgency", urgency, Push), number, now)
        decision = Reception(got.decision)
        return Received(decision, got.replaced if decision == Reception.REPLACED else None)

    # Places

    def watch_region(
        self, app: int, region: int, latitude_deg: float, longitude_deg: float, radius_m: float
    ) -> None:
        """Wakes the app whenever the device enters or leaves a circle."""
        self._do("watch_region", app, region, latitude_deg, longitude_deg, radius_m)

    def watch_beacon(self, app: int, region: int) -> None:
        """Watches a region whose crossings the host finds itself."""
        self._do("watch_beacon", app, region)

    def unwatch_region(self, app: int, region: int) -> None:
        """Watches the region no longer."""
        self._do("unwatch_region", app, region)

    def watch_significant_changes(self, app: int, wants: bool) -> None:
        """Sets whether the app is to be woken when the device has moved by 500 m."""
        self._do("watch_significant_changes", app, _truth("wants", wants))

    def is_inside(self, app: int, region: int) -> Optional[bool]:
        """Whether the device is in the region; None while that is not known."""
        inside = self._get(c_int32, "is_inside", app, region)
        return None if inside < 0 else inside == 1

    # Tasks

    def start_task(self, app: int, now: int) -> int:
        """Starts a background task of an app that runs; returns its number."""
        return self._get(c_uint64, "start_task", app, now)

    def end_task(self, task: int, now: int) -> None:
        """Ends a task."""
        self._do("end_task", task, now)

    def time_remaining(self, app: int, now: int) -> int:
        """How long the app may run on, in ms: NEVER in the foreground, 0 if it does not run."""
        return self._get(c_int64, "time_remaining", app, now)

    def is_running(self, app: int) -> bool:
        """Whether the app runs: in the foreground, or in the background and not suspended."""
        return self._get(c_int32, "is_running", app) == 1

    # Transfers

    def enqueue_transfer(
        self, app: int, bytes: int, now: int, *, flags: int = 0, session: int = 0, priority: int = 0,
        timeout_ms: int = 0,
    ) -> int:
        """Leaves a transfer to the device; returns its number."""
        request = _header._TransferStruct(
            bytes=_whole("bytes", bytes, "i64"), timeout_ms=_whole("timeout_ms", timeout_ms, "i64"), app=_whole("app", app, "app"),
            session=_whole("session", session, "i32"), priority=_whole("priority", priority, "i32"),
            flags=_whole("flags", flags, "u32"))
        return self._get(c_uint64, "enqueue_transfer", ctypes.byref(request), now)

    def cancel_transfer(self, transfer: int, now: int) -> None:
        """The app wants it no more; the host stops it if it is under way."""
        self._do("cancel_transfer", transfer, now)

    def transfer_progress(self, transfer: int, bytes: int, now: int) -> None:
        """Reports how many bytes the transfer has moved in all."""
        self._do("transfer_progress", transfer, _moved(bytes), now)

    def transfer_interrupted(self, transfer: int, bytes: int, now: int) -> None:
        """Reports that the transfer broke off or paused, and the bytes moved in all."""
        self._do("transfer_interrupted", transfer, _moved(bytes), now)

    def transfer_finished(self, transfer: int, now: int) -> None:
        """Reports that the transfer has moved all its bytes."""
        self._do("transfer_finished", transfer, now)

    def get_transfer(self, transfer: int) -> TransferStatus:
        """How a transfer stands."""
        status = self._get(_header._TransferStatusStruct, "get_transfer", transfer)
        return TransferStatus(status.bytes_done, status.deadline_ms, status.interruptions, status.active == 1)

    # The state, and what is known

    def snapshot(self) -> bytes:
        """The whole state. Take all actions first."""
        return self._state("snapshot")

    def host_restarted(self, now: int) -> None:
        """The host's process ended and started again, after the engine was restored."""
        self._do("host_restarted", now)

    def get_statistics(self, now: int) -> Statistics:
        """Figures of the whole engine."""
        s = self._get(_header._StatisticsStruct, "get_statistics", now)
        return Statistics(s.value_j, s.spent_j, s.launches_per_s, s.app_count, s.open_tasks, s.transfers,
                          s.active_transfers, s.budget_spent == 1, s.radio_awake == 1)

    def launch_probability(self, app: int, span_ms: int, now: int) -> float:
        """The probability that the user opens the app within a span from now."""
        return self._get(c_double, "launch_probability", app, span_ms, now)

    def next_app_probability(self, app: int, now: int) -> float:
        """The probability that the app is the one opened if any is opened now."""
        return self._get(c_double, "next_app_probability", app, now)

    def new_content_probability(self, app: int, now: int) -> float:
        """The probability that the app's source has something new."""
        return self._get(c_double, "new_content_probability", app, now)

    def explain(self, app: int, now: int) -> Explanation:
        """Why the app would be fetched now or would not."""
        return _explained(self._get(_header._ExplanationStruct, "explain", app, now))

    def explain_text(self, app: int, now: int) -> str:
        """The explanation as one line for people."""
        return _octets("explain_text", self._live, app, now)[:-1].decode()


def _moved(bytes: int) -> int:
    if _whole("bytes", bytes, "i64") < 0:
        raise ValueError(f"bytes is {bytes}; expected 0 or more")
    return bytes


def _explained(e: Any) -> Explanation:
    return Explanation(e.value_j, e.cost_j, e.new_probability, e.use_probability, e.launches_per_s, e.last_sync_ms, e.expected_ms,
                       _known(e.verdict, Verdict), Veto(e.vetoes), e.failures, e.silent_looks)


def _known(number: int, kind: "Type[_Kind]") -> "Union[_Kind, int]":
    try:
        return kind(number)
    except ValueError:
        return number


def _act(action: Any) -> Act:
    app = None if action.app == NO_APP else action.app
    return Act(_known(action.kind, Action), app, action.id, action.cause, action.number, action.happened_ms,
               action.until_ms, action.bytes)
