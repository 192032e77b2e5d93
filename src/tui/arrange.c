/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/arrange.h"

#include "setup/random_setup.h"

#include <string.h>

/* Returns the variant of the army. */
static const struct variant *variant_of(const struct arrange *arrange)
{
    return variant_at(arrange->variant);
}

/* Returns whether no piece is on the board. */
static bool is_empty(const struct arrange *arrange)
{
    return arrange->reserve_total == variant_of(arrange)->pieces;
}

/* Counts the reserve. If it has no piece of the selected rank left, selects the next lower rank that it
 * has. */
static void count_reserve(struct arrange *arrange)
{
    arrange->reserve_total = 0;
    for (int rank = 0; rank < RANKS; rank++)
        arrange->reserve[rank] = variant_of(arrange)->count[rank];
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (arrange->setup.rank[i] < RANKS)
            arrange->reserve[arrange->setup.rank[i]]--;
    for (int rank = 0; rank < RANKS; rank++)
        arrange->reserve_total += arrange->reserve[rank];
    if (arrange->reserve_total && !arrange->reserve[arrange->selected_rank])
        arrange_cycle_rank(arrange, -1);
}

void arrange_begin(struct arrange *arrange, uint8_t variant)
{
    struct setup empty;
    memset(&empty, PLACE_EMPTY, sizeof empty);
    arrange->variant = variant;
    arrange->by_hand = arrange->has_set_aside = false;
    arrange->heat = false; /* the statistics are of the previous variant */
    arrange->statistics = NULL;
    arrange->selected_rank = FLAG;
    arrange_set(arrange, &empty);
}

void arrange_set(struct arrange *arrange, const struct setup *setup)
{
    struct placement placement;
    arrange->setup = *setup;
    arrange->selected_place = -1;
    placement_clear(&placement);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        struct cell *cell = &placement.cell[setup_square(arrange->side, i)];
        if (setup->rank[i] >= RANKS)
            continue;
        cell->side = (uint8_t)arrange->side;
        cell->rank = setup->rank[i];
    }
    board_free(&arrange->board);
    board_init(&arrange->board, &placement, &arrange->rules);
    count_reserve(arrange);
}

bool arrange_is_partial(const struct arrange *arrange)
{
    return arrange->reserve_total && !is_empty(arrange);
}

bool arrange_any_army(const struct arrange *arrange)
{
    return variant_of(arrange)->any_army;
}

bool arrange_fills_rows(const struct arrange *arrange)
{
    return variant_fills_rows(variant_of(arrange));
}

enum status arrange_check(const struct arrange *arrange, struct error *error)
{
    uint8_t army[RANKS];
    int movers = 0;
    if (!arrange_any_army(arrange))
        return setup_check(&arrange->setup, variant_of(arrange), error);
    /* Any army: needs a flag and a piece that moves. */
    setup_army(&arrange->setup, army);
    for (int rank = 0; rank < RANKS; rank++)
        movers += rank_moves(rank) ? army[rank] : 0;
    if (!army[FLAG])
        return error_set(error, STATUS_BAD, "Your army has no flag");
    return movers ? STATUS_OK : error_set(error, STATUS_BAD, "Your army has no piece that moves");
}

bool arrange_replace(struct arrange *arrange, const struct setup *setup)
{
    bool was_set_aside = arrange->by_hand && !is_empty(arrange);
    if (was_set_aside)
        arrange->set_aside = arrange->setup;
    arrange->has_set_aside |= was_set_aside;
    arrange->by_hand = false;
    arrange_set(arrange, setup);
    return was_set_aside;
}

bool arrange_restore(struct arrange *arrange)
{
    struct setup set_aside = arrange->set_aside;
    if (!arrange->has_set_aside)
        return false;
    arrange->has_set_aside = false;
    arrange_replace(arrange, &set_aside); /* sets the present one aside, if it was made by hand */
    arrange->by_hand = true;
    return true;
}

bool arrange_clear(struct arrange *arrange)
{
    struct setup empty;
    memset(&empty, PLACE_EMPTY, sizeof empty);
    arrange->selected_rank = FLAG;
    return arrange_replace(arrange, &empty);
}

void arrange_swap(struct arrange *arrange, int a, int b)
{
    struct setup setup = arrange->setup;
    setup_swap(&setup, a, b);
    arrange->by_hand = true;
    arrange_set(arrange, &setup);
}

