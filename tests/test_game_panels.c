/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panels of the game screen: where a rank is, values, plans, hints; and levels. */
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "game/notation.h"
#include "report/heat.h"
#include "screens.h"
#include "shortcuts.h"
#include "tui/screen.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two digits for every probability; darker is never less probable. */
TEST(test_heat_digits)
{
    char digits[3];
    int level = 0;
    for (int n = 0; n <= 1000; n++) {
        double probability = n / 1000.0;
        heat_digits(probability, digits);
        if (n >= 995)
            assert_string_equal(digits, "!!");
        else
            assert_true(abs(10 * atoi(digits) - n) <= 5);
        assert_true(heat_level(probability, 1) >= level);
        level = heat_level(probability, 1);
    }
    assert_int_equal(heat_level(0, 1), 0);
    assert_int_equal(level, 4);
    /* The shades are those beside the likeliest, also where nothing is likely. */
    assert_int_equal(heat_level(0.09, 0.09), 4);
    assert_int_equal(heat_level(0.04, 0.09), 2);
    assert_int_equal(heat_level(0.01, 0.09), 0);
    assert_int_equal(heat_level(0.001, 0.001), 0);
}

/* What plans, by the session's own settings. */
static void start_planner_state(struct planner_state *planner_state)
{
    struct belief_sources sources;
    assert_int_equal(library_belief_sources(session.library, &session.settings, &sources, NULL), STATUS_OK);
    planner_state_init(planner_state, &session.settings, &sources);
}

/* The digits under an enemy piece, the list and the board's shades are the belief about the enemy; turned
 * round, that about the person's own. */
TEST(test_heat_of_a_game)
{
    struct tui *tui = new_tui(RED);
    struct planner_state planner_state;
    double heat[SQUARES];
    char digits[3], text[64];
    load_few(tui);
    press(tui, "w");
    start_planner_state(&planner_state);
    planner_state_update(&planner_state, &tui->local.game.view[RED], NULL);
    for (int turned = 0; turned < 2; turned++) {
        for (int n = 0; n < RANKS; n++) {
            int rank = tui->panels.rank, shown = 0;
            const struct belief *belief = &planner_state.observer.belief[turned ? RED : BLUE];
            belief_heat(belief, rank, heat);
            double max = 0;
            for (int square = 0; square < SQUARES; square++)
                if (heat[square] > max &&
                    belief_is_hidden(belief, local_game_board(&tui->local)->at[square]))
                    max = heat[square];
            paint(tui, 24, 80);
            for (int square = 0; square < SQUARES; square++) {
                const struct spot *spot = &tui->canvas.spots[
                    (size_t)(tui->layout.squares.row + 2 * (9 - square_row(square)) + 1) * 80 +
                    (size_t)(tui->layout.squares.col + 4 * square_file(square))];
                int number = local_game_board(&tui->local)->at[square];
                if (number >= PIECES || number / PIECES_A_SIDE != (turned ? RED : BLUE) ||
                    !belief_is_hidden(belief, number)) {
                    assert_true(spot[2].role != ROLE_HEAT);
                    continue;
                }
                heat_digits(heat[square], digits);
                assert_int_equal(spot[1].code, digits[0]);
                assert_int_equal(spot[2].code, digits[1]);
                if (square != tui->cursor.square)
                    assert_int_equal(spot[2].ground, GROUND_HEAT + heat_level(heat[square], max));
                shown++;
            }
            assert_int_equal(shown, 4);
            snprintf(text, sizeof text, "Where is the %s of %s?", rank_table[rank].name,
                     turned ? "red" : "blue");
            assert_shown(tui, text);
            press(tui, "-");
        }
        press(tui, "t");
    }
    press(tui, "w");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "Where is"), -1);
    planner_state_free(&planner_state);
    free_tui(tui);
}

/* The final probability of a rank on each square with a blue piece, elsewhere -1. */
static void final_heat(const struct observer *observer, int rank, double heat[SQUARES])
{
    belief_heat(&observer->belief[BLUE], rank, heat);
    for (int square = 0; square < SQUARES; square++)
        if (heat[square] >= 0)
            heat[square] =
                observer->p[BLUE][observer->belief[BLUE].public_state.at[square] - PIECES_A_SIDE][rank];
}

