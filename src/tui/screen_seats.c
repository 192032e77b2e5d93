/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form that says who sits at a game: two people, two agents, one person for both sides, or somebody
 * beside a board elsewhere; by which rules and clock, and from where. */
#include "tui/screen_seats.h"

#include "tui/opponent.h"
#include "tui/screen_editor.h"
#include "tui/screen_enemy.h"
#include "tui/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORM_WIDTH = 50, FORM_BESIDE = 4 /* rows of title, message, help and a blank */ };

enum seats_row {
    SEATS_VARIANT, SEATS_WHO, SEATS_SIDE, SEATS_RED, SEATS_BLUE, SEATS_RULES, SEATS_CLOCK, SEATS_FROM,
    SEATS_START, SEATS_ROWS
};

static const char *const who_names[SEATINGS] = {"you and an agent", "two people", "two agents",
                                                "you, beside another board", "you, for both sides"};
static const char *const who_help[SEATINGS] = {
    "an agent has the other side",
    "by turns at this screen, which is covered in between",
    "you watch, and pause them where you like",
    "you enter both sides' moves, and what a fight shows",
    "all pieces are open, everything may be taken back"
};

const char *seats_who(const struct seats *seats)
{
    return who_names[seats->seating];
}

bool seats_copies_board(const struct seats *seats)
{
    return seats->arranging && seats->seating == SEATING_SECOND;
}

/* Whether people put their setups on the board themselves. */
static bool arranges(const struct seats *seats)
{
    if (seats->from_position || seats->seating == SEATING_WATCH)
        return false;
    return seats->seating == SEATING_SECOND ? !seats->created_beside : seats->arrange;
}

/* Where the game begins, in words. */
static const char *from_words(const struct seats *seats)
{
    if (seats->from_position)
        return "the position set up";
    if (seats->seating == SEATING_WATCH)
        return "setups of their own";
    if (seats->seating == SEATING_SECOND)
        return arranges(seats) ? "your setup there" : "a created setup";
    return arranges(seats) ? "setups you arrange" : "created setups";
}

/* The next of these ways, or the one before. */
static void turn_from(struct seats *seats, bool position, int by)
{
    int ways = position ? 3 : 2, at = seats->from_position ? 2 : arranges(seats);
    if (seats->seating == SEATING_WATCH) {
        seats->from_position = position && !seats->from_position;
        return;
    }
    at = (at + by + ways) % ways;
    seats->from_position = at == 2;
    if (seats->seating == SEATING_SECOND)
        seats->created_beside = at == 0;
    else
        seats->arrange = at == 1;
}

/* Whether a row makes sense for the chosen seating. */
static bool has_row(const struct seats *seats, int row)
{
    enum seating seating = seats->seating;
    switch (row) {
    case SEATS_VARIANT:
        return !seats->from_position; /* which says it itself */
    case SEATS_SIDE:
        return seating == SEATING_AGAINST || (seating == SEATING_SECOND && !seats->from_position);
    case SEATS_RED:
        return seating == SEATING_WATCH || (seating == SEATING_AGAINST && seats->side == BLUE);
    case SEATS_BLUE:
        return seating == SEATING_WATCH || (seating == SEATING_AGAINST && seats->side == RED);
    case SEATS_CLOCK:
        return seating != SEATING_SECOND && seating != SEATING_OPEN;
    default:
        return true;
    }
}

static void seats_enter(struct tui *tui)
{
    struct seats *seats = &tui->seats;
    seats->arranging = false;
    seats->at = has_row(seats, SEATS_VARIANT) ? SEATS_VARIANT : SEATS_WHO;
    if (tui->message[0] && !tui->alarm)
        message_clear(tui);
}

