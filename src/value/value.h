/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value: how probable it is that a side wins, as far as it can know, a draw being half a win.
 *
 * It is learnt from the results of games. A position is put into 45 terms, each of which says by how
 * much one side is better off than the other in one respect; their weighted sum is the logarithm of the odds.
 * People and programs have weights of their own. Of what is hidden from the view's owner nothing is used but
 * what he believes. doc/value.md says how it was learnt and how good it is. */
#ifndef VEDETTE_VALUE_VALUE_H
#define VEDETTE_VALUE_VALUE_H

#include "base/error.h"
#include "base/text.h"
#include "belief/player_kind.h"
#include "game/view.h"
#include "worth/worth.h"

/* In the order of the table: all are own less the enemy's. */
enum value_term {
    VALUE_TURN,
    VALUE_STATE, VALUE_STATE_LARGE, VALUE_STATE_QUIET, VALUE_STATE_LATE,
    VALUE_BOMBS, VALUE_SPIES, VALUE_SCOUTS, VALUE_MINERS, VALUE_SERGEANTS, VALUE_LIEUTENANTS,
    VALUE_CAPTAINS, VALUE_MAJORS, VALUE_COLONELS, VALUE_GENERALS, VALUE_MARSHALS,
    VALUE_FIRST_SCOUT, VALUE_SECOND_MINER, VALUE_NO_MINER_COMES,
    VALUE_STRONGEST, VALUE_STRONGER, VALUE_HUNTED, VALUE_SAFE_MARSHAL, VALUE_FEW_MOVERS,
    VALUE_SECRETS, VALUE_SEEN, VALUE_SEEN_MARSHAL, VALUE_SEEN_GENERAL, VALUE_GUESSED, VALUE_GUESSED_MARSHAL,
    VALUE_GUESSED_FLAG, VALUE_UNMOVED, VALUE_UNMOVED_BOMBS,
    VALUE_FREE, VALUE_ACROSS, VALUE_INVADERS,
    VALUE_RAIDERS, VALUE_MINERS_NEAR, VALUE_DEFENDERS, VALUE_STRONG_NEAR, VALUE_FLAG_BOMBS,
    VALUE_TAKES, VALUE_TAKES_HIDDEN, VALUE_THREATENS, VALUE_THREATENS_HIDDEN,
    VALUE_TERMS
};

/* What a term is about. */
enum value_group {
    VALUE_ARMIES, VALUE_LEADERS, VALUE_HIDDEN, VALUE_GROUND, VALUE_FLAGS, VALUE_ATTACKS, VALUE_GROUPS
};
extern const char *const value_group_text[VALUE_GROUPS];

struct value_term_row {
    enum value_group group;
    const char *name;   /* in files */
    const char *text;   /* for people: what a positive number of it says of the side */
};
extern const struct value_term_row value_term_table[VALUE_TERMS];

/* What the probability is worked out from: a number for each term. */
struct value_terms {
    double x[VALUE_TERMS];
};

/* What was learnt. */
struct value_model {
    char source[256];                          /* what it was learnt from, one line */
    char date[16];                             /* YYYY-MM-DD */
    uint8_t variant;                           /* of whose games: index of a row of variant_table */
    uint64_t games[PLAYER_KINDS];
    double weight[PLAYER_KINDS][VALUE_TERMS];  /* what one of each term adds to the logarithm of the odds */
};

/* What is believed of a side's pieces: rows by number as in struct belief, whose member p it may be. Rows of
 * pieces whose rank the view has, and those of captured ones, are not read but for the owner's own
 * secrets. */
typedef const double value_beliefs[RANKS];

/* The terms of a view. `worth`: worth_compute of it with the default options, by which the weights were
 * learnt; `enemy`: what the view's owner believes of the enemy; `own`: what the enemy may believe of him.
 * Either side may be to move. Some two microseconds; asks for no memory. */
void value_terms_make(struct value_terms *terms, const struct view *view, const struct worth *worth,
                      value_beliefs *enemy, value_beliefs *own);

/* The probability, above 0 and below 1, that the side wins if such players play; a draw counts half. */
double value_probability(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms);

/* Both at once: for what thinks ahead. The view's game must not be over. */
double value_of(const struct value_model *model, enum player_kind kind, const struct view *view,
                const struct worth *worth, value_beliefs *enemy, value_beliefs *own);

/* What one term, or all of a group, do to that probability: it less what it would be without them. */
double value_term_share(const struct value_model *model, enum player_kind kind,
                        const struct value_terms *terms, enum value_term term);
double value_group_share(const struct value_model *model, enum player_kind kind,
                         const struct value_terms *terms, enum value_group group);

/* The probability for odds whose logarithm is given: above 0 and below 1. */
double value_from_log_odds(double log_odds);

/* --- files --- */

enum { VALUE_MODEL_LIMIT = 1 << 16 }; /* bytes of a file */

/* Reads a model file (YAML, vedette-value/1) into a new model; free() gives it back. NULL, and `error` filled
 * with FILE:LINE:COLUMN and what was expected, where it is none. `name` stands for the file in errors. */
struct value_model *value_model_parse(const char *name, const char *bytes, size_t size, struct error *error);

/* Writes a model as value_model_parse takes it; weights are rounded to VALUE_WEIGHT_DECIMALS. */
enum { VALUE_WEIGHT_DECIMALS = 4 };
void value_model_write(const struct value_model *model, struct text *out);

#endif
