/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/recall.h"

#include "belief/fast_math.h"

#include <math.h>
#include <string.h>

/* Hypotheses lighter than this are dropped; lighter ones than that are kept, but count as new setups for the
 * time being; and moves are asked of those that are heavier still. There are thousands before much is seen,
 * and a move is to cost microseconds: all of them would change the log-loss by 0.001 bits. */
static const float weight_least = 1e-6f, weight_shown = 3e-4f, weight_heavy = 1e-3f;

const char *const setup_novelty_name[SETUP_NOVELTIES] = {"known", "near", "new"};

void recall_start(struct recall *recall, const struct families *families, const struct recall_terms *terms)
{
    recall->count = families ? 2 * families->count : 0;
    recall->fresh = 1;
    memset(recall->mode, 0, sizeof recall->mode);
    if (!recall->count)
        return;
    for (uint32_t i = 0; i < recall->count; i++)
        recall->image[i] = (uint16_t)i;
    for (int grade = 0; grade < FAMILY_GRADES; grade++) {
        float share = terms->share[grade];
        recall->fresh -= share;
        for (uint32_t i = 0; i < recall->count; i++)
            recall->weight[grade][i] = share * families->prior[grade][i];
        for (int place = 0; place < PIECES_A_SIDE; place++)
            for (int cell = 0; cell < FAMILY_CELLS; cell++)
                recall->mode[place][families->cell_rank[cell]] +=
                    share * terms->keep[grade] * families->cell_sure[cell] *
                    families->start[grade][place][cell];
    }
}

/* Drops the lightest and makes the weights add up to one. */
static void compact(struct recall *recall)
{
    float sum = recall->fresh;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < recall->count; i++)
        sum += recall->weight[FAMILY_AS_IT_IS][i] + recall->weight[FAMILY_CHANGED][i];
    float least = weight_least * sum, scale = 1 / sum;
    for (uint32_t i = 0; i < recall->count; i++) {
        float known = recall->weight[FAMILY_AS_IT_IS][i], near = recall->weight[FAMILY_CHANGED][i];
        if (known + near <= least)
            continue;
        recall->image[kept] = recall->image[i];
        recall->weight[FAMILY_AS_IT_IS][kept] = known * scale;
        recall->weight[FAMILY_CHANGED][kept++] = near * scale;
    }
    recall->count = kept;
    recall->fresh *= scale;
}

void recall_fact(struct recall *recall, const struct families *families,
                 const struct recall_terms *terms, int place, uint16_t ranks, float p, float exponent)
{
    float factor[FAMILY_GRADES][FAMILY_CELLS];
    if (!recall->count)
        return;
    float gain = fast_exp(-exponent * fast_log(p > 1e-6f ? p : 1e-6f));
    for (int grade = 0; grade < FAMILY_GRADES; grade++)
        for (int cell = 0; cell < FAMILY_CELLS; cell++) {
            float keep = terms->keep[grade] * families->cell_sure[cell];
            factor[grade][cell] = (ranks >> cell / FAMILY_SURES & 1 ? keep * gain : 0) + 1 - keep;
        }
    for (uint32_t i = 0; i < recall->count; i++) {
        uint8_t cell = families->cell_at[place][recall->image[i]];
        recall->weight[FAMILY_AS_IT_IS][i] *= factor[FAMILY_AS_IT_IS][cell];
        recall->weight[FAMILY_CHANGED][i] *= factor[FAMILY_CHANGED][cell];
    }
    compact(recall);
}

/* Adds a hypothesis' part to its ranks, as sure as they are, on some places or (NULL) on the first
 * `count`. */
static void add_modes(const struct families *families, const uint8_t *cells, int count, const uint8_t *places,
                      float part, float (*mode)[RANKS])
{
    for (int i = 0; i < count; i++) {
        int place = places ? places[i] : i;
        uint8_t cell = cells[place];
        mode[place][families->cell_rank[cell]] += part * families->cell_sure[cell];
    }
}

