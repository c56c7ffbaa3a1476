#!/usr/bin/env python3
"""Reviews and continues games with KaTrain's own classes, without its window.

Our engine plays a game against itself under each rule set. KaTrain opens the record, starts
`halfpoint analysis`, and analyzes every position, as its window does. Then KaTrain goes back, plays
moves with its own computer player, and passes. KaTrain does not know these rules and asks for
Japanese ones, so it gets `--rules NAME --lock-rules`; then the record is read once more with rules
that KaTrain hands on, as JSON in RU, and with an engine that is told nothing. All of it is done
again by KaTrain's remote engine over the WebSocket of `halfpoint board --analysis`, where the rules
stand in the address; there KaTrain also thinks without end until it is stopped, drops queries, and
loses its connection in the middle of some.

Failures are: an error that KaTrain logs; a position without win rate, score, candidate moves,
ownership or policy; a move without the points that it lost; an answer whose pass or ledger is not
that of the game, played in a second process over GTP; another score than that process has at the
end; another result than ours, where KaTrain asks us; a record written by KaTrain that is another
game to us; a search that goes on after KaTrain has stopped it.
"""
import argparse
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import AI_DEFAULT, OUTPUT_DEBUG, OUTPUT_ERROR, OUTPUT_EXTRA_DEBUG, VERSION
from katrain.core.game import Game, KaTrainSGF
from katrain.core.remote_engine import make_engine
from pysgf import Move

# A hang fails, and does not keep a build waiting.
MAX_WAIT_S = 120
# Processor seconds in half a second above which a search goes on.
BUSY_S = 0.15

