/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games of people: a part for a policy to learn from, another to measure it on. */
#ifndef VEDETTE_COMMANDS_PEOPLE_GAMES_H
#define VEDETTE_COMMANDS_PEOPLE_GAMES_H

#include "console/argument.h"
#include "console/session.h"
#include "game/variant.h"
#include "lab/dataset.h"

struct people_games {
    const struct variant *variant; /* of all games */
    struct dataset all;           /* owns the games, without repeated ones */
    struct dataset learnt, held;  /* parts of `all`: to learn from, to measure on */
};

/* Loads the games. Every `hold_out`-th game goes to `held` (0: none does). STATUS_BAD if a file is invalid or
 * the games are not of one variant with a fixed army. The caller frees `games`, after an error too. */
enum status people_games_load(struct people_games *games, const struct session *session,
                              const struct word_list *paths, uint64_t hold_out, struct error *error);

/* Frees the games; `games` itself stays. */
void people_games_free(struct people_games *games);

#endif
