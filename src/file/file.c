/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/file.h"

#include "base/disk.h"
#include "file/document.h"
#include "file/format.h"
#include "file/recognise.h"
#include "file/source.h"
#include "game/notation.h"

#include <sys/stat.h>

/* Makes a content empty. */
static void file_content_clear(struct file_content *content)
{
    *content = (struct file_content){.kind = FILE_KINDS};
    record_clear(&content->record);
}

void file_content_free(struct file_content *content)
{
    record_clear(&content->record);
}

/* The state while a table of games is read that must contain exactly one game. */
struct single {
    struct file_content *content; /* gets the game */
    bool found;                   /* the game was found in an earlier line */
};

/* Reads one line of a table that must have only one game: a second one is a fault. */
static enum status read_single_line(void *context, const struct input *line, struct error *error)
{
    struct single *single = context;
    struct record record = {0};
    size_t result_offset = 0;
    bool has_game;
    record_clear(&record);
    enum status status = tsv_line_read(line, &record, &has_game, &result_offset, error);
    if (!status && has_game && single->found)
        status = input_fault(line, 0, error, "found a second game in the table, expected a table of one: "
                             "give the line of the one that is meant as a file of its own");
    if (!status && has_game) {
        single->found = true;
        single->content->kind = FILE_TSV;
        single->content->record = record;
        input_place(line, result_offset, &single->content->result_line, &single->content->result_column);
    } else {
        record_clear(&record);
    }
    return status;
}

/* Returns STATUS_BAD if no game was found in the table. */
static enum status require_game(const char *name, const struct single *single, struct error *error)
{
    if (single->found)
        return STATUS_OK;
    return error_at(error, name, 1, 1, "found a table without a game, expected a table of one");
}

/* Reads a table from memory. */
static enum status read_single_table(const struct input *input, struct file_content *content,
                                     struct error *error)
{
    struct single single = {.content = content};
    enum status status = STATUS_OK;
    size_t offset = 0, start, size;
    for (size_t number = 1; !status && input_next_line(input, &offset, &start, &size); number++) {
        const struct input line = {input->name, input->bytes + start, size, number};
        status = read_single_line(&single, &line, error);
    }
    return status ? status : require_game(input->name, &single, error);
}

/* Reads a file of a known kind. On an error the content is empty again. */
static enum status read_kind(const struct input *input, enum file_kind kind, struct file_content *content,
                             struct error *error)
{
    format_reader *read = kind_row(kind)->read;
    file_content_clear(content);
    /* A kind without a reader is a table, which is read line by line. */
    enum status status = read ? read(input, content, error) : read_single_table(input, content, error);
    if (status) {
        file_content_free(content);
        file_content_clear(content);
    }
    return status;
}

enum status file_parse(const char *name, const char *bytes, size_t size, struct file_content *content,
                       struct error *error)
{
    struct input input = {.name = name, .bytes = bytes, .size = size};
    enum file_kind kind = FILE_KINDS;
    file_content_clear(content);
    if (size > FILE_LIMIT)
        return input_fault(&input, 0, error, "found more than %d bytes, expected a smaller file", FILE_LIMIT);
    enum status status = kind_recognise(&input, &kind, error);
    return status ? status : read_kind(&input, kind, content, error);
}

/* An open file whose kind was recognised from its first bytes. */
struct opened {
    struct source source;
    enum file_kind kind;
    file_fault_visitor *fault; /* for the fault of an entry; NULL: the first fault ends the reading */
    void *context;             /* passed to `fault` */
};

/* Opens a file and recognises its kind. Of "FILE#3" only line 3 is left, if the file has a game or setup a
 * line; if it has several games in another form, they are counted when they are read. source_close must be
 * called even on an error. */
static enum status open_and_recognise(struct opened *opened, const char *path, bool regular,
                                      struct error *error)
{
    enum status status = source_open_named(&opened->source, path, regular, error);
    struct source *source = &opened->source;
    struct input head = {.name = source->name, .line = source->own_name ? source->line + 1 : 0};
    if (!status)
        status = source_peek(source, SOURCE_HEAD, &head.bytes, &head.size, error);
    if (!status)
        status = kind_recognise(&head, &opened->kind, error);
    if (status || !source->entry || opened->kind == FILE_MSGPACK)
        return status;
    if (opened->kind == FILE_TSV || opened->kind == FILE_LETTERS)
        return source_pick_line(source, source->entry, true, error);
    return source->entry == 1 ? STATUS_OK
                              : error_set(error, STATUS_BAD, "%s: there is no game %lld: the last is 1",
                                          source->name, (long long)source->entry);
}

