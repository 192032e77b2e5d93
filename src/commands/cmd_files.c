/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: check, convert. */
#include "commands/table.h"

#include "base/plural.h"
#include "commands/shared_flags.h"
#include "console/json.h"
#include "console/load.h"
#include "file/gravon.h"
#include "game/rules_option.h"
#include "play/clock.h"
#include "play/origin.h"
#include "play/replay_check.h"
#include "report/show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What `check` finds in one file. */
struct found {
    struct session *session;
    const char *path;
    size_t games, moves, setups;
    size_t ties_won;         /* games that one side won by agreement: see print_tie_won */
    size_t unsound;          /* lines of a table, or of setups, that are not, where the others are checked, */
    enum status worst;       /* the worst status of these, */
    struct text faults;      /* and what is wrong with each, a line each */
    bool again;              /* games are to be played again, */
    size_t requests;            /* and agents gave so many moves */
    bool by_clock;           /* some of these games had clocks */
    struct outcome outcome;  /* of the last game or position */
    const struct variant *variant; /* of a file with one thing in it; NULL: of several, or of none */
};

/* "FILE: move 37 was b4-b5, and now random plays c4-c5", and why that may be. */
static enum status print_difference(const struct found *found, const struct record *record,
                                   const struct replay_check *again, const char *place, struct error *error)
{
    struct text line = {0};
    char move[MOVE_TEXT], program[PROGRAM_NAME_MAX], words[OUTCOME_WORDS];
    enum notation notation = session_notation(found->session);
    if (again->at < record->plies)
        text_printf(&line, "%s: move %zu was %s", place, again->at + 1,
                    move_write(record->moves[again->at].move, false, notation, move));
    else
        text_printf(&line, "%s: the end was '%s'", place, outcome_words(record->outcome, words));
    text_printf(&line, ", and now %s ", record->agent[record_mover(record, again->at)].name);
    if (move_is_none(again->move))
        text_add(&line, "gives up");
    else
        text_printf(&line, "plays %s", move_write(again->move, false, notation, move));
    origin_program(program);
    if (record->program[0] && strcmp(record->program, program) != 0)
        text_printf(&line, "; that was %s, this is %s", record->program, program);
    if (again->by_clock)
        text_add(&line, "; an agent that goes by the clock need not do the same again");
    error_set(error, STATUS_NO, "%s", text_string(&line));
    text_free(&line);
    return STATUS_NO;
}

/* Plays a game again with the agents it names. */
static enum status play_again(struct found *found, const struct record *record, const char *place,
                              struct error *error)
{
    const struct session *session = found->session;
    const struct game_terms terms = {.settings = &session->settings, .library = session->library};
    struct replay_check again;
    struct error why;
    enum status status = replay_check_run(record, &terms, session->stop, &again, &why);
    if (status == STATUS_BAD && again.fault_option != SIZE_MAX)
        return file_option_fault(found->path, again.fault_side, again.fault_option, &why, error);
    if (status)
        return error_set(error, status, "%s: %s", place, why.text);
    found->requests += again.requests;
    found->by_clock |= again.by_clock;
    return again.same ? STATUS_OK : print_difference(found, record, &again, place, error);
}

/* Says what is wrong with the result of a file, and where it stands. STATUS_NO. */
static enum status result_fault(const struct found *found, const struct file_content *content,
                                const char *place, const struct error *why, struct error *error)
{
    if (content->result_line)
        error_at(error, found->path, content->result_line, content->result_column, "%s", why->text);
    else
        error_set(error, STATUS_NO, "%s: %s", place, why->text);
    return STATUS_NO;
}

/* Files of Gravon's have such results: a tie, and a winner. Which of the two is right they do not say. */
static void print_tie_won(struct found *found, const char *place, struct outcome outcome)
{
    if (outcome.reason != REASON_AGREED || outcome.result == RESULT_DRAW || outcome.result == RESULT_OPEN)
        return;
    found->ties_won++;
    char words[OUTCOME_WORDS];
    session_line(found->session, "%s: %s, where a draw is usual", place, outcome_words(outcome, words));
}

/* Checks the recorded end of a game that was played out, and its times, with the place in the file for a
 * fault; and with --again its moves. */
