/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of a model file: one key of its root each, with a file that reads, writes and packs it. A new
 * section is such a file and a row in model_sections (model.c). */
#ifndef VEDETTE_BELIEF_MODEL_PARTS_H
#define VEDETTE_BELIEF_MODEL_PARTS_H

#include "belief/model.h"
#include "setup/reader.h"

/* Fills a model from the packed content, or the content from a model: either way the same parts in one
 * order. */
struct passage {
    struct text *out;  /* NULL: the model is filled, */
    const char *at;    /* from here, */
    size_t left;       /* of so many bytes */
    bool sound;        /* so far */
};

/* Bytes as they are; one line of text in an array, ended by a zero byte; numbers within +-1000, as no learnt
 * one is larger; fingerprints in rising order. What does not fit makes the passage unsound. */
void passage_bytes(struct passage *passage, void *bytes, size_t size);
void passage_line(struct passage *passage, char *line, size_t capacity);
void passage_floats(struct passage *passage, float *values, size_t count);
void passage_fingerprints(struct passage *passage, struct game_fingerprints *fingerprints);

struct model_section {
    const char *key;
    int player;    /* for a section that each kind of player has */
    /* NULL: every model has the section. Else whether this one has: without it the key is left out, and the
     * model read has none of its numbers. */
    bool (*present)(const struct belief_model *model);
    /* `node` is the value of the key. */
    enum status (*read)(const struct model_section *section, const struct reader *reader,
                        const struct yaml *node, struct belief_model *model);
    /* Appends the key and all below it. The model is folded (network_symmetrise). */
    void (*write)(const struct model_section *section, const struct belief_model *model, struct text *out);
    void (*pass)(const struct model_section *section, struct passage *passage, struct belief_model *model);
};

enum { MODEL_SECTIONS = 8 };
extern const struct model_section *const model_sections[MODEL_SECTIONS]; /* in the file's order */

extern const struct model_section model_weights_section, model_people_section, model_programs_section,
    model_network_section, model_families_section, model_people_habits_section,
    model_programs_habits_section, model_calibration_section;

/* --- for the sections' readers and writers --- */

/* A list of `rows` rows, each a scalar that `read` takes as `columns` numbers; `row` gives the place of
 * row i. */
enum status model_read_rows(const struct reader *reader, const struct yaml *node, const char *path,
                            size_t rows, size_t columns,
                            enum status (*read)(const struct reader *, const struct yaml *, const char *,
                                                size_t, float *),
                            float *(*row)(void *context, size_t i), void *context);

/* A weight for each rank: a row of whole numbers, MODEL_RANK_UNITS times the weight. */
enum { MODEL_RANK_UNITS = 1000 };
enum status model_read_ranks(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t count, float *values);
void model_write_ranks(const float values[RANKS], struct text *out);

/* Marks of games under a key of the section, indented by two. */
enum status model_read_fingerprints(const struct reader *reader, const struct yaml *node, const char *path,
                                    struct game_fingerprints *fingerprints);
void model_write_fingerprints(const char *key, const struct game_fingerprints *fingerprints,
                              struct text *out);

#endif
