"""A report on a game for its designer, as one self-contained HTML file.

Takes studies of one or two games and the results of a ladder of players. Everything that comes from
a game's files is escaped.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from html import escape
from math import sqrt
from typing import NamedTuple

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
from interpreter.present import words
from interpreter.present.rulebook import spoken as spoken_rule
from interpreter.present.words import capital
from interpreter.simulation.random_games import wilson

STYLE = """
:root{color-scheme:light dark;--ink:#1b2733;--soft:#52606d;--paper:#fff;--bar:#2b6cb0;
--mark:#c05621;--line:#cbd5e0;--card:#f4f7fa}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#a5b1bd;--paper:#11161c;--bar:#63a4e0;
--mark:#f6ad55;--line:#3a4653;--card:#1a222b}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:1240px;margin:auto;padding:1rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:2rem}
h1{font-size:1.8rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.25rem;margin:0 0 .6rem}
h3{font-size:1rem;margin:1rem 0 .3rem}
.sub,.facts dt,.tick,.note{color:var(--soft);fill:var(--soft)}.note{font-size:.9rem}
.picture{display:block;max-width:100%;height:auto;max-height:75vh;
border:1px solid var(--line);border-radius:8px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:.5rem 1.5rem;
margin:1rem 0}.facts dt{font-size:.8rem}.facts dd{margin:0;font-weight:600}
.parts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:1rem}
.part{background:var(--card);border-radius:8px;padding:1rem;min-width:0}
.part.all{grid-column:1/-1}
ul{padding-left:1.2rem}
svg{width:100%;height:auto;max-width:560px;font:13px system-ui,sans-serif;color:var(--ink)}
svg text{fill:var(--ink)}svg .tick{font-size:11px;fill:var(--soft)}
.bar{fill:var(--bar)}.mark{stroke:var(--mark);stroke-width:3}.fair{stroke:var(--mark)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}
summary{cursor:pointer;padding:.3rem 0}:focus-visible{outline:3px solid var(--mark)}
@media(max-width:640px){th{display:none}td{display:inline-block;border:0;padding:0 .6rem 0 0}
tr{display:block;border-bottom:1px solid var(--line);padding:.4rem 0}td.w{display:block}
td.q{color:var(--soft);font-size:.85rem}td.a{font-weight:600}
td[data-is]:not(:empty)::before{content:attr(data-is) " ";color:var(--soft)}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--paper:#fff;--bar:#2b6cb0;
--mark:#c05621;--line:#bbb;--card:#fff}body{font-size:10.5pt}main{max-width:none;padding:0}
.part{border:1px solid var(--line)}.parts{grid-template-columns:1fr 1fr}
.part,tr,svg,.picture{break-inside:avoid}
.part.all{break-inside:auto}h2,h3,summary{break-after:avoid}thead{display:table-header-group}
.picture{max-height:11cm}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""
MOST_ROWS = 40
SHORT = 8  # letters of the rules' hash


class Front(NamedTuple):
    """What stands at the top of the page: the day, and a picture of the table as SVG."""

    date: str = ""
    picture: str = ""


def page(
    studies: Sequence[MatchStudy], ladder: Sequence[Rung] = (), front: Front | None = None
) -> str:
    """Render the whole page.

    `ladder` has better players against worse ones.
    """
    title = escape(" beside ".join(one.title for one in studies))
    parts = "".join(f"<section>{_study(one, len(studies) > 1)}</section>" for one in studies)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src'
        " 'unsafe-inline'; img-src data:\">"
        '<link rel="icon" href="data:,">'
        f"<title>{title}: report</title><style>{STYLE}</style></head>"
        f"<body><main>{_front(studies[0], title, front or Front())}"
        f'<div class="beside">{parts}</div>{_ladder(ladder)}</main></body></html>\n'
    )


