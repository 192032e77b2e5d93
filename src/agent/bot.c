/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An external program that uses our own protocol (doc/protocols.md): the referee's side of the protocol. */
#include "agent/kinds.h"

#include "agent/external.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "game/notation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RETRIES = 3 /* after illegal moves, in one turn */ };

/* Seconds that a bot has to answer after "stop". */
#define STOP_GRACE 0.3

/* The state of the agent. */
struct talking_bot {
    struct external_program program;  /* must come first: external_failure reads it */
    char options[OPTION_NAME_TEXT];  /* the options to set, as in the spec: "KEY=VALUE;KEY=VALUE" */
    bool greeted;            /* it has answered the greeting with its name */
    uint64_t plays;          /* the variants that it announced; bit i: row i of variant_table */
    bool lacks_variant;      /* it announced variants, but not that of the game */
    bool in_game;            /* it knows its colour and its setup */
    bool has_rules;          /* it also has the rules and, in variants with empty places, the enemy's
                              * places */
    const struct variant *variant;
    enum side side;
    struct setup setup;
    struct move *moves_sent; /* the plies of the game that it knows */
    size_t moves_sent_count, capacity;
    bool answer_pending;              /* "go" was sent, and its move has not been read */
    double deadline, seconds; /* for that answer, on clock_now; and the time limit from which it was
                               * computed */
    struct move move;                 /* its last answer; MOVE_NONE: it resigned */
};

static bool greet(struct talking_bot *bot, const struct think *think);

/* Greets the bot before the game and checks that it plays the variant. For the standard variant ignores other
 * faults of the greeting here: they count as a failure in the game. */
static enum status greet_for_variant(struct talking_bot *bot, const char *path, struct error *error)
{
    const struct think think = {0};
    if (greet(bot, &think) || (variant_index(bot->variant) == VARIANT_STANDARD && !bot->lacks_variant))
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "bot:%s: %s", path, bot->program.why);
}

/* Starts the program at `path` and checks that it plays the variant. */
static enum status launch_bot(void *state, const char *path, const struct variant *variant,
                              const struct settings *settings, struct error *error)
{
    struct talking_bot *bot = state;
    bot->variant = variant;
    snprintf(bot->options, sizeof bot->options, "%s",
             settings_file(settings, external_group.name, EXTERNAL_OPTIONS));
    enum status status = external_open(&bot->program, path, settings, error);
    if (!status && (status = greet_for_variant(bot, path, error)))
        external_close(&bot->program);
    return status;
}

/* Sends "quit", which a program that hangs delays by a tenth of a second at most, and ends the program. */
static void end_bot(void *state)
{
    struct talking_bot *bot = state;
    static const char quit[] = "quit\n";
    child_send(&bot->program.child, quit, sizeof quit - 1, clock_now() + 0.1, NULL);
    external_close(&bot->program);
    free(bot->moves_sent);
}

/* Returns the text after `word` if the line begins with it, without leading spaces (may be ""). NULL if the
 * line does not begin with it. */
static const char *text_after_word(const char *line, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(line, word, size) != 0 || (line[size] && !strchr(" \t", line[size])))
        return NULL;
    return line + size + strspn(line + size, " \t");
}

/* Returns whether a line is not an answer: empty, "info ..." or "refused ...". */
static bool is_comment_line(const char *line)
{
    return !*line || text_after_word(line, "info") || text_after_word(line, "refused");
}

/* Acts on the program's answer "refused LINE", about a line that it was sent. If LINE sets an option that the
 * user gave with the agent, the agent fails; otherwise the answer is only logged. */
static void handle_refusal(struct talking_bot *bot, const char *refused)
{
    if (text_after_word(refused, "set"))
        external_fail(&bot->program, AGENT_FAILED, "does not take an option: %.200s", refused);
    else
        external_log(&bot->program, "refuses: %.200s", refused);
}

/* Reads lines until one is an answer, and returns it. NULL is a failure, also for the answer "error TEXT". */
static const char *read_next_answer(struct talking_bot *bot, double deadline, double seconds,
                                    const atomic_bool *stop)
{
    for (;;) {
        const char *line = external_read_line(&bot->program, deadline, seconds, stop), *rest;
        if (!line)
            return NULL;
        if ((rest = text_after_word(line, "error")))
            external_fail(&bot->program, AGENT_FAILED, *rest ? "says: %.200s" : "says 'error'%s", rest);
        else if ((rest = text_after_word(line, "refused")))
            handle_refusal(bot, rest);
        else if (!is_comment_line(line))
            return line;
        if (bot->program.failure != AGENT_NO_FAILURE ||
            !external_has_time(&bot->program, deadline, seconds, stop))
            return NULL;
    }
}

