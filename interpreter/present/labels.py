"""Questions and options in the words of the table.

Takes a plan, a state that waits for a decision and the reader's seat (None: a spectator); gives one
line for the question and a distinct one for each option. What the reader may not see is not named.
Scripts and saves use the ids of `run.handles` instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from interpreter.ir.layout import BoardLook
from interpreter.present import aims, printed_lines, temporary_effects, words
from interpreter.present.option_preview import first_event
from interpreter.present.story.phrases import behind, singular
from interpreter.run import handles
from interpreter.run.handles import option_handle, option_handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Entry, Env

if TYPE_CHECKING:
    from interpreter.ir.declared import Family, MenuItem, Site
    from interpreter.ir.types import Type
    from interpreter.run.value_writer import PlainValue, Value

__all__ = [
    "option_handle",
    "option_handles",
    "option_label",
    "option_labels",
    "question",
]


# ------------------------------------------------------------------------------ the question


def rule_title(plan: Plan, name: str) -> str:
    """Return a rule's title, or that of the card it is on; otherwise its name in words."""
    func = plan.program.funcs.get(name)
    if func is None:
        return words.capital(words.spoken(name))
    if func.card and (func.sort == "trigger" or not func.title):
        made = next((d for d in plan.program.designs if d.id == func.card), None)
        if made is not None:
            return str(made.title)
    return str(func.title) or words.capital(words.spoken(name))


_HOLES = re.compile(r"\{([^{}]*)\}")


def title_with(plan: Plan, name: str, values: Env) -> str:
    """Return a rule's title with its holes filled in, as far as the values are known."""
    title = rule_title(plan, name)
    func = plan.program.funcs.get(name)
    if func is None or not _HOLES.search(func.asks):
        return title
    kinds = dict(func.params)

    def filled(hole: re.Match[str]) -> str:
        part = hole.group(1).strip()
        if part not in values or part not in kinds:
            return part
        return words.typed_words(plan, kinds[part], values[part])

    return _HOLES.sub(filled, func.asks)


def site_title(plan: Plan, site: Site) -> str:
    """Return the title of a menu: its own, or that of its rule."""
    return str(site.title) or rule_title(plan, site.func)


def question(plan: Plan, state: BaseState) -> str:
    """Return the question for the player who decides; empty if nothing is asked."""
    if state.over or state.site < 0:
        return ""
    site = plan.program.sites[state.site]
    title = rule_title(plan, site.func)
    if site.sort == "menu":
        return site_title(plan, site)
    if site.sort == "options":
        return str(site.title) or f"{title}: choose one"
    if site.sort == "pay":
        return f"{title}: choose how to pay"
    if site.title:
        return str(site.title)
    if site.said and site.type.is_joint:
        return f"{title}: choose one"
    verb = aims.aim(plan, site)
    what = f" to {verb}" if verb else ""
    times = 1 if site.several else aims.times_left(plan, state)
    more = f" ({times} to go)" if times > 1 else ""
    asked = f"choose {_wanted(plan, state, site)}{what}"
    return f"{title}{more}" if asked == title.lower() else f"{title}: {asked}{more}"


def set_question(plan: Plan, state: BaseState, most: int, may_end: bool) -> str:
    """Format the question for several things chosen at once: `Passing: choose 3 cards`."""
    site = plan.program.sites[state.site]
    if site.title:
        return str(site.title)
    kind = plan.program.kinds.get(site.type.of) if site.type.is_piece else None
    noun = words.spoken(site.name) if kind is None else words.spoken(kind.name)
    many = singular(noun, most) if kind is None else words.spoken(kind.plural)
    what = f"{most} {many if most != 1 else noun}"
    verb = aims.aim(plan, site)
    to = f" to {verb}" if verb else ""
    return f"{rule_title(plan, site.func)}: choose {'up to ' if may_end else ''}{what}{to}"


