/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/ladder.h"

#include "agent/agent.h"
#include "base/ascii.h"
#include "base/decimal.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "file/document.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "vedette-levels/1"
#define LADDER_FOLDER "data/levels/"

enum { GAMES_MAX = 1000000 };

/* --- reading --- */

/* A row of either list while it is read. The document comes first, so that row_of can cast it. */
struct row {
    struct document document;
    struct ladder *ladder;
    struct level *level; /* NULL: the row is a style's */
    struct style *style;
};

/* Returns the row that contains the document; mapping_read passes the readers of keys only the document. */
static struct row *row_of(struct document *document)
{
    return (struct row *)document;
}

/* Reads a text of one line, 1 .. capacity - 1 bytes. */
static enum status line_read(const struct document *document, const struct yaml *value, char *text,
                             size_t capacity, struct error *error)
{
    if (value->size == 0 || value->size >= capacity || !yaml_is_line(value->text))
        return value_fault(document, value, error, "found %zu bytes, expected one line of 1 to %zu",
                           value->size, capacity - 1);
    memcpy(text, value->text, value->size + 1);
    return STATUS_OK;
}

/* Reads a name of letters only. */
static enum status word_read(const struct document *document, const struct yaml *value, char text[LEVEL_NAME],
                             struct error *error)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (value->size == 0 || value->size >= LEVEL_NAME || strspn(value->text, letters) != value->size)
        return value_fault(document, value, error, "found \"%.24s\", expected a name of 1 to %d letters a-z",
                           value->text, LEVEL_NAME - 1);
    memcpy(text, value->text, value->size + 1);
    return STATUS_OK;
}

/* Reads a number 0 .. max. */
static enum status score_read(const struct document *document, const struct yaml *value, double max,
                              double *number, struct error *error)
{
    if (!decimal_read(value->text, number) || !(*number >= 0 && *number <= max))
        return value_fault(document, value, error, "found \"%.24s\", expected a number from 0 to %g",
                           value->text, max);
    return STATUS_OK;
}

/* Reads `name:` of a row, which no earlier row of its list may have. */
static enum status name_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    const struct row *row = row_of(document);
    char *name = row->level ? row->level->name : row->style->name;
    enum status status = word_read(document, value, name, error);
    int known = status ? -1 : row->level ? ladder_level(row->ladder, name) : ladder_style(row->ladder, name);
    /* The row is in the list already, but of two rows with its name the earlier one is found. */
    const struct ladder *ladder = row->ladder;
    if (known >= 0 && (row->level ? ladder->levels[known].name : ladder->styles[known].name) != name)
        return value_fault(document, value, error, "found \"%s\" again, expected another name", name);
    return status;
}

/* Reads `about:` of a row. */
static enum status about_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    const struct row *row = row_of(document);
    return line_read(document, value, row->level ? row->level->about : row->style->about, LEVEL_ABOUT, error);
}

/* Reads `agent:`, the spec by which a level plays. */
static enum status spec_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct level *level = row_of(document)->level;
    enum status status = line_read(document, value, level->agent, sizeof level->agent, error);
    if (!status && agent_index(level->agent) < 0)
        return value_fault(document, value, error,
                           "found no agent of that name, expected one, with options or not");
    return status;
}

/* Reads `styles:` of a level, whether it can play in a style. */
static enum status styles_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    bool yes = strcmp(value->text, "yes") == 0;
    if (!yes && strcmp(value->text, "no") != 0)
        return value_fault(document, value, error, "found \"%.24s\", expected yes or no", value->text);
    row_of(document)->level->styles = yes;
    return STATUS_OK;
}

/* Reads `random:`, a level's score against the agent random. */
static enum status random_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return score_read(document, value, 1, &row_of(document)->level->random, error);
}

/* Reads `below:`, a level's score against the level before it. */
static enum status below_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    if (row_of(document)->ladder->count == 1)
        return value_fault(document, value, error,
                           "found a score against the level below, expected none: the lowest has none");
    return score_read(document, value, 1, &row_of(document)->level->below, error);
}

