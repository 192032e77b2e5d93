/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates and evaluates setups: setup create, score, compare, mirror. */
#include "commands/table.h"

#include "commands/army_word.h"
#include "commands/setups.h"
#include "game/notation.h"
#include "setup/creator.h"

#include <math.h>
#include <string.h>

enum { CREATED_MAX = 100000000 };

/* --- create --- */

/* Sets the error that a word of --keep (`length` bytes) is not what was expected; returns STATUS_BAD. */
static enum status report_keep_fault(const char *word, int length, const char *expected, struct error *error)
{
    return error_set(error, STATUS_BAD, "setup create: --keep: found '%.*s', expected %s", length, word,
                     expected);
}

/* Reads the pieces of --keep, such as "F@b1 B@a1", for `side`. keep[place] gets the rank. Other places stay
 * RANK_UNKNOWN. No place may be named twice. */
static enum status read_keep(const char *text, enum side side, enum notation notation,
                             uint8_t keep[PIECES_A_SIDE], struct error *error)
{
    static const char between[] = " ,\t\r\n", piece_form[] = "a rank, '@' and a square, as in F@b1";
    for (const char *word = text + strspn(text, between); *word != '\0'; word += strspn(word, between)) {
        int length = (int)strcspn(word, between);
        int rank = rank_read(word[0], notation);
        const char *cursor = word + 2; /* behind the rank and the '@' */
        if (rank < 0 || rank >= RANKS)
            return report_keep_fault(word, length,
                                     notation == NOTATION_ARTS ? "a rank F B S 1-9, as in F@b1"
                                                               : "a rank F B S 2-9 X, as in F@b1", error);
        if (length < 4 || word[1] != '@')
            return report_keep_fault(word, length, piece_form, error);
        int square = square_read(&cursor, notation);
        int place = square < 0 ? -1 : setup_index(side, square);
        if (square < 0 || cursor != word + length)
            return report_keep_fault(word, length, piece_form, error);
        if (place < 0)
            return report_keep_fault(word, length, side == RED ? "a square of red's, on rows 1-4"
                                                             : "a square of blue's, on rows 7-10", error);
        if (keep[place] != RANK_UNKNOWN)
            return report_keep_fault(word, length, "a square that was not named before", error);
        keep[place] = (uint8_t)rank;
        word += length;
    }
    return STATUS_OK;
}

struct create_args {
    uint64_t count;
    int side, format, variant; /* variant: index in variant_table, or ARMY_NO_VARIANT */
    const char *keep, *army;
};

/* Creates args->count setups and prints each. STATUS_NO if it was stopped. */
static enum status create_all(struct session *session, const struct create_args *args,
                              const struct setup_options *options, const struct setup_statistics *statistics,
                              struct error *error)
{
    const struct variant *variant =
        args->variant == ARMY_NO_VARIANT ? NULL : variant_at((uint8_t)args->variant);
    struct rng rng;
    rng_seed(&rng, session->seed, 0);
    json_printf(session->answer, "{setups: [");
    for (uint64_t i = 0; i < args->count; i++) {
        struct setup setup;
        setup_create(statistics, options, &rng, &setup);
        if (session_stopped(session))
            return error_set(error, STATUS_NO, "setup create: stopped");
        if (i > 0 && args->format == SETUP_ROWS)
            session_printf(session, "\n");
        setups_print(session, &setup, variant, (enum setup_format)args->format, (enum side)args->side);
    }
    json_printf(session->answer, "]}");
    return STATUS_OK;
}

/* Runs `setup create`. */
static enum status run_create(struct session *session, const void *arguments, struct error *error)
{
    const struct create_args *args = arguments;
    struct setup_options options;
    struct setup_sources sources;
    const struct variant *variant;
    struct error why;
    setup_options_init(&options, &session->settings);
    enum status status = army_of_variant(args->variant, args->army, session_notation(session), &variant,
                                         options.army, &why);
    if (status)
        return error_set(error, status, "setup create: %s", why.text);
    if (args->keep)
        status = read_keep(args->keep, (enum side)args->side, session_notation(session), options.keep, error);
    if (!status)
        status = setup_options_check(&options, error);
    if (!status)
        status = library_setup_sources(library_for_variant(session->library, variant), &session->settings,
                                       &sources, error);
    if (status)
        return status;
    options.model = sources.model;
    options.stop = session->stop;
    return create_all(session, args, &options, sources.statistics, error);
}

