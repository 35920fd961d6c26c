"""The rules of a game as a book: chapters of rules, components, options and citations.

Takes what the checker knows of a game (with the house rules laid on it) and its files; gives plain
data, in which every rule has its title, text, location and citations. The words are those of the
rules themselves. Prints nothing and does not interpret rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.check.context import Context
from interpreter.check.option_values import worded, written
from interpreter.check.overlays.changes import OverlayChange
from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import Design, Setting
from interpreter.ir.program import Program
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.present import printed_lines, words
from interpreter.run.plan import Plan
from interpreter.run.rules import Rules
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

# Chapters in reading order: key, title, and the sorts of rules they contain.
CHAPTERS = (
    ("setup", "Setting up", ("setup",)),
    ("course", "The course of the game", ("game", "round", "phase", "turn")),
    ("actions", "What players do", ("action",)),
    ("procedures", "How it is done", ("procedure",)),
    ("standing", "What always holds", ("rule",)),
    ("questions", "What the words mean", ("define", "relation")),
)
_HEAD = re.compile(r'\s*(?:"[^"]*"|says "[^"]*"|cites [A-Za-z0-9_.,\- ]+)')


@dataclass(slots=True)
class RulebookEntry:
    """One rule, one declaration or the rules of a card.

    `lines` is its text as (indentation, words, comment). `changes` are the house rules that change
    it: the title and text of each."""

    anchor: str
    name: str
    sort: str
    title: str
    heading: str
    cites: tuple[str, ...]
    path: str
    line: int
    lines: list[tuple[int, str, str]]
    source: str
    changes: list[tuple[str, list[tuple[int, str, str]]]] = field(default_factory=list)


@dataclass(slots=True)
class Card:
    """One component: its copies, what is printed on it, its text, and the rules on it."""

    anchor: str
    id: str
    title: str
    copies: int
    each_player: bool
    facts: list[str]
    text: str
    source: str
    cites: tuple[str, ...]
    path: str
    line: int
    rules: list[tuple[int, str, str]]


@dataclass(slots=True)
class SettingEntry:
    """One setting: `offered` in game.yaml, or only set by house rules."""

    anchor: str
    name: str
    title: str
    text: str
    value: int | str
    values: list[int | str]
    least: int | None
    most: int | None
    offered: bool
    cites: tuple[str, ...]
    path: str
    line: int
    set_by: str = ""
    seats: bool = False

    @property
    def span(self) -> str:
        """The range of a numeric setting."""
        most = "the number of players" if self.seats else self.most
        return f"{self.least} to {most}"


@dataclass(slots=True)
class Cited:
    """One rule of the printed book: its id and title, and where it is implemented."""

    anchor: str
    id: str
    title: str
    places: list[tuple[str, str]]  # anchor and title of each rule that cites it


@dataclass(slots=True)
class Rulebook:
    """A whole game to read."""

    id: str
    title: str
    version: str
    author: str
    description: str
    players: tuple[int, int]
    minutes: int | None
    laid: list[str]
    variants: list[tuple[str, str]]
    table: list[RulebookEntry] = field(default_factory=list)
    chapters: list[tuple[str, str, list[RulebookEntry]]] = field(default_factory=list)
    components: list[tuple[str, str, list[Card]]] = field(default_factory=list)
    options: list[SettingEntry] = field(default_factory=list)
    citations: list[Cited] = field(default_factory=list)


def book(ctx: Context, files: GameFiles, variants: list[tuple[str, str]]) -> Rulebook:
    """Build the rulebook of a checked game; `variants` are names and titles of its variants."""
    program = ctx.program
    data = files.game.data if isinstance(files.game.data, dict) else {}
    minutes = data.get("minutes")
    made = Rulebook(
        program.id,
        program.title,
        program.version,
        _line(data.get("author")),
        _line(data.get("description")),
        (program.least, program.most),
        minutes if isinstance(minutes, int) else None,
        [overlay.title for overlay in ctx.overlaid.laid] if ctx.overlaid is not None else [],
        variants,
    )
    nodes = ctx.overlaid.nodes if ctx.overlaid is not None else []
    changes = ctx.overlaid.changes if ctx.overlaid is not None else []
    on_the_table = (ast.Values, ast.Kind, ast.Area, ast.Faction)
    made.table = [_declared(node) for node in nodes if isinstance(node, on_the_table)]
    made.table += [_declared(node) for node in nodes if isinstance(node, ast.Money)]
    _tell_apart(made.table)
    named = [node for node in nodes if isinstance(node, ast.NamedRule)]
    rules = [(node.sort, _rule(node, program, changes)) for node in named]
    for key, title, sorts in CHAPTERS:
        found = [entry for sort in sorts for s, entry in rules if s == sort]
        if found:
            made.chapters.append((key, title, found))
    made.components = list(_components(program, files))
    made.options = _options(program, data, changes)
    made.citations = list(_citations(made, program))
    return made


# ------------------------------------------------------------------------------ rules


def _rule(node: ast.NamedRule, program: Program, changes: Iterable[OverlayChange]) -> RulebookEntry:
    name, sort = node.name.text, node.sort
    func = program.funcs.get(name)
    own = [c for c in changes if c.new is not None and c.sort == sort and c.name == name]
    shown = next(
        (c for c in reversed(own) if isinstance(c.node, ast.Replace | ast.ReplaceRule)), None
    )
    title, cites = _head(node)
    if func is not None:
        title, cites = func.title or title, func.cites or cites
    entry = _entry(node.span, f"rule-{name}", name, sort, title, cites)
    if shown is not None:
        entry.lines = text_of(shown.node.span)[1:]
        entry.path, entry.line = shown.node.span.source.path, shown.node.span.line
        entry.source = shown.node.span.text
    for change in own:
        whole = change is shown or change.old is None  # the change is the rule as printed
        lines = [] if whole else text_of(change.node.span)
        entry.changes.append((change.overlay.title, lines))
    return entry


def _head(node: ast.Heading) -> tuple[str, tuple[str, ...]]:
    """Return the title of a declaration and the ids it cites."""
    title: Word | None = getattr(node, "title", None)
    cites: ast.Cites | None = getattr(node, "cites", None)
    ids = tuple(word.text for word in cites.ids) if cites is not None else ()
    return title.text.strip('"') if title is not None else "", ids


def _tell_apart(entries: list[RulebookEntry]) -> None:
    """Make repeated anchors unique by a number, in place.

    Declarations such as `each player has` may occur several times."""
    seen: Counter[str] = Counter()
    for entry in entries:
        seen[entry.anchor] += 1
        if seen[entry.anchor] > 1:
            entry.anchor += f"-{seen[entry.anchor]}"


def _declared(node: ast.Values | ast.Kind | ast.Area | ast.Faction | ast.Money) -> RulebookEntry:
    if isinstance(node, ast.Area):
        name = node.span.text.split(" has", 1)[0]
    else:
        name = (node.piece if isinstance(node, ast.Money) else node.name).text
    title, ids = _head(node)
    anchor = f"table-{re.sub(r'[^a-z0-9]+', '-', f'{node.sort} {name}'.lower())}"
    return _entry(node.span, anchor, name, node.sort, title, ids)


def _entry(
    span: Span, anchor: str, name: str, sort: str, title: str, cites: tuple[str, ...]
) -> RulebookEntry:
    every = text_of(span)
    heading = spoken(_HEAD.sub("", every[0][1]).strip()) if every else spoken(name)
    return RulebookEntry(
        anchor, name, sort, title, heading, cites, span.source.path, span.line, every[1:],
        "\n".join(" " * at + said for at, said, _ in every),
    )  # fmt: skip


def text_of(span: Span) -> list[tuple[int, str, str]]:
    """Split rule text into lines of relative indentation, words, and comment.

    Blank lines are dropped, as are trailing comments that belong to what follows."""
    head = span.source.line(span.line)
    first = len(head) - len(head.lstrip(" "))
    lines = (" " * first + span.text).splitlines()
    found: list[tuple[int, str, str]] = []
    for line in lines:
        said, remark = _split(line)
        if not said and not remark:
            continue
        at = len(line) - len(line.lstrip(" "))
        found.append((max(0, at - first), said, remark))
    while found and not found[-1][1] and found[-1][0] == 0:
        found.pop()  # a comment that belongs to what follows
    return found


def _split(line: str) -> tuple[str, str]:
    """Split a line into its code and its comment; `#` within quotes does not count."""
    quoted = False
    for at, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return line[:at].strip(), line[at + 1 :].strip(" -#")
    return line.strip(), ""


def spoken(text: str) -> str:
    """Replace underscores in rule text with spaces; quoted text stays."""
    parts = text.split('"')
    return '"'.join(p.replace("_", " ") if n % 2 == 0 else p for n, p in enumerate(parts))


# ------------------------------------------------------------------------------ components


def _components(program: Program, files: GameFiles) -> Iterable[tuple[str, str, list[Card]]]:
    plan = Plan(
        program,
        program.id,
        program.title,
        program.version,
        program.least,
        program.most,
        "",
        {},
        Rules(),
    )
    written_rules = dict(_card_rules(files))
    for kind in program.kinds.values():
        if kind.designs:
            cards = [_card(plan, program, design, written_rules) for design in kind.designs]
            yield kind.name, words.capital(words.spoken(kind.plural)), cards


def _card(plan: Plan, program: Program, design: Design, rules: dict[str, str]) -> Card:
    found = tuple(w for w in re.split(r"[,\s]+", design.source) if w in program.citations)
    text = rules.get(design.id, "")
    lines = [
        (len(line) - len(line.lstrip(" ")), *_split(line))
        for line in text.splitlines()
        if line.strip()
    ]
    return Card(
        f"card-{design.id}",
        design.id,
        str(design.title),
        design.copies,
        design.each_player,
        printed_lines.printed_facts(plan, design, whole=True),
        _line(design.text),
        design.source,
        found,
        design.span.source.path,
        design.span.line,
        lines,
    )


def _card_rules(files: GameFiles) -> Iterable[tuple[str, str]]:
    """Yield the id and the source text of each component's rules."""
    for document in files.components:
        data = document.data if isinstance(document, Spanned) else None
        for listed in data.values() if isinstance(data, dict) else ():
            for one in listed if isinstance(listed, list) else ():
                if isinstance(one, dict) and isinstance(one.get("rules"), str):
                    yield str(one.get("id")), one["rules"]