parser = argparse.ArgumentParser(
    prog="katrain-session", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("--engine", default=f"{os.environ['HALFPOINT_RELEASE']}/halfpoint", help="our program")
parser.add_argument("--rules", action="append", metavar="NAME", help="rule set, may be given again (button, two_button)")
parser.add_argument("--size", type=int, default=9, metavar="N", help="board size (9)")
parser.add_argument("--playouts", type=int, default=16, metavar="N", help="visits a move of the game (16)")
parser.add_argument("--visits", type=int, default=16, metavar="N", help="KaTrain's max_visits (16)")
parser.add_argument("--options", default="", help="more options for `halfpoint analysis`")
args = parser.parse_args()


class Failure(Exception):
    """Something that does not hold."""


def check(holds, text):
    if not holds:
        raise Failure(text)


class Gtp:
    """Process of our program that plays under a rule set."""

    def __init__(self, rules):
        command = [args.engine, "--rules", rules, "--size", str(args.size), "--playouts", str(args.playouts), "--seed", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().rstrip("\n")) != "":
            lines.append(line)
        check(lines and lines[0].startswith("="), f"{command}: {lines}")
        return "\n".join(lines)[1:].strip()

    def state(self):
        return json.loads(self.ask("halfpoint-state"))

    def self_play(self):
        """Plays a game to its end and returns its record."""
        while (state := self.state())["over"] is None and state["moves"] < 3 * args.size**2:
            if self.ask(f"genmove {state['to_move']}") == "resign":
                # A game that is resigned has no button yet.
                self.ask("undo")
                self.ask(f"play {state['to_move']} pass")
        return self.ask("printsgf")

    def quit(self):
        self.ask("quit")
        self.process.wait()


class Client(KaTrainBase):
    """KaTrain without a window. Its log says what goes over the wire."""

    def __init__(self):
        self.errors = []
        self.moves = {}
        self.answers = {}
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(message)
        elif level == OUTPUT_DEBUG and re.match("Sending (ponder )?query ", str(message)):
            query = json.loads(message[message.index("{") :])
            self.moves[query["id"]] = tuple(vertex for _, vertex in query["moves"])
        elif level == OUTPUT_EXTRA_DEBUG and isinstance(message, dict):
            self.answers[self.moves[message["id"]]] = message


class Server:
    """Our server with a WebSocket, for KaTrain's remote engine."""

    def __init__(self):
        command = [args.engine, "board", "--analysis", "--no-open", "--threads", "2"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.address = self.process.stdout.readline().strip()
        check(self.address.startswith("ws://"), f"the server names no WebSocket, but {self.address!r}")

    def processor_s(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_until_idle(self, text):
        end = time.monotonic() + MAX_WAIT_S
        while True:
            before = self.processor_s()
            time.sleep(0.5)
            if self.processor_s() - before < BUSY_S:
                return
            check(time.monotonic() < end, f"{text}: the search goes on")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Session:
    """Review of one record by an engine: a program with options, or one at an address."""

    def __init__(self, rules, record, settings):
        self.client = Client()
        settings = {
            **self.client.config("engine"),
            **settings,
            "max_visits": args.visits,
            # Kivy draws the dialogs that follow a failure.
            "allow_recovery": False,
        }
        self.engine = make_engine(self.client, settings)
        self.game = Game(self.client, self.engine, move_tree=KaTrainSGF.parse_file(str(record)))
        self.gtp = Gtp(rules)

    def close(self):
        self.engine.shutdown(finish=None)
        self.gtp.quit()

    def wait(self, nodes):
        """Waits until KaTrain holds the complete analysis of all nodes."""
        end = time.monotonic() + MAX_WAIT_S
        while not all(node.analysis_complete for node in nodes):
            check(not self.client.errors, f"KaTrain: {self.client.errors}")
            check(self.engine.check_alive(), "the engine has ended")
            check(time.monotonic() < end, f"no analysis of all {len(nodes)} positions after {MAX_WAIT_S} s")
            time.sleep(0.02)

    def line(self):
        """Returns the nodes of the record from the root."""
        nodes = [self.game.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def play(self, nodes):
        """Brings the process that speaks GTP to the position of the last of these nodes."""
        self.gtp.ask(f"boardsize {args.size}")
        self.gtp.ask(f"komi {self.game.komi}")
        for node in nodes:
            if node.move:
                self.gtp.ask(f"play {node.player} {node.move.gtp()}")

    def check_node(self, node):
        """Checks all that KaTrain shows of a position. Returns the token that a pass is there."""
        nodes = node.nodes_from_root
        self.play(nodes)
        state = self.gtp.state()
        name = f"move {node.depth} ({node.move.gtp() if node.move else 'root'})"
        check(0 <= node.winrate <= 1, f"{name}: win rate {node.winrate}")
        check(isinstance(node.score, float | int), f"{name}: score {node.score}")
        check(node.move is None or isinstance(node.points_lost, float | int), f"{name}: points lost")
        check(node.comment(sgf=True), f"{name}: no comment")
        candidates = node.candidate_moves
        check(candidates and candidates[0]["order"] == 0 and candidates[0]["pv"], f"{name}: no best move")
        if state["over"] is None:
            check(len(node.ownership) == args.size**2, f"{name}: ownership")
            check(len(node.policy) == args.size**2 + 1, f"{name}: policy")

        answer = self.client.answers[tuple(each.move.gtp() for each in nodes if each.move)]
        meaning = self.gtp.ask("halfpoint-pass_means")
        check(answer["rules"] == state["rules"], f"{name}: rules {answer['rules']}")
        check(answer["passMeans"] == meaning, f"{name}: a pass is {answer['passMeans']}, not {meaning}")
        check(answer["ledger"] == state["ledger"], f"{name}: ledger {answer['ledger']}, not {state['ledger']}")
        for move in answer["moveInfos"]:
            token = move.get("token")
            check((move["move"] == "pass") == (token is not None), f"{name}: token of {move['move']}")
            check(token in (None, meaning), f"{name}: pass is {token}, not {meaning}")
        return meaning

    def check_end(self, node, final):
        """Checks the score of a game that is over, and the result that KaTrain shows."""
        answer = self.client.answers[tuple(each.move.gtp() for each in node.nodes_from_root if each.move)]
        wanted = 0 if final == "0" else float(final[2:]) * (1 if final[0] == "B" else -1)
        lead = answer["rootInfo"]["scoreLead"]
        check(lead == wanted, f"the score of the end is {lead}, not {final}")
        # KaTrain counts by itself where it takes the rules for Japanese.
        if isinstance(self.game.rules, dict) and final != "0":
            self.game.set_current_node(node)
            shown = self.game.end_result
            check(shown == f"{final[:2]}{float(final[2:]):.1f}?", f"KaTrain shows {shown}, not {final}")

    def wait_for(self, holds, text):
        end = time.monotonic() + MAX_WAIT_S
        while not holds():
            check(time.monotonic() < end, f"{text}: not after {MAX_WAIT_S} s")
            time.sleep(0.02)

    def interrupt(self, server, node):
        """Thinks without end and stops, drops queries, and loses the connection in the middle of some."""
        reports = []
        request = {"time_limit": False, "ponder": True}
        self.engine.request_analysis(node, lambda _, is_partial: reports.append(is_partial), **request)
        self.wait_for(lambda: len(reports) > 1, "reports of a search without end")
        self.engine.stop_pondering()
        # KaTrain counts a query as answered before it tells of the answer.
        self.wait_for(lambda: self.engine.is_idle() and not reports[-1], "the answer to a search that was stopped")
        check(reports[-1] is False and all(reports[:-1]), f"reports, the last one of the end: {reports}")
        server.wait_until_idle("a search that was stopped")

        for _ in range(5):
            self.engine.request_analysis(node, None, visits=10_000_000, time_limit=False)
        self.wait_for(self.engine.write_queue.empty, "sent queries")
        self.engine.on_new_game()
        server.wait_until_idle("queries that were dropped")

        found = []
        before = self.engine.ws
        for _ in range(5):
            self.engine.request_analysis(node, lambda answer, _: found.append(answer), visits=5000, time_limit=False)
        self.wait_for(self.engine.write_queue.empty, "sent queries")
        before.sock.shutdown(socket.SHUT_RDWR)
        self.wait_for(lambda: len(found) == 5, "answers after a lost connection")
        check(self.engine.ws is not before, "a second connection")

    def play_on(self, node):
        """Goes back to a node, lets KaTrain's computer player make moves, and passes."""
        self.game.set_current_node(node)
        for _ in range(4):
            move, played = generate_ai_move(self.game, AI_DEFAULT, {})
            check(played is not None, f"KaTrain's player made no move after {move}")
        before = self.game.current_node
        after = self.game.play(Move(None, player=before.next_player))
        self.wait(after.nodes_from_root)
        meaning = self.check_node(before)
        self.check_node(after)
        ledgers = [self.client.answers[tuple(each.move.gtp() for each in one.nodes_from_root if each.move)]["ledger"]
                   for one in (before, after)]
        check(ledgers[0] != ledgers[1], f"the ledger does not change by {meaning}")
        return meaning, ledgers[1]


def session(name, rules, record, settings, server=None):
    """Reviews a record, writes it again, and plays on. Prints a summary."""
    begin = time.monotonic()
    one = Session(rules, record, settings)
    nodes = one.line()
    one.wait(nodes)
    seconds = time.monotonic() - begin
    passes = []
    for before, after in zip(nodes, nodes[1:]):
        meaning = one.check_node(before)
        if after.move.is_pass:
            passes.append(meaning)
    one.check_node(nodes[-1])
    check(passes and passes[0] != "pass", f"the game has no token move, but {passes}")

    gtp = Gtp(rules)
    gtp.ask(f"loadsgf {record}")
    state = gtp.state()
    final = gtp.ask("final_score")
    one.check_end(nodes[-1], final)
    written = record.with_suffix(".katrain.sgf")
    one.game.write_sgf(str(written))
    gtp.ask(f"loadsgf {written}")
    again = gtp.state()
    check(again == state, f"the record from KaTrain is another game: {again}, not {state}")
    gtp.quit()

    meaning, ledger = one.play_on(nodes[len(nodes) // 3])
    if server:
        one.interrupt(server, nodes[0])
    check(not one.client.errors, f"KaTrain: {one.client.errors}")
    one.close()
    print(
        f"{name}: {len(nodes)} positions in {seconds:.1f} s, passes of the record {' '.join(passes)}; "
        f"played on: {meaning}, ledger {ledger['black']:g} : {ledger['white']:g}",
        flush=True,
    )


def program(options):
    """Returns KaTrain's settings for our program as its engine."""
    command = f"{shlex.quote(args.engine)} analysis --threads 2 {options} {args.options}"
    return {"backend": "custom", "altcommand": command}


def remote(address):
    """Returns KaTrain's settings for an engine at an address."""
    return {"backend": "remote", "remote_url": address}


def sessions(rules, folder, server):
    gtp = Gtp(rules)
    text = gtp.self_play()
    gtp.quit()
    record = folder / f"{rules}.sgf"
    record.write_text(text)
    session(f"{rules}, locked", rules, record, program(f"--rules {rules} --lock-rules"))
    session(f"{rules}, locked, remote", rules, record, remote(f"{server.address}&rules={rules}"), server)
    record.write_text(re.sub(r"RU\[[^]]*\]", f'RU[{{"id":"{rules}"}}]', text))
    session(f"{rules}, by the record", rules, record, program(""))
    session(f"{rules}, by the record, remote", rules, record, remote(server.address), server)


def main():
    server = None
    try:
        server = Server()
        with tempfile.TemporaryDirectory() as folder:
            for rules in args.rules or ["button", "two_button"]:
                try:
                    sessions(rules, Path(folder), server)
                except Failure as failure:
                    print(f"katrain-session: {rules}: {failure}", file=sys.__stderr__)
                    return 1
    finally:
        if server:
            server.stop()
    print(f"KaTrain {VERSION}: no faults")
    return 0


status = main()
sys.stdout.flush()
sys.__stderr__.flush()
# KaTrain's threads read from engines for ever.
os._exit(status)
