/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named profiles: profile list, use, save, edit. */
#include "commands/table.h"

#include "agent/screen_option.h"
#include "base/disk.h"
#include "base/embedded.h"
#include "base/text.h"
#include "console/shell.h"
#include "profile/layers.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the profile files embedded in the program. It has no `faults` list, so a function that reads
 * profiles with it stops at the first fault. The next call overwrites the result. */
static const struct layers *builtin_profiles(void)
{
    static struct layers layers;
    layers = (struct layers){.files = embedded_table, .count = embedded_count};
    return &layers;
}

/* Returns whether the user chose the profile for this session. */
static bool is_picked(const struct session *session, const char *name)
{
    for (size_t i = 0; i < session->profiles.count; i++)
        if (strcmp(session->profiles.items[i], name) == 0)
            return true;
    return false;
}

/* --- profile list --- */

/* Returns where a named profile comes from: "shipped" (built in), "yours" (the user's file), or "both",
 * the user's file on top of a built-in one. */
static const char *profile_source(const char *name)
{
    char path[PATH_MAX];
    bool has_file = layers_user_path(name, path, sizeof path) && access(path, F_OK) == 0;
    bool shipped = layers_is_embedded(builtin_profiles(), name);
    return shipped && has_file ? "both" : has_file ? "yours" : "shipped";
}

/* Runs `profile list`. A profile folder that cannot be read is an error, after the list. */
static enum status run_list(struct session *session, const void *arguments, struct error *error)
{
    struct string_list names = {0};
    char about[160];
    struct text out = {0};
    struct error fault = {0};
    layers_list(builtin_profiles(), &names, &fault);
    (void)arguments;
    json_printf(session->answer, "{profiles: [");
    for (size_t i = 0; i < names.count; i++) {
        bool picked = is_picked(session, names.items[i]);
        layers_about(builtin_profiles(), names.items[i], about, sizeof about);
        size_t line_start = out.size;
        text_printf(&out, "%c %-16s  %-7s%s", picked ? '*' : ' ', names.items[i],
                    profile_source(names.items[i]), about[0] ? "  " : "");
        int column = (int)(out.size - line_start);
        text_wrapped(&out, about, column, column);
        json_printf(session->answer, "{name: %s, whose: %s, in_force: %i, about: %s}",
                    names.items[i], profile_source(names.items[i]), picked, about);
    }
    json_printf(session->answer, "]}");
    session_print_text(session, &out);
    string_list_free(&names);
    if (fault.status)
        *error = fault;
    return fault.status;
}

const struct command command_profile_list = {
    .name = "profile list", .group = GROUP_PROFILES,
    .keywords = "options settings config presets styles levels",
    .json = true, .out = true,
    .help = "lists the profiles that have names, and what they are for",
    .details = "Those that came with the program and those in your own folder, $XDG_CONFIG_HOME/vedette; a\n"
               "star marks those in force, and 'both' one of the program's that you have a file for, too.\n"
               "What one is for stands in its first line, behind a '#'.",
    .run = run_list,
};

/* --- profile use --- */

struct profile_use_args {
    struct word_list profiles;
};

/* Runs `profile use`. */
static enum status run_use(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_use_args *args = arguments;
    enum status status = session_replace_profiles(session, args->profiles.word, (size_t)args->profiles.count,
                                                  error);
    if (!status && session->alone)
        session_notice(session, "this holds for this one command: 'vedette -p %s COMMAND' runs another so",
                       args->profiles.count ? args->profiles.word[0] : "NAME");
    return status;
}

const struct command command_profile_use = {
    .name = "profile use", .group = GROUP_PROFILES,
    .keywords = "load options settings config style",
    .words = ARGUMENTS(
        {.name = "PROFILE", .kind = VALUE_PROFILE, .at = offsetof(struct profile_use_args, profiles),
         .list = true, .optional = true, .meaning = "files or names, each on top of those before",
         .standard = "none of them"}),
    .changes_options = true, .args_size = sizeof(struct profile_use_args),
    .help = "takes these profiles in place of those in force",
    .details = "As if the session had begun with them; what was set by hand stays. The agents of the game\n"
               "at hand take the new numbers.",
    .run = run_use,
};

