/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps vulnerable pieces apart where one enemy piece could attack two of them at once, and brings high
 * pieces to friends that are in danger (De Boer 2007, 5.5.2). TacticalDefense looks at single pieces, this
 * plan at pairs. */
#include "plan/path.h"
#include "plan/plan_common.h"
#include "plan/plans.h"

enum { WEIGHT, FORK, NEAR, WIN_PROBABILITY, RANK, PLACE, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [FORK] = {"fork", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
              "points taken off where one enemy piece could attack two pieces at once: this part of the "
              "value of the lesser one",
              "De Boer 2007, 5.5.2, without a figure"},
    [NEAR] = {"near", OPTION_INT, 1, 20, 4, NULL, "moves",
              "an enemy piece counts within this many moves of the square between the two, or of a friend "
              "in danger", ""},
    [WIN_PROBABILITY] = {"sure", OPTION_NUMBER, 0, 1, 0.5, NULL, "probability",
                         "an enemy piece counts if it takes each of the two with this probability", ""},
    [RANK] = {"rank", OPTION_INT, SPY, MARSHAL, COLONEL, NULL, "rank",
              "the lowest rank that comes to help (9: colonel, 11: marshal)", ""},
    [PLACE] = {"place", OPTION_NUMBER, 0, 1000, 2, NULL, "points",
               "points for a step nearer to a friend in danger", "De Boer 2007, 5.2.2: 2 to 5"},
};

/* An enemy piece that moves and can attack own pieces. */
struct raider {
    int number, square;
    bitboard reach;    /* squares that it reaches before any own hunter */
    bitboard prey;     /* squares of own pieces that it beats */
};

/* The data for all moves. */
struct defence {
    const struct plan_context *context;
    const double *option;
    int count;
    struct raider raider[PIECES_A_SIDE];
    double value[SQUARES];          /* [square]: value of the own piece on it */
    double current_fork[PIECES_A_SIDE]; /* [own piece]: points of the fork in which it is */
    uint8_t between[PIECES_A_SIDE]; /* [own piece]: the square from which it is forked */
};

/* Adds an enemy piece with the own pieces that it beats and the squares that it reaches before own hunters.
 * Does nothing if it beats none. */
static void add_raider(struct defence *defence, int number)
{
    const struct plan_context *context = defence->context;
    struct raider *raider = &defence->raider[defence->count];
    bitboard prey = 0, hunters = 0, own = context->own_mobile;
    *raider = (struct raider){.number = number, .square = context->piece[number].square};
    while (own) {
        int square = bits_pop(&own);
        const struct plan_piece *plan_piece = &context->piece[plan_at(context, square)];
        const struct plan_odds *odds = plan_odds(context, plan_piece->rank, number);
        if ((plan_piece->moved || plan_piece->known) && odds->falls >= defence->option[WIN_PROBABILITY])
            prey |= bit(square);
        if (odds->wins > 0.5)
            hunters |= bit(square);
    }
    if (!prey)
        return;
    struct path_terms terms = {
        .friends = bit(raider->square),
        .enemies = hunters,
        .friend_walls = (context->own & ~prey) | (context->foe & ~bit(raider->square)),
        .enemy_walls = context->foe | (context->own & ~hunters),
    };
    raider->prey = prey;
    raider->reach = path_freedom(&terms, (int)defence->option[NEAR]);
    defence->count++;
}

/* Returns whether one of two forked pieces, on `goes`, can step out of the fork from `fork` such that it has
 * an open way to the flag if the raider captures the other, on `stays`. `miner`: the piece on `goes` is a
 * miner. */
static bool goes_for_flag(const struct defence *defence, const struct raider *raider, int fork, int goes,
                          int stays, bool miner)
{
    struct flag_way way = defence->context->flag_way;
    bitboard steps = bits_around(bit(goes)) & ~bits_around(bit(fork)) & ~bit(fork);
    /* The way is tested as if the piece stood on each of these steps already. */
    way.movers = steps & ~(defence->context->own | defence->context->foe | BITS_LAKES);
    way.miners = miner ? way.movers : 0;
    return way.movers && flag_way_open(&way, (way.closers & ~bit(raider->square)) | bit(stays));
}

