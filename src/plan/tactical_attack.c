/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings stronger pieces to where an enemy piece that moves may be lost on the two-squares rule (De Boer
 * 2007, 5.4.3): TacticalDefense from the other side. Pieces with a way that nobody closes in time also race
 * for a piece that is probably the flag (2.2.3). Captures are not its business. */
#include "plan/path.h"
#include "plan/plans.h"
#include "plan/profit.h"
#include "plan/zone.h"

#include <math.h>
#include <string.h>

enum { WEIGHT, WIN_PROBABILITY, SHARE, SIDE, WIDE, DECAY, WRONG, BELIEVED, BLUFF, SECRET, FLAG_FROM, RACE,
       FORCING, WATCHED, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [WIN_PROBABILITY] = {"sure", OPTION_NUMBER, 0, 1, 0.9, NULL, "probability",
                         "an own piece hunts an enemy piece that it beats with this probability",
                         "De Boer 2007, 5.4.3: \"higher than all the ranks this piece still could be\""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.3, NULL, "times",
               "points for standing next to the prey or in line with it: this part of the prey's value",
               "De Boer 2007, 5.2.2: \"only a percentage of the expected outcome\""},
    [SIDE] = {"side", OPTION_NUMBER, 0, 1, 0.7, NULL, "times",
              "factor on the hunt's points for standing one step beside such a line", ""},
    [WIDE] = {"wide", OPTION_NUMBER, 0, 1, 0.15, NULL, "times",
              "factor on the hunt's points where the prey has more than two squares to run to",
              "De Boer 2007, 5.2.2: \"easy for the opponent to move away\", \"a very low percentage\""},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.9, NULL, "times",
               "factor on the hunt's points for each square between hunter and prey",
               "De Boer 2007, 5.4.3: \"decreasing over distance\""},
    [WRONG] = {"wrong", OPTION_NUMBER, 0, 1, 0.25, NULL, "times",
               "part of the hunt's points that is lost by coming from the wrong side",
               "De Boer 2007, figure A1"},
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1.01, 0.5, NULL, "probability",
                  "an own piece hunts as a bluff, too, where the opponent gives it this probability to win",
                  "De Boer 2007, 5.4.3: \"or pieces that could have such a rank (bluff)\""},
    [BLUFF] = {"bluff", OPTION_NUMBER, 0, 1, 0.4, NULL, "times",
               "factor on the hunt's points for a bluff", ""},
    [SECRET] = {"secret", OPTION_NUMBER, 0, 10, 0.5, NULL, "times",
                "part of the hunter's secret that is taken off the prey's value", ""},
    [FLAG_FROM] = {"flag", OPTION_NUMBER, 0, 1.01, 0.5, NULL, "probability",
                   "there is a race for an enemy piece that is the flag with this probability", ""},
    [RACE] = {"race", OPTION_NUMBER, 0, 10000, 200, NULL, "points",
              "points for an open way to the flag, times `decay` for each move of the way",
              "De Boer 2007, 5.2.2: 200 to 300 for the flag"},
    [FORCING] = {"forcing", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
                 "factor on the race where the opponent must close the way with the next move", ""},
    [WATCHED] = {"watched", OPTION_NUMBER, 0, 1, 0.02, NULL, "times",
                 "factor on the race where the way is closed: a guard of the flag is tied down", ""},
};

/* What is the same for all moves. */
struct hunt {
    const struct plan_context *context;
    const double *option;
    int prey;
    double power[FILES + ROWS]; /* of decay, by distance */
    struct two_square_run run;
    bitboard before_flag;       /* of the race: squares from which free ones lead to the flag */
    bool sorted[RANKS];         /* likewise: for which ranks the next is known */
    bitboard closers[RANKS];    /* enemy pieces that are in the way of an own rank */
};

