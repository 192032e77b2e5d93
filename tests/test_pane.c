/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console pane of the game screen, without a terminal: what is typed into it acts on the game at hand,
 * and sees no more of it than the person does. */
#include "base/clock.h"
#include "base/disk.h"
#include "boards.h"
#include "cmocka_all.h"
#include "screens.h"
#include "setup/random_setup.h"
#include "shortcuts.h"
#include "twins.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the text of the pane, without the signs of what each line is. */
static const char *shown_text(const struct tui *tui)
{
    return text_string(&tui->pane.transcript);
}

/* A game of a few pieces, at hand. */
static struct tui *show_few_pieces(void)
{
    struct tui *tui = new_tui(RED);
    load_few(tui);
    session_show_game(&session, &tui->local.game);
    return tui;
}

/* Opens the pane, if it is not, and enters a line; what came of it stands behind the line's echo. */
static const char *enter(struct tui *tui, const char *line)
{
    session_show_game(&session, &tui->local.game);
    if (!tui->pane.open)
        press(tui, ":");
    press(tui, line);
    press(tui, "\r");
    return shown_text(tui) + tui->pane.last_entry;
}

static void assert_printed(struct tui *tui, const char *line, const char *text)
{
    const char *answer = enter(tui, line);
    bool found = strstr(answer, text) != NULL;
    if (!found)
        print_message("%s: expected '%s', found '%s'\n", line, text, answer);
    assert_true(found);
}

/* A pattern with `word` in the place of its '@'. */
static void fill_in(char *line, size_t capacity, const char *pattern, const char *word)
{
    size_t size = 0;
    for (; *pattern && size < capacity; pattern++)
        if (*pattern == '@')
            size += (size_t)snprintf(line + size, capacity - size, "%s", word);
        else
            line[size++] = *pattern;
    line[size < capacity ? size : capacity - 1] = '\0';
}

/* --- the line --- */

TEST(test_open_and_close)
{
    struct tui *tui = show_few_pieces();
    press(tui, ":");
    assert_true(tui->pane.open);
    assert_shown(tui, "Tab completes; Esc closes");
    assert_shown(tui, "vedette 1 red>");
    assert_shown(tui, "Esc close  Enter run  Tab complete  Up Down history  Ctrl-C stop  PgUp PgDn page");
    assert_int_equal(find_row(tui, "q quit"), -1); /* a letter is typed here */
    assert_int_equal(find_row(tui, "arrow keys"), -1); /* which are the line's */
    assert_shown(tui, "Type a move, as in ");
    press(tui, "b4 b5q"); /* no move, and not the end of the program */
    assert_shown(tui, "vedette 1 red> b4 b5q");
    assert_true(tui->canvas.cursor_shown);
    assert_int_equal(tui->canvas.cursor_row, 23);
    assert_int_equal(tui->canvas.cursor_col, 21);
    press(tui, "\003"); /* Ctrl-C drops the line, */
    paint(tui, 24, 80);
    assert_int_equal(find_row(tui, "b4 b5q"), -1);
    assert_true(tui->pane.open);
    press(tui, "\033"); /* Escape closes it, */
    assert_false(tui->pane.open);
    press(tui, ":\004"); /* and Ctrl-D on an empty line */
    assert_false(tui->pane.open);
    assert_printed(tui, "quit", "");
    assert_false(tui->pane.open);
    free_tui(tui);
}

TEST(test_editing)
{
    struct tui *tui = show_few_pieces();
    press(tui, ":outcom");
    game_screen.key(tui, KEY_HOME);
    press(tui, "x");
    game_screen.key(tui, KEY_LEFT);
    game_screen.key(tui, KEY_DC);
    assert_shown(tui, "red> outcom");
    game_screen.key(tui, KEY_END);
    game_screen.key(tui, KEY_BACKSPACE);
    press(tui, "me\r");
    assert_shown(tui, "open");
    game_screen.key(tui, KEY_UP); /* the history */
    assert_shown(tui, "vedette 1 red> outcome");
    press(tui, "\003");
    press(tui, "\022outc"); /* Ctrl-R searches in it, */
    assert_shown(tui, "(reverse-i-search)`outc': outcome");
    press(tui, "\003");
    assert_shown(tui, "vedette 1 red>");
    press(tui, "prof\ts\t");
    assert_shown(tui, "vedette 1 red> profile s");
    assert_shown(tui, "set   show");
    assert_int_equal(press(tui, "zzz\t") & DID_NOTHING, DID_NOTHING); /* nothing begins so */
    free_tui(tui);
}