const struct command command_setup_create = {
    .name = "setup create", .group = GROUP_SETUPS,
    .keywords = "generate random opening formation deploy placement army",
    .flags = ARGUMENTS(
        {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(struct create_args, variant),
         .meaning = "which pieces there are", .standard = "the army's, else classic"},
        FLAG_TEXT(struct create_args, army, "army",
                  "the pieces: their ranks, or the file or name of a setup that has them",
                  .value = "'F B S 2 2 3 9 X'", .standard = "the variant's"),
        FLAG_WHOLE(struct create_args, count, "count", 0, CREATED_MAX, "how many are printed"),
        {.name = "best-of", .kind = VALUE_TEXT, .sets = "setup.best_of", .value = "N",
         .meaning = "how many are made for each that is printed; more is stronger, fewer is harder to "
                    "foresee"},
        FLAG_SIDE(struct create_args, side, "whose letters, and whose squares --keep names", "red"),
        FLAG_TEXT(struct create_args, keep, "keep", "pieces that must stand on their squares",
                  .value = "'F@b1 B@a1 …'"),
        FLAG_FORMAT(struct create_args, format),
        {.name = "generator", .kind = VALUE_TEXT, .sets = "setup.generator", .value = "NAME",
         .meaning = "semi-random (piece by piece from the statistics), faithful (by the joint model) or "
                    "random"},
        {.name = "open-flags", .kind = VALUE_TEXT, .sets = "setup.open_flags", .value = "SHARE",
         .meaning = "the share whose flag is not bombed in; below 0: as it comes"},
        FLAG_SETUP_STATISTICS,
        FLAG_SETUP_MODEL),
    .out = true,
    DEFAULTS(struct create_args, .count = 1, .side = RED, .variant = ARMY_NO_VARIANT),
    .help = "creates setups like people's and prints the best by the heuristics",
    .details = "An army without a variant is of the variant that has it, else of the one that takes any.\n"
               "Where there are no statistics of such armies, setups are made by what the judge knows of\n"
               "them. The other choices are the options setup.* and judge.*.",
    .run = run_create,
};

/* --- score --- */

/* Appends the points of one heuristic and, for each of its rows that the setup earned or lost points with,
 * the squares. Appends nothing if the heuristic does not apply to such an army. */
static void score_heuristic(const struct judge *judge, int heuristic, const struct setup *setup,
                            enum side side, enum notation notation,
                            const struct judge_finding findings[JUDGE_ROWS], struct text *out)
{
    enum { WHY_COLUMN = 12, NAME_COLUMNS = 42 };
    struct text rows = {0};
    double points = 0;
    bool applies = false;
    for (int row = 0; row < JUDGE_ROWS; row++) {
        bool is_one = judge_table[row].heuristic == heuristic;
        applies |= is_one && judge_row_applies(row, setup);
        if (!is_one || findings[row].times == 0)
            continue;
        double earned = findings[row].times * judge->points[row];
        points += earned;
        text_printf(&rows, "    %+6.4g  %s:", earned + 0.0, judge_table[row].meaning); /* no "-0" */
        setups_squares(findings[row].places, side, notation, &rows);
        text_add(&rows, "\n");
    }
    if (applies) /* H10 is a column wider than H9 */
        text_printf(out, "H%d %-*s %+.4g\n", heuristic, NAME_COLUMNS - (heuristic >= 10),
                    judge_heuristic_name(heuristic), points + 0.0);
    if (rows.size)
        text_wrapped(out, text_string(&rows), 0, WHY_COLUMN);
    text_free(&rows);
}

/* Appends the distances of heuristic 1 (setup_compute_distances) and the setup beside each other, in four
 * rows. */
static void score_distances(const struct setup *setup, enum notation notation, struct text *out)
{
    uint8_t distance[PIECES_A_SIDE];
    setup_compute_distances(setup, distance);
    text_printf(out, "H1 %s, and the setup\n", judge_heuristic_name(1));
    for (int row = 0; row < 4; row++) {
        text_add(out, "    ");
        for (int file = 0; file < FILES; file++) {
            int steps = distance[row * FILES + file];
            if (setup->rank[row * FILES + file] == PLACE_EMPTY)
                text_add(out, "  .");
            else if (steps == DISTANCE_NONE)
                text_add(out, "  -");
            else
                text_printf(out, "%3d", steps);
        }
        text_add(out, "    ");
        for (int file = 0; file < FILES; file++)
            text_printf(out, " %c", setups_symbol(setup->rank[row * FILES + file], notation));
        text_add(out, "\n");
    }
}

