"""The checker's way through a game: names first, then the table, then every rule.

Takes the parsed files of a game; gives a `Program`, or None when a problem keeps it from running.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.check import (
    cards,
    clauses,
    completeness,
    conditions,
    declarations,
    deed_headings,
    deed_parts,
    deeds,
    overlays,
    references,
    spans,
    statements,
)
from interpreter.check.context import Context
from interpreter.check.doubts import Doubts
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.ir.program import Design, E, Family, Func, Program
from interpreter.ir.types import UNKNOWN, YES_NO, Type
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Block
from interpreter.syntax.parser import chunks, parse_card, parse_rules
from interpreter.syntax.tree import Node, Word

RULES = ("define", "relation", "procedure", "action", "flow")


def check_game(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    variants: Iterable[Source] = (),
) -> Program | None:
    """The checked program for some option values and overlays; None and an error otherwise."""
    context = read_game(files, report, options, variants=variants)
    return context.program if context is not None and not report.errors else None


def read_game(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unread: Iterable[Source] = (),
    variants: Iterable[Source] = (),
) -> Context | None:
    """Everything the checker knows about a game, faulty or not; `unread` are files of it that
    could not be read, so that nobody is blamed for naming what stands in them; `variants` are
    overlays, laid on in this order."""
    if _too_many_rules(files.rules, report):
        return None
    nodes = [node for source in files.rules for node in parse_rules(source, report)]
    if report.full:
        return None
    overlays.misplaced(nodes, report)
    doubts = Doubts(report, files.rules, unread)
    data = files.game.data if isinstance(files.game.data, dict) else {}
    players = data.get("players")
    if not isinstance(players, dict):
        players = {}
    program = Program(
        str(data.get("id", "")),
        str(data.get("title", "")),
        str(data.get("version", "")),
        _seats(players.get("min")),
        _seats(players.get("max")),
    )
    program.citations = {str(k): str(v) for k, v in (data.get("citations") or {}).items()}
    program.words = data.get("words") or {}
    ctx = Context(program, report)
    changed = overlays.lay_on(nodes, variants, (program.id, program.version), report)
    nodes = changed.nodes
    _declare(ctx, nodes, changed.settings | dict(options or {}))
    carrying = cards.read_components(ctx, files.components, changed.components)
    _space_boards(ctx)
    _same_keys(ctx)
    _size_families(ctx)
    _declare_rules(ctx, nodes)
    for node in nodes:
        if node.kind == "money":
            declarations.declare_money(ctx, node)
    card_nodes = [(d, b, parse_card(b.text, s.source, b.offset, report)) for d, b, s in carrying]
    _declare_card_rules(ctx, card_nodes)
    doubts.after_declarations()
    if doubts.of_table or report.full:
        doubts.after_rules()
        return ctx
    _read_bodies(ctx, nodes)
    _read_card_bodies(ctx, card_nodes)
    clauses.settle_costs(ctx)
    _only_with(ctx, changed.conditions)
    doubts.after_rules()
    if not report.errors:
        completeness.complete(ctx, files)
    return ctx


def _too_many_rules(rules: Iterable[Source], report: Report) -> bool:
    """Whether there is more to read than anybody would wait for."""
    left = MOST_RULES
    for source in rules:
        starts = [start for start, _ in chunks(source.text)]
        if len(starts) > left:
            report.add(
                "too-many-rules",
                Span(source, starts[left], starts[left] + 1),
                f"a game has at most {MOST_RULES:,} rules and declarations",
                "one too many",
                helps=("a tenth of it is enough for the largest games that we know",),
            )
            return True
        left -= len(starts)
    return False


def _only_with(ctx: Context, nodes: Iterable[Node]) -> None:
    """`only with number of players is 2`: with what an overlay may be played."""
    tests = [(conditions.cond(Scope(ctx, None, None), n.parts[0]), n.span) for n in nodes]
    if not ctx.report.errors:
        overlays.narrow(ctx, tests)


def _seats(number: object) -> int:
    """A number of players; what is none is told against the schema."""
    return number if isinstance(number, int) and number > 0 else 1


def _declare(ctx: Context, nodes: list[Node], options: dict[str, object]) -> None:
    for node in nodes:
        if node.kind == "setting":
            declarations.declare_setting(ctx, node, options)
    for node in nodes:
        if node.kind == "values":
            declarations.declare_values(ctx, node)
        elif node.kind == "kind":
            declarations.declare_kind(ctx, node)
    declarations.declare_factions(ctx, nodes)
    for node in nodes:
        if node.kind in ("area", "faction"):
            for line in declarations.boards_of(node):
                declarations.declare_board(ctx, line)
    for node in nodes:
        if node.kind == "kind":
            declarations.read_kind_lines(ctx, node)
    for node in nodes:
        if node.kind == "area":
            declarations.read_area(ctx, node)
        elif node.kind == "faction":
            declarations.read_faction(ctx, node)
    for kind in ctx.program.kinds.values():
        if kind.alike:
            family = Family(
                kind.name, "box", "counts", "set", (kind.name,), kind.span, seen="nobody"
            )
            family.number = len(ctx.program.families)
            ctx.families.setdefault("box", {})[kind.name] = family
            ctx.program.families.append(family)
    declarations.check_zone_links(ctx)


def _space_boards(ctx: Context) -> None:
    """Boards whose spaces are components: their number and neighbours come from the designs."""
    for board in ctx.program.boards.values():
        if not board.sort.startswith("kind:"):
            continue
        kind = ctx.program.kinds[board.sort[5:]]
        board.spaces = kind.last - kind.first
        adjacent: list[tuple[int, ...]] = []
        for design in kind.designs:
            near: set[int] = set()
            for name, wanted in kind.printed.items():
                if wanted.base == "set" and wanted.item is not None and wanted.item.of == kind.name:
                    near |= {n for n in design.printed[name] if n >= 0}
            adjacent += [tuple(sorted(near))] * (design.last - design.first)
        board.neighbours = tuple(adjacent)
        board.names = tuple(d.id for d in kind.designs for _ in range(d.last - d.first))


MOST_RULES = 3_000
MOST_PLACES = 20_000  # spaces and zones of a whole game


def _same_keys(ctx: Context) -> None:
    """`box_n` of a `card` and `n` of a `card_box` read alike when they are put together."""
    program = ctx.program
    for lines in (
        [(f.key, f.name, f.span) for f in program.fields],
        [(f.key, f.name, f.span) for f in program.families],
        [(f"{k.name}_{name}", name, k.span) for k in program.kinds.values() for name in k.printed],
    ):
        seen: dict[str, tuple[str, Span]] = {}
        for key, name, span in lines:
            if key in seen and seen[key][0] != name:
                ctx.report.add(
                    "field-twice",
                    span,
                    f"`{name}` and `{seen[key][0]}` are too alike",
                    f"with the names of their holders, both are `{key}`",
                    others=(Label(seen[key][1], "the first one"),),
                    helps=("give one of them another name",),
                )
            seen.setdefault(key, (name, span))


def _size_families(ctx: Context) -> None:
    program = ctx.program
    at = 0
    for family in program.families:
        family.owners = owners(program, family.holder)
        if family.shape == "counts":
            kind = program.kinds[family.kinds[0]]
            family.slots = kind.last - kind.first
            family.base = -1
            continue
        family.base = at
        places = family.owners * (family.slots if family.shape == "slots" else 1)
        at += places
        if at > MOST_PLACES:
            ctx.report.add(
                "large-zone",
                family.span,
                f"all zones together have at most {MOST_PLACES:,} spaces",
                f"{places:,} more with this one",
                helps=("make it smaller, or let fewer things have one",),
            )
            at = 0


def owners(program: Program, holder: str) -> int:
    """How many zones or fields a holder stands for, at the largest number of players."""
    if holder in ("table", "box"):
        return 1
    if holder == "player":
        return program.most
    if holder.startswith("space:"):
        return program.boards[holder[6:]].spaces
    if holder in program.values:
        return len(program.values[holder].members)
    kind = program.kinds[holder]
    return kind.last - kind.first


# ------------------------------------------------------------------------------ headings


def _declare_rules(ctx: Context, nodes: list[Node]) -> None:
    for node in nodes:
        if node.kind in RULES:
            _heading(ctx, node, "")
        elif node.kind == "rule":
            word = node.words()[0]
            title, _, cites = declarations.headline(ctx, node)
            func = Func(word.text, "rule", [], title, word.span, cites=cites)
            if ctx.declare(word.text, "rule", func, word.span):
                ctx.funcs[word.text] = func


def _heading(ctx: Context, node: Node, card: str) -> Func | None:
    told = len(ctx.report.found)
    func = _declared_rule(ctx, node, card)
    if func is not None and len(ctx.report.found) > told:
        ctx.unclear.add(func.name)  # of its parts nothing is known, so its body is left alone
    return func


def _declared_rule(ctx: Context, node: Node, card: str) -> Func | None:
    sort = node.kind
    if node.kind == "flow":
        first = node.parts[0]
        assert isinstance(first, Node)
        sort = first.words()[0].text
    words = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    word = words[0]
    title, says, cites = declarations.headline(ctx, node)
    params: list[tuple[str, Type]] = []
    if sort in ("procedure", "action"):
        pattern = deed_headings.heading_pattern(ctx, node)
        params = [(n, t) for s, n, t in pattern.things if s == "slot"]
        params += [(n, t) for _, n, t in pattern.preps]
    elif sort in ("define", "relation"):
        params = [_param(ctx, p) for p in node.nodes("param")]
    if sort == "relation":
        word = words[0]
    if word.text in deeds.VERBS:
        ctx.report.add(
            "deed-taken",
            word.span,
            f"`{word.text}` is a deed of the language already",
            "",
            notes=(f"it is written: {deed_parts.FORMS[word.text]}",),
            helps=(f"choose a longer name, such as `{word.text}_all`",),
        )
        return None
    seen: dict[str, Span] = {}
    for part in node.nodes("param"):
        name = part.words()[0]
        if name.text in seen and name.text in dict(params):
            ctx.report.add(
                "part-twice",
                name.span,
                f"two parts of `{word.text}` are called `{name.text}`",
                "the second one",
                others=(Label(seen[name.text], "the first one"),),
                helps=(
                    f"give them two names, such as `first_{name.text}` and `second_{name.text}`",
                ),
            )
        seen.setdefault(name.text, name.span)
    func = Func(word.text, sort, params, title, word.span, says, cites, card=card)
    func.returns = YES_NO if sort == "relation" else UNKNOWN
    if not ctx.declare(word.text, "rule", func, word.span):
        return None
    ctx.funcs[word.text] = func
    ctx.nodes[word.text] = node
    ctx.program.funcs[word.text] = func
    if node.kind == "flow" and len(words) > 1:
        _role(ctx, func, words[1])
    return func


def _role(ctx: Context, func: Func, word: Word) -> None:
    """`turn daylight of eyrie`, or `round hero_round of player`: whose part of the game this is."""
    if word.text not in ("player", *ctx.factions):
        legal = ["player", *ctx.factions]
        ctx.unknown("unknown-faction", word.span, word.text, "faction", legal, "there are")
        return
    ctx.roles[func.name] = word.text


def _param(ctx: Context, node: Node) -> tuple[str, Type]:
    word = node.words()[0]
    type_node = node.parts[1]
    if isinstance(type_node, Node):
        return word.text, ctx.read_type(type_node, word.text)
    known = ctx.type_named(word.text)
    if known is None:
        ctx.unknown_type(word)
        return word.text, UNKNOWN
    return word.text, known


CardNodes = list[tuple[Design, Block, Node | None]]


def _declare_card_rules(ctx: Context, card_nodes: CardNodes) -> None:
    for design, _, node in card_nodes:
        if node is None:
            continue
        for part in node.parts:
            if isinstance(part, Node) and part.kind == "action":
                func = _heading(ctx, part, design.id)
                if func is not None:
                    ctx.program.card_actions.append((design.id, func.name))
                    test = clauses.carried(ctx, design.id, part)
                    if test is not None:
                        ctx.program.carried[design.id] = test
                    ctx.used.add(func.name)


# ------------------------------------------------------------------------------ bodies


def _scope(ctx: Context, func: Func, node: Node | Word, pure: bool = False) -> Scope:
    nobody = func.sort in ("setup", "game", "round") and func.name not in ctx.roles
    you = None if nobody else clauses.you_local(node)  # type: ignore[arg-type]
    scope = Scope(ctx, func, you, pure=pure)
    for name, kind in func.params:
        scope.locals[name] = (name, kind, func.span)
    if func.card:
        design = next(d for d in ctx.program.designs if d.id == func.card)
        scope.card = E("num", (), Type("piece", design.kind), node.span, design.first)
    return scope


def _read_bodies(ctx: Context, nodes: list[Node]) -> None:
    pure = [n for n in nodes if n.kind in ("define", "relation") and _name(n) in ctx.nodes]
    for node in _in_order(ctx, pure):
        _body(ctx, node)
    for node in nodes:
        if node.kind in ("procedure", "action", "flow") and not ctx.report.full:
            _body(ctx, node)
    for node in nodes:
        if node.kind == "rule" and not ctx.report.full:
            name = _name(node)
            for part in node.parts:
                if isinstance(part, Node) and part.kind not in ("says", "cites"):
                    clauses.clause(ctx, part, name, "")


def _name(node: Node) -> str:
    if node.kind == "relation":
        return next(p.text for p in node.parts if isinstance(p, Word) and p.type == "NAME")
    return next(p.text for p in node.parts if isinstance(p, Word) and p.type == "NAME")


def _in_order(ctx: Context, nodes: list[Node]) -> list[Node]:
    """Questions after those they ask, so that the kind of every answer is known."""
    by_name = {_name(n): n for n in nodes}
    done: dict[str, int] = {}
    ordered: list[Node] = []

    def visit(name: str) -> None:
        if done.get(name) == 2:
            return
        if done.get(name) == 1:
            return
        done[name] = 1
        node = by_name[name]
        for part in node.walk():
            if isinstance(part, Word) and part.type == "NAME" and part.text != name:
                if part.text in by_name:
                    visit(part.text)
                else:
                    for other in by_name:
                        if ctx.funcs[other].sort == "relation" and references.same_verb(
                            part.text, other
                        ):
                            visit(other)
        done[name] = 2
        ordered.append(node)

    for name in by_name:
        visit(name)
    return ordered


def _body(ctx: Context, node: Node) -> None:
    func = ctx.funcs.get(_name(node))
    if func is None or ctx.nodes.get(func.name) is not node or func.name in ctx.unclear:
        return
    body = node.parts[-1]
    assert isinstance(body, Node)
    pure = func.sort in ("define", "relation")
    scope = _scope(ctx, func, body, pure)
    parts = list(body.parts)
    if parts and isinstance(parts[0], Node) and parts[0].kind == "once":
        word = parts[0].words()[0]
        if spans.time_span(scope, word):
            func.per = word.text
            spans.track(scope, func)
        parts = parts[1:]
    made = statements.block(scope, parts)
    func.body = func.body + made
    if pure:
        if func.returns.base == "unknown" and not ctx.report.errors:
            ctx.report.add(
                "no-answer",
                func.span,
                f"`{func.name}` never answers",
                "",
                helps=("end it with `answer ...`",),
            )
        elif not _always_answers(made) and not ctx.report.errors:
            ctx.report.add(
                "no-answer",
                func.span,
                f"`{func.name}` may end without an answer",
                "",
                helps=("end it with an `answer` for all other cases",),
            )


def _always_answers(body: list) -> bool:  # type: ignore[type-arg]
    for one in body:
        if one.op == "answer":
            return True
        if (
            one.op == "if"
            and one.other
            and _always_answers(one.body)
            and _always_answers(one.other)
        ):
            return True
    return False


def _read_card_bodies(ctx: Context, card_nodes: CardNodes) -> None:
    for design, _, node in card_nodes:
        if node is None:
            continue
        plain: list[Node] = []
        for part in node.parts:
            if not isinstance(part, Node):
                continue
            if part.kind == "action":
                _body(ctx, part)
            elif part.kind in (
                "after",
                "before",
                "instead",
                "at_edge",
                "while_true",
                "always",
                "at_most_per",
                "may_not",
                "cost_change",
                "holds_at_most",
                "counts_as",
            ):
                clauses.clause(ctx, part, f"card_{design.id}", design.id)
            else:
                plain.append(part)
        if plain:
            func = Func(f"card_{design.id}", "card", [], design.title, design.span, card=design.id)
            ctx.program.funcs[func.name] = func
            scope = _scope(ctx, func, plain[0])
            func.body = statements.block(scope, plain)


def main_flow(program: Program, span: Span, report: Report) -> str:
    """The name of the `game` rule with which play begins."""
    games = [f.name for f in program.funcs.values() if f.sort == "game"]
    if len(games) != 1:
        report.add(
            "one-game",
            span,
            "no rule says how the game goes" if not games else "two rules say how the game goes",
            "",
            helps=(
                "write one rule that begins with `game`, such as: "
                'game main "The course of the game"',
            ),
        )
        return ""
    return games[0]
