/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making and judging setups: setup create, score, novelty, compare, mirror. */
#include "console/commands.h"

#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"
#include "console/setups.h"
#include "file/notation.h"
#include "setup/creator.h"
#include "setup/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CREATED_MOST = 100000000 };

/* Reads --for or --side. */
static enum status read_side(const struct command *command, const char *name, const char *text,
                             enum side *side, struct error *error)
{
    if (text == NULL || argument_side(text, side))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: found --%s '%s', expected red or blue", command->name,
                     name, text);
}

/* --- create --- */

static enum status bad_keep(const char *word, int length, const char *why, struct error *error)
{
    return error_set(error, STATUS_BAD, "setup create: --keep '%.*s': %s, expected as in F@b1",
                     length, word, why);
}

/* Reads "F@b1 B@a1" into the kept ranks. */
static enum status read_keep(const char *text, enum side side, enum notation notation,
                             uint8_t keep[PIECES_A_SIDE], struct error *error)
{
    static const char between[] = " ,\t\r\n";
    for (const char *word = text + strspn(text, between); *word != '\0'; word += strspn(word, between)) {
        int length = (int)strcspn(word, between);
        int rank = rank_read(word[0], notation);
        const char *cursor = word + 2;
        if (rank < 0 || rank >= RANKS)
            return bad_keep(word, length, notation == NOTATION_ARTS ? "no rank F B S 1-9"
                                                                    : "no rank F B S 2-9 X", error);
        if (length < 4 || word[1] != '@')
            return bad_keep(word, length, "no square", error);
        int square = square_read(&cursor, notation);
        int place = square < 0 ? -1 : setup_index(side, square);
        if (square < 0 || cursor != word + length)
            return bad_keep(word, length, "no square", error);
        if (place < 0)
            return bad_keep(word, length, side == RED ? "red stands on rows 1-4"
                                                      : "blue stands on rows 7-10", error);
        if (keep[place] != RANK_UNKNOWN)
            return bad_keep(word, length, "the square was named before", error);
        keep[place] = (uint8_t)rank;
        word += length;
    }
    return STATUS_OK;
}

/* What `setup create` was asked for. */
struct wish {
    uint64_t count, best_of;
    const char *side_text, *keep, *format, *generator, *statistics, *model;
    double open_flags;
    enum side side;
    struct setup_options options;
};

static enum status parse_create(struct session *session, struct wish *wish, int argc, char **argv,
                                struct error *error)
{
    const struct flag flags[] = {
        {.name = "count", .kind = FLAG_WHOLE, .value = &wish->count, .most = CREATED_MOST},
        {.name = "best-of", .kind = FLAG_WHOLE, .value = &wish->best_of, .least = 1,
         .most = 100000},
        {.name = "for", .kind = FLAG_TEXT, .value = &wish->side_text},
        {.name = "keep", .kind = FLAG_TEXT, .value = &wish->keep},
        {.name = "format", .kind = FLAG_TEXT, .value = &wish->format},
        {.name = "generator", .kind = FLAG_TEXT, .value = &wish->generator},
        {.name = "open-flags", .kind = FLAG_NUMBER, .value = &wish->open_flags, .low = -1,
         .high = 1},
        {.name = "statistics", .kind = FLAG_TEXT, .value = &wish->statistics},
        {.name = "model", .kind = FLAG_TEXT, .value = &wish->model},
    };
    enum status status = arguments_parse(&command_setup_create, flags,
                                         sizeof flags / sizeof flags[0], &argc, argv, error);
    if (!status && argc > 0)
        status = usage_error(&command_setup_create, error);
    if (!status)
        status = setups_check_format(&command_setup_create, wish->format, error);
    if (!status)
        status = read_side(&command_setup_create, "for", wish->side_text, &wish->side, error);
    if (status)
        return status;
    struct settings settings = {0};
    settings_copy(&settings, &session->settings);
    if (wish->generator != NULL)
        status = settings_set(&settings, "setup.generator", wish->generator, "setup create", error);
    setup_options_init(&wish->options, &settings);
    settings_free(&settings);
    if (status)
        return status;
    if (wish->best_of > 0)
        wish->options.best_of = (int)wish->best_of;
    if (wish->open_flags > -2)
        wish->options.open_flags = wish->open_flags;
    if (wish->keep != NULL)
        status = read_keep(wish->keep, wish->side, session_notation(session), wish->options.keep,
                           error);
    return status ? status : setup_options_check(&wish->options, error);
}

