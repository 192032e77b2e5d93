/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/model.h"

#include "base/memory.h"
#include "base/packed.h"
#include "base/plural.h"
#include "profile/yaml.h"
#include "setup/place.h"
#include "setup/reader.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How people move is written in whole numbers of this unit. */
static const double feature_unit = 0.001;

const struct belief_weights belief_weights_plain = {1, 1, 1, 1, 0, 1};

static const char *const weight_keys[BELIEF_WEIGHTS + 1] = {
    "joint", "people", "programs", "programs_joint", "programs_setup", "evidence", NULL};

static const char *const player_keys[PLAYER_KINDS] = {"people", "programs"};

/* The network is written a letter a weight, LETTERS of them from '(' to '~': letter k stands for
 * sign(k) * (k / LETTER_MOST)^2 * scale, k counted from the middle one, so that small weights are stored with
 * finer steps than large ones. */
enum {
    NUMBER_MOST = 1000000,
    LETTER_MOST = 43,
    LETTER_MIDDLE = '(' + LETTER_MOST,
    LETTERS_A_LINE = 96,
    FINGERPRINTS_A_LINE = 11,
};

/* A key of so many lists of whole numbers: `row` gives the place of list i in the model. */
struct array {
    const char *key;
    size_t rows, columns;
    float *(*row)(struct network *network, size_t i);
};

static float *bias_row(struct network *network, size_t i)
{
    (void)i;
    return network->bias;
}

static float *threshold_row(struct network *network, size_t i)
{
    (void)i;
    return network->threshold;
}

/* Only the left half is written: network_fold made the right one its mirror image. */
static float *direct_row(struct network *network, size_t i)
{
    size_t left = i / NETWORK_STATES, row = left / (FILES / 2), file = left % (FILES / 2);
    return network->direct[row * FILES + file][i % NETWORK_STATES];
}

static float *in_row(struct network *network, size_t i)
{
    return network->in[i / NETWORK_STATES][i % NETWORK_STATES];
}

static float *out_row(struct network *network, size_t i)
{
    return network->out[i];
}

static const struct array array_table[] = {
    {"bias", 1, NETWORK_OUTPUTS, bias_row},
    {"direct", PIECES_A_SIDE / 2 * NETWORK_STATES, NETWORK_OUTPUTS, direct_row},
    {"threshold", 1, NETWORK_HIDDEN, threshold_row},
    {"in", PIECES_A_SIDE * NETWORK_STATES, NETWORK_HIDDEN, in_row},
    {"out", NETWORK_HIDDEN, NETWORK_OUTPUTS, out_row},
};
enum { ARRAYS = sizeof array_table / sizeof *array_table };

static void write_numbers(const float *values, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++) {
        long number = lround(values[i] / feature_unit);
        number = number > NUMBER_MOST ? NUMBER_MOST : number < -NUMBER_MOST ? -NUMBER_MOST : number;
        text_printf(out, "%s%ld", i ? " " : "", number);
    }
    text_add(out, "\n");
}

static void write_letters(const float *values, size_t count, struct text *out)
{
    float scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = fabsf(values[i]) > scale ? fabsf(values[i]) : scale;
    double written = scale > 0 ? ceil(scale * 1000.0 - 0.01) / 1000 : 0.001;
    text_printf(out, ">-\n      %ld", lround(written * 1000));
    for (size_t i = 0; i < count; i++) {
        int k = (int)lround(sqrt(fabs(values[i]) / written) * LETTER_MOST);
        char letter = (char)(LETTER_MIDDLE + (values[i] < 0 ? -k : k));
        if (i % LETTERS_A_LINE == 0)
            text_add(out, "\n      ");
        text_append(out, &letter, 1);
    }
    text_add(out, "\n");
}

/* Eight hexadecimal digits a game. */
static void write_fingerprints(const char *key, const struct game_fingerprints *fingerprints,
                               struct text *out)
{
    text_printf(out, "  %s: %s", key, fingerprints->count ? ">-" : "\"\"");
    for (size_t i = 0; i < fingerprints->count; i++)
        text_printf(out, "%s%08x", i % FINGERPRINTS_A_LINE ? " " : "\n    ",
                    (unsigned)fingerprints->fingerprint[i]);
    text_add(out, "\n");
}

