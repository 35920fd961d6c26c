"""Memory layout of a game's state: one C struct with its members in a fixed order.

Takes a woven program and returns the members with their lengths, which both the printer and the
code that transfers states from and to Python rely on. Knows nothing of how rules are printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.backends.c.kinds import NotNative
from interpreter.check.declarations.sizes import owners
from interpreter.ir.declared import Field
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Program

WHOLE = "I"
PIECE = "Piece"  # C type of components, locations, players and small numbers
WIDE = 64  # room from which on only the used part of a pile is copied
MOST_LASTING = 256  # temporary bans and changes in force at once
MOST_TOLD = 8  # numbers that each of these holds
MOST_WAITING = 1 << 16  # numbers on the stack of waiting frames
MOST_LOOKS = 64  # numbers that describe a component's looks
MOST_CHOSEN = 256  # items of one answer
MOST_SPREAD = 1 << 20  # numbers of all arrays together; each look-ahead copies them
MOST_OFFERED = 10_001  # numbers of all options of a question


@dataclass(frozen=True, slots=True)
class StateArray:
    """One array of the state: `count` numbers, or `piles` piles of up to `count` components."""

    name: str
    type: str
    count: int
    piles: int = 0


@dataclass(slots=True)
class StateLayout:
    """All members of the state; `single` are plain integers."""

    single: list[str] = field(default_factory=list)
    lists: dict[str, StateArray] = field(default_factory=dict)
    piles: dict[str, StateArray] = field(default_factory=dict)
    streams: list[str] = field(default_factory=list)
    uses: int = 0
    players: int = 0
    piece: int = 4
    """How many bytes a `Piece` takes."""

    room_for_options = MOST_OFFERED

    def same(self, other: StateLayout) -> bool:
        """Tell whether two layouts agree; streams do not count, for they are numbered on demand."""
        mine = (self.single, self.lists, self.piles, self.uses, self.players, self.piece)
        return mine == (
            *(other.single, other.lists, other.piles, other.uses, other.players, other.piece),
        )

    def stream(self, name: str) -> int:
        """Return the number of a random stream, registering the stream on first use."""
        if name not in self.streams:
            self.streams.append(name)
        return self.streams.index(name)

    def struct(self, questions: int = 0) -> str:
        """Render the state as a C struct, with its copy and hash functions.

        `questions` is the number of memoized questions, each of which has an era. Members behind
        `expiry` are copied only as far as they are used.
        """
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
        for one in sorted(self.piles.values(), key=_wide):  # partly copied ones come last
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
        """Render the C function that copies a state up to `expiry`; of wide piles, what is used."""
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
        """Render the C function that hashes what tells two positions apart."""
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
        """Render the `Piece` type, on which all other C text depends."""
        name = {2: "short", 4: "int"}[self.piece]
        return f"typedef {name} Piece;\n#define MOST_PIECES {2 ** (8 * self.piece - 1) - 1}\n"

    def bytes_of(self, member: StateArray) -> int:
        """Return the size of each number of a member, in bytes."""
        return self.piece if member.type == PIECE else 8


def layout_of(program: Program, woven: Woven) -> StateLayout:
    """Lay out the state of a game.

    Raises `NotNative` for a field that holds a list, and for zones that would take too much memory.
    """
    made = StateLayout(players=program.most, piece=2 if _few(program) else 4)
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
            made.piles[name] = StateArray(name, PIECE, room, family.owners)
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
    """Tell whether all numbers of components and locations fit into two bytes."""
    places = max((f.base + f.owners * max(1, f.slots) for f in program.families), default=0)
    return max(program.components, places) <= MOST_SMALL


def _small(one: Field) -> bool:
    """Tell whether a field fits into a `Piece`."""
    kind = one.type
    if kind.is_number:
        ends = kind.low, kind.high
        return all(end is not None and 2 * abs(end) <= MOST_SMALL for end in ends)
    return kind.base in ("yesno", "player", "piece", "value") and not kind.elements


def _wide(one: StateArray) -> bool:
    return one.count >= WIDE


def _add(made: StateLayout, name: str, kind: str, count: int) -> None:
    made.lists[name] = StateArray(name, kind, count)
