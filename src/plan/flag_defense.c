/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps enemies from the own flag: pieces with a way to it, and possible miners with a way to a bomb
 * that walls it in (De Boer 2007, 5.2.1, 5.2.2 and the lessons of games 1 and 5 in appendix C). */
#include "base/decimal.h"
#include "base/plural.h"
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plan/zone.h"

enum {
    WEIGHT, POINTS, MINER_MIN, MINER_COUNTS, SLOWER, SURE, AHEAD, OBVIOUS, ALWAYS, BREACH, CLOSE,
    NEARER, DECAY, BLOCKED, OPTIONS
};

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [POINTS] = {"points", OPTION_NUMBER, 0, 10000, 250, NULL, "points",
                "points for stopping an enemy piece that would certainly take the flag",
                "De Boer 2007, 5.2.2: 200 to 300"},
    [MINER_MIN] = {"miner_min", OPTION_NUMBER, 0, 1, 0.015, NULL, "probability",
                   "an enemy piece may be a miner from this probability on",
                   "De Boer 2007, appendix C, game 5: lowered after it", "miner_least"},
    [MINER_COUNTS] = {"miner_counts", OPTION_NUMBER, 0, 1, 0.3, NULL, "probability",
                      "a possible miner that has moved counts as one with at least this probability: that "
                      "it comes says more than the guess",
                      "De Boer 2007, appendix C, game 5: he takes it for granted that it is none"},
    [SLOWER] = {"slower", OPTION_NUMBER, 0.01, 1, 0.12, NULL, "share",
                "part of the urgency that is lost for each move the attacker still needs", ""},
    [SURE] = {"sure", OPTION_NUMBER, 0, 1, 1, NULL, "share",
              "part of `slower` that does not apply where the opponent knows the flag's square: then every "
              "way there is meant", ""},
    [AHEAD] = {"ahead", OPTION_NUMBER, 0.01, 10, 0.25, NULL, "times",
               "the defence has its full weight when the state of the game is above 1 by this much",
               "De Boer 2007, appendix C, game 1: also with a small lead"},
    [OBVIOUS] = {"obvious", OPTION_NUMBER, 0.01, 1, 0.5, NULL, "probability",
                 "the defence has its full weight where the opponent may believe in the flag's square with "
                 "this probability",
                 "De Boer 2007, appendix C, game 1: when the flag becomes vulnerable"},
    [ALWAYS] = {"always", OPTION_NUMBER, 0, 1, 0.3, NULL, "share",
                "the min weight of the defence, as a part of the full one",
                "De Boer 2007, appendix C, game 1: also in even games"},
    [BREACH] = {"breach", OPTION_NUMBER, 0, 1, 0.4, NULL, "times",
                "factor on a miner that reaches a bomb beside the flag, but not the flag behind it", ""},
    [CLOSE] = {"close", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
               "factor on an attacker that is stopped with no move to spare", ""},
    [NEARER] = {"nearer", OPTION_NUMBER, 0, 1, 0.5, NULL, "share",
                "part of the threat that is taken off where a piece stands near that could stop the "
                "attacker, though it comes too late", ""},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.8, NULL, "times",
               "factor on `nearer` for each move that piece is away", ""},
    [BLOCKED] = {"blocked", OPTION_FLAG, 0, 1, 0, NULL, "",
                 "yes: own pieces are in the way of those that could stop an attacker; no: those pass "
                 "through what can move", ""},
};

/* An enemy piece that may run for the flag, in one of two roles: as a miner, which passes bombs, or as any
 * piece. */
struct threat {
    int number;
    bool miner;            /* role: a miner if true, any piece if false */
    double probability;    /* probability that it has this role */
    double bound;          /* upper bound of the threat, 0 .. 1, over all moves */
    int away_from_flag;    /* moves of its way if there were no other pieces */
    bitboard walls;        /* squares that it cannot pass */
    bitboard stoppers;     /* squares, before the move, of own pieces that beat it or are exchanged for it */
    bool tried;            /* `moves` and `success` are computed */
    int moves;             /* moves to its goal if no stopper moves */
    double success;        /* how far it gets then, 0 .. 1 */
    bool halved;           /* is_spare has tested each half of the stoppers, or is_met needed no test */
    bitboard tested;       /* stoppers for which `spare` is computed */
    bitboard spare;        /* stoppers without which the others still stop it */
    bool surveyed;         /* `away` is computed */
    uint8_t away[SQUARES]; /* moves to it from own pieces and from the target squares of their moves */
};

