/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps at test time that look at a position: declined attacks, pointless threats, value bounds and
 * eagerness, each on positions that show it, and blind to hidden ranks. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/notation.h"
#include "game/position.h"
#include "policy/bounds.h"
#include "policy/declined.h"
#include "policy/policy.h"
#include "policy/threats.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_out(struct position *position, enum side to_move, const char *picture)
{
    struct placement start;
    placement_draw(&start, to_move, picture);
    assert_int_equal(position_init(position, &start, rules_find("deepnash"), NULL), STATUS_OK);
}

static struct move move_of(const char *text)
{
    struct move_with_ranks move;
    assert_int_equal(move_read(text, NOTATION_DEBOER, &move, NULL, NULL), STATUS_OK);
    return move.move;
}

/* Plays moves, apart by blanks. */
static void play_moves(struct position *position, const char *moves)
{
    char text[8];
    int size;
    for (; sscanf(moves, " %7s%n", text, &size) == 1; moves += size) {
        struct move_with_ranks move = {move_of(text), RANK_UNKNOWN, RANK_UNKNOWN};
        if (position_play(position, move, NULL, NULL) != STATUS_OK)
            fail_msg("%s cannot be played", text);
    }
}

static int square_of(const char *text)
{
    return square_at(text[0] - 'a', atoi(text + 1) - 1);
}

/* --- declined attacks --- */

/* The ranks that are ruled out for the piece on a square, which both sides must compute alike. */
static int ruled_out(const struct position *position, const char *square)
{
    uint16_t by_side[SIDES][PIECES];
    for (enum side side = RED; side <= BLUE; side++) {
        struct view view = {0};
        view_init(&view, position, side);
        declined_attacks_find(&view, by_side[side]);
        view_free(&view);
    }
    assert_memory_equal(by_side[RED], by_side[BLUE], sizeof by_side[RED]);
    return by_side[RED][position->board.at[square_of(square)]];
}

/* Red's marshal, general and colonel are known. A hidden blue piece stands next to each of them, one more
 * away from all. Beside the colonel on i4 stands a hidden red piece, which may be the marshal's taker. */
static const char chances[] =
    "bF   bS   bX   b9   .    .    .    .    .    b2*\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    "b6*  .    ~    ~    b5*  .    ~    ~    b4   .\n"
    "rX*! .    .    .    r9*! .    .    .    r8*! rS*\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    "b7   r8*! .    .    .    .    .    .    .    .\n"
    "rF   .    .    .    .    .    .    r2*  .    .\n";

TEST(declined)
{
    struct position position;
    set_out(&position, BLUE, chances);
    assert_int_equal(ruled_out(&position, "a5"), 0);
    play_moves(&position, "j10-j9");
    assert_int_equal(ruled_out(&position, "a5"), 1 << SPY);      /* it could attack a marshal, */
    assert_int_equal(ruled_out(&position, "e5"), 1 << MARSHAL);  /* a general without cover, */
    assert_int_equal(ruled_out(&position, "a2"), 1 << MARSHAL | 1 << GENERAL); /* a colonel likewise, */
    assert_int_equal(ruled_out(&position, "i5"), 1 << GENERAL);  /* one that a spy may avenge */
    assert_int_equal(ruled_out(&position, "a10"), 0);
    assert_int_equal(ruled_out(&position, "j9"), 0);
    assert_int_equal(ruled_out(&position, "j4"), 0);             /* red has not moved yet */
    play_moves(&position, "h1-h2 a5-a6 h2-h3 a6-a7 h3-h2 e5-f5");
    assert_int_equal(ruled_out(&position, "a7"), 1 << SPY);      /* it goes with the piece */
    assert_int_equal(ruled_out(&position, "f5"), 1 << MARSHAL);
    play_moves(&position, "e4-f4 f5xf4");                          /* a rank that is known needs no guess */
    assert_int_equal(ruled_out(&position, "f4"), 0);
    position_free(&position);
}

/* An attack elsewhere declines nothing. */
TEST(not_declined)
{
    struct position position;
    set_out(&position, BLUE, chances);
    play_moves(&position, "a5xa4"); /* the captain falls, the others have had no quiet move */
    assert_int_equal(ruled_out(&position, "e5"), 0);
    assert_int_equal(ruled_out(&position, "a2"), 0);
    position_free(&position);
}

/* --- pointless threats --- */

/* Red's general hunts the known captain on a6 b6 a5 b5; both have somewhere else to go. */
static const char hunt[] =
    "bF   bB   .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    b6*! ~    ~    .    .    ~    ~    .    .\n"
    "r9*  .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    b4*\n"
    "rF   .    .    .    .    .    r2*  .    .    .\n";

