/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the setups people play: how often a rank stands on a square, and how often
 * two ranks stand together (De Boer 2007, 4.3.2).
 *
 * Places are numbered as in struct setup: 0 .. 39, the front row first, left to right as the
 * owner sees them. All tables are for one side; nothing in them depends on the colour. */
#ifndef VEDETTE_SETUP_STATISTICS_H
#define VEDETTE_SETUP_STATISTICS_H

#include "base/error.h"
#include "base/text.h"
#include "game/placement.h"
#include "setup/place.h"

#include <stdint.h>

enum {
    SURROUNDINGS = 10,         /* the flag's commonest surroundings that are kept */
    STATISTICS_LIMIT = 1 << 20 /* bytes of a statistics file */
};

enum { BESIDE_EDGE = RANKS, BESIDE_EMPTY, BESIDES };

/* What stands around the flag by enum place_side: ranks, BESIDE_EDGE where the owner's four rows end, or
 * BESIDE_EMPTY. */
struct flag_surrounding {
    uint8_t rank[PLACE_SIDES];
    double share; /* of all setups */
};

/* How setups went with results: Pearson's correlation of an indicator (or a number) of a setup
 * with what its owner scored (1 won, 0.5 drawn, 0 lost), over `setups` setups. All zero where
 * none had a result. */
struct result_correlation {
    uint64_t setups;
    double score;                              /* the mean score */
    double placement[RANKS][PIECES_A_SIDE];    /* "this rank stands on this place" */
    double flag_back_row, flag_bombed, judged; /* judged: the judge's total (setup/judge.h) */
};

struct setup_statistics {
    char source[256]; /* what they were learnt from, one line of UTF-8 */
    char date[16];    /* YYYY-MM-DD */
    uint8_t variant;  /* index of the row of variant_table whose setups they were */
    uint64_t count;   /* setups; 0: none, the statistics are flat */

    /* The share of setups with this rank on this place. Over the ranks a place adds up to 1, or where places
     * may be empty to 1 at most; over the places a rank adds up to how many pieces of it a side has. */
    double placement[RANKS][PIECES_A_SIDE];

    /* ratio[n][a][b]: how often a piece of rank b stands n (enum neighbour) to one of rank a,
     * observed : expected. Expected is what it would be if the army's other pieces stood anywhere on the
     * other 39 places: (places that pieces of rank a had in that direction, empty ones too) x (pieces of
     * rank b, less one where a is b) / 39. 1 where nothing is expected.
     * Since a rank has fewer places around it the nearer it stands to an edge, ratio[n][a][b] is not
     * ratio[n][b][a] (as in table 4.1). */
    double ratio[NEIGHBOURS][RANKS][RANKS];

    double flag_back_row; /* share of flags on the back row */
    double flag_bombed;   /* share of flags wholly bombed in: flag_is_bombed() */
    int surroundings;     /* how many of these there are; the commonest first */
    struct flag_surrounding surrounding[SURROUNDINGS];
    struct result_correlation results;
};

/* The probability of `rank` on `place` before anything is known: 0 .. 1. */
static inline double setup_prior(const struct setup_statistics *statistics, int place, int rank)
{
    return statistics->placement[rank][place];
}

/* By how much it becomes likelier that a piece of rank `b` stands `where` (enum neighbour) to
 * one of rank `a` than chance has it. */
static inline double setup_ratio(const struct setup_statistics *statistics, int where, int a, int b)
{
    return statistics->ratio[where][a][b];
}

/* True where all of the flag's neighbours on the owner's four rows are bombs and the flag does not
 * stand on the front row, where the enemy can walk up to it. */
bool flag_is_bombed(const struct setup *setup);

/* Sums over setups, from which statistics are made. Start with all zero. */
struct setup_counts {
    uint8_t variant; /* index of the row of variant_table whose setups they are */
    uint64_t setups;
    uint64_t placement[RANKS][PIECES_A_SIDE];
    uint64_t neighbours[NEIGHBOURS][RANKS][RANKS]; /* as `ratio` */
    uint64_t places[NEIGHBOURS][RANKS]; /* next to, in front of and behind pieces of a rank, taken or empty */
    uint64_t flag_back_row, flag_bombed;
    uint64_t surrounding[BESIDES * BESIDES * BESIDES * BESIDES];
    struct {
        uint64_t setups;
        double score, score_squared;
        struct indicator_sum {
            uint64_t count;
            double score;
        } placement[RANKS][PIECES_A_SIDE], flag_back_row, flag_bombed;
        double judged, judged_squared, judged_score;
    } results;
};

/* Adds a sound setup of the counts' variant. A million of them take under a second. */
void setup_counts_add(struct setup_counts *counts, const struct setup *setup);

/* Adds a sound setup with what its owner scored with it (1, 0.5, 0), for the correlation only. */
void setup_counts_add_result(struct setup_counts *counts, const struct setup *setup, double score);

/* Makes statistics of at least one setup, with no source and no date. */
void setup_counts_finish(const struct setup_counts *counts, struct setup_statistics *statistics);

/* Statistics that know nothing but how many pieces of each rank an army of the variant has at most: every
 * arrangement is equally likely. */
void setup_statistics_flat(const struct variant *variant, struct setup_statistics *statistics);

/* All setups that are counted together are of one variant, that of the first. STATUS_BAD if this setup is of
 * another one, or of a variant that takes any army: its shares would depend on which armies were chosen. */
enum status setup_counts_check(struct setup_counts *counts, const struct setup *setup, struct error *error);

/* Reads every setup of a file of any kind (setups, a 40-letter setup a line, games) into
 * `counts`; of a game with a result, also what each setup scored. `only_results` adds nothing
 * but that. `report` (may be NULL) is called now and then with the number of setups read from the
 * file; if it returns false, the reading ends with STATUS_NO. */
typedef bool setup_learn_report(void *context, uint64_t setups);
enum status setup_counts_read(struct setup_counts *counts, const char *path, bool only_results,
                              setup_learn_report *report, void *context, struct error *error);

/* Reads a statistics file. STATUS_BAD with FILE:LINE:COLUMN and the key for whatever is no such
 * file: a rank or key that is missing or unknown, a number that is none (NaN, infinite), out of
 * its range, too few or too many of them, probabilities that do not add up (to 0.001). All or
 * nothing. */
enum status setup_statistics_parse(const char *name, const char *bytes, size_t size,
                                   struct setup_statistics *statistics, struct error *error);

/* Writes them as setup_statistics_parse takes them, with comments that define each number. */
void setup_statistics_write(const struct setup_statistics *statistics, struct text *out);

#endif
