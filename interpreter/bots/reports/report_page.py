"""A report on a game for its designer, as one self-contained HTML file.

Takes studies of one or two games and the results of a ladder of players. Everything that comes from
a game's files is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt

from interpreter.bots.reports import charts
from interpreter.bots.reports.findings import (
    findings,
    judged_answers,
    judged_openings,
    lengths_of,
    share_of,
    spoken,
    unit_of,
    usual_share,
    wins_of,
)
from interpreter.bots.reports.ratings import Rung
from interpreter.bots.reports.studies import MatchStudy, OfferCount
from interpreter.simulation.random_games import wilson

STYLE = """
:root{color-scheme:light dark;--ink:#1b2733;--paper:#fff;--bar:#2b6cb0;--mark:#c05621;
--line:#cbd5e0}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--paper:#11161c;--bar:#63a4e0;--mark:#f6ad55;
--line:#3a4653}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}main{max-width:1240px;margin:auto;padding:1rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:2rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;border-bottom:1px solid var(--line);margin-top:2rem}
svg{width:100%;height:auto;max-width:640px;font:13px system-ui,sans-serif}svg text{fill:var(--ink)}
.bar{fill:var(--bar)}.mark{stroke:var(--mark);stroke-width:3}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{text-align:left;padding:.2rem .5rem;
border-bottom:1px solid var(--line);vertical-align:top}
td.n{text-align:right;white-space:nowrap}
.wide{overflow-x:auto}code{font-size:.9em;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.3rem 0}:focus-visible{outline:3px solid var(--mark)}
"""
MOST_ROWS = 40


def page(studies: Sequence[MatchStudy], ladder: Sequence[Rung] = ()) -> str:
    """Render the whole page.

    `ladder` has better players against worse ones.
    """
    title = escape(" beside ".join(one.title for one in studies))
    parts = "".join(f"<section>{_study(one)}</section>" for one in studies)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src'
        " 'unsafe-inline'; img-src data:\">"
        '<link rel="icon" href="data:,">'
        f"<title>{title}: report</title><style>{STYLE}</style></head>"
        f'<body><main><h1>{title}</h1><div class="beside">{parts}</div>{_ladder(ladder)}'
        "</main></body></html>\n"
    )


def _study(study: MatchStudy) -> str:
    games = len(study.outcomes)
    wins = wins_of(study)
    rows, marks = [], []
    for seat, won in enumerate(wins):
        low, high = wilson(won, games)
        share = won / games
        rows.append((f"{seat + 1}: {study.seats[seat]}", share, f"{100 * share:.1f} %"))
        marks.append((low, high))
    nobody = sum(not one.winners for one in study.outcomes)
    if nobody:
        rows.append(("nobody", nobody / games, f"{100 * nobody / games:.1f} %"))
        marks.append(wilson(nobody, games))
    endings: dict[str, int] = {}
    for one in study.outcomes:
        endings[one.ending] = endings.get(one.ending, 0) + 1
    ended = [
        (spoken(name), many / games, f"{many:,}")
        for name, many in sorted(endings.items(), key=lambda each: -each[1])
    ]
    listed = "".join(f"<li>{escape(one)}</li>" for one in findings(study))
    made = [
        f"<p><strong>{escape(study.title)}</strong>: {games:,} games, {len(study.seats)} players"
        f" ({escape(', '.join(study.seats))}), seed {study.seed}, rules <code>{study.rules}</code>"
        "</p>",
        f"<h2>At first sight</h2><ul>{listed or '<li>Nothing stands out.</li>'}</ul>",
        f"<h2>Who wins</h2>{charts.bars('Who wins', rows, marks)}",
        f"<h2>How long it takes</h2>{_lengths(study)}",
        f"<h2>How it ends</h2>{charts.bars('How it ends', ended)}",
        f"<h2>Options of a decision</h2>{_branching(study)}",
    ]
    if study.by:
        made.append(f"<h2>Who wins, by {escape(study.by)}</h2>{_split(study)}")
    if study.lead_changes:
        made.append(
            "<h2>Changes of the lead</h2>"
            + charts.histogram("Changes of the lead", study.lead_changes, "changes")
        )
    made.append(f"<h2>First moves</h2>{_first(study)}")
    made.append(f"<h2>Answers</h2>{_answers(study)}")
    made.append(f"<h2>Dead weight</h2>{_dead(study)}")
    return "".join(made)


def _lengths(study: MatchStudy) -> str:
    return charts.histogram("Length", lengths_of(study), unit_of(study))


def _branching(study: MatchStudy) -> str:
    numbers = [
        float(count) for count, many in study.branching.items() for _ in range(min(many, 999))
    ]
    if not numbers:
        return "<p>There is nothing to decide.</p>"
    whole = sum(study.branching.values())
    rows = [
        (
            f"{low} to {high}" if high else f"{low} and more",
            many / whole,
            f"{100 * many / whole:.0f} %",
        )
        for low, high, many in _groups(study)
        if many
    ]
    average = sum(count * many for count, many in study.branching.items()) / whole
    squares = sum(count * count * many for count, many in study.branching.items()) / whole
    spread = sqrt(max(0.0, squares - average * average))
    told = f"<p>On average {average:.1f} options, with a standard deviation of {spread:.1f}.</p>"
    return charts.bars("Options of a decision", rows) + told


def _split(study: MatchStudy) -> str:
    shares = study.wins_by.shares()
    rows = [
        (study.by_words(one.value), one.share, f"{100 * one.share:.1f} % {one.verdict}".rstrip())
        for one in shares
    ]
    chart = charts.bars(f"Wins by {study.by}", rows, [(one.low, one.high) for one in shares])
    return (
        f"{chart}<p>Of the seats that were it, in the games that anybody wins; with equal chances"
        f" each would win {100 * study.wins_by.equal:.1f} %.</p>"
    )


def _first(study: MatchStudy) -> str:
    """Table the first decisions of games, and how often who took them won."""
    judged = judged_openings(study)
    if not judged:
        return "<p>No game that anybody wins begins with a decision.</p>"
    rows = "".join(
        f"<tr><td>{escape(question)}</td><td>{escape(answer)}</td>"
        f'<td class="n">{one.games:,}</td><td class="n">{share_of(one.won, one.games)}</td>'
        f"<td>{verdict}</td></tr>"
        for question, answer, one, verdict in judged[:MOST_ROWS]
    )
    return (
        '<div class="wide" tabindex="0"><table><tr><th>question</th><th>answer</th><th>games</th>'
        f"<th>won</th><th>than with equal seats</th></tr>{rows}</table></div>"
    )


def _groups(study: MatchStudy) -> list[tuple[int, int, int]]:
    limits = [(2, 3), (4, 6), (7, 10), (11, 20), (21, 50), (51, 0)]
    return [
        (
            low,
            high,
            sum(n for count, n in study.branching.items() if low <= count <= (high or 10**9)),
        )
        for low, high in limits
    ]


def _answers(study: MatchStudy) -> str:
    judged = judged_answers(study)[:MOST_ROWS]
    if not judged:
        return "<p>Too few games to say.</p>"
    rows = "".join(_row(one, verdict) for one, verdict in judged)
    return (
        "<details open><summary>Answers whose takers win more or less often than others"
        f" (of all takers {100 * usual_share(study):.0f} % win, each counted once a game). More and"
        " less are sure, for all answers together; the others by how many took them.</summary>"
        '<div class="wide" tabindex="0"><table><tr><th>question</th><th>answer</th><th>offered</th>'
        "<th>taken</th><th>takers that won</th><th>than others</th></tr>"
        f"{rows}</table></div></details>"
    )


def _row(one: OfferCount, verdict: str | None = None) -> str:
    share = share_of(one.takers_won, one.takers) if one.takers else "-"
    more = "" if verdict is None else f"<td>{verdict}</td>"
    return (
        f"<tr><td>{escape(one.question)}</td><td>{escape(one.answer)}</td>"
        f'<td class="n">{one.offered:,}</td><td class="n">{one.taken:,}</td>'
        f'<td class="n">{share}</td>{more}</tr>'
    )


def _dead(study: MatchStudy) -> str:
    made = []
    if study.missed_cards:
        listed = "".join(f"<li>{escape(one)}</li>" for one in study.missed_cards)
        made.append(f"<h3>Rules and cards that nothing went through</h3><ul>{listed}</ul>")
    if study.switched_off or study.switched_lines:
        listed = "".join(f"<li>{escape(one)}</li>" for one in study.switched_off)
        made.append(
            f"<h3>Only with other options ({escape(study.other_options)})</h3>"
            f"<p>{study.switched_lines:,} lines of the rules.</p><ul>{listed}</ul>"
        )
    if study.missed_lines:
        rows = "".join(
            f"<tr><td><code>{escape(path)}:{line}</code></td><td><code>{escape(text)}</code></td></tr>"
            for path, line, text in study.missed_lines
        )
        made.append(
            "<details open><summary>Lines that were never reached"
            f'</summary><div class="wide" tabindex="0"><table>{rows}</table></div></details>'
        )
    if study.never_taken:
        rows = "".join(_row(one) for one in study.never_taken[:MOST_ROWS])
        made.append(
            "<details open><summary>Offered and hardly ever taken</summary>"
            '<div class="wide" tabindex="0"><table><tr><th>question</th><th>answer</th>'
            "<th>offered</th><th>taken</th><th>takers that won</th></tr>"
            f"{rows}</table></div></details>"
        )
    return "".join(made) or "<p>Everything came up.</p>"


def _ladder(ladder: Sequence[Rung]) -> str:
    if not ladder:
        return ""
    rows, marks = [], []
    for one in ladder:
        share = one.won / one.games
        rows.append((f"{one.better} / {one.worse}", share, f"{one.won:g} of {one.games}"))
        marks.append(wilson(one.won, one.games))
    told = "".join(f"<li>{escape(one.words)}</li>" for one in ladder)
    return (
        "<section><h2>Does more thinking win more?</h2><p>Games won by the first of the two, seats"
        f" in turn.</p>{charts.bars('Skill ladder', rows, marks)}<ul>{told}</ul></section>"
    )
