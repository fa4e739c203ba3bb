"""The C interface of fetchsched for Python, by ctypes: an Engine whose methods are the functions of fetchsched.h.

Copy this file, and say by FETCHSCHED_LIBRARY where libfetchsched.so is, unless the system finds it. What the functions
and numbers mean stands in the header, and its rules hold: one thread at a time uses an engine (during a call ctypes
lets other threads run). A status that is not 0 is raised as an Error.
"""

import ctypes
import os
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from enum import IntEnum

ABI_VERSION = 2
NO_APP = 2**32 - 1
NEVER = 2**63 - 1
ALL_PROCESSES = 2**32 - 1
BUFFER_TOO_SMALL = -3


class Interval(IntEnum):
    NEVER = -1
    MINIMUM = 0


class Event(IntEnum):
    LAUNCH = 1
    END_OF_USE = 2
    FOREGROUND_SYNC = 3
    CONTENT_HINT = 4
    RADIO = 5
    NETWORK = 6
    POWER = 7
    BATTERY_LEVEL = 8
    SAVER = 9
    REFRESH = 10
    QUIT = 11
    ZONE = 12
    SERVER_WAIT = 13
    SERVER_INTERVAL = 14
    PROCESS_ENDED = 15
    DEVICE_AWAKE = 16
    DEVICE_ASLEEP = 17


class Action(IntEnum):
    FETCH = 1
    STOP_FETCH = 2
    REFRESH_SNAPSHOT = 3
    DELIVER_PUSH = 4
    WAKE_FOR_LOCATION = 5
    TASK_EXPIRING = 6
    TERMINATE = 7
    TASK_LEFT_OPEN = 8
    SUSPEND = 9
    RESUME = 10
    START_TRANSFER = 11
    PAUSE_TRANSFER = 12
    GIVE_UP_TRANSFER = 13
    WAKE_FOR_TRANSFERS = 14


class Outcome(IntEnum):
    NEW_DATA = 0
    NO_DATA = 1
    FAILED = 2


class Radio(IntEnum):
    USER = 0
    HEARTBEAT = 1
    OTHER = 2
    PUSH = 3
    TRANSFER = 4


class Network(IntEnum):
    NONE = 0
    WIFI = 1
    CELLULAR = 2


class Reason(IntEnum):
    FREE_MOMENT = 0
    WAKEUP = 1
    PROBE = 2
    PUSH = 3
    FORCED = 4


class Place(IntEnum):
    ENTER = 0
    EXIT = 1
    SIGNIFICANT = 2


class Push(IntEnum):
    ALERT = 0
    SILENT = 1


class Reception(IntEnum):
    DELIVER = 0
    STORED = 1
    REPLACED = 2
    REFUSED = 3


class Transfer(IntEnum):
    UPLOAD = 1
    DISCRETIONARY = 2
    NO_WAKE = 4


class _PowerStruct(ctypes.Structure):
    _fields_ = [("run_j", c_double), ("cold_start_j", c_double), ("handling_j_per_mb", c_double),
                ("request_down_bytes", c_double), ("request_up_bytes", c_double), ("awake_w", c_double),
                ("alive_processes", c_uint32), ("reserved", c_uint32)]


class _EventStruct(ctypes.Structure):
    _fields_ = [("time_ms", c_int64), ("until_ms", c_int64), ("value", c_int64), ("bytes", c_int64),
                ("level", c_double), ("kind", c_uint32), ("app", c_uint32)]


class _ActionStruct(ctypes.Structure):
    _fields_ = [("happened_ms", c_int64), ("until_ms", c_int64), ("bytes", c_int64), ("id", c_uint64),
                ("kind", c_uint32), ("app", c_uint32), ("cause", c_uint32), ("number", c_int32)]


class _ReceptionStruct(ctypes.Structure):
    _fields_ = [("replaced", c_uint64), ("decision", c_uint32), ("reserved", c_uint32)]


class _TransferStruct(ctypes.Structure):
    _fields_ = [("bytes", c_int64), ("timeout_ms", c_int64), ("app", c_uint32), ("session", c_int32),
                ("priority", c_int32), ("flags", c_uint32)]


class _TransferStatusStruct(ctypes.Structure):
    _fields_ = [("bytes_done", c_int64), ("deadline_ms", c_int64), ("interruptions", c_int32), ("active", c_uint32)]