enum {
    APPROACHES = 12, /* max number of squares next to the flag or to a bomb next to it */
    IN_TIME = 15,    /* moves; a stopper that needs more does not count */
};

/* A square next to the goal, from which attackers take their last step. */
struct approach {
    int square;
    bitboard within[IN_TIME + 1]; /* [moves]: squares from which own stoppers reach it */
};

/* The data for all moves. */
struct siege {
    const struct plan_context *context;
    const double *option;
    bitboard flag;         /* its square */
    double obvious;        /* probability that the opponent may give to the flag's square */
    double slower;         /* share of the urgency lost for each move of the attacker; less if the opponent is
                            * sure of the flag's square */
    bitboard breaches;     /* squares of own bombs next to the flag */
    bitboard mined;        /* breaches and all own known bombs: miners pass them */
    bitboard immobile;     /* squares of own immovable pieces */
    bitboard unmoved_foes; /* squares of enemy pieces that have not moved */
    bitboard walls;        /* squares that own pieces cannot pass before the move */
    double near[PATH_LONGEST + 1]; /* [moves]: share taken off for the nearest stopper at this distance */
    bool calm;             /* all attackers are met (is_met) before the move: no threat */
    bitboard needed;       /* if calm: a threat arises only if one of these stoppers moves */
    int approaches;        /* number of `approach` computed */
    struct approach approach[APPROACHES];
    int count;
    struct threat threat[PIECES_A_SIDE]; /* sorted by `bound`, the highest first */
};

/* The own stoppers after a move. */
struct guard {
    bitboard walls;              /* squares that they cannot pass */
    bitboard free;               /* stoppers with no restriction */
    bitboard restricted;         /* the moving piece, if the two-squares rule forbids it to move straight
                                  * back */
    bitboard restricted_steps;   /* its allowed steps */
};

/* Returns whether an own movable piece of `rank` would beat the attacker or be exchanged for it. */
static bool stops(const struct plan_context *context, const struct threat *threat, int rank)
{
    if (threat->miner)
        return battle_result(rank, MINER) != BATTLE_LOST;
    const struct plan_odds *odds = plan_odds(context, rank, threat->number);
    return odds->wins + odds->both >= 0.5;
}

/* Inserts a threat into the list, sorted by its bound: the highest threat, 0 .. 1, that the piece can be. The
 * bound follows from `probability` (that it is such an attacker) and from `moves`, the length of its way to
 * the flag if there were no other pieces. With other pieces the way cannot be shorter, except that a miner's
 * last step is not counted. */
static void add_threat(struct siege *siege, int number, bool miner, double probability, int moves)
{
    const struct plan_context *context = siege->context;
    double bound = probability * (1 - siege->slower * (moves - miner));
    int place = siege->count++;
    for (; place > 0 && siege->threat[place - 1].bound < bound; place--)
        siege->threat[place] = siege->threat[place - 1];
    struct threat *threat = &siege->threat[place];
    threat->number = number;
    threat->miner = miner;
    threat->probability = probability;
    threat->bound = bound;
    threat->away_from_flag = moves;
    threat->walls = siege->unmoved_foes | (miner ? siege->immobile & ~siege->mined : siege->immobile);
    threat->stoppers = threat->tested = threat->spare = 0;
    threat->tried = threat->halved = threat->surveyed = false;
    for (int rank = SPY; rank < RANKS; rank++)
        if (context->own_rank[rank] && stops(context, threat, rank))
            threat->stoppers |= context->own_rank[rank];
}

/* Fills siege->near, and lists the enemy pieces whose way to the flag is short enough for a threat above 0.
 * The way leads past movable pieces, but not through own immovable or unmoved enemy pieces. A miner's way may
 * be one move longer, as its bound does not count its last step (add_threat). */