/* Lines that are pasted run one after the other. */
TEST(test_lines_wait)
{
    struct tui *tui = show_few_pieces();
    press(tui, ":");
    for (const char *key = "outcome\rnotation\rversion\r"; *key; key++)
        game_screen.key(tui, *key);
    settle(tui);
    const char *first = strstr(shown_text(tui), "open"), *second = strstr(shown_text(tui), "deboer");
    assert_non_null(first);
    assert_true(second > first);
    assert_non_null(strstr(second, "vedette " ));
    free_tui(tui);
}

/* A long answer is shown from its beginning, and turned over with PgDn. */
TEST(test_pages)
{
    static const int sizes[][2] = {{12, 40}, {20, 60}, {24, 80}, {43, 132}, {60, 200}};
    struct tui *tui = show_few_pieces();
    enter(tui, "help");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        paint(tui, rows, cols);
        assert_true(find_row(tui, "vedette 1 red> help") >= 0);
        assert_true(find_row(tui, "'help COMMAND' prints more") < 0);
        assert_int_equal(tui->canvas.cursor_row, rows - 1);
        for (int page = 0; page < 200 && find_row(tui, "'help COMMAND' prints more") < 0; page++) {
            game_screen.key(tui, KEY_NPAGE);
            paint(tui, rows, cols);
        }
        assert_true(find_row(tui, "'help COMMAND' prints more") >= 0);
        for (int page = 0; page < 3; page++) /* a narrow pane has the line's end on pages of its own */
            game_screen.key(tui, KEY_NPAGE);
        long end = tui->pane.scroll;
        game_screen.key(tui, KEY_NPAGE); /* there is no more */
        assert_int_equal(tui->pane.scroll, end);
        for (int page = 0; page < 200 && find_row(tui, "vedette 1 red> help") < 0; page++) {
            game_screen.key(tui, KEY_PPAGE);
            paint(tui, rows, cols);
        }
        tui->pane.scroll = 0;
    }
    free_tui(tui);
}

/* The board keeps its place beside the pane on all but the smallest screens. */
TEST(test_capacity)
{
    struct tui *tui = show_few_pieces();
    press(tui, ":");
    for (int rows = LAYOUT_MIN_ROWS; rows < 80; rows++) {
        paint(tui, rows, 80);
        int taken = pane_rows(tui, rows);
        assert_true(taken ? taken >= 6 && rows - taken >= LAYOUT_MIN_ROWS : rows < 18);
        assert_int_equal(tui->layout.rows, rows - taken);
        assert_true(find_row(tui, "Console") >= tui->layout.rows / 2);
    }
    free_tui(tui);
}

/* --- the game at hand --- */

TEST(test_notes)
{
    struct tui *tui = show_few_pieces();
    int number = local_game_board(&tui->local)->at[square_at(4, 7)];
    int square = record_start_square(&tui->local.game.record, number);
    assert_printed(tui, "guess set e8 5 6", "");
    assert_int_equal(tui->local.game.record.note[square], 1 << LIEUTENANT | 1 << CAPTAIN);
    assert_printed(tui, "guess set", "e8");
    assert_printed(tui, "guess set e8 F", "contradicts what is known");
    assert_int_equal(tui->local.game.record.note[square], 1 << LIEUTENANT | 1 << CAPTAIN);
    enter(tui, "guess set e8");
    assert_int_equal(tui->local.game.record.note[square], 0);
    free_tui(tui);
}

/* A note that a command puts down over a finished game has the same prompt as any other, until a file has
 * it. */
