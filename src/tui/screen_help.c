/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help screen, made from the key table, the signs of the board and the rules. */
#include "tui/screen.h"

#include "plan/plan.h"
#include "report/rules_text.h"

#include <stdio.h>
#include <string.h>

enum {
    HELP_MAX = 192,
    RULES_MAX = 16,
    JOINED_TEXT = 160,
    INDENT = 2, /* columns before keys and signs */
    LABEL = 16, /* columns from there to their text */
    /* columns up to the text on a narrow screen, without indent; longer labels get their own line */
    LABEL_NARROW = 8,
    NARROW = 50,      /* a screen with fewer columns is narrow */
    LINES_MAX = 12 * HELP_MAX,
    BESIDE_MIN = NARROW, /* min columns beside the board for showing both */
};

/* A key, a sign or a rule, or a heading. */
struct help_row {
    char label[40];
    const char *text;
    bool heading, part; /* a heading; and one to which Tab goes */
};

/* A line on the screen. The text of a row may need several; only the first one has the label. */
struct help_line {
    const struct help_row *row;
    const char *text;
    int size;
    bool labelled;
};

/* The content of the help screen, with the texts that depend on the variant. */
struct help {
    struct help_row rows[HELP_MAX];
    char title[48], rule[RULES_MAX][RULE_TEXT];
    char joined[HELP_MAX][JOINED_TEXT]; /* the texts of rows with several keys */
    struct help_line lines[LINES_MAX];
    int count;                 /* number of lines */
};

struct help_place *help_place(const struct tui *tui)
{
    return screen_state(tui, &help_screen);
}

/* Appends a row: `label`, or the character `sign` if it is NULL, and its text. */
static void add_sign(struct help_row *rows, int *count, uint32_t sign, const char *label, const char *text)
{
    struct help_row *row = &rows[(*count)++];
    *row = (struct help_row){.text = text};
    if (label)
        snprintf(row->label, sizeof row->label, "%s", label);
    else if (sign < 0x80)
        snprintf(row->label, sizeof row->label, "%c", (char)sign);
    else
        snprintf(row->label, sizeof row->label, "%lc", (wint_t)sign);
}

/* Appends the signs of the board. */
static void add_signs(struct help_row *rows, int *count, const struct glyphs *glyphs)
{
    rows[(*count)++] = (struct help_row){.heading = true, .part = true, .text = "The signs on the board"};
    add_sign(rows, count, 0, "7", "your piece; F flag, B bomb, S spy, 2 scout .. 9 general, X marshal");
    add_sign(rows, count, 0, "7'", "your piece, which has moved");
    add_sign(rows, count, 0, "7!", "your piece, whose rank the enemy knows");
    add_sign(rows, count, glyphs->hidden, NULL, "an enemy piece that has not moved");
    add_sign(rows, count, glyphs->hidden_moved, NULL, "an enemy piece that has moved");
    add_sign(rows, count, 0, "b7 r7", "an enemy piece whose rank you know, blue or red");
    add_sign(rows, count, 0, "( )", "the last move, from and to");
    add_sign(rows, count, 0, "x7 xb7", "what fell in the last move, yours or the enemy's");
    add_sign(rows, count, 0, "[ ]", "the cursor");
    add_sign(rows, count, 0, "{ }", "the piece you have chosen");
    add_sign(rows, count, 0, "+  > <", "where it may go, and what it may attack");
    add_sign(rows, count, 0, "07 !!", "how probable the chosen rank is there, in percent; certain");
    add_sign(rows, count, 0, "shades", "the darker a square then is, the nearer it is to the likeliest one");
    add_sign(rows, count, 0, "a4#2xa7#5", "in the list of moves: a 2 (scout) on a4 attacked a 5 on a7");
    add_sign(rows, count, 0, "*a4-a5", "in the list of moves: a note on that move, shown when you step "
                                       "there");
    add_sign(rows, count, 0, "a4#X-a5", "in the list of moves: a piece that is known to be X went there");
}

