/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program as an agent that speaks our own protocol (doc/protocols.md): the referee's side of it. */
#include "agent/kinds.h"

#include "agent/outside.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "game/notation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASKED_AGAIN = 3 /* times a turn */ };

/* How long, in seconds, it may take to answer when it is told to stop. */
#define STOP_GRACE 0.3

struct talking_bot {
    struct outside outside;  /* first: outside_failure reads it */
    char options[OPTION_NAME_TEXT];
    bool greeted;            /* it has said who it is */
    uint64_t plays;          /* bit i: row i of variant_table, which it has announced */
    bool lacks_variant;      /* it has announced others than the game's */
    bool in_game;            /* it knows its colour and setup: */
    bool ruled;              /* and the rules, and in short armies' games where the enemy stands */
    const struct variant *variant;
    enum side side;
    struct setup setup;
    struct move *moves_sent;       /* the plies that it knows of */
    size_t moves_sent_count, capacity;
    bool asked;              /* it is to answer, */
    double deadline, seconds; /* until then, which was so many seconds away */
    struct move move;
};

static bool greet(struct talking_bot *bot, const struct think *think);

/* Asks it at once which variants it plays. Whatever else is wrong with its greeting counts in the game of the
 * standard variant that it is to play; other variants it must announce. */
static enum status check_variant(struct talking_bot *bot, const char *path, struct error *error)
{
    const struct think think = {0};
    if (greet(bot, &think) || (variant_index(bot->variant) == VARIANT_STANDARD && !bot->lacks_variant))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "bot:%s: %s", path, bot->outside.why);
}

static enum status launch(void *state, const char *path, const struct variant *variant,
                          const struct settings *settings, struct error *error)
{
    struct talking_bot *bot = state;
    bot->variant = variant;
    snprintf(bot->options, sizeof bot->options, "%s",
             settings_file(settings, outside_group.name, OUTSIDE_OPTIONS));
    enum status status = outside_open(&bot->outside, path, settings, error);
    if (!status && (status = check_variant(bot, path, error)))
        outside_close(&bot->outside);
    return status;
}

static void end(void *state)
{
    struct talking_bot *bot = state;
    static const char quit[] = "quit\n";
    child_send(&bot->outside.child, quit, sizeof quit - 1, clock_now() + 0.1, NULL);
    outside_close(&bot->outside);
    free(bot->moves_sent);
}

/* What follows `word`, where the line begins with it: "" or more words; NULL where it does not. */
static const char *behind_word(const char *line, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(line, word, size) != 0 || (line[size] && !strchr(" \t", line[size])))
        return NULL;
    return line + size + strspn(line + size, " \t");
}

/* Whether it is no answer: an empty line, "info ..." or "refused ...". */
static bool is_remark(const char *line)
{
    return !*line || behind_word(line, "info") || behind_word(line, "refused");
}

/* A line "refused LINE": only what the user asked for has to be taken. */
static void note_refusal(struct talking_bot *bot, const char *refused)
{
    if (behind_word(refused, "set"))
        outside_fail(&bot->outside, AGENT_FAILED, "does not take an option: %.200s", refused);
    else
        outside_note(&bot->outside, "refuses: %.200s", refused);
}

/* The next line that is an answer. "error TEXT" is a failure. */
static const char *next_line(struct talking_bot *bot, double deadline, double seconds,
                             const atomic_bool *stop)
{
    for (;;) {
        const char *line = outside_line(&bot->outside, deadline, seconds, stop), *rest;
        if (!line)
            return NULL;
        if ((rest = behind_word(line, "error")))
            outside_fail(&bot->outside, AGENT_FAILED, *rest ? "says: %.200s" : "says 'error'%s", rest);
        else if ((rest = behind_word(line, "refused")))
            note_refusal(bot, rest);
        else if (!is_remark(line))
            return line;
        if (bot->outside.failure != AGENT_SOUND ||
            !outside_has_time(&bot->outside, deadline, seconds, stop))
            return NULL;
    }
}

/* The options that the spec gives, KEY=VALUE;KEY=VALUE. */
static const char *given_options(const struct talking_bot *bot)
{
    return strcmp(bot->options, OUTSIDE_NO_OPTIONS) == 0 ? "" : bot->options;
}

