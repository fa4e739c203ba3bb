"""The library itself: numbers, structs and functions of fetchsched.h, by ctypes.

Only this module calls the library. Every number is checked before it is passed on, as ctypes would cut it to its
size without a word. During a call no other thread of the interpreter runs.
"""

import ctypes
import os
import pathlib
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from enum import IntEnum, IntFlag
from typing import Any, Type, TypeVar, Union

Answer = TypeVar("Answer")
Member = TypeVar("Member", bound=IntEnum)

ABI_VERSION = 3
NO_APP = 2**64 - 1
NEVER = 2**63 - 1
ALL_PROCESSES = 2**32 - 1
TAIL_STAGES = 8
NO_GROUP = -1


class Status(IntEnum):
    """How a call went."""

    OK = 0
    ERROR_NULL = -1
    ERROR_INVALID_VALUE = -2
    ERROR_BUFFER_TOO_SMALL = -3
    ERROR_UNKNOWN_APP = -4
    ERROR_NO_FETCH_RUNNING = -5
    ERROR_VETOED = -6
    ERROR_NOT_RUNNING = -7
    ERROR_UNKNOWN_TASK = -8
    ERROR_UNKNOWN_TRANSFER = -9
    ERROR_ALREADY_ENDED = -10
    ERROR_QUIT_BY_USER = -11
    ERROR_UNKNOWN_REGION = -12
    ERROR_INVALID_REGION = -13
    ERROR_TOO_MANY_REGIONS = -14
    ERROR_NOT_MONITORED = -15
    ERROR_UNKNOWN_PARAMETER = -16
    ERROR_OUT_OF_RANGE = -17
    ERROR_SYNTAX = -18
    ERROR_NOT_A_SNAPSHOT = -19
    ERROR_TRUNCATED = -20
    ERROR_DAMAGED = -21
    ERROR_NEWER_VERSION = -22
    ERROR_OTHER_CONFIGURATION = -23
    ERROR_MISSING_PART = -24
    ERROR_UNKNOWN_PART = -25
    ERROR_INVALID_STATE = -26
    ERROR_TOO_MANY_TASKS = -27
    ERROR_TOO_MANY_TRANSFERS = -28
    ERROR_FULL = -29
    ERROR_INVALID_HANDLE = -30
    ERROR_HANDLE_IN_USE = -31


class Interval(IntEnum):
    """How often an app allows to be fetched; any positive number is the least time in milliseconds."""

    NEVER = -1
    MINIMUM = 0


class Event(IntEnum):
    """What the host saw."""

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
    SCREEN = 18
    CONTENT_CHANGED = 19
    ALARM = 20


class Outcome(IntEnum):
    """What a fetch or a sync found."""

    NEW_DATA = 0
    NO_DATA = 1
    FAILED = 2
    GONE = 3


class Radio(IntEnum):
    """Who made the radio active."""

    USER = 0
    HEARTBEAT = 1
    OTHER = 2
    PUSH = 3
    TRANSFER = 4


class Screen(IntEnum):
    """What the screen did."""

    ON = 0
    UNLOCKED = 1
    OFF = 2


class Alarm(IntEnum):
    """What makes the user turn to the device at a moment that is known before."""

    CLOCK = 0
    CALENDAR = 1


class Network(IntEnum):
    """The way to the network."""

    NONE = 0
    WIFI = 1
    CELLULAR = 2
    WIRED = 3


class Action(IntEnum):
    """What the host is to do."""

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


class Reason(IntEnum):
    """Why a fetch is started now."""

    FREE_MOMENT = 0
    WAKEUP = 1
    PROBE = 2
    PUSH = 3
    FORCED = 4
    DUE = 5


class Place(IntEnum):
    """Why an app is woken for a change of place."""

    ENTER = 0
    EXIT = 1
    SIGNIFICANT = 2


class Push(IntEnum):
    """Who receives a push, and how urgent one is that only the app receives (RFC 8030); SILENT is of normal urgency."""

    ALERT = 0
    SILENT = 1
    SILENT_VERY_LOW = 2
    SILENT_LOW = 3
    SILENT_HIGH = 4


