/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies the rules to a position or a game: legal, perft, apply, outcome. */
#include "commands/table.h"

#include "console/load.h"
#include "game/ending.h"
#include "game/notation.h"
#include "lab/perft.h"
#include "report/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compares two names for qsort. */
static int in_byte_order(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Prints the legal moves in byte order, one a line. */
static void print_legal(struct session *session, const struct board *board)
{
    struct move moves[MOVES_MAX];
    char names[MOVES_MAX][MOVE_TEXT];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++)
        move_write(moves[i], false, session_notation(session), names[i]);
    qsort(names, (size_t)count, sizeof names[0], in_byte_order);
    struct text lines = {0};
    for (int i = 0; i < count; i++) {
        text_printf(&lines, "%s\n", names[i]);
        json_add_text(session->answer, NULL, names[i]);
    }
    session_print_text(session, &lines);
}

/* Arguments of the commands that work on a file, or on the current game if path is NULL. */
struct game_args {
    const char *path;
};

static const struct argument game_words[] = {WORD_GAME(struct game_args, path)};

/* Runs `legal`. No move is printed if the game is over. */
static enum status run_legal(struct session *session, const void *arguments, struct error *error)
{
    const struct game_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_legal, args->path, &record, &position, error);
    if (!status)
        status = load_check_visible(session, args->path, &record, position.board.to_move, error);
    if (!status) {
        json_printf(session->answer, "{moves: [");
        if (position_outcome(&position).result == RESULT_OPEN)
            print_legal(session, &position.board);
        json_printf(session->answer, "]}");
    }
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_legal = {
    .name = "legal", .group = GROUP_LOOK,
    .keywords = "possible allowed moves list",
    .words = ROWS(game_words),
    .at = true, .out = true, .args_size = sizeof(struct game_args),
    .help = "prints the legal moves of the side to move, one a line",
    .details = "The moves come in byte order; none where the rules have ended the game. The repetition\n"
               "rules count the moves in the file.",
    .run = run_legal,
};

/* Returns STATUS_BAD if a piece on the board has an unknown rank, because the result of its fights is then
 * unknown. */
static enum status need_ranks(const struct session *session, const struct board *board,
                              const char *path, struct error *error)
{
    char square[SQUARE_TEXT];
    for (int i = 0; i < PIECES; i++)
        if (board->piece[i].square != SQUARE_NONE && board->piece[i].rank == RANK_UNKNOWN)
            return error_set(error, STATUS_BAD, "%s: the rank on %s is not known, expected all ranks",
                             path, square_write(board->piece[i].square, session_notation(session), square));
    return STATUS_OK;
}

enum { PERFT_MAX = 20 };

struct perft_args {
    uint64_t depth;
    const char *path;
};

/* Runs `perft`: counts the positions after `depth` plies. */
static enum status run_perft(struct session *session, const void *arguments, struct error *error)
{
    const struct perft_args *args = arguments;
    struct position position = {0};
    uint64_t leaves;
    enum status status = load_position(session, &command_perft, args->path, &position, error);
    if (!status)
        status = need_ranks(session, &position.board, args->path, error);
    if (!status && !perft_count(&position, (int)args->depth, session->jobs, session->stop, &leaves))
        status = error_set(error, STATUS_NO, "perft: stopped");
    if (!status) {
        session_printf(session, "%llu\n", (unsigned long long)leaves);
        json_printf(session->answer, "{depth: %zu, leaves: %" PRIu64 "}", (size_t)args->depth, leaves);
    }
    position_free(&position);
    return status;
}

const struct command command_perft = {
    .name = "perft", .group = GROUP_LOOK,
    .keywords = "count moves generation nodes test",
    .words = ARGUMENTS(
        {.name = "N", .kind = VALUE_WHOLE, .at = offsetof(struct perft_args, depth), .max = PERFT_MAX},
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct perft_args, path)}),
    .at = true, .out = true, .args_size = sizeof(struct perft_args),
    .help = "counts the leaf positions N plies on",
    .details = "The referee knows all ranks; the repetition rules hold. A game that they have ended\n"
               "has no further leaves. With --jobs the first moves are shared among threads.",
    .run = run_perft,
};

/* Returns whether `word` is exactly one square. The move "a4 a5" may come as two such words. */
static bool is_square(const char *word, enum notation notation)
{
    const char *cursor = word;
    return square_read(&cursor, notation) >= 0 && *cursor == '\0';
}