static bool is_pointless(const struct position *position, const char *move)
{
    struct view view = {0};
    view_init(&view, position, position->board.to_move);
    assert_int_equal(board_check(&view.board, move_of(move)), MOVE_LEGAL);
    bool pointless = threat_is_pointless(&view.board, move_of(move));
    view_free(&view);
    return pointless;
}

TEST(threats)
{
    struct position position;
    set_out(&position, RED, hunt);
    assert_false(is_pointless(&position, "a5-b5"));
    play_moves(&position, "a5-b5 b6-a6");
    assert_false(is_pointless(&position, "b5-a5"));
    play_moves(&position, "b5-a5 a6-b6");
    assert_false(is_pointless(&position, "a5-b5"));
    play_moves(&position, "a5-b5 b6-a6");
    assert_true(is_pointless(&position, "b5-a5"));  /* the fourth at once */
    assert_true(is_pointless(&position, "b5-b6"));  /* from another side, too */
    assert_false(is_pointless(&position, "b5-b4"));
    play_moves(&position, "g1-g2 j2-j3");                 /* after another move one threat is allowed, */
    assert_false(is_pointless(&position, "b5-a5"));
    play_moves(&position, "b5-a5 a6-b6");
    assert_true(is_pointless(&position, "a5-b5"));  /* and no second */
    position_free(&position);
}

/* What may be the hunted piece: a weaker known one that moves. */
TEST(no_threats)
{
    static const char *const prey[] = {"b6* ", "bX*!", "b9*!", "bB! "};
    for (size_t i = 0; i < sizeof prey / sizeof prey[0]; i++) {
        struct position position;
        char picture[sizeof hunt];
        memcpy(picture, hunt, sizeof hunt);
        memcpy(strstr(picture, "b6*!"), prey[i], 4);
        set_out(&position, RED, picture);
        if (prey[i][1] == 'B')
            play_moves(&position, "a5-b5 j2-j3 b5-a5 j3-j2 a5-b5 j2-j3");
        else
            play_moves(&position, "a5-b5 b6-a6 b5-a5 a6-b6 a5-b5 b6-a6");
        assert_false(is_pointless(&position, "b5-a5"));
        position_free(&position);
    }
}

/* --- value bounds --- */

/* Values a view by the ranks on the board whose numbers are known: own less the enemy's, in part of a
 * hundred; hidden enemy pieces count as a sergeant each. */
static float waiting[BOUND_BATCH_MAX];

static void put_material(void *context, const struct view *view, size_t place)
{
    float sum = 0;
    size_t *max = context;
    *max = place > *max ? place : *max;
    assert_int_equal(view->board.to_move, view->side);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &view->board.piece[number];
        float worth = piece->rank == RANK_UNKNOWN ? (float)SERGEANT : (float)piece->rank;
        if (piece->square != SQUARE_NONE)
            sum += piece->side == view->side ? worth : -worth;
    }
    waiting[place] = sum / 100;
}

static const float *material(void *context, size_t count)
{
    (void)context;
    (void)count;
    return waiting;
}

/* Whether some move of red is a mistake by so much. */
static bool is_mistake(const struct position *position, const char *move, float margin)
{
    struct view view = {0};
    bool same[2];
    for (size_t batch = 1; batch <= 4; batch += 3) {
        size_t max = 0;
        const struct bound_evaluator evaluator = {put_material, material, &max, batch};
        view_init(&view, position, RED);
        assert_int_equal(board_check(&view.board, move_of(move)), MOVE_LEGAL);
        put_material(&max, &view, 0);
        same[batch > 1] = bound_is_below(&evaluator, &view, move_of(move), waiting[0] - margin);
        assert_true(max < batch);
        view_free(&view);
    }
    assert_int_equal(same[0], same[1]);
    return same[0];
}

/* Blue's general on e4 is known, and red's colonel beside it too. */
static const char blunders[] =
    "bF   bB   bS   .    .    b3*  .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    b?*\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    b9*! .    .    .    .    .\n"
    ".    .    .    .    .    r8*! .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    "rF   rB!  .    .    .    .    .    r2*! .    .\n";

TEST(bounds)
{
    struct position position;
    char picture[sizeof blunders];
    memcpy(picture, blunders, sizeof blunders);
    memcpy(strstr(picture, "b?*"), "b5*", 3); /* the referee knows it */
    set_out(&position, RED, picture);
    assert_true(is_mistake(&position, "f3-f4", 0.05f));  /* next to the general, which takes the colonel */
    assert_true(is_mistake(&position, "f3-e3", 0.05f));
    assert_false(is_mistake(&position, "f3-f4", 0.2f));  /* but a margin may be wider */
    assert_false(is_mistake(&position, "f3-f2", 0.05f)); /* out of its reach */
    assert_false(is_mistake(&position, "h1-h2", 0.05f)); /* the general is not beside the colonel */
    position_free(&position);
}

