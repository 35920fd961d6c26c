"""A sitting: a seat that the rules play, at a table where everything else is done by people.

Takes typed lines; returns what to print, and remembers the table. A line is executed completely or
refused, and every accepted line can be undone. Must not know a terminal or a page.

A sitting has stages: `options` and `players` before there is a table, `setup` while the set-up is
asked for, `table` between turns, and `turn` in a turn of the seat that the rules play.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option
from interpreter.sitting import table_questions as questions
from interpreter.sitting.chance_at_table import ChanceEvent
from interpreter.sitting.course import (
    AskedOfChance,
    CoursePlayer,
    CourseSoFar,
    TurnAnswers,
    comes_to_light,
    laid_open_by_chance,
)
from interpreter.sitting.hand_steps import BY_HAND, HandStep, TurnSteps
from interpreter.sitting.holders import Holders, TableHolder
from interpreter.sitting.listing import listing, numbers_of
from interpreter.sitting.moment import Reply, SittingState, TurnPlayed
from interpreter.sitting.placing import Placer
from interpreter.sitting.ready_game import (
    SEED,
    is_faction,
    seats_of,
)
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.reminders import reminders
from interpreter.sitting.seating import (
    Opening,
    faction_names,
    number_with,
    read_factions,
    read_setting,
    setting_words,
    usual_names,
)
from interpreter.sitting.spoken import number_in, plain_words
from interpreter.sitting.table_questions import LEFT, TableQuestion
from interpreter.sitting.talk import Talk
from interpreter.sitting.unknown_hands import UnknownHands

PLAY = frozenset(["turn", "t", "go", "play"])
LEAVE = {"dice": "die", "die": "die", "cards": "card", "card": "card", "lots": "lot"}
_MORE = re.compile(r"\s*;\s*|\s*,\s*(?=\d+\s*:)")
"""What stands between two things that are told in one line."""
UNDO = frozenset(["undo", "u", "back"])
_UNDO_MANY = re.compile(r"undo (\d{1,4})")
NEVER = frozenset(["never", "no more", "never again"])
NUMBER = 2  # people and seats of the rules, where nobody says how many


@dataclass(slots=True)
class Sitting:
    """One sitting; `plan_for` builds the plan for some options, or raises `NotSo`."""

    plan_for: Callable[[dict[str, object]], Plan]
    lines: list[str] = field(default_factory=list)
    now: SittingState = field(default_factory=SittingState)
    past: list[SittingState] = field(default_factory=list)
    seat_names: tuple[str, ...] = ()
    """What the seats are called in a position; without names, by their colours."""
    opening: Opening = field(default_factory=Opening)
    _plan: Plan | None = None
    _hands: UnknownHands | None = None

    def __post_init__(self) -> None:
        if self.now.stage == "options" and not self.opening.offered:
            self.now = replace(self.now, stage="players")  # there is nothing to choose

    # ------------------------------------------------------------------------ what there is

    @property
    def plan(self) -> Plan:
        """The plan; built on first use, when the options are known."""
        if self._plan is None:
            self._plan = self.plan_for(dict(self.now.options))
            self._hands = None
        return self._plan

    @property
    def hands(self) -> UnknownHands:
        """The hidden hands of people."""
        if self._hands is None or self._hands.people != self.now.seats.people:
            self._hands = UnknownHands(self.plan, self.now.seats.people)
        self._hands.told = set(self.now.hands)
        return self._hands

    @property
    def player(self) -> CoursePlayer:
        """A new `CoursePlayer` for this game."""
        return CoursePlayer(self.plan, self.hands)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.seat_names or handles.seat_names(self.now.seats.number)

    @property
    def holders(self) -> Holders:
        """The holders of the current state."""
        return Holders(self.plan, self.state, self.names)

    @property
    def table(self) -> BaseState:
        """The state when this turn began, or between turns. Raises `NotSo` before the set-up."""
        if self.now.state is None:
            raise NotSo("nothing is set up yet")
        return self.now.state

    @property
    def state(self) -> BaseState:
        """The current state, within a turn, too."""
        return self.now.course.state if self.now.course is not None else self.table

    @property
    def question(self) -> TableQuestion | None:
        """The pending question of a set-up or turn; None at other times."""
        course = self.now.course
        if course is None or not course.asks:
            return None
        return questions.question_of(self.plan, course, self.hands, self.holders.called())

    def asks(self) -> str:
        """Format the pending question in one line."""
        if self.now.stage == "options":
            return "Which options are other than in the book? Enter: none."
        if self.now.stage == "players":
            return f"{self._who()} Enter: {self._usual_players()}."
        if self.now.stage == "begin":
            return "Set up as printed? Enter: yes; `ask`: each decision of the set-up is asked."
        question = self.question
        if question is not None:
            return question.text
        return "What has happened? `turn` plays; `help` says what else."

    def offers(self) -> list[str]:
        """List suggested answers, one per line."""
        if self.now.stage == "options" and self.opening.offered:
            known = ", ".join(self.opening.offered)
            return [f"a name and its value, with commas between them; a name alone is yes: {known}"]
        question = self.question
        if question is None:
            return []
        many = len(question.answers) > 1
        listed = [f"{n}  {text}" for n, text in enumerate(question.answers, 1)] if many else []
        return [*listed, question.hint] if question.hint else listed

    def all_answers(self) -> list[str]:
        """List all possible answers; empty if there is no question."""
        course = self.now.course
        if course is None or course.asks is not True:
            return list(self.question.answers) if self.question is not None else []
        return questions.every_answer(self.plan, course.state, self.holders.called())

    @property
    def at_a_table(self) -> bool:
        """Whether the set-up has begun."""
        return self.now.state is not None or self.now.course is not None

    def steps_so_far(self) -> list[HandStep]:
        """List the steps of the current turn."""
        course = self.now.course
        if course is None or self.now.stage != "turn":
            return []
        steps = TurnSteps(self.plan, self.table, course, self._holders_before(), self.hands)
        return steps.tell(None if course.finished else len(course.state.log))

    def listed(self) -> list[str]:
        """List the contents of the table in words, for comparison."""
        return listing(self.plan, self.holders)

    def summary(self) -> list[str]:
        """Summarize what was played."""
        turns = self.now.turns
        if not turns:
            under_way = self.now.stage == "turn"
            return ["The first turn is under way." if under_way else "No turn was played."]
        steps = words.counted(sum(turn.steps for turn in turns), "step", "steps")
        lines = [f"{words.counted(len(turns), 'turn', 'turns')} of the rules, {steps}."]
        holders = self.holders
        for player in holders.players:
            lines.append(f"{player.title}: {numbers_of(self.plan, holders, player)}")
        return lines

    def _who(self) -> str:
        named = faction_names(self.plan)
        plan = self.plan
        if named:
            can = words.joined(dict.fromkeys(named.said), "or")
            return f"Who plays, in the order of the seats? ({can})"
        return f"How many play, those of the rules included? ({plan.least} to {plan.most})"

    def _usual_players(self) -> str:
        number = max(self.plan.least, NUMBER)
        return words.joined(usual_names(self.plan, number, {}))

    # ------------------------------------------------------------------------ a line

    def say(self, line: str) -> list[Reply]:
        """Execute a line; raises `NotSo`, and then nothing is changed."""
        plain = " ".join(line.split())
        many = _UNDO_MANY.fullmatch(plain.casefold())
        if plain.casefold() in UNDO or many is not None:
            return self._undo_many(int(many[1]) if many is not None else 1)
        before, plan, hands = self.now, self._plan, self._hands
        try:
            said = self._said(plain)
        except NotSo:
            self.now, self._plan, self._hands = before, plan, hands
            raise
        self.past.append(before)
        self.lines.append(plain)
        return said

    def _undo_many(self, number: int) -> list[Reply]:
        if not self.past:
            raise NotSo("there is nothing to take back")
        if number > len(self.past):
            raise NotSo(f"there are only {len(self.past)} lines to take back")
        said: list[Reply] = []
        for _ in range(number):
            said += self.undo()
        return said

    def undo(self) -> list[Reply]:
        """Undo the last line. Raises `NotSo` if there is none."""
        if not self.past:
            raise NotSo("there is nothing to take back")
        line = self.lines.pop()
        before, self.now = self.now, self.past.pop()
        if before.options != self.now.options or self.now.stage == "options":
            self._plan = self._hands = None
        return [Reply("note", f"Taken back: {line or '(Enter)'}")]

    def _said(self, line: str) -> list[Reply]:
        stages = {
            "options": self._options,
            "players": self._players,
            "begin": self._begin,
            "setup": self._answered,
            "turn": self._answered,
            "table": self._at_table,
            "over": self._when_over,
        }
        for at_any_time in (self._left_to_program, self._shuffled):
            said = at_any_time(line)
            if said is not None:
                return said
        return stages[self.now.stage](line)

    def _left_to_program(self, line: str) -> list[Reply] | None:
        """Handle `dice program` and `cards table`: who rolls and draws from now on."""
        parts = plain_words(line)
        if len(parts) != 2 or parts[0] not in LEAVE or parts[1] not in ("program", "table"):
            return None
        sort = LEAVE[parts[0]]
        left = set(self.now.left)
        noun = "rolls the dice" if sort == "die" else "draws the cards"
        if parts[1] == "program":
            left.add(sort)
            told = f"From now on the program {noun}; `{parts[0]} table` takes that back."
        else:
            left.discard(sort)
            told = f"From now on the table {noun}."
        self.now = replace(self.now, left=frozenset(left))
        said = [Reply("note", told)]
        if self.now.course is not None and self.now.told is not None:
            return said + self._go_on(self.now.told)
        return said

    def _shuffled(self, line: str) -> list[Reply] | None:
        """Handle `shuffled`: the discards are in their pile again."""
        if line.casefold() not in ("shuffled", "reshuffled", "shuffle") or self.now.state is None:
            return None
        state = self.now.state.clone()
        moved = self.hands.shuffle_in(state)
        if not moved:
            raise NotSo("nothing lies in a discard pile")
        self.now = replace(self.now, state=state)
        cards = words.counted(moved, "card is", "cards are")
        said = [Reply("note", f"The discard pile is shuffled in: {cards} unseen again.")]
        return said + self._go_on(self.now.told) if self.now.told is not None else said

    # ------------------------------------------------------------------------ before the table

    def _options(self, line: str) -> list[Reply]:
        """Handle `difficulty nightmare, archnemesis`; an empty line keeps the defaults."""
        chosen = dict(self.now.options)
        for part in line.split(","):
            parts = part.replace("=", " ").split()
            if parts:
                name, value = read_setting(parts, self.opening.offered)
                chosen[name] = value
        self._plan = self.plan_for(chosen)
        self._hands = None
        told = [f"{words.spoken(n)}: {setting_words(v)}" for n, v in chosen.items()]
        self.now = replace(self.now, stage="players", options=tuple(chosen.items()))
        return [Reply("note", f"Options: {', '.join(told) if told else 'as in the book'}.")]

    def _players(self, line: str) -> list[Reply]:
        """Handle the players: `3`, or `marquise, alliance`."""
        plan = self.plan
        parts = plain_words(line)
        number = number_in(parts[0]) if len(parts) == 1 else None
        wanted: list[int] = []
        if not parts:
            number = max(plan.least, NUMBER)
        elif number is None:
            wanted = read_factions(plan, line)
            number = len(wanted)
        fewest = plan.least
        if wanted:
            fewest = max(fewest, len(wanted))
            number = number_with(plan, len(wanted), wanted)
        if not plan.least <= number <= plan.most:
            raise NotSo(
                f"{plan.title} is played by {words.players(plan)}, those of the rules included",
                "say how many, or who plays",
            )
        seats = seats_of(plan, number)
        if not seats.played:
            raise NotSo(
                f"the rules play no seat of {plan.title} with these options",
                "`undo` goes back to the options",
            )
        self.now = replace(self.now, stage="begin", seats=seats, wanted=tuple(wanted))
        self._hands = None
        names = usual_names(plan, seats.number, dict(enumerate(wanted)))
        played = words.joined(names[seat] for seat in seats.played)
        many = words.counted(len(seats.people), "person plays", "people play")
        return [Reply("note", f"{many}; the rules play {played}.")]

    def _begin(self, line: str) -> list[Reply]:
        """Begin the set-up, by default or with questions."""
        if line.casefold() in ("", "yes", "y", "printed", "as printed", "p"):
            return self._go_on(TurnAnswers(), as_printed=True)
        if line.casefold() in ("ask", "a", "no", "n"):
            return self._go_on(TurnAnswers())
        raise NotSo(
            f"`{line}` is neither", "Enter sets up as printed; `ask` asks for each decision"
        )

    # ------------------------------------------------------------------------ set-up and turns

    def _play(self, told: TurnAnswers) -> CourseSoFar:
        plan = self.plan
        told.left = set(self.now.left)
        if self.now.stage == "turn":
            course = self.player.turn(self.table, self.now.turn_of, told, comes_to_light(plan))
        else:
            course = self.player.set_up(self.now.seats.number, SEED, told, self._asked_in_set_up)
        if course.endless:
            raise NotSo(f"the rules do not come to an end: {course.endless}")
        return course

    def _asked_in_set_up(self, event: ChanceEvent, S: BaseState) -> bool:
        """Whether the table must tell an event: a die, or a public card of an automated seat."""
        if not comes_to_light(self.plan)(event, S):
            return False
        if event.sort != "card":
            return event.sort == "die"
        found = handles.zone_of(self.plan, S.loc[event.value])
        return bool(
            found is not None and found[0].holder == "player" and found[1] in self.now.seats.played
        )

    def _go_on(self, told: TurnAnswers, as_printed: bool = False) -> list[Reply]:
        """Replay with the answers, and return what is new."""
        stage = self.now.stage if self.now.stage == "turn" else "setup"
        self.now = replace(self.now, stage=stage)
        for _ in range(1_000):
            course = self._play(told)
            option = self._known_option(course, as_printed)
            if option is None:
                break
            told.options.append(option[0])
        self.now = replace(self.now, told=told, course=course)
        if stage == "turn" and course.asks is True and course.state.actor == self.now.turn_of:
            who = self.title(self.now.turn_of)
            raise NotSo(
                f"{who} decides in this turn: it is not played by the rules alone",
                "name a player whom the rules play",
            )
        if stage == "setup":
            return self._set_up_so_far(course)
        return self._turn_so_far(course)

    def _known_option(self, course: CourseSoFar, as_printed: bool) -> tuple[Option] | None:
        """Find an answer that need not be asked for, in a tuple; None if a person must be asked.

        That is a declined question, a faction that was named, or the default in a set-up.
        """
        S = course.state
        if course.asks is True and (S.site, S.actor) in self.now.declined:
            return questions.declining(self.plan, S)
        if self.now.stage == "turn" or course.asks is not True:
            return None
        site = self.plan.program.sites[S.site]
        if is_faction(site) and S.actor < len(self.now.wanted):
            wanted = self.now.wanted[S.actor]
            if wanted in S.options:
                return (wanted,)
        return (S.options[0],) if as_printed else None

    def _set_up_so_far(self, course: CourseSoFar) -> list[Reply]:
        if not course.finished:
            return []
        self.now = replace(
            self.now, stage="table", state=course.state, course=None, told=None, shown=0
        )
        return [Reply("note", "The table is set up. Tell what is other at yours."), Reply("map")]

    def _turn_so_far(self, course: CourseSoFar) -> list[Reply]:
        before = self._holders_before()
        end = None if course.finished else len(course.state.log)
        steps = TurnSteps(self.plan, self.table, course, before, self.hands).tell(end)
        new = [Reply("step", step.says, step) for step in steps[self.now.shown :]]
        if not course.finished:
            self.now = replace(self.now, shown=len(steps))
            return new
        hands = sum(step.sort in BY_HAND for step in steps)
        turns = (*self.now.turns, TurnPlayed(self.now.turn_of, hands))
        over = course.game_over
        self.hands.forget(course.state, laid_open_by_chance(course, self.hands))
        self.now = replace(
            self.now,
            stage="over" if over else "table",
            state=_at_rest(course.state),
            course=None,
            told=None,
            shown=0,
            turns=turns,
            turn_of=-1,
            hands=frozenset(),
            declined=frozenset(),
        )
        who = self.title(turns[-1].seat)
        last = "The game is over." if over else f"The turn of {who} is over."
        return [*new, Reply("note", last)]

    def _holders_before(self) -> Holders:
        return Holders(self.plan, self.table, self.names)

    def title(self, seat: int) -> str:
        """Return the name of a player."""
        return self._holders_before().players[seat].title

    def _answered(self, line: str) -> list[Reply]:
        """Handle an answer in a set-up or a turn."""
        course, told = self.now.course, self.now.told
        if course is None or told is None or not course.asks:
            raise NotSo("nothing is asked")
        told = told.copy()
        if self.now.stage == "setup" and line.casefold() in ("p", "printed", "as printed"):
            return self._go_on(told, as_printed=True)
        if not isinstance(course.asks, AskedOfChance) and line.casefold() in NEVER:
            S = course.state
            declined = questions.declining(self.plan, S)
            if declined is None:
                raise NotSo("this must be answered", "`?` lists what can be said")
            asked = (S.site, S.actor)
            self.now = replace(self.now, declined=self.now.declined | {asked})
            return self._go_on(told)
        if not isinstance(course.asks, AskedOfChance):
            told.options.append(self._chosen(course, line))
            return self._go_on(told)
        chance = course.asks
        if line.casefold() in LEFT or (not line and self.now.stage == "setup"):
            values = [event.value for event in chance.events]
        elif chance.events[0].sort == "die":
            values = questions.read_dice(self.plan, chance, line)
        elif chance.events[0].sort == "lot":
            values = [questions.read_lot(self.plan, chance, line)]
        else:
            values = [self._drawn(chance, line)]
        told.chance.update(zip(chance.numbers, values, strict=True))
        return self._go_on(told)

    def _chosen(self, course: CourseSoFar, line: str) -> Option:
        return questions.read_option(self.plan, course.state, line, self.holders.called())

    def _drawn(self, chance: AskedOfChance, line: str) -> int:
        """Parse the card that was drawn, and make sure it was in its pile before the turn."""
        course = self.now.course
        assert course is not None
        card = questions.read_card(self.plan, chance, self.hands, course.state, line)
        event = chance.events[0]
        if card not in event.among and self.now.state is not None:
            begun = self.now.state.clone()
            pile = next(f for f in self.plan.program.families if f.key == event.of)
            self.hands.put(begun, card, pile, 0)
            self.now = replace(self.now, state=begun)
        return card

    # ------------------------------------------------------------------------ between turns

    def _at_table(self, line: str) -> list[Reply]:
        """Handle a description of what happened, or begin a turn."""
        seat = self._begins_turn(line)
        if seat is not None:
            self.now = replace(self.now, stage="turn", turn_of=seat, shown=0)
            name = self.title(seat)
            Placer(self.plan, self.table, self.holders).check_player(seat)
            said = [Reply("turn", f"The turn of {name}")]
            if self.past and self.past[-1].stage == "turn":
                said.append(Reply("note", "Nothing was told since the last turn."))
            return said + self._go_on(TurnAnswers())
        state = self.table.clone()
        hands = self.hands
        talk = Talk(self.plan, state, self.names, hands)
        if plain_words(line) in (("clear",), ("clear", "the", "map"), ("clear", "map")):
            talk.clear_places()
            told = ["Nothing lies on the map now."]
        else:
            told = []
            for part in _MORE.split(line):
                talk = Talk(self.plan, state, self.names, hands)
                told += [*talk.tell(part), *reminders(talk.placer, self.now.seats.played)]
        self.now = replace(self.now, state=state, hands=frozenset(hands.told))
        return [Reply("note", words.capital(one)) for one in told] or [Reply("note", "So it is.")]

    def _when_over(self, line: str) -> list[Reply]:
        raise NotSo("the game is over", "`undo` takes the last line back")

    def _begins_turn(self, line: str) -> int | None:
        """Find whose turn a line begins: `turn`, `turn of fury`, `fury takes turn`; or None."""
        parts = list(plain_words(line))
        asked = [word for word in parts if word not in ("of", "takes", "a", "the", "s")]
        if not any(word in PLAY for word in asked):
            return None
        played = self.now.seats.played
        rest = [word for word in asked if word not in PLAY]
        if not rest:
            if len(played) > 1:
                who = words.joined((self.title(seat) for seat in played), "or")
                raise NotSo("the rules play several seats", f"say whose turn it is: {who}")
            return played[0]
        found: list[TableHolder] = self.holders.names.all_of(rest)
        players = [one for one in found if one.of == "player"]
        if len(players) != 1:
            return None
        if players[0].index not in played:
            raise NotSo(
                f"{players[0].title} is no seat that the rules play",
                "people play their turns themselves: tell what has changed",
            )
        return players[0].index


def _at_rest(state: BaseState) -> BaseState:
    state.log = []
    state.pins = None
    return state
