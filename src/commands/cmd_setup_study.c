/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies one setup: setup study. */
#include "commands/table.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/archive_armies.h"
#include "commands/contest.h"
#include "commands/setups.h"
#include "console/load.h"
#include "report/setup_study_text.h"
#include "setup/kind.h"

#include <stdlib.h>

enum {
    NEIGHBOURS_SHOWN = 3,
    POOL_SETUPS = 400,      /* created setups of a pool, at least: */
    POOL_SHARE = 2,         /* two for each game, so that few have the same one */
    USUAL_GAMES = 60,       /* against each pool */
    USUAL_PAIRS = 25,       /* with each partner, for the leak, with so many games */
    WORLD_GAMES = 30,       /* so many of these give a pair of short games for each exchange, */
    EXCHANGE_GAMES = 3,     /* and so many an exchange to be tried in short games, */
    EXCHANGES_MIN = 4,      /* beyond these */
};

struct study_args {
    const char *path, *against;
    uint64_t games;
};

/* --- people's setups --- */

/* What is known of people's setups that are like one. */
struct people_study {
    struct known_neighbour neighbour[NEIGHBOURS_SHOWN];
    int neighbours;
    bool has_family;
    struct family_neighbour family;
    struct outline outline;
    int steps;                        /* of the outline that the statistics have */
    struct outline_cell shipped, archive; /* setups with these steps of the outline */
    struct army_census armies;
};

/* Collects what statistics, models and the archive know of setups like this one. */
static enum status study_people(struct session *session, const struct setup *setup,
                                const struct variant *variant, const struct setup_statistics *statistics,
                                struct people_study *people, struct error *error)
{
    struct library *library = library_for_variant(session->library, variant);
    const struct setup_model *model = NULL;
    const struct belief_model *belief = NULL;
    enum status status = library_chosen_setup_model(library, &session->settings, &model, error);
    if (!status && library_has_belief(library))
        status = library_chosen_belief_model(library, &session->settings, &belief, error);
    if (status)
        return status;
    if (model)
        people->neighbours = known_nearest(&model->known, setup, people->neighbour, NEIGHBOURS_SHOWN);
    if (belief)
        people->has_family = families_nearest(&belief->families, setup, &people->family);
    people->outline = setup_outline(setup, NULL);
    for (people->steps = OUTLINE_STEPS; people->steps > 1; people->steps--) {
        people->shipped = outline_sum(&statistics->outlines, people->outline, people->steps);
        if (people->shipped.setups)
            break;
    }
    if (people->steps == 1)
        people->shipped = outline_sum(&statistics->outlines, people->outline, 1);
    people->armies.variant = variant;
    people->armies.setup = setup;
    people->armies.outlines = memory_new(1, sizeof *people->armies.outlines);
    status = archive_armies_read(session, "setup study", &people->armies, error);
    people->archive = outline_counts_sum(people->armies.outlines, people->outline, people->steps);
    free(people->armies.outlines);
    people->armies.outlines = NULL;
    return status;
}

/* Appends a row of setups with their score, or only their number if there are none. */
static void write_cell(const char *name, const struct outline_cell *cell, struct text *out)
{
    struct interval range;
    double score = setups_score(cell, &range);
    text_printf(out, "  %-44s %7u", name, cell->setups);
    if (cell->setups)
        text_printf(out, " %7.1f   %.1f to %.1f", 100 * score, 100 * range.low, 100 * range.high);
    text_add(out, "\n");
}

/* Appends the family and the neighbours. */
static void write_people(const struct people_study *people, enum notation notation, struct text *out)
{
    struct text shape = {0};
    if (people->has_family) {
        const struct family *family = people->family.family;
        bool belongs = people->family.distance <= FAMILY_RADIUS;
        text_printf(out, "%s: %u game%s of people's, %u near it; %d of %d places differ%s\n",
                    belongs ? "its family" : "in no family; the nearest", family->games,
                    plural(family->games), family->near, people->family.distance, people->family.places,
                    people->family.mirrored ? ", mirrored" : "");
    }
    if (people->neighbours)
        text_printf(out, "\nnearest setups of people's\n  %-44s %7s %7s\n", "squares that differ", "games",
                    "near it");
    for (int i = 0; i < people->neighbours; i++) {
        const struct known_neighbour *near = &people->neighbour[i];
        text_printf(out, "  %d%-*s %7u %7u\n", near->distance, near->distance > 9 ? 42 : 43,
                    near->mirrored ? ", mirrored" : "", near->known->games,
                    near->known->near + near->known->turned);
    }
    if (people->armies.count)
        text_printf(out, "\nnearest setups of your archive\n  %-44s %7s %7s\n", "squares that differ",
                    "games", "score");
    for (int i = 0; i < people->armies.count; i++) {
        const struct census_neighbour *near = &people->armies.nearest[i];
        text_printf(out, "  %d%-*s %7zu %7.1f\n", near->distance, near->distance > 9 ? 42 : 43,
                    near->mirrored ? ", mirrored" : "", near->games,
                    100 * stats_score(near->won, near->drawn, near->lost));
    }
    outline_describe(people->outline, people->steps, notation, &shape);
    text_printf(out, "\n%s\n  %-44s %7s %7s   95 %%\n", text_string(&shape), "setups of this shape", "n",
                "score");
    write_cell("people's, from the statistics", &people->shipped, out);
    write_cell("your archive's", &people->archive, out);
    text_free(&shape);
}

