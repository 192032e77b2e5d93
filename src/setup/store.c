/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/store.h"

#include "base/disk.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "file/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "setups"
#define SUFFIX ".setup"
#define PART ".part" /* of incomplete setups; not longer than SUFFIX */
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

enum { PATH_SIZE = 4096 };

bool store_name_is_good(const char *name)
{
    size_t size = strlen(name);
    return size > 0 && size < STORE_NAME && name[0] != '.' && name[0] != '-' &&
           strspn(name, LETTERS) == size;
}

/* Returns STATUS_BAD if the name is not valid. */
static enum status check_name(const char *name, struct error *error)
{
    if (store_name_is_good(name))
        return STATUS_OK;
    return error_set(error, STATUS_BAD,
                     "'%s' is no name for a setup: up to %d letters, digits, '.', '_', '-'"
                     " expected",
                     name, STORE_NAME - 1);
}

/* Writes the path of the user's setup `name`, with SUFFIX or PART, or of the folder for "". */
static enum status store_path(const char *name, const char *suffix, char path[PATH_SIZE], struct error *error)
{
    char inside[sizeof FOLDER + STORE_NAME + sizeof SUFFIX];
    snprintf(inside, sizeof inside, FOLDER "%s%s%s", name[0] == '\0' ? "" : "/", name,
             name[0] == '\0' ? "" : suffix);
    if (!disk_path(DISK_DATA, inside, path, PATH_SIZE))
        return disk_no_path(DISK_DATA, "setups", error);
    return STATUS_OK;
}

