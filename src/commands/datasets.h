/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads or plays the games that commands learn from or measure on. */
#ifndef VEDETTE_COMMANDS_DATASETS_H
#define VEDETTE_COMMANDS_DATASETS_H

#include "commands/shared_flags.h"
#include "console/session.h"
#include "lab/dataset.h"

/* A request for self-play games: --self-play N --players A B… --variant NAME */
struct self_play_request {
    uint64_t games;          /* 0: none */
    struct word_list players;
    int variant;             /* index of a row of variant_table */
};

/* The flags for a struct `type` that has a struct self_play_request as `member`. */
#define SELF_PLAY_FLAGS(type, member) \
    FLAG_WHOLE(type, member.games, "self-play", 1, 1000000, "plays so many games of programs for it"), \
    FLAG_AGENT(type, member.players, "players", "each of them meets each in self-play", .list = true, \
               .standard = "planners of several styles, and probabilistic"), \
    {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(type, member.variant), \
     .meaning = "which pieces there are in self-play"}

/* Adds the games of the files. STATUS_NO if the session was stopped. */
enum status datasets_read(struct dataset *dataset, const struct session *session,
                          const struct word_list *paths, struct error *error);

/* Plays the requested games and adds them. */
enum status datasets_play(struct dataset *dataset, struct session *session,
                          const struct self_play_request *request, struct error *error);

/* Returns the variant of the first game of `dataset`. If that is empty, returns that of `others` (may be
 * NULL); if both are empty, the standard variant. */
const struct variant *datasets_variant(const struct dataset *dataset, const struct dataset *others);

/* Writes `source`, the description of a model's games, for a line of YAML: quotes and backslashes become
 * apostrophes. Cuts it to `capacity` - 1 bytes. */
void datasets_source(char *line, size_t capacity, const char *source);

#endif
