/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning for the guesser, and measuring it: guess learn, bench guess. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "base/memory.h"
#include "console/guesser.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/bench_guess.h"
#include "lab/guess_learn.h"
#include "lab/self_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status read_lessons(struct lessons *lessons, const struct session *session, int count,
                                char **paths, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        status = lessons_read(lessons, paths[i], error);
        if (!status && session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    return status;
}

/* Games of programs that are played for the purpose: --self-play N --players A B… */
struct self_play_wish {
    uint64_t games;
    struct word_list players;
};

enum { SELF_PLAY_FLAGS = 2, SELF_PLAY_MOST = 1000000 };

static void self_play_flags(struct self_play_wish *wish, struct flag flags[SELF_PLAY_FLAGS])
{
    flags[0] = (struct flag){.name = "self-play", .kind = FLAG_WHOLE, .value = &wish->games, .least = 1,
                             .most = SELF_PLAY_MOST};
    flags[1] = (struct flag){.name = "players", .kind = FLAG_LIST, .value = &wish->players};
}

static void tell_self_play(void *context, size_t done, size_t games)
{
    if (done % 10 == 0 || done == games)
        session_progress(context, "self-play: %zu of %zu games", done, games);
}

static enum status play_lessons(struct lessons *lessons, struct session *session,
                                const struct self_play_wish *wish, struct error *error)
{
    struct setup *pool = NULL;
    struct self_play_terms terms = {
        .players = (const char *const *)wish->players.word,
        .player_count = (size_t)wish->players.count,
        .games = (size_t)wish->games,
        .seed = session->has_seed ? session->seed : 1,
        .jobs = session->jobs,
        .settings = &session->settings,
        .stop = session->stop,
        .progress = session->progress ? tell_self_play : NULL,
        .context = session,
    };
    if (!wish->games)
        return STATUS_OK;
    if (!terms.player_count)
        for (terms.players = self_play_players; terms.players[terms.player_count];)
            terms.player_count++;
    rules_from_settings(&terms.rules, &session->settings, rules_find("deepnash"));
    enum status status = load_setups(0, NULL, &pool, &terms.pool_count, error);
    terms.pool = pool;
    if (!status)
        status = self_play(&terms, lessons, error);
    session_progress(session, "%s", "");
    free(pool);
    return status;
}

/* --- guess learn --- */

static void report_step(void *context, const char *text)
{
    session_progress(context, "%s", text);
}

/* A line for the file: quotes and backslashes would need more YAML than is worth it. */
static void take_source(struct belief_model *model, const char *source)
{
    for (size_t i = 0; i + 1 < sizeof model->source && source[i]; i++)
        model->source[i] = source[i] == '"' || source[i] == '\\' ? '\'' : source[i];
}

static void print_learnt(struct session *session, const struct belief_model *model,
                         const struct belief_options *deboer)
{
    static const char *const players[CONDUCT_PLAYERS] = {"people", "programs"};
    const struct belief_weights *weights = &model->weights;
    for (int player = 0; player < CONDUCT_PLAYERS; player++)
        if (model->conduct[player].games)
            session_printf(session, "learnt from %llu moves of %llu games of %s\n",
                           (unsigned long long)model->conduct[player].moves,
                           (unsigned long long)model->conduct[player].games, players[player]);
    session_printf(session, "learnt from %llu setups\n", (unsigned long long)model->setups);
    session_printf(session, "weights: joint %.2f, people %.2f; programs %.2f, programs_joint %.2f, "
                   "programs_setup %.2f; evidence %.2f\n", weights->joint, weights->people,
                   weights->programs, weights->programs_joint, weights->programs_setup, weights->evidence);
    session_printf(session, "best for deboer: missed %g, happiness %g, decay %g, line %g\n",
                   deboer->missed, deboer->happiness, deboer->decay, deboer->line);
}

