/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screens with short armies and armies of one's own: what is counted, what is entered, what is shown
 * and what is not. */
#include "base/disk.h"
#include "cmocka_all.h"
#include "file/file.h"
#include "screens.h"
#include "shortcuts.h"
#include "tui/screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint8_t index_of(const char *name)
{
    const struct variant *variant = variant_find(name);
    assert_non_null(variant);
    return variant_index(variant);
}

static struct tui *new_arranging(const char *variant)
{
    struct tui *tui = new_tui(RED);
    tui->next_game.variant = index_of(variant);
    enter_screen(tui, &setup_screen);
    return tui;
}

static int count_pieces(const struct tui *tui, enum side side)
{
    return bits_count(tui->local.game.position.board.occupied[side]);
}

/* The form's first row says the variant; the next form begins with the one that was played. */
TEST(test_form)
{
    struct tui *tui = new_tui(RED);
    enter_screen(tui, &new_screen);
    press(tui, "jlj"); /* more: the variant */
    for (size_t i = 1; i <= variant_count; i++) {
        const struct variant *variant = &variant_table[i % variant_count];
        char words[48];
        press(tui, "l");
        snprintf(words, sizeof words, "> Variant    < %s >", variant->name);
        assert_shown(tui, words);
        assert_shown(tui, variant->text); /* no word of it is cut */
    }
    press(tui, "l");
    tui->next_game.created = true;
    assert_int_equal(press(tui, "kk\r"), GO_GAME);
    assert_int_equal(tui->local.game.record.start.variant, index_of("barrage"));
    assert_int_equal(preferences_variant(tui), index_of("barrage"));
    for (enum side side = RED; side <= BLUE; side++)
        assert_int_equal(count_pieces(tui, side), 8);
    enter_screen(tui, &game_screen);
    settle(tui);
    assert_shown(tui, "you (red) - random (blue), barrage");
    free_tui(tui);
    settings_reset(&session.settings, "screen.variant", NULL);
}

/* An opponent that was chosen is the same again once its variant is; in another it is the level of that name,
 * or the next below, in its style where that has styles. One that is changed there stays changed. */
TEST(test_opponent_of_variants)
{
    struct tui *tui = new_tui(RED);
    const struct ladder *ladder = ladders_for_variant(session.ladders, VARIANT_STANDARD);
    const struct ladder *short_one = ladders_for_variant(session.ladders, index_of("barrage"));
    char *spec = tui->next_game.opponent, *seat = tui->seating_form.agent[BLUE], chosen[PLAYER_NAME_MAX];
    for (size_t i = 0; i < ladder->count; i++) {
        int styles = ladder->levels[i].styles ? (int)ladder->style_count : 0;
        for (int style = NO_STYLE; style < styles; style++) {
            ladder_write_spec(ladder, ladder->levels[i].agent, style, chosen);
            memcpy(spec, chosen, sizeof chosen);
            memcpy(seat, chosen, sizeof chosen);
            for (size_t k = 0; k < variant_count; k++)
                next_game_cycle(tui, NEXT_GAME_VARIANT, 1);
            assert_string_equal(spec, chosen);
            assert_string_equal(seat, chosen);
            next_game_cycle(tui, NEXT_GAME_VARIANT, 1);
            int level, its_style;
            assert_true(ladder_recognise(short_one, spec, &level, &its_style));
            assert_int_equal(its_style, short_one->levels[level].styles ? style : NO_STYLE);
            if (ladder_level(short_one, ladder->levels[i].name) >= 0)
                assert_string_equal(short_one->levels[level].name, ladder->levels[i].name);
            next_game_cycle(tui, NEXT_GAME_VARIANT, -1);
            assert_string_equal(spec, chosen);
        }
    }
    snprintf(spec, PLAYER_NAME_MAX, "%s", ladder->levels[ladder_level(ladder, "Colonel")].agent);
    next_game_cycle(tui, NEXT_GAME_VARIANT, 1);
    assert_string_equal(spec, short_one->levels[ladder_level(short_one, "Lieutenant")].agent);
    snprintf(spec, PLAYER_NAME_MAX, "%s", short_one->levels[0].agent);
    next_game_cycle(tui, NEXT_GAME_VARIANT, -1);
    assert_string_equal(spec, ladder->levels[0].agent);
    snprintf(spec, PLAYER_NAME_MAX, "%s", "greedy");
    next_game_cycle(tui, NEXT_GAME_VARIANT, 1);
    assert_string_equal(spec, "greedy");
    free_tui(tui);
}

