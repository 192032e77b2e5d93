/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bot/bot_talk.h"

#include "base/decimal.h"
#include "bot/bot_seat.h"
#include "game/army.h"
#include "game/notation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The share of the time for an answer that the bot uses; the rest is a reserve for the transmission. */
#define SHARE 0.8

#define SETUP_SECONDS 1.0 /* max time for choosing a setup */

/* Characters that separate words and may surround a line. */
#define BLANKS " \t\r"

enum { EMPTY_PLACE = '.' /* in a setup */ };

enum status bot_talk_init(struct bot_talk *talk, const char *spec, const struct variant *only,
                          const struct settings *settings, struct library *library, uint64_t seed,
                          struct error *error)
{
    *talk = (struct bot_talk){.spec = spec, .only = only, .library = library, .seed = seed,
                              .variant = only ? only : variant_at(VARIANT_STANDARD)};
    settings_copy(&talk->settings, settings);
    enum status status = agent_start(&talk->agent, spec, &talk->settings,
                                     library_for_variant(library, talk->variant), error);
    if (status)
        settings_free(&talk->settings);
    talk->started = !status;
    return status;
}

void bot_talk_free(struct bot_talk *talk)
{
    if (talk->started)
        agent_end(&talk->agent);
    position_free(&talk->position);
    view_free(&talk->view);
    settings_free(&talk->settings);
    *talk = (struct bot_talk){0};
}

/* What a line did. */
enum reply {
    ACCEPTED,
    REFUSED, /* nothing: the line was invalid */
    LOST,    /* the bot cannot continue the game */
    THINK,   /* the bot must choose a move */
};

/* Sets the error "found 'x', expected y"; returns `reply`. */
static enum reply expect(enum reply reply, struct error *error, const char *found, const char *expected)
{
    error_set(error, STATUS_BAD, "found '%.80s', expected %s", found, expected);
    return reply;
}

/* --- the agent --- */

/* Returns the name of the agent's option group, or NULL. Uses agent_table, because the agent may not exist
 * (if one of its files is missing). */
static const char *agent_option_group(const struct bot_talk *talk)
{
    return agent_table[agent_index(talk->spec)]->options;
}

/* Returns whether the bot plays this variant. */
static bool plays(const struct bot_talk *talk, const struct variant *variant)
{
    return !talk->only || talk->only == variant;
}

/* "vedette": answers with the version, a line "option KEY DEFAULT VALUES" for each option, and the
 * variants. */
static enum reply greet(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error)
{
    const char *group = agent_option_group(talk);
    const struct option_group *found = NULL;
    (void)rest;
    (void)error;
    text_printf(answer, "bot %d %s\n", BOT_TALK_VERSION, talk->spec);
    for (int i = 0; group && settings_option(&talk->settings, i, &found); i++) {
        const struct option *option = settings_option(&talk->settings, i, &found);
        char value[OPTION_VALUE_TEXT];
        if (strcmp(found->name, group) != 0)
            continue;
        settings_show(&talk->settings, i, value, sizeof value);
        text_printf(answer, "option %s %s ", option->key, value);
        option_expects(option, answer);
        text_add(answer, "\n");
    }
    text_add(answer, "variants");
    for (size_t i = 0; i < variant_count; i++)
        if (plays(talk, &variant_table[i]))
            text_printf(answer, " %s", variant_table[i].name);
    text_add(answer, "\nready\n");
    return ACCEPTED;
}

/* Handles "set KEY VALUE": sets one of the agent's options, or an option with its full key. It takes effect
 * with the next game. */
