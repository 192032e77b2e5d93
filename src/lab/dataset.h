/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games to learn from and to be measured on: what the guesser may see of them, and the truth beside. */
#ifndef VEDETTE_LAB_DATASET_H
#define VEDETTE_LAB_DATASET_H

#include "belief/move_model.h"
#include "belief/model.h"
#include "file/file.h"
#include "game/view.h"

struct dataset {
    struct training_game *items;
    size_t count, capacity;
};

/* Adds all games of a file. Where a game's ranks are not all known ('?'), the unknown ones do not count. */
enum status dataset_read(struct dataset *dataset, const char *path, struct error *error);

/* One game of a record, `place` telling of it in errors; its events are new memory, which dataset_free gives
 * back once it is added. */
enum status training_game_read(struct training_game *game, const struct record *record, const char *place,
                               struct error *error);
void dataset_add(struct dataset *dataset, const struct training_game *game);
void dataset_free(struct dataset *dataset);

/* The two setups of a game; false where it did not start from two setups of its variant. */
bool training_game_setups(const struct training_game *game, struct setup setups[SIDES]);

/* What `side` sees at the start of such a game; false where it is none. view_free gives its memory back. */
bool training_game_view(const struct training_game *game, enum side side, struct view *view);

/* A copy of setups without the pairs that were played in these games: two that follow each other and are
 * red's and blue's of one of them. A setup that was played in another game too stays. `kept` gets how many
 * are left; free() gives them back. */
struct setup *dataset_other_setups(const struct dataset *dataset, const struct setup *setups, size_t count,
                                   size_t *kept);

/* Takes out the games for which `out` is set; returns how many. */
size_t dataset_take_out(struct dataset *dataset, const bool *out);

/* Takes out each game that is the same as an earlier one, in start, ranks and moves. Returns how many. */
size_t dataset_drop_repeats(struct dataset *dataset);

/* Fingerprints of all these games; none where they are more than FINGERPRINTS_MAX. The same game from
 * another file or format has the same one; another game has it by a chance of 1 in 2^32. */
void dataset_fingerprint(const struct dataset *dataset, struct game_fingerprints *fingerprints);

bool training_game_is_marked(const struct training_game *game, const struct game_fingerprints *fingerprints);

/* Those of the games that are among the marked ones: `items` is new memory, the events are the games' own. */
struct dataset dataset_marked(const struct dataset *dataset, const struct game_fingerprints *fingerprints);

/* How many of these games are among the marked ones. */
size_t dataset_overlap(const struct dataset *dataset, const struct game_fingerprints *fingerprints);

#endif
