/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/recall.h"

#include "belief/rank_vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* If the sum of their weights falls below this, the setup counts as new from then on. */
static const float weight_gone = 1e-4f;

/* Hypotheses below weight_min are dropped. Those below weight_heavy are kept, but count as new setups in
 * recall_mix. At first there are thousands, and an update must take only microseconds; counting all of them
 * changes the log-loss by less than 0.001 bits. */
static const float weight_min = 1e-6f, weight_heavy = 1.0f / RECALL_HEAVY_MAX;

const char *const setup_novelty_name[SETUP_NOVELTIES] = {"known", "near", "new"};

/* Both grades' weights of one hypothesis at once. */
typedef float grades __attribute__((vector_size(sizeof(float) * FAMILY_GRADES)));

/* Returns both grades' weights of hypothesis `i`. */
static grades weight_of(const struct recall *recall, uint32_t i)
{
    grades weight;
    memcpy(&weight, recall->weight[i], sizeof weight);
    return weight;
}

/* Two hypotheses are computed at once, and sums have two parts, because each addition to one sum must wait
 * for the previous one. If their number is odd, one of weight 0 follows the last one. */
enum { PAIR = 2, PARTS = 2 };
static_assert(FAMILY_GRADES == 2 && FAMILY_IMAGES_MAX % PAIR == 0, "two hypotheses fill a vector");

/* Appends a hypothesis of weight 0, not counted, if their number is odd. */
static void make_even(struct recall *recall)
{
    if (recall->count % PAIR == 0)
        return;
    memset(recall->weight[recall->count], 0, sizeof recall->weight[recall->count]);
    recall->image[recall->count] = 0;
}

/* Returns the sum over all hypotheses, by grade. */
static grades sum_parts(const float4 part[PARTS])
{
    float4 sum = part[0] + part[1];
    return (grades){sum[0] + sum[2], sum[1] + sum[3]};
}

/* Computes the sums of the weights of the hypotheses, two hypotheses at once, and lists the heavy ones. Adds
 * them up in PARTS alternating sums, which need not wait for each other. */
static void sum_weights(struct recall *recall)
{
    float4 part[PARTS] = {{0}};
    uint32_t heavy = 0;
    make_even(recall);
    for (uint32_t i = 0; i < recall->count; i += PAIR) {
        float4 weight = fast_load(recall->weight[i]);
        part[i / PAIR % PARTS] += weight;
        for (uint32_t k = 0; k < PAIR; k++)
            if (weight[2 * k] + weight[2 * k + 1] > weight_heavy && heavy < RECALL_HEAVY_MAX)
                recall->heavy[heavy++] = (uint16_t)(i + k);
    }
    recall->heavy_count = heavy;
    grades sum = sum_parts(part);
    memcpy(recall->sum, &sum, sizeof recall->sum);
}

/* Returns the set of mirrored places. */
static placeset mirror_places(placeset set)
{
    placeset mirrored = 0;
    for (; set != 0; set &= set - 1)
        mirrored |= PLACE_BIT(place_mirrored(__builtin_ctzll(set)));
    return mirrored;
}

/* Starts with the families that take exactly the places `taken`, themselves or mirrored, weighted by their
 * numbers of games. If there is none, only the new setup remains. */
static void start_at_places(struct recall *recall, const struct families *families,
                            const struct recall_terms *terms, placeset taken)
{
    const placeset places[] = {taken, mirror_places(taken)};
    float total = 0;
    recall->count = 0;
    for (uint32_t i = 0; i < 2 * families->count; i++) {
        const struct family *family = &families->family[i / 2]; /* i % 2: mirrored */
        if (families->taken[i / 2] != places[i % 2])
            continue;
        /* The share of mirrored uses, with half a use added to both kinds. */
        float turned = ((float)family->mirrored + 0.5f) / ((float)family->games + 1);
        /* If the places are their own mirror image, both hypotheses of a family fit and divide its games. */
        float part = 1;
        if (places[0] == places[1])
            part = i % 2 ? turned : 1 - turned;
        float *weight = recall->weight[recall->count];
        /* Half a game less: rare setups are rarer than their counts show (Good 1953). */
        weight[FAMILY_AS_IT_IS] =
            terms->share[FAMILY_AS_IT_IS] > 0 ? part * ((float)family->games - 0.5f) : 0;
        weight[FAMILY_CHANGED] = terms->share[FAMILY_CHANGED] > 0 ? part * (float)family->near : 0;
        recall->image[recall->count++] = (uint16_t)i;
        recall->fresh = (float)family->alike + 1; /* games in no family: the same for all of these places */
        total += weight[FAMILY_AS_IT_IS] + weight[FAMILY_CHANGED];
    }
    total += recall->fresh;
    recall->fresh /= total;
    for (uint32_t i = 0; i < recall->count; i++)
        for (int grade = 0; grade < FAMILY_GRADES; grade++)
            recall->weight[i][grade] /= total;
    sum_weights(recall);
    recall_settle(recall, families, terms);
}

