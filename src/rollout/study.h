/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report on the moves of a run, for display: the mean result of each move, the pieces it won and lost, the
 * hidden rank on which its value depends, a typical line, and what the enemy may believe about the moved
 * piece. All data is known to the side itself. */
#ifndef VEDETTE_ROLLOUT_STUDY_H
#define VEDETTE_ROLLOUT_STUDY_H

#include "rollout/rollout.h"

enum {
    STUDY_LINE = 8,  /* plies of a typical line */
    STUDY_PLANS = 2, /* max reported plans of a move */
    STUDY_RANKS = 3, /* max reported enemy pieces whose moves revealed most about their ranks */
};

/* What an enemy piece's own moves reveal about it: "d7: a captain in 41 %, without that in 22 %". */
struct rollout_inference {
    uint8_t square, rank;        /* its square now, and the rank that has become more probable */
    double guessed, p;           /* probability by the guesser, and with the evidence of its moves */
};

/* The hidden rank on which a value depends: "better where d7 is the general". */
struct rollout_condition {
    uint8_t square, rank;        /* piece and rank; SQUARE_NONE: none */
    uint32_t worlds, of;         /* worlds with this rank, of the `of` worlds examined */
    double p;                    /* probability of this rank by the observer */
    int against;                 /* index of the move it is compared with: the chosen move; for the chosen
                                  * move the next best one; -1: there is no other */
    double with, without;        /* mean lead over that move with and without this rank; for a single move
                                  * its mean value */
};

/* The points of a plan for a move. */
struct rollout_prior {
    char words[PLAN_IN_WORDS];
    double points;
};

/* The report on one move. */
struct rollout_account {
    struct move move;
    bool attack;
    double points, behind;       /* sum of all plans; difference from the best move's sum, 0 or less */
    int plans;                   /* number of `plan`, sorted by weight */
    struct rollout_prior plan[STUDY_PLANS];
    uint32_t worlds;             /* number of worlds; 0: the fields below, except the bonus, are unknown */
    double mean, error;          /* mean of the results, and its standard error */
    double diff, diff_error;     /* mean difference from the chosen move over common worlds, and its standard
                                  * error; 0 for the chosen move */
    double bonus;                /* added to the mean for the choice: by plans and repetition */
    uint32_t best;               /* worlds in which no other tried move had a higher result */
    uint32_t result[RESULT_DRAW + 1]; /* [enum result]: number of rollouts */
    uint32_t gained[RANKS], lost[RANKS]; /* [rank]: worlds in which an enemy piece, or an own one, was
                                            * captured */
    uint32_t taken[SIDES][PIECES_A_SIDE]; /* worlds in which this piece of the side was captured, */
    double taken_value[SIDES][PIECES_A_SIDE]; /* and the sum of its values in them */
    uint32_t counted;            /* worlds counted in `result`, `gained`, `lost`, `taken` and the chance so
                                  * far */
    double chance, chance_error; /* mean chance to win at the ends, 0 .. 1, a draw counts half, and its
                                  * standard error; chance < 0: unknown */
    double chance_diff_error;    /* standard error of the difference between the chances of the chosen move
                                  * and this one over common worlds; 0 for the chosen move */
    double chance_squares;       /* sum of squared differences from the mean chance (Welford 1962) */
    struct rollout_condition condition;
    struct event line[STUDY_LINE]; /* the first plies of the rollout whose result is nearest to the mean;
                                    * ranks are included for battles, as in that world */
    int length;                  /* plies of `line` */
    uint8_t rank;                /* rank of the moved piece */
    bool seen;                   /* whether the enemy knows the rank after the move */
    double believed[2][RANKS];   /* what the enemy may believe about it before and after the move */
};

struct rollout_study {
    enum side me;
    int plies;                   /* max plies of a rollout */
    uint64_t trials;             /* number of all rollouts */
    double seconds;
    bool possible;               /* whether worlds can be sampled (rollout_possible) */
    bool made;                   /* study_make has run; before, of the rollouts' figures only worlds, means,
                                  * errors, differences, chances, results and captured pieces are valid */
    bool stopped;                /* the run was stopped before its end */
    double learnt;               /* weight of the learnt value in the value of an end, 0 .. 1; the rest is the
                                  * plain value */
    double won;                  /* value of a won game (rollout_won) */
    bool mixed;                  /* the enemy was simulated as several kinds */
    double mixture[OPPONENTS];   /* [kind]: its share of the worlds */
    int inferences;              /* number of `inference`, sorted by gain of probability */
    struct rollout_inference inference[STUDY_RANKS];
    double value[SIDES][RANKS];  /* values of pieces before the move (struct worth) */
    struct {
        uint8_t square, rank;    /* RANK_UNKNOWN: the side does not know it */
    } piece[SIDES][PIECES_A_SIDE]; /* before the move */
    int count;                   /* number of `move` */
    int best;                    /* index of the chosen move */
    int equals;                  /* number of equal moves it was chosen from; 0: not computed */
    struct rollout_account move[HALVING_ARMS];
};

/* Returns whether a move was found better than another. It was if it was dropped later, or if both have the
 * same number of worlds and it has the higher mean plus bonus. */
bool study_better(const struct rollout_account *move, const struct rollout_account *other);

/* Whether the chosen move is better than move number `move`, by mean plus bonus, by two standard errors of
 * the difference or more, over eight common worlds or more. */
bool study_leads_clearly(const struct rollout_study *study, int move);

/* Whether move number `move` is as good as the chosen one within two standard errors of the difference: by
 * mean plus bonus, at most 0.1 worse, and tried in eight worlds or as many as that one. */
bool study_equals_best(const struct rollout_study *study, int move);

/* Makes another move the chosen one. The differences are then from it, with errors that may be too high. */
void study_choose(struct rollout_study *study, int move);

/* Begins a study of moves that have not been tried, by the terms of the coming rollouts. Leaves the fields
 * of plans empty. */
void study_begin(struct rollout_study *study, const struct rollout_terms *terms);

/* Updates means, errors, differences, worlds, chances and captured pieces during a run; the terms must have
 * had `traced` set. Counts only the rollouts made since the last call. */
void study_count(struct rollout_study *study, const struct rollout_table *table, const struct board *board);

/* Completes the study after a run; the terms must have had `traced` set. */
void study_make(struct rollout_study *study, struct rollout_table *table, const struct rollout_terms *terms);

#endif
