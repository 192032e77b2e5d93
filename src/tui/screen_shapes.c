/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of people's setups by shape: a list for each step, with how they went by the statistics and by the
 * user's archive. It ends in an army of that shape on the setup screen. */
#include "tui/screen.h"

#include "base/memory.h"
#include "base/worker.h"
#include "lab/stats.h"
#include "play/army_census.h"
#include "play/people_setup.h"
#include "setup/outline_create.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD_COLS = 14,        /* columns of a value */
    PEOPLE_COLS = 22,      /* of the statistics: number, share, score */
    ARCHIVE_COLS = 16,     /* of the archive: number, score */
    LINES_ABOVE = 2,       /* the shape and the heading */
};

/* A job that counts the armies of the archive. */
struct shapes_job {
    struct job job;
    uint8_t variant;
    bool read;                        /* the archive could be read */
    struct outline_counts *outlines;  /* owned */
};

/* The state of the screen. */
struct shapes_state {
    bool has_worker;
    struct worker worker;
    uint8_t variant;                  /* index of a row of variant_table */
    const struct outline_table *people;
    struct outline_counts *archive;   /* NULL: not counted yet; owned */
    struct outline outline;
    int steps;                        /* chosen so far: 0 .. OUTLINE_STEPS - 1 */
    struct outline_cell next[OUTLINE_REST + 1], own_next[OUTLINE_REST + 1]; /* by the next step */
    int row[OUTLINE_REST + 1], rows;  /* the values that are listed */
    int selected, top;
};

/* Returns the state of the screen. */
static struct shapes_state *shapes_state(const struct tui *tui)
{
    return screen_state(tui, &shapes_screen);
}

/* Frees a job with its counts. */
static void drop_shapes_job(struct job *job)
{
    free(((struct shapes_job *)job)->outlines);
    free(job);
}

/* Frees the state, after the job that runs has stopped. */
static void free_shapes(void *state)
{
    struct shapes_state *shapes = state;
    if (shapes->has_worker)
        worker_free(&shapes->worker, drop_shapes_job);
    free(shapes->archive);
}

/* Counts the armies on the worker's thread. */
static void run_shapes_job(struct job *job)
{
    struct shapes_job *shapes_job = (struct shapes_job *)job;
    struct army_census census = {.variant = variant_at(shapes_job->variant),
                                 .outlines = shapes_job->outlines};
    shapes_job->read = army_census_read(&census, &job->stop);
}

/* Lists the values of the next step: those that most of people's setups have first, then those of the
 * archive's; the rest last. */
static void list_values(struct shapes_state *state)
{
    memset(state->own_next, 0, sizeof state->own_next);
    outline_sum_next(state->people, state->outline, state->steps, state->next);
    if (state->archive)
        outline_counts_sum_next(state->archive, state->outline, state->steps, state->own_next);
    state->rows = outline_order(state->next, state->own_next, state->row);
    state->selected = state->selected < state->rows ? state->selected : state->rows > 0 ? state->rows - 1 : 0;
}

/* Opens the list of the first step and has the archive counted. */
static void shapes_enter(struct tui *tui)
{
    struct shapes_state *state = shapes_state(tui);
    const struct setup_statistics *statistics;
    struct error error = {0};
    struct shapes_job *job = memory_new(1, sizeof *job);
    static const struct outline_table no_outlines;
    state->variant = setup_arrange(tui)->variant;
    state->people = &no_outlines;
    state->steps = state->selected = state->top = 0;
    free(state->archive);
    state->archive = NULL;
    message_clear(tui);
    if (library_chosen_statistics(shown_library(tui), &tui->session->settings, "setup", &statistics, &error))
        message_error(tui, &error);
    else
        state->people = &statistics->outlines;
    if (!state->has_worker)
        worker_init(&state->worker, &tui->wake);
    state->has_worker = true;
    job->job.run = run_shapes_job;
    job->variant = state->variant;
    job->outlines = memory_new(1, sizeof *job->outlines);
    worker_post(&state->worker, &job->job);
    list_values(state);
}