static void write_weights(const struct belief_weights *weights, struct text *out)
{
    const double *values = (const double *)weights;
    text_add(out, "# How much each part of the evidence weighs.\nweights:\n");
    for (int i = 0; i < BELIEF_WEIGHTS; i++)
        text_printf(out, "  %s: %.3f\n", weight_keys[i], values[i]);
}

static void write_move_model(const char *key, const struct move_model *move_model,
                             const struct game_fingerprints *fingerprints, struct text *out)
{
    text_printf(out, "# How %s move: a row a feature, in it %g times the weight for each rank,\n"
                "# F B S 2 3 4 5 6 7 8 9 X. A mark tells a game that was learnt from.\n%s:\n  games: %llu\n"
                "  moves: %llu\n", key, 1 / feature_unit, key, (unsigned long long)move_model->games,
                (unsigned long long)move_model->moves);
    write_fingerprints("marks", fingerprints, out);
    for (int group = 0; group < FEATURE_GROUPS; group++) {
        const struct feature_group_row *row = &feature_table[group];
        text_printf(out, "  # %s\n  %s:\n", row->meaning, row->name);
        for (int i = 0; i < row->size; i++) {
            text_add(out, "    - ");
            write_numbers(move_model->weight[row->start + i], RANKS, out);
        }
    }
}

void belief_model_write(const struct belief_model *model, struct text *out)
{
    struct belief_model *folded = memory_new(1, sizeof *folded);
    *folded = *model;
    network_fold(&folded->network);
    text_printf(out, "# What the guesser \"bayes\" has learnt.\nformat: vedette-belief/2\n"
                "source: \"%s\"\ndate: %s\n", model->source, model->date);
    write_weights(&model->weights, out);
    for (int player = 0; player < PLAYER_KINDS; player++)
        write_move_model(player_keys[player], &model->move_model[player], &model->fingerprints[player], out);
    text_printf(out,
                "# What the known part of a setup tells of the rest: a network with one hidden layer. In a\n"
                "# row 1000 times its scale, then a letter a weight: '%c' is 0, k letters after (before)\n"
                "# it are + (-) scale * (k / %d)^2.\nnetwork:\n  setups: %llu\n",
                LETTER_MIDDLE, LETTER_MOST, (unsigned long long)model->setups);
    write_fingerprints("without", &model->without, out);
    for (int i = 0; i < ARRAYS; i++) {
        const struct array *array = &array_table[i];
        text_printf(out, "  %s:\n", array->key);
        for (size_t k = 0; k < array->rows; k++) {
            text_add(out, "    - ");
            write_letters(array->row(&folded->network, k), array->columns, out);
        }
    }
    free(folded);
}

static enum status read_letters(const struct reader *reader, const struct yaml *node,
                                const char *path, size_t count, float *values)
{
    if (node->kind != YAML_SCALAR)
        return reader_fail(reader, node, path, "a row of letters expected");
    char *at;
    long scale = strtol(node->text, &at, 10);
    if (at == node->text || *at != ' ' || scale < 1 || scale > NUMBER_MOST)
        return reader_fail(reader, node, path, "a row begins with its scale, 1 .. %d", NUMBER_MOST);
    size_t found = 0;
    for (; *at != '\0'; at++) {
        int k = *at - LETTER_MIDDLE;
        if (*at == ' ')
            continue;
        if (k < -LETTER_MOST || k > LETTER_MOST)
            return reader_fail(reader, node, path, "letter %zu is none from ( to ~", found + 1);
        if (found < count)
            values[found] = (float)((double)(k * abs(k)) / (LETTER_MOST * LETTER_MOST) *
                                    (double)scale / 1000);
        found++;
    }
    if (found != count)
        return reader_fail(reader, node, path, "%zu letter%s found, %zu expected", found, plural(found),
                           count);
    return STATUS_OK;
}

static enum status read_numbers(const struct reader *reader, const struct yaml *node,
                                const char *path, size_t count, float *values)
{
    long numbers[RANKS];
    assert(count <= RANKS);
    enum status status = reader_whole_numbers(reader, node, path, count, NUMBER_MOST, numbers);
    for (size_t i = 0; i < count && !status; i++)
        values[i] = (float)((double)numbers[i] * feature_unit);
    return status;
}

