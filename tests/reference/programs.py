"""Small games made by lot: well-typed blocks in one another, with everything that can end one.

A game is a text, so a difference can be kept as a file. Most are accepted by the checker; one that
is not is thrown away.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

GAME_YAML = """id: lot
version: "1.0"
title: "Made by lot"
language: 1
players: {min: 2, max: 4}
"""
CARDS = """cards:
- {id: rose, colour: red, rank: 1, copies: 3, source: common}
- {id: poppy, colour: red, rank: 3, copies: 2, source: common}
- {id: coal, colour: black, rank: 2, copies: 3, source: common}
- {id: raven, colour: black, rank: 4, copies: 1, source: common}
- {id: lily, colour: white, rank: 2, copies: 2, source: common}
tokens:
- {id: token, copies: 3, for_each_player: true, source: common}
"""
TABLE = """values colour plural colours: red, black, white
kind card plural cards
    printed colour: colour
    printed rank: 1 to 4
kind token plural tokens, owned by a player
the table has
    zone deck: pile of cards, seen by nobody, refilled from heap
    zone heap: pile of cards, seen by all
    zone market: row of 3 cards, seen by all
    board field: grid 3 by 3 of tokens, seen by all
    pot: 0 to 30
    boss: player or none
each player has
    zone hand: set of cards, seen by {seen}
    zone shelf: row of cards, seen by all{limit}
    gold: 0 to 20, starts at {gold}
    tired: yes or no
    favourite: colour or none
each colour has
    price: 0 to 9, starts at 2
