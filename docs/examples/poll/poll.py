"""The program of docs/examples/c/poll.c through `fetchsched poll`: 40 feeds of two servers, one of which refuses. It prints the same.

    FETCHSCHED=.build/release/fetchsched python3 docs/examples/poll/poll.py
"""

import json
import os
import subprocess

poller = subprocess.Popen(
    [os.environ.get("FETCHSCHED", "fetchsched"), "poll"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def ask(question):
    print(json.dumps(question), file=poller.stdin, flush=True)
    answer = json.loads(poller.stdout.readline())
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer


FEEDS, MINUTE, HOUR, DAY, START = 40, 60_000, 3_600_000, 86_400_000, 1704067200000


def changed(feed, now):
    """When a feed changed last, by day: every two hours to every ten days."""
    last = now - (now - START) % (2 * HOUR + feed * feed * 9 * MINUTE)
    return START - HOUR if (last - START) % DAY < 7 * HOUR else last


ask({"hello": "fetchsched-poll/1", "requestsPerDay": 200, "seed": 1})
ask({"group": "fast", "spacing": 1, "atOnce": 2})
ask({"sources": [{"name": f"feed {n}", "group": "fast" if n % 4 else "slow"} for n in range(FEEDS)], "now": START})
seen, free_at, now = [0] * FEEDS, START, START
requests = found = refused = first_day = 0
while now < START + 7 * DAY:
    while True:
        answer = ask({"due": 1, "now": now})
        if not answer["due"]:
            break
        name = answer["due"][0]
        feed = int(name[5:])
        requests += 1
        result = {"asked": name, "outcome": "nothing", "now": now}
        if feed % 4 == 0 and now < free_at:  # 429
            result |= {"outcome": "failed", "retryAfter": (free_at - now) / 1000 if refused % 2 else 0}
            refused += 1
            first_day += now < START + DAY
        else:
            if feed % 4 == 0:
                free_at = now + 10 * MINUTE
            date = changed(feed, now)
            if date > seen[feed]:
                result |= {"outcome": "new", "changed": [date]}
                found += 1
            seen[feed] = date
        due = ask(result)["next"]
        if now < START + HOUR:
            what = "refused" if result["outcome"] == "failed" else result["outcome"]
            print(f"{(now - START) // 1000:4} s  feed {feed:2}  {what:8}next after {(due - now) // MINUTE:3} min")
    now = answer["next"]
print(f"{requests} requests in a week, {found} found something")
print(f"{refused} were refused, {first_day} of them on the first day")