/* Move by move the belief on the screen is the one worked out anew; so it is when looking back. */
TEST(test_belief_follows_the_game)
{
    struct tui *tui = new_tui(RED);
    struct placement start;
    struct rng rng;
    char path[128];
    rng_seed(&rng, 11, 0);
    placement_random_game(&start, &rng);
    snprintf(path, sizeof path, "%s/belief.game", folder);
    write_game(path, &start, "you", "random", NULL);
    load(tui, path);
    press(tui, "wp");
    double heats[40][SQUARES];
    for (int n = 0; n < 40 && !local_game_over(&tui->local); n++) {
        struct planner_state planner_state;
        double heat[SQUARES];
        start_planner_state(&planner_state);
        planner_state_update(&planner_state, &tui->local.game.view[RED], NULL);
        final_heat(&planner_state.observer, MARSHAL, heats[n]);
        belief_heat(shown_belief(tui, BLUE), MARSHAL, heat);
        for (int square = 0; square < SQUARES; square++)
            assert_true(fabs(heat[square] - heats[n][square]) < 1e-4);
        planner_state_free(&planner_state);
        press(tui, "H");
        tui->panels.replaced_at -= 1; /* long enough to be read */
        press(tui, "\r\x1b");
    }
    assert_false(local_game_over(&tui->local));
    for (int n = 39; n >= 0; n--) {
        double heat[SQUARES];
        press(tui, "[[");
        belief_heat(shown_belief(tui, BLUE), MARSHAL, heat);
        for (int square = 0; square < SQUARES; square++)
            assert_true(fabs(heat[square] - heats[n][square]) < 1e-4);
    }
    free_tui(tui);
}

/* Puts the cursor on a square of the board as red sees it. */
static void point_at(struct tui *tui, int square)
{
    for (int i = 0; i < 10; i++)
        press(tui, "jh"); /* down and left, as far as it goes */
    for (int i = 0; i < square_file(square); i++)
        press(tui, "l");
    for (int i = 0; i < square_row(square); i++)
        press(tui, "k");
    assert_int_equal(tui->cursor.square, square);
}

/* W shows what the piece under the cursor may be, by what the person may believe, as the cursor goes. */
TEST(test_what_is_this_piece)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    point_at(tui, square_at(4, 7));
    press(tui, "W");
    int number = local_game_board(&tui->local)->at[square_at(4, 7)];
    const struct belief *belief = shown_belief(tui, BLUE);
    char text[128];
    assert_shown(tui, "e8, blue's piece: ");
    /* The ranks shown are those with at least half a percent, and no others. */
    for (int rank = 0; rank < RANKS; rank++) {
        snprintf(text, sizeof text, "%s %.0f %%", rank_table[rank].name,
                 100 * belief_get(belief, number, rank));
        assert_true((strstr(tui->message, text) != NULL) == (belief_get(belief, number, rank) >= 0.005));
    }
    press(tui, "j");
    assert_null(strstr(tui->message, "e8, blue's"));
    point_at(tui, square_at(0, 5));
    assert_shown(tui, "a6, your captain; blue may take it for: ");
    press(tui, "W");
    assert_null(strstr(tui->message, "may take it for"));
    press(tui, "k");
    assert_null(strstr(tui->message, "sergeant"));
    free_tui(tui);
}

/* A note on an enemy piece is drawn, used, kept in the file and the journal, and taken back; what is
 * known is stronger. */
