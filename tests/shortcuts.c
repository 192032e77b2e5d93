/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shortcuts.h"

#include "agent/agent.h"
#include "base/utf8.h"
#include "file/recognise.h"
#include "play/local_game.h"

#include <string.h>

enum status settings_reset(struct settings *settings, const char *full_key, struct error *error)
{
    struct settings standard;
    int index = settings_find(settings, full_key);
    if (index < 0)
        return settings_unknown(settings, full_key, error);
    settings_init(&standard, settings->groups);
    settings_copy_option(settings, &standard, index);
    settings_free(&standard);
    return STATUS_OK;
}

void belief_options_default(struct belief_options *options)
{
    struct settings standard;
    settings_init(&standard, option_groups);
    belief_options_read(options, &standard);
    settings_free(&standard);
}

void search_options_default(struct search_options *options)
{
    struct settings standard;
    settings_init(&standard, option_groups);
    search_options_read(options, &standard);
    settings_free(&standard);
}

enum status local_game_move(struct local_game *local, struct move move, struct error *error)
{
    struct move_with_ranks unknown = {move, RANK_UNKNOWN, RANK_UNKNOWN};
    return local_game_move_with_ranks(local, unknown, error);
}

void placement_army(const struct placement *placement, enum side side, uint8_t army[RANKS])
{
    const struct variant *variant = variant_at(placement->variant);
    if (!placement->free && !variant->any_army) {
        memcpy(army, variant->count, RANKS);
        return;
    }
    memcpy(army, placement->captured[side], RANKS);
    for (int square = 0; square < SQUARES; square++)
        if (placement->cell[square].side == side && placement->cell[square].rank < RANKS)
            army[placement->cell[square].rank]++;
}

enum status file_position(const char *path, struct position *position, struct error *error)
{
    struct file_content content;
    struct error why;
    size_t at = 0;
    *position = (struct position){0};
    enum status status = file_read(path, &content, error);
    if (!status && kind_row(content.kind)->holds == HOLDS_SETUP)
        status = error_at(error, path, 1, 1, "found a setup, expected a position or a game");
    if (!status && record_replay(&content.record, SIZE_MAX, position, &at, &why)) {
        position_free(position);
        status = file_move_fault(path, &content, at, &why, error);
    }
    file_content_free(&content);
    return status;
}

void canvas_row(const struct canvas *canvas, int row, char *line)
{
    size_t size = 0, end = 0;
    for (int col = 0; col < canvas->cols; col++) {
        uint32_t code = canvas->spots[row * canvas->cols + col].code;
        if (code == 0)
            continue;
        size += utf8_encode(code, line + size);
        if (code != ' ')
            end = size;
    }
    line[end] = '\0';
}