/* Screens with words that `?` explains; those that choose opponents. */
enum {
    CHOOSES = ON_MENU | ON_NEW | ON_SEATING | ON_SETTINGS,
    WITH_WORDS = ON_GAME | ON_SETUP | ON_REVIEW | CHOOSES,
};

/* The words of panels and messages: on which screens, and what they mean. */
static const struct {
    unsigned on;
    const char *label, *text;
} word_rows[] = {
    {ON_GAME, "% to win", "how many of a hundred games from there the side would win; a draw is half a win"},
    {ON_GAME, "Worth", "what a piece counts for by what both sides have left; 1 is the highest rank, and a "
                       "marshal counts less while the enemy has a spy"},
    {ON_GAME, "0 15 35 60 85", "the shades: how likely a square is, in percent of the likeliest"},
    {ON_GAME, "thinks, 73 %", "how much of the time that a hint takes is over; N gives it at once"},
    {CHOOSES | ON_GAME, "level", "how strong your opponent is: Recruit is the weakest"},
    {CHOOSES | ON_GAME, "agent", "a program that plays; each level is an agent with its settings"},
    {CHOOSES | ON_GAME, "profile", "a file of settings under a name, for an opponent or for the screen"},
    {ON_SETTINGS, "safe", "colours that no common form of colour blindness confuses, on a dark background"},
    {ON_SETTINGS, "mono", "no colours, only bold and reversed"},
    {ON_SETTINGS, "planner", "rules of thumb give each move points; nothing is looked ahead"},
    {ON_SETTINGS, "rollouts", "the best moves are played on in worlds that fit what is known"},
    {ON_SETTINGS, "lines", "the moves and answers that a search looked at"},
    {ON_SETTINGS, "policy", "how likely a learnt network is to play each move"},
    {ON_SETTINGS, "deboer", "files a-j, rows 1-10, and X is the marshal: the usual way to write moves"},
    {ON_SETTINGS, "arts", "files a-k without i, row 0 for 10, American ranks: 1 is the marshal"},
    {ON_GAME, "worlds", "ways in which the hidden ranks may stand, drawn by what is known of them"},
    {ON_GAME, "open file, row", "one with nothing between the two pieces"},
    {ON_GAME, "1. and 1...", "red's first move, and blue's; \"since 1...\" is since blue's first move"},
    {ON_GAME, "28 to 12 % by", "the move of the game after which the guess changed most"},
    {ON_GAME, "played out", "moves tried in such worlds, with answers, to see what comes of them"},
    {ON_GAME, "error, +-2", "how far a figure may well be off"},
    {ON_GAME, "best", "in how many of a hundred worlds no other move did better"},
    {ON_GAME, "known setup", "one of those that people use again and again; near one: but for some pieces"},
    {ON_GAME, "skill, luck", "what your moves won or lost you, and what fights gave beyond what could be "
                             "expected, in points of the chance to win"},
    {ON_GAME, "You play like", "the opponent's level that is as strong as you, by your results so far"},
    {ON_GAME, "seat", "one side's view of the board"},
    {ON_GAME, "points", "what plans give a move, to compare it with others; the highest piece is worth 100"},
    {ON_GAME, "2/15", "the move's place among all moves, by points"},
    {ON_SETUP, "How good it is", "the sum of the lines below it; armies made by chance have about -3"},
    {ON_SETUP, "Your army: fair", "below Captain: good, fair or weak, and its weakest point"},
    {ON_SETUP, "Shut in ..", "pieces that bombs keep from ever moving"},
    {ON_SETUP, "Flag bombed in", "bombs on all sides of the flag"},
    {ON_SETUP, "Flag defence", "which pieces stand on the flag's side of the board"},
    {ON_SETUP, "Blocked by ..", "strong pieces that wait until the spy, or a lower piece, has moved"},
    {ON_SETUP, "Miners ..", "miners in front are lost early, and are needed at the end"},
    {ON_SETUP, "Bomb protection", "pieces beside the bombs that can take a miner"},
    {ON_SETUP, "Starting pieces", "whether the front row is good to begin with"},
    {ON_SETUP, "in percent", "how many of a hundred people have a piece of that rank on the square"},
    {ON_SETUP, "Level: Recruit", "how strong your opponent is: Recruit is the weakest level"},
    {ON_SETUP, "the creator", "the part of the program that makes armies, as people set them up"},
    {ON_SETUP, "reserve", "pieces that are not on the board yet"},
    {ON_REVIEW, "The curve", "above the line red is ahead, below it blue; at the left the highest chance"},
    {ON_REVIEW, "for people", "the chance to win as games between people ended; for programs likewise"},
    {ON_REVIEW, "moves", "what the side's own moves won or lost it, in points of the chance to win, its "
                         "skill: the graded moves, and all others"},
    {ON_REVIEW, "opponent", "what the opponent's moves gave to it"},
    {ON_REVIEW, "luck", "what fights gave beyond what could be expected by what was known"},
    {ON_REVIEW, "rest", "what none of these explains"},
    {ON_REVIEW, "lost, better", "points of the chance to win that a move lost, and the move that keeps them"},
    {ON_REVIEW, "blunder", "a move that lost very much; a mistake lost less, an inaccuracy a little"},
    {ON_REVIEW, "brilliant", "a best move that the plans, the rules of thumb of the hint, do not see"},
    {ON_REVIEW, "red, blue", "a side's numbers are by what it could know: both sides' need not add up"},
    {ON_REVIEW, "48 worlds", "ways in which the hidden ranks may stand: both moves were played out in each"},
};

