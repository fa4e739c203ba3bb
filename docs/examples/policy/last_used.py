"""A toy: whenever the user makes the radio active, the app used last goes along whose copy is old enough.

    fetchsched bench trace.csv --policy 'exec:python3 last_used.py 900,one-recent,adaptive'
"""
import json
import sys

AGE = 1000 * int(sys.argv[1])
copies = {}  # of each app that may be fetched at any time: when its copy was made, or its last fetch began
used = []  # apps, the one used last in front
occasion = False


def fetch(now):
    global occasion
    candidates, occasion = used if occasion else [], False
    for app in candidates:
        if app in copies and now - copies[app] >= AGE:
            copies[app] = now
            return {"fetch": app}
    return {"fetch": None, "wake": None}


for line in sys.stdin:
    message, answer = json.loads(line), None
    now, app = message.get("at"), message.get("app")
    match message.get("event") or message.get("ask") or "hello":
        case "hello":
            answer = {"hello": "fetchsched-exec/1"}
        case "fetch":
            answer = fetch(now)
        case "wake":
            answer = {"wake": None}
        case "push":
            answer = {"start": message["allowed"]}
        case "interval":
            copies.pop(app, None)
            if message["seconds"] == 0:
                copies[app] = now
        case "launch":
            used = [app] + [other for other in used if other != app]
            if app in copies:
                copies[app] = now
        case "radio":
            occasion = occasion or message["cause"] == "user"
    if answer:
        print(json.dumps(answer), flush=True)
