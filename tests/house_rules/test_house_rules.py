"""House rules with a fault each, as a newcomer writes them: see README.md beside this file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.cli import games
from interpreter.diagnostics import Diagnostic, Report
from interpreter.diagnostics.render_text import render

HERE = Path(__file__).parent
GAMES = ("old_kingdom", "deus_ex_machina")
HEADER = re.compile(
    r"# fault: (?P<fault>[^\n]+)\n# line: (?P<line>\d+)\n# fix: `(?P<old>.+)` => `(?P<new>.*)`\n"
)
SHORT = {
    # The name of a setting says nothing about which other game may have been meant.
    "deus_ex_machina/pin_of_the_other_game",
    # Of two answers of different kinds, the second one is taken for the wrong one.
    "deus_ex_machina/answer_of_another_kind",
}
"""Faults that are not told as one would wish; at most one in twenty."""


MORE = {"insert_in_place_of_after", "choice_from_nowhere"}
"""Where the fix that is offered is one step of two."""


OWN = {
    # Only whoever writes the rule can know the name, the card or the number that is missing.
    "old_kingdom/ankh",
    "old_kingdom/card_that_is_not_there",
    "old_kingdom/empty_variant",
    "old_kingdom/heading_is_missing",
    "old_kingdom/menu_that_nobody_opens",
    "old_kingdom/new_action_with_a_reserved_name",
    "old_kingdom/new_card_as_a_list_of_yaml",
    "old_kingdom/new_card_with_an_id_that_is_taken",
    "old_kingdom/new_card_without_a_cost",
    "old_kingdom/new_name_is_taken",
    "old_kingdom/night_rules",
    "old_kingdom/no_swaps",
    "old_kingdom/replace_without_a_body",
    "old_kingdom/rule_without_a_body",
    "old_kingdom/sentence_breaks_off",
    "old_kingdom/step_that_is_a_choice",
    "old_kingdom/trigger_without_a_rule",
    "old_kingdom/veil",
    "deus_ex_machina/ambrosia",
    "deus_ex_machina/change_without_heading",
    "deus_ex_machina/deed_after_itself",
    "deus_ex_machina/deed_below_extend_rule",
}
LACKING = {
    # These could be told better: the help shows the form, not the words that belong into it.
    "old_kingdom/choice_from_a_list_of_words",
    "old_kingdom/die_moved_to_a_hand",
    "old_kingdom/loop_without_an_end",
    "old_kingdom/setting_is_increased",
    "old_kingdom/you_where_nobody_is_you",
    "deus_ex_machina/draw_from_nowhere",
    "deus_ex_machina/no_change",
    "deus_ex_machina/pin_of_the_other_game",
    "deus_ex_machina/step_that_is_there_twice",
}
"""Faults for which neither a fix is offered nor the words of one are said."""

WORD = re.compile(r"[a-z0-9_]+|[^\sa-z0-9_]", re.IGNORECASE)


@dataclass(frozen=True)
class Slip:
    """A faulty file, and what its header says."""

    game: str
    name: str
    text: str
    fault: str
    line: int
    old: str
    new: str

    @property
    def fixed(self) -> str:
        """The text after the edit that mends it."""
        head = HEADER.match(self.text)
        assert head is not None
        body = self.text[head.end() :]
        assert body.count(self.old) == 1, f"{self.name}: the fix must fit in one place"
        return self.text[: head.end()] + body.replace(self.old, self.new)


def _plain(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t")


@cache
def slips() -> list[Slip]:
    found = []
    for game in GAMES:
        for path in sorted((HERE / game).glob("*.rules")):
            text = path.read_text(encoding="utf-8")
            head = HEADER.match(text)
            assert head is not None, path.name
            found.append(
                Slip(
                    game,
                    path.stem,
                    text,
                    head["fault"],
                    int(head["line"]),
                    _plain(head["old"]),
                    _plain(head["new"]),
                )
            )
    return found


IDS = [f"{slip.game}/{slip.name}" for slip in slips()]
Said = Callable[[str, str], list[Diagnostic]]


SAID: dict[str, list[Diagnostic]] = {}
"""What is said of a text, which is asked for more than once."""


@pytest.fixture
def said(tmp_path, monkeypatch):
    """All that `rulewright check FILE` finds in a text, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def look(name: str, text: str) -> list[Diagnostic]:
        if text in SAID:
            return SAID[text]
        path = Path(f"{name}.rules")
        path.write_text(text, encoding="utf-8")
        report = Report()
        laid = games.try_to_lay(str(path), (), True, report)
        if laid is not None:
            check_folder(laid.folder, report, {}, True, laid.overlays)
        SAID[text] = report.sorted()
        return SAID[text]

    return look


