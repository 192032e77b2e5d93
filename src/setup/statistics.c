/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/statistics.h"

#include "file/file.h"
#include "setup/judge.h"

#include <math.h>
#include <string.h>

enum {
    SURROUNDING_KEYS = BESIDES * BESIDES * BESIDES * BESIDES,
    REPORT_EVERY = 1 << 14,         /* setups between two reports */
    BACK_ROW = 3
};

bool flag_is_bombed(const struct setup *setup)
{
    placeset flag = PLACE_BIT(setup_find(setup, FLAG));
    /* Row 0 is the front row. */
    return (flag & PLACES_ROW(0)) == 0 && (places_around(flag) & ~setup_places(setup, BOMB)) == 0;
}

void setup_counts_add(struct setup_counts *counts, const struct setup *setup)
{
    counts->setups++;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place];
        if (rank == PLACE_EMPTY)
            continue;
        counts->placement[rank][place]++;
        for (int side = 0; side < PLACE_SIDES; side++) {
            int next = place_next[place][side], where = place_relation[side];
            if (next < 0)
                continue;
            counts->places[where][rank]++;
            if (setup->rank[next] != PLACE_EMPTY)
                counts->neighbours[where][rank][setup->rank[next]]++;
        }
    }
    counts->flag_back_row += place_row(setup_find(setup, FLAG)) == BACK_ROW;
    counts->flag_bombed += flag_is_bombed(setup);
    int flag = setup_find(setup, FLAG), key = 0; /* the surroundings: a digit to base BESIDES a side */
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[flag][side];
        int neighbour = next < 0 ? BESIDE_EDGE
                        : setup->rank[next] == PLACE_EMPTY ? BESIDE_EMPTY : setup->rank[next];
        key = key * BESIDES + neighbour;
    }
    counts->surrounding[key]++;
}

/* Adds a setup for which an indicator holds, with its score. */
static void add_indicator(struct indicator_sum *sum, double score)
{
    sum->count++;
    sum->score += score;
}

void setup_counts_add_result(struct setup_counts *counts, const struct setup *setup, double score)
{
    struct judge judge;
    judge_init(&judge);
    double judged = judge_score(&judge, setup);
    counts->results.setups++;
    counts->results.score += score;
    counts->results.score_squared += score * score;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] != PLACE_EMPTY)
            add_indicator(&counts->results.placement[setup->rank[place]][place], score);
    if (place_row(setup_find(setup, FLAG)) == BACK_ROW)
        add_indicator(&counts->results.flag_back_row, score);
    if (flag_is_bombed(setup))
        add_indicator(&counts->results.flag_bombed, score);
    counts->results.judged += judged;
    counts->results.judged_squared += judged * judged;
    counts->results.judged_score += judged * score;
    outline_counts_add(&counts->results.outlines, setup_outline(setup, NULL), 1, score > 0.75,
                       score > 0.25 && score < 0.75);
}

/* Returns Pearson's correlation from the sums over n pairs: x, x², y, y², xy; 0 if x or y does not vary
 * beyond rounding. */
static double pearson(double n, double x, double xx, double y, double yy, double xy)
{
    double vary_x = n * xx - x * x, vary_y = n * yy - y * y;
    if (vary_x <= 1e-9 * n || vary_y <= 1e-9 * n)
        return 0;
    return (n * xy - x * y) / sqrt(vary_x * vary_y);
}

/* Computes the correlations with results. */
static void finish_results(const struct setup_counts *counts, struct result_correlation *results)
{
    double n = (double)counts->results.setups, y = counts->results.score;
    double yy = counts->results.score_squared;
    results->setups = counts->results.setups;
    if (results->setups == 0)
        return;
    results->score = y / n;
/* The numbers of an indicator, which is 0 or 1: both the sum and the sum of squares are its count. */
#define CORRELATE(sum) pearson(n, (double)(sum).count, (double)(sum).count, y, yy, (sum).score)
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            results->placement[rank][place] = CORRELATE(counts->results.placement[rank][place]);
    results->flag_back_row = CORRELATE(counts->results.flag_back_row);
    results->flag_bombed = CORRELATE(counts->results.flag_bombed);
#undef CORRELATE
    results->judged = pearson(n, counts->results.judged, counts->results.judged_squared, y, yy,
                              counts->results.judged_score);
}

/* Computes the neighbour ratios, observed / expected (setup_statistics.ratio). */
static void finish_ratios(const struct setup_counts *counts, struct setup_statistics *statistics)
{
    const struct variant *variant = variant_at(counts->variant);
    for (int where = 0; where < NEIGHBOURS; where++)
        for (int a = 0; a < RANKS; a++) {
            const uint64_t *observed = counts->neighbours[where][a];
            double places = (double)counts->places[where][a];
            for (int b = 0; b < RANKS; b++) {
                double others = variant->count[b] - (a == b);
                double expected = places * others / (PIECES_A_SIDE - 1);
                statistics->ratio[where][a][b] =
                    expected > 0 ? (double)observed[b] / expected : 1;
            }
        }
}

