/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seatings of a game: two people, two agents, one person for both sides, a person at another board. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "folder.h"
#include "game/notation.h"
#include "play/draft.h"
#include "play/local_game.h"
#include "play/move_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct wake bell;
static struct local_game local;

static int set_up_seats(void **state)
{
    return engine_set_up(state) || folder_set_up(state) || wake_init(&bell, NULL);
}

static int tear_down_seats(void **state)
{
    wake_free(&bell);
    return engine_tear_down(state) || folder_tear_down(state);
}

/* Until nothing is being written, and of two agents the next move is shown. */
static void settle(void)
{
    struct error error;
    local_game_advance(&local, &error);
    for (; local_game_is_writing(&local); local_game_advance(&local, &error))
        assert_true(wake_wait(&bell, 10000));
    assert_int_equal(error.status, STATUS_OK);
}

/* Two setups that leave a scout and a captain in front; `other` exchanges two ranks in blue's back rows. */
static void make_setups(struct setup setups[SIDES], bool other)
{
    static const char rows[] = "2635462524" "9X87765432" "SBB8723322" "FBBBB26534";
    for (int i = 0; i < PIECES_A_SIDE; i++)
        setups[RED].rank[i] = setups[BLUE].rank[i] = (uint8_t)rank_from_symbol(rows[i]);
    struct error error = {0};
    if (setup_check(&setups[RED], variant_at(VARIANT_STANDARD), &error))
        fail_msg("%s", error.text);
    if (other) {
        uint8_t kept = setups[BLUE].rank[10];
        setups[BLUE].rank[10] = setups[BLUE].rank[11];
        setups[BLUE].rank[11] = kept;
    }
}

static void begin_seated(enum seating seating, const char *red, const char *blue,
                         const struct placement *start, bool other)
{
    struct setup setups[SIDES];
    make_setups(setups, other);
    struct game_terms terms = {.player = {red, blue}, .rules = *rules_find("isf"), .seed = 4,
                               .settings = &settings, .library = library, .seating = seating, .start = start,
                               .setup = {&setups[RED], &setups[BLUE]}};
    local_game_init(&local, &bell);
    assert_int_equal(local_game_begin(&local, &terms, NULL), STATUS_OK);
    settle();
}

static enum status enter(const char *text, struct error *error)
{
    struct move_with_ranks entered;
    enum status status = move_entry_read(text, local_game_board(&local), NOTATION_DEBOER, &entered, error);
    if (!status)
        status = local_game_move_with_ranks(&local, entered, error);
    settle();
    return status;
}

/* All that the one at the screen is shown of the pieces. */
static void shown(char text[SQUARES + 1])
{
    const struct board *board = local_game_board(&local);
    for (int square = 0; square < SQUARES; square++) {
        int number = board->at[square];
        text[square] = number < PIECES ? rank_table[board->piece[number].rank].symbol : '.';
    }
    text[SQUARES] = '\0';
}

TEST(two_people_see_their_own)
{
    struct error error = {0};
    char text[SQUARES + 1], again[SQUARES + 1];
    begin_seated(SEATING_TWO, NULL, NULL, NULL, false);
    assert_true(local.shown.covered);
    assert_false(local_game_to_move(&local));
    assert_true(game_hides(&local.game, RED) && game_hides(&local.game, BLUE));
    assert_int_equal(enter("a4-a5", &error), STATUS_NO);
    local_game_uncover(&local);
    assert_int_equal(local.shown.person, RED);
    assert_false(game_hides(&local.game, RED));
    assert_true(game_hides(&local.game, BLUE));
    assert_true(local_game_to_move(&local));
    assert_int_equal(enter("b4-b5", &error), STATUS_OK);
    shown(text);
    for (int square = 60; square < SQUARES; square++)
        assert_int_equal(text[square], '?');
    /* Red sees what came of it, may take it back, and plays no more until the board was covered. */
    assert_true(local_game_to_cover(&local));
    assert_int_equal(enter("e4-e5", &error), STATUS_NO);
    assert_int_equal(local_game_take_back(&local, &error), STATUS_OK);
    settle();
    assert_int_equal(enter("b4-b5", &error), STATUS_OK);
    local_game_cover(&local);
    assert_true(game_hides(&local.game, RED) && game_hides(&local.game, BLUE));
    assert_false(local_game_to_cover(&local));
    local_game_uncover(&local);
    assert_int_equal(local.shown.person, BLUE);
    assert_int_equal(local_game_take_back(&local, &error), STATUS_NO);
    shown(text);
    for (int square = 0; square < 40; square++)
        assert_true(text[square] == '?' || text[square] == '.');
    local_game_leave(&local);
    /* What red sees does not depend on where blue's hidden ranks are. */
    for (int other = 0; other < 2; other++) {
        begin_seated(SEATING_TWO, NULL, NULL, NULL, other);
        local_game_uncover(&local);
        assert_int_equal(enter("a4-a5", &error), STATUS_OK);
        shown(other ? again : text);
        local_game_leave(&local);
    }
    assert_string_equal(text, again);
}

