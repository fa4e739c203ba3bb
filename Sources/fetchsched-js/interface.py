"""Makes interface.mjs and interface.d.ts of fetchsched.h: its numbers, structs and functions, for index.mjs.

    interface.py HEADER OUTPUT-DIRECTORY
"""

import pathlib
import re
import sys

KINDS = {"double": "f64", "int32_t": "i32", "int64_t": "i64", "uint32_t": "u32", "uint64_t": "u64", "size_t": "size", "uint8_t": "u8",
         "fetchsched_app": "u64", "fetchsched_source": "u64", "char": "char"}
SIZES = {"f64": 8, "i64": 8, "u64": 8, "i32": 4, "u32": 4}
HANDLES = ("config", "engine", "poller", "poll_session")
LIMITS = {"UINT32_MAX": str(2**32 - 1), "UINT64_MAX": f"{2**64 - 1}n", "INT64_MAX": "Infinity"}
TYPES = {"f64": "number", "i32": "number", "u32": "number", "size": "number", "i64": "number", "u64": "bigint"}


def camel(name):
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def title(name):
    return camel("_" + name)


def kind_of(name):
    return KINDS.get(name) or name.replace("fetchsched_", "")


def parameter(text, rest):
    """Name, type and way of a parameter: what the caller gives has no way, or that of structs ("in") and lists."""
    const, kind, stars, name = re.fullmatch(r"(const )?(\w+) (\**)(\w+)", text.strip()).groups()
    name, kind = "now" if name == "now_ms" else name, kind_of(kind)
    if kind in HANDLES:
        return name, "handle", "out" if stars == "**" else ""
    if stars == "**":
        return name, "address", "out"
    if const and kind == "char":
        return name, "text", ""
    if const and kind == "u8":
        return name, "bytes", ""
    if const and stars:
        return name, kind, "list" if rest and rest[0].strip().endswith("_count") else "in"
    if name.endswith("_count") and not stars:
        return name, kind, "count"
    return name, kind, "out" if stars else ""


