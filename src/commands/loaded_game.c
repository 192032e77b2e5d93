/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/loaded_game.h"

#include "base/plural.h"
#include "report/show.h"

void loaded_game_print(struct session *session, const char *name, const struct game *game)
{
    const struct record *record = &game->record;
    struct outcome outcome = game_outcome(game);
    struct text line = {0}, out = {0};
    char words[OUTCOME_WORDS];
    text_add_plain(&line, name);
    text_add(&line, ": ");
    if (record->start.variant != VARIANT_STANDARD)
        text_printf(&line, "%s, ", variant_at(record->start.variant)->name);
    for (enum side side = RED; side <= BLUE; side++)
        if (record->player[side][0])
            text_printf(&line, "%s %s, ", side_name(side), record->player[side]);
    text_printf(&line, "%zu move%s, ", record->plies, plural(record->plies));
    if (outcome.result == RESULT_OPEN)
        text_printf(&line, "%s to move\n", side_name(game_to_move(game)));
    else
        text_printf(&line, "%s\n", outcome_write(outcome, words));
    text_wrapped(&out, text_string(&line), 0, 2);
    session_write(session, text_string(&out), out.size);
    text_free(&line);
    text_free(&out);
}

void loaded_game_add_json(const char *path, const struct game *game, struct json *json)
{
    json_printf(json, "file: %s, variant: %s", path, variant_at(game->record.start.variant)->name);
    for (enum side side = RED; side <= BLUE; side++)
        json_add_text(json, side_name(side), game->record.player[side]);
    json_printf(json, "moves: %zu, to_move: %s", game->record.plies, side_name(game_to_move(game)));
    show_outcome_json(game_outcome(game), json);
}
