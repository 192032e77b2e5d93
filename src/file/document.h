/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position and game files share the form: a YAML mapping with known keys, moves as words of a scalar. */
#ifndef VEDETTE_FILE_DOCUMENT_H
#define VEDETTE_FILE_DOCUMENT_H

#include "file/file.h"
#include "file/input.h"
#include "profile/yaml.h"

#include <stddef.h>

/* What a document is read into. */
struct document {
    const struct input *input;
    struct record *record;
    size_t prior_capacity; /* of record->prior */
    enum side side;    /* whose `red:` or `blue:` is being read, in any mapping that has these keys */
    uint8_t (*pieces)[RANKS]; /* where its pieces are counted: captured or absent ones of the start */
    const char *pieces_word;
    struct setup setup[SIDES];
    bool setup_seen[SIDES], position_seen, variant_seen, captured_seen;
    size_t result_line, result_column; /* as in struct file_content */
};

/* Reads the value of one key. */
typedef enum status key_reader(struct document *document, const struct yaml *value,
                               struct error *error);

struct key_row {
    const char *key;
    key_reader *read;  /* NULL: a number or yes or no, into the field at an offset of struct record */
    bool mapping;      /* may be a mapping */
    bool scalar;       /* may be a scalar */
    bool needed;
    bool names_side;   /* the key is "red" or "blue", and document->side becomes that side */
    size_t at;         /* without `read`: the offset, of an int if `max` is above 0, else of a bool */
    int max;           /* the number is 0 .. max */
};

/* Rows for a number and for yes or no, by the field of struct record. */
#define KEY_NUMBER(name, field, max_number) \
    {name, .scalar = true, .at = offsetof(struct record, field), .max = (max_number)}
#define KEY_FLAG(name, field) {name, .scalar = true, .at = offsetof(struct record, field)}

/* Reads a mapping by its rows, in the order of the rows. STATUS_BAD names an unknown key, one that is
 * missing, or a value of another kind. */
enum status mapping_read(struct document *document, const struct yaml *mapping,
                         const struct key_row *rows, size_t count, struct error *error);

/* Fills `error` with the place of a value; with that of a byte in one of its words. STATUS_BAD. */
enum status value_fault(const struct document *document, const struct yaml *value, struct error *error,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
enum status word_fault(const struct document *document, const struct yaml *value, size_t word,
                       size_t index, struct error *error, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The words of a scalar, one by one: start with all zero but the text. */
struct text_words {
    const char *text;
    size_t size;       /* of the word */
    size_t index;      /* of the word, from 0, once one was given */
    size_t given;
};

/* The next word, not ended by a zero byte (its size in words->size); NULL at the end. */
const char *text_words_next(struct text_words *words);

/* Reads words as moves; what is done with each. `attack`: it is written with an 'x'. */
typedef void move_taker(struct document *document, struct move_with_ranks move, bool attack);
enum status moves_read(struct document *document, const struct yaml *value, move_taker *take,
                       struct error *error);

/* The value of `moves:`, of both kinds of files: into record->moves. */
key_reader moves_key;

/* Reads the keys of a position file, or of `position:` in a game file. */
enum status position_keys(struct document *document, const struct yaml *mapping, struct error *error);

/* Reads the keys of a game file. */
enum status game_keys(struct document *document, const struct yaml *mapping, struct error *error);

/* Reads the keys of a game file that tell how the game came about: the value of `program:`, `clock:`,
 * `times:`, and of `agent:` in the mapping of a side. `times_fit` is for when all of them and the moves
 * are read. */
key_reader program_key, clock_key, times_key, agent_key;
enum status times_fit(const struct document *document, const struct yaml *times, struct error *error);

/* The value of `variant:`, of both kinds of files; and its line, for what is not of the standard variant. */
key_reader variant_key;
void variant_write(uint8_t variant, struct text *out);

/* Reads the value of `comments:` (NULL: there is none), when all else is read. */
enum status comments_read(const struct document *document, const struct yaml *value, struct error *error);

/* Writes `program:`, `clock:`, `times:` and `comments:`, each where there is something to write, and "agent:
 * {…}" for a side that has one, on as many lines as it needs and without an end of the last. */
void program_write(const struct record *record, struct text *out);
void clock_write(const struct record *record, struct text *out);
void times_write(const struct record *record, struct text *out);
void comments_write(const struct record *record, struct text *out);
void agent_write(const struct record *record, enum side side, struct text *out);

/* Writes a scalar that is one plain word as it is, another one in double quotes; '?' where it could not be
 * read again, having control bytes. */
void scalar_write(const char *text, struct text *out);

/* The place of move `index` of a sound position or game file, and its word as it stands there, into
 * `text` of `room` bytes; false for another file, and nothing is changed. */
bool document_move_place(const struct input *input, size_t index, char *text, size_t capacity,
                         size_t *line, size_t *column);

/* The place of the key of option `index` of a side's agent in a sound game file; false where there is
 * none. */
bool document_option_place(const struct input *input, enum side side, size_t index, size_t *line,
                           size_t *column);

/* The place of time `index` in a sound game file; false where there is none. */
bool document_time_place(const struct input *input, size_t index, size_t *line, size_t *column);

/* Writes words one behind the other on lines of at most `width` columns, each indented; start with
 * `column` zero, and end with wrap_end. */
struct wrap {
    struct text *out;
    int indent, width;
    size_t column;
};
void wrap_word(struct wrap *wrap, const char *word);
void wrap_end(struct wrap *wrap);

enum { PAGE_WIDTH = 80 };

/* Writes a placement and the plies before it as the keys of a position file, each line indented. */
void placement_write(const struct placement *placement, const struct prior_ply *before, size_t count,
                     int indent, struct text *out);

#endif
