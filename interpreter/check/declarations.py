"""Declarations: values, kinds, what each holder has, boards, settings and money.

Takes the trees of all files; fills the program's tables. Rule bodies are read later, elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check import boards
from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.program import Board, E, Family, Field, Kind, Money, Setting, Values
from interpreter.ir.types import NUMBER, YES_NO, Type, article, fits, value_type
from interpreter.syntax.tree import Node, Word


def declare_values(ctx: Context, node: Node) -> None:
    """`values suit: fox, rabbit, mouse, bird wild`"""
    name, plural = _word(node, 0), node.parts[1]
    members = [n.words() for n in node.nodes("value_name")]
    values = Values(
        name.text,
        plural.text if isinstance(plural, Word) else name.text + "s",
        tuple(m[0].text for m in members),
        frozenset(i for i, m in enumerate(members) if len(m) > 1),
        node.span,
    )
    ctx.declare(values.name, "values list", values, name.span)
    ctx.program.values.setdefault(values.name, values)
    for number, member in enumerate(members):
        ctx.declare(member[0].text, "value", (values.name, number), member[0].span)


def declare_kind(ctx: Context, node: Node) -> None:
    """`kind cube plural cubes, owned by a player` (its lines are read later)"""
    name, plural = _word(node, 0), _word(node, 1)
    facts_node = node.node("kind_facts")
    facts = {n.kind for n in facts_node.parts if isinstance(n, Node)} if facts_node else set()
    kind = Kind(name.text, plural.text, "owned" in facts, "alike" in facts, {}, None, node.span)
    if "marks" in facts and facts_node is not None:
        ctx.program.not_run.append(("components that mark rules", facts_node.span))
    if name.text == plural.text:
        ctx.report.add(
            "same-plural",
            plural.span,
            f"`{plural.text}` is both the singular and the plural",
            "",
            helps=(f"write another plural, such as `{name.text}s` or `all_{name.text}`",),
        )
    ctx.declare(name.text, "kind", kind, name.span)
    first = ctx.program.kinds.setdefault(kind.name, kind)
    if name.text != plural.text:
        ctx.declare(plural.text, "kind", first, plural.span)


def declare_setting(ctx: Context, node: Node, chosen: dict[str, object]) -> None:
    """`setting hand_limit: 5, from 1 to 10 "Cards in hand"`; an option's value may replace it."""
    name, value = _word(node, 0), node.parts[1]
    assert isinstance(value, Node)
    title = node.parts[2]
    words: tuple[str, ...] = ()
    low, high, kind = 0, 1, YES_NO
    start = 0
    if value.kind == "setting_number":
        kind = NUMBER
        first = value.parts[0]
        start = ctx.constant(first) or 0
        low_value, high_value = ctx.constant(value.parts[1]), ctx.constant(value.parts[2])
        low = start if low_value is None else low_value
        high = start if high_value is None else high_value
        if low_value is None:
            low, high = 0, max(1000, start)
        if not low <= start <= high:
            assert first is not None
            ctx.report.add(
                "setting-range",
                first.span,
                f"the setting `{name.text}` is {start}, outside {low} to {high}",
                "",
                helps=(f"choose a number from {low} to {high}, or widen the range",),
            )
    elif value.kind == "setting_yes_no":
        start = int(_first_text(value) == "yes")
    else:
        words = tuple(w.text for w in value.words())
        kind, high = value_type(name.text), len(words) - 1
    setting = Setting(
        name.text,
        kind,
        start,
        low,
        high,
        words,
        _text(title) or name.text,
        _cites(ctx, node),
        name.span,
    )
    if name.text in chosen:
        setting.value = _option_value(setting, chosen[name.text])
    if not ctx.declare(name.text, "setting", setting, name.span):
        return
    ctx.program.settings[name.text] = setting
    if words:
        ctx.program.values[name.text] = Values(
            name.text, name.text + "s", words, frozenset(), value.span
        )
        for number, word in enumerate(value.words()):
            ctx.declare(word.text, "value", (name.text, number), word.span)


