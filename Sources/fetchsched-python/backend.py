"""Builds the Python package: a wheel with the library for C and the module, and a source distribution (PEP 517).

Needs what Sources/CFetchSched/build needs, and the standard library of Python 3.8 or later. The same sources give the same
bytes.
"""

import base64
import gzip
import hashlib
import io
import pathlib
import platform
import re
import subprocess
import tarfile
import tempfile
import zipfile

import header

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CLASSIFIERS = (
    "Development Status :: 4 - Beta", "Framework :: AsyncIO", "Intended Audience :: Developers",
    "License :: OSI Approved :: MIT License", "Operating System :: POSIX :: Linux", "Programming Language :: Python :: 3",
    "Topic :: Internet :: WWW/HTTP", "Topic :: Software Development :: Libraries", "Typing :: Typed")


def version():
    source = (ROOT / "Sources/CFetchSched/include/fetchsched.h").read_text(encoding="utf-8")
    return re.search(r'#define FETCHSCHED_VERSION "(.*)"', source).group(1)


def metadata():
    lines = [
        "Metadata-Version: 2.1", "Name: fetchsched", f"Version: {version()}",
        "Summary: Adaptive polling of feeds and pages, and background fetches of apps, with as few requests as possible",
        "Author: The fetchsched authors", "License: MIT", "License-File: LICENSE", "Requires-Python: >=3.8",
        "Keywords: feed,rss,polling,scheduler,crawler,background fetch"]
    lines += [f"Classifier: {each}" for each in CLASSIFIERS]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text(encoding="utf-8")]
    return "\n".join(lines).encode()


def tag(library):
    """The oldest platform that the library runs on, by its processor and what it asks of libc (PEP 600, PEP 656)."""
    machine = {62: "x86_64", 183: "aarch64"}.get(int.from_bytes(library[18:20], "little"), platform.machine())
    if b"libc.so.6\0" not in library:
        return f"py3-none-musllinux_1_1_{machine}"
    needed = [tuple(map(int, found)) for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", library)]
    return f"py3-none-manylinux_2_17_{machine}" if max(needed) <= (2, 17) else f"py3-none-linux_{machine}"


def write_wheel(output, built):
    """Writes the wheel with the library that Sources/CFetchSched/build or build-linux has made there; returns its path."""
    source = (built / "include/fetchsched.h").read_text(encoding="utf-8")
    abi = re.search(r"#define FETCHSCHED_ABI_VERSION (\d+)", source).group(1)
    library = (built / f"lib/libfetchsched.so.{abi}").read_bytes()
    files = {f"fetchsched/libfetchsched.so.{abi}": library}
    files["fetchsched/_header.py"] = header.python(source).encode()
    for path in sorted((HERE / "fetchsched").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed"):
            files[f"fetchsched/{path.name}"] = path.read_bytes()
    info = f"fetchsched-{version()}.dist-info"
    files[f"{info}/METADATA"] = metadata()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: fetchsched\nRoot-Is-Purelib: false\nTag: {tag(library)}\n").encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    output.mkdir(parents=True, exist_ok=True)
    path = output / f"fetchsched-{version()}-{tag(library)}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, content)
    return path


def sources():
    """Files of a source distribution, apart from PKG-INFO."""
    yield from (ROOT / "pyproject.toml", ROOT / "LICENSE")
    for folder in ("CFetchSched", "FetchPoll", "FetchSched", "FetchSchedC", "FetchSchedText", "fetchsched-python"):
        for path in sorted((ROOT / "Sources" / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and ".docc" not in str(path):
                yield path


# PEP 517

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([ROOT / "Sources/CFetchSched/build", work], check=True)
        return write_wheel(pathlib.Path(wheel_directory), pathlib.Path(work)).name


def build_sdist(sdist_directory, config_settings=None):
    name = f"fetchsched-{version()}"
    path = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    contents = [("PKG-INFO", 0o644, metadata())]
    contents += [(str(each.relative_to(ROOT)), each.stat().st_mode & 0o755, each.read_bytes()) for each in sources()]
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for place, mode, content in contents:
                entry = tarfile.TarInfo(f"{name}/{place}")
                entry.size, entry.mode = len(content), mode
                archive.addfile(entry, io.BytesIO(content))
    return path.name
