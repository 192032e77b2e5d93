/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner, what it computes for plans, and its table. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "plan/planner.h"
#include "plan/plans.h"
#include "plans_at.h"
#include "shortcuts.h"
#include "source.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The row called `name`, or NULL. */
static const struct plan_kind *plan_kind_find(const char *name)
{
    for (int i = 0; i < plan_kind_count; i++)
        if (!strcmp(plan_kind_table[i]->name, name))
            return plan_kind_table[i];
    return NULL;
}

#define GROUP_OF_PLAN(name) &plan_##name.options,
static const struct option_group *const groups[] = {
    &worth_group, &planner_group, PLANS(GROUP_OF_PLAN) NULL,
};

/* A game under way as `view` sees it, with beliefs that know nothing but what is left. */
struct plan_scene {
    struct position position;
    struct view view;
    struct worth worth;
    struct rng rng;
    double p[SIDES][PIECES_A_SIDE][RANKS]; /* of red and blue */
    struct plan_context context;
};

static void scene_view(struct plan_scene *scene)
{
    struct worth_options options;
    enum side side = scene->position.board.to_move;
    worth_options_init(&options);
    view_free(&scene->view);
    memset(&scene->view, 0, sizeof scene->view);
    view_init(&scene->view, &scene->position, side);
    worth_compute(&options, &scene->view, &scene->worth);
    plans_count_beliefs(&scene->position, scene->p);
    plan_context_init(&scene->context, &scene->view, &scene->worth, 100,
                      (const double (*)[RANKS])scene->p[side_other(side)],
                      (const double (*)[RANKS])scene->p[side], &scene->rng);
}

static void scene_start(struct plan_scene *scene, const struct placement *start)
{
    memset(&scene->view, 0, sizeof scene->view);
    memset(&scene->position, 0, sizeof scene->position);
    rng_seed(&scene->rng, 51, 0);
    assert_int_equal(position_init(&scene->position, start, rules_find("isf"), NULL), STATUS_OK);
    scene_view(scene);
}

static void scene_end(struct plan_scene *scene)
{
    view_free(&scene->view);
    position_free(&scene->position);
}

static void play_squares(struct plan_scene *scene, int from_file, int from_row, int to_file, int to_row)
{
    struct move_with_ranks entered = {.move = {(uint8_t)square_at(from_file, from_row - 1),
                                               (uint8_t)square_at(to_file, to_row - 1)},
                                      .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    assert_int_equal(position_play(&scene->position, entered, NULL, NULL), STATUS_OK);
}

static void settings_start(struct settings *settings)
{
    *settings = (struct settings){0};
    settings_init(settings, groups);
}

static int find_move(const struct plan_context *context, int from, int to)
{
    for (int i = 0; i < context->count; i++)
        if (context->moves[i].move.from == from && context->moves[i].move.to == to)
            return i;
    fail_msg("no move %d-%d", from, to);
    return -1;
}

static void random_scene(struct plan_scene *scene, struct rng *rng)
{
    struct placement start;
    placement_random_game(&start, rng);
    scene_start(scene, &start);
    for (uint32_t ply = rng_below(rng, 200); ply > 0; ply--) {
        if (position_outcome(&scene->position).result != RESULT_OPEN)
            break;
        struct move_with_ranks entered = move_random(&scene->position.board, rng);
        position_play(&scene->position, entered, NULL, NULL);
    }
    scene_view(scene);
}

/* --- what plans get --- */

/* Three probabilities of an own piece that attacks add up to 1, of one that is attacked to the enemy's
 * being able to; and each is the sum over ranks, battle by battle. */
TEST(test_odds)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    rng_seed(&rng, 52, 0);
    for (int i = 0; i < 100; i++) {
        random_scene(scene, &rng);
        const struct plan_context *context = &scene->context;
        for (int e = 0; e < PIECES_A_SIDE; e++) {
            int number = context->enemy_first + e;
            const struct plan_piece *piece = &context->piece[number];
            for (int rank = 0; rank < RANKS; rank++) {
                const struct plan_odds *odds = plan_odds(context, rank, number);
                if (piece->square == SQUARE_NONE)
                    continue;
                double wins = 0, falls = 0;
                for (int other = 0; other < RANKS; other++) {
                    if (rank_moves(rank) && battle_result(rank, other) == BATTLE_WON)
                        wins += piece->p[other];
                    if (rank_moves(other) && battle_result(other, rank) == BATTLE_WON)
                        falls += piece->p[other];
                }
                assert_true(fabs(odds->wins - wins) < 1e-12 && fabs(odds->falls - falls) < 1e-12);
                if (rank_moves(rank))
                    assert_true(fabs(odds->wins + odds->loses + odds->both - 1) < 1e-9);
                assert_true(fabs(odds->withstands + odds->falls + odds->both_fall - piece->mobile) <
                            1e-9);
            }
        }
        scene_end(scene);
    }
    free(scene);
}