static enum status create_all(struct session *session, const struct wish *wish,
                              const struct setup_statistics *statistics, struct error *error)
{
    struct rng rng;
    rng_seed(&rng, session->seed, 0);
    for (uint64_t i = 0; i < wish->count; i++) {
        struct setup setup;
        setup_create(statistics, &wish->options, &rng, &setup);
        if (session_stopped(session))
            return error_set(error, STATUS_FAILED, "setup create: stopped");
        if (i > 0 && strcmp(wish->format, "setup") == 0)
            session_printf(session, "\n");
        setups_print(session, &setup, wish->format, wish->side);
    }
    return STATUS_OK;
}

static enum status run_create(struct session *session, int argc, char **argv, struct error *error)
{
    struct wish wish = {.count = 1, .format = "setup", .open_flags = -3, .side = RED};
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    struct setup_model model = {0};
    enum status status = parse_create(session, &wish, argc, argv, error);
    if (!status)
        status = setups_statistics(wish.statistics, statistics, error);
    if (!status && wish.options.generator == GENERATOR_FAITHFUL)
        status = setups_model(wish.model, &model, error);
    wish.options.model = &model;
    wish.options.stop = session->stop;
    if (!status)
        status = create_all(session, &wish, statistics, error);
    setup_model_free(&model);
    free(statistics);
    return status;
}

const struct command command_setup_create = {
    .name = "setup create",
    .arguments = "[--count N] [--best-of N] [--for red|blue] [--keep 'F@b1 B@a1 …'] "
                 "[--format setup|gravon] [--generator NAME] [--open-flags SHARE] "
                 "[--statistics FILE] [--model FILE]",
    .help = "creates setups like people's and prints the best by the heuristics",
    .details =
        "--best-of: how many are made for each that is printed; more is stronger, fewer is\n"
        "harder to foresee. --keep: pieces that must stand on their squares. --generator:\n"
        "semi-random (piece by piece from the statistics), faithful (a draw from the joint\n"
        "model), random. --open-flags: the share whose flag is not bombed in; as it comes\n"
        "where it is below 0. The other choices are the options setup.* and judge.*.",
    .run = run_create,
};

/* --- score --- */

static void score_heuristic(const struct judge *judge, int heuristic, enum side side,
                            enum notation notation,
                            const struct judge_finding findings[JUDGE_ROWS], struct text *out)
{
    struct text rows = {0};
    double points = 0;
    for (int row = 0; row < JUDGE_ROWS; row++) {
        if (judge_table[row].heuristic != heuristic || findings[row].times == 0)
            continue;
        double earned = findings[row].times * judge->points[row];
        points += earned;
        text_printf(&rows, "    %+6.4g  %s:", earned, judge_table[row].meaning);
        setups_squares(findings[row].places, side, notation, &rows);
        text_add(&rows, "\n");
    }
    text_printf(out, "H%d %-42s %+.4g\n%s", heuristic, judge_heuristic_name(heuristic), points,
                text_string(&rows));
    text_free(&rows);
}

static void score_distances(const struct setup *setup, struct text *out)
{
    uint8_t distance[PIECES_A_SIDE];
    setup_distances(setup, distance);
    text_printf(out, "H1 %s, and the setup\n", judge_heuristic_name(1));
    for (int row = 0; row < 4; row++) {
        text_add(out, "    ");
        for (int file = 0; file < FILES; file++) {
            int far = distance[row * FILES + file];
            if (far == DISTANCE_NONE)
                text_add(out, "  -");
            else
                text_printf(out, "%3d", far);
        }
        text_add(out, "    ");
        for (int file = 0; file < FILES; file++)
            text_printf(out, " %c", rank_table[setup->rank[row * FILES + file]].symbol);
        text_add(out, "\n");
    }
}

static enum status run_score(struct session *session, int argc, char **argv, struct error *error)
{
    const char *side_text = NULL;
    const struct flag flags[] = {{.name = "for", .kind = FLAG_TEXT, .value = &side_text}};
    struct setup setup;
    struct judge judge;
    struct judge_finding findings[JUDGE_ROWS];
    enum side side = RED;
    enum status status = arguments_parse(&command_setup_score, flags, 1, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_setup_score, error);
    if (!status)
        status = setups_load(argv[0], &setup, &side, error);
    if (!status)
        status = read_side(&command_setup_score, "for", side_text, &side, error);
    if (status)
        return status;
    judge_from_settings(&judge, &session->settings);
    double total = judge_explain(&judge, &setup, findings);
    struct text out = {0};
    score_distances(&setup, &out);
    for (int heuristic = 2; heuristic <= 9; heuristic++)
        score_heuristic(&judge, heuristic, side, session_notation(session), findings, &out);
    text_printf(&out, "total %.4g\n", total);
    session_write(session, out.bytes, out.size);
    text_free(&out);
    return STATUS_OK;
}

const struct command command_setup_score = {
    .name = "setup score",
    .arguments = "FILE|NAME [--for red|blue]",
    .help = "prints a setup's points by De Boer's heuristics, with the squares that earned them",
    .details =
        "The points are the options judge.*. FILE is a setup file or NAME one that was\n"
        "saved.",
    .completes = "file",
    .run = run_score,
};

