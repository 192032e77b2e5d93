/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position files: ten rows of ten cells, row 10 first, and the moves before the position. */
#include "base/memory.h"
#include "base/plural.h"
#include "file/document.h"
#include "file/format.h"
#include "game/notation.h"

#include <stdlib.h>
#include <string.h>

enum { CELL_WIDTH = 4 };

/* Returns the square of word number `word` (0 .. 99) of a board: row 10 first, file a first. */
static int word_square(size_t word)
{
    return square_at((int)word % FILES, ROWS - 1 - (int)word / FILES);
}

/* --- reading --- */

/* Reads the marks after a rank: '*' moved, '!' known. Returns the index of the first wrong byte, or
 * `size`. */
static size_t marks_read(const char *text, size_t size, struct cell *cell)
{
    for (size_t i = 2; i < size; i++) { /* behind the letters of side and rank */
        bool *mark = text[i] == '*' ? &cell->moved : text[i] == '!' ? &cell->known : NULL;
        if (!mark || *mark)
            return i;
        *mark = true;
    }
    return size;
}

/* Reads one cell. Returns NULL, or what was expected at byte *index. */
static const char *cell_read(const char *text, size_t size, int square, struct cell *cell, size_t *index)
{
    *cell = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
    *index = 0;
    if (square_is_lake(square))
        return size == 1 && *text == '~' ? NULL : "'~' (a lake)";
    if (*text == '.') {
        *index = 1;
        return size == 1 ? NULL : "the cell's end";
    }
    if (*text != 'r' && *text != 'b')
        return "a cell: '.' or r or b and a rank";
    cell->side = *text == 'r' ? RED : BLUE;
    int rank = size < 2 ? -1 : text[1] == '?' ? RANK_UNKNOWN : rank_from_symbol(text[1]);
    *index = 1;
    if (rank < 0)
        return "a rank F B S 2-9 X or ?";
    cell->rank = (uint8_t)rank;
    *index = marks_read(text, size, cell);
    return *index == size ? NULL : "'*', '!' once each, or the cell's end";
}

/* Checks that each row has ten cells; rows are numbered from 10 down. `starts_line`: the word is the first on
 * its line. */
static enum status row_check(const struct document *document, const struct yaml *value, size_t word,
                             bool starts_line, struct error *error)
{
    size_t cells = word % FILES;
    if (starts_line && cells > 0)
        return word_fault(document, value, word, 0, error,
                          "found the end of row %zu after %zu cell%s, expected ten",
                          ROWS - word / FILES, cells, plural(cells));
    if (!starts_line && cells == 0)
        return word_fault(document, value, word, 0, error, "found an eleventh cell in row %zu, expected ten",
                          ROWS + 1 - word / FILES);
    return STATUS_OK;
}

/* Reads the ten rows of the board. */
static enum status board_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct text_words words = {.text = value->text};
    const char *line = value->text;
    char found[FOUND_TEXT];
    for (const char *word; (word = text_words_next(&words));) {
        bool starts_line = words.index == 0; /* the word is the first on its line */
        for (; line < word; line++)
            starts_line = starts_line || *line == '\n';
        if (words.index == SQUARES && starts_line)
            return word_fault(document, value, words.index, 0, error, "found an eleventh row, expected ten");
        enum status status = row_check(document, value, words.index, starts_line, error);
        if (status)
            return status;
        int square = word_square(words.index);
        size_t index;
        const char *expected = cell_read(word, words.size, square,
                                         &document->record->start.cell[square], &index);
        if (expected)
            return word_fault(document, value, words.index, index, error, "found %s, expected %s",
                              found_text(word + index, word + words.size, found), expected);
    }
    if (words.given < SQUARES)
        return value_fault(document, value, error, "found %zu cell%s, expected ten rows of ten",
                           words.given, plural(words.given));
    return STATUS_OK;
}

/* Reads the side to move. */
static enum status to_move_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    for (enum side side = RED; side <= BLUE; side++)
        if (strcmp(value->text, side_name(side)) == 0) {
            document->record->start.to_move = side;
            return STATUS_OK;
        }
    return value_fault(document, value, error, "found \"%.20s\", expected red or blue", value->text);
}

