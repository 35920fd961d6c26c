"""Worth of money pieces: one size that is worth 1, and optionally a bigger one.

Takes the line `worth ...` of a money and the designs of its kind. The engine counts amounts in
small pieces and makes change between the two sizes, so that every sort must have a small piece.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import Kind, Money
from interpreter.ir.types import article
from interpreter.syntax import ast

SIZES = 2


def read(
    ctx: Context, kind: Kind, symbol: str, line: ast.Denominations
) -> tuple[dict[str, int], str] | None:
    """Read the worth of each size and the printed line that has the size; None after a problem."""
    worth: dict[str, int] = {}
    said: dict[str, Span] = {}
    field = ""
    for part in line.denominations:
        number, word = part.worth, part.name
        shown = _field(ctx, kind, word)
        if not shown or not _is_size(ctx, kind, word, (shown, symbol, field), said):
            return None
        amount = ctx.whole(number)
        same = next((said[other] for other, value in worth.items() if value == amount), None)
        same = said.get(word.text, same)
        if same is not None or len(worth) == SIZES:
            _no_third(ctx, part.span, word.text, amount, worth, same)
            return None
        worth[word.text], said[word.text], field = amount, part.span, shown
    small = min(worth, key=lambda word: worth[word])
    if worth[small] == 1:
        return worth, field
    message = f"the smallest of the {kind.plural} is worth 1"
    help_ = f"write `worth 1 for {small}`"
    _cannot(ctx, said[small], message, f"not {worth[small]}", help_)
    return None


def _is_size(
    ctx: Context, kind: Kind, word: ast.Word, lines: tuple[str, str, str], said: dict[str, Span]
) -> bool:
    """Check that a word names a size.

    `lines` are the printed line with this word, the one that tells the sort of a piece, and the one
    that has the sizes already `said`.
    """
    shown, symbol, field = lines
    if shown == symbol:
        message = f"`{word.text}` is a sort of {kind.plural}, not a size"
        help_ = "print the size, too, such as `printed size: single or triple`"
        _cannot(ctx, word.span, message, f"printed as {shown}", help_)
    elif said and shown != field:
        message = f"`{word.text}` is not a {field} of {article(kind.name)}"
        first = Label(next(iter(said.values())), f"printed as {field}")
        help_ = "the sizes are words of one printed line"
        _cannot(ctx, word.span, message, f"printed as {shown}", help_, first)
    else:
        return True
    return False


def _no_third(
    ctx: Context, span: Span, word: str, amount: int, worth: dict[str, int], same: Span | None
) -> None:
    """Report a size that repeats another, or is the third."""
    if same is None:
        help_ = "leave it out: change is made between two sizes"
        _cannot(ctx, span, "money has one size or two", "the third one", help_)
        return
    said = f"`{word}` has a worth already" if word in worth else f"two sizes are worth {amount}"
    first = Label(same, "the first one")
    _cannot(ctx, span, said, "the second one", "leave one of them out", first)


def _field(ctx: Context, kind: Kind, word: ast.Word) -> str:
    """Find the printed line whose list has this word; an empty string after a diagnostic."""
    lines = {name: t.of for name, t in kind.printed.items() if t.is_value}
    for name, values in lines.items():
        if word.text in ctx.program.values[values].members:
            return name
    ctx.unknown(
        "unknown-word",
        word.span,
        word.text,
        f"value printed on {kind.name}",
        [member for values in lines.values() for member in ctx.program.values[values].members],
        message=f"no {kind.name} shows `{word.text}`",
        label="not a value printed on it",
    )
    return ""


def _cannot(ctx: Context, span: Span, message: str, label: str, help_: str, *others: Label) -> None:
    ctx.report.add("cannot-be-money", span, message, label, others=others, helps=(help_,))


def check_pieces(ctx: Context, money: Money) -> None:
    """Report a sort without a small piece, and two components that are the same money."""
    kind = ctx.program.kinds[money.kind]
    sizes = ctx.program.values[kind.printed[money.word_field].of].members
    sorts = ctx.program.values[kind.printed[money.symbol].of].members
    seen: dict[tuple[int, int], Span] = {}
    for design in kind.designs:
        what = design.printed[money.symbol], design.printed[money.word_field]
        if min(what) < 0:
            continue
        if what in seen and sizes[what[1]] in money.worth:
            _cannot(
                ctx,
                design.span,
                f"two {kind.plural} are {sorts[what[0]]} and {sizes[what[1]]}",
                "the second one",
                "write one of them, with as many `copies` as there are of both",
                Label(seen[what], "the first one"),
            )
            return
        seen[what] = design.span
    small = next(word for word, amount in money.worth.items() if amount == 1)
    for place, sort in enumerate(sorts):
        if (place, sizes.index(small)) not in seen:
            _cannot(
                ctx,
                money.span,
                f"there is no {small} {kind.name} that is {sort}",
                f"nothing of {sort} could be paid",
                f"add one to the component files, with `{money.symbol}: {sort}` and "
                f"`{money.word_field}: {small}`",
            )
            return