/* --- profile save --- */

/* Writes the path of the user's profile `name` and creates its folder if it does not exist. */
static enum status make_user_path(const char *name, char path[PATH_MAX], struct error *error)
{
    char folder[PATH_MAX];
    if (!layers_is_name(name))
        return error_set(error, STATUS_BAD,
                         "found the profile '%.60s', expected a name of letters, digits, '-' and '_'", name);
    if (!layers_user_path(name, path, PATH_MAX))
        return disk_no_path(DISK_CONFIG, "profiles", error);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    return disk_folder(folder, error);
}

struct profile_save_args {
    const char *name, *about;
    bool replace, screen;
};

/* Runs `profile save`: writes the options that are not the defaults to a profile of the user. Without
 * --screen leaves out the options of the screen. */
static enum status run_save(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_save_args *args = arguments;
    char path[PATH_MAX];
    struct text file = {0};
    /* Names that cannot be used. */
    if (strcmp(args->name, "config") == 0)
        return error_set(error, STATUS_BAD,
                         "config.yaml holds anyway: 'profile set --save' puts an option into it");
    if (layers_is_embedded(builtin_profiles(), args->name))
        return error_set(error, STATUS_BAD,
                         "a profile '%s' came with the program: give yours another name", args->name);
    enum status status = make_user_path(args->name, path, error);
    if (!status && !args->replace && access(path, F_OK) == 0)
        status = error_set(error, STATUS_NO, "%s: is there already; --force writes over it", path);
    if (status)
        return status;
    if (args->about) { /* a comment must stay on one line for the file to be readable */
        text_add(&file, "# ");
        text_line(&file, args->about, strcspn(args->about, "\r\n"));
        text_add(&file, "\n");
    }
    /* Write a copy of the options; without --screen those of the screen get their defaults in it. */
    struct settings saved = {0}, standard = {0};
    settings_copy(&saved, &session->settings);
    settings_init(&standard, saved.groups);
    int left_out = args->screen ? 0 : screen_options_copy(&saved, &standard);
    profile_write(&saved, false, &file);
    settings_free(&saved);
    settings_free(&standard);
    status = disk_write(path, file.bytes, file.size, error);
    text_free(&file);
    if (!status)
        session_notice(session, left_out ? "%s: written; --screen takes the screen's options along"
                                     : "%s: written", path);
    return status;
}

const struct command command_profile_save = {
    .name = "profile save", .group = GROUP_PROFILES,
    .keywords = "store options settings config export",
    .words = ARGUMENTS(
        {.name = "NAME", .kind = VALUE_PROFILE, .at = offsetof(struct profile_save_args, name),
         .meaning = "letters, digits, '-' and '_'"}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct profile_save_args, replace, "force", "writes over what is there",
                    .alias = "replace"),
        FLAG_TEXT(struct profile_save_args, about, "about", "what it is for, in a line: lists show it",
                  .value = "TEXT"),
        FLAG_SCREEN(struct profile_save_args, screen)),
    .args_size = sizeof(struct profile_save_args),
    .help = "writes the options in force that are not the defaults as a profile of yours",
    .details = "It becomes $XDG_CONFIG_HOME/vedette/NAME.yaml (~/.config/vedette/NAME.yaml), and 'profile\n"
               "use NAME', '-p NAME' and the form for a new game know it from then on.",
    .run = run_save,
};

/* --- profile edit --- */

/* A profile that is being edited. The editor works on a draft file in the same folder, which replaces the
 * profile once it is valid. */