TEST(test_notes)
{
    struct tui *tui = new_tui(RED);
    double before[SQUARES], after[SQUARES];
    char path[256];
    struct file_content content = {0};
    load_few(tui);
    int own = SQUARE_NONE, hidden[4], count = 0, known = SQUARE_NONE;
    const struct board *board = local_game_board(&tui->local);
    for (int square = 0; square < SQUARES; square++) {
        int number = board->at[square];
        if (number >= PIECES)
            continue;
        if (number < PIECES_A_SIDE)
            own = square;
        else if (board->piece[number].rank != RANK_UNKNOWN)
            known = square;
        else
            hidden[count++] = square;
    }
    assert_int_equal(count, 4);
    point_at(tui, own);
    press(tui, "m");
    assert_shown(tui, "None of your opponent's pieces is there");
    point_at(tui, known);
    press(tui, "m");
    assert_shown(tui, "That piece's rank is known");

    press(tui, "w");
    int first = -1; /* one that may still be a flag */
    const struct belief *belief = shown_belief(tui, BLUE);
    for (int i = 0; i < count && first < 0; i++)
        if (belief_get(belief, board->at[hidden[i]], FLAG) > 0)
            first = hidden[i];
    belief_heat(belief, FLAG, before);
    assert_true(before[first] < 1);
    int number = board->at[first];
    point_at(tui, first);
    press(tui, "m");
    assert_shown(tui, "Your note on j9 (as in X9):");
    press(tui, "Q\r");
    assert_shown(tui, "Not noted: expected ranks");
    press(tui, "mF\r");
    assert_shown(tui, "Noted: F");
    belief_heat(shown_belief(tui, BLUE), FLAG, after);
    assert_true(after[first] == 1);
    for (int i = 0; i < count; i++)
        assert_true(hidden[i] == first || after[hidden[i]] == 0);
    paint(tui, 24, 80);
    const struct spot *spot = &tui->canvas.spots[
        (size_t)(tui->layout.squares.row + 2 * (9 - square_row(first))) * 80 +
        (size_t)(tui->layout.squares.col + 4 * square_file(first))];
    assert_int_equal(spot[2].code, 'F');
    point_at(tui, own);
    paint(tui, 24, 80);
    assert_int_equal(spot[3].code, '?');
    /* Another cannot be it too. */
    int other = hidden[0] == first ? hidden[1] : hidden[0];
    point_at(tui, other);
    press(tui, "mF\r");
    assert_shown(tui, "Not noted: the note contradicts what is known");
    point_at(tui, first);
    assert_shown(tui, "Your note: F");

    /* It is in the journal, and in the file that is saved. */
    assert_int_equal(file_read(tui->local.journal.journal.path, &content, NULL), STATUS_OK);
    assert_int_equal(content.record.note[record_start_square(&content.record, number)], 1 << FLAG);
    file_content_free(&content);
    snprintf(path, sizeof path, "%s/noted.game", folder);
    press(tui, "s\x15");
    press(tui, path);
    press(tui, "\r");
    struct tui *again = new_tui(RED);
    load(again, path);
    press(again, "w");
    belief_heat(shown_belief(again, BLUE), FLAG, before);
    assert_true(before[first] == 1);
    free_tui(again);

    /* An empty line takes it back; the agent never knew. */
    point_at(tui, first);
    press(tui, "m\x15\r");
    assert_shown(tui, "No note");
    belief_heat(shown_belief(tui, BLUE), FLAG, before);
    assert_true(before[first] < 1);
    free_tui(tui);
}

/* Notes are entered, shown and kept by the ranks of the session's notation: Arts' 9 is a scout. */
TEST(test_notes_in_arts)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    assert_int_equal(settings_set(&session.settings, "notation.notation", "arts", "set", NULL), STATUS_OK);
    const struct board *board = local_game_board(&tui->local);
    int square = square_at(4, 6), number = board->at[square], start;
    assert_true(number >= PIECES_A_SIDE && number < PIECES && board->piece[number].moved);
    tui->cursor.square = square;
    press(tui, "m");
    assert_shown(tui, "Your note on e7 (as in 12):");
    press(tui, "X\r");
    assert_shown(tui, "Not noted: expected ranks F B S 1 .. 9, as in 1 2");
    press(tui, "m6\r");
    assert_shown(tui, "Noted: 6");
    start = record_start_square(&tui->local.game.record, number);
    assert_int_equal(tui->local.game.record.note[start], 1 << LIEUTENANT);
    tui->cursor.square = square_at(0, 0);
    assert_square(tui, "e7", "  6?");
    tui->cursor.square = square;
    press(tui, "m");
    assert_shown(tui, "(as in 12): 6");
    press(tui, "\x15" "F\r");
    assert_shown(tui, "Not noted: the note contradicts what is known");
    press(tui, "m\x15\r");
    assert_int_equal(settings_set(&session.settings, "notation.notation", "deboer", "set", NULL), STATUS_OK);
    /* The game goes on in the other notation: there the same note is a 5. */
    press(tui, "m5\r");
    assert_int_equal(tui->local.game.record.note[start], 1 << LIEUTENANT);
    press(tui, "jk");
    assert_shown(tui, "Your note: 5");
    free_tui(tui);
}