/* A kept variant that is none is the standard one. */
TEST(test_unknown_variant_kept)
{
    struct tui *tui = new_tui(RED);
    struct error error = {0};
    enum status status = settings_set(&session.settings, "screen.variant", "nonsense", "test", &error);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(preferences_variant(tui), VARIANT_STANDARD);
    settings_reset(&session.settings, "screen.variant", NULL);
    free_tui(tui);
}

/* Only the variant's pieces are in the reserve; "play" waits until all are down. */
TEST(test_reserve)
{
    struct tui *tui = new_arranging("duel");
    assert_int_equal(setup_arrange(tui)->reserve_total, 0); /* a setup of it stands there */
    assert_int_equal(setup_check(&setup_arrange(tui)->setup, variant_find("duel"), NULL), STATUS_OK);
    press(tui, "x");
    assert_int_equal(setup_arrange(tui)->reserve_total, 10);
    assert_shown(tui, "your setup (red), duel");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "colonel"), -1);
    press(tui, "8"); /* there is none */
    assert_shown(tui, "There is no colonel in the reserve");
    setup_arrange(tui)->cursor = 0;
    press(tui, "Fl2l2lBlBlSl3l3l9");
    assert_shown(tui, "On the board: 9");
    press(tui, "p");
    assert_shown(tui, "1 piece is still in the reserve");
    press(tui, "jXd");
    assert_int_equal(setup_arrange(tui)->reserve_total, 1);
    press(tui, "X");
    assert_shown(tui, "On the board: 10, complete");
    press(tui, "j\r"); /* nobody stands there, and nobody waits */
    assert_shown(tui, "No piece stands there");
    assert_int_equal(press(tui, "p"), GO_GAME);
    assert_string_equal(tui->message, ""); /* that was about the setup */
    assert_int_equal(count_pieces(tui, BLUE), 10);
    free_tui(tui);
}

/* The rest goes round the pieces that were put down by hand; at random all of it. */
TEST(test_filled_up)
{
    struct tui *tui = new_arranging("barrage");
    assert_shown(tui, "How good it is"); /* of what holds for short armies */
    press(tui, "x");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "Points"), -1); /* not before all pieces are down */
    setup_arrange(tui)->cursor = 37;
    press(tui, "Fc");
    assert_int_equal(setup_arrange(tui)->setup.rank[37], FLAG);
    assert_int_equal(setup_check(&setup_arrange(tui)->setup, variant_find("barrage"), NULL), STATUS_OK);
    press(tui, "r");
    assert_int_equal(setup_check(&setup_arrange(tui)->setup, variant_find("barrage"), NULL), STATUS_OK);
    free_tui(tui);
}

/* A file with another army is refused, and so are stored setups of other variants. */
TEST(test_other_armies)
{
    static const char duel[] = "F B B S 2 2 3 3 9 X\n. . . . . . . . . .\n. . . . . . . . . .\n"
                               ". . . . . . . . . .\n";
    struct tui *tui = new_arranging("barrage");
    const struct setup before = setup_arrange(tui)->setup;
    char path[128], keys[160];
    snprintf(path, sizeof path, "%s/duel.setup", folder);
    assert_int_equal(disk_write(path, duel, sizeof duel - 1, NULL), STATUS_OK);
    snprintf(keys, sizeof keys, "o%s\r", path);
    press(tui, keys);
    assert_true(tui->message_is_error);
    assert_non_null(strstr(tui->message, "is no setup of Barrage: found 2 pieces of rank B (bomb)"));
    assert_memory_equal(&setup_arrange(tui)->setup, &before, sizeof before);
    press(tui, "t");
    assert_int_equal(setup_check(&setup_arrange(tui)->setup, variant_find("barrage"), NULL), STATUS_OK);
    free_tui(tui);
}

/* Any army will do that has a flag and a piece that moves; the opponent gets the same. */
TEST(test_own_army)
{
    struct tui *tui = new_arranging("free");
    assert_int_equal(setup_arrange(tui)->reserve_total, 40);
    assert_shown(tui, "Put the army that both sides get down");
    assert_shown(tui, "Both sides get this army");
    setup_arrange(tui)->cursor = 0;
    press(tui, "p");
    assert_shown(tui, "Your army has no flag");
    press(tui, "F");
    press(tui, "p");
    assert_shown(tui, "Your army has no piece that moves");
    press(tui, "l2r");
    assert_int_equal(setup_arrange(tui)->reserve_total, 38); /* the same two */
    press(tui, "xc");
    assert_int_equal(arrange_check(setup_arrange(tui), NULL), STATUS_OK); /* one was drawn */
    press(tui, "x");
    setup_arrange(tui)->cursor = 4;
    press(tui, "2l2lF");
    press(tui, "p");
    assert_shown(tui, "Your own, set aside, comes back");
    assert_int_equal(press(tui, "y"), GO_GAME);
    uint8_t army[SIDES][RANKS];
    for (enum side side = RED; side <= BLUE; side++)
        placement_army(&tui->local.game.record.start, side, army[side]);
    assert_memory_equal(army[RED], army[BLUE], RANKS);
    assert_int_equal(army[BLUE][SCOUT], 2);
    enter_screen(tui, &game_screen);
    assert_shown(tui, "or type a move: e4 e5"); /* a legal one */
    assert_int_equal(tui->panels.rank, SCOUT); /* the highest that there is */
    assert_shown(tui, "2 scout             0/2   0/2");
    assert_int_equal(find_row(tui, "marshal"), -1);
    press(tui, "w+");
    assert_int_equal(tui->panels.rank, FLAG); /* of these two alone */
    free_tui(tui);
}