static enum status learn(struct session *session, struct guess_learn_terms *terms,
                         const char *source, const char *out_path, struct error *error)
{
    struct text out = {0};
    struct belief_model *model = memory_new(1, sizeof *model);
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    struct belief_options deboer;
    setup_statistics_human(statistics);
    terms->statistics = statistics;
    belief_options_read(&terms->options, &session->settings);
    clock_date(model->date);
    take_source(model, source);
    enum status status = guess_learn(terms, model, &deboer, error);
    if (!status) {
        belief_model_write(model, &out);
        status = disk_write(out_path, out.bytes, out.size, error);
    }
    session_progress(session, "%s", "");
    if (!status)
        print_learnt(session, model, &deboer);
    text_free(&out);
    free(statistics);
    free(model);
    return status;
}

/* What `guess learn` was asked for. */
struct learn_wish {
    struct word_list setups, without, programs;
    struct self_play_wish self_play;
    const char *out, *source;
    uint64_t rounds;
};

static enum status parse_learn(struct learn_wish *wish, int *argc, char **argv, struct error *error)
{
    struct flag flags[6 + SELF_PLAY_FLAGS] = {
        {.name = "setups", .kind = FLAG_LIST, .value = &wish->setups},
        {.name = "without", .kind = FLAG_LIST, .value = &wish->without},
        {.name = "programs", .kind = FLAG_LIST, .value = &wish->programs},
        {.name = "rounds", .kind = FLAG_WHOLE, .value = &wish->rounds, .least = 1, .most = 10000},
        {.name = "out", .kind = FLAG_TEXT, .value = &wish->out},
        {.name = "source", .kind = FLAG_TEXT, .value = &wish->source},
    };
    self_play_flags(&wish->self_play, flags + 6);
    enum status status = arguments_parse(&command_guess_learn, flags, sizeof flags / sizeof flags[0], argc,
                                         argv, error);
    if (!status && (*argc == 0 || !wish->out))
        status = usage_error(&command_guess_learn, error);
    return status;
}

static enum status run_learn(struct session *session, int argc, char **argv, struct error *error)
{
    struct learn_wish wish = {.source = "games and setups that people played", .rounds = 80};
    struct lessons games = {0}, programs = {0}, without = {0};
    struct setup *setups = NULL;
    size_t setup_count = 0;
    enum status status = parse_learn(&wish, &argc, argv, error);
    if (!status)
        status = read_lessons(&games, session, argc, argv, error);
    if (!status)
        status = read_lessons(&without, session, wish.without.count, wish.without.word, error);
    if (!status)
        status = read_lessons(&programs, session, wish.programs.count, wish.programs.word, error);
    if (!status && wish.setups.count)
        status = load_setups(wish.setups.count, wish.setups.word, &setups, &setup_count, error);
    if (!status)
        status = play_lessons(&programs, session, &wish.self_play, error);
    if (!status) {
        struct guess_learn_terms terms = {
            .games = &games, .programs = &programs, .without = &without, .setups = setups,
            .setup_count = setup_count, .rounds = (int)wish.rounds, .jobs = session->jobs,
            .seed = session->has_seed ? session->seed : 1,
            .stop = session->stop, .report = report_step, .context = session,
        };
        status = learn(session, &terms, wish.source, wish.out, error);
    }
    free(setups);
    lessons_free(&without);
    lessons_free(&programs);
    lessons_free(&games);
    return status;
}

