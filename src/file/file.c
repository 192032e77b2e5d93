/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/file.h"

#include "base/disk.h"
#include "file/document.h"
#include "file/notation.h"
#include "file/recognise.h"
#include "file/source.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* --- one thing --- */

static void thing_clear(struct thing *thing)
{
    *thing = (struct thing){.kind = FILE_KINDS};
    record_clear(&thing->record);
}

void thing_free(struct thing *thing)
{
    record_clear(&thing->record);
}

/* Reads a file whose kind is recognised; the thing is cleared, and on an error cleared again. */
static enum status read_kind(const struct input *input, enum file_kind kind, struct thing *thing,
                             struct error *error)
{
    format_reader *read = kind_row(kind)->read;
    thing_clear(thing);
    if (!read)
        return input_fault(input, 0, error, "found games one a line, expected one thing");
    enum status status = read(input, thing, error);
    if (status) {
        thing_free(thing);
        thing_clear(thing);
    }
    return status;
}

enum status file_parse(const char *name, const char *bytes, size_t size, struct thing *thing,
                       struct error *error)
{
    struct input input = {.name = name, .bytes = bytes, .size = size};
    enum file_kind kind = FILE_KINDS;
    thing_clear(thing);
    if (size > FILE_LIMIT)
        return input_fault(&input, 0, error, "found more than %d bytes, expected a smaller file",
                           FILE_LIMIT);
    enum status status = kind_recognise(&input, &kind, error);
    return status ? status : read_kind(&input, kind, thing, error);
}

/* An open file whose kind is known from its beginning. */
struct opened {
    struct source source;
    enum file_kind kind;
};

static enum status opened_start(struct opened *opened, const char *path, struct error *error)
{
    enum status status = source_open(&opened->source, path, error);
    struct input head = {.name = path};
    if (!status)
        status = source_head(&opened->source, &head.bytes, &head.size, error);
    if (!status)
        status = kind_recognise(&head, &opened->kind, error);
    return status;
}

/* Reads all that is left of an opened file, as one thing. */
static enum status opened_thing(struct opened *opened, struct text *bytes, struct thing *thing,
                                struct error *error)
{
    thing_clear(thing);
    enum status status = source_rest(&opened->source, FILE_LIMIT, bytes, error);
    struct input input = {opened->source.name, text_string(bytes), bytes->size, 0};
    return status ? status : read_kind(&input, opened->kind, thing, error);
}

/* Reads a file and leaves its bytes in `bytes`. */
static enum status read_file(const char *path, struct text *bytes, struct thing *thing,
                             struct error *error)
{
    struct opened opened;
    thing_clear(thing);
    enum status status = opened_start(&opened, path, error);
    if (!status && !kind_row(opened.kind)->read)
        status = error_at(error, path, 1, 1, "found games one a line, expected one thing");
    if (!status)
        status = opened_thing(&opened, bytes, thing, error);
    source_close(&opened.source);
    return status;
}

enum status file_read(const char *path, struct thing *thing, struct error *error)
{
    struct text bytes = {0};
    enum status status = read_file(path, &bytes, thing, error);
    text_free(&bytes);
    return status;
}

/* --- the position after all moves --- */

/* Writes move `at` of a record as a file would have it: an 'x' where somebody stands on its end. */
static void told_text(const struct record *record, size_t at, char text[MOVE_TEXT])
{
    const struct told_move *told = &record->moves[at];
    struct position position = {0};
    struct event event = {.move = told->move, .attacker = told->attacker,
                          .defender = told->defender};
    if (record_replay(record, at, &position, NULL, NULL) == STATUS_OK &&
        position.board.at[told->move.to] < PIECES)
        event.battle = BATTLE_WON;
    position_free(&position);
    event_write(&event, NOTATION_DEBOER, text);
}