/* Own ranks are right, hidden enemy ranks are not there, values and secrets are those of the worth. */
TEST(test_pieces)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    rng_seed(&rng, 53, 0);
    for (int i = 0; i < 100; i++) {
        random_scene(scene, &rng);
        const struct plan_context *context = &scene->context;
        for (int number = 0; number < PIECES; number++) {
            const struct piece *truth = &scene->position.board.piece[number];
            const struct plan_piece *piece = &context->piece[number];
            bool seen = truth->side == context->me || truth->known;
            assert_int_equal(piece->rank, seen ? truth->rank : RANK_UNKNOWN);
            assert_int_equal(piece->square, truth->square);
            if (seen && truth->square != SQUARE_NONE)
                assert_true(fabs(piece->value - 100 * scene->worth.value[truth->side][truth->rank]) <
                            1e-9);
            assert_int_equal(piece->secret == 0, truth->known || piece->value == 0);
        }
        scene_end(scene);
    }
    free(scene);
}

/* A piece that took an unmoved unknown one and stayed is a gambler; one that took what had moved, or
 * was known, or that fell, is none. */
TEST(test_history)
{
    struct placement start;
    struct plan_scene *scene = malloc(sizeof *scene);
    placement_draw(&start, RED,
                   ".  .  .  .  .  .  .  .  .  bF\n"
                   ".  .  .  .  .  .  .  .  .  .\n"
                   ".  .  .  .  .  .  .  .  .  .\n"
                   "b4 .  .  .  b4* .  .  .  .  bB\n"
                   "r6* .  ~  ~  r6* .  ~  ~  .  r6*\n"
                   ".  .  ~  ~  .  .  ~  ~  .  .\n"
                   ".  .  .  .  .  .  .  .  .  .\n"
                   ".  .  .  .  .  .  .  .  .  .\n"
                   ".  .  .  .  .  .  .  .  b2* .\n"
                   "rF .  .  .  .  .  .  .  .  .\n");
    scene_start(scene, &start);
    int gambler = scene->position.board.at[square_at(0, 5)];
    int careful = scene->position.board.at[square_at(4, 5)];
    int unlucky = scene->position.board.at[square_at(9, 5)];
    play_squares(scene, 0, 6, 0, 7);
    play_squares(scene, 8, 2, 8, 3);
    play_squares(scene, 4, 6, 4, 7);
    play_squares(scene, 8, 3, 8, 4);
    play_squares(scene, 9, 6, 9, 7);
    play_squares(scene, 8, 4, 8, 5);
    scene_view(scene);
    const struct plan_context *context = &scene->context;
    assert_true(context->piece[gambler].attacked_blindly);
    assert_false(context->piece[careful].attacked_blindly);
    assert_false(context->piece[unlucky].attacked_blindly);
    assert_int_equal(context->piece[gambler].moves, 1);
    assert_int_equal(context->piece[careful].last_ply, 3);
    assert_int_equal(context->piece[careful].last_from, square_at(4, 5));
    assert_int_equal(context->quiet, 1);
    int runner = scene->position.board.at[square_at(8, 4)];
    assert_int_equal(context->piece[runner].moves, 3);
    assert_int_equal(context->piece[runner].last_from, square_at(8, 3));
    scene_end(scene);
    free(scene);
}

/* --- the planner --- */

