"""A rulebook as one HTML page: chapters in sentences, a gallery of cards, words and options.

The text of each rule, with its place and what it cites, is folded below it.

Takes a `Rulebook`; gives a self-contained text without scripts or external files. Every word of a
game is escaped, since house rules come from strangers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import PurePath

from interpreter.present.rule_sentences import Lines, sentences
from interpreter.present.rulebook import Card, Cited, Rulebook, RulebookEntry, SettingEntry, spoken
from interpreter.present.words import capital

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #666; --rule: #d8d2c4; --ground: #fdfcf8;
  --card: #fff; --tint: #f3f0e6; --link: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --soft: #a5a099; --rule: #444;
  --ground: #1b1a17; --card: #26241f; --tint: #26241f; --link: #e0b060; } }
* { box-sizing: border-box; }
body { font: 1.05rem/1.55 Georgia, serif; color: var(--ink); background: var(--ground);
  margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: break-word; }
h1 { font-size: 2.2rem; margin: 1rem 0 0.3rem; } h1, h2, h3 { line-height: 1.2; }
h2 { border-bottom: 2px solid var(--rule); margin: 2.8rem 0 1rem; padding-bottom: 0.2rem; }
h3 { margin: 1.6rem 0 0.4rem; } a { color: var(--link); text-underline-offset: 0.15em; }
body > section, body > p { max-width: 44rem; }
nav ul { list-style: none; padding: 0; margin: 0; } nav > ul > li { margin: 0.3rem 0; }
nav li ul { font-size: 0.9rem; color: var(--soft); } nav li li { display: inline; }
nav li li:not(:last-child)::after { content: " \\b7  "; }
.facts, .remark, .place, .cites { color: var(--soft); font-size: 0.88rem; }
.step { margin: 0.25rem 0; padding-left: calc(var(--in) * 1.4rem + 1.1rem); text-indent: -0.9rem; }
.step::before { content: "\\2022"; display: inline-block; width: 0.9rem; text-indent: 0;
  color: var(--soft); }
.step.head { font-weight: bold; margin-top: 0.7rem; } .remark { font-style: italic; }
details { margin: 0.5rem 0; } summary { cursor: pointer; color: var(--soft); font-size: 0.88rem; }
.said { font: 0.85rem/1.5 ui-monospace, monospace; margin: 0.4rem 0; overflow-wrap: anywhere; }
.said div { padding-left: calc(var(--in) * 0.5rem + 1rem); text-indent: -1rem; }
.house { background: var(--tint); border-radius: 0.4rem; padding: 0.4rem 0.8rem; }
dl.words dt { font-weight: bold; } dl.words dd { margin: 0 0 0.6rem; }
.cards { display: grid; gap: 0.9rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 0.7rem;
  border-top: 0.45rem solid var(--band, var(--link)); box-shadow: 0 1px 3px #0003; min-width: 0;
  min-height: 12rem; padding: 0.7rem 0.8rem; display: flex; flex-direction: column; }
.card.bare { min-height: 0; }
.card h3 { margin: 0 0 0.4rem; font-size: 1.05rem; } .card p { margin: 0 0 0.6rem; }
.card .copies { float: right; font-weight: normal; color: var(--soft); font-size: 0.88rem; }
.card ul { list-style: none; margin: auto 0 0; padding: 0.4rem 0 0; font-size: 0.85rem;
  border-top: 1px solid var(--rule); } .card p, .card .step { font-size: 0.92rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-top: 1px solid var(--rule); padding: 0.3rem 0.8rem 0.3rem 0; text-align: left;
  vertical-align: top; } td.place { overflow-wrap: anywhere; min-width: 11rem; }
:target { outline: 2px solid var(--link); outline-offset: 0.3rem; }
@media (max-width: 34rem) { h1 { font-size: 1.7rem; } .card { min-height: 0; }
  .cards { grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr)); }
  th { display: none; } td { display: block; border: 0; padding: 0.1rem 0; }
  tr { display: block; border-top: 1px solid var(--rule); padding: 0.4rem 0; }
  td:first-child { font-weight: bold; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #555; --rule: #bbb;
  --ground: #fff; --card: #fff; --tint: #fff; --link: #000; }
  body { font-size: 10.5pt; max-width: none; padding: 0; } body > section { max-width: none; }
  nav, details { display: none; } a { text-decoration: none; }
  h2, h3, .step.head { break-after: avoid; } .card, tr, dt { break-inside: avoid; }
  .card { box-shadow: none; min-height: 0; } .cards { grid-template-columns: repeat(3, 1fr); } }
"""
BANDS = ("#2b6cb0", "#b7791f", "#2f855a", "#9b2c2c", "#6b46c1", "#2c7a7b", "#975a16", "#4a5568")
ENDING = re.compile(r"\b(wins?|winners?|end the game|victory)\b")
DECLARED = re.compile(r"(?:zone |board )?([a-z][a-z0-9_]*):")
PLAIN = 2  # kinds of at most so many designs without text are listed, not shown as cards


