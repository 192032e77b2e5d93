/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the guessers on games whose setups are known: bench guess. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/datasets.h"
#include "console/load.h"
#include "console/parse.h"
#include "learn/guess_folds.h"
#include "report/guess_report.h"
#include "setup/novelty.h"

#include <stdlib.h>
#include <string.h>

struct bench_guess_args {
    struct word_list games, new_to, setups, rows, fold_models;
    struct self_play_request self_play;
    uint64_t folds, every; /* parts to learn anew for, 0: none; measure each game whose index it divides */
    bool full;             /* print all tables */
};

/* The state of a run. */
struct bench_guess {
    struct session *session;
    const struct bench_guess_args *args;
    struct dataset games;
    struct library *library; /* for the games' variant */
    unsigned rows;          /* the guessers that are measured, a bit each (GUESS_ROWS_ALL) */
    const struct setup_statistics *statistics;
    const struct belief_model *models[GUESS_FOLDS_MAX]; /* number i % model_count measures game i */
    size_t model_count; /* 1, or the number of --fold-models; --folds learns anew, from model 0 */
    struct belief_options options;
    uint8_t *novelty;       /* enum guess_novelty of each game; NULL: not known */
    size_t repeats;         /* games left out because they repeat others */
    size_t setups, not_new; /* setups of --new-to; games left out because they have one of these */
};

/* A growing array of setups. */
struct setup_pool {
    struct setup *items;
    size_t count, capacity;
};

/* Returns the games that model `number` measures, of those that --every selects. The caller frees only
 * `items`: the events belong to bench->games. */
static struct dataset measured_games(const struct bench_guess *bench, size_t number)
{
    struct dataset measured = {0};
    for (size_t i = 0; i < bench->games.count; i += (size_t)bench->args->every)
        if (i % bench->model_count == number)
            dataset_add(&measured, &bench->games.items[i]);
    return measured;
}

/* How many of the measured games the models were learnt from. */
struct overlap {
    size_t learnt[PLAYER_KINDS];   /* measured games that taught the models how such players move */
    bool unrecorded[PLAYER_KINDS]; /* a model has learnt so, but its file does not record from which games */
    uint64_t games[PLAYER_KINDS];  /* all games that taught model 0 how such players move */
    size_t measured;               /* all measured games */
    size_t without;                /* measured games whose pairs of setups the models left out */
    size_t setups;                 /* measured games whose setups the models learnt from */
};

/* Returns from how many of the games a model learnt the setups. These are all people's games from which it
 * learnt, minus those whose pairs of setups it left out. */
static size_t count_setups_learnt(const struct dataset *games, const struct belief_model *model)
{
    struct dataset learnt = dataset_marked(games, &model->fingerprints[PLAYER_PEOPLE]);
    size_t count = learnt.count - dataset_overlap(&learnt, &model->without);
    free(learnt.items); /* the events are the games' own */
    return count;
}

/* Counts, for each model, how many of the games that measure it also taught it. Returns the sum over all
 * models. */
static struct overlap count_overlap(const struct bench_guess *bench)
{
    struct overlap overlap = {0};
    for (size_t i = 0; i < bench->model_count; i++) {
        const struct belief_model *model = bench->models[i];
        struct dataset measured = measured_games(bench, i);
        for (int player = 0; player < PLAYER_KINDS; player++) {
            uint64_t games = model->move_model[player].games;
            overlap.learnt[player] += dataset_overlap(&measured, &model->fingerprints[player]);
            overlap.unrecorded[player] |= games && !model->fingerprints[player].count;
            if (!i)
                overlap.games[player] = games;
        }
        overlap.without += dataset_overlap(&measured, &model->without);
        overlap.setups += count_setups_learnt(&measured, model);
        overlap.measured += measured.count;
        free(measured.items);
    }
    return overlap;
}

/* Prints whether the models learnt from the setups of the measured games. */
static void print_setups_origin(struct session *session, const struct overlap *overlap)
{
    size_t unknown = overlap->measured - overlap->without - overlap->setups;
    if (overlap->without == overlap->measured)
        session_printf(session, "held out: the pairs of setups of these games were left out; either setup "
                       "may be known from another game (--setups)\n");
    if (overlap->setups)
        session_printf(session, "in-sample: the model learnt from the setups of %zu of these games\n",
                       overlap->setups);
    if (unknown)
        session_printf(session, "not known: whether the setups of %zu of these games are among the model's\n",
                       unknown);
}