TEST(test_rows)
{
    for (int i = 0; i < plan_kind_count; i++) {
        const struct plan_kind *kind = plan_kind_table[i];
        assert_ptr_equal(plan_kind_find(kind->name), kind);
        assert_true(strlen(kind->column) <= 4);
        assert_true(strlen(kind->words) > 0 && strlen(kind->words) <= PLAN_WORDS);
        assert_string_equal(kind->options.options[0].key, "weight");
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(kind->column, plan_kind_table[j]->column);
            assert_string_not_equal(kind->words, plan_kind_table[j]->words);
        }
    }
    assert_null(plan_kind_find("none"));
}

/* The table's totals are the sums of its columns and the same as without the table; weights multiply
 * and 0 switches off; the same generator gives the same numbers. */
TEST(test_sums)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct planner planner = {0};
    struct plan_table table = {0}, twice = {0};
    struct settings settings;
    double *total = malloc(MOVES_MAX * sizeof *total);
    settings_start(&settings);
    rng_seed(&rng, 54, 0);
    for (int i = 0; i < 50; i++) {
        random_scene(scene, &rng);
        struct rng at = scene->rng;
        settings_set(&settings, "plan_move_penalty.weight", "1", "set", NULL);
        planner_init(&planner, &settings);
        int chosen = planner_table(&planner, &scene->context, &table);
        for (int move = 0; move < table.moves; move++) {
            double sum = 0;
            for (int column = 0; column < table.columns; column++)
                sum += table.column[column].value[move];
            assert_true(fabs(sum - table.total[move]) < 1e-9);
            assert_true(table.total[move] <= table.total[chosen]);
        }
        scene->rng = at;
        assert_int_equal(planner_choose(&planner, &scene->context, total), chosen);
        assert_memory_equal(total, table.total, (size_t)table.moves * sizeof *total);
        scene->rng = at;
        settings_set(&settings, "plan_move_penalty.weight", "2", "set", NULL);
        planner_init(&planner, &settings);
        planner_table(&planner, &scene->context, &twice);
        assert_int_equal(twice.columns, table.columns);
        for (int column = 0; column < table.columns; column++) {
            bool penalty = table.column[column].kind == &plan_move_penalty;
            for (int move = 0; move < table.moves; move++)
                assert_true(twice.column[column].value[move] ==
                            (penalty ? 2 : 1) * table.column[column].value[move]);
        }
        settings_set(&settings, "plan_move_penalty.weight", "0", "set", NULL);
        planner_init(&planner, &settings);
        planner_table(&planner, &scene->context, &twice);
        for (int column = 0; column < twice.columns; column++)
            assert_ptr_not_equal(twice.column[column].kind, &plan_move_penalty);
        scene_end(scene);
    }
    plan_table_free(&table);
    plan_table_free(&twice);
    planner_free(&planner);
    settings_free(&settings);
    free(total);
    free(scene);
}

/* All that a context holds is set by plan_context_init: memory full of anything gives the same table and the
 * same words as memory of zeros, before somebody picks a notation too. */
TEST(test_context_of_anything)
{
    struct rng rng;
    struct plan_scene *clean = malloc(sizeof *clean), *dirty = malloc(sizeof *dirty);
    struct planner planner = {0};
    struct plan_table tables[2] = {{0}};
    struct settings settings;
    struct text words[2] = {{0}};
    settings_start(&settings);
    planner_init(&planner, &settings);
    for (int i = 0; i < 20; i++) {
        memset(clean, 0, sizeof *clean);
        memset(dirty, 0xa5, sizeof *dirty);
        rng_seed(&rng, 55, (uint64_t)i);
        random_scene(clean, &rng);
        rng_seed(&rng, 55, (uint64_t)i);
        random_scene(dirty, &rng);
        assert_int_equal(dirty->context.notation, NOTATION_DEBOER);
        assert_null(dirty->context.explanation);
        struct rng at = clean->rng;
        int best = planner_table(&planner, &clean->context, &tables[0]);
        assert_int_equal(planner_table(&planner, &dirty->context, &tables[1]), best);
        assert_int_equal(tables[0].columns, tables[1].columns);
        for (int move = 0; move < tables[0].moves; move++)
            assert_true(tables[0].total[move] == tables[1].total[move]);
        for (int move = 0; move < tables[0].moves; move += 5) {
            clean->rng = dirty->rng = at;
            text_clear(&words[0]);
            text_clear(&words[1]);
            planner_explain(&planner, &clean->context, move, &words[0]);
            planner_explain(&planner, &dirty->context, move, &words[1]);
            assert_string_equal(text_string(&words[0]), text_string(&words[1]));
        }
        scene_end(clean);
        scene_end(dirty);
    }
    for (int i = 0; i < 2; i++) {
        plan_table_free(&tables[i]);
        text_free(&words[i]);
    }
    planner_free(&planner);
    settings_free(&settings);
    free(clean);
    free(dirty);
}