/* The form of who plays, with the variant chosen, beside another board. */
static struct tui *new_beside(const char *variant)
{
    struct tui *tui = new_tui(RED);
    seating_init(tui);
    tui->next_game.variant = index_of(variant);
    enter_screen(tui, &seating_screen);
    tui->seating_form.seating = SEATING_SECOND;
    assert_shown(tui, "the enemy's pieces are unknown; you enter their squares");
    assert_int_equal(press(tui, "k\r"), GO_SETUP);
    enter_screen(tui, &setup_screen);
    assert_int_equal(setup_arrange(tui)->reserve_total, variant_find(variant)->pieces); /* it begins empty */
    return tui;
}

/* A game elsewhere: the enemy's squares are entered, its pieces are known. */
TEST(test_beside_a_board)
{
    struct tui *tui = new_beside("duel");
    press(tui, "FlBlBlSl2l2l3l3l9lX");
    assert_int_equal(press(tui, "p"), GO_ENEMY);
    enter_screen(tui, &enemy_screen);
    assert_shown(tui, "where blue's pieces stand, duel");
    press(tui, " \x1b");
    assert_shown(tui, "Go back? The squares entered here are lost.");
    press(tui, "n");
    assert_shown(tui, "Enter where blue has a piece: 1 of 10");
    assert_int_equal(press(tui, " \x1b"), GO_SETUP); /* nothing is entered */
    enter_screen(tui, &setup_screen);
    assert_shown(tui, "Your pieces as you entered them");
    assert_shown(tui, "On the board: 10, complete");
    press(tui, "\x1b");
    assert_shown(tui, "Leave? The setup is lost unless you saved it.");
    press(tui, "n");
    assert_int_equal(press(tui, "p"), GO_ENEMY);
    enter_screen(tui, &enemy_screen);
    press(tui, "jj "); /* not there: that is the middle */
    assert_shown(tui, "Blue's pieces start on the four rows at the other end");
    press(tui, "kk  "); /* there and away again */
    assert_shown(tui, "0 of 10");
    press(tui, "p");
    assert_shown(tui, "Blue has 10 pieces, and 0 are down");
    press(tui, " h h h h k l l l l ");
    assert_shown(tui, "All 10 of blue's pieces are down. p: play");
    press(tui, "l "); /* there is no eleventh */
    assert_shown(tui, "All 10 of blue's pieces are down: Enter takes one off");
    assert_shown(tui, "10 of 10");
    assert_int_equal(press(tui, "p"), GO_GAME);
    const struct board *board = &tui->local.game.position.board;
    assert_int_equal(board->variant, index_of("duel"));
    assert_memory_equal(board->unknown_count[BLUE], variant_find("duel")->count, RANKS);
    assert_int_equal(army_size(board->captured[BLUE]), 0);
    assert_int_equal(count_pieces(tui, BLUE), 10);
    free_tui(tui);
}

/* The same where the enemy has what it likes: what it has not is no piece that fell. */
TEST(test_beside_any_army)
{
    struct tui *tui = new_beside("free");
    press(tui, "Fl2");
    assert_int_equal(press(tui, "p"), GO_ENEMY);
    enter_screen(tui, &enemy_screen);
    assert_shown(tui, "0 of 2"); /* as one's own, until something else is said */
    press(tui, "a\x15" "F F 3\r");
    assert_shown(tui, "found 2 pieces of rank F (flag), expected 1");
    press(tui, "a\x15" "F, ?\r");
    assert_shown(tui, "found '?', expected the symbol of a rank, F B S 2 .. 9 X");
    press(tui, " h h ");
    assert_shown(tui, "All 2 of blue's pieces are down: Enter takes one off; a: another army");
    press(tui, "a\x15" "F S 3\r");
    assert_shown(tui, "2 of 3");
    press(tui, " a\x15" "F 3\r");
    assert_shown(tui, "Blue has 2 pieces, and 3 are down");
    press(tui, "a\x15" "F S 3\r");
    assert_int_equal(press(tui, "p"), GO_GAME);
    const struct board *board = &tui->local.game.position.board;
    static const uint8_t army[RANKS] = {[FLAG] = 1, [SPY] = 1, [MINER] = 1};
    assert_memory_equal(board->unknown_count[BLUE], army, RANKS);
    assert_int_equal(army_size(board->captured[BLUE]), 0);
    enter_screen(tui, &game_screen);
    assert_shown(tui, "3 miner             .     0/1");
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "marshal"), -1);
    free_tui(tui);
}