static void find_threats(struct siege *siege)
{
    const struct plan_context *context = siege->context;
    const double *option = siege->option;
    uint8_t open[SQUARES], mined[SQUARES]; /* moves to the flag: any piece's; a miner's, which passes bombs */
    bitboard walls = siege->immobile | siege->unmoved_foes;
    /* The urgency 1 - slower * moves is 0 from 1 / slower moves on. */
    int longest = siege->slower * PATH_LONGEST > 1 ? (int)(1 / siege->slower) : PATH_LONGEST;
    path_distances(siege->flag, walls, context->foe, open);
    path_distances(siege->flag, walls & ~siege->mined, context->foe, mined);
    for (int i = 0; i <= PATH_LONGEST; i++)
        siege->near[i] = i ? siege->near[i - 1] * option[DECAY] : option[NEARER];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i;
        const struct plan_piece *piece = &context->piece[number];
        if (piece->square == SQUARE_NONE || piece->mobile <= 0)
            continue;
        if (open[piece->square] <= longest) {
            add_threat(siege, number, false, piece->mobile, open[piece->square]);
        } else if (piece->p[MINER] >= option[MINER_MIN] && piece->p[MINER] > 0 &&
                   mined[piece->square] <= longest + 1) {
            double miner_p = piece->p[MINER];
            if (piece->moved && miner_p < option[MINER_COUNTS])
                miner_p = option[MINER_COUNTS];
            add_threat(siege, number, true, miner_p, mined[piece->square]);
        }
    }
}

/* Computes what is the same for all moves: the squares that own pieces cannot pass, those that a miner may
 * open, and the threats to the flag. `flag`: its square; `option`: the plan's options. */
static void siege_start(struct siege *siege, const struct plan_context *context,
                        const double *option, int flag)
{
    siege->context = context; /* the entries of `threat` are not cleared: `count` says which are valid */
    siege->option = option;
    siege->flag = bit(flag);
    siege->count = siege->approaches = 0;
    siege->unmoved_foes = 0;
    siege->immobile = context->own & ~context->own_mobile;
    siege->breaches = siege->mined = bits_around(siege->flag) & siege->immobile;
    siege->obvious = context->piece[plan_at(context, flag)].p[FLAG];
    siege->slower = option[SLOWER] * (1 - option[SURE] * siege->obvious);
    /* Miners also pass own bombs that the enemy knows. */
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->own_first + i];
        if (piece->square != SQUARE_NONE && piece->known && piece->rank == BOMB)
            siege->mined |= bit(piece->square);
    }
    /* Enemy pieces that have not moved count as immovable: they are in the way of both sides. */
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (piece->square != SQUARE_NONE && !piece->moved)
            siege->unmoved_foes |= bit(piece->square);
    }
    siege->walls = siege->immobile | siege->unmoved_foes | (option[BLOCKED] > 0 ? context->own : 0);
    find_threats(siege);
}

/* Returns the share of a threat, 0 .. 1, that remains if no stopper comes in time. It is smaller if a
 * stopper is near, because an opponent who is not sure of the flag's square may hesitate. */
static double unhelped_share(const struct siege *siege, struct threat *threat, bitboard stoppers)
{
    int nearest = PATH_NEVER;
    const struct plan_context *context = siege->context;
    if (!threat->surveyed)
        path_distances(bit(context->piece[threat->number].square), context->own | context->foe,
                       context->own | context->targets, threat->away);
    threat->surveyed = true;
    while (stoppers) {
        int away = threat->away[bits_pop(&stoppers)];
        if (away < nearest)
            nearest = away;
    }
    return nearest == PATH_NEVER ? 1 : 1 - siege->near[nearest] * (1 - siege->obvious);
}

/* Returns the target squares of an attacker: the flag and, for a miner, also the bombs next to it. */
static bitboard goal_of(const struct siege *siege, const struct threat *threat)
{
    return siege->flag | (threat->miner ? siege->breaches : 0);
}

/* Returns the path search of the attacker from the squares of its first step, with the stoppers of `guard`
 * as enemies. */
static struct path_terms path_after_first_step(const struct siege *siege, const struct threat *threat,
                                               const struct guard *guard)
{
    return (struct path_terms){
        .friends = bits_around(bit(siege->context->piece[threat->number].square)) &
                   ~(threat->walls & ~goal_of(siege, threat)) & ~(guard->free | guard->restricted),
        .enemies = guard->free, .restricted = guard->restricted, .restricted_steps = guard->restricted_steps,
        .friend_walls = threat->walls, .enemy_walls = guard->walls,
    };
}