def in_its_file(d: Diagnostic) -> Diagnostic:
    """Give a message without places in the files of the game, which move as that grows, and without
    notes, which list its names."""
    here = d.label.span.source.path
    others = tuple(one for one in d.others if one.span.source.path == here)
    return replace(d, others=others, notes=())


def told(found: list[Diagnostic]) -> str:
    return "\n".join(render(d) for d in found)


def one_message_at_its_line(slip: Slip, said: Said) -> None:
    found = said(slip.name, slip.text)
    assert len(found) == 1, f"{slip.fault}\n{told(found)}"
    span = found[0].label.span
    assert (span.source.path, span.line) == (f"{slip.name}.rules", slip.line), told(found)
    after = said(slip.name, slip.fixed)
    assert not after, f"{slip.fixed}\n{told(after)}"


def lacks(slip: Slip, first: Diagnostic) -> list[str]:
    """Give the words of the fix that a message without a fix does not say; numbers are one's
    own."""
    said = " ".join((first.message, first.label.text, *first.helps, *first.notes))
    known = set(WORD.findall(said))
    words = (Counter(WORD.findall(slip.new)) - Counter(WORD.findall(slip.old))).elements()
    return [word for word in words if word not in known and not word.isdigit()]


def what_is_offered_mends_it_or_says_the_words_that_do(slip: Slip, said: Said) -> None:
    first = said(slip.name, slip.text)[0]
    if first.fix is not None:
        place, word = first.fix
        after = said(slip.name, slip.text[: place.start] + word + slip.text[place.end :])
        assert slip.name in MORE or not after, told(after)
        return
    assert first.helps or first.notes or first.label.text, told([first])
    offers = not lacks(slip, first)
    assert offers == (f"{slip.game}/{slip.name}" not in OWN | LACKING), lacks(slip, first)


def reviewed(slip: Slip, said: Said) -> str:
    """Give what is said of a slip, under its fault, as `told/` keeps it."""
    message = told([in_its_file(d) for d in said(slip.name, slip.text)])
    return f"# {slip.fault}\n{message}\n"


@cache
def kept(game: str) -> list[str]:
    """Give what was reviewed of a game's slips, in their order."""
    text = (HERE / "told" / f"{game}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^(?=# )", text, flags=re.MULTILINE)[1:]
    return [part.rstrip("\n") + "\n" for part in parts]


def of_game(game: str) -> list[Slip]:
    return [slip for slip in slips() if slip.game == game]


@pytest.mark.slow
@pytest.mark.parametrize("slip", slips(), ids=IDS)
def test_a_slip_is_told_as_it_was_reviewed(slip, said):
    assert reviewed(slip, said) == kept(slip.game)[of_game(slip.game).index(slip)]


@pytest.mark.slow
@pytest.mark.parametrize("slip", slips(), ids=IDS)
def test_a_slip_is_told_once_and_can_be_mended(slip, said):
    """What is said is asked for once, and everything that is wanted of it looked at together."""
    if f"{slip.game}/{slip.name}" not in SHORT:
        one_message_at_its_line(slip, said)
    what_is_offered_mends_it_or_says_the_words_that_do(slip, said)


def test_few_are_left_with_neither():
    assert set(IDS) >= OWN | LACKING
    assert len(LACKING) * 25 <= len(IDS)
    assert len(OWN) * 15 <= len(IDS)


@pytest.mark.parametrize("game", GAMES)
def test_each_slip_was_reviewed(game, said, rewriting):
    if rewriting:
        file = HERE / "told" / f"{game}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(reviewed(slip, said) for slip in of_game(game)), encoding="utf-8")
        kept.cache_clear()
    faults = [part.partition("\n")[0] for part in kept(game)]
    assert faults == [f"# {slip.fault}" for slip in of_game(game)]


def test_there_are_enough_of_them_and_few_fall_short():
    assert len([slip for slip in slips() if slip.game == "old_kingdom"]) >= 100
    assert len([slip for slip in slips() if slip.game == "deus_ex_machina"]) >= 50
    assert set(IDS) >= SHORT
    assert len(SHORT) * 20 <= len(IDS)


def test_messages_are_short_and_in_small_letters():
    for game in GAMES:
        text = (HERE / "told" / f"{game}.txt").read_text(encoding="utf-8")
        for line in re.findall(r"^(?:error|warning)\[.*$", text, re.MULTILINE):
            sentence = line.partition(": ")[2]
            assert len(sentence) <= 72 and not sentence[:1].isupper(), line
            assert not sentence.endswith("."), line
