/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model file: YAML, vedette-setup-model/3. The first version, /1, which is also read, has no shapes,
 * critic and known setups. */
#include "base/memory.h"
#include "file/file.h"
#include "setup/critic.h"
#include "setup/features.h"
#include "setup/model.h"
#include "setup/pairs.h"
#include "setup/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "vedette-setup-model/3"
#define FIRST_FORMAT "vedette-setup-model/1"
enum {
    UNITS = 100, MAX_UNITS = 100000, /* parameters are written in 1/UNITS, up to 1000 */
    KEY_SIZE = 16, PATH_SIZE = 64, WRITTEN_A_LINE = 36,
    KEYS_A_PART = 5,                 /* max keys of a part */
    SMALL_BINS = 20 /* number of bins for counts of pieces and pairs; the others have SHAPE_BINS */
};

/* Returns the number of histogram bins in the file for the count number `shape` (SHAPE_...). */
static int bin_count(int shape)
{
    return shape < SHAPE_STRENGTH ? SMALL_BINS : SHAPE_BINS;
}

/* --- writing --- */

/* Writes number `index` of a list, in 1/UNITS, with the blank or line end before it. */
static void write_units(struct text *out, float value, int index)
{
    text_printf(out, "%s%ld", index == 0 ? "" : index % WRITTEN_A_LINE == 0 ? "\n    " : " ",
                lround((double)value * UNITS));
}

/* Writes the couplings: the parameters of pairs of ranks. Pairs of places that are mirror images form a class
 * and share them. */
static void write_pairs(const struct setup_model *model, struct text *out)
{
    struct pair_classes classes;
    pair_classes_init(&classes);
    for (int class = 0; class < PAIR_CLASSES; class++) {
        int s = classes.first[class], t = classes.second[class];
        text_printf(out, "  %d-%d: >-\n    ", s, t);
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b < RANKS; b++)
                write_units(out, model->pair[s][a][t][b], a * RANKS + b);
        text_add(out, "\n");
    }
}

/* Writes the trees of the critic. */
static void write_critic(const struct boosted_trees *critic, struct text *out)
{
    int count = critic ? boosted_count(critic) : 0;
    text_printf(out, "# the critic's trees over setup/features.h, node by node: a feature, the highest value"
                     " that goes left, and\n# what comes left and right; or -1 and an answer in 1/10000\n"
                     "critic:%s\n",
                count ? "" : " []");
    for (int i = 0; i < count; i++) {
        text_add(out, "  - ");
        boosted_write_tree(critic, i, out);
        text_add(out, "\n");
    }
}

/* Writes the known setups and their shares. */
static void write_known(const struct known_setups *known, struct text *out)
{
    text_printf(out, "# setups used in %d games or more, and what others have in common: how large a share of"
                     " all are\n# the first, how large a share of the others is near to one, how firmly these"
                     " hold to it, what is\n# taken off the games of each; then each with the number of its"
                     " games, and of further ones with\n# setups near it and near its mirror image, in"
                     " Gravon's letters for red\nknown_share: %.4f\nnear_share: %.4f\nholds: [",
                KNOWN_GAMES_MIN, known->share, known->near_share);
    for (int i = 0; i < NEAR_HOLDS; i++)
        text_printf(out, "%s%.4f", i ? ", " : "", known->hold[i]);
    text_printf(out, "]\ndiscount: %.4f\nknown:%s\n", known->discount, known->count ? "" : " []");
    for (size_t i = 0; i < known->count; i++) {
        const struct known_setup *item = &known->item[i];
        text_printf(out, "  - %u %u %u ", (unsigned)item->games, (unsigned)item->near,
                    (unsigned)item->turned);
        setup_write_letters(&item->setup, RED, out);
        text_add(out, "\n");
    }
}