/* Returns the options of the spec, "KEY=VALUE;KEY=VALUE", or "". */
static const char *spec_options(const struct talking_bot *bot)
{
    return strcmp(bot->options, EXTERNAL_NO_OPTIONS) == 0 ? "" : bot->options;
}

/* Finds the next option at or after `given`; NULL if there is none. Sets *size to its length and *key to the
 * length of its key. */
static const char *find_next_spec_option(const char *given, size_t *size, size_t *key)
{
    given += strspn(given, ";");
    *size = strcspn(given, ";");
    *key = strcspn(given, "=;");
    return *size ? given : NULL;
}

/* Marks an option of the spec as listed if the bot's line "option KEY ..." has its key. `listed`: the text
 * after "option". Bit i of *known belongs to the i-th option of the spec. */
static void mark_listed_option(const char *given, const char *listed, uint64_t *known)
{
    size_t size, key;
    for (int i = 0; i < 64 && (given = find_next_spec_option(given, &size, &key)); i++, given += size)
        if (key == strcspn(listed, " \t") && strncmp(given, listed, key) == 0)
            *known |= UINT64_C(1) << i;
}

/* Returns whether the bot has listed all options of the spec. If it has not, records a failure. A key with a
 * dot need not be listed: a bot lists the options of its own group. */
static bool check_listed_options(struct talking_bot *bot, uint64_t known)
{
    const char *given = spec_options(bot);
    size_t size, key;
    for (int i = 0; i < 64 && (given = find_next_spec_option(given, &size, &key)); i++, given += size)
        if (!(known >> i & 1) && !memchr(given, '.', key)) {
            external_fail(&bot->program, AGENT_FAILED, "has no option '%.*s'", (int)key, given);
            return false;
        }
    return true;
}

/* Adds the variants of a line "variants NAME NAME ..." to bot->plays. Unknown names are ignored: a bot may
 * be newer than this program. */
static void read_variants(struct talking_bot *bot, const char *words)
{
    for (size_t size; *words; words += size + strspn(words + size, " \t")) {
        size = strcspn(words, " \t");
        for (size_t i = 0; i < variant_count; i++)
            if (strlen(variant_table[i].name) == size && strncmp(variant_table[i].name, words, size) == 0)
                bot->plays |= UINT64_C(1) << i;
    }
}

/* Returns whether the bot plays the variant of the game. If it does not, records a failure. A bot that
 * announces no variant plays the standard one. */
static bool check_announced_variant(struct talking_bot *bot)
{
    uint64_t plays = bot->plays ? bot->plays : UINT64_C(1) << VARIANT_STANDARD;
    if (plays >> variant_index(bot->variant) & 1)
        return true;
    bot->lacks_variant = true;
    external_fail(&bot->program, AGENT_FAILED, "does not play %s", bot->variant->name);
    return false;
}

/* Returns the line without a UTF-8 byte order mark, which some systems put before all output, and without
 * leading spaces. */
static const char *skip_byte_order_mark(const char *line)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (strncmp(line, mark, strlen(mark)) == 0)
        line += strlen(mark);
    return line + strspn(line, " \t");
}

/* Sends the greeting and the options of the spec, and reads the bot's name, options and variants up to
 * "ready". False: a failure. */
static bool greet(struct talking_bot *bot, const struct think *think)
{
    struct text hello = {0};
    double seconds = bot->program.start_time, deadline = clock_now() + seconds;
    const char *given = spec_options(bot);
    uint64_t known = 0;
    text_add(&hello, "vedette 1\n");
    /* Each "KEY=VALUE" as "set KEY VALUE"; key < size: there is a '=' to skip. */
    for (size_t size, key; (given = find_next_spec_option(given, &size, &key)); given += size)
        text_printf(&hello, "set %.*s %.*s\n", (int)key, given, (int)(size - key - (key < size)),
                    given + key + (key < size));
    bool sent = external_send(&bot->program, text_string(&hello), deadline, think->stop);
    text_free(&hello);
    const char *line = sent ? read_next_answer(bot, deadline, seconds, think->stop) : NULL;
    const char *version = line ? text_after_word(skip_byte_order_mark(line), "bot") : NULL;
    if (line && !(version && text_after_word(version, "1"))) {
        external_fail_line(&bot->program, line, "not 'bot 1 NAME'");
        return false;
    }
    while (line && strcmp(line, "ready") != 0) {
        const char *option = text_after_word(line, "option");
        const char *variants = text_after_word(line, "variants");
        if (option)
            mark_listed_option(spec_options(bot), option, &known);
        if (variants)
            read_variants(bot, variants);
        line = external_has_time(&bot->program, deadline, seconds, think->stop)
                   ? read_next_answer(bot, deadline, seconds, think->stop) : NULL;
    }
    bot->greeted = line && check_listed_options(bot, known) && check_announced_variant(bot);
    return bot->greeted;
}

