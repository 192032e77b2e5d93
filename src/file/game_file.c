/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Game files: players, start, rules, moves, result. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "file/document.h"
#include "file/gravon.h"
#include "file/sealed.h"
#include "game/notation.h"

#include <stdio.h>
#include <string.h>

enum { TWO_SQUARES_MAX = 100, LIMIT_MAX = 1000000 }; /* max numbers of the rules in a file */

/* Returns whether the file of an unfinished game hides a side's pieces. It hides those of an agent against a
 * person, those of both people at one screen, and those that were hidden when the file was read. */
static bool is_hidden(const struct record *record, enum side side)
{
    bool agent = record->agent[side].name[0] && !record->agent[side_other(side)].name[0];
    bool hides = agent || record->seating == SEATING_TWO || record->sealed[side];
    return record->outcome.result == RESULT_OPEN && hides;
}

/* --- reading --- */

/* Ignores a key: `format:` is read already; notes and comments are read after start and moves are known. */
static enum status key_skip(struct document *document, const struct yaml *value, struct error *error)
{
    (void)document, (void)value, (void)error;
    return STATUS_OK;
}

/* Reads a date YYYY-MM-DD. */
static enum status date_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const char shape[] = "dddd-dd-dd";
    const char *text = value->text;
    size_t i = 0;
    while (shape[i] && (shape[i] == 'd' ? ascii_is_digit(text[i]) : text[i] == shape[i]))
        i++;
    if (shape[i] || text[i])
        return value_fault(document, value, error, "found \"%.20s\", expected a date YYYY-MM-DD", text);
    snprintf(document->record->date, sizeof document->record->date, "%s", text);
    return STATUS_OK;
}

/* Reads the name of a row of rules_table, or a mapping of the numbers that differ from isf's. */
static enum status rules_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const struct key_row rows[] = {
        KEY_NUMBER("two_squares", rules.two_squares, TWO_SQUARES_MAX),
        KEY_FLAG("more_squares", rules.more_squares),
        KEY_NUMBER("move_limit", rules.move_limit, LIMIT_MAX),
        KEY_NUMBER("no_attack_limit", rules.no_attack_limit, LIMIT_MAX),
    };
    struct rules *rules = &document->record->rules;
    if (value->kind == YAML_MAPPING) {
        rules->name = "custom";
        rules->purpose = "numbers of its own";
        return mapping_read(document, value, rows, sizeof rows / sizeof *rows, error);
    }
    const struct rules *row = rules_find(value->text);
    if (row) {
        *rules = *row;
        return STATUS_OK;
    }
    char known[128] = "";
    for (size_t i = 0, used = 0; i < rules_count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 rules_table[i].name);
    return value_fault(document, value, error, "found rules \"%.20s\", expected one of %s, or numbers",
                       value->text, known);
}

/* Reads the seed: a whole number of 64 bits. */
static enum status seed_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    uint64_t seed = 0;
    bool is_number = value->size > 0;
    for (const char *text = value->text; *text && is_number; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        is_number = ascii_is_digit(*text) && seed <= (UINT64_MAX - digit) / 10;
        seed = seed * 10 + digit;
    }
    if (!is_number)
        return value_fault(document, value, error, "found \"%.24s\", expected a whole number below 2^64",
                           value->text);
    document->record->has_seed = true;
    document->record->seed = seed;
    return STATUS_OK;
}

/* Reads a player's name. */
static enum status player_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct error why;
    if (player_name_read(document->record->player[document->side], value->text, value->size, &why))
        return value_fault(document, value, error, "%s", why.text);
    return STATUS_OK;
}

/* Returns the game's variant; `variant:` is read before the keys that need it. */
static const struct variant *document_variant(const struct document *document)
{
    return variant_at(document->record->start.variant);
}

/* Reads a sealed setup: one that an unfinished game hides. */
static enum status sealed_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct text letters = {0};
    struct error why;
    enum side letters_side;
    size_t fault_index;
    enum status status = seal_read(value->text, &letters, &why);
    if (!status)
        status = gravon_setup_read(text_string(&letters), letters.size, document_variant(document),
                                   &document->setup[document->side], &letters_side, &fault_index, &why);
    text_free(&letters);
    document->setup_seen[document->side] = true;
    document->record->sealed[document->side] = true;
    return status ? value_fault(document, value, error, "%s", why.text) : STATUS_OK;
}

