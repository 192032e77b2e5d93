/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring the guesser: bench guess. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/datasets.h"
#include "commands/shared_flags.h"
#include "console/load.h"
#include "console/parse.h"
#include "learn/guess_folds.h"
#include "report/guess_json.h"
#include "report/guess_tables.h"
#include "setup/novelty.h"

#include <stdlib.h>
#include <string.h>

struct bench_guess_args {
    struct word_list games, new_to, setups, rows, fold_models;
    struct self_play_request self_play;
    uint64_t folds, every;
    bool full;
};

/* What a run works with. */
struct bench_guess {
    struct session *session;
    const struct bench_guess_args *args;
    struct dataset games;
    struct library *library; /* of their variant */
    unsigned rows;
    const struct setup_statistics *statistics;
    const struct belief_model *models[GUESS_FOLDS_MAX]; /* game i is guessed with model i modulo their */
    size_t model_count;                                  /* number, before anything is learnt anew */
    struct belief_options options;
    uint8_t *novelty;       /* of each game; NULL: not known */
    size_t repeats;         /* games that were the same as others, */
    size_t setups, known;   /* setups learnt from; and games left out that are not new to them (--new-to) */
};

/* Setups, growing. */
struct setup_pool {
    struct setup *items;
    size_t count, capacity;
};

/* The games that a model measures, of all each `every`-th: their events are the games' own. */
static struct dataset take_own(const struct bench_guess *bench, size_t number)
{
    struct dataset own = {0};
    for (size_t i = 0; i < bench->games.count; i += (size_t)bench->args->every)
        if (i % bench->model_count == number)
            dataset_add(&own, &bench->games.items[i]);
    return own;
}

/* What the models know of the games that they measure. */
struct known {
    size_t learnt[PLAYER_KINDS];   /* how many of them they learnt from how such players move, */
    bool mute[PLAYER_KINDS];       /* as far as all tell */
    uint64_t games[PLAYER_KINDS];  /* how many the first learnt from */
    size_t measured;               /* all that they measure, */
    size_t without;                /* of how many of them they left the pairs of setups out, */
    size_t setups;                 /* and from how many they learnt the setups */
};

/* Of how many games the setups were learnt: those of people's games always are, but for pairs left out. */
static size_t count_setups_learnt(const struct dataset *games, const struct belief_model *model)
{
    struct dataset learnt = dataset_marked(games, &model->fingerprints[PLAYER_PEOPLE]);
    size_t count = learnt.count - dataset_overlap(&learnt, &model->without);
    free(learnt.items); /* the events are the games' own */
    return count;
}

static struct known find_known(const struct bench_guess *bench)
{
    struct known known = {0};
    for (size_t i = 0; i < bench->model_count; i++) {
        const struct belief_model *model = bench->models[i];
        struct dataset own = take_own(bench, i);
        for (int player = 0; player < PLAYER_KINDS; player++) {
            uint64_t games = model->move_model[player].games;
            known.learnt[player] += dataset_overlap(&own, &model->fingerprints[player]);
            known.mute[player] |= games && !model->fingerprints[player].count;
            if (!i)
                known.games[player] = games;
        }
        known.without += dataset_overlap(&own, &model->without);
        known.setups += count_setups_learnt(&own, model);
        known.measured += own.count;
        free(own.items);
    }
    return known;
}

static void print_setups_origin(struct session *session, const struct known *known)
{
    size_t rest = known->measured - known->without - known->setups;
    if (known->without == known->measured)
        session_printf(session, "held out: the pairs of setups of these games were left out; either setup "
                       "may be known from another game (--setups)\n");
    if (known->setups)
        session_printf(session, "in-sample: the model learnt from the setups of %zu of these games\n",
                       known->setups);
    if (rest)
        session_printf(session, "not known: whether the setups of %zu of these games are among the model's\n",
                       rest);
}