/* The same where a reply is not safe: the piece on g4 may be the marshal, by what blue knows. */
TEST(unsafe_reply)
{
    struct position position;
    char picture[sizeof blunders];
    memcpy(picture, blunders, sizeof blunders);
    memcpy(strstr(picture, "b?*"), "b5*", 3);
    memcpy(strstr(picture, "b9*! .    .   "), "b9*! .    rX* ", 14);
    set_out(&position, RED, picture);
    assert_false(is_mistake(&position, "f3-f4", 0.05f));
    assert_true(is_mistake(&position, "f3-e3", 0.05f)); /* g4 does not cover that */
    position_free(&position);
    memcpy(strstr(picture, "rX* "), "r4*!", 4); /* a known sergeant covers nothing */
    set_out(&position, RED, picture);
    assert_true(is_mistake(&position, "f3-f4", 0.05f));
    position_free(&position);
}

/* An attack has the best rank that its victim may have: with hope of anything weak it is no mistake, with
 * none it is; a flag may always be there. */
TEST(attacks)
{
    char scene[] =
        "bF   bX*  .    .    .    .    .    .    .    .\n"
        ".    .    .    .    .    .    .    .    .    .\n"
        ".    .    .    .    .    .    .    .    .    .\n"
        ".    .    .    .    .    .    .    .    .    .\n"
        ".    .    ~    ~    .    .    ~    ~    .    .\n"
        ".    .    ~    ~    .    .    ~    ~    .    .\n"
        ".    .    .    .    b7*  .    .    .    .    .\n"
        ".    .    .    .    r6*! .    .    .    .    .\n"
        "bB   .    .    .    .    .    .    .    .    .\n"
        "r4*! .    .    .    .    .    .    .    .    rF\n";
    struct position position;
    set_out(&position, RED, scene);
    assert_true(is_mistake(&position, "e3xe4", 0.01f));  /* it is a major or the marshal */
    assert_false(is_mistake(&position, "a1xa2", 0.01f)); /* unmoved: it may be the flag */
    position_free(&position);
    memcpy(strstr(scene, "bB"), "b3", 2);
    set_out(&position, RED, scene);
    assert_false(is_mistake(&position, "e3xe4", 0.01f)); /* now it may be a miner */
    position_free(&position);
}

/* --- lost attacks --- */

static const char losing[] =
    "bF   bB   .    .    .    .    .    .    b9   .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    b4   .    .    .    .    .\n"
    ".    .    .    .    r8*  b8*! .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    r3*  bB!  .    .    .    .    .    .\n"
    ".    .    .    r4*  .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    "rF   .    .    .    .    .    r2*  b7*! .    .\n";

static const char cornered[] =
    "bF   bB   .    .    .    .    .    .    b9   .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    "bX*! .    .    .    .    .    .    .    .    .\n"
    "r3*  rB   rF   .    .    .    .    .    .    .\n";

static const char last_mover[] =
    "bF   bB   .    .    .    .    .    .    b3   .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    r9*! b9*! .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    "rF   rB   .    .    .    .    .    .    .    .\n";

/* Of all moves, those of the scout against the known major and of the sergeant against the known bomb; not
 * those of the miner against that bomb, against equals, or against what is hidden. */
TEST(lost_attacks)
{
    static const char *const lost[] = {"g1-h1", "d3-d4"};
    struct position position;
    struct legal_actions legal;
    set_out(&position, RED, losing);
    legal_actions_of(&legal, &position.board);
    int found = 0, count = legal.count;
    for (int i = 0; i < count; i++) {
        bool expected = false;
        for (size_t n = 0; n < sizeof lost / sizeof lost[0]; n++)
            expected = expected || move_equal(legal.move[i], move_of(lost[n]));
        assert_int_equal(is_lost_attack(&position.board, legal.move[i]), expected);
        found += expected;
    }
    assert_int_equal(found, 2);
    legal_actions_drop_losses(&legal, &position.board);
    assert_int_equal(legal.count, count - 2);
    for (int i = 0; i < legal.count; i++)
        assert_false(is_lost_attack(&position.board, legal.move[i]));
    position_free(&position);
}

