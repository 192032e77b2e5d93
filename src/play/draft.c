/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/draft.h"

#include "base/plural.h"
#include "file/variant_name.h"

#include <string.h>

static const struct cell empty_cell = {.rank = RANK_UNKNOWN, .side = SIDES};

void draft_clear(struct position_draft *draft)
{
    placement_clear(&draft->placement);
}

void draft_from_position(struct position_draft *draft, const struct position *position)
{
    position_to_placement(position, &draft->placement);
    draft->placement.free = true;
    draft->placement.played = draft->placement.quiet = 0;
}

/* Returns the variant of the draft. */
static const struct variant *draft_variant_of(const struct position_draft *draft)
{
    return variant_at(draft->placement.variant);
}

/* Returns how many of the remaining pieces (count by rank) can move. */
static int count_movers(const uint8_t left[RANKS])
{
    int movers = 0;
    for (int rank = SPY; rank < RANKS; rank++) /* before the spy are flag and bomb */
        movers += left[rank];
    return movers;
}

/* Checks what placement_check permits in a free position but no real game can reach: moved flags and bombs,
 * and too many moved unknown pieces. */
static enum status check_moved(const struct placement *placement, enum side side, struct error *error)
{
    uint8_t left[RANKS];
    int moved = 0;
    placement_unknown(placement, side, left);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        char name[SQUARE_TEXT];
        if (cell->side != (int)side || !cell->moved)
            continue;
        moved += cell->rank == RANK_UNKNOWN;
        if (cell->rank < RANKS && !rank_moves(cell->rank))
            return error_set(error, STATUS_BAD, "the %s on %s has moved, it cannot",
                             rank_table[cell->rank].name, square_write(square, NOTATION_DEBOER, name));
    }
    if (moved > count_movers(left))
        return error_set(error, STATUS_BAD,
                         "%s has %d unknown piece%s that moved, and %d rank%s left that can", side_name(side),
                         moved, plural((uint64_t)moved), count_movers(left),
                         plural((uint64_t)count_movers(left)));
    return STATUS_OK;
}

/* Replaces the placement of the draft by `changed` if that is valid. */
static enum status apply_if_valid(struct position_draft *draft, const struct placement *changed,
                                  struct error *error)
{
    enum status status = placement_check(changed, error);
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = check_moved(changed, side, error);
    if (!status)
        draft->placement = *changed;
    return status;
}

enum status draft_put(struct position_draft *draft, int square, struct cell cell, struct error *error)
{
    struct placement changed = draft->placement;
    char name[SQUARE_TEXT];
    if (square_is_lake(square) && cell.side < SIDES)
        return error_set(error, STATUS_BAD, "%s is water", square_write(square, NOTATION_DEBOER, name));
    changed.cell[square] = cell.side < SIDES ? cell : empty_cell;
    return apply_if_valid(draft, &changed, error);
}

enum status draft_set_captured(struct position_draft *draft, enum side side, const uint8_t captured[RANKS],
                               struct error *error)
{
    struct placement changed = draft->placement;
    memcpy(changed.captured[side], captured, RANKS);
    return apply_if_valid(draft, &changed, error);
}

enum status draft_set_absent(struct position_draft *draft, enum side side, const uint8_t absent[RANKS],
                             struct error *error)
{
    struct placement changed = draft->placement;
    memcpy(changed.absent[side], absent, RANKS);
    return apply_if_valid(draft, &changed, error);
}

enum status draft_variant(struct position_draft *draft, const struct variant *variant, struct error *error)
{
    struct placement changed = draft->placement;
    changed.variant = variant_index(variant);
    return apply_if_valid(draft, &changed, error);
}

/* Returns whether a side has no pieces, neither on the board nor captured. */
static bool has_no_pieces(const struct placement *placement, enum side side)
{
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side == (int)side)
            return false;
    return army_size(placement->captured[side]) == 0;
}