def _wanted(plan: Plan, state: BaseState, site: Site) -> str:
    """Describe what is to be chosen: `a lane`, `another die`, `dice`."""
    if site.type.is_joint:
        return words.joined(words.spoken(name) for name, _, _ in site.type.split(0))
    name = words.spoken(site.name)
    if site.type.is_list or (state.options and isinstance(state.options[0], tuple)):
        return _several(plan, state, site) or name
    noun = {"value": site.type.of, "piece": site.type.of, "player": "player"}.get(site.type.base)
    noun = words.spoken(noun) if noun else name
    if name.startswith("other "):
        return f"another {name[6:]}"
    if site.type.is_number and singular(name, 1) != name:
        return name
    if not name.endswith(noun):
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _several(plan: Plan, state: BaseState, site: Site) -> str:
    """Describe a fixed number of components to choose, such as `2 cards`; empty if it varies."""
    item = site.type.element
    sizes = {len(option) for option in state.options if isinstance(option, tuple)}
    if not item.is_piece or len(sizes) != 1 or item.of not in plan.program.kinds:
        return ""
    kind, many = plan.program.kinds[item.of], sizes.pop()
    return words.counted(many, words.spoken(kind.name), words.spoken(kind.plural))


# ------------------------------------------------------------------------------ the options


def option_label(plan: Plan, state: BaseState, index: int, viewer: int | None) -> str:
    """Return the label of one option for a viewer."""
    return option_labels(plan, state, viewer)[index]


def option_titles(plan: Plan, state: BaseState, viewer: int | None) -> list[str]:
    """Return the labels of all options without card text, which may name other cards."""
    return option_labels(plan, state, viewer, texts=False)


def option_labels(
    plan: Plan, state: BaseState, viewer: int | None, texts: bool = True
) -> list[str]:
    """Return a distinct label for each option; empty if nothing is asked.

    `texts` includes the texts of cards."""
    if state.over or state.site < 0:
        return []
    site = plan.program.sites[state.site]
    options = list(state.options)
    if site.sort == "menu":
        made = [menu_title(plan, site.items[option]) for option in options]
    elif site.sort == "options":
        made = [_choice(plan, state, site, number) for number in range(len(options))]
    elif site.sort == "pay":
        made = [_payment(plan, state, site, number) for number in range(len(options))]
    elif site.said and viewer == state.actor and not site.several:
        made = [_option_label(plan, state, site, option) for option in options]
    else:
        made = handles.levelled(
            options,
            [
                partial(_LabelWriter(plan, state, viewer, detail, texts).write, site.type)
                for detail in range(4)
            ],
        )
        if site.several:
            made = [
                "That is all" if option == -1 else label
                for option, label in zip(options, made, strict=True)
            ]
    return handles.numbered(made, " ({})")


def event_label(plan: Plan, state: BaseState, index: int, reader: int | None) -> str | None:
    """Return the rules' own wording for an option, for its chooser.

    None if there is none, or if the reader is somebody else."""
    site = plan.program.sites[state.site]
    option = state.options[index]
    if not site.said or site.several or option == -1:
        return None
    if reader != state.actor:
        return None
    return _option_label(plan, state, site, option)


def _option_label(plan: Plan, state: BaseState, site: Site, option: int) -> str:
    """Render an option in the rules' own wording, as far as its chooser may know."""
    if option == -1:
        return "None"
    sayings = plan.aside(state, plan.rules.sayings[site.number], state.actor, option)
    lines = [
        "".join(_filled(plan, state, parts, iter(values)))
        for parts, (is_said, *values) in zip(site.said, sayings, strict=True)
        if is_said
    ]
    return words.capital(_BEFORE_STOP.sub(r"\1", one_line(" ".join(lines))))


_BEFORE_STOP = re.compile(r" ([,;:.)])")  # no space stands before these


def _filled(
    plan: Plan, state: BaseState, parts: tuple[str | Type, ...], values: Iterator[PlainValue]
) -> Iterator[str]:
    """Yield the parts of a wording with values in words; a noun after 1 becomes singular."""
    number = ""
    for part in parts:
        if isinstance(part, str):
            yield behind(number, part)
            continue
        value = next(values)
        number = str(value) if part.is_number else ""
        if part.is_piece and isinstance(value, int) and value >= 0:
            seen = handles.sees_piece(plan, state, value, state.actor)
            yield words.piece_title(plan, state, value) if seen else hidden(plan, value)
        elif value == -1 and not part.is_number:
            yield "nobody" if part.is_player else "none"
        else:
            yield words.typed_words(plan, part, value)