TEST(test_notes_with_a_prompt)
{
    struct tui *tui = show_few_pieces();
    char line[160];
    enter(tui, "guess set e8 5 6");
    assert_false(tui->local.end.unsaved); /* the journal has it */
    press(tui, "\033ry");
    assert_true(local_game_over(&tui->local));
    assert_false(tui->local.end.unsaved);
    enter(tui, "guess set");
    assert_false(tui->local.end.unsaved);
    enter(tui, "guess set e8 5");
    assert_true(tui->local.end.unsaved);
    press(tui, "\033q");
    assert_shown(tui, "Your notes are in no file. s saves them. (y/n)");
    press(tui, "nTq"); /* while a line is tried, too */
    assert_true(tui->local.shown.trial.on);
    assert_shown(tui, "Quit? Your notes are in no file. s saves them. (y/n)");
    press(tui, "n\033");
    assert_false(tui->local.shown.trial.on);
    snprintf(line, sizeof line, "save %s/none/noted.game", folder);
    assert_printed(tui, line, "No such file");
    assert_true(tui->local.end.unsaved);
    snprintf(line, sizeof line, "save %s/noted.game", folder);
    assert_printed(tui, line, "");
    assert_false(tui->local.end.unsaved);
    free_tui(tui);
}

/* A line that is tried to its end does not end the game: leaving has its prompt as before. */
TEST(test_line_to_its_end)
{
    struct tui *tui = show_few_pieces();
    press(tui, "Tf5f10\re7e6\rf10j10\r");
    if (tui->prompt.question == QUESTION_RANK)
        press(tui, "F\r");
    assert_true(local_game_over(&tui->local));
    assert_false(local_game_is_decided(&tui->local));
    press(tui, "q");
    assert_shown(tui, "Quit? You can resume it. (y/n)");
    free_tui(tui);
}

/* What is set in the pane holds for the screen, and the panels show it at once. */
TEST(test_options)
{
    struct tui *tui = show_few_pieces();
    press(tui, "p");
    const struct figures *figures = panels_figures(tui);
    double before = figures->here.table.total[figures->here.best];
    assert_printed(tui, "profile show plan_random", "plan_random");
    assert_printed(tui, "profile set plan_random.weight 9", "");
    assert_printed(tui, "repeat 2 version", "vedette");
    figures = panels_figures(tui);
    assert_non_null(figures);
    assert_true(figures->here.table.total[figures->here.best] != before);
    assert_printed(tui, "profile set plan_immediate_capture.weight nonsense", "expected a number");
    /* A flag holds for its command alone. */
    assert_printed(tui, "outcome --notation arts", "open");
    assert_int_equal(session_notation(&session), NOTATION_DEBOER);
    assert_printed(tui, "profile reload", "");
    assert_true(settings_get(&session.settings, "plan_random", "weight") == 9);
    settings_reset(&session.settings, "plan_random.weight", NULL);
    free_tui(tui);
}

/* A note that was on its way when another game began is not put down in that one. */
TEST(test_other_game)
{
    struct tui *tui = show_few_pieces();
    struct background_command *background = background_command_new(&session, "guess set e8 5", &tui->wake);
    background->job.run(&background->job);
    struct record other = {0};
    record_copy(&other, &tui->local.game.record);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "somebody else");
    assert_int_equal(background_command_join(background, &session), 0);
    assert_memory_equal(tui->local.game.record.note, other.note, sizeof other.note);
    snprintf(tui->local.game.record.player[BLUE], PLAYER_NAME_MAX, "%s", other.player[BLUE]);
    assert_int_equal(background_command_join(background, &session), BACKGROUND_NOTED);
    background_command_free(background);
    record_clear(&other);
    free_tui(tui);
}

/* So do options of how the screen looks. */
TEST(test_look)
{
    struct tui *tui = show_few_pieces();
    enter(tui, "profile set screen.values yes; profile set screen.theme light");
    assert_true(tui->panels.values);
    assert_string_equal(tui->terminal.theme.name, "light");
    press(tui, "\033p:");
    assert_true(tui->panels.plans);
    enter(tui, "profile set plan_random.weight 2"); /* which has nothing to do with it */
    assert_true(tui->panels.plans);
    settings_reset(&session.settings, "screen.values", NULL);
    settings_reset(&session.settings, "screen.theme", NULL);
    settings_reset(&session.settings, "plan_random.weight", NULL);
    free_tui(tui);
}

/* A tab goes to a stop at which the lines of an answer stand in columns: it is no character that cannot be
 * shown. */
