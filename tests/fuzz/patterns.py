"""Patterns of the grammar for games made by chance: in `programs` each slot `{...}` of them is
filled with a value of that sort."""

from __future__ import annotations

import re

SLOT = re.compile(r"\{([^{}]+)\}")
NEEDS_BOARD = re.compile(r"\{space|\{lane|field")
KINDS = {"card": "cards", "die": "dice", "pawn": "pawns", "coin": "coins", "gem": "gems"}
SUITS = ("fox", "hen", "owl")
METALS = ("silver", "gold")
PRINTED = {"card": ("cost", "rank"), "gem": ("shine",)}
KEPT = {"card": ("wear",), "die": ("face",), "pawn": ("worn",), "gem": ("weight",)}

NUMBERS = """\
{i}
{i}
{i}
{i}
your score
pot
{player}'s score
number of {things}
number of {zone}
sum of {number of card} of {cards}
{a} plus {n}
{i} times {a}
{a} minus {a} but at least 0
half of {a} rounded up
{a} divided by {i} rounded down
larger of {a} and {a}
smaller of {a} and {a}
{card}'s {number of card}
tally of {player}
{die}'s face
position of {card}
worth of {coins}
number of players
goods of {player}
{a} but at most {a}
{gem}'s {number of gem}
most {dice} with one face
{hue}'s stock
amount of {metal} for {card}'s price
{a} minus {a}
row of {space}
limit_of_all
""".splitlines()
CONDITIONS = """\
{n} is at least {a}
{n} is {a}
{n} is not {a}
{n} is more than {a}
{zone} is empty
{zone} is not empty
{zone} is full
{player} is {player}
{c} and {c}
{c} or {c}
not ({c})
any {things}
no {things}
at least {i} {things}
{card} is in {card in}
{card}'s suit is {hue}
{card} is {hue}
every {card selection} is {hue}
{player} is ready
{player} has {i} {kinds}
{player} has no {kinds}
{player} has more {kinds} than {player}
you have at least {i} {kinds} in {zone}
{space} is empty
{space} is next to {space}
{die} is in {die in}
can {action}
{card} arrived this turn
{pawn} is in {pawn in}
{n} is from {i} to {a}
{hue} is one of fox; owl
{player} owns {card}
{player}'s pet is none
{player}'s pet is {card}
you have done {action} this turn
marked
{gem} is dull
every {die selection} is in {die in}
{space} is {i} steps from {space}
{space} has a {kind}
{player} is crowded
{card} is {card}
{hue} is trump
trump is none
any {spaces}
""".splitlines()
THINGS = """\
{kinds}
{hue} cards
your {kinds}
{kinds} in {zone}
cards in {card in}
dice in {die in}
cards in {card in} where {c about card}
dice in {die in} where {c about die}
gems in {gem in}
{kinds} where {c}
pawns in {pawn in}
coins in {coin in}
{metal} coins in {coin in}
cards where it is {hue}
{hue} cards in {card in}
""".splitlines()
SENTENCES = """\
gain {i} score
lose {n} score
raise pot by {n}
lower your score by {n}
set pot to {n}
set your score to {n}
set trump to {hue}
set trump to none
mark you as ready
mark you as no longer ready
mark {gem} as dull
set prize to {card}
set lucky to {die}
set aim to {space}
set stone to {gem}
set walker to {pawn}
set starter to {player}
set way to {lane}
set {player}'s pet to {card}
set marked to ({c})
draw {i} cards from {card in} to {card in}
draw {n} cards from {card in} to {card in}
move {card} to {card in}
move all {cards} to {card in}
move {i} cards from {card in} to {card in}
move all {kinds} to {zone}
move each card in {card in} to {card in}
shuffle {zone}
roll {die}
roll {die in}
roll all {dice}
refill {card in} from {card in}
close_up {card in}
rotate {card in} by {n}
swap {card} with {card}
swap {die} with {die}
reveal {card}
discard {card}
remove {card}
move {pawn} to {pawn in}
move 1 pawn from {pawn in} to {pawn in}
place 1 of your pawns on {space}
move {pawn} onto {space}
move {i} {metal} coins from {coin in} to {coin in}
gain {i} {metal} coins
gain {n} {metal} coins
pay {i} {metal} coins
pay {card}'s price
pay {card}'s price, less {i} of your choice
join {metal} coins
split {metal} coins
pay {i} score
pass {own pile} to {side}
carry_out {card}
have {player} win
push {i} dice from {die in} into {lane}
rotate {lane} by {i}
raise wear of {card} by {n}
raise {card}'s wear by {i}
set {die}'s face to {a}
lower stock of {hue} by {i}
settle {n}
have {player} gain {i} score
have each player gain {i} score
have each other player lose {i} score
have {player} draw 1 card from {card in} to their hand
move {gem} to {gem in}
move {i} gems from {gem in} to {gem in}
raise your score by {i} for the rest of the game
set trump to {hue} until end of turn
end the game
during this turn, nothing may enter {zone}
until end of turn, opponents may not {action}
may draw 1 card from {card in} to your hand
may pay {i} score
either gain {i} score or lose {i} score
draw as many cards from {card in} to {card in} as {n}
move up to {i} cards from {card in} to {card in}
requires {c} else "no"
place {i} dice from the box in each empty space in {spaces board}
give {card} to {player}
""".splitlines()
BLOCKS = """\
if {c}
if {c}
if {c}
repeat {i} times
repeat up to {n} times
repeat while {c}
repeat until {zone} is empty
as often as possible
for each {card selection}
for each {die selection}
for each {gem selection}
for each hue
for each step from 1 to {n}
have each player
have each other player
have {player}
choose card from {cards in}
choose die from {dice in}
choose gem from {gems in}
choose count from {i} to {n}
choose hue from hues
choose space from {spaces}
choose rival from {players}
may choose card from {cards in}
choose up to {i} picked from {cards in}
choose {i} picked from {cards in}
choose any number of picked from {dice in}
let amount be {n}
let held be all {cards}
pick best from {cards in}
pick leader from players
choose card from {cards in}, count from 1 to {i}
choose one "So"
may "Do it"
have each player, together
choose lane from lanes of field
for each player
let spot be {space}
choose pawn from your pawns
""".splitlines()
MADE = {
    **dict.fromkeys(("amount", "count", "step"), "n"),
    **{name: name for name in ("hue", "card", "die", "gem", "space", "lane", "pawn", "player")},
    **{"rival": "player", "best": "card", "leader": "player", "spot": "space"},
}
"""What the names stand for that blocks give."""
WHEN = (
    "after you settle amount",
    "before any player settle amount",
    "when any player would settle amount, instead",
    "after any player draws card",
    "after you give card to player",
    "at start of each turn",
    "at end of each turn",
    "at end of your turn",
)
