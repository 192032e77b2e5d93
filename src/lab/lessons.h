/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games to learn from and to be measured on: what the guesser may see of them, and the truth beside. */
#ifndef VEDETTE_LAB_LESSONS_H
#define VEDETTE_LAB_LESSONS_H

#include "belief/conduct.h"
#include "belief/model.h"
#include "belief/network.h"
#include "file/file.h"

struct lessons {
    struct lesson *items;
    size_t count, room;
};

/* Adds all games of a file. Where a game's ranks are not all known ('?'), the unknown ones do not count. */
enum status lessons_read(struct lessons *lessons, const char *path, struct error *error);

/* One game of a record, `place` telling of it in errors; its events are new memory, which lessons_free gives
 * back once it is added. */
enum status lesson_take(struct lesson *lesson, const struct record *record, const char *place,
                        struct error *error);
void lessons_add(struct lessons *lessons, const struct lesson *lesson);
void lessons_free(struct lessons *lessons);

/* What was seen of each side's setup now and then in these games, as covers for network_learn; free() gives
 * them back. Sides that did not start from forty places are left out. */
struct network_cover *lessons_covers(const struct lessons *lessons, size_t *count);

/* The two setups of a game; false where it did not start from two setups. */
bool lesson_setups(const struct lesson *lesson, struct setup setups[SIDES]);

/* A copy of setups without the pairs that were played in these games: two that follow each other and are
 * red's and blue's of one of them. A setup that was played in another game too stays. `kept` gets how many
 * are left; free() gives them back. */
struct setup *lessons_other_setups(const struct lessons *lessons, const struct setup *setups, size_t count,
                                   size_t *kept);

/* Takes the games out that are not new to some setups: one of the game's own, or its mirror image, stands
 * among them, or the game did not start from two setups. Returns how many. */
size_t lessons_keep_new(struct lessons *lessons, const struct setup *setups, size_t count);

/* Takes out each game that is the same as an earlier one, in start, ranks and moves. Returns how many. */
size_t lessons_drop_repeats(struct lessons *lessons);

/* Marks of all these games; none where they are more than MARKS_MOST. The same game from another file or
 * format has the same mark; another game has it by a chance of 1 in 2^32. */
void lessons_mark(const struct lessons *lessons, struct game_marks *marks);

/* How many of these games are among the marked ones. */
size_t lessons_marked(const struct lessons *lessons, const struct game_marks *marks);

#endif
