"""`rulewright replay --html`: one page to step through a game, which holds nothing hidden."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from interpreter.present import declined
from interpreter.present.model.view import view
from interpreter.present.page.table import fragments
from interpreter.present.replayed.moments import DRAWN, Recorder
from interpreter.present.replayed.packing import packed
from interpreter.present.replayed.page import page
from interpreter.run.plan import Plan
from tests.run.invariants import plan_of
from tests.run.test_hidden_information import mixed

VOID = {"meta", "input", "link"}
SHAPES = {"rect", "circle", "ellipse", "line", "polygon", "polyline", "path", "use", "g"}


class Read(HTMLParser):
    """The tags that are open, what would be loaded, the texts, and the labels."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.labels: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.loads += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]
        self.labels += [value for name, value in attrs if name == "aria-label"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in SHAPES

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)


def data_of(text: str):
    """Give what the script is told."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])


def unpacked(pieces: list[str], steps) -> list[str]:
    """Give all texts of a part as the script puts them together."""
    made: list[str] = []
    now: list[int] = []
    for edits in steps:
        for at, gone, come in edits or ():
            now[at : at + gone] = come
        made.append("".join(pieces[number] for number in now))
    return made


def played(plan: Plan, players: int, seed: int, viewer: int | None, most: int = 200) -> Recorder:
    """Record a random game."""
    made, rng = Recorder(plan, plan.start(players, seed, log=True), viewer), Random(seed)
    while not made.state.over and most:
        made.take(rng.randrange(len(made.state.options)))
        most -= 1
    return made


@pytest.fixture
def saved(rulewright):
    """Give a whole game of Love Letter in game.save."""
    words = ("--seats", "random,random", "--seed", "3", "--save", "game.save")
    assert rulewright("play", "love_letter", *words).code == 0


def test_a_page_loads_nothing_and_runs_its_own_script_alone(rulewright, saved):
    said = rulewright("replay", "game.save", "--html", "game.html")
    assert said == (0, "", "the page is in game.html\n")
    text = Path("game.html").read_text(encoding="utf-8")
    read = Read(text)
    assert read.open == []
    # Nothing but the icons of the page itself, and an empty one for its tab.
    assert all(one.startswith("href=#") or one == "href=data:," for one in read.loads)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "url(" not in text and "@import" not in text
    script = text.rpartition("<script>")[2].partition("</script>")[0]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    assert f"{policy}script-src 'sha256-{digest}'" in text
    assert len(text) < 200_000


def test_a_page_can_be_read_without_its_script(rulewright, saved):
    rulewright("replay", "game.save", "--html", "game.html")
    text = Path("game.html").read_text(encoding="utf-8")
    read = Read(text)
    assert read.texts["h2"] == ["The table at the end", "The story"]
    assert any("Plays Guard on" in one for one in read.texts["li"])
    assert read.texts["strong"][0].endswith("wins.")
    assert {"first", "back", "play", "forward", "last"} <= set(re.findall(r'id="(\w+)"', text))


def test_each_table_is_the_one_of_its_decision():
    made = played(plan_of("love_letter"), 3, 5, None).recording()
    first, _, still = page(made).partition('<main id="table"')[2].partition("<noscript>")
    table = DRAWN.index("table")
    assert first.endswith("".join(made.moments[0].drawn[table]))
    assert "".join(made.moments[-1].drawn[table]) in still
    told = data_of(page(made))
    assert len(told["moments"]) == len(made.moments) > 30
    for number, name in enumerate(DRAWN):
        drawn = ["".join(one.drawn[number]) for one in made.moments]
        assert unpacked(*told["parts"][name]) == drawn
    assert packed([["a", "b"], ["a", "b"], ["a"]])[1] == [[(0, 0, [0, 1])], 0, [(1, 1, [])]]


def test_what_moves_is_told_by_places_that_are_drawn():
    made = played(plan_of("brandubh"), 2, 1, None).recording()
    told = data_of(page(made))
    ways = [way for one in told["moments"] for way in one[4]]
    ids = set(re.findall(r'data-id=\\?"([^"\\]+)', json.dumps(told["parts"])))
    assert len(ways) >= 10 and {place for way in ways for place in way} <= ids


def test_the_story_goes_on_with_the_decisions():
    made = played(plan_of("tic_tac_toe"), 2, 1, None).recording()
    assert made.moments[0].decided == ""
    assert re.fullmatch(r"Blue: Mark a space: [abc][123]\.", made.moments[1].decided)
    counts = [one.beats for one in made.moments]
    assert counts == sorted(counts) and counts[-1] == len(made.beats)
    assert made.result


@pytest.mark.parametrize(
    ("name", "players"),
    [("coup", 3), ("hanabi", 3), pytest.param("root", 3, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("viewer", [None, 1])
def test_what_a_viewer_cannot_see_changes_no_picture(name, players, viewer):
    plan, rng = plan_of(name), Random(4)
    made = Recorder(plan, plan.start(players, 3, log=True), viewer)
    for _ in range(40):
        if made.state.over:
            break
        made.take(rng.randrange(len(made.state.options)))
        told, drawn = made.chronicle, made.moments[-1].drawn
        other = mixed(plan, made.state, viewer, rng)
        under = told.under(viewer)
        seen = view(plan, other, viewer, told.turns, under=under, question=False)
        parts = fragments(seen, made.looks, tools="")
        assert [parts[one] for one in DRAWN] == ["".join(one) for one in drawn]


@pytest.mark.parametrize(("viewer", "told"), [(None, False), ("owner", True)])
def test_an_offer_of_a_hidden_card_that_is_declined_makes_no_moment(viewer, told):
    """That somebody was asked would tell the others who has the card."""
    plan, rng = plan_of("deities_of_the_old_kingdom"), Random(6)
    state, taken = plan.start(3, 6, log=True), []
    for _ in range(600):
        index, owner = rng.randrange(len(state.options)), state.actor
        site, option = plan.program.sites[state.site], state.options[index]
        if declined.hidden_from(plan, state, site, option, (None,)):
            break
        taken.append(index)
        plan.choose(state, index)
    else:
        pytest.fail("nobody declines anything")
    made = Recorder(plan, plan.start(3, 6, log=True), owner if viewer else None)
    for one in taken:
        made.take(one)
    before = len(made.moments)
    made.take(index)
    assert len(made.moments) == before + told
    assert ("No" in made.moments[-1].decided) is told


@pytest.mark.slow
def test_a_pass_that_is_told_nowhere_makes_a_moment_where_something_changes():
    made = played(plan_of("deities_of_the_old_kingdom"), 3, 3, None, 300)
    silent = [n for n, one in enumerate(made.moments) if n and not one.decided]
    assert silent
    assert all(made.moments[n].drawn != made.moments[n - 1].drawn for n in silent)


def kuhn(plan: Plan, seed: int, viewer: int | None) -> tuple[list[str], str]:
    """Give the hands of a game of Kuhn Poker before its end, and its page. The first player bets:
    when the game is over, all lay open what they hold."""
    made = Recorder(plan, plan.start(2, seed, log=True), viewer)
    hands = [view(plan, made.state, seat).seats[seat].zones[0].items[0].say for seat in (0, 1)]
    made.take(1)
    assert not made.state.over
    return hands, page(made.recording())


def test_a_hand_is_in_its_owners_page_alone():
    """Games that differ in hidden hands alone give the same page to all who do not see them."""
    plan = plan_of("kuhn_poker")
    pages: dict[int | None, dict[str, set[str]]] = {None: {}, 0: {}, 1: {}}
    for seed in range(1, 25):
        for viewer, found in pages.items():
            hands, text = kuhn(plan, seed, viewer)
            found.setdefault("" if viewer is None else hands[viewer], set()).add(text)
    assert [len(found) for found in pages.values()] == [1, 3, 3]
    assert all(len(texts) == 1 for found in pages.values() for texts in found.values())


def test_the_words_of_a_game_stay_words(rulewright, my_game):
    path = my_game / "game.yaml"
    text = path.read_text(encoding="utf-8")
    hostile = "</script><script>alert(1)</script><!--"
    path.write_text(re.sub(r"(?m)^title:.*$", f'title: "{hostile}"', text), encoding="utf-8")
    words = ("--seats", "random,random", "--seed", "1", "--save", "mine.save")
    assert rulewright("play", "./my_game", *words).code == 0
    assert rulewright("replay", "mine.save", "--html", "mine.html").code == 0
    made = Path("mine.html").read_text(encoding="utf-8")
    assert "<script>alert" not in made and "<!--" not in made
    assert made.count("</script>") == 2
    assert "&lt;/script&gt;" in made


def test_json_says_where_the_page_is(rulewright, saved, fits):
    said = rulewright("replay", "game.save", "--html", "game.html", "--seat", "2", "--json")
    fits(said.data, "replay")
    assert said.data["page"] == "game.html" and said.data["played"] == said.data["decisions"]
    assert "Blue, Green; as Green sees it." in Path("game.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--seat", "blue"), 2, "error: --seat belongs to --html\n"),
        (("--html", "a.html", "--trace"), 2, "error: --html stands alone, without --verify, --trace"
         " and --rules\n"),
        (("--html", "a.html", "--seat", "pink"), 2, "error: nobody sits on `pink`\n"
         "  help: the seats are blue, green\n"),
        (("--html", "a.html", "--seat", "3"), 2, "error: nobody sits on `3`\n"
         "  help: the seats are blue, green\n"),
        (("--html", "no/a.html"), 7, "error: there is no folder for no/a.html\n"
         "  help: name a folder that is there\n"),
        (("--html", "game.save"), 7, "error: game.save holds something else\n"
         "  help: name another file, or remove it first\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(rulewright, saved, words, code, told):
    said = rulewright("replay", "game.save", *words)
    usage = "  usage: rulewright replay [OPTIONS] FILE\n"
    usage += "  help: `rulewright replay --help` says more\n"
    assert (said.code, said.out) == (code, "")
    assert said.err.replace(usage, "") == told
    assert not Path("a.html").exists()


def test_a_page_ends_where_the_game_diverges(rulewright, saved):
    lines = Path("game.save").read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if '"n":20,' in line)
    lines[at] = json.dumps(json.loads(lines[at]) | {"take": "nothing"})
    Path("game.save").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = rulewright("replay", "game.save", "--html", "game.html")
    assert said.code == 6
    assert said.out.startswith("Diverges at decision 20 of 87.\n")
    assert said.err.endswith("the page is in game.html\n")
    assert len(data_of(Path("game.html").read_text(encoding="utf-8"))["moments"]) <= 20
