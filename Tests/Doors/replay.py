"""Plays a journal of an engine (docs/contributing/journal-format.md) from standard input and prints it again, each call with
the answers that the Python package gives."""

import struct
import sys

import fetchsched as fs

# The fields of each action, in their order in a journal.
ACTIONS = {
    fs.Action.FETCH: ("app", "cause"), fs.Action.STOP_FETCH: ("app",), fs.Action.REFRESH_SNAPSHOT: ("app",),
    fs.Action.DELIVER_PUSH: ("app", "id", "cause", "happened"),
    fs.Action.WAKE_FOR_LOCATION: ("app", "cause", "number", "happened", "until"), fs.Action.TASK_EXPIRING: ("id",),
    fs.Action.TERMINATE: ("app", "number"), fs.Action.TASK_LEFT_OPEN: ("app", "id"), fs.Action.SUSPEND: ("app",),
    fs.Action.RESUME: ("app",), fs.Action.START_TRANSFER: ("id", "bytes"), fs.Action.PAUSE_TRANSFER: ("id",),
    fs.Action.GIVE_UP_TRANSFER: ("id",), fs.Action.WAKE_FOR_TRANSFERS: ("app", "number")}
EVENT_FIELDS = {"app": "app", "value": "value", "until": "until_ms", "bytes": "bytes", "level": "level"}
REALS = {"level", "joules", "latitude", "longitude", "accuracy", "radius", "weight"}


def real(text):
    return struct.unpack(">d", bytes.fromhex(text))[0]


