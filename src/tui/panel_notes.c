/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The person's notes on ranks of enemy pieces. */
#include "tui/panels.h"

#include "game/notation.h"
#include "tui/screen.h"

#include <stdio.h>

/* Returns the number of the enemy piece under the cursor if it can get a note. If it cannot, shows why and
 * returns NO_PIECE. */
static int piece_to_note(struct tui *tui)
{
    const struct local_game *local = &tui->local;
    const struct board *board = local_game_board(local);
    int number = board->at[tui->cursor.square];
    const char *why = NULL;
    if (!local_game_over(local) && local->shown.back) {
        game_show_past_error(tui);
        return NO_PIECE;
    }
    if (local_game_over(local))
        why = "The game is over: all ranks are shown";
    else if (number >= PIECES || board->piece[number].side == local->shown.person)
        why = "None of your opponent's pieces is there";
    else if (board->piece[number].rank != RANK_UNKNOWN)
        why = "That piece's rank is known";
    if (why)
        message_show(tui, true, "%s", why);
    return why ? NO_PIECE : number;
}

/* Returns the note (bits of ranks) about a piece; a pending one comes first. Returns 0 if there is none. */
static uint16_t current_note(const struct tui *tui, int number)
{
    struct notes notes;
    for (int i = 0; i < tui->panels.pending_count; i++)
        if (tui->panels.pending_notes[i].number == number)
            return tui->panels.pending_notes[i].ranks;
    notes_from_record(&notes, &tui->local.game.record);
    return notes.ranks[number];
}

void panels_prompt_note(struct tui *tui)
{
    char words[80], name[SQUARE_TEXT], ranks[RANKS_TEXT];
    int number = piece_to_note(tui);
    if (number == NO_PIECE)
        return;
    tui->panels.note_piece = number;
    enum notation notation = session_notation(tui->session);
    snprintf(words, sizeof words, "Your note on %s (as in %c%c):",
             square_write(tui->cursor.square, notation, name), rank_write(MARSHAL, notation),
             rank_write(GENERAL, notation));
    prompt_line(tui, QUESTION_NOTE, words, ranks_write(current_note(tui, number), notation, ranks));
}

/* Returns the note about the piece on a square, if its rank is unknown. Returns 0 if there is none. */
static uint16_t note_at(const struct tui *tui, int square)
{
    const struct board *board = local_game_board(&tui->local);
    int number = board->at[square];
    return number < PIECES && board->piece[number].rank == RANK_UNKNOWN ? current_note(tui, number) : 0;
}

void panels_show_note(struct tui *tui, int before)
{
    char ranks[RANKS_TEXT];
    uint16_t note = note_at(tui, tui->cursor.square);
    if (note)
        message_show(tui, false, "Your note: %s", ranks_write(note, session_notation(tui->session), ranks));
    else if (note_at(tui, before))
        message_clear(tui);
}

void panels_store_notes(struct tui *tui, const struct analysis *analysis)
{
    char shown[RANKS_TEXT], conflict[CONFLICT_TEXT];
    struct panels *panels = &tui->panels;
    struct belief belief = analysis->belief[side_other(tui->local.shown.person)];
    int count = panels->pending_count;
    panels->pending_count = 0;
    if (local_game_over(&tui->local)) {
        message_show(tui, true, "Not noted: the game is over");
        return;
    }
    bool refused = false; /* then the message about it stays */
    for (int i = 0; i < count; i++) {
        const struct typed_note *note = &panels->pending_notes[i];
        bool accepted = belief_is_hidden(&belief, note->number);
        if (!accepted) {
            message_show(tui, true, "Not noted: the piece is known, or gone");
        } else if (belief_note(&belief, note->number, note->ranks, NULL) != STATUS_OK) {
            message_show(tui, true, "Not noted: the note contradicts what is known: %s",
                         belief_conflict_text(facts_note_conflict(&belief.facts),
                                              session_notation(tui->session), conflict));
            accepted = false;
        }
        refused |= !accepted;
        if (!accepted)
            continue;
        ranks_write(note->ranks, session_notation(tui->session), shown);
        if (!refused && panels->heat)
            message_show(tui, false, "Noted: %s", shown);
        else if (!refused)
            message_show(tui, false, "Noted: %s; %s shows where the others may be", shown,
                         key_for(ACTION_HEAT, ON_GAME).text);
        local_game_note(&tui->local, note->number, note->ranks);
    }
}

/* Deletes the pending note about a piece. */
static void delete_pending_note(struct panels *panels, int number)
{
    int remaining = 0;
    for (int i = 0; i < panels->pending_count; i++)
        if (panels->pending_notes[i].number != number)
            panels->pending_notes[remaining++] = panels->pending_notes[i];
    panels->pending_count = remaining;
}

void panels_note_entered(struct tui *tui)
{
    char text[LINE_CAPACITY] = "";
    size_t size = 0;
    int number = tui->panels.note_piece;
    /* Copies the text without spaces. */
    for (const char *next = tui->prompt.line.text; *next; next++)
        if (*next != ' ')
            text[size++] = *next;
    enum notation notation = session_notation(tui->session);
    uint16_t ranks = ranks_read(text, size, notation);
    bool none = size == 0 || (size == 1 && text[0] == '?');
    if (local_game_over(&tui->local)) {
        message_show(tui, true, "Not noted: the game is over");
    } else if (none) {
        message_show(tui, false, "No note");
        delete_pending_note(&tui->panels, number);
        local_game_note(&tui->local, number, 0);
    } else if (!ranks) {
        message_show(tui, true, "Not noted: expected ranks F B S %s, as in %c %c", ranks_range(notation),
                     rank_write(MARSHAL, notation), rank_write(GENERAL, notation));
    } else {
        delete_pending_note(&tui->panels, number);
        tui->panels.pending_notes[tui->panels.pending_count++] = (struct typed_note){number, ranks};
        panels_await(tui, AWAIT_NOTE);
    }
}

void panels_store_pending(struct tui *tui)
{
    struct panels *panels = &tui->panels;
    bool open = tui->local.has_game && !local_game_over(&tui->local);
    for (int i = 0; i < panels->pending_count && open; i++)
        local_game_note(&tui->local, panels->pending_notes[i].number, panels->pending_notes[i].ranks);
    panels->pending_count = 0;
}

