/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What position and game files share: a YAML mapping with known keys, and moves as words of a scalar. */
#ifndef VEDETTE_FILE_DOCUMENT_H
#define VEDETTE_FILE_DOCUMENT_H

#include "file/file.h"
#include "file/input.h"
#include "profile/yaml.h"

#include <stddef.h>

/* The state while a position or game file is read. */
struct document {
    const struct input *input;
    struct record *record;
    size_t prior_capacity; /* capacity of record->prior, in plies */
    enum side side;    /* the side whose `red:` or `blue:` is being read */
    uint8_t (*pieces)[RANKS]; /* the counts into which its pieces are read: captured or absent ones */
    const char *pieces_word; /* the key of these counts, for messages */
    struct setup setup[SIDES]; /* the setups read so far, if setup_seen */
    bool setup_seen[SIDES], position_seen, variant_seen, captured_seen;
    size_t result_line, result_column; /* place of the result, as in struct file_content */
};

/* Reads the value of one key into the document's record. STATUS_BAD with the place of a fault. */
typedef enum status key_reader(struct document *document, const struct yaml *value, struct error *error);

/* A key that a mapping may have. */
struct key_row {
    const char *key;
    key_reader *read;  /* reads the value; NULL: a number, or yes or no, is stored in a field of struct
                        * record */
    bool mapping;      /* the value may be a mapping */
    bool scalar;       /* the value may be a scalar */
    bool needed;       /* STATUS_BAD if the key is missing */
    bool names_side;   /* the key is "red" or "blue": document->side is set to this side */
    size_t offset;     /* without `read`: the field's offset in struct record; the field is an int if `max`
                        * is above 0, a bool if it is 0 */
    int max;           /* max of the number; min is 0 */
};

/* Make the row of a key whose number, or yes or no, is stored in a field of struct record. */
#define KEY_NUMBER(name, field, max_number) \
    {name, .scalar = true, .offset = offsetof(struct record, field), .max = (max_number)}
#define KEY_FLAG(name, field) {name, .scalar = true, .offset = offsetof(struct record, field)}

/* Reads the values of a mapping in the order of `rows`. STATUS_BAD with the place for an unknown key, a
 * missing needed key, or a value of the wrong kind. */
enum status mapping_read(struct document *document, const struct yaml *mapping,
                         const struct key_row *rows, size_t count, struct error *error);

/* Fills in `error` with a message and the place of a value. Returns STATUS_BAD. */
enum status value_fault(const struct document *document, const struct yaml *value, struct error *error,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Fills in `error` with a message and the place of byte `index` of the value's word number `word` (both from
 * 0). Returns STATUS_BAD. */
enum status word_fault(const struct document *document, const struct yaml *value, size_t word,
                       size_t index, struct error *error, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* An iterator over the words of a scalar. Initialise with all zero except `text`. */
struct text_words {
    const char *text;  /* the current word, or the text before the first */
    size_t size;       /* bytes of the current word */
    size_t index;      /* number of the current word, from 0 */
    size_t given;      /* words returned so far */
};

/* Moves to the next word and returns its first byte; NULL at the end. Its size is words->size; no zero byte
 * follows it. */
const char *text_words_next(struct text_words *words);

/* Stores a move that was read. `attack`: it is written with an 'x'. */
typedef void move_taker(struct document *document, struct move_with_ranks move, bool attack);
/* Reads the words of a scalar as moves and calls `take` for each. */
enum status moves_read(struct document *document, const struct yaml *value, move_taker *take,
                       struct error *error);

/* Reads the value of `moves:`, in both kinds of files, into record->moves. */
key_reader moves_key_read;

/* Reads the keys of a position file, or those of `position:` in a game file. */
enum status position_keys_read(struct document *document, const struct yaml *mapping, struct error *error);

/* Reads the keys of a game file. */
enum status game_keys_read(struct document *document, const struct yaml *mapping, struct error *error);

/* Read the keys about how a game was played: `program:`, `clock:`, `times:`, and `agent:` in the mapping
 * of a side. */
key_reader program_key_read, clock_key_read, times_key_read, agent_key_read;
/* Checks the number of times; to be called after all keys and moves are read. */
enum status times_check(const struct document *document, const struct yaml *times, struct error *error);

/* Reads the value of `variant:`, in both kinds of files. */
key_reader variant_key_read;
/* Writes the line `variant:`, if it is not the standard variant. */
void variant_write(uint8_t variant, struct text *out);

/* Reads the value of `comments:` (may be NULL). Must be called after all other keys are read. */
enum status comments_read(const struct document *document, const struct yaml *value, struct error *error);

/* Writes the key `program:` if it has a value. */
void program_write(const struct record *record, struct text *out);
/* Writes the key `clock:` if it has a value. */
void clock_write(const struct record *record, struct text *out);
/* Writes the key `times:` if it has a value. */
void times_write(const struct record *record, struct text *out);
/* Writes the key `comments:` if it has a value. */
void comments_write(const struct record *record, struct text *out);
/* Writes "agent: {…}" of a side that has an agent, without a newline at its end. */
void agent_write(const struct record *record, enum side side, struct text *out);

/* Writes a scalar: a plain word without quotes, any other text in double quotes. Bytes that could not be
 * read again (control bytes) become '?'. */
void scalar_write(const char *text, struct text *out);

/* Finds move `index` (from 0) in a sound position or game file: its word into `text` of `capacity` bytes,
 * its place into *line and *column. False, with nothing changed, for other files or if there is no such
 * move. */
bool document_move_place(const struct input *input, size_t index, char *text, size_t capacity,
                         size_t *line, size_t *column);

/* Finds the key of option `index` of a side's agent in a sound game file. False if there is none. */
bool document_option_place(const struct input *input, enum side side, size_t index, size_t *line,
                           size_t *column);

/* Finds time `index` in a sound game file. False if there is none. */
bool document_time_place(const struct input *input, size_t index, size_t *line, size_t *column);

/* Words that are written on lines of at most `width` columns, each indented by `indent`. Initialise with
 * `column` 0. */
struct wrap {
    struct text *out;
    int indent, width;
    size_t column;
};
/* Writes a word, on a new line if it does not fit on the present one. */
void wrap_word(struct wrap *wrap, const char *word);
/* Ends the last line. */
void wrap_end(struct wrap *wrap);

enum { PAGE_WIDTH = 80 };

/* Writes a placement and the `count` plies before it as keys of a position file; each line is indented by
 * `indent` blanks. */
void placement_write(const struct placement *placement, const struct prior_ply *before, size_t count,
                     int indent, struct text *out);

#endif
