/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/review_keep.h"

#include "agent/hint_option.h"
#include "agent/screen_option.h"
#include "analysis/chance.h"
#include "base/decimal.h"
#include "base/digest.h"
#include "base/disk.h"
#include "base/memory.h"
#include "file/file.h"
#include "file/input.h"
#include "game/notation.h"
#include "game/notation_option.h"
#include "game/rules_option.h"
#include "play/origin.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the path of the file that belongs to a game's path. False if it is too long. */
static bool write_kept_path(const char *game, char path[REVIEW_KEPT_PATH])
{
    const char *name = disk_file_name(game);
    return snprintf(path, REVIEW_KEPT_PATH, "%.*s.%s.review", (int)(name - game), game, name) <
           REVIEW_KEPT_PATH;
}

bool review_kept_path(const char *game, char path[REVIEW_KEPT_PATH])
{
    struct stat about;
    if (write_kept_path(game, path) && stat(game, &about) == 0 && S_ISREG(about.st_mode))
        return true;
    path[0] = '\0';
    return false;
}

void review_kept_move(const char *old_game, const char *new_game)
{
    char old_path[REVIEW_KEPT_PATH], new_path[REVIEW_KEPT_PATH];
    if (write_kept_path(old_game, old_path) && write_kept_path(new_game, new_path))
        rename(old_path, new_path);
}

/* --- what a review belongs to --- */

/* Returns a digest of what the judging depends on in a game: start, rules, moves, the user's notes and the
 * kind of players. */
static uint64_t digest_of_game(const struct record *record)
{
    struct record bare = {0};
    struct text text = {0};
    record_copy(&bare, record);
    bare.date[0] = bare.program[0] = '\0';
    bare.has_seed = bare.practice = false;
    bare.seating = SEATING_AGAINST;
    bare.time = (struct time_terms){0};
    bare.spent_count = 0;
    bare.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    while (bare.comment_count)
        record_set_comment(&bare, bare.comments[0].plies, "");
    for (enum side side = RED; side <= BLUE; side++) {
        bare.player[side][0] = '\0';
        bare.sealed[side] = false;
        record_name_agent(&bare, side, "", 0);
    }
    text_add(&text, chance_players(record) == PLAYER_PROGRAMS ? "programs\n" : "people\n");
    game_write_journal(&bare, &text);
    uint64_t sum = digest(text.bytes, text.size);
    text_free(&text);
    record_clear(&bare);
    return sum;
}

/* Appends an option that is not at its default. For a user's file appends its content, too. */
static void add_option(const struct settings *settings, int index, struct text *text)
{
    char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT];
    settings_key(settings, index, key);
    settings_show(settings, index, value, sizeof value);
    text_printf(text, "%s: %s\n", key, value);
    if (settings_option(settings, index, NULL)->type != OPTION_FILE || value[0] != '/')
        return;
    struct text bytes = {0};
    disk_read_regular(value, YAML_SIZE_MAX, &bytes, NULL);
    text_printf(text, "%016llx\n", (unsigned long long)digest(bytes.bytes, bytes.size));
    text_free(&bytes);
}

/* Returns a digest of the options on which the judging depends. They are those not at their defaults, without
 * the groups of the game's rules, its display and the hints. */
static uint64_t digest_of_settings(const struct settings *settings)
{
    struct text text = {0};
    int index = 0;
    for (const struct option_group *const *group = settings->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++, index++) {
            bool counts = *group != &rules_group && *group != &clock_group && *group != &notation_group &&
                          *group != &screen_group && *group != &hint_group;
            if (counts && !settings_is_standard(settings, index))
                add_option(settings, index, &text);
        }
    uint64_t sum = digest(text.bytes, text.size);
    text_free(&text);
    return sum;
}

/* The first keys of the file of a kept review. They say what the review was made of and by. */
enum { KEPT_FORMAT, KEPT_PROGRAM, KEPT_SEATS, KEPT_WORLDS, KEPT_SEED, KEPT_NOTATION, KEPT_SETTINGS, KEPT_GAME,
       KEPT_KEYS };
static const char *const kept_keys[KEPT_KEYS] = {"format", "program", "seats", "worlds", "seed", "notation",
                                                 "settings", "game"};
/* The values of these keys, as text. The program's name is the longest; the others are a word or a number. */
struct kept_head {
    char value[KEPT_KEYS][PROGRAM_NAME_MAX];
};