/* Appends the words of a screen, and on the game screen the plans. */
static void add_words(struct help_row *rows, int *count, unsigned on)
{
    rows[(*count)++] = (struct help_row){.heading = true, .part = true, .text = "The words on the screen"};
    for (size_t i = 0; i < sizeof word_rows / sizeof *word_rows; i++)
        if (word_rows[i].on & on)
            add_sign(rows, count, 0, word_rows[i].label, word_rows[i].text);
    for (int i = 0; on & ON_GAME && i < plan_kind_count; i++)
        add_sign(rows, count, 0, plan_kind_table[i]->words, plan_kind_table[i]->help);
}

/* Appends the rules, and how the rules of the current or next game differ from the official ones. */
static void add_rules(const struct tui *tui, struct help *help, int *count)
{
    const struct variant *variant = shown_variant(tui);
    bool game = tui->help_caller->on & ON_GAME && tui->local.has_game;
    const struct rules *rules = game ? &tui->local.game.record.rules : &tui->next_game.rules;
    char label[sizeof help->rows->label];
    help->rows[(*count)++] = (struct help_row){.heading = true, .part = true, .text = help->title};
    snprintf(help->title, sizeof help->title, "The rules of %s",
             variant == variant_at(VARIANT_STANDARD) ? "Stratego" : variant->title);
    for (size_t i = 0; i < rule_count && i < RULES_MAX; i++)
        add_sign(help->rows, count, 0, rule_rows[i].label, rule_text(&rule_rows[i], variant, help->rule[i]));
    if (!rules->name || !rules->purpose || strcmp(rules->name, rules_find("isf")->name) == 0)
        return;
    snprintf(label, sizeof label, "Rules %.16s", rules->name);
    add_sign(help->rows, count, 0, label, rules->purpose);
}

/* Returns the area of the help: beside the board if there are enough columns, otherwise the whole screen. */
static struct area help_area(const struct tui *tui)
{
    const struct layout *layout = &tui->layout;
    const struct area *squares = &layout->squares;
    int rows = layout->message.row - layout->title.rows;
    int col = layout->numbers_right >= 0 ? layout->numbers_right + 3 : squares->col + squares->cols + 1;
    bool is_beside = tui->help_caller->on & (ON_GAME | ON_SETUP | ON_EDITOR) &&
                     layout->cols - col >= BESIDE_MIN;
    if (!is_beside)
        col = 0;
    return (struct area){layout->title.rows, col, rows > 1 ? rows : 1, layout->cols - col};
}

