/* Two classic games, each a page of plain C as one would write it for speed: the free spaces are
   kept rather than looked for, and only lines through the last mark are looked at.

   They draw from the same streams as a simulation and list options in the same order, so a game of
   a seed goes the same way; the benchmark looks before it measures. Each plays games `first` to
   `first + count - 1`, gives their decisions, and notes decisions and winner (-1: none) of each in
   `told` unless that is 0. */

typedef unsigned long long U;
typedef long long I;

#define GOLDEN 0x9E3779B97F4A7C15ull

static U mix(U value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ value >> 27) * 0x94D049BB133111EBull;
    return value ^ value >> 31;
}
static U agent(void) { /* the name of the random player's stream, as a number */
    U key = 0xCBF29CE484222325ull;
    for (const char *letter = "agent"; *letter; letter++) key = (key ^ (U)*letter) * 0x100000001B3ull;
    return key;
}
static U base_of(U seed, I number, U key) {
    return mix((mix(mix(seed) + (U)(number + 1) * GOLDEN) >> 11) ^ key);
}
static int pick(U base, int asked, int count) {
    return (int)((mix(base + (U)asked * GOLDEN) >> 32) * (U)count >> 32);
}
static void note(I *told, I at, int decisions, int winner) {
    if (!told) return;
    told[2 * at] = decisions;
    told[2 * at + 1] = winner;
}
void release(void) {}

/* ------------------------------------------------------------------------------ tic-tac-toe */

I tic_tac_toe(U seed, I first, I count, I *told) {
    static const unsigned short LINES[9][4] = { /* the lines through each space, as sets of spaces */
        {0007, 0111, 0421, 0421}, {0007, 0222, 0222, 0222}, {0007, 0444, 0124, 0124},
        {0070, 0111, 0111, 0111}, {0070, 0222, 0421, 0124}, {0070, 0444, 0444, 0444},
        {0700, 0111, 0124, 0124}, {0700, 0222, 0222, 0222}, {0700, 0444, 0421, 0421},
    };
    U key = agent();
    I all = 0;
    for (I k = 0; k < count; k++) {
        U base = base_of(seed, first + k, key);
        unsigned marks[2] = {0, 0};
        unsigned char free[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        int left = 9, player = 0, winner = -1;
        while (left) {
            int at = pick(base, 10 - left, left), space = free[at];
            left--;
            for (; at < left; at++) free[at] = free[at + 1];
            unsigned own = marks[player] |= 1u << space;
            const unsigned short *line = LINES[space];
            if ((own & line[0]) == line[0] || (own & line[1]) == line[1]
                || (own & line[2]) == line[2] || (own & line[3]) == line[3]) {
                winner = player;
                break;
            }
            player = 1 - player;
        }
        note(told, k, 9 - left, winner);
        all += 9 - left;
    }
    return all;
}

/* ------------------------------------------------------------------------------ connect four */

/* Columns of six spaces and one more that stays empty, from below: bit 7 * column + height. */
static int four(U own) {
    static const int WAYS[4] = {1, 6, 7, 8};
    for (int way = 0; way < 4; way++) {
        U two = own & own >> WAYS[way];
        if (two & two >> 2 * WAYS[way]) return 1;
    }
    return 0;
}
I connect_four(U seed, I first, I count, I *told) {
    U key = agent();
    I all = 0;
    for (I k = 0; k < count; k++) {
        U base = base_of(seed, first + k, key), discs[2] = {0, 0};
        int heights[7] = {0}, columns[7] = {0, 1, 2, 3, 4, 5, 6};
        int open = 7, decisions = 0, player = 0, winner = -1;
        while (open) {
            int at = pick(base, ++decisions, open), column = columns[at];
            discs[player] |= 1ull << (7 * column + heights[column]);
            if (++heights[column] == 6) {
                open--;
                for (; at < open; at++) columns[at] = columns[at + 1];
            }
            if (four(discs[player])) {
                winner = player;
                break;
            }
            player = 1 - player;
        }
        note(told, k, decisions, winner);
        all += decisions;
    }
    return all;
}
