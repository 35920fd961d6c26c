"""The phases of checking a game: names first, then the table, then every rule.

Takes the parsed files of a game; returns a `Context` with its `Program`, which can be played only
if no errors were reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.check import icon_words, look_reading, split_names
from interpreter.check.clauses import standing_costs
from interpreter.check.context import Context
from interpreter.check.declarations import (
    areas,
    board_declarations,
    components,
    layout_reading,
    money_declarations,
    records,
    sizes,
    values_and_kinds,
    zone_links,
)
from interpreter.check.deeds import carrying_out
from interpreter.check.expressions import value_readers as _of_values
from interpreter.check.expressions import value_reading
from interpreter.check.lints import not_yet, whole_game
from interpreter.check.overlays import (
    by_players,
    change_targets,
    laying,
    only_with,
    order,
    overlay_file,
    player_numbers,
)
from interpreter.check.overlays.changes import Overlays
from interpreter.check.overlays.entries import entries_of
from interpreter.check.ranking import read_ranking, read_wishes
from interpreter.check.scope import Scope
from interpreter.check.statements import bodies, repeated_deeds, rule_headings
from interpreter.check.statements import readers as _of_sentences
from interpreter.check.suppression import Doubts
from interpreter.check.tables import fitting, pictures
from interpreter.check.tables.column_types import table_kinds
from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir.declared import Family, Setting
from interpreter.ir.program import Program
from interpreter.load.game_folder import GameFiles
from interpreter.load.overlay_files import neighbours, without_tables
from interpreter.syntax import ast
from interpreter.syntax.parser import chunks, parse_card, parse_rules
from interpreter.syntax.source_words import names_in

READERS = (_of_values, _of_sentences)
"""Who reads what: these fill the tables through which values and sentences reach one another."""
MOST_RULES = 3_000


def read_game(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unread: Iterable[Source] = (),
    linted: bool = True,
) -> Context | None:
    """Check a game, faulty or not, and return all that is known of it.

    None if there are too many rules, or if the report is full once they are parsed. Names that
    `unread` files may declare are not reported. A game that is not `linted` was linted before.
    """
    if _too_many_rules(files.rules, report):
        return None
    nodes = [one for source in files.rules for one in parse_rules(source, report)]
    taken = fitting.fit(files.components, table_kinds(nodes), report)
    if report.full:
        return None
    overlay_file.report_misplaced(nodes, report)
    unread = [*unread, *(one.source for one in files.components if not isinstance(one.data, dict))]
    doubts = Doubts(report, files.rules, unread)
    program = _empty_program(files)
    ctx = Context(program, report, seats=(program.least, program.most), taken=taken)
    changed = _lay_house_rules(ctx, nodes, files)
    doubts.of_changes(files.overlays)
    if len(changed.laid) < len(without_tables(files.overlays)):
        return ctx  # what else is wrong may follow
    card_nodes = _read_table(ctx, files, changed, options or {})
    by_players.read(
        ctx,
        [node for node in changed.by_players if node.name.text not in (options or {})],
        lambda node: value_reading.question(Scope(ctx, None, None), node.only),
    )
    doubts.after_declarations()
    if doubts.of_table or report.full:
        split_names.report_split_names(ctx)
        doubts.after_rules()
        return ctx
    carrying_out.declare(ctx)
    bodies.read_rules(ctx, changed.nodes, card_nodes)
    bodies.read_cards(ctx, card_nodes)
    carrying_out.write(ctx)
    repeated_deeds.tell_when_done(ctx)
    standing_costs.check_paid(ctx)
    _only_with(ctx, changed.conditions)
    order.later_first(program, changed.laid)
    order.report_clashes(changed.laid, changed.changes, report)
    split_names.report_split_names(ctx)
    doubts.after_rules()
    if not report.errors and files.rules and not doubts.unread:
        _read_looks(ctx, files)
        program.sitting = layout_reading.read_sitting(ctx, files.game)
        read_ranking(ctx)
        read_wishes(ctx)
    if not report.errors:
        whole_game.complete(ctx, files, not doubts.unread, linted)
    if not report.errors:
        not_yet.not_played_yet(program, report)
    return ctx


def _read_looks(ctx: Context, files: GameFiles) -> None:
    """Read how the game is shown, and which icons its texts have."""
    ctx.program.layout = layout_reading.read_layout(ctx, files.game)
    ctx.program.look = look_reading.read_look(ctx, files.game, files.folder)
    ctx.taken += pictures.missing(ctx.program.designs, files.folder)
    icon_words.read_icon_words(ctx)


def _empty_program(files: GameFiles) -> Program:
    """Create a program from what game.yaml says; faults in it are reported by the schema."""
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
    program.description = " ".join(str(data.get("description") or "").split())
    program.patience = _seats(data.get("patience", 1)) or 1
    return program


def _lay_house_rules(ctx: Context, nodes: list[ast.Heading], files: GameFiles) -> Overlays:
    """Apply the overlays to the trees, and note in the program which ones were applied."""
    program = ctx.program
    changed = laying.lay_on(
        nodes,
        files.overlays,
        (program.id, program.version),
        ctx.report,
        [path.stem for path in (*files.variants, *neighbours(files.overlays, files.folder))],
        files.laid_only,
        _kinds_of_components(nodes, files),
        _actions_of_components(files) if files.overlays else {},
    )
    ctx.overlaid = changed
    ctx.seats = player_numbers.seat(program, changed, ctx.report)
    program.house_rules = tuple(one.title for one in changed.laid)
    program.house_cites = {one.source.path: (one.title, one.cites()) for one in changed.laid}
    return changed


def _read_table(
    ctx: Context, files: GameFiles, changed: Overlays, options: Mapping[str, object]
) -> rule_headings.CardNodes:
    """Read the declarations, and the headings of all rules; returns the trees of card rules."""
    nodes = changed.nodes
    _declare(ctx, nodes, changed.values() | dict(options))
    some = [(node.name.text, laying.set_value(node)) for node in changed.by_players]
    _fit_settings(ctx, [*changed.settings.items(), *some])
    change_targets.settings_that_are_so(ctx.program, changed, ctx.report)
    carrying = components.read_components(ctx, files.components, changed.components)
    ctx.with_rules = {design.id for design, _, _ in carrying}
    sizes.space_boards(ctx)
    records.resolve(ctx)
    sizes.same_keys(ctx)
    sizes.size_families(ctx)
    rule_headings.declare_rules(ctx, nodes)
    for node in nodes:
        if isinstance(node, ast.Money):
            money_declarations.declare(ctx, node)
    card_nodes = [
        (design, block, parse_card(block.text, span.source, block.offset, ctx.report))
        for design, block, span in carrying
    ]
    rule_headings.declare_card_rules(ctx, card_nodes)
    ctx.shaping |= ctx.program.settings.keys() & ctx.used
    return card_nodes


def _actions_of_components(files: GameFiles) -> dict[str, tuple[str, Span]]:
    """Map each action declared in a component's rules to the component's id and its span."""
    made: dict[str, tuple[str, Span]] = {}
    for document in files.components:
        for entry in entries_of(document):
            block = entry.blocks.get(("rules",))
            if block is None:
                continue
            # read as text: a card with a fault brings its actions as well as any other
            for first, end in chunks(block.text):
                said = names_in(block.text[first:end].partition("\n")[0])
                if said[:1] == ["action"] and len(said) > 1:
                    start = block.offset(block.text.index(said[1], first + len("action")))
                    span = Span(document.source, start, start + len(said[1]))
                    made.setdefault(said[1], (str(entry.data.get("id")), span))
    return made


def _kinds_of_components(nodes: Iterable[ast.Tree], files: GameFiles) -> dict[str, str]:
    """Map every component id to its kind, before anything is checked."""
    kinds = {n.plural.text: n.name.text for n in nodes if isinstance(n, ast.Kind)}
    made = {}
    for document in files.components:
        lists = document.data.items() if isinstance(document.data, dict) else ()
        for plural, items in lists:
            for item in items if isinstance(items, list) and plural in kinds else ():
                if isinstance(item, dict):
                    made[str(item.get("id"))] = kinds[plural]
    return made


def _too_many_rules(rules: Iterable[Source], report: Report) -> bool:
    """Report too many rules and declarations to be read in reasonable time.

    Returns whether that is so.
    """
    left = MOST_RULES
    for source in rules:
        starts = [start for start, _ in chunks(source.text)]
        if len(starts) > left:
            return report.add(
                "too-many-rules",
                Span(source, starts[left], starts[left] + 1),
                f"a game has at most {MOST_RULES:,} rules and declarations",
                "one too many",
                helps=("a tenth of it is enough for the largest games that we know",),
            )
        left -= len(starts)
    return False


def _only_with(ctx: Context, nodes: Iterable[ast.OnlyWith]) -> None:
    """Read with what an overlay may be played: `only with number of players is 2`."""
    tests = [(value_reading.question(Scope(ctx, None, None), n.condition), n.span) for n in nodes]
    ctx.shaping |= ctx.program.settings.keys() if tests else set()
    if not ctx.report.errors:
        only_with.narrow(ctx, tests)


def _fit_settings(ctx: Context, given: Iterable[tuple[str, tuple[object, Span]]]) -> None:
    """Values that overlays set must be such as the settings allow."""
    for name, (value, span) in given:
        setting = ctx.program.settings.get(name)
        if setting is None:
            continue
        number = isinstance(value, int) and not setting.words and not setting.type.is_yes_no
        words = ("yes", "no") if setting.type.is_yes_no else setting.words
        if value in words or (number and setting.low <= int(str(value)) <= setting.high):
            continue
        guess = nearest(str(value), words) if words else digits(str(value))
        ctx.report.add(
            "setting-range",
            span,
            f"the setting `{name}` is never {value}"
            if words
            else f"the setting `{name}` goes from {setting.low} to {setting.high}",
            "" if words else "outside of that" if isinstance(value, int) else "not a number",
            meant=guess,
            helps=(f"write one of: {listed(words)}",)
            if words
            else _number_or_wider(setting, value),
        )


def _number_or_wider(setting: Setting, value: object) -> tuple[str, ...]:
    """Suggest fixes for an overlay value outside a setting's range.

    An overlay may widen the range, unless the range is bound to the number of players.
    """
    within = f"write a number from {setting.low} to {setting.high}"
    if not isinstance(value, int) or setting.seats:
        return (within,)
    low, high = min(setting.low, value), max(setting.high, value)
    return (within, f"or allow it on the line above: `set {setting.name} from {low} to {high}`")


def _seats(number: object) -> int:
    """Return a player count, or 1 for an invalid value, which schema validation reports."""
    return number if isinstance(number, int) and number > 0 else 1


def _declare(ctx: Context, nodes: Sequence[ast.Tree], options: dict[str, object]) -> None:
    """Declare what there is, in the order in which one needs the other: settings, lists and kinds,
    boards, then all that is kept on them."""
    for node in nodes:
        if isinstance(node, ast.Setting):
            values_and_kinds.declare_setting(ctx, node, options)
    for node in nodes:
        if isinstance(node, ast.Values):
            values_and_kinds.declare_values(ctx, node)
        elif isinstance(node, ast.Kind):
            values_and_kinds.declare_kind(ctx, node)
    factions = [node for node in nodes if isinstance(node, ast.Faction)]
    values_and_kinds.declare_factions(ctx, factions)
    for node in nodes:
        if isinstance(node, ast.Area | ast.Faction):
            board_declarations.declare_boards(ctx, node)
    for node in nodes:
        if isinstance(node, ast.Kind):
            areas.read_kind_lines(ctx, node)
    for node in nodes:
        if isinstance(node, ast.Area):
            areas.read_area(ctx, node)
        elif isinstance(node, ast.Faction):
            areas.read_faction(ctx, node)
    for kind in ctx.program.kinds.values():
        if kind.alike:
            family = Family(
                kind.name, "box", "counts", "set", (kind.name,), kind.span, seen="nobody"
            )
            family.number = len(ctx.program.families)
            ctx.families.setdefault("box", {})[kind.name] = family
            ctx.program.families.append(family)
    zone_links.check_links(ctx)