static int editor_bombs(const struct tui *tui)
{
    uint8_t army[RANKS];
    placement_army(&editor_state(tui)->draft.placement, RED, army);
    return army[BOMB];
}

/* A position of any variant is put together, played from, and its rules are shown. */
TEST(test_editor)
{
    struct tui *tui = new_tui(RED);
    seating_init(tui);
    tui->next_game.variant = index_of("barrage");
    enter_screen(tui, &editor_screen);
    assert_shown(tui, "a position, barrage");
    press(tui, "8");
    assert_shown(tui, "red has 1 colonel");
    press(tui, "FlBlB");
    assert_shown(tui, "red has 2 bombs");
    press(tui, "VB"); /* of which there may be two there */
    assert_shown(tui, "a position, duel");
    assert_int_equal(editor_bombs(tui), 2);
    press(tui, "V");
    assert_shown(tui, "a position, free");
    tui->help_caller = tui->screen;
    enter_screen(tui, &help_screen);
    press(tui, "\t\t");
    assert_shown(tui, "The rules of Free");
    tui->screen = &editor_screen;
    press(tui, "x");
    assert_int_equal(editor_state(tui)->draft.placement.variant, index_of("free"));
    press(tui, "Fl2");
    assert_int_equal(press(tui, "p"), 0); /* nobody to play against */
    assert_shown(tui, "No piece of blue is on the board");
    press(tui, "kkkk\t2");
    assert_int_equal(press(tui, "p"), GO_SEATING);
    free_tui(tui);
}

/* Help has the rules of the variant, and what is other by the rules of play that are chosen. */
TEST(test_help)
{
    struct tui *tui = new_tui(RED);
    tui->help_caller = &new_screen;
    enter_screen(tui, &help_screen);
    for (size_t i = 0; i < variant_count; i++)
        for (size_t j = 0; j < rules_count; j++) {
            char words[64];
            tui->next_game.variant = (uint8_t)i;
            tui->next_game.rules = rules_table[j];
            paint(tui, 60, 100);
            snprintf(words, sizeof words, "The rules of %s", i ? variant_table[i].title : "Stratego");
            assert_true(find_row(tui, words) > 0);
            snprintf(words, sizeof words, "%d pieces each", variant_table[i].pieces);
            assert_int_equal(find_row(tui, words) > 0, !variant_table[i].any_army);
            snprintf(words, sizeof words, "Rules %s", rules_table[j].name);
            assert_int_equal(find_row(tui, words) > 0, j != 0);
            assert_int_equal(find_row(tui, rules_table[j].purpose) > 0, j != 0);
        }
    free_tui(tui);
}

/* Loads a game of two short armies against an agent; `blue` is Blue's four rows. */
static struct tui *new_barrage(const char *blue)
{
    static const char red[] = "9 . . . X . . . . ."
                              ". 2 . . . . . . . ."
                              ". . 3 . . . 2 . . ."
                              "F B . . . . . . . S";
    const char *rows[SIDES] = {red, blue};
    struct setup setups[SIDES];
    struct placement start;
    char path[128];
    for (enum side side = RED; side <= BLUE; side++) {
        int count = 0;
        for (const char *at = rows[side]; *at; at++)
            if (*at != ' ')
                setups[side].rank[count++] = *at == '.' ? PLACE_EMPTY : (uint8_t)rank_from_symbol(*at);
        assert_int_equal(count, PIECES_A_SIDE);
    }
    placement_from_setups(&start, variant_find("barrage"), &setups[RED], &setups[BLUE]);
    snprintf(path, sizeof path, "%s/barrage.game", folder);
    write_game(path, &start, "you", "random", NULL);
    struct tui *tui = new_tui(RED);
    load(tui, path);
    return tui;
}

