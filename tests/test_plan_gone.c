/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plans say of moves after which the piece that moved is gone, or probably gone, of attacks that
 * both lose, of attacks on bombs, and of moves that end the game. No sentence may have a piece stand where
 * it cannot. */
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plans_at.h"
#include "source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_OF_PLAN(name) &plan_##name.options,
static const struct option_group *const groups[] = {
    &worth_group, &planner_group, PLANS(GROUP_OF_PLAN) NULL,
};

/* A position as the side to move sees it, with the beliefs of a player who only counts. */
struct gone_scene {
    struct position position;
    struct view view;
    struct worth worth;
    struct rng rng;
    double p[SIDES][PIECES_A_SIDE][RANKS];
    struct settings settings;
    struct planner planner;
    struct plan_context context;
};

static struct move move_named(const char *text)
{
    struct move_with_ranks move;
    size_t column = 0;
    struct error error = {0};
    if (move_read(text, NOTATION_DEBOER, &move, &column, &error))
        fail_msg("%s: %s", text, error.text);
    return move.move;
}

/* Plays moves of five bytes, apart by blanks. */
static void play_all(struct position *position, const char *moves)
{
    char move[6];
    for (int used = 0; sscanf(moves, " %5s%n", move, &used) == 1; moves += used) {
        struct error error = {0};
        struct move_with_ranks named = {move_named(move), RANK_UNKNOWN, RANK_UNKNOWN};
        if (position_play(position, named, NULL, &error))
            fail_msg("%s: %s", move, error.text);
    }
}

/* All plans but Random are on, Lure and Repetition too; Impatience is for known pieces as well. */
static struct gone_scene *scene_start(const struct placement *start, const char *plays)
{
    struct gone_scene *scene = calloc(1, sizeof *scene);
    struct worth_options options;
    struct error error = {0};
    char key[64];
    assert_non_null(scene);
    if (position_init(&scene->position, start, rules_find("isf"), &error))
        fail_msg("%s", error.text);
    play_all(&scene->position, plays);
    enum side side = scene->position.board.to_move;
    settings_init(&scene->settings, groups);
    for (int i = 0; i < plan_kind_count; i++) {
        snprintf(key, sizeof key, "%s.weight", plan_kind_table[i]->options.name);
        settings_set(&scene->settings, key, plan_kind_table[i] == &plan_random ? "0" : "1", "set", NULL);
    }
    settings_set(&scene->settings, "plan_impatience.known", "yes", "set", NULL);
    planner_init(&scene->planner, &scene->settings);
    rng_seed(&scene->rng, 71, 0);
    worth_options_init(&options);
    view_init(&scene->view, &scene->position, side);
    worth_compute(&options, &scene->view, &scene->worth);
    plans_count_beliefs(&scene->position, scene->p);
    planner_context(&scene->planner, &scene->view, &scene->worth,
                    (const double(*)[RANKS])scene->p[side_other(side)],
                    (const double(*)[RANKS])scene->p[side], &scene->rng, &scene->context);
    return scene;
}

static void scene_end(struct gone_scene *scene)
{
    planner_free(&scene->planner);
    settings_free(&scene->settings);
    view_free(&scene->view);
    position_free(&scene->position);
    free(scene);
}

static int piece_on(const struct plan_context *context, const char *text)
{
    int square = square_read(&text, NOTATION_DEBOER);
    assert_true(square >= 0 && plan_at(context, square) < PIECES);
    return plan_at(context, square);
}

/* The index of a move written as "e4-e5". */
static int find_move(const struct plan_context *context, const char *text)
{
    const struct move move = move_named(text);
    for (int i = 0; i < context->count; i++)
        if (move_equal(context->moves[i].move, move))
            return i;
    fail_msg("%s is no legal move", text);
    return -1;
}

