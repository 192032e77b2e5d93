/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps enemies from the own flag: pieces with a way to it, and possible miners with a way to a bomb
 * that walls it in (De Boer 2007, 5.2.1, 5.2.2 and the lessons of games 1 and 5 in appendix C). */
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
    [MINER_MIN] = {"miner_least", OPTION_NUMBER, 0, 1, 0.015, NULL, "probability",
                     "an enemy piece may be a miner from this probability on",
                     "De Boer 2007, appendix C, game 5: lowered after it"},
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
                "the least weight of the defence, as a part of the full one",
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

/* An enemy piece that might go for the flag, in one of two roles. */
struct threat {
    int number;
    bool miner;            /* as a miner, which passes bombs; else as whatever it is */
    double probability;    /* that it has this role */
    double most;           /* upper bound of the threat, 0 .. 1, over all moves */
    int away_from_flag;    /* the length of its way if nobody else were there */
    bitboard walls;        /* what it cannot pass */
    bitboard stoppers;     /* own pieces that would beat it or fall with it, before the move */
    bool tried;            /* the next two are filled in */
    int moves;             /* in how many it comes how far, 0 .. 1, where no own stopper moves */
    double success;
    bool halved;           /* each half of the stoppers was tried by itself, or a look was enough */
    bitboard wanted;        /* stoppers of which it is known whether the others stop it without them */
    bitboard spare;        /* those without whom they do */
    bool surveyed;         /* `away` is filled in */
    uint8_t away[SQUARES]; /* moves to it, around all pieces, from own pieces and from where they may move */
};

enum {
    APPROACHES = 12, /* squares next to the flag or to a bomb next to it: no more are so near */
    IN_TIME = 15,    /* moves; a stopper that takes more does not count */
};

/* A square from which attackers step to their goal. */
struct approach {
    int square;
    bitboard within[IN_TIME + 1]; /* from where own stoppers get there in so many moves */
};

struct siege {
    const struct plan_context *context;
    const double *option;
    bitboard flag;         /* its square */
    double obvious;        /* the probability that the opponent may give it */
    double slower;         /* what each move takes off the urgency; less where the opponent is sure of the
                            * flag */
    bitboard breaches;     /* squares of own bombs next to it */
    bitboard mined;        /* those, and all bombs that the opponent knows: miners pass them */
    bitboard immobile;     /* own pieces that cannot move */
    bitboard unmoved_foes;
    bitboard walls;        /* what own pieces cannot pass before the move */
    double near[PATH_LONGEST + 1]; /* what is taken off for the nearest stopper, by its moves */
    bool calm;             /* all attackers are met (is_met) as things stand: then nobody gets through, */
    bitboard needed;       /* and only where one of these stoppers leaves may somebody */
    int approaches;        /* that were asked about */
    struct approach approach[APPROACHES];
    int count;
    struct threat threat[PIECES_A_SIDE]; /* the worst first, by `most` */
};

/* The own stoppers after a move. */
struct guard {
    bitboard walls;              /* what they cannot pass */
    bitboard free;               /* who may go everywhere */
    bitboard held, held_steps;   /* the mover, where the two-squares rule forbids it to go straight back */
};

/* Whether an own piece of `rank`, one that moves, would beat it or fall with it. */
static bool stops(const struct plan_context *context, const struct threat *threat, int rank)
{
    if (threat->miner)
        return battle_result(rank, MINER) != BATTLE_LOST;
    const struct plan_odds *odds = plan_odds(context, rank, threat->number);
    return odds->wins + odds->both >= 0.5;
}

/* `moves`: the length of its way if nobody else were there. No way around others is shorter, but for the last
 * step. */
static void add_threat(struct siege *siege, int number, bool miner, double probability, int moves)
{
    const struct plan_context *context = siege->context;
    double most = probability * (1 - siege->slower * (moves - miner));
    int place = siege->count++;
    for (; place > 0 && siege->threat[place - 1].most < most; place--)
        siege->threat[place] = siege->threat[place - 1];
    struct threat *threat = &siege->threat[place];
    threat->number = number;
    threat->miner = miner;
    threat->probability = probability;
    threat->most = most;
    threat->away_from_flag = moves;
    threat->walls = siege->unmoved_foes | (miner ? siege->immobile & ~siege->mined : siege->immobile);
    threat->stoppers = threat->wanted = threat->spare = 0;
    threat->tried = threat->halved = threat->surveyed = false;
    for (int rank = SPY; rank < RANKS; rank++)
        if (context->own_rank[rank] && stops(context, threat, rank))
            threat->stoppers |= context->own_rank[rank];
}

/* Whether the attacker, if nobody were in its way, could reach the flag before its threat has faded to
 * nothing. */
