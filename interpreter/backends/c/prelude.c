/* What every native game begins with: numbers, lists, working memory, faults.
   No header is needed: libtcc compiles this where no C compiler is installed. */
typedef long long I;
typedef unsigned long long U;
typedef __SIZE_TYPE__ Size;
typedef struct { I n; I *p; } L; /* a list of numbers */
typedef struct { I n; L *p; } M; /* a list of lists */
typedef Piece *Z;                /* a pile: how many, then the things, the last on top */
typedef struct { Piece *p; I n; } R; /* spaces of the state: where they begin, how many there are */

void *memcpy(void *, const void *, Size);
void *memmove(void *, const void *, Size);
void *memset(void *, int, Size);
void *calloc(Size, Size);
void free(void *);

/* A place to come back to when something ends early. */
typedef struct Way { struct Way *before; I *top; I deep; U room[64]; } Way;
int _setjmp(void *);
void longjmp(void *, int);

enum { FAIL = 1, ENOUGH, ENDS, LIMIT, RUNAWAY, TOO_LARGE, TOO_MANY, BAD_PLACE, NO_MEMORY, TOO_DEEP,
       STOPPED, NO_ROOM };

static struct {
    I *start, *top, *end; /* working memory: a stack of numbers */
    Way *back; 
    I line;               /* where the last fault happened, as a line of the printed module */
    char *floor;          /* no call may reach below this address */
    I deep;               /* rules within rules, where there may be many */
    I watch;              /* with less fuel than this it is asked whether somebody wants an end */
} A;

static void fault(int kind, I line) {
    A.line = line;
    longjmp(A.back->room, kind);
}

#define WORK (1 << 23)
#define CHECK_ROOM(count, line) if (A.top + (count) > A.end) fault(NO_MEMORY, line)
#define PUSH(value) do { I v_ = (value); if (A.top >= A.end) fault(NO_MEMORY, 0); *A.top++ = v_; } while (0)
#define SPENT(line) do { if (S->fuel < A.watch) spent(S, line); } while (0)
#define SPEND(cost, line) do { S->fuel -= (cost); SPENT(line); } while (0)
#define AT(index, count, line) ({ I i_ = (index); (U)i_ < (U)(count) ? i_ : from_end(i_, count, line); })
#define gives(call) (call)
/* Fewer than Python can bear, so that nothing is played here that is stopped there. */
#define MOST_DEEP 300
#define DEEPER(line) do { if (++A.deep > MOST_DEEP) fault(TOO_DEEP, line); DEEP(line); } while (0)
#define DEEP(line) do { char here_; if (&here_ < A.floor) fault(TOO_DEEP, line); } while (0)

static I from_end(I index, I count, I line) {
    if (index >= 0 || index + count < 0) fault(BAD_PLACE, line);
    return index + count;
}
static I divided(I a, I b) {
    if (!b) return 0;
    I q = a / b;
    return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}
static I modulo(I a, I b) {
    I m = a % b;
    return m && (m < 0) != (b < 0) ? m + b : m;
}
static I least(I a, I b) { return a < b ? a : b; }
static I most(I a, I b) { return a > b ? a : b; }
static I product(I a, I b, I line) {
    double far = (double)a * (double)b; /* so that thousands of them can be added up */
    if (far > 4e15 || far < -4e15) fault(TOO_LARGE, line);
    return a * b;
}
static I held(I number, I line) {
    if (number > 1000000000000000LL || number < -1000000000000000LL) fault(TOO_LARGE, line);
    return number;
}

/* ------------------------------------------------------------------------------ lists */