"""
COLOURS = ("red", "black", "white")


class Maker:
    """Writes one game. `your` acts; inside a `have`, `their`."""

    def __init__(self, seed: int, hidden: bool = False) -> None:
        self.lot = random.Random(seed)
        self.hidden = hidden or self.lot.random() < 0.25
        self.lines: list[str] = []
        self.depth = 0
        self.rule = ""
        self.loops = 0
        self.they = False
        self.asking = True
        self.names = 0
        self.known: dict[str, list[str]] = {"card": [], "player": [], "number": [], "cards": []}
        self.rules = [f"do_{n}" for n in range(self.lot.randint(1, 3))]
        self.actions = [f"act_{n}" for n in range(self.lot.randint(2, 3))]
        self.callable: list[str] = []
        self.left = 0

    # -------------------------------------------------------------------------- text

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def below(self, head: str, they: bool | None = None, loop: bool = False) -> Iterator[None]:
        """Write a heading, and what follows below it; names that are given there end with it."""
        self.line(head)
        before = self.they, self.loops, {key: list(one) for key, one in self.known.items()}
        self.they = self.they if they is None else they
        self.loops += loop
        self.depth += 1
        yield
        self.depth -= 1
        self.they, self.loops, self.known = before

    def name(self, kind: str, stem: str) -> str:
        """Give a new name, known from here on."""
        self.names += 1
        made = f"{stem}_{self.names}"
        self.known[kind].append(made)
        return made

    @property
    def my(self) -> str:
        """Whose things are spoken of."""
        return "their" if self.they else "your"

    @property
    def me(self) -> str:
        """Who acts, in a sentence about them."""
        return "them" if self.they else "you"

    def one_of(self, *choices: str) -> str:
        """Give one of some texts."""
        return self.lot.choice(choices)

    # -------------------------------------------------------------------------- phrases

    def number(self) -> str:
        """Give a number in one word, or in brackets."""
        small = str(self.lot.randint(0, 4))
        named = self.known["number"][-2:]
        long = [
            f"({self.my} gold minus {self.lot.randint(1, 5)})",
            f"(number of {self.my} hand)",
            f"(number of {self.one_of(*COLOURS)} cards in {self.my} hand)",
            f"(sum of rank of cards in {self.my} shelf)",
            "(half of pot rounded down)",
            f"(larger of {small} and number of heap)",
            f"({self.one_of(*COLOURS)}'s price)",
            "(number of tokens in field)",
        ]
        return self.lot.choice([small, small, small, *named, self.lot.choice(long)])

    def condition(self, deep: int = 0) -> str:
        """Give a question."""
        lot, my = self.lot, self.my
        has = "they have" if self.they else "you have"
        are = "they are" if self.they else "you are"
        plain = [
            f"{my} gold is {self.one_of('at least', 'at most', 'more than', 'less than')} "
            f"{lot.randint(0, 8)}",
            f"{my} hand is {self.one_of('', 'not ')}empty",
            f"{are} {self.one_of('', 'not ')}tired",
            f"{my} favourite is {self.one_of(*COLOURS, 'none')}",
            f"{has} {self.one_of('no', 'at least 2', 'a')} "
            f"card{self.one_of('s')} in {my} hand".replace("a cards", "a card"),
            f"{self.one_of('any', 'no')} {self.one_of(*COLOURS)} cards in {my} hand",
            f"pot is {self.one_of('at least', 'less than')} {lot.randint(0, 9)}",
            f"boss is {self.one_of('none', 'not none', self.me)}",
            f"number of {my} shelf is {lot.randint(0, 3)}",
            "market is full",
            "heap is not empty",
            f"every card in {my} hand is {self.one_of(*COLOURS)}",
            f"{has} more gold than any other player" if not self.they else "pot is 0",
            "any players where its gold is 0",
            f"{has} a token in field",
        ]
        for card in self.known["card"][-2:]:
            plain.append(f"{card} is {self.one_of(*COLOURS, 'rose')}")
        for who in self.known["player"][-2:]:
            plain.append(f"{who}'s gold is at least {lot.randint(0, 6)}")
        for number in self.known["number"][-1:]:
            plain.append(f"{number} is at least {lot.randint(0, 4)}")
        made = lot.choice(plain)
        if deep < 1 and lot.random() < 0.25:
            made = f"{made} {self.one_of('and', 'or')} {self.condition(deep + 1)}"
        return made

    def cards(self) -> str:
        """Give a selection of cards that whoever chooses sees."""
        where = self.one_of(
            f"{self.my} hand",
            f"cards in {self.my} hand",
            f"{self.one_of(*COLOURS)} cards in {self.my} hand",
            f"cards in {self.my} hand where its rank is at most {self.lot.randint(1, 3)}",
            "cards in heap",
            "cards in market",
            f"cards in {self.my} shelf",
            f"cards in {self.my} hand where its colour is {self.my} favourite",
        )
        return where

    # -------------------------------------------------------------------------- blocks

    def block(self, most: int = 3) -> None:
        """Write some lines; at least one."""
        for _ in range(self.lot.randint(1, most)):
            self.statement()
            self.left -= 1

    def statement(self) -> None:
        """Write a line, or a heading with what stands below it."""
        deep = self.depth >= 6 or self.left <= 0
        kinds: list[Callable[[], None]] = [self.deed] * 6
        if self.asking:
            kinds += [self.choice] * 3
        if not deep:
            kinds += [self.loop, self.loop, self.have, self.have, self.when, self.when]
            if self.asking:
                kinds += [self.options, self.may]
        kinds += [self.ending, self.requirement, self.call, self.naming, self.pick]
        self.lot.choice(kinds)()

    def deed(self) -> None:
        """Write a deed."""
        lot, my = self.lot, self.my
        chosen = self.known["card"][-1:]
        several = self.known["cards"][-1:]
        deeds = [
            f"gain {self.number()} gold",
            f"lose {self.number()} gold",
            f"pay {self.number()} gold",
            f"pay {lot.randint(1, 3)} gold",
            f"set {my} tired to {self.one_of('yes', 'no')}",
            f"set {my} favourite to {self.one_of(*COLOURS, 'none')}",
            f"raise pot by {self.number()}",
            f"lower pot by {self.number()}",
            f"set boss to {self.one_of(self.me, 'none', f'left of {self.me}')}",
            f"draw {lot.randint(1, 2)} cards from deck to {my} hand",
            f"move all cards in {my} shelf to heap",
            f"move 1 card from heap to {my} hand",
            f"raise {self.one_of(*COLOURS)}'s price by 1",
            f"place 1 of {my} tokens from the box on the middle of field",
            f"raise {my} gold by {lot.randint(1, 3)} until end of turn",
            f"set {my} favourite to {self.one_of(*COLOURS)} until {my} next turn",
            f"lower {self.one_of(*COLOURS)}'s price by 1 for 2 turns",
            "refill market from deck",
            "close_up market",
            "shuffle heap",
        ]
        if not self.they and lot.random() < 0.3:
            whom = self.one_of("opponents", "you", "everyone")
            deeds += [f"until your next turn, {whom} may not {lot.choice(self.actions)}"] * 4
        for card in chosen * 4:
            deeds.append(
                f"move {card} to {self.one_of('heap', f'{my} shelf', f'{my} hand', 'market')}"
            )
            deeds.append(f"reveal {card}")
        for cards in several * 4:
            deeds.append(f"move all {cards} to heap")
        for who in self.known["player"][-1:] * 2:
            deeds.append(f"have {who} gain {lot.randint(1, 3)} gold")
        self.line(lot.choice(deeds))

    def choice(self) -> None:
        """Write a choice, and something that uses it."""
        lot, my = self.lot, self.my
        sort = lot.randrange(7)
        if sort <= 2:
            optional = lot.random() < 0.3
            source = self.cards()
            card = self.name("card", "card")
            with self.below(f"{'may ' if optional else ''}choose {card} from {source}"):
                if lot.random() < 0.3:
                    self.line(f'requires {self.condition()} else "no"')
                if lot.random() < 0.45:
                    self.known["card"].remove(card)
                    with self.below("if none"):
                        self.block(2)
            if optional:
                with self.below(f"if {card} is not none"):
                    self.line(f"move {card} to {self.one_of('heap', f'{my} shelf')}")
                    self.block(1)
                if card in self.known["card"]:
                    self.known["card"].remove(card)
            else:
                self.line(f"move {card} to {self.one_of('heap', f'{my} shelf', 'market')}")
            return
        if sort == 3:
            source = self.one_of(f"{my} hand", "cards in heap", f"cards in {my} shelf")
            cards = self.name("cards", "some_cards")
            how = self.one_of("2", "any number of", "up to 2", "3")
            with self.below(f"choose {how} {cards} from {source}"):
                if lot.random() < 0.5:
                    self.known["cards"].remove(cards)
                    with self.below("if none"):
                        self.block(2)
            self.line(f"move all {cards} to {self.one_of('heap', f'{my} shelf')}")
        elif sort == 4:
            amount = self.name("number", "amount")
            self.line(f"choose {amount} from {lot.randint(0, 1)} to {self.one_of('2', '3')}")
            self.line(f"{self.one_of('gain', 'lose', 'pay')} {amount} gold")
        elif sort == 5:
            who = self.name("player", "rival")
            with self.below(f"choose {who} from {self.one_of('other players', 'opponents')}"):
                if lot.random() < 0.4:
                    self.line(f"requires {who}'s gold is at least {lot.randint(0, 4)}")
                if lot.random() < 0.4:
                    self.known["player"].remove(who)
                    with self.below("if none"):
                        self.block(1)
            self.line(f"have {who} gain 1 gold")
        else:
            space = f"space_{self.names}"
            self.names += 1
            with self.below(f"choose {space} from free spaces in field"):
                if lot.random() < 0.5:
                    with self.below("if none"):
                        self.block(1)
            self.line(f"place 1 of {my} tokens from the box on {space}")

    def loop(self) -> None:
        """Write something that is done over and over."""
        lot, my = self.lot, self.my
        sort = lot.randrange(6)
        if sort == 0:
            head = f"repeat {self.one_of('2', '3', 'up to 3')} times"
        elif sort == 1:
            with self.below(f"repeat while {my} gold is less than {lot.randint(2, 6)}", loop=True):
                self.line("gain 2 gold")
                self.block(2)
            return
        elif sort == 2:
            head = "as often as possible"
            with self.below(head, loop=True):
                self.line(f"pay {lot.randint(1, 3)} gold")
                self.block(2)
            return
        elif sort == 3:
            card = self.name("card", "each_card")
            with self.below(f"for each card called {card} in {my} hand", loop=True):
                self.block(2)
            self.known["card"].remove(card)
            return
        elif sort == 4:
            who = self.name("player", "each_one")
            with self.below(f"for each player called {who}, highest its gold first", loop=True):
                self.block(2)
            self.known["player"].remove(who)
            return
        else:
            step = self.name("number", "step")
            with self.below(f"for each {step} from 1 to {lot.randint(1, 3)}", loop=True):
                self.block(2)
            self.known["number"].remove(step)
            return
        with self.below(head, loop=True):
            self.block(3)

    def have(self) -> None:
        """Write what others do."""
        if self.they:
            self.deed()
            return
        lot = self.lot
        whom = [
            "have each player",
            "have each other player",
            f"have each player where their gold is at least {lot.randint(1, 5)}",
            "have each player who is not tired",
            "have left of you",
            "have each player, together",
        ]
        whom += [f"have {who}" for who in self.known["player"][-1:]]
        head = lot.choice(whom)
        if head.endswith("together"):
            if not self.asking:
                return self.deed()
            with self.below(head, they=True, loop=True):
                colour = f"colour_{self.names}"
                self.names += 1
                self.line(f"choose {colour} from colours")
                if lot.random() < 0.5:
                    self.line(f"pay {lot.randint(0, 2)} gold")
                self.line(f"set their favourite to {colour}")
                before, self.asking = self.asking, False
                self.block(1)
                self.asking = before
            return None
        with self.below(head, they=True, loop="each" in head):
            self.block(3)
        return None

    def when(self) -> None:
        """Write what is done only if something is so."""
        with self.below(f"if {self.condition()}"):
            self.block(2)
        if self.lot.random() < 0.4:
            with self.below("otherwise"):
                self.block(2)

    def options(self) -> None:
        """Write several things to choose from."""
        self.line('choose one "What now?"')
        self.depth += 1
        for text in ("A", "B", "C")[: self.lot.randint(2, 3)]:
            with self.below(f'option "{text}"'):
                if self.lot.random() < 0.3:
                    self.line(f"requires {self.condition()}")
                self.block(2)
        self.depth -= 1

    def may(self) -> None:
        """Write something that may be left."""
        with self.below('may "Do it"'):
            self.block(2)

    def ending(self) -> None:
        """Write what ends something."""
        ends = ["raise pot by 1", f"stop {self.rule}"]
        if self.loops:
            ends += ["stop repeating"] * 2
        if self.lot.random() < 0.15:
            ends += ["end this turn", "win"]
        with self.below(f"if {self.condition()}"):
            self.line(self.lot.choice(ends))

    def requirement(self) -> None:
        """Write a condition of the rule."""
        self.line(f'requires {self.condition()} else "not so"')

    def call(self) -> None:
        """Call another rule."""
        if not self.callable:
            self.deed()
            return
        rule = self.lot.choice(self.callable)
        if self.lot.random() < 0.2:
            with self.below(f"if can {rule}" if not self.they else f"if {self.condition()}"):
                self.line(rule)
        else:
            self.line(rule)

    def naming(self) -> None:
        """Give a name to something, and use it."""
        value = self.number()
        name = self.name("number", "some")
        self.line(f"let {name} be {value.strip('()')}")
        if self.lot.random() < 0.4:
            self.line(f"raise {name} by 1")
        self.line(f"gain {name} gold")

    def pick(self) -> None:
        """Pick by rule."""
        lot = self.lot
        if lot.random() < 0.5:
            who = self.name("player", "picked")
            with self.below(f"pick {who} from {self.one_of('players', 'opponents')}"):
                self.line(self.one_of("highest its gold", "lowest its gold", "at random"))
                if lot.random() < 0.4:
                    self.line("then most cards in its hand")
            self.line(f"have {who} gain 1 gold")
            return
        card = self.name("card", "taken")
        with self.below(f"pick {card} from {self.one_of('cards in heap', f'{self.my} hand')}"):
            self.line(self.one_of("highest rank of it", "at random"))
            self.known["card"].remove(card)
            with self.below("if none"):
                self.line(self.one_of("gain 1 gold", f"stop {self.rule}"))
        with self.below(f"if {card} is not none"):
            self.line(f"move {card} to heap")

    # -------------------------------------------------------------------------- a game

    def begin(self, heading: str, rule: str, most: int) -> None:
        """Write a rule whose lines are made by lot."""
        self.rule, self.loops, self.they = rule, 0, False
        self.left = most
        self.known = {key: [] for key in self.known}
        with self.below(heading):
            self.block(4)

    def game(self) -> str:
        """Give the rules of a game."""
        lot = self.lot
        table = TABLE.format(
            gold=lot.randint(0, 6),
            seen="owner, number seen by all" if self.hidden else "all",
            limit=self.one_of("", ", limit 2"),
        )
        self.lines = table.splitlines()
        for rule in self.rules:
            self.begin(f'procedure {rule} "{rule}"', rule, 8)
            self.callable.append(rule)
        for action in self.actions:
            self.begin(f'action {action} "{action}"', action, 10)
        self.lines += ["game g", "    play opening", "    repeat 3 times", "        play one_round"]
        self.lines += ["    pick all winners from players", "        highest its gold"]
        self.lines += ["    have winners win"]
        self.lines += ["setup opening", "    move all cards to deck", "    shuffle deck"]
        self.lines += ["    refill market from deck"]
        self.lines += ["    have each player", "        draw 2 cards from deck to their hand"]
        self.lines += ['round one_round "A round"']
        if lot.random() < 0.3:
            self.depth = 1
            self.rule, self.loops, self.they, self.asking = "one_round", 0, True, True
            with self.below("have each player", they=True, loop=True):
                self.block(2)
            self.depth = 0
        self.lines += ["    have each player play a_turn"]
        self.rule = "a_turn"
        self.lines += ['turn a_turn "A turn"']
        self.depth = 1
        self.they, self.loops, self.left = False, 0, 6
        self.known = {key: [] for key in self.known}
        if lot.random() < 0.4:
            self.block(2)
        self.line('menu "Your turn"')
        self.depth = 2
        self.line(
            f"{self.one_of('must take one of', 'may take up to 2 of', 'may take any of')} "
            f"{', '.join(self.actions)}".replace("any of", "up to 3 of")
        )
        with self.below("may pass"):
            if lot.random() < 0.4:
                self.block(2)
            else:
                self.line("raise pot by 1")
        self.depth = 1
        if lot.random() < 0.3:
            self.block(2)
        self.depth = 0
        self.standing()
        return "\n".join(self.lines) + "\n"

    def standing(self) -> None:
        """Write rules that wait, and limits."""
        lot = self.lot
        self.callable = []
        if lot.random() < 0.7:
            self.line("rule waiting")
            self.depth = 1
            for _ in range(lot.randint(1, 2)):
                deed = lot.choice([*self.actions, *self.rules])
                head = lot.choice(
                    [
                        f"after any player {deed}",
                        f"before any player {deed}",
                        f"after any player {deed}, once per turn",
                        f"when any player would {deed}, if their gold is more than 9, instead",
                        f"when any player would {deed}, if your gold is at least 3, instead",
                        "at start of each turn",
                        "at end of each turn",
                        "at end of each round",
                        f"after any player {deed}, if their gold is at least 3",
                    ]
                )
                self.rule, self.loops, self.left = "waiting", 0, 3
                with self.below(head):
                    self.line(self.one_of("raise pot by 2", "set boss to none"))
                    if "round" not in head:
                        self.known = {key: [] for key in self.known}
                        self.block(2)
            self.depth = 0
        if lot.random() < 0.4:
            deed = lot.choice(self.actions)
            self.line("rule limits")
            self.depth = 1
            self.line(
                self.one_of(
                    f"you may {deed} at most once per turn",
                    f"everyone may not {deed} unless their gold is at least 2",
                    "while you are tired\n        lower your gold by 1",
                    f"you may {deed} at most twice per game",
                )
            )
            self.depth = 0


def write(folder: Path, seed: int) -> None:
    """Write a game made by lot into a folder."""
    for name, text in (
        ("game.yaml", GAME_YAML),
        ("components/cards.yaml", CARDS),
        ("rules/lot.rules", Maker(seed).game()),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