/* The heatmap of a setup is of its variant, also after one of another variant was shown. */
TEST(test_setup_heat)
{
    struct tui *tui = new_arranging("classic");
    press(tui, "w");
    assert_true(setup_arrange(tui)->heat);
    tui->next_game.variant = index_of("barrage");
    setup_screen.enter(tui);
    assert_false(setup_arrange(tui)->heat);
    press(tui, "w");
    for (int rank = 0; rank < RANKS; rank++) {
        double heat[SQUARES], sum = 0;
        arrange_heat(setup_arrange(tui), rank, heat);
        for (int square = 0; square < SQUARES; square++)
            sum += heat[square] < 0 ? 0 : heat[square];
        assert_true(fabs(sum - variant_find("barrage")->count[rank]) < 0.01);
    }
    free_tui(tui);
}

/* Where nothing was learnt of a variant, the screen says so. */
TEST(test_nothing_learnt)
{
    struct tui *tui = new_arranging("free");
    press(tui, "w");
    assert_shown(tui, "How people set up is not known of Free");
    assert_false(setup_arrange(tui)->heat);
    setup_arrange(tui)->cursor = 4;
    press(tui, "2lF");
    assert_int_equal(press(tui, "p"), GO_GAME);
    enter_screen(tui, &game_screen);
    press(tui, "w");
    assert_shown(tui, "Where blue's scout may be, by counts and moves alone: free has no model");
    free_tui(tui);
}

/* What the person sees does not depend on the ranks that the enemy hides. */
TEST(test_hidden)
{
    static const char *const blue[] = {
        "9 . . . X . . . . . . 2 . . . . . . . . . . 3 . . . 2 . . . F B . . . . . . . S",
        "S . . . 2 . . . . . . F . . . . . . . . . . B . . . 3 . . . X 9 . . . . . . . 2"};
    struct tui *tui[2] = {new_barrage(blue[0]), new_barrage(blue[1])};
    static const char *const steps[] = {"", "w", "-", "t", "v", "W", "p"};
    static const int sizes[][2] = {{24, 80}, {12, 40}, {43, 132}};
    for (size_t step = 0; step < sizeof steps / sizeof *steps; step++)
        for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
            for (int i = 0; i < 2; i++) {
                press(tui[i], size ? "" : steps[step]);
                paint(tui[i], sizes[size][0], sizes[size][1]);
            }
            for (int row = 0; row < sizes[size][0]; row++) {
                char one[4096], other[4096];
                canvas_row(&tui[0]->canvas, row, one);
                canvas_row(&tui[1]->canvas, row, other);
                assert_string_equal(one, other);
            }
        }
    free_tui(tui[0]);
    free_tui(tui[1]);
}

/* The graveyard has the ranks of the armies alone, and the list below it the rows that it leaves. */
TEST(test_graves)
{
    static const char blue[] =
        "9 . . . X . . . . . . 2 . . . . . . . . . . 3 . . . 2 . . . F B . . . . . . . S";
    struct tui *tui = new_barrage(blue);
    static const int ranks[] = {MARSHAL, GENERAL, MINER, SCOUT, SPY, BOMB, FLAG};
    paint(tui, 24, 80);
    int row = tui->layout.captured.row;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        assert_int_equal(find_row(tui, rank_table[ranks[i]].name), row + 1 + (int)i);
    assert_int_equal(find_row(tui, "colonel"), -1);
    assert_int_equal(find_row(tui, "Moves"), row + 9);
    paint(tui, 43, 132); /* where the moves are beside it, the battles get the rows */
    assert_int_equal(find_row(tui, "Moves"), tui->layout.captured.row);
    assert_int_equal(find_row(tui, "Battles"), tui->layout.captured.row + 9);
    assert_int_equal(tui->layout.panel.row, tui->layout.log.row);
    paint(tui, 24, 80);
    press(tui, "w");
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) { /* the highest first */
        assert_int_equal(tui->panels.rank, ranks[i]);
        press(tui, "-");
    }
    assert_int_equal(tui->panels.rank, MARSHAL);
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form),          cmocka_unit_test(test_unknown_variant_kept),
        cmocka_unit_test(test_opponent_of_variants),          cmocka_unit_test(test_unknown_variant_kept),
        cmocka_unit_test(test_reserve),       cmocka_unit_test(test_filled_up),
        cmocka_unit_test(test_other_armies),  cmocka_unit_test(test_own_army),
        cmocka_unit_test(test_beside_a_board), cmocka_unit_test(test_beside_any_army),
        cmocka_unit_test(test_editor),        cmocka_unit_test(test_nothing_learnt),
        cmocka_unit_test(test_help),          cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_graves),        cmocka_unit_test(test_setup_heat),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