/* Reads the rest of an opened file as one content. */
static enum status read_opened_content(struct opened *opened, struct file_content *content,
                                       struct error *error)
{
    struct text bytes = {0};
    file_content_clear(content);
    enum status status = source_read_rest(&opened->source, FILE_LIMIT, &bytes, error);
    struct input input = {opened->source.name, text_string(&bytes), bytes.size, 0};
    status = status ? status : read_kind(&input, opened->kind, content, error);
    text_free(&bytes);
    return status;
}

/* Handles one line of a file. A status other than STATUS_OK ends the reading, unless `fault` continues it. */
typedef enum status line_taker(void *context, const struct input *line, struct error *error);

/* Calls `take` with each line of a file; reports faults of lines to opened->fault. */
static enum status take_each_line(struct opened *opened, line_taker *take, void *context, struct error *error)
{
    struct source *source = &opened->source;
    for (;;) {
        struct input line = {.name = source->name};
        enum status status = source_read_line(source, &line.bytes, &line.size, error);
        line.line = source->line;
        if (!status && !line.bytes)
            return STATUS_OK;
        if (status && status != STATUS_BAD) /* the file itself cannot be read */
            return status;
        if (!status)
            status = take(context, &line, error);
        if (status && (!opened->fault || !opened->fault(opened->context, status, error)))
            return status;
    }
}

/* Reads an opened table of one game, of any length. */
static enum status read_opened_table(struct opened *opened, struct file_content *content, struct error *error)
{
    struct single single = {.content = content};
    enum status status = take_each_line(opened, read_single_line, &single, error);
    if (!status)
        status = require_game(opened->source.name, &single, error);
    if (status) {
        file_content_free(content);
        file_content_clear(content);
    }
    return status;
}

/* --- the places of faults --- */

/* Writes move `at` of a record, which cannot be played, as a file would write it: with 'x' if there is a
 * piece on its target. */
static void write_faulty_move(const struct record *record, size_t at, char text[MOVE_TEXT])
{
    const struct move_with_ranks *entered = &record->moves[at];
    struct position position = {0};
    struct event event = {.move = entered->move, .attacker = entered->attacker,
                          .defender = entered->defender};
    if (record_replay(record, at, &position, NULL, NULL) == STATUS_OK &&
        position.board.at[entered->move.to] < PIECES)
        event.battle = BATTLE_WON; /* any battle gives the 'x' */
    position_free(&position);
    event_write(&event, NOTATION_DEBOER, text);
}

/* Reports which move cannot be played, and its place in the file. */
static enum status report_move_fault(const struct input *input, const struct file_content *content, size_t at,
                                     const struct error *why, struct error *error)
{
    char move[2 * MOVE_TEXT];
    size_t line = 1, column = 1, offset = 0;
    if (at >= content->record.plies) /* the start is wrong, not a move */
        return error_at(error, input->name, 1, 1, "%s", why->text);
    write_faulty_move(&content->record, at, move);
    if (content->kind == FILE_POSITION || content->kind == FILE_GAME)
        document_move_place(input, at, move, sizeof move, &line, &column);
    /* The file is read again up to the move, to find its place. */
    move_finder *find = kind_row(content->kind)->find;
    if (find && find(input, at, &offset)) {
        if (content->kind == FILE_MSGPACK) /* a binary file has no lines */
            column = offset + 1;
        else
            input_place(input, offset, &line, &column);
    }
    return error_at(error, input->name, line, column, "found %s as move %zu, expected a legal one: %s",
                    move, at + 1, why->text);
}

/* Reads a file again to find a place in it. Leaves `bytes` empty if that fails or the file was a pipe; the
 * message then has a less exact place. */
static void read_again(const char *path, struct text *bytes)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && disk_read(path, FILE_LIMIT, bytes, NULL))
        text_clear(bytes);
}

enum status file_move_fault(const char *path, const struct file_content *content, size_t at,
                            const struct error *why, struct error *error)
{
    struct text bytes = {0};
    read_again(path, &bytes);
    struct input input = {path, text_string(&bytes), bytes.size, 0};
    report_move_fault(&input, content, at, why, error);
    text_free(&bytes);
    return STATUS_BAD;
}

enum status file_part_fault(const char *path, enum side side, size_t index, const struct error *why,
                            struct error *error)
{
    struct text bytes = {0};
    size_t line, column;
    read_again(path, &bytes);
    struct input input = {path, text_string(&bytes), bytes.size, 0};
    bool found = side < SIDES ? document_option_place(&input, side, index, &line, &column)
                              : document_time_place(&input, index, &line, &column);
    if (found)
        error_at(error, path, line, column, "%s", why->text);
    else
        error_set(error, STATUS_BAD, "%s: %s", path, why->text);
    text_free(&bytes);
    return STATUS_BAD;
}

/* --- many --- */

/* The state while all games of a file are read. */
struct games {
    game_visitor *visit;
    void *context;
    struct record record;
    struct text place;
    size_t *result_column;  /* gets the column of each game's result; may be NULL */
};