/* Reads a setup of 40 Gravon letters. */
static enum status setup_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct text_words words = {.text = value->text};
    const char *word = text_words_next(&words);
    struct error why;
    enum side letters_side; /* either side's letters are accepted */
    size_t fault_index;
    if (!word)
        return value_fault(document, value, error, "found an empty value, expected 40 Gravon letters");
    if (gravon_setup_read(word, words.size, document_variant(document), &document->setup[document->side],
                          &letters_side, &fault_index, &why))
        return word_fault(document, value, 0, fault_index, error, "%s", why.text);
    if (text_words_next(&words))
        return word_fault(document, value, 1, 0, error, "found a second word, expected 40 letters alone");
    document->setup_seen[document->side] = true;
    return STATUS_OK;
}

/* Reads the mapping of `red:` or `blue:`. */
static enum status side_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    static const struct key_row rows[] = {
        {"player", player_key_read, .scalar = true},
        {"agent", agent_key_read, .mapping = true},
        {"setup", setup_key_read, .scalar = true},
        {"sealed", sealed_key_read, .scalar = true},
    };
    return mapping_read(document, value, rows, sizeof rows / sizeof *rows, error);
}

/* Reads the name of a seating; the default, SEATING_AGAINST, is never written. */
static enum status seating_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    for (int seating = SEATING_AGAINST + 1; seating < SEATINGS; seating++)
        if (strcmp(value->text, seating_names[seating]) == 0) {
            document->record->seating = (enum seating)seating;
            return STATUS_OK;
        }
    return value_fault(document, value, error, "found \"%.20s\", expected two, watch, second or open",
                       value->text);
}

/* Reads a sealed position, which an unfinished game hides: it has the keys of a position file. Places of
 * faults are those in the text that was sealed. */
static enum status sealed_position_read(struct document *document, const struct yaml *value,
                                        struct error *error)
{
    struct text text = {0};
    struct yaml *root = NULL;
    struct error why;
    const struct input *outer = document->input;
    if (value->kind != YAML_SCALAR || seal_read(value->text, &text, &why) != STATUS_OK) {
        text_free(&text);
        return value_fault(document, value, error, "%s", value->kind == YAML_SCALAR ? why.text
                                                         : "found no sealed text, expected one");
    }
    document->record->sealed[RED] = document->record->sealed[BLUE] = true; /* corrected by set_sealed_sides */
    struct input inner = {.name = outer->name, .bytes = text_string(&text), .size = text.size};
    document->input = &inner;
    enum status status = yaml_parse(inner.name, inner.bytes, inner.size, &root, error);
    if (!status)
        status = position_keys_read(document, root, error);
    document->input = outer;
    yaml_drop(root);
    text_free(&text);
    return status;
}

/* Reads the game's start position, sealed or not. */
static enum status position_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    if (document->setup_seen[RED] || document->setup_seen[BLUE])
        return error_at(error, document->input->name, value->key_line, value->key_column,
                        "found a position beside a setup, expected either");
    document->position_seen = true;
    const struct yaml *sealed = yaml_get(value, "sealed");
    return sealed ? sealed_position_read(document, sealed, error)
                  : position_keys_read(document, value, error);
}

static const char unfinished[] = "unfinished";

/* Reads the result and stores its place. */
static enum status result_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    enum result *result = &document->record->outcome.result;
    *result = RESULT_OPEN;
    document->result_line = value->line;
    document->result_column = value->column;
    if (strcmp(value->text, unfinished) == 0)
        return STATUS_OK;
    for (*result = RESULT_RED; *result <= RESULT_DRAW; ++*result)
        if (strcmp(value->text, result_name(*result)) == 0)
            return STATUS_OK;
    return value_fault(document, value, error, "found \"%.20s\", expected red, blue, draw or %s",
                       value->text, unfinished);
}

/* Reads the reason why the game ended. */
static enum status reason_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    struct outcome *outcome = &document->record->outcome;
    char known[256] = "";
    if (outcome->result == RESULT_OPEN)
        return value_fault(document, value, error, "found a reason, expected none: the game is %s",
                           unfinished);
    size_t used = 0;
    for (int reason = REASON_NONE + 1; reason < REASONS; reason++) {
        const char *name = reason_name((enum reason)reason);
        if (strcmp(value->text, name) == 0) {
            outcome->reason = (enum reason)reason;
            return STATUS_OK;
        }
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", name);
    }
    return value_fault(document, value, error, "found \"%.20s\", expected one of %s", value->text, known);
}

