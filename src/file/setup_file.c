/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup files: forty symbols, the front row first, as the owner sees them; '.' for an empty place. */
#include "base/plural.h"
#include "file/format.h"
#include "file/variant_name.h"
#include "game/notation.h"

#include <string.h>

static const char setup_variant_key[] = "variant:";

bool setup_names_variant(const char *line, size_t size)
{
    return size >= sizeof setup_variant_key - 1 &&
           memcmp(line, setup_variant_key, sizeof setup_variant_key - 1) == 0;
}

enum status setup_fault(const struct setup *setup, const struct variant *variant, int *place,
                        struct error *why)
{
    uint8_t army[RANKS], seen[RANKS] = {0};
    int size = setup_army(setup, army), first = -1, surplus = -1;
    const struct variant *own = variant_of_armies(army, NULL); /* then no single piece is one too many */
    if (!variant)
        variant = own ? own : variant_of_size(size);
    bool known = variant != NULL;
    if (!known)
        variant = variant_at(VARIANT_STANDARD);
    for (int i = 0; i < PIECES_A_SIDE && surplus < 0; i++) {
        int rank = setup->rank[i];
        if (rank == PLACE_EMPTY)
            continue;
        if (first < 0)
            first = i;
        if (++seen[rank] > variant->count[rank] && !own)
            surplus = i;
    }
    *place = surplus >= 0 ? surplus : first >= 0 ? first : 0;
    if (variant_check_army(variant, army, NULL) == STATUS_OK)
        return STATUS_OK;
    if (surplus >= 0) {
        int rank = setup->rank[surplus];
        return error_set(why, STATUS_BAD, "found %d pieces of rank %c (%s), expected %s%d", army[rank],
                         rank_table[rank].symbol, rank_table[rank].name, variant->any_army ? "at most " : "",
                         variant->count[rank]);
    }
    return known ? variant_army_fault(variant, army, why) : variant_no_army(army, why);
}

/* Reads the line "variant: NAME" where the file begins with one: *offset goes behind it. Without it
 * *variant is NULL: the pieces say which it is. */
static enum status variant_line(const struct input *input, size_t *offset, const struct variant **variant,
                                struct error *error)
{
    size_t next = input_start(input), start, size;
    char name[VARIANT_NAMES];
    struct error why;
    *offset = next;
    *variant = NULL;
    while (input_line(input, &next, &start, &size)) {
        while (size && is_blank(input->bytes[start]))
            start++, size--;
        if (size && input->bytes[start] != '#')
            break;
    }
    if (!setup_names_variant(input->bytes + start, size))
        return STATUS_OK;
    size_t at = start + sizeof setup_variant_key - 1, end = start + size;
    const char *comment = memchr(input->bytes + at, '#', end - at);
    if (comment)
        end = (size_t)(comment - input->bytes);
    while (at < end && is_blank(input->bytes[at]))
        at++;
    while (end > at && is_blank(input->bytes[end - 1]))
        end--;
    size_t length = end - at < sizeof name ? end - at : sizeof name - 1;
    memcpy(name, input->bytes + at, length);
    name[length] = '\0';
    *variant = variant_find(name);
    *offset = next;
    if (*variant)
        return STATUS_OK;
    variant_name_fault(name, &why);
    return input_because(input, at, error, &why);
}

/* Reads the symbols from `offset` on and where they stand; STATUS_BAD for what is none, and unless they are
 * forty. */
static enum status symbols_read(const struct input *input, size_t offset, struct setup *setup,
                                size_t place[PIECES_A_SIDE], struct error *error)
{
    int count = 0;
    char found[FOUND_TEXT];
    for (size_t i = offset; i < input->size; i++) {
        const char *at = input->bytes + i;
        if (*at == '#') {
            const char *newline = memchr(at, '\n', input->size - i);
            i = newline ? (size_t)(newline - input->bytes) : input->size - 1;
            continue;
        }
        if (is_blank(*at))
            continue;
        int rank = *at == '.' ? PLACE_EMPTY : rank_from_symbol(*at);
        if (rank < 0 || (rank >= RANKS && *at != '.'))
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
    size_t place[PIECES_A_SIDE], offset;
    struct error why;
    const struct variant *variant;
    int wrong;
    enum status status = variant_line(input, &offset, &variant, error);
    if (!status)
        status = symbols_read(input, offset, &content->setup, place, error);
    if (status)
        return status;
    if (setup_fault(&content->setup, variant, &wrong, &why))
        return input_because(input, place[wrong], error, &why);
    content->kind = FILE_SETUP;
    content->setup_variant = variant ? variant : setup_variant(&content->setup);
    return STATUS_OK;
}

void setup_write(const struct setup *setup, const struct variant *variant, struct text *out)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    if (!variant)
        variant = setup_variant(setup);
    if (variant != variant_of_armies(army, NULL)) /* else the pieces say it */
        text_printf(out, "%s %s\n", setup_variant_key, variant->name);
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(out, "%c%c", setup->rank[i] == PLACE_EMPTY ? '.' : rank_table[setup->rank[i]].symbol,
                    i % FILES == FILES - 1 ? '\n' : ' ');
}
