/* Going round in circles: a position that has been there before in the same turn. Each function does
   what the one of that name in interpreter/run/recurrence.py does; positions go by a number of 64 bits. */

static U position(const State *S) {
    U h = hash_kept(S, GOLDEN);
    h = hashed(h, S->expiry, (Size)S->expiry_n * sizeof *S->expiry);
    h = hashed(h, S->stack, (Size)S->used * sizeof(I));
    h = hashed(h, S->winners, (Size)S->winners_n * sizeof(I));
    h = hashed(h, S->draws, sizeof S->draws);
    h = (h ^ (U)S->site) * GOLDEN;
    h = (h ^ (U)S->actor) * GOLDEN;
    h = (h ^ (U)S->active) * GOLDEN;
    return mix(h);
}
static void new_rounds(Rounds *mine, Size clock, I until) {
    mine->clock = clock;
    mine->until = until;
    mine->turn = -1;
    mine->offers = mine->n = 0;
}
static U bit(I index) { return index < ROUND_KEPT ? 1ULL << index : 0; }
static I other(State *S, I index, I count, U options) {
    Rounds *mine = rounds;
    I at, left = 0;
    if (!mine || !mine->clock || count < 2) return index;
    I turn = *(I *)((char *)S + mine->clock);
    if (turn != mine->turn) {
        mine->turn = turn;
        mine->offers = mine->n = 0;
    }
    for (at = 0; at < mine->offers && mine->offered[at] != options; at++) ;
    if (at == mine->offers) {
        if (at < ROUND_KEPT) mine->offered[mine->offers++] = options;
        return index;
    }
    U here = position(S) ^ mix(options);
    for (at = 0; at < mine->n && mine->here[at] != here; at++) ;
    if (at == mine->n) {
        if (at < ROUND_KEPT) {
            mine->n++;
            mine->here[at] = here;
            mine->taken[at] = bit(index);
        }
        return index;
    }
    for (I k = 0; k < count; k++) left += !(mine->taken[at] & bit(k));
    if (!left) return index;
    left = index % left;
    for (index = 0; (mine->taken[at] & bit(index)) || left--; index++) ;
    mine->taken[at] |= bit(index);
    return index;
}
static I picked_number(State *S, L options) {
    I index = picked(S, options.n);
    if (!rounds) return index;
    return other(S, index, options.n, hashed((U)options.n, options.p, (Size)options.n * sizeof(I)));
}
static I picked_list(State *S, M options) {
    I index = picked(S, options.n);
    if (!rounds) return index;
    U h = (U)options.n;
    for (I k = 0; k < options.n; k++)
        h = hashed(h ^ (U)options.p[k].n, options.p[k].p, (Size)options.p[k].n * sizeof(I));
    return other(S, index, options.n, h);
}
