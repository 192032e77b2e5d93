/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person may look at beside the game: where a rank is, what the pieces are worth, what the plans
 * say. Nothing is worked out while all of it is closed. */
#include "tui/screen.h"

#include "base/decimal.h"
#include "file/notation.h"

#include <stdio.h>
#include <string.h>

enum { LONG_WORD = 10 /* letters that breaking a message at a blank may leave unused */ };

static enum side believed_side(const struct tui *tui)
{
    enum side person = tui->seat.person;
    return tui->looking.turned ? person : side_other(person);
}

/* The move under the cursor: that of the chosen piece, or else the best of the piece there. */
static struct move move_under_cursor(const struct tui *tui)
{
    const struct hand *hand = &tui->hand;
    if (hand->chosen != SQUARE_NONE && bit_in(hand->targets, hand->cursor))
        return (struct move){(uint8_t)hand->chosen, (uint8_t)hand->cursor};
    return insight_best(&tui->insight, hand->chosen != SQUARE_NONE ? hand->chosen : hand->cursor);
}

static void update_sheets(struct tui *tui)
{
    struct looking *looking = &tui->looking;
    struct move before = looking->has_sheet ? looking->sheet.move : MOVE_NONE;
    struct move move = MOVE_NONE;
    if (insight_plan(&tui->insight, &tui->seat, tui->session))
        move = move_under_cursor(tui);
    looking->has_sheet = !move_is_none(move) && insight_sheet(&tui->insight, move, &looking->sheet);
    looking->has_played = insight_played(&tui->insight, &tui->seat, tui->session, &looking->played);
    /* Without room for the panel the message line has the move under the cursor, once it is another. */
    if (looking->has_sheet && !tui->layout.panel.rows && !move_equal(before, move)) {
        char words[512];
        sheet_words(&looking->sheet, session_notation(tui->session), words, sizeof words);
        say(tui, false, "%s", words);
    }
}

/* Notes that cannot be so any more are told once, behind what is said already. */
static void tell_faults(struct tui *tui)
{
    struct looking *looking = &tui->looking;
    const struct insight *insight = &tui->insight;
    if (looking->heat && insight->faults > looking->faults) {
        struct error line;
        struct text text = {0};
        note_fault_text(&insight->fault[insight->faults - 1], NOTATION_DEBOER, &text);
        error_set(&line, STATUS_NO, "%s", text_string(&text));
        text_free(&text);
        say_also(tui, &line);
    }
    looking->faults = looking->heat ? insight->faults : 0;
}

void look_update(struct tui *tui)
{
    const struct looking *looking = &tui->looking;
    if (!tui->seat.taken || !(looking->heat || looking->values || looking->plans))
        return;
    insight_look(&tui->insight, &tui->seat, tui->session);
    tell_faults(tui);
    if (looking->plans)
        update_sheets(tui);
}

bool look_heat(const struct tui *tui, double heat[SQUARES])
{
    const struct board *board = seat_board(&tui->seat);
    if (!tui->looking.heat)
        return false;
    const struct belief *belief = insight_belief(&tui->insight, believed_side(tui));
    belief_heat(belief, tui->looking.rank, heat);
    /* What everybody knows needs no number. */
    for (int square = 0; square < SQUARES; square++)
        if (heat[square] >= 0 && !belief_is_open(belief, board->at[square]))
            heat[square] = -1;
    return true;
}

static bool areas_meet(const struct area *a, const struct area *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows && a->col < b->col + b->cols &&
           b->col < a->col + a->cols;
}

static void draw_plans(const struct tui *tui, struct canvas *canvas)
{
    const struct looking *looking = &tui->looking;
    const struct seat *seat = &tui->seat;
    const char *none = "no piece that can move is here";
    if (seat_over(seat) && !seat->back)
        none = "the game is over";
    else if (!seat_over(seat) && seat_board(seat)->to_move != seat->person)
        none = "your opponent is to move";
    draw_sheets(canvas, &tui->layout.panel, looking->has_sheet ? &looking->sheet : NULL, none,
                looking->has_played ? &looking->played : NULL, "no move yet");
}

