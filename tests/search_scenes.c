/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_scenes.h"

#include "boards.h"
#include "cmocka_all.h"
#include "shortcuts.h"

#include <string.h>

static struct rules rules_of_few(struct rng *rng)
{
    struct rules rules = *rules_find("isf");
    static const int two_squares[] = {1, 2, 2, 3, 3, 5, 0};
    rules.two_squares = two_squares[rng_below(rng, 7)];
    rules.more_squares = rng_below(rng, 4) > 0;
    if (rng_below(rng, 3) == 0)
        rules.no_attack_limit = 5 + (int)rng_below(rng, 20);
    if (rng_below(rng, 6) == 0)
        rules.move_limit = 5 + (int)rng_below(rng, 40);
    return rules;
}

/* Plays moves that like to go back where they came from, so that the repetition rules have work. */
static void play_some(struct position *position, int plies, struct rng *rng)
{
    for (int i = 0; i < plies && position_outcome(position).result == RESULT_OPEN; i++) {
        struct move moves[MOVES_MAX];
        const struct board *board = &position->board;
        int count = board_moves(board, moves), chosen = (int)rng_below(rng, (uint32_t)count);
        uint32_t n = board->plies;
        for (int j = 0; j < count && n >= 2 && rng_below(rng, 4); j++)
            if (moves[j].from == board->history[n - 2].move.to &&
                moves[j].to == board->history[n - 2].move.from)
                chosen = j;
        for (int j = 0; j < count && i < plies - 1; j++) /* fights come last */
            if (board->at[moves[chosen].to] != NO_PIECE)
                chosen = (chosen + 1) % count;
        struct move_with_ranks entered = {moves[chosen], RANK_UNKNOWN, RANK_UNKNOWN};
        if (position_play(position, entered, NULL, NULL))
            return;
    }
}

static void draw_belief(struct scene_of_few *scene, struct rng *rng)
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            scene->belief[row][rank] = rng_below(rng, 3) ? rng_unit(rng) : 0;
            if (rank == BOMB && rng_below(rng, 4) == 0)
                scene->belief[row][rank] += 8; /* unlikely to move */
            sum += scene->belief[row][rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            scene->belief[row][rank] /= sum > 0 ? sum : 1;
    }
}

bool scene_draw(struct scene_of_few *scene, int max, struct rng *rng)
{
    struct placement placement;
    struct rules rules = rules_of_few(rng);
    memset(scene, 0, sizeof *scene);
    const struct variant *barrage = variant_find("barrage"), *classic = variant_at(VARIANT_STANDARD);
    placement_random_few_of(&placement, rng_below(rng, 4) ? classic : barrage, max, rng);
    assert_int_equal(position_init(&scene->position, &placement, &rules, NULL), STATUS_OK);
    play_some(&scene->position, (int)rng_below(rng, 24), rng);
    bool open = position_outcome(&scene->position).result == RESULT_OPEN;
    if (open) {
        view_init(&scene->view, &scene->position, scene->position.board.to_move);
        draw_belief(scene, rng);
    }
    return open;
}

void scene_free(struct scene_of_few *scene)
{
    view_free(&scene->view);
    position_free(&scene->position);
}

void scene_draw_options(struct search_options *options, struct rng *rng)
{
    search_options_default(options);
    options->quiescence = rng_below(rng, 2);
    double *features[] = {&options->hunted, &options->scarce, &options->bomb_half, &options->hunted_half,
                          &options->shown, &options->more};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        *features[i] = rng_below(rng, 3) == 0;
    options->worth_weight = rng_below(rng, 8) ? 0 : 100;
    options->advance = rng_below(rng, 2) ? 0 : 0.25;
    options->probabilities = rng_below(rng, 3);
    options->min_outcome = rng_below(rng, 4) ? 0 : 0.1;
    options->min_mobile = rng_below(rng, 4) ? 0 : 0.5;
    if (rng_below(rng, 3) == 0)
        options->value[FLAG] = 600;
}

struct arts_positions arts;

int arts_set_up(void **state)
{
    (void)state;
    arts_positions_standard(&arts);
    return 0;
}

int arts_tear_down(void **state)
{
    (void)state;
    arts_positions_free(&arts);
    return 0;
}

struct search_terms arts_terms(size_t index, int depth)
{
    const struct arts_position *position = &arts.items[index];
    return (struct search_terms){.view = &position->view, .depth = depth,
                                 .belief = (const double(*)[RANKS])position->belief};
}
