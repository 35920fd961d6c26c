"""Questions to the table in a turn, and parsing of the answers: dice, cards and decisions.

Takes a waiting course; formats the question, and parses an answer. Must not know how a turn is
told.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.declared import Design, Family, Field, Site
from interpreter.present import labels, words
from interpreter.present.player_names import calling_as
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option
from interpreter.sitting.course import AskedOfChance, CourseSoFar
from interpreter.sitting.hand_steps import asked_words
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import SpokenNames, number_in, plain_words, spoken_words
from interpreter.sitting.unknown_hands import UnknownHands

MOST_LISTED = 9  # answers that stand below a question
LEFT = frozenset(["r", "roll", "random", "program"])
"""What lets the program roll or draw."""
NOTHING = frozenset(["no", "none", "nothing", "pass", "n", "nobody", "nope"])


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A pending question.

    `sort` is `dice`, `card`, `lot` or `decide`; `who` decides, or is concerned; `text` is one line;
    `answers` are the possible ones, if there are not too many.
    """

    sort: str
    who: str
    text: str
    answers: tuple[str, ...] = ()
    hint: str = ""


def question_of(
    plan: Plan, course: CourseSoFar, hands: UnknownHands, names: tuple[str, ...]
) -> TableQuestion:
    """Build the pending question, with the names of the players."""
    S = course.state
    if isinstance(course.asks, AskedOfChance):
        return _of_chance(plan, course.asks, hands, S)
    with calling_as(names):
        site = plan.program.sites[S.site]
        title = asked_words(plan, S, site, len(S.log))
        plain = labels.question(plan, S).partition(": choose ")[0]
        asked = plain.replace(labels.rule_title(plan, site.func), title, 1).rstrip("?")
        answers = tuple(dict.fromkeys(_option_titles(plan, S)))
        who = words.seat_title(S.actor)
    if len(answers) <= MOST_LISTED:
        return TableQuestion("decide", who, f"{who}: {asked}?", answers)
    hint = f"one of {len(answers)}: its name"
    if declining(plan, S) is not None:
        hint += ", or `no`; `never`: not again in this turn"
    return TableQuestion("decide", who, f"{who}: {asked}?", (), hint)


def _of_chance(
    plan: Plan, chance: AskedOfChance, hands: UnknownHands, S: BaseState
) -> TableQuestion:
    event = chance.events[0]
    if event.sort == "die":
        kind = plan.program.kinds[event.of]
        many = len(chance.events)
        dice = (
            f"the {words.spoken(kind.name)}" if many == 1 else f"{many} {words.spoken(kind.plural)}"
        )
        faces = _faces(plan, event.of, event.count)
        shown = f"{faces[0]} to {faces[-1]}" if faces[0].isdecimal() else ", ".join(faces)
        text = (
            f"Roll {dice}. What does it show?" if many == 1 else f"Roll {dice}. How did they fall?"
        )
        example = " ".join(faces[-1:] + faces[:1] * (many - 1))
        hint = f"{shown}, such as `{example}`; `r`: the program rolls"
        return TableQuestion("dice", "", text, (), hint)
    if event.sort == "lot":
        names = tuple(handles.design(plan, piece).title for piece in event.among)
        return TableQuestion(
            "lot", "", "Draw by lot. Which is it?", names, "`r`: the program draws"
        )
    family = _pile(plan, event.of)
    title = (
        words.zone_title(plan, family, 0)
        if family.holder == "table"
        else words.field_title(plan, family.name)
    )
    cards = _drawable(plan, chance, hands, S)
    names = tuple(dict.fromkeys(d.title for d in cards))
    listed = names if len(names) <= MOST_LISTED else ()
    what = title if family.holder == "table" else f"the {title}"
    return TableQuestion(
        "card",
        "",
        f"Draw a card from {what}. Which is it?",
        listed,
        "its name; `r`: the program draws",
    )


def _pile(plan: Plan, key: str) -> Family:
    found: Family = next(f for f in plan.program.families if f.key == key)
    return found


def _faces(plan: Plan, kind: str, count: int) -> list[str]:
    """List the names of a die's faces, in order."""
    kept = face_of(plan, kind)
    low = kept.type.low or 0 if kept.type.is_number else 0
    return [words.typed_words(plan, kept.type, low + n) for n in range(count)]


def face_of(plan: Plan, kind: str) -> Field:
    """Find the field that holds the face of a die."""
    found: Field = next(f for f in plan.program.fields if f.holder == kind)
    return found