/* A note that the game proves wrong is reported, once, and the heatmap goes by what is known. */
TEST(test_note_proved_wrong)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    const struct board *board = local_game_board(&tui->local);
    struct belief belief;
    int number = NO_PIECE;
    for (int square = 0; square < SQUARES && number == NO_PIECE; square++)
        if (board->at[square] < PIECES && board->at[square] >= PIECES_A_SIDE &&
            board->piece[board->at[square]].rank == RANK_UNKNOWN && board->piece[board->at[square]].moved)
            number = board->at[square];
    assert_int_not_equal(number, NO_PIECE);
    /* As a file may have it: a bomb that has moved. */
    local_game_note(&tui->local, number, 1 << BOMB);
    press(tui, "w");
    assert_shown(tui, "is ignored: it contradicts what is known");
    belief = *shown_belief(tui, BLUE);
    assert_true(belief_get(&belief, number, BOMB) == 0);
    press(tui, "+");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "is ignored"), -1);
    free_tui(tui);
}

/* The values are those of the module that computes them; more pieces are ahead. */
TEST(test_values)
{
    struct tui *tui = new_tui(RED);
    struct worth_options options;
    struct worth worth;
    char text[64];
    load_few(tui);
    worth_options_read(&options, &session.settings);
    worth_compute(&options, &tui->local.game.view[RED], &worth);
    press(tui, "v");
    snprintf(text, sizeof text, "9 general           %4.2f     .", worth.value[RED][GENERAL]);
    assert_shown(tui, text);
    double chance = panels_figures(tui)->chance;
    assert_true(chance > 0.6 && chance < 1);
    snprintf(text, sizeof text, "  %.0f %% to win", 100 * chance);
    assert_shown(tui, text);
    snprintf(text, sizeof text, "Your chance to win is %.0f %%", 100 * chance);
    assert_shown(tui, text);
    press(tui, "v");
    assert_shown(tui, "9 general           .     .");
    free_tui(tui);
}

/* The breakdown of a move adds up to its total and names its place; the hint is the best of them all. */
TEST(test_plans_and_hint)
{
    struct tui *tui = new_tui(RED);
    struct move moves[MOVES_MAX];
    char text[64], name[MOVE_TEXT];
    load_few(tui);
    press(tui, "p");
    int count = board_moves(local_game_board(&tui->local), moves), first = 0;
    for (int i = 0; i < count; i++) {
        tui->cursor.square = moves[i].from;
        press(tui, "\r");
        tui->cursor.square = moves[i].to;
        panels_update(tui);
        const struct move_breakdown *here = &tui->panels.cursor_move;
        assert_true(tui->panels.has_cursor_move);
        assert_true(move_equal(here->move, moves[i]));
        assert_int_equal(here->of, count);
        double sum = 0;
        for (int n = 0; n < here->count; n++)
            sum += here->line[n].value;
        assert_true(fabs(sum - here->total) < 1e-6);
        move_write(moves[i], here->attack, NOTATION_DEBOER, name);
        snprintf(text, sizeof text, "Plans for %s", name);
        assert_shown(tui, text);
        first += here->place == 1;
        press(tui, "\x1b");
    }
    assert_int_equal(first, 1);
    tui->cursor.square = square_at(0, 0);
    press(tui, "\x1b");
    assert_shown(tui, "no piece that can move is here");
    assert_int_equal(find_row(tui, "Plans for"), -1); /* for nothing */
    press(tui, "H");
    assert_int_equal(tui->panels.cursor_move.place, 1);
    assert_shown(tui, "Hint: ");
    struct move best = tui->panels.cursor_move.move;
    press(tui, "\r");
    assert_true(move_equal(local_game_board(&tui->local)->history[0].move, best));
    move_write(best, local_game_board(&tui->local)->history[0].battle != BATTLE_NONE, NOTATION_DEBOER, name);
    snprintf(text, sizeof text, "Played %s 1/%d", name, count);
    assert_shown(tui, text);
    free_tui(tui);
}

/* The hint is the sentence of the figures with the chance to win, or what fits of it, and all of it is on
 * the screen. */
