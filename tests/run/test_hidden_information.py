"""Nobody can see, ask or read out what lies face down for them.

At positions of random games everything that a player cannot see is mixed: cards in the hands of
others, decks, hidden goals. Whatever the player is shown must stay the same to the last byte, and
must go on staying the same for as long as the story tells them the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.ir.weaving import weave
from interpreter.load.resources import root
from interpreter.pipeline import build
from interpreter.present import labels
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.run import handles
from interpreter.run.plan import Plan
from tests.language.worked_items import PLAYED, checked
from tests.language.worked_items import plan_of as plan_of_item
from tests.run import hidden_games
from tests.run.invariants import plan_of

GAME = "deities_of_the_old_kingdom"
SHORT: dict[str, dict[str, object]] = {
    GAME: {"turn_limit": 25},
    "deus_ex_machina": {"mini_expansion": True},
    "root": {"round_limit": 12},
    "deukalion": {"turn_limit": 20},
    "deities_domination": {"turn_limit": 20},
}
FULL = 1000
SHARE = FULL // 50
LARGE_SHARE = FULL // 100  # positions of the three largest games take long to look at
LARGE = ("root", "deukalion", "deities_domination")
AHEAD = 12  # decisions that a mixed game is followed for


def plan_for(name: str, **options: object) -> Plan:
    """Give a shipped game in which no two cards share a title.

    Root prints `Root Tea` on three cards that differ. Whoever holds one of them openly sees more
    than its title, and what is told alike of two of them would be taken for what is known alike.
    """
    plan = plan_of(name, **SHORT[name], **options)
    seen: Counter[tuple[str, str]] = Counter()
    for made in plan.program.designs:
        seen[made.kind, made.title] += 1
        if (number := seen[made.kind, made.title]) > 1:
            made.title += f" no. {number}"
    return plan


@pytest.fixture(scope="module")
def plan():
    return plan_for(GAME)


@pytest.fixture(scope="module", params=SHORT)
def any_plan(request):
    return plan_for(request.param)


def test_cards_with_one_title_are_told_apart():
    titles = [(made.kind, made.title) for made in plan_of("root").program.designs]
    apart = [(made.kind, made.title) for made in plan_for("root").program.designs]
    assert titles.count(("card", "Root Tea")) == 3 and len(set(titles)) < len(titles)
    assert len(set(apart)) == len(apart)
    assert [one for one in apart if one[1].startswith("Root Tea")] == [
        ("card", "Root Tea"), ("card", "Root Tea no. 2"), ("card", "Root Tea no. 3"),
    ]  # fmt: skip


def shown(plan: Plan, state: Any, viewer: int | None) -> View:
    """All that a reader can see at one moment: frames and JSON are made of nothing else."""
    return view(plan, state, viewer)


def hidden_places(plan: Plan, state: Any, viewer: int | None) -> dict[Any, list[int]]:
    """Give the pieces that a reader cannot see, by kind; those in the box never come back.

    Pieces with different marks on them stay apart: who has seen a mark may know the piece again.
    """
    found: dict[Any, list[int]] = {}
    for piece, place in enumerate(state.loc):
        if place >= 0 and not handles.sees_piece(plan, state, piece, viewer):
            kind = handles.design(plan, piece).kind
            marks = [
                getattr(state, f"f_{kept.key}")[piece]
                for kept in plan.program.fields
                if kept.holder == kind
            ]
            owner = plan.program.owner_of[piece]
            found.setdefault((kind, owner, str(marks)), []).append(piece)
    return found


def mixed(plan: Plan, state: Any, viewer: int | None, rng: Random, log: bool = True) -> Any:
    """Give a copy in which the pieces that a reader cannot see have changed places among
    themselves."""
    copy = state.clone()
    copy.log = list(state.log) if log else None
    other: dict[int, int] = {}
    for pieces in hidden_places(plan, state, viewer).values():
        turned = list(pieces)
        rng.shuffle(turned)
        other |= dict(zip(pieces, turned, strict=True))
    for family in plan.program.families:
        zone = getattr(copy, f"z_{family.key}")
        if family.shape == "list":
            for held in zone:
                held[:] = [other.get(c, c) for c in held]
        elif family.shape == "slots":
            zone[:] = [other.get(c, c) for c in zone]
    # What belongs to the place a piece lies in goes with the place: when it came, where it is.
    lists = [name for name in type(copy).__slots__ if name.startswith("stamp_")]
    for name in ("loc", "shown", *lists):
        old, new = getattr(state, name), getattr(copy, name)
        for piece, stand_in in other.items():
            new[stand_in] = old[piece]
    _exchange_faces(plan, copy, viewer, rng)
    if state.actor != viewer and plan.sites[state.site].sort == "menu":
        copy.options = [number for number in state.options if possible(plan, copy, number)]
    return copy


def _exchange_faces(plan: Plan, state: Any, viewer: int | None, rng: Random) -> None:
    """Of dice in a cup, which are all alike, what they show is what is hidden."""
    hidden = hidden_places(plan, state, viewer)
    for kept in plan.program.fields:
        kind = plan.program.kinds.get(kept.holder)
        if kind is None or len(kind.designs) > 1:
            continue
        if kept.type.base != "number" or kept.type.low is None or kept.type.high is None:
            continue
        values = getattr(state, f"f_{kept.key}")
        for key, pieces in hidden.items():
            for piece in pieces if key[0] == kind.name else ():
                values[piece] = rng.randint(kept.type.low, kept.type.high)


def possible(plan: Plan, state: Any, number: int) -> bool:
    """Whether an item of a menu can be carried out: what another player was offered hangs on the
    cards in their hand, and with other cards it may not have been."""
    _, sort, name, _ = plan.sites[state.site].items[number]
    asks = re.compile(rf"can_r\d+_{name}")
    looks = [plan.namespace[key] for key in plan.namespace if asks.fullmatch(key)]
    return sort == "pass" or all(look(state.clone(), state.actor) for look in looks)


def answers(plan: Plan, state: Any, told: Any, rng: Random) -> int | None:
    """Give the place of an answer in one game that is given in another, too; None if there is
    none."""
    names = handles.option_handles(plan, state)
    others = handles.option_handles(plan, told)
    both = [n for n, name in enumerate(names) if name in others]
    return rng.choice(both) if both else None


def remembered(story: Chronicle, viewer: int) -> Chronicle:
    """Give a story that knows what was told before, and goes on with an empty page."""
    narrator = story._narrators[viewer]
    # What was told already is long, and not copied only to be thrown away.
    without: dict[int, Any] = {
        id(story.plan): story.plan,
        id(story.lines): {viewer: []},
        id(story._open): {viewer: list(story._open[viewer])},
        id(narrator.beats): [],
        id(narrator._marks): type(narrator._marks)(),
        **{id(other): None for seat, other in story._narrators.items() if seat != viewer},
    }
    made = deepcopy(story, without)
    made.readers, made._at = (viewer,), 0
    made._narrators = {viewer: made._narrators[viewer]}
    made._unseen = [one for one in made._unseen if one[0] == viewer]
    return made


def followed(
    story: Chronicle, state: Any, copy: Any, viewer: int, rng: Random, silent: bool = True
) -> int:
    """Let both games go on alike; as long as they are told alike, they must look alike.

    Gives how many decisions they went together. Not `silent`: the game asks other players only
    when they hold what can be played now, and waiting for them tells that much.
    """
    plan = story.plan
    stories = [remembered(story, viewer) for _ in range(2)]
    games = (state, copy)
    for game in games:
        game.log = []
    for step in range(AHEAD):
        if state.over or state.actor != copy.actor or state.site != copy.site:
            # Only others may have found something else to do, and only with what they hide.
            asked_one = viewer in (state.actor, copy.actor)
            asked_both = state.actor == copy.actor == viewer
            given_away = (asked_one if silent else asked_both) and told(stories)
            assert not given_away, "a question gives it away"
            return step
        if state.actor == viewer:
            assert handles.option_handles(plan, state) == handles.option_handles(plan, copy)
        number = answers(plan, state, copy, rng)
        if number is None:
            return step
        name = handles.option_handles(plan, state)[number]
        places = (number, handles.option_handles(plan, copy).index(name))
        for story, game, place in zip(stories, games, places, strict=True):
            story.choice(game, place)
            plan.choose(game, place)
            story.follow(game)
        if not told(stories):
            opened = any(lays_open(plan, entry) for game in games for entry in game.log)
            alike = not (state.over or copy.over) and shown(plan, state, viewer) == shown(
                plan, copy, viewer
            )
            said = [page(s) for s in stories]
            assert opened or not alike, f"a story gives it away: {said}"
            return step
        over = state.over or copy.over  # then players lay open what they hold
        if not over and state.actor == copy.actor and state.site == copy.site:
            assert shown(plan, state, viewer) == shown(plan, copy, viewer)
    return AHEAD


def told(stories: list[Chronicle]) -> bool:
    """Whether both stories say the same so far."""
    first, second = (page(story) for story in stories)
    return first == second


def page(story: Chronicle) -> str:
    """All that the only reader of a story has been told, line by line and in sentences."""
    (viewer,) = story.readers
    lines = [line.text for line in story.lines[viewer]]
    return json.dumps([lines, story.story(viewer)])


def _is_open(place: Any) -> bool:
    return place is not None and place[0].seen == "all"


def lays_open(plan: Plan, entry: tuple[Any, ...]) -> bool:
    """Whether all are told of a card by name that they may not have seen before."""
    if entry[0] == "move":  # from a hand, say, to where all see it, if only for a moment
        source, target = (handles.zone_of(plan, place) for place in entry[2:4])
        return source is not None and source[0].seen != "all" and _is_open(target)
    if entry[0] != "deed":
        return entry[0] in ("reveal", "show")
    func = plan.program.funcs[entry[1]]
    return bool(func.says) or func.sort == "carry_out"


class Told:
    """A game of which everything is told, move by move, to all or to one of the players."""

    def __init__(
        self, plan: Plan, players: int, seed: int, readers: tuple[int | None, ...] = ()
    ) -> None:
        self.plan = plan
        self.state = plan.start(players, seed, log=True)
        self.story = Chronicle(plan, readers or (None, *range(players)))
        self.story.follow(self.state)

    def choose(self, number: int) -> None:
        self.story.choice(self.state, number)
        self.plan.choose(self.state, number)
        self.story.follow(self.state)


def positions(plan: Plan, number: int, seed: int) -> Iterator[Told]:
    """Positions of random games, spread over whole games, each with the story so far."""
    rng = Random(seed)
    given = 0
    while given < number:
        players = rng.choice([2, 3, 4])
        game = Told(plan, players, rng.randrange(10**9), (rng.randrange(players),))
        state, ahead = game.state, rng.randrange(5, 60)
        while not state.over and given < number:
            game.choose(rng.randrange(len(state.options)))
            ahead -= 1
            if ahead <= 0 and not state.over:
                yield game
                given += 1
                ahead = rng.randrange(20, 80)


def check(plan: Plan, number: int, seed: int) -> int:
    rng = Random(seed + 1)
    together = 0
    for told_game in positions(plan, number, seed):
        state = told_game.state
        for viewer in (None, *range(state.n)):
            copy = mixed(plan, state, viewer, rng)
            assert shown(plan, state, viewer) == shown(plan, copy, viewer)
        (viewer,) = told_game.story.readers
        assert viewer is not None
        waits = plan.sites[state.site].sort != "menu"
        if waits and state.actor != viewer:
            continue  # a rule may wait with a hidden card of somebody else in its hands
        copy = mixed(plan, state, viewer, rng)
        game = state.clone()
        together += followed(told_game.story, game, copy, viewer, rng)
    return together


def test_a_share_of_the_positions_gives_nothing_away(any_plan):
    name = any_plan.program.id
    share = LARGE_SHARE if name in LARGE else SHARE
    # on average, each position is followed for a decision at least
    assert check(any_plan, share, 11) >= share, (
        "the games were not followed far enough to show anything"
    )


@pytest.mark.parametrize("stem", PLAYED)
def test_small_games_give_nothing_away(stem):
    program, _ = checked(stem)
    assert program is not None
    if all(f.seen == "all" for f in program.families if f.holder != "box"):
        return  # nothing is hidden in it
    plan = plan_of_item(int(stem[:2]))
    for seed in range(2):
        rng = Random(seed)
        game = Told(plan, plan.most, seed)
        state = game.state
        for number in range(60):
            if state.over:
                break
            if number % 6 == seed:
                for viewer in (None, *range(state.n)):
                    copy = mixed(plan, state, viewer, rng)
                    assert shown(plan, state, viewer) == shown(plan, copy, viewer)
                viewer = rng.randrange(state.n)
                if plan.sites[state.site].sort == "menu" or state.actor == viewer:
                    copy = mixed(plan, state, viewer, rng)
                    followed(game.story, state.clone(), copy, viewer, rng, silent=False)
            game.choose(rng.randrange(len(state.options)))


@pytest.mark.slow
def test_what_lay_open_is_forgotten_once_it_is_shuffled():
    plan = plan_of(GAME)
    rng = Random(3)
    game = Told(plan, 2, 3)
    while not any(entry[0] == "reshuffle" for entry in game.state.log):
        game.choose(rng.randrange(len(game.state.options)))
    together = 0
    for number in range(90):
        if number % 3 == 0 and plan.sites[game.state.site].sort == "menu":
            for viewer in range(2):
                copy = mixed(plan, game.state, viewer, rng)
                together += followed(game.story, game.state.clone(), copy, viewer, rng)
        game.choose(rng.randrange(len(game.state.options)))
    assert together > 40


@pytest.mark.soak
def test_a_thousand_positions_give_nothing_away(any_plan):
    assert check(any_plan, FULL, 12) > FULL


@pytest.mark.soak
def test_a_thousand_positions_with_a_bot_give_nothing_away():
    assert check(plan_for("root", with_bot=True), FULL, 14) > FULL


def test_what_is_offered_is_possible_and_with_other_cards_it_may_not_be():
    """Else a mixed game could be told to do what its cards do not allow."""
    plan, lost = plan_for("root"), 0
    for number, state in enumerate(game.state for game in positions(plan, 15, 12)):
        if plan.sites[state.site].sort == "menu":
            assert all(possible(plan, state, option) for option in state.options)
            for shuffle in range(10):
                rng = Random(10 * number + shuffle)
                copy = mixed(plan, state, (state.actor + 1) % state.n, rng)
                lost += len(state.options) - len(copy.options)
    assert lost > 0


def test_mixing_does_change_what_is_hidden(any_plan):
    """The test above would be worth nothing if nothing moved."""
    plan, changed, noticed = any_plan, 0, 0
    for state in (game.state for game in positions(plan, 10, 13)):
        copy = mixed(plan, state, 0, Random(1))
        changed += plan.hash(copy) != plan.hash(state)
        noticed += any(
            shown(plan, state, seat) != shown(plan, copy, seat) for seat in range(1, state.n)
        )
    assert changed == 10
    assert noticed >= 5  # elsewhere nobody sees what is hidden from one of them


def test_the_story_of_others_only_counts_what_they_draw(plan):
    state = plan.start(3, 5, log=True)
    story = Chronicle(plan, (None, 0, 1, 2))
    story.follow(state)
    for seat in range(3):
        hand = [handles.design(plan, c).title for c in state.z_player_hand[seat]]
        for reader in (None, 0, 1, 2):
            said = [line.text for line in story.lines[reader]]
            name = handles.seat_name(seat).capitalize()
            drawn = next(t for t in said if t.startswith(f"{name} draws") and "clipse" not in t)
            if reader == seat:
                assert all(title in drawn for title in hand)
            else:
                assert drawn == f"{name} draws 2 spells."


def test_a_chosen_card_of_a_hidden_hand_is_not_named_to_others(plan):
    state = plan.start(2, 3, log=True)
    story = Chronicle(plan, (None, 0, 1))
    story.follow(state)
    rng = Random(3)
    while handles.question_handle(plan, state.site) != "cast_spell.spell":
        index = rng.randrange(len(state.options))
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    seat, other = state.actor, 1 - state.actor
    title = handles.design(plan, state.options[0]).title
    before = {reader: len(story.lines[reader]) for reader in (None, 0, 1)}
    story.choice(state, 0)
    story.settle()
    mine = story.lines[seat][before[seat] :][-1].text
    assert mine.endswith(f"Use a Spell: {title}.")
    for reader in (None, other):
        theirs = story.lines[reader][before[reader] :][-1].text
        assert theirs.endswith("Use a Spell: a face-down spell.")


def test_names_of_options_speak_only_of_what_the_chooser_sees(plan):
    """A hidden piece that can be chosen is counted, never named."""
    state = plan.start(2, 3, log=True)
    hidden = state.z_player_hand[1 - state.actor]
    state.site = next(s.number for s in plan.sites if s.sort == "choose" and s.type.of == "spell")
    state.options = list(hidden)
    assert handles.option_handles(plan, state) == ["hidden_spell_1", "hidden_spell_2"]
    said = labels.option_labels(plan, state, state.actor)
    titles = [handles.design(plan, c).title for c in hidden]
    assert not any(title in " ".join(said) for title in titles)
    assert len(set(said)) == 2


def test_a_roll_in_a_hidden_cup_is_told_to_its_owner_only():
    plan = plan_of("liars_dice")
    state = plan.start(2, 2, log=True)
    story = Chronicle(plan, (None, 0, 1))
    story.follow(state)
    for reader in (None, 0, 1):
        said = [(line.seat, line.says) for line in story.lines[reader] if "roll" in line.says]
        faces = {seat: state.f_die_face[state.z_player_cup[seat][0]] for seat in range(2)}
        assert said == [
            (seat, f"rolls {faces[seat]}" if seat == reader else "rolls 1 die unseen")
            for seat in range(2)
        ]


# ------------------------------------------------------------------------------ every game


HIDING = (
    "go_fish", "hearts", "kuhn_poker", "leduc_poker", "liars_dice", "coup", "love_letter",
    "six_takes", "hanabi", "oh_hell", "splendor", "crown_lands", "far_expeditions",
    "roses_and_skulls", "outbreak_control", "sun_god",
)  # fmt: skip


@pytest.mark.parametrize("name", HIDING)
def test_every_other_game_that_hides_something_gives_nothing_away(name):
    """The game may ask others only when they hold what can be played now: that it tells."""
    plan, asked = plan_of(name), 0
    for seed in range(4):
        rng = Random(seed)
        game = Told(plan, rng.randint(plan.least, min(plan.most, 4)), seed)
        for number in range(40):
            state = game.state
            if state.over:
                break
            if number % 5 == seed:
                for viewer in (None, *range(state.n)):
                    copy = mixed(plan, state, viewer, rng)
                    assert shown(plan, state, viewer) == shown(plan, copy, viewer)
                viewer = rng.randrange(state.n)
                if plan.sites[state.site].sort == "menu" or state.actor == viewer:
                    copy = mixed(plan, state, viewer, rng)
                    followed(game.story, state.clone(), copy, viewer, rng, silent=False)
                    asked += 1
            game.choose(rng.randrange(len(state.options)))
    assert asked


def test_the_games_that_hide_something_are_all_looked_at():
    found = {
        folder.name
        for folder in (root() / "games").rglob("game.yaml")
        for folder in (folder.parent,)
        if any(f.seen != "all" for f in plan_of(folder.name).program.families if f.holder != "box")
    }
    assert found == {*HIDING, *SHORT}


MADE, MADE_FULL = 20, 400
REFUSED = {"asks-unseen", "chosen-unseen", "number-unseen"}
"""There the rules themselves list what is hidden."""


def offered_alike(plan: Plan, state: Any, copy: Any, viewer: int) -> int:
    """Whoever sees the same is asked the same; gives how many questions were compared."""
    if state.over or copy.over or not state.actor == copy.actor == viewer:
        return 0
    if state.site != copy.site or view(plan, state, viewer) != view(plan, copy, viewer):
        return 0  # what has happened tells it, and not what is offered
    names = handles.option_handles(plan, state)
    assert names == handles.option_handles(plan, copy)
    return 1


def made_games_give_nothing_away(folder: Path, seeds: range) -> tuple[int, int]:
    """How many games were played, and how many questions compared, in games made by lot."""
    played = compared = 0
    for seed in seeds:
        place = hidden_games.made(folder / str(seed), seed)
        report = Report()
        checked_game = check_folder(place, report)
        assert checked_game is not None and checked_game.program is not None
        slugs = {one.slug for one in report.errors}
        assert slugs <= {"hangs-on-unseen", *REFUSED}, [one.message for one in report.errors]
        if slugs & REFUSED:
            continue
        plan = build(checked_game.program, checked_game.files)
        played += 1
        rng = Random(seed)
        state = plan.start(3, seed)
        while not state.over:
            if plan.sites[state.site].name == "ready":
                viewer = state.actor
                twins = state.clone(), mixed(plan, state, viewer, rng, log=False)
                for game in twins:
                    plan.choose(game, 0)
                asked_alike = {(game.site, game.actor, len(game.options)) for game in twins}
                assert len(asked_alike) == 1, "what is offered tells what is hidden"
                compared += offered_alike(plan, twins[0], twins[1], viewer)
                for number in range(len(twins[0].options)):
                    later = [game.clone() for game in twins]
                    for game in later:
                        plan.choose(game, number)
                    compared += offered_alike(plan, later[0], later[1], viewer)
            plan.choose(state, rng.randrange(len(state.options)))
    return played, compared


def test_games_made_by_lot_offer_nothing_that_tells(tmp_path):
    played, compared = made_games_give_nothing_away(tmp_path, range(MADE))
    assert played > MADE // 3 and compared > 20 * played


@pytest.mark.soak
def test_many_games_made_by_lot_offer_nothing_that_tells(tmp_path):
    played, _ = made_games_give_nothing_away(tmp_path, range(1000, 1000 + MADE_FULL))
    assert played > MADE_FULL // 3


def test_an_option_that_hangs_on_hidden_cards_would_be_noticed(tmp_path, monkeypatch):
    """Without the ends of looking ahead, the games made by lot do give something away."""
    monkeypatch.setattr(weave, "end_looking_ahead", lambda woven: None)
    with pytest.raises(AssertionError, match="what is offered tells"):
        made_games_give_nothing_away(tmp_path, range(MADE))


def test_a_look_is_told_to_whoever_looks(tmp_path):
    place = hidden_games.made(tmp_path, 0)
    rules = place / "rules/made.rules"
    text = rules.read_text(encoding="utf-8").partition("action a1")[0]
    for name, shown_things in (("a1", "your hand"), ("a2", "card")):
        text += f"action {name}\n    let rival be left of you\n"
        text += "    choose card from your hand\n" if name == "a2" else ""
        text += f"    show {shown_things} to rival\n"
    rules.write_text(text, encoding="utf-8")
    plan = plan_of(str(place))
    game = Told(plan, 3, 1)
    seat = game.state.actor
    looks = (seat + 1) % 3
    titles = [handles.design(plan, c).title for c in game.state.z_player_hand[seat]]
    before = list(game.state.loc), list(game.state.shown)
    game.choose(0)
    game.choose(0)
    assert (list(game.state.loc), list(game.state.shown)) == before
    said = {
        reader: next(line for line in reversed(lines) if "shows" in line.says)
        for reader, lines in game.story.lines.items()
    }
    assert {line.seat for line in said.values()} == {seat}
    readers: tuple[int | None, ...] = (seat, looks)
    for reader in readers:
        assert all(title in said[reader].says for title in titles)
    readers = (None, (seat + 2) % 3)
    for reader in readers:
        assert said[reader].says == f"shows their hand to {handles.seat_name(looks).title()}"
    sentences = [beat.text for beat in game.story.beats(looks)]
    assert any("shows their hand" in one.lower() and "to you" in one for one in sentences)


def test_a_look_at_one_card_is_a_look_at_a_card(tmp_path):
    place = hidden_games.made(tmp_path, 0)
    rules = place / "rules/made.rules"
    text = rules.read_text(encoding="utf-8").partition("action a1")[0]
    text += "action a1\n    choose card from your hand\n    show card to left of you\n"
    text += "action a2\n    gain 1 gold\n"
    rules.write_text(text, encoding="utf-8")
    plan = plan_of(str(place))
    game = Told(plan, 3, 1)
    seat = game.state.actor
    game.choose(0)
    game.choose(0)
    title = handles.design(plan, game.state.options[0]).title
    game.choose(0)
    others, looks = [(seat + 2) % 3, None], (seat + 1) % 3
    for reader in (seat, looks, *others):
        line = next(x for x in reversed(game.story.lines[reader]) if "shows" in x.says)
        to = "you" if reader == looks else handles.seat_name(looks).title()
        assert line.says == f"shows {'a card' if reader in others else title} to {to}"