static double game_time;

static double show_time(void *context)
{
    (void)context;
    return game_time;
}

/* Nobody's time runs while the board is covered, or while a person looks at the result of a move. */
TEST(two_people_have_clocks)
{
    static const struct time_source source = {show_time, NULL};
    struct setup setups[SIDES];
    struct error error = {0};
    make_setups(setups, false);
    struct game_terms terms = {.rules = *rules_find("isf"), .settings = &settings, .library = library,
                               .seating = SEATING_TWO, .setup = {&setups[RED], &setups[BLUE]},
                               .time_source = &source};
    assert_int_equal(time_terms_read("1m", &terms.time, NULL, NULL), STATUS_OK);
    local_game_init(&local, &bell);
    assert_int_equal(local_game_begin(&local, &terms, NULL), STATUS_OK);
    game_time += 100;
    settle();
    local_game_uncover(&local);
    game_time += 20;
    assert_int_equal(enter("a4-a5", &error), STATUS_OK);
    game_time += 100;
    settle();
    assert_int_equal(game_clock_left(&local.game.clock, RED), 40000);
    local_game_cover(&local);
    game_time += 100;
    settle();
    assert_int_equal(game_clock_left(&local.game.clock, BLUE), 60000);
    local_game_uncover(&local);
    game_time += 61;
    settle();
    assert_int_equal(local_game_outcome(&local).result, RESULT_RED);
    assert_int_equal(local_game_outcome(&local).reason, REASON_TIME);
    local_game_leave(&local);
}

TEST(two_people_come_back_to_the_cover)
{
    char path[sizeof local.journal.journal.path];
    struct error error = {0};
    const struct game_terms terms = {.settings = &settings, .library = library,
                                     .player = {"random", "random"}};
    begin_seated(SEATING_TWO, NULL, NULL, NULL, false);
    local_game_uncover(&local);
    assert_int_equal(enter("a4-a5", &error), STATUS_OK);
    snprintf(path, sizeof path, "%s", local.journal.journal.path);
    local_game_leave(&local);
    local_game_init(&local, &bell);
    assert_int_equal(local_game_resume(&local, path, &terms, &error), STATUS_OK);
    assert_int_equal(local_game_seating(&local), SEATING_TWO);
    assert_true(local.shown.covered);
    assert_int_equal(local.shown.person, BLUE);
    assert_false(local.game.player[RED].is_agent || local.game.player[BLUE].is_agent);
    local_game_uncover(&local);
    local_game_resign(&local);
    settle();
    assert_int_equal(local_game_outcome(&local).result, RESULT_RED);
    assert_false(game_hides(&local.game, RED));
    local_game_leave(&local);
}

/* Gone on with from a move of it, when it is over, it is one of practice, all pieces open; and can be read
 * again. */
TEST(two_people_go_on_openly)
{
    char path[sizeof local.journal.journal.path];
    struct error error = {0};
    const struct game_terms terms = {.settings = &settings, .library = library};
    begin_seated(SEATING_TWO, NULL, NULL, NULL, false);
    local_game_uncover(&local);
    assert_int_equal(enter("a4-a5", &error), STATUS_OK);
    local_game_resign(&local);
    settle();
    if (local_game_continue(&local, &terms, &error))
        fail_msg("%s", error.text);
    settle();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(local_game_seating(&local), SEATING_OPEN);
        assert_true(local.game.record.practice);
        assert_true(local_game_is_open(&local));
        snprintf(path, sizeof path, "%s", local.journal.journal.path);
        local_game_leave(&local);
        local_game_init(&local, &bell);
        if (i == 0 && local_game_resume(&local, path, &terms, &error))
            fail_msg("%s", error.text);
    }
}

