/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/key_evidence.h"

#include "game/notation.h"

#include <math.h>
#include <stdio.h>

static const double MIN_SIZE = 0.01;   /* of a step (belief_step_size) */
static const double MIN_WEIGHT = 0.01; /* of an item of evidence: a factor of 1 % more or less */

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

/* Finds the kind of evidence about the piece itself that changed the probability of the rank most. The weight
 * of an item is the logarithm of its factor, so that twice and half weigh the same. */
static void find_evidence_kind(const struct step_search *search, const struct belief_step *step)
{
    double max_weight = MIN_WEIGHT;
    search->largest->direct = false;
    for (size_t i = 0; i < step->evidence->count; i++) {
        const struct evidence *evidence = &step->evidence->items[i];
        if (evidence->row != search->row)
            continue;
        double favour = belief_step_favour(step, evidence, search->largest->rank);
        double weight = favour > 0 ? fabs(log(favour)) : INFINITY;
        if (weight <= max_weight)
            continue;
        max_weight = weight;
        search->largest->direct = true;
        search->largest->kind = (enum evidence_kind)evidence->kind;
    }
}

/* Stores the step if it is larger than all before. It is a callback of analysis_trace. */
static void keep_if_largest(void *context, const struct belief_step *step)
{
    struct step_search *search = context;
    double size = step->ply ? belief_step_size(step) : 0; /* the start (ply 0) has no belief before it */
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
    struct step_search search = {.largest = largest, .row = number % PIECES_A_SIDE, .size = MIN_SIZE};
    *largest = (struct key_evidence){0};
    analysis_trace(analysis, number, keep_if_largest, &search);
    return search.size > MIN_SIZE;
}

void key_evidence_add_text(const struct key_evidence *key, enum notation notation, struct text *out)
{
    char cause[MOVE_TEXT] = "the whole game"; /* STEP_WHOLE_GAME: evidence of all moves together */
    if (key->ply == STEP_NOTES)
        snprintf(cause, sizeof cause, "your notes");
    else if (key->ply != STEP_WHOLE_GAME)
        move_write(key->event.move, key->event.battle != BATTLE_NONE, notation, cause);
    text_printf(out, "%s %.0f to %.0f %% by %s", rank_table[key->rank].name, 100 * key->before,
                100 * key->after, cause);
}
