"""Components: reads YAML entries into numbered designs, and collects the rules printed on them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.context import Context
from interpreter.check.declarations.component_schema import component_schema
from interpreter.check.declarations.printed_kinds import printed_kind
from interpreter.check.overlays import component_changes
from interpreter.check.overlays.changes import OverlayChange
from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import Design, Kind
from interpreter.load import json_schema
from interpreter.load.spanned import EmbeddedText, Path, Spanned
from interpreter.syntax.parser import RESERVED

_MOST_COPIES = 200  # as the schema of component files has it; told there


def read_components(
    ctx: Context, documents: Sequence[Spanned], changes: Sequence[OverlayChange] = ()
) -> list[tuple[Design, EmbeddedText, Span]]:
    """Read the designs of all component files, with overlay changes applied.

    Returns the designs that carry rules, each with the text of its rules and its place.
    """
    documents = ctx.documents = component_changes.lay_on(ctx, documents, changes)
    carrying: list[tuple[Design, EmbeddedText, Span]] = []
    wanted = component_schema(ctx.program, _ids(ctx, documents))
    for document in documents:
        _validate(ctx, document, wanted)
        if not isinstance(document.data, dict):
            continue
        for plural, entries in document.data.items():
            kind_name = ctx.kind_named(plural)
            if ctx.report.full:
                break
            if kind_name is None:
                legal = [k.plural for k in ctx.program.kinds.values()]
                ctx.unknown(
                    "unknown-kind",
                    document.key((plural,)),
                    plural,
                    "kind of component",
                    legal,
                    "kinds of the rules",
                )
                continue
            kind = ctx.program.kinds[kind_name]
            if not isinstance(entries, list):
                continue
            for number, entry in enumerate(entries):
                if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                    path: Path = (plural, number)
                    design = _design(ctx, kind, document, path, entry)
                    if isinstance(entry.get("rules"), str):
                        if (*path, "rules") not in document.blocks:
                            _joined_lines(ctx, document.span((*path, "rules")))
                            continue
                        span = document.key((*path, "rules"))
                        carrying.append((design, document.blocks[(*path, "rules")], span))
                        if kind.carries is None:
                            ctx.report.add(
                                "no-card-rules",
                                span,
                                f"a {kind.name} carries no rules",
                                helps=(f"add `carries rules` to `kind {kind.name}`",),
                            )
    _number(ctx)
    return carrying


def _validate(ctx: Context, document: Spanned, wanted: Json) -> None:
    """Check the lines of components; what is reported at a place already is not told again."""
    told = {one.label.span.start for one in ctx.report.errors
            if one.slug == "two-readings" and one.label.span.source is document.source}  # fmt: skip
    if not told:
        json_schema.validate(document, wanted, ctx.report, "component file")
        return
    more = Report()
    json_schema.validate(document, wanted, more, "component file")
    ctx.report.found += [one for one in more.found if one.label.span.start not in told]


def _joined_lines(ctx: Context, span: Span) -> None:
    """Report rules whose line breaks YAML has folded away (`rules: >`): they cannot be read."""
    behind = span.text.removeprefix(">").lstrip("-+0123456789")
    mark = len(span.text) - len(behind) if span.text.startswith(">") else 0
    ctx.report.add(
        "joined-lines",
        Span(span.source, span.start, span.start + max(1, mark)),
        "the lines of these rules run together",
        "only after `|` each line stays a line",
        helps=("write `rules: |`, and the sentences below it, two spaces further in",),
        fix=(Span(span.source, span.start, span.start + mark), "|") if mark else None,
    )


def _ids(ctx: Context, documents: Sequence[Spanned]) -> dict[str, list[str]]:
    """Collect the ids of all components by kind, in file order; unknown kinds share the key ""."""
    ids: dict[str, list[str]] = {}
    for document in documents:
        lists = document.data.items() if isinstance(document.data, dict) else ()
        for plural, entries in lists:
            named = ids.setdefault(ctx.kind_named(str(plural)) or "", [])
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                    named.append(entry["id"])
    return ids


def _design(ctx: Context, kind: Kind, document: Spanned, path: Path, entry: Json) -> Design:
    printed = {
        name: printed_kind(wanted, ctx.program).from_file(entry.get(name))
        for name, wanted in kind.printed.items()
    }
    source = str(entry.get("source") or ("house rule" if document.salt else ""))
    if source.startswith("rulebook "):
        given = source[9:].partition(";")[0]  # behind it stands what is not the book's
        for cite in given.replace(",", " ").split():
            ctx.cites.append((cite, document.span((*path, "source"))))
    ctx.said |= {(entry["id"], name) for name in (*kind.printed, "text") if name in entry}
    copies = entry.get("copies")
    design = Design(
        entry["id"],
        kind.name,
        str(entry.get("title") or entry["id"].replace("_", " ").capitalize()),
        str(entry.get("text") or ""),
        copies if isinstance(copies, int) and 1 <= copies <= _MOST_COPIES else 1,
        bool(entry.get("for_each_player")) or kind.owned,
        printed,
        source,
        document.span((*path, "id")),
        at=_place(entry.get("at")),
        texts={name: str(entry[name]) for name in kind.texts if entry.get(name)},
    )
    if "{" in design.text:
        ctx.texts.append((design, document.span((*path, "text"))))
    if design.id in RESERVED:
        ctx.report.add(
            "reserved-word",
            design.span,
            f"`{design.id}` is a word of the language, not a name",
            "no rule could name it",
            helps=("choose another word, or two words joined by `_`",),
            subjects=(design.id,),  # no word of a rule
        )
    if design.id != kind.name:  # the only design of a kind may carry its name
        ctx.declare(design.id, "component", design, design.span)
    kind.designs.append(design)
    ctx.program.designs.append(design)
    return design


def _place(at: object) -> tuple[int, int] | None:
    """Parse the position of a space on a drawn board; None for anything but two numbers."""
    if not isinstance(at, list) or len(at) != 2 or not all(type(n) is int for n in at):
        return None
    return at[0], at[1]


MOST_COMPONENTS = 20_000


def _too_many(ctx: Context, design: Design) -> None:
    if any(d.slug == "many-components" for d in ctx.report.errors):
        return
    ctx.report.add(
        "many-components",
        design.span,
        f"a game has at most {MOST_COMPONENTS:,} components",
        "there are as many before this one",
        helps=("count copies for each player as often as there can be players",),
    )


def _number(ctx: Context) -> None:
    """Assign numbers to all components, and resolve printed ids to these numbers.

    The order is kind by kind, design by design, copy by copy.

    Fills `first` and `last` of kinds and designs, and the program's `components`, `owner_of` (seat,
    or -1) and `design_of`. Alike pieces take one number per design. Reports a game with too many
    components and counts that design as a single copy.
    """
    program = ctx.program
    at = 0
    owner_of: list[int] = []
    design_of: list[int] = []
    order = {design.id: number for number, design in enumerate(program.designs)}
    for kind in program.kinds.values():
        kind.first = at
        for design in kind.designs:
            design.first = at
            if at > MOST_COMPONENTS:
                _too_many(ctx, design)
                design.copies = 1  # the rest is counted no further
            if kind.alike:
                at += 1
                owner_of.append(-1)
                design_of.append(order[design.id])
            else:
                seats = range(program.most) if design.each_player else (-1,)
                for seat in seats:
                    for _ in range(design.copies):
                        owner_of.append(seat)
                        design_of.append(order[design.id])
                        at += 1
            design.last = at
        kind.last = at
    program.components = at
    program.owner_of = owner_of
    program.design_of = design_of
    by_id = {design.id: design.first for design in program.designs}
    for kind in program.kinds.values():
        for design in kind.designs:
            for name, wanted in kind.printed.items():
                held = design.printed[name]
                design.printed[name] = printed_kind(wanted, program).linked(held, by_id)
