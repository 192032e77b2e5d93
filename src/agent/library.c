/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/library.h"

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

/* What an option names that is no file: a network before it learns. */
static const char rnad_untrained[] = "untrained";

enum volume_kind {
    VOLUME_STATISTICS, VOLUME_SETUP_MODEL, VOLUME_BELIEF_MODEL, VOLUME_VALUE_MODEL, VOLUME_POLICY,
    VOLUME_KINDS
};

/* Statistics or a model that was read. */
struct volume {
    struct volume *next;         /* older ones of its kind */
    char *name;                  /* of one that came with the program, or the path of a file */
    dev_t device;                /* which file it was, and in which state */
    ino_t inode;
    off_t size;
    struct timespec changed;
    bool stream;                 /* it was made from the stream of that name, which is one of now */
    void *content;
};

/* What came from standard input or a pipe. */
struct stream {
    struct stream *next;
    char *name;
    struct text text;
};

struct shelves {
    struct library *of;          /* the handles, by variant */
    pthread_mutex_t lock;        /* guards the lists; held while a volume is read, so that it is read once */
    struct volume *volumes[VOLUME_KINDS];
    struct stream *streams;      /* those of now */
    char *packed;                /* the folder with packed forms; NULL: none */
};

/* A handle. */
struct library {
    struct shelves *shelves;
    const struct variant *variant;
};

static void *parse_statistics(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    if (setup_statistics_parse(name, bytes, size, statistics, error) == STATUS_OK)
        return statistics;
    free(statistics);
    return NULL;
}

static void *parse_setup_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct setup_model *model = memory_new(1, sizeof *model);
    if (setup_model_parse(name, bytes, size, model, error) == STATUS_OK)
        return model;
    free(model);
    return NULL;
}

static void free_setup_model(void *content)
{
    setup_model_free(content);
    free(content);
}

static void *parse_belief_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    return belief_model_parse(name, bytes, size, error);
}

static void free_belief_model(void *content)
{
    belief_model_free(content);
}

static void *parse_value_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    return value_model_parse(name, bytes, size, error);
}

static void *parse_policy(const char *name, const char *bytes, size_t size, struct error *error)
{
    return policy_model_parse(name, bytes, size, error);
}

static void free_policy(void *content)
{
    policy_model_free(content);
}

static void *unpack_belief_model(const char *name, const char *bytes, size_t size, uint64_t *source,
                                 struct error *error)
{
    return belief_model_unpack(name, bytes, size, source, error);
}

/* Where each kind stands among the data files, under which name if none is given, how it is read (NULL after
 * `error` was filled), also from its packed form where it has one, and given back. */
static const struct {
    const char *folder, *extension, *standard;
    const char *suffix;          /* of another variant's: VARIANT and this */
    size_t limit;                /* bytes of a file */
    void *(*parse)(const char *name, const char *bytes, size_t size, struct error *error);
    void *(*unpack)(const char *name, const char *bytes, size_t size, uint64_t *source, struct error *error);
    void (*free)(void *content);
} kind_table[VOLUME_KINDS] = {
    [VOLUME_STATISTICS] = {"data/setups", "yaml", "human", "", STATISTICS_LIMIT, parse_statistics, NULL,
                           free},
    [VOLUME_SETUP_MODEL] = {"data/setups", "yaml", "human-model", "-model", MODEL_LIMIT, parse_setup_model,
                            NULL, free_setup_model},
    [VOLUME_BELIEF_MODEL] = {"data/belief", "yaml", "people-and-programs", "", BELIEF_MODEL_PACKED_LIMIT,
                             parse_belief_model, unpack_belief_model, free_belief_model},
    [VOLUME_VALUE_MODEL] = {"data/value", "yaml", "people-and-programs", "", VALUE_MODEL_LIMIT,
                            parse_value_model, NULL, free},
    [VOLUME_POLICY] = {"data/policy", "net", "learnt", "", POLICY_MODEL_LIMIT, parse_policy, NULL,
                       free_policy},
};

struct library *library_new(void)
{
    struct shelves *shelves = memory_new(1, sizeof *shelves);
    pthread_mutex_init(&shelves->lock, NULL);
    shelves->of = memory_new(variant_count, sizeof *shelves->of);
    for (size_t i = 0; i < variant_count; i++)
        shelves->of[i] = (struct library){shelves, &variant_table[i]};
    return &shelves->of[VARIANT_STANDARD];
}