/* Returns the letter of a rank in De Boer's notation, or '.' for an empty place. */
static char place_letter(int rank)
{
    return rank == PLACE_EMPTY ? '.' : rank_write(rank, NOTATION_DEBOER);
}

/* Appends an army as a word: one letter for each piece. */
static void add_army(const uint8_t army[RANKS], struct text *out)
{
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank]; i++)
            text_printf(out, "%c", place_letter(rank));
}

/* Begins a game for `side`. `given`: the bot's setup. If it is NULL, the bot is to make one: of `army` if the
 * variant allows any army. False is a failure. */
static bool begin_bot_game(struct talking_bot *bot, enum side side, const struct setup *given,
                           const uint8_t army[RANKS], const struct think *think)
{
    struct text text = {0};
    if (!bot->greeted && !greet(bot, think))
        return false;
    bot->side = side;
    bot->moves_sent_count = 0;
    bot->answer_pending = bot->has_rules = false;
    text_printf(&text, "game %s", side_name(side));
    if (variant_index(bot->variant) != VARIANT_STANDARD)
        text_printf(&text, " %s", bot->variant->name);
    if (!given && bot->variant->any_army) {
        text_add(&text, "\narmy ");
        add_army(army, &text);
    }
    text_add(&text, "\nsetup");
    for (int i = 0; given && i < PIECES_A_SIDE; i++)
        text_printf(&text, "%s%c", i ? "" : " ", place_letter(given->rank[i]));
    text_add(&text, "\n");
    double deadline = clock_now() + bot->program.time;
    bot->in_game = external_send(&bot->program, text_string(&text), deadline, think->stop);
    text_free(&text);
    if (given)
        bot->setup = *given;
    return bot->in_game;
}

/* Returns whether a setup consists of exactly the pieces of `army`. If it does not, sets the error. */
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

/* Reads the bot's answer "setup LETTERS" into bot->setup and checks it. False is a failure. */
static bool read_setup(struct talking_bot *bot, const char *line, const uint8_t army[RANKS])
{
    struct error why;
    const char *letters = text_after_word(line, "setup");
    bool is_setup = letters && strlen(letters) == PIECES_A_SIDE;
    for (int i = 0; is_setup && i < PIECES_A_SIDE; i++) {
        bool empty = letters[i] == place_letter(PLACE_EMPTY);
        int rank = empty ? PLACE_EMPTY : rank_read(letters[i], NOTATION_DEBOER);
        is_setup = rank >= 0;
        bot->setup.rank[i] = (uint8_t)rank;
    }
    if (!is_setup)
        external_fail_line(&bot->program, line, "not 'setup' and forty letters");
    else if (setup_check(&bot->setup, bot->variant, &why) != STATUS_OK || !has_army(&bot->setup, army, &why))
        external_fail(&bot->program, AGENT_FAILED, "set up wrongly: %s", why.text);
    return bot->program.failure == AGENT_NO_FAILURE;
}

/* The `setup` callback: requests a setup from the bot. */
static void bot_setup(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                      struct setup *setup)
{
    struct talking_bot *bot = state;
    if (!external_clear_stop(&bot->program) || !begin_bot_game(bot, side, NULL, army, think))
        return;
    double seconds = bot->program.time;
    const char *line = read_next_answer(bot, clock_now() + seconds, seconds, think->stop);
    bot->in_game = line && read_setup(bot, line, army);
    if (bot->in_game)
        *setup = bot->setup;
}

/* --- the game --- */