static void check_same(const struct plan_context *kept, const struct plan_context *fresh)
{
    for (int number = 0; number < PIECES; number++) {
        const struct plan_piece *a = &kept->piece[number], *b = &fresh->piece[number];
        assert_int_equal(a->rank, b->rank);
        assert_int_equal(a->square, b->square);
        assert_int_equal(a->moved, b->moved);
        assert_int_equal(a->known, b->known);
        assert_int_equal(a->attacked_blindly, b->attacked_blindly);
        assert_int_equal(a->last_from, b->last_from);
        assert_int_equal(a->moves, b->moves);
        assert_int_equal(a->last_ply, b->last_ply);
        assert_true(a->value == b->value && a->secret == b->secret && a->mobile == b->mobile);
        assert_memory_equal(a->p, b->p, sizeof a->p);
    }
    assert_memory_equal(kept->odds, fresh->odds, sizeof kept->odds);
    assert_memory_equal(kept->stoppers, fresh->stoppers, sizeof kept->stoppers);
    assert_memory_equal(kept->own_reach, fresh->own_reach, sizeof kept->own_reach);
    assert_true(kept->sources == fresh->sources && kept->targets == fresh->targets);
    assert_int_equal(kept->count, fresh->count);
    assert_memory_equal(kept->moves, fresh->moves, (size_t)kept->count * sizeof kept->moves[0]);
    assert_memory_equal(kept->own_rank, fresh->own_rank, sizeof kept->own_rank);
    assert_true(kept->own_hidden == fresh->own_hidden && kept->foe_movers == fresh->foe_movers);
    assert_true(kept->own == fresh->own && kept->foe == fresh->foe && kept->quiet == fresh->quiet);
}

/* A context that goes on from the one before, for whole games and one game after the other, is the one that
 * is made anew. Beliefs and values change on the way, with each piece taken. */
TEST(test_context_update)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct plan_context *kept = calloc(SIDES, sizeof *kept), *either = calloc(1, sizeof *either);
    for (int game = 0; game < 6; game++) {
        rng_seed(&rng, 57, (uint64_t)game);
        memset(scene, 0, sizeof *scene);
        random_scene(scene, &rng);
        for (int ply = 0; ply < 120 && scene->context.count; ply++) {
            enum side side = scene->view.side, enemy = side_other(side);
            struct plan_context *both[] = {&kept[side], either};
            for (int i = 0; i < 2; i++) {
                plan_context_update(both[i], &scene->view, &scene->worth, 100,
                                    (const double (*)[RANKS])scene->p[enemy],
                                    (const double (*)[RANKS])scene->p[side], &scene->rng);
                check_same(both[i], &scene->context);
            }
            struct move_with_ranks entered = {
                .move = scene->context.moves[rng_below(&rng, (uint32_t)scene->context.count)].move,
                .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
            if (position_play(&scene->position, entered, NULL, NULL) != STATUS_OK)
                break;
            scene_view(scene);
        }
        scene_end(scene);
    }
    free(either);
    free(kept);
    free(scene);
}

/* Squares are written only for an explanation. */
TEST(test_squares_without_explanation)
{
    char square[SQUARE_TEXT] = "x";
    char piece[PLAN_PIECE] = "x";
    struct plan_explanation explanation = {.move = 0};
    struct plan_context *context = calloc(1, sizeof *context);
    assert_string_equal(plan_square(context, square_at(9, 9), square), "");
    context->explanation = &explanation;
    assert_string_equal(plan_square(context, square_at(9, 9), square), "j10");
    context->notation = NOTATION_ARTS;
    assert_string_equal(plan_square(context, square_at(9, 9), square), "k0");
    context->piece[3].rank = SPY;
    context->piece[4].rank = RANK_UNKNOWN;
    assert_string_equal(plan_piece_on(context, 3, square_at(9, 9), piece), "the spy on k0");
    assert_string_equal(plan_piece_on(context, 4, square_at(9, 9), piece), "the piece on k0");
    context->explanation = NULL;
    assert_string_equal(plan_piece_on(context, 3, square_at(9, 9), piece), "");
    free(context);
}