TEST(test_reason_of_hint)
{
    int reasons = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct tui *tui = new_tui(RED);
        struct placement start;
        struct rng rng;
        char path[128];
        rng_seed(&rng, seed, 3);
        placement_random_game(&start, &rng);
        snprintf(path, sizeof path, "%s/reason.game", folder);
        write_game(path, &start, "you", "random", NULL);
        load(tui, path);
        paint(tui, 24, 80);
        press(tui, "p");
        for (int n = 0; n < 12 && !local_game_over(&tui->local); n++) {
            char expected[512];
            press(tui, "H");
            const struct figures *figures = panels_figures(tui);
            assert_true(figures->chance > 0 && figures->chance < 1);
            snprintf(expected, sizeof expected, "Hint: %s Chance to win %.0f %%.",
                     text_string(&figures->hint.text), 100 * figures->chance);
            assert_int_equal(strncmp(tui->message, expected, strlen(tui->message)), 0);
            assert_true(!message_fits(tui, expected) || strcmp(tui->message, expected) == 0);
            assert_true(message_fits(tui, tui->message)); /* whole sentences */
            assert_int_equal(tui->message[strlen(tui->message) - 1], '.');
            reasons += figures->hint.column >= 0;
            assert_true(strlen(tui->message) <= 160);
            paint(tui, 24, 80);
            const char *last = strrchr(tui->message, ' ') + 1;
            assert_shown(tui, last);
            press(tui, "\r");
        }
        free_tui(tui);
    }
    assert_true(reasons > 20);
}

/* While the game is on only the person's own moves are explained; afterwards the opponent's as well. */
TEST(test_opponents_plans)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "pa4a5\r");
    const struct board *board = local_game_board(&tui->local);
    assert_int_equal(board->plies, 2);
    struct move own = board->history[0].move, answer = board->history[1].move;
    assert_true(tui->panels.has_played && move_equal(tui->panels.played.move, own));
    press(tui, "[");               /* the opponent is to move there: nothing is shown */
    assert_false(tui->panels.has_cursor_move);
    assert_true(tui->panels.has_played && move_equal(tui->panels.played.move, own));
    press(tui, "[");
    assert_false(tui->panels.has_played);
    press(tui, "}ry");
    assert_true(local_game_over(&tui->local));
    assert_true(tui->panels.has_played && move_equal(tui->panels.played.move, answer));
    press(tui, "[");
    tui->cursor.square = answer.from;
    panels_update(tui);
    assert_true(tui->panels.has_cursor_move);
    press(tui, "H");
    assert_true(tui->message_is_error);
    free_tui(tui);
}

/* All panels at all sizes, down to the smallest. */
TEST(test_panels_fit)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    press(tui, "wvp");
    for (int rows = LAYOUT_MIN_ROWS; rows < 70; rows += 3)
        for (int cols = LAYOUT_MIN_COLS; cols < 220; cols += 7)
            for (int turn = 0; turn < 3; turn++) {
                paint(tui, rows, cols);
                press(tui, turn == 0 ? "w" : turn == 1 ? "p" : "v");
            }
    paint(tui, 12, 40);
    press(tui, "wp");
    if (!tui->panels.plans)
        press(tui, "p");
    tui->cursor.square = square_at(4, 3);
    tui->panels.has_cursor_move = false;
    panels_update(tui);
    paint(tui, 12, 40);
    assert_int_equal(find_row(tui, "e4"), 11);
    free_tui(tui);
}

