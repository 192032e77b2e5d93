/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/outside.h"

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
    LOG_OF_ONE = 64 * 1024,  /* bytes that one process may add */
    LOG_MAX = 1024 * 1024,  /* a longer log is set aside before the next process */
    QUOTE = 60,              /* bytes of a line that are quoted */
};

/* How long, in seconds, a program is left after it was told that its game is over. */
#define GRACE 0.5

enum illegal_answer { ILLEGAL_LOSES, ILLEGAL_ASKS };
static const char *const illegal_words[] = {"lose", "ask", NULL};
static const char *const unlimited[] = {"unlimited", NULL};

static const char *const nothing[] = {OUTSIDE_NO_OPTIONS, NULL};

enum { TIME, START, MEMORY, PROCESSOR, ILLEGAL, NUMBERS, ITS_OPTIONS = NUMBERS, OPTIONS };

static const struct option options[OPTIONS] = {
    [TIME] = {"time", OPTION_NUMBER, 0.01, 3600, 2, NULL, "seconds",
              "how long it may take for an answer; a clock of the game bounds it too",
              "manager of the UCC 2012 competition, -T"},
    [START] = {"start", OPTION_NUMBER, 0.01, 3600, 10, NULL, "seconds",
               "how long it may take for its first answer of all, as it must load itself first", ""},
    [MEMORY] = {"memory", OPTION_INT, 16, 1048576, 4096, unlimited, "MB",
                "its address space; unlimited: what the machine gives", ""},
    [PROCESSOR] = {"processor", OPTION_INT, 1, 1000000, 3600, unlimited, "seconds",
                   "processor time for a game; unlimited: no bound", ""},
    [ILLEGAL] = {"illegal", OPTION_CHOICE, 0, 1, ILLEGAL_LOSES, illegal_words, "",
                 "lose: an illegal move loses the game; ask: it is asked again, three times a turn", ""},
    [ITS_OPTIONS] = {OUTSIDE_OPTIONS, OPTION_NAME, 0, 0, 0, nothing, "",
                     "of bot:PATH alone: what the program is to set of its own, KEY=VALUE;KEY=VALUE", ""},
};

const struct option_group outside_group = {
    .name = "bot",
    .meaning = "what a program outside may take when it plays (progcomp:PATH, bot:PATH)",
    .options = options,
    .count = OPTIONS,
};

bool outside_asks_again(const struct settings *settings)
{
    return settings_int(settings, outside_group.name, "illegal") == ILLEGAL_ASKS;
}