/* Reads `profile:` of a style. */
static enum status profile_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return word_read(document, value, row_of(document)->style->profile, error);
}

/* Reads a row of `levels:`. */
static enum status level_read(struct row *row, const struct yaml *value, struct error *error)
{
    static const struct key_row keys[] = {
        {"name", name_key_read, .scalar = true, .needed = true},
        {"about", about_key_read, .scalar = true, .needed = true},
        {"agent", spec_key_read, .scalar = true, .needed = true},
        {"styles", styles_key_read, .scalar = true, .needed = true},
        {"random", random_key_read, .scalar = true, .needed = true},
        {"below", below_key_read, .scalar = true},
    };
    struct ladder *ladder = row->ladder;
    if (ladder->count == LEVELS_MAX)
        return value_fault(&row->document, value, error, "found one more level, expected %d at most",
                           LEVELS_MAX);
    row->level = &ladder->levels[ladder->count++];
    if (ladder->count > 1 && !yaml_get(value, "below"))
        return value_fault(&row->document, value, error,
                           "found no key \"below\", expected the score against the level below");
    return mapping_read(&row->document, value, keys, sizeof keys / sizeof *keys, error);
}

/* Reads a row of `styles:`. */
static enum status style_read(struct row *row, const struct yaml *value, struct error *error)
{
    static const struct key_row keys[] = {
        {"name", name_key_read, .scalar = true, .needed = true},
        {"about", about_key_read, .scalar = true, .needed = true},
        {"profile", profile_key_read, .scalar = true, .needed = true},
    };
    struct ladder *ladder = row->ladder;
    if (ladder->style_count == STYLES_MAX)
        return value_fault(&row->document, value, error, "found one more style, expected %d at most",
                           STYLES_MAX);
    row->style = &ladder->styles[ladder->style_count++];
    return mapping_read(&row->document, value, keys, sizeof keys / sizeof *keys, error);
}

/* Reads each row of the list `key` by the function `item`. */
static enum status list_read(const struct input *input, const struct yaml *root, const char *key,
                             enum status (*item)(struct row *, const struct yaml *, struct error *),
                             struct ladder *ladder, struct error *error)
{
    const struct document document = {.input = input};
    const struct yaml *list = yaml_get(root, key);
    enum status status = STATUS_OK;
    if (!list || list->kind != YAML_SEQUENCE || !list->child)
        return value_fault(&document, list ? list : root, error,
                           "expected \"%s\", a list with a row at least", key);
    for (const struct yaml *child = list->child; child && !status; child = child->next) {
        struct row row = {.document = document, .ladder = ladder};
        if (child->kind != YAML_MAPPING)
            return value_fault(&document, child, error, "found no mapping, expected the keys of a row");
        status = item(&row, child, error);
    }
    return status;
}

/* Reads the variant; default: the standard one. */
static enum status variant_read(const struct document *document, const struct yaml *root,
                                struct ladder *ladder, struct error *error)
{
    const struct yaml *value = yaml_get(root, "variant");
    const struct variant *variant = value && value->kind == YAML_SCALAR ? variant_find(value->text) : NULL;
    char names[VARIANT_NAMES];
    if (value && !variant)
        return value_fault(document, value, error, "expected the variant %s", variant_names(names));
    ladder->variant = variant ? variant_index(variant) : VARIANT_STANDARD;
    return STATUS_OK;
}

/* Reads how many games, and with which seed, measured the scores. */
static enum status measure_read(const struct document *document, const struct yaml *root,
                                struct ladder *ladder, struct error *error)
{
    const struct yaml *games = yaml_get(root, "games"), *seed = yaml_get(root, "seed");
    double number[2] = {0};
    if (!games || games->kind != YAML_SCALAR || !seed || seed->kind != YAML_SCALAR)
        return value_fault(document, games && games->kind != YAML_SCALAR ? games : root, error,
                           "expected the keys \"games\" and \"seed\", each with one value");
    enum status status = score_read(document, games, GAMES_MAX, &number[0], error);
    if (!status)
        status = score_read(document, seed, UINT32_MAX, &number[1], error);
    if (status)
        return status;
    ladder->games = (size_t)number[0];
    ladder->seed = (uint64_t)number[1];
    return STATUS_OK;
}