/* Reads one line of a table of games and calls the visitor with its game. */
static enum status visit_game_line(void *context, const struct input *line, struct error *error)
{
    struct games *games = context;
    bool has_game;
    size_t result_offset = 0, number;
    record_clear(&games->record);
    enum status status = tsv_line_read(line, &games->record, &has_game, &result_offset, error);
    if (status || !has_game)
        return status;
    if (games->result_column)
        input_place(line, result_offset, &number, games->result_column);
    text_clear(&games->place);
    text_printf(&games->place, "%s:%zu", line->name, line->line);
    return games->visit(games->context, &games->record, text_string(&games->place), error);
}

/* Calls the visitor with each game of an opened MessagePack file, or with the one that was named by its
 * number. */
static enum status visit_packed_games(struct opened *opened, struct games *games, struct error *error)
{
    struct source *source = &opened->source;
    struct packed_games packed = {.name = source->name, .wanted = SIZE_MAX};
    size_t entry = (size_t)source->entry;
    for (;;) {
        const char *bytes;
        size_t size, used = 0;
        bool has_game = false;
        record_clear(&games->record);
        enum status status = source_peek(source, FILE_LIMIT, &bytes, &size, error);
        if (status)
            return status;
        status = packed_game_read(&packed, bytes, size, source->over, &games->record, &has_game, &used,
                                  error);
        if (!status && !has_game && entry)
            return error_set(error, STATUS_BAD, "%s: there is no game %zu: the last is %zu", source->name,
                             entry, packed.number - 1); /* the end was counted too */
        if ((!status && !has_game) || (status && !used)) /* the end, or no next game can be found */
            return status;
        source->start += used;
        if (entry && packed.number != entry)
            continue;
        text_clear(&games->place);
        text_printf(&games->place, "%s:%zu", source->name, packed.number);
        if (!status)
            status = games->visit(games->context, &games->record, text_string(&games->place), error);
        if (entry || (status && (!opened->fault || !opened->fault(opened->context, status, error))))
            return status;
    }
}

/* Calls the visitor with the only game of an opened file. */
static enum status visit_only_game(struct opened *opened, struct games *games, struct error *error)
{
    struct file_content content;
    const char *name = opened->source.name;
    enum status status = read_opened_content(opened, &content, error);
    if (!status && kind_row(content.kind)->holds != HOLDS_GAME)
        status = error_at(error, name, 1, 1, "found a %s, expected a game", file_kind_name(content.kind));
    if (!status)
        status = games->visit(games->context, &content.record, name, error);
    file_content_free(&content);
    return status;
}

/* Calls `visit` with each game of an opened file. */
static enum status visit_opened_games(struct opened *opened, game_visitor *visit, void *context,
                                      size_t *result_column, struct error *error)
{
    struct games games = {.visit = visit, .context = context, .result_column = result_column};
    record_clear(&games.record);
    enum status status;
    if (opened->kind == FILE_TSV)
        status = take_each_line(opened, visit_game_line, &games, error);
    else if (opened->kind == FILE_MSGPACK)
        status = visit_packed_games(opened, &games, error);
    else
        status = visit_only_game(opened, &games, error);
    record_clear(&games.record);
    text_free(&games.place);
    return status;
}

/* Copies the visited game into a content. It is a game_visitor. */
static enum status take_entry(void *context, const struct record *record, const char *place,
                              struct error *error)
{
    struct file_content *content = context;
    (void)place, (void)error;
    record_copy(&content->record, record);
    content->kind = FILE_MSGPACK;
    return STATUS_OK;
}

/* Recognises and reads a file as one content. `regular`: refuses a file that is no regular file. */
static enum status read_file(const char *path, bool regular, struct file_content *content,
                             struct error *error)
{
    struct opened opened = {0};
    file_content_clear(content);
    enum status status = open_and_recognise(&opened, path, regular, error);
    if (!status && opened.kind == FILE_TSV)
        status = read_opened_table(&opened, content, error);
    else if (!status && opened.kind == FILE_MSGPACK && opened.source.entry)
        status = visit_opened_games(&opened, take_entry, content, NULL, error);
    else if (!status)
        status = read_opened_content(&opened, content, error);
    source_close(&opened.source);
    return status;
}

enum status file_read(const char *path, struct file_content *content, struct error *error)
{
    return read_file(path, false, content, error);
}

enum status file_read_regular(const char *path, struct file_content *content, struct error *error)
{
    return read_file(path, true, content, error);
}

enum status games_read(const char *path, game_visitor *visit, file_fault_visitor *fault, void *context,
                       struct error *error)
{
    struct opened opened = {.fault = fault, .context = context};
    enum status status = open_and_recognise(&opened, path, false, error);
    if (!status)
        status = visit_opened_games(&opened, visit, context, NULL, error);
    source_close(&opened.source);
    return status;
}

