/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections "people_habits" and "programs_habits" of a model file (belief/habits.h). */
#include "belief/model_parts.h"

#include <stdio.h>

/* Returns whether the model has habits to be written. Those of programs are learnt with those of people. */
static bool has_habits(const struct belief_model *model)
{
    return model->habits.learnt[PLAYER_PEOPLE].games > 0;
}

/* Appends a section of habits: the weights for one kind of player, a row for each feature. */
static void write_habits(const struct model_section *section, const struct belief_model *model,
                         struct text *out)
{
    const struct habit_weights *habits = &model->habits;
    text_printf(out, "# What a hidden piece did and did not do: a row a feature, in it %d times the weight\n"
                "# for each rank, F B S 2 3 4 5 6 7 8 9 X.\n%s:\n  games: %llu\n  pieces: %llu\n",
                MODEL_RANK_UNITS, section->key, (unsigned long long)habits->learnt[section->player].games,
                (unsigned long long)habits->learnt[section->player].pieces);
    for (int group = 0; group < HABIT_GROUPS; group++) {
        const struct habit_group *row = &habit_table[group];
        text_printf(out, "  # %s\n  %s:\n", row->meaning, row->name);
        for (int i = 0; i < row->size; i++) {
            text_add(out, "    - ");
            model_write_ranks(habits->weight[row->start + i][section->player], out);
        }
    }
}

/* The rows of one group of features, for habit_row_of. */
struct habit_rows {
    struct habit_weights *habits;
    int start, player;
};

/* Returns the memory for row i of a group. */
static float *habit_row_of(void *context, size_t i)
{
    struct habit_rows *rows = context;
    return rows->habits->weight[(size_t)rows->start + i][rows->player];
}

/* Reads the weights that write_habits writes. */
static enum status read_habits(const struct model_section *section, const struct reader *reader,
                               const struct yaml *node, struct belief_model *model)
{
    struct habit_weights *habits = &model->habits;
    const char *key = section->key, *needed[HABIT_GROUPS + 3] = {"games", "pieces"};
    char path[64];
    for (int group = 0; group < HABIT_GROUPS; group++)
        needed[group + 2] = habit_table[group].name;
    enum status status = reader_check_keys(reader, node, key, needed, NULL);
    snprintf(path, sizeof path, "%s.games", key);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "games"), path, UINT64_MAX,
                                   &habits->learnt[section->player].games);
    snprintf(path, sizeof path, "%s.pieces", key);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "pieces"), path, UINT64_MAX,
                                   &habits->learnt[section->player].pieces);
    for (int group = 0; group < HABIT_GROUPS && !status; group++) {
        const struct habit_group *row = &habit_table[group];
        struct habit_rows rows = {habits, row->start, section->player};
        snprintf(path, sizeof path, "%s.%s", key, row->name);
        status = model_read_rows(reader, yaml_get(node, row->name), path, (size_t)row->size, RANKS,
                                 model_read_ranks, habit_row_of, &rows);
    }
    return status;
}

/* Transfers a section to or from the packed form. */
static void pass_habits(const struct model_section *section, struct passage *passage,
                        struct belief_model *model)
{
    struct habit_weights *habits = &model->habits;
    passage_bytes(passage, &habits->learnt[section->player], sizeof habits->learnt[section->player]);
    for (int i = 0; i < HABIT_FEATURES; i++)
        passage_floats(passage, habits->weight[i][section->player], RANKS);
}

const struct model_section model_people_habits_section = {
    .key = "people_habits", .player = PLAYER_PEOPLE, .present = has_habits,
    .read = read_habits, .write = write_habits, .pass = pass_habits};
const struct model_section model_programs_habits_section = {
    .key = "programs_habits", .player = PLAYER_PROGRAMS, .present = has_habits,
    .read = read_habits, .write = write_habits, .pass = pass_habits};