static void print_origin(const struct bench_guess *bench)
{
    static const char *const players[PLAYER_KINDS] = {"people", "programs"};
    struct session *session = bench->session;
    const struct known known = find_known(bench);
    bool folds = bench->args->folds > 0;
    size_t all = 0;
    session_line(session, "model: %s", bench->models[0]->source);
    if (bench->model_count > 1)
        session_printf(session, "each game is measured by the model of its part, of %zu\n",
                       bench->model_count);
    if (folds)
        session_printf(session, "held out: how people move, its weights and De Boer's constants are learnt "
                       "anew for each of %llu parts from the others\n",
                       (unsigned long long)bench->args->folds);
    for (int player = folds ? PLAYER_PROGRAMS : 0; player < PLAYER_KINDS; player++) {
        all += known.learnt[player];
        if (known.mute[player])
            session_printf(session, "not known: the model does not tell from which games it learnt how %s "
                           "move\n", players[player]);
        else if (known.learnt[player])
            session_printf(session, "in-sample: the model learnt how %s move from %zu of these games\n",
                           players[player], known.learnt[player]);
        else if (known.games[player])
            session_printf(session, "held out: how %s move was learnt from %llu other game%s\n",
                           players[player], (unsigned long long)known.games[player],
                           plural(known.games[player]));
    }
    print_setups_origin(session, &known);
    session_printf(session, "figure in-sample %zu games\n", all);
}

static void print_left_out(const struct bench_guess *bench)
{
    if (bench->repeats)
        session_printf(bench->session, "repeated games left out: %zu\n", bench->repeats);
    if (bench->args->new_to.count)
        session_printf(bench->session, "games left out of which a setup, or its mirror image, stands among "
                       "%zu others: %zu\n", bench->setups, bench->known);
}

/* What was learnt for each fold. */
static void print_folds(struct session *session, const struct guess_fold *folds, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct belief_weights *weights = &folds[i].model->weights;
        const struct belief_options *deboer = &folds[i].options;
        session_printf(session, "part %llu: joint %.2f, people %.2f; missed %g, happiness %g, decay %g, "
                       "line %g\n", (unsigned long long)i + 1, weights->joint, weights->people,
                       deboer->missed, deboer->happiness, deboer->decay, deboer->line);
    }
}

static void pool_add(struct setup_pool *pool, const struct setup *setup)
{
    pool->items = memory_grow(pool->items, &pool->capacity, pool->count + 1, sizeof *pool->items);
    pool->items[pool->count++] = *setup;
}

/* Whether what measures a part of the games learnt from a game: the model did, or with folds that part's own
 * learning will. */
static bool learns_from(const struct bench_guess *bench, const struct belief_model *model, size_t part,
                        size_t folds, size_t index)
{
    const struct training_game *game = &bench->games.items[index];
    if (folds && index % folds != part)
        return true;
    if (training_game_is_marked(game, &model->without))
        return false;
    for (int player = 0; player < PLAYER_KINDS; player++)
        if (training_game_is_marked(game, &model->fingerprints[player]))
            return true;
    return false;
}

/* The families that are setups: whose games have the same rank on every place. */
static void add_families(struct setup_pool *pool, const struct families *families)
{
    for (uint32_t i = 0; i < families->count; i++) {
        struct setup setup;
        bool sure = true;
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            sure &= families->family[i].sure[place] == FAMILY_SURE_MAX;
            setup.rank[place] = families->family[i].rank[place];
        }
        if (sure)
            pool_add(pool, &setup);
    }
}

/* The setups of files but the pairs of the games that the model tells it left out. A pair of another game
 * stays, for it was learnt from wherever it comes from. */
static struct setup_pool others_of_files(const struct bench_guess *bench, const struct belief_model *model,
                                         const struct setup_pool *files)
{
    struct dataset left_out = dataset_marked(&bench->games, &model->without);
    struct setup_pool pool = {0};
    pool.items = dataset_other_setups(&left_out, files->items, files->count, &pool.count);
    pool.capacity = pool.count;
    free(left_out.items); /* the events are the games' own */
    return pool;
}

/* All setups that what measures a part of the games has met: those of files, those of all games here that it
 * learnt from, and those that the model keeps. */