/* A move and all that plans say of it: lines "HEAD: words, points". */
struct gone_row {
    const char *what, *picture, *move, *said;
    const char *gambler;  /* the square of a piece that has attacked blindly; or NULL */
    uint32_t quiet;       /* plies without an attack */
};

/* A marshal, its equal, a captain and a bomb; of d4's, e5's and f4's other neighbours each may be the spy. */
#define MARSHAL_AT_E4 \
    "bF   bB   .    .    .    .    .    .    .    .  \n" \
    "bB   .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    bS*  .    ~    ~    .    .  \n" \
    ".    .    ~    ~    bX*! b4*  ~    ~    .    .  \n" \
    ".    .    b3*  bB!  rX*! b7*! .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    r6*  .    .  \n"

/* Behind e5 a colonel is in line with the captain on e4. */
#define BOMB_BETWEEN \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    b9*! .    .    .    .    b2*\n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    bB!  r6*! ~    ~    .    .  \n" \
    ".    .    .    rB   r7*! rB   .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* What may be a bomb stands between the two. */
#define MAY_BE_A_BOMB_BETWEEN \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    b9*! .    .    .    .    b2*\n" \
    ".    .    ~    ~    r4   .    ~    ~    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    .    rB   r7*! rB   .    .    .    .  \n" \
    ".    .    .    .    rB   .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* The captain alone keeps the lieutenant on a7 from the flag. */
#define ONE_GUARD \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "b5*! .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    "bB!  r7*! b7*! .    .    .    .    .    .    .  \n" \
    ".    r3*! .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    r2*! .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* What is on b5 may be a 2, 4, 6 or 8. */
#define UNKNOWN_AT_B5 \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    b6*  b8*\n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    "b2*  b4*  ~    ~    .    .    ~    ~    .    .  \n" \
    "rB   r6*! .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    r2*! .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* A major may fork pieces from b4. */
#define FORKS \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "b9*! .    .    .    .    .    .    .    .    b2*\n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    r6*! ~    ~    .    .    ~    ~    .    .  \n" \
    "b6*! r7*! b8*! .    .    .    .    .    .    .  \n" \
    ".    bB!  .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* The colonel may fork two pieces from f4. */
#define IN_A_FORK \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    b9*! .    .    .    b2*\n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    .    b7*! r7*! .    r6*! .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* The flag can be taken while all else is in danger. */
#define FLAG_AT_J10 \
    ".    .    .    .    .    .    .    .    bB!  bF!\n" \
    ".    .    .    .    .    .    .    .    bB!  r3*!\n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    bS*  r4   ~    ~    .    .  \n" \
    "b9*! .    r8*! .    rX*! b6*! .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* Blue has one piece left that can move. */
#define BLUES_LAST \
    ".    .    .    .    .    .    .    .    bB!  bF!\n" \
    ".    .    .    .    .    .    .    .    bB!  bB!\n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    r6*! ~    ~    .    .    ~    ~    .    .  \n" \
    "r9*! b9*! .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* Red has one piece left that can move. */
#define REDS_LAST \
    ".    .    .    .    .    .    .    .    bB!  bF!\n" \
    ".    .    .    .    .    .    .    .    bB!  bB!\n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    b6*! ~    ~    .    .    ~    ~    .    .  \n" \
    "r9*! b9*! .    .    .    .    .    .    .    .  \n" \
    "bB!  .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* A gambler on e5 beside the hidden 4. */
#define GAMBLER_AT_E5 \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    b3*  b7*\n" \
    ".    .    ~    ~    r7*! .    ~    ~    .    .  \n" \
    ".    .    ~    ~    b5*  r6*! ~    ~    .    .  \n" \
    ".    .    .    .    r4   .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* A miner before a bomb, forty plies without an attack. */
#define BOMBS \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    b2*\n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    bB!  r5*! ~    ~    .    .  \n" \
    ".    .    .    rB   r3*! rB   .    .    .    .  \n" \
    "r8*! r9*! r8*! .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* Beyond what may be a 2 or a 4, or a 6, stands a major. */
