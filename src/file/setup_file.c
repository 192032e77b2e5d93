/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup files: forty rank symbols, the front row first, as the owner sees them; '.' for an empty place. */
#include "base/disk.h"
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

enum status setup_check_places(const struct setup *setup, const struct variant *variant, int *place,
                               struct error *why)
{
    uint8_t army[RANKS], seen[RANKS] = {0};
    int size = setup_army(setup, army), first = -1, surplus = -1;
    const struct variant *exact = variant_of_armies(army, NULL); /* if not NULL, no piece is too many */
    if (!variant)
        variant = exact ? exact : variant_of_size(size);
    bool has_variant = variant != NULL;
    if (!has_variant) /* no variant has this many pieces: a surplus is that over the standard army */
        variant = variant_at(VARIANT_STANDARD);
    for (int i = 0; i < PIECES_A_SIDE && surplus < 0; i++) {
        int rank = setup->rank[i];
        if (rank == PLACE_EMPTY)
            continue;
        if (first < 0)
            first = i;
        if (++seen[rank] > variant->count[rank] && !exact)
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
    return has_variant ? variant_check_pieces(variant, army, why) : variant_no_army(army, why);
}

/* Reads the line "variant: NAME" if the file begins with it; *offset is then the start of the next line. If
 * it does not, *variant is NULL: the pieces decide. */
static enum status variant_line_read(const struct input *input, size_t *offset,
                                     const struct variant **variant, struct error *error)
{
    size_t next = input_start(input), start, size;
    char name[VARIANT_NAMES];
    struct error why;
    *offset = next;
    *variant = NULL;
    /* The first line that is neither blank nor a comment. */
    while (input_next_line(input, &next, &start, &size)) {
        while (size && is_blank(input->bytes[start])) {
            start++;
            size--;
        }
        if (size && input->bytes[start] != '#')
            break;
    }
    if (!setup_names_variant(input->bytes + start, size))
        return STATUS_OK;
    size_t name_start = start + sizeof setup_variant_key - 1, end = start + size;
    /* The name, without a comment and the blanks around it. */
    const char *comment = memchr(input->bytes + name_start, '#', end - name_start);
    if (comment)
        end = (size_t)(comment - input->bytes);
    while (name_start < end && is_blank(input->bytes[name_start]))
        name_start++;
    while (end > name_start && is_blank(input->bytes[end - 1]))
        end--;
    size_t length = end - name_start < sizeof name ? end - name_start : sizeof name - 1;
    memcpy(name, input->bytes + name_start, length);
    name[length] = '\0';
    *variant = variant_find(name);
    *offset = next;
    if (*variant)
        return STATUS_OK;
    variant_name_fault(name, &why);
    return input_because(input, name_start, error, &why);
}

/* Reads forty symbols from `offset` on; place[i] gets the offset of symbol i. STATUS_BAD for other
 * characters or another number. */
static enum status symbols_read(const struct input *input, size_t offset, struct setup *setup,
                                size_t place[PIECES_A_SIDE], struct error *error)
{
    int count = 0;
    char found[FOUND_TEXT];
    for (size_t i = offset; i < input->size; i++) {
        const char *byte = input->bytes + i;
        if (*byte == '#') {
            const char *newline = memchr(byte, '\n', input->size - i);
            i = newline ? (size_t)(newline - input->bytes) : input->size - 1;
            continue;
        }
        if (is_blank(*byte))
            continue;
        int rank = *byte == '.' ? PLACE_EMPTY : rank_from_symbol(*byte);
        if (rank < 0 || (rank >= RANKS && *byte != '.'))
            return input_fault(input, i, error, "found %s, expected a rank F B S 2-9 X",
                               found_text(byte, input->bytes + input->size, found));
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

/* Reads a setup file: the variant, if it names one, and the forty symbols. */
enum status setup_read(const struct input *input, struct file_content *content, struct error *error)
{
    size_t place[PIECES_A_SIDE], offset;
    struct error why;
    const struct variant *variant;
    int wrong_place;
    enum status status = variant_line_read(input, &offset, &variant, error);
    if (!status)
        status = symbols_read(input, offset, &content->setup, place, error);
    if (status)
        return status;
    if (setup_check_places(&content->setup, variant, &wrong_place, &why))
        return input_because(input, place[wrong_place], error, &why);
    content->kind = FILE_SETUP;
    content->setup_variant = variant ? variant : setup_variant(&content->setup);
    return STATUS_OK;
}

enum status setup_read_part(const char *path, struct setup *setup, struct error *error)
{
    enum { MAX_BYTES = 4096 };
    size_t place[PIECES_A_SIDE], offset;
    const struct variant *variant;
    struct text text = {0};
    enum status status = disk_read_regular(path, MAX_BYTES, &text, error);
    const struct input input = {.name = path, .bytes = text_string(&text), .size = text.size};
    if (!status)
        status = variant_line_read(&input, &offset, &variant, error);
    if (!status)
        status = symbols_read(&input, offset, setup, place, error);
    text_free(&text);
    return status;
}

void setup_write(const struct setup *setup, const struct variant *variant, struct text *out)
{
    uint8_t army[RANKS];
    setup_army(setup, army);
    if (!variant)
        variant = setup_variant(setup);
    if (variant != variant_of_armies(army, NULL)) /* in other cases the variant follows from the pieces */
        text_printf(out, "%s %s\n", setup_variant_key, variant->name);
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(out, "%c%c", setup->rank[i] == PLACE_EMPTY ? '.' : rank_table[setup->rank[i]].symbol,
                    i % FILES == FILES - 1 ? '\n' : ' ');
}