def _front(study: MatchStudy, title: str, front: Front) -> str:
    """Show the title, what was played, and the table as a game begins."""
    drawn = b64encode(front.picture.encode("utf-8")).decode("ascii")
    picture = (
        f'<img class="picture" alt="The table of {escape(study.title)} as a game begins"'
        f' src="data:image/svg+xml;base64,{drawn}">'
    )
    facts = [
        ("Date", front.date),
        ("Version", study.version),
        ("Rules", study.rules[:SHORT]),
        ("Games", f"{len(study.outcomes):,}"),
        ("Seats", _seats(study.seats)),
        ("Seed", str(study.seed)),
    ]
    listed = "".join(f"<div><dt>{k}</dt><dd>{escape(v)}</dd></div>" for k, v in facts if v)
    return (
        f'<h1>{title}</h1><p class="sub">What many games say about it</p>'
        f'{picture if front.picture else ""}<dl class="facts">{listed}</dl>'
    )


def _seats(seats: Sequence[str]) -> str:
    """Tell how many play, and what players they are: `4, all random`."""
    if len(set(seats)) == 1:
        return f"{len(seats)}, {'all ' if len(seats) > 1 else ''}{seats[0]}"
    return ", ".join(f"{number + 1} {name}" for number, name in enumerate(seats))


def _study(study: MatchStudy, beside: bool) -> str:
    listed = "".join(f"<li>{escape(one)}</li>" for one in findings(study))
    told = f"<h2>{escape(study.title)}</h2>" if beside else ""
    made = [
        _part("At first sight", f"<ul>{listed or '<li>Nothing stands out.</li>'}</ul>", True),
        _part("Who wins", _wins(study)),
        _part("How long it takes", _lengths(study)),
        _part("How it ends", _endings(study)),
        _part("Options of a decision", _branching(study)),
    ]
    if study.by:
        made.append(_part(f"Who wins, by {escape(study.by)}", _split(study)))
    if study.lead_changes:
        chart = charts.histogram("Changes of the lead", study.lead_changes, "changes")
        made.append(_part("Changes of the lead", chart))
    made.append(_part("First moves", _first(study), True))
    made.append(_part("Answers", _answers(study), True))
    made.append(_part("Dead weight", _dead(study), True))
    return f'{told}<div class="parts">{"".join(made)}</div>'


def _part(head: str, inner: str, whole: bool = False) -> str:
    return f'<div class="part{" all" if whole else ""}"><h2>{head}</h2>{inner}</div>'


def _wins(study: MatchStudy) -> str:
    games = len(study.outcomes)
    rows, marks = [], []
    for seat, won in enumerate(wins_of(study)):
        share = won / games
        rows.append((f"Seat {seat + 1}: {study.seats[seat]}", share, f"{100 * share:.1f} %"))
        marks.append(wilson(won, games))
    nobody = sum(not one.winners for one in study.outcomes)
    if nobody:
        rows.append(("Nobody", nobody / games, f"{100 * nobody / games:.1f} %"))
        marks.append(wilson(nobody, games))
    fair = (games - nobody) / games / len(study.seats)
    note = (
        f"Dashed: the share of each seat if all were equal ({100 * fair:.1f} %). Across each bar:"
        " where the true share is, in 95 of 100 reports."
    )
    return f'{charts.bars("Who wins", rows, marks, charts.SHARES, fair)}<p class="note">{note}</p>'


def _endings(study: MatchStudy) -> str:
    games = len(study.outcomes)
    ended = [
        (capital(spoken(name)), many / games, f"{many:,} of {games:,}")
        for name, many in Counter(one.ending for one in study.outcomes).most_common()
    ]
    return charts.bars("How it ends", ended, (), charts.SHARES)


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
    return charts.bars("Options of a decision", rows, (), charts.SHARES) + told


def _split(study: MatchStudy) -> str:
    shares = study.wins_by.shares()
    rows = [
        (study.by_words(one.value), one.share, f"{100 * one.share:.1f} % {one.verdict}".rstrip())
        for one in shares
    ]
    marks = [(one.low, one.high) for one in shares]
    chart = charts.bars(f"Wins by {study.by}", rows, marks, charts.SHARES, study.wins_by.equal)
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
        f"<tr>{_worded(study, question, answer)}"
        f'<td class="n" data-is="games">{one.games:,}</td>'
        f'<td class="n" data-is="won">{share_of(one.won, one.games)}</td>'
        f'<td data-is="than with equal seats:">{verdict}</td></tr>'
        for question, answer, one, verdict in judged[:MOST_ROWS]
    )
    return _table(("games", "won"), ("than with equal seats",), rows)