static enum reply set_agent_option(struct bot_talk *talk, const char *rest, struct text *answer,
                                   struct error *error)
{
    char key[OPTION_KEY_TEXT] = "";
    size_t size = strcspn(rest, BLANKS);
    const char *value = rest + size + strspn(rest + size, BLANKS);
    const char *group = agent_option_group(talk);
    (void)answer;
    if (!*value || size >= sizeof key / 2) /* `key` also gets the group */
        return expect(REFUSED, error, rest, "set KEY VALUE");
    bool full = memchr(rest, '.', size) || !group;
    snprintf(key, sizeof key, "%.60s%s%.*s", full ? "" : group, full ? "" : ".", (int)size, rest);
    return settings_set(&talk->settings, key, value, "set", error) == STATUS_OK ? ACCEPTED : REFUSED;
}

/* Clears the last answer and the refused moves. */
static void forget_answers(struct bot_talk *talk)
{
    talk->answered = MOVE_NONE;
    talk->refused_count = 0;
}

/* Returns the variant that the line `game` names, or the standard one if it names none. NULL if the bot does
 * not play it. */
static const struct variant *variant_of_game(const struct bot_talk *talk, const char *name)
{
    const struct variant *variant = *name ? variant_find(name) : variant_at(VARIANT_STANDARD);
    return variant && plays(talk, variant) ? variant : NULL;
}

/* "game COLOUR [VARIANT]": begins a new game with a new agent. */
static enum reply begin_game(struct bot_talk *talk, const char *rest, struct text *answer,
                             struct error *error)
{
    size_t size = strcspn(rest, BLANKS);
    bool is_red = size == 3 && strncmp(rest, "red", size) == 0;
    const struct variant *variant = variant_of_game(talk, rest + size + strspn(rest + size, BLANKS));
    (void)answer;
    if (!is_red && (size != 4 || strncmp(rest, "blue", size) != 0))
        return expect(REFUSED, error, rest, "game red or game blue");
    if (!variant)
        return expect(REFUSED, error, rest, "red or blue, then at most one variant that it has announced");
    talk->variant = variant;
    if (talk->started)
        agent_end(&talk->agent);
    talk->started = agent_start(&talk->agent, talk->spec, &talk->settings,
                                library_for_variant(talk->library, variant), error) == STATUS_OK;
    talk->side = is_red ? RED : BLUE;
    talk->in_game = talk->started;
    talk->has_setup = talk->has_army = talk->has_enemy = talk->begun = talk->lost = false;
    talk->rules = *rules_find("isf"); /* until the line "rules" names others */
    forget_answers(talk);
    rng_seed(&talk->rng, talk->seed, 0);
    return talk->started ? ACCEPTED : LOST;
}

/* "rules NAME TWO_SQUARES MORE_SQUARES MOVES QUIET": sets the rules. */
static enum reply set_rules(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error)
{
    struct rules rules = {.name = "custom"};
    char name[32], more[8];
    int two, moves, quiet, end = 0;
    (void)answer;
    if (talk->begun || sscanf(rest, "%31s %d %7s %d %d%n", name, &two, more, &moves, &quiet, &end) != 5 ||
        rest[end] || two < 0 || two > 20 || moves < 0 || quiet < 0 ||
        (strcmp(more, "yes") != 0 && strcmp(more, "no") != 0))
        return expect(REFUSED, error, rest,
                      "rules NAME TWO_SQUARES yes|no MOVES QUIET before the first move");
    rules.two_squares = two;
    rules.more_squares = strcmp(more, "yes") == 0;
    rules.move_limit = moves;
    rules.no_attack_limit = quiet;
    talk->rules = rules;
    return ACCEPTED;
}

/* Reads forty letters as a setup of the variant. */
static enum reply read_setup(const struct bot_talk *talk, const char *letters, struct setup *setup,
                             struct error *error)
{
    if (strlen(letters) != PIECES_A_SIDE)
        return expect(REFUSED, error, letters, "a setup of 40 letters");
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int rank = rank_read(letters[i], NOTATION_DEBOER);
        if (rank < 0 && letters[i] != EMPTY_PLACE)
            return expect(REFUSED, error, letters, "a setup of 40 letters F B S 2 .. 9 X");
        setup->rank[i] = rank < 0 ? PLACE_EMPTY : (uint8_t)rank;
    }
    return setup_check(setup, talk->variant, error) == STATUS_OK ? ACCEPTED : REFUSED;
}

