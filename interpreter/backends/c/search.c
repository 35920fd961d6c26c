/* A search of what may come: exactly what `Tree` in interpreter/bots/tree.py does, which says why.
   Its numbers are whole ones, and fractions that are only added, multiplied and divided, in the same
   order, so that both find the same. */

typedef struct { U key; I visits, offered, below; double earned; int proof, closed, undone; } Edge;
typedef struct { I site, next, n, room; Edge *edges; } Node;
typedef struct { I node, edge, actor, options; } Passed;

#define DEEPEST_PATH 4096
#define TURN_KEPT 256

typedef struct { I n, room; Node *nodes; Passed path[DEEPEST_PATH]; U here[TURN_KEPT]; } Tree;

/* What a search is told, in the order of `Judged` in bots/tree.py. */
typedef struct {
    I cut, clock, until, known, counts, together, sign, exact;
    double lead, payoff, middle, wander;
} Told;

/* One thing more in a list that grows, all of it 0: false where there is no memory. */
static int grown(void **list, I *n, I *room, Size each) {
    if (*n == *room) {
        I wanted = *room ? 2 * *room : 8;
        void *made = calloc((Size)wanted, each);
        if (!made) return 0;
        if (*list) memcpy(made, *list, (Size)*n * each);
        free(*list);
        *list = made;
        *room = wanted;
    }
    ++*n;
    return 1;
}
static I new_node(Tree *tree, I site) {
    if (!grown((void **)&tree->nodes, &tree->n, &tree->room, sizeof(Node))) return -1;
    tree->nodes[tree->n - 1].site = site;
    tree->nodes[tree->n - 1].next = -1;
    return tree->n - 1;
}
static I new_edge(Node *node, U key) {
    if (!grown((void **)&node->edges, &node->n, &node->room, sizeof(Edge))) return -1;
    node->edges[node->n - 1].key = key;
    node->edges[node->n - 1].below = -1;
    return node->n - 1;
}
static double bent(double lead) { return 0.5 + 0.5 * lead / (1 + (lead < 0 ? -lead : lead)); }
static void shared_by_lead(const I *aims, I n, double usual, double *found) {
    I best = aims[0], second = 0, ahead = 0;
    double whole = 0;
    for (I k = 1; k < n; k++) if (aims[k] > best) best = aims[k];
    for (I k = 0; k < n; k++) ahead += aims[k] == best;
    if (ahead > 1) second = best;
    else {
        int any = 0;
        for (I k = 0; k < n; k++)
            if (aims[k] != best && (!any || aims[k] > second)) second = aims[k], any = 1;
    }
    for (I k = 0; k < n; k++)
        whole += found[k] = bent((double)(aims[k] - (aims[k] == best ? second : best)) / usual);
    for (I k = 0; k < n; k++) found[k] /= whole;
}
static double hoped(I reached, const Told *told) {
    double far = ((double)reached - told->middle) / told->lead;
    return told->counts ? 0.5 + far / 2 : bent(far);
}
static void worth(State *S, const Told *told, double *found) {
    I n = S->n, out[MOST_SEATS], number[MOST_SEATS];
    if (S->over && told->counts) {
        payoffs(S, number);
        if (told->together || n == 1) {
            for (I k = 0; k < n; k++) found[k] = hoped(number[0], told);
            return;
        }
        I whole = 0;
        for (I k = 0; k < n; k++) whole += number[k];
        for (I k = 0; k < n; k++)
            found[k] = 0.5 + (number[k] - (double)(whole - number[k]) / (n - 1)) / (2 * told->payoff);
        return;
    }
    if (S->over) {
        double none = told->together ? 0 : 1.0 / n, one = told->together ? 1.0 : 0;
        for (I k = 0; k < n; k++) found[k] = S->winners_n ? (told->together ? one : 0) : none;
        if (!told->together)
            for (I k = 0; k < S->winners_n; k++) found[S->winners[k]] = 1.0 / S->winners_n;
        return;
    }
    int known = told->known && aims(S, number);
    if (known && (told->together || n == 1)) {
        for (I k = 0; k < n; k++) found[k] = hoped(told->sign * number[0], told);
        return;
    }
    I left[MOST_SEATS], there = 0;
    double part[MOST_SEATS];
    int some = outs(S, out);
    for (I k = 0; k < n; k++) found[k] = 0;
    for (I k = 0; k < n; k++) if (!some || !out[k]) left[there++] = k;
    if (!there) for (; there < n; there++) left[there] = there;
    for (I k = 0; k < there; k++) part[k] = 1.0 / there;
    if (known && there > 1) {
        I mine[MOST_SEATS];
        for (I k = 0; k < there; k++) mine[k] = told->sign * number[left[k]];
        shared_by_lead(mine, there, told->lead, part);
    }
    for (I k = 0; k < there; k++) found[left[k]] = part[k];
}
static U key_of(State *S, I *at) { /* of the next option, which begins at `at` */
    if (!S->options_lists) return (U)S->options[(*at)++];
    I size = S->options[*at];
    U key = hashed((U)size + 1, S->options + *at + 1, (Size)size * sizeof(I));
    *at += size + 1;
    return mix(key);
}
static I edge_of(Node *node, U key, I place) {
    if (place < node->n && node->edges[place].key == key) return place;
    for (I k = 0; k < node->n; k++) if (node->edges[k].key == key) return k;
    return -1;
}
static I all_draws(State *S) {
    I sum = 0;
    for (Size k = 0; k < sizeof S->draws / sizeof *S->draws; k++) sum += S->draws[k];
    return sum;
}
/* What is proven of a question whose answers all lie in the tree: 1 and who wins, -1 for a draw; 0 for
   what is still open. */
