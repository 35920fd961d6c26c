"""How the state of a game lies in memory: one C struct, members in a fixed order.

Takes a woven program; gives the members with their lengths, which both the printer and the code
that carries states over from Python and back go by. Must not know how rules are printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.backends.c.kinds import NotNative
from interpreter.check.declarations.sizes import owners
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Field, Program

WHOLE = "I"
PIECE = "Piece"  # what a component, a place, a player or a small number is kept as
WIDE = 64  # places from which on of a pile only what lies there is copied
MOST_LASTING = 256  # bans and changes for a time that can hold at once
MOST_TOLD = 8  # numbers that one of them is about
MOST_WAITING = 1 << 16  # numbers on the stack of rules that wait
MOST_LOOKS = 64  # numbers that tell what a component looks like
MOST_CHOSEN = 256  # things that one answer holds
MOST_SPREAD = 1 << 20  # numbers of all lists and piles together; each look ahead copies them
MOST_OFFERED = 10_001  # numbers of all options of a question


@dataclass(frozen=True, slots=True)
class Member:
    """One list of the state: `count` numbers, or `piles` piles of up to `count` things."""

    name: str
    type: str
    count: int
    piles: int = 0


@dataclass(slots=True)
class Layout:
    """All members; `single` are plain numbers."""

    single: list[str] = field(default_factory=list)
    lists: dict[str, Member] = field(default_factory=dict)
    piles: dict[str, Member] = field(default_factory=dict)
    streams: list[str] = field(default_factory=list)
    uses: int = 0
    players: int = 0
    piece: int = 4
    """How many bytes a `Piece` takes."""

    room_for_options = MOST_OFFERED

    def same(self, other: Layout) -> bool:
        """Whether states lie in memory alike; streams are numbered as they come."""
        mine = (self.single, self.lists, self.piles, self.uses, self.players, self.piece)
        return mine == (
            *(other.single, other.lists, other.piles, other.uses, other.players, other.piece),
        )

    def stream(self, name: str) -> int:
        """Give the number of a stream of chance."""
        if name not in self.streams:
            self.streams.append(name)
        return self.streams.index(name)

    def struct(self, questions: int = 0) -> str:
        """Give the state as a C struct, with the eras of so many questions that are remembered.
        What is behind `expiry` is copied only as far as it is used."""
        lines = ["n", "active", "over", "ending", "fuel", "site", "actor", "probe", "base", "agent"]
        lines += [
            "asides",
            "asked",
            "asked_most",
            "forced",
            "used",
            "frames",
            "expiry_n",
            "choice_n",
        ]
        lines += ["options_n", "options_lists", "winners_n", *self.single]
        text = f"    U era[{questions + 1}];\n"
        text += "".join(f"    I {name};\n" for name in lines)
        for one in self.lists.values():
            text += f"    {one.type} {one.name}[{max(1, one.count)}];\n"
        for one in sorted(self.piles.values(), key=_wide):  # those of which a part is copied last
            text += f"    {one.type} {one.name}[{one.piles}][{one.count + 1}];\n"
        return (
            (
                f"#define MOST_LASTING {MOST_LASTING}\n#define MOST_TOLD {MOST_TOLD}\n"
                f"#define MOST_WAITING {MOST_WAITING}\n"
                f"#define MOST_CHOSEN {MOST_CHOSEN}\n#define MOST_LOOKS {MOST_LOOKS}\n"
                f"#define MOST_SEATS {self.players + 1}\n#define USES {self.uses}\n"
                f"#define QUESTIONS {questions}\n"
                "typedef struct { I span, now, whose, number, who, count, values[MOST_TOLD]; } "
                "Lasting;\n"
                "typedef struct State {\n    U seed, base_seed;\n" + text + "    "
                f"I winners[{self.players + 1}];\n    I draws[{len(self.streams) + 1}];\n"
                "    Lasting expiry[MOST_LASTING];\n    I stack[MOST_WAITING];\n"
                f"    I choice[MOST_CHOSEN];\n    I options[{MOST_OFFERED}];\n}} State;\n"
            )
            + self._copying()
            + self._hashing()
        )

    def _copying(self) -> str:
        """C that copies everything up to what lasts; of wide piles, only what lies there."""
        wide = [one for one in self.piles.values() if _wide(one)]
        end = wide[0].name if wide else "expiry"
        text = f"    memcpy(to, from, (Size)((char *)from->{end} - (char *)from));\n"
        for one in wide:
            text += (
                f"    for (I k = 0; k < {one.piles}; k++) memcpy(to->{one.name}[k], "
                f"from->{one.name}[k], (Size)(from->{one.name}[k][0] + 1) * sizeof(Piece));\n"
            )
        if wide:
            text += (
                "    memcpy(to->winners, from->winners, "
                "(Size)((char *)from->expiry - (char *)from->winners));\n"
            )
        return f"static void copy_kept(State *to, const State *from) {{\n{text}}}\n"

    def _hashing(self) -> str:
        """C that makes one number of what tells two positions apart; piles as far as they go."""
        text = "".join(f"    h = (h ^ (U)S->{name}) * GOLDEN;\n" for name in self.single)
        for one in self.lists.values():
            if one.name not in ("used_at", "used_n"):
                text += f"    h = hashed(h, S->{one.name}, sizeof S->{one.name});\n"
        for one in self.piles.values():
            text += (
                f"    for (I k = 0; k < {one.piles}; k++) h = hashed(h, S->{one.name}[k], "
                f"(Size)(S->{one.name}[k][0] + 1) * sizeof(Piece));\n"
            )
        return f"static U hash_kept(const State *S, U h) {{\n{text}    return h;\n}}\n"

    def head(self) -> str:
        """Give what a `Piece` is, which everything in C comes after."""
        name = {2: "short", 4: "int"}[self.piece]
        return f"typedef {name} Piece;\n#define MOST_PIECES {2 ** (8 * self.piece - 1) - 1}\n"

    def bytes_of(self, member: Member) -> int:
        """How many bytes each number of a list takes."""
        return self.piece if member.type == PIECE else 8


def layout_of(program: Program, woven: Woven) -> Layout:
    """Give the layout of a game's state; `NotNative` for kept values that are lists."""
    made = Layout(players=program.most, piece=2 if _few(program) else 4)
    for one in (*program.fields, *program.engine_fields):
        if one.type.base in ("amounts", "set"):
            raise NotNative(f"`{one.name}`, a list that is kept", -one.span.line)
        if one.holder == "table":
            made.single.append(f"f_{one.key}")
        else:
            count = program.components
            if one.holder not in program.kinds:
                count = owners(program, one.holder)
            _add(made, f"f_{one.key}", PIECE if _small(one) else WHOLE, count + 1)
    for span in woven.spans:
        made.single += [f"t_{span}", f"d_{span}"]
        if any(span in kind.stamped for kind in program.kinds.values()):
            _add(made, f"stamp_{span}", WHOLE, program.components + 1)
    _add(made, "loc", PIECE, len(program.owner_of))
    _add(made, "shown", PIECE, program.components + 1)
    made.uses = len(woven.tracked) * program.most
    _add(made, "used_at", WHOLE, made.uses)
    _add(made, "used_n", WHOLE, made.uses)
    for family in program.families:
        name = f"z_{family.key}"
        if family.shape == "list":
            kinds = [program.kinds[kind] for kind in family.kinds]
            room = max(1, sum(kind.last - kind.first for kind in kinds))
            made.piles[name] = Member(name, PIECE, room, family.owners)
        elif family.shape == "slots":
            _add(made, name, PIECE, family.owners * family.slots + 1)
        else:
            _add(made, name, WHOLE, (family.owners + 1) * family.slots)
        room = sum(one.count for one in made.lists.values())
        room += sum((one.count + 1) * one.piles for one in made.piles.values())
        if room > MOST_SPREAD:
            raise NotNative(f"room for every piece in each zone `{family.name}`", 0)
    return made


MOST_SMALL = 2**15 - 1


def _few(program: Program) -> bool:
    """Whether every component and every place has a number that fits into two bytes."""
    places = max((f.base + f.owners * max(1, f.slots) for f in program.families), default=0)
    return max(program.components, places) <= MOST_SMALL


def _small(one: Field) -> bool:
    """Whether a `Piece` has room for what is kept: numbers are kept within their range."""
    kind = one.type
    if kind.is_number:
        ends = kind.low, kind.high
        return all(end is not None and 2 * abs(end) <= MOST_SMALL for end in ends)
    return kind.base in ("yesno", "player", "piece", "value") and not kind.elements


def _wide(one: Member) -> bool:
    return one.count >= WIDE


def _add(made: Layout, name: str, kind: str, count: int) -> None:
    made.lists[name] = Member(name, kind, count)
