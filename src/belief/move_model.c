/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/move_model.h"

#include "base/memory.h"
#include "belief/facts.h"
#include "belief/rank_vector.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct feature_group_row feature_table[FEATURE_GROUPS] = {
    [FEATURE_HISTORY] = {"history", 17, 0, "never moved; then 1, 2-3, 4-7, 8 or more moves, each: the "
                         "last 1, 2-3, 4-10, more own moves ago"},
    [FEATURE_ROW] = {"row", 25, 17, "own moves before 5, 15, 40, 80, later; each: row 1 (front) to 4 of "
                     "a piece that has not moved, one that has"},
    [FEATURE_PLACE] = {"place", 20, 42, "rows from the front, files from the edge to the middle"},
    [FEATURE_KNOWN] = {"open", 2, 62, "rank hidden, public"},
    [FEATURE_THREAT] = {"threat", 13, 64, "by rank of the enemy; none"},
    [FEATURE_STRANGER] = {"stranger", 3, 77, "none, unmoved, moved"},
    [FEATURE_CHASED] = {"chased", 3, 80, "no, by a known piece, by an unknown one"},
    [FEATURE_DIRECTION] = {"direction", 3, 83, "forward, to the side, back"},
    [FEATURE_TARGET] = {"target", 15, 86, "by rank of the enemy; unmoved, moved unknown; none"},
    [FEATURE_RETURN] = {"return", 2, 101, "no, yes"},
    [FEATURE_BESIDE] = {"beside", 13, 103, "by rank of the enemy; none"},
    [FEATURE_MEETS] = {"meets", 3, 116, "none, unmoved, moved"},
    [FEATURE_RUN] = {"run", 4, 119, "one square; further: quiet, at an unknown, at a known piece"},
    [FEATURE_NEAR] = {"near", 60, 123, "by rank of the enemy, at distance 1 to 5"},
};
static_assert(MOVE_FEATURES == 123 + 60, "the groups fill the table");

enum {
    CONTEXT_MAX = 7,  /* features of a piece */
    STEP_MAX = 6,     /* features of a move, FEATURE_NEAR apart */
};

/* The enemy pieces beside a square. */
struct surroundings {
    uint8_t known;    /* highest known rank + 1, or 0 if none is known */
    uint8_t stranger; /* unknown pieces: 0 none, 1 only unmoved ones, 2 a moved one */
    bool last;        /* whether the enemy's last moved piece is among them */
};

/* The data that all pieces of the side to move share. */
struct outlook {
    const struct public_state *state;
    enum side side;
    int phase;            /* part of the game, 0 .. 4, for FEATURE_ROW */
    int last_enemy;       /* number of the enemy's last moved piece, or NO_PIECE */
    int known[PIECES_A_SIDE], known_count; /* numbers of the known enemy pieces on the board */
    uint8_t known_file[PIECES_A_SIDE], known_row[PIECES_A_SIDE]; /* where they stand */
    uint16_t known_near[PIECES_A_SIDE];    /* index of their FEATURE_NEAR at distance 1, minus 1 */
    struct surroundings around[SQUARE_NONE + 1]; /* by square; the entry SQUARE_NONE is unused */
};

/* Returns the highest known enemy rank beside a square. Returns RANK_UNKNOWN if none is known, which is the
 * index of "none" in the groups of features. */
static int rank_beside(struct surroundings around)
{
    return around.known ? around.known - 1 : RANK_UNKNOWN;
}

/* Returns the index of a feature among all features. */
static int feature(enum feature_group group, int index)
{
    return feature_table[group].start + index;
}

/* Adds an enemy piece to what is known of the squares beside it. That is: whether the enemy's last moved
 * piece is there (`last`: this one is it), the kind of unknown piece (0 none, 1 unmoved, 2 moved; the larger
 * counts), and the highest known rank + 1 (0: none). */
