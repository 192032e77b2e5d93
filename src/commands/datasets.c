/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/datasets.h"

#include "base/plural.h"
#include "commands/contest.h"
#include "game/rules_option.h"
#include "lab/self_play.h"

#include <stdlib.h>

enum status datasets_read(struct dataset *dataset, const struct session *session,
                          const struct word_list *paths, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < paths->count && !status; i++) {
        status = dataset_read(dataset, paths->word[i], error);
        if (!status && session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    return status;
}

/* Shows the number of self-play games done, every tenth game. */
static void print_self_play(void *context, size_t done, size_t games)
{
    if (done % 10 == 0 || done == games)
        session_progress(context, "self-play: %zu of %zu game%s", done, games, plural(games));
}

enum status datasets_play(struct dataset *dataset, struct session *session,
                          const struct self_play_request *request, struct error *error)
{
    struct setup *pool = NULL;
    /* These terms are for contest_pool only, which reads the variant and the seed and sets the pool. */
    struct match_terms pool_terms = {.variant = (uint8_t)request->variant,
                                     .seed = session->has_seed ? session->seed : 1};
    struct self_play_terms terms = {
        .players = (const char *const *)request->players.word,
        .player_count = (size_t)request->players.count, .games = (size_t)request->games,
        .variant = pool_terms.variant, .seed = pool_terms.seed, .jobs = session->jobs,
        .settings = &session->settings, .library = session->library, .stop = session->stop,
        .progress = session->progress ? print_self_play : NULL,
        .context = session,
    };
    if (!request->games)
        return STATUS_OK;
    if (!terms.player_count)
        for (terms.players = self_play_players; terms.players[terms.player_count];)
            terms.player_count++;
    rules_from_settings(&terms.rules, &session->settings, rules_find("deepnash"));
    enum status status = contest_pool(session, NULL, &pool_terms, &pool, error);
    terms.pool = pool_terms.pool;
    terms.pool_count = pool_terms.pool_count;
    if (!status)
        status = self_play(&terms, dataset, error);
    session_progress(session, "%s", "");
    free(pool);
    return status;
}

const struct variant *datasets_variant(const struct dataset *dataset, const struct dataset *others)
{
    const struct dataset *from = dataset->count ? dataset : others;
    return variant_at(from && from->count ? from->items[0].variant : VARIANT_STANDARD);
}

void datasets_source(char *line, size_t capacity, const char *source)
{
    size_t size = 0;
    for (; size + 1 < capacity && source[size]; size++)
        line[size] = source[size] == '"' || source[size] == '\\' ? '\'' : source[size];
    line[size] = '\0';
}
