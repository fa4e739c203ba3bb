"""The state file of the program fetchsched-poll: what is kept, what damage and kills leave, and that the command has the same.

    POLL="qemu-aarch64 linux/aarch64-linux-musl/bin/fetchsched-poll" FETCHSCHED=.build/release/fetchsched \\
        python3 -m unittest discover -s Tests/PollProgram
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["POLL"].split()
COMMAND = [os.environ["FETCHSCHED"], "poll"]
FIRST = {"hello": "fetchsched-poll/1", "requestsPerDay": 100000}
AGAIN = {"hello": "fetchsched-poll/1"}


def lines(*questions):
    return "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in questions)


def checksum(data):
    """CRC-32C, as docs/contributing/snapshot-format.md has it."""
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82F63B78 if rest & 1 else 0)
    return (rest ^ 0xFFFFFFFF).to_bytes(4, "little")


class StateTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = pathlib.Path(self.folder.name, "s")
        self.before = pathlib.Path(self.folder.name, "s.previous")

    def run_lines(self, *questions, program=PROGRAM, status=0):
        done = subprocess.run([*program, "--state", str(self.state)], input=lines(*questions), capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        self.said = done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def sources(self, program=PROGRAM):
        [answer] = self.run_lines(AGAIN, program=program)
        return answer["sources"]

    def test_the_command_has_the_same_file(self):
        answers = self.run_lines(FIRST, {"sources": ["a", "b"]}, {"save": True}, {"add": ["c"]})
        self.assertEqual(answers[2], {"saved": len(self.before.read_bytes())})
        self.assertEqual([self.sources(COMMAND), self.sources()], [3, 3])
        self.run_lines(AGAIN, {"add": ["d"]}, program=COMMAND)
        self.assertEqual([self.sources(), self.sources(COMMAND)], [4, 4])

    def test_the_same_bytes_as_the_command(self):
        talk = [{**FIRST, "seed": 7}, {"sources": ["https://a.example/ü", "b"], "now": 1704067200000},
                {"due": 2, "now": 1704067200000}, {"asked": "https://a.example/ü", "status": 200, "now": 1704067201000}]
        states = []
        for program in (PROGRAM, COMMAND):
            self.state.unlink(missing_ok=True)
            self.before.unlink(missing_ok=True)
            self.run_lines(*talk, program=program)
            states.append(self.state.read_bytes())
        self.assertEqual(states[0], states[1])

    def test_damage(self):
        self.run_lines(FIRST, {"sources": ["a", "b"]}, {"save": True}, {"add": ["c"]})
        whole = self.state.read_bytes()
        draw = random.Random(1)
        for damaged in (whole[:-1], b"", b"nonsense", *(
                whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:] for at in draw.sample(range(len(whole)), 10))):
            self.state.write_bytes(damaged)
            old = self.before.read_bytes()
            self.assertEqual(self.sources(), 2)
            self.assertIn("the state before it is used", self.said)
            # A damaged file does not take the place of a whole one.
            self.assertEqual(self.before.read_bytes(), old)
        self.state.unlink()
        self.assertEqual(self.sources(), 2)
        self.state.write_text("nonsense")
        self.before.write_text("nonsense")
        self.run_lines(AGAIN, status=65)

    def test_a_state_of_a_newer_version_stays(self):
        self.run_lines(FIRST, {"sources": ["a"]}, {"save": True}, {"add": ["c"]})
        newer = bytearray(self.state.read_bytes())
        newer[8] = 99
        newer[-4:] = checksum(newer[:-4])
        self.state.write_bytes(newer)
        self.run_lines(AGAIN, status=65)
        self.assertIn("a snapshot of version 99", self.said)
        self.assertEqual(self.state.read_bytes(), bytes(newer))

    def test_any_hello_has_the_state(self):
        for hello in ('{"h\\u0065llo":"fetchsched-poll/1"}', ' { "hello" : "fetchsched-poll/1" } \r'):
            self.run_lines(FIRST, {"sources": ["a", "b"]})
            refused, *_, answer = self.run_lines('{"due":1}', "nonsense", '{"hello":"fetchsched-poll/1"', "", hello)
            self.assertEqual(answer["sources"], 2)
            self.assertIn("expected the first line", refused["error"])
            self.assertEqual(self.sources(), 2)

    def test_nothing_is_kept_without_a_hello(self):
        self.run_lines(FIRST, {"sources": ["a"]})
        state = self.state.read_bytes()
        self.run_lines("nonsense", {"due": 1})
        self.assertEqual(self.state.read_bytes(), state)

    def test_one_process_has_it(self):
        with subprocess.Popen([*PROGRAM, "--state", str(self.state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
            first.stdin.write(lines(FIRST).encode())
            first.stdin.flush()
            first.stdout.readline()
            for program in (PROGRAM, COMMAND):
                self.run_lines(FIRST, program=program, status=75)
            first.stdin.close()

    def test_a_save_that_fails_is_an_answer(self):
        place = pathlib.Path(self.folder.name, "s.new")
        with subprocess.Popen(
                [*PROGRAM, "--state", str(self.state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                stderr=subprocess.DEVNULL) as process:
            def ask(question):
                process.stdin.write(lines(question))
                return json.loads(process.stdout.readline())

            ask(FIRST)
            place.mkdir()
            self.assertEqual(ask({"save": True})["byte"], 9)
            place.rmdir()
            self.assertIn("saved", ask({"save": True}))
            process.stdin.close()

    def test_a_polite_signal_saves(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.state.unlink(missing_ok=True)
            self.before.unlink(missing_ok=True)
            # A test that nohup started has SIGHUP ignored, which a program that it starts would keep.
            process = subprocess.Popen([*PROGRAM, "--state", str(self.state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
            process.stdin.write(lines(FIRST, {"sources": ["a"]}).encode())
            process.stdin.flush()
            process.stdout.readline()
            process.stdout.readline()
            process.send_signal(number)
            self.assertEqual(process.wait(30), 130)
            process.stdin.close()
            process.stdout.close()
            self.assertEqual(self.sources(), 1)

    def test_a_kill_loses_no_saved_state(self):
        self.run_lines(FIRST, {"sources": [f"https://h{n}.example/" for n in range(100)]})
        partial = 0
        for step in range(6):
            before = self.sources()
            process = subprocess.Popen([*PROGRAM, "--state", str(self.state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            process.stdin.write(lines(AGAIN).encode())
            process.stdin.flush()
            process.stdout.readline()
            talk = lines(*(each for n in range(40) for each in ({"add": [f"{step} {n}"]}, {"save": True})))
            process.stdin.write(talk.encode())
            process.stdin.flush()
            answers = [process.stdout.readline() for _ in range(10 * step + 2)]
            time.sleep(random.random() * 0.01)
            process.kill()
            process.stdin.close()
            answers += process.stdout.readlines()
            saved = sum(answer.startswith(b'{"saved"') for answer in answers)
            process.stdout.close()
            process.wait()
            partial += saved < 40
            # One more, if the kill came between the save and its answer.
            self.assertIn(self.sources() - before, (saved, saved + 1))
        self.assertGreater(partial, 2)


class UsageTests(unittest.TestCase):
    def test_wrong_usage(self):
        for words in (["--state"], ["x"], ["--state", "a", "b"]):
            self.assertEqual(subprocess.run([*PROGRAM, *words], capture_output=True, input=b"").returncode, 64)
        self.assertEqual(subprocess.run([*PROGRAM, "--state", "nowhere/s"], capture_output=True, input=b"").returncode, 66)

    def test_a_reader_that_leaves(self):
        process = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdout.close()
        process.stdin.write(lines(FIRST).encode())
        process.stdin.close()
        self.assertEqual(process.wait(30), 0)


if __name__ == "__main__":
    unittest.main()