#define UNKNOWN_BEFORE_A_MAJOR \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    b6*  b2*\n" \
    ".    .    ~    ~    b8*! .    ~    ~    .    .  \n" \
    ".    .    ~    ~    b4*  .    ~    ~    .    .  \n" \
    ".    .    .    rB   r5*! rB   .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    r6*! .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

/* Three pieces of blue's may be the flag. */
#define FLAG_ON_J9_OR_BESIDE \
    ".    .    .    .    .    .    .    .    bB   bF \n" \
    ".    .    .    .    .    .    .    .    .    bB \n" \
    ".    .    .    .    .    .    .    .    .    r7*!\n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    bS*  .    ~    ~    .    .  \n" \
    ".    .    ~    ~    rX*! .    ~    ~    .    .  \n" \
    "b3*! .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    "rB   .    .    .    .    .    .    .    .    .  \n" \
    "rF   rB   .    .    .    .    .    .    .    .  \n"

static const struct gone_row rows[] = {
    {"both marshals go", MARSHAL_AT_E4, "e4-e5",
     "ICap: attacks the marshal on e5, and both fall, gains 98.07 and loses 100.00 on average, -1.93\n"
     "FDef: does not stop the piece on c4, 5 moves from the flag, -27.78 where the best move "
     "leaves -23.96, -3.83\n"
     "Exch: exchanges two equal pieces while behind by 3 lower pieces, -15.00\n"},
    {"the marshal is lost on a bomb", MARSHAL_AT_E4, "e4-d4",
     "ICap: attacks the bomb on d4 and is lost, gains 0.00 and loses 100.00 on average, -100.00\n"
     "FDef: does not stop the piece on c4, 5 moves from the flag, -27.78 where the best move "
     "leaves -23.96, -3.83\n"},
    {"the marshal stands beside what may be the spy", MARSHAL_AT_E4, "e4-f4",
     "ICap: takes the major on f4, gains 71.08 and loses 0.00 on average, +71.08\n"
     "dMfS: leaves the marshal on f4 next to what may be the spy (33 %), worth 100.00 points, -33.33\n"
     "FDef: does not stop the piece on c4, 5 moves from the flag, -26.01 where the best move "
     "leaves -23.96, -2.05\n"},
    {"the bomb stays between captain and colonel", BOMB_BETWEEN, "f5-e5",
     "ICap: attacks the bomb on e5 and is lost, gains 0.00 and loses 114.29 on average, -114.29\n"},
    {"who is lost opens the line", MAY_BE_A_BOMB_BETWEEN, "e6-e7",
     "ICap: attacks the general on e7 and is lost, gains 0.00 and loses 112.50 on average, -112.50\n"
     "TDef e4: leaves the major on e4 on the open file of the general on e7, worth 112.50 points, -58.38\n"},
    {"the guard is lost on a bomb", ONE_GUARD, "b4-a4",
     "ICap: attacks the bomb on a4 and is lost, gains 0.00 and loses 106.96 on average, -106.96\n"
     "FDef: does not stop the major on c4, 5 moves from the flag, -349.84 where the best move "
     "leaves 0.00, -349.84\n"},
    {"the guard and its equal go", ONE_GUARD, "b4-c4",
     "ICap: attacks the major on c4, and both fall, gains 116.67 and loses 106.96 on average, +9.71\n"
     "FDef: does not stop the lieutenant on a7, 8 moves from the flag, -259.88 where the best "
     "move leaves 0.00, -259.88\n"
     "Exch: exchanges two equal pieces while ahead by 1 lower piece, +16.04\n"},
    {"the guard stays", ONE_GUARD, "b3-b2",
     "TDef b4: leaves the major on b4 next to the major on c4, worth 106.96 points, -48.13\n"},
    {"the guard may be lost", UNKNOWN_AT_B5, "b4-b5",
     "ICap: attacks the piece on b5: wins 50 %, loses 25 %, both fall 25 %, gains 66.42 and loses 49.66 "
     "on average, 5.37 less for the risk, +11.39\n"
     "FDef: may not stop the piece on a5, 6 moves from the flag, -55.19 where the best "
     "move leaves 0.00, -55.19\n"},
    {"it takes, and is forked there", FORKS, "b4-a4",
     "ICap: takes the captain on a4, gains 60.06 and loses 0.00 on average, +60.06\n"
     "TDef b4: leaves the major on a4 on the open file of the general on a7, worth 88.97 points, -49.75\n"
     "TDef b5: leaves the captain on b5 diagonally next to the colonel on c4, worth 74.70 points, "
     "-31.26\n"
     "SDef: goes into a fork: an enemy on b4 would threaten two pieces, -7.47\n"},
    {"lost on a bomb it is in no fork", FORKS, "b4-b3",
     "ICap: attacks the bomb on b3 and is lost, gains 0.00 and loses 88.97 on average, -88.97\n"
     "TDef b5: leaves the captain on b5 diagonally next to the colonel on c4, worth 74.70 points, "
     "-31.26\n"},
    {"both go: the fork is none any more", IN_A_FORK, "e4-d4",
     "ICap: attacks the major on d4, and both fall, gains 85.63 and loses 88.97 on average, -3.33\n"
     "SDef: ends a fork: an enemy on f4 would threaten two pieces, +6.76\n"},
    {"it steps out of the fork", IN_A_FORK, "e4-e5",
     "TDef e4: leaves the major on e5 diagonally next to the major on d4, worth 88.97 points, -18.62\n"
     "TDef g4: leaves the captain on g4 on the open row of the major on d4, worth 67.56 points, -5.26\n"
     "SDef: escapes a fork: an enemy on f4 would threaten two pieces, +6.76\n"
     "Trap j7: brings a second own piece nearer to the piece on j7, +0.75\n"
     "Intl: goes away from the unknown piece on j7: 2.39, before 3.19, -0.80\n"},
    {"it may stand beside the major then", UNKNOWN_BEFORE_A_MAJOR, "e4-e5",
     "ICap: attacks the piece on e5: wins 67 %, loses 33 %, both fall 0 %, gains 54.37 and loses 20.62 "
     "on average, 3.90 less for the risk, +29.85\n"
     "TDef e4: may leave the lieutenant on e5 next to the colonel on e6, worth 61.85 points, -37.11\n"},
    {"the flag is taken", FLAG_AT_J10, "j9-j10",
     "ICap: takes the flag on j10, gains 116.67 and loses 0.00 on average, +116.67; wins the game, "
     "+1000.00\n",
     .gambler = "f4"},
    {"the flag is not taken", FLAG_AT_J10, "j9-j8",
     "TAtt j10: goes away from the flag, probably on j10: 180.00, before 200.00, -20.00\n"
     "Loto f5: leaves the sergeant on f5 next to a piece that has attacked unknown ones, -25.69\n"
     "dMfS: leaves the marshal on e4 next to what may be the spy (100 %), worth 96.67 points, -96.67\n"
     "Trap e5: cuts from 20 to 16 the squares that the piece on e5 can safely go to within 12 moves, "
     "+2.00\n"
     "FDef: does not stop the general on a4, 3 moves from the flag, -224.83 where the best "
     "move leaves 0.00, -224.83\n"
     "Mine j9: takes the miner back to 2 moves from what may be the flag, on j10: 57.80, before 68.00, "
     "-10.20\n",
     .gambler = "f4"},
    {"the flag may be taken", FLAG_ON_J9_OR_BESIDE, "j8-j9",
     "ICap: attacks the piece on j9: wins 50 %, loses 50 %, both fall 0 %, gains 121.80 and loses 60.00 "
     "on average, 11.72 less for the risk, +50.08\n"
     "dMfS: leaves the marshal on e5 next to what may be the spy (75 %), worth 100.00 points, -75.00\n"},
    {"both go, and blue cannot move", BLUES_LAST, "a4-b4",
     "ICap: attacks the general on b4, and both fall, gains 120.00 and loses 111.96 on average, +8.04; "
     "wins the game, +1000.00\n"},
    {"lost, and red can still move", BLUES_LAST, "b5-b4",
     "ICap: attacks the general on b4 and is lost, gains 0.00 and loses 84.97 on average, -84.97\n"
     "TDef a4: leaves the general on a4 next to the general on b4, worth 111.96 points, -50.38\n"},
    {"both go, and red cannot move", REDS_LAST, "a4-b4",
     "ICap: attacks the general on b4, and both fall, gains 101.24 and loses 133.33 on average, -32.09; "
     "loses the game: no other piece can move, -1000.00\n"},
    {"lost, and red cannot move", REDS_LAST, "a4-a3",
     "ICap: attacks the bomb on a3 and is lost, gains 0.00 and loses 133.33 on average, -133.33; loses "
     "the game: no other piece can move, -1000.00\n"},
    {"the gambler may be taken", GAMBLER_AT_E5, "f5-e5",
     "ICap: attacks the piece on e5: wins 67 %, loses 33 %, both fall 0 %, gains 51.92 and loses 28.54 "
     "on average, 5.24 less for the risk, +18.13\n"
     "Loto e4: may leave the sergeant on e4 next to a piece that has attacked unknown ones, -4.40\n",
     .gambler = "e5"},
    {"the gambler is taken, or both go", GAMBLER_AT_E5, "e6-e5",
     "ICap: attacks the piece on e5: wins 67 %, loses 0 %, both fall 33 %, gains 90.81 and loses 38.89 "
     "on average, +51.92\n",
     .gambler = "e5"},
    {"the hidden piece attacks the gambler", GAMBLER_AT_E5, "e4-e5",
     "ICap: attacks the piece on e5: wins 33 %, loses 67 %, both fall 0 %, gains 31.80 and loses 33.97 "
     "on average, 5.87 less for the risk, -8.05\n"
     "FDef: may not stop the piece on e5, 8 moves from the flag, -6.35 where the best "
     "move leaves 0.00, -6.35\n",
     .gambler = "e5"},
    {"the gambler stays", GAMBLER_AT_E5, "f5-f6",
     "Loto e4: leaves the sergeant on e4 next to a piece that has attacked unknown ones, -13.19\n"
     "SAtt: brings the captain on f5 away from pieces that it can take: 0.00, before 14.51, -5.00\n"
     "Intl: goes away from the unknown piece on e5: 2.63, before 3.51, -0.88\n",
     .gambler = "e5"},
    {"a miner takes the bomb", BOMBS, "e4-e5",
     "ICap: takes the bomb on e5, gains 70.00 and loses 0.00 on average, +70.00\n"
     "Impt: attacks after 60 moves by both sides without an attack, +12.00\n",
     .quiet = 60},
    {"lost on the bomb", BOMBS, "f5-e5",
     "ICap: attacks the bomb on e5 and is lost, gains 0.00 and loses 110.00 on average, -110.00\n",
     .quiet = 60},
};