/* A list of rows, each a scalar that `read` takes. */
static enum status read_rows(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t rows, size_t columns,
                             enum status (*read)(const struct reader *, const struct yaml *,
                                                 const char *, size_t, float *),
                             float *(*row)(void *context, size_t i), void *context)
{
    size_t found = 0;
    if (node->kind != YAML_SEQUENCE)
        return reader_fail(reader, node, path, "a list of rows expected");
    for (const struct yaml *child = node->child; child; child = child->next, found++) {
        if (found == rows)
            return reader_fail(reader, child, path, "more than %zu rows", rows);
        enum status status = read(reader, child, path, columns, row(context, found));
        if (status)
            return status;
    }
    if (found != rows)
        return reader_fail(reader, node, path, "%zu row%s found, %zu expected", found, plural(found), rows);
    return STATUS_OK;
}

struct feature_rows {
    struct move_model *move_model;
    int start;
};

static float *move_model_row(void *context, size_t i)
{
    struct feature_rows *rows = context;
    return rows->move_model->weight[(size_t)rows->start + i];
}

/* A scalar of words of eight hexadecimal digits in rising order. */
static enum status read_fingerprints(const struct reader *reader, const struct yaml *node, const char *path,
                                     struct game_fingerprints *fingerprints)
{
    fingerprints->count = 0;
    if (node->kind != YAML_SCALAR)
        return reader_fail(reader, node, path, "marks of games expected");
    for (const char *at = node->text; *at != '\0';) {
        uint32_t fingerprint = 0;
        size_t size = strcspn(at, " ");
        for (size_t i = 0; i < size; i++) {
            const char *digit = strchr("0123456789abcdef", at[i]);
            if (!digit || size != 8)
                return reader_fail(reader, node, path, "mark %zu is not eight digits from 0 to f",
                                   fingerprints->count + 1);
            fingerprint = fingerprint << 4 | (uint32_t)(digit - "0123456789abcdef");
        }
        if (fingerprints->count == FINGERPRINTS_MOST)
            return reader_fail(reader, node, path, "more than %d marks", FINGERPRINTS_MOST);
        if (size && fingerprints->count && fingerprint < fingerprints->fingerprint[fingerprints->count - 1])
            return reader_fail(reader, node, path, "mark %zu is out of order", fingerprints->count + 1);
        if (size)
            fingerprints->fingerprint[fingerprints->count++] = fingerprint;
        at += size + strspn(at + size, " ");
    }
    return STATUS_OK;
}

static enum status read_weights(const struct reader *reader, const struct yaml *node,
                                struct belief_weights *weights)
{
    double *values = (double *)weights;
    enum status status = reader_keys(reader, node, "weights", weight_keys, NULL);
    for (int i = 0; i < BELIEF_WEIGHTS && !status; i++) {
        char path[40];
        snprintf(path, sizeof path, "weights.%s", weight_keys[i]);
        status = reader_number(reader, yaml_get(node, weight_keys[i]), path, 0, 2, &values[i]);
    }
    return status;
}

static enum status read_move_model(const struct reader *reader, const struct yaml *root, const char *key,
                                   struct move_model *move_model, struct game_fingerprints *fingerprints)
{
    const char *needed[FEATURE_GROUPS + 4] = {"games", "moves", "marks"};
    const struct yaml *node = yaml_get(root, key);
    char path[64];
    for (int group = 0; group < FEATURE_GROUPS; group++)
        needed[group + 3] = feature_table[group].name;
    enum status status = reader_keys(reader, node, key, needed, NULL);
    snprintf(path, sizeof path, "%s.games", key);
    if (!status)
        status = reader_count(reader, yaml_get(node, "games"), path, UINT64_MAX, &move_model->games);
    snprintf(path, sizeof path, "%s.moves", key);
    if (!status)
        status = reader_count(reader, yaml_get(node, "moves"), path, UINT64_MAX, &move_model->moves);
    snprintf(path, sizeof path, "%s.marks", key);
    if (!status)
        status = read_fingerprints(reader, yaml_get(node, "marks"), path, fingerprints);
    for (int group = 0; group < FEATURE_GROUPS && !status; group++) {
        const struct feature_group_row *row = &feature_table[group];
        struct feature_rows rows = {move_model, row->start};
        snprintf(path, sizeof path, "%s.%s", key, row->name);
        status = read_rows(reader, yaml_get(node, row->name), path, (size_t)row->size, RANKS,
                           read_numbers, move_model_row, &rows);
    }
    return status;
}

