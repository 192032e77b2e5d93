/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options and the profiles that set them: profile show, set, diff, check, explain. */
#include "commands/table.h"

#include "agent/screen_option.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "base/embedded.h"
#include "console/parse.h"
#include "profile/former.h"
#include "profile/layers.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/* Prints the text if `status` is OK, frees it, and returns `status`. */
static enum status print_text(struct session *session, struct text *out, enum status status)
{
    if (!status)
        session_write(session, out->bytes, out->size);
    text_free(out);
    return status;
}

/* Adds the value of an option to the JSON: numbers as numbers, flags as true or false, others as text. */
static void add_value_json(const struct settings *settings, int index, const char *key, struct json *json)
{
    char value[OPTION_VALUE_TEXT];
    double number;
    const struct option *option = settings_option(settings, index, NULL);
    settings_show(settings, index, value, sizeof value);
    if (option->type == OPTION_FLAG)
        json_add_flag(json, key, settings->values[index] != 0);
    else if (option->type != OPTION_CHOICE && option->type != OPTION_FILE && decimal_read(value, &number))
        json_add_number(json, key, number);
    else
        json_add_text(json, key, value);
}

/* Returns whether `name` stands for the option: it is NULL (all options), the option's key, or the name of
 * its group, present or former (former_group). */
static bool is_named(const struct settings *settings, int index, const char *name)
{
    const struct option_group *group, *named = name ? former_group(settings, name) : NULL;
    if (!name)
        return true;
    settings_option(settings, index, &group);
    return named ? group == named : settings_find(settings, name) == index;
}

/* Adds a list of the options that `name` stands for (is_named) to the JSON. With `from` adds only those that
 * differ from it, with their value there as "was". */
static void add_options_json(const struct settings *settings, const char *name, const struct settings *from,
                             struct json *json)
{
    char key[OPTION_KEY_TEXT];
    json_printf(json, "{options: [");
    for (int i = 0; i < (int)settings->count; i++) {
        const struct option *option = settings_option(settings, i, NULL);
        if (!is_named(settings, i, name) || (from && settings_same(from, settings, i)))
            continue;
        json_printf(json, "{key: %s", settings_key(settings, i, key));
        add_value_json(settings, i, "value", json);
        if (from)
            add_value_json(from, i, "was", json);
        json_printf(json, "unit: %s, origin: %s, meaning: %s, source: %s}",
                    option->unit, settings->origins[i], option->meaning, option->source);
    }
    json_printf(json, "]}");
}

struct profile_show_args {
    const char *name; /* of an option or a group; NULL: all options */
    bool yaml;
};

/* Runs `profile show`. */
static enum status run_show(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_show_args *args = arguments;
    struct text out = {0};
    enum status status = STATUS_OK;
    if (args->yaml && args->name)
        return usage_error(&command_profile_show, error);
    if (args->yaml)
        profile_write(&session->settings, true, &out);
    else
        status = profile_show(&session->settings, args->name, &out, error);
    if (!status)
        add_options_json(&session->settings, args->name, NULL, session->answer);
    return print_text(session, &out, status);
}

const struct command command_profile_show = {
    .name = "profile show", .group = GROUP_PROFILES,
    .keywords = "options settings config preferences values",
    .words = ARGUMENTS(
        {.name = "KEY|GROUP", .kind = VALUE_KEY, .at = offsetof(struct profile_show_args, name),
         .optional = true, .meaning = "this option, or those of this group", .standard = "all of them"}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct profile_show_args, yaml, "yaml",
                    "all, as a profile that can be read back, each with its meaning, range and source")),
    .out = true, .args_size = sizeof(struct profile_show_args),
    .help = "prints the options in force",
    .details = "One option a line, and where its value comes from, if it is not the default.",
    .run = run_show,
};

struct profile_set_args {
    const char *key, *value;
    bool save;
};

/* Runs `profile set`: sets the option for the session. With --save also sets it in the user's config.yaml. */
static enum status run_set(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_set_args *args = arguments;
    enum status status = settings_set(&session->settings, args->key, args->value, "set", error);
    if (!status && args->save)
        status = layers_save_option(session->settings.groups, args->key, args->value, error);
    else if (!status && session->alone)
        session_notice(session, "%s is set for this one command alone: --save keeps it", args->key);
    return status;
}