/* Reads the rank symbols of a side's pieces, with or without blanks, and counts them in document->pieces. */
static enum status read_pieces_of_side(struct document *document, const struct yaml *value,
                                       struct error *error)
{
    struct text_words words = {.text = value->text};
    char found[FOUND_TEXT];
    for (const char *word; (word = text_words_next(&words));)
        for (size_t i = 0; i < words.size; i++) {
            int rank = rank_from_symbol(word[i]);
            if (rank < 0)
                return word_fault(document, value, words.index, i, error, "found %s, expected a rank "
                                  "F B S 2-9 X", found_text(word + i, word + words.size, found));
            uint8_t *count = &document->pieces[document->side][rank];
            int max = variant_at(document->record->start.variant)->count[rank];
            if (++*count > max)
                return word_fault(document, value, words.index, i, error,
                                  "found %d %s pieces of rank %c, expected at most %d", *count,
                                  document->pieces_word, rank_table[rank].symbol, max);
        }
    return STATUS_OK;
}

/* Reads pieces of both sides, {red: "2 2 5", blue: "9"}, into the counts `pieces`; `word` is the key. */
static enum status pieces_read(struct document *document, const struct yaml *value,
                               uint8_t (*pieces)[RANKS], const char *word, struct error *error)
{
    static const struct key_row rows[] = {
        {"red", read_pieces_of_side, .scalar = true, .names_side = true},
        {"blue", read_pieces_of_side, .scalar = true, .names_side = true},
    };
    document->pieces = pieces;
    document->pieces_word = word;
    document->record->start.free = true; /* pieces that are not listed may never have existed */
    if (value->kind == YAML_SCALAR) /* no value: the same as {} */
        return value->size == 0 ? STATUS_OK
                                : value_fault(document, value, error,
                                              "found a scalar, expected a mapping for \"%s\"", word);
    return mapping_read(document, value, rows, sizeof rows / sizeof *rows, error);
}

/* Reads the captured pieces. */
static enum status captured_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    document->captured_seen = true;
    return pieces_read(document, value, document->record->start.captured, "captured", error);
}

/* Reads the pieces that were absent from the start. */
static enum status absent_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return pieces_read(document, value, document->record->start.absent, "absent", error);
}

/* Appends a ply to those before the position. */
static void ply_take(struct document *document, struct move_with_ranks move, bool attack)
{
    struct record *record = document->record;
    record->prior = memory_grow(record->prior, &document->prior_capacity, record->prior_count + 1,
                                sizeof *record->prior);
    record->prior[record->prior_count++] = (struct prior_ply){move.move, attack};
}

/* Reads the plies before the position. */
static enum status history_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return moves_read(document, value, ply_take, error);
}

/* Checks the format of a position file. */
static enum status format_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const char name[] = "vedette-position/1";
    if (strcmp(value->text, name) == 0)
        return STATUS_OK;
    return value_fault(document, value, error, "found another format, expected %s", name);
}

/* Checks the whole position; a message gives the place of the first wrong cell. Without `captured:` the
 * missing pieces count as captured. */
static enum status board_check_whole(struct document *document, const struct yaml *board, struct error *error)
{
    struct placement *start = &document->record->start;
    uint8_t order[SQUARES];
    struct error why;
    int word;
    for (size_t i = 0; i < SQUARES; i++)
        order[i] = (uint8_t)word_square(i);
    for (size_t i = 0; i < SQUARES && !document->captured_seen; i++)
        if (start->cell[order[i]].side < SIDES && start->cell[order[i]].rank == RANK_UNKNOWN)
            return word_fault(document, board, i, 1, error,
                              "found '?' without the key \"captured\", expected it: it says which ranks "
                              "are left");
    if (!document->captured_seen)
        captured_fill(start);
    if (!placement_check_squares(start, order, &word, &why))
        return STATUS_OK;
    if (word < SQUARES)
        return word_fault(document, board, (size_t)word, 0, error, "%s", why.text);
    return value_fault(document, board, error, "%s", why.text);
}

