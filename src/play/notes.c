/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/notes.h"

#include <stdio.h>

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
        const struct scene_piece *piece = &belief->scene.piece[number];
        uint16_t ranks = notes->ranks[number];
        struct note_fault *fault = &faults[count];
        struct error why = {0};
        if (!ranks || piece->square == SQUARE_NONE)
            continue;
        *fault = (struct note_fault){.number = (uint8_t)number, .square = piece->square, .ranks = ranks};
        if (piece->rank != RANK_UNKNOWN && !(ranks >> piece->rank & 1)) {
            snprintf(fault->why, sizeof fault->why, "the piece is known to be a %s",
                     rank_table[piece->rank].name);
            count++;
        } else if (piece->rank == RANK_UNKNOWN && belief_note(belief, number, ranks, &why)) {
            snprintf(fault->why, sizeof fault->why, "%.*s", (int)sizeof fault->why - 1, why.text);
            count++;
        }
    }
    return count;
}