def _drawable(plan: Plan, chance: AskedOfChance, hands: UnknownHands, S: BaseState) -> list[Design]:
    """List the cards that could be drawn: those in the pile, and hidden ones elsewhere."""
    event = chance.events[0]
    family = _pile(plan, event.of)
    pieces = {*event.among}
    if family.holder == "table":
        pieces |= set(hands.unseen(S, family))
    found = {
        handles.design(plan, piece).id: handles.design(plan, piece) for piece in sorted(pieces)
    }
    return list(found.values())


# ------------------------------------------------------------------------------ answers


def read_dice(plan: Plan, chance: AskedOfChance, line: str) -> list[int]:
    """Parse the faces of a roll, in order; each from 0."""
    event = chance.events[0]
    faces = _faces(plan, event.of, event.count)
    said = [word for word in spoken_words(line) if word not in (",", "and", "-")]
    names = [" ".join(plain_words(face)) for face in faces]
    found = [_face(word, names) for word in said]
    many = len(chance.events)
    can = f"{faces[0]} to {faces[-1]}" if faces[0].isdecimal() else ", ".join(faces)
    for word, face in zip(said, found, strict=True):
        if face is None:
            raise NotSo(f"no die shows `{word}`", f"a face is {can}")
    if len(found) != many:
        noun = "die was" if many == 1 else "dice were"
        raise NotSo(f"{many} {noun} rolled, and you say {len(found)}", "say each as it fell: `3 1`")
    return [face for face in found if face is not None]


def _face(word: str, names: list[str]) -> int | None:
    number = number_in(word) if word not in ("a", "an") else None
    plain = str(number) if number is not None else word
    if plain in names:
        return names.index(plain)
    near = [n for n, name in enumerate(names) if name.startswith(plain)]
    return near[0] if len(near) == 1 and not plain.isdecimal() else None


def read_card(
    plan: Plan, chance: AskedOfChance, hands: UnknownHands, S: BaseState, line: str
) -> int:
    """Parse the card that was drawn."""
    event = chance.events[0]
    designs = _drawable(plan, chance, hands, S)
    design = read_design(plan, designs, line, "drawn here")
    pieces = range(design.first, design.last)
    unseen = hands.unseen(S, _pile(plan, event.of))
    ordered = sorted(pieces, key=lambda piece: piece not in event.among)
    return next(piece for piece in ordered if piece in event.among or piece in unseen)


def read_design(plan: Plan, designs: list[Design], line: str, done: str) -> Design:
    """Parse the name of one of some cards."""
    names: SpokenNames[Design] = SpokenNames()
    for design in designs:
        names.add(design.title, design)
        names.add(design.id, design)
    said = plain_words(line)
    number = number_in(said[0]) if len(said) == 1 else None
    if number is not None and 1 <= number <= len(designs) <= MOST_LISTED:
        return designs[number - 1]
    found = names.all_of(said) if said else []
    length, begun = names.beginning(said)
    found = found or (begun if length == len(said) else [])
    if len(found) == 1:
        return found[0]
    if found:
        either = words.joined((words.spoken(one.id) for one in found), "or")
        raise NotSo(f"`{line.strip()}` can be {either}", "write it out")
    every = SpokenNames[Design]()
    for kind in {design.kind for design in designs}:
        for design in plan.program.kinds[kind].designs:
            every.add(design.title, design)
            every.add(design.id, design, shown=False)
    known = every.all_of(said) if said else []
    if known:
        raise NotSo(
            f"{known[0].title} cannot be {done}: it lies where everybody sees it",
            "say `shuffled` if the discard pile has become the deck, or `undo` a line",
        )
    guess = names.like(said)
    raise NotSo(
        f"no card is called `{line.strip()}`",
        f"did you mean `{guess}`?" if guess else "write its title, or `undo` to go back",
    )


def read_lot(plan: Plan, chance: AskedOfChance, line: str) -> int:
    """Parse what was drawn by lot."""
    among = chance.events[0].among
    designs = [handles.design(plan, piece) for piece in among]
    design = read_design(plan, list(dict.fromkeys(designs)), line, "drawn")
    return next(piece for piece in among if design.first <= piece < design.last)


def read_option(plan: Plan, S: BaseState, line: str, names: tuple[str, ...]) -> Option:
    """Parse a person's decision."""
    with calling_as(names):
        return _option(plan, S, line)


