"""The built-in policy `aligned` in Python: all apps at the same moments, every PERIOD seconds. Same results, same bytes.

    fetchsched bench trace.csv --policy 'exec:python3 aligned.py 3600,aligned-3600'
"""
import json
import sys
from math import inf

PERIOD = 1000 * int(sys.argv[1])


class App:
    interval, last_end, last_start, in_use, under_way = None, None, None, False, False

    def allowed_from(self):
        if self.interval is None:
            return inf
        return -inf if self.interval == 0 or self.last_end is None else self.last_end + 1000 * self.interval


class Aligned:
    def __init__(self):
        self.apps, self.cursor, self.round, self.late = [], inf, None, inf

    def tell(self, event, now, app, message):
        if event == "interval":
            self.round = self.round or now + PERIOD
            self.apps += [App() for _ in range(app + 1 - len(self.apps))]
            self.apps[app].interval = message["seconds"]
        elif event == "launch":
            self.apps[app].in_use, self.apps[app].last_end = True, now
        elif event == "end":
            self.apps[app].in_use, self.apps[app].last_end = False, now
        elif event == "fetched":
            self.apps[app].under_way, self.apps[app].last_end, self.apps[app].last_start = False, now, message["start"]

    def fetch(self, now):
        if self.round is not None and self.round <= now or self.late <= now:
            if self.round <= now:
                self.round += PERIOD * ((now - self.round) // PERIOD + 1)
            self.cursor, self.late = 0, inf
        while self.cursor < len(self.apps):
            number, app = self.cursor, self.apps[self.cursor]
            self.cursor += 1
            allowed = app.allowed_from()
            if not app.in_use and not app.under_way and allowed <= now:
                if app.last_start is None or 2 * (now - app.last_start) > PERIOD:
                    app.under_way = True
                    return {"fetch": number}
            elif 0 < allowed - now <= PERIOD / 10:
                self.late = min(self.late, allowed)
        return {"fetch": None, **self.wake(), "radio": None}

    def wake(self):
        return {"wake": None if self.round is None else min(self.round, self.late)}


policy = Aligned()
for line in sys.stdin:
    message = json.loads(line)
    ask, now, app = message.get("ask"), message.get("at"), message.get("app")
    if "event" in message:
        policy.tell(message["event"], now, app, message)
        continue
    answer = {"fetch": lambda: policy.fetch(now), "wake": policy.wake, "push": lambda: {"start": message["allowed"]}}
    hello = {"hello": "fetchsched-exec/1", "parallel": 1_000_000}
    print(json.dumps(answer[ask]() if ask else hello), flush=True)