class _StatisticsStruct(ctypes.Structure):
    _fields_ = [("value_j", c_double), ("spent_j", c_double), ("launches_per_s", c_double), ("app_count", c_uint32),
                ("open_tasks", c_uint32), ("transfers", c_uint32), ("active_transfers", c_uint32),
                ("budget_spent", c_uint32), ("radio_awake", c_uint32)]


# The parameters of each function after its handle. All return a status, but for those that destroy.
_OUT = c_void_p
_FUNCTIONS = {
    "config_create": [_OUT],
    "config_destroy": [c_void_p],
    "config_set": [c_void_p, c_char_p, c_double],
    "config_set_power": [c_void_p, _OUT],
    "create": [c_void_p, c_uint64, _OUT],
    "destroy": [c_void_p],
    "register": [c_void_p, c_int64, c_int64, _OUT],
    "set_interval": [c_void_p, c_uint32, c_int64, c_int64],
    "set_announces_content": [c_void_p, c_uint32, c_int32],
    "observe": [c_void_p, _OUT],
    "take_actions": [c_void_p, c_int32, c_int64, _OUT, c_size_t, _OUT],
    "next_time": [c_void_p, c_int32, c_int64, _OUT],
    "complete": [c_void_p, c_uint32, c_uint32, c_int64, c_double, c_int64],
    "request_fetch": [c_void_p, c_uint32, c_int64],
    "force_fetch": [c_void_p, c_uint32, c_int64],
    "receive_push": [c_void_p, c_uint32, c_uint32, c_uint64, c_int64, _OUT],
    "watch_region": [c_void_p, c_uint32, c_int32, c_double, c_double, c_double],
    "watch_beacon": [c_void_p, c_uint32, c_int32],
    "unwatch_region": [c_void_p, c_uint32, c_int32],
    "watch_significant_changes": [c_void_p, c_uint32, c_int32],
    "observe_position": [c_void_p, c_double, c_double, c_double, c_int64],
    "observe_crossing": [c_void_p, c_uint32, c_int32, c_uint32, c_int64],
    "observe_significant_change": [c_void_p, c_uint32, c_int64],
    "begin_task": [c_void_p, c_uint32, c_int64, _OUT],
    "end_task": [c_void_p, c_uint64, c_int64],
    "time_remaining": [c_void_p, c_uint32, c_int64, _OUT],
    "enqueue_transfer": [c_void_p, _OUT, c_int64, _OUT],
    "cancel_transfer": [c_void_p, c_uint64, c_int64],
    "transfer_progress": [c_void_p, c_uint64, c_int64, c_int64],
    "transfer_interrupted": [c_void_p, c_uint64, c_int64, c_int64],
    "transfer_finished": [c_void_p, c_uint64, c_int64],
    "get_transfer": [c_void_p, c_uint64, _OUT],
    "snapshot": [c_void_p, _OUT, c_size_t, _OUT],
    "restore": [c_void_p, c_char_p, c_size_t, _OUT],
    "host_restarted": [c_void_p, c_int64],
    "get_statistics": [c_void_p, c_int64, _OUT],
    "launch_chance": [c_void_p, c_uint32, c_int64, c_int64, _OUT],
    "next_app_chance": [c_void_p, c_uint32, c_int64, _OUT],
    "new_content_chance": [c_void_p, c_uint32, c_int64, _OUT],
    "explain_text": [c_void_p, c_uint32, c_int64, _OUT, c_size_t, _OUT],
}


def _load():
    library = ctypes.CDLL(os.environ.get("FETCHSCHED_LIBRARY", "libfetchsched.so.2"))
    library.fetchsched_abi_version.restype = c_uint32
    if library.fetchsched_abi_version() != ABI_VERSION:
        raise ImportError(f"libfetchsched has interface {library.fetchsched_abi_version()}, not {ABI_VERSION}")
    library.fetchsched_status_text.argtypes = [c_int32]
    library.fetchsched_status_text.restype = c_char_p
    for name, parameters in _FUNCTIONS.items():
        function = getattr(library, "fetchsched_" + name)
        function.argtypes = parameters
        function.restype = None if name.endswith("destroy") else c_int32
    return library


_library = _load()


class Error(Exception):
    """A status that is not 0."""

    def __init__(self, status):
        super().__init__(_library.fetchsched_status_text(status).decode())
        self.status = status


def _check(status):
    if status != 0:
        raise Error(status)