void setup_model_write(const struct setup_model *model, struct text *out)
{
    text_printf(out,
                "# A joint model of setups, written by `vedette setup fit`.\n"
                "# With known_share a known setup, by its games; else log P(setup) = sum of field + sum of"
                " pairs + bombed\n# + sum of shapes - log_partition, all but the last in 1/%d, + what the"
                " critic says.\n"
                "# Places are numbered 0-39, front row first, left to right as the owner sees"
                " them; ranks stand in\n"
                "# the order flag, bomb, spy, scout, miner, sergeant, lieutenant, captain, major,"
                " colonel, general,\n# marshal.\n"
                "format: " FORMAT "\n",
                UNITS);
    if (model->variant != VARIANT_STANDARD)
        text_printf(out, "variant: %s\n", variant_at(model->variant)->name);
    text_add(out, "source: ");
    yaml_write_quoted(model->source, out);
    text_printf(out, "\ndate: %s\nsetups: %llu\nlog_partition: %.4f\n", model->date,
                (unsigned long long)model->count, model->log_partition);
    text_add(out, "# of log P over these setups: 0 %, 1 % .. 100 %\nquantiles: [");
    for (int i = 0; i < MODEL_QUANTILES; i++)
        text_printf(out, "%s%.4f", i == 0 ? "" : i % 10 == 0 ? ",\n  " : ", ", model->quantile[i]);
    text_add(out, "]\n# a place a line, of each rank\nfield:\n");
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        text_printf(out, "  %d: ", s);
        for (int a = 0; a < RANKS; a++)
            write_units(out, model->field[s][a], a);
        text_add(out, "\n");
    }
    text_add(out, "# the flag on this place and bombed in\nbombed: >-\n    ");
    for (int s = 0; s < PIECES_A_SIDE; s++)
        write_units(out, model->bombed[s], s);
    text_add(out, "\n# pairs of places, of each rank on the first each rank on the second; the same"
                  " for the mirror image\npairs:\n");
    write_pairs(model, out);
    text_add(out, "# sizes of counts, in the order of src/setup/shape.h; of each one 0, 1 .. (strengths and"
                  " steps: 0-1,\n# 2-3 ..)\nshapes:\n");
    for (int i = 0; i < SHAPES; i++) {
        text_printf(out, "  %d: >-\n    ", i);
        for (int bin = 0; bin < bin_count(i); bin++)
            write_units(out, model->shape[i][bin], bin);
        text_add(out, "\n");
    }
    write_critic(model->critic, out);
    write_known(&model->known, out);
}

/* --- reading --- */

/* Reads `count` numbers in 1/UNITS from a text. */
static enum status read_units(const struct reader *reader, const struct yaml *node,
                              const char *path, size_t count, float *values)
{
    long whole[RANKS * RANKS];
    enum status status = reader_read_whole_numbers(reader, node, path, count, MAX_UNITS, whole);
    for (size_t i = 0; i < count && !status; i++)
        values[i] = (float)whole[i] / UNITS;
    return status;
}

/* Reads the fields of all places. */
static enum status read_field(const struct reader *reader, const struct yaml *node, struct setup_model *model)
{
    char keys[PIECES_A_SIDE][KEY_SIZE];
    const char *list[PIECES_A_SIDE + 1] = {NULL};
    for (int s = 0; s < PIECES_A_SIDE; s++) {
        snprintf(keys[s], KEY_SIZE, "%d", s);
        list[s] = keys[s];
    }
    enum status status = reader_check_keys(reader, node, "field", list, NULL);
    for (int s = 0; s < PIECES_A_SIDE && !status; s++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "field.%d", s);
        status = read_units(reader, yaml_get(node, keys[s]), path, RANKS, model->field[s]);
    }
    return status;
}

/* Stores the couplings of places s and t. */
static void put_pair(struct setup_model *model, int s, int t, float values[RANKS][RANKS])
{
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++)
            model->pair[s][a][t][b] = model->pair[t][b][s][a] = values[a][b];
}

/* Reads the couplings. The classes must be complete and in order, because looking up 400 keys by name is
 * slow. */