static enum status check_end(struct found *found, const struct file_content *content,
                             const struct position *position, const char *place, struct error *error)
{
    struct error why = {0};
    size_t at = SIZE_MAX;
    if (record_check_end(&content->record, position, &why) != STATUS_OK ||
        (game_clock_check(&content->record, &at, &why) != STATUS_OK && at == SIZE_MAX))
        return result_fault(found, content, place, &why, error);
    if (at != SIZE_MAX) {
        file_time_fault(found->path, at, &why, error);
        return STATUS_NO;
    }
    enum status status = found->again ? play_again(found, &content->record, place, error) : STATUS_OK;
    if (status)
        return status;
    found->games++;
    found->moves += content->record.plies;
    found->outcome = content->record.outcome;
    print_tie_won(found, place, found->outcome);
    return STATUS_OK;
}

/* Checks one of a table of games, which stands at `place`. */
static enum status check_line(struct found *found, struct file_content *content, const char *place,
                              struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    size_t at = 0;
    rules_from_settings(&content->record.rules, &found->session->settings, &content->record.rules);
    enum status status = STATUS_OK;
    if (!record_replay(&content->record, SIZE_MAX, &position, &at, &why))
        status = check_end(found, content, &position, place, error);
    else if (at < content->record.plies && position.board.rules.name) /* it began */
        status = error_set(error, STATUS_NO, "%s: move %zu: %s", place, at + 1, why.text);
    else
        status = error_set(error, STATUS_NO, "%s: %s", place, why.text);
    position_free(&position);
    return status;
}

/* Checks a position or a game that is a file of its own. */
static enum status check_alone(struct found *found, struct file_content *content, struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    enum status status = load_replay(found->session, found->path, content, &position, &why);
    found->variant = variant_at(content->record.start.variant);
    if (status) /* a move that is not legal */
        status = error_set(error, STATUS_NO, "%s", why.text);
    else if (content->kind == FILE_POSITION || content->kind == FILE_FIELD)
        content->record.outcome = position_outcome(&position); /* it records none: the board tells */
    if (!status)
        status = check_end(found, content, &position, found->path, error);
    position_free(&position);
    return status;
}

/* Tells of a line that is not sound, and lets the others be checked. */
static bool go_on(void *context, enum status status, const struct error *why)
{
    struct found *found = context;
    if (session_stopped(found->session))
        return false;
    found->unsound++;
    found->worst = status > found->worst ? status : found->worst;
    text_printf(&found->faults, "%s\n", why->text);
    session_printf(found->session, "%s\n", why->text);
    return true;
}

static enum status check_content(void *context, struct file_content *content, const char *place,
                                 struct error *error)
{
    struct found *found = context;
    if (session_stopped(found->session))
        return error_set(error, STATUS_NO, "check: stopped");
    if (file_kind_has_games(content->kind))
        return check_line(found, content, place, error);
    if (content->kind != FILE_SETUP && content->kind != FILE_LETTERS)
        return check_alone(found, content, error);
    found->setups++;
    found->variant = content->setup_variant;
    return STATUS_OK;
}

/* A number that is told of some kinds of files only. */
static void add_number(struct json *json, const char *key, bool has, size_t number)
{
    if (has)
        json_whole(json, key, (int64_t)number);
    else
        json_null(json, key);
}

/* What is told of a file, always by the same names: null stands where the file has no such thing. `faults`
 * has a line for each. */
static void add_found_json(const struct found *found, enum file_kind kind, const char *faults,
                           struct json *json)
{
    bool read = kind != FILE_KINDS, table = file_kind_has_games(kind), letters = kind == FILE_LETTERS;
    bool setups = letters || kind == FILE_SETUP, alone = read && !table && !setups && !*faults;
    json_open(json, NULL, '{');
    json_text(json, "file", found->path);
    json_text(json, "kind", read ? file_kind_name(kind) : NULL);
    json_text(json, "variant", found->variant && !*faults ? found->variant->name : NULL);
    json_flag(json, "sound", !*faults);
    add_number(json, "games", read && !setups, found->games);
    add_number(json, "moves", read && !setups, found->moves);
    add_number(json, "setups", setups, found->setups);
    if (alone)
        show_outcome_json(found->outcome, json);
    else
        json_text(json, "result", NULL), json_null(json, "reason");
    add_number(json, "ties_won", read && !setups, found->ties_won);
    add_number(json, "moves_played_again", found->again && read && !setups, found->requests);
    json_faults(json, "faults", faults, found->path);
    json_close(json, '}');
}

