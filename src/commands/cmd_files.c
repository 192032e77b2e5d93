/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands check and convert on files. */
#include "commands/table.h"

#include "base/disk.h"
#include "base/plural.h"
#include "console/load.h"
#include "file/gravon.h"
#include "game/rules_option.h"
#include "play/clock.h"
#include "play/named_game.h"
#include "play/origin.h"
#include "play/replay_check.h"
#include "report/show.h"

#include <stdlib.h>
#include <string.h>

/* What `check` has found in one file so far. */
struct found {
    struct session *session;
    const char *path;
    size_t games, moves, setups; /* numbers of sound ones */
    size_t ties_won;         /* games that one side won by agreement: see count_tie_won */
    size_t unsound;          /* games of a table, or setups, that are not sound; only counted with --all */
    enum status worst;       /* the worst status of these */
    struct text faults;      /* what is wrong with each of them, a line each */
    bool again;              /* --again: request the agents' moves again and compare */
    size_t requests;         /* the number of moves requested so */
    bool by_clock;           /* some of these games had clocks */
    struct outcome outcome;  /* of the last game or position */
    const struct variant *variant; /* of a file with one item; NULL: of several, or of none */
};

/* Sets the error for a replay that differs: "FILE: move 37 was b4-b5, and now random plays c4-c5", and
 * possible reasons. Returns STATUS_NO. */
static enum status report_replay_difference(const struct found *found, const struct record *record,
                                            const struct replay_check *check, const char *place,
                                            struct error *error)
{
    struct text line = {0};
    char move[MOVE_TEXT], program[PROGRAM_NAME_MAX], words[OUTCOME_WORDS];
    enum notation notation = session_notation(found->session);
    if (check->at < record->plies)
        text_printf(&line, "%s: move %zu was %s", place, check->at + 1,
                    move_write(record->moves[check->at].move, false, notation, move));
    else
        text_printf(&line, "%s: the end was '%s'", place, outcome_write(record->outcome, words));
    text_printf(&line, ", and now %s ", record->agent[record_mover(record, check->at)].name);
    if (move_is_none(check->move))
        text_add(&line, "gives up");
    else
        text_printf(&line, "plays %s", move_write(check->move, false, notation, move));
    origin_program(program);
    if (record->program[0] && strcmp(record->program, program) != 0)
        text_printf(&line, "; that was %s, this is %s", record->program, program);
    if (check->by_clock)
        text_add(&line, "; an agent that goes by the clock need not do the same again");
    error_set(error, STATUS_NO, "%s", text_string(&line));
    text_free(&line);
    return STATUS_NO;
}

/* Requests the moves of a recorded game from its agents again. STATUS_NO with the first difference if a move
 * or the end differs. `place`: "FILE" or "FILE:LINE", the start of the error. */
static enum status play_again(struct found *found, const struct record *record, const char *place,
                              struct error *error)
{
    const struct session *session = found->session;
    const struct game_terms terms = {.settings = &session->settings, .library = session->library};
    struct replay_check check;
    struct error why;
    enum status status = replay_check_run(record, &terms, session->stop, &check, &why);
    if (status == STATUS_BAD && check.fault_option != SIZE_MAX)
        return file_part_fault(found->path, check.fault_side, check.fault_option, &why, error);
    if (status)
        return error_set(error, status, "%s: %s", place, why.text);
    found->requests += check.requests;
    found->by_clock |= check.by_clock;
    return check.same ? STATUS_OK : report_replay_difference(found, record, &check, place, error);
}

/* Sets the error for a wrong result, with its place in the file if that is known. Returns STATUS_NO. */
static enum status report_result_fault(const struct found *found, const struct file_content *content,
                                       const char *place, const struct error *why, struct error *error)
{
    if (content->result_line)
        error_at(error, found->path, content->result_line, content->result_column, "%s", why->text);
    else
        error_set(error, STATUS_NO, "%s: %s", place, why->text);
    return STATUS_NO;
}

