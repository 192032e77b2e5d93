/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/value.h"

#include <math.h>
#include <string.h>

const char *const value_group_text[VALUE_GROUPS] = {
    [VALUE_ARMIES] = "the armies", [VALUE_LEADERS] = "the strongest pieces", [VALUE_HIDDEN] = "secrets",
    [VALUE_GROUND] = "room to move and ground", [VALUE_FLAGS] = "around the flags",
    [VALUE_ATTACKS] = "the move and attacks at hand",
};

const struct value_term_row value_term_table[VALUE_TERMS] = {
    [VALUE_TURN] = {VALUE_ATTACKS, "turn", "to move"},
    [VALUE_STATE] = {VALUE_ARMIES, "state", "the stronger army"},
    [VALUE_STATE_LARGE] = {VALUE_ARMIES, "state_large", "far the stronger army"},
    [VALUE_STATE_QUIET] = {VALUE_ARMIES, "state_quiet", "the stronger army, long without an attack"},
    [VALUE_STATE_LATE] = {VALUE_ARMIES, "state_late", "the stronger army, few pieces left"},
    [VALUE_BOMBS] = {VALUE_ARMIES, "bombs", "more bombs"},
    [VALUE_SPIES] = {VALUE_ARMIES, "spies", "more spies"},
    [VALUE_SCOUTS] = {VALUE_ARMIES, "scouts", "more scouts"},
    [VALUE_MINERS] = {VALUE_ARMIES, "miners", "more miners"},
    [VALUE_SERGEANTS] = {VALUE_ARMIES, "sergeants", "more sergeants"},
    [VALUE_LIEUTENANTS] = {VALUE_ARMIES, "lieutenants", "more lieutenants"},
    [VALUE_CAPTAINS] = {VALUE_ARMIES, "captains", "more captains"},
    [VALUE_MAJORS] = {VALUE_ARMIES, "majors", "more majors"},
    [VALUE_COLONELS] = {VALUE_ARMIES, "colonels", "more colonels"},
    [VALUE_GENERALS] = {VALUE_ARMIES, "generals", "more generals"},
    [VALUE_MARSHALS] = {VALUE_ARMIES, "marshals", "more marshals"},
    [VALUE_FIRST_SCOUT] = {VALUE_ARMIES, "first_scout", "a scout left"},
    [VALUE_SECOND_MINER] = {VALUE_ARMIES, "second_miner", "two miners left"},
    [VALUE_NO_MINER_COMES] = {VALUE_ARMIES, "no_miner_comes", "bombs, and no enemy miner left"},
    [VALUE_STRONGEST] = {VALUE_LEADERS, "strongest", "the strongest piece"},
    [VALUE_STRONGER] = {VALUE_LEADERS, "stronger", "pieces stronger than any enemy"},
    [VALUE_HUNTED] = {VALUE_LEADERS, "hunted", "a spy for the enemy marshal"},
    [VALUE_SAFE_MARSHAL] = {VALUE_LEADERS, "safe_marshal", "a marshal that no spy hunts"},
    [VALUE_FEW_MOVERS] = {VALUE_ARMIES, "few_movers", "pieces left to move with"},
    [VALUE_SECRETS] = {VALUE_HIDDEN, "secrets", "more worth of secrets"},
    [VALUE_SEEN] = {VALUE_HIDDEN, "seen", "more pieces known to the enemy"},
    [VALUE_SEEN_MARSHAL] = {VALUE_HIDDEN, "seen_marshal", "a marshal known to the enemy"},
    [VALUE_SEEN_GENERAL] = {VALUE_HIDDEN, "seen_general", "a general known to the enemy"},
    [VALUE_GUESSED] = {VALUE_HIDDEN, "guessed", "hidden pieces easier to guess"},
    [VALUE_GUESSED_MARSHAL] = {VALUE_HIDDEN, "guessed_marshal", "a hidden marshal that may be guessed"},
    [VALUE_GUESSED_FLAG] = {VALUE_HIDDEN, "guessed_flag", "a flag that may be guessed"},
    [VALUE_UNMOVED] = {VALUE_GROUND, "unmoved", "more unmoved pieces"},
    [VALUE_UNMOVED_BOMBS] = {VALUE_GROUND, "unmoved_bombs", "more that may be bombs among the unmoved"},
    [VALUE_FREE] = {VALUE_GROUND, "free", "more pieces free to move"},
    [VALUE_IN_ENEMY_HALF] = {VALUE_GROUND, "across", "more pieces in the enemy's half"},
    [VALUE_INVADERS] = {VALUE_GROUND, "invaders", "more pieces in the enemy's camp"},
    [VALUE_RAIDERS] = {VALUE_FLAGS, "raiders", "pieces near the enemy's flag"},
    [VALUE_MINERS_NEAR] = {VALUE_FLAGS, "miners_near", "miners near the enemy's flag"},
    [VALUE_DEFENDERS] = {VALUE_FLAGS, "defenders", "pieces near the own flag"},
    [VALUE_STRONG_NEAR] = {VALUE_FLAGS, "strong_near", "strong pieces near the own flag"},
    [VALUE_FLAG_BOMBS] = {VALUE_FLAGS, "flag_bombs", "bombs and edges around the own flag"},
    [VALUE_TAKES] = {VALUE_ATTACKS, "takes", "to move, and a known piece to take"},
    [VALUE_TAKES_HIDDEN] = {VALUE_ATTACKS, "takes_hidden", "to move, and a hidden piece to take"},
    [VALUE_THREATENS] = {VALUE_ATTACKS, "threatens", "a known piece threatened"},
    [VALUE_THREATENS_HIDDEN] = {VALUE_ATTACKS, "threatens_hidden", "a hidden piece threatened"},
    [VALUE_HIDDEN_START] = {VALUE_HIDDEN, "hidden_start", "hidden pieces at the start"},
    [VALUE_HIDDEN_50] = {VALUE_HIDDEN, "hidden_50", "hidden pieces about ply 50"},
    [VALUE_HIDDEN_100] = {VALUE_HIDDEN, "hidden_100", "hidden pieces about ply 100"},
    [VALUE_HIDDEN_200] = {VALUE_HIDDEN, "hidden_200", "hidden pieces about ply 200"},
    [VALUE_HIDDEN_400] = {VALUE_HIDDEN, "hidden_400", "hidden pieces about ply 400"},
    [VALUE_HIDDEN_800] = {VALUE_HIDDEN, "hidden_800", "hidden pieces from ply 800 on"},
    [VALUE_STATE_EARLY] = {VALUE_ARMIES, "state_early", "the stronger army, in the first 100 plies"},
};