static struct setup_pool all_learnt(const struct bench_guess *bench, size_t part, size_t folds,
                                    const struct setup_pool *files)
{
    const struct belief_model *model = bench->models[part % bench->model_count];
    struct setup_pool pool = others_of_files(bench, model, files);
    for (size_t i = 0; i < bench->games.count; i++) {
        struct setup pair[SIDES];
        if (learns_from(bench, model, part, folds, i) && training_game_setups(&bench->games.items[i], pair))
            for (int side = 0; side < SIDES; side++)
                pool_add(&pool, &pair[side]);
    }
    add_families(&pool, &model->families);
    return pool;
}

/* Makes a pool ready to be asked, and gives it back. */
static struct novelty *novelty_of(struct setup_pool pool)
{
    struct novelty *novelty = novelty_new(pool.items, pool.count);
    free(pool.items);
    return novelty;
}

/* Tells how new each game is to the setups of its part, which are given back. */
static void rate_games(struct bench_guess *bench, struct novelty **learnt, size_t parts)
{
    guess_novelty(&bench->games, (const struct novelty *const *)learnt, (int)parts, bench->session->jobs,
                  bench->session->stop, bench->novelty);
    for (size_t i = 0; i < parts; i++)
        novelty_free(learnt[i]);
}

/* By all that measures each part has met: the models, or with folds what will be learnt for each. */
static void rate_strictly(struct bench_guess *bench, const struct setup_pool *files)
{
    struct novelty *learnt[GUESS_FOLDS_MAX];
    size_t folds = (size_t)bench->args->folds, parts = folds ? folds : bench->model_count;
    for (size_t i = 0; i < parts; i++)
        learnt[i] = novelty_of(all_learnt(bench, i, folds, files));
    rate_games(bench, learnt, parts);
}

