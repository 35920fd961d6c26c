/* What native rules call that works on a state: piles, money, time, looking ahead on copies.
   Each does exactly what the function of that name in interpreter/run does. Whatever they are handed,
   they write only where there is room: spaces come with their number, and things are looked at. */

#define COPYING 300
#define MOST_OPTIONS 10000
#define MOST_SUBSETS 64
#define LATER 1000
#define MOST_COPIES 4096

/* ------------------------------------------------------------------------------ coming to an end */

#define LOOK 500000LL /* steps after which it is asked whether somebody wants an end */
#define LOOK_EVERY 512 /* and decisions */

/* Of Python: whether a signal has come that is to end this, and how others get a turn. */
static int (*signals)(void);
static void *(*let_others)(void);
static void (*go_on_after)(void *);

/* Which positions there were in the turn of a game that is played on by chance: see `random_answers.c`. */
#define ROUND_KEPT 64
typedef struct {
    Size clock;
    I until, turn, offers, n;
    U offered[ROUND_KEPT], here[ROUND_KEPT], taken[ROUND_KEPT];
} Rounds;
static Rounds *rounds;

/* Which answers hold for a state: see `remembered.py`. */
static U last_era;

static void new_eras(State *S) {
    for (int k = 0; k < QUESTIONS; k++) S->era[k] = ++last_era;
}

/* Copies of a state, as many as were ever in use at once. They are dropped in the opposite order, so
   that after a fault it is enough to say how many are still in use. */
static struct { State *made[MOST_COPIES]; int used; } *copies;

static void free_working_memory(void) {
    for (int k = 0; copies && k < MOST_COPIES; k++) free(copies->made[k]);
    free(copies);
    free(A.start);
    copies = 0;
    A.start = A.end = A.top = 0;
}
static void look_around(void) {
    int stop;
    if (!signals) return;
    __typeof__(A) mine = A;
    __typeof__(copies) my_copies = copies;
    Rounds *my_rounds = rounds;
    rounds = 0;
    A.start = 0; /* who calls meanwhile gets working memory and copies of their own, as they */
    copies = 0;  /* may be in the middle of a search when it is our turn again */
    stop = signals();
    if (!stop) {
        go_on_after(let_others());
        stop = signals();
    }
    free_working_memory();
    A = mine;
    copies = my_copies;
    rounds = my_rounds;
    if (stop) fault(STOPPED, 0);
}
static void spent(State *S, I line) {
    if (S->fuel < 0) fault(RUNAWAY, line);
    look_around();
    A.watch = most(0, S->fuel - LOOK);
}

/* Where a thing is kept that each component has, such as where it lies. */
#define THINGS ((I)(sizeof ((State *)0)->loc / sizeof *((State *)0)->loc))
#define LOC(piece) S->loc[AT(piece, THINGS, 0)]
#define LYING(thing, line) ({ I t_ = (thing); if ((U)(t_ + THINGS) >= (U)(2 * THINGS)) fault(BAD_PLACE, line); t_; })
/* The first of some spaces, all of which there must be. */
static Piece *spaces(R row, I first, I count) {
    if (first < 0 || count < 0 || count > row.n || first > row.n - count) fault(BAD_PLACE, 0);
    return row.p + first;
}

