/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/arts_positions.h"

#include "base/embedded.h"
#include "base/memory.h"
#include "base/plural.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "vedette-positions/1"

const struct arts_phase_row arts_phase_table[ARTS_PHASES] = {
    {70, 80},
    {41, 69},
    {4, 40},
};
const char *const arts_phase_names[] = {"opening", "middle", "end", NULL};

/* Drops the last positions, for example those of a file with an error, until `count` remain. */
static void cut(struct arts_positions *positions, size_t count)
{
    while (positions->count > count) {
        struct arts_position *item = &positions->items[--positions->count];
        view_free(&item->view);
        position_free(&item->seen);
    }
}

void arts_positions_free(struct arts_positions *positions)
{
    cut(positions, 0);
    free(positions->items);
    *positions = (struct arts_positions){0};
}

/* --- reading --- */

/* Returns the position that is being read. */
static struct arts_position *item_of(struct document *document)
{
    return ((struct list_item *)document)->item;
}

/* Reads the key `name` of a position. */
static enum status name_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return position_name_read(document, value, item_of(document)->name, error);
}

/* Checks that the board has exactly the ranks that the side to move knows: all of its own, and of the enemy's
 * only known ones. */
static enum status check_secrets(const struct document *document, const struct yaml *board,
                                 struct error *error)
{
    const struct placement *start = &document->record->start;
    for (size_t word = 0; word < SQUARES; word++) {
        struct cell cell = start->cell[position_word_square(word)];
        if (cell.side == start->to_move && cell.rank == RANK_UNKNOWN)
            return word_fault(document, board, word, 1, error, "found '?', expected a rank: the side to move "
                              "knows its own");
        if (cell.side == side_other(start->to_move) && cell.rank != RANK_UNKNOWN && !cell.known)
            return word_fault(document, board, word, 1, error, "found a rank without '!', expected '?': the "
                              "side to move knows only what was seen");
    }
    return STATUS_OK;
}

/* Reads the key `position`. Checks its ranks, the number of pieces of its phase, and that a move is legal. */
static enum status position_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct arts_position *item = item_of(document);
    enum status status = position_item_read(document, value, &item->seen, error);
    if (!status)
        status = check_secrets(document, yaml_get(value, "board"), error);
    if (status)
        return status;
    view_init(&item->view, &item->seen, item->seen.board.to_move);
    const struct arts_phase_row *row = &arts_phase_table[item->phase];
    int pieces = bits_count(item->view.board.occupied[RED] | item->view.board.occupied[BLUE]);
    if (pieces < row->min || pieces > row->max)
        return value_fault(document, value, error, "found %d piece%s, expected %d to %d: %s", pieces,
                           plural((uint64_t)pieces), row->min, row->max, arts_phase_names[item->phase]);
    if (!board_can_move(&item->view.board))
        return value_fault(document, value, error, "found no legal move, expected one");
    return STATUS_OK;
}

/* Reads one line of a belief. It has the square of a hidden enemy piece, which is the current word, and
 * thousandths for each rank, which must add up to 1000. */