/* Writes the file of a setup with that suffix. STATUS_NO if it exists and `replace` is false. */
static enum status write_setup(const char *name, const char *suffix, const struct setup *setup,
                               const struct variant *variant, bool replace, struct error *error)
{
    char folder[PATH_SIZE], path[PATH_SIZE];
    enum status status = check_name(name, error);
    if (!status)
        status = store_path("", "", folder, error);
    if (!status)
        status = store_path(name, suffix, path, error);
    if (!status)
        status = disk_folder(folder, error);
    if (!status && !replace && access(path, F_OK) == 0)
        status = error_set(error, STATUS_NO, "there is a setup '%s' already", name);
    if (status)
        return status;
    struct text text = {0};
    setup_write(setup, variant, &text);
    status = disk_write(path, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}

enum status store_save(const char *name, const struct setup *setup, const struct variant *variant,
                       bool replace, struct error *error)
{
    return write_setup(name, SUFFIX, setup, variant, replace, error);
}

enum status store_save_part(const char *name, const struct setup *setup, const struct variant *variant,
                            struct error *error)
{
    return write_setup(name, PART, setup, variant, true, error);
}

/* Takes the setup out of a file's content, which is freed; STATUS_BAD if it is another kind of file. */
static enum status take_setup(struct file_content *content, const char *path, struct setup *setup,
                              const struct variant **variant, struct error *error)
{
    enum status status = STATUS_OK;
    if (content->kind == FILE_SETUP || content->kind == FILE_LETTERS) {
        *setup = content->setup;
        *variant = content->setup_variant ? content->setup_variant : setup_variant(setup);
    } else {
        status = error_set(error, STATUS_BAD, "%s: found a %s, expected a setup", path,
                           file_kind_name(content->kind));
    }
    file_content_free(content);
    return status;
}

/* Reads a user's file. A pipe or device is STATUS_BAD, because reading it could block forever. */
static enum status read_user_setup(const char *path, struct setup *setup, const struct variant **variant,
                                   struct error *error)
{
    struct file_content content = {0};
    struct stat about;
    if (stat(path, &about) != 0)
        return error_errno(error, path);
    if (!S_ISREG(about.st_mode))
        return error_set(error, STATUS_BAD, "%s: no regular file, expected a setup", path);
    enum status status = file_read_regular(path, &content, error);
    return status ? status : take_setup(&content, path, setup, variant, error);
}

/* Reads a built-in setup. */
static enum status parse_builtin(const struct embedded *file, struct setup *setup,
                                 const struct variant **variant, struct error *error)
{
    struct file_content content = {0};
    enum status status =
        file_parse(file->name, (const char *)file->bytes, file->size, &content, error);
    return status ? status : take_setup(&content, file->name, setup, variant, error);
}

enum status store_load(const char *name, struct setup *setup, const struct variant **variant,
                       struct error *error)
{
    const struct variant *unused;
    if (!variant)
        variant = &unused;
    char path[PATH_SIZE], shipped[sizeof FOLDER + STORE_NAME + sizeof SUFFIX];
    enum status status = check_name(name, error);
    if (status)
        return status;
    if (store_path(name, SUFFIX, path, NULL) == STATUS_OK && access(path, F_OK) == 0)
        return read_user_setup(path, setup, variant, error);
    snprintf(shipped, sizeof shipped, FOLDER "/%s" SUFFIX, name);
    const struct embedded *file = embedded_find(shipped);
    if (file != NULL)
        return parse_builtin(file, setup, variant, error);
    return error_set(error, STATUS_NO, "there is no stored setup '%s'", name);
}

enum status store_load_part(const char *name, struct setup *setup, struct error *error)
{
    char path[PATH_SIZE];
    enum status status = check_name(name, error);
    if (!status)
        status = store_path(name, PART, path, error);
    if (!status && access(path, F_OK) != 0)
        status = error_set(error, STATUS_NO, "there is no stored setup '%s'", name);
    return status ? status : setup_read_part(path, setup, error);
}

/* Deletes the file of a setup with that suffix. */
static enum status delete_setup(const char *name, const char *suffix, struct error *error)
{
    char path[PATH_SIZE];
    enum status status = check_name(name, error);
    if (!status)
        status = store_path(name, suffix, path, error);
    if (status || unlink(path) == 0)
        return status;
    if (errno == ENOENT)
        return error_set(error, STATUS_NO, "there is no stored setup '%s' of yours", name);
    return error_errno(error, path);
}

enum status store_delete(const char *name, struct error *error)
{
    return delete_setup(name, SUFFIX, error);
}

enum status store_delete_part(const char *name, struct error *error)
{
    return delete_setup(name, PART, error);
}

/* --- the list --- */

/* The list being made. */
struct listing {
    struct stored_setup *list;
    size_t count, capacity;
};

/* Extracts the name from "NAME.setup"; false if the file's name has another form. */
static bool extract_name(const char *file, char name[STORE_NAME])
{
    size_t size = strlen(file), end = strlen(SUFFIX);
    if (size <= end || size - end >= STORE_NAME || strcmp(file + size - end, SUFFIX) != 0)
        return false;
    memcpy(name, file, size - end);
    name[size - end] = '\0';
    return store_name_is_good(name);
}

/* Appends an item; the caller increments the count after filling it in. */
static struct stored_setup *append_setup(struct listing *listing, const char *name, bool shipped)
{
    listing->list =
        memory_grow(listing->list, &listing->capacity, listing->count + 1, sizeof *listing->list);
    struct stored_setup *stored = &listing->list[listing->count];
    memset(stored, 0, sizeof *stored);
    memcpy(stored->name, name, strlen(name) + 1);
    stored->shipped = shipped;
    return stored;
}

/* Adds the user's setups; `fault` (may be NULL) gets the first error of a file that cannot be read. */
static void list_user_setups(struct listing *listing, struct error *fault)
{
    char folder[PATH_SIZE], path[PATH_SIZE];
    struct string_list names = {0};
    if (store_path("", "", folder, NULL))
        return; /* no home folder: the user has no setups */
    disk_list_names(folder, SUFFIX, &names, fault);
    for (size_t i = 0; i < names.count; i++) {
        const struct variant *variant;
        struct setup setup;
        struct error why;
        const char *name = names.items[i];
        if (!store_name_is_good(name) || store_path(name, SUFFIX, path, NULL))
            continue;
        if (read_user_setup(path, &setup, &variant, &why)) {
            if (fault && !fault->status)
                *fault = why;
            continue;
        }
        struct stored_setup *stored = append_setup(listing, name, false);
        stored->setup = setup;
        stored->variant = variant;
        listing->count++;
    }
    string_list_free(&names);
}

/* Adds the built-in setups whose names the user does not have. */
static enum status list_builtin(struct listing *listing, struct error *error)
{
    char name[STORE_NAME];
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded *file = &embedded_table[i];
        bool wanted = strncmp(file->name, FOLDER "/", strlen(FOLDER "/")) == 0 &&
                      extract_name(file->name + strlen(FOLDER "/"), name);
        for (size_t k = 0; k < listing->count && wanted; k++) /* a user's setup hides it */
            wanted = strcmp(listing->list[k].name, name) != 0;
        if (!wanted)
            continue;
        struct stored_setup *stored = append_setup(listing, name, true);
        enum status status = parse_builtin(file, &stored->setup, &stored->variant, error);
        if (status)
            return status;
        listing->count++;
    }
    return STATUS_OK;
}

/* Compares two items by name for qsort. */
static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct stored_setup *)a)->name, ((const struct stored_setup *)b)->name);
}

enum status store_list(struct stored_setup **list, size_t *count, struct error *fault, struct error *error)
{
    struct listing listing = {0};
    list_user_setups(&listing, fault);
    enum status status = list_builtin(&listing, error);
    if (status) {
        free(listing.list);
        return status;
    }
    if (listing.count > 0)
        qsort(listing.list, listing.count, sizeof *listing.list, compare_names);
    *list = listing.list;
    *count = listing.count;
    return STATUS_OK;
}
