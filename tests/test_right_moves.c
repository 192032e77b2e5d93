/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* The positions with one right move: what the program has, solved again, and bad files. */
#include "agent/agent.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "lab/bench_tactics.h"
#include "lab/solver.h"
#include "lab/tactics_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(there_are_some_of_each_theme)
{
    struct tactics tactics = {0};
    size_t count[TACTIC_THEMES] = {0};
    tactics_standard(&tactics);
    assert_true(tactics.count >= 60);
    for (size_t i = 0; i < tactics.count; i++) {
        const struct tactic *item = &tactics.items[i];
        char name[POSITION_NAME + 16];
        snprintf(name, sizeof name, "%s-%02zu", tactic_theme_names[item->theme], ++count[item->theme]);
        assert_string_equal(item->name, name);
        assert_in_range(item->plies, SOLVER_TRIVIAL + 1, SOLVER_PLIES);
        for (size_t other = 0; other < i; other++)
            assert_true(tactics.items[other].position.board.key != item->position.board.key);
    }
    for (int theme = 0; theme < TACTIC_THEMES; theme++)
        assert_int_equal(count[theme], theme == TACTIC_REPETITION || theme == TACTIC_SPY
                                           ? TACTICS_A_RARE_THEME : TACTICS_A_THEME);
    tactics_free(&tactics);
}

TEST(each_is_an_open_position_without_secrets)
{
    struct tactics tactics = {0};
    tactics_standard(&tactics);
    for (size_t i = 0; i < tactics.count; i++) {
        const struct tactic *item = &tactics.items[i];
        const struct board *board = &item->position.board;
        assert_null(board_fault(board));
        assert_null(boards_differ(board, &item->view.board));
        assert_int_equal(board_outcome(board).result, RESULT_OPEN);
        assert_int_equal(board_check(board, item->right), MOVE_LEGAL);
        assert_int_equal(item->view.side, board->to_move);
        for (int number = 0; number < PIECES; number++)
            assert_true(board->piece[number].square == SQUARE_NONE ||
                        (board->piece[number].rank < RANKS && board->piece[number].known));
    }
    tactics_free(&tactics);
}

/* Up to TACTICS_HOLDS plies (SOLVER_PLIES); `tactics check`, which make soak runs, goes to SOLVER_HOLDS. */
TEST(each_is_solved_again)
{
    struct tactics tactics = {0};
    const char *given = getenv("TACTICS_HOLDS");
    int holds = given ? atoi(given) : SOLVER_PLIES;
    tactics_standard(&tactics);
    for (size_t i = 0; i < tactics.count; i++) {
        struct error error = {0};
        if (tactic_check(&tactics.items[i], holds, NULL, &error))
            fail_msg("%s", error.text);
    }
    tactics_free(&tactics);
}

/* A wrong move, number of plies or theme is found out. */
TEST(checking_finds_what_is_wrong)
{
    struct tactics tactics = {0};
    struct move moves[MOVES_MAX];
    tactics_standard(&tactics);
    struct tactic *item = &tactics.items[tactics.count - 1], kept = *item;
    assert_int_equal(tactic_check(item, SOLVER_PLIES, NULL, NULL), STATUS_OK);
    int count = board_moves(&item->position.board, moves);
    for (int i = 0; i < count && move_equal(item->right, kept.right); i++)
        item->right = moves[i];
    assert_int_equal(tactic_check(item, SOLVER_PLIES, NULL, NULL), STATUS_NO);
    item->right = kept.right;
    item->plies = kept.plies == SOLVER_PLIES ? SOLVER_PLIES - 1 : SOLVER_PLIES;
    assert_int_equal(tactic_check(item, SOLVER_PLIES, NULL, NULL), STATUS_NO);
    item->plies = kept.plies;
    item->theme = TACTIC_SPY;
    assert_int_equal(tactic_check(item, SOLVER_PLIES, NULL, NULL), STATUS_NO);
    tactics_free(&tactics);
}