void look_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct looking *looking = &tui->looking;
    const struct layout *layout = &tui->layout;
    const struct board *board = seat_board(&tui->seat);
    const struct area *panel = &layout->panel;
    bool plans = looking->plans && panel->rows;
    /* The list of squares takes the moves' place, or on a small screen the graveyard's. */
    bool below = layout->moves.rows > 0;
    if (plans)
        draw_plans(tui, canvas);
    if (!plans || !areas_meet(panel, &layout->graves)) {
        if (looking->heat && !below)
            draw_likeliest(canvas, &layout->graves, insight_belief(&tui->insight, believed_side(tui)),
                           looking->rank);
        else if (looking->values)
            draw_values(canvas, &layout->graves, insight_worth(&tui->insight), tui->seat.person);
        else
            draw_graves(canvas, &layout->graves, board);
    }
    if (!plans || !areas_meet(panel, &layout->moves)) {
        if (looking->heat && below)
            draw_likeliest(canvas, &layout->moves, insight_belief(&tui->insight, believed_side(tui)),
                           looking->rank);
        else
            draw_moves(canvas, &layout->moves, board);
    }
    if (!plans || !areas_meet(panel, &layout->log))
        draw_log(canvas, &layout->log, board, tui->seat.person);
}

static void tell_heat(struct tui *tui)
{
    const struct looking *looking = &tui->looking;
    const char *name = rank_table[looking->rank].name;
    if (!looking->heat)
        say(tui, false, "%s", "");
    else if (looking->turned)
        say(tui, false, "What %s may believe: where your %s is, in percent",
            side_name(side_other(tui->seat.person)), name);
    else
        say(tui, false, "Where %s's %s may be, in percent; + and - choose the rank",
            side_name(side_other(tui->seat.person)), name);
}

static void turn_rank(struct tui *tui, int by)
{
    struct looking *looking = &tui->looking;
    if (looking->heat)
        looking->rank = (looking->rank + by + RANKS) % RANKS;
    looking->heat = true;
    tell_heat(tui);
}

static void toggle_values(struct tui *tui)
{
    tui->looking.values = !tui->looking.values;
    look_update(tui);
    if (!tui->looking.values) {
        say(tui, false, "%s", "");
        return;
    }
    double state = insight_worth(&tui->insight)->state[tui->seat.person];
    say(tui, false, "State of the game: %.2f, you are %s", state,
        state > 1.005 ? "ahead" : state < 0.995 ? "behind" : "level");
}

/* Puts blanks together and what has no room away: from a ';' or else from a ',' on, where there is one, as
 * that leaves a whole thought. `width` is in letters, all of one byte. */
static void fit(const char *from, char *to, size_t width)
{
    size_t size = 0, cut = 0;
    bool weak = true;
    for (; *from && size < width; from++) {
        if (*from == ';' || (*from == ',' && weak)) {
            weak = *from == ',';
            cut = size;
        }
        if (*from != ' ' || (size > 0 && to[size - 1] != ' '))
            to[size++] = *from;
    }
    to[*from && cut ? cut : size] = '\0';
}

/* Chooses the planner's move, so that Enter plays it. */
static void hint(struct tui *tui)
{
    struct hand *hand = &tui->hand;
    struct text why = {0};
    struct sheet sheet;
    char line[256], name[MOVE_TEXT];
    if (!seat_to_move(&tui->seat) || !insight_plan(&tui->insight, &tui->seat, tui->session)) {
        say(tui, true, "There is a hint only when it is your turn");
        return;
    }
    struct move move = insight_best(&tui->insight, SQUARE_NONE);
    if (!insight_sheet(&tui->insight, move, &sheet))
        return;
    hand->chosen = move.from;
    hand->cursor = move.to;
    hand->targets = 0;
    struct move moves[MOVES_MAX];
    int count = board_moves(seat_board(&tui->seat), moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from == move.from)
            hand->targets |= bit(moves[i].to);
    move_write(move, sheet.attack, session_notation(tui->session), name);
    insight_reason(&tui->insight, move, &why);
    /* The message line and, where there is one, the help line below it; a word may not fit the first. */
    int rows = 1 + (tui->layout.help.rows > 0);
    int width = rows * tui->layout.message.cols - (rows > 1 ? LONG_WORD : 0);
    size_t used = (size_t)snprintf(line, sizeof line, "Hint: %s, %.2f points. ", name,
                                   decimal_plain_zero(sheet.total, 2));
    size_t room = width > (int)used ? (size_t)width - used : 1;
    fit(text_string(&why), line + used, room < sizeof line - used ? room : sizeof line - used - 1);
    text_free(&why);
    say(tui, false, "%s", line);
}

/* The number of the enemy's piece under the cursor if a note about it makes sense; else NO_PIECE, and why is
 * said. */
