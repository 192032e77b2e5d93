/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/complete_value.h"

#include "base/embedded.h"
#include "console/load.h"
#include "game/notation.h"
#include "game/variant.h"
#include "plan/planner.h"
#include "profile/layers.h"
#include "setup/store.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add(const struct value_typed *value, const char *text, bool open, struct completions *completions)
{
    completions_add(completions, value->prefix, text, value->text, open);
}

/* The rest of a value behind its first `size` bytes. */
static struct value_typed rest_of(const struct value_typed *value, size_t size, struct text *prefix)
{
    struct value_typed rest = *value;
    text_printf(prefix, "%s%.*s", value->prefix, (int)size, value->text);
    rest.prefix = text_string(prefix);
    rest.text = value->text + size;
    return rest;
}

/* --- files --- */

static bool is_yaml(const char *name)
{
    size_t size = strlen(name);
    return (size > 5 && strcmp(name + size - 5, ".yaml") == 0) ||
           (size > 4 && strcmp(name + size - 4, ".yml") == 0);
}

/* The entries of the folder that the text names, folders with a slash; hidden ones where a dot is typed. A
 * name that would be taken for a flag has "./" before it. */
static void add_files(const struct value_typed *value, struct completions *completions)
{
    const char *slash = strrchr(value->text, '/');
    struct text prefix = {0};
    struct value_typed name = rest_of(value, slash ? (size_t)(slash - value->text) + 1 : 0, &prefix);
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - value->text) + 1 : 1, slash ? value->text :
             ".");
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        char path[PATH_MAX + sizeof entry->d_name + 1];
        struct stat about;
        const char *it = entry->d_name;
        if (strcmp(it, ".") == 0 || strcmp(it, "..") == 0 || (it[0] == '.' && name.text[0] != '.'))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, it);
        bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
        const char *here = it[0] == '-' && !*name.prefix && !*name.text ? "./" : "";
        snprintf(path, sizeof path, "%s%s%s", here, it, is_folder ? "/" : "");
        if (is_folder ||
            (value->row->kind != VALUE_FOLDER && (value->row->kind != VALUE_PROFILE || is_yaml(it))))
            add(&name, path, is_folder, completions);
    }
    if (entries)
        closedir(entries);
    text_free(&prefix);
}

static void add_setups(const struct value_typed *value, struct completions *completions)
{
    struct stored_setup *list = NULL;
    size_t count = 0;
    if (store_list(&list, &count, NULL, NULL) == STATUS_OK)
        for (size_t i = 0; i < count; i++)
            add(value, list[i].name, false, completions);
    free(list);
}

static void add_profiles(const struct value_typed *value, struct completions *completions)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count};
    char (*names)[LAYER_NAME] = NULL;
    size_t count = layers_list(&layers, &names, NULL);
    for (size_t i = 0; i < count; i++)
        add(value, names[i], false, completions);
    free(names);
}

/* --- options --- */

/* The words that an option of this key takes. */
static void add_settings(const struct value_typed *value, const char *key, struct completions *completions)
{
    static const char *const flag_words[] = {"no", "yes", NULL};
    const struct settings *settings = &value->session->settings;
    int index = key ? settings_find(settings, key) : -1;
    const struct option *option = index < 0 ? NULL : settings_option(settings, index, NULL);
    const char *const *words = !option ? NULL : option->type == OPTION_FLAG ? flag_words : option->words;
    for (int i = 0; words && words[i]; i++)
        add(value, words[i], false, completions);
}

/* Groups, and once a group is typed, its keys; `end` is what follows a key in the same word. */
static void add_keys(const struct value_typed *value, const char *end, struct completions *completions)
{
    const struct settings *settings = &value->session->settings;
    bool whole = strchr(value->text, '.');
    for (const struct option_group *const *group = settings->groups; *group; group++) {
        char key[OPTION_KEY_TEXT + 2];
        for (size_t i = 0; whole && i < (*group)->count; i++) {
            snprintf(key, sizeof key, "%s.%s%s", (*group)->name, (*group)->options[i].key, end);
            add(value, key, *end, completions);
        }
        if (whole)
            continue;
        if (!*end)
            add(value, (*group)->name, false, completions);
        snprintf(key, sizeof key, "%s.", (*group)->name);
        add(value, key, true, completions);
    }
}

/* KEY=VALUE: options of the group (NULL: of none) without its name, and of all groups with it; in an agent's
 * name "profile=" too. */
static void add_option(const struct value_typed *word, const char *group, bool of_agent,
                       struct completions *completions)
{
    size_t size = strcspn(word->text, "=");
    struct text prefix = {0};
    if (word->text[size] == '=') {
        char key[OPTION_KEY_TEXT];
        struct value_typed rest = rest_of(word, size + 1, &prefix);
        bool whole = memchr(word->text, '.', size) || !group;
        snprintf(key, sizeof key, "%s%s%.*s", whole ? "" : group, whole ? "" : ".", (int)size, word->text);
        if (of_agent && size == strlen("profile") && memcmp(word->text, "profile", size) == 0)
            add_profiles(&rest, completions);
        else
            add_settings(&rest, key, completions);
        text_free(&prefix);
        return;
    }
    if (of_agent)
        add(word, "profile=", true, completions);
    for (const struct option_group *const *other = option_groups; *other && group; other++)
        for (size_t i = 0; strcmp((*other)->name, group) == 0 && i < (*other)->count; i++) {
            char key[OPTION_KEY_TEXT];
            snprintf(key, sizeof key, "%s=", (*other)->options[i].key);
            add(word, key, true, completions);
        }
    if (*word->text)
        add_keys(word, "=", completions);
}

