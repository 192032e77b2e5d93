/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the tree of setups by shape: setup explore. */
#include "commands/table.h"

#include "base/memory.h"
#include "commands/archive_armies.h"
#include "commands/setups.h"
#include "setup/outline_create.h"

#include <stdlib.h>
#include <string.h>

struct explore_args {
    struct word_list shape;
    int variant, format;
    bool make;
};

/* The words by which a step is named. */
static const char *const step_names[OUTLINE_STEPS] = {"flag", "bombs beside it", "marshal", "general"};
static const char *const step_keys[OUTLINE_STEPS] = {"flag", "bombs", "marshal", "general"};

/* A place in the tree, and what is known of the setups below it. */
struct exploring {
    struct outline outline;
    int steps;                            /* given by words */
    const struct outline_table *people;   /* of the statistics */
    const struct outline_counts *archive; /* of the archive's games */
    struct outline_cell next[OUTLINE_REST + 1], own_next[OUTLINE_REST + 1]; /* by the next step */
    enum notation notation;
};

/* Reads the words of a shape. */
static enum status read_shape(const struct word_list *words, struct exploring *exploring, struct error *error)
{
    static const char *const expected[OUTLINE_STEPS] = {
        "a square of the flag, as b1", "bombs beside the flag, as 2-closed or 1-open",
        "an area of the marshal, as back-left, 3rd-middle, front-right or none",
        "an area of the general, as back-left, 3rd-middle, front-right or none"};
    if (words->count > OUTLINE_STEPS)
        return error_set(error, STATUS_BAD, "setup explore: found %d words, expected at most %d",
                         words->count, OUTLINE_STEPS);
    for (exploring->steps = 0; exploring->steps < words->count; exploring->steps++) {
        int value = outline_read_word(exploring->steps, words->word[exploring->steps], exploring->notation);
        if (value < 0)
            return error_set(error, STATUS_BAD, "setup explore: found '%s', expected %s",
                             words->word[exploring->steps], expected[exploring->steps]);
        exploring->outline.value[exploring->steps] = (uint8_t)value;
    }
    return STATUS_OK;
}

/* --- the table --- */

enum figures_form { FIGURES_LONG, FIGURES_SHORT };

/* Appends one side of a row: n and score, in the long form also the share of `all` and the score's interval;
 * dashes without setups. */
static void write_figures(const struct outline_cell *cell, uint32_t all, enum figures_form form,
                          struct text *out)
{
    const bool short_form = form == FIGURES_SHORT;
    struct interval range;
    double score = setups_score(cell, &range);
    if (!cell->setups) {
        text_printf(out, short_form ? " %7s %6s" : " %7s %6s %6s  %13s", "-", "-", "-", "");
        return;
    }
    if (short_form)
        text_printf(out, " %7u %6.1f", cell->setups, 100 * score);
    else
        text_printf(out, " %7u %6.1f %6.1f  %4.1f to %5.1f", cell->setups,
                    100.0 * cell->setups / (all ? all : 1), 100 * score, 100 * range.low, 100 * range.high);
}

/* Appends a row: its name, people's setups and the archive's. */
static void write_row(const char *name, const struct outline_cell *people, uint32_t all,
                      const struct outline_cell *archive, struct text *out)
{
    text_printf(out, "%-18s", name);
    const uint32_t no_share = 0; /* the short form has none */
    write_figures(people, all, FIGURES_LONG, out);
    write_figures(archive, no_share, FIGURES_SHORT, out);
    text_add(out, "\n");
}

/* Appends the table of the next step, or the sums of a complete shape. */
static void write_tree(const struct exploring *exploring, struct text *out)
{
    const int steps = exploring->steps;
    struct outline_cell people = outline_sum(exploring->people, exploring->outline, steps);
    struct outline_cell archive = outline_counts_sum(exploring->archive, exploring->outline, steps);
    int order[OUTLINE_REST + 1], count = 0;
    char word[OUTLINE_WORD];
    if (steps < OUTLINE_STEPS)
        count = outline_order(exploring->next, exploring->own_next, order);
    if (steps) {
        outline_describe(exploring->outline, steps, exploring->notation, out);
        text_add(out, "\n\n");
    }
    text_printf(out, "%-18s %7s %6s %6s  %-13s %7s %6s\n", steps < OUTLINE_STEPS ? step_names[steps] : "",
                "people", "share", "score", "95 %", "archive", "score");
    for (int i = 0; i < count; i++)
        write_row(outline_word(steps, order[i], exploring->notation, word), &exploring->next[order[i]],
                  people.setups, &exploring->own_next[order[i]], out);
    write_row("all", &people, people.setups, &archive, out);
}

