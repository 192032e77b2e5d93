/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of the setups that people play: how often a rank stands on a place, and how often two ranks
 * are neighbours (De Boer 2007, 4.3.2).
 *
 * Places are numbered as in struct setup: 0 .. 39, the front row first, left to right as the owner sees
 * them. The tables are independent of the colour. */
#ifndef VEDETTE_SETUP_STATISTICS_H
#define VEDETTE_SETUP_STATISTICS_H

#include "base/error.h"
#include "base/text.h"
#include "file/setup_visitor.h"
#include "game/placement.h"
#include "setup/outline.h"
#include "setup/place.h"

#include <stdint.h>

enum {
    SURROUNDINGS = 10,         /* max number of stored surroundings of the flag */
    STATISTICS_LIMIT = 1 << 20 /* max bytes of a statistics file */
};

enum { BESIDE_EDGE = RANKS, BESIDE_EMPTY, BESIDES };

/* What stands around the flag on each place_side: a rank, BESIDE_EDGE at the edge of the owner's four rows,
 * or BESIDE_EMPTY. */
struct flag_surrounding {
    uint8_t rank[PLACE_SIDES];
    double share; /* of all setups */
};

/* How setups correlate with results: Pearson's correlation of an indicator (or a number) of a setup with
 * its owner's score (1 won, 0.5 drawn, 0 lost). All zero without results. */
struct result_correlation {
    uint64_t setups;
    double score;                              /* the mean score */
    double placement[RANKS][PIECES_A_SIDE];    /* correlation of "this rank stands on this place" */
    double flag_back_row, flag_bombed, judged; /* judged: of the judge's score (setup/judge.h) */
};

/* The statistics of setups of one variant. */
struct setup_statistics {
    char source[256]; /* where the setups come from, one line of UTF-8 */
    char date[16];    /* YYYY-MM-DD */
    uint8_t variant;  /* of the setups: index in variant_table */
    uint64_t count;   /* number of setups; 0: none, the statistics are flat */
    /* The share of setups with this rank on this place. The sum over ranks is 1 (at most 1 if places may be
     * empty); the sum over places is the number of pieces of the rank. */
    double placement[RANKS][PIECES_A_SIDE];

    /* ratio[n][a][b]: observed / expected number of pieces of rank b in relation n (enum neighbour) to
     * one of rank a. Expected if the army's other pieces were distributed evenly over the other 39
     * places: (number of places, also empty ones, in that direction from pieces of rank a) x (pieces of
     * rank b, minus one if a is b) / 39. 1 if the expected number is 0. ratio[n][a][b] differs from
     * ratio[n][b][a], because ranks near an edge have fewer neighbouring places (as in table 4.1). */
    double ratio[NEIGHBOURS][RANKS][RANKS];

    double flag_back_row; /* share of flags on the back row */
    double flag_bombed;   /* share of bombed-in flags: flag_is_bombed() */
    int surroundings;     /* number of stored surroundings */
    struct flag_surrounding surrounding[SURROUNDINGS]; /* the most frequent first */
    struct result_correlation results;
    struct outline_table outlines; /* of setups with a result; each row has OUTLINE_SETUPS_MIN or more */
};

/* Returns the probability (0 .. 1) of `rank` on `place` without other knowledge. */
static inline double setup_prior(const struct setup_statistics *statistics, int place, int rank)
{
    return statistics->placement[rank][place];
}

/* Returns the factor by which a piece of rank `b` is more probable in relation `where` (enum neighbour) to
 * one of rank `a` than by chance. */
static inline double setup_ratio(const struct setup_statistics *statistics, int where, int a, int b)
{
    return statistics->ratio[where][a][b];
}

/* Returns whether all neighbours of the flag on the owner's four rows are bombs and the flag does not stand
 * on the front row, where an enemy can reach it. */
bool flag_is_bombed(const struct setup *setup);

/* Sums over setups, from which statistics are computed. Start with all zero. */
struct setup_counts {
    uint8_t variant; /* of the setups: index in variant_table */
    uint64_t setups; /* number of setups */
    uint64_t placement[RANKS][PIECES_A_SIDE];
    uint64_t neighbours[NEIGHBOURS][RANKS][RANKS]; /* as `ratio` */
    uint64_t places[NEIGHBOURS][RANKS]; /* places, also empty ones, in relation to a rank's pieces */
    uint64_t flag_back_row, flag_bombed;
    uint64_t surrounding[BESIDES * BESIDES * BESIDES * BESIDES];
    struct { /* sums over setups with a result: number, scores, indicators, the judge's scores */
        uint64_t setups;
        double score, score_squared;
        struct indicator_sum {
            uint64_t count;
            double score;
        } placement[RANKS][PIECES_A_SIDE], flag_back_row, flag_bombed;
        double judged, judged_squared, judged_score;
        struct outline_counts outlines;
    } results;
};

/* Adds a valid setup of the counts' variant. A million take under a second. */
void setup_counts_add(struct setup_counts *counts, const struct setup *setup);

/* Adds a valid setup with its owner's score (1, 0.5, 0), for correlations and outlines only. */
void setup_counts_add_result(struct setup_counts *counts, const struct setup *setup, double score);

/* Computes the statistics of at least one setup; does not set source and date. */
void setup_counts_finish(const struct setup_counts *counts, struct setup_statistics *statistics);

/* Makes statistics that contain only the number of pieces of each rank of the variant: each arrangement is
 * equally likely. */
void setup_statistics_flat(const struct variant *variant, struct setup_statistics *statistics);

typedef bool setup_learn_report(void *context, uint64_t setups);
/* Adds all setups that `read` finds in a file of any format (setups, lines of 40 letters, games) to `counts`.
 * For games with a
 * result also adds the scores; with `only_results` only these. `report` (may be NULL) is called repeatedly
 * with the number of setups read from the file; if it returns false, the reading ends with STATUS_NO. */
enum status setup_counts_read(struct setup_counts *counts, const char *path, setups_reader *read,
                              bool only_results, setup_learn_report *report, void *context,
                              struct error *error);

/* Reads a statistics file. `statistics` is changed only on success. STATUS_BAD with FILE:LINE:COLUMN and the
 * key of the fault: a missing or unknown rank or key, a wrong number of numbers, a number that is invalid
 * (also NaN or infinite) or out of range, or probabilities whose sum is wrong by more than 0.001. */
enum status setup_statistics_parse(const char *name, const char *bytes, size_t size,
                                   struct setup_statistics *statistics, struct error *error);

/* Writes statistics as setup_statistics_parse reads them, with comments that define each number. */
void setup_statistics_write(const struct setup_statistics *statistics, struct text *out);

struct reader;
struct yaml;

/* Reads the parts of a statistics file whose keys are all present in the mapping `root`. The flag's
 * surroundings are appended, so statistics->surroundings must be 0. Unlike setup_statistics_parse, does not
 * require all parts. STATUS_BAD for invalid values. */
enum status setup_statistics_read_parts(const struct reader *reader, const struct yaml *root,
                                        struct setup_statistics *statistics);

#endif