/* The state while all setups of a file are read. */
struct setup_visit {
    setup_visitor *visit;
    void *context;
    struct text place;
};

/* Reads a line of 40 letters and calls the visitor with its setup. */
static enum status visit_setup_line(void *context, const struct input *line, struct error *error)
{
    struct setup_visit *setups = context;
    struct setup setup;
    enum side side;
    bool has_setup;
    enum status status = letters_line_read(line, &setup, &side, &has_setup, error);
    if (status || !has_setup)
        return status;
    text_clear(&setups->place);
    text_printf(&setups->place, "%s:%zu", line->name, line->line);
    return setups->visit(setups->context, &setup, side, NULL, text_string(&setups->place), error);
}

enum status setups_of_game(const struct record *game, const char *place, setup_visitor *visit, void *context,
                           struct error *error)
{
    struct setup pair[SIDES];
    enum status status = STATUS_OK;
    if (!placement_to_setups(&game->start, pair))
        return STATUS_OK;
    for (enum side side = RED; side <= BLUE && !status; side++)
        if (!game->sealed[side])
            status = visit(context, &pair[side], side, game, place, error);
    return status;
}

/* Calls the visitor with the setups of a game. It is a game_visitor. */
static enum status visit_setups_of_game(void *context, const struct record *game, const char *place,
                                        struct error *error)
{
    const struct setup_visit *setups = context;
    return setups_of_game(game, place, setups->visit, setups->context, error);
}

enum status setups_read(const char *path, setup_visitor *visit, void *context, struct error *error)
{
    struct setup_visit setups = {.visit = visit, .context = context};
    struct opened opened = {0};
    enum status status = open_and_recognise(&opened, path, false, error);
    if (!status && opened.kind == FILE_LETTERS) {
        status = take_each_line(&opened, visit_setup_line, &setups, error);
    } else if (!status && opened.kind == FILE_SETUP) {
        struct file_content content;
        status = read_opened_content(&opened, &content, error);
        if (!status)
            status = visit(context, &content.setup, RED, NULL, path, error);
        file_content_free(&content);
    } else if (!status) {
        status = visit_opened_games(&opened, visit_setups_of_game, &setups, NULL, error);
    }
    text_free(&setups.place);
    source_close(&opened.source);
    return status;
}

/* The state while all contents of a file are read. */
struct contents {
    file_content_visitor *visit;
    void *context;
    const struct opened *opened;
    size_t result_column; /* column of the current game's result, if there is one game per line */
};

/* Calls the visitor with a game as a content. */
static enum status visit_game_as_content(void *context, const struct record *game, const char *place,
                                         struct error *error)
{
    const struct contents *contents = context;
    struct file_content content = {.kind = contents->opened->kind, .record = *game,
                                   .result_line = contents->opened->source.line,
                                   .result_column = contents->result_column};
    return contents->visit(contents->context, &content, place, error);
}

/* Calls the visitor with a setup as a content. */
static enum status visit_setup_as_content(void *context, const struct setup *setup, enum side side,
                                          const struct record *game, const char *place, struct error *error)
{
    const struct contents *contents = context;
    struct file_content content = {.kind = FILE_LETTERS, .setup = *setup, .setup_side = side};
    (void)game;
    return contents->visit(contents->context, &content, place, error);
}

/* Calls the visitor with the only content of a file. *kind is set again, because a YAML file is recognised
 * as a position or game only now. */
static enum status visit_only_content(struct opened *opened, enum file_kind *kind,
                                      const struct contents *contents, struct error *error)
{
    struct file_content content;
    enum status status = read_opened_content(opened, &content, error);
    if (!status) {
        *kind = content.kind;
        status = contents->visit(contents->context, &content, opened->source.name, error);
    }
    file_content_free(&content);
    return status;
}

enum status file_contents_read(const char *path, enum file_kind *kind, file_content_visitor *visit,
                               file_fault_visitor *fault, void *context, struct error *error)
{
    struct opened opened = {.kind = FILE_KINDS, .fault = fault, .context = context};
    struct contents contents = {.visit = visit, .context = context, .opened = &opened};
    struct setup_visit setups = {.visit = visit_setup_as_content, .context = &contents};
    enum status status = open_and_recognise(&opened, path, false, error);
    *kind = opened.kind;
    if (!status && file_kind_has_games(opened.kind))
        status = visit_opened_games(&opened, visit_game_as_content, &contents, &contents.result_column,
                                    error);
    else if (!status && opened.kind == FILE_LETTERS)
        status = take_each_line(&opened, visit_setup_line, &setups, error);
    else if (!status)
        status = visit_only_content(&opened, kind, &contents, error);
    text_free(&setups.place);
    source_close(&opened.source);
    return status;
}