/* The input and the output of the terms of one view. */
struct value_scene {
    const struct view *view;
    const struct worth *worth;
    value_beliefs *believed[SIDES];       /* [side]: belief about its pieces */
    bitboard reachable;                   /* squares next to an empty square */
    double moving[PIECES];                /* probability that the piece is movable; 0 if captured */
    double *x;                            /* the terms (struct value_terms) */
};

enum { FLAGS_MAX = 4 };
/* The pieces of a side that are most probably its flag; the shares add up to 1. */
struct flags {
    int count;
    uint8_t number[FLAGS_MAX];
    double share[FLAGS_MAX];
};

/* Adds `amount` of `side` to a term: positive for the view's owner, negative for the enemy. */
static void add_term(const struct value_scene *scene, enum side side, enum value_term term, double amount)
{
    scene->x[term] += side == scene->view->side ? amount : -amount;
}

/* Returns whether the piece is on the board. */
static bool is_on_board(const struct value_scene *scene, int number)
{
    return scene->view->board.piece[number].square != SQUARE_NONE;
}

/* Returns the probability of a rank as the view's owner sees it: 0 or 1 if the view has the rank. */
static double rank_chance(const struct value_scene *scene, int number, int rank)
{
    const struct piece *piece = &scene->view->board.piece[number];
    if (piece->rank != RANK_UNKNOWN)
        return piece->rank == rank;
    return scene->believed[piece->side][number % PIECES_A_SIDE][rank];
}

