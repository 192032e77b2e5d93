/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No request of a person about a running game reveals a hidden rank: every command of the table and
 * every key of the game's screen is tried in two games that differ in hidden ranks alone. What is new in
 * either table is tried too, or fails until the lists below say why it is not. */
#include "boards.h"
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/parse.h"
#include "screens.h"
#include "shortcuts.h"
#include "tui/keys.h"
#include "twins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Words for commands that need some, or are worth more than one try; SQUARE is that of an exchanged piece,
 * MINE of one that can move, MOVE a legal move. A command that is not here is tried by its name alone, an
 * agent that is not here by `move`. What plays worlds out looks back at the enemy's moves first, half a
 * second each time: two do so, the others have no kinds of enemy (mixture=0). */
static const char *const tries[] = {
    "apply -", "complete 'plans '", "complete 'guess explain '", "complete 'search tree '",
    "game enter MOVE", "game report --depth 1",
    "explain value marshal", "explain value flag", "explain value spy",
    "guess", "guess --at 3", "guess --board", "guess --truth", "guess --note SQUARE=X",
    "guess explain SQUARE", "guess explain SQUARE --min 0",
    "guess explain MINE", "guess heat flag", "guess heat marshal", "guess heat bomb", "guess set",
    "guess heat flag --to svg",
    "guess set SQUARE X,9", "guess set", "guess", "guess set SQUARE ?", "help show",
    "hint", "why --codes", "plans --codes", "plans --at 0", "hint --agent random",
    "hint --agent multi-ply", "hint --agent star:depth=2",
    "hint --agent vedette:worlds=2,plies=4",
    "move vedette:worlds=2,plies=4,mixture=0",
    "move rnad", "hint --agent rnad", "move rnad:search=planner,worlds=1,plies=3",
    "hint --agent rnad:search=policy,worlds=1,plies=2",
    "move star:depth=2", "moves --chances", "moves --first 1 --last 2", "plans", "plans --active",
    "plans MOVE",
    "position edit", "position edit turn red", "position edit turn blue", "position edit clear SQUARE",
    "position edit known SQUARE", "profile check careful", "profile explain rules",
    "profile set rules.move_limit 900", "repeat 2 guess", "time guess heat spy", "search --depth 2",
    "search --depth 3 --outcomes 12",
    "report --worlds 0", "report --worlds 0 --to html", "report --worlds 0 --to svg", "report --side all",
    "rollout --worlds 2 --plies 4 --explain", "rollout MOVE --worlds 9 --plies 2 --agent vedette:mixture=0",
    "search tree MOVE --depth 2", "setup load arts-03", "setup score arts-03", "setup mirror arts-03",
    "setup compare arts-03 arts-04", "setup novelty arts-03", "show", "show --all",
    "show --to svg", "show --all --to svg", "why",
    "why --agent vedette:worlds=2,plies=4",
};

/* Commands that are not tried, and why. */
static const struct {
    const char *name, *reason;
} left_out[] = {
    {"draw", "of a game at the console, without the screen"},
    {"game move", "of a game at the console, without the screen"},
    {"leave", "of a game at the console, without the screen"},
    {"new", "of a game at the console, without the screen"},
    {"redo", "of a game at the console, without the screen"},
    {"resign", "of a game at the console, without the screen"},
    {"resume", "of a game at the console, without the screen"},
    {"undo", "of a game at the console, without the screen"},
    {"bench", "measures by the clock, on its own positions"},
    {"bot", "reads another program's words, and knows no game at hand"},
    {"check", "of files"},
    {"console", "reads lines, each a command of its own"},
    {"convert", "of files"},
    {"game follow", "of files"},
    {"games", "of files, which list of a game only the players and its length"},
    {"guess learn", "of files"},
    {"value learn", "of files"},
    {"learn actor", "plays games of its own"},
    {"learn curve", "shows figures of a file"},
    {"learn decisions", "of files"},
    {"learn people", "of files"},
    {"learn rnad", "plays games of its own"},
    {"load", "of files: whoever has the file of a game has all of it"},
    {"match", "games of its own"},
    {"sweep", "games of its own"},
    {"serve", "has the game of another program, and a test of its own with twins"},
    {"tournament", "games of its own"},
    {"tune", "games of its own"},
    {"model pack", "of files"},
    {"note", "of files"},
    {"net new", "of files of weights"},
    {"net show", "of files of weights"},
    {"perft", "of files"},
    {"play", "the screen itself, whose keys are tried below"},
    {"positions make", "takes minutes, on games of its own"},
    {"profile edit", "an editor, which has no game at hand"},
    {"profile save", "writes options"},
    {"quit", "ends the program"},
    {"save", "a saved game has both setups, or it could not be gone on with"},
    {"setup delete", "of files"},
    {"setup fit", "of files"},
    {"setup learn", "of files"},
    {"setup save", "of files"},
    {"setup study", "of files, with games of its own"},
    {"source", "of files, each line a command of its own"},
    {"tactics", "on its own positions, some of it for minutes"},
};

