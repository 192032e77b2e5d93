/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/setups.h"

#include "base/memory.h"
#include "game/notation.h"
#include "play/named_game.h"
#include "setup/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool setups_is_stored(const char *name)
{
    return strcmp(name, "-") != 0 && access(name, F_OK) != 0 && store_name_is_good(name);
}

/* Reads forty symbols that were typed: ranks in `notation`, or letters of a setup file. */
static enum status read_typed(const char *text, enum notation notation, struct file_content *content,
                              struct error *error)
{
    static const char name[] = "the ranks";
    struct text ranks = {0};
    bool all_ranks = true, can_be_letters = true; /* letters of a setup file: without digits */
    for (const char *c = text; *c; c++) {
        int rank = rank_read(*c, notation);
        all_ranks &= rank >= 0 || *c == ' ' || *c == '.';
        can_be_letters &= *c < '0' || *c > '9';
        text_printf(&ranks, "%c", rank >= 0 ? rank_write(rank, NOTATION_DEBOER) : *c);
    }
    enum status status = STATUS_OK;
    if (all_ranks) /* of the notation, written as a setup file has them */
        status = file_parse(name, text_string(&ranks), ranks.size, content, error);
    else if (can_be_letters || notation == NOTATION_DEBOER) /* a fault is named with its place */
        status = file_parse(name, text, strlen(text), content, error);
    else /* the other notation's digits would be read as De Boer's */
        status = error_set(error, STATUS_BAD, "%s: found '%s', expected ranks F B S %s", name, text,
                           ranks_range(notation));
    text_free(&ranks);
    return status;
}

/* Returns the side that the end of a name says, ":red" or ":blue", and that end's size in *size. SIDES if
 * there is none, or a file has this name. */
static enum side named_side(const char *name, size_t *size)
{
    const char *mark = strrchr(name, ':');
    *size = mark ? strlen(mark) : 0;
    if (!mark || mark == name || access(name, F_OK) == 0)
        return SIDES;
    return strcmp(mark + 1, "red") == 0 ? RED : strcmp(mark + 1, "blue") == 0 ? BLUE : SIDES;
}

/* Makes the content of a game, read from `name`, that of one of its setups. */
static enum status choose_game_setup(const char *name, enum side side, struct file_content *content,
                                     struct error *error)
{
    struct setup both[SIDES];
    if (side == SIDES)
        return error_set(error, STATUS_BAD, "%s: found a %s, expected a setup; a game's are named %s:red and "
                         "%s:blue", name, file_kind_name(content->kind), name, name);
    if (content->record.sealed[side] && content->record.outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_NO, "%s: %s's side stays hidden until the game is over", name,
                         side_name(side));
    if (!placement_to_setups(&content->record.start, both))
        return error_set(error, STATUS_BAD, "%s: does not begin with two setups", name);
    content->kind = FILE_LETTERS;
    content->setup = both[side];
    content->setup_variant = variant_at(content->record.start.variant);
    content->setup_side = side;
    return STATUS_OK;
}

/* Reads a setup from a file in either format, or one of a game, "FILE:red". */
static enum status read_file_setup(const char *name, struct file_content *content, struct error *error)
{
    size_t end;
    enum side side = named_side(name, &end);
    char *file = memory_text(name);
    if (side != SIDES)
        file[strlen(name) - end] = '\0';
    enum status status = named_game_read(file, false, content, error);
    bool is_setup = content->kind == FILE_SETUP || content->kind == FILE_LETTERS;
    if (!status && !is_setup)
        status = choose_game_setup(file, side, content, error);
    else if (!status && side != SIDES)
        status = error_set(error, STATUS_BAD, "%s: found a setup; only a game has one of %s", file,
                           side_name(side));
    free(file);
    return status;
}