/* Reads one note, "e7=X,9". On an error *fault is the index of the wrong byte in the word. */
static enum status note_read(struct record *record, const char *word, size_t size, size_t *fault,
                             struct error *error)
{
    char text[2 * MOVE_TEXT], found[FOUND_TEXT];
    snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1), word);
    const char *next = text;
    int square = square_read(&next, NOTATION_DEBOER);
    *fault = 0;
    if (square < 0)
        return error_set(error, STATUS_BAD, "found \"%s\", expected a note as e7=X,9", text);
    if (record->start.cell[square].side == SIDES)
        return error_set(error, STATUS_BAD, "found the note \"%s\", expected a square that has a piece "
                         "at the start", text);
    if (record->note[square])
        return error_set(error, STATUS_BAD, "found \"%s\", expected one note a square", text);
    *fault = (size_t)(next - text);
    if (*next != '=')
        return error_set(error, STATUS_BAD, "found %s, expected '=' in the note \"%s\"",
                         found_text(next, text + strlen(text), found), text);
    ++*fault;
    record->note[square] = ranks_read(word + *fault, size - *fault, NOTATION_DEBOER);
    if (!record->note[square])
        return error_set(error, STATUS_BAD, "found the note \"%s\", expected ranks F B S 2 .. 9 X behind the "
                         "'='", text);
    return STATUS_OK;
}

/* Sets record->sealed after a game with sealed parts was read. No side is sealed if the game has ended. After
 * a sealed position, the sides that the file would hide are. */
static void set_sealed_sides(struct record *record, bool from_position)
{
    /* A sealed position seals both sides' pieces: which are to be hidden follows from the players. */
    bool has_sealed = record->sealed[RED] || record->sealed[BLUE];
    for (enum side side = RED; side <= BLUE && has_sealed; side++) {
        record->sealed[side] &= record->outcome.result == RESULT_OPEN && !from_position;
        record->sealed[side] |= from_position && is_hidden(record, side);
    }
}

enum status game_keys_read(struct document *document, const struct yaml *mapping, struct error *error)
{
    static const struct key_row rows[] = {
        {"format", key_skip, .scalar = true},
        {"variant", variant_key_read, .scalar = true},
        {"date", date_key_read, .scalar = true},
        {"program", program_key_read, .scalar = true},
        {"rules", rules_key_read, .mapping = true, .scalar = true},
        {"clock", clock_key_read, .mapping = true, .scalar = true},
        {"seed", seed_key_read, .scalar = true},
        {"seating", seating_key_read, .scalar = true},
        {"red", side_key_read, .mapping = true, .names_side = true},
        {"blue", side_key_read, .mapping = true, .names_side = true},
        {"position", position_key_read, .mapping = true},
        {"notes", key_skip, .scalar = true},
        {"times", times_key_read, .scalar = true},
        KEY_FLAG("practice", practice),
        {"moves", moves_key_read, .scalar = true},
        {"comments", key_skip, .mapping = true},
        {"result", result_key_read, .scalar = true},
        {"reason", reason_key_read, .scalar = true},
    };
    enum status status = mapping_read(document, mapping, rows, sizeof rows / sizeof *rows, error);
    /* The start: a position, or the setups of both sides. */
    for (enum side side = RED; side <= BLUE && !status && !document->position_seen; side++)
        if (!document->setup_seen[side])
            status = value_fault(document, mapping, error,
                                 "found no setup of %s, expected both setups or a position", side_name(side));
    if (status)
        return status;
    set_sealed_sides(document->record, document->position_seen);
    if (!document->position_seen)
        placement_from_setups(&document->record->start, document_variant(document), &document->setup[RED],
                              &document->setup[BLUE]);
    /* Practice, in which attacks can be taken back, is refused in an unfinished game of two people: taking
     * back an attack would reveal ranks. */
    const struct record *record = document->record;
    if (record->practice && record->seating == SEATING_TWO && record->outcome.result == RESULT_OPEN)
        return value_fault(document, yaml_get(mapping, "practice"), error,
                           "found practice in an unfinished game of two people, expected none");
    status = times_check(document, yaml_get(mapping, "times"), error);
    /* Comments and notes come last: they refer to the moves and the start. */
    if (!status)
        status = comments_read(document, yaml_get(mapping, "comments"), error);
    const struct yaml *notes = status ? NULL : yaml_get(mapping, "notes");
    struct text_words words = {.text = notes ? notes->text : ""};
    for (const char *word; !status && (word = text_words_next(&words));) {
        struct error why;
        size_t fault;
        if (note_read(document->record, word, words.size, &fault, &why))
            status = word_fault(document, notes, words.index, fault, error, "%s", why.text);
    }
    return status;
}

