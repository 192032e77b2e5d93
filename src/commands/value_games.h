/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games that the value is learnt from or measured on, as samples of positions (lab/value_samples.h). */
#ifndef VEDETTE_COMMANDS_VALUE_GAMES_H
#define VEDETTE_COMMANDS_VALUE_GAMES_H

#include "commands/datasets.h"
#include "lab/value_samples.h"

/* Arguments of both commands, value learn and bench value. */
struct value_games_args {
    /* Files of games; models, of which number i % count guesses in game i of people (may be empty). */
    struct word_list people, programs, fold_models;
    struct self_play_request self_play;
    uint64_t every;                    /* plies from one sample to the next, on average */
};

/* The flags for a member of type struct value_games_args. */
#define VALUE_GAMES_FLAGS(type, member) \
    FLAG_FILES(type, member.programs, "programs", "games of programs", .value = "GAMES"), \
    SELF_PLAY_FLAGS(type, member.self_play), \
    FLAG_FILES(type, member.fold_models, "fold-models", \
               "guesses in people's game i by the i-th of these, again and again, as 'guess learn " \
               "--folds' wrote them", .value = "MODEL"), \
    FLAG_WHOLE(type, member.every, "every", 1, 1000, "takes one moment in so many plies of a game", \
               .value = "PLIES"), \
    FLAG_BELIEF_MODEL
enum { VALUE_EVERY = 16 };

#define FLAG_VALUE_MODEL \
    {.name = "value-model", .kind = VALUE_FILE, .sets = "vedette.value_model", .value = "MODEL", \
     .meaning = "a model that 'value learn' wrote", .standard = "the option vedette.value_model"}

/* The games of each kind of player and their samples, without repeated games. value_games_free frees them;
 * it must be called also after an error. */
struct value_games {
    struct dataset games[PLAYER_KINDS];
    struct value_samples samples[PLAYER_KINDS];
    size_t repeats; /* number of games left out as repeats */
};

/* Reads or plays the games and makes their samples. STATUS_BAD if they are not of one variant. */
enum status value_games_load(struct value_games *games, struct session *session,
                             const struct value_games_args *args, struct error *error);
void value_games_free(struct value_games *games);

/* The variant that all of the games are of. */
const struct variant *value_games_variant(const struct value_games *games);

/* Measures the processor time of computing one value with this model, in seconds. It is 0 if there are no
 * games. Needs value_games_load before. */
enum status value_games_time(const struct value_games *games, struct session *session,
                             const struct value_model *model, double *seconds, struct error *error);

#endif
