/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of readers: hostile texts with the error line each must give, and random records. */
#ifndef VEDETTE_TESTS_FILES_H
#define VEDETTE_TESTS_FILES_H

#include "base/rng.h"
#include "file/file.h"

/* A text and the whole error line, in which the file is called "f". */
struct refusal {
    const char *text;
    const char *error;
};

/* Reads `size` bytes as the file "f": it must be refused with that line, and nothing left behind. */
void assert_refused(const char *bytes, size_t size, const char *error);
void assert_all_refused(const struct refusal *rows, size_t count);

/* Reads a text that must be sound, as a thing of that kind. */
void assert_read(const char *text, enum file_kind kind, struct file_content *content);

/* Compares the whole of two placements, and of two records but for the players' names. */
void assert_same_placement(const struct placement *a, const struct placement *b);
void assert_same_record(const struct record *a, const struct record *b);

/* Appends up to `plies` random legal moves to a record whose start is set; `position` (all zero) is then
 * at its end, and the result is noted where the rules give one. */
void record_play_random(struct record *record, int plies, struct position *position, struct rng *rng);

/* Makes some pieces of a placement moved, known or of unknown rank, as a real game might leave them; the
 * ones it lacks are captured. */
void placement_blur(struct placement *placement, struct rng *rng);

/* A new file under the tests' own folder with these bytes; its path, for unlink and free. */
char *file_make(const char *bytes, size_t size);

#endif
