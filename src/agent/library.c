/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/library.h"

#include "agent/volume_kind.h"
#include "base/digest.h"
#include "base/disk.h"
#include "base/embedded.h"
#include "base/memory.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The values of rnad.model that are not files: the embedded weights for the variant, and a network before
 * training. */
static const char rnad_learnt[] = "learnt", rnad_untrained[] = "untrained";

/* Loaded statistics or a loaded model. */
struct volume {
    struct volume *next;         /* an older volume of the same kind */
    char *name;                  /* the name of an embedded file, or the path of a file */
    dev_t device;                /* identify the file and its state when it was read (see is_file_of) */
    ino_t inode;
    off_t size;
    struct timespec modified;
    bool stream;                 /* made from a stream that is still stored under that name */
    void *content;               /* freed by volume_kind_table[kind].free */
};

/* The text that was read from standard input or a pipe. */
struct stream {
    struct stream *next;
    char *name;
    struct text text;
};

/* What all handles share. */
struct store {
    struct library *handles;     /* by variant */
    pthread_mutex_t lock;        /* guards the lists; held while a volume is loaded, so that it is loaded
                                  * only once */
    struct volume *volumes[VOLUME_KINDS];  /* by kind, the newest first */
    struct stream *streams;      /* the stored ones */
    char *packed_folder;         /* folder of packed models; NULL: none */
};

/* A handle. */
struct library {
    struct store *store;
    const struct variant *variant;
};

struct library *library_new(void)
{
    struct store *store = memory_new(1, sizeof *store);
    pthread_mutex_init(&store->lock, NULL);
    store->handles = memory_new(variant_count, sizeof *store->handles);
    for (size_t i = 0; i < variant_count; i++)
        store->handles[i] = (struct library){store, &variant_table[i]};
    return &store->handles[VARIANT_STANDARD];
}

void library_free(struct library *library)
{
    if (!library)
        return;
    struct store *store = library->store;
    library_drop_streams(library);
    free(store->packed_folder);
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (struct volume *volume = store->volumes[kind], *next; volume; volume = next) {
            next = volume->next;
            volume_kind_table[kind].free(volume->content);
            free(volume->name);
            free(volume);
        }
    pthread_mutex_destroy(&store->lock);
    free(store->handles);
    free(store);
}

struct library *library_for_variant(struct library *library, const struct variant *variant)
{
    return library ? &library->store->handles[variant_index(variant)] : NULL;
}

const struct variant *library_variant(const struct library *library)
{
    return library ? library->variant : variant_at(VARIANT_STANDARD);
}

void library_use_packed(struct library *library, const char *folder)
{
    free(library->store->packed_folder);
    library->store->packed_folder = memory_text(folder);
}

const char *library_packed_folder(const struct library *library)
{
    return library->store->packed_folder;
}

void library_count(struct library *library, struct library_volumes *volumes)
{
    size_t count[VOLUME_KINDS] = {0};
    pthread_mutex_lock(&library->store->lock);
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (const struct volume *volume = library->store->volumes[kind]; volume; volume = volume->next)
            count[kind]++;
    pthread_mutex_unlock(&library->store->lock);
    *volumes = (struct library_volumes){count[VOLUME_STATISTICS], count[VOLUME_SETUP_MODEL],
                                        count[VOLUME_BELIEF_MODEL], count[VOLUME_VALUE_MODEL],
                                        count[VOLUME_POLICY]};
}

/* Returns the embedded file of that name. NULL if the name is the path of another file. */
static const struct embedded *find_embedded(enum volume_kind kind, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s.%s", volume_kind_table[kind].folder, name,
             volume_kind_table[kind].extension);
    return embedded_find(path);
}

/* Returns whether `about` describes the file from which the volume was read, unchanged since. */
static bool is_file_of(const struct volume *volume, const struct stat *about)
{
    return volume->device == about->st_dev && volume->inode == about->st_ino &&
           volume->size == about->st_size && volume->modified.tv_sec == about->st_mtim.tv_sec &&
           volume->modified.tv_nsec == about->st_mtim.tv_nsec;
}

/* Returns the loaded volume of that name, or NULL. `about`: the current state of the file; NULL: the
 * volume is embedded or from a stream. */