struct draft {
    const char *name;
    char path[PATH_MAX], draft[PATH_MAX]; /* the files of the profile and of its draft */
    struct text before;        /* the old text of the profile; for a new one, a beginning of it */
};

/* Appends the beginning of a new profile: its description, the format and an explanation in comments. */
static void begin_text(const char *name, struct text *out)
{
    char about[160];
    layers_about(builtin_profiles(), name, about, sizeof about);
    text_printf(out,
                "# %s\nformat: vedette-profile/1\n"
                "# Groups of options and their values, as\n"
                "#   rules: {two_squares: 3}\n"
                "#   plan_bluff.weight: 2\n"
                "# 'vedette profile show' lists them, 'vedette profile explain KEY' tells what one is.\n",
                about[0] ? about : "what this profile is for");
}

/* Appends the first text of the draft: the old profile. If it is empty, appends a beginning (begin_text). If
 * it has only comments, appends the line with the format after them. */
static void add_draft_text(const struct draft *draft, struct text *text)
{
    const struct text *before = &draft->before;
    bool is_blank = yaml_is_blank(text_string(before), before->size);
    if (is_blank && !memchr(text_string(before), '#', before->size)) {
        begin_text(draft->name, text);
        return;
    }
    text_append(text, text_string(before), before->size);
    if (is_blank && before->bytes[before->size - 1] != '\n')
        text_add(text, "\n");
    if (is_blank)
        text_add(text, "format: vedette-profile/1\n");
}

/* Reads the profile and writes its draft. If a draft of an earlier edit exists, continues that one
 * instead. */
static enum status open_draft(struct session *session, struct draft *draft, struct error *error)
{
    char draft_name[LAYER_NAME + sizeof ".draft"];
    struct text text = {0};
    enum status status = make_user_path(draft->name, draft->path, error);
    if (status)
        return status;
    snprintf(draft_name, sizeof draft_name, "%s.draft", draft->name);
    if (!layers_user_path(draft_name, draft->draft, sizeof draft->draft))
        return error_set(error, STATUS_BAD, "%s: the path is too long", draft->path);
    if (access(draft->path, F_OK) == 0)
        status = disk_read_regular(draft->path, YAML_SIZE, &draft->before, error);
    else
        begin_text(draft->name, &draft->before);
    if (!status && access(draft->draft, F_OK) == 0)
        session_notice(session, "%s: going on with the draft of last time", draft->draft);
    if (status || access(draft->draft, F_OK) == 0)
        return status;
    add_draft_text(draft, &text);
    status = disk_write(draft->draft, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}

/* Runs the user's editor ($VISUAL, $EDITOR or vi) on a file and waits for its end. */
static enum status run_editor(const char *path, struct error *error)
{
    const char *editor = getenv("VISUAL");
    if (!editor || !*editor)
        editor = getenv("EDITOR");
    if (!editor || !*editor)
        editor = "vi";
    if (!shell_run(editor, path, NULL, NULL))
        return error_set(error, STATUS_FAILED, "%s: could not be run", editor);
    return STATUS_OK;
}

/* Prints a mistake and, if it begins with "DRAFT:LINE:COLUMN:", that line of the text with a mark under
 * the column. */
static void show_mistake(struct session *session, const struct draft *draft, const struct text *text,
                         const char *mistake)
{
    size_t line = 0, column = 0, path = strlen(draft->draft);
    const char *line_text = text_string(text);
    session_notice(session, "%s", mistake);
    if (strncmp(mistake, draft->draft, path) != 0 || sscanf(mistake + path, ":%zu:%zu:", &line, &column) != 2)
        return;
    while (--line > 0 && (line_text = strchr(line_text, '\n')))
        line_text++;
    if (!line_text || column == 0)
        return;
    int size = (int)strcspn(line_text, "\r\n");
    session_notice(session, "    %.*s", size < 120 ? size : 120, line_text);
    if (column <= 120)
        session_notice(session, "    %*s^", (int)column - 1, "");
}

/* Asks at the terminal whether to open the editor again. False if there is no terminal. */
static bool asks_again(struct session *session)
{
    char answer[16];
    if (!isatty(STDIN_FILENO) || !session->interactive)
        return false;
    session_printf(session, "Edit it again? [Y/n] ");
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin))
        return false;
    return answer[0] == '\n' || answer[0] == 'y' || answer[0] == 'Y';
}

