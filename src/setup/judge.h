/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge: De Boer's heuristics H1 .. H9 (2007, 4.3.4), which give a setup points. More is
 * better; the absolute value has no meaning.
 *
 * Most of them are about forty pieces that stand in each other's way. Of a short army, twenty pieces at
 * most, the others hold, and H10, which was measured on Barrage games (doc/setups.md). */
#ifndef VEDETTE_SETUP_JUDGE_H
#define VEDETTE_SETUP_JUDGE_H

#include "profile/option.h"
#include "setup/place.h"

enum { DISTANCE_NONE = 255 };

/* H1, the distance to freedom of each place: how many pieces must move away before the piece
 * there can leave. 0 on the exits of the front row; each step inward through a piece that can
 * move adds one, through an empty place none; bombs and the flag are walls to go round (they have a
 * distance themselves: the pieces on the way to them). DISTANCE_NONE where no way leads out. Without walls
 * and empty places 0 .. 4. */
void setup_distances(const struct setup *setup, uint8_t distance[PIECES_A_SIDE]);

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
    JUDGE_LARGE_ROWS, /* those that follow are of short armies alone */
    JUDGE_SHORT_WAYS = JUDGE_LARGE_ROWS, JUDGE_SHORT_HALF, JUDGE_SHORT_PAIR, JUDGE_SHORT_SPY,
    JUDGE_SHORT_EXITS, JUDGE_SHORT_LAKES, JUDGE_SHORT_DECOY,
    JUDGE_ROWS
};

enum { JUDGE_HEURISTICS = 10 };

/* Which armies a row holds for. */
enum judge_armies { JUDGE_ANY, JUDGE_LARGE, JUDGE_SHORT };
enum { JUDGE_SHORT_MAX = PIECES_A_SIDE / 2 /* pieces of a short one */ };

struct judged_setup;
struct judge_finding;

struct judge_row {
    int heuristic;        /* 2 .. JUDGE_HEURISTICS */
    const char *key;      /* its option in group "judge": "h2_trapped" */
    enum judge_armies armies;
    double points;        /* De Boer's or, of H10, ours, for each time it applies */
    const char *meaning;  /* one line */
    const char *choice;   /* where the text leaves a choice: the reading taken, and why; else "" */
    void (*find)(const struct judged_setup *judged, struct judge_finding *finding);
};
extern const struct judge_row judge_table[JUDGE_ROWS];

/* Whether a row of the table holds for the setup's army: else it gives no points. */
bool judge_holds(int row, const struct setup *setup);

/* "Distance to freedom", …: the name of heuristic 1 .. JUDGE_HEURISTICS. */
const char *judge_heuristic_name(int heuristic);

/* Where a bomb's guard stands in H8. */
enum judge_nearby {
    NEARBY_EIGHT, /* on one of the eight places around the bomb */
    NEARBY_FOUR,  /* on one of its four sides */
    NEARBY_MIXED, /* on a side to have one, on none of the eight to have none */
};

/* The points in use. */
struct judge {
    double points[JUDGE_ROWS];
    int confined_beyond;  /* H2: a distance above this is confined */
    bool beside_only;     /* H5, H6: "next to" means left or right only */
    enum judge_nearby nearby;
};

/* De Boer's points, or those of the settings. */
void judge_init(struct judge *judge);
void judge_from_settings(struct judge *judge, const struct settings *settings);

/* The options' rows, group "judge". */
extern const struct option_group judge_option_group;

/* How often a row applied, and the places that earned it. */
struct judge_finding {
    int times;
    placeset places;
};

/* The total of a setup; well under a microsecond, for creating and for scoring live. */
double judge_score(const struct judge *judge, const struct setup *setup);

/* The same with what each row found. The total is the sum of times x points. */
double judge_explain(const struct judge *judge, const struct setup *setup,
                     struct judge_finding findings[JUDGE_ROWS]);

#endif