static void add_to_surroundings(struct outlook *outlook, const struct public_piece *piece, bool last)
{
    bool hidden = piece->rank == RANK_UNKNOWN;
    uint8_t stranger = hidden ? piece->moved ? 2 : 1 : 0, known = hidden ? 0 : (uint8_t)(piece->rank + 1);
    for (int d = 0; d < DIRECTIONS; d++) {
        struct surroundings *around = &outlook->around[square_next[piece->square][d]];
        around->last |= last;
        around->stranger = stranger > around->stranger ? stranger : around->stranger;
        around->known = known > around->known ? known : around->known;
    }
}

/* Fills `outlook` with what the moves of all pieces of the side to move have in common: the part of the game,
 * the known enemy pieces, the enemy's last moved piece, and the enemy pieces beside each square. */
static void fill_outlook(struct outlook *outlook, const struct public_state *state)
{
    uint32_t own_moves = state->plies / 2;
    outlook->state = state;
    outlook->side = state->to_move;
    outlook->last_enemy = NO_PIECE;
    outlook->known_count = 0;
    outlook->phase = own_moves < 5 ? 0 : own_moves < 15 ? 1 : own_moves < 40 ? 2 : own_moves < 80 ? 3 : 4;
    memset(outlook->around, 0, sizeof outlook->around);
    int base = side_base(side_other(outlook->side));
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct public_piece *piece = &state->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        if (piece->rank != RANK_UNKNOWN) {
            outlook->known_near[outlook->known_count] =
                (uint16_t)(feature_table[FEATURE_NEAR].start + piece->rank * FEATURE_REACH - 1);
            outlook->known_file[outlook->known_count] = (uint8_t)square_file(piece->square);
            outlook->known_row[outlook->known_count] = (uint8_t)square_row(piece->square);
            outlook->known[outlook->known_count++] = number;
        }
        bool last = state->plies && piece->last == state->plies;
        if (last)
            outlook->last_enemy = number;
        add_to_surroundings(outlook, piece, last);
    }
}

/* Returns the piece's feature of FEATURE_HISTORY, 0 .. 16. It is 0 if the piece has not moved; otherwise it
 * depends on its number of moves and on its side's moves since its last one. */
static int history_index(const struct public_state *state, const struct public_piece *piece)
{
    if (!piece->moves)
        return 0;
    int often = piece->moves < 2 ? 0 : piece->moves < 4 ? 1 : piece->moves < 8 ? 2 : 3;
    uint32_t ago = (state->plies + 2 - piece->last) / 2; /* two plies a move; 1: its side's last move */
    int lately = ago <= 1 ? 0 : ago <= 3 ? 1 : ago <= 10 ? 2 : 3;
    return 1 + often * 4 + lately;
}

/* Returns the file's distance from the nearer edge: 0 (edge) .. 4 (middle). */
static int file_inward(int file)
{
    return file < FILES / 2 ? file : FILES - 1 - file;
}

/* Appends the features of a piece that all its moves share to `out`. Returns their number, CONTEXT_MAX at
 * most. */
static int add_context_features(const struct outlook *outlook, int number, uint16_t *out)
{
    const struct public_state *state = outlook->state;
    const struct public_piece *piece = &state->piece[number];
    const struct surroundings around = outlook->around[piece->square];
    int count = 0, row = 4; /* 4: it has moved, or its place is not known */
    if (!piece->moved && piece->place != PLACE_NONE) {
        row = piece->place / FILES;
        out[count++] = (uint16_t)feature(FEATURE_PLACE, row * 5 + file_inward(piece->place % FILES));
    }
    int chased = !around.last ? 0 : state->piece[outlook->last_enemy].rank != RANK_UNKNOWN ? 1 : 2;
    out[count++] = (uint16_t)feature(FEATURE_HISTORY, history_index(state, piece));
    out[count++] = (uint16_t)feature(FEATURE_ROW, outlook->phase * 5 + row);
    out[count++] = (uint16_t)feature(FEATURE_KNOWN, piece->rank != RANK_UNKNOWN);
    out[count++] = (uint16_t)feature(FEATURE_THREAT, rank_beside(around));
    out[count++] = (uint16_t)feature(FEATURE_STRANGER, around.stranger);
    out[count++] = (uint16_t)feature(FEATURE_CHASED, chased);
    return count;
}

