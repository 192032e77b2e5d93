/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's heuristics one by one: what a move, or one that was not made, says about each rank. */
#include "belief/belief.h"
#include "belief/deboer.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/notation.h"
#include "game/position.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scenery {
    struct setup_statistics statistics;
    struct belief_knowledge knowledge;
    struct evidence_list evidence_list;
    struct position position;
    struct belief belief; /* about blue */
};

static int set_up_deboer(void **state)
{
    struct scenery *scenery = calloc(1, sizeof *scenery);
    struct belief_options options;
    shipped_statistics(&scenery->statistics);
    belief_options_default(&options);
    options.kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    assert_int_equal(belief_knowledge_init(&scenery->knowledge, &options, &scenery->statistics, NULL,
                                           NULL), STATUS_OK);
    *state = scenery;
    return 0;
}

static int tear_down_deboer(void **state)
{
    struct scenery *scenery = *state;
    position_free(&scenery->position);
    free(scenery->evidence_list.items);
    free(scenery);
    return 0;
}

/* Starts from a picture and plays moves apart by blanks; the evidence of the last one is kept. */
static void play_from_picture(struct scenery *scenery, enum side to_move, const char *picture,
                              const char *moves)
{
    struct placement start;
    struct view view = {0};
    char words[64], *rest = NULL;
    position_free(&scenery->position);
    placement_draw(&start, to_move, picture);
    assert_int_equal(position_init(&scenery->position, &start, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &scenery->position, RED);
    belief_init(&scenery->belief, &scenery->knowledge, &view, BLUE);
    view_free(&view);
    evidence_start_recording(&scenery->belief.evidence, &scenery->evidence_list);
    assert_true(strlen(moves) < sizeof words);
    strcpy(words, moves);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct move_with_ranks entered;
        struct event event;
        assert_int_equal(move_read(word, NOTATION_DEBOER, &entered, NULL, NULL), STATUS_OK);
        assert_int_equal(position_play(&scenery->position, entered, &event, NULL), STATUS_OK);
        scenery->evidence_list.count = 0;
        belief_observe(&scenery->belief, &event);
    }
}

/* The last move's evidence of a kind about the piece on a square; NULL: it gave none. */
static const struct evidence *evidence_about(const struct scenery *scenery, const char *square,
                                             enum evidence_kind kind)
{
    int number = scenery->belief.public_state.at[square_at(square[0] - 'a', atoi(square + 1) - 1)];
    for (size_t i = 0; i < scenery->evidence_list.count; i++)
        if (scenery->evidence_list.items[i].row == number % PIECES_A_SIDE
            && scenery->evidence_list.items[i].kind == kind)
            return &scenery->evidence_list.items[i];
    return NULL;
}

/* Profits are those of the values at hand, whoever is ahead. */
TEST(test_profit)
{
    struct worth_options options;
    struct worth worth;
    struct worth_counts counts = {
        {{1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1}, {1, 6, 1, 8, 1, 4, 4, 4, 3, 2, 1, 1}}};
    worth_options_init(&options);
    worth_of_counts(&options, &counts, &worth);
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            for (int target = 0; target < RANKS; target++) {
                enum side own = side;
                double takes = worth.value[side_other(own)][target], loses = worth.value[own][rank];
                double wanted = 0;
                if (rank_moves(rank))
                    switch (battle_result(rank, target)) {
                    case BATTLE_WON:
                        wanted = takes;
                        break;
                    case BATTLE_LOST:
                        wanted = -loses;
                        break;
                    default:
                        wanted = takes - loses;
                    }
                assert_true(fabs(deboer_profit(&worth, own, rank, target) - wanted) < 1e-12);
            }
    /* Blue's last miner is worth three of red's, so taking it is. */
    assert_true(deboer_profit(&worth, RED, CAPTAIN, MINER) > 2 * deboer_profit(&worth, BLUE, CAPTAIN, MINER));
}

/* A known lieutenant that comes beside an unknown piece and is left there. */
static void test_beside(void **state)
{
    struct scenery *scenery = *state;
    play_from_picture(scenery, RED,
                      "bF  bB  b3  b2  b9  bX  .   .   .   b4\n"
                      "b6  b7  b8  .   .   .   .   .   .   bS\n"
                      ".   b7* .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   r5!* ~   ~   .   .   ~   ~   .   .\n"
                      ".   .   ~   ~   .   .   ~   ~   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      "rF  rX  r9  .   .   .   .   .   .   .\n",
                      "b6-b7 j9-j8");
    const struct evidence *evidence = evidence_about(scenery, "b8", EVIDENCE_OPPORTUNITY);
    assert_non_null(evidence);
    assert_true(evidence->factor[CAPTAIN] < 1 && evidence->factor[MAJOR] < 1);
    assert_true(evidence->factor[MINER] == 1 && evidence->factor[SPY] == 1 && evidence->factor[SCOUT] == 1);
    /* A marshal gives more away by it than a captain. */
    assert_true(evidence->factor[CAPTAIN] < evidence->factor[MARSHAL]);
    /* Nobody else could. */
    assert_null(evidence_about(scenery, "b9", EVIDENCE_OPPORTUNITY));
    assert_null(evidence_about(scenery, "j8", EVIDENCE_OPPORTUNITY));
}