def _option_value(setting: Setting, given: object) -> int:
    if isinstance(given, bool):
        return int(given)
    if isinstance(given, int):
        return given
    text = str(given)
    if setting.words and text in setting.words:
        return setting.words.index(text)
    return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(text.lower(), setting.value)


def read_kind_lines(ctx: Context, node: Node) -> None:
    """What is printed on a kind of component, what it keeps, and the zones on it."""
    kind = ctx.program.kinds.get(_word(node, 0).text)
    if kind is None or kind.span != node.span:
        return
    seen: dict[str, Span] = {}
    for line in node.parts[3:]:
        if not isinstance(line, Node):
            continue
        if line.kind == "printed":
            words = line.words()
            type_node = next(p for p in line.parts if isinstance(p, Node))
            for word in words:
                if word.text in seen:
                    ctx.report.add(
                        "printed-twice",
                        word.span,
                        f"`{word.text}` is printed twice on {article(kind.name)}",
                        "the second time",
                        others=(Label(seen[word.text], "the first time"),),
                        helps=("remove one of the two, or give it another name",),
                    )
                    continue
                seen[word.text] = word.span
                kind.printed[word.text] = ctx.read_type(type_node, word.text)
        elif line.kind in ("carries", "carries_by", "carries_in"):
            kind.carries = line
        else:
            _area_line(ctx, line, kind.name)


def declare_factions(ctx: Context, nodes: list[Node]) -> None:
    """The roles of a game, as one values list, and the line `faction` of every player."""
    words = [(_word(n, 0), n) for n in nodes if n.kind == "faction"]
    if not words:
        return
    members = tuple(word.text for word, _ in words)
    values = Values("faction", "factions", members, frozenset(), words[0][1].span)
    ctx.declare("faction", "values list", values, words[0][1].span)
    ctx.program.values.setdefault("faction", values)
    for word, node in words:
        title, _, _ = headline(ctx, node)
        if ctx.declare(word.text, "faction", word.text, word.span):
            ctx.factions[word.text] = title or word.text.replace("_", " ").capitalize()
    kind = value_type("faction").maybe()
    line = Field("faction", "player", kind, -1, words[0][1].span, len(ctx.program.fields))
    ctx.fields.setdefault("player", {})["faction"] = line
    ctx.program.fields.append(line)
    ctx.used.add("faction")


def read_faction(ctx: Context, node: Node) -> None:
    """What only one faction has: kept by every player, used by the one who plays the faction."""
    key = f"faction:{_word(node, 0).text}"
    ctx.fields.setdefault(key, {})
    ctx.families.setdefault(key, {})
    for line in node.parts[1:]:
        if isinstance(line, Node) and line.kind != "board":
            _area_line(ctx, line, key)


def read_area(ctx: Context, node: Node) -> None:
    """`each player has ...`, `the table has ...`, `each space of field has ...`"""
    holder = node.parts[0]
    assert isinstance(holder, Node)
    key = "table"
    if holder.kind == "each_of_kind":
        word = holder.words()[0]
        known = ctx.type_named(word.text)
        if known is None or known.base not in ("player", "piece", "value"):
            legal = ["player", *ctx.program.kinds, *ctx.program.values]
            ctx.unknown("unknown-holder", word.span, word.text, "player, kind or list", legal)
            return
        key = ctx.holder_of(known)
    elif holder.kind == "each_space":
        word = holder.words()[0]
        if word.text not in ctx.program.boards:
            ctx.unknown("unknown-board", word.span, word.text, "board", ctx.program.boards)
            return
        key = f"space:{word.text}"
    for line in node.parts[1:]:
        if isinstance(line, Node) and line.kind != "board":
            _area_line(ctx, line, key)


def boards_of(node: Node) -> Iterable[Node]:
    """The board lines of an area."""
    return (line for line in node.parts[1:] if isinstance(line, Node) and line.kind == "board")


