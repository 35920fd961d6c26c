"""`rulewright rules`: a game to be read, as text, as a page and as data."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from interpreter.load.game_folder import list_games

GAME = "deities_of_the_old_kingdom"
GAMES = [folder.name for folder in list_games()]
VOID = {"meta", "br", "link"}


class Page(HTMLParser):
    """The tags of a page in order, its anchors and its links; `wrong` is what does not fit."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.wrong: list[str] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.anchors += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if {"src", "onclick", "onload"} & set(found) or tag in ("script", "img", "iframe"):
            self.wrong.append(f"{tag} {found}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data):
        self.said.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_read_within_eighty_columns(rulewright, game):
    said = rulewright("rules", game)
    assert (said.code, said.err) == (0, "")
    assert max(map(len, said.out.splitlines())) <= 80
    assert "WHAT IS ON THE TABLE\n" in said.out


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_whole_and_every_link_leads_somewhere(rulewright, game):
    said = rulewright("rules", game, "--html")
    assert (said.code, said.err) == (0, "")
    page = Page(said.out)
    assert page.wrong == []
    assert len(set(page.anchors)) == len(page.anchors)
    assert {link for link in page.links if link[1:] not in page.anchors} == set()
    assert all(link.startswith("#") for link in page.links)


@pytest.mark.parametrize("game", GAMES)
def test_data_fit_their_schema(rulewright, fits, game):
    fits(rulewright("rules", game, "--json").data, "rules")
    fits(rulewright("rules", game, "--options", "--json").data, "rules")


def test_a_rule_stands_there_with_its_title_its_citations_and_its_words(rulewright):
    said = rulewright("rules", GAME)
    assert (
        "\n  Exchange singles and triples\n"
        "  [DOK-60, DOK-Q21]\n"
        "    action exchange cards\n"
        "        choose symbol from domains\n"
        "        either join symbol cards or split symbol cards\n"
    ) in said.out
    assert "\n  Nobody can ascend any more, or the night grows too long\n  [DOK-Q20]\n" in said.out


def test_components_options_and_citations_follow(rulewright):
    said = rulewright("rules", GAME).out
    assert "\n  Twist x 3\n    Reroll one Field die; you may do so twice." in said
    assert (
        "\n  eclipse_needs_cube=no  (no or yes)\n    The Eclipse needs a cube. [DOK-Q9]\n" in said
    )
    assert "\n  DOK-44  Draw Spells for the largest group rolled\n      Arcane Power\n" in said


def test_options_alone(rulewright):
    said = rulewright("rules", GAME, "--options", "--option", "turn_limit=7")
    assert said.code == 0
    assert said.out.startswith("\nOPTIONS\n\n  eclipse_needs_cube=no  (no or yes)\n")
    assert "  turn_limit=7  (1 to 10000)\n" in said.out
    assert "few_spells: Few Spells" in said.out
    assert "influence" not in said.out


def test_every_rule_and_every_citation_has_an_anchor(rulewright):
    page = Page(rulewright("rules", GAME, "--html").out)
    data = rulewright("rules", GAME, "--json").data
    names = [rule["name"] for chapter in data["chapters"] for rule in chapter["rules"]]
    assert {f"rule-{name}" for name in names} <= set(page.anchors)
    assert {f"cite-{cite['id']}" for cite in data["citations"]} <= set(page.anchors)
    assert "#cite-DOK-42" in page.links and "#rule-unlock_enchantment" in page.links


def test_house_rules_stand_where_they_change_something(rulewright, fits):
    words = ("rules", GAME, "--variant", "few_spells")
    said = rulewright(*words)
    assert "With the house rules Few Spells." in said.out
    assert "  At most four Spells at the end of a turn\n    rule few in hand\n" in said.out
    assert "    House rule: Few Spells\n" in said.out
    data = rulewright(*words, "--json").data
    fits(data, "rules")
    assert data["house_rules"] == ["Few Spells"]
    rules = {rule["name"]: rule for chapter in data["chapters"] for rule in chapter["rules"]}
    assert rules["few_in_hand"]["changed_by"] == ["Few Spells"]
    assert Page(rulewright(*words, "--html").out).wrong == []


def test_a_setting_of_a_house_rule_is_told_with_its_house_rule(rulewright, tmp_path):
    file = tmp_path / "gentle.rules"
    file.write_text(
        f'variant "Gentle" for {GAME} 1\n    set opening_spells to 4\n', encoding="utf-8"
    )
    said = rulewright("rules", GAME, "--variant", str(file), "--options")
    assert "  opening_spells=4  (0 to 6, set by Gentle)\n" in said.out


def test_what_a_stranger_writes_is_no_html(rulewright, my_game):
    rules = next((my_game / "rules").glob("2*.rules"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace('"Play a card and climb"', '"<script>alert(1)</script> & climb"'),
        encoding="utf-8",
    )
    said = rulewright("rules", "my_game", "--html")
    assert said.code == 0, said.err
    assert "<script" not in said.out
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; climb" in said.out
    assert Page(said.out).wrong == []


def test_a_faulty_game_is_told_with_its_place(rulewright, my_game):
    rules = next((my_game / "rules").glob("2*.rules"))
    rules.write_text(rules.read_text(encoding="utf-8") + "\naction\n", encoding="utf-8")
    said = rulewright("rules", "my_game")
    assert said.code == 3 and said.out == "" and "--> my_game/rules/" in said.err


def test_a_page_and_data_at_once_are_refused(rulewright):
    said = rulewright("rules", GAME, "--html", "--json")
    assert said.code == 2
    assert said.err == "error: --html and --json cannot be given together\n"


def test_an_option_that_is_a_seat_goes_to_the_number_of_players(rulewright):
    said = rulewright("rules", "deus_ex_machina", "--options")
    assert "youngest=0  (0 to the number of players)" in said.out


@pytest.mark.parametrize("game", GAMES)
def test_what_lines_mean_fits_the_screen_and_its_schema(rulewright, fits, game):
    said = rulewright("rules", game, "--exact")
    assert (said.code, said.err) == (0, "")
    assert max(map(len, said.out.splitlines())) <= 80
    data = rulewright("rules", game, "--exact", "--json").data
    fits(data, "exact")
    assert len(data["lines"]) == sum(
        line.lstrip().startswith("= ") for line in said.out.splitlines()
    )


def test_what_a_line_means_stands_below_it(rulewright):
    said = rulewright("rules", "pig", "--exact")
    assert (
        "   19  repeat until any players where its score is at least goal\n"
        "         = again and again as long as there are no players P for which P's score\n"
        "         is at least 100, asked before each time\n"
    ) in said.out


def test_the_meaning_of_lines_is_no_page(rulewright):
    said = rulewright("rules", "pig", "--exact", "--html")
    assert said.code == 2
    assert said.err.strip() == "error: --exact cannot be given with --html or --options"