/* Checks that the plies of `history:` can have led to the position. */
static enum status history_check(struct document *document, const struct yaml *history, struct error *error)
{
    struct record *record = document->record;
    struct position position = {0};
    struct error why;
    enum status status = position_init(&position, &record->start, &record->rules, &why);
    if (!status)
        status = position_set_prior_plies(&position, record->prior, record->prior_count, &why);
    position_free(&position);
    return status ? value_fault(document, history, error, "%s", why.text) : STATUS_OK;
}

/* Computes from the plies of `history:` the number of plies after the last attack, and whether there is an
 * attack. */
static void count_history(const struct prior_ply *before, size_t count, uint32_t *history_quiet,
                          bool *has_attack)
{
    *history_quiet = 0;
    *has_attack = false;
    for (size_t i = 0; i < count; i++) {
        *has_attack = *has_attack || before[i].attack;
        *history_quiet = before[i].attack ? 0 : *history_quiet + 1;
    }
}

/* Checks `played:` and `quiet:` against the history and each other. Sets start.played if only `quiet:` is
 * given. */
static enum status counts_check(struct document *document, const struct yaml *mapping, struct error *error)
{
    struct record *record = document->record;
    const struct yaml *played = yaml_get(mapping, "played"), *quiet = yaml_get(mapping, "quiet");
    uint32_t count = (uint32_t)record->prior_count, history_quiet;
    bool has_attack;
    count_history(record->prior, count, &history_quiet, &has_attack);
    /* The history may lack earlier moves: more quiet moves are possible if it has no attack. */
    if (quiet && (record->start.quiet < history_quiet || (has_attack && record->start.quiet > history_quiet)))
        return value_fault(document, quiet, error, "found %s quiet moves, the history has %u",
                           quiet->text, history_quiet);
    uint32_t min_played = count > record->start.quiet ? count : record->start.quiet;
    if (played && record->start.played < min_played)
        return value_fault(document, played, error, "found %s moves played, expected %u at least",
                           played->text, min_played);
    if (quiet && !played)
        record->start.played = min_played;
    return STATUS_OK;
}

enum status position_keys_read(struct document *document, const struct yaml *mapping, struct error *error)
{
    static const struct key_row rows[] = {
        {"format", format_key_read, .scalar = true},
        {"variant", variant_key_read, .scalar = true},
        {"to_move", to_move_key_read, .scalar = true, .needed = true},
        {"board", board_key_read, .scalar = true, .needed = true},
        {"captured", captured_key_read, .mapping = true, .scalar = true},
        {"absent", absent_key_read, .mapping = true, .scalar = true},
        {"history", history_key_read, .scalar = true},
        KEY_NUMBER("played", start.played, PLAYED_MAX),
        KEY_NUMBER("quiet", start.quiet, PLAYED_MAX),
        {"moves", moves_key_read, .scalar = true},
    };
    document->record->start.free = false;
    enum status status = mapping_read(document, mapping, rows, sizeof rows / sizeof *rows, error);
    if (!status)
        status = board_check_whole(document, yaml_get(mapping, "board"), error);
    if (!status && document->record->prior_count)
        status = history_check(document, yaml_get(mapping, "history"), error);
    if (!status)
        status = counts_check(document, mapping, error);
    /* If the variant allows any army, a position with `captured:` may still be the start of a game: then
     * it is not free. */
    struct record *record = document->record;
    struct setup setups[SIDES];
    if (!status && variant_at(record->start.variant)->any_army && !record->prior_count &&
        placement_to_setups(&record->start, setups))
        record->start.free = false;
    return status;
}

