/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that people played, for a policy to learn from, and others to measure it on. */
#ifndef VEDETTE_COMMANDS_PEOPLE_GAMES_H
#define VEDETTE_COMMANDS_PEOPLE_GAMES_H

#include "console/argument.h"
#include "console/session.h"
#include "game/variant.h"
#include "lab/dataset.h"

struct people_games {
    const struct variant *variant;
    struct dataset all;           /* owns them; a game that is there twice counts once */
    struct dataset learnt, held;  /* of them: to learn from, to measure on */
};

/* Each `hold_out`-th game is held; 0: none. STATUS_BAD where a file is bad, or the
 * games are not of one variant with a given army; to be freed then, too. */
enum status people_games_load(struct people_games *games, const struct session *session,
                              const struct word_list *paths, uint64_t hold_out, struct error *error);
void people_games_free(struct people_games *games);

#endif
