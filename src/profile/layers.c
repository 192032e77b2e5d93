/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/layers.h"

#include "base/disk.h"
#include "base/edit_distance.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "data/profiles/", ending[] = ".yaml";

/* Returns whether `text` ends with `end`. */
static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

bool layers_is_file(const char *pick)
{
    return strchr(pick, '/') || ends_with(pick, ending) || ends_with(pick, ".yml") ||
           strcmp(pick, "-") == 0;
}

bool layers_config(char *path, size_t capacity)
{
    return disk_path(DISK_CONFIG, "config.yaml", path, capacity);
}

enum status layers_save_option(const struct option_group *const *groups, const char *full_key,
                               const char *value, struct error *error)
{
    char path[PATH_MAX], parent[PATH_MAX];
    struct text file = {0};
    if (!layers_config(path, sizeof path))
        return disk_no_path(DISK_CONFIG, "profiles", error);
    snprintf(parent, sizeof parent, "%s", path);
    *strrchr(parent, '/') = '\0';
    enum status status = disk_folder(parent, error);
    if (!status && access(path, F_OK) == 0)
        status = disk_read_regular(path, YAML_SIZE, &file, error);
    if (!status)
        status = profile_edit(groups, path, &file, full_key, value, error);
    if (!status)
        status = disk_write(path, file.bytes, file.size, error);
    text_free(&file);
    return status;
}

/* Writes the name of the profile in an embedded file. False if the file is no profile. */
static bool profile_name(const struct embedded *file, char name[LAYER_NAME])
{
    size_t before = strlen(folder), after = strlen(ending), size = strlen(file->name);
    if (size <= before + after || size - before - after >= LAYER_NAME ||
        strncmp(file->name, folder, before) != 0 || !ends_with(file->name, ending))
        return false;
    size -= before + after;
    memcpy(name, file->name + before, size);
    name[size] = '\0';
    return true;
}

bool layers_name(const struct layers *layers, size_t index, char name[LAYER_NAME])
{
    for (size_t i = 0; i < layers->count; i++)
        if (profile_name(&layers->files[i], name) && index-- == 0)
            return true;
    return false;
}

/* Returns the embedded file of a profile, or NULL. */
static const struct embedded *find_file(const struct layers *layers, const char *name)
{
    char known[LAYER_NAME];
    for (size_t i = 0; i < layers->count; i++)
        if (profile_name(&layers->files[i], known) && strcmp(known, name) == 0)
            return &layers->files[i];
    return NULL;
}

/* Returns whether a path is /dev/null: a link to it means that there is no file. */
static bool is_null(const char *path)
{
    struct stat about, null;
    return stat(path, &about) == 0 && S_ISCHR(about.st_mode) && stat("/dev/null", &null) == 0 &&
           about.st_rdev == null.st_rdev;
}

/* Reads config.yaml, if it exists. With layers->config_fault, a faulty file is ignored and its fault
 * stored. */
static enum status read_config(struct settings *settings, const struct layers *layers, struct error *error)
{
    char path[PATH_MAX];
    if (layers->config_fault)
        *layers->config_fault = (struct error){0};
    if (!layers_config(path, sizeof path) || is_null(path) ||
        (access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)))
        return STATUS_OK;
    struct error *fault = layers->config_fault ? layers->config_fault : error;
    enum status status = profile_read(settings, path, true, NULL, fault);
    return layers->config_fault ? STATUS_OK : status;
}

bool layers_is_embedded(const struct layers *layers, const char *name)
{
    return find_file(layers, name);
}

/* Sets the error for an unknown name, with the nearest known one. */
static enum status unknown_name(const struct layers *layers, const char *name, struct error *error)
{
    char known[LAYER_NAME], nearest[LAYER_NAME] = "";
    size_t min = SIZE_MAX;
    for (size_t i = 0; layers_name(layers, i, known); i++) {
        if (edit_is_nearer(known, name, &min))
            memcpy(nearest, known, sizeof nearest);
    }
    const char *file = access(name, F_OK) == 0 ? " (a file's name has a '/' or ends in .yaml)" : "";
    if (!*nearest)
        return error_set(error, STATUS_BAD,
                         "found the unknown profile '%.60s', expected a known one or a file%s", name, file);
    return error_set(error, STATUS_BAD, "found the unknown profile '%.60s'; the nearest known is '%s'%s",
                     name, nearest, file);
}

bool layers_is_name(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return size && !text[size] && size < LAYER_NAME;
}