static enum status read_pairs(const struct reader *reader, const struct yaml *node, struct setup_model *model)
{
    struct pair_classes classes;
    pair_classes_init(&classes);
    if (node->kind != YAML_MAPPING)
        return reader_fail(reader, node, "pairs", "a mapping expected");
    const struct yaml *child = node->child;
    for (int class = 0; class < PAIR_CLASSES; class++, child = child->next) {
        int s = classes.first[class], t = classes.second[class];
        char path[PATH_SIZE];
        float values[RANKS][RANKS];
        snprintf(path, sizeof path, "pairs.%d-%d", s, t);
        if (child == NULL)
            return reader_fail(reader, node, path, "missing");
        if (strcmp(child->key, path + strlen("pairs.")) != 0)
            return reader_fail(reader, child, path, "expected here, \"%.20s\" found", child->key);
        enum status status = read_units(reader, child, path, RANKS * RANKS, values[0]);
        if (status)
            return status;
        if (!classes.own_image[class])
            put_pair(model, place_mirrored(s), place_mirrored(t), values);
        put_pair(model, s, t, values);
    }
    if (child != NULL)
        return reader_fail(reader, child, "pairs", "unknown key \"%.20s\"", child->key);
    return STATUS_OK;
}

/* Reads the parameters of the counts, complete and in order, as it is faster than a search by name. */
static enum status read_shapes(const struct reader *reader, const struct yaml *node,
                               struct setup_model *model)
{
    if (node->kind != YAML_MAPPING)
        return reader_fail(reader, node, "shapes", "a mapping expected");
    const struct yaml *child = node->child;
    for (int i = 0; i < SHAPES; i++, child = child->next) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "shapes.%d", i);
        if (child == NULL)
            return reader_fail(reader, node, path, "missing");
        if (strcmp(child->key, path + strlen("shapes.")) != 0)
            return reader_fail(reader, child, path, "expected here, \"%.20s\" found", child->key);
        enum status status = read_units(reader, child, path, (size_t)bin_count(i), model->shape[i]);
        if (status)
            return status;
    }
    if (child != NULL)
        return reader_fail(reader, child, "shapes", "unknown key \"%.20s\"", child->key);
    return STATUS_OK;
}

/* Reads the trees of the critic. */
static enum status read_critic(const struct reader *reader, const struct yaml *node,
                               struct setup_model *model)
{
    if (node->kind != YAML_SEQUENCE)
        return reader_fail(reader, node, "critic", "a list expected");
    for (const struct yaml *child = node->child; child; child = child->next) {
        if (!model->critic)
            model->critic = boosted_new();
        if (boosted_count(model->critic) == CRITIC_TREES_MAX)
            return reader_fail(reader, child, "critic", "more than %d trees", CRITIC_TREES_MAX);
        if (child->kind != YAML_SCALAR || !boosted_read_tree(model->critic, child->text, SETUP_FEATURES))
            return reader_fail(reader, child, "critic", "the numbers of a tree expected");
    }
    return STATUS_OK;
}

/* Reads three numbers of games, each followed by a blank; returns the rest, or NULL. */
static const char *read_games(const char *text, unsigned long games[3])
{
    for (int i = 0; i < 3; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits == 0 || digits > 7 || /* KNOWN_GAMES_MAX has seven */
            text[digits] != ' ')
            return NULL;
        games[i] = strtoul(text, NULL, 10);
        text += digits + 1;
    }
    return text;
}

/* Reads a known setup "12 3 0 BDGF...": its games, the games near it and near its mirror image, and the
 * letters. */
