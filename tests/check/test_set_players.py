"""House rules that change how many play: `set players from 1 to 1`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from interpreter.check.overlays.attribution import read_game as read_with_causes
from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import read_game

GAMES = Path(__file__).parents[2] / "games"


def read(game: str, *overlays: str):
    """Give the files of a game under overlays, each with these lines below a heading of its own."""
    files = read_game(GAMES / game, Report())
    assert files is not None
    name = game.rpartition("/")[2]
    heads = (f'variant "House {n}" for {name} 1\n' for n in range(len(overlays)))
    texts = (head + lines for head, lines in zip(heads, overlays, strict=True))
    sources = tuple(Source(f"house_{n}.rules", text) for n, text in enumerate(texts))
    return replace(files, overlays=sources)


def played_by(game: str, *overlays: str) -> tuple[int, int, list[str]]:
    """How few and how many play with these overlays, and what is said of them."""
    report = Report()
    ctx = read_with_causes(read(game, *overlays), report)
    assert ctx is not None
    return ctx.program.least, ctx.program.most, [d.slug for d in report.found]


def test_more_and_fewer_play_than_the_game_says():
    assert played_by("classics/pig", "    set players from 1 to 1\n") == (1, 1, [])
    assert played_by("classics/pig", "    set players from 1 to 40\n") == (1, 40, [])


def test_only_with_narrows_what_an_overlay_allows():
    lines = "    only with number of players is less than 3\n    set players from 1 to 6\n"
    assert played_by("classics/pig", lines) == (1, 2, [])
    alone = "    set players from 1 to 1\n"
    two = "    only with number of players is 2\n"
    assert played_by("classics/pig", alone, two)[2] == ["overlay-unfit"]


def test_two_overlays_that_set_it_are_told_and_the_later_one_holds():
    one, more = "    set players from 1 to 3\n", "    set players from 1 to 5\n"
    assert played_by("classics/pig", one, more) == (1, 5, ["overlaid-twice"])


def test_questions_of_the_game_about_more_players_are_no_fault_of_a_game_for_one():
    told = played_by("deus_ex_machina", "    set players from 1 to 1\n")[2]
    assert set(told) == {"nobody-else"}  # what it does to opponents, and not `never-true`


def test_a_choice_among_others_is_told_only_where_somebody_may_play_alone():
    few = "    set players from 1 to 6\n    only with number of players is more than 1\n"
    assert played_by("deus_ex_machina", few)[2] == []


def test_what_is_so_already_is_told():
    assert played_by("deukalion", "    set players from 2 to 4\n") == (2, 4, ["already-so"])
