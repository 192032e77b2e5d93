/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/people_games.h"

#include "commands/datasets.h"

#include <stdlib.h>

/* Sets games->variant. STATUS_BAD if the games are of several variants, or their variant has no fixed
 * army. */
static enum status check_variants(struct people_games *games, struct error *error)
{
    games->variant = datasets_variant(&games->all, NULL);
    if (games->variant->any_army)
        return error_set(error, STATUS_BAD, "found games of %s, expected a variant with a given army",
                         games->variant->name);
    for (size_t i = 0; i < games->all.count; i++)
        if (variant_at(games->all.items[i].variant) != games->variant)
            return error_set(error, STATUS_BAD, "found games of %s and of %s, expected one variant",
                             games->variant->name, variant_at(games->all.items[i].variant)->name);
    return STATUS_OK;
}

enum status people_games_load(struct people_games *games, const struct session *session,
                              const struct word_list *paths, uint64_t hold_out, struct error *error)
{
    enum status status = datasets_read(&games->all, session, paths, error);
    if (status)
        return status;
    dataset_drop_repeats(&games->all);
    for (size_t i = 0; i < games->all.count; i++)
        dataset_add(hold_out && i % hold_out == hold_out - 1 ? &games->held : &games->learnt,
                    &games->all.items[i]);
    return check_variants(games, error);
}

void people_games_free(struct people_games *games)
{
    free(games->learnt.items);
    free(games->held.items);
    dataset_free(&games->all);
}