/* Keys of the game that are not tried, and why. */
static const struct {
    enum action action;
    const char *reason;
} left_out_keys[] = {
    {ACTION_NONE, "stands in the help alone"},
    {ACTION_CHOOSE, "plays a move, in whose battle the ranks show themselves"},
    {ACTION_QUIT, "ends the screen"},
    {ACTION_INTERRUPT, "ends the screen"},
    {ACTION_SUSPEND, "stops the program"},
    {ACTION_NEW, "leaves the game"},
    {ACTION_RESIGN, "ends the game, when all is shown"},
    {ACTION_DRAW, "goes to the opponent, which may decide by its own ranks"},
    {ACTION_SAVE, "a saved game has both setups, or it could not be gone on with"},
};

/* All output about one of the twins, with the requests. */
struct outputs {
    struct text text;
    size_t runs;
};

static void keep_output(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

static void keep_notice(struct session *from, const char *line)
{
    if (strncmp(line, "time: ", 6) != 0) /* which is another each time */
        text_printf(from->context, "notice: %s\n", line);
}

static void run_line(struct outputs *output, const char *line)
{
    struct error error = {0};
    text_printf(&output->text, "\n> %s\n", line);
    enum status status = command_run_line(&session, line, &error);
    text_printf(&output->text, "status %d %s\n", (int)status, status ? error.text : "");
    output->runs++;
}

/* Runs a line as it stands, and with each side that its command takes. */
static void run_all_ways(struct outputs *output, const struct command *command, const char *line)
{
    static const char *const sides[] = {"red", "blue"};
    const struct argument *row;
    enum session_flag flag;
    char other[512];
    run_line(output, line);
    for (size_t i = 0; !command->runs_command && (row = command_flag(command, i, &flag)); i++) {
        for (int side = 0; side < 2 && row->kind == VALUE_SIDE; side++) {
            snprintf(other, sizeof other, "%s --%s %s", line, row->name, sides[side]);
            run_line(output, other);
        }
        if (flag == SESSION_JSON) {
            snprintf(other, sizeof other, "%s --json", line);
            run_line(output, other);
        }
    }
}

static bool begins_with(const char *line, const char *name)
{
    size_t size = strlen(name);
    return strncmp(line, name, size) == 0 && (line[size] == '\0' || line[size] == ' ');
}

static bool is_left_out(const char *name)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
        if (begins_with(name, left_out[i].name))
            return true;
    return false;
}

/* Puts the squares and the move of the game into the words of a try. */
static void fill_in(const char *words, const char *square, const char *mine, const char *move, char line[512])
{
    static const char *const names[] = {"SQUARE", "MINE", "MOVE"};
    const char *const values[] = {square, mine, move};
    snprintf(line, 512, "%s", words);
    for (int i = 0; i < 3; i++)
        for (char *at; (at = strstr(line, names[i]));) {
            char rest[512];
            snprintf(rest, sizeof rest, "%s", at + strlen(names[i]));
            snprintf(at, 512 - (size_t)(at - line), "%s%s", values[i], rest);
        }
}