/* Adds the total and each finding, with its points and squares, to the JSON. */
static void add_score_json(const struct judge *judge, const struct judge_finding findings[JUDGE_ROWS],
                           double total, enum side side, enum notation notation, struct json *json)
{
    json_printf(json, "{total: %g, findings: [", total);
    for (int row = 0; row < JUDGE_ROWS; row++) {
        if (findings[row].times == 0)
            continue;
        json_printf(json, "{row: %s, points: %g, squares: [",
                    judge_table[row].key, findings[row].times * judge->points[row]);
        for (placeset places = findings[row].places; places != 0; places &= places - 1) {
            char square[SQUARE_TEXT];
            int square_index = setup_square(side, __builtin_ctzll(places));
            json_add_text(json, NULL, square_write(square_index, notation, square));
        }
        json_printf(json, "]}");
    }
    json_printf(json, "]}");
}

struct score_args {
    const char *path;
    int side;
};

/* Runs `setup score`. */
static enum status run_score(struct session *session, const void *arguments, struct error *error)
{
    const struct score_args *args = arguments;
    struct setup setup;
    struct judge judge;
    struct judge_finding findings[JUDGE_ROWS];
    enum side side = RED;
    enum status status = setups_load(args->path, session_notation(session), &setup, NULL, &side, error);
    if (status)
        return status;
    if (args->side != SIDE_NOT_GIVEN)
        side = (enum side)args->side;
    judge_from_settings(&judge, &session->settings);
    double total = judge_explain(&judge, &setup, findings);
    struct text out = {0};
    score_distances(&setup, session_notation(session), &out); /* heuristic 1, which has no points */
    for (int heuristic = 2; heuristic <= JUDGE_HEURISTICS; heuristic++)
        score_heuristic(&judge, heuristic, &setup, side, session_notation(session), findings, &out);
    text_printf(&out, "total %.4g\n", total + 0.0);
    session_print_text(session, &out);
    add_score_json(&judge, findings, total, side, session_notation(session), session->answer);
    return STATUS_OK;
}

const struct command command_setup_score = {
    .name = "setup score", .group = GROUP_SETUPS,
    .keywords = "points heuristics rate rating evaluate opening formation",
    .words = ARGUMENTS(WORD_SETUP(struct score_args, path)),
    .flags = ARGUMENTS(
        FLAG_SIDE(struct score_args, side, "whose squares are named", "red, or whose letters they are")),
    .out = true,
    DEFAULTS(struct score_args, .side = SIDE_NOT_GIVEN),
    .help = "prints a setup's points by De Boer's heuristics, with the squares that earned them",
    .details = "The points are the options judge.*.",
    .run = run_score,
};

/* --- compare, mirror --- */

enum { COLUMNS_A_SQUARE = 3 };

/* Appends a name and two numbers as a line of the comparison. */
static void compare_line(struct text *out, const char *name, double a, double b)
{
    text_printf(out, "%-28s %10.4g %10.4g\n", name, a + 0.0, b + 0.0); /* no "-0" */
}

/* Appends the names of the two setups, and short titles above the two boards. */
static void compare_heads(const char *const paths[2], struct text *out)
{
    struct text line = {0};
    text_add(&line, "first: ");
    text_add_plain(&line, paths[0]);
    text_add(&line, ", second: ");
    text_add_plain(&line, paths[1]);
    text_wrapped(out, text_string(&line), 0, 2);
    text_printf(out, " %-*s   %s\n", COLUMNS_A_SQUARE * FILES, "first", "second");
    text_free(&line);
}

/* Appends the comparison of two setups: the number of different squares, both boards with those squares
 * marked, and the points in which they differ. If `model` is not NULL, also their log-probabilities. */
static void write_comparison(const struct setup pair[2], const char *const paths[2],
                             const struct judge *judge, const struct setup_model *model,
                             enum notation notation, struct text *out)
{
    struct setup mirrored;
    struct judge_finding findings[2][JUDGE_ROWS];
    placeset differing = 0;
    int distance = setup_distance(&pair[0], &pair[1]);
    setup_mirror(&pair[1], &mirrored);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (pair[0].rank[place] != pair[1].rank[place])
            differing |= PLACE_BIT(place);
    text_printf(out, "%d square%s (%d with the second mirrored)\n", distance,
                distance == 1 ? " differs" : "s differ", setup_distance(&pair[0], &mirrored));
    compare_heads(paths, out);
    /* Both boards beside each other. */
    for (int row = 0; row < 4; row++) {
        for (int which = 0; which < 2; which++) {
            for (int file = 0; file < FILES; file++) {
                int place = row * FILES + file;
                bool differs = (differing & PLACE_BIT(place)) != 0;
                text_printf(out, " %c%c", setups_symbol(pair[which].rank[place], notation),
                            differs ? '*' : ' ');
            }
            text_add(out, which == 0 ? "   " : "\n");
        }
    }
    /* The rows of points that differ. */
    double totals[2];
    text_printf(out, "%-28s %10s %10s\n", "points", "first", "second");
    for (int which = 0; which < 2; which++)
        totals[which] = judge_explain(judge, &pair[which], findings[which]);
    for (int row = 0; row < JUDGE_ROWS; row++)
        if (findings[0][row].times != findings[1][row].times)
            compare_line(out, judge_table[row].key, findings[0][row].times * judge->points[row],
                         findings[1][row].times * judge->points[row]);
    compare_line(out, "total", totals[0], totals[1]);
    if (model)
        compare_line(out, "log-probability", setup_log_probability(model, &pair[0]),
                     setup_log_probability(model, &pair[1]));
}

