"""What a designer should look at first, in sentences, with intervals and what chance would make.

Takes the study of a game; what is named among many things is corrected for how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist, mean

from interpreter.bots.reports.studies import RISK, FirstMove, MatchStudy, OfferCount
from interpreter.present import words
from interpreter.simulation.random_games import LIMIT, RUNAWAY, wilson
from interpreter.simulation.sums import mean_interval
from interpreter.simulation.wins_by import Share

LIMIT_WORDS = frozenset(["limit"])  # in the names of endings that only stop a game
ENOUGH = 20  # times that an answer must be taken, to be judged
SURE = 2.8  # standard deviations of a finding: several seats are looked at at once


def findings(study: MatchStudy) -> list[str]:
    """List in sentences what a designer should look at first, the most important first."""
    games = len(study.outcomes)
    nobody = sum(not one.winners for one in study.outcomes)
    fair = 1 / len(study.seats)
    found = _stopped(study) + _who_wins(study, games - nobody, fair)
    shared = sum(len(one.winners) > 1 for one in study.outcomes)
    if shared:
        found.append(f"Several share the win in {share_of(shared, games)} of the games.")
    ending, many = Counter(one.ending for one in study.outcomes).most_common(1)[0]
    if LIMIT_WORDS & set(ending.split("_")) and many > games / 2:
        found.append(f"{share_of(many, games)} of the games end by a limit: {spoken(ending)}.")
    if nobody:
        found.append(f"Nobody wins {share_of(nobody, games)} of the games.")
    if study.lead_changes:
        found.append(_of_the_lead(study, fair))
    lengths = sorted(lengths_of(study))
    if lengths and lengths[-1] > 3 * max(1, lengths[len(lengths) // 2]):
        found.append(
            f"Some games are very long: the longest has {lengths[-1]:,} {unit_of(study)}, half have"
            f" {lengths[len(lengths) // 2]:,} or fewer."
        )
    return found + _dead_weight(study)


def _stopped(study: MatchStudy) -> list[str]:
    """Tell of games that did not come to an end."""
    stopped = [one for one in study.outcomes if one.ending in (LIMIT, RUNAWAY)]
    if not stopped:
        return []
    why = f": {stopped[0].story}" if stopped[0].story else ""
    share = share_of(len(stopped), len(study.outcomes))
    return [f"{share} of the games had to be stopped{why}."]


def _who_wins(study: MatchStudy, decided: int, fair: float) -> list[str]:
    """Name the seats, what seats were, and the first moves that win more or less than others."""
    found = []
    for seat, won in enumerate(wins_of(study)):
        low, high = wilson(won, decided, SURE)
        if low > fair or high < fair:
            how = "more" if low > fair else "less"
            found.append(
                f"Seat {seat + 1} wins {how} than its share: {share_of(won, decided)} of the"
                f" games that anybody wins (fair would be {100 * fair:.0f} %)."
            )
    found += [_of_split(study, one) for one in study.wins_by.shares() if one.verdict]
    for question, answer, one, verdict in judged_openings(study):
        if verdict:
            asked, said = study.worded(question, answer)
            found.append(
                f"Who begins with {said} ({asked}) wins {verdict} than others:"
                f" {share_of(one.won, one.games)} of {one.games:,} games; with equal seats it would"
                f" be {100 * fair:.0f} %."
            )
    return found


def _dead_weight(study: MatchStudy) -> list[str]:
    """Name what never came up, and what was offered in vain."""
    found = []
    if study.missed_cards:
        titles = list(study.missed_cards.values())
        few = ", ".join(titles[:5])
        found.append(f"These never did anything: {few}{_more(titles, 5)}.")
    if study.missed_lines:
        lines = len(study.missed_lines)
        were = "line of the rules was" if lines == 1 else "lines of the rules were"
        in_all = f"{study.reaching:,} random game{'s' * (study.reaching != 1)}"
        found.append(f"{lines:,} {were} never reached in {in_all}.")
    if study.switched_off or study.switched_lines:
        titles = list(study.switched_off.values())
        few = ", ".join(titles[:5])
        what = f"{few}{_more(titles, 5)}; " if few else ""
        lines = study.switched_lines
        of_rules = f"{lines:,} line{'s' * (lines != 1)} of the rules"
        found.append(
            f"Only with other options ({words.spoken(study.other_options)}): {what}{of_rules}."
        )
    if study.never_taken:
        names = [_hardly_taken(study, one) for one in study.never_taken]
        found.append(f"Offered and hardly ever taken: {', '.join(names[:5])}{_more(names, 5)}.")
    return found


def _hardly_taken(study: MatchStudy, one: OfferCount) -> str:
    asked, said = study.worded(one.question, one.answer)
    return (
        f"{said} ({asked}: {one.taken:,} of {one.offered:,} offers, {one.by_chance:,.0f} by chance)"
    )


def _of_split(study: MatchStudy, one: Share) -> str:
    return (
        f"{study.by_words(one.value)} ({study.by}) wins {one.verdict} than its share:"
        f" {100 * one.share:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f}) of {one.seats:,}"
        f" seats (equal chances would be {100 * study.wins_by.equal:.0f} %)."
    )


def _of_the_lead(study: MatchStudy, fair: float) -> str:
    """Tell how often the lead changes, and what it says of who wins."""
    told = f"The lead changes {_mean_of(study.lead_changes)} times a game."
    if study.judged:
        told += (
            f" Where one seat was ahead half way through, in {study.judged:,} games, another won"
            f" {share_of(study.comebacks, study.judged)}; if being ahead meant nothing, it would be"
            f" {100 * (1 - fair):.0f} %."
        )
    if study.courses:
        behind = _mean_share([one.behind for one in study.courses])
        gap = mean(one.gap for one in study.courses)
        settled = _mean_share([one.settled for one in study.courses])
        told += (
            f" The later winner was behind in {behind} of the turns, by {gap:.1f} points then,"
            f" and took the lead for good when {settled} of the game was over."
        )
    return told


def _mean_of(numbers: Sequence[float]) -> str:
    """Tell a mean with its 95% interval: `2.3 (1.9 to 2.7)`."""
    low, high = mean_interval(Counter(numbers))
    return f"{mean(numbers):.1f} ({max(0.0, low):.1f} to {high:.1f})"


def _mean_share(shares: Sequence[float]) -> str:
    """Tell the mean of shares with its 95% interval: `23 % (19 to 27)`."""
    low, high = mean_interval(Counter(shares))
    return f"{100 * mean(shares):.0f} % ({100 * max(0.0, low):.0f} to {100 * min(1.0, high):.0f})"


def judged_openings(study: MatchStudy) -> list[tuple[str, str, FirstMove, str]]:
    """List the first decisions of games, the most frequent first, by question and answer.

    The verdict says whether who began so won `more` or `less` often than with equal seats, or
    nothing; one of all is named by chance in 5 of 100 reports.
    """
    fair = 1 / len(study.seats)
    often = sum(one.games >= ENOUGH for one in study.first.values())
    sure = NormalDist().inv_cdf(1 - RISK / 2 / max(1, often))
    found = []
    for (question, answer), one in study.first.items():
        low, high = wilson(one.won, one.games, sure)
        known = one.games >= ENOUGH
        verdict = "more" if known and low > fair else "less" if known and high < fair else ""
        found.append((question, answer, one, verdict))
    return sorted(found, key=lambda each: (-each[2].games, each[:2]))


def _more(listed: Sequence[str], shown: int) -> str:
    return f" and {len(listed) - shown} more" if len(listed) > shown else ""


def judged_answers(study: MatchStudy) -> list[tuple[OfferCount, str]]:
    """List the answers of enough takers, with whether these win more or less often than others.

    Whoever takes an answer ten times in a game is one taker. The verdict is `more`, `less` or
    empty; one of all answers is named by chance in 5 of 100 reports. Those come first, the furthest
    off before the others.
    """
    often = [one for one in study.offers if one.takers >= ENOUGH]
    usual = usual_share(study)
    sure = NormalDist().inv_cdf(1 - RISK / 2 / max(1, len(often)))
    found = []
    for one in often:
        low, high = wilson(one.takers_won, one.takers, sure)
        found.append((one, "more" if low > usual else "less" if high < usual else ""))
    off = {id(one): abs(one.takers_won / one.takers - usual) for one in often}
    return sorted(
        found, key=lambda each: (not each[1], -off[id(each[0])] if each[1] else -each[0].takers)
    )


def usual_share(study: MatchStudy) -> float:
    """Return how many of those who took any answer have won."""
    takers = sum(one.takers for one in study.offers)
    return sum(one.takers_won for one in study.offers) / takers if takers else 0.0


def share_of(many: float, games: int) -> str:
    """Tell a share with its 95% interval: `12 % (8 to 17)`."""
    low, high = wilson(many, games)
    return f"{100 * many / games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def wins_of(study: MatchStudy) -> list[float]:
    """Count the games that each seat has won; a shared win counts as a fraction for each."""
    return [
        sum(1 / len(one.winners) for one in study.outcomes if seat in one.winners)
        for seat in range(len(study.seats))
    ]


def spoken(ending: str) -> str:
    """Word the name of an ending."""
    return ending.replace("_", " ")


def lengths_of(study: MatchStudy) -> list[int]:
    """Return how long each game was, in `unit_of`."""
    turns = [one.turns for one in study.outcomes if one.turns >= 0]
    return turns or [one.decisions for one in study.outcomes]


def unit_of(study: MatchStudy) -> str:
    """Return what lengths count: turns, or decisions where there are none."""
    return "turns" if any(one.turns >= 0 for one in study.outcomes) else "decisions"