class Player:
    """An engine that does what the lines say."""

    def __init__(self):
        self.config = fs.Config()
        self.engine = None

    def play(self, time, verb, words):
        """Plays a call; returns its answers."""
        if hasattr(self, "prepare_" + verb):
            getattr(self, "prepare_" + verb)(words)
            return []
        fields = {key: real(text) if key in REALS else text if key in ("kind", "changed") else int(text)
                  for key, text in words.items()}
        try:
            return list(getattr(self, "do_" + verb)(time, fields) or [])
        except fs.Error:
            return ["refused"]

    # The configuration, and the engine's beginnings

    def prepare_set(self, words):
        self.config.set(words["name"], real(words["value"]))

    def prepare_poller(self, words):
        self.config = fs.Config.poller(real(words["value"]))

    def prepare_radio(self, words):
        names = ("promotion_s", "promotion_j", "base_w", "j_per_byte", "up_j_per_byte", "request_s", "bytes_per_s")
        values = [real(text) for text in words["values"].split(",")]
        tail = [fs.TailStage(*values[place: place + 4]) for place in range(7, len(values), 4)]
        self.config.set_radio(**dict(zip(names, values)), tail=tail)

    def prepare_power(self, words):
        names = ("run_j", "cold_start_j", "handling_j_per_mb", "request_down_bytes", "request_up_bytes", "awake_w")
        processes = int(words["number"])
        self.config.set_power(
            **dict(zip(names, (real(text) for text in words["values"].split(",")))),
            alive_processes=fs.ALL_PROCESSES if processes < 0 else processes)

    def prepare_create(self, words):
        self.engine = fs.Engine(self.config, int(words["seed"]))

    def prepare_restore(self, words):
        snapshot = self.engine.snapshot()
        self.engine.close()
        self.engine = fs.Engine(self.config, snapshot=snapshot)

    def prepare_clock(self, words):
        """The time comes with each call."""

    # What is told

    def do_event(self, now, fields):
        given = {name: fields[key] for key, name in EVENT_FIELDS.items() if key in fields}
        self.engine.observe(fs.Event[fields["kind"].upper()], now, **given)

    def do_restarted(self, now, fields):
        self.engine.host_restarted(now)

    def do_remove(self, now, fields):
        self.engine.remove(fields["app"], now)

    def do_interval(self, now, fields):
        self.engine.set_interval(fields["app"], fields["interval"], now)

    def do_announces(self, now, fields):
        self.engine.set_announces_content(fields["app"], fields["value"] == 1)

    def do_complete(self, now, fields):
        outcome = fs.Outcome(fields["outcome"])
        self.engine.complete(fields["app"], outcome, fields["bytes"], now, energy_j=fields.get("joules"))

    def do_request(self, now, fields):
        self.engine.request_fetch(fields["app"], now)

    def do_force(self, now, fields):
        self.engine.force_fetch(fields["app"], now)

    def do_watch(self, now, fields):
        if "latitude" in fields:
            self.engine.watch_region(
                fields["app"], fields["region"], fields["latitude"], fields["longitude"], fields["radius"])
        else:
            self.engine.watch_beacon(fields["app"], fields["region"])

    def do_unwatch(self, now, fields):
        self.engine.unwatch_region(fields["app"], fields["region"])

    def do_watch_changes(self, now, fields):
        self.engine.watch_significant_changes(fields["app"], fields["value"] == 1)

    def do_position(self, now, fields):
        self.engine.observe_position(fields["latitude"], fields["longitude"], fields["accuracy"], now)

    def do_crossing(self, now, fields):
        self.engine.observe_crossing(fields["app"], fields["region"], fs.Place(fields["value"]), now)

    def do_change(self, now, fields):
        self.engine.observe_significant_change(fields["app"], now)

    def do_end(self, now, fields):
        self.engine.end_task(fields["id"], now)

    def do_cancel(self, now, fields):
        self.engine.cancel_transfer(fields["id"], now)

    def do_progress(self, now, fields):
        self.engine.transfer_progress(fields["id"], fields["bytes"], now)

    def do_interrupted(self, now, fields):
        self.engine.transfer_interrupted(fields["id"], fields["bytes"], now)

    def do_finished(self, now, fields):
        self.engine.transfer_finished(fields["id"], now)

    def do_set_source(self, now, fields):
        self.engine.set_source(fields["app"], now, **limits(fields))

    def do_set_group(self, now, fields):
        self.engine.set_group(fields["group"], fields["spacing"], fields["once"])

    def do_defer(self, now, fields):
        self.engine.defer(fields["app"], fields["until"], now)

    def do_read(self, now, fields):
        self.engine.read(fields["app"], now)

    # What has an answer

    def do_register(self, now, fields):
        yield f"app app={self.engine.register(fields['interval'], now)}"

    def do_source(self, now, fields):
        yield f"app app={self.engine.register_source(now, **limits(fields))}"

    def do_add_group(self, now, fields):
        yield f"group group={self.engine.add_group(fields['spacing'], fields['once'])}"

    def do_receive(self, now, fields):
        got = self.engine.receive_push(fields["app"], fs.Push(fields["value"]), fields["number"], now)
        replaced = "" if got.replaced is None else f" number={got.replaced}"
        yield f"reception value={int(got.decision)}{replaced}"

    def do_begin(self, now, fields):
        yield f"task id={self.engine.begin_task(fields['app'], now)}"

    def do_enqueue(self, now, fields):
        transfer = self.engine.enqueue_transfer(
            fields["app"], fields["bytes"], now, flags=fields["flags"], session=fields["session"],
            priority=fields["priority"], timeout_ms=fields["timeout"])
        yield f"transfer id={transfer}"

    def do_next(self, now, fields):
        left = 1
        while left > 0:
            actions = self.engine.take_actions(now, may_fetch=fields["may"] == 1, most=1)
            if not actions:
                yield "none"
                return
            action = actions[0]
            numbers = {
                "app": action.app, "id": action.id, "cause": action.cause, "number": action.number,
                "happened": action.happened_ms, "until": action.until_ms, "bytes": action.bytes}
            words = "".join(f" {key}={numbers[key]}" for key in ACTIONS[action.kind])
            yield action.kind.name.lower() + words
            left += -1 + (action.number if action.kind == fs.Action.TERMINATE else 0)

    def do_deadline(self, now, fields):
        yield f"time until={self.engine.next_deadline(now, may_fetch=fields['may'] == 1)}"

    def do_run(self, now, fields):
        yield f"time until={self.engine.next_run(now)}"

    def do_due(self, now, fields):
        due = self.engine.due(now, most=1)
        yield f"source app={due[0]}" if due else "none"

    def do_asked(self, now, fields):
        dates = [int(text) for text in fields.get("changed", "").split(",") if text]
        due = self.engine.asked(
            fields["app"], fs.Outcome(fields["outcome"]), now, bytes=fields["bytes"], changed=dates,
            retry_after_ms=fields.get("wait", -1), max_age_ms=fields.get("age", -1))
        yield f"time until={due}"

    def do_next_fetch(self, now, fields):
        yield f"time until={self.engine.next_fetch(fields['app'], now)}"

    def do_idle(self, now, fields):
        yield f"idle value={int(self.engine.idle_reason(now))}"

    def do_snapshot(self, now, fields):
        snapshot, digest = self.engine.snapshot(), 0xCBF29CE484222325
        for byte in snapshot:
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        yield f"snapshot bytes={len(snapshot)} hash={digest:016x}"


def limits(fields):
    return {"least_ms": fields["least"], "most_ms": fields["most"], "weight": fields["weight"], "group": fields["group"]}


def main():
    player = Player()
    for line in sys.stdin:
        if line.startswith("="):
            continue
        sys.stdout.write(line)
        time, verb, *words = line.split()
        for answer in player.play(int(time), verb, dict(word.split("=", 1) for word in words)):
            print("=", time, answer)


main()