static I random_number(State *S, int stream, I count) {
    U bits = mix((S->seed ^ STREAM[stream]) + (U)(++S->draws[stream]) * GOLDEN) >> 32;
    return (I)(bits * ((U)count >> 32) + (bits * ((U)count & 0xFFFFFFFFULL) >> 32));
}
static void shuffle(State *S, Z pile, int stream) {
    U base = mix((S->seed ^ STREAM[stream]) + (U)(++S->draws[stream]) * GOLDEN);
    I *mark = A.top, count = pile[0];
    I *keys = room_for(count).p, *cards = of_pile(pile).p;
    for (I k = 0; k < count; k++) {
        AT(cards[k], CARDS, 0);
        if (cards[k] < 0) fault(BAD_PLACE, 0);
        U key = mix(base ^ mix(DESIGN_KEY[cards[k]] + (U)COPY[cards[k]] * GOLDEN));
        keys[k] = (I)(key ^ 1ULL << 63); /* in the order of numbers that may be negative */
        S->shown[cards[k]] = 0;
    }
    sort(keys, cards, count, 1);
    for (I k = 0; k < count; k++) pile[k + 1] = (Piece)cards[k];
    A.top = mark;
}
static I next_card(State *S, Z pile, void (*refill)(State *, I), I owner) {
    if (!pile[0] && refill) refill(S, owner);
    return pile_top(pile);
}
static I weighted(State *S, int stream, L odds, I line) {
    I left = random_number(S, stream, total(odds, line));
    for (I k = 0; k < odds.n; k++) {
        if (left < odds.p[k]) return k;
        left -= odds.p[k];
    }
    fault(BAD_PLACE, line);
    return 0;
}
static L offered(L options, I line) {
    if (options.n > MOST_OPTIONS) fault(TOO_MANY, line);
    return options;
}
static M lists_offered(M options, I line) {
    if (options.n > MOST_OPTIONS) fault(TOO_MANY, line);
    return options;
}
static L different(State *S, L things, int (*look)(State *, I, I *)) {
    L made = room_for(things.n);
    I *mark = A.top, size = 16, *seen;
    int width = 0;
    made.n = 0;
    while (size < 2 * things.n) size *= 2;
    seen = room_for(size).p; /* by its look, where to find what looks so; as an open hash table */
    memset(seen, 0, (Size)size * sizeof(I));
    I *looks = A.top;
    for (I k = 0; k < things.n; k++) {
        I *mine = room_for(MOST_LOOKS).p;
        U at = 0;
        width = look(S, things.p[k], mine);
        A.top = mine + width;
        for (int w = 0; w < width; w++) at = (at ^ (U)mine[w]) * GOLDEN, at ^= at >> 29;
        for (at &= (U)size - 1; seen[at]; at = (at + 1) & ((U)size - 1))
            if (same(of_numbers(mine, width), of_numbers(looks + (seen[at] - 1) * width, width))) break;
        if (seen[at]) A.top = mine;
        else {
            made.p[made.n++] = things.p[k];
            seen[at] = made.n;
        }
    }
    A.top = mark;
    return made;
}

/* Sets of things, alike ones once: the first 64, in their order. */
static I set_room(const I *alike, const I *taken, I *first, I count, I after) {
    I sum = 0; /* a group counts what is left of it if its first one left lies behind `after` */
    for (I k = 0; k < count; k++) first[k] = -1;
    for (I k = 0; k < count; k++)
        if (!taken[k]) {
            if (first[alike[k]] < 0) first[alike[k]] = k;
            sum += first[alike[k]] > after;
        }
    return sum;
}
static M with_none(M sets) {
    return sets.n == 1 && !sets.p[0].n ? sets : lists_with_one(sets, room_for(0));
}
static M subsets(State *S, L things, I low, I high, int (*look)(State *, I, I *)) {
    I n = things.n;
    L group = room_for(n), before = room_for(n), taken = room_for(n), chosen = room_for(n);
    L first = room_for(n);
    M found = { 0, 0 };
    for (I k = 0; k < n; k++) {
        I mine[MOST_LOOKS], theirs[MOST_LOOKS], other = k - 1;
        int width = look ? look(S, things.p[k], mine) : 0;
        before.p[k] = -1;
        group.p[k] = k;
        for (; look && other >= 0; other--) {
            int at = 0;
            look(S, things.p[other], theirs);
            while (at < width && theirs[at] == mine[at]) at++;
            if (at == width) {
                before.p[k] = other;
                group.p[k] = group.p[other];
                break;
            }
        }
    }
    for (I size = most(0, low); size <= least(high, n); size++) {
        I place = 0, have = 0, sets = 0, wanted = MOST_SUBSETS - found.n;
        for (I k = 0; k < n; k++) taken.p[k] = 0;
        for (;;) {
            if (have == size) {
                L one = room_for(size);
                for (I k = 0; k < size; k++) one.p[k] = things.p[chosen.p[k]];
                found = lists_with_one(found, one);
                if (++sets >= wanted) break;
            } else if (place < n && set_room(group.p, taken.p, first.p, n, place - 1) >= size - have) {
                if (before.p[place] < 0 || taken.p[before.p[place]]) {
                    chosen.p[have++] = place;
                    taken.p[place] = 1;
                }
                place++;
                continue;
            }
            if (!have) break;
            place = chosen.p[--have];
            taken.p[place] = 0;
            place++;
        }
        if (found.n >= MOST_SUBSETS) break;
    }
    return found;
}

/* ------------------------------------------------------------------------------ boards */

