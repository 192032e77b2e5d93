/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup, position and game files of every kind: recognises, reads and writes them. On a fault a reader
 * returns no part of the content; its message names file, line, column, what was found and what was
 * expected. Content above FILE_LIMIT bytes is refused. */
#ifndef VEDETTE_FILE_FILE_H
#define VEDETTE_FILE_FILE_H

#include "base/text.h"
#include "file/input.h"
#include "file/setup_visitor.h"
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

/* Max bytes of one setup, position or game: 20,000 moves in the longest format. Files of one setup or game
 * per line are read line by line and may be of any length. */
enum { FILE_LIMIT = 1 << 20 };

/* The content of a file: a setup, a position or a game, by `kind`. */
struct file_content {
    enum file_kind kind;
    struct setup setup;        /* FILE_SETUP, FILE_LETTERS */
    const struct variant *setup_variant; /* FILE_SETUP: the variant that the file names or the pieces have;
                                          * other kinds: NULL */
    enum side setup_side;      /* FILE_LETTERS: the side whose letters are used; other kinds: RED */
    struct record record;      /* positions and games: start, moves, result */
    size_t result_line, result_column; /* place of a game's result in its file, from 1; 0: no result */
};

/* Frees the memory that the content owns. */
void file_content_free(struct file_content *content);

/* Returns the kind's name for the user: "setup", "letters", "position", … */
const char *file_kind_name(enum file_kind kind);

/* Returns whether a file of this kind is one game. */
bool file_kind_is_game(enum file_kind kind);
/* Returns whether a file of this kind may contain several games. */
bool file_kind_has_games(enum file_kind kind);

/* Returns the usual ending of a file's name, with its dot. */
const char *file_kind_ending(enum file_kind kind);

/* Recognises and reads one file ("-" is stdin). STATUS_BAD if it contains several games: use games_read for
 * those. Here and in the functions below "FILE:12" is line 12 of a file of a game or setup a line, and
 * "FILE#3" the third game of any file, unless a file has that name. */
enum status file_read(const char *path, struct file_content *content, struct error *error);

/* Recognises and reads one regular file, as file_read; "-" is a file name. The screens use it, because they
 * must not wait for a pipe. */
enum status file_read_regular(const char *path, struct file_content *content, struct error *error);

/* Recognises and reads the bytes of one file from memory; `name` is for messages. */
enum status file_parse(const char *name, const char *bytes, size_t size, struct file_content *content,
                       struct error *error);

/* Reports why move `at` (from 0) of a game read from `path` cannot be played (`why`), with its place in
 * the file; reads a regular file again to find it. Returns STATUS_BAD. */
enum status file_move_fault(const char *path, const struct file_content *content, size_t at,
                            const struct error *why, struct error *error);

/* Reports a fault in the game file at `path`, with its place: of option `index` of a side's agent, or of time
 * `index` (from 0) if `side` is SIDES. Returns STATUS_BAD. */
enum status file_part_fault(const char *path, enum side side, size_t index, const struct error *why,
                            struct error *error);

/* Called with each game of a file; `place` is "FILE", or "FILE:LINE" or "FILE:NUMBER" if a file may
 * contain several. A status other than STATUS_OK ends the reading and is returned. */
typedef enum status game_visitor(void *context, const struct record *record, const char *place,
                                 struct error *error);

/* Called with each game, position or setup of a file and its place. The content is freed by the caller
 * after the call. */
typedef enum status file_content_visitor(void *context, struct file_content *content, const char *place,
                                         struct error *error);

/* Called with the fault of one entry (line or game) of a file of several: it cannot be read (STATUS_BAD),
 * or the visitor returned this status. Returns true to continue with the next entry. */
typedef bool file_fault_visitor(void *context, enum status status, const struct error *why);

/* Calls `visit` with every game of a file of any game format. `fault` gets the same context; if NULL, the
 * first fault ends the reading. */