/* A row's name; its value and help into `words`. */
static const char *row_words(const struct tui *tui, int row, struct form_words *words)
{
    static const char *const names[SEATS_START] = {
        "Variant", "Who plays", "You sit at", "Red", "Blue", "Rules", "Clock", "From",
    };
    const struct seats *seats = &tui->seats;
    switch (row) {
    case SEATS_VARIANT: next_game_words(tui, NEXT_GAME_VARIANT, words); break;
    case SEATS_RULES: next_game_words(tui, NEXT_GAME_RULES, words); break;
    case SEATS_CLOCK: next_game_words(tui, NEXT_GAME_CLOCK, words); break;
    case SEATS_WHO: form_set(words, who_names[seats->seating], who_help[seats->seating]); break;
    case SEATS_SIDE: form_set(words, side_name(seats->side), ""); break;
    case SEATS_RED: case SEATS_BLUE:
        opponent_words_any(tui->session, variant_index(shown_variant(tui)),
                           seats->agent[row == SEATS_RED ? RED : BLUE], words);
        break;
    default:
        form_set(words, from_words(seats),
                 seats_needs_squares(tui) ? "the enemy's pieces are unknown; you enter their squares"
                 : seats->seating == SEATING_SECOND && !seats->from_position
                     ? "the enemy's forty pieces are unknown" : "");
        break;
    }
    return names[row];
}

static void seats_draw(const struct tui *tui, struct canvas *canvas)
{
    const struct seats *seats = &tui->seats;
    const struct area *message = &tui->layout.message;
    int count = 0, row, col = (canvas->cols - FORM_WIDTH) / 2;
    for (int i = 0; i < SEATS_ROWS; i++)
        count += has_row(seats, i);
    bool helped = canvas->rows >= 2 * count + FORM_BESIDE;
    row = (canvas->rows - (helped ? 2 * count : count)) / 3;
    row = row < tui->layout.title.rows ? tui->layout.title.rows : row;
    const struct form_place place = {col < 1 ? 1 : col, FORM_WIDTH, 10};
    draw_title(canvas, &tui->layout.title, "Vedette   who plays", "");
    for (int i = 0; i < SEATS_START; i++) {
        struct form_words words;
        if (!has_row(seats, i))
            continue;
        const char *name = row_words(tui, i, &words);
        form_draw_row(canvas, &place, row++, i == seats->at, name, words.value);
        if (helped)
            canvas_text(canvas, row++, place.col + 4, canvas->cols - place.col - 4, ROLE_DIM, words.help);
        else if (i == seats->at && !tui->message[0])
            canvas_text(canvas, message->row, 0, message->cols, ROLE_MESSAGE, words.help);
    }
    draw_item(canvas, row, place.col, FORM_WIDTH, seats->at == SEATS_START,
              arranges(seats) ? "Go on" : "Start");
    draw_help_line(canvas, &tui->layout.help, ON_SEATS);
    draw_message(tui, canvas);
}

static void change(struct tui *tui, int by)
{
    struct seats *seats = &tui->seats;
    switch (seats->at) {
    case SEATS_VARIANT: next_game_turn(tui, NEXT_GAME_VARIANT, by); break;
    case SEATS_RULES: next_game_turn(tui, NEXT_GAME_RULES, by); break;
    case SEATS_CLOCK: next_game_turn(tui, NEXT_GAME_CLOCK, by); break;
    case SEATS_WHO: seats->seating = (enum seating)(((int)seats->seating + by + SEATINGS) % SEATINGS); break;
    case SEATS_SIDE: seats->side = side_other(seats->side); break;
    case SEATS_FROM: turn_from(seats, editor_state(tui)->begun, by); break;
    case SEATS_RED: case SEATS_BLUE:
        opponent_turn_any(tui->session, variant_index(shown_variant(tui)),
                          seats->agent[seats->at == SEATS_RED ? RED : BLUE], by);
        break;
    default:
        break;
    }
}

static void go_row(struct seats *seats, int by)
{
    do
        seats->at = (seats->at + by + SEATS_ROWS) % SEATS_ROWS;
    while (!has_row(seats, seats->at));
}

