/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/player_rating.h"

#include "base/plural.h"

#include <math.h>
#include <stdio.h>

enum { BISECTIONS = 60 }; /* halves a range of some thousand Elo to below 1e-10 */

static const double ELO_SCALE = 400;     /* a score of 10 to 1 */
static const double PRIOR_SPREAD = 500;  /* standard deviation of a person's strength before any game */
static const double FALL_95 = 1.920729;  /* of the log posterior, at the ends of the 95 % interval */

double level_elo(const struct ladder *ladder, size_t level)
{
    double elo = 0;
    for (size_t i = 1; i <= level; i++)
        elo += ELO_SCALE * log10(ladder->levels[i].below / (1 - ladder->levels[i].below));
    return elo;
}

/* Returns the log posterior of strength `elo`, without a constant; *slope gets its derivative. */
static double log_posterior(const struct ladder *ladder, const struct level_result results[], double elo,
                            double *slope)
{
    const double to_log = log(10) / ELO_SCALE;
    double sum = -0.5 * elo * elo / (PRIOR_SPREAD * PRIOR_SPREAD);
    *slope = -elo / (PRIOR_SPREAD * PRIOR_SPREAD);
    for (size_t i = 0; i < ladder->count; i++) {
        const struct level_result *result = &results[i];
        double points = (double)result->won + 0.5 * (double)result->drawn;
        double games = (double)(result->won + result->drawn + result->lost);
        double lead = to_log * (elo - level_elo(ladder, i));
        /* The logs of the expected score 1 / (1 + e^-lead) and of its complement. */
        sum -= points * log1p(exp(-lead)) + (games - points) * log1p(exp(lead));
        *slope += to_log * (points - games / (1 + exp(-lead)));
    }
    return sum;
}

/* Returns the end of the interval between the maximum `best` and `far`, where the log posterior has fallen to
 * `floor`. */
static double interval_end(const struct ladder *ladder, const struct level_result results[], double best,
                           double far, double floor)
{
    double slope;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (best + far);
        if (log_posterior(ladder, results, middle, &slope) > floor)
            best = middle;
        else
            far = middle;
    }
    return best;
}

void player_rating_estimate(const struct ladder *ladder, const struct level_result results[],
                            struct player_rating *rating)
{
    /* The posterior is log-concave, and beyond these its slope leads back for any results. */
    double lowest = -20 * PRIOR_SPREAD, highest = level_elo(ladder, ladder->count - 1) - lowest, slope;
    double low = lowest, high = highest;
    rating->games = 0;
    for (size_t i = 0; i < ladder->count; i++)
        rating->games += results[i].won + results[i].drawn + results[i].lost;
    /* The maximum is where the slope becomes negative. */
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (low + high);
        log_posterior(ladder, results, middle, &slope);
        if (slope > 0)
            low = middle;
        else
            high = middle;
    }
    rating->elo = low;
    double floor = log_posterior(ladder, results, low, &slope) - FALL_95;
    rating->low = interval_end(ladder, results, low, lowest, floor);
    rating->high = interval_end(ladder, results, low, highest, floor);
}

bool player_rating_of_games(struct game_list *list, const struct ladder *ladder, size_t max,
                            struct player_rating *rating)
{
    struct level_result results[LEVELS_MAX] = {{0}};
    size_t finished = 0;
    for (size_t i = 0; i < list->count && finished < max; i++) {
        struct game_entry *entry = &list->games[i];
        int level, style;
        finished += !entry->unfinished;
        game_entry_read(entry);
        enum side person = game_entry_person(entry);
        if (!game_entry_counts(entry) || entry->brief.variant != ladder->variant ||
            !ladder_recognise(ladder, entry->brief.player[side_other(person)], &level, &style))
            continue;
        enum result result = entry->brief.outcome.result;
        results[level].won += result == result_win(person);
        results[level].lost += result == result_win(side_other(person));
        results[level].drawn += result == RESULT_DRAW;
    }
    player_rating_estimate(ladder, results, rating);
    return rating->games > 0;
}

char *player_rating_words(const struct ladder *ladder, const struct player_rating *rating,
                          char text[RATING_WORDS])
{
    int count = (int)ladder->count, like = 0, below = -1, above = count;
    char range[2 * LEVEL_NAME + 32] = "no level is excluded yet";
    /* The level nearest in strength; the strongest one below the interval, the weakest one above it. */
    for (int i = 0; i < count; i++) {
        double elo = level_elo(ladder, (size_t)i);
        if (fabs(elo - rating->elo) < fabs(level_elo(ladder, (size_t)like) - rating->elo))
            like = i;
        if (elo <= rating->low)
            below = i;
        if (elo >= rating->high && above == count)
            above = i;
    }
    /* Outside the ladder no level is alike. */
    const char *how = above == 0 ? "below" : below == count - 1 ? "above" : "like";
    if (below >= 0 && above < count)
        snprintf(range, sizeof range, "between %s and %s", ladder->levels[below].name,
                 ladder->levels[above].name);
    else if (below >= 0 || above < count)
        snprintf(range, sizeof range, "%s %s", below >= 0 ? "above" : "below",
                 ladder->levels[below >= 0 ? below : above].name);
    snprintf(text, RATING_WORDS, "You play %s %s, most likely %s (%zu game%s)", how,
             ladder->levels[like].name, range, rating->games, plural(rating->games));
    return text;
}
