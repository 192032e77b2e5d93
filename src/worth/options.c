/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worth/worth.h"

#include <assert.h>
#include <stddef.h>

/* A row stands where its field stands in struct worth_options, and is called like it. */
#define ROW(field, ...) [offsetof(struct worth_options, field) / sizeof(double)] = {#field, __VA_ARGS__}
#define NUMBER(field, min, max, standard, unit, meaning, source) \
    ROW(field, OPTION_NUMBER, min, max, standard, NULL, unit, meaning, source)
#define WHOLE(field, min, max, standard, unit, meaning, source) \
    ROW(field, OPTION_INT, min, max, standard, NULL, unit, meaning, source)

static const struct option rows[] = {
    NUMBER(base_value, 1e-6, 1, 0.02, "value",
           "where the ladder of ranks starts, at the spy; scaled away afterwards",
           "De Boer 2007, figure 3.3"),
    NUMBER(rank_difference_factor, 1, 10, 1.45, "times",
           "by how much a rank is worth more than the one below it, where both sides have either",
           "De Boer 2007, 3.1.2 and figure 3.3"),
    NUMBER(fewer_lower_factor, 1, 10, 1.15, "times",
           "where both sides have a rank, how much more it is worth to the one with fewer lower pieces",
           "De Boer 2007, 3.1.2"),
    NUMBER(highest_value, 0.01, 100, 1.0, "value",
           "the highest piece on the board is scaled to this", "De Boer 2007, 3.1.2"),
    NUMBER(spy_share, 0, 10, 0.5, "times the marshal",
           "value of a spy while there is a marshal to hunt", "De Boer 2007, 3.1.2"),
    NUMBER(hunted_factor, 0.01, 1, 0.8, "times",
           "factor on a marshal while the enemy has a spy", "De Boer 2007, 3.1.2"),
    WHOLE(scarce_below, 0, 40, 3, "pieces",
          "miners and scouts are worth more when fewer than this are left", "De Boer 2007, 3.1.2"),
    WHOLE(scarce_from, 1, 41, 4, "pieces",
          "the value of scarce miners and scouts is multiplied by this less how many are left",
          "De Boer 2007, 3.1.2"),
    NUMBER(bomb_value, 0.01, 100, 0.5, "value", "value of a bomb", "De Boer 2007, 3.1.2"),
    NUMBER(piece_share, 0, 100, 1.0, "value",
           "added to each piece: this by the number of all pieces its owner has left",
           "De Boer 2007, 3.1.2"),
    NUMBER(flag_behind, 0.01, 1000, 1.0, "value",
           "value of the flag of the side that is not ahead", "De Boer 2007, 3.1.2"),
    NUMBER(flag_ahead, 0.01, 1000, 5.0, "value",
           "what the flag's value approaches as its owner's lead grows",
           "De Boer 2007, 3.1.2: 3 to 5"),
    NUMBER(flag_half_lead, 0.001, 10, 0.25, "state",
           "the lead (state - 1) with the flag's value half way from flag_behind to flag_ahead",
           "our reading of De Boer 2007, 3.1.2"),
    NUMBER(reveal, 0, 1, 0.33, "times",
           "part of its value that an unknown piece loses when it is revealed", "De Boer 2007, 3.2.2"),
    WHOLE(reveal_few, 0, 40, 15, "moving pieces",
          "while the enemy has at most this many moving pieces, reveal_each counts and not reveal",
          "De Boer 2007, 3.2.2"),
    NUMBER(reveal_each, 0, 1, 0.02, "times",
           "part of its value that a revealed piece loses for each moving piece of the enemy",
           "De Boer 2007, 3.2.2"),
    NUMBER(highest_weight, 1, 100, 2.0, "times",
           "factor in an army's strength on its highest piece, equal ranks of both struck out",
           "De Boer 2007, 3.3"),
    ROW(state_fewer_lower, OPTION_FLAG, 0, 1, 0, NULL, "",
        "whether the state, too, counts fewer_lower_factor: then losing a scout can look like a lead",
        "De Boer 2007, 3.3 to the letter"),
    NUMBER(last_stopper, 0, 10, 0, "times",
           "added to the last piece that can stop the highest one of the enemy: this part of that one's "
           "value; half of it to each of the last two",
           ""),
};

enum { ROWS_OF_GROUP = sizeof rows / sizeof rows[0] };

static_assert(sizeof(struct worth_options) == ROWS_OF_GROUP * sizeof(double),
              "struct worth_options has a row for each number");

const struct option_group worth_group = {
    .name = "worth",
    .meaning = "what pieces, secrets and positions are worth",
    .options = rows, .count = ROWS_OF_GROUP,
};

void worth_options_init(struct worth_options *options)
{
    double *number = (double *)options; /* one for each row, in their order */
    for (int i = 0; i < ROWS_OF_GROUP; i++)
        number[i] = rows[i].standard;
}

void worth_options_read(struct worth_options *options, const struct settings *settings)
{
    settings_group(settings, worth_group.name, (double *)options, ROWS_OF_GROUP);
}
