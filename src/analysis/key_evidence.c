/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/key_evidence.h"

#include "game/notation.h"

#include <math.h>

static const double MIN = 0.01; /* that a step must have moved */

double belief_step_size(const struct belief_step *step)
{
    double size = 0;
    for (int rank = 0; rank < RANKS; rank++)
        size += fabs(step->after[rank] - step->before[rank]) / 2;
    return size;
}

double belief_step_novelty_size(const struct belief_step *step)
{
    double size = 0;
    for (int i = 0; i < SETUP_NOVELTIES && step->has_novelty && step->ply; i++)
        size = fmax(size, fabs(step->novelty_after[i] - step->novelty_before[i]));
    return size;
}

double belief_step_favour(const struct belief_step *step, const struct evidence *evidence, int rank)
{
    double mean = 0;
    for (int i = 0; i < RANKS; i++)
        if (step->before[i] > 0)
            mean += step->before[i] * (double)evidence->factor[i];
    return mean > 0 ? (double)evidence->factor[rank] / mean : 1;
}

int belief_step_rank(const struct belief_step *step)
{
    int most = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (fabs(step->after[rank] - step->before[rank]) > fabs(step->after[most] - step->before[most]))
            most = rank;
    return most;
}

struct search_for_max {
    struct key_evidence *most;
    int row;
    double size;
};

/* The kind of evidence about the piece itself that did most for or against the rank. */
static void find_kind(const struct search_for_max *search, const struct belief_step *step)
{
    double largest = 0.01;
    search->most->direct = false;
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        if (evidence->row != search->row)
            continue;
        double favour = belief_step_favour(step, evidence, search->most->rank);
        double weight = favour > 0 ? fabs(log(favour)) : INFINITY;
        if (weight <= largest)
            continue;
        largest = weight;
        search->most->direct = true;
        search->most->kind = (enum evidence_kind)evidence->kind;
    }
}

static void look(void *context, const struct belief_step *step)
{
    struct search_for_max *search = context;
    double size = step->ply ? belief_step_size(step) : 0;
    if (size <= search->size)
        return;
    search->size = size;
    *search->most = (struct key_evidence){.ply = step->ply, .rank = belief_step_rank(step)};
    if (step->event)
        search->most->event = *step->event;
    search->most->before = step->before[search->most->rank];
    search->most->after = step->after[search->most->rank];
    find_kind(search, step);
}

bool key_evidence_find(const struct analysis *analysis, int number, struct key_evidence *most)
{
    struct search_for_max search = {.most = most, .row = number % PIECES_A_SIDE, .size = MIN};
    *most = (struct key_evidence){0};
    analysis_trace(analysis, number, look, &search);
    return search.size > MIN;
}

void key_evidence_text(const struct key_evidence *step, enum notation notation, struct text *out)
{
    char move[MOVE_TEXT];
    if (step->ply == STEP_NOTES)
        text_add(out, "your notes");
    else if (step->ply == STEP_SEAT)
        text_add(out, "the whole game");
    else
        text_printf(out, "%u. %s", step->ply, event_write(&step->event, notation, move));
    text_printf(out, ": %c from %.0f to %.0f %%", rank_write(step->rank, notation), 100 * step->before,
                100 * step->after);
}
