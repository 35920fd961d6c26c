/* What random players answer, and a position that was there before in the same turn. Each function does
   what the one of that name in interpreter/run/random_answers.py does; positions go by 64 bits. */

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
static I offered_before(State *S, U options) {
    Rounds *mine = rounds;
    I at;
    if (!mine->clock) return 0;
    I turn = *(I *)((char *)S + mine->clock);
    if (turn != mine->turn) {
        mine->turn = turn;
        mine->offers = mine->n = 0;
    }
    for (at = 0; at < mine->offers; at++) if (mine->offered[at] == options) return 1;
    if (at < ROUND_KEPT) mine->offered[mine->offers++] = options;
    return 0;
}
static I other(State *S, I index, I count, U options) {
    Rounds *mine = rounds;
    I at, left = 0;
    if (!mine->clock || count < 2) return index;
    if (!offered_before(S, options)) return index;
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
static U of_options(L options) {
    return hashed((U)options.n, options.p, (Size)options.n * sizeof(I));
}
static U of_lists(M options) {
    U h = (U)options.n;
    for (I k = 0; k < options.n; k++)
        h = hashed(h ^ (U)options.p[k].n, options.p[k].p, (Size)options.p[k].n * sizeof(I));
    return h;
}
static I picked_number(State *S, L options) {
    I index = picked(S, options.n);
    return rounds ? other(S, index, options.n, of_options(options)) : index;
}
static I picked_list(State *S, M options) {
    I index = picked(S, options.n);
    return rounds ? other(S, index, options.n, of_lists(options)) : index;
}
/* The order in which a random player tries what might be an option: see `random_answers.py`. */
#define MIXED(KIND, name, copied_of, sign_of) \
static KIND name(State *S, KIND options) { \
    KIND made = { 0, 0 }; \
    if (!S->agent || options.n < 2 || (rounds && offered_before(S, sign_of(options)))) return made; \
    made = copied_of(options); \
    U base = mix((S->base_seed ^ LOTS) + (U)(S->asked + 1) * GOLDEN); \
    for (I last = made.n - 1; last > 0; last--) { \
        I at = (I)((mix(base + (U)last * GOLDEN) >> 32) * (U)(last + 1) >> 32); \
        __typeof__(*made.p) held = made.p[last]; \
        made.p[last] = made.p[at]; \
        made.p[at] = held; \
    } \
    return made; \
}
MIXED(L, mixed, copied, of_options)
MIXED(M, lists_mixed, lists_copied, of_lists)