/* --- what is left --- */

/* Adds the terms of the number of pieces of each rank. */
static void add_counts(const struct value_scene *scene, enum side side)
{
    const uint8_t *own = scene->worth->counts.left[side];
    const uint8_t *enemy = scene->worth->counts.left[side_other(side)];
    int movers = 0, stronger = 0, top = RANKS;
    for (int rank = BOMB; rank < RANKS; rank++)
        add_term(scene, side, (enum value_term)(VALUE_BOMBS + rank - BOMB), own[rank]);
    for (int rank = SPY; rank < RANKS; rank++)
        movers += own[rank];
    while (top > SPY && !enemy[top - 1]) /* top - 1 becomes the enemy's strongest movable rank */
        top--;
    for (int rank = top; rank < RANKS; rank++)
        stronger += own[rank];
    add_term(scene, side, VALUE_FIRST_SCOUT, own[SCOUT] > 0);
    add_term(scene, side, VALUE_SECOND_MINER, own[MINER] > 1);
    add_term(scene, side, VALUE_NO_MINER_COMES, own[BOMB] > 0 && !enemy[MINER]);
    add_term(scene, side, VALUE_STRONGEST, stronger > 0);
    add_term(scene, side, VALUE_STRONGER, fmin(stronger, 3)); /* more make no difference */
    add_term(scene, side, VALUE_HUNTED, own[SPY] && enemy[MARSHAL]);
    add_term(scene, side, VALUE_SAFE_MARSHAL, own[MARSHAL] && !enemy[SPY]);
    add_term(scene, side, VALUE_FEW_MOVERS, fmin(movers, 4)); /* likewise */
}

/* Sets the terms of the state of the game: the logarithm of the ratio of strengths, and its products with
 * other features. */
static void add_state(const struct value_scene *scene)
{
    enum side me = scene->view->side;
    /* Limits, chosen by us: of log strength ratios (natural logarithms), and of plies. */
    const double large = 0.5, max_state = 3, quiet_max = 200, early_plies = 100;
    double state = fmin(fmax(log(scene->worth->state[me]), -max_state), max_state);
    const struct board *board = &scene->view->board;
    int pieces = bits_count(board->occupied[RED] | board->occupied[BLUE]), pieces_at_start = PIECES;
    if (board->variant != VARIANT_STANDARD)
        pieces_at_start = pieces + army_size(board->captured[RED]) + army_size(board->captured[BLUE]);
    /* The other features, each 0 .. 1: plies without an attack, captured pieces, the first plies. */
    double quiet = fmin(board_quiet(&scene->view->board), quiet_max) / quiet_max;
    scene->x[VALUE_STATE] = state;
    scene->x[VALUE_STATE_LARGE] = fabs(state) > large ? state - copysign(large, state) : 0;
    scene->x[VALUE_STATE_QUIET] = state * quiet;
    scene->x[VALUE_STATE_LATE] = state * (1 - (double)pieces / pieces_at_start);
    scene->x[VALUE_STATE_EARLY] = state * fmax(0, 1 - board_played(board) / early_plies);
    scene->x[VALUE_TURN] = scene->view->board.to_move == me ? 1 : -1;
}

/* --- secrets --- */

/* Returns how much of a hidden piece's rank the enemy is expected to guess. If the true rank is `rank`, that
 * is the probability the enemy may give it. For enemy pieces, whose rank is unknown, it is the expected
 * probability p x p. */
static double guessed_rank(const struct value_scene *scene, int number, int rank)
{
    int truth = scene->view->board.piece[number].rank;
    double p = scene->believed[scene->view->board.piece[number].side][number % PIECES_A_SIDE][rank];
    return truth == RANK_UNKNOWN ? p * p : truth == rank ? p : 0;
}

/* Adds the terms of one hidden piece. Adds to `guessed` the probability that its owner's enemy gives to its
 * true rank. If the rank is unknown, adds the expectation of that, the sum of p x p. */
