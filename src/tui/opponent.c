/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/opponent.h"

#include "base/embedded.h"
#include "profile/layers.h"

#include <stdio.h>
#include <string.h>

/* The agent that uses plans: it has styles, and plays the user's own profiles. */
static const char planner_agent[] = "invincible";

/* A parsed spec. */
struct opponent {
    bool by_level;       /* a level, or one of the user's own profiles */
    int level;           /* index of the level; -1: a profile or agent */
    const char *profile; /* name of the profile, within the spec; NULL: none */
    int agent;           /* no level: index in agent_table; -1: none, or with explicit options */
    int style;
    bool has_styles;
};

/* Parses a spec: of a level, or of an agent with the options of a profile or its own. An agent with own
 * options is none of those that the form offers; its index is -1. */
static void parse_spec(const struct ladder *ladder, const char *spec, struct opponent *opponent)
{
    size_t size = strcspn(spec, ":");
    bool plans = size == strlen(planner_agent) && strncmp(spec, planner_agent, size) == 0;
    *opponent = (struct opponent){.level = -1, .agent = agent_index(spec)};
    if (ladder_recognise(ladder, spec, &opponent->level, &opponent->style)) {
        opponent->by_level = true;
        opponent->has_styles = ladder->levels[opponent->level].styles;
        return;
    }
    opponent->level = -1;
    opponent->profile = ladder_profile(ladder, spec, &opponent->style);
    opponent->by_level = plans && opponent->profile; /* the form lists these profiles after the levels */
    if (spec[size] && opponent->style == NO_STYLE)
        opponent->agent = -1;
    opponent->has_styles = plans && (opponent->profile || opponent->agent >= 0);
}

/* Returns where profiles are read from: the embedded files and the user's regular files. */
static struct layers profile_layers(void)
{
    return (struct layers){.files = embedded_table, .count = embedded_count, .regular = true};
}

/* Lists the profiles that only the user has. */
static void list_user_profiles(struct string_list *profiles)
{
    const struct layers layers = profile_layers();
    struct string_list all = {0};
    layers_list(&layers, &all, NULL);
    for (size_t i = 0; i < all.count; i++)
        if (!layers_is_embedded(&layers, all.items[i]))
            string_list_add(profiles, all.items[i]);
    string_list_free(&all);
}

/* Fills in value and help of the row for the level. If the spec's options cannot be read, the help is the
 * error. */
static void describe_level(const struct session *session, const struct ladder *ladder,
                           const struct opponent *opponent, const char *spec, struct form_words *words)
{
    char help[sizeof words->help];
    if (!opponent->by_level) {
        form_set(words, opponent->agent >= 0 ? "-" : "as given",
                 opponent->agent < 0    ? "by the options given"
                 : opponent->has_styles ? "by your options as they are" : "this opponent has no levels");
        return;
    }
    if (opponent->profile) {
        const struct layers layers = profile_layers();
        char description[sizeof words->help - 16];
        if (*layers_about(&layers, opponent->profile, description, sizeof description))
            snprintf(help, sizeof help, "your profile: %s", description);
        else
            snprintf(help, sizeof help, "your profile; its first line, if a comment, stands here");
        form_set(words, opponent->profile, help);
    } else {
        form_set(words, ladder->levels[opponent->level].name, ladder->levels[opponent->level].about);
    }
    /* Reports an invalid spec before a game is started with it. */
    struct settings spec_settings = {0};
    struct error error;
    if (agent_settings(spec, &session->settings, &spec_settings, &error) != STATUS_OK) {
        const char *place = strstr(error.text, ".yaml:"); /* the file's name is the level's, and long */
        snprintf(words->help, sizeof words->help, "broken, %.140s",
                 place ? place + strlen(".yaml:") : error.text);
    }
    settings_free(&spec_settings);
}

