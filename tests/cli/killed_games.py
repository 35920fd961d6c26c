"""A program that plays games of a person in processes of its own and kills them, many times over.

`python -m tests.cli.killed_games KILLS SEED FOLDER`: every process is forked when all is imported
and the games are loaded, so that hundreds of kills take a minute or two. Gives a line of JSON with
what was counted. Each game goes on from its save after each kill, until it is over.
"""

from __future__ import annotations

import gc
import json
import os
import random
import select
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from interpreter.cli import main
from interpreter.cli.table import saved_games
from interpreter.diagnostics import Report
from interpreter.run import save_reader

GAMES = ("deities_of_the_old_kingdom", "cant_stop", "tic_tac_toe", "coup", "connect_four")
PATIENCE = 60.0  # seconds; a loaded machine takes its time
OF_ONE_GAME = 12  # kills, before another is begun
NAMED = "named.save"
ERRORS = Path("errors")  # what a process says beside the game
STRAY = ("warning", "error", "Error", "Traceback")


class Player:
    """One process with a game, at which another program answers for the person."""

    def __init__(self, words: list[str]) -> None:
        (theirs_in, self.to), (self.out, theirs_out) = os.pipe(), os.pipe()
        self.buffer = b""
        ERRORS.write_bytes(b"")
        self.pid = os.fork()
        if not self.pid:
            os.close(self.to)
            os.close(self.out)
            with ERRORS.open("wb") as errors:
                for ours, theirs in ((theirs_in, 0), (theirs_out, 1), (errors.fileno(), 2)):
                    os.dup2(ours, theirs)
            os.close(theirs_in)
            os.close(theirs_out)
            carry_out(["play", "--json", *words])
        os.close(theirs_in)
        os.close(theirs_out)

    def line(self) -> Any:
        """Give the next line that is told; None at the end."""
        while b"\n" not in self.buffer:
            assert select.select([self.out], [], [], PATIENCE)[0], "nothing more is told"
            more = os.read(self.out, 65536)
            if not more:
                return None
            self.buffer += more
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)

    def say(self, what: dict[str, Any]) -> None:
        """Answer."""
        os.write(self.to, json.dumps(what).encode() + b"\n")

    def end(self, sent: signal.Signals | None = None) -> int:
        """Kill it, or wait for its end; the exit code, or the signal below zero."""
        if sent is not None:
            os.kill(self.pid, sent)
        else:
            while self.line() is not None:
                pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.to)
        os.close(self.out)
        return os.waitstatus_to_exitcode(status)


