/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/planner_signature.h"

#include "base/digest.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "plan/planner.h"
#include "plan/plans.h"
#include "play/game.h"
#include "setup/random_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 700,
    EXPLAINED_EVERY = 32, /* plies between two moves that are explained */
    NEAR_FLAG = 3,   /* bombs beside the flag in some setups */
};

static const uint64_t seed = 14; /* any number; a change of it changes all signatures */

/* One game. */
struct chosen_game {
    struct rng rng;
    struct position position;
    struct view view[SIDES];
    struct planner planner[SIDES];
    struct worth_options worth_options;
    uint64_t salt;                         /* seed of the beliefs */
    double p[SIDES][PIECES_A_SIDE][RANKS];
    struct worth worth;
    struct plan_context context[SIDES];    /* each is reused from the side's last move */
    struct text text;
    struct planner_signature signature;
};

/* Adds a value to the hash. */
static void add_to_hash(uint64_t *sum, uint64_t value)
{
    uint64_t counter = *sum * 3 + value + 1;
    *sum = rng_mix(&counter);
}

/* Returns a random option value of a plan within its range: with a probability of 1/3 one near `value` (0.5
 * to 1.5 times; whole numbers -2 to +2), otherwise `value`. */
static double draw_option(const struct option *option, double value, struct rng *rng)
{
    if (option->type == OPTION_NUMBER && !rng_below(rng, 3))
        value *= 0.5 + rng_unit(rng);
    else if (option->type == OPTION_INT && !rng_below(rng, 3))
        value += (double)rng_below(rng, 5) - 2;
    return fmin(fmax(value, option->min), option->max);
}

/* Returns whether a random number is drawn for an option. None is drawn for a value of 0, which would stay 0,
 * or for plans of weight 0 (their first option): so new options that are off change no signature. The plan
 * Random is an exception, for which numbers have always been drawn. */
static bool is_drawn(const struct plan_kind *kind, double weight, double value)
{
    return kind == &plan_random || (weight != 0 && value != 0);
}

/* Exchanges two squares of a setup. */
static void exchange_ranks(struct setup *setup, int a, int b)
{
    uint8_t rank_a = setup->rank[a];
    setup->rank[a] = setup->rank[b];
    setup->rank[b] = rank_a;
}

/* Draws a random setup, mostly with the flag on the back row and bombs next to it. */
static void draw_setup(struct setup *setup, struct rng *rng)
{
    setup_random(variant_at(VARIANT_STANDARD)->count, setup, rng);
    if (!rng_below(rng, 4)) /* in one of four setups all pieces stay where they are */
        return;
    /* The flag goes to a square of the back row: places 0 .. FILES - 1. */
    int flag = 0, square = (int)rng_below(rng, FILES), bomb = 0, placed = 0;
    while (setup->rank[flag] != FLAG)
        flag++;
    exchange_ranks(setup, flag, square);
    /* The places in front of the flag and on both sides of it; at the edge of the board only two differ. */
    const int near_flag[NEAR_FLAG] = {square + FILES, square > 0 ? square - 1 : square + FILES,
                                      square + 1 < FILES ? square + 1 : square + FILES};
    for (; bomb < PIECES_A_SIDE && placed < NEAR_FLAG; bomb++)
        if (setup->rank[bomb] == BOMB && bomb != near_flag[0] && bomb != near_flag[1] &&
            bomb != near_flag[2])
            exchange_ranks(setup, bomb, near_flag[placed++]);
}

/* Returns the random weight of a rank for a piece, above 0; the true rank is favoured. It depends on the
 * game, the piece and the rank, but not on the ply. */
static double weight_of(const struct chosen_game *game, int number, int rank, const struct piece *truth)
{
    uint64_t counter = game->salt + (uint64_t)number * RANKS + (uint64_t)rank;
    double drawn = (double)(rng_mix(&counter) >> 11) * 0x1p-53; /* 53 bits as a number 0 .. 1 */
    return 0.02 + drawn * drawn + (truth->rank == rank ? 4 * drawn : 0);
}

/* Draws the belief about a side's pieces: consistent with public data, otherwise random. */
static void draw_belief(struct chosen_game *game, enum side side)
{
    const struct board *board = &game->position.board;
    const uint8_t *hidden = game->view[side_other(side)].board.unknown_count[side];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = (int)side * PIECES_A_SIDE + row;
        const struct piece *piece = &board->piece[number];
        double *p = game->p[side][row], sum = 0;
        /* Each possible rank gets a random weight times its number of hidden pieces. */
        for (int rank = 0; rank < RANKS; rank++) {
            bool possible = piece->known ? rank == piece->rank
                                         : hidden[rank] && (!piece->moved || rank_moves(rank));
            p[rank] = possible ? weight_of(game, number, rank, piece) * (piece->known ? 1 : hidden[rank]) : 0;
            sum += p[rank];
        }
        for (int rank = 0; sum > 0 && rank < RANKS; rank++)
            p[rank] /= sum;
    }
}

/* Sets up game number `number`: options, setups, rules, views. In every third game the plans have the options
 * of `settings`, in the others random ones. */
