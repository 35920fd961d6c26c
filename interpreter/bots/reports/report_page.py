"""A report on a game for its designer, as one self-contained HTML file.

Takes studies of one or two games and the results of a ladder of players. Everything that comes from
a game's files is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import NormalDist, mean

from interpreter.bots import charts
from interpreter.bots.studies import RISK, MatchStudy, OfferCount
from interpreter.diagnostics.json_data import Json
from interpreter.simulation.random_games import wilson

LIMIT_WORDS = frozenset(["limit"])  # in the names of endings that only stop a game
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
ENOUGH = 20  # times that an answer must be taken, to be judged
SURE = 2.8  # standard deviations of a finding: several seats are looked at at once


def page(studies: Sequence[MatchStudy], ladder: Sequence[tuple[str, str, int, int]] = ()) -> str:
    """Render the whole page.

    Each row of `ladder` holds two players, the games that the first has won, and games in all.
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


def findings(study: MatchStudy) -> list[str]:
    """List in sentences what a designer should look at first, the most important first."""
    found = []
    games = len(study.outcomes)
    nobody = sum(not one.winners for one in study.outcomes)
    won_at_all = games - nobody
    fair = 1 / len(study.seats)
    for seat, won in enumerate(_wins(study)):
        low, high = wilson(won, won_at_all, SURE)
        if low > fair or high < fair:
            how = "more" if low > fair else "less"
            found.append(
                f"Seat {seat + 1} wins {how} than its share: {_share(won, won_at_all)} of the games"
                f" that anybody wins (fair would be {100 * fair:.0f} %)."
            )
    shared = sum(len(one.winners) > 1 for one in study.outcomes)
    if shared:
        found.append(f"Several share the win in {_share(shared, games)} of the games.")
    ending, many = Counter(one.ending for one in study.outcomes).most_common(1)[0]
    if LIMIT_WORDS & set(ending.split("_")) and many > games / 2:
        found.append(f"{_share(many, games)} of the games end by a limit: {_spoken(ending)}.")
    if nobody:
        found.append(f"Nobody wins {_share(nobody, games)} of the games.")
    if study.lead_changes and study.judged:
        other = 1 - fair
        found.append(
            f"The lead changes {mean(study.lead_changes):.1f} times a game. Where one seat was"
            f" ahead half way through, in {study.judged:,} games, another won"
            f" {_share(study.comebacks, study.judged)}; if being ahead meant nothing, it would be"
            f" {100 * other:.0f} %."
        )
    lengths = sorted(_lengths(study))
    if lengths and lengths[-1] > 3 * max(1, lengths[len(lengths) // 2]):
        found.append(
            f"Some games are very long: the longest has {lengths[-1]:,} {_unit(study)}, half have"
            f" {lengths[len(lengths) // 2]:,} or fewer."
        )
    if study.missed_cards:
        few = ", ".join(study.missed_cards[:5])
        found.append(f"What these never did anything: {few}{_more(study.missed_cards, 5)}.")
    if study.missed_lines:
        lines = len(study.missed_lines)
        were = "line of the rules was" if lines == 1 else "lines of the rules were"
        found.append(f"{lines:,} {were} never reached.")
    if study.never_taken:
        names = [
            f"{one.answer} ({one.question}: {one.taken:,} of {one.offered:,} offers,"
            f" {one.by_chance:,.0f} by chance)"
            for one in study.never_taken
        ]
        found.append(f"Offered and hardly ever taken: {', '.join(names[:5])}{_more(names, 5)}.")
    return found


def _share(many: float, games: int) -> str:
    """Tell a share with its 95% interval: `12 % (8 to 17)`."""
    low, high = wilson(many, games)
    return f"{100 * many / games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _more(listed: Sequence[str], shown: int) -> str:
    return f" and {len(listed) - shown} more" if len(listed) > shown else ""


def _study(study: MatchStudy) -> str:
    games = len(study.outcomes)
    wins = _wins(study)
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
        (_spoken(name), many / games, f"{many:,}")
        for name, many in sorted(endings.items(), key=lambda each: -each[1])
    ]
    listed = "".join(f"<li>{escape(one)}</li>" for one in findings(study))
    made = [
        f"<p><strong>{escape(study.title)}</strong>: {games:,} games, {len(study.seats)} players"
        f" ({escape(', '.join(study.seats))}), seed {study.seed}, rules <code>{study.rules}</code>"
        "</p>",
        f"<h2>At first sight</h2><ul>{listed or '<li>Nothing stands out.</li>'}</ul>",
        f"<h2>Who wins</h2>{charts.bars('Who wins', rows, marks)}",
        f"<h2>How long it takes</h2>{charts.histogram('Length', _lengths(study), _unit(study))}",
        f"<h2>How it ends</h2>{charts.bars('How it ends', ended)}",
        f"<h2>Options of a decision</h2>{_branching(study)}",
    ]
    if study.lead_changes:
        made.append(
            "<h2>Changes of the lead</h2>"
            + charts.histogram("Changes of the lead", study.lead_changes, "changes")
        )
    made.append(f"<h2>Answers</h2>{_answers(study)}")
    made.append(f"<h2>Dead weight</h2>{_dead(study)}")
    return "".join(made)


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
    return charts.bars("Options of a decision", rows) + f"<p>On average {average:.1f} options.</p>"


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
        f" (of all answers {100 * _usual(study):.0f} % are the winner's). More and less are sure,"
        " for all answers together; the others come by how often they were taken.</summary>"
        '<div class="wide" tabindex="0"><table><tr><th>question</th><th>answer</th><th>offered</th>'
        "<th>taken</th><th>by the winner</th><th>than others</th></tr>"
        f"{rows}</table></div></details>"
    )


