/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/layers.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/edit_distance.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "data/profiles/", ending[] = ".yaml";

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

enum status layers_keep(const struct option_group *const *groups, const char *full_key, const char *value,
                        struct error *error)
{
    char path[PATH_MAX], below[PATH_MAX];
    struct text file = {0};
    if (!layers_config(path, sizeof path))
        return disk_no_path(DISK_CONFIG, "profiles", error);
    snprintf(below, sizeof below, "%s", path);
    *strrchr(below, '/') = '\0';
    enum status status = disk_folder(below, error);
    if (!status && access(path, F_OK) == 0)
        status = disk_read_regular(path, YAML_SIZE, &file, error);
    if (!status)
        status = profile_edit(groups, path, &file, full_key, value, error);
    if (!status)
        status = disk_write(path, file.bytes, file.size, error);
    text_free(&file);
    return status;
}

/* The name of the profile that a file holds; false where it holds none. */
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

static const struct embedded *find_file(const struct layers *layers, const char *name)
{
    char known[LAYER_NAME];
    for (size_t i = 0; i < layers->count; i++)
        if (profile_name(&layers->files[i], known) && strcmp(known, name) == 0)
            return &layers->files[i];
    return NULL;
}

/* A link to /dev/null says that there is to be none. */
static bool is_null(const char *path)
{
    struct stat about, null;
    return stat(path, &about) == 0 && S_ISCHR(about.st_mode) && stat("/dev/null", &null) == 0 &&
           about.st_rdev == null.st_rdev;
}

/* Reads config.yaml, if there is one; where `layers` want its fault, it is left out for that. */
static enum status read_config(struct settings *settings, const struct layers *layers, struct error *error)
{
    char path[PATH_MAX];
    if (layers->config_fault)
        *layers->config_fault = (struct error){0};
    if (!layers_config(path, sizeof path) || is_null(path) ||
        (access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)))
        return STATUS_OK;
    struct error *fault = layers->config_fault ? layers->config_fault : error;
    enum status status = profile_read_regular(settings, path, fault);
    return layers->config_fault ? STATUS_OK : status;
}

bool layers_is_shipped(const struct layers *layers, const char *name)
{
    return find_file(layers, name);
}

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
    return error_set(error, STATUS_BAD,
                     "found the unknown profile '%.60s'; the nearest known is '%s'%s", name,
                     nearest, file);
}

bool layers_is_name(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return size && !text[size] && size < LAYER_NAME;
}

struct name_list {
    char (*names)[LAYER_NAME];
    size_t count, capacity;
};

static void list_add(struct name_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return;
    list->names = memory_grow(list->names, &list->capacity, list->count + 1, sizeof *list->names);
    snprintf(list->names[list->count++], LAYER_NAME, "%s", name);
}

static void list_own(struct name_list *list, struct error *fault)
{
    char path[PATH_MAX], name[LAYER_NAME];
    DIR *entries = disk_path(DISK_CONFIG, "", path, sizeof path) ? disk_list(path, fault) : NULL;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        size_t size = strlen(entry->d_name), tail = strlen(ending);
        if (!ends_with(entry->d_name, ending) || size == tail || size - tail >= LAYER_NAME)
            continue;
        memcpy(name, entry->d_name, size - tail);
        name[size - tail] = '\0';
        if (layers_is_name(name) && strcmp(name, "config") != 0)
            list_add(list, name);
    }
    if (entries)
        closedir(entries);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

size_t layers_list(const struct layers *layers, char (**names)[LAYER_NAME], struct error *fault)
{
    struct name_list list = {0};
    char name[LAYER_NAME];
    for (size_t i = 0; layers_name(layers, i, name); i++)
        list_add(&list, name);
    list_own(&list, fault);
    if (list.count)
        qsort(list.names, list.count, sizeof *list.names, by_bytes);
    *names = list.names;
    return list.count;
}

bool layers_own_path(const char *name, char *path, size_t capacity)
{
    char below[2 * LAYER_NAME];
    snprintf(below, sizeof below, "%s%s", name, ending);
    return disk_path(DISK_CONFIG, below, path, capacity);
}

char *layers_about(const struct layers *layers, const char *name, char *text, size_t capacity)
{
    const struct embedded *file = find_file(layers, name);
    char path[PATH_MAX];
    struct text own = {0};
    const char *bytes = file ? (const char *)file->bytes : "";
    size_t size = file ? file->size : 0, end = 0;
    if (!file && layers_is_name(name) && layers_own_path(name, path, sizeof path) &&
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

static enum status read_name(struct settings *settings, const struct layers *layers,
                             const char *name, struct error *error)
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
    if (!status && layers_own_path(name, path, sizeof path)) { /* which need not be there */
        own = access(path, F_OK) == 0;
        status = own ? profile_read_all(settings, path, true, layers->faults, error) : STATUS_OK;
    }
    return status || file || own ? status : unknown_name(layers, name, error);
}

static enum status read_pick(struct settings *settings, const struct layers *layers,
                             const char *pick, struct error *error)
{
    if (!layers_is_file(pick))
        return read_name(settings, layers, pick, error);
    return profile_read_all(settings, pick, layers->regular, layers->faults, error);
}

/* Reads the picks that are files, or those that are names. */
static enum status read_picks(struct settings *settings, const struct layers *layers,
                              const char *const *picks, size_t count, bool files,
                              struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++)
        if (layers_is_file(picks[i]) == files)
            status = read_pick(settings, layers, picks[i], error);
    return status;
}

/* Puts what was tried in place of the settings, or gives it back. */
static enum status decide(enum status status, struct settings *settings, struct settings *tried)
{
    struct settings *loser = status ? tried : settings;
    settings_free(loser);
    if (!status)
        *settings = *tried;
    return status;
}

enum status layers_read(struct settings *settings, const struct layers *layers,
                        const char *const *picks, size_t count, struct error *error)
{
    struct settings tried;
    settings_copy(&tried, settings);
    enum status status = read_picks(&tried, layers, picks, count, false, error);
    if (!status)
        status = read_config(&tried, layers, error);
    if (!status)
        status = read_picks(&tried, layers, picks, count, true, error);
    return decide(status, settings, &tried);
}

enum status layers_add(struct settings *settings, const struct layers *layers, const char *pick,
                       struct error *error)
{
    struct settings tried;
    settings_copy(&tried, settings);
    return decide(read_pick(&tried, layers, pick, error), settings, &tried);
}