/* What is written is read as the same. */
TEST(a_tactic_is_written_as_it_was_read)
{
    struct tactics tactics = {0}, again = {0};
    struct text text = {0};
    tactics_standard(&tactics);
    tactics_write_head("all of them", &text);
    for (size_t i = 0; i < tactics.count; i++) {
        const struct tactic *item = &tactics.items[i];
        tactic_write(item->name, item->theme, item->plies, item->right, &item->position, &text);
    }
    assert_int_equal(tactics_parse(&again, "f", text_string(&text), text.size, NULL), STATUS_OK);
    assert_int_equal(again.count, tactics.count);
    for (size_t i = 0; i < tactics.count; i++) {
        const struct tactic *a = &tactics.items[i], *b = &again.items[i];
        assert_string_equal(a->name, b->name);
        assert_true(a->theme == b->theme && a->plies == b->plies && move_equal(a->right, b->right));
        assert_null(boards_differ(&a->position.board, &b->position.board));
    }
    text_free(&text);
    tactics_free(&tactics);
    tactics_free(&again);
}

enum { CANDIDATES = 24 };

static void note_tried(void *context, size_t tried, size_t found)
{
    (void)found;
    *(size_t *)context = tried;
}

/* Tries so many candidates and no more. */
static void make_tactics(int jobs, uint64_t seed, struct text *out)
{
    size_t tried = 0;
    struct tactics_make_terms terms = {.a_theme = 3, .a_rare_theme = 3, .candidates = CANDIDATES,
                                       .seed = seed, .jobs = jobs, .settings = &settings,
                                       .library = library, .progress = note_tried, .context = &tried};
    assert_int_equal(tactics_make(&terms, out, NULL), STATUS_OK);
    assert_int_equal(tried, CANDIDATES);
}

/* The same for any number of jobs, others by another seed; and what is found is right. */
TEST(found_anew_they_are_the_same)
{
    struct text one = {0}, many = {0}, other = {0};
    struct tactics tactics = {0};
    make_tactics(1, 7, &one);
    make_tactics(3, 7, &many);
    make_tactics(2, 8, &other);
    assert_string_equal(text_string(&one), text_string(&many));
    assert_string_not_equal(text_string(&one), text_string(&other));
    assert_int_equal(tactics_parse(&tactics, "made", one.bytes, one.size, NULL), STATUS_OK);
    assert_true(tactics.count > 0);
    for (size_t i = 0; i < tactics.count; i++)
        assert_int_equal(tactic_check(&tactics.items[i], SOLVER_PLIES, NULL, NULL), STATUS_OK);
    tactics_free(&tactics);
    text_free(&one);
    text_free(&many);
    text_free(&other);
}

static const char sound[] =
    "format: vedette-tactics/1\n"
    "positions:\n"
    "- name: fork-01\n"
    "  theme: fork\n"
    "  plies: 3\n"
    "  right: c3-c4\n"
    "  position:\n"
    "    to_move: red\n"
    "    board: |\n"
    "      bF!  .    .    .    .    .    .    .    .    .\n"
    "      b4*! .    .    .    .    .    .    .    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      .    .    ~    ~    .    .    ~    ~    .    .\n"
    "      .    .    ~    ~    .    .    ~    ~    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      .    .    r8*! .    .    .    .    .    .    .\n"
    "      .    .    .    .    .    .    .    .    .    .\n"
    "      rF!  .    .    .    .    .    .    .    .    .\n";