/* --- novelty --- */

/* The stored setup that differs least, left and right exchanged or not; `self`, which may be NULL,
 * is left out. */
static enum status print_nearest(const struct setup *setup, const char *self, struct text *out,
                                 struct error *error)
{
    struct stored_setup *list = NULL;
    struct setup mirrored;
    size_t count = 0, best = 0;
    int least = PIECES_A_SIDE + 1;
    bool best_mirrored = false;
    enum status status = store_list(&list, &count, error);
    setup_mirror(setup, &mirrored);
    for (size_t i = 0; i < count; i++)
        for (int turn = 0; turn < 2; turn++) {
            if (self != NULL && strcmp(self, list[i].name) == 0)
                continue;
            int distance = setup_distance(turn == 0 ? setup : &mirrored, &list[i].setup);
            if (distance < least) {
                least = distance;
                best = i;
                best_mirrored = turn == 1;
            }
        }
    if (least <= PIECES_A_SIDE)
        text_printf(out, "nearest stored setup: %s%s, %d squares differ\n", list[best].name,
                    best_mirrored ? " mirrored" : "", least);
    free(list);
    return status;
}

/* The places whose rank is the least expected there, the rarest first. */
static void print_surprises(const struct setup_statistics *statistics, const struct setup *setup,
                            enum side side, enum notation notation, struct text *out)
{
    enum { SHOWN = 5 };
    placeset shown = 0;
    text_add(out, "least expected:");
    for (int i = 0; i < SHOWN; i++) {
        int least = -1;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            if ((shown & PLACE_BIT(place)) == 0 &&
                (least < 0 || setup_prior(statistics, place, setup->rank[place]) <
                                  setup_prior(statistics, least, setup->rank[least])))
                least = place;
        shown |= PLACE_BIT(least);
        text_printf(out, "%s %c", i == 0 ? "" : ",", rank_write(setup->rank[least], notation));
        setups_squares(PLACE_BIT(least), side, notation, out);
        text_printf(out, " (%.2g %%)",
                    100 * setup_prior(statistics, least, setup->rank[least]));
    }
    text_add(out, "\n");
}

static enum status print_novelty(struct session *session, const struct setup *setup,
                                 const char *self, enum side side,
                                 const struct setup_statistics *statistics,
                                 const struct setup_model *model, struct error *error)
{
    struct text out = {0};
    double log_probability = setup_log_probability(model, setup);
    double percentile = setup_model_percentile(model, log_probability);
    text_printf(&out, "log-probability: %.2f (one in 10^%.1f)\n", log_probability,
                -log_probability / log(10));
    text_printf(&out, "more predictable than %.0f %% of %llu setups people played\n",
                100 * percentile, (unsigned long long)model->count);
    print_surprises(statistics, setup, side, session_notation(session), &out);
    enum status status = print_nearest(setup, self, &out, error);
    if (!status)
        session_write(session, out.bytes, out.size);
    text_free(&out);
    return status;
}

/* The means over all setups of files. */
static enum status print_means(struct session *session, int count, char **paths,
                               const struct setup_model *model, struct error *error)
{
    struct setup *setups = NULL;
    size_t size = 0;
    double log_probability = 0, percentile = 0;
    enum status status = load_setups(count, paths, &setups, &size, error);
    if (!status && size == 0)
        status = error_set(error, STATUS_BAD, "setup novelty: no setup in %s", paths[0]);
    for (size_t i = 0; i < size && !status; i++) {
        double value = setup_log_probability(model, &setups[i]);
        log_probability += value / (double)size;
        percentile += setup_model_percentile(model, value) / (double)size;
    }
    if (!status)
        session_printf(session, "%zu setups, mean log-probability %.3f, mean percentile %.1f\n",
                       size, log_probability, 100 * percentile);
    free(setups);
    return status;
}

static enum status run_novelty(struct session *session, int argc, char **argv, struct error *error)
{
    const char *statistics_path = NULL, *model_path = NULL;
    bool mean = false;
    const struct flag flags[] = {
        {.name = "mean", .kind = FLAG_BARE, .value = &mean},
        {.name = "statistics", .kind = FLAG_TEXT, .value = &statistics_path},
        {.name = "model", .kind = FLAG_TEXT, .value = &model_path},
    };
    struct setup setup;
    enum side side = RED;
    struct setup_model model = {0};
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    enum status status = arguments_parse(&command_setup_novelty, flags, 3, &argc, argv, error);
    if (!status && (argc < 1 || (argc > 1 && !mean)))
        status = usage_error(&command_setup_novelty, error);
    if (!status)
        status = setups_model(model_path, &model, error);
    if (!status && mean) {
        status = print_means(session, argc, argv, &model, error);
    } else if (!status) {
        status = setups_load(argv[0], &setup, &side, error);
        if (!status)
            status = setups_statistics(statistics_path, statistics, error);
        if (!status)
            status = print_novelty(session, &setup, setups_is_stored(argv[0]) ? argv[0] : NULL,
                                   side, statistics, &model, error);
    }
    setup_model_free(&model);
    free(statistics);
    return status;
}

