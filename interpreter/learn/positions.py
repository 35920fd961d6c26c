"""The game tree: decisions, chance, and ends.

The public interface decides all chance by the seed with which a game starts. So a node of the tree
holds every set-up that fits all that anybody has seen so far; where they begin to look different to
somebody, chance decides among them. What is told in passing and cannot be seen on the table at a
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

GAMES = 20  # random games from which properties are estimated

Members = tuple[tuple[int, rw.State], ...]  # multiplicity and position


class GameTree:
    """A game, and what all nodes of its tree share."""

    def __init__(
        self, game: rw.Game, players: int, reward: Reward, starts: int, alike: bool, most: int
    ) -> None:
        self.game, self.players, self.reward = game, players, reward
        self.starts, self.alike, self.most = starts, alike, most
        self.numbers = Numbers.found(game, players)

    def start(self, seed: int) -> rw.State:
        """Start a new game and drop its log."""
        state = self.game.start(self.players, seed)
        state.forget()
        return state

    @cached_property
    def root(self) -> Node:
        """The node at which nothing has happened yet."""
        if not self.alike:
            return Seeds(self)
        starts = map(self.start, range(self.starts))
        members = tuple((1, one) for one in set_ups(starts, self.most))
        return split(Node(self, members, None, 0))

    def line(self, seed: int) -> Iterator[rw.State]:
        """Yield the positions of a random game, for at most `most` decisions.

        One state is changed in place and yielded each time.
        """
        state, rng = self.start(seed), Random(seed)
        yield state
        for _ in range(self.most):
            if state.over:
                return
            state.choose(rng.choice(state.options))
            yield state

    @cached_property
    def sums_to_zero(self) -> bool:
        """Whether rewards add up to 0, judged by some random games."""
        ends = (state for seed in range(GAMES) for state in self.line(seed) if state.over)
        return all(abs(sum(self.reward(state))) < 1e-9 for state in ends)

    @cached_property
    def certain(self) -> bool:
        """Whether there is no chance: all starts are one set-up, which determines what comes."""
        return self.alike and not self.root.chances and len(self.root.members) == 1

    @cached_property
    def open(self) -> bool:
        """Whether everybody sees everything, judged by some random games."""
        rng = Random(0)
        return self.certain and all(
            state.as_seen_by(seat, rng).hash == state.hash
            for seed in range(GAMES)
            for state in self.line(seed)
            for seat in range(self.players)
        )

    @property
    def outcomes(self) -> int:
        """The largest number of outcomes of a chance node."""
        root = self.root
        return self.starts if isinstance(root, Seeds) else max(1, len(root.members))


class Node:
    """A node of the tree. Logically immutable, so that a copy of it is the node itself."""

    def __init__(
        self, tree: GameTree, members: Members, parent: Node | None, depth: int, action: str = ""
    ) -> None:
        self.tree, self.members, self.depth = tree, members, depth
        self._parent, self._action = parent, action  # the decision that led here, if any
        self._known: tuple[str, ...] | None = None
        # Solvers need the whole tree; otherwise unused nodes are garbage-collected.
        self._next: MutableMapping[int, Node] = {} if tree.alike else WeakValueDictionary()

    def __deepcopy__(self, memo: dict[int, object]) -> Node:
        return self

    @property
    def state(self) -> rw.State:
        """One of the node's positions; they look the same to everybody."""
        return self.members[0][1]

    @property
    def knowledge(self) -> tuple[str, ...]:
        """A digest per seat of all that it has seen and done so far."""
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
        """Return what each seat knew at the parent, with the last action told to its actor."""
        parent = self._parent
        if parent is None:
            return ("",) * self.tree.players
        told = list(parent.knowledge)
        if self._action:
            told[parent.actor] = _digest(told[parent.actor], self._action)
        return tuple(told)

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        """Extend what each seat knows by what it sees at this node."""
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
        """The probability of each outcome at a chance node; else empty."""
        return ()

    @cached_property
    def offered(self) -> dict[int, rw.Option]:
        """The options by action number; the first of those that share a number."""
        made: dict[int, rw.Option] = {}
        for option in self.state.options:
            made.setdefault(self.tree.numbers.actions[action_name(option)], option)
        return dict(sorted(made.items()))

    @cached_property
    def returns(self) -> list[float]:
        """Each seat's expected reward over the node's positions; 0 where the game is not over."""
        whole, made = sum(count for count, _ in self.members), [0.0] * self.tree.players
        for count, state in self.members if self.state.over else ():
            for seat, got in enumerate(self.tree.reward(state)):
                made[seat] += got * count / whole
        return made

    def child(self, number: int) -> Node:
        """Return the node after an action or a chance outcome; created once, then cached."""
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
    """A node where somebody sees what chance has brought."""

    over = False

    def __init__(self, node: Node, groups: Sequence[Members]) -> None:
        super().__init__(node.tree, node.members, node._parent, node.depth, node._action)
        self._groups = [Node(self.tree, held, self, self.depth) for held in groups]

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return told  # what is seen differs, and is told to each group

    @cached_property
    def chances(self) -> Sequence[float]:
        """The probability of each outcome."""
        counts = [sum(count for count, _ in group.members) for group in self._groups]
        return [count / sum(counts) for count in counts]

    def child(self, number: int) -> Node:
        """Return the node for one outcome."""
        return self._groups[number]


class Seeds(Node):
    """A node where one of the seeds is drawn, each with the same probability."""

    over = False

    def __init__(self, tree: GameTree) -> None:
        super().__init__(tree, (), None, 0)

    def _seen(self, told: tuple[str, ...]) -> tuple[str, ...]:
        return told  # nothing is seen yet

    @cached_property
    def chances(self) -> Sequence[float]:
        """The probability of each seed."""
        return [1 / self.tree.starts] * self.tree.starts

    def _made(self, number: int) -> Node:
        return Node(self.tree, ((1, self.tree.start(number)),), self, 0)


def views(state: rw.State) -> tuple[str, ...]:
    """Render what each seat sees of a position as text."""
    return tuple(repr(state.view(seat, table=True)) for seat in range(state.players))


def split(node: Node) -> Node:
    """Wrap a node in a chance node if somebody can tell its positions apart; else return it."""
    if len(node.members) == 1:
        return node
    groups: dict[tuple[str, ...], list[tuple[int, rw.State]]] = {}
    for count, state in node.members:
        groups.setdefault(views(state), []).append((count, state))
    if len(groups) == 1:
        return node
    return Chance(node, [tuple(groups[seen]) for seen in sorted(groups)])


def _digest(told: str, more: str) -> str:
    """Update the digest of all that a seat was told; seeing the same again changes nothing."""
    before, _, last = told.partition(" ")
    now = hashlib.blake2b(more.encode(), digest_size=12).hexdigest()
    if now == last:
        return told
    return f"{hashlib.blake2b(f'{before}{now}'.encode(), digest_size=12).hexdigest()} {now}"