def declare_board(ctx: Context, node: Node) -> None:
    """`board field: grid 5 by 5 of dice, seen by all, pushed out to free_dice`"""
    name, shape = _word(node, 0), node.parts[1]
    assert isinstance(shape, Node)
    made = boards.build(ctx, name.text, shape, node.span)
    if made is None or not ctx.declare(name.text, "board", made, name.span):
        return
    ctx.program.boards[name.text] = made
    for fact in node.nodes("corners_touch"):
        _touch(ctx, made, fact)
    if shape.kind in ("spaces", "ring"):
        return
    nouns = shape.node("nouns")
    family = Family(
        name.text,
        "table",
        "slots",
        "board",
        _kinds(ctx, nouns),
        node.span,
        made.spaces,
        board=name.text,
    )
    _facts(ctx, family, node.parts[2:])
    _add_family(ctx, family)
    for fact in node.nodes("divided_into"):
        _divide(ctx, made, fact)


def _touch(ctx: Context, board: Board, fact: Node) -> None:
    """`corners touch`: on this grid, spaces that meet at a corner lie next to each other."""
    if board.sort != "grid":
        ctx.report.add(
            "no-corners",
            fact.span,
            "only the spaces of a grid touch at corners",
            "",
            helps=("leave it out: hexes lie next to all they touch",),
        )
        return
    board.neighbours = boards.touching(board)