/* The next of them; how long it is, and its key. */
static const char *next_given(const char *given, size_t *size, size_t *key)
{
    given += strspn(given, ";");
    *size = strcspn(given, ";");
    *key = strcspn(given, "=;");
    return *size ? given : NULL;
}

/* Marks a given option as one that the bot has, by its line "option KEY ...". */
static void note_option(const char *given, const char *listed, uint64_t *known)
{
    size_t size, key;
    for (int i = 0; i < 64 && (given = next_given(given, &size, &key)); i++, given += size)
        if (key == strcspn(listed, " \t") && strncmp(given, listed, key) == 0)
            *known |= UINT64_C(1) << i;
}

/* Whether the bot has all of them; a key with a dot may be one that it does not list. */
static bool has_options(struct talking_bot *bot, uint64_t known)
{
    const char *given = given_options(bot);
    size_t size, key;
    for (int i = 0; i < 64 && (given = next_given(given, &size, &key)); i++, given += size)
        if (!(known >> i & 1) && !memchr(given, '.', key)) {
            outside_fail(&bot->outside, AGENT_FAILED, "has no option '%.*s'", (int)key, given);
            return false;
        }
    return true;
}

/* Marks the variants that it announces: names that nobody knows here may come from a later version. */
static void note_variants(struct talking_bot *bot, const char *words)
{
    for (size_t size; *words; words += size + strspn(words + size, " \t")) {
        size = strcspn(words, " \t");
        for (size_t i = 0; i < variant_count; i++)
            if (strlen(variant_table[i].name) == size && strncmp(variant_table[i].name, words, size) == 0)
                bot->plays |= UINT64_C(1) << i;
    }
}

/* Whether it plays the game's variant: one that says nothing plays the standard one. */
static bool has_variant(struct talking_bot *bot)
{
    uint64_t plays = bot->plays ? bot->plays : UINT64_C(1) << VARIANT_STANDARD;
    if (plays >> variant_index(bot->variant) & 1)
        return true;
    bot->lacks_variant = true;
    outside_fail(&bot->outside, AGENT_FAILED, "does not play %s", bot->variant->name);
    return false;
}

/* The line without the mark that some systems put before all that a program writes in UTF-8, and blanks. */
static const char *without_mark(const char *line)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (strncmp(line, mark, strlen(mark)) == 0)
        line += strlen(mark);
    return line + strspn(line, " \t");
}

/* Says hello, sets the options that the spec gives, and reads its name and options. */
static bool greet(struct talking_bot *bot, const struct think *think)
{
    struct text hello = {0};
    double seconds = bot->outside.start_time, deadline = clock_now() + seconds;
    const char *given = given_options(bot);
    uint64_t known = 0;
    text_add(&hello, "vedette 1\n");
    for (size_t size, key; (given = next_given(given, &size, &key)); given += size)
        text_printf(&hello, "set %.*s %.*s\n", (int)key, given, (int)(size - key - (key < size)),
                    given + key + (key < size));
    bool sent = outside_send(&bot->outside, text_string(&hello), deadline, think->stop);
    text_free(&hello);
    const char *line = sent ? next_line(bot, deadline, seconds, think->stop) : NULL;
    const char *version = line ? behind_word(without_mark(line), "bot") : NULL;
    if (line && !(version && behind_word(version, "1"))) {
        outside_fail_line(&bot->outside, line, "not 'bot 1 NAME'");
        return false;
    }
    while (line && strcmp(line, "ready") != 0) {
        const char *option = behind_word(line, "option");
        const char *variants = behind_word(line, "variants");
        if (option)
            note_option(given_options(bot), option, &known);
        if (variants)
            note_variants(bot, variants);
        line = outside_has_time(&bot->outside, deadline, seconds, think->stop)
                   ? next_line(bot, deadline, seconds, think->stop) : NULL;
    }
    bot->greeted = line && has_options(bot, known) && has_variant(bot);
    return bot->greeted;
}

static char letter_of(int rank)
{
    return rank == PLACE_EMPTY ? '.' : rank_write(rank, NOTATION_DEBOER);
}

