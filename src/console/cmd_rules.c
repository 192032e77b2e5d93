/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to the referee: legal, perft, apply, outcome. */
#include "console/commands.h"

#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"
#include "file/notation.h"
#include "lab/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int in_byte_order(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void print_legal(struct session *session, const struct board *board)
{
    struct move moves[MOVES_MAX];
    char names[MOVES_MAX][MOVE_TEXT];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++)
        move_write(moves[i], false, session_notation(session), names[i]);
    qsort(names, (size_t)count, sizeof names[0], in_byte_order);
    struct text lines = {0};
    for (int i = 0; i < count; i++)
        text_printf(&lines, "%s\n", names[i]);
    session_write(session, lines.bytes, lines.size);
    text_free(&lines);
}

static enum status run_legal(struct session *session, int argc, char **argv, struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum status status = arguments_parse(&command_legal, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_legal, error);
    if (!status)
        status = load_record(session, &command_legal, argc ? argv[0] : NULL, UINT64_MAX, &record,
                             &position, error);
    if (!status)
        status = load_may_show(session, argc ? argv[0] : NULL, position.board.to_move, error);
    if (!status && position_outcome(&position).result == RESULT_OPEN)
        print_legal(session, &position.board);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_legal = {
    .name = "legal",
    .arguments = "[FILE]",
    .help = "prints the legal moves of the side to move, one a line",
    .details = "The moves come in byte order; none where the game is over. The repetition rules count\n"
               "the moves in the file. Without FILE: the game at hand.",
    .completes = "file",
    .run = run_legal,
};

/* STATUS_BAD where the rank of a piece is not known: nobody can tell how it would fight. */
static enum status need_ranks(const struct session *session, const struct board *board,
                              const char *path, struct error *error)
{
    char square[SQUARE_TEXT];
    for (int i = 0; i < PIECES; i++)
        if (board->piece[i].square != SQUARE_NONE && board->piece[i].rank == RANK_UNKNOWN)
            return error_set(error, STATUS_BAD, "%s: the rank on %s is not known, expected all ranks",
                             path, square_write(board->piece[i].square, session_notation(session),
                                                square));
    return STATUS_OK;
}

enum { PERFT_MAX = 20 };

static enum status run_perft(struct session *session, int argc, char **argv, struct error *error)
{
    struct position position = {0};
    uint64_t depth, leaves;
    enum status status = arguments_parse(&command_perft, NULL, 0, &argc, argv, error);
    if (!status && argc != 2)
        status = usage_error(&command_perft, error);
    if (!status && (!argument_whole(argv[0], &depth) || depth > PERFT_MAX))
        status = error_set(error, STATUS_BAD,
                           "perft: found '%s', expected a whole number from 0 to %d", argv[0],
                           PERFT_MAX);
    if (!status)
        status = load_position(session, argv[1], &position, error);
    if (!status)
        status = need_ranks(session, &position.board, argv[1], error);
    if (!status && !perft_count(&position, (int)depth, session->jobs, session->stop, &leaves))
        status = error_set(error, STATUS_FAILED, "perft: stopped");
    if (!status)
        session_printf(session, "%llu\n", (unsigned long long)leaves);
    position_free(&position);
    return status;
}

const struct command command_perft = {
    .name = "perft",
    .arguments = "N FILE",
    .help = "counts the leaf positions N plies on",
    .details = "The referee knows all ranks; the repetition rules hold. A game that has ended has no\n"
               "further leaves. With --jobs the first moves are shared among threads.",
    .completes = "number file",
    .run = run_perft,
};

/* True where `word` is one square and nothing else: "a4 a5" may come as two words. */
static bool is_square(const char *word, enum notation notation)
{
    const char *cursor = word;
    return square_read(&cursor, notation) >= 0 && *cursor == '\0';
}

/* Plays the moves in argv. */
static enum status play_words(struct position *position, enum notation notation, int argc,
                              char **argv, struct error *error)
{
    for (int i = 0, number = 1; i < argc; i++, number++) {
        char text[64];
        bool pair = i + 1 < argc && is_square(argv[i], notation) &&
                    is_square(argv[i + 1], notation);
        struct told_move move;
        struct error why = {0};
        size_t column;
        if (snprintf(text, sizeof text, "%s%s%s", argv[i], pair ? " " : "",
                     pair ? argv[i + 1] : "") >= (int)sizeof text)
            return error_set(error, STATUS_BAD, "move %d: too long for a move", number);
        i += pair;
        enum status status = move_read(text, notation, &move, &column, &why);
        /* A move that can be read but not played, be it for a rank it tells, is an illegal one. */
        if (!status && position_play(position, move, NULL, &why))
            status = STATUS_NO;
        if (status)
            return error_set(error, status, "move %d (%s): %s", number, text, why.text);
    }
    return STATUS_OK;
}

static enum status run_apply(struct session *session, int argc, char **argv, struct error *error)
{
    struct position position = {0};
    struct text out = {0};
    enum status status = arguments_parse(&command_apply, NULL, 0, &argc, argv, error);
    if (!status && argc < 1)
        status = usage_error(&command_apply, error);
    if (!status)
        status = load_position(session, argv[0], &position, error);
    if (!status)
        status = play_words(&position, session_notation(session), argc - 1, argv + 1, error);
    if (!status) {
        position_write(&position, &out);
        session_write(session, out.bytes, out.size);
    }
    text_free(&out);
    position_free(&position);
    return status;
}

const struct command command_apply = {
    .name = "apply",
    .arguments = "FILE MOVE…",
    .help = "plays moves and prints the position file after them",
    .details = "A move is a4-a5, a4a5, 'a4 a5' or a4xa5; where it meets a piece of unknown rank, it tells\n"
               "the ranks: a4#6xa5#B. The first illegal move gives exit status 1 and the reason.",
    .completes = "file move",
    .run = run_apply,
};

static void print_outcome(struct session *session, struct outcome outcome)
{
    bool reason = outcome.reason != REASON_NONE;
    session_printf(session, "%s%s%s\n", result_name(outcome.result), reason ? " " : "",
                   reason ? reason_name(outcome.reason) : "");
}

static enum status run_outcome(struct session *session, int argc, char **argv, struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    enum status status = arguments_parse(&command_outcome, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_outcome, error);
    if (!status)
        status = load_record(session, &command_outcome, argc ? argv[0] : NULL, UINT64_MAX, &record,
                             &position, error);
    if (!status)
        print_outcome(session, record_outcome(&record, &position));
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_outcome = {
    .name = "outcome",
    .arguments = "[FILE]",
    .help = "tells who has won, and why",
    .details = "Prints red, blue, draw or open, and the reason: flag, no-moves, resigned, agreed,\n"
               "move-limit, no-attack-limit and so on. What the file records is told where the players may\n"
               "have ended the game so; where only the rules can, the board tells it. Without FILE: the\n"
               "game at hand.",
    .completes = "file",
    .run = run_outcome,
};