/* The points at stake for this hunter; 0 where it does not hunt this prey. */
static double stake(const struct hunt *hunt, int hunter)
{
    const struct plan_context *context = hunt->context;
    const double *option = hunt->option;
    const struct plan_piece *plan_piece = &context->piece[hunter], *prey = &context->piece[hunt->prey];
    const struct plan_odds *odds = plan_odds(context, plan_piece->rank, hunt->prey);
    double worth = prey->value - option[SECRET] * plan_piece->secret;
    if (odds->wins < option[WIN_PROBABILITY]) {
        if (plan_piece->known || plan_believed(context, hunter, hunt->prey) < option[BELIEVED])
            return 0;
        worth *= option[BLUFF];
    }
    return fmax(0, worth) * option[SHARE];
}

/* What is left of the points over so many squares. */
static void find_power(struct hunt *hunt)
{
    hunt->power[0] = hunt->power[1] = 1;
    for (int i = 2; i < FILES + ROWS; i++)
        hunt->power[i] = hunt->power[i - 1] * hunt->option[DECAY];
}

static struct chase chase_with(const struct hunt *hunt, int hunter, int square)
{
    const struct plan_context *context = hunt->context;
    const struct plan_piece *plan_piece = &context->piece[hunter], *prey = &context->piece[hunt->prey];
    bitboard own = (context->own & ~bit(plan_piece->square)) | bit(square);
    bitboard foe = context->foe & ~bit(prey->square);
    return (struct chase){
        .prey = prey->square,
        .hunter = square,
        .barred = BITS_LAKES | (own & ~bit(square)) | foe,
        .closed = BITS_LAKES | own | foe,
        .prey_run = hunt->run,
        .hunter_run = two_square_run_of(context, hunter),
    };
}

/* The part of the stake that a hunter on that square has. */
static double part(const struct hunt *hunt, const struct chase *chase, enum zone zone)
{
    if (zone == ZONE_NONE)
        return 0;
    double share = hunt->power[square_distance(chase->prey, chase->hunter)];
    if (zone == ZONE_SIDE || zone == ZONE_TRAPPED)
        share *= hunt->option[SIDE];
    if (!chase_is_close(chase) && zone != ZONE_TRAPPED)
        share *= hunt->option[WIDE];
    return share;
}

static double judge(const struct hunt *hunt, int hunter, struct move move, enum zone *zone)
{
    int prey = hunt->context->piece[hunt->prey].square;
    double had = 0, has = 0;
    *zone = ZONE_NONE;
    if (!chase_is_far(prey, move.from)) {
        struct chase before = chase_with(hunt, hunter, move.from);
        had = part(hunt, &before, chase_zone(&before));
    }
    if (!chase_is_far(prey, move.to)) {
        struct chase after = chase_with(hunt, hunter, move.to);
        *zone = chase_zone(&after);
        has = part(hunt, &after, *zone);
        if (*zone != ZONE_NONE && chase_from_wrong_side(&after, move.from))
            has *= -hunt->option[WRONG];
    }
    return has - had;
}

/* Every enemy piece that moves and is not sure to be taken by an own piece of the rank. */
static bitboard closers_of(struct hunt *hunt, int rank)
{
    const struct plan_context *context = hunt->context;
    bitboard movers = hunt->sorted[rank] ? 0 : context->foe_mobile, closers = 0;
    while (movers) {
        int at = bits_pop(&movers), number = plan_at(context, at);
        const struct plan_piece *plan_piece = &context->piece[number];
        if ((plan_piece->moved || plan_piece->known) &&
            plan_odds(context, rank, number)->wins < hunt->option[WIN_PROBABILITY])
            closers |= bit(at);
    }
    if (!hunt->sorted[rank])
        hunt->closers[rank] = closers;
    hunt->sorted[rank] = true;
    return hunt->closers[rank];
}

/* What the way to the flag is worth to an own piece on `square` that has left `left`, the enemy to move.
 * Who closes its way (closers_of) is in the way wherever it gets first. */
