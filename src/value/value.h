/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value: the probability that a side wins, from the data of its view; a draw counts as half a win.
 *
 * The value is learnt from results of games. It is computed from 52 terms of a position; their weighted sum
 * is the logarithm of the odds. 46 terms are the difference of one feature between the sides. Six take back
 * what each side expects too much, because it sees its own secrets and not the enemy's. People and programs
 * have different weights. Hidden ranks are represented only by the belief of the view's owner. doc/value.md
 * describes the training and the accuracy. */
#ifndef VEDETTE_VALUE_VALUE_H
#define VEDETTE_VALUE_VALUE_H

#include "base/error.h"
#include "base/text.h"
#include "belief/player_kind.h"
#include "game/view.h"
#include "worth/worth.h"

/* The terms, in the order of value_term_table: own feature minus the enemy's, but for VALUE_HIDDEN_START to
 * VALUE_HIDDEN_800. */
enum value_term {
    VALUE_TURN,
    VALUE_STATE, VALUE_STATE_LARGE, VALUE_STATE_QUIET, VALUE_STATE_LATE,
    VALUE_BOMBS, VALUE_SPIES, VALUE_SCOUTS, VALUE_MINERS, VALUE_SERGEANTS, VALUE_LIEUTENANTS,
    VALUE_CAPTAINS, VALUE_MAJORS, VALUE_COLONELS, VALUE_GENERALS, VALUE_MARSHALS,
    VALUE_FIRST_SCOUT, VALUE_SECOND_MINER, VALUE_NO_MINER_COMES,
    VALUE_STRONGEST, VALUE_STRONGER, VALUE_HUNTED, VALUE_SAFE_MARSHAL, VALUE_FEW_MOVERS,
    VALUE_SECRETS, VALUE_SEEN, VALUE_SEEN_MARSHAL, VALUE_SEEN_GENERAL, VALUE_GUESSED, VALUE_GUESSED_MARSHAL,
    VALUE_GUESSED_FLAG, VALUE_UNMOVED, VALUE_UNMOVED_BOMBS,
    VALUE_FREE, VALUE_IN_ENEMY_HALF, VALUE_INVADERS,
    VALUE_RAIDERS, VALUE_MINERS_NEAR, VALUE_DEFENDERS, VALUE_STRONG_NEAR, VALUE_FLAG_BOMBS,
    VALUE_TAKES, VALUE_TAKES_HIDDEN, VALUE_THREATENS, VALUE_THREATENS_HIDDEN,
    VALUE_HIDDEN_START, VALUE_HIDDEN_50, VALUE_HIDDEN_100, VALUE_HIDDEN_200, VALUE_HIDDEN_400,
    VALUE_HIDDEN_800, VALUE_STATE_EARLY,
    VALUE_TERMS
};

/* The subjects of terms. */
enum value_group {
    VALUE_ARMIES, VALUE_LEADERS, VALUE_HIDDEN, VALUE_GROUND, VALUE_FLAGS, VALUE_ATTACKS, VALUE_GROUPS
};
extern const char *const value_group_text[VALUE_GROUPS];

struct value_term_row {
    enum value_group group;
    const char *name;   /* key in model files */
    const char *text;   /* for display: the meaning of a positive number */
};
extern const struct value_term_row value_term_table[VALUE_TERMS];

/* The terms of a position: the input of the probability. */
struct value_terms {
    double x[VALUE_TERMS];
};

/* The learnt weights. */
struct value_model {
    char source[256];                          /* description of the training data, one line */
    char date[16];                             /* YYYY-MM-DD */
    uint8_t variant;                           /* variant of the training games: index into variant_table */
    uint64_t games[PLAYER_KINDS];              /* number of training games */
    double weight[PLAYER_KINDS][VALUE_TERMS];  /* log-odds per unit of the term */
};

/* The belief about a side's pieces: one row of rank probabilities per piece, as p of struct belief. Rows of
 * captured pieces are not read; rows of pieces whose rank the view has are read only for the owner's own
 * hidden pieces. */
typedef const double value_beliefs[RANKS];

/* Computes the terms of a view. `worth`: worth_compute of the view with the default options, which the
 * training used. `enemy`: the belief of the view's owner about the enemy; `own`: what the enemy may believe
 * about the owner. Either side may be to move. Takes about two microseconds, without allocating memory. */
void value_terms_make(struct value_terms *terms, const struct view *view, const struct worth *worth,
                      value_beliefs *enemy, value_beliefs *own);

/* Returns the probability, above 0 and below 1, that the view's owner wins between players of this kind; a
 * draw counts as half. */
double value_probability(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms);

/* Computes the terms of a view and returns their probability. The game must not be over. */
double value_of(const struct value_model *model, enum player_kind kind, const struct view *view,
                const struct worth *worth, value_beliefs *enemy, value_beliefs *own);

/* Returns the part of the probability that comes from one term: the probability minus the one with the term
 * set to 0. */
double value_term_share(const struct value_model *model, enum player_kind kind,
                        const struct value_terms *terms, enum value_term term);
/* Returns the part of the probability that comes from a group: the probability minus the one with all its
 * terms set to 0. */
double value_group_share(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms, enum value_group group);

/* Returns the probability for these log-odds (natural logarithm), limited to 0.05 % .. 99.95 %. */
double value_from_log_odds(double log_odds);

/* --- files --- */

enum { VALUE_MODEL_LIMIT = 1 << 16 }; /* bytes of a file */

/* Reads a model file (YAML, vedette-value/1) into a new model, to be freed by free(). `name` is the file's
 * name for errors. NULL if it is invalid; `error` then has FILE:LINE:COLUMN and what was expected. The terms
 * from VALUE_HIDDEN_START on may be missing, as in older files: their weights are then 0. */
struct value_model *value_model_parse(const char *name, const char *bytes, size_t size, struct error *error);

enum { VALUE_WEIGHT_DECIMALS = 4 };
/* Appends a model in the format of value_model_parse; weights are rounded to VALUE_WEIGHT_DECIMALS. */
void value_model_write(const struct value_model *model, struct text *out);

#endif