/* The command of a line: the one with the longest name that it begins with. */
static const struct command *command_of(const char *line)
{
    const struct command *found = NULL;
    for (size_t i = 0; i < command_table.count; i++)
        if (begins_with(line, command_table.rows[i]->name) &&
            (!found || strlen(command_table.rows[i]->name) > strlen(found->name)))
            found = command_table.rows[i];
    return found;
}

static bool needs_words(const struct command *command)
{
    bool needs = false;
    for (size_t i = 0; i < command->words.count; i++)
        needs |= !command->words.rows[i].optional;
    for (size_t i = 0; i < command->flags.count; i++)
        needs |= command->flags.rows[i].required;
    return needs;
}

static bool is_agent_tried(const char *agent)
{
    size_t size = strlen(agent);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        if (strncmp(tries[i], "move ", 5) == 0 && strncmp(tries[i] + 5, agent, size) == 0 &&
            (tries[i][5 + size] == '\0' || tries[i][5 + size] == ':'))
            return true;
    return false;
}

/* Runs every command; fails for one that needs words and is in neither list. */
static void run_commands(struct outputs *output, const struct twins *twins, const struct position *position)
{
    struct move moves[MOVES_MAX];
    char square[SQUARE_TEXT], mine[SQUARE_TEXT], move[MOVE_TEXT], line[512];
    const struct board *board = &position->board;
    assert_true(board_moves(board, moves) > 0);
    square_write(board->piece[twins->first].square, NOTATION_DEBOER, square);
    square_write(moves[0].from, NOTATION_DEBOER, mine);
    move_write(moves[0], false, NOTATION_DEBOER, move);
    for (size_t i = 0; i < command_table.count; i++) {
        const struct command *command = command_table.rows[i];
        bool tried = is_left_out(command->name);
        for (size_t j = 0; j < sizeof tries / sizeof tries[0] && !is_left_out(command->name); j++) {
            if (command_of(tries[j]) != command)
                continue;
            fill_in(tries[j], square, mine, move, line);
            run_all_ways(output, command, line);
            tried = true;
        }
        if (!tried && needs_words(command))
            fail_msg("'%s' needs words: name some in `tries`, or say in `left_out` why not", command->name);
        if (!tried)
            run_all_ways(output, command, command->name);
    }
    for (size_t i = 0; i < agent_count; i++) {
        if (is_agent_tried(agent_table[i]->name))
            continue;
        snprintf(line, sizeof line, "move %s", agent_table[i]->name);
        run_all_ways(output, command_of(line), line);
    }
}

static void look(struct outputs *output, struct tui *tui)
{
    static const int sizes[][2] = {{24, 80}, {43, 132}, {12, 40}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char line[4096];
        paint(tui, sizes[i][0], sizes[i][1]);
        for (int row = 0; row < sizes[i][0]; row++) {
            canvas_row(&tui->canvas, row, line);
            text_printf(&output->text, "%s\n", line);
        }
        text_append(&output->text, (const char *)tui->canvas.spots,
                    (size_t)(sizes[i][0] * sizes[i][1]) * sizeof *tui->canvas.spots);
    }
    output->runs++;
}

/* Presses one key and looks. */
static void press_one(struct outputs *output, struct tui *tui, int key, const char *label)
{
    text_printf(&output->text, "\nkey %s\n", label);
    tui->screen->key(tui, key);
    settle(tui);
    look(output, tui);
}

/* Presses every key of the game, on an enemy's exchanged piece and in the past too. */
static void press_keys(struct outputs *output, struct tui *tui, int square)
{
    for (size_t i = 0; i < key_count; i++) {
        const struct key_binding *row = &key_table[i];
        bool skip = !(row->screens & ON_GAME);
        for (size_t j = 0; j < sizeof left_out_keys / sizeof left_out_keys[0]; j++)
            skip |= row->action == left_out_keys[j].action;
        if (skip)
            continue;
        tui->cursor.square = (int8_t)square;
        press_one(output, tui, row->keys[0], row->label);
        for (int back = 0; back < 4 && tui->screen != &game_screen; back++)
            press_one(output, tui, KEY_ESCAPE, "Esc");
        press_one(output, tui, KEY_ESCAPE, "Esc");
        assert_ptr_equal(tui->screen, &game_screen);
    }
}