/* Appends an army as a word. */
static void add_army(const uint8_t army[RANKS], struct text *out)
{
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank]; i++)
            text_printf(out, "%c", letter_of(rank));
}

/* Begins a game, with a setup that the bot is given, or asked for: then of `army` where the variant takes
 * any. */
static bool begin(struct talking_bot *bot, enum side side, const struct setup *given,
                  const uint8_t army[RANKS], const struct think *think)
{
    struct text text = {0};
    if (!bot->greeted && !greet(bot, think))
        return false;
    bot->side = side;
    bot->moves_sent_count = 0;
    bot->asked = bot->ruled = false;
    text_printf(&text, "game %s", side_name(side));
    if (variant_index(bot->variant) != VARIANT_STANDARD)
        text_printf(&text, " %s", bot->variant->name);
    if (!given && bot->variant->any_army) {
        text_add(&text, "\narmy ");
        add_army(army, &text);
    }
    text_add(&text, "\nsetup");
    for (int i = 0; given && i < PIECES_A_SIDE; i++)
        text_printf(&text, "%s%c", i ? "" : " ", letter_of(given->rank[i]));
    text_add(&text, "\n");
    double deadline = clock_now() + bot->outside.time;
    bot->in_game = outside_send(&bot->outside, text_string(&text), deadline, think->stop);
    text_free(&text);
    if (given)
        bot->setup = *given;
    return bot->in_game;
}

/* Whether a setup is of this very army. */
static bool has_army(const struct setup *setup, const uint8_t army[RANKS], struct error *why)
{
    uint8_t found[RANKS];
    char text[ARMY_TEXT];
    setup_army(setup, found);
    if (memcmp(found, army, RANKS) == 0)
        return true;
    error_set(why, STATUS_BAD, "found another army, expected %s", army_write(army, text));
    return false;
}

static bool read_setup(struct talking_bot *bot, const char *line, const uint8_t army[RANKS])
{
    struct error why;
    const char *letters = behind_word(line, "setup");
    bool is_setup = letters && strlen(letters) == PIECES_A_SIDE;
    for (int i = 0; is_setup && i < PIECES_A_SIDE; i++) {
        bool empty = letters[i] == letter_of(PLACE_EMPTY);
        int rank = empty ? PLACE_EMPTY : rank_read(letters[i], NOTATION_DEBOER);
        is_setup = rank >= 0;
        bot->setup.rank[i] = (uint8_t)rank;
    }
    if (!is_setup)
        outside_fail_line(&bot->outside, line, "not 'setup' and forty letters");
    else if (setup_check(&bot->setup, bot->variant, &why) != STATUS_OK || !has_army(&bot->setup, army, &why))
        outside_fail(&bot->outside, AGENT_FAILED, "set up wrongly: %s", why.text);
    return bot->outside.failure == AGENT_SOUND;
}

static void choose_setup(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                         struct setup *setup)
{
    struct talking_bot *bot = state;
    if (!outside_is_sound(&bot->outside) || !begin(bot, side, NULL, army, think))
        return;
    double seconds = bot->outside.time;
    const char *line = next_line(bot, clock_now() + seconds, seconds, think->stop);
    bot->in_game = line && read_setup(bot, line, army);
    if (bot->in_game)
        *setup = bot->setup;
}

/* --- the game --- */

static bool knows_game(const struct talking_bot *bot, const struct board *board)
{
    if (!bot->in_game || bot->moves_sent_count > board->plies)
        return false;
    for (size_t i = 0; i < bot->moves_sent_count; i++)
        if (!move_equal(bot->moves_sent[i], board->history[i].move))
            return false;
    return true;
}

/* Appends "played a4-a5", with ranks and outcome of a battle. */
static void add_played(const struct event *event, struct text *out)
{
    static const char *const outcomes[] = {[BATTLE_WON] = "won", [BATTLE_LOST] = "lost",
                                           [BATTLE_BOTH] = "both"};
    char text[MOVE_TEXT];
    text_printf(out, "played %s", move_write(event->move, false, NOTATION_DEBOER, text));
    if (event->battle != BATTLE_NONE)
        text_printf(out, " %c %c %s", rank_write(event->attacker, NOTATION_DEBOER),
                    rank_write(event->defender, NOTATION_DEBOER), outcomes[event->battle]);
    text_add(out, "\n");
}

