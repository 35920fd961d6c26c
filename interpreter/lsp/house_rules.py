"""New house rules that start from a copy of one of the game's rules, for an editor's code action.

Takes the text of a rules file and a line; produces the text of the new file, but does not write it.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.program import Program


@dataclass(frozen=True, slots=True)
class Begun:
    """A new overlay file: its name without suffix, and its text."""

    name: str
    text: str


class NoRule(Exception):
    """No rule or setting encloses the line; the message tells the user what to do."""


def begun(program: Program, game: str, text: str, line: int) -> Begun:
    """Draft an overlay that replaces the rule around a line (from 1), or sets its setting.

    Raises `NoRule` if the block around the line declares neither.
    """
    lines = text.split("\n")
    head = min(line, len(lines)) - 1
    while head >= 0 and (not lines[head].strip() or lines[head][0] in " #"):
        head -= 1
    words = lines[head].split() if head >= 0 else []
    name = words[1].strip(":") if len(words) > 1 else ""
    if name not in program.settings and name not in program.funcs:
        raise NoRule("no rule stands there: point at one")
    body = []
    for inside in lines[head + 1 :]:
        if inside.strip() and inside[0] not in " #":
            break
        body.append(f"    {inside}".rstrip())
    while body and not body[-1]:
        body.pop()
    made = [f"    replace {words[0]} {name}", *body]
    if name in program.settings:
        made = [f"    set {name} to {program.settings[name].value}"]
    title = name.replace("_", " ").capitalize()
    return Begun(name, "\n".join([f'variant "{title}" for {game} {program.version}', *made]) + "\n")
