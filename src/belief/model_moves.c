/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections "people" and "programs" of a model file: the move models (belief/move_model.h). */
#include "belief/model_parts.h"

#include <stdio.h>

/* Appends the move model of one kind of player: numbers of games and moves, and the weights. */
static void write_move_model(const struct model_section *section, const struct belief_model *model,
                             struct text *out)
{
    const struct move_model *move_model = &model->move_model[section->player];
    text_printf(out, "# How %s move: a row a feature, in it %d times the weight for each rank,\n"
                "# F B S 2 3 4 5 6 7 8 9 X. A mark tells a game that was learnt from.\n%s:\n  games: %llu\n"
                "  moves: %llu\n", section->key, MODEL_RANK_UNITS, section->key,
                (unsigned long long)move_model->games, (unsigned long long)move_model->moves);
    model_write_fingerprints("marks", &model->fingerprints[section->player], out);
    for (int group = 0; group < FEATURE_GROUPS; group++) {
        const struct feature_group_row *row = &feature_table[group];
        text_printf(out, "  # %s\n  %s:\n", row->meaning, row->name);
        for (int i = 0; i < row->size; i++) {
            text_add(out, "    - ");
            model_write_ranks(move_model->weight[row->start + i], out);
        }
    }
}

/* The rows of one group of features, for move_model_row. */
struct feature_rows {
    struct move_model *move_model;
    int start;
};

/* Returns the memory for row i of a group. */
static float *move_model_row(void *context, size_t i)
{
    struct feature_rows *rows = context;
    return rows->move_model->weight[(size_t)rows->start + i];
}

/* Reads the move model that write_move_model writes. */
static enum status read_move_model(const struct model_section *section, const struct reader *reader,
                                   const struct yaml *node, struct belief_model *model)
{
    struct move_model *move_model = &model->move_model[section->player];
    const char *key = section->key;
    const char *needed[FEATURE_GROUPS + 4] = {"games", "moves", "marks"};
    char path[64];
    for (int group = 0; group < FEATURE_GROUPS; group++)
        needed[group + 3] = feature_table[group].name;
    enum status status = reader_check_keys(reader, node, key, needed, NULL);
    snprintf(path, sizeof path, "%s.games", key);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "games"), path, UINT64_MAX, &move_model->games);
    snprintf(path, sizeof path, "%s.moves", key);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "moves"), path, UINT64_MAX, &move_model->moves);
    snprintf(path, sizeof path, "%s.marks", key);
    if (!status)
        status = model_read_fingerprints(reader, yaml_get(node, "marks"), path,
                                         &model->fingerprints[section->player]);
    for (int group = 0; group < FEATURE_GROUPS && !status; group++) {
        const struct feature_group_row *row = &feature_table[group];
        struct feature_rows rows = {move_model, row->start};
        snprintf(path, sizeof path, "%s.%s", key, row->name);
        status = model_read_rows(reader, yaml_get(node, row->name), path, (size_t)row->size, RANKS,
                                 model_read_ranks, move_model_row, &rows);
    }
    return status;
}

/* Transfers a section to or from the packed form. */
static void pass_move_model(const struct model_section *section, struct passage *passage,
                            struct belief_model *model)
{
    struct move_model *move_model = &model->move_model[section->player];
    passage_bytes(passage, &move_model->games, sizeof move_model->games);
    passage_bytes(passage, &move_model->moves, sizeof move_model->moves);
    passage_floats(passage, move_model->weight[0], MOVE_FEATURES * RANKS);
    passage_fingerprints(passage, &model->fingerprints[section->player]);
}

const struct model_section model_people_section = {
    .key = "people", .player = PLAYER_PEOPLE,
    .read = read_move_model, .write = write_move_model, .pass = pass_move_model};
const struct model_section model_programs_section = {
    .key = "programs", .player = PLAYER_PROGRAMS,
    .read = read_move_model, .write = write_move_model, .pass = pass_move_model};
