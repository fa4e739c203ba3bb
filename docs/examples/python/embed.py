"""A host of the engine: a phone with some apps, and days of use that are made by arithmetic. It prints each thing that
the engine asks for, in local time, and what the engine knows in the end. The examples in Swift and in C are the same
host, and print the same bytes.

    Sources/fetchsched-python/build-wheel dist
    python3 -m venv venv && venv/bin/pip install --no-index dist/*.whl
    venv/bin/python docs/examples/python/embed.py
"""

import zlib

import fetchsched as fs
from fetchsched import Action, Event

DAYS, APPS = 7, 4
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
ZONE = HOUR
START = 1704067200000 - ZONE  # midnight in the local time zone
UPLOAD_BYTES = 3000000000
BYTES_PER_SECOND = 100000


class Upload:
    """The transfer under way."""

    def __init__(self, id, first, began):
        self.id, self.first, self.began = id, first, began
        self.end = began + (UPLOAD_BYTES - first) // BYTES_PER_SECOND * SECOND


class Phone:
    def __init__(self):
        self.now = START
        self.random = 1
        self.lines, self.line_sum, self.fetches, self.suspensions = 0, 0, 0, 0
        self.version_here = [0] * APPS  # which version of each app's content the phone has
        self.upload, self.task, self.pushes = None, None, 0
        self.config = fs.Config(valueJoules=60)
        self.engine = fs.Engine(self.config, seed=1)
        for app in range(APPS):
            self.engine.register(30 * MINUTE if app % 3 == 1 else fs.Interval.MINIMUM, self.now)
        self.tell(Event.ZONE, value=ZONE // SECOND)
        self.engine.watch_region(2, 1, 52.5, 13.4, 150)

    def draw(self, count):
        self.random = (self.random * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.random >> 33) % count

    def say(self, text, number, more=""):
        """Prints a line, with the local time before it."""
        local = self.now - START
        time = f"{local // HOUR % 24:02}:{local // MINUTE % 60:02}:{local // SECOND % 60:02}.{local % SECOND:03}"
        line = f"{local // DAY:02} {time} {text} {number}{more}\n"
        self.line_sum = zlib.crc32(line.encode(), self.line_sum)
        self.lines += 1
        print(line, end="")

    def tell(self, kind, **fields):
        self.engine.observe(kind, self.now, **fields)

    def radio(self, cause, end):
        self.tell(Event.RADIO, value=cause, until_ms=end)

    def load(self, app):
        """Loads what is new; returns what it found. Each app's content changes with its own period."""
        version = (self.now - START + app * 17 * MINUTE) // ((2 * app + 1) * 40 * MINUTE)
        if version == self.version_here[app]:
            return fs.Outcome.NO_DATA
        self.version_here[app] = version
        return fs.Outcome.NEW_DATA

    @staticmethod
    def size_of(outcome):
        return 80000 if outcome == fs.Outcome.NEW_DATA else 0

    def fetch(self, app):
        self.fetches += 1
        self.now += 400
        outcome = fs.Outcome.FAILED if self.draw(25) == 0 else self.load(app)
        self.engine.complete(app, outcome, self.size_of(outcome), self.now)

    def transfer_stops(self):
        moved = self.upload.first + (self.now - self.upload.began) // SECOND * BYTES_PER_SECOND
        self.engine.transfer_interrupted(self.upload.id, moved, self.now)
        self.upload = None

    def act_on(self, action):
        """Does what the engine asks for."""
        kind = action.kind
        if kind == Action.FETCH:
            self.say("fetch", action.app, " " + fs.Reason(action.cause).name.lower().replace("_", "-"))
            self.fetch(action.app)
        elif kind == Action.REFRESH_SNAPSHOT:
            self.say("new picture", action.app)
        elif kind == Action.DELIVER_PUSH:
            self.say("deliver push", action.id)
            self.radio(fs.Radio.PUSH, self.now)
            self.engine.request_fetch(action.app, self.now)
        elif kind == Action.WAKE_FOR_LOCATION:
            self.say("wake for place", action.app, " " + fs.Place(action.cause).name.lower())
        elif kind == Action.TASK_EXPIRING:
            self.say("expiring task", action.id)
        elif kind == Action.TERMINATE:
            self.say("terminate", action.app)
            self.task = None
        elif kind == Action.TASK_LEFT_OPEN:
            self.say("left open task", action.id)
        elif kind == Action.SUSPEND:
            self.suspensions += 1
        elif kind == Action.RESUME:
            self.say("resume", action.app)
        elif kind == Action.START_TRANSFER:
            self.say("start transfer", action.id, " again" if action.bytes > 0 else "")
            self.upload = Upload(action.id, action.bytes, self.now)
            self.radio(fs.Radio.TRANSFER, self.now)
        elif kind == Action.PAUSE_TRANSFER:
            self.say("pause transfer", action.id)
            self.transfer_stops()
        elif kind == Action.WAKE_FOR_TRANSFERS:
            self.say("wake for transfers", action.app)
        else:
            self.say("action", kind)

    def act(self):
        """Takes actions until there are none."""
        while actions := self.engine.take_actions(self.now):
            for action in actions:
                self.act_on(action)

    def wait_until(self, end):
        """Lets time pass, and does what is due meanwhile."""
        while True:
            next = self.engine.next_deadline(self.now)
            moved = self.upload is not None and self.upload.end <= next
            if moved:
                next = self.upload.end
            if next > end:
                break
            self.now = max(self.now, next)
            if moved:
                self.engine.transfer_finished(self.upload.id, self.now)
                self.upload = None
            self.act()
        self.now = max(self.now, end)

    def push(self, app, urgency):
        decisions = [" delivered", " stored", " stored, instead of another", " refused"]
        self.pushes += 1
        decision = self.engine.receive_push(app, urgency, self.pushes, self.now).decision
        self.say("push", self.pushes, decisions[decision])
        if decision == fs.Reception.REFUSED:
            return
        self.radio(fs.Radio.PUSH, self.now)
        if decision == fs.Reception.DELIVER and urgency == fs.Push.SILENT:
            self.engine.request_fetch(app, self.now)
        self.act()

    def use(self, app, seconds, day):
        """The user opens an app, which loads what is new, and leaves it after some seconds."""
        self.tell(Event.LAUNCH, app=app)
        self.radio(fs.Radio.USER, self.now + 2 * SECOND)
        outcome = self.load(app)
        self.tell(Event.FOREGROUND_SYNC, app=app, value=outcome, bytes=self.size_of(outcome))
        self.act()
        self.wait_until(self.now + seconds * SECOND)
        # In the evening app 0 tidies up in the background; every third day it forgets to say when it is done.
        tidies = app == 0 and (self.now - START) % DAY > 21 * HOUR and self.task is None
        if tidies:
            self.task = self.engine.start_task(app, self.now)
        self.tell(Event.END_OF_USE, app=app)
        self.act()
        if tidies and day % 3 != 2:
            self.wait_until(self.now + 20 * SECOND)
            self.engine.end_task(self.task, self.now)
            self.task = None
            self.act()

    def silent_pushes(self, app, count):
        for _ in range(count):
            self.push(app, fs.Push.SILENT)
            self.wait_until(self.now + 15 * SECOND)

    def place(self, steps):
        self.engine.observe_position(52.5 + 0.001 * steps, 13.4, 30, self.now)
        self.act()

    def plug(self, is_in):
        self.tell(Event.POWER, value=is_in)
        self.tell(Event.NETWORK, value=fs.Network.WIFI if is_in else fs.Network.CELLULAR)
        self.tell(Event.BATTERY_LEVEL, level=0.25 if is_in else 1)
        self.act()

    def upload_photos(self, app):
        self.engine.enqueue_transfer(app, UPLOAD_BYTES, self.now)
        self.act()

    def happens(self, kind, **fields):
        self.tell(kind, **fields)
        self.act()

    def save_and_restore(self):
        """The engine as bytes, and back, as when the host's process is replaced."""
        snapshot = self.engine.snapshot()
        self.engine = fs.Engine(self.config, snapshot=snapshot)
        self.say("restored from bytes:", len(snapshot))
        self.act()

    def day_plan(self, day):
        """Events of that day apart from the engine's own requests, in order of time."""
        midnight = START + day * DAY
        plan = []

        def add(time, what, *arguments):
            plan.append((time, what, arguments))

        for hour in [7, 9, 12, 13, 17, 18, 20, 21]:
            time = midnight + hour * HOUR + self.draw(50) * MINUTE + self.draw(60) * SECOND
            if self.draw(7) == 0:
                continue
            for _ in range(1 + self.draw(3)):
                one, other, seconds = self.draw(APPS), self.draw(APPS), 20 + self.draw(160)
                add(time, self.use, min(one, other), seconds, day)
                time += (seconds + 5) * SECOND
        add(midnight + 21 * HOUR + 55 * MINUTE, self.use, 0, 40, day)
        for hour in range(0, 24, 2):
            add(midnight + hour * HOUR + 11 * MINUTE, self.heartbeat)
        add(midnight + 10 * HOUR + 15 * MINUTE, self.silent_pushes, 1, 4)
        add(midnight + 11 * HOUR, self.push, 2, fs.Push.ALERT)
        add(midnight + 8 * HOUR + 30 * MINUTE, self.place, 40)
        add(midnight + 18 * HOUR + 30 * MINUTE, self.place, 0)
        add(midnight + 1 * HOUR, self.plug, True)
        add(midnight + 6 * HOUR + 30 * MINUTE, self.plug, False)
        if day % 3 == 1:
            add(midnight + 16 * HOUR, self.upload_photos, 3)
        if day % 5 == 2:
            add(midnight + 14 * HOUR, lambda: self.happens(Event.SAVER, value=1))
            add(midnight + 16 * HOUR, lambda: self.happens(Event.SAVER, value=0))
        if day % 4 == 3:
            add(midnight + 15 * HOUR, lambda: self.happens(Event.QUIT, app=1))
        if day % 6 == 4:
            add(midnight + 11 * HOUR + 30 * MINUTE,
                lambda: self.happens(Event.SERVER_WAIT, app=0, until_ms=self.now + 3 * HOUR))
        if day == DAYS // 2:
            add(midnight + 12 * HOUR + 30 * MINUTE, self.save_and_restore)
        return sorted(plan, key=lambda happening: happening[0])

    def heartbeat(self):
        self.radio(fs.Radio.HEARTBEAT, self.now)
        self.act()

    def print_sums(self):
        figures = self.engine.get_statistics(self.now)
        for app in range(APPS):
            launch = self.engine.launch_probability(app, 12 * HOUR, self.now)
            fresh = self.engine.new_content_probability(app, self.now)
            print(f"app {app}: launch within 12 h {int(launch * 1e6 + 0.5)} ppm, "
                  f"new content {int(fresh * 1e6 + 0.5)} ppm")
        snapshot = self.engine.snapshot()
        print(f"{DAYS} days, {figures.app_count} apps, {self.lines} lines, {self.fetches} fetches, "
              f"{self.suspensions} suspensions, {int(figures.spent_j * 1e3 + 0.5)} mJ")
        print(f"checksums: lines {self.line_sum:08x}, snapshot of {len(snapshot)} bytes {zlib.crc32(snapshot):08x}")

    def run(self):
        for day in range(DAYS):
            for time, what, arguments in self.day_plan(day):
                self.wait_until(time)
                what(*arguments)
            self.wait_until(START + (day + 1) * DAY)
        self.print_sums()


if __name__ == "__main__":
    Phone().run()