bool arrange_put(struct arrange *arrange, int place, int rank)
{
    struct setup setup = arrange->setup;
    if (!arrange->reserve[rank])
        return false;
    setup.rank[place] = (uint8_t)rank;
    arrange->selected_rank = rank;
    arrange->by_hand = true;
    arrange_set(arrange, &setup);
    return true;
}

bool arrange_remove(struct arrange *arrange, int place)
{
    struct setup setup = arrange->setup;
    if (setup.rank[place] >= RANKS)
        return false;
    arrange->selected_rank = setup.rank[place];
    setup.rank[place] = PLACE_EMPTY;
    arrange->by_hand = true;
    arrange_set(arrange, &setup);
    return true;
}

bool arrange_cycle_rank(struct arrange *arrange, int step)
{
    for (int n = 1; n <= RANKS; n++) {
        int rank = (arrange->selected_rank + step * n + RANKS * RANKS) % RANKS; /* never of a sum below 0 */
        if (arrange->reserve[rank]) {
            arrange->selected_rank = rank;
            return true;
        }
    }
    return false;
}

void arrange_pick_army(const struct arrange *arrange, struct rng *rng, uint8_t army[RANKS])
{
    const struct variant *variant = variant_of(arrange);
    if (!variant->any_army)
        memcpy(army, variant->count, RANKS);
    else if (is_empty(arrange))
        army_draw(variant, rng, army);
    else
        setup_army(&arrange->setup, army);
}

enum status arrange_create(struct arrange *arrange, const struct settings *settings,
                           const struct setup_sources *sources, double deadline, struct rng *rng,
                           bool *was_set_aside, struct error *error)
{
    struct setup_options options;
    struct setup setup;
    setup_options_init(&options, settings);
    options.model = sources->model;
    options.deadline = deadline;
    /* A partly filled board: the pieces on it keep their places. */
    bool keeps_pieces = arrange_is_partial(arrange) && !arrange_any_army(arrange);
    arrange_pick_army(arrange, rng, options.army);
    for (int i = 0; keeps_pieces && i < PIECES_A_SIDE; i++)
        options.keep[i] = arrange->setup.rank[i];
    enum status status = setup_options_check(&options, error);
    if (status)
        return status;
    setup_create(sources->statistics, &options, rng, &setup);
    *was_set_aside = false;
    if (keeps_pieces)
        arrange_set(arrange, &setup); /* not arrange_replace: the pieces placed by hand stay */
    else
        *was_set_aside = arrange_replace(arrange, &setup);
    return STATUS_OK;
}

bool arrange_judge(const struct arrange *arrange, const struct judge *judge, struct verdict *verdict)
{
    struct judge_finding findings[JUDGE_ROWS];
    *verdict = (struct verdict){0};
    if (arrange->reserve_total || arrange_any_army(arrange))
        return false;
    verdict->total = judge_explain(judge, &arrange->setup, findings);
    /* A heuristic has several rows in judge_table. */
    for (int row = 0; row < JUDGE_ROWS; row++) {
        int heuristic = judge_table[row].heuristic;
        verdict->points[heuristic] += findings[row].times * judge->points[row];
        verdict->places[heuristic] |= findings[row].places;
        verdict->applies[heuristic] |= judge_row_applies(row, &arrange->setup);
    }
    return true;
}

double arrange_judge_swap(const struct arrange *arrange, const struct judge *judge, int a, int b)
{
    struct setup setup = arrange->setup;
    setup.rank[a] = arrange->setup.rank[b];
    setup.rank[b] = arrange->setup.rank[a];
    return judge_score(judge, &setup);
}

int arrange_selected(const struct arrange *arrange)
{
    if (arrange->selected_place >= 0)
        return arrange->setup.rank[arrange->selected_place];
    return arrange->reserve_total ? arrange->selected_rank : arrange->setup.rank[arrange->cursor];
}

void arrange_heat(const struct arrange *arrange, int rank, double heat[SQUARES])
{
    for (int square = 0; square < SQUARES; square++) {
        int place = setup_index(arrange->side, square);
        heat[square] = place < 0 || rank >= RANKS
                           ? -1 : setup_prior(arrange->statistics, place, rank);
    }
}