/* Fills in the values that a file must have for this review and request. */
static void make_head(const struct review *review, const struct review_request *request,
                      struct kept_head *head)
{
    enum { SIZE = PROGRAM_NAME_MAX };
    /* own_chance is NULL for a side that was not reviewed. At least one side was. */
    bool has_red = review->own_chance[RED] != NULL, has_blue = review->own_chance[BLUE] != NULL;
    const char *seats = !has_red ? "blue" : !has_blue ? "red" : "both";
    char (*value)[SIZE] = head->value;
    snprintf(value[KEPT_FORMAT], SIZE, "vedette-review/1");
    origin_program(value[KEPT_PROGRAM]);
    snprintf(value[KEPT_SEATS], SIZE, "%s", seats);
    snprintf(value[KEPT_WORLDS], SIZE, "%u", (unsigned)request->worlds);
    snprintf(value[KEPT_SEED], SIZE, "%llu", (unsigned long long)request->seed);
    snprintf(value[KEPT_NOTATION], SIZE, "%s", request->notation == NOTATION_ARTS ? "arts" : "deboer");
    snprintf(value[KEPT_SETTINGS], SIZE, "%016llx",
             (unsigned long long)digest_of_settings(request->settings));
    snprintf(value[KEPT_GAME], SIZE, "%016llx", (unsigned long long)digest_of_game(request->record));
}

/* --- reading --- */

/* The state while a file is read. */
struct kept_reader {
    const char *name;
    struct review *review;
    const struct review_request *request;
    struct error *error;
};

/* Sets the error "found ..., expected ..." with the place of a value in the file. Returns STATUS_BAD. */
static enum status report_kept_fault(const struct kept_reader *reader, const struct yaml *value,
                                     const char *found, const char *expected)
{
    return error_at(reader->error, reader->name, value->line, value->column, "found %.60s, expected %s",
                    found, expected);
}

/* Returns the scalar under a key, or NULL, with the error set. */
static const struct yaml *get_scalar(const struct kept_reader *reader, const struct yaml *mapping,
                                     const char *key)
{
    char expected[64];
    const struct yaml *value = yaml_get(mapping, key);
    if (value && value->kind == YAML_SCALAR)
        return value;
    snprintf(expected, sizeof expected, "the key \"%s\" with a scalar", key);
    report_kept_fault(reader, value ? value : mapping, value ? "another value" : "no such key", expected);
    return NULL;
}

/* Checks that the first keys of the file of a kept review (kept_keys) have the values that belong to the
 * request. */
static enum status check_head(const struct kept_reader *reader, const struct yaml *root)
{
    struct kept_head head;
    char found[96];
    make_head(reader->review, reader->request, &head);
    for (int key = 0; key < KEPT_KEYS; key++) {
        const struct yaml *value = get_scalar(reader, root, kept_keys[key]);
        if (!value)
            return STATUS_BAD;
        if (strcmp(value->text, head.value[key]) == 0)
            continue;
        if (key == KEPT_GAME)
            return report_kept_fault(reader, value, "the review of another game", "that of this one");
        if (key == KEPT_SETTINGS)
            return report_kept_fault(reader, value, "a review by other options", "the present ones");
        snprintf(found, sizeof found, "%s %.40s", kept_keys[key], value->text);
        return report_kept_fault(reader, value, found, head.value[key]);
    }
    return STATUS_OK;
}

/* Reads the number of a move, from 1, at most `max`. Returns 0 if there is none. */
static size_t read_ply(const char *text, size_t size, size_t max)
{
    int number;
    return number_read(text, size, &number) && (size_t)number <= max ? (size_t)number : 0;
}

/* Reads `judged:`, the numbers of the judged moves, in their order. */
static enum status read_judged(const struct kept_reader *reader, const struct yaml *root)
{
    struct review *review = reader->review;
    const struct yaml *value = get_scalar(reader, root, "judged");
    size_t last = 0;
    if (!value)
        return STATUS_BAD;
    for (const char *text = value->text; *text;) {
        size_t size = strcspn(text, " "), ply = read_ply(text, size, review->plies);
        if (ply <= last)
            return report_kept_fault(reader, value, "another list", "numbers of moves in their order");
        last = ply;
        review->moves = memory_grow(review->moves, &review->capacity, review->count + 1,
                                    sizeof *review->moves);
        review->moves[review->count++] = (struct review_move){.ply = ply - 1};
        text += size;
        text += *text == ' ';
    }
    return STATUS_OK;
}