/* "army FBS2239X": sets the bot's army, in a variant that allows any. */
static enum reply set_army(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error)
{
    uint8_t army[RANKS];
    (void)answer;
    if (!talk->in_game || talk->has_setup || !talk->variant->any_army)
        return expect(REFUSED, error, "army", "it before setup, in a game whose variant takes any");
    if (army_read(rest, NOTATION_DEBOER, talk->variant, army, error) != STATUS_OK)
        return REFUSED;
    memcpy(talk->army, army, sizeof army);
    talk->has_army = true;
    return ACCEPTED;
}

/* "enemy PLACES ARMY", as in "....?..? FBS2239X": sets the enemy's forty places, from its own seat, and its
 * army. */
static enum reply set_enemy(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error)
{
    static const char stands = '?';
    struct bot_enemy enemy = {0};
    size_t size = strcspn(rest, BLANKS);
    (void)answer;
    if (!talk->in_game || talk->begun)
        return expect(REFUSED, error, "enemy", "it behind game COLOUR, before the first move");
    bool sound = size == PIECES_A_SIDE;
    for (size_t i = 0; sound && i < size; i++) {
        enemy.stands[i] = rest[i] == stands;
        sound = rest[i] == stands || rest[i] == EMPTY_PLACE;
    }
    if (!sound)
        return expect(REFUSED, error, rest, "enemy and 40 places, '?' or '.', and its army");
    if (army_read(rest + size, NOTATION_DEBOER, talk->variant, enemy.army, error) != STATUS_OK ||
        bot_enemy_check(&enemy, talk->variant, error) != STATUS_OK)
        return REFUSED;
    talk->enemy = enemy;
    talk->has_enemy = true;
    return ACCEPTED;
}

/* Handles "setup", which chooses a setup and answers with it, and "setup LETTERS", which uses this setup. */
static enum reply make_setup(struct bot_talk *talk, const char *rest, struct text *answer,
                             struct error *error)
{
    struct setup setup = {0};
    const uint8_t *army = talk->variant->any_army ? talk->army : talk->variant->count;
    enum reply reply = ACCEPTED;
    /* After a bare "setup" the referee waits for one: the game is lost without it. */
    if (!talk->in_game || talk->begun)
        return expect(*rest ? REFUSED : LOST, error, "setup", "game COLOUR before it");
    if (*rest)
        reply = read_setup(talk, rest, &setup, error);
    else if (talk->variant->any_army && !talk->has_army)
        return expect(LOST, error, "setup", "army RANKS before it");
    else if (bot_choose_setup(&talk->agent, &talk->settings, talk->side, army, SETUP_SECONDS, &talk->rng,
                              &setup, error) != STATUS_OK)
        reply = LOST;
    if (reply != ACCEPTED)
        return reply;
    talk->setup = setup;
    talk->has_setup = true;
    if (*rest)
        return ACCEPTED;
    text_add(answer, "setup ");
    for (int i = 0; i < PIECES_A_SIDE; i++)
        text_printf(answer, "%c", setup.rank[i] == PLACE_EMPTY ? EMPTY_PLACE
                                                               : rank_write(setup.rank[i], NOTATION_DEBOER));
    text_add(answer, "\n");
    return ACCEPTED;
}

/* --- the game --- */

/* Makes the position if it does not exist yet; false with an error if something is missing. */
static bool ensure_board(struct bot_talk *talk, struct error *error)
{
    if (talk->begun)
        return true;
    if (!talk->in_game || !talk->has_setup) {
        expect(LOST, error, "no setup", "game COLOUR and setup before it");
        return false;
    }
    if (!talk->has_enemy && !variant_fills_rows(talk->variant)) {
        expect(LOST, error, "no enemy", "enemy PLACES ARMY before it");
        return false;
    }
    if (!talk->has_enemy)
        bot_enemy_full(talk->variant, &talk->enemy);
    talk->begun = bot_start_game(&talk->position, &talk->view, talk->variant, talk->side, &talk->setup,
                                 &talk->enemy, &talk->rules, error) == STATUS_OK;
    return talk->begun;
}