# ------------------------------------------------------------------------------ options, citations


def _options(program: Program, data: Json, changes: Iterable[OverlayChange]) -> list[SettingEntry]:
    listed = data.get("options")
    told = {
        one["name"]: one
        for one in (listed if isinstance(listed, list) else ())
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    }
    by = {c.name: c.overlay.title for c in changes if c.sort == "setting"}
    names = [name for name in told if name in program.settings]
    names += [name for name in program.settings if name not in told]
    return [_option(program.settings[name], told.get(name), by.get(name, "")) for name in names]


def _option(setting: Setting, told: dict[str, object] | None, set_by: str) -> SettingEntry:
    more = told or {}
    number = not setting.words and not setting.type.is_yes_no
    given = more.get("values")
    values: list[int | str] = given if isinstance(given, list) else []
    if not number:
        values = [written(value) for value in values] or list(setting.words) or ["no", "yes"]
    return SettingEntry(
        f"option-{setting.name}",
        setting.name,
        _line(more.get("title")) or setting.title or words.capital(words.spoken(setting.name)),
        _line(more.get("text")),
        worded(setting),
        values,
        setting.low if number else None,
        setting.high if number else None,
        told is not None,
        tuple(setting.cites),
        setting.span.source.path,
        setting.span.line,
        set_by,
        setting.seats,
    )


def _citations(made: Rulebook, program: Program) -> Iterable[Cited]:
    places: dict[str, list[tuple[str, str]]] = {}
    every: list[tuple[tuple[str, ...], str, str]] = []
    for entry in [*made.table, *(e for _, _, entries in made.chapters for e in entries)]:
        every.append((entry.cites, entry.anchor, entry.title or words.spoken(entry.name)))
    every += [(c.cites, c.anchor, c.title) for _, _, cards in made.components for c in cards]
    every += [(o.cites, o.anchor, o.title) for o in made.options]
    for cites, anchor, title in every:
        for cite in cites:
            places.setdefault(cite, []).append((anchor, title))
    for cite, title in program.citations.items():
        anchor = f"cite-{re.sub(r'[^A-Za-z0-9_-]', '-', cite)}"
        yield Cited(anchor, cite, title, places.get(cite, []))


def _line(text: object) -> str:
    return " ".join(text.split()) if isinstance(text, str) else ""