static I cell(L lane, I at, R board) { /* the space of a board that a line has there */
    I place = lane.p[at];
    if ((U)place >= (U)board.n) fault(BAD_PLACE, 0);
    return place;
}
static void lay(State *S, R board, I place, I piece, I base) {
    board.p[place] = (Piece)piece;
    if (piece >= 0) LOC(piece) = (Piece)(base + place);
}
static I line_of(M lines, L fitting, I wanted) { /* as `line_of` in boards.py */
    for (I k = 0; k < lines.n; k++) {
        I length = 0;
        for (I at = 0; at < lines.p[k].n; at++) {
            if (fitting.p[lines.p[k].p[at]]) length++;
            else if (length == wanted) return 1;
            else length = 0;
        }
        if (length == wanted) return 1;
    }
    return 0;
}
static void push(State *S, L pieces, L lane, R board, I base, void (*take)(State *, I),
                 void (*out)(State *, I, I), I line) {
    L there = room_for(pieces.n);
    there.n = 0;
    for (I k = 0; k < pieces.n; k++) if (pieces.p[k] >= 0) there.p[there.n++] = pieces.p[k];
    pieces = there;
    I count = least(pieces.n, lane.n);
    if (!count) return;
    for (I k = 0; k < count; k++) AT(pieces.p[k], THINGS, 0);
    for (I k = 0; k < count; k++) take(S, pieces.p[k]);
    L row = room_for(count + lane.n);
    row.n = 0;
    for (I k = 0; k < count; k++) row.p[row.n++] = pieces.p[k];
    I end = 0, gaps = 0; /* each gap takes up the push of one piece; what lies behind it stays */
    for (; end < lane.n && gaps < count; end++) {
        I piece = board.p[cell(lane, end, board)];
        if (piece >= 0) row.p[row.n++] = piece;
        else gaps++;
    }
    for (I k = end; k < row.n; k++) LOC(row.p[k]) = -1;
    for (I at = 0; at < end; at++) lay(S, board, cell(lane, at, board), row.p[at], base);
    for (I k = end; k < row.n; k++) {
        out(S, row.p[k], 0);
        if (LOC(row.p[k]) < 0) fault(NO_ROOM, line);
    }
}
static void rotate(State *S, L lane, I count, R board, I base) {
    L pieces = room_for(lane.n);
    if (!lane.n) return;
    count = modulo(count, lane.n);
    for (I k = 0; k < lane.n; k++) pieces.p[k] = board.p[cell(lane, k, board)];
    for (I k = 0; k < lane.n; k++)
        lay(S, board, cell(lane, k, board), pieces.p[modulo(k - count, lane.n)], base);
}
static void turn_row(State *S, R row, I first, I count, I by, I base) {
    L pieces = of_pieces(spaces(row, first, count), count);
    for (I k = 0; k < count; k++) lay(S, row, first + k, pieces.p[modulo(k - by, count)], base);
}
static I closed(State *S, I place, const I *closings, I many) {
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (has(of_numbers(closings, many), ~one->number))
            if (one->values[0] <= place && place < one->values[1]) return 1;
    }
    return 0;
}
static void reopen(State *S, I first, I last, const I *closings, I many) {
    I kept = 0;
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (has(of_numbers(closings, many), ~one->number))
            if (one->values[1] > first && last > one->values[0]) continue;
        if (kept != k) S->expiry[kept] = *one;
        kept++;
    }
    S->expiry_n = kept;
}
static void close_up(State *S, R row, I first, I count, const I *closings, I many, I base) {
    I to = first;
    spaces(row, first, count);
#define SHUT(place) (S->expiry_n && closed(S, base + (place), closings, many))
    for (I place = first; place < first + count; place++) {
        int piece = row.p[place];
        if (piece < 0 || SHUT(place)) continue;
        while (SHUT(to)) to++; /* what lies behind a closed space moves past it */
        row.p[place] = -1;
        lay(S, row, to++, piece, base);
    }
#undef SHUT
}
/* All piles of a family lie one after another, each `width` numbers long. */
static void pass_on(State *S, R zones, I width, I by, I base) {
    Piece *there = spaces(zones, 0, S->n * width), *held = (Piece *)room_for((S->n * width + 1) / 2 + 1).p;
    memcpy(held, there, (Size)(S->n * width) * sizeof(Piece));
    for (I seat = 0; seat < S->n; seat++) {
        Piece *from = held + modulo(seat - by, S->n) * width, *to = there + seat * width;
        if ((U)from[0] >= (U)width) fault(BAD_PLACE, 0);
        memcpy(to, from, (Size)width * sizeof(Piece));
        for (int k = 1; k <= to[0]; k++) {
            LOC(to[k]) = (Piece)(base + seat);
            S->shown[AT(to[k], CARDS, 0)] = 0;
        }
    }
}
static I steps(M near, I start, I goal, I first, I line) {
    if (start < 0 || goal < 0) return 1000000;
    I *mark = A.top, count = 0, from = 0, found = -1;
    L seen = room_for(near.n + 1);
    for (I k = 0; k < seen.n; k++) seen.p[k] = 0;
    L ring = room_for(near.n + 1);
    I till = 0;
    ring.p[till++] = start;
    seen.p[AT(start - first, near.n, line)] = 1;
    while (from < till && found < 0) {
        I here = till;
        for (I k = from; k < here; k++) if (ring.p[k] == goal) found = count;
        if (found >= 0) break;
        count++;
        for (I k = from; k < here; k++) {
            L around = near.p[AT(ring.p[k] - first, near.n, line)];
            for (I at = 0; at < around.n; at++) {
                I to = AT(around.p[at] - first, near.n, line);
                if (!seen.p[to]) {
                    seen.p[to] = 1;
                    ring.p[till++] = around.p[at];
                }
            }
        }
        from = here;
    }
    A.top = mark;
    return found < 0 ? 1000000 : found;
}
static I steps_over(M near, I start, I goal, I first, L passed, I most, I line) {
    if (start < 0 || goal < 0) return most;
    I *mark = A.top, count = 0, from = 0, found = -1;
    L seen = room_for(near.n + 1);
    for (I k = 0; k < seen.n; k++) seen.p[k] = 0;
    L ring = room_for(near.n + 1);
    I till = 0;
    ring.p[till++] = start;
    seen.p[AT(start - first, near.n, line)] = 1;
    while (from < till && found < 0) {
        I here = till;
        for (I k = from; k < here; k++) if (ring.p[k] == goal) found = count;
        if (found >= 0) break;
        count++;
        for (I k = from; k < here; k++) {
            L around = near.p[AT(ring.p[k] - first, near.n, line)];
            for (I at = 0; at < around.n; at++) {
                I to = AT(around.p[at] - first, near.n, line);
                if (!seen.p[to]) {
                    seen.p[to] = 1;
                    if (around.p[at] == goal || passed.p[AT(to, passed.n, line)]) ring.p[till++] = around.p[at];
                }
            }
        }
        from = here;
    }
    A.top = mark;
    return found < 0 ? most : found;
}

