/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guesser: hard facts, what it may not know, samples. */
#include "belief/belief.h"
#include "belief/model.h"
#include "belief/fast_math.h"
#include "belief/sample.h"
#include "beliefs.h"
#include "boards.h"
#include "cmocka_all.h"
#include "lifelike.h"
#include "shipped.h"
#include "shortcuts.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A single sample of a belief. */
static void belief_sample(const struct belief *belief, struct rng *rng, uint8_t out[PIECES_A_SIDE])
{
    struct belief_sampler sampler;
    belief_sampler_init(&sampler, belief);
    belief_sampler_draw(&sampler, rng, out);
}

/* --- beliefs over games --- */

struct knowledges {
    struct setup_statistics statistics;
    struct belief_model *model;
    struct belief_knowledge of[8];   /* one a kind; then "bayes" with habits that were drawn */
    struct habit_weights *habits;
    size_t count;
};

/* Habits of nobody, so that each feature is evidence, whatever the shipped model has learnt. */
static struct habit_weights *drawn_habits(void)
{
    struct habit_weights *habits = calloc(1, sizeof *habits);
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < HABIT_FEATURES; i++)
        for (int player = 0; player < PLAYER_KINDS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                habits->weight[i][player][rank] = (float)rng_unit(&rng) - 0.5f;
    return habits;
}

static int set_up_belief(void **state)
{
    struct knowledges *all = calloc(1, sizeof *all);
    shipped_statistics(&all->statistics);
    all->model = shipped_belief_model();
    all->count = belief_kind_count + 1;
    all->habits = drawn_habits();
    for (size_t kind = 0; kind < all->count; kind++) {
        struct belief_options options;
        belief_options_default(&options);
        if (kind < belief_kind_count)
            options.kind = (double)kind;
        assert_int_equal(belief_knowledge_init(&all->of[kind], &options, &all->statistics,
                                               all->model, NULL),
                         STATUS_OK);
    }
    all->of[belief_kind_count].habits = all->habits;
    *state = all;
    return 0;
}

static int tear_down_belief(void **state)
{
    struct knowledges *all = *state;
    belief_model_free(all->model);
    free(all->habits);
    free(all);
    return 0;
}

static void follow_game(const struct belief_knowledge *knowledge, int plies, struct rng *rng)
{
    struct placement start;
    placement_random_game(&start, rng);
    follow_random_game(&start, knowledge, plies, NULL, rng);
}

/* Hundreds of games for each guesser. */
static void test_hard_facts(void **state)
{
    const struct knowledges *all = *state;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    for (int game = 0, games = (int)test_size("BELIEF_GAMES", 400); game < games; game++)
        for (size_t kind = 0; kind < all->count; kind++)
            follow_game(&all->of[kind], 40 + (int)rng_below(&rng, 100) + (game % 10 ? 0 : 200), &rng);
}

static void assert_same_belief(const struct belief *a, const struct belief *b)
{
    assert_memory_equal(a->p, b->p, sizeof a->p);
}

/* What is hidden does not show: not in a belief about the enemy, nor in the enemy's belief about us. */
static void test_twins(void **state)
{
    const struct knowledges *all = *state;
    struct rng rng;
    int made = 0, games = (int)test_size("BELIEF_TWINS", 100);
    rng_seed(&rng, 8, 0);
    for (int game = 0; game < games; game++) {
        struct twins twins;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        made++;
        for (size_t kind = 0; kind < all->count; kind++)
            for (enum side side = RED; side <= BLUE; side++) {
                /* The views of both players of both games: four ways to the same public knowledge. */
                struct belief belief[4];
                for (int i = 0; i < 4; i++) {
                    struct view view = {0};
                    view_init(&view, i & 1 ? &twins.one : &twins.two, i & 2 ? RED : BLUE);
                    belief_replay(&belief[i], &all->of[kind], &view, side);
                    view_free(&view);
                }
                for (int i = 1; i < 4; i++)
                    assert_same_belief(&belief[0], &belief[i]);
            }
        twins_free(&twins);
    }
    assert_true(made > games / 4);
}

static int mirrored(int square)
{
    return square_at(FILES - 1 - square_file(square), square_row(square));
}

/* A game and its image in a mirror, after as many moves. */
struct reflection {
    struct lifelike game, image;
};