void opponent_words(const struct session *session, uint8_t variant, const char *spec, enum opponent_row row,
                    struct form_words *words)
{
    const struct ladder *ladder = ladders_for_variant(session->ladders, variant);
    struct opponent opponent;
    parse_spec(ladder, spec, &opponent);
    int agent = agent_index(spec), style = opponent.style;
    if (row == OPPONENT_LEVEL)
        describe_level(session, ladder, &opponent, spec, words);
    else if (row == OPPONENT_KIND && opponent.by_level)
        form_set(words, "by level", "by how strong it is: the next row");
    else if (row == OPPONENT_KIND)
        form_set(words, opponent.agent >= 0 ? agent_table[opponent.agent]->name : spec,
                 agent >= 0 ? agent_table[agent]->help : "");
    else if (style != NO_STYLE)
        form_set(words, ladder->styles[style].name, ladder->styles[style].about);
    else if (opponent.has_styles)
        form_set(words, "plain", "neither careful nor bold");
    else
        form_set(words, "-", opponent.level >= 0 ? "this level has no styles"
                                                 : "this opponent has no styles");
}

/* Returns the next (step 1) or previous (-1) index of a list of `count`, cyclic. From -1 (not in the list) it
 * is the first or the last. */
static int cycle_index(int index, int step, size_t count)
{
    return index < 0 ? (step > 0 ? 0 : (int)count - 1) : (index + step + (int)count) % (int)count;
}

/* Returns the index of an opponent in the list of levels, the user's profiles and agents. Returns -1 if it is
 * not in it. */
static int choice_index(const struct ladder *ladder, const struct opponent *opponent,
                        const struct string_list *profiles)
{
    if (opponent->level >= 0)
        return opponent->level;
    for (size_t i = 0; opponent->by_level && i < profiles->count; i++)
        if (strcmp(profiles->items[i], opponent->profile) == 0)
            return (int)(ladder->count + i);
    int first_agent = (int)(ladder->count + profiles->count);
    return opponent->by_level || opponent->agent < 0 ? -1 : first_agent + opponent->agent;
}

/* Writes the spec of the choice with that index. */
static void write_choice_spec(const struct ladder *ladder, const struct string_list *profiles, int index,
                              char spec[PLAYER_NAME_MAX])
{
    int levels = (int)ladder->count, first_agent = levels + (int)profiles->count;
    if (index < levels)
        snprintf(spec, PLAYER_NAME_MAX, "%s", ladder->levels[index].agent);
    else if (index < first_agent)
        snprintf(spec, PLAYER_NAME_MAX, "%s:profile=%s", planner_agent, profiles->items[index - levels]);
    else
        snprintf(spec, PLAYER_NAME_MAX, "%s", agent_table[index - first_agent]->name);
}

void opponent_words_any(const struct session *session, uint8_t variant, const char *spec,
                        struct form_words *words)
{
    const struct ladder *ladder = ladders_for_variant(session->ladders, variant);
    struct opponent opponent;
    char name[PLAYER_WORDS];
    parse_spec(ladder, spec, &opponent);
    opponent_words(session, variant, spec, opponent.by_level ? OPPONENT_LEVEL : OPPONENT_KIND, words);
    snprintf(words->value, sizeof words->value, "%.*s", PLAYER_NAME_MAX - 1,
             ladder_player_name(ladder, spec, name));
}

