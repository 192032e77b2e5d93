/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section "calibration": how sure the guesser may be. */
#include "belief/model_parts.h"

#include <math.h>
#include <stdio.h>

static bool has_calibration(const struct belief_model *model)
{
    return model->calibration.games > 0;
}

static void write_calibration(const struct model_section *section, const struct belief_model *model,
                              struct text *out)
{
    const struct calibration *calibration = &model->calibration;
    text_printf(out,
                "# How sure a guess may be: the curves whose sum is the logarithm of the power that a\n"
                "# row of probabilities is raised to, each %d times its height at its knots.\n%s:\n"
                "  games: %llu\n", MODEL_RANK_UNITS, section->key, (unsigned long long)calibration->games);
    for (int i = 0; i < CALIBRATION_SIGNS; i++) {
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
}

static enum status read_calibration(const struct model_section *section, const struct reader *reader,
                                    const struct yaml *node, struct belief_model *model)
{
    struct calibration *calibration = &model->calibration;
    const char *needed[CALIBRATION_SIGNS + 2] = {"games"};
    char path[64];
    for (int i = 0; i < CALIBRATION_SIGNS; i++)
        needed[i + 1] = calibration_curves[i].name;
    enum status status = reader_keys(reader, node, section->key, needed, NULL);
    snprintf(path, sizeof path, "%s.games", section->key);
    if (!status)
        status = reader_count(reader, yaml_get(node, "games"), path, UINT64_MAX, &calibration->games);
    for (int i = 0; i < CALIBRATION_SIGNS && !status; i++) {
        const struct calibration_curve *curve = &calibration_curves[i];
        snprintf(path, sizeof path, "%s.%s", section->key, curve->name);
        status = model_read_ranks(reader, yaml_get(node, curve->name), path, (size_t)curve->count,
                                  calibration->height + curve->start);
    }
    return status;
}

static void pass_calibration(const struct model_section *section, struct passage *passage,
                             struct belief_model *model)
{
    (void)section;
    passage_bytes(passage, &model->calibration.games, sizeof model->calibration.games);
    passage_floats(passage, model->calibration.height, CALIBRATION_KNOTS);
}

const struct model_section model_calibration_section = {
    .key = "calibration", .present = has_calibration,
    .read = read_calibration, .write = write_calibration, .pass = pass_calibration};