/* One line on a file that could be read. */
static void print_found(const struct found *found, enum file_kind kind)
{
    struct text line = {0};
    char words[OUTCOME_WORDS];
    text_printf(&line, "%s: %s", found->path, file_kind_name(kind));
    if (found->variant && found->variant != variant_at(VARIANT_STANDARD))
        text_printf(&line, ", %s", found->variant->name);
    if (file_kind_has_games(kind))
        text_printf(&line, ", %zu game%s", found->games, plural(found->games));
    if (kind == FILE_LETTERS)
        text_printf(&line, ", %zu setup%s", found->setups, plural(found->setups));
    else if (kind != FILE_SETUP)
        text_printf(&line, ", %zu move%s", found->moves, plural(found->moves));
    if (!file_kind_has_games(kind) && found->outcome.result != RESULT_OPEN)
        text_printf(&line, ", %s", outcome_words(found->outcome, words));
    if (found->ties_won && file_kind_has_games(kind))
        text_printf(&line, ", %zu won by agreement", found->ties_won);
    if (found->unsound)
        text_printf(&line, ", and %zu that %s not sound", found->unsound,
                    found->unsound == 1 ? "is" : "are");
    else
        text_printf(&line, ", sound");
    if (found->again && found->games)
        text_printf(&line, ", and played again the same: %zu move%s%s", found->requests,
                    plural(found->requests),
                    found->by_clock ? " (which agents that go by the clock need not do)" : "");
    session_line(found->session, "%s", text_string(&line));
    text_free(&line);
}

/* `all`: goes on after a game or a setup of several that is not sound. */
static enum status check_file(struct session *session, const char *path, bool again, bool all,
                              struct error *error)
{
    struct found found = {.session = session, .path = path, .again = again};
    struct error why = {0};
    enum file_kind kind = FILE_KINDS;
    enum status status = file_contents_read(path, &kind, check_content, all ? go_on : NULL, &found, &why);
    if (!status)
        print_found(&found, kind);
    else
        text_printf(&found.faults, "%s\n", why.text);
    if (!session_stopped(session))
        add_found_json(&found, kind, text_string(&found.faults), session->answer);
    if (status)
        error_set(error, status, "%s", why.text);
    else if (found.unsound)
        status = error_set(error, found.worst, "%s: not sound", path);
    text_free(&found.faults);
    return status;
}

struct check_args {
    struct word_list files;
    bool again, all;
};

/* What `check` found in all. */
struct check_sum {
    int looked_at, unsound; /* files */
    enum status worst;
};

/* Checks the files: with --all each of them, and tells of each that is not sound; else up to the first that
 * is not, whose error is the command's. A file that cannot be read is none that is sound. */
static enum status check_files(struct session *session, const struct check_args *args, struct check_sum *sum,
                               struct error *error)
{
    for (int i = 0; i < args->files.count; i++) {
        struct error why = {0};
        enum status status = check_file(session, args->files.word[i], args->again, args->all, &why);
        if (session_stopped(session))
            return error_set(error, STATUS_NO, "check: stopped");
        sum->looked_at++;
        sum->unsound += status != STATUS_OK;
        sum->worst = status > sum->worst ? status : sum->worst;
        if (status && !args->all)
            return error_set(error, status, "%s", why.text);
        if (status)
            session_printf(session, "%s\n", why.text);
    }
    return STATUS_OK;
}

static enum status run_check(struct session *session, const void *arguments, struct error *error)
{
    const struct check_args *args = arguments;
    struct json *json = session->answer;
    struct check_sum sum = {0};
    json_open(json, NULL, '{');
    json_open(json, "checked", '[');
    enum status status = check_files(session, args, &sum, error);
    int count = args->files.count;
    if (!status && args->all)
        session_printf(session, "%d file%s, %d sound\n", count, plural((uint64_t)count), count - sum.unsound);
    json_close(json, ']');
    json_whole(json, "files", sum.looked_at);
    json_whole(json, "unsound_files", sum.unsound);
    json_close(json, '}');
    if (status || !sum.unsound)
        return status;
    return error_set(error, sum.worst, "check: %d of %d file%s %s not sound", sum.unsound, count,
                     plural((uint64_t)count), sum.unsound == 1 ? "is" : "are");
}

const struct command command_check = {
    .name = "check",
    .group = GROUP_LOOK,
    .keywords = "validate verify legal illegal errors sound replay",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct check_args, files), .list = true}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct check_args, again, "again", "plays each game again with the agents it names"),
        FLAG_SWITCH(struct check_args, all, "all", "goes on after what is not sound, and sums up")),
    .json = true,
    .args_size = sizeof(struct check_args),
    .help = "tells of each file what it is and whether it is sound",
    .details = "Setups, positions, games, and files of many games. Sound means: the pieces are what\n"
               "they should be, every move is legal, and the recorded result is right; where a game has\n"
               "clocks, that each move was made in time, and that who lost on time had none left. The first\n"
               "file that is not sound gives exit status 1, with the place and the reason (2 where it\n"
               "cannot be read); with --all the others, and the other games or setups of a file with one a\n"
               "line, are checked too, and the status is the worst of all. --again asks the\n"
               "agents of a saved game for each of their moves again, by the seed and the options in the\n"
               "file; the first game of which a move is another one gives exit status 1, with the move.",
    .run = run_check,
};

