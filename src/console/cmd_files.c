/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: check, convert. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/load.h"
#include "game/rules_option.h"

#include <string.h>

/* What `check` counts in one file. */
struct count {
    const struct session *session;
    const char *path;
    size_t games, moves, setups;
};

static enum status check_game(void *context, const struct record *record, const char *place,
                              struct error *error)
{
    struct count *count = context;
    struct error why = {0};
    if (session_stopped(count->session))
        return error_set(error, STATUS_FAILED, "check: stopped");
    struct record held = *record; /* borrows the moves; only the rules differ */
    rules_from_settings(&held.rules, &count->session->settings, &record->rules);
    enum status status = record_check(&held, &why);
    if (status)
        return error_set(error, status, "%s: %s", place, why.text);
    count->games++;
    count->moves += record->plies;
    return STATUS_OK;
}

static enum status check_setup(void *context, const struct setup *setup, enum side side,
                               const struct record *game, const char *place, struct error *error)
{
    struct count *count = context;
    struct error why = {0};
    (void)side, (void)game;
    if (session_stopped(count->session))
        return error_set(error, STATUS_FAILED, "check: stopped");
    enum status status = setup_check(setup, &why);
    if (status)
        return error_set(error, STATUS_NO, "%s: %s", place, why.text);
    count->setups++;
    return STATUS_OK;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* Checks a file of many games or many set-ups and prints what is in it. */
static enum status check_many(struct session *session, const char *path, enum file_kind kind,
                              struct error *error)
{
    struct count count = {.session = session, .path = path};
    bool setups = kind == FILE_LETTERS;
    enum status status = setups ? setups_read(path, check_setup, &count, error)
                                : games_read(path, check_game, &count, error);
    if (status)
        return status;
    if (setups)
        session_printf(session, "%s: %s, %zu set-up%s, sound\n", path, file_kind_name(kind),
                       count.setups, plural(count.setups));
    else
        session_printf(session, "%s: %s, %zu game%s, %zu move%s, sound\n", path,
                       file_kind_name(kind), count.games, plural(count.games), count.moves,
                       plural(count.moves));
    return STATUS_OK;
}

/* Checks one set-up, position or game and prints what it is. */
static enum status check_thing(struct session *session, const char *path, struct thing *thing,
                               struct error *error)
{
    const char *kind = file_kind_name(thing->kind);
    struct count count = {.session = session, .path = path};
    enum status status;
    if (thing->kind == FILE_SETUP || thing->kind == FILE_LETTERS) {
        status = check_setup(&count, &thing->setup, thing->setup_side, NULL, path, error);
        if (!status)
            session_printf(session, "%s: %s, sound\n", path, kind);
        return status;
    }
    struct position position = {0};
    struct error why = {0};
    status = load_replay(session, path, thing, &position, &why);
    if (!status && (thing->kind == FILE_POSITION || thing->kind == FILE_FIELD))
        thing->record.outcome = position_outcome(&position); /* it records none: the board tells */
    position_free(&position);
    if (status) /* a move that is not legal, with its place in the file */
        return error_set(error, STATUS_NO, "%s", why.text);
    status = check_game(&count, &thing->record, path, error);
    if (status)
        return status;
    session_printf(session, "%s: %s, %zu move%s", path, kind, count.moves, plural(count.moves));
    if (thing->record.outcome.result != RESULT_OPEN)
        session_printf(session, ", %s %s", result_name(thing->record.outcome.result),
                       reason_name(thing->record.outcome.reason));
    session_printf(session, ", sound\n");
    return STATUS_OK;
}

static enum status check_file(struct session *session, const char *path, struct error *error)
{
    struct thing thing = {0};
    enum file_kind kind;
    if (strcmp(path, "-") != 0) { /* stdin cannot be looked at twice */
        enum status status = file_recognise(path, &kind, error);
        if (status)
            return status;
        if (kind == FILE_TSV || kind == FILE_LETTERS)
            return check_many(session, path, kind, error);
    }
    enum status status = file_read(path, &thing, error);
    if (!status)
        status = check_thing(session, path, &thing, error);
    thing_free(&thing);
    return status;
}

static enum status run_check(struct session *session, int argc, char **argv, struct error *error)
{
    enum status status = arguments_parse(&command_check, NULL, 0, &argc, argv, error);
    if (!status && argc < 1)
        status = usage_error(&command_check, error);
    for (int i = 0; i < argc && !status; i++)
        status = check_file(session, argv[i], error);
    return status;
}

const struct command command_check = {
    .name = "check",
    .arguments = "FILE…",
    .help = "tells of each file what it is and whether it is sound",
    .details = "Set-ups, positions, games, and tables of games (.tsv). Sound means: the pieces are what\n"
               "they should be, every move is legal, and the recorded result is right. The first file\n"
               "that is not sound gives exit status 1, with the place and the reason.",
    .completes = "file",
    .run = run_check,
};

/* What `convert` was asked for. */
struct conversion {
    const char *to;
    enum side side;      /* whose set-up */
    bool has_side;
    uint64_t plies;      /* how much of a game to play */
};

static enum status convert_setup(const struct setup *setup, enum side side, const char *path,
                                 const char *to, struct text *out, struct error *error)
{
    if (strcmp(to, "setup") == 0) {
        setup_write(setup, out);
    } else if (strcmp(to, "gravon") == 0) {
        setup_write_letters(setup, side, out);
        text_add(out, "\n");
    } else {
        return error_set(error, STATUS_BAD, "%s: a set-up cannot become a %s", path, to);
    }
    return STATUS_OK;
}

/* Writes a thing that was read from `path` and played out, in the format asked for. */
static enum status convert_played(const struct thing *thing, const struct position *position,
                                  const char *path, const char *to, struct text *out,
                                  struct error *error)
{
    const char *slash = strrchr(path, '/');
    enum status status = STATUS_OK;
    bool from_position = thing->kind == FILE_POSITION || thing->kind == FILE_FIELD;
    if (strcmp(to, "position") == 0) {
        position_write(position, out);
    } else if (strcmp(to, "game") == 0) {
        game_write(&thing->record, out);
    } else if (strcmp(to, "gsn") == 0) {
        status = game_write_gsn(&thing->record, out, error);
    } else if (strcmp(to, "tsv") == 0) {
        status = game_write_tsv(&thing->record, slash ? slash + 1 : path, out, error);
    } else if (from_position) {
        status = position_write_field(position, out, error);
        text_add(out, "\n");
    } else {
        status = game_write_xml(&thing->record, out, error);
    }
    return status;
}

static enum status convert_record(const struct session *session, struct thing *thing,
                                  const struct conversion *how, const char *path,
                                  struct text *out, struct error *error)
{
    struct record *record = &thing->record;
    if (strcmp(how->to, "setup") == 0) {
        struct setup setups[SIDES];
        if (!placement_to_setups(&record->start, setups))
            return error_set(error, STATUS_BAD, "%s: does not begin with two set-ups", path);
        return convert_setup(&setups[how->side], how->side, path, "setup", out, error);
    }
    if (how->plies < record->plies) {
        record->plies = (size_t)how->plies;
        record->outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    }
    struct position position = {0};
    struct error why = {0};
    enum status status = load_replay(session, path, thing, &position, error);
    if (!status && convert_played(thing, &position, path, how->to, out, &why))
        status = error_set(error, why.status, "%s: %s", path, why.text);
    position_free(&position);
    return status;
}

static bool format_is_known(const char *to)
{
    static const char *const formats[] = {"setup", "position", "game", "gravon", "gsn", "tsv"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(to, formats[i]) == 0)
            return true;
    return false;
}

static enum status convert(struct session *session, const char *path,
                           const struct conversion *how, struct error *error)
{
    struct thing thing = {0};
    struct text out = {0};
    enum status status = file_read(path, &thing, error);
    if (status)
        return status;
    if (thing.kind == FILE_SETUP || thing.kind == FILE_LETTERS) {
        enum side side = how->has_side || thing.kind == FILE_SETUP ? how->side : thing.setup_side;
        status = convert_setup(&thing.setup, side, path, how->to, &out, error);
    } else {
        status = convert_record(session, &thing, how, path, &out, error);
    }
    if (!status)
        session_write(session, out.bytes, out.size);
    text_free(&out);
    thing_free(&thing);
    return status;
}

static enum status run_convert(struct session *session, int argc, char **argv,
                               struct error *error)
{
    struct conversion how = {.side = RED, .plies = UINT64_MAX};
    const char *side = NULL;
    const struct flag flags[] = {
        {.name = "to", .kind = FLAG_TEXT, .value = &how.to},
        {.name = "side", .kind = FLAG_TEXT, .value = &side},
        {.name = "plies", .kind = FLAG_WHOLE, .value = &how.plies, .most = UINT32_MAX},
    };
    enum status status = arguments_parse(&command_convert, flags, sizeof flags / sizeof flags[0],
                                         &argc, argv, error);
    if (status)
        return status;
    if (argc != 1 || !how.to)
        return usage_error(&command_convert, error);
    if (!format_is_known(how.to))
        return error_set(error, STATUS_BAD,
                         "convert: found --to '%s', expected setup, position, game, gravon, gsn or tsv",
                         how.to);
    if (side && !argument_side(side, &how.side))
        return error_set(error, STATUS_BAD, "convert: found --side '%s', expected red or blue", side);
    how.has_side = side != NULL;
    return convert(session, argv[0], &how, error);
}

const struct command command_convert = {
    .name = "convert",
    .arguments = "FILE --to setup|position|game|gravon|gsn|tsv [--side red|blue] [--plies N]",
    .help = "prints a file in another format",
    .details = "The format read is recognised by itself. 'gravon' makes 40 letters of a set-up, 100 letters\n"
               "of a position, and Gravon's XML of a game; gsn and tsv are Gravon's older form and one line\n"
               "of a table of games. --side: whose set-up, or in whose letters. --plies: only the first N\n"
               "moves of a game.",
    .completes = "file",
    .run = run_convert,
};