def menu_title(plan: Plan, item: MenuItem) -> str:
    """Return the title of a menu item: its rule's title, with the card that allows it."""
    _, sort, name, card = item
    if sort == "pass":
        return str(name)
    title = rule_title(plan, name)
    if sort == "card":
        made = next((d for d in plan.program.designs if d.id == card), None)
        if made is not None and made.title.lower() not in title.lower():
            title = f"{made.title}: {title[:1].lower() + title[1:]}"
    return title


def _choice(plan: Plan, state: BaseState, site: Site, number: int) -> str:
    """Label one of several deeds: the author's words, or its effect if the deed has none."""
    text = str(site.items[state.options[number]])
    if f'"{text}"' in site.span.text or text == "No":
        return text
    event = first_event(plan, state, number, ("gain", "exchange"))
    if event is not None:
        return words.capital(money_event(plan, event))
    parts = []
    for word in text.split():
        for values in plan.program.values.values():
            if word in values.members:
                word = words.value_title(plan, values.name, values.members.index(word))
                break
        parts.append(word)
    return " ".join(parts)


def money_event(plan: Plan, event: Entry) -> str:
    """Describe a money event without its actor: `take 2 Worker cards`."""
    sort, _, what, *more = event
    kind = event[-1]
    money = plan.program.money[kind]
    symbols = plan.program.kinds[kind].printed[money.symbol].of
    if sort == "pay":
        return f"pay {words.amounts_words(plan, symbols, what)}"
    title = words.value_title(plan, symbols, what)
    if sort == "gain":
        noun = plan.program.kinds[kind].name if more[0] == 1 else plan.program.kinds[kind].plural
        return f"take {more[0] or 'no'} {title} {words.spoken(noun)}"
    worth = sorted(money.worth.items(), key=lambda item: item[1])
    small, large = worth[0], worth[-1]
    many = f"{large[1]} {words.spoken(small[0])}s"
    one = f"a {words.spoken(large[0])}"
    if more[0] == "join":
        return f"turn {many} of {title} into {one}"
    return f"turn {one} of {title} into {many}"


def _payment(plan: Plan, state: BaseState, site: Site, number: int) -> str:
    amounts = state.options[number]
    event = first_event(plan, state, number, ("pay",))
    values = site.type.of
    less = words.amounts_words(plan, values, amounts) if any(amounts) else ""
    if min(amounts, default=0) < 0:  # wild values pay for others
        less = str(sum(amounts)) if sum(amounts) else ""
    if event is None:
        return f"{less} less" if less else "the full price"
    paid = words.capital(money_event(plan, event))
    return f"{paid} (saves {less})" if less else paid


def other_names(plan: Plan, state: BaseState) -> list[str]:
    """Name options by plain row and column, for spaces that have layout coordinates.

    Empty for other questions; an entry is empty if the option is not a space."""
    site = plan.program.sites[state.site]
    kind = site.type
    if site.sort != "choose" or not kind.is_space or kind.of not in plan.program.boards:
        return []
    board = plan.program.boards[kind.of]
    if not plan.program.layout.boards.get(kind.of, BoardLook()).coordinates:
        return []
    return [words.plain_space(board, one) if isinstance(one, int) else "" for one in state.options]


def value_label(plan: Plan, state: BaseState, kind: Type, value: Value, viewer: int | None) -> str:
    """Return the label for one part of an option."""
    return _LabelWriter(plan, state, viewer).write(kind, value)


class _LabelWriter(words.TitleWriter):
    """Writes the values of an option as its viewer may know them: pieces as they look to the
    viewer, spaces with what lies on them. `detail` and `texts` are those of `piece_label`."""

    def __init__(
        self,
        plan: Plan,
        state: BaseState,
        viewer: int | None,
        detail: int = 0,
        texts: bool = False,
    ) -> None:
        super().__init__(plan)
        self.state, self.viewer, self.detail, self.texts = state, viewer, detail, texts

    def none(self, kind: Type) -> str:
        return "None"

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        return words.joined(self.write(kind.element, one) for one in values) or "None of them"

    def joint(self, kind: Type, value: int) -> str:
        within = _LabelWriter(self.plan, self.state, self.viewer, 0, self.texts)
        return ", ".join(within.write(part, one) for _, part, one in kind.split(value))

    def piece(self, kind: Type, value: int) -> str:
        return piece_label(self.plan, self.state, value, self.viewer, self.detail, self.texts)

    def space(self, kind: Type, value: int) -> str:
        return _space(self.plan, self.state, kind.of, value, self.viewer)