static double way_to_flag(struct hunt *hunt, int piece, int square, int left)
{
    const struct plan_context *context = hunt->context;
    const struct plan_piece *flag = &context->piece[hunt->prey];
    if (!(bits_around(bit(square) | bit(left)) & hunt->before_flag))
        return 0; /* most flags are walled in */
    bitboard closers = closers_of(hunt, context->piece[piece].rank);
    bitboard own = context->own & ~bit(left);
    /* In order: the enemy is a move ahead, still has to move there, or stands there already. */
    const bitboard enemies[] = {closers | bits_around(closers), closers, 0};
    const double share[] = {1, hunt->option[FORCING], hunt->option[WATCHED]};
    struct path_terms terms = {
        .friends = bit(square),
        .friend_walls = own | context->foe,
        .enemy_walls = own | (context->foe & ~closers),
    };
    for (int i = 0; i < 3; i++) {
        terms.enemies = enemies[i];
        int moves = path_length(&terms, bit(flag->square));
        if (moves < FILES + ROWS)
            return hunt->option[RACE] * share[i] * flag->p[FLAG] * hunt->power[moves];
    }
    return 0;
}

/* Moves to and from open ways to what is probably the flag. */
static bool race(struct hunt *hunt, double *value)
{
    const struct plan_context *context = hunt->context;
    double stays[PIECES];
    for (int number = 0; number < PIECES; number++)
        stays[number] = -1; /* not known yet */
    find_power(hunt);
    memset(hunt->sorted, 0, sizeof hunt->sorted);
    const struct plan_piece *flag = &context->piece[hunt->prey];
    char square[SQUARE_TEXT];
    bool any = false;
    hunt->before_flag = path_before(flag->square, context->own | context->foe);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (plan_attacks(context, i))
            continue;
        int from = move->move.from;
        if (stays[move->piece] < 0)
            stays[move->piece] = way_to_flag(hunt, move->piece, from, from);
        double before = stays[move->piece];
        double after = way_to_flag(hunt, move->piece, move->move.to, from);
        value[i] = after - before;
        if (value[i] != 0)
            plan_explain(context, i, value[i], "the way to the flag on %s is worth %.2f, before %.2f",
                         plan_square(context, flag->square, square), after, before);
        any = any || value[i] != 0;
    }
    return any;
}

/* Moves of pieces that hunt a piece that moves. */
static bool hunt_down(struct hunt *hunt, double *value)
{
    static const char *const how[ZONES] = {"out of reach of", "next to", "in line with",
                                           "beside the line of", "before the only exit of"};
    const struct plan_context *context = hunt->context;
    const struct plan_piece *prey = &context->piece[hunt->prey];
    char square[SQUARE_TEXT];
    /* A piece has the prey in a zone only where it stands on these, and a square that a piece leaves opens a
     * line only if it borders an open one, which is in them too. */
    bitboard grounds = chase_grounds(bit(prey->square), BITS_LAKES | context->own | context->foe);
    bool any = false;
    if (!((context->movers | context->goals) & grounds))
        return false;
    find_power(hunt);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        enum zone zone;
        if (plan_attacks(context, i) || !((bit(move->move.from) | bit(move->move.to)) & grounds))
            continue;
        double change = judge(hunt, move->piece, move->move, &zone); /* asked first: the stake takes longer */
        double points = change != 0 ? stake(hunt, move->piece) : 0;
        if (points <= 0)
            continue;
        value[i] = points * change;
        if (value[i] != 0)
            plan_explain(context, i, value[i], "is then %s the piece on %s, worth %.2f", how[zone],
                         plan_square(context, prey->square, square), prey->value);
        any = any || value[i] != 0;
    }
    return any;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    const struct plan_piece *prey = &context->piece[subject];
    struct hunt hunt;
    bool flag = prey->p[FLAG] > 0 && prey->p[FLAG] >= option[FLAG_FROM];
    if (!flag && ((!prey->moved && !prey->known) || prey->mobile <= 0))
        return false;
    hunt.context = context;
    hunt.option = option;
    hunt.prey = subject;
    hunt.run = two_square_run_of(context, subject);
    return flag ? race(&hunt, value) : hunt_down(&hunt, value);
}

const struct plan_kind plan_tactical_attack = {
    .name = "TacticalAttack",
    .column = "TAtt",
    .words = "hunt",
    .help = "hunts enemy pieces that the two-squares rule may cost, and runs for the flag",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_ENEMY,
    .options = {"plan_tactical_attack",
                "the plan TacticalAttack: hunts on the two-squares rule", rows, OPTIONS},
    .evaluate = evaluate,
};