/* The people's and agents' names, and who is an agent. */
static void name_players(const struct seats *seats, enum side seat, struct game_terms *terms)
{
    terms->player[RED] = terms->player[BLUE] = NULL;
    switch (seats->seating) {
    case SEATING_AGAINST:
        terms->player[side_other(seats->side)] = seats->agent[side_other(seats->side)];
        break;
    case SEATING_WATCH:
        terms->player[RED] = seats->agent[RED];
        terms->player[BLUE] = seats->agent[BLUE];
        break;
    case SEATING_SECOND:
        terms->people[side_other(seat)] = "opponent";
        break;
    case SEATING_TWO:
        terms->people[RED] = "Red";
        terms->people[BLUE] = "Blue";
        break;
    default:
        break;
    }
}

bool seats_needs_squares(const struct tui *tui)
{
    return tui->seats.seating == SEATING_SECOND && !tui->seats.from_position &&
           !variant_fills_rows(variant_at(tui->next_game.variant));
}

/* The start of a game that is played elsewhere: one's own setup, and the enemy's unknown pieces. */
static void start_beside(const struct tui *tui, enum side side, struct position_draft *draft)
{
    const struct seats *seats = &tui->seats;
    const struct variant *variant = variant_at(tui->next_game.variant);
    draft_clear(draft);
    draft->placement.variant = variant_index(variant);
    draft_army(draft, side, &seats->setup[side], NULL);
    if (!seats_needs_squares(tui)) {
        draft_army(draft, side_other(side), NULL, NULL);
        return;
    }
    /* Unknown pieces on the squares that were entered. Where the variant takes any army, the ones that the
     * enemy lacks are absent, so that the unknown pieces are exactly its army. */
    const struct enemy_squares *enemy = enemy_state(tui);
    const struct cell unknown = {.rank = RANK_UNKNOWN, .side = (uint8_t)side_other(side)};
    for (int rank = 0; rank < RANKS; rank++)
        draft->placement.absent[unknown.side][rank] = (uint8_t)(variant->count[rank] - enemy->army[rank]);
    for (bitboard squares = enemy->squares; squares;)
        draft_put(draft, bits_pop(&squares), unknown, NULL);
}

/* Whether a game can begin from the position set up; says why not. */
static bool can_begin(struct tui *tui)
{
    const struct placement *placement = &editor_state(tui)->draft.placement;
    enum seating seating = tui->seats.seating;
    struct position position = {0};
    struct error error = {0};
    char words[160];
    if (seating != SEATING_SECOND && placement_has_unknown(placement)) {
        say(tui, true, "There are pieces whose rank is not known: sit beside another board with them");
        return false;
    }
    if (position_init(&position, placement, &tui->next_game.rules, &error) != STATUS_OK) {
        message_error(tui, &error);
        return false;
    }
    struct outcome outcome = position_outcome(&position);
    position_free(&position);
    if (outcome.result == RESULT_OPEN)
        return true;
    words_outcome(outcome, SIDES, words, sizeof words);
    say(tui, true, "That game would be over at once. %s", words);
    return false;
}

unsigned seats_begin(struct tui *tui)
{
    struct seats *seats = &tui->seats;
    struct error error = {0};
    struct game_terms terms = next_game_terms(tui, NULL);
    struct position_draft beside;
    enum side seat = seats->side;
    terms.setup[RED] = terms.setup[BLUE] = NULL;
    terms.seating = seats->seating;
    terms.practice = false; /* is said in the other form, of its own games */
    terms.time = (struct time_terms){.counted = terms.time.counted};
    if (has_row(seats, SEATS_CLOCK))
        memcpy(terms.time.side, tui->next_game.clock.side, sizeof terms.time.side);
    if (seats->seating == SEATING_AGAINST && seats->side == BLUE) {
        terms.time.side[RED] = tui->next_game.clock.side[BLUE];
        terms.time.side[BLUE] = tui->next_game.clock.side[RED];
    }
    for (enum side side = RED; side <= BLUE; side++)
        if (seats->has_setup[side])
            terms.setup[side] = &seats->setup[side];
    if (seats->from_position) {
        if (!can_begin(tui))
            return 0;
        terms.start = &editor_state(tui)->draft.placement;
        seat = placement_seat(terms.start) < SIDES ? placement_seat(terms.start) : RED;
    } else if (seats->seating == SEATING_SECOND) {
        start_beside(tui, seat, &beside);
        terms.start = &beside.placement;
    }
    name_players(seats, seat, &terms);
    seats->arranging = false;
    enum status status = local_game_begin(&tui->local, &terms, &error);
    if (tui->local.taken && !seats->from_position)
        look_keep_variant(tui);
    return enter_game(tui, status, &error);
}

