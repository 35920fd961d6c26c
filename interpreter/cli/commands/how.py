"""`rulewright how`: search for how to write something in the rules."""

from __future__ import annotations

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample, Whole

FEW, EVERY = 3, 50


@click.command(
    cls=ByExample,
    examples="""
    rulewright how each player draws a card
    rulewright how "the player with the most points wins"
    rulewright how draw
    rulewright how put the card under the pile --most 1
    rulewright how mix the deck --json
    """,
)
@click.argument("words", nargs=-1, required=True, metavar="WORDS")
@click.option("--most", type=Whole(1, 50), help="How many sentences to show: 3, or all of a verb.")
@JSON
def how(words: tuple[str, ...], most: int | None, json_: bool) -> int:
    """Find how to write something in the rules: the sentences of the language nearest to WORDS.

    Each is shown with what it does, where the reference explains it, and a similar line of a
    shipped game. A single verb, such as `draw`, shows all sentences of that verb.
    """
    from interpreter.language.verbs import VERBS
    from interpreter.tools.models import examples, find, in_lines

    text = " ".join(words)
    found = find(text, most or (EVERY if text in VERBS else FEW))
    if json_:
        output.as_json(
            [
                {
                    "sentence": "\n".join(in_lines(one.shown)),
                    "does": one.does,
                    "chapter": one.chapter,
                    "examples": [{"place": place, "line": line} for place, line in examples(one)],
                }
                for one in found
            ]
        )
        return exits.FINE if found else exits.FAILED
    if not found:
        raise exits.Stop(
            exits.FAILED,
            f"no sentence has words like `{text}`",
            "say it in plain words, such as: how each player draws a card",
        )
    for number, one in enumerate(found):
        if number:
            output.data("")
        for line in in_lines(one.shown):
            output.data(line)
        output.wrapped(f"# {one.does} ({one.chapter})", 4)
        for place, line in examples(one, 1):
            output.wrapped(f"# as in: {line}   {place}", 4)
    return exits.FINE