const struct command command_guess_learn = {
    .name = "guess learn",
    .arguments = "GAMES… --out FILE [--setups FILE…] [--without GAMES…] [--programs GAMES…] "
                 "[--self-play N] [--players AGENT…] [--rounds N] [--source TEXT]",
    .help = "learns the model of the guesser \"bayes\" from games and setups",
    .details =
        "From the games it learns how people move, and which pieces become known when; from those of\n"
        "--programs, and from N games of --self-play, how programs move; from the setups of --setups\n"
        "(those of the games without it) what the known part of a setup tells of the rest, in --rounds\n"
        "rounds (80). What each of these weighs it picks on a third of the games by what it learnt from\n"
        "the others. In self-play each of the --players meets each (planners of several styles, and\n"
        "probabilistic, if none is named). Two setups of --setups that follow each other and are red's\n"
        "and blue's of one of the games --without are left out, so that those games can measure the\n"
        "model; a setup that was played in another game too is learnt from there. --source is a line that\n"
        "the file keeps. The same seed (1) writes the same file with any --jobs.",
    .completes = "file",
    .run = run_learn,
};

/* --- bench guess --- */

static void print_row(struct session *session, const char *name, const struct guess_sum *sum)
{
    char flags[16] = "-"; /* where no flag is hidden whose square is known */
    if (sum->looks > 0)
        snprintf(flags, sizeof flags, "%.2f", 100 * sum->flags / sum->looks);
    session_printf(session, "  %-14s %7.2f %7.4f %7.4f %7s %9.0f\n", name, 100 * sum->right / sum->pieces,
                   sum->truth / sum->pieces, sum->loss / sum->pieces, flags, sum->pieces);
}

static void print_table(struct session *session, const struct guess_result *result)
{
    for (int k = 0; k < GUESS_PLIES; k++) {
        if (!(result->sum[0][k].pieces > 0))
            continue;
        if (guess_plies[k])
            session_printf(session, "after ply %u\n", guess_plies[k]);
        else
            session_printf(session, "over whole games\n");
        session_printf(session, "  %-14s %7s %7s %7s %7s %9s\n", "guesser", "right%", "true p",
                       "bits", "flag3%", "pieces");
        for (int row = 0; row < GUESS_ROWS; row++) {
            const struct guess_sum *sum = &result->sum[row][k];
            if (sum->pieces > 0)
                print_row(session, guess_table[row].name, sum);
        }
        const struct guess_sum *bayes = &result->sum[GUESS_BAYES][k];
        if (bayes->sides > 0)
            session_printf(session, "  a program plays, by bayes: mean probability %.4f\n",
                           bayes->programs / bayes->sides);
    }
}

static void print_gain(struct session *session, const char *name, const struct guess_difference *gain)
{
    session_printf(session, "  %-14s %+.4f", name, decimal_plain_zero(gain->mean, 4));
    if (gain->games > 1)
        session_printf(session, "  (%+.4f .. %+.4f)", decimal_plain_zero(gain->low, 4),
                       decimal_plain_zero(gain->high, 4));
    session_printf(session, "\n");
}

static void print_gains(struct session *session, const struct guess_result *result)
{
    if (!result->beyond.games)
        return;
    session_printf(session, "log-loss against the row above, bits%s\n",
                   result->beyond.games > 1 ? ", with the 95 % interval by game" : "");
    for (int row = 1; row < GUESS_ROWS; row++)
        print_gain(session, guess_table[row].name, &result->gain[row]);
    print_gain(session, "bayes - deboer", &result->beyond);
}

static void print_figures(struct session *session, const struct guess_result *result)
{
    for (int row = 0; row < GUESS_ROWS; row++) {
        const struct guess_sum *sum = &result->sum[row][GUESS_PLIES - 1];
        const char *name = guess_table[row].name;
        if (!(sum->pieces > 0))
            continue;
        session_printf(session, "figure %s-top1 %.2f %%\n", name, 100 * sum->right / sum->pieces);
        session_printf(session, "figure %s-true %.4f probability\n", name, sum->truth / sum->pieces);
        session_printf(session, "figure %s-logloss %.4f bits\n", name, sum->loss / sum->pieces);
        if (sum->looks > 0)
            session_printf(session, "figure %s-flag3 %.2f %%\n", name, 100 * sum->flags / sum->looks);
    }
    const struct guess_difference *beyond = &result->beyond;
    if (beyond->games)
        session_printf(session, "figure bayes-gain %.4f bits\n", decimal_plain_zero(-beyond->mean, 4));
    if (beyond->games < 2)
        return;
    session_printf(session, "figure bayes-gain-low %.4f bits\n", decimal_plain_zero(-beyond->high, 4));
    session_printf(session, "figure bayes-gain-high %.4f bits\n", decimal_plain_zero(-beyond->low, 4));
}