/* Prints which models measure the games, and whether these models learnt from the same games (in-sample) or
 * not (held out). */
static void print_origin(const struct bench_guess *bench)
{
    static const char *const players[PLAYER_KINDS] = {"people", "programs"};
    struct session *session = bench->session;
    const struct overlap overlap = count_overlap(bench);
    bool folds = bench->args->folds > 0;
    size_t all = 0;
    session_print_line(session, "model: %s", bench->models[0]->source);
    if (bench->model_count > 1)
        session_printf(session, "each game is measured by the model of its part, of %zu\n",
                       bench->model_count);
    if (folds)
        session_printf(session, "held out: how people move, its weights and De Boer's constants are learnt "
                       "anew for each of %llu parts from the others\n",
                       (unsigned long long)bench->args->folds);
    /* With folds the way people move is learnt anew, so only the way programs move is the model's. */
    for (int player = folds ? PLAYER_PROGRAMS : 0; player < PLAYER_KINDS; player++) {
        all += overlap.learnt[player];
        if (overlap.unrecorded[player])
            session_printf(session, "not known: the model does not say from which games it learnt how %s "
                           "move\n", players[player]);
        else if (overlap.learnt[player])
            session_printf(session, "in-sample: the model learnt how %s move from %zu of these games\n",
                           players[player], overlap.learnt[player]);
        else if (overlap.games[player])
            session_printf(session, "held out: how %s move was learnt from %llu other game%s\n",
                           players[player], (unsigned long long)overlap.games[player],
                           plural(overlap.games[player]));
    }
    print_setups_origin(session, &overlap);
    session_printf(session, "figure in-sample %zu games\n", all);
}

/* Prints how many games were left out: repeated ones, and those that are not new (--new-to). */
static void print_left_out(const struct bench_guess *bench)
{
    if (bench->repeats)
        session_printf(bench->session, "repeated games left out: %zu\n", bench->repeats);
    if (bench->args->new_to.count)
        session_printf(bench->session, "games left out of which a setup, or its mirror image, stands among "
                       "%zu others: %zu\n", bench->setups, bench->not_new);
}

/* Prints the weights and De Boer's constants learnt for each fold. */
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

/* Appends a setup to the pool. */
static void pool_add(struct setup_pool *pool, const struct setup *setup)
{
    pool->items = memory_grow(pool->items, &pool->capacity, pool->count + 1, sizeof *pool->items);
    pool->items[pool->count++] = *setup;
}

/* Returns whether the model that measures part `part` of the games learns from the setups of game `index`.
 * With folds it does if the game is in another part. It also does if `model` has learnt from the game and did
 * not leave its setups out. */
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

/* Appends the families that are whole setups, that is with the same rank on each place in all of their
 * games. */
static void add_families(struct setup_pool *pool, const struct families *families)
{
    for (uint32_t i = 0; i < families->count; i++) {
        struct setup setup;
        bool is_setup = true;
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            is_setup &= families->family[i].sure[place] == FAMILY_SURE_MAX;
            setup.rank[place] = families->family[i].rank[place];
        }
        if (is_setup)
            pool_add(pool, &setup);
    }
}

/* Returns a copy of the setups of the files, without the pairs of those games whose pairs the model left out.
 * A setup that also comes from another game stays, because the model learnt it there. */
static struct setup_pool file_setups_learnt(const struct bench_guess *bench, const struct belief_model *model,
                                            const struct setup_pool *files)
{
    struct dataset left_out = dataset_marked(&bench->games, &model->without);
    struct setup_pool pool = {0};
    pool.items = dataset_other_setups(&left_out, files->items, files->count, &pool.count);
    pool.capacity = pool.count;
    free(left_out.items); /* the events are the games' own */
    return pool;
}

/* Returns all setups that the model which measures part `part` has seen: those of the files, of its families,
 * and of all games here from which it learns. */