def _option(plan: Plan, S: BaseState, line: str) -> Option:
    said = plain_words(line)
    if not said:
        raise NotSo("nothing is said", "say an answer, or `?` for what can be said")
    titles = _option_titles(plan, S)
    listed = list(dict.fromkeys(titles))
    number = number_in(said[0]) if len(said) == 1 and said[0].isdecimal() else None
    numbered = len(listed) <= MOST_LISTED and not any(title.isdecimal() for title in listed)
    options: list[Option] = S.options
    if number is not None and numbered and 1 <= number <= len(listed):
        return options[titles.index(listed[number - 1])]
    decline = declining(plan, S)
    if decline is not None and (set(said) <= NOTHING or _says_no(said, titles)):
        return decline[0]
    if said in (("yes",), ("y",)) and decline is not None:
        others = [option for option in options if option != decline[0]]
        if len(others) == 1:
            return others[0]
    names: SpokenNames[int] = SpokenNames()
    handled = handles.option_handles(plan, S)
    for at, title in enumerate(titles):
        names.add(title, at)
        names.add(handled[at], at, shown=False)
        names.add(title.split(" (")[0].split(":")[0], at, shown=False)
        design = _design_of(plan, S, S.options[at])
        if design is not None:
            names.add(design.id, at, shown=False)
    found = names.all_of(said)
    if found and len({titles[at] for at in found}) > 1:
        designs = {_design_of(plan, S, S.options[at]) for at in found}
        if len(designs) > 1:
            either = words.joined(dict.fromkeys(titles[at] for at in found), "or")
            raise NotSo(f"`{line.strip()}` can be {either}", "write it out")
    if found:
        return options[found[0]]
    _refuse_what_is_seen(plan, S, said)
    guess = names.like(said)
    if guess is not None:
        raise NotSo(f"`{line.strip()}` cannot be answered here", f"did you mean `{guess}`?")
    can = (
        f"it can be {words.joined(listed, 'or')}"
        if len(listed) <= MOST_LISTED
        else "`?` lists what can"
    )
    raise NotSo(f"`{line.strip()}` cannot be answered here", can)


def _says_no(said: tuple[str, ...], titles: list[str]) -> bool:
    """Whether a line says `no ambush`, and no option begins that way."""
    return said[0] == "no" and not any(plain_words(title)[:1] == ("no",) for title in titles)


def _refuse_what_is_seen(plan: Plan, S: BaseState, said: tuple[str, ...]) -> None:
    """Refuse a card that could be in a hand, but is publicly visible elsewhere."""
    site = plan.program.sites[S.site]
    if not _chooses_piece(site):
        return
    names = SpokenNames[Design]()
    for design in plan.program.kinds[site.type.of].designs:
        names.add(design.title, design)
        names.add(design.id, design)
    for design in names.all_of(said):
        seen = all(
            (found := handles.zone_of(plan, S.loc[piece])) is not None and found[0].seen == "all"
            for piece in range(design.first, design.last)
        )
        if seen:
            raise NotSo(
                f"{design.title} lies where everybody sees it",
                "say `shuffled` if the discard pile has become the deck, or `undo` a line",
            )


def every_answer(plan: Plan, S: BaseState, names: tuple[str, ...]) -> list[str]:
    """List all possible answers, each once."""
    with calling_as(names):
        return list(dict.fromkeys(_option_titles(plan, S)))


def _chooses_piece(site: Site) -> bool:
    return site.sort == "choose" and site.type.is_piece


def _design_of(plan: Plan, S: BaseState, option: Option) -> Design | None:
    site = plan.program.sites[S.site]
    if not _chooses_piece(site) or not isinstance(option, int):
        return None
    return handles.design(plan, option) if option >= 0 else None


def _option_titles(plan: Plan, S: BaseState) -> list[str]:
    """Format each option in words; copies of one card have one title."""
    site = plan.program.sites[S.site]
    titles = labels.option_titles(plan, S, S.actor)
    if not _chooses_piece(site) or site.said:
        return titles
    designs = [_design_of(plan, S, option) for option in S.options]
    plain = [d.title if d is not None else "" for d in designs]
    made = []
    for title, design in zip(titles, designs, strict=True):
        if design is None or plan.program.kinds[design.kind].alike:
            made.append(title)
            continue
        same = {d.id for d in designs if d is not None and d.title == design.title}
        made.append(design.title if len(same) == 1 else words.capital(words.spoken(design.id)))
    assert len(plain) == len(made)
    return made


def declining(plan: Plan, S: BaseState) -> tuple[Option] | None:
    """Find the option that declines; None if the choice is mandatory."""
    site = plan.program.sites[S.site]
    for option in S.options:
        if site.sort == "choose" and option in (-1, ()):
            return (option,)
        if site.sort == "options" and site.items[option] == "No":
            return (option,)
        if site.sort == "menu" and site.items[option][1] == "pass":
            return (option,)
    return None
