/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of pieces, of their secrets and of whole armies (De Boer 2007, 3.1 to 3.3).
 *
 * All values are computed from the number of pieces of each rank that each side has left. Both players know
 * these numbers, so no hidden rank is used. doc/worth.md has the formulas, and the choices where the thesis
 * is not specific. */
#ifndef VEDETTE_WORTH_WORTH_H
#define VEDETTE_WORTH_WORTH_H

#include "base/text.h"
#include "game/notation.h"
#include "game/view.h"
#include "profile/option.h"

/* The option values: one field for each row of worth_group (its text explains it), all double so that
 * settings_group can fill them. */
struct worth_options {
    double base_value;
    double rank_difference_factor;
    double fewer_lower_factor;
    double highest_value;
    double spy_share;
    double hunted_factor;
    double scarce_below;
    double scarce_from;
    double bomb_value;
    double piece_share;
    double flag_behind;
    double flag_ahead;
    double flag_half_lead;
    double reveal;
    double reveal_few;
    double reveal_each;
    double highest_weight;
    double state_fewer_lower;
    double last_stopper;
};

/* The rows: group "worth". */
extern const struct option_group worth_group;

/* Sets the default values (De Boer's). */
void worth_options_init(struct worth_options *options);
/* Reads the values of `settings`, which must have the group. */
void worth_options_read(struct worth_options *options, const struct settings *settings);

/* The number of pieces of each rank that both sides have left, and how many fewer than in the classic army of
 * 40 they had at the start. A rank that neither side had at the start is skipped in the sequence of ranks. */
struct worth_counts {
    uint8_t left[SIDES][RANKS];
    uint8_t lacking[SIDES][RANKS]; /* 0 .. rank_table[rank].count; all zero: classic armies */
};

/* The computed values, in the unit of option highest_value (1.0: the highest piece on the board). With the
 * default options the value of each remaining rank is above 0. */
struct worth {
    struct worth_counts counts;
    double value[SIDES][RANKS];       /* value of one piece; 0 if none is left */
    double reveal_share[SIDES];       /* share of its value that a piece loses when it is revealed:
                                       * 0 .. 1 */
    double secret[SIDES][RANKS]; /* reveal_share * value: the loss of the side, and the gain of its
                                  * enemy, when an unknown piece of the rank is revealed */
    double strength[SIDES];           /* weighted sum of all pieces (3.3); without fewer_lower_factor,
                                       * unless option state_fewer_lower is set */
    double state[SIDES];              /* own strength / the enemy's strength; above 1: the side is ahead.
                                       * Finite and above 0. Each is the inverse of the other, up to
                                       * rounding */
};

/* Counts the remaining pieces of both armies by the public record. If more ranks are unknown than there are
 * unknown pieces, each rank gets its proportional part, the flag first. The armies at the start are the
 * pieces on the board and the captured ones. */
void worth_count_pieces(const struct view *view, struct worth_counts *counts);

/* Adds the ranks of a side's `pieces` unknown pieces to `left`. unknown_count[rank] is how many of the rank
 * may be among them. If these are more than the pieces, each rank gets its proportional part
 * (worth_count_pieces). */
void worth_count_unknown(const uint8_t unknown_count[RANKS], int pieces, uint8_t left[RANKS]);

/* Computes counts->lacking, which must be zero before; `left` must contain only the known pieces. The counts
 * stay zero in the standard variant, even in a free position. */
void worth_count_missing_at_start(const struct board *board, struct worth_counts *counts);

/* Computes the values for a view; takes less than a microsecond. */
void worth_compute(const struct worth_options *options, const struct view *view, struct worth *worth);

/* Computes the values again only if the counts of the view differ from those in `worth`, which must be from
 * the same options or all zero. */
void worth_update(const struct worth_options *options, const struct view *view, struct worth *worth);

/* Computes the values from counts, for hypothetical armies too. */
void worth_of_counts(const struct worth_options *options, const struct worth_counts *counts,
                     struct worth *worth);

/* Scales `left` pieces of a rank to the classic army: returns left x count / (count - lacking). `count` is
 * the classic number of the rank, of which the army lacked `lacking` at the start. So a rank counts as scarce
 * only by losses. Returns `left` if the army lacked none or all. */
static inline double worth_as_of_forty(int left, int count, int lacking)
{
    return lacking && lacking < count ? (double)left * count / (count - lacking) : left;
}

/* Returns the loss of a piece's owner when it is revealed; 0 if the enemy knows it. */
static inline double worth_secret(const struct worth *worth, enum side side, int rank, bool known)
{
    return known ? 0.0 : worth->secret[side][rank];
}

/* --- the steps of the computation --- */

/* The operation of a step on the value. */
enum worth_operation { WORTH_SET, WORTH_TIMES, WORTH_ADD };

enum worth_rule {
    WORTH_BASE,         /* figure 3.3: the value of the lowest rank, the spy */
    WORTH_RUNG,         /* figure 3.3: factor if both sides have this rank or the next lower one; if the
                         * armies differed at the start, if the enemy has one of them */
    WORTH_NO_RUNG,      /* figure 3.3: no factor, because a side has neither */
    WORTH_FEWER_LOWER,  /* of two equal ranks, that of the side with fewer lower pieces */
    WORTH_SCALE,        /* the highest piece has value 1.0 */
    WORTH_SPY,          /* a share of the enemy's marshal, which the spy hunts */
    WORTH_HUNTED,       /* reduction of the marshal while the enemy has a spy */
    WORTH_SCARCE,       /* increase of miners and scouts if few are left */
    WORTH_BOMB,
    WORTH_FLAG,
    WORTH_FLAG_LEAD,    /* increase of the flag for the side that is ahead */
    WORTH_SHARE,        /* piece_share / number of own pieces */
    WORTH_STOPPER,      /* increase of the last two pieces that can stop the enemy's highest one */
    WORTH_NONE_LEFT,
    WORTH_RULES
};

struct worth_step {
    uint8_t rule;    /* enum worth_rule */
    uint8_t rank;    /* the rank */
    uint8_t below;   /* the next lower rank, for WORTH_RUNG and WORTH_NO_RUNG */
    double by;       /* the operand of the operation */
    double value;    /* the value after the step */
};

enum { WORTH_STEPS = 16 };

/* The steps of each value in order; applying them to 0 gives worth->value. */
struct worth_trail {
    int count[SIDES][RANKS];
    struct worth_step step[SIDES][RANKS][WORTH_STEPS];
};

/* Returns the operation of a rule. */
enum worth_operation worth_operation(enum worth_rule rule);

/* Computes worth_of_counts and records each step. */
void worth_trace(const struct worth_options *options, const struct worth_counts *counts,
                 struct worth *worth, struct worth_trail *trail);

/* Appends the reason of a step in words, without the step's numbers. */
void worth_write_step(const struct worth *worth, enum side side, const struct worth_step *step,
                      struct text *out);

/* Appends how the value of a piece of `side` and `rank` was computed, one line per step, and then the value
 * of its secret. */
void worth_explain(const struct worth_options *options, const struct view *view, enum side side,
                   int rank, struct text *out);

/* Appends both sides' pieces, values and secrets, one line for each rank that a side had at the start, and
 * the state of the game. `worth` was computed with `options`. */
void worth_write_table(const struct worth_options *options, const struct worth *worth, enum notation notation,
                       struct text *out);

#endif
