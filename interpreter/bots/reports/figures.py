"""What a report shows, as data: wins, lengths, endings, leads and answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from interpreter.bots.reports.findings import (
    judged_answers,
    judged_openings,
    lengths_of,
    unit_of,
    wins_of,
)
from interpreter.bots.reports.studies import MatchStudy
from interpreter.diagnostics.json_data import Json
from interpreter.simulation.random_games import wilson
from interpreter.simulation.wins_by import WinsBy


def figures(study: MatchStudy) -> Json:
    """Give what the page shows as data: wins, lengths, endings, leads and answers."""
    games = len(study.outcomes)
    wins = []
    for seat, won in enumerate(wins_of(study)):
        low, high = wilson(won, games)
        share = {"share": round(won / games, 6), "low": round(low, 6), "high": round(high, 6)}
        wins.append({"player": study.seats[seat], "wins": round(won, 3)} | share)
    verdicts = {id(one): verdict for one, verdict in judged_answers(study)}
    made: Json = {
        "games": games,
        "wins": wins,
        "without_winner": sum(not one.winners for one in study.outcomes),
        "shared": sum(len(one.winners) > 1 for one in study.outcomes),
        "ended": dict(Counter(one.ending for one in study.outcomes).most_common()),
        "unit": unit_of(study),
        "lengths": sorted(lengths_of(study)),
        "options_of_a_decision": {str(n): many for n, many in sorted(study.branching.items())},
        "lead_changes": study.lead_changes,
        "courses": [
            {key: round(value, 6) for key, value in one._asdict().items()} for one in study.courses
        ],
        "first_moves": [
            {
                "question": question,
                "answer": answer,
                "games": one.games,
                "won": round(one.won, 3),
                "than_equal": verdict,
            }
            for question, answer, one, verdict in judged_openings(study)
        ],
        "half_way": {"ahead": study.judged, "another_won": study.comebacks},
        "answers": [
            {
                "question": one.question,
                "answer": one.answer,
                "offered": one.offered,
                "taken": one.taken,
                "by_winners": one.by_winners,
                "takers": one.takers,
                "takers_won": one.takers_won,
                "by_chance": round(one.by_chance, 3),
                "than_others": verdicts.get(id(one), ""),
            }
            for one in study.offers
        ],
    }
    if study.by:
        made["by"] = split_figures(study.by, study.wins_by, study.by_words)
    return made


def split_figures(text: str, wins_by: WinsBy, words: Callable[[float], str]) -> Json:
    """Give wins by what seats were; `words` words it."""
    values = [
        {
            "value": words(one.value),
            "seats": one.seats,
            "wins": round(one.wins, 3),
            "share": round(one.share, 6),
            "low": round(one.low, 6),
            "high": round(one.high, 6),
            "than_equal": one.verdict,
        }
        for one in wins_by.shares()
    ]
    return {"expression": text, "equal": round(wins_by.equal, 6), "values": values}