/* --- MovePenalty and Random alone --- */

static void only(struct settings *settings, const struct plan_kind *kind)
{
    for (int i = 0; i < plan_kind_count; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s.weight", plan_kind_table[i]->options.name);
        settings_set(settings, key, plan_kind_table[i] == kind ? "1" : "0", "set", NULL);
    }
}

/* The opening as table 8.1 has it: a step of an unmoved piece costs 1, of the marshal 11, a scout's run
 * its secret too, an attack nothing. */
TEST(test_move_penalty)
{
    struct placement start;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct planner planner = {0};
    struct settings settings;
    struct text said = {0};
    double *total = malloc(MOVES_MAX * sizeof *total);
    struct setup setup;
    int place = 0;
    static const uint8_t front[10] = {MARSHAL, SCOUT, BOMB, BOMB, CAPTAIN, MAJOR, BOMB, BOMB, MINER,
                                      SCOUT};
    int left[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        left[rank] = rank_table[rank].count;
    for (; place < 10; place++) {
        setup.rank[place] = front[place];
        left[front[place]]--;
    }
    for (int rank = 0; rank < RANKS; rank++)
        for (; left[rank] > 0; left[rank]--)
            setup.rank[place++] = (uint8_t)rank;
    placement_from_setups(&start, variant_at(VARIANT_STANDARD), &setup, &setup);
    scene_start(scene, &start);
    settings_start(&settings);
    only(&settings, &plan_move_penalty);
    planner_init(&planner, &settings);
    struct plan_context *context = &scene->context;
    int best = planner_choose(&planner, context, total);
    double secret = 33 * scene->worth.value[RED][SCOUT];
    assert_true(fabs(total[find_move(context, square_at(0, 3), square_at(0, 4))] + 11) < 1e-9);
    assert_true(fabs(total[find_move(context, square_at(4, 3), square_at(4, 4))] + 1) < 1e-9);
    assert_true(fabs(total[find_move(context, square_at(1, 3), square_at(1, 4))] + 1) < 1e-9);
    assert_true(fabs(total[find_move(context, square_at(1, 3), square_at(1, 5))] + 1 + secret) <
                1e-9);
    assert_true(total[find_move(context, square_at(1, 3), square_at(1, 6))] == 0);
    assert_true(plan_attacks(context, best));
    planner_explain(&planner, context, find_move(context, square_at(0, 3), square_at(0, 4)), &said);
    assert_non_null(strstr(text_string(&said), "MPen"));
    assert_non_null(strstr(text_string(&said), "-11.000"));
    assert_non_null(strstr(text_string(&said), "brings out the marshal on a4, the highest piece, early"));
    text_clear(&said);
    /* After a4-a5 that piece moves on for nothing, and the others cost more. */
    play_squares(scene, 0, 4, 0, 5);
    play_squares(scene, 4, 7, 4, 6);
    scene_view(scene);
    planner_choose(&planner, context, total);
    assert_true(total[find_move(context, square_at(0, 4), square_at(0, 5))] == 0);
    assert_true(fabs(total[find_move(context, square_at(5, 3), square_at(5, 4))] + 1.5) < 1e-9);
    scene_end(scene);
    planner_free(&planner);
    settings_free(&settings);
    text_free(&said);
    free(total);
    free(scene);
}

TEST(test_random)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct planner planner = {0};
    struct settings settings;
    double *total = malloc(MOVES_MAX * sizeof *total);
    int chosen[8] = {0};
    settings_start(&settings);
    only(&settings, &plan_random);
    planner_init(&planner, &settings);
    rng_seed(&rng, 55, 0);
    random_scene(scene, &rng);
    int count = scene->context.count < 8 ? scene->context.count : 8;
    for (int i = 0; i < 4000; i++) {
        int best = planner_choose(&planner, &scene->context, total);
        for (int move = 0; move < scene->context.count; move++)
            assert_true(total[move] >= 0 && total[move] < 1);
        chosen[best % 8]++;
    }
    for (int i = 0; i < count; i++)
        assert_true(chosen[i] > 0);
    scene_end(scene);
    planner_free(&planner);
    settings_free(&settings);
    free(total);
    free(scene);
}

