"""Whatever `play` writes down is read again, however a game is titled and its things are called."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Report
from interpreter.diagnostics.characters import HIDDEN
from interpreter.pipeline import load_folder
from interpreter.play.savefile import SaveFile
from interpreter.play.session import Session
from interpreter.run import replay, save_reader

GAME = """\
id: {id}
version: "{version}"
title: {title!r}
language: 1
players: {{min: 1, max: 2}}
"""
RULES = """\
values face: {face}, other_{face}
kind card plural cards
kind die plural dice
    has {field}: face
the table has
    zone deck: pile of cards, seen by all
    zone cup: set of dice, seen by all
each player has
    zone hand: set of cards, seen by owner
    gold: 0 to 9
game main "{title}"
    move all cards to deck
    repeat {rolls} times
        roll all dice
    have each player play go
    have each player win
turn go "{title}"
    draw {many} cards from deck to your hand
    choose {many} cards from your hand
    choose one "{title}"
        option "{title}"
            gain 1 gold
        option "{title}."
            gain 2 gold
    menu "{title}"
        must take one of act
action act "{title}"
    gain 1 gold
"""
# Every letter that the rules let a text have; quotes and line ends they do not.
LETTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"{}\\').filter(
    lambda letter: not HIDDEN.match(letter)
)
TITLES = st.one_of(
    st.text(LETTERS, min_size=1, max_size=12),
    st.text(LETTERS, min_size=1, max_size=3).map(lambda text: text * 400),
).filter(lambda text: bool(text.strip()))
NAMES = st.from_regex(r"\A[a-z][a-z0-9]{0,40}(_[a-z0-9]{1,8}){0,2}\Z")
IDS = st.from_regex(r"\A[a-z][a-z0-9]{0,20}([_-][a-z0-9]{1,8}){0,2}\Z")
VERSIONS = st.from_regex(r"\A[0-9]{1,80}(\.[0-9]{1,80}){0,3}\Z")


def session_of(folder: Path, seed: int, where: str) -> Session | None:
    """Give a whole random game by the rules in a folder; None if they are faulty."""
    plan = load_folder(folder, Report())
    if plan is None:
        return None
    session = Session.begin(plan, ("random", "human"), seed, {}, folder=where)
    while not session.state.over:
        session.take(len(session.steps) % len(session.state.options))
    return session


def write(folder: Path, **words: Any) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("rules", "components"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.format(**words), encoding="utf-8")
    (folder / "rules" / "a.rules").write_text(RULES.format(**words), encoding="utf-8")
    cards = "".join(f"- {{id: {words['card']}_{n}, source: common}}\n" for n in range(160))
    dice = f"dice:\n- {{id: die, copies: {words['dice']}, source: common}}\n"
    (folder / "components" / "c.yaml").write_text(f"cards:\n{cards}{dice}", encoding="utf-8")


def check_round_trip(session: Session | None, path: Path) -> None:
    """Note that the game in its file, line by line as it is played, is the same when it is read
    again."""
    assert session is not None
    file = SaveFile.create(path, session.saved())
    file.close()
    report = Report()
    save = save_reader.read_save(path.read_bytes(), "game.save", report)
    assert save is not None and not report.found, [d.message for d in report.found]
    assert (save.game, save.version) == (session.plan.id, session.plan.version)
    assert save.folder == session.folder and save.over
    state = replay.start(session.plan, save, log=True)
    made = replay.replay(
        session.plan, save, report, lambda: state, lambda index: session.plan.choose(state, index)
    )
    assert made.misfit is None and not report.found
    assert made.done == len(session.steps)
    assert session.plan.hash(made.state) == session.plan.hash(session.state)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_written_is_read_again(tmp_path, data):
    words = {
        "id": data.draw(IDS),
        "version": data.draw(VERSIONS),
        "title": data.draw(TITLES),
        "face": data.draw(NAMES),
        "field": "shown",
        "card": data.draw(NAMES),
        "many": data.draw(st.sampled_from([1, 2])),
        "rolls": data.draw(st.integers(0, 3)),
        "dice": data.draw(st.integers(1, 8)),
    }
    folder = tmp_path / words["id"]
    write(folder, **words)
    session = session_of(folder, data.draw(st.integers(-(2**64), 2**64)), data.draw(FOLDERS))
    assume(session is not None)  # else a name is a word of the language, or is taken
    check_round_trip(session, tmp_path / "game.save")


FOLDERS = st.one_of(st.just(""), st.text(st.characters(exclude_characters="\0"), max_size=40))


@pytest.mark.parametrize(
    ("id_", "title", "card", "rolls", "dice"),
    [
        ("huegel", "Dein Zug, Jäger", "card", 0, 1),
        ("my-game", "猎人的回合", "card", 0, 1),
        ("long", "Choose what it is that you want to do in this turn " * 12, "card", 0, 1),
        ("wide", "Joined", "a_card_of_a_name_as_long_as_a_name_of_a_card_may_be", 0, 1),
        ("war", "Dice", "card", 80, 60),
    ],
)
def test_long_and_foreign_words_are_read_again(tmp_path, id_, title, card, rolls, dice):
    """A menu beyond ASCII, a game with a hyphen, long titles, 80 cards in one answer with names of
    over 4,000 letters, and a set-up that rolls 4,800 dice, in a line of over 64 KiB."""
    words = {"id": id_, "version": "1.0", "title": title, "face": "lightning_bolt_of_zeus"}
    write(tmp_path / id_, **words, field="shown", card=card, many=80, rolls=rolls, dice=dice)
    session = session_of(tmp_path / id_, 7, "")
    assert session is not None
    lines = session.saved().splitlines()
    assert (max(map(len, lines)) > 64 * 1024) == (rolls > 0)
    assert (max(len(step.answer) for step in session.steps) > 4000) == (id_ == "wide")
    check_round_trip(session, tmp_path / "game.save")


def test_nothing_is_written_that_would_not_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr("interpreter.play.savefile.MOST_BYTES", 100)
    file = SaveFile.create(tmp_path / "game.save", "x" * 90)
    with pytest.raises(OSError, match="this game is longer"):
        file.add("y" * 11)
    with pytest.raises(OSError, match="this game is longer"):
        SaveFile.create(tmp_path / "other.save", "x" * 101)
    file.close()
    assert not (tmp_path / "other.save").exists()
    assert (tmp_path / "game.save").stat().st_size <= 100