void layers_list(const struct layers *layers, struct string_list *names, struct error *fault)
{
    struct string_list own = {0};
    char path[PATH_MAX], name[LAYER_NAME];
    for (size_t i = 0; layers_name(layers, i, name); i++)
        string_list_add(names, name);
    if (disk_path(DISK_CONFIG, "", path, sizeof path))
        disk_list_names(path, ending, &own, fault);
    for (size_t i = 0; i < own.count; i++) {
        const char *profile = own.items[i];
        if (layers_is_name(profile) && strcmp(profile, "config") != 0 && !find_file(layers, profile))
            string_list_add(names, profile);
    }
    string_list_free(&own);
    string_list_sort(names);
}

bool layers_user_path(const char *name, char *path, size_t capacity)
{
    char file_name[2 * LAYER_NAME];
    snprintf(file_name, sizeof file_name, "%s%s", name, ending);
    return disk_path(DISK_CONFIG, file_name, path, capacity);
}

char *layers_about(const struct layers *layers, const char *name, char *text, size_t capacity)
{
    const struct embedded *file = find_file(layers, name);
    char path[PATH_MAX];
    struct text own = {0};
    const char *bytes = file ? (const char *)file->bytes : "";
    size_t size = file ? file->size : 0, end = 0;
    if (!file && layers_is_name(name) && layers_user_path(name, path, sizeof path) &&
        disk_read_regular(path, YAML_SIZE, &own, NULL) == STATUS_OK) {
        bytes = text_string(&own);
        size = own.size;
    }
    while (end < size && bytes[end] != '\n' && bytes[end] != '\r')
        end++;
    bool comment = end > 2 && bytes[0] == '#' && bytes[1] == ' ';
    snprintf(text, capacity, "%.*s", comment ? (int)end - 2 : 0, bytes + (comment ? 2 : 0));
    text_free(&own);
    return text;
}

/* Reads the profile of that name: the embedded one, then the user's. */
static enum status read_name(struct settings *settings, const struct layers *layers, const char *name,
                             struct error *error)
{
    if (!layers_is_name(name))
        return error_set(error, STATUS_BAD,
                         "found the profile '%.60s', expected a name of letters, digits, '-' and '_'%s%.60s",
                         name, name[0] ? "; or a path, as ./" : "", name);
    const struct embedded *file = find_file(layers, name);
    enum status status = STATUS_OK;
    if (file)
        status = profile_parse_all(settings, file->name, (const char *)file->bytes, file->size,
                                   layers->faults, error);
    char path[PATH_MAX];
    bool own = false;
    if (!status && layers_user_path(name, path, sizeof path)) { /* which need not be there */
        own = access(path, F_OK) == 0;
        status = own ? profile_read(settings, path, true, layers->faults, error) : STATUS_OK;
    }
    return status || file || own ? status : unknown_name(layers, name, error);
}

/* Reads a NAME or a FILE. */
static enum status read_pick(struct settings *settings, const struct layers *layers, const char *pick,
                             struct error *error)
{
    if (!layers_is_file(pick))
        return read_name(settings, layers, pick, error);
    return profile_read(settings, pick, layers->regular, layers->faults, error);
}

enum pick_kind { PICK_NAMES, PICK_FILES };

/* Reads the picks of one kind. */
static enum status read_picks(struct settings *settings, const struct layers *layers,
                              const char *const *picks, size_t count, enum pick_kind kind,
                              struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++)
        if (layers_is_file(picks[i]) == (kind == PICK_FILES))
            status = read_pick(settings, layers, picks[i], error);
    return status;
}

/* Replaces `settings` by `new_settings` if `status` is STATUS_OK. Frees the settings that are not used. */
static enum status commit_settings(enum status status, struct settings *settings,
                                   struct settings *new_settings)
{
    struct settings *unused = status ? new_settings : settings;
    settings_free(unused);
    if (!status)
        *settings = *new_settings;
    return status;
}

enum status layers_read(struct settings *settings, const struct layers *layers, const char *const *picks,
                        size_t count, struct error *error)
{
    struct settings new_settings;
    settings_copy(&new_settings, settings);
    /* Names, config.yaml, files: a later layer beats an earlier one. */
    enum status status = read_picks(&new_settings, layers, picks, count, PICK_NAMES, error);
    if (!status)
        status = read_config(&new_settings, layers, error);
    if (!status)
        status = read_picks(&new_settings, layers, picks, count, PICK_FILES, error);
    return commit_settings(status, settings, &new_settings);
}

enum status layers_add(struct settings *settings, const struct layers *layers, const char *pick,
                       struct error *error)
{
    struct settings new_settings;
    settings_copy(&new_settings, settings);
    return commit_settings(read_pick(&new_settings, layers, pick, error), settings, &new_settings);
}
