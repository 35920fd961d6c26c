"""Money: pieces of a kind that have a worth, where they are kept and banked.

Takes the tree of a declaration; fills the program's `money`. `worths` reads what the pieces are
worth; `zone_links` says what the zones must be like.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import titles, worths, zone_links
from interpreter.diagnostics import Label
from interpreter.ir.declared import Family, Kind, Money
from interpreter.ir.types import article
from interpreter.syntax import ast


def declare(ctx: Context, node: ast.Money) -> None:
    """Declare `money card of symbol`: the worth of each piece, where it is kept and banked."""
    kind = _kind(ctx, node.piece)
    symbol = node.values
    if kind is None or not _is_sort(ctx, kind, symbol):
        return
    values = kind.printed[symbol.text].of
    worth: dict[str, int] | None = {}
    kept: str | None = ""
    bank: str | None = ""
    field = ""
    for line in node.lines:
        match line:
            case ast.Denominations():
                made = worths.read(ctx, kind, symbol.text, line)
                worth, field = made if made is not None else (None, "")
            case ast.KeptIn():
                kept = _zone_name(ctx, line, "player", kind)
            case ast.BankedIn():
                bank = _zone_name(ctx, line, values, kind)
    title = titles.quoted(node.title) or kind.name
    # Faulty money still counts as money, so that no diagnostic says the pieces cannot pay.
    money = Money(
        kind.name, symbol.text, worth or {}, field, kept or "", bank or "", title, node.span
    )
    ctx.program.money[kind.name] = money
    titles.read_cites(ctx, node.cites)
    if worth is None or kept is None or bank is None:
        return
    if not (worth and kept and bank):
        _unfinished(ctx, node, money)
    elif not ctx.report.errors:  # or a component is missing because it cannot be read
        worths.check_pieces(ctx, money)


def _kind(ctx: Context, word: ast.Word) -> Kind | None:
    """Look up the kind of the pieces; None, after a diagnostic, if it cannot be money.

    It cannot if it is unknown, already money, or not alike.
    """
    name = ctx.kind_named(word.text)
    if name is None:
        ctx.unknown("unknown-kind", word.span, word.text, "kind of component", ctx.program.kinds)
        return None
    kind = ctx.program.kinds[name]
    before = ctx.program.money.get(name)
    if before is not None:
        ctx.report.add(
            "field-twice",
            word.span,
            f"the money of {kind.plural} is declared twice",
            "the second time",
            others=(Label(before.span, "the first time"),),
            helps=("leave one of them out",),
        )
        return None
    if not kind.alike:
        ctx.report.add(
            "cannot-be-money",
            word.span,
            f"{kind.plural} cannot pay, since they are not alike",
            "each of them is told from the others",
            others=(Label(kind.span, "declared here"),),
            helps=(f"add `, alike` to `kind {kind.name} plural {kind.plural}`",),
        )
        return None
    return kind


def _is_sort(ctx: Context, kind: Kind, symbol: ast.Word) -> bool:
    """Check that this line is printed on the pieces and tells their sort by a member of a list."""
    printed = kind.printed.get(symbol.text)
    if printed is None:
        ctx.unknown(
            "unknown-printed",
            symbol.span,
            symbol.text,
            "printed line",
            kind.printed,
            message=f"{article(kind.name)} shows no `{symbol.text}`",
            label="not a printed line of it",
        )
        return False
    if printed.is_value and not printed.optional:
        return True
    if printed.known:
        ctx.report.add(
            "cannot-be-money",
            symbol.span,
            f"`{symbol.text}` does not tell sorts of {kind.plural}",
            f"it is {printed.words()}",
            helps=("the sort is one of some words, such as `printed metal: silver or gold`",),
        )
    return False


def _unfinished(ctx: Context, node: ast.Money, money: Money) -> None:
    lines = (
        ("worth 1 for single", money.worth),
        ("kept in purse", money.kept),
        ("banked in supply", money.bank),
    )
    missing = " and ".join(f"`{line}`" for line, given in lines if not given)
    ctx.report.add(
        "money-unfinished",
        node.span,
        "this money is not declared to the end",
        "it needs a worth, a place to keep it, and a bank",
        helps=(f"add a line such as {missing}",),
    )


def _zone_name(
    ctx: Context, line: ast.KeptIn | ast.BankedIn, holder: str, kind: Kind
) -> str | None:
    """Resolve the zone named by a `kept in` or `banked in` clause; None after a diagnostic."""
    word = line.zone
    legal = ctx.families.get(holder, {})
    if word.text not in legal:
        ctx.unknown("unknown-zone", word.span, word.text, "zone", legal)
        return None
    family = legal[word.text]
    if not zone_links.holds_money(ctx, kind, family, word.span, line.kind):
        return None
    _unlimited(ctx, family, line)
    return word.text


def _unlimited(ctx: Context, family: Family, line: ast.KeptIn | ast.BankedIn) -> None:
    """Report a zone of limited size: money moves there whether or not there is room."""
    if family.limit is None:
        return
    instead = ""
    if family.holder == "player":
        many = f"{family.limit.span.text} {ctx.program.kinds[family.kinds[0]].plural}"
        most = f"your {family.name} holds at most {many}, discard down at end of turn"
        instead = f", and write in a rule: {most}"
    ctx.report.add(
        "unfit-fact",
        family.limit.span,
        f"no limit holds back the money in `{family.name}`",
        "it would do nothing",
        others=(Label(line.span, "money lies there"),),
        helps=(f"leave out `limit {family.limit.span.text}`{instead}",),
    )
