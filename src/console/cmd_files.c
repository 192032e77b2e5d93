/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: check, convert. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/load.h"
#include "file/gravon.h"
#include "game/rules_option.h"

#include <string.h>

/* What `check` finds in one file. */
struct found {
    const struct session *session;
    const char *path;
    size_t games, moves, setups;
    struct outcome outcome;  /* of the last game or position */
};

/* Checks a game whose moves are known to be legal or stand in a table of games. */
static enum status check_record(struct found *found, const struct record *record,
                                const char *place, struct error *error)
{
    struct error why = {0};
    struct record held = *record; /* borrows the moves; only the rules differ */
    rules_from_settings(&held.rules, &found->session->settings, &record->rules);
    enum status status = record_check(&held, &why);
    if (status)
        return error_set(error, status, "%s: %s", place, why.text);
    found->games++;
    found->moves += record->plies;
    found->outcome = record->outcome;
    return STATUS_OK;
}

/* Checks a position or a game that is a file of its own: the fault has a place in it. */
static enum status check_alone(struct found *found, struct thing *thing, struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    enum status status = load_replay(found->session, found->path, thing, &position, &why);
    if (!status && (thing->kind == FILE_POSITION || thing->kind == FILE_FIELD))
        thing->record.outcome = position_outcome(&position); /* it records none: the board tells */
    position_free(&position);
    if (status) /* a move that is not legal */
        return error_set(error, STATUS_NO, "%s", why.text);
    return check_record(found, &thing->record, found->path, error);
}

static enum status check_thing(void *context, struct thing *thing, const char *place,
                               struct error *error)
{
    struct found *found = context;
    struct error why = {0};
    if (session_stopped(found->session))
        return error_set(error, STATUS_FAILED, "check: stopped");
    if (thing->kind == FILE_TSV)
        return check_record(found, &thing->record, place, error);
    if (thing->kind != FILE_SETUP && thing->kind != FILE_LETTERS)
        return check_alone(found, thing, error);
    found->setups++;
    if (setup_check(&thing->setup, &why))
        return error_set(error, STATUS_NO, "%s: %s", place, why.text);
    return STATUS_OK;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static enum status check_file(struct session *session, const char *path, struct error *error)
{
    struct found found = {.session = session, .path = path};
    enum file_kind kind;
    enum status status = things_read(path, &kind, check_thing, &found, error);
    if (status)
        return status;
    session_printf(session, "%s: %s", path, file_kind_name(kind));
    if (kind == FILE_TSV)
        session_printf(session, ", %zu game%s", found.games, plural(found.games));
    if (kind == FILE_LETTERS)
        session_printf(session, ", %zu setup%s", found.setups, plural(found.setups));
    else if (kind != FILE_SETUP)
        session_printf(session, ", %zu move%s", found.moves, plural(found.moves));
    if (kind != FILE_TSV && found.outcome.result != RESULT_OPEN)
        session_printf(session, ", %s%s%s", result_name(found.outcome.result),
                       found.outcome.reason == REASON_NONE ? "" : " ",
                       found.outcome.reason == REASON_NONE ? "" : reason_name(found.outcome.reason));
    session_printf(session, ", sound\n");
    return STATUS_OK;
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
    .details = "Setups, positions, games, and tables of games (.tsv). Sound means: the pieces are what\n"
               "they should be, every move is legal, and the recorded result is right. The first file\n"
               "that is not sound gives exit status 1, with the place and the reason.",
    .completes = "file",
    .run = run_check,
};

/* What `convert` was asked for. */
struct conversion {
    const char *to;
    enum side side;      /* whose setup */
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
        return error_set(error, STATUS_BAD, "%s: a setup cannot become a %s", path, to);
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

/* Says so where a game of Gravon's cannot tell why the game ended. */
static void tell_lost_reason(struct session *session, const struct record *record,
                             const char *path)
{
    struct outcome held = {0}, outcome = record->outcome;
    int type, winner;
    gravon_result(outcome, &type, &winner);
    gravon_outcome(type, winner, &held);
    if (held.reason == outcome.reason)
        return;
    const char *told = outcome.reason == REASON_NONE ? "no reason" : reason_name(outcome.reason);
    session_notice(session, "%s: %s: Gravon's forms have no such end; written as %s", path, told,
                   reason_name(held.reason));
}

static bool has_notes(const struct record *record)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->note[square])
            return true;
    return false;
}

static enum status convert_record(struct session *session, struct thing *thing,
                                  const struct conversion *how, const char *path,
                                  struct text *out, struct error *error)
{
    struct record *record = &thing->record;
    if (strcmp(how->to, "setup") == 0) {
        struct setup setups[SIDES];
        if (!placement_to_setups(&record->start, setups))
            return error_set(error, STATUS_BAD, "%s: does not begin with two setups", path);
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
    if (!status && strcmp(how->to, "game") != 0 && has_notes(record))
        session_notice(session, "%s: only game files have room for notes; they are left out", path);
    bool as_game = strcmp(how->to, "gsn") == 0 || strcmp(how->to, "tsv") == 0 ||
                   (strcmp(how->to, "gravon") == 0 && thing->kind != FILE_POSITION &&
                    thing->kind != FILE_FIELD);
    if (!status && as_game)
        tell_lost_reason(session, record, path);
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
    .details = "The format read is recognised by itself. 'gravon' makes 40 letters of a setup, 100 letters\n"
               "of a position, and Gravon's XML of a game; gsn and tsv are Gravon's older form and one line\n"
               "of a table of games. --side: whose setup, or in whose letters. --plies: only the first N\n"
               "moves of a game. Gravon's games know fewer reasons for an end: what becomes of another\n"
               "is told on stderr.",
    .completes = "file",
    .run = run_convert,
};