/* Indices of FEATURE_TARGET after those of the known ranks. */
enum { TARGET_UNMOVED = RANKS, TARGET_MOVED, TARGET_NONE };

/* Appends the features of a move, without FEATURE_NEAR, to `out`. Returns their number, STEP_MAX. */
static int step_features(const struct outlook *outlook, int number, int to, uint16_t *out)
{
    const struct public_state *state = outlook->state;
    const struct public_piece *piece = &state->piece[number];
    int from = piece->square, count = 0, victim = state->at[to], target = TARGET_NONE, run = 0;
    int ahead = square_row(to) - square_row(from);
    if (outlook->side == BLUE)
        ahead = -ahead;
    if (victim < PIECES) {
        const struct public_piece *other = &state->piece[victim];
        target = other->rank != RANK_UNKNOWN ? other->rank : other->moved ? TARGET_MOVED : TARGET_UNMOVED;
    }
    if (!squares_touch(from, to))
        run = target == TARGET_NONE ? 1 : target >= TARGET_UNMOVED ? 2 : 3;
    const struct surroundings around = outlook->around[to];
    /* The piece returns only if it made its side's last move; the enemy has moved since. */
    bool returns = piece->moves && piece->last + 1u == state->plies && piece->from == to;
    out[count++] = (uint16_t)feature(FEATURE_DIRECTION, ahead > 0 ? 0 : ahead == 0 ? 1 : 2);
    out[count++] = (uint16_t)feature(FEATURE_TARGET, target);
    out[count++] = (uint16_t)feature(FEATURE_RETURN, returns);
    out[count++] = (uint16_t)feature(FEATURE_BESIDE, rank_beside(around));
    out[count++] = (uint16_t)feature(FEATURE_MEETS, around.stranger);
    out[count++] = (uint16_t)feature(FEATURE_RUN, run);
    return count;
}

/* The squares where a piece can move to. */
struct steps {
    uint8_t to[4 + 32];
    int near, count; /* the first `near` are one square away */
};

/* Fills `steps` with the piece's moves by the public state: one square in each direction, and with `run` (for
 * a scout) several squares. */
static void find_steps(const struct public_state *state, int number, bool run, struct steps *steps)
{
    enum side side = piece_side(number);
    int from = state->piece[number].square, runs = 0;
    uint8_t direction[DIRECTIONS]; /* those with an empty next square, for runs */
    steps->count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int to = square_next[from][d], victim = to == SQUARE_NONE ? LAKE : state->at[to];
        if (victim == LAKE || (victim < PIECES && piece_side(victim) == side))
            continue;
        steps->to[steps->count++] = (uint8_t)to;
        if (run && victim >= PIECES)
            direction[runs++] = (uint8_t)d;
    }
    steps->near = steps->count;
    /* A run continues through empty squares, up to and including the first enemy piece. */
    for (int i = 0; i < runs; i++) {
        int d = direction[i], to = square_next[square_next[from][d]][d];
        while (to != SQUARE_NONE && state->at[to] != LAKE) {
            int victim = state->at[to];
            if (victim < PIECES && piece_side(victim) == side)
                break;
            steps->to[steps->count++] = (uint8_t)to;
            if (victim < PIECES)
                break;
            to = square_next[to][d];
        }
    }
}

enum { LANES = PLAYER_KINDS * RANKS }; /* the ranks of all kinds of player, side by side */

/* The features, in the order of step_features, of a step without attack to a square without enemy pieces
 * beside it, without its direction; and, in the order of add_context_features, the last features of a hidden
 * piece without enemy pieces beside it. Their weights are summed in advance: the sums for such a step, by
 * direction, and for such a piece stand after the features. The numbers are the groups' starts in
 * feature_table. */
static const uint16_t quiet_step[] = {86 + TARGET_NONE, 101, 103 + RANK_UNKNOWN, 116, 119},
                      quiet_piece[] = {62, 64 + RANK_UNKNOWN, 77, 80};