unsigned seats_go_on(struct tui *tui)
{
    struct seats *seats = &tui->seats;
    if (!seats_needs_squares(tui))
        return seats_begin(tui);
    enemy_state(tui)->squares = 0;
    setup_army(&seats->setup[seats->side], enemy_state(tui)->army);
    return GO_ENEMY;
}

/* The next side that has to arrange its pieces; SIDES: none. */
static enum side next_to_arrange(const struct seats *seats)
{
    for (enum side side = RED; side <= BLUE; side++) {
        bool person = seats->seating == SEATING_TWO || seats->seating == SEATING_OPEN || side == seats->side;
        if (person && !seats->has_setup[side])
            return side;
    }
    return SIDES;
}

unsigned seats_take_setup(struct tui *tui, const struct setup *setup)
{
    struct seats *seats = &tui->seats;
    seats->setup[seats->arranged] = *setup;
    seats->has_setup[seats->arranged] = true;
    enum side next = next_to_arrange(seats);
    if (next == SIDES)
        return seats_go_on(tui);
    seats->arranged = tui->next_game.side = next;
    return seats->seating == SEATING_TWO ? GO_COVER : GO_SETUP;
}

/* A setup for each person, where any army will do of the same pieces. */
static void create_setups(struct tui *tui)
{
    struct seats *seats = &tui->seats;
    uint8_t army[RANKS];
    bool has_army = false;
    for (enum side side = RED; side <= BLUE; side++) {
        if (seats->seating == SEATING_AGAINST && side != seats->side)
            continue;
        if (has_army)
            create_setup_of(tui, army, &seats->setup[side]);
        else
            create_setup(tui, &seats->setup[side]);
        setup_army(&seats->setup[side], army);
        seats->has_setup[side] = has_army = true;
    }
}

static unsigned choose(struct tui *tui)
{
    struct seats *seats = &tui->seats;
    if (seats->at != SEATS_START) {
        go_row(seats, 1);
        return 0;
    }
    seats->has_setup[RED] = seats->has_setup[BLUE] = false;
    if (seats->from_position || seats->seating == SEATING_WATCH)
        return seats_begin(tui);
    enum side first = next_to_arrange(seats);
    if (arranges(seats)) {
        seats->arranging = true;
        seats->arranged = tui->next_game.side = first;
        return seats->seating == SEATING_TWO ? GO_COVER : GO_SETUP;
    }
    create_setups(tui);
    return seats_go_on(tui);
}

static unsigned seats_key(struct tui *tui, int key)
{
    enum action action = key_action(key, ON_SEATS);
    int rows, by;
    if (action_step(action, &rows, &by)) {
        if (by)
            change(tui, by);
        else
            go_row(&tui->seats, rows);
        return 0;
    }
    switch (action) {
    case ACTION_CHOOSE: return choose(tui);
    case ACTION_CANCEL: return GO_MENU;
    case ACTION_QUIT: case ACTION_INTERRUPT: return GO_AWAY;
    default: return common_action(tui, action);
    }
}

const struct screen seats_screen = {
    .on = ON_SEATS, .enter = seats_enter, .draw = seats_draw, .key = seats_key
};
