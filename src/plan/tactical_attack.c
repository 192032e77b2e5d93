/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings stronger pieces to where an enemy piece that moves may be lost on the two-squares rule (De Boer
 * 2007, 5.4.3): TacticalDefense from the other side. Pieces with a way that no enemy piece can block in time
 * also race for a piece that is probably the flag (2.2.3). Captures get no points here. */
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

/* The data for all moves against one prey. */
struct hunt {
    const struct plan_context *context;
    const double *option;
    int prey;
    double power[FILES + ROWS]; /* [distance]: decay for each square beyond the first */
    struct two_square_run run;  /* of the prey */
    bitboard leading_to_flag;   /* for a race: squares connected to the flag by empty squares */
    bool closers_computed[RANKS];         /* for a race: [rank]: `closers` is computed */
    bitboard closers[RANKS];    /* [own rank]: squares of enemy pieces that can block its way */
};

/* Returns the points at stake for this hunter. Returns 0 if it does not hunt this prey: it would not win, and
 * would not be believed to win. */
static double compute_stake(const struct hunt *hunt, int hunter)
{
    const struct plan_context *context = hunt->context;
    const double *option = hunt->option;
    const struct plan_piece *plan_piece = &context->piece[hunter], *prey = &context->piece[hunt->prey];
    const struct plan_odds *odds = plan_odds(context, plan_piece->rank, hunt->prey);
    double worth = prey->value - option[SECRET] * plan_piece->secret;
    if (odds->wins < option[WIN_PROBABILITY]) {
        if (plan_piece->known || plan_believed_win_chance(context, hunter, hunt->prey) < option[BELIEVED])
            return 0;
        worth *= option[BLUFF];
    }
    return fmax(0, worth) * option[SHARE];
}

/* Computes the powers of `decay` by distance in squares. */
static void compute_powers(struct hunt *hunt)
{
    hunt->power[0] = hunt->power[1] = 1;
    for (int i = 2; i < FILES + ROWS; i++)
        hunt->power[i] = hunt->power[i - 1] * hunt->option[DECAY];
}

/* Returns the chase of the prey by this hunter, if the hunter stands on `square`. The hunter cannot enter the
 * squares `barred`; the prey cannot enter those of `closed`. */
static struct chase chase_with(const struct hunt *hunt, int hunter, int square)
{
    const struct plan_context *context = hunt->context;
    const struct plan_piece *plan_piece = &context->piece[hunter], *prey = &context->piece[hunt->prey];
    bitboard own = (context->own & ~bit(plan_piece->square)) | bit(square);
    bitboard foe = context->foe & ~bit(prey->square);
    return (struct chase){
        .prey = prey->square, .hunter = square,
        .barred = BITS_LAKES | (own & ~bit(square)) | foe,
        .closed = BITS_LAKES | own | foe,
        .prey_run = hunt->run,
        .hunter_run = two_square_run_of(context, hunter),
    };
}

/* Returns the share of the stake, 0 .. 1, of a hunter that has the prey in this zone. */
static double share_of_stake(const struct hunt *hunt, const struct chase *chase, enum zone zone)
{
    if (zone == ZONE_NONE)
        return 0;
    double share = hunt->power[square_distance(chase->prey, chase->hunter)];
    if (zone == ZONE_SIDE || zone == ZONE_TRAPPED)
        share *= hunt->option[SIDE];
    if (!chase_is_narrow(chase) && zone != ZONE_TRAPPED)
        share *= hunt->option[WIDE];
    return share;
}

/* Returns how much a hunter's move changes its share of the prey's value (share_of_stake), -1 .. 1. `zone`
 * gets its zone after the move. */
static double share_change(const struct hunt *hunt, int hunter, struct move move, enum zone *zone)
{
    int prey = hunt->context->piece[hunt->prey].square;
    double share_before = 0, share_after = 0;
    *zone = ZONE_NONE;
    if (!chase_is_far(prey, move.from)) {
        struct chase before = chase_with(hunt, hunter, move.from);
        share_before = share_of_stake(hunt, &before, chase_zone(&before));
    }
    if (!chase_is_far(prey, move.to)) {
        struct chase after = chase_with(hunt, hunter, move.to);
        *zone = chase_zone(&after);
        share_after = share_of_stake(hunt, &after, *zone);
        if (*zone != ZONE_NONE && chase_from_wrong_side(&after, move.from))
            share_after *= -hunt->option[WRONG]; /* a loss: from there the prey escapes by the rule */
    }
    return share_after - share_before;
}

/* Returns the squares of enemy pieces that can block ways of an own piece of `rank`: they move, and the own
 * piece is not sure to beat them. Computes them once for each rank. */
static bitboard find_closers(struct hunt *hunt, int rank)
{
    const struct plan_context *context = hunt->context;
    bitboard movers = context->foe_mobile, closers = 0;
    if (hunt->closers_computed[rank])
        return hunt->closers[rank];
    while (movers) {
        int square = bits_pop(&movers), number = plan_at(context, square);
        const struct plan_piece *plan_piece = &context->piece[number];
        if ((plan_piece->moved || plan_piece->known) &&
            plan_odds(context, rank, number)->wins < hunt->option[WIN_PROBABILITY])
            closers |= bit(square);
    }
    hunt->closers[rank] = closers;
    hunt->closers_computed[rank] = true;
    return closers;
}