static void find_threats(struct siege *siege)
{
    const struct plan_context *context = siege->context;
    const double *option = siege->option;
    uint8_t open[SQUARES], mined[SQUARES];
    bitboard walls = siege->immobile | siege->unmoved_foes;
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
        if (open[piece->square] <= longest)
            add_threat(siege, number, false, piece->mobile, open[piece->square]);
        else if (piece->p[MINER] >= option[MINER_MIN] && piece->p[MINER] > 0 &&
                 mined[piece->square] <= longest + 1)
            add_threat(siege, number, true,
                       piece->moved && piece->p[MINER] < option[MINER_COUNTS] ? option[MINER_COUNTS]
                                                                              : piece->p[MINER],
                       mined[piece->square]);
    }
}

static void siege_start(struct siege *siege, const struct plan_context *context,
                        const double *option, int flag)
{
    siege->context = context; /* the threats' places are left as they are */
    siege->option = option;
    siege->flag = bit(flag);
    siege->count = siege->approaches = 0;
    siege->unmoved_foes = 0;
    siege->immobile = context->own & ~context->own_mobile;
    siege->breaches = siege->mined = bits_around(siege->flag) & siege->immobile;
    siege->obvious = context->piece[plan_at(context, flag)].p[FLAG];
    siege->slower = option[SLOWER] * (1 - option[SURE] * siege->obvious);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->own_first + i];
        if (piece->square != SQUARE_NONE && piece->known && piece->rank == BOMB)
            siege->mined |= bit(piece->square);
    }
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (piece->square != SQUARE_NONE && !piece->moved)
            siege->unmoved_foes |= bit(piece->square);
    }
    siege->walls = siege->immobile | siege->unmoved_foes | (option[BLOCKED] > 0 ? context->own : 0);
    find_threats(siege);
}

/* What is left of a threat that nobody stops in time, 0 .. 1: less where help is near, because an opponent
 * who is not sure of the flag may wait for a while. */
static double unhelped(const struct siege *siege, struct threat *threat, bitboard stoppers)
{
    int nearest = PATH_NEVER;
    const struct plan_context *context = siege->context;
    if (!threat->surveyed)
        path_distances(bit(context->piece[threat->number].square), context->own | context->foe,
                       context->own | context->goals, threat->away);
    threat->surveyed = true;
    while (stoppers) {
        int away = threat->away[bits_pop(&stoppers)];
        if (away < nearest)
            nearest = away;
    }
    return nearest == PATH_NEVER ? 1 : 1 - siege->near[nearest] * (1 - siege->obvious);
}

static bitboard goal_of(const struct siege *siege, const struct threat *threat)
{
    return siege->flag | (threat->miner ? siege->breaches : 0);
}

/* The attacker's way from the squares of its first step, the stoppers standing as they do. */
static struct path_terms first_step(const struct siege *siege, const struct threat *threat,
                                    const struct guard *guard)
{
    return (struct path_terms){
        .friends = bits_around(bit(siege->context->piece[threat->number].square)) &
                   ~(threat->walls & ~goal_of(siege, threat)) & ~(guard->free | guard->held),
        .enemies = guard->free,
        .held = guard->held,
        .held_steps = guard->held_steps,
        .friend_walls = threat->walls,
        .enemy_walls = guard->walls,
    };
}

/* How far the attacker gets after the move, 0 .. 1, and in how many moves. */
static double success(const struct siege *siege, struct threat *threat, const struct guard *guard,
                      int *moves)
{
    bitboard stoppers = guard->free | guard->held, goal = goal_of(siege, threat);
    struct path_terms terms = first_step(siege, threat, guard);
    *moves = path_length(&terms, goal) + 1;
    if (*moves > PATH_LONGEST)
        return 0;
    terms.friends = bit(siege->context->piece[threat->number].square);
    int whole = path_length(&terms, siege->flag);
    if (whole <= PATH_LONGEST) {
        *moves = whole;
        return unhelped(siege, threat, stoppers);
    }
    whole = threat->miner ? path_length(&terms, goal) : PATH_NEVER;
    if (whole > PATH_LONGEST)
        return siege->option[CLOSE];
    *moves = whole;
    return siege->option[BREACH] * unhelped(siege, threat, stoppers);
}

/* From where an own stopper gets to the square in 0 .. IN_TIME moves, or fewer; worked out once a square. */
static const bitboard *within(struct siege *siege, int square)
{
    for (int i = 0; i < siege->approaches; i++)
        if (siege->approach[i].square == square)
            return siege->approach[i].within;
    struct approach *approach = &siege->approach[siege->approaches++];
    approach->square = square;
    path_within(square, siege->walls, IN_TIME, approach->within);
    return approach->within;
}

