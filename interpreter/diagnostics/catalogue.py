"""Every kind of diagnostic: slug, code, severity and title, in one explicit list.

The first letter of a code says which stage finds it: L loading, S sentences (syntax), N names,
K kinds of value, R rules (play), C components, G the game as a whole, T tests, V saves and scripts,
P what cannot be played yet, O overlays.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One kind of diagnostic."""

    slug: str
    code: str
    severity: str
    title: str


_LINES = """
L001 error unreadable-file | a file cannot be read
L002 error missing-file | a file is not there
L003 error large-file | a file is larger than the limit
L004 error not-utf8 | a file is not saved as UTF-8
L005 error hidden-character | a text holds a character that cannot be seen
L006 error outside-folder | a link leads out of the game's folder
L007 error missing-game | no game has this name
L008 error several-games | a name fits more than one game
L009 error missing-rules | a game has no rules
L010 warning unread-file | a file is not read because of its name
L011 error game-id | the id of a game is not the name of its folder
L012 error too-many-rules | a game has more rules than can be checked
L013 error large-game | the files of a game are too large together
L021 error tab-indent | a line is indented with a tab
L022 error open-quote | a quote is not closed
L023 error missing-colon | a key has no colon
L024 error wrong-indent | a line stands in the wrong column
L025 error open-bracket | a bracket is not closed
L026 error missing-comma | a comma is missing between brackets
L027 error needs-quotes | a text can only be read in quotes
L028 error wrong-escape | a backslash in quotes is followed by the wrong character
L029 error mixed-lines | list lines and key lines are mixed
L030 error stray-text | more stands on a line than its value
L031 error block-header | a text of several lines begins on the wrong line
L032 error unclear-line | a line of a YAML file cannot be understood
L033 error no-anchors | a YAML file refers to another part of itself
L034 error no-tags | a YAML value carries a tag
L035 error second-document | a YAML file holds more than one document
L036 error duplicate-key | a key stands twice
L037 error key-not-text | a key is not a text
L038 error not-whole | a number is not whole
L039 error long-number | a number has too many digits
L040 error long-text | a text is too long
L041 error deep-nesting | a YAML file is nested too deeply
L042 error too-many-values | a YAML file holds too many values
L043 error empty-file | a file holds nothing
L044 error no-directives | a YAML file begins with a directive
L045 error dash-space | a list line has no space behind its dash
C001 error unknown-key | a key is not known here
C002 error missing-key | a key that must be there is missing
C003 error wrong-kind | a value is of the wrong kind
C004 error unknown-value | a value is not one of those allowed
C005 error out-of-range | a number is too small or too large
C006 error wrong-count | there are too few or too many
C007 error wrong-form | a text is not written in the form that is needed
C008 error repeated-value | a value stands twice in a list
C009 error poor-fit | a value does not fit for another reason
C010 error repeated-id | two components have one id
C011 error many-components | a game has more components than a table holds
C012 error two-readings | a cell or a column of a table can be read in two ways
S001 error tab | a line is indented with a tab
S002 error unclosed-text | a text has no closing quote
S003 error indentation | a line stands between two steps of indentation
S004 error strange-character | a character has no meaning
S005 error too-deep | a rule nests too deeply
S006 error reserved-word | a word of the language is used as a name
S007 error colon-missing | a colon is missing
S008 error unknown-sentence | no sentence begins like this
S009 error unexpected-word | a word does not fit where it stands
S010 error unexpected-block | a line is indented without a reason
S011 error missing-block | an indented block is missing
S012 error unfinished-line | a sentence is not finished
S013 error clause-inside | a rule that waits stands among deeds
S014 error once-first | once per ... does not stand first
S015 error huge-number | a number is too large
S016 error long-line | a line is too long to be read
S017 error named-twice | one thing is named twice in a list
N101 error name-twice | a name is taken
N102 error field-twice | something is declared twice
N103 error printed-twice | a printed line is declared twice
N104 error local-hides | a name hides something of the game
N105 error deed-taken | a rule is named like a deed of the language
N106 error part-twice | two parts of a rule have one name
N107 error same-plural | the plural is the singular
N201 error unknown-name | a name stands for nothing
N202 error unknown-values | a values list is not known
N203 error unknown-type | a kind of value is not known
N204 error unknown-setting | a setting is not known
N205 error unknown-holder | nobody of this name can have something
N206 error unknown-board | a board is not known
N207 error unknown-kind | a kind of component is not known
N208 error unknown-zone | a zone is not known
N209 error unknown-word | a value is not in its list
N210 error unknown-printed | nothing of this name is printed on it
N211 error unknown-attribute | something is said to have what it has not
N212 error unknown-things | a noun is not known
N213 error unknown-adjective | a word says nothing about these things
N214 error unknown-quality | something can never be this
N215 error unknown-question | a question is not known
N216 error unknown-relation | a relation is not known
N217 error unknown-deed | a deed is not known
N218 error unknown-action | an action is not known
N219 error unknown-flow | a setup, turn, round or phase is not known
N220 error unknown-time | a span of time is not known
N221 error nobody-you | there is no you
N222 error no-it | there is no it
N223 error no-other | other than what is not clear
N224 error unknown-citation | a citation is not in game.yaml
N225 error stop-what | stop names another rule
N226 error opponent-of-whom | a rule of the game has no opponents
N227 error who-acts | it is not clear who is meant
N228 error unknown-faction | a faction is not known
N229 error not-chosen | it is not said which one is meant
N230 error of-which-one | several things have it, and it is not said of which
N231 error layout-name | the layout names something that the game does not have
N232 warning unknown-icon | a text names an icon that the game does not have
N233 warning look-name | the look names something that the game does not have
K301 error wrong-kind-of-value | a value is of the wrong kind
K302 error not-a-question | a value is not a yes/no question
K303 error not-things | a value is not things to choose from
K304 error not-constant | a number is not known before play
K305 error empty-range | a range holds no number
K306 error setting-range | a setting is outside its range
K307 error start-range | a start is outside its range
K308 error none-start | something starts as none and can never be none
K309 error wrong-start | a start is of the wrong kind
K310 error no-rounding | a division does not say how it is rounded
K311 error divided-by-zero | a division by zero
K312 error not-a-sum | something cannot be added up
K313 error not-money | something is not money
K314 error no-money | nothing pays for this
K315 error pay-what | a payment does not say what is paid
K316 error less-of-what | a reduction does not say of what
K317 error wrong-question | a question asks for other parts
K318 error two-answers | a question answers two kinds of value
K319 error no-answer | a question does not answer
K320 error none-of-what | none of what is not clear
K321 error not-a-number | something is not a number
K322 error wrong-place | something never lies there
K323 error never-empty | something is neither empty nor full
K324 error never-arrives | something never arrives
K325 error no-spaces | a place has no spaces
K326 error no-board | something lies on no board
K327 error not-on-board | something is not on the board of the other
K328 error zone-kinds | a zone does not take these components
K329 error alike-zone | alike pieces need a set of their own
K330 error no-owner | a zone has no owner
K331 error money-unfinished | money is not fully declared
K332 error board-size | a board is too large or has no spaces
K333 error wrong-odds | odds do not fit the words they are for
K334 error cannot-divide | a board cannot be divided like this
K335 error cannot-match | things cannot match these amounts
K336 error no-corners | only the spaces of a grid touch at corners
K337 error no-order | nothing comes before or after something
K338 error many-ranks | ties are broken by too many ranks
K339 error half-number | a half where only whole numbers go
K340 error large-zone | a zone has too many spaces
K341 error joined-lines | the lines of a card's rules run together
K342 error unfit-fact | a zone is not such that this can be said of it
K343 error outside-range | something is set to what it cannot be
K344 error cannot-be-money | something cannot be money as it is declared
K345 error zone-shape | a zone does not lie as it must for this
K346 error several-kinds | a value is said to be of two kinds
K347 error answer-circle | questions answer only by asking each other
K348 error same-on-both-sides | a thing is compared with itself
K349 error same-for-each | a ranking says the same of each
K350 error no-record | positions are not recorded as this says
R401 error not-pure | something happens in a question
R402 error not-a-deed | something is not a deed
R403 error missing-part | a deed lacks a part
R404 error extra-part | a deed has one part too many
R405 error wrong-noun | a deed is about something else
R406 error cannot-move | something cannot be moved
R407 error from-where | it is not said where something comes from
R408 error not-a-pile | something is not a pile
R409 error cannot-roll | something cannot be rolled
R410 error cannot-change | something cannot be changed
R411 error no-way-out | a board does not say where pieces are pushed to
R412 error cannot-reveal | something cannot be revealed
R413 error no-card-rules | something carries no rules
R414 error no-discard | something has no discard pile
R415 error answer-outside | answer outside a question
R416 error no-loop | nothing is being repeated
R417 error never-reached | a line is never reached
R418 error endless | something is repeated for ever
R419 error no-duration | something cannot last for a time
R420 error pick-how | it is not said which one is picked
R421 error action-needs | an action in a menu needs to be told something
R422 error not-standing | a deed cannot stand for a while
R423 error not-a-row | something is not a row with a fixed number of spaces
R424 error pass-where | cards are passed neither left nor right
R425 error window-without-pass | a window in which nobody can pass
R426 error nothing-together | nothing is chosen at the same time
R427 error no-event | a deed that nothing can wait for
R428 error too-many-at-once | one question asks for too many things
R429 error several-at-once | what cannot be said where several things are asked for
R430 error says-of-what | an option cannot be told in this way
R431 error deed-of-language | a deed of the language where only one of the game can be named
R432 error which-ones | it is not said which things are meant
R433 error done-too-soon | something happens before all have chosen
R434 error chosen-unseen | who chooses does not see what is chosen from
R435 error same-choice | what one chooses is in the way of what another does
R436 error asks-unseen | what is offered would tell what is hidden
R437 error which-kind | it is not said which kind of component is meant
R438 error hangs-on-unseen | what may turn out impossible hangs on something hidden
R439 warning spoken-form | a deed is told in a form that the story makes by itself
R440 error deed-asked | a deed is asked where it cannot answer
R441 error holds-nothing-back | a condition of a rule that waits holds nothing back
G501 error one-game | a game has no main rule, or two
G502 warning nobody-wins | nobody ever wins
G503 warning unused-rule | a rule is never used
G504 warning unused-setting | a setting changes nothing
G505 warning unused-field | something kept is never used
G506 warning unused-zone | a zone stays empty
G507 warning never-placed | a kind of component never leaves the box
G508 warning no-components | a kind has no components
G509 warning left-out | a component lacks what the others of its kind have
G510 warning never-true | a condition is never so
G511 warning always-so | a condition is always so
G512 warning unused-cost | a change of costs changes nothing
G513 warning sets-off-itself | a trigger sets off what it waits for
G514 warning never-marked | what is asked for never becomes so
G515 warning asks-itself | a rule asks for what it stands in for
G516 warning asked-blindly | who is asked does not see what it is about
G517 warning owner-asked | the owner of a card is asked in place of another
G518 warning never-changed | what is asked for never becomes another
G519 warning unused-name | a name is given to something and never used
G520 warning never-carried-out | nothing carries out the rules of cards
G521 warning carried-out-in-vain | nothing happens when a card is carried out
G522 warning ends-unwon | the game ends before anybody has won
G523 warning named-again | a block gives a name anew that is read later
G524 warning unused-choice | what is chosen is left alone
G525 warning any-one | any one is asked for by the name of the chosen one
G526 warning number-unseen | what is offered tells a number that is hidden
G529 warning never-happens | a rule waits for a deed that nothing does
G530 warning nobody-else | who plays alone is to choose somebody else
G531 warning asking-tells | whether somebody is asked tells what they hold
G532 warning not-of-candidate | a condition after where does not speak of the candidate
G533 warning order-lost | things that are chosen together have no order in their row
G534 error may-be-taken | nothing keeps a space from being chosen that is taken
G535 error shown-with-bonus | what is paid is shown with a bonus that cannot be paid
G536 warning setting-cut | a setting counts for no more than another one allows
T601 error test-name-twice | two tests have one title
T602 error not-a-test | something else stands among the tests
T603 error given-first | a test does not begin by saying who plays
T604 error player-count | a test names too few or too many players
T605 error player-name | a player of a test is called like something else
T606 error unknown-player | nobody of this name plays in this test
T607 error unknown-pick | no rule asks for this
T608 error wrong-pick | an answer does not fit its question
T609 error no-place | something never lies there
T610 error several-places | it is not clear where something goes
T611 error unknown-held | nothing of this name can lie there
T612 error wrong-drawing | a drawing does not fit its board
T613 error placed-twice | a place is described twice
T614 error cannot-set | something cannot be given
T615 error no-such-die | no die shows this
T616 error unknown-ending | no rule ends the game like this
T651 error not-so | what a test expects is not so
T652 error not-offered | a test does what is not offered
T653 error not-refused | a test expects a refusal that does not come
T654 error wrong-reason | something is refused for another reason
T655 error never-used | pinned dice or cards were never needed
T656 error not-over | the game has not ended
T657 error too-few | there are too few components to place
T658 error wrong-turn | somebody else takes the turn
T659 error wrong-end | a game ends in another way
T660 error never-so | what a test waits for never comes
T661 error no-end | a rule goes on and on in a test
T662 error pinned-late | pinned dice or cards of a test come too late
T663 warning given-undone | what a test lays out is gone before anybody is asked
T664 error unknown-change | a list of changes that make no difference names none
T665 warning taken-elsewhere | a position takes alike pieces from a place that no line speaks of
T666 error cannot-lie-so | a position has what the game never has
T667 warning refused-to-others | a test is glad of a refusal that only says whose turn it is
O901 error wrong-base | an overlay is for another game or version
O902 error unhit | an overlay changes what is not there
O903 warning overlaid-twice | two overlays change the same thing
O904 error wrong-folder | an overlay or a test stands in the wrong folder
O905 error overlay-unfit | an overlay asks for what cannot be
O906 error missing-variant | no variant or file of house rules has this name
O907 error missing-base | the game that an overlay is for is not there
O908 error no-overlay | a file of house rules holds no overlay
O909 error still-used | an overlay removes what the game still uses
O910 warning unused-now | an overlay leaves something without any use
O911 warning already-so | an overlay sets something to what it is
O912 warning shown-by-nothing | an overlay adds a value that no component shows
P801 error not-played-yet | a sentence of the language that cannot be played yet
V701 error save-too-large | a save is too large
V702 error save-not-text | a save is not a text file
V703 error save-line | a line of a save cannot be read
V704 error save-header | a file is not a save
V705 error save-format | a save is of another format
V706 error save-key | a line of a save says too little or too much
V707 error save-value | a line of a save says what makes no sense
V708 error save-order | a line of a save is missing or out of place
V709 warning save-unfinished | the last line of a save is unfinished
V710 error save-other-game | a save is of another game
V711 warning save-other-rules | the rules have changed since a game was saved
V712 error save-hash | a replay comes to another state
V713 error save-player | another player decides than a save says
V714 error save-question | another question is asked than a save says
V715 error save-option | a save takes what is not offered
V716 error save-goes-on | a save goes on after the end of the game
V717 error save-not-over | a saved game was over, and its replay is not
V718 error save-outcome | dice, cards or winners are others than a save says
V751 error script-answer | a script answers what is not offered
V752 error script-player | a script answers for another player
V753 error script-not-text | a script is not a text file
"""


def _entries() -> dict[str, CatalogueEntry]:
    entries: dict[str, CatalogueEntry] = {}
    for line in _LINES.strip().splitlines():
        head, title = line.split("|")
        code, severity, slug = head.split()
        entries[slug] = CatalogueEntry(slug, code, severity, title.strip())
    return entries


CATALOGUE = _entries()