/* Returns the attacker's success after the move, 0 .. 1: 0 if it is stopped, the option `close` if it is
 * stopped with no move to spare. The option `breach` is a factor if it reaches only a bomb next to the flag.
 * `moves` gets the moves that it needs. */
static double attack_success(const struct siege *siege, struct threat *threat, const struct guard *guard,
                             int *moves)
{
    bitboard stoppers = guard->free | guard->restricted, goal = goal_of(siege, threat);
    /* A first search with the attacker a move ahead: if even that finds no way, it is stopped for certain. */
    struct path_terms terms = path_after_first_step(siege, threat, guard);
    *moves = path_length(&terms, goal) + 1;
    if (*moves > PATH_LONGEST)
        return 0;
    /* Then search from its square: to the flag and, if that has no way, to a bomb next to it. */
    terms.friends = bit(siege->context->piece[threat->number].square);
    int full_moves = path_length(&terms, siege->flag);
    if (full_moves <= PATH_LONGEST) {
        *moves = full_moves;
        return unhelped_share(siege, threat, stoppers);
    }
    full_moves = threat->miner ? path_length(&terms, goal) : PATH_NEVER;
    if (full_moves > PATH_LONGEST)
        return siege->option[CLOSE];
    *moves = full_moves;
    return siege->option[BREACH] * unhelped_share(siege, threat, stoppers);
}

/* Returns the sets of squares from which own stoppers reach `square` in 0 .. IN_TIME moves. Computes them
 * once for each square. */
static const bitboard *squares_within(struct siege *siege, int square)
{
    for (int i = 0; i < siege->approaches; i++)
        if (siege->approach[i].square == square)
            return siege->approach[i].within;
    struct approach *approach = &siege->approach[siege->approaches++];
    approach->square = square;
    path_within(square, siege->walls, IN_TIME, approach->within);
    return approach->within;
}

/* Returns whether a stopper reaches each square next to the attacker's goal in time, even if the attacker is
 * a move ahead and no piece is in its way. If so, sets the success to 0 without a path search, and finds the
 * spare stoppers: those without which this still holds. */
static bool is_met(struct siege *siege, struct threat *threat)
{
    int square = siege->context->piece[threat->number].square;
    bitboard goal = goal_of(siege, threat), needed = 0;
    if (bits_around(bit(square)) & goal)
        return false;
    for (bitboard squares = bits_around(goal) & ~(goal | threat->walls | BITS_LAKES); squares;) {
        int from = bits_pop(&squares), moves = square_distance(square, from) - 1;
        int min = threat->away_from_flag - (threat->miner ? 3 : 2); /* moves to this square: after it only a
                                                                     * miner's bomb and the flag */
        moves = moves < min ? min : moves;
        bitboard in_time = squares_within(siege, from)[moves < IN_TIME ? moves : IN_TIME] & threat->stoppers;
        if (!in_time)
            return false;
        needed |= in_time & (in_time - 1) ? 0 : in_time; /* needed: the only one in time */
    }
    threat->spare = threat->tested = threat->stoppers & ~needed;
    threat->halved = threat->tried = true;
    threat->success = 0;
    threat->moves = PATH_NEVER;
    return true;
}

/* Returns whether the stoppers `stoppers` alone leave the attacker no way, even if it is a move ahead. If so,
 * the success is 0, with more stoppers too. */
static bool is_stopped(const struct siege *siege, const struct threat *threat, bitboard stoppers)
{
    const struct guard guard = {.walls = siege->walls, .free = stoppers};
    struct path_terms terms = path_after_first_step(siege, threat, &guard);
    return path_length(&terms, goal_of(siege, threat)) >= PATH_LONGEST;
}

/* Returns whether the attacker is stopped without the stopper on `from`. First tests each half of the
 * stoppers alone: if one half is enough, all of the other half are spare. */