/* The lines of an explanation without the columns of numbers. */
static void read_lines(const char *out, struct text *said)
{
    enum { HEAD = 10, NUMBER = 12 };
    while (*out) {
        const char *end = strchr(out, '\n');
        assert_true(end && end - out > HEAD + NUMBER);
        int head = HEAD;
        while (head > 0 && out[head - 1] == ' ')
            head--;
        text_printf(said, "%.*s: %.*s\n", head, out, (int)(end - out) - HEAD - NUMBER, out + HEAD + NUMBER);
        out = end + 1;
    }
}

static bool check_row(const struct gone_row *row)
{
    struct placement start;
    struct text out = {0}, said = {0};
    placement_draw(&start, RED, row->picture);
    start.played = start.quiet = row->quiet;
    struct gone_scene *scene = scene_start(&start, "");
    if (row->gambler)
        scene->context.piece[piece_on(&scene->context, row->gambler)].attacked_blindly = true;
    planner_explain(&scene->planner, &scene->context, find_move(&scene->context, row->move), &out);
    read_lines(text_string(&out), &said);
    bool same = strcmp(text_string(&said), row->said) == 0;
    if (!same)
        print_message("%s, %s:\n%sand not\n%s", row->what, row->move, text_string(&said), row->said);
    text_free(&out);
    text_free(&said);
    scene_end(scene);
    return same;
}

