/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that commands learn from or measure on: read from files, or played for it. */
#ifndef VEDETTE_COMMANDS_DATASETS_H
#define VEDETTE_COMMANDS_DATASETS_H

#include "console/argument.h"
#include "console/session.h"
#include "lab/dataset.h"

/* Games of programs that are played for the purpose: --self-play N --players A B… --variant NAME */
struct self_play_request {
    uint64_t games;
    struct word_list players;
    int variant;             /* index of a row of variant_table */
};

/* Its flags, as rows for a member of that type. */
#define SELF_PLAY_FLAGS(type, member) \
    {.name = "self-play", .kind = VALUE_WHOLE, .at = offsetof(type, member.games), .min = 1, \
     .most = 1000000, .meaning = "plays so many games of programs for it"}, \
    {.name = "players", .kind = VALUE_AGENT, .list = true, .at = offsetof(type, member.players), \
     .meaning = "each of them meets each in self-play", \
     .standard = "planners of several styles, and probabilistic"}, \
    {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(type, member.variant), \
     .meaning = "which pieces there are in self-play"}

/* Adds the games of these files. STATUS_NO where the session was stopped. */
enum status datasets_read(struct dataset *dataset, const struct session *session,
                          const struct word_list *paths, struct error *error);

/* Plays the games that were asked for and adds them. */
enum status datasets_play(struct dataset *dataset, struct session *session,
                          const struct self_play_request *request, struct error *error);

/* The variant of the first game; where there is none, of the first of `others` (may be NULL); the standard
 * one where that has none either. */
const struct variant *datasets_variant(const struct dataset *dataset, const struct dataset *others);

/* Writes what a learnt file says of its games, for a line of YAML: quotes and backslashes become
 * apostrophes. */
void datasets_source(char *line, size_t capacity, const char *source);

#endif
