"""Formatters for phrases that are texts with gaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.meaning.calling import ReferenceNames

_OnBoard: TypeAlias = nodes.Spaces | nodes.Around | nodes.At | nodes.Lanes


def words(text: str) -> Callable[[ReferenceNames, Expr], str]:
    """Build a formatter from a text with the parts of a phrase at `{0}`, `{1}`."""

    def said(n: ReferenceNames, e: Expr) -> str:
        made = text
        for at, arg in enumerate(e.args):
            if f"{{{at}}}" in made:
                made = made.replace(f"{{{at}}}", n.part(arg))
        return made

    return said


def of_board(text: str) -> Callable[[ReferenceNames, _OnBoard], str]:
    """Build a formatter from a text that names its board as `{board}`."""

    def said(n: ReferenceNames, e: _OnBoard) -> str:
        return words(text.replace("{board}", e.board))(n, e)

    return said