def page(made: Rulebook, only_options: bool = False) -> str:
    """Render the HTML page; `only_options` reduces it to the table of options."""
    title = escape(made.title)
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: the rules</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{title}</h1>",
        *_about(made),
    ]
    if only_options:
        parts += [*_options(made.options), *_variants(made)]
    else:
        parts += [*_contents(made), *_Pages(made).chapters()]
    return "\n".join([*parts, "</body>", "</html>"]) + "\n"


def _about(made: Rulebook) -> Iterable[str]:
    least, most = made.players
    players = f"{least} to {most} players" if least < most else f"{least} players"
    facts = [players, *([f"{made.minutes} minutes"] if made.minutes else [])]
    facts += [f"version {made.version}", *([f"by {made.author}"] if made.author else [])]
    yield f'<p class="facts">{escape(", ".join(facts))}</p>'
    if made.description:
        yield f"<p>{escape(made.description)}</p>"
    if made.laid:
        yield f"<p>With the house rules {escape(', '.join(made.laid))}.</p>"


# ------------------------------------------------------------------------------ chapters


def chapters_of(made: Rulebook) -> list[tuple[str, str, list[RulebookEntry]]]:
    """List the chapters as a book has them: set-up, turns, actions, and the end apart.

    What says who wins or when the game is over is put into the last, unless it is a turn or an
    action that does so on its way.
    """
    kept = {key: list(entries) for key, _, entries in made.chapters}
    end: list[RulebookEntry] = []
    for key in ("course", "procedures", "standing"):
        here = kept.get(key, [])
        found = [one for one in here if one.sort not in ("game", "turn") and _ends(one)]
        kept[key] = [one for one in here if one not in found]
        end += found
    listed = (
        ("setup", "Set-up", kept.get("setup", [])),
        ("course", "The game and its turns", kept["course"]),
        ("actions", "Actions", kept.get("actions", [])),
        ("procedures", "How things are done", kept["procedures"]),
        ("standing", "What always holds", kept["standing"]),
        ("end", "End and scoring", end),
    )
    return [one for one in listed if one[2]]


def _ends(entry: RulebookEntry) -> bool:
    text = entry.source if entry.sort == "procedure" else spoken(entry.source)
    return bool(ENDING.search(f"{entry.title} {spoken(entry.name)}\n{text}"))


def _is_plain(cards: list[Card]) -> bool:
    return len(cards) <= PLAIN and not any(card.text or card.facts for card in cards)


def _glossary(made: Rulebook) -> list[RulebookEntry]:
    return [one for key, _, entries in made.chapters if key == "questions" for one in entries]


def _contents(made: Rulebook) -> Iterable[str]:
    yield '<nav id="contents"><h2>Contents</h2><ul>'
    for key, title, entries in _listed(made):
        links = "".join(
            f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in entries
        )
        inner = f"<ul>{links}</ul>" if links else ""
        yield f'<li><a href="#{key}">{escape(title)}</a>{inner}</li>'
    yield "</ul></nav>"


def _listed(made: Rulebook) -> Iterable[tuple[str, str, list[tuple[str, str]]]]:
    for key, title, entries in chapters_of(made):
        long = key == "procedures"
        yield key, title, [] if long else [(e.anchor, _title(e)) for e in entries]
    if made.components:
        shown = [(key, title) for key, title, cards in made.components if not _is_plain(cards)]
        yield "components", "Components", [(f"kind-{key}", title) for key, title in shown]
    if _glossary(made):
        yield "questions", "What the words mean", []
    if made.options:
        yield "options", "Options", [(o.anchor, o.title) for o in made.options]
    if made.table:
        yield "table", "The table as written", []
    if made.citations:
        yield "citations", "Rules of the book", []