/* Plays up to `plies` moves: of people, of programs, or with nobody's sense. */
static void reflect(struct reflection *both, const struct knowledges *all, int player, int plies,
                    struct rng *rng)
{
    struct placement image;
    lifelike_start(&both->game, all->model, &all->statistics, rng);
    if (player == PLAYER_KINDS) {
        position_free(&both->game.position);
        placement_random_game(&both->game.start, rng);
        assert_int_equal(position_init(&both->game.position, &both->game.start, rules_find("isf"), NULL),
                         STATUS_OK);
    }
    image = both->game.start;
    for (int square = 0; square < SQUARES; square++)
        image.cell[mirrored(square)] = both->game.start.cell[square];
    assert_int_equal(position_init(&both->image.position, &image, rules_find("isf"), NULL), STATUS_OK);
    for (int ply = 0; ply < plies; ply++) {
        struct position *position = &both->game.position;
        struct move moves[MOVES_MAX];
        struct event event = {0};
        if (player < PLAYER_KINDS && !lifelike_play(&both->game, (enum player_kind)player, rng, &event))
            break;
        if (player == PLAYER_KINDS) {
            if (position_outcome(position).result != RESULT_OPEN)
                break;
            int count = board_moves(&position->board, moves);
            event.move = moves[rng_below(rng, (uint32_t)count)];
            struct move_with_ranks entered = {event.move, RANK_UNKNOWN, RANK_UNKNOWN};
            assert_int_equal(position_play(position, entered, NULL, NULL), STATUS_OK);
        }
        struct move_with_ranks entered = {event.move, RANK_UNKNOWN, RANK_UNKNOWN};
        entered.move.from = (uint8_t)mirrored(event.move.from);
        entered.move.to = (uint8_t)mirrored(event.move.to);
        assert_int_equal(position_play(&both->image.position, entered, NULL, NULL), STATUS_OK);
    }
}

/* The greatest difference between the beliefs of a game and of its image. */
static double distortion(const struct reflection *both, const struct belief_knowledge *knowledge,
                         const struct belief_knowledge *turned, enum side side)
{
    struct view view = {0}, mirror = {0};
    struct belief a, b;
    double worst = 0;
    view_init(&view, &both->game.position, RED);
    view_init(&mirror, &both->image.position, RED);
    belief_replay(&a, knowledge, &view, side);
    belief_replay(&b, turned, &mirror, side);
    for (int square = 0; square < SQUARES; square++) {
        int number = a.public_state.at[square], image = b.public_state.at[mirrored(square)];
        if (number >= PIECES || piece_side(number) != side)
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            worst = fmax(worst, fabs(belief_get(&a, number, rank) - belief_get(&b, image, rank)));
    }
    view_free(&view);
    view_free(&mirror);
    return worst;
}

/* The families of setups as they are used in a world in a mirror; NULL: there are none. */
static struct families *families_turned(const struct families *families)
{
    if (!families)
        return NULL;
    struct families *turned = malloc(sizeof *turned);
    assert_non_null(turned);
    *turned = *families;
    for (uint32_t i = 0; i < turned->count; i++)
        turned->family[i].mirrored = turned->family[i].games - turned->family[i].mirrored;
    families_prepare(turned);
    return turned;
}

/* A game in a mirror leads to beliefs in a mirror, if people use setups so, but for the rounding of sums in
 * another order. */
static void test_mirror(void **state)
{
    const struct knowledges *all = *state;
    static struct reflection both;
    static struct belief_knowledge turned[8];
    double worst[8] = {0};
    struct families *families = NULL;
    struct rng rng;
    rng_seed(&rng, 9, 0);
    for (size_t kind = 0; kind < all->count; kind++) {
        turned[kind] = all->of[kind];
        if (!families)
            families = families_turned(turned[kind].families);
        turned[kind].families = families;
    }
    for (int game = 0, games = (int)test_size("BELIEF_MIRRORS", 60); game < games; game++) {
        memset(&both, 0, sizeof both);
        reflect(&both, all, game % 3, 200, &rng);
        for (size_t kind = 0; kind < all->count; kind++)
            for (enum side side = RED; side <= BLUE; side++)
                worst[kind] = fmax(worst[kind], distortion(&both, &all->of[kind], &turned[kind], side));
        lifelike_end(&both.game);
        lifelike_end(&both.image);
    }
    for (size_t kind = 0; kind < all->count; kind++) {
        print_message("%s: a mirror changes a probability by %.1e at most\n",
                      all->of[kind].kind->name, worst[kind]);
        assert_true(worst[kind] < 1e-5);
    }
    free(families);
}