static L room_for(I count) {
    L made;
    if (count < 0) count = 0;
    CHECK_ROOM(count, 0);
    made.n = count;
    made.p = A.top;
    A.top += count;
    return made;
}
static I steps_between(I low, I high, I step) { /* the length of a range; enough is enough */
    return high > low ? least((high - low + step - 1) / step, 1LL << 32) : 0;
}
#define ROOMY 20000 /* numbers that a rule may leave lying about before it tidies up */
static I moved_down(I *to, I *from) { /* what lies from here to the top; by how much */
    I by = from - to;
    for (; from < A.top; from++) from[-by] = *from;
    A.top -= by;
    return by;
}
static L span(I low, I high, I step) {
    L made = room_for(steps_between(low, high, step));
    for (I k = 0; k < made.n; k++) made.p[k] = low + k * step;
    return made;
}
static L copied(L from) {
    L made = room_for(from.n);
    for (I k = 0; k < from.n; k++) made.p[k] = from.p[k];
    return made;
}
static L of_pile(Z pile) {
    L made = room_for(pile[0]);
    for (I k = 0; k < made.n; k++) made.p[k] = pile[k + 1];
    return made;
}
static L of_pieces(const Piece *from, I count) {
    L made = room_for(count);
    for (I k = 0; k < count; k++) made.p[k] = from[k];
    return made;
}
static L of_numbers(const I *from, I count) {
    L made;
    made.n = count;
    made.p = (I *)from;
    return made;
}
static L part(L from, I low, I high) {
    L made;
    low = low < 0 ? (low + from.n < 0 ? 0 : low + from.n) : low > from.n ? from.n : low;
    high = high < 0 ? (high + from.n < 0 ? 0 : high + from.n) : high > from.n ? from.n : high;
    made.n = high > low ? high - low : 0;
    made.p = from.p + low;
    return made;
}
static L pieces_part(const Piece *from, I count, I low, I high) {
    low = low < 0 ? (low + count < 0 ? 0 : low + count) : low > count ? count : low;
    high = high < 0 ? (high + count < 0 ? 0 : high + count) : high > count ? count : high;
    return of_pieces(from + low, high > low ? high - low : 0);
}
static L numbers_part(const I *from, I count, I low, I high) {
    return copied(part(of_numbers(from, count), low, high));
}
static M lists_copied(M from) {
    M made = { from.n, (L *)room_for(2 * from.n).p };
    for (I k = 0; k < from.n; k++) made.p[k] = from.p[k];
    return made;
}
static M parts(M from, I low, I high) {
    M made;
    high = high > from.n ? from.n : high;
    made.n = high > low ? high - low : 0;
    made.p = from.p + low;
    return made;
}
static L with_one(L list, I value) {
    if (list.p + list.n != A.top) list = copied(list);
    PUSH(value);
    list.n++;
    return list;
}
static L with_list(L list, L more) { /* its length, then what it holds */
    list = with_one(list, more.n);
    CHECK_ROOM(more.n, 0);
    memcpy(A.top, more.p, (Size)more.n * sizeof(I));
    A.top += more.n;
    list.n += more.n;
    return list;
}
static M lists_with_one(M lists, L one) {
    if (!lists.n || (lists.n >= 8 && !(lists.n & (lists.n - 1)))) { /* 8 places, 16, 32 ... */
        I places = lists.n ? 2 * lists.n : 8;
        CHECK_ROOM(2 * places, 0);
        L *there = (L *)A.top;
        A.top += 2 * places;
        for (I k = 0; k < lists.n; k++) there[k] = lists.p[k];
        lists.p = there;
    }
    lists.p[lists.n++] = one;
    return lists;
}
static I has(L list, I value) {
    for (I k = 0; k < list.n; k++) if (list.p[k] == value) return 1;
    return 0;
}
static I pieces_count(const Piece *list, I count, I value) {
    I found = 0;
    for (I k = 0; k < count; k++) found += list[k] == value;
    return found;
}
static I numbers_count(const I *list, I count, I value) {
    I found = 0;
    for (I k = 0; k < count; k++) found += list[k] == value;
    return found;
}
static I pile_has(Z pile, I value) {
    for (int k = 1; k <= pile[0]; k++) if (pile[k] == value) return 1;
    return 0;
}
static I same(L a, L b) {
    if (a.n != b.n) return 0;
    for (I k = 0; k < a.n; k++) if (a.p[k] != b.p[k]) return 0;
    return 1;
}
static I summed(I sum, I more, I line) {
    sum += more;
    if (sum > 4000000000000000LL || sum < -4000000000000000LL) fault(TOO_LARGE, line);
    return sum;
}
static I total(L list, I line) {
    I sum = 0;
    for (I k = 0; k < list.n; k++) sum = summed(sum, list.p[k], line);
    return sum;
}
static I greatest(L list, I other) {
    I found = list.n ? list.p[0] : other;
    for (I k = 1; k < list.n; k++) if (list.p[k] > found) found = list.p[k];
    return found;
}
static I smallest(L list, I other) {
    I found = list.n ? list.p[0] : other;
    for (I k = 1; k < list.n; k++) if (list.p[k] < found) found = list.p[k];
    return found;
}
/* Order things by their keys, and those with one key as they stand, or by what they are. */
static void merge(I *keys, I *things, I count, I by_thing) {
    I *mark = A.top, *left_key = room_for(count / 2).p, *left = room_for(count / 2).p;
    I half = count / 2, a = 0, b = half, to = 0;
    for (I k = 0; k < half; k++) left_key[k] = keys[k], left[k] = things[k];
    while (a < half && b < count) {
        I later = left_key[a] > keys[b];
        if (left_key[a] == keys[b]) later = by_thing && left[a] > things[b];
        keys[to] = later ? keys[b] : left_key[a];
        things[to++] = later ? things[b++] : left[a++];
    }
    for (; a < half; a++, to++) keys[to] = left_key[a], things[to] = left[a];
    A.top = mark;
}
static void sort(I *keys, I *things, I count, I by_thing) {
    if (count > 24) {
        sort(keys, things, count / 2, by_thing);
        sort(keys + count / 2, things + count / 2, count - count / 2, by_thing);
        merge(keys, things, count, by_thing);
        return;
    }
    for (I k = 1; k < count; k++) {
        I key = keys[k], value = things[k], at = k;
        for (; at > 0; at--) {
            if (keys[at - 1] < key) break;
            if (keys[at - 1] == key && !(by_thing && things[at - 1] > value)) break;
            keys[at] = keys[at - 1];
            things[at] = things[at - 1];
        }
        keys[at] = key;
        things[at] = value;
    }
}
static L in_order(L list) {
    I k = 1;
    if (list.n > 24) {
        I *mark = A.top;
        sort(copied(list).p, list.p, list.n, 0);
        A.top = mark;
        return list;
    }
    for (; k < list.n; k++) {
        I value = list.p[k], at = k;
        for (; at > 0 && list.p[at - 1] > value; at--) list.p[at] = list.p[at - 1];
        list.p[at] = value;
    }
    return list;
}
static L each_once(L list) {
    L made = in_order(list);
    I kept = 0;
    for (I k = 0; k < made.n; k++) if (!k || made.p[k] != made.p[kept - 1]) made.p[kept++] = made.p[k];
    made.n = kept;
    return made;
}
static L ordered_by(L list, L keys) { /* stable; changes both */
    sort(keys.p, list.p, list.n, 0);
    return list;
}
static I last_of(L list) { return list.n ? list.p[list.n - 1] : -1; }
static I pile_top(Z pile) { return pile[0] ? pile[pile[0]] : -1; }
static I pile_place(Z pile, I value, I line) {
    int k = 1, count = pile[0];
#ifdef __OPTIMIZE__ /* eight at once, which only such a compiler makes quicker */
    for (; k + 7 <= count; k += 8) {
        int found = 0;
        for (int at = 0; at < 8; at++) found |= pile[k + at] == (Piece)value;
        if (found) break;
    }
#endif
    for (; k <= count; k++) if (pile[k] == value) return k - 1;
    fault(BAD_PLACE, line);
    return 0;
}
static void pile_remove(Z pile, I value, I line) {
    int count = pile[0], at = count;
    if (count < 1 || pile[count] != value) at = (int)pile_place(pile, value, line) + 1;
    memmove(pile + at, pile + at + 1, (Size)(count - at) * sizeof(Piece));
    pile[0] = (Piece)(count - 1);
}
static void pile_add(Z pile, I capacity, I value, I line) {
    if ((U)pile[0] >= (U)capacity || (U)value > MOST_PIECES) fault(BAD_PLACE, line);
    pile[++pile[0]] = (Piece)value;
}
static void number_add(I *count, I *list, I capacity, I value, I line) {
    if (*count >= capacity) fault(BAD_PLACE, line);
    list[(*count)++] = value;
}

