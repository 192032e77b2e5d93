/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/kept_army.h"

#include "setup/store.h"

#include <stdio.h>

static const char last[] = "last-army", arranged[] = "arranged-army";

/* Writes the name under which an army is stored: `kind`, or with the variant. */
static void write_name(const struct arrange *arrange, const char *kind, char name[STORE_NAME])
{
    bool standard = arrange->variant == VARIANT_STANDARD;
    snprintf(name, STORE_NAME, "%s%s%s", kind, standard ? "" : "-",
             standard ? "" : variant_at(arrange->variant)->name);
}

/* Stores an army. That it cannot be stored is no reason not to go on. */
static void save_army(const struct arrange *arrange, const char *kind, const struct setup *setup)
{
    char name[STORE_NAME];
    struct error error;
    write_name(arrange, kind, name);
    store_save(name, setup, variant_at(arrange->variant), true, &error);
}

/* Loads an army. Returns false if there is none. */
static bool load_army(const struct arrange *arrange, const char *kind, struct setup *setup)
{
    char name[STORE_NAME];
    write_name(arrange, kind, name);
    return store_load(name, setup, NULL, NULL) == STATUS_OK &&
           setup_check(setup, variant_at(arrange->variant), NULL) == STATUS_OK;
}

/* Returns whether a setup is complete, so that it can be stored. */
static bool is_complete(const struct arrange *arrange, const struct setup *setup)
{
    return setup_check(setup, variant_at(arrange->variant), NULL) == STATUS_OK;
}

/* Returns the setup that was arranged by hand: the present one, or the one that was set aside. NULL if there
 * is neither. */
static const struct setup *arranged_setup(const struct arrange *arrange)
{
    return arrange->by_hand ? &arrange->setup : arrange->has_set_aside ? &arrange->set_aside : NULL;
}

bool kept_army_is_stored(const struct arrange *arrange)
{
    const struct setup *setup = arranged_setup(arrange);
    return setup && is_complete(arrange, setup) && !(arrange->by_hand && arrange->has_set_aside);
}

void kept_army_keep(struct arrange *arrange)
{
    const struct setup *setup = arranged_setup(arrange);
    arrange->kept[arrange->variant] = (struct kept_army){
        .is_kept = arrange->reserve_total < variant_at(arrange->variant)->pieces || arrange->has_set_aside,
        .by_hand = arrange->by_hand, .has_set_aside = arrange->has_set_aside,
        .setup = arrange->setup, .set_aside = arrange->set_aside,
    };
    if (setup && is_complete(arrange, setup))
        save_army(arrange, arranged, setup);
}

bool kept_army_restore(struct arrange *arrange)
{
    struct kept_army *kept = &arrange->kept[arrange->variant];
    if (!kept->is_kept) {
        *kept = (struct kept_army){.by_hand = true};
        if (!load_army(arrange, arranged, &kept->setup))
            return false;
    }
    arrange_set(arrange, &kept->setup);
    arrange->by_hand = kept->by_hand;
    arrange->has_set_aside = kept->has_set_aside;
    arrange->set_aside = kept->set_aside;
    return true;
}

void kept_army_played(struct arrange *arrange)
{
    char name[STORE_NAME];
    struct kept_army *kept = &arrange->kept[arrange->variant];
    write_name(arrange, arranged, name);
    store_delete(name, NULL);
    *kept = (struct kept_army){
        .is_kept = arrange->has_set_aside, .by_hand = true, .setup = arrange->set_aside,
    };
    if (kept->is_kept && is_complete(arrange, &kept->setup))
        save_army(arrange, arranged, &kept->setup);
    if (!arrange_any_army(arrange))
        save_army(arrange, last, &arrange->setup);
}

bool kept_army_last(const struct arrange *arrange, struct setup *setup)
{
    return load_army(arrange, last, setup);
}
