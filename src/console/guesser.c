/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/guesser.h"

#include "console/load.h"
#include "file/notation.h"

#include <stdlib.h>
#include <string.h>

enum { RANKS_ANY = (1 << RANKS) - 1 };

enum status guesser_init(struct guesser *guesser, const struct settings *settings,
                         const char *model_path, struct error *error)
{
    struct belief_options options;
    setup_statistics_human(&guesser->statistics);
    belief_options_read(&options, settings);
    if (belief_kind_table[(int)options.kind].models || model_path) {
        guesser->model = model_path ? belief_model_read(model_path, error) : belief_model_standard();
        if (!guesser->model)
            return STATUS_BAD;
    }
    return belief_knowledge_init(&guesser->knowledge, &options, &guesser->statistics, guesser->model,
                                 error);
}

void guesser_free(struct guesser *guesser)
{
    free(guesser->model);
    guesser->model = NULL;
}

void guess_flags(struct guess_wish *wish, struct flag flags[GUESS_FLAGS])
{
    const struct flag all[GUESS_FLAGS] = {
        {.name = "side", .kind = FLAG_TEXT, .value = &wish->side},
        {.name = "of", .kind = FLAG_TEXT, .value = &wish->of},
        {.name = "kind", .kind = FLAG_TEXT, .value = &wish->kind},
        {.name = "model", .kind = FLAG_TEXT, .value = &wish->model},
        {.name = "note", .kind = FLAG_LIST, .value = &wish->notes},
        {.name = "at", .kind = FLAG_WHOLE, .value = &wish->at, .most = UINT32_MAX},
    };
    memcpy(flags, all, sizeof all);
    wish->at = UINT64_MAX;
}

enum status guess_read_square(const struct command *command, enum notation notation,
                              const char *text, int *square,
                              struct error *error)
{
    const char *cursor = text;
    *square = square_read(&cursor, notation);
    if (*square < 0 || *cursor != '\0')
        return error_set(error, STATUS_BAD, "%s: found '%s', expected a square %s",
                         command->name, text, notation == NOTATION_ARTS ? "a1 .. k0" : "a1 .. j10");
    return STATUS_OK;
}

/* The rank of a name, or -1. */
static int find_name(const char *text)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (!strcmp(text, rank_table[rank].name))
            return rank;
    return -1;
}

enum status guess_read_rank(const struct command *command, enum notation notation,
                              const char *text, int *rank,
                            struct error *error)
{
    *rank = find_name(text);
    if (*rank >= 0)
        return STATUS_OK;
    *rank = text[0] && !text[1] ? rank_read(text[0], notation) : -1;
    if (*rank < 0 || *rank >= RANKS)
        return error_set(error, STATUS_BAD,
                         "%s: found '%s', expected a rank: F B S %s or its name",
                         command->name, text, notation == NOTATION_ARTS ? "1 .. 9" : "2 .. 9 X");
    return STATUS_OK;
}

enum status guess_read_ranks(const struct command *command, enum notation notation,
                              const char *text, uint16_t *ranks,
                             struct error *error)
{
    int named = find_name(text);
    if (named >= 0)
        *ranks = (uint16_t)(1 << named);
    else
        *ranks = strcmp(text, "?") == 0 ? RANKS_ANY : ranks_read(text, strlen(text), notation);
    if (*ranks)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: found '%s', expected ranks F B S %s, a name, or ?",
                     command->name, text,
                     notation == NOTATION_ARTS ? "1 .. 9 as in 1,2" : "2 .. 9 X as in X,9");
}

static enum status read_side(const struct command *command, const char *name, const char *text,
                             enum side *side, struct error *error)
{
    if (argument_side(text, side))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: found --%s '%s', expected red or blue", command->name,
                     name, text);
}

enum status guess_no_piece(const struct guess *guess, const struct command *command, int square,
                           struct error *error)
{
    char name[SQUARE_TEXT];
    int number = guess->belief.scene.at[square];
    square_write(square, guess->notation, name);
    if (number == LAKE)
        return error_set(error, STATUS_BAD, "%s: %s is water", command->name, name);
    if (number == NO_PIECE)
        return error_set(error, STATUS_BAD, "%s: no piece on %s", command->name, name);
    return error_set(error, STATUS_BAD, "%s: no piece of %s on %s", command->name,
                     side_name(guess->belief.side), name);
}