/* A known spy that comes into a scout's line; or its line is blocked. */
static void test_from_afar(void **state)
{
    struct scenery *scenery = *state;
    static const char *const boards[2] = {
        "bF  bB  b3  b2  b9  bX  .   .   b8  b4\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   rS!* .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "rF  rX  .   .   .   .   .   .   .   .\n",
        "bF  bB  b3  b2  b9  bX  .   .   b8  b4\n"
        ".   b5  .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   rS!* .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "rF  rX  .   .   .   .   .   .   .   .\n"};
    play_from_picture(scenery, RED, boards[0], "c3-b3 j10-j9");
    const struct evidence *evidence = evidence_about(scenery, "b10", EVIDENCE_OPPORTUNITY);
    assert_non_null(evidence);
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(rank == SCOUT ? evidence->factor[rank] < 0.9f : evidence->factor[rank] == 1);
    assert_null(evidence_about(scenery, "c10", EVIDENCE_OPPORTUNITY));
    play_from_picture(scenery, RED, boards[1], "c3-b3 j10-j9");
    assert_null(evidence_about(scenery, "b10", EVIDENCE_OPPORTUNITY));
    assert_non_null(evidence_about(scenery, "b9", EVIDENCE_OPPORTUNITY));
    /* It stood there already: what was left alone before is no more evidence. */
    play_from_picture(scenery, RED, boards[0], "c3-b3 j10-j9 b1-c1 j9-j8");
    assert_null(evidence_about(scenery, "b10", EVIDENCE_OPPORTUNITY));
}

/* The enemy's last move laid a line open. */
static void test_line_opened(void **state)
{
    struct scenery *scenery = *state;
    play_from_picture(scenery, RED,
                      "bF  bB  b3  b2  b9  bX  .   .   b8  b4\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   ~   ~   .   .   ~   ~   .   .\n"
                      ".   rX  ~   ~   .   .   ~   ~   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   rS!* .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      "rF  .   .   .   .   .   .   .   .   .\n",
                      "b5-a5 j10-j9");
    assert_non_null(evidence_about(scenery, "b10", EVIDENCE_OPPORTUNITY));
    assert_null(evidence_about(scenery, "c10", EVIDENCE_OPPORTUNITY));
}

/* A move that brings a known piece into safety, or takes something, is no evidence about what else was
 * left. */
static void test_forced(void **state)
{
    struct scenery *scenery = *state;
    char board[] =
        "bF  bB  b3  b2  b9  bX  .   .   b8  b4\n"
        "b6  b7  .   .   .   .   .   .   .   .\n"
        ".   b7* .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   r9!* b8!*\n"
        ".   r5!* ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "rF  rX  .   .   .   .   .   .   .   .\n";
    play_from_picture(scenery, RED, board, "b6-b7 j7-j6");
    assert_null(evidence_about(scenery, "b8", EVIDENCE_OPPORTUNITY));
    memcpy(strstr(board, "r9"), "r3", 2); /* no danger to the colonel */
    play_from_picture(scenery, RED, board, "b6-b7 j7-j6");
    assert_non_null(evidence_about(scenery, "b8", EVIDENCE_OPPORTUNITY));
}

/* Towards a known general: the ranks that gain by it, and those that lose. */
static void test_behaviour(void **state)
{
    struct scenery *scenery = *state;
    play_from_picture(scenery, BLUE,
                      "bF  bB  b3  b2  .   bX  .   .   b8  b4\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   b9* .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   ~   ~   .   .   ~   ~   .   .\n"
                      ".   .   ~   ~   r9!* .   ~   ~   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      ".   .   .   .   .   .   .   .   .   .\n"
                      "rF  rX  .   .   .   .   .   .   .   .\n",
                      "e8-e7");
    const struct evidence *evidence = evidence_about(scenery, "e7", EVIDENCE_BEHAVIOUR);
    assert_non_null(evidence);
    assert_true(evidence->factor[MARSHAL] > 1 && evidence->factor[COLONEL] < 1);
    assert_true(evidence->factor[SCOUT] < 1 && evidence->factor[BOMB] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profit),      cmocka_unit_test(test_beside),
        cmocka_unit_test(test_from_afar),   cmocka_unit_test(test_line_opened),
        cmocka_unit_test(test_forced),      cmocka_unit_test(test_behaviour),
    };
    return cmocka_run_group_tests(tests, set_up_deboer, tear_down_deboer);
}