TEST(bad_files_are_refused_with_their_place)
{
    static const struct {
        const char *from, *to, *error;
    } table[] = {
        {"tactics/1", "positions/1", "f:1:9: expected \"format: vedette-tactics/1\""},
        {"positions:", "phase: end\npositions:", "f:2:1: found the key \"phase\", expected one of format, "
                                                 "positions"},
        {"fork-01", "Fork", "f:3:9: found a name of 4 bytes, expected 1 to 31 of a-z, 0-9, '-'"},
        {"theme: fork", "theme: luck", "f:4:10: found \"luck\", expected repetition, spy, scout, miner, "
                                       "flag, fork, capture or quiet"},
        {"plies: 3", "plies: 2", "f:5:10: found \"2\", expected a whole number 3-5"},
        {"plies: 3", "plies: 6", "f:5:10: found \"6\", expected a whole number 3-5"},
        {"right: c3-c4", "right: c3-c5", "f:6:10: it ends in a lake"},
        {"right: c3-c4", "right: c3-z4", "f:6:13: found 'z', expected a file a-j"},
        {"right: c3-c4", "right: a9-b9", "f:6:10: the piece is the other side's"},
        {"r8*! ", "r8*  ", "f:17:18: found a piece without '!', expected one: all ranks are known"},
        {"  right: c3-c4\n", "", "f:3:3: found no key \"right\", expected one"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct tactics tactics = {0};
        struct text text = {0};
        struct error error = {0};
        const char *at = strstr(sound, table[i].from);
        assert_non_null(at);
        text_append(&text, sound, (size_t)(at - sound));
        text_add(&text, table[i].to);
        text_add(&text, at + strlen(table[i].from));
        assert_int_equal(tactics_parse(&tactics, "ok", sound, strlen(sound), NULL), STATUS_OK);
        assert_int_equal(tactics_parse(&tactics, "f", text_string(&text), text.size, &error), STATUS_BAD);
        assert_string_equal(error.text, table[i].error);
        assert_int_equal(tactics.count, 1); /* all or nothing */
        tactics_free(&tactics);
        text_free(&text);
    }
}

/* The right moves are found by looking far enough, hardly by looking one ply ahead, and alike on any number
 * of threads; the counts are those of the answers. */
TEST(the_search_finds_them)
{
    struct tactics tactics = {0};
    struct bench_tactics_result far = {0}, again = {0}, near = {0};
    size_t found = 0, found_near = 0;
    tactics_standard(&tactics);
    struct bench_tactics_terms terms = {.tactics = &tactics, .agent = "star", .depth = 6, .seed = 1,
                                        .jobs = 1, .settings = &settings, .library = library};
    assert_int_equal(bench_tactics_run(&terms, &far, NULL), STATUS_OK);
    terms.jobs = 2;
    assert_int_equal(bench_tactics_run(&terms, &again, NULL), STATUS_OK);
    terms.depth = 1;
    terms.agent = "star:quiescence=no"; /* which looks a little further */
    assert_int_equal(bench_tactics_run(&terms, &near, NULL), STATUS_OK);
    for (size_t i = 0; i < tactics.count; i++)
        assert_true(move_equal(far.answer[i], again.answer[i]));
    for (int theme = 0; theme < TACTIC_THEMES; theme++) {
        found += far.found[theme];
        found_near += near.found[theme];
    }
    assert_true(found * 100 >= 95 * tactics.count);
    assert_true(found_near * 2 < tactics.count);
    terms.agent = "star:depth=no";
    struct error error = {0};
    bench_tactics_free(&again);
    assert_int_equal(bench_tactics_run(&terms, &again, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "depth"));
    bench_tactics_free(&far);
    bench_tactics_free(&again);
    bench_tactics_free(&near);
    tactics_free(&tactics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_some_of_each_theme),
        cmocka_unit_test(each_is_an_open_position_without_secrets),
        cmocka_unit_test(each_is_solved_again),
        cmocka_unit_test(checking_finds_what_is_wrong),
        cmocka_unit_test(a_tactic_is_written_as_it_was_read),
        cmocka_unit_test(found_anew_they_are_the_same),
        cmocka_unit_test(the_search_finds_them),
        cmocka_unit_test(bad_files_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
