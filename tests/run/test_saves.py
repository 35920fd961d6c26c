"""Saves: what is written is read again, damage is told with its place, edits are found by name."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.run import handles, replay, save_reader, saves
from tests.run.invariants import plan_of

GAME = "deities_of_the_old_kingdom"


@pytest.fixture(scope="module")
def plan():
    return plan_of(GAME, turn_limit=6)


def written(plan, seed=1, players=3) -> tuple[str, Any]:
    """Give the save of a whole random game, and its last state."""
    rng = Random(seed)
    state = plan.start(players, seed, log=True)
    head = saves.first_line(plan, {"turn_limit": 6}, ["random"] * players, seed)
    lines = [head, {"n": 0, **saves.outcomes(plan, state.log)}]
    number = 0
    while not state.over:
        index = rng.randrange(len(state.options))
        number += 1
        at = len(state.log)
        line = {
            "n": number,
            "by": handles.seat_name(state.actor),
            "at": handles.question_handle(plan, state.site),
            "take": handles.option_handle(plan, state, index),
        }
        plan.choose(state, index)
        lines.append({**line, **saves.outcomes(plan, state.log[at:])})
        if number % saves.HASH_EVERY == 0:
            lines.append({"after": number, "hash": plan.hash(state)})
    lines.append(saves.last_line(plan, state, number))
    return "".join(saves.as_line(line) for line in lines), state


@pytest.fixture(scope="module")
def text(plan):
    return written(plan)[0]


def read(text: str | bytes) -> tuple[saves.Save | None, Report]:
    report = Report()
    data = text if isinstance(text, bytes) else text.encode()
    return save_reader.read_save(data, "game.save", report), report


def replayed(plan, text: str) -> tuple[replay.Replayed, Report]:
    save, report = read(text)
    assert save is not None, [d.message for d in report.found]
    state = replay.start(plan, save, log=False)
    made = replay.replay(plan, save, report, lambda: state, lambda i: plan.choose(state, i))
    return made, report


def edited(text: str, line: int, **changes: Any) -> str:
    """Give the save with some keys of one line (counted from 1) changed; None takes a key away."""
    lines = text.splitlines()
    made = json.loads(lines[line - 1]) | changes
    lines[line - 1] = json.dumps({k: v for k, v in made.items() if v is not None})
    return "\n".join(lines) + "\n"


def test_a_game_that_is_played_again_comes_to_the_same_end(plan):
    for seed in range(4):
        text, state = written(plan, seed, players=2 + seed % 3)
        made, report = replayed(plan, text)
        assert made.misfit is None and not report.found
        assert plan.hash(made.state) == plan.hash(state)
        assert made.state.winners == state.winners


def test_a_save_names_decisions_and_never_counts_options(text):
    decision = json.loads(text.splitlines()[2])
    assert set(decision) == {"n", "by", "at", "take"}
    assert decision["by"] in handles.SEATS
    assert decision["at"] == "place_blocker.space"


def test_what_chance_gave_is_kept(plan, text):
    opening = json.loads(text.splitlines()[1])
    assert len(opening["rolled"]["die"]) == 27
    assert len([name for name in opening["drew"] if name.startswith("eclipse_")]) == 3


def test_hashes_stand_in_between_and_at_the_end(text):
    lines = [json.loads(line) for line in text.splitlines()]
    checks = [line["after"] for line in lines if "after" in line]
    assert checks[:-1] == list(range(50, checks[-1], 50))
    assert lines[-1]["over"] is True


def test_a_large_seed_is_kept_as_a_hexadecimal_text(plan):
    for seed in (2**53, 2**53 + 1, 2**200, -(2**70)):
        line = saves.as_line(saves.first_line(plan, {}, ["human", "random"], seed))
        assert isinstance(json.loads(line)["seed"], int) == (abs(seed) <= 2**53)
        save, _ = read(line)
        assert save is not None and save.seed == seed


def test_going_back_forgets_what_came_after(text):
    lines = text.splitlines()
    short = "\n".join([*lines[:30], '{"back":3}', lines[5]]) + "\n"
    save, report = read(short)
    assert save is not None and not report.found
    assert len(save.decisions) == 4


# ------------------------------------------------------------------------------ damage

DAMAGE = {
    "empty": (lambda t: "", "save-header", 1),
    "no header": (lambda t: t.split("\n", 1)[1], "save-header", 1),
    "another format": (lambda t: edited(t, 1, format=2), "save-format", 1),
    "a missing key": (lambda t: edited(t, 1, seed=None), "save-key", 1),
    "a strange key": (lambda t: edited(t, 5, colour="red"), "save-key", 5),
    "a strange name": (lambda t: edited(t, 5, take="../../etc"), "save-value", 5),
    "a number for a name": (lambda t: edited(t, 5, by=3), "save-value", 5),
    "yes for a number": (lambda t: edited(t, 5, n=True), "save-value", 5),
    "a wrong hash": (lambda t: edited(t, 53, hash="xyz"), "save-value", 53),
    "seats of no text": (lambda t: edited(t, 1, seats=[1, 2]), "save-value", 1),
    "far too many seats": (lambda t: edited(t, 1, seats=["human"] * 1000), "save-value", 1),
    "options in a list": (lambda t: edited(t, 1, options=[]), "save-value", 1),
    "a seed of text": (lambda t: edited(t, 1, seed="seven"), "save-value", 1),
    "house rules of text": (lambda t: edited(t, 1, variants=["short"]), "save-value", 1),
    "house rules without a text": (
        lambda t: edited(t, 1, variants=[{"file": "short", "text": "xyz"}]),
        "save-value",
        1,
    ),
    "pinned from nowhere": (lambda t: edited(t, 1, pinned=-4), "save-value", 1),
    "a line left out": (lambda t: _without(t, 7), "save-order", 7),
    "two lines changed about": (lambda t: _swapped(t, 7), "save-order", 7),
    "back to nowhere": (lambda t: t + '{"back":99999}\n', "save-order", -1),
    "half a line in the midst": (lambda t: _cut(t, 9), "save-line", 9),
    "no object": (lambda t: _with(t, 4, "[1,2]"), "save-line", 4),
    "nothing on a line": (lambda t: _with(t, 4, ""), "save-line", 4),
    "a key twice": (lambda t: _with(t, 4, '{"n":2,"n":2}'), "save-line", 4),
    "not a number": (lambda t: _with(t, 4, '{"n":NaN}'), "save-line", 4),
    "a huge number": (lambda t: _with(t, 4, '{"n":' + "9" * 5000 + "}"), "save-line", 4),
    "very deep": (lambda t: _with(t, 4, "[" * 60000), "save-line", 4),
    "a long text for a number": (
        lambda t: _with(t, 4, json.dumps({"n": "x" * 70000})),
        "save-value",
        4,
    ),
}


def _with(text: str, line: int, new: str) -> str:
    lines = text.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)


def _without(text: str, line: int) -> str:
    lines = text.split("\n")
    del lines[line - 1]
    return "\n".join(lines)


def _swapped(text: str, line: int) -> str:
    lines = text.split("\n")
    lines[line - 1], lines[line] = lines[line], lines[line - 1]
    return "\n".join(lines)


def _cut(text: str, line: int) -> str:
    lines = text.split("\n")
    return _with(text, line, lines[line - 1][:20])


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_told_with_its_line(text, name):
    damage, slug, line = DAMAGE[name]
    broken = damage(text)
    save, report = read(broken)
    assert save is None
    assert [d.slug for d in report.found] == [slug]
    found = report.found[0]
    assert found.label.span.line == (line if line > 0 else broken.count("\n"))
    first = render(found).split("\n")[0]
    assert len(first) <= 80 and "Traceback" not in first


def test_bytes_that_are_no_text_are_refused(text):
    save, report = read(text.encode()[:500] + b"\xff\xfe" + text.encode()[500:])
    assert save is None and report.found[0].slug == "save-not-text"


def test_a_file_that_is_too_large_is_not_looked_at():
    save, report = read(b"x" * (save_reader.MOST_BYTES + 1))
    assert save is None and report.found[0].slug == "save-too-large"


def test_a_last_line_that_was_not_finished_is_left_out(plan, text):
    whole = text.splitlines()
    for cut in (1, 10, len(whole[40]) - 1):
        torn = "\n".join(whole[:40]) + "\n" + whole[40][:cut]
        save, report = read(torn)
        assert save is not None
        assert [d.slug for d in report.found] == ["save-unfinished"]
        assert torn[: save.whole] == "\n".join(whole[:40]) + "\n"
        made, _ = replayed(plan, torn)
        assert made.misfit is None and made.done == len(save.decisions)


@given(st.data())
def test_no_damage_at_all_makes_it_fail(data):
    """Bytes changed, cut out or put in at random: always a save or a problem with a place."""
    broken = bytearray(small_save())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(broken) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "put", "end"]))
        if how == "change":
            broken[at] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del broken[at : at + data.draw(st.integers(1, 30))]
        elif how == "put":
            broken[at:at] = data.draw(st.binary(max_size=20))
        else:
            del broken[at:]
        if not broken:
            break
    plan = plan_of_small()
    save, report = read(bytes(broken))
    if save is None:
        assert len(report.errors) == 1 and render(report.errors[0])
        return
    more = Report()
    if replay.fits(plan, save, more):
        state = replay.start(plan, save, log=False)
        made = replay.replay(plan, save, more, lambda: state, lambda i: plan.choose(state, i))
        assert (made.misfit is None) == (not more.errors)


@cache
def plan_of_small() -> Any:
    return plan_of(GAME, turn_limit=1)


@cache
def small_save() -> bytes:
    return written(plan_of_small(), 3, 2)[0].encode()


# ------------------------------------------------------------------------------ what does not fit


def line_of(text: str, question: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if f'"at":"{question}"' in line)


def test_an_option_that_is_not_offered_is_told_with_the_nearest_one(plan, text):
    line = line_of(text, "influence_domain.lane")
    made, report = replayed(plan, edited(text, line, take="row_9_from_left"))
    assert report.found[0].slug == "save-option"
    assert report.found[0].label.span.line == line
    assert any("row_" in help_ for help_ in report.found[0].helps)
    assert made.misfit is not None and made.misfit["decision"] == made.done + 1


def test_another_player_is_told(plan, text):
    line = line_of(text, "influence_domain.lane")
    by = json.loads(text.splitlines()[line - 1])["by"]
    other = "green" if by != "green" else "blue"
    made, report = replayed(plan, edited(text, line, by=other))
    assert report.found[0].slug == "save-player"
    assert made.misfit is not None and made.misfit["player"] == other


def test_another_question_is_told(plan, text):
    line = line_of(text, "influence_domain.lane")
    made, report = replayed(plan, edited(text, line, at="influence_domain.count"))
    assert report.found[0].slug == "save-question"
    assert made.misfit is not None and made.misfit["found"] == "influence_domain.lane"


def test_a_wrong_hash_is_told_with_both(plan, text):
    line = next(n for n, one in enumerate(text.splitlines(), 1) if '"after":50' in one)
    made, report = replayed(plan, edited(text, line, hash="0" * 16))
    assert report.found[0].slug == "save-hash"
    assert made.done == 50
    assert made.misfit is not None
    assert made.misfit["expected"] == "0" * 16 and len(made.misfit["found"]) == 16


def test_a_decision_after_the_end_is_told(plan, text):
    lines = text.splitlines()
    last = json.loads(lines[-1])["after"]
    more = {"n": last + 1, "by": "blue", "at": "cast_spell.spell", "take": "swap"}
    made, report = replayed(plan, text + saves.as_line(more))
    assert report.found[0].slug == "save-goes-on"
    assert made.done == last


def test_a_save_of_another_game_is_refused(plan, text):
    save, _ = read(edited(text, 1, game="foxwood"))
    report = Report()
    assert save is not None and not replay.fits(plan, save, report)
    assert report.found[0].slug == "save-other-game"


# ------------------------------------------------------------------------------ edited rules


def test_after_an_edit_chance_gives_what_it_gave_before(plan, text):
    """Another seed stands for an edit that shifts every draw: rolls and cards come by name."""
    save, report = read(edited(text, 1, rules="0" * 16))
    assert save is not None
    state = replay.start(plan, save, log=False)
    made = replay.replay(plan, save, report, lambda: state, lambda i: plan.choose(state, i))
    assert not made.same_rules and made.misfit is None
    assert state.winners == written(plan)[1].winners


def test_after_an_edit_it_says_where_it_first_does_not_fit(text):
    """A turn limit of 3 ends the game long before its recorded end."""
    other = plan_of(GAME, turn_limit=3)
    made, report = replayed(other, text)
    assert not made.same_rules
    assert made.misfit is not None and made.misfit["rules_changed"]
    assert 0 < made.done < len(read(text)[0].decisions)  # type: ignore[union-attr]
    assert report.errors and report.errors[0].label.span.line > 1


def test_what_was_played_before_an_edit_goes_by_the_chance_of_its_time(plan, text):
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if '"rolled"' in line and json.loads(line)["n"])
    line = json.loads(lines[at])
    line["rolled"]["die"] = ["worker"] * len(line["rolled"]["die"])
    short = "\n".join([*lines[:at], json.dumps(line)]) + "\n"

    def rolled(**header):
        save, report = read(edited(short, 1, **header))
        assert save is not None
        state = replay.start(plan, save, log=True)
        made = replay.replay(
            plan, save, report, lambda: state, lambda i: plan.choose(state, i), verify=False
        )
        assert made.same_rules and made.misfit is None
        return saves.outcomes(plan, state.log)["rolled"]["die"][-3:]

    assert rolled() == json.loads(lines[at])["rolled"]["die"][-3:]
    assert rolled(pinned=10**8) == ["worker"] * 3
    assert rolled(pinned=0) == rolled()


def test_going_back_before_an_edit_leaves_the_rest_to_the_seed(text):
    lines = edited(text, 1, pinned=20).splitlines()
    save, report = read("\n".join([*lines[:30], '{"back":3}', lines[5]]) + "\n")
    assert save is not None and not report.found
    assert save.pinned == 3


def test_house_rules_are_read_with_what_they_said(text):
    save, report = read(edited(text, 1, variants=[{"file": "short", "text": "0" * 16}]))
    assert save is not None and not report.found
    assert save.variants == (saves.Pinned("short", "0" * 16),)