/* Opens the editor on the draft again and again, until the draft is valid or the user gives up. `text`
 * gets the last text of the draft. */
static enum status edit_until_sound(struct session *session, const struct draft *draft, struct text *text,
                                    struct error *error)
{
    for (;;) {
        struct settings settings = {0};
        struct text faults = {0};
        text_clear(text);
        enum status status = run_editor(draft->draft, error);
        if (!status)
            status = disk_read_regular(draft->draft, YAML_SIZE, text, error);
        if (status)
            return status;
        settings_init(&settings, session->settings.groups);
        status = profile_parse_all(&settings, draft->draft, text_string(text), text->size, &faults, error);
        settings_free(&settings);
        char *rest = NULL, *line = faults.size ? strtok_r(faults.bytes, "\n", &rest) : NULL;
        for (; line; line = strtok_r(NULL, "\n", &rest))
            show_mistake(session, draft, text, line);
        text_free(&faults);
        if (!status)
            return STATUS_OK;
        if (!asks_again(session))
            return error_set(error, status, "%s is as it was; 'profile edit %s' goes on with the draft",
                             draft->path, draft->name);
    }
}

/* Replaces the profile by the valid draft and deletes the draft. Reloads the session's options if the
 * profile is in use. */
static enum status install_draft(struct session *session, const struct draft *draft, const struct text *text,
                                 struct error *error)
{
    bool is_unchanged = text->size == draft->before.size &&
                memcmp(text->bytes, draft->before.bytes, text->size) == 0;
    enum status status = is_unchanged ? STATUS_OK : disk_write(draft->path, text->bytes, text->size, error);
    if (status)
        return status;
    unlink(draft->draft);
    session_notice(session, "%s: %s", draft->path, is_unchanged ? "as it was" : "written");
    bool is_config = strcmp(draft->name, "config") == 0;
    if (is_unchanged || !(is_picked(session, draft->name) || is_config))
        return STATUS_OK;
    return session_reload(session, !is_config, error); /* a fault of config.yaml concerns only its own edit */
}

struct profile_edit_args {
    const char *name;
};

/* Runs `profile edit`. */
static enum status run_edit(struct session *session, const void *arguments, struct error *error)
{
    const struct profile_edit_args *args = arguments;
    struct draft draft = {.name = args->name ? args->name : "config"};
    struct text text = {0};
    enum status status = open_draft(session, &draft, error);
    if (!status)
        status = edit_until_sound(session, &draft, &text, error);
    if (!status)
        status = install_draft(session, &draft, &text, error);
    text_free(&text);
    text_free(&draft.before);
    return status;
}

const struct command command_profile_edit = {
    .name = "profile edit", .group = GROUP_PROFILES,
    .keywords = "config configuration options settings editor",
    .words = ARGUMENTS(
        {.name = "NAME", .kind = VALUE_PROFILE, .at = offsetof(struct profile_edit_args, name),
         .optional = true, .meaning = "a profile of yours", .standard = "config, which holds anyway"}),
    .takes_terminal = true, .changes_options = true, .args_size = sizeof(struct profile_edit_args),
    .help = "opens a profile of yours in your editor, and checks it",
    .details = "$VISUAL, else $EDITOR, else vi is the editor. A mistake is shown in its line, and you may\n"
               "edit again; until the text is sound the old profile stays, on disk and in force, and what\n"
               "you typed is kept beside it, as NAME.draft.yaml, for the next time.",
    .run = run_edit,
};
