"""The library itself, by ctypes; `_header` holds the numbers, structs and functions of fetchsched.h.

Only this module calls the library. Every number is checked before it is passed on, as ctypes would cut it to its
size without a word. During a call no other thread of the interpreter runs.
"""

import ctypes
import os
import pathlib
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from typing import Any, Type, TypeVar, Union

from ._header import ABI_VERSION, FUNCTIONS, Status

Member = TypeVar("Member", bound=IntEnum)

_TYPES = {"config": c_void_p, "engine": c_void_p, "poller": c_void_p, "poll_session": c_void_p, "str": c_char_p,
          "f64": c_double, "i32": c_int32, "i64": c_int64, "u32": c_uint32, "u64": c_uint64, "app": c_uint64, "size": c_size_t}
# The highest number of an app is none: it would be the device.
_RANGES = {"i32": (-(2**31), 2**31 - 1), "i64": (-(2**63), 2**63 - 1), "u32": (0, 2**32 - 1), "u64": (0, 2**64 - 1),
           "app": (0, 2**64 - 2), "size": (0, 2**63 - 1)}
# The name and the type of each parameter, by function.
_PARAMETERS = {name: [each.split(":") for each in parameters.split()] for name, parameters in FUNCTIONS.items()}


def _load() -> Any:
    local = pathlib.Path(__file__).with_name(f"libfetchsched.so.{ABI_VERSION}")
    path = os.environ.get("FETCHSCHED_LIBRARY") or (str(local) if local.exists() else local.name)
    # PyDLL keeps the interpreter's lock during a call.
    library = ctypes.PyDLL(path)
    library.fetchsched_abi_version.restype = c_uint32
    if library.fetchsched_abi_version() != ABI_VERSION:
        raise ImportError(f"{path} has interface {library.fetchsched_abi_version()}, not {ABI_VERSION}")
    library.fetchsched_version.restype = c_char_p
    library.fetchsched_status_text.argtypes = [c_int32]
    library.fetchsched_status_text.restype = c_char_p
    for name, parameters in _PARAMETERS.items():
        function = getattr(library, "fetchsched_" + name)
        function.argtypes = [c_void_p if kind[0] == "*" else _TYPES[kind] for _, kind in parameters]
        function.restype = None if name.endswith("destroy") else c_int32
    return library


_library = _load()
VERSION: str = _library.fetchsched_version().decode()


class Error(Exception):
    """An error of the library instead of a result; nothing was done."""

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


def checked(value: Any, name: str, kind: str) -> Any:
    """`value` as an argument for a parameter of that name and type."""
    if kind == "str":
        return text(name, value)
    if kind == "f64":
        return number(name, value)
    return whole(name, value, kind) if kind in _RANGES else value


def call(name: str, *arguments: Any) -> None:
    """Checks the arguments, calls the function, and raises its status if it is not 0."""
    arguments = tuple(checked(value, *parameter) for value, parameter in zip(arguments, _PARAMETERS[name]))
    status = getattr(_library, "fetchsched_" + name)(*arguments)
    if status:
        raise Error(status)


def answer(kind: Any, name: str, *arguments: Any) -> Any:
    """Calls the function with a place for its answer as the last argument; its value, or the struct itself."""
    place = kind()
    call(name, *arguments, ctypes.byref(place))
    return getattr(place, "value", place)


def octets(name: str, *arguments: Any, room: int = 0) -> bytes:
    """Asks with so much room, or for the size first, and again with enough."""
    size = c_size_t()
    while True:
        buffer = ctypes.create_string_buffer(room) if room else None
        try:
            call(name, *arguments, buffer, room, ctypes.byref(size))
        except Error as error:
            if error.status != Status.ERROR_BUFFER_TOO_SMALL:
                raise
            room = size.value
            continue
        return bytes(memoryview(buffer)[: size.value]) if buffer is not None else b""


def release(name: str, handle: int) -> None:
    """Frees what the handle stands for."""
    getattr(_library, "fetchsched_" + name)(handle)


def outside(error: Error, name: str, value: float, parameter: str) -> Error:
    """The error of a parameter, with its name, the value and, where that is out of its range, the range."""
    more = f": {name} = {value}"
    if error.status == Status.ERROR_OUT_OF_RANGE:
        least, most = c_double(), c_double()
        call("config_range", parameter, ctypes.byref(least), ctypes.byref(most))
        more += f", expected {least.value:.15g} to {most.value:.15g}"
    return Error(error.status, more)


def read(config: int, source: str) -> None:
    """Sets what a parameter file says."""
    content, line, column = text("source", source), c_int32(), c_int32()
    status = _library.fetchsched_config_read(config, content, len(content), ctypes.byref(line), ctypes.byref(column))
    if status:
        raise Error(status, f" (line {line.value}, column {column.value})" if line.value else "")
