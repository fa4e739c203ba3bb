"""Makes `_header.py` of fetchsched.h: its numbers, structs and functions, for ctypes."""

import re

TYPES = {"double": "f64", "int32_t": "i32", "int64_t": "i64", "uint32_t": "u32", "uint64_t": "u64", "size_t": "size",
         "fetchsched_app": "app", "fetchsched_source": "app", "uint8_t": "u8"}
# Types whose pointers are handles.
HANDLES = ("config", "engine", "poller", "poll_session")
CTYPES = {"f64": "c_double", "i32": "c_int32", "i64": "c_int64", "u32": "c_uint32", "u64": "c_uint64", "app": "c_uint64"}
LIMITS = {"UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1, "INT64_MAX": 2**63 - 1}


def struct(name):
    """The class of a struct of the header."""
    return "_" + "".join(part.capitalize() for part in name.split("_")) + "Struct"


def parameter(text):
    """A function's parameter: its name, and its type in short, with * before it if it points to what the caller makes."""
    kind, stars, name = re.fullmatch(r"(?:const )?(\w+) (\**)(\w+)", text.strip()).groups()
    short = TYPES.get(kind, kind.replace("fetchsched_", ""))
    if short == "char" and stars == "*" and text.strip().startswith("const"):
        return f"{name}:str"
    return f"{'now' if name == 'now_ms' else name}:" + "*" * (len(stars) - (short in HANDLES)) + short


def enumeration(comment, body):
    """An enumeration of the header as a class; flags if its comment says so."""
    members = re.findall(r"FETCHSCHED_(\w+) = (-?\d+)", body)
    first = members[0][0].split("_")[0]
    prefix, name = (first + "_", first.capitalize()) if first != "OK" else ("", "Status")
    lines = [f"class {name}({'IntFlag' if 'flags' in comment else 'IntEnum'}):", f'    """{comment}"""', ""]
    return lines + [f"    {member[len(prefix):]} = {value}" for member, value in members]


def field(text):
    """A struct's field."""
    kind, name, count = re.fullmatch(r"(\w+) (\w+)(?:\[FETCHSCHED_(\w+)\])?", text.strip()).groups()
    made = CTYPES[TYPES[kind]] if kind in TYPES else struct(kind.replace("fetchsched_", ""))
    return f'("{name}", {made}' + (f" * {count})" if count else ")")


def python(header):
    """The module."""
    plain = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = ['"""The numbers, structs and functions of fetchsched.h. Made of it by header.py: do not edit."""', "",
             "import ctypes", f"from ctypes import {', '.join(sorted(set(CTYPES.values())))}",
             "from enum import IntEnum, IntFlag", ""]
    for name, value in re.findall(r"^#define FETCHSCHED_(\w+) \(?(-?\w+)\)?$", plain, re.MULTILINE):
        lines.append(f"{name} = {LIMITS.get(value, value)}")
    # The comment right before an enumeration says what it is.
    for comment, body in re.findall(r"/\*((?:(?!\*/).)*)\*/\s*(?:typedef int32_t fetchsched_status;\s*)?enum \{(.*?)\n?\};",
                                    header, re.DOTALL):
        lines += ["", ""] + enumeration(" ".join(comment.replace("*", "").split()), body)
    for name, body in re.findall(r"typedef struct fetchsched_(\w+) \{(.*?)\}", plain, re.DOTALL):
        fields = ",\n        ".join(field(each) for each in body.split(";") if each.strip())
        lines += ["", "", f"class {struct(name)}(ctypes.Structure):", f"    _fields_ = [\n        {fields}]"]
    lines += ["", "", "# The parameters of each function. All return a status, but for those that destroy.", "FUNCTIONS = {"]
    for name, each in re.findall(r"^(?:fetchsched_status|void) fetchsched_(\w+)\(([^)]*)\);", plain, re.MULTILINE):
        lines.append(f'    "{name}": "{" ".join(map(parameter, each.split(",")))}",')
    return "\n".join(lines + ["}"]) + "\n"
