/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings stronger pieces to where an enemy piece that moves may be lost on the two-squares rule (De
 * Boer 2007, 5.4.3): TacticalDefense from the other side. What is rather the flag is raced for by
 * any piece with a way that nobody closes in time (2.2.3). Captures are not its business. */
#include "plan/path.h"
#include "plan/plans.h"
#include "plan/profit.h"
#include "plan/zone.h"

#include <math.h>

enum { WEIGHT, SURE, SHARE, SIDE, WIDE, DECAY, WRONG, BELIEVED, BLUFF, SECRET, FLAG_FROM, RACE,
       FORCING, WATCHED, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [SURE] = {"sure", OPTION_NUMBER, 0, 1, 0.9, NULL, "probability",
              "an own piece that wins so likely hunts", "De Boer 2007, 5.4.3: \"higher than all "
              "the ranks this piece still could be\""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.3, NULL, "times",
               "the enemy piece's value: for standing in line with it or next to it",
               "De Boer 2007, 5.2.2: \"only a percentage of the expected outcome\""},
    [SIDE] = {"side", OPTION_NUMBER, 0, 1, 0.7, NULL, "times",
              "of that, one step beside such a line", ""},
    [WIDE] = {"wide", OPTION_NUMBER, 0, 1, 0.15, NULL, "times",
              "of that where it has more than two squares to run over",
              "De Boer 2007, 5.2.2: \"easy for the opponent to move away\", \"a very low percentage\""},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.9, NULL, "times", "of that for each square between",
               "De Boer 2007, 5.4.3: \"decreasing over distance\""},
    [WRONG] = {"wrong", OPTION_NUMBER, 0, 1, 0.25, NULL, "times",
               "of that is lost by coming from the wrong side", "De Boer 2007, figure A1"},
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1.01, 0.5, NULL, "probability",
                  "an own piece hunts too of which the enemy thinks so likely that it wins",
                  "De Boer 2007, 5.4.3: \"or pieces that could have such a rank (bluff)\""},
    [BLUFF] = {"bluff", OPTION_NUMBER, 0, 1, 0.4, NULL, "times", "of the value, for such a piece",
               ""},
    [SECRET] = {"secret", OPTION_NUMBER, 0, 10, 0.5, NULL, "times",
                "the hunter's secret is taken off the prey's value", ""},
    [FLAG_FROM] = {"flag", OPTION_NUMBER, 0, 1.01, 0.5, NULL, "probability",
                   "what is so likely the flag is raced for", ""},
    [RACE] = {"race", OPTION_NUMBER, 0, 10000, 200, NULL, "points",
              "for an open way to it, less by decay for each move of the way",
              "De Boer 2007, 5.2.2: 200 to 300 for the flag"},
    [FORCING] = {"forcing", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
                 "of that, where the enemy must close the way with his next move", ""},
    [WATCHED] = {"watched", OPTION_NUMBER, 0, 1, 0.02, NULL, "times",
                 "of that, where he has closed it: who guards a flag is tied down", ""},
};

const struct option_group plan_tactical_attack_group = {
    "plan_tactical_attack", "the plan TacticalAttack: hunts on the two-squares rule", rows, OPTIONS,
};

/* What is the same for all moves. */
struct hunt {
    const struct plan_context *context;
    const double *option;
    int prey;
    double power[FILES + ROWS]; /* of decay, by distance */
    struct shuttle shuttle;
};

/* The points at stake for this hunter; 0 where it does not hunt this prey. */
static double stake(const struct hunt *hunt, int hunter)
{
    const struct plan_context *context = hunt->context;
    const double *option = hunt->option;
    const struct plan_man *man = &context->man[hunter], *prey = &context->man[hunt->prey];
    const struct plan_odds *odds = plan_odds(context, man->rank, hunt->prey);
    double worth = prey->value - option[SECRET] * man->secret;
    if (odds->wins < option[SURE]) {
        if (man->known || plan_believed(context, hunter, hunt->prey) < option[BELIEVED])
            return 0;
        worth *= option[BLUFF];
    }
    return fmax(0, worth) * option[SHARE];
}