static enum status read_row(const struct document *document, const struct yaml *value,
                            struct text_words *words, struct arts_position *item,
                            int units[PIECES_A_SIDE][RANKS], struct error *error)
{
    const struct board *board = &item->view.board;
    /* The square of a hidden enemy piece. */
    const char *word = words->text, *cursor = word;
    size_t place = words->index;
    int square = square_read(&cursor, NOTATION_DEBOER), total = 0;
    int number = square >= 0 && cursor == word + words->size ? board->at[square] : NO_PIECE;
    if (number >= PIECES || board->piece[number].side == item->view.side ||
        board->piece[number].rank != RANK_UNKNOWN)
        return word_fault(document, value, place, 0, error, "found \"%.*s\", expected the square of a hidden "
                          "piece", (int)(words->size < 20 ? words->size : 20), word);
    /* A row that was read before is not all zero. */
    int *row = units[number % PIECES_A_SIDE];
    for (int rank = 0; rank < RANKS; rank++)
        if (row[rank])
            return word_fault(document, value, place, 0, error, "found a second row for this square");
    /* The thousandths of each rank. */
    for (int rank = 0; rank < RANKS; rank++) {
        word = text_words_next(words);
        if (!word || !number_read(word, words->size, &row[rank]) || row[rank] > ARTS_BELIEF_UNITS)
            return word_fault(document, value, place + 1 + (size_t)rank, 0, error,
                              "expected a whole number 0-%d", ARTS_BELIEF_UNITS);
        if (row[rank] && board->piece[number].moved && !rank_moves(rank))
            return word_fault(document, value, words->index, 0, error, "expected 0: the piece has moved and "
                              "is no %s", rank_table[rank].name);
        total += row[rank];
    }
    if (total != ARTS_BELIEF_UNITS)
        return word_fault(document, value, place, 0, error, "found a row that adds up to %d, expected %d",
                          total, ARTS_BELIEF_UNITS);
    return STATUS_OK;
}

/* Reads the key `belief`: the rows of the hidden pieces. Then fills in all rows of item->belief. */
static enum status belief_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct arts_position *item = item_of(document);
    int units[PIECES_A_SIDE][RANKS] = {{0}};
    struct text_words words = {.text = value->text};
    while (text_words_next(&words)) {
        enum status status = read_row(document, value, &words, item, units, error);
        if (status)
            return status;
    }
    /* The column of each rank must add up to the number of its hidden pieces. */
    const struct board *board = &item->view.board;
    enum side enemy = side_other(item->view.side);
    for (int rank = 0; rank < RANKS; rank++) {
        int total = 0, expected = ARTS_BELIEF_UNITS * board->unknown_count[enemy][rank];
        for (int row = 0; row < PIECES_A_SIDE; row++)
            total += units[row][rank];
        if (total != expected)
            return value_fault(document, value, error, "found %d thousandths of a %s in all, expected %d",
                               total, rank_table[rank].name, expected);
    }
    /* Thousandths become probabilities; a known rank has 1. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct piece *piece = &board->piece[row + (enemy == RED ? 0 : PIECES_A_SIDE)];
        for (int rank = 0; rank < RANKS; rank++)
            item->belief[row][rank] = (double)units[row][rank] / ARTS_BELIEF_UNITS;
        if (piece->square != SQUARE_NONE && piece->rank < RANKS)
            item->belief[row][piece->rank] = 1;
    }
    return STATUS_OK;
}

/* Where the positions of a file go. */
struct arts_reading {
    struct arts_positions *positions;
    enum arts_phase phase;
};

/* Reads the phase of the file. */
static enum status phase_read(void *context, const struct document *document, const struct yaml *value,
                              struct error *error)
{
    int phase = 0;
    while (phase < ARTS_PHASES && strcmp(arts_phase_names[phase], value->text) != 0)
        phase++;
    if (phase == ARTS_PHASES)
        return value_fault(document, value, error, "found \"%.20s\", expected opening, middle or end",
                           value->text);
    ((struct arts_reading *)context)->phase = (enum arts_phase)phase;
    return STATUS_OK;
}

/* Appends an empty position and returns it. It is the callback of the list reader. */
static void *add_position(void *context)
{
    struct arts_reading *reading = context;
    struct arts_positions *positions = reading->positions;
    positions->items = memory_grow(positions->items, &positions->capacity, positions->count + 1,
                                   sizeof *positions->items);
    struct arts_position *item = &positions->items[positions->count++];
    *item = (struct arts_position){.phase = reading->phase};
    return item;
}

enum status arts_positions_parse(struct arts_positions *positions, const char *name, const char *bytes,
                                 size_t size, struct error *error)
{
    static const struct key_row rows[] = {
        {"name", name_key_read, .scalar = true, .needed = true},
        {"position", position_key_read, .mapping = true, .needed = true},
        {"belief", belief_key_read, .scalar = true, .needed = true},
    };
    static const struct position_list list = {FORMAT, "phase", phase_read, add_position, rows,
                                              sizeof rows / sizeof *rows};
    struct arts_reading reading = {.positions = positions};
    size_t before = positions->count;
    enum status status = position_list_parse(&list, name, bytes, size, &reading, error);
    if (status)
        cut(positions, before);
    return status;
}