void recall_start(struct recall *recall, const struct families *families, const struct recall_terms *terms,
                  placeset taken)
{
    recall->count = families ? 2 * families->count : 0;
    recall->fresh = 1;
    recall->heavy_count = 0;
    memset(recall->sum, 0, sizeof recall->sum);
    memset(recall->mode, 0, sizeof recall->mode);
    if (!recall->count)
        return;
    if (families->empty_places) {
        start_at_places(recall, families, terms, taken);
        return;
    }
    for (uint32_t i = 0; i < recall->count; i++)
        recall->image[i] = (uint16_t)i;
    for (int grade = 0; grade < FAMILY_GRADES; grade++) {
        float share = terms->share[grade];
        recall->fresh -= share;
        for (uint32_t i = 0; i < recall->count; i++)
            recall->weight[i][grade] = share * families->prior[grade][i];
        /* `start` has the priors of all hypotheses, summed by place and cell. */
        for (int place = 0; place < PIECES_A_SIDE; place++)
            for (int cell = 0; cell < FAMILY_CELLS; cell++)
                recall->mode[place][families->cell_rank[cell]] +=
                    share * terms->keep[grade] * families->cell_sure[cell] *
                    families->start[grade][place][cell];
    }
    sum_weights(recall);
}

/* Drops the lightest hypotheses, divides all weights by their sum `all`, and lists the heavy ones. Does this
 * in one pass, as there are thousands at first. */
static void compact(struct recall *recall, float all)
{
    const float4 scale = fast_all(1 / all), min = fast_all(weight_min), much = fast_all(weight_heavy);
    float4 sum = {0, 0, 0, 0};
    uint32_t count = 0, heavy = 0;
    make_even(recall);
    for (uint32_t i = 0; i < recall->count; i += PAIR) {
        float4 weight = fast_load(recall->weight[i]) * scale;
        /* The sum of a hypothesis' two grades, in both of its lanes. */
        float4 both = weight + (float4){weight[1], weight[0], weight[3], weight[2]};
        int4 stays = both > min, is_heavy = both > much; /* -1 for true */
        uint16_t image[PAIR] = {recall->image[i], recall->image[i + 1]};
        sum += fast_choose(stays, weight, fast_all(0));
        for (int k = 0; k < PAIR; k++) { /* without a branch, as it would be unpredictable */
            grades one = {weight[2 * k], weight[2 * k + 1]};
            recall->image[count] = image[k];
            memcpy(recall->weight[count], &one, sizeof one);
            if (is_heavy[2 * k] && heavy < RECALL_HEAVY_MAX)
                recall->heavy[heavy++] = (uint16_t)count;
            count -= (uint32_t)stays[2 * k]; /* one that does not stay is overwritten by the next */
        }
    }
    recall->count = count;
    recall->heavy_count = heavy;
    recall->fresh /= all;
    recall->sum[0] = sum[0] + sum[2];
    recall->sum[1] = sum[1] + sum[3];
    if (1 - recall->fresh < weight_gone) { /* the setup counts as new from now on */
        recall->count = recall->heavy_count = 0;
        recall->sum[0] = recall->sum[1] = 0;
        recall->fresh = 1;
    }
}

void recall_add_fact(struct recall *recall, const struct families *families,
                     const struct recall_terms *terms, int place, uint16_t ranks, float p, float exponent)
{
    float factor[FAMILY_CELLS][FAMILY_GRADES];
    float4 part[PARTS] = {{0}};
    if (!recall->count)
        return;
    /* The factor of a cell is keep / p^exponent + 1 - keep if the rank fits, 1 - keep if not. */
    float gain = fast_exp(-exponent * fast_log(p > 1e-6f ? p : 1e-6f));
    for (int cell = 0; cell < FAMILY_CELLS; cell++)
        for (int grade = 0; grade < FAMILY_GRADES; grade++) {
            float keep = terms->keep[grade] * families->cell_sure[cell];
            factor[cell][grade] = (ranks >> families->cell_rank[cell] & 1 ? keep * gain : 0) + 1 - keep;
        }
    const uint8_t *cells = families->cell_at[place];
    /* Multiply the weight of each hypothesis by the factor of its cell; then drop those that became light. */
    make_even(recall);
    for (uint32_t i = 0; i < recall->count; i += PAIR) {
        double one, other; /* each holds the two floats of a hypothesis, so that one load is enough */
        memcpy(&one, factor[cells[recall->image[i]]], sizeof one);
        memcpy(&other, factor[cells[recall->image[i + 1]]], sizeof other);
        float4 weight = fast_load(recall->weight[i]) * (float4)(double2){one, other};
        memcpy(recall->weight[i], &weight, sizeof weight);
        part[i / PAIR % PARTS] += weight;
    }
    grades sum = sum_parts(part);
    compact(recall, recall->fresh + sum[0] + sum[1]);
}