def _divide(ctx: Context, board: Board, fact: Node) -> None:
    """`divided into territory`: six equal parts around the middle of a board of hexes."""
    word = fact.words()[0]
    values = ctx.values_named(word.text)
    if values is None:
        ctx.unknown("unknown-values", word.span, word.text, "values list", ctx.program.values)
        return
    if board.sort != "hexes" or len(ctx.program.values[values].members) != 6:
        ctx.report.add(
            "cannot-divide",
            fact.span,
            "only hexes are divided, into six parts",
            f"`{values}` has {len(ctx.program.values[values].members)} values",
            helps=("let each space have a line of its own that says where it belongs",),
        )
        return
    ctx.regions[board.name] = (values, boards.sixths(board.width // 2))


def _area_line(ctx: Context, line: Node, holder: str) -> None:
    if line.kind == "field":
        _field(ctx, line, holder)
    elif line.kind == "zone":
        _zone(ctx, line, holder)


def _field(ctx: Context, line: Node, holder: str) -> None:
    name, type_node, starts = _word(line, 0), line.parts[1], line.parts[2]
    assert isinstance(type_node, Node)
    kind = ctx.read_type(type_node, name.text)
    if not kind.known:
        return
    start: int | tuple[int, ...] = 0
    if kind.base == "amounts":
        start = (0,) * len(ctx.program.values[kind.of].members)
    elif kind.optional:
        start = -1
    elif kind.base == "number":
        start = max(0, kind.low or 0)
    if isinstance(starts, Node):
        start = _start(ctx, starts, kind, start)
    if name.text in ctx.fields.setdefault(holder, {}) or name.text in ctx.families.get(holder, {}):
        _twice(ctx, holder, name)
        return
    odds = line.parts[3] if len(line.parts) > 3 else None
    kept, holder_name = _kept_by(holder, name.text)
    field = Field(kept, holder_name, kind, start, name.span, len(ctx.program.fields))
    if isinstance(odds, Node):
        _odds(ctx, field, odds)
    if holder == "table" and not ctx.declare(name.text, "note", field, name.span):
        return
    ctx.fields[holder][name.text] = field
    ctx.program.fields.append(field)


def _kept_by(holder: str, name: str) -> tuple[str, str]:
    """The name and the holder of a line: what a faction has is kept by the players."""
    if holder.startswith("faction:"):
        return f"{holder[8:]}_{name}", "player"
    return name, holder


def _odds(ctx: Context, field: Field, node: Node) -> None:
    """`odds 2 to 2 to 1`: how often a tossed piece shows each of its words."""
    shares = tuple(int(word.text) for word in node.words() if word.text.isdigit())
    values = ctx.program.values.get(field.type.of) if field.type.base == "value" else None
    if values is None or len(values.members) != len(shares) or not any(shares):
        of = f"one for each of: {', '.join(values.members)}" if values else "only words have odds"
        ctx.report.add(
            "wrong-odds",
            node.span,
            f"these odds do not fit `{field.name}`",
            of,
            helps=("write them in the same order, such as `heads or tails, odds 1 to 1`",),
        )
        return
    ctx.odds[field.key] = shares


def _start(
    ctx: Context, node: Node, kind: Type, usual: int | tuple[int, ...]
) -> int | tuple[int, ...]:
    value = node.parts[0]
    assert isinstance(value, Node)
    if value.kind == "yes_no":
        if kind.base != "yesno":
            _wrong_start(ctx, value.span, f"`{_first_text(value)}`", kind)
        return int(_first_text(value) == "yes")
    if value.kind == "name":
        word = value.words()[0]
        if word.text == "none":
            if not kind.optional:
                ctx.report.add(
                    "none-start",
                    word.span,
                    "this can never be none",
                    f"it is {kind.words()}",
                    helps=("add `or none` to its kind of value",),
                )
            return -1
        named = ctx.names.get(word.text)
        if named is not None and named.sort == "value":
            values, number = named.thing
            if not fits(value_type(values), kind):
                _wrong_start(ctx, word.span, f"`{word.text}`", kind)
            return int(number)
        if named is not None and named.sort == "setting":
            ctx.used.add(word.text)
            if kind.base not in ("number", "yesno"):
                _wrong_start(ctx, word.span, f"`{word.text}`", kind)
            return ctx.program.settings[word.text].value
        if kind.base == "value":
            ctx.unknown(
                "unknown-word", word.span, word.text, kind.of, ctx.program.values[kind.of].members
            )
            return usual
    if value.kind == "number" and kind.base not in ("number", "unknown"):
        _wrong_start(ctx, value.span, f"`{_first_text(value)}`", kind)
        return usual
    number = ctx.constant(value)
    if number is None:
        return usual
    if kind.halves:
        number *= 2
    if kind.base == "number" and (
        (kind.low is not None and number < kind.low)
        or (kind.high is not None and number > kind.high)
    ):
        ctx.report.add(
            "start-range",
            value.span,
            f"it cannot start at {number}",
            f"it goes from {kind.low} to {kind.high}",
            helps=("choose a number of the range, or widen the range",),
        )
    return number


def _wrong_start(ctx: Context, span: Span, given: str, kind: Type) -> None:
    legal = ctx.program.values[kind.of].members if kind.base == "value" else ()
    ctx.report.add(
        "wrong-start",
        span,
        f"it cannot start as {given}",
        f"it is {kind.words()}",
        notes=(f"it can start as: {listed(legal)}",) if legal else (),
        helps=("start it as `yes` or `no`",)
        if kind.base == "yesno"
        else ("start it at a number",)
        if kind.base == "number"
        else (),
    )


def _zone(ctx: Context, line: Node, holder: str) -> None:
    name, shape = _word(line, 0), line.parts[1]
    assert isinstance(shape, Node)
    nouns = shape.node("nouns")
    kinds = _kinds(ctx, nouns)
    if not kinds:
        return
    slots, sort = 1, {"heap": "set", "slot": "space"}.get(shape.kind, shape.kind)
    layout = "list"
    if shape.kind == "slot":
        layout = "slots"
    elif shape.kind == "row" and shape.parts[0] is not None:
        slots, layout = ctx.constant(shape.parts[0]) or 0, "slots"
        if not 1 <= slots <= boards.LARGEST:
            ctx.report.add(
                "large-zone",
                shape.span,
                f"a row has 1 to {boards.LARGEST} spaces",
                f"this one has {slots:,}",
                helps=("write `row of ...` without a number if it has no fixed length",),
            )
            slots = 1
    if any(ctx.program.kinds[k].alike for k in kinds):
        layout = "counts"
        if len(kinds) > 1 or sort not in ("set", "pile"):
            ctx.report.add(
                "alike-zone",
                line.span,
                "alike pieces lie in a set of their own",
                helps=(f"write `zone {name.text}: set of {ctx.program.kinds[kinds[0]].plural}`",),
                label=" and ".join(
                    ctx.program.kinds[k].plural for k in kinds if ctx.program.kinds[k].alike
                )
                + " are alike",
            )
            return
    if name.text in ctx.families.setdefault(holder, {}) or name.text in ctx.fields.get(holder, {}):
        _twice(ctx, holder, name)
        return
    kept, holder_name = _kept_by(holder, name.text)
    family = Family(kept, holder_name, layout, sort, kinds, name.span, slots)
    _facts(ctx, family, line.parts[2:])
    if holder == "table" and not ctx.declare(name.text, "zone", family, name.span):
        return
    _add_family(ctx, family, holder, name.text)


def _twice(ctx: Context, holder: str, name: Word) -> None:
    old = ctx.fields.get(holder, {}).get(name.text) or ctx.families.get(holder, {}).get(name.text)
    ctx.report.add(
        "field-twice",
        name.span,
        f"`{name.text}` is declared twice",
        "the second time",
        others=(Label(old.span, "the first time"),) if old is not None else (),
        helps=("remove one of the two, or give it another name",),
    )


def _add_family(ctx: Context, family: Family, holder: str = "", name: str = "") -> None:
    family.number = len(ctx.program.families)
    ctx.families.setdefault(holder or family.holder, {})[name or family.name] = family
    ctx.program.families.append(family)


def _facts(ctx: Context, family: Family, facts: Iterable[Node | Word | None]) -> None:
    for fact in facts:
        if not isinstance(fact, Node):
            continue
        if fact.kind in ("seen_by", "number_seen_by"):
            who = _first_text(fact)
            if who == "owner" and family.holder != "player":
                ctx.report.add(
                    "no-owner",
                    fact.span,
                    f"`{family.name}` belongs to no player",
                    "it has no owner",
                    helps=("write `seen by all` or `seen by nobody`",),
                )
            if fact.kind == "seen_by":
                family.seen = who
            else:
                family.number_seen = who
        elif fact.kind == "refilled_from":
            family.refilled = fact.words()[0].text
            ctx.links[id(family), "refilled"] = fact.words()[0].span
        elif fact.kind == "pushed_out_to":
            family.pushed_out = fact.words()[0].text
            ctx.links[id(family), "pushed_out"] = fact.words()[0].span
        elif fact.kind == "limit":
            family.limit = None
            part = fact.parts[0]
            number = ctx.constant(part)
            if number is not None and part is not None:
                family.limit = E("num", (), NUMBER, part.span, number)
    if not family.number_seen:
        family.number_seen = "all" if family.sort == "pile" else family.seen


def check_zone_links(ctx: Context) -> None:
    """`refilled from` and `pushed out to` must name zones that take the same components."""
    for family in ctx.program.families:
        for attribute in ("refilled", "pushed_out"):
            name = getattr(family, attribute)
            span = ctx.links.get((id(family), attribute), family.span)
            if not name:
                continue
            own = next((lines for lines in ctx.families.values() if family in lines.values()), {})
            legal = ctx.families.get(family.holder, {}) | ctx.families.get("table", {}) | own
            other = legal.get(name)
            if other is None:
                ctx.unknown("unknown-zone", span, name, "zone", legal)
                setattr(family, attribute, "")
            elif not set(family.kinds) <= set(other.kinds):
                plurals = [ctx.program.kinds[k].plural for k in family.kinds]
                ctx.report.add(
                    "zone-kinds",
                    span,
                    f"`{name}` does not take the {' and '.join(plurals)} of `{family.name}`",
                    "a zone for other components",
                    others=(Label(other.span, "declared here"),),
                    helps=("name a zone for the same kinds of components",),
                )


def _kinds(ctx: Context, nouns: Node | None) -> tuple[str, ...]:
    found = []
    for word in nouns.words() if nouns else ():
        kind = ctx.kind_named(word.text)
        if kind is None:
            legal = [n for k in ctx.program.kinds.values() for n in (k.name, k.plural)]
            ctx.unknown("unknown-kind", word.span, word.text, "kind of component", legal)
        else:
            found.append(kind)
    return tuple(found)


def declare_money(ctx: Context, node: Node) -> None:
    """`money card of symbol` with what each piece is worth, where it is kept and banked."""
    kind_word, symbol = _word(node, 0), _word(node, 1)
    kind = ctx.kind_named(kind_word.text)
    if kind is None:
        ctx.unknown(
            "unknown-kind", kind_word.span, kind_word.text, "kind of component", ctx.program.kinds
        )
        return
    printed = ctx.program.kinds[kind].printed
    if symbol.text not in printed:
        ctx.unknown(
            "unknown-printed",
            symbol.span,
            symbol.text,
            "printed line",
            printed,
            message=f"{article(kind)} shows no `{symbol.text}`",
            label="not a printed line of it",
        )
        return
    worth: dict[str, int] = {}
    kept = bank = ""
    word_field = ""
    for line in node.parts[2:]:
        if not isinstance(line, Node):
            continue
        if line.kind == "denominations":
            for part in line.nodes("denomination"):
                number, word = part.words()
                field = next(
                    (
                        n
                        for n, t in printed.items()
                        if t.base == "value" and word.text in ctx.program.values[t.of].members
                    ),
                    None,
                )
                if field is None:
                    ctx.unknown(
                        "unknown-word",
                        word.span,
                        word.text,
                        f"value printed on {kind}",
                        [
                            m
                            for t in printed.values()
                            if t.base == "value"
                            for m in ctx.program.values[t.of].members
                        ],
                        message=f"no {kind} shows `{word.text}`",
                        label="not a value printed on it",
                    )
                    return
                word_field = field
                worth[word.text] = ctx.whole(number)
        elif line.kind == "kept_in":
            kept = _zone_name(ctx, line, "player")
        elif line.kind == "banked_in":
            bank = _zone_name(ctx, line, printed[symbol.text].of)
    if not (worth and kept and bank):
        if not any(
            d.label.span.start >= node.span.start
            for d in ctx.report.errors
            if d.label.span.source is node.span.source and d.label.span.end <= node.span.end
        ):
            missing = [
                line
                for line, given in (
                    ("worth 1 for single", worth),
                    ("kept in purse", kept),
                    ("banked in supply", bank),
                )
                if not given
            ]
            ctx.report.add(
                "money-unfinished",
                node.span,
                "this money is not declared to the end",
                "it needs a worth, a place to keep it, and a bank",
                helps=(f"add a line such as {' and '.join(f'`{m}`' for m in missing)}",),
            )
        return
    title = node.parts[2]
    ctx.program.money[kind] = Money(
        kind, symbol.text, worth, word_field, kept, bank, _text(title) or kind, node.span
    )
    _cites(ctx, node)


def _zone_name(ctx: Context, line: Node, holder: str) -> str:
    word = line.words()[0]
    legal = ctx.families.get(holder, {})
    if word.text not in legal:
        ctx.unknown("unknown-zone", word.span, word.text, "zone", legal)
        return ""
    return word.text


def _word(node: Node, number: int) -> Word:
    word = node.parts[number]
    assert isinstance(word, Word)
    return word


def _text(part: Node | Word | None) -> str:
    return part.text[1:-1] if isinstance(part, Word) and part.type == "STRING" else ""


def _first_text(node: Node) -> str:
    return next(p.text for p in node.walk() if isinstance(p, Word))


def _cites(ctx: Context, node: Node) -> tuple[str, ...]:
    found = []
    for part in node.nodes("cites"):
        for word in part.words():
            ctx.cites.append((word.text, word.span))
            found.append(word.text)
    return tuple(found)


def headline(ctx: Context, node: Node) -> tuple[str, str, tuple[str, ...]]:
    """The title, the spoken form and the citations of a heading."""
    title = next((_text(p) for p in node.parts if isinstance(p, Word) and p.type == "STRING"), "")
    says = node.node("says")
    return title, _text(says.parts[0]) if says else "", _cites(ctx, node)


def span_of(node: Node) -> Span:
    """Where the name of a declaration stands."""
    return next((p.span for p in node.parts if isinstance(p, Word)), node.span)