class Reception(IntEnum):
    """What is to be done with a push."""

    DELIVER = 0
    STORED = 1
    REPLACED = 2
    REFUSED = 3


class Transfer(IntFlag):
    """What a transfer is like; flags to be added."""

    UPLOAD = 1
    DISCRETIONARY = 2
    NO_WAKE = 4


class Veto(IntFlag):
    """What forbids a fetch; flags that are added."""

    INTERVAL_NEVER = 1
    INTERVAL_NOT_PASSED = 2
    SETTLING = 4
    BACKING_OFF = 8
    SERVER_ASKED_TO_WAIT = 16
    IN_FOREGROUND = 32
    FETCH_UNDER_WAY = 64
    QUIT_BY_USER = 128
    REFRESH_OFF_FOR_APP = 256
    REFRESH_OFF = 512
    NO_NETWORK = 1024
    LOW_POWER_MODE = 2048
    LOW_BATTERY = 4096
    BUDGET_SPENT = 8192
    SPACING_NOT_PASSED = 16384
    FETCHES_LOSE = 32768
    NETWORK_FAILS = 65536


class Verdict(IntEnum):
    """What would be done with an app now."""

    VETOED = 0
    FETCH = 1
    PROBE = 2
    WAIT_FOR_FREE_MOMENT = 3
    NOT_WORTH_FETCHING = 4
    RADIO_ASLEEP = 5
    DEVICE_IN_USE = 6
    NOT_DUE = 7


class Idle(IntEnum):
    """Why no source will be asked."""

    NOT = 0
    NO_SOURCES = 1
    NO_NETWORK = 2
    NO_REQUESTS = 3
    NO_LAUNCHES = 4
    NOTHING_ALLOWED = 5


class _TailStageStruct(ctypes.Structure):
    _fields_ = [("duration_s", c_double), ("power_w", c_double), ("promotion_s", c_double), ("promotion_j", c_double)]


class _RadioStruct(ctypes.Structure):
    _fields_ = [("promotion_s", c_double), ("promotion_j", c_double), ("base_w", c_double), ("j_per_byte", c_double),
                ("up_j_per_byte", c_double), ("request_s", c_double), ("bytes_per_s", c_double),
                ("stage_count", c_uint32), ("reserved", c_uint32), ("tail", _TailStageStruct * TAIL_STAGES)]


class _PowerStruct(ctypes.Structure):
    _fields_ = [("run_j", c_double), ("cold_start_j", c_double), ("handling_j_per_mb", c_double),
                ("request_down_bytes", c_double), ("request_up_bytes", c_double), ("awake_w", c_double),
                ("alive_processes", c_uint32), ("reserved", c_uint32)]


class _EventStruct(ctypes.Structure):
    _fields_ = [("time_ms", c_int64), ("until_ms", c_int64), ("value", c_int64), ("bytes", c_int64),
                ("level", c_double), ("app", c_uint64), ("kind", c_uint32), ("reserved", c_uint32)]


class _ActionStruct(ctypes.Structure):
    _fields_ = [("happened_ms", c_int64), ("until_ms", c_int64), ("bytes", c_int64), ("id", c_uint64),
                ("app", c_uint64), ("kind", c_uint32), ("cause", c_uint32), ("number", c_int32), ("reserved", c_uint32)]


class _ReceptionStruct(ctypes.Structure):
    _fields_ = [("replaced", c_uint64), ("decision", c_uint32), ("reserved", c_uint32)]


class _TransferStruct(ctypes.Structure):
    _fields_ = [("bytes", c_int64), ("timeout_ms", c_int64), ("app", c_uint64), ("session", c_int32),
                ("priority", c_int32), ("flags", c_uint32), ("reserved", c_uint32)]


class _TransferStatusStruct(ctypes.Structure):
    _fields_ = [("bytes_done", c_int64), ("deadline_ms", c_int64), ("interruptions", c_int32), ("active", c_uint32)]


class _StatisticsStruct(ctypes.Structure):
    _fields_ = [("value_j", c_double), ("spent_j", c_double), ("launches_per_s", c_double), ("app_count", c_uint32),
                ("open_tasks", c_uint32), ("transfers", c_uint32), ("active_transfers", c_uint32),
                ("budget_spent", c_uint32), ("radio_awake", c_uint32)]


