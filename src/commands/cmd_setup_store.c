/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored setups: setup list, save, load, delete. */
#include "commands/table.h"

#include "base/utf8.h"
#include "commands/setups.h"
#include "setup/judge.h"
#include "setup/kind.h"
#include "setup/store.h"

#include <stdlib.h>
#include <string.h>

/* Runs `setup list`: prints a line for each stored setup with its points and kind, and marks the user's own.
 * A file that cannot be read is an error, after the list. */
static enum status run_list(struct session *session, const void *arguments, struct error *error)
{
    struct stored_setup *list = NULL;
    size_t count = 0;
    enum { NAME_SHOWN = 13 };
    struct text out = {0};
    bool has_own = false;
    struct judge judge;
    (void)arguments;
    struct error fault = {0};
    enum status status = store_list(&list, &count, &fault, error);
    if (status)
        return status;
    judge_from_settings(&judge, &session->settings);
    json_printf(session->answer, "{setups: [");
    for (size_t i = 0; i < count; i++) {
        double points = judge_score(&judge, &list[i].setup);
        char kind[SETUP_KIND];
        setup_write_kind(&list[i].setup, kind);
        /* A name that is too long for its column gets a line of its own. */
        bool fits = utf8_columns(list[i].name, strlen(list[i].name)) <= NAME_SHOWN;
        text_printf(&out, "%c ", list[i].shipped ? ' ' : '*');
        text_padded(&out, list[i].name, NAME_SHOWN);
        text_add(&out, fits ? "" : "\n");
        const struct variant *variant = list[i].variant;
        bool standard = !variant || variant_index(variant) == VARIANT_STANDARD;
        text_printf(&out, "%*s %5.4g  %s%s%s\n", fits ? 0 : NAME_SHOWN + 2, "", points + 0.0,
                    standard ? "" : variant->name, standard ? "" : ": ", kind);
        has_own |= !list[i].shipped;
        /* The same as JSON. */
        json_printf(session->answer, "{name: %s, points: %g, kind: %s, variant: %s, shipped: %i}",
                    list[i].name, points, kind, variant ? variant->name : "", list[i].shipped);
    }
    json_printf(session->answer, "]}");
    if (has_own)
        text_add(&out, "* yours\n");
    session_print_text(session, &out);
    free(list);
    if (fault.status)
        *error = fault;
    return fault.status;
}

const struct command command_setup_list = {
    .name = "setup list", .group = GROUP_SETUPS,
    .keywords = "openings formations stored saved",
    .out = true,
    .help = "lists the stored setups with their points, and what kind of setup each is",
    .run = run_list,
};

struct setup_save_args {
    const char *name, *path;
    bool replace;
};

/* Runs `setup save`. */
static enum status run_save(struct session *session, const void *arguments, struct error *error)
{
    const struct setup_save_args *args = arguments;
    const struct variant *variant;
    struct setup setup;
    enum status status = setups_load(args->path, session_notation(session), &setup, &variant, NULL, error);
    return status ? status : store_save(args->name, &setup, variant, args->replace, error);
}

const struct command command_setup_save = {
    .name = "setup save", .group = GROUP_SETUPS,
    .keywords = "store keep opening formation name",
    .words = ARGUMENTS(
        {.name = "NAME", .kind = VALUE_SETUP, .at = offsetof(struct setup_save_args, name)},
        {.name = "FILE", .kind = VALUE_SETUP_FILE, .at = offsetof(struct setup_save_args, path),
         .meaning = "- for stdin, or the name of another stored setup"}),
    .flags = ARGUMENTS(FLAG_REPLACE(struct setup_save_args, replace)),
    .args_size = sizeof(struct setup_save_args),
    .help = "stores a setup under a name",
    .details = "Stored setups are files in $XDG_DATA_HOME/vedette/setups. Without --replace a name that is\n"
               "taken is left as it is.",
    .run = run_save,
};

/* Returns the status of an access to a stored setup; STATUS_NO (no such setup) becomes STATUS_BAD, as for
 * a file that does not exist. */
static enum status missing_as_bad(enum status status, struct error *error)
{
    if (status != STATUS_NO)
        return status;
    struct error why = *error;
    return error_set(error, STATUS_BAD, "%s", why.text);
}

struct setup_load_args {
    const char *name;
    int format;
};

/* Runs `setup load`. */
static enum status run_load(struct session *session, const void *arguments, struct error *error)
{
    const struct setup_load_args *args = arguments;
    const struct variant *variant;
    struct setup setup;
    enum status status = missing_as_bad(store_load(args->name, &setup, &variant, error), error);
    if (!status)
        setups_print(session, &setup, variant, (enum setup_format)args->format, RED);
    return status;
}

const struct command command_setup_load = {
    .name = "setup load", .group = GROUP_SETUPS,
    .keywords = "open read opening formation stored",
    .words = ARGUMENTS({.name = "NAME", .kind = VALUE_SETUP, .at = offsetof(struct setup_load_args, name)}),
    .flags = ARGUMENTS(FLAG_FORMAT(struct setup_load_args, format)),
    .out = true, .args_size = sizeof(struct setup_load_args),
    .help = "prints a stored setup",
    .run = run_load,
};

struct delete_args {
    const char *name;
};

/* Runs `setup delete`. */
static enum status run_delete(struct session *session, const void *arguments, struct error *error)
{
    const struct delete_args *args = arguments;
    (void)session;
    return missing_as_bad(store_delete(args->name, error), error);
}

const struct command command_setup_delete = {
    .name = "setup delete", .group = GROUP_SETUPS,
    .keywords = "remove forget opening formation",
    .words = ARGUMENTS({.name = "NAME", .kind = VALUE_SETUP, .at = offsetof(struct delete_args, name)}),
    .args_size = sizeof(struct delete_args),
    .help = "deletes a stored setup of yours",
    .run = run_delete,
};
