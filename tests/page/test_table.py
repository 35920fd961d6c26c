"""One game for several browsers: links, whose answer it is, bots, and the file that keeps it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import interpreter as rw
from interpreter.page.answering import take_picked
from interpreter.page.kept_tables import NotATable, kept_table
from interpreter.page.people.agreements import NotYours
from interpreter.page.shared_table import SharedTable
from interpreter.present.model.parts import Now
from interpreter.present.page.appearance import wardrobe
from interpreter.present.page.table import fragments


@pytest.fixture(scope="module")
def letters() -> rw.Game:
    return rw.load("love_letter")


def played(table: SharedTable, steps: int, seed: int = 1) -> None:
    """Take some decisions: people by chance, bots by themselves."""
    rng = Random(seed)
    for _ in range(steps):
        if table.state.over:
            break
        if not table.step():
            option = rng.choice(table.options(table.state.actor))
            table.take(table.state.actor, option.id, table.version)


def test_each_seat_has_a_link_that_nobody_guesses(letters):
    table = SharedTable(letters, ("human", "greedy", "human"), 3)
    assert sorted(table.links.values(), key=str) == [0, 2, None]
    assert all(len(secret) >= 21 for secret in table.links)  # 128 bits in six-bit letters
    other = SharedTable(letters, ("human", "greedy", "human"), 3)
    assert not set(table.links) & set(other.links)
    place = table.place(table.link_of(2))
    assert place is not None and place.seat == 2
    assert table.place("") is None and table.place("ü") is None and table.place("x" * 22) is None


def test_only_the_seat_that_is_asked_may_answer(letters):
    table = SharedTable(letters, ("human", "human"), 3)
    actor = table.state.actor
    option = table.options(actor)[0].id
    before = table.state.hash
    assert table.options(1 - actor) == table.options(None) == ()
    for seat, version, told in (
        (1 - actor, table.version, "somebody else decides now"),
        (None, table.version, "somebody else decides now"),
        (actor, table.version + 1, "the game has gone on since: look again"),
    ):
        with pytest.raises(NotYours, match=told):
            table.take(seat, option, version)
    with pytest.raises(rw.NotOffered):
        table.take(actor, "nonsense", table.version)
    assert table.state.hash == before
    table.take(actor, option, table.version)
    assert table.state.hash != before and table.version == 1


def test_bots_sit_in_the_other_seats(letters):
    table = SharedTable(letters, ("human", "greedy", "random"), 3)
    played(table, 2000)
    assert table.state.over and not table.step() and not table.waits_for_person()


def test_a_bot_that_fails_is_named_and_nothing_is_lost(letters, tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def choose(state):\n    return 'nothing'\n", encoding="utf-8")
    table = SharedTable(letters, (str(bad), "human"), 3)
    while table.state.actor != 0:
        table.take(1, table.options(1)[0].id, table.version)
    before = table.state.hash
    assert not table.step() and "answered 'nothing'" in table.fault
    assert table.state.hash == before and not table.step()


def test_a_kept_table_goes_on_with_the_same_links(letters, tmp_path):
    path = tmp_path / "table.json"
    table = SharedTable(letters, ("human", "greedy", "human"), 3, path)
    played(table, 12)
    again = kept_table(letters, path)
    assert again is not None
    assert (again.state.hash, again.links, again.seats) == (
        table.state.hash, table.links, table.seats,
    )  # fmt: skip
    assert again.view(0) == table.view(0)  # with its story
    played(table, 20, 5)
    played(again, 20, 5)
    assert again.state.hash == table.state.hash
    assert path.stat().st_mode & 0o077 == 0  # it holds what is hidden: for its owner alone


def test_a_file_that_keeps_no_table_is_refused(letters, tmp_path):
    path = tmp_path / "table.json"
    assert kept_table(letters, path) is None
    SharedTable(letters, ("human", "human"), 3, path)
    whole = path.read_text(encoding="utf-8")
    with pytest.raises(rw.OtherRules):
        kept_table(rw.load("coup"), path)
    rng = Random(2)
    for _ in range(60):
        at = rng.randrange(len(whole))
        path.write_text(whole[:at] + rng.choice('x"}{9,') + whole[at + 1 :], encoding="utf-8")
        try:
            found = kept_table(letters, path)
        except rw.Misuse as fault:
            assert str(fault)
        else:
            assert found is not None
    for text in ("", "{}", "[1]", whole[:100], json.dumps({"seats": 3})):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(NotATable):
            kept_table(letters, path)


HIDING = [
    *("love_letter", "coup", "go_fish", "hearts", "hanabi", "kuhn_poker", "leduc_poker"),
    *("liars_dice", "oh_hell", "six_takes", "splendor", "deities_of_the_old_kingdom"),
    *("deus_ex_machina", "deukalion", "deities_domination", "root"),
]


@pytest.mark.parametrize("name", HIDING)
def test_a_page_shows_nothing_that_its_seat_may_not_see(name):
    """What a page sends is made of the view and the options of its seat. Where what is hidden is
    exchanged, the picture that can be pointed at and the options with what they cost stay as they
    are, to the byte."""
    game, rng = rw.load(name), Random(3)
    number = max(2, game.least)
    table = SharedTable(game, ("human",) * number, 5)
    compared = 0
    for step in range(40):
        if table.state.over:
            break
        if step % 8 == 0:
            for seat in range(number):
                if table.state._sealed:
                    continue  # answers in secret are answered anew, which others are told later
                other = table.state.as_seen_by(seat, rng)
                assert sent(table.state, seat) == sent(other, seat)
                compared += 1
        played(table, 1, step)
    assert compared >= number


def sent(state: rw.State, seat: int) -> list[str]:
    """Give what a page of a seat is made of. A state dealt anew has no story: it does not know how
    many turns there were, nor what a question was asked about; these are left out."""
    view = state.view(seat)
    asked = None if view.asked is None else replace(view.asked, say="", so_far=())
    made = fragments(replace(view, now=Now(), asked=asked, story=()), wardrobe(state.game.plan))
    return list(made.values())


def test_a_hint_is_for_the_seat_that_is_asked(letters):
    table = SharedTable(letters, ("human", "human"), 3)
    actor = table.state.actor
    assert table.hint(1 - actor) == []
    assert "of the win" in table.hint(actor)[0]


def test_the_last_decision_is_taken_back_if_nothing_has_come_of_it():
    table = SharedTable(rw.load("brandubh"), ("human", "human"), 3)
    first = table.state.actor
    before = table.state.hash
    with pytest.raises(NotYours, match="nothing to take back"):
        table.undo(first)
    table.take(first, table.options(first)[0].id, table.version)
    with pytest.raises(NotYours, match="another player has decided since"):
        table.undo(1 - first)
    table.undo(first)
    assert table.state.hash == before and table.version == 2
    with pytest.raises(NotYours, match="nothing to take back"):
        table.undo(first)


def test_what_chance_or_a_hidden_card_has_told_is_not_taken_back(letters):
    pig = SharedTable(rw.load("pig"), ("human", "human"), 3)
    actor = pig.state.actor
    pig.take(actor, "roll", pig.version)
    with pytest.raises(NotYours, match="this cannot be taken back: chance speaks after it"):
        pig.undo(actor)
    table = SharedTable(letters, ("human", "human"), 3)
    actor = table.state.actor
    while table.state.actor == actor:  # at the end of it the other one draws
        table.take(actor, table.options(actor)[0].id, table.version)
    state = table.state.hash
    with pytest.raises(NotYours, match="this cannot be taken back: "):
        table.undo(actor)
    assert table.state.hash == state


def test_why_is_told_to_the_one_who_decides():
    table = SharedTable(rw.load("brandubh"), ("human", "human"), 3)
    actor = table.state.actor
    assert table.why(actor, "soldier_and_1_3") == ["Move a piece: Green's soldier, c7 is possible."]
    (told,) = table.why(actor, "soldier, e5")
    assert told.startswith(
        "Move a piece: Green's soldier, e5 is not possible: pieces move straight."
    )
    with pytest.raises(NotYours, match="somebody else decides now"):
        table.why(1 - actor, "soldier")
    with pytest.raises(rw.NotOffered, match="nothing in this game is called `fly`"):
        table.why(actor, "fly")


def test_a_bot_stands_in_if_all_others_agree_and_leaves_when_asked(letters, tmp_path):
    table = SharedTable(letters, ("human", "human", "human"), 3, tmp_path / "t.json")
    table.agree(0, 2)
    assert table.seats == ["human", "human", "human"] and table.agreed == {2: {0}}
    with pytest.raises(NotYours, match="only those who play are asked"):
        table.agree(7, 2)
    table.agree(1, 2)
    assert table.seats == ["human", "human", "normal"] and table.agreed == {}
    again = kept_table(letters, tmp_path / "t.json")
    assert again is not None
    assert (again.kinds, again.seats) == (("human",) * 3, ["human", "human", "normal"])
    with pytest.raises(NotYours, match="a bot stands in for another person only"):
        table.agree(0, 2)
    with pytest.raises(NotYours, match="a bot stands in for another person only"):
        table.agree(0, 0)
    table.return_to(2)
    assert table.seats == ["human", "human", "human"]


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("plays", ["greedy", "/tmp/other.py"], "`/tmp/other.py` cannot take a seat"),
        ("plays", ["nobody", "human"], "`nobody` cannot take a seat"),
        ("seed", 1e999, "name another file"),
        ("links", {"a": "0", "b": 1, "c": None}, "its links do not open its seats"),
        ("links", {"a": 0, "b": 99, "c": None}, "its links do not open its seats"),
        ("links", {"a": 0, "c": None}, "its links do not open its seats"),
        ("links", {"a": 0, "\ud800": 1, "c": None}, "its links do not open its seats"),
    ],
)
def test_a_table_that_was_tampered_with_is_refused(letters, tmp_path, part, value, told):
    path = tmp_path / "table.json"
    SharedTable(letters, ("human", "human"), 3, path)
    data = json.loads(path.read_text(encoding="utf-8")) | {part: value}
    path.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    with pytest.raises(NotATable) as fault:
        kept_table(letters, path)
    assert str(fault.value) == f"{path} is damaged: {told}"


def test_a_kept_table_starts_no_program_that_was_not_named(letters, tmp_path):
    path, program = tmp_path / "table.json", tmp_path / "first.py"
    program.write_text("def choose(state):\n    return state.options[0]\n", encoding="utf-8")
    seats = ("human", str(program))
    SharedTable(letters, seats, 3, path)
    with pytest.raises(NotATable) as fault:
        kept_table(letters, path)
    assert str(fault.value) == (
        f"a program plays at this table, {program}, and a file does not start one: name the seats,"
        f" --seats human,{program}"
    )
    assert kept_table(letters, path, seats) is not None


def test_several_things_are_picked_in_any_order_whatever_the_rules_ask_first():
    """The order of the options need not be that in which the rules go through the things."""
    game, lot = rw.load("hearts"), Random(2)
    for seed in range(20):
        table = SharedTable(game, ["human", "random", "random", "random"], seed)
        asked = table.view(0).asked
        assert asked is not None and asked.picks is not None
        hand = {i.id: i.say for s in table.view(0).seats if s.you for z in s.zones for i in z.items}
        picked = lot.sample(asked.picks.of, 3)
        take_picked(table, 0, picked, table.version)
        assert table.view(0).asked is None, [hand[one] for one in picked]
        assert table.version == 3
