"""What the measuring scripts share: building and running programs, what a process takes, and reading with polars."""
import os
import pathlib
import subprocess
import sys
import time

# Reads a trace in CSV into columns; prints the number of events, and the seconds of processor and of clock.
POLARS = """
import sys, time
import polars
text, number, size = polars.String, polars.Float64, polars.Int64
schema = {"time": number, "device": text, "event": text, "app": text, "value": text, "bytes": size, "seconds": number}
cpu, wall = time.process_time(), time.perf_counter()
table = polars.read_csv(sys.argv[1], schema=schema)
print(table.height, time.process_time() - cpu, time.perf_counter() - wall)
"""

# Replays an LRU cache of a tenth of the objects over so many requests from a file; prints as above. The requests are drawn by
# Zipf's law: with the trace they share their number alone. In the file's format -2 stands for a next request that is not known.
LIBCACHESIM = """
import itertools, random, struct, sys, tempfile, time
import libcachesim
requests, objects = int(sys.argv[1]), 560
weights = list(itertools.accumulate(1 / rank for rank in range(1, objects + 1)))
drawn = random.Random(1).choices(range(1, objects + 1), cum_weights=weights, k=requests)
with tempfile.NamedTemporaryFile() as file:
    file.write(b"".join(struct.pack("<IQIq", second, name, 1, -2) for second, name in enumerate(drawn)))
    file.flush()
    reader = libcachesim.TraceReader(file.name, libcachesim.TraceType.ORACLE_GENERAL_TRACE)
    cache = libcachesim.LRU(cache_size=objects // 10)
    cpu, wall = time.process_time(), time.perf_counter()
    cache.process_trace(reader)
    print(requests, time.process_time() - cpu, time.perf_counter() - wall)
"""


def run(command):
    """What a program printed."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(package, product):
    """Builds a product of a Swift package; its path."""
    command = ["swift", "build", "-c", "release", "--package-path", str(package), "--product", product]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return str(pathlib.Path(run(command + ["--show-bin-path"]).strip()) / product)


def measured(command):
    """What a process printed, its seconds of processor and of clock, and its peak memory in megabytes.

    polars, if it is what runs, has one thread.
    """
    environment = dict(os.environ, POLARS_MAX_THREADS="1")
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}")
    # Kilobytes on Linux, bytes on macOS.
    unit = 1e6 if sys.platform == "darwin" else 1e6 / 1024
    return text, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / unit


def peer(module, program, *arguments):
    """The version of a Python module and the command that runs a program with it; None if it is not there, and a line says
    so."""
    try:
        version = subprocess.run([sys.executable, "-c", f"import {module}; print({module}.__version__)"], check=True,
                                 capture_output=True, text=True).stdout.strip()
    except subprocess.CalledProcessError:
        print(f"{module} is not installed (pip install {module}): measured without it", file=sys.stderr)
        return None
    return version, [sys.executable, "-c", program, *map(str, arguments)]


def polars_reading(path):
    """The version of polars and the command that reads a trace with it, or None."""
    return peer("polars", POLARS, path)


def libcachesim_replay(requests):
    """The version of libcachesim and the command that replays so many requests with it, or None."""
    return peer("libcachesim", LIBCACHESIM, requests)


def one_count(counts):
    """Ends the run if readers of the same trace found different numbers of events."""
    if len(set(counts)) != 1:
        sys.exit("the readers do not agree on the number of events")