void recall_settle(struct recall *recall, const struct families *families, const struct recall_terms *terms)
{
    memset(recall->mode, 0, sizeof recall->mode);
    for (uint32_t i = 0; i < recall->count; i++) {
        const uint8_t *cells = families->cell[recall->image[i]];
        float part = terms->keep[FAMILY_AS_IT_IS] * recall->weight[FAMILY_AS_IT_IS][i] +
                     terms->keep[FAMILY_CHANGED] * recall->weight[FAMILY_CHANGED][i];
        if (part < weight_shown)
            continue;
        add_modes(families, cells, PIECES_A_SIDE, NULL, part, recall->mode);
    }
}

/* --- what moves make of them --- */

/* By how much the pieces' moves fit a hypothesis: the sum over the hidden places of the logarithm of the
 * ratio for its rank there. */
static float fit_of(const uint8_t *cells, int count, const uint8_t *hidden, const float (*log_ratio)[RANKS],
                    const struct families *families)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += log_ratio[i][families->cell_rank[cells[hidden[i]]]];
    return sum;
}

/* The logarithms of the ratios: that of a rank which is ruled out stays within bounds, as a family's rank may
 * not be kept. */
static void take_logarithms(const struct recall_terms *terms, int count, const float (*ratio)[RANKS],
                            float (*log_ratio)[RANKS])
{
    float keep = terms->keep[FAMILY_AS_IT_IS];
    for (int i = 0; i < count; i++) {
        for (int rank = 0; rank < RANKS; rank++)
            log_ratio[i][rank] = keep * ratio[i][rank] + 1 - keep;
        fast_log_all(log_ratio[i], log_ratio[i], RANKS);
        for (int rank = 0; rank < RANKS; rank++)
            log_ratio[i][rank] *= terms->habits;
    }
}

void recall_mix(const struct recall *recall, const struct families *families,
                const struct recall_terms *terms, int count, const uint8_t *hidden,
                const float (*ratio)[RANKS], float mode[PIECES_A_SIDE][RANKS],
                float share[SETUP_NOVELTIES])
{
    float log_ratio[PIECES_A_SIDE][RANKS], sum[FAMILY_GRADES] = {0};
    memcpy(mode, recall->mode, sizeof recall->mode);
    if (recall->count)
        take_logarithms(terms, count, ratio, log_ratio);
    for (uint32_t i = 0; i < recall->count; i++) {
        float known = recall->weight[FAMILY_AS_IT_IS][i], near = recall->weight[FAMILY_CHANGED][i];
        if (known + near > weight_heavy) {
            const uint8_t *cells = families->cell[recall->image[i]];
            float fit = fit_of(cells, count, hidden, (const float (*)[RANKS])log_ratio, families);
            float before = terms->keep[FAMILY_AS_IT_IS] * known + terms->keep[FAMILY_CHANGED] * near;
            known *= fast_exp(fit);
            near *= fast_exp(fit * terms->keep[FAMILY_CHANGED]);
            float part =
                terms->keep[FAMILY_AS_IT_IS] * known + terms->keep[FAMILY_CHANGED] * near - before;
            add_modes(families, cells, count, hidden, part, mode);
        }
        sum[FAMILY_AS_IT_IS] += known;
        sum[FAMILY_CHANGED] += near;
    }
    float scale = 1 / (recall->fresh + sum[FAMILY_AS_IT_IS] + sum[FAMILY_CHANGED]);
    for (int i = 0; i < count; i++)
        for (int rank = 0; rank < RANKS; rank++)
            mode[hidden[i]][rank] = fmaxf(mode[hidden[i]][rank] * scale, 0);
    share[SETUP_KNOWN] = sum[FAMILY_AS_IT_IS] * scale;
    share[SETUP_NEAR] = sum[FAMILY_CHANGED] * scale;
    share[SETUP_NEW] = recall->fresh * scale;
}
