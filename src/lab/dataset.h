/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games for training and measuring: the public events that a guesser sees, and the true ranks. */
#ifndef VEDETTE_LAB_DATASET_H
#define VEDETTE_LAB_DATASET_H

#include "belief/move_model.h"
#include "belief/model.h"
#include "file/file.h"
#include "game/view.h"

/* A list of games; all zero: empty. */
struct dataset {
    struct training_game *items;
    size_t count, capacity;
};

/* Appends all games of a file. Unknown ranks ('?') of a game are not used. */
enum status dataset_read(struct dataset *dataset, const char *path, struct error *error);

/* Converts a record to a training game; `place` names it in errors. The events are new memory, which
 * dataset_free frees once the game is added. */
enum status training_game_read(struct training_game *game, const struct record *record, const char *place,
                               struct error *error);
/* Appends a game; the data set owns its events from then on. */
void dataset_add(struct dataset *dataset, const struct training_game *game);
/* Frees the games and their events. */
void dataset_free(struct dataset *dataset);

/* Fills the two setups of a game. False if it did not start from two complete setups of its variant. */
bool training_game_setups(const struct training_game *game, struct setup setups[SIDES]);

/* Initialises the view of `side` at the start of a game. False if the game did not start from two setups.
 * view_free frees it. */
bool training_game_view(const struct training_game *game, enum side side, struct view *view);

/* Returns a copy of `setups` without the pairs that were played in these games. A pair is two consecutive
 * setups that are red's and blue's of one game. A setup that also occurs elsewhere in the list stays there.
 * `kept` gets the number of copied setups; free() frees them. */
struct setup *dataset_other_setups(const struct dataset *dataset, const struct setup *setups, size_t count,
                                   size_t *kept);

/* Removes the games i for which out[i] is true; returns their number. */
size_t dataset_take_out(struct dataset *dataset, const bool *out);

/* Removes each game that equals an earlier one in start, ranks and moves. Returns the number of removed
 * games. */
size_t dataset_drop_repeats(struct dataset *dataset);

/* Computes the sorted fingerprints of all games. Computes none if there are more than FINGERPRINTS_MAX. Equal
 * games have equal fingerprints, whatever their file or format; different games with probability 2^-32. */
void dataset_fingerprint(const struct dataset *dataset, struct game_fingerprints *fingerprints);

/* Returns whether the game's fingerprint is among `fingerprints`. */
bool training_game_is_marked(const struct training_game *game, const struct game_fingerprints *fingerprints);

/* Returns the games whose fingerprints are among `fingerprints`. `items` is new memory; the events still
 * belong to `dataset`. */
struct dataset dataset_marked(const struct dataset *dataset, const struct game_fingerprints *fingerprints);

/* Returns the number of games whose fingerprints are among `fingerprints`. */
size_t dataset_overlap(const struct dataset *dataset, const struct game_fingerprints *fingerprints);

#endif
