/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/external.h"

#include "agent/kinds.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "game/notation.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LOG_MAX_PER_PROCESS = 64 * 1024,  /* max bytes of log that one process may write */
    LOG_MAX = 1024 * 1024,            /* a log with more bytes is renamed to *.old before the next start */
    MAX_QUOTED = 60,                  /* max bytes of a line that a message quotes */
};

/* Seconds that a program gets to exit after the end of its game. */
#define EXIT_GRACE 0.5

enum illegal_answer { ILLEGAL_LOSES, ILLEGAL_ASKS };
static const char *const illegal_words[] = {"lose", "ask", NULL};
static const char *const unlimited_word[] = {"unlimited", NULL};

static const char *const no_options_word[] = {EXTERNAL_NO_OPTIONS, NULL};

enum { TIME, START, MEMORY, PROCESSOR, ILLEGAL, NUMBERS, ITS_OPTIONS = NUMBERS, OPTIONS };

static const struct option options[OPTIONS] = {
    [TIME] = {"time", OPTION_NUMBER, 0.01, 3600, 2, NULL, "seconds",
              "how long it may take for an answer; a clock of the game bounds it too",
              "manager of the UCC 2012 competition, -T"},
    [START] = {"start", OPTION_NUMBER, 0.01, 3600, 10, NULL, "seconds",
               "how long it may take for its first answer of all, as it must load itself first", ""},
    [MEMORY] = {"memory", OPTION_INT, 16, 1048576, 4096, unlimited_word, "MB",
                "its address space; unlimited: what the machine gives", ""},
    [PROCESSOR] = {"processor", OPTION_INT, 1, 1000000, 3600, unlimited_word, "seconds",
                   "processor time for a game; unlimited: no bound", ""},
    [ILLEGAL] = {"illegal", OPTION_CHOICE, 0, 1, ILLEGAL_LOSES, illegal_words, "",
                 "lose: an illegal move loses the game; ask: the request is repeated, three times a turn",
                 ""},
    [ITS_OPTIONS] = {EXTERNAL_OPTIONS, OPTION_NAME, 0, 0, 0, no_options_word, "",
                     "of bot:PATH alone: what the program is to set of its own, KEY=VALUE;KEY=VALUE", ""},
};

const struct option_group external_group = {
    .name = "bot",
    .meaning = "what a program outside may take when it plays (progcomp:PATH, bot:PATH)",
    .options = options, .count = OPTIONS,
};

bool external_may_retry(const struct settings *settings)
{
    return settings_int(settings, external_group.name, "illegal") == ILLEGAL_ASKS;
}