/* ------------------------------------------------------------------------------ time */

static I times_done(State *S, I place, I now, I line) {
    place = AT(place, USES, line);
    return S->used_at[place] == now ? S->used_n[place] : 0;
}
static void count_use(State *S, I place, I now, I line) {
    place = AT(place, USES, line);
    S->used_n[place] = S->used_at[place] == now ? S->used_n[place] + 1 : 1;
    S->used_at[place] = now;
}
static void lasting(State *S, I span, I now, I whose, I number, I who, I count, const I *values) {
    if (S->expiry_n >= MOST_LASTING || count > MOST_TOLD) fault(NO_MEMORY, 0);
    Lasting *made = &S->expiry[S->expiry_n++];
    made->span = span;
    made->now = now;
    made->whose = whose;
    made->number = number;
    made->who = who;
    made->count = count;
    for (I k = 0; k < (count < 0 ? 1 : count); k++) made->values[k] = values[k];
}
/* As `put_back` in durations.py: `later` is where what began after it stands among what is left. */
static I moved(I now, I by, I before) {
    I low = now < before ? now : before, high = now < before ? before : now;
    now += by;
    return now < low ? low : now > high ? high : now;
}
static void put_back(State *S, I later, Lasting *over) {
    I before = over->values[0], by = 0, any = 0;
    for (I k = later; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (one->number != over->number || one->who != over->who) continue;
        I was = one->values[0];
        if (any) before = moved(was, by, before);
        by = before - was;
        any = 1;
        one->values[0] = before;
        if (one->count < 0) return;
    }
    if (any) before = moved(kept_number(S, over->number, over->who), by, before);
    keep_number(S, over->number, over->who, before);
}
static void expire_all(State *S, I span, I whose) {
    I kept = 0, due = 0;
    Lasting *over = (Lasting *)A.top;
    CHECK_ROOM((I)(sizeof(Lasting) / sizeof(I)) * (S->expiry_n + 1), 0);
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (whose >= 0 && one->span == span && one->whose == LATER + whose) one->whose = -1;
        else if (whose < 0 && one->span == span && one->whose < -1) one->whose++;
        else if (one->span == span && (whose < 0 ? one->whose < 0 : one->whose == whose)) {
            over[due] = *one;
            over[due++].now = kept;
            continue;
        }
        if (kept != k) S->expiry[kept] = *one;
        kept++;
    }
    S->expiry_n = kept;
    while (due-- > 0) if (over[due].number >= 0) put_back(S, over[due].now, &over[due]);
}
static void settled(State *S, I number, I who, I was, I by, I low, I high) {
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (one->number != number || one->who != who) continue;
        I value = by == 1 ? one->values[0] + was : was;
        one->values[0] = by != 1 ? value : value < low ? low : value > high ? high : value;
    }
}
static void expire(State *S, I span) { expire_all(S, span, -1); }
static void expire_next(State *S, I span, I player) { if (player >= 0) expire_all(S, span, player); }
static I lasts(State *S, I number, int who, I you, L told) {
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (one->number == ~number && same(of_numbers(one->values, one->count), told))
            if (who == 2 || (one->who == you) == (who == 1)) return 1;
    }
    return 0;
}
static I lasting_sum(State *S, I number, I target, I reader) {
    I sum = 0;
    for (I k = 0; k < S->expiry_n; k++) {
        Lasting *one = &S->expiry[k];
        if (one->number == ~number && one->values[0] == target && (one->values[2] == -1 || one->values[2] == reader))
            sum += one->values[1];
    }
    return sum;
}