void shapes_advance(struct tui *tui)
{
    struct shapes_state *state = shapes_state(tui);
    struct job *job = state->has_worker ? worker_take(&state->worker) : NULL;
    for (; job; job = worker_take(&state->worker)) {
        struct shapes_job *counted = (struct shapes_job *)job;
        if (counted->read && counted->variant == state->variant) {
            free(state->archive);
            state->archive = counted->outlines;
            counted->outlines = NULL;
            list_values(state);
        }
        drop_shapes_job(job);
    }
}

/* --- drawing --- */

/* Returns the score of setups in percent. */
static double score_percent(const struct outline_cell *cell)
{
    return 100 * stats_score(cell->won, cell->drawn, cell->setups - cell->won - cell->drawn);
}

/* Draws the figures of a row. `all`: people's setups of all rows. */
static void draw_figures(struct canvas *canvas, int row, enum role role, const struct outline_cell *people,
                         uint32_t all, const struct outline_cell *own)
{
    int col = WORD_COLS + 2;
    if (people->setups)
        canvas_printf(canvas, row, col, PEOPLE_COLS, role, "%6u %5.1f%% %5.1f%%", people->setups,
                      100.0 * people->setups / all, score_percent(people));
    col += PEOPLE_COLS;
    if (own->setups && col + ARCHIVE_COLS <= canvas->cols)
        canvas_printf(canvas, row, col, ARCHIVE_COLS, role, "%7u %5.1f%%", own->setups, score_percent(own));
}

/* Draws the list of the next step. */
static void shapes_draw(const struct tui *tui, struct canvas *canvas)
{
    static const char *const headings[OUTLINE_STEPS] = {"flag", "bombs by it", "marshal", "general"};
    const struct shapes_state *state = shapes_state(tui);
    const struct layout *layout = &tui->layout;
    struct text shape = {0};
    char word[OUTLINE_WORD], variant[VARIANT_WORDS], title[96];
    int row = layout->title.rows, own_col = WORD_COLS + 2 + PEOPLE_COLS;
    uint32_t all = outline_sum(state->people, state->outline, state->steps).setups;
    snprintf(title, sizeof title, "Vedette   setups by shape%s", variant_suffix(variant_at(state->variant),
                                                                                variant));
    draw_title(canvas, &layout->title, title, "");
    outline_describe(state->outline, state->steps, canvas->notation, &shape);
    canvas_text(canvas, row, 0, canvas->cols, ROLE_TEXT,
                state->steps ? text_string(&shape) : "People's setups, seen with the flag on files a to e");
    canvas_text(canvas, row + 1, 2, WORD_COLS, ROLE_HEADING, headings[state->steps]);
    canvas_text(canvas, row + 1, WORD_COLS + 2, PEOPLE_COLS, ROLE_HEADING, "people  share  score");
    if (own_col + ARCHIVE_COLS <= canvas->cols)
        canvas_text(canvas, row + 1, own_col, ARCHIVE_COLS, ROLE_HEADING, "  yours  score");
    row += LINES_ABOVE;
    for (int i = state->top; i < state->rows && row < layout->message.row; i++, row++) {
        int value = state->row[i];
        enum role role = i == state->selected ? ROLE_CURSOR : ROLE_TEXT;
        if (i == state->selected)
            draw_chosen(canvas, row, 0, canvas->cols);
        canvas_text(canvas, row, 2, WORD_COLS, role,
                    outline_word(state->steps, value, canvas->notation, word));
        draw_figures(canvas, row, role, &state->next[value], all ? all : 1, &state->own_next[value]);
        canvas_hot(canvas, row, 0, canvas->cols, HOT_ROW, i);
    }
    text_free(&shape);
    draw_help_line(canvas, &layout->help, ON_SHAPES);
    draw_message(tui, canvas);
}