class _Pages:
    """Renders the chapters of a rulebook, whose rules link to one another."""

    def __init__(self, made: Rulebook) -> None:
        self.made = made
        self.cited = {one.id: one for one in made.citations}
        self.known = {name: f"the {name}" for name in _places(made)}
        self.known |= {one.name: str(one.value) for one in made.options if _is_number(one)}
        self.names = {
            one.name: (_title(one), one.anchor) for _, _, rules in made.chapters for one in rules
        }

    def chapters(self) -> Iterable[str]:
        """Render everything below the contents."""
        made = self.made
        for key, title, entries in chapters_of(made):
            yield f'<h2 id="{key}">{escape(title)}</h2>'
            for entry in entries:
                yield from self.entry(entry)
        if made.components:
            yield from self.components()
        if _glossary(made):
            yield from self.glossary()
        if made.options:
            yield from _options(made.options, self.cites)
            yield from _variants(made)
        if made.table:
            yield '<h2 id="table">The table as written</h2>'
            yield "<details><summary>Kinds, zones and values as the rules declare them</summary>"
            for entry in made.table:
                yield f'<section id="{entry.anchor}"><h3>{escape(_title(entry))}</h3>'
                yield from self.written(entry, folded=False)
                yield "</section>"
            yield "</details>"
        if made.citations:
            yield from _citations(made.citations)

    def cites(self, ids: Iterable[str]) -> str:
        """Link the rules of the book that something implements."""
        links = [
            f'<a href="#{self.cited[one].anchor}" title="{escape(self.cited[one].title)}">'
            f"{escape(one)}</a>"
            if one in self.cited
            else escape(one)
            for one in ids
        ]
        return f'<p class="cites">{", ".join(links)}</p>' if links else ""

    def entry(self, entry: RulebookEntry) -> Iterable[str]:
        """Render one rule in sentences, with its text as written below."""
        yield f'<section id="{entry.anchor}">'
        yield f"<h3>{escape(_title(entry))}</h3>"
        yield from self.steps(entry.lines)
        for title, lines in entry.changes:
            yield f'<div class="house"><p>House rule: {escape(title)}</p>'
            yield from self.steps(lines)
            yield "</div>"
        yield from self.written(entry)
        yield "</section>"

    def steps(self, lines: Lines) -> Iterable[str]:
        """Render the lines of a rule as sentences."""
        for one in sentences(lines, self.names, self.known):
            said = "".join(
                f'<a href="#{anchor}">{escape(text)}</a>' if anchor else escape(text)
                for text, anchor in one.pieces
            )
            note = f' <span class="remark">({escape(one.note)})</span>' if one.note else ""
            head = " head" if one.head else ""
            yield f'<div class="step{head}" style="--in:{one.depth}">{said}{note}</div>'

    def written(self, entry: RulebookEntry, folded: bool = True) -> Iterable[str]:
        """Render the text of a rule, where it stands and what it cites."""
        place = f"{PurePath(entry.path).name}, line {entry.line}"
        if folded:
            yield "<details><summary>The rule as written</summary>"
        yield f'<p class="place">{escape(place)}</p>'
        yield self.cites(entry.cites)
        yield from _said([(0, entry.heading, ""), *((at + 4, s, r) for at, s, r in entry.lines)])
        if folded:
            yield "</details>"

    def components(self) -> Iterable[str]:
        """Render what is in the box: plain pieces as a list, cards as a gallery."""
        yield '<h2 id="components">Components</h2>'
        plain = [cards for _, _, cards in self.made.components if _is_plain(cards)]
        if plain:
            items = "".join(
                f'<li id="{card.anchor}">{escape(_copies(card))}</li>'
                for cards in plain
                for card in cards
            )
            yield f"<ul>{items}</ul>"
        shown = [one for one in self.made.components if not _is_plain(one[2])]
        for number, (key, title, cards) in enumerate(shown):
            yield f'<h3 id="kind-{key}">{escape(title)}</h3>'
            yield f'<div class="cards" style="--band:{BANDS[number % len(BANDS)]}">'
            for card in cards:
                yield from self.card(card)
            yield "</div>"

    def card(self, card: Card) -> Iterable[str]:
        """Render a component as a card: title, text, and what is printed at its foot."""
        many = f"&times; {card.copies}" if card.copies != 1 else ""
        each = " for each player" if card.each_player else ""
        copies = f'<span class="copies">{many}{each}</span>' if many or each else ""
        bare = "" if card.text or card.rules else " bare"
        yield f'<section class="card{bare}" id="{card.anchor}">'
        yield f"<h3>{copies}{escape(capital(card.title))}</h3>"
        if card.text:
            yield f"<p>{escape(card.text)}</p>"
        elif card.rules:
            yield from self.steps(card.rules)
        if card.facts:
            facts = "".join(f"<li>{escape(capital(one))}</li>" for one in card.facts)
            yield f"<ul>{facts}</ul>"
        if card.rules:
            yield "<details><summary>As written</summary>"
            yield self.cites(card.cites)
            yield from _said(card.rules)
            yield "</details>"
        yield "</section>"

    def glossary(self) -> Iterable[str]:
        """Render the questions that the rules ask as a list of words and what they mean."""
        yield '<h2 id="questions">What the words mean</h2><dl class="words">'
        for entry in _glossary(self.made):
            term = re.sub(r"^(define|relation) ", "", entry.heading).split(":", 1)[0]
            yield f'<dt id="{entry.anchor}">{escape(capital(term))}</dt><dd>'
            if entry.title:
                yield escape(entry.title)
            else:
                yield from self.steps(entry.lines)
            yield from self.written(entry)
            yield "</dd>"
        yield "</dl>"


