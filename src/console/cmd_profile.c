/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options and the profiles that set them: profile show, set, diff, check, explain. */
#include "console/commands.h"

#include "base/disk.h"
#include "console/arguments.h"
#include "profile/profile.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { VALUE_TEXT = 64, KEY_TEXT = 96, PATH_TEXT = 4096 };

/* Writes "group.key" of the option at `index`. */
static void key_write(const struct settings *settings, int index, char key[KEY_TEXT])
{
    const struct option_group *group;
    const struct option *option = settings_option(settings, index, &group);
    snprintf(key, KEY_TEXT, "%s.%s", group->name, option->key);
}

/* The index of a key, or -1 with a sentence; settings_set knows the nearest key. */
static int find_key(const struct settings *settings, const char *key, struct error *error)
{
    int index = settings_find(settings, key);
    if (index < 0) {
        struct settings scratch = {0};
        settings_copy(&scratch, settings);
        settings_set(&scratch, key, "0", "", error);
        settings_free(&scratch);
    }
    return index;
}

static enum status run_show(struct session *session, int argc, char **argv, struct error *error)
{
    enum status status = arguments_parse(&command_profile_show, NULL, 0, &argc, argv, error);
    for (int i = 0; i < argc && !status; i++) {
        char value[VALUE_TEXT];
        int index = find_key(&session->settings, argv[i], error);
        if (index < 0)
            return STATUS_BAD;
        settings_show(&session->settings, index, value, sizeof value);
        session_printf(session, "%s: %s\n", argv[i], value);
    }
    if (!status && argc == 0) {
        struct text out = {0};
        profile_write(&session->settings, true, &out);
        session_write(session, out.bytes, out.size);
        text_free(&out);
    }
    return status;
}

const struct command command_profile_show = {
    .name = "profile show",
    .arguments = "[KEY…]",
    .help = "prints the options in force, as a profile",
    .details = "With keys (rules.two_squares), only their values.",
    .completes = "option",
    .run = run_show,
};

/* Puts one value into the user's own profile, whose other values stay. */
static enum status save_value(const struct session *session, const char *key, const char *value,
                              struct error *error)
{
    char path[PATH_TEXT];
    struct settings own = {0};
    struct text out = {0};
    if (!disk_path(DISK_CONFIG, "", path, sizeof path))
        return error_set(error, STATUS_BAD, "neither XDG_CONFIG_HOME nor HOME is set");
    path[strlen(path) - 1] = '\0'; /* disk_folder wants no slash at the end */
    enum status status = disk_folder(path, error);
    if (status || !disk_path(DISK_CONFIG, "profile.yaml", path, sizeof path))
        return status;
    settings_init(&own, session->settings.groups);
    if (access(path, F_OK) == 0)
        status = profile_read(&own, path, error);
    if (!status)
        status = settings_set(&own, key, value, "set", error);
    if (!status) {
        profile_write(&own, false, &out);
        status = disk_write(path, out.bytes, out.size, error);
    }
    text_free(&out);
    settings_free(&own);
    return status;
}

static enum status run_set(struct session *session, int argc, char **argv, struct error *error)
{
    bool save = false;
    const struct flag flags[] = {{.name = "save", .kind = FLAG_BARE, .value = &save}};
    /* A value may begin with a dash: the first word that is no option ends them. */
    int options = argc && strcmp(argv[0], "--save") == 0;
    enum status status = arguments_parse(&command_profile_set, flags, 1, &options, argv, error);
    argc -= save;
    argv += save;
    if (!status && argc != 2)
        status = usage_error(&command_profile_set, error);
    if (!status)
        status = settings_set(&session->settings, argv[0], argv[1], "set", error);
    if (!status && save)
        status = save_value(session, argv[0], argv[1], error);
    return status;
}

const struct command command_profile_set = {
    .name = "profile set",
    .arguments = "[--save] KEY VALUE",
    .help = "sets an option for the rest of the session",
    .details = "--save also writes it to the user's own profile, profile.yaml in the folder vedette of\n"
               "$XDG_CONFIG_HOME (~/.config).",
    .completes = "option value",
    .run = run_set,
};