/* The levels from the weakest on, then the user's own profiles; styles; other agents have no levels. */
TEST(test_levels)
{
    struct tui *tui = new_tui(RED);
    char path[128];
    static const char profile[] = "format: vedette-profile/1\nworth:\n  bomb_value: 0.4\n";
    snprintf(path, sizeof path, "%s/vedette", folder);
    assert_int_equal(disk_folder(path, NULL), STATUS_OK);
    snprintf(path, sizeof path, "%s/vedette/zz-mine.yaml", folder);
    assert_int_equal(disk_write(path, profile, sizeof profile - 1, NULL), STATUS_OK);
    enter_screen(tui, &new_screen);
    press(tui, "kk");              /* the opponent: before the first agent come the levels */
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "%s",
             ladders_for_variant(session.ladders, VARIANT_STANDARD)->levels[0].agent);
    assert_shown(tui, "> Opponent   < Recruit >");
    press(tui, "jjjljj");          /* more: the style */
    assert_shown(tui, "this level has no styles");
    press(tui, "kkkkklll");
    assert_shown(tui, "> Opponent   < Captain >");
    press(tui, "jjjjjh");
    assert_string_equal(tui->next_game.opponent, "invincible:profile=bluffer,profile=captain");
    assert_shown(tui, "Opponent   < Captain, bluffer >");
    assert_shown(tui, "> Style      < bluffer >");
    press(tui, "kkkkkll");         /* the style stays where there are styles */
    assert_string_equal(tui->next_game.opponent, "invincible:profile=bluffer,profile=general");
    press(tui, "l");
    assert_string_equal(tui->next_game.opponent, "invincible:profile=veteran");
    press(tui, "l");
    assert_string_equal(tui->next_game.opponent, "vedette:worlds=3");
    press(tui, "l");               /* behind the last level come the user's own */
    assert_string_equal(tui->next_game.opponent, "invincible:profile=zz-mine");
    assert_shown(tui, "> Opponent   < zz-mine >");
    assert_shown(tui, "your profile; its first line, if a comment, stands here");
    /* One that cannot be read says so before it is played. */
    assert_int_equal(disk_write(path, "format: vedette-profile/1\nwordh: {}\n", 36, NULL), STATUS_OK);
    assert_shown(tui, "broken, 2:1: found the unknown group 'wordh'");
    assert_int_equal(disk_write(path, profile, sizeof profile - 1, NULL), STATUS_OK);
    press(tui, "l");
    assert_string_equal(tui->next_game.opponent, agent_table[0]->name);
    press(tui, "hjjjjjjjjlkkkkkk");
    assert_int_equal(press(tui, "\r"), GO_GAME);
    assert_string_equal(tui->local.game.record.player[BLUE], "invincible:profile=zz-mine");
    enter_screen(tui, &game_screen);
    assert_shown(tui, "you (red) - zz-mine (blue)");
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "invincible:draw_below=1");
    tui->screen = &new_screen;
    assert_shown(tui, "Opponent   < invincible:draw_below=1 >");
    paint(tui, 12, 40);
    assert_true(find_row(tui, "Start") > 0);
    assert_true(find_row(tui, "Start") < 11);
    free_tui(tui);
}

/* When a game is over, the plans shown for an agent's moves are those it played by, its options and its
 * chance in them: each of its moves was its best. Under the session's own options some were not. */
TEST(test_played_by_own_options)
{
    char path[PATH_MAX];
    struct game game;
    struct record own = {.plies = 0};
    struct text text = {0};
    struct tui *tui = new_tui(RED);
    struct game_terms terms = {.player = {"invincible:plan_random.max=30", "random"},
                               .rules = *rules_find("deepnash"), .seed = 77, .settings = &session.settings,
                               .library = session.library};
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_true(snprintf(path, sizeof path, "%s/over.game", folder) < (int)sizeof path);
    for (int known = 0; known < 3; known++) {
        int looked = 0, best = 0;
        if (!known) { /* the same game by an agent that had no such options */
            record_copy(&own, &game.record);
            record_name_agent(&game.record, RED, "invincible", 0);
            snprintf(game.record.player[RED], PLAYER_NAME_MAX, "invincible");
        } else {
            record_copy(&game.record, &own);
        }
        if (known > 1) /* the name says nothing, the options of the record do */
            snprintf(game.record.player[RED], PLAYER_NAME_MAX, "invincible");
        text_clear(&text);
        game_write(&game.record, &text);
        assert_int_equal(disk_write(path, text.bytes, text.size, NULL), STATUS_OK);
        struct game_terms wished = next_game_terms(tui, NULL);
        assert_int_equal(local_game_load(&tui->local, path, &wished, NULL), STATUS_OK);
        assert_true(local_game_over(&tui->local));
        tui->panels.plans = true;
        for (uint32_t ply = 1; ply <= 41; ply++) {
            local_game_step(&tui->local, (long)local_game_board(&tui->local)->plies - (long)ply);
            assert_int_equal(local_game_board(&tui->local)->plies, ply);
            panels_update(tui);
            settle(tui);
            bool has = tui->panels.has_played;
            looked += has && ply % 2 == 1;
            best += has && ply % 2 == 1 && tui->panels.played.place == 1;
        }
        assert_int_equal(looked, 21);
        if (known)
            assert_int_equal(best, looked);
        else
            assert_true(best < looked);
        analyst_forget(&tui->analyst);
        local_game_leave(&tui->local);
    }
    record_clear(&own);
    game_end(&game);
    text_free(&text);
    free_tui(tui);
}