void library_free(struct library *library)
{
    if (!library)
        return;
    struct shelves *shelves = library->shelves;
    library_drop_streams(library);
    free(shelves->packed);
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (struct volume *volume = shelves->volumes[kind], *next; volume; volume = next) {
            next = volume->next;
            kind_table[kind].free(volume->content);
            free(volume->name);
            free(volume);
        }
    pthread_mutex_destroy(&shelves->lock);
    free(shelves->of);
    free(shelves);
}

struct library *library_of(struct library *library, const struct variant *variant)
{
    return library ? &library->shelves->of[variant_index(variant)] : NULL;
}

const struct variant *library_variant(const struct library *library)
{
    return library ? library->variant : variant_at(VARIANT_STANDARD);
}

void library_use_packed(struct library *library, const char *folder)
{
    free(library->shelves->packed);
    library->shelves->packed = memory_text(folder);
}

const char *library_packed(const struct library *library)
{
    return library->shelves->packed;
}

void library_count(struct library *library, struct library_volumes *volumes)
{
    size_t count[VOLUME_KINDS] = {0};
    pthread_mutex_lock(&library->shelves->lock);
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (const struct volume *volume = library->shelves->volumes[kind]; volume; volume = volume->next)
            count[kind]++;
    pthread_mutex_unlock(&library->shelves->lock);
    *volumes = (struct library_volumes){count[VOLUME_STATISTICS], count[VOLUME_SETUP_MODEL],
                                        count[VOLUME_BELIEF_MODEL], count[VOLUME_VALUE_MODEL],
                                        count[VOLUME_POLICY]};
}

/* The file behind the name of one that came with the program; NULL: it is the path of another. */
static const struct embedded *find_own(enum volume_kind kind, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s.%s", kind_table[kind].folder, name, kind_table[kind].extension);
    return embedded_find(path);
}

static bool is_file_of(const struct volume *volume, const struct stat *about)
{
    return volume->device == about->st_dev && volume->inode == about->st_ino &&
           volume->size == about->st_size && volume->changed.tv_sec == about->st_mtim.tv_sec &&
           volume->changed.tv_nsec == about->st_mtim.tv_nsec;
}

/* The volume that is there already, or NULL. `about` is the file as it is now; NULL: it came with the
 * program, or from a stream. */
static const struct volume *find(const struct library *library, enum volume_kind kind, const char *name,
                                 const struct stat *about)
{
    for (const struct volume *volume = library->shelves->volumes[kind]; volume; volume = volume->next)
        if (strcmp(volume->name, name) == 0 && (!about || is_file_of(volume, about)))
            return volume;
    return NULL;
}

static const struct stream *find_stream(const struct library *library, const char *name)
{
    const struct stream *stream = library->shelves->streams;
    while (stream && strcmp(stream->name, name) != 0)
        stream = stream->next;
    return stream;
}

static void *read_stream(enum volume_kind kind, const struct stream *stream, struct error *error)
{
    size_t limit = kind_table[kind].limit;
    if (stream->text.size > limit) {
        error_at(error, stream->name, 1, 1, "found more than %zu bytes, expected no more", limit);
        return NULL;
    }
    return kind_table[kind].parse(stream->name, stream->text.bytes, stream->text.size, error);
}

static void *read_file(enum volume_kind kind, const char *path, struct error *error)
{
    struct text text = {0};
    void *content = NULL;
    if (disk_read_regular(path, kind_table[kind].limit, &text, error) == STATUS_OK)
        content = kind_table[kind].parse(path, text_string(&text), text.size, error);
    text_free(&text);
    return content;
}

/* The path of the packed form of one that came with the program; false where there can be none. */
static bool packed_path(const struct library *library, enum volume_kind kind, const struct embedded *file,
                        char path[PATH_MAX])
{
    size_t stem = strlen(file->name) - strlen(".yaml");
    if (!library->shelves->packed || !kind_table[kind].unpack)
        return false;
    return snprintf(path, PATH_MAX, "%s/%.*s.packed", library->shelves->packed, (int)stem, file->name) <
           PATH_MAX;
}