enum { QUIET_STEP = sizeof quiet_step / sizeof *quiet_step, SUM_OF_STEPS = MOVE_FEATURES, STEP_DIRECTIONS = 3,
       QUIET_PIECE = sizeof quiet_piece / sizeof *quiet_piece,
       SUM_OF_PIECES = SUM_OF_STEPS + STEP_DIRECTIONS };

/* Adds the weights of `features` to those of the entry `sum`. */
static void add_rows(struct move_model_weights *weights, int sum, const uint16_t *features, int count)
{
    for (int i = 0; i < count; i++)
        for (int player = 0; player < PLAYER_KINDS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                weights->weight[sum][player][rank] += weights->weight[features[i]][player][rank];
}

void move_model_join(const struct move_model models[PLAYER_KINDS], struct move_model_weights *weights)
{
    memset(weights->weight[MOVE_FEATURES], 0, MOVE_SUMS * sizeof *weights->weight);
    for (int player = 0; player < PLAYER_KINDS; player++) {
        const struct move_model *model = &models[models[player].games ? player : PLAYER_PEOPLE];
        for (int f = 0; f < MOVE_FEATURES; f++)
            memcpy(weights->weight[f][player], model->weight[f], sizeof model->weight[f]);
    }
    for (int direction = 0; direction < STEP_DIRECTIONS; direction++) {
        uint16_t first = (uint16_t)feature(FEATURE_DIRECTION, direction);
        add_rows(weights, SUM_OF_STEPS + direction, &first, 1);
        add_rows(weights, SUM_OF_STEPS + direction, quiet_step, QUIET_STEP);
    }
    add_rows(weights, SUM_OF_PIECES, quiet_piece, QUIET_PIECE);
}

/* Replaces the features of a quiet step, the first of which is its direction, by one feature with their
 * precomputed sum. Returns the new number of features. */
static int shorten_step(uint16_t *features, int count)
{
    if (memcmp(features + 1, quiet_step, sizeof quiet_step) != 0)
        return count;
    features[0] = (uint16_t)(SUM_OF_STEPS + features[0] - feature(FEATURE_DIRECTION, 0));
    return 1;
}

/* Replaces the last features of a piece without enemy pieces beside it by their sum. Returns the new number
 * of features. */
static int shorten_context(uint16_t *features, int count)
{
    if (memcmp(features + count - QUIET_PIECE, quiet_piece, sizeof quiet_piece) != 0)
        return count;
    features[count - QUIET_PIECE] = SUM_OF_PIECES;
    return count - QUIET_PIECE + 1;
}

/* Computes sum = start + the weights of the features. */
static void add_weights(const struct move_model_weights *weights, const uint16_t *features, int count,
                        const float start[LANES], float sum[LANES])
{
    static_assert(PLAYER_KINDS == 2, "both are added up at once");
    struct rank_vector people = ranks_load(start), programs = ranks_load(start + RANKS);
    for (int i = 0; i < count; i++) {
        const float (*weight)[RANKS] = weights->weight[features[i]];
        people = ranks_add(people, ranks_load(weight[PLAYER_PEOPLE]));
        programs = ranks_add(programs, ranks_load(weight[PLAYER_PROGRAMS]));
    }
    ranks_store(people, sum);
    ranks_store(programs, sum + RANKS);
}

/* A cache: the sum of the FEATURE_NEAR weights of a piece on each square, by lane; computed at the first use
 * of a square. */
struct near_field {
    float on[SQUARES][LANES];
    bool computed[SQUARES]; /* whether on[square] is */
};

/* Returns, for each rank and kind of player (a lane of the vector), the sum of the FEATURE_NEAR weights of
 * the distances from a square to all known enemy pieces. Computes it at the first use of the square, and
 * keeps it in the cache. */
static const float *near_weights(const struct move_model_weights *weights, const struct outlook *outlook,
                                 struct near_field *near_cache, int square)
{
    float *on = near_cache->on[square];
    int file = square_file(square), row = square_row(square);
    if (near_cache->computed[square])
        return on;
    near_cache->computed[square] = true;
    uint16_t features[PIECES_A_SIDE];
    int count = 0;
    const float none[LANES] = {0};
    for (int i = 0; i < outlook->known_count; i++) { /* without a branch, as it would be unpredictable */
        int distance = abs(file - outlook->known_file[i]) + abs(row - outlook->known_row[i]);
        features[count] = (uint16_t)(outlook->known_near[i] + distance);
        count += (unsigned)distance - 1 < FEATURE_REACH; /* keeps it if the distance is 1 .. FEATURE_REACH */
    }
    add_weights(weights, features, count, none, on);
    return on;
}

/* Adds the strength of a move over several squares, for scouts only, to `total`, and stores it in `made`
 * (may be NULL). */
static void add_far(const struct move_model_weights *weights, const float context[LANES],
                    const float near_weight[LANES], const uint16_t *features, int count, float *total,
                    float *made)
{
    const int lane_of_programs = RANKS + SCOUT;
    float people = context[SCOUT] + near_weight[SCOUT];
    float programs = context[lane_of_programs] + near_weight[lane_of_programs];
    for (int k = 0; k < count; k++) {
        people += weights->weight[features[k]][PLAYER_PEOPLE][SCOUT];
        programs += weights->weight[features[k]][PLAYER_PROGRAMS][SCOUT];
    }
    float4 sum = fast_exp4((float4){people, programs, 0, 0});
    for (int player = 0; player < PLAYER_KINDS; player++) {
        int lane = player * RANKS + SCOUT;
        total[lane] += sum[player];
        if (made)
            made[lane] = sum[player];
    }
}

/* Adds the strengths of a step of one square for all movable ranks to `total`, and stores them in `made` (may
 * be NULL). `start`: the parts of the logarithms that do not come from the step's features. */
static void add_near(const float start[LANES], const struct move_model_weights *weights,
                     const uint16_t *features, int count, float total[LANES], float *made)
{
    float sum[LANES];
    add_weights(weights, features, count, start, sum);
    for (int player = 0; player < PLAYER_KINDS; player++) {
        struct rank_vector strength = ranks_choose(RANKS_ALL & (uint16_t)~RANKS_IMMOBILE,
                                                   ranks_exp(ranks_load(sum + player * RANKS)), ranks_all(0));
        ranks_store(ranks_add(ranks_load(total + player * RANKS), strength), total + player * RANKS);
        if (made)
            ranks_store(strength, made + player * RANKS);
    }
}

/* Computes the part of the utility that all moves of a piece share: the weights of the piece's features,
 * minus the FEATURE_NEAR weights of its square. These are subtracted because only the change of the distances
 * counts. */
static void compute_piece_context(const struct move_model_weights *weights, const struct outlook *outlook,
                                  int number, struct near_field *near_cache, float context[LANES])
{
    uint16_t features[CONTEXT_MAX];
    const float none[LANES] = {0};
    int count = shorten_context(features, add_context_features(outlook, number, features));
    add_weights(weights, features, count, none, context);
    const float *from = near_weights(weights, outlook, near_cache, outlook->state->piece[number].square);
    for (int lane = 0; lane < LANES; lane++)
        context[lane] -= from[lane];
}

/* Adds the strengths of one move of a piece to `total`, and stores them in `made` (may be NULL). `near`: the
 * move is one square long. `context`: the part of the utility that all moves of the piece share. */
static void add_step(const struct move_model_weights *weights, const struct outlook *outlook, int number,
                     int to, bool near, struct near_field *near_cache, const float context[LANES],
                     float *total, float *made)
{
    uint16_t features[STEP_MAX];
    float start[LANES];
    const float *near_weight = near_weights(weights, outlook, near_cache, to);
    int count = shorten_step(features, step_features(outlook, number, to, features));
    if (!near) {
        add_far(weights, context, near_weight, features, count, total, made);
        return;
    }
    for (int lane = 0; lane < LANES; lane++)
        start[lane] = context[lane] + near_weight[lane];
    add_near(start, weights, features, count, total, made);
}

/* Adds to strengths->total the strength of every move that piece `number` can make, for each rank. If one of
 * them is `move`, also sets strengths->made. `mask`: the piece's possible ranks; without the scout's bit only
 * steps of one square count. */
static void add_strengths(const struct move_model_weights *weights, const struct outlook *outlook, int number,
                          uint16_t mask, struct near_field *near_cache, struct move move,
                          struct move_strengths *strengths)
{
    struct steps steps;
    int from = outlook->state->piece[number].square, row = number % PIECES_A_SIDE;
    float context[LANES], *total = &strengths->total[row][0][0];
    find_steps(outlook->state, number, mask >> SCOUT & 1, &steps);
    if (!steps.count)
        return;
    strengths->movable |= (uint64_t)1 << row;
    compute_piece_context(weights, outlook, number, near_cache, context);
    for (int i = 0; i < steps.count; i++) {
        int to = steps.to[i];
        float *made = from == move.from && to == move.to ? &strengths->made[0][0] : NULL;
        add_step(weights, outlook, number, to, i < steps.near, near_cache, context, total, made);
    }
}

void move_model_strengths(const struct move_model_weights *weights, const struct public_state *state,
                          struct move made,
                          const uint16_t mask[PIECES_A_SIDE], struct move_strengths *strengths)
{
    struct outlook outlook;
    struct near_field near_cache;
    fill_outlook(&outlook, state);
    memset(near_cache.computed, 0, sizeof near_cache.computed);
    memset(strengths, 0, sizeof *strengths);
    int base = side_base(outlook.side);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (state->piece[base + row].square != SQUARE_NONE)
            add_strengths(weights, &outlook, base + row, mask[row], &near_cache, made, strengths);
}

void move_model_compute(const struct move_model_weights *weights, const struct public_state *state,
                        enum player_kind player, const struct move *moves, const uint8_t *rank, int count,
                        double *strength)
{
    struct outlook outlook;
    struct near_field near_cache;
    float context[LANES];
    int number = NO_PIECE;
    fill_outlook(&outlook, state);
    memset(near_cache.computed, 0, sizeof near_cache.computed);
    for (int i = 0; i < count; i++) {
        float total[LANES] = {0}, made[LANES] = {0};
        int from = moves[i].from, to = moves[i].to;
        if (state->at[from] != number) {
            number = state->at[from];
            compute_piece_context(weights, &outlook, number, &near_cache, context);
        }
        add_step(weights, &outlook, number, to, squares_touch(from, to), &near_cache, context, total, made);
        strength[i] = (double)made[player * RANKS + rank[i]];
    }
}

/* --- learning --- */

/* One possible move of a training position. */
struct choice {
    uint16_t feature[CONTEXT_MAX + STEP_MAX + 4 * PIECES_A_SIDE];
    int8_t sign[CONTEXT_MAX + STEP_MAX + 4 * PIECES_A_SIDE]; /* 1, or -1: the weight is subtracted */
    int count;       /* of features */
    int rank;        /* true rank of the mover */
    double strength; /* exponential of the utility */
};

/* The state of the training. */
struct move_trainer {
    struct move_model *model;
    double squares[MOVE_FEATURES][RANKS]; /* sums of squared gradients so far (AdaGrad) */
    struct choice *choices;
    double rate; /* learning rate */
};

enum { CHOICES_MAX = PIECES_A_SIDE * 18 }; /* a scout on an empty board has 18 moves */

/* Appends the FEATURE_NEAR features of a move to the choice. The weight of the distance after the move is
 * added and that of the distance before it subtracted, so that only coming nearer or going away counts. */
static void add_near_features(const struct outlook *outlook, int from, int to, struct choice *choice)
{
    for (int i = 0; i < outlook->known_count; i++) {
        const struct public_piece *piece = &outlook->state->piece[outlook->known[i]];
        int start = feature(FEATURE_NEAR, piece->rank * FEATURE_REACH) - 1;
        int after = square_distance(to, piece->square), before = square_distance(from, piece->square);
        if (after >= 1 && after <= FEATURE_REACH) {
            choice->feature[choice->count] = (uint16_t)(start + after);
            choice->sign[choice->count++] = 1;
        }
        if (before <= FEATURE_REACH) {
            choice->feature[choice->count] = (uint16_t)(start + before);
            choice->sign[choice->count++] = -1;
        }
    }
}

/* Lists all moves of the side to move in trainer->choices, with the true ranks and the current strengths.
 * Returns their number; `made` gets the index of the move that was made, -1 if it is not among them. */
static int find_choices(struct move_trainer *trainer, const struct public_state *state, const uint8_t *truth,
                        struct move move, int *made)
{
    struct outlook outlook;
    int count = 0, base = side_base(state->to_move);
    fill_outlook(&outlook, state);
    *made = -1;
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        int from = state->piece[number].square, rank = truth[number];
        struct steps steps;
        uint16_t context[CONTEXT_MAX];
        if (from == SQUARE_NONE || rank >= RANKS || !rank_moves(rank))
            continue;
        find_steps(state, number, rank == SCOUT, &steps);
        if (!steps.count)
            continue;
        int context_count = add_context_features(&outlook, number, context);
        for (int i = 0; i < steps.count; i++) {
            struct choice *choice = &trainer->choices[count];
            memcpy(choice->feature, context, sizeof context);
            choice->count = context_count + step_features(&outlook, number, steps.to[i],
                                                          choice->feature + context_count);
            memset(choice->sign, 1, (size_t)choice->count); /* only FEATURE_NEAR also has -1 */
            add_near_features(&outlook, from, steps.to[i], choice);
            choice->rank = rank;
            if (from == move.from && steps.to[i] == move.to)
                *made = count;
            double sum = 0;
            for (int k = 0; k < choice->count; k++)
                sum += choice->sign[k] * trainer->model->weight[choice->feature[k]][rank];
            choice->strength = exp(sum);
            count++;
        }
    }
    return count;
}