static struct setup_pool collect_learnt_setups(const struct bench_guess *bench, size_t part, size_t folds,
                                               const struct setup_pool *files)
{
    const struct belief_model *model = bench->models[part % bench->model_count];
    struct setup_pool pool = file_setups_learnt(bench, model, files);
    for (size_t i = 0; i < bench->games.count; i++) {
        struct setup pair[SIDES];
        if (learns_from(bench, model, part, folds, i) && training_game_setups(&bench->games.items[i], pair))
            for (int side = 0; side < SIDES; side++)
                pool_add(&pool, &pair[side]);
    }
    add_families(&pool, &model->families);
    return pool;
}

/* Makes an index of the pool for comparisons (novelty_free frees it), and frees the pool. */
static struct novelty *make_pool_novelty(struct setup_pool pool)
{
    struct novelty *novelty = novelty_new(pool.items, pool.count);
    free(pool.items);
    return novelty;
}

/* Sets bench->novelty: how new each game's setups are compared with learnt[i % parts], and frees these. */
static void rate_games(struct bench_guess *bench, struct novelty **learnt, size_t parts)
{
    guess_novelty(&bench->games, (const struct novelty *const *)learnt, (int)parts, bench->session->jobs,
                  bench->session->stop, bench->novelty);
    for (size_t i = 0; i < parts; i++)
        novelty_free(learnt[i]);
}

/* Rates the games by all setups that the model of their part has seen (with --folds: will have seen). */
static void rate_by_all_learnt(struct bench_guess *bench, const struct setup_pool *files)
{
    struct novelty *learnt[GUESS_FOLDS_MAX];
    size_t folds = (size_t)bench->args->folds, parts = folds ? folds : bench->model_count;
    for (size_t i = 0; i < parts; i++)
        learnt[i] = make_pool_novelty(collect_learnt_setups(bench, i, folds, files));
    rate_games(bench, learnt, parts);
}

/* Removes the games that have a setup which is in the files, itself or its mirror image. There is only one
 * model. */
