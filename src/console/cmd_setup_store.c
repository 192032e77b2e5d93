/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups under names: setup list, save, load, delete. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/setups.h"
#include "setup/judge.h"
#include "setup/store.h"

#include <stdlib.h>

static enum status run_list(struct session *session, int argc, char **argv, struct error *error)
{
    struct stored_setup *list = NULL;
    size_t count = 0;
    struct judge judge;
    enum status status = arguments_parse(&command_setup_list, NULL, 0, &argc, argv, error);
    if (!status && argc != 0)
        status = usage_error(&command_setup_list, error);
    if (!status)
        status = store_list(&list, &count, error);
    if (status)
        return status;
    judge_from_settings(&judge, &session->settings);
    for (size_t i = 0; i < count; i++)
        session_printf(session, "%-24s %6.4g  %s\n", list[i].name,
                       judge_score(&judge, &list[i].setup), list[i].shipped ? "shipped" : "yours");
    free(list);
    return STATUS_OK;
}

const struct command command_setup_list = {
    .name = "setup list",
    .arguments = "",
    .help = "lists the stored setups with their points",
    .run = run_list,
};

static enum status run_save(struct session *session, int argc, char **argv, struct error *error)
{
    bool replace = false;
    const struct flag flags[] = {{.name = "replace", .kind = FLAG_BARE, .value = &replace}};
    struct setup setup;
    (void)session;
    enum status status = arguments_parse(&command_setup_save, flags, 1, &argc, argv, error);
    if (!status && argc != 2)
        status = usage_error(&command_setup_save, error);
    if (!status)
        status = setups_load(argv[1], &setup, NULL, error);
    return status ? status : store_save(argv[0], &setup, replace, error);
}

const struct command command_setup_save = {
    .name = "setup save",
    .arguments = "NAME FILE [--replace]",
    .help = "stores a setup under a name",
    .details =
        "Stored setups are files in $XDG_DATA_HOME/vedette/setups. FILE may be - for stdin,\n"
        "or the name of another stored setup. Without --replace a name that is taken is left\n"
        "as it is.",
    .completes = "setup file",
    .run = run_save,
};

static enum status run_load(struct session *session, int argc, char **argv, struct error *error)
{
    const char *format = "setup";
    const struct flag flags[] = {{.name = "format", .kind = FLAG_TEXT, .value = &format}};
    struct setup setup;
    enum status status = arguments_parse(&command_setup_load, flags, 1, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_setup_load, error);
    if (!status)
        status = setups_check_format(&command_setup_load, format, error);
    if (!status)
        status = store_load(argv[0], &setup, error);
    if (!status)
        setups_print(session, &setup, format, RED);
    return status;
}

const struct command command_setup_load = {
    .name = "setup load",
    .arguments = "NAME [--format setup|gravon]",
    .help = "prints a stored setup",
    .completes = "setup",
    .run = run_load,
};

static enum status run_delete(struct session *session, int argc, char **argv, struct error *error)
{
    (void)session;
    enum status status = arguments_parse(&command_setup_delete, NULL, 0, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_setup_delete, error);
    return status ? status : store_delete(argv[0], error);
}

const struct command command_setup_delete = {
    .name = "setup delete",
    .arguments = "NAME",
    .help = "deletes a stored setup of yours",
    .completes = "setup",
    .run = run_delete,
};