/* Appends a line to the program's log. Errors are ignored: a log is not worth stopping a game. */
static void write_log(const struct external_program *program, const char *line)
{
    /* A link is not followed, and the reader of a pipe not waited for. */
    int log = *program->log ? open(program->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW |
                                   O_NONBLOCK, 0600) : -1;
    char text[EXTERNAL_WHY + 64];
    if (log < 0)
        return;
    int size = snprintf(text, sizeof text, "-- %s\n", line);
    disk_write_all(log, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
    close(log);
}

void external_log(const struct external_program *program, const char *format, ...)
{
    va_list args;
    struct error message;
    char line[EXTERNAL_WHY];
    va_start(args, format);
    error_vset(&message, STATUS_NO, format, args); /* control bytes are written out in it */
    va_end(args);
    snprintf(line, sizeof line, "%s %.*s", program->short_name,
             (int)(sizeof line - sizeof program->short_name - 2), message.text);
    write_log(program, line);
}

/* Sets program->log, creates its folder, and renames a log that has become too long. */
static void prepare_log(struct external_program *program)
{
    char folder[PATH_MAX], old[PATH_MAX + 8];
    struct stat about;
    program->log[0] = '\0';
    if (!disk_path(DISK_STATE, "bots", folder, sizeof folder) || disk_folder(folder, NULL) != STATUS_OK)
        return;
    int size = snprintf(program->log, sizeof program->log, "%s/%s.log", folder, program->short_name);
    if (size >= (int)sizeof program->log) {
        program->log[0] = '\0';
        return;
    }
    snprintf(old, sizeof old, "%s.old", program->log);
    if (stat(program->log, &about) == 0 && about.st_size > LOG_MAX)
        rename(program->log, old);
}

/* Starts the child process with the limits and the log of `program`. */
static enum status start_child(struct external_program *program, struct error *error)
{
    const struct child_terms terms = {.path = program->path, .log = *program->log ? program->log : NULL,
                                      .log_max = LOG_MAX_PER_PROCESS, .memory = program->memory,
                                      .processor = program->processor};
    return child_start(&program->child, &terms, error);
}

enum status external_open(struct external_program *program, const char *path, const struct settings *settings,
                          struct error *error)
{
    double value[NUMBERS];
    char date[11], line[64];
    *program = (struct external_program){0};
    settings_group(settings, external_group.name, value, NUMBERS);
    program->time = value[TIME];
    program->start_time = value[START];
    program->memory = value[MEMORY] == OPTION_WORD ? 0 : (uint64_t)value[MEMORY] << 20;
    program->processor = value[PROCESSOR] == OPTION_WORD ? 0 : (uint64_t)value[PROCESSOR];
    program->retries_illegal = (int)value[ILLEGAL] == ILLEGAL_ASKS;
    snprintf(program->path, sizeof program->path, "%s", path);
    snprintf(program->short_name, sizeof program->short_name, "%s", disk_file_name(path));
    prepare_log(program);
    enum status status = start_child(program, error);
    if (status)
        return status;
    clock_date(date);
    snprintf(line, sizeof line, "%s started, process %ld", date, (long)program->child.keeper);
    write_log(program, line);
    return STATUS_OK;
}

void external_close(struct external_program *program)
{
    child_end(&program->child, program->failure > AGENT_STOPPED ? 0 : EXIT_GRACE);
}

bool external_restart(struct external_program *program)
{
    struct error error;
    external_close(program);
    if (start_child(program, &error) == STATUS_OK)
        return true;
    external_fail(program, AGENT_FAILED, "cannot be started again: %s", error.text);
    return false;
}

void external_fail(struct external_program *program, enum agent_failure failure, const char *format, ...)
{
    va_list args;
    struct error message;
    if (program->failure > AGENT_STOPPED)
        return;
    va_start(args, format);
    error_vset(&message, STATUS_NO, format, args); /* control bytes are written out in it */
    va_end(args);
    program->failure = failure;
    snprintf(program->why, sizeof program->why, "%s %.*s", program->short_name,
             (int)(sizeof program->why - sizeof program->short_name - 2), message.text);
    for (char *byte = program->why; *byte; byte++)
        if ((unsigned char)*byte > 126)
            *byte = '?'; /* a record has UTF-8 only */
    if (failure != AGENT_STOPPED)
        write_log(program, program->why);
}

bool external_clear_stop(struct external_program *program)
{
    if (program->failure == AGENT_STOPPED)
        program->failure = AGENT_NO_FAILURE;
    return program->failure == AGENT_NO_FAILURE;
}

/* Records the failure that `answer` stands for, if any. True if there is none. `seconds`: the time limit
 * that the message shows. */
static bool check_child_answer(struct external_program *program, enum child_answer answer, double seconds)
{
    char how[CHILD_TEXT], time[DECIMAL_TEXT];
    switch (answer) {
    case CHILD_DONE: return true;
    case CHILD_STOPPED: external_fail(program, AGENT_STOPPED, "was stopped"); return false;
    case CHILD_LATE:
        external_fail(program, AGENT_LATE, "gave no answer within %s s", decimal_write(seconds, time));
        return false;
    case CHILD_ENDED:
        external_fail(program, AGENT_FAILED, "gave no answer: %s", child_describe_end(&program->child, how));
        return false;
    case CHILD_TOO_MUCH_OUTPUT:
        break;
    }
    external_fail(program, AGENT_FAILED, "wrote without end: more than %d bytes in a line, or %d unasked",
                  CHILD_LINE_MAX, CHILD_PENDING_MAX);
    return false;
}

bool external_send(struct external_program *program, const char *text, double deadline,
                   const atomic_bool *stop)
{
    return check_child_answer(program, child_send(&program->child, text, strlen(text), deadline, stop),
                              program->time);
}

const char *external_read_line(struct external_program *program, double deadline, double seconds,
                               const atomic_bool *stop)
{
    const char *line = NULL;
    return check_child_answer(program, child_read_line(&program->child, &line, deadline, stop),
                              seconds) ? line : NULL;
}

bool external_has_time(struct external_program *program, double deadline, double seconds,
                       const atomic_bool *stop)
{
    enum child_answer answer = stop && atomic_load(stop)  ? CHILD_STOPPED
                               : clock_now() >= deadline ? CHILD_LATE
                                                         : CHILD_DONE;
    return check_child_answer(program, answer, seconds);
}

bool external_read_pending(struct external_program *program)
{
    return check_child_answer(program, child_take_in(&program->child), 0);
}

void external_fail_move(struct external_program *program, struct move move, enum illegal why)
{
    char text[MOVE_TEXT];
    external_fail(program, AGENT_ILLEGAL, "moved %s, which is illegal: %s",
                  move_write(move, false, NOTATION_DEBOER, text), illegal_text(why));
}

void external_fail_line(struct external_program *program, const char *line, const char *what)
{
    external_fail(program, AGENT_FAILED, "answered '%.*s%s', which is %s", MAX_QUOTED, line,
                  strlen(line) > MAX_QUOTED ? "..." : "", what);
}

/* Computes the square on which each piece began, by going back through the history. It is SQUARE_NONE for a
 * number that no piece has and for a piece that was captured before the history begins. Returns the number of
 * pieces captured in the history. */
static int find_starts(const struct board *board, uint8_t start[PIECES])
{
    int captured = 0;
    for (int piece = 0; piece < PIECES; piece++)
        start[piece] = board->piece[piece].square;
    for (uint32_t i = board->plies; i-- > 0;) {
        const struct ply *ply = &board->history[i];
        bool mover_gone = start[ply->mover] == SQUARE_NONE;
        start[ply->mover] = ply->move.from;
        captured += mover_gone;
        if (ply->victim < PIECES && start[ply->victim] == SQUARE_NONE) {
            start[ply->victim] = ply->move.to;
            captured++;
        }
    }
    return captured;
}

/* Returns whether the pieces of a side began in its own four rows and are numbered in the order of their
 * squares, as after a normal start. Sets *count to their number. */
static bool started_in_own_rows(const uint8_t start[PIECES], enum side side, int *count)
{
    const uint8_t *own = start + (side == RED ? 0 : PIECES_A_SIDE);
    int before = -1;
    for (*count = 0; *count < PIECES_A_SIDE && own[*count] != SQUARE_NONE; ++*count) {
        if (setup_index(side, own[*count]) < 0 || own[*count] <= before)
            return false;
        before = own[*count];
    }
    for (int i = *count; i < PIECES_A_SIDE; i++)
        if (own[i] != SQUARE_NONE)
            return false;
    return true;
}

bool external_start_places(const struct board *board, uint8_t piece[SIDES][PIECES_A_SIDE])
{
    const struct variant *variant = variant_at(board->variant);
    uint8_t start[PIECES];
    int captured = 0, count;
    if (board->prior_plies || board->played_before)
        return false;
    for (enum side side = RED; side <= BLUE; side++)
        captured += army_size(board->captured[side]);
    if (find_starts(board, start) != captured)
        return false; /* some were captured before the history begins */
    for (enum side side = RED; side <= BLUE; side++) {
        int first = side == RED ? 0 : PIECES_A_SIDE;
        if (!started_in_own_rows(start, side, &count) || (!variant->any_army && count != variant->pieces))
            return false;
        memset(piece[side], NO_PIECE, PIECES_A_SIDE);
        for (int i = 0; i < count; i++)
            piece[side][setup_index(side, start[first + i])] = (uint8_t)(first + i);
    }
    return true;
}

bool external_start_setup(const struct board *board, enum side side, struct setup *setup)
{
    uint8_t piece[SIDES][PIECES_A_SIDE];
    if (!external_start_places(board, piece))
        return false;
    for (int i = 0; i < PIECES_A_SIDE; i++)
        setup->rank[i] = piece[side][i] == NO_PIECE ? PLACE_EMPTY : board->piece[piece[side][i]].rank;
    return setup_check(setup, variant_at(board->variant), NULL) == STATUS_OK;
}

enum agent_failure external_failure(void *state, const char **why)
{
    const struct external_program *program = state;
    *why = program->why;
    return program->failure;
}
