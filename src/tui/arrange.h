/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranging an army of a variant on its four rows. Pieces that are not on the board are in the reserve. It is
 * independent of the screen. */
#ifndef VEDETTE_TUI_ARRANGE_H
#define VEDETTE_TUI_ARRANGE_H

#include "game/board.h"
#include "profile/option.h"
#include "setup/creator.h"

enum { KEPT_VARIANTS = 8 /* at least variant_count */ };

/* An army that comes back when the screen is opened again (tui/kept_army.h). */
struct kept_army {
    bool is_kept, by_hand, has_set_aside;
    struct setup setup, set_aside;
};

/* The army being arranged. */
struct arrange {
    enum side side;
    struct rules rules;
    uint8_t variant;            /* index of a row of variant_table: arrange_begin fills it in */
    struct setup setup;         /* PLACE_EMPTY: no piece there */
    struct board board;         /* the pieces of this side only, for drawing */
    int reserve[RANKS];         /* number of pieces of each rank that are not on the board */
    int reserve_total;          /* the sum of `reserve` */
    int selected_rank;          /* the rank of the reserve that is placed next */
    int cursor, selected_place; /* places of the setup, 0 .. 39; selected_place -1: none */
    bool by_hand;               /* the person moved pieces after the setup was loaded or saved */
    bool has_set_aside;         /* `set_aside` is the person's setup that another one replaced */
    struct setup set_aside;
    bool for_both;                             /* the enemy gets the same army; set by the screen */
    bool heat;                                 /* the board shows where people place the selected rank */
    size_t stored_shown;                       /* number of stored setups shown so far */
    const struct setup_statistics *statistics; /* for arrange_heat; NULL: not loaded */
    struct kept_army kept[KEPT_VARIANTS];      /* [variant]; arrange_begin leaves them */
};

/* The judge's scores of a complete setup. */
struct verdict {
    double total;                          /* sum of the points */
    double points[JUDGE_HEURISTICS + 1];   /* [heuristic], from 2 on */
    placeset places[JUDGE_HEURISTICS + 1]; /* [heuristic]: places of the pieces that earned the points */
    bool applies[JUDGE_HEURISTICS + 1];    /* [heuristic]: it applies to an army of this kind */
};

/* Starts with an empty board for the army of a variant (an index of variant_table), without heatmap. The
 * caller has set `side` and `rules`. */
void arrange_begin(struct arrange *arrange, uint8_t variant);

/* Replaces the setup. It may be incomplete, but has no more pieces of a rank than the variant. */
void arrange_set(struct arrange *arrange, const struct setup *setup);

/* Returns whether some, but not all pieces are on the board. */
bool arrange_is_partial(const struct arrange *arrange);

/* Checks whether the army is complete: all pieces are on the board. With a variant that allows any army, the
 * board must have a flag and a piece that moves. STATUS_BAD with a sentence if it is not. */
enum status arrange_check(const struct arrange *arrange, struct error *error);

/* Returns whether the variant allows any army. The pieces on the board are then the army, and the reserve
 * holds the pieces that may be added. */
bool arrange_any_army(const struct arrange *arrange);

/* Returns whether a complete army occupies all squares of its rows. */
bool arrange_fills_rows(const struct arrange *arrange);

/* Replaces the setup by another one. If the person had arranged it by hand, keeps it as `set_aside` and
 * returns true. */
bool arrange_replace(struct arrange *arrange, const struct setup *setup);

/* Exchanges the setup and the one set aside. Returns false if none is set aside. */
bool arrange_restore(struct arrange *arrange);

/* Moves all pieces to the reserve. Sets aside and returns as arrange_replace. */
bool arrange_clear(struct arrange *arrange);

/* Exchanges the pieces of two places; either may be empty. This and the next two functions set `by_hand`. */
void arrange_swap(struct arrange *arrange, int a, int b);

/* Places a piece of `rank` from the reserve; a piece that stood there goes to the reserve. Returns false if
 * the reserve has none of this rank. */
bool arrange_put(struct arrange *arrange, int place, int rank);

/* Moves the piece of a place to the reserve. Returns false if the place is empty. */
bool arrange_remove(struct arrange *arrange, int place);

/* Selects the next higher (step 1) or lower (step -1) rank of the reserve. Returns false if the reserve is
 * empty. */
bool arrange_cycle_rank(struct arrange *arrange, int step);

/* Creates a setup with the creator's settings; at `deadline` (clock_now()) it uses the best one found. If the
 * board is partly filled, fills only the empty places. With a variant that allows any army, arranges the army
 * on the board anew instead, or a random army if the board is empty. STATUS_BAD if the pieces on the board
 * allow no setup that can move. `was_set_aside` gets the result of arrange_replace. */
enum status arrange_create(struct arrange *arrange, const struct settings *settings,
                           const struct setup_sources *sources, double deadline, struct rng *rng,
                           bool *was_set_aside, struct error *error);

/* Fills in the number of pieces of each rank for a random setup: those of the variant. If the variant allows
 * any army, they are those on the board, or a random army if the board is empty. */
void arrange_pick_army(const struct arrange *arrange, struct rng *rng, uint8_t army[RANKS]);

/* Scores the setup. Returns false if it is incomplete or the variant allows any army. */
bool arrange_judge(const struct arrange *arrange, const struct judge *judge, struct verdict *verdict);

/* Returns the total score with two places exchanged. The setup is complete. */
double arrange_judge_swap(const struct arrange *arrange, const struct judge *judge, int a, int b);

/* Returns the rank that the heatmap shows. It is the rank of the selected place; if none is selected, the
 * selected rank of the reserve; if that is none either, the rank of the piece under the cursor. RANK_UNKNOWN
 * or PLACE_EMPTY if there is none. */
int arrange_selected(const struct arrange *arrange);

/* Fills in, for each square of the side's rows, the share (0 .. 1) of people's setups that have `rank` there.
 * It is -1 for other squares, and for all if `rank` is not a rank. */
void arrange_heat(const struct arrange *arrange, int rank, double heat[SQUARES]);

#endif