static void start_game(struct chosen_game *game, size_t number, const struct settings *settings)
{
    struct setup setup[SIDES];
    struct placement placement;
    rng_seed(&game->rng, seed, number);
    game->salt = rng_next(&game->rng);
    worth_options_read(&game->worth_options, settings);
    for (enum side side = RED; side <= BLUE; side++) {
        struct planner *planner = &game->planner[side];
        bool drawn = number % 3 != 0;
        planner_init(planner, settings);
        for (int i = 0; drawn && i < plan_kind_count; i++) {
            const struct plan_kind *kind = plan_kind_table[i];
            double weight = planner->option[i][0];
            for (size_t k = 0; k < kind->options.count; k++)
                if (is_drawn(kind, weight, planner->option[i][k]))
                    planner->option[i][k] = draw_option(&kind->options.options[k], planner->option[i][k],
                                                        &game->rng);
        }
        draw_setup(&setup[side], &game->rng);
    }
    placement_from_setups(&placement, variant_at(VARIANT_STANDARD), &setup[RED], &setup[BLUE]);
    position_init(&game->position, &placement, &rules_table[number % rules_count], NULL);
    for (enum side side = RED; side <= BLUE; side++)
        view_init(&game->view[side], &game->position, side);
}

/* Adds the explanation of one move to the hash. `rng`: the random numbers as they were before the choice, so
 * that the explanation draws the same ones. */
static void add_explanation(struct chosen_game *game, const struct planner *planner,
                            struct plan_context *context, struct rng rng, int move)
{
    context->rng = &rng;
    text_clear(&game->text);
    planner_explain(planner, context, move, &game->text);
    add_to_hash(&game->signature.moves, digest(text_string(&game->text), game->text.size));
}

/* Chooses a move for the side to move, and adds it and all moves' totals to the hashes. False if the side has
 * no move. */
static bool choose_move(struct chosen_game *game, struct move *move)
{
    double total[MOVES_MAX];
    enum side side = game->position.board.to_move;
    const struct planner *planner = &game->planner[side];
    struct plan_context *context = &game->context[side];
    struct rng before = game->rng; /* for add_explanation */
    worth_compute(&game->worth_options, &game->view[side], &game->worth);
    planner_context(planner, &game->view[side], &game->worth,
                    (const double(*)[RANKS])game->p[side_other(side)],
                    (const double(*)[RANKS])game->p[side], &game->rng, context);
    int best = planner_choose(planner, context, total);
    if (best < 0)
        return false;
    /* Hash the bits of all totals, the chosen move, and sometimes two explanations. */
    for (int i = 0; i < context->count; i++) {
        uint64_t bits;
        memcpy(&bits, &total[i], sizeof bits);
        add_to_hash(&game->signature.totals, bits);
    }
    *move = context->moves[best].move;
    add_to_hash(&game->signature.moves, (uint64_t)move->from * SQUARES + move->to);
    if (game->position.board.plies % EXPLAINED_EVERY == 0) {
        add_explanation(game, planner, context, before, best);
        add_explanation(game, planner, context, before, (int)rng_below(&game->rng, (uint32_t)context->count));
    }
    return true;
}

/* Plays the game to its end or PLIES_MAX plies, with new beliefs before each ply, and computes its hash. */
static void play(struct chosen_game *game)
{
    struct move_with_ranks move = {.attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    struct event event;
    while (position_outcome(&game->position).result == RESULT_OPEN &&
           game->position.board.plies < PLIES_MAX) {
        for (enum side side = RED; side <= BLUE; side++)
            draw_belief(game, side);
        if (!choose_move(game, &move.move) || position_play(&game->position, move, &event, NULL) != STATUS_OK)
            break;
        for (enum side side = RED; side <= BLUE; side++)
            view_apply(&game->view[side], &event);
    }
    game->signature.games = 1;
    game->signature.plies = game->position.board.plies;
}

/* All games, and each one's part. */
struct signing {
    const struct settings *settings;
    const atomic_bool *stop;
    struct planner_signature *part;
};

/* Plays one game. It is the work of a thread. */
static void play_numbered_game(void *context, size_t index)
{
    struct signing *signing = context;
    if (stop_requested(signing->stop))
        return;
    struct chosen_game *game = memory_new(1, sizeof *game);
    start_game(game, index, signing->settings);
    play(game);
    signing->part[index] = game->signature;
    for (enum side side = RED; side <= BLUE; side++) {
        planner_free(&game->planner[side]);
        view_free(&game->view[side]);
    }
    position_free(&game->position);
    text_free(&game->text);
    free(game);
}

void planner_signature_make(size_t games, int jobs, const struct settings *settings, const atomic_bool *stop,
                            struct planner_signature *signature)
{
    struct signing signing = {settings, stop, memory_new(games + 1, sizeof *signing.part)};
    *signature = (struct planner_signature){0};
    parallel_run(jobs, games, play_numbered_game, &signing);
    for (size_t i = 0; i < games; i++) {
        const struct planner_signature *part = &signing.part[i];
        signature->games += part->games;
        signature->plies += part->plies;
        add_to_hash(&signature->moves, part->moves);
        add_to_hash(&signature->totals, part->totals);
    }
    free(signing.part);
}
