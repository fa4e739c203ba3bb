"""Runs `fetchsched bench` over a corpus of traces on Spark, and gives the bytes that one process would give.

    spark-submit bench_corpus.py --input hdfs:///traces --format parquet --fetchsched ./fetchsched \
        --name corpus --merge --format json --output result.json --bench --format json --policy none,adaptive

The events of each device come together in one partition, sorted by time (the shuffle does that, and spills to disk what
does not fit into memory). Each partition is piped through `fetchsched bench - --partial -`; what comes out of all of them
goes into `fetchsched merge`. README.md has the rest.
"""

import argparse
import itertools
import subprocess
import sys
import threading

from pyspark import SparkFiles, StorageLevel
from pyspark.sql import SparkSession, functions

COLUMNS = ["time", "device", "event", "app", "value", "bytes", "seconds"]


def read_events(spark, path, form):
    """The events of a corpus, from any file system that Hadoop knows, with the place of each in its file."""
    reader = spark.read
    if form == "csv":
        # As text: fetchsched itself says what is wrong with a value. RFC 4180 doubles quotes.
        reader = reader.options(header=True, quote='"', escape='"', mode="FAILFAST", inferSchema=False)
    events = reader.format(form).load(path)
    columns = [functions.col(name) if name in events.columns else functions.lit(None).alias(name) for name in COLUMNS]
    place = [
        functions.col("_metadata.file_path").alias("file"),
        functions.col("_metadata.file_block_start").alias("block"),
        functions.monotonically_increasing_id().alias("row"),
    ]
    events = events.select(*columns, *place)
    # Seconds since 1970, to the millisecond; timestamps become that, too.
    return events.withColumn("time", functions.col("time").cast("decimal(16,3)"))


def device_by_device(events, partitions):
    """Lines of CSV: in each partition one device after the other, each in order of time. Events of the same moment keep
    the order that they have in their file."""
    line = functions.to_csv(
        functions.struct(*COLUMNS),
        {"escape": '"', "emptyValue": "", "ignoreLeadingWhiteSpace": "false", "ignoreTrailingWhiteSpace": "false"},
    )
    together = events.repartition(partitions, "device")
    together = together.sortWithinPartitions("device", "time", "file", "block", "row")
    return together.select(line.alias("line")).rdd.map(lambda row: row.line)


def shard(command):
    """Turns a partition's lines of CSV into the lines of its partial result, both as streams."""

    def run(lines):
        first = next(lines, None)
        if first is None:
            return  # A partition without a device.
        words = [SparkFiles.get(command[0])] + command[1:]
        pipe = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", bufsize=1 << 20
        )
        fault = []

        def feed():
            try:
                for line in itertools.chain([",".join(COLUMNS), first], lines):
                    pipe.stdin.write(line + "\n")
                pipe.stdin.close()
            except BrokenPipeError:
                pass  # fetchsched has ended, and says why.
            except BaseException as error:  # From Spark: the task has failed.
                fault.append(error)
                pipe.kill()

        errors = []
        helpers = [
            threading.Thread(target=feed, daemon=True),
            threading.Thread(target=lambda: errors.append(pipe.stderr.read()), daemon=True),
        ]
        for helper in helpers:
            helper.start()
        for line in pipe.stdout:
            yield line.rstrip("\n")
        for helper in helpers:
            helper.join()
        if fault:
            raise fault[0]
        if pipe.wait() != 0:
            # The end of the partial result is missing, too: a merge would refuse it.
            raise RuntimeError(f"fetchsched ended with {pipe.returncode}: {''.join(errors)}")

    return run


def merge(command, lines):
    """Pipes partial results into `fetchsched merge`; gives its exit status."""
    pipe = subprocess.Popen(command, stdin=subprocess.PIPE, encoding="utf-8")
    try:
        for line in lines:
            pipe.stdin.write(line + "\n")
        pipe.stdin.close()
    except BrokenPipeError:
        pass  # It has ended, and said why.
    return pipe.wait()


def arguments():
    words, after = [], {"--merge": [], "--bench": []}
    place = words
    for word in sys.argv[1:]:
        place = after.get(word, place)
        if word not in after:
            place.append(word)
    parser = argparse.ArgumentParser(
        usage="bench_corpus.py [options] --merge OPTIONS OF MERGE --bench OPTIONS OF BENCH",
        description=__doc__.split("\n")[0],
    )
    parser.add_argument("--input", required=True, help="folder, file or pattern, as Spark reads it")
    parser.add_argument("--format", default="parquet", choices=["parquet", "csv"])
    parser.add_argument("--fetchsched", required=True, help="the command; it is sent to the workers")
    parser.add_argument("--name", required=True, help="what the corpus is called in the result")
    parser.add_argument("--partitions", type=int, default=200, help="how many shards; some per core")
    options = parser.parse_args(words)
    return options, after["--merge"], after["--bench"]


def main():
    options, merge_options, bench_options = arguments()
    spark = SparkSession.builder.appName("fetchsched").getOrCreate()
    spark.sparkContext.addFile(options.fetchsched)
    events = read_events(spark, options.input, options.format)
    devices = events.select("device").distinct().count()
    bench = ["fetchsched", "bench", "-", "--partial", "-", "--trace-name", options.name, "--jobs", "1"]
    results = device_by_device(events, options.partitions).mapPartitions(shard(bench + bench_options))
    # All partitions at once, then one by one to the driver, which need not hold them.
    results.persist(StorageLevel.DISK_ONLY).count()
    # Shards do not know how many there are; that no device was lost, their number says.
    command = [options.fetchsched, "merge", "-", "--devices", str(devices)]
    status = merge(command + merge_options, results.toLocalIterator())
    spark.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