static void drop_games_not_new(struct bench_guess *bench, const struct setup_pool *files)
{
    struct setup_pool pool = file_setups_learnt(bench, bench->models[0], files);
    bench->setups = pool.count;
    struct novelty *learnt = make_pool_novelty(pool);
    rate_games(bench, &learnt, 1);
    size_t count = bench->games.count;
    bool *out = memory_new(count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = bench->novelty[i] == GUESS_MET || bench->novelty[i] == GUESS_NO_SETUPS;
    bench->not_new = dataset_take_out(&bench->games, out);
    free(out);
}

/* Removes repeated games and, with --new-to, games that are not new. If files of setups are given, then rates
 * how new the setups of the other games are. */
static enum status select_games(struct bench_guess *bench, struct error *error)
{
    const struct bench_guess_args *args = bench->args;
    const struct word_list *paths = args->new_to.count ? &args->new_to : &args->setups;
    struct setup_pool files = {0};
    bench->repeats = dataset_drop_repeats(&bench->games);
    if (!paths->count)
        return STATUS_OK;
    enum status status = load_setups(datasets_variant(&bench->games, NULL), paths->count, paths->word,
                                     &files.items, &files.count, error);
    if (!status) {
        bench->novelty = memory_new(bench->games.count + 1, sizeof *bench->novelty);
        if (args->new_to.count)
            drop_games_not_new(bench, &files);
        rate_by_all_learnt(bench, &files);
    }
    free(files.items);
    return status;
}

/* Sets bench->library. STATUS_BAD if the games are of several variants. */
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

/* Reads the models of --fold-models, or the one that the options choose. STATUS_BAD for flags that do not go
 * together. */
static enum status read_models(struct bench_guess *bench, struct error *error)
{
    struct session *session = bench->session;
    const struct word_list *paths = &bench->args->fold_models;
    enum status status = STATUS_OK;
    if (paths->count > GUESS_FOLDS_MAX)
        return error_set(error, STATUS_BAD, "bench guess: more than %d models of parts", GUESS_FOLDS_MAX);
    if (paths->count && (bench->args->folds || bench->args->new_to.count))
        return error_set(error, STATUS_BAD, "bench guess: with --fold-models nothing is learnt anew "
                         "(--folds) and no game left out (--new-to; --setups separates new games)");
    if (!paths->count) {
        bench->model_count = 1;
        return library_chosen_belief_model(bench->library, &session->settings, &bench->models[0], error);
    }
    for (; bench->model_count < (size_t)paths->count && !status; bench->model_count++)
        status = library_belief_model(bench->library, paths->word[bench->model_count],
                                      &bench->models[bench->model_count], error);
    return status;
}

/* Adds the results to the JSON answer. */
static void add_answer_json(const struct bench_guess *bench, const struct guess_result *result)
{
    struct json *json = bench->session->answer;
    const struct overlap overlap = count_overlap(bench);
    json_printf(json, "{games: %zu, repeats_left_out: %zu, model: %s",
                result->games, bench->repeats, bench->models[0]->source);
    json_printf(json, "models: %zu, learnt_anew_for: %zu, in_sample_people: %zu, in_sample_programs: %zu",
                bench->model_count, (size_t)bench->args->folds, overlap.learnt[PLAYER_PEOPLE],
                overlap.learnt[PLAYER_PROGRAMS]);
    json_printf(json, "pairs_left_out: %zu, in_sample_setups: %zu", overlap.without, overlap.setups);
    guess_json_add(result, bench->rows, json);
    json_close(json, '}');
}

/* Measures the guessers, with --folds by models learnt anew, and prints the tables or adds the JSON
 * answer. */
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
    if (args->folds) { /* replace the given models by ones learnt anew */
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
        add_answer_json(bench, result);
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

/* Reads names of guessers, separated by commas or words, into a set of bits. If there are no names, the set
 * has all guessers. */
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

/* Reads or plays the games, chooses the models and the games to measure, and measures them. */
static enum status run_bench_guess(struct session *session, const void *arguments, struct error *error)
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
        status = select_games(&bench, error);
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
    .name = "bench guess", .group = GROUP_MEASURE,
    .keywords = "accuracy odds calibration models log loss statistics",
    .words = ARGUMENTS(
        {.name = "GAMES", .kind = VALUE_FILE, .list = true, .optional = true,
         .at = offsetof(struct bench_guess_args, games)}),
    .flags = ARGUMENTS(
        FLAG_TEXT(struct bench_guess_args, rows, "guessers", "measures these guessers alone: bayes,deboer",
                  .list = true, .value = "GUESSER", .standard = "all"),
        FLAG_WHOLE(struct bench_guess_args, every, "every", 1, 1000000,
                   "measures each N-th game, from the first"),
        FLAG_FILES(struct bench_guess_args, setups, "setups",
                   "what the model learnt from: separates known, new and unlike games", .unlike = "new-to"),
        FLAG_FILES(struct bench_guess_args, new_to, "new-to",
                   "only games neither of whose setups, nor its mirror image, stands in these files",
                   .value = "SETUPS"),
        FLAG_WHOLE(struct bench_guess_args, folds, "folds", 0, GUESS_FOLDS_MAX,
                   "learns all that comes from people's games anew for each of N parts from the others"),
        FLAG_FILES(struct bench_guess_args, fold_models, "fold-models",
                   "measures game i by the i-th of these, again and again, as 'guess learn --folds' "
                   "wrote them", .value = "MODEL"),
        FLAG_BELIEF_MODEL,
        FLAG_SWITCH(struct bench_guess_args, full, "full",
                    "all tables: calibration, by rank, moved or not, stretch of the game, kind of game"),
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
               "learns nothing: each part of the games is measured by its own model. It reports whether\n"
               "models learnt from the games that measure them. In the files of --setups and --new-to\n"
               "those pairs are left out that the model lists as left out ('guess learn --without'). With\n"
               "--setups a game is known too where one of its setups, or its mirror image, is in any other\n"
               "of the GAMES that its model learnt from, or kept in the model. Calibration: the largest\n"
               "gap between the stated probability of the likeliest ranks and the share right, of a bin\n"
               "with 200 pieces or more, less its own error. A game that is there twice counts once.",
    .run = run_bench_guess,
};