void arts_positions_standard(struct arts_positions *positions)
{
    for (int phase = 0; phase < ARTS_PHASES; phase++) {
        char name[64];
        struct error error;
        snprintf(name, sizeof name, "data/positions/%s.yaml", arts_phase_names[phase]);
        const struct embedded *file = embedded_find(name);
        enum status status = arts_positions_parse(positions, name, (const char *)file->bytes, file->size,
                                                  &error);
        assert(!status); /* the tests have read it */
        (void)status;
    }
}

/* --- writing --- */

void arts_positions_write_head(enum arts_phase phase, const char *comment, struct text *out)
{
    const struct arts_phase_row *row = &arts_phase_table[phase];
    text_printf(out,
                "# Positions of games between programs, %d to %d pieces on the board: %s\n"
                "# belief: a line for each hidden enemy piece: its square, and in thousandths how probable\n"
                "# it is flag, bomb, spy, scout, miner, sergeant, lieutenant, captain, major, colonel,\n"
                "# general, marshal.\n"
                "format: " FORMAT "\nphase: %s\npositions:\n",
                row->min, row->max, comment, arts_phase_names[phase]);
}

/* Writes the rows of the belief about the unknown pieces of `enemy`, one for each. Writes nothing if there is
 * none. `units`: thousandths. */
static void write_belief_rows(const struct board *board, enum side enemy, int units[PIECES_A_SIDE][RANKS],
                              struct text *out)
{
    bool any = false;
    for (bitboard left = board->occupied[enemy]; left;) {
        int square = bits_pop(&left), number = board->at[square];
        char name[SQUARE_TEXT];
        if (board->piece[number].known)
            continue;
        text_printf(out, "%s    %s", any ? "" : "  belief: |\n", square_write(square, NOTATION_DEBOER, name));
        any = true;
        for (int rank = 0; rank < RANKS; rank++)
            text_printf(out, " %d", units[number % PIECES_A_SIDE][rank]);
        text_add(out, "\n");
    }
    if (!any)
        text_add(out, "  belief: \"\"\n");
}

enum status arts_position_write(const struct position *position, double p[PIECES_A_SIDE][RANKS],
                                struct text *out)
{
    const struct board *board = &position->board;
    enum side enemy = side_other(board->to_move);
    uint8_t count[RANKS];
    double hidden[PIECES_A_SIDE][RANKS];
    int units[PIECES_A_SIDE][RANKS];
    struct placement now;
    /* The numbers of the enemy's hidden pieces by rank: what the rounded columns must add up to. */
    memset(count, 0, RANKS);
    for (bitboard left = board->occupied[enemy]; left;) {
        const struct piece *piece = &board->piece[board->at[bits_pop(&left)]];
        if (!piece->known)
            count[piece->rank]++;
    }
    /* Hides these pieces on the board, and leaves only their rows of the belief. */
    memcpy(hidden, p, sizeof hidden);
    position_to_placement(position, &now);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        bool is_hidden = piece->side == enemy && piece->square != SQUARE_NONE && !piece->known;
        if (is_hidden)
            now.cell[piece->square].rank = RANK_UNKNOWN;
        else if (piece->side == enemy)
            memset(hidden[number % PIECES_A_SIDE], 0, sizeof hidden[0]);
    }
    if (arts_belief_round(hidden, count, units))
        return STATUS_BAD;
    /* The position with the plies that the repetition rules need, then the belief. */
    size_t plies = position_needed_history(position, NULL);
    struct prior_ply *before = memory_new(plies, sizeof *before);
    position_needed_history(position, before);
    text_add(out, "  position:\n");
    placement_write(&now, before, plies, 4 /* indentation */, out);
    write_belief_rows(board, enemy, units, out);
    free(before);
    return STATUS_OK;
}