static const struct volume *find_volume(const struct library *library, enum volume_kind kind,
                                        const char *name, const struct stat *about)
{
    for (const struct volume *volume = library->store->volumes[kind]; volume; volume = volume->next)
        if (strcmp(volume->name, name) == 0 && (!about || is_file_of(volume, about)))
            return volume;
    return NULL;
}

/* Returns the stored stream of that name, or NULL. */
static const struct stream *find_stream(const struct library *library, const char *name)
{
    const struct stream *stream = library->store->streams;
    while (stream && strcmp(stream->name, name) != 0)
        stream = stream->next;
    return stream;
}

/* Parses a stored stream; NULL: the error is set. */
static void *read_stream(enum volume_kind kind, const struct stream *stream, struct error *error)
{
    size_t limit = volume_kind_table[kind].limit;
    if (stream->text.size > limit) {
        error_at(error, stream->name, 1, 1, "found more than %zu bytes, expected no more", limit);
        return NULL;
    }
    return volume_kind_table[kind].parse(stream->name, stream->text.bytes, stream->text.size, error);
}

/* Reads and parses a file; NULL: the error is set. */
static void *read_file(enum volume_kind kind, const char *path, struct error *error)
{
    struct text text = {0};
    void *content = NULL;
    if (disk_read_regular(path, volume_kind_table[kind].limit, &text, error) == STATUS_OK)
        content = volume_kind_table[kind].parse(path, text_string(&text), text.size, error);
    text_free(&text);
    return content;
}

/* Writes the path of the packed form of an embedded file. False: there is no folder or no packed form. */
static bool write_packed_path(const struct library *library, enum volume_kind kind,
                              const struct embedded *file, char path[PATH_MAX])
{
    size_t stem = strlen(file->name) - strlen(".yaml");
    if (!library->store->packed_folder || !volume_kind_table[kind].unpack)
        return false;
    return snprintf(path, PATH_MAX, "%s/%.*s.packed", library->store->packed_folder, (int)stem, file->name) <
           PATH_MAX;
}

/* Reads a packed file if it was made from exactly the embedded `file`; NULL: the error is set. */
static void *read_packed(enum volume_kind kind, const char *path, const struct embedded *file,
                         struct error *error)
{
    struct text text = {0};
    uint64_t source = 0;
    void *content = NULL;
    if (disk_read_regular(path, volume_kind_table[kind].limit, &text, error) == STATUS_OK)
        content = volume_kind_table[kind].unpack(path, text_string(&text), text.size, &source, error);
    text_free(&text);
    if (content && source != digest(file->bytes, file->size)) {
        error_set(error, STATUS_BAD, "%s: found what was made from another file than %s", path, file->name);
        volume_kind_table[kind].free(content);
        content = NULL;
    }
    return content;
}

enum status library_check_packed(const struct library *library, struct text *path, struct error *error)
{
    enum volume_kind kind = VOLUME_BELIEF_MODEL;
    const struct embedded *file = find_embedded(kind, volume_kind_table[kind].standard_name);
    char packed[PATH_MAX];
    if (!write_packed_path(library, kind, file, packed))
        return error_set(error, STATUS_BAD, "no folder with packed models");
    void *content = read_packed(kind, packed, file, error);
    if (!content)
        return STATUS_BAD;
    volume_kind_table[kind].free(content);
    text_add(path, packed);
    return STATUS_OK;
}

/* Reads an embedded volume, from its packed form if possible. An embedded file that cannot be parsed is a
 * fault of the program (abort). */
static void *read_embedded(const struct library *library, enum volume_kind kind, const struct embedded *file)
{
    struct error error;
    char path[PATH_MAX];
    void *content = NULL;
    if (write_packed_path(library, kind, file, path))
        content = read_packed(kind, path, file, &error);
    if (!content)
        content = volume_kind_table[kind].parse(file->name, (const char *)file->bytes, file->size, &error);
    if (!content)
        abort();
    return content;
}

/* Loads a volume and adds it to the list; NULL: the error is set. The caller holds the lock. */
static const struct volume *load_volume(struct library *library, enum volume_kind kind, const char *name,
                                        const struct stat *about, struct error *error)
{
    const struct embedded *embedded = find_embedded(kind, name);
    const struct stream *stream = embedded ? NULL : find_stream(library, name);
    void *content = embedded ? read_embedded(library, kind, embedded)
                    : stream ? read_stream(kind, stream, error)
                             : read_file(kind, name, error);
    if (!content)
        return NULL;
    struct volume *volume = memory_new(1, sizeof *volume);
    volume->content = content;
    volume->stream = stream != NULL;
    volume->name = memory_text(name);
    if (about) {
        volume->device = about->st_dev;
        volume->inode = about->st_ino;
        volume->size = about->st_size;
        volume->modified = about->st_mtim;
    }
    volume->next = library->store->volumes[kind];
    library->store->volumes[kind] = volume;
    return volume;
}

