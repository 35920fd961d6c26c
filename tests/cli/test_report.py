"""`rulewright report`: a page that loads nothing, and what a designer would look at first."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest

import interpreter as rw
from tests.small_game import DAY, TURN, YAML, written

RULES = (
    DAY
    + TURN
    + """\
action earn "Earn a coin"
    gain 1 coins

action save_up "Save up"
    if your coins is 50
        gain 2 coins
    gain 2 coins
"""
)


class _Page(HTMLParser):
    """Which elements are open at the end, and what would be loaded."""

    VOID = ("meta", "link", "img", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.loads += [value for name, value in attrs if name in ("src", "href") and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Give an element without content, as SVG has them."""

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(rulewright, tmp_path):
    path = tmp_path / "report.html"
    said = rulewright("report", "splendor", "-n", "6", "--out", str(path))
    assert said.code == 0 and said.err.endswith(f"the page is in {path}\n")
    text = path.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    icon, picture = page.loads
    assert page.open == [] and icon == "data:,"
    assert picture.startswith("data:image/svg+xml;base64,")
    assert "Splendor" in b64decode(picture.split(",")[1]).decode("utf-8")
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text
    heads = re.findall(r"<h2>(.*?)</h2>", text)
    assert heads == [
        "At first sight", "Who wins", "How long it takes", "How it ends",
        "Options of a decision", "Changes of the lead", "First moves", "Answers", "Dead weight",
    ]  # fmt: skip
    assert text.count("<svg") == 5 and text.count('role="img"') == 5


def test_two_reports_stand_beside_one_another(rulewright, fits, tmp_path):
    path = tmp_path / "report.html"
    words = ("report", "kingdom", "-n", "1", "-p", "2", "--beside", "few_spells")
    said = rulewright(*words, "--out", str(path), "--json")
    fits(said.data, "report")
    assert [one["title"] for one in said.data["reports"]] == [
        "Deities of the Old Kingdom", 'Deities of the Old Kingdom with "Few Spells"',
    ]  # fmt: skip
    assert path.read_text(encoding="utf-8").count("<section>") == 2


def test_what_never_came_up_is_named_by_its_line(rulewright, fits, tmp_path):
    """Nobody has 50 coins after three turns."""
    yaml = YAML.replace("title: Mine", "title: <b>Mine</b>")
    folder = written(tmp_path / "mine", RULES, yaml)
    page = tmp_path / "page.html"
    said = rulewright("report", str(folder), "-n", "30", "--json", "--out", str(page))
    fits(said.data, "report")
    (one,) = said.data["reports"]
    (line,) = one["missed_lines"]
    assert line.endswith("mine/rules/day.rules:20")
    games = one["random_games"]
    assert 8 <= games <= 30
    assert f"1 line of the rules was never reached in {games} random games." in one["findings"]
    text = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;Mine&lt;/b&gt;" in text and "<b>" not in text
    assert '<td class="w q">Save up</td><td class="w">gain 2 coins</td>' in text
    assert str(tmp_path) not in text and "day.rules" not in text