/* Counts and reports a game that one side won by agreement. Some of Gravon's files record both a tie and a
 * winner and do not show which of them is right. */
static void count_tie_won(struct found *found, const char *place, struct outcome outcome)
{
    if (outcome.reason != REASON_AGREED || outcome.result == RESULT_DRAW || outcome.result == RESULT_OPEN)
        return;
    found->ties_won++;
    char words[OUTCOME_WORDS];
    session_print_line(found->session, "%s: %s, where a draw is usual", place, outcome_write(outcome, words));
}

/* Checks the recorded end and clock times of a game that has been replayed to `position`. With --again checks
 * its agents' moves too. Counts a sound game. */
static enum status check_end(struct found *found, const struct file_content *content,
                             const struct position *position, const char *place, struct error *error)
{
    struct error why = {0};
    size_t ply = SIZE_MAX; /* of a wrong time; a wrong result leaves it */
    if (record_check_end(&content->record, position, &why) != STATUS_OK ||
        (game_clock_check(&content->record, &ply, &why) != STATUS_OK && ply == SIZE_MAX))
        return report_result_fault(found, content, place, &why, error);
    if (ply != SIZE_MAX) {
        file_part_fault(found->path, SIDES, ply, &why, error);
        return STATUS_NO;
    }
    enum status status = found->again ? play_again(found, &content->record, place, error) : STATUS_OK;
    if (status)
        return status;
    found->games++;
    found->moves += content->record.plies;
    found->outcome = content->record.outcome;
    count_tie_won(found, place, found->outcome);
    return STATUS_OK;
}

/* Checks one game of a table of games; `place` is its place for errors. */
static enum status check_line(struct found *found, struct file_content *content, const char *place,
                              struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    size_t ply = 0;
    rules_from_settings(&content->record.rules, &found->session->settings, &content->record.rules);
    enum status status = STATUS_OK;
    if (!record_replay(&content->record, SIZE_MAX, &position, &ply, &why))
        status = check_end(found, content, &position, place, error);
    else if (ply < content->record.plies && position.board.rules.name) /* the start is sound */
        status = error_set(error, STATUS_NO, "%s: move %zu: %s", place, ply + 1, why.text);
    else
        status = error_set(error, STATUS_NO, "%s: %s", place, why.text);
    position_free(&position);
    return status;
}

/* Checks a file that is one position or one game. */
static enum status check_alone(struct found *found, struct file_content *content, struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    enum status status = load_replay(found->session, found->path, content, &position, &why);
    found->variant = variant_at(content->record.start.variant);
    if (status) /* a move that is not legal */
        status = error_set(error, STATUS_NO, "%s", why.text);
    else if (content->kind == FILE_POSITION || content->kind == FILE_FIELD)
        content->record.outcome = position_outcome(&position); /* the file has none */
    if (!status)
        status = check_end(found, content, &position, found->path, error);
    position_free(&position);
    return status;
}

/* Records and prints a fault in one of several games or setups. Returns whether to go on with the others. */
static bool add_fault(void *context, enum status status, const struct error *why)
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

/* Checks one game, position or setup of a file. `place`: where it is, for messages. */
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

/* Adds a number. Adds null if `has` is false: the file is of a kind without that number. */
static void add_number_if(struct json *json, const char *key, bool has, size_t number)
{
    if (has)
        json_add_whole(json, key, (int64_t)number);
    else
        json_add_null(json, key);
}

/* Adds the result of a file. The keys are the same for each kind of file; null means that the file has no
 * such thing. `faults` has a line for each fault; it is "" for a sound file. */
