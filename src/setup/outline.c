/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/outline.h"

#include "setup/kind.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 3, HALF_FILES = FILES / 2 };

static const char *const row_words[] = {"front", "2nd", "3rd", "back"};
static const char *const lane_words[LANES] = {"left", "middle", "right"};

int outline_values(int step)
{
    return step == OUTLINE_FLAG ? OUTLINE_FLAGS : step == OUTLINE_BOMBS ? OUTLINE_BOMB_KINDS : OUTLINE_AREAS;
}

/* Returns the area of a rank's piece. */
static uint8_t area_of(const struct setup *setup, int rank)
{
    int place = setup_find(setup, rank);
    if (setup->rank[place] != rank)
        return OUTLINE_NO_PIECE;
    return (uint8_t)(place_row(place) * LANES + place_lane(place));
}

struct outline setup_outline(const struct setup *setup, bool *mirrored)
{
    struct setup seen = *setup;
    int bombs, open_sides;
    bool mirror = place_file(setup_find(setup, FLAG)) >= HALF_FILES;
    if (mirror)
        setup_mirror(setup, &seen);
    if (mirrored)
        *mirrored = mirror;
    int flag = setup_find(&seen, FLAG);
    setup_flag_sides(&seen, &bombs, &open_sides);
    return (struct outline){{(uint8_t)(place_row(flag) * HALF_FILES + place_file(flag)),
                             (uint8_t)(2 * bombs + (open_sides == 0)), area_of(&seen, MARSHAL),
                             area_of(&seen, GENERAL)}};
}

/* --- counting --- */

/* Returns the index of an outline's cell. */
static int cell_index(struct outline outline)
{
    int index = 0;
    for (int step = 0; step < OUTLINE_STEPS; step++)
        index = index * outline_values(step) + outline.value[step];
    return index;
}

/* Adds `from` to `to`. */
static void add_cell(struct outline_cell *to, const struct outline_cell *from)
{
    to->setups += from->setups;
    to->won += from->won;
    to->drawn += from->drawn;
}

void outline_counts_add(struct outline_counts *counts, struct outline outline, uint32_t setups, uint32_t won,
                        uint32_t drawn)
{
    const struct outline_cell added = {setups, won, drawn};
    add_cell(&counts->cell[cell_index(outline)], &added);
}

/* Returns the first cell of all outlines with the first `steps` values. *cells gets the number of them. */
static int first_cell(struct outline outline, int steps, int *cells)
{
    *cells = 1;
    for (int step = steps; step < OUTLINE_STEPS; step++) {
        outline.value[step] = 0;
        *cells *= outline_values(step);
    }
    return cell_index(outline);
}

struct outline_cell outline_counts_sum(const struct outline_counts *counts, struct outline outline, int steps)
{
    struct outline_cell sum = {0};
    int cells, first = first_cell(outline, steps, &cells);
    for (int i = first; i < first + cells; i++)
        add_cell(&sum, &counts->cell[i]);
    return sum;
}

void outline_counts_sum_next(const struct outline_counts *counts, struct outline outline, int steps,
                             struct outline_cell sums[OUTLINE_REST + 1])
{
    memset(sums, 0, (OUTLINE_REST + 1) * sizeof *sums);
    for (int value = 0; value < outline_values(steps); value++) {
        outline.value[steps] = (uint8_t)value;
        sums[value] = outline_counts_sum(counts, outline, steps + 1);
    }
}

/* Appends a row, or adds the cell to the rest if it has fewer than `min` setups. A row too many is only
 * counted. */
static void keep_or_join(struct outline_table *table, struct outline outline, const struct outline_cell *cell,
                         uint32_t min, struct outline_cell *rest)
{
    if (cell->setups == 0)
        return;
    if (cell->setups < min)
        add_cell(rest, cell);
    else if (table->count++ < OUTLINES_MAX)
        table->row[table->count - 1] = (struct outline_count){outline, cell->setups, cell->won, cell->drawn};
}

/* Appends the rows of all outlines whose first `step` values are those of `outline`; `first`: the index of
 * their first cell, `cells`: the number of their cells. What is too rare for a row is added to `rest`. */
static void make_rows(const struct outline_counts *counts, struct outline outline, int step, int first,
                      int cells, uint32_t min, struct outline_table *table, struct outline_cell *rest)
{
    struct outline_cell too_rare = {0};
    if (step == OUTLINE_STEPS) {
        keep_or_join(table, outline, &counts->cell[first], min, rest);
        return;
    }
    int values = outline_values(step), part = cells / values;
    for (int value = 0; value < values; value++) {
        outline.value[step] = (uint8_t)value;
        make_rows(counts, outline, step + 1, first + value * part, part, min, table, &too_rare);
    }
    memset(&outline.value[step], OUTLINE_REST, (size_t)(OUTLINE_STEPS - step));
    keep_or_join(table, outline, &too_rare, min, rest);
}