/* Returns whether it is harmless that the raider forks the pieces on the squares `one` and `other` from the
 * square `fork`: if it captures one, the other reaches the enemy's flag. `one_mines`: the piece on `one` is a
 * miner. */
static bool is_harmless(const struct defence *defence, const struct raider *raider, int fork, int one,
                        bool one_mines, int other)
{
    const struct plan_context *context = defence->context;
    bool other_mines = context->piece[plan_at(context, other)].rank == MINER;
    return context->flag_way.exists && (goes_for_flag(defence, raider, fork, one, other, one_mines) ||
                                        goes_for_flag(defence, raider, fork, other, one, other_mines));
}

/* Returns the points of the raider's best fork of the piece, if the piece stands on `square`: the lower value
 * of the two forked pieces. Returns 0 if there is none. `between` gets the square from which the raider
 * forks. */
static double worst_fork(const struct defence *defence, const struct plan_piece *plan_piece, int square,
                         const struct raider *raider, uint8_t *between)
{
    const struct plan_context *context = defence->context;
    int left = plan_piece->square;
    double worth = plan_piece->value;
    bool miner = plan_piece->rank == MINER;
    bitboard occupied = (context->own & ~bit(left)) | bit(square) |
                        (context->foe & ~bit(raider->square)) | BITS_LAKES;
    bitboard steps = bits_around(bit(square)) & raider->reach & ~occupied;
    double worst = 0;
    while (steps) {
        int step = bits_pop(&steps);
        bitboard others = bits_around(bit(step)) & raider->prey & ~bit(left) & ~bit(square);
        while (others) {
            int other_square = bits_pop(&others);
            double other_value = defence->value[other_square];
            double lesser = other_value < worth ? other_value : worth;
            if (lesser > worst && !is_harmless(defence, raider, step, square, miner, other_square)) {
                worst = lesser;
                *between = (uint8_t)step;
            }
        }
    }
    return worst;
}

/* Returns the points taken off for the worst fork of the piece if it stands on `square`. `between` gets the
 * square from which it is forked. Enemy piece `taken` (or NO_PIECE) is captured before. */
static double forks_of(const struct defence *defence, int piece, int square, int taken, uint8_t *between)
{
    const struct plan_context *context = defence->context;
    const struct plan_piece *plan_piece = &context->piece[piece];
    double worst = 0;
    for (int i = 0; i < defence->count; i++) {
        const struct raider *raider = &defence->raider[i];
        if (raider->number == taken ||
            plan_odds(context, plan_piece->rank, raider->number)->falls < defence->option[WIN_PROBABILITY])
            continue;
        uint8_t found = SQUARE_NONE;
        double fork = worst_fork(defence, plan_piece, square, raider, &found);
        if (fork > worst) {
            worst = fork;
            *between = found;
        }
    }
    return defence->option[FORK] * worst;
}

/* Returns whether a piece of a sufficient rank comes nearer to a friend that is in danger from a raider that
 * it beats. `friend` gets that friend's square. */
static bool comes_to_help(const struct defence *defence, const struct plan_move *move, int *friend)
{
    const struct plan_context *context = defence->context;
    const struct plan_piece *plan_piece = &context->piece[move->piece];
    if (plan_piece->rank < (int)defence->option[RANK])
        return false;
    for (int i = 0; i < defence->count; i++) {
        const struct raider *raider = &defence->raider[i];
        bitboard prey = raider->prey & bits_around(raider->reach) & ~bit(plan_piece->square);
        if (plan_odds(context, plan_piece->rank, raider->number)->wins <= 0.5)
            continue;
        while (prey) {
            int square = bits_pop(&prey);
            if (square_distance(square, raider->square) <= (int)defence->option[NEAR] &&
                square_distance(square, move->move.to) < square_distance(square, move->move.from) &&
                square_distance(square, move->move.from) > 2) { /* from 2 on it is near enough */
                *friend = square;
                return true;
            }
        }
    }
    return false;
}