static void add_check_json(const struct found *found, enum file_kind kind, const char *faults,
                           struct json *json)
{
    bool read = kind != FILE_KINDS, table = file_kind_has_games(kind), letters = kind == FILE_LETTERS;
    bool setups = letters || kind == FILE_SETUP, single = read && !table && !setups && !*faults;
    json_open(json, NULL, '{');
    json_add_text(json, "file", found->path);
    json_add_text(json, "kind", read ? file_kind_name(kind) : NULL);
    json_add_text(json, "variant", found->variant && !*faults ? found->variant->name : NULL);
    json_add_flag(json, "sound", !*faults);
    add_number_if(json, "games", read && !setups, found->games);
    add_number_if(json, "moves", read && !setups, found->moves);
    add_number_if(json, "setups", setups, found->setups);
    if (single)
        show_outcome_json(found->outcome, json);
    else
        json_printf(json, "result: null, reason: null");
    add_number_if(json, "ties_won", read && !setups, found->ties_won);
    add_number_if(json, "moves_played_again", found->again && read && !setups, found->requests);
    json_add_faults(json, "faults", faults, found->path);
    json_close(json, '}');
}

/* Prints one line about a file that could be read. */
static void print_check(const struct found *found, enum file_kind kind)
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
        text_printf(&line, ", %s", outcome_write(found->outcome, words));
    if (found->ties_won && file_kind_has_games(kind))
        text_printf(&line, ", %zu won by agreement", found->ties_won);
    if (found->unsound)
        text_printf(&line, ", and %zu that %s not sound", found->unsound, found->unsound == 1 ? "is" : "are");
    else
        text_printf(&line, ", sound");
    if (found->again && found->games)
        text_printf(&line, ", and played again the same: %zu move%s%s", found->requests,
                    plural(found->requests),
                    found->by_clock ? " (which agents that go by the clock need not do)" : "");
    session_print_line(found->session, "%s", text_string(&line));
    text_free(&line);
}

/* Checks a file. With `all`, goes on after an unsound game or setup in it. */
static enum status check_file(struct session *session, const char *path, bool again, bool all,
                              struct error *error)
{
    struct found found = {.session = session, .path = path, .again = again};
    struct error why = {0};
    enum file_kind kind = FILE_KINDS;
    enum status status = named_contents_read(path, &kind, check_content, all ? add_fault : NULL, &found,
                                             &why);
    if (!status)
        print_check(&found, kind);
    else
        text_printf(&found.faults, "%s\n", why.text);
    if (!session_stopped(session))
        add_check_json(&found, kind, text_string(&found.faults), session->answer);
    if (status)
        error_set(error, status, "%s", why.text);
    else if (found.unsound)
        status = error_set(error, found.worst, "%s: not sound", path);
    text_free(&found.faults);
    return status;
}

struct check_args {
    struct word_list files;
    bool again, all; /* request the agents' moves again; go on after an unsound file or item */
};

/* The sums over all files of `check`. */
struct check_sum {
    int looked_at, unsound; /* files */
    enum status worst;
};

/* Checks all files with --all and prints the fault of each. Without --all, stops at the first unsound file,
 * whose error is that of the command. A file that cannot be read counts as unsound. */
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

/* Checks the files and prints how many are sound. */
static enum status run_check(struct session *session, const void *arguments, struct error *error)
{
    const struct check_args *args = arguments;
    struct json *json = session->answer;
    struct check_sum sum = {0};
    json_printf(json, "{checked: [");
    enum status status = check_files(session, args, &sum, error);
    int count = args->files.count;
    if (!status && args->all)
        session_printf(session, "%d file%s, %d sound\n", count, plural((uint64_t)count), count - sum.unsound);
    json_printf(json, "], files: %d, unsound_files: %d}", sum.looked_at, sum.unsound);
    if (status || !sum.unsound)
        return status;
    return error_set(error, sum.worst, "check: %d of %d file%s %s not sound", sum.unsound, count,
                     plural((uint64_t)count), sum.unsound == 1 ? "is" : "are");
}

