/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/key_evidence.h"

#include "game/notation.h"

#include <math.h>
#include <stdio.h>

static const double MIN = 0.01; /* min size of a step */

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
    int largest = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (fabs(step->after[rank] - step->before[rank]) > fabs(step->after[largest] - step->before[largest]))
            largest = rank;
    return largest;
}

/* The search for the largest step so far, of size `size`; `row`: number of the piece among its side's
 * forty. */
struct step_search {
    struct key_evidence *largest;
    int row;
    double size;
};

/* Finds the kind of evidence about the piece itself that changed the probability of the rank most. */
static void find_evidence_kind(const struct step_search *search, const struct belief_step *step)
{
    double largest = 0.01;
    search->largest->direct = false;
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        if (evidence->row != search->row)
            continue;
        double favour = belief_step_favour(step, evidence, search->largest->rank);
        double weight = favour > 0 ? fabs(log(favour)) : INFINITY;
        if (weight <= largest)
            continue;
        largest = weight;
        search->largest->direct = true;
        search->largest->kind = (enum evidence_kind)evidence->kind;
    }
}

/* Callback of analysis_trace: stores the step if it is larger than all before. */
static void keep_largest_step(void *context, const struct belief_step *step)
{
    struct step_search *search = context;
    double size = step->ply ? belief_step_size(step) : 0;
    if (size <= search->size)
        return;
    search->size = size;
    *search->largest = (struct key_evidence){.ply = step->ply, .rank = belief_step_rank(step)};
    if (step->event)
        search->largest->event = *step->event;
    search->largest->before = step->before[search->largest->rank];
    search->largest->after = step->after[search->largest->rank];
    find_evidence_kind(search, step);
}

bool key_evidence_find(const struct analysis *analysis, int number, struct key_evidence *largest)
{
    struct step_search search = {.largest = largest, .row = number % PIECES_A_SIDE, .size = MIN};
    *largest = (struct key_evidence){0};
    analysis_trace(analysis, number, keep_largest_step, &search);
    return search.size > MIN;
}

void key_evidence_text(const struct key_evidence *step, enum notation notation, struct text *out)
{
    char move[MOVE_TEXT] = "the whole game";
    if (step->ply == STEP_NOTES)
        snprintf(move, sizeof move, "your notes");
    else if (step->ply != STEP_SEAT)
        move_write(step->event.move, step->event.battle != BATTLE_NONE, notation, move);
    text_printf(out, "%s %.0f to %.0f %% by %s", rank_table[step->rank].name, 100 * step->before,
                100 * step->after, move);
}