/* Appends "enemy PLACES ARMY" where that is not the same in each game of the variant. */
static void add_enemy(const struct talking_bot *bot, const struct board *board, struct text *out)
{
    enum side enemy = side_other(bot->side);
    uint8_t piece[SIDES][PIECES_A_SIDE], army[RANKS];
    if (variant_fills_rows(bot->variant))
        return;
    if (!outside_start_places(board, piece))
        return;
    text_add(out, "enemy ");
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(out, "%c", piece[enemy][i] == NO_PIECE ? letter_of(PLACE_EMPTY) : '?');
    text_add(out, " ");
    board_army(board, enemy, army);
    add_army(army, out);
    text_add(out, "\n");
}

/* Starts the program anew. */
static bool restart(struct talking_bot *bot)
{
    bot->greeted = bot->in_game = bot->asked = false;
    return outside_reopen(&bot->outside);
}

/* Appends what the bot does not know of the game yet. */
static bool catch_up(struct talking_bot *bot, const struct view *view, const struct think *think,
                     struct text *out)
{
    const struct board *board = &view->board;
    const struct rules *rules = &board->rules;
    struct setup setup;
    if (!knows_game(bot, board) || bot->moves_sent_count == 0) {
        if (!outside_start_setup(board, view->side, &setup)) {
            outside_fail(&bot->outside, AGENT_FAILED, "plays only games that begin with two set-ups");
            return false;
        }
        bool same = !bot->asked && knows_game(bot, board) && memcmp(&setup, &bot->setup, sizeof setup) == 0;
        /* An answer that nobody wants any more would be taken for the next. */
        if (bot->asked && !restart(bot))
            return false;
        if (!same && !begin(bot, view->side, &setup, NULL, think))
            return false;
    }
    if (!bot->ruled)
        add_enemy(bot, board, out);
    if (!bot->ruled)
        text_printf(out, "rules %s %d %s %d %d\n", rules->name, rules->two_squares,
                    rules->more_squares ? "yes" : "no", rules->move_limit, rules->no_attack_limit);
    bot->ruled = true;
    for (; bot->moves_sent_count < board->plies; bot->moves_sent_count++) {
        struct event event = board_event(board, (uint32_t)bot->moves_sent_count);
        bot->moves_sent = memory_grow(bot->moves_sent, &bot->capacity, bot->moves_sent_count + 1,
                                      sizeof *bot->moves_sent);
        bot->moves_sent[bot->moves_sent_count] = event.move;
        add_played(&event, out);
    }
    return true;
}

/* Appends "go" and how long it may think. Where there is a clock it is the bot's to divide: `hard_seconds` is
 * then our own agents' way to do so. */
static void add_go(struct talking_bot *bot, const struct think *think, struct text *out)
{
    char text[DECIMAL_TEXT];
    double most = think->has_clock ? think->clock : think->hard_seconds;
    bool limited = !think->has_clock || bot->outside.time < most;
    bot->seconds = most > 0 ? fmin(most, bot->outside.time) : bot->outside.time;
    bot->deadline = clock_now() + bot->seconds;
    text_add(out, "go");
    if (think->has_clock) {
        text_printf(out, " clock %s", decimal_write(think->clock, text));
        text_printf(out, " increment %s", decimal_write(think->increment, text));
    }
    if (limited)
        text_printf(out, " time %s", decimal_write(bot->seconds, text));
    if (think->depth)
        text_printf(out, " depth %d", think->depth);
    if (think->nodes)
        text_printf(out, " nodes %llu", (unsigned long long)think->nodes);
    text_add(out, "\n");
    bot->asked = true;
}

/* Asks for what it has, when it is to stop; NULL where that does not come at once: it was not its time
 * that was up, and it may go on. */