const struct command command_check = {
    .name = "check", .group = GROUP_LOOK,
    .keywords = "validate verify errors sound legal illegal replay",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct check_args, files), .list = true}),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct check_args, again, "again", "plays each game again with the agents it names"),
        FLAG_SWITCH(struct check_args, all, "all", "goes on after what is not sound, and sums up")),
    .json = true, .picks = true, .args_size = sizeof(struct check_args),
    .help = "prints what each file is and whether it is sound",
    .details = "Setups, positions, games, and files of many games. Sound means: the pieces are what they\n"
               "should be, every move is legal, and the recorded result is right; where a game has clocks,\n"
               "that each move was made in time, and that the loser on time had none left. The first file\n"
               "that is not sound gives exit status 1, with the place and the reason (2 where it cannot be\n"
               "read); with --all the others, and the other games or setups of a file with one a line, are\n"
               "checked too, and the status is the worst of all. --again computes each move of the agents\n"
               "of a saved game again, by the seed and the options in the file; the first game of which a\n"
               "move is another one gives exit status 1, with the move.",
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
    int side;            /* the side whose setup or letters are written; SIDE_NOT_GIVEN: as in the file */
    bool unsealed;       /* show the setups that the file of an unfinished game seals */
};

/* Writes a setup as rows or as Gravon's letters of `side`. STATUS_BAD for any other format. */
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

/* Writes a position or game, read from `path` and replayed to `position`, in the format `to`. */
static enum status convert_played(const struct file_content *content, const struct position *position,
                                  const char *path, int to, struct text *out, struct error *error)
{
    enum status status = STATUS_OK;
    bool from_position = content->kind == FILE_POSITION || content->kind == FILE_FIELD;
    if (to == TO_POSITION) {
        position_write(position, out);
    } else if (to == TO_GAME) {
        game_write(&content->record, out);
    } else if (to == TO_GSN) {
        status = game_write_gsn(&content->record, out, error);
    } else if (to == TO_TSV) {
        status = game_write_tsv(&content->record, disk_file_name(path), out, error);
    } else if (to == TO_ATARAXOS) {
        status = game_write_ataraxos(&content->record, out, error);
    } else if (to == TO_MSGPACK) {
        status = game_write_msgpack(&content->record, out, error);
    } else if (to == TO_EVALUATOR) {
        status = game_write_evaluator(&content->record, out, error);
    } else if (from_position) { /* TO_GRAVON: a position as a field, a game as XML */
        status = position_write_field(position, out, error);
        text_add(out, "\n");
    } else {
        status = game_write_xml(&content->record, out, error);
    }
    return status;
}

/* Warns if Gravon's forms cannot express why the game ended. */
static void warn_lost_reason(struct session *session, const struct record *record, const char *path)
{
    struct outcome as_written = {0}, outcome = record->outcome;
    int type, winner;
    gravon_result(outcome, &type, &winner);
    gravon_outcome(type, winner, &as_written);
    if (as_written.reason == outcome.reason)
        return;
    const char *reason = outcome.reason == REASON_NONE ? "no reason" : reason_name(outcome.reason);
    session_notice(session, "%s: %s: Gravon's forms have no such end; written as %s", path, reason,
                   reason_name(as_written.reason));
}

/* Returns whether the record has notes of the person. */
static bool has_notes(const struct record *record)
{
    for (int square = 0; square < SQUARES; square++)
        if (record->note[square])
            return true;
    return false;
}

/* Checks whether sealed setups may be converted. STATUS_NO if --unsealed is given while a game is being
 * played, or if a side that the output would show is sealed and --unsealed is not given. Does not check
 * output to game files: these seal it again. */
static enum status check_sealed(const struct session *session, const struct record *record,
                                const struct convert_args *args, struct error *error)
{
    enum status status = STATUS_OK;
    bool one_side = args->to == TO_SETUP; /* the output has only one side */
    if (args->unsealed && session_is_playing(session))
        return error_set(error, STATUS_NO, "convert: --unsealed is not for while a game is being played");
    for (enum side side = RED; side <= BLUE && !status && !args->unsealed && args->to != TO_GAME; side++)
        if (!one_side || side == (args->side == BLUE ? BLUE : RED))
            status = load_check_visible(session, args->path, record, side, error);
    return status;
}