/* Handles "played MOVE" and "played MOVE ATTACKER DEFENDER won|lost|both": plays a move of either side. After
 * an error the position is unknown and the game is lost. */
static enum reply play_move(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error)
{
    static const char *const outcomes[] = {[BATTLE_WON] = "won", [BATTLE_LOST] = "lost",
                                           [BATTLE_BOTH] = "both"};
    char move[16], outcome[8] = "", attacker = 0, defender = 0;
    struct move_with_ranks named;
    struct event event;
    int end = 0;
    (void)answer;
    /* `end` gets the size of the first word, then that of all four. */
    int words = sscanf(rest, "%15s%n %c %c %7s%n", move, &end, &attacker, &defender, outcome, &end);
    if ((words != 1 && words != 4) || rest[end] ||
        move_read(move, NOTATION_DEBOER, &named, NULL, NULL) != STATUS_OK)
        return expect(LOST, error, rest, "played MOVE or played MOVE ATTACKER DEFENDER won|lost|both");
    if (!ensure_board(talk, error))
        return LOST;
    int ranks[] = {words == 4 ? rank_read(attacker, NOTATION_DEBOER) : RANK_UNKNOWN,
                   words == 4 ? rank_read(defender, NOTATION_DEBOER) : RANK_UNKNOWN};
    if (ranks[0] < 0 || ranks[1] < 0)
        return expect(LOST, error, rest, "ranks F B S 2 .. 9 X");
    named.attacker = (uint8_t)ranks[0];
    named.defender = (uint8_t)ranks[1];
    if (position_play(&talk->position, named, &event, error) != STATUS_OK)
        return LOST;
    view_apply(&talk->view, &event);
    forget_answers(talk);
    bool fits = event.battle == BATTLE_NONE ? words == 1 : strcmp(outcomes[event.battle], outcome) == 0;
    return fits ? ACCEPTED : expect(LOST, error, rest, "the outcome that these ranks have");
}

/* Handles "illegal MOVE WHY": the referee refuses the bot's move; the bot must choose another one. */
static enum reply refuse_move(struct bot_talk *talk, const char *rest, struct text *answer,
                              struct error *error)
{
    char move[16];
    struct move_with_ranks read;
    (void)answer;
    if (sscanf(rest, "%15s", move) != 1 || move_read(move, NOTATION_DEBOER, &read, NULL, NULL) != STATUS_OK)
        return expect(REFUSED, error, rest, "illegal MOVE WHY");
    talk->answered = MOVE_NONE;
    if (talk->refused_count < MOVES_MAX)
        talk->refused[talk->refused_count++] = read.move;
    return ACCEPTED;
}

/* "go" with any of "time S", "clock S", "increment S", "depth N", "nodes N": sets the limits and starts
 * thinking. */
static enum reply start_thinking(struct bot_talk *talk, const char *rest, struct text *answer,
                                 struct error *error)
{
    struct think limits = {0};
    char word[64], number[64]; /* long enough for all words of the protocol and all numbers */
    int end = 0;
    const char *option = rest;
    (void)answer;
    /* Unknown words and their numbers are skipped: later versions may have more. */
    for (; sscanf(option, " %63s %63s%n", word, number, &end) == 2; option += end) {
        double value;
        if (!decimal_read(number, &value) || value < 0 || value > 1e15)
            return expect(LOST, error, rest, "a number behind each word of go");
        if (strcmp(word, "time") == 0)
            limits.hard_seconds = fmax(value * SHARE, 0.001); /* 0 would be no limit */
        else if (strcmp(word, "depth") == 0)
            limits.depth = value < 1000 ? (int)value : 1000;
        else if (strcmp(word, "nodes") == 0)
            limits.nodes = (uint64_t)value;
        else if (strcmp(word, "increment") == 0)
            limits.increment = value;
        else if (strcmp(word, "clock") == 0) {
            limits.has_clock = true;
            limits.clock = value;
        }
    }
    if (option[strspn(option, BLANKS)])
        return expect(LOST, error, rest, "a number behind each word of go");
    if (!ensure_board(talk, error))
        return LOST;
    if (talk->view.board.to_move != talk->side)
        return expect(LOST, error, "go", "the enemy's move before it");
    talk->limits = limits;
    return THINK;
}