/* Returns whether the bot is in a game whose moves are the beginning of the history of `board`. */
static bool knows_moves_of(const struct talking_bot *bot, const struct board *board)
{
    if (!bot->in_game || bot->moves_sent_count > board->plies)
        return false;
    for (size_t i = 0; i < bot->moves_sent_count; i++)
        if (!move_equal(bot->moves_sent[i], board->history[i].move))
            return false;
    return true;
}

/* Appends the line "played a4-a5", with both ranks and the result for an attack. */
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

/* Appends the line "enemy PLACES ARMY", if these can differ between games of the variant. */
static void add_enemy(const struct talking_bot *bot, const struct board *board, struct text *out)
{
    enum side enemy = side_other(bot->side);
    uint8_t piece[SIDES][PIECES_A_SIDE], army[RANKS];
    if (variant_fills_rows(bot->variant))
        return;
    if (!external_start_places(board, piece))
        return;
    text_add(out, "enemy ");
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(out, "%c", piece[enemy][i] == NO_PIECE ? place_letter(PLACE_EMPTY) : '?');
    text_add(out, " ");
    board_army(board, enemy, army);
    add_army(army, out);
    text_add(out, "\n");
}

/* Ends the program and starts it again. False: a failure. */
static bool restart_bot(struct talking_bot *bot)
{
    bot->greeted = bot->in_game = bot->answer_pending = false;
    return external_restart(&bot->program);
}

/* Appends the lines for everything that the bot does not know yet: rules and moves. If its moves are not the
 * beginning of this game (e.g. a move was taken back), begins the game again first. False is a failure. */
static bool add_unsent_events(struct talking_bot *bot, const struct view *view, const struct think *think,
                              struct text *out)
{
    const struct board *board = &view->board;
    const struct rules *rules = &board->rules;
    struct setup setup;
    /* Before its first move the bot may also have another setup than this game. */
    if (!knows_moves_of(bot, board) || bot->moves_sent_count == 0) {
        if (!external_start_setup(board, view->side, &setup)) {
            external_fail(&bot->program, AGENT_FAILED, "plays only games that begin with two set-ups");
            return false;
        }
        bool same = !bot->answer_pending && knows_moves_of(bot, board) &&
                    memcmp(&setup, &bot->setup, sizeof setup) == 0;
        /* The answer to the old request would be mistaken for the next answer, so restart the program. */
        if (bot->answer_pending && !restart_bot(bot))
            return false;
        if (!same && !begin_bot_game(bot, view->side, &setup, NULL, think))
            return false;
    }
    if (!bot->has_rules)
        add_enemy(bot, board, out);
    if (!bot->has_rules)
        text_printf(out, "rules %s %d %s %d %d\n", rules->name, rules->two_squares,
                    rules->more_squares ? "yes" : "no", rules->move_limit, rules->no_attack_limit);
    bot->has_rules = true;
    for (; bot->moves_sent_count < board->plies; bot->moves_sent_count++) {
        struct event event = board_event(board, (uint32_t)bot->moves_sent_count);
        bot->moves_sent = memory_grow(bot->moves_sent, &bot->capacity, bot->moves_sent_count + 1,
                                      sizeof *bot->moves_sent);
        bot->moves_sent[bot->moves_sent_count] = event.move;
        add_played(&event, out);
    }
    return true;
}

/* Appends "go" with the limits, and sets the deadline. If there is a clock, the bot gets the clock times,
 * because `hard_seconds` is how our own agents divide the clock. */
static void add_go(struct talking_bot *bot, const struct think *think, struct text *out)
{
    char text[DECIMAL_TEXT];
    double available = think->has_clock ? think->clock : think->hard_seconds;
    bool limited = !think->has_clock || bot->program.time < available;
    bot->seconds = available > 0 ? fmin(available, bot->program.time) : bot->program.time;
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
    bot->answer_pending = true;
}

/* Sends "stop" and reads the bot's answer. NULL if it does not come at once; this is not a failure,
 * because the bot's time was not over. */
static const char *answer_after_stop(struct talking_bot *bot)
{
    struct child_process *child = &bot->program.child;
    double until = clock_now() + STOP_GRACE;
    const char *line;
    enum child_answer answer = child_send(child, "stop\n", 5, until, NULL);
    if (answer == CHILD_DONE) /* skip the lines that are no answer */
        do
            answer = child_read_line(child, &line, until, NULL);
        while (answer == CHILD_DONE && is_comment_line(line) && clock_now() < until);
    if (answer == CHILD_DONE && is_comment_line(line))
        return NULL;
    if (answer == CHILD_DONE)
        return line;
    if (answer != CHILD_LATE) {
        external_clear_stop(&bot->program); /* the program has exited: external_read_line records that */
        external_read_line(&bot->program, until, STOP_GRACE, NULL);
    }
    return NULL;
}