/* Reads the whole mapping of a ladder file. */
static enum status root_read(const struct input *input, const struct yaml *root, struct ladder *ladder,
                             struct error *error)
{
    const struct document document = {.input = input};
    static const char *const keys[] = {"format", "variant", "games", "seed", "levels", "styles"};
    const struct yaml *format = yaml_get(root, keys[0]);
    if (!format || format->kind != YAML_SCALAR || strcmp(format->text, FORMAT) != 0)
        return value_fault(&document, format ? format : root, error, "expected \"format: %s\"", FORMAT);
    for (const struct yaml *child = root->child; child; child = child->next) {
        size_t i = 0;
        while (i < sizeof keys / sizeof *keys && strcmp(child->key, keys[i]) != 0)
            i++;
        if (i == sizeof keys / sizeof *keys)
            return error_at(error, input->name, child->key_line, child->key_column,
                            "found the key \"%.40s\", expected one of format, variant, games, seed, levels, "
                            "styles",
                            child->key);
    }
    enum status status = variant_read(&document, root, ladder, error);
    if (!status)
        status = measure_read(&document, root, ladder, error);
    if (!status)
        status = list_read(input, root, "levels", level_read, ladder, error);
    if (status || (ladder->variant != VARIANT_STANDARD && !yaml_get(root, "styles")))
        return status; /* it then has the standard variant's */
    return list_read(input, root, "styles", style_read, ladder, error);
}

enum status ladder_parse(struct ladder *ladder, const char *name, const char *bytes, size_t size,
                         struct error *error)
{
    struct input input = {.name = name, .bytes = bytes, .size = size};
    struct yaml *root = NULL;
    *ladder = (struct ladder){0};
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (!status)
        status = root_read(&input, root, ladder, error);
    yaml_drop(root);
    return status;
}

struct ladders {
    pthread_mutex_t *lock; /* for the two arrays, also of a const set */
    struct ladder *of;     /* by variant */
    bool *read;            /* by variant: its ladder is read */
};

struct ladders *ladders_new(void)
{
    struct ladders *ladders = memory_new(1, sizeof *ladders);
    ladders->lock = memory_new(1, sizeof *ladders->lock);
    pthread_mutex_init(ladders->lock, NULL);
    ladders->of = memory_new(variant_count, sizeof *ladders->of);
    ladders->read = memory_new(variant_count, sizeof *ladders->read);
    return ladders;
}

void ladders_free(struct ladders *ladders)
{
    if (!ladders)
        return;
    pthread_mutex_destroy(ladders->lock);
    free(ladders->lock);
    free(ladders->of);
    free(ladders->read);
    free(ladders);
}

const struct ladder *ladders_for_variant(const struct ladders *ladders, uint8_t variant)
{
    char path[sizeof LADDER_FOLDER + 64];
    struct error error;
    snprintf(path, sizeof path, LADDER_FOLDER "%s.yaml",
             variant == VARIANT_STANDARD ? "levels" : variant_at(variant)->name);
    const struct embedded *file = embedded_find(path);
    if (!file)
        return ladders_for_variant(ladders, VARIANT_STANDARD);
    /* This call takes the lock too, so it must come before it. */
    const struct ladder *standard =
        variant == VARIANT_STANDARD ? NULL : ladders_for_variant(ladders, VARIANT_STANDARD);
    struct ladder *ladder = &ladders->of[variant];
    pthread_mutex_lock(ladders->lock);
    if (!ladders->read[variant]) {
        if (ladder_parse(ladder, file->name, (const char *)file->bytes, file->size, &error))
            abort(); /* a part of the program: a test reads each */
        if (standard && !ladder->style_count) {
            memcpy(ladder->styles, standard->styles, sizeof ladder->styles);
            ladder->style_count = standard->style_count;
        }
    }
    ladders->read[variant] = true;
    pthread_mutex_unlock(ladders->lock);
    return ladder;
}