/* Returns whether the referee has called this move illegal in this turn. */
static bool is_refused(const struct bot_talk *talk, struct move move)
{
    for (int i = 0; i < talk->refused_count; i++)
        if (move_equal(talk->refused[i], move))
            return true;
    return false;
}

struct move bot_talk_think(struct bot_talk *talk, int threads, const atomic_bool *stop,
                           void (*report)(void *context, const struct progress *progress), void *context)
{
    struct think think = talk->limits;
    think.rng = &talk->rng;
    think.threads = threads;
    think.stop = stop;
    think.report = report;
    think.context = context;
    struct move moves[MOVES_MAX];
    int legal = board_moves(&talk->view.board, moves), count = 0;
    for (int i = 0; i < legal; i++)
        if (!is_refused(talk, moves[i]))
            moves[count++] = moves[i];
    if (count < legal) {
        think.root = moves;
        think.root_count = count;
    }
    struct move move = count ? agent_move(&talk->agent, &talk->view, &think) : MOVE_NONE;
    return is_refused(talk, move) ? MOVE_NONE : move;
}

/* Plays the bot's last answer in the view; false if there is none or its outcome is unknown. */
static bool play_answered(const struct bot_talk *talk, struct view *view)
{
    struct board *board = &view->board;
    if (move_is_none(talk->answered) || board_check(board, talk->answered) != MOVE_LEGAL)
        return false;
    int victim = board->at[talk->answered.to];
    if (victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN)
        return false;
    /* Make the move and take it back, only for its event, which the view needs. */
    board_make_as(board, talk->answered, RANK_UNKNOWN, RANK_UNKNOWN);
    struct event event = board_event(board, board->plies - 1);
    board_unmake(board);
    view_apply(view, &event);
    return true;
}

bool bot_talk_ponders(struct bot_talk *talk, struct view *view, struct think *think)
{
    if (!talk->begun || !talk->started || !agent_ponders(&talk->agent))
        return false;
    view_copy(view, &talk->view);
    if (view->board.to_move == talk->side && !play_answered(talk, view))
        return false;
    *think = talk->limits;
    think->rng = &talk->rng;
    return view->board.to_move != talk->side && board_outcome(&view->board).result == RESULT_OPEN;
}

void bot_talk_write_move(struct bot_talk *talk, struct move move, struct text *answer)
{
    char text[MOVE_TEXT];
    const char *why;
    talk->answered = move;
    if (agent_failure(&talk->agent, &why) != AGENT_NO_FAILURE)
        text_printf(answer, "error %s\n", why);
    else if (move_is_none(move))
        text_add(answer, "resign\n");
    else
        text_printf(answer, "move %s\n", move_write(move, false, NOTATION_DEBOER, text));
}

void bot_talk_write_progress(const struct progress *progress, struct text *answer)
{
    char text[MOVE_TEXT], value[DECIMAL_TEXT];
    text_printf(answer, "info depth %d nodes %llu seconds %.3f", progress->depth,
                (unsigned long long)progress->nodes, progress->seconds);
    if (progress->recalled)
        text_printf(answer, " recalled %llu", (unsigned long long)progress->recalled);
    text_printf(answer, " value %s", decimal_write(progress->value, value));
    if (progress->length)
        text_add(answer, " line");
    for (int i = 0; i < progress->length; i++)
        text_printf(answer, " %s", move_write(progress->line[i], false, NOTATION_DEBOER, text));
    text_add(answer, "\n");
}

