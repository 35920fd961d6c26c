"""House rules laid on a game: what they change, and what is said of those that miss."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from interpreter.check.game import read_game
from interpreter.check.overlays.attribution import read_game as read_with_causes
from interpreter.diagnostics import Report, Source
from interpreter.ir.walking import walk
from interpreter.load.game_folder import GameFiles
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build
from interpreter.run.machine import Runaway
from tests.checking import check_game
from tests.language.worked_items import files_of, item, overlays_of, random_play, said

STEM = item(27)
HEAD = 'variant "House rule" for house_rules 1\n    '


def laid(*overlays: Source) -> GameFiles:
    """Give the game with some overlays on it."""
    return replace(files_of(STEM), overlays=overlays)


def told(*lines: str, variants: int = 1) -> str:
    """Give what is said of an overlay with these lines, which stand under its heading."""
    text = HEAD + "\n    ".join(lines) + "\n"
    report = Report()
    sources = [Source(f"{n + 1}.rules", text) for n in range(variants)]
    read_game(laid(*sources), report)
    return said(report)


def laid_on():
    report = Report()
    program = check_game(laid(*overlays_of(STEM)), report)
    assert program is not None and not report.found, said(report)
    return program


def test_an_overlay_changes_settings_cards_and_players():
    program = laid_on()
    designs = {d.id: d for d in program.designs}
    assert (program.least, program.most) == (2, 2)
    assert program.settings["glory_target"].value == 5
    assert designs["bribery"].printed["price"] == 1
    assert designs["ruin_plans"].copies == 7
    assert designs["ruin_plans"].last - designs["ruin_plans"].first == 7
    assert "lucky_day" not in designs


def test_an_option_has_the_last_word_over_an_overlay():
    report = Report()
    program = check_game(laid(*overlays_of(STEM)), report, {"glory_target": 9})
    assert program is not None and program.settings["glory_target"].value == 9


def test_an_overlay_changes_set_up_actions_and_the_order_of_phases():
    plan = build(laid_on(), files_of(STEM))
    state = plan.start(2, 1)
    hands, supplies = state.z_player_hand, state.z_player_supply
    assert [len(hand) for hand in hands[:2]] == [2, 2]
    assert sorted(len(supply) for supply in supplies[:2]) == [3, 4]
    assert state.f_player_glory[:2] == [1, 1]  # the Altar came first
    menu = plan.sites[state.site]
    names = [menu.items[option][2] for option in state.options]
    assert "visit_olympus" not in names  # it asks for 1 might
    first = state.actor
    plan.choose(state, names.index("gather_points"))
    assert state.f_player_might[first] == 1 and state.f_player_glory[first] == 0
    names = [menu.items[option][2] for option in state.options]
    assert "visit_olympus" in names
    plan.choose(state, names.index("play_intervention"))
    for _ in range(5):
        if plan.sites[state.site].sort == "menu":
            break
        plan.choose(state, 0)
    assert state.f_player_might[first] == 1  # paid 1, and gained 1 afterwards
    for seed in range(3):
        assert random_play(plan, 2, seed).over


def test_the_game_beneath_is_as_it_was():
    report = Report()
    program = check_game(files_of(STEM), report)
    assert program is not None and not report.found
    assert program.settings["glory_target"].value == 8 and program.most == 4
    assert "lucky_day" in {d.id for d in program.designs}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set glory_traget to 5", "error[O902 unhit]: the game has no setting called"),
        ("set price of briberi to 1", "error[O902 unhit]: the game has no component called"),
        ("set cost of bribery to 1", "error[O902 unhit]: nothing called `cost` is printed on"),
        ("set price of bribery to 9", "error[O905 overlay-unfit]: `price` of `bribery` cannot be"),
        ("remove component intervention lucky_dya", "error[O902 unhit]: the game has no inte"),
        ("remove rule first_player_tokn", "error[O902 unhit]: the game has no rule called"),
        ("remove procedure hero_turn", "error[O902 unhit]: `hero_turn` is not a procedure"),
        ("only with number of players is 5", "error[O905 overlay-unfit]: this overlay can never"),
        ("only with first_player is none", "error[O905 overlay-unfit]: this is not known before"),
    ],
)
def test_an_overlay_that_misses_is_told(line, message):
    assert message in told(line)
    assert told(line).count("error[") == 1


def test_a_near_miss_is_guessed():
    assert "did you mean `glory_target`?" in told("set glory_traget to 5")
    assert "did you mean `first_player_token`?" in told("remove rule first_player_tokn")


def test_overlays_are_pinned_to_a_game_and_a_version():
    report = Report()
    for text in ('variant "X" for other 1', 'variant "X" for house_rules 2'):
        source = Source("x.rules", f"{text}\n    set glory_target to 5\n")
        read_game(laid(source), report)
    said_of_it = said(report)
    assert "error[O901 wrong-base]: this overlay is for `other`, not for" in said_of_it
    assert "error[O901 wrong-base]: this overlay is for version 2, not for" in said_of_it


def test_two_overlays_that_change_the_same_are_told():
    text = told("set glory_target to 5", variants=2)
    assert "warning[O903 overlaid-twice]: two overlays change `glory_target`" in text


MENUS = Source(
    "menus.rules",
    """\
