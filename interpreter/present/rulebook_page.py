"""A rulebook as one HTML page: contents, chapters, cards, options and citations.

Takes a `Rulebook`; gives a self-contained text without scripts or external files. Every word of a
game is escaped, since house rules come from strangers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from interpreter.present.rulebook import Card, Cited, Rulebook, RulebookEntry, SettingEntry, spoken

STYLE = """
:root { color-scheme: light dark; --ink: #222; --soft: #666; --rule: #ccc; --ground: #fdfcf8;
  --card: #f3f0e6; --link: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --soft: #999; --rule: #444;
  --ground: #1b1a17; --card: #26241f; --link: #e0b060; } }
body { font: 1rem/1.5 Georgia, serif; color: var(--ink); background: var(--ground);
  margin: 0 auto; max-width: 46rem; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { border-bottom: 1px solid var(--rule); margin-top: 2.5rem; }
h3 { margin-bottom: 0.2rem; } a { color: var(--link); }
nav ul { columns: 16rem; padding-left: 1.2rem; } nav > ul { columns: auto; }
.place, .cites, .facts, .remark { color: var(--soft); font-size: 0.85rem; }
.said { font-family: ui-monospace, monospace; font-size: 0.88rem; margin: 0.4rem 0; }
.said div { padding-left: calc(var(--in) * 1ch + 2ch); text-indent: -2ch; }
.remark { font-family: Georgia, serif; font-style: italic; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.8rem; }
.card, .house { background: var(--card); border-radius: 0.4rem; padding: 0.6rem 0.8rem; }
.card h3 { margin-top: 0; } table { border-collapse: collapse; }
td, th { border-top: 1px solid var(--rule); padding: 0.3rem 0.8rem 0.3rem 0; text-align: left;
  vertical-align: top; }
:target { outline: 2px solid var(--link); outline-offset: 0.3rem; }
"""


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
        parts += [*_contents(made), *_chapters(made)]
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
    if made.table:
        yield "table", "What is on the table", []
    for key, title, entries in made.chapters:
        yield key, title, [(e.anchor, _title(e)) for e in entries]
    for key, title, cards in made.components:
        yield f"kind-{key}", title, [(c.anchor, c.title) for c in cards] if len(cards) > 1 else []
    if made.options:
        yield "options", "Options", [(o.anchor, o.title) for o in made.options]
    if made.citations:
        yield "citations", "Rules of the book", []


def _chapters(made: Rulebook) -> Iterable[str]:
    titles = {one.id: one.title for one in made.citations}
    anchors = {one.id: one.anchor for one in made.citations}

    def cited(ids: Iterable[str]) -> str:
        links = [
            f'<a href="#{anchors[one]}" title="{escape(titles[one])}">{escape(one)}</a>'
            if one in anchors
            else escape(one)
            for one in ids
        ]
        return f'<p class="cites">{", ".join(links)}</p>' if links else ""

    if made.table:
        yield '<h2 id="table">What is on the table</h2>'
        for entry in made.table:
            yield from _entry(entry, cited(entry.cites))
    for key, title, entries in made.chapters:
        yield f'<h2 id="{key}">{escape(title)}</h2>'
        for entry in entries:
            yield from _entry(entry, cited(entry.cites))
    for key, title, cards in made.components:
        yield f'<h2 id="kind-{key}">{escape(title)}</h2>'
        yield '<div class="cards">'
        for card in cards:
            yield from _card(card, cited(card.cites))
        yield "</div>"
    if made.options:
        yield from _options(made.options, cited)
        yield from _variants(made)
    if made.citations:
        yield from _citations(made.citations)


def _title(entry: RulebookEntry) -> str:
    return entry.title or spoken(entry.name)


def _entry(entry: RulebookEntry, cites: str) -> Iterable[str]:
    yield f'<section id="{entry.anchor}">'
    yield f"<h3>{escape(_title(entry))}</h3>"
    yield f'<p class="place">{escape(entry.heading)}, {escape(entry.path)}:{entry.line}</p>'
    yield cites
    yield from _said(entry.lines)
    for title, lines in entry.changes:
        yield f'<div class="house"><p>House rule: {escape(title)}</p>'
        yield from _said(lines)
        yield "</div>"
    yield "</section>"


def _said(lines: Iterable[tuple[int, str, str]]) -> Iterable[str]:
    yield '<div class="said">'
    for at, said, remark in lines:
        note = f' <span class="remark">{escape(remark)}</span>' if remark else ""
        yield f'<div style="--in:{at}">{escape(spoken(said))}{note}</div>'
    yield "</div>"


def _card(card: Card, cites: str) -> Iterable[str]:
    many = f" &times; {card.copies}" if card.copies != 1 else ""
    each = " for each player" if card.each_player else ""
    yield f'<section class="card" id="{card.anchor}">'
    yield f"<h3>{escape(card.title)}{many}{each}</h3>"
    if card.facts:
        yield f'<p class="facts">{escape("; ".join(card.facts))}</p>'
    if card.text:
        yield f"<p>{escape(card.text)}</p>"
    yield cites
    if card.rules:
        yield "<details><summary>Its rules</summary>"
        yield from _said(card.rules)
        yield "</details>"
    yield f'<p class="place">{escape(card.path)}:{card.line}</p></section>'


def _options(options: list[SettingEntry], cited: object = None) -> Iterable[str]:
    yield '<h2 id="options">Options</h2>'
    yield "<table><tr><th>Option</th><th>Now</th><th>Possible</th><th>What it means</th></tr>"
    for one in options:
        possible = one.span if not one.values else ", ".join(map(str, one.values))
        by = f" (by {one.set_by})" if one.set_by else ""
        cites = cited(one.cites) if callable(cited) else ""
        where = "" if one.offered else " Only house rules change it."
        text = f"<p>{escape(one.text)}</p>" if one.text else ""
        yield (
            f'<tr id="{one.anchor}"><td>{escape(one.name)}</td>'
            f"<td>{escape(str(one.value))}{escape(by)}</td><td>{escape(possible)}</td>"
            f"<td>{escape(one.title)}.{where}{text}{cites}</td></tr>"
        )
    yield "</table>"


def _variants(made: Rulebook) -> Iterable[str]:
    if made.variants:
        listed = "; ".join(f"{name}: {title}" for name, title in made.variants)
        yield f"<p>Variants that the game comes with: {escape(listed)}.</p>"


def _citations(citations: list[Cited]) -> Iterable[str]:
    yield '<h2 id="citations">Rules of the book</h2>'
    yield "<table>"
    for one in citations:
        links = ", ".join(
            f'<a href="#{anchor}">{escape(title)}</a>' for anchor, title in one.places
        )
        yield (
            f'<tr id="{one.anchor}"><td>{escape(one.id)}</td><td>{escape(one.title)}</td>'
            f"<td>{links}</td></tr>"
        )
    yield "</table>"