/* A line in the program's log; a log that cannot be written is no reason to stop. */
static void write_log(const struct outside *outside, const char *line)
{
    int log = *outside->log ? open(outside->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW |
                                   O_NONBLOCK, 0600) : -1;
    char text[OUTSIDE_WHY + 64];
    if (log < 0)
        return;
    int size = snprintf(text, sizeof text, "-- %s\n", line);
    disk_write_all(log, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
    close(log);
}

void outside_note(const struct outside *outside, const char *format, ...)
{
    va_list args;
    struct error message;
    char line[OUTSIDE_WHY];
    va_start(args, format);
    error_vset(&message, STATUS_NO, format, args); /* control bytes are written out in it */
    va_end(args);
    snprintf(line, sizeof line, "%s %.*s", outside->called,
             (int)(sizeof line - sizeof outside->called - 2), message.text);
    write_log(outside, line);
}

/* Finds the log's path, makes its folder, and sets a long log aside. */
static void prepare_log(struct outside *outside)
{
    char folder[PATH_MAX], old[PATH_MAX + 8];
    struct stat about;
    outside->log[0] = '\0';
    if (!disk_path(DISK_STATE, "bots", folder, sizeof folder) || disk_folder(folder, NULL) != STATUS_OK)
        return;
    int size = snprintf(outside->log, sizeof outside->log, "%s/%s.log", folder, outside->called);
    if (size >= (int)sizeof outside->log) {
        outside->log[0] = '\0';
        return;
    }
    snprintf(old, sizeof old, "%s.old", outside->log);
    if (stat(outside->log, &about) == 0 && about.st_size > LOG_MAX)
        rename(outside->log, old);
}

static enum status start(struct outside *outside, struct error *error)
{
    const struct child_terms terms = {.path = outside->path,
                                      .log = *outside->log ? outside->log : NULL,
                                      .log_max = LOG_OF_ONE,
                                      .memory = outside->memory,
                                      .processor = outside->processor};
    return child_start(&outside->child, &terms, error);
}

enum status outside_open(struct outside *outside, const char *path, const struct settings *settings,
                         struct error *error)
{
    double value[NUMBERS];
    char date[11], line[64];
    *outside = (struct outside){0};
    settings_group(settings, outside_group.name, value, NUMBERS);
    outside->time = value[TIME];
    outside->start_time = value[START];
    outside->memory = value[MEMORY] == OPTION_WORD ? 0 : (uint64_t)value[MEMORY] << 20;
    outside->processor = value[PROCESSOR] == OPTION_WORD ? 0 : (uint64_t)value[PROCESSOR];
    outside->asks_again = (int)value[ILLEGAL] == ILLEGAL_ASKS;
    snprintf(outside->path, sizeof outside->path, "%s", path);
    const char *slash = strrchr(path, '/');
    snprintf(outside->called, sizeof outside->called, "%s", slash ? slash + 1 : path);
    prepare_log(outside);
    enum status status = start(outside, error);
    if (status)
        return status;
    clock_date(date);
    snprintf(line, sizeof line, "%s started, process %ld", date, (long)outside->child.keeper);
    write_log(outside, line);
    return STATUS_OK;
}

void outside_close(struct outside *outside)
{
    child_end(&outside->child, outside->failure > AGENT_STOPPED ? 0 : GRACE);
}

bool outside_reopen(struct outside *outside)
{
    struct error error;
    outside_close(outside);
    if (start(outside, &error) == STATUS_OK)
        return true;
    outside_fail(outside, AGENT_FAILED, "cannot be started again: %s", error.text);
    return false;
}

void outside_fail(struct outside *outside, enum agent_failure failure, const char *format, ...)
{
    va_list args;
    struct error message;
    if (outside->failure > AGENT_STOPPED)
        return;
    va_start(args, format);
    error_vset(&message, STATUS_NO, format, args); /* control bytes are written out in it */
    va_end(args);
    outside->failure = failure;
    snprintf(outside->why, sizeof outside->why, "%s %.*s", outside->called,
             (int)(sizeof outside->why - sizeof outside->called - 2), message.text);
    for (char *byte = outside->why; *byte; byte++)
        if ((unsigned char)*byte > 126)
            *byte = '?'; /* a record has UTF-8 only */
    if (failure != AGENT_STOPPED)
        write_log(outside, outside->why);
}

bool outside_is_sound(struct outside *outside)
{
    if (outside->failure == AGENT_STOPPED)
        outside->failure = AGENT_SOUND;
    return outside->failure == AGENT_SOUND;
}

/* Writes down what a word with the child came to; true where it was well. */
static bool take(struct outside *outside, enum child_answer answer, double seconds)
{
    char how[CHILD_TEXT], time[DECIMAL_TEXT];
    switch (answer) {
    case CHILD_DONE:
        return true;
    case CHILD_STOPPED:
        outside_fail(outside, AGENT_STOPPED, "was stopped");
        return false;
    case CHILD_LATE:
        outside_fail(outside, AGENT_LATE, "gave no answer within %s s", decimal_write(seconds, time));
        return false;
    case CHILD_ENDED:
        outside_fail(outside, AGENT_FAILED, "gave no answer: %s", child_how(&outside->child, how));
        return false;
    case CHILD_FLOOD:
        break;
    }
    outside_fail(outside, AGENT_FAILED, "wrote without end: more than %d bytes in a line, or %d unasked",
                 CHILD_LINE_MAX, CHILD_PENDING_MAX);
    return false;
}

bool outside_send(struct outside *outside, const char *text, double deadline, const atomic_bool *stop)
{
    return take(outside, child_send(&outside->child, text, strlen(text), deadline, stop), outside->time);
}

const char *outside_line(struct outside *outside, double deadline, double seconds, const atomic_bool *stop)
{
    const char *line = NULL;
    return take(outside, child_line(&outside->child, &line, deadline, stop), seconds) ? line : NULL;
}

bool outside_has_time(struct outside *outside, double deadline, double seconds, const atomic_bool *stop)
{
    enum child_answer answer = stop && atomic_load(stop)  ? CHILD_STOPPED
                               : clock_now() >= deadline ? CHILD_LATE
                                                         : CHILD_DONE;
    return take(outside, answer, seconds);
}

bool outside_is_quiet(struct outside *outside)
{
    return take(outside, child_take_in(&outside->child), 0);
}

void outside_fail_move(struct outside *outside, struct move move, enum illegal why)
{
    char text[MOVE_TEXT];
    outside_fail(outside, AGENT_ILLEGAL, "moved %s, which is illegal: %s",
                 move_write(move, false, NOTATION_DEBOER, text), illegal_text(why));
}

void outside_fail_line(struct outside *outside, const char *line, const char *what)
{
    outside_fail(outside, AGENT_FAILED, "answered '%.*s%s', which is %s", QUOTE, line,
                 strlen(line) > QUOTE ? "..." : "", what);
}

/* Finds where each piece of the board stood when its game began; SQUARE_NONE of a number that none has, or of
 * one that was captured before. Returns how many were captured since. */
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

/* Whether the pieces of a side stood on its four rows then, numbered by their squares as at a start; `count`
 * gets how many there are. */
static bool began_at_home(const uint8_t start[PIECES], enum side side, int *count)
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

bool outside_start_places(const struct board *board, uint8_t piece[SIDES][PIECES_A_SIDE])
{
    const struct variant *variant = variant_at(board->variant);
    uint8_t start[PIECES];
    int captured = 0, count;
    if (board->prior_plies || board->played_before)
        return false;
    for (enum side side = RED; side <= BLUE; side++)
        captured += army_size(board->captured[side]);
    if (find_starts(board, start) != captured)
        return false;
    for (enum side side = RED; side <= BLUE; side++) {
        int first = side == RED ? 0 : PIECES_A_SIDE;
        if (!began_at_home(start, side, &count) || (!variant->any_army && count != variant->pieces))
            return false;
        memset(piece[side], NO_PIECE, PIECES_A_SIDE);
        for (int i = 0; i < count; i++)
            piece[side][setup_index(side, start[first + i])] = (uint8_t)(first + i);
    }
    return true;
}

bool outside_start_setup(const struct board *board, enum side side, struct setup *setup)
{
    uint8_t piece[SIDES][PIECES_A_SIDE];
    if (!outside_start_places(board, piece))
        return false;
    for (int i = 0; i < PIECES_A_SIDE; i++)
        setup->rank[i] = piece[side][i] == NO_PIECE ? PLACE_EMPTY : board->piece[piece[side][i]].rank;
    return setup_check(setup, variant_at(board->variant), NULL) == STATUS_OK;
}

enum agent_failure outside_failure(void *state, const char **why)
{
    const struct outside *outside = state;
    *why = outside->why;
    return outside->failure;
}
