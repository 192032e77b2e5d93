/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup, position and game files of every kind: recognised, read, written.
 *
 * Every reader is all or nothing, refuses what is larger than FILE_LIMIT, and names file, line,
 * column, what was found and what was expected. */
#ifndef VEDETTE_FILE_FILE_H
#define VEDETTE_FILE_FILE_H

#include "base/text.h"
#include "game/record.h"

enum file_kind {
    FILE_SETUP,     /* four rows of ten symbols */
    FILE_LETTERS,   /* one line of 40 Gravon letters */
    FILE_POSITION,  /* YAML, vedette-position/1 */
    FILE_FIELD,     /* the 100-character Gravon field */
    FILE_GAME,      /* YAML, vedette-game/1 */
    FILE_XML,       /* Gravon XML */
    FILE_GSN,       /* Gravon .gsn */
    FILE_TSV,       /* one game a line, as gravon-2000.tsv */
    FILE_ATARAXOS,  /* Ataraxos' text */
    FILE_MSGPACK,   /* Ataraxos' MessagePack */
    FILE_EVALUATOR, /* a log of the strategoevaluator */
    FILE_KINDS
};

/* Bytes of one setup, position or game: 20,000 moves in the most talkative form. Files of one setup or
 * one game a line are read line by line and may be of any length. */
enum { FILE_LIMIT = 1 << 20 };

/* What a file holds: exactly one of the three. */
struct file_content {
    enum file_kind kind;
    struct setup setup;        /* FILE_SETUP, FILE_LETTERS */
    const struct variant *setup_variant; /* FILE_SETUP: that the file names, or else the pieces; else NULL */
    enum side setup_side;      /* FILE_LETTERS: whose alphabet it was; else RED */
    struct record record;      /* positions and games: start, moves, result */
    size_t result_line, result_column; /* where a game's result stands in its file, from 1; 0: it has none */
};

void file_content_free(struct file_content *content);

/* "setup", "letters", "position", … for people. */
const char *file_kind_name(enum file_kind kind);

/* Whether a file of this kind is one game, and whether it may hold several. */
bool file_kind_is_game(enum file_kind kind);
bool file_kind_has_games(enum file_kind kind);

/* The usual ending of the name of a file of this kind, with its dot. */
const char *file_kind_ending(enum file_kind kind);

/* Recognises and reads one file ("-" is stdin). A file of several games with one in it is that game; one with
 * more gives STATUS_BAD here: use games_read. */
enum status file_read(const char *path, struct file_content *content, struct error *error);

/* The same of a regular file only, where "-" is a name like another: what the screen opens. */
enum status file_read_regular(const char *path, struct file_content *content, struct error *error);

/* The same from memory. */
enum status file_parse(const char *name, const char *bytes, size_t size, struct file_content *content,
                       struct error *error);

/* Says why move number `at` (from 0) of a game that was read from `path` cannot be played, and where in
 * the file it stands, for which a regular file is looked at again. STATUS_BAD. */
enum status file_move_fault(const char *path, const struct file_content *content, size_t at,
                            const struct error *why, struct error *error);

/* Says what is wrong with option `index` of a side's agent in the game file at `path`, and where in it that
 * stands. STATUS_BAD. */
enum status file_option_fault(const char *path, enum side side, size_t index, const struct error *why,
                              struct error *error);

/* Says what is wrong with time `index` (from 0) of the game file at `path`, and where in it that stands.
 * STATUS_BAD. */
enum status file_time_fault(const char *path, size_t index, const struct error *why, struct error *error);

/* Called with each game of a file, and the place it stands in ("FILE"; where a file holds several,
 * "FILE:LINE" or "FILE:NUMBER"). A status other than STATUS_OK ends the reading and is returned. */
typedef enum status game_visitor(void *context, const struct record *record, const char *place,
                                 struct error *error);

/* Called with each game, position or setup of a file, which stays the reader's, and the place that it stands
 * in. */
typedef enum status file_content_visitor(void *context, struct file_content *content, const char *place,
                                         struct error *error);

/* Told what is wrong with a line of a file that holds one thing a line: it cannot be read (STATUS_BAD), or
 * the visitor gave that status. True: the reading goes on with the next line. */
typedef bool file_fault_visitor(void *context, enum status status, const struct error *why);

/* Gives every game of a file of any game kind (one of a .tsv a line) to `visit`. `fault` (may be NULL: the
 * first fault ends the reading) has the same context. */
enum status games_read(const char *path, game_visitor *visit, file_fault_visitor *fault, void *context,
                       struct error *error);

/* Gives whatever a file holds to `visit`: each game of a .tsv, each line of 40 letters, else the one
 * content. `kind` says before the first call what the file is. `fault` (may be NULL: the first fault ends the
 * reading) has the same context. */
enum status file_contents_read(const char *path, enum file_kind *kind, file_content_visitor *visit,
                               file_fault_visitor *fault, void *context, struct error *error);

/* Called with each setup of a file. */
typedef enum status setup_visitor(void *context, const struct setup *setup, enum side side,
                                  const struct record *game, const char *place, struct error *error);

/* Gives every setup of a file to `visit`: setup files, files with a 40-letter setup a line, and both
 * setups of each game (`game` is then not NULL). */
enum status setups_read(const char *path, setup_visitor *visit, void *context, struct error *error);

/* Writers: append the whole file to `out`. */
/* A setup names its variant (NULL: that of its pieces) where the pieces do not say it. */
void setup_write(const struct setup *setup, const struct variant *variant, struct text *out); /* FILE_SETUP */
void setup_write_letters(const struct setup *setup, enum side side, struct text *out); /* no newline */
void position_write(const struct position *position, struct text *out);         /* FILE_POSITION */
void game_write(const struct record *record, struct text *out);                 /* FILE_GAME */

/* The head of a game file that grows: everything with `result: unfinished`, and as its last line
 * "moves: >-". Each move follows on a line of its own, indented by two blanks. */
void game_write_head(const struct record *record, struct text *out);

/* The same, and the moves, one a line: a journal as it stands. */
void game_write_journal(const struct record *record, struct text *out);

/* Gravon's forms. STATUS_BAD, nothing written, where the form cannot hold it: a '?' has no letter; a
 * Gravon game starts from two setups and has an end. No newline after the field. */
enum status position_write_field(const struct position *position, struct text *out,
                                 struct error *error);
enum status game_write_xml(const struct record *record, struct text *out, struct error *error);
enum status game_write_gsn(const struct record *record, struct text *out, struct error *error);
/* One line of a .tsv; `name` is its first field. */
enum status game_write_tsv(const struct record *record, const char *name, struct text *out,
                           struct error *error);

/* Other programs' forms. STATUS_BAD with one sentence, nothing written, where the form cannot hold the start
 * of the game. Ataraxos' forms have no place for a result: one that the board does not show is left out. */
enum status game_write_ataraxos(const struct record *record, struct text *out, struct error *error);
enum status game_write_msgpack(const struct record *record, struct text *out, struct error *error);
/* The log holds the results that its manager knows only, else STATUS_BAD. */
enum status game_write_evaluator(const struct record *record, struct text *out, struct error *error);

/* Parsers of the short strings, for commands and options. */
enum status setup_read_letters(const char *letters, struct setup *setup, enum side *side,
                               struct error *error);
#endif
