"""A policy's program that behaves for some questions, and then misbehaves: hostile.py WAY NUMBER [ANSWER]."""

import os
import signal
import subprocess
import sys
import time

way, number = sys.argv[1], int(sys.argv[2])
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
with open("group", "a") as file:
    file.write(f"{os.getpgid(0)}\n")


def misbehave():
    if way == "answer":
        os.write(1, os.fsencode(sys.argv[3]) + b"\n")
        time.sleep(600)
    elif way == "exit":
        os._exit(number % 3)
    elif way == "die":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif way == "flood":
        for _ in range(1 << 10):
            os.write(1, b"x" * (1 << 20))
    elif way == "lines":
        while True:
            os.write(1, b'{"fetch":null}\n' * 1000)
    elif way == "twice":
        os.write(1, b'{"fetch":null}\n{"fetch":null}\n')
    elif way == "part":
        os.write(1, b'{"fetch":')
    elif way == "deaf":
        os.close(0)
    elif way == "mute":
        os.close(1)
    time.sleep(600)


asked = 0
for line in iter(sys.stdin.buffer.readline, b""):
    if b'"event"' in line:
        continue
    asked += 1
    if asked > number and way != "stay":
        misbehave()
    if b'"hello"' in line:
        answer = b'{"hello":"fetchsched-exec/1","parallel":2}'
    elif b'"fetch"' in line:
        answer = b'{"fetch":0}' if asked % 7 == 3 else b'{"fetch":null,"wake":null}'
    elif b'"wake"' in line:
        answer = b'{"wake":null}'
    else:
        answer = b'{"start":true}'
    os.write(1, answer + b"\n")
if way == "stay":
    time.sleep(600)