static int piece_to_note(struct tui *tui)
{
    const struct seat *seat = &tui->seat;
    const struct board *board = seat_board(seat);
    int number = board->at[tui->hand.cursor];
    const char *why = NULL;
    if (seat_over(seat))
        why = "The game is over: all ranks are shown";
    else if (seat->back)
        why = "This is the past: Esc goes back to the present";
    else if (number >= PIECES || board->piece[number].side == seat->person)
        why = "None of your opponent's pieces is there";
    else if (board->piece[number].rank != RANK_UNKNOWN)
        why = "That piece's rank is known";
    if (why)
        say(tui, true, "%s", why);
    return why ? NO_PIECE : number;
}

static uint16_t noted(const struct tui *tui, int number)
{
    struct notes notes;
    notes_from_record(&notes, &tui->seat.game.record);
    return notes.ranks[number];
}

static void ask_note(struct tui *tui)
{
    char words[80], name[SQUARE_TEXT], ranks[RANKS_TEXT];
    int number = piece_to_note(tui);
    if (number == NO_PIECE)
        return;
    tui->looking.marked = number;
    snprintf(words, sizeof words, "Your note on %s (as in X9):",
             square_write(tui->hand.cursor, NOTATION_DEBOER, name));
    ask_text(tui, ASK_NOTE, words, ranks_write(noted(tui, number), NOTATION_DEBOER, ranks));
}

/* The note about the piece on a square, while its rank is not known; 0: none. */
static uint16_t note_at(const struct tui *tui, int square)
{
    const struct board *board = seat_board(&tui->seat);
    int number = board->at[square];
    return number < PIECES && board->piece[number].rank == RANK_UNKNOWN ? noted(tui, number) : 0;
}

void look_tell_note(struct tui *tui, int before)
{
    char ranks[RANKS_TEXT];
    uint16_t note = note_at(tui, tui->hand.cursor);
    if (note)
        say(tui, false, "Your note: %s", ranks_write(note, NOTATION_DEBOER, ranks));
    else if (note_at(tui, before))
        say(tui, false, "%s", "");
}

/* False, and why is said, where what is known rules a note out. */
static bool can_be(struct tui *tui, int number, uint16_t ranks)
{
    struct error why = {0};
    insight_look(&tui->insight, &tui->seat, tui->session);
    struct belief belief = *insight_belief(&tui->insight, side_other(tui->seat.person));
    if (belief_is_open(&belief, number) && belief_note(&belief, number, ranks, &why) == STATUS_OK)
        return true;
    say(tui, true, "Not noted: %s", why.text[0] ? why.text : "the piece is known, or gone");
    return false;
}

void look_note(struct tui *tui)
{
    char text[LINE_ROOM] = "", shown[RANKS_TEXT];
    size_t size = 0;
    int number = tui->looking.marked;
    struct error error = {0};
    for (const char *at = tui->prompt.line.text; *at; at++)
        if (*at != ' ')
            text[size++] = *at;
    uint16_t ranks = ranks_read(text, size, NOTATION_DEBOER);
    bool none = size == 0 || (size == 1 && text[0] == '?');
    if (seat_over(&tui->seat)) {
        say(tui, true, "Not noted: the game is over");
        return;
    }
    if (!none && !ranks) {
        say(tui, true, "Not noted: expected ranks F B S 2 .. 9 X, as in X 9");
        return;
    }
    if (!none && !can_be(tui, number, ranks))
        return;
    if (none)
        say(tui, false, "No note");
    else
        say(tui, false, "Noted: %s%s", ranks_write(ranks, NOTATION_DEBOER, shown),
            tui->looking.heat ? "" : "; w shows where the others may be");
    if (seat_note(&tui->seat, number, none ? 0 : ranks, &error) != STATUS_OK)
        say_also(tui, &error);
}

unsigned look_action(struct tui *tui, enum action action)
{
    struct looking *looking = &tui->looking;
    switch (action) {
    case ACTION_HEAT:
        looking->heat = !looking->heat;
        tell_heat(tui);
        return 0;
    case ACTION_TURN:
        looking->turned = looking->heat ? !looking->turned : true;
        looking->heat = true;
        tell_heat(tui);
        return 0;
    case ACTION_RANK_UP: turn_rank(tui, 1); return 0;
    case ACTION_RANK_DOWN: turn_rank(tui, -1); return 0;
    case ACTION_VALUES: toggle_values(tui); return 0;
    case ACTION_PLANS:
        looking->plans = !looking->plans;
        looking->has_sheet = false;
        say(tui, false, "%s", "");
        return 0;
    case ACTION_HINT: hint(tui); return 0;
    case ACTION_NOTE: ask_note(tui); return 0;
    default: return DID_NOTHING;
    }
}