enum format {
    TO_SETUP, TO_POSITION, TO_GAME, TO_GRAVON, TO_GSN, TO_TSV, TO_ATARAXOS, TO_MSGPACK, TO_EVALUATOR,
};

static const char *const formats[] = {"setup", "position", "game", "gravon", "gsn", "tsv",
                                      "ataraxos", "msgpack", "evaluator", NULL};

struct convert_args {
    const char *path;
    int to;              /* enum format */
    int side;            /* whose setup, or in whose letters; SIDE_NOT_GIVEN: as it is */
    uint64_t plies;      /* how much of a game to play */
    bool unsealed;       /* shows what the file of an unfinished game hides */
};

static enum status convert_setup(const struct setup *setup, const struct variant *variant, enum side side,
                                 const char *path, int to, struct text *out, struct error *error)
{
    if (to == TO_SETUP) {
        setup_write(setup, variant, out);
    } else if (to == TO_GRAVON) {
        setup_write_letters(setup, side, out);
        text_add(out, "\n");
    } else {
        return error_set(error, STATUS_BAD, "%s: a setup cannot become a %s", path, formats[to]);
    }
    return STATUS_OK;
}

/* Writes what was read from `path` and played out, in the format asked for. */
static enum status convert_played(const struct file_content *content, const struct position *position,
                                  const char *path, int to, struct text *out, struct error *error)
{
    const char *slash = strrchr(path, '/');
    enum status status = STATUS_OK;
    bool from_position = content->kind == FILE_POSITION || content->kind == FILE_FIELD;
    if (to == TO_POSITION) {
        position_write(position, out);
    } else if (to == TO_GAME) {
        game_write(&content->record, out);
    } else if (to == TO_GSN) {
        status = game_write_gsn(&content->record, out, error);
    } else if (to == TO_TSV) {
        status = game_write_tsv(&content->record, slash ? slash + 1 : path, out, error);
    } else if (to == TO_ATARAXOS) {
        status = game_write_ataraxos(&content->record, out, error);
    } else if (to == TO_MSGPACK) {
        status = game_write_msgpack(&content->record, out, error);
    } else if (to == TO_EVALUATOR) {
        status = game_write_evaluator(&content->record, out, error);
    } else if (from_position) {
        status = position_write_field(position, out, error);
        text_add(out, "\n");
    } else {
        status = game_write_xml(&content->record, out, error);
    }
    return status;
}

/* Says so where a game of Gravon's cannot tell why the game ended. */
static void print_lost_reason(struct session *session, const struct record *record,
                             const char *path)
{
    struct outcome held = {0}, outcome = record->outcome;
    int type, winner;
    gravon_result(outcome, &type, &winner);
    gravon_outcome(type, winner, &held);
    if (held.reason == outcome.reason)
        return;
    const char *reason = outcome.reason == REASON_NONE ? "no reason" : reason_name(outcome.reason);
    session_notice(session, "%s: %s: Gravon's forms have no such end; written as %s", path, reason,
                   reason_name(held.reason));
}

static bool has_notes(const struct record *record)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->note[square])
            return true;
    return false;
}

/* What the file of an unfinished game hides comes out only where that is asked for, and never beside a game
 * that is being played; a game file hides it again. */
static enum status check_sealed(const struct session *session, const struct record *record,
                                const struct convert_args *args, struct error *error)
{
    enum status status = STATUS_OK;
    bool one = args->to == TO_SETUP; /* of one side */
    if (args->unsealed && session_is_playing(session))
        return error_set(error, STATUS_NO, "convert: --unsealed is not for while a game is being played");
    for (enum side side = RED; side <= BLUE && !status && !args->unsealed && args->to != TO_GAME; side++)
        if (!one || side == (args->side == BLUE ? BLUE : RED))
            status = load_check_visible(session, args->path, record, side, error);
    return status;
}