/* Returns the judged move of that number, from 1. NULL if there is none. */
static struct review_move *find_judged(struct review *review, size_t ply)
{
    for (size_t i = 0; i < review->count; i++)
        if (review->moves[i].ply + 1 == ply)
            return &review->moves[i];
    return NULL;
}

/* Reads the grade, and the cost and its error, which must fit it. */
static bool read_grade(const char *grade, const char *cost, const char *error, struct review_move *move)
{
    move->grade = REVIEW_INACCURACY;
    while (move->grade < REVIEW_GRADES && strcmp(grade, review_grade_name[move->grade]) != 0)
        move->grade++;
    return move->grade < REVIEW_GRADES && decimal_read(cost, &move->cost) &&
           decimal_read(error, &move->error) && move->cost >= review_grade_cost[move->grade] &&
           move->cost <= 1 && move->error >= 0 && move->error <= 1;
}

/* Reads a graded move into the judged move of the same ply, which the review must have. */
static enum status read_graded(const struct kept_reader *reader, const struct yaml *item)
{
    enum { PLY, GRADE, COST, ERROR, BETTER, WHY, FIELDS };
    static const char *const keys[FIELDS] = {"ply", "grade", "cost", "error", "better", "why"};
    const struct yaml *field[FIELDS];
    struct move_with_ranks better;
    for (int i = 0; i < FIELDS; i++)
        if (!(field[i] = get_scalar(reader, item, keys[i])))
            return STATUS_BAD;
    struct review *review = reader->review;
    struct review_move *move = find_judged(review, read_ply(field[PLY]->text, field[PLY]->size,
                                                            review->plies));
    if (!move || move->grade != REVIEW_GOOD)
        return report_kept_fault(reader, field[PLY], "another number", "that of a judged move, once");
    if (!read_grade(field[GRADE]->text, field[COST]->text, field[ERROR]->text, move))
        return report_kept_fault(reader, field[GRADE], "another grade", "one that fits its cost, 0 to 1");
    if (move_read(field[BETTER]->text, NOTATION_DEBOER, &better, NULL, NULL) != STATUS_OK)
        return report_kept_fault(reader, field[BETTER], "no move", "a better move");
    if (field[WHY]->size >= REVIEW_WHY || !yaml_is_line(field[WHY]->text))
        return report_kept_fault(reader, field[WHY], "another reason",
                                 "a line of text of less than 240 bytes");
    move->better = better.move;
    snprintf(move->why, sizeof move->why, "%s", field[WHY]->text);
    return STATUS_OK;
}

/* Fills in what the game has of a judged move, and checks the better move. */
static bool place_move(const struct review *review, const struct board *board, struct review_move *move)
{
    move->side = review_mover(review, move->ply);
    move->played_attacks = board->at[move->played.to] != NO_PIECE;
    if (move->grade == REVIEW_GOOD)
        move->better = move->played;
    else if (move_equal(move->better, move->played) || board_check(board, move->better) != MOVE_LEGAL)
        return false;
    move->better_attacks = board->at[move->better.to] != NO_PIECE;
    return review->own_chance[move->side] != NULL;
}

/* Plays the game, and completes each judged move from the position in which it was made. STATUS_BAD if one is
 * not possible there. */
static enum status place_moves(const struct kept_reader *reader, const struct yaml *root)
{
    struct review *review = reader->review;
    const struct record *record = reader->request->record;
    struct position position = {0};
    size_t next = 0;
    enum status status = record_replay(record, 0, &position, NULL, reader->error);
    for (size_t ply = 0; !status && ply < record->plies && next < review->count; ply++) {
        struct review_move *move = &review->moves[next];
        if (move->ply == ply) {
            next++;
            move->played = record->moves[ply].move;
            if (!place_move(review, &position.board, move))
                status = report_kept_fault(reader, root, "a move that is not possible", "moves of this game");
        }
        if (!status)
            status = position_play(&position, record->moves[ply], NULL, reader->error);
    }
    position_free(&position);
    return status;
}

/* Reads the keys of the file. */
static enum status read_keys(const struct kept_reader *reader, const struct yaml *root)
{
    enum status status = check_head(reader, root);
    if (!status)
        status = read_judged(reader, root);
    const struct yaml *moves = yaml_get(root, "moves");
    if (!status && (!moves || moves->kind != YAML_SEQUENCE))
        status = report_kept_fault(reader, root, "no list \"moves\"", "one");
    for (const struct yaml *item = status ? NULL : moves->child; item && !status; item = item->next)
        status = read_graded(reader, item);
    return status ? status : place_moves(reader, root);
}