enum status games_read(const char *path, game_visitor *visit, file_fault_visitor *fault, void *context,
                       struct error *error);

/* Calls `visit` with each content of a file: each game if it contains several, each line of 40 letters, or
 * its only content. *kind is set before the first call. `fault` gets the same context; if NULL, the first
 * fault ends the reading. */
enum status file_contents_read(const char *path, enum file_kind *kind, file_content_visitor *visit,
                               file_fault_visitor *fault, void *context, struct error *error);

/* Calls `visit` with both setups of a game, without sealed ones. A game that starts from a position has
 * none. */
enum status setups_of_game(const struct record *game, const char *place, setup_visitor *visit, void *context,
                           struct error *error);

setups_reader setups_read;

/* Reads a setup file in which the army need not be complete, nor that of a variant: STATUS_BAD only for what
 * is no list of forty places. */
enum status setup_read_part(const char *path, struct setup *setup, struct error *error);

/* The functions *_write* append to `out` what is, if nothing else is said, a whole file. */

/* Writes a file of FILE_SETUP. Writes the variant's name (NULL: the variant of the pieces) only if it does
 * not follow from the pieces. */
void setup_write(const struct setup *setup, const struct variant *variant, struct text *out);
/* Writes the 40 letters of a setup of `side`, without a newline. */
void setup_write_letters(const struct setup *setup, enum side side, struct text *out);
/* Writes a file of FILE_POSITION. */
void position_write(const struct position *position, struct text *out);
/* Writes a file of FILE_GAME. */
void game_write(const struct record *record, struct text *out);

/* Checks the text of a comment: one line of printable UTF-8 of at most COMMENT_MAX bytes, or "". */
enum status comment_check(const char *text, struct error *error);

/* Writes a game file with another comment on the moment after `plies` moves; `text`, which comment_check
 * accepts, "": without it. All other bytes stay, unless the file has an unusual form: then it is written
 * anew. STATUS_BAD if it is no game file or has fewer moves. */
enum status game_edit_comment(const struct input *input, size_t plies, const char *text, struct text *out,
                              struct error *error);

/* Writes the head of a journal, to which moves are appended later: all keys with `result: unfinished`, and
 * as the last line "moves: >-". Each move follows on its own line, indented by two blanks. */
void game_write_head(const struct record *record, struct text *out);

/* Writes a journal: the head and one move per line. */
void game_write_journal(const struct record *record, struct text *out);

/* The next four write Gravon's formats. STATUS_BAD, with nothing written, if the format cannot express the
 * content: a piece of unknown rank, a game that does not start with two setups or has no result. */

/* Writes a field of 100 letters, without a newline. */
enum status position_write_field(const struct position *position, struct text *out, struct error *error);
/* Writes a game as XML. */
enum status game_write_xml(const struct record *record, struct text *out, struct error *error);
/* Writes a game in GSN. */
enum status game_write_gsn(const struct record *record, struct text *out, struct error *error);
/* Writes one line of a .tsv file; `name` is its first field. */
enum status game_write_tsv(const struct record *record, const char *name, struct text *out,
                           struct error *error);

/* The next three write formats of other programs. STATUS_BAD with a sentence, and nothing written, if the
 * format cannot express the start of the game. */

/* Writes Ataraxos' text. It has no result: one that the board does not show is lost. */
enum status game_write_ataraxos(const struct record *record, struct text *out, struct error *error);
/* Writes Ataraxos' MessagePack, likewise without the result. */
enum status game_write_msgpack(const struct record *record, struct text *out, struct error *error);
/* Writes a log of the evaluator. STATUS_BAD also if the log's manager has no such result. */
enum status game_write_evaluator(const struct record *record, struct text *out, struct error *error);

/* Reads 40 Gravon letters from an option or argument; *side (may be NULL) gets whose letters they are. */
enum status setup_read_letters(const char *letters, struct setup *setup, enum side *side,
                               struct error *error);
#endif