const struct command command_profile_set = {
    .name = "profile set", .group = GROUP_PROFILES,
    .keywords = "options settings config change theme colours colors language clock",
    .words = ARGUMENTS(
        {.name = "KEY", .kind = VALUE_KEY, .at = offsetof(struct profile_set_args, key)},
        {.name = "VALUE", .kind = VALUE_SETTING, .at = offsetof(struct profile_set_args, value)}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct profile_set_args, save, "save", "writes it to your own config.yaml too")),
    .changes_options = true, .args_size = sizeof(struct profile_set_args),
    .help = "sets an option for the rest of the session",
    .details = "On the shell's command line, where the session is this one command, only --save keeps it.\n"
               "Your own file is $XDG_CONFIG_HOME/vedette/config.yaml (~/.config/vedette/config.yaml); the\n"
               "rest of it stays as it is.",
    .run = run_set,
};

/* Runs `profile reload`. */
static enum status run_reload(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    return session_reload(session, false, error);
}

const struct command command_profile_reload = {
    .name = "profile reload", .group = GROUP_PROFILES,
    .keywords = "config refresh options settings",
    .changes_options = true,
    .help = "reads the profiles again that are in force",
    .details =
        "A file changed on disk takes effect, for the agents of the game at hand too. What was set by\n"
               "hand in this session stays.",
    .run = run_reload,
};

struct diff_args {
    const char *profile;
    bool screen;
};

/* Runs `profile diff`. Without a profile, compares the defaults with the session's options. With a profile,
 * compares the session's options with those that the profile gives. Compares options of the screen only with
 * --screen. */
static enum status run_diff(struct session *session, const void *arguments, struct error *error)
{
    const struct diff_args *args = arguments;
    const struct layers layers = {.files = embedded_table, .count = embedded_count};
    struct settings other = {0};
    struct text out = {0};
    enum status status = STATUS_OK;
    settings_init(&other, session->settings.groups);
    if (args->profile)
        status = layers_add(&other, &layers, args->profile, error);
    if (!args->screen) /* then these options are equal, and not listed */
        screen_options_copy(&other, &session->settings);
    const struct settings *from = args->profile ? &session->settings : &other;
    const struct settings *to = args->profile ? &other : &session->settings;
    if (!status) {
        profile_diff(from, to, &out);
        add_options_json(to, NULL, from, session->answer);
    }
    settings_free(&other);
    return print_text(session, &out, status);
}

const struct command command_profile_diff = {
    .name = "profile diff", .group = GROUP_PROFILES,
    .keywords = "changed options settings config configuration",
    .words = ARGUMENTS(
        {.name = "PROFILE", .kind = VALUE_PROFILE, .at = offsetof(struct diff_args, profile),
         .optional = true, .meaning = "a file or a name: what differs between the options in force and it",
         .standard = "the defaults"}),
    .flags = ARGUMENTS(FLAG_SCREEN(struct diff_args, screen)),
    .out = true, .args_size = sizeof(struct diff_args),
    .help = "prints the options that differ from the defaults",
    .run = run_diff,
};

struct profile_check_args {
    struct word_list profiles;
    bool rewrite;
};

/* Reads the profile `profile` (a name or a file) into default settings. `faults` gets a line for each
 * fault, `notes` a line for each old name of an option in it. */
static enum status check_profile(struct session *session, const char *profile, struct text *faults,
                                 struct text *notes)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .faults = faults};
    struct settings settings = {0};
    struct error why = {0};
    settings_init(&settings, session->settings.groups);
    enum status status = layers_add(&settings, &layers, profile, &why);
    text_append(notes, text_string(&settings.notes), settings.notes.size);
    settings_free(&settings);
    if (status && !faults->size)
        text_printf(faults, "%s\n", why.text);
    return status;
}

/* Replaces old names of options in the profile's file by the present ones, and prints how many. */
static enum status rewrite_profile(struct session *session, const char *profile, struct error *error)
{
    char path[PATH_SIZE];
    struct text file = {0};
    int count = 0;
    snprintf(path, sizeof path, "%s", profile);
    if (!layers_is_file(profile) && !layers_user_path(profile, path, sizeof path))
        return disk_no_path(DISK_CONFIG, "profiles", error);
    enum status status = disk_read_regular(path, YAML_SIZE, &file, error);
    if (!status)
        status = profile_rewrite(session->settings.groups, path, &file, &count, error);
    if (!status)
        status = disk_write(path, file.bytes, file.size, error);
    if (!status)
        session_print_line(session, "%s: written, with %d %s of today", path, count,
                           count == 1 ? "name" : "names");
    text_free(&file);
    return status;
}