static void add_hidden(const struct value_scene *scene, enum side side, int number, double *guessed)
{
    const double *secret = scene->worth->secret[side];
    int truth = scene->view->board.piece[number].rank;
    const double *p = scene->believed[side][number % PIECES_A_SIDE];
    double worth = 0;
    if (truth != RANK_UNKNOWN) {
        worth = truth == FLAG ? 0 : secret[truth];
        *guessed += p[truth];
    } else {
        for (int rank = BOMB; rank < RANKS; rank++)
            worth += p[rank] * secret[rank];
        for (int rank = FLAG; rank < RANKS; rank++)
            *guessed += p[rank] * p[rank];
    }
    add_term(scene, side, VALUE_SECRETS, worth);
    add_term(scene, side, VALUE_GUESSED_MARSHAL, guessed_rank(scene, number, MARSHAL));
    add_term(scene, side, VALUE_GUESSED_FLAG, guessed_rank(scene, number, FLAG));
}

/* Sets the terms of what is hidden: the share of hidden pieces among all on the board (0 .. 1), divided
 * between the two terms whose plies are nearest. Both sides' views have the same number, so it is no
 * difference of the sides. */
static void add_hidden_share(const struct value_scene *scene)
{
    static const double plies[] = {0, 50, 100, 200, 400, 800};
    enum { LAST = sizeof plies / sizeof *plies - 1 };
    double at = fmin(board_played(&scene->view->board), plies[LAST]), hidden = 0, all = 0;
    int next = 1;
    for (int number = 0; number < PIECES; number++) {
        all += is_on_board(scene, number);
        hidden += is_on_board(scene, number) && !scene->view->board.piece[number].known;
    }
    while (at > plies[next])
        next++;
    double later = (at - plies[next - 1]) / (plies[next] - plies[next - 1]);
    scene->x[VALUE_HIDDEN_START + next - 1] = hidden / all * (1 - later);
    scene->x[VALUE_HIDDEN_START + next] = hidden / all * later;
}

/* --- where they stand --- */

/* Adds the terms of one piece's place: whether it has moved, how far ahead it is, and whether it can move. */
static void add_place(const struct value_scene *scene, enum side side, int number)
{
    const struct piece *piece = &scene->view->board.piece[number];
    int row = square_row(piece->square), ahead = side == RED ? row : ROWS - 1 - row;
    double moving = scene->moving[number];
    if (!piece->moved) {
        add_term(scene, side, VALUE_UNMOVED, 1);
        add_term(scene, side, VALUE_UNMOVED_BOMBS, piece->known ? 0 : rank_chance(scene, number, BOMB));
    } else if (ahead >= ROWS / 2) {
        add_term(scene, side, VALUE_IN_ENEMY_HALF, moving);
        add_term(scene, side, VALUE_INVADERS, ahead > ROWS / 2 ? moving : 0); /* on the last four rows */
    }
    if (bit_in(scene->reachable, piece->square))
        add_term(scene, side, VALUE_FREE, moving);
}

/* Adds the terms of each piece of a side: its place, and its secret or that it is known. Sets `moving`. */
static void add_pieces(struct value_scene *scene, enum side side)
{
    int hidden = 0, seen = 0, base = side == RED ? 0 : PIECES_A_SIDE;
    double guessed = 0;
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct piece *piece = &scene->view->board.piece[number];
        if (!is_on_board(scene, number))
            continue;
        double stays = piece->moved ? 0 : rank_chance(scene, number, FLAG) + rank_chance(scene, number, BOMB);
        scene->moving[number] = 1 - stays;
        add_place(scene, side, number);
        if (!piece->known) {
            hidden++;
            add_hidden(scene, side, number, &guessed);
            continue;
        }
        seen++;
        add_term(scene, side, VALUE_SEEN_MARSHAL, piece->rank == MARSHAL);
        add_term(scene, side, VALUE_SEEN_GENERAL, piece->rank == GENERAL);
    }
    add_term(scene, side, VALUE_SEEN, seen);
    add_term(scene, side, VALUE_GUESSED, hidden ? guessed / hidden : 1); /* 1: the enemy knows all */
}

