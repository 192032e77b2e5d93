/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of the formats, one a file; recognise.c has the table of them.
 *
 * Each fills an empty record, position or setup (cleared) from a whole file, or says what is wrong with it
 * and where; what it had filled in by then is the caller's to free. */
#ifndef VEDETTE_FILE_FORMAT_H
#define VEDETTE_FILE_FORMAT_H

#include "file/file.h"
#include "file/input.h"

typedef enum status format_reader(const struct input *input, struct file_content *content,
                                  struct error *error);

format_reader setup_read;    /* setup_file.c */
format_reader letters_read;  /* gravon_letters.c: one setup of 40 letters */
format_reader field_read;    /* gravon_letters.c: a position of 100 letters */
format_reader document_read; /* document.c: YAML, a position or a game as its `format:` says */
format_reader xml_read;      /* gravon_xml.c */
format_reader gsn_read;      /* gravon_gsn.c */
format_reader ataraxos_read; /* ataraxos_text.c */
format_reader packed_read;   /* ataraxos_msgpack.c: a file of one game */
format_reader evaluator_read; /* evaluator_log.c */

/* Where the index-th move (from 0) of a sound file stands, as an offset; false where it has not so many. Of
 * a file of several games: of its first game. */
typedef bool move_finder(const struct input *input, size_t index, size_t *offset);
move_finder xml_move_place, gsn_move_place, tsv_move_place, ataraxos_move_place, packed_move_place,
    evaluator_move_place;

/* One line of a file with a setup or a game a line: input->line is its number. A blank line or a
 * comment gives STATUS_OK and `*there` false. `*result` gets the offset of the game's result. */
enum status letters_line_read(const struct input *input, struct setup *setup, enum side *side,
                              bool *there, struct error *error);
enum status tsv_line_read(const struct input *input, struct record *record, bool *there, size_t *result,
                          struct error *error);

/* Whether a line is the "variant: NAME" that a setup file may begin with. */
bool setup_names_variant(const char *line, size_t size);

/* The games of a MessagePack file, read one by one. */
struct packed_games {
    const char *name;   /* stands for the file in errors */
    size_t number;      /* of the game read last, from 1 */
    size_t offset;      /* in the file, of the bytes that come next */
    uint32_t left;      /* games of the present list that are still to come */
    size_t wanted, *place; /* the place of the move of this index is stored there; SIZE_MAX: of none */
};

/* Reads the next game from the bytes that come next; `last`: the file ends with them. *there is false at the
 * end of the file. *used gets the size of the game. STATUS_BAD with *used above 0: the game is wrong, the
 * next one may be read; with 0 the rest of the file cannot be read. */
enum status packed_game_read(struct packed_games *games, const char *bytes, size_t size, bool last,
                             struct record *record, bool *there, size_t *used, struct error *error);

/* Whether the pieces are those of `variant`; NULL: of any one that has exactly so many of each. STATUS_BAD
 * gives the sentence in `why`, and in *place the first piece that is one too many of its rank, or the first
 * of all. */
enum status setup_fault(const struct setup *setup, const struct variant *variant, int *place,
                        struct error *why);

/* Counts as captured whatever each side lacks of its army; nothing where the variant takes any army. */
void captured_fill(struct placement *placement);

/* Checks a placement. Where it is unsound, `why` gets the sentence, and *index the first square in
 * `order` that makes it so (the index in `order`; SQUARES where no single square does). */
enum status placement_fault(const struct placement *placement, const uint8_t order[SQUARES],
                            int *index, struct error *why);

#endif
