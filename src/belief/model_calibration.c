/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section "calibration" of a model file (belief/calibration.h). */
#include "belief/model_parts.h"

#include <math.h>
#include <stdio.h>

static const char *const step_keys[PLAYER_KINDS] = {"people_step_up", "programs_step_up"};

/* Returns whether the model has a calibration to be written. */
static bool has_calibration(const struct belief_model *model)
{
    return model->calibration.games > 0;
}

/* Appends the section "calibration": the heights of the curves, and the weights of steps up. */
static void write_calibration(const struct model_section *section, const struct belief_model *model,
                              struct text *out)
{
    const struct calibration *calibration = &model->calibration;
    text_printf(out,
                "# How sure a guess may be: the curves whose sum is the logarithm of the power that a\n"
                "# row of probabilities is raised to, and of others (behaviour_) whose sum says how much\n"
                "# more behaviour counts, each %d times its height at its knots.\n%s:\n"
                "  games: %llu\n", MODEL_RANK_UNITS, section->key, (unsigned long long)calibration->games);
    for (int i = 0; i < CALIBRATION_CURVES; i++) {
        const struct calibration_curve *curve = &calibration_curves[i];
        text_printf(out, "  # %s:", curve->meaning);
        for (int knot = 0; knot < curve->count; knot++)
            text_printf(out, " %g", (double)curve->at[knot]);
        text_printf(out, "\n  %s:", curve->name);
        for (int knot = 0; knot < curve->count; knot++)
            text_printf(out, " %ld", lround((double)calibration->height[curve->start + knot] *
                                            MODEL_RANK_UNITS));
        text_add(out, "\n");
    }
    text_add(out, "  # how much likelier a stronger, and an equal rank is of a piece that has just stepped\n"
             "  # up to a known one, by whose rank, F B S 2 3 4 5 6 7 8 9 X\n");
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
        text_printf(out, "  %s:\n", step_keys[player]);
        for (int known = 0; known < RANKS; known++)
            text_printf(out, "    - %ld %ld\n",
                        lround((double)calibration->step[player][known][STEP_STRONGER] * MODEL_RANK_UNITS),
                        lround((double)calibration->step[player][known][STEP_EQUAL] * MODEL_RANK_UNITS));
    }
}

/* Returns the memory for row i, of the known piece's rank i. */
static float *step_row_of(void *context, size_t i)
{
    float (*steps)[STEP_WEIGHTS] = context;
    return steps[i];
}

/* Reads the section. Curves and steps up that an older file does not have are 0. */
static enum status read_calibration(const struct model_section *section, const struct reader *reader,
                                    const struct yaml *node, struct belief_model *model)
{
    struct calibration *calibration = &model->calibration;
    const char *needed[] = {"games", NULL}, *optional[CALIBRATION_CURVES + PLAYER_KINDS + 1] = {NULL};
    char path[64];
    for (int i = 0; i < CALIBRATION_CURVES; i++)
        optional[i] = calibration_curves[i].name;
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++)
        optional[CALIBRATION_CURVES + player] = step_keys[player];
    enum status status = reader_check_keys(reader, node, section->key, needed, optional);
    snprintf(path, sizeof path, "%s.games", section->key);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "games"), path, UINT64_MAX, &calibration->games);
    for (int i = 0; i < CALIBRATION_CURVES && !status; i++) {
        const struct calibration_curve *curve = &calibration_curves[i];
        const struct yaml *heights = yaml_get(node, curve->name);
        snprintf(path, sizeof path, "%s.%s", section->key, curve->name);
        if (heights)
            status = model_read_ranks(reader, heights, path, (size_t)curve->count,
                                      calibration->height + curve->start);
    }
    for (enum player_kind player = 0; player < PLAYER_KINDS && !status; player++) {
        const struct yaml *steps = yaml_get(node, step_keys[player]);
        snprintf(path, sizeof path, "%s.%s", section->key, step_keys[player]);
        if (steps)
            status = model_read_rows(reader, steps, path, RANKS, STEP_WEIGHTS, model_read_ranks, step_row_of,
                                     calibration->step[player]);
    }
    return status;
}

/* Transfers the section to or from the packed form. */
static void pass_calibration(const struct model_section *section, struct passage *passage,
                             struct belief_model *model)
{
    (void)section;
    passage_bytes(passage, &model->calibration.games, sizeof model->calibration.games);
    passage_floats(passage, model->calibration.height, CALIBRATION_KNOTS);
    passage_floats(passage, model->calibration.step[0][0], PLAYER_KINDS * RANKS * STEP_WEIGHTS);
}

const struct model_section model_calibration_section = {
    .key = "calibration", .present = has_calibration,
    .read = read_calibration, .write = write_calibration, .pass = pass_calibration};
