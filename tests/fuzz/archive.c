/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the archive's database: a small sound one, overwritten where the first two bytes say with the rest
 * of the input; a first byte of 255 says that the rest is the whole file. It is opened as it is, or another
 * in its place; then it is searched, counted, or takes a game. */
#include "archive/archive.h"
#include "base/disk.h"
#include "fuzz/content.h"
#include "fuzz/files.h"

#include <sqlite3.h>

int fuzz_changes = 20; /* each input writes a database */

/* --- SQLite's memory: pieces of powers of two that are used again, as it is not instrumented anyway, and
 * runs some hundred queries an input --- */

enum { CLASSES = 26, SMALLEST = 5 };
static void *free_pieces[CLASSES];

static int class_of(int size)
{
    int class = 0;
    while ((1 << (class + SMALLEST)) < size + 16)
        class++;
    return class;
}

static void *piece_take(int size)
{
    int class = class_of(size);
    char *piece = free_pieces[class];
    if (piece)
        free_pieces[class] = *(void **)(void *)piece;
    else
        piece = malloc((size_t)1 << (class + SMALLEST));
    *(int *)(void *)piece = class;
    return piece + 16;
}

static void piece_give(void *bytes)
{
    char *piece = (char *)bytes - 16;
    int class = *(int *)(void *)piece;
    *(void **)(void *)piece = free_pieces[class];
    free_pieces[class] = piece;
}

static int piece_size(void *bytes)
{
    return bytes ? (1 << (*(int *)(void *)((char *)bytes - 16) + SMALLEST)) - 16 : 0;
}

static void *piece_change(void *bytes, int size)
{
    if (piece_size(bytes) >= size)
        return bytes;
    void *larger = piece_take(size);
    memcpy(larger, bytes, (size_t)piece_size(bytes));
    piece_give(bytes);
    return larger;
}

static int piece_round(int size)
{
    return (1 << (class_of(size) + SMALLEST)) - 16;
}

static int piece_start(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void piece_end(void *context)
{
    (void)context;
}

static struct text sound; /* the small one */
static struct record *game;

static void name(const void *context, const struct record *record, struct archive_names *names)
{
    (void)context;
    (void)record;
    snprintf(names->name[RED], sizeof names->name[RED], "a");
    snprintf(names->name[BLUE], sizeof names->name[BLUE], "b");
}

static enum status visit(void *context, const struct archive_row *row, struct error *error)
{
    size_t *rows = context;
    const char *const texts[] = {row->date, row->opponent, row->outcome, row->winner, row->path, row->rules};
    (void)error;
    ++*rows;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *at = texts[i]; *at; at++)
            fuzz_demand((unsigned char)*at >= 0x20 && *at != 0x7f, "a text can be shown");
    return *rows < 50 ? STATUS_OK : STATUS_NO;
}

static void count(void *context, const struct archive_count *counted)
{
    (void)context;
    fuzz_demand(counted->what != NULL, "what is counted has a name");
}

/* What is done with the archive; damage may be met, which an error says. */
enum use { USE_SEARCH, USE_COUNT, USE_ADD, USES };

static enum status use(struct archive *archive, enum use use)
{
    struct query query = {0};
    struct error error = {.text = ""};
    size_t rows = 0, all = 0, kinds = 0;
    enum status status;
    fuzz_demand(query_compile("", &query, NULL) == STATUS_OK, "nothing is a query");
    const struct archive_search search = {.query = &query, .bytes = true, .limit = 20};
    const struct archive_census census = {.query = &query, .counted = COUNT_SETUPS, .limit = 5};
    const struct archive_game added = {.record = game, .path = "a", .source = ARCHIVE_MATCH};
    if (use == USE_SEARCH)
        status = archive_find(archive, &search, visit, &rows, &error);
    else if (use == USE_COUNT)
        status = archive_run_census(archive, &census, count, NULL, &all, &kinds, &error);
    else
        status = archive_add(archive, &added, NULL, &error);
    fuzz_demand(!status || error.text[0], "an error has a text");
    query_free(&query);
    return status;
}

/* Opens what is at the path and uses it; mends it where it is damaged. */
static void open_and_use(const char *path, enum use how)
{
    const struct archive_terms terms = {.path = path, .name = name};
    struct archive *archive = NULL;
    struct text report = {0};
    struct error error = {.text = ""};
    if (archive_open(&archive, &terms, &report, &error) != STATUS_OK) {
        fuzz_demand(error.status == STATUS_FAILED && error.text[0], "what stays as it is has an error");
        text_free(&report);
        return;
    }
    if (use(archive, how) == STATUS_FAILED) {
        fuzz_demand(archive_is_damaged(archive), "only damage makes it fail");
        fuzz_demand(archive_repair(&archive, &report, &error) == STATUS_OK, "damage is mended");
        fuzz_demand(use(archive, how) != STATUS_FAILED, "then it is whole");
    }
    archive_close(archive);
    text_free(&report);
}

static void remove_all(void)
{
    DIR *entries = opendir(fuzz_folder());
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (strncmp(entry->d_name, "games.db", 8) == 0)
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries)
        closedir(entries);
}

/* A game that is over, and an archive with it. */
static void write_finished_game(char path[300])
{
    static const char text[] = "format: vedette-game/1\n"
                               "red: {setup: MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB}\n"
                               "blue: {setup: YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN}\n"
                               "result: draw\nreason: agreed\nmoves: a4-a5\n";
    static struct file_content content;
    static const sqlite3_mem_methods memory = {piece_take, piece_give, piece_change, piece_size, piece_round,
                                               piece_start, piece_end, NULL};
    fuzz_demand(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) == SQLITE_OK, "SQLite takes the memory");
    fuzz_demand(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK, "and keeps none of its own");
    fuzz_demand(file_parse("own", text, sizeof text - 1, &content, NULL) == STATUS_OK, "a game is read");
    game = &content.record;
    remove_all();
    open_and_use(path, USE_ADD);
    fuzz_demand(disk_read(path, FILE_LIMIT, &sound, NULL) == STATUS_OK, "the archive is there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[300];
    if (size < 2)
        return 0;
    snprintf(path, sizeof path, "%s/games.db", fuzz_folder());
    if (!game)
        write_finished_game(path);
    remove_all();
    if (data[0] == 255) {
        fuzz_file("games.db", data + 1, size - 1, path);
    } else {
        size_t at = (size_t)(data[0] << 8 | data[1]) * sound.size / 65536, capacity = sound.size - at;
        size_t count = size - 2 < capacity ? size - 2 : capacity;
        char *bytes = malloc(sound.size);
        memcpy(bytes, sound.bytes, sound.size);
        memcpy(bytes + at, data + 2, count);
        fuzz_file("games.db", bytes, sound.size, path);
        free(bytes);
    }
    open_and_use(path, (enum use)(data[1] % USES));
    return 0;
}