/* Plays the moves that the words stand for; two words that are squares are one move. STATUS_BAD if a move
 * cannot be read, STATUS_NO if it is illegal; the message has the number of the move. */
static enum status play_words(struct position *position, enum notation notation,
                              const struct word_list *moves, struct error *error)
{
    char **argv = moves->word;
    int argc = moves->count;
    for (int i = 0, number = 1; i < argc; i++, number++) {
        char text[64];
        bool is_pair = i + 1 < argc && is_square(argv[i], notation) &&
                    is_square(argv[i + 1], notation);
        struct move_with_ranks move;
        struct error why = {0};
        size_t column;
        if (snprintf(text, sizeof text, "%s%s%s", argv[i], is_pair ? " " : "",
                     is_pair ? argv[i + 1] : "") >= (int)sizeof text)
            return error_set(error, STATUS_BAD, "move %d: too long for a move", number);
        i += is_pair;
        enum status status = move_read(text, notation, &move, &column, &why);
        /* A move that can be read but not played is illegal, also if only a rank in it is wrong. */
        if (!status && position_play(position, move, NULL, &why))
            status = STATUS_NO;
        if (status)
            return error_set(error, status, "move %d (%s): %s", number, text, why.text);
    }
    return STATUS_OK;
}

struct apply_args {
    const char *path;
    struct word_list moves;
};

/* Runs `apply`: plays moves from the position of a file and prints the position after them. */
static enum status run_apply(struct session *session, const void *arguments, struct error *error)
{
    const struct apply_args *args = arguments;
    struct position position = {0};
    enum status status = load_position(session, &command_apply, args->path, &position, error);
    if (!status)
        status = play_words(&position, session_notation(session), &args->moves, error);
    if (!status) {
        struct text out = {0};
        position_write(&position, &out);
        session_print_document(session, "position", &out);
    }
    position_free(&position);
    return status;
}

const struct command command_apply = {
    .name = "apply", .group = GROUP_LOOK,
    .keywords = "play moves position result after",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct apply_args, path)},
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .at = offsetof(struct apply_args, moves),
         .optional = true}),
    .at = true, .out = true, .args_size = sizeof(struct apply_args),
    .help = "plays moves and prints the position file after them",
    .details = "A move is a4-a5, a4a5, 'a4 a5' or a4xa5; where it meets a piece of unknown rank, it has\n"
               "the ranks: a4#6xa5#B. The first illegal move gives exit status 1 and the reason.",
    .run = run_apply,
};

/* Prints the outcome in words. For an open game that neither side can win any more, adds that (ending_of). */
static void print_outcome(struct session *session, struct outcome outcome, const struct board *board)
{
    char words[OUTCOME_WORDS];
    enum ending ending = outcome.result == RESULT_OPEN ? ending_of(board) : ENDING_OPEN;
    session_printf(session, "%s", outcome_write(outcome, words));
    if (ending != ENDING_OPEN)
        session_printf(session, " (%s)", ending_text(ending));
    session_printf(session, "\n");
    json_open(session->answer, NULL, '{');
    show_outcome_json(outcome, session->answer);
    json_add_text(session->answer, "ending", ending == ENDING_OPEN ? NULL : ending_name(ending));
    json_close(session->answer, '}');
}

/* Runs `outcome`. */
static enum status run_outcome(struct session *session, const void *arguments, struct error *error)
{
    const struct game_args *args = arguments;
    struct record record = {0};
    struct position position = {0};
    enum status status = load_record(session, &command_outcome, args->path, &record, &position, error);
    if (!status)
        print_outcome(session, record.outcome, &position.board);
    position_free(&position);
    record_clear(&record);
    return status;
}

const struct command command_outcome = {
    .name = "outcome", .group = GROUP_LOOK,
    .keywords = "result winner won lost end draw",
    .words = ROWS(game_words),
    .at = true, .out = true, .args_size = sizeof(struct game_args),
    .help = "prints who has won, and why",
    .details = "Prints one line: 'red won: blue resigned', 'draw (both agreed)', 'open'. The first word is\n"
               "red, blue, draw or open; with --json, 'result' is that word and 'reason' the word of game\n"
               "files: flag, no-moves, resigned, agreed, move-limit and so on. What the file records counts\n"
               "where the players may have ended the game so; where only the rules can, the board says it.\n"
               "Behind 'open' it says where neither side can win: 'open (Nobody can win any more)', or\n"
               "'open (Neither side can force a win any more)'; with --json 'ending' is 'dead' or 'held'.",
    .run = run_outcome,
};