/* Reads a packed file, if it was made from exactly this readable one; NULL, and why, if not. */
static void *read_packed(enum volume_kind kind, const char *path, const struct embedded *file,
                         struct error *error)
{
    struct text text = {0};
    uint64_t source = 0;
    void *content = NULL;
    if (disk_read_regular(path, kind_table[kind].limit, &text, error) == STATUS_OK)
        content = kind_table[kind].unpack(path, text_string(&text), text.size, &source, error);
    text_free(&text);
    if (content && source != digest(file->bytes, file->size)) {
        error_set(error, STATUS_BAD, "%s: found what was made from another file than %s", path, file->name);
        kind_table[kind].free(content);
        content = NULL;
    }
    return content;
}

enum status library_check_packed(const struct library *library, struct text *path, struct error *error)
{
    enum volume_kind kind = VOLUME_BELIEF_MODEL;
    const struct embedded *file = find_own(kind, kind_table[kind].standard);
    char packed[PATH_MAX];
    if (!packed_path(library, kind, file, packed))
        return error_set(error, STATUS_BAD, "no folder with packed models");
    void *content = read_packed(kind, packed, file, error);
    if (!content)
        return STATUS_BAD;
    kind_table[kind].free(content);
    text_add(path, packed);
    return STATUS_OK;
}

/* One that came with the program and is a part of it: a test reads each. Its packed form is taken where it is
 * whole and of this version and machine; otherwise nothing is lost but a few milliseconds. */
static void *read_own(const struct library *library, enum volume_kind kind, const struct embedded *file)
{
    struct error error;
    char path[PATH_MAX];
    void *content = packed_path(library, kind, file, path) ? read_packed(kind, path, file, &error) : NULL;
    if (!content)
        content = kind_table[kind].parse(file->name, (const char *)file->bytes, file->size, &error);
    if (!content)
        abort();
    return content;
}

/* Reads a volume and puts it on its shelf; the lock is held. NULL where it cannot be read. */
static const struct volume *add(struct library *library, enum volume_kind kind, const char *name,
                                const struct stat *about, struct error *error)
{
    const struct embedded *own = find_own(kind, name);
    const struct stream *stream = own ? NULL : find_stream(library, name);
    void *content = own      ? read_own(library, kind, own)
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
        volume->changed = about->st_mtim;
    }
    volume->next = library->shelves->volumes[kind];
    library->shelves->volumes[kind] = volume;
    return volume;
}

/* The name of the volume that came with the program for a variant. */
enum { STANDARD_NAME = 64 };
static const char *standard_name(const struct variant *variant, enum volume_kind kind,
                                 char name[STANDARD_NAME])
{
    if (variant_index(variant) == VARIANT_STANDARD)
        return kind_table[kind].standard;
    snprintf(name, STANDARD_NAME, "%s%s", variant->name, kind_table[kind].suffix);
    return name;
}

/* Whether one came for the handle's variant. */
static bool has_standard(const struct library *library, enum volume_kind kind)
{
    char name[STANDARD_NAME];
    return find_own(kind, standard_name(library->variant, kind, name)) != NULL;
}

bool library_has_belief(const struct library *library)
{
    return has_standard(library, VOLUME_BELIEF_MODEL);
}

/* The content of a volume; NULL where it cannot be read. */
static const void *take(struct library *library, enum volume_kind kind, const char *name, struct error *error)
{
    char standard[STANDARD_NAME];
    if (!name)
        name = has_standard(library, kind) ? standard_name(library->variant, kind, standard)
                                           : kind_table[kind].standard;
    struct stat now = {0}, *about = NULL;
    pthread_mutex_lock(&library->shelves->lock);
    if (!find_own(kind, name) && !find_stream(library, name)) {
        about = &now;
        stat(name, about); /* where it is not there any more, no volume is of it */
    }
    const struct volume *volume = find(library, kind, name, about);
    if (!volume)
        volume = add(library, kind, name, about, error);
    pthread_mutex_unlock(&library->shelves->lock);
    return volume ? volume->content : NULL;
}

/* Larger than any kind's limit. */
enum { STREAM_LIMIT = 1 << 25 };