/* With `overlooks` a share of the moves is not seen, at worst all, and no other plan makes that good. */
TEST(test_overlooks)
{
    struct rng rng;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct planner planner = {0};
    struct settings settings;
    double *total = malloc(MOVES_MAX * sizeof *total);
    int unseen = 0, all = 0;
    settings_start(&settings);
    rng_seed(&rng, 56, 0);
    random_scene(scene, &rng);
    settings_set(&settings, "plan_random.overlooks", "0.7", "set", NULL);
    planner_init(&planner, &settings);
    for (int i = 0; i < 500; i++) {
        int seen = 0, best = planner_choose(&planner, &scene->context, total);
        for (int move = 0; move < scene->context.count; move++)
            seen += total[move] > -5000;
        unseen += scene->context.count - seen;
        all += scene->context.count;
        assert_true(seen == 0 || total[best] > -5000);
    }
    assert_true(fabs((double)unseen / all - 0.7) < 0.03);
    settings_set(&settings, "plan_random.overlooks", "1", "set", NULL);
    planner_init(&planner, &settings);
    int best = planner_choose(&planner, &scene->context, total);
    assert_true(best >= 0 && total[best] < -5000);
    planner_free(&planner);
    settings_free(&settings);
    scene_end(scene);
    free(total);
    free(scene);
}

/* --- the position files --- */

/* The expectations in the comments of a position file. */
struct expectation {
    char plan[64], right[256], wrong[256];
    char mistake[64];    /* of the program in a game of appendix C of De Boer 2007 */
    char fails[256];     /* the reason why the plan is known to fail here */
    bool waits;
};

static void read_expectation(const char *path, struct expectation *expectation)
{
    FILE *file = fopen(path, "r");
    char line[512];
    *expectation = (struct expectation){0};
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "# plan: ", 8))
            snprintf(expectation->plan, sizeof expectation->plan, "%.63s", line + 8);
        if (!strncmp(line, "# right: ", 9))
            snprintf(expectation->right, sizeof expectation->right, "%.255s", line + 9);
        if (!strncmp(line, "# wrong: ", 9))
            snprintf(expectation->wrong, sizeof expectation->wrong, "%.255s", line + 9);
        if (!strncmp(line, "# mistake: ", 11))
            snprintf(expectation->mistake, sizeof expectation->mistake, "%.63s", line + 11);
        if (!strncmp(line, "# fails: ", 9))
            snprintf(expectation->fails, sizeof expectation->fails, "%.255s", line + 9);
        if (!strcmp(line, "# waits"))
            expectation->waits = true;
    }
    fclose(file);
}

/* True where one of the words of `list` is the move. */
static bool is_listed(const char *list, struct move move)
{
    char text[MOVE_TEXT];
    return plans_listed(list, move_write(move, false, NOTATION_DEBOER, text));
}

/* True where every word of `list` is a legal move: finds slips of the pen. */
static bool all_legal(const char *list, const struct plan_context *context)
{
    size_t words = list[0] != 0, found = 0;
    for (const char *c = list; *c; c++)
        words += *c == ' ';
    for (int i = 0; i < context->count; i++)
        found += is_listed(list, context->moves[i].move);
    return found == words;
}

