"""A toy: whenever the user makes the radio active, the app used last goes along whose copy is old enough.

    fetchsched bench trace.csv --policy 'exec:python3 last_used.py 900,one-recent,adaptive'
"""
import json
import sys

AGE = 1000 * int(sys.argv[1])
synced = {}  # of each app that may be fetched: when its copy was made, or its last fetch began
used = []  # apps, the one used last in front
occasion = False


def next_fetch(now):
    global occasion
    candidates = used if occasion else []
    occasion = False
    for app in candidates:
        if app in synced and now - synced[app] >= AGE:
            synced[app] = now
            return {"fetch": app}
    return {"fetch": None, "wake": None}


for line in sys.stdin:
    message = json.loads(line)
    now, app = message.get("at"), message.get("app")
    match message.get("event") or message.get("ask") or "hello":
        case "hello": answer = {"hello": "fetchsched-exec/1"}
        case "fetch": answer = next_fetch(now)
        case "wake": answer = {"wake": None}
        case "push": answer = {"start": message["allowed"]}
        case "radio": answer, occasion = None, occasion or message["cause"] == "user"
        case "interval":  # It keeps to the rules by leaving alone what may not be fetched at any time.
            answer = synced.setdefault(app, now) and None if message["seconds"] == 0 else synced.pop(app, None) and None
        case "launch":
            answer, used = None, [app] + [other for other in used if other != app]
            if app in synced: synced[app] = now
        case _: answer = None
    if answer:
        print(json.dumps(answer), flush=True)