/* Reads the bot's move into bot->move; MOVE_NONE if it resigned. If *think->stop is set meanwhile, requests
 * the best move so far. False is a failure. */
static bool read_move(struct talking_bot *bot, const struct think *think)
{
    struct move_with_ranks parsed;
    const char *line = read_next_answer(bot, bot->deadline, bot->seconds, think->stop);
    if (!line && bot->program.failure == AGENT_STOPPED && (line = answer_after_stop(bot)))
        external_clear_stop(&bot->program);
    if (!line)
        return false;
    bot->answer_pending = false;
    bot->move = MOVE_NONE;
    if (strcmp(line, "resign") == 0)
        return true;
    const char *move = text_after_word(line, "move");
    if (!move || move_read(move, NOTATION_DEBOER, &parsed, NULL, NULL) != STATUS_OK) {
        external_fail_line(&bot->program, line, "no move");
        return false;
    }
    bot->move = parsed.move;
    return true;
}

/* Reduces the clock and the hard limit by `seconds` that have passed; both stay above 0. */
static void subtract_time(struct think *think, double seconds)
{
    if (think->clock > 0)
        think->clock = fmax(think->clock - seconds, 0.001);
    if (think->hard_seconds > 0)
        think->hard_seconds = fmax(think->hard_seconds - seconds, 0.001);
}

/* Sends the new moves and "go", and reads the bot's move; it is the `move` callback. After an illegal move
 * it tries again up to MAX_RETRIES times, if program.retries_illegal. MOVE_NONE if the bot resigned or
 * failed. */
static struct move bot_move(void *state, const struct view *view, const struct think *think)
{
    struct talking_bot *bot = state;
    if (!external_clear_stop(&bot->program) || !external_read_pending(&bot->program))
        return MOVE_NONE;
    double begun = clock_now();
    for (int attempt = 0;; attempt++) {
        struct text text = {0};
        struct think remaining = *think;
        if (attempt > 0)
            subtract_time(&remaining, clock_now() - begun);
        /* A turn that was stopped has sent its request already: its answer is still to come. */
        bool ready = bot->answer_pending && knows_moves_of(bot, &view->board) &&
                     bot->moves_sent_count == view->board.plies;
        if (!ready && add_unsent_events(bot, view, think, &text)) {
            add_go(bot, &remaining, &text);
            ready = external_send(&bot->program, text_string(&text), bot->deadline, think->stop);
        }
        text_free(&text);
        if (!ready || !read_move(bot, think) || move_is_none(bot->move))
            return MOVE_NONE;
        enum illegal why = board_check(&view->board, bot->move);
        if (why == MOVE_LEGAL)
            return bot->move;
        if (!bot->program.retries_illegal || attempt == MAX_RETRIES) {
            external_fail_move(&bot->program, bot->move, why);
            return MOVE_NONE;
        }
        char move[MOVE_TEXT], line[128];
        snprintf(line, sizeof line, "illegal %s %s\n", move_write(bot->move, false, NOTATION_DEBOER, move),
                 illegal_text(why));
        if (!external_send(&bot->program, line, clock_now() + bot->program.time, think->stop))
            return MOVE_NONE;
    }
}

/* Sends the result of the game; errors do not matter any more. */
static void bot_game_over(void *state, const struct view *view, struct outcome outcome)
{
    struct talking_bot *bot = state;
    char line[64];
    (void)view;
    snprintf(line, sizeof line, "over %s %s\n", result_name(outcome.result),
             outcome.reason == REASON_NONE ? "-" : reason_name(outcome.reason));
    child_send(&bot->program.child, line, strlen(line), clock_now() + 0.1, NULL);
}

const struct agent_kind agent_bot = {
    .name = "bot",
    .help = "bot:PATH, a program that speaks the protocol of 'vedette bot'",
    .options = "bot", .size = sizeof(struct talking_bot), .launch = launch_bot, .end = end_bot,
    .setup = bot_setup, .move = bot_move, .failure = external_failure, .game_over = bot_game_over,
    .own_options_only = true, .knows_repetition_rules = true,
};