/* Adds the same as members of the open object. */
static void add_people_json(const struct people_study *people, struct json *json)
{
    const struct family_neighbour *near = &people->family;
    char word[OUTLINE_WORD];
    if (people->has_family)
        json_printf(json, "family: {games: %u, games_mirrored: %u, games_near: %u, mirrored: %i, "
                          "squares_differ: %d, squares_known: %d}", near->family->games,
                    near->family->mirrored, near->family->near, near->mirrored, near->distance, near->places);
    else
        json_add_null(json, "family");
    json_open(json, "nearest", '[');
    for (int i = 0; i < people->neighbours; i++) {
        const struct known_neighbour *known = &people->neighbour[i];
        json_open(json, NULL, '{');
        setups_add_json(&known->known->setup, RED, json);
        json_printf(json, "mirrored: %i, squares_differ: %d, games: %u, games_near: %u}", known->mirrored,
                    known->distance, known->known->games, known->known->near + known->known->turned);
    }
    json_printf(json, "], nearest_in_archive: [");
    for (int i = 0; i < people->armies.count; i++) {
        const struct census_neighbour *own = &people->armies.nearest[i];
        json_open(json, NULL, '{');
        setups_add_json(&own->setup, RED, json);
        json_printf(json, "mirrored: %i, squares_differ: %d, games: %zu, wins: %zu, draws: %zu, losses: %zu}",
                    own->mirrored, own->distance, own->games, own->won, own->drawn, own->lost);
    }
    json_printf(json, "], shape: [");
    for (int step = 0; step < OUTLINE_STEPS; step++)
        json_add_text(json, NULL, outline_word(step, people->outline.value[step], NOTATION_DEBOER, word));
    json_printf(json, "], steps_counted: %d", people->steps);
    setups_cell_json("shape_of_people", &people->shipped, json);
    setups_cell_json("shape_in_archive", &people->archive, json);
}

/* --- games --- */

/* Memory that the terms of the games point to. */
struct study_holds {
    struct setup *pool[SETUP_STUDY_POOLS];
    struct belief_knowledge knowledge;
    struct judge judge;
    uint8_t army[RANKS];
};

/* Creates setups of the setup's army, as people make them, or as the player of the study does. */
static enum status create_pool(const struct session *session, const struct setup_study_terms *terms,
                               const struct settings *settings, struct study_holds *holds, int pool,
                               struct setup_study_pool *out, struct error *error)
{
    struct match_terms match = {.variant = terms->games.variant, .army = holds->army,
                                .seed = terms->games.seed + (uint64_t)pool};
    match.pool_count = POOL_SHARE * terms->pool_games;
    if (match.pool_count < POOL_SETUPS)
        match.pool_count = POOL_SETUPS;
    enum status status = contest_create_setups(session, settings, &match, &holds->pool[pool], error);
    out->setups = holds->pool[pool];
    out->count = match.pool_count;
    return status;
}

/* Fills the pools: people-like setups, those of the study's player, those of the file `against` (may be
 * NULL). *judge gets the player's judge. */
static enum status make_pools(struct session *session, const char *against, struct setup_study_terms *terms,
                              struct study_holds *holds, struct setup_study_pool pools[SETUP_STUDY_POOLS],
                              struct error *error)
{
    struct settings people = {0}, player = {0};
    setup_settings_like_people(&people, &session->settings);
    pools[0].name = "people-like setups";
    pools[1].name = "veteran's setups";
    terms->pool_count = 2;
    enum status status = create_pool(session, terms, &people, holds, 0, &pools[0], error);
    if (!status)
        status = agent_settings(setup_study_player, &session->settings, &player, error);
    if (!status) {
        judge_from_settings(&holds->judge, &player);
        status = create_pool(session, terms, &player, holds, 1, &pools[1], error);
    }
    if (!status && against) {
        char *path = (char *)against;
        pools[2].name = disk_file_name(against);
        status = load_setups(variant_at(terms->games.variant), 1, &path, &holds->pool[2], &pools[2].count,
                             error);
        pools[2].setups = holds->pool[2];
        if (!status && !pools[2].count)
            status = error_set(error, STATUS_BAD, "setup study: no setup in %s", against);
        terms->pool_count = 3;
    }
    settings_free(&people);
    settings_free(&player);
    return status;
}

/* Shows how many games of a series are played. */
static void print_series(void *context, size_t done, size_t games)
{
    struct session *session = context;
    if (done % 10 == 0)
        session_progress(session, "%zu of %zu game%s", done, games, plural(games));
}

