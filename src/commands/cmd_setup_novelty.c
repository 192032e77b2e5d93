/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows how predictable setups are: setup novelty. */
#include "commands/table.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "commands/setups.h"
#include "console/load.h"
#include "console/parse.h"
#include "game/notation.h"
#include "setup/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The destinations of the report on a setup. */
struct novelty_output {
    struct text *text;
    struct json *json; /* may be NULL */
};

/* Prints the stored setup of the same variant that differs in the fewest squares from the setup or its
 * mirror image. `self`, which may be NULL, is the name of a stored setup to skip. */
static enum status print_nearest(const struct setup *setup, const char *self, struct novelty_output output,
                                 struct error *error)
{
    struct stored_setup *list = NULL;
    struct setup mirrored;
    size_t count = 0, best = 0;
    int min = PIECES_A_SIDE + 1;
    bool best_mirrored = false;
    enum status status = store_list(&list, &count, NULL, error);
    setup_mirror(setup, &mirrored);
    /* Find the nearest one. */
    for (size_t i = 0; i < count; i++)
        for (int is_mirrored = 0; is_mirrored < 2; is_mirrored++) {
            if ((self != NULL && strcmp(self, list[i].name) == 0) ||
                setup_variant(&list[i].setup) != setup_variant(setup))
                continue;
            int distance = setup_distance(is_mirrored == 0 ? setup : &mirrored, &list[i].setup);
            if (distance < min) {
                min = distance;
                best = i;
                best_mirrored = is_mirrored == 1;
            }
        }
    if (min > PIECES_A_SIDE) {
        json_add_null(output.json, "nearest");
    } else {
        text_printf(output.text, "nearest stored setup: %s%s, %d square%s\n", list[best].name,
                    best_mirrored ? " mirrored" : "", min, min == 1 ? " differs" : "s differ");
        json_printf(output.json, "nearest: {name: %s, mirrored: %i, squares_differ: %d}",
                    list[best].name, best_mirrored, min);
    }
    free(list);
    return status;
}

/* Prints the SHOWN pieces that are least expected on their places, the rarest first, with their shares. */
static void print_surprises(const struct setup_statistics *statistics, const struct setup *setup,
                            enum side side, enum notation notation, struct novelty_output output)
{
    enum { SHOWN = 5 };
    placeset shown = 0;
    struct text line = {0};
    text_add(&line, "least expected:");
    json_open(output.json, "least_expected", '[');
    for (int i = 0; i < SHOWN; i++) {
        int rarest = -1;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            if ((shown & PLACE_BIT(place)) == 0 && setup->rank[place] != PLACE_EMPTY &&
                (rarest < 0 || setup_prior(statistics, place, setup->rank[place]) <
                 setup_prior(statistics, rarest, setup->rank[rarest])))
                rarest = place;
        if (rarest < 0)
            break;
        shown |= PLACE_BIT(rarest);
        text_printf(&line, "%s %c", i == 0 ? "" : ",", rank_write(setup->rank[rarest], notation));
        setups_squares(PLACE_BIT(rarest), side, notation, &line);
        double share = setup_prior(statistics, rarest, setup->rank[rarest]);
        text_printf(&line, " (%.2g %%)", 100 * share);
        char name[SQUARE_TEXT];
        json_printf(output.json, "{square: %s, rank: %s, share: %g}",
                    square_write(setup_square(side, rarest), notation, name),
                    rank_table[setup->rank[rarest]].name, share);
    }
    json_close(output.json, ']');
    text_wrapped(output.text, text_string(&line), 0, 4);
    text_free(&line);
}

/* Begins the JSON of the report. It has the means over `setups` setups of the log-probability and of
 * `percentile`, the share of people's setups that are less probable (0 .. 1). The object stays open. */
static void begin_novelty_json(size_t setups, double log_probability, double percentile,
                               const struct setup_model *model, struct json *json)
{
    json_printf(json, "{setups: %zu, log_probability: %g, more_predictable_than: %g, people_setups: %zu",
                setups, log_probability, percentile, (size_t)model->count);
}

/* Prints the report on one setup. `self`: its name if it is a stored one; NULL if not. */
static enum status print_novelty(struct session *session, const struct setup *setup, const char *self,
                                 enum side side, const struct setup_statistics *statistics,
                                 const struct setup_model *model, struct error *error)
{
    struct text out = {0};
    struct novelty_output output = {&out, session->answer};
    double log_probability = setup_log_probability(model, setup);
    double percentile = setup_model_percentile(model, log_probability);
    text_printf(&out, "log-probability: %.2f (one in 10^%.1f)\n", decimal_plain_zero(log_probability, 2),
                decimal_plain_zero(-log_probability / log(10), 1));
    text_printf(&out, "more predictable than %.0f %% of %llu setup%s people played\n",
                100 * percentile, (unsigned long long)model->count, plural(model->count));
    begin_novelty_json(1, log_probability, percentile, model, output.json);
    print_surprises(statistics, setup, side, session_notation(session), output);
    enum status status = print_nearest(setup, self, output, error);
    json_close(output.json, '}');
    if (!status)
        session_print_text(session, &out);
    text_free(&out);
    return status;
}