/* Prints the notes on old names of options (`notes`) in a valid profile, and how to replace the names. With
 * `rewrite` replaces them in the file. */
static enum status mend_names(struct session *session, const char *profile, struct text *notes, bool rewrite,
                              struct error *error)
{
    char *rest = NULL;
    if (!notes->size)
        return STATUS_OK;
    if (rewrite)
        return rewrite_profile(session, profile, error);
    for (char *line = strtok_r(notes->bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        session_print_note_once(session, line);
    session_notice(session, "'profile check --rewrite %s' puts today's names in", profile);
    return STATUS_OK;
}

/* Runs `profile check`: checks each profile and prints its faults. Returns the worst status. Its error is the
 * last fault. */
static enum status run_check(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_check_args *args = arguments;
    struct text all = {0};
    enum status status = STATUS_OK;
    json_printf(session->answer, "{checked: [");
    for (int i = 0; i < args->profiles.count; i++) {
        struct text faults = {0}, notes = {0};
        struct error why = {0};
        /* Faults in the file; if there are none, old names of options in it. */
        enum status profile_status = check_profile(session, args->profiles.word[i], &faults, &notes);
        if (!profile_status)
            session_print_line(session, "%s: profile, sound", args->profiles.word[i]);
        if (!profile_status)
            profile_status = mend_names(session, args->profiles.word[i], &notes, args->rewrite, &why);
        if (why.status)
            text_printf(&faults, "%s\n", why.text);
        json_printf(session->answer, "{profile: %s, sound: %i", args->profiles.word[i], !faults.size);
        json_add_faults(session->answer, "faults", text_string(&faults), NULL);
        json_close(session->answer, '}');
        text_append(&all, faults.bytes, faults.size);
        text_free(&faults);
        text_free(&notes);
        status = profile_status > status ? profile_status : status;
    }
    json_printf(session->answer, "]}");
    if (status) { /* each line goes to stderr; the last is the command's error */
        char *rest = NULL, *line = strtok_r(all.bytes, "\n", &rest);
        for (char *next; (next = strtok_r(NULL, "\n", &rest)); line = next)
            session_notice(session, "%s", line);
        error_set(error, status, "%s", line ? line : "");
    }
    text_free(&all);
    return status;
}

const struct command command_profile_check = {
    .name = "profile check", .group = GROUP_PROFILES,
    .keywords = "validate config configuration options errors YAML",
    .words = ARGUMENTS(
        {.name = "PROFILE", .kind = VALUE_PROFILE, .at = offsetof(struct profile_check_args, profiles),
         .list = true}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct profile_check_args, rewrite, "rewrite",
                    "puts today's names in place of those that options had before")),
    .json = true, .args_size = sizeof(struct profile_check_args),
    .help = "checks whether profiles (files or names) are sound",
    .details = "Each mistake has a line with file, line and column on stderr, and gives exit status 2.\n"
               "Behind a mistake in the form of YAML itself nothing more of that file can be read.\n"
               "A name that an option had before is no mistake: it works, and has a line on stderr.",
    .run = run_check,
};

struct profile_explain_args {
    const char *name;
};

/* Runs `profile explain`. */
static enum status run_explain(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_explain_args *args = arguments;
    struct text out = {0};
    enum status status = profile_explain(&session->settings, args->name, &out, error);
    if (!status)
        add_options_json(&session->settings, args->name, NULL, session->answer);
    return print_text(session, &out, status);
}

const struct command command_profile_explain = {
    .name = "profile explain", .group = GROUP_PROFILES,
    .keywords = "options settings config help meaning range default",
    .words = ARGUMENTS(
        {.name = "KEY|GROUP", .kind = VALUE_KEY, .at = offsetof(struct profile_explain_args, name)}),
    .out = true, .args_size = sizeof(struct profile_explain_args),
    .help = "prints what an option means, its range, its source and its value",
    .run = run_explain,
};