/* Says which move of a file cannot be played, and where it stands. */
static enum status move_fault(const struct input *input, const struct thing *thing, size_t at,
                              const struct error *why, struct error *error)
{
    char move[2 * MOVE_TEXT];
    size_t line = 1, column = 1, offset = 0;
    if (at >= thing->record.plies)
        return error_at(error, input->name, 1, 1, "%s", why->text);
    told_text(&thing->record, at, move);
    if (thing->kind == FILE_POSITION || thing->kind == FILE_GAME)
        document_move_place(input, at, move, sizeof move, &line, &column);
    if ((thing->kind == FILE_XML && xml_move_place(input, at, &offset)) ||
        (thing->kind == FILE_GSN && gsn_move_place(input, at, &offset)))
        input_place(input, offset, &line, &column);
    return error_at(error, input->name, line, column, "found %s as move %zu, expected a legal one: %s",
                    move, at + 1, why->text);
}

enum status file_move_fault(const char *path, const struct thing *thing, size_t at,
                            const struct error *why, struct error *error)
{
    struct text bytes = {0};
    struct stat about;
    /* What came through a pipe is gone by now, and so is its better place. */
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
        disk_read(path, FILE_LIMIT, &bytes, NULL))
        text_clear(&bytes);
    struct input input = {path, text_string(&bytes), bytes.size, 0};
    move_fault(&input, thing, at, why, error);
    text_free(&bytes);
    return STATUS_BAD;
}

enum status file_position(const char *path, struct position *position, struct error *error)
{
    struct text bytes = {0};
    struct thing thing;
    struct error why;
    size_t at = 0;
    *position = (struct position){0};
    enum status status = read_file(path, &bytes, &thing, error);
    if (!status && kind_row(thing.kind)->holds == HOLDS_SETUP)
        status = error_at(error, path, 1, 1, "found a setup, expected a position or a game");
    if (!status && record_replay(&thing.record, SIZE_MAX, position, &at, &why)) {
        struct input input = {path, text_string(&bytes), bytes.size, 0};
        position_free(position);
        status = move_fault(&input, &thing, at, &why, error);
    }
    thing_free(&thing);
    text_free(&bytes);
    return status;
}

/* --- many --- */

/* Takes one line of a file; a status other than STATUS_OK ends the reading. */
typedef enum status line_taker(void *context, const struct input *line, struct error *error);

static enum status each_line(struct source *source, line_taker *take, void *context,
                             struct error *error)
{
    for (;;) {
        struct input line = {.name = source->name};
        enum status status = source_line(source, &line.bytes, &line.size, error);
        line.line = source->line;
        if (!status && !line.bytes)
            return STATUS_OK;
        if (!status)
            status = take(context, &line, error);
        if (status)
            return status;
    }
}

struct games {
    game_visitor *visit;
    void *context;
    struct record record;
    struct text place;
};

static enum status game_line(void *context, const struct input *line, struct error *error)
{
    struct games *games = context;
    bool there;
    record_clear(&games->record);
    enum status status = tsv_line_read(line, &games->record, &there, error);
    if (status || !there)
        return status;
    text_clear(&games->place);
    text_printf(&games->place, "%s:%zu", line->name, line->line);
    return games->visit(games->context, &games->record, text_string(&games->place), error);
}

/* Gives the one game of an opened file. */
static enum status game_alone(struct opened *opened, struct games *games, struct error *error)
{
    struct text bytes = {0};
    struct thing thing;
    const char *name = opened->source.name;
    enum status status = opened_thing(opened, &bytes, &thing, error);
    text_free(&bytes);
    if (!status && kind_row(thing.kind)->holds != HOLDS_GAME)
        status = error_at(error, name, 1, 1, "found a %s, expected a game", file_kind_name(thing.kind));
    if (!status)
        status = games->visit(games->context, &thing.record, name, error);
    thing_free(&thing);
    return status;
}

static enum status opened_games(struct opened *opened, game_visitor *visit, void *context,
                                struct error *error)
{
    struct games games = {.visit = visit, .context = context};
    record_clear(&games.record);
    enum status status = kind_row(opened->kind)->holds == HOLDS_GAMES ?
                         each_line(&opened->source, game_line, &games, error) :
                         game_alone(opened, &games, error);
    record_clear(&games.record);
    text_free(&games.place);
    return status;
}

enum status games_read(const char *path, game_visitor *visit, void *context, struct error *error)
{
    struct opened opened;
    enum status status = opened_start(&opened, path, error);
    if (!status)
        status = opened_games(&opened, visit, context, error);
    source_close(&opened.source);
    return status;
}