/* --- flags --- */

/* Finds up to FLAGS_MAX unmoved pieces that are most probably the flag, and normalises their probabilities
 * to a sum of 1. */
static void find_flags(const struct value_scene *scene, enum side side, struct flags *flags)
{
    int base = side == RED ? 0 : PIECES_A_SIDE;
    double sum = 0;
    flags->count = 0;
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        double p = is_on_board(scene, number) && !scene->view->board.piece[number].moved
                       ? rank_chance(scene, number, FLAG) : 0;
        /* Insert the piece by falling probability; if there are FLAGS_MAX already, the last one drops out. */
        int index = flags->count;
        if (p <= 0 || (index == FLAGS_MAX && p <= flags->share[index - 1]))
            continue;
        index -= index == FLAGS_MAX;
        for (; index > 0 && flags->share[index - 1] < p; index--) {
            flags->share[index] = flags->share[index - 1];
            flags->number[index] = flags->number[index - 1];
        }
        flags->share[index] = p;
        flags->number[index] = (uint8_t)number;
        flags->count += flags->count < FLAGS_MAX;
    }
    for (int i = 0; i < flags->count; i++)
        sum += flags->share[i];
    for (int i = 0; i < flags->count; i++)
        flags->share[i] /= sum;
}

/* Returns the nearness of two squares: 1 for neighbours, falling to 0 at eight steps. */
static double nearness(int a, int b)
{
    static const double by_steps[] = {1, 1, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1};
    int steps = square_distance(a, b);
    return steps < (int)(sizeof by_steps / sizeof *by_steps) ? by_steps[steps] : 0;
}

/* Returns the expected number of bombs next to a square; the edge of the board counts as a bomb. */
static double bombs_around(const struct value_scene *scene, int square)
{
    const struct board *board = &scene->view->board;
    double bombs = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[square][direction];
        if (next == SQUARE_NONE)
            bombs++;
        else if (board->at[next] < PIECES && !board->piece[board->at[next]].moved)
            bombs += rank_chance(scene, board->at[next], BOMB);
    }
    return bombs;
}

/* Adds the terms of the pieces around the flag of `side`, weighted by the probability of its square. */
static void add_flag(const struct value_scene *scene, enum side side)
{
    const struct board *board = &scene->view->board;
    struct flags flags;
    find_flags(scene, side, &flags);
    for (int i = 0; i < flags.count; i++) {
        double share = flags.share[i];
        int square = board->piece[flags.number[i]].square;
        add_term(scene, side, VALUE_FLAG_BOMBS, share * bombs_around(scene, square));
        for (int number = 0; number < PIECES; number++) {
            const struct piece *piece = &board->piece[number];
            double near = is_on_board(scene, number) ? share * nearness(square, piece->square) : 0;
            if (near == 0 || number == flags.number[i])
                continue;
            if (piece->side == side) {
                add_term(scene, side, VALUE_DEFENDERS, near * scene->moving[number]);
                add_term(scene, side, VALUE_STRONG_NEAR, near * (rank_chance(scene, number, COLONEL) +
                    rank_chance(scene, number, GENERAL) + rank_chance(scene, number, MARSHAL)));
            } else if (piece->moved) {
                add_term(scene, side_other(side), VALUE_RAIDERS, near);
                add_term(scene, side_other(side), VALUE_MINERS_NEAR,
                         near * rank_chance(scene, number, MINER));
            }
        }
    }
}

/* --- which piece may take which --- */

/* Returns the gain of `side` from a fight of these ranks, in values of pieces; the flag counts 2. */
static double gain_of(const struct value_scene *scene, enum side side, int attacker, int defender)
{
    const double flag = 2;
    const double *own = scene->worth->value[side], *enemy = scene->worth->value[side_other(side)];
    if (defender == FLAG)
        return flag;
    switch (battle_result(attacker, defender)) {
    case BATTLE_WON: return enemy[defender];
    case BATTLE_LOST: return -own[attacker];
    default: return enemy[defender] - own[attacker];
    }
}

