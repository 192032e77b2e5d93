/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys.h"

#include <stdio.h>
#include <string.h>

/* The built-in keys. For a key on one screen the first row that has it counts. */
static const struct key_binding standard[] = {
    {{'?', KEY_F(1)}, "?, F1", ACTION_HELP, "help", "help",
     "these lines, the signs and the rules of Stratego", ON_ALL},
    {{'q'}, "q", ACTION_QUIT, "quit", "quit", "quit; you can resume an unfinished game", ON_ALL},
    {{KEY_UP, 'k'}, "Up, k", ACTION_UP, NULL, NULL, "up", ON_ALL},
    {{KEY_DOWN, 'j'}, "Down, j", ACTION_DOWN, NULL, NULL, "down", ON_ALL},
    {{KEY_LEFT, 'h'}, "Left, h", ACTION_LEFT, NULL, NULL, "left",
     ON_NEW | ON_SETUP | ON_GAME | ON_SETTINGS | ON_SEATING | ON_EDITOR | ON_REVIEW | ON_ENEMY | ON_SHAPES},
    {{KEY_RIGHT, 'l'}, "Right, l", ACTION_RIGHT, NULL, NULL, "right",
     ON_NEW | ON_SETUP | ON_GAME | ON_SETTINGS | ON_SEATING | ON_EDITOR | ON_REVIEW | ON_ENEMY | ON_SHAPES},
    {{0}, "Left Right", ACTION_NONE, NULL, "moments", "along the curve, move by move", ON_REVIEW},
    {{'w'}, "w", ACTION_WORDS, NULL, "in words", "the game in words, or the list of moves", ON_REVIEW},
    {{'X'}, "X", ACTION_CHANGE_SEATS, NULL, "whose", "your moves, your opponent's, or both sides'",
     ON_REVIEW},
    {{'g'}, "g", ACTION_GRADES, NULL, "grade", "blunders alone, mistakes, inaccuracies, brilliant moves, all",
     ON_REVIEW},
    {{'t'}, "t", ACTION_KINDS, NULL, "kind",
     "rash attacks alone, missed attacks, other attacks, quiet moves, all", ON_REVIEW},
    {{'c'}, "c", ACTION_CURVE, NULL, "curve", "the chance as it was known, or if all ranks were known",
     ON_REVIEW},
    {{KEY_PPAGE, CONTROL('B')}, "PgUp", ACTION_PAGE_UP, NULL, NULL, "a page up",
     ON_HELP | ON_GAMES | ON_REVIEW | ON_SHAPES},
    {{KEY_NPAGE, CONTROL('F'), ' '}, "PgDn, Space", ACTION_PAGE_DOWN, NULL, NULL, "a page down",
     ON_HELP | ON_GAMES | ON_REVIEW | ON_SHAPES},
    {{'\r', '\n', KEY_ENTER}, "Enter", ACTION_CHOOSE, NULL, "go there",
     "look at the position before that move, or at the moment", ON_REVIEW},
    {{'E'}, "E", ACTION_REVIEW, NULL, NULL, "back to the game", ON_REVIEW},
    {{'\r', '\n', KEY_ENTER}, "Enter", ACTION_CHOOSE, NULL, "open",
     "go on with the game, or look at a finished one from its end", ON_GAMES},
    {{'r'}, "r", ACTION_REPLAY, NULL, "replay", "look at the game from its first move", ON_GAMES},
    {{'/'}, "/", ACTION_SEARCH, NULL, "search",
     "only the games with this in their opponent, date, result or file name", ON_GAMES},
    {{'s'}, "s", ACTION_SORT, NULL, "sort", "sort by the next column", ON_GAMES},
    {{'t'}, "t", ACTION_TALLY, NULL, "won and lost", "games won, drawn and lost, by opponent", ON_GAMES},
    {{0}, "Left Right", ACTION_NONE, NULL, "change", "change the value",
     ON_NEW | ON_SEATING | ON_SETTINGS},
    {{'\r', '\n', KEY_ENTER, ' '}, "Enter, Space", ACTION_CHOOSE, NULL, NULL, "the next value", ON_SETTINGS},
    {{'d', KEY_DC}, "d, Del", ACTION_DISCARD, NULL, "delete", "delete the game: its file moves to the trash",
     ON_GAMES},
    {{KEY_HOME, '{'}, "Home, {", ACTION_STEP_FIRST, NULL, NULL, "to the first",
     ON_GAMES | ON_REVIEW | ON_SHAPES},
    {{KEY_END, '}'}, "End, }", ACTION_STEP_LAST, NULL, NULL, "to the last",
     ON_GAMES | ON_REVIEW | ON_SHAPES},
    {{'\t'}, "Tab", ACTION_NEXT, NULL, NULL, "to the next part: signs, words, rules", ON_HELP},
    {{'\r', '\n', KEY_ENTER, ' '}, "Enter, Space", ACTION_CHOOSE, NULL, "choose", "choose",
     ON_MENU | ON_NEW | ON_SEATING},
    {{'\r', '\n', KEY_ENTER, ' '}, "Enter, Space", ACTION_CHOOSE, NULL, "swap",
     "pick a piece up; on a second square, swap the two; put one from the reserve down",
     ON_SETUP},
    {{'\r', '\n', KEY_ENTER, ' '}, "Enter, Space", ACTION_CHOOSE, NULL, NULL,
     "choose a piece; on a marked square, move it there", ON_GAME},
    {{0}, "b4 b5, Enter", ACTION_NONE, NULL, NULL,
     "a typed move: b4 b5, b4b5 or b4-b5; a square; or draw", ON_GAME},
    {{'d', KEY_DC}, "d, Del", ACTION_DISCARD, NULL, "discard",
     "discard an unfinished game: its file moves to the finished games", ON_MENU},
    {{'\t'}, "Tab", ACTION_NEXT, NULL, NULL,
     "to the next piece that can move, or its next square", ON_GAME},
    {{'p'}, "p", ACTION_START, NULL, "play", "play with this setup", ON_SETUP},
    {{'c'}, "c", ACTION_CREATE, NULL, "create",
     "have the creator make an army as people do; with a reserve, around your pieces", ON_SETUP},
    {{'\r', '\n', KEY_ENTER}, "Enter", ACTION_CHOOSE, NULL, "go on",
     "to the next list; from the last one to an army of that shape", ON_SHAPES},
    {{'c'}, "c", ACTION_CREATE, NULL, "create", "have the creator make an army of this shape", ON_SHAPES},
    {{'w'}, "w", ACTION_HEAT, NULL, "where", "show where people put the selected rank", ON_SETUP},
    {{'x'}, "x", ACTION_CLEAR, NULL, "clear", "take all pieces off the board, to the reserve", ON_SETUP},
    {{0}, "F, B, 5 ..", ACTION_NONE, NULL, NULL, "put a piece of that rank down from the reserve",
     ON_SETUP},
    {{'d', KEY_DC, KEY_BACKSPACE, 127, 8}, "d, Del", ACTION_REMOVE_PIECE, NULL, NULL,
     "take the piece under the cursor to the reserve", ON_SETUP},
    {{'+', '='}, "+", ACTION_RANK_UP, NULL, NULL, "the next higher rank of the reserve", ON_SETUP},
    {{'-'}, "-", ACTION_RANK_DOWN, NULL, NULL, "the next lower rank of the reserve", ON_SETUP},
    {{'r'}, "r", ACTION_RANDOM, NULL, "random", "another army, made by chance", ON_SETUP},
    {{'t'}, "t", ACTION_NEXT_STORED, NULL, "take", "take the next setup that is stored under a name",
     ON_SETUP},
    {{'u'}, "u", ACTION_TAKE_BACK, NULL, NULL,
     "undo: the setup that you arranged, where another took its place", ON_SETUP},
    {{'m'}, "m", ACTION_MIRROR, NULL, NULL, "change left and right", ON_SETUP},
    {{'o'}, "o", ACTION_LOAD, NULL, "open", "open a setup by its name or its file", ON_SETUP},
    {{'b'}, "b", ACTION_SHAPES, NULL, "shapes", "people's setups by shape; have one made", ON_SETUP,
     .yields = true},
    {{'s'}, "s", ACTION_SAVE, NULL, "save", "save the setup under a name, or to a file", ON_SETUP},
    {{'u'}, "u", ACTION_TAKE_BACK, "undo", NULL,
     "take your last move back; an attack only in practice games", ON_GAME},
    {{'U'}, "U", ACTION_REDO, "redo", NULL, "play what was taken back again", ON_GAME},
    {{'['}, "[", ACTION_STEP_BACK, NULL, NULL, "look one move back", ON_GAME},
    {{']'}, "]", ACTION_STEP_FORWARD, NULL, NULL, "one move on again", ON_GAME},
    {{KEY_HOME, '{'}, "Home, {", ACTION_STEP_FIRST, NULL, NULL, "look at the first move", ON_GAME},
    {{KEY_END, '}'}, "End, }", ACTION_STEP_LAST, NULL, NULL, "back to the present", ON_GAME},
    {{'<'}, "<", ACTION_BATTLE_BACK, NULL, NULL, "look back to the last battle", ON_GAME},
    {{'>'}, ">", ACTION_BATTLE_FORWARD, NULL, NULL, "on to the next battle", ON_GAME},
    {{'w'}, "w", ACTION_HEAT, "where", NULL,
     "where is a rank? how probable on each square, in percent", ON_GAME},
    {{'+', '='}, "+", ACTION_RANK_UP, NULL, NULL, "the next higher rank to show", ON_GAME},
    {{'-'}, "-", ACTION_RANK_DOWN, NULL, NULL, "the next lower rank", ON_GAME},
    {{'W'}, "W", ACTION_PIECE_RANKS, "what", NULL,
     "what may the piece here be? its ranks in percent", ON_GAME},
    {{'I'}, "I", ACTION_SQUARE_INFO, "about", NULL,
     "what the cursor is on: in one line, in full, or not", ON_GAME},
    {{'t'}, "t", ACTION_OTHER_SIDE, "turn", NULL,
     "what the enemy may believe of yours; again: its own pieces", ON_GAME},
    {{'m'}, "m", ACTION_NOTE, NULL, NULL,
     "note which ranks the enemy's piece here may have", ON_GAME},
    {{'v'}, "v", ACTION_VALUES, "values", NULL, "what the pieces are worth, and who is ahead", ON_GAME},
    {{'p'}, "p", ACTION_PLANS, "plans", NULL,
     "what the plans say of the move here, and of your last one", ON_GAME},
    {{'P'}, "P", ACTION_MOVES, "table", NULL,
     "all moves with their values, best first; Enter plays one", ON_GAME},
    {{'H'}, "H", ACTION_HINT, "hint", NULL, "a move the program would play; Enter plays it", ON_GAME},
    {{'L'}, "L", ACTION_LINES, "lines", NULL,
     "how far your opponent thinks; after a hint, its best lines", ON_GAME},
    {{'N'}, "N", ACTION_MOVE_NOW, "now", NULL,
     "now: the best move or hint found so far", ON_GAME},
    {{':'}, ":", ACTION_CONSOLE, "console", NULL,
     "the console: commands about this game; Esc closes it", ON_GAME},
    {{'X'}, "X", ACTION_CHANGE_SEATS, "exchange", NULL,
     "two people: cover the board; watching: from whose seat", ON_GAME},
    {{'Z'}, "Z", ACTION_PAUSE, "pause", NULL, "watching two programs (agents): pause, and go on", ON_GAME},
    {{'.'}, ".", ACTION_ONE_MOVE, NULL, NULL, "watching: one move, then pause", ON_GAME},
    {{'V'}, "V", ACTION_SPEED, "speed", NULL, "watching: how long each move stands at least", ON_GAME},
    {{'\r', '\n', KEY_ENTER, ' '}, "Enter, Space", ACTION_CHOOSE, NULL, "look",
     "show the board to whoever is to move; the other looks away", ON_COVER},
    {{'n'}, "n", ACTION_NEW, NULL, "menu", "leave this game for the menu", ON_COVER},
    {{'\r', '\n', KEY_ENTER, ' ', 'u'}, "Enter, Space", ACTION_CHOOSE, NULL, "put",
     "put an unknown piece of the enemy on the square, or take it off", ON_ENEMY},
    {{'p'}, "p", ACTION_START, NULL, "play", "begin the game, when all pieces are put down", ON_ENEMY},
    {{'a'}, "a", ACTION_ARMY, NULL, "army", "which pieces the enemy has, where each side has what it likes",
     ON_ENEMY},
    {{'x'}, "x", ACTION_CLEAR, NULL, "clear", "take all of them off", ON_ENEMY},
    {{0}, "9, X, B ..", ACTION_NONE, NULL, "piece", "put a piece of that rank on the square", ON_EDITOR,
     .in_message = true},
    {{'u'}, "u", ACTION_UNKNOWN, NULL, "unknown", "put a piece there whose rank nobody here knows",
     ON_EDITOR, .in_message = true},
    {{'\t'}, "Tab", ACTION_NEXT, NULL, "side", "whose piece is put next: red's or blue's", ON_EDITOR},
    {{'d', KEY_DC, KEY_BACKSPACE, 127, 8}, "d, Del", ACTION_REMOVE_PIECE, NULL, "empty",
     "take the piece off the square", ON_EDITOR},
    {{'*', 'm'}, "*, m", ACTION_MOVED, NULL, "moved", "the piece has moved, or has not", ON_EDITOR},
    {{'!'}, "!", ACTION_KNOWN, NULL, "known", "the enemy knows its rank, or does not", ON_EDITOR},
    {{'t'}, "t", ACTION_OTHER_SIDE, NULL, "turn", "who is to move", ON_EDITOR},
    {{'p'}, "p", ACTION_START, NULL, "play", "play from here, or have it analysed", ON_EDITOR},
    {{'c'}, "c", ACTION_CAPTURED, NULL, "captured", "which pieces of the side were captured", ON_EDITOR},
    {{'a'}, "a", ACTION_ARMY, NULL, "army", "put a whole army down: a setup, or forty unknown pieces",
     ON_EDITOR},
    {{'x'}, "x", ACTION_CLEAR, NULL, NULL, "empty the board", ON_EDITOR},
    {{'z'}, "z", ACTION_TAKE_BACK, NULL, "undo", "take the last change back, also of x and a", ON_EDITOR,
     .yields = true},
    {{'g'}, "g", ACTION_GO_TO, NULL, NULL, "go to a square that you type", ON_EDITOR,
     .yields = true},
    {{'v'}, "v", ACTION_FLIP, NULL, NULL, "turn the board round", ON_EDITOR},
    {{'V'}, "V", ACTION_VARIANT, NULL, NULL, "the next variant: which pieces there are", ON_EDITOR},
    {{'o'}, "o", ACTION_LOAD, NULL, NULL, "open a position, or the end of a game", ON_EDITOR},
    {{'s'}, "s", ACTION_SAVE, NULL, NULL, "save the position to a file", ON_EDITOR},
    {{'A'}, "A", ACTION_COMMENT, "note", NULL,
     "a note on the move shown: a comment in the game's file", ON_GAME},
    {{'T'}, "T", ACTION_TRY_LINE, "try", NULL,
     "try a line: you move both sides, Esc comes back", ON_GAME},
    {{'E'}, "E", ACTION_REVIEW, "review", NULL,
     "a finished game: who was ahead, and which moves cost most", ON_GAME},
    {{'O'}, "O", ACTION_NEXT_VIEW, "seat", NULL,
     "a finished game: all pieces, what red saw, what blue saw", ON_GAME},
    {{'G'}, "G", ACTION_PLAY_FROM_HERE, "go on", NULL, "a finished game: practise from here in a new game",
     ON_GAME},
    {{'y'}, "y", ACTION_AGAIN, "again", NULL, "a finished game: play again, with sides changed", ON_GAME,
     .yields = true},
    {{'Y'}, "Y", ACTION_NEXT_LEVEL, "level", NULL, "a finished game: play the next level", ON_GAME,
     .yields = true},
    {{'D'}, "D", ACTION_DRAW, "draw", NULL, "offer a draw", ON_GAME},
    {{'r'}, "r", ACTION_RESIGN, "resign", NULL, "resign", ON_GAME},
    {{'R'}, "R", ACTION_RELOAD, "reload", NULL,
     "read your settings (profiles), colours and keys again, after a change", ON_GAME},
    {{'F'}, "F", ACTION_FLIP, "flip", NULL, "turn the board round", ON_GAME},
    {{'s'}, "s", ACTION_SAVE, "save", NULL, "save the game to a file", ON_GAME},
    {{'n'}, "n", ACTION_NEW, "new", NULL, "leave this game for the menu", ON_GAME},
    {{KEY_ESCAPE}, "Esc", ACTION_CANCEL, NULL, "back", "back",
     ON_NEW | ON_SETUP | ON_HELP | ON_GAMES | ON_SETTINGS | ON_SEATING | ON_EDITOR |
     ON_REVIEW | ON_ENEMY | ON_SHAPES},
    {{KEY_ESCAPE}, "Esc", ACTION_CANCEL, NULL, NULL,
     "put the piece down; to the present; end the thinking",
     ON_GAME},
    {{'S', KEY_F(2)}, "S, F2", ACTION_SETTINGS, "settings", NULL,
     "settings: colours, panels, board, mouse; they are kept",
     ON_ALL & ~(unsigned)(ON_SETUP | ON_EDITOR)},
    {{KEY_F(2)}, "F2", ACTION_SETTINGS, NULL, NULL, "settings: colours, board and mouse as you want them",
     ON_SETUP | ON_EDITOR},
    {{'C'}, "C", ACTION_NEXT_THEME, "colours", NULL,
     "the next colours: dark, light, safe, mono, yours, auto", ON_ALL},
    {{'M'}, "M", ACTION_MOUSE, "mouse", NULL,
     "mouse on or off; when off, the terminal can select text", ON_ALL},
    {{CONTROL('L')}, "Ctrl-L", ACTION_REDRAW, NULL, NULL, "redraw the screen", ON_ALL},
    {{CONTROL('Z')}, "Ctrl-Z", ACTION_SUSPEND, NULL, NULL, "stop the program; fg goes on", ON_ALL},
    {{CONTROL('C')}, "Ctrl-C", ACTION_INTERRUPT, NULL, NULL,
     "while an agent thinks, it moves at once; otherwise quit", ON_ALL},
};