variant "Two menus" for house_rules 1
    replace turn hero_turn
        menu "Before"
            may take any of gather_points, visit_olympus
            may pass "Go on"
        menu "After"
            must take one of gather_points, visit_olympus
            may take any of play_intervention
            may pass "Stay at home"
""",
)
PRAY = ("add action pray", "    gain 1 glory")


def test_what_is_offered_reaches_every_menu_that_offers_the_other_action():
    """A menu that offers it already is left as it is."""
    one = overlay(
        "comes after menus", *PRAY, "offer pray beside play_intervention in turn hero_turn"
    )
    rest = "offer pray beside visit_olympus in turn hero_turn"
    both = overlay("comes after menus", *PRAY, rest)
    more = overlay("comes after menus, house", rest, name="more")
    for overlays, times in (((one,), [0, 1]), ((both,), [1, 1]), ((one, more), [1, 1])):
        plan = played_with(MENUS, *overlays)
        names = [[i[2] for i in site.items] for site in plan.sites if site.sort == "menu"]
        assert [menu.count("pray") for menu in names] == times, names


def test_changes_that_add_to_a_rule_take_effect_together_and_nothing_is_told():
    sorts = (
        ("before send_hero in action visit_olympus", "    gain 1 might"),
        ("after draw in action visit_olympus", "    gain 1 might"),
        ("before action visit_olympus", "    gain 1 might"),
        ("require action visit_olympus", "    requires your glory is at most 90"),
    )
    pairs = [(one, two) for one in sorts for two in sorts]
    step = ("before turn hero_turn", "    gain 1 might")
    offer = (*PRAY, "offer pray beside visit_olympus in turn hero_turn")
    for one, two in [*pairs, (step, offer), (offer, step)]:
        report = Report()
        overlays = overlay(*one, name="one"), overlay(*two, name="two")
        assert check_game(laid(*overlays), report) is not None
        assert not report.found, said(report)
    for one in sorts:
        report = Report()
        anew = overlay("replace action visit_olympus", "    send_hero", name="anew")
        read_game(laid(overlay(*one), anew), report)
        assert [d.slug for d in report.found].count("overlaid-twice") == 1, said(report)


@pytest.mark.parametrize(
    ("one", "two", "clashes"),
    [
        ("4", "3", 1),
        ("4", "3 only with number of players is 2", 1),
        ("4 only with number of players is 2", "3 only with number of players is 2", 1),
        ("4 only with number of players is 2", "3 only with number of players is 3", 0),
        ("4 only with number of players is 2", "3 only with number of players is at least 2", 1),
        ("4 only with number of players is 2", "3 only with glory_target is at least 1", 1),
    ],
)
def test_two_settings_clash_unless_their_conditions_keep_them_apart(one, two, clashes):
    for first, second in ((one, two), (two, one)):
        report = Report()
        overlays = (
            overlay(f"set hand_limit to {first}", name="one"),
            overlay(f"set hand_limit to {second}", name="two"),
        )
        read_game(laid(*overlays), report)
        assert [d.slug for d in report.found] == ["overlaid-twice"] * clashes, said(report)


def test_one_overlay_may_set_a_number_for_some_games_only():
    report = Report()
    one = "set hand_limit to 4", "set hand_limit to 3 only with number of players is 2"
    read_game(laid(overlay(*one)), report)
    assert not report.found, said(report)


def test_an_overlay_among_the_rules_and_a_rule_among_overlays_are_told():
    report = Report()
    files = files_of(STEM)
    rules = (*files.rules, *overlays_of(STEM))
    read_game(replace(files, rules=rules), report)
    source = Source("x.rules", 'rule r "R"\n    at end of each turn\n        end game\n')
    read_game(laid(source), report)
    assert said(report).count("error[O904 wrong-folder]: ") == 2


# ------------------------------------------------------------------------------ what they change


def overlay(*lines: str, name: str = "house") -> Source:
    """Give an overlay with these lines."""
    return Source(f"variants/{name}.rules", HEAD + "\n    ".join(lines) + "\n")


def played_with(*overlays: Source):
    """Give the plan of the game with these overlays."""
    report = Report()
    files = laid(*overlays)
    program = check_game(files, report)
    assert program is not None and not report.errors, said(report)
    return build(program, files)


def test_an_overlay_changes_a_card_and_what_it_does():
    plan = played_with(
        overlay(
            "change component intervention bribery",
            '    title: "A gift"',
            "    price: 1",
            "    rules:",
            "        # far more",
            "        gain 9 glory",
            "        gain 1 might",
        )
    )
    design = {d.id: d for d in plan.program.designs}["bribery"]
    assert (design.title, design.printed["price"], design.copies) == ("A gift", 1, 5)
    carried = plan.program.funcs["card bribery"]
    assert [statement.span.text for statement in carried.body] == ["gain 9 glory", "gain 1 might"]
    assert carried.body[0].span.source.path == "variants/house.rules"
    assert carried.body[0].span.line == 7


def test_what_is_replaced_may_get_another_title_and_keeps_its_own_otherwise():
    def funcs(heading):
        program = check_game(laid(overlay(heading, "    gain 1 glory")), Report())
        assert program is not None
        return program.funcs["visit_olympus"]

    plain, named = (
        funcs("replace action visit_olympus"),
        funcs('replace action visit_olympus "Rake it in"'),
    )
    assert plain.title != "Rake it in" and plain.title
    assert (named.title, named.cites) == ("Rake it in", plain.cites)


def test_an_overlay_adds_a_card_that_can_be_drawn_and_played():
    plan = played_with(
        overlay(
            'add component intervention windfall "Windfall"',
            "    price: 1",
            "    copies: 30",
            "    rules:",
            "        gain 3 glory",
        )
    )
    designs = {d.id: d for d in plan.program.designs}
    added = designs["windfall"]
    assert (added.title, added.copies, added.source) == ("Windfall", 30, "house rule")
    assert added.last - added.first == 30
    seen = set()
    for seed in range(4):
        state = random_play(plan, 3, seed)
        seen |= {piece for hand in state.z_table_intervention_discard for piece in hand}
    assert seen & set(range(added.first, added.last))


def test_what_is_missing_on_a_new_card_is_told_at_the_card():
    text = told("add component intervention windfall", "    copies: 3")
    assert "error[C002 missing-key]: this intervention has no `price`" in text
    assert "1.rules:2:32" in text


def test_what_an_overlay_asks_for_in_vain_is_told_with_the_players_only_if_it_is_about_them():
    text = told("only with hand_limit is 0")
    assert "this overlay can never be played" in text and "is played by" not in text
    assert "the game is played by 2 to " in told("only with number of players is 5")


def test_a_fault_in_the_rules_of_a_new_card_is_told_at_its_line():
    text = told(
        "add component intervention windfall",
        "    price: 1",
        "    rules:",
        "        gain 3 glroy",
    )
    assert text.count("error[") == 1 and "1.rules:5:20" in text and "`glory`" in text


def steps_of(plan, name):
    return [statement.span.text.split("\n")[0] for statement in plan.program.funcs[name].body]


def test_a_step_is_inserted_before_or_after_a_named_one():
    before = steps_of(played_with(), "opening")
    plan = played_with(
        overlay(
            "after shuffle in setup opening",
            "    set first_player to none",
            "before deal_tokens in setup opening",
            "    have each player gain 1 might",
        )
    )
    made = steps_of(plan, "opening")
    at = made.index("shuffle intervention_deck")
    between = ["set first_player to none", "have each player gain 1 might"]
    assert made == [*before[: at + 1], *between, *before[at + 1 :]]


def test_a_step_inside_a_block_is_hit_too():
    plan = played_with(overlay("after discard in phase homecoming", "    gain 1 might"))
    lines = [f.body for f in plan.program.funcs.values() if f.name.startswith("homecoming")]
    done = [s for body in lines for s in walk(body) if s.op != "horizon"]
    inner = [s.span.text.split("\n")[0] for s in done]
    at = inner.index("discard card")
    assert inner[at + 1] == "gain 1 might"


def test_a_rule_is_extended_by_more_that_happens():
    plan = played_with(
        overlay(
            "extend rule first_player_token", "    at start of each turn", "        gain 1 glory"
        )
    )
    edges = [(edge, when) for edge, when, _ in plan.program.edges]
    assert ("end", "turn") in edges and ("start", "turn") in edges


def test_overlays_are_laid_on_in_the_order_in_which_they_are_named():
    first, second = overlay("set hand_limit to 3"), overlay("set hand_limit to 4", name="late")
    assert played_with(first, second).settings["hand_limit"] == 4
    assert played_with(second, first).settings["hand_limit"] == 3


def test_an_overlay_that_comes_after_another_is_laid_on_later_and_nothing_is_told():
    first = overlay("set hand_limit to 3")
    late = overlay("comes after house", "set hand_limit to 4", name="late")
    for order in ((first, late), (late, first)):
        report = Report()
        program = check_game(laid(*order), report)
        assert program is not None and not report.found, said(report)
        assert program.settings["hand_limit"].value == 4
    last = overlay("comes after late", "set hand_limit to 1", name="last")
    report = Report()
    program = check_game(laid(last, first, late), report)
    assert program is not None and not report.found, said(report)
    assert program.settings["hand_limit"].value == 1


def test_an_order_names_what_lies_beside_an_overlay_and_need_not_be_laid_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("2 calm_nights", "house"):
        (tmp_path / f"{name}.rules").write_text(overlay("set hand_limit to 3").text)

    def lone(*lines: str) -> Source:
        return Source("house.rules", overlay(*lines).text)

    for name in ('"2 calm_nights"', '"2 calm_nights.rules"'):
        report = Report()
        made = lone(f"comes after {name}", "set hand_limit to 4")
        program = check_game(laid(made), report)
        assert program is not None and not report.found, said(report)
        other = Source("2 calm_nights.rules", overlay("set hand_limit to 3").text)
        for order in ((made, other), (other, made)):
            report = Report()
            program = check_game(laid(*order), report)
            assert program is not None and not report.found, said(report)
            assert program.settings["hand_limit"].value == 4
    report = Report()
    check_game(laid(lone('comes after "2_clam_nights"', "set hand_limit to 4")), report)
    assert [(one.slug, one.helps) for one in report.found] == [
        ("unhit", ('did you mean `"2 calm_nights"`?',))
    ]
    assert report.found[0].fix is not None and report.found[0].fix[1] == '"2 calm_nights"'


@pytest.mark.parametrize(
    ("change", "what"),
    [("remove rule far_away", "rule"), ("set copies of far_away to 3", "component")],
)
def test_what_is_missing_from_an_overlay_that_is_not_laid_on_is_told_once(
    tmp_path, monkeypatch, change, what
):
    monkeypatch.chdir(tmp_path)
    text = overlay('comes after "2_base"', change).text
    for name in ("house", "2_base"):
        (tmp_path / f"{name}.rules").write_text(text)
    report = Report()
    read_game(laid(Source("house.rules", text)), report)
    assert [(one.message, one.helps) for one in report.found] == [
        (
            f"the game has no {what} called `far_away`",
            ("it may be in `2_base`, which is not laid on: add `--variant 2_base.rules`",),
        )
    ]
    (tmp_path / "2_base.rules").unlink()
    report = Report()
    read_game(laid(Source("house.rules", text)), report)
    assert [one.message for one in report.found] == ["there is no other overlay called `2_base`"]


@pytest.mark.parametrize("name", ["9-nights", "a", "the", "then", "short nights"])
def test_the_name_of_an_overlay_is_told_as_it_is_to_be_written(name):
    first, second = (overlay("set hand_limit to 3", name=one) for one in (name, "late_nights"))
    for order, written in (((first, second), f'"{name}"'), ((second, first), "late_nights")):
        report = Report()
        read_game(laid(*order), report)
        [clash] = [one for one in report.found if one.slug == "overlaid-twice"]
        assert clash.helps[0] == f"if that is right, write `comes after {written}` in this overlay"
        text = f"comes after {written}", "set hand_limit to 4"
        follows = overlay(*text, name="late_nights" if written[0] == '"' else name)
        report = Report()
        read_game(laid(order[0], follows), report)
        assert not report.found


def replacing(name, gained):
    return overlay(
        f"add rule {name}",
        "    when you would gather_points, instead",
        f"        gain {gained} glory",
        name=name,
    )


def glory_of_gathering(plan):
    state = plan.start(2, 1)
    names = [plan.sites[state.site].items[option][2] for option in state.options]
    who = state.actor
    plan.choose(state, names.index("gather_points"))
    return state.f_player_glory[who]


def test_conditions_at_the_top_stand_before_what_comes_before_a_rule():
    """Of the game, of a later overlay and of what comes before itself: each is asked of the table
    as it is, in whichever order the overlays are laid on."""
    fee = overlay(
        "before action visit_olympus",
        '    requires your might is at least 1 else "a sacrifice"',
        "    lose 1 glory",
        "    lose 1 might",
        name="fee",
    )
    asked = overlay(
        "require action visit_olympus",
        '    requires your glory is at least 1 else "alms"',
        name="ask",
    )
    for pair in ((fee, asked), (asked, fee)):
        plan = played_with(*pair)
        steps = steps_of(plan, "visit_olympus")
        conditions = [step for step in steps if step.startswith("requires")]
        assert steps[: len(conditions) + 2] == [*conditions, "lose 1 glory", "lose 1 might"]
        assert len(conditions) >= 2


def test_of_several_replacements_that_of_the_last_overlay_is_asked_first():
    one, two = replacing("one", 1), replacing("two", 2)
    assert glory_of_gathering(played_with(one, two)) == 2
    assert glory_of_gathering(played_with(two, one)) == 1


def test_replacements_of_a_built_in_deed_are_asked_in_the_order_of_the_files():
    def drawing(name, gained):
        lines = ("    when you would draw intervention, instead", f"        gain {gained} might")
        return overlay(f"add rule {name}", *lines, name=name)

    for names, might in ((("one", "two"), 2), (("two", "one"), 1)):
        plan = played_with(*(drawing(name, 1 + (name == "two")) for name in names))
        state = plan.start(2, 1)
        assert state.f_player_might[:2] == [might, might], names


def test_a_problem_that_the_game_has_by_itself_stays_where_it_is():
    files = files_of(STEM)
    more = Source("more.rules", 'setting luck: 1, from 0 to 3 "Luck"\n')
    report = Report()
    read_with_causes(
        replace(files, rules=(*files.rules, more), overlays=(overlay("set hand_limit to 3"),)),
        report,
    )
    assert [(d.slug, d.label.span.source.path) for d in report.found] == [
        ("unused-setting", "more.rules")
    ]


def test_a_faulty_game_is_told_before_its_house_rules():
    files = files_of(STEM)
    more = Source("more.rules", 'setting luck: 9, from 0 to 3 "Luck"\n')
    report = Report()
    wrong = overlay("set hand_limt to 3")
    read_with_causes(replace(files, rules=(*files.rules, more), overlays=(wrong,)), report)
    assert {d.label.span.source.path for d in report.found} == {"more.rules"}


def test_what_only_unused_rules_speak_of_is_told_with_them():
    files = files_of(STEM)
    more = Source(
        "more.rules",
        'define bright of player "Bright"\n    answer dim of player\n\n'
        'define dim of player "Dim"\n    answer yes\n\n'
        'procedure shine "It shines"\n    if bright of you\n        gain 1 glory\n\n'
        "rule shining\n    at end of game\n        have each player\n            shine\n",
    )
    report = Report()
    gone = overlay("remove rule shining")
    read_with_causes(replace(files, rules=(*files.rules, more), overlays=(gone,)), report)
    assert [d.message for d in report.found] == [
        f"`{name}` is not used any more" for name in ("shine", "bright", "dim")
    ]


def test_what_only_a_removed_card_used_is_told_of_the_overlay():
    files = files_of(STEM)
    more = Source("more.rules", 'procedure shine "It shines"\n    gain 1 glory\n')
    parts = Source(
        "more.yaml",
        "interventions:\n- id: lamp\n  price: 1\n  source: common\n  rules: |\n    shine\n",
    )
    read = load_yaml(parts, Report())
    assert read is not None
    report = Report()
    read_with_causes(
        replace(
            files,
            rules=(*files.rules, more),
            components=(*files.components, read),
            overlays=(overlay("remove component intervention lamp"),),
        ),
        report,
    )
    assert [d.message for d in report.found] == ["`shine` is not used any more"]
    assert report.found[0].label.span.text == "lamp"
    assert report.found[0].helps == ("remove it, too: `remove procedure shine`",)


def test_a_line_of_an_overlay_inside_a_rule_of_the_game_is_named_as_what_it_is():
    endless = overlay(
        "# a house rule that never ends",
        "before action gather_points",
        "    repeat until your might is 5",
        "        lose 1 might",
    )
    plan = played_with(endless)
    state = plan.start(2, 1)
    names = [plan.sites[state.site].items[option][2] for option in state.options]
    with pytest.raises(Runaway) as stop:
        plan.choose(state, names.index("gather_points"))
    assert re.match(r"variants/house\.rules:[45](:\d+)?$", stop.value.place)
