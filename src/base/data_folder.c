/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/data_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds the folder of the running program; false if the system does not provide it. */
static bool find_program_folder(char folder[PATH_MAX])
{
    ssize_t size = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* Returns whether `folder` contains the folder `below`. */
static bool has_folder(const char *folder, const char *below)
{
    char path[PATH_MAX];
    struct stat about;
    int size = snprintf(path, sizeof path, "%s/%s", folder, below);
    return size > 0 && size < (int)sizeof path && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool data_folder_find(const char *below, char *path, size_t capacity)
{
    const char *folder = getenv("VEDETTE_DATA");
    char own[PATH_MAX];
    if (!folder)
        folder = find_program_folder(own) && has_folder(own, below) ? own : PKGDATADIR;
    int size = snprintf(path, capacity, "%s", folder);
    return size > 0 && (size_t)size < capacity && has_folder(folder, below);
}