/* The groups of a screen's keys, in the order of their lists. The first one also has the keys without an
 * action, such as a typed move, and a line for the arrows; the last one has all keys that no other has. */
static const struct key_group {
    unsigned on;
    const char *name;
    uint8_t actions[24]; /* 0 ends the list */
} key_groups[] = {
    {ON_GAME, "To move",
     {ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT, ACTION_CHOOSE, ACTION_NEXT, ACTION_CANCEL,
      ACTION_TAKE_BACK, ACTION_REDO}},
    {ON_GAME, "To look",
     {ACTION_STEP_BACK, ACTION_STEP_FORWARD, ACTION_STEP_FIRST, ACTION_STEP_LAST, ACTION_BATTLE_BACK,
      ACTION_BATTLE_FORWARD, ACTION_HEAT, ACTION_RANK_UP, ACTION_RANK_DOWN, ACTION_PIECE_RANKS,
      ACTION_SQUARE_INFO, ACTION_OTHER_SIDE, ACTION_NOTE, ACTION_COMMENT, ACTION_TRY_LINE, ACTION_FLIP}},
    {ON_GAME, "To think",
     {ACTION_HINT, ACTION_LINES, ACTION_MOVE_NOW, ACTION_VALUES, ACTION_PLANS, ACTION_MOVES, ACTION_REVIEW,
      ACTION_CONSOLE}},
    {ON_GAME, "To watch, or to play by turns",
     {ACTION_PAUSE, ACTION_ONE_MOVE, ACTION_SPEED, ACTION_CHANGE_SEATS}},
    {ON_GAME, "The game and the program", {0}},
    {ON_SETUP, "To place the pieces",
     {ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT, ACTION_CHOOSE, ACTION_REMOVE_PIECE, ACTION_RANK_UP,
      ACTION_RANK_DOWN, ACTION_CLEAR, ACTION_MIRROR, ACTION_TAKE_BACK, ACTION_HEAT}},
    {ON_SETUP, "Whole setups",
     {ACTION_CREATE, ACTION_RANDOM, ACTION_NEXT_STORED, ACTION_LOAD, ACTION_SAVE}},
    {ON_SETUP, "The game and the program", {0}},
    {ON_REVIEW, "To look at moves",
     {ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT, ACTION_PAGE_UP, ACTION_PAGE_DOWN, ACTION_STEP_FIRST,
      ACTION_STEP_LAST, ACTION_CHOOSE}},
    {ON_REVIEW, "What is shown",
     {ACTION_CHANGE_SEATS, ACTION_GRADES, ACTION_KINDS, ACTION_CURVE, ACTION_WORDS}},
    {ON_REVIEW, "The game and the program", {0}},
};
enum { KEY_GROUPS = sizeof key_groups / sizeof *key_groups };

static const uint8_t arrows[] = {ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT};

/* Actions that share a line with the one before them in the table. */
static const uint8_t joined[] = {ACTION_STEP_FORWARD, ACTION_STEP_LAST, ACTION_BATTLE_FORWARD,
                                 ACTION_RANK_DOWN, ACTION_NEXT_LEVEL, ACTION_PAGE_DOWN};

/* Returns the group of a key of a screen; NULL: its keys have no groups. */
static const struct key_group *group_of(const struct key_binding *row, unsigned on)
{
    const struct key_group *last = NULL;
    for (int i = 0; i < KEY_GROUPS; i++) {
        const struct key_group *group = &key_groups[i];
        if (group->on != on)
            continue;
        if (row->action == ACTION_NONE || memchr(group->actions, row->action, sizeof group->actions))
            return group;
        last = group;
    }
    return last;
}

