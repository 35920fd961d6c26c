"""`rulewright how`: search for how to write something in the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample, Whole

if TYPE_CHECKING:
    from interpreter.load.handbook import Mechanism
    from interpreter.tools.answers import Answer
    from interpreter.tools.models import Model

FEW, EVERY = 3, 50


@click.command(
    cls=ByExample,
    examples="""
    rulewright how each player draws a card
    rulewright how "skip your next turn"
    rulewright how worker placement
    rulewright how draw
    rulewright how mix the deck --json
    """,
)
@click.argument("words", nargs=-1, required=True, metavar="WORDS")
@click.option("--most", type=Whole(1, 50), help="How many answers to show: 3, or all of a verb.")
@JSON
def how(words: tuple[str, ...], most: int | None, json_: bool) -> int:
    """Find how to write something in the rules: what comes nearest to WORDS.

    Answers are situations in a few lines, mechanisms with a small game each, sentences of the
    language, and rules of shipped games. Each sentence is shown with what it does, where the
    reference explains it, and a line of a shipped game that holds it. The name of a mechanism, such
    as `worker placement`, prints its page; a single verb, such as `draw`, shows all sentences of
    that verb.
    """
    from interpreter.language.verbs import VERBS
    from interpreter.load.handbook import Mechanism
    from interpreter.tools.answers import answers
    from interpreter.tools.shipped_rules import ShippedRule

    text = " ".join(words)
    made = answers(text, most or (EVERY if text in VERBS else FEW))
    if json_:
        output.as_json([_as_data(one) for one in made.found])
        return exits.FINE if made.found else exits.FAILED
    if not made.found:
        nearest = ""
        if isinstance(made.nearest, ShippedRule):
            nearest = f"; the nearest rule of a shipped game is {made.nearest.place}"
        elif isinstance(made.nearest, Mechanism):
            nearest = f"; the nearest page of the handbook is `{made.nearest.title}`"
        elif made.nearest is not None:
            nearest = f"; the nearest chapter of the reference is `{made.nearest.chapter}`"
        raise exits.Stop(
            exits.FAILED,
            f"nothing fits `{text}`{nearest}",
            "say it in plain words, such as: how each player draws a card",
        )
    only = made.found[0]
    if len(made.found) == 1 and isinstance(only, Mechanism):
        _show_page(only)
        return exits.FINE
    for number, one in enumerate(made.found):
        if number:
            output.data("")
        if isinstance(one, Mechanism):
            output.data(f"{one.title}: a small game")
            output.wrapped(f"# {one.about}", 4)
            output.wrapped(f"# `rulewright how {one.id}` prints it", 4)
        elif isinstance(one, ShippedRule):
            for line in one.shown():
                output.data(line)
            output.wrapped(f"# a rule of a shipped game: {one.place}", 4)
        else:
            _show(one)
    return exits.FINE


def _as_data(one: Answer) -> dict[str, object]:
    from interpreter.load.handbook import Mechanism
    from interpreter.tools.models import examples, in_lines
    from interpreter.tools.shipped_rules import ShippedRule

    if isinstance(one, ShippedRule):
        return {"rule": one.title, "place": one.place, "text": "\n".join(one.lines)}
    if isinstance(one, Mechanism):
        return {"mechanism": one.id, "title": one.title, "does": one.about, "page": one.page}
    return {
        "sentence": "\n".join(in_lines(one.shown)),
        "does": one.does,
        "chapter": one.chapter,
        "examples": [{"place": place, "line": line} for place, line in examples(one)],
    }


def _show(one: Model) -> None:
    from interpreter.tools.models import examples, in_lines

    for line in in_lines(one.shown):
        output.data(line)
    output.wrapped(f"# {one.does} ({one.chapter})", 4)
    for place, line in examples(one, 1):
        output.wrapped(f"# as in: {line}   {place}", 4)


def _show_page(page: Mechanism) -> None:
    """Print the page of a mechanism, and how to begin with its game."""
    for line in page.page.rstrip().splitlines():
        output.data(line)
    output.message(f"`rulewright new mine --from {page.id}` begins with it")
