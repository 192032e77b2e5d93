/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranging an army of a variant on its four rows, all of it or with some pieces still in the reserve. Knows
 * no screen. */
#ifndef VEDETTE_TUI_ARRANGE_H
#define VEDETTE_TUI_ARRANGE_H

#include "game/board.h"
#include "profile/option.h"
#include "setup/creator.h"

struct arrange {
    enum side side;
    struct rules rules;
    uint8_t variant;           /* index of a row of variant_table: arrange_begin fills it in */
    struct setup setup;        /* PLACE_EMPTY where no piece stands */
    struct board board;        /* the pieces alone, for drawing */
    int reserve[RANKS];        /* of each rank, how many are not on the board */
    int reserve_total;         /* all of them together */
    int selected_rank;         /* the rank of the reserve that is put down next */
    int cursor, selected_place; /* places of the setup; selected_place -1: none */
    bool by_hand;              /* pieces were moved by hand, and nothing has the setup since */
    bool has_set_aside;              /* `own` is what stood there so, before another setup took its place */
    struct setup set_aside;
    bool for_both;             /* the enemy gets the same army; the screen fills it in */
    bool heat;                 /* the board shows where people put the selected rank */
    size_t stored_shown;              /* how many of the stored setups were looked at */
    const struct setup_statistics *statistics; /* for arrange_heat; NULL: not needed so far */
};

/* What the judge says of a whole setup. */
struct verdict {
    double total;
    double points[JUDGE_HEURISTICS + 1]; /* by heuristic, from 2 on */
    placeset places[JUDGE_HEURISTICS + 1]; /* that earned them */
    bool applies[JUDGE_HEURISTICS + 1];    /* whether the heuristic says anything of such an army */
};

/* An empty board for the army of a variant, with no heatmap; side and rules are filled in. */
void arrange_begin(struct arrange *arrange, uint8_t variant);

/* Takes another setup, whole or not: of no rank more than a side has. */
void arrange_set(struct arrange *arrange, const struct setup *setup);

/* Whether some pieces stand on the board while others wait in the reserve. */
bool arrange_is_partial(const struct arrange *arrange);

/* Whether the army is complete: all of it is on the board, or where the variant takes any army what it needs.
 * Else STATUS_BAD with a sentence. */
enum status arrange_check(const struct arrange *arrange, struct error *error);

/* Whether what stands on the board is an army of its own: the variant takes any. The reserve is then what may
 * join it. */
bool arrange_any_army(const struct arrange *arrange);

/* Whether a full army stands on all squares of its rows. */
bool arrange_fills_rows(const struct arrange *arrange);

/* Gives the memory back. */
void arrange_free(struct arrange *arrange);

/* Takes another setup in the place of the one that stands there. What was done by hand is kept aside: true if
 * there was such, and arrange_restore exchanges both again (false where nothing is kept). */
bool arrange_replace(struct arrange *arrange, const struct setup *setup);
bool arrange_restore(struct arrange *arrange);

/* All pieces go to the reserve; kept aside and true as above. */
bool arrange_clear(struct arrange *arrange);

/* These three are work by hand. Exchanges two places, of which either may be empty. */
void arrange_swap(struct arrange *arrange, int a, int b);

/* Puts a piece of `rank` from the reserve down; what stood there goes to the reserve. False where the
 * reserve has none. */
bool arrange_put(struct arrange *arrange, int place, int rank);

/* The piece of a place goes to the reserve. False where none stands there. */
bool arrange_remove(struct arrange *arrange, int place);

/* The next rank of the reserve, upward (1) or downward (-1), becomes the hand. False where there is none. */
bool arrange_cycle_rank(struct arrange *arrange, int step);

/* Creates a setup as the settings say; at `deadline` (of clock_now()) it takes the best there is. Pieces
 * that stand on the board stay while others wait in the reserve; else all is new. Where the variant takes any
 * army, the army on the board is set up anew; if the board is empty, an army is drawn. STATUS_BAD where the
 * pieces that stand leave no setup that can move. `kept` gets what arrange_replace returns. */
enum status arrange_create(struct arrange *arrange, const struct settings *settings,
                           const struct setup_sources *sources, double deadline, struct rng *rng,
                           bool *old_kept, struct error *error);

/* The pieces of a setup at random: those of the variant. Where the variant takes any army: those on the
 * board, or if it is empty, an army that is drawn. */
void arrange_pick_army(const struct arrange *arrange, struct rng *rng, uint8_t army[RANKS]);

/* Judges the setup; false where it is not whole. */
bool arrange_judge(const struct arrange *arrange, const struct judge *judge, struct verdict *verdict);

/* What the total would be if two places were exchanged. The setup is whole. */
double arrange_judge_swap(const struct arrange *arrange, const struct judge *judge, int a, int b);

/* The rank that the heatmap is about: the hand's, the picked piece's, or that under the cursor;
 * RANK_UNKNOWN where there is none. */
int arrange_selected(const struct arrange *arrange);

/* The share of people's setups that have `rank` on each square of the side's rows, by `statistics`; -1
 * elsewhere. */
void arrange_heat(const struct arrange *arrange, int rank, double heat[SQUARES]);

#endif