/* Adds one of the two compared setups to the JSON. */
static void add_compared_json(const char *key, const struct setup *setup, double total,
                              const struct setup_model *model, struct json *json)
{
    json_open(json, key, '{');
    setups_add_json(setup, RED, json);
    json_printf(json, "points: %g, log_probability: %g}",
                total, model ? setup_log_probability(model, setup) : NAN);
}

/* Adds the comparison to the JSON: numbers of different squares, both setups, and the rows of points in
 * which they differ. */
static void add_compare_json(const struct setup pair[2], const struct judge *judge,
                             const struct setup_model *model, struct json *json)
{
    struct setup mirrored;
    struct judge_finding findings[2][JUDGE_ROWS];
    double totals[2];
    for (int which = 0; which < 2; which++)
        totals[which] = judge_explain(judge, &pair[which], findings[which]);
    setup_mirror(&pair[1], &mirrored);
    json_printf(json, "{squares_differ: %d, squares_differ_mirrored: %d",
                setup_distance(&pair[0], &pair[1]), setup_distance(&pair[0], &mirrored));
    add_compared_json("a", &pair[0], totals[0], model, json);
    add_compared_json("b", &pair[1], totals[1], model, json);
    json_open(json, "findings", '[');
    for (int row = 0; row < JUDGE_ROWS; row++) {
        if (findings[0][row].times == findings[1][row].times)
            continue;
        json_printf(json, "{row: %s, points_a: %g, points_b: %g}",
                    judge_table[row].key, findings[0][row].times * judge->points[row],
                    findings[1][row].times * judge->points[row]);
    }
    json_printf(json, "]}");
}

struct compare_args {
    const char *path[2];
};

/* Runs `setup compare`. */
static enum status run_compare(struct session *session, const void *arguments, struct error *error)
{
    const struct compare_args *args = arguments;
    struct setup pair[2];
    const struct setup_model *model = NULL;
    struct judge judge;
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && !status; i++)
        status = setups_load(args->path[i], session_notation(session), &pair[i], NULL, NULL, error);
    const struct variant *variant = status ? NULL : setup_variant(&pair[0]);
    if (!status && variant == setup_variant(&pair[1])) /* there is no model of setups of two variants */
        status = library_chosen_setup_model(library_for_variant(session->library, variant),
                                            &session->settings, &model, error);
    if (status)
        return status;
    judge_from_settings(&judge, &session->settings);
    struct text out = {0};
    write_comparison(pair, args->path, &judge, model, session_notation(session), &out);
    session_print_text(session, &out);
    add_compare_json(pair, &judge, model, session->answer);
    return STATUS_OK;
}

const struct command command_setup_compare = {
    .name = "setup compare", .group = GROUP_SETUPS,
    .keywords = "difference diff opening formation",
    .words = ARGUMENTS(
        WORD_SETUP(struct compare_args, path[0]),
        WORD_SETUP(struct compare_args, path[1])),
    .out = true, .args_size = sizeof(struct compare_args),
    .help = "shows where two setups differ, and in which points",
    .run = run_compare,
};

struct mirror_args {
    const char *path;
    int format;
};

/* Runs `setup mirror`. */
static enum status run_mirror(struct session *session, const void *arguments, struct error *error)
{
    const struct mirror_args *args = arguments;
    const struct variant *variant;
    struct setup setup;
    enum side side;
    enum status status = setups_load(args->path, session_notation(session), &setup, &variant, &side, error);
    if (status)
        return status;
    setup_mirror(&setup, &setup);
    setups_print(session, &setup, variant, (enum setup_format)args->format, side);
    return STATUS_OK;
}

const struct command command_setup_mirror = {
    .name = "setup mirror", .group = GROUP_SETUPS,
    .keywords = "flip reflect swap",
    .words = ARGUMENTS(WORD_SETUP(struct mirror_args, path)),
    .flags = ARGUMENTS(FLAG_FORMAT(struct mirror_args, format)),
    .out = true, .args_size = sizeof(struct mirror_args),
    .help = "prints a setup with left and right exchanged",
    .run = run_mirror,
};
