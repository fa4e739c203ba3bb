"""Plays a journal of an engine or a poller (docs/contributing/journal-format.md) from standard input and prints it again,
each call with the answers that the Python package gives."""

import struct
import sys

import fetchsched as fs
from fetchsched._poller import PollerHandle

# The fields of each action, in their order in a journal.
ACTIONS = {
    fs.Action.FETCH: ("app", "cause"), fs.Action.STOP_FETCH: ("app",), fs.Action.REFRESH_SNAPSHOT: ("app",),
    fs.Action.DELIVER_PUSH: ("app", "id", "cause", "happened"),
    fs.Action.WAKE_FOR_LOCATION: ("app", "cause", "number", "happened", "until"), fs.Action.TASK_EXPIRING: ("id",),
    fs.Action.TERMINATE: ("app", "number"), fs.Action.TASK_LEFT_OPEN: ("app", "id"), fs.Action.SUSPEND: ("app",),
    fs.Action.RESUME: ("app",), fs.Action.START_TRANSFER: ("id", "bytes"), fs.Action.PAUSE_TRANSFER: ("id",),
    fs.Action.GIVE_UP_TRANSFER: ("id",), fs.Action.WAKE_FOR_TRANSFERS: ("app", "number")}
EVENT_FIELDS = {"app": "app", "value": "value", "until": "until_ms", "bytes": "bytes", "level": "level"}
REALS = {"level", "joules", "latitude", "longitude", "accuracy", "radius", "weight", "price"}


def real(text):
    return struct.unpack(">d", bytes.fromhex(text))[0]


class Settings:
    """The configuration that the first lines set."""

    def __init__(self):
        self.config = fs.Config()

    def set_set(self, words):
        self.config.set(words["name"], real(words["value"]))

    def set_poller(self, words):
        self.config = fs.Config.poller(real(words["value"]))

    def set_radio(self, words):
        names = ("promotion_s", "promotion_j", "base_w", "j_per_byte", "up_j_per_byte", "request_s", "bytes_per_s")
        values = [real(text) for text in words["values"].split(",")]
        tail = [fs.TailStage(*values[place: place + 4]) for place in range(7, len(values), 4)]
        self.config.set_radio(**dict(zip(names, values)), tail=tail)

    def set_power(self, words):
        names = ("run_j", "cold_start_j", "handling_j_per_mb", "request_down_bytes", "request_up_bytes", "awake_w")
        processes = int(words["number"])
        self.config.set_power(
            **dict(zip(names, (real(text) for text in words["values"].split(",")))),
            alive_processes=fs.ALL_PROCESSES if processes < 0 else processes)


class Player:
    """An engine or a poller that does what the lines say."""

    kind = None

    def __init__(self, config, seed):
        self.config = config
        self.made = self.kind(config, seed)

    def play(self, time, verb, words):
        """Plays a call; returns its answers."""
        fields = {key: real(text) if key in REALS else text if key in ("kind", "changed") else int(text)
                  for key, text in words.items()}
        try:
            return list(getattr(self, "do_" + verb)(time, fields) or [])
        except fs.Error:
            return ["refused"]

    def do_clock(self, now, fields):
        """The time comes with each call."""

    def do_restore(self, now, fields):
        snapshot = self.made.snapshot()
        self.made.close()
        self.made = self.kind(self.config, snapshot=snapshot)

    def do_restarted(self, now, fields):
        self.made.host_restarted(now)

    def do_snapshot(self, now, fields):
        snapshot, digest = self.made.snapshot(), 0xCBF29CE484222325
        for byte in snapshot:
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        yield f"snapshot bytes={len(snapshot)} hash={digest:016x}"