/* --- small cases: notes, certainty, samples --- */

/* Blue has seven hidden pieces of six ranks; c8 and h7 have moved. */
static const char small_board[] =
    "bF bB .  .  .  .  .  .  .  .\n"
    ".  b9 .  .  .  .  .  .  .  .\n"
    ".  .  b2* .  .  .  .  .  .  .\n"
    ".  .  .  .  .  .  .  bS* bB b3\n"
    ".  .  ~  ~  .  .  ~  ~  .  .\n"
    ".  .  ~  ~  .  .  ~  ~  .  .\n"
    ".  .  .  .  .  .  .  .  .  .\n"
    ".  .  .  .  .  .  .  .  .  .\n"
    ".  .  .  .  .  .  .  .  .  .\n"
    "rF r2 .  .  .  .  .  .  .  .\n";

static void small_belief(struct belief *belief, const struct belief_knowledge *knowledge)
{
    struct placement start;
    struct position position = {0};
    struct view view = {0};
    placement_draw(&start, RED, small_board);
    assert_int_equal(position_init(&position, &start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    belief_init(belief, knowledge, &view, BLUE);
    view_free(&view);
    position_free(&position);
}

static int at(const struct belief *belief, const char *square)
{
    return belief->public_state.at[square_at(square[0] - 'a', atoi(square + 1) - 1)];
}

static void test_notes(void **state)
{
    const struct knowledges *all = *state;
    struct belief belief;
    struct error error;
    small_belief(&belief, belief_kind_find("deboer") - belief_kind_table + all->of);
    double before = belief_get(&belief, at(&belief, "c8"), GENERAL);
    assert_true(before > 0 && before < 1);
    assert_int_equal(belief_note(&belief, at(&belief, "h7"), 1 << SPY | 1 << SCOUT, &error), STATUS_OK);
    assert_true(belief_get(&belief, at(&belief, "h7"), MINER) == 0);
    assert_true(belief_get(&belief, at(&belief, "c8"), GENERAL) > before);
    /* A moved piece is no flag; a third piece cannot share two ranks of one piece each. */
    assert_int_equal(belief_note(&belief, at(&belief, "c8"), 1 << FLAG, &error), STATUS_NO);
    assert_int_equal(belief_note(&belief, at(&belief, "c8"), 1 << SPY | 1 << SCOUT, &error), STATUS_OK);
    assert_int_equal(belief_note(&belief, at(&belief, "j7"), 1 << SPY | 1 << SCOUT, &error), STATUS_NO);
    /* What is left over is certain: both may be nothing else, so no other piece may be either. */
    assert_true(belief_get(&belief, at(&belief, "b9"), SPY) == 0);
    assert_int_equal(belief_note(&belief, at(&belief, "c8"), 1 << SPY, &error), STATUS_OK);
    assert_true(belief_get(&belief, at(&belief, "h7"), SCOUT) == 1);
    assert_int_equal(belief_note(&belief, at(&belief, "c8"), (1 << RANKS) - 1, &error), STATUS_OK);
    assert_true(belief_get(&belief, at(&belief, "c8"), SPY) < 1);
}

/* All assignments of a belief's open pieces with the product of their odds. */
struct assignment_list {
    float odds[PIECES_A_SIDE][RANKS];
    int rows, row[PIECES_A_SIDE];
    uint8_t rank[PIECES_A_SIDE], left[RANKS];
    uint64_t key[5000];
    double weight[5000], total;
    size_t count;
};

static uint64_t key_of(const struct assignment_list *list, const uint8_t *ranks)
{
    uint64_t key = 0;
    for (int i = 0; i < list->rows; i++)
        key = key * RANKS + ranks[list->row[i]];
    return key;
}

static void list_all(struct assignment_list *list, int i, double weight)
{
    if (i == list->rows) {
        assert_true(list->count < 5000);
        list->key[list->count] = key_of(list, list->rank);
        list->weight[list->count++] = weight;
        list->total += weight;
        return;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        double p = (double)list->odds[list->row[i]][rank];
        if (!list->left[rank] || p <= 0)
            continue;
        list->left[rank]--;
        list->rank[list->row[i]] = (uint8_t)rank;
        list_all(list, i + 1, weight * p);
        list->left[rank]++;
    }
}

/* The share of samples that would have to be others: half the sum of differences from the exact law. */
static double sample_distance(const struct belief *belief, int draws, struct rng *rng)
{
    struct assignment_list *list = calloc(1, sizeof *list);
    double *seen, distance = 0;
    belief_odds(belief, list->odds);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (belief_is_hidden(belief, PIECES_A_SIDE + row))
            list->row[list->rows++] = row;
    memcpy(list->left, belief->public_state.unknown_count[BLUE], sizeof list->left);
    list_all(list, 0, 1);
    seen = calloc(list->count, sizeof *seen);
    for (int i = 0; i < draws; i++) {
        uint8_t ranks[PIECES_A_SIDE];
        belief_sample(belief, rng, ranks);
        uint64_t key = key_of(list, ranks);
        size_t k = 0;
        while (k < list->count && list->key[k] != key)
            k++;
        assert_true(k < list->count); /* every sample keeps the facts and the counts */
        seen[k]++;
    }
    for (size_t k = 0; k < list->count; k++)
        distance += fabs(seen[k] / draws - list->weight[k] / list->total) / 2;
    free(seen);
    free(list);
    return distance;
}

static void test_sample(void **state)
{
    const struct knowledges *all = *state;
    struct rng rng;
    rng_seed(&rng, 10, 0);
    for (size_t kind = 1; kind < all->count; kind++) {
        struct belief belief;
        small_belief(&belief, &all->of[kind]);
        double distance = sample_distance(&belief, 150000, &rng);
        print_message("%s: samples against enumeration, total variation %.4f\n",
                      belief.knowledge->kind->name, distance);
        assert_true(distance < 0.03);
    }
}

/* Samples of whole games keep every fact too. */
static void test_sample_facts(void **state)
{
    const struct knowledges *all = *state;
    struct rng rng;
    rng_seed(&rng, 11, 0);
    for (int game = 0; game < 50; game++) {
        struct twins twins;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        struct view view = {0};
        struct belief belief;
        view_init(&view, &twins.one, RED);
        belief_replay(&belief, &all->of[3], &view, BLUE);
        for (int i = 0; i < 100; i++) {
            uint8_t ranks[PIECES_A_SIDE];
            int count[RANKS] = {0};
            belief_sample(&belief, &rng, ranks);
            for (int row = 0; row < PIECES_A_SIDE; row++) {
                const struct piece *piece = &twins.one.board.piece[PIECES_A_SIDE + row];
                assert_true(ranks[row] < RANKS);
                count[ranks[row]]++;
                assert_true(!piece->known || ranks[row] == piece->rank);
                assert_true(!piece->moved || rank_moves(ranks[row]));
            }
            for (int rank = 0; rank < RANKS; rank++)
                assert_int_equal(count[rank], rank_table[rank].count);
        }
        view_free(&view);
        twins_free(&twins);
    }
}

/* The greatest and the mean difference of the samples' shares from what the belief shows. */
static double marginal_error(const struct belief *belief, int draws, struct rng *rng, double *mean)
{
    double seen[PIECES_A_SIDE][RANKS] = {{0}}, worst = 0;
    int cells = 0;
    *mean = 0;
    for (int i = 0; i < draws; i++) {
        uint8_t ranks[PIECES_A_SIDE];
        belief_sample(belief, rng, ranks);
        for (int row = 0; row < PIECES_A_SIDE; row++)
            if (ranks[row] < RANKS)
                seen[row][ranks[row]]++;
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            double p = belief->p[row][rank], off = fabs(seen[row][rank] / draws - p);
            worst = off > worst ? off : worst;
            *mean += off;
            cells += p > 0 && p < 1;
        }
    *mean = cells ? *mean / cells : 0;
    return worst;
}

/* Samples follow the belief that is shown: two pieces and two ranks, the small board, whole games. */
static void test_sample_marginals(void **state)
{
    const struct knowledges *all = *state;
    struct rng rng;
    double mean;
    const int games_tried = (int)test_size("BELIEF_MARGINALS", 16);
    rng_seed(&rng, 12, 0);
    for (size_t kind = 1; kind < all->count; kind++) {
        struct belief belief;
        double max = 0, sum = 0;
        int games = 0;
        small_belief(&belief, &all->of[kind]);
        double small = marginal_error(&belief, 100000, &rng, &mean);
        print_message("%s: shares of samples against the belief, 7 pieces: worst %.4f, mean %.4f\n",
                      belief.knowledge->kind->name, small, mean);
        assert_true(small < 0.05);
        for (int game = 0; game < games_tried; game++) {
            struct twins twins;
            if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
                continue;
            struct view view = {0};
            view_init(&view, &twins.one, RED);
            belief_replay(&belief, &all->of[kind], &view, BLUE);
            double worst = marginal_error(&belief, 10000, &rng, &mean);
            max = worst > max ? worst : max;
            sum += mean;
            games++;
            view_free(&view);
            twins_free(&twins);
        }
        print_message("%s: %d random games: worst %.4f, mean %.4f\n", belief.knowledge->kind->name,
                      games, max, sum / games);
        assert_true(games > games_tried / 4 && max < 0.06);
    }
}

/* Beliefs at least as sharp as those about people's games: all moves of lifelike ones taken as independent
 * evidence (weight 1). */
static void test_sample_sharp(void **state)
{
    const struct knowledges *all = *state;
    static struct lifelike game;
    struct rng rng;
    struct event event;
    const int lives = (int)test_size("BELIEF_LIVES", 10);
    rng_seed(&rng, 18, 0);
    for (size_t kind = 1; kind < all->count; kind++) {
        struct belief_knowledge sure = all->of[kind];
        double max = 0, sum = 0, mean;
        int beliefs = 0;
        sure.options.weights.people = 1;
        for (int i = 0; i < lives; i++) {
            static struct belief belief[SIDES];
            lifelike_start(&game, all->model, &all->statistics, &rng);
            for (enum side side = RED; side <= BLUE; side++)
                belief_init_public(&belief[side], &sure, &game.public_state, side);
            for (int ply = 1; ply <= 200 && lifelike_play(&game, PLAYER_PEOPLE, &rng, &event); ply++)
                for (enum side side = RED; side <= BLUE; side++) {
                    belief_observe(&belief[side], &event);
                    if (ply != 50 && ply != 100 && ply != 200)
                        continue;
                    max = fmax(max, marginal_error(&belief[side], 4000, &rng, &mean));
                    sum += mean;
                    beliefs++;
                }
            lifelike_end(&game);
        }
        print_message("%s: %d beliefs about lifelike games: worst %.4f, mean %.4f\n",
                      sure.kind->name, beliefs, max, sum / beliefs);
        assert_true(beliefs > 3 * lives && max < 0.1 && sum / beliefs < 0.005);
    }
}

static void empty_scene(struct public_state *public_state)
{
    memset(public_state, 0, sizeof *public_state);
    memset(public_state->at, NO_PIECE, sizeof public_state->at);
    for (int number = 0; number < PIECES; number++)
        public_state->piece[number] = (struct public_piece){
            .square = SQUARE_NONE, .rank = RANK_UNKNOWN, .place = PLACE_NONE, .from = SQUARE_NONE};
}

static void put_piece(struct public_state *public_state, int number, int square, bool moved)
{
    public_state->piece[number].square = (uint8_t)square;
    public_state->piece[number].moved = moved;
    public_state->at[square] = (uint8_t)number;
}

/* Two pieces, 0.9 and 0.1: the odds give just that. */
static void test_sample_two(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state;
    struct rng rng;
    empty_scene(&public_state);
    put_piece(&public_state, PIECES_A_SIDE, 70, true);
    put_piece(&public_state, PIECES_A_SIDE + 1, 71, true);
    public_state.unknown_count[BLUE][MARSHAL] = public_state.unknown_count[BLUE][GENERAL] = 1;
    rng_seed(&rng, 13, 0);
    struct belief belief;
    belief_init_public(&belief, &all->of[2], &public_state, BLUE);
    belief.deboer.weight[0][MARSHAL] = belief.deboer.weight[1][GENERAL] = 9;
    belief.deboer.weight[0][GENERAL] = belief.deboer.weight[1][MARSHAL] = 1;
    assert_int_equal(belief_note(&belief, PIECES_A_SIDE, (1 << RANKS) - 1, NULL), STATUS_OK);
    assert_true(fabs(belief.p[0][MARSHAL] - 0.9) < 1e-5);
    double mean;
    assert_true(marginal_error(&belief, 100000, &rng, &mean) < 0.005);
}

/* More hidden ranks than pieces: the others never were there. Fewer: the facts clash. */
static void test_surplus(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state;
    struct rng rng;
    empty_scene(&public_state);
    for (int i = 0; i < 3; i++)
        put_piece(&public_state, PIECES_A_SIDE + i, 90 + i, i == 2);
    for (int rank = 0; rank < RANKS; rank++)
        public_state.unknown_count[BLUE][rank] = rank_table[rank].count;
    rng_seed(&rng, 14, 0);
    for (size_t kind = 0; kind < all->count; kind++) {
        struct belief belief;
        double mean;
        belief_init_public(&belief, &all->of[kind], &public_state, BLUE);
        assert_false(facts_infeasible(&belief.facts));
        double column[RANKS] = {0};
        for (int row = 0; row < 3; row++) {
            double total = 0;
            for (int rank = 0; rank < RANKS; rank++) {
                assert_true(isfinite(belief.p[row][rank]) && belief.p[row][rank] >= 0);
                total += belief.p[row][rank];
                column[rank] += belief.p[row][rank];
            }
            assert_true(fabs(total - 1) < 1e-9);
        }
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(column[rank] <= rank_table[rank].count + 1e-5);
        assert_true(fabs(column[FLAG] - 1) < 1e-5);
        assert_true(marginal_error(&belief, 20000, &rng, &mean) < 0.1);
    }
}

/* Facts that clash: every sample still has a rank for each piece, one that the piece may be by itself. */
static void test_clash_sample(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state;
    struct rng rng;
    empty_scene(&public_state);
    for (int i = 0; i < 3; i++)
        put_piece(&public_state, PIECES_A_SIDE + i, 70 + i, i > 0);
    rng_seed(&rng, 15, 0);
    for (int bombs = 0; bombs < 3; bombs++)
        for (size_t kind = 0; kind < all->count; kind++) {
            struct belief belief;
            public_state.unknown_count[BLUE][BOMB] = (uint8_t)bombs;
            belief_init_public(&belief, &all->of[kind], &public_state, BLUE);
            assert_true(facts_infeasible(&belief.facts));
            for (int draw = 0; draw < 100; draw++) {
                uint8_t ranks[PIECES_A_SIDE];
                belief_sample(&belief, &rng, ranks);
                for (int row = 0; row < PIECES_A_SIDE; row++)
                    assert_true(row < 3 ? ranks[row] < RANKS : ranks[row] == RANK_UNKNOWN);
                for (int row = 1; row < 3 && belief.knowledge->kind->facts; row++)
                    assert_true(rank_moves(ranks[row]));
            }
        }
}

/* A note taken back after moves leaves the belief as if it had never been. */
static void test_note_undone(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state;
    empty_scene(&public_state);
    for (int i = 0; i < 3; i++)
        put_piece(&public_state, PIECES_A_SIDE + i, 70 + i, true);
    put_piece(&public_state, 0, 10, true);
    public_state.unknown_count[BLUE][MARSHAL] = public_state.unknown_count[BLUE][GENERAL] =
        public_state.unknown_count[BLUE][SCOUT] = 1;
    public_state.unknown_count[RED][SCOUT] = 1;
    const struct event quiet[] = {
        {.move = {10, 11}, .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN},
        {.move = {70, 60}, .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN},
    };
    for (size_t kind = 0; kind < 3; kind++) { /* bayes weighs others' moves by what it believed then */
        struct belief noted, plain;
        belief_init_public(&noted, &all->of[kind], &public_state, BLUE);
        belief_init_public(&plain, &all->of[kind], &public_state, BLUE);
        assert_int_equal(belief_note(&noted, PIECES_A_SIDE, 1 << SCOUT, NULL), STATUS_OK);
        for (int i = 0; i < 2; i++) {
            belief_observe(&noted, &quiet[i]);
            belief_observe(&plain, &quiet[i]);
        }
        assert_true(noted.p[0][SCOUT] == 1);
        assert_int_equal(belief_note(&noted, PIECES_A_SIDE, (1 << RANKS) - 1, NULL), STATUS_OK);
        for (int row = 0; row < 3; row++)
            for (int rank = 0; rank < RANKS; rank++)
                assert_true(fabs(noted.p[row][rank] - plain.p[row][rank]) < 1e-5);
    }
}

/* A free position whose facts contradict each other: more pieces have moved than there are that can. */
static void test_clash(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state = {.to_move = RED};
    struct belief belief;
    memset(public_state.at, NO_PIECE, sizeof public_state.at);
    for (int number = 0; number < PIECES; number++)
        public_state.piece[number] = (struct public_piece){
            .square = SQUARE_NONE, .rank = RANK_UNKNOWN, .place = PLACE_NONE, .from = SQUARE_NONE};
    for (int i = 0; i < 3; i++) {
        public_state.piece[PIECES_A_SIDE + i].square = (uint8_t)(70 + i);
        public_state.piece[PIECES_A_SIDE + i].moved = 1;
        public_state.at[70 + i] = (uint8_t)(PIECES_A_SIDE + i);
    }
    public_state.unknown_count[BLUE][BOMB] = 2;
    public_state.unknown_count[BLUE][MINER] = 1;
    for (size_t kind = 0; kind < all->count; kind++) {
        belief_init_public(&belief, &all->of[kind], &public_state, BLUE);
        assert_int_equal(facts_infeasible(&belief.facts), belief.knowledge->kind->facts);
        const struct normal_conflict *conflict = facts_conflict(&belief.facts);
        if (facts_infeasible(&belief.facts))
            assert_true(conflict->rows == 7 && conflict->pieces == 3 && conflict->places == 1);
        for (int i = 0; i < 3; i++)
            assert_true(belief_get(&belief, PIECES_A_SIDE + i, MINER) > 0);
    }
}

/* Where the facts clash a note is held against its own piece: no other clash is laid to its charge. */
static void test_clash_note(void **state)
{
    const struct knowledges *all = *state;
    struct public_state public_state;
    empty_scene(&public_state);
    for (int i = 0; i < 3; i++)
        put_piece(&public_state, PIECES_A_SIDE + i, 70 + i, true);
    public_state.unknown_count[BLUE][BOMB] = 1;
    public_state.unknown_count[BLUE][MINER] = public_state.unknown_count[BLUE][MARSHAL] = 1;
    for (size_t kind = 1; kind < all->count; kind++) {
        struct belief belief;
        struct error error;
        belief_init_public(&belief, &all->of[kind], &public_state, BLUE);
        assert_true(facts_infeasible(&belief.facts));
        assert_int_equal(belief_note(&belief, PIECES_A_SIDE, 1 << MARSHAL, &error), STATUS_OK);
        assert_true(belief_get(&belief, PIECES_A_SIDE, MARSHAL) == 1);
        double p = belief_get(&belief, PIECES_A_SIDE + 1, MARSHAL);
        assert_true(p > 0 && p < 1);
        assert_int_equal(belief_note(&belief, PIECES_A_SIDE + 1, 1 << BOMB, &error), STATUS_NO);
        const struct normal_conflict *conflict = facts_note_conflict(&belief.facts);
        assert_true(conflict->rows == 2 && conflict->pieces == 1 && !conflict->places);
        assert_true(belief_get(&belief, PIECES_A_SIDE + 1, MARSHAL) == p);
        assert_int_equal(belief_note(&belief, PIECES_A_SIDE, (1 << RANKS) - 1, &error), STATUS_OK);
        assert_true(belief_get(&belief, PIECES_A_SIDE, MINER) > 0);
    }
}

/* The quick logarithm and root against the library's, over all that occurs. */
TEST(test_fast_math)
{
    assert_true(fast_log(1) == 0);
    for (double x = 1e-30; x < 1e30; x *= 1.0007) {
        double exact = log((double)(float)x);
        assert_true(fabs((double)fast_log((float)x) - exact) < 1e-6 + 4e-7 * fabs(exact));
        double root = sqrt((double)(float)x);
        assert_true(fabs((double)fast_sqrt4(fast_all((float)x))[3] / root - 1) < 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fast_math),     cmocka_unit_test(test_hard_facts),
        cmocka_unit_test(test_twins),          cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_notes),          cmocka_unit_test(test_sample),
        cmocka_unit_test(test_sample_facts),   cmocka_unit_test(test_clash),
        cmocka_unit_test(test_sample_two),     cmocka_unit_test(test_sample_marginals),
        cmocka_unit_test(test_sample_sharp),  cmocka_unit_test(test_surplus),
        cmocka_unit_test(test_clash_sample),
        cmocka_unit_test(test_note_undone),    cmocka_unit_test(test_clash_note),
    };
    return cmocka_run_group_tests(tests, set_up_belief, tear_down_belief);
}