/* Whether a name is that of a stream: standard input, or a pipe or device. */
static bool names_stream(const char *name)
{
    struct stat about;
    return strcmp(name, "-") == 0 || (*name == '/' && stat(name, &about) == 0 && !S_ISREG(about.st_mode));
}

enum status library_take_stream(struct library *library, const char *name, struct error *error)
{
    struct text text = {0};
    pthread_mutex_lock(&library->shelves->lock);
    bool wanted = names_stream(name) && !find_stream(library, name);
    pthread_mutex_unlock(&library->shelves->lock);
    if (!wanted)
        return STATUS_OK;
    enum status status = disk_read(name, STREAM_LIMIT, &text, error);
    if (status) {
        text_free(&text);
        return status;
    }
    struct stream *stream = memory_new(1, sizeof *stream);
    pthread_mutex_lock(&library->shelves->lock);
    *stream = (struct stream){library->shelves->streams, memory_text(name), text};
    library->shelves->streams = stream;
    pthread_mutex_unlock(&library->shelves->lock);
    return STATUS_OK;
}

/* Volumes that were made from a stream stay for those who have them, but no name leads to them any more. */
void library_drop_streams(struct library *library)
{
    pthread_mutex_lock(&library->shelves->lock);
    for (struct stream *stream = library->shelves->streams, *next; stream; stream = next) {
        next = stream->next;
        text_free(&stream->text);
        free(stream->name);
        free(stream);
    }
    library->shelves->streams = NULL;
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        for (struct volume *volume = library->shelves->volumes[kind]; volume; volume = volume->next)
            if (volume->stream)
                *volume->name = '\0';
    pthread_mutex_unlock(&library->shelves->lock);
}

/* Puts what was made here on its shelf; the lock is held. */
static const struct volume *shelve(struct library *library, enum volume_kind kind, const char *name,
                                   void *content)
{
    struct volume *volume = memory_new(1, sizeof *volume);
    *volume = (struct volume){.next = library->shelves->volumes[kind], .name = memory_text(name),
                              .content = content};
    library->shelves->volumes[kind] = volume;
    return volume;
}

/* Statistics of a variant that none came for: flat, by the counts of its pieces. Made once. */
static const struct setup_statistics *take_flat(struct library *library)
{
    char name[STANDARD_NAME]; /* that no file has */
    snprintf(name, sizeof name, "\001%s", library->variant->name);
    pthread_mutex_lock(&library->shelves->lock);
    const struct volume *volume = find(library, VOLUME_STATISTICS, name, NULL);
    if (!volume) {
        struct setup_statistics *flat = memory_new(1, sizeof *flat);
        setup_statistics_flat(library->variant, flat);
        volume = shelve(library, VOLUME_STATISTICS, name, flat);
    }
    pthread_mutex_unlock(&library->shelves->lock);
    return volume->content;
}

static const void *take_statistics(struct library *library, const char *name, struct error *error)
{
    return !name && !has_standard(library, VOLUME_STATISTICS) ? take_flat(library)
                                                              : take(library, VOLUME_STATISTICS, name, error);
}

/* A policy that learnt nothing yet. Made once. */
static const struct policy_model *take_untrained(struct library *library)
{
    const char *name = rnad_untrained;
    pthread_mutex_lock(&library->shelves->lock);
    const struct volume *volume = find(library, VOLUME_POLICY, name, NULL);
    if (!volume)
        volume = shelve(library, VOLUME_POLICY, name, policy_model_untrained());
    pthread_mutex_unlock(&library->shelves->lock);
    return volume->content;
}

enum status library_statistics(struct library *library, const char *name,
                               const struct setup_statistics **statistics, struct error *error)
{
    *statistics = take_statistics(library, name, error);
    return *statistics ? STATUS_OK : STATUS_BAD;
}

enum status library_setup_model(struct library *library, const char *name,
                                const struct setup_model **model, struct error *error)
{
    *model = NULL;
    if (!name && !has_standard(library, VOLUME_SETUP_MODEL))
        return STATUS_OK;
    *model = take(library, VOLUME_SETUP_MODEL, name, error);
    return *model ? STATUS_OK : STATUS_BAD;
}

