/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/complete_value.h"

#include "base/disk.h"
#include "base/embedded.h"
#include "console/load.h"
#include "game/notation.h"
#include "game/variant.h"
#include "plan/planner.h"
#include "profile/layers.h"
#include "setup/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Adds one possible text of a value (completions_add with the value's prefix and typed part). */
static void add_value_text(const struct value_typed *value, const char *text, bool open,
                           struct completions *completions)
{
    completions_add(completions, value->prefix, text, value->text, open);
}

/* Returns the part of a value after its first `size` bytes, which are moved to the prefix; *prefix owns the
 * new prefix. */
static struct value_typed value_rest(const struct value_typed *value, size_t size, struct text *prefix)
{
    struct value_typed rest = *value;
    text_printf(prefix, "%s%.*s", value->prefix, (int)size, value->text);
    rest.prefix = text_string(prefix);
    rest.text = value->text + size;
    return rest;
}

/* --- files --- */

/* Returns whether a file name ends in .yaml or .yml. */
static bool is_yaml(const char *name)
{
    size_t size = strlen(name);
    return (size > 5 && strcmp(name + size - 5, ".yaml") == 0) ||
           (size > 4 && strcmp(name + size - 4, ".yml") == 0);
}

/* Adds the entries of the folder that the typed text names; folders get a slash. Hidden entries are added
 * only if a dot is typed. "./" is put before a name that would look like a flag. */
static void add_files(const struct value_typed *value, struct completions *completions)
{
    const char *slash = strrchr(value->text, '/');
    struct text prefix = {0};
    struct string_list names = {0};
    struct value_typed name = value_rest(value, slash ? (size_t)(slash - value->text) + 1 : 0, &prefix);
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - value->text) + 1 : 1, slash ? value->text :
             ".");
    disk_list_names(folder, "", &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
        char path[PATH_MAX + NAME_MAX + 2];
        struct stat about;
        const char *file = names.items[i];
        if (file[0] == '.' && name.text[0] != '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file);
        bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
        const char *path_prefix = file[0] == '-' && !*name.prefix && !*name.text ? "./" : "";
        snprintf(path, sizeof path, "%s%s%s", path_prefix, file, is_folder ? "/" : "");
        if (is_folder ||
            (value->row->kind != VALUE_FOLDER && (value->row->kind != VALUE_PROFILE || is_yaml(file))))
            add_value_text(&name, path, is_folder, completions);
    }
    string_list_free(&names);
    text_free(&prefix);
}

/* Adds the names of the stored setups. */
static void add_setups(const struct value_typed *value, struct completions *completions)
{
    struct stored_setup *list = NULL;
    size_t count = 0;
    if (store_list(&list, &count, NULL, NULL) == STATUS_OK)
        for (size_t i = 0; i < count; i++)
            add_value_text(value, list[i].name, false, completions);
    free(list);
}

/* Adds the names of the profiles, built-in and the user's. */
static void add_profiles(const struct value_typed *value, struct completions *completions)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count};
    struct string_list names = {0};
    layers_list(&layers, &names, NULL);
    for (size_t i = 0; i < names.count; i++)
        add_value_text(value, names.items[i], false, completions);
    string_list_free(&names);
}

/* --- options --- */

/* Adds the words that the option `key` accepts. Adds nothing for an unknown key or a number. */
static void add_settings(const struct value_typed *value, const char *key, struct completions *completions)
{
    static const char *const flag_words[] = {"no", "yes", NULL};
    const struct settings *settings = &value->session->settings;
    int index = key ? settings_find(settings, key) : -1;
    const struct option *option = index < 0 ? NULL : settings_option(settings, index, NULL);
    const char *const *words = !option ? NULL : option->type == OPTION_FLAG ? flag_words : option->words;
    for (int i = 0; words && words[i]; i++)
        add_value_text(value, words[i], false, completions);
}

/* Adds option groups or, after "GROUP.", the keys of that group. `end` is the text after a key in the same
 * word ("=" or ""). */
static void add_keys(const struct value_typed *value, const char *end, struct completions *completions)
{
    const struct settings *settings = &value->session->settings;
    bool has_group = strchr(value->text, '.');
    for (const struct option_group *const *group = settings->groups; *group; group++) {
        char key[OPTION_KEY_TEXT + 2];
        for (size_t i = 0; has_group && i < (*group)->count; i++) {
            snprintf(key, sizeof key, "%s.%s%s", (*group)->name, (*group)->options[i].key, end);
            add_value_text(value, key, *end, completions);
        }
        if (has_group)
            continue;
        if (!*end)
            add_value_text(value, (*group)->name, false, completions);
        snprintf(key, sizeof key, "%s.", (*group)->name);
        add_value_text(value, key, true, completions);
    }
}

/* Completes KEY=VALUE. Options of `group` (NULL: none) need no group name; those of other groups do.
 * `of_agent`: the word is in an agent's name, where "profile=" is allowed too. */