static enum status read_known_setup(const struct reader *reader, const struct yaml *node,
                                    const struct variant *variant, struct known_setups *known)
{
    struct setup setup;
    struct error why = {0};
    enum side side;
    unsigned long games[3];
    const char *letters = node->kind == YAML_SCALAR ? read_games(node->text, games) : NULL;
    if (letters == NULL)
        return reader_fail(reader, node, "known", "three numbers of games and forty letters expected");
    unsigned long all_games = games[0] + games[1] + games[2];
    if (all_games < KNOWN_GAMES_MIN || all_games > KNOWN_GAMES_MAX ||
        (games[0] > 0 && games[0] < KNOWN_GAMES_MIN))
        return reader_fail(reader, node, "known",
                           "\"%.60s\": its own games expected to be 0 or %d and more, all together %d .. %d",
                           node->text, KNOWN_GAMES_MIN, KNOWN_GAMES_MIN, KNOWN_GAMES_MAX);
    if (setup_read_letters(letters, &setup, &side, &why) != STATUS_OK || side != RED)
        return reader_fail(reader, node, "known", "\"%.60s\": no setup of red's", node->text);
    if (setup_check(&setup, variant, NULL) != STATUS_OK)
        return reader_fail(reader, node, "known", "\"%.60s\": no setup of %s", node->text, variant->name);
    if (setup_playable(&setup, NULL) != STATUS_OK)
        return reader_fail(reader, node, "known", "\"%.60s\": no piece could make a first move", node->text);
    struct known_setup item = {setup, (uint32_t)games[0], (uint32_t)games[1], (uint32_t)games[2]};
    if (!known_add(known, &item))
        return reader_fail(reader, node, "known", "\"%.60s\": out of order, or more than %d", node->text,
                           KNOWN_MAX);
    return STATUS_OK;
}

/* Reads the key `holds`: the probability of each of near_holds (setup/known.h) for a changed setup. Their sum
 * must be 1; if there are no changed setups, all must be 0. */
static enum status read_holds(const struct reader *reader, const struct yaml *node,
                              struct known_setups *known)
{
    double sum = 0;
    enum status status = reader_read_numbers(reader, node, "holds", NEAR_HOLDS, 0, 1, known->hold);
    for (int i = 0; i < NEAR_HOLDS && !status; i++)
        sum += known->hold[i];
    if (!status && fabs(sum - 1) > 0.001 && (sum > 0 || known->near_share > 0))
        return reader_fail(reader, node, "holds", "they add up to %.4f, 1 expected", sum);
    return status;
}

/* Reads the known setups and their shares. */
static enum status read_known(const struct reader *reader, const struct yaml *root, struct setup_model *model)
{
    struct known_setups *known = &model->known;
    const struct yaml *list = yaml_get(root, "known"), *share = yaml_get(root, "known_share"),
                      *near = yaml_get(root, "near_share");
    enum status status = reader_read_number(reader, share, "known_share", 0, KNOWN_SHARE_MAX, &known->share);
    if (!status)
        status = reader_read_number(reader, near, "near_share", 0, KNOWN_SHARE_MAX, &known->near_share);
    if (!status)
        status = read_holds(reader, yaml_get(root, "holds"), known);
    if (!status)
        status = reader_read_number(reader, yaml_get(root, "discount"), "discount", 0, 1, &known->discount);
    if (!status && list->kind != YAML_SEQUENCE)
        status = reader_fail(reader, list, "known", "a list expected");
    for (const struct yaml *child = status ? NULL : list->child; child && !status; child = child->next)
        status = read_known_setup(reader, child, variant_at(model->variant), known);
    if (!status && known->games == 0 && known->share > 0)
        status = reader_fail(reader, share, "known_share", "0 expected, as no setup is known");
    if (!status && known->near == 0 && known->near_share > 0)
        status = reader_fail(reader, near, "near_share", "0 expected, as nothing is near a known setup");
    return status;
}

/* Returns whether the file has the first version of the format. */
static bool is_first_version(const struct yaml *format)
{
    return format && format->kind == YAML_SCALAR && strcmp(format->text, FIRST_FORMAT) == 0;
}