TEST(all_plans_explain_what_is_so)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += !check_row(&rows[i]);
    assert_int_equal(wrong, 0);
}

/* --- plans that leave attacks to others --- */

/* Blue's major runs after the captain. */
#define CHASED \
    "bB   bF   bB   .    .    .    .    .    .    .  \n" \
    ".    bB   .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    b8*! .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    .    r9*! r6*! .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    rB   .    .    .    .    .    .    .    .  \n" \
    "rB   rF   rB   .    .    .    .    .    .    .  \n"

/* Red goes to and fro. */
#define TO_AND_FRO \
    "bB   bF   bB   .    .    .    .    .    .    .  \n" \
    ".    bB   .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    .    .    .    .    .    .    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    ~    ~    .    .    ~    ~    .    .  \n" \
    ".    .    .    .    rX*! .    .    .    .    .  \n" \
    ".    .    .    .    .    .    b4*! .    .    .  \n" \
    ".    rB   .    .    .    .    .    .    .    .  \n" \
    "rB   rF   rB   .    .    .    .    .    .    .  \n"

/* A position (tests/positions/FILE.yaml, or a picture) and a move for which a plan gives points there. Some
 * need moves before: `plays`, or `comes` where an enemy piece put on `put` is to come to the target. */
struct quiet_row {
    const char *plan, *file, *move, *picture, *plays, *put, *comes;
};

