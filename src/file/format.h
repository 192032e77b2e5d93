/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of the file formats; recognise.c has their table. Each reads a whole file into an empty
 * (cleared) record, position or setup, or reports the first fault with its place. After a fault the caller
 * frees what was filled in. */
#ifndef VEDETTE_FILE_FORMAT_H
#define VEDETTE_FILE_FORMAT_H

#include "file/file.h"
#include "file/input.h"

/* Reads a whole file. Sets content->kind. */
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

/* Finds move `index` (from 0) of a sound file: its offset in bytes. False if there is no such move. In a
 * file of several games it searches the first game. */
typedef bool move_finder(const struct input *input, size_t index, size_t *offset);
move_finder xml_move_place, gsn_move_place, tsv_move_place, ataraxos_move_place, packed_move_place,
    evaluator_move_place;

/* Reads one line of a file that has a setup per line; input->line is its number. For a blank line or a
 * comment: STATUS_OK and *has_setup false. */
enum status letters_line_read(const struct input *input, struct setup *setup, enum side *side,
                              bool *has_setup, struct error *error);
/* Reads one line of a file that has a game per line; *result gets the offset of the game's result in it. For
 * a blank line or a comment: STATUS_OK and *has_game false. */
enum status tsv_line_read(const struct input *input, struct record *record, bool *has_game, size_t *result,
                          struct error *error);

/* Returns whether a line is the "variant: NAME" with which a setup file may begin. */
bool setup_names_variant(const char *line, size_t size);

/* The state while the games of a MessagePack file are read one by one. */
struct packed_games {
    const char *name;   /* file name for messages */
    size_t number;      /* number of the last game read, from 1 */
    size_t offset;      /* offset in the file of the next byte */
    uint32_t left;      /* games of the current list that are not read yet */
    size_t wanted, *place; /* the offset of move `wanted` is stored in *place; SIZE_MAX: not needed */
};

/* Reads the next game from `bytes`, which start where the last game ended; `last`: the file ends with
 * them. *has_game: false at the end of the file. *used: size of the game in bytes. On STATUS_BAD: if *used is
 * above 0, only this game is wrong and the next can be read; if 0, reading must stop. */
enum status packed_game_read(struct packed_games *games, const char *bytes, size_t size, bool last,
                             struct record *record, bool *has_game, size_t *used, struct error *error);

/* Checks a setup's pieces against `variant` (NULL: the variant that has exactly these counts). On STATUS_BAD,
 * `why` gets the sentence, and *place the first place (0 .. 39) with one piece too many of its rank. If no
 * rank has too many, *place is the first piece. */
enum status setup_check_places(const struct setup *setup, const struct variant *variant, int *place,
                               struct error *why);

/* Counts as captured the pieces that each side lacks of its army; nothing if the variant allows any army. */
void captured_fill(struct placement *placement);

/* Checks a placement. On STATUS_BAD, `why` gets the sentence, and *index the first wrong square's index in
 * `order` (NULL: the squares' own order). *index is SQUARES if the fault is not of a single square. */
enum status placement_check_squares(const struct placement *placement, const uint8_t *order,
                                    int *index, struct error *why);

#endif