/* Plays the study's games and prints what they show. `terms` has statistics and setup. */
static enum status study_games(struct session *session, const struct study_args *args,
                               struct setup_study_terms *terms, enum side side, struct text *out,
                               struct error *error)
{
    const struct variant *variant = variant_at(terms->games.variant);
    struct library *library = library_for_variant(session->library, variant);
    struct study_holds *holds = memory_new(1, sizeof *holds);
    struct setup_study *study = memory_new(1, sizeof *study);
    struct setup_study_pool pools[SETUP_STUDY_POOLS];
    struct belief_sources sources;
    struct belief_options options;
    belief_options_read(&options, &session->settings);
    setup_army(terms->setup, holds->army);
    enum status status = make_pools(session, args->against, terms, holds, pools, error);
    if (!status)
        status = library_belief_sources(library, &session->settings, &sources, error);
    if (!status)
        status = belief_knowledge_init(&holds->knowledge, &options, sources.statistics, sources.model, error);
    if (!status)
        status = library_chosen_value_model(library, &session->settings, &terms->value.value, error);
    terms->pools = pools;
    terms->judge = &holds->judge;
    terms->value.knowledge = &holds->knowledge;
    terms->value.settings = &session->settings;
    if (!status)
        status = setup_study_make(study, terms, error);
    session_progress(session, "%s", "");
    if (!status) {
        const struct setup_study_report report = {study, terms, side, session_notation(session)};
        setup_study_write(&report, out);
        setup_study_json(&report, session->answer);
    }
    for (int pool = 0; pool < SETUP_STUDY_POOLS; pool++)
        free(holds->pool[pool]);
    free(holds);
    free(study);
    return status;
}

/* --- the command --- */

/* Runs `setup study`. */
static enum status run_study(struct session *session, const void *arguments, struct error *error)
{
    const struct study_args *args = arguments;
    struct people_study people = {0};
    struct setup setup;
    const struct variant *variant = NULL;
    enum side side = RED;
    char kind[SETUP_KIND];
    struct text out = {0};
    enum status status = setups_load(args->path, session_notation(session), &setup, &variant, &side, error);
    if (status)
        return status;
    struct setup_study_terms terms = {
        .games = {.variant = variant_index(variant), .seed = session->seed, .jobs = session->jobs,
                  .settings = &session->settings, .library = session->library, .stop = session->stop,
                  .progress = session->progress ? print_series : NULL, .context = session},
        .setup = &setup,
        .pool_games = (size_t)(args->games + args->games % 2),
        .short_worlds = (uint32_t)(args->games / WORLD_GAMES + 1),
    };
    terms.screened = EXCHANGES_MIN + terms.pool_games / EXCHANGE_GAMES;
    if (terms.screened > EXCHANGES_SCREENED)
        terms.screened = EXCHANGES_SCREENED;
    terms.partner_games = 2 * ((USUAL_PAIRS * terms.pool_games + USUAL_GAMES - 1) / USUAL_GAMES);
    const char *const player = setup_study_player;
    contest_rules(session, &player, 1, 0, &terms.games.rules);
    status = library_chosen_statistics(library_for_variant(session->library, variant), &session->settings,
                                       "setup", &terms.statistics, error);
    if (!status)
        status = study_people(session, &setup, variant, terms.statistics, &people, error);
    if (status)
        return status;
    text_printf(&out, "%s\n", setup_write_kind(&setup, kind));
    write_people(&people, session_notation(session), &out);
    json_open(session->answer, NULL, '{');
    setups_add_json(&setup, side, session->answer);
    json_add_text(session->answer, "kind", setup_write_kind(&setup, kind));
    add_people_json(&people, session->answer);
    status = study_games(session, args, &terms, side, &out, error);
    if (status == STATUS_NO)
        error_set(error, status, "setup study: stopped");
    json_close(session->answer, '}');
    if (!status)
        session_print_text(session, &out);
    text_free(&out);
    return status;
}

const struct command command_setup_study = {
    .name = "setup study", .group = GROUP_SETUPS,
    .keywords = "analyse laboratory leak weak squares neighbours family exchange improve win rate",
    .words = ARGUMENTS(WORD_SETUP(struct study_args, path)),
    .flags = ARGUMENTS(
        FLAG_FILE(struct study_args, against, "enemies", "also its chance against the setups of this file"),
        FLAG_WHOLE(struct study_args, games, "games", 2, 100000,
                   "against each kind of setups and with an exchange; more for the leak"),
        FLAG_SETUP_STATISTICS,
        FLAG_SETUP_MODEL),
    .out = true,
    DEFAULTS(struct study_args, .games = USUAL_GAMES),
    .help = "studies a setup: what people know of it, what leaks, its chances, weak squares, exchanges",
    .details = "The nearest family and setups of people's, and how setups of its shape went, by the\n"
               "statistics and in your archive. Then games with it: after which move a good guesser knows\n"
               "its flag, marshal, spy and bombs; its chance against people-like setups, those that the\n"
               "profile veteran makes, and a file's; on which squares attacks cost most; and which\n"
               "exchanges of two pieces raise the chance, if chance does not explain it. Twenty seconds\n"
               "of one core; more games make it surer. The same seed gives the same with any --jobs.",
    .run = run_study,
};
