"""`rulewright bot`: the turn of a player whom the rules play, from a position that is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.diagnostics import Source
    from interpreter.explaining.explanations import Rule
    from interpreter.play.scripted_turn import Done, ScriptedTurn

TYPED = "typed"


@click.command(
    cls=ByExample,
    examples="""
    rulewright bot root position.rules
    rulewright bot root position.rules --option difficulty=nightmare
    rulewright bot root
    rulewright bot root position.rules --json
    """,
)
@games.GAME
@click.argument("file", metavar="[FILE]", default="-")
@click.option(
    "--seed",
    type=Whole(0),
    default=1,
    metavar="N",
    help="Seed for rolls and draws that are not given.",
)
@VARIANTS
@GAME_OPTION
@JSON
def bot(
    game: str,
    file: str,
    seed: int,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Play the turn of a player controlled by the rules of a GAME, from the position in a FILE.

    The FILE gives the position in the syntax of a test: `given 2 players: red, blue`, and below it
    the differences from the set-up. `dice: 3 1` and `draws: fox_ambush` give the rolls and draws at
    your table; `red answers no` gives the answer of another player. Without a FILE, type the same,
    up to an empty line.
    """
    from interpreter.diagnostics import Report
    from interpreter.play import scripted_turn, told_position

    laid = games.lay(game, variants)
    report = Report()
    told = told_position.read(laid.folder, _text(file), report, options, laid.overlays)
    output.stop_on_errors(report)
    assert told is not None
    turn = scripted_turn.played(told, seed, report)
    output.stop_on_errors(report)
    if turn is None:
        raise exits.Stop(
            exits.USAGE,
            "nobody's turn is played by the rules alone in this position",
            "say whose turn it is below `given`: blue takes turn",
        )
    if turn.run.S.actor == turn.seat:
        who = turn.run.players[turn.seat]
        raise exits.Stop(
            exits.USAGE,
            f"{who} decides in this turn: it is not played by the rules alone",
            "leave out who takes the turn, or name a player whom the rules play",
        )
    with turn.names():
        if json_:
            output.as_json(_as_data(turn))
        else:
            _tell(turn)
    return exits.FINE


def _text(file: str) -> Source:
    """Give what stands in a file, comes through a pipe, or is typed."""
    from interpreter.diagnostics import Report
    from interpreter.load.files import STDIN, read_given
    from interpreter.load.text import MOST_BYTES, from_bytes

    typed = file == STDIN
    if typed and output.is_terminal(sys.stdin):
        data = _typed().encode("utf-8", "surrogateescape")
    else:
        data = read_given(Path(file), MOST_BYTES)
    report = Report()
    source = from_bytes(data, report, TYPED if typed else file)
    if source is None:
        output.problems(report.sorted())
        raise exits.Stop(exits.FILES)
    if not source.text.strip():
        raise exits.Stop(
            exits.USAGE, "no position was told", "begin with: given 2 players: red, blue"
        )
    return source


def _typed() -> str:
    """Lines up to an empty one."""
    output.message(
        "What lies where? Begin with: given 2 players: red, blue. An empty line ends it."
    )
    lines: list[str] = []
    for line in sys.stdin:
        if not line.strip():
            break
        lines.append(line.rstrip("\n"))
    return "\n".join(lines)


# ------------------------------------------------------------------------------ as text


def _tell(turn: ScriptedTurn) -> None:
    """Print the steps below the rules that they belong to, and the position after them."""
    output.data(f"The turn of {turn.who(turn.seat)}")
    before: tuple[Rule, ...] = ()
    for one in turn.done():
        same = 0
        while same < min(len(before), len(one.rules)) and before[same] == one.rules[same]:
            same += 1
        for depth, rule in enumerate(one.rules[same:], same):
            output.data("")
            output.wrapped(_rule(rule), 2 * depth)
        before = one.rules
        margin = 2 * len(one.rules)
        output.wrapped(f"- {one.says}", margin)
        for reason in reasons(one):
            output.wrapped(reason, margin + 4)
    asked = turn.asked()
    if asked:
        output.data("")
        output.wrapped(asked[0])
        for line in asked[1:]:
            output.wrapped(line, 2)
    output.data("")
    output.data("The position after it:" if turn.finished else "The position so far:")
    output.data("")
    output.text(turn.drawn(output.width()))
    if turn.finished:
        output.data("")
        output.data("The same in words, to go on with:")
        output.data("")
        output.text(turn.told_again())


def _rule(rule: Rule) -> str:
    """Give a rule as people look it up: its title, what it cites, and where it stands."""
    cites = f" ({', '.join(rule.cites)})" if rule.cites else ""
    return f"{rule.title or rule.name}{cites}  {rule.span.source.path}:{rule.span.line}"


def reasons(one: Done, most: int = 6) -> list[str]:
    """Give what each line of a `pick` says of the candidates that are left, the best of them
    first."""
    left = list(one.compared)
    made: list[str] = []
    for number, line in enumerate(one.lines):
        taken = next((each for each in left if each.taken), None)
        if taken is None or number >= len(taken.values) or (made and len(left) < 2):
            break
        best = taken.values[number]
        ordered = sorted((abs(each.values[number] - best), at) for at, each in enumerate(left))
        shown = [f"{left[at].title} {left[at].values[number]}" for _, at in ordered[:most]]
        more = f" and {len(ordered) - most} more" if len(ordered) > most else ""
        made.append(f"{line}: {', '.join(shown)}{more}")
        left = [each for each in left if each.values[number] == best]
    return made


# ------------------------------------------------------------------------------ as data


def _as_data(turn: ScriptedTurn) -> Json:
    return {
        "game": turn.run.plan.id,
        "player": turn.run.players[turn.seat],
        "finished": turn.finished,
        "steps": [
            {
                "says": one.says,
                "rule": None if one.rule is None else _rule_data(one.rule),
                "within": [_rule_data(rule) for rule in one.rules],
                "reasons": reasons(one),
                "compared": [
                    {"title": each.title, "values": list(each.values), "taken": each.taken}
                    for each in one.compared
                ],
            }
            for one in turn.done()
        ],
        "asked": turn.asked(),
        "position": turn.drawn(80).split("\n"),
        "given": turn.told_again() if turn.finished else None,
    }


def _rule_data(rule: Rule) -> Json:
    return {
        "name": rule.name,
        "title": rule.title,
        "cites": list(rule.cites),
        "path": rule.span.source.path,
        "line": rule.span.line,
    }