static struct chase chase_with(const struct hunt *hunt, int hunter, int square)
{
    const struct plan_context *context = hunt->context;
    const struct plan_man *man = &context->man[hunter], *prey = &context->man[hunt->prey];
    bitboard own = (context->own & ~bit(man->square)) | bit(square);
    bitboard foe = context->foe & ~bit(prey->square);
    return (struct chase){
        .prey = prey->square,
        .hunter = square,
        .barred = BITS_LAKES | (own & ~bit(square)) | foe,
        .closed = BITS_LAKES | own | foe,
        .prey_shuttle = hunt->shuttle,
        .hunter_shuttle = shuttle_of(context, hunter),
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
    struct chase before = chase_with(hunt, hunter, move.from);
    struct chase after = chase_with(hunt, hunter, move.to);
    double had = part(hunt, &before, chase_zone(&before));
    *zone = chase_zone(&after);
    double has = part(hunt, &after, *zone);
    if (*zone != ZONE_NONE && chase_from_wrong_side(&after, move.from))
        has *= -hunt->option[WRONG];
    return has - had;
}

static bool near_lines(int prey, struct move move)
{
    bitboard lines = (BITS_FILE_A << square_file(prey)) | BITS_ROW(square_row(prey));
    lines |= bits_around(lines);
    return (lines & (bit(move.from) | bit(move.to))) != 0;
}

/* What the way to the flag is worth to an own piece on `square` that has left `left`, the enemy to
 * move. Every enemy that moves and is not sure to be taken is in the way wherever he gets first. */
static double way_to_flag(const struct hunt *hunt, int piece, int square, int left)
{
    const struct plan_context *context = hunt->context;
    const struct plan_man *flag = &context->man[hunt->prey];
    bitboard movers = context->foe_mobile, closers = 0;
    while (movers) {
        int at = bits_pop(&movers), number = plan_at(context, at);
        const struct plan_man *man = &context->man[number];
        if ((man->moved || man->known) &&
            plan_odds(context, context->man[piece].rank, number)->wins < hunt->option[SURE])
            closers |= bit(at);
    }
    bitboard own = context->own & ~bit(left);
    /* He is a move ahead; he has to make it; he is there already. */
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

/* The moves to and from open ways to what is rather the flag. */
static bool race(const struct hunt *hunt, double *value)
{
    const struct plan_context *context = hunt->context;
    const struct plan_man *flag = &context->man[hunt->prey];
    char square[SQUARE_TEXT];
    bool any = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (plan_attacks(context, i))
            continue;
        int from = move->move.from;
        double before = way_to_flag(hunt, move->piece, from, from);
        double after = way_to_flag(hunt, move->piece, move->move.to, from);
        value[i] = after - before;
        if (value[i] != 0)
            plan_tell(context, i, value[i], "the way to the flag on %s is worth %.2f, before %.2f",
                      square_write(flag->square, context->notation, square), after, before);
        any = any || value[i] != 0;
    }
    return any;
}

/* The moves of those who hunt a piece that moves. */
static bool hunt_down(const struct hunt *hunt, double *value)
{
    static const char *const how[ZONES] = {"out of reach of", "next to", "in line with",
                                           "beside the line of", "before the only exit of"};
    const struct plan_context *context = hunt->context;
    const struct plan_man *prey = &context->man[hunt->prey];
    char square[SQUARE_TEXT];
    bool any = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (plan_attacks(context, i) || !near_lines(prey->square, move->move))
            continue;
        double points = stake(hunt, move->piece);
        if (points <= 0)
            continue;
        enum zone zone;
        value[i] = points * judge(hunt, move->piece, move->move, &zone);
        if (value[i] != 0)
            plan_tell(context, i, value[i], "then stands %s the one on %s, worth %.2f", how[zone],
                      square_write(prey->square, context->notation, square), prey->value);
        any = any || value[i] != 0;
    }
    return any;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    const struct plan_man *prey = &context->man[subject];
    struct hunt hunt = {.context = context, .option = option, .prey = subject};
    bool flag = prey->p[FLAG] > 0 && prey->p[FLAG] >= option[FLAG_FROM];
    if (!flag && ((!prey->moved && !prey->known) || prey->mobile <= 0))
        return false;
    hunt.shuttle = shuttle_of(context, subject);
    hunt.power[0] = hunt.power[1] = 1;
    for (int i = 2; i < FILES + ROWS; i++)
        hunt.power[i] = hunt.power[i - 1] * option[DECAY];
    return flag ? race(&hunt, value) : hunt_down(&hunt, value);
}

const struct plan_kind plan_tactical_attack = {
    .name = "TacticalAttack",
    .column = "TAtt",
    .help = "hunts enemy pieces that the two-squares rule may cost, and runs for the flag",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_ENEMY,
    .options = &plan_tactical_attack_group,
    .evaluate = evaluate,
};