static int proven(const Node *node, I actor, I options) {
    int all = node->n == options, draw = 0, other = 0;
    for (I k = 0; k < node->n; k++) {
        int proof = node->edges[k].proof;
        if (proof == actor + 1) return proof;
        if (!proof) all = 0;
        else if (proof < 0) draw = 1;
        else other = proof;
    }
    return !all ? 0 : draw ? -1 : other;
}
/* Not this way again: it leads to where one was in this turn; nor to a question of which that is true
   of every answer. */
static void close_way(Tree *tree, I deep) {
    while (deep--) {
        Passed *last = tree->path + deep;
        Node *node = tree->nodes + last->node;
        I open = last->options - node->n;
        node->edges[last->edge].closed = 1;
        for (I k = 0; k < node->n; k++) open += !node->edges[k].closed;
        if (open) return;
    }
}
enum { LOOKED, NO_ROOM_LEFT, INTERRUPTED };
/* One look: down the tree, one answer beyond it, on by chance, and back up. A look that comes to
   nothing counts for nothing. */
static int look(State *S, State *board, Tree *tree, State *deal, I number, U seed, I draws,
                const Told *told, const double *spread, const double *rarely) {
    Passed *path = tree->path;
    U own = mix(seed + (U)(number + 1) * GOLDEN), after = mix(seed + (U)(-number) * GOLDEN);
    U *here = tree->here, first = 0;
    I node = 0, deep = 0, turned = 0, turn = -1;
    int proof = 0;
    double found[MOST_SEATS];
    copy(S, deal);
    S->seed = own;
    for (;;) {
        if (S->over) {
            worth(S, told, found);
            if (told->exact && all_draws(S) == draws)
                proof = S->winners_n == 1 ? (int)S->winners[0] + 1 : -1;
            break;
        }
        I count = S->options_n;
        if (count == 1) {
            int how = choose(S, 0);
            if (how >= 16) return how == 16 + STOPPED ? INTERRUPTED : LOOKED;
            continue;
        }
        if (told->clock && *(I *)((char *)S + told->clock) != turn) {
            turn = *(I *)((char *)S + told->clock);
            turned = 0;
        }
        if (told->clock && turned < TURN_KEPT) {
            U now = position(S);
            if (!deep) first = now;
            for (I k = 0; k < turned; k++)
                if (here[k] == now) {
                    if (now == first) tree->nodes[0].edges[path[0].edge].undone = 1;
                    close_way(tree, deep);
                    return LOOKED;
                }
            here[turned++] = now;
        }
        if (deep == DEEPEST_PATH) return LOOKED;
        I fresh = 0, at = 0, taken = -1, edge = -1;
        for (I k = 0; k < count; k++) {
            U key = node ? key_of(S, &at) : (U)k;
            fresh += edge_of(tree->nodes + node, key, k) < 0;
        }
        at = 0;
        if (fresh) {
            I wanted = (I)(own % (U)fresh);
            U key = 0;
            for (taken = 0; taken < count; taken++) {
                key = node ? key_of(S, &at) : (U)taken;
                if (edge_of(tree->nodes + node, key, taken) < 0 && !wanted--) break;
            }
            I actor = S->actor;
            int how = playout(board, S, taken, after, told->cut, (Size)told->clock, told->until);
            if (how == 16 + STOPPED) return INTERRUPTED;
            if (how >= 16 && how != 16 + LIMIT) return LOOKED;
            if ((edge = new_edge(tree->nodes + node, key)) < 0) return NO_ROOM_LEFT;
            tree->nodes[node].edges[edge].offered = 1;
            path[deep++] = (Passed){ node, edge, actor, count };
            worth(board, told, found);
            if (told->exact && board->over && !board->asked && all_draws(board) == draws)
                proof = board->winners_n == 1 ? (int)board->winners[0] + 1 : -1;
            break;
        }
        double best = -1e300;
        int how = -1; /* of the best so far: 0 a circle or lost, 1 open, 2 won */
        for (I k = 0; k < count; k++) {
            U key = node ? key_of(S, &at) : (U)k;
            I one = edge_of(tree->nodes + node, key, k);
            Edge *e = tree->nodes[node].edges + one;
            e->offered++;
            double bound = e->earned / e->visits + told->wander * spread[e->offered] * rarely[e->visits];
            int open = e->proof == S->actor + 1 ? 2 : e->closed || e->proof > 0 ? 0 : 1;
            if (open > how || (open == how && bound > best)) {
                how = open;
                best = bound;
                taken = k;
                edge = one;
            }
        }
        Edge *e = tree->nodes[node].edges + edge;
        path[deep++] = (Passed){ node, edge, S->actor, count };
        if (e->proof) {
            for (I k = 0; k < S->n; k++) found[k] = e->proof < 0 ? 1.0 / S->n : e->proof == k + 1;
            break;
        }
        how = choose(S, taken);
        if (how >= 16) return how == 16 + STOPPED ? INTERRUPTED : LOOKED;
        I below = e->below;
        while (below >= 0 && tree->nodes[below].site != S->site) below = tree->nodes[below].next;
        if (below < 0) {
            if ((below = new_node(tree, S->site)) < 0) return NO_ROOM_LEFT;
            e = tree->nodes[node].edges + edge;
            tree->nodes[below].next = e->below;
            e->below = below;
        }
        node = below;
    }
    while (deep--) {
        Node *up = tree->nodes + path[deep].node;
        Edge *e = up->edges + path[deep].edge;
        e->visits++;
        e->earned += found[path[deep].actor];
        if (proof && !e->proof) {
            e->proof = proof;
            proof = proven(up, path[deep].actor, path[deep].options);
        } else proof = 0;
    }
    return LOOKED;
}
/* Look `iterations` times; `out` gets three numbers for each option of the first question: how often
   it was taken, what is proven of it, whether it leads in a circle (1) or can be undone (2); `earned` what it brought. Gives how
   many looks there were. */