/* Size of the buffer for embedded_name, in bytes. */
enum { VOLUME_NAME = 64 };

/* Returns the name of the embedded volume for a variant, in `name` or a constant string. */
static const char *embedded_name(const struct variant *variant, enum volume_kind kind, char name[VOLUME_NAME])
{
    if (variant_index(variant) == VARIANT_STANDARD)
        return volume_kind_table[kind].standard_name;
    snprintf(name, VOLUME_NAME, "%s%s", variant->name, volume_kind_table[kind].suffix);
    return name;
}

/* Returns whether a volume of kind `kind` is embedded for the handle's variant. */
static bool has_embedded_volume(const struct library *library, enum volume_kind kind)
{
    char name[VOLUME_NAME];
    return find_embedded(kind, embedded_name(library->variant, kind, name)) != NULL;
}

bool library_has_belief(const struct library *library)
{
    return has_embedded_volume(library, VOLUME_BELIEF_MODEL);
}

/* Returns the content of the volume of that name (NULL: the default one), and loads it if it is not loaded
 * yet. NULL, with the error set, if it cannot be loaded. */
static const void *find_or_load(struct library *library, enum volume_kind kind, const char *name,
                                struct error *error)
{
    char standard_name[VOLUME_NAME];
    if (!name)
        name = has_embedded_volume(library, kind) ? embedded_name(library->variant, kind, standard_name)
                                                  : volume_kind_table[kind].standard_name;
    struct stat now = {0}, *about = NULL;
    pthread_mutex_lock(&library->store->lock);
    /* A file may have changed since it was loaded, so its current state is compared. */
    if (!find_embedded(kind, name) && !find_stream(library, name)) {
        about = &now;
        stat(name, about); /* if the file does not exist, *about stays 0 and matches no volume */
    }
    const struct volume *volume = find_volume(library, kind, name, about);
    if (!volume)
        volume = load_volume(library, kind, name, about, error);
    pthread_mutex_unlock(&library->store->lock);
    return volume ? volume->content : NULL;
}

/* Max bytes of a stream: more than the limit of any kind. */
enum { STREAM_LIMIT = 1 << 25 };

/* Returns whether a name is standard input ("-"), a pipe or a device, which only have absolute paths
 * (/dev/fd/63). */
static bool is_stream_name(const char *name)
{
    struct stat about;
    return strcmp(name, "-") == 0 || (*name == '/' && stat(name, &about) == 0 && !S_ISREG(about.st_mode));
}

enum status library_read_stream(struct library *library, const char *name, struct error *error)
{
    struct text text = {0};
    pthread_mutex_lock(&library->store->lock);
    bool is_new = is_stream_name(name) && !find_stream(library, name);
    pthread_mutex_unlock(&library->store->lock);
    if (!is_new)
        return STATUS_OK;
    enum status status = disk_read(name, STREAM_LIMIT, &text, error);
    if (status) {
        text_free(&text);
        return status;
    }
    struct stream *stream = memory_new(1, sizeof *stream);
    pthread_mutex_lock(&library->store->lock);
    *stream = (struct stream){library->store->streams, memory_text(name), text};
    library->store->streams = stream;
    pthread_mutex_unlock(&library->store->lock);
    return STATUS_OK;
}

/* Drops the texts only: volumes made from a stream stay valid, but get an empty name, so that they are not
 * found again. */
void library_drop_streams(struct library *library)
{
    pthread_mutex_lock(&library->store->lock);
    for (struct stream *stream = library->store->streams, *next; stream; stream = next) {
        next = stream->next;
        text_free(&stream->text);
        free(stream->name);
        free(stream);
    }
    library->store->streams = NULL;
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (struct volume *volume = library->store->volumes[kind]; volume; volume = volume->next)
            if (volume->stream)
                *volume->name = '\0';
    pthread_mutex_unlock(&library->store->lock);
}