def _table(numbers: Sequence[str], texts: Sequence[str], rows: str) -> str:
    """Table answers to questions; `numbers` and `texts` are the other columns."""
    heads = "".join(f'<th class="n">{one}</th>' for one in numbers)
    heads += "".join(f"<th>{one}</th>" for one in texts)
    return (
        f"<table><thead><tr><th>Question</th><th>Answer</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _worded(study: MatchStudy, question: str, answer: str) -> str:
    asked, said = study.worded(question, answer)
    return f'<td class="w q">{escape(asked)}</td><td class="w a">{escape(said)}</td>'


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
    rows = "".join(_row(study, one, verdict) for one, verdict in judged)
    table = _table(("offered", "taken", "takers that won"), ("than others",), rows)
    return (
        "<details open><summary>Answers whose takers win more or less often than others"
        f" (of all takers {100 * usual_share(study):.0f} % win, each counted once a game). More and"
        " less are sure, for all answers together; the others by how many took them.</summary>"
        f"{table}</details>"
    )


def _row(study: MatchStudy, one: OfferCount, verdict: str | None = None) -> str:
    share = share_of(one.takers_won, one.takers) if one.takers else "-"
    more = "" if verdict is None else f'<td data-is="than others:">{verdict}</td>'
    return (
        f"<tr>{_worded(study, one.question, one.answer)}"
        f'<td class="n" data-is="offered">{one.offered:,}</td>'
        f'<td class="n" data-is="taken">{one.taken:,}</td>'
        f'<td class="n" data-is="takers that won">{share}</td>{more}</tr>'
    )


def _dead(study: MatchStudy) -> str:
    made = []
    if study.missed_cards:
        listed = "".join(f"<li>{escape(one)}</li>" for one in study.missed_cards.values())
        made.append(f"<h3>Rules and cards that nothing went through</h3><ul>{listed}</ul>")
    if study.switched_off or study.switched_lines:
        listed = "".join(f"<li>{escape(one)}</li>" for one in study.switched_off.values())
        lines = study.switched_lines
        made.append(
            f"<h3>Only with other options ({escape(words.spoken(study.other_options))})</h3>"
            f"<p>{lines:,} line{'s' * (lines != 1)} of the rules.</p><ul>{listed}</ul>"
        )
    if study.missed_lines:
        made.append(
            "<details open><summary>Lines that were never reached</summary><table><thead><tr>"
            "<th>Rule or card</th><th>What it says there</th></tr></thead>"
            f"<tbody>{_missed_lines(study)}</tbody></table></details>"
        )
    if study.never_taken:
        rows = "".join(_row(study, one) for one in study.never_taken[:MOST_ROWS])
        table = _table(("offered", "taken", "takers that won"), (), rows)
        made.append(
            f"<details open><summary>Offered and hardly ever taken</summary>{table}</details>"
        )
    return "".join(made) or "<p>Everything came up.</p>"


def _missed_lines(study: MatchStudy) -> str:
    """Table the lines that were never reached, those of one rule together."""
    rules: dict[tuple[str, str], list[str]] = {}
    for one in study.missed_lines:
        said = escape(spoken_rule(one.text.split(" #", 1)[0]))
        rules.setdefault((one.path, one.rule), []).append(said)
    return "".join(
        f'<tr><td class="w q">{escape(capital(rule))}</td>'
        f'<td class="w">{"<br>".join(said)}</td></tr>'
        for (_, rule), said in rules.items()
    )


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
        '<section class="part"><h2>Does more thinking win more?</h2>'
        "<p>Games won by the first of the two, seats in turn.</p>"
        f"{charts.bars('Skill ladder', rows, marks, charts.SHARES)}<ul>{told}</ul></section>"
    )