/* Writes a cell of the board. `last`: it is the last cell of its row. */
static void cell_write(struct cell cell, bool lake, bool last, struct text *out)
{
    char text[CELL_WIDTH + 1] = {lake ? '~' : '.'};
    if (cell.side < SIDES) {
        char *end = text;
        *end++ = cell.side == RED ? 'r' : 'b';
        *end++ = rank_table[cell.rank].symbol;
        if (cell.moved)
            *end++ = '*';
        if (cell.known)
            *end++ = '!';
    }
    if (last)
        text_printf(out, "%s\n", text);
    else
        text_printf(out, "%-*s ", CELL_WIDTH, text);
}

/* Writes a key with the pieces of both sides. */
static void pieces_write(const char *key, const uint8_t (*pieces)[RANKS], int indent, struct text *out)
{
    const char *separator = "";
    text_printf(out, "%*s%s: {", indent, "", key);
    for (enum side side = RED; side <= BLUE; side++) {
        const char *blank = "";
        for (int rank = 0; rank < RANKS; rank++)
            for (int i = 0; i < pieces[side][rank]; i++) {
                if (!*blank)
                    text_printf(out, "%s%s: \"", separator, side_name(side));
                text_printf(out, "%s%c", blank, rank_table[rank].symbol);
                blank = " ";
            }
        if (*blank) {
            text_add(out, "\"");
            separator = ", ";
        }
    }
    text_add(out, "}\n");
}

/* Writes `quiet:` and `played:` if they do not follow from the history. */
static void counts_write(const struct placement *placement, const struct prior_ply *before,
                         size_t count, int indent, struct text *out)
{
    uint32_t history_quiet;
    bool has_attack;
    count_history(before, count, &history_quiet, &has_attack);
    if (placement->quiet > history_quiet)
        text_printf(out, "%*squiet: %u\n", indent, "", placement->quiet);
    uint32_t min_played = placement->quiet > count ? placement->quiet : (uint32_t)count;
    if (placement->played > min_played)
        text_printf(out, "%*splayed: %u\n", indent, "", placement->played);
}

void placement_write(const struct placement *placement, const struct prior_ply *before, size_t count,
                     int indent, struct text *out)
{
    bool unknown = false;
    text_printf(out, "%*sto_move: %s\n%*sboard: |\n", indent, "", side_name(placement->to_move), indent, "");
    for (size_t word = 0; word < SQUARES; word++) {
        int square = word_square(word);
        struct cell cell = placement->cell[square];
        unknown = unknown || (cell.side < SIDES && cell.rank == RANK_UNKNOWN);
        if (word % FILES == 0)
            text_printf(out, "%*s", indent + 2, "");
        cell_write(cell, square_is_lake(square), word % FILES == FILES - 1, out);
    }
    /* In other positions the captured pieces follow from the board: they are all that are missing. */
    if (placement->free || unknown || variant_at(placement->variant)->any_army)
        pieces_write("captured", placement->captured, indent, out);
    if (army_size(placement->absent[RED]) + army_size(placement->absent[BLUE]) > 0)
        pieces_write("absent", placement->absent, indent, out);
    counts_write(placement, before, count, indent, out);
    if (count == 0)
        return;
    struct wrap wrap = {.out = out, .indent = indent + 2, .width = PAGE_WIDTH};
    text_printf(out, "%*shistory: >-\n", indent, "");
    for (size_t i = 0; i < count; i++) {
        char text[MOVE_TEXT];
        wrap_word(&wrap, move_write(before[i].move, before[i].attack, NOTATION_DEBOER, text));
    }
    wrap_end(&wrap);
}

void position_write(const struct position *position, struct text *out)
{
    struct placement now;
    size_t count = position_needed_history(position, NULL); /* NULL: only counts */
    struct prior_ply *before = memory_new(count, sizeof *before);
    position_needed_history(position, before);
    position_to_placement(position, &now);
    /* The numbers of moves are written only if the rules have a limit or the start position had them. */
    const struct rules *rules = &position->board.rules;
    if (!rules->move_limit && !rules->no_attack_limit && !position->start.played)
        now.played = now.quiet = 0;
    text_add(out, "format: vedette-position/1\n");
    variant_write(now.variant, out);
    placement_write(&now, before, count, 0, out);
    free(before);
}