enum status library_belief_model(struct library *library, const char *name,
                                 const struct belief_model **model, struct error *error)
{
    *model = take(library, VOLUME_BELIEF_MODEL, name, error);
    if (*model && name && (*model)->variant != variant_index(library->variant))
        return error_set(error, STATUS_BAD, "%s was learnt of %s, expected %s", name,
                         variant_at((*model)->variant)->name, library->variant->name);
    return *model ? STATUS_OK : STATUS_BAD;
}

/* The file that an option names; NULL where it names what came with the program: of whichever variant. */
static const char *named_file(const struct settings *settings, const char *group, const char *key,
                              enum volume_kind kind)
{
    const char *name = settings_file(settings, group, key);
    return strcmp(name, kind_table[kind].standard) == 0 ? NULL : name;
}

/* Whether a volume was learnt of the handle's variant, as far as its kind says of which. */
static bool is_of_variant(const struct library *library, enum volume_kind kind, const void *content)
{
    const struct setup_statistics *statistics = content;
    const struct setup_model *setups = content;
    const struct belief_model *model = content;
    uint8_t variant = variant_index(library->variant);
    if (kind == VOLUME_SETUP_MODEL)
        return setups->variant == variant;
    return kind == VOLUME_STATISTICS ? statistics->variant == variant
                                     : kind != VOLUME_BELIEF_MODEL || model->variant == variant;
}

/* The volume that an option names, into *content; the option's key stands before what is wrong with it. */
static enum status take_option(struct library *library, const struct settings *settings, const char *group,
                               const char *key, enum volume_kind kind, const void **content,
                               struct error *error)
{
    struct error why;
    const char *name = named_file(settings, group, key, kind);
    *content = NULL;
    if (kind == VOLUME_SETUP_MODEL && !name && !has_standard(library, kind))
        return STATUS_OK;
    *content = kind == VOLUME_STATISTICS ? take_statistics(library, name, &why)
                                         : take(library, kind, name, &why);
    if (!*content)
        return error_set(error, STATUS_BAD, "%s.%s: %s", group, key, why.text);
    if (name && !is_of_variant(library, kind, *content))
        return error_set(error, STATUS_BAD, "%s.%s: %s was learnt of another variant, expected %s", group,
                         key, name, library->variant->name);
    return STATUS_OK;
}

enum status library_chosen_statistics(struct library *library, const struct settings *settings,
                                      const char *group, const struct setup_statistics **statistics,
                                      struct error *error)
{
    const void *content;
    enum status status = take_option(library, settings, group, "statistics", VOLUME_STATISTICS, &content,
                                     error);
    *statistics = content;
    return status;
}

enum status library_chosen_setup_model(struct library *library, const struct settings *settings,
                                       const struct setup_model **model, struct error *error)
{
    const void *content;
    enum status status = take_option(library, settings, "setup", "model", VOLUME_SETUP_MODEL, &content,
                                     error);
    *model = content;
    return status;
}

enum status library_chosen_belief_model(struct library *library, const struct settings *settings,
                                        const struct belief_model **model, struct error *error)
{
    const void *content;
    enum status status = take_option(library, settings, "belief", "model", VOLUME_BELIEF_MODEL, &content,
                                     error);
    *model = content;
    return status;
}

enum status library_chosen_value_model(struct library *library, const struct settings *settings,
                                       const struct value_model **model, struct error *error)
{
    const void *content;
    enum status status = take_option(library, settings, "vedette", "value_model", VOLUME_VALUE_MODEL,
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
    if (name ? strcmp(name, rnad_untrained) == 0 : !has_standard(library, VOLUME_POLICY)) {
        *model = take_untrained(library);
        return STATUS_OK;
    }
    enum status status = take_option(library, settings, "rnad", "model", VOLUME_POLICY, &content, error);
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
    /* What is known of the whole box: the creator sees which armies it is like. */
    if (library->variant->any_army)
        library = library_of(library, variant_at(VARIANT_STANDARD));
    enum status status = library_chosen_statistics(library, settings, "setup", &sources->statistics, error);
    if (status == STATUS_OK && options.generator == GENERATOR_FAITHFUL)
        status = library_chosen_setup_model(library, settings, &sources->model, error);
    return status;
}