/* ------------------------------------------------------------------------------ money */

/* That each player's and each symbol's pieces fit in there is seen to where a purse is printed. */
/* The first `wild` symbols of `order` stand for any other. */
typedef struct {
    Size kept, bank;
    I designs, size, symbols;
    const I *small, *large, *order;
    I wild;
} Purse;
#define KEPT ((I *)((char *)S + money->kept))
#define BANK ((I *)((char *)S + money->bank))
#define MONEY State *S, const Purse *money
#define MINE I *kept = KEPT + player * money->designs, *bank = BANK + symbol * money->designs, \
    small = money->small[symbol], large = money->large[symbol], size = money->size; \
    (void)kept; (void)bank; (void)small; (void)large; (void)size

static void check_money(MONEY, I player, I symbol, I line) {
    AT(player, S->n, line);
    if ((U)player >= (U)S->n || (U)symbol >= (U)money->symbols) fault(BAD_PLACE, line);
}
static I wealth(MONEY, I player, I symbol) {
    MINE;
    return kept[small] + (large >= 0 ? size * kept[large] : 0);
}
static I can_join_(MONEY, I player, I symbol) {
    MINE;
    return large >= 0 && kept[small] >= size && bank[large] > 0;
}
static I can_join(MONEY, I player, I symbol, I line) {
    if (symbol < 0) return 0;
    check_money(S, money, player, symbol, line);
    return can_join_(S, money, player, symbol);
}
static void join_money_(MONEY, I player, I symbol) {
    MINE;
    kept[small] -= size;
    bank[small] += size;
    kept[large] += 1;
    bank[large] -= 1;
}
static void join_money(MONEY, I player, I symbol, I line) {
    check_money(S, money, player, symbol, line);
    if (money->large[symbol] < 0) fault(BAD_PLACE, line);
    join_money_(S, money, player, symbol);
}
static I spare(MONEY, I player, I symbol) {
    I often = 0;
    for (I other = 0; other < S->n; other++)
        if (other != player) often += KEPT[other * money->designs + money->small[symbol]] / money->size;
    return often;
}
static I can_split(MONEY, I player, I symbol, I line) {
    if (symbol < 0) return 0;
    check_money(S, money, player, symbol, line);
    MINE;
    if (large < 0 || kept[large] < 1) return 0;
    I there = bank[small], turned_in = 0;
    if (there < size) {
        turned_in = least(spare(S, money, player, symbol), bank[large] + 1);
        there += size * turned_in;
    }
    return there > size || (there == size && bank[large] + 1 == turned_in);
}
static void free_small(MONEY, I symbol, I spared) {
    if (money->large[symbol] < 0) return;
    for (I step = 0; step < S->n; step++) {
        I player = modulo(most(S->active, 0) + step, S->n);
        while (player != spared && can_join_(S, money, player, symbol)) join_money_(S, money, player, symbol);
    }
}
static void change_large(MONEY, I player, I symbol, I given, I change) {
    MINE;
    kept[large] -= given;
    bank[large] += given;
    if (change > bank[small]) free_small(S, money, symbol, player);
    kept[small] += change;
    bank[small] -= change;
    if (change > 0 && !bank[small]) free_small(S, money, symbol, -1);
}
static void split_money(MONEY, I player, I symbol, I line) {
    check_money(S, money, player, symbol, line);
    if (money->large[symbol] < 0) fault(BAD_PLACE, line);
    change_large(S, money, player, symbol, 1, money->size);
}
static I gain_money(MONEY, I player, I symbol, I amount, I line) {
    if (symbol < 0) return 0;
    check_money(S, money, player, symbol, line);
    MINE;
    I due = most(0, amount);
    while (due) {
        if (!bank[small]) free_small(S, money, symbol, -1);
        if (bank[small]) {
            I taken = least(due, bank[small]);
            bank[small] -= taken;
            kept[small] += taken;
            due -= taken;
        } else if (large < 0 || !bank[large]) break;
        else if (due >= size) {
            bank[large] -= 1;
            kept[large] += 1;
            due -= size;
        } else if (kept[small] + due >= size) {
            I back = size - due;
            kept[small] -= back;
            bank[small] += back;
            bank[large] -= 1;
            kept[large] += 1;
            due = 0;
        } else break;
    }
    if (!bank[small] && due < amount) free_small(S, money, symbol, -1);
    return most(0, amount) - due;
}
static I change_for(MONEY, I player, I symbol, I cost) {
    MINE;
    if (cost <= kept[small]) return 0;
    if (large < 0) return -1;
    I needed = -divided(-(cost - kept[small]), size);
    if (needed > kept[large]) return -1;
    return most(0, needed * size - cost);
}
static I can_pay_one(MONEY, I player, I symbol, I cost) {
    MINE;
    I change = change_for(S, money, player, symbol, cost);
    if (change <= 0) return change == 0;
    if (bank[small] >= change) return 1;
    I there = bank[large] + (cost + change) / size; /* what is paid lies there first */
    return bank[small] + size * least(spare(S, money, player, symbol), there) >= change;
}
static void pay_one(MONEY, I player, I symbol, I cost) {
    MINE;
    if (cost <= 0) return;
    if (kept[small] >= cost) {
        kept[small] -= cost;
        bank[small] += cost;
        return;
    }
    if (large < 0) fault(BAD_PLACE, 0);
    I needed = -divided(-(cost - kept[small]), size);
    change_large(S, money, player, symbol, needed, needed * size - cost);
}
static void pay_money(MONEY, I player, L amounts, I line) {
    for (I symbol = 0; symbol < amounts.n; symbol++)
        if (amounts.p[symbol]) {
            check_money(S, money, player, symbol, line);
            pay_one(S, money, player, symbol, amounts.p[symbol]);
        }
}
static int is_wild(const Purse *money, I symbol) {
    for (I k = 0; k < money->wild; k++) if (money->order[k] == symbol) return 1;
    return 0;
}
/* Every way to take exactly `lessened` off `due`, in a fixed order, until one is taken. Of a wild
   symbol less than nothing is taken off where it pays for others. */