/* Every request in one of the twins, with a session of its own. */
static void run_one(struct outputs *output, const struct twins *twins, const struct position *position)
{
    session_free(&session);
    session_init(&session, &command_table);
    /* The panel of vedette has times. test_screen_lines.c looks at its hints. */
    assert_int_equal(settings_set(&session.settings, "hint.agent", "planner", "set", NULL), STATUS_OK);
    session.seed = 7;
    session.has_seed = true;
    session.write = keep_output;
    session.notice = keep_notice;
    session.context = &output->text;
    struct tui *tui = new_twin(twins, position == &twins->two, "random");
    session_show_game(&session, &tui->local.game); /* as the screen does while it runs */
    assert_true(session_is_playing(&session));
    look(output, tui);
    press_keys(output, tui, position->board.piece[twins->first].square);
    run_commands(output, twins, position);
    free_tui(tui);
}

/* Prints where the two differ: the request, and the line. */
static void show_difference(const struct outputs output[2])
{
    const char *one = text_string(&output[0].text), *two = text_string(&output[1].text);
    size_t at = 0, runs = 0, line = 0;
    while (at < output[0].text.size && at < output[1].text.size && one[at] == two[at]) {
        if (one[at] == '\n') {
            line = at + 1;
            if (strncmp(one + line, "> ", 2) == 0 || strncmp(one + line, "key ", 4) == 0)
                runs = line;
        }
        at++;
    }
    fail_msg("a hidden rank shows: %.200s\n one: %.300s\n two: %.300s", one + runs, one + line, two + line);
}

TEST(test_nothing_leaks)
{
    struct rng rng;
    const int wanted = (int)test_size("LEAK_TWINS", 3);
    int games = 0;
    rng_seed(&rng, 21, 0);
    for (int tried = 0; games < wanted && tried < 14 * wanted; tried++) {
        struct twins twins;
        struct outputs output[2] = {{{0}, 0}, {{0}, 0}};
        if (!twins_make(&twins, 10 + (int)rng_below(&rng, 120), rules_find("isf"), &rng))
            continue;
        games++;
        run_one(&output[0], &twins, &twins.one);
        run_one(&output[1], &twins, &twins.two);
        assert_true(output[0].runs > 150);
        if (output[0].text.size != output[1].text.size ||
            memcmp(output[0].text.bytes, output[1].text.bytes, output[0].text.size) != 0)
            show_difference(output);
        text_free(&output[0].text);
        text_free(&output[1].text);
        twins_free(&twins);
    }
    assert_int_equal(games, wanted);
}

/* The lists name what there is, each with a reason. */
TEST(test_lists_are_of_today)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        bool there = false;
        for (size_t j = 0; j < command_table.count; j++)
            there |= begins_with(command_table.rows[j]->name, left_out[i].name);
        if (!there || !left_out[i].reason[0])
            fail_msg("no command '%s'", left_out[i].name);
    }
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        if (!command_of(tries[i]))
            fail_msg("no command in '%s'", tries[i]);
    for (size_t i = 0; i < sizeof left_out_keys / sizeof left_out_keys[0]; i++) {
        bool there = false;
        for (size_t j = 0; j < key_count; j++)
            there |= key_table[j].action == left_out_keys[i].action;
        assert_true(there && left_out_keys[i].reason[0]);
    }
}

/* Runs in an empty folder: what is completed may be files, and other tests come and go beside this one. */
static int set_up_leak(void **state)
{
    char empty[512];
    if (screens_set_up(state) != 0)
        return -1;
    snprintf(empty, sizeof empty, "%s/empty", getenv("XDG_CONFIG_HOME"));
    return mkdir(empty, 0700) == 0 && chdir(empty) == 0 ? 0 : -1;
}

TESTS_MAIN(set_up_leak, screens_tear_down)
