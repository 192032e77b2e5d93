/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a piece, its secret and a whole army are worth (De Boer 2007, 3.1 to 3.3).
 *
 * All of it follows from one thing: how many pieces of each rank either side has left. Both players know
 * that, so both reckon with the same numbers, and nothing hidden is used. doc/worth.md gives the formulas
 * and how the thesis was read where it leaves a choice. */
#ifndef VEDETTE_WORTH_WORTH_H
#define VEDETTE_WORTH_WORTH_H

#include "base/text.h"
#include "game/notation.h"
#include "game/view.h"
#include "profile/option.h"

/* The numbers in use: a field for each row of worth_group, all double so that settings_group can fill
 * them. */
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

/* De Boer's numbers; or those of `settings`, which must have the group. */
void worth_options_init(struct worth_options *options);
void worth_options_read(struct worth_options *options, const struct settings *settings);

/* How many pieces of each rank both sides have left, 0 .. 40 of each, and by how many fewer than the classic
 * forty pieces they began. A rank that neither side began with is no step of the ladder of ranks. */
struct worth_counts {
    uint8_t left[SIDES][RANKS];
    uint8_t lacking[SIDES][RANKS]; /* 0 .. rank_table[rank].count; all zero: classic armies */
};

/* With the default options every value of a rank that is left is above 0. */
struct worth {
    struct worth_counts counts;
    double value[SIDES][RANKS];       /* of one piece; 0 where none is left */
    double reveal_share[SIDES];       /* the share of its value that a piece of the side loses with its
                                       * secret: 0 .. 1 */
    double secret[SIDES][RANKS]; /* reveal x value: what it costs the side to have an unknown
                                  * piece of the rank revealed, and what its enemy gains by it */
    double strength[SIDES];           /* the weighted sum of all pieces (3.3), in the same unit but
                                       * without fewer_lower_factor unless that was asked for */
    double state[SIDES];              /* strength : the enemy's strength; above 1: the side is ahead.
                                       * Always above 0 and finite; 1 for both in a level game; one is the
                                       * inverse of the other, up to rounding */
};

/* What remains of both armies by the public record: as many as there are pieces, also where more ranks are
 * unknown than pieces (each rank then gets its part, the flag first). What they began with is what is there
 * and what was captured. */
void worth_count(const struct view *view, struct worth_counts *counts);

/* Adds the ranks of a side's `pieces` unknown pieces to `left`, as worth_count does: `hidden` says of each
 * rank how many are somewhere among them. */
void worth_count_unknown(const uint8_t unknown_count[RANKS], int pieces, uint8_t left[RANKS]);

/* Notes in `counts` (of no lacking pieces yet) what the armies of a board lacked from the start, where `left`
 * has its known pieces alone. Nothing is lacking in the standard variant, in a free position neither. */
void worth_count_lacking(const struct board *board, struct worth_counts *counts);

/* Values both armies; well under a microsecond. */
void worth_compute(const struct worth_options *options, const struct view *view,
                   struct worth *worth);

/* The same where `worth` is of the same options and of another view, or all zero: it stays as it is where the
 * view has the pieces left that it was made for. Who changes the options must begin with worth_compute. */
void worth_update(const struct worth_options *options, const struct view *view, struct worth *worth);

/* The same from the counts alone, for "what would they be worth if". */
void worth_of_counts(const struct worth_options *options, const struct worth_counts *counts,
                     struct worth *worth);

/* How many of the classic `count` pieces are as large a part as `left` of those that a side began with, which
 * lacked so many of them: what is scarce, or few, is so by what was lost. `left` itself where none was, or
 * all were lacking. */
static inline double worth_as_of_forty(int left, int count, int lacking)
{
    return lacking && lacking < count ? (double)left * count / (count - lacking) : left;
}

/* What a piece's owner loses when it is revealed: nothing where the enemy knows it. */
static inline double worth_secret(const struct worth *worth, enum side side, int rank, bool known)
{
    return known ? 0.0 : worth->secret[side][rank];
}

/* --- how a value came about --- */

/* What one step does to the value so far. */
enum worth_operation { WORTH_SET, WORTH_TIMES, WORTH_ADD };

enum worth_rule {
    WORTH_BASE,         /* figure 3.3: where the ladder of ranks starts */
    WORTH_RUNG,         /* figure 3.3: both have this rank or the next lower one in the game; or the armies
                         * differed from the start, and the enemy has */
    WORTH_NO_RUNG,      /* figure 3.3: one side has neither */
    WORTH_FEWER_LOWER,  /* of two equal ranks, that of the side with fewer lower pieces */
    WORTH_SCALE,        /* the highest piece has value 1.0 */
    WORTH_SPY,          /* half the marshal it hunts */
    WORTH_HUNTED,       /* a marshal whose enemy has a spy */
    WORTH_SCARCE,       /* miners and scouts, when few are left */
    WORTH_BOMB,
    WORTH_FLAG,
    WORTH_FLAG_LEAD,    /* what the flag gains for the side that is ahead */
    WORTH_SHARE,        /* 1 : own pieces */
    WORTH_STOPPER,      /* one of the last two that can stop the enemy's highest */
    WORTH_NONE_LEFT,
    WORTH_RULES
};

struct worth_step {
    uint8_t rule;    /* enum worth_rule */
    uint8_t rank;    /* the rung's upper rank, */
    uint8_t below;   /* and its lower one */
    double by;       /* the operand: set to it, multiplied by it, added */
    double value;    /* the value after the step */
};

enum { WORTH_STEPS = 16 };

/* The steps that led to each value, in order; applying them to 0 one by one gives worth->value. */
struct worth_trail {
    int count[SIDES][RANKS];
    struct worth_step step[SIDES][RANKS][WORTH_STEPS];
};

enum worth_operation worth_operation(enum worth_rule rule);

/* worth_of_counts, writing down each step. */
void worth_trace(const struct worth_options *options, const struct worth_counts *counts,
                 struct worth *worth, struct worth_trail *trail);

/* Appends why a step is done, in words without its numbers. */
void worth_step_words(const struct worth *worth, enum side side, const struct worth_step *step,
                      struct text *out);

/* Appends how the value of a piece of `side` and `rank` came about, a line a step, and what its secret
 * is worth. */
void worth_explain(const struct worth_options *options, const struct view *view, enum side side,
                   int rank, struct text *out);

/* Appends both sides' pieces, values and secrets, a line for each rank that a side began with, and the game's
 * state; `worth` is as computed by `options`. */
void worth_table(const struct worth_options *options, const struct worth *worth, enum notation notation,
                 struct text *out);

#endif