typedef struct Spread {
    State *S;
    const Purse *money;
    I player, line;
    L due, low, way;
    const I **payable; /* for ways_to_pay: what can be paid after each reduction, from the least */
    M found;
} Spread;
static Spread spread_of(MONEY, I player, L due, I line) {
    Spread all = { S, money, player, line, due, room_for(due.n), room_for(due.n), 0, { 0, 0 } };
    I sum = 0;
    for (I k = 0; k < due.n; k++) sum += due.p[k];
    for (I k = 0; k < due.n; k++) {
        all.low.p[k] = 0;
        if (!money->wild) continue;
        check_money(S, money, player, k, line);
        I high = is_wild(money, k) ? sum : due.p[k];
        all.low.p[k] = due.p[k] - least(high, wealth(S, money, player, k));
    }
    return all;
}
static int one_way(Spread *all) {
    State *S = all->S;
    SPEND(10 * all->due.n, all->line);
    if (!all->payable) {
        for (I k = 0; k < all->due.n; k++) {
            I left = all->due.p[k] - all->way.p[k];
            if (left && !can_pay_one(S, all->money, all->player, k, left)) return 0;
        }
        return 1;
    }
    for (I k = 0; k < all->due.n; k++)
        if (!all->payable[k][all->way.p[k] - all->low.p[k]]) return 0;
    all->found = lists_with_one(all->found, copied(all->way));
    return 0;
}
static int spread(Spread *all, I at, I lessened) {
    if (at == all->due.n) return !lessened && one_way(all);
    I symbol = all->money->order[at], highest = 0, lowest = 0;
    for (I k = at + 1; k < all->due.n; k++) {
        highest += all->due.p[all->money->order[k]];
        lowest += all->low.p[all->money->order[k]];
    }
    I take = least(all->due.p[symbol], lessened - lowest);
    for (; take >= most(all->low.p[symbol], lessened - highest); take--) {
        all->way.p[symbol] = take;
        if (spread(all, at + 1, lessened - take)) return 1;
    }
    return 0;
}
static I can_pay(MONEY, I player, L due, I lessened, I line) {
    I lacking = 0, extra = 0, exact = 1, sum = 0, *mark = A.top;
    for (I symbol = 0; symbol < due.n; symbol++) {
        I cost = due.p[symbol], wild = is_wild(money, symbol);
        sum += cost;
        if (!cost && !wild) continue;
        check_money(S, money, player, symbol, line);
        I missing = cost - wealth(S, money, player, symbol);
        if (wild) extra -= missing;
        else if (missing > 0) lacking += missing;
        if (wild && missing > 0) exact = 0; /* another wild symbol may stand for it */
        else if (missing < 0 && exact && !can_pay_one(S, money, player, symbol, cost)) exact = 0;
    }
    lessened = least(lessened, sum);
    if (lacking > lessened + extra) return 0;
    if (exact && !lessened && !lacking) return 1;
    Spread all = spread_of(S, money, player, due, line);
    I found = spread(&all, 0, lessened);
    A.top = mark;
    return found;
}
static M ways_to_pay(MONEY, I player, L due, I lessened, I line) {
    SPEND(due.n * (1 + 4 * total(due, line)), line);
    for (I symbol = 0; symbol < due.n; symbol++) check_money(S, money, player, symbol, line);
    Spread all = spread_of(S, money, player, due, line);
    all.payable = (const I **)room_for(due.n + 1).p;
    for (I symbol = 0; symbol < due.n; symbol++) {
        I low = all.low.p[symbol];
        L can = room_for(due.p[symbol] - low + 1);
        for (I less = low; less <= due.p[symbol]; less++)
            can.p[less - low] = can_pay_one(S, money, player, symbol, due.p[symbol] - less);
        all.payable[symbol] = can.p;
    }
    spread(&all, 0, lessened);
    return all.found;
}