def test_the_page_speaks_in_the_words_of_the_table(rulewright, tmp_path):
    path = tmp_path / "report.html"
    words = ("report", "kingdom", "-n", "12", "-p", "2", "--seed", "3")
    assert rulewright(*words, "--date", "2031-05-06", "--out", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    shown = re.sub(r"<style>.*?</style>|data:[^\"]*", "", text)
    assert '<td class="w q">Your action</td><td class="w a">Domain Influence</td>' in shown
    assert '<td class="w q">Domain Influence: choose a symbol</td>' in shown
    assert re.findall(r"[a-z]+_[a-z]+", shown) == [] and ".rules" not in shown
    for fact in ("Version</dt><dd>1.0", "Games</dt><dd>12", "Seats</dt><dd>2, all random"):
        assert fact in shown
    assert re.search(r"<dt>Rules</dt><dd>[0-9a-f]{8}</dd>", shown)


@pytest.mark.parametrize(
    ("game", "asked", "said"),
    [
        ("brandubh", "Move a piece: choose a piece and space", "soldier, f5"),
        ("hearts", "Passing direction: choose gifts", "7 of Hearts"),
        ("hanabi", "Your turn", "Give a hint"),
        ("love_letter", "Play a card: choose a card", "Handmaid"),
    ],
)
def test_first_moves_are_told_in_words_whatever_is_chosen(game, asked, said):
    """A piece and a space at once is a choice as any other."""
    from interpreter.bots.matches import Match
    from interpreter.bots.reports.studies import study

    made = rw.load(game)
    found = study(Match(made, ("random",) * made.plan.least, 1), 6)
    assert (asked, said) in found.words.values()
    assert all(key in found.words for key in found.first)


def test_a_chart_has_a_scale_and_a_zero_line():
    from interpreter.bots.reports import charts

    made = charts.bars("Wins", [("A", 0.5, "50 %")], (), charts.SHARES, 0.25)
    assert made.count('class="axis"') == 1 and made.count('class="fair"') == 1
    assert re.findall(r'class="tick"[^>]*>(.*?)<', made) == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    made = charts.histogram("Length", [3, 4, 4, 5, 9, 22], "turns")
    ticks = re.findall(r'class="tick"[^>]*>(.*?)<', made)
    assert ticks[:3] == ["0", "1", "2"] and {"5", "10", "15", "20"} <= set(ticks)
    assert "half of the games have 4.5 or fewer" in ticks[-1]


def test_the_ladder_tells_whether_more_thinking_wins_more(rulewright, fits):
    said = rulewright("report", "tic_tac_toe", "-n", "4", "--ladder", "1", "--json")
    fits(said.data, "report")
    (rung,) = said.data["ladder"]
    assert (rung["better"], rung["worse"], rung["games"]) == ("greedy", "random", 20)


def test_the_same_seed_gives_the_same_page(rulewright, tmp_path):
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    for path in (one, two):
        words = ("report", "coup", "-n", "5", "--date", "2031-05-06")
        assert rulewright(*words, "--out", str(path)).code == 0
    assert one.read_bytes() == two.read_bytes()
    assert "<dt>Date</dt><dd>2031-05-06</dd>" in one.read_text(encoding="utf-8")
    one.write_text("something of mine", encoding="utf-8")
    said = rulewright("report", "coup", "-n", "5", "--out", str(one))
    assert said.code == 7 and one.read_text(encoding="utf-8") == "something of mine"


def test_an_end_by_a_limit_is_told_and_what_players_try_for_is_no_dead_weight(rulewright):
    """Two turns each are too few to bring the sun: the limit ends the game; what only players who
    look ahead ask for is no dead weight."""
    found = rulewright(
        "report", "kingdom", "-n", "1", "--seats", "greedy,greedy", "-o", "turn_limit=2", "--json"
    ).data["reports"][0]
    assert "100 % (21 to 100) of the games end by a limit: turn limit." in found["findings"][:2]
    assert not any("aim" in one for one in found["missed"])


def _studied(outcomes, offers=(), judged=0, comebacks=0):
    from interpreter.bots.reports.studies import MatchStudy

    made = MatchStudy("Mine", "0" * 16, ("random",) * 4, 1, list(outcomes))
    made.offers, made.judged, made.comebacks = list(offers), judged, comebacks
    made.lead_changes = [2] * judged
    return made


def _won(*winners):
    from interpreter.simulation.random_games import Outcome

    return Outcome(0, 0, 9, 9, 5, winners, "finished")


def test_each_finding_has_its_interval_and_what_would_be_without_it():
    from interpreter.bots.reports.findings import findings

    games = [_won(0)] * 60 + [_won(1)] * 20 + [_won(2)] * 10 + [_won()] * 10
    found = findings(_studied(games, judged=40, comebacks=24))
    assert found[0] == (
        "Seat 1 wins more than its share: 67 % (56 to 76) of the games that anybody wins (fair"
        " would be 25 %)."
    )
    assert "Nobody wins 10 % (6 to 17) of the games." in found
    assert (
        "The lead changes 2.0 (2.0 to 2.0) times a game. Where one seat was ahead half way through,"
        " in 40 games, another won 60 % (45 to 74); if being ahead meant nothing, it would be 75 %."
    ) in found


def test_what_is_seldom_taken_because_there_is_much_else_is_not_named():
    """One of sixty cards is taken in 1.7 % of its offers by chance: that is no finding."""
    from interpreter.bots.reports.findings import findings
    from interpreter.bots.reports.studies import OfferCount

    offers = [OfferCount("buy", f"card {n}", 400, n % 8, 0, 400 / 60) for n in range(60)]
    assert _studied([], offers).never_taken == []
    lame = OfferCount("buy", "lame", 400, 2, 0, 100.0)
    assert _studied([], [*offers, lame]).never_taken == [lame]
    few = OfferCount("buy", "few", 60, 1, 0, 4.0)  # too few offers to be sure
    assert _studied([], [few]).never_taken == []
    (told,) = findings(_studied([_won(0), _won(1)], [lame]))
    assert told == ("Offered and hardly ever taken: lame (buy: 2 of 400 offers, 100 by chance).")


def test_nobody_ahead_half_way_is_no_comeback():
    from interpreter.bots.reports.studies import _leads

    class Ahead:
        def __init__(self, *leaders):
            self.leaders = list(leaders)

        def changes(self):
            return 0

        def course(self, winner):
            return None

    made = _studied([])
    for leaders, winner in [((0, -1, 1), 1), ((0, 0, 1), 1), ((0, 1, 1), 1), ((-1, -1, -1), 0)]:
        _leads(made, Ahead(*leaders), _won(winner))  # type: ignore[arg-type]
    assert (made.judged, made.comebacks) == (2, 1)


def test_a_report_that_is_interrupted_tells_of_the_games_so_far(rulewright, fits, monkeypatch):
    from interpreter.cli import interrupt

    asked = iter([False, False, True, True])
    monkeypatch.setattr(interrupt.CtrlC, "was_typed", lambda _: next(asked))
    said = rulewright("report", "pig", "-n", "40", "--json")
    assert said.code == 130 and said.err.endswith("interrupted after 3 of 40 games\n")
    fits(said.data, "report")
    assert len(said.data["reports"]) == 1
    asked = iter([True])
    told = rulewright("report", "pig", "-n", "40").out
    assert told.startswith("Pig: 1 game, ")


def test_whose_takers_win_more_often_for_sure_comes_first():
    from interpreter.bots.reports.findings import judged_answers
    from interpreter.bots.reports.studies import OfferCount

    usual = [OfferCount("play", f"card {n}", 300, 400, 100, 75.0, 100 + n, 25) for n in range(30)]
    strong = OfferCount("play", "strong", 300, 100, 60, 75.0, 100, 60)
    rare = OfferCount("play", "rare", 300, 8, 8, 75.0, 8, 8)
    found = judged_answers(_studied([], [*usual, rare, strong]))
    assert found[0] == (strong, "more")
    assert all(not verdict for _, verdict in found[1:])
    assert [one.answer for one, _ in found[1:3]] == ["card 29", "card 28"]
    assert not any(one is rare for one, _ in found)  # too rare to be judged


def test_whoever_takes_an_answer_often_in_a_game_is_one_taker():
    """Ten winners who roll two hundred times say of ten games what rolling is worth, not of 200."""
    from interpreter.bots.matches import Match
    from interpreter.bots.reports.studies import study

    found = study(Match(rw.load("pig"), ("random", "random"), 1), 25)
    for one in found.offers:
        assert one.takers <= 2 * 25 < one.taken
        assert one.takers_won <= 25 and one.by_winners <= one.taken
    assert {one.answer for one in found.offers} == {"roll", "stop"}


def test_the_data_hold_what_the_page_shows(rulewright, fits, tmp_path):
    page = tmp_path / "page.html"
    said = rulewright("report", "pig", "-n", "30", "--json", "--out", str(page))
    fits(said.data, "report")
    (one,) = said.data["reports"]
    told = one["figures"]
    assert told["games"] == 30 and sum(each["wins"] for each in told["wins"]) == 30
    assert all(each["low"] <= each["share"] <= each["high"] for each in told["wins"])
    assert (told["unit"], len(told["lengths"])) == ("turns", 30)
    assert sum(told["ended"].values()) == 30
    assert set(told["options_of_a_decision"]) == {"2"}  # roll or stop
    assert {each["answer"] for each in told["answers"]} == {"roll", "stop"}
    for each in told["answers"]:
        assert each["by_chance"] == each["offered"] / 2
        assert f'data-is="taken">{each["taken"]:,}</td>' in page.read_text(encoding="utf-8")


def test_the_course_of_the_lead_is_summed_up_for_the_winner():
    from interpreter.bots.reports.leads import Leads

    made = Leads.__new__(Leads)
    made.points = [(0, 0), (3, 1), (3, 7), (3, 7), (8, 7), (9, 7)]
    assert made.leaders == [-1, 0, 1, 1, 0, 0] and made.changes() == 2
    course = made.course(0)
    assert course is not None
    assert (course.behind, course.gap) == (2 / 6, 4)  # twice by 7 to 3
    assert course.settled == 4 / 6  # ahead from the fifth of six turns on
    made.points = [(2, 2), (2, 2)]
    assert made.course(1) is None


def test_the_lead_and_the_first_moves_are_told_with_intervals():
    from interpreter.bots.reports.findings import findings
    from interpreter.bots.reports.leads import Course
    from interpreter.bots.reports.studies import FirstMove

    made = _studied([_won(0), _won(1)] * 30, judged=60, comebacks=30)
    made.courses = [Course(0.25, 4.0, 0.5), Course(0.75, 8.0, 1.0)] * 30
    made.first = {("open", "left"): FirstMove(40, 30.0), ("open", "right"): FirstMove(20, 4.0)}
    found = findings(made)
    assert any(
        line.endswith(
            "The later winner was behind in 50 % (44 to 56) of the turns, by 6.0 points then, and"
            " took the lead for good when 75 % (69 to 81) of the game was over."
        )
        for line in found
    )
    told = "Who begins with left (open) wins more than others: 75 % (60 to 86) of 40 games; with"
    assert f"{told} equal seats it would be 25 %." in found
    assert not any("right" in line for line in found)


def test_wins_are_split_by_what_seats_were(rulewright, fits):
    words = ("report", "root", "-n", "12", "-p", "4", "--by", "their faction", "--json")
    said = rulewright(*words)
    fits(said.data, "report")
    split = said.data["reports"][0]["figures"]["by"]
    assert split["expression"] == "their faction"
    assert {one["value"] for one in split["values"]} == {
        "Marquise", "Eyrie", "Alliance", "Vagabond",
    }  # fmt: skip
    plain = rulewright("report", "root", "-n", "1", "-p", "4", "--json").data
    assert said.data["reports"][0]["rules"] == plain["reports"][0]["rules"]


def test_what_an_option_switches_off_is_no_dead_weight(rulewright, fits):
    """Poseidon and Ares come with the mini expansion."""
    said = rulewright("report", "deus", "-n", "30", "--json")
    fits(said.data, "report")
    (one,) = said.data["reports"]
    assert one["other_options"]["options"] == "mini_expansion yes"
    named = one["other_options"]["named"]
    assert {"Poseidon (poseidon)", "Ares (ares)"} <= set(named)
    assert not any(name in one["missed"] for name in named)
    assert any(
        line.startswith("Only with other options (mini expansion yes): Poseidon, Ares")
        for line in one["findings"]
    )
    both = rulewright("report", "deus", "-n", "30", "-o", "mini_expansion=yes", "--json").data
    assert both["reports"][0]["other_options"]["named"] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["splendor", "love_letter"])
def test_what_is_named_is_named_with_other_seeds_too(rulewright, game):
    """Of seats, cards and answers: what chance makes is no finding."""
    named = []
    for seed in ("1", "2", "3"):
        words = ("report", game, "-n", "60", "--seed", seed, "--json")
        (one,) = rulewright(*words).data["reports"]
        seats = [line[:20] for line in one["findings"] if line.startswith("Seat ")]
        named.append((seats, one["hardly_taken"], one["missed"]))
    assert named[0] == named[1] == named[2]