class EnginePlayer(Player):
    """The calls of an engine."""

    kind = fs.Engine

    # What is told

    def do_event(self, now, fields):
        given = {name: fields[key] for key, name in EVENT_FIELDS.items() if key in fields}
        self.made.observe(fs.Event[fields["kind"].upper()], now, **given)

    def do_remove(self, now, fields):
        self.made.remove(fields["app"], now)

    def do_interval(self, now, fields):
        self.made.set_interval(fields["app"], fields["interval"], now)

    def do_announces(self, now, fields):
        self.made.set_announces_content(fields["app"], fields["value"] == 1)

    def do_complete(self, now, fields):
        outcome = fs.Outcome(fields["outcome"])
        self.made.complete(fields["app"], outcome, fields["bytes"], now, energy_j=fields.get("joules"))

    def do_request(self, now, fields):
        self.made.request_fetch(fields["app"], now)

    def do_force(self, now, fields):
        self.made.force_fetch(fields["app"], now)

    def do_watch(self, now, fields):
        if "latitude" in fields:
            self.made.watch_region(
                fields["app"], fields["region"], fields["latitude"], fields["longitude"], fields["radius"])
        else:
            self.made.watch_beacon(fields["app"], fields["region"])

    def do_unwatch(self, now, fields):
        self.made.unwatch_region(fields["app"], fields["region"])

    def do_watch_changes(self, now, fields):
        self.made.watch_significant_changes(fields["app"], fields["value"] == 1)

    def do_position(self, now, fields):
        self.made.observe_position(fields["latitude"], fields["longitude"], fields["accuracy"], now)

    def do_crossing(self, now, fields):
        self.made.observe_crossing(fields["app"], fields["region"], fs.Place(fields["value"]), now)

    def do_change(self, now, fields):
        self.made.observe_significant_change(fields["app"], now)

    def do_end(self, now, fields):
        self.made.end_task(fields["id"], now)

    def do_cancel(self, now, fields):
        self.made.cancel_transfer(fields["id"], now)

    def do_progress(self, now, fields):
        self.made.transfer_progress(fields["id"], fields["bytes"], now)

    def do_interrupted(self, now, fields):
        self.made.transfer_interrupted(fields["id"], fields["bytes"], now)

    def do_finished(self, now, fields):
        self.made.transfer_finished(fields["id"], now)

    # What has an answer

    def do_register(self, now, fields):
        yield f"app app={self.made.register(fields['interval'], now)}"

    def do_receive(self, now, fields):
        got = self.made.receive_push(fields["app"], fs.Push(fields["value"]), fields["number"], now)
        replaced = "" if got.replaced is None else f" number={got.replaced}"
        yield f"reception value={int(got.decision)}{replaced}"

    def do_begin(self, now, fields):
        yield f"task id={self.made.start_task(fields['app'], now)}"

    def do_enqueue(self, now, fields):
        transfer = self.made.enqueue_transfer(
            fields["app"], fields["bytes"], now, flags=fields["flags"], session=fields["session"],
            priority=fields["priority"], timeout_ms=fields["timeout"])
        yield f"transfer id={transfer}"

    def do_next(self, now, fields):
        left = 1
        while left > 0:
            actions = self.made.take_actions(now, may_fetch=fields["may"] == 1, most=1)
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
        yield f"time until={self.made.next_deadline(now, may_fetch=fields['may'] == 1)}"

    def do_run(self, now, fields):
        yield f"time until={self.made.next_run(now)}"


class PollerPlayer(Player):
    """The calls of a poller."""

    kind = PollerHandle

    # What is told

    def do_set_source(self, now, fields):
        self.made.set_source(fields["app"], now, **limits(fields))

    def do_remove_source(self, now, fields):
        self.made.remove_source(fields["app"], now)

    def do_pause_source(self, now, fields):
        self.made.pause_source(fields["app"], fields["value"] == 1, now)

    def do_set_group(self, now, fields):
        self.made.set_group(fields["group"], fields["spacing"], fields["once"])

    def do_remove_group(self, now, fields):
        self.made.remove_group(fields["group"])

    def do_defer_request(self, now, fields):
        self.made.defer_request(fields["app"], fields["until"], now)

    def do_note_read(self, now, fields):
        self.made.note_read(fields["app"], now)

    def do_note_announcement(self, now, fields):
        self.made.note_announcement(fields["app"], now)

    def do_set_network(self, now, fields):
        self.made.set_network(fields["value"] == 1, now)

    def do_join_price(self, now, fields):
        self.made.join_price(fields["price"], now)

    # What has an answer

    def do_add_source(self, now, fields):
        yield f"app app={self.made.add_source(now, **limits(fields))}"

    def do_add_group(self, now, fields):
        yield f"group group={self.made.add_group(fields['spacing'], fields['once'])}"

    def do_due(self, now, fields):
        due = self.made.due(now, most=1)
        yield f"source app={due[0]}" if due else "none"

    def do_deadline(self, now, fields):
        yield f"time until={self.made.next_deadline(now)}"

    def do_next_request(self, now, fields):
        yield f"time until={self.made.next_request(fields['app'], now)}"

    def do_record_answer(self, now, fields):
        dates = [int(text) for text in fields.get("changed", "").split(",") if text]
        due = self.made.record_answer(
            fields["app"], fs.Outcome(fields["outcome"]), now, bytes=fields["bytes"], changed=dates,
            retry_after_ms=fields.get("wait", -1), max_age_ms=fields.get("age", -1))
        yield f"time until={due}"

    def do_idle(self, now, fields):
        yield f"idle value={int(self.made.idle_reason(now))}"

    def do_price(self, now, fields):
        yield f"price price={struct.pack('>d', self.made.price(now)).hex()}"


def limits(fields):
    return {"least_ms": fields["least"], "most_ms": fields["most"], "weight": fields["weight"], "group": fields["group"]}


PLAYERS = {"create": EnginePlayer, "create_poller": PollerPlayer}


def main():
    config, player = Settings(), None
    for line in sys.stdin:
        if line.startswith("="):
            continue
        sys.stdout.write(line)
        time, verb, *words = line.split()
        words = dict(word.split("=", 1) for word in words)
        if verb in PLAYERS:
            player = PLAYERS[verb](config.config, int(words["seed"]))
        elif hasattr(config, "set_" + verb):
            getattr(config, "set_" + verb)(words)
        else:
            for answer in player.play(int(time), verb, words):
                print("=", time, answer)


main()