def judged_answers(study: MatchStudy) -> list[tuple[OfferCount, str]]:
    """List the answers taken often enough, with whether their takers win more or less often.

    The verdict is `more`, `less` or empty; one of all answers is named by chance in 5 of 100
    reports. Those come first, the furthest off before the others.
    """
    often = [one for one in study.offers if one.taken >= ENOUGH]
    usual = _usual(study)
    sure = NormalDist().inv_cdf(1 - RISK / 2 / max(1, len(often)))
    found = []
    for one in often:
        low, high = wilson(one.by_winners, one.taken, sure)
        found.append((one, "more" if low > usual else "less" if high < usual else ""))
    off = {id(one): abs(one.by_winners / one.taken - usual) for one in often}
    return sorted(
        found, key=lambda each: (not each[1], -off[id(each[0])] if each[1] else -each[0].taken)
    )


def _row(one: OfferCount, verdict: str | None = None) -> str:
    share = _share(one.by_winners, one.taken) if one.taken else "-"
    more = "" if verdict is None else f"<td>{verdict}</td>"
    return (
        f"<tr><td>{escape(one.question)}</td><td>{escape(one.answer)}</td>"
        f'<td class="n">{one.offered:,}</td><td class="n">{one.taken:,}</td>'
        f'<td class="n">{share}</td>{more}</tr>'
    )


def figures(study: MatchStudy) -> Json:
    """Give what the page shows as data: wins, lengths, endings, leads and answers."""
    games = len(study.outcomes)
    wins = []
    for seat, won in enumerate(_wins(study)):
        low, high = wilson(won, games)
        share = {"share": round(won / games, 6), "low": round(low, 6), "high": round(high, 6)}
        wins.append({"player": study.seats[seat], "wins": round(won, 3)} | share)
    verdicts = {id(one): verdict for one, verdict in judged_answers(study)}
    return {
        "games": games,
        "wins": wins,
        "without_winner": sum(not one.winners for one in study.outcomes),
        "shared": sum(len(one.winners) > 1 for one in study.outcomes),
        "ended": dict(Counter(one.ending for one in study.outcomes).most_common()),
        "unit": _unit(study),
        "lengths": sorted(_lengths(study)),
        "options_of_a_decision": {str(n): many for n, many in sorted(study.branching.items())},
        "lead_changes": study.lead_changes,
        "half_way": {"ahead": study.judged, "another_won": study.comebacks},
        "answers": [
            {
                "question": one.question,
                "answer": one.answer,
                "offered": one.offered,
                "taken": one.taken,
                "by_winners": one.by_winners,
                "by_chance": round(one.by_chance, 3),
                "than_others": verdicts.get(id(one), ""),
            }
            for one in study.offers
        ],
    }


def _usual(study: MatchStudy) -> float:
    taken = sum(one.taken for one in study.offers)
    return sum(one.by_winners for one in study.offers) / taken if taken else 0.0


def _dead(study: MatchStudy) -> str:
    made = []
    if study.missed_cards:
        listed = "".join(f"<li>{escape(one)}</li>" for one in study.missed_cards)
        made.append(f"<h3>Rules and cards that nothing went through</h3><ul>{listed}</ul>")
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
            "<th>offered</th><th>taken</th><th>by the winner</th></tr>"
            f"{rows}</table></div></details>"
        )
    return "".join(made) or "<p>Everything came up.</p>"


def _ladder(ladder: Sequence[tuple[str, str, int, int]]) -> str:
    if not ladder:
        return ""
    rows, marks = [], []
    for better, worse, won, games in ladder:
        rows.append((f"{better} / {worse}", won / games, f"{won} of {games}"))
        marks.append(wilson(won, games))
    return (
        "<section><h2>Does more thinking win more?</h2><p>Games won by the first of the two, seats"
        f" in turn.</p>{charts.bars('Skill ladder', rows, marks)}</section>"
    )


def _wins(study: MatchStudy) -> list[float]:
    """Count the games that each seat has won; a shared win counts as a fraction for each."""
    return [
        sum(1 / len(one.winners) for one in study.outcomes if seat in one.winners)
        for seat in range(len(study.seats))
    ]


def _spoken(ending: str) -> str:
    return ending.replace("_", " ")


def _lengths(study: MatchStudy) -> list[int]:
    turns = [one.turns for one in study.outcomes if one.turns >= 0]
    return turns or [one.decisions for one in study.outcomes]


def _unit(study: MatchStudy) -> str:
    return "turns" if any(one.turns >= 0 for one in study.outcomes) else "decisions"