/* Writes a game or a position, up to --at, in the format of --to. Warns about what the format
 * cannot hold. */
static enum status convert_record(struct session *session, struct file_content *content,
                                  const struct convert_args *args, struct text *out, struct error *error)
{
    struct record *record = &content->record;
    const char *path = args->path;
    enum status status = args->to == TO_SETUP ? check_sealed(session, record, args, error) : STATUS_OK;
    if (status)
        return status;
    if (args->to == TO_SETUP) { /* needs no moves */
        struct setup setups[SIDES];
        enum side side = args->side == BLUE ? BLUE : RED;
        if (!placement_to_setups(&record->start, setups))
            return error_set(error, STATUS_BAD, "%s: does not begin with two setups", path);
        return convert_setup(&setups[side], variant_at(record->start.variant), side, path, TO_SETUP, out,
                             error);
    }
    if (load_cut(session, &command_convert, path, record, error) != STATUS_OK)
        return STATUS_BAD;
    /* Replay and write. */
    struct position position = {0};
    struct error why = {0};
    status = load_replay(session, path, content, &position, error);
    if (!status)
        status = check_sealed(session, record, args, error);
    if (!status && convert_played(content, &position, path, args->to, out, &why))
        status = error_set(error, why.status, "%s: %s", path, why.text);
    /* Warn about what the format lacks. */
    if (!status && args->to != TO_GAME && has_notes(record))
        session_notice(session, "%s: only game files can hold notes; they are left out", path);
    bool as_game = args->to == TO_GSN || args->to == TO_TSV ||
                   (args->to == TO_GRAVON && content->kind != FILE_POSITION && content->kind != FILE_FIELD);
    if (!status && as_game)
        warn_lost_reason(session, record, path);
    /* Formats without results lose a result that the board does not show. */
    bool no_results = args->to == TO_ATARAXOS || args->to == TO_MSGPACK;
    char words[OUTCOME_WORDS];
    if (!status && no_results && record->outcome.result != position_outcome(&position).result)
        session_notice(session, "%s: %s: Ataraxos' forms have no results; it is left out", path,
                       outcome_write(record->outcome, words));
    position_free(&position);
    return status;
}

/* Reads the file and writes it in the other format. */
static enum status run_convert(struct session *session, const void *arguments, struct error *error)
{
    const struct convert_args *args = arguments;
    struct file_content content = {0};
    struct text out = {0};
    struct error why = {0};
    bool binary = args->to == TO_MSGPACK;
    if (binary && session_check_binary(session, &why))
        return error_set(error, why.status, "convert: --to %s: %s", formats[args->to], why.text);
    enum status status = named_game_read(args->path, false, &content, error);
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
    .name = "convert", .group = GROUP_LOOK,
    .keywords = "export format Gravon PGN TSV XML translate write",
    .words = ARGUMENTS({.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct convert_args, path)}),
    .flags = ARGUMENTS(
        FLAG_CHOICE(struct convert_args, to, "to", formats, "the format to write", .required = true),
        FLAG_SIDE(struct convert_args, side, "whose setup, or in whose letters", "as it is, or red"),
        FLAG_SWITCH(struct convert_args, unsealed, "unsealed",
                    "also the pieces that the file of an unfinished game hides")),
    .at = true, .out = true,
    DEFAULTS(struct convert_args, .side = SIDE_NOT_GIVEN),
    .help = "prints a file in another format",
    .details = "The format read is recognised by itself. 'gravon' makes 40 letters of a setup, 100 letters\n"
               "of a position, and Gravon's XML of a game; gsn and tsv are Gravon's older form and one\n"
               "line of a table of games. Gravon's games know fewer reasons for an end: what becomes of\n"
               "another is reported on stderr. ataraxos and msgpack are the two forms of the program\n"
               "Ataraxos (msgpack is binary: for --out or a pipe), evaluator is the log of the\n"
               "strategoevaluator's manager. What a form cannot hold is refused.",
    .run = run_convert,
};