/* The last piece that moves does not fall with an equal one; one of two may. */
TEST(last_piece_that_moves)
{
    for (int movers = 1; movers <= 2; movers++) {
        struct position position;
        char picture[sizeof last_mover];
        memcpy(picture, last_mover, sizeof last_mover);
        if (movers == 2)
            memcpy(strstr(picture, "rB"), "r3", 2);
        set_out(&position, RED, picture);
        assert_int_equal(is_lost_attack(&position.board, move_of("e3-f3")), movers == 1);
        assert_false(is_lost_attack(&position.board, move_of("e3-e4")));
        position_free(&position);
    }
}

/* A side that has nothing but lost attacks makes one. */
TEST(nothing_else)
{
    struct position position;
    struct legal_actions legal;
    set_out(&position, RED, cornered);
    legal_actions_of(&legal, &position.board);
    assert_int_equal(legal.count, 1);
    assert_true(is_lost_attack(&position.board, legal.move[0]));
    legal_actions_drop_losses(&legal, &position.board);
    assert_int_equal(legal.count, 1);
    assert_int_equal(legal.pieces, bit(observation_square(RED, legal.move[0].from)));
    position_free(&position);
}

/* --- by a network --- */

static const struct policy_shape small_one = {0, 0, 4, 4};
static struct net *net;
static struct policy *policy;

static int load_policy(void **state)
{
    (void)state;
    struct net_row *rows = calloc(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    struct error error;
    assert_int_equal(policy_net_write_rows(&small_one, rows, &layers, &error), STATUS_OK);
    net = net_new(rows, layers.count, &error);
    net_start(net, 9);
    net_changed(net);
    net_pack(net);
    free(rows);
    return policy_new(net, &small_one, &policy, &error) == STATUS_OK ? 0 : -1;
}

static int free_policy(void **state)
{
    (void)state;
    policy_free(policy);
    net_free(net);
    return 0;
}

static float value_at(const struct position *position, const struct policy_steps *steps)
{
    struct view view = {0};
    view_init(&view, position, position->board.to_move);
    float value = policy_value(policy, steps, &view);
    view_free(&view);
    return value;
}

/* After half of the moves to the draw it plays as if three quarters were over. */
TEST(eagerness)
{
    struct placement start;
    struct position position;
    struct policy_steps eager = policy_steps_none;
    float value[4];
    eager.eagerness = 2;
    placement_draw(&start, RED, hunt);
    start.played = 400;
    for (int i = 0; i < 2; i++) {
        start.quiet = i ? 150 : 100; /* of 200 */
        assert_int_equal(position_init(&position, &start, rules_find("deepnash"), NULL), STATUS_OK);
        value[2 * i] = value_at(&position, &policy_steps_none);
        value[2 * i + 1] = value_at(&position, &eager);
        position_free(&position);
    }
    assert_true(fabsf(value[1] - value[2]) < 1e-6f);
    assert_true(fabsf(value[0] - value[1]) > 1e-6f && fabsf(value[2] - value[3]) > 1e-6f);
}

/* The memory heuristic changes what the network sees after an attack was declined, and nothing before. */
TEST(memory)
{
    struct position position;
    struct policy_steps remembering = policy_steps_none;
    remembering.memory = true;
    set_out(&position, BLUE, chances);
    assert_true(value_at(&position, &remembering) == value_at(&position, &policy_steps_none));
    play_moves(&position, "j10-j9");
    assert_true(value_at(&position, &remembering) != value_at(&position, &policy_steps_none));
    position_free(&position);
}

/* --- secrets --- */

/* Games that differ in hidden ranks alone: the same is ruled out, pointless and a mistake. */
TEST(secrets)
{
    struct rng rng;
    int made = 0, judged = 0;
    rng_seed(&rng, 5, 0);
    for (int game = 0; game < 14; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        uint16_t out[2][PIECES];
        struct move moves[MOVES_MAX];
        size_t max = 0;
        const struct bound_evaluator evaluator = {put_material, material, &max, 8};
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("deepnash"), &rng))
            continue;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        declined_attacks_find(&one, out[0]);
        declined_attacks_find(&two, out[1]);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        int count = board_moves(&one.board, moves);
        put_material(&max, &one, 0);
        float value = waiting[0];
        for (int i = 0; i < count; i++) {
            bool below = bound_is_below(&evaluator, &one, moves[i], value);
            assert_int_equal(below, bound_is_below(&evaluator, &two, moves[i], value));
            assert_int_equal(threat_is_pointless(&one.board, moves[i]),
                             threat_is_pointless(&two.board, moves[i]));
            assert_int_equal(is_lost_attack(&one.board, moves[i]), is_lost_attack(&two.board, moves[i]));
            judged += below;
        }
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
        made++;
    }
    assert_true(made > 4 && judged > 0);
}

TESTS_MAIN(load_policy, free_policy)
