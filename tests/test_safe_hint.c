/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of moves that rollouts find equal, a hint does not give up a piece to a known higher one. */
#include "analysis/safe_hint.h"

#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "game/square.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position with a few pieces that matter, and moves of red. */
struct hint_scene {
    const char *i4, *j4, *i6, *j5, *j6;
    double error; /* of the differences: move 0 leads the others by 0.05 and 0.03 */
    const char *move[3];
    int chosen;
};

/* Reads "i4-i5". */
static struct move read_plain_move(const char *text)
{
    return (struct move){(uint8_t)square_at(text[0] - 'a', text[1] - '1'),
                         (uint8_t)square_at(text[3] - 'a', text[4] - '1')};
}

/* Returns the move that the hint advises in a scene. */
static int choose_in(const struct hint_scene *scene)
{
    char picture[1000];
    struct placement placement;
    struct position position = {0};
    struct view view = {0};
    double loss[HALVING_ARMS];
    struct rollout_study *study = calloc(1, sizeof *study);
    assert_non_null(study);
    snprintf(picture, sizeof picture,
             ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  bB   .  .  .  .  bX .  .  .  .  .  "
             ".  .  .  .  .  .  .  .  .  .   .  .  ~  ~  .  .  ~  ~  %s %s  .  .  ~  ~  .  .  ~  ~  .  %s  "
             ".  .  .  .  .  .  .  .  %s %s   .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .  "
             "rF .  .  .  .  .  .  .  .  .", scene->i6, scene->j6, scene->j5, scene->i4, scene->j4);
    placement_draw(&placement, RED, picture);
    assert_int_equal(position_init(&position, &placement, rules_find("deepnash"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    for (int rank = 0; rank < RANKS; rank++)
        study->value[RED][rank] = study->value[BLUE][rank] = 0.1 * rank;
    study->value[BLUE][LIEUTENANT] = 1; /* worth more than a major */
    study->me = RED;
    for (int i = 0; i < 3; i++, study->count++)
        study->move[i] = (struct rollout_account){
            .move = read_plain_move(scene->move[i]), .worlds = 10,
            .diff = i == 0 ? 0 : i == 1 ? -0.05 : -0.03, .diff_error = i ? scene->error : 0};
    safe_hint_losses(study, &view.board, loss);
    safe_hint_choose(study, loss);
    int chosen = study->best;
    /* The differences are from the chosen move. */
    assert_true(study->move[chosen].diff == 0 && study->move[chosen].diff_error == 0);
    assert_true(chosen != 2 || (study->move[0].diff == 0.03 && study->move[0].diff_error == scene->error));
    position_free(&position);
    view_free(&view);
    free(study);
    return chosen;
}

TEST(test_safe_choice)
{
    static const struct hint_scene scenes[] = {
        /* A colonel does not attack a known general, and does not stay beside it. */
        {"r2*", "r8*", ".", "b9!*", ".", 0.05, {"j4xj5", "i4-i3", "j4-j3"}, 2},
        /* It may attack if the general is not known, or if all else is clearly worse. */
        {"r2*", "r8*", ".", "b9*", ".", 0.05, {"j4xj5", "i4-i3", "j4-j3"}, 0},
        {"r2*", "r8*", ".", "b9!*", ".", 0.01, {"j4xj5", "i4-i3", "j4-j3"}, 0},
        /* A major does not go beside the general; the better of two safe moves is chosen. */
        {"r7*", ".", ".", "b9!*", ".", 0.05, {"i4-i5", "i4-h4", "i4-i3"}, 2},
        /* It may if the general would be taken back, is unknown, or is no danger. */
        {"r7*", ".", "rX*", "b9!*", ".", 0.05, {"i4-i5", "i4-h4", "i4-i3"}, 0},
        {"r7*", ".", ".", "b9*", ".", 0.05, {"i4-i5", "i4-h4", "i4-i3"}, 0},
        {"r7*", ".", ".", "b6!*", ".", 0.05, {"i4-i5", "i4-h4", "i4-i3"}, 0},
        /* A piece beside the general that may be a bomb to the enemy is not given up; one that moved is. */
        {"r2*", "r8", ".", "b9!*", ".", 0.05, {"i4-i3", "i4-h4", "j4-j3"}, 0},
        {"r2*", "r8*", ".", "b9!*", ".", 0.05, {"i4-i3", "i4-h4", "j4-j3"}, 2},
        /* What the major takes counts against its loss. */
        {".", "r7*", ".", "b6!*", "b9!*", 0.05, {"j4xj5", "j4-i4", "j4-j3"}, 2},
        {".", "r7*", ".", "b5!*", "b9!*", 0.05, {"j4xj5", "j4-i4", "j4-j3"}, 0},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        int chosen = choose_in(&scenes[i]);
        if (chosen != scenes[i].chosen)
            fail_msg("scene %zu: %s", i, scenes[i].move[chosen]);
    }
}

TESTS_MAIN(engine_set_up, engine_tear_down)
