/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/notes.h"

void notes_from_record(struct notes *notes, const struct record *record)
{
    for (int number = 0; number < PIECES; number++) {
        int square = record_start_square(record, number);
        notes->ranks[number] = square == SQUARE_NONE ? 0 : record->note[square];
    }
}

int notes_apply(const struct notes *notes, struct belief *belief, struct note_fault faults[NOTE_FAULTS])
{
    int count = 0, base = side_base(belief->side);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct public_piece *piece = &belief->public_state.piece[number];
        uint16_t ranks = notes->ranks[number];
        if (!ranks || piece->square == SQUARE_NONE)
            continue;
        /* The belief about a hidden piece takes the note, or refuses it; a known rank confirms it or not. */
        if (piece->rank == RANK_UNKNOWN ? belief_note(belief, number, ranks, NULL) == STATUS_OK
                                        : ranks >> piece->rank & 1)
            continue;
        faults[count++] = (struct note_fault){.number = (uint8_t)number, .square = piece->square,
                                              .ranks = ranks, .known = piece->rank,
                                              .conflict = *facts_note_conflict(&belief->facts)};
    }
    return count;
}

void note_fault_write(const struct note_fault *fault, enum notation notation, struct text *out)
{
    char square[SQUARE_TEXT], ranks[RANKS_TEXT], conflict[CONFLICT_TEXT];
    text_printf(out, "your note %s=%s is ignored: ", square_write(fault->square, notation, square),
                ranks_write(fault->ranks, notation, ranks));
    if (fault->known != RANK_UNKNOWN)
        text_printf(out, "the piece is known to be a %s", rank_table[fault->known].name);
    else
        text_printf(out, "it contradicts what is known: %s",
                    belief_conflict_text(&fault->conflict, notation, conflict));
}