/* Checks that the setup belongs to the variant. If the other side has no pieces, first changes the variant
 * to the setup's. */
static enum status adapt_variant(struct placement *changed, enum side side, const struct setup *setup,
                                 struct error *error)
{
    uint8_t army[RANKS];
    const struct variant *variant = variant_at(changed->variant), *setup_own_variant = setup_variant(setup);
    setup_army(setup, army);
    if (setup_own_variant && has_no_pieces(changed, side_other(side)) &&
        setup_check(setup, variant, NULL) != STATUS_OK)
        changed->variant = variant_index(setup_own_variant);
    return variant_check_pieces(variant_at(changed->variant), army, error);
}

/* Checks that in this variant a side's pieces fill its four rows, so that the squares of unknown ones are
 * known. */
static enum status check_fills_rows(const struct variant *variant, enum side side, struct error *error)
{
    if (variant_fills_rows(variant))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "in %s pieces may stand anywhere: put a '?' on each square that %s "
                     "has a piece on", variant->title, side_name(side));
}

enum status draft_place_army(struct position_draft *draft, enum side side, const struct setup *setup,
                             struct error *error)
{
    struct placement changed = draft->placement;
    char name[SQUARE_TEXT];
    enum status status = setup ? adapt_variant(&changed, side, setup, error)
                               : check_fills_rows(draft_variant_of(draft), side, error);
    if (status)
        return status;
    memset(changed.captured[side], 0, RANKS);
    memset(changed.absent[side], 0, RANKS);
    for (int square = 0; square < SQUARES; square++)
        if (changed.cell[square].side == (int)side)
            changed.cell[square] = empty_cell;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int square = setup_square(side, i);
        if (setup && setup->rank[i] == PLACE_EMPTY)
            continue;
        if (changed.cell[square].side < SIDES)
            return error_set(error, STATUS_BAD, "%s stands on %s: no room for the army of %s",
                             side_name(side_other(side)), square_write(square, NOTATION_DEBOER, name),
                             side_name(side));
        changed.cell[square] = (struct cell){.rank = setup ? setup->rank[i] : RANK_UNKNOWN,
                                             .side = (uint8_t)side};
    }
    return apply_if_valid(draft, &changed, error);
}

enum status draft_capture_rest(struct position_draft *draft, enum side side, struct error *error)
{
    const struct variant *variant = draft_variant_of(draft);
    uint8_t captured[RANKS];
    if (variant->any_army)
        return error_set(error, STATUS_BAD, "an army of the variant \"%s\" may lack any piece: name what was "
                         "captured", variant->name);
    memcpy(captured, variant->count, RANKS);
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &draft->placement.cell[square];
        if (cell->side != (int)side)
            continue;
        if (cell->rank == RANK_UNKNOWN)
            return error_set(error, STATUS_BAD, "%s has unknown pieces: name what was captured",
                             side_name(side));
        captured[cell->rank]--;
    }
    return draft_set_captured(draft, side, captured, error);
}

/* Reads the rank at the start of `text`: a name or symbol, or '?' for RANK_UNKNOWN. Returns -1 if there is
 * none. Sets *size to its bytes. */
static int read_rank(const char *text, enum notation notation, size_t *size)
{
    for (int rank = 0; rank < RANKS; rank++) {
        *size = strlen(rank_table[rank].name);
        if (strncmp(text, rank_table[rank].name, *size) == 0)
            return rank;
    }
    *size = 1;
    if (*text == '?')
        return RANK_UNKNOWN;
    return *text ? rank_read(*text, notation) : -1;
}

/* Reads the marks after a rank to the end of the text. False if something else was found. */
static bool read_marks(const char *text, struct cell *cell)
{
    static const struct mark {
        const char *word;
        bool moved; /* the piece has moved; otherwise its rank is known */
    } marks[] = {{"*", true}, {"!", false}, {"moved", true}, {"known", false}};
    while (*text) {
        size_t i = 0;
        while (i < sizeof marks / sizeof *marks && strncmp(text, marks[i].word, strlen(marks[i].word)) != 0)
            i++;
        if (i == sizeof marks / sizeof *marks)
            return false;
        if (marks[i].moved)
            cell->moved = true;
        else
            cell->known = true;
        text += strlen(marks[i].word);
    }
    return true;
}