class Game:
    """One game of a person, where it is kept, and what is known to be kept of it."""

    def __init__(self, chance: random.Random, game: str, named: bool) -> None:
        self.chance = chance
        self.named = named
        self.seed = chance.randrange(1 << 20)
        self.begin = [game, "--seats", "human,random", "--seed", str(self.seed)]
        self.known: list[str] = []
        self.sent = ""  # the answer that may be lost
        self.begun = False

    def _player(self) -> Player:
        to = ["--save", NAMED] if self.named else []
        if not self.begun:
            return Player([*self.begin, *to])
        return Player(["--load", NAMED, *to] if self.named else ["--resume"])

    def kill(self, decisions: int, counts: Counter[str]) -> None:
        """Go on for so many decisions, and be killed right after the last, or, after none, at any
        moment from the beginning on."""
        player = self._player()
        try:
            for _ in range(decisions):
                if not self._answer(player, counts):
                    break
            # Sooner rather than later: an answer is soon read, carried out and written.
            time.sleep(
                self.chance.random() ** 3 * 0.006 if decisions else self.chance.random() / 15
            )
        finally:
            code = player.end(signal.SIGKILL)
        if code == -signal.SIGKILL:
            counts["kills"] += 1
            counts["kills right after a decision"] += bool(self.sent)
        assert not any(word in told() for word in STRAY), told()

    def leave(self, decisions: int, counts: Counter[str]) -> None:
        """Go on for so many decisions and leave; all that is kept is true."""
        player = self._player()
        while decisions and self._answer(player, counts):
            decisions -= 1
        if not decisions and player.line() is not None:
            self._arrived()
            player.say({"quit": True})
        assert player.end() == 0, told()
        path = self._path()
        assert path is not None and forked(["replay", str(path), "--verify"]) == 0, told()
        counts["games verified"] += 1

    def _answer(self, player: Player, counts: Counter[str]) -> bool:
        """Answer the next question; False if the game is over."""
        seen = player.line()
        assert seen is not None and "error" not in seen, (seen, told())
        if "asked" not in seen:
            return False
        self._arrived()
        self.sent = self.chance.choice(seen["asked"]["options"])["take"]
        player.say({"take": self.sent})
        counts["decisions"] += 1
        return True

    def _arrived(self) -> None:
        """Note that a question is asked: all that was decided before is kept for sure."""
        self.begun = True
        kept = self._kept()
        assert kept is not None, "the person is asked, and the game is not kept"
        before = [*self.known, self.sent] if self.sent else self.known
        assert kept[: len(before)] == before, (kept, before)
        self.known, self.sent = kept, ""

    def check(self, counts: Counter[str]) -> bool:
        """Give that nothing is lost but the last answer, at most; whether the game is over."""
        kept = self._kept()
        if kept is None:
            assert not self.begun, "the game is gone"
            counts["killed before it was kept"] += 1
            return False
        assert kept[: len(self.known)] == self.known, (kept, self.known)
        if self.sent:
            lost = len(kept) == len(self.known)
            assert lost or kept[len(self.known)] == self.sent, (kept, self.known, self.sent)
            counts["last decision lost" if lost else "last decision kept"] += 1
        self.known, self.sent, self.begun = kept, "", True
        path = self._path()
        assert path is not None
        return b'"over":true' in path.read_bytes()

    def _kept(self) -> list[str] | None:
        """All decisions that are kept; None if there is no save."""
        path = self._path()
        if path is None:
            return None
        report = Report()
        save = save_reader.read_save(path.read_bytes(), path.name, report)
        assert save is not None and not report.sorted(), (path, report.sorted())
        return [one.take for one in save.decisions]

    def _path(self) -> Path | None:
        if self.named:
            return Path(NAMED) if Path(NAMED).exists() else None
        found = [p for p in Path("state/rulewright/saves").glob("*.save") if p.stat().st_size]
        assert len(found) <= 1, found
        return found[0] if found else None


def told() -> str:
    """Give what the process that was begun last said of faults."""
    return ERRORS.read_text(encoding="utf-8")


def forked(words: list[str]) -> int:
    """Give the exit code of a command."""
    pid = os.fork()
    if not pid:
        with ERRORS.open("wb") as errors:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(errors.fileno(), 2)
        carry_out(words)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def carry_out(words: list[str]) -> NoReturn:
    """Give a command, with streams that nobody has used yet, and the end."""
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os._exit(main.run(words))


def load_once() -> None:
    """Load the games; whoever is forked finds them."""
    load = saved_games.load
    found = {game: load(game, {}) for game in GAMES}
    saved_games.load = lambda game, *_: found[game]


def killed(kills: int, seed: int, folder: Path) -> Counter[str]:
    """Kill so many times; gives what was counted."""
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    while counts["kills"] < kills:
        counts["games"] += 1
        place = folder / str(counts["games"])
        place.mkdir(parents=True)
        os.chdir(place)
        os.environ["XDG_STATE_HOME"] = str(place / "state")
        game = Game(chance, GAMES[counts["games"] % len(GAMES)], chance.random() < 0.3)
        over = False
        for _ in range(min(OF_ONE_GAME, kills - counts["kills"])):
            game.kill(chance.choice((0, 1, 1, 2, 3, 5)), counts)
            if over := game.check(counts):
                break
        if not over:
            game.leave(3, counts)
        else:
            counts["games over"] += 1
    return counts


if __name__ == "__main__":
    load_once()
    gc.collect()
    gc.freeze()
    print(json.dumps(killed(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
