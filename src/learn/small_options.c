/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/small_learn.h"

#include <stdbool.h>
#include <string.h>

struct small_options small_options_for(enum small_method method, const char *game)
{
    bool kuhn = strcmp(game, "kuhn") == 0;
    struct small_options options = {
        .method = method, .steps = 8000, .batch = 2048, .layers = 2, .width = 128,
        .adam = {.rate = 0.003, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8, .clip_value = 10000},
        .last_rate = 0.05, .average = 0.005, .explore = 0.1, .value_weight = 0.2, .vtrace = vtrace_standard,
        .value_lambda = 1, .iteration = 800, .floor = 0.3, .neurd = neurd_paper, .pooled = true,
        .visit_power = 0.5, .passes = 4, .clip = 0.2, .magnet = 1, .last_magnet = 0.3, .behaviour = 1,
        .share = 1};
    if (kuhn) {
        options.steps = 2000;
        options.batch = 512;
        options.width = 32;
        options.iteration = 200;
        options.floor = 0.1;
        options.magnet = 0.2;
        options.last_magnet = 0.05;
    }
    if (method == SMALL_PPO) {
        options.explore = 0;
        options.vtrace.lambda = 0.5;
        options.value_lambda = 0.8;
    }
    return options;
}
