/* What Python calls. A state is handed over as an address; nothing here keeps one. */

enum { OVER = 0, ASKS = 1 }; /* else a fault: 16 and its kind */

static I deep = 1 << 21; /* bytes that calls within calls may take, as far as Python says nothing */

void set_deep(I bytes) { deep = bytes; }
void set_python(int (*asked)(void), void *(*give)(void), void (*take_back)(void *)) {
    signals = asked;
    let_others = give;
    go_on_after = take_back;
}

static int begin(Way *way) {
    char here;
    if (!copies && !(copies = calloc(1, sizeof *copies))) return 0;
    if (!A.start) {
        A.start = calloc(WORK, sizeof(I));
        if (!A.start) return 0;
        A.end = A.start + WORK;
    }
    A.top = A.start;
    A.floor = &here - deep;
    A.line = A.deep = 0;
    A.watch = FUEL - LOOK;
    copies->used = 0;
    way->before = 0;
    way->top = A.top;
    A.back = way;
    return 1;
}
/* Give back all memory; whatever is called later takes it anew. */
void release(void) { free_working_memory(); }
static void asks_nothing(State *S) {
    S->used = S->frames = 0;
    S->options_n = 0;
    S->actor = -1;
    S->site = -1;
}
/* Go on until somebody must decide or the game is over. */
int run(State *S) {
    Way way;
    int how;
    if (!begin(&way)) return 16 + NO_MEMORY;
    new_eras(S); /* who knows what has changed in the meantime */
    how = _setjmp(way.room);
    if (!how) {
        if (go_on(S)) return ASKS;
        how = ENDS;
    }
    asks_nothing(S); /* after a fault it can be looked at, not gone on with */
    if (how != ENDS) return 16 + how;
    S->over = 1;
    return OVER;
}
int choose(State *S, I number) {
    Way way;
    if (S->over || number < 0 || number >= S->options_n) return 16;
    if (!begin(&way)) return 16 + NO_MEMORY;
    if (!_setjmp(way.room)) take(S, number);
    else return 16 + NO_MEMORY;
    return run(S);
}
void copy(State *to, State *from) {
    copy_state(to, from);
    copy_options(to, from);
}
I fault_line(void) { return A.line; }

static U game_seed(U seed, I number) {
    return mix(mix(seed) + (U)(number + 1) * GOLDEN) >> 11;
}
static void ask_from_here(State *S, I limit) {
    S->asked = S->forced = 0;
    S->asked_most = limit;
}
/* Play on by chance, `limit` questions at most: as `play_game` of the simulation does. */
int play_on(State *S, U seed, I limit) {
    int how;
    S->base_seed = mix(seed ^ AGENT);
    ask_from_here(S, limit);
    S->agent = 1;
    how = run(S);
    S->agent = 0;
    return how;
}
/* The points of each seat, where the rules keep any: `SCORE` works out those of one. */
#ifdef SCORE
static void points_of(State *S, I *out) {
    Way way;
    if (!begin(&way)) return;
    if (!_setjmp(way.room)) for (I seat = 0; seat < S->n; seat++) out[seat] = SCORE(S, seat);
}
#define SCORED 1
#else
#define points_of(S, out)
#define SCORED 0
#endif
/* What each seat aims at, or else its points; what a finished game pays each; who is out: false where
   the rules have nothing of the kind. */
#if !defined(AIM) && defined(PAYOFF)
#define AIM PAYOFF
#endif
#if !defined(AIM) && defined(SCORE)
#define AIM SCORE
#endif
#define JUDGE(name, WHICH) \
int name(State *S, I *out) { \
    Way way; \
    if (!begin(&way)) return 0; \
    if (_setjmp(way.room)) return 0; \
    if (!S->era[0]) new_eras(S); /* it was brought, and has not gone on yet */ \
    for (I seat = 0; seat < S->n; seat++) out[seat] = WHICH(S, seat); \
    return 1; \
}
#define NOTHING(name) int name(State *S, I *out) { (void)S, (void)out; return 0; }
#ifdef AIM
JUDGE(aims, AIM)
#else
NOTHING(aims)
#endif
#ifdef PAYOFF
JUDGE(payoffs, PAYOFF)
#else
NOTHING(payoffs)
#endif
#ifdef OUT
JUDGE(outs, OUT)
#else
NOTHING(outs)
#endif
/* Whole games `first` to `first + count - 1` from a state that has not begun: for each its outcome,
   `width` numbers: how it went, questions, those with one answer, seed, the ending, how many won, in
   one half of the rest who, in the other the points of each. */
I games(State *S, State *start, U seed, I first, I count, I limit, I *out, I width, Size span) {
    for (I k = 0; k < count; k++) {
        I *row = out + k * width;
        U own = game_seed(seed, first + k);
        copy_state(S, start);
        S->seed = own;
        row[0] = play_on(S, own, limit);
        row[1] = S->asked;
        row[2] = S->forced;
        row[3] = (I)own;
        row[4] = S->ending;
        row[5] = span ? *(I *)((char *)S + span) : -1;
        row[6] = S->winners_n;
        I half = (width - 7) / 2;
        for (I at = 0; at < S->winners_n && at < half; at++) row[7 + at] = S->winners[at];
        if (row[0] < 16) points_of(S, row + 7 + half);
        if (row[0] >= 16 && row[0] != 16 + LIMIT) return k + 1;
    }
    return count;
}
/* A number more in a table of `room` counts for the numbers from `low` on; false if it lies outside. The
   two numbers before the table are the first and the last that occurred, and one more. */
