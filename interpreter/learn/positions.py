"""All lines of a game as a tree: decisions, what chance brings, and ends.

The public interface decides all chance by the seed with which a game starts. So a node of the tree
holds every set-up that fits all that anybody has seen so far; where they begin to look different to
somebody, chance decides among them. What is told in passing and not to be seen on the table at a
decision is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, MutableMapping, Sequence
from functools import cached_property
from random import Random
from weakref import WeakValueDictionary

import interpreter as rw
from interpreter.learn.numbering import Numbers, action_name
from interpreter.learn.rewards import Reward
from interpreter.learn.set_ups import set_ups

GAMES = 20  # games by chance that show what a game is like

Members = tuple[tuple[int, rw.State], ...]  # how often, and the position


class Tree:
    """A game with all that its nodes share."""

    def __init__(
        self, game: rw.Game, players: int, reward: Reward, starts: int, alike: bool, most: int
    ) -> None:
        self.game, self.players, self.reward = game, players, reward
        self.starts, self.alike, self.most = starts, alike, most
        self.numbers = Numbers.found(game, players)

    def start(self, seed: int) -> rw.State:
        """Give a new game, without its story."""
        state = self.game.start(self.players, seed)
        state.forget()
        return state

    @cached_property
    def root(self) -> Node:
        """Where nothing has happened yet."""
        if not self.alike:
            return Seeds(self)
        starts = map(self.start, range(self.starts))
        members = tuple((1, one) for one in set_ups(starts, self.most))
        return split(Node(self, members, None, 0))

    def line(self, seed: int) -> Iterator[rw.State]:
        """Give every position of a game by chance, as far as lines go."""
        state, rng = self.start(seed), Random(seed)
        yield state
        for _ in range(self.most):
            if state.over:
                return
            state.choose(rng.choice(state.options))
            yield state

    @cached_property
    def sums_to_zero(self) -> bool:
        """Whether what all get adds up to 0, as far as some games by chance show."""
        ends = (state for seed in range(GAMES) for state in self.line(seed) if state.over)
        return all(abs(sum(self.reward(state))) < 1e-9 for state in ends)

    @cached_property
    def certain(self) -> bool:
        """Whether chance decides nothing: all starts are one set-up, and settle what comes."""
        return self.alike and not self.root.chances and len(self.root.members) == 1

    @cached_property
    def open(self) -> bool:
        """Whether everybody sees everything, as far as some games by chance show."""
        rng = Random(0)
        return self.certain and all(
            state.as_seen_by(seat, rng).hash == state.hash
            for seed in range(GAMES)
            for state in self.line(seed)
            for seat in range(self.players)
        )

    @property
    def outcomes(self) -> int:
        """How many outcomes a chance node may have."""
        root = self.root
        return self.starts if isinstance(root, Seeds) else max(1, len(root.members))


class Node:
    """A place in the tree. Never changed, so that a copy of it is the node itself."""

    def __init__(
        self, tree: Tree, members: Members, parent: Node | None, depth: int, action: str = ""
    ) -> None:
        self.tree, self.members, self.depth = tree, members, depth
        self._parent, self._action = parent, action  # what led here, if somebody has decided
        self._known: tuple[str, ...] | None = None
        # Where all is to be solved, all stays; else what no line is at any more is forgotten.
        self._next: MutableMapping[int, Node] = {} if tree.alike else WeakValueDictionary()

    def __deepcopy__(self, memo: dict[int, object]) -> Node:
        return self

    @property
    def state(self) -> rw.State:
        """One of the positions; they look the same to everybody."""
        return self.members[0][1]

    @property
    def knowledge(self) -> tuple[str, ...]:
        """A name for all that each seat has seen and done so far."""
        unknown: list[Node] = []
        node: Node | None = self
        while node is not None and node._known is None:
            unknown.append(node)
            node = node._parent
        for one in reversed(unknown):
            one._known = one._seen(one._done())
        assert self._known is not None
        return self._known

    def _done(self) -> tuple[str, ...]:
        """Give what was told before, with what the last action tells whoever took it."""
        parent = self._parent
        if parent is None:
            return ("",) * self.tree.players
        told = list(parent.knowledge)
        if self._action:
            told[parent.actor] = _digest(told[parent.actor], self._action)
        return tuple(told)

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        """Give the same with what is seen here."""
        return tuple(map(_digest, told, views(self.state)))

    @property
    def over(self) -> bool:
        """Whether the line ends here."""
        return self.state.over or self.depth >= self.tree.most

    @property
    def actor(self) -> int:
        """The seat that decides."""
        return self.state.actor

    @property
    def chances(self) -> Sequence[float]:
        """How likely each outcome is, where chance decides; else empty."""
        return ()

    @cached_property
    def offered(self) -> dict[int, rw.Option]:
        """What can be chosen, by number; the first of those that share a number."""
        made: dict[int, rw.Option] = {}
        for option in self.state.options:
            made.setdefault(self.tree.numbers.actions[action_name(option)], option)
        return dict(sorted(made.items()))

    @cached_property
    def returns(self) -> list[float]:
        """What each seat gets; 0 where the game is not over."""
        whole, made = sum(count for count, _ in self.members), [0.0] * self.tree.players
        for count, state in self.members if self.state.over else ():
            for seat, got in enumerate(self.tree.reward(state)):
                made[seat] += got * count / whole
        return made

    def child(self, number: int) -> Node:
        """Give the node behind an action, or behind an outcome of chance."""
        made = self._next.get(number)
        if made is None:
            made = self._next[number] = self._made(number)
        return made

    def _made(self, number: int) -> Node:
        option = self.offered[number]
        after: dict[str, tuple[int, rw.State]] = {}
        for count, state in self.members:
            later = state.after(option.id)
            known = after.get(later.hash, (0, later))
            after[later.hash] = (known[0] + count, known[1])
        name, depth = action_name(option), self.depth + 1
        return split(Node(self.tree, tuple(after.values()), self, depth, name))


class Chance(Node):
    """Where somebody sees what chance has brought."""

    over = False

    def __init__(self, node: Node, groups: Sequence[Members]) -> None:
        super().__init__(node.tree, node.members, node._parent, node.depth, node._action)
        self._groups = [Node(self.tree, held, self, self.depth) for held in groups]

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return told  # what is seen differs, and is told to each group

    @cached_property
    def chances(self) -> Sequence[float]:
        """How likely each outcome is."""
        counts = [sum(count for count, _ in group.members) for group in self._groups]
        return [count / sum(counts) for count in counts]

    def child(self, number: int) -> Node:
        """Give the positions of one outcome."""
        return self._groups[number]


class Seeds(Node):
    """Where one of the seeds is drawn, each as likely as any other."""

    over = False

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree, (), None, 0)

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return told  # there is nothing yet

    @cached_property
    def chances(self) -> Sequence[float]:
        """How likely each seed is."""
        return [1 / self.tree.starts] * self.tree.starts

    def _made(self, number: int) -> Node:
        return Node(self.tree, ((1, self.tree.start(number)),), self, 0)


def views(state: rw.State) -> tuple[str, ...]:
    """Give what each seat sees of a position, as a text."""
    return tuple(repr(state.view(seat, table=True)) for seat in range(state.players))


def split(node: Node) -> Node:
    """Give a node, or a chance node where somebody can tell its positions apart."""
    if len(node.members) == 1:
        return node
    groups: dict[tuple[str, ...], list[tuple[int, rw.State]]] = {}
    for count, state in node.members:
        groups.setdefault(views(state), []).append((count, state))
    if len(groups) == 1:
        return node
    return Chance(node, [tuple(groups[seen]) for seen in sorted(groups)])


def _digest(told: str, more: str) -> str:
    """Give a name for all that a seat was told: what is seen anew changes it."""
    before, _, last = told.partition(" ")
    now = hashlib.blake2b(more.encode(), digest_size=12).hexdigest()
    if now == last:
        return told
    return f"{hashlib.blake2b(f'{before}{now}'.encode(), digest_size=12).hexdigest()} {now}"