/* --- lines --- */

static const struct {
    const char *word;
    enum reply (*take)(struct bot_talk *talk, const char *rest, struct text *answer, struct error *error);
    bool of_game; /* refused after the game was lost by an error */
} lines[] = {
    {"vedette", greet, false},       {"set", set_agent_option, false},         {"game", begin_game, false},
    {"rules", set_rules, true},     {"army", set_army, true},   {"setup", make_setup, true},
    {"enemy", set_enemy, true},     {"played", play_move, true}, {"illegal", refuse_move, true},
    {"go", start_thinking, true},
};

/* Copies a line into `copy` without surrounding blanks, ends its first word with a zero byte and returns
 * the rest. */
static char *split_line(const char *line, char copy[BOT_TALK_LINE])
{
    snprintf(copy, BOT_TALK_LINE, "%s", line + strspn(line, BLANKS));
    size_t end = strlen(copy);
    while (end && strchr(BLANKS, copy[end - 1]))
        copy[--end] = '\0';
    size_t size = strcspn(copy, BLANKS);
    char *rest = copy + size + strspn(copy + size, BLANKS);
    copy[size] = '\0';
    return rest;
}

/* Returns BOT_TALK_STOP for the word "stop", BOT_TALK_QUIT for "quit", BOT_TALK_NONE for others. */
static enum bot_talk_task stop_or_quit(const char *word)
{
    if (strcmp(word, "stop") == 0)
        return BOT_TALK_STOP;
    return strcmp(word, "quit") == 0 ? BOT_TALK_QUIT : BOT_TALK_NONE;
}

/* Appends "KIND WORD REST: why", where `kind` is "refused" or "error". */
static void add_complaint(const char *kind, const char *word, const char *rest, const char *why,
                          struct text *answer)
{
    struct error line;
    /* error_set makes the text one printable line. */
    error_set(&line, STATUS_BAD, "%.80s%s%.80s: %s", word, *rest ? " " : "", rest, why);
    text_printf(answer, "%s %s\n", kind, line.text);
}

/* Appends the complaint about a line that was not accepted; returns the task for the caller. */
static enum bot_talk_task end_line(struct bot_talk *talk, enum reply reply, const char *word,
                                   const char *rest, const struct error *error, struct text *answer)
{
    if (reply == THINK)
        return BOT_TALK_THINK;
    if (reply != ACCEPTED)
        add_complaint(reply == LOST ? "error" : "refused", word, rest, error->text, answer);
    talk->lost = talk->lost || reply == LOST;
    return BOT_TALK_NONE;
}

enum bot_talk_task bot_talk_read_line(struct bot_talk *talk, const char *line, struct text *answer)
{
    char word[BOT_TALK_LINE];
    struct error error;
    const char *rest = split_line(line, word);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (strcmp(word, lines[i].word) != 0)
            continue;
        if (talk->lost && lines[i].of_game) {
            error_set(&error, STATUS_BAD, "the game is lost by an error before; 'game' begins a new one");
            /* LOST answers the lines after which the other program waits for a move or a setup. */
            bool awaited = lines[i].take == start_thinking || (lines[i].take == make_setup && !*rest);
            return end_line(talk, awaited ? LOST : REFUSED, word, rest, &error, answer);
        }
        return end_line(talk, lines[i].take(talk, rest, answer, &error), word, rest, &error, answer);
    }
    return stop_or_quit(word); /* later versions may know more words */
}

enum bot_talk_task bot_talk_interrupt(const char *line, struct text *answer)
{
    char word[BOT_TALK_LINE];
    const char *rest = split_line(line, word);
    enum bot_talk_task task = stop_or_quit(word);
    if (*word && task == BOT_TALK_NONE)
        add_complaint("refused", word, rest, "it thinks, and hears only stop and quit", answer);
    return task;
}
