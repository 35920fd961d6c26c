"""Well-formed games by chance: `game(number)` gives the files of one, always the same.

The table is drawn first: kinds, zones of every shape with every holder, boards, money, what is
kept. Then rules are written about it from patterns of the grammar. A slot of a pattern is filled
with a value of that sort: `{n}` a number, `{c}` a condition, `{cards}` things of a kind, `{card
in}` a zone of a kind, and so on. What is chosen or gone through has a name in the lines below it.
The checker refuses some sentences, since sense is not looked for, and these are left out; it may
not break, and what it accepts must be played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from interpreter.diagnostics import Report
from interpreter.ir.program import Program
from tests.checking import check_game
from tests.fuzz.patterns import (
    BLOCKS,
    CONDITIONS,
    KEPT,
    KINDS,
    MADE,
    METALS,
    NEEDS_BOARD,
    NUMBERS,
    PRINTED,
    SENTENCES,
    SLOT,
    SUITS,
    THINGS,
    WHEN,
)  # fmt: skip
from tests.language.reference import game_files


class Maker:
    """Writes one game."""

    def __init__(self, number: int) -> None:
        self.dice = Random(number)
        self.names: list[str] = []  # what is named in the lines above
        self.depth = 0
        self.zones: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.piles: list[str] = []
        self.actions = [f"act_{letter}" for letter in "abcd"[: self.dice.randint(1, 3)]]
        self.board = self.dice.choice(("grid", "grid", "ring", "hexes", ""))

    # ------------------------------------------------------------------------------ the table

    def shape(self, kind: str) -> str:
        """How things of a kind lie in a zone."""
        many, dice = KINDS[kind], self.dice
        if kind == "coin":
            return dice.choice(("set of coins", "set of coins", "pile of coins"))
        shapes = (
            "pile of {}",
            "set of {}",
            "set of {}",
            "row of {}",
            f"row of {dice.randint(1, 4)} {{}}",
        )
        made = dice.choice(shapes).format(many)
        if dice.random() < 0.15:
            made = f"space for {kind}"
        if dice.random() < 0.1 and kind != "gem":
            made = made.replace(many, f"{many} or gems")
        seen = dice.choice((", seen by all", ", seen by all", ", seen by nobody", ""))
        limit = f", limit {dice.randint(1, 6)}" if dice.random() < 0.15 else ""
        limit *= " of " in made and not re.search(r"\d", made)
        return made + seen + limit

    def holder(self, head: str, whose: Sequence[str], most: int) -> str:
        """Give some zones of one holder; each is known as `{whose}zone` from then on."""
        text = f"{head} has\n"
        for at in range(self.dice.randint(1, most)):
            kind = self.dice.choice(list(KINDS))
            name = f"{head.split()[-1][:4]}_{kind}{at}"
            lies = self.shape(kind)
            fitting = [one for one in self.piles if f"_{kind}" in one]
            if fitting and lies.startswith("pile") and head == "the table" and kind != "coin":
                lies += f", refilled from {fitting[0]}" * (self.dice.random() < 0.4)
            text += f"    zone {name}: {lies}\n"
            self.zones[kind].append(self.dice.choice(whose) + name)
            if head == "the table":
                self.piles.append(name)
        return text

    def table(self) -> str:
        """Everything that is declared."""
        dice = self.dice
        text = "values hue: fox, hen, owl\nvalues metal: silver, gold\n"
        text += "kind card plural cards\n    printed suit: hue\n    printed cost, rank: 0 to 4\n"
        text += "    printed price: amounts of metal\n    has wear: 0 to 9\n    carries rules\n"
        if dice.random() < 0.3:
            shape = dice.choice(("space for pawn", "set of gems", "row of 2 gems"))
            text += f"    zone on_card: {shape}\n"
            self.zones["gem"].append("card's on_card")
        text += "kind die plural dice\n    has face: 1 to 6\n"
        text += "kind pawn plural pawns, owned by a player\n    worn: 0 to 5\n"
        text += "kind coin plural coins, alike\n    printed stuff: metal\n"
        text += (
            "    printed size: penny or crown\nkind gem plural gems\n    printed shine: 1 to 3\n"
        )
        text += "    weight: 0 to 20\n    dull: yes or no\n"
        text += self.holder("the table", ("",), 6)
        text += "    zone deck: pile of cards, seen by nobody, refilled from spent\n"
        text += (
            "    zone spent: pile of cards, seen by all\n    zone tray: set of dice, seen by all\n"
        )
        self.zones["card"] += ["deck", "spent"]
        self.zones["die"] += ["tray"]
        kinds = dice.choice(("dice", "pawns", "cards"))
        field = {
            "grid": f"grid {dice.randint(1, 4)} by {dice.randint(1, 4)} of {kinds}",
            "hexes": f"hexes of radius {dice.randint(1, 2)} of {kinds}",
            "ring": f"ring of {dice.randint(2, 6)} spaces",
            "": "",
        }[self.board]
        field += ", pushed out to tray" * (self.board == "grid" and kinds == "dice")
        text += f"    board field: {field}\n" if field else ""
        if field and self.board != "ring":
            self.zones[{"dice": "die", "pawns": "pawn", "cards": "card"}[kinds]].append("field")
        text += "    pot: 0 to 99\n    trump: hue or none\n    marked: yes or no\n"
        text += "    prize: card or none\n    lucky: die or none\n    stone: gem or none\n"
        text += "    walker: pawn or none\n    starter: player or none\n"
        text += "    aim: space or none\n" if field else ""
        text += "    way: lane or none\n" if self.board == "grid" else ""
        text += self.holder("each player", ("your ", "your ", "{player}'s "), 5)
        text += "    zone hand: set of cards, seen by owner, number seen by all\n"
        text += (
            "    zone purse: set of coins, seen by all\n    score: 0 to 99\n    ready: yes or no\n"
        )
        text += "    pet: card or none\n"
        self.zones["card"].append("your hand")
        self.zones["coin"].append("your purse")
        text += self.holder("each hue", ("{hue}'s ",), 2) + "    stock: 0 to 9, starts at 3\n"
        text += "each metal has\n    zone mint: set of coins, seen by all\n"
        self.zones["coin"].append("{metal}'s mint")
        if field and (self.board == "ring" or dice.random() < 0.3):
            text += self.holder("each space of field", ("{space}'s ",), 2)
        text += "money coin of stuff\n    worth 1 for penny"
        text += dice.choice(("", f", {dice.randint(2, 5)} for crown"))
        text += "\n    kept in purse\n    banked in mint\n"
        return text + f"setting limit_of_all: {dice.randint(1, 9)}, from 1 to 9\n"

    # ------------------------------------------------------------------------------ sentences

    def fill(self, pattern: str) -> str:
        """Give a pattern with something in each of its slots."""
        self.depth += 1
        made = SLOT.sub(lambda slot: self.slot(slot[1]), pattern)
        self.depth -= 1
        return made.replace("you's ", "your ")

    def one(self, patterns: Sequence[str]) -> str:
        """One of some patterns, filled; deep within one another only short ones."""
        if not self.board:
            patterns = [p for p in patterns if not NEEDS_BOARD.search(p)]
        short = [p for p in patterns if p.count("{") <= 1] if self.depth > 2 else patterns
        plain = [p for p in patterns if "{" not in p] if self.depth > 4 else []
        return self.fill(self.dice.choice(plain or short or patterns))

    def named(self, sort: str) -> list[str]:
        """Give what stands for such a value in the lines above."""
        return [name for name in self.names if MADE.get(name) == sort]

    def slot(self, slot: str) -> str:
        """Give what a slot is filled with."""
        dice = self.dice
        if slot == "i":
            return str(dice.choice((0, 1, 1, 2, 2, 3, 5)))
        if slot == "n":
            known = self.named("n")
            return dice.choice(known) if known and dice.random() < 0.3 else self.one(NUMBERS)
        if slot == "a":
            known = [*self.named("n"), "pot", "your score", str(dice.randint(0, 4)), "1"]
            return dice.choice(known) if dice.random() < 0.8 else f"({self.one(NUMBERS)})"
        if slot == "c":
            return self.one(CONDITIONS)
        if slot.startswith("c about "):
            kind = slot.split()[-1]
            asked = (*PRINTED.get(kind, ()), *KEPT.get(kind, ()))
            how = dice.choice(("at least ", "at most ", ""))
            return f"its {dice.choice(asked)} is {how}{self.slot('a')}"
        if slot == "things":
            return self.one(THINGS)
        if slot in ("cards", "dice", "gems", "pawns", "coins"):
            kind = next(one for one, many in KINDS.items() if many == slot)
            place = f" in {self.slot(f'{kind} in')}" if dice.random() < 0.6 else ""
            return f"{slot}{place}"
        if slot.endswith((" selection", "s in", "dice in")):
            kind = slot.split()[0]
            kind = kind if kind in KINDS else next(k for k, many in KINDS.items() if many == kind)
            where = (
                f" where {self.slot(f'c about {kind}')}"
                if dice.random() < 0.25 and kind in KEPT
                else ""
            )
            noun = kind if slot.endswith("selection") else KINDS[kind]
            return f"{noun} in {self.slot(f'{kind} in')}{where}"
        if slot.endswith(" in"):
            return self.fill(dice.choice(self.zones[slot.split()[0]] or ["tray"]))
        if slot.startswith("number of "):
            kind = slot.split()[-1]
            return dice.choice((*PRINTED[kind], *KEPT[kind]))
        return self._small_slot(slot)

    def _small_slot(self, slot: str) -> str:
        dice = self.dice
        known = self.named(slot)
        if known and dice.random() < 0.9:
            return dice.choice(known)
        ways: dict[str, tuple[str, ...]] = {
            "player": ("you", "you", "you", "active_player", "starter"),
            "players": ("players", "opponents", "players where its score is at least 1"),
            "hue": SUITS, "metal": METALS, "side": ("left", "right"), "kind": tuple(KINDS),
            "kinds": tuple(KINDS.values()), "action": tuple(self.actions), "own pile": ("hand",),
            "card": ("fox_1", "hen_1", "prize", "your pet"), "die": ("lucky",), "gem": ("stone",),
            "pawn": ("walker",), "lane": ("way",), "spaces board": ("field",), "space": ("aim",),
            "spaces": ("spaces of field", "empty spaces in field", "spaces of field where {c}"),
        }  # fmt: skip
        if slot == "zone":
            return self.slot(f"{dice.choice([kind for kind in KINDS if self.zones[kind]])} in")
        return self.fill(dice.choice(ways[slot]))

    def block(self, indent: int, most: int) -> str:
        """Give some sentences, and blocks in them."""
        text = ""
        names = list(self.names)
        for _ in range(self.dice.randint(1, most)):
            pad = "    " * indent
            if indent > 3 or self.dice.random() < 0.55:
                text += f"{pad}{self.one(SENTENCES)}\n"
                continue
            head = self.one(BLOCKS)
            text += f"{pad}{head}\n" + self.below(head, indent + 1)
        self.names = names
        return text

    def below(self, head: str, indent: int) -> str:
        """Give what stands below the first line of a block, or behind what was named there."""
        pad, names, dice = "    " * indent, list(self.names), self.dice
        if head.startswith("pick"):
            self.names.append(head.split()[1])
            about = "highest its score" if "leader" in head else "lowest its cost"
            return f"{pad}{about}\n{pad}{'at random'}\n"
        if head.startswith("choose one"):
            return "".join(
                f"{pad}option \"{way}\"\n{self.block(indent + 1, 2)}" for way in ("A", "B")
            )  # fmt: skip
        made = re.findall(r"(?:choose|from players, |, )(?: may)? ?(\w+) from|^let (\w+)", head)
        found = [one or other for one, other in made]
        if head.startswith(("choose", "may choose", "let")):
            self.names += [name for name in found if name in MADE]
            if head.startswith("let") or dice.random() < 0.7:
                return ""
            return f'{pad}requires {self.slot("c")} else "not so"\n'
        if head.startswith("for each"):
            self.names.append(head.split()[2])
        text = self.block(indent, 3)
        self.names = names
        if head.startswith("if") and dice.random() < 0.3:
            text += f"{'    ' * (indent - 1)}otherwise\n{self.block(indent, 2)}"
        return text

    # ------------------------------------------------------------------------------ the rules

    def rules(self) -> str:
        """All rules."""
        dice = self.dice
        text = "setup opening\n    move all cards to deck\n    shuffle deck\n"
        text += "    move all dice to tray\n"
        text += "    for each metal\n        move all metal coins to metal's mint\n"
        text += "    have each player\n        draw 2 cards from deck to their hand\n"
        text += f'game main "Main"\n    play opening\n    repeat {dice.randint(2, 8)} times\n'
        text += "        have each player play turn_of_one\n    pick winner from players\n"
        text += "        highest score of it\n        at random\n    have winner win\n"
        text += "turn turn_of_one\n" + (self.block(1, 2) if dice.random() < 0.4 else "")
        must = dice.choice(("must take one of", "may take any of", "may take up to 2 of"))
        text += f'    menu "Go"\n        {must} {", ".join(self.actions)}\n        may pass\n'
        for action in self.actions:
            requires = f'    requires {self.slot("c")} else "no"\n' * (dice.random() < 0.3)
            text += f'action {action} "{action}"\n{requires}{self.block(1, 4)}'
        text += "define tally of player\n    answer " + self.fill("{n}") + "\n"
        text += "define crowded of player\n    answer " + self.fill("{c}") + "\n"
        text += "define goods of player\n    answer number of " + self.fill("{things}") + "\n"
        text += "relation player owns card\n    answer card is in player's hand\n"
        self.names = ["amount"]
        text += f"procedure settle amount: number\n{self.block(1, 3)}"
        self.names = ["card", "player"]
        text += f"procedure give card to player\n{self.block(1, 3)}"
        self.names = []
        if dice.random() < 0.5:
            when = dice.choice(WHEN)
            self.names = ["amount"] * ("settle" in when) + ["card"] * ("card" in when)
            test = f", if {self.slot('c')}" if dice.random() < 0.3 and "instead" not in when else ""
            text += f"rule one\n    {when}{test}\n{self.block(2, 2)}"
            self.names = []
        if dice.random() < 0.3:
            text += f"rule two\n    while {self.slot('c')}\n        raise your score by 2\n"
        return text

    def components(self) -> str:
        """Give what is in the box."""
        dice, text = self.dice, "cards:\n"
        for suit in SUITS:
            for at in range(1, dice.randint(2, 4)):
                price = f"{{silver: {dice.randint(0, 2)}, gold: {dice.randint(0, 1)}}}"
                text += (
                    f"- {{id: {suit}_{at}, suit: {suit}, cost: {dice.randint(0, 4)}, rank: {at}, "
                )
                text += f"price: {price}, copies: {dice.randint(1, 3)}, source: common}}\n"
        text += f"dice:\n- {{id: white_die, copies: {dice.randint(1, 9)}, source: common}}\n"
        text += f"pawns:\n- {{id: pawn, copies: {dice.randint(1, 5)}, source: common}}\ncoins:\n"
        for metal in METALS:
            for size in ("penny", "crown"):
                each = ", for_each_player: true" * (dice.random() < 0.2)
                text += f"- {{id: {metal}_{size}, stuff: {metal}, size: {size}, "
                text += f"copies: {dice.randint(1, 12)}, source: common{each}}}\n"
        text += "gems:\n"
        for shine, name in enumerate(("ruby", "opal"), 1):
            copies = dice.randint(1, 4)
            text += f"- {{id: {name}, shine: {shine}, copies: {copies}, source: common}}\n"
        return text


def game(number: int) -> dict[str, str]:
    """Give the files of the game of this number."""
    maker = Maker(number)
    table = maker.table()
    most = maker.dice.randint(2, 4)
    head = f"id: made\nversion: '1.0'\ntitle: Made\nlanguage: 1\nplayers: {{min: 2, max: {most}}}\n"
    return {
        "game.yaml": head,
        "rules/1_table.rules": table,
        "rules/2_rules.rules": maker.rules(),
        "components/box.yaml": maker.components(),
    }


def _instead(line: str, before: str) -> list[str]:
    """Give what stands in the place of a sentence, so that nothing is left empty."""
    if line.startswith("answer"):
        return ["answer player is ready" if "crowded" in before else "answer 1"]
    if line.startswith(("requires", "option")):
        return []
    if line.startswith("while"):
        return ["while pot is 1", "    raise your score by 1"]
    if before.startswith(("end", "stop")):
        return []
    return ["raise your score by 1" if before.startswith("while") else "set pot to 1"]


def without(files: dict[str, str], faults: dict[str, set[int]]) -> dict[str, str]:
    """Give the same game without the sentences on these lines of its files, and what stands below
    them; nothing if a whole rule would have to go."""
    made = {}
    for path, text in files.items():
        kept: list[str] = []
        gone = 99  # further in than this nothing is kept
        for number, line in enumerate(text.split("\n"), 1):
            indent = len(line) - len(line.lstrip())
            if line.strip() and indent > gone:
                continue
            gone = 99
            if number not in faults.get(path, ()):
                kept.append(line)
                continue
            if not indent or path.endswith(".yaml"):
                return {}
            gone = indent
            if path.endswith("2_rules.rules"):
                kept += [" " * indent + one for one in _instead(line.strip(), kept[-1].strip())]
        made[path] = "\n".join(kept)
    return made


ROUNDS = 8


def accepted(number: int) -> tuple[Program, dict[str, str]] | None:
    """Give the game of this number without what the checker refuses of it, and its files; None if
    too much would have to go. Only errors that are told are borne."""
    files = game(number)
    for _ in range(ROUNDS):
        report = Report()
        program = check_game(game_files(files), report)
        if program is not None and not report.errors:
            return program, files
        faults: dict[str, set[int]] = {}
        for problem in report.errors:
            span = problem.label.span
            faults.setdefault(span.source.path, set()).add(span.line)
        assert faults, "no game, and nothing said of it"
        files = without(files, faults)
        if not files:
            return None
    return None