enum status draft_read_cell(const char *text, enum side side, enum notation notation, struct cell *cell,
                            struct error *error)
{
    size_t size;
    *cell = empty_cell;
    if (strcmp(text, ".") == 0 || strcmp(text, "~") == 0)
        return STATUS_OK;
    /* "bomb" and "b" are ranks, also with a mark ("b*"); "bB" and "b9" have a side. */
    const char *rest = text;
    int rank = read_rank(text, notation, &size);
    bool named = rank >= 0 && size > 1;
    if (!named && (*text == 'r' || *text == 'b') && text[1] && text[1] != '*' && text[1] != '!') {
        side = *text == 'r' ? RED : BLUE;
        rank = read_rank(++rest, notation, &size);
    }
    *cell = (struct cell){.rank = (uint8_t)(rank < 0 ? 0 : rank), .side = (uint8_t)side};
    if (rank < 0 || !read_marks(rest + size, cell))
        return error_set(error, STATUS_BAD, "found '%.20s', expected a piece as in 9, ?, b5, ?moved or r9!, "
                         "or '.'", text);
    if (cell->rank == RANK_UNKNOWN && cell->known)
        return error_set(error, STATUS_BAD, "found '%.20s': a piece that is known has a rank", text);
    return STATUS_OK;
}

struct draft_count draft_count(const struct position_draft *draft, enum side side)
{
    struct draft_count count = {0};
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &draft->placement.cell[square];
        bool unknown = cell->rank == RANK_UNKNOWN;
        if (cell->side != (int)side)
            continue;
        count.unknown += unknown;
        count.known += !unknown;
        count.secret += !unknown && !cell->known;
        /* An unknown piece may be the flag, or one that moves. */
        count.flags += unknown || cell->rank == FLAG;
        count.movers += unknown || rank_moves(cell->rank);
    }
    count.captured = army_size(draft->placement.captured[side]);
    count.missing = draft_variant_of(draft)->pieces - count.known - count.unknown - count.captured -
                    army_size(draft->placement.absent[side]);
    return count;
}

bool draft_list_absent(const struct position_draft *draft, enum side side, const char *before,
                       struct text *out)
{
    struct draft_count count = draft_count(draft, side);
    if (!count.unknown || !count.missing)
        return false;
    text_printf(out, "%s%s: %d piece%s neither on the board nor captured: name what was captured%s\n", before,
                side_name(side), count.missing, count.missing == 1 ? " is" : "s are",
                draft_variant_of(draft)->any_army ? ", and what it began without" : "");
    return true;
}

int draft_list_faults(const struct position_draft *draft, const char *before, struct text *out)
{
    int lines = 0;
    for (enum side side = RED; side <= BLUE; side++) {
        struct draft_count count = draft_count(draft, side);
        const char *name = side_name(side);
        if (count.known + count.unknown == 0) {
            text_printf(out, "%s%s has no piece on the board\n", before, name);
            lines++;
            continue;
        }
        if (draft->placement.captured[side][FLAG] || !count.flags) {
            text_printf(out, "%s%s has no flag\n", before, name);
            lines++;
        }
        if (!count.movers) {
            text_printf(out, "%s%s has no piece that could move\n", before, name);
            lines++;
        }
        lines += draft_list_absent(draft, side, before, out);
        if (count.unknown && count.secret) {
            text_printf(out, "%s%s: %d piece%s a rank that %s does not know: '!' marks one that it does\n",
                        before, name, count.secret, count.secret == 1 ? " has" : "s have",
                        side_name(side_other(side)));
            lines++;
        }
    }
    return lines;
}
