/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/file_value.h"

#include "profile/yaml.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sets the error "KEY: found 'TEXT' (WHY), expected ...". */
static enum status refuse_value(const struct option *option, const char *key, const char *text,
                                const char *why, struct error *error)
{
    struct text expected = {0};
    const char *quote = *text ? "'" : "";
    option_expects(option, &expected);
    error_set(error, STATUS_BAD, "%s: found %s%.60s%s%s%s%s, expected %s", key, quote,
              *text ? text : "nothing", quote, *why ? " (" : "", why, *why ? ")" : "",
              text_string(&expected));
    text_free(&expected);
    return STATUS_BAD;
}

/* Appends the absolute folder of a file and a '/'. False: the current folder cannot be read. */
static bool add_folder(const char *neighbour, struct text *path)
{
    char current[PATH_MAX];
    const char *slash = strrchr(neighbour, '/');
    if (*neighbour != '/' || !slash) {
        if (!getcwd(current, sizeof current))
            return false;
        text_printf(path, "%s/", strcmp(current, "/") == 0 ? "" : current);
    }
    if (slash)
        text_append(path, neighbour, (size_t)(slash - neighbour) + 1);
    return true;
}

/* Returns "" if the file exists and is permitted. Otherwise returns the reason. */
static const char *file_fault(const char *path, bool streams)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR ? "there is no such file" : strerror(errno);
    if (S_ISDIR(about.st_mode))
        return "a folder";
    return streams || S_ISREG(about.st_mode) ? "" : "no regular file";
}

enum status file_value_read(const struct option *option, const char *key, const char *text,
                            const struct file_place *place, char value[OPTION_VALUE_TEXT],
                            struct error *error)
{
    struct text path = {0};
    const char *fault = "";
    bool is_special = place->streams && strcmp(text, "-") == 0;
    for (int i = 0; option->words[i] && !is_special; i++)
        is_special = strcmp(option->words[i], text) == 0;
    if (is_special) {
        snprintf(value, OPTION_VALUE_TEXT, "%s", text);
        return STATUS_OK;
    }
    if (!*text)
        return refuse_value(option, key, text, "", error);
    if (*text != '/' && !add_folder(place->neighbour, &path))
        fault = "the current folder is gone";
    text_add(&path, text);
    if (!*fault && path.size >= OPTION_VALUE_TEXT)
        fault = "too long";
    if (!*fault && !yaml_is_line(text_string(&path)))
        fault = "no plain text in UTF-8";
    if (!*fault)
        fault = file_fault(text_string(&path), place->streams);
    if (!*fault)
        snprintf(value, OPTION_VALUE_TEXT, "%s", text_string(&path));
    enum status status = *fault ? refuse_value(option, key, text, fault, error) : STATUS_OK;
    text_free(&path);
    return status;
}