/* Adds the same as JSON. */
static void add_tree_json(const struct exploring *exploring, struct json *json)
{
    const int steps = exploring->steps;
    struct outline_cell people = outline_sum(exploring->people, exploring->outline, steps);
    struct outline_cell archive = outline_counts_sum(exploring->archive, exploring->outline, steps);
    int order[OUTLINE_REST + 1], count = 0;
    char word[OUTLINE_WORD];
    if (steps < OUTLINE_STEPS)
        count = outline_order(exploring->next, exploring->own_next, order);
    json_printf(json, "{shape: [");
    for (int step = 0; step < steps; step++)
        json_add_text(json, NULL, outline_word(step, exploring->outline.value[step], NOTATION_DEBOER, word));
    json_close(json, ']');
    setups_cell_json("people", &people, json);
    setups_cell_json("archive", &archive, json);
    json_add_text(json, "next", steps < OUTLINE_STEPS ? step_keys[steps] : NULL);
    json_open(json, "rows", '[');
    for (int i = 0; i < count; i++) {
        json_printf(json, "{word: %s", outline_word(steps, order[i], NOTATION_DEBOER, word));
        setups_cell_json("people", &exploring->next[order[i]], json);
        setups_cell_json("archive", &exploring->own_next[order[i]], json);
        json_close(json, '}');
    }
    json_printf(json, "]}");
}

/* Counts what statistics and archive have, and prints it. */
static enum status show_tree(struct session *session, const struct variant *variant,
                             struct exploring *exploring, struct error *error)
{
    struct army_census armies = {.variant = variant, .outlines = memory_new(1, sizeof *armies.outlines)};
    enum status status = archive_armies_read(session, "setup explore", &armies, error);
    exploring->archive = armies.outlines;
    if (exploring->steps < OUTLINE_STEPS) {
        outline_sum_next(exploring->people, exploring->outline, exploring->steps, exploring->next);
        outline_counts_sum_next(exploring->archive, exploring->outline, exploring->steps,
                                exploring->own_next);
    }
    if (!status) {
        struct text out = {0};
        write_tree(exploring, &out);
        session_print_text(session, &out);
        add_tree_json(exploring, session->answer);
    }
    free(armies.outlines);
    return status;
}

/* --- making a setup --- */

/* Creates a setup of the shape and prints it. */
static enum status make_setup(struct session *session, const struct explore_args *args,
                              const struct variant *variant, const struct exploring *exploring,
                              struct error *error)
{
    struct setup_options options;
    struct setup_sources sources;
    struct setup setup;
    struct rng rng;
    setup_options_init(&options, &session->settings);
    memcpy(options.army, variant->count, RANKS);
    enum status status = library_setup_sources(library_for_variant(session->library, variant),
                                               &session->settings, &sources, error);
    if (status)
        return status;
    options.model = sources.model;
    options.stop = session->stop;
    rng_seed(&rng, session->seed, 0);
    bool made = setup_create_outline(sources.statistics, &options, exploring->outline, exploring->steps, &rng,
                                     &setup);
    if (session_stopped(session))
        return error_set(error, STATUS_NO, "setup explore: stopped");
    if (!made)
        return error_set(error, STATUS_NO, "setup explore: no setup of this shape could be made");
    setups_print(session, &setup, variant, (enum setup_format)args->format, RED);
    return STATUS_OK;
}

/* Runs `setup explore`. */
static enum status run_explore(struct session *session, const void *arguments, struct error *error)
{
    const struct explore_args *args = arguments;
    const struct variant *variant = variant_at((uint8_t)args->variant);
    const struct setup_statistics *statistics;
    struct exploring exploring = {.notation = session_notation(session)};
    if (variant->any_army)
        return error_set(error, STATUS_BAD, "setup explore: found %s, expected a variant with one army",
                         variant->name);
    enum status status = read_shape(&args->shape, &exploring, error);
    if (!status)
        status = library_chosen_statistics(library_for_variant(session->library, variant), &session->settings,
                                           "setup", &statistics, error);
    if (status)
        return status;
    exploring.people = &statistics->outlines;
    return args->make ? make_setup(session, args, variant, &exploring, error)
                      : show_tree(session, variant, &exploring, error);
}

/* Completes a word of a shape: all values of all steps. */
static void complete_shape(name_taker *take, void *context)
{
    char word[OUTLINE_WORD];
    for (int step = 0; step < OUTLINE_GENERAL; step++) /* the general's areas are the marshal's */
        for (int value = 0; value < outline_values(step); value++)
            take(context, outline_word(step, value, NOTATION_DEBOER, word));
}

const struct command command_setup_explore = {
    .name = "setup explore", .group = GROUP_SETUPS,
    .keywords = "tree shape openings popular win rate browse formation",
    .words = ARGUMENTS(
        WORD_TEXT(struct explore_args, shape, "SHAPE", "as in: b1 3-closed front-left back-right",
                  .list = true, .optional = true, .names = complete_shape, .standard = "all setups")),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct explore_args, make, "make", "prints a setup of that shape by the creator"),
        FLAG_VARIANT(struct explore_args, variant),
        FLAG_FORMAT(struct explore_args, format),
        FLAG_SETUP_STATISTICS,
        FLAG_SETUP_MODEL),
    .out = true, .args_size = sizeof(struct explore_args),
    .help = "shows the tree of setups by shape, and how they went, or makes a setup of a shape",
    .details = "Each word goes a step down: the flag's square; how many bombs stand beside it, and whether\n"
               "they close all its sides; the areas of marshal and general (front, 2nd, 3rd or back row,\n"
               "left, middle or right). Seen with the flag on the files a to e: a mirror image is the\n"
               "same. People's setups are those of the statistics with a result, the archive's those of\n"
               "your games. 'others' are too rare for a row. --make uses the options setup.*; --out FILE\n"
               "keeps the setup.",
    .run = run_explore,
};