TEST(test_tabs)
{
    struct tui *tui = show_few_pieces();
    const char *answer = enter(tui, "levels");
    assert_null(strchr(answer, '\t'));
    assert_non_null(strstr(answer, "Recruit         invincible:profile=recruit\n"));
    assert_non_null(strstr(answer, "Sergeant        invincible:profile=sergeant\n"));
    assert_non_null(strstr(answer, "Captain         invincible:profile=captain\n"));
    paint(tui, 60, 100);
    assert_true(find_row(tui, "Sergeant        invincible:profile=sergeant") >= 0);
    free_tui(tui);
}

/* What is changed while a command runs is not undone by it. */
TEST(test_both_change)
{
    struct error error;
    struct wake wake;
    assert_int_equal(wake_init(&wake, &error), STATUS_OK);
    struct background_command *background =
        background_command_new(&session, "profile set plan_random.weight 0.5; version; quit", &wake);
    settings_set(&session.settings, "plan_immediate_capture.weight", "3", "set", NULL);
    background->job.run(&background->job);
    unsigned did = background_command_join(background, &session);
    assert_int_equal(did, BACKGROUND_SET | BACKGROUND_QUIT);
    background_command_free(background);
    assert_true(settings_get(&session.settings, "plan_immediate_capture", "weight") == 3);
    assert_true(settings_get(&session.settings, "plan_random", "weight") == 0.5);
    settings_reset(&session.settings, "plan_immediate_capture.weight", NULL);
    settings_reset(&session.settings, "plan_random.weight", NULL);
    wake_free(&wake);
}

/* A command's output may be more than anybody reads. */
TEST(test_flood)
{
    struct tui *tui = show_few_pieces();
    enter(tui, "repeat 500 profile show");
    assert_true(tui->pane.transcript.size < 1 << 23);
    assert_printed(tui, "outcome", "open");
    assert_true(tui->pane.transcript.size <= (1 << 19) + 1000);
    free_tui(tui);
}

TEST(test_pane_stop)
{
    struct tui *tui = show_few_pieces();
    press(tui, ":");
    for (const char *key = "repeat 1000000 outcome\rversion\r"; *key; key++)
        game_screen.key(tui, *key);
    assert_true(pane_is_busy(tui));
    paint(tui, 24, 80);
    assert_true(find_row(tui, "Ctrl-C stops") >= 0);
    press(tui, "\003");
    assert_false(pane_is_busy(tui));
    assert_true(tui->pane.open);
    assert_non_null(strstr(shown_text(tui), "stopped"));
    assert_null(strstr(shown_text(tui), "vedette " PACKAGE_VERSION)); /* the rest does not run either */
    /* A game can be left while a command runs, which then changes nothing. */
    for (const char *key = "repeat 1000000 profile set plan_random.weight 0.25\r"; *key; key++)
        game_screen.key(tui, *key);
    pane_leave(tui);
    assert_false(tui->pane.open);
    assert_false(pane_is_busy(tui));
    free_tui(tui);
    int index = settings_find(&session.settings, "plan_random.weight");
    assert_true(settings_is_standard(&session.settings, index));
}

/* Nothing reads the keyboard, waits for a pipe or writes over the screen. */
TEST(test_terminal_is_the_screens)
{
    char line[256], fifo[128];
    struct tui *tui = show_few_pieces();
    snprintf(fifo, sizeof fifo, "%s/fifo", folder);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    static const char *const reading[] = {"show @", "source @", "check @", "setup score @",
                                          "guess --belief-model=@", "--profile @ version",
                                          "profile check @", "version --profile=@", "version > @",
                                          "outcome --out=@", "save @", "save --replace @"};
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
        fill_in(line, sizeof line, reading[i], fifo);
        const char *answer = enter(tui, line);
        if (!strstr(answer, "not a regular file") && !strstr(answer, "unknown"))
            fail_msg("%s: %s", line, answer);
    }
    assert_printed(tui, "show -", "'-' would be the keyboard");
    assert_printed(tui, "source -", "'-' would be the keyboard");
    assert_printed(tui, "show > /dev/tty", "not a regular file");
    assert_printed(tui, "version > /dev/null", "");
    assert_printed(tui, "bot random", "needs the terminal");
    assert_printed(tui, "profile edit", "needs the terminal");
    assert_printed(tui, "play", "play: the screen is there already");
    assert_printed(tui, "console", "console: ");
    assert_printed(tui, "load x", "load: a game is on the screen: leave it first");
    free_tui(tui);
}

