/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/sprt.h"

#include "base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct sprt_terms sprt_usual = {0, 5, 0.05, 0.05};

/* Returns the expected score, 0 .. 1, for an Elo difference. */
static double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Reads numbers separated by commas. Returns how many there are, or -1 for any other text. */
static int read_numbers(const char *text, double *numbers, int max)
{
    for (int count = 0; count < max; count++) {
        char word[DECIMAL_TEXT];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (length >= sizeof word || !decimal_read(word, &numbers[count]))
            return -1;
        if (text[length] == '\0')
            return count + 1;
        text += length + 1;
    }
    return -1;
}

enum status sprt_parse(const char *text, struct sprt_terms *terms, struct error *error)
{
    double numbers[4] = {0, 0, sprt_usual.alpha, sprt_usual.beta};
    int count = read_numbers(text, numbers, 4);
    if (count != 2 && count != 4)
        return error_set(error, STATUS_BAD, "'%s': expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA", text);
    if (!(numbers[0] < numbers[1]) || fabs(numbers[0]) > 1000 || fabs(numbers[1]) > 1000)
        return error_set(error, STATUS_BAD, "'%s': ELO0 must be below ELO1, both from -1000 to 1000", text);
    for (int i = 2; i < 4; i++)
        if (!(numbers[i] > 0 && numbers[i] < 0.5))
            return error_set(error, STATUS_BAD, "'%s': ALPHA and BETA must be above 0 and below 0.5", text);
    *terms = (struct sprt_terms){numbers[0], numbers[1], numbers[2], numbers[3]};
    return STATUS_OK;
}

/* The number of pairs that a score counts as if it has not occurred. Without this, a few equal pairs would
 * give the other scores the probability 0. */
#define UNSEEN_PAIRS 1e-3

/* The shares of the five scores. */
struct shares {
    double pairs;              /* number of pairs, with these additions */
    double share[PAIR_SCORES]; /* sum 1 */
};

/* Returns the share of each score of a pair. */
static struct shares shares_of(const struct pentanomial *pairs)
{
    struct shares shares = {0};
    for (int i = 0; i < PAIR_SCORES; i++) {
        shares.share[i] = pairs->count[i] ? (double)pairs->count[i] : UNSEEN_PAIRS;
        shares.pairs += shares.share[i];
    }
    for (int i = 0; i < PAIR_SCORES; i++)
        shares.share[i] /= shares.pairs;
    return shares;
}

/* Returns the mean of `off` (score of the pair - hypothetical mean) under the probabilities share / divisor,
 * divisor = 1 + x * off. The mean falls as x rises; find_divisors looks for the x at which it is 0. */
static double mean_off(const struct shares *shares, const double *off, double x)
{
    double sum = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        sum += shares->share[i] * off[i] / (1 + x * off[i]);
    return sum;
}

/* Finds the most likely distribution with the mean `score`: its probabilities are share / divisor, with the
 * divisors 1 + x * (score of the pair - mean) (Owen 2001, Empirical likelihood, 2.9). x is found by bisection
 * between the poles, where all divisors are above 0. */
static void find_divisors(const struct shares *shares, double score, double divisor[PAIR_SCORES])
{
    double off[PAIR_SCORES];
    for (int i = 0; i < PAIR_SCORES; i++)
        off[i] = i / (double)(PAIR_SCORES - 1) - score;
    /* The largest `off` is above 0 and the smallest below 0: their divisors are 0 at these bounds. */
    double low = -1 / off[PAIR_SCORES - 1], high = -1 / off[0], x = 0;
    for (int i = 0; i < 60; i++) { /* to the precision of a double */
        x = (low + high) / 2;
        if (mean_off(shares, off, x) > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < PAIR_SCORES; i++)
        divisor[i] = 1 + x * off[i];
}

double sprt_ratio(const struct sprt_terms *terms, const struct pentanomial *pairs)
{
    if (!pentanomial_pairs(pairs))
        return 0;
    struct shares shares = shares_of(pairs);
    double divisor0[PAIR_SCORES], divisor1[PAIR_SCORES], sum = 0;
    find_divisors(&shares, score_of(terms->elo0), divisor0);
    find_divisors(&shares, score_of(terms->elo1), divisor1);
    /* The ratio of the probabilities share / divisor1 and share / divisor0. */
    for (int i = 0; i < PAIR_SCORES; i++)
        sum += shares.share[i] * log(divisor0[i] / divisor1[i]);
    return shares.pairs * sum;
}

struct interval sprt_bounds(const struct sprt_terms *terms)
{
    return (struct interval){log(terms->beta / (1 - terms->alpha)), log((1 - terms->beta) / terms->alpha)};
}

enum sprt_result sprt_decide(const struct sprt_terms *terms, const struct pentanomial *pairs)
{
    struct interval bounds = sprt_bounds(terms);
    double ratio = sprt_ratio(terms, pairs);
    return ratio <= bounds.low ? SPRT_ELO0 : ratio >= bounds.high ? SPRT_ELO1 : SPRT_GO_ON;
}

double sprt_expected_pairs(const struct sprt_terms *terms, double elo, double variance)
{
    struct interval bounds = sprt_bounds(terms);
    double score0 = score_of(terms->elo0), score1 = score_of(terms->elo1), step = score1 - score0;
    /* One pair changes the ratio by `drift` on average, with variance `spread`. */
    double drift = step * (2 * score_of(elo) - score0 - score1) / (2 * variance);
    double spread = step * step / variance;
    double h = -2 * drift / spread;
    if (fabs(h) < 1e-6) /* no drift: the limit of the formula below */
        return -bounds.low * bounds.high / spread;
    /* exp(h x ratio) stays 1 on average; this gives the probability to end at the upper bound. */
    double up = (1 - exp(h * bounds.low)) / (exp(h * bounds.high) - exp(h * bounds.low));
    return (up * bounds.high + (1 - up) * bounds.low) / drift;
}
