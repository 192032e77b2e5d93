/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/value_games.h"

#include "agent/library.h"
#include "base/memory.h"
#include "base/plural.h"

#include <stdlib.h>

enum { MODELS_MAX = 100 };

/* Shows the number of games done as progress. */
static void print_games_done(void *context, size_t done, size_t games)
{
    session_progress(context, "value: %zu of %zu game%s", done, games, plural(games));
}

/* Loads the guesser that the options choose for games of the variant. If models are given (`models` may be
 * NULL), loads one for each. `knowledge` has MODELS_MAX elements if models are given, otherwise one; *count
 * gets their number. */
static enum status load_knowledge(struct session *session, const struct variant *variant,
                                  const struct word_list *models, struct belief_knowledge *knowledge,
                                  int *count, struct error *error)
{
    struct library *library = library_for_variant(session->library, variant);
    struct belief_options options;
    struct belief_sources sources;
    belief_options_read(&options, &session->settings);
    enum status status = library_belief_sources(library, &session->settings, &sources, error);
    if (!status && models && models->count > MODELS_MAX)
        status = error_set(error, STATUS_BAD, "value: more than %d models of parts", MODELS_MAX);
    *count = models && models->count ? models->count : 1;
    for (int i = 0; i < *count && !status; i++) {
        if (models && models->count)
            status = library_belief_model(library, models->word[i], &sources.model, error);
        if (!status)
            status = belief_knowledge_init(&knowledge[i], &options, sources.statistics, sources.model, error);
    }
    return status;
}

const struct variant *value_games_variant(const struct value_games *games)
{
    return datasets_variant(&games->games[PLAYER_PEOPLE], &games->games[PLAYER_PROGRAMS]);
}

/* Checks that all games are of one variant, as the model is for one. */
static enum status check_variants(const struct value_games *games, struct error *error)
{
    const struct variant *variant = value_games_variant(games);
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (size_t i = 0; i < games->games[player].count; i++)
            if (games->games[player].items[i].variant != variant_index(variant))
                return error_set(error, STATUS_BAD,
                                 "value: found games of %s and of %s, expected one variant", variant->name,
                                 variant_at(games->games[player].items[i].variant)->name);
    return STATUS_OK;
}

/* Makes the samples of the games of both kinds of players. Games of people are guessed with the models of
 * --fold-models, if given. STATUS_NO if it was stopped. */
static enum status make_samples(struct value_games *games, struct session *session,
                                const struct value_games_args *args, struct error *error)
{
    struct belief_knowledge *knowledge = memory_new(MODELS_MAX, sizeof *knowledge);
    enum status status = STATUS_OK;
    for (int player = 0; player < PLAYER_KINDS && !status; player++) {
        struct value_samples_terms terms = {
            .games = &games->games[player], .knowledge = knowledge, .every = (uint32_t)args->every,
            .jobs = session->jobs, .stop = session->stop,
            .progress = session->progress ? print_games_done : NULL, .context = session,
        };
        status = load_knowledge(session, value_games_variant(games),
                                player == PLAYER_PEOPLE ? &args->fold_models : NULL, knowledge,
                                &terms.knowledge_count, error);
        if (!status)
            value_samples_add(&games->samples[player], &terms);
        if (!status && session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    session_progress(session, "%s", "");
    free(knowledge);
    return status;
}

enum status value_games_load(struct value_games *games, struct session *session,
                             const struct value_games_args *args, struct error *error)
{
    enum status status = datasets_read(&games->games[PLAYER_PEOPLE], session, &args->people, error);
    if (!status)
        status = datasets_read(&games->games[PLAYER_PROGRAMS], session, &args->programs, error);
    if (!status)
        status = datasets_play(&games->games[PLAYER_PROGRAMS], session, &args->self_play, error);
    if (!status)
        status = check_variants(games, error);
    /* A repeated game would count twice, and could be in the fold that it must not teach. */
    for (int player = 0; player < PLAYER_KINDS && !status; player++)
        games->repeats += dataset_drop_repeats(&games->games[player]);
    return status ? status : make_samples(games, session, args, error);
}

void value_games_free(struct value_games *games)
{
    for (int player = 0; player < PLAYER_KINDS; player++) {
        dataset_free(&games->games[player]);
        value_samples_free(&games->samples[player]);
    }
}

enum status value_games_time(const struct value_games *games, struct session *session,
                             const struct value_model *model, double *seconds, struct error *error)
{
    enum { GAMES = 20, TIMES = 10 };
    struct belief_knowledge *knowledge = memory_new(1, sizeof *knowledge);
    struct value_samples_terms terms = {.knowledge = knowledge, .every = VALUE_EVERY, .jobs = 1,
                                        .stop = session->stop};
    enum status status = load_knowledge(session, value_games_variant(games), NULL, knowledge,
                                        &terms.knowledge_count, error);
    int player = games->samples[PLAYER_PEOPLE].count ? PLAYER_PEOPLE : PLAYER_PROGRAMS;
    terms.games = &games->games[player];
    if (!status)
        *seconds = value_samples_time(&terms, model, GAMES, TIMES);
    free(knowledge);
    return status;
}