/* A profile changed on disk is read again on the board; a broken one changes nothing and says where. */
TEST(test_reload)
{
    char path[PATH_MAX];
    struct tui *tui = new_tui(RED);
    load_few(tui);
    assert_true(snprintf(path, sizeof path, "%s/mine.yaml", folder) < (int)sizeof path);
    char *picked[] = {path};
    assert_int_equal(disk_write(path, "format: vedette-profile/1\nplan_random: {max: 2}\n", 48, NULL),
                     STATUS_OK);
    session.profiles = (struct string_list){.items = picked, .count = 1};
    press(tui, "R");
    assert_shown(tui, "Profiles, colours and keys have been read again");
    assert_true(settings_get(&session.settings, "plan_random", "max") == 2);
    assert_int_equal(disk_write(path, "format: vedette-profile/1\nplan_random: {max: x}\n", 48, NULL),
                     STATUS_OK);
    press(tui, "R");
    assert_shown(tui, "mine.yaml:2:20");
    assert_true(settings_get(&session.settings, "plan_random", "max") == 2);
    session.profiles = (struct string_list){0};
    press(tui, "R");
    assert_true(settings_get(&session.settings, "plan_random", "max") == 1);
    free_tui(tui);
}

/* Without a title the clocks stand behind the message, which ends in a sign of that it goes on. */
TEST(test_message_before_clocks)
{
    struct tui *tui = new_tui(RED);
    assert_int_equal(time_terms_read("61s+2s,2m", &tui->next_game.clock, NULL, NULL), STATUS_OK);
    struct game_terms terms = next_game_terms(tui, NULL);
    assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
    enter_screen(tui, &game_screen);
    settle(tui);
    char line[4096];
    for (int cols = 33; cols <= 40; cols++) {
        paint(tui, 12, cols);
        assert_int_equal(tui->layout.title.rows, 0);
        canvas_row(&tui->canvas, tui->layout.message.row, line);
        char *clocks = strstr(line, "  red 1:0");
        assert_non_null(clocks);
        assert_memory_equal(line, "Move with", 9);
        assert_memory_equal(clocks - 2, "..", 2);
        assert_non_null(strstr(clocks, "  blue 2:00"));
        message_show(tui, true, "%s", "An error that is longer has the whole line");
        paint(tui, 12, cols);
        assert_int_equal(find_row(tui, "An error that is longer has"), tui->layout.message.row);
        game_show_instructions(tui);
    }
    free_tui(tui);
}

/* Headings of the list of games that have no room are cut, and leave a blank before the next. */
TEST(test_narrow_headings)
{
    struct tui *tui = new_tui(RED);
    char line[4096];
    enter_screen(tui, &games_screen);
    paint(tui, 12, 33);
    canvas_row(&tui->canvas, tui->layout.title.rows, line);
    assert_string_equal(line, "  date  opponent result    moves");
    paint(tui, 24, 80);
    canvas_row(&tui->canvas, tui->layout.title.rows, line);
    assert_non_null(strstr(line, "  date v     opponent "));
    free_tui(tui);
}

/* Where the help of a row of the form has no room, its last row ends as cut text does. */
TEST(test_form_help_cut)
{
    struct tui *tui = new_tui(RED);
    char line[4096];
    int cut = 0;
    enter_screen(tui, &new_screen);
    press(tui, "jl"); /* all rows */
    for (int i = 0; i < 10; i++) {
        paint(tui, 12, 33);
        canvas_row(&tui->canvas, tui->layout.message.row - 1, line);
        size_t size = strlen(line);
        cut += size == 33 && strcmp(line + size - 2, "..") == 0;
        press(tui, "j");
    }
    assert_true(cut > 0);
    free_tui(tui);
}

TESTS_MAIN(screens_set_up, screens_tear_down)