/* ------------------------------------------------------------------------------ frames and choices */

/* A frame is its numbers, then how many they are: rule, block, and what the rule keeps. */
static I *new_frame(State *S, I count) {
    if (S->used + count + 1 > MOST_WAITING) fault(TOO_DEEP, 0);
    I *made = S->stack + S->used;
    made[count] = count;
    S->used += count + 1;
    S->frames++;
    return made;
}
static void drop_frame(State *S) {
    S->used -= S->stack[S->used - 1] + 1;
    S->frames--;
}
static void waits(State *S, L frame) {
    I *made = new_frame(S, frame.n);
    for (I k = 0; k < frame.n; k++) made[k] = frame.p[k];
}
static void choose_number(State *S, I value) {
    S->choice_n = -1;
    S->choice[0] = value;
}
static void choose_list(State *S, L value) {
    if (value.n > MOST_CHOSEN) fault(NO_MEMORY, 0);
    S->choice_n = value.n;
    for (I k = 0; k < value.n; k++) S->choice[k] = value.p[k];
}
static void offer(State *S, L options, I site, I actor) {
    if (options.n > MOST_OPTIONS) fault(NO_MEMORY, 0);
    S->options_n = options.n;
    S->options_lists = 0;
    for (I k = 0; k < options.n; k++) S->options[k] = options.p[k];
    S->site = site;
    S->actor = actor;
}
static void offer_lists(State *S, M options, I site, I actor) {
    I at = 0;
    S->options_n = options.n;
    S->options_lists = 1;
    for (I k = 0; k < options.n; k++) { /* each with its length before it */
        if (at + options.p[k].n + 1 > MOST_OPTIONS) fault(NO_MEMORY, 0);
        S->options[at++] = options.p[k].n;
        for (I i = 0; i < options.p[k].n; i++) S->options[at++] = options.p[k].p[i];
    }
    S->site = site;
    S->actor = actor;
}
static I *option(State *S, I number) { /* for lists: where the length stands */
    if (!S->options_lists) return S->options + number;
    I at = 0;
    while (number--) at += S->options[at] + 1;
    return S->options + at;
}
static L chosen(State *S) { /* what was answered, as a list */
    return copied(of_numbers(S->choice, most(S->choice_n, 0)));
}
static void take(State *S, I number) {
    I *one = option(S, number);
    if (S->options_lists) choose_list(S, of_numbers(one + 1, one[0]));
    else choose_number(S, one[0]);
}
static I picked(State *S, I count) { /* by chance, as the simulation of the Python back end does */
    if (S->asked >= S->asked_most) fault(LIMIT, 0);
    if (rounds && rounds->clock && *(I *)((char *)S + rounds->clock) >= rounds->until) fault(LIMIT, 0);
    A.watch = FUEL - LOOK;
    if (!(++S->asked % LOOK_EVERY)) look_around();
    if (count == 1) return S->forced++, 0;
    return (I)((mix(S->base_seed + (U)S->asked * GOLDEN) >> 32) * (U)count >> 32);
}

/* ------------------------------------------------------------------------------ copies */