/* Stores the value of each own piece by its square, and the points of the fork in which it is now. */
static void compute_current_forks(struct defence *defence)
{
    const struct plan_context *context = defence->context;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *plan_piece = &context->piece[context->own_first + i];
        if (plan_piece->square != SQUARE_NONE)
            defence->value[plan_piece->square] = plan_piece->value;
    }
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i;
        const struct plan_piece *plan_piece = &context->piece[number];
        defence->between[i] = SQUARE_NONE;
        if (plan_piece->square != SQUARE_NONE && (plan_piece->moved || plan_piece->known))
            defence->current_fork[i] =
                forks_of(defence, number, plan_piece->square, NO_PIECE, &defence->between[i]);
    }
}

/* Explains the effect of a move on forks: it leaves one from `between` of `left` points and enters one from
 * `into` of `entered` points. An attacking piece leaves its fork even if it is captured: another plan counts
 * that loss. */
static void explain_forks(const struct plan_context *context, int index, double left, int between,
                          double entered, int into)
{
    char square[SQUARE_TEXT], other[SQUARE_TEXT];
    const char *goes = plan_is_certain(context, &context->moves[index]) ? "goes into" : "may go into";
    const char *leaves = plan_attacks(context, index) ? "ends" : "escapes";
    if (left > 0)
        plan_square(context, between, square);
    if (entered > 0)
        plan_square(context, into, other);
    if (left > 0 && entered > 0)
        plan_explain(context, index, left - entered, "%s a fork by an enemy on %s, but %s one on %s", leaves,
                     square, goes, other);
    else if (left > 0)
        plan_explain(context, index, left, "%s a fork: an enemy on %s would threaten two pieces", leaves,
                     square);
    else
        plan_explain(context, index, -entered, "%s a fork: an enemy on %s would threaten two pieces",
                     goes, other);
}

/* Returns the points of a move: those of the fork it leaves minus those of the fork it enters, plus those for
 * help. */
static double defence_points(const struct defence *defence, int index)
{
    const struct plan_context *context = defence->context;
    const struct plan_move *move = &context->moves[index];
    const struct plan_results results = plan_results(context, move);
    int own = move->piece - context->own_first;
    int friend = SQUARE_NONE;
    uint8_t into = SQUARE_NONE;
    char square[SQUARE_TEXT];
    const struct plan_piece *plan_piece = &context->piece[move->piece];
    double left = defence->current_fork[own] * plan_chance_to_go_on(&results), entered = 0, help = 0;
    /* The first move of a hidden piece is judged by other plans. */
    if ((plan_piece->moved || plan_piece->known) && results.chance[BATTLE_WON] > 0)
        entered = results.chance[BATTLE_WON] *
                  forks_of(defence, move->piece, move->move.to, move->victim, &into);
    if (!plan_attacks(context, index) && comes_to_help(defence, move, &friend)) {
        help = defence->option[PLACE];
        plan_explain(context, index, help, "comes to help the piece on %s",
                     plan_square(context, friend, square));
    }
    if (left != entered && context->explanation)
        explain_forks(context, index, left, defence->between[own], entered, into);
    return left - entered + help;
}

/* Takes off points for moves into forks, gives points for moves out of them, and for moves that help
 * friends in danger. */
static bool evaluate_strategic_defense(const struct plan_context *context, const double *option, int subject,
                                       double *value)
{
    struct defence defence = {.context = context, .option = option};
    (void)subject;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (piece->square != SQUARE_NONE && (piece->moved || piece->known) && piece->mobile > 0.5)
            add_raider(&defence, context->enemy_first + i);
    }
    if (!defence.count)
        return false;
    compute_current_forks(&defence);
    for (int i = 0; i < context->count; i++)
        value[i] = defence_points(&defence, i);
    return true;
}

const struct plan_kind plan_strategic_defense = {
    .name = "StrategicDefense", .column = "SDef",
    .words = "out of reach",
    .help = "keeps two pieces out of one enemy's reach, and helps friends in danger",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_strategic_defense",
                "the plan StrategicDefense: no two pieces in one fork", rows, OPTIONS},
    .evaluate = evaluate_strategic_defense,
};