class _AppStateStruct(ctypes.Structure):
    _fields_ = [("interval_ms", c_int64), ("last_sync_ms", c_int64), ("fetch_start_ms", c_int64)]


class _SourceStruct(ctypes.Structure):
    _fields_ = [("least_ms", c_int64), ("most_ms", c_int64), ("weight", c_double), ("group", c_int32),
                ("reserved", c_uint32)]


class _ExplanationStruct(ctypes.Structure):
    _fields_ = [("value_j", c_double), ("cost_j", c_double), ("new_chance", c_double), ("use_chance", c_double),
                ("launches_per_s", c_double), ("last_sync_ms", c_int64), ("expected_ms", c_int64),
                ("verdict", c_uint32), ("vetoes", c_uint32), ("failures", c_uint32), ("silent_looks", c_uint32)]


# The parameters of each function. What begins with * is a pointer that the caller makes. All return a status, but for
# those that destroy.
FUNCTIONS = {
    "config_create": "*config",
    "config_destroy": "config",
    "config_set": "config str f64",
    "config_get": "config str *f64",
    "config_read": "config str size *i32 *i32",
    "config_set_radio": "config *radio",
    "config_set_radio_named": "config str",
    "config_set_power": "config *power",
    "config_set_poller": "config f64",
    "create": "config u64 *engine",
    "destroy": "engine",
    "register": "engine i64 i64 *u64",
    "remove": "engine u64 i64",
    "set_interval": "engine u64 i64 i64",
    "set_announces_content": "engine u64 i32",
    "observe": "engine *event",
    "take_actions": "engine i32 i64 *action size *size",
    "next_deadline": "engine i32 i64 *i64",
    "complete": "engine u64 u32 i64 f64 i64",
    "request_fetch": "engine u64 i64",
    "force_fetch": "engine u64 i64",
    "register_source": "engine *source i64 *u64",
    "set_source": "engine u64 *source i64",
    "add_group": "engine i64 i32 *i32",
    "set_group": "engine i32 i64 i32",
    "due": "engine i64 *u64 size *size",
    "next_fetch": "engine u64 i64 *i64",
    "asked": "engine u64 u32 i64 *i64 size i64 i64 i64 *i64",
    "defer": "engine u64 i64 i64",
    "read": "engine u64 i64",
    "idle_reason": "engine i64 *u32",
    "receive_push": "engine u64 u32 u64 i64 *reception",
    "watch_region": "engine u64 i32 f64 f64 f64",
    "watch_beacon": "engine u64 i32",
    "unwatch_region": "engine u64 i32",
    "watch_significant_changes": "engine u64 i32",
    "observe_position": "engine f64 f64 f64 i64",
    "observe_crossing": "engine u64 i32 u32 i64",
    "observe_significant_change": "engine u64 i64",
    "is_inside": "engine u64 i32 *i32",
    "begin_task": "engine u64 i64 *u64",
    "end_task": "engine u64 i64",
    "time_remaining": "engine u64 i64 *i64",
    "is_running": "engine u64 *i32",
    "enqueue_transfer": "engine *transfer i64 *u64",
    "cancel_transfer": "engine u64 i64",
    "transfer_progress": "engine u64 i64 i64",
    "transfer_interrupted": "engine u64 i64 i64",
    "transfer_finished": "engine u64 i64",
    "get_transfer": "engine u64 *transfer_status",
    "snapshot": "engine *u8 size *size",
    "restore": "config *u8 size *engine",
    "host_restarted": "engine i64",
    "get_statistics": "engine i64 *statistics",
    "get_app": "engine u64 *app_state",
    "launch_chance": "engine u64 i64 i64 *f64",
    "next_app_chance": "engine u64 i64 *f64",
    "new_content_chance": "engine u64 i64 *f64",
    "explain": "engine u64 i64 *explanation",
    "explain_text": "engine u64 i64 *char size *size",
}
_TYPES = {"config": c_void_p, "engine": c_void_p, "str": c_char_p, "f64": c_double, "i32": c_int32, "i64": c_int64,
          "u32": c_uint32, "u64": c_uint64, "size": c_size_t}
