/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves were chosen from, for people: what the rollouts of each gave on the mean, what it won and lost
 * in them, on which enemy piece that hangs, a typical line, and what the enemy may believe of the moved
 * piece. All of it is made of what the side itself may know. */
#ifndef VEDETTE_ROLLOUT_STUDY_H
#define VEDETTE_ROLLOUT_STUDY_H

#include "rollout/rollout.h"

enum {
    STUDY_LINE = 8,  /* plies of a typical line */
    STUDY_PLANS = 2, /* plans of a move that are told */
    STUDY_RANKS = 3, /* enemy pieces whose moves told most of their ranks */
};

/* "d7: a captain in 41 %, without that in 22 %": what an enemy piece's own moves tell of it. */
struct rollout_inference {
    uint8_t square, rank;        /* where it stands now, and what it has become likelier to be */
    double guessed, p;           /* how probable that is by the guesser, and with the evidence of its moves */
};

/* "better where d7 is the general". */
struct rollout_condition {
    uint8_t square, rank;        /* SQUARE_NONE: there is none */
    uint32_t worlds, of;         /* those in which it is so, of so many that were looked at */
    double p;                    /* that it is so, as worlds are drawn but for who has stepped up */
    int against;                 /* the number of the move it is compared with: the chosen one, of that one
                                  * the next best; -1: there is no other */
    double with, without;        /* by how much the move is then better than that one, on the mean; of a
                                  * single move what it is worth */
};

/* What a plan gives a move. */
struct rollout_prior {
    char words[PLAN_IN_WORDS];
    double points;
};

/* One move. */
struct rollout_account {
    struct move move;
    bool attack;
    double points, behind;       /* of all plans; and those behind the best, 0 or less */
    int plans;                   /* of `plan`, the weightiest first */
    struct rollout_prior plan[STUDY_PLANS];
    uint32_t worlds;             /* it was tried in; 0: all that follows but the bonus is unknown */
    double mean, error;          /* of the rollouts' values; error: the standard error */
    double diff, diff_error;     /* how much more it was worth than the chosen one, where both were tried:
                                  * mean and standard error; 0 of that one */
    double bonus;                /* added to the mean for the choice: what the plans say, repetition */
    uint32_t best;               /* worlds in which no other candidate that was tried there was worth more */
    uint32_t result[RESULT_DRAW + 1]; /* rollouts that ended so, by enum result */
    uint32_t gained[RANKS], lost[RANKS]; /* worlds in which an enemy or an own piece of the rank was taken */
    double chance;               /* to win, at the rollouts' ends on the mean, a draw half a win: 0 .. 1;
                                  * negative: unknown */
    struct rollout_condition condition;
    struct event line[STUDY_LINE]; /* the rollout whose value is nearest to the mean, as far as it goes: ranks
                                    * where pieces meet, in that world */
    int length;
    uint8_t rank;                /* of the moved piece, */
    bool seen;                   /* which the enemy then knows; else what he may believe that it is, before */
    double believed[2][RANKS];   /* the move and after it */
};

struct rollout_study {
    enum side me;
    int plies;                   /* of a rollout, at most */
    uint64_t trials;             /* rollouts in all */
    double seconds;
    bool possible;               /* worlds can be drawn */
    bool made;                   /* study_make has been; until then worlds, means and errors are all there is
                                  * of the rollouts */
    bool stopped;                /* it was told to stop before it was through */
    double learnt;               /* part of what an end is worth that the learnt value says, the rest by the
                                  * logarithm of the strengths: 0 .. 1 */
    double won;                  /* what a won game was worth (rollout_won) */
    bool mixed;                  /* the enemy was imagined as other kinds too, */
    double mixture[OPPONENTS];   /* each in this share of the worlds */
    int inferences;              /* of `inference`, that which gained most first */
    struct rollout_inference inference[STUDY_RANKS];
    double value[SIDES][RANKS];  /* of a piece, before the move (struct worth) */
    int count;
    int best;                    /* the chosen one, */
    int equals;                  /* drawn from so many that counted as equal; 0: that was not asked */
    struct rollout_account move[HALVING_ARMS];
};

/* Whether a move was found better than another: it went out later, or both had as many worlds and it was
 * worth more in them. */
bool study_better(const struct rollout_account *move, const struct rollout_account *other);

/* Begins a study of moves that have not been tried, with what rollouts are to be asked; of the plans nothing
 * is told. */
void study_begin(struct rollout_study *study, const struct rollout_terms *terms);

/* Brings means, errors and worlds up to date while it goes on. */
void study_count(struct rollout_study *study, const struct halving *halving);

/* Looks at all of it when it is done: the terms must have been `traced`. */
void study_make(struct rollout_study *study, struct rollout_table *table, const struct rollout_terms *terms);

#endif