def layout(body, structs):
    fields, offset, alignment = [], 0, 1
    for each in body.split(";"):
        if not each.strip():
            continue
        kind, name, count = re.fullmatch(r"(\w+) (\w+)(?:\[FETCHSCHED_(\w+)\])?", each.strip()).groups()
        kind = kind_of(kind)
        size = SIZES.get(kind) or structs[kind][1]
        step = SIZES.get(kind, 8)
        offset = -(-offset // step) * step
        fields.append((name, kind, offset, count))
        offset += size * (8 if count == "TAIL_STAGES" else 1)
        alignment = max(alignment, step)
    return fields, -(-offset // alignment) * alignment


def signature(parameters, structs):
    """Parameters and result of a method in TypeScript."""
    takes, gives, skips = [], [], False
    for index, (name, kind, way) in enumerate(parameters):
        follows = parameters[index + 1][0] if index + 1 < len(parameters) else ""
        plain = TYPES.get(kind) or (title(kind) if kind in structs else "string")
        if way == "out" and follows == "capacity":
            skips = True
            gives = {"u8": ["Uint8Array"], "char": ["string"]}.get(kind, [plain + "[]"])
            if kind not in ("u8", "char"):
                takes.append("most?: number")
        elif name in ("capacity", "length", "size") or way == "count" or (way == "out" and skips):
            continue
        elif way == "out":
            gives.append((camel(name), "number" if kind in ("handle", "address") else plain))
        elif way == "in":
            takes.append(f"{camel(name)}: Partial<{plain}> | null")
        elif way == "list":
            takes.append(f"{camel(name)}: Iterable<{plain} | bigint> & {{ length: number }}")
        elif kind in ("text", "bytes"):
            takes.append(f"{camel(name)}: " + ("string" if kind == "text" else "Uint8Array"))
        elif kind != "handle":
            takes.append(f"{camel(name)}: " + ("number | bigint" if kind in ("i64", "u64") else "number | boolean" if re.match("may_|is_|wants|announces", name) else plain))
    if gives and isinstance(gives[0], tuple):
        gives = [gives[0][1]] if len(gives) == 1 else ["{ " + ", ".join(f"{name}: {kind}" for name, kind in gives) + " }"]
    return f"({', '.join(takes)}): {gives[0] if gives else 'void'}"


def main():
    header = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    output = pathlib.Path(sys.argv[2])
    plain = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    code, types = ["// Made of fetchsched.h by interface.py: do not edit."], ["// Made of fetchsched.h by interface.py: do not edit."]
    for name, value in re.findall(r"^#define FETCHSCHED_(\w+) \(?(-?\w+)\)?$", plain, re.MULTILINE):
        value = LIMITS.get(value, value)
        code.append(f"export const {name} = {value}")
        types.append(f"export const {name}: {'bigint' if value.endswith('n') else 'number'}")
    for body in re.findall(r"enum \{(.*?)\n?\};", plain, re.DOTALL):
        members = re.findall(r"FETCHSCHED_(\w+) = (-?\d+)", body)
        first = members[0][0].split("_")[0]
        prefix, name = (first + "_", first.capitalize()) if first != "OK" else ("", "Status")
        pairs = [(member[len(prefix):], value) for member, value in members]
        code.append(f"export const {name} = Object.freeze({{ {', '.join(f'{member}: {value}' for member, value in pairs)} }})")
        types.append(f"export const {name}: {{ {'; '.join(f'readonly {member}: {value}' for member, value in pairs)} }}")
    structs = {}
    for name, body in re.findall(r"typedef struct fetchsched_(\w+) \{(.*?)\}", plain, re.DOTALL):
        structs[name] = layout(body, structs)
        lines = [f"  {field}: {TYPES.get(kind) or title(kind)}{'[]' if count else ''}"
                 for field, kind, _, count in structs[name][0] if field != "reserved"]
        types.append(f"export interface {title(name)} {{\n" + "\n".join(lines) + "\n}")
    code.append("// Of each struct its size, and of each field name, type, place and, of a list, how many.\nexport const STRUCTS = {")
    for name, (fields, size) in structs.items():
        several = ", ".join(f"['{field}', '{kind}', {offset}{', ' + count if count else ''}]" for field, kind, offset, count in fields
                            if field != "reserved")
        code.append(f"  {name}: {{ size: {size}, fields: [{several}] }},")
    code.append("}\n// Of each function the parameters: name, type, and whether it is written.\nexport const FUNCTIONS = {")
    methods = {"config": [], "engine": [], "poller": []}
    for name, each in re.findall(r"^(?:fetchsched_status|void) fetchsched_(\w+)\(([^)]*)\);", plain, re.MULTILINE):
        texts = each.split(",")
        parameters = [parameter(text, texts[index + 1:]) for index, text in enumerate(texts)]
        several = ", ".join("[" + ", ".join(f"'{part}'" for part in parts if part) + "]" for parts in parameters)
        code.append(f"  {name}: [{several}],")
        owner = parameters[0][0]
        if owner in methods and parameters[0][2] != "out" and not name.endswith(("destroy", "restore")) and (owner, name) != ("config", "create"):
            method = camel(re.sub(f"^{owner}_", "", name) if owner != "engine" else name)
            if parameters[0][1] == "handle" and name not in ("poller_create",):
                methods[owner].append(f"  {method}{signature(parameters[1:], structs)}")
    code.append("}")
    for owner, lines in methods.items():
        types.append(f"/** Functions of fetchsched.h that take a handle of this kind. */\nexport interface {title(owner)}Functions {{\n"
                     + "\n".join(lines) + "\n  /** Frees it. */\n  close(): void\n}")
    (output / "interface.mjs").write_text("\n".join(code) + "\n", encoding="utf-8")
    (output / "interface.d.ts").write_text("\n".join(types) + "\n", encoding="utf-8")


main()