/* --- names --- */

int ladder_level(const struct ladder *ladder, const char *name)
{
    for (size_t i = 0; i < ladder->count; i++)
        if (ascii_compare(ladder->levels[i].name, name) == 0)
            return (int)i;
    return -1;
}

int ladder_style(const struct ladder *ladder, const char *name)
{
    for (size_t i = 0; i < ladder->style_count; i++)
        if (ascii_compare(ladder->styles[i].name, name) == 0)
            return (int)i;
    return -1;
}

static const char profile_word[] = "profile=";

char *ladder_write_spec(const struct ladder *ladder, const char *agent, int style, char spec[PLAYER_NAME_MAX])
{
    size_t size = strcspn(agent, ":");
    if (style == NO_STYLE)
        snprintf(spec, PLAYER_NAME_MAX, "%s", agent);
    else
        snprintf(spec, PLAYER_NAME_MAX, "%.*s:%s%s%s%s", (int)size, agent, profile_word,
                 ladder->styles[style].profile, agent[size] ? "," : "", agent[size] ? agent + size + 1 : "");
    return spec;
}

bool ladder_recognise(const struct ladder *ladder, const char *spec, int *level, int *style)
{
    char styled[PLAYER_NAME_MAX];
    for (*level = 0; *level < (int)ladder->count; ++*level)
        for (*style = NO_STYLE; *style < (int)ladder->style_count; ++*style)
            if (strcmp(ladder_write_spec(ladder, ladder->levels[*level].agent, *style, styled), spec) == 0)
                return true;
    return false;
}

/* Returns the style whose profile is the first `size` bytes of `word`, or NO_STYLE. */
static int style_of_profile(const struct ladder *ladder, const char *word, size_t size)
{
    for (size_t i = 0; i < ladder->style_count; i++)
        if (strncmp(word, ladder->styles[i].profile, size) == 0 && !ladder->styles[i].profile[size])
            return (int)i;
    return NO_STYLE;
}

const char *ladder_profile(const struct ladder *ladder, const char *spec, int *style)
{
    size_t size = sizeof profile_word - 1;
    const char *word = strchr(spec, ':');
    *style = NO_STYLE;
    if (!word || strncmp(++word, profile_word, size) != 0)
        return NULL;
    word += size;
    size_t end = strcspn(word, ",");
    int found = style_of_profile(ladder, word, end);
    if (found == NO_STYLE || !word[end]) { /* no style, or a style alone */
        *style = found;
        return found == NO_STYLE && !word[end] ? word : NULL;
    }
    word += end + 1; /* behind a style nothing but one more profile is expected */
    if (strncmp(word, profile_word, size) != 0 || strchr(word, ','))
        return NULL;
    *style = found;
    return word + size;
}

char *ladder_player_name(const struct ladder *ladder, const char *name, char text[PLAYER_WORDS])
{
    int level, style = NO_STYLE;
    const char *shown_name = NULL;
    bool agent = agent_index(name) >= 0;
    char program[AGENT_SHORT_NAME];
    if (agent_is_external(name)) {
        snprintf(text, PLAYER_WORDS, "%s", agent_short_name(name, program));
        return text;
    }
    if (agent && ladder_recognise(ladder, name, &level, &style))
        shown_name = ladder->levels[level].name;
    else if (agent)
        shown_name = ladder_profile(ladder, name, &style);
    /* Otherwise show its own name. If its only option is a style, leave it out: the style is written
     * below. */
    int size = shown_name ? (int)strlen(shown_name) : (int)strcspn(name, style == NO_STYLE ? "" : ":");
    snprintf(text, PLAYER_WORDS, "%.*s%s%s", size, shown_name ? shown_name : name,
             style == NO_STYLE ? "" : ", ", style == NO_STYLE ? "" : ladder->styles[style].name);
    return text;
}
