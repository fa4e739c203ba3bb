"""The Spark example on a generated corpus and two worker processes, beside one process; see .ci/spark.

Usage: spark-check.py PYTHON FETCHSCHED FOLDER DEVICES
"""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

python, fetchsched, work, devices = sys.argv[1], os.path.abspath(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
example = pathlib.Path("docs/examples/spark/bench_corpus.py").resolve()
options = ["--policy", "none,piggyback-3600,one-recent-600,clairvoyant", "--format", "json"]
few = 16  # Shards.

TO_PARQUET = """
import sys
from pyspark.sql import SparkSession, functions
spark = SparkSession.builder.master("local[2]").getOrCreate()
rows = spark.read.csv(sys.argv[1], header=True)
# Events of the same moment keep their order.
rows = rows.withColumn("f", functions.col("_metadata.file_path")).withColumn("r", functions.monotonically_increasing_id())
rows.orderBy("f", "r").drop("f", "r").write.parquet(sys.argv[2])
"""


def fail(text):
    sys.exit(f"spark: {text}")


def children():
    """The processes by parent."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # It has ended.
        found.setdefault(int(fields[1]), []).append((int(folder.name), words))
    return found


def below(process):
    """The processes below one, each with its words and its own parents up to that one."""
    tree, waiting, found = children(), [(process, [])], []
    while waiting:
        parent, line = waiting.pop()
        for number, words in tree.get(parent, []):
            found.append((number, words, [*line, number]))
            waiting.append((number, [*line, number]))
    return found


def kill_one(spark, killed):
    """Kills one worker process (a JVM) of ours while it replays its second shard or a later one."""
    begun = set()
    while spark.poll() is None:
        found = below(spark.pid)
        workers = [number for number, words, _ in found if any(b"CoarseGrainedExecutorBackend" in word for word in words)]
        replays = [(number, line) for number, words, line in found if b"--partial" in words and b"merge" not in words]
        begun.update(number for number, _ in replays)
        for _, line in replays:
            worker = next((number for number in line if number in workers), None)
            if worker and len(begun) >= 5:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
                return
        time.sleep(0.02)


def run(name, master, source, form, kills=False):
    result = work / f"{name}.json"
    log = work / f"{name}.log"
    begin = time.monotonic()
    with log.open("w") as messages:
        spark = subprocess.Popen(
            [python, example, "--input", source, "--format", form, "--fetchsched", fetchsched, "--name", "corpus.csv",
             "--partitions", str(few), "--merge", "--format", "json", "--output", result, "--bench", *options],
            stderr=messages, cwd=work, env={
                **os.environ, "PYSPARK_PYTHON": python, "PYSPARK_DRIVER_PYTHON": python, "SPARK_LOCAL_IP": "127.0.0.1",
                "PYSPARK_SUBMIT_ARGS": f"--master {master} --conf spark.ui.enabled=false "
                "--conf spark.sql.shuffle.partitions=16 pyspark-shell"})
        killed = []
        watch = threading.Thread(target=kill_one, args=(spark, killed))
        if kills:
            watch.start()
        status = spark.wait(timeout=900)
        if kills:
            watch.join()
    seconds = time.monotonic() - begin
    if status != 0:
        fail(f"{name} ended with {status}:\n" + log.read_text()[-4000:])
    if result.read_bytes() != (work / "one.json").read_bytes():
        fail(f"{name}: the result is not that of one process")
    if kills and (not killed or "Lost executor" not in log.read_text()):
        fail(f"{name}: no worker was killed in the middle")
    print(f"spark: {name}: {devices} devices in {few} shards, the bytes of one process, {seconds:.0f} s", flush=True)


def main():
    corpus = work / "corpus.csv"
    subprocess.run([fetchsched, "generate", "--preset", "quiet", "--devices", str(devices), "--days", "2", "--seed", "19",
                    "--output", corpus], check=True)
    begin = time.monotonic()
    subprocess.run([fetchsched, "bench", "corpus.csv", "-q", "--jobs", "1", *options, "--output", "one.json"],
                   check=True, cwd=work)
    with corpus.open() as lines:
        events = sum(1 for _ in lines) - 1
    print(f"spark: one process: {devices} devices, {events} events, {time.monotonic() - begin:.0f} s", flush=True)
    # The lines of a device are not together in a corpus: in order of time, in several files.
    folder = work / "corpus"
    folder.mkdir()
    with corpus.open() as lines:
        header = next(lines)
        rows = sorted(lines, key=lambda line: float(line.split(",", 1)[0]))
    for number in range(8):
        part = rows[number * len(rows) // 8 : (number + 1) * len(rows) // 8]
        (folder / f"{number}.csv").write_text(header + "".join(part))
    two = "local-cluster[2,1,1024]"
    run("two workers", two, folder, "csv")
    subprocess.run([python, "-c", TO_PARQUET, folder, work / "parquet"], check=True, stderr=subprocess.DEVNULL)
    run("two workers, Parquet, one of them killed", two, work / "parquet", "parquet", kills=True)


main()
