"""The poller of the library, on which `fetchsched.poll` stands: sources and groups by numbers, times in milliseconds.

fetchsched.h has the meaning of each function, in its section on the poller.
"""

import ctypes
from ctypes import c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Iterable, List, Optional

from . import Config, Explanation, _explained, _Handle, _header
from ._header import NEVER, NO_GROUP, Idle, Outcome
from ._native import answer, member, number, octets, truth, whole


class PollerHandle(_Handle):
    """A poller. With `snapshot`, the one that wrote it."""

    _release = "poller_destroy"

    def __init__(self, config: Config, seed: int = 0, snapshot: Optional[bytes] = None) -> None:
        if snapshot is None:
            made = answer(c_void_p, "poller_create", config._live, seed)
        else:
            made = answer(c_void_p, "poller_restore", config._live, snapshot, len(snapshot))
        super().__init__(made)

    # Sources and groups

    def add_source(
        self, now: int, *, least_ms: int = 0, most_ms: int = NEVER, weight: float = 1.0, group: int = NO_GROUP,
    ) -> int:
        """Adds a source that was never polled; returns its number. Due at once, or in its turn where many are added."""
        return self._get(c_uint64, "poller_add_source", ctypes.byref(_limits(least_ms, most_ms, weight, group)), now)

    def set_source(
        self, source: int, now: int, *, least_ms: int = 0, most_ms: int = NEVER, weight: float = 1.0,
        group: int = NO_GROUP,
    ) -> None:
        """Changes the limits of a source."""
        self._do("poller_set_source", source, ctypes.byref(_limits(least_ms, most_ms, weight, group)), now)

    def remove_source(self, source: int, now: int) -> None:
        """Removes a source, with all its stored data."""
        self._do("poller_remove_source", source, now)

    def pause_source(self, source: int, is_paused: bool, now: int) -> None:
        """Stops polling a source without deleting its state, or resumes."""
        self._do("poller_pause_source", source, truth("is_paused", is_paused), now)

    def source_count(self) -> int:
        """The number of sources."""
        return self._get(c_size_t, "poller_source_count")

    def add_group(self, spacing_ms: int = 0, at_once: int = 0) -> int:
        """Adds a group of sources that share a server; returns its number. `at_once` 0: any number."""
        return self._get(c_int32, "poller_add_group", spacing_ms, at_once)

    def set_group(self, group: int, spacing_ms: int = 0, at_once: int = 0) -> None:
        """Changes the limits of a group."""
        self._do("poller_set_group", group, spacing_ms, at_once)

    def remove_group(self, group: int) -> None:
        """Removes a group that no source is in any more. A later group may have its number."""
        self._do("poller_remove_group", group)

    # Requests

    def due(self, now: int, most: int = 32) -> List[int]:
        """Takes the sources that are due, up to `most`. Each is under way until `record_answer` or `defer_request`."""
        return self._taken("poller_due", c_uint64, most, now)

    def next_deadline(self, now: int) -> int:
        """When to take those that are due if nothing happens before; NEVER for not at all."""
        return self._get(c_int64, "poller_next_deadline", now)

    def next_request(self, source: int, now: int) -> int:
        """When the source is due; NEVER if not before something happens."""
        return self._get(c_int64, "poller_next_request", source, now)

    def record_answer(
        self, source: int, outcome: Outcome, now: int, *, bytes: int = 0, changed: Iterable[int] = (),
        retry_after_ms: int = -1, max_age_ms: int = -1,
    ) -> int:
        """Reports what a request found, due or not; returns when the next is due. `changed`: times of the changes."""
        dates = [whole("changed", date, "i64") for date in changed]
        room = (c_int64 * len(dates))(*dates)
        return self._get(c_int64, "poller_record_answer", source, member("outcome", outcome, Outcome), bytes, room,
                         len(dates), retry_after_ms, max_age_ms, now)

    def defer_request(self, source: int, until_ms: int, now: int) -> None:
        """Puts off a request that was taken and not made: it is no failure."""
        self._do("poller_defer_request", source, until_ms, now)

    # Knowledge of the host

    def note_read(self, source: int, now: int) -> None:
        """A reader opened the source."""
        self._do("poller_note_read", source, now)

    def note_announcement(self, source: int, now: int) -> None:
        """The source has something new, as a hub, a webhook or a mail says."""
        self._do("poller_note_announcement", source, now)

    def set_network(self, is_up: bool, now: int) -> None:
        """The network is there, or gone."""
        self._do("poller_set_network", truth("is_up", is_up), now)

    def price(self, now: int) -> float:
        """The price of a request, at which budget.requestsPerDay is made, in a unit of its own."""
        return self._get(c_double, "poller_price", now)

    def join_price(self, price: float, now: int) -> None:
        """Takes the price of several pollers that hold one number together, for an hour."""
        self._do("poller_join_price", price, now)

    # Knowledge of the poller

    def idle_reason(self, now: int) -> Idle:
        """Why no source will be polled; Idle.NOT where one will be."""
        return Idle(self._get(c_uint32, "poller_idle_reason", now))

    def new_content_probability(self, source: int, now: int) -> float:
        """The probability that the source has something new."""
        return self._get(c_double, "poller_new_content_probability", source, now)

    def explain(self, source: int, now: int) -> Explanation:
        """Why the source would be polled now or would not."""
        return _explained(self._get(_header._ExplanationStruct, "poller_explain", source, now))

    def explain_text(self, source: int, now: int) -> str:
        """The explanation as one line for people."""
        return octets("poller_explain_text", self._live, source, now)[:-1].decode()

    # The state

    def snapshot(self) -> bytes:
        """The whole state."""
        return self._state("poller_snapshot")

    def host_restarted(self, now: int) -> None:
        """The host's process ended and started again, after the poller was restored."""
        self._do("poller_host_restarted", now)


def _limits(least_ms: int, most_ms: int, weight: float, group: int) -> Any:
    return _header._SourceLimitsStruct(whole("least_ms", least_ms, "i64"), whole("most_ms", most_ms, "i64"),
                                       number("weight", weight), whole("group", group, "i32"), 0)
