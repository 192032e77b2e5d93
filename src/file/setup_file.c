/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup files: forty symbols, the front row first, as the owner sees them. */
#include "base/plural.h"
#include "file/format.h"
#include "file/variant.h"
#include "game/notation.h"

#include <string.h>

int setup_surplus(const struct setup *setup, struct error *why)
{
    int count[RANKS] = {0};
    for (int i = 0; i < PIECES_A_SIDE; i++)
        count[setup->rank[i]]++;
    int seen[RANKS] = {0};
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int rank = setup->rank[i];
        if (++seen[rank] > rank_table[rank].count) {
            error_set(why, STATUS_BAD, "found %d pieces of rank %c (%s), expected %d", count[rank],
                      rank_table[rank].symbol, rank_table[rank].name, rank_table[rank].count);
            return i;
        }
    }
    return -1;
}

/* Where a comment that begins at `i` ends: its last byte. */
static size_t comment_end(const struct input *input, size_t i)
{
    const char *newline = memchr(input->bytes + i, '\n', input->size - i);
    return newline ? (size_t)(newline - input->bytes) : input->size - 1;
}

/* Whether the file is a setup of another variant; `why` is what there is to say of that. */
static bool other_variant(const struct input *input, struct error *why)
{
    char symbols[PIECES_A_SIDE];
    size_t count = 0;
    for (size_t i = input_start(input); i < input->size; i++) {
        if (input->bytes[i] == '#')
            i = comment_end(input, i);
        else if (!is_blank(input->bytes[i]) && count == sizeof symbols)
            return false;
        else if (!is_blank(input->bytes[i]))
            symbols[count++] = input->bytes[i];
    }
    const char *variant = variant_of_symbols(symbols, count);
    if (variant)
        variant_found(variant, why);
    return variant != NULL;
}

/* Reads the symbols and where they stand; STATUS_BAD for what is none, and unless they are forty. */
static enum status symbols_read(const struct input *input, struct setup *setup,
                                size_t place[PIECES_A_SIDE], struct error *error)
{
    int count = 0;
    char found[FOUND_TEXT];
    struct error why;
    for (size_t i = input_start(input); i < input->size; i++) {
        const char *at = input->bytes + i;
        if (*at == '#') {
            i = comment_end(input, i);
            continue;
        }
        if (is_blank(*at))
            continue;
        int rank = rank_from_symbol(*at);
        if (*at == '.' && other_variant(input, &why))
            return input_because(input, i, error, &why);
        if (rank < 0 || rank >= RANKS)
            return input_fault(input, i, error, "found %s, expected a rank F B S 2-9 X",
                               found_text(at, input->bytes + input->size, found));
        if (count == PIECES_A_SIDE)
            return input_fault(input, i, error, "found a 41st piece, expected 40");
        place[count] = i;
        setup->rank[count++] = (uint8_t)rank;
    }
    if (count < PIECES_A_SIDE)
        return input_fault(input, input->size, error, "found the end after %d piece%s, expected 40",
                           count, plural((uint64_t)count));
    return STATUS_OK;
}

enum status setup_read(const struct input *input, struct file_content *content, struct error *error)
{
    size_t place[PIECES_A_SIDE];
    struct error why;
    enum status status = symbols_read(input, &content->setup, place, error);
    if (status)
        return status;
    int surplus = setup_surplus(&content->setup, &why);
    if (surplus >= 0)
        return input_because(input, place[surplus], error, &why);
    content->kind = FILE_SETUP;
    return STATUS_OK;
}

void setup_write(const struct setup *setup, struct text *out)
{
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(out, "%c%c", rank_table[setup->rank[i]].symbol, i % FILES == FILES - 1 ? '\n' : ' ');
}