enum { STANDARD_COUNT = sizeof standard / sizeof *standard };

const struct key_binding *key_table = standard;
size_t key_count = STANDARD_COUNT;

void keys_use(const struct key_binding *rows, size_t count)
{
    key_table = rows ? rows : standard;
    key_count = rows ? count : STANDARD_COUNT;
}

enum action key_action(int key, unsigned screen)
{
    for (size_t i = 0; i < key_count; i++)
        for (int k = 0; (key_table[i].screens & screen) && k < KEYS_A_ROW && key_table[i].keys[k]; k++)
            if (key_table[i].keys[k] == key)
                return key_table[i].action;
    return ACTION_NONE;
}

bool action_step(enum action action, int *rows, int *cols)
{
    *rows = (action == ACTION_DOWN) - (action == ACTION_UP);
    *cols = (action == ACTION_RIGHT) - (action == ACTION_LEFT);
    return *rows || *cols;
}

bool action_scroll(enum action action, int page, int *step)
{
    enum { BEYOND = 1 << 30 }; /* more lines than there are */
    switch (action) {
    case ACTION_UP: *step = -1; return true;
    case ACTION_DOWN: *step = 1; return true;
    case ACTION_PAGE_UP: *step = -page; return true;
    case ACTION_PAGE_DOWN: *step = page; return true;
    case ACTION_STEP_FIRST: *step = -BEYOND; return true;
    case ACTION_STEP_LAST: *step = BEYOND; return true;
    default: return false;
    }
}