struct setups {
    setup_visitor *visit;
    void *context;
    struct text place;
};

static enum status setup_line(void *context, const struct input *line, struct error *error)
{
    struct setups *setups = context;
    struct setup setup;
    enum side side;
    bool there;
    enum status status = letters_line_read(line, &setup, &side, &there, error);
    if (status || !there)
        return status;
    text_clear(&setups->place);
    text_printf(&setups->place, "%s:%zu", line->name, line->line);
    return setups->visit(setups->context, &setup, side, NULL, text_string(&setups->place), error);
}

/* Gives both setups of a game; one from a free position has none. */
static enum status setups_of_game(void *context, const struct record *game, const char *place,
                                  struct error *error)
{
    const struct setups *setups = context;
    struct setup pair[SIDES];
    enum status status = STATUS_OK;
    if (!placement_to_setups(&game->start, pair))
        return STATUS_OK;
    for (int side = RED; side <= BLUE && !status; side++)
        status = setups->visit(setups->context, &pair[side], (enum side)side, game, place, error);
    return status;
}

static enum status setup_alone(struct opened *opened, const struct setups *setups, struct error *error)
{
    struct text bytes = {0};
    struct thing thing;
    enum status status = opened_thing(opened, &bytes, &thing, error);
    text_free(&bytes);
    if (!status)
        status = setups->visit(setups->context, &thing.setup, RED, NULL, opened->source.name, error);
    thing_free(&thing);
    return status;
}

enum status setups_read(const char *path, setup_visitor *visit, void *context, struct error *error)
{
    struct setups setups = {.visit = visit, .context = context};
    struct opened opened;
    enum status status = opened_start(&opened, path, error);
    if (!status && opened.kind == FILE_LETTERS)
        status = each_line(&opened.source, setup_line, &setups, error);
    else if (!status && opened.kind == FILE_SETUP)
        status = setup_alone(&opened, &setups, error);
    else if (!status)
        status = opened_games(&opened, setups_of_game, &setups, error);
    text_free(&setups.place);
    source_close(&opened.source);
    return status;
}

struct things {
    thing_visitor *visit;
    void *context;
};

static enum status thing_of_game(void *context, const struct record *game, const char *place,
                                 struct error *error)
{
    const struct things *things = context;
    struct thing thing = {.kind = FILE_TSV, .record = *game};
    return things->visit(things->context, &thing, place, error);
}

static enum status thing_of_setup(void *context, const struct setup *setup, enum side side,
                                  const struct record *game, const char *place, struct error *error)
{
    const struct things *things = context;
    struct thing thing = {.kind = FILE_LETTERS, .setup = *setup, .setup_side = side};
    (void)game;
    return things->visit(things->context, &thing, place, error);
}

/* Gives the one thing of a file; only now is it known whether YAML is a position or a game. */
static enum status thing_alone(struct opened *opened, enum file_kind *kind,
                               const struct things *things, struct error *error)
{
    struct text bytes = {0};
    struct thing thing;
    enum status status = opened_thing(opened, &bytes, &thing, error);
    text_free(&bytes);
    if (!status)
        *kind = thing.kind;
    if (!status)
        status = things->visit(things->context, &thing, opened->source.name, error);
    thing_free(&thing);
    return status;
}

enum status things_read(const char *path, enum file_kind *kind, thing_visitor *visit, void *context,
                        struct error *error)
{
    struct things things = {visit, context};
    struct setups setups = {.visit = thing_of_setup, .context = &things};
    struct opened opened = {.kind = FILE_KINDS};
    enum status status = opened_start(&opened, path, error);
    *kind = opened.kind;
    if (!status && opened.kind == FILE_TSV)
        status = opened_games(&opened, thing_of_game, &things, error);
    else if (!status && opened.kind == FILE_LETTERS)
        status = each_line(&opened.source, setup_line, &setups, error);
    else if (!status)
        status = thing_alone(&opened, kind, &things, error);
    text_free(&setups.place);
    source_close(&opened.source);
    return status;
}