/* Sums over setups of one variant. */
struct novelty_sum {
    const struct variant *variant; /* of the first setup; NULL: no setup so far */
    const struct setup_model *model;
    size_t setups;
    double log_probability, percentile;
};

/* Adds a setup to the sums. The first one chooses the variant and its model; STATUS_BAD for a setup of
 * another variant. */
static enum status add_setup(struct session *session, struct novelty_sum *sum, const struct setup *setup,
                             struct error *error)
{
    const struct variant *variant = setup_variant(setup);
    if (!sum->variant) {
        sum->variant = variant;
        enum status status = setups_models(session, "setup novelty", variant, &sum->model, NULL, error);
        if (status)
            return status;
    }
    if (variant != sum->variant)
        return error_set(error, STATUS_BAD,
                         "setup novelty: found a setup of %s, expected one of %s as before", variant->name,
                         sum->variant->name);
    double log_probability = setup_log_probability(sum->model, setup);
    sum->setups++;
    sum->log_probability += log_probability;
    sum->percentile += setup_model_percentile(sum->model, log_probability);
    return STATUS_OK;
}

/* Adds a stored setup or all setups of a file to the sums. */
static enum status add_setups(struct session *session, struct novelty_sum *sum, char *path,
                              struct error *error)
{
    struct setup *setups = NULL, stored;
    size_t size = 0;
    bool is_stored = setups_is_stored(path);
    enum status status = is_stored ? setups_load(path, session_notation(session), &stored, NULL, NULL, error)
                                   : load_setups(NULL, 1, &path, &setups, &size, error);
    if (!status && is_stored)
        status = add_setup(session, sum, &stored, error);
    for (size_t i = 0; i < size && !status; i++)
        status = add_setup(session, sum, &setups[i], error);
    free(setups);
    return status;
}

/* Prints the mean log-probability and percentile over all setups of the files. */
static enum status print_means(struct session *session, const struct word_list *paths, struct error *error)
{
    struct novelty_sum sum = {0};
    enum status status = STATUS_OK;
    for (int i = 0; i < paths->count && !status; i++)
        status = add_setups(session, &sum, paths->word[i], error);
    if (!status && sum.setups == 0)
        status = error_set(error, STATUS_BAD, "setup novelty: no setup in %s", paths->word[0]);
    if (status)
        return status;
    double log_probability = sum.log_probability / (double)sum.setups;
    double percentile = sum.percentile / (double)sum.setups;
    session_printf(session, "%zu setup%s, mean log-probability %.3f, mean percentile %.1f\n", sum.setups,
                   plural(sum.setups), log_probability, 100 * percentile);
    begin_novelty_json(sum.setups, log_probability, percentile, sum.model, session->answer);
    json_printf(session->answer, "least_expected: null, nearest: null}");
    return STATUS_OK;
}

struct novelty_args {
    struct word_list paths;
    bool mean;
};

/* Runs `setup novelty`. */
static enum status run_novelty(struct session *session, const void *arguments, struct error *error)
{
    const struct novelty_args *args = arguments;
    const char *path = args->paths.word[0];
    struct setup setup;
    enum side side = RED;
    const struct setup_model *model = NULL;
    const struct setup_statistics *statistics = NULL;
    if (args->paths.count > 1 && !args->mean)
        return usage_error(&command_setup_novelty, error);
    if (args->mean)
        return print_means(session, &args->paths, error);
    enum status status = setups_load(path, session_notation(session), &setup, NULL, &side, error);
    if (!status)
        status = setups_models(session, "setup novelty", setup_variant(&setup), &model, &statistics, error);
    if (!status)
        status = print_novelty(session, &setup, setups_is_stored(path) ? path : NULL, side, statistics, model,
                               error);
    return status;
}

const struct command command_setup_novelty = {
    .name = "setup novelty", .group = GROUP_SETUPS,
    .keywords = "predictable known original unusual probability",
    .words = ARGUMENTS(
        {.name = "FILE|NAME", .kind = VALUE_SETUP_FILE, .list = true,
         .at = offsetof(struct novelty_args, paths),
         .meaning = "a setup file, or the name of a stored setup; several with --mean"}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct novelty_args, mean, "mean",
                    "the means over all of these setups: how well the model foresees them"),
        FLAG_SETUP_STATISTICS,
        FLAG_SETUP_MODEL),
    .out = true, .args_size = sizeof(struct novelty_args),
    .help = "measures how predictable a setup is",
    .details = "Its log-probability under the joint model of people's setups, how many of those are less\n"
               "probable, the pieces that are least expected where they stand, and the nearest stored setup.",
    .run = run_novelty,
};