/* Adds to `mode`, on each of the `count` places in `places`, `part` x certainty for the rank that the
 * hypothesis has there. If `places` is NULL, on the first `count` places. */
static void add_modes(const struct families *families, const uint8_t *cells, int count, const uint8_t *places,
                      float part, float (*mode)[RANKS])
{
    for (int i = 0; i < count; i++) {
        int place = places ? places[i] : i;
        uint8_t cell = cells[place];
        mode[place][families->cell_rank[cell]] += part * families->cell_sure[cell];
    }
}

/* Returns the hypothesis' weight times the probability that its ranks are unchanged, summed over the
 * grades. */
static float kept_of(const struct recall_terms *terms, grades weight)
{
    return terms->keep[FAMILY_AS_IT_IS] * weight[FAMILY_AS_IT_IS] +
           terms->keep[FAMILY_CHANGED] * weight[FAMILY_CHANGED];
}

void recall_settle(struct recall *recall, const struct families *families, const struct recall_terms *terms)
{
    memset(recall->mode, 0, sizeof recall->mode);
    for (uint32_t i = 0; i < recall->heavy_count; i++) {
        const uint8_t *cells = families->cell[recall->image[recall->heavy[i]]];
        float part = kept_of(terms, weight_of(recall, recall->heavy[i]));
        add_modes(families, cells, PIECES_A_SIDE, NULL, part, recall->mode);
    }
}

/* --- the evidence of moves --- */

/* Returns how well the moves fit a hypothesis: the sum over the hidden places of the log ratio of its
 * rank. */
static float fit_of(const uint8_t *cells, int count, const uint8_t *hidden, const float (*log_ratio)[RANKS],
                    const struct families *families)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += log_ratio[i][families->cell_rank[cells[hidden[i]]]];
    return sum;
}

/* Computes logarithms of ratios: the probability with the evidence of moves divided by that without, to the
 * power terms->habits. The logarithm of an excluded rank stays finite, as a family's rank may be changed. */
static void compute_log_ratios(const struct recall_terms *terms, int count, const float (*ratio)[RANKS],
                               float (*log_ratio)[RANKS])
{
    float keep = terms->keep[FAMILY_AS_IT_IS];
    for (int i = 0; i < count; i++) {
        struct rank_vector mixed = ranks_add_scaled(ranks_all(1 - keep), ranks_load(ratio[i]), keep);
        ranks_store(ranks_scaled(ranks_log(mixed), terms->habits), log_ratio[i]);
    }
}

void recall_mix(const struct recall *recall, const struct families *families,
                const struct recall_terms *terms, int count, const uint8_t *hidden,
                const float (*ratio)[RANKS], float mode[PIECES_A_SIDE][RANKS], float share[SETUP_NOVELTIES])
{
    float log_ratio[PIECES_A_SIDE][RANKS], sum[FAMILY_GRADES];
    memcpy(mode, recall->mode, sizeof recall->mode);
    memcpy(sum, recall->sum, sizeof sum);
    if (recall->heavy_count)
        compute_log_ratios(terms, count, ratio, log_ratio);
    /* Add the change of each heavy hypothesis' weight by the moves; light ones stay as they are. */
    for (uint32_t i = 0; i < recall->heavy_count; i++) {
        uint32_t index = recall->heavy[i];
        const uint8_t *cells = families->cell[recall->image[index]];
        float fit = fit_of(cells, count, hidden, (const float (*)[RANKS])log_ratio, families);
        /* A changed setup keeps only a part of the family's ranks, so the fit counts in part. */
        grades more = {fast_exp(fit) - 1, fast_exp(fit * terms->keep[FAMILY_CHANGED]) - 1};
        more *= weight_of(recall, index);
        add_modes(families, cells, count, hidden, kept_of(terms, more), mode);
        sum[FAMILY_AS_IT_IS] += more[FAMILY_AS_IT_IS];
        sum[FAMILY_CHANGED] += more[FAMILY_CHANGED];
    }
    /* Normalise the weights. */
    float scale = 1 / (recall->fresh + sum[FAMILY_AS_IT_IS] + sum[FAMILY_CHANGED]);
    for (int i = 0; i < count; i++)
        ranks_store(ranks_above_zero(ranks_scaled(ranks_load(mode[hidden[i]]), scale)), mode[hidden[i]]);
    share[SETUP_KNOWN] = sum[FAMILY_AS_IT_IS] * scale;
    share[SETUP_NEAR] = sum[FAMILY_CHANGED] * scale;
    share[SETUP_NEW] = recall->fresh * scale;
}