/* --- the moment shown --- */

/* What a line prints, without its echo. */
static void answer_of(struct tui *tui, const char *line, char *text, size_t capacity)
{
    const char *answer = enter(tui, line);
    snprintf(text, capacity, "%s", answer + strcspn(answer, "\n"));
}

/* Below a finished game and in the past, a command is about the move shown, from the seat of the board. */
TEST(test_commands_follow_the_board)
{
    static const char *const words[] = {
        "show", "outcome", "legal", "guess", "guess heat 5", "guess explain e4", "show values", "value",
        "hint --planner", "plans", "why", "rollout --worlds 2", "search --depth 1", "convert --to position",
    };
    static char past[1 << 16], present[1 << 16];
    char line[128];
    struct tui *tui = show_few_pieces();
    press(tui, "a4 a5\r");
    press(tui, "a5 a4\r");
    press(tui, "ry");
    for (unsigned back = 0; back < 3; back++, press(tui, "\x1b["))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            answer_of(tui, words[i], past, sizeof past);
            snprintf(line, sizeof line, "%s --at %zu", words[i], tui->local.game.record.plies - back);
            answer_of(tui, line, present, sizeof present);
            assert_string_equal(past, present);
        }
    assert_printed(tui, "guess", "pieces of blue after red's move 1");
    assert_printed(tui, "value", "red wins: ");
    press(tui, "\x1bOO"); /* as blue saw it */
    assert_printed(tui, "guess", "pieces of red after red's move 1");
    assert_printed(tui, "value", "blue wins: ");
    free_tui(tui);
}

/* --- what the person must not see --- */

/* Commands about the game at hand: none may separate ranks that the person does not know. */
static const char *const lines[] = {
    "show", "show --all", "show --side red", "show --side blue", "show --side red --all", "outcome",
    "legal",
    "guess", "guess --side red", "guess --side blue", "guess --of red", "guess --of blue", "guess heat X",
    "guess explain d7", "guess explain e4", "guess set", "guess set d7 9", "show values", "explain value 9",
    "plans", "plans --side red", "hint", "why", "move star --depth 1 --seed 3", "move invincible --seed 3",
    "search --depth 1", "search tree a4a5 --depth 1", "perft 1", "apply a4a5", "convert position",
    "setup create --seed 3",
    "setup score", "position edit",
    "save @/kept.game", "check @/kept.game", "outcome @/kept.game", "load @/kept.game",
};

TEST(test_nothing_leaks)
{
    struct rng rng;
    int compared = 0, hidden = 0;
    rng_seed(&rng, 21, 0);
    for (int game = 0; game < 6; game++) {
        struct twins twins;
        struct tui *tui[2];
        char answer[2][1 << 16], path[128], line[256];
        if (!twins_make(&twins, (int)rng_below(&rng, 120), rules_find("isf"), &rng))
            continue;
        for (int i = 0; i < 2; i++)
            tui[i] = new_twin(&twins, i, "random");
        for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
            fill_in(line, sizeof line, lines[n], folder);
            for (int i = 0; i < 2; i++) {
                snprintf(path, sizeof path, "%s/kept.game", folder);
                if (strncmp(line, "save", 4) == 0)
                    unlink(path);
                snprintf(answer[i], sizeof answer[i], "%s", enter(tui[i], line));
                paint(tui[i], 24, 80);
                press(tui[i], "\033");
            }
            hidden += strstr(answer[0], "stays hidden") != NULL;
            if (strcmp(answer[0], answer[1]) != 0)
                fail_msg("%s separates the twins:\n%s\n%s", line, answer[0], answer[1]);
            assert_memory_equal(tui[0]->canvas.spots, tui[1]->canvas.spots,
                                (size_t)(24 * 80) * sizeof *tui[0]->canvas.spots);
            compared++;
        }
        free_tui(tui[0]);
        free_tui(tui[1]);
        twins_free(&twins);
    }
    assert_true(compared > 100);
    assert_true(hidden > 3);
}