/* Appends the keys of a group that apply to a screen; NULL: all of them, each on a line of its own. */
static void add_keys(struct help *help, int *count, unsigned on, const struct key_group *group)
{
    int before = -1;
    for (size_t i = 0; i < key_count && *count + RULES_MAX < HELP_MAX; i++) {
        const struct key_binding *row = &key_table[i];
        if (!(row->screens & on) || (group && group_of(row, on) != group))
            continue;
        if (group && row->action == ACTION_UP) { /* one line for all arrows */
            bool list = on == ON_REVIEW;
            help->rows[*count] = (struct help_row){.text = list ? "go to another move of the list"
                                                                : "go to another square"};
            snprintf(help->rows[(*count)++].label, sizeof help->rows->label, "%s",
                     list ? "Up Down, k j" : "arrows, hjkl");
        }
        if (group && row->action && memchr(arrows, row->action, sizeof arrows))
            continue;
        bool joins = group && before >= 0 && row->action &&
                     memchr(joined, row->action, sizeof joined);
        if (joins) {
            struct help_row *first = &help->rows[before];
            if (first->text != help->joined[before])
                snprintf(help->joined[before], JOINED_TEXT, "%s", first->text);
            first->label[strcspn(first->label, ",")] = '\0'; /* one key of each action */
            first->text = help->joined[before];
            size_t used = strlen(first->label);
            snprintf(first->label + used, sizeof first->label - used, " %s", key_for(row->action, on).text);
            used = strlen(help->joined[before]);
            /* Leave out the words with which the first one begins. */
            const char *rest = row->help, *colon = strstr(rest, ": ");
            if (colon && strncmp(rest, help->joined[before], (size_t)(colon + 2 - rest)) == 0)
                rest = colon + 2;
            snprintf(help->joined[before] + used, JOINED_TEXT - used, "; %s", rest);
            continue;
        }
        before = *count;
        help->rows[*count] = (struct help_row){.text = row->help};
        snprintf(help->rows[(*count)++].label, sizeof help->rows->label, "%s", row->label);
    }
}

/* Fills in the rows of help for the screen that opened it; returns their number. */
static int fill_rows(const struct tui *tui, struct help *help)
{
    struct help_row *rows = help->rows;
    unsigned on = tui->help_caller->on;
    int count = 0;
    for (int i = 0; i < KEY_GROUPS; i++)
        if (key_groups[i].on == on) {
            rows[count] = (struct help_row){.text = key_groups[i].name, .heading = true, .part = count == 0};
            count++;
            add_keys(help, &count, on, &key_groups[i]);
        }
    if (!count) {
        rows[count++] = (struct help_row){.heading = true, .part = true, .text = "Keys"};
        add_keys(help, &count, on, NULL);
    }
    if (on & (ON_GAME | ON_SETUP | ON_EDITOR)) {
        rows[count++] = (struct help_row){.text = ""};
        add_signs(rows, &count, glyphs_get(tui->canvas.unicode));
    }
    if (on & WITH_WORDS) {
        rows[count++] = (struct help_row){.text = ""};
        add_words(rows, &count, on);
    }
    rows[count++] = (struct help_row){.text = ""};
    add_rules(tui, help, &count);
    return count;
}

/* Returns the columns before labels, for an area of that width. */
static int indent(int cols)
{
    return cols < NARROW ? 0 : INDENT;
}

/* Returns the column of a row's text. */
static int column(const struct help_row *row, int cols)
{
    if (row->heading)
        return indent(cols) / 2;
    return cols < NARROW ? LABEL_NARROW : INDENT + LABEL;
}

/* Fills in the rows and breaks them into lines. */
static void help_make(const struct tui *tui, struct help *help)
{
    const struct canvas *canvas = &tui->canvas;
    int cols = help_area(tui).cols, count = fill_rows(tui, help);
    help->count = 0;
    for (int i = 0; i < count && help->count + 1 < LINES_MAX; i++) {
        const struct help_row *row = &help->rows[i];
        const char *text = row->text;
        bool own_line = row->label[0] && canvas_width(canvas, row->label) >= column(row, cols) - indent(cols);
        if (own_line)
            help->lines[help->count++] = (struct help_line){row, "", 0, true};
        do {
            size_t size = canvas_fit(canvas, text, cols - column(row, cols));
            bool labelled = !own_line && text == row->text;
            help->lines[help->count++] = (struct help_line){row, text, (int)size, labelled};
            text += size + strspn(text + size, " ");
        } while (*text && help->count < LINES_MAX);
    }
}