static void add_option(const struct value_typed *word, const char *group, bool of_agent,
                       struct completions *completions)
{
    size_t size = strcspn(word->text, "=");
    struct text prefix = {0};
    if (word->text[size] == '=') { /* complete the value */
        char key[OPTION_KEY_TEXT];
        struct value_typed rest = value_rest(word, size + 1, &prefix);
        bool is_full_key = memchr(word->text, '.', size) || !group;
        snprintf(key, sizeof key, "%s%s%.*s", is_full_key ? "" : group, is_full_key ? "" : ".", (int)size,
                 word->text);
        if (of_agent && size == strlen("profile") && memcmp(word->text, "profile", size) == 0)
            add_profiles(&rest, completions);
        else
            add_settings(&rest, key, completions);
        text_free(&prefix);
        return;
    }
    if (of_agent)
        add_value_text(word, "profile=", true, completions);
    for (const struct option_group *const *other = option_groups; *other && group; other++)
        for (size_t i = 0; strcmp((*other)->name, group) == 0 && i < (*other)->count; i++) {
            char key[OPTION_KEY_TEXT];
            snprintf(key, sizeof key, "%s=", (*other)->options[i].key);
            add_value_text(word, key, true, completions);
        }
    if (*word->text)
        add_keys(word, "=", completions);
}

/* --- agents --- */

/* Adds agents' names or, after "NAME:" or a comma, the options of that agent (files for an external
 * program). */
static void add_agents(const struct value_typed *value, struct completions *completions)
{
    const char *colon = strchr(value->text, ':');
    if (colon) {
        int index = agent_index(value->text);
        const char *comma = strrchr(colon, ',');
        struct text prefix = {0};
        struct value_typed word = value_rest(value, (size_t)((comma ? comma : colon) - value->text) + 1,
                                             &prefix);
        if (index >= (int)agent_count && !comma)
            add_files(&word, completions);
        else if (index >= 0)
            add_option(&word, agent_table[index]->options, true, completions);
        text_free(&prefix);
        return;
    }
    for (size_t i = 0; i < agent_count + agent_external_count; i++) {
        char name[80];
        if (i < agent_count)
            add_value_text(value, agent_table[i]->name, false, completions);
        snprintf(name, sizeof name, "%s:", agent_table[i]->name);
        add_value_text(value, name, true, completions);
    }
}

/* --- the board --- */

/* Adds all squares of the board except lakes, each followed by `end` ("=" or ""). */
static void add_squares(const struct value_typed *value, const char *end, struct completions *completions)
{
    for (int square = 0; square < SQUARES; square++) {
        char name[SQUARE_TEXT], text[SQUARE_TEXT + 2];
        square_write(square, session_notation(value->session), name);
        snprintf(text, sizeof text, "%s%s", name, end);
        if (!square_is_lake(square))
            add_value_text(value, text, *end, completions);
    }
}

/* Adds the symbol and the name of each rank. */
static void add_ranks(const struct value_typed *value, struct completions *completions)
{
    for (int rank = 0; rank < RANKS; rank++) {
        const char symbol[2] = {rank_write(rank, session_notation(value->session))};
        add_value_text(value, symbol, false, completions);
        add_value_text(value, rank_table[rank].name, false, completions);
    }
}

/* Completes a note, "e7=X": a square, then its ranks. */
static void add_notes(const struct value_typed *value, struct completions *completions)
{
    const char *sign = strchr(value->text, '=');
    struct text prefix = {0};
    if (sign) {
        struct value_typed rank = value_rest(value, (size_t)(sign - value->text) + 1, &prefix);
        add_ranks(&rank, completions);
    } else {
        add_squares(value, "=", completions);
    }
    text_free(&prefix);
}

/* Adds the legal moves of the current game, unless the game hides the mover's pieces from the user. */
static void add_moves(const struct value_typed *value, struct completions *completions)
{
    const struct session *session = value->session;
    struct error why;
    if (!session->game)
        return;
    struct move moves[MOVES_MAX];
    struct board board = {0}; /* at the move that the screen shows */
    board_copy(&board, &session->game->position.board);
    for (uint32_t n = 0; n < session->back; n++)
        board_unmake(&board);
    bool visible = load_check_visible(session, NULL, NULL, board.to_move, &why) == STATUS_OK;
    int count = visible && board_outcome(&board).result == RESULT_OPEN ? board_moves(&board, moves) : 0;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT];
        add_value_text(value, move_write(moves[i], board.at[moves[i].to] < PIECES,
                                         session_notation(session), text),
            false,
            completions);
    }
    board_free(&board);
}

/* --- all kinds --- */

/* The context of add_listed_name. */
struct name_context {
    const struct value_typed *value;
    struct completions *completions;
};

/* Adds one name from a row's `names`; a name that ends in '=' stays open. */
static void add_listed_name(void *context, const char *name)
{
    const struct name_context *name_context = context;
    size_t size = strlen(name);
    add_value_text(name_context->value, name, size && name[size - 1] == '=', name_context->completions);
}

/* Completes a VALUE_TEXT: options of its group and names that its row lists. */
static void add_text(const struct value_typed *value, struct completions *completions)
{
    struct name_context name_context = {value, completions};
    if (value->row->group)
        add_option(value, value->row->group, false, completions);
    if (value->row->names)
        value->row->names(add_listed_name, &name_context);
}

void complete_value(const struct value_typed *value, struct completions *completions)
{
    static const char *const sides[] = {"red", "blue", NULL};
    const struct argument *row = value->row;
    const char *const *words = row->kind == VALUE_SIDE ? sides : row->kind == VALUE_CHOICE ? row->words :
        NULL;
    /* Kinds with a fixed list of words. */
    for (int i = 0; words && words[i]; i++)
        add_value_text(value, words[i], false, completions);
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
            add_value_text(value, plan_kind_table[i]->name, false, completions);
        break;
    case VALUE_VARIANT:
        for (size_t i = 0; i < variant_count; i++)
            add_value_text(value, variant_table[i].name, false, completions);
        break;
    case VALUE_TEXT: add_text(value, completions); break;
    default: break; /* numbers are not completed */
    }
}