TEST(two_agents_pause_and_step)
{
    struct error error;
    begin_seated(SEATING_WATCH, "random", "random", NULL, false);
    assert_true(local_game_is_open(&local));
    assert_false(local_game_to_move(&local));
    assert_int_equal(enter("a4-a5", &error), STATUS_NO);
    local_game_pause(&local, true);
    size_t plies = local.game.record.plies;
    for (int i = 0; i < 20; i++) {
        wake_wait(&bell, 5);
        local_game_advance(&local, &error);
    }
    assert_int_equal(local.game.record.plies, plies);
    for (size_t more = 1; more <= 3; more++) {
        local_game_play_one(&local);
        while (local.game.record.plies < plies + more || local_game_is_writing(&local)) {
            local_game_advance(&local, &error);
            wake_wait(&bell, 5);
        }
        local_game_advance(&local, &error);
        assert_true(local.watching.paused);
        assert_int_equal(local.game.record.plies, plies + more);
    }
    assert_int_equal(local_game_due(&local), -1);
    /* All is shown, or what one of them sees. */
    char text[SQUARES + 1];
    shown(text);
    assert_null(strchr(text, '?'));
    local_game_view_from(&local, RED);
    shown(text);
    assert_non_null(strchr(text, '?'));
    assert_int_equal(local_game_take_back(&local, &error), STATUS_NO);
    local_game_resign(&local);
    assert_false(local_game_over(&local));
    local_game_leave(&local);
}