static const char check_key[] = "check: ";

/* Returns whether the last line has the digest of all before it: the file is whole. */
static bool is_whole(const char *bytes, size_t size)
{
    char expected[sizeof check_key + 20];
    size_t line = strlen(check_key) + 16 + 1; /* with its digits and the line end */
    if (size < line)
        return false;
    snprintf(expected, sizeof expected, "%s%016llx\n", check_key,
             (unsigned long long)digest(bytes, size - line));
    return memcmp(bytes + size - line, expected, line) == 0;
}

enum status review_kept_parse(const char *name, const char *bytes, size_t size,
                              const struct review_request *request, struct review *review,
                              struct error *error)
{
    struct error why = {0};
    const struct kept_reader reader = {name, review, request, error ? error : &why};
    struct yaml *root = NULL;
    if (!is_whole(bytes, size))
        return error_at(reader.error, name, 1, 1, "found a damaged review, expected a whole one");
    enum status status = yaml_parse(name, bytes, size, &root, reader.error);
    if (!status)
        status = read_keys(&reader, root);
    yaml_drop(root);
    if (status)
        review->count = 0;
    return status ? STATUS_BAD : STATUS_OK;
}

enum status review_kept_read(const char *path, const struct review_request *request, struct review *review,
                             struct error *error)
{
    struct text bytes = {0};
    if (access(path, F_OK) < 0)
        return error_set(error, STATUS_NO, "%s: there is no such file", path);
    enum status status = disk_read_regular(path, YAML_SIZE, &bytes, error);
    if (!status)
        status = review_kept_parse(path, text_string(&bytes), bytes.size, request, review, error);
    text_free(&bytes);
    return status ? STATUS_BAD : STATUS_OK;
}

/* --- writing --- */

/* Appends the key `judged`: the numbers of the judged moves, from 1. */
static void write_judged(const struct review *review, struct text *out)
{
    struct text list = {0};
    text_add(&list, "judged: \"");
    for (size_t i = 0; i < review->count; i++)
        text_printf(&list, "%s%zu", i ? " " : "", review->moves[i].ply + 1);
    text_add(&list, "\"");
    text_wrapped(out, text_string(&list), 0, 2);
    text_free(&list);
}

/* Appends a graded move as an item of the file's list `moves`. */
static void write_graded(const struct review_move *move, struct text *out)
{
    char cost[DECIMAL_TEXT], error[DECIMAL_TEXT], better[MOVE_TEXT];
    text_printf(out, "  - {ply: %zu, grade: %s, cost: %s, error: %s, better: %s,\n    why: ", move->ply + 1,
                review_grade_name[move->grade], decimal_write(move->cost, cost),
                decimal_write(move->error, error),
                move_write(move->better, move->better_attacks, NOTATION_DEBOER, better));
    yaml_write_quoted(move->why, out);
    text_add(out, "}\n");
}

/* Appends the whole file of a kept review. */
static void write_kept(const struct review *review, const struct review_request *request, struct text *out)
{
    struct kept_head head;
    make_head(review, request, &head);
    for (int key = 0; key < KEPT_KEYS; key++)
        text_printf(out, key == KEPT_FORMAT ? "%s: %s\n" : "%s: \"%s\"\n", kept_keys[key], head.value[key]);
    write_judged(review, out);
    text_add(out, review->graded_count ? "moves:\n" : "moves: []\n");
    for (size_t i = 0; i < review->count; i++)
        if (review->moves[i].grade != REVIEW_GOOD)
            write_graded(&review->moves[i], out);
    text_printf(out, "%s%016llx\n", check_key, (unsigned long long)digest(out->bytes, out->size));
}

enum status review_keep(const struct review *review, const struct review_request *request, const char *path,
                        struct error *error)
{
    struct text text = {0};
    if (review->outcome.result == RESULT_OPEN)
        return error_set(error, STATUS_NO, "the game is not over: its review is not kept");
    if (review->graded_count > REVIEW_KEPT_GRADED)
        return error_set(error, STATUS_NO, "a review with more than %d graded moves is not kept",
                         REVIEW_KEPT_GRADED);
    write_kept(review, request, &text);
    enum status status = disk_write(path, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}