struct network_rows {
    struct network *network;
    const struct array *array;
};

static float *network_row_of(void *context, size_t i)
{
    struct network_rows *rows = context;
    return rows->array->row(rows->network, i);
}

/* The right half of the direct connections from the left one. */
static void unfold(struct network *network)
{
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int other = place_mirrored(place);
        for (int state = 0; place < other && state < NETWORK_STATES; state++)
            for (int k = 0; k < NETWORK_OUTPUTS; k++) {
                int mirrored = place_mirrored(k / RANKS) * RANKS + k % RANKS;
                network->direct[other][state][mirrored] = network->direct[place][state][k];
            }
    }
}

static enum status read_network(const struct reader *reader, const struct yaml *node,
                                struct belief_model *model)
{
    const char *needed[ARRAYS + 3] = {"setups", "without"};
    for (int i = 0; i < ARRAYS; i++)
        needed[i + 2] = array_table[i].key;
    enum status status = reader_keys(reader, node, "network", needed, NULL);
    if (!status)
        status = reader_count(reader, yaml_get(node, "setups"), "network.setups", UINT64_MAX,
                              &model->setups);
    if (!status)
        status = read_fingerprints(reader, yaml_get(node, "without"), "network.without", &model->without);
    for (int i = 0; i < ARRAYS && !status; i++) {
        const struct array *array = &array_table[i];
        struct network_rows rows = {&model->network, array};
        char path[64];
        snprintf(path, sizeof path, "network.%s", array->key);
        status = read_rows(reader, yaml_get(node, array->key), path, array->rows, array->columns,
                           read_letters, network_row_of, &rows);
    }
    if (!status)
        unfold(&model->network);
    return status;
}

static enum status read_root(const struct reader *reader, const struct yaml *root,
                             struct belief_model *model)
{
    static const char *const needed[] = {"format", "source", "date", "weights", "people", "programs",
                                         "network", NULL};
    char format[32];
    /* The format first, so that another kind of file is reported as such and not by its keys. */
    const struct yaml *node = yaml_get(root, "format");
    enum status status = node ? reader_text(reader, node, "format", sizeof format, format) : STATUS_OK;
    if (!status && node && strcmp(format, "vedette-belief/2") != 0)
        status = reader_fail(reader, node, "format", "vedette-belief/2 expected");
    if (!status)
        status = reader_keys(reader, root, "", needed, NULL);
    if (!status)
        status = reader_text(reader, yaml_get(root, "source"), "source", sizeof model->source,
                             model->source);
    if (!status)
        status = reader_text(reader, yaml_get(root, "date"), "date", sizeof model->date,
                             model->date);
    if (!status)
        status = read_weights(reader, yaml_get(root, "weights"), &model->weights);
    for (int player = 0; player < PLAYER_KINDS && !status; player++)
        status = read_move_model(reader, root, player_keys[player], &model->move_model[player],
                                 &model->fingerprints[player]);
    if (!status)
        status = read_network(reader, yaml_get(root, "network"), model);
    return status;
}

struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error)
{
    struct yaml *root = NULL;
    struct reader reader = {.name = name, .error = error};
    if (packed_begins(bytes, size))
        return belief_model_unpack(name, bytes, size, NULL, error);
    if (size > BELIEF_MODEL_LIMIT) {
        error_at(error, name, 1, 1, "found more than %d bytes, expected no more", BELIEF_MODEL_LIMIT);
        return NULL;
    }
    if (yaml_parse(name, bytes, size, &root, error))
        return NULL;
    struct belief_model *model = memory_new(1, sizeof *model);
    if (read_root(&reader, root, model)) {
        free(model);
        model = NULL;
    }
    yaml_drop(root);
    return model;
}