/* Whether the arrow Up, pressed a few times, comes to a line with this in it. */
static bool offers(struct tui *tui, const char *text)
{
    bool found = false;
    press(tui, ":");
    for (int i = 0; i < 5 && !found; i++) {
        game_screen.key(tui, KEY_UP);
        paint(tui, 24, 80);
        found = find_row(tui, text) >= 0;
    }
    press(tui, "\003\033");
    return found;
}

/* Of two people at one terminal neither is offered what the other entered, nor does the file have it. */
TEST(test_two_people)
{
    char path[192], line[256];
    struct tui *tui = show_few_pieces();
    enter(tui, "version"); /* before that game, and so for both */
    press(tui, "\033");
    local_game_leave(&tui->local);
    struct setup setups[SIDES];
    struct game_terms terms = {.rules = *rules_find("isf"), .settings = &session.settings,
                               .library = session.library, .seating = SEATING_TWO,
                               .setup = {&setups[RED], &setups[BLUE]}};
    setup_random(variant_at(VARIANT_STANDARD)->count, &setups[RED], &tui->rng);
    setup_random(variant_at(VARIANT_STANDARD)->count, &setups[BLUE], &tui->rng);
    assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
    settle(tui);
    local_game_uncover(&tui->local);
    tui->screen = &game_screen;
    enter(tui, "guess heat flag");
    press(tui, "\033");
    assert_true(offers(tui, "red> guess heat flag")); /* to who entered it, until the other sits down */
    pane_erase(tui);
    assert_false(offers(tui, "guess heat flag"));
    assert_true(offers(tui, "red> version"));
    snprintf(path, sizeof path, "%s/vedette/history", getenv("XDG_STATE_HOME"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        assert_null(strstr(line, "heat flag"));
    fclose(file);
    free_tui(tui);
}

/* Where new options would change the opponent of a game that is on, there is a prompt: whoever says no
 * keeps a game that counts. The key R has the same one. */
TEST(test_reload_has_a_prompt)
{
    struct move moves[MOVES_MAX];
    struct tui *tui = new_tui(RED);
    snprintf(tui->next_game.opponent, sizeof tui->next_game.opponent, "invincible");
    struct game_terms terms = next_game_terms(tui, NULL);
    assert_int_equal(local_game_begin(&tui->local, &terms, NULL), STATUS_OK);
    session_show_game(&session, &tui->local.game);
    enter_screen(tui, &game_screen);
    settle(tui);
    const struct record *record = &tui->local.game.record;
    const struct settings *own = &tui->local.game.player[BLUE].agent.settings;
    assert_true(board_moves(local_game_board(&tui->local), moves) > 0);
    assert_int_equal(local_game_move(&tui->local, moves[0], NULL), STATUS_OK);
    settle(tui);
    assert_printed(tui, "profile set plan_random.weight 9", "");
    assert_int_equal(tui->prompt.question, QUESTION_NONE); /* that is for the panels alone */
    for (int key = 0; key < 2; key++) {
        if (key) {
            press(tui, "\033R");
        } else {
            enter(tui, "profile reload; version");
        }
        assert_int_equal(tui->prompt.question, QUESTION_RELOAD);
        assert_shown(tui, "Your opponent plays otherwise then, and the game will not count. Do it? (y/n)");
        press(tui, "n");
        assert_shown(tui, "The opponent keeps its options");
        assert_true(settings_get(own, "plan_random", "weight") != 9);
        assert_int_equal(record->agent[BLUE].since, 0);
    }
    enter(tui, "profile reload");
    for (int cols = 33; cols <= 80; cols++)
        for (int rows = 12; rows <= 24; rows += 6) {
            paint(tui, rows, cols);
            if (find_row(tui, "(y/n)") < 0)
                fail_msg("no question at %dx%d", cols, rows);
        }
    press(tui, "y");
    assert_shown(tui, "The opponent plays by the new options");
    assert_true(settings_get(own, "plan_random", "weight") == 9);
    assert_int_equal(record->agent[BLUE].since, record->plies);
    struct text journal = {0};
    journal_writer_wait(&tui->local.journal);
    assert_int_equal(disk_read(tui->local.journal.journal.path, 1 << 20, &journal, NULL), STATUS_OK);
    assert_non_null(strstr(text_string(&journal), "since: 2"));
    text_free(&journal);
    enter(tui, "profile reload"); /* nothing changes any more */
    assert_int_equal(tui->prompt.question, QUESTION_NONE);
    settings_reset(&session.settings, "plan_random.weight", NULL);
    free_tui(tui);
}

/* Goes on until there is a prompt, or a while has passed. */
static void wait_for_question(struct tui *tui)
{
    double ends = clock_now() + 20 * test_patience();
    while (tui->prompt.question == QUESTION_NONE && clock_now() < ends) {
        screen_advance(tui);
        wake_wait(&tui->wake, 5);
    }
}

/* Waits until the game has so many moves. */
static void wait_for_moves(struct tui *tui, size_t plies)
{
    double ends = clock_now() + 20 * test_patience();
    while (tui->local.game.record.plies < plies && clock_now() < ends) {
        screen_advance(tui);
        wake_wait(&tui->wake, 5);
    }
    assert_true(tui->local.game.record.plies >= plies);
}

static void type(struct tui *tui, const char *keys)
{
    for (; *keys; keys++)
        game_screen.key(tui, (unsigned char)*keys);
    screen_advance(tui);
}

static void begin_play(struct tui *tui, enum seating seating, const char *red, const char *blue)
{
    const struct game_terms terms = {.rules = *rules_find("isf"), .settings = &session.settings,
                                     .library = session.library, .seating = seating, .seed = 5,
                                     .player = {red, blue}};
    struct error error = {0};
    if (local_game_begin(&tui->local, &terms, &error))
        fail_msg("%s", error.text);
    session_show_game(&session, &tui->local.game);
    enter_screen(tui, &game_screen);
}

/* Two agents that are watched always think of a move, also while the game is paused: there is a prompt all
 * the same, and go on by the new options. */
TEST(test_reload_of_watched_game)
{
    struct tui *tui = new_tui(RED);
    begin_play(tui, SEATING_WATCH, "invincible", "invincible");
    const struct record *record = &tui->local.game.record;
    tui->local.watching.delay = 0;
    wait_for_moves(tui, 2);
    for (int paused = 0; paused < 2; paused++) {
        if (paused) {
            type(tui, "Z");
            assert_true(tui->local.watching.paused);
            for (; tui->local.shown.held; screen_advance(tui)) /* the last move is still to be said */
                wake_wait(&tui->wake, 5);
        }
        tui->local.watching.delay = 1; /* each next move waits for its time, thought out */
        settings_set(&session.settings, "plan_random.weight", paused ? "8" : "9", "set", NULL);
        type(tui, ":profile reload\r");
        wait_for_question(tui);
        assert_int_equal(tui->prompt.question, QUESTION_RELOAD);
        assert_shown(tui, "The agents of this game play otherwise then. Do it? (y/n)");
        type(tui, "n");
        assert_non_null(strstr(shown_text(tui), "The agents keep their options"));
        type(tui, "\033R");
        assert_int_equal(tui->prompt.question, QUESTION_RELOAD);
        size_t plies = record->plies;
        type(tui, "y");
        for (enum side side = RED; side <= BLUE; side++) {
            assert_true(settings_get(&tui->local.game.player[side].agent.settings, "plan_random", "weight") ==
                        (paused ? 8 : 9));
            assert_true(record->agent[side].since >= plies && record->agent[side].since > 0);
        }
        if (paused) {
            assert_shown(tui, "The agents play by the new options from here on");
            assert_int_equal(record->plies, plies);
            type(tui, "Z");
        }
        tui->local.watching.delay = 0;
        wait_for_moves(tui, plies + 3);
        assert_int_equal(game_outcome(&tui->local.game).result, RESULT_OPEN);
    }
    settings_reset(&session.settings, "plan_random.weight", NULL);
    free_tui(tui);
}

/* With an opponent that thinks there is a prompt at once, too; before the first move there is none; a
 * finished game's record keeps the options that it was played with. */
TEST(test_reload_at_other_times)
{
    struct move moves[MOVES_MAX];
    struct tui *tui = new_tui(RED);
    begin_play(tui, SEATING_AGAINST, NULL, "invincible");
    const struct record *record = &tui->local.game.record;
    const struct settings *own = &tui->local.game.player[BLUE].agent.settings;
    settle(tui);
    settings_set(&session.settings, "plan_random.weight", "9", "set", NULL);
    press(tui, "R");
    assert_int_equal(tui->prompt.question, QUESTION_NONE);
    assert_shown(tui, "The opponent plays by the new options from here on");
    assert_true(settings_get(own, "plan_random", "weight") == 9);
    assert_true(board_moves(local_game_board(&tui->local), moves) > 0);
    assert_int_equal(local_game_move(&tui->local, moves[0], NULL), STATUS_OK);
    struct error error;
    while (!tui->local.thought.on)
        local_game_advance(&tui->local, &error);
    settings_set(&session.settings, "plan_random.weight", "7", "set", NULL);
    game_screen.key(tui, 'R');
    assert_int_equal(tui->prompt.question, QUESTION_RELOAD);
    assert_true(tui->local.thought.on);
    paint(tui, 24, 80);
    game_screen.key(tui, 'y');
    assert_true(tui->local.thought.on); /* of the same move, anew */
    assert_int_equal(record->plies, 1);
    assert_int_equal(record->agent[BLUE].since, 1);
    assert_true(settings_get(own, "plan_random", "weight") == 7);
    settle(tui);
    assert_int_equal(record->plies, 2);
    local_game_resign(&tui->local);
    settle(tui);
    settings_set(&session.settings, "plan_random.weight", "6", "set", NULL);
    press(tui, "R");
    assert_int_equal(tui->prompt.question, QUESTION_NONE);
    assert_true(settings_get(own, "plan_random", "weight") == 7);
    assert_int_equal(record->agent[BLUE].since, 1);
    settings_reset(&session.settings, "plan_random.weight", NULL);
    free_tui(tui);
}

/* Options that an agent cannot take: that is all that is said, in the pane and outside it. */
TEST(test_reload_that_fails)
{
    char path[192];
    struct move moves[MOVES_MAX];
    struct tui *tui = new_tui(RED);
    begin_play(tui, SEATING_AGAINST, NULL, "invincible");
    settle(tui);
    assert_true(board_moves(local_game_board(&tui->local), moves) > 0);
    assert_int_equal(local_game_move(&tui->local, moves[0], NULL), STATUS_OK);
    settle(tui);
    snprintf(path, sizeof path, "%s/bad.model", folder);
    assert_int_equal(disk_write(path, "no model\n", 9, NULL), STATUS_OK);
    assert_int_equal(settings_set(&session.settings, "belief.model", path, "set", NULL), STATUS_OK);
    for (int pane = 0; pane < 2; pane++) {
        press(tui, pane ? ":profile reload\r" : "R");
        assert_int_equal(tui->prompt.question, QUESTION_RELOAD);
        paint(tui, 24, 80);
        press(tui, "y");
        assert_shown(tui, "belief.model: ");
        assert_true(pane || tui->message_is_error);
        assert_int_equal(find_row(tui, "The opponent plays by the new options"), -1);
    }
    settings_reset(&session.settings, "belief.model", NULL);
    free_tui(tui);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_and_close),
        cmocka_unit_test(test_editing),
        cmocka_unit_test(test_lines_wait),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_tabs),
        cmocka_unit_test(test_notes),
        cmocka_unit_test(test_notes_with_a_prompt),
        cmocka_unit_test(test_line_to_its_end),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_other_game),
        cmocka_unit_test(test_look),
        cmocka_unit_test(test_both_change),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_pane_stop),
        cmocka_unit_test(test_terminal_is_the_screens),
        cmocka_unit_test(test_commands_follow_the_board),
        cmocka_unit_test(test_nothing_leaks),
        cmocka_unit_test(test_two_people),
        cmocka_unit_test(test_reload_has_a_prompt),
        cmocka_unit_test(test_reload_of_watched_game),
        cmocka_unit_test(test_reload_at_other_times),
        cmocka_unit_test(test_reload_that_fails),
    };
    return cmocka_run_group_tests(tests, screens_set_up, screens_tear_down);
}