/* Whether at each square from which the attacker could step to its goal there is a stopper no later than the
 * attacker, even if that is a step ahead and finds nobody in its way. Then success is 0, without a search;
 * stoppers without whom that holds too are spare. */
static bool is_met(struct siege *siege, struct threat *threat)
{
    int square = siege->context->piece[threat->number].square;
    bitboard goal = goal_of(siege, threat), needed = 0;
    if (bits_around(bit(square)) & goal)
        return false;
    for (bitboard squares = bits_around(goal) & ~(goal | threat->walls | BITS_LAKES); squares;) {
        int from = bits_pop(&squares), moves = square_distance(square, from) - 1;
        int min = threat->away_from_flag - (threat->miner ? 3 : 2); /* behind it: a bomb, the flag */
        moves = moves < min ? min : moves;
        bitboard in_time = within(siege, from)[moves < IN_TIME ? moves : IN_TIME] & threat->stoppers;
        if (!in_time)
            return false;
        needed |= in_time & (in_time - 1) ? 0 : in_time;
    }
    threat->spare = threat->wanted = threat->stoppers & ~needed;
    threat->halved = threat->tried = true;
    threat->success = 0;
    threat->moves = PATH_NEVER;
    return true;
}

/* Whether those stoppers alone, wherever the others are, leave the attacker no way even if it is a step
 * ahead: then success is 0, and more stoppers change nothing. */
static bool is_stopped(const struct siege *siege, const struct threat *threat, bitboard stoppers)
{
    const struct guard guard = {.walls = siege->walls, .free = stoppers};
    struct path_terms terms = first_step(siege, threat, &guard);
    return path_length(&terms, goal_of(siege, threat)) >= PATH_LONGEST;
}

/* Whether the attacker is stopped without the stopper on `from`. Asked first: by either half of them alone,
 * for that settles it for all of the other half. */
static bool is_spare(const struct siege *siege, struct threat *threat, int from)
{
    const bitboard every_second = BITS_BOARD / 3;
    bitboard half = threat->stoppers & every_second, other = threat->stoppers & ~half;
    if (!threat->halved) {
        if (is_stopped(siege, threat, half))
            threat->spare |= other;
        if (is_stopped(siege, threat, other))
            threat->spare |= half;
        threat->wanted = threat->spare;
        threat->halved = true;
    }
    if (!bit_in(threat->wanted, from) && is_stopped(siege, threat, threat->stoppers & ~bit(from)))
        threat->spare |= bit(from);
    threat->wanted |= bit(from);
    return bit_in(threat->spare, from);
}

/* The same after a move, of which only what it does to the stoppers has a say: where one of them leaves or
 * arrives, and where another piece opens the way for those that came too late. That a piece shuts in those
 * that would have come in time is not seen. `arrives`: the piece that moves stands on its target then; else
 * it is gone. `held`: it may not move back at once, and is in the way of the others. */
static double success_after(struct siege *siege, struct threat *threat, const struct plan_move *move,
                            bool arrives, bool held, int *moves)
{
    struct guard guard = {.walls = siege->walls, .free = threat->stoppers};
    if (!threat->tried && !is_met(siege, threat))
        threat->success = success(siege, threat, &guard, &threat->moves);
    threat->tried = true;
    *moves = threat->moves;
    bitboard to = arrives ? bit(move->move.to) : 0;
    guard.walls &= ~bit(move->move.from);
    if (!bit_in(guard.free, move->move.from)) {
        if (threat->success <= 0 || siege->option[BLOCKED] <= 0)
            return threat->success;
        guard.walls |= to;
        return success(siege, threat, &guard, moves);
    }
    if (!held && *moves > PATH_LONGEST && is_spare(siege, threat, move->move.from))
        return 0;
    guard.free &= ~bit(move->move.from);
    *(held ? &guard.held : &guard.free) |= to;
    if (held)
        guard.held_steps = bits_around(bit(move->move.to)) & ~bit(move->move.from) & ~guard.walls;
    return success(siege, threat, &guard, moves);
}

/* How dangerous an attacker is after a move, 0 .. 1, on the mean of the move's ends: the piece that moves
 * stands on its target, or it is gone, or the attacker itself is taken. At most `most` is not worked out. */