/* Notes ranks on what stands on a square. */
static enum status note(struct guess *guess, const struct command *command, int square, uint16_t ranks,
                        struct error *error)
{
    struct belief *belief = &guess->belief;
    char name[SQUARE_TEXT], clash[CLASH_TEXT];
    int number = belief->scene.at[square];
    square_write(square, guess->notation, name);
    if (number >= PIECES || piece_side(number) != belief->side)
        return guess_no_piece(guess, command, square, error);
    if (!belief_is_open(belief, number))
        return error_set(error, STATUS_BAD, "%s: the piece on %s is known", command->name, name);
    if (belief_note(belief, number, ranks, NULL))
        return error_set(error, STATUS_BAD, "%s: %s: the note contradicts what is known: %s", command->name,
                         name, belief_clash_text(&belief->refused, guess->notation, clash));
    guess->notes.ranks[number] = ranks;
    return STATUS_OK;
}

/* The notes on the command line, "e7=X,9". */
static enum status take_notes(struct guess *guess, const struct command *command,
                              const struct word_list *notes, struct error *error)
{
    for (int i = 0; i < notes->count; i++) {
        char square_text[8];
        const char *sign = strchr(notes->word[i], '=');
        size_t size = sign ? (size_t)(sign - notes->word[i]) : 0;
        int square;
        uint16_t ranks;
        if (!sign || size >= sizeof square_text)
            return error_set(error, STATUS_BAD, "%s: found --note '%s', expected as in e7=X,9",
                             command->name, notes->word[i]);
        memcpy(square_text, notes->word[i], size);
        square_text[size] = '\0';
        enum status status = guess_read_square(command, guess->notation, square_text, &square, error);
        if (!status)
            status = guess_read_ranks(command, guess->notation, sign + 1, &ranks, error);
        if (!status)
            status = note(guess, command, square, ranks, error);
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status guess_put_note(struct session *session, const struct command *command, int square,
                           uint16_t ranks, struct error *error)
{
    struct guess guess = {0};
    struct guess_wish wish = {.at = UINT64_MAX};
    enum status status = STATUS_OK;
    int number = session->game ? session->game->position.board.at[square] : NO_PIECE;
    if (number < PIECES)
        wish.of = side_name(piece_side(number));
    /* To take a note back is always possible, whatever became of the piece. */
    if (number >= PIECES || ranks != RANKS_ANY) {
        status = guess_open(&guess, session, command, NULL, &wish, error);
        if (!status)
            status = note(&guess, command, square, ranks, error);
        guess_close(&guess);
    }
    if (!status)
        status = game_note(session->game, number, ranks, error);
    session->unsaved |= status == STATUS_OK && session->game == session->loaded;
    return status;
}

/* The position of a file, or of the game at hand, as far as --at, and its notes. */
static enum status open_view(struct guess *guess, struct session *session,
                             const struct command *command, const char *path,
                             const struct guess_wish *wish, enum side *of, struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum side side = RED;
    enum status status = load_record(session, command, path, wish->at, &record, &position, error);
    if (!status) {
        side = position.board.to_move;
        if (wish->side)
            status = read_side(command, "side", wish->side, &side, error);
        *of = side_other(side);
    }
    if (!status && wish->of)
        status = read_side(command, "of", wish->of, of, error);
    if (!status) {
        view_init(&guess->view, &position, wish->side ? side : side_other(*of));
        notes_from_record(&guess->notes, &record);
    }
    position_free(&position);
    record_clear(&record);
    return status;
}

enum status guess_turn(struct guess *guess, const struct command *command, const struct guess_wish *wish,
                       enum side of, struct error *error)
{
    belief_init(&guess->belief, &guess->guesser.knowledge, &guess->view, of);
    belief_follow(&guess->belief, &guess->view);
    guess->plies = guess->belief.scene.plies;
    guess->faults = notes_apply(&guess->notes, &guess->belief, guess->fault);
    return take_notes(guess, command, &wish->notes, error);
}

enum status guess_open(struct guess *guess, struct session *session, const struct command *command,
                       const char *path, const struct guess_wish *wish, struct error *error)
{
    enum side of = RED;
    enum status status = STATUS_OK;
    struct settings settings = {0};
    guess->notation = session_notation(session);
    settings_copy(&settings, &session->settings);
    if (wish->kind)
        status = settings_set(&settings, "belief.kind", wish->kind, command->name, error);
    if (!status)
        status = guesser_init(&guess->guesser, &settings, wish->model, error);
    settings_free(&settings);
    if (!status)
        status = open_view(guess, session, command, path, wish, &of, error);
    return status ? status : guess_turn(guess, command, wish, of, error);
}

void guess_close(struct guess *guess)
{
    view_free(&guess->view);
    guesser_free(&guess->guesser);
}
