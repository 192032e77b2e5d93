#!/usr/bin/env python3
"""A client of `vedette serve` (doc/protocols.md). SPDX-License-Identifier: GPL-3.0-or-later

usage: serve_client.py PROGRAM FILE   (prints the chance to win, the likeliest place of the flag, the best move)
"""
import json
import subprocess
import sys


class Vedette:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        encoding="utf-8")
        self.last = 0

    def ask(self, question, **fields):
        self.last += 1
        request = {"id": self.last, "ask": question, **fields}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            message = json.loads(line)
            if "error" in message:
                raise RuntimeError(message["error"]["text"])
            if message["id"] == self.last and "answer" in message:
                return message["answer"]
        raise RuntimeError("vedette has ended")

vedette = Vedette(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    seat = vedette.ask("load", text=file.read())["seat"]
chances = vedette.ask("chances")
print(f"{chances['side']} wins with {chances['people']:.3f}")
pieces = vedette.ask("guess")["pieces"]
flag = max(pieces, key=lambda piece: piece["p"]["flag"])
print(f"the flag is on {flag['square']} with {flag['p']['flag']:.3f}")
best = vedette.ask("best", worlds=2, plies=8)["moves"][0]
print(f"{seat} plays {best['move']}")
vedette.process.stdin.close()
sys.exit(vedette.process.wait())
