/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/plural.h"
#include "worth/worth.h"

/* Returns the number of a side's movable pieces with a rank below `below`. */
static int moving_pieces(const struct worth *worth, enum side side, int below)
{
    int count = 0;
    for (int rank = SPY; rank < below; rank++)
        count += worth->counts.left[side][rank];
    return count;
}

/* Appends the reason of a step between the ranks `below` and `rank`: which sides have a piece of one of the
 * two. "major above captain: blue has neither". */
static void explain_rung(const struct worth *worth, int rank, int below, struct text *out)
{
    bool none[SIDES];
    for (enum side side = RED; side <= BLUE; side++)
        none[side] = !(worth->counts.left[side][below] + worth->counts.left[side][rank]);
    text_printf(out, "%s above %s: ", rank_table[rank].name, rank_table[below].name);
    if (none[RED] && none[BLUE])
        text_add(out, "nobody has either");
    else if (none[RED] || none[BLUE])
        text_printf(out, "%s has neither", side_name(none[RED] ? RED : BLUE));
    else
        text_add(out, "both sides have one of the two");
}

void worth_write_step(const struct worth *worth, enum side side, const struct worth_step *step,
                      struct text *out)
{
    enum side enemy = side_other(side);
    int pieces; /* all that the side has left */
    switch ((enum worth_rule)step->rule) {
    case WORTH_BASE: text_add(out, "the ladder of ranks starts at the spy"); break;
    case WORTH_RUNG:
    case WORTH_NO_RUNG: explain_rung(worth, step->rank, step->below, out); break;
    case WORTH_FEWER_LOWER:
        text_printf(out, "%s has %d lower, %s %d: an exchange would cost it more",
                    side_name(side), moving_pieces(worth, side, step->rank), side_name(enemy),
                    moving_pieces(worth, enemy, step->rank));
        break;
    case WORTH_SCALE: text_add(out, "scaled to the highest piece on the board"); break;
    case WORTH_SPY:
        text_printf(out, "instead a share of the marshal of %s, which it hunts", side_name(enemy));
        break;
    case WORTH_HUNTED: text_printf(out, "%s still has the spy", side_name(enemy)); break;
    case WORTH_SCARCE: text_printf(out, "only %d left", worth->counts.left[side][step->rank]); break;
    case WORTH_BOMB: text_add(out, "a bomb"); break;
    case WORTH_FLAG: text_add(out, "a flag"); break;
    case WORTH_FLAG_LEAD:
        text_printf(out, "%s is ahead, state %.6g", side_name(side), worth->state[side]);
        break;
    case WORTH_SHARE:
        pieces = moving_pieces(worth, side, RANKS) + worth->counts.left[side][FLAG] +
                 worth->counts.left[side][BOMB];
        text_printf(out, "one of %s's %d piece%s", side_name(side), pieces, plural((uint64_t)pieces));
        break;
    case WORTH_STOPPER:
        text_printf(out, "hardly anything else of %s stops the highest piece of %s", side_name(side),
                    side_name(enemy));
        break;
    case WORTH_NONE_LEFT: text_printf(out, "%s has none left", side_name(side)); break;
    case WORTH_RULES:
        break;
    }
}

void worth_explain(const struct worth_options *options, const struct view *view, enum side side,
                   int rank, struct text *out)
{
    static const char signs[] = {[WORTH_SET] = '=', [WORTH_TIMES] = 'x', [WORTH_ADD] = '+'};
    struct worth_counts counts;
    struct worth worth;
    struct worth_trail trail;
    worth_count_pieces(view, &counts);
    worth_trace(options, &counts, &worth, &trail);
    text_printf(out, "%s %s: %.6g marshals\n", side_name(side), rank_table[rank].name,
                worth.value[side][rank]);
    for (int i = 0; i < trail.count[side][rank]; i++) {
        const struct worth_step *step = &trail.step[side][rank][i];
        text_printf(out, "  %c %-9.6g", signs[worth_operation((enum worth_rule)step->rule)], step->by);
        text_printf(out, " -> %-9.6g  ", step->value);
        worth_write_step(&worth, side, step, out);
        text_add(out, "\n");
    }
    int moving = moving_pieces(&worth, side_other(side), RANKS);
    if (worth.counts.left[side][rank])
        text_printf(out, "secret: %.6g, %.6g times that (%s has %d moving piece%s)\n",
                    worth.secret[side][rank], worth.reveal_share[side], side_name(side_other(side)), moving,
                    plural((uint64_t)moving));
}

/* Appends the line of one rank: for each side the number of its pieces, their value and their secret. */
static void add_table_row(const struct worth *worth, int rank, enum notation notation, struct text *out)
{
    text_printf(out, "%c %-10s", rank_write(rank, notation), rank_table[rank].name);
    for (enum side side = RED; side <= BLUE; side++) {
        if (worth->counts.left[side][rank])
            text_printf(out, "  %2d %7.4f %7.4f", worth->counts.left[side][rank],
                        worth->value[side][rank], worth->secret[side][rank]);
        else
            text_printf(out, "  %2s %7s %7s", "-", "-", "-");
    }
    text_add(out, "\n");
}

void worth_write_table(const struct worth_options *options, const struct worth *worth, enum notation notation,
                       struct text *out)
{
    text_printf(out, "%-12s  %-18s  %-18s\n", "", "red", "blue");
    text_printf(out, "%-12s", "rank");
    for (enum side side = RED; side <= BLUE; side++)
        text_printf(out, "  %2s %7s %7s", "no", "value", "secret");
    text_add(out, "\n");
    for (int rank = MARSHAL; rank >= FLAG; rank--) { /* those that either side began with */
        const int count = rank_table[rank].count;
        if (worth->counts.lacking[RED][rank] < count || worth->counts.lacking[BLUE][rank] < count)
            add_table_row(worth, rank, notation, out);
    }
    text_printf(out, "%-12s     %7.4f             %7.4f\n", "strength", worth->strength[RED],
                worth->strength[BLUE]);
    text_printf(out, "%-12s     %7.4f             %7.4f\n", "state", worth->state[RED], worth->state[BLUE]);
    text_printf(out, "values and secrets are in marshals: 1 is the highest piece by its rank alone\n"
                "strength: all values added up, but%s\n"
                "both flags as of a side that is not ahead, and the highest piece without its\n"
                "equal x %g\n",
                options->state_fewer_lower != 0 ? "" : " without fewer_lower_factor,",
                options->highest_weight);
}