I think(State **deals, I dealt, U seed, I iterations, const Told *told, const double *spread,
        const double *rarely, I *out, double *earned) {
    Tree *tree = calloc(1, sizeof *tree);
    State *S = calloc(1, sizeof(State)), *board = calloc(1, sizeof(State));
    I number = 0, draws = all_draws(deals[0]), actor = deals[0]->actor, options = deals[0]->options_n;
    int how = S && board && tree && new_node(tree, -1) == 0 ? LOOKED : NO_ROOM_LEFT;
    while (how == LOOKED && number < iterations) {
        if (number % LOOK_EVERY == LOOK_EVERY - 1) {
            Way way;
            if (!begin(&way) || _setjmp(way.room)) how = INTERRUPTED;
            else look_around();
        }
        if (how != LOOKED) break;
        how = look(S, board, tree, deals[number % dealt], number, seed, draws, told, spread, rarely);
        number++;
        if (told->exact && proven(tree->nodes, actor, options)) break;
    }
    for (I k = 0; how == LOOKED && k < options; k++) {
        I edge = edge_of(tree->nodes, (U)k, k);
        Edge *e = edge < 0 ? 0 : tree->nodes[0].edges + edge;
        out[3 * k] = e ? e->visits : 0;
        out[3 * k + 1] = e ? e->proof : 0;
        out[3 * k + 2] = e ? e->closed + 2 * e->undone : 0;
        earned[k] = e ? e->earned : 0;
    }
    free(S);
    free(board);
    for (I k = 0; tree && k < tree->n; k++) free(tree->nodes[k].edges);
    if (tree) free(tree->nodes);
    free(tree);
    return how == LOOKED ? number : -1;
}