/* ------------------------------------------------------------------------------ amounts */

static L vadd(L a, L b) {
    L made = room_for(a.n);
    if (a.n != b.n) fault(BAD_PLACE, 0);
    for (I k = 0; k < a.n; k++) made.p[k] = summed(a.p[k], b.p[k], 0);
    return made;
}
static L vsub(L a, L b) {
    L made = room_for(a.n);
    if (a.n != b.n) fault(BAD_PLACE, 0);
    for (I k = 0; k < a.n; k++) made.p[k] = a.p[k] > b.p[k] ? a.p[k] - b.p[k] : 0;
    return made;
}
static L vset(L amounts, I place, I value, I line) {
    L made = copied(amounts);
    if (place < 0) return made;
    made.p[AT(place, made.n, line)] = most(0, value);
    return made;
}
static L vtotal(M lists, L zero) {
    L made = copied(zero);
    for (I k = 0; k < lists.n; k++) {
        if (lists.p[k].n != made.n) fault(BAD_PLACE, 0);
        for (I at = 0; at < made.n; at++) made.p[at] = summed(made.p[at], lists.p[k].p[at], 0);
    }
    return made;
}
static I vge(L a, L b) {
    if (a.n != b.n) fault(BAD_PLACE, 0);
    for (I k = 0; k < a.n; k++) if (a.p[k] < b.p[k]) return 0;
    return 1;
}
static I most_alike(L list) {
    I found = 0, from = 0, *mark = A.top;
    L sorted = in_order(copied(list));
    for (I k = 0; k < sorted.n; k++) {
        if (sorted.p[k] != sorted.p[from]) from = k;
        if (k - from + 1 > found) found = k - from + 1;
    }
    A.top = mark;
    return found;
}
static L in_turn_order(L seats, L chosen) {
    L made = room_for(seats.n);
    made.n = 0;
    for (I k = 0; k < seats.n; k++) if (has(chosen, seats.p[k])) made.p[made.n++] = seats.p[k];
    return made;
}
static I spot(I owner, I number, I slots) {
    return owner >= 0 && 0 < number && number <= slots ? owner * slots + number - 1 : -1;
}
static I combinations(I of, I taken) {
    double ways = 1;
    if (taken < 0 || taken > of) return 0;
    for (I k = 0; k < taken; k++) {
        ways = ways * (double)(of - k) / (double)(k + 1);
        if (ways > 1e15) return 1000000000000000LL;
    }
    return (I)(ways + 0.5);
}
static I few_sets(I there, I wanted, I exactly, I few) {
    if (exactly) return wanted < 0 || wanted > there || combinations(there, wanted) <= few;
    I largest = wanted < 0 ? there : least(there, wanted), sum = 0;
    if (largest < 0) return 1;
    if (there > few) return 0;
    for (I size = 0; size <= largest; size++) {
        sum += combinations(there, size);
        if (sum > few) return 0;
    }
    return 1;
}
static L repeated(L values, L times) {
    I sum = 0, at = 0;
    for (I k = 0; k < values.n; k++) sum += most(0, times.p[k]);
    L made = room_for(sum);
    for (I k = 0; k < values.n; k++)
        for (I left = times.p[k]; left > 0; left--) made.p[at++] = values.p[k];
    return made;
}
static I matchable(L picked, L rest, L wanted, I more, L wild) {
    I open = total(wanted, 0) + more - picked.n, jokers = 0, spare = 0, missing = 0, coverable = 0;
    if (open < 0 || open > rest.n) return 0;
    for (I k = 0; k < picked.n; k++) jokers += has(wild, picked.p[k]);
    for (I k = 0; k < rest.n; k++) spare += has(wild, rest.p[k]);
    for (I value = 0; value < wanted.n; value++) {
        I amount = wanted.p[value], shown = 0, left = 0, lacking;
        if (has(wild, value)) {
            missing += most(0, amount - jokers);
            jokers = most(0, jokers - amount);
            continue;
        }
        for (I k = 0; k < picked.n; k++) shown += picked.p[k] == value;
        for (I k = 0; k < rest.n; k++) left += rest.p[k] == value;
        lacking = most(0, amount - shown);
        missing += lacking;
        coverable += least(lacking, left);
    }
    missing = most(0, missing - jokers);
    return missing <= open && missing <= coverable + spare;
}

