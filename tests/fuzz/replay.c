/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main() for the fuzz targets where there is no libFuzzer: runs the files of a corpus through
 * LLVMFuzzerTestOneInput, each as it is, cut off, and with bytes changed. The same every time; with
 * TEST_PART=N an Nth of the cuts and changes.
 *
 * usage: TARGET FOLDER-OR-FILE... */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CUTS = 100, SIZE_LIMIT = 1 << 20 };

__attribute__((weak)) int fuzz_changes = 400;

static size_t inputs, files;

/* An input of exactly `size` bytes on the heap, so that a sanitizer sees a read past its end. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    inputs++;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* An Nth of `usual`, at least 1: as test_size in tests/boards.h, which is not to be had without cmocka. */
static size_t part_of(size_t usual)
{
    const char *text = getenv("TEST_PART");
    size_t divisor = text ? strtoul(text, NULL, 10) : 1;
    return divisor > 1 ? (usual + divisor - 1) / divisor : usual;
}

/* Up to CUTS prefixes, evenly spaced. */
static void run_cuts(const uint8_t *bytes, size_t size)
{
    size_t step = size / part_of(CUTS) + 1;
    for (size_t cut = 0; cut < size; cut += step)
        run(bytes, cut);
}

/* Changes one to four bytes, then takes the changes back. */
static void run_changes(uint8_t *bytes, size_t size)
{
    static const uint8_t nasty[] = {0, '\n', ' ', ':', '"', '#', '-', '<', '&', '?', '~', 0x7f, 0xff};
    uint64_t state = size;
    uint8_t *changed = malloc(size);
    if (!changed)
        abort();
    for (size_t i = 0, count = part_of((size_t)fuzz_changes); i < count; i++) {
        memcpy(changed, bytes, size);
        for (uint64_t left = next_random(&state) % 4; left < 4; left++) {
            uint64_t random = next_random(&state);
            changed[next_random(&state) % size] =
                random & 1 ? nasty[(random >> 1) % sizeof nasty] : (uint8_t)(random >> 8);
        }
        run(changed, size);
    }
    free(changed);
}

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(SIZE_LIMIT);
    if (!file || !bytes) {
        perror(path);
        return 1;
    }
    size_t size = fread(bytes, 1, SIZE_LIMIT, file);
    int bad = ferror(file);
    fclose(file);
    if (bad) {
        fprintf(stderr, "%s: cannot be read\n", path);
    } else {
        files++;
        run(bytes, size);
        run_cuts(bytes, size);
        if (size)
            run_changes(bytes, size);
    }
    free(bytes);
    return bad;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int replay_folder(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, by_name);
    if (count < 0) {
        perror(folder);
        return 1;
    }
    int bad = 0;
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            bad |= replay_file(path);
        free(entries[i]);
    }
    free(entries);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    for (int i = 1; i < argc; i++) {
        struct stat about;
        bad |= stat(argv[i], &about) == 0 && S_ISDIR(about.st_mode) ? replay_folder(argv[i])
                                                                    : replay_file(argv[i]);
    }
    printf("%zu files, %zu inputs\n", files, inputs);
    if (!files)
        fprintf(stderr, "no input was given\n");
    return bad || !files;
}