/* Makes one AdaGrad step on the log likelihood of the choice `made`. The gradient of a feature's weight is
 * the feature's sign x (m - p): m is 1 if the choice was made and 0 if not, p is the choice's probability. */
static void make_gradient_step(struct move_trainer *trainer, int count, int made)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += trainer->choices[i].strength;
    for (int i = 0; i < count; i++) {
        const struct choice *choice = &trainer->choices[i];
        double error = (i == made) - choice->strength / total;
        for (int k = 0; k < choice->count; k++) {
            int f = choice->feature[k];
            float *weight = &trainer->model->weight[f][choice->rank];
            double *squares = &trainer->squares[f][choice->rank];
            double gradient = choice->sign[k] * error;
            *squares += gradient * gradient;
            /* 1e-3: no division by 0. */
            *weight += (float)(trainer->rate * gradient / (sqrt(*squares) + 1e-3));
        }
    }
}

void move_model_learn(struct move_model *model, const struct training_game *games, size_t count, int epochs,
                      double rate, const atomic_bool *stop)
{
    struct move_trainer *trainer = memory_new(1, sizeof *trainer);
    uint64_t moves = 0;
    trainer->model = model;
    trainer->rate = rate;
    trainer->choices = memory_new(CHOICES_MAX, sizeof *trainer->choices);
    for (int epoch = 0; epoch < epochs; epoch++) {
        moves = 0;
        for (size_t i = 0; i < count && !(stop && atomic_load(stop)); i++) {
            struct public_state state = games[i].start;
            for (uint32_t k = 0; k < games[i].count; k++) {
                const struct event *event = &games[i].events[k];
                int made, choices = find_choices(trainer, &state, games[i].truth, event->move, &made);
                if (made >= 0) {
                    make_gradient_step(trainer, choices, made);
                    moves++;
                }
                public_state_apply(&state, event, NULL);
            }
        }
    }
    model->games = count;
    model->moves = moves;
    free(trainer->choices);
    free(trainer);
}