/* A plan of neither table has its row from its own position, plan-NAME-acts: the first right move of it. */
static const struct quiet_row quiet_rows[] = {
    {"TacticalAttack", "plan-tactical-attack-race", "d3-d2"},
    {"StrategicAttack", "plan-strategic-attack-acts", "b4-b5"},
    {"TrapPiece", "plan-trap-piece-acts", "e2-e3"},
    {"MovePenalty", "plan-move-penalty-acts", "h2-h3"},
    {"MinerWay", "plan-miner-way-acts", "e6-e7"},
    {"Information", "plan-information-acts", "b6-b7"},
    {"Repetition", NULL, "e4-f4", TO_AND_FRO, "e4-f4 g3-g2 f4-e4 g2-g3", "g3",
     "e4-f4 g3-g2 f4-e4 g2-g3 e4-d4 g3-f3 d4-e4 f3-f4"},
    {"Lure", NULL, "e4-e3", CHASED, "d4-d3 e7-e6 d3-d4 e6-e5", "e3", "d4-d3 e7-e6 d3-d4 e6-e5"},
};

/* Puts a known piece of the side not to move on a square, in place of another of its rank where an army has
 * no more. */
static void put_enemy(struct placement *placement, int square, int rank)
{
    enum side side = side_other(placement->to_move);
    int count = 0;
    placement->free = true; /* a bomb may stand anywhere */
    placement->captured[side][rank] = 0;
    for (int i = 0; i < SQUARES; i++) {
        struct cell *cell = &placement->cell[i];
        if (cell->side == side && cell->rank == rank && ++count == rank_table[rank].count)
            *cell = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
    }
    placement->cell[square] =
        (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side, .moved = rank_moves(rank), .known = true};
}