/* --- keys --- */

/* Has the creator make an army of the shape so far, and goes to the setup screen with it. */
static unsigned make_army(struct tui *tui, int steps)
{
    const struct shapes_state *state = shapes_state(tui);
    struct error error = {0};
    struct settings settings = {0};
    struct setup_sources sources;
    struct setup_options options;
    struct setup setup;
    people_setup_settings(&settings, &tui->session->settings);
    enum status status = library_setup_sources(shown_library(tui), &settings, &sources, &error);
    setup_options_init(&options, &settings);
    settings_free(&settings);
    if (status) {
        message_error(tui, &error);
        return 0;
    }
    memcpy(options.army, variant_at(state->variant)->count, RANKS);
    options.model = sources.model;
    if (!setup_create_outline(sources.statistics, &options, state->outline, steps, &tui->rng, &setup)) {
        message_show(tui, true, "The creator found no army of this shape");
        return 0;
    }
    setup_show_made(tui, "Made of this shape", arrange_replace(setup_arrange(tui), &setup));
    return GO_BACK;
}

/* Goes down to the selected value; at the last step makes an army. */
static unsigned descend(struct tui *tui)
{
    struct shapes_state *state = shapes_state(tui);
    message_clear(tui);
    if (state->selected >= state->rows || state->row[state->selected] == OUTLINE_REST) {
        message_show(tui, true, "These are too rare for shapes of their own");
        return 0;
    }
    state->outline.value[state->steps] = (uint8_t)state->row[state->selected];
    if (state->steps == OUTLINE_STEPS - 1)
        return make_army(tui, OUTLINE_STEPS);
    state->steps++;
    state->selected = state->top = 0;
    list_values(state);
    return 0;
}

/* Goes up a step, to the value that was chosen; from the first one back to the setup screen. */
static unsigned ascend(struct tui *tui)
{
    struct shapes_state *state = shapes_state(tui);
    message_clear(tui);
    if (state->steps == 0)
        return GO_BACK;
    state->steps--;
    list_values(state);
    for (int i = 0; i < state->rows; i++)
        if (state->row[i] == state->outline.value[state->steps])
            state->selected = i;
    return 0;
}

/* Handles a key. Returns flags as a screen's key function does. */
static unsigned shapes_handle_key(struct tui *tui, int key)
{
    struct shapes_state *state = shapes_state(tui);
    int page = tui->layout.message.row - tui->layout.title.rows - LINES_ABOVE, step;
    enum action action = key_action(key, ON_SHAPES);
    unsigned flags = 0;
    if (action_scroll(action, page > 1 ? page : 1, &step)) {
        long at = (long)state->selected + step, max = state->rows > 0 ? state->rows - 1 : 0;
        state->selected = (int)(at < 0 ? 0 : at > max ? max : at);
        message_clear(tui);
    } else if (action == ACTION_CHOOSE || action == ACTION_RIGHT) {
        flags = descend(tui);
    } else if (action == ACTION_CREATE) {
        flags = make_army(tui, state->steps);
    } else if (action == ACTION_CANCEL || action == ACTION_LEFT) {
        flags = ascend(tui);
    } else if (action == ACTION_QUIT || action == ACTION_INTERRUPT) {
        flags = GO_BACK;
    } else {
        flags = action_handle_common(action);
    }
    state->top = list_top(state->top, state->selected, page > 1 ? page : 1);
    return flags;
}

/* Selects the row that was clicked and goes down. */
static unsigned shapes_pick(struct tui *tui, int value)
{
    shapes_state(tui)->selected = value;
    return descend(tui);
}

const struct screen shapes_screen = {
    .on = ON_SHAPES, .enter = shapes_enter, .draw = shapes_draw, .key = shapes_handle_key,
    .pick = shapes_pick, .state_size = sizeof(struct shapes_state), .free_state = free_shapes,
};
