/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section "families" of a model file: known setups (setup/families.h). */
#include "belief/model_parts.h"

#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether the model has families to be written. */
static bool has_families(const struct belief_model *model)
{
    return model->families.count > 0;
}

/* Returns whether the variant has empty places. If so, a family's row also has the number of games with the
 * same places. */
static bool has_empty_places(const struct belief_model *model)
{
    return network_states(variant_at(model->variant)) > NETWORK_THERE;
}

/* Writes the section of families, a row for each. A row has the number of games, how many of these are
 * mirrored, and the number of games near it; with empty places also the number of games with the same places.
 * Then come the ranks, and how certain each is. */
static void write_families(const struct model_section *section, const struct belief_model *model,
                           struct text *out)
{
    text_printf(out, "# Setups that people use again: in how many games, in how many of them left and right\n"
                "# exchanged, how many more were near it,%s the commonest rank of each place, the front row\n"
                "# first, and in how many games of %d it stands there. None stands for fewer than %d\n"
                "# games.\n%s:\n",
                has_empty_places(model) ? " in how many others the same places were taken,\n#" : "",
                FAMILY_SURE_MAX, FAMILY_GAMES_MIN, section->key);
    for (uint32_t i = 0; i < model->families.count; i++) {
        const struct family *family = &model->families.family[i];
        char ranks[PIECES_A_SIDE + 1] = "", sure[PIECES_A_SIDE + 1] = "";
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            bool empty = family->rank[place] == PLACE_EMPTY;
            ranks[place] = empty ? '.' : rank_write(family->rank[place], NOTATION_DEBOER);
            sure[place] = (char)('0' + family->sure[place]);
        }
        text_printf(out, "  - %u %u %u ", (unsigned)family->games, (unsigned)family->mirrored,
                    (unsigned)family->near);
        if (has_empty_places(model))
            text_printf(out, "%u ", (unsigned)family->alike);
        text_printf(out, "%s %s\n", ranks, sure);
    }
}

/* Returns whether all numbers of a family are in range. */
static bool is_sound(const struct family *family, const struct variant *variant)
{
    bool empty_places = network_states(variant) > NETWORK_THERE;
    bool sound = family->games >= FAMILY_GAMES_MIN && family->games <= FAMILY_GAMES_MAX &&
                 family->mirrored <= family->games && family->near <= FAMILY_GAMES_MAX &&
                 family->alike <= (empty_places ? FAMILY_GAMES_MAX : 0);
    int pieces = 0, last_rank = empty_places ? PLACE_EMPTY : RANKS - 1;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        sound &= family->rank[place] <= last_rank && family->sure[place] <= FAMILY_SURE_MAX;
    for (int place = 0; place < PIECES_A_SIDE && empty_places; place++) {
        bool empty = family->rank[place] == PLACE_EMPTY;
        sound &= !empty || family->sure[place] == 0;
        pieces += !empty;
    }
    return sound && pieces <= variant->pieces;
}

/* Reads the row of a family. False if it is invalid. */
static bool read_family(const char *text, const struct variant *variant, struct family *family)
{
    char ranks[PIECES_A_SIDE + 1], sure[PIECES_A_SIDE + 1];
    unsigned games, mirrored, near, alike = 0;
    int end = 0;
    bool whole = network_states(variant) > NETWORK_THERE
                     ? sscanf(text, "%7u %7u %7u %7u %40s %40s%n", &games, &mirrored, &near, &alike, ranks,
                              sure, &end) == 6
                     : sscanf(text, "%7u %7u %7u %40s %40s%n", &games, &mirrored, &near, ranks, sure,
                              &end) == 5;
    if (!whole || text[end] != '\0' || strlen(ranks) != PIECES_A_SIDE || strlen(sure) != PIECES_A_SIDE)
        return false;
    family->games = games;
    family->mirrored = mirrored;
    family->near = near;
    family->alike = alike;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = ranks[place] == '.' ? PLACE_EMPTY : rank_read(ranks[place], NOTATION_DEBOER);
        if (rank < 0 || (rank >= RANKS && ranks[place] != '.') || sure[place] < '0' ||
            sure[place] > '0' + FAMILY_SURE_MAX)
            return false;
        family->rank[place] = (uint8_t)rank;
        family->sure[place] = (uint8_t)(sure[place] - '0');
    }
    return is_sound(family, variant);
}

/* Reads the section of families, a row for each (write_families). */
static enum status read_families(const struct model_section *section, const struct reader *reader,
                                 const struct yaml *node, struct belief_model *model)
{
    struct families *families = &model->families;
    if (node->kind != YAML_SEQUENCE || !node->child)
        return reader_fail(reader, node, section->key, "a list of families expected");
    for (const struct yaml *child = node->child; child; child = child->next) {
        if (families->count == FAMILIES_MAX)
            return reader_fail(reader, child, section->key, "more than %d families", FAMILIES_MAX);
        if (child->kind != YAML_SCALAR ||
            !read_family(child->text, variant_at(model->variant), &families->family[families->count]))
            return reader_fail(reader, child, section->key,
                               "found no family, expected GAMES MIRRORED NEAR%s 40 ranks 40 digits",
                               has_empty_places(model) ? " ALIKE" : "");
        families->count++;
    }
    families_prepare(families);
    return STATUS_OK;
}

/* Transfers the section to or from the packed form. */
static void pass_families(const struct model_section *section, struct passage *passage,
                          struct belief_model *model)
{
    struct families *families = &model->families;
    (void)section;
    passage_bytes(passage, &families->count, sizeof families->count);
    if (!passage->sound || families->count > FAMILIES_MAX) {
        passage->sound = false;
        return;
    }
    passage_bytes(passage, families->family, families->count * sizeof *families->family);
    for (uint32_t i = 0; i < families->count; i++)
        passage->sound &= is_sound(&families->family[i], variant_at(model->variant));
    if (passage->sound && !passage->out && families->count)
        families_prepare(families);
}

const struct model_section model_families_section = {
    .key = "families", .present = has_families,
    .read = read_families, .write = write_families, .pass = pass_families};