static int counts(I *table, I low, I room, I number) {
    I at = number - low;
    if (at < 0 || at >= room) return 0;
    if (table[-1] == 0 || at < table[-2]) table[-2] = at;
    if (at >= table[-1]) table[-1] = at + 1;
    table[at]++;
    return 1;
}
/* The same games as sums: games, questions, games that several won, and nobody; the most questions of
   a game; then for each seat how often it won, and how often games ended in each way; then tables of
   `room` counts each, of turns, of decisions, and of the points of each seat. A game that was stopped,
   or does not fit into the tables, is a row of `rows` instead, with its number; returns how many games
   were played, fewer than `count` after a fault or when there are no rows left. */
I sums(State *S, State *start, U seed, I first, I count, I limit, Size span, I *into, I endings,
       I room, I low, I *rows, I most_rows, I width) {
    I half = (width - 8) / 2, used = 0;
    I *won = into + 6, *ended = won + half, *tables = ended + endings + 1;
    I points[half ? half : 1];
    for (I k = 0; k < count; k++) {
        U own = game_seed(seed, first + k);
        copy_state(S, start);
        S->seed = own;
        I how = play_on(S, own, limit);
        I turns = span ? *(I *)((char *)S + span) : -1, made = S->asked - S->forced;
        int fits = how < 16 && turns < room && made < room;
        for (I at = 0; at < half; at++) points[at] = 0;
        if (how < 16) points_of(S, points);
        for (I at = 0; SCORED && at < S->n; at++) fits = fits && points[at] >= low && points[at] < low + room;
        if (!fits) {
            I *row = rows + used++ * width;
            row[0] = first + k; row[1] = how; row[2] = S->asked; row[3] = S->forced; row[4] = (I)own;
            row[5] = S->ending; row[6] = turns; row[7] = S->winners_n;
            for (I at = 0; at < half; at++) row[8 + at] = at < S->winners_n ? S->winners[at] : 0;
            for (I at = 0; at < half; at++) row[8 + half + at] = points[at];
            if (used == most_rows || (how >= 16 && how != 16 + LIMIT)) { into[5] = used; return k + 1; }
            continue;
        }
        into[0]++;
        into[1] += S->asked;
        into[2] += S->winners_n > 1;
        into[3] += S->winners_n == 0;
        if (S->asked > into[4]) into[4] = S->asked;
        for (I at = 0; at < S->winners_n; at++) if ((U)S->winners[at] < (U)half) won[S->winners[at]]++;
        if (S->ending + 1 >= 0 && S->ending < endings) ended[S->ending + 1]++;
        I *table = tables + 2;
        if (turns >= 0) counts(table, 0, room, turns);
        counts(table + room + 2, 0, room, made);
        for (I at = 0; SCORED && at < S->n; at++) counts(table + (2 + at) * (room + 2), low, room, points[at]);
    }
    into[5] = used;
    return count;
}
/* Play a game on from here by chance, `count` times, each time with chance of its own: decisions in
   all, and for each seat how often it won, alone or with others; less than 0 for a fault. */
I rollouts(State *S, State *from, U seed, I count, I limit, I *wins) {
    I decisions = 0;
    Way way;
    if (from->over || !from->frames) return 0;
    for (I k = 0; k < count; k++) {
        U own = mix(seed + (U)(k + 1) * GOLDEN);
        copy_state(S, from);
        S->seed = own;
        S->base_seed = mix(own ^ AGENT);
        ask_from_here(S, limit);
        if (from->options_n) {
            if (!begin(&way) || _setjmp(way.room)) return -(16 + NO_MEMORY);
            copy_options(S, from);
            take(S, picked(S, S->options_n));
        }
        S->agent = 1;
        int how = run(S);
        S->agent = 0;
        if (how >= 16 && how != 16 + LIMIT) return -how;
        decisions += S->asked - S->forced;
        for (I at = 0; at < S->winners_n; at++) if ((U)S->winners[at] < (U)S->n) wins[S->winners[at]]++;
    }
    return decisions;
}
/* A sequel of a waiting state: take an option, then play on by chance, without going round in circles
   in a turn that is counted at `clock`, if that is not 0, and up to the turn `until`. */
int playout(State *S, State *from, I number, U seed, I limit, Size clock, I until) {
    Way way;
    Rounds mine, *others = rounds;
    int how;
    if (S != from) copy(S, from);
    if (S->over) return OVER;
    if (number >= S->options_n || number < -1 || !S->options_n) return 16;
    S->base_seed = mix(seed ^ AGENT);
    ask_from_here(S, limit);
    if (!begin(&way)) return 16 + NO_MEMORY;
    if (_setjmp(way.room)) return 16 + NO_MEMORY;
    take(S, number < 0 ? picked(S, S->options_n) : number);
    new_rounds(&mine, clock, until);
    rounds = &mine;
    S->agent = 1;
    how = run(S);
    S->agent = 0;
    rounds = others;
    return how;
}