/* Finds the most frequent surroundings of the flag. */
static void finish_surroundings(const struct setup_counts *counts, struct setup_statistics *statistics)
{
    int best[SURROUNDINGS], found = 0;
    for (int key = 0; key < SURROUNDING_KEYS; key++) {
        if (counts->surrounding[key] == 0)
            continue;
        int index = found < SURROUNDINGS ? found++ : SURROUNDINGS;
        /* Insert into the short sorted list, behind equal ones. */
        while (index > 0 && counts->surrounding[best[index - 1]] < counts->surrounding[key]) {
            if (index < SURROUNDINGS)
                best[index] = best[index - 1];
            index--;
        }
        if (index < SURROUNDINGS)
            best[index] = key;
    }
    statistics->surroundings = found;
    for (int i = 0; i < found; i++) {
        struct flag_surrounding *surrounding = &statistics->surrounding[i];
        surrounding->share = (double)counts->surrounding[best[i]] / (double)counts->setups;
        /* The digits of the key (setup_counts_add), the last side first. */
        for (int side = PLACE_SIDES - 1, key = best[i]; side >= 0; side--, key /= BESIDES)
            surrounding->rank[side] = (uint8_t)(key % BESIDES);
    }
}

void setup_counts_finish(const struct setup_counts *counts, struct setup_statistics *statistics)
{
    memset(statistics, 0, sizeof *statistics);
    double n = (double)counts->setups;
    statistics->variant = counts->variant;
    statistics->count = counts->setups;
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            statistics->placement[rank][place] = (double)counts->placement[rank][place] / n;
    finish_ratios(counts, statistics);
    statistics->flag_back_row = (double)counts->flag_back_row / n;
    statistics->flag_bombed = (double)counts->flag_bombed / n;
    finish_surroundings(counts, statistics);
    finish_results(counts, &statistics->results);
    outline_table_make(&counts->results.outlines, OUTLINE_SETUPS_MIN, &statistics->outlines);
}

/* Checks that a setup may be counted with the others: all must be of the first one's variant. STATUS_BAD if
 * this setup is of another one, or of a variant that takes any army: its shares would depend on which armies
 * were chosen. */
static enum status check_counted(struct setup_counts *counts, const struct setup *setup, struct error *error)
{
    const struct variant *variant = setup_variant(setup);
    if (!variant || variant->any_army)
        return error_set(error, STATUS_BAD, "found a setup of an army of its own, expected one of a variant "
                         "with one army");
    if (counts->setups == 0 && counts->results.setups == 0)
        counts->variant = variant_index(variant);
    if (variant != variant_at(counts->variant))
        return error_set(error, STATUS_BAD, "found a setup of %s, expected one of %s as before",
                         variant->name, variant_at(counts->variant)->name);
    return STATUS_OK;
}

/* --- reading setups --- */

/* The context of count_setup. */
struct learning_state {
    struct setup_counts *counts;
    bool only_results;
    setup_learn_report *report;
    void *context;
    uint64_t read; /* number of setups read */
};

/* Adds one setup of a file, and its score if its game has a result. */
static enum status count_setup(void *context, const struct setup *setup, enum side side,
                               const struct record *game, const char *place, struct error *error)
{
    struct learning_state *learning_state = context;
    struct error why;
    if (check_counted(learning_state->counts, setup, &why))
        return error_set(error, STATUS_BAD, "%s: %s", place, why.text);
    if (!learning_state->only_results)
        setup_counts_add(learning_state->counts, setup);
    if (game != NULL && game->outcome.result != RESULT_OPEN) {
        double points = game->outcome.result == RESULT_DRAW ? 0.5 : game->outcome.result == result_win(side);
        setup_counts_add_result(learning_state->counts, setup, points);
    }
    if (++learning_state->read % REPORT_EVERY == 0 && learning_state->report != NULL &&
        !learning_state->report(learning_state->context, learning_state->read))
        return error_set(error, STATUS_NO, "%s: stopped", place);
    return STATUS_OK;
}

enum status setup_counts_read(struct setup_counts *counts, const char *path, setups_reader *read,
                              bool only_results, setup_learn_report *report, void *context,
                              struct error *error)
{
    struct learning_state learning_state = {counts, only_results, report, context, 0};
    return read(path, count_setup, &learning_state, error);
}

void setup_statistics_flat(const struct variant *variant, struct setup_statistics *statistics)
{
    *statistics = (struct setup_statistics){.source = "counts of the pieces alone",
                                            .variant = variant_index(variant)};
    for (int rank = 0; rank < RANKS; rank++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            statistics->placement[rank][place] = (double)variant->count[rank] / PIECES_A_SIDE;
    for (int where = 0; where < NEIGHBOURS; where++)
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                statistics->ratio[where][a][b] = 1;
}
