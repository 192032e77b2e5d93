/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge: scores a setup by De Boer's heuristics H1 .. H9 (2007, 4.3.4). A higher score is better;
 * its absolute value has no meaning.
 *
 * Most heuristics are about forty pieces that block each other. For short armies (up to JUDGE_SHORT_MAX
 * pieces) only the others apply, and H10, which was measured on Barrage games (doc/setups.md). */
#ifndef VEDETTE_SETUP_JUDGE_H
#define VEDETTE_SETUP_JUDGE_H

#include "profile/option.h"
#include "setup/place.h"

enum { DISTANCE_NONE = 255 };

/* Computes H1, the distance to freedom of each place: the number of pieces that must move away before the
 * piece there can leave the four rows. Exits of the front row have 0. Each step inwards through a movable
 * piece adds 1, through an empty place 0. Bombs and the flag block the way, but have a distance themselves.
 * DISTANCE_NONE if there is no way out. If nothing blocks and no place is empty, distances are 0 .. 4. */
void setup_compute_distances(const struct setup *setup, uint8_t distance[PIECES_A_SIDE]);

/* The rows of the judge's table: one for each sentence of the text that gives points. */
enum judge_row_index {
    JUDGE_TRAPPED, JUDGE_CONFINED,
    JUDGE_FLAG_BOMBED,
    JUDGE_FLAG_MARSHAL, JUDGE_FLAG_GENERAL, JUDGE_FLAG_MAJOR, JUDGE_FLAG_SCOUTS, JUDGE_FLAG_WEAK,
    JUDGE_SPY_BLOCKS,
    JUDGE_LOWER_BLOCKS,
    JUDGE_FRONT_MINER,
    JUDGE_BOMB_GUARDED, JUDGE_BOMB_SCOUT, JUDGE_FLAG_BOMB_BARE,
    JUDGE_OPENING_BOMBS, JUDGE_OPENING_MINERS, JUDGE_OPENING_COLONELS, JUDGE_OPENING_FLAG,
    JUDGE_OPENING_MAJORS, JUDGE_OPENING_SAME, JUDGE_OPENING_SCOUTS,
    JUDGE_LARGE_ROWS, /* the rows from here on are for short armies only */
    JUDGE_SHORT_WAYS = JUDGE_LARGE_ROWS, JUDGE_SHORT_HALF, JUDGE_SHORT_PAIR, JUDGE_SHORT_SPY,
    JUDGE_SHORT_EXITS, JUDGE_SHORT_LAKES, JUDGE_SHORT_DECOY,
    JUDGE_ROWS
};

enum { JUDGE_HEURISTICS = 10 };

/* The armies that a row applies to. */
enum judge_armies { JUDGE_ANY, JUDGE_LARGE, JUDGE_SHORT };
enum { JUDGE_SHORT_MAX = PIECES_A_SIDE / 2 /* max pieces of a short army */ };

/* The parts of a setup that rows count pieces in. */
enum judge_part {
    JUDGE_FRONT,   /* the front row */
    JUDGE_OPENING, /* the places at distance 0 or 1 */
    JUDGE_DEFENCE, /* the fields of table 4.2 that defend the flag's side */
    JUDGE_PARTS
};

struct judged_setup;
struct judge_finding;

/* A row of the judge's table: one condition and its points. */
struct judge_row {
    int heuristic;        /* 2 .. JUDGE_HEURISTICS */
    const char *key;      /* its option in group "judge": "h2_trapped" */
    enum judge_armies armies;
    double points;        /* for each time it applies: De Boer's, for H10 our own */
    const char *meaning;  /* one line */
    const char *choice;   /* if the text is ambiguous, the chosen reading and the reason; "" if it is clear */
    /* The condition: each piece of `ranks` (bits) in `part` beyond `allowed`; with `once`, each rank that has
     * more pieces there. If `find` is set, it finds the pieces instead. */
    unsigned ranks;
    enum judge_part part;
    int allowed;
    bool once;
    void (*find)(const struct judged_setup *judged, struct judge_finding *finding);
};
extern const struct judge_row judge_table[JUDGE_ROWS];

/* Returns whether a row applies to the setup's army. If it does not, it gives no points. */
bool judge_row_applies(int row, const struct setup *setup);

/* Returns the name of heuristic 1 .. JUDGE_HEURISTICS: "Distance to freedom", … */
const char *judge_heuristic_name(int heuristic);

/* The places that count as "nearby" for a bomb's guard in H8. */
enum judge_nearby {
    NEARBY_EIGHT, /* on one of the eight places around the bomb */
    NEARBY_FOUR,  /* on one of its four sides */
    NEARBY_MIXED, /* on a side to have one, on none of the eight to have none */
};

/* The points and readings in use. */
struct judge {
    double points[JUDGE_ROWS];
    int confined_beyond;  /* H2: a piece with a larger distance to freedom is confined */
    bool beside_only;     /* H5, H6: "next to" means left or right only */
    enum judge_nearby nearby;
};

/* Sets the judge to De Boer's points and the default options. */
void judge_init(struct judge *judge);
/* Sets the judge to the points and options of the settings. */
void judge_from_settings(struct judge *judge, const struct settings *settings);

/* The options' rows, group "judge". */
extern const struct option_group judge_option_group;

/* How often a row applied, and the places concerned. */
struct judge_finding {
    int times;
    placeset places;
};

/* Returns the score of a setup; takes well under a microsecond, for creating setups and for live display. */
double judge_score(const struct judge *judge, const struct setup *setup);

/* Returns the score and fills in what each row found. The score is the sum of times x points. */
double judge_explain(const struct judge *judge, const struct setup *setup,
                     struct judge_finding findings[JUDGE_ROWS]);

#endif
