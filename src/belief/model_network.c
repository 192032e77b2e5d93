/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section "network" of a model file: predicts hidden ranks from the known part of a setup
 * (setup/network.h). */
#include "belief/model_parts.h"

#include "base/plural.h"
#include "setup/place.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A weight is written as one letter from '(' to '~'. Its code k, -LETTER_MAX .. LETTER_MAX, is the letter's
 * distance from LETTER_MIDDLE. The weight is sign(k) * (k / LETTER_MAX)^2 * scale, so small weights have
 * finer steps than large ones. The scale, in 1/1000, is written at the start of a row. */
enum {
    SCALE_MAX = 1000000,
    LETTER_MAX = 43,
    LETTER_MIDDLE = '(' + LETTER_MAX,
    LETTERS_A_LINE = 96,
};

/* A key of the section: a list of rows of letters. */
struct array {
    const char *key;
    size_t rows, columns; /* number of rows (`by_state`: for each state), and of weights in a row */
    bool by_state;
    float *(*row)(struct net *network, size_t states, size_t i); /* returns the memory of row i, in a network
                                                                  * with this number of states */
};

/* Returns the only row of the biases of the outputs (NETWORK_OUTPUTS floats). It and the next four are the
 * functions `row` of the keys: `states` is the number of states of a place in the network's variant, `i` the
 * index of the row, from 0. */
static float *bias_row(struct net *network, size_t states, size_t i)
{
    (void)states;
    (void)i;
    return network_bias(network);
}

/* Returns the only row of the biases of the hidden units (NETWORK_HIDDEN floats). */
static float *threshold_row(struct net *network, size_t states, size_t i)
{
    (void)states;
    (void)i;
    return network_threshold(network);
}

/* Returns row i of the weights from input to output without the hidden layer (NETWORK_OUTPUTS floats): those
 * of place i / `states` of the left half, in state i % `states`. The file has only the left half:
 * network_symmetrise made the right half its mirror image. */
static float *direct_row(struct net *network, size_t states, size_t i)
{
    size_t left = i / states, row = left / (FILES / 2), file = left % (FILES / 2);
    return network_direct(network, (int)(row * FILES + file), (int)(i % states));
}

/* Returns row i of the weights from input to hidden units: those of place i / `states` in state i % `states`
 * (NETWORK_HIDDEN floats). */
static float *in_row(struct net *network, size_t states, size_t i)
{
    return network_in(network, (int)(i / states), (int)(i % states));
}

/* Returns row i of the weights to the output: those of hidden unit i (NETWORK_OUTPUTS floats). */
static float *out_row(struct net *network, size_t states, size_t i)
{
    (void)states;
    return network_out(network, (int)i);
}

/* Returns the number of states of a place in the model's variant. */
static size_t states_of(const struct belief_model *model)
{
    return (size_t)network_states(variant_at(model->variant));
}

/* Returns the number of rows of a key. */
static size_t rows_of(const struct array *array, size_t states)
{
    return array->by_state ? array->rows * states : array->rows;
}

/* Returns the weight of a code, -LETTER_MAX .. LETTER_MAX, in a row with this scale (in 1/1000). */
static float weight_of_code(int code, long scale)
{
    return (float)((double)(code * abs(code)) / (LETTER_MAX * LETTER_MAX) * (double)scale / 1000);
}

static const struct array array_table[] = {
    {"bias", 1, NETWORK_OUTPUTS, false, bias_row},
    {"direct", PIECES_A_SIDE / 2, NETWORK_OUTPUTS, true, direct_row},
    {"threshold", 1, NETWORK_HIDDEN, false, threshold_row},
    {"in", PIECES_A_SIDE, NETWORK_HIDDEN, true, in_row},
    {"out", NETWORK_HIDDEN, NETWORK_OUTPUTS, false, out_row},
};
enum { ARRAYS = sizeof array_table / sizeof *array_table };

/* Writes a row: its scale, then a letter for each weight. */
static void write_letters(const float *values, size_t count, struct text *out)
{
    float scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = fabsf(values[i]) > scale ? fabsf(values[i]) : scale;
    /* Rounded up; 0.01: a scale that was read from a file must not grow by a rounding error. */
    double written = scale > 0 ? ceil(scale * 1000.0 - 0.01) / 1000 : 0.001;
    text_printf(out, ">-\n      %ld", lround(written * 1000));
    for (size_t i = 0; i < count; i++) {
        int k = (int)lround(sqrt(fabs(values[i]) / written) * LETTER_MAX);
        char letter = (char)(LETTER_MIDDLE + (values[i] < 0 ? -k : k));
        if (i % LETTERS_A_LINE == 0)
            text_add(out, "\n      ");
        text_append(out, &letter, 1);
    }
    text_add(out, "\n");
}

