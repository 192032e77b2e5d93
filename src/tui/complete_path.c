/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/complete_path.h"

#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A list of file names; each is allocated. */
struct path_names {
    char **names;
    size_t count, capacity;
};

/* Compares two strings by bytes, for qsort(). */
static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Finds the files in `folder` ("": the working folder) whose name begins with `stem`, sorted by bytes. */
static void find_names(const char *folder, const char *stem, struct path_names *found)
{
    DIR *stream = opendir(folder[0] ? folder : ".");
    size_t size = strlen(stem);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        const char *name = entry->d_name;
        if (strncmp(name, stem, size) != 0 || (name[0] == '.' && stem[0] != '.') || strcmp(name, ".") == 0 ||
            strcmp(name, "..") == 0)
            continue;
        found->names = memory_grow(found->names, &found->capacity, found->count + 1, sizeof *found->names);
        found->names[found->count] = memory_new(strlen(name) + 1, 1);
        strcpy(found->names[found->count++], name);
    }
    if (stream)
        closedir(stream);
    if (found->count)
        qsort(found->names, found->count, sizeof *found->names, by_bytes);
}

bool complete_path(struct line *line, char *names, size_t capacity)
{
    struct path_names found = {0};
    struct stat info;
    char folder[2 * LINE_CAPACITY], path[3 * LINE_CAPACITY], text[LINE_CAPACITY + 2];
    const char *home = getenv("HOME"), *typed = line->text, *slash = strrchr(typed, '/');
    const char *stem = slash ? slash + 1 : typed;
    size_t start = (size_t)(stem - line->text);
    names[0] = '\0';
    if (line->cursor != line->size)
        return false;
    /* The folder part of the typed path, with "~" replaced. */
    bool in_home = start >= 2 && typed[0] == '~' && typed[1] == '/' && home;
    snprintf(folder, sizeof folder, "%s%.*s", in_home ? home : "", (int)(start - in_home), typed + in_home);
    find_names(folder, stem, &found);
    if (found.count) {
        snprintf(path, sizeof path, "%s%s", folder, found.names[0]);
        /* The number of bytes that all names have in common, without a partial UTF-8 character. */
        size_t common = strlen(found.names[0]);
        for (size_t i = 1; i < found.count; i++) {
            size_t same = 0;
            while (same < common && found.names[i][same] == found.names[0][same])
                same++;
            common = same;
        }
        while (common > 0 && ((unsigned char)found.names[0][common] & 0xc0) == 0x80)
            common--;
        bool is_folder = found.count == 1 && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
        int size = snprintf(text, sizeof text, "%.*s%.*s%s", (int)start, line->text, (int)common,
                            found.names[0], is_folder ? "/" : "");
        if (size > 0 && size < LINE_CAPACITY)
            line_set(line, text);
    }
    /* Several matches: lists their names. */
    size_t used = 0;
    for (size_t i = 0; i < found.count; i++) {
        if (found.count > 1 && used + 1 < capacity)
            used += (size_t)snprintf(names + used, capacity - used, "%s%s", i ? "  " : "", found.names[i]);
        free(found.names[i]);
    }
    free(found.names);
    return found.count > 0;
}