static enum status convert_record(struct session *session, struct file_content *content,
                                  const struct convert_args *args,
                                  struct text *out, struct error *error)
{
    struct record *record = &content->record;
    const char *path = args->path;
    enum status status = args->to == TO_SETUP ? check_sealed(session, record, args, error) : STATUS_OK;
    if (status)
        return status;
    if (args->to == TO_SETUP) {
        struct setup setups[SIDES];
        enum side side = args->side == BLUE ? BLUE : RED;
        if (!placement_to_setups(&record->start, setups))
            return error_set(error, STATUS_BAD, "%s: does not begin with two setups", path);
        return convert_setup(&setups[side], variant_at(record->start.variant), side, path, TO_SETUP, out,
                             error);
    }
    if (args->plies != PLIES_ALL && args->plies > record->plies)
        return error_set(error, STATUS_BAD, "%s: --plies %" PRIu64 ": there are only %zu moves", path,
                         args->plies, record->plies);
    if (args->plies < record->plies)
        record_cut(record, (size_t)args->plies);
    struct position position = {0};
    struct error why = {0};
    status = load_replay(session, path, content, &position, error);
    if (!status)
        status = check_sealed(session, record, args, error);
    if (!status && convert_played(content, &position, path, args->to, out, &why))
        status = error_set(error, why.status, "%s: %s", path, why.text);
    if (!status && args->to != TO_GAME && has_notes(record))
        session_notice(session, "%s: only game files have room for notes; they are left out", path);
    bool as_game = args->to == TO_GSN || args->to == TO_TSV ||
                   (args->to == TO_GRAVON && content->kind != FILE_POSITION && content->kind != FILE_FIELD);
    if (!status && as_game)
        print_lost_reason(session, record, path);
    /* Forms without results lose the one of the game where the board does not show it. */
    bool no_results = args->to == TO_ATARAXOS || args->to == TO_MSGPACK;
    char words[OUTCOME_WORDS];
    if (!status && no_results && record->outcome.result != position_outcome(&position).result)
        session_notice(session, "%s: %s: Ataraxos' forms have no results; it is left out", path,
                       outcome_words(record->outcome, words));
    position_free(&position);
    return status;
}

static enum status run_convert(struct session *session, const void *arguments, struct error *error)
{
    const struct convert_args *args = arguments;
    struct file_content content = {0};
    struct text out = {0};
    struct error why = {0};
    bool binary = args->to == TO_MSGPACK;
    if (binary && session_check_binary(session, &why))
        return error_set(error, why.status, "convert: --to %s: %s", formats[args->to], why.text);
    enum status status = file_read(args->path, &content, error);
    if (status)
        return status;
    if (content.kind == FILE_SETUP || content.kind == FILE_LETTERS) {
        enum side side = args->side != SIDE_NOT_GIVEN ? (enum side)args->side : content.setup_side;
        status = convert_setup(&content.setup, content.setup_variant, side, args->path, args->to,
                               &out, error);
    } else {
        status = convert_record(session, &content, args, &out, error);
    }
    if (!status && binary)
        session_write_binary(session, out.bytes, out.size);
    else if (!status)
        session_write(session, out.bytes, out.size);
    if (!status)
        json_document(session->answer, formats[args->to], text_string(&out));
    text_free(&out);
    file_content_free(&content);
    return status;
}

const struct command command_convert = {
    .name = "convert",
    .group = GROUP_LOOK,
    .keywords = "export format Gravon PGN TSV XML translate write",
    .words = ARGUMENTS({.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct convert_args, path)}),
    .flags = ARGUMENTS(
        {.name = "to", .kind = VALUE_CHOICE, .at = offsetof(struct convert_args, to), .words = formats,
         .required = true, .meaning = "the format to write"},
        FLAG_SIDE(struct convert_args, side, "whose setup, or in whose letters", "as it is, or red"),
        FLAG_AT(struct convert_args, plies),
        {.name = "unsealed", .kind = VALUE_NONE, .at = offsetof(struct convert_args, unsealed),
         .meaning = "also the pieces that the file of an unfinished game hides"}),
    .out = true,
    DEFAULTS(struct convert_args, .side = SIDE_NOT_GIVEN, .plies = PLIES_ALL),
    .help = "prints a file in another format",
    .details = "The format read is recognised by itself. 'gravon' makes 40 letters of a setup, 100 letters\n"
               "of a position, and Gravon's XML of a game; gsn and tsv are Gravon's older form and one line\n"
               "of a table of games. Gravon's games know fewer reasons for an end: what becomes of another\n"
               "is told on stderr. ataraxos and msgpack are the two forms of the program Ataraxos (msgpack\n"
               "is binary: for --out or a pipe), evaluator is the log of the strategoevaluator's manager.\n"
               "What a form cannot hold is refused.",
    .run = run_convert,
};
