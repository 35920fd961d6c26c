"""`rulewright how`: how something is said in the rules."""

from __future__ import annotations


def test_sentences_are_shown_with_what_they_do(rulewright):
    said = rulewright("how", "mix", "the", "deck", "--most", "1")
    shown = ["shuffle deck", "    # mixes a pile (Moving things)"]
    assert said.out.splitlines()[:2] == shown


def test_a_sentence_of_several_lines_is_shown_as_it_is_written(rulewright):
    said = rulewright("how", "the player with the most points wins", "--most", "1")
    assert said.out.splitlines()[:2] == ["pick winner from players", "    highest its points"]


def test_a_verb_shows_all_its_sentences(rulewright):
    data = rulewright("how", "draw", "--json").data
    assert len(data) > 4 and all("draw " in one["sentence"] for one in data)
    assert len(rulewright("how", "draw", "--most", "2", "--json").data) == 2


def test_the_same_as_data(rulewright, fits):
    said = rulewright("how", "each player draws a card", "--json")
    fits(said.data, "how")
    assert 1 <= len(said.data) <= 3
    sentences = " / ".join(one["sentence"] for one in said.data)
    assert "have each player" in sentences and "draw " in sentences


def test_nothing_found_is_told(rulewright):
    said = rulewright("how", "xyzzy")
    assert (said.code, said.out, said.err) == (
        1,
        "",
        "error: nothing fits `xyzzy`\n"
        "  help: say it in plain words, such as: how each player draws a card\n",
    )


def test_the_name_of_a_mechanism_prints_its_page(rulewright, fits):
    said = rulewright("how", "worker", "placement")
    assert said.out.startswith("# Worker placement\n\n")
    assert "\n```rules\nkind worker plural workers, owned by a player\n" in said.out
    assert said.err == "`rulewright new mine --from worker_placement` begins with it\n"
    data = rulewright("how", "worker placement", "--json").data
    fits(data, "how")
    assert [one["mechanism"] for one in data] == ["worker_placement"]


def test_a_situation_is_shown_whole_and_without_another_line(rulewright):
    said = rulewright("how", "skip your next turn")
    assert said.out == (
        "if you are blocked\n"
        "    mark you as no longer blocked\n"
        "otherwise\n"
        "    play player_turn\n"
        "    # misses one turn, after `mark rival as blocked` (Situations)\n"
    )


def test_where_nothing_fits_the_nearest_chapter_is_named(rulewright):
    said = rulewright("how", "a xylophone plays the anthem")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(
        "error: nothing fits `a xylophone plays the anthem`; the nearest chapter of the "
        "reference is `"
    )


def test_a_rule_of_a_shipped_game_is_shown_with_its_place(rulewright, fits):
    said = rulewright("how", "a mill takes an opposing man")
    assert said.out == (
        'procedure take_man "A mill takes an opposing man" says "close a mill"\n'
        "    choose man from enemy men in web\n"
        "        requires man is not milled or every enemy man in web is milled else "
        '"it stands in a mill"\n'
        "    take_away man from man's space\n"
        "    # a rule of a shipped game:\n"
        "    games/modern/nine_mens_morris/rules/nine_mens_morris.rules:61\n"
    )
    fits(rulewright("how", "a mill takes an opposing man", "--json").data, "how")