static bool is_spare(const struct siege *siege, struct threat *threat, int from)
{
    const bitboard every_second = BITS_BOARD / 3; /* 3 is binary 11, so the quotient is ...0101 */
    bitboard half = threat->stoppers & every_second, other = threat->stoppers & ~half;
    if (!threat->halved) {
        if (is_stopped(siege, threat, half))
            threat->spare |= other;
        if (is_stopped(siege, threat, other))
            threat->spare |= half;
        threat->tested = threat->spare;
        threat->halved = true;
    }
    if (!bit_in(threat->tested, from) && is_stopped(siege, threat, threat->stoppers & ~bit(from)))
        threat->spare |= bit(from);
    threat->tested |= bit(from);
    return bit_in(threat->spare, from);
}

/* Returns the success after a move. Only changes of the stoppers count: one leaves or arrives, or another
 * piece opens a way for stoppers. (That a piece blocks the way of stoppers is ignored.) `arrives`: the moving
 * piece stands on its target square afterwards; if false, it is captured. `restricted`: the two-squares rule
 * forbids it to move straight back, and it blocks other stoppers. */
static double success_after(struct siege *siege, struct threat *threat, const struct plan_move *move,
                            bool arrives, bool restricted, int *moves)
{
    struct guard guard = {.walls = siege->walls, .free = threat->stoppers};
    /* The success if no stopper moves; computed once for each attacker. */
    if (!threat->tried && !is_met(siege, threat))
        threat->success = attack_success(siege, threat, &guard, &threat->moves);
    threat->tried = true;
    *moves = threat->moves;
    bitboard to = arrives ? bit(move->move.to) : 0;
    guard.walls &= ~bit(move->move.from);
    /* The moving piece is no stopper. It matters only if own pieces are in the way of stoppers. */
    if (!bit_in(guard.free, move->move.from)) {
        if (threat->success <= 0 || siege->option[BLOCKED] <= 0)
            return threat->success;
        guard.walls |= to;
        return attack_success(siege, threat, &guard, moves);
    }
    if (!restricted && *moves > PATH_LONGEST && is_spare(siege, threat, move->move.from))
        return 0;
    /* A stopper moves: test again with the stopper on its new square. */
    guard.free &= ~bit(move->move.from);
    if (restricted) {
        guard.restricted |= to;
        guard.restricted_steps = bits_around(bit(move->move.to)) & ~bit(move->move.from) & ~guard.walls;
    } else {
        guard.free |= to;
    }
    return attack_success(siege, threat, &guard, moves);
}

/* Returns the mean threat of an attacker over the results of a move, 0 .. 1: the moving piece arrives, or
 * is captured, or the attacker itself is captured. `in_moves` gets the moves of its worst result. Returns 0
 * without computing if the result cannot exceed `min_threat`. */
static double mean_threat(struct siege *siege, struct threat *threat, const struct plan_move *move,
                          const struct plan_results *results, bool restricted, double min_threat,
                          int *in_moves)
{
    bool attacked = move->victim == threat->number;
    /* Results that leave the attacker on the board: [0] the moving piece arrives, [1] it is captured. */
    const double chance[] = {attacked ? 0 : results->chance[BATTLE_WON],
                             results->chance[BATTLE_LOST] + (attacked ? 0 : results->chance[BATTLE_BOTH])};
    double sum = 0, worst = 0;
    if (threat->probability * (chance[0] + chance[1]) <= min_threat)
        return 0;
    for (int gone = 0; gone < 2; gone++) {
        int moves = 0;
        double threat_left = threat->probability * chance[gone];
        if (threat_left <= 0)
            continue;
        threat_left *= success_after(siege, threat, move, !gone, restricted, &moves);
        threat_left *= 1 - siege->slower * moves;
        sum += threat_left;
        if (threat_left > worst) {
            worst = threat_left;
            *in_moves = moves;
        }
    }
    return sum;
}

/* Returns the worst threat after a move, 0 .. 1. `attacker` gets the number of the piece that is this threat
 * (-1: no threat), `in_moves` the moves that it needs. */
