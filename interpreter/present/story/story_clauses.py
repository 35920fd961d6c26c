"""Clauses: one deed each, before its sentence is written.

A `StoryClause` has a subject, a verb in its base form, and objects; clauses of one subject and
one verb are merged into one list. Takes phrases; gives `StorySentence`s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.present.story.beats import StorySentence
from interpreter.present.story.phrases import Phrase, counted, listed, said, singular
from interpreter.present.story.story_places import seat_mention
from interpreter.syntax.verb_forms import second_person, third_person


@dataclass(slots=True)
class Gain:
    """A number that has changed: its title, the difference, and its value now."""

    title: str
    by: int
    total: int
    nothing: bool = False

    def signed(self, first: bool = False) -> str:
        """Format the change as `+2 Might (3)`; `first` gives the initial value, `2 Might`."""
        if first:
            return f"{self.total} {singular(self.title, self.total)}"
        return f"{self.by:+} {singular(self.title, self.by)} ({self.total})"

    def spoken(self) -> tuple[str, str]:
        """Return verb and object: `gain`, `2 Might (3)`."""
        if not self.by:
            return "lose", f"nothing ({self.total} {self.title})"
        verb = "gain" if self.by > 0 else "lose"
        return verb, f"{abs(self.by)} {singular(self.title, self.by)} ({self.total})"


@dataclass(slots=True)
class StoryClause:
    """A clause `verb lead objects rest`, such as `draw`, ``, `2 spells`, ` from the deck`.

    `sort` is deed (in words of the rules), event, title (no verb: `verb` is the title), sentence
    (no subject), roll, gain, refuse or win. `minor` clauses are of no interest to spectators."""

    sort: str
    seat: int
    verb: str = ""
    lead: str = ""
    objects: list[Phrase] = field(default_factory=list)
    rest: Phrase = ()
    price: list[str] = field(default_factory=list)
    gains: dict[str, Gain] = field(default_factory=dict)
    noted: list[Phrase] = field(default_factory=list)  # appended in parentheses
    minor: bool = False
    first: bool = False  # in a set-up: gains are initial values
    opening: Phrase = ()  # of a deed with several objects: all before the last

    def merges_with(self, other: StoryClause) -> bool:
        """Check whether the same subject does the same with something else."""
        alike = (self.sort, self.seat, self.verb, self.lead, said(self.opening)) == (
            other.sort,
            other.seat,
            other.verb,
            other.lead,
            said(other.opening),
        )
        bare = not (self.price or self.gains or self.noted or other.noted)
        mergeable = self.sort in ("deed", "event", "sentence") and self.objects and other.objects
        return bool(alike and bare and mergeable and said(self.rest) == said(other.rest))

    def predicate(self, own: bool) -> Phrase:
        """Return what follows the subject: the verb and the rest, without gains."""
        if self.sort == "title":
            return (self.verb, *self.rest)
        verb = second_person(self.verb) if own else third_person(self.verb)
        if self.sort == "sentence":
            verb = ""
        lead = f" {self.lead}" if self.lead else ""
        body: list[object] = [f"{verb}{lead}", *self.opening]
        if self.objects:
            body += [" "] if (verb or lead) and not self.opening else []
            body += listed(_often(self.objects) if self.opening else counted(self.objects))
        if self.sort == "sentence" and self.verb:
            many = len(self.objects) > 1
            body.append(f" {second_person(self.verb) if many else third_person(self.verb)}")
        body += self.rest
        if self.price:
            body.append(f" for {', '.join(self.price)}")
        if self.noted:
            body += [" (", *listed(self.noted), ")"]
        return tuple(part for part in body if part != "")  # type: ignore[misc]

    def whole(self, own: bool) -> Phrase:
        """Return the predicate with the gains."""
        body = self.predicate(own)
        changed = [gain for gain in self.gains.values() if gain.by or gain.nothing]
        if self.sort == "gain":
            return _gained(changed, own)
        if changed:
            return (*body, ": ", ", ".join(gain.signed(self.first) for gain in changed))
        return body


def _often(objects: Sequence[Phrase]) -> list[Phrase]:
    """Count repeated objects of a repeated deed: `6 fox twice` for the same one."""
    number = Counter(said(one) for one in objects)
    distinct = {said(one): one for one in objects}
    return [
        one
        if number[name] == 1
        else (*one, " twice" if number[name] == 2 else f" {number[name]} times")
        for name, one in distinct.items()
    ]


def _gained(changed: Sequence[Gain], own: bool) -> Phrase:
    """Describe gains and losses that no other deed accounts for."""
    if own or any(gain.nothing for gain in changed):
        parts = []
        for gain in changed:
            verb, what = gain.spoken()
            parts.append(f"{verb if own else third_person(verb)} {what}")
        return (" and ".join(parts),)
    return (", ".join(gain.signed() for gain in changed),)


def merged(clauses: Sequence[StoryClause]) -> list[StoryClause]:
    """Merge consecutive clauses that do the same."""
    made: list[StoryClause] = []
    for clause in clauses:
        if made and made[-1].merges_with(clause):
            last = made[-1]
            last.objects += clause.objects
            last.price += clause.price
            last.gains = {**last.gains, **clause.gains}
            last.minor = last.minor and clause.minor
        else:
            made.append(clause)
    return made


def together(clauses: Sequence[StoryClause], reader: int | None) -> list[StoryClause]:
    """Join clauses in which several players do the same or gain the same into one sentence each.

    For example, `Blue plays 6, Green 44 and you 67`, or `Heads: Blue +9 (9), Green +26 (26)`."""
    made: list[StoryClause] = []
    at = 0
    while at < len(clauses):
        end = at + 1
        while end < len(clauses) and _alike(clauses[at], clauses[end]):
            end += 1
        group = clauses[at:end]
        if len(group) == 1 or len({one.seat for one in group}) < len(group):
            made += group
        elif group[0].sort == "win":
            who = listed((seat_mention(one.seat, reader, one is group[0]),) for one in group)
            made.append(StoryClause("sentence", -1, rest=(*who, " win")))
        elif group[0].sort == "gain":
            made.append(_all_gain(group, reader))
        else:
            made.append(_all_do(group, reader))
        at = end
    return made


def _alike(one: StoryClause, other: StoryClause) -> bool:
    if one.sort == other.sort == "win":
        return True
    if one.sort != other.sort or one.price or other.price or one.noted or other.noted:
        return False
    if one.sort == "gain":
        return list(one.gains) == list(other.gains) and len(one.gains) == 1
    same = (one.verb, one.lead, said(one.rest)) == (other.verb, other.lead, said(other.rest))
    bare = not one.gains and not other.gains and one.objects and other.objects
    return bool(one.sort == "event" and same and bare and one.seat >= 0 and other.seat >= 0)


def _all_gain(group: Sequence[StoryClause], reader: int | None) -> StoryClause:
    title = next(iter(group[0].gains))
    parts: list[Phrase] = []
    for one in group:
        gain = one.gains[title]
        parts.append((seat_mention(one.seat, reader), f" {gain.by:+} ({gain.total})"))
    return StoryClause("sentence", -1, rest=(f"{title}: ", *_enumerated(parts)))


def _all_do(group: Sequence[StoryClause], reader: int | None) -> StoryClause:
    first = group[0]
    if all(said(listed(one.objects)).isdigit() for one in group):  # numbers go in ascending order
        group = sorted(group, key=lambda one: int(said(listed(one.objects))))
        first = group[0]
    verb = second_person(first.verb) if first.seat == reader else third_person(first.verb)
    lead = f" {first.lead}" if first.lead else ""
    parts: list[Phrase] = []
    for one in group:
        who = seat_mention(one.seat, reader, one is first)
        said_ = f" {verb}{lead} " if one is first else " "
        parts.append((who, said_, *listed(counted(one.objects))))
    minor = all(one.minor for one in group)
    return StoryClause("sentence", -1, rest=(*listed(parts), *first.rest), minor=minor)


def _enumerated(parts: Sequence[Phrase]) -> Phrase:
    made: list[object] = []
    for part in parts:
        made += [", ", *part] if made else part
    return tuple(made)  # type: ignore[arg-type]


def sentences(clauses: Sequence[StoryClause], reader: int | None) -> tuple[StorySentence, ...]:
    """Write the sentences of a beat.

    What follows its opening roll, and the effect of a played card, comes after a colon."""
    made: list[StorySentence] = []
    pending: StoryClause | None = None
    opening = next((one.sort for one in clauses if one.sort != "label"), "")
    for number, clause in enumerate(clauses):
        own = clause.seat == reader and clause.seat >= 0
        follows = clauses[number + 1] if number + 1 < len(clauses) else None
        bare = pending is None and clause.sort == opening == "roll"
        if bare and _goes_on(clause, follows):
            pending = clause
            continue
        body = clause.whole(own)
        subject = None if clause.seat < 0 or clause.sort == "sentence" else clause.seat
        colon = clause.sort == "title" or (
            clause.sort == "gain" and not own and not any(g.nothing for g in clause.gains.values())
        )
        if pending is not None:
            faces = listed(pending.objects)
            ours = pending.seat == reader
            if subject is None:
                body = (*faces, ": ", *_small(body))
            elif ours:
                body = ("roll ", *faces, " and ", *body)
                faces = ()
            else:
                body = (*faces, ": ", *body)
            subject, own, colon = pending.seat, ours, not ours
            if ours and clause.sort == "sentence":
                body, colon = ("roll ", *faces, ": ", *_small(clause.whole(False))), False
            pending = None
        if clause.sort == "sentence" and made and _plays(clauses, number):
            last = made.pop()
            made.append(
                StorySentence(last.subject, (*last.body, ": ", *_small(body)), last.colon, last.own)
            )
            continue
        mention = seat_mention(subject, reader, True) if subject is not None else None
        made.append(StorySentence(mention, body, colon, own))
    return tuple(made)


def _goes_on(roll: StoryClause, follows: StoryClause | None) -> bool:
    """Check whether the next clause is about what is done with the dice."""
    if follows is None or follows.sort not in ("deed", "event", "sentence"):
        return False
    return follows.seat in (roll.seat, -1)


def _plays(clauses: Sequence[StoryClause], number: int) -> bool:
    """Check whether the clause before is a card being played."""
    return number > 0 and clauses[number - 1].sort == "play"


def _small(phrase: Phrase) -> Phrase:
    """Lower the first letter of a sentence for use after a colon; a mention keeps its capital."""
    first = phrase[0] if phrase else ""
    if isinstance(first, str):
        return (first[:1].lower() + first[1:], *phrase[1:])
    return phrase