/* What the model knows of the games that measure it. */
static void print_origin(struct session *session, const struct guess_terms *terms)
{
    static const char *const players[CONDUCT_PLAYERS] = {"people", "programs"};
    const struct belief_model *model = terms->model;
    size_t count = terms->games->count, all = 0;
    session_printf(session, "model: %s\n", model->source);
    if (terms->folds)
        session_printf(session, "held out: how people move, its weights and De Boer's constants are learnt "
                       "anew for each of %d parts from the others\n", terms->folds);
    for (int player = terms->folds ? CONDUCT_PROGRAMS : 0; player < CONDUCT_PLAYERS; player++) {
        size_t found = lessons_marked(terms->games, &model->marks[player]);
        uint64_t games = model->conduct[player].games;
        all += found;
        if (games && !model->marks[player].count)
            session_printf(session, "not known: the model does not tell from which games it learnt how %s "
                           "move\n", players[player]);
        else if (found)
            session_printf(session, "in-sample: the model learnt how %s move from %zu of these games\n",
                           players[player], found);
        else if (games)
            session_printf(session, "held out: how %s move was learnt from %llu other games\n",
                           players[player], (unsigned long long)games);
    }
    size_t without = lessons_marked(terms->games, &model->without);
    if (without == count)
        session_printf(session, "held out: the pairs of setups of these games were left out; either setup "
                       "may be known from another game (--new-to)\n");
    else
        session_printf(session, "not known: whether the setups of %zu of these games are among the model's\n",
                       count - without);
    session_printf(session, "figure in-sample %zu games\n", all);
}

/* What was learnt for each fold. */
static void print_folds(struct session *session, const struct guess_terms *terms,
                        const struct guess_result *result)
{
    for (int i = 0; i < terms->folds; i++) {
        const struct guess_fold *fold = &result->fold[i];
        session_printf(session, "part %d: joint %.2f, people %.2f; missed %g, happiness %g, decay %g, "
                       "line %g\n", i + 1, fold->weights.joint, fold->weights.people, fold->deboer.missed,
                       fold->deboer.happiness, fold->deboer.decay, fold->deboer.line);
    }
}

/* What `bench guess` was asked for. */
struct bench_wish {
    struct self_play_wish self_play;
    struct word_list new_to;
    uint64_t folds;
    const char *model;
};

static enum status parse_bench(struct bench_wish *wish, int *argc, char **argv, struct error *error)
{
    struct flag flags[3 + SELF_PLAY_FLAGS] = {
        {.name = "new-to", .kind = FLAG_LIST, .value = &wish->new_to},
        {.name = "folds", .kind = FLAG_WHOLE, .value = &wish->folds, .most = GUESS_FOLDS_MOST},
        {.name = "model", .kind = FLAG_TEXT, .value = &wish->model},
    };
    self_play_flags(&wish->self_play, flags + 3);
    enum status status = arguments_parse(&command_bench_guess, flags, sizeof flags / sizeof flags[0], argc,
                                         argv, error);
    if (!status && *argc == 0 && !wish->self_play.games)
        status = usage_error(&command_bench_guess, error);
    if (!status && wish->folds == 1)
        status = error_set(error, STATUS_BAD, "bench guess: one fold leaves nothing to learn from");
    return status;
}

/* Games that were asked for and are not measured. */
struct left_out {
    size_t repeats;       /* the same as others */
    bool cut;             /* --new-to was asked for: */
    size_t known, setups; /* with a setup that stands among so many */
};

