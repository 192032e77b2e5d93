/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of a model file. Each is one key of its root, and has a source file that reads, writes and
 * packs it. A new section needs such a file and a row in model_sections (model.c). */
#ifndef VEDETTE_BELIEF_MODEL_PARTS_H
#define VEDETTE_BELIEF_MODEL_PARTS_H

#include "belief/model.h"
#include "setup/reader.h"

/* A transfer between a model and its packed content. The same code packs and unpacks, so that both have the
 * same parts in the same order. */
struct passage {
    struct text *out;  /* packing: the content is appended here; NULL: unpacking */
    const char *at;    /* unpacking: the next byte */
    size_t left;       /* unpacking: number of bytes from `at` on */
    bool sound;        /* no error so far */
};

/* The next four functions transfer data in the direction of the passage. Invalid or missing data sets `sound`
 * to false. */

/* Transfers raw bytes. */
void passage_bytes(struct passage *passage, void *bytes, size_t size);
/* Transfers one line of text in an array of `capacity` bytes, ended by a zero byte. */
void passage_line(struct passage *passage, char *line, size_t capacity);
/* Transfers numbers within -1000 .. 1000. */
void passage_floats(struct passage *passage, float *values, size_t count);
/* Transfers fingerprints in rising order. */
void passage_fingerprints(struct passage *passage, struct game_fingerprints *fingerprints);

/* A section of the file. */
struct model_section {
    const char *key;
    int player;    /* the kind of player, for sections that both kinds have */
    /* Returns whether the model has the section; NULL: every model has it. A file without the section leaves
     * out its key. */
    bool (*present)(const struct belief_model *model);
    /* Reads the section from `node`, the value of its key. */
    enum status (*read)(const struct model_section *section, const struct reader *reader,
                        const struct yaml *node, struct belief_model *model);
    /* Appends the key and its value. The model must be folded (network_symmetrise). */
    void (*write)(const struct model_section *section, const struct belief_model *model, struct text *out);
    /* Transfers the section to or from the packed form. */
    void (*pass)(const struct model_section *section, struct passage *passage, struct belief_model *model);
};

enum { MODEL_SECTIONS = 8 };
extern const struct model_section *const model_sections[MODEL_SECTIONS]; /* in the file's order */

extern const struct model_section model_weights_section, model_people_section, model_programs_section,
    model_network_section, model_families_section, model_people_habits_section,
    model_programs_habits_section, model_calibration_section;

/* --- for the sections' readers and writers --- */

/* Reads a list of `rows` rows, each a scalar that `read` converts to `columns` numbers. `row` returns the
 * memory for row i. */
enum status model_read_rows(const struct reader *reader, const struct yaml *node, const char *path,
                            size_t rows, size_t columns,
                            enum status (*read)(const struct reader *, const struct yaml *, const char *,
                                                size_t, float *),
                            float *(*row)(void *context, size_t i), void *context);

enum { MODEL_RANK_UNITS = 1000 };
/* Reads `count` weights, written as whole numbers: MODEL_RANK_UNITS times the weight. */
enum status model_read_ranks(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t count, float *values);
/* Writes a weight for each rank, as model_read_ranks reads them. */
void model_write_ranks(const float values[RANKS], struct text *out);

/* Reads fingerprints of games. */
enum status model_read_fingerprints(const struct reader *reader, const struct yaml *node, const char *path,
                                    struct game_fingerprints *fingerprints);
/* Writes fingerprints of games under a key of the section, indented by two. */
void model_write_fingerprints(const char *key, const struct game_fingerprints *fingerprints,
                              struct text *out);

#endif
