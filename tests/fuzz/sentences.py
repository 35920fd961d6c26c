"""Sentences about what may be none, in the game of the reference (`orchard`): each is read by the
checker, and what it accepts is played.

`boss`, `aim` and so on are names of the table that are none at first; see `NONE`.
"""

from __future__ import annotations

NONE = """\
the table has
    boss: helper or none
    aim: space or none
    way: lane or none
    kid: player or none
    bit: die or none
    sort: fruit or none
    tk: trick or none
    pk: picker or none
"""

CONDITIONS = """\
if you have a picker on boss
if you have no pickers on boss
if you have more pickers on boss than every other player
if you have at least 1 pickers on boss
if any pickers on boss
if boss has a picker
if kid has a picker on ladder
if kid owns ladder
if kid has more gold than you
if you have more gold than kid
if kid has at least 2 tricks in their hand
if kid have done hire this turn
if kid has done hire this turn
if kid is rested
if kid owns every helper in market
if kid's hand is empty
if kid is start_player
if kid has beehive's cost in your cellar
if you have boss's cost in your cellar
if you have boss's cost in kid's cellar
if aim is next to gnome
if bit is next to gnome
if aim is 2 steps from gnome
if aim has a gnome
if aim is free
if aim is empty
if aim is closed
if bit is in garden
if bit is in way
if bit is in last 2 spaces of way
if any dice in last 2 spaces of way
if no gnomes in way
if bit's space has no gnome
if bit is in first 2 spaces of way
if bit is apple
if bit's face is apple
if tk is apple
if tk's suits is plum
if tk arrived this turn
if tk did not arrive this turn
if tk is in your hand
if tk is in trick_deck
if sort is one of apple; plum
if boss's cost is at least ladder's cost
if position of boss is 2
if position of tk is 2
if any sort dice in garden
if no sort dice next to gnome
if any dice next to bit
if any dice next to aim
if any helpers in market where it is boss
if row of aim is 1
if column of aim is 2
if worth of sort crates in your cellar is 2
if worth of crates in kid's cellar is 1
if amount of sort for ladder's cost is 1
if amount of plum for boss's cost is 1
if most dice in garden with one face is 3
if score of kid is 2
if left of kid is you
if right of kid is kid
if kid's favourite is sort
if kid's favourite's store is empty
if sort's store is empty
if boss's porch is empty
if boss's porch is full
if boss's points is 2
if tk's suits's store is empty
if market is full and boss is in market
if can hire
if number of kid's hand is 2
if garden_gnome's space is aim
if space of bit is aim
if aim is in garden
if aim is in way
if no dice in between aim and aim
"""

DEEDS = """\
move boss to village

move bit to basket

move gnome onto aim

move tk to your hand

move tk to kid's hand

move all tricks in kid's hand to trick_discard

move 1 picker from your crew to boss's porch

place 1 of your pickers on boss

place 1 of kid's pickers on boss

move pk to boss

move pk to kid's crew

remove bit

remove boss

discard tk

reveal tk

reveal boss

carry_out tk

roll bit

roll all sort dice in garden

set bit's face to sort

set bit's face to apple

set kid's gold to 3

raise kid's gold by 1

set kid to left of kid

mark kid as rested

mark kid as no longer rested

have kid gain 1 gold

have kid draw_trick

have kid
    choose f from fruits
    set their favourite to f

have kid
    menu "x"
        may take one of draw_trick
        may pass

have kid play_trick

have kid win

gain 2 sort crates

pay boss's cost

pay boss's points in gold

pay ladder's cost, less boss's cost

pay 2 gold, less boss's points

pay ladder's cost, less 1 of your choice for each picker on boss

pay 1 sort crates

join sort crates

split sort crates

push bit from basket into way

push 1 sort dice from basket into way

rotate way by 1

rotate way by 9

swap bit with fruit_die

swap bit with bit

refill market from helper_deck

close_up market

for each die in way
    roll die

for each trick in kid's hand
    discard trick

for each player, highest its gold first
    gain 1 gold

for each n from 1 to kid's gold
    gain 1 gold

for each sort dice in garden
    gain 1 gold

repeat kid's gold times
    gain 1 gold

choose d from dice next to bit
    if none
        gain 1 gold

choose d from sort dice in garden
    if none
        gain 1 gold

choose d from dice in way
    if none
        gain 1 gold

choose s from spaces in way
    if none
        gain 1 gold

choose n from 1 to boss's points
    if none
        gain 1 gold

choose s from spaces next to aim
    if none
        gain 1 gold

choose x from kid's pickers
    if none
        gain 1 gold

choose x from kid's pickers on boss
    if none
        gain 1 gold

pick x from kid's hand
    at random
    if none
        gain 1 gold

pick h from helpers
    highest position of it
    then most pickers on it
    then highest row of aim

pick p from players
    highest score of kid
    then most dice next to bit

let g be the group of sort dice around aim
roll all g

let g be the group of dice around bit's space where it is not bit
roll all g

let w be whichever helper in market has the highest position of boss

let s be spot of market at (position of boss)
move s to village

until your next turn, nothing may enter aim

until your next turn, nothing may enter boss's porch

during this turn, nothing may enter kid's hand

lower boss's points by 1 during this turn

raise boss's points by 2 only for kid until your next turn

set kid's favourite to plum until your next turn

set bit's face to plum until end of turn

deal 1 trick from trick_deck to kid's hand

return all kid's pickers on the table to kid's crew

take 1 picker from kid's crew into your crew

draw as many tricks from trick_deck to your hand as kid's gold

move tk to kid

move boss to spot of market at 2

shuffle kid's hand

have both you and kid gain 1 gold

have you and kid
    draw_trick

have both you and kid
    choose f from fruits
    set their favourite to f

have each player, starting with kid
    gain 1 gold

have each player, starting with kid, until all pass
    menu "x"
        may take one of draw_trick
        may pass

choose crate from crates in your cellar
    if none
        stop player_turn
move crate from your cellar to the box

move 1 small apple crate from your cellar to kid's cellar

move all crates in kid's cellar to your cellar

gain 2 sort crates

for each crate in your cellar
    gain 1 gold

if worth of crates in your cellar is more than 3
    pay 1 apple crates

choose any number of crates from your cellar
move all crates in your cellar to the box

move up to 2 crates from your cellar to kid's cellar

take 2 apple crates from kid's cellar into your cellar

pick crate from your cellar
    at random
    if none
        gain 1 gold
move crate from your cellar to the box

return all crates in kid's cellar to the box

choose crate from kid's cellar
    if none
        gain 1 gold
"""
"""Each ends with an empty line."""