void outline_table_make(const struct outline_counts *counts, uint32_t min, struct outline_table *table)
{
    do {
        struct outline_cell left_out = {0};
        table->count = 0;
        make_rows(counts, (struct outline){{0}}, 0, 0, OUTLINE_CELLS, min, table, &left_out);
        min *= 2;
    } while (table->count > OUTLINES_MAX);
}

struct outline_cell outline_sum(const struct outline_table *table, struct outline outline, int steps)
{
    struct outline_cell sum = {0};
    for (uint32_t i = 0; i < table->count; i++) {
        const struct outline_count *row = &table->row[i];
        const struct outline_cell cell = {row->setups, row->won, row->drawn};
        if (memcmp(row->outline.value, outline.value, (size_t)steps) == 0)
            add_cell(&sum, &cell);
    }
    return sum;
}

void outline_sum_next(const struct outline_table *table, struct outline outline, int steps,
                      struct outline_cell sums[OUTLINE_REST + 1])
{
    memset(sums, 0, (OUTLINE_REST + 1) * sizeof *sums);
    for (uint32_t i = 0; i < table->count; i++) {
        const struct outline_count *row = &table->row[i];
        const struct outline_cell cell = {row->setups, row->won, row->drawn};
        if (memcmp(row->outline.value, outline.value, (size_t)steps) == 0)
            add_cell(&sums[row->outline.value[steps]], &cell);
    }
}

int outline_order(const struct outline_cell first[OUTLINE_REST + 1],
                  const struct outline_cell second[OUTLINE_REST + 1], int order[OUTLINE_REST + 1])
{
    int count = 0;
    for (int value = 0; value <= OUTLINE_REST; value++) {
        if (!first[value].setups && !second[value].setups)
            continue;
        int at = count++;
        for (; at > 0 && value != OUTLINE_REST; at--) {
            int before = order[at - 1];
            if (first[before].setups > first[value].setups ||
                (first[before].setups == first[value].setups &&
                 second[before].setups >= second[value].setups))
                break;
            order[at] = before;
        }
        order[at] = value;
    }
    return count;
}

/* --- words --- */

char *outline_word(int step, int value, enum notation notation, char text[OUTLINE_WORD])
{
    char square[SQUARE_TEXT];
    if (value == OUTLINE_REST)
        snprintf(text, OUTLINE_WORD, "others");
    else if (step == OUTLINE_FLAG)
        snprintf(text, OUTLINE_WORD, "%s",
                 square_write(setup_square(RED, value / HALF_FILES * FILES + value % HALF_FILES), notation,
                              square));
    else if (step == OUTLINE_BOMBS)
        snprintf(text, OUTLINE_WORD, "%d-%s", value / 2, value % 2 ? "closed" : "open");
    else if (value == OUTLINE_NO_PIECE)
        snprintf(text, OUTLINE_WORD, "none");
    else
        snprintf(text, OUTLINE_WORD, "%s-%s", row_words[value / LANES], lane_words[value % LANES]);
    return text;
}

int outline_read_word(int step, const char *word, enum notation notation)
{
    char known[OUTLINE_WORD];
    if (step == OUTLINE_FLAG) {
        const char *cursor = word;
        int square = square_read(&cursor, notation);
        int place = square < 0 || *cursor != '\0' ? -1 : setup_index(RED, square);
        if (place < 0)
            return -1;
        int file = place_file(place) < HALF_FILES ? place_file(place) : FILES - 1 - place_file(place);
        return place_row(place) * HALF_FILES + file;
    }
    for (int value = 0; value < outline_values(step); value++)
        if (strcmp(word, outline_word(step, value, notation, known)) == 0)
            return value;
    return -1;
}

/* Appends the area of a piece: "back left", "2nd row middle". */
static void describe_area(const char *piece, int area, struct text *out)
{
    if (area == OUTLINE_REST)
        text_printf(out, "%s in another area", piece);
    else if (area == OUTLINE_NO_PIECE)
        text_printf(out, "no %s", piece);
    else
        text_printf(out, "%s %s%s %s", piece, row_words[area / LANES],
                    area / LANES == 1 || area / LANES == 2 ? " row" : "", lane_words[area % LANES]);
}

void outline_describe(struct outline outline, int steps, enum notation notation, struct text *out)
{
    char word[OUTLINE_WORD];
    int bombs = outline.value[OUTLINE_BOMBS];
    if (steps > OUTLINE_FLAG)
        text_printf(out, "flag %s", outline_word(OUTLINE_FLAG, outline.value[OUTLINE_FLAG], notation, word));
    if (steps > OUTLINE_BOMBS && bombs == OUTLINE_REST)
        text_add(out, ", other bombs");
    else if (steps > OUTLINE_BOMBS)
        text_printf(out, ", %d bomb%s beside it, %s", bombs / 2, bombs / 2 == 1 ? "" : "s",
                    bombs % 2 ? "closed" : "open");
    for (int step = OUTLINE_MARSHAL; step < steps; step++) {
        text_add(out, step == OUTLINE_MARSHAL ? "; " : ", ");
        describe_area(rank_table[step == OUTLINE_MARSHAL ? MARSHAL : GENERAL].name, outline.value[step], out);
    }
}
