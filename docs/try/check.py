#!/usr/bin/env python3
"""Opens the page in a headless browser, and compares what it shows with what its own command lines print.

    BROWSER=chromium FETCHSCHED=.build/release/fetchsched python3 docs/try/check.py PAGE.html
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

page = pathlib.Path(sys.argv[1]).resolve()
command = os.environ.get("FETCHSCHED", "fetchsched")


class Browser:
    """A browser that is driven over two pipes."""

    def __init__(self, folder):
        (its_input, self.output), (self.input, its_output) = os.pipe(), os.pipe()

        def connect():
            # Apart from 3 and 4 first: either pipe may have those numbers.
            first, second = os.dup(its_input), os.dup(its_output)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [os.environ["BROWSER"], "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             f"--user-data-dir={folder}", "--proxy-server=127.0.0.1:9", "--remote-debugging-pipe"],
            close_fds=False, preexec_fn=connect, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(its_input)
        os.close(its_output)
        self.rest, self.number, self.session = b"", 0, None

    def call(self, method, **values):
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                more = os.read(self.input, 1 << 16)
                if not more:
                    sys.exit("page: the browser ended")
                self.rest += more
            line, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"page: {method}: {answer['error']}")
                return answer["result"]

    def open(self, address):
        target = self.call("Target.createTarget", url=address)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait(self, expression, seconds=900):
        end = time.monotonic() + seconds
        while not self.value(expression):
            fault = self.value("document.getElementById('fault')?.textContent")
            if fault or time.monotonic() > end:
                sys.exit(f"page: {fault or 'not ready: ' + expression}")
            time.sleep(0.2)


faults, compared = [], 0


def printed(lines, folder):
    """Runs lines of the page."""
    run = re.sub(r"(^|\| )fetchsched ", rf"\1{command} ", lines, flags=re.M)
    return subprocess.run(run, shell=True, cwd=folder, check=True, capture_output=True, text=True).stdout


def compare_tables(shown, text, line):
    """Compares rows of the page with those of the same policies in a table of the command."""
    global compared
    rows = {words[0]: words[1:] for words in (row.split() for row in text.splitlines()) if words}
    for policy, cells in shown:
        compared += len(cells)
        wanted = [cell.replace(",", "") for cell in rows.get(policy, [])]
        found = [cell.replace(",", "") for cell in cells]
        if found != wanted:
            faults.append(f"{line}\n  {policy}: the page shows {found}, the command {wanted}")


def cells(browser, table):
    return browser.value(
        f"[...document.querySelectorAll('#{table} tbody tr')].map(row => [...row.cells].slice(1).map(cell => cell.textContent))")


def check_phone(browser, folder):
    global compared
    for user, position in (("commuter", 4), ("quiet", 7)):
        browser.value(
            f"""for (const [id, value, kind] of [['user', '{user}', 'change'], ['value', '{position}', 'input']]) {{
                const element = document.getElementById(id); element.value = value; element.dispatchEvent(new Event(kind)) }}""")
        browser.wait(
            "document.getElementById('day-command').textContent.includes(document.getElementById('user').value) &&"
            "[...document.querySelectorAll('.progress')].every(each => !each.textContent.trim()) &&"
            "!document.querySelector('.busy') && !document.querySelector('#table tbody').textContent.includes('…')")
        line = browser.value("document.getElementById('command').textContent")
        none, *others, own = re.search(r"--policy (\S+)", line)[1].split(",")
        compare_tables(list(zip([own, *others, none], cells(browser, "table"))), printed(line, folder), line)
        line = browser.value("document.getElementById('day-command').textContent")
        shown = re.findall(r"\d+", browser.value("document.getElementById('day-sentence').textContent"))[:3]
        [other] = json.loads(printed(line + " --format json", folder))["policies"]
        compared += 3
        wanted = [str(number) for number in (other["freshLaunches"], other["launches"], len(other["fetchList"]))]
        if shown != wanted:
            faults.append(f"{line}\n  the page shows {shown}, the command {wanted}")


def check_poller(browser, folder):
    browser.value("document.querySelector('[value=poller]').click()")
    browser.wait(
        "document.getElementById('ptable').textContent.includes('fetchsched') && !document.querySelector('#poller .busy')")
    line = browser.value("document.getElementById('pcommand').textContent")
    fixed, own = re.search(r"--policy (\S+)", line)[1].split(",")
    compare_tables(list(zip([own, fixed], cells(browser, "ptable"))), printed(line, folder), line)


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    browser = Browser(f"{folder}/profile")
    try:
        start = time.monotonic()
        browser.open(page.as_uri())
        browser.wait("!document.querySelector('#phone .busy') && document.querySelector('#answer b') ? 1 : 0")
        first = time.monotonic() - start
        check_phone(browser, folder)
        check_poller(browser, folder)
    finally:
        browser.process.terminate()
        browser.process.wait()
if faults:
    sys.exit("\n".join(faults))
print(f"page: first figures after {first:.1f} s; {compared} figures that the page shows are those that its lines print")