/* Appends the section "network": for each key its rows of letters. */
static void write_network(const struct model_section *section, const struct belief_model *model,
                          struct text *out)
{
    text_printf(out,
                "# What the known part of a setup tells of the rest: a network with one hidden layer. In a\n"
                "# row 1000 times its scale, then a letter a weight: '%c' is 0, k letters after (before)\n"
                "# it are + (-) scale * (k / %d)^2.\n%s:\n  setups: %llu\n",
                LETTER_MIDDLE, LETTER_MAX, section->key, (unsigned long long)model->setups);
    model_write_fingerprints("without", &model->without, out);
    for (int i = 0; i < ARRAYS; i++) {
        const struct array *array = &array_table[i];
        text_printf(out, "  %s:\n", array->key);
        for (size_t k = 0; k < rows_of(array, states_of(model)); k++) {
            text_add(out, "    - ");
            write_letters(array->row(model->network, states_of(model), k), array->columns, out);
        }
    }
}

/* Reads a row of `count` weights: its scale, then a letter (the weight's code) for each. Ignores spaces
 * between the letters. */
static enum status read_letters(const struct reader *reader, const struct yaml *node,
                                const char *path, size_t count, float *values)
{
    if (node->kind != YAML_SCALAR)
        return reader_fail(reader, node, path, "a row of letters expected");
    char *cursor;
    long scale = strtol(node->text, &cursor, 10);
    if (cursor == node->text || *cursor != ' ' || scale < 1 || scale > SCALE_MAX)
        return reader_fail(reader, node, path, "a row begins with its scale, 1 .. %d", SCALE_MAX);
    size_t found = 0;
    for (; *cursor != '\0'; cursor++) {
        int k = *cursor - LETTER_MIDDLE;
        if (*cursor == ' ')
            continue;
        if (k < -LETTER_MAX || k > LETTER_MAX)
            return reader_fail(reader, node, path, "letter %zu is none from ( to ~", found + 1);
        if (found < count)
            values[found] = weight_of_code(k, scale);
        found++;
    }
    if (found != count)
        return reader_fail(reader, node, path, "%zu letter%s found, %zu expected", found, plural(found),
                           count);
    return STATUS_OK;
}

/* The rows of one key, for network_row_of. */
struct network_rows {
    struct net *network;
    const struct array *array;
    size_t states;
};

/* Returns the memory for row i of a key. */
static float *network_row_of(void *context, size_t i)
{
    struct network_rows *rows = context;
    return rows->array->row(rows->network, rows->states, i);
}

/* Copies the left half of the weights from input to output, mirrored, to the right half: the file has only
 * the left one. */
static void unfold(struct net *network)
{
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int other = place_mirrored(place);
        for (int state = 0; place < other && state < NETWORK_STATES; state++) /* place < other: left */
            for (int k = 0; k < NETWORK_OUTPUTS; k++) {
                int mirrored = place_mirrored(k / RANKS) * RANKS + k % RANKS;
                network_direct(network, other, state)[mirrored] = network_direct(network, place, state)[k];
            }
    }
    net_changed(network);
}

/* Reads the section "network", and completes the right half of the weights (unfold). */
static enum status read_network(const struct model_section *section, const struct reader *reader,
                                const struct yaml *node, struct belief_model *model)
{
    const char *needed[ARRAYS + 3] = {"setups", "without"};
    for (int i = 0; i < ARRAYS; i++)
        needed[i + 2] = array_table[i].key;
    enum status status = reader_check_keys(reader, node, section->key, needed, NULL);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "setups"), "network.setups", UINT64_MAX,
                                   &model->setups);
    if (!status)
        status = model_read_fingerprints(reader, yaml_get(node, "without"), "network.without",
                                         &model->without);
    for (int i = 0; i < ARRAYS && !status; i++) {
        const struct array *array = &array_table[i];
        struct network_rows rows = {model->network, array, states_of(model)};
        char path[64];
        snprintf(path, sizeof path, "network.%s", array->key);
        status = model_read_rows(reader, yaml_get(node, array->key), path, rows_of(array, rows.states),
                                 array->columns, read_letters, network_row_of, &rows);
    }
    if (!status)
        unfold(model->network);
    return status;
}

