/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files for readers that take a path: in a folder of its own, which goes with the process. */
#ifndef VEDETTE_TESTS_FUZZ_FILES_H
#define VEDETTE_TESTS_FUZZ_FILES_H

#include "fuzz/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char fuzz_folder_path[200];

static void fuzz_remove_folder(void)
{
    char path[600];
    DIR *entries = opendir(fuzz_folder_path);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        snprintf(path, sizeof path, "%s/%s", fuzz_folder_path, entry->d_name);
        if (entry->d_name[0] != '.' || (entry->d_name[1] && entry->d_name[1] != '.'))
            remove(path);
    }
    if (entries)
        closedir(entries);
    rmdir(fuzz_folder_path);
}

/* The folder, made at the first call. */
static inline const char *fuzz_folder(void)
{
    if (!fuzz_folder_path[0]) {
        const char *place = getenv("TMPDIR"), *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(fuzz_folder_path, sizeof fuzz_folder_path, "%s/vedette-fuzz-XXXXXX", place ? place : memory);
        fuzz_demand(mkdtemp(fuzz_folder_path) != NULL, "there is a folder for temporary files");
        atexit(fuzz_remove_folder);
    }
    return fuzz_folder_path;
}

/* A file of that name in it with these bytes; `path` has room for 300. */
static inline void fuzz_file(const char *name, const void *bytes, size_t size, char path[300])
{
    snprintf(path, 300, "%s/%s", fuzz_folder(), name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    fuzz_demand(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0,
                "there is room for the file");
}

#endif