/* Starts at the first line. */
static void help_enter(struct tui *tui)
{
    help_place(tui)->top = 0;
}

/* Draws the help, beside the board or on the whole screen, and on the message line how to continue. */
static void help_draw(const struct tui *tui, struct canvas *canvas)
{
    struct help help;
    const struct layout *layout = &tui->layout;
    const struct area area = help_area(tui);
    help_make(tui, &help);
    int last = help.count - area.rows, top = help_place(tui)->top > last ? last : help_place(tui)->top;
    if (top < 0)
        top = 0;
    if (area.col > 0) { /* draws the calling screen, then the help over it */
        tui->help_caller->draw(tui, canvas);
        canvas->cursor_shown = false;
        canvas_blank(canvas, area.row, area.col, area.rows, area.cols);
        canvas_blank(canvas, layout->message.row, 0, 2, layout->cols);
    } else {
        draw_title(canvas, &layout->title, "Vedette   help", "");
    }
    for (int i = 0; i < area.rows && top + i < help.count; i++) {
        const struct help_line *line = &help.lines[top + i];
        int row = area.row + i, col = area.col + column(line->row, area.cols);
        if (line->labelled)
            canvas_text(canvas, row, area.col + indent(area.cols), area.cols, ROLE_KEY, line->row->label);
        canvas_printf(canvas, row, col, canvas->cols - col,
                      line->row->heading ? ROLE_HEADING : ROLE_TEXT, "%.*s", line->size, line->text);
    }
    if (top < last)
        canvas_printf(canvas, layout->message.row, 0, canvas->cols, ROLE_DIM,
                      "More: %s, %s; %s: words, rules", key_for(ACTION_DOWN, ON_HELP).text,
                      key_for(ACTION_PAGE_DOWN, ON_HELP).text, key_for(ACTION_NEXT, ON_HELP).text);
    else
        canvas_printf(canvas, layout->message.row, 0, canvas->cols, ROLE_DIM, "%s goes back",
                      key_for(ACTION_CANCEL, ON_HELP).text);
    draw_help_line(canvas, &layout->help, ON_HELP);
}

/* Scrolls by `step` lines, within the text. */
static unsigned scroll_by(struct tui *tui, int step)
{
    struct help_place *place = help_place(tui);
    struct help help;
    help_make(tui, &help);
    int last = help.count - help_area(tui).rows;
    place->top += step;
    place->top = place->top > last ? last : place->top;
    place->top = place->top < 0 ? 0 : place->top;
    return 0;
}

/* Goes to the next part; from the last one to the first. */
static unsigned go_to_next_part(struct tui *tui)
{
    struct help_place *place = help_place(tui);
    struct help help;
    help_make(tui, &help);
    int top = place->top, next = top + 1;
    while (next < help.count && !help.lines[next].row->part)
        next++;
    if (next < help.count)
        scroll_by(tui, next - top);
    if (place->top > top)
        return 0;
    place->top = 0;
    return 0;
}

/* Scrolls, goes to the next part, or goes back. Returns flags as a screen's key function does. */
static unsigned help_handle_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_HELP);
    int step;
    if (action_scroll(action, help_area(tui).rows, &step))
        return scroll_by(tui, step);
    switch (action) {
    case ACTION_NEXT: return go_to_next_part(tui);
    case ACTION_CANCEL: case ACTION_HELP: case ACTION_QUIT: case ACTION_INTERRUPT: return GO_BACK;
    default: return action_handle_common(action);
    }
}

const struct screen help_screen = {
    .on = ON_HELP, .enter = help_enter, .draw = help_draw, .key = help_handle_key,
    .state_size = sizeof(struct help_place),
};