/* --- agents --- */

/* Names, and what may follow "NAME:" or a comma. */
static void add_agents(const struct value_typed *value, struct completions *completions)
{
    const char *colon = strchr(value->text, ':');
    if (colon) {
        int index = agent_index(value->text);
        const char *comma = strrchr(colon, ',');
        struct text prefix = {0};
        struct value_typed word = rest_of(value, (size_t)((comma ? comma : colon) - value->text) + 1,
                                          &prefix);
        if (index >= (int)agent_count && !comma)
            add_files(&word, completions);
        else if (index >= 0)
            add_option(&word, agent_table[index]->options, true, completions);
        text_free(&prefix);
        return;
    }
    for (size_t i = 0; i < agent_count + agent_outside_count; i++) {
        char name[80];
        if (i < agent_count)
            add(value, agent_table[i]->name, false, completions);
        snprintf(name, sizeof name, "%s:", agent_table[i]->name);
        add(value, name, true, completions);
    }
}

/* --- the board --- */

static void add_squares(const struct value_typed *value, const char *end, struct completions *completions)
{
    for (int square = 0; square < SQUARES; square++) {
        char name[SQUARE_TEXT], text[SQUARE_TEXT + 2];
        square_write(square, session_notation(value->session), name);
        snprintf(text, sizeof text, "%s%s", name, end);
        if (!square_is_lake(square))
            add(value, text, *end, completions);
    }
}

static void add_ranks(const struct value_typed *value, struct completions *completions)
{
    for (int rank = 0; rank < RANKS; rank++) {
        const char symbol[2] = {rank_write(rank, session_notation(value->session))};
        add(value, symbol, false, completions);
        add(value, rank_table[rank].name, false, completions);
    }
}

/* "e7=X" */
static void add_notes(const struct value_typed *value, struct completions *completions)
{
    const char *sign = strchr(value->text, '=');
    struct text prefix = {0};
    if (sign) {
        struct value_typed rank = rest_of(value, (size_t)(sign - value->text) + 1, &prefix);
        add_ranks(&rank, completions);
    } else {
        add_squares(value, "=", completions);
    }
    text_free(&prefix);
}

/* The legal moves of the game at hand, where the person may know them. */
static void add_moves(const struct value_typed *value, struct completions *completions)
{
    const struct session *session = value->session;
    struct error why;
    if (!session->game || load_may_show(session, NULL, NULL, game_to_move(session->game), &why))
        return;
    struct move moves[MOVES_MAX];
    const struct board *board = &session->game->position.board;
    int count = position_outcome(&session->game->position).result == RESULT_OPEN ?
        board_moves(board, moves) : 0;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT];
        add(value, move_write(moves[i], board->at[moves[i].to] < PIECES, session_notation(session), text),
            false,
            completions);
    }
}

/* --- all kinds --- */

/* Where the names of a row go. */
struct named {
    const struct value_typed *value;
    struct completions *completions;
};

static void take_name(void *context, const char *name)
{
    const struct named *named = context;
    size_t size = strlen(name);
    add(named->value, name, size && name[size - 1] == '=', named->completions);
}

/* A text of which more is known. */
static void add_text(const struct value_typed *value, struct completions *completions)
{
    struct named named = {value, completions};
    if (value->row->group)
        add_option(value, value->row->group, false, completions);
    if (value->row->names)
        value->row->names(take_name, &named);
}

void complete_value(const struct value_typed *value, struct completions *completions)
{
    static const char *const sides[] = {"red", "blue", NULL};
    const struct argument *row = value->row;
    const char *const *words = row->kind == VALUE_SIDE ? sides : row->kind == VALUE_CHOICE ? row->words :
        NULL;
    for (int i = 0; words && words[i]; i++)
        add(value, words[i], false, completions);
    if (row->sets || row->kind == VALUE_SETTING)
        add_settings(value, row->sets ? row->sets : value->before, completions);
    switch (row->kind) {
    case VALUE_FILE:
    case VALUE_FOLDER: add_files(value, completions); break;
    case VALUE_SETUP: add_setups(value, completions); break;
    case VALUE_SETUP_FILE:
        add_setups(value, completions);
        add_files(value, completions);
        break;
    case VALUE_PROFILE:
        add_profiles(value, completions);
        add_files(value, completions);
        break;
    case VALUE_AGENT: add_agents(value, completions); break;
    case VALUE_KEY: add_keys(value, "", completions); break;
    case VALUE_SQUARE: add_squares(value, "", completions); break;
    case VALUE_RANK:
    case VALUE_RANKS: add_ranks(value, completions); break;
    case VALUE_NOTE: add_notes(value, completions); break;
    case VALUE_MOVE: add_moves(value, completions); break;
    case VALUE_PLAN:
        for (int i = 0; i < plan_kind_count; i++)
            add(value, plan_kind_table[i]->name, false, completions);
        break;
    case VALUE_VARIANT:
        for (size_t i = 0; i < variant_count; i++)
            add(value, variant_table[i].name, false, completions);
        break;
    case VALUE_TEXT: add_text(value, completions); break;
    default: break; /* nothing is known of numbers */
    }
}