/* --- writing --- */

void scalar_write(const char *text, struct text *out)
{
    /* Words that YAML readers take for something else than text. */
    static const char *const special[] = {"yes", "no", "true", "false", "null", "on", "off", "y", "n"};
    bool plain = strspn(text, "abcdefghijklmnopqrstuvwxyz") > 0 &&
                 text[strspn(text, "abcdefghijklmnopqrstuvwxyz-_0123456789")] == '\0';
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        plain = plain && strcmp(text, special[i]) != 0;
    if (plain) {
        text_add(out, text);
        return;
    }
    struct text sound = {0};
    text_line(&sound, text, strlen(text));
    yaml_write_quoted(text_string(&sound), out);
    text_free(&sound);
}

/* Writes a player's name. Replaces bytes that cannot be read again (text_line); writes "?" if no sound name
 * results. */
static void name_write(const char *name, struct text *out)
{
    char sound_name[PLAYER_NAME_MAX];
    struct text line = {0};
    text_line(&line, name, strlen(name));
    size_t size = line.size < PLAYER_NAME_MAX ? line.size : PLAYER_NAME_MAX - 1;
    while (size && utf8_printable_size(line.bytes, size) < size) /* do not cut within a character */
        size--;
    bool fits = player_name_read(sound_name, text_string(&line), size, NULL) == STATUS_OK;
    scalar_write(fits && (sound_name[0] || !name[0]) ? sound_name : "?", out);
    text_free(&line);
}

/* Writes the rules: the name of a row, or all numbers if they differ from the row's. */
static void rules_write(const struct rules *rules, struct text *out)
{
    const struct rules *row = rules->name ? rules_find(rules->name) : NULL;
    if (row && row->two_squares == rules->two_squares && row->more_squares == rules->more_squares &&
        row->move_limit == rules->move_limit && row->no_attack_limit == rules->no_attack_limit)
        text_printf(out, "rules: %s\n", row->name);
    else
        text_printf(out, "rules: {two_squares: %d, more_squares: %s, move_limit: %d, "
                    "no_attack_limit: %d}\n", rules->two_squares, rules->more_squares ? "yes" : "no",
                    rules->move_limit, rules->no_attack_limit);
}

/* Writes a side's setup, sealed if it is hidden. */
static void setup_key_write(const struct record *record, enum side side, const struct setup *setup,
                            struct text *out)
{
    struct text letters = {0};
    setup_write_letters(setup, side, &letters);
    if (is_hidden(record, side)) {
        text_add(out, "sealed: \"");
        seal_write(letters.bytes, letters.size, out);
        text_add(out, "\"");
    } else {
        text_printf(out, "setup: \"%s\"", text_string(&letters));
    }
    text_free(&letters);
}

/* Writes `position:`, sealed if at least one side is hidden. */
static void start_write(const struct record *record, struct text *out)
{
    enum { LETTERS = PAGE_WIDTH - 4 }; /* letters on a line, behind its indent of 4 blanks */
    struct text keys = {0}, sealed = {0};
    struct wrap wrap = {.out = out, .indent = 4, .width = PAGE_WIDTH};
    char word[LETTERS + 1];
    text_add(out, "position:\n");
    if (!is_hidden(record, RED) && !is_hidden(record, BLUE)) {
        placement_write(&record->start, record->prior, record->prior_count, 2, out);
        return;
    }
    placement_write(&record->start, record->prior, record->prior_count, 0, &keys);
    seal_write(keys.bytes, keys.size, &sealed);
    text_add(out, "  sealed: >-\n");
    for (size_t offset = 0; offset < sealed.size; offset += LETTERS) {
        snprintf(word, sizeof word, "%.*s", LETTERS, sealed.bytes + offset);
        wrap_word(&wrap, word);
    }
    wrap_end(&wrap);
    text_free(&keys);
    text_free(&sealed);
}