static double left_of(struct siege *siege, struct threat *threat, const struct plan_move *move,
                      const struct plan_results *results, bool held, double most, int *in_moves)
{
    bool attacked = move->victim == threat->number;
    const double chance[] = {attacked ? 0 : results->of[BATTLE_WON],
                             results->of[BATTLE_LOST] + (attacked ? 0 : results->of[BATTLE_BOTH])};
    double sum = 0, worse = 0;
    if (threat->probability * (chance[0] + chance[1]) <= most)
        return 0;
    for (int gone = 0; gone < 2; gone++) {
        int moves = 0;
        double left = threat->probability * chance[gone];
        if (left <= 0)
            continue;
        left *= success_after(siege, threat, move, !gone, held, &moves);
        left *= 1 - siege->slower * moves;
        sum += left;
        if (left > worse) {
            worse = left;
            *in_moves = moves;
        }
    }
    return sum;
}

/* The worst that may come after a move, 0 .. 1, and from whom. */
static double worst(struct siege *siege, int move, int *by, int *in_moves)
{
    const struct plan_move *m = &siege->context->moves[move];
    const bool held = two_square_run_ends(siege->context, m);
    double most = 0;
    *by = -1;
    if (siege->calm && !held && !bit_in(siege->needed, m->move.from))
        return 0;
    const struct plan_results results = plan_results(siege->context, m);
    for (int i = 0; i < siege->count && siege->threat[i].most > most; i++) {
        struct threat *threat = &siege->threat[i];
        int moves = 0;
        double left = left_of(siege, threat, m, &results, held, most, &moves);
        if (left > most) {
            most = left;
            *by = threat->number;
            *in_moves = moves;
        }
    }
    return most;
}

/* Explains the move asked about: which attacker it leaves on its way, in how many moves (by < 0: none), how
 * bad that is, and how bad it would be after the best move. */
static void explain(const struct plan_context *context, int by, int moves, double left, double min)
{
    char square[SQUARE_TEXT];
    if (by < 0)
        return;
    const int move = context->explanation->move;
    const char *leaves = plan_is_certain(context, &context->moves[move]) ? "leaves" : "may leave";
    plan_square(context, context->piece[by].square, square);
    if (min < 0)
        plan_explain(context, move, left - min,
                     "%s %s on its way to the flag, %d move%s, %.2f where the best move leaves %.2f",
                     leaves, square, moves, plural((uint64_t)moves), left, min);
    else
        plan_explain(context, move, left, "%s %s on its way to the flag, %d move%s", leaves, square, moves,
                     plural((uint64_t)moves));
}

/* The most that a piece on the board is worth, in pieces of value 1: the flag is worth more than any. */
static double dearest(const struct plan_context *context)
{
    double most = context->scale;
    for (int number = 0; number < PIECES; number++)
        if (context->piece[number].square != SQUARE_NONE && context->piece[number].value > most &&
            context->piece[number].mobile > 0)
            most = context->piece[number].value;
    return most / context->scale;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    struct siege siege;
    int flag = plan_own_flag(context);
    double min = 0, told = 0;
    int reason_name = -1, reason_moves = 0;
    (void)subject;
    if (flag == SQUARE_NONE)
        return false;
    siege_start(&siege, context, option, flag);
    if (!siege.count)
        return false;
    /* Calm: all attackers are met. */
    siege.needed = 0;
    siege.calm = true;
    for (int i = 0; i < siege.count && siege.calm; i++) {
        siege.calm = is_met(&siege, &siege.threat[i]);
        siege.needed |= siege.threat[i].stoppers & ~siege.threat[i].spare;
    }
    /* The least weight of the defence. Of few pieces any that has not moved may well be the flag, and is
     * attacked for it: the fewer there are, the less it takes for the enemy to look there. */
    int lacking = army_size(context->worth->counts.lacking[context->me]);
    double min_stake = option[ALWAYS] + (1 - option[ALWAYS]) * lacking / PIECES_A_SIDE;
    double stake = plan_stake(context, option[AHEAD], option[OBVIOUS]);
    double points = option[POINTS] * dearest(context) * (stake > min_stake ? stake : min_stake);
    for (int i = 0; i < context->count; i++) {
        int by = -1, moves = 0;
        value[i] = -points * worst(&siege, i, &by, &moves);
        if (context->explanation && context->explanation->move == i) {
            reason_name = by;
            reason_moves = moves;
            told = value[i];
        }
        if (i == 0 || value[i] > min)
            min = value[i];
    }
    if (context->explanation)
        explain(context, reason_name, reason_moves, told, min);
    bool any = false;
    for (int i = 0; i < context->count; i++) { /* a threat that no move changes is left out */
        value[i] -= min;
        any = any || value[i] != 0;
    }
    return any;
}

const struct plan_kind plan_flag_defense = {
    .name = "FlagDefense",
    .column = "FDef",
    .words = "guard of the flag",
    .help = "keeps enemies, and above all miners, from the own flag",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_GAME,
    .options = {"plan_flag_defense", "the plan FlagDefense: enemies on their way to the flag", rows, OPTIONS},
    .evaluate = evaluate,
};