/* Returns the points of the way to the flag for an own piece on `square` that has left `left_square` (the
 * same if it has not moved), with the enemy to move. An open way has full points. It has the part `forcing`
 * if the enemy must block it with its next move, and the part `watched` if the enemy already blocks it. */
static double way_points(struct hunt *hunt, int piece, int square, int left_square)
{
    const struct plan_context *context = hunt->context;
    const struct plan_piece *flag = &context->piece[hunt->prey];
    if (!(bits_around(bit(square) | bit(left_square)) & hunt->leading_to_flag))
        return 0; /* no way: saves the searches, since most flags are behind bombs */
    bitboard closers = find_closers(hunt, context->piece[piece].rank);
    bitboard own = context->own & ~bit(left_square);
    /* Three searches: the way is open even if the enemy is a move ahead; it is open now; it is open without
     * the enemy pieces. */
    const bitboard enemies[] = {closers | bits_around(closers), closers, 0};
    const double factor[] = {1, hunt->option[FORCING], hunt->option[WATCHED]};
    struct path_terms terms = {
        .friends = bit(square),
        .friend_walls = own | context->foe,
        .enemy_walls = own | (context->foe & ~closers),
    };
    for (int i = 0; i < 3; i++) {
        terms.enemies = enemies[i];
        int moves = path_length(&terms, bit(flag->square));
        if (moves < FILES + ROWS) /* the length of `power` */
            return hunt->option[RACE] * factor[i] * flag->p[FLAG] * hunt->power[moves];
    }
    return 0;
}

/* Gives each quiet move the change of the points of its piece's way to the probable flag, which is the prey.
 * Returns true, as some move may have points. */
static bool score_ways_to_flag(struct hunt *hunt, double *value)
{
    const struct plan_context *context = hunt->context;
    double points_now[PIECES];
    for (int number = 0; number < PIECES; number++)
        points_now[number] = -1; /* not computed yet */
    compute_powers(hunt);
    memset(hunt->closers_computed, 0, sizeof hunt->closers_computed); /* way_points fills them by rank */
    const struct plan_piece *flag = &context->piece[hunt->prey];
    char square[SQUARE_TEXT];
    hunt->leading_to_flag = path_leading_to(flag->square, context->own | context->foe);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (plan_attacks(context, i))
            continue;
        int from = move->move.from;
        if (points_now[move->piece] < 0)
            points_now[move->piece] = way_points(hunt, move->piece, from, from);
        double before = points_now[move->piece];
        double after = way_points(hunt, move->piece, move->move.to, from);
        value[i] = after - before;
        if (value[i] != 0) /* figures stand after '|' (plan_explain) */
            plan_explain(context, i, value[i], "goes %s the flag, probably on %s|: %.2f, before %.2f",
                         after > before ? "nearer to" : "away from",
                         plan_square(context, flag->square, square), after, before);
    }
    return true;
}

/* Gives points to hunters of a movable piece for getting it into a zone, and takes them off for leaving
 * it. */
static bool hunt_down(struct hunt *hunt, double *value)
{
    static const char *const how[ZONES] = {"stops threatening", "goes next to", NULL, NULL,
                                           "guards the only way out of"};
    const struct plan_context *context = hunt->context;
    const struct plan_piece *prey = &context->piece[hunt->prey];
    char name[PLAN_PIECE], square[SQUARE_TEXT], line[ZONE_TEXT];
    /* Moves from and to other squares do not matter: from those no piece has the prey in a zone. A move also
     * opens a line only if its start square borders an open line, and such squares are included. */
    bitboard grounds = chase_zone_squares(bit(prey->square), BITS_LAKES | context->own | context->foe);
    if (!((context->sources | context->targets) & grounds))
        return false;
    compute_powers(hunt);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        enum zone zone;
        if (plan_attacks(context, i) || !((bit(move->move.from) | bit(move->move.to)) & grounds))
            continue;
        double change = share_change(hunt, move->piece, move->move, &zone); /* first, since the stake takes
                                                                             * longer */
        double points = change != 0 ? compute_stake(hunt, move->piece) : 0;
        if (points <= 0)
            continue;
        value[i] = points * change;
        if (value[i] != 0 && how[zone])
            plan_explain(context, i, value[i], "%s %s|, worth %.2f points", how[zone],
                         plan_piece_on(context, hunt->prey, prey->square, name), prey->value);
        else if (value[i] != 0)
            plan_explain(context, i, value[i], "goes to %s, %s %s|, worth %.2f points",
                         plan_square(context, move->move.to, square),
                         zone_words(zone, move->move.to, prey->square, line),
                         plan_piece_on(context, hunt->prey, prey->square, name), prey->value);
    }
    return true;
}

/* Gives points for hunting enemy piece `subject`, or for racing to it if it is probably the flag. */
static bool evaluate_tactical_attack(const struct plan_context *context, const double *option, int subject,
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
    return flag ? score_ways_to_flag(&hunt, value) : hunt_down(&hunt, value);
}

const struct plan_kind plan_tactical_attack = {
    .name = "TacticalAttack", .column = "TAtt",
    .words = "hunt",
    .help = "hunts enemy pieces that the two-squares rule may cost, and runs for the flag",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_ENEMY,
    .options = {"plan_tactical_attack",
                "the plan TacticalAttack: hunts on the two-squares rule", rows, OPTIONS},
    .evaluate = evaluate_tactical_attack,
};