/* Writes `red:` and `blue:`: players, agents, and setups (NULL if the game starts from a position). */
static void sides_write(const struct record *record, const struct setup *setups, struct text *out)
{
    for (enum side side = RED; side <= BLUE; side++) {
        const char *separator = "";
        if (!record->player[side][0] && !setups && !record->agent[side].name[0])
            continue;
        text_printf(out, "%s:%s{", side_name(side), side == RED ? "  " : " ");
        if (record->player[side][0]) {
            text_add(out, "player: ");
            name_write(record->player[side], out);
            separator = ", ";
        }
        if (setups) {
            text_add(out, separator);
            setup_key_write(record, side, &setups[side], out);
            separator = ", ";
        }
        if (record->agent[side].name[0]) {
            text_printf(out, "%s\n  ", separator[0] ? "," : "");
            agent_write(record, side, out);
        }
        text_add(out, "}\n");
    }
}

/* Writes the user's notes. */
static void notes_write(const struct record *record, struct text *out)
{
    struct wrap wrap = {.out = out, .indent = 2, .width = PAGE_WIDTH};
    bool has_note = false;
    for (int square = 0; square < SQUARES; square++) {
        char name[SQUARE_TEXT], ranks[RANKS_TEXT], word[SQUARE_TEXT + RANKS_TEXT];
        if (!record->note[square])
            continue;
        if (!has_note)
            text_add(out, "notes: >-\n");
        has_note = true;
        snprintf(word, sizeof word, "%s=%s", square_write(square, NOTATION_DEBOER, name),
                 ranks_write(record->note[square], NOTATION_DEBOER, ranks));
        wrap_word(&wrap, word);
    }
    wrap_end(&wrap);
}

/* Writes all keys before the moves. These come last, so that a journal can append them. */
static void head_write(const struct record *record, struct text *out)
{
    struct setup setups[SIDES];
    bool from_setups = record->prior_count == 0 && placement_to_setups(&record->start, setups);
    text_add(out, "format: vedette-game/1\n");
    variant_write(record->start.variant, out);
    if (record->date[0])
        text_printf(out, "date: %s\n", record->date);
    program_write(record, out);
    rules_write(&record->rules, out);
    clock_write(record, out);
    if (record->has_seed)
        text_printf(out, "seed: %llu\n", (unsigned long long)record->seed);
    if (record->seating != SEATING_AGAINST)
        text_printf(out, "seating: %s\n", seating_names[record->seating]);
    sides_write(record, from_setups ? setups : NULL, out);
    if (!from_setups)
        start_write(record, out);
    if (record->practice)
        text_add(out, "practice: yes\n");
    notes_write(record, out);
    comments_write(record, out);
    times_write(record, out);
}

/* Writes the moves, attacks with 'x'. Replays the game to find the attacks, as far as its moves are legal. */
static void moves_write(const struct record *record, int width, struct text *out)
{
    struct wrap wrap = {.out = out, .indent = 2, .width = width};
    struct position position = {0};
    bool is_legal = record_replay(record, 0, &position, NULL, NULL) == STATUS_OK;
    for (size_t i = 0; i < record->plies; i++) {
        struct move_with_ranks entered = record->moves[i];
        struct event event = {.battle = BATTLE_NONE};
        char text[MOVE_TEXT];
        is_legal = is_legal && position_play(&position, entered, &event, NULL) == STATUS_OK;
        /* Only the battle of the board's event is used: ranks are written only if they were entered. */
        event.move = entered.move;
        event.attacker = entered.attacker;
        event.defender = entered.defender;
        wrap_word(&wrap, event_write(&event, NOTATION_DEBOER, text));
    }
    wrap_end(&wrap);
    position_free(&position);
}

void game_write_head(const struct record *record, struct text *out)
{
    head_write(record, out);
    text_printf(out, "result: %s\nmoves: >-\n", unfinished);
}

void game_write_journal(const struct record *record, struct text *out)
{
    game_write_head(record, out);
    moves_write(record, 0, out);
}

void game_write(const struct record *record, struct text *out)
{
    enum result result = record->outcome.result;
    head_write(record, out);
    if (record->plies) {
        text_add(out, "moves: >-\n");
        moves_write(record, PAGE_WIDTH, out);
    } else {
        text_add(out, "moves: \"\"\n");
    }
    text_printf(out, "result: %s\n", result == RESULT_OPEN ? unfinished : result_name(result));
    if (result != RESULT_OPEN && record->outcome.reason != REASON_NONE)
        text_printf(out, "reason: %s\n", reason_name(record->outcome.reason));
}
