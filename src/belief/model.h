/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt for the Bayesian guesser, as a file. */
#ifndef VEDETTE_BELIEF_MODEL_H
#define VEDETTE_BELIEF_MODEL_H

#include "base/error.h"
#include "base/text.h"
#include "belief/conduct.h"
#include "belief/network.h"

enum { BELIEF_MODEL_LIMIT = 1 << 20 /* bytes of a model file */ };

/* Games that can be recognised when they come again: a mark each, in rising order. */
enum { MARKS_MOST = 8192 };
struct game_marks {
    size_t count;                 /* 0 too where the games were more than MARKS_MOST */
    uint32_t mark[MARKS_MOST];
};

/* How much each part of the evidence weighs: the options of the same names are these, unless set. */
struct belief_weights {
    double joint;                 /* if a person plays: of what the network makes of the setup, */
    double people;                /* and of the likelihood of moves */
    double programs;              /* if a program plays: of the likelihood of moves, */
    double programs_joint;        /* of the network, */
    double programs_setup;        /* and of statistics of setups and revealed neighbours */
    double evidence;              /* of each move, as to who plays */
};
enum { BELIEF_WEIGHTS = sizeof(struct belief_weights) / sizeof(double) };

struct belief_model {
    char source[256];             /* what it was learnt from, one line */
    char date[16];                /* YYYY-MM-DD */
    struct belief_weights weights;
    struct conduct_model conduct[CONDUCT_PLAYERS];
    struct game_marks marks[CONDUCT_PLAYERS]; /* of the games these learnt from */
    uint64_t setups;              /* that the network learnt from, */
    struct game_marks without;    /* none of them from one of these games */
    struct network network;
};

/* The weights of a model that has not tried any: each part counts in full, but for a second opinion on
 * setups. */
extern const struct belief_weights belief_weights_plain;

/* The model that comes with the program; free() gives it back. */
struct belief_model *belief_model_standard(void);

/* Reads a model file (YAML, vedette-belief/2) into a new model; free() gives it back. NULL, and `error`
 * filled with FILE:LINE:COLUMN and the key, for whatever is none: a key that is missing or unknown, too few
 * or too many numbers, one that is none or out of range. */
struct belief_model *belief_model_read(const char *path, struct error *error);
struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* Writes a model as belief_model_read takes it: weights are rounded to the file's units. */
void belief_model_write(const struct belief_model *model, struct text *out);

#endif