TEST(moves_are_sent)
{
    static const struct sent_row {
        const char *text, *expected;
    } rows[] = {
        {"b4-b5", "b4-b5"}, {"b4b5", "b4-b5"}, {"b4 b5", "b4-b5"}, {"  b4  b5 ", "b4-b5"},
        {"b4xb7 5", "b4-b7#5"}, {"b4xb7#5", "b4-b7#5"}, {"b4 b7 5", "b4-b7#5"}, {"b4b7 2 5", "b4#2-b7#5"},
        {"b4xb7", "a fight: say which rank it met, as in e4xe5 5"},
        {"b4-b5 9", "found ranks, but nobody is attacked there"},
        {"b4xb7 2 5 9", "found more than two ranks"},
        {"b4xb7 q", "found 'q', expected ranks F B S 2 .. 9 X"},
        {"a7xa4", "a fight: say which rank attacked, as in e4xe5 5"}, {"b7xb4 5 6", "b7#5-b4#6"},
    };
    struct setup setups[SIDES];
    struct position_draft draft;
    struct board board;
    struct error error;
    make_setups(setups, false);
    draft_clear(&draft);
    draft_place_army(&draft, RED, &setups[RED], NULL);
    draft_place_army(&draft, BLUE, NULL, NULL);
    board_init(&board, &draft.placement, rules_find("isf"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move_with_ranks entered;
        char text[MOVE_TEXT];
        error = (struct error){0};
        enum status status = move_entry_read(rows[i].text, &board, NOTATION_DEBOER, &entered, &error);
        if (!status) {
            struct event event = {.move = entered.move, .attacker = entered.attacker,
                                  .defender = entered.defender};
            event_write(&event, NOTATION_DEBOER, text);
        }
        /* A run of several squares is a scout's on either side: its rank is requested no more. */
        if (strcmp(rows[i].text, "a7xa4") == 0)
            assert_string_equal(status ? error.text : text, "a7-a4");
        else
            assert_string_equal(status ? error.text : text, rows[i].expected);
    }
    board_free(&board);
}

TEST(a_game_elsewhere_is_entered)
{
    struct setup setups[SIDES];
    struct position_draft draft;
    struct error error = {0};
    char path[sizeof local.journal.journal.path];
    const struct game_terms terms = {.settings = &settings, .library = library,
                                     .player = {"random", "random"}};
    make_setups(setups, false);
    draft_clear(&draft);
    draft_place_army(&draft, BLUE, &setups[BLUE], NULL);
    draft_place_army(&draft, RED, NULL, NULL);
    begin_seated(SEATING_SECOND, NULL, NULL, &draft.placement, false);
    assert_int_equal(local.shown.person, BLUE);
    assert_int_equal(local_game_mover(&local), RED);
    assert_int_equal(enter("a4-a5", &error), STATUS_OK);
    assert_int_equal(local_game_mover(&local), BLUE);
    assert_int_equal(enter("a7-a6", &error), STATUS_OK);
    /* Red's unknown piece attacks: both ranks are public now. A bomb does not attack. */
    assert_int_equal(enter("a5xa6 B", &error), STATUS_BAD);
    assert_int_equal(enter("a5xa6 9", &error), STATUS_OK);
    const struct board *board = local_game_board(&local);
    assert_int_equal(board->history[board->plies - 1].battle, BATTLE_WON);
    assert_int_equal(board->piece[board->at[square_at(0, 5)]].rank, GENERAL);
    /* Entered wrongly: it is taken back though it was an attack. */
    assert_int_equal(local_game_take_back(&local, &error), STATUS_OK);
    settle();
    assert_int_equal(local.game.record.plies, 2);
    assert_int_equal(enter("a5xa6 3", &error), STATUS_OK);
    snprintf(path, sizeof path, "%s", local.journal.journal.path);
    local_game_leave(&local);
    local_game_init(&local, &bell);
    assert_int_equal(local_game_resume(&local, path, &terms, &error), STATUS_OK);
    assert_int_equal(local_game_seating(&local), SEATING_SECOND);
    assert_int_equal(local.shown.person, BLUE);
    assert_int_equal(local.game.record.plies, 3);
    assert_int_equal(local.game.record.moves[2].attacker, MINER);
    assert_true(local_game_to_move(&local));
    local_game_leave(&local);
}

TEST(one_person_plays_both)
{
    struct error error = {0};
    char text[SQUARES + 1];
    begin_seated(SEATING_OPEN, NULL, NULL, NULL, false);
    shown(text);
    assert_null(strchr(text, '?'));
    assert_int_equal(enter("b4-b5", &error), STATUS_OK);
    assert_int_equal(enter("b7-b6", &error), STATUS_OK);
    assert_int_equal(enter("b5xb6", &error), STATUS_OK);
    assert_int_equal(local_game_take_back(&local, &error), STATUS_OK);
    settle();
    assert_int_equal(local.game.record.plies, 2);
    assert_true(local_game_offer_draw(&local));
    settle();
    assert_int_equal(local_game_outcome(&local).reason, REASON_AGREED);
    local_game_leave(&local);
}

/* A file that says what its players cannot do is a game like another. */
TEST(a_wrong_seating_is_no_matter)
{
    static const struct wrong_row {
        const char *seating, *red, *blue;
        enum seating taken;
    } rows[] = {
        {"watch", "you", "random", SEATING_AGAINST}, {"watch", "you", "you", SEATING_AGAINST},
        {"two", "random", "you", SEATING_AGAINST},   {"open", "random", "random", SEATING_AGAINST},
        {"watch", "random", "random", SEATING_WATCH}, {"two", "Ann", "Bob", SEATING_TWO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_terms terms = {.settings = &settings, .library = library,
                                         .player = {"random", "random"}};
        struct error error = {0};
        char path[128];
        snprintf(path, sizeof path, "%s/wrong.game", folder);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "format: vedette-game/1\nseating: %s\nred: {player: %s}\nblue: {player: %s}\n"
                "position:\n  to_move: red\n  board: |\n", rows[i].seating, rows[i].red, rows[i].blue);
        for (int row = 9; row >= 0; row--)
            fprintf(file, "    %s\n", row == 9 ? "bF b5 . . . . . . . ." : row == 0 ? "rF r5 . . . . . . . ."
                    : row == 4 || row == 5 ? ". . ~ ~ . . ~ ~ . ." : ". . . . . . . . . .");
        fprintf(file, "  captured: {}\nmoves: \"\"\n");
        fclose(file);
        local_game_init(&local, &bell);
        if (local_game_load(&local, path, &terms, &error))
            fail_msg("%s", error.text);
        assert_int_equal(local_game_seating(&local), rows[i].taken);
        local_game_leave(&local);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_people_see_their_own),    cmocka_unit_test(two_people_come_back_to_the_cover),
        cmocka_unit_test(two_people_have_clocks),
        cmocka_unit_test(two_people_go_on_openly),
        cmocka_unit_test(two_agents_pause_and_step),   cmocka_unit_test(moves_are_sent),
        cmocka_unit_test(a_game_elsewhere_is_entered), cmocka_unit_test(one_person_plays_both),
        cmocka_unit_test(a_wrong_seating_is_no_matter),
    };
    return cmocka_run_group_tests(tests, set_up_seats, tear_down_seats);
}