/* ------------------------------------------------------------------------------ chance */

static U mix(U value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}
#define GOLDEN 0x9E3779B97F4A7C15ULL
static I mingled(I what, I where, I number) {
    return (I)(mix(mix((U)what + (U)where * GOLDEN) + (U)number * GOLDEN) & ((1ULL << 60) - 1));
}
static U hashed(U h, const void *from, Size bytes) { /* go on with one number made of many */
    const U *next = from;
    for (; bytes >= sizeof(U); bytes -= sizeof(U)) {
        h = (h ^ *next++) * GOLDEN;
        h ^= h >> 29;
    }
    if (bytes) {
        U last = 0;
        memcpy(&last, next, bytes);
        h = (h ^ last) * GOLDEN;
        h ^= h >> 29;
    }
    return h;
}

/* ------------------------------------------------------------------------------ boards */

static I longest_line(M lines, L fitting, I line) {
    I longest = 0;
    for (I k = 0; k < lines.n; k++) {
        I length = 0;
        for (I at = 0; at < lines.p[k].n; at++) {
            if (fitting.p[AT(lines.p[k].p[at], fitting.n, line)]) {
                if (++length > longest) longest = length;
            } else length = 0;
        }
    }
    return longest;
}
static I in_last(I cell, L lane, I count) {
    I first = lane.n - count;
    if (count <= 0) return 0;
    for (I k = first > 0 ? first : 0; k < lane.n; k++) if (lane.p[k] == cell) return 1;
    return 0;
}