struct key_name key_for(enum action action, unsigned screen)
{
    struct key_name name = {.text = "(no key)"};
    for (size_t i = 0; i < key_count; i++) {
        const struct key_binding *row = &key_table[i];
        if (row->action != action || !(row->screens & screen) || !row->keys[0])
            continue;
        /* The label up to the first comma, which may be the key itself. */
        size_t size = row->label[0] == ',' ? 1 : strcspn(row->label, ",");
        snprintf(name.text, sizeof name.text, "%.*s", (int)size, row->label);
        name.bound = true;
        break;
    }
    return name;
}

int key_code(enum action action, unsigned screen)
{
    for (size_t i = 0; i < key_count; i++)
        if (key_table[i].action == action && key_table[i].screens & screen && key_table[i].keys[0])
            return key_table[i].keys[0];
    return 0;
}

enum action key_action_for_word(const char *text, unsigned screen)
{
    enum action found = ACTION_NONE;
    size_t size = strlen(text);
    for (size_t i = 0; size > 0 && i < key_count; i++) {
        const struct key_binding *row = &key_table[i];
        if (!(row->screens & screen) || !row->command_word || strncmp(row->command_word, text, size) != 0)
            continue;
        if (row->command_word[size] == '\0')
            return row->action;
        /* Two words begin with the text. */
        if (found != ACTION_NONE)
            return ACTION_NONE;
        found = row->action;
    }
    return found;
}

bool key_begins_move(int key)
{
    return key >= 'a' && key <= 'j' && key_action(key, ON_GAME) == ACTION_NONE;
}