def _space(plan: Plan, state: BaseState, board: str, space: int, viewer: int | None) -> str:
    """Describe a space with what lies on it."""
    title = words.space_title(plan, board, space)
    found = occupants(plan, state, board, space, viewer)
    return f"{title} ({words.joined(found)})" if found else title


def occupants(
    plan: Plan, state: BaseState, board: str, space: int, viewer: int | None
) -> list[str]:
    """List what a viewer sees on a space: the value that a component shows, or its title."""
    found = []
    for family in _families_on(plan, board):
        zone = getattr(state, f"z_{family.key}")
        if family.board == board:
            pieces = [zone[space]]
        else:
            pieces = (
                zone[space]
                if family.shape == "list"
                else zone[space * family.slots : (space + 1) * family.slots]
            )
        for piece in pieces:
            if piece < 0:
                continue
            if not handles.sees_piece(plan, state, piece, viewer):
                found.append(hidden(plan, piece))
                continue
            shows = words.shown_value(plan, state, piece)
            if shows is not None and shows[1] >= 0:
                found.append(words.value_title(plan, *shows))
            else:
                found.append(owned_title(plan, piece))
    return found


@cached
def _families_on(plan: Plan, board: str) -> list[Family]:
    """List the zones of a board and of its spaces that hold individual components; cached."""
    single = (family for family in plan.program.families if family.shape != "counts")
    return [f for f in single if f.board == board or f.holder == f"space:{board}"]


def owned_title(plan: Plan, piece: int) -> str:
    """Return the title of a component after its owner: `Blue's cube`."""
    made = handles.design(plan, piece)
    if plan.program.kinds[made.kind].owned:
        return f"{words.seat_title(plan.program.owner_of[piece])}'s {made.title}"
    return str(made.title)


def hidden(plan: Plan, piece: int) -> str:
    """Name a component whose face is not seen: `face-down card`."""
    return f"face-down {words.spoken(handles.design(plan, piece).kind)}"


def piece_label(
    plan: Plan,
    state: BaseState,
    piece: int,
    viewer: int | None,
    detail: int = 0,
    texts: bool = True,
) -> str:
    """Label a component as an option: its title and place, and printed facts with `texts`.

    `detail` adds what tells it from others: 1 whether it is new there, 2 its zone, 3 both."""
    with_place = detail >= 2
    if not handles.sees_piece(plan, state, piece, viewer):
        label = words.capital(hidden(plan, piece))
        if with_place:
            label += f" in {words.place_title(plan, state.loc[piece])}"
        return label
    made = handles.design(plan, piece)
    kind = plan.program.kinds[made.kind]
    if kind.alike:
        return words.capital(made.title)
    label = words.capital(words.piece_title(plan, state, piece))
    if kind.owned:
        label = owned_title(plan, piece)
    place = handles.zone_of(plan, state.loc[piece])
    if place is not None and (place[0].board or place[0].of_spaces):
        board = " of the " + words.spoken(place[0].name)
        label += f", {words.zone_title(plan, *place).removesuffix(board)}"
    elif with_place and place is not None:
        label += f", in {words.zone_title(plan, *place)}"
    if detail in (1, 3):
        new = (span for span in kind.stamped if temporary_effects.is_new(state, span, piece))
        label += "".join(f", arrived this {words.spoken(span)}" for span in new)
    if not texts:
        return label
    facts = [] if is_place(plan, made.kind) else printed_lines.printed_facts(plan, made)
    if viewer is not None:
        facts += [f"now {said}" for said, _ in temporary_effects.prices(plan, state, piece, viewer)]
    if len(kind.designs) > 1 and (facts or made.text):
        label += f" ({', '.join(facts)})" if facts else ""
    return f"{label}: {one_line(made.text)}" if made.text else label


def is_place(plan: Plan, kind: str) -> bool:
    """Check whether components of a kind are spaces of a board, drawn at their positions."""
    drawn = all(made.at is not None for made in plan.program.kinds[kind].designs)
    return drawn and any(one.sort == f"kind:{kind}" for one in plan.program.boards.values())


def one_line(text: str) -> str:
    """Collapse all whitespace in a text to single spaces."""
    return " ".join(str(text).split())
