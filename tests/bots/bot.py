"""A bot of the league for tests: discards what it draws, claims nothing, and misbehaves on request.

    bot.py json|simplified classic|keep [good|garbage|exit|hang|flood|hu|claim|child]
"""

import json
import subprocess
import sys
import time

MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def answer(request):
    words = request.split()
    return f"PLAY {words[1]}" if words[0] == "2" else "PASS"


def misbehave(how, request):
    """What is said instead of the answer, at the first own draw; None to answer well."""
    if not request.startswith("2 "):
        return None
    if how == "garbage":
        return "PLAY THE DRAGON"
    if how == "exit":
        sys.exit(3)
    if how == "hang":
        time.sleep(600)
    if how == "flood":
        return "X" * (1 << 20)
    if how == "hu":
        return "HU"
    if how == "claim":
        return "PENG W1"
    if how == "child":
        # A child that outlives its parent and holds on to the pipes.
        subprocess.Popen(["sleep", "600"])
        time.sleep(600)
    return None


def say(response, envelope, mode):
    print(json.dumps({"response": response}) if envelope == "json" else response)
    if mode == "keep":
        print(MARKER)
    sys.stdout.flush()


def first(envelope):
    if envelope == "json":
        return json.loads(input())["requests"][-1]
    turns = int(input())
    for _ in range(2 * turns - 2):
        input()
    return input()


def main():
    envelope, mode, *rest = sys.argv[1:]
    how = rest[0] if rest else "good"
    print("hello from the bot", file=sys.stderr)
    request = first(envelope)
    while True:
        said = misbehave(how, request)
        say(answer(request) if said is None else said, envelope, mode)
        if mode == "classic":
            return
        try:
            line = input()
        except EOFError:
            return
        request = json.loads(line) if envelope == "json" else line


main()