static State *fresh_state(void) {
    if (copies->used >= MOST_COPIES) fault(TOO_DEEP, 0);
    State **one = &copies->made[copies->used];
    if (!*one) *one = calloc(1, sizeof(State));
    if (!*one) fault(NO_MEMORY, 0);
    copies->used++;
    return *one;
}
static void drop_state(State *S) {
    (void)S;
    copies->used--;
}
static void copy_state(State *to, const State *from) {
    copy_kept(to, from);
    for (I k = 0; k < from->expiry_n; k++) to->expiry[k] = from->expiry[k];
    memcpy(to->stack, from->stack, (Size)from->used * sizeof(I));
    memcpy(to->choice, from->choice, (Size)(from->choice_n < 0 ? 1 : from->choice_n) * sizeof(I));
}
static void copy_options(State *to, const State *from) {
    I used = from->options_n;
    if (from->options_lists) {
        used = 0;
        for (I k = 0; k < from->options_n; k++) used += from->options[used] + 1;
    }
    memcpy(to->options, from->options, (Size)used * sizeof(I));
}

/* ------------------------------------------------------------------------------ looking ahead */

typedef I Rule(State *, I *);
static Rule *const CODE[];

#define OPEN(way) (way).before = A.back; (way).top = A.top; (way).deep = A.deep; A.back = &(way)
#define CLOSE(way) A.back = (way).before; A.top = (way).top; A.deep = (way).deep

/* Go on until somebody must decide: 1; or nothing waits any more: 0. */
static int go_on(State *S) {
    I *mark = A.top;
    for (I count = 0; S->frames; count++) {
        if (count >= 1000000) fault(TOO_DEEP, 0);
        I length = S->stack[S->used - 1];
        I *frame = room_for(length).p;
        for (I k = 0; k < length; k++) frame[k] = S->stack[S->used - 1 - length + k];
        drop_frame(S);
        if (CODE[frame[0]](S, frame)) return 1;
        A.top = mark;
    }
    return 0;
}
static I search(State *T, I actor, I *left, I depth) {
    Way way;
    int how;
    if (--*left < 0) fault(RUNAWAY, 0);
    DEEP(0);
    T->agent = 0;
    OPEN(way);
    how = _setjmp(way.room);
    if (!how) how = go_on(T) ? -1 : -2;
    CLOSE(way);
    if (how == FAIL) return 0;
    if (how == ENOUGH || how == ENDS || how == -2) return 1;
    if (how > 0) fault(how, A.line);
    if (T->actor < 0 || depth >= 24 || (actor >= 0 && T->actor != actor)) return 1;
    if (T->actor != T->probe - 1 && *left < 2000) return 1;
    State *copy = fresh_state();
    I found = 0;
    for (I k = 0; k < T->options_n && !found; k++) {
        copy_state(copy, T);
        copy->probe = T->probe;
        I *one = option(T, k);
        if (T->options_lists) choose_list(copy, of_numbers(one + 1, one[0]));
        else choose_number(copy, one[0]);
        copy->fuel = T->fuel - COPYING;
        Way inner;
        OPEN(inner);
        how = _setjmp(inner.room);
        if (!how) found = search(copy, actor, left, depth + 1);
        CLOSE(inner);
        T->fuel = copy->fuel;
        if (how) break;
    }
    drop_state(copy);
    if (how > 0) fault(how, A.line);
    return found;
}
static I paid_search(State *S, State *T, I actor) {
    I left = 4000, found = 0;
    Way way;
    int how;
    T->fuel -= COPYING;
    OPEN(way);
    how = _setjmp(way.room);
    if (!how) found = search(T, actor, &left, 0);
    CLOSE(way);
    S->fuel = T->fuel;
    drop_state(T);
    if (how) fault(how, A.line);
    return found;
}
/* Who looks ahead; nobody sits at no seat. */
static I asker(State *S, I actor) { return 1 + (actor >= 0 ? actor : S->n); }
static I probe_from(State *S, State *T, L frame, I actor) {
    I from = S->used, count = S->frames, first = S->base ? S->base : count;
    for (; count > first && count > 0; count--) from -= S->stack[from - 1] + 1;
    for (I k = from; k < S->used; k++) T->stack[k - from] = S->stack[k];
    T->used = S->used - from;
    T->frames = S->frames - count;
    waits(T, frame);
    T->probe = asker(S, actor);
    T->base = T->asides = 0;
    return paid_search(S, T, S->base ? -1 : actor);
}
static State *probing(State *S) {
    State *T = fresh_state();
    copy_state(T, S);
    return T;
}
static I probe(State *S, L frame, I option, I actor) {
    State *T = probing(S);
    choose_number(T, option);
    return probe_from(S, T, frame, actor);
}
static I probe_list(State *S, L frame, L option, I actor) {
    State *T = probing(S);
    choose_list(T, option);
    return probe_from(S, T, frame, actor);
}
static I probe_start(State *S, L frame, I actor) {
    State *T = probing(S);
    T->used = T->frames = 0;
    waits(T, frame);
    T->probe = asker(S, actor);
    T->base = T->asides = 0;
    return paid_search(S, T, -1);
}
