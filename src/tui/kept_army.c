/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/kept_army.h"

#include "setup/store.h"

#include <stdio.h>

/* Names of stored armies: that of the last game, the one being arranged, and the one that it replaced. */
static const char last[] = "last-army", arranged[] = "arranged-army", aside[] = "aside-army";

/* Writes the name under which an army is stored: `kind`, or with the variant. */
static void write_name(const struct arrange *arrange, const char *kind, char name[STORE_NAME])
{
    bool standard = arrange->variant == VARIANT_STANDARD;
    snprintf(name, STORE_NAME, "%s%s%s", kind, standard ? "" : "-",
             standard ? "" : variant_at(arrange->variant)->name);
}

/* Returns whether a setup is complete. */
static bool is_complete(const struct arrange *arrange, const struct setup *setup)
{
    return setup_check(setup, variant_at(arrange->variant), NULL) == STATUS_OK;
}

/* Returns whether a setup has a piece, and of no rank more than the variant. */
static bool is_part(const struct arrange *arrange, const struct setup *setup)
{
    uint8_t army[RANKS];
    int pieces = setup_army(setup, army);
    for (int rank = 0; rank < RANKS; rank++)
        if (army[rank] > variant_at(arrange->variant)->count[rank])
            return false;
    return pieces > 0;
}

/* Deletes a stored army, if there is one. */
static void forget_army(const struct arrange *arrange, const char *kind)
{
    char name[STORE_NAME];
    write_name(arrange, kind, name);
    store_delete(name, NULL);
    store_delete_part(name, NULL);
}

/* Stores an army, complete or not, in place of the one of that kind. That it cannot be stored is no reason
 * not to go on. */
static void save_army(const struct arrange *arrange, const char *kind, const struct setup *setup)
{
    const struct variant *variant = variant_at(arrange->variant);
    char name[STORE_NAME];
    struct error error;
    write_name(arrange, kind, name);
    if (is_complete(arrange, setup)) {
        if (store_save(name, setup, variant, true, &error) == STATUS_OK)
            store_delete_part(name, NULL);
    } else if (is_part(arrange, setup)) {
        if (store_save_part(name, setup, variant, &error) == STATUS_OK)
            store_delete(name, NULL);
    }
}

/* Loads an army, complete or not. Returns false if there is none. */
static bool load_army(const struct arrange *arrange, const char *kind, struct setup *setup)
{
    char name[STORE_NAME];
    write_name(arrange, kind, name);
    return (store_load(name, setup, NULL, NULL) == STATUS_OK && is_complete(arrange, setup)) ||
           (store_load_part(name, setup, NULL) == STATUS_OK && is_part(arrange, setup));
}

/* Returns the setup that was arranged by hand: the present one, or the one that was set aside. NULL if there
 * is neither. */
static const struct setup *arranged_setup(const struct arrange *arrange)
{
    return arrange->by_hand && is_part(arrange, &arrange->setup) ? &arrange->setup
           : arrange->has_set_aside                              ? &arrange->set_aside
                                                                 : NULL;
}

bool kept_army_is_stored(const struct arrange *arrange)
{
    return arranged_setup(arrange) != NULL;
}

void kept_army_keep(struct arrange *arrange)
{
    const struct setup *setup = arranged_setup(arrange);
    arrange->kept[arrange->variant] = (struct kept_army){
        .is_kept = arrange->reserve_total < variant_at(arrange->variant)->pieces || arrange->has_set_aside,
        .by_hand = arrange->by_hand, .has_set_aside = arrange->has_set_aside,
        .setup = arrange->setup, .set_aside = arrange->set_aside,
    };
    if (setup)
        save_army(arrange, arranged, setup);
    if (setup == &arrange->setup && arrange->has_set_aside)
        save_army(arrange, aside, &arrange->set_aside);
    else
        forget_army(arrange, aside);
}

bool kept_army_restore(struct arrange *arrange)
{
    struct kept_army *kept = &arrange->kept[arrange->variant];
    if (!kept->is_kept) {
        *kept = (struct kept_army){.by_hand = true};
        if (!load_army(arrange, arranged, &kept->setup))
            return false;
        kept->has_set_aside = load_army(arrange, aside, &kept->set_aside);
    }
    arrange_set(arrange, &kept->setup);
    arrange->by_hand = kept->by_hand;
    arrange->has_set_aside = kept->has_set_aside;
    arrange->set_aside = kept->set_aside;
    return true;
}

void kept_army_played(struct arrange *arrange)
{
    struct kept_army *kept = &arrange->kept[arrange->variant];
    forget_army(arrange, arranged);
    forget_army(arrange, aside);
    *kept = (struct kept_army){
        .is_kept = arrange->has_set_aside, .by_hand = true, .setup = arrange->set_aside,
    };
    if (kept->is_kept)
        save_army(arrange, arranged, &kept->setup);
    if (!arrange_any_army(arrange))
        save_army(arrange, last, &arrange->setup);
}

bool kept_army_last(const struct arrange *arrange, struct setup *setup)
{
    return load_army(arrange, last, setup);
}