_RANGES = {"i32": (-(2**31), 2**31 - 1), "i64": (-(2**63), 2**63 - 1), "u32": (0, 2**32 - 1), "u64": (0, 2**64 - 1),
           "size": (0, 2**63 - 1)}


def _load() -> Any:
    beside = pathlib.Path(__file__).with_name(f"libfetchsched.so.{ABI_VERSION}")
    path = os.environ.get("FETCHSCHED_LIBRARY") or (str(beside) if beside.exists() else beside.name)
    # PyDLL keeps the interpreter's lock during a call.
    library = ctypes.PyDLL(path)
    library.fetchsched_abi_version.restype = c_uint32
    if library.fetchsched_abi_version() != ABI_VERSION:
        raise ImportError(f"{path} has interface {library.fetchsched_abi_version()}, not {ABI_VERSION}")
    library.fetchsched_version.restype = c_char_p
    library.fetchsched_status_text.argtypes = [c_int32]
    library.fetchsched_status_text.restype = c_char_p
    for name, parameters in FUNCTIONS.items():
        function = getattr(library, "fetchsched_" + name)
        function.argtypes = [c_void_p if word[0] == "*" else _TYPES[word] for word in parameters.split()]
        function.restype = None if name.endswith("destroy") else c_int32
    return library


_library = _load()
VERSION: str = _library.fetchsched_version().decode()


class Error(Exception):
    """What the library answers instead of doing it; nothing was done."""

    def __init__(self, status: int, more: str = "") -> None:
        self.status: Union[Status, int]
        try:
            self.status = Status(status)
        except ValueError:
            self.status = status
        super().__init__(_library.fetchsched_status_text(status).decode() + more)


def whole(name: str, value: Any, kind: str) -> int:
    """`value` if it is a whole number that `kind` (a key of _RANGES) holds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is {value!r}; expected an int")
    low, high = _RANGES[kind]
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}; expected {low} to {high}")
    return int(value)


def number(name: str, value: Any) -> float:
    """`value` as a float if it is a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} is {value!r}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is {value}; expected a number that a float holds") from None


def truth(name: str, value: Any) -> int:
    """1 or 0 for True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}; expected True or False")
    return int(value)


def member(name: str, value: Any, kind: Type[Member]) -> Member:
    """`value` as a member of the enumeration; its number is one too."""
    whole(name, value, "i64")
    try:
        return kind(value)
    except ValueError:
        names = ", ".join(each.name for each in kind)
        raise ValueError(f"{name} is {value}; expected one of {names}") from None


def text(name: str, value: Any) -> bytes:
    """`value` as UTF-8 that holds no NUL."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}; expected a str")
    if "\0" in value:
        raise ValueError(f"{name} holds a NUL")
    return value.encode("utf-8", "surrogatepass")


def call(name: str, *arguments: Any) -> None:
    """Calls the function, and raises its status if it is not 0."""
    status = getattr(_library, "fetchsched_" + name)(*arguments)
    if status:
        raise Error(status)


def answer(kind: Type[Answer], name: str, *arguments: Any) -> Answer:
    """Calls the function with a place for its answer as the last argument."""
    place: Any = kind()
    call(name, *arguments, ctypes.byref(place))
    made: Answer = place
    return made


def octets(name: str, *arguments: Any) -> bytes:
    """Asks for the size, makes room, and asks again."""
    size = c_size_t()
    function = getattr(_library, "fetchsched_" + name)
    status = function(*arguments, None, 0, ctypes.byref(size))
    if status != Status.ERROR_BUFFER_TOO_SMALL:
        raise Error(status)
    room = ctypes.create_string_buffer(size.value)
    call(name, *arguments, room, size.value, ctypes.byref(size))
    return room.raw[: size.value]


def release(name: str, handle: int) -> None:
    """Frees what the handle stands for."""
    getattr(_library, "fetchsched_" + name)(handle)


def read(config: int, source: bytes) -> None:
    """Sets what a parameter file says."""
    line, column = c_int32(), c_int32()
    status = _library.fetchsched_config_read(config, source, len(source), ctypes.byref(line), ctypes.byref(column))
    if status:
        raise Error(status, f" (line {line.value}, column {column.value})" if line.value else "")