/* Runs the one plan; false, with a line, if it does not meet the expectations of the file. */
static bool check_position(const char *path, const struct expectation *expectation,
                           const struct settings *settings, struct plan_scene *scene)
{
    struct error error = {0};
    struct planner planner = {0};
    double total[MOVES_MAX];
    bool good;
    memset(&scene->view, 0, sizeof scene->view);
    memset(&scene->position, 0, sizeof scene->position);
    rng_seed(&scene->rng, 56, 0);
    if (file_position(path, &scene->position, &error)) {
        print_error("%s\n", error.text);
        return false;
    }
    scene_view(scene);
    planner_init(&planner, settings);
    const struct plan_context *context = &scene->context;
    int best = planner_choose(&planner, context, total);
    good = all_legal(expectation->right, context) && all_legal(expectation->wrong, context);
    for (int i = 0; i < context->count; i++) {
        struct move move = context->moves[i].move;
        if (expectation->waits && total[i] != 0)
            good = false;
        if (expectation->right[0] && !is_listed(expectation->right, move) && total[i] >= total[best])
            good = false;
        if (expectation->wrong[0] && is_listed(expectation->wrong, move) && total[i] >= total[best])
            good = false;
    }
    if (!good && !expectation->fails[0]) {
        char text[MOVE_TEXT];
        print_error("%s: %s has its highest value, %g, for %s\n", path, expectation->plan, total[best],
                    move_write(context->moves[best].move, false, NOTATION_DEBOER, text));
    }
    planner_free(&planner);
    scene_end(scene);
    return good;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

enum { PLANS_MAX = 64 };

/* How the positions came out. One that is marked as known to fail and does not is to lose its mark. */
struct tally {
    int passed, failed, passed_unexpected, failed_unexpected;
    int waiting;     /* their plan is not in the table */
    int mistakes;    /* of appendix C, among all of them */
    bool acted[PLANS_MAX], waited[PLANS_MAX]; /* by plan: it did so in a position, as expected */
};

static void check_file(const char *path, struct settings *settings, struct plan_scene *scene,
                       struct tally *tally)
{
    struct expectation expectation;
    read_expectation(path, &expectation);
    const struct plan_kind *kind = plan_kind_find(expectation.plan);
    tally->mistakes += expectation.mistake[0] != 0;
    if (!kind) {
        tally->waiting += expectation.plan[0] != 0;
        return;
    }
    assert_true(expectation.waits || expectation.right[0] || expectation.wrong[0]);
    only(settings, kind);
    bool good = check_position(path, &expectation, settings, scene);
    if (expectation.fails[0]) {
        if (good)
            print_error("%s: passes, though marked: %s\n", path, expectation.fails);
        tally->passed_unexpected += good;
        tally->failed += !good;
    } else {
        tally->passed += good;
        tally->failed_unexpected += !good;
        for (int i = 0; good && i < plan_kind_count; i++)
            if (plan_kind_table[i] == kind)
                *(expectation.waits ? &tally->waited[i] : &tally->acted[i]) = true;
    }
}

/* True, or a line for each plan that lacks a position in which it acts or one in which it keeps still. What
 * chance adds to each move has neither. */
static bool all_expectations(const struct tally *tally)
{
    bool all = true;
    for (int i = 0; i < plan_kind_count; i++) {
        if (plan_kind_table[i] == &plan_random || (tally->acted[i] && tally->waited[i]))
            continue;
        print_error("%s: no position in which it %s\n", plan_kind_table[i]->name,
                    tally->acted[i] ? "keeps still" : "acts");
        all = false;
    }
    return all;
}

/* Each position file that is about a plan: it alone makes the right move, or keeps still; there is one of
 * both for each plan of the table. Among them each mistake that appendix C blames on the program
 * (doc/plans.md). */
TEST(test_positions)
{
    enum { MISTAKES = 16 };
    char folder[512], path[1024];
    struct dirent **names;
    struct settings settings;
    struct plan_scene *scene = malloc(sizeof *scene);
    struct tally tally = {0};
    settings_start(&settings);
    snprintf(folder, sizeof folder, "%s/tests/positions", source_folder());
    int count = scandir(folder, &names, NULL, by_name);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (strstr(names[i]->d_name, ".yaml"))
            check_file(path, &settings, scene, &tally);
        free(names[i]);
    }
    print_message("positions for plans: %d pass, %d fail, %d unexpected pass, %d unexpected fail; "
                  "%d for plans that are not in the table\n",
                  tally.passed, tally.failed, tally.passed_unexpected, tally.failed_unexpected,
                  tally.waiting);
    assert_true(tally.passed > 0);
    assert_true(tally.mistakes >= MISTAKES);
    assert_int_equal(tally.failed_unexpected + tally.passed_unexpected, 0);
    assert_int_equal(tally.waiting, 0);
    assert_true(plan_kind_count <= PLANS_MAX && all_expectations(&tally));
    free(names);
    settings_free(&settings);
    free(scene);
}

TESTS_MAIN(NULL, NULL)