def _places(made: Rulebook) -> Iterable[str]:
    """Name the zones and values of which there is one on the table."""
    for entry in made.table:
        if entry.heading == "table has":
            for _, said, _ in entry.lines:
                if found := DECLARED.match(said):
                    yield found[1]


def _is_number(option: SettingEntry) -> bool:
    return isinstance(option.value, int) and not isinstance(option.value, bool)


def _copies(card: Card) -> str:
    each = " for each player" if card.each_player else ""
    return f"{card.copies} \u00d7 {capital(card.title)}{each}"


def _title(entry: RulebookEntry) -> str:
    return capital(entry.title or spoken(entry.name))


def _said(lines: Iterable[tuple[int, str, str]]) -> Iterable[str]:
    yield '<div class="said">'
    for at, said, remark in lines:
        note = f' <span class="remark">{escape(remark)}</span>' if remark else ""
        yield f'<div style="--in:{at}">{escape(spoken(said))}{note}</div>'
    yield "</div>"


def _options(options: list[SettingEntry], cited: object = None) -> Iterable[str]:
    yield '<h2 id="options">Options</h2>'
    yield "<table><tr><th>Option</th><th>Now</th><th>Possible</th><th>Its name</th></tr>"
    for one in options:
        possible = one.span if not one.values else ", ".join(map(str, one.values))
        by = f" (by {one.set_by})" if one.set_by else ""
        cites = cited(one.cites) if callable(cited) else ""
        where = "" if one.offered else " Only house rules change it."
        text = f"<p>{escape(one.text)}</p>" if one.text else ""
        yield (
            f'<tr id="{one.anchor}"><td>{escape(one.title)}.{where}{text}{cites}</td>'
            f"<td>{escape(str(one.value))}{escape(by)}</td><td>{escape(possible)}</td>"
            f'<td class="place">{escape(one.name)}</td></tr>'
        )
    yield "</table>"


def _variants(made: Rulebook) -> Iterable[str]:
    if made.variants:
        listed = "".join(
            f'<li>{escape(title)} <span class="place">{escape(name)}</span></li>'
            for name, title in made.variants
        )
        yield f"<p>Variants that the game comes with:</p><ul>{listed}</ul>"


def _citations(citations: list[Cited]) -> Iterable[str]:
    yield '<h2 id="citations">Rules of the book</h2>'
    yield "<details><summary>Which rule here stands for which of the book</summary><table>"
    for one in citations:
        links = ", ".join(
            f'<a href="#{anchor}">{escape(title)}</a>' for anchor, title in one.places
        )
        yield (
            f'<tr id="{one.anchor}"><td>{escape(one.id)}</td><td>{escape(one.title)}</td>'
            f"<td>{links}</td></tr>"
        )
    yield "</table></details>"