/* Adds a volume that was created here, not read from a file. The caller holds the lock. */
static const struct volume *add_volume(struct library *library, enum volume_kind kind, const char *name,
                                       void *content)
{
    struct volume *volume = memory_new(1, sizeof *volume);
    *volume = (struct volume){.next = library->store->volumes[kind], .name = memory_text(name),
                              .content = content};
    library->store->volumes[kind] = volume;
    return volume;
}

/* Returns flat statistics for a variant without embedded ones; creates them at the first call. */
static const struct setup_statistics *get_flat_statistics(struct library *library)
{
    char name[VOLUME_NAME]; /* begins with a byte that no file name begins with */
    snprintf(name, sizeof name, "\001%s", library->variant->name);
    pthread_mutex_lock(&library->store->lock);
    const struct volume *volume = find_volume(library, VOLUME_STATISTICS, name, NULL);
    if (!volume) {
        struct setup_statistics *flat = memory_new(1, sizeof *flat);
        setup_statistics_flat(library->variant, flat);
        volume = add_volume(library, VOLUME_STATISTICS, name, flat);
    }
    pthread_mutex_unlock(&library->store->lock);
    return volume->content;
}

/* Returns the statistics of that name. If `name` is NULL, returns the embedded ones or, if there are none,
 * flat ones. */
static const void *get_statistics(struct library *library, const char *name, struct error *error)
{
    if (!name && !has_embedded_volume(library, VOLUME_STATISTICS))
        return get_flat_statistics(library);
    return find_or_load(library, VOLUME_STATISTICS, name, error);
}

/* Returns a network before training; creates it at the first call. */
static const struct policy_model *get_untrained_policy(struct library *library)
{
    const char *name = rnad_untrained;
    pthread_mutex_lock(&library->store->lock);
    const struct volume *volume = find_volume(library, VOLUME_POLICY, name, NULL);
    if (!volume)
        volume = add_volume(library, VOLUME_POLICY, name, policy_model_untrained());
    pthread_mutex_unlock(&library->store->lock);
    return volume->content;
}

enum status library_statistics(struct library *library, const char *name,
                               const struct setup_statistics **statistics, struct error *error)
{
    *statistics = get_statistics(library, name, error);
    return *statistics ? STATUS_OK : STATUS_BAD;
}

enum status library_setup_model(struct library *library, const char *name, const struct setup_model **model,
                                struct error *error)
{
    *model = NULL;
    if (!name && !has_embedded_volume(library, VOLUME_SETUP_MODEL))
        return STATUS_OK;
    *model = find_or_load(library, VOLUME_SETUP_MODEL, name, error);
    return *model ? STATUS_OK : STATUS_BAD;
}

enum status library_belief_model(struct library *library, const char *name, const struct belief_model **model,
                                 struct error *error)
{
    *model = find_or_load(library, VOLUME_BELIEF_MODEL, name, error);
    if (*model && name && (*model)->variant != variant_index(library->variant))
        return error_set(error, STATUS_BAD, "%s was learnt of %s, expected %s", name,
                         variant_at((*model)->variant)->name, library->variant->name);
    return *model ? STATUS_OK : STATUS_BAD;
}

/* Returns the file that an option names. NULL if it names the embedded default of any variant. */
static const char *named_file(const struct settings *settings, const char *group, const char *key,
                              enum volume_kind kind)
{
    const char *name = settings_file(settings, group, key);
    const char *default_name = kind == VOLUME_POLICY ? rnad_learnt : volume_kind_table[kind].standard_name;
    return strcmp(name, default_name) == 0 ? NULL : name;
}

/* Returns whether a volume was learnt for the handle's variant. True for kinds that do not record a
 * variant. */
static bool is_for_variant(const struct library *library, enum volume_kind kind, const void *content)
{
    /* `content` is of one of these types, by `kind`. */
    const struct setup_statistics *statistics = content;
    const struct setup_model *setups = content;
    const struct belief_model *model = content;
    uint8_t variant = variant_index(library->variant);
    if (kind == VOLUME_SETUP_MODEL)
        return setups->variant == variant;
    return kind == VOLUME_STATISTICS ? statistics->variant == variant
                                     : kind != VOLUME_BELIEF_MODEL || model->variant == variant;
}

/* Finds or loads the volume that the option GROUP.KEY names, into *content. Error messages begin with the
 * option's key. */