static const char *line_when_stopped(struct talking_bot *bot)
{
    struct child_process *child = &bot->outside.child;
    double until = clock_now() + STOP_GRACE;
    const char *line;
    enum child_answer answer = child_send(child, "stop\n", 5, until, NULL);
    do
        answer = answer == CHILD_DONE ? child_line(child, &line, until, NULL) : answer;
    while (answer == CHILD_DONE && is_remark(line) && clock_now() < until);
    if (answer == CHILD_DONE && is_remark(line))
        return NULL;
    if (answer == CHILD_DONE)
        return line;
    if (answer != CHILD_LATE) {
        outside_is_sound(&bot->outside); /* it is no more */
        outside_line(&bot->outside, until, STOP_GRACE, NULL);
    }
    return NULL;
}

/* Reads its move; where it is told to stop meanwhile it is asked for what it has. */
static bool read_move(struct talking_bot *bot, const struct think *think)
{
    struct move_with_ranks moves_sent;
    const char *line = next_line(bot, bot->deadline, bot->seconds, think->stop);
    if (!line && bot->outside.failure == AGENT_STOPPED && (line = line_when_stopped(bot)))
        outside_is_sound(&bot->outside);
    if (!line)
        return false;
    bot->asked = false;
    bot->move = MOVE_NONE;
    if (strcmp(line, "resign") == 0)
        return true;
    const char *move = behind_word(line, "move");
    if (!move || move_read(move, NOTATION_DEBOER, &moves_sent, NULL, NULL) != STATUS_OK) {
        outside_fail_line(&bot->outside, line, "no move");
        return false;
    }
    bot->move = moves_sent.move;
    return true;
}

/* What is left of its time, so many seconds after it was asked first. */
static void take_off(struct think *think, double seconds)
{
    if (think->clock > 0)
        think->clock = fmax(think->clock - seconds, 0.001);
    if (think->hard_seconds > 0)
        think->hard_seconds = fmax(think->hard_seconds - seconds, 0.001);
}

static struct move choose_move(void *state, const struct view *view, const struct think *think)
{
    struct talking_bot *bot = state;
    if (!outside_is_sound(&bot->outside) || !outside_is_quiet(&bot->outside))
        return MOVE_NONE;
    double begin = clock_now();
    for (int asked = 0;; asked++) {
        struct text text = {0};
        struct think left = *think;
        if (asked > 0)
            take_off(&left, clock_now() - begin);
        bool ready = bot->asked && knows_game(bot, &view->board) &&
            bot->moves_sent_count == view->board.plies;
        if (!ready && catch_up(bot, view, think, &text)) {
            add_go(bot, &left, &text);
            ready = outside_send(&bot->outside, text_string(&text), bot->deadline, think->stop);
        }
        text_free(&text);
        if (!ready || !read_move(bot, think) || move_is_none(bot->move))
            return MOVE_NONE;
        enum illegal why = board_check(&view->board, bot->move);
        if (why == MOVE_LEGAL)
            return bot->move;
        if (!bot->outside.asks_again || asked == ASKED_AGAIN) {
            outside_fail_move(&bot->outside, bot->move, why);
            return MOVE_NONE;
        }
        char move[MOVE_TEXT], line[128];
        snprintf(line, sizeof line, "illegal %s %s\n", move_write(bot->move, false, NOTATION_DEBOER, move),
                 illegal_text(why));
        if (!outside_send(&bot->outside, line, clock_now() + bot->outside.time, think->stop))
            return MOVE_NONE;
    }
}

static void over(void *state, const struct view *view, struct outcome outcome)
{
    struct talking_bot *bot = state;
    char line[64];
    (void)view;
    snprintf(line, sizeof line, "over %s %s\n", result_name(outcome.result),
             outcome.reason == REASON_NONE ? "-" : reason_name(outcome.reason));
    child_send(&bot->outside.child, line, strlen(line), clock_now() + 0.1, NULL);
}

const struct agent_kind agent_bot = {
    .name = "bot",
    .help = "bot:PATH, a program that speaks the protocol of 'vedette bot'",
    .options = "bot",
    .size = sizeof(struct talking_bot),
    .launch = launch,
    .end = end,
    .setup = choose_setup,
    .move = choose_move,
    .failure = outside_failure,
    .over = over,
    .only_own = true,
    .knows_repetition = true,
};