/* Prints where two settings differ. */
static void print_diff(struct session *session, const struct settings *a, const struct settings *b)
{
    for (int i = 0; i < (int)a->count; i++) {
        char key[KEY_TEXT], left[VALUE_TEXT], right[VALUE_TEXT];
        settings_show(a, i, left, sizeof left);
        settings_show(b, i, right, sizeof right);
        if (strcmp(left, right) == 0)
            continue;
        key_write(a, i, key);
        session_printf(session, "%s: %s -> %s (%s)\n", key, left, right, b->origins[i]);
    }
}

static enum status run_diff(struct session *session, int argc, char **argv, struct error *error)
{
    struct settings base = {0}, other = {0};
    enum status status = arguments_parse(&command_profile_diff, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_profile_diff, error);
    if (status)
        return status;
    settings_init(&base, session->settings.groups);
    settings_init(&other, session->settings.groups);
    if (argc)
        status = profile_read(&other, argv[0], error);
    if (!status)
        print_diff(session, argc ? &session->settings : &base, argc ? &other : &session->settings);
    settings_free(&base);
    settings_free(&other);
    return status;
}

const struct command command_profile_diff = {
    .name = "profile diff",
    .arguments = "[FILE]",
    .help = "prints the options that differ from the defaults",
    .details = "With FILE, what differs between the options in force and that profile.",
    .completes = "file",
    .run = run_diff,
};

static enum status run_check(struct session *session, int argc, char **argv, struct error *error)
{
    enum status status = arguments_parse(&command_profile_check, NULL, 0, &argc, argv, error);
    if (!status && argc == 0)
        status = usage_error(&command_profile_check, error);
    for (int i = 0; i < argc && !status; i++) {
        struct settings settings = {0};
        settings_init(&settings, session->settings.groups);
        status = profile_read(&settings, argv[i], error);
        if (!status)
            session_printf(session, "%s: profile, sound\n", argv[i]);
        settings_free(&settings);
    }
    return status;
}

const struct command command_profile_check = {
    .name = "profile check",
    .arguments = "FILE…",
    .help = "tells whether profiles are sound",
    .details = "The first mistake is told with file, line and column, and gives exit status 2.",
    .completes = "file",
    .run = run_check,
};

static void print_range(struct session *session, const struct option *option)
{
    if (option->type == OPTION_CHOICE) {
        session_printf(session, "one of:");
        for (const char *const *word = option->words; *word; word++)
            session_printf(session, " %s", *word);
        session_printf(session, "\n");
    } else if (option->type == OPTION_FLAG) {
        session_printf(session, "one of: no yes\n");
    } else {
        session_printf(session, "range: %.10g to %.10g%s%s%s\n", option->least, option->most,
                       *option->unit ? " " : "", option->unit,
                       option->type == OPTION_INT ? ", whole" : "");
    }
}

static enum status run_explain(struct session *session, int argc, char **argv,
                               struct error *error)
{
    enum status status = arguments_parse(&command_profile_explain, NULL, 0, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_profile_explain, error);
    if (status)
        return status;
    int index = find_key(&session->settings, argv[0], error);
    if (index < 0)
        return STATUS_BAD;
    char now[VALUE_TEXT], standard[VALUE_TEXT];
    const struct option *option = settings_option(&session->settings, index, NULL);
    struct settings defaults = {0};
    settings_init(&defaults, session->settings.groups);
    settings_show(&session->settings, index, now, sizeof now);
    settings_show(&defaults, index, standard, sizeof standard);
    settings_free(&defaults);
    session_printf(session, "%s: %s\nvalue: %s (%s)\ndefault: %s\n", argv[0], option->meaning, now,
                   session->settings.origins[index], standard);
    print_range(session, option);
    if (*option->source)
        session_printf(session, "source: %s\n", option->source);
    return STATUS_OK;
}

const struct command command_profile_explain = {
    .name = "profile explain",
    .arguments = "KEY",
    .help = "tells what an option means, its range, its source and its value",
    .completes = "option",
    .run = run_explain,
};
