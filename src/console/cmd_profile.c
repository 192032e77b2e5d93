/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options and the profiles that set them: profile show, set, diff, check, explain. */
#include "console/commands.h"

#include "base/disk.h"
#include "base/embedded.h"
#include "console/arguments.h"
#include "profile/layers.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

/* Prints what was written, if it was, and gives it back. */
static enum status print_text(struct session *session, struct text *out, enum status status)
{
    if (!status)
        session_write(session, out->bytes, out->size);
    text_free(out);
    return status;
}

/* Reads a profile, a file or a name, on top of `settings`. */
static enum status read_pick(struct settings *settings, const char *pick, struct error *error)
{
    const struct layers layers = {embedded_table, embedded_count};
    return layers_add(settings, &layers, pick, error);
}

static enum status run_show(struct session *session, int argc, char **argv, struct error *error)
{
    bool yaml = false;
    const struct flag flags[] = {{.name = "yaml", .kind = FLAG_BARE, .value = &yaml}};
    struct text out = {0};
    enum status status = arguments_parse(&command_profile_show, flags, 1, &argc, argv, error);
    if (!status && (yaml ? argc > 0 : argc > 1))
        status = usage_error(&command_profile_show, error);
    if (!status && yaml)
        profile_write(&session->settings, true, &out);
    else if (!status)
        status = profile_show(&session->settings, argc ? argv[0] : NULL, &out, error);
    return print_text(session, &out, status);
}

const struct command command_profile_show = {
    .name = "profile show",
    .arguments = "[KEY | GROUP] | --yaml",
    .help = "prints the options in force",
    .details = "One option a line, and where its value comes from, if it is not the default. --yaml: as a\n"
               "profile that can be read back, each option with its meaning, range and source.",
    .completes = "option",
    .run = run_show,
};

/* Puts one value into the user's own config.yaml; all else in it stays as it is. */
static enum status save_value(const struct session *session, const char *key, const char *value,
                              struct error *error)
{
    char path[PATH_ROOM], folder[PATH_ROOM];
    struct text file = {0};
    if (!layers_config(path, sizeof path))
        return error_set(error, STATUS_BAD, "neither XDG_CONFIG_HOME nor HOME is set");
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    enum status status = disk_folder(folder, error);
    if (!status && access(path, F_OK) == 0)
        status = disk_read(path, YAML_SIZE, &file, error);
    if (!status)
        status = profile_edit(session->settings.groups, path, &file, key, value, error);
    if (!status)
        status = disk_write(path, file.bytes, file.size, error);
    text_free(&file);
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
    .details = "--save also writes it to the user's own $XDG_CONFIG_HOME/vedette/config.yaml\n"
               "(~/.config/vedette/config.yaml); the rest of that file stays as it is.",
    .completes = "option value",
    .run = run_set,
};

static enum status run_reload(struct session *session, int argc, char **argv, struct error *error)
{
    enum status status = arguments_parse(&command_profile_reload, NULL, 0, &argc, argv, error);
    if (!status && argc)
        status = usage_error(&command_profile_reload, error);
    return status ? status : session_reload(session, error);
}

const struct command command_profile_reload = {
    .name = "profile reload",
    .arguments = "",
    .help = "reads the profiles again that are in force",
    .details =
        "A file changed on disk takes effect, for the agents of the game at hand too. What was set by\n"
        "hand in this session stays.",
    .run = run_reload,
};

static enum status run_diff(struct session *session, int argc, char **argv, struct error *error)
{
    struct settings base = {0}, other = {0};
    struct text out = {0};
    enum status status = arguments_parse(&command_profile_diff, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_profile_diff, error);
    if (status)
        return status;
    settings_init(&base, session->settings.groups);
    settings_init(&other, session->settings.groups);
    if (argc)
        status = read_pick(&other, argv[0], error);
    if (!status)
        profile_diff(argc ? &session->settings : &base, argc ? &other : &session->settings, &out);
    settings_free(&base);
    settings_free(&other);
    return print_text(session, &out, status);
}

const struct command command_profile_diff = {
    .name = "profile diff",
    .arguments = "[PROFILE]",
    .help = "prints the options that differ from the defaults",
    .details = "With PROFILE (a file or a name), what differs between the options in force and it.",
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
        status = read_pick(&settings, argv[i], error);
        if (!status)
            session_printf(session, "%s: profile, sound\n", argv[i]);
        settings_free(&settings);
    }
    return status;
}

const struct command command_profile_check = {
    .name = "profile check",
    .arguments = "PROFILE…",
    .help = "tells whether profiles (files or names) are sound",
    .details = "The first mistake is told with file, line and column, and gives exit status 2.",
    .completes = "file",
    .run = run_check,
};

static enum status run_explain(struct session *session, int argc, char **argv,
                               struct error *error)
{
    struct text out = {0};
    enum status status = arguments_parse(&command_profile_explain, NULL, 0, &argc, argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_profile_explain, error);
    if (!status)
        status = profile_explain(&session->settings, argv[0], &out, error);
    return print_text(session, &out, status);
}

const struct command command_profile_explain = {
    .name = "profile explain",
    .arguments = "KEY | GROUP",
    .help = "tells what an option means, its range, its source and its value",
    .completes = "option",
    .run = run_explain,
};
