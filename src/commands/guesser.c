/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/guesser.h"

#include "base/memory.h"
#include "console/load.h"
#include "console/value.h"
#include "game/notation.h"
#include "play/draft.h"

#include <stdlib.h>

enum { RANKS_ANY = (1 << RANKS) - 1 };

const struct belief *guess_belief(const struct guess *guess)
{
    return &guess->analysis->belief[guess->of];
}

enum status guess_no_piece(const struct guess *guess, const struct command *command, int square,
                           struct error *error)
{
    char name[SQUARE_TEXT];
    int number = guess_belief(guess)->public_state.at[square];
    square_write(square, guess->notation, name);
    if (number == LAKE)
        return error_set(error, STATUS_BAD, "%s: %s is water", command->name, name);
    if (number == NO_PIECE)
        return error_set(error, STATUS_BAD, "%s: no piece on %s", command->name, name);
    return error_set(error, STATUS_BAD, "%s: no piece of %s on %s", command->name,
                     side_name(guess->of), name);
}

/* Adds the note that the piece on a square has one of `ranks` (bit r: rank r). STATUS_BAD if no hidden piece
 * of the side is there or the note contradicts what is known. */
static enum status add_note(struct guess *guess, const struct command *command, int square, uint16_t ranks,
                            struct error *error)
{
    const struct belief *belief = guess_belief(guess);
    char name[SQUARE_TEXT], conflict[CONFLICT_TEXT];
    int number = belief->public_state.at[square];
    square_write(square, guess->notation, name);
    if (number >= PIECES || piece_side(number) != guess->of)
        return guess_no_piece(guess, command, square, error);
    if (!belief_is_hidden(belief, number))
        return error_set(error, STATUS_BAD, "%s: the piece on %s is known", command->name, name);
    if (analysis_note(guess->analysis, number, ranks))
        return error_set(error, STATUS_BAD, "%s: %s: the note contradicts what is known: %s", command->name,
                         name, belief_conflict_text(facts_note_conflict(&belief->facts), guess->notation,
                                                    conflict));
    return STATUS_OK;
}

/* Adds the notes of the command line, "e7=X,9". */
static enum status add_request_notes(struct guess *guess, const struct command *command,
                                     const struct word_list *notes, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < notes->count && !status; i++) {
        int square;
        uint16_t ranks;
        status = value_read_note(command->name, notes->word[i], guess->notation, &square, &ranks, error);
        if (!status)
            status = add_note(guess, command, square, ranks, error);
    }
    return status;
}

enum status guess_put_note(struct session *session, const struct command *command, int square, uint16_t ranks,
                           struct error *error)
{
    struct guess guess = {0};
    struct guess_request request = GUESS_DEFAULTS;
    struct record record = {0};
    struct position position = {0};
    if (session->game && session->game->record.seating == SEATING_TWO)
        return error_set(error, STATUS_NO, "%s: two people would both see a note", command->name);
    enum status status = load_record(session, command, NULL, &record, &position, error);
    int number = status ? NO_PIECE : position.board.at[square];
    position_free(&position);
    record_clear(&record);
    if (status)
        return status;
    if (number < PIECES)
        request.of = (int)piece_side(number);
    /* A note can always be removed, also when the piece is known by now. Any other note is checked first; so
     * is a square without a piece, which gives the error. */
    if (number >= PIECES || ranks != RANKS_ANY) {
        status = guess_open(&guess, session, command, &request, error);
        if (!status)
            status = add_note(&guess, command, square, ranks, error);
        guess_close(&guess);
    }
    if (!status)
        game_note(session->game, number, ranks);
    session->saved &= status != STATUS_OK; /* a new note is in no file yet */
    session->unsaved |= !status && !session_is_playing(session);
    return status;
}

/* Stores the true ranks of the side guessed about. STATUS_NO if the whole game is not over. */
static enum status read_truth(struct guess *guess, const struct session *session,
                              const struct command *command, const char *path, const struct record *record,
                              const struct position *position, struct outcome whole, struct error *error)
{
    if (whole.result == RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s: --truth is for after the game", command->name);
    for (int rank = 0; rank < RANKS; rank++)
        if (position->board.unknown_count[guess->of][rank])
            return error_set(error, STATUS_NO, "%s: not all ranks of %s are known", command->name,
                             side_name(guess->of));
    enum status status = load_check_visible(session, path, record, guess->of, error);
    guess->has_truth = !status;
    for (int number = 0; number < PIECES; number++)
        guess->truth[number] = position->board.piece[number].rank;
    return status;
}

/* Loads the game of the request into `record`, and sets *viewer, the side that guesses, and guess->of, the
 * side guessed about. */
static enum status open_record(struct guess *guess, struct session *session, const struct command *command,
                               const struct guess_request *request, struct record *record, enum side *viewer,
                               struct error *error)
{
    struct position position = {0};
    struct outcome whole;
    enum status status = load_moment(session, command, request->path, record, &position,
                                     request->truth ? &whole : NULL, error);
    if (!status) {
        bool is_given = request->side != SIDE_NOT_GIVEN;
        enum side side = is_given ? (enum side)request->side
                               : load_viewer(session, request->path, record, &position);
        guess->of = request->of != SIDE_NOT_GIVEN ? (enum side)request->of : side_other(side);
        guess->outcome = position_outcome(&position);
        *viewer = is_given ? side : side_other(guess->of); /* without --side the enemy of --of guesses */
        load_check_visible(session, request->path, record, *viewer, &guess->closed);
        struct position_draft draft;
        draft_from_position(&draft, &position);
        draft_list_absent(&draft, guess->of, "", &guess->missing);
    }
    if (!status && request->truth)
        status = read_truth(guess, session, command, request->path, record, &position, whole, error);
    position_free(&position);
    return status;
}

enum status guess_open(struct guess *guess, struct session *session, const struct command *command,
                       const struct guess_request *request, struct error *error)
{
    struct record record = {0};
    enum side viewer = RED;
    guess->notation = session_notation(session);
    enum status status = open_record(guess, session, command, request, &record, &viewer, error);
    if (!status) {
        const struct analysis_request analysis_terms = {
            .record = &record, .plies = record.plies, .side = viewer, .parts = ANALYSIS_BELIEFS,
            .settings = &session->settings, .library = session->library, .notation = guess->notation,
        };
        guess->analysis = memory_new(1, sizeof *guess->analysis);
        status = analysis_make(guess->analysis, &analysis_terms, &guess->cache, NULL, error);
    }
    record_clear(&record);
    return status ? status : add_request_notes(guess, command, &request->notes, error);
}

void guess_close(struct guess *guess)
{
    if (guess->analysis)
        analysis_free(guess->analysis);
    free(guess->analysis);
    text_free(&guess->missing);
    analysis_cache_free(&guess->cache);
    *guess = (struct guess){0};
}