/* Reads format, variant, source, date, number of setups and log_partition. */
static enum status read_model_head(const struct reader *reader, const struct yaml *root,
                                   struct setup_model *model)
{
    const struct yaml *format = yaml_get(root, "format");
    if (format->kind != YAML_SCALAR || (strcmp(format->text, FORMAT) != 0 && !is_first_version(format)))
        return reader_fail(reader, format, "format", FORMAT " expected");
    enum status status = reader_read_origin(reader, root, &model->variant, model->source, model->date);
    if (!status)
        status = reader_read_count(reader, yaml_get(root, "setups"), "setups", UINT64_MAX, &model->count);
    if (!status)
        status = reader_read_number(reader, yaml_get(root, "log_partition"), "log_partition", -1e6, 1e6,
                                    &model->log_partition);
    return status;
}

/* Reads the quantiles, which must not fall. */
static enum status read_quantiles(const struct reader *reader, const struct yaml *node,
                                  struct setup_model *model)
{
    enum status status = reader_read_numbers(reader, node, "quantiles", MODEL_QUANTILES, -1e6, 1e6,
                                             model->quantile);
    for (int i = 1; i < MODEL_QUANTILES && !status; i++)
        if (model->quantile[i] < model->quantile[i - 1])
            status = reader_fail(reader, node, "quantiles", "number %d is below the one before", i + 1);
    return status;
}

/* Reads the parameters of bombed-in flags. */
static enum status read_bombed(const struct reader *reader, const struct yaml *node,
                               struct setup_model *model)
{
    return read_units(reader, node, "bombed", PIECES_A_SIDE, model->bombed);
}

/* The parts of a file. A part with one key is read from the key's value, the others from the root. */
static const struct {
    const char *key[KEYS_A_PART + 1];
    enum status (*read)(const struct reader *reader, const struct yaml *node, struct setup_model *model);
    bool in_first_version;
} parts[] = {
    {{"format", "source", "date", "setups", "log_partition"}, read_model_head, true},
    {{"quantiles"}, read_quantiles, true},
    {{"field"}, read_field, true},
    {{"bombed"}, read_bombed, true},
    {{"pairs"}, read_pairs, true},
    {{"shapes"}, read_shapes},
    {{"critic"}, read_critic},
    {{"known_share", "near_share", "holds", "discount", "known"}, read_known},
};
enum { PARTS = sizeof parts / sizeof *parts };

enum status setup_model_read_parts(const struct reader *reader, const struct yaml *root,
                                   struct setup_model *model)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < PARTS && !status; i++) {
        int keys = 0;
        while (parts[i].key[keys] && yaml_get(root, parts[i].key[keys]))
            keys++;
        if (!parts[i].key[keys]) /* all keys of the part are there */
            status = parts[i].read(reader, keys == 1 ? yaml_get(root, parts[i].key[0]) : root, model);
    }
    return status;
}

/* Checks that exactly the keys of the format's version are present and reads all parts. */
static enum status read_all_parts(const struct reader *reader, const struct yaml *root,
                                  struct setup_model *model)
{
    const char *keys[PARTS * KEYS_A_PART + 1] = {NULL};
    int count = 0;
    const bool first = is_first_version(yaml_get(root, "format"));
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; parts[i].key[k] && (parts[i].in_first_version || !first); k++)
            keys[count++] = parts[i].key[k];
    static const char *const optional[] = {"variant", NULL};
    enum status status = reader_check_keys(reader, root, "", keys, optional);
    return status ? status : setup_model_read_parts(reader, root, model);
}

void setup_model_make(struct setup_model *model)
{
    *model = (struct setup_model){.pair = memory_new(PIECES_A_SIDE, sizeof *model->pair),
                                  .shape = memory_new(SHAPES, sizeof *model->shape)};
}

enum status setup_model_parse(const char *name, const char *bytes, size_t size,
                              struct setup_model *model, struct error *error)
{
    struct yaml *root;
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (status)
        return status;
    struct reader reader = {name, error};
    setup_model_make(model);
    status = read_all_parts(&reader, root, model);
    yaml_drop(root);
    if (status)
        setup_model_free(model);
    return status;
}