enum status setups_load(const char *name, enum notation notation, struct setup *setup,
                        const struct variant **variant, enum side *side, struct error *error)
{
    enum side file_side = RED;
    enum status status = STATUS_NO; /* no setup of this name so far */
    const struct variant *unused;
    size_t symbols = 0;
    if (!variant)
        variant = &unused;
    for (const char *c = name; *c; c++)
        symbols += *c != ' ';
    size_t end;
    bool typed = symbols == PIECES_A_SIDE && access(name, F_OK) != 0 && named_side(name, &end) == SIDES;
    if (setups_is_stored(name)) {
        status = store_load(name, setup, variant, error);
        if (status == STATUS_NO && !typed)
            status = error_set(error, STATUS_BAD, "there is no file and no stored setup '%s'", name);
    }
    if (status == STATUS_NO) {
        /* A setup in either format. */
        struct file_content content = {0};
        status = typed ? read_typed(name, notation, &content, error) : read_file_setup(name, &content, error);
        if (!status) {
            *setup = content.setup;
            *variant = content.setup_variant ? content.setup_variant : setup_variant(setup);
        }
        if (content.kind == FILE_LETTERS)
            file_side = content.setup_side;
        file_content_free(&content);
    }
    if (side != NULL)
        *side = file_side;
    return status;
}

enum status setups_models(struct session *session, const char *command, const struct variant *variant,
                          const struct setup_model **model, const struct setup_statistics **statistics,
                          struct error *error)
{
    struct library *library = library_for_variant(session->library, variant);
    enum status status = library_chosen_setup_model(library, &session->settings, model, error);
    if (!status && !*model)
        status = error_set(error, STATUS_BAD, "%s: there is no model of the setups of %s", command,
                           variant->name);
    if (!status && statistics)
        status = library_chosen_statistics(library, &session->settings, "setup", statistics, error);
    return status;
}

char setups_symbol(int rank, enum notation notation)
{
    return rank == PLACE_EMPTY ? '.' : rank_write(rank, notation);
}

const char *const setup_formats[] = {[SETUP_ROWS] = "setup", [SETUP_LETTERS] = "gravon", NULL};

void setups_print(struct session *session, const struct setup *setup, const struct variant *variant,
                  enum setup_format format, enum side side)
{
    struct text out = {0};
    if (format == SETUP_LETTERS) {
        setup_write_letters(setup, side, &out);
        text_add(&out, "\n");
    } else {
        setup_write(setup, variant, &out);
    }
    session_print_text(session, &out);
    setups_json(setup, side, session->answer);
}

void setups_json(const struct setup *setup, enum side side, struct json *json)
{
    json_open(json, NULL, '{');
    setups_add_json(setup, side, json);
    json_close(json, '}');
}

void setups_add_json(const struct setup *setup, enum side side, struct json *json)
{
    struct text letters = {0};
    setup_write_letters(setup, side, &letters);
    json_open(json, "rows", '[');
    for (int row = 0; row < PIECES_A_SIDE / FILES; row++) {
        char symbols[FILES + 1] = "";
        for (int file = 0; file < FILES; file++)
            symbols[file] = setups_symbol(setup->rank[row * FILES + file], NOTATION_DEBOER);
        json_add_text(json, NULL, symbols);
    }
    json_printf(json, "], gravon: %s", text_string(&letters));
    text_free(&letters);
}

double setups_score(const struct outline_cell *cell, struct interval *range)
{
    uint32_t lost = cell->setups - cell->won - cell->drawn;
    *range = stats_score_interval(cell->won, cell->drawn, lost, STATS_95);
    return stats_score(cell->won, cell->drawn, lost);
}

void setups_cell_json(const char *key, const struct outline_cell *cell, struct json *json)
{
    struct interval range;
    double score = setups_score(cell, &range);
    json_printf(json, "%s: {setups: %u, wins: %u, draws: %u, losses: %u, score: %g, score_95: [%g, %g]}", key,
                cell->setups, cell->won, cell->drawn, cell->setups - cell->won - cell->drawn,
                cell->setups ? score : NAN, range.low, range.high);
}

void setups_squares(placeset places, enum side side, enum notation notation, struct text *out)
{
    char square[SQUARE_TEXT];
    for (; places != 0; places &= places - 1)
        text_printf(out, " %s", square_write(setup_square(side, __builtin_ctzll(places)), notation, square));
}