/* --- the packed form --- */

/* A packed row is its scale and a byte for each letter; or, if letters cannot represent the weights exactly,
 * 0 and the weights as floats. */

enum { COLUMNS_MAX = NETWORK_HIDDEN };
static_assert((int)NETWORK_OUTPUTS <= (int)COLUMNS_MAX, "the longest row");

/* Finds the codes of a row's weights with this scale, by the inverse of weight_of_code. False if they do not
 * represent the weights exactly, to the last bit. */
static bool find_codes(const float *values, size_t count, long scale, int8_t codes[COLUMNS_MAX])
{
    for (size_t i = 0; i < count; i++) {
        double root = sqrt(fabs((double)values[i]) * 1000 / (double)scale) * LETTER_MAX;
        int code = root < LETTER_MAX ? (int)lround(root) : LETTER_MAX;
        code = values[i] < 0 ? -code : code;
        float meant = weight_of_code(code, scale);
        if (memcmp(&meant, &values[i], sizeof meant) != 0)
            return false;
        codes[i] = (int8_t)code;
    }
    return true;
}

/* Finds the scale (in 1/1000) of a row and the codes of its weights. The scale follows from the code of the
 * largest weight, which is not known, so each possible code is tried. Returns 0 if none represents the
 * weights exactly. */
static int32_t find_scale(const float *values, size_t count, int8_t codes[COLUMNS_MAX])
{
    double max = 0;
    for (size_t i = 0; i < count; i++)
        max = fmax(max, fabs((double)values[i]));
    if (max == 0)
        return find_codes(values, count, 1, codes);
    for (int code = LETTER_MAX; code > 0; code--) {
        double scale = round(max * 1000 * (LETTER_MAX * LETTER_MAX) / (code * code));
        if (scale >= 1 && scale <= SCALE_MAX && find_codes(values, count, (long)scale, codes))
            return (int32_t)scale;
    }
    return 0;
}

/* Transfers a row to or from the packed form. */
static void pass_row(struct passage *passage, float *values, size_t count)
{
    int8_t codes[COLUMNS_MAX] = {0};
    float weight_of[2 * LETTER_MAX + 1]; /* the weight of each code, so that it is computed once */
    int32_t scale = passage->out ? find_scale(values, count, codes) : 0;
    bool all_sound = true;
    passage_bytes(passage, &scale, sizeof scale);
    if (scale == 0) {
        passage_floats(passage, values, count);
        return;
    }
    passage_bytes(passage, codes, count);
    passage->sound &= scale > 0 && scale <= SCALE_MAX;
    if (!passage->sound || passage->out)
        return;
    for (int code = -LETTER_MAX; code <= LETTER_MAX; code++)
        weight_of[code + LETTER_MAX] = weight_of_code(code, scale);
    for (size_t i = 0; i < count; i++) {
        int code = codes[i];
        bool sound = code >= -LETTER_MAX && code <= LETTER_MAX;
        all_sound &= sound;
        values[i] = weight_of[sound ? code + LETTER_MAX : LETTER_MAX];
    }
    passage->sound &= all_sound;
}

/* Transfers the section to or from the packed form. */
static void pass_network(const struct model_section *section, struct passage *passage,
                         struct belief_model *model)
{
    struct net *network = model->network;
    int states = (int)states_of(model);
    (void)section;
    passage_bytes(passage, &model->setups, sizeof model->setups);
    passage_fingerprints(passage, &model->without);
    pass_row(passage, network_bias(network), NETWORK_OUTPUTS);
    for (int i = 0; i < PIECES_A_SIDE * states; i++)
        pass_row(passage, network_direct(network, i / states, i % states), NETWORK_OUTPUTS);
    pass_row(passage, network_threshold(network), NETWORK_HIDDEN);
    for (int i = 0; i < PIECES_A_SIDE * states; i++)
        pass_row(passage, network_in(network, i / states, i % states), NETWORK_HIDDEN);
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++)
        pass_row(passage, network_out(network, unit), NETWORK_OUTPUTS);
    net_changed(network);
}

const struct model_section model_network_section = {
    .key = "network", .read = read_network, .write = write_network, .pass = pass_network};