static double worst_threat(struct siege *siege, int move, int *attacker, int *in_moves)
{
    const struct plan_move *m = &siege->context->moves[move];
    const bool restricted = two_square_run_forbids_return(siege->context, m);
    double worst = 0;
    *attacker = -1;
    /* All attackers are stopped, and the move takes away no stopper that is needed for it. */
    if (siege->calm && !restricted && !bit_in(siege->needed, m->move.from))
        return 0;
    const struct plan_results results = plan_results(siege->context, m);
    for (int i = 0; i < siege->count && siege->threat[i].bound > worst; i++) {
        struct threat *threat = &siege->threat[i];
        int moves = 0;
        double threat_left = mean_threat(siege, threat, m, &results, restricted, worst, &moves);
        if (threat_left > worst) {
            worst = threat_left;
            *attacker = threat->number;
            *in_moves = moves;
        }
    }
    return worst;
}

/* Explains the move: which attacker it leaves on its way to the flag (`attacker` < 0: none), the attacker's
 * moves, the points of the threat, and the points after the best move. */
static void explain(const struct plan_context *context, int attacker, int moves, double points,
                    double best_points)
{
    char name[PLAN_PIECE];
    if (attacker < 0)
        return;
    const int move = context->explanation->move;
    plan_explain(context, move, points - best_points,
                 "%s %s, %d move%s from the flag|, %.2f where the best move leaves %.2f",
                 plan_is_certain(context, &context->moves[move]) ? "does not stop" : "may not stop",
                 plan_piece_on(context, attacker, context->piece[attacker].square, name), moves,
                 plural((uint64_t)moves), points, decimal_plain_zero(best_points, 2));
}

/* Returns the highest value of a movable piece on the board, at least 1, in units of the scale: the flag
 * counts at least as much. */
static double highest_value(const struct plan_context *context)
{
    double highest = context->scale;
    for (int number = 0; number < PIECES; number++)
        if (context->piece[number].square != SQUARE_NONE && context->piece[number].value > highest &&
            context->piece[number].mobile > 0)
            highest = context->piece[number].value;
    return highest / context->scale;
}

/* Takes off points for the worst threat to the flag after each move, relative to the best move. */
static bool evaluate_flag_defense(const struct plan_context *context, const double *option, int subject,
                                  double *value)
{
    struct siege siege;
    int flag = plan_own_flag(context);
    double best = 0, explained_points = 0;
    int explained_attacker = -1, explained_moves = 0;
    (void)subject;
    if (flag == SQUARE_NONE)
        return false;
    siege_start(&siege, context, option, flag);
    if (!siege.count)
        return false;
    /* Tests whether all attackers are met before the move, and which stoppers that needs. */
    siege.needed = 0;
    siege.calm = true;
    for (int i = 0; i < siege.count && siege.calm; i++) {
        siege.calm = is_met(&siege, &siege.threat[i]);
        siege.needed |= siege.threat[i].stoppers & ~siege.threat[i].spare;
    }
    /* The minimal weight of the defence. It is higher for an army of fewer than forty pieces (`lacking`):
     * each unmoved one may then be the flag, so the enemy is likely to attack it. */
    int lacking = army_size(context->worth->counts.lacking[context->me]);
    double min_stake = option[ALWAYS] + (1 - option[ALWAYS]) * lacking / PIECES_A_SIDE;
    double stake = plan_need_for_defense(context, option[AHEAD], option[OBVIOUS]);
    double points = option[POINTS] * highest_value(context) * (stake > min_stake ? stake : min_stake);
    for (int i = 0; i < context->count; i++) {
        int attacker = -1, moves = 0;
        value[i] = -points * worst_threat(&siege, i, &attacker, &moves);
        if (context->explanation && context->explanation->move == i) {
            explained_attacker = attacker;
            explained_moves = moves;
            explained_points = value[i];
        }
        if (i == 0 || value[i] > best)
            best = value[i];
    }
    if (context->explanation)
        explain(context, explained_attacker, explained_moves, explained_points, best);
    for (int i = 0; i < context->count; i++) /* a threat that is the same for all moves gives no points */
        value[i] -= best;
    return true;
}

const struct plan_kind plan_flag_defense = {
    .name = "FlagDefense", .column = "FDef",
    .words = "guard of the flag",
    .help = "keeps enemies, and above all miners, from the own flag",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_GAME,
    .options = {"plan_flag_defense", "the plan FlagDefense: enemies on their way to the flag", rows, OPTIONS},
    .evaluate = evaluate_flag_defense,
};