static enum status get_chosen_volume(struct library *library, const struct settings *settings,
                                     const char *group, const char *key, enum volume_kind kind,
                                     const void **content, struct error *error)
{
    struct error why;
    const char *name = named_file(settings, group, key, kind);
    *content = NULL;
    if (kind == VOLUME_SETUP_MODEL && !name && !has_embedded_volume(library, kind))
        return STATUS_OK;
    *content = kind == VOLUME_STATISTICS ? get_statistics(library, name, &why)
                                         : find_or_load(library, kind, name, &why);
    if (!*content)
        return error_set(error, STATUS_BAD, "%s.%s: %s", group, key, why.text);
    if (name && !is_for_variant(library, kind, *content))
        return error_set(error, STATUS_BAD, "%s.%s: %s was learnt of another variant, expected %s", group,
                         key, name, library->variant->name);
    return STATUS_OK;
}

enum status library_chosen_statistics(struct library *library, const struct settings *settings,
                                      const char *group, const struct setup_statistics **statistics,
                                      struct error *error)
{
    const void *content;
    enum status status = get_chosen_volume(library, settings, group, "statistics", VOLUME_STATISTICS,
                                           &content, error);
    *statistics = content;
    return status;
}

enum status library_chosen_setup_model(struct library *library, const struct settings *settings,
                                       const struct setup_model **model, struct error *error)
{
    const void *content;
    enum status status = get_chosen_volume(library, settings, "setup", "model", VOLUME_SETUP_MODEL, &content,
                                           error);
    *model = content;
    return status;
}

enum status library_chosen_belief_model(struct library *library, const struct settings *settings,
                                        const struct belief_model **model, struct error *error)
{
    const void *content;
    enum status status = get_chosen_volume(library, settings, "belief", "model", VOLUME_BELIEF_MODEL,
                                           &content, error);
    *model = content;
    return status;
}

enum status library_chosen_value_model(struct library *library, const struct settings *settings,
                                       const struct value_model **model, struct error *error)
{
    const void *content;
    enum status status = get_chosen_volume(library, settings, "vedette", "value_model", VOLUME_VALUE_MODEL,
                                           &content, error);
    *model = content;
    const char *named = named_file(settings, "vedette", "value_model", VOLUME_VALUE_MODEL);
    if (!status && named && (*model)->variant != variant_index(library->variant))
        status = error_set(error, STATUS_BAD,
                           "vedette.value_model: %s: found a value of %s, expected one of %s", named,
                           variant_at((*model)->variant)->name, library->variant->name);
    return status;
}

enum status library_chosen_policy(struct library *library, const struct settings *settings,
                                  const struct policy_model **model, struct error *error)
{
    const void *content;
    const char *name = named_file(settings, "rnad", "model", VOLUME_POLICY);
    const char *variant = library->variant->name;
    *model = NULL;
    if (!name && !has_embedded_volume(library, VOLUME_POLICY))
        return error_set(error, STATUS_BAD, "rnad has no weights for %s; use rnad:model=FILE from 'learn "
                         "rnad --variant %s'", variant, variant);
    if (name && strcmp(name, rnad_untrained) == 0) {
        *model = get_untrained_policy(library);
        return STATUS_OK;
    }
    enum status status = get_chosen_volume(library, settings, "rnad", "model", VOLUME_POLICY, &content,
                                           error);
    *model = content;
    return status;
}

enum status library_belief_sources(struct library *library, const struct settings *settings,
                                   struct belief_sources *sources, struct error *error)
{
    struct belief_options options;
    *sources = (struct belief_sources){0};
    belief_options_read(&options, settings);
    enum status status = library_chosen_statistics(library, settings, "belief", &sources->statistics, error);
    if (status == STATUS_OK && belief_kind_table[(int)options.kind].models)
        status = library_chosen_belief_model(library, settings, &sources->model, error);
    return status;
}

enum status library_setup_sources(struct library *library, const struct settings *settings,
                                  struct setup_sources *sources, struct error *error)
{
    struct setup_options options;
    *sources = (struct setup_sources){0};
    setup_options_init(&options, settings);
    /* Any army: use the standard variant's sources; the creator finds the armies that are similar. */
    if (library->variant->any_army)
        library = library_for_variant(library, variant_at(VARIANT_STANDARD));
    enum status status = library_chosen_statistics(library, settings, "setup", &sources->statistics, error);
    if (status == STATUS_OK && options.generator == GENERATOR_FAITHFUL)
        status = library_chosen_setup_model(library, settings, &sources->model, error);
    return status;
}