def _call(name, *arguments):
    _check(getattr(_library, "fetchsched_" + name)(*arguments))


def _answer(kind, name, *arguments):
    """Calls the function with a place for its answer as the last argument."""
    answer = kind()
    _call(name, *arguments, ctypes.byref(answer))
    return answer


class Config:
    """What is set before an engine is made: Config(valueJoules=5, **{"push.perHour": 2})."""

    def __init__(self, **parameters):
        self._handle = _answer(c_void_p, "config_create")
        for name, value in parameters.items():
            _call("config_set", self._handle, name.encode(), value)

    def set_power(self, alive_processes=ALL_PROCESSES, **costs):
        """What a fetch costs beside the radio; what is left out costs nothing."""
        power = _PowerStruct(alive_processes=alive_processes, **costs)
        _call("config_set_power", self._handle, ctypes.byref(power))

    def __del__(self):
        if hasattr(self, "_handle"):
            _library.fetchsched_config_destroy(self._handle)


class Engine:
    """The engine. With `snapshot`, the one that wrote it."""

    def __init__(self, config=None, seed=0, snapshot=None):
        handle = config._handle if config else None
        if snapshot is None:
            self._handle = _answer(c_void_p, "create", handle, seed)
        else:
            self._handle = _answer(c_void_p, "restore", handle, snapshot, len(snapshot))

    def __del__(self):
        if hasattr(self, "_handle"):
            _library.fetchsched_destroy(self._handle)

    def register(self, interval_ms, now):
        return _answer(c_uint32, "register", self._handle, interval_ms, now).value

    def observe(self, kind, now, **fields):
        _call("observe", self._handle, ctypes.byref(_EventStruct(kind=kind, time_ms=now, **fields)))

    def take_actions(self, now, may_fetch=True, most=32):
        actions = (_ActionStruct * most)()
        count = _answer(c_size_t, "take_actions", self._handle, may_fetch, now, actions, most).value
        return actions[:count]

    def next_time(self, now, may_fetch=True):
        return _answer(c_int64, "next_time", self._handle, may_fetch, now).value

    def complete(self, app, outcome, bytes, now, energy_j=-1):
        _call("complete", self._handle, app, outcome, bytes, energy_j, now)

    def receive_push(self, app, urgency, number, now):
        return _answer(_ReceptionStruct, "receive_push", self._handle, app, urgency, number, now)

    def begin_task(self, app, now):
        return _answer(c_uint64, "begin_task", self._handle, app, now).value

    def time_remaining(self, app, now):
        return _answer(c_int64, "time_remaining", self._handle, app, now).value

    def enqueue_transfer(self, app, bytes, now, **fields):
        request = _TransferStruct(app=app, bytes=bytes, **fields)
        return _answer(c_uint64, "enqueue_transfer", self._handle, ctypes.byref(request), now).value

    def get_transfer(self, transfer):
        return _answer(_TransferStatusStruct, "get_transfer", self._handle, transfer)

    def snapshot(self):
        return self._bytes("snapshot", self._handle)

    def get_statistics(self, now):
        return _answer(_StatisticsStruct, "get_statistics", self._handle, now)

    def launch_chance(self, app, span_ms, now):
        return _answer(c_double, "launch_chance", self._handle, app, span_ms, now).value

    def next_app_chance(self, app, now):
        return _answer(c_double, "next_app_chance", self._handle, app, now).value

    def new_content_chance(self, app, now):
        return _answer(c_double, "new_content_chance", self._handle, app, now).value

    def explain_text(self, app, now):
        return self._bytes("explain_text", self._handle, app, now)[:-1].decode()

    def _bytes(self, name, *arguments):
        """Asks for the size, makes room, and asks again."""
        size = c_size_t()
        function = getattr(_library, "fetchsched_" + name)
        status = function(*arguments, None, 0, ctypes.byref(size))
        if status != BUFFER_TOO_SMALL:
            raise Error(status)
        room = ctypes.create_string_buffer(size.value)
        _check(function(*arguments, room, size.value, ctypes.byref(size)))
        return room.raw

    def __getattr__(self, name):
        """The functions that answer nothing: engine.end_task(task, now) is fetchsched_end_task."""
        if name.startswith("_") or name not in _FUNCTIONS:
            raise AttributeError(name)
        return lambda *arguments: _call(name, self._handle, *arguments)