static double points_of(struct gone_scene *scene, const struct plan_kind *plan, const char *move)
{
    struct plan_table table = {0};
    int index = find_move(&scene->context, move);
    double sum = 0;
    planner_table(&scene->planner, &scene->context, &table);
    for (int i = 0; i < table.columns; i++)
        if (table.column[i].kind == plan)
            sum += table.column[i].value[index];
    plan_table_free(&table);
    return sum;
}

/* Makes the row of a plan from its own position; it points to `name` and `move`. */
static struct quiet_row own_row(const struct plan_kind *plan, char name[64], char move[8])
{
    char path[512], line[256];
    bool found = false;
    snprintf(name, 64, "%s-acts", plan->options.name);
    for (char *at = name; (at = strchr(at, '_'));)
        *at = '-';
    snprintf(path, sizeof path, "%s/tests/positions/%s.yaml", source_folder(), name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s has neither a row nor %s", plan->name, path);
    while (!found && fgets(line, sizeof line, file))
        found = sscanf(line, "# right: %7s", move) == 1;
    fclose(file);
    assert_true(found);
    return (struct quiet_row){plan->name, name, move};
}

/* The points that the plan of a row gives its move: as it stands (`rank` RANK_UNKNOWN), or with an enemy
 * piece of the rank on the move's target. */
static double points_with(const struct quiet_row *row, const struct plan_kind *plan, int rank)
{
    const char *put = row->put ? row->put : strchr(row->move, '-') + 1;
    const char *plays = rank == RANK_UNKNOWN ? row->plays : row->comes;
    struct placement start;
    struct position read = {0};
    if (row->file) {
        source_position(&read, "%s.yaml", row->file);
        position_to_placement(&read, &start);
        position_free(&read);
    } else
        placement_draw(&start, RED, row->picture);
    if (rank != RANK_UNKNOWN)
        put_enemy(&start, square_read(&put, NOTATION_DEBOER), rank);
    struct gone_scene *scene = scene_start(&start, plays ? plays : "");
    double points = points_of(scene, plan, row->move);
    scene_end(scene);
    return points;
}

/* Whether a row above has what the plan says of attacks. Random says the same of all moves. */
static bool is_in_rows(const struct plan_kind *plan)
{
    bool found = plan == &plan_random;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && !found; i++)
        found = strstr(rows[i].said, plan->column) != NULL;
    return found;
}

/* What gets points as a quiet move gets none as an attack, whatever comes of it: the piece is lost to the
 * marshal or on a bomb, or takes the bomb, two of a rank go, or the game is won. */
static void check_quiet(const struct quiet_row *row, const struct plan_kind *plan)
{
    static const int ranks[] = {MARSHAL, GENERAL, SERGEANT, BOMB, FLAG, SCOUT, MINER, COLONEL};
    bool comes = row->put && strcmp(row->put, strchr(row->move, '-') + 1) != 0;
    if (points_with(row, plan, RANK_UNKNOWN) == 0)
        fail_msg("%s gives %s nothing as it is", row->plan, row->move);
    for (size_t k = 0; k < sizeof ranks / sizeof ranks[0]; k++)
        if ((!comes || rank_moves(ranks[k])) && points_with(row, plan, ranks[k]) != 0)
            fail_msg("%s gives %s points with a %s there", row->plan, row->move, rank_table[ranks[k]].name);
}

TEST(quiet_plans_leave_attacks_alone)
{
    for (int i = 0; i < plan_kind_count; i++) {
        const struct plan_kind *plan = plan_kind_table[i];
        struct quiet_row own;
        char name[64], move[8];
        const struct quiet_row *row = NULL;
        for (size_t k = 0; k < sizeof quiet_rows / sizeof quiet_rows[0]; k++)
            if (strcmp(quiet_rows[k].plan, plan->name) == 0)
                row = &quiet_rows[k];
        if (!row && !is_in_rows(plan)) {
            own = own_row(plan, name, move);
            row = &own;
        }
        if (row)
            check_quiet(row, plan);
    }
}

TESTS_MAIN(NULL, NULL)