/* Returns the expected gain of the attacker's side from an attack, as gain_of. `attacker` and `defender` are
 * numbers of pieces. Returns 0 if the view's owner knows neither of the two ranks. */
static double expected_gain(const struct value_scene *scene, int attacker, int defender)
{
    const struct piece *pieces = scene->view->board.piece;
    enum side side = (enum side)pieces[attacker].side;
    double gain = 0;
    /* A known attacker: the mean over the ranks of the defender. */
    if (pieces[attacker].rank != RANK_UNKNOWN) {
        if (!rank_moves(pieces[attacker].rank))
            return 0;
        if (pieces[defender].rank != RANK_UNKNOWN)
            return gain_of(scene, side, pieces[attacker].rank, pieces[defender].rank);
        for (int rank = FLAG; rank < RANKS; rank++) {
            double p = rank_chance(scene, defender, rank);
            gain += p > 0 ? p * gain_of(scene, side, pieces[attacker].rank, rank) : 0;
        }
        return gain;
    }
    /* A hidden attacker: the mean over its movable ranks, if the defender is known. */
    if (pieces[defender].rank == RANK_UNKNOWN)
        return 0;
    for (int rank = SPY; rank < RANKS; rank++) {
        double p = rank_chance(scene, attacker, rank);
        gain += p > 0 ? p * gain_of(scene, side, rank, pieces[defender].rank) : 0;
    }
    return gain;
}

/* Adds the terms of the best attack of `side` on a known and on a hidden neighbour. */
static void add_attacks(const struct value_scene *scene, enum side side)
{
    const struct board *board = &scene->view->board;
    /* Movable pieces beside an enemy piece. */
    bitboard attackers = board_mobile(board, side) & bits_around(board->occupied[side_other(side)]);
    double best[2] = {0, 0}; /* by whether the attacked piece is known */
    while (attackers) {
        int square = bits_pop(&attackers), attacker = board->at[square];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int next = square_next[square][direction];
            int victim = next == SQUARE_NONE ? NO_PIECE : board->at[next];
            if (victim >= PIECES || board->piece[victim].side == side)
                continue;
            double *best_gain = &best[board->piece[victim].known];
            *best_gain = fmax(*best_gain, expected_gain(scene, attacker, victim));
        }
    }
    bool now = board->to_move == side;
    add_term(scene, side, now ? VALUE_TAKES : VALUE_THREATENS, best[1]);
    add_term(scene, side, now ? VALUE_TAKES_HIDDEN : VALUE_THREATENS_HIDDEN, best[0]);
}

void value_terms_make(struct value_terms *terms, const struct view *view, const struct worth *worth,
                      value_beliefs *enemy, value_beliefs *own)
{
    const double round_at = 1.5 * (1 << 22);
    struct value_scene scene = {.view = view, .worth = worth, .x = terms->x};
    scene.believed[view->side] = own;
    scene.believed[side_other(view->side)] = enemy;
    scene.reachable =
        bits_around(BITS_BOARD & ~(BITS_LAKES | view->board.occupied[RED] | view->board.occupied[BLUE]));
    memset(terms, 0, sizeof *terms);
    add_state(&scene);
    for (enum side side = RED; side <= BLUE; side++) {
        add_counts(&scene, side);
        add_pieces(&scene, side);
    }
    for (enum side side = RED; side <= BLUE; side++) { /* now that `moving` is set for both sides */
        add_flag(&scene, side);
        add_attacks(&scene, side);
    }
    add_hidden_share(&scene);
    /* Sums in another order differ in their last bits. Rounded to 2^-30, they are the same for exchanged
     * colours: next to 2^22 a double has 30 bits after the point. */
    for (int i = 0; i < VALUE_TERMS; i++)
        terms->x[i] = (terms->x[i] + round_at) - round_at;
}
