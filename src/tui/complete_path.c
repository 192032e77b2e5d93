/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/line.h"

#include "base/disk.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Finds the files in `folder` ("": the working folder) whose name begins with `stem`, sorted by bytes. */
static void find_names(const char *folder, const char *stem, struct string_list *found)
{
    struct string_list all = {0};
    disk_list_names(folder[0] ? folder : ".", "", &all, NULL);
    for (size_t i = 0; i < all.count; i++)
        if (strncmp(all.items[i], stem, strlen(stem)) == 0 && (all.items[i][0] != '.' || stem[0] == '.'))
            string_list_add(found, all.items[i]);
    string_list_free(&all);
}

bool complete_path(struct line *line, char *names, size_t capacity)
{
    struct string_list found = {0};
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
        snprintf(path, sizeof path, "%s%s", folder, found.items[0]);
        /* The number of bytes that all names have in common, without a partial UTF-8 character. */
        size_t common = strlen(found.items[0]);
        for (size_t i = 1; i < found.count; i++) {
            size_t same = 0;
            while (same < common && found.items[i][same] == found.items[0][same])
                same++;
            common = same;
        }
        while (common > 0 && utf8_continues(found.items[0][common]))
            common--;
        bool is_folder = found.count == 1 && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
        int size = snprintf(text, sizeof text, "%.*s%.*s%s", (int)start, line->text, (int)common,
                            found.items[0], is_folder ? "/" : "");
        if (size > 0 && size < LINE_CAPACITY)
            line_set(line, text);
    }
    /* Several matches: lists their names. */
    size_t used = 0;
    for (size_t i = 0; found.count > 1 && i < found.count && used + 1 < capacity; i++)
        used += (size_t)snprintf(names + used, capacity - used, "%s%s", i ? "  " : "", found.items[i]);
    bool found_any = found.count > 0;
    string_list_free(&found);
    return found_any;
}