const struct command command_setup_novelty = {
    .name = "setup novelty",
    .arguments = "FILE|NAME [--statistics FILE] [--model FILE] | FILE… --mean [--model FILE]",
    .help = "tells how predictable a setup is",
    .details =
        "Its log-probability under the joint model of people's setups, how many of those are\n"
        "less probable, the pieces that are least expected where they stand, and the nearest\n"
        "stored setup. With --mean the means over all setups of the files: how well the model\n"
        "foresees them.",
    .completes = "file",
    .run = run_novelty,
};

/* --- compare, mirror --- */

static void compare_line(struct text *out, const char *what, double a, double b)
{
    text_printf(out, "%-28s %10.4g %10.4g\n", what, a + 0.0, b + 0.0); /* no "-0" */
}

static void compare(const struct setup pair[2], const struct judge *judge,
                    const struct setup_model *model, struct text *out)
{
    struct setup mirrored;
    struct judge_finding findings[2][JUDGE_ROWS];
    placeset differing = 0;
    setup_mirror(&pair[1], &mirrored);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (pair[0].rank[place] != pair[1].rank[place])
            differing |= PLACE_BIT(place);
    text_printf(out, "%d squares differ (%d with the second mirrored)\n",
                setup_distance(&pair[0], &pair[1]), setup_distance(&pair[0], &mirrored));
    for (int row = 0; row < 4; row++) {
        for (int which = 0; which < 2; which++) {
            for (int file = 0; file < FILES; file++) {
                int place = row * FILES + file;
                bool differs = (differing & PLACE_BIT(place)) != 0;
                text_printf(out, " %c%c", rank_table[pair[which].rank[place]].symbol,
                            differs ? '*' : ' ');
            }
            text_add(out, which == 0 ? "   " : "\n");
        }
    }
    double totals[2];
    for (int which = 0; which < 2; which++)
        totals[which] = judge_explain(judge, &pair[which], findings[which]);
    for (int row = 0; row < JUDGE_ROWS; row++)
        if (findings[0][row].times != findings[1][row].times)
            compare_line(out, judge_table[row].key, findings[0][row].times * judge->points[row],
                         findings[1][row].times * judge->points[row]);
    compare_line(out, "total", totals[0], totals[1]);
    compare_line(out, "log-probability", setup_log_probability(model, &pair[0]),
                 setup_log_probability(model, &pair[1]));
}

static enum status run_compare(struct session *session, int argc, char **argv, struct error *error)
{
    struct setup pair[2];
    struct setup_model model = {0};
    struct judge judge;
    enum status status = arguments_parse(&command_setup_compare, NULL, 0, &argc, argv, error);
    if (!status && argc != 2)
        status = usage_error(&command_setup_compare, error);
    for (int i = 0; i < 2 && !status; i++)
        status = setups_load(argv[i], &pair[i], NULL, error);
    if (!status)
        status = setups_model(NULL, &model, error);
    if (status)
        return status;
    judge_from_settings(&judge, &session->settings);
    struct text out = {0};
    compare(pair, &judge, &model, &out);
    session_write(session, out.bytes, out.size);
    text_free(&out);
    setup_model_free(&model);
    return STATUS_OK;
}

const struct command command_setup_compare = {
    .name = "setup compare",
    .arguments = "FILE|NAME FILE|NAME",
    .help = "shows where two setups differ, and in which points",
    .completes = "file file",
    .run = run_compare,
};

static enum status run_mirror(struct session *session, int argc, char **argv, struct error *error)
{
    const char *format = "setup";
    const struct flag flags[] = {{.name = "format", .kind = FLAG_TEXT, .value = &format}};
    struct setup setup;
    enum side side;
    enum status status = arguments_parse(&command_setup_mirror, flags, 1, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_setup_mirror, error);
    if (!status)
        status = setups_check_format(&command_setup_mirror, format, error);
    if (!status)
        status = setups_load(argv[0], &setup, &side, error);
    if (status)
        return status;
    setup_mirror(&setup, &setup);
    setups_print(session, &setup, format, side);
    return STATUS_OK;
}

const struct command command_setup_mirror = {
    .name = "setup mirror",
    .arguments = "FILE|NAME [--format setup|gravon]",
    .help = "prints a setup with left and right exchanged",
    .completes = "file",
    .run = run_mirror,
};