/* Takes out games that are the same as others, and those that are not new to the setups of --new-to. */
static enum status cut(struct lessons *games, const struct word_list *new_to, struct left_out *left_out,
                       struct error *error)
{
    struct setup *all = NULL;
    size_t count = 0;
    left_out->repeats = lessons_drop_repeats(games);
    enum status status = new_to->count ? load_setups(new_to->count, new_to->word, &all, &count, error)
                                       : STATUS_OK;
    left_out->cut = new_to->count > 0;
    if (!status && left_out->cut) {
        struct setup *others = lessons_other_setups(games, all, count, &left_out->setups);
        left_out->known = lessons_keep_new(games, others, left_out->setups);
        free(others);
    }
    free(all);
    return status;
}

static void print_left_out(struct session *session, const struct left_out *left_out)
{
    if (left_out->repeats)
        session_printf(session, "repeated games left out: %zu\n", left_out->repeats);
    if (left_out->cut)
        session_printf(session, "games left out of which a setup, or its mirror image, stands among %zu "
                       "others: %zu\n", left_out->setups, left_out->known);
}

static enum status bench(struct session *session, struct guess_terms *terms, const struct left_out *left_out,
                         struct error *error)
{
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    struct guess_result *result = memory_new(1, sizeof *result);
    setup_statistics_human(statistics);
    terms->statistics = statistics;
    terms->jobs = session->jobs;
    terms->stop = session->stop;
    belief_options_read(&terms->options, &session->settings);
    enum status status = guess_bench(terms, result, error);
    if (!status) {
        session_printf(session, "%zu games\n", result->games);
        print_left_out(session, left_out);
        print_origin(session, terms);
        print_folds(session, terms, result);
        print_table(session, result);
        print_gains(session, result);
        print_figures(session, result);
    }
    free(result);
    free(statistics);
    return status;
}

static enum status run_bench(struct session *session, int argc, char **argv, struct error *error)
{
    struct bench_wish wish = {0};
    struct lessons games = {0};
    struct left_out left_out = {0};
    struct belief_model *model = NULL;
    enum status status = parse_bench(&wish, &argc, argv, error);
    if (!status)
        status = read_lessons(&games, session, argc, argv, error);
    if (!status)
        status = play_lessons(&games, session, &wish.self_play, error);
    if (!status)
        status = cut(&games, &wish.new_to, &left_out, error);
    if (!status) {
        model = wish.model ? belief_model_read(wish.model, error) : belief_model_standard();
        status = model ? STATUS_OK : STATUS_BAD;
    }
    if (!status) {
        struct guess_terms terms = {.games = &games, .model = model, .folds = (int)wish.folds};
        status = bench(session, &terms, &left_out, error);
    }
    free(model);
    lessons_free(&games);
    return status;
}

const struct command command_bench_guess = {
    .name = "bench guess",
    .arguments = "[GAMES…] [--new-to SETUPS…] [--folds N] [--model FILE] [--self-play N] [--players AGENT…]",
    .help = "measures the guessers on games whose setups are known",
    .details = "After plies 20, 50, 100 and 200 and over whole games, for each guesser: the share of hidden\n"
               "pieces whose likeliest rank is right, the mean probability of the true rank, the mean\n"
               "log-loss, and how often the flag's square is among the three likeliest. With --folds all\n"
               "that comes from people's games is learnt anew for each part of the games from the others:\n"
               "how people move, its weights, and De Boer's constants. Otherwise it tells whether the model\n"
               "learnt from the games that measure it. With --new-to only games count neither of whose\n"
               "setups, nor its mirror image, stands in these files of setups, where the games' own pairs\n"
               "are left out as 'guess learn --without' does it. A game that is there twice counts once.\n"
               "--self-play and --players as in 'guess learn'.",
    .completes = "file",
    .run = run_bench,
};
