#!/usr/bin/env python3
"""Usage: scripts/cgos-session.py DIR [PROGRAM [ARGUMENT...]]

Runs the engine code of the client of CGOS (client-python/src/gtpengine.py of a checkout of github.com/zakki/cgos in
DIR, last tried at 91bafa2c) with the engine (target/release/halfpoint --rules tromp_taylor by default): a few moves by
cgos-genmove_analyze, and one by kata-genmove_analyze, which the client translates itself. The client prints its log.
Ends with status 1 at the first thing that is not as it should be.
"""

import json
import sys
from pathlib import Path

SIZE = 9


def check(connector, colour):
    """Lets the engine move and checks what would go to the server."""
    connector.notifyTimeLeft(colour, 60000)
    move, analysis = connector.requestGenMove(colour)
    info = json.loads(analysis)
    assert "\n" not in analysis
    assert move in ("pass", "resign") or move[1:].isdigit(), move
    assert 0 <= info["winrate"] <= 1 and isinstance(info["score"], float)
    assert info["visits"] >= info["moves"][0]["visits"] > 0
    assert len(info["ownership"]) == SIZE * SIZE
    assert move == "resign" or info["moves"][0]["move"].lower() == move
    return info["visits"]


def main():
    folder = Path(sys.argv[1], "client-python/src")
    command = sys.argv[2:] or ["target/release/halfpoint", "--rules", "tromp_taylor"]
    sys.path.insert(0, str(folder))
    from gtpengine import EngineConnector

    connector = EngineConnector(" ".join(command), "halfpoint", logfile=None)
    connector.connect()
    assert connector.hasTimeControl() and connector.getGenmoveAnalyzeMode() == "cgos"
    connector.notifyBoardSize(SIZE)
    connector.notifyKomi(7.0)
    connector.notifyClearBoard()
    connector.notifyTimeSettings(60000)
    connector.notifyPlay("b", "E5")
    visits = [check(connector, colour) for colour in "wbwb"]
    connector._supportedCommands.remove("cgos-genmove_analyze")
    assert connector.getGenmoveAnalyzeMode() == "kata"
    visits.append(check(connector, "w"))
    connector.notifyCGOSGameover("B+3.0")
    connector.shutdown()
    print(f"the code of CGOS's client: {len(visits)} moves with reports, visits {visits}")


if __name__ == "__main__":
    main()
