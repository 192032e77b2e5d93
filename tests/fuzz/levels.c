/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes ladder_parse: what is read has its fields in range, and each level in each style is recognised by
 * its spec, or is that of one before it. */
#include "fuzz/fuzz.h"
#include "agent/agent.h"
#include "play/ladder.h"

static bool is_share(double score)
{
    return score >= 0 && score <= 1;
}

static void check_level(const struct ladder *ladder, size_t at)
{
    const struct level *level = &ladder->levels[at];
    char spec[PLAYER_NAME_MAX], words[PLAYER_WORDS];
    int found, style_found;
    fuzz_demand(level->name[0] && level->about[0], "a level has a name and a sentence");
    fuzz_demand(ladder_level(ladder, level->name) == (int)at, "a level is found by its name");
    fuzz_demand(agent_index(level->agent) >= 0, "its agent is one");
    fuzz_demand(is_share(level->random) && is_share(level->below), "scores are from 0 to 1");
    for (int style = NO_STYLE; style < (int)ladder->style_count; style++) {
        ladder_write_spec(ladder, level->agent, style, spec);
        fuzz_demand(ladder_recognise(ladder, spec, &found, &style_found), "a level is known by its spec");
        fuzz_demand(found <= (int)at, "the first of its spec is found");
        fuzz_demand(ladder_player_name(ladder, spec, words)[0] != '\0', "it has a name");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ladder ladder;
    struct error error = {.text = ""};
    enum status status = ladder_parse(&ladder, "f", (const char *)data, size, &error);
    if (status) {
        fuzz_check_error(status, &error);
        return 0;
    }
    fuzz_demand(ladder.count > 0 && ladder.count <= LEVELS_MAX, "there is a level, and not too many");
    fuzz_demand(ladder.style_count > 0 && ladder.style_count <= STYLES_MAX, "and as many styles");
    for (size_t i = 0; i < ladder.count; i++)
        check_level(&ladder, i);
    return 0;
}