/* Takes out the games that are not new to the files; there is one model. */
static void keep_new(struct bench_guess *bench, const struct setup_pool *files)
{
    struct setup_pool pool = others_of_files(bench, bench->models[0], files);
    bench->setups = pool.count;
    struct novelty *learnt = novelty_of(pool);
    rate_games(bench, &learnt, 1);
    size_t count = bench->games.count;
    bool *out = memory_new(count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = bench->novelty[i] == GUESS_MET || bench->novelty[i] == GUESS_NO_SETUPS;
    bench->known = dataset_take_out(&bench->games, out);
    free(out);
}

/* Takes out games that are the same as others, and those that are not new where that is asked for, and tells
 * how new the rest are to the setups learnt from. */
static enum status cut(struct bench_guess *bench, struct error *error)
{
    const struct bench_guess_args *args = bench->args;
    const struct word_list *paths = args->new_to.count ? &args->new_to : &args->setups;
    struct setup_pool files = {0};
    bench->repeats = dataset_drop_repeats(&bench->games);
    if (!paths->count)
        return STATUS_OK;
    enum status status = load_setups_of(datasets_variant(&bench->games, NULL), paths->count, paths->word,
                                        &files.items, &files.count, error);
    if (!status) {
        bench->novelty = memory_new(bench->games.count + 1, sizeof *bench->novelty);
        if (args->new_to.count)
            keep_new(bench, &files);
        rate_strictly(bench, &files);
    }
    free(files.items);
    return status;
}

/* The models that are measured: of the parts, or the one that the options say. */
/* Statistics and models are those of the games' variant. */
static enum status find_library(struct bench_guess *bench, struct error *error)
{
    const struct variant *variant = datasets_variant(&bench->games, NULL);
    for (size_t i = 0; i < bench->games.count; i++)
        if (bench->games.items[i].variant != variant_index(variant))
            return error_set(error, STATUS_BAD, "bench guess: found a game of %s among those of %s",
                             variant_at(bench->games.items[i].variant)->name, variant->name);
    bench->library = library_for_variant(bench->session->library, variant);
    return STATUS_OK;
}

static enum status read_models(struct bench_guess *bench, struct error *error)
{
    struct session *session = bench->session;
    const struct word_list *paths = &bench->args->fold_models;
    enum status status = STATUS_OK;
    if (paths->count > GUESS_FOLDS_MAX)
        return error_set(error, STATUS_BAD, "bench guess: more than %d models of parts", GUESS_FOLDS_MAX);
    if (paths->count && (bench->args->folds || bench->args->new_to.count))
        return error_set(error, STATUS_BAD, "bench guess: with --fold-models nothing is learnt anew "
                         "(--folds) and no game left out (--new-to; --setups tells new games apart)");
    if (!paths->count) {
        bench->model_count = 1;
        return library_chosen_belief_model(bench->library, &session->settings, &bench->models[0], error);
    }
    for (; bench->model_count < (size_t)paths->count && !status; bench->model_count++)
        status = library_belief_model(bench->library, paths->word[bench->model_count],
                                      &bench->models[bench->model_count], error);
    return status;
}

static void answer_json(const struct bench_guess *bench, const struct guess_result *result)
{
    struct json *json = bench->session->answer;
    const struct known known = find_known(bench);
    json_open(json, NULL, '{');
    json_whole(json, "games", (int64_t)result->games);
    json_whole(json, "repeats_left_out", (int64_t)bench->repeats);
    json_text(json, "model", bench->models[0]->source);
    json_whole(json, "models", (int64_t)bench->model_count);
    json_whole(json, "learnt_anew_for", (int64_t)bench->args->folds);
    json_whole(json, "in_sample_people", (int64_t)known.learnt[PLAYER_PEOPLE]);
    json_whole(json, "in_sample_programs", (int64_t)known.learnt[PLAYER_PROGRAMS]);
    json_whole(json, "pairs_left_out", (int64_t)known.without);
    json_whole(json, "in_sample_setups", (int64_t)known.setups);
    guess_json_add(result, bench->rows, json);
    json_close(json, '}');
}

static enum status measure(struct bench_guess *bench, struct error *error)
{
    struct session *session = bench->session;
    const struct bench_guess_args *args = bench->args;
    struct guess_result *result = memory_new(1, sizeof *result);
    struct guess_fold given[GUESS_FOLDS_MAX], *folds = NULL;
    struct guess_terms terms = {.games = &bench->games, .statistics = bench->statistics,
                                .settings = &session->settings, .folds = given,
                                .fold_count = (int)bench->model_count, .rows = bench->rows,
                                .every = (size_t)args->every,
                                .novelty = bench->novelty, .jobs = session->jobs, .stop = session->stop};
    for (size_t i = 0; i < bench->model_count; i++)
        given[i] = (struct guess_fold){bench->models[i], bench->options};
    if (args->folds) {
        const struct guess_folds_terms learning = {
            .games = &bench->games, .model = bench->models[0], .options = bench->options,
            .statistics = bench->statistics, .fold_count = (int)args->folds, .jobs = session->jobs,
            .stop = session->stop,
        };
        terms.folds = folds = guess_folds_learn(&learning);
        terms.fold_count = (int)args->folds;
    }
    enum status status = guess_bench(&terms, result, error);
    if (!status && session->answer) {
        answer_json(bench, result);
    } else if (!status) {
        session_printf(session, "%zu game%s\n", result->games, plural(result->games));
        print_left_out(bench);
        print_origin(bench);
        print_folds(session, folds, args->folds);
        guess_tables_print(session, result, bench->rows, args->full);
        guess_tables_print_figures(session, result, bench->rows);
    }
    if (folds)
        guess_folds_free(folds, (int)args->folds);
    free(result);
    return status;
}

/* The rows that were named; all where none was. */
static enum status read_rows(const struct word_list *names, unsigned *rows, struct error *error)
{
    *rows = names->count ? 0 : GUESS_ROWS_ALL;
    for (int i = 0; i < names->count; i++)
        for (char *name = names->word[i], *end; *name; name = *end ? end + 1 : end) {
            char word[32];
            end = name + strcspn(name, ",");
            size_t size = (size_t)(end - name) < sizeof word ? (size_t)(end - name) : sizeof word - 1;
            memcpy(word, name, size);
            word[size] = '\0';
            int row = guess_row_find(word);
            if (row < 0)
                return error_set(error, STATUS_BAD, "bench guess: found \"%s\", expected a guesser: counts, "
                                 "hard, neighbours, opportunities, deboer, bayes-people, bayes", word);
            *rows |= 1u << row;
        }
    return STATUS_OK;
}

static enum status run_bench(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_guess_args *args = arguments;
    struct bench_guess bench = {.session = session, .args = args};
    if (args->games.count == 0 && !args->self_play.games)
        return usage_error(&command_bench_guess, error);
    if (args->folds == 1)
        return error_set(error, STATUS_BAD, "bench guess: one fold leaves nothing to learn from");
    belief_options_read(&bench.options, &session->settings);
    enum status status = read_rows(&args->rows, &bench.rows, error);
    if (!status)
        status = datasets_read(&bench.games, session, &args->games, error);
    if (!status)
        status = datasets_play(&bench.games, session, &args->self_play, error);
    if (!status)
        status = find_library(&bench, error);
    if (!status)
        status = read_models(&bench, error);
    if (!status)
        status = cut(&bench, error);
    if (!status)
        status = library_chosen_statistics(bench.library, &session->settings, "belief", &bench.statistics,
                                           error);
    if (!status)
        status = measure(&bench, error);
    free(bench.novelty);
    dataset_free(&bench.games);
    return status;
}

const struct command command_bench_guess = {
    .name = "bench guess",
    .group = GROUP_MEASURE,
    .keywords = "accuracy odds calibration models log loss statistics",
    .words = ARGUMENTS(
        {.name = "GAMES", .kind = VALUE_FILE, .list = true, .optional = true,
         .at = offsetof(struct bench_guess_args, games)}),
    .flags = ARGUMENTS(
        {.name = "guessers", .kind = VALUE_TEXT, .list = true, .at = offsetof(struct bench_guess_args, rows),
         .value = "GUESSER", .meaning = "measures these guessers alone: bayes,deboer", .standard = "all"},
        {.name = "every", .kind = VALUE_WHOLE, .at = offsetof(struct bench_guess_args, every), .min = 1,
         .most = 1000000, .meaning = "measures each N-th game, from the first"},
        {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct bench_guess_args, setups),
         .unlike = "new-to",
         .meaning = "what the model learnt from: tells known, new and unlike games apart"},
        {.name = "new-to", .kind = VALUE_FILE, .list = true, .at = offsetof(struct bench_guess_args, new_to),
         .value = "SETUPS",
             .meaning = "only games neither of whose setups, nor its mirror image, stands in these files"},
        FLAG_WHOLE(struct bench_guess_args, folds, "folds", 0, GUESS_FOLDS_MAX,
                   "learns all that comes from people's games anew for each of N parts from the others"),
        {.name = "fold-models", .kind = VALUE_FILE, .list = true,
         .at = offsetof(struct bench_guess_args, fold_models), .value = "MODEL",
         .meaning = "measures game i by the i-th of these, again and again, as 'guess learn --folds' "
                    "wrote them"},
        FLAG_BELIEF_MODEL,
        {.name = "full", .kind = VALUE_NONE, .at = offsetof(struct bench_guess_args, full),
         .meaning = "all tables: calibration, by rank, moved or not, stretch of the game, kind of game"},
        SELF_PLAY_FLAGS(struct bench_guess_args, self_play)),
    .out = true,
    DEFAULTS(struct bench_guess_args, .every = 1),
    .help = "measures the guessers on games whose setups are known",
    .details = "The final probabilities, each guesser's with the observer's evidence (group observer),\n"
               "after plies 20, 50, 100 and 200 and over whole games: the share of hidden pieces whose\n"
               "likeliest rank is right, the mean probability of the true rank, the mean log-loss and what\n"
               "the last guesser gains in it, and how often the flag's square is among the three\n"
               "likeliest, with half their 95 % intervals, games being the independent units. With --folds\n"
               "it learns how people move, its weights, and De Boer's constants. With --fold-models it\n"
               "learns nothing: each part of the games is measured by its own model. It tells whether\n"
               "models learnt from the games that measure them. In the files of --setups and --new-to\n"
               "those pairs are left out that the model tells it left out ('guess learn --without'). With\n"
               "--setups a game is known too where one of its setups, or its mirror image, is in any other\n"
               "of the GAMES that its model learnt from, or kept in the model. Calibration: the largest\n"
               "gap between what is said of the likeliest ranks and what is right, of a bin with 200\n"
               "pieces or more, less its own error. A game that is there twice counts once.",
    .run = run_bench,
};