void opponent_cycle(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX],
                    enum opponent_row row, int step)
{
    const struct ladder *ladder = ladders_for_variant(session->ladders, variant);
    struct opponent opponent;
    char before[PLAYER_NAME_MAX];
    snprintf(before, sizeof before, "%s", spec);
    parse_spec(ladder, before, &opponent);
    char agent[PLAYER_NAME_MAX];
    if (row == OPPONENT_KIND) { /* "by level" comes after the agents */
        int index = cycle_index(opponent.by_level ? (int)agent_count : opponent.agent, step, agent_count + 1);
        snprintf(spec, PLAYER_NAME_MAX, "%s",
                 index == (int)agent_count ? ladder->levels[0].agent : agent_table[index]->name);
    } else if (row == OPPONENT_LEVEL && opponent.by_level) {
        struct string_list profiles = {0};
        list_user_profiles(&profiles);
        int index = cycle_index(choice_index(ladder, &opponent, &profiles), step,
                                ladder->count + profiles.count);
        bool is_profile = index >= (int)ladder->count; /* a user's profile, after the levels */
        bool styles = is_profile || ladder->levels[index].styles;
        write_choice_spec(ladder, &profiles, index, agent);
        ladder_write_spec(ladder, agent, styles ? opponent.style : NO_STYLE, spec);
        string_list_free(&profiles);
    } else if (row == OPPONENT_STYLE && opponent.has_styles) {
        /* No style is the first of the cycle. */
        int style = cycle_index(opponent.style - NO_STYLE, step, ladder->style_count + 1) + NO_STYLE;
        bool has_profile = opponent.level < 0 && opponent.profile;
        snprintf(agent, sizeof agent, "%s%s%s",
                 opponent.level >= 0 ? ladder->levels[opponent.level].agent : planner_agent,
                 has_profile ? ":profile=" : "", has_profile ? opponent.profile : "");
        ladder_write_spec(ladder, agent, style, spec);
    }
}

void opponent_cycle_any(const struct session *session, uint8_t variant, char spec[PLAYER_NAME_MAX], int step)
{
    const struct ladder *ladder = ladders_for_variant(session->ladders, variant);
    struct opponent opponent;
    struct string_list profiles = {0};
    list_user_profiles(&profiles);
    parse_spec(ladder, spec, &opponent);
    int index = cycle_index(choice_index(ladder, &opponent, &profiles), step,
                            ladder->count + profiles.count + agent_count);
    bool level = index < (int)ladder->count, own = !level && index < (int)(ladder->count + profiles.count);
    char agent[PLAYER_NAME_MAX];
    write_choice_spec(ladder, &profiles, index, agent);
    /* The style stays where there are styles. */
    bool styles = own || (level && ladder->levels[index].styles);
    ladder_write_spec(ladder, agent, styles ? opponent.style : NO_STYLE, spec);
    string_list_free(&profiles);
}

/* Writes the spec of the chosen opponent in another variant. */
static void convert_level(const struct session *session, const struct opponent_choice *chosen, uint8_t to,
                          char spec[PLAYER_NAME_MAX])
{
    const struct ladder *before = ladders_for_variant(session->ladders, chosen->variant);
    const struct ladder *ladder = ladders_for_variant(session->ladders, to);
    int level, style, other;
    snprintf(spec, PLAYER_NAME_MAX, "%s", chosen->spec);
    if (ladder_recognise(ladder, spec, &level, &other) || !ladder_recognise(before, spec, &level, &style))
        return;
    /* The level of the same name, or of the next lower name that exists. */
    int found = -1;
    while (level >= 0 && found < 0)
        found = ladder_level(ladder, before->levels[level--].name);
    const struct level *same = &ladder->levels[found < 0 ? 0 : found];
    if (style != NO_STYLE)
        style = same->styles ? ladder_style(ladder, before->styles[style].name) : NO_STYLE;
    ladder_write_spec(ladder, same->agent, style, spec);
}

void opponent_change_variant(const struct session *session, struct opponent_choice *chosen,
                             char spec[PLAYER_NAME_MAX], uint8_t from, uint8_t to)
{
    char converted[PLAYER_NAME_MAX] = "";
    if (*chosen->spec)
        convert_level(session, chosen, from, converted);
    /* The user has changed the spec since: it is the new choice. */
    if (strcmp(converted, spec) != 0) {
        snprintf(chosen->spec, sizeof chosen->spec, "%s", spec);
        chosen->variant = from;
    }
    convert_level(session, chosen, to, spec);
}
